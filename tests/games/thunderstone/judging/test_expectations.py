"""Whole files and their expectations judged, and which rules that exercises."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.thunderstone.builders import BATTLE, NO_PLANNER, Scripted, played, position_of, ruleset
from tsolve import api
from tsolve.api import positions
from tsolve.api.positions import load
from tsolve.games.thunderstone.judging.lines import TurnBestPlays
from tsolve.games.thunderstone.writing.position import read_position
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.judging.check import check, claims_of, expectations_of
from tsolve.model.answers import CheckAnswer, ExpectationAnswer
from tsolve.model.coverage import Exercised
from tsolve.source.decode import decode
from tsolve.source.parse import parse_file
from tsolve.steps.line import play_line

EXAMPLES = Path(__file__).parents[4] / "puzzles" / "thunderstone" / "examples"


def expectations(text: str, solve: Scripted = NO_PLANNER) -> dict[str, ExpectationAnswer]:
    file = position_of(text)
    line = played(text) if file.written.line else None
    best_plays = TurnBestPlays(file, solve=solve)
    judged = tuple(claim.judge() for claim in claims_of(file, line, best_plays))
    readings = line.readings if line is not None else {}
    return {
        each.what: each for each in expectations_of(file, line, judged, best_plays, readings, lambda _: None)
    }


# the worked examples


def test_the_table_of_a_battle_adds_up_row_by_row() -> None:
    """EX-8 against Uyril: 2 magic; 1 + 4 + 2 + 1 + 6 = 14 attack; 14 + 2 - 4 = 12."""

    file = read_position(decode(parse_file(EXAMPLES / "bruce.yaml"), ThunderstoneFile), ruleset())
    table = play_line(file, file.written.line).answer.calculation
    assert table is not None
    running: dict[str, int] = {}
    for row in table.rows:
        assert row.before == running.get(row.quantity, 0)
        running[row.quantity] = row.after

    assert (table.total, table.against) == (12, 9)
    assert running == {"magic": 2, "attack": 14, "total": 12}
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
  - {total: -4}
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
    file = position_of(
        BATTLE
        + """
line: [attack Griffon]
expect:
  calculation:
  - {card: Outlands Khan, attack: 7, ruling: card.outlands_khan}
  - {card: Outlands Khan, attack: 7}
  - {card: Militia, attack: 1, ruling: TS-10.2}
  - {total: -4, ruling: TS-10.2}
"""
    )
    line = play_line(file, file.written.line)
    judged = expectations_of(file, line, (), TurnBestPlays(file, solve=NO_PLANNER), {}, lambda _: None)

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
    return check(position_of(text), "p.yaml", solve=solve)


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


_TWO_CLAIMS = """
game: thunderstone
turn: village
hand: [Mythlurian, Skaladak]
hall: [Grudgebeast, Nixie, Ghost]
village: {Short Sword: 2, Polearm: 2}
claims:
- {illegal: buy Polearm}
- {legal: buy Short Sword}
expect:
  legal: [buy Short Sword]
"""


def test_claims_may_stand_beside_expectations_that_do_not_name_them(tmp_path: Path) -> None:
    # 3 + 3 = 6 gold: a Short Sword (6), no Polearm (7). The expectations speak of something else.
    file = tmp_path / "claims.yaml"
    file.write_text(_TWO_CLAIMS, encoding="utf-8")
    answer = positions.check(load(str(file)))
    assert [claim.verdict for claim in answer.claims] == ["confirmed", "confirmed"]
    assert [expectation.holds for expectation in answer.expectations] == [True]


def test_an_effect_on_two_kinds_names_both_in_the_plural() -> None:
    archduke = ruleset().cards["archduke_of_pain"]
    assert archduke.battle[0].say() == "destroy all Clerics and Wizards"
    assert ruleset().cards["gray_ooze"].battle[0].say() == "destroy one Hero unless a Hero is equipped"
    assert ruleset().cards["ebon_fume"].battle[0].say() == "destroy one Hero with the highest Strength"


# Janissary 2 + 4, Flaming Sword magic 3, less 1 for the Disease: 8 against 6. Then six cards are drawn.
_HAND_AFTER = """
game: thunderstone
turn: dungeon
hand: [Dwarf Janissary, Flaming Sword, Disease]
hall: [Firebrand Cyclops, Nixie, Nixie]
dungeon_deck: []
line: [equip Flaming Sword on Dwarf Janissary, attack Firebrand Cyclops, take the disease from magic]
"""


@pytest.mark.parametrize(
    ("deck", "hand"),
    [
        ("unknown", ("unknown",)),
        ("{top: [Torch, Dagger, Torch], rest: unknown}", ("Dagger", "2 x Torch", "unknown")),
        ("[6 x Militia]", ("6 x Militia",)),
    ],
)
def test_a_hand_from_an_unknown_deck_is_unknown(tmp_path: Path, deck: str, hand: tuple[str, ...]) -> None:
    file = tmp_path / "after.yaml"
    """An unknown card may be the Spear; three known ones are not nothing."""
    for written, holds in ((hand, True), ((), False), ((*hand, "Spear"), False)):
        expected = f"expect: {{after: {{hand: [{', '.join(written)}]}}}}"
        file.write_text(f"{_HAND_AFTER}deck: {deck}\n{expected}\n", encoding="utf-8")
        (found,) = positions.check(load(str(file))).expectations
        assert found.holds == holds, (written, found.found)
        may_be = not holds and "unknown" in hand and (bool(written) or len(hand) == 1)
        assert found.undecided == may_be
        assert found.found == "undecided: " * may_be + ", ".join(hand)


Judge = Callable[[str], Exercised]


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Judge a text as a position file and say what was exercised."""

    def exercise(text: str) -> Exercised:
        file = tmp_path / "position.yaml"
        file.write_text("game: thunderstone\n" + text, encoding="utf-8")
        return api.exercise(api.load(str(file)))[1]

    return exercise


def test_an_effect_counts_when_it_changes_the_reckoning(judge: Judge) -> None:
    # The Polearm asks for Strength 8; a Thyrian Squire has 6.
    weak = judge(
        "turn: dungeon\nhand: [Thyrian Squire, Polearm, Torch]\nhall: [Nixie, none, none]\n"
        "line: [equip Polearm on Thyrian Squire, attack Nixie]\nexpect: {line: {legal: true}}\n"
    )
    strong = judge(
        "turn: dungeon\nhand: [Thyrian Squire, Polearm, Torch, Iron Rations]\n"
        "hall: [Nixie, none, none]\nline: [use Iron Rations on Thyrian Squire, equip Polearm on "
        "Thyrian Squire, attack Nixie]\nexpect: {line: {legal: true}}\n"
    )

    assert "polearm trait 1 strong_bearer" not in weak.effects
    assert "TS-8.6" not in weak.rulings
    assert "polearm trait 1 strong_bearer" in strong.effects
    assert "TS-8.6" in strong.rulings
    assert "iron_rations ability 1 feed" in strong.effects


def test_a_hero_kept_from_attacking_exercises_its_trait_there_only(judge: Judge) -> None:
    hand = "turn: dungeon\nhand: [Feayn Archer, 2 x Torch]\ndeck: []\nhall: [Nixie, Griffon, none]\n"
    first = judge(hand + "line: [attack Nixie]\nexpect: {line: {total: 0}}\n")
    second = judge(hand + "line: [attack Griffon]\nexpect: {line: {legal: true}}\n")

    assert "feayn_archer trait 1 cannot_attack_rank" in first.effects
    assert "feayn_archer trait 1 cannot_attack_rank" not in second.effects


def test_what_is_merely_legal_or_stated_is_not_exercised(judge: Judge) -> None:
    found = judge(
        "about: [TS-12.2, card.torch]\nturn: village\nhand: [2 x Torch]\n"
        "village: {Dagger: 5, Polearm: 8}\nline: [buy Dagger]\nexpect: {line: {legal: true}}\n"
    )

    assert found.about == ("TS-12.2", "card.torch")
    assert "TS-12.2" not in found.rulings
    assert "TS-4.4" in found.rulings  # the purchase
    assert "dagger" in found.cards
    assert "polearm" not in found.cards  # it could not be bought, and nobody asked


def test_a_refusal_counts_where_it_is_asked_for(judge: Judge) -> None:
    position = "turn: dungeon\nhand: [Militia]\nhall: [Blink Dog, none, none]\n"
    asked = judge(position + "expect: {illegal: {attack Blink Dog: [TS-10.5]}}\n")
    if_unasked = judge(position + "expect: {legal: [attack nobody]}\n")

    assert {"TS-10.5", "card.blink_dog"} <= set(asked.rulings)
    assert "blink_dog" in asked.cards
    assert "TS-10.5" not in if_unasked.rulings


def test_readings_are_those_that_were_consulted(judge: Judge) -> None:
    text = (
        "interpretations: {pawn_militia: forbidden}\nturn: village\nhand: [Pawnbroker, Militia]\n"
        "village: {Dagger: 5}\nexpect: {illegal: {use Pawnbroker destroying Militia: [key.pawn_militia]}}\n"
    )
    found = judge(text)

    assert found.readings["pawn_militia"] == "forbidden"
    assert "key.pawn_militia" in found.rulings
    assert "light_factor" not in found.readings


def test_a_rounded_half_is_cited_where_there_is_one(judge: Judge) -> None:
    # Tormentor halves an attack without an equipped Weapon: 3 becomes 1, 4 becomes 2 without rounding.
    position = "turn: dungeon\nhand: [{}, Torch]\nhall: [Tormentor, none, none]\nline: [attack Tormentor]\n"
    odd = judge(position.format("3 x Militia") + "expect: {line: {total: 1}}\n")
    even = judge(position.format("4 x Militia") + "expect: {line: {total: 2}}\n")

    assert {"TS-11.2", "TS-9.4"} <= set(odd.rulings)
    assert "TS-11.2" in even.rulings
    assert "TS-9.4" not in even.rulings


def test_ordinary_answers_do_not_count_effects() -> None:
    from tsolve.model.trace import Trace

    trace = Trace()
    trace.exercise("polearm", "trait 1 strong_bearer")

    assert not trace.counts_effects
