"""The chances of random decks of the toy against every order in which their single cards can lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from tests.toys.cellar.odds import CellarOdds
from tests.turns.cellars import POWER, opened_cellar
from tsolve.batch import pool
from tsolve.model.odds import DeckOdds, DeckWish, Figure
from tsolve.turns.odds.answer import answer_odds


def dealt(deck: Sequence[str], hand: int) -> dict[int, Fraction]:
    """The chance of each power of the first cards, all orders of single cards being alike."""
    orders = [sum(POWER[card] for card in order[:hand]) for order in permutations(deck)]
    return {power: Fraction(number, len(orders)) for power, number in Counter(orders).items()}


def power_of(deck: DeckOdds) -> Figure:
    (line,) = deck.sections[0].lines
    (figure,) = line.figures
    return figure


def found(deck: DeckOdds) -> dict[int | None, Fraction]:
    distribution = power_of(deck).distribution
    assert distribution is not None
    return {bar.number: Fraction(bar.chance.exact) for bar in distribution.bars}


@pytest.mark.parametrize("seed", range(40))
def test_every_deal(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    size = random.randint(1, 5)
    hand, (*deck, gone) = random.randint(1, 4), random.choices(sorted(POWER), k=size + 1)
    held, new = random.choices(sorted(POWER), k=2), random.choice(sorted(POWER))
    all_cards = random.random() < 0.3
    monkeypatch.setattr(CellarOdds, "hand", hand)
    opened = opened_cellar(held, (*deck, gone))
    wish = DeckWish(adding=(new,), removing=(gone,), all_cards=all_cards)

    with pool() as alone:
        answer = answer_odds(opened.odds(), wish, alone)

    more = held if all_cards else []
    wanted = [dealt([*deck, *more, gone], hand), dealt([*deck, *more, new], hand)]
    assert [found(each) for each in answer.decks] == wanted
    means = [sum(power * chance for power, chance in each.items()) for each in wanted]
    assert [power_of(each).estimate.exact for each in answer.decks] == [str(mean) for mean in means]
    assert answer.changes[0].difference.exact == str(means[1] - means[0])
    assert all(deck.left_out.exact == "0" for deck in answer.decks)
