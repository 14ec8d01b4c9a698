"""What a turn may be played for, level by level: the names of goals, and what an end is worth."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tsolve.contract.step_reader import Played
from tsolve.diagnostics import input_error
from tsolve.errors import InputError, UsageError
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.measures import MEASURES, Way
from tsolve.games.gloomhaven.scenario import Come
from tsolve.games.gloomhaven.state import State
from tsolve.judging import check
from tsolve.model.plays import Wishes
from tsolve.plays.grading import Grading
from tsolve.source.tree import listed
from tsolve.written.position_file import parts_of, read_level, weighted

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.hexes import Hex
    from tsolve.games.gloomhaven.position import ScenarioPosition


Count = Callable[[State], int]
"""What an end is worth by one name."""

KILL, PROTECT, REACH = OBJECTIVES = ("kill", "protect", "reach")
"""With a name or a hex behind it: 1 where it is so in the end, else 0. `kill NAME`: this figure has left the
map; `protect NAME`: it has not; `reach HEX`: the figure whose turn it is stands there, or in a round any
character.
"""
USUAL = ("standing", "hit_points", "kills", "damage")
WITH_CARDS = ("standing", "cards", "hit_points", "kills", "damage")
"""With cards known that may be lost for damage."""
CHARACTERS_TURN = ("standing", "kills", "damage", "cards", "hit_points", "money", "experience", "items")

_BETWEEN_LEVELS = re.compile(r",(?![^(]*\))")
"""Not the comma of a hex."""


class Goal:
    """What a turn is played for, and what its ends are worth by it."""

    def __init__(self, start: State, levels: tuple[str, ...], counts: Mapping[str, Count]) -> None:
        """`counts` are those of every name in the `levels`."""
        self.start, self.levels = start, levels
        self._counts = counts
        self._parts = tuple(
            tuple((weight, counts[name]) for weight, name in parts_of(level)) for level in levels
        )

    @property
    def names(self) -> frozenset[str]:
        """What its levels are made of."""
        return frozenset(self._counts)

    def value(self, end: State) -> tuple[int, ...] | None:
        """What an end of the turn is worth, level by level; None before its end."""
        if not end.result:
            return None
        return tuple(sum(weight * count(end) for weight, count in parts) for parts in self._parts)

    def amounts(self, state: State) -> dict[str, int]:
        """What a position comes to by each of its names, were it the end."""
        return {name: count(state) for name, count in self._counts.items()}

    def worth(self, amounts: Mapping[str, int]) -> tuple[int, ...]:
        """What these amounts, by name, are worth together."""
        return weighted(self.levels, amounts)


def goal_of(position: ScenarioPosition, text: str | None) -> Goal:
    """The goal of a text such as `hit_points,2*kills+damage`; without one the usual one.

    Raises UsageError for a level that there is not, or for a figure or a hex that the position has not.
    """
    start = position.laid.state
    levels: list[str] = []
    counts: dict[str, Count] = {}
    for part in _BETWEEN_LEVELS.split(text or ",".join(usual(start, position.actor))):
        plain = []
        for weight, written in parts_of(MEASURES.renamed(read_level(part))):
            name, count = _counted(position, written.strip())
            counts[name] = count
            plain.append(name if weight == 1 else f"{weight}*{name}")
        levels.append("+".join(plain))
    return Goal(start, tuple(levels), counts)


def _counted(position: ScenarioPosition, text: str) -> tuple[str, Count]:
    """A goal by its plain name, and how it is counted. Raises UsageError."""
    if text in MEASURES.levels:
        return text, lambda end: MEASURES.level(position, Way(end), text)
    verb, _, rest = text.partition(" ")
    if verb not in OBJECTIVES or not rest:
        there_are = [*MEASURES.levels, "kill NAME", "protect NAME", "reach (COLUMN,ROW)"]
        raise UsageError(
            f'unknown goal "{text}"; there are: {listed(there_are)}, and sums such as 4*kills+damage'
        )
    try:
        if verb == REACH:
            hex_ = position.place(rest)
            if hex_ not in position.book.terrain.hexes:
                raise UsageError(f'goal "{text}": {rest} is no hex of the map')
            return f"{REACH} {position.name(hex_)}", _reaching(position.actor, hex_)
        name = position.identity(rest)
    except InputError as error:
        raise UsageError(f'goal "{text}": {error.diagnostics[0].message}') from error
    script, stands_for = position.laid.script, verb == PROTECT

    def is_there(state: State) -> bool:
        """Whether it is on the map, or is yet to come."""
        coming = (task.figure for task in state.todo if isinstance(task, Come))
        figures = (*state.figures, *coming, *script.hidden(state), *script.awaited(state))
        return any(figure.identity == name for figure in figures)

    return f"{verb} {name}", lambda end: int(is_there(end) == stands_for)


def _reaching(actor: str, hex_: Hex) -> Count:
    def count(end: State) -> int:
        figure = end.at(hex_)
        is_meant = figure is not None and (figure.name == actor or (not actor and figure.kind == "character"))
        return int(is_meant)

    return count


def usual(state: State, actor: str) -> tuple[str, ...]:
    """What a turn is played for where nobody says it."""
    if state.cards_of(actor) is not None or (not actor and any(held.plays for held in state.held)):
        return CHARACTERS_TURN
    return WITH_CARDS if state.held else USUAL


def goal_for(position: ScenarioPosition, wanted: str | None) -> Goal:
    """What the turn is played for: as wanted, as the file says, or what is usual.

    Raises UsageError for a goal that there is not, InputError (E311) where the file names it.
    """
    try:
        return goal_of(position, wanted or position.written.goal)
    except UsageError as error:
        if wanted:
            raise
        raise input_error("E311", str(error), position.decoded.span("goal")) from None


def check_wishes(position: ScenarioPosition, wishes: Wishes) -> None:
    """Refuse a goal that there is not, and any target. Raises UsageError or InputError."""
    goal_for(position, wishes.goal)
    check.check_wishes(position, wishes)


def grading(
    position: ScenarioPosition, _: Played[State, Action], wanted: str | None
) -> Grading[State, Action]:
    """The grading of a line by the goal that is wanted."""
    goal = goal_for(position, wanted)
    return Grading(position, goal.levels, goal.value)
