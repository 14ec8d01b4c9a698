"""Conditions, what each does and who is immune; heals; bless and curse; bosses. (GH-8, GH-12.36)"""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from tests.games.gloomhaven.turn.table import TYPES, Table, Told, tokens
from tsolve.cardkit import piles
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.book import monster
from tsolve.games.gloomhaven.modifiers import MONSTERS, Deck
from tsolve.games.gloomhaven.state import Effect, Figure, Owned, Profile, Token

PATH = ". m . A ."
CARD = "move +0", "attack +0"


def marked(*conditions: Condition, **more: object) -> dict[str, object]:
    return {"tokens": tokens(*conditions), **more}


def test_wound_hurts_at_the_start_and_stays() -> None:
    told = Table(PATH, m=marked("wound")).turn(*CARD)
    assert (told.hp("m"), told.tokens("m"), told.hp("A")) == (9, ["wound"], 8)


def test_a_wound_kills_before_anything_is_done() -> None:
    told = Table(PATH, m=marked("wound", hp=1)).turn(*CARD)
    assert not told.state.on_map("m")
    assert (told.hp("A"), told.state.result) == (10, True)


def test_a_wound_is_healed_later_in_the_turn() -> None:
    """10 - 1 from the wound; the heal of 2 takes the wound and gives the one that is missing."""
    told = Table(PATH, m=marked("wound")).turn("heal 2, self")
    assert (told.hp("m"), told.tokens("m")) == (10, [])


@pytest.mark.parametrize(
    ("conditions", "missing", "left", "healed"),
    [
        (("poison", "wound"), 4, [], 0),  # GH-E29; the wound of the turn's start comes on top
        (("wound",), 2, [], 3),  # GH-E30: 2 and the 1 of the turn's start
        (("poison",), 4, [], 0),
        ((), 4, [], 3),
        ((), 2, [], 2),
        (("muddle",), 2, [], 2),  # muddle goes by itself at the end of the turn
    ],
)
def test_heal(conditions: tuple[Condition, ...], missing: int, left: list[Condition], healed: int) -> None:
    """Heal 3 on a figure that lacks so many hit points."""
    told = Table(PATH, m=marked(*conditions, hp=10 - missing)).turn("heal 3, self")
    hurt = 1 if "wound" in conditions else 0
    assert (told.hp("m"), told.tokens("m")) == (10 - missing - hurt + healed, left)


@pytest.mark.parametrize(("reading", "left"), [("tokens_go", []), ("nothing_happens", ["poison"])])
def test_heal_at_full_hit_points(reading: str, left: list[Condition]) -> None:
    told = Table(PATH, {"heal_at_full": reading}, m=marked("poison")).turn("heal 3, self")
    assert (told.hp("m"), told.tokens("m")) == (10, left)


def test_stun_leaves_nothing_but_the_wound() -> None:
    told = Table(PATH, m=marked("stun", "wound"), elements={"fire": "strong"}).turn(
        *CARD, "heal 2, self", "infuse ice", "with fire (shield 1)"
    )
    assert (told.at("m"), told.hp("m"), told.hp("A")) == ((1, 0), 9, 10)
    assert (told.element("fire"), told.element("ice")) == ("strong", "inert")
    assert told.tokens("m") == ["wound"]


def test_immobilize_forbids_the_move_alone() -> None:
    far = Table(PATH, m=marked("immobilize")).turn(*CARD, "shield 1")
    assert (far.at("m"), far.hp("A"), len(far.state.figure("m").effects)) == ((1, 0), 10, 1)
    near = Table(". m A", m=marked("immobilize")).turn(*CARD)
    assert (near.hp("A"), near.tokens("m")) == (8, [])


def test_disarm_forbids_the_attack_alone() -> None:
    told = Table(PATH, m=marked("disarm")).turn(*CARD)
    assert (told.at("m"), told.hp("A"), told.tokens("m")) == ((2, 0), 10, [])


@pytest.mark.parametrize(("reading", "end"), [("as_melee", (2, 0)), ("as_printed", (1, 0))])
def test_a_disarmed_archer_moves_as_for_melee(reading: str, end: tuple[int, int]) -> None:
    archer = marked("disarm", profile=Profile(move=2, attack=2, range=3))
    assert Table(PATH, {"disarmed_move": reading}, m=archer).turn(*CARD).at("m") == end


def test_invisible_is_no_focus_no_target_and_in_the_way() -> None:
    """A stands in the corridor before B: m cannot pass, so nobody can be attacked."""
    told = Table("m . A B", A=marked("invisible")).turn(*CARD)
    assert (told.at("m"), told.hp("A"), told.hp("B")) == ((0, 0), 10, 10)
    beside = Table("A m B", A=marked("invisible")).turn(
        "attack +0, all adjacent", "muddle, all adjacent enemies"
    )
    assert (beside.hp("A"), beside.hp("B")) == (10, 8)
    assert (beside.tokens("A"), beside.tokens("B")) == (["invisible"], ["muddle"])


def test_invisible_figures_suffer_what_does_not_target() -> None:
    """Figures here are no targets."""
    told = Table("A m B", A=marked("invisible")).turn("suffer 1, all adjacent figures")
    assert (told.hp("A"), told.hp("B"), told.hp("m")) == (9, 9, 10)


@pytest.mark.parametrize("condition", ["immobilize", "disarm", "stun", "muddle", "invisible", "strengthen"])
def test_how_long_a_condition_lasts(condition: Condition) -> None:
    """From before the turn: gone at its end. From within: through the next turn as well."""
    before = Table("m . .", m=marked(condition)).turn("shield 1")
    assert before.tokens("m") == []
    table = Table("m . .")
    first = table.turn(f"{condition}, self")
    assert first.tokens("m") == [condition]
    assert not first.state.figure("m").tokens[0].fresh
    second = table.turn("shield 1", state=first.state)
    assert second.tokens("m") == []


def test_a_condition_that_comes_again_lasts_anew() -> None:
    told = Table("m . .", m=marked("strengthen")).turn("strengthen, self")
    assert told.state.figure("m").tokens == (Token("strengthen"),)


def test_conditions_of_others_stay_at_the_end_of_a_turn() -> None:
    told = Table("m A .", A=marked("stun", "wound")).turn("attack +0, muddle")
    assert told.tokens("A") == ["muddle", "stun", "wound"]


@pytest.mark.parametrize("condition", get_args(Condition))
def test_immunity(condition: Condition) -> None:
    boss = {"profile": Profile(immunities=(condition,)), "kind": "boss", "side": "party"}
    told = Table("m A .", A=boss).turn(f"attack 2, {condition}")
    assert (told.tokens("A"), told.hp("A")) == ([], 8)
    assert "A" not in [owned.owner for owned in told.state.decks]
    assert told.notes("condition") == [f"A is immune to {condition}"]


def test_an_obstacle_with_hit_points_takes_no_conditions() -> None:
    """It is attacked, harmed, not pushed, and goes at 0; no money drops."""
    table = Table("m A . .", A={"kind": "object", "hp": 3})
    told = table.turn("attack 2, muddle, push 2")
    assert (told.hp("A"), told.tokens("A"), told.at("A")) == (1, [], (1, 0))
    gone = table.turn("attack 4")
    assert not gone.state.on_map("A")
    assert gone.state.money == ()
    assert "GH-1.6" in gone.rulings()


def test_nobody_walks_through_an_obstacle_of_its_own_side() -> None:
    told = Table("m f A", f={"kind": "object"}).turn(*CARD)
    assert told.notes("focus") == ["m has no focus"]


# bless and curse


def deck(told_state_decks: tuple[Owned, ...], owner: str) -> list[str]:
    return next(sorted(owned.deck.cards()) for owned in told_state_decks if owned.owner == owner)


def test_curse_and_bless_come_into_the_deck_of_their_figure() -> None:
    told = Table("m A .").turn("attack 1, curse", "bless, self")
    assert deck(told.state.decks, "A").count("curse") == 1
    assert deck(told.state.decks, MONSTERS).count("bless") == 1
    assert told.tokens("A") == []


def test_the_curse_of_a_summon_comes_into_the_deck_of_its_owner() -> None:
    told = Table("m S . A", S={"kind": "summon", "owner": "A"}).turn("attack 1, curse")
    assert deck(told.state.decks, "A").count("curse") == 1


def cursed(owner: str, curses: int) -> Owned:
    return Owned(owner, Deck(piles.shuffled(("+0", *("curse",) * curses))))


@pytest.mark.parametrize(
    ("reading", "curses"), [("ten_for_characters", (6, 4)), ("ten_for_each_deck", (6, 5))]
)
def test_the_supply_of_curses(reading: str, curses: tuple[int, int]) -> None:
    """A has 6, B has 4: the ten for all characters are in use; each deck for itself has room."""
    table = Table("m B .\n. A .", {"curse_supply": reading}, B={"initiative": 1})
    table.state = replace(table.state, decks=(cursed("A", 6), cursed("B", 4)))
    told = table.turn("attack 1, curse")
    assert (deck(told.state.decks, "A").count("curse"), deck(told.state.decks, "B").count("curse")) == curses


def test_the_supply_of_the_monsters_is_their_own() -> None:
    table = Table("m A .")
    table.state = replace(table.state, decks=(cursed("A", 10),))
    told = table.turn("curse, self", "attack 1, curse")
    assert deck(told.state.decks, MONSTERS).count("curse") == 1
    assert deck(told.state.decks, "A").count("curse") == 10


def test_ten_blessings_for_everybody() -> None:
    table = Table("m A .")
    table.state = replace(table.state, decks=(Owned("A", Deck(piles.shuffled(("bless",) * 10))),))
    told = table.turn("bless, self")
    assert deck(told.state.decks, MONSTERS).count("bless") == 0


def test_a_figure_names_its_conditions() -> None:
    figure: Figure = Table("m", m=marked("stun")).state.figure("m")
    assert figure.has("stun")
    assert not figure.has("wound")


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
