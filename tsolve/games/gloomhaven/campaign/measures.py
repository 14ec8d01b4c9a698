"""The facts of a campaign that people may name, each declared once. (tsolve/contract/measures.py)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Generic, TypeVar

from msgspec import Meta

from tsolve.contract import measures
from tsolve.contract.measures import Found, Measures
from tsolve.games.gloomhaven.campaign.game import on_sale, ranges
from tsolve.games.gloomhaven.campaign.numbers import Table
from tsolve.games.gloomhaven.campaign.scenario import VALUES, level_played, recommended_level, value_at_level
from tsolve.games.gloomhaven.campaign.shop import Sum
from tsolve.games.gloomhaven.campaign.state import Character, State, perks_of
from tsolve.model.trace import Entry

Number = Annotated[int, Meta(ge=0, le=9999)]
Amount = Annotated[int, Meta(ge=-9999, le=9999)]
ScenarioLevel = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(min_length=1, max_length=100)]
Names = Annotated[tuple[Name, ...], Meta(max_length=200)]

W = TypeVar("W")
"""The owner of the facts: one character, or the party with city and scenario."""


class Measure(measures.Measure[Table, W], Generic[W], frozen=True, kw_only=True):
    """A fact of the party, the city and the scenario, or of a character."""

    kind: object = Number
    """The type of a number in files."""
    digits: int | None = None
    """The number of digits with which each number of a list is written."""

    def written(self, pieces: type) -> object:
        return pieces if self.is_list else self.kind


def _found(value: Sum, before: Sequence[Entry] = ()) -> Found:
    return Found(value.total, value.calculation(before))


def _scenario_level(table: Table, state: State) -> Found:
    level = recommended_level(table, state)
    none = Found(None, unknown="there are no characters whose levels count")
    return none if level is None else _found(*level)


def _at_level_played(name: str) -> Measure[State]:
    """A fact that depends on the scenario level."""

    def found(table: Table, state: State) -> Found:
        level = level_played(table, state)
        none = Found(None, unknown="neither a scenario level nor a character is told")
        return none if level is None else _found(value_at_level(table, name, level))

    title, *_ = VALUES[name]
    return Measure(name, title, found)


def _perks(table: Table, who: Character) -> Found:
    marks = table.numbers.perks_for(who.checkmarks)
    found = Sum(f"Perks of {who.name}", "perks").add(who.level - 1, f"level {who.level}", ("GH-15.4",))
    found = found.add(marks, f"{who.checkmarks} checkmarks", ("GH-15.11",))
    found = found.add(who.perks_before, "retired characters", ("GH-15.16",))
    assert found.total == perks_of(table.numbers, who)
    return _found(found)


def _price_modifier(table: Table, state: State) -> Found:
    change = table.numbers.price_modifier(state.reputation)
    return _found(Sum("Price modifier", "price").add(change, f"reputation {state.reputation}", ("GH-15.6",)))


def _prosperity(table: Table, state: State) -> Found:
    level = table.numbers.prosperity_level(state.prosperity)
    least = table.numbers.prosperity[level - 1]
    note = f"{state.prosperity} checks, and level {level} needs {least}"
    return _found(Sum("Prosperity level", "prosperity").add(level, "", ("GH-15.9",), note))


def _modifiers(_: Table, who: Character) -> tuple[str, ...] | None:
    return None if who.modifiers is None else tuple(f"{number} x {card}" for card, number in who.modifiers)


OWN: Measures[Table, Character] = Measures(
    Measure("level", "the level", lambda _, who: who.level),
    Measure("experience", "total experience", lambda _, who: who.experience),
    Measure("gold", "gold", lambda _, who: who.gold),
    Measure("checkmarks", "all checkmarks of battle goals", lambda _, who: who.checkmarks, term="checkmark"),
    Measure("perks", "all perks, taken or due", _perks, term="perk"),
    Measure(
        "new_perks",
        "perks gained by the line",
        lambda table, who: perks_of(table.numbers, who) - who.perks_at_first,
        rulings=("GH-15.4", "GH-15.11"),
    ),
    Measure("blessings", "bless cards for the next scenario", lambda _, who: who.blessings, term="bless"),
    Measure("items", "the items", lambda _, who: who.items, is_list=True, term="item"),
    Measure(
        "modifiers", "modifier cards, such as `4 x -1`", _modifiers, is_list=True, term="attack_modifier_card"
    ),
)
"""The facts of a character."""
PARTY: Measures[Table, State] = Measures(
    Measure("scenario_level", "the recommended scenario level", _scenario_level, kind=ScenarioLevel),
    *map(_at_level_played, VALUES),
    Measure("reputation", "the reputation of the party", lambda _, state: state.reputation, kind=Amount),
    Measure("price_modifier", "what is added to the price of items", _price_modifier, kind=Amount),
    Measure("prosperity", "the prosperity level of the city", _prosperity),
    Measure("prosperity_checks", "the checks of the city", lambda _, state: state.prosperity),
    Measure("donated", "gold given to the sanctuary", lambda _, state: state.donated),
    Measure(
        "items_on_sale",
        "numbers such as `001-021`, and items left in the shop by name",
        on_sale,
        is_list=True,
        digits=3,
    ),
    Measure("opened", "boxes and envelopes that are open", lambda _, state: state.opened, is_list=True),
    Measure(
        "global_achievements",
        "active achievements",
        lambda _, state: state.global_achievements,
        is_list=True,
        term="global_achievement",
    ),
    Measure(
        "city_events",
        "the city event deck, such as `1-30`",
        lambda _, state: ranges(state.city_events.cards, 1),
        is_list=True,
        digits=1,
        term="city_event",
    ),
    Measure(
        "road_events",
        "the road event deck, such as `1-30`",
        lambda _, state: ranges(state.road_events.cards, 1),
        is_list=True,
        digits=1,
        term="road_event",
    ),
)
"""Those of the party, the city and the scenario."""
FACTS = (*PARTY.stated, *OWN.stated, "price")
"""All facts by name; only a step has a price."""
