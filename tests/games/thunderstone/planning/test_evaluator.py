"""The leaves of a search against the exhaustive search over the engine, where nothing more is revealed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.planning.agreement import leaf_agrees, leaves, sweep
from tests.games.thunderstone.planning.random_positions import (
    Dealt,
    dungeon_draws,
    dungeon_position,
    last_turn,
    random_goal,
    village_draws,
    village_position,
)
from tests.sweeping import seeds
from tsolve.games.thunderstone.actions import Equip, Use, Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.base import MonsterTrait
from tsolve.games.thunderstone.effects.battle_destroying import DestroyEffect
from tsolve.games.thunderstone.effects.monsters import (
    CannotBeAttackedWith,
    DoubleHealth,
    FixedDarkness,
    HeroesRequired,
    ImmuneSpells,
    ImmuneUnequipped,
    MustBeDefeated,
    UseRequired,
    WeakCannotAttack,
)
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import dungeon
from tsolve.games.thunderstone.planning import plan as planning
from tsolve.games.thunderstone.planning.dungeon import engaged, needs_search
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.situations import reveals
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import Target, is_monster


def strange(random: Random, monster: Card) -> dict[str, Card]:
    """This Monster with one more Trait, and at times with one more Battle Effect."""
    guards: list[MonsterTrait] = [
        CannotBeAttackedWith(random.choice(["weapon", "edged", "spell", "item", "food", "light"])),
        DoubleHealth(random.randint(1, 8)),
        FixedDarkness(),
        HeroesRequired(random.randint(1, 4)),
        ImmuneSpells(),
        ImmuneUnequipped(),
        MustBeDefeated(),
        UseRequired(),
        WeakCannotAttack(random.randint(3, 7)),
    ]
    traits = (*monster.traits, random.choice(guards))
    battle = (*monster.battle, _destroying(random)) if random.random() < 0.4 else monster.battle
    return {monster.id: replace(monster, traits=traits, battle=battle)}


def _destroying(random: Random) -> DestroyEffect:
    target = random.choice(["archer", "card", "healthy_card", "hero", "village_card", "weapon", "mercenary"])
    return DestroyEffect(
        target,  # type: ignore[arg-type]
        count=random.choice([1, 2, 3, "all", "diseases"]),
        but=random.choice([0, 0, 1]),
        first=random.choice(
            ["", "strongest", "weakest", "heaviest", "lightest", "richest", "stronger_of_two"]
        ),
        strength_at_most=random.choice([None, None, 4, 6]),
        unless_equipped=random.random() < 0.1,
    )


CHUNK = 40
SEEDS = seeds(80, 240)[::CHUNK]
MAKERS = {
    "dungeon": partial(dungeon_position, cards=6),
    "village": partial(village_position, cards=5),
    "dungeon with cards that draw": partial(dungeon_draws, cards=4),
    "village with cards that draw": partial(village_draws, cards=3),
}


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("first", SEEDS)
def test_the_best_end_of_a_turn_equals_the_search(kind: str, first: int) -> None:
    sweep(leaves, MAKERS[kind], range(first, first + CHUNK), 0.8)


def test_the_closer_look_at_an_ordinary_attack_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    quick: list[tuple[Thunderstone, State, int, tuple[str, ...]]] = []
    for seed in range(33_000, 33_300):
        random = Random(seed)
        deal = random.choice((dungeon_position, dungeon_draws, last_turn))
        game, state = deal(random, cards=5, odd=0.3)
        if random.random() < 0.4:
            there = [slot.card for slot in state.standing if slot.card in game.book.monsters]
            changed = strange(random, game.book.card(random.choice(there))) if there else {}
            game = Thunderstone(Book({**game.book.cards, **changed}, game.book.readings))
        goal = random_goal(random, "dungeon")
        ranks = [rank for rank in state.places if is_monster(game.book, state, rank)]
        quick += [(game, state, rank, goal) for rank in ranks if not needs_search(game, state, rank, goal)]
    looked = [attack for attack in quick if dungeon._is_ordinary(*attack[:3], engaged(*attack[1:3]))]
    monkeypatch.setattr(dungeon, "_is_ordinary", lambda *_: False)

    assert not any(needs_search(*attack) for attack in quick)
    assert len(looked) >= 100


def test_hands_that_are_partly_prepared() -> None:
    compared = 0
    for seed in range(32_000, 32_080):
        random = Random(seed)
        game, state = dungeon_position(random, cards=6)
        for _ in range(random.randint(1, 3)):
            actions = (
                [] if state.todo else [a for a in game.legal_actions(state) if isinstance(a, (Use, Equip))]
            )
            quiet = [action for action in actions if not reveals(game, state, action)]
            state = game.apply(state, random.choice(quiet)) if quiet else state
        if not state.todo:
            compared += leaf_agrees(game, state, random_goal(random, "dungeon"))

    assert compared >= 70


def test_one_evaluator_serves_many_hands() -> None:
    """What it remembers of one hand must not leak into another."""
    random = Random(5)
    game, _ = dungeon_position(random, cards=3, odd=0.0)
    goal = random_goal(random, "dungeon")
    shared = Evaluator(game, goal)
    for _ in range(60):
        _, state = dungeon_position(random, cards=3, odd=0.0)
        assert shared.best(state) == Evaluator(game, goal).best(state)


def test_a_target_among_others() -> None:
    compared = attacked = 0
    for seed in range(31_000, 31_060):
        random = Random(seed)
        game, state = dungeon_position(random, cards=4)
        rank = random.choice((1, 2, 3))
        target = Target(state.at(rank).card, random.choice((0, rank)))
        compared += leaf_agrees(game, state, random_goal(random, "dungeon"), target)
        attacked += Evaluator(game, ("total",)).best(state, target) is not None

    assert compared >= 45
    assert attacked >= 45


def test_a_rest() -> None:
    for seed in range(40):
        random = Random(seed)
        game, state = dungeon_position(random, cards=6)
        resting = game.apply(replace(state, turn="", step="choose"), Visit("rest"))
        assert leaf_agrees(game, resting, random_goal(random, "rest"))


@pytest.mark.parametrize("deal", [partial(dungeon_position, cards=6), partial(dungeon_draws, cards=5)])
def test_attacks_that_are_valued_together_lead_to_the_same_line(
    deal: Callable[[Random], Dealt], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planner values many attacks together, and states few of them one by one: both ways are tried."""
    attacked = 0
    for seed in seeds(20, 60):
        random = Random(seed)
        game, state = deal(random)
        goal = random_goal(random, "dungeon")
        monkeypatch.setattr(planning, "MANY", 10**6)
        alone = planning.plan(game, state, goal, backend="exact")
        monkeypatch.setattr(planning, "MANY", -1)
        together = planning.plan(game, state, goal, backend="exact")

        assert (together.status, together.best) == (alone.status, alone.best)
        attacked += together.best is not None and bool(together.best.rank)

    assert attacked >= 10
