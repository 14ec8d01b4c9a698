"""Rounds that are too large for their budget: the play that is told is the one that was counted."""

from __future__ import annotations

import pytest

from tests.games.gloomhaven.planning.test_best_turns import worth_of
from tsolve import api
from tsolve.budget import Budget, allow

ROUND = """
game: gloomhaven
level: 1
until: round
map: {{size: 10 x 7, obstacles: "(3,3) (6,1)", traps: "{traps}"}}
characters:
  Brute:
    at: [1, 2]
    hp: 10
    plays: [Reprisal, Rush]
    cards:
      Rush: {{initiative: 72, top: "attack 3, pierce 2", bottom: "move 4, jump"}}
      Reprisal:
        {{initiative: 18, top: {{do: "retaliate 2", round: true, xp: 1}}, bottom: {{do: "heal 2, range 1"}}}}
  Mage:
    at: [0, 3]
    hp: 6
    plays: [Fire, Ice]
    cards:
      Fire: {{initiative: 36, top: "attack 3, range 2", bottom: {{do: [move 3, infuse fire]}}}}
      Ice:
        {{initiative: 43, top: {{do: ["attack 3, range 2, immobilize", infuse ice], xp: 1}}, bottom: move 3}}
monsters: {{Bandit Guard 1: {{at: {guard}, rank: elite}}, Bandit Archer 1: {{at: {archer}}}}}
ability_cards:
  Bandit Guard: {{initiative: 50, do: [move +0, attack +0]}}
  Bandit Archer: {{initiative: 32, do: [move +0, attack +0]}}
"""


@pytest.mark.parametrize("steps", [20_000, 150_000])
@pytest.mark.parametrize("traps", ["(4,4) (3,1)", "(4,5)"])
@pytest.mark.parametrize(("guard", "archer"), [([5, 2], [7, 3]), ([4, 2], [7, 3])])
def test_a_play_without_a_proof_is_played_as_counted(
    steps: int, traps: str, guard: list[int], archer: list[int]
) -> None:
    """The engine plays every branch, and a difference would raise DisagreementError."""
    opened = api.loads(ROUND.format(traps=traps, guard=guard, archer=archer).encode(), "round.yaml")

    with allow(Budget(steps=steps)):
        answer = api.solve(opened)

    policy = answer.solution.policy
    assert answer.verdict == "undecided"
    if policy is not None:
        low, worth = ([number.value for number in each] for each in (policy.low, policy.worth))
        assert worth <= low


ONE_GUARD = """
game: gloomhaven
until: round
map: {size: 7 x 3}
characters:
  Tinkerer:
    at: [3, 1]
    hp: 20
    plays: [A, B]
    cards:
      A: {initiative: 20, top: attack 2, bottom: move 2}
      B: {initiative: 30, top: attack 2, bottom: move 2}
monsters: {Bandit Guard 1: {at: [4, 1]}}
ability_cards: {Bandit Guard: {initiative: 50, do: [attack +0]}}
"""


@pytest.mark.parametrize("steps", range(4_000, 60_000, 4_000))
def test_what_was_searched_can_be_followed_though_the_time_is_over(steps: int) -> None:
    """By hand: attack, then go out of reach; both cards are discarded, 20 hit points are left for sure.

    Of the 20 modifier cards null, -2, +2 and x2 make 0, 0, 4 and 4, five each of -1 and +1 make 5 and 15, six
    of +0 make 12: 40 damage, 2 on average.
    """
    opened = api.loads(ONE_GUARD.encode(), "round.yaml")

    with allow(Budget(steps=steps)):
        answer = api.solve(opened)

    if answer.verdict != "undecided":
        assert worth_of(answer.solution)[:5] == (1, 0, 2, 2, 20)
