"""The table of a file: the board at several widths, and what lies beside it."""

from __future__ import annotations

import pytest

from tsolve.model.plays import BoardRow, Lot, Place, PositionAnswer, ShowAnswer, Zone
from tsolve.report.answers.table import show_table
from tsolve.report.page import Detail, Page
from tsolve.report.text.board import board_lines
from tsolve.report.text.layout import lay_out

QUAY = Place("Quay", "Tide 1", "Cutter", ("Crew 3", "2 oars"), ("leaks",))
PIER = Place("Pier", "", "?", here=True, within_reach=True)
BUOY = Place("Buoy", "", "nobody", within_reach=True, target=True)
ROWS = (BoardRow("1", (QUAY, PIER)), BoardRow("0", (BUOY,)))
ANN = Lot("Ann", ("Arm 2", "rows"))

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


def test_so_it_has_where_boxes_would_be_too_narrow() -> None:
    five = (BoardRow("", (QUAY, QUAY, QUAY, QUAY, QUAY)),)

    assert board_lines(five, 80)[0] == "  Quay (Tide 1): Cutter; Crew 3, 2 oars; leaks"
    assert board_lines(five, 100)[0].startswith("  +----")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_is_wider_than_the_page(width: int) -> None:
    long = Place("The Wharf of the Very Long Name", "Tide 12", "x" * 90, ("Crew 3",) * 20, ("says " * 30,))
    page = Page()
    page.board((BoardRow("", (long, PIER, long)),))

    assert all(len(line) <= width for line in lay_out(page, width).splitlines())


def test_a_figure_is_not_broken() -> None:
    page = Page()
    page.board((BoardRow("", (Place("Quay", "", "", ("Crew 3", "Arms 12", "Length 14")),) * 3),))

    assert "Length 14" in lay_out(page, 60)


def test_a_table_is_told_zone_by_zone() -> None:
    page = Page()
    show_table(page, TABLE)
    told = lay_out(page, 80)

    assert told.startswith("The Harbour, printing first: Morning turn, player 1 of 2\n")
    assert told.endswith(
        " Crew  Ann (Arm 2, rows); 2 x Bob with Oar and Rope\n Hold  Rope, then ?\n Two tides.\n"
    )


def test_how_sure_the_facts_are_is_told_in_detail() -> None:
    page = Page()
    show_table(page, TABLE, Detail(verbose=True))

    assert lay_out(page, 80).endswith(" The facts of Ann have one source only.\n")
