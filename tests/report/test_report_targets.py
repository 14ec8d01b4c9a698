"""Targets as a table or on a board: what is reached, what is missing, which is best."""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.model.answers import Plan
from tsolve.model.odds import Threshold
from tsolve.model.plays import BoardRow, Deed, LineAnswer, Place, exact
from tsolve.model.solved import Offer, Reached, TargetAnswer, TargetsAnswer
from tsolve.model.trace import Refusal
from tsolve.report.answers.targets import show_targets
from tsolve.report.page import Page
from tsolve.report.text.layout import lay_out


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
ANSWER = TargetsAnswer("x.yaml", ("points",), Deed("take", "takes", "taken"), (GATE, WALL), about="obstacle")


def shown(answer: TargetsAnswer, width: int = 80) -> list[str]:
    page = Page()
    show_targets(page, answer)
    return [" ".join(line.split()) for line in lay_out(page, width).splitlines()]


def test_a_row_for_each_with_what_is_to_spare_or_missing() -> None:
    """5 - 3 = 2 to spare; 5 - 9 = -4."""
    assert shown(ANSWER) == [
        "obstacle best needed taken points",
        "Gate the place of Gate 5 3 yes, +2 2 best",
        "Wall the place of Wall 5 9 no, -4 7",
    ]


def test_the_best_is_the_one_that_falls_and_is_worth_most() -> None:
    fence = target("Fence", 5, 5, 4)

    marked = [line for line in shown(replace(ANSWER, targets=(GATE, WALL, fence))) if line.endswith("best")]
    assert marked == ["Fence the place of Fence 5 5 yes, +0 4 best"]


def test_nothing_is_called_best_while_something_is_open() -> None:
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
