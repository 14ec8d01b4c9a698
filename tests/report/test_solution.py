"""Tables, sums and kinds of turn compared by one goal, as text."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from msgspec.structs import replace

from tsolve.model.answers import Plan, SolveAnswer, TurnWorth
from tsolve.model.plays import (
    BoardRow,
    Calculation,
    Exact,
    LineAnswer,
    Lot,
    Place,
    PositionAnswer,
    ShowAnswer,
    StepAnswer,
    Zone,
)
from tsolve.model.solved import Candidate
from tsolve.model.trace import Entry
from tsolve.report.answers.table import show_table
from tsolve.report.page import Detail, Page
from tsolve.report.solution import show_all, show_best, show_best_briefly, show_candidates, show_solution
from tsolve.report.sums import Tables, terms
from tsolve.report.text.board import board_lines
from tsolve.report.text.layout import lay_out

GOAL = ("2*gain+lost", "gain", "lost")
LINE = LineAnswer((StepAnswer(1, "set sail", ()),), "At sea.")
SOLVED = SolveAnswer(
    status="optimal",
    goal=GOAL,
    objective=(-3, -1, -1),
    bound=(-3, -1, -1),
    backend="exact",
    best=(Plan("sea: sail", GOAL, (-3, -1, -1), LINE),),
    others=(Plan("shore: wait", GOAL, (-4, -2, 0), LineAnswer((), "Ashore.")),),
    counted_down=("lost",),
    turns=(
        TurnWorth(
            "sea", "go to sea", "sail", (Exact("-3", -3.0), Exact("-1", -1.0), Exact("-1", -1.0)), "optimal"
        ),
        TurnWorth(
            "shore", "stay", "wait", (Exact("-7/2", -3.5), Exact("-7/4", -1.75), Exact("0", 0.0)), "optimal"
        ),
    ),
)


def shown(solution: SolveAnswer) -> str:
    page = Page()
    show_solution(page, solution, Tables(page, {}))
    return lay_out(page, 100)


def test_the_best_turn_comes_first_and_signs_are_kept() -> None:
    text = shown(SOLVED)

    assert text.startswith(
        "Best turn: sea, by 2*gain+lost\n"
        "  sea           -3: sail (gain -1, lost 1)\n"
        "  shore         -3.5 (-7/2): wait (gain -1.75 (-7/4), lost 0)\n"
    )
    assert "  goal          2*gain+lost -3, gain -1, lost 1\n" in text
    assert "Next best\n  shore: wait  Ashore.\n" in text


def test_what_is_counted_down_may_be_gained() -> None:
    """One more healed than taken: fewer than none are lost."""
    gained = (Exact("-3", -3.0), Exact("-5", -5.0), Exact("1/2", 0.5))
    better = replace(SOLVED, objective=(-1, -2, 3), turns=(replace(SOLVED.turns[0], worth=gained),))

    assert "(gain -5, lost -0.5 (-1/2))" in shown(better)
    assert "2*gain+lost -1, gain -2, lost -3\n" in shown(better)


def test_a_goal_of_one_level_has_no_brackets() -> None:
    short = tuple(replace(turn, worth=turn.worth[:1]) for turn in SOLVED.turns)

    assert "  sea           -3: sail\n" in shown(replace(SOLVED, goal=GOAL[:1], turns=short))


def test_the_short_form_says_which_turn_once() -> None:
    begun = replace(SOLVED.turns[0], action="set sail")
    for solved, told in ((SOLVED, "go to sea; set sail\n"), (replace(SOLVED, turns=(begun,)), "set sail\n")):
        page = Page()
        show_best_briefly(page, solved)
        assert lay_out(page) == told


def test_in_brief_kinds_of_turn_are_a_table_and_steps_that_only_go_on_are_left_out() -> None:
    page = Page()
    line = replace(LINE, steps=(*LINE.steps, StepAnswer(2, "end the turn", goes_on=True)))
    show_best(page, replace(SOLVED, best=(replace(SOLVED.best[0], line=line),)), {})

    assert lay_out(page).splitlines() == [
        "  best       At sea. Proved.",
        "   1  set sail",
        "   turn" + 15 * " " + "worth",
        "   sea    sail" + 11 * " " + "-3",
        "   shore  wait  -3.5 (-7/2)",
        "   worth: 2*gain+lost.",
    ]


def _candidates(count: int) -> tuple[Candidate, ...]:
    """Each worth one less than the one before."""
    return tuple(
        Candidate(
            "shore", f"buy {n}", f"You buy {n}.", ("worth",), (Exact(str(9 - n), 9.0 - n),), "optimal", ()
        )
        for n in range(1, count + 1)
    )


def test_of_many_candidates_six_are_told_in_brief() -> None:
    def told(
        count: int, everything: bool = False, meanings: Mapping[str, str] = MappingProxyType({})
    ) -> list[str]:
        page = Page()
        show_candidates(page, _candidates(count), meanings, everything)
        return [" ".join(line.split()) for line in lay_out(page).splitlines()]

    assert told(1) == told(1, meanings={"worth": "what it brings"}) == []
    assert told(2, meanings={"worth": "what it brings"})[-1] == "worth: what it brings."
    assert told(8)[:2] == ["brings worth", "buy 1 You buy 1. 8"]
    assert told(8)[-1] == "2 more (-v)"
    assert told(7)[-1] == "buy 7 You buy 7. 2"
    assert told(8, everything=True)[-1] == "buy 8 You buy 8. 1"


def test_all_plays_stand_below_the_best_one_with_their_steps() -> None:
    page = Page()
    other = Plan("sea: drift", GOAL, (-3, -1, -1), LineAnswer((StepAnswer(1, "drift"),), "Adrift."))
    show_all(page, replace(SOLVED, best=(*SOLVED.best, other)))

    assert lay_out(page).splitlines() == ["Equally good, 2: sea: drift", "  Adrift.", "   1  drift"]


def row(name: str, before: int, after: int, *rulings: str, note: str = "") -> Entry:
    return Entry("add", name, "pull", before, after, rulings, note)


def times(count: int, name: str, each: int, *rulings: str, note: str = "{}") -> list[Entry]:
    """Rows of so many alike; a `{}` in the note is the number of each."""
    return [
        row(name, each * n, each * (n + 1), *rulings, note=note.format(n) if note != "{}" else "")
        for n in range(count)
    ]


OARS = times(2, "Oar", 2, "HB-1", "card.oar")


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([row("Oak", 0, 4)], "Oak 4"),
        ([row("Oak 3", 0, 4)], "4 (Oak 3)"),  # a name with a number stands in brackets
        ([row("3rd Oak", 0, 4)], "4 (3rd Oak)"),
        ([row("4 Oaks", 0, 4)], "4 Oaks"),
        ([row("Mud", 0, -2, "HB-1")], "Mud -2"),
        # an oar that pulls 1, and 1 more in a hand: what one card brings twice is one card
        ([row("Oar", 0, 1, "HB-1", "card.oar"), row("Oar", 1, 2, "HB-2", "card.oar")], "Oar 2"),
        (times(3, "Oar", 2, "HB-1", "card.oar", note="seat {}"), "3 x Oar 2 each"),
        (times(3, "Drum", 1, "card.drum", note="for oar {}"), "Drum 3"),
        # two oars pull 2 each, and one of them, in a strong hand, 1 more
        ([*OARS, row("Oar", 4, 5, "HB-2", "card.oar")], "2 x Oar 2 each + 1 (Oar)"),
        (times(2, "Mud", -1, "HB-1", "card.mud"), "2 x Mud -1 each"),
        (times(2, "Oar 3", 2, "HB-1", "card.oar"), "4 (2 x Oar 3, 2 each)"),
    ],
)
def test_terms_of_a_sum(rows: list[Entry], told: str) -> None:
    assert terms(Calculation("Pull", tuple(rows), rows[-1].after), {}) == told


QUAY = Place("Quay", "Tide 1", "Cutter", ("Crew 3", "2 oars"), ("leaks",))
PIER = Place("Pier", "", "?", here=True, within_reach=True)
BUOY = Place("Buoy", "", "nobody", within_reach=True, target=True)
ROWS = (BoardRow("1", (QUAY, PIER)), BoardRow("0", (BUOY,)))
TABLE = ShowAnswer(
    "boats.yaml",
    PositionAnswer(
        "harbour",
        "first",
        (
            Zone(
                "Crew",
                (Lot("Ann", ("Arm 2", "rows")), Lot("Bob", count=2, carries=("Oar", "Rope"))),
                party=True,
            ),
            Zone("Hold", text="Rope, then ?"),
        ),
        ROWS,
        "Morning turn, player 1 of 2",
        "The Harbour",
    ),
    notes=("two tides",),
    provenance=("the facts of Ann have one source only",),
)


def test_places_are_boxes_and_a_short_row_is_as_wide_as_the_longest() -> None:
    five = (BoardRow("", (QUAY, QUAY, QUAY, QUAY, QUAY)),)

    assert board_lines(five, 80)[0] == "  Quay (Tide 1): Cutter; Crew 3, 2 oars; leaks"
    assert board_lines(five, 100)[0].startswith("  +----")
    assert board_lines(ROWS, 60) == [
        "    +--------------------------+--------------------------+",
        "  1 | Quay              Tide 1 | * Pier                   |",
        "    | Cutter                   | ?                        |",
        "    | Crew 3  2 oars           |                          |",
        "    | leaks                    |                          |",
        "    +--------------------------+--------------------------+",
        "  0 | !> Buoy                                             |",
        "    | nobody                                              |",
        "    +-----------------------------------------------------+",
        "!: the target; *: your piece stands there; >: it can get there",
    ]


def test_below_sixty_columns_each_place_has_a_line() -> None:
    assert board_lines(ROWS, 59) == [
        "  Quay (Tide 1): Cutter; Crew 3, 2 oars; leaks",
        "  * Pier: ?",
        "  !> Buoy: nobody",
        "!: the target; *: your piece stands there; >: it can get there",
    ]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_is_wider_than_the_page_and_no_figure_is_broken(width: int) -> None:
    long = Place("The Wharf of the Very Long Name", "Tide 12", "x" * 90, ("Crew 3",) * 20, ("says " * 30,))
    page = Page()
    page.board((BoardRow("", (long, PIER, long)),))

    assert all(len(line) <= width for line in lay_out(page, width).splitlines())
    page = Page()
    page.board((BoardRow("", (Place("Quay", "", "", ("Crew 3", "Arms 12", "Length 14")),) * 3),))
    assert "Length 14" in lay_out(page, width)


def test_a_table_is_told_zone_by_zone_and_in_detail_how_sure_it_is() -> None:
    page, in_detail = Page(), Page()
    show_table(page, TABLE)
    show_table(in_detail, TABLE, Detail(verbose=True))

    assert lay_out(page).startswith("The Harbour, printing first: Morning turn, player 1 of 2\n")
    assert lay_out(page).endswith(
        " Crew  Ann (Arm 2, rows); 2 x Bob with Oar and Rope\n Hold  Rope, then ?\n Two tides.\n"
    )
    assert lay_out(in_detail).endswith(" The facts of Ann have one source only.\n")
