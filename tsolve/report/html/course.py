"""The course of a graded turn as a picture: what was within reach after each step, with luck and mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tsolve.model.grades import GradeAnswer, StepGrade
from tsolve.report.grade import levels_that_moved, told, weightiest
from tsolve.report.html.markup import NOTHING, Markup, tag

_WIDTH, _HEIGHT = 480, 150
_SIDE, _TOP, _FLOOR = 30, 26, 118


class _Point(NamedTuple):
    step: str
    text: str
    value: float
    shown: str
    kind: str
    """The style of the line to this point: for a choice, for luck, or for a mistake."""


def course(answer: GradeAnswer) -> Markup:
    """A line from the start to the result; empty if the turn had neither luck nor mistakes."""
    levels = levels_that_moved(answer)
    points = list(_points(answer, levels[0])) if levels and answer.start else []
    values = [point.value for point in points]
    if len(points) < 2 or min(values) == max(values):
        return NOTHING
    return tag(
        "svg",
        tag("title", "; ".join(f"{point.text}: {point.shown}" for point in points)),
        *_drawn(points),
        class_="course",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
    )


def _points(answer: GradeAnswer, level: int) -> Iterator[_Point]:
    sign = -1 if answer.goal[level] in answer.counted_down else 1
    start = answer.start[level]
    yield _Point("start", "at the start", sign * start.value, told(answer, start, level, named=False), "")
    for step in answer.steps:
        if not step.after:
            return
        after = step.after[level]
        shown = told(answer, after, level, named=False)
        yield _Point(str(step.number or ""), step.text, sign * after.value, shown, _kind(step))


def _kind(step: StepGrade) -> str:
    if step.verdict == "lost":
        return "mistake"
    return "luck" if weightiest(step.luck) is not None else ""


def _drawn(points: Sequence[_Point]) -> Iterator[Markup]:
    lowest, highest = min(point.value for point in points), max(point.value for point in points)
    places = [
        (
            _SIDE + (_WIDTH - 2 * _SIDE) * number / (len(points) - 1),
            _FLOOR - (_FLOOR - _TOP) * (point.value - lowest) / (highest - lowest),
        )
        for number, point in enumerate(points)
    ]
    for number, (point, (x, y)) in enumerate(zip(points, places, strict=True)):
        if number:
            left, above = places[number - 1]
            yield tag(
                "path", d=f"M{left:.1f} {above:.1f}L{x:.1f} {y:.1f}", class_=f"way {point.kind}".strip()
            )
        yield tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=4, class_=point.kind)
        if not number or point.kind or number == len(points) - 1:
            yield tag("text", point.shown, x=f"{x:.1f}", y=f"{y - 9:.1f}", text_anchor="middle")
        yield tag("text", point.step, x=f"{x:.1f}", y=_HEIGHT - 8, text_anchor="middle", class_="below")
