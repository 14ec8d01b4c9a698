"""Random positions: reason sets are minimal and repairs repair, as exhaustive search of the engine finds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.games.thunderstone.explaining.asking import beaten, defeat, lost_causes, most, reasons
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.why_not.world import World, state_change, with_cards, with_more
from tsolve.model.why_not import RemedyAnswer
from tsolve.turns.why_not import missing, remedies

CASES = range(80)


def searched(world: World, monster: str) -> bool | None:
    """Whether any line defeats the Monster; None where there are too many lines to try."""
    try:
        return beaten(world, monster)
    except TooLargeError:
        return None


@pytest.mark.parametrize("case", CASES)
def test_every_set_of_reasons_is_minimal(case: int) -> None:
    world, monster = lost_causes()[case]
    found = reasons(world, monster)
    cores = list(found.cores())

    assert cores
    assert all(core.obstacles for core in cores)
    for core in cores:
        assert searched(found.without(core.obstacles), monster) in (False, None)
        for left_out in core.obstacles:
            rest = [each for each in core.obstacles if each != left_out]
            assert searched(found.without(rest), monster) in (True, None), (core, left_out)


@pytest.mark.parametrize("case", CASES)
def test_the_amounts_missing_are_the_least(case: int) -> None:
    world, monster = lost_causes()[case]

    for gap in missing(defeat(monster), world):
        amounts = [(64, False)] if gap.amount is None else [(gap.amount, True), (gap.amount - 1, False)]
        for amount, enough in amounts:
            if amount:
                repaired = with_more(gap.quantity, amount)(world)
                assert searched(repaired, monster) in (enough, None), gap


@pytest.mark.parametrize("case", CASES)
def test_the_cards_named_repair_and_cheaper_ones_do_not(case: int) -> None:
    world, monster = lost_causes()[case]
    found = list(remedies(defeat(monster), world))
    names = {card.name: card.id for card in world.cards.values()}

    for remedy in found:
        assert searched(state_change(with_cards(names[remedy.card]))(world), monster) in (True, None)
    cheaper = list(_cheaper(world, found))
    for card in Random(case).sample(cheaper, k=min(len(cheaper), 4)):
        assert searched(state_change(with_cards(card))(world), monster) in (False, None), card


def _cheaper(world: World, found: list[RemedyAnswer]) -> Iterator[str]:
    """Cards for sale that are cheaper than every card named, all of them where none is."""
    costs = [remedy.cost for remedy in found if remedy.cost is not None]
    for card in world.cards.values():
        if card.cost is not None and card.cost < min(costs, default=99):
            yield card.id


@pytest.mark.parametrize("case", CASES)
def test_the_best_value_told_is_the_best_value(case: int) -> None:
    world, monster = lost_causes()[case]
    found = reasons(world, monster)
    told = found.obstacles[f"health {monster}"].say()
    try:
        best = most(world, monster, "value")
    except TooLargeError:
        return

    if best is not None:  # it can be attacked at all
        assert told.removesuffix(" for certain").endswith(f"the best Attack Value is {best}")


@pytest.mark.parametrize("case", CASES[::2])
def test_what_is_told_without_a_reason_is_the_most(case: int) -> None:
    world, monster = lost_causes()[case]
    found = reasons(world, monster)
    for core in found.cores():
        for obstacle, reason in zip(core.obstacles, found.told(core), strict=True):
            others = frozenset(found.obstacles) if reason.alone else frozenset(core.obstacles)
            try:
                best = most(found.without(others - {obstacle}), monster, "value")
            except TooLargeError:
                continue

            assert reason.without.removesuffix(" for certain") in ("", f"Attack Value {best}")
