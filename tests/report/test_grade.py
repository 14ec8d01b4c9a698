"""How a graded turn is shown: nobody shall read a loss as a gain."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tsolve.model.grades import CardGrade, GradeAnswer, Slack, Spare, StepGrade, Worth
from tsolve.model.plays import LineAnswer, PositionAnswer, StepAnswer, exact
from tsolve.model.trace import Refusal
from tsolve.report.grade import show_grade, show_headline
from tsolve.report.page import BRIEF, Detail, Page
from tsolve.report.text.layout import lay_out


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
    indicators=("win",),
    units={"lost": ("card lost", "cards lost"), "vp": ("VP", "VP"), "win": ("to win", "to win")},
)

VERBOSE = Detail(verbose=True)


def shown(answer: GradeAnswer, width: int = 80, detail: Detail = BRIEF) -> str:
    page = Page()
    show_grade(page, answer, detail)
    return lay_out(page, width)


def whole(answer: GradeAnswer) -> str:
    """What `-v` adds."""
    return shown(answer, detail=VERBOSE).removeprefix(shown(answer))


def of_level(level: str, start: str, luck: str, regret: str) -> GradeAnswer:
    """A turn of one draw and one choice, by one level."""
    before, drawn = Fraction(start), Fraction(start) + Fraction(luck)
    after = drawn - Fraction(regret)
    draw = StepGrade(1, "draw", "drawn", worth(start), worth(str(drawn)), luck=worth(luck))
    choose = StepGrade(2, "go", "lost" if Fraction(regret) else "kept", worth(str(drawn)), worth(str(after)))
    choose = replace(choose, regret=worth(regret), better=("stay",))
    return replace(
        GRADED,
        goal=(level,),
        start=worth(str(before)),
        result=worth(str(after)),
        regret=worth(regret),
        luck=worth(luck),
        steps=(draw, choose),
    )


@pytest.mark.parametrize(
    ("turn", "headline", "sum_"),
    [
        (  # 5/3 + 7/3 = 4 after the draw, 4 - 3 = 1 after the choice; rounded 1.67 + 2.33 = 4.00 too
            ("vp", "5/3", "7/3", "3"),
            "Good luck (+2.33 VP), then one mistake (-3 VP): 1 VP. Nothing is",
            "1.67 at the start + 2.33 luck - 3 choices = 1 VP     5/3 + 7/3 - 3 = 1",
        ),
        (  # what was not rounded is told once: 3/2 + 1/2 - 1 = 1
            ("vp", "3/2", "1/2", "1"),
            "Good luck (+0.5 VP), then one mistake (-1 VP): 1 VP.",
            "1.5 at the start + 0.5 luck - 1 choices = 1 VP",
        ),
        (  # with two decimals 0.67 + 0.67 = 1.34 and not 1.33, with three 1.334 and not 1.333
            ("vp", "2/3", "2/3", "0"),
            "Good luck (+0.667 VP), no mistake:",
            "2/3 at the start + 2/3 luck = 4/3 VP",
        ),
        (  # the mean of a yes or no is a chance: 33 % + 67 % = 100 %; then all of it is given away
            ("win", "1/3", "2/3", "1"),
            "Good luck (+67 % to win), then one mistake (-100 % to win). Nothing",
            "33 % at the start + 67 % luck - 100 % choices = 0 %     1/3 + 2/3 - 1 = 0",
        ),
        (  # losses are counted below zero: -2 + 1 = -1, one card lost, in the singular
            ("lost", "-2", "1", "0"),
            "Good luck (-1 card lost), no mistake: 1 card lost. Nothing",
            "2 at the start - 1 luck = 1 card lost",
        ),
    ],
)
def test_the_headline_tells_luck_from_mistakes(
    turn: tuple[str, str, str, str], headline: str, sum_: str
) -> None:
    out = shown(of_level(*turn))

    assert out.startswith(f"  graded     {headline}")
    assert f"     {sum_}\n" in out


def test_without_luck_and_mistakes_nothing_is_reckoned() -> None:
    kept = StepGrade(1, "stay", "kept", worth(1, 3, 0), worth(1, 3, 0))
    same = replace(GRADED, start=worth(1, 3, 0), result=worth(1, 3, 0), steps=(kept,))
    still = replace(same, regret=worth(0, 0, 0), luck=worth(0, 0, 0))

    assert shown(still) == "  graded     No mistake. Nothing is defeated.\n"


def test_what_goes_before_the_same_step_is_advice() -> None:
    step = replace(GRADED.steps[1], better=("rise", "go home", "sleep"))

    assert "first rise: 25 % to win" in shown(replace(GRADED, steps=(step,)))


def test_many_steps_that_moved_nothing_stand_together() -> None:
    kept = [
        StepGrade(number, f"do {number}", "kept", worth(1, 3, 0), worth(1, 3, 0)) for number in range(1, 7)
    ]
    out = shown(replace(GRADED, steps=(*kept, replace(GRADED.steps[1], number=7))))

    assert "   1-6  do 1 ... do 6  best" in out


def test_what_is_not_legal_is_told_with_its_place() -> None:
    refusal = Refusal("lift it", "it is too heavy", ("X-1",))
    line = LineAnswer((StepAnswer(2, "lift it", refusal=refusal, line=9),), "", legal=False)
    out = shown(replace(GRADED, line=line, regret=worth(0, 0, 0), luck=worth(0, 0, 0), steps=()))

    assert out.startswith("✗ illegal    Step 2 of 1: lift it.")
    assert "turn.yaml:9\n   It is too heavy." in out
    assert "[X-1]" in out


def test_all_levels_add_up_as_they_are_read() -> None:
    rows = whole(GRADED).splitlines()
    start = rows.index("All levels of the goal")

    assert rows[start + 1 : start + 5] == [
        "  at the start  win 0.25 (1/4), vp 3, lost 2",
        "  choices       win -0.25 (-1/4), lost 1 more",
        "  luck          lost 0.5 (1/2) less",
        "  result        win 0, vp 3, lost 2.5 (5/2)",
    ]


def test_only_levels_that_change_have_a_column() -> None:
    rows = whole(GRADED).splitlines()
    start = rows.index("Step by step: what was still possible")

    assert [row.split() for row in rows[start + 1 : start + 5]] == [
        ["step", "judged", "win", "lost"],
        ["at", "the", "start", "1/4", "2"],
        ["1.", "draw", "Torch", "good", "luck", "1/4", "3/2"],
        ["2.", "go", "home", "mistake", "0", "5/2"],
    ]


def test_a_long_sum_of_levels_has_a_short_head() -> None:
    answer = replace(GRADED, goal=("4*vp+2*earned+worth", "vp", "lost"))

    assert "judged     sum  lost\n" in whole(answer)
    assert "4*vp+2*earned+worth 0.25 (1/4), vp 3" in whole(answer)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"luck": worth(0, -1, 3)}, "bad luck"),  # its first level falls
        ({"luck": worth(0, 0, 0)}, "no luck in it"),
        ({"after": worth("1/4", 3, "-3189/1120")}, "good luck  2.847\n"),  # 2.84732...
    ],
)
def test_luck_of_a_draw(changes: dict[str, Worth], says: str) -> None:
    assert says in whole(replace(GRADED, steps=(replace(GRADED.steps[0], **changes),)))


def test_better_play_says_what_was_done_instead_and_what_it_changed() -> None:
    assert '  2.   stay\n       "go home" instead: win -0.25 (-1/4), lost 1 more\n' in whole(GRADED)


def test_what_cannot_be_judged_comes_first_and_there_is_no_sum() -> None:
    """1/4 to win at the start and 0 in the end, and no step says why: that is no sum."""
    step = StepGrade(1, "draw Torch", "unknown", worth("1/4", 3, -2), reason="nobody knows the deck")
    graded = replace(GRADED, luck=worth(0, 0, 0), regret=worth(0, 0, 0))
    out = shown(replace(graded, steps=(step,), undecided=("nobody knows the deck",)))

    assert out.startswith("? undecided  Step 1 cannot be judged: nobody knows the deck.\n")
    assert "   The others: no mistake. Nothing is defeated.\n" in out
    assert " = " not in out


@pytest.mark.parametrize(
    ("grade", "says"),
    [
        (CardGrade("Torch", idle=True, mattered=True), "Idle: Torch."),
        (
            CardGrade("Torch", idle=True, mattered=False, needed=True),
            "Idle, but needed for the best play: Torch.",
        ),
        (CardGrade("Torch", False, False, needed=False), "Not needed: Torch."),
        (CardGrade("Torch", False, False, needed=True), "Not needed here, needed for the best play: Torch."),
    ],
)
def test_cards(grade: CardGrade, says: str) -> None:
    assert f"   {says}\n" in shown(replace(GRADED, cards=(grade,)))


def test_equal_contributions_are_one_row() -> None:
    torch = Spare("Torch", "", "light", 1, 1)
    slack = Slack("gold left", 2, (torch, torch, Spare("Dagger", "", "attack", 3, 2)))
    answer = replace(GRADED, slack=slack)

    assert "   To spare: 2 (gold left). Enough without any one of 2 x Torch.\n" in shown(answer)
    assert "spare" not in shown(replace(GRADED, slack=Slack("gold left", 0)))
    assert "To spare: 2 (gold left)\n" in whole(answer)
    assert "  2 x Torch  light 1 each          all of it\n" in whole(answer)
    assert "  Dagger         attack 3                  2\n" in whole(answer)


def test_copies_that_fare_alike_are_counted_and_others_numbered() -> None:
    useless = [CardGrade("Torch", False, False, needed=False, copy=number) for number in (1, 2)]
    used = CardGrade("Torch", False, True, copy=3)

    assert "Not needed: any one of 2 x Torch." in shown(replace(GRADED, cards=(*useless,)))
    assert "Not needed: any one of Torch #1, Torch #2." in shown(replace(GRADED, cards=(*useless, used)))


def test_quietly_the_headline_alone() -> None:
    page = Page()
    show_headline(page, of_level("vp", "1", "0", "1"))

    assert lay_out(page) == "  graded     One mistake (-1 VP): 0 VP. Nothing is defeated.\n"
