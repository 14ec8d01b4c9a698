"""What is legal, what a step can be aimed at, and why something cannot be done, as text; the rest behind
-v.
"""

from __future__ import annotations

from msgspec.structs import replace

from tests.report.made_up import check
from tsolve.model.answers import LegalAction, Option, Options, Plan
from tsolve.model.odds import Threshold
from tsolve.model.plays import BoardRow, Calculation, Exact, LineAnswer, Place, StepAnswer, Verb, exact
from tsolve.model.solved import LegalAnswer, Offer, Reached, TargetAnswer, TargetsAnswer
from tsolve.model.trace import Entry, Refusal
from tsolve.model.why_not import WHATEVER_COMES, Missing, ReasonAnswer, RemedyAnswer, WhyNotAnswer
from tsolve.report.answers.table import grouped, show_legal_page, show_options
from tsolve.report.answers.targets import show_targets
from tsolve.report.answers.why_not import show_briefly, show_why_not
from tsolve.report.page import BRIEF, Detail, Page
from tsolve.report.text.layout import lay_out


def _action(*parts: str) -> LegalAction:
    return LegalAction(" ".join(parts), ("HB-1",), parts)


ROWED = [_action("row", boat) for boat in ("Cutter", "Ketch")]
LOADS = [_action("load", "Ann into", boat) for boat in ("Gig", "Yawl")]


def _legal_told(
    legal: list[LegalAction], refused: tuple[Refusal, ...] = (), detail: Detail = BRIEF
) -> list[str]:
    page = Page()
    show_legal_page(page, LegalAnswer("", check().position, tuple(legal), refused, (), ()), detail)
    return lay_out(page, 80).splitlines()


def test_actions_that_begin_alike_stand_together() -> None:
    loads = [*LOADS, _action("load", "Bob"), _action("load", "Eve into", "Gig")]

    assert grouped([*ROWED, _action("drop anchor"), *loads, _action("sleep")]) == [
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

    assert _legal_told(ROWED, (*refused, Refusal("swim", "it is cold", ("HB-2",)))) == [
        "  legal      row Cutter, Ketch",
        "  not legal  sail Ketch; sail Gig: there is no wind.          [HB-9, card.ketch]",
        "             swim: it is cold.                                            [HB-2]",
    ]
    verbose = " ".join(_legal_told(ROWED, detail=Detail(verbose=True)))
    assert "Legal (2)" in verbose
    assert "row Ketch   HB-1" in verbose


def test_of_many_reasons_the_others_are_counted() -> None:
    refused = tuple(Refusal(f"swim {miles}", f"{miles} miles are too far", ()) for miles in range(2, 12))
    told = _legal_told([], refused)

    assert told[0] == "  legal      nothing"
    assert told[-1].strip() == "4 more (-v)"  # ten, six of them by name
    assert "swim 11" in " ".join(_legal_told([], refused, Detail(verbose=True)))


def target(name: str, value: int, needed: int, worth: int = 0) -> TargetAnswer:
    """A target that falls where the value is enough."""
    won = value >= needed
    plan = Plan(name, ("points",), (worth,), LineAnswer((), f"{name} falls."))
    return TargetAnswer(
        name,
        f"the place of {name}",
        "certain" if won else "impossible",
        True,
        value=Reached("force", exact(value), value, value, True),
        needed=Threshold("strength", needed),
        plan=plan,
        facts={"points": str(worth)},
    )


GATE, WALL = target("Gate", 5, 3, 2), target("Wall", 5, 9, 7)
ANSWER = TargetsAnswer("x.yaml", ("points",), Verb("take", "takes", "taken"), (GATE, WALL), about="obstacle")


def shown(answer: TargetsAnswer, width: int = 80) -> list[str]:
    page = Page()
    show_targets(page, answer)
    return [" ".join(line.split()) for line in lay_out(page, width).splitlines()]


def test_the_best_falls_and_is_worth_most_and_nothing_is_while_something_is_open() -> None:
    fence = target("Fence", 5, 5, 4)
    marked = [line for line in shown(replace(ANSWER, targets=(GATE, WALL, fence))) if line.endswith("best")]
    assert marked == ["Fence the place of Fence 5 5 yes, +0 4 best"]

    unknown = replace(WALL, outcome="undecided", reason="nobody knows")
    told = shown(replace(ANSWER, targets=(GATE, unknown)))

    assert not any(line.endswith("best") for line in told)
    assert told[-1] == "Undecided: nobody knows."


def test_reasons_stand_below_and_equal_ones_together() -> None:
    refusal = Refusal("attack it", "it is closed", ("X-1",))
    closed = [
        replace(each, attackable=False, outcome="impossible", value=None, refusal=refusal)
        for each in (GATE, WALL)
    ]
    told = shown(replace(ANSWER, targets=tuple(closed)))

    assert told[0] == "obstacle attackable best needed taken points"
    assert told[1] == "Gate the place of Gate no - 3 no 2"
    assert told[3].startswith("Gate in the place of Gate, Wall in the place of Wall: it is closed.")
    assert told[-1].endswith("[X-1]")


def test_on_a_board_each_place_says_what_can_be_done() -> None:
    row = BoardRow(
        "1",
        (
            Place("the place of Gate", "2 steps", "Gate", ("thick",), ("it creaks",), within_reach=True),
            Place("the place of Wall", "4 steps", "Wall"),
        ),
    )
    far = replace(WALL, attackable=False, value=None, way=Threshold("steps", 4))
    told = " ".join(shown(replace(ANSWER, targets=(GATE, far), board=(row,))))

    assert "yes: 5 against 3" in told
    assert "out of reach: needs steps 4" in told
    assert "creaks" not in told


def test_what_can_be_had_is_one_sentence_for_each_kind() -> None:
    offers = (Offer("buy", ("rope",), "2 coins"), Offer("buy", ("lamp", "oil")))
    answer = replace(ANSWER, targets=(), offers=offers)

    assert shown(answer) == ["Buy: rope (2 coins); lamp and oil."]


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
CARDS = tuple(RemedyAnswer(name, 2, None, "", FAST, 8) for name in ("Oar", "Sail", "Wind", "Tug", "Moon"))
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
    together = _told(replace(MISSED, line=None, reasons=(CREW,), further=((ANCHOR, AIM),)))
    assert [line.partition(".")[0].strip() for line in together[2:]] == [
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


def test_what_is_left_to_a_choice_has_no_mark_of_what_is_confirmed() -> None:
    page = Page()
    show_options(page, Options("turn", (Option("Ann rows."), Option("Ben rows.")), "the crew"))

    assert lay_out(page).splitlines() == [
        "  open       2 options in the turn: the crew choose.",
        "   (a) Ann rows.",
        "   (b) Ben rows.",
    ]
