"""Cards that come from a deck: drawn by a player, discarded off it with what they then do, or turned up to
add to the health of a Monster. (QUEST-0.4, QUEST-0.16, QUEST-0.17, QUEST-5.17)
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY, Pile, contents
from tsolve.cardkit.tasks import drawn_from
from tsolve.engine import CHANCE
from tsolve.games.quest.actions import Action, Pass
from tsolve.games.quest.answers import NONE, Accept, ChooseHero, DiscardTop, Draw, Opt, RollTwo
from tsolve.games.quest.effects.abilities import GainToken, OnDiscard, Strengthen, ToHand, WieldAtOnce
from tsolve.games.quest.state import Boon, Choice, Gift, Laid, NextCard, State, Task
from tsolve.games.quest.turn import rewards
from tsolve.games.quest.turn.heroes import can_hold, weapons_of
from tsolve.games.quest.turn.values import holds, skill_of

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play


class DrawHand(NextCard, frozen=True):
    """A player draws cards into the hand; the discard pile replaces an empty deck. (QUEST-6.3)

    An unknown hand stays unknown: no cards of an unknown deck are asked for.
    """

    player: int
    count: int

    def pile(self, book: Book, state: State) -> Pile:
        owner = state.players[self.player]
        pile = drawn_from(owner.deck, owner.discard)
        return EMPTY if owner.hand is None and piles.is_unknown(pile) else pile

    def event(self, card: str) -> Draw:
        return Draw(card)

    def together(self, state: State) -> int:
        return self.count

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-6.3", "QUEST-0.16")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Draw)
        owner = play.state.players[self.player]
        if not owner.deck and owner.discard:
            play.note("drawing", "", ("QUEST-0.17",), "the discard pile is shuffled into a new deck")
        deck = piles.take(drawn_from(owner.deck, owner.discard), action.card)
        discard = owner.discard if owner.deck else ()
        hand = None if owner.hand is None else tuple(sorted((*owner.hand, action.card)))
        play.player(self.player, deck=deck, discard=discard, hand=hand)
        if self.count > 1:
            play.push(DrawHand(self.player, self.count - 1))


class SeeHand(NextCard, frozen=True):
    """A hand that nobody has seen becomes one of those that it may be: its cards are among those of the deck
    that may lie elsewhere. A whole game needs to know it; a question about one turn does not.
    """

    player: int

    def pile(self, book: Book, state: State) -> Pile:
        return piles.shuffled(piles.elsewhere(state.players[self.player].deck)[0])

    def event(self, card: str) -> Draw:
        return Draw(card)

    def together(self, state: State) -> int:
        return piles.elsewhere(state.players[self.player].deck)[1]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-6.3",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Draw)
        owner = play.state.players[self.player]
        deck = piles.without_elsewhere(owner.deck, action.card)
        play.player(self.player, deck=deck, hand=tuple(sorted((*(owner.hand or ()), action.card))))
        if piles.lies_elsewhere(deck):
            play.push(self)


def unseen_hands(state: State) -> tuple[SeeHand, ...]:
    """The hands that nobody has seen, of players of whom it is known what they own."""
    seats = enumerate(state.players)
    return tuple(
        SeeHand(seat) for seat, player in seats if player.hand is None and piles.lies_elsewhere(player.deck)
    )


class LayOut(NextCard, frozen=True):
    """The active player draws cards and lays them out at once. (QUEST-0.16)"""

    count: int
    ruling: str

    def pile(self, book: Book, state: State) -> Pile:
        return drawn_from(state.me.deck, state.me.discard)

    def event(self, card: str) -> Draw:
        return Draw(card)

    def together(self, state: State) -> int:
        return self.count

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-0.16", self.ruling)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Draw)
        used = play.off_deck(action.card)
        play.lay_out(action.card)
        play.edit(len(play.state.laid) - 1, used=used)
        _mark_risen(play, action.card)
        play.note("drawing", len(play.state.laid) - 1, ("QUEST-0.16", self.ruling), "drawn and laid out")
        if self.count > 1:
            play.push(LayOut(self.count - 1, self.ruling))


def _mark_risen(play: Play, card: str) -> None:
    """Mark the Hero just drawn as levelled up this turn, if it cannot be another copy of the card.
    (QUEST-8.5)
    """
    state = play.state
    risen = state.risen.count(card)
    others = (*contents(state.me.deck), *state.me.discard).count(card)
    if risen and others + 1 == risen:
        play.edit(len(state.laid) - 1, risen=True)
        rest = [*state.risen]
        rest.remove(card)
        play.set(risen=tuple(rest))


def discard_top(play: Play, card: str, ruling: str) -> None:
    """This card is discarded off the active player's deck, and does what it says about that."""
    play.off_deck(card)
    play.player(play.state.active, discard=(*play.state.me.discard, card))
    play.note("ability", card, (ruling, "QUEST-0.4"), "discarded from the deck")
    respond(play, card, from_deck=True)


def respond(play: Play, card: str, from_deck: bool) -> None:
    """A card just discarded does what it says about that."""
    facts = play.book.card(card)
    for trait in facts.traits:
        if isinstance(trait, OnDiscard) and (from_deck or not trait.from_deck):
            play.push(Respond(card, trait))


class DiscardCards(NextCard, frozen=True):
    """Cards are discarded off the deck one by one; then the task `then` follows."""

    count: int
    ruling: str
    then: Cleanse | None = None

    def pile(self, book: Book, state: State) -> Pile:
        return drawn_from(state.me.deck, state.me.discard)

    def event(self, card: str) -> DiscardTop:
        return DiscardTop(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling, "QUEST-0.4")

    def finish(self, play: Play) -> None:
        if self.then is not None:
            play.push(self.then)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, DiscardTop)
        then = self.then
        if then is not None:
            then = replace(then, cards=(*then.cards, action.card))
        if self.count > 1:
            play.push(replace(self, count=self.count - 1, then=then))
        elif then is not None:
            play.push(then)
        discard_top(play, action.card, self.ruling)


class Cleanse(Choice, frozen=True):
    """One of the Wound cards just discarded is healed, or there is Light."""

    asks = "choose the Wound card to heal, or the Light"
    place: int
    light: int
    ruling: str
    cards: tuple[str, ...] = ()
    """The cards that were discarded."""

    def options(self, book: Book, state: State) -> list[Action]:
        there = set(self.cards) & set(state.me.discard)  # the discard pile may have become a deck since
        wounds = sorted(card for card in there if book.card(card).is_wound)
        return [*(Opt(f"heal {book.name(card)}") for card in wounds), Opt("have Light")]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling, "QUEST-7.4")

    def answer(self, play: Play, action: Action) -> None:
        healed = [card for card in self.cards if action == Opt(f"heal {play.book.name(card)}")]
        if healed:
            play.note("healing", healed[0], (self.ruling, "QUEST-7.4"), "healed")
            _take_back(play, healed[0])
            play.cure(healed[0])
        else:
            play.set(boons=(*play.state.boons, Boon(self.place, light=self.light)))


class Respond(Choice, frozen=True):
    """A card that was just discarded does what it says about that; where a Hero is asked for, the player
    chooses one.
    """

    asks = "choose a Hero for the discarded card"
    card: str
    trait: OnDiscard

    def options(self, book: Book, state: State) -> list[Action]:
        if not holds(book, state, self.trait.when):
            return []
        heroes = [place for place in state.firsts() if book.card(state.laid[place].card).kind == "hero"]
        match self.trait.do:
            case Strengthen():
                return [*map(ChooseHero, heroes)]
            case WieldAtOnce(skill):
                strong = [hero for hero in heroes if self._can_wield(book, state, hero, skill)]
                return [*map(ChooseHero, strong), Pass()] if strong else []
            case ToHand() | GainToken():
                return [Accept()]

    def _can_wield(self, book: Book, state: State, hero: int, skill: int) -> bool:
        trial = replace(state, laid=(*state.laid, Laid(self.card)))
        most = book.card(state.laid[hero].card).weapon_limit
        free = most is None or len(weapons_of(book, state, hero)) < most
        strong = skill_of(book, state, hero) >= skill
        return free and strong and can_hold(book, trial, hero, (len(state.laid),))

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (book.card(self.card).ruling,)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            return
        play.note("ability", self.card, self.rulings_for(play.book, play.state), self.trait.say())
        hero = action.hero if isinstance(action, ChooseHero) else NONE
        match self.trait.do:
            case Strengthen(gains=gains):
                given = (Gift(NONE, value, by, self.card) for value, by in gains)
                play.edit(hero, gifts=(*play.state.laid[hero].gifts, *given))
            case GainToken(token):
                if rewards.none_left(play.book, play.state, token) is None:
                    play.tokens(token, 1)
            case ToHand() | WieldAtOnce():
                _take_back(play, self.card)
                play.lay_out(self.card)
                play.edit(len(play.state.laid) - 1, bearer=hero)


def _take_back(play: Play, card: str) -> None:
    """The last copy of a card leaves the discard pile."""
    pile = [*play.state.me.discard]
    del pile[len(pile) - 1 - pile[::-1].index(card)]
    play.player(play.state.active, discard=tuple(pile))


_FACES = range(1, 7)


def harden(play: Play, by: int, card: str, rulings: tuple[str, ...]) -> None:
    """The Monster of this battle gets this much more health."""
    before = play.state.harder
    play.set(harder=before + by)
    play.note("demand", card, rulings, "adds to the Monster's health", "health added", before, before + by)


class DiscardForHealth(NextCard, frozen=True):
    """The top card of the deck is discarded, and its cost adds to the Monster's health. (QUEST-0.13)"""

    rulings: tuple[str, ...]

    def pile(self, book: Book, state: State) -> Pile:
        return drawn_from(state.me.deck, state.me.discard)

    def event(self, card: str) -> DiscardTop:
        return DiscardTop(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*self.rulings, "QUEST-0.4")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, DiscardTop)
        discard_top(play, action.card, self.rulings[-1])
        harden(play, play.book.card(action.card).cost or 0, action.card, (*self.rulings, "QUEST-0.13"))


class RollForHealth(Task, frozen=True):
    """Two dice: the lower one adds to the Monster's health, doubles both. (QUEST-0.15)"""

    card: str
    rulings: tuple[str, ...]

    def mover(self, book: Book, state: State) -> int:
        return CHANCE

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        pairs = combinations_with_replacement(_FACES, 2)
        return [(RollTwo(low, high), 1 if low == high else 2) for low, high in pairs]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*self.rulings, "QUEST-0.15")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, RollTwo)
        by = action.low + action.high if action.low == action.high else action.low
        harden(play, by, self.card, (*self.rulings, "QUEST-0.15"))
