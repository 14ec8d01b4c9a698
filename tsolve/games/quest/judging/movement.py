"""Which rooms the Champion can be moved into this turn, and the Light that the way takes. (QUEST-5.4)"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from tsolve.budget import FREE, SpentError, allow
from tsolve.engine.explore import Arrival, explore
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.quest.actions import NONE, Action, Battle, Give, Move, UseToken, Visit
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.traits import WoundsForLight
from tsolve.games.quest.grid import PLACES, WILDERNESS, adjacent
from tsolve.games.quest.judging.facts import with_hand_laid_out
from tsolve.games.quest.judging.words import words_of
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.health import open_slots
from tsolve.games.quest.turn.values import light_of

MOST_POSITIONS = 20_000
"""Positions looked at before giving up."""
_DRAWS = "it hangs on cards that you draw"
_NO_TIME = "there was no time to look at all ways to use the cards"


class Reached(NamedTuple):
    """The rooms in which the Champion can stand, each with a line in words that leads there."""

    lines: Mapping[int, tuple[str, ...]]
    open_end: str
    """Why there may be more of them; empty where there are not."""


def rooms_in_reach(opened: Opened) -> Reached:
    """Every room that some line of a Dungeon phase leads to, without luck, as far as the budget goes."""
    game = opened.game
    found: dict[int, tuple[Action, ...]] = {}
    open_end = ""

    def moving(state: State) -> Iterator[Action]:
        for action in game.legal_actions(state):
            if state.todo or bears_on_movement(opened, state, action):
                yield action

    known = {*filter(opened.state.knows, PLACES)}
    try:
        for number, here in enumerate(explore(game, Arrival(opened.state), moving)):
            if number >= MOST_POSITIONS:
                open_end = f"there are more than {MOST_POSITIONS} ways to use the cards"
                break
            if game.mover(here.state) in (CHANCE, UNKNOWN):
                open_end = _DRAWS
            elif here.state.phase == "moving":
                found.setdefault(here.state.me.room, here.line)
                if found.keys() >= known:
                    break
    except SpentError:
        open_end = _NO_TIME
    with allow(FREE):  # it is played already
        lines = {place: words_of(opened, line) for place, line in found.items()}
    return Reached(lines, "" if found.keys() >= known else open_end)


def bears_on_movement(opened: Opened, state: State, action: Action) -> bool:
    """Whether an action can make a difference to where the Champion gets; Skill only does by a Weapon that
    gives Light.
    """
    if isinstance(action, Visit | Battle) or state.phase == "spoils":
        return False
    if isinstance(action, Move):
        return action.room not in state.path  # going round leads nowhere new
    cards = {laid.card for laid in state.laid}
    shines = any(_shines(opened.book.card(card)) for card in cards)
    if isinstance(action, Give):
        return shines
    return not isinstance(action, UseToken) or action.token == "lantern" or (shines and action.hero != NONE)


def _shines(card: Card) -> bool:
    """Whether a card must be given to a Hero for its Light."""
    return card.kind == "weapon" and bool(card.light or card.modifiers("light", "itself"))


def unknown_on_the_way(book: Book, state: State, place: int) -> bool:
    """Whether a shorter way to a room may lead through rooms of which nothing is known."""
    known = light_needed(book, state).get(place)
    perhaps = light_needed(book, state, through_unknown=True).get(place)
    return perhaps is not None and (known is None or perhaps < known)


def light_needed(book: Book, state: State, through_unknown: bool = False) -> Mapping[int, int]:
    """The least Light that the way to each room takes, from where the Dungeon phase begins; an unknown room
    takes none, where ways lead through it at all.
    """
    unknown = 0 if through_unknown else None
    needs = [book.card(room.card).light_needed or 0 if room.card else unknown for room in state.rooms]
    start = _start_of(state)
    least = {start: 0}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for place in adjacent(here):
            need = needs[place]
            if need is not None and least[here] + need < least.get(place, 1_000):
                least[place] = least[here] + need
                waiting.append(place)
    return least


def in_sight(book: Book, state: State) -> Collection[int]:
    """The rooms whose way takes no more Light than the cards and the Lantern tokens of the player give, as
    the position stands, and no more Wounds instead of it than there is place for.
    """
    light = light_of(book, with_hand_laid_out(state)) + state.me.lantern
    start = _start_of(state)
    waiting = [(start, light, open_slots(book, state))]
    seen = {*waiting}
    while waiting:
        here, left, slots = waiting.pop()
        for place in filter(state.knows, adjacent(here)):
            tile = book.card(state.rooms[place].card)
            need = tile.light_needed or 0
            for wounds in range(min(need, slots) + 1 if tile.has(WoundsForLight) else 1):
                there = place, left - (need - wounds), slots - wounds
                if there[1] >= 0 and there not in seen:
                    seen.add(there)
                    waiting.append(there)
    return {place for place, _, _ in seen}


def _start_of(state: State) -> int:
    """The room in which the Dungeon phase begins."""
    return state.path[0] if state.path else max(state.me.room, WILDERNESS)
