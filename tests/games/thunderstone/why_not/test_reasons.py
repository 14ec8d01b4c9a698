"""Random positions: reason sets are minimal, repairs repair, amounts are the least, as exhaustive search
finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from tests.games.thunderstone.planning.random_positions import dungeon_draws, village_draws
from tests.games.thunderstone.why_not.asking import beaten, defeat, lost_causes, most, position_of, reasons
from tests.sweeping import seeds
from tsolve.engine.search import best_policy
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Buy as Purchase
from tsolve.games.thunderstone.changes import with_cards, with_more
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.why_not.queries import Buy, Defeat, Reach, why_not
from tsolve.games.thunderstone.why_not.world import ADDED_CARD, World, world_of
from tsolve.model.why_not import RemedyAnswer
from tsolve.worlds.why_not import SHOWN, missing, remedies

CASES = seeds(24, 80)


def searched(world: World, monster: str) -> bool | None:
    """Whether any line defeats the Monster; None where there are too many lines to try."""
    try:
        return beaten(world, monster)
    except TooLargeError:
        return None


@pytest.mark.parametrize("case", CASES)
def test_every_set_of_reasons_is_minimal(case: int) -> None:
    world, monster = lost_causes(len(CASES))[case]
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
    world, monster = lost_causes(len(CASES))[case]

    for gap in missing(defeat(monster), world):
        amounts = [(64, False)] if gap.amount is None else [(gap.amount, True), (gap.amount - 1, False)]
        for amount, enough in amounts:
            if amount:
                repaired = with_more(gap.quantity, amount)(world)
                assert searched(repaired, monster) in (enough, None), gap


@pytest.mark.parametrize("case", CASES)
def test_the_cards_named_repair_and_cheaper_ones_do_not(case: int) -> None:
    world, monster = lost_causes(len(CASES))[case]
    found = list(remedies(defeat(monster), world))
    names = {card.name: card.id for card in world.cards.values()}

    for remedy in found:
        assert searched(with_cards(names[remedy.card])(world), monster) in (True, None)
    cheaper = list(_cheaper(world, found))
    for card in Random(case).sample(cheaper, k=min(len(cheaper), 4)):
        assert searched(with_cards(card)(world), monster) in (False, None), card


def _cheaper(world: World, found: list[RemedyAnswer]) -> Iterator[str]:
    """Cards for sale that are cheaper than every card named, all of them where none is."""
    costs = [remedy.cost for remedy in found if remedy.cost is not None]
    for card in world.cards.values():
        if card.cost is not None and card.cost < min(costs, default=99):
            yield card.id


@pytest.mark.parametrize("case", CASES)
def test_the_best_value_told_is_the_best_value(case: int) -> None:
    world, monster = lost_causes(len(CASES))[case]
    found = reasons(world, monster)
    told = found.obstacles[f"health {monster}"].say()
    try:
        best = most(world, monster, "total")
    except TooLargeError:
        return

    if best is not None:  # it can be attacked at all
        assert told.removesuffix(" for certain").endswith(f"the best Attack Value is {best}")


@pytest.mark.parametrize("case", CASES[::2])
def test_what_is_told_without_a_reason_is_the_most(case: int) -> None:
    world, monster = lost_causes(len(CASES))[case]
    found = reasons(world, monster)
    for core in found.cores():
        for obstacle, reason in zip(core.obstacles, found.told(core), strict=True):
            others = frozenset(found.obstacles) if reason.alone else frozenset(core.obstacles)
            try:
                best = most(found.without(others - {obstacle}), monster, "total")
            except TooLargeError:
                continue

            assert reason.without.removesuffix(" for certain") in ("", f"Attack Value {best}")


LIMIT = 3_000
MOST = 40
"""Where no amount is enough, this one is tried."""
KINDS = ("hero", "village", "basic", "monster")

Value = Callable[[State], tuple[int, ...] | None]


def surely(world: World, value: Value) -> bool:
    """Whether the thing is done whichever cards come. Raises TooLargeError."""
    found = best_policy(world.game, world.state, value, world.state.active, "worst", LIMIT)
    return found is not None and found.worth == (1,)


def battle_value(monster: str, wanted: int) -> Value:
    """1 once the Monster has fallen (`wanted` 0), or its battle came to so much; 0 once the turn is over."""

    def value(state: State) -> tuple[int, ...] | None:
        tally = state.tally
        if not tally.outcome:
            return (0,) if state.over else None
        done = tally.value >= wanted if wanted else tally.outcome == "won"
        return (int(done and tally.attacked == monster),)

    return value


def purchase_value(world: World, card: str) -> Value:
    """1 once the card may be bought; 0 once the purchases are over."""

    def value(state: State) -> tuple[int, ...] | None:
        if world.game.why_not(state, Purchase(card)) is None:
            return (1,)
        return (0,) if state.over or state.step in ("levelling", "ending") else None

    return value


def gold_value(wanted: int) -> Value:
    """1 once so much gold is at hand for the purchases."""

    def value(state: State) -> tuple[int, ...] | None:
        if state.step in ("levelling", "ending") or state.over:
            return (0,)
        return (int(state.gold >= wanted),) if state.step == "buying" and not state.todo else None

    return value


def is_least(world: World, quantity: str, value: Value, amount: int | None) -> bool:
    """Whether so much more does it for certain, and less does not; None: no amount does."""
    enough = amount is None or surely(with_more(quantity, amount)(world), value)
    less = MOST if amount is None else amount - 1
    return enough and not (less and surely(with_more(quantity, less)(world), value))


def cheapest(world: World, value: Value, sold: bool) -> Iterator[str]:
    """The cards that do it for certain, the cheapest first: those that the Village sells, or all others."""
    stock = dict(zip(world.state.stalls, world.state.stock or (), strict=True))
    cards = [card for card in world.cards.values() if card.kind in KINDS and card.id != ADDED_CARD]
    for card in sorted(cards, key=lambda each: (each.cost is None, each.cost or 0)):
        changed = with_cards(card.id)(world)
        if bool(stock.get(card.id)) == sold and surely(changed, value):
            yield card.name


def compare(world: World, query: Defeat | Reach | Buy, value: Value, tries_cards: bool) -> bool:
    """Compare amounts and cards; False where nothing is missing, or the position is too large or unknown."""
    answer = why_not(position_of(world.game, world.state), query)
    if answer.verdict == "possible" or answer.absolute or (answer.left_out and answer.chance is None):
        return False
    try:
        for gap in answer.missing:
            assert is_least(world, gap.quantity, value, gap.amount), (world.state, query, gap)
        for sold in (True, False) if tries_cards else ():
            told = [remedy.card for remedy in answer.cards if bool(remedy.sold) == sold]
            assert [*islice(cheapest(world, value, sold), SHOWN)] == told, (world.state, query, sold)
    except TooLargeError:
        return False
    return True


def dungeon_compared(seed: int, tries_cards: bool = False) -> bool:
    random = Random(seed)
    game, state = dungeon_draws(random, 2)
    world = world_of(game, state)
    monster = random.choice([slot.card for slot in state.hall if slot.card in game.book.monsters])
    name = game.book.name(monster)
    if random.random() < 0.5:
        return compare(world, Defeat(name), battle_value(monster, 0), tries_cards)
    wanted = random.randint(3, 12)
    return compare(world, Reach("attack", wanted, name), battle_value(monster, wanted), tries_cards)


def village_compared(seed: int, tries_cards: bool = False) -> bool:
    random = Random(seed)
    game, state = village_draws(random, 2)
    world = world_of(game, state)
    if random.random() < 0.5:
        card = random.choice(state.stalls)
        return compare(world, Buy(game.book.name(card)), purchase_value(world, card), tries_cards)
    wanted = random.randint(4, 12)
    return compare(world, Reach("gold", wanted), gold_value(wanted), tries_cards)


@pytest.mark.parametrize("first", seeds(6, 12)[::6])
def test_what_is_missing_in_the_dungeon(first: int) -> None:
    assert sum(dungeon_compared(seed) for seed in range(first, first + 6)) >= 1


@pytest.mark.parametrize("first", seeds(6, 12)[::6])
def test_what_is_missing_in_the_village(first: int) -> None:
    assert sum(village_compared(seed, seed % 4 == 0) for seed in range(first, first + 6)) >= 1
