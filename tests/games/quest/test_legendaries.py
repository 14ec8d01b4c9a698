"""The Legendary Heroes whose texts are known, as the ruleset has them."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.quest.table import READINGS, dealt, play, typed
from tsolve.cardkit.piles import known
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.values import attack_of
from tsolve.rules.loading import load_ruleset
from tsolve.source.project import rulesets_path

OWN = typed("giant: {kind: hero, level: 1, physical: 30, skill: 9}")
GAME = Quest(Book(load_ruleset(rulesets_path() / "quest", Card).cards | OWN, READINGS))


def notations(state: State) -> set[str]:
    """What may be done, in words."""
    return {GAME.notation(state, action) for action in GAME.legal_actions(state)}


def test_gorlandor_goes_back_on_the_deck() -> None:
    state, _ = play(GAME, dealt(("gorlandor_4",), deck=known(("lantern",))), "go to Bazaar")
    state, _ = play(GAME, state, "use Gorlandor 4")
    assert state.me.deck == known(("gorlandor_4", "lantern"))


def test_hawkswood_buys_two_tokens_in_the_village() -> None:
    """5 gold and 2 of a Lantern: a Lantern token for 3 and Iron Rations for 2 leave 2 of 7, and 7 HP."""
    state = dealt(("hawkswood_4", "lantern"), deck=known(("lantern",) * 9))
    state, _ = play(GAME, state, "go to Guilds' Quarter", "use Hawkswood 4")
    state, _ = play(GAME, state, "buy Lantern token", "buy Iron Rations", "pass")
    assert state.gold == 2
    state, _ = play(GAME, state, "pass", "pass", "pass")
    assert len(state.me.hand or ()) == 7


def test_hawkswood_lets_potions_be_spoils() -> None:
    """The Berserker's first Wound is healed after the battle; without him it is not."""
    for hero, allowed in (("hawkswood_4", True), ("giant", False)):
        state = dealt((hero,), room=1, potion=1)
        line = ("enter the Dungeon", "pass", "battle Goblin Berserker")
        state, _ = play(GAME, state, *line)
        assert ("use Potion" in notations(state)) is allowed


def test_pylorian_brings_a_lantern_token() -> None:
    """With an Arcane Spell; his magic is 4 + 2, and Magic Missile adds his Level of 4 + 2."""
    state, _ = play(GAME, dealt(("pylorian_4", "magic_missile")), "enter the Dungeon", "use Pylorian 4")
    assert state.me.lantern == 1
    assert attack_of(GAME.book, state)[1] == 12
    state, _ = play(GAME, dealt(("pylorian_4", "fireball")), "enter the Dungeon")
    assert "use Pylorian 4" not in notations(state)


def test_scathian_uses_the_bazaar_twice() -> None:
    """4 gold: Iron Rations for 2 twice, not a third time; and a Dungeon phase may follow."""
    state, _ = play(GAME, dealt(("scathian_4", "lantern")), "go to Bazaar", "pass")
    state, _ = play(GAME, state, "buy Iron Rations", "buy Iron Rations")
    assert "buy Iron Rations" not in notations(state)
    assert (state.gold, state.me.iron_rations) == (2, 2)
    state, _ = play(GAME, state, "pass", "pass")
    assert "enter the Dungeon" in notations(state)


def test_scathian_leaves_out_what_the_temple_forbids() -> None:
    """Three Wounds are healed (1 and twice 1 more), and an Adventurer levels up all the same."""
    state = dealt(("scathian_4", "adventurer"), ["hawkswood_1"], wounds=4, xp=2)
    line = ("go to Temple", "pass", "pass", "pass", *("heal a Wound",) * 3)
    state, _ = play(GAME, state, *line)
    assert "heal a Wound" not in notations(state)
    state, _ = play(GAME, state, "pass")
    assert {"level up Adventurer to Hawkswood 1", "enter the Dungeon"} <= notations(state)


def test_silverhelm_draws_for_what_is_healed() -> None:
    """Two Wounds healed and one Hero with a Weapon: one card may be drawn."""
    state = dealt(("silverhelm_4", "dagger"), wounds=2, deck=known(("lantern", "lantern")))
    state, _ = play(GAME, state, "enter the Dungeon", "give Dagger to Silverhelm 4", "use Silverhelm 4")
    state, _ = play(GAME, state, "heal a Wound", "heal a Wound", "accept")
    assert (state.me.wounds, len(state.laid), state.me.deck) == (0, 3, known(("lantern",)))
    state = dealt(("silverhelm_4",), wounds=2, deck=known(("lantern",)))
    state, _ = play(GAME, state, "enter the Dungeon", "use Silverhelm 4", "heal a Wound", "heal a Wound")
    assert len(state.laid) == 1


def test_the_level_of_a_legendary_hero_is_not_in_a_stack() -> None:
    """Level 3 rises no further: nothing of level 4 is in the Guilds' Quarter."""
    state = replace(dealt(("gorlandor_3",), ["gorlandor_3"], xp=20))
    state, _ = play(GAME, state, "go to Bazaar", "pass", "pass", "pass")
    assert not any("level up" in told for told in notations(state))
