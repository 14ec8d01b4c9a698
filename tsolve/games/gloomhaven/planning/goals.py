"""What a turn may be played for, level by level: the names of goals, and what an end is worth."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tsolve.errors import InputError, UsageError
from tsolve.games.gloomhaven.state import Figure, Side, State
from tsolve.source.tree import listed
from tsolve.turns.position import parts_of, read_level, weighted

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Script
    from tsolve.games.gloomhaven.hexes import Hex
    from tsolve.games.gloomhaven.opened import Opened


Measure = Callable[[State, State], int]
"""What an end is worth, as seen from the start."""

GOALS: Mapping[str, Measure] = {
    "standing": lambda _, end: sum(figure.kind == "character" for figure in end.figures),
    "health": lambda _, end: hit_points(end, "party"),
    "kills": lambda start, end: len(members(start, "monsters") - members(end, "monsters")),
    "damage": lambda start, end: hit_points(start, "monsters") - hit_points(end, "monsters"),
    "cards": lambda _, end: sum(
        len(held.plays) + len(held.hand) + len(held.discarded) + len(held.active) - len(held.doomed)
        for held in end.held
    ),
    "experience": lambda start, end: _experience(end) - _experience(start),
    "loot": lambda start, end: _money(end) - _money(start),
    "items": lambda start, end: used_slots(start) - used_slots(end),
}
"""`standing`: characters that are not exhausted; `health`: hit points of the party; `kills`: monsters that
have left the map; `damage`: hit points that the monsters have lost; `cards`: cards of characters that are not
lost; `experience` and `loot`: what was gained; `items`: slots of items that were used, below zero.
"""
KILL, PROTECT, REACH = OBJECTIVES = ("kill", "protect", "reach")
"""With a name or a hex behind it: 1 where it is so in the end, else 0. `kill NAME`: this figure has left the
map; `protect NAME`: it has not; `reach HEX`: the figure whose turn it is stands there, or in a round any
character.
"""
USUAL = ("standing", "health", "kills", "damage")
WITH_CARDS = ("standing", "cards", "health", "kills", "damage")
"""With cards known that may be lost for damage."""
CHARACTERS_TURN = ("standing", "kills", "damage", "cards", "health", "loot", "experience", "items")

_BETWEEN_LEVELS = re.compile(r",(?![^(]*\))")
"""Not the comma of a hex."""


class Goal:
    """What a turn is played for, and what its ends are worth by it."""

    def __init__(self, start: State, levels: tuple[str, ...], measures: Mapping[str, Measure]) -> None:
        """`measures` are those of every name in the `levels`."""
        self.start, self.levels = start, levels
        self.measures = measures
        self._parts = tuple(
            tuple((weight, measures[name]) for weight, name in parts_of(level)) for level in levels
        )

    @property
    def names(self) -> frozenset[str]:
        """What its levels are made of."""
        return frozenset(self.measures)

    def value(self, end: State) -> tuple[int, ...] | None:
        """What an end of the turn is worth, level by level; None before its end."""
        if not end.result:
            return None
        return tuple(
            sum(weight * measure(self.start, end) for weight, measure in parts) for parts in self._parts
        )

    def amounts(self, state: State) -> dict[str, int]:
        """What a position comes to by each of its names, were it the end."""
        return {name: measure(self.start, state) for name, measure in self.measures.items()}

    def worth(self, amounts: Mapping[str, int]) -> tuple[int, ...]:
        """What these amounts, by name, are worth together."""
        return weighted(self.levels, amounts)


def goal_of(opened: Opened, text: str | None) -> Goal:
    """The goal of a text such as `health,2*kills+damage`; without one the usual one.

    Raises UsageError for a level that there is not, or for a figure or a hex that the position has not.
    """
    start, known = opened.laid.state, measures_of(opened.laid.script)
    if not text:
        levels = usual(start, opened.actor)
        return Goal(start, levels, {name: known[name] for name in levels})
    chosen: list[str] = []
    measures: dict[str, Measure] = {}
    for part in _BETWEEN_LEVELS.split(text):
        plain = []
        for weight, written in parts_of(read_level(part)):
            name, measure = _measured(opened, known, written.strip())
            measures[name] = measure
            plain.append(name if weight == 1 else f"{weight}*{name}")
        chosen.append("+".join(plain))
    return Goal(start, tuple(chosen), measures)


def measures_of(script: Script) -> Mapping[str, Measure]:
    """How each of the goals is measured in a scenario with these rooms: a monster behind a closed door is not
    killed, and its hit points are not lost by its being revealed.
    """
    if not script.rooms:
        return GOALS

    def kills(start: State, end: State) -> int:
        left = {figure.identity for figure in monsters_of(script, end)}
        return sum(figure.identity not in left for figure in monsters_of(script, start))

    def damage(start: State, end: State) -> int:
        before, after = (sum(each.hp for each in monsters_of(script, state)) for state in (start, end))
        return before - after

    return {**GOALS, "kills": kills, "damage": damage}


def monsters_of(script: Script, state: State) -> list[Figure]:
    """The monsters on the map and in rooms that nobody has revealed."""
    figures = (*state.figures, *script.hidden(state))
    return [figure for figure in figures if figure.side == "monsters"]


def _measured(opened: Opened, known: Mapping[str, Measure], text: str) -> tuple[str, Measure]:
    """A goal by its plain name, and how it is measured. Raises UsageError."""
    if text in known:
        return text, known[text]
    verb, _, rest = text.partition(" ")
    if verb not in OBJECTIVES or not rest:
        there_are = [*GOALS, "kill NAME", "protect NAME", "reach (COLUMN,ROW)"]
        raise UsageError(
            f'unknown goal "{text}"; there are: {listed(there_are)}, and sums such as 4*kills+damage'
        )
    try:
        if verb == REACH:
            hex_ = opened.place(rest)
            if hex_ not in opened.book.terrain.hexes:
                raise UsageError(f'goal "{text}": {rest} is no hex of the map')
            return f"{REACH} {opened.name(hex_)}", _reaching(opened.actor, hex_)
        name = opened.identity(rest)
    except InputError as error:
        raise UsageError(f'goal "{text}": {error.diagnostics[0].message}') from error
    script, stands_for = opened.laid.script, verb == PROTECT

    def is_there(state: State) -> bool:
        """Whether it is on the map, or is yet to come."""
        figures = (*state.figures, *script.hidden(state), *script.awaited(state))
        return any(figure.identity == name for figure in figures)

    return f"{verb} {name}", lambda _, end: int(is_there(end) == stands_for)


def _reaching(actor: str, hex_: Hex) -> Measure:
    def measure(_: State, end: State) -> int:
        figure = end.at(hex_)
        is_meant = figure is not None and (figure.name == actor or (not actor and figure.kind == "character"))
        return int(is_meant)

    return measure


def usual(state: State, actor: str) -> tuple[str, ...]:
    """What a turn is played for where nobody says it."""
    if state.cards_of(actor) is not None or (not actor and any(held.plays for held in state.held)):
        return CHARACTERS_TURN
    return WITH_CARDS if state.held else USUAL


def hit_points(state: State, side: Side) -> int:
    """Of all figures of a side together."""
    return sum(figure.hp for figure in state.figures if figure.side == side)


def members(state: State, side: Side) -> set[str]:
    """Who is on a side."""
    return {figure.identity for figure in state.figures if figure.side == side}


def used_slots(state: State) -> int:
    """Slots of items that are used up. (GH-11.8)"""
    return sum(each.times for held in state.held for each in held.used)


def _experience(state: State) -> int:
    return sum(each.experience for each in state.gathered)


def _money(state: State) -> int:
    return sum(each.money for each in state.gathered)
