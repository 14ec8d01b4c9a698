"""What the Monsters of Dragonspire do, effect by effect; every sum is reckoned by hand."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import Table, mixed_book, player, position
from tsolve.cardkit import piles
from tsolve.games.thunderstone.actions import Discard, GiveUp
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
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
from tsolve.games.thunderstone.state import Player, Slot, State

GEM = "Lightstone Gem"
"""Light 3: no penalty in any Rank."""


def entered(state: State, book: Book) -> Table:
    table = Table(state)
    table.game = Thunderstone(book)
    return table.do("enter the Dungeon")


def dungeon(hand: Iterable[str], hall: Iterable[str], **facts: object) -> Table:
    """The Dungeon with all boxes; keywords of `position`, all others are readings."""
    of_position = position.__kwdefaults__ or {}
    given = {key: value for key, value in facts.items() if key in of_position}
    readings = {key: str(value) for key, value in facts.items() if key not in of_position}
    return entered(position(hand, hall, **given), mixed_book(**readings))  # type: ignore[arg-type]


def guarded(
    hand: Iterable[str], *guards: MonsterTrait, hall: Iterable[str] = ("Harpy",), **facts: object
) -> Table:
    """The Dungeon with a Harpy (Health 4) that has these traits."""
    harpy = replace(mixed_book().card("harpy"), traits=guards)
    book = mixed_book()
    changed: dict[str, Card] = {**book.cards, "harpy": harpy}
    return entered(position(hand, hall, **facts), Book(changed, book.readings))  # type: ignore[arg-type]


# conditions of defeat


@pytest.mark.parametrize(
    ("monster", "heroes"), [("Stalker", 3), ("Highwayman", 3), ("Thug", 4), ("Cutthroat", 4), ("Assassin", 5)]
)
def test_bandits_ask_for_so_many_heroes(monster: str, heroes: int) -> None:
    """Knights have 4 Attack: already two of them reach every Health but 8, three reach 12."""
    few = dungeon([f"{heroes - 1} x Thyrian Knight", GEM], [monster]).do(f"attack {monster}")
    assert (few.outcome, few.state.tally.lack) == ("lost", f"fewer than {heroes} Heroes")
    assert few.value >= 8
    many = dungeon([f"{heroes} x Thyrian Knight", GEM], [monster]).do(f"attack {monster}")
    assert (many.outcome, many.state.tally.lack) == ("won", "")


def test_heroes_count_that_cannot_attack() -> None:
    """A Feayn Archer cannot attack Rank 1 and is a Hero all the same: 4 + 4 = 8 against the Stalker's 4."""
    table = dungeon(["2 x Thyrian Knight", "Feayn Archer", GEM], ["Stalker"]).do("attack Stalker")
    assert (table.value, table.outcome) == (8, "won")


@pytest.mark.parametrize(
    ("card", "use", "won"),
    [
        ("Torch", None, True),  # its Light is a benefit, needed or not
        ("Iron Rations", None, False),
        ("Iron Rations", "use Iron Rations on Thyrian Lord #1", True),
        ("Battle Fury", None, False),
        ("Battle Fury", "use Battle Fury", True),
        ("Dagger", "equip Dagger on Thyrian Lord #1", False),  # neither Item nor Spell
        ("Griffon", None, False),
    ],
)
def test_blaze_asks_for_something_used(card: str, use: str | None, won: bool) -> None:
    """Two Thyrian Lords, 4 each, reach 8 of 7; the Blaze lights Rank 1 itself."""
    table = dungeon(["2 x Thyrian Lord", card], ["Blaze"])
    if use is not None:
        table.do(use)
    table.do("attack Blaze")
    assert table.value >= 7
    assert (table.outcome == "won", table.state.tally.lack) == (won, "" if won else "no Item or Spell used")


@pytest.mark.parametrize(
    ("reading", "blaze", "flare"),
    [("blaze", "lost", "won"), ("flare", "won", "lost"), ("both", "lost", "lost")],
)
def test_who_asks_for_an_item(reading: str, blaze: str, flare: str) -> None:
    for monster, outcome in (("Blaze", blaze), ("Flare", flare)):
        table = dungeon(["2 x Thyrian Lord"], [monster], used_item_clause=reading).do(f"attack {monster}")
        if table.state.todo:
            table.do(*table.legal[:1])
        assert (table.value, table.outcome) == (8, outcome)


def test_gold_keeps_health_from_doubling() -> None:
    """Wind Fury: 7, doubled unless 5 gold is revealed: Torch 2 + Rations 2 + Dagger 1, or 4 without it."""
    hand = ["Militia", "Torch", "Iron Rations", "Dagger"]
    assert dungeon(hand, ["Wind Fury"]).reckon(1).health == 7
    assert dungeon(hand[:-1], ["Wind Fury"]).reckon(1).health == 14
    assert dungeon(hand, ["Earth Tempest"]).reckon(1).health == 16


def test_gold_that_was_eaten_is_not_revealed() -> None:
    """TS-7.3: Torch 2 + Rations 2 + Dagger 1 = 5; the Squire eats the Rations, 3 are left."""
    table = dungeon(["Thyrian Squire", "Torch", "Iron Rations", "Dagger"], ["Wind Fury"])
    assert table.reckon(1).health == 7
    table.do("use Thyrian Squire destroying Iron Rations")
    assert table.reckon(1).health == 14


def test_doubled_health_is_told() -> None:
    table = dungeon(["Militia", "Torch"], ["Wind Fury"]).do("attack Wind Fury")
    row = next(entry for entry in table.entries if entry.quantity == "health")
    assert (row.before, row.after, row.rulings) == (7, 14, ("TS-7.6", "card.wind_fury"))
    assert (table.state.tally.health, table.value) == (14, 1)


# lights


def test_global_light_reaches_every_rank_and_everybody() -> None:
    """Choking Smoke: 1 + 2, 2 + 2, 3 + 2; a Blaze beside it takes 2 off again."""
    table = dungeon(["Militia"], ["Harpy", "Choking Smoke", "Half-Ogre"])
    assert [table.reckon(rank).penalty for rank in (1, 2, 3)] == [3, 4, 5]
    both = dungeon(["Militia"], ["Harpy", "Choking Smoke", "Blaze"])
    assert [both.reckon(rank).penalty for rank in (1, 2, 3)] == [1, 2, 3]
    table.state = replace(table.state, hall=table.state.hall[:1], outside=(Slot("choking_smoke"),))
    assert table.reckon(1).penalty == 3  # space 0 is in the Dungeon, too


def test_a_dark_lantern_outweighs_light_to_spare() -> None:
    """Rank 1 with an Inferno in the Hall needs 1 - 3 = -2; Choking Smoke in the hand takes 2: just enough."""
    table = dungeon(["Militia", "Choking Smoke"], ["Harpy", "Inferno"])
    assert table.reckon(1).penalty == 0
    two = dungeon(["Militia", "2 x Choking Smoke"], ["Harpy", "Inferno"])
    assert two.reckon(1).penalty == 2


def test_the_light_penalty_names_who_changes_it() -> None:
    table = dungeon(["Militia"], ["Harpy", "Choking Smoke", "Ember"])
    row = next(entry for entry in table.reckon(3).entries if entry.note.startswith("Light Penalty"))
    assert row.rulings == ("TS-10.2", "TS-10.1", "DS-3", "card.ember", "card.choking_smoke")
    assert "Rank 3 and -1 by Ember and +2 by Choking Smoke" in row.note


# Trophies


def test_a_trophy_that_acts_has_to_act_first() -> None:
    """TS-13.1: with a Cutthroat in the hand a card is drawn before anything is attacked."""
    table = dungeon(["Cutthroat", "Thyrian Lord"], ["Harpy"], deck=["Torch"])
    assert table.legal == ["use Cutthroat"]
    refusal = table.refused("attack Harpy")
    assert refusal.rulings == ("TS-13.1", "card.cutthroat")
    table.do("use Cutthroat")
    assert table.hand == ["Cutthroat", "Thyrian Lord", "Torch"]
    assert "attack Harpy" in table.legal


def test_a_trophy_without_a_target_lets_the_turn_go_on() -> None:
    """A Blaze finds no Disease, a Fire Giant no Hero: nothing has to happen. (TS-18.3)"""
    assert "attack Harpy" in dungeon(["Blaze", "Fire Giant"], ["Harpy"]).legal
    table = dungeon(["Blaze", "Disease", "Fire Giant", "Militia"], ["Harpy"])
    assert table.legal == ["use Blaze destroying Disease", "use Fire Giant on Militia"]


def test_standard_bearer_strikes_humanoids_only() -> None:
    table = dungeon(["Standard Bearer"], ["Half-Ogre", "Harpy", "Judgement"])
    assert [table.reckon(rank).attack for rank in (1, 2, 3)] == [1, 0, 1]


# what is destroyed


def doomed(table: Table) -> list[str]:
    return sorted(table.removed)


def test_the_weakest_hero_goes_by_its_strength_now() -> None:
    """Militia 2, fed 2 + 2 = 4, beside an Elf Wizard of 3: the Wizard is the weakest."""
    table = dungeon(["Militia", "Elf Wizard", "Iron Rations"], ["Fire Giant"])
    table.do("use Iron Rations on Militia", "attack Fire Giant")
    assert doomed(table) == ["Elf Wizard"]


def test_among_equals_the_player_chooses() -> None:
    """Strength 3 both, an Elf Wizard and a Terakian Defender; the Lord has 9."""
    table = dungeon(["Elf Wizard", "Terakian Defender", "Thyrian Lord"], ["Mountain Giant"])
    table.do("attack Mountain Giant")
    assert table.legal == ["destroy Elf Wizard", "destroy Terakian Defender"]


def test_stone_giant_takes_two_of_three_and_spares_the_strong() -> None:
    """Strength 4 or less: three Militia (2); the Thyrian Lord (9) is none of them."""
    table = dungeon(["3 x Militia", "Thyrian Lord"], ["Stone Giant"]).do("attack Stone Giant")
    assert doomed(table) == ["Militia", "Militia"]
    fed = dungeon(["Militia", "Iron Rations"], ["Stone Giant"])
    fed.do("use Iron Rations on Militia", "attack Stone Giant")
    assert doomed(fed) == ["Militia"]  # 2 + 2 = 4
    twice = dungeon(["Militia", "2 x Iron Rations"], ["Stone Giant"])
    twice.do("use Iron Rations #1 on Militia", "use Iron Rations #2 on Militia", "attack Stone Giant")
    assert doomed(twice) == []  # 2 + 4 = 6


def test_frost_giant_takes_the_lightest_weapon_carried_or_not() -> None:
    """Dagger 2, Polearm 2, Short Sword 4: one of the two lightest, by choice."""
    table = dungeon(["Dagger", "Polearm", "Short Sword"], ["Frost Giant"]).do("attack Frost Giant")
    assert table.legal == ["destroy Dagger", "destroy Polearm"]


def test_titan_spares_the_best() -> None:
    """Lord 9, Knight 6, Militia 2, 2: the Militia go. Of Short Sword (4) and Dagger (2) the Dagger goes."""
    hand = ["Thyrian Lord", "Thyrian Knight", "2 x Militia", "Short Sword", "Dagger"]
    table = dungeon(hand, ["Titan"]).do("attack Titan")
    assert doomed(table) == ["Dagger", "Militia", "Militia"]
    few = dungeon(["Thyrian Lord", "Militia", "Dagger"], ["Titan"]).do("attack Titan")
    assert doomed(few) == []


def test_titan_among_equals() -> None:
    """Three Militia: one of them goes, they are alike; of two Daggers one."""
    table = dungeon(["3 x Militia", "2 x Dagger"], ["Titan"]).do("attack Titan")
    assert doomed(table) == ["Dagger", "Militia"]


def test_flame_rage_looks_at_village_cards_only() -> None:
    """Gem 3, Torch 2; the Fire Giant (2 gold, a Monster) and the Heroes are none. (A-15)"""
    table = dungeon(["Torch", GEM, "Fire Giant"], ["Flame Rage"]).do("attack Flame Rage")
    assert doomed(table) == [GEM]
    assert doomed(dungeon(["Fire Giant"], ["Flame Rage"]).do("attack Flame Rage")) == []
    militia = dungeon(["Militia"], ["Flame Rage"], basics_are_village="militia_too").do("attack Flame Rage")
    assert doomed(militia) == ["Militia"]
    hero = dungeon(["Militia"], ["Flame Rage"]).do("attack Flame Rage")
    assert doomed(hero) == []


def test_flare_may_be_given_a_disease() -> None:
    """It returns to its stack and is no card lost."""
    table = dungeon(["Disease", "Militia"], ["Flare"]).do("attack Flare")
    assert table.legal == ["destroy Disease", "destroy Militia"]
    table.do("destroy Disease")
    assert (table.state.tally.lost, table.state.tally.diseases_destroyed) == (0, 1)
    assert table.removed == []


def test_hungry_dead_count_the_diseases_in_the_hand() -> None:
    table = dungeon(["2 x Disease", "Militia", "Torch", "Dagger"], ["Hungry Dead"]).do("attack Hungry Dead")
    assert table.legal == ["destroy Militia", "destroy Torch", "destroy Dagger"]
    table.do("destroy Torch", "destroy Dagger")
    assert table.removed == ["Torch", "Dagger"]
    healthy = dungeon(["Militia"], ["Hungry Dead"]).do("attack Hungry Dead")
    assert healthy.removed == []
    assert healthy.discard() == ["Disease", "Militia"]


def test_medusa_kills_before_and_after() -> None:
    """The Knight (4) falls before the total: the Lord 4 + Short Sword 4 is left, edged. (A-10)"""
    table = dungeon(["Thyrian Knight", "Thyrian Lord", "Short Sword", GEM], ["Medusa"])
    table.do("equip Short Sword on Thyrian Lord", "attack Medusa")
    assert table.value == 4 + 4
    assert doomed(table) == ["Thyrian Knight"]


def test_medusa_and_a_blunt_weapon() -> None:
    """A Warhammer is not edged: the one Hero falls before the total, and there is nobody left."""
    table = dungeon(["Thyrian Lord", "Warhammer", GEM], ["Medusa"])
    table.do("equip Warhammer on Thyrian Lord", "attack Medusa")
    assert (table.value, doomed(table)) == (0, ["Thyrian Lord"])


# the other players


def test_hydra_takes_the_stronger_of_two() -> None:
    """Wizard 2, Knight, Lord: any pair of two is possible, so all but the weakest may go."""
    opponent = player(["Militia", "Thyrian Lord", "Torch"])
    table = dungeon(["Militia", "Thyrian Knight", "Thyrian Lord"], ["Hydra"], others=[opponent])
    table.do("attack Hydra")
    assert table.legal == ["destroy Thyrian Knight", "destroy Thyrian Lord"]
    table.do("destroy Thyrian Knight")
    assert table.removed == ["Thyrian Lord", "Thyrian Knight"]  # of Militia and Lord the opponent's Lord
    assert table.state.players[1].hand == ("militia", "torch")


def test_another_player_chooses_among_the_own_heroes() -> None:
    opponent = player(["Militia", "Thyrian Lord", "Thyrian Knight"])
    table = dungeon(["Militia"], ["Hydra"], others=[opponent]).do("attack Hydra")
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
    table = dungeon(["Militia"], ["Hydra"], others=[player(None)]).do("attack Hydra")
    assert any("unknown hand" in entry.note for entry in table.entries)


def test_diseases_for_everybody() -> None:
    """Choking Smoke: one each; Walking Scourge: two for the attacker, one for each other player."""
    others = [player(), player()]
    for monster, mine, theirs in (
        ("Choking Smoke", 1, 1),
        ("Walking Scourge", 2, 1),
        ("Plague Zombie", 1, 0),
    ):
        table = dungeon(["Militia"], [monster], others=others).do(f"attack {monster}")
        assert table.discard().count("Disease") == mine
        assert [table.discard(seat).count("Disease") for seat in (1, 2)] == [theirs, theirs]


def test_each_plaguebearer_that_stands_spreads_disease() -> None:
    """The Harpy falls (Lord 4): two Plaguebearers look on, so two Diseases for everybody."""
    table = dungeon(["Thyrian Lord", GEM], ["Harpy", "Plaguebearer", "Plaguebearer"]).do("attack Harpy")
    assert table.outcome == "won"
    assert [table.discard(seat).count("Disease") for seat in (0, 1)] == [2, 2]
    alone = dungeon(["2 x Thyrian Lord", GEM], ["Plaguebearer", "Plaguebearer"])
    alone.do("attack Plaguebearer in Rank 1")
    assert alone.discard().count("Disease") == 2  # its own Battle Effect, and the other one's Global effect
    lost = dungeon(["Militia", GEM], ["Harpy", "Plaguebearer"]).do("attack Harpy")
    assert lost.discard().count("Disease") == 0


# Breach and Spoils


def moved_up(monster: str, **facts: object) -> Table:
    """A Harpy falls, and the Monster behind it comes to Rank 1."""
    return dungeon(["Thyrian Lord", GEM], ["Harpy", monster], **facts).do("attack Harpy")


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


def test_wind_fury_lays_waste_to_rich_stacks() -> None:
    """Lightstone Gem (3 gold) loses two cards, Torch (2) none, a Hero stack none, whatever its gold."""
    village = {GEM: 5, "Torch": 8, "Thyrian Squire": 6}
    table = moved_up("Wind Fury", village=village)
    assert table.state.stock == (3, 8, 6)
    assert table.removed == [GEM, GEM]


def test_walking_scourge_breaches() -> None:
    table = moved_up("Walking Scourge")
    assert [table.discard(seat).count("Disease") for seat in (0, 1)] == [1, 1]


def test_inferno_takes_small_monsters_and_puts_the_rest_back() -> None:
    """Of Harpy (1 VP), Torch, Half-Ogre (3 VP): both Monsters; Titan (6 VP) stays. Three cards each."""
    others = [player([], ["Harpy", "Torch", "Half-Ogre", "Stalker"]), player([], ["Titan"], ["Dagger"])]
    table = dungeon(["3 x Thyrian Lord"], ["Inferno"], others=others).do("attack Inferno")
    assert table.outcome == "won"
    assert [name for name in table.discard() if name in ("Harpy", "Half-Ogre")] == ["Harpy", "Half-Ogre"]
    assert piles.contents(table.state.players[1].deck) == ("torch", "stalker")
    assert piles.contents(table.state.players[2].deck) == ("titan", "dagger")


def test_inferno_and_a_deck_that_nobody_knows() -> None:
    table = dungeon(["3 x Thyrian Lord"], ["Inferno"], others=[player([], None)]).do("attack Inferno")
    assert any("is unknown" in entry.note for entry in table.entries)
    assert table.state.players[1] == Player(piles.UNKNOWN, (), ())


# traits of which no card of the boxes is a case, and the Orc Warlord's


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
