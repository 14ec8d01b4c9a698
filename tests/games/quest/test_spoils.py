"""Spoils: what may be done after the Monster is defeated."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.table import dealt, game, play, why_not
from tsolve.cardkit.piles import known
from tsolve.games.quest.actions import Buy, LevelUp, Use, UseSpoils
from tsolve.games.quest.effects.abilities import RaiseHero
from tsolve.games.quest.state import Room
from tsolve.games.quest.turn.heroes import Raise

FOUR = ("adventurer",) * 4


def test_the_rat_makes_a_hero() -> None:
    """QE-13: 4 attack; one Adventurer becomes Stormhand for no XP, into the discard pile; the Rat stays."""
    rules = game()
    state = dealt(FOUR, ["stormhand_1", "hawkswood_1", "stormhand_2"])
    state, _ = play(
        rules, state, "enter the Dungeon", "pass", "battle Giant Rat", "use the Spoils of Giant Rat"
    )
    offered = {rules.notation(state, action) for action in rules.legal_actions(state)}
    line = "level up Adventurer #1 to "
    assert offered == {f"{line}Stormhand 1", f"{line}Hawkswood 1", "pass"}
    after, entries = play(rules, state, f"{line}Stormhand 1")
    assert (after.me.discard, after.me.xp, after.removed) == (("stormhand_1",), 0, ("adventurer",))
    assert after.rooms[0].monster == "giant_rat"
    assert any("QUEST-8.2" in entry.rulings for entry in entries)
    assert why_not(rules, after, UseSpoils("giant_rat", 0))[1] == ("QUEST-0.19",)


def test_no_spoils_without_a_victory() -> None:
    """QUEST-5.20: three attack against the Rat's four; then the turn is over."""
    state, _ = play(game(), dealt(FOUR[:3]), "enter the Dungeon", "pass")
    assert game().why_not(state, UseSpoils("giant_rat", 0)) is not None
    after, _ = play(game(), state, "battle Giant Rat")
    assert after.tally.outcome == "lost"


def test_the_tome_raises_any_hero_once() -> None:
    """It is destroyed, and Stormhand reaches level 2 for no XP."""
    rules = game()
    hand = (*FOUR, "stormhand_1", "tome_of_knowledge")
    state, _ = play(rules, dealt(hand, ["stormhand_2"]), "enter the Dungeon")
    assert why_not(rules, state, Use(5, 0))[1] == ("QUEST-0.21", "card.tome_of_knowledge")
    line = ("pass", "battle Giant Rat", "use Tome Of Knowledge", "level up Stormhand 1 to Stormhand 2")
    after, _ = play(rules, state, *line)
    assert after.me.discard == ("stormhand_2",)
    assert after.tally.destroyed == ("tome_of_knowledge",)


def test_rations_are_spoils_and_potions_are_not() -> None:
    """QUEST-5.27, QE-35."""
    rules = game()
    state = dealt(FOUR, iron_rations=1, potion=1, wounds=1)
    state, _ = play(rules, state, "enter the Dungeon", "pass", "battle Giant Rat")
    offered = {rules.notation(state, action) for action in rules.legal_actions(state)}
    assert "use Iron Rations for gold" in offered
    assert "use Potion" not in offered


def test_a_weapon_as_spoils() -> None:
    """Gorlandor 2 has 4 attack; a Lantern and a Dagger bring 3 gold, the price of a Shortsword and not of a
    Maul. It may go on the deck, and a Dagger may go with the purchase.
    """
    rules = game()
    state = dealt(("gorlandor_2", "lantern", "dagger"), ["shortsword", "maul", "moonlight"])
    state = replace(state, players=(replace(state.me, deck=known(("adventurer",))),))
    state, _ = play(rules, state, "enter the Dungeon", "pass", "battle Giant Rat", "use Gorlandor 2")
    offered = {rules.notation(state, action) for action in rules.legal_actions(state)}
    assert offered == {"buy Shortsword", "buy Shortsword and put it on the deck", "pass"}
    after, _ = play(rules, state, "buy Shortsword and put it on the deck", "destroy Dagger")
    assert after.me.deck[0].cards == ("shortsword", "adventurer")
    assert (after.spent_gold, after.removed) == (3, ("dagger",))


def test_a_token_as_spoils() -> None:
    """Hawkswood 2 and two Adventurers have 2 + 1 + 1 = 4 attack; his 2 gold buy Iron Rations alone."""
    rules = game()
    state = dealt(("hawkswood_2", "adventurer", "adventurer"))
    state, _ = play(rules, state, "enter the Dungeon", "pass", "battle Giant Rat", "use Hawkswood 2")
    offered = {rules.notation(state, action) for action in rules.legal_actions(state)}
    assert offered == {"buy Iron Rations", "pass"}
    after, _ = play(rules, state, "buy Iron Rations")
    assert (after.me.iron_rations, after.spent_gold) == (1, 2)


@pytest.mark.parametrize(("reading", "purchases"), [("one", 1), ("two", 2)])
def test_a_purchase_in_a_room(reading: str, purchases: int) -> None:
    """Ominous Looking Road: 5 gold and 1 more for each purchase; Moonlight 3 - 1 and Shortsword 3 - 1.

    Six Adventurers less the armor of 1 are 5 attack against the Berserker's 4.
    """
    rules = game(room_purchase=reading)
    hand = (*("adventurer",) * 6, "lantern", "lantern", "hawkswood_1")
    state = dealt(hand, ["moonlight", "shortsword"])
    rooms = (state.rooms[0], Room("ominous_looking_road", "goblin_berserker"), *state.rooms[2:])
    state = replace(state, rooms=rooms)
    line = ("enter the Dungeon", "pass", "move to Ominous Looking Road", "battle Goblin Berserker")
    state, _ = play(rules, state, *line, "use the Spoils of Ominous Looking Road")
    bought = 0
    while any(isinstance(action, Buy) for action in rules.legal_actions(state)):
        state = rules.apply(state, rules.legal_actions(state)[0])
        bought += 1
    assert (bought, state.spent_gold) == (purchases, 2 * purchases)


def test_a_surcharge_of_the_village_is_none_of_the_spoils() -> None:
    """QC-1: with one Hero levelled up in the Village, a Rogue of level 1 costs 1 + 2 = 3 XP as Spoils, by
    whichever reading; 2 are for the Adventurer.
    """
    raises = RaiseHero("Rogue")
    for reading in ("none", "second_hero", "printed"):
        rules = game(level_up_surcharge=reading)
        state = replace(dealt(("hawkswood_1",), ["hawkswood_2"], xp=3), levelled=1)
        state, _ = play(rules, state, "enter the Dungeon")
        assert Raise(raises, "card.rogues").price(rules.book, state, 0) == 3
        assert LevelUp(0, "hawkswood_2") in Raise(raises, "card.rogues").options(rules.book, state)
