"""Goals of a turn, level by level: their names, and the value of an end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from tsolve.contract.step_reader import Played
from tsolve.diagnostics import input_error
from tsolve.errors import InputError, UsageError
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.measures import MEASURES
from tsolve.games.gloomhaven.scenario import Come
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.ways import Way
from tsolve.judging import check
from tsolve.model.plays import Wishes
from tsolve.plays.grading import Grading
from tsolve.regex import Regex
from tsolve.source.tree import listed
from tsolve.written.position_file import parts_of, read_level, weighted

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.hexes import Hex
    from tsolve.games.gloomhaven.position import ScenarioPosition


Count = Callable[[State], int]
"""The amount of an end by one name."""

KILL, PROTECT, REACH = OBJECTIVES = ("kill", "protect", "reach")
"""Goals with a name or a hex, 1 if reached at the end, else 0. `kill NAME`: this figure has left the map;
`protect NAME`: it has not; `reach HEX`: the acting figure stands there, or in a round any character.
"""
USUAL = ("standing", "hit_points", "kills", "damage")
WITH_CARDS = ("standing", "cards", "hit_points", "kills", "damage")
"""The usual goal if characters' cards are known, since they may be lost for damage."""
CHARACTERS_TURN = ("standing", "kills", "damage", "cards", "hit_points", "money", "experience", "items")

_BETWEEN_LEVELS = Regex(r",(?![^(]*\))")
"""A comma that is not inside the coordinates of a hex."""


class Goal:
    """A goal of a turn, and the value of ends by it."""

    def __init__(self, start: State, levels: tuple[str, ...], counts: Mapping[str, Count]) -> None:
        """`counts` has the count for every name in the `levels`."""
        self.start, self.levels = start, levels
        self._counts = counts
        self._parts = tuple(
            tuple((weight, counts[name]) for weight, name in parts_of(level)) for level in levels
        )

    @property
    def names(self) -> frozenset[str]:
        """The names in its levels."""
        return frozenset(self._counts)

    def value(self, end: State) -> tuple[int, ...] | None:
        """The value of an end of the turn, level by level; None before the end."""
        if not end.result:
            return None
        return tuple(sum(weight * count(end) for weight, count in parts) for parts in self._parts)

    def amounts(self, state: State) -> dict[str, int]:
        """The amount by each name, as if this position were the end."""
        return {name: count(state) for name, count in self._counts.items()}

    def worth(self, amounts: Mapping[str, int]) -> tuple[int, ...]:
        """The value of these amounts, level by level."""
        return weighted(self.levels, amounts)


def goal_of(
    position: ScenarioPosition, text: str | None, more: Mapping[str, Count] = MappingProxyType({})
) -> Goal:
    """The goal of a text such as `hit_points,2*kills+damage`; without one the usual one. It may also name
    `more` counts, which are never more than 1: the bound of what is no measure.

    Raises UsageError for an unknown level, or for a figure or a hex that the position does not have.
    """
    start = position.laid.state
    levels: list[str] = []
    counts: dict[str, Count] = {}
    for part in _BETWEEN_LEVELS.split(text or ",".join(usual(start, position.actor))):
        plain = []
        for weight, written in parts_of(MEASURES.renamed(read_level(part))):
            name = written.strip()
            name, count = (name, more[name]) if name in more else _counted(position, name)
            counts[name] = count
            plain.append(name if weight == 1 else f"{weight}*{name}")
        levels.append("+".join(plain))
    return Goal(start, tuple(levels), counts)


def _counted(position: ScenarioPosition, text: str) -> tuple[str, Count]:
    """A goal under its plain name, with its count. Raises UsageError."""
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
    """The goal of a turn if neither the user nor the file names one."""
    plays = not actor and any(held.plays or held.hand for held in state.held)
    if plays or state.cards_of(actor) is not None:
        return CHARACTERS_TURN
    return WITH_CARDS if state.held else USUAL


def goal_for(position: ScenarioPosition, wanted: str | None) -> Goal:
    """The goal of the turn: the one wished for, the one in the file, or the usual one.

    Raises UsageError for an unknown goal, InputError (E311) if the file names it.
    """
    try:
        return goal_of(position, wanted or position.written.goal)
    except UsageError as error:
        if wanted:
            raise
        raise input_error("E311", str(error), position.decoded.span("goal")) from None


def check_wishes(position: ScenarioPosition, wishes: Wishes) -> None:
    """Refuse an unknown goal, and any target. Raises UsageError or InputError."""
    goal_for(position, wishes.goal)
    check.check_wishes(position, wishes)


def grading(
    position: ScenarioPosition, _: Played[State, Action], wanted: str | None
) -> Grading[State, Action]:
    """The grading of a line by the goal that is wanted."""
    goal = goal_for(position, wanted)
    return TurnGrading(position, goal.levels, goal.value)


class TurnGrading(Grading[State, Action]):
    """The grading of a line: a play that nobody can tell may be better than all that can be told."""

    position: ScenarioPosition

    def doubt(self, state: State) -> str:
        return "; ".join(self.position.at(state).not_told)
