"""Random positions: a card that has no part in what is shown leads to the situations of a blank one."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import pytest

from tests.games.thunderstone.planning.drawing_positions import dungeon_draws
from tests.games.thunderstone.planning.random_positions import dungeon_position
from tsolve.games.thunderstone.explaining.sharing import Stood
from tsolve.games.thunderstone.explaining.world import World, state_change, with_cards, world_of
from tsolve.games.thunderstone.piles import contents, has_unknown
from tsolve.games.thunderstone.planning.situations import Explorer


def keys(world: World, explorer: Explorer | Stood) -> list[set[Hashable]]:
    """The situations of each level."""
    return [{world.game.key(one.state) for one in level.situations} for level in explorer.levels()]


@pytest.mark.parametrize("seed", range(60))
def test_the_situations_are_the_same(seed: int) -> None:
    random = Random(seed)
    game, state = (dungeon_draws if seed % 2 else dungeon_position)(random, 3)
    world = world_of(game, state)
    held = [member.card for member in state.party]
    # cards that the hand holds already are of special interest: equal cards are tried once
    for card in [*held, *random.sample(sorted(game.book.cards), 12)]:
        added = state_change(with_cards(card))(world)
        shared = added.rules.explore(added.state, lambda: False)
        plain = Explorer(game, added.state)

        assert keys(added, shared) == keys(added, plain), card
        assert set(shared.left_out) == set(plain.left_out)
        assert shared.robbed == plain.robbed


def test_most_cards_share() -> None:
    # its deck ends in cards that nobody knows; no Monster here takes cards of the hand, as Tyxr does
    game, state = dungeon_position(Random(1), 3, odd=0)
    assert has_unknown(state.me.deck)
    assert "tyxr_the_old" not in contents(state.dungeon)
    world = world_of(game, state)
    shared = 0
    for card in game.book.cards:
        added = state_change(with_cards(card))(world)
        shared += isinstance(added.rules.explore(added.state, lambda: False), Stood)
    assert shared > len(game.book.cards) / 2
