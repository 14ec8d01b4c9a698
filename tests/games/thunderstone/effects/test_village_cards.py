"""Village cards and Weapons of Dragonspire where no puzzle can tell it: refusals, equal choices, unknown
decks, words that read back.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from tests.games.thunderstone import builders
from tests.games.thunderstone.builders import Mixed, enter, player, ruleset, visit, with_guards
from tests.games.thunderstone.invariants import check_equipment, check_every_action
from tests.games.thunderstone.planning.asked_positions import (
    VILLAGE,
    in_dungeon,
    in_village_by_chance,
    village,
    weapons,
)
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.thunderstone.actions import Equip, Use
from tsolve.games.thunderstone.answers import PutBack, Reveal, Swap, TurnUp
from tsolve.games.thunderstone.effects.monsters import ImmuneSpells, MustBeDefeated
from tsolve.games.thunderstone.planning.situations import Explorer
from tsolve.games.thunderstone.state import are_alike, first_of_alike
from tsolve.games.thunderstone.writing.reading import read


@pytest.mark.parametrize(("keeps", "left"), [(True, ["Quartermaster", "Dagger"]), (False, ["Quartermaster"])])
def test_of_equal_new_cards_one_may_stay(keeps: bool, left: list[str]) -> None:
    table = enter(["Quartermaster"], deck=["3 x Dagger"]).do("use Quartermaster")
    table.do("choose nothing more" if keeps else "player 1 discards Dagger")
    assert table.hand == left


def test_a_monster_immune_to_spells_ignores_the_silverstorm() -> None:
    table = enter(["Silverstorm", "2 x Torch"], ["Titan"])
    assert table.reckon(1).magic == 2
    table.game = with_guards("titan", ImmuneSpells())
    assert table.reckon(1).magic == 0


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


def test_who_must_be_defeated_does_not_go() -> None:
    """TS-11.14: no effect moves it; the other Monster may go."""
    table = enter(["Polymorph"], ["Minotaur", "Titan"], dungeon=["Harpy"], deck=[])
    table.game = with_guards("minotaur", MustBeDefeated())
    table.do("use Polymorph")
    assert table.legal == ["swap Titan", "choose nothing more"]
    refusal = table.game.why_not(table.state, Swap(1))
    assert refusal is not None
    assert "TS-11.14" in refusal.rulings


def test_a_polymorph_before_an_unknown_deck_is_left_out_and_said() -> None:
    table = enter(["Polymorph", "Veteran Warrior"], ["Plague Zombie"])
    explorer = Explorer(table.game, table.state)
    assert [len(level.situations) for level in explorer.levels()] == [1]
    assert explorer.left_out[0].startswith("Polymorph brings an unknown card")


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


def enter_full(
    hand: Iterable[str], hall: Iterable[str] = ("Harpy", "Half-Ogre", "Basilisk"), **more: object
) -> Mixed:
    """A player has entered the Dungeon, of which the Hall is full."""
    return builders.enter(hand, hall, **more)


def test_a_gauntlet_strengthens_for_every_weapon_and_leaves_a_hand_free() -> None:
    table = enter_full(["Terakian Peer", "Toryn Gauntlet", "Guardian Blade", "Dagger"])

    too_heavy = table.refused("equip Guardian Blade on Terakian Peer")
    assert too_heavy.reason == "too heavy: Weight 5, Strength 4"
    table.do("equip Toryn Gauntlet on Terakian Peer")
    assert table.strength("Terakian Peer") == 4 + 2
    table.do("equip Guardian Blade on Terakian Peer")
    full = table.refused("equip Dagger on Terakian Peer")
    assert full.reason == "Terakian Peer already carries 2 Weapons"
    assert full.rulings == ("TS-8.1", "card.toryn_gauntlet")
    gained = [entry for entry in table.entries if entry.quantity == "strength"]
    assert [(entry.subject, entry.before, entry.after) for entry in gained] == [("Toryn Gauntlet", 4, 6)]


def test_a_weapon_that_leaves_takes_its_strength_along() -> None:
    """Only an effect that makes its owner discard can take a Weapon out of a Hero's hands."""
    table = enter_full(["Militia", "Toryn Gauntlet", "Short Sword"])
    table.do("equip Toryn Gauntlet on Militia", "equip Short Sword on Militia")
    assert table.reckon(1).attack == 1 + 4

    from tsolve.games.thunderstone.play import Play

    play = Play(table.game.book, table.state)
    play.leave(1)
    table.state = play.state

    assert table.strength("Militia") == 2
    assert (table.reckon(1).attack, table.reckon(1).magic) == (1, 0)


def test_equal_cards_carry_the_same_in_any_order() -> None:
    hand = ["2 x Veteran Warrior", "2 x Toryn Gauntlet", "2 x Dagger"]
    table = enter_full(hand).do(
        "equip Toryn Gauntlet #1 on Veteran Warrior #1",
        "equip Dagger #1 on Veteran Warrior #1",
        "equip Dagger #2 on Veteran Warrior #2",
    )
    assert not are_alike(table.state, 0, 1)
    assert not are_alike(table.state, 4, 5)
    table.act(Equip(3, 1))
    assert are_alike(table.state, 0, 1)
    assert are_alike(table.state, 4, 5)
    assert first_of_alike(table.state, range(6)) == [0, 2, 4]


STAFF = "use Bluefire Staff on Battle Fury"


def test_a_bluefire_staff_lets_a_spell_be_used_twice_and_then_destroys_it() -> None:
    """Curate Magic 1, Staff 1, two Furies: Attack 2; against the Harpy 4, the Torch covers Rank 1."""
    table = enter_full(["Belzur Curate", "Bluefire Staff", "Battle Fury", "Torch"])
    assert table.refused(STAFF).reason == "no Cleric or Wizard carries Bluefire Staff"
    table.do("equip Bluefire Staff on Belzur Curate")
    assert table.refused(STAFF).reason == "you have not used Battle Fury yet"
    table.do("use Battle Fury", STAFF)
    assert table.refused(STAFF).reason == "you have used this ability of Bluefire Staff already"
    table.do("use Battle Fury")
    assert table.refused("use Battle Fury").reason == "you have used this ability of Battle Fury already"
    table.do("attack Harpy")

    assert (table.value, table.outcome) == (1 + 1 + 2, "won")
    assert table.removed == ["Battle Fury"]


def test_only_a_spell_of_the_hand_can_be_used_again() -> None:
    table = enter_full(["Belzur Curate", "Bluefire Staff", "Torch"])
    table.do("equip Bluefire Staff on Belzur Curate")

    assert table.refused("use Bluefire Staff").reason == "you hold no Spell for it"


def test_every_action_is_read_back_as_itself() -> None:
    table = enter_full(
        ["Cabal Astrologer", "Belzur Curate", "Bluefire Staff", "2 x Battle Fury", "2 x Toryn Gauntlet"]
    )
    table.do("equip Bluefire Staff on Cabal Astrologer", "use Battle Fury #1", "use Battle Fury #2")
    for action in table.game.legal_actions(table.state):
        text = table.game.notation(table.state, action)
        assert read(table.game, ruleset(), table.state, text).action == action, text


@pytest.mark.parametrize("seed", range(60))
def test_positions_hold_what_every_position_must(seed: int) -> None:
    """Offers, refusals and equal cards, step by step in random turns with these Weapons."""
    random = Random(seed)
    game, state = in_dungeon(weapons, random, cards=6)
    for _ in range(12):
        check_equipment(game, state)
        actions = game.legal_actions(state)
        if not actions or state.step == "ending":
            break
        check_every_action(game, state, random)
        state = game.apply(state, random.choice(actions))
