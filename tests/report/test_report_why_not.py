"""Why-nots as text: the verdict with its number, what prevents it, what would be enough; all behind -v."""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.model.plays import Calculation, Exact, LineAnswer, StepAnswer
from tsolve.model.trace import Entry
from tsolve.model.why_not import WHATEVER_COMES, Missing, ReasonAnswer, RemedyAnswer, WhyNotAnswer
from tsolve.report.answers.why_not import show_briefly, show_why_not
from tsolve.report.page import BRIEF, Detail, Page
from tsolve.report.text.layout import lay_out

# 3 oars and 1 more are 4 against a current of 6: 2 are missing
ROWS = (Entry("add", "Cutter", "speed", 0, 3, ()), Entry("add", "Gig", "speed", 3, 4, ()))
SLOW = LineAnswer(
    (StepAnswer(1, "row Cutter"),),
    "The tide wins: 4 against Current 6.",
    Calculation("Speed", ROWS, 4, 6, "Current"),
)
AIM = ReasonAnswer("The tide has 6; your best is 4", ("HB-1",), alone=True, in_short="4 against Current 6")
ANCHOR = ReasonAnswer("The anchor drags", ("HB-2", "card.anchor"), "speed 7", alone=True)
CREW = ReasonAnswer("The crew sleeps", ("HB-3",), alone=True)
FASTER = (*ROWS, Entry("add", "Sail", "speed", 4, 8, ()))  # 4 and 4 are 8: 2 to spare
FAST = replace(SLOW, calculation=Calculation("Speed", FASTER, 8, 6, "Current"))
CARDS = tuple(RemedyAnswer(name, 2, None, "", FAST) for name in ("Oar", "Sail", "Wind", "Tug", "Moon"))
MISSED = WhyNotAnswer("boats.yaml", "beat the tide", "impossible", SLOW, (AIM, ANCHOR))


def _told(answer: WhyNotAnswer, detail: Detail = BRIEF) -> list[str]:
    page = Page()
    show_why_not(page, answer, detail, place=answer.file)
    return lay_out(page, 80).splitlines()


def test_the_number_is_in_the_verdict_and_what_can_be_repaired_below() -> None:
    missing = (Missing("speed", "Speed", 2), Missing("wind", "Wind", 1), Missing("tide", "Tide", None))
    told = _told(replace(MISSED, missing=missing, cards=CARDS))

    # five cards: three by name, two more
    assert told == [
        "✗ impossible Beat the tide: 4 against Current 6.                      boats.yaml",
        "   The anchor drags. Without it: speed 7.                    [HB-2, card.anchor]",
        "     Cutter 3 + Gig 1 = 4     Current 6: 2 missing",
        "   Enough: 2 more Speed, or 1 more Wind. No amount of Tide is enough.",
        "   Or one card: Oar (then 8), Sail (8), Wind (8); 2 more (-v).",
    ]


def test_several_things_prevent_it_and_each_is_enough_to_do_so() -> None:
    told = _told(replace(MISSED, line=None, reasons=(ANCHOR, CREW), no_card=True))

    assert told[1:] == [
        "   The anchor drags. Without it: speed 7.                    [HB-2, card.anchor]",
        "   The crew sleeps.                                                       [HB-3]",
        "   Without either one it works.",
        "   No single extra card in the hand is enough.",
    ]


def test_other_sets_of_reasons_are_told_two_at_most() -> None:
    told = _told(replace(MISSED, line=None, reasons=(CREW,), further=((ANCHOR,), (AIM,), (CREW,), (CREW,))))

    assert [line.partition(".")[0].strip() for line in told[1:]] == [
        "The crew sleeps",
        "Also: The anchor drags",
        "Also: The tide has 6; your best is 4",
        "And 2 more reasons (-v)",
    ]


def test_reasons_of_another_set_are_told_together() -> None:
    told = _told(replace(MISSED, line=None, reasons=(CREW,), further=((ANCHOR, AIM),)))

    assert [line.partition(".")[0].strip() for line in told[2:]] == [
        "Also: The anchor drags",
        "and: The tide has 6; your best is 4",
    ]


def test_a_chance_is_told_with_how_to_begin() -> None:
    half = Exact("2/5", 0.4)
    told = _told(replace(MISSED, verdict="undecided", chance=half, first="hoist Sail", left_out=("a draw",)))

    assert told[:2] == [
        "? undecided  Beat the tide: possible in 2 of 5 (40 %). First hoist Sail.",
        "                                                                      boats.yaml",
    ]
    assert told[2].startswith("   Not for certain: The tide has 6; your best is 4.")
    assert "a draw" not in " ".join(told)


def test_what_no_draw_changes_is_said_once() -> None:
    told = " ".join(_told(replace(MISSED, chance=Exact("0", 0), notes=(WHATEVER_COMES, "it rains"))))

    assert "Beat the tide, whatever you draw: 4 against Current 6." in told
    assert "It rains." in told
    assert "amounts and cards" not in told


def test_what_was_left_out_stands_before_the_reasons() -> None:
    told = _told(replace(MISSED, verdict="undecided", left_out=("the fog hides a boat",), line=None))

    assert told[1] == "   The fog hides a boat."
    assert told[2].startswith("   Apart from that: The tide has 6; your best is 4.")


def test_what_is_possible_is_told_with_its_steps() -> None:
    answer = WhyNotAnswer("boats.yaml", "beat the tide", "possible", FAST, (CREW,))

    assert _told(answer) == [
        "✓ possible   Beat the tide.                                           boats.yaml",
        "   Not at once: The crew sleeps.                                          [HB-3]",
        "   1  row Cutter",
        "     Cutter 3 + Gig 1 + Sail 4 = 8     Current 6: 2 to spare",
    ]


def test_the_rest_stands_behind_the_layers() -> None:
    answer = replace(MISSED, cards=CARDS, missing=(Missing("speed", "Speed", 2),), aside=("HB-9",))
    brief, whole = _told(answer), _told(answer, Detail(verbose=True))

    assert whole[: len(brief)] == brief
    for part in (
        "Why not: 2 things prevent it together",
        "These prevent it even without HB-9.",
        "Moon",
        "The closest you get",
    ):
        assert part in "\n".join(whole)
        assert part not in "\n".join(brief)


def test_quiet_is_the_verdict_with_its_reasons() -> None:
    page = Page()
    show_briefly(page, MISSED)

    assert lay_out(page).splitlines() == [
        "✗ impossible Beat the tide: 4 against Current 6.",
        "   The anchor drags. Without it: speed 7.                    [HB-2, card.anchor]",
    ]
