"""The results of attacks without a map that people may name, each declared once. (contract/measures.py)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from tsolve.games.gloomhaven.actions import Draw
from tsolve.games.gloomhaven.harm import gained_conditions
from tsolve.games.gloomhaven.measures import each_figure
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.stated import CONDITIONS, IS_SO
from tsolve.games.gloomhaven.ways import Measure, OfFigures
from tsolve.model.trace import Entry

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.attacks.position import AttacksPosition


class Blow(msgspec.Struct, frozen=True):
    """An attack on one target after its cards were drawn."""

    target: str
    damage: int
    """Including damage beyond the last hit point."""
    rows: tuple[Entry, ...]
    """The calculation, number by number."""


def blows(state: State, entries: Iterable[Entry]) -> tuple[Blow, ...]:
    """The attacks that are over in this position; `entries`: all that has happened so far."""
    found: list[list[Entry]] = []
    for entry in entries:
        if entry.quantity == "attack" and entry.note == "printed":
            found.append([])
        if found and entry.quantity in ("attack", "shield"):
            found[-1].append(entry)
    targets = (struck.name for struck in state.struck)
    return tuple(Blow(target, _last(rows), tuple(rows)) for target, rows in zip(targets, found, strict=False))


def _last(rows: Sequence[Entry]) -> int:
    return next(row.after for row in reversed(rows) if row.quantity == "attack")


MEASURES: OfFigures[AttacksPosition] = OfFigures(
    Measure(
        "damage",
        "the damage of all attacks, also beyond the last hit point",
        lambda _, way: sum(blow.damage for blow in blows(way.state, way.entries)),
        is_summed=True,
    ),
    Measure(
        "all_dead",
        "whether every target is dead",
        lambda position, way: not any(map(way.state.is_up, position.attacked)),
        kind=IS_SO,
        formerly=("kills",),
    ),
    Measure(
        "cards",
        "how many modifier cards were drawn",
        lambda _, way: sum(isinstance(move.action, Draw) for move in way.moves),
        rulings=("GH-6.12", "GH-6.13", "GH-6.14", "GH-6.16"),
        term="attack_modifier_card",
    ),
    Measure(
        "hit_points",
        "hit points of figures afterwards; 0 for a dead one",
        each_figure(lambda figure: figure.hp),
        whose="figures",
        rulings=("GH-6.9",),
    ),
    Measure(
        "conditions",
        "all conditions of figures afterwards",
        each_figure(lambda figure: tuple(sorted(token.condition for token in figure.tokens))),
        kind=CONDITIONS,
        whose="figures",
        rulings=("GH-7.1",),
        term="condition",
    ),
    Measure(
        "gained_conditions",
        "conditions that figures get, also those that they had before",
        gained_conditions,
        kind=CONDITIONS,
        whose="figures",
        rulings=("GH-7.1",),
    ),
)
