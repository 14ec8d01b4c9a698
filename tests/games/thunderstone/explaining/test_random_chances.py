"""Random positions with draws: the chance of what is asked for, against every action and every outcome."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from tests.games.thunderstone.planning.drawing_positions import dungeon_draws, village_draws
from tsolve.engine.search import best_policy
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Buy, Equip
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.games.thunderstone.why_not.battles import Battle
from tsolve.games.thunderstone.why_not.question import Question
from tsolve.games.thunderstone.why_not.steps import BuyStep, EquipStep, Savings
from tsolve.games.thunderstone.why_not.world import World, world_of

Done = Callable[[State], bool | None]
"""Whether the thing is done; None while it may still come."""


def judge(question: Question, world: World, done: Done) -> bool:
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


@pytest.mark.parametrize("seed", range(40))
def test_attack_values_and_victories(seed: int) -> None:
    random, world, _ = positions(dungeon_draws, seed)
    rank = random.choice((1, 2, 3))
    target = Target(random.choice((world.state.at(rank).card, "")), random.choice((0, rank)))
    wins, wanted = random.random() < 0.4, random.randint(1, 9)
    question = Battle("", target, "win" if wins else "value", 1 if wins else wanted)

    def done(state: State) -> bool | None:
        if not state.tally.outcome:
            return None
        reached = state.tally.outcome == "won" if wins else state.tally.value >= wanted
        return reached and target.was_attacked(state)

    judge(question, world, done)


@pytest.mark.parametrize("seed", range(40))
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


@pytest.mark.parametrize("seed", range(40))
def test_purchases(seed: int) -> None:
    random, world, _ = positions(village_draws, seed)
    card = random.choice(world.state.stalls)

    def done(state: State) -> bool | None:
        return True if world.game.why_not(state, Buy(card)) is None else None

    judge(BuyStep("", card), world, done)


@pytest.mark.parametrize("seed", range(40))
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
