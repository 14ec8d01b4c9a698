"""Policies on a Dungeon Deck with layers, and beside a hand that nobody knows, against the expectimax."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.builders import card_id, ids, mixed_book
from tests.games.thunderstone.planning.policy_agreement import ATTITUDES, policy_agrees
from tests.games.thunderstone.planning.random_positions import random_goal
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Layer, Pile
from tsolve.games.thunderstone.actions import Reveal, TurnUp, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.policy import Searched
from tsolve.games.thunderstone.state import Member, Player, Slot, State

CHUNK = 30
HEROES = ("Thyrian Squire", "Elf Sorcerer", "Lorigg Rogue", "Outlands Khan")
MOVERS = ("Banish", "Elf Archmage", "Polymorph", "Thunder Ring")
MONSTERS = ("Griffon", "Nixie", "Famine", "Blink Dog", "Tyxr the Old", "Kingdom", "Uyril Unending")


def layered_deck(random: Random) -> Pile:
    """A few Monsters, of which the Stone lies among the last ones."""
    monsters = [card_id(random.choice(MONSTERS)) for _ in range(random.randint(1, 3))]
    above = random.randint(0, len(monsters))
    stone = card_id("Stone of Mystery")
    return piles.layered((*monsters, stone), Layer(above), Layer(len(monsters) + 1 - above, (stone,)))


@pytest.mark.parametrize("first", range(0, 90, CHUNK))
def test_policies_on_layers_equal_the_expectimax(first: int) -> None:
    compared = []
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        state = State(
            players=(
                Player(deck=piles.shuffled(ids(random.choices(("Militia", "Torch", "Dagger"), k=2)))),
                Player(deck=piles.layered(ids(["Militia", "Torch", "Dagger"]), Layer(2)), hand=None),
            ),
            hall=tuple(Slot(card) for card in ids(random.choices(MONSTERS, k=3))),
            dungeon=layered_deck(random),
            stock=None,
            party=tuple(map(Member, ids([random.choice(HEROES), random.choice(MOVERS), "Disease", "Torch"]))),
        )
        game = Thunderstone(mixed_book())
        goal = random_goal(random, "dungeon")
        turn = game.apply(state, Visit("dungeon"))
        compared.append(policy_agrees(game, turn, goal, ATTITUDES[seed % len(ATTITUDES)]))

    assert sum(found is not None and reveals(found) for found in compared) > CHUNK / 5


def reveals(found: Searched) -> bool:
    """Whether the policy branches on what comes from the Dungeon Deck, or from that of the other player."""
    nodes = [found.root] if found.root else []
    while nodes:
        branches = nodes.pop().branches
        if any(isinstance(branch.event, Reveal | TurnUp) for branch in branches):
            return True
        nodes += [branch.node for branch in branches]
    return False
