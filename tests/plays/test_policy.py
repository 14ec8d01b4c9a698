"""Policies and looking ahead on random positions of the toy, against exhaustive search."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations
from random import Random
from typing import Literal

import pytest

from tests.toys.cellar import CellarFile, State
from tests.toys.cellars import POWER, random_cellar
from tsolve.budget import FREE
from tsolve.engine.search import best_policy
from tsolve.model.plays import Draws, PolicyAnswer, Wishes
from tsolve.plays.grading import Grading
from tsolve.plays.plan import best_by_search

GOAL = ("beaten", "frugal")
Worth = tuple[Fraction, ...]


def _value(state: State) -> tuple[int, ...] | None:
    """To beat the rat with as little power as possible."""
    return (int(state.outcome == "beaten"), -state.power) if state.outcome else None


def _best_fight(cards: tuple[str, ...], teeth: int) -> Worth:
    """The best that some of these cards do against the rat; a power that equals its teeth beats it."""
    sets = chain.from_iterable(combinations(cards, count) for count in range(len(cards) + 1))
    powers = [sum(POWER[card] for card in each) for each in sets]
    return max((Fraction(power >= teeth), Fraction(-power)) for power in powers)


def _by_hand(file: CellarFile, draws: Draws) -> Worth:
    """Without a draw, or with one before any card is played: to wait with the cards never does harm."""
    without = _best_fight(file.hand, file.teeth)
    after = [_best_fight((*file.hand, card), file.teeth) for card in file.deck]
    if not after or (draws == "known" and len(set(file.deck)) > 1):
        return without
    if draws == "worst":
        return max(without, min(after))
    if draws == "best":
        return max(without, *after)
    beaten, frugal = zip(*after, strict=True)
    return max(without, (Fraction(sum(beaten), len(after)), Fraction(sum(frugal), len(after))))


def _mean_of_ends(policy: PolicyAnswer, index: int = 0) -> Worth:
    """What the written ends come to on average from a node on."""
    node = policy.nodes[index]
    if node.end is not None:
        return tuple(map(Fraction, node.end.objective))
    below = [(Fraction(each.chance.exact), _mean_of_ends(policy, each.node)) for each in node.branches]
    assert sum(chance for chance, _ in below) == 1
    levels = zip(*(worth for _, worth in below), strict=True)
    return tuple(
        sum((chance * number for (chance, _), number in zip(below, level, strict=True)), Fraction())
        for level in levels
    )


@pytest.mark.parametrize("draws", ["expected", "worst", "best", "known"])
def test_the_best_play_is_that_of_all_ways_to_play(draws: Draws) -> None:
    policies = 0
    for random in map(Random, range(60)):
        position = random_cellar(random)
        answer = best_by_search(position, GOAL, _value, Wishes(draws=draws))
        best = _by_hand(position.written, draws)

        assert answer.status == "optimal"
        if answer.policy is None:
            assert answer.objective == best
            continue
        policies += 1
        assert tuple(Fraction(level.exact) for level in answer.policy.worth) == best
        mean = tuple(Fraction(level.exact) for level in answer.policy.expected)
        assert mean == _mean_of_ends(answer.policy)
        assert draws != "expected" or mean == best
    assert (policies == 0) == (draws == "known")


@pytest.mark.parametrize("attitude", ["expected", "best"])
@pytest.mark.parametrize("seed", range(40))
def test_every_worth_is_that_of_the_oracle(seed: int, attitude: Literal["expected", "best"]) -> None:
    random = Random(seed)
    position = random_cellar(random)
    game, here = position.game, position.state
    prospects = Grading(position, ("beaten", "power"), _value).prospects(attitude, FREE)
    while _value(here) is None:
        best = best_policy(game, here, _value, 0, attitude)
        assert best is not None
        found = prospects.of(here)
        assert (found.worth, found.doubt) == (best.worth, "")
        line, depends = prospects.line(here)
        end = here
        for action in line:
            end = game.apply(end, action)
        assert depends == (_value(end) is None)
        assert depends or _value(end) == best.worth
        drawn = [event for event, weight in game.chance(here) for _ in range(weight)]
        here = game.apply(here, random.choice(drawn if game.mover(here) < 0 else game.legal_actions(here)))
