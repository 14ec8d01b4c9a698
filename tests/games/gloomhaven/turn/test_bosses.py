"""Bosses: specials written out, formulas with V and X, immunities. (GH-12.36)"""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.gloomhaven.turn.table import TYPES, Table, Told
from tsolve.games.gloomhaven.book import monster
from tsolve.games.gloomhaven.state import Effect


def boss(name: str, picture: str, *card: str, level: int = 0, **more: object) -> Told:
    """A turn of a boss in the place of m, with two characters."""
    table = Table(picture, level=level, **more)  # type: ignore[arg-type]
    new = monster(TYPES[name], 0, level, "", 2, table.state.figure("m").at)
    table.state = replace(
        table.state, figures=tuple(new if each.name == "m" else each for each in table.state.figures)
    )
    return table.turn(*card, of=name)


def test_a_special_is_more_than_one_ability() -> None:
    """Inox Bodyguard, level 3, two characters: attack 2 + 2, Special 2 is move +0, attack +0, retaliate 4."""
    told = boss("Inox Bodyguard", "m . . A", "special 2", level=3)
    assert (told.at("Inox Bodyguard"), told.hp("A")) == ((2, 0), 6)
    assert told.state.figure("Inox Bodyguard").effects == (Effect("retaliate", 4),)


def test_a_special_with_other_abilities_on_the_card() -> None:
    """Captain of the Guard: Special 1 heals 2 itself and all allies."""
    table = Table("m f A", f={"hp": 5})
    new = replace(monster(TYPES["Captain of the Guard"], 0, 0, "", 2, table.state.figure("m").at), hp=3)
    others = tuple(each for each in table.state.figures if each.name != "m")
    table.state = replace(table.state, figures=(*others, new))
    told = table.turn("shield 1", "special 1", of="Captain of the Guard")
    assert (told.hp("Captain of the Guard"), told.hp("f")) == (5, 7)


def test_a_special_that_counts_the_level() -> None:
    """The Colorless at level 5 with light: Sun Demon, heal 6, shield 1; without light no demon."""
    table = Table("m . . . A", level=5, elements={"light": "strong"})
    new = replace(monster(TYPES["The Colorless"], 0, 5, "", 2, table.state.figure("m").at), hp=10)
    table.state = replace(table.state, figures=(table.state.figure("A"), new))
    told = table.turn("special 2", of="The Colorless")
    assert (told.hp("The Colorless"), told.element("light")) == (16, "inert")
    assert told.state.on_map("Sun Demon 1")
    dark = Table("m . . . A", level=5)
    dark.state = replace(dark.state, figures=(dark.state.figure("A"), new))
    assert not dark.turn("special 2", of="The Colorless").state.on_map("Sun Demon 1")


def test_the_attack_of_the_dark_rider_counts_the_hexes_it_moved() -> None:
    """Level 0: attack 3 + X, Special 1 is move +2, attack +0. Two hexes in the corridor: 3 + 2."""
    assert boss("Dark Rider", "m . . A", "special 1").hp("A") == 5
    assert boss("Dark Rider", "m A", "special 1").hp("A") == 7


def test_the_attack_of_the_overseer_counts_the_scouts() -> None:
    """Two Vermling Scouts are there: attack 2; +1 on the card. Without any: +1 alone."""
    told = boss(
        "Merciless Overseer",
        "f m A\ng . .",
        "attack +1",
        f={"name": "Vermling Scout 1", "number": 1},
        g={"name": "Vermling Scout 2", "number": 2},
    )
    assert told.hp("A") == 7
    assert boss("Merciless Overseer", "m A", "attack +1").hp("A") == 9


def test_eggs_are_not_known() -> None:
    """The Winged Horror summons an Egg for each character; nobody knows its statistics: it is told."""
    told = boss("Winged Horror", "m . A", "special 2")
    assert told.notes("summon") == ["Winged Horror cannot summon Egg"] * 2
    assert told.hp("A") == 7


def test_two_zephyrs() -> None:
    """The Elder Drake summons two; Zephyrs have no statistics in the ruleset, or come both."""
    told = boss("Elder Drake", ". m . A\n. . . .", "special 2")
    came = [figure.name for figure in told.state.figures if figure.name.startswith("Zephyr")]
    assert len(came) + len(told.notes("summon")) >= 2
    assert told.notes("scenario") == ["Elder Drake it flies to the next boulder"]


def test_a_boss_is_neither_normal_nor_elite_and_immune() -> None:
    told = boss("Bandit Commander", "m A", "stun, self", "curse, self", "poison, self")
    commander = told.state.figure("Bandit Commander")
    assert (commander.kind, commander.rank) == ("boss", "")
    assert told.tokens("Bandit Commander") == ["poison"]
    assert "curse" not in told.cards()
