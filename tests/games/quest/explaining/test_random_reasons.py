"""Random positions: reason sets are minimal and repairs repair, as exhaustive search of the engine finds."""

from __future__ import annotations

import pytest

from tests.games.quest.explaining.asking import beaten, lost_causes
from tsolve.errors import TooLargeError
from tsolve.games.quest.judging.why_not import Fight
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.state import Target
from tsolve.turns.why_not import Reasons, missing, remedies

CASES = range(16)


def defeat(target: Target) -> Fight:
    return Fight("defeat", target, "win")


def searched(world: Opened, target: Target) -> bool | None:
    """Whether any line defeats the Monster; None where there are too many lines to try."""
    try:
        return beaten(world, target)
    except TooLargeError:
        return None


@pytest.mark.parametrize("case", CASES)
def test_every_set_of_reasons_is_minimal(case: int) -> None:
    world, target = lost_causes()[case]
    assert searched(world, target) in (False, None)
    found = Reasons(defeat(target), world)
    cores = list(found.cores())

    assert cores
    for core in cores:
        assert searched(found.without(core.obstacles), target) in (False, None)
        for left_out in core.obstacles:
            rest = [each for each in core.obstacles if each != left_out]
            assert searched(found.without(rest), target) in (True, None), (core, left_out)


@pytest.mark.parametrize("case", CASES)
def test_the_amounts_missing_are_the_least(case: int) -> None:
    world, target = lost_causes()[case]
    question = defeat(target)

    for gap in missing(question, world):
        amounts = [(64, False)] if gap.amount is None else [(gap.amount, True), (gap.amount - 1, False)]
        for amount, enough in amounts:
            if amount:
                repaired = question.with_more(world, gap.quantity, amount)
                assert searched(repaired, target) in (enough, None), gap


@pytest.mark.parametrize("case", CASES)
def test_the_cards_named_repair_and_the_others_for_sale_do_not(case: int) -> None:
    world, target = lost_causes()[case]
    question = defeat(target)
    named = {remedy.card for remedy in remedies(question, world)}

    for group in question.candidates(world) or ():
        for card in group:
            expected = card.name in named or len(named) >= 3
            repaired = searched(card.change(world), target)
            assert repaired in (expected, None) or (len(named) >= 3 and not repaired), card.name
