"""The Village cards of Dragonspire in the engine: what each does, whom it asks, and what it must not do.

Expected values are worked out from the card texts; the sums stand beside the hands.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.games.thunderstone.builders import card_id, ruleset
from tests.games.thunderstone.mixed_tables import enter, visit, with_guard
from tests.games.thunderstone.planning.asked_positions import in_dungeon, in_village_by_chance
from tests.games.thunderstone.planning.dragonspire_parts import VILLAGE, village
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.thunderstone.actions import Take
from tsolve.games.thunderstone.effects.monsters import ImmuneSpells
from tsolve.games.thunderstone.game import all_victory_points
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.writing.reading import read

TORCHES = ["Torch"] * 6


# Burnt Offering


def test_each_burnt_offering_is_one_card_more() -> None:
    """6 + 1 + 1 cards; the second one burns a Torch, the first one may not burn itself."""
    table = visit(["2 x Burnt Offering", "Disease", "Torch"], deck=["9 x Militia"], village={"Dagger": 1})
    assert "use Burnt Offering #1 destroying Burnt Offering #1" not in table.legal
    table.do("use Burnt Offering #1 destroying Disease", "use Burnt Offering #2 destroying Torch")
    table.do("go on to the purchases", "go on to levelling up", "end the turn")
    while table.game.mover(table.state) == CHANCE:
        table.chance()
    assert Counter(table.state.players[0].hand or ()) == {"militia": 8}
    assert table.removed == ["Torch"]


# Quartermaster


@pytest.mark.parametrize(
    ("reading", "deck", "stay"),
    [
        ("matching", ["Torch", "Dagger", "Militia"], ["Dagger", "Militia"]),
        ("all", ["Torch", "Dagger", "Militia"], []),
        ("matching", ["Dagger", "Lantern", "Militia"], ["Dagger", "Lantern", "Militia"]),
        ("all", ["Dagger", "Lantern", "Militia"], ["Dagger", "Lantern", "Militia"]),
        ("matching", ["Quartermaster", "Torch", "Militia"], ["Militia"]),
        ("matching", ["Torch"], []),
    ],
)
def test_quartermaster_match(reading: str, deck: list[str], stay: list[str]) -> None:
    """quartermaster_match: of a hand of Quartermaster and Torch."""
    table = enter(["Quartermaster", "Torch"], deck=deck, quartermaster_match=reading).do("use Quartermaster")
    assert table.hand == ["Quartermaster", "Torch", *stay]
    assert Counter(table.discard()) == Counter(deck) - Counter(stay)


@pytest.mark.parametrize(("keeps", "left"), [(True, ["Quartermaster", "Dagger"]), (False, ["Quartermaster"])])
def test_of_equal_new_cards_one_may_stay(keeps: bool, left: list[str]) -> None:
    table = enter(["Quartermaster"], deck=["3 x Dagger"]).do("use Quartermaster")
    table.do("choose nothing more" if keeps else "player 1 discards Dagger")
    assert table.hand == left


def test_heroes_are_exchanged_one_for_one() -> None:
    table = visit(["Quartermaster", "2 x Militia", "Torch"], deck=TORCHES, village={})
    table.do("use Quartermaster")
    assert table.legal == ["player 1 discards Militia", "choose nothing more"]
    table.do("player 1 discards Militia", "choose nothing more")
    assert table.hand == ["Quartermaster", "Militia", "Torch", "Torch"]


# Silverstorm, Soul Gem


def test_a_silverstorm_counts_what_is_revealed_in_the_battle() -> None:
    """Torch 2, Dagger 1 and Rations 2 are 5 gold: 2. After the meal 3 gold are left: 1."""
    hand = ["Silverstorm", "Torch", "Dagger", "Iron Rations", "Thyrian Squire"]
    eats = "use Thyrian Squire destroying Iron Rations"
    for line, magic in ([], 2), ([eats], 1):
        assert enter(hand).do(*line).reckon(1).magic == magic


def test_a_monster_immune_to_spells_ignores_the_silverstorm() -> None:
    table = enter(["Silverstorm", "2 x Torch"], ["Titan"])
    assert table.reckon(1).magic == 2
    table.game = with_guard("titan", ImmuneSpells())
    assert table.reckon(1).magic == 0


@pytest.mark.parametrize(
    ("heroes", "light"),
    [
        ([], 0),
        (["Militia"], 0),
        (["Veteran Warrior"], 1),
        (["Militia", "Terakian Peer"], 2),
        (["Veteran Reaver"], 3),
    ],
)
def test_the_light_of_a_soul_gem(heroes: list[str], light: int) -> None:
    assert enter(["Soul Gem", *heroes]).do("use Soul Gem").reckon(1).light == light


def test_a_soul_gem_speaks_of_heroes_in_the_hand_now() -> None:
    """The Trader draws the Peer: before that there is a Militia only, after it level 2."""
    for line, light in (["use Soul Gem", "use Trader"], 0), (["use Trader", "use Soul Gem"], 2):
        table = enter(["Soul Gem", "Trader", "Militia"], deck=["Terakian Peer"]).do(*line)
        assert table.reckon(1).light == light


@pytest.mark.parametrize(("reading", "points"), [("none", 0), ("1", 1)])
def test_soul_gem_vp(reading: str, points: int) -> None:
    """soul_gem_vp"""
    table = visit(["Soul Gem"], village={}, deck=[], soul_gem_vp=reading)
    assert all_victory_points(table.game.book, table.state)[0] == points


# Spoiled Food


def test_every_hero_eats_and_one_dies() -> None:
    """Warrior 3 + 1, Militia 1 + 1: 6; Strength 6 + 3 and 2 + 3."""
    table = enter(["Spoiled Food", "Veteran Warrior", "Militia", "Torch"], ["Half-Ogre"]).do(
        "use Spoiled Food"
    )
    assert table.reckon(1).attack == 6
    table.do("attack Half-Ogre")
    assert table.legal == ["destroy Veteran Warrior", "destroy Militia"]
    table.do("destroy Militia")
    assert (table.outcome, table.removed) == ("won", ["Militia"])


def test_nobody_dies_without_a_battle_or_without_an_attacker() -> None:
    table = enter(["Spoiled Food", "Frost Bolt", "Torch"], ["Plague Zombie"]).do("use Spoiled Food")
    table.do("attack Plague Zombie")
    assert (table.outcome, table.removed) == ("won", [])


def test_the_planner_weighs_what_the_food_costs() -> None:
    """Alone 3 + 1 < 6 of the Half-Ogre; with the Food 6, one Hero lost. The Harpy (4) needs no Food."""
    hand = ["Spoiled Food", "Veteran Warrior", "Militia", "Torch"]
    for monster, worth in ("Half-Ogre", (1, -1)), ("Harpy", (1, 0)):
        table = enter(hand, [monster])
        planned = plan(table.game, table.state, ("win", "lost"))
        assert planned.best is not None
        assert planned.best.value == worth


# Trader


@pytest.mark.parametrize(
    ("given", "takes"),
    [
        ("Disease", ["Iron Rations"]),
        ("Dagger", ["Iron Rations", "Lantern", "Soul Gem"]),
        ("Harpy", ["Iron Rations"]),
        ("Lantern", ["Iron Rations", "Lantern", "Soul Gem", "Short Sword"]),
    ],
)
def test_what_a_trader_takes(given: str, takes: list[str]) -> None:
    """Costs: Rations 2, Lantern 4, Soul Gem 5, Short Sword 6; the Footman (5) is a Hero. Dagger 3 + 2 = 5."""
    goods = {
        "Iron Rations": 1,
        "Lantern": 1,
        "Soul Gem": 1,
        "Short Sword": 1,
        "Phalanx Footman": 1,
        "Torch": 0,
    }
    table = visit(["Trader", given], village=goods).do(f"use Trader destroying {given}")
    assert table.legal == [f"take {card}" for card in takes]
    refusal = table.game.why_not(table.state, Take(card_id("Phalanx Footman")))
    assert refusal is not None
    assert "is a Hero" in refusal.reason


def test_what_is_taken_is_gained_but_not_bought() -> None:
    table = visit(["Trader", "Dagger", "Torch"], village={"Soul Gem": 1})
    table.do("use Trader destroying Dagger", "take Soul Gem", "go on to the purchases")
    assert table.state.gold == 2  # the Dagger pays nothing
    assert table.state.purchases == 1
    assert (table.state.tally.gained, table.state.tally.taken) == (("soul_gem",), ("soul_gem",))
    assert table.discard() == ["Soul Gem"]


def test_the_worth_of_a_trade() -> None:
    """Soul Gem 5 for Dagger 3, and of 2 gold an Iron Rations (2): 5 - 3 + 2 = 4; lost 1."""
    table = visit(["Trader", "Dagger", "Torch"], village={"Soul Gem": 1, "Iron Rations": 1})
    planned = plan(table.game, table.state, ("worth", "lost"))
    assert planned.best is not None
    assert planned.best.value == (4, -1)


@pytest.mark.parametrize(
    ("deck", "drawn"),
    [
        (["Harpy", "Torch", "Dagger"], ["Harpy", "Torch"]),
        (["Torch", "Dagger"], ["Torch"]),
        (["Harpy", "Harpy", "Dagger"], ["Harpy", "Harpy"]),
    ],
)
def test_a_trader_draws_again_after_a_monster(deck: list[str], drawn: list[str]) -> None:
    assert enter(["Trader"], deck=deck).do("use Trader").hand == ["Trader", *drawn]


# Frost Bolt, Guide


def test_cards_that_only_give() -> None:
    table = enter(["Frost Bolt", "Guide"])
    assert (table.reckon(1).magic, table.reckon(1).light) == (3, 2)
    assert visit(["Guide"], village={}).do("use Guide").state.purchases == 2


# the words


@pytest.mark.parametrize("seed", range(40))
def test_every_legal_action_is_read_back(seed: int) -> None:
    """Random turns with these cards: what the notation says means the same action."""
    random = Random(seed)
    game, state = (in_dungeon if seed % 2 else in_village_by_chance)(village, random, 4, odd=0)
    for _ in range(30):
        if state.over or state.step in ("ending", "choose") or game.mover(state) == UNKNOWN:
            break
        if game.mover(state) == CHANCE:
            state = game.apply(state, random.choice(game.chance(state))[0])
            continue
        actions = game.legal_actions(state)
        for action in actions[:40]:
            text = game.notation(state, action)
            again = read(game, ruleset(), state, text).action
            assert game.key(game.apply(state, again)) == game.key(game.apply(state, action)), text
        state = game.apply(state, random.choice(actions))


def test_these_are_the_cards() -> None:
    """Eighteen Village cards of the box, six of them Weapons."""
    found = {
        card.id for card in ruleset().cards.values() if card.set == "dragonspire" and card.kind == "village"
    }
    assert {card for card in found if "weapon" not in ruleset().cards[card].subtypes} == set(VILLAGE)
    assert all(ruleset().cards[card].count == 8 for card in VILLAGE)
