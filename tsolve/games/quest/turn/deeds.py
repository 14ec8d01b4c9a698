"""Carrying out what abilities do, one deed after the other. (QUEST-0.18)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import NONE, Accept, Action, Pass, PutBack
from tsolve.games.quest.effects.abilities import (
    Ability,
    BuyCard,
    BuyGear,
    Deed,
    DestroyItself,
    DestroyOwn,
    DiscardItself,
    Draw,
    GainExperience,
    GainToken,
    Heal,
    HealAndDraw,
    RaiseHero,
    ToDeck,
)
from tsolve.games.quest.effects.demands import MoveChampion
from tsolve.games.quest.effects.discarding import CleanseDeck, DiscardDeck, DiscardMore
from tsolve.games.quest.effects.feats import (
    BorrowHero,
    CancelBefore,
    Sacrifice,
    Stride,
    SwapDefence,
    XpForSurplus,
)
from tsolve.games.quest.effects.giving import Disguise, DungeonFollows, MoreHp, Strengthen, StrengthenAll
from tsolve.games.quest.turn import tokens
from tsolve.games.quest.turn.borrowing import BorrowOne, on_loan
from tsolve.games.quest.turn.demanding import PlaceChampion
from tsolve.games.quest.turn.discarding import Cleanse, DiscardCards
from tsolve.games.quest.turn.drawing import LayOut
from tsolve.games.quest.turn.giving import give_boon, raise_values
from tsolve.games.quest.turn.healing import HealOne, wounds
from tsolve.games.quest.turn.hexes import (
    CancelOne,
    SacrificeMore,
    SwapOne,
    TakeSurplus,
    cancellable,
    overrun,
    sacrifice_in_vain,
)
from tsolve.games.quest.turn.losing import DestroyOne
from tsolve.games.quest.turn.purchases import MayBuy, MayBuyGear
from tsolve.games.quest.turn.raising import Raise
from tsolve.games.quest.turn.rolling import RollForRoom
from tsolve.games.quest.turn.values import count, holds

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


def deeds_of(ability: Ability, ruling: str, place: int = NONE, hero: int = NONE) -> tuple[Do, ...]:
    """The tasks by which an ability is carried out, in its order."""
    return tuple(Do(deed, ruling, place, hero) for deed in ability.do)


def vain(book: Book, state: State, deed: Deed) -> str:
    """Why nothing would come of a deed now; empty when something may."""
    match deed:
        case Heal() if not any(wounds(book, state)):
            return "you have no Wound to heal"
        case Sacrifice() if sacrifice_in_vain(book, state, deed):
            return "no Monster is within reach of your Heroes' Levels"
        case CancelBefore() if not cancellable(book, state, deed.most_level):
            return "no such Monster has a Before Battle ability"
        case XpForSurplus() if not overrun(book, state):
            return "what the attack has left reaches no other Monster's health"
        case BorrowHero() if not on_loan(book, state, deed.level):
            return f"no Hero of level {deed.level} is left"
    return ""


class Do(tasks.Task, frozen=True):
    """One thing that an ability does."""

    deed: Deed
    ruling: str
    """The card that says so."""
    place: int = NONE
    """Where this card lies in front of the player; NONE for a Monster or a room."""
    hero: int = NONE
    """The Hero whom it serves."""

    def run(self, play: Play) -> None:
        match self.deed:
            case Draw() as deed:
                if holds(play.book, play.state, deed.when, self._bearer(play), self.place):
                    drawing = LayOut(deed.cards, self.ruling)
                    play.push(MayDraw(drawing) if deed.may else drawing)
            case Heal():
                play.push(*(HealOne(allowed=True, again=self.deed.again) for _ in range(self.deed.wounds)))
            case HealAndDraw():
                healing = (HealOne(allowed=True) for _ in range(self.deed.wounds))
                play.push(*healing, DrawForHealed(play.state.tally.wounds, self.ruling))
            case Strengthen() | Disguise():
                raise_values(play, self.deed, self.place, self.hero)
            case StrengthenAll() | MoreHp() | DungeonFollows() | DiscardMore():
                give_boon(play, self.deed, self.place)
            case ToDeck(itself=True):
                play.return_to_deck(self.place)
            case ToDeck():
                play.push(ReturnOne(self.ruling))
            case RaiseHero():
                play.push(Raise(self.deed, self.ruling, self._bearer(play)))
            case BuyCard():
                self._offer_cards(play, self.deed)
            case BuyGear():
                play.push(MayBuyGear(self.deed.most, self.ruling))
            case DestroyItself(after_battle=True):
                play.edit(self.place, doomed=True)
            case DestroyItself():
                play.destroy(self.place)
            case DiscardDeck():
                self._discard(play, self.deed.cards * count(play.book, play.state, self.deed.each))
            case CleanseDeck():
                self._discard(play, self.deed.cards, Cleanse(self.place, self.deed.light, self.ruling))
            case DiscardItself():
                play.discard(self.place)
            case GainToken():
                tokens.gain(play, "ability", self.deed.token, (self.ruling, "QUEST-9.5"))
            case Sacrifice():
                play.push(SacrificeMore(self.deed, self.ruling))
            case CancelBefore():
                play.push(CancelOne(self.deed, self.place, self.ruling))
            case SwapDefence():
                play.push(SwapOne(self.place, self.ruling))
            case XpForSurplus():
                play.push(TakeSurplus(self.ruling))
            case Stride():
                play.push(RollForRoom(self.ruling))
            case BorrowHero():
                play.push(BorrowOne(self.deed.level, self.ruling))
            case DestroyOwn():
                play.push(DestroyOne(self.deed.sort, self.ruling))
            case GainExperience() as deed:
                self._gain(play, deed)
            case MoveChampion():
                play.push(PlaceChampion(self.deed.level, (self.ruling,)))

    def _bearer(self, play: Play) -> int:
        return NONE if self.place == NONE else play.state.laid[self.place].bearer

    def _discard(self, play: Play, number: int, then: Cleanse | None = None) -> None:
        more = sum(boon.more_discards for boon in play.state.boons)
        if number:
            play.push(DiscardCards(number + more, self.ruling, then))

    def _gain(self, play: Play, deed: GainExperience) -> None:
        before = play.state.me.xp
        play.experience(deed.xp * count(play.book, play.state, deed.each))
        play.note("ability", "", (self.ruling,), deed.say(), "xp", before, play.state.me.xp)

    def _offer_cards(self, play: Play, deed: BuyCard) -> None:
        """One purchase, or one of each sort. (key.room_purchase)"""
        each = [deed]
        if len(deed.sorts) > 1 and play.reads("room_purchase", "two"):
            each = [replace(deed, sorts=(sort,)) for sort in deed.sorts]
        play.push(*(MayBuy(one, self.ruling) for one in each))


class MayDraw(tasks.Choice, frozen=True):
    """Cards may be drawn."""

    asks = "accept the cards that you may draw, or pass"
    drawing: LayOut

    def options(self, book: Book, state: State) -> list[Action]:
        return [Accept(), Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return self.drawing.rulings_for(book, state)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Accept):
            play.push(self.drawing)


class DrawForHealed(tasks.Task, frozen=True):
    """A card may be drawn for each Wound just healed, as many as Heroes wield a Weapon at most."""

    wounds: int
    """The Wounds of the turn before that."""
    ruling: str

    def run(self, play: Play) -> None:
        state = play.state
        weapons = (laid for laid in state.laid if not laid.gone and laid.bearer != NONE)
        armed = {laid.bearer for laid in weapons if play.book.card(laid.card).kind == "weapon"}
        drawn = min(self.wounds - state.tally.wounds, len(armed))
        play.push(*(MayDraw(LayOut(1, self.ruling)) for _ in range(drawn)))


class ReturnOne(tasks.Choice, frozen=True):
    """One of the player's cards goes on top of the deck."""

    asks = "choose the card that goes on top of your deck"
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [*map(PutBack, state.firsts())]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling,)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutBack)
        play.note("ability", action.card, (self.ruling, "QUEST-0.3"), "goes on top of the deck")
        play.return_to_deck(action.card)
