"""The level of a scenario and what hangs on it. (GH-15.1 to GH-15.3, GH-16.4)"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tsolve.games.gloomhaven.campaign.numbers import ScenarioLevel
from tsolve.games.gloomhaven.campaign.state import State
from tsolve.games.gloomhaven.campaign.sums import Sum
from tsolve.games.gloomhaven.campaign.table import Table
from tsolve.model.trace import Entry


def recommended_level(table: Table, state: State) -> tuple[Sum, tuple[Entry, ...]] | None:
    """The recommended scenario level, with the sum of the characters' levels that goes into it; None without
    characters. Half the average level, rounded up, then the difficulty; from 0 to 7. (GH-15.1)
    """
    if not state.characters:
        return None
    levels = Sum("Levels of the characters", "levels")
    for character in state.characters:
        levels = levels.add(character.level, character.name, ("GH-15.1",))
    number = len(state.characters)
    half = -(-levels.total // (2 * number))
    told = f"{levels.total} / {number} / 2, rounded up"
    found = Sum("Recommended scenario level", "scenario level").add(half, told, ("GH-15.1",))
    change = table.numbers.difficulties[table.difficulty]
    found = found.add(change, f"difficulty {table.difficulty}", ("GH-15.1",))
    highest = len(table.numbers.scenario_levels) - 1
    bounded = found.within(0, highest, ("GH-15.1",), f"a scenario level is from 0 to {highest}")
    return bounded, levels.rows


def level_played(table: Table, state: State) -> int | None:
    """The scenario level that is played: the one that the file tells, else the one recommended for those
    who began it.
    """
    if table.scenario_level is not None:
        return table.scenario_level
    if state.level is not None:
        return state.level
    found = recommended_level(table, state)
    return None if found is None else found[0].total


def value_at_level(table: Table, name: str, level: int) -> Sum:
    """One of `VALUES`, worked out at a scenario level."""
    title, rulings, of = VALUES[name]
    quantity = name.replace("_", " ")
    row = table.numbers.scenario_levels[level]
    found = Sum(title, quantity).add(of(row), f"scenario level {level}", rulings)
    if table.solo and name in ("monster_level", "trap_damage", "hazard_damage"):
        return _alone(table, name, found)
    return found.halved("hazardous terrain", ("GH-15.3", "GH-1.8")) if name == "hazard_damage" else found


def _alone(table: Table, name: str, found: Sum) -> Sum:
    """The same for somebody who plays alone, or with open information. (GH-16.4)"""
    found = found.add(table.numbers.solo_levels, "playing alone or openly", ("GH-16.4",))
    if name == "hazard_damage":
        return found.halved("hazardous terrain", ("GH-15.3", "GH-1.8"))
    highest = table.numbers.scenario_levels[-1].monster_level
    if name == "monster_level":
        return found.within(0, highest, ("GH-15.2",), f"monsters have no level above {highest}")
    return found


VALUES: Mapping[str, tuple[str, tuple[str, ...], Callable[[ScenarioLevel], int]]] = {
    "monster_level": ("Monster level", ("GH-15.2",), lambda row: row.monster_level),
    "gold_per_token": ("Gold for a money token", ("GH-15.2",), lambda row: row.gold_per_token),
    "trap_damage": ("Damage of a trap", ("GH-15.2", "GH-15.3"), lambda row: row.trap_damage),
    "hazard_damage": ("Damage of hazardous terrain", ("GH-15.2", "GH-15.3"), lambda row: row.trap_damage),
    "completion_experience": (
        "Experience for completing a scenario",
        ("GH-15.2", "GH-14.3"),
        lambda row: row.completion_experience,
    ),
}
"""What hangs on the scenario level: its title, its rulings and where it stands in the table."""
