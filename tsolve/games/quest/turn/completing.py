"""Side Quests that are completed during a turn. (QUEST-14.1, QUEST-14.2)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import NONE, Accept, Action, Pass
from tsolve.games.quest.effects.aims import BuyHeroes, NoWounds, TopDeck, Victory, WinCache
from tsolve.games.quest.scoring import quest_points
from tsolve.games.quest.turn.values import has, is_a, light_of

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


def reached(book: Book, state: State) -> bool:
    """Whether the active player's Side Quest, not completed yet, can be completed now."""
    if not state.me.quest or state.me.completed:
        return False
    match book.card(state.me.quest).aim:
        case Victory() as aim:
            return state.tally.outcome == "won" and _holds(book, state, aim)
        case WinCache():
            return state.won_cache
        case TopDeck(sort, levels):
            heroes = (book.card(card) for card in state.put_on_deck)
            return sum(hero.level or 0 for hero in heroes if is_a(book, hero, sort)) >= levels
    return False


def _holds(book: Book, state: State, aim: Victory) -> bool:
    cards = [book.card(state.laid[place].card) for place in state.present()]
    heroes = [card for card in cards if card.kind == "hero"]
    armed = any(
        state.laid[place].bearer != NONE and book.card(state.laid[place].card).kind == "weapon"
        for place in state.present()
    )
    return (
        (book.card(state.tally.monster).level or 0) >= aim.level
        and (state.hurt or not aim.wounding)
        and all(has(book, state, sort) for sort in aim.have)
        and (armed or not aim.armed)
        and len({each for hero in heroes for each in hero.classes}) >= aim.classes
        and (aim.most_light is None or light_of(book, state) <= aim.most_light)
    )


class MayComplete(tasks.Choice, frozen=True):
    """The Side Quest may be shown as completed; what it brings comes at once."""

    def asked(self, book: Book, state: State) -> str:
        return f"accept or pass: {book.name(state.me.quest)} can be completed"

    def options(self, book: Book, state: State) -> list[Action]:
        return [Accept(), Pass()] if reached(book, state) else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-14.1", "QUEST-14.2", f"card.{state.me.quest}")

    def answer(self, play: Play, action: Action) -> None:
        if not isinstance(action, Accept):
            return
        complete(play)


def complete(play: Play) -> None:
    """The active player's Side Quest is completed, and what it brings comes."""
    quest, before = play.book.card(play.state.me.quest), quest_points(play.book, play.state)
    play.player(play.state.active, completed=True)
    play.note("side quest", quest.id, ("QUEST-14.1", quest.ruling), "completed")
    if quest.prize is not None and quest.prize.card:
        play.gain(quest.prize.card, quest.prize.on_deck)
        play.note("side quest", quest.prize.card, ("QUEST-14.2", quest.ruling), "gained")
    _count(play, before)


def _count(play: Play, before: int) -> None:
    """What the Side Quest scores, completed, counts in the turn."""
    scores = quest_points(play.book, play.state) - before
    play.set(tally=replace(play.state.tally, quest_points=play.state.tally.quest_points + scores))


class MayRecruit(tasks.Choice, frozen=True):
    """A Hero of level 1 just bought may be put under some Side Quest instead of to the discard pile."""

    card: str

    def asked(self, book: Book, state: State) -> str:
        hero, quest = book.name(self.card), book.name(state.me.quest)
        return f"accept or pass: {hero} can go under {quest}"

    def options(self, book: Book, state: State) -> list[Action]:
        me, card = state.me, book.card(self.card)
        if card.kind != "hero" or card.level != 1 or not me.quest or me.completed:
            return []
        return [Accept(), Pass()] if isinstance(book.card(me.quest).aim, BuyHeroes) else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-14.1", f"card.{state.me.quest}")

    def answer(self, play: Play, action: Action) -> None:
        if not isinstance(action, Accept):
            return
        me, quest = play.state.me, play.book.card(play.state.me.quest)
        assert isinstance(quest.aim, BuyHeroes)
        before = quest_points(play.book, play.state)
        discard = list(me.discard)
        discard.remove(self.card)
        under = (*me.under_quest, self.card)
        done = len(under) >= quest.aim.number
        play.player(play.state.active, discard=tuple(discard), under_quest=under, completed=done)
        if done:
            _count(play, before)
        told = "completed" if done else f"{len(under)} of {quest.aim.number}"
        play.note("side quest", self.card, ("QUEST-14.1", quest.ruling), f"put under {quest.name}: {told}")


class MaySpareWounds(tasks.Choice, frozen=True):
    """In a battle with the Guardian some Side Quest may be shown, so that it deals no Wounds."""

    def asked(self, book: Book, state: State) -> str:
        return f"accept or pass: {book.name(state.me.quest)} may spare you the Guardian's Wounds"

    def options(self, book: Book, state: State) -> list[Action]:
        spares = state.me.quest and isinstance(book.card(state.me.quest).aim, NoWounds)
        guardian = book.card(state.tally.monster).kind == "guardian"
        return [Accept(), Pass()] if spares and guardian else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-14.1", f"card.{state.me.quest}")

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Accept):
            play.set(spared=True)
            quest = play.book.card(play.state.me.quest)
            play.note(
                "side quest", quest.id, ("QUEST-14.1", quest.ruling), "shown: the Guardian deals no Wounds"
            )
