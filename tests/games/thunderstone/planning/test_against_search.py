"""The planner against the exhaustive search over the engine: same worth on random positions, part by part."""

from __future__ import annotations

from functools import partial
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.thunderstone.builders import book, mixed_book, position
from tests.games.thunderstone.planning.agreement import leaves, plan_agrees, plans, policies, sweep
from tests.games.thunderstone.planning.asked_positions import (
    Asking,
    features,
    half_orcs,
    heroes,
    in_dungeon,
    in_dungeon_by_chance,
    in_village,
    in_village_by_chance,
    monsters,
    village,
    weapons,
)
from tests.games.thunderstone.planning.random_positions import (
    dungeon_position,
    is_in_the_box,
    village_position,
)
from tests.sweeping import seeds
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.card_facts import unstated
from tsolve.games.thunderstone.planning.dungeon import needs_search
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.state import Member, Player, Slot, State
from tsolve.games.thunderstone.turn import steps
from tsolve.games.thunderstone.turn.traps_and_treasures import trap_awaits

CHUNK = 30
DUNGEONS = seeds(240, 1500)[::CHUNK]
VILLAGES = seeds(180, 900)[::CHUNK]


@pytest.mark.parametrize("first", DUNGEONS)
def test_dungeon_plans_equal_the_exhaustive_search(first: int) -> None:
    sweep(plans, partial(dungeon_position, cards=5), range(first, first + CHUNK), 0.8)


@pytest.mark.parametrize("first", VILLAGES)
def test_village_plans_equal_the_exhaustive_search(first: int) -> None:
    sweep(plans, partial(village_position, cards=4), range(first, first + CHUNK), 0.8)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.booleans())
def test_plans_equal_the_search_under_many_odd_readings(seed: int, village: bool) -> None:
    random = Random(seed)
    make = village_position if village else dungeon_position
    plans(random, *make(random, cards=4, odd=0.5))


def test_a_position_with_too_many_copies_is_not_dealt() -> None:
    """One Walking Scourge and 2 Selurin Theurges are in the boxes; Diseases there are enough of."""
    game = Thunderstone(mixed_book())

    def dealt(hand: tuple[str, ...], hall: tuple[str, ...]) -> bool:
        return is_in_the_box(
            game, State((Player(),), hall=tuple(map(Slot, hall)), party=tuple(map(Member, hand)))
        )

    assert dealt(("selurin_theurge",) * 2, ("walking_scourge", "nixie", ""))
    assert not dealt(("selurin_theurge",) * 3, ())
    assert not dealt(("walking_scourge",), ("walking_scourge",))
    assert dealt(("disease",) * 60, ())


PART_CHUNK = 40


@pytest.mark.parametrize(
    ("part", "cards", "first"),
    [
        (part, cards, first)
        for part, cards, count in (
            *((features, 4, 240), (heroes, 5, 160), (monsters, 5, 240)),
            *((village, 4, 120), (weapons, 5, 160)),
        )
        for first in seeds(PART_CHUNK, count)[::PART_CHUNK]
    ],
)
def test_plans_equal_the_search(part: Asking, cards: int, first: int) -> None:
    dealt = sweep(plans, partial(in_dungeon, part, cards=cards), range(first, first + PART_CHUNK), 0.95)

    if part is features:
        assert sum(trap_awaits(game.book, state, 1) for game, state in dealt) >= PART_CHUNK * 0.1


@pytest.mark.parametrize(
    ("part", "count"), [(features, 60), (heroes, 40), (monsters, 60), (village, 40), (weapons, 40)]
)
def test_plans_with_dragonspire_equal_the_search_under_many_odd_readings(part: Asking, count: int) -> None:
    sweep(plans, partial(in_dungeon, part, cards=4, odd=0.5), seeds(15, count), 0.9)


@pytest.mark.parametrize("odd", [0.08, 0.5])
def test_robbers_who_are_paid_are_stated_and_equal_the_search(odd: float) -> None:
    """Robbing is no duty where it costs a card, so that whoever does it is used among the situations."""
    dealt = sweep(plans, partial(in_dungeon, half_orcs, cards=4, odd=odd), seeds(15, 60), 0.9)

    assert all(unstated(game.book).isdisjoint(("half_orc_marauder", "half_orc_dervish")) for game, _ in dealt)


@pytest.mark.parametrize(("part", "cards", "count"), [(features, 4, 60), (heroes, 4, 40), (village, 3, 60)])
def test_visits_equal_the_search(part: Asking, cards: int, count: int) -> None:
    sweep(plans, partial(in_village, part, cards=cards), range(2_000, 2_000 + count), 0.95)


@pytest.mark.parametrize(
    ("part", "cards", "count"),
    [(features, 4, 120), (heroes, 5, 60), (monsters, 5, 80), (village, 5, 60), (weapons, 5, 80)],
)
def test_leaves_equal_the_search(part: Asking, cards: int, count: int) -> None:
    least = 0.7 if part is monsters else 0.95  # often a Trophy acts first
    dealt = sweep(leaves, partial(in_dungeon, part, cards=cards), range(3_000, 3_000 + count), least)

    if part is features:
        searched = sum(
            any(needs_search(game, state, place, ("win",)) for place in occupied(state))
            for game, state in dealt
        )
        assert 20 <= searched <= 110, "statements and searches are both held to it"


def occupied(state: State) -> list[int]:
    """The places in which something stands."""
    return [place for place in state.places if state.at(place).card]


@pytest.mark.parametrize(
    ("part", "few", "many"),
    [
        *((features, 40, 120), (heroes, 15, 40)),
        *((monsters, 40, 75), (village, 15, 40), (weapons, 15, 40)),
    ],
)
def test_policies_equal_expectimax(part: Asking, few: int, many: int) -> None:
    dealt = sweep(policies, partial(in_dungeon_by_chance, part, cards=3), seeds(few, many), 0.9)

    if part is monsters:
        assert sum(steps.open_duty(game.book, state) is not None for game, state in dealt) >= 3


def test_policies_of_visits_equal_expectimax() -> None:
    sweep(policies, partial(in_village_by_chance, village, cards=3), seeds(15, 40), 0.9)


def test_what_was_used_then_paid_equals_the_search() -> None:
    """A-18 read as `any`: a Pawnbroker may be used and then traded, which is at times worth more."""
    compared = better = 0
    for seed in seeds(42, 400):
        random = Random(seed)
        game, visiting = in_village(village, random, cards=1, odd=0)
        hand = tuple(map(Member, ("pawnbroker", "trader")))
        state = replace(visiting, party=(*hand, *visiting.party))
        goal = ("growth", "gold")
        freely = Thunderstone(mixed_book(used_card_as_cost="any"))
        compared += plan_agrees(freely, state, goal)
        strict, free = plan(game, state, goal).best, plan(freely, state, goal).best
        better += strict is not None and free is not None and free.value > strict.value

    assert compared >= 40
    assert better >= 4


CARDS = [
    "Militia",
    "Elf Wizard",
    "Selurin Warlock",
    "Thyrian Squire",
    "Feayn Archer",
    "Dwarf Guardian",
    "Dagger",
    "Flaming Sword",
    "Fireball",
    "Iron Rations",
    "Disease",
    "Goodberries",
]
READINGS = list(
    product(("floor", "negative", "negative_at_last"), ("hero_with_weapon", "hero_only", "party_total"))
)


def entering(game: Thunderstone, random: Random) -> State:
    hand = random.choices(CARDS, k=random.randint(1, 4))
    start = position([*hand, "Lightstone Gem"], ["Judgement"], deck=[], dungeon=["Nixie"])
    return game.apply(start, game.legal_actions(start)[1])


@pytest.mark.parametrize(("zero_rule", "bonus"), READINGS)
def test_one_choice_for_all(zero_rule: str, bonus: str) -> None:
    game = Thunderstone(book(judgement_choice="one_for_all", zero_rule=zero_rule, judgement_bonus=bonus))
    random = Random(f"{zero_rule} {bonus}")
    compared = sum(plan_agrees(game, entering(game, random), ("total", "lost")) for _ in range(40))
    assert compared >= 30
