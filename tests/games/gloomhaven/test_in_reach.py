"""What the bounds of attacks and damage call impossible never happens, whatever is played and drawn."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tests.games.gloomhaven.dealt_scenarios import Data, Dealer
from tsolve import api
from tsolve.engine import CHANCE
from tsolve.games.gloomhaven.actions import Strike
from tsolve.games.gloomhaven.in_reach import InReach
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State

MOST = 1500
"""Positions of one scenario that are looked at."""


class TooManyError(Exception):
    pass


class _Everything:
    """What may come of each position: who leaves the map and who is attacked."""

    def __init__(self, position: ScenarioPosition) -> None:
        self.game, self.reach = position.game, InReach(position.book, position.state)
        self.known: dict[State, tuple[frozenset[str], frozenset[str]]] = {}
        self.wrong: list[str] = []

    def after(self, state: State) -> tuple[frozenset[str], frozenset[str]]:
        if state in self.known:
            return self.known[state]
        if len(self.known) > MOST:
            raise TooManyError
        gone, struck = set[str](), set[str]()
        for action in self.actions(state):
            later = self.game.apply(state, action)
            more = self.after(later)
            there = {each.identity for each in later.figures}
            gone |= more[0] | {each.identity for each in state.figures if each.identity not in there}
            struck |= more[1] | set(action.targets if isinstance(action, Strike) else ())
        for figure in state.figures:
            name = figure.identity
            for may, does, what in (
                (self.reach.may_be_killed(state, name), name in gone, "leaves"),
                (self.reach.may_attack(state, [name]), name in struck, "is attacked"),
            ):
                if does and not may:
                    self.wrong.append(f"{name} {what} after {state.todo}")
        self.known[state] = frozenset(gone), frozenset(struck)
        return self.known[state]

    def actions(self, state: State) -> list[Any]:
        if state.result or not state.todo:
            return []
        if self.game.mover(state) == CHANCE:
            return [event for event, _ in self.game.chance(state)]
        return list(self.game.legal_actions(state))


def _round(random: Random) -> Data:
    """A round of one character and one monster on a small map; others have had their turns."""
    dealer = Dealer(random)
    data = dealer.position()
    del data["turn"]
    deck = {"rest": random.choice(([0], [1], [0, "x2"], [-1]))}
    for name, each in data["characters"].items():
        if name == "Tinkerer" or "plays" not in each:
            each.pop("plays", None)
            each["acted"] = True
    for each in list(data["monsters"].values())[1:]:
        each["acted"] = True
    return {**data, "until": "round", "modifiers": dict.fromkeys(data["modifiers"], deck)}


_OF_FIRE = ("+2", "wound, xp 1", "range +1", "target 2", "-1", "poison")
"""What fire may change about an attack."""


def _with_fire(random: Random, data: Any) -> Any:
    """The same where some attacks are changed by fire, which is there."""
    if isinstance(data, dict):
        return {key: _with_fire(random, each) for key, each in data.items()}
    if isinstance(data, list):
        return [_with_fire(random, each) for each in data]
    if isinstance(data, str) and data.startswith("attack ") and random.random() < 0.7:
        return f"{data} with fire ({random.choice(_OF_FIRE)})"
    return data


def _round_with_fire(random: Random) -> Data:
    data = _round(random)
    changed = {key: _with_fire(random, data[key]) for key in ("characters", "ability_cards")}
    return {**data, **changed, "elements": {"fire": random.choice(["strong", "waning"])}}


def _two_rounds(random: Random) -> Data:
    """A scenario that ends after two rounds, of one character with few cards."""
    dealer = Dealer(random)
    data = dealer.position()
    del data["turn"]
    brute = {"at": data["characters"]["Brute"]["at"], "hp": random.randint(1, 6), "max_hp": 9}
    while "cards" not in (held := dealer.character()):
        pass
    names = ["One", "Two", "Three"][: random.randint(2, 3)]
    brute |= {"cards": {name: held["cards"][name] for name in names}, "discarded": names[2:]}
    few = {"rest": [random.randint(0, 1)]}
    deck = data.pop("ability_cards")["Mon"]
    return {
        **data,
        "until": "scenario",
        "victory": ["2 rounds"],
        "characters": {"Brute": brute},
        "ability_decks": {"Mon": [deck]},
        "modifiers": {"monsters": few, "Brute": few},
    }


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("dealt", [_round, _round_with_fire, _two_rounds])
def test_nothing_beyond_the_bounds_happens(seed: int, dealt: Callable[[Random], Data]) -> None:
    position = api.position(**dealt(Random(seed)))
    assert isinstance(position, ScenarioPosition)
    everything = _Everything(position)
    with suppress(TooManyError):
        everything.after(position.state)
    assert not everything.wrong
