"""Made-up answers about a game that does not exist."""

from __future__ import annotations

from tsolve.model.answers import (
    CheckAnswer,
    Cited,
    CitedDocument,
    CitedPlaces,
    ClaimAnswer,
    ExpectationAnswer,
    LegalAction,
    Plan,
    ReadingAnswer,
    SolveAnswer,
)
from tsolve.model.plays import Calculation, LineAnswer, PositionAnswer, StepAnswer, zones_of
from tsolve.model.trace import Entry, Refusal

ROWS = (
    Entry("card", "Cutter", "sail", 0, 4, ("HB-1", "card.cutter")),
    Entry("card", "Ketch", "sail", 4, 5, ("card.ketch",), "for Cutter"),
    Entry("card", "Lantern", "oars", 0, 3, ("HB-2",)),
    Entry("halve", "Reef", "oars", 3, 1, ("card.reef",)),
    Entry("floor", "", "total", -2, 0, ("HB-4",)),
    Entry("add", "", "total", 0, 6, ("HB-3",)),
)
CALCULATION = Calculation("Speed against the Reef", ROWS, 6, 9, "Knots")
REFUSAL = Refusal("sail Ketch", "there is no wind", ("HB-9", "card.ketch"))

SOURCES = (
    CitedPlaces("book", ("Sums", "Example")),
    CitedPlaces("list", ("card text",)),
    CitedPlaces("shelf", ("card text",)),
)
LEGAL = LineAnswer(
    (
        StepAnswer(1, "row Cutter", (Entry("move", "Cutter", "", 0, 0, ("HB-1",), "rowed"), *ROWS), line=7),
        StepAnswer(2, "drop anchor", line=8),
    ),
    "The Cutter is at anchor.",
    CALCULATION,
)
ILLEGAL = LineAnswer(
    (
        StepAnswer(1, "row Cutter"),
        StepAnswer(2, "sail Ketch", refusal=REFUSAL, instead=("row Ketch",), line=8),
    ),
    "Step 2 is not legal.",
    legal=False,
)
SOLUTION = SolveAnswer(
    "optimal",
    ("miles", "cargo"),
    (7, 2),
    (7, 2),
    "exact",
    (
        Plan("to the island", ("miles", "cargo"), (7, 2), LEGAL),
        Plan("around the island", ("miles", "cargo"), (7, 2), LEGAL),
    ),
    (Plan("to the harbour", ("miles", "cargo"), (5, 0), LEGAL),),
    12,
    left_out=("the tide is not known",),
    notes=("no chart was given",),
    readings={"tide": "high"},
    chooser="the helmsman chooses",
)


def check(
    line: LineAnswer | None = None,
    claims: tuple[str, ...] = (),
    solution: SolveAnswer | None = None,
    expectations: tuple[ExpectationAnswer, ...] = (),
    file: str = "boats.yaml",
) -> CheckAnswer:
    """An answer with these parts; claims by their verdicts."""
    judged = tuple(
        ClaimAnswer(f"claim {number}", verdict, "because of the wind", ("HB-1",))  # type: ignore[arg-type]
        for number, verdict in enumerate(claims, start=1)
    )
    return CheckAnswer(
        file,
        PositionAnswer("harbour", "first", zones_of((("Crew", "Ann, Bob"), ("Boats", "Cutter")))),
        (LegalAction("row Cutter", ("HB-1",)), LegalAction("row Ketch", ("HB-1",))),
        (REFUSAL, Refusal("sail Cutter", REFUSAL.reason, REFUSAL.rulings)),
        line,
        judged,
        solution,
        expectations,
        (
            Cited("HB-3", "Sums", SOURCES),
            Cited("HB-4", "Nothing below zero", ()),
        ),
        (ReadingAnswer("tide", "ebb", "Does the tide turn?", overridden=True),),
        ("a note",),
        (
            CitedDocument("list", "A list", f"commit {'0123456789' * 4}"),
            CitedDocument("book", "The rulebook", "second edition", rulebook=True),
        ),
    )
