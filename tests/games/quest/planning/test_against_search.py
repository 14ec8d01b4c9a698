"""Best turns, and ways through a Dungeon full of alerts, compared with the plain search over the engine,
on random positions under random readings; many more of them by `pytest --large`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.quest.planning.dealing import (
    agrees,
    agrees_about,
    alerting,
    dungeon,
    goal,
    prepared,
    sacrificing,
    village,
    warded,
    weakening,
)
from tests.sweeping import seeds
from tsolve.cardkit.piles import EMPTY, UNKNOWN
from tsolve.engine import Arrival, explore
from tsolve.games.quest.actions import Action, Enter, Pass, Visit
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.arrivals import is_at_strike, reached, up_to_the_strike, walked
from tsolve.games.quest.planning.goals import Goal, Kind, turn_over
from tsolve.games.quest.planning.reach import within_light
from tsolve.games.quest.state import ANYBODY, PLACES, WILDERNESS, State, target_at
from tsolve.model.plays import Draws

CHUNK = 10
"""Seeds of one test; of a few the search may give up."""
DRAWS: tuple[Draws, ...] = ("expected", "expected", "worst", "best", "known")


def chunks(few: int, many: int, first: int) -> list[int]:
    """The first seeds of so many chunks."""
    return [first + CHUNK * each for each in seeds(few, many)]


def sweep(deal: Callable[[Random], tuple[Quest, State]], kind: Kind, first: int) -> None:
    """Compare at each seed."""
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = deal(random)
        compared += agrees(game, state, goal(random, kind), kind, random.choice(DRAWS))
    assert compared >= 0.3 * CHUNK


@pytest.mark.parametrize("first", chunks(8, 150, 0))
def test_dungeon_turns(first: int) -> None:
    sweep(lambda random: dungeon(random, 3), "dungeon", first)


@pytest.mark.parametrize("first", chunks(2, 20, 10_000))
def test_dungeon_turns_with_draws(first: int) -> None:
    sweep(lambda random: dungeon(random, 4, chance=0.3), "dungeon", first)


@pytest.mark.parametrize("first", chunks(2, 50, 15_000))
def test_weapons_that_a_room_takes_away(first: int) -> None:
    sweep(weakening, "dungeon", first)


@pytest.mark.parametrize("first", chunks(2, 50, 17_040))
def test_turns_in_which_weapons_are_given_already(first: int) -> None:
    sweep(prepared, "dungeon", first)


@pytest.mark.parametrize("first", chunks(3, 50, 20_000))
def test_village_turns(first: int) -> None:
    sweep(lambda random: village(random, 3, chance=0.1), "village", first)


@pytest.mark.parametrize("first", chunks(2, 10, 30_000))
def test_turns_of_any_kind(first: int) -> None:
    sweep(lambda random: village(random, 2), "any", first)


WITH_A_TARGET: tuple[Goal, ...] = (
    ("win",),
    ("win", "shortfall"),
    ("total",),
    ("win", "xp", "wounds", "lost"),
)


@pytest.mark.parametrize("first", chunks(3, 50, 40_000))
def test_turns_against_one_monster(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = dungeon(random, 3, chance=0.1)
        state = game.apply(state, Enter()) if random.random() < 0.6 else state
        met = [place for place, room in enumerate(state.rooms) if room.monster or room.face_down]
        target = target_at(state, random.choice(met))
        about = random.choice((*WITH_A_TARGET, goal(random, "dungeon")))
        compared += agrees_about(game, state, about, random.choice(DRAWS), target)
    assert compared >= 0.3 * CHUNK


@pytest.mark.parametrize("first", chunks(3, 100, 43_000))
def test_turns_with_a_sacrifice(first: int) -> None:
    """Against one Monster, or by what the turn brings."""
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = sacrificing(random)
        met = [place for place, room in enumerate(state.rooms) if room.monster]
        target = random.choice((ANYBODY, target_at(state, random.choice(met))))
        about = random.choice((*WITH_A_TARGET, goal(random, "dungeon"), goal(random, "dungeon")))
        compared += agrees_about(game, state, about, random.choice(DRAWS), target)
    assert compared >= 0.3 * CHUNK


@pytest.mark.parametrize("first", chunks(4, 150, 47_000))
def test_cards_of_ones_own(first: int) -> None:
    """Monsters that do not feel some cards, and cards that cannot leave."""
    sweep(warded, "dungeon", first)


@pytest.mark.parametrize("first", chunks(3, 80, 45_000))
def test_battles_after_a_visit(first: int) -> None:
    """With cards in the hand by which a Dungeon phase may follow, and without."""
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = village(random, 2, chance=0.1)
        opening = [random.choice(("lantern", "scathian_2", "scathian_3", "adventurer", "thunderstone_shard"))]
        me = replace(state.me, hand=(*(state.me.hand or ()), *opening), deck=random.choice((EMPTY, UNKNOWN)))
        state = replace(state, players=(me, *state.players[1:]))
        visits = [each for each in game.legal_actions(state) if isinstance(each, Visit)]
        state = game.apply(state, random.choice(visits))
        target, about = target_at(state, WILDERNESS), random.choice(WITH_A_TARGET[:3])
        compared += agrees_about(game, state, about, random.choice(DRAWS), target, "any")
    assert compared >= 0.3 * CHUNK


@pytest.mark.parametrize("seed", [20_265, 20_488])
def test_villages_that_long_sweeps_found(seed: int) -> None:
    """Gold that a Location takes at the end, and an ability after the choice that another one gives."""
    random = Random(seed)
    game, state = village(random, 3, chance=0.1)
    assert agrees(game, state, goal(random, "village"), "village", random.choice(DRAWS))


def test_a_circle_of_equally_good_moves() -> None:
    random = Random(1_046)
    game, state = dungeon(random, 3)
    assert agrees(game, state, goal(random, "dungeon"), "dungeon", random.choice(DRAWS))


@pytest.mark.parametrize("seed", seeds(40, 2_000))
def test_no_way_leads_to_a_room_beyond_the_light(seed: int) -> None:
    """Every way through a turn, with all that chance may bring, as far as the first thousands go."""
    game, state = dungeon(Random(60_000 + seed), 2, chance=0.3)
    state = game.apply(state, Enter())
    within = within_light(game.book, state)

    def onward(here: State) -> list[Action]:
        return [each for each, _ in game.chance(here)] or game.legal_actions(here)

    ways = islice(explore(game, Arrival(state), onward), 4_000)
    assert {way.state.me.room for way in ways if way.state.phase == "moving"} <= within


GOALS: tuple[Goal, ...] = (
    ("wounds", "lost"),
    ("lost", "wounds"),
    ("win", "wounds", "lost"),
    ("win", "shortfall", "tokens"),
    ("xp", "lost", "wounds"),
)


@pytest.mark.parametrize("seed", seeds(36, 1_000))
def test_battles_that_can_be_come_to(seed: int) -> None:
    game, state = alerting(Random(seed))
    strikes = up_to_the_strike(game)
    state = strikes.apply(state, Enter())
    while state.todo:  # a text that asks at once
        state = strikes.apply(state, strikes.legal_actions(state)[0])

    def come_to(at: State) -> object:
        return strikes.key(replace(at, path=(), spent_light=0))

    walk = walked(strikes, state)
    battles = [reached(strikes, walk, False, room).arrivals for room in PLACES]
    found = {come_to(arrival.state) for arrivals in (walk.ends, *battles) for arrival in arrivals}
    moving = Arrival(strikes.apply(state, Pass()))
    everything = {
        come_to(each.state)
        for each in explore(strikes, moving, strikes.legal_actions)
        if is_at_strike(each.state) or turn_over(each.state)
    }
    assert found == everything


@pytest.mark.parametrize("first", chunks(2, 100, 50_000))
def test_best_turns(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = alerting(random)
        compared += agrees(game, state, random.choice(GOALS), "dungeon", "expected")
    assert compared >= 0.3 * CHUNK
