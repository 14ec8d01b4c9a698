"""What is legal: actions that begin alike together, refusals with their reasons; the whole list behind -v."""

from __future__ import annotations

from tests.report.answers import check
from tsolve.model.answers import LegalAction
from tsolve.model.lookups import LegalAnswer
from tsolve.model.trace import Refusal
from tsolve.report.answers.table import grouped, show_legal_page
from tsolve.report.page import BRIEF, Detail, Page
from tsolve.report.text.layout import lay_out


def _action(*parts: str) -> LegalAction:
    return LegalAction(" ".join(parts), ("HB-1",), parts)


ROWS = [_action("row", boat) for boat in ("Cutter", "Ketch")]
LOADS = [_action("load", "Ann into", boat) for boat in ("Gig", "Yawl")]


def _told(legal: list[LegalAction], refused: tuple[Refusal, ...] = (), detail: Detail = BRIEF) -> list[str]:
    page = Page()
    show_legal_page(page, LegalAnswer("", check().position, tuple(legal), refused, (), ()), detail)
    return lay_out(page, 80).splitlines()


def test_actions_that_begin_alike_stand_together() -> None:
    loads = [*LOADS, _action("load", "Bob"), _action("load", "Eve into", "Gig")]

    assert grouped([*ROWS, _action("drop anchor"), *loads, _action("sleep")]) == [
        "row Cutter, Ketch",
        "load Ann into Gig, Yawl; Bob; Eve into Gig",
        "drop anchor; sleep",
    ]


def test_of_many_the_first_four_are_named() -> None:
    many = [_action("row", f"Boat {number}") for number in range(1, 10)]

    assert grouped(many) == ["row Boat 1, Boat 2, Boat 3, Boat 4, 5 more"]
    assert grouped(many[:5]) == ["row Boat 1, Boat 2, Boat 3, Boat 4, Boat 5"]  # "1 more" would be no shorter


def test_the_page_in_brief() -> None:
    calm = ("HB-9", "card.ketch")
    refused = (Refusal("sail Ketch", "there is no wind", calm), Refusal("sail Gig", "there is no wind", calm))

    assert _told(ROWS, (*refused, Refusal("swim", "it is cold", ("HB-2",)))) == [
        "  legal      row Cutter, Ketch",
        "  not legal  sail Ketch; sail Gig: there is no wind.          [HB-9, card.ketch]",
        "             swim: it is cold.                                            [HB-2]",
    ]


def test_of_many_reasons_the_others_are_counted() -> None:
    refused = tuple(Refusal(f"swim {miles}", f"{miles} miles are too far", ()) for miles in range(2, 12))
    told = _told([], refused)

    assert told[0] == "  legal      nothing"
    assert told[-1].strip() == "4 more (-v)"  # ten, six of them by name
    assert "swim 11" in " ".join(_told([], refused, Detail(verbose=True)))


def test_every_action_with_its_rules_stands_behind_v() -> None:
    told = " ".join(_told(ROWS, detail=Detail(verbose=True)))

    assert "Legal (2)" in told
    assert "row Ketch   HB-1" in told
