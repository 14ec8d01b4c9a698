"""The party goes to a scenario, with or without a road event. (GH-15.18, GH-15.26)"""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.games.gloomhaven.campaign.action import Action
from tsolve.games.gloomhaven.campaign.effects import note
from tsolve.games.gloomhaven.campaign.state import CITY, State
from tsolve.games.gloomhaven.campaign.table import Scenario, Table
from tsolve.model.trace import Trace
from tsolve.turns.written import Reason


def no_road_event(table: Table, state: State, to: str) -> str:
    """Why there is no road event on the way to a scenario; empty where there is one. (GH-15.18)

    A scenario is played again where the party goes straight back to it: out of the city only a link counts.
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
    """The party goes to a scenario; `event` says whether with a road event, None where nobody says so."""

    rulings = ("GH-15.18",)
    to: str
    event: bool | None = None

    @property
    def text(self) -> str:
        event = {None: "", True: " with a road event", False: " without a road event"}[self.event]
        return f"travel to {self.to}{event}"

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
