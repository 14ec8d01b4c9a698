"""A policy on paper: the first action, exact numbers, outcomes grouped by what to do, and what is cut off."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from msgspec.structs import replace

from tests.report.made_up import check
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import (
    LineAnswer,
    PolicyAnswer,
    PolicyBranch,
    PolicyCase,
    PolicyEnd,
    PolicyNode,
    PossibleEnd,
    StepAnswer,
    TargetChance,
    UnknownDraw,
    exact,
)
from tsolve.report import words
from tsolve.report.formats import Run, as_json
from tsolve.report.lines import how_sure
from tsolve.report.page import Page
from tsolve.report.plan import ShownOutcome, outcomes_of, show_plan
from tsolve.report.solution import show_best_briefly, show_solution
from tsolve.report.sums import Tables
from tsolve.report.text.layout import lay_out


def steps(*texts: str) -> tuple[StepAnswer, ...]:
    return tuple(StepAnswer(number, text) for number, text in enumerate(texts, 1))


def end(title: str, outcome: str, landed: int, *texts: str) -> PolicyNode:
    line = LineAnswer(steps(*texts), outcome)
    return PolicyNode((), (exact(landed),), end=PolicyEnd(title, (landed,), line, "the island" * landed))


def branch(card: str, chance: Fraction, node: int) -> PolicyBranch:
    return PolicyBranch(f"spin {card}", card, exact(chance), node)


THIRD, HALF = Fraction(1, 3), Fraction(1, 2)

# A spin of the wind: north and east (1/3 each) land, south asks for a second spin, where east (1/2) lands.
# To land: 1/3 + 1/3 + 1/3 x 1/2 = 5/6.
VOYAGE = PolicyAnswer(
    draws="expected",
    goal=("landed", "lost"),
    first="hoist the sail",
    worth=(exact(Fraction(5, 6)), exact(Fraction(-1, 6))),
    expected=(exact(Fraction(5, 6)), exact(Fraction(-1, 6))),
    worst=PolicyCase((0, -1), exact(Fraction(1, 6)), "The boat is adrift.", ("south", "south")),
    best=PolicyCase((1, 0), exact(Fraction(5, 6)), "The boat lands.", ("north",)),
    chances=(TargetChance("the island", exact(Fraction(5, 6))), TargetChance("the moon", exact(0))),
    nodes=(
        PolicyNode(
            steps("hoist the sail"),
            (exact(Fraction(5, 6)), exact(Fraction(-1, 6))),
            (branch("north", THIRD, 1), branch("east", THIRD, 2), branch("south", THIRD, 3)),
        ),
        end("land", "The boat lands.", 1, "steer straight"),
        end("land", "The boat lands.", 1, "steer straight"),
        PolicyNode(steps("wait"), (exact(HALF),), (branch("east", HALF, 4), branch("south", HALF, 5))),
        end("land", "The boat lands late.", 1, "steer hard"),
        end("drift", "The boat is adrift.", 0, "give up"),
    ),
    ways=4,
    indicators=("landed",),
    counted_down=("lost",),
    positions=6,
)
DRAW = UnknownDraw(
    ("hoist the sail",),
    "The Mast",
    PossibleEnd("land", (1, 0), ("north", "east")),
    PossibleEnd("drift", (0, -1), ("south",)),
    ("north", "east"),
    3,
    ("landed", "lost"),
)
SOLVED = SolveAnswer("optimal", ("landed", "lost"), (), (), "exact", (), policy=VOYAGE)


def shown(solution: SolveAnswer, width: int = 100, everything: bool = False) -> list[str]:
    page = Page()
    show_solution(page, solution, Tables(page, {}), everything)
    return lay_out(page, width).splitlines()


def test_the_first_action_stands_at_the_top_and_alone_in_the_brief_form() -> None:
    page = Page()
    show_best_briefly(page, SOLVED)

    assert shown(SOLVED)[:2] == [
        "Do first: hoist the sail",
        "  then by what comes; best on average, proved",
    ]
    assert lay_out(page) == "hoist the sail\n"


def test_where_nothing_is_left_to_do_the_ends_are_told_without_the_cards() -> None:
    """Of the levels of the goal one more is told than the first two, since what comes makes no difference to
    these.
    """
    goal, worth = ("afloat", "crew", "fish"), (exact(1), exact(3), exact(Fraction(4, 3)))
    ends = [
        PolicyNode(
            (), worth, end=PolicyEnd(f"catches {fish}", (1, 3, fish), LineAnswer((), "The boat fished."))
        )
        for fish in (0, 2, 2)
    ]
    case = PolicyCase((1, 3, 0), exact(THIRD), "The boat fished.", ())
    branches = tuple(branch(card, THIRD, node) for node, card in enumerate(("north", "east", "south"), 1))
    nodes = (PolicyNode(steps("cast the net"), worth, branches), *ends)
    plan = PolicyAnswer("expected", goal, "cast the net", worth, worth, case, case, (), nodes, 3)
    page = Page()
    show_plan(page, SolveAnswer("optimal", goal, (), (), "search", (), policy=plan))

    assert lay_out(page, 100).splitlines() == [
        "  best       Cast the net. Then chance alone decides.",
        "   2 in 3 (67 %)  catches 2",
        "   1 in 3 (33 %)  catches 0",
        "   Worth: afloat 1, crew 3, fish 1.33 (4/3); best on average, proved.",
    ]


def test_numbers_are_exact_with_a_decimal_beside_them() -> None:
    text = "\n".join(shown(SOLVED))

    assert "goal          landed 5 in 6 (83 %), lost 0.167 (1/6)" in text
    assert "the island: 5 in 6 (83 %); the moon: no chance" in text
    assert "worst case    1 in 6 (17 %), for example with 2 x south: The boat is adrift." in text


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (Fraction(5, 12), "5 in 12 (42 %)"),
        (Fraction(1), "certain"),
        (Fraction(0), "no chance"),
        (Fraction(12345, 67890), "823 in 4526 (18 %)"),  # 12345 = 15 x 823, 67890 = 15 x 4526
        (Fraction(100001, 300000), "about 33 %"),  # too long to be read
        (Fraction(1, 9999), "1 in 9999 (below 0.1 %)"),  # never rounded to nothing
        (Fraction(9999, 10000), "above 99.9 %"),
    ],
)
def test_chances(number: Fraction, told: str) -> None:
    assert words.chance(exact(number)) == told
    assert words.fraction(exact(number)) == number


def test_means() -> None:
    """1.99967 is near a whole number, but none."""
    numbers = (Fraction(5, 4), Fraction(5999, 3000), Fraction(-1, 3000), Fraction(2))
    told = ["1.25 (5/4)", "2.00 (5999/3000)", "-0.0003 (-1/3000)", "2"]
    assert [words.amount(exact(number)) for number in numbers] == told


def test_what_is_counted_down_has_no_sign_and_other_numbers_keep_theirs() -> None:
    worth = (exact(Fraction(-3, 2)), exact(-2), exact(-2))

    assert words.levels(("lost", "lost", "gain"), worth, (), ("lost",)) == "lost 1.5 (3/2), lost 2, gain -2"


def test_outcomes_with_the_same_plan_stand_together() -> None:
    lines = [line.strip() for line in shown(SOLVED)]
    start = lines.index("What to do")

    assert lines[start + 1 :] == [
        "hoist the sail",
        "on east or north: 2 in 3 (67 %)",
        "steer straight -> The boat lands.",
        "on south: 1 in 3 (33 %)",
        "wait",
        "on east: 1 in 2 (50 %)   steer hard -> The boat lands late.",
        "on south: 1 in 2 (50 %)  give up -> The boat is adrift.",
    ]


def test_cards_that_come_of_themselves_make_up_the_outcome() -> None:
    # Of a, a, b, b three are spun. After a and a only b is left to come, after b and b only a.
    def twice(card: str, last: str, node: int) -> PolicyNode:
        same = replace(branch(card, THIRD, node), then=(last,))
        return PolicyNode((), (), (same, branch(last, Fraction(2, 3), 5)))

    spin = PolicyNode(steps("spin"), (), (branch("a", HALF, 1), branch("b", HALF, 2)))
    third = PolicyNode((), (), (branch("a", HALF, 3), branch("b", HALF, 4)))
    ends = (end("land", "", 1, "land"), end("drift", "", 0, "drift"))
    policy = replace(VOYAGE, nodes=(spin, twice("a", "b", 3), twice("b", "a", 4), *ends, third))

    # a, a, b: 1/2 x 1/3, and both orders of a and b (2/3 together) with an a next: 1/2. So 1/6 + 1/3 = 1/2.
    assert outcomes_of(policy, [ShownOutcome((), Fraction(1), 0)]) == [
        (("a", "a", "b"), HALF, 3),
        (("a", "b", "b"), HALF, 4),
    ]


def many(count: int) -> SolveAnswer:
    """A spin with so many outcomes, each with a plan of its own."""
    share = Fraction(1, count)
    branches = tuple(branch(f"wind {number}", share, number) for number in range(1, count + 1))
    ends = tuple(end("land", "The boat lands.", 1, f"steer {number}") for number in range(1, count + 1))
    policy = replace(VOYAGE, nodes=(PolicyNode(steps("spin"), (), branches), *ends))
    return replace(SOLVED, policy=policy)


def test_a_wide_plan_is_cut_off_and_says_so() -> None:
    lines = [line.strip() for line in shown(many(20))]

    assert sum("  steer" in line for line in lines) == 6
    assert lines[-1] == "and 14 more outcomes, 7 in 10 (70 %) together (solve --all shows them)"  # 14 of 20
    assert sum("  steer" in line for line in shown(many(20), everything=True)) == 20
    assert "more outcomes" not in "\n".join(shown(many(7)))  # one more is shown rather than announced


def test_without_a_proof_both_bounds_are_shown() -> None:
    bounds = {"low": (exact(HALF), exact(-1)), "high": (exact(1), exact(0))}
    policy = replace(VOYAGE, **bounds)
    text = "\n".join(shown(replace(SOLVED, status="undecided", policy=policy)))

    # where the bound is more than the chance of 1/2
    assert "best on average, not proved; nothing is better than landed 1" in text
    told = " ".join(text.split())
    assert "not proved; the best plan is no worse than landed 1 in 2 (50 %), lost 1;" in told
    assert "lost 1; nothing is better than landed 1, lost 0" in told


def test_a_line_without_a_proof_says_what_no_play_exceeds() -> None:
    line = replace(SOLVED, status="undecided", policy=None, goal=("landed", "lost", "speed"))
    reached = replace(line, objective=(1, -2, 7), counted_down=("lost",))

    told = how_sure(replace(reached, bound=(1, -1, 9)))
    assert told == "Not proved; nothing is better than landed 1, lost 1."
    assert (
        how_sure(replace(reached, bound=(1,))) == "Not proved."
    )  # nothing is known of the level that differs


def test_what_an_unknown_card_could_change_is_a_note() -> None:
    solution = replace(SOLVED, policy=None, unknown=(DRAW,), counted_down=("lost",))

    told = " ".join(line.strip() for line in shown(solution, 120))
    assert "a card drawn by The Mast (hoist the sail) could raise this to: land (landed 1, lost 0)" in told
    assert (
        "with north or east; 2 of 3 cards would help; at worst it comes to: drift (landed 0, lost 1)" in told
    )


@pytest.mark.parametrize("width", [80, 120])
def test_no_line_is_wider_than_the_page(width: int) -> None:
    assert max(map(len, shown(many(20), width))) <= width
    assert max(map(len, shown(SOLVED, width))) <= width


def test_json_holds_the_whole_policy() -> None:
    answer = check(solution=SOLVED)
    text = as_json(Run("check", 0, (answer,)))
    policy = msgspec.json.decode(text)["answers"][0]["solution"]["policy"]

    assert msgspec.convert(policy, PolicyAnswer) == VOYAGE
    assert policy["worth"][0] == {"exact": "5/6", "value": pytest.approx(0.8333, abs=1e-4)}
