"""Levelling Heroes up. (TS-6)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.actions import LevelUp
from tsolve.games.thunderstone.symmetry import first_of_alike
from tsolve.games.thunderstone.turn.market import left_of, untold

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.effects.base import Reason
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


def attempts(book: Book, state: State) -> Iterator[LevelUp]:
    """Every level-up that a player might try with the Heroes of the hand."""
    heroes = [index for index, m in enumerate(state.party) if m.card in book.heroes and not m.left]
    for index in first_of_alike(state, heroes):
        for into in next_levels(book, state, state.party[index].card):
            yield LevelUp(index, into)


def next_levels(book: Book, state: State, hero: str) -> list[str]:
    """The cards that a Hero may become: its next level; for Militia any level 1 Hero of the Village.
    (TS-6.2)
    """
    if book.card(hero).is_militia:
        return [card for card in state.stalls if card in book.recruits]
    following = book.next_level(hero)
    return [following] if following else []


def refuse(book: Book, state: State, action: LevelUp) -> Reason | None:
    """Why this Hero cannot become that card, or None."""
    if not 0 <= action.hero < len(state.party) or state.party[action.hero].left:
        return "you hold no such Hero", ("TS-6.1",)
    hero = book.card(state.party[action.hero].card)
    following = book.recruits if hero.is_militia else (book.next_level(hero.id),)
    if "" in following:
        return f"{hero.name} already has the highest level", ("TS-6.1", hero.ruling)
    if action.into not in following:
        return f"{hero.name} does not level up to {book.name(action.into)}", (
            "TS-6.2" if hero.is_militia else "TS-6.1",
        )
    if state.stock is None:
        return untold(book, action.into), ("TS-6.3",)
    if not left_of(state, action.into):
        return f"the Village has no {book.name(action.into)} left", ("TS-6.3",)
    cost = hero.level_up_xp or 0
    if cost > state.me.xp:
        return f"{hero.name} needs {cost} XP, you have {state.me.xp}", (
            "TS-6.2" if hero.is_militia else "TS-6.1",
        )
    return None


def carry_out(play: Play, action: LevelUp) -> None:
    """Pay the XP, destroy the Hero, and take its next level to the discard pile."""
    hero = play.book.card(play.state.party[action.hero].card)
    before = play.owner().xp
    cost = hero.level_up_xp or 0
    play.experience(-cost)
    play.leave(action.hero)
    play.move(play.state.active, hero.id, -1)
    tally = play.state.tally
    play.set(
        removed=(*play.state.removed, hero.id), tally=replace(tally, levelled=(*tally.levelled, hero.id))
    )
    play.stock(action.into, -1)
    play.gain(action.into)
    ruling = "TS-6.2" if hero.is_militia else "TS-6.1"
    play.note(
        "level", action.hero, (ruling,), f"becomes {play.book.name(action.into)}", "xp", before, before - cost
    )
