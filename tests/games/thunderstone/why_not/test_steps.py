"""Purchases, Weapons and the chance of what is asked for, against every line in the engine."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.planning.random_positions import (
    dungeon_draws,
    dungeon_position,
    village_draws,
    village_position,
)
from tests.sweeping import seeds
from tsolve.engine.search import best_line, best_policy
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Attack, Buy, Equip
from tsolve.games.thunderstone.changes import with_cards, with_more
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import Member, State
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.games.thunderstone.why_not.battles import Battle
from tsolve.games.thunderstone.why_not.question import TurnQuestion
from tsolve.games.thunderstone.why_not.steps import EquipStep
from tsolve.games.thunderstone.why_not.visits import BuyStep, Savings
from tsolve.games.thunderstone.why_not.world import World, world_of
from tsolve.worlds.why_not import Reasons, missing, remedies

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


def judge_step(question: TurnQuestion, world: World, possible: Reaches) -> bool:
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
        assert possible(with_cards(names[remedy.card])(world)) in (True, None)
    return True


def never(_: State, __: Action) -> bool:
    """Nothing is left out."""
    return False


@pytest.mark.parametrize("seed", seeds(24, 60))
def test_purchases(seed: int) -> None:
    random = Random(seed)
    game, state = village_position(random, 4)
    world = world_of(game, state)
    sold = [card for card in state.stalls if world.cards[card].kind != "monster"]
    unsold = [card for card in world.cards if world.cards[card].kind == "village"]
    card = random.choice([*sold, *random.sample(unsold, 2)])

    def legal(world: World, state: State) -> bool:
        return world.game.why_not(state, Buy(card)) is None

    judge_step(BuyStep(f"buy {card}", card), world, reaches(legal, never))


@pytest.mark.parametrize("seed", seeds(24, 60))
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

    judge_step(BuyStep(f"buy {card}", card), world_of(game, village), reaches(legal, never))


@pytest.mark.parametrize("seed", seeds(24, 60))
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

    judge_step(
        EquipStep("equip", weapon, hero), world, reaches(legal, lambda _, action: isinstance(action, Attack))
    )


Done = Callable[[State], bool | None]
"""Whether the thing is done; None while it may still come."""


def judge(question: TurnQuestion, world: World, done: Done) -> bool:
    """Compare a chance with exhaustive search; False where there is nothing to compare."""

    def value(state: State) -> tuple[int, ...] | None:
        told = done(state)
        if told is None and (state.over or state.step == "ending" or (state.tally.attacked and not battle)):
            return (0,)
        return None if told is None else (int(told),)

    battle = isinstance(question, Battle)
    hope = question.hope(world)
    if hope is None:
        return False
    try:
        plain = best_policy(world.game, world.state, value, world.state.active, limit=30_000)
    except TooLargeError:
        return False
    best = Fraction(0) if plain is None else plain.worth[0]
    assert hope.chance == best
    lucky = question.hope(world, "best")
    assert lucky is not None
    assert lucky.chance == (best > 0)
    return True


def positions(
    make: Callable[[Random, int], tuple[Thunderstone, State]], seed: int
) -> tuple[Random, World, list[str]]:
    """A random position, and all cards that are or may come to the hand."""
    random = Random(seed)
    game, state = make(random, 2)
    hand = [member.card for member in state.party]
    drawn = [card for segment in state.me.deck for card in getattr(segment, "cards", ())]
    return random, world_of(game, state), [*hand, *drawn, *state.me.discard]


@pytest.mark.parametrize("seed", seeds(20, 40))
def test_attack_values_and_victories(seed: int) -> None:
    random, world, _ = positions(dungeon_draws, seed)
    rank = random.choice((1, 2, 3))
    target = Target(random.choice((world.state.at(rank).card, "")), random.choice((0, rank)))
    wins, wanted = random.random() < 0.4, random.randint(1, 9)
    question = Battle("", target, "win" if wins else "total", 1 if wins else wanted)

    def done(state: State) -> bool | None:
        if not state.tally.outcome:
            return None
        reached = state.tally.outcome == "won" if wins else state.tally.value >= wanted
        return reached and target.was_attacked(state)

    judge(question, world, done)


@pytest.mark.parametrize("seed", seeds(20, 40))
def test_weapons_carried(seed: int) -> None:
    random, world, cards = positions(dungeon_draws, seed)
    weapons = [card for card in cards if card in world.game.book.weapons]
    heroes = [card for card in cards if card in world.game.book.heroes]
    weapon, hero = random.choice(weapons or ["short_sword"]), random.choice(heroes or ["militia"])

    def done(state: State) -> bool | None:
        arms = [i for i, member in enumerate(state.party) if member.card == weapon]
        bearers = [i for i, member in enumerate(state.party) if member.card == hero]
        tried = (Equip(arm, bearer) for arm in arms for bearer in bearers)
        return True if any(world.game.why_not(state, equip) is None for equip in tried) else None

    judge(EquipStep("", weapon, hero), world, done)


@pytest.mark.parametrize("seed", seeds(20, 40))
def test_chances_of_purchases(seed: int) -> None:
    random, world, _ = positions(village_draws, seed)
    card = random.choice(world.state.stalls)

    def done(state: State) -> bool | None:
        return True if world.game.why_not(state, Buy(card)) is None else None

    judge(BuyStep("", card), world, done)


@pytest.mark.parametrize("seed", seeds(20, 40))
def test_gold(seed: int) -> None:
    random, world, _ = positions(village_draws, seed)
    wanted = random.randint(2, 8)

    def done(state: State) -> bool | None:
        return state.gold >= wanted if state.step == "buying" and not state.todo else None

    judge(Savings("", "gold", wanted), world, done)


def test_most_positions_can_be_compared() -> None:
    """So that the comparisons above are not empty."""
    compared = 0
    for seed in range(20):
        _, world, _ = positions(village_draws, seed)
        question = BuyStep("", world.state.stalls[0])
        compared += question.hope(world) is not None
    assert compared >= 15
