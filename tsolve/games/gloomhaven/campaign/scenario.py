"""What a scenario leaves: experience, gold, checkmarks, deaths. (GH-14.2, GH-14.3, GH-15.26, GH-16.5)"""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.games.gloomhaven.campaign.action import Action, Deed
from tsolve.games.gloomhaven.campaign.effects import (
    changed,
    note,
    with_checkmarks,
    with_experience,
    with_gold,
)
from tsolve.games.gloomhaven.campaign.levels import level_played, value_at_level
from tsolve.games.gloomhaven.campaign.shop import left_in_shop
from tsolve.games.gloomhaven.campaign.state import Character, State
from tsolve.games.gloomhaven.campaign.sums import some
from tsolve.games.gloomhaven.campaign.table import Table
from tsolve.model.trace import Trace
from tsolve.turns.written import Reason


def not_playing(state: State) -> Reason | None:
    """Why nothing happens that happens in a scenario."""
    if state.in_city:
        return "the party is in no scenario", ("GH-14.2",)
    if state.status in ("won", "lost"):
        return f"scenario {state.at} is {state.status} already", ("GH-14.1",)
    return None


class Loot(Deed, frozen=True):
    """A character loots money tokens. (GH-14.2)"""

    rulings = ("GH-14.2",)
    number: int

    @property
    def text(self) -> str:
        return f"{self.who} loots {some(self.number, 'token')}"

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        return not_playing(state)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        who = self.character(state)
        changed(trace, who.name, "tokens", who.tokens, who.tokens + self.number, self.rulings)
        return state.with_character(replace(who, tokens=who.tokens + self.number))


class FulfilGoal(Deed, frozen=True):
    """A character fulfils a battle goal: its checkmarks come if the scenario is won. (GH-14.3)"""

    rulings = ("GH-14.3",)
    checkmarks: int

    @property
    def text(self) -> str:
        return f"{self.who} fulfils a battle goal of {self.checkmarks}"

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        return not_playing(state)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        return state.with_character(replace(self.character(state), goal=self.checkmarks))


class End(Action, frozen=True):
    """The scenario is won or lost."""

    won: bool

    @property
    def rulings(self) -> tuple[str, ...]:
        """Those that say what comes of it."""
        return ("GH-14.2", "GH-14.3") if self.won else ("GH-14.2",)

    @property
    def text(self) -> str:
        return "win the scenario" if self.won else "lose the scenario"

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
    """What one character takes out of the scenario; blessings are gone. Without anybody's leave: exhausted
    characters share in full.
    """
    if who.tokens:
        rate = value_at_level(table, "gold_per_token", level).total
        told = f"{who.tokens} x {rate} gold at scenario level {level}"
        state = with_gold(state, who, who.tokens * rate, ("GH-14.2", "GH-15.2"), trace, told)
    if won:
        gained = value_at_level(table, "completion_experience", level).total
        told = f"completed at scenario level {level}"
        now = _again(state, who)
        state = with_experience(table, state, now, gained, ("GH-14.3", "GH-15.2"), trace, told)
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

    rulings = ("GH-14.3", "GH-15.26")
    what: Action

    @property
    def text(self) -> str:
        return f"reward: {self.what.text}"

    def refusal(self, table: Table, state: State) -> Reason | None:
        if table.mode != "campaign":
            ruling = "GH-15.26" if table.mode == "casual" else "GH-16.5"
            return f"there are no rewards of the story in a {table.mode}", (ruling,)
        if state.status == "lost":
            return "rewards come with a scenario that is won", ("GH-14.3",)
        return self.what.refusal(table, state)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        return self.what.done(table, state, trace)


class Die(Deed, frozen=True):
    """A character dies for good, where the group plays so. (GH-16.5)"""

    rulings = ("GH-16.2", "GH-16.5")

    @property
    def text(self) -> str:
        return f"{self.who} dies"

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
