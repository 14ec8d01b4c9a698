"""What else a monster's card tells it: heals, bonuses, elements, summons, traps, loot, death. (GH-12.34)"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tests.games.gloomhaven.turn.table import TYPES, Table, tokens
from tsolve.games.gloomhaven.book import monster
from tsolve.games.gloomhaven.figures import Profile


def test_nobody_has_lost_anything() -> None:
    """Conditions play no part in the choice: all are equal, and the players may heal the poisoned one."""
    told = Table("f m g", f={"tokens": tokens("poison")}).turn("heal 2, range 2", choose=["choose f"])
    assert told.tokens("f") == []
    assert Table("f m g").turn("heal 2, range 2").asked == []


def test_the_focus_is_chosen_if_it_is_among_them() -> None:
    """A is the focus by initiative; both are adjacent."""
    told = Table("A m B", A={"initiative": 1}).turn("attack 1", "muddle and immobilize, one adjacent enemy")
    assert (told.tokens("A"), told.tokens("B")) == (["immobilize", "muddle"], [])


def test_two_texts_that_ask_for_the_same() -> None:
    """One icon consumes one element: the second text finds it inert."""
    told = Table("m A", elements={"fire": "strong"}).turn("attack +0 with fire (+1)", "with fire (shield 1)")
    assert (told.hp("A"), told.state.figure("m").effects) == (7, ())


def test_any_element_is_the_players_choice() -> None:
    table = Table("m A", elements={"fire": "strong", "ice": "waning"})
    told = table.turn("attack +0 with any (+1)", choose=["consume ice"])
    assert (told.hp("A"), told.element("fire"), told.element("ice")) == (7, "strong", "inert")
    infused = Table("m A").turn("infuse any", choose=["infuse dark"])
    assert infused.element("dark") == "strong"


def test_a_consumed_element_adds_targets_range_and_push() -> None:
    fire: Any = {"fire": "strong"}
    assert Table("A m B", elements=fire).turn("attack +0 with fire (target 2)").hp("B") == 8
    archer = {"profile": Profile(attack=2, range=2)}
    assert Table("m . . A", m=archer, elements=fire).turn("attack +0 with fire (range +1)").hp("A") == 8
    assert Table("m A . .", elements=fire).turn("attack +0 with fire (push 2)").at("A") == (3, 0)
    assert Table("m . A . B", m=archer, elements=fire).turn("attack +0 with fire (all in range)").hp("A") == 8


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


def test_a_summon_with_printed_statistics() -> None:
    told = Table("m . A").turn("summon Rat King (hp 6, move 3, attack 2, range 3, poison, flying)")
    new = told.state.figure("Rat King 1")
    assert (new.hp, new.max_hp, new.new) == (6, 6, True)
    assert new.profile == Profile(move=3, attack=2, range=3, apply=("poison",), flying=True)


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


def test_steps_of_the_scenario_are_told() -> None:
    told = Table("m A").turn(
        "scenario (the throne changes its place)", "extra turn Vermling Scout", "special 1"
    )
    assert len(told.notes("scenario")) == 3
