"""Village cards of Dragonspire that turn up, look at or put back cards of a deck.

Expected values are worked out from the card texts.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import Table, player
from tests.games.thunderstone.mixed_tables import enter, visit, with_guard
from tsolve.cardkit import piles
from tsolve.engine import UNKNOWN
from tsolve.games.thunderstone.actions import PutBack, Reveal, Swap, TurnUp, Use
from tsolve.games.thunderstone.effects.monsters import MustBeDefeated
from tsolve.games.thunderstone.planning.policy import search
from tsolve.games.thunderstone.planning.situations import Explorer


def dungeon_of(table: Table) -> list[str]:
    """The known part of the Dungeon Deck from the top."""
    return [table.game.book.name(card) for card in piles.contents(table.state.dungeon)]


# Chieftain's Drum


@pytest.mark.parametrize(
    ("top", "kinds", "reading"),
    [
        ("Militia", {"Hero"}, "items_only"),
        ("Militia", {"Hero", "Village"}, "militia_too"),
        ("Veteran Warrior", {"Hero"}, "items_only"),
        *((card, {"Village"}, "items_only") for card in ("Torch", "Dagger", "Iron Rations", "Frost Bolt")),
        ("Harpy", {"Monster"}, "items_only"),
        ("Disease", set(), "items_only"),
    ],
)
def test_what_is_named(top: str, kinds: set[str], reading: str) -> None:
    """A right name draws two cards; the card named is discarded in any case."""
    right = set()
    for name in ("Hero", "Village", "Monster"):
        table = visit(["Chieftain's Drum"], deck=[top, "Torch", "Dagger"], basics_are_village=reading)
        table.do(f"use Chieftain's Drum naming {name}")
        assert table.discard() == [top]
        if table.hand == ["Chieftain's Drum", "Torch", "Dagger"]:
            right.add(name)
        else:
            assert table.hand == ["Chieftain's Drum"]
    assert right == kinds


def test_something_has_to_be_named() -> None:
    table = visit(["Chieftain's Drum"], deck=["Torch"])
    refusal = table.game.why_not(table.state, Use(0, 0))
    assert refusal is not None
    assert "has to be named" in refusal.reason


def test_of_an_unknown_deck_somebody_says_what_is_turned_up() -> None:
    table = visit(["Chieftain's Drum"]).do("use Chieftain's Drum naming Hero")
    assert table.game.mover(table.state) == UNKNOWN
    assert table.game.why_not(table.state, TurnUp(1, "militia")) is not None, "another player's deck"
    assert table.game.why_not(table.state, Reveal("militia")) is not None
    table.act(TurnUp(0, "militia"))
    assert table.discard() == ["Militia"]
    assert table.game.mover(table.state) == UNKNOWN  # two cards are drawn, and nobody knows them


def test_a_drum_before_an_unknown_deck_is_left_out_and_said() -> None:
    table = enter(["Chieftain's Drum", "Veteran Warrior", "Torch"], ["Plague Zombie"])
    explorer = Explorer(table.game, table.state)
    assert [len(level.situations) for level in explorer.levels()] == [1]
    (said,) = explorer.left_out
    assert said.startswith("Chieftain's Drum brings an unknown card")


def test_the_best_name_under_chance() -> None:
    """Three Torches and a Militia: Village is right in 3 of 4 cases."""
    table = enter(["Chieftain's Drum", "Veteran Warrior"], ["Plague Zombie"])
    deck = piles.shuffled(("torch", "torch", "torch", "militia"))
    state = replace(table.state, players=(replace(table.state.players[0], deck=deck), table.state.players[1]))
    found = search(table.game, state, ("win",))
    assert found.proved
    assert found.low is not None
    assert [float(level) for level in found.low] == [0.75]


# Polymorph


def test_a_polymorph_looks_then_asks() -> None:
    table = enter(["Polymorph"], ["Minotaur", "Titan", "Basilisk"], dungeon=["Harpy", "Stalker"], deck=[])
    table.do("use Polymorph")
    assert table.legal == ["swap Minotaur", "swap Titan", "swap Basilisk", "choose nothing more"]
    table.do("swap Titan")
    assert table.hall == ["Minotaur", "Harpy", "Basilisk"]
    assert dungeon_of(table) == ["Titan", "Stalker"]


def test_a_polymorph_need_not_swap() -> None:
    table = enter(["Polymorph"], ["Minotaur", "Titan", "Basilisk"], dungeon=["Harpy"], deck=["Torch"])
    table.do("use Polymorph", "choose nothing more")
    assert (table.hall, dungeon_of(table)) == (["Minotaur", "Titan", "Basilisk"], ["Harpy"])
    assert table.hand == ["Polymorph", "Torch"]


@pytest.mark.parametrize("top", ["Stone of Terror", "Stone of Mystery"])
def test_what_is_no_monster_stays_on_top(top: str) -> None:
    table = enter(["Polymorph"], ["Minotaur"], dungeon=[top], deck=["Torch"]).do("use Polymorph")
    assert dungeon_of(table) == [top]
    assert table.hand == ["Polymorph", "Torch"]
    assert table.game.why_not(table.state, Swap(1)) is not None


def test_who_must_be_defeated_does_not_go() -> None:
    """TS-11.14: no effect moves it; the other Monster may go."""
    table = enter(["Polymorph"], ["Minotaur", "Titan"], dungeon=["Harpy"], deck=[])
    table.game = with_guard("minotaur", MustBeDefeated())
    table.do("use Polymorph")
    assert table.legal == ["swap Titan", "choose nothing more"]
    refusal = table.game.why_not(table.state, Swap(1))
    assert refusal is not None
    assert "TS-11.14" in refusal.rulings


@pytest.mark.parametrize(("reading", "discards"), [("breaches", True), ("quiet", False)])
def test_polymorph_breach(reading: str, discards: bool) -> None:
    """polymorph_breach: Tyxr in Rank 1 makes every player discard two cards, once; or not."""
    table = enter(
        ["Polymorph", "Militia", "Dagger"],
        ["Harpy", "Minotaur", "Titan"],
        dungeon=["Tyxr the Old"],
        deck=[],
        polymorph_breach=reading,
    ).do("use Polymorph", "swap Harpy")
    assert (table.legal[0] == "player 1 discards Dagger") is discards
    assert table.state.hall[0].breached


def test_in_another_rank_nothing_breaches() -> None:
    table = enter(["Polymorph", "Militia"], ["Harpy", "Titan"], dungeon=["Tyxr the Old"], deck=[])
    table.do("use Polymorph", "swap Titan")
    assert not table.state.hall[1].breached
    assert table.state.todo == ()


def test_a_polymorph_before_an_unknown_deck_is_left_out_and_said() -> None:
    table = enter(["Polymorph", "Veteran Warrior"], ["Plague Zombie"])
    explorer = Explorer(table.game, table.state)
    assert [len(level.situations) for level in explorer.levels()] == [1]
    assert explorer.left_out[0].startswith("Polymorph brings an unknown card")


# Scout


def test_a_scout_puts_cards_back_in_the_order_said() -> None:
    table = visit(["Scout", "Barkeep", "Torch"], deck=["Militia", "Dagger", "Lantern", "Disease"], village={})
    table.do("use Barkeep (1 more purchase)", "use Scout", "put back Lantern, Torch, Militia")
    assert table.deck() == ["Lantern", "Torch", "Militia", "Disease"]
    assert table.hand == ["Scout", "Barkeep", "Dagger"]


def test_no_card_played_for_an_effect_goes_back() -> None:
    table = visit(["Scout", "Barkeep", "Torch"], deck=["3 x Militia"], village={})
    table.do("use Barkeep (1 more purchase)", "use Scout")
    for card in ("scout", "barkeep"):
        refusal = table.game.why_not(table.state, PutBack((card, "militia", "militia")))
        assert refusal is not None
        assert "for an effect" in refusal.reason
    assert "put back Militia, Militia, Torch" in table.legal


def test_equal_cards_are_one_choice() -> None:
    """Two Torches, two Militia, three of them: 2 * 2 * 2 orders less those that ask for three alike: 6."""
    table = visit(["Scout", "2 x Torch"], deck=["2 x Militia"], village={}).do("use Scout")
    assert len(table.legal) == len(set(table.legal)) == 6


def test_where_nothing_more_is_drawn_one_order_is_as_good_as_any() -> None:
    """Of four different cards three go back: 24 orders, 4 worth trying; all, while a Town Guard waits."""
    for hand, tried in (["Scout", "Dagger"], 4), (["Scout", "Town Guard"], 24):
        table = visit(hand, deck=["Militia", "Torch", "Lantern"], village={}).do("use Scout")
        legal = table.game.legal_actions(table.state)
        worth = table.state.todo[-1].worth_trying(table.game.book, table.state, legal)
        assert (len(legal), len(worth)) == (24, tried)


def test_a_scout_arranges_the_dungeon_deck() -> None:
    table = enter(["Scout"], dungeon=["Harpy", "Titan", "Harpy", "Stalker"]).do("use Scout")
    assert len(table.legal) == 3  # places of the Titan
    table.do("put back Titan, Harpy, Harpy")
    assert dungeon_of(table) == ["Titan", "Harpy", "Harpy", "Stalker"]


# Thunder Ring


@pytest.mark.parametrize(("top", "magic"), [("Militia", 2), ("Veteran Warrior", 2), ("Torch", 0)])
def test_the_ring_strikes_a_deck(top: str, magic: int) -> None:
    table = enter(["Thunder Ring"], deck=["Dagger"], others=[player(deck=[top, "Lantern"])])
    table.do("use Thunder Ring on player 2")
    assert (table.reckon(1).magic, table.reckon(1).light) == (magic, 1)
    assert (table.discard(1), table.deck(1)) == ([top], ["Lantern"])
    assert table.hand == ["Thunder Ring", "Dagger"]


def test_the_player_says_whose_deck() -> None:
    others = [player(deck=["Torch"]), player(deck=["Militia"])]
    table = enter(["Thunder Ring"], deck=[], others=others)
    assert [text for text in table.legal if "Ring" in text] == [
        f"use Thunder Ring on player {n}" for n in (2, 3)
    ]
    assert table.do("use Thunder Ring on player 3").reckon(1).magic == 2
    assert table.game.why_not(enter(["Thunder Ring"], others=others).state, Use(0, 0, target=0)) is not None


def test_a_ring_without_opponents_only_draws() -> None:
    table = enter(["Thunder Ring"], deck=["Dagger"], others=[]).do("use Thunder Ring")
    assert table.hand == ["Thunder Ring", "Dagger"]


def test_an_unknown_deck_of_the_opponent_is_left_out_and_said() -> None:
    table = enter(["Thunder Ring", "Veteran Warrior"], deck=["Dagger"], others=[player(deck=None)])
    explorer = Explorer(table.game, table.state)
    assert [len(level.situations) for level in explorer.levels()] == [1]
    assert explorer.left_out[0].startswith("Thunder Ring brings an unknown card")
