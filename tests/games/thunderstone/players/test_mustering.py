"""Weapons are shared out as well as the engine can do it."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.builders import book, position
from tests.games.thunderstone.planning.random_positions import dungeon_position
from tests.sweeping import seeds
from tsolve.engine import Arrival, explore
from tsolve.games.thunderstone.actions import Equip, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.players import mustering
from tsolve.games.thunderstone.players.mustering import muster
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.attack_value import reckon


def preparing(hand: str, hall: str) -> tuple[Thunderstone, State]:
    """A hand before the attack, the Hall from Rank 1 on."""
    game = Thunderstone(book())
    return game, game.apply(position(hand.split(", "), hall.split(", ")), Visit("dungeon"))


def test_the_weapon_goes_to_whom_it_serves_best() -> None:
    # Rank 1, a Torch: no penalty. Dwarf Guardian 1, Militia 1. The Short Sword (Weight 4, Attack 4) is too
    # heavy for the Militia (2); the Guardian (5) brings 1 + 4, and 3 more for its edge. The Militia has the
    # Dagger: 1 + 1. Together 8 + 2 = 10 against Health 5.
    game, state = preparing("Militia, Dagger, Dwarf Guardian, Short Sword, Torch", "The Unchained")
    found = muster(game.book, state, 1)
    assert (found.short, found.value) == (0, 10)
    assert set(found.equips) == {Equip(3, 2), Equip(1, 0)}
    # Were it to lose 7 in the battle, 10 - 7 = 3 would be 2 short of 5.
    assert muster(game.book, state, 1, margin=7).short == 2


def test_of_cards_that_are_alike_the_first_are_taken() -> None:
    # Three Militia with two Daggers: 1 + 1, 1 + 1 and 1 are 5; Light Penalty 2 in Rank 1: 3. Health 5.
    game, state = preparing("3 x Militia, 2 x Dagger", "The Unchained")
    found = muster(game.book, state, 1)
    assert (found.short, found.value) == (2, 3)
    assert found.equips == (Equip(3, 0), Equip(4, 1))
    offered = game.legal_actions(state)
    assert found.equips[0] in offered


def test_the_totals_are_those_of_the_best_way_that_the_engine_knows() -> None:
    compared = 0
    for seed in seeds(150, 4_000):
        game, state = dungeon_position(Random(seed), 5)
        book, hand = game.book, {member.card for member in state.party}
        standing = {place: book.card(state.at(place).card) for place in state.places}
        plain = [place for place, card in standing.items() if not (card.battle or card.traits)]
        if not plain or hand & book.diseases:
            continue

        def equips(here: State, game: Thunderstone = game) -> list[Equip]:
            return [action for action in game.legal_actions(here) if isinstance(action, Equip)]

        ways = [here.state for here in explore(game, Arrival(state), equips)]
        for place in plain:
            found, now = muster(book, state, place), state
            assert found.value == max(reckon(book, way, place, in_full=False).value for way in ways), seed
            for equip in found.equips:
                assert equip in game.legal_actions(now)
                now = game.apply(now, equip)
            assert reckon(book, now, place, in_full=False).value == found.value, seed
            compared += 1
    assert compared > 50


def test_with_many_ways_each_weapon_goes_where_it_adds_most(monkeypatch: pytest.MonkeyPatch) -> None:
    # As above, without comparing all ways: first the Short Sword (7 more), then the Dagger (1 more).
    game, state = preparing("Militia, Dagger, Dwarf Guardian, Short Sword, Torch", "The Unchained")
    monkeypatch.setattr(mustering, "MOST_WAYS", 0)
    assert muster(game.book, state, 1).equips == (Equip(3, 2), Equip(1, 0))
