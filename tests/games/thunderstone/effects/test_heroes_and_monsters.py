"""Effects of Heroes and Monsters where no puzzle can tell it: what happens to other players, what is asked
and noted, traits that no printed card has alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import (
    Table,
    card_id,
    enter,
    mixed_book,
    player,
    ruleset,
    with_guards,
)
from tsolve.cardkit import piles
from tsolve.engine import CHANCE
from tsolve.games.thunderstone.actions import Pass
from tsolve.games.thunderstone.answers import Discard, GiveUp, React
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.base import MonsterTrait
from tsolve.games.thunderstone.effects.monsters import (
    CannotBeAttackedWith,
    FixedDarkness,
    HuntHero,
    ImmuneSpells,
    ImmuneUnequipped,
    MustBeDefeated,
    WeakCannotAttack,
)
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.planning.situations import Explorer
from tsolve.games.thunderstone.state import Player, State

GEM = "Lightstone Gem"


def test_the_tanker_keeps_mercenaries_for_the_new_hand() -> None:
    """Six cards are drawn, and the two set aside join them."""
    cards = dict(mixed_book().cards)
    cards["barkeep"] = replace(cards["barkeep"], subtypes=("villager", "mercenary"))
    table = enter(["Stoneguard Tanker", "2 x Barkeep", "Torch"], ["Nixie"], deck=["Militia"] * 9, dungeon=[])
    table.game = Thunderstone(Book(cards, mixed_book().readings))
    table.do("attack Nixie")
    assert table.legal == ["set cards aside", "choose nothing more"]
    table.do("set cards aside")
    assert table.discard() == ["Nixie", "Stoneguard Tanker", "Torch"]
    while table.game.mover(table.state) == CHANCE:
        table.chance()

    assert Counter(table.state.players[0].hand) == {"militia": 6, "barkeep": 2}


def test_the_scavenger_robs_weapons_and_a_hand_without_is_shown() -> None:
    others = [player(["Dagger", "Spear", "Torch"]), player(["Militia"]), player(None)]
    table = enter(["Chulian Scavenger"], ["Nixie"], others=others).do("use Chulian Scavenger")

    assert table.legal == ["player 2 discards Dagger", "player 2 discards Spear"]
    table.do("player 2 discards Spear")
    assert table.discard(1) == ["Spear"]
    assert table.state.players[2].hand == (card_id("Militia"),)
    notes = [entry.note for entry in table.entries]
    assert "player 3 shows a hand with no Weapon" in notes

    # a hand that nobody knows may hold a Bishop
    assert table.legal == ["player 4 reveals Belzur Bishop", "choose nothing more"]
    table.do("choose nothing more")
    notes = [entry.note for entry in table.entries]
    assert "player 4 discards Weapon, from an unknown hand" in notes


def test_a_hidden_hand_may_hold_any_weapon_or_none() -> None:
    table = enter(["Chulian Looter"], ["Nixie"], others=[player(None)])
    table.do("use Chulian Looter", "choose nothing more")

    assert {"player 2 discards Dagger", "player 2 discards Polearm", "choose nothing more"} <= set(
        table.legal
    )
    assert "player 2 discards Torch" not in table.legal
    assert table.do("choose nothing more").reckon(1).attack == 3


def test_a_bishop_in_the_own_hand_or_against_a_breach_does_nothing() -> None:
    """A Breach is no effect of a player: Tyxr comes to Rank 1 and everybody discards two cards."""
    others = [player(["Belzur Bishop", "Militia", "Torch"])]
    hand = ["Elf Archmage", "Torch", "Dagger", "Militia", "Belzur Bishop"]
    table = enter(
        hand, ["Nixie", "Tyxr the Old", "Griffon"], others=others, dungeon=["Kingdom"], breached=False
    )
    table.do("use Elf Archmage on Nixie")

    assert not any(isinstance(action, React) for action in table.game.legal_actions(table.state))
    table.do("player 1 discards Torch", "player 1 discards Dagger")
    assert not any(isinstance(action, React) for action in table.game.legal_actions(table.state))


def test_what_another_player_gives_up_leaves_the_plan_whole() -> None:
    """Two different cards to choose from, but the battle is the same: 2 + 2 against the Grudgebeast's 4."""
    others = [player(["Militia", "Torch"])]
    table = enter(["Half-Orc Marauder", "Iron Rations", "Torch"], ["Grudgebeast"], others=others)
    planned = plan(table.game, table.state, ("win",))

    assert (planned.status, planned.best.value if planned.best else None) == ("optimal", (1,))
    assert planned.left_out == ()


def test_a_choice_that_matters_is_left_out_and_told() -> None:
    """The Looter counts Weapons: whether the Militia or the Dagger goes first matters to it."""
    others = [player(["Militia", "Dagger"])]
    hand = ["Half-Orc Marauder", "Chulian Looter", "Iron Rations"]
    table = enter(hand, ["Grudgebeast"], others=others)
    explorer = Explorer(table.game, table.state)
    list(explorer.levels())

    assert [text.partition(" (")[0] for text in explorer.left_out] == [
        "Half-Orc Marauder makes another player choose"
    ]


def weak(table: Table) -> State:
    """The Militia of the position has lost its Strength before the battle, whatever the cause."""
    militia = replace(table.state.party[1], strength=-2)
    return replace(table.state, party=(table.state.party[0], militia, *table.state.party[2:]))


@pytest.mark.parametrize(("reading", "lost"), [("destroy", 1), ("survive", 0)])
def test_strength_zero_destroys_whatever_the_cause(reading: str, lost: int) -> None:
    """Warrior 3 + Militia 1 = 4 against the Grudgebeast, which touches nobody's Strength."""
    table = enter(["Veteran Warrior", "Militia", "Torch"], ["Grudgebeast"], strength_zero=reading, dungeon=[])
    table.state = weak(table)
    planned = plan(table.game, table.state, ("win", "lost", "total"))
    table.do("attack Grudgebeast")

    assert (table.outcome, table.value) == ("won", 4)
    assert table.removed == ["Militia"] * lost
    assert planned.best is not None
    assert planned.best.value == (1, -lost, 4)


def test_the_groups_have_the_levels_and_copies_of_the_box() -> None:
    copies: dict[str, Counter[int]] = {}
    for card in ruleset().cards.values():
        if card.kind == "hero" and card.set == "dragonspire":
            copies.setdefault(card.group, Counter())[card.level or 0] += card.count
    usual = {1: 6, 2: 4, 3: 2}

    assert len(copies) == 11
    assert copies.pop("Phalanx") == {1: 12, 2: 3}
    assert copies.pop("Veteran") == {1: 8, 2: 5, 3: 3, 4: 2}
    assert all(levels == usual for levels in copies.values())


def test_level_costs() -> None:
    """The highest level prints none."""
    book = mixed_book()
    costs = {
        name: book.level_costs.get(card_id(name))
        for name in ("Phalanx Footman", "Phalanx Officer", "Veteran Reaver", "Veteran Warmonger", "Militia")
    }

    assert costs == {
        "Phalanx Footman": 6,
        "Phalanx Officer": None,
        "Veteran Reaver": 5,
        "Veteran Warmonger": None,
        "Militia": 3,
    }
    assert book.next_level("veteran_reaver") == "veteran_warmonger"
    assert book.next_level("veteran_warmonger") == book.next_level("phalanx_officer") == ""
    assert {card for card in book.recruits if book.card(card).set == "dragonspire"} == {
        *("belzur_curate", "cabal_astrologer", "chulian_rat", "evoker_adept", "flame_watch"),
        *("gorinth_amateur", "half_orc_raider", "phalanx_footman", "stoneguard_brute"),
        *("terakian_defender", "veteran_warrior"),
    }


def test_passing_a_reaction_is_a_pass() -> None:
    """The engine's own words for it are read back as the same action by the wordings of passing."""
    table = enter(["Lorigg Rogue"], ["Nixie"], others=[player(["Belzur Bishop"])]).do("use Lorigg Rogue")

    assert table.game.legal_actions(table.state)[-1] == Pass()


def test_light_that_covers_nothing_is_not_to_spare() -> None:
    """TS-11.13 on a Nixie of our own: Light Penalties cannot be reduced."""
    cards = dict(mixed_book().cards)
    cards["nixie"] = replace(cards["nixie"], traits=(FixedDarkness(),))
    table = enter(["Flame Guard", GEM], ["Nixie"])
    table.game = Thunderstone(Book(cards, mixed_book().readings))

    assert table.reckon(1).magic == 0


def guarded(
    hand: Iterable[str], *guards: MonsterTrait, hall: Iterable[str] = ("Harpy",), **facts: object
) -> Table:
    """The Dungeon with a Harpy (Health 4) that has these traits."""
    table = enter(hand, hall, **facts)
    table.game = with_guards("harpy", *guards)
    return table


def test_doubled_health_is_told() -> None:
    table = enter(["Militia", "Torch"], ["Wind Fury"]).do("attack Wind Fury")
    row = next(entry for entry in table.entries if entry.quantity == "health")
    assert (row.before, row.after, row.rulings) == (7, 14, ("TS-7.6", "card.wind_fury"))
    assert (table.state.tally.health, table.value) == (14, 1)


def test_the_light_penalty_names_who_changes_it() -> None:
    table = enter(["Militia"], ["Harpy", "Choking Smoke", "Ember"])
    row = next(entry for entry in table.reckon(3).entries if entry.note.startswith("Light Penalty"))
    assert row.rulings == ("TS-10.2", "TS-10.1", "DS-3", "card.ember", "card.choking_smoke")
    assert "Rank 3 and -1 by Ember and +2 by Choking Smoke" in row.note


def test_another_player_chooses_among_the_own_heroes() -> None:
    opponent = player(["Militia", "Thyrian Lord", "Thyrian Knight"])
    table = enter(["Militia"], ["Hydra"], others=[opponent]).do("attack Hydra")
    assert table.state.tally.outcome == "lost"
    assert table.game.mover(table.state) == 1
    assert table.legal == ["player 2 destroys Thyrian Knight", "player 2 destroys Thyrian Lord"]
    wrong = table.game.why_not(table.state, GiveUp(1, "militia"))
    assert wrong is not None
    assert wrong.rulings == ("card.hydra", "TS-7.7")
    assert table.game.why_not(table.state, GiveUp(0, "militia")) is not None
    assert table.game.why_not(table.state, Discard(1, "militia")) is not None
    table.do("player 2 destroys Thyrian Knight")
    assert table.state.players[1].hand == ("militia", "thyrian_lord")


def test_nobody_knows_the_others_hands() -> None:
    table = enter(["Militia"], ["Hydra"], others=[player(None)]).do("attack Hydra")
    assert any("unknown hand" in entry.note for entry in table.entries)


def test_diseases_for_everybody() -> None:
    """Choking Smoke: one each; Walking Scourge: two for the attacker, one for each other player."""
    others = [player(), player()]
    for monster, mine, theirs in (
        ("Choking Smoke", 1, 1),
        ("Walking Scourge", 2, 1),
        ("Plague Zombie", 1, 0),
    ):
        table = enter(["Militia"], [monster], others=others).do(f"attack {monster}")
        assert table.discard().count("Disease") == mine
        assert [table.discard(seat).count("Disease") for seat in (1, 2)] == [theirs, theirs]


def test_each_plaguebearer_that_stands_spreads_disease() -> None:
    """The Harpy falls (Lord 4): two Plaguebearers look on, so two Diseases for everybody."""
    table = enter(["Thyrian Lord", GEM], ["Harpy", "Plaguebearer", "Plaguebearer"]).do("attack Harpy")
    assert table.outcome == "won"
    assert [table.discard(seat).count("Disease") for seat in (0, 1)] == [2, 2]
    alone = enter(["2 x Thyrian Lord", GEM], ["Plaguebearer", "Plaguebearer"])
    alone.do("attack Plaguebearer in Rank 1")
    assert alone.discard().count("Disease") == 2  # its own Battle Effect, and the other one's Global effect
    lost = enter(["Militia", GEM], ["Harpy", "Plaguebearer"]).do("attack Harpy")
    assert lost.discard().count("Disease") == 0


def moved_up(monster: str, **facts: object) -> Table:
    """A Harpy falls, and the Monster behind it comes to Rank 1."""
    return enter(["Thyrian Lord", GEM], ["Harpy", monster], **facts).do("attack Harpy")


def test_hydra_hunts_heroes_in_every_deck() -> None:
    others = [
        player([], ["Torch", "Elf Wizard", "Militia"]),
        player([], None),
        player([], ["Torch"], ["Dagger"]),
    ]
    table = moved_up("Hydra", deck=["Dagger", "Militia", "Torch"], others=others)
    assert table.removed == ["Militia", "Elf Wizard"]
    assert table.discard(1) == ["Torch"]
    assert table.discard(2) == []  # nobody knows that deck
    assert sorted(table.discard(3)) == ["Dagger", "Torch"]  # no Hero is left to be found
    assert (table.state.tally.lost, table.state.players[1].deck) == (0, piles.known(("militia",)))


def test_hydra_shuffles_the_discard_pile_for_a_hero() -> None:
    """TS-3.4: the deck is spent, so the discard pile with the Torch just discarded is shuffled: chance."""
    others = [player([], ["Torch"], ["Militia"])]
    table = moved_up("Hydra", deck=["Militia"], others=others)
    events = {table.game.notation(table.state, event) for event, _ in table.game.chance(table.state)}
    assert events == {"player 2 turns up Militia", "player 2 turns up Torch"}
    table.chance(seed=1)
    while isinstance(table.state.todo[-1], HuntHero):
        table.chance(seed=1)
    assert "Militia" in table.removed
    assert table.state.removed.count("militia") == 2


def test_walking_scourge_breaches() -> None:
    table = moved_up("Walking Scourge")
    assert [table.discard(seat).count("Disease") for seat in (0, 1)] == [1, 1]


def test_inferno_and_a_deck_that_nobody_knows() -> None:
    table = enter(["3 x Thyrian Lord"], ["Inferno"], others=[player([], None)]).do("attack Inferno")
    assert any("is unknown" in entry.note for entry in table.entries)
    assert table.state.players[1] == Player(piles.UNKNOWN, (), ())


def test_cannot_be_attacked_with_a_weapon() -> None:
    """TS-11.9: a Weapon that is carried forbids the attack, one that lies in the hand does not."""
    table = guarded(["Thyrian Lord", "Dagger"], CannotBeAttackedWith("weapon"))
    assert "attack Harpy" in table.legal
    table.do("equip Dagger on Thyrian Lord")
    assert table.refused("attack Harpy").rulings == ("TS-11.9", "card.harpy")


def test_cannot_be_attacked_with_a_spell_or_an_item() -> None:
    """TS-11.9: what only lies in the hand is given up: no Magic 3 and no Light of the Fireball."""
    table = guarded(["Thyrian Lord", "Fireball"], CannotBeAttackedWith("spell"))
    reckoned = table.reckon(1)
    assert (reckoned.magic, reckoned.light, reckoned.penalty) == (0, 0, 1)
    used = guarded(["Thyrian Lord", "Battle Fury"], CannotBeAttackedWith("spell")).do("use Battle Fury")
    assert used.refused("attack Harpy").rulings == ("TS-11.9", "card.harpy")
    fed = guarded(["Thyrian Lord", "Iron Rations"], CannotBeAttackedWith("item"))
    fed.do("use Iron Rations on Thyrian Lord")
    assert fed.refused("attack Harpy").rulings == ("TS-11.9", "card.harpy")


def test_weak_heroes_cannot_attack() -> None:
    """TS-11.10: Militia (2) and Wizard (3) give neither Attack nor Light; fed to 4 the Militia strikes."""
    table = guarded(["Militia", "Elf Wizard", "Iron Rations"], WeakCannotAttack(4))
    assert (table.reckon(1).attack, table.reckon(1).magic, table.reckon(1).light) == (0, 0, 0)
    table.do("use Iron Rations on Militia")
    assert (table.reckon(1).attack, table.reckon(1).magic, table.reckon(1).light) == (1, 0, 0)


def test_immune_to_spells() -> None:
    """TS-11.11: the Fireball's Light counts, its Magic does not; Battle Fury helps nobody; no Banish."""
    table = guarded(["Militia", "Fireball", "Battle Fury", "Banish"], ImmuneSpells())
    table.do("use Battle Fury")
    assert (table.reckon(1).attack, table.reckon(1).magic, table.reckon(1).light) == (1, 0, 1)
    assert table.refused("use Banish on Harpy").rulings == ("TS-11.11", "card.harpy")


def test_immune_to_unequipped_heroes() -> None:
    """TS-11.12: the Wizard keeps its Light and loses its Magic; the Lord with a Dagger strikes."""
    table = guarded(["Elf Wizard", "Thyrian Lord", "Dagger"], ImmuneUnequipped())
    assert (table.reckon(1).attack, table.reckon(1).magic, table.reckon(1).light) == (0, 0, 1)
    table.do("equip Dagger on Thyrian Lord")
    assert (table.reckon(1).attack, table.reckon(1).magic) == (4 + 1, 0)


def test_light_penalties_that_cannot_be_reduced() -> None:
    """TS-11.13: neither the Gem nor a Blaze in the Hall helps; what darkens does."""
    table = guarded(["Militia", GEM], FixedDarkness(), hall=["Half-Ogre", "Harpy", "Blaze"])
    assert table.reckon(2).penalty == 2
    darker = guarded(["Militia", GEM], FixedDarkness(), hall=["Half-Ogre", "Harpy", "Choking Smoke"])
    assert darker.reckon(2).penalty == 4


def test_must_be_defeated_to_be_removed() -> None:
    """TS-11.14: no Banish, no Elf Archmage, and a lost attack leaves it where it stands."""
    table = guarded(["Militia", "Banish"], MustBeDefeated(), hall=["Harpy", "Half-Ogre"])
    assert table.refused("use Banish on Harpy").rulings == ("TS-11.14", "card.harpy")
    table.do("attack Harpy")
    assert (table.outcome, table.hall) == ("lost", ["Harpy", "Half-Ogre", ""])
