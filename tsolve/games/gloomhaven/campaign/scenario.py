"""The way to a scenario, its level, and what it leaves. (GH-14.2, GH-14.3, GH-15.1 to GH-15.3, GH-15.26)

The party travels with or without a road event (GH-15.18). What depends on the level (GH-16.4) goes into
experience and gold; checkmarks and deaths follow (GH-16.5).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tsolve.cardkit.forms import Form
from tsolve.cardkit.tasks import Reason
from tsolve.games.gloomhaven.campaign.numbers import Scenario, ScenarioLevel, Table
from tsolve.games.gloomhaven.campaign.shop import Sum, left_in_shop
from tsolve.games.gloomhaven.campaign.state import (
    CITY,
    Action,
    Character,
    CharacterAction,
    State,
    by_somebody,
    changed,
    note,
    with_checkmarks,
    with_experience,
    with_gold,
)
from tsolve.model.trace import Entry, Trace


def no_road_event(table: Table, state: State, to: str) -> str:
    """Why there is no road event on the way to a scenario; empty where there is one. (GH-15.18)

    No event if the party goes straight back to the scenario to play it again; from the city only a link
    counts.
    """
    if table.mode != "campaign":
        return f"there is none in {table.mode} mode" if table.mode == "casual" else "there is none"
    if to == state.at:
        return f"scenario {to} is played again"
    if table.are_linked(state.at, to):
        return f"scenario {to} is linked to {_place(state.at)}"
    return ""


def _place(at: str) -> str:
    return at if at == CITY else f"scenario {at}"


class Travel(Action, frozen=True):
    """The party goes to a scenario; `event`: with a road event or not, None if the step does not say."""

    forms = (
        Form("travel to {to:place}", "travel to [scenario] {to:place}"),
        *(
            Form(
                f"travel to {{to:place}} {word}{{event:{word}}} a road event",
                f"travel to [scenario] {{to:place}} {word}{{event:{word}}} (a|any) road event",
            )
            for word in ("with", "without")
        ),
    )
    rulings = ("GH-15.18",)
    to: str
    event: bool | None = None

    def refusal(self, table: Table, state: State) -> Reason | None:
        if state.status == "under way":
            return f"scenario {state.at} is under way", self.rulings
        return (
            _unfinished_business(table, state)
            or _closed(table, state, self.to)
            or self._wrong_about_event(table, state)
        )

    def _wrong_about_event(self, table: Table, state: State) -> Reason | None:
        reason = no_road_event(table, state, self.to)
        if self.event is True and reason:
            return f"there is no road event: {reason}", self.rulings
        if self.event is False and not reason:
            why = f"{_place(state.at)} and scenario {self.to} are not linked"
            return f"there is a road event: {why}", self.rulings
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        reason = no_road_event(table, state, self.to)
        note(trace, "", f"no road event: {reason}" if reason else "a road event comes first", self.rulings)
        return replace(state, at=self.to, status="under way", level=None, outcome_applied=False)


def _unfinished_business(table: Table, state: State) -> Reason | None:
    """What has to be done in the city before the party leaves it. (GH-15.4, GH-15.16)"""
    if not state.in_city:
        return None
    for each in state.characters:
        if each.quest == "fulfilled":
            return f"{each.name} has fulfilled the personal quest and has to retire", ("GH-15.16",)
        numbers = table.numbers
        if each.level < numbers.highest_level:
            needed = numbers.least_experience(each.level + 1)
            if each.experience >= needed:
                reason = (
                    f"{each.name} has {each.experience} experience and has to rise to level {each.level + 1}"
                )
                return reason, ("GH-15.4",)
    return None


def _closed(table: Table, state: State, to: str) -> Reason | None:
    """Why a scenario cannot be played in campaign mode. (GH-15.26)"""
    if table.mode != "campaign":
        return None
    if to in state.completed:
        return f"scenario {to} is completed and is not played again in campaign mode", ("GH-15.26",)
    active = {*(state.global_achievements or ()), *state.party_achievements}
    for needed in table.scenarios.get(to, Scenario()).requires:
        if needed not in active:
            return f'scenario {to} needs the achievement "{needed}"', ("GH-15.26",)
    return None


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
    text = f"{levels.total} / {number} / 2, rounded up"
    found = Sum("Recommended scenario level", "scenario level").add(half, text, ("GH-15.1",))
    change = table.numbers.difficulties[table.difficulty]
    found = found.add(change, f"difficulty {table.difficulty}", ("GH-15.1",))
    highest = len(table.numbers.scenario_levels) - 1
    bounded = found.within(0, highest, ("GH-15.1",), f"a scenario level is from 0 to {highest}")
    return bounded, levels.rows


def level_played(table: Table, state: State) -> int | None:
    """The scenario level that is played: the one in the file, else the one recommended for the characters who
    began it.
    """
    if table.scenario_level is not None:
        return table.scenario_level
    if state.level is not None:
        return state.level
    found = recommended_level(table, state)
    return None if found is None else found[0].total


def value_at_level(table: Table, name: str, level: int) -> Sum:
    """One of `VALUES` at the scenario level that is played."""
    title, rulings, of = VALUES[name]
    quantity = name.replace("_", " ")
    row = table.numbers.scenario_levels[level]
    found = Sum(title, quantity).add(of(row), f"scenario level {level}", rulings)
    if table.solo and name in ("monster_level", "trap_damage", "hazard_damage"):
        return _alone(table, name, found)
    return found.halved("hazardous terrain", ("GH-15.3", "GH-1.8")) if name == "hazard_damage" else found


def _alone(table: Table, name: str, found: Sum) -> Sum:
    """The value adjusted for playing alone or with open information. (GH-16.4)"""
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
"""What depends on the scenario level: its title, its rulings and where it stands in the table."""


def not_playing(state: State) -> Reason | None:
    """Why no scenario is being played; None if one is."""
    if state.in_city:
        return "the party is in no scenario", ("GH-14.2",)
    if state.status in ("won", "lost"):
        return f"scenario {state.at} is {state.status} already", ("GH-14.1",)
    return None


class Loot(CharacterAction, frozen=True):
    """A character loots money tokens. (GH-14.2)"""

    forms = (
        by_somebody("loots {number} tokens", "(loots|picks up|collects) {number} [money] (token|coin)[s]"),
    )
    rulings = ("GH-14.2",)
    number: int

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        return not_playing(state)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        who = self.character(state)
        changed(trace, who.name, "tokens", who.tokens, who.tokens + self.number, self.rulings)
        return state.with_character(replace(who, tokens=who.tokens + self.number))


class FulfilGoal(CharacterAction, frozen=True):
    """A character fulfils a battle goal: its checkmarks come if the scenario is won. (GH-14.3)"""

    forms = (by_somebody("fulfils a battle goal of {checkmarks:goal}"),)
    rulings = ("GH-14.3",)
    checkmarks: int

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        return not_playing(state)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        return state.with_character(replace(self.character(state), goal=self.checkmarks))


class End(Action, frozen=True):
    """The scenario is won or lost."""

    forms = (
        Form("win{won:win} the scenario", "win{won:win} scenario"),
        Form("lose{won:lose} the scenario", "lose{won:lose} scenario"),
    )

    won: bool

    @property
    def rulings(self) -> tuple[str, ...]:
        """Those that say what comes of it."""
        return ("GH-14.2", "GH-14.3") if self.won else ("GH-14.2",)

    def refusal(self, table: Table, state: State) -> Reason | None:
        return not_playing(state)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        level = level_played(table, state)
        for character in state.characters if level is not None else ():
            state = _with_spoils(table, state, character, level or 0, self.won, trace)
        if self.won and table.mode == "campaign":
            state = replace(state, completed=(*state.completed, state.at))
        return replace(state, status="won" if self.won else "lost", level=None)


def _with_spoils(
    table: Table, state: State, who: Character, level: int, won: bool, trace: Trace | None
) -> State:
    """One character after its gains at the end of the scenario; its blessings end. An exhausted character
    gains as much as any other.
    """
    if who.tokens:
        rate = value_at_level(table, "gold_per_token", level).total
        text = f"{who.tokens} x {rate} gold at scenario level {level}"
        state = with_gold(state, who, who.tokens * rate, ("GH-14.2", "GH-15.2"), trace, text)
    if won:
        gained = value_at_level(table, "completion_experience", level).total
        text = f"completed at scenario level {level}"
        now = _again(state, who)
        state = with_experience(table, state, now, gained, ("GH-14.3", "GH-15.2"), trace, text)
        if who.goal:
            state = with_checkmarks(table, state, _again(state, who), who.goal, ("GH-14.3",), trace)
    elif who.goal:
        note(trace, who.name, "gets no checkmarks for the battle goal", ("GH-14.3",))
    return state.with_character(replace(_again(state, who), tokens=0, goal=0, blessings=0))


def _again(state: State, who: Character) -> Character:
    found = state.character(who.name)
    assert found is not None
    return found


class Reward(Action, frozen=True):
    """A reward at the end of a scenario's story. (GH-15.26)"""

    forms = (Form("reward: {what:step}"),)
    rulings = ("GH-14.3", "GH-15.26")
    what: Action

    def refusal(self, table: Table, state: State) -> Reason | None:
        if table.mode != "campaign":
            ruling = "GH-15.26" if table.mode == "casual" else "GH-16.5"
            return f"there are no rewards of the story in a {table.mode}", (ruling,)
        if state.status == "lost":
            return "rewards come with a scenario that is won", ("GH-14.3",)
        return self.what.refusal(table, state)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        return self.what.done(table, state, trace)


class Die(CharacterAction, frozen=True):
    """A character dies for good, if the group plays this variant. (GH-16.5)"""

    forms = (by_somebody("dies"),)
    rulings = ("GH-16.2", "GH-16.5")

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        if not table.permanent_death:
            return "characters are exhausted and do not die, unless the group plays so", ("GH-16.2",)
        return not_playing(state)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        who, level = self.character(state), level_played(table, state)
        state = left_in_shop(state, who, who.items, trace)
        if who.gold:
            changed(trace, who.name, "gold", who.gold, 0, ("GH-16.5",), "the gold is lost")
        note(trace, who.name, "the quest card goes back to its deck", ("GH-16.5",))
        return replace(state.without_character(who.name), level=level)
