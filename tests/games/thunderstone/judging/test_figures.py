"""What a step tells: what does not count, what nobody used, what unknown cards of the Hall may change."""

from __future__ import annotations

import textwrap

import pytest

from tests.games.thunderstone.builders import position_of
from tsolve import api
from tsolve.api.positions import loads
from tsolve.judging.check import check
from tsolve.model.answers import CheckAnswer
from tsolve.model.plays import LineAnswer
from tsolve.report.lines import show_line
from tsolve.report.page import Page
from tsolve.report.sums import Tables
from tsolve.report.text.layout import lay_out
from tsolve.steps.line import play_line


@pytest.mark.parametrize(
    ("hand", "monster", "before", "told"),
    [
        # The Wizard's Magic 2 does not count without a Weapon; the Brute has one.
        (
            "Elf Wizard, Stoneguard Brute, Dagger",
            "Orc Warlord",
            "equip Dagger on Stoneguard Brute, ",
            {("Elf Wizard", "TS-11.12")},
        ),
        # Against Darkness it cannot attack at all; two Militia are told once.
        ("2 x Militia, Elf Wizard", "Darkness", "", {("Militia", "TS-11.8"), ("Elf Wizard", "TS-11.8")}),
        # The Sword's Magic 3 and Attack are nothing to the Slag; the Hero itself counts.
        (
            "Stoneguard Brute, Short Sword",
            "Noxious Slag",
            "equip Short Sword on Stoneguard Brute, ",
            {("Short Sword", "TS-11.3")},
        ),
        ("Feayn Archer, Militia", "Nixie", "", {("Feayn Archer", "TS-9.5")}),
        ("Stoneguard Brute, Militia", "Nixie", "", set()),
    ],
)
def test_what_does_not_count_is_told(
    hand: str, monster: str, before: str, told: set[tuple[str, str]]
) -> None:
    table = f"turn: dungeon\nhand: [{hand}]\ndeck: []\nhall: [{monster}, none, none]\n"
    answer = check(position_of(table + f"line: [{before}attack {monster}]\n"))

    assert answer.line is not None
    entries = answer.line.steps[-1].entries
    rulings = ("TS-11.3", "TS-11.8", "TS-11.12", "TS-9.5")
    found = [(e.subject, e.rulings[0]) for e in entries if e.step == "battle" and e.rulings[0] in rulings]
    assert sorted(found) == sorted(told)


def test_made_up_monsters_tell_it_too() -> None:
    """TS-11.10 and TS-11.11: a weak Hero, and a Spell."""
    traits = "[{kind: weak_cannot_attack, strength: 5}, {kind: immune_spells}]"
    table = (
        f"cards: {{Golem: {{kind: monster, health: 4, xp: 1, vp: 1, traits: {traits}}}}}\n"
        "turn: dungeon\nhand: [Militia, Veteran Warrior, Fireball]\ndeck: []\nhall: [Golem, none, none]\n"
        "line: [attack Golem]\n"
    )
    answer = check(loads(f"game: thunderstone\n{table}".encode(), "p.yaml"))

    assert answer.line is not None
    entries = answer.line.steps[-1].entries
    told = {e.subject: e.rulings[0] for e in entries if e.rulings[:1] in (("TS-11.10",), ("TS-11.11",))}
    assert told == {"Militia": "TS-11.10", "Fireball": "TS-11.11"}


@pytest.mark.parametrize(
    ("hand", "monster", "claimed", "left_out"),
    [
        # The Khan's 7; his ability adds 2 for each Monster in the hand.
        ("Outlands Khan, Torch, Nixie, Griffon", "Ebon Fume", 11, [("Outlands Khan", 4)]),
        ("Outlands Khan, Torch, Nixie, Griffon", "Ebon Fume", 10, []),
        ("Outlands Khan, Torch", "Ebon Fume", 11, []),
        # The Slayer's 5, and 1 for each Monster.
        ("Outlands Slayer, Torch, Nixie, Griffon", "Ebon Fume", 7, [("Outlands Slayer", 2)]),
        # The Defender's 3, and 1 for the Torch, an Item with Light; no Light Penalty in Rank 1.
        ("Chalice Defender, Torch", "Nixie", 4, [("Chalice Defender", 1)]),
        # The Squire's 2; the Short Sword brings 4, the Dagger 1.
        ("Thyrian Squire, Torch, Short Sword, Dagger", "Nixie", 6, [("Short Sword", 4)]),
        ("Thyrian Squire, Torch, Short Sword, Dagger", "Nixie", 3, [("Dagger", 1)]),
        ("Thyrian Squire, Torch, Short Sword, Dagger", "Nixie", 5, []),
        # Food brings the Squire 2.
        ("Thyrian Squire, Torch, Goodberries", "Nixie", 4, [("Thyrian Squire", 2)]),
        # Battle Fury gives each of three Heroes 1: 2 + 1 + 1 and 3.
        ("Thyrian Squire, 2 x Militia, Torch, Battle Fury", "Nixie", 7, [("Battle Fury", 3)]),
        # The Short Sword 4 and the Squire's Food 2, but neither alone.
        (
            "Thyrian Squire, Torch, Short Sword, Goodberries",
            "Nixie",
            8,
            [("Short Sword and Thyrian Squire", 6)],
        ),
    ],
)
def test_an_ability_that_nobody_used_is_named(
    hand: str, monster: str, claimed: int, left_out: list[tuple[str, int]]
) -> None:
    answer = check(
        position_of(
            f"turn: dungeon\nhand: [{hand}]\nhall: [{monster}, none, none]\nline: [attack {monster}]\n"
            f"claims: [{{total: {claimed}, against: {monster}}}]\n"
        ),
        "p.yaml",
    )
    (claim,) = answer.claims
    assert claim.verdict == "refuted"
    assert [(row.subject, row.change) for row in claim.left_out] == left_out


def test_nothing_is_left_out_of_the_sum_where_a_part_of_it_is_claimed() -> None:
    """Of the Light, 1, nothing is missing that the Khan's 7 could make up for."""
    text = (
        "turn: dungeon\nhand: [Outlands Khan, Torch]\nhall: [Griffon, none, none]\nline: [attack Griffon]\n"
        "claims: [{light: 0}, {total: 0}]\n"
    )
    light, total = check(position_of(text), "p.yaml").claims

    assert (light.verdict, light.left_out) == ("refuted", ())
    assert [(row.subject, row.change) for row in total.left_out][:1] == [("", 7)]


HALL = """\
turn: dungeon
sets: [base, dragonspire]
hand: [Thyrian Squire, Short Sword, Torch]
deck: []
hall: [Half-Ogre, %s, none]
"""
"""Squire 2 and Short Sword 4 are 6 against Health 6; the Torch lights Rank 1. A Choking Smoke takes 2 Light:
4 off the Attack Value, 2.
"""
SMOKE = "with Choking Smoke there, the Attack Value is 2 against Health 6"


def judged(text: str) -> CheckAnswer:
    return check(position_of(text), "p.yaml")


def test_the_card_that_changes_most_is_named() -> None:
    line = "line: [equip Short Sword on Thyrian Squire, attack Half-Ogre]\n"
    answer = judged((HALL % "unknown") + line)
    assert answer.line is not None
    assert SMOKE in answer.line.outcome


@pytest.mark.parametrize(
    "claim",
    [
        "{defeats: Half-Ogre}",
        "{can: defeat Half-Ogre}",
        "{cannot: defeat Half-Ogre}",
        "{can: reach attack 6 against Half-Ogre}",
        "{total: 6, against: Half-Ogre}",
    ],
)
def test_what_hangs_on_an_unknown_card_is_undecided(claim: str) -> None:
    verdicts = {"unknown": "undecided", "Griffon": "refuted" if "cannot" in claim else "confirmed"}
    for card, verdict in verdicts.items():
        answer = judged((HALL % card) + f"claims: [{claim}]\n")
        assert [each.verdict for each in answer.claims] == [verdict], card


@pytest.mark.parametrize(
    "claim",
    [
        "{total: 6, against: Half-Ogre, after: 1}",
        "{defeats: Half-Ogre, after: 1}",
        "{xp: 2, after: 2}",
        "{gained: [Half-Ogre], after: 2}",
    ],
)
def test_so_it_is_after_a_step(claim: str) -> None:
    line = "line: [equip Short Sword on Thyrian Squire, attack Half-Ogre]\n"
    answer = judged((HALL % "unknown") + line + f"claims: [{claim}]\n")
    assert [each.verdict for each in answer.claims] == ["undecided"]


def test_a_plan_and_the_table_of_targets_say_so() -> None:
    position = position_of((HALL % "unknown") + "target: Half-Ogre\n")
    solution = api.solve(position).solution
    assert any(SMOKE in why for why in solution.left_out)
    assert solution.status != "optimal" or solution.left_out
    (ogre, *_) = api.targets(position).targets
    assert (ogre.outcome, ogre.value) == ("undecided", None)
    assert SMOKE in ogre.reason


HAND = """\
turn: dungeon
hand: [{hero}, Militia, Torch, Dagger]
deck: []
hall: [Griknack Goblin, none, none]
village: {{Short Sword: 2, Iron Rations: 1}}
"""
FIGHT = ["equip Dagger on {hero}", "attack Griknack Goblin"]
# Torch 2 + Dagger 1 = 3 gold; the Short Sword costs 6. The Janissary's Spoils buy Weapons only (TS-14.1).


@pytest.mark.parametrize(
    ("hero", "card", "says"),
    [
        ("Dwarf Janissary", "Short Sword", "Short Sword costs 6, you have 3 gold"),
        ("Dwarf Janissary", "Iron Rations", "these Spoils buy a Weapon only, and Iron Rations is not one"),
        ("Thyrian Knight", "Short Sword", "this victory brings no Spoils that buy a card"),
    ],
)
def test_what_keeps_spoils_from_buying(hero: str, card: str, says: str) -> None:
    line = [*(step.format(hero=hero) for step in FIGHT), f"buy {card}"]
    answer = play_line(position_of(HAND.format(hero=hero)), line).answer

    assert not answer.legal
    assert answer.steps[-1].refusal is not None
    assert answer.steps[-1].refusal.reason == says


def played(text: str) -> LineAnswer:
    line = api.check(loads(f"game: thunderstone\n{textwrap.dedent(text)}".encode(), "p.yaml")).line
    assert line is not None
    assert line.legal
    return line


def events(line: LineAnswer) -> list[list[str]]:
    """What happened at each step, without numbers."""
    return [[f"{each.called}: {each.note}" for each in step.entries if each.note] for step in line.steps]


def shown(line: LineAnswer) -> str:
    page = Page()
    show_line(page, line, Tables(page, {}), "the line")
    return " ".join(lay_out(page, 100).split())


SUFFERING = """\
    turn: dungeon
    hand: [2 x Militia, Thyrian Squire, 2 x Torch, Burnt Offering, 2 x Dagger]
    deck: []
    hall: [Suffering, none, none]
    dungeon_deck: []
    line:
    - "use Burnt Offering destroying Torch #2"
    - "equip Dagger #1 on Militia #2"
    - "equip Dagger #2 on Militia #1"
    - attack Suffering
"""


def test_events_name_the_copy() -> None:
    """Suffering: Strength -2 for every Hero. The Militia have 2, which carries a Dagger of Weight 2; then 0,
    which does not: both Daggers fall.
    """
    burnt, first, second, battle = events(played(SUFFERING))

    assert burnt[0] == "Torch #2: destroyed"
    assert first[0].startswith("Dagger #1: Militia #2 carries it")
    assert second[0].startswith("Dagger #2: Militia #1 carries it")
    weakened = [each.partition(":")[0] for each in battle if "weakened by" in each]
    assert weakened == ["Militia #1", "Militia #2", "Thyrian Squire"], "the only Squire has no number"
    fallen = [each.partition(": ")[2] for each in battle if "too heavy" in each]
    assert fallen == [f"too heavy for Militia #{number} now: unequipped" for number in (1, 2)]


def test_two_of_one_name_do_not_run_together() -> None:
    told = shown(played(SUFFERING))

    assert "destroying Torch #2 -> Torch #2 destroyed;" in told
    for number in (1, 2):
        assert f"; Militia #{number}: weakened by Suffering (strength 2 -> 0);" in told


def test_a_number_means_the_same_card_after_another_one_has_left() -> None:
    """The Priest destroys two Diseases, one after the other."""
    line = played("""\
        turn: dungeon
        hand: [Regian Priest, 2 x Disease, Torch]
        deck: {top: [Militia, Militia, Militia], rest: []}
        hall: [Griffon, none, none]
        dungeon_deck: []
        line:
        - "use Regian Priest destroying Disease #1"
        - "use Regian Priest destroying Disease #2"
        - attack Griffon
        """)
    destroyed = [each for step in events(line) for each in step if "destroyed" in each]

    assert destroyed == ["Disease #1: destroyed", "Disease #2: destroyed"]


def test_one_card_of_its_name_has_no_number() -> None:
    line = played("""\
        turn: dungeon
        hand: [Thyrian Squire, Short Sword, Iron Rations]
        deck: []
        hall: [Griffon, none, none]
        dungeon_deck: []
        line: [feed Iron Rations to Thyrian Squire, equip Short Sword on Thyrian Squire, attack Griffon]
        """)

    assert "#" not in shown(line)
