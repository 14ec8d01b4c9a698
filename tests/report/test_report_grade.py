"""How a graded turn is shown: nobody shall read a loss as a gain."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tsolve.model.answers import PositionAnswer
from tsolve.model.grades import CardGrade, GradeAnswer, Slack, Spare, StepGrade, Worth
from tsolve.model.lines import LineAnswer
from tsolve.model.policies import exact
from tsolve.report.grade import show_grade, show_sums
from tsolve.report.page import Page


def worth(*levels: int | str) -> Worth:
    return tuple(exact(Fraction(level)) for level in levels)


# Two cards lost on average, one of them by choice; luck saves half a card. Losses count below zero:
# -2 + 1/2 - 1 = -5/2. The Victory Points stay the same.
GRADED = GradeAnswer(
    file="turn.yaml",
    position=PositionAnswer("thunderstone", "1.4", ()),
    goal=("win", "vp", "lost"),
    line=LineAnswer((), outcome="Nothing is defeated."),
    finished=True,
    start=worth("1/4", 3, -2),
    result=worth(0, 3, "-5/2"),
    regret=worth("1/4", 0, 1),
    luck=worth(0, 0, "1/2"),
    steps=(
        StepGrade(
            1, "draw Torch", "drawn", worth("1/4", 3, -2), worth("1/4", 3, "-3/2"), luck=worth(0, 0, "1/2")
        ),
        StepGrade(
            2,
            "go home",
            "lost",
            worth("1/4", 3, "-3/2"),
            worth(0, 3, "-5/2"),
            regret=worth("1/4", 0, 1),
            better=("stay",),
        ),
    ),
    counted_down=("lost",),
)


def shown(answer: GradeAnswer, width: int = 80) -> str:
    page = Page(width)
    show_grade(page, answer)
    return str(page)


def test_the_sums_add_up_as_they_are_read() -> None:
    page = Page()
    show_sums(page, GRADED)

    assert str(page).splitlines()[2:6] == [
        "  at the start  win 1/4 (0.25), vp 3, lost 2",
        "  choices       win -1/4 (-0.25), lost 1 more",
        "  luck          lost 1/2 (0.5) less",
        "  result        win 0, vp 3, lost 5/2 (2.5)",
    ]


def test_only_levels_that_change_have_a_column() -> None:
    rows = shown(GRADED).splitlines()
    start = rows.index("The steps, with the best within reach after each")

    assert [row.split() for row in rows[start + 1 : start + 5]] == [
        ["step", "judged", "win", "lost"],
        ["at", "the", "start", "1/4", "2"],
        ["1.", "draw", "Torch", "good", "luck", "1/4", "3/2"],
        ["2.", "go", "home", "worse", "0", "5/2"],
    ]


def test_a_long_sum_of_levels_has_a_short_head() -> None:
    answer = replace(GRADED, goal=("4*vp+2*earned+worth", "vp", "lost"))

    assert "judged     sum  lost\n" in shown(answer)
    assert "4*vp+2*earned+worth 1/4 (0.25), vp 3" in shown(answer)


def test_where_nothing_changes_there_are_no_columns() -> None:
    kept = StepGrade(1, "stay", "kept", worth(1, 3, 0), worth(1, 3, 0))
    answer = replace(GRADED, start=worth(1, 3, 0), result=worth(1, 3, 0), steps=(kept,))

    assert "The steps\n      step  judged\n  1.  stay  best\n" in shown(answer)


def test_bad_luck_is_luck_whose_first_level_falls() -> None:
    step = replace(GRADED.steps[0], luck=worth(0, -1, 3))

    assert "bad luck" in shown(replace(GRADED, steps=(step,)))


def test_a_draw_that_changes_nothing_is_no_luck() -> None:
    step = replace(GRADED.steps[0], luck=worth(0, 0, 0))

    assert "no luck in it" in shown(replace(GRADED, steps=(step,)))


def test_long_fractions_are_rounded_in_the_table() -> None:
    step = replace(GRADED.steps[0], after=worth("1/4", 3, "-3189/1120"))  # 2.84732...

    assert "good luck  2.847\n" in shown(replace(GRADED, steps=(step,)))


def test_better_play_says_what_was_done_instead_and_what_it_changed() -> None:
    assert '  2.   stay\n       "go home" instead: win -1/4 (-0.25), lost 1 more\n' in shown(GRADED)


def test_what_cannot_be_judged_stands_below_with_its_reason() -> None:
    step = StepGrade(1, "draw Torch", "unknown", worth("1/4", 3, -2), reason="nobody knows the deck")
    out = shown(replace(GRADED, steps=(step,), undecided=("nobody knows the deck",)))

    assert "  not judged    step 1; choices and luck count the other steps only\n" in out
    assert "Not judged\n  1.   nobody knows the deck\n" in out


@pytest.mark.parametrize(
    ("grade", "says"),
    [
        (CardGrade("Torch", idle=True, mattered=True), "idle          Torch: in the hand to the end"),
        (CardGrade("Torch", False, False, needed=False), "useless       Torch: without it this line and the"),
        (CardGrade("Torch", False, False, needed=True), "no effect     Torch: without it this line ends"),
    ],
)
def test_cards(grade: CardGrade, says: str) -> None:
    assert f"Cards\n  {says}" in shown(replace(GRADED, cards=(grade,)))


def test_equal_contributions_are_one_row() -> None:
    torch = Spare("Torch", "", "light", 1, 1)
    slack = Slack("gold left", 2, (torch, torch, Spare("Dagger", "", "attack", 3, 2)))
    out = shown(replace(GRADED, slack=slack))

    assert "Slack: 2 (gold left)\n" in out
    assert "  2 x Torch  light 1 each          all of it\n" in out
    assert "  Dagger         attack 3                  2\n" in out


@pytest.mark.parametrize("width", [80, 120])
def test_the_page_keeps_its_width(width: int) -> None:
    assert max(map(len, shown(GRADED, width).splitlines())) <= width


def test_copies_that_fare_alike_are_counted_and_others_numbered() -> None:
    useless = [CardGrade("Torch", False, False, needed=False, copy=number) for number in (1, 2)]
    used = CardGrade("Torch", False, True, copy=3)

    assert "useless       2 x Torch: " in shown(replace(GRADED, cards=(*useless,)))
    assert "useless       Torch #1, Torch #2: " in shown(replace(GRADED, cards=(*useless, used)))
