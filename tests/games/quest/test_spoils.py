"""Spoils: what may be done after the Monster is defeated."""

from __future__ import annotations

from tests.games.quest.table import dealt, game, play, why_not
from tsolve.games.quest.actions import Use, UseSpoils

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
