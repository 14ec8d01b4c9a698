"""What the monsters may do to the party in their next turns, by a rule of thumb: each that reaches somebody
attacks the nearest one with its printed attack. And how far it is from here to there.
"""

from __future__ import annotations

from collections import Counter, deque
from functools import lru_cache

from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import Hex, neighbours
from tsolve.games.gloomhaven.state import State

FAR = 99
"""The distance to what cannot be reached."""
FALLS = 10
"""What it counts besides that the attacks on a character may add up to its hit points."""
_COUNTED = 3
"""The attack of a monster whose attack grows with something."""


def threat(book: Book, state: State) -> int:
    """The damage that all monsters together may deal in their next turns."""
    floor = walkable(book, state)
    party = [figure for figure in state.figures if figure.side == "party"]
    dealt: Counter[Hex] = Counter()
    for monster in state.figures:
        if monster.side == "party" or not monster.profile.attacks or _is_held(monster):
            continue
        ways = distances(floor, frozenset((monster.at,)))
        nearest = min(party, key=lambda each: ways.get(each.at, FAR), default=None)
        if nearest is not None and ways.get(nearest.at, FAR) <= _reach(monster):
            dealt[nearest.at] += monster.profile.attack or _COUNTED
    falls = sum(each.kind == "character" and dealt[each.at] >= each.hp for each in party)
    return dealt.total() + FALLS * falls


def _is_held(monster: Figure) -> bool:
    return monster.has("stun") or monster.has("disarm")


def _reach(monster: Figure) -> int:
    move = 0 if monster.has("immobilize") else monster.profile.move
    return move + max(monster.profile.range, 1)


def walkable(book: Book, state: State) -> frozenset[Hex]:
    """The hexes of the opened rooms."""
    return book.terrain.hexes - state.shut


@lru_cache(maxsize=1024)
def distances(floor: frozenset[Hex], goals: frozenset[Hex]) -> dict[Hex, int]:
    """From each hex the steps to the next goal, past all figures."""
    found = dict.fromkeys(goals, 0)
    waiting = deque(goals)
    while waiting:
        here = waiting.popleft()
        for beside in neighbours(here):
            if beside in floor and beside not in found:
                found[beside] = found[here] + 1
                waiting.append(beside)
    return found


def distance(floor: frozenset[Hex], goals: frozenset[Hex], hex_: Hex) -> int:
    """The steps from a hex to the next goal; `FAR` where no way leads to one."""
    return distances(floor, goals).get(hex_, FAR) if goals else FAR
