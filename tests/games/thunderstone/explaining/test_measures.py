"""The most Attack Value, Magic Attack and Light that a battle can come to, against every line in the engine.

In half of the positions the own hand may be robbed in mid-turn, so that the order of preparations matters.
The oracle plays every action and reads what the battle came to off the engine's own ledger.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from random import Random

import pytest

from tests.games.thunderstone.planning.random_positions import from_the_box, random_game
from tsolve.budget import SpentError
from tsolve.cardkit import piles
from tsolve.engine import CHANCE
from tsolve.engine import replay as replayed
from tsolve.games.thunderstone.actions import Action, Attack, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.situations import Situation
from tsolve.games.thunderstone.state import Member, Player, Slot, State
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.games.thunderstone.why_not import obstacles
from tsolve.games.thunderstone.why_not.question import Aim, Expedition
from tsolve.games.thunderstone.why_not.world import World, world_of

LIMIT = 6_000
"""Positions of one oracle."""
ROBBING = ("selurin_theurge", "banish", "banish", "elf_archmage", "arcane_energies")
FIGHTING = (
    *("militia", "elf_wizard", "dwarf_guardian", "thyrian_squire", "regian_priest"),
    *("torch", "lightstone_gem", "short_sword", "polearm", "feast", "battle_fury", "disease", "iron_rations"),
)
STANDING = (
    "judgement",
    "revenant",
    "nixie",
    "griffon",
    "kingdom",
    "sphinx",
    "uyril_unending",
    "noxious_slag",
)
ROBBER = "tyxr_the_old"


@from_the_box
def dealt(random: Random, robbed: bool) -> tuple[Thunderstone, State]:
    """A hand of up to four cards, an empty deck, and a known Dungeon Deck."""
    game = random_game(random, 0.05)
    hand = random.choices(FIGHTING, k=random.randint(1, 3 if robbed else 4))
    below = random.choices(STANDING, k=2)
    if robbed:
        hand += random.choices(ROBBING, k=random.randint(1, 2))
        below[random.randint(0, 1)] = ROBBER
    hall = tuple(Slot(card) for card in random.sample(STANDING, 3))
    me = Player(discard=tuple(random.choices(FIGHTING, k=1)))
    state = State(
        players=(me, Player(hand=("militia", "torch"))),
        hall=hall,
        dungeon=piles.known(tuple(below)),
        party=tuple(map(Member, hand)),
    )
    return game, game.apply(state, Visit("dungeon"))


class TooLongError(Exception):
    """There are more positions than the oracle tries."""


def battles(game: Thunderstone, start: State, target: Target) -> Iterator[tuple[State, tuple[Action, ...]]]:
    """Every battle with the target: the position before the attack, and the line to the outcome."""
    seen: set[Hashable] = set()
    waiting: list[tuple[State, State | None, tuple[Action, ...]]] = [(start, None, ())]
    while waiting:
        state, before, line = waiting.pop()
        if before is not None and state.tally.outcome:
            yield before, line
            continue
        key = game.key(state), before is not None
        if state.over or key in seen:
            continue
        seen.add(key)
        if len(seen) > LIMIT or game.mover(state) == CHANCE:
            raise TooLongError
        for action in game.legal_actions(state):
            if isinstance(action, Attack):
                if target.fits(state, action.rank):
                    waiting.append((game.apply(state, action), state, (action,)))
            else:
                then = game.apply(state, action)
                waiting.append((then, before, line if before is None else (*line, action)))


def measured(game: Thunderstone, state: State, line: tuple[Action, ...], aim: Aim) -> int:
    """What the battle of a line came to, by the ledger."""
    if aim == "value":
        for action in line:
            state = game.apply(state, action)
        return state.tally.value
    entries = [entry for step in replayed(game, state, line) for entry in step.entries]
    return next((entry.after for entry in reversed(entries) if entry.quantity == aim), 0)


def compare(world: World, target: Target) -> bool:
    """Compare the most of every aim; False where the position is too large, or not all of it is known."""
    start = Situation(world.state, ())
    expedition = Expedition(world.rules, start, target)
    try:
        attacked = expedition.most("attack")
        if expedition.left_out:
            return False
        all_ = list(battles(world.game, world.state, target))
    except (TooLongError, SpentError):
        return False
    assert (attacked is not None) == bool(all_)
    aims: tuple[Aim, ...] = ("value", "magic", "light")
    for aim in aims:
        found = Expedition(world.rules, start, target).most(aim)
        most = max((measured(world.game, before, line, aim) for before, line in all_), default=None)
        assert (None if found is None else found.value[0]) == most, aim
    return True


def position(seed: int, robbed: bool) -> tuple[Random, World, Target]:
    random = Random(seed)
    game, state = dealt(random, robbed)
    return random, world_of(game, state), Target(random.choice(state.hall).card)


@pytest.mark.parametrize("robbed", [False, True])
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_the_most_equals_the_search(robbed: bool, first: int) -> None:
    dealt = [position(seed, robbed) for seed in range(first, first + 20)]
    assert sum(compare(world, target) for _, world, target in dealt) >= 8


@pytest.mark.parametrize("robbed", [False, True])
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_the_most_of_a_changed_world_equals_the_search(robbed: bool, first: int) -> None:
    """An obstacle is switched off, while the situations may be those of the world as it is."""
    compared = 0
    for seed in range(first, first + 20):
        random, world, target = position(1_000 + seed, robbed)
        monster = world.cards[target.monster]
        changes = [
            *obstacles.traits_of(monster, str),
            *obstacles.weights(world, obstacles.owned(world)),
            *obstacles.darkness(str),
            *obstacles.disease(world),
        ]
        compared += compare(random.choice(changes).change(world), target)
    assert compared >= 8


def test_own_hands_are_robbed_in_many_of_the_positions() -> None:
    """So that the comparisons above are about the order of preparations too."""
    robbed = 0
    for seed in range(30):
        _, world, _ = position(seed, robbed=True)
        explorer = world.rules.explore(world.state)
        robbed += any(explorer.robbed for _ in explorer.levels())
    assert robbed >= 5
