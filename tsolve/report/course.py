"""Shows the likeliest course of a play of several figures, figure by figure, and the bounds of its worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import Between, Exact, StepAnswer
from tsolve.report.lines import best_word, how_sure
from tsolve.report.page import Page
from tsolve.report.words import amount, ended, meaning_of, rounded

_INDENT = 3
_WIDEST = 22
"""The most columns for the name of a figure."""


def show_course(page: Page, solution: SolveAnswer) -> None:
    """Show what every figure does if the likeliest cards come, and what that brings on average."""
    (plan, *_) = solution.best
    word, style = best_word(solution)
    page.verdict(word, f"If the likeliest cards come: {plan.line.outcome} {how_sure(solution)}", style)
    show_figures(page, plan.line.steps)
    page.text(f"On average {bounds_told(solution.between, solution.about)}.", _INDENT, 2)
    if meant := meaning_of([each.level for each in solution.between], solution.meanings):
        page.text(ended(meant), _INDENT, 2, style="dim")


def show_figures(page: Page, steps: Iterable[StepAnswer]) -> None:
    """Show the steps, those of one figure after the other in one place."""
    turns = [*turns_of(steps)]
    width = min(max((len(figure) for figure, _ in turns), default=0) + 2, _WIDEST)
    for figure, texts in turns:
        page.labelled(figure, "; ".join(texts), _INDENT, width)


def turns_of(steps: Iterable[StepAnswer]) -> Iterator[tuple[str, list[str]]]:
    """The steps that do something, by the figure that they name; what names none goes with the one before."""
    told: list[tuple[str, str]] = []
    for step in steps:
        figure, named, text = step.text.partition(": ")
        if not named:
            figure, text = told[-1][0] if told else "", step.text
        if not step.goes_on:
            told.append((figure, text))
    for figure, group in groupby(told, key=lambda each: each[0]):
        yield figure, [text for _, text in group]


def bounds_told(between: Sequence[Between], about: Sequence[Exact] = ()) -> str:
    """`standing 2; kills at least 0.8 (4/5), at most 2.1`; a level whose bounds are equal has one number, and
    `about 0.8` stands where a mean is not counted exactly.
    """
    pairs = zip_longest(between, about[: len(between)])
    return "; ".join(f"{each.level} {_told(each, mean)}" for each, mean in pairs)


def _told(each: Between, about: Exact | None) -> str:
    if each.low == each.high:
        return amount(each.low)
    least = f"at least {amount(each.low)}" if about is None else f"about {rounded(about)}"
    return least if each.high is None else f"{least}, at most {amount(each.high)}"
