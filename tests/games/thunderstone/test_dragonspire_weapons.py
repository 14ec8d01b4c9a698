"""The Weapons of Dragonspire in the engine: what they give, who carries how many, whom they save.

Expected values are worked out from the card texts; the sums stand beside the hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from tests.games.thunderstone import mixed_tables
from tests.games.thunderstone.builders import player, ruleset
from tests.games.thunderstone.invariants import check_equipment, check_every_action
from tests.games.thunderstone.mixed_tables import Mixed
from tests.games.thunderstone.planning.asked_positions import in_dungeon
from tests.games.thunderstone.planning.dragonspire_parts import weapons
from tsolve.games.thunderstone.actions import Equip
from tsolve.games.thunderstone.state import are_alike, first_of_alike
from tsolve.games.thunderstone.writing.reading import read

GEM = "Lightstone Gem"


def enter(
    hand: Iterable[str], hall: Iterable[str] = ("Harpy", "Half-Ogre", "Basilisk"), **more: object
) -> Mixed:
    """A player has entered the Dungeon, of which the Hall is full."""
    return mixed_tables.enter(hand, hall, **more)


TOTALS: list[tuple[list[str], list[str], int, tuple[int, int, int]]] = [
    # hand, actions, Rank, (Attack, Magic Attack, Light)
    (["Veteran Warrior", "Bluefire Staff"], ["equip Bluefire Staff on Veteran Warrior"], 1, (3, 1, 0)),
    (["Veteran Warrior", "Frost Giant Axe"], ["equip Frost Giant Axe on Veteran Warrior"], 1, (3 + 4, 0, 0)),
    (["Veteran Warrior", "Guardian Blade"], ["equip Guardian Blade on Veteran Warrior"], 1, (3 + 3, 0, 0)),
    (["Veteran Warrior", "Skullbreaker"], ["equip Skullbreaker on Veteran Warrior"], 1, (3 + 2, 0, 0)),
    (["Veteran Warrior", "Toryn Gauntlet"], ["equip Toryn Gauntlet on Veteran Warrior"], 1, (3, 2, 0)),
    # the Bow: nothing in Rank 1, then 2 and the level of its bearer: 1, 2, 3, 4
    (["Veteran Warrior", "Recurve Bow"], ["equip Recurve Bow on Veteran Warrior"], 1, (3, 0, 0)),
    (["Veteran Warrior", "Recurve Bow"], ["equip Recurve Bow on Veteran Warrior"], 2, (3 + 2 + 1, 0, 0)),
    (["Veteran Reaver", "Recurve Bow"], ["equip Recurve Bow on Veteran Reaver"], 3, (5 + 2 + 3, 0, 0)),
    (["Veteran Warrior", "Recurve Bow"], [], 2, (3, 0, 0)),
    # two Weapons: an edged one among them is enough for a Dwarf, and counts once
    (
        ["Dwarf Guardian", "Toryn Gauntlet", "Dagger"],
        ["equip Dagger on Dwarf Guardian", "equip Toryn Gauntlet on Dwarf Guardian"],
        1,
        (1 + 3 + 1, 2, 0),
    ),
    (
        ["Stoneguard Brute", "2 x Toryn Gauntlet", "Dagger"],
        [
            "equip Toryn Gauntlet #1 on Stoneguard Brute",
            "equip Toryn Gauntlet #2 on Stoneguard Brute",
            "equip Dagger on Stoneguard Brute",
        ],
        1,
        (3 + 2 + 1, 2 + 2, 0),
    ),
]


@pytest.mark.parametrize(("hand", "actions", "rank", "expected"), TOTALS)
def test_totals(hand: list[str], actions: list[str], rank: int, expected: tuple[int, int, int]) -> None:
    reckoning = enter(hand).do(*actions).reckon(rank)

    assert (reckoning.attack, reckoning.magic, reckoning.light) == expected


def test_a_gauntlet_strengthens_for_every_weapon_and_leaves_a_hand_free() -> None:
    table = enter(["Terakian Peer", "Toryn Gauntlet", "Guardian Blade", "Dagger"])

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
    table = enter(["Militia", "Toryn Gauntlet", "Short Sword"])
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
    table = enter(hand).do(
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


def test_weakened_heroes_drop_what_is_too_heavy_and_keep_the_rest() -> None:
    """Strength 6 + 2 - 4 = 4: the Blade (5) drops, the Gauntlet (2) stays: 3 + 2 when equipped, Magic 2."""
    table = enter(["Stoneguard Brute", "Toryn Gauntlet", "Guardian Blade", "Torch"], ["Revenant"])
    table.do("equip Toryn Gauntlet on Stoneguard Brute", "equip Guardian Blade on Stoneguard Brute")
    table.do("attack Revenant")

    dropped = [entry.subject for entry in table.entries if "TS-8.3" in entry.rulings]
    assert dropped == ["Guardian Blade"]
    assert table.value == 3 + 2 + 2


def test_a_gauntlet_that_drops_takes_the_rest_along() -> None:
    """Strength 2 + 2 - 4 = 0 is too little for the Gauntlet; without it less yet for the Dagger (2)."""
    table = enter(["Militia", "Toryn Gauntlet", "Dagger", "Torch"], ["Revenant"])
    table.do("equip Toryn Gauntlet on Militia", "equip Dagger on Militia", "attack Revenant")

    dropped = [entry.subject for entry in table.entries if "TS-8.3" in entry.rulings]
    assert dropped == ["Toryn Gauntlet", "Dagger"]
    assert (table.value, table.removed) == (1, ["Militia"])


SAVED = [
    # hand, actions, Monster, lost: the Blade saves its bearer from whatever destroys it
    (["Veteran Warrior", "Guardian Blade"], ["equip Guardian Blade on Veteran Warrior"], "Ebon Fume", []),
    (["Veteran Warrior", "Guardian Blade"], [], "Ebon Fume", ["Veteran Warrior"]),
    (["Dwarf Guardian", "Guardian Blade"], ["equip Guardian Blade on Dwarf Guardian"], "Knightmare", []),
    # Strength 5 - 2 = 3 does not hold it
    (
        ["Dwarf Guardian", "Guardian Blade"],
        ["equip Guardian Blade on Dwarf Guardian"],
        "The Prince",
        ["Dwarf Guardian"],
    ),
    # the Blade falls with its bearer, and still saves it
    (
        ["Phalanx Footman", "Guardian Blade"],
        ["equip Guardian Blade on Phalanx Footman"],
        "Frost Giant",
        ["Guardian Blade"],
    ),
]


@pytest.mark.parametrize(("hand", "actions", "monster", "lost"), SAVED)
def test_a_guardian_blade_saves_its_bearer(
    hand: list[str], actions: list[str], monster: str, lost: list[str]
) -> None:
    table = enter(hand, [monster]).do(*actions, f"attack {monster}")

    assert table.removed == lost
    assert table.state.tally.lost == len(lost)
    assert (hand[0] in table.discard()) == (hand[0] not in lost)


@pytest.mark.parametrize("reading", ["end_of_battle", "after_refill_and_breach"])
def test_who_is_saved_leaves_when_the_destroyed_do(reading: str) -> None:
    """Tyxr the Old destroys the Warrior; the next one in Rank 1 makes everybody discard two cards."""
    hall, deck = ["Mythlurian", "Tyxr the Old", "Griffon"], ["Nixie"]
    table = enter(
        ["Outlands Slayer", "Guardian Blade", "Torch", "Militia"],
        hall,
        destroyed_leave=reading,
        dungeon=deck,
    )
    table.do("equip Guardian Blade on Outlands Slayer", "attack Mythlurian")
    while table.state.todo and table.game.mover(table.state) == 0:
        if "destroy Outlands Slayer" in table.legal:
            table.do("destroy Outlands Slayer")
            continue
        table.act(table.game.legal_actions(table.state)[0])

    assert table.outcome == "won"  # 5 + 3 + 1 = 9 against 8
    assert table.removed == []
    assert sorted(table.discard()) == ["Guardian Blade", "Militia", "Mythlurian", "Outlands Slayer", "Torch"]


@pytest.mark.parametrize(
    ("hand", "actions", "monster", "top"),
    [
        (["Veteran Warrior", "Skullbreaker", "Torch"], ["equip Skullbreaker on Veteran Warrior"], "Harpy", 1),
        (["Veteran Warrior", "Skullbreaker", "Torch"], [], "Grudgebeast", 0),  # 3 against 4
        (["Outlands Slayer", "Skullbreaker", "Torch"], [], "Harpy", 0),  # won, but nobody carries it
        (["Militia", "Skullbreaker", "Torch"], ["equip Skullbreaker on Militia"], "Harpy", None),  # 3 > 2
    ],
)
def test_a_skullbreaker_comes_back_after_a_victory(
    hand: list[str], actions: list[str], monster: str, top: int | None
) -> None:
    table = enter(hand, [monster])
    if top is None:
        assert table.refused(actions[0]).rulings == ("TS-8.1",)
        return
    table.do(*actions, f"attack {monster}")

    assert table.deck() == ["Skullbreaker"] * top
    assert ("Skullbreaker" in table.discard()) == (not top)


def test_a_destroyed_skullbreaker_does_not_come_back() -> None:
    """The Red Jelly destroys one Weapon: 5 + 2 = 7 against 6."""
    table = enter(["Outlands Slayer", "Skullbreaker", "Torch"], ["Red Jelly"])
    table.do("equip Skullbreaker on Outlands Slayer", "attack Red Jelly")

    assert (table.outcome, table.deck(), table.removed) == ("won", [], ["Skullbreaker"])


def test_a_frost_giant_axe_draws_where_nobody_is_strong_enough() -> None:
    table = enter(["Frost Giant Axe", "Terakian Peer", "Militia"], deck=["Half-Orc Dervish", "Torch"])
    table.do("use Frost Giant Axe")

    assert table.hand == ["Frost Giant Axe", "Terakian Peer", "Militia", "Half-Orc Dervish"]
    assert table.strength("Half-Orc Dervish") == 6 + 3
    assert table.strength("Terakian Peer") == 4
    again = table.refused("use Frost Giant Axe")
    assert again.reason == "you have used this ability of Frost Giant Axe already"
    table.do("equip Frost Giant Axe on Half-Orc Dervish")


def test_a_frost_giant_axe_waits_for_nobody_when_somebody_is_strong() -> None:
    table = enter(["Frost Giant Axe", "Phalanx Footman", "Iron Rations"], deck=["Militia"])

    assert "use Frost Giant Axe" in table.legal
    table.do("use Iron Rations on Phalanx Footman")
    refusal = table.refused("use Frost Giant Axe")
    assert (refusal.reason, refusal.rulings) == ("Phalanx Footman has Strength 7", ("card.frost_giant_axe",))


STAFF = "use Bluefire Staff on Battle Fury"


def test_a_bluefire_staff_lets_a_spell_be_used_twice_and_then_destroys_it() -> None:
    """Curate Magic 1, Staff 1, two Furies: Attack 2; against the Harpy 4, the Torch covers Rank 1."""
    table = enter(["Belzur Curate", "Bluefire Staff", "Battle Fury", "Torch"])
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


def test_a_spell_that_was_not_used_again_stays() -> None:
    table = enter(["Belzur Curate", "Bluefire Staff", "Battle Fury", "Torch"])
    table.do("equip Bluefire Staff on Belzur Curate", "use Battle Fury", STAFF, "attack Harpy")

    assert (table.value, table.removed) == (1 + 1 + 1, [])


def test_only_a_spell_of_the_hand_can_be_used_again() -> None:
    table = enter(["Belzur Curate", "Bluefire Staff", "Torch"])
    table.do("equip Bluefire Staff on Belzur Curate")

    assert table.refused("use Bluefire Staff").reason == "you hold no Spell for it"


@pytest.mark.parametrize(
    ("reading", "magic", "light"), [("counts_again", 2 + 1 + 3 + 3, 1), ("not_used", 6, 1)]
)
def test_a_fireball_counts_again_but_not_its_light(reading: str, magic: int, light: int) -> None:
    hand = ["Gorinth Amateur", "Bluefire Staff", "Fireball"]
    table = enter(hand, plain_spell_twice=reading)
    table.do("equip Bluefire Staff on Gorinth Amateur")
    if reading == "counts_again":
        table.do("use Bluefire Staff on Fireball")
    else:
        refusal = table.refused("use Bluefire Staff on Fireball")
        assert refusal.rulings == ("card.bluefire_staff", "key.plain_spell_twice")

    assert (table.reckon(1).magic, table.reckon(1).light) == (magic, light)
    table.do("attack Harpy")
    assert table.removed == (["Fireball"] if reading == "counts_again" else [])


@pytest.mark.parametrize(("reading", "magic"), [("once", 1 + 1 + 1), ("twice", 1 + 2 + 1)])
def test_a_cabal_counts_spells_or_uses(reading: str, magic: int) -> None:
    """Astrologer 1 and 1 for each, the Staff 1."""
    hand = ["Cabal Astrologer", "Bluefire Staff", "Battle Fury"]
    table = enter(hand, cabal_reused_spell=reading)
    table.do("equip Bluefire Staff on Cabal Astrologer", "use Battle Fury", STAFF, "use Battle Fury")

    assert table.reckon(1).magic == magic


def test_whoever_must_discard_cannot_save_a_spell_that_is_to_be_destroyed() -> None:
    """Tyxr the Old comes to Rank 1 and makes everybody discard two cards, the Fury among them."""
    hall, deck = ["Harpy", "Tyxr the Old", "Griffon"], ["Nixie"]
    hand = ["Belzur Curate", "Bluefire Staff", "Battle Fury", "Torch"]
    table = enter(hand, hall, dungeon=deck, others=[player()])
    table.do("equip Bluefire Staff on Belzur Curate", "use Battle Fury", STAFF, "use Battle Fury")
    table.do("attack Harpy", "player 1 discards Battle Fury", "player 1 discards Torch")

    assert table.removed == ["Battle Fury"]
    assert "Battle Fury" not in table.discard()


def test_every_action_is_read_back_as_itself() -> None:
    table = enter(
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
