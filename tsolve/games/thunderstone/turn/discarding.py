"""Discards forced on players; each player chooses the cards. (A-38)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.piles import with_all_of
from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Discard, Pass, ShowHand
from tsolve.games.thunderstone.state import NONE
from tsolve.games.thunderstone.turn import prices
from tsolve.games.thunderstone.turn.prying import (
    asks_for_heroes_alone,
    likely,
    likely_cards,
    may_dig,
    may_pry,
    possible_hand,
    with_hand_of,
    without_of_hand,
)

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Price
    from tsolve.games.thunderstone.effects.base import Reason
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import Member, State


class MustDiscard(tasks.Task, frozen=True):
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
    """Somebody says what comes of a hand that nobody knows, instead of chance."""

    @property
    def asked_of_each(self) -> tuple[str, int]:
        return self.source, self.player

    def is_untold(self, book: Book, state: State) -> bool:
        matters = self.attack or self.lends
        return self._hidden(state) and not matters and bool(self._cards(book, state))

    @property
    def numbers(self) -> tuple[int, ...]:
        """How many cards are given in all; the last is that of Heroes, where fewer of them will do."""
        return (self.count, self.or_heroes) if self.or_heroes else (self.count,)

    def mover(self, book: Book, state: State) -> int:
        if self._hidden(state):
            if not (self.attack or self.lends) or not self._cards(book, state):
                return tasks.ENGINE
            likely = self.outcomes(book, state)
            return self.player if not likely else tasks.CHANCE if len(likely) > 1 else tasks.ENGINE
        choices = self._cards(book, state)
        return self.player if len(choices) > 1 else tasks.ENGINE

    def run(self, play: Play) -> None:
        who = f"player {self.player + 1}"
        if self.is_untold(play.book, play.state):
            kind = "" if self.of == "card" else f" {prices.called(self.of)},"
            note = f"{who} discards{kind} from an unknown hand"
            play.note("discard", self.source, (f"card.{self.source}",), note)
            play.player(self.player, picked=True)
            return
        if certain := self.outcomes(play.book, play.state):
            self.answer(play, certain[0][0])
            return
        choices = self._cards(play.book, play.state)
        if choices:  # one, of a hand that is known
            self.answer(play, Discard(self.player, choices[0]))
        elif self.of != "card" and not self.lends:
            note = f"{who} shows a hand with no {prices.called(self.of)}"
            play.note("discard", self.source, (f"card.{self.source}",), note)

    def options(self, book: Book, state: State) -> list[Action]:
        discards: list[Action] = [Discard(self.player, card) for card in self._cards(book, state)]
        return [*discards, Pass()] if self._hidden(state) else discards

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        """Whether a hand of known cards, each as likely as another, holds what is asked for; where Heroes are
        lent, which of them its owner chooses among.
        """
        if not (self.attack or self.lends) or self.told or not self._hidden(state):
            return []
        player, of = state.players[self.player], prices.called(self.of)

        def fits(card: str) -> bool:
            return prices.fits(self.of, book.card(card))

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
        """Whether the active player's turn comes to the same whatever another player discards."""
        if self.player == state.active or (self.attack and self._hidden(state)):
            return False  # who shows a hand that nobody knows may bring the Attack or not
        return not self.matters_which(book, state)

    def matters_which(self, book: Book, state: State) -> bool:
        """Whether the active player's turn may hang on which card another player discards."""
        if self.lends:
            return True
        if self.of == "weapon":  # nothing asks which Weapons are left, as long as they are as many
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
        if self._hidden(state) and prices.fits(self.of, book.card(action.card)):
            return f"player {self.player + 1} cannot hold {name}", (source,)
        gone = any(member.card == action.card and member.doomed and member.left for member in state.party)
        if gone and self.player == state.active:
            return f"{name} is destroyed and has left", ("key.destroyed_leave", "TS-7.8")
        return f"{name} is no {prices.called(self.of)} of that hand", (source,)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass) or (isinstance(action, ShowHand) and not action.holds):
            note = f"player {self.player + 1} shows a hand with no {prices.called(self.of)}"
            play.note("discard", self.source, (f"card.{self.source}",), note)
            if self._hidden(play.state):
                book, deck = play.book, play.state.players[self.player].deck
                deck = with_all_of(deck, lambda card: prices.fits(self.of, book.card(card)))
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
        return [card for card in sorted(set(hand)) if prices.fits(self.of, book.card(card))]

    def _hidden(self, state: State) -> bool:
        """Whether the hand is another player's and nobody knows it."""
        return self.player != state.active and state.players[self.player].hand is None


def _in_hand(book: Book, member: Member) -> bool:
    if member.left or (member.owner != NONE and not book.reads("borrowed_hero_as_cost", "allowed")):
        return False
    return not member.doomed or book.reads("destroyed_leave", "after_refill_and_breach")


def _is_prepared(member: Member) -> bool:
    """Whether something was done with the card for the battle."""
    bonus = member.strength or member.attack or member.magic or member.light or member.converted
    return bool(bonus) or member.serving or member.engaged


def least_useful(book: Book, state: State, card: str) -> int:
    """The copy that the active player gives up: a doomed one, else one that serves nothing.

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
