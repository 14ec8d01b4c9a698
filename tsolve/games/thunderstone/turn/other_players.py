"""Other players in a turn: discards that are forced on them (A-38), Reactions, which turn an effect back on
the player who aimed it (DS-12), and whether their hands and discards can still matter.
"""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.piles import (
    contents,
    elsewhere,
    has_unknown,
    lies_elsewhere,
    shuffled,
    with_all_of,
    without_elsewhere,
)
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action, Pass
from tsolve.games.thunderstone.answers import Discard, React, ShowHand
from tsolve.games.thunderstone.state import NONE, Member, Player, State
from tsolve.games.thunderstone.turn.hand import pays_for, price_called

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tsolve.cardkit.tasks import Reason
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Price
    from tsolve.games.thunderstone.play import Play


MOST_HANDS = 256
"""The most different hands of a player that are considered."""


def may_hold(state: State, cards: frozenset[str]) -> bool:
    """Whether one of these cards lies in the active player's hand or may come into it by drawing."""
    me = state.me
    if any(not cards.isdisjoint(segment.cards) for segment in me.deck) or not cards.isdisjoint(me.discard):
        return True
    return any(member.card in cards and not member.left for member in state.party)


def own_cards(state: State) -> set[str]:
    """The known cards of the active player that lie in the hand or may come into it by drawing."""
    held = (member.card for member in state.party if not member.left)
    return {*held, *contents(state.me.deck), *state.me.discard}


def is_hidden(state: State, player: int) -> bool:
    """Whether this is another player with an unknown hand."""
    is_another = 0 <= player < len(state.players) and player != state.active
    return is_another and state.players[player].hand is None


def holding(book: Book, player: int, card: str, state: State) -> State:
    """The position in which a player with an unknown hand holds this card, and one card of each kind that
    effects ask for.
    """
    kinds = ("item", "spell", "villager", "weapon")
    sorts = (book.cards_where(lambda each, kind=kind: kind in each.subtypes) for kind in kinds)  # type: ignore[misc]
    asked_for = [min(cards) for cards in (book.heroes, *sorts) if cards]
    holder = replace(state.players[player], hand=(card, *asked_for))
    return replace(state, players=(*state.players[:player], holder, *state.players[player + 1 :]))


def possible_hand(player: Player) -> tuple[str, ...] | None:
    """The cards of another player's hand, or for an unseen hand those that it may hold; None where that may
    be any card.
    """
    if player.hand is not None:
        return player.hand
    return None if has_unknown(player.deck) or not lies_elsewhere(player.deck) else elsewhere(player.deck)[0]


def likely(player: Player, fits: Callable[[str], bool]) -> tuple[int, int]:
    """Of the hands that another player may hold, the number with a fitting card and the number without; two
    zeros where they cannot be counted.
    """
    if player.picked or possible_hand(player) is None or player.hand is not None:
        return 0, 0
    cards, size = elsewhere(player.deck)
    none = comb(sum(not fits(card) for card in cards), size)
    return comb(len(cards), size) - none, none


def likely_cards(player: Player, fits: Callable[[str], bool]) -> dict[tuple[str, ...], int]:
    """Each combination of fitting cards that another player's hand may hold, with the number of such hands;
    empty where they cannot be counted, or are too many.
    """
    if player.picked or possible_hand(player) is None or player.hand is not None:
        return {}
    cards, size = elsewhere(player.deck)
    copies = Counter(filter(fits, cards))
    ways: dict[tuple[str, ...], int] = {(): 1}
    for card, count in sorted(copies.items()):
        ways = {
            (*held, *(card,) * drawn): many * comb(count, drawn)
            for held, many in ways.items()
            for drawn in range(min(count, size - len(held)) + 1)
        }
        if len(ways) > MOST_HANDS:
            return {}
    others = len(cards) - copies.total()
    counted = {held: many * comb(others, size - len(held)) for held, many in ways.items()}
    return {held: many for held, many in counted.items() if many}


def with_hand_of(player: Player, cards: tuple[str, ...]) -> Player:
    """Another player with only these cards in hand, for effects that need neither the rest of the hand nor
    the deck.
    """
    rest = Counter(contents(player.deck)) - Counter(cards)
    return replace(player, hand=cards, deck=shuffled(tuple(sorted(rest.elements()))))


def without_of_hand(player: Player, card: str) -> Player:
    """Another player after this card has left the hand, even an unknown hand."""
    if player.hand is None:
        return replace(player, deck=without_elsewhere(player.deck, card), picked=True)
    at = player.hand.index(card)
    return replace(player, hand=player.hand[:at] + player.hand[at + 1 :])


def may_pry(book: Book, state: State) -> bool:
    """Whether it may matter to the turn what another player discards, or keeps in the hand."""
    return may_hold(state, book.hidden_hands) or may_dig(book, state)


def asks_for_heroes_alone(book: Book, state: State) -> bool:
    """Whether the active player's effects may only still concern Heroes in other players' hands and decks."""
    if may_dig(book, state):
        return False
    return not may_hold(state, (book.hidden_hands | book.robbing) - book.borrowing)


def may_dig(book: Book, state: State) -> bool:
    """Whether a card that another player discards may be turned up again, from a deck that runs out. (TS-3.4)

    A deck with unknown cards below does not run out before one of those is turned up.
    """
    rivals = (player for seat, player in enumerate(state.players) if seat != state.active)
    if all(has_unknown(player.deck) for player in rivals):
        return False
    return may_hold(state, book.digging)


class MustDiscard(actions.Task, frozen=True):
    """One player discards `count` cards of their choice, or `or_heroes` Heroes instead, as `source` says."""

    asks = "discard cards"
    player: int
    count: int
    source: str
    or_heroes: int = 0
    lends: bool = False
    """What is discarded may be borrowed (Selurin Theurge)."""
    discarded: int = 0
    of: Price = "card"
    """The kind of card; whoever has none shows the hand."""
    hero: int = NONE
    attack: int = 0
    """Attack that `hero` gains for each card discarded (Chulian Looter)."""
    told: bool = False
    """Whether the line says what an unknown hand gives, instead of chance."""

    @property
    def asked_of_each(self) -> tuple[str, int]:
        return self.source, self.player

    def is_untold(self, book: Book, state: State) -> bool:
        matters = self.attack or self.lends
        return self._hidden(state) and not matters and bool(self._cards(book, state))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of cards that may be given in all; the last one is for Heroes, if fewer of them are
        enough.
        """
        return (self.count, self.or_heroes) if self.or_heroes else (self.count,)

    def mover(self, book: Book, state: State) -> int:
        if self._hidden(state):
            if not (self.attack or self.lends) or not self._cards(book, state):
                return actions.ENGINE
            likely = self.outcomes(book, state)
            return self.player if not likely else actions.CHANCE if len(likely) > 1 else actions.ENGINE
        choices = self._cards(book, state)
        return self.player if len(choices) > 1 else actions.ENGINE

    def run(self, play: Play) -> None:
        who = f"player {self.player + 1}"
        if self.is_untold(play.book, play.state):
            kind = "" if self.of == "card" else f" {price_called(self.of)},"
            note = f"{who} discards{kind} from an unknown hand"
            play.note("discard", self.source, (f"card.{self.source}",), note)
            play.player(self.player, picked=True)
            return
        if certain := self.outcomes(play.book, play.state):
            self.answer(play, certain[0][0])
            return
        choices = self._cards(play.book, play.state)
        if choices:  # one card, from a known hand
            self.answer(play, Discard(self.player, choices[0]))
        elif self.of != "card" and not self.lends:
            note = f"{who} shows a hand with no {price_called(self.of)}"
            play.note("discard", self.source, (f"card.{self.source}",), note)

    def options(self, book: Book, state: State) -> list[Action]:
        discards: list[Action] = [Discard(self.player, card) for card in self._cards(book, state)]
        return [*discards, Pass()] if self._hidden(state) else discards

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        """The chances that a hand, of known cards that are equally likely, holds what is asked for; where
        Heroes are lent, of each set that its owner may choose from.
        """
        if not (self.attack or self.lends) or self.told or not self._hidden(state):
            return []
        player, of = state.players[self.player], price_called(self.of)

        def fits(card: str) -> bool:
            return pays_for(self.of, book.card(card))

        if self.lends:
            counted = likely_cards(player, fits) if asks_for_heroes_alone(book, state) else {}
            hands = sorted(counted.items(), key=lambda each: -len(set(each[0])))
            return [(ShowHand(self.player, bool(held), of, held), ways) for held, ways in hands]
        if self.matters_which(book, state):
            return []
        holds, none = likely(player, fits)
        events = ((ShowHand(self.player, True, of), holds), (ShowHand(self.player, False, of), none))
        return [(event, ways) for event, ways in events if ways]

    def makes_no_difference(self, book: Book, state: State) -> bool:
        """Whether the active player's turn has the same result whatever another player discards."""
        if self.player == state.active or (self.attack and self._hidden(state)):
            return False  # an unknown hand may bring the Attack or not
        return not self.matters_which(book, state)

    def matters_which(self, book: Book, state: State) -> bool:
        """Whether the active player's turn may depend on which card another player discards."""
        if self.lends:
            return True
        if self.of == "weapon":  # only the number of Weapons left matters, not which
            return may_dig(book, state)
        return may_pry(book, state)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        breaches = book.card(self.source).is_monster
        return f"card.{self.source}", "TS-16.1" if breaches else "TS-7.2"

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        source = f"card.{self.source}"
        if not isinstance(action, Discard) and self.player == state.active:
            return f"you must first {self.asks}", self.rulings_for(book, state)
        if not isinstance(action, Discard) or action.player != self.player:
            return f"player {self.player + 1} discards first", self.rulings_for(book, state)
        name = book.name(action.card)
        if self._hidden(state) and pays_for(self.of, book.card(action.card)):
            return f"player {self.player + 1} cannot hold {name}", (source,)
        gone = any(member.card == action.card and member.doomed and member.left for member in state.party)
        if gone and self.player == state.active:
            return f"{name} is destroyed and has left", ("key.destroyed_leave", "TS-7.8")
        return f"{name} is no {price_called(self.of)} of that hand", (source,)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass) or (isinstance(action, ShowHand) and not action.holds):
            note = f"player {self.player + 1} shows a hand with no {price_called(self.of)}"
            play.note("discard", self.source, (f"card.{self.source}",), note)
            if self._hidden(play.state):
                book, deck = play.book, play.state.players[self.player].deck
                deck = with_all_of(deck, lambda card: pays_for(self.of, book.card(card)))
                play.player(self.player, deck=deck)
            return
        if isinstance(action, ShowHand) and action.among:
            known = with_hand_of(play.state.players[self.player], action.among)
            play.player(self.player, hand=known.hand, deck=known.deck)
            play.push(self)
            return
        if isinstance(action, ShowHand):
            play.player(self.player, picked=True)
            note = f"player {self.player + 1} discards a {action.of}"
            play.note("discard", self.source, (f"card.{self.source}",), note)
            self._strengthen(play, f"a {action.of}")
            return
        assert isinstance(action, Discard)
        owner = self.player
        if self.player == play.state.active:
            owner = _discard_from_party(play, action.card)
        else:
            other = without_of_hand(play.state.players[self.player], action.card)
            discard = (*other.discard, action.card)
            play.player(self.player, hand=other.hand, deck=other.deck, discard=discard, picked=other.picked)
        if self.lends:
            play.set(lent=(*play.state.lent, (owner, action.card)))
        play.note("discard", action.card, (f"card.{self.source}",), f"discarded by player {self.player + 1}")
        self._strengthen(play, play.book.name(action.card))
        heroes_done = self.or_heroes and self.discarded == 0 and play.book.card(action.card).is_hero
        if self.count > 1 and not (heroes_done and self.or_heroes == 1):
            play.push(replace(self, count=self.count - 1, or_heroes=0, discarded=self.discarded + 1))

    def _strengthen(self, play: Play, card: str) -> None:
        """The Attack that the Hero gains for a card."""
        if self.attack:
            hero = play.state.party[self.hero]
            play.edit(self.hero, attack=hero.attack + self.attack)
            note = f"Attack +{self.attack} for {card}"
            play.note("effect", self.source, (f"card.{self.source}", "TS-7.2"), note)

    def _cards(self, book: Book, state: State) -> list[str]:
        if self.player == state.active:
            hand = tuple(member.card for member in state.party if _in_hand(book, member))
        else:
            known = possible_hand(state.players[self.player])
            hand = tuple(book.of_decks) if known is None else known
        return [card for card in sorted(set(hand)) if pays_for(self.of, book.card(card))]

    def _hidden(self, state: State) -> bool:
        """Whether it is the unknown hand of another player."""
        return self.player != state.active and state.players[self.player].hand is None


def _in_hand(book: Book, member: Member) -> bool:
    if member.left or (member.owner != NONE and not book.reads("borrowed_hero_as_cost", "allowed")):
        return False
    return not member.doomed or book.reads("destroyed_leave", "after_refill_and_breach")


def _is_prepared(member: Member) -> bool:
    """Whether the card was used or prepared for the battle."""
    bonus = member.strength or member.attack or member.magic or member.light or member.converted
    return bool(bonus) or member.serving or member.engaged


def least_useful(book: Book, state: State, card: str) -> int:
    """The copy that the active player gives up: one to be destroyed anyway, else one that is not in use.

    NONE where the hand holds none.
    """
    copies = [
        (not (member.doomed or member.perishes), _is_prepared(member), index)
        for index, member in enumerate(state.party)
        if member.card == card and _in_hand(book, member)
    ]
    return min(copies)[2] if copies else NONE


def _discard_from_party(play: Play, card: str) -> int:
    """Give up a copy of this card; the player to whom it belongs."""
    index = least_useful(play.book, play.state, card)
    member = play.state.party[index]
    owner = play.state.active if member.owner == NONE else member.owner
    if member.doomed or member.perishes:
        play.leave(index)
        play.scrap(card, owner)
    else:
        play.discard(index)
    return owner


def others(state: State) -> list[int]:
    """The other players, clockwise from the active one."""
    count = len(state.players)
    return [(state.active + seat) % count for seat in range(1, count)]


def aimed(
    play: Play, source: str, seats: Iterable[int], make: Callable[[int], actions.Task]
) -> Iterator[actions.Task]:
    """The tasks by which a card of the active player affects each of these players, who may react first."""
    for seat in seats:
        if seat != play.state.active and _reactors(play.book, play.state, seat):
            yield MayReact(seat, source, make(seat), make(play.state.active))
        else:
            yield make(seat)


class MayReact(actions.Task, frozen=True):
    """A player at whom an effect is aimed may reveal a card that turns it back on the active player."""

    asks = "let the player aimed at turn the effect back, or pass"
    player: int
    source: str
    goes_on: actions.Task
    turns_back: actions.Task

    @property
    def asked_of_each(self) -> tuple[str, int]:
        return self.source, self.player

    def mover(self, book: Book, state: State) -> int:
        return self.player if _reactors(book, state, self.player) else actions.ENGINE

    def run(self, play: Play) -> None:
        play.push(self.goes_on)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*(f"card.{card}" for card in _reactors(book, state, self.player)), "DS-12")

    def options(self, book: Book, state: State) -> list[Action]:
        return [*(React(self.player, card) for card in _reactors(book, state, self.player)), Pass()]

    def answer(self, play: Play, action: Action) -> None:
        if not isinstance(action, React):
            play.push(self.goes_on)
            return
        note = f"revealed by player {self.player + 1}: {play.book.name(self.source)} is turned back"
        play.note("effect", action.card, (f"card.{action.card}", "DS-12"), note)
        for trait in play.book.traits[action.card]:
            if trait.reacts:
                play.exercise(action.card, trait)
        play.push(self.turns_back)


def may_turn_back(book: Book, state: State) -> bool:
    """Whether some other player holds, or may hold, a card that turns effects back."""
    return bool(book.reacting) and any(_reactors(book, state, seat) for seat in others(state))


def _reactors(book: Book, state: State, seat: int) -> list[str]:
    """The cards of the hand that can turn effects back; for an unknown hand, those that it may hold."""
    hand = possible_hand(state.players[seat])
    return sorted(book.reacting if hand is None else book.reacting.intersection(hand))
