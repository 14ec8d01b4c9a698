"""Whole files and their expectations judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.thunderstone.files import opened, played
from tests.games.thunderstone.scripted import BATTLE, NO_PLANNER, Scripted
from tsolve.games.thunderstone.judging.lines import Bests
from tsolve.games.thunderstone.writing.position import read_position
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.model.answers import (
    CheckAnswer,
    ExpectationAnswer,
)
from tsolve.source.decode import decode
from tsolve.source.parse import parse_file
from tsolve.turns.check import check
from tsolve.turns.line import play_line
from tsolve.turns.rulings import of_check

EXAMPLES = Path(__file__).parents[3] / "puzzles" / "thunderstone" / "examples"


def expectations(text: str, solve: Scripted = NO_PLANNER) -> dict[str, ExpectationAnswer]:
    file = opened(text)
    line = played(text) if file.position.line else None
    bests = Bests(file, solve=solve)
    judged = tuple(claim.judge() for claim in file.claims(line, bests))
    readings = line.readings if line is not None else {}
    return {each.what: each for each in file.expectations(line, judged, bests, readings, lambda _: None)}


# the worked examples


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_worked_examples_of_the_rulebooks(path: Path) -> None:
    from tests.games.thunderstone.builders import ruleset

    file = read_position(decode(parse_file(path), PositionFile), ruleset())
    answer = check(file, path.name)

    assert answer.expectations, "a puzzle expects something"
    assert [each for each in answer.expectations if not each.holds] == []
    for ruling in of_check(answer):
        assert ruling in ruleset().glossary


def test_the_table_of_a_battle_adds_up_row_by_row() -> None:
    """EX-8 against Uyril: 2 magic; 1 + 4 + 2 + 1 + 6 = 14 attack; 14 + 2 - 4 = 12."""
    from tests.games.thunderstone.builders import ruleset

    file = read_position(decode(parse_file(EXAMPLES / "bruce.yaml"), PositionFile), ruleset())
    table = play_line(file, file.position.line).answer.calculation
    assert table is not None
    running: dict[str, int] = {}
    for row in table.rows:
        assert row.before == running.get(row.quantity, 0)
        running[row.quantity] = row.after

    assert (table.total, table.against) == (12, 9)
    assert running == {"magic": 2, "attack": 14, "value": 12}
    assert table.rows[-1].after == table.total
    assert table.rows[-1].note == "Light Penalty (Rank 2, Light 0: 2 points at 2 each)"


# expectations


def test_expectations_that_hold_and_that_do_not() -> None:
    found = expectations(
        BATTLE
        + """
line: [attack Griffon]
claims: [{total: 4, against: Griffon}]
expect:
  legal: [attack Nixie, attack Blink Dog]
  illegal: {attack Blink Dog: [TS-10.5], attack Griffon: [], attack Sphinx: [TS-4.4]}
  line: {legal: false, illegal_step: 1, total: 4, won: true, rulings: [TS-4.4]}
  claims: [refuted]
  calculation:
  - {card: Outlands Khan, attack: 7, ruling: card.outlands_khan}
  - {card: Outlands Khan, attack: 7}
  - {card: Militia, attack: 1, ruling: TS-10.2}
  - {value: -4}
  after: {xp: 0, hall: [Nixie, Blink Dog, Griffon], hand: [], discard: [Militia],
    over: false, stone: true, diseases: 0}
  readings: [light_factor, strength_zero]
"""
    )

    holds = {what: each.holds for what, each in found.items()}
    assert holds["legal: attack Nixie"]
    assert not holds["legal: attack Blink Dog"]
    assert holds["illegal: attack Blink Dog"]
    assert not holds["illegal: attack Griffon"]
    assert not holds["illegal: attack Sphinx"], "it is illegal, but for another reason"
    assert not holds["line legal"]
    assert not holds["line illegal_step"]
    assert not holds["line rulings"]
    assert holds["line total"]
    assert not holds["line won"]
    assert not next(each.holds for what, each in found.items() if what.startswith("claims 1"))
    assert holds["after xp"]
    assert holds["after hall"]
    assert not holds["after discard"], "the whole hand is discarded"
    assert holds["after over"]
    assert not holds["after stone"]
    assert holds["after diseases"]
    assert found["after discard"].found == "Militia, Outlands Khan"
    assert found["line won"].found.startswith("no: Griffon is not defeated: 4 against Health 7")


def test_each_row_of_a_table_serves_one_expectation() -> None:
    file = opened(
        BATTLE
        + """
line: [attack Griffon]
expect:
  calculation:
  - {card: Outlands Khan, attack: 7, ruling: card.outlands_khan}
  - {card: Outlands Khan, attack: 7}
  - {card: Militia, attack: 1, ruling: TS-10.2}
  - {value: -4, ruling: TS-10.2}
"""
    )
    line = play_line(file, file.position.line)
    judged = file.expectations(line, (), Bests(file, solve=NO_PLANNER), {}, lambda _: None)

    assert [each.holds for each in judged] == [True, False, False, True]


def test_expectations_about_the_best_line() -> None:
    solve = Scripted({None: ["attack Nixie"], "Nixie": ["attack Nixie"]})
    found = expectations(
        BATTLE
        + """
expect:
  best: {target: Nixie, total: 6, win: true, vp: 1, xp: 1, lost: 0, margin: 1, shortfall: 0,
    ways: 1, value: 7}
  totals: {Nixie: 6, Blink Dog: 3}
""",
        solve,
    )

    assert {what for what, each in found.items() if not each.holds} == {"totals Blink Dog"}
    assert "needs Light 4" in found["totals Blink Dog"].found


def test_an_unproved_best_line_does_not_hold() -> None:
    solve = Scripted({None: ["attack Nixie"], "Nixie": ["attack Nixie"]}, status="undecided")
    found = expectations(BATTLE + "expect: {best: {total: 6}, totals: {Nixie: 6}}", solve)

    assert not found["best proved"].holds
    assert found["best total"].holds
    assert not found["totals Nixie"].holds


# the whole file


def judged(text: str, solve: Scripted) -> CheckAnswer:
    return check(opened(text), "p.yaml", solve=solve)


def test_a_file_that_asks_nothing_gets_the_best_line() -> None:
    solve = Scripted({None: ["attack Nixie"]})
    answer = judged(BATTLE, solve)

    assert answer.solution is not None
    assert solve.calls == [(None, None)]
    assert [action.text for action in answer.legal] == [
        "use Outlands Khan",
        "attack Nixie",
        "attack Griffon",
    ]
    assert [refusal.action for refusal in answer.refused if "Blink Dog" in refusal.action] == [
        "attack Blink Dog"
    ]


def test_judging_a_line_needs_no_planner() -> None:
    answer = judged(BATTLE + "line: [attack Nixie]\nclaims: [{defeats: Nixie}]", NO_PLANNER)

    assert NO_PLANNER.calls == []
    assert answer.solution is None
    assert answer.claims[0].verdict == "confirmed"
    (reading,) = answer.readings
    assert (reading.key, reading.option, reading.overridden) == ("light_factor", "2", False)


def test_readings_that_change_a_card_are_named() -> None:
    text = (
        "hand: [Pegasus]\nturn: dungeon\nhall: [Nixie, none, none]\ndungeon_deck: []\nline: [attack Nixie]\n"
    )
    answer = judged(text + "interpretations: {pegasus_trophy: magic}", NO_PLANNER)
    reading = next(each for each in answer.readings if each.key == "pegasus_trophy")

    assert (reading.option, reading.overridden) == ("magic", True)
    assert answer.line is not None
    assert answer.line.calculation is not None
    assert answer.line.calculation.rows[0].quantity == "magic"
