"""Turns without chance as an assignment: both backends and the plain search come to the same."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random

import pytest

from tests.games.gloomhaven.planning.small import assignable
from tests.games.gloomhaven.planning.test_plan import Plain, worth_of
from tests.sweeping import seeds
from tsolve import api
from tsolve.engine.search import best_policy
from tsolve.errors import TooLargeError
from tsolve.games.gloomhaven.measures import MEASURES
from tsolve.games.gloomhaven.planning.assignment import Assignment, NotPlainError
from tsolve.games.gloomhaven.planning.goals import goal_for
from tsolve.games.gloomhaven.planning.plan import NO_CPSAT
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import Backend, Wishes

SMALL = 3_000
"""Positions of the plain search: larger questions are left alone."""
NAMES = ("Brute", "Tinkerer")
BACKENDS: tuple[Backend, ...] = ("exact", "cpsat")


def position_from(text: str) -> ScenarioPosition:
    position = api.loads(text)
    assert isinstance(position, ScenarioPosition)
    return position


def compared(text: str) -> bool | None:
    """Whether the assignment by itself proves the best of a position that the plain search goes through;
    None where that is too large. Either way the answers are right, and nothing is better than the statement.
    """
    position = position_from(text)
    goal = goal_for(position, None)
    try:
        plain = best_policy(Plain(position.book), position.state, goal.value, 0, "expected", limit=SMALL)
    except TooLargeError:
        return None
    assert plain is not None
    with suppress(NotPlainError):  # several modifier cards may come: the search answers
        assignment = Assignment(position, goal)
        outcomes = [assignment.solved(backend) for backend in BACKENDS]
        assert outcomes[0].bound == outcomes[1].bound >= plain.worth, text
    answers = [position.solve(Wishes(backend=backend)) for backend in BACKENDS]
    for answer in answers:
        assert answer.status == "optimal"
        assert worth_of(answer) == plain.worth, text
    is_assigned = answers[1].backend == "cpsat"
    assert is_assigned == (NO_CPSAT not in answers[1].notes)
    assert answers[0].backend == ("exact" if is_assigned else "search")
    return is_assigned


@pytest.mark.parametrize(("names", "wanted"), [(NAMES[:1], seeds(25, 500)), (NAMES, seeds(8, 200))])
def test_both_backends_and_the_plain_search_find_the_same(names: tuple[str, ...], wanted: range) -> None:
    random = Random(14)
    found = []
    while len(found) < len(wanted):
        is_assigned = compared(assignable(random, names))
        found += [is_assigned] if is_assigned is not None else []
    assert sum(found) >= 0.8 * len(wanted)  # of the others the statement promises more than can be played


# Decks of +0 alone: the Brute deals 3 to Guard 1, the Tinkerer 2 to one guard, the Spellweaver 2 each to two.
# Nothing may be wasted to kill all of 5 + 2 + 2 hit points: so the Brute and somebody else attack Guard 1.
THREE = """
game: gloomhaven
until: round
map: {size: 5 x 3}
characters:
  Brute:
    at: [1, 1]
    hp: 8
    conditions: [immobilize]
    plays: [A, B]
    cards:
      A: {initiative: 10, top: attack 3, bottom: move 1}
      B: {initiative: 11, top: loot 1, bottom: move 1}
  Tinkerer:
    at: [0, 1]
    hp: 8
    conditions: [immobilize]
    plays: [C, D]
    cards:
      C: {initiative: 20, top: "attack 2, range 3", bottom: move 1}
      D: {initiative: 21, top: loot 1, bottom: move 1}
  Spellweaver:
    at: [0, 0]
    hp: 8
    conditions: [immobilize]
    plays: [E, F]
    cards:
      E: {initiative: 30, top: "attack 2, range 4, target 2", bottom: move 1}
      F: {initiative: 31, top: loot 1, bottom: move 1}
monsters:
  Guard 1: {at: [2, 1], acted: true, stats: {hp: 5, move: 0, attack: 1}}
  Guard 2: {at: [2, 0], acted: true, stats: {hp: 2, move: 0, attack: 1}}
  Guard 3: {at: [2, 2], acted: true, stats: {hp: 2, move: 0, attack: 1}}
ability_cards: {Guard: {initiative: 5, do: [attack +0]}}
modifiers: {Brute: [+0], Tinkerer: [+0], Spellweaver: [+0]}
goal: kills,damage
"""


def test_three_figures_share_their_targets() -> None:
    answer = position_from(THREE).solve(Wishes(backend="cpsat"))
    assert (answer.status, answer.backend) == ("optimal", "cpsat")
    assert answer.objective == (3, 9)


def test_without_a_wish_a_round_without_chance_is_an_assignment_too() -> None:
    answer = position_from(THREE).solve(Wishes())
    assert answer.backend in BACKENDS
    assert answer.objective == (3, 9)


@pytest.mark.parametrize(
    ("change", "to"),
    [
        ("Brute: [+0]", "Brute: {rest: [+0, +1]}"),  # chance
        ("Guard 1: {at: [2, 1], acted: true", "Guard 1: {at: [2, 1]"),  # a monster acts
        ("hp: 5, move: 0", "hp: 5, retaliate: 1, move: 0"),
        ("top: attack 3", 'top: "attack 3, push 1"'),
    ],
)
def test_where_cpsat_does_not_serve_a_note_says_so(change: str, to: str) -> None:
    assert change in THREE
    position = position_from(THREE.replace(change, to))
    answer: SolveAnswer = position.solve(Wishes(backend="cpsat", goal="kills"))
    assert NO_CPSAT in answer.notes
    assert answer.backend == "search"


@pytest.mark.parametrize("name", MEASURES.levels)
def test_every_goal_is_stated(name: str) -> None:
    """For two of the three each goal alone is worth by the statement what the plain search finds."""
    without = re.sub(r"  Spellweaver:.*?(?=monsters:)", "", THREE, flags=re.DOTALL)
    position = position_from(without.replace(", Spellweaver: [+0]", ""))
    goal = goal_for(position, name)
    plain = best_policy(Plain(position.book), position.state, goal.value, 0, "expected", limit=30_000)
    assert plain is not None

    answers = [position.solve(Wishes(backend=backend, goal=name)) for backend in BACKENDS]

    assert {worth_of(answer) for answer in answers} == {plain.worth}
