"""Random positions: purchases and Weapons, against trying every line in the engine."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.planning.random_positions import dungeon_position, village_position
from tsolve.engine.search import best_line
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Attack, Buy, Equip
from tsolve.games.thunderstone.state import Member, State
from tsolve.games.thunderstone.why_not.question import Question
from tsolve.games.thunderstone.why_not.steps import BuyStep, EquipStep
from tsolve.games.thunderstone.why_not.world import World, state_change, with_cards, with_more, world_of
from tsolve.turns.why_not import Reasons, missing, remedies

Reaches = Callable[[World], bool | None]


def reaches(legal: Callable[[World, State], bool], skip: Callable[[State, Action], bool]) -> Reaches:
    """Whether some line of the engine comes to such a position; None where there are too many lines."""

    def search(world: World) -> bool | None:
        def value(state: State) -> tuple[int, ...] | None:
            return (1,) if legal(world, state) else None

        try:
            return best_line(world.game, world.state, value, 12_000, skip) is not None
        except TooLargeError:
            return None

    return search


def judge(question: Question, world: World, possible: Reaches) -> bool:
    """Compare everything said about a question with the oracle; False when the thing is possible."""
    if question.seek(world).line is not None:
        assert possible(world) in (True, None)
        return False
    assert possible(world) in (False, None)
    found = Reasons(question, world)
    for core in found.cores():
        if core.obstacles:
            assert possible(found.without(core.obstacles)) in (False, None)
        for left_out in core.obstacles:
            rest = [each for each in core.obstacles if each != left_out]
            assert possible(found.without(rest)) in (True, None), (core, left_out)
    for gap in missing(question, world):
        if gap.amount is not None:
            enough = with_more(gap.quantity, gap.amount)(world)
            short = with_more(gap.quantity, gap.amount - 1)(world)
            assert possible(enough) in (True, None)
            assert possible(short) in (False, None)
    names = {card.name: card.id for card in world.cards.values()}
    for remedy in remedies(question, world):
        assert possible(state_change(with_cards(names[remedy.card]))(world)) in (True, None)
    return True


def never(_: State, __: Action) -> bool:
    """Nothing is left out."""
    return False


@pytest.mark.parametrize("seed", range(60))
def test_purchases(seed: int) -> None:
    random = Random(seed)
    game, state = village_position(random, 4)
    world = world_of(game, state)
    sold = [card for card in state.stalls if world.cards[card].kind != "monster"]
    unsold = [card for card in world.cards if world.cards[card].kind == "village"]
    card = random.choice([*sold, *random.sample(unsold, 2)])

    def legal(world: World, state: State) -> bool:
        return world.game.why_not(state, Buy(card)) is None

    judge(BuyStep(f"buy {card}", card), world, reaches(legal, never))


@pytest.mark.parametrize("seed", range(60))
def test_purchases_from_the_middle_of_a_stack(seed: int) -> None:
    """Second purchases, and gold for some of the cards above."""
    random = Random(seed)
    game, state = village_position(random, 2, odd=0)
    hand = [*random.choices(("barkeep", "town_guard", "trainer"), (4, 1, 1), k=random.randint(0, 2))]
    hand += random.choices(("feast", "torch", "polearm", "lightstone_gem"), k=random.randint(1, 3))
    stacks = {
        "regian_cleric": random.randint(0, 2),
        "regian_priest": random.randint(0, 2),
        "regian_bishop": 1,
    }
    village = replace(
        state,
        stalls=tuple(stacks),
        stock=tuple(stacks.values()),
        party=tuple(map(Member, hand)),
        gold=random.randint(0, 9),
    )
    card = random.choice(("regian_priest", "regian_priest", "regian_bishop"))

    def legal(world: World, state: State) -> bool:
        return world.game.why_not(state, Buy(card)) is None

    judge(BuyStep(f"buy {card}", card), world_of(game, village), reaches(legal, never))


@pytest.mark.parametrize("seed", range(60))
def test_weapons(seed: int) -> None:
    random = Random(seed)
    game, state = dungeon_position(random, 4)
    world = world_of(game, state)
    held = [member.card for member in state.party if member.card in game.book.weapons]
    weapon = random.choice(held or sorted(game.book.weapons))
    heroes = [member.card for member in state.party if member.card in game.book.heroes]
    hero = random.choice([*heroes, "militia"])

    def legal(world: World, state: State) -> bool:
        weapons = [index for index, member in enumerate(state.party) if member.card == weapon]
        bearers = [index for index, member in enumerate(state.party) if member.card == hero]
        return any(world.game.why_not(state, Equip(w, h)) is None for w in weapons for h in bearers)

    judge(
        EquipStep("equip", weapon, hero), world, reaches(legal, lambda _, action: isinstance(action, Attack))
    )
