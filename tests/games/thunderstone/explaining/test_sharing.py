"""Random positions: a card that has no part in what is shown leads to the situations of a blank one."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import pytest

from tests.games.thunderstone.builders import book, ids, position
from tests.games.thunderstone.planning.drawing_positions import dungeon_draws
from tests.games.thunderstone.planning.random_positions import dungeon_position
from tsolve.cardkit.piles import has_unknown
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.situations import Explorer
from tsolve.games.thunderstone.why_not.world import Stood, World, state_change, with_cards, world_of


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
        shared = added.rules.explore(added.state)
        plain = Explorer(game, added.state)

        assert keys(added, shared) == keys(added, plain), card
        assert set(shared.left_out) == set(plain.left_out)
        assert shared.robbed == plain.robbed


SHOWING = (
    *("Regian Cleric", "Regian Priest", "Regian Bishop", "Chalice Quester", "Chalice Defender"),
    *("Chalice Paladin", "Arcane Energies", "Magical Aura"),  # draw
    *("Banish", "Elf Archmage"),  # change the Hall
    *("Outlands Slayer", "Outlands Khan"),  # count what may leave the hand
    *("Thyrian Lord", "Selurin Theurge"),  # make the other players show or lend cards
    "Disease",  # what such cards destroy
)


def shared_in(hall: list[str], dungeon: list[str]) -> set[str]:
    """The cards of which the situations are those of a blank one, beside a deck that nobody knows."""
    game = Thunderstone(book())
    state = game.apply(position(["Elf Archmage", "Militia"], hall, dungeon=dungeon), Visit("dungeon"))
    assert has_unknown(state.me.deck)
    world = world_of(game, state)

    def shares(card: str) -> bool:
        added = state_change(with_cards(card))(world)
        return isinstance(added.rules.explore(added.state), Stood)

    return set(filter(shares, game.book.cards))


def test_all_cards_share_but_those_that_show_something() -> None:
    assert set(book().cards) - shared_in(["Nixie"] * 3, ["Griffon"]) == set(ids(SHOWING))


@pytest.mark.parametrize(
    ("hall", "dungeon"), [(["Nixie", "Nixie", "Tyxr the Old"], []), (["Nixie"] * 3, ["Tyxr the Old"])]
)
def test_none_shares_where_a_monster_may_take_cards_of_the_hand(hall: list[str], dungeon: list[str]) -> None:
    """Tyxr's Breach: each player discards two cards, and any card may be one of them."""
    assert shared_in(hall, dungeon) == set()
