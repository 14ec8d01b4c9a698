"""Plans for every figure of a party: the best worth, as the plain search over the engine finds it, lies
between what a plan promises and what nothing exceeds; and rounds by hand.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.gloomhaven.planning import printed_hands
from tests.games.gloomhaven.planning.small import position
from tests.games.gloomhaven.planning.test_plan import Plain
from tests.sweeping import seeds
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.engine.search import best_policy
from tsolve.errors import TooLargeError
from tsolve.games.gloomhaven.planning import plan
from tsolve.games.gloomhaven.planning.courses import Courses
from tsolve.games.gloomhaven.planning.danger import Blow, chance_to_fall
from tsolve.games.gloomhaven.planning.goals import goal_for
from tsolve.games.gloomhaven.planning.party import Party
from tsolve.games.gloomhaven.planning.plan import LIKELIEST, Planner
from tsolve.games.gloomhaven.planning.settled import is_settled
from tsolve.games.gloomhaven.planning.strength import most_lost, most_worth
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.model.plays import Wishes

SMALL = 800
"""Positions of the plain search: larger questions are left alone."""
BUDGETS = (2_000, 10_000, 60_000)
"""Steps."""


def opened(text: str) -> ScenarioPosition:
    found = api.loads(text)
    assert isinstance(found, ScenarioPosition)
    return found


def compared(text: str) -> bool:
    """Whether a round is small enough for the plain search and has a plan; then the bounds hold."""
    there = opened(text)
    goal = goal_for(there, None)
    planner = Planner(goal, "expected")
    courses = Courses(there, planner)
    if not is_settled(there) or not courses.levels:
        return False
    try:
        plain = best_policy(Plain(there.book), there.state, goal.value, 0, "expected", limit=SMALL)
    except TooLargeError:
        return False
    assert plain is not None
    most = most_worth(there.book, there.state, goal)
    assert all(high >= worth for high, worth in zip(most, plain.worth, strict=True)), text
    for steps in BUDGETS:
        with allow(Budget(steps=steps)):
            found = Party(Courses(there, planner)).best()
        assert found is None or found.low <= plain.worth[: len(courses.levels)], (text, steps)
    return True


@pytest.mark.parametrize("more", [False, True])
def test_the_best_worth_lies_between_the_bounds(more: bool) -> None:
    random, done, wanted = Random(31), 0, len(seeds(6, 300))
    while done < wanted:
        done += compared(position(random, True, more))


@pytest.mark.parametrize("number", range(3))
def test_it_does_with_printed_cards(number: int) -> None:
    """Also where bounds do not count what the cards do: conditions, lasting bonuses, what others perform."""
    random, done, wanted = Random(f"plans with printed cards {number}"), 0, len(seeds(2, 100))
    while done < wanted:
        text = printed_hands.position(random, random.choice(printed_hands.CLASSES), is_round=True)
        ally = "[Stun Shot, Hook Gun]" if "  Tinkerer: {at" in text else "[Trample, Shield Bash]"
        done += compared(text.replace("initiative: 99, acted: true", f"acted: true, hand: {ally}"))


# A deck of two cards, by which an attack deals 6 or 3: both together deal 9.
@pytest.mark.parametrize(
    ("hit_points", "spare", "chance"),
    [
        (10, 0, Fraction(0)),
        (9, 0, Fraction(1)),
        (9, 1, Fraction(0)),  # the second blow is borne by cards
        (6, 0, Fraction(1)),
        (6, 1, Fraction(0)),  # 3 and cards for the 6, in either order
        (3, 1, Fraction(1)),  # two blows, and cards for one of them
    ],
)
def test_a_character_falls_as_the_cards_come(hit_points: int, spare: int, chance: Fraction) -> None:
    blow = Blow((6, 3), spare)
    assert chance_to_fall(hit_points, (blow, blow), (1, 1)) == chance


def test_two_attacks_by_a_fresh_deck() -> None:
    # Attack 2: x2 and +2 deal 4, and only both of them together take 8 hit points: 2 of 20 x 19 ways.
    damages = {"null": 0, "-2": 0, "-1": 1, "+0": 2, "+1": 3, "+2": 4, "x2": 4}
    copies = (1, 1, 5, 6, 5, 1, 1)
    blow = Blow(tuple(damages.values()), 0)
    assert chance_to_fall(8, (blow, blow), copies) == Fraction(1, 190)


TWO = """
game: gloomhaven
until: round
map: {size: 5 x 1}
characters:
  Brute:
    at: [1, 0]
    hp: 8
    plays: [A, B]
    cards:
      A: {initiative: 10, top: attack 3, bottom: loot 1}
      B: {initiative: 11, top: loot 1, bottom: loot 1}
  Tinkerer:
    at: [3, 0]
    hp: 8
    plays: [C, D]
    cards:
      C: {initiative: 20, top: attack 2, bottom: loot 1}
      D: {initiative: 21, top: loot 1, bottom: loot 1}
monsters: {Guard 1: {at: [2, 0], stats: {hp: 4, move: 0, attack: 1}}}
ability_cards: {Guard: {initiative: 50, do: [attack +0]}}
modifiers: {Brute: {rest: [+0, +1]}, Tinkerer: {rest: [+0, null]}, monsters: {rest: [+0, +1]}}
goal: kills,damage
"""


def test_two_characters_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Brute deals 3 or 4, so it kills once in two; else the Tinkerer deals 2 or nothing to 1 hit point.

    Kills: 1/2 + 1/2 x 1/2. Damage: 1/2 x 4 + 1/2 x (3 + 1/2 x 1). With both best cards it is 1 and 4.
    """
    position = opened(TWO)
    proved = position.solve(Wishes())
    assert proved.status == "optimal"
    assert proved.policy is not None
    assert [level.exact for level in proved.policy.worth] == ["3/4", "15/4"]

    monkeypatch.setattr(plan, "_of_round", lambda *_: replace(proved, status="undecided"))  # no time for it
    answer = position.solve(Wishes())

    assert answer.status == "undecided"
    assert LIKELIEST in answer.notes
    bounds = [(each.level, each.low.exact, each.high.exact) for each in answer.between]
    assert bounds == [("kills", "3/4", "1"), ("damage", "15/4", "4")]
    (best,) = answer.best
    assert {step.text.partition(":")[0] for step in best.line.steps} >= {"Brute", "Tinkerer"}


FRESH = """
game: gloomhaven
until: round
map: {{size: 6 x 1{traps}}}
characters:
  Brute:
    at: [1, 0]
    hp: 8
    plays: [A, B]
    cards:
      A: {{initiative: 10, top: {top}, bottom: move 1}}
      B: {{initiative: 11, top: loot 1, bottom: loot 1}}
monsters:
  Guard 1: {{at: [2, 0], stats: {{hp: 3, move: {move}, attack: 1}}}}
  Guard 2: {{at: [{far}, 0], stats: {{hp: 3, move: 0, attack: 1}}}}
ability_cards: {{Guard: {{initiative: 50, do: [move +0, attack +0]}}}}
"""


# Attack 3 by a fresh deck on 3 hit points: null deals 0, -2 deals 1, five times -1 deal 2, the others 3:
# (1 + 10 + 39) / 20 = 5/2, five parts of six. The basic attack 2 deals less: 6 + 5 + 1 + 1 of 20 deal at
# least 2.
@pytest.mark.parametrize(
    ("top", "move", "far", "traps", "kills", "damage"),
    [
        ("attack 3", 0, 5, "", Fraction(5, 6), Fraction(5, 2)),
        ('"attack 3, target 2"', 0, 5, "", Fraction(5, 3), Fraction(5)),  # one target after the other
        # Retaliate 2 against one attack of each guard that can come next to the Brute, which moves 2 at most:
        # in (4,0) Guard 2 is 3 away. Basic attack 2 deals (5 + 12 + 15 + 3 + 3) / 20 = 19/10, which is less.
        ("{do: retaliate 2, round: true}", 0, 4, "", Fraction(4, 3), Fraction(4)),
        ("{do: retaliate 2, round: true}", 0, 5, "", Fraction(2, 3), Fraction(2)),
        # with the wound null takes 1, -2 takes 2, and any other card 3: (1 + 2 + 18 x 3) / 20
        ('"attack 3, wound"', 0, 5, "", Fraction(57, 60), Fraction(57, 20)),
        # the trap at level 1 takes 3, and Guard 1 may come to it
        ("attack 3", 2, 5, ", traps: [[3, 0]]", Fraction(11, 6), Fraction(11, 2)),
        ("attack 3", 0, 5, ", traps: [[3, 0]]", Fraction(5, 6), Fraction(5, 2)),
    ],
)
def test_what_nothing_exceeds(
    top: str, move: int, far: int, traps: str, kills: Fraction, damage: Fraction
) -> None:
    there = opened(FRESH.format(top=top, move=move, far=far, traps=traps))
    assert most_lost(there.book, there.state) == (kills, damage)
