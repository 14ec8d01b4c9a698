"""Questions about taking the Thunderstone, against trying every line in the engine. (TS-17.1)"""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import book, position
from tests.games.thunderstone.explaining.asking import opened
from tests.games.thunderstone.explaining.test_random_steps import judge, reaches
from tests.games.thunderstone.planning.random_positions import dungeon_position
from tsolve.games.thunderstone.actions import Action, Pass, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import Slot, State
from tsolve.games.thunderstone.turn.battle import Spoils
from tsolve.games.thunderstone.why_not.battles import Claiming
from tsolve.games.thunderstone.why_not.queries import Claim, why_not
from tsolve.games.thunderstone.why_not.world import World, world_of

STONE = "stone_of_mystery"


def taken(_: World, state: State) -> bool:
    return state.stone_owner == state.active


def buys(state: State, action: Action) -> bool:
    """Spoils have no part in it: they are always passed over."""
    return bool(state.todo) and isinstance(state.todo[-1], Spoils) and not isinstance(action, Pass)


def near_the_stone(random: Random) -> World:
    """A random hand before a Hall in which the Thunderstone stands in Rank 2 or 3."""
    game, state = dungeon_position(random, 4)
    rank = random.choice((2, 2, 3))
    hall = list(state.hall)
    hall[rank - 1] = Slot(STONE)
    if rank == 3 and random.random() < 0.5:
        hall[1] = Slot()
    if hall[0].card == "sphinx":  # its Spoils look at cards that nobody knows here
        hall[0] = Slot("nixie", breached=True)
    return world_of(game, replace(state, hall=tuple(hall)))


@pytest.mark.parametrize("seed", range(60))
def test_random_positions(seed: int) -> None:
    judge(Claiming("take the Stone", STONE), near_the_stone(Random(seed)), reaches(taken, buys))


def test_both_answers_are_common() -> None:
    worlds = [near_the_stone(Random(seed)) for seed in range(80)]
    won = sum(Claiming("", STONE).seek(world).line is not None for world in worlds)

    assert 5 <= won <= 75


ANY_STONE = Claim()


def asked(hand: list[str], hall: list[str], query: Claim | str = ANY_STONE) -> tuple[str, str]:
    """The verdict and the first reason."""
    game = Thunderstone(book())
    state = game.apply(position(hand, hall, dungeon=["Griffon"], deck=[]), Visit("dungeon"))
    answer = why_not(opened(game, state), query)
    return answer.verdict, answer.reasons[0].text if answer.reasons else ""


def test_the_monster_before_it_must_fall() -> None:
    """Five Militia and a Torch reach 5 against the Nixie (5) in Rank 1; four reach 4."""
    hall = ["Nixie", "Stone of Mystery", "Kingdom"]

    assert asked(["5 x Militia", "Torch"], hall) == ("possible", "")
    assert asked(["4 x Militia", "Torch"], hall) == (
        "impossible",
        "Nixie has Health 5; the best Attack Value is 4",
    )


def test_a_monster_in_between() -> None:
    """A Nixie in Rank 1 falls, but the Kingdom comes to Rank 1, not the Stone."""
    verdict, reason = asked(["5 x Militia", "Torch"], ["Nixie", "Kingdom", "Stone of Mystery"])

    assert verdict == "impossible"
    assert reason.startswith("Stone of Mystery stands in Rank 3")


def test_a_monster_in_between_may_be_sent_down() -> None:
    """Banish sends the Kingdom to the bottom of the Dungeon Deck for a Torch; the Stone slides to Rank 2.
    Five Militia and the other Torch then reach 5 against the Nixie.
    """
    hand = ["5 x Militia", "2 x Torch", "Banish"]

    assert asked(hand, ["Nixie", "Kingdom", "Stone of Mystery"])[0] == "possible"


@pytest.mark.parametrize(
    "text", ["take Stone of Mystery", "claim the Thunderstone", "win the Stone of Mystery"]
)
def test_words(text: str) -> None:
    assert asked(["5 x Militia", "Torch"], ["Nixie", "Stone of Mystery", "none"][:2], text)[0] == "possible"
