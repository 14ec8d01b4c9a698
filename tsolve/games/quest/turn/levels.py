"""Levelling up Heroes. (QUEST-8)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest.actions import LevelUp
from tsolve.games.quest.turn.locations import temple_forbids, uses_of
from tsolve.games.quest.turn.market import in_stacks, take
from tsolve.games.quest.turn.values import level_of

if TYPE_CHECKING:
    from tsolve.cardkit.game import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


def is_next_level(hero: Card, into: Card) -> bool:
    """Whether one card is the next level of the other; level 0 becomes any Hero. (QUEST-8.2, QUEST-8.3)"""
    rises = hero.kind == into.kind == "hero" and into.level == (hero.level or 0) + 1
    return rises and (hero.level == 0 or hero.hero_title == into.hero_title)


def _level(book: Book, state: State, place: int) -> int:
    """The level that sets the price of the next one. (key.level_up_level)"""
    printed, current = book.card(state.laid[place].card).level or 0, level_of(book, state, place)
    return printed if current == printed or book.reads("level_up_level", "printed") else current


def price_of(book: Book, state: State, place: int) -> int:
    """The XP that levelling up a Hero costs: his level and 2 more. (QUEST-8.1)"""
    return _level(book, state, place) + 2


def price_in_village(book: Book, state: State, place: int) -> int:
    """The same in the step of the Village phase, which may be read otherwise. (key.level_up_surcharge)"""
    surcharge = book.readings["level_up_surcharge"]
    if surcharge == "printed":
        return (2, 5, 6)[min(_level(book, state, place), 2)]
    return price_of(book, state, place) + (2 if surcharge == "second_hero" and state.levelled else 0)


def most(book: Book, state: State) -> int:
    """How many Heroes may level up in the step of a Village phase. (QUEST-3.4, QUEST-3.7)"""
    return 0 if temple_forbids(book, state) else 1 + uses_of(book, state, "guilds_quarter")


def refuse(book: Book, state: State, action: LevelUp) -> Reason | None:
    """Why a Hero cannot level up in the step of a Village phase, or None."""
    laid = state.laid[action.hero]
    hero, into = book.card(laid.card), book.card(action.into)
    if laid.gone or hero.kind != "hero":
        return f"you have no Hero {hero.name} in front of you", ("QUEST-8.2",)
    if not is_next_level(hero, into):
        return f"{into.name} is not the next level of {hero.name}", ("QUEST-8.2", "QUEST-8.3")
    if temple_forbids(book, state):
        return "at the Temple nobody levels up", ("QUEST-3.4",)
    if laid.risen:
        return f"{hero.name} has levelled up this turn", ("QUEST-8.5",)
    if state.levelled >= most(book, state):
        allowed = "one Hero has" if state.levelled == 1 else f"{state.levelled} Heroes have"
        return f"{allowed} levelled up this turn", ("QUEST-4.12", "QUEST-3.7")
    if state.stacks is not None and action.into not in in_stacks(state):
        return f"no {into.name} is left", ("QUEST-8.4",)
    price = price_in_village(book, state, action.hero)
    if state.me.xp < price:
        return f"it costs {price} XP, you have {state.me.xp}", ("QUEST-8.1",)
    return None


def level_up(play: Play, action: LevelUp, price: int) -> None:
    """Pay, destroy the Hero, and take the next level to the discard pile. (QUEST-8.2)"""
    book, hero = play.book, play.state.laid[action.hero].card
    before = play.state.me.xp
    play.experience(-price)
    note = f"{book.name(hero)} becomes {book.name(action.into)}"
    play.note("levelling", action.hero, ("QUEST-8.1", "QUEST-8.2"), note, "xp", before, play.state.me.xp)
    play.destroy(action.hero, counts=False)
    take(play, action.into)
    play.gain(action.into)
    tally = play.state.tally
    play.set(
        risen=(*play.state.risen, action.into), tally=replace(tally, became=(*tally.became, action.into))
    )
