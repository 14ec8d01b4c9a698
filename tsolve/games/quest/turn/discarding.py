"""Cards discarded off the deck, and what cards do when they are discarded. (QUEST-0.4, QUEST-0.17)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.drawing import drawn_from
from tsolve.cardkit.piles import Pile
from tsolve.games.quest import tasks
from tsolve.games.quest.actions import NONE, Accept, Action, ChooseHero, DiscardTop, Opt, Pass
from tsolve.games.quest.effects.abilities import GainToken
from tsolve.games.quest.effects.giving import Strengthen
from tsolve.games.quest.effects.responses import OnDiscard, ToHand, WieldAtOnce
from tsolve.games.quest.state import Boon, Gift, Laid
from tsolve.games.quest.turn import tokens
from tsolve.games.quest.turn.skill import can_hold, weapons_of
from tsolve.games.quest.turn.values import holds, skill_of

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


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


class DiscardCards(tasks.NextCard, frozen=True):
    """Cards are discarded off the deck, one after the other; then what is to follow."""

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


class Cleanse(tasks.Choice, frozen=True):
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


class Respond(tasks.Choice, frozen=True):
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
                if tokens.none_left(play.book, play.state, token) is None:
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
