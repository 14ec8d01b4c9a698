"""Lines, claims and expectations judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.thunderstone.files import opened, played
from tsolve.errors import InputError
from tsolve.games.thunderstone.judging.bests import Bests
from tsolve.games.thunderstone.judging.checking import check, rulings_of
from tsolve.games.thunderstone.judging.claims import judge_claims
from tsolve.games.thunderstone.judging.expectations import judge_expectations
from tsolve.games.thunderstone.judging.lines import play_line
from tsolve.games.thunderstone.writing.position import Opened, PositionFile, read_position
from tsolve.model.answers import (
    CheckAnswer,
    ClaimAnswer,
    ExpectationAnswer,
    LineAnswer,
    Plan,
    SolveAnswer,
    StepAnswer,
)
from tsolve.source.decode import decode
from tsolve.source.parse import parse_file

EXAMPLES = Path(__file__).parents[3] / "puzzles" / "thunderstone" / "examples"


class Scripted:
    """A planner that knows its lines beforehand, by target."""

    def __init__(
        self, lines: dict[str | None, list[str]], status: str = "optimal", left_out: tuple[str, ...] = ()
    ) -> None:
        self.lines, self.status, self.left_out = lines, status, left_out
        self.calls: list[tuple[str | None, str | None]] = []

    def __call__(
        self,
        opened: Opened,
        goal: str | None = None,
        target: str | None = None,
        backend: str = "auto",
        time_limit: float | None = None,
        all_lines: bool = False,
        top: int = 0,
        draws: str | None = None,
        what_if: bool = True,
    ) -> SolveAnswer:
        self.calls.append((goal, target))
        texts = self.lines.get(target)
        if texts is None:
            return SolveAnswer("impossible", (), (), (), "exact", (), left_out=self.left_out)
        line = LineAnswer(tuple(StepAnswer(number, text) for number, text in enumerate(texts, 1)), "")
        best = (Plan("", ("value",), (7,), line),)
        return SolveAnswer(self.status, ("value",), (7,), (7,), "exact", best, left_out=self.left_out)  # type: ignore[arg-type]


NO_PLANNER = Scripted({})


def claims(text: str, solve: Scripted = NO_PLANNER) -> tuple[ClaimAnswer, ...]:
    file = opened(text)
    line = played(text) if file.position.line else None
    return judge_claims(file, line, Bests(file, solve))  # type: ignore[arg-type]


def verdicts(text: str, solve: Scripted = NO_PLANNER) -> list[str]:
    return [claim.verdict for claim in claims(text, solve)]


def expectations(text: str, solve: Scripted = NO_PLANNER) -> dict[str, ExpectationAnswer]:
    file = opened(text)
    line = played(text) if file.position.line else None
    bests = Bests(file, solve)  # type: ignore[arg-type]
    judged = judge_claims(file, line, bests)
    readings = line.readings if line is not None else {}
    return {each.what: each for each in judge_expectations(file, line, judged, bests, readings)}


# the worked examples


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_worked_examples_of_the_rulebooks(path: Path) -> None:
    from tests.games.thunderstone.builders import ruleset

    file = read_position(decode(parse_file(path), PositionFile), ruleset())
    answer = check(file, path.name)

    assert answer.expectations, "a puzzle expects something"
    assert [each for each in answer.expectations if not each.holds] == []
    for ruling in rulings_of(answer):
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


# lines


def test_a_table_says_space_0_where_a_guardian_stands_there() -> None:
    """DS-8: outside the Hall there is no Rank."""
    table = "turn: dungeon\nhand: [Militia]\ndeck: []\nguardians: [Guardian of Night]\n"
    answer = check(opened(table + "line: [attack Guardian of Night]\n"))

    assert answer.line is not None
    assert answer.line.calculation is not None
    assert answer.line.calculation.title == "Attack Value against Guardian of Night in space 0"


def test_what_an_unknown_dungeon_deck_brought_may_be_a_guardian_but_no_trap() -> None:
    """DS-6, DS-8: a Guardian stands in a Rank like a Monster, a Trap in none."""
    table = "turn: dungeon\nhand: [5 x Militia, Torch]\ndeck: [6 x Militia]\nhall: [Harpy, Stalker, Thug]\n"
    guardian = check(opened(table + "line: [attack Harpy, reveal Guardian of Night]\n")).line
    trap = check(opened(table + "line: [attack Harpy, reveal Dragon's Jaw]\n")).line

    assert guardian is not None
    assert trap is not None
    assert guardian.legal
    assert trap.steps[-1].refusal is not None
    assert trap.steps[-1].refusal.rulings == ("TS-11.15",)


def test_a_prize_that_a_trap_destroyed_is_not_counted_in_the_sentence() -> None:
    """DS-6: the XP stay, the card of the Monster is gone."""
    table = "turn: dungeon\nhand: [5 x Militia, Torch]\ndeck: []\nhall: [Harpy, Stalker, Thug]\n"
    words = "dungeon_deck: [Dragon's Words, Stalker]\nplayers: {others: 0}\nline: [attack Harpy]\n"
    answer = check(opened(table + words))

    assert answer.line is not None
    assert answer.line.outcome == "Harpy is defeated: 5 against Health 4; 1 XP, its card lost to a Trap."


def test_passes_and_forced_choices_need_not_be_written() -> None:
    line = played(
        """
        hand: [Torch, Dagger, Militia]
        xp: 3
        village: {Dagger: 1, Elf Wizard: 1}
        line: [buy Dagger, level up Militia to Elf Wizard, end the turn]
        """
    )

    # Torch 2 + Dagger 1 = 3 gold; a Militia levels up for 3 XP
    assert line.answer.legal
    assert line.answer.outcome == "Dagger bought for 3 of 3 gold; Militia becomes Elf Wizard."
    assert line.final.players[0].xp == 0
    assert [entry.step for entry in line.answer.steps[0].entries] == ["gold", "gold", "buy"]


def test_the_first_illegal_step_ends_the_line_and_shows_what_was_legal() -> None:
    line = played(
        """
        hand: [Torch, Dagger]
        turn: village
        village: {Torch: 5, Hatchet: 5}
        line: [buy Hatchet, buy Torch]
        """
    )
    (step,) = line.answer.steps

    assert not line.answer.legal
    assert step.refusal is not None
    assert step.refusal.reason == "Hatchet costs 4, and 3 gold is at hand"
    assert step.refusal.rulings == ("TS-4.4",)
    assert step.instead == ("buy Torch", "go on to levelling up")
    assert step.line == 6
    assert line.answer.outcome == "Step 1 is not legal: Hatchet costs 4, and 3 gold is at hand."


def test_a_choice_without_influence_is_not_asked_for_but_one_with_influence_is() -> None:
    """A Nixie counts both totals alike; the Sphinx counts Magic Attack only."""
    hand = "hand: [Fireball, Militia, Disease, Torch]\ndeck: []\ndungeon_deck: []\nturn: dungeon\n"
    nixie = played(f"{hand}hall: [Nixie, none, none]\nline: [attack Nixie]")
    sphinx = played(f"{hand}hall: [Sphinx, none, none]\nline: [attack Sphinx]")

    assert nixie.result.tally.value == 3  # 3 + 1 - 1, Light 2 in Rank 1
    assert nixie.undecided == ""
    assert sphinx.waiting == ("take the reduction from Attack", "take the reduction from Magic Attack")
    assert sphinx.answer.calculation is None


def test_written_draws_must_be_true() -> None:
    start = "hand: [Regian Priest]\nturn: dungeon\ndeck: [Torch, Dagger]\nhall: [Nixie, none, none]\n"

    assert played(f"{start}line: [use Regian Priest, draw Torch]").answer.legal
    line = played(f"{start}line: [use Regian Priest, draw Dagger]").answer
    assert line.steps[1].refusal is not None
    assert line.steps[1].refusal.reason == "Torch came, not Dagger"


def test_written_draws_decide_what_is_not_known() -> None:
    start = "hand: [Regian Priest]\nturn: dungeon\nhall: [Nixie, none, none]\ndungeon_deck: []\n"
    told = played(f"{start}line: [use Regian Priest, draw Torch, attack Nixie]")
    assert told.answer.legal
    assert told.result.tally.value == 2  # Magic Attack 2, the Torch covers Rank 1

    silent = played(f"{start}line: [use Regian Priest, attack Nixie]")
    assert not silent.answer.legal
    assert silent.undecided.startswith('"attack Nixie": a card is drawn first')

    shuffled = (
        "hand: [Regian Priest]\nturn: dungeon\ndeck: {rest: [Torch, Dagger]}\nhall: [Nixie, none, none]\n"
    )
    assert played(f"{shuffled}line: [use Regian Priest, draw Dagger]").answer.legal
    assert not played(f"{shuffled}line: [use Regian Priest, draw Spear]").answer.legal


def test_the_new_hand_and_revealed_monsters() -> None:
    line = played(
        """
        hand: [Militia]
        deck: [Torch, Dagger]
        discard: [Disease]
        turn: dungeon
        hall: [Nixie, Griffon, Pegasus]
        dungeon_deck: {top: [Sphinx], rest: unknown}
        line: [attack Nixie, reveal Sphinx, draw Torch, draw Militia, draw Disease, draw Dagger]
        """
    )

    # Two cards are left in the deck; then the discard pile (Disease, Militia) is shuffled and drawn, too.
    assert line.answer.legal, line.answer.outcome
    assert sorted(line.final.players[0].hand or ()) == ["dagger", "disease", "militia", "torch"]
    assert [slot.card for slot in line.final.hall] == ["griffon", "pegasus", "sphinx"]
    assert line.result.tally.attacked == "nixie", "the result is kept though the next turn has begun"


def test_an_unknown_card_of_the_hall_may_be_told() -> None:
    start = "hand: [Militia]\nturn: dungeon\nhall: [Nixie, Griffon, Pegasus]\n"
    line = played(f"{start}line: [attack Nixie, reveal Sphinx]")
    wrong = played(f"{start}line: [attack Nixie, reveal Torch]")

    assert [slot.card for slot in line.final.hall] == ["griffon", "pegasus", "sphinx"]
    assert not wrong.answer.legal


def test_the_end_of_the_game_is_told() -> None:
    # Outlands Khan 7, less 2 in Rank 1 = 5 against Health 5; then the Thunderstone slides to Rank 1.
    line = played(
        """
        hand: [Outlands Khan]
        turn: dungeon
        hall: [Nixie, Stone of Mystery, Griffon]
        dungeon_deck: []
        line: [attack Nixie]
        """
    )

    assert line.answer.outcome == "Nixie is defeated: 5 against Health 5; 1 XP, 1 VP. The game is over."
    assert line.final.stone_owner == 0


def test_readings_that_mattered_are_named() -> None:
    hall = "turn: dungeon\nhall: [Nixie, none, none]\ndungeon_deck: []\nline: [attack Nixie]"
    light = f"hand: [Outlands Khan, Torch]\n{hall}"
    dark = light.replace(", Torch", "")

    assert "light_factor" not in played(light).readings
    assert played(dark).readings["light_factor"] == "2"


def test_a_text_that_says_nothing_is_an_error_with_its_place() -> None:
    with pytest.raises(InputError) as caught:
        played("hand: [Torch]\nline: [rest, fly away]")
    (found,) = caught.value.diagnostics

    assert found.code == "TS321"
    assert (found.span.line, found.span.column) == (3, 14) if found.span else False


# claims

BATTLE = """
hand: [Outlands Khan, Militia]
turn: dungeon
hall: [Nixie, Griffon, Blink Dog]
dungeon_deck: []
deck: []
"""
# Khan 7 + Militia 1 = 8; Rank 1: 8 - 2 = 6 against Health 5; Rank 2: 8 - 4 = 4 against Health 7.


def test_claims_about_a_line() -> None:
    text = (
        BATTLE
        + """
line: [attack Griffon]
claims:
- {total: 4, against: Griffon}
- {total: 5, against: Griffon}
- {defeats: Griffon}
- {not_defeats: Griffon}
- {defeats: Nixie}
- {defeats: Nixie, after: 0}
- {total: 6, against: Nixie, after: 0}
- {defeats: Blink Dog, after: 0}
- {legal: attack Griffon}
- {legal: attack Blink Dog}
- {illegal: attack Nixie, after: 1}
"""
    )
    answers = claims(text)

    expected = [
        "confirmed",
        "refuted",
        "refuted",
        "confirmed",
        "refuted",
        "confirmed",
        "confirmed",
        "refuted",
    ]
    assert [each.verdict for each in answers] == [*expected, "confirmed", "refuted", "confirmed"]
    assert answers[0].calculation is not None
    assert "TS-10.2" in answers[0].rulings
    assert answers[9].rulings == ("card.blink_dog", "TS-10.5")
    assert answers[10].reason == "the turn has ended"
    assert answers[6].text == "total 6 against Nixie (after 0 steps)"


def test_claims_without_a_line_ask_the_planner_about_that_target() -> None:
    solve = Scripted({"Nixie": ["attack Nixie"], "Griffon": ["attack Griffon"]})
    text = (
        BATTLE
        + "claims: [{total: 6, against: Nixie}, {defeats: Nixie}, {defeats: Griffon}, "
        + "{total: 3, against: Griffon}, {not_defeats: Griffon}, {defeats: Blink Dog}, "
        + "{not_defeats: Blink Dog}, {total: 0, against: Sphinx}]"
    )
    answers = claims(text, solve)

    assert [each.verdict for each in answers] == [
        *("confirmed", "confirmed", "refuted", "refuted", "confirmed", "refuted", "confirmed", "refuted")
    ]
    assert answers[5].rulings == ("card.blink_dog", "TS-10.5")
    assert answers[7].reason == "Sphinx does not stand in the Hall"
    assert solve.calls.count(("value", "Nixie")) == 1, "each target and goal is solved once"


def test_what_hangs_on_an_unknown_draw_is_undecided() -> None:
    left_out = "a card would be drawn: lines that go on from there were not considered"
    solve = Scripted({"Nixie": ["attack Nixie"], "Griffon": ["attack Griffon"]}, left_out=(left_out,))
    text = (
        BATTLE
        + "claims: [{total: 6, against: Nixie}, {defeats: Nixie}, {defeats: Griffon}, {defeats: Sphinx}]"
    )
    answers = claims(text, solve)

    # The Nixie falls even without the draw; everything else could change with it.
    assert [each.verdict for each in answers] == ["undecided", "confirmed", "undecided", "undecided"]
    assert left_out in answers[0].reason


def test_a_line_that_leaves_something_open_decides_nothing() -> None:
    text = "hand: [Regian Priest]\nturn: dungeon\nhall: [Nixie, none, none]\n"
    line = "line: [use Regian Priest, attack Nixie]\n"

    assert verdicts(f"{text}{line}claims: [{{defeats: Nixie}}, {{legal: rest, after: 2}}]") == [
        "undecided",
        "undecided",
    ]


def test_claims_about_an_illegal_line_are_refuted() -> None:
    text = BATTLE + "line: [attack Blink Dog]\nclaims: [{defeats: Blink Dog}, {not_defeats: Blink Dog}]"

    assert verdicts(text) == ["refuted", "confirmed"]


VISIT = """
hand: [Pawnbroker, Torch, Militia]
village: {Lantern: 1, Short Sword: 1, Barkeep: 0, Spear: 1}
deck: []
"""
# Pawned, the Torch gives 2 + 3 = 5 and nothing more; the Pawnbroker destroyed 2 more: 7. As it is: 2 gold.


def test_claims_about_gold_and_purchases_without_a_line_try_every_effect() -> None:
    text = (
        VISIT
        + "turn: village\nclaims: [{gold: 7}, {gold: 2}, {buys: Short Sword}, {cannot_buy: Short Sword}, "
        + "{buys: Barkeep}, {cannot_buy: Torch}]"
    )
    answers = claims(text)

    assert [each.verdict for each in answers] == [
        *("confirmed", "refuted", "confirmed", "refuted", "refuted", "confirmed")
    ]
    assert answers[0].calculation is not None
    assert answers[0].calculation.total == 7
    assert "use Pawnbroker" in answers[2].reason
    assert answers[4].rulings == ("TS-1.4",)


def test_claims_about_gold_of_an_undecided_turn() -> None:
    assert verdicts(VISIT + "claims: [{gold: 7}, {buys: Short Sword}]") == ["confirmed", "confirmed"]


def test_gold_that_an_unknown_draw_may_bring_is_undecided() -> None:
    text = "hand: [Town Guard, Torch]\nturn: village\nvillage: {Torch: 5, Spear: 5, Dagger: 1}\n"
    claimed = "claims: [{gold: 2}, {buys: Spear}, {buys: Dagger}, {cannot_buy: Spear}]"

    # 2 gold buy nothing here; a Town Guard may draw two unknown cards.
    assert verdicts(text + claimed) == ["undecided", "undecided", "undecided", "undecided"]


def test_claims_about_gold_of_a_line() -> None:
    text = VISIT + "turn: village\nline: [use Pawnbroker destroying Torch, buy Spear]\n"
    claimed = "claims: [{gold: 5}, {gold: 2, after: 0}, {gold: 5, after: 1}, {buys: Spear}, {buys: Lantern}]"

    assert verdicts(text + claimed) == ["confirmed", "confirmed", "confirmed", "confirmed", "refuted"]


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
    judged = judge_expectations(file, line, (), Bests(file, NO_PLANNER), {})  # type: ignore[arg-type]

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
    return check(opened(text), "p.yaml", solve=solve)  # type: ignore[arg-type]


def test_a_file_that_asks_nothing_gets_the_best_line() -> None:
    solve = Scripted({None: ["attack Nixie"]})
    answer = judged(BATTLE, solve)

    assert answer.solution is not None
    assert solve.calls == [(None, None)]
    assert [action.text for action in answer.legal] == ["attack Nixie", "attack Griffon"]
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
