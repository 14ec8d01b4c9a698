"""Abilities of cards: when they may be used, how often, and what they do."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.quest.table import dealt, game, play, why_not
from tsolve.cardkit.piles import known
from tsolve.games.quest.actions import Use
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.values import attack_of, skill_of


def with_deck(state: State, *deck: str) -> State:
    """The same with this deck, top first."""
    return replace(state, players=(replace(state.me, deck=known(deck)), *state.players[1:]))


def test_a_shard_draws_only_for_the_wounded() -> None:
    """QE-4 and QE-29: not without a Wound; used in the Village it is used up for the turn."""
    rules = game()
    state, _ = play(rules, dealt(("thunderstone_shard",)), "go to Bazaar")
    assert why_not(rules, state, Use(0, 0)) == (
        "you can use Thunderstone Shard only while you are wounded",
        ("card.thunderstone_shard",),
    )
    state = with_deck(dealt(("thunderstone_shard",), wounds=1), "lantern")
    state, _ = play(rules, state, "go to Bazaar", "use Thunderstone Shard")
    assert [laid.card for laid in state.laid] == ["thunderstone_shard", "lantern"]
    assert why_not(rules, replace(state, phase="dungeon"), Use(0, 0))[1] == ("QUEST-0.19",)


def test_each_copy_has_its_own_ability() -> None:
    """QUEST-0.19: two Shards draw two cards; the drawn card is laid out at once."""
    state = with_deck(dealt(("thunderstone_shard",) * 2, wounds=2), "lantern", "dagger")
    line = ("use Thunderstone Shard #1", "use Thunderstone Shard #2")
    after, _ = play(game(), state, "enter the Dungeon", *line)
    assert [laid.card for laid in after.laid[2:]] == ["lantern", "dagger"]


def test_the_discard_pile_becomes_the_deck_when_a_card_is_drawn() -> None:
    """QUEST-0.17."""
    state = with_deck(dealt(("thunderstone_shard",), wounds=1, discard=("lantern",)))
    after, _ = play(game(), state, "enter the Dungeon", "use Thunderstone Shard")
    assert (after.laid[1].card, after.me.discard) == ("lantern", ())


def test_a_dagger_draws_in_the_hands_of_level_0() -> None:
    """QUEST-0.22 and its own text: wielded, and by an Adventurer, not by Stormhand."""
    rules = game()
    state = with_deck(dealt(("adventurer", "stormhand_1", "dagger", "dagger")), "lantern")
    state, _ = play(rules, state, "enter the Dungeon")
    told = "nobody wields Dagger, and you can use it only when a Hero of level 0 wields it"
    assert why_not(rules, state, Use(2, 0)) == (told, ("QUEST-0.22", "card.dagger"))
    state, _ = play(rules, state, "give Dagger #1 to Stormhand 1")
    assert why_not(rules, state, Use(2, 0))[1] == ("card.dagger",)
    state, _ = play(rules, state, "give Dagger #2 to Adventurer", "use Dagger #2")
    assert state.laid[-1].card == "lantern"


def test_each_of_two_shortswords_draws() -> None:
    """QE-43: with another Weapon beside it each one draws a card; alone it does not."""
    rules = game()
    state = with_deck(dealt(("stormhand_1", "shortsword", "shortsword")), "lantern", "dagger")
    state, _ = play(rules, state, "enter the Dungeon", "give Shortsword #1 to Stormhand 1")
    assert why_not(rules, state, Use(1, 0))[1] == ("card.shortsword",)
    line = ("give Shortsword #2 to Stormhand 1", "use Shortsword #1", "use Shortsword #2")
    after, _ = play(rules, state, *line)
    assert [laid.card for laid in after.laid[3:]] == ["lantern", "dagger"]


def test_silverhelm_strengthens_another_hero() -> None:
    """Level 1: Skill 2 + 2 = 4. Level 2 also 2 physical attack: 2 + (1 + 2) = 5. Never himself."""
    rules = game()
    state, _ = play(rules, dealt(("silverhelm_1", "adventurer"), wounds=1), "enter the Dungeon")
    assert rules.why_not(state, Use(0, 0, 0)) is not None
    after, _ = play(rules, state, "use Silverhelm 1 on Adventurer", "heal a Wound")
    assert (skill_of(rules.book, after, 1), after.me.wounds) == (4, 0)
    after, _ = play(
        rules, dealt(("silverhelm_2", "adventurer")), "enter the Dungeon", "use Silverhelm 2 on Adventurer"
    )
    assert attack_of(rules.book, after) == (5, 0)


def test_silverhelm_heals_without_another_hero() -> None:
    """Both halves of his text say "may"."""
    after, _ = play(
        game(), dealt(("silverhelm_1",), wounds=1), "enter the Dungeon", "use Silverhelm 1 on nobody"
    )
    assert play(game(), after, "heal a Wound")[0].me.wounds == 0
    assert play(game(), after, "pass")[0].me.wounds == 1


def test_more_hp_for_one_turn() -> None:
    """QE-36: HP 6 + 1 are read before discarding, so 7 cards are drawn."""
    state = with_deck(dealt(("vision",)), *("lantern",) * 9)
    state, _ = play(game(), state, "go to Bazaar", "use Vision", "pass", "pass", "pass", "pass")
    assert len(state.me.hand or ()) == 7
    assert state.boons == ()
