"""Scenarios of the book played to their ends by players who choose at random.

In every position figures stand alone on hexes of the map, and nobody behind a closed door acts.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests import sweeping
from tsolve import api
from tsolve.engine import play, random_bot
from tsolve.games.gloomhaven.actions import Action, Do, Go, PlayHalf, Strike
from tsolve.games.gloomhaven.hexes import distance
from tsolve.games.gloomhaven.module import GAME
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.special_rules import as_ruled
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.forced_movement import Force
from tsolve.games.gloomhaven.turn.movement import Walk
from tsolve.written.position_text import NewGame

PUZZLES = Path(__file__).parents[3] / "puzzles" / "gloomhaven" / "scenario" / "special-rules"
NUMBERS = (1, 3, 4, 6, 8, 13, 14, 16, 18, 24, 25, 28, 31, 39, 40, 43, 53, 63, 64, 72)
"""Scenarios that are played in full, by goals of all kinds."""
WITH_RULES = (2, 9, 19, 27, 29, 36, 38, 41, 42, 45, 46, 56, 57, 60, 62, 66, 67, 70, 72, 75, 83, 84, 89, 91)
"""Scenarios with special rules of all kinds."""
PARTIES = (
    ("Brute", "Spellweaver"),
    ("Scoundrel", "Tinkerer"),
    ("Cragheart", "Mindthief"),
    ("Brute", "Tinkerer", "Mindthief"),
    ("Brute", "Scoundrel", "Spellweaver", "Cragheart"),
)
RANDOM_SHARE = 0.1
LONGEST = 20_000
"""The most actions of a game; its characters are exhausted long before."""


def begun(number: int, party: tuple[str, ...], seed: int) -> ScenarioPosition:
    rules = api.ruleset("gloomhaven")
    chosen = {"scenario": [str(number)], "characters": list(party)}
    table = GAME.setting_up(rules, NewGame(rules.readings(None, {}), len(party), (), chosen))
    random = Random(seed)
    text = table.lay_out(table.draw(random), random).position
    position = api.loads(text)
    assert isinstance(position, ScenarioPosition)
    return position.to_the_end()


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("seed", range(len(PARTIES)))
def test_a_scenario_comes_to_its_end(number: int, seed: int) -> None:
    played_to_its_end(number, PARTIES[seed], seed)


@pytest.mark.parametrize("number", WITH_RULES)
def test_a_scenario_with_special_rules_comes_to_its_end(number: int) -> None:
    played_to_its_end(number, PARTIES[number % len(PARTIES)], number)


def test_more_scenarios_come_to_their_ends() -> None:
    numbers, games = (range(1, 96), 8) if sweeping.large else (range(2, 96, 9), 1)
    for number in numbers:
        for seed in range(games if number != 55 else 0):  # 55 is a random dungeon
            played_to_its_end(number, PARTIES[seed % len(PARTIES)], 100 + seed)


def eager(state: State, actions: list[Action], random: Random) -> Action:
    """Mostly an attack, or a way as long as possible, towards a closed door where there is one; else a random
    action.
    """
    if random.random() < RANDOM_SHARE:
        return random_bot(state, actions, random)
    if attacks := [each for each in actions if isinstance(each, Strike) and each.targets]:
        return random.choice(attacks)
    ways = [each for each in actions if isinstance(each, Go) and each.path]
    if ways:
        shut = [door.at for door in state.doors if door.state == "closed"]
        far = [
            (-min((distance(way.path[-1], door) for door in shut), default=-len(way.path))) for way in ways
        ]
        return random.choice([way for way, how in zip(ways, far, strict=True) if how == max(far)])
    halves = [each for each in actions if isinstance(each, PlayHalf | Do)]
    return random_bot(state, halves or actions, random)


def played_to_its_end(number: int, party: tuple[str, ...], seed: int) -> None:
    position = begun(number, party, seed)
    before, state = position.state, position.state
    for state in play(position.game, before, [eager], Random(seed), LONGEST):
        if state.figures != before.figures or state.doors != before.doors:
            check(position, before, state)
        before = state
    assert position.game.is_over(state), f"round {state.round}"
    assert state.ended in ("won", "lost")


def check(position: ScenarioPosition, before: State, after: State) -> None:
    """What holds in every position, and from one to the next."""
    hexes = [figure.at for figure in after.figures]
    is_on_its_way = any(isinstance(task, Walk | Force) for task in after.todo)  # through others
    assert is_on_its_way or len(set(hexes)) == len(hexes), "two figures in one hex"
    assert set(hexes) <= position.laid.terrain.hexes - after.shut
    for figure in after.figures:
        assert 0 <= figure.hp <= figure.max_hp, figure
    was_open = {door.at for door in before.doors if door.state == "open"}
    kept = {each.door for each in position.laid.script.kept_open}
    assert was_open - kept <= {door.at for door in after.doors if door.state == "open"}, "a door was shut"
    assert as_ruled(position.book, after) == after, "effects of special rules are not up to date"
    assert set(before.escaped) <= set(after.escaped)
    assert after.round >= before.round
    known = set(position.laid.script.party)
    names = [figure.name for figure in after.figures]
    assert len(set(names)) == len(names)
    assert {each.name for each in after.figures if each.kind == "character"} <= known


@pytest.mark.parametrize("end", ["(14,1)", "(14,2)"])
def test_a_figure_that_is_led_goes_where_it_is_said(end: str) -> None:
    """Its way is told by the end alone, as that of a monster; both ends are equally near the door."""
    text = (PUZZLES / "orchid-walks.yaml").read_text("utf-8").partition("claims:")[0]
    position = api.loads(f'{text}line: ["move to {end}"]\n')
    assert api.check(position).verdict == "legal"
    assert api.solve(position).solution.plan is not None
