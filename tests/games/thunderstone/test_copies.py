"""Which of several cards of one name an event is about: told by the number that actions give it."""

from __future__ import annotations

import textwrap

from tsolve import api
from tsolve.api.positions import loads
from tsolve.model.plays import LineAnswer
from tsolve.report.lines import show_line
from tsolve.report.page import Page
from tsolve.report.sums import Tables
from tsolve.report.text.layout import lay_out


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
