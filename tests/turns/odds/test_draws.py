"""Draws made where they are best, on random positions of the toy, against both choices worked out alone."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from tests.toys.cellar.rules import Action, DrawCard, State
from tests.turns.cellars import POWER, opened_cellar
from tsolve.turns.odds.answer import Ahead, ChanceNow, Draws, Free
from tsolve.turns.odds.hands import Outcome

POWERS = {name.lower(): power for name, power in POWER.items()}


def outcomes(hand: Sequence[str]) -> list[Outcome]:
    """What a hand is worth by three aims: a great power; what is left of fours; exactly 4, and then much."""
    power = sum(POWERS[card] for card in hand)
    return [(power,), (power % 4,), (int(power == 4), power)]


@pytest.mark.parametrize("seed", range(60))
def test_a_card_is_drawn_where_that_is_better_on_average(seed: int) -> None:
    random = Random(seed)
    hand, deck = random.choices(sorted(POWERS), k=random.randint(0, 3)), random.choices(sorted(POWERS), k=4)
    opened = opened_cellar(map(str.title, hand), map(str.title, deck))
    game = opened.game

    def ahead(state: State) -> Ahead[Action]:
        if state.is_drawing:
            return ChanceNow(game.chance(state))
        return Free([] if state.has_drawn else [DrawCard()])

    looked = Draws(game, ahead, lambda state: (outcomes(state.hand), False), [1, 1, 2]).look(opened.state)

    kept = outcomes(hand)
    drawn = [outcomes([*hand, card]) for card in deck]
    assert (looked.left_out, looked.cut) == (False, False)
    for aim, spread in enumerate(looked.spreads):
        best = max(mean([kept[aim]]), mean([each[aim] for each in drawn]))
        assert tuple(Fraction(each, spread.unit) for each in spread.sums) == best
        assert spread.chances() in (shares([kept[aim]]), shares([each[aim] for each in drawn]))


def shares(found: Sequence[Outcome]) -> dict[Outcome, Fraction]:
    return {each: Fraction(found.count(each), len(found)) for each in found}


def mean(found: Sequence[Outcome]) -> tuple[Fraction, ...]:
    return tuple(Fraction(sum(level), len(found)) for level in zip(*found, strict=True))
