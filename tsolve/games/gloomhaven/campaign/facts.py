"""What a campaign has come to, by name: facts of the party, of a character, and of a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec
from msgspec.structs import replace

from tsolve.games.gloomhaven.campaign.effects import perks_of
from tsolve.games.gloomhaven.campaign.files import OWN
from tsolve.games.gloomhaven.campaign.levels import VALUES, level_played, recommended_level, value_at_level
from tsolve.games.gloomhaven.campaign.ranges import ranges
from tsolve.games.gloomhaven.campaign.rules import on_sale
from tsolve.games.gloomhaven.campaign.state import Character, State
from tsolve.games.gloomhaven.campaign.sums import Sum
from tsolve.games.gloomhaven.campaign.table import Table
from tsolve.model.answers import Calculation
from tsolve.model.trace import Entry
from tsolve.turns.compared import Fact


class Found(msgspec.Struct, frozen=True):
    """A fact with what makes it up; None where nobody can tell it, with the reason."""

    value: Fact
    calculation: Calculation | None = None
    unknown: str = ""


def fact_of_party(table: Table, state: State, name: str, entries: Iterable[Entry] = ()) -> Found:
    """A fact of the party, the city or the scenario; `entries` are what the line brought about."""
    if name == "scenario_level":
        found = recommended_level(table, state)
        if found is None:
            return Found(None, unknown="there are no characters whose levels count")
        return Found(found[0].total, found[0].calculation(found[1]))
    if name in VALUES:
        level = level_played(table, state)
        if level is None:
            return Found(None, unknown="neither a scenario level nor a character is told")
        value = value_at_level(table, name, level)
        return Found(value.total, value.calculation())
    worked_out = _SUMS.get(name)
    if worked_out is not None:
        value = worked_out(table, state)
        return Found(value.total, value.calculation())
    told = _TOLD[name](table, state)
    if told is None:
        return Found(None, unknown=f"the file does not tell the {name.replace('_', ' ')}")
    return Found(told, _changes("", name, told, entries))


def fact_of_character(table: Table, who: Character, name: str, entries: Iterable[Entry] = ()) -> Found:
    """A fact of one character."""
    if name == "perks":
        perks = _perks(table, who)
        return Found(perks.total, perks.calculation())
    value = _OWN[name](who)
    if value is None:
        return Found(None, unknown=f"the file does not tell the {name} of {who.name}")
    return Found(value, _changes(who.name, name, value, entries))


def _changes(subject: str, name: str, value: Fact, entries: Iterable[Entry]) -> Calculation | None:
    """The changes of a number from the first to the last, each called by what brought it; None where there
    was none.
    """
    quantity = name.replace("_", " ")
    rows = [
        replace(entry, subject=entry.note or subject, note="")
        for entry in entries
        if entry.subject == subject and entry.quantity == quantity
    ]
    if not rows or not isinstance(value, int):
        return None
    before = rows[0].before
    first = [Entry("start", "before", quantity, 0, before, ())] if before else []
    title = f"{quantity.capitalize()} of {subject}" if subject else quantity.capitalize()
    return Calculation(title, (*first, *rows), value)


def _perks(table: Table, who: Character) -> Sum:
    marks = table.numbers.perks_for(who.checkmarks)
    found = Sum(f"Perks of {who.name}", "perks").add(who.level - 1, f"level {who.level}", ("GH-15.4",))
    found = found.add(marks, f"{who.checkmarks} checkmarks", ("GH-15.11",))
    found = found.add(who.perks_before, "retired characters", ("GH-15.16",))
    assert found.total == perks_of(table.numbers, who)
    return found


def _price_modifier(table: Table, state: State) -> Sum:
    change = table.numbers.price_modifier(state.reputation)
    return Sum("Price modifier", "price").add(change, f"reputation {state.reputation}", ("GH-15.6",))


def _prosperity(table: Table, state: State) -> Sum:
    level = table.numbers.prosperity_level(state.prosperity)
    least = table.numbers.prosperity[level - 1]
    note = f"{state.prosperity} checks, and level {level} needs {least}"
    return Sum("Prosperity level", "prosperity").add(level, "", ("GH-15.9",), note)


_SUMS: Mapping[str, Callable[[Table, State], Sum]] = {
    "price_modifier": _price_modifier,
    "prosperity": _prosperity,
}
_TOLD: Mapping[str, Callable[[Table, State], Fact]] = {
    "reputation": lambda _, state: state.reputation,
    "prosperity_checks": lambda _, state: state.prosperity,
    "donated": lambda _, state: state.donated,
    "items_on_sale": on_sale,
    "opened": lambda _, state: state.opened,
    "global_achievements": lambda _, state: state.global_achievements,
    "city_events": lambda _, state: ranges(state.city_events.cards, 1),
    "road_events": lambda _, state: ranges(state.road_events.cards, 1),
}
_OWN: Mapping[str, Callable[[Character], Fact]] = {
    "level": lambda who: who.level,
    "experience": lambda who: who.experience,
    "gold": lambda who: who.gold,
    "checkmarks": lambda who: who.checkmarks,
    "blessings": lambda who: who.blessings,
    "items": lambda who: who.items,
    "modifiers": lambda who: (
        None if who.modifiers is None else tuple(f"{number} x {card}" for card, number in who.modifiers)
    ),
}
assert {*_OWN, "perks"} == set(OWN), "a fact of a character that nobody tells"
