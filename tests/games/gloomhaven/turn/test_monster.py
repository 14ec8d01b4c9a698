"""What else a monster's card tells it: heals, bonuses, elements, summons, traps, loot, death. (GH-12.34)"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.gloomhaven.turn.table import TYPES, Table, tokens
from tsolve.games.gloomhaven.book import monster
from tsolve.games.gloomhaven.state import Effect, Paid, Profile

# heals


def hurt(lost: int, **more: Any) -> dict[str, Any]:
    return {"hp": 10 - lost, **more}


def test_a_heal_goes_to_who_has_lost_most() -> None:
    table = Table("f m g . k", m=hurt(1), f=hurt(3), g=hurt(2), k=hurt(5))
    told = table.turn("heal 2, range 2")
    assert [told.hp(name) for name in "mfgk"] == [9, 9, 8, 5]
    reached = table.turn("heal 2, range 3")
    assert reached.hp("k") == 7
    assert "GH-12.34" in reached.rulings()


def test_ties_of_a_heal_are_the_players() -> None:
    told = Table("f m g", m=hurt(2), f=hurt(2)).turn("heal 2, range 2", choose=["choose f"])
    assert told.asked == [("choose m", "choose f")]
    assert (told.hp("m"), told.hp("f")) == (8, 10)


def test_a_heal_needs_sight() -> None:
    """g stands around a corner of walls, two hexes away."""
    picture = """
        .  #  g
        m  #  .
        .  .  .
        """
    assert Table(picture, g=hurt(5), m=hurt(1)).turn("heal 2, range 4").hp("m") == 10


def test_a_heal_for_several() -> None:
    told = Table("f m g k", m=hurt(1), f=hurt(4), g=hurt(2), k=hurt(3)).turn("heal 1, range 3, target 3")
    assert [told.hp(name) for name in "mfgk"] == [9, 7, 9, 8]


def test_a_heal_for_all() -> None:
    told = Table("f m g A k", m=hurt(3), f=hurt(3), g=hurt(3), A=hurt(3), k=hurt(3)).turn(
        "heal 1, all adjacent allies"
    )
    assert [told.hp(name) for name in "mfgAk"] == [7, 8, 8, 7, 7]
    both = Table("f m g A k", m=hurt(3), f=hurt(3)).turn("heal 2, self and all allies")
    assert (both.hp("m"), both.hp("f")) == (9, 9)


def test_nobody_has_lost_anything() -> None:
    """Conditions play no part in the choice: all are equal, and the players may heal the poisoned one."""
    told = Table("f m g", f={"tokens": tokens("poison")}).turn("heal 2, range 2", choose=["choose f"])
    assert told.tokens("f") == []
    assert Table("f m g").turn("heal 2, range 2").asked == []


# bonuses of the round


def test_shield_and_retaliate_last_for_the_round() -> None:
    told = Table("f m . g").turn("shield 2", "retaliate 3, range 2", "shield 1, self and all allies within 2")
    assert told.state.figure("m").effects == (
        Effect("shield", 2),
        Effect("retaliate", 3, 2),
        Effect("shield", 1),
    )
    assert told.state.figure("f").effects == told.state.figure("g").effects == (Effect("shield", 1),)


def test_they_count_when_it_is_attacked_then() -> None:
    """Attack 3 against shield 2, then retaliate 3."""
    table = Table("m S", S={"kind": "summon", "owner": "A", "profile": Profile(2, 3)})
    told = table.turn("shield 2", "retaliate 3")
    struck = table.turn(of="S", state=told.state)
    assert (struck.hp("m"), struck.hp("S")) == (9, 7)


def test_until_the_end_of_the_round() -> None:
    told = Table("f m A").turn("attackers have disadvantage this round", "allies attack +1 this round")
    assert [effect.kind for effect in told.state.figure("m").effects] == ["attackers_have_disadvantage"]
    assert told.state.figure("f").effects == (Effect("attack_plus", 1, source="m"),)
    table = Table("f m A\n. . .", f={"effects": (Effect("attack_plus", 1, source="m"),)})
    assert table.turn("move +0", "attack +0", of="f").hp("A") == 7


# conditions and damage without an attack


def test_whom_an_ability_affects() -> None:
    picture = "B . m A . C"
    for whom, struck in (
        ("all adjacent enemies", "A"),
        ("all enemies within 2", "AB"),
        ("all enemies", "ABC"),
        ("one enemy within 3", "A"),
    ):
        told = Table(picture, A={"initiative": 1}).turn(f"muddle, {whom}")
        found = {name for name in "ABC" if told.tokens(name)}
        assert found == set(struck), whom


def test_in_range_is_that_of_the_statistics() -> None:
    told = Table("m . A . . B", m={"profile": Profile(range=3)}).turn("curse, all enemies in range")
    assert [owned.owner for owned in told.state.decks if "curse" in owned.deck.cards()] == ["A"]


def test_the_focus_is_chosen_if_it_is_among_them() -> None:
    """A is the focus by initiative; both are adjacent."""
    told = Table("A m B", A={"initiative": 1}).turn("attack 1", "muddle and immobilize, one adjacent enemy")
    assert (told.tokens("A"), told.tokens("B")) == (["immobilize", "muddle"], [])


def test_suffered_damage_is_no_attack() -> None:
    """No shield, no card; a figure may kill itself."""
    told = Table("f m A", A={"effects": (Effect("shield", 5),)}).turn("suffer 2, all adjacent enemies")
    assert (told.hp("A"), told.hp("f"), told.notes("modifier")) == (8, 10, [])
    dead = Table("m A", m={"hp": 2}).turn("suffer 2, self", "attack 2")
    assert not dead.state.on_map("m")
    assert dead.hp("A") == 10


def test_damage_beside_the_target() -> None:
    """Beside A stand B and f, not g; the target and the monster itself are spared."""
    picture = """
        .  .  .  .  .
        m  .  A  f  .
        g  .  B  .  .
        """
    archer = {"profile": Profile(attack=2, range=3)}
    told = Table(picture, m=archer, A={"initiative": 1}).turn(
        "attack +0, range 3", "suffer 2, all figures adjacent to the target"
    )
    assert [told.hp(name) for name in "ABgfm"] == [8, 8, 10, 8, 10]
    killed = Table(picture, m=archer, A={"initiative": 1, "hp": 1}).turn(
        "attack +0, range 3", "suffer 2, all figures adjacent to the target"
    )
    assert [killed.hp(name) for name in "ABgf"] == [0, 8, 10, 8]
    nobody = Table(picture, m={**archer, "tokens": tokens("disarm")}).turn(
        "attack +0, range 3", "suffer 2, all figures adjacent to the target"
    )
    assert [nobody.hp(name) for name in "ABgf"] == [10, 10, 10, 10]


# elements


def test_infused_at_the_end_of_the_turn() -> None:
    """Fire is not there for the same card's text; the waning one of before is."""
    told = Table("m A").turn("infuse fire", "with fire (shield 1)")
    assert (told.element("fire"), told.state.figure("m").effects) == ("strong", ())
    both = Table("m A", elements={"fire": "waning"}).turn("infuse fire", "with fire (shield 1)")
    assert (both.element("fire"), len(both.state.figure("m").effects)) == ("strong", 1)


@pytest.mark.parametrize("strength", ["waning", "strong"])
def test_e39_the_first_pays_and_all_have_the_bonus(strength: Any) -> None:
    """f is another of the type: fire becomes inert at the first, both attack for 2 + 1."""
    table = Table(
        "m A f",
        m={"name": "Cultist 1", "number": 1},
        f={"name": "Cultist 2", "number": 2},
        elements={"fire": strength},
    )
    card = "attack +0 with fire (+1)"
    first = table.turn(card, of="Cultist 1")
    assert (first.hp("A"), first.element("fire")) == (7, "inert")
    assert first.state.paid == (Paid("Cultist", 0),)
    second = table.turn(card, of="Cultist 2", state=first.state)
    assert (second.hp("A"), second.element("fire")) == (4, "inert")


@pytest.mark.parametrize(("reading", "hp"), [("not_this_round", 6), ("next_monster", 5)])
def test_what_the_first_of_a_type_infused(reading: str, hp: int) -> None:
    """Nothing is there for the first: 2. The second has fire from the first: 2, or 2 + 1."""
    table = Table(
        "m A f",
        {"own_infusion": reading},
        m={"name": "Cultist 1", "number": 1},
        f={"name": "Cultist 2", "number": 2},
    )
    card = "attack +0 with fire (+1)", "infuse fire"
    first = table.turn(*card, of="Cultist 1")
    second = table.turn(*card, of="Cultist 2", state=first.state)
    assert (first.hp("A"), second.hp("A"), second.element("fire")) == (8, hp, "strong")


def test_a_text_that_needs_two_elements() -> None:
    card = "attack +0 with fire and air (+3)"
    assert Table("m A", elements={"fire": "strong"}).turn(card).hp("A") == 8
    told = Table("m A", elements={"fire": "strong", "air": "waning"}).turn(card)
    assert (told.hp("A"), told.state.elements) == (5, ())


def test_two_texts_that_ask_for_the_same() -> None:
    """One icon consumes one element: the second text finds it inert."""
    told = Table("m A", elements={"fire": "strong"}).turn("attack +0 with fire (+1)", "with fire (shield 1)")
    assert (told.hp("A"), told.state.figure("m").effects) == (7, ())


def test_any_element_is_the_players_choice() -> None:
    table = Table("m A", elements={"fire": "strong", "ice": "waning"})
    told = table.turn("attack +0 with any (+1)", choose=["consume ice"])
    assert (told.hp("A"), told.element("fire"), told.element("ice")) == (7, "strong", "inert")
    infused = Table("m A").turn("infuse any", choose=["consume dark"])
    assert infused.element("dark") == "strong"


@pytest.mark.parametrize(
    ("card", "hp"),
    [
        ("attack +0 with fire (+2)", 6),
        ("attack +0 with fire (-1)", 9),
        ("attack +0 with fire (pierce 1)", 9),  # 2 - (2 - 1)
        ("attack +0 with fire (wound)", 10),
        ("attack +0 with fire (area ring6_self)", 10),
    ],
)
def test_what_a_consumed_element_changes(card: str, hp: int) -> None:
    shielded = {"effects": (Effect("shield", 2),)} if hp in (9, 10) and "-1" not in card else {}
    told = Table("B m A", A={"initiative": 1, **shielded}, elements={"fire": "strong"}).turn(card)
    assert told.hp("A") == hp
    assert ("wound" in told.tokens("A")) == ("wound" in card)
    assert (told.hp("B") == 8) == ("area" in card)


def test_a_consumed_element_adds_targets_range_and_push() -> None:
    fire: Any = {"fire": "strong"}
    assert Table("A m B", elements=fire).turn("attack +0 with fire (target 2)").hp("B") == 8
    archer = {"profile": Profile(attack=2, range=2)}
    assert Table("m . . A", m=archer, elements=fire).turn("attack +0 with fire (range +1)").hp("A") == 8
    assert Table("m A . .", elements=fire).turn("attack +0 with fire (push 2)").at("A") == (3, 0)
    assert Table("m . A . B", m=archer, elements=fire).turn("attack +0 with fire (all in range)").hp("A") == 8
    shoved = Table("m A . . . .", elements=fire).turn("push 2, all adjacent enemies with fire (4 instead)")
    assert shoved.at("A") == (5, 0)


def test_for_each_target_that_was_damaged() -> None:
    """Two of three targets are damaged: 2 + 2 hit points."""
    table = Table(
        "m\nA\nB\nC",
        m={"hp": 3},
        A={"initiative": 1, "effects": (Effect("shield", 9),)},
        elements={"dark": "strong"},
    )
    told = table.turn("attack +0, area line3_self with dark (for each target damaged (heal 2, self))")
    assert [told.hp(name) for name in "ABCm"] == [10, 8, 8, 7]


def test_heals_and_shields_that_an_element_changes() -> None:
    ice: Any = {"ice": "strong"}
    assert Table("m", m=hurt(9), elements=ice).turn("heal 2, range 3 with ice (+3)").hp("m") == 6
    assert Table("m", elements=ice).turn("shield 1 with ice (2 instead)").state.figure("m").effects == (
        Effect("shield", 2),
    )
    told = Table("f m", m=hurt(5), f=hurt(1), elements=ice).turn(
        "heal 3, range 3 with ice (all allies in range)"
    )
    assert (told.hp("f"), told.hp("m")) == (10, 5)


# summons, traps, loot


def test_a_summoned_monster() -> None:
    """Living Bones of level 1, normal: the nearest empty hex to an enemy, the lowest free number."""
    statistics = TYPES["Living Bones"].monster
    assert statistics is not None
    normal = statistics.levels[1].normal
    assert normal is not None
    told = Table(". m . . A").turn("summon Living Bones, normal")
    new = told.state.figure("Living Bones 1")
    assert (told.at("Living Bones 1"), new.hp, new.profile.attack) == ((2, 0), normal.hp, normal.attack)
    assert (new.new, new.drops_money, new.rank, new.side) == (True, False, "normal", "monsters")
    turn = Table(". m . . A").turn("move 3", of="Living Bones 1", state=told.state)
    assert turn.at("Living Bones 1") == (2, 0)
    assert turn.state.figure("Living Bones 1").acted


def test_a_summon_may_fail() -> None:
    """No empty hex: f, a trap and difficult terrain are beside it. Or no standee is left."""
    told = Table("f m t A").turn("summon Living Bones, normal")
    assert len(told.state.figures) == 3
    bones = TYPES["Living Bones"]
    assert bones.monster is not None
    table = Table(". m . A .")
    places = Table(" ".join(["."] * 30)).book.terrain.hexes
    crowd = tuple(
        monster(bones, number, 1, "normal", 2, at)
        for number, at in zip(range(1, bones.monster.standees + 1), sorted(places)[5:], strict=False)
    )
    table.state = replace(table.state, figures=(*table.state.figures, *crowd))
    assert len(table.turn("summon Living Bones, normal").state.figures) == len(table.state.figures)


def test_equal_hexes_for_a_summon_are_the_players() -> None:
    picture = """
        .  .  .  .  .
        .  m  .  A  .
        .  .  .  .  .
        """
    told = Table(picture).turn("summon Living Bones, normal", choose=["put at (2,2)"])
    assert told.asked == [("put at (2,2)", "put at (2,1)")] or set(told.asked[0]) == {
        "put at (2,1)",
        "put at (2,2)",
    }
    assert told.at("Living Bones 1") == (2, 2)


def test_an_ooze_with_the_hit_points_of_its_summoner() -> None:
    told = Table("m . . A", m={"hp": 3}).turn("summon Ooze, normal, hit points of the summoner")
    assert told.hp("Ooze 1") == 3


def test_a_summon_beside_the_target() -> None:
    """A at (3,0) is attacked from range; the Deep Terror comes beside it."""
    picture = "m . . A . . B"
    archer = {"profile": Profile(attack=2, range=5)}
    told = Table(picture, m=archer, A={"initiative": 1}).turn(
        "attack +0", "summon Deep Terror, normal, next to the target", choose=["put at (4,0)"]
    )
    assert told.at("Deep Terror 1") == (4, 0)
    none = Table(picture, m={**archer, "tokens": tokens("disarm")}).turn(
        "attack +0", "summon Deep Terror, normal, next to the target"
    )
    assert len(none.state.figures) == 3


def test_a_summon_with_printed_statistics() -> None:
    told = Table("m . A").turn("summon Rat King (hp 6, move 3, attack 2, range 3, poison, flying)")
    new = told.state.figure("Rat King 1")
    assert (new.hp, new.max_hp, new.new) == (6, 6, True)
    assert new.profile == Profile(move=3, attack=2, range=3, apply=("poison",), flying=True)


def test_new_monsters_take_no_turn() -> None:
    """No wound, no condition that runs out: it has no turn this round."""
    told = Table("m A", m={"new": True, "tokens": tokens("wound", "muddle")}).turn("attack 2")
    assert (told.hp("A"), told.hp("m"), told.tokens("m")) == (10, 10, ["muddle", "wound"])


@pytest.mark.parametrize(("reading", "hp"), [("next_round", 10), ("next_turn", 7)])
def test_a_new_summon_of_a_character(reading: str, hp: int) -> None:
    summon = {"kind": "summon", "owner": "A", "profile": Profile(2, 3), "new": True}
    assert Table("m S . A", {"summons_act": reading}, S=summon).turn(of="S").hp("m") == hp


def test_a_trap_comes_nearest_to_an_enemy() -> None:
    told = Table(". m . . A").turn("trap 3 damage, stun")
    (trap,) = told.state.traps
    assert (trap.damage, trap.conditions, trap.by, trap.at[0]) == (3, ("stun",), "monsters", 2)


def test_loot_takes_money_in_range_and_sight() -> None:
    told = Table("$ m $ $").turn("loot 1")
    assert [money.at[0] for money in told.state.money] == [3]
    assert Table("$ m $ $").turn("loot 2").state.money == ()
    around = Table("m # .\n. # $\n. . .").turn("loot 9")
    assert len(around.state.money) == 1


def test_what_it_does_when_it_dies() -> None:
    """m performs `on death`, is wounded to death by S, and hits both enemies beside it: 2 + 2."""
    table = Table("S m A", S={"kind": "summon", "owner": "A", "profile": Profile(2, 9), "hp": 9})
    ready = table.turn("on death (attack +2, area ring6_self)")
    assert ready.hp("A") == 10
    told = table.turn(of="S", cards=["x2"], state=ready.state)
    assert (told.hp("m"), told.hp("A"), told.hp("S")) == (0, 6, 5)
    assert len(told.notes("leave")) == 1


def test_it_dies_of_retaliate_and_still_acts() -> None:
    table = Table(". m A", m={"hp": 2}, A={"effects": (Effect("retaliate", 2),)})
    told = table.turn("on death (attack +2, area ring6_self)", "attack 1", "shield 1")
    assert not told.state.on_map("m")
    assert told.hp("A") == 10 - 1 - 4


def test_steps_of_the_scenario_are_told() -> None:
    told = Table("m A").turn(
        "scenario (the throne changes its place)", "extra turn Vermling Scout", "special 1"
    )
    assert len(told.notes("scenario")) == 3
