"""Every target in a few lines: whether a turn can deal with it, by what, and the best play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tsolve.model.policies import Deed
from tsolve.model.targets import Outcome, Reached, TargetAnswer, TargetsAnswer
from tsolve.report.grounds.calculation import split
from tsolve.report.grounds.rulings import cites
from tsolve.report.page import Page, Style
from tsolve.report.words import numbers

_STYLES: Mapping[Outcome, Style] = {
    "certain": "good",
    "chance": "warn",
    "impossible": "bad",
    "undecided": "warn",
}


def show_each(page: Page, answer: TargetsAnswer) -> None:
    """A block for each target: what forbids it, the sum, the best play, what is missing."""
    titles = {cited.id: cited.title for cited in answer.citations}
    for target in answer.targets:
        page.heading(f"{called(target)}: {_verdict(target, answer.deed)}", style=_STYLES[target.outcome])
        if target.refusal is not None:
            page.labelled("refused", f"{target.refusal.reason} {cites(target.refusal.rulings)}")
        if target.value is not None:
            parts = "" if target.calculation is None else split(target.calculation, titles)
            told = _value(target, target.value)
            page.labelled(target.value.name, f"{told}: {parts}" if parts else told)
        if target.splits:
            page.labelled("made up of", "; or ".join(target.splits))
        if target.way is not None:
            page.labelled("the way", f"takes {target.way.number} {target.way.name}")
        if target.lack is not None:
            page.labelled("missing", f"{target.lack.reason} {cites(target.lack.rulings)}")
        if target.plan is not None:
            steps = "; ".join(step.text for step in target.plan.line.steps)
            page.labelled("best play", f"{steps} -> {target.plan.line.outcome}")
        if target.winning is not None:
            steps = "; ".join(step.text for step in target.winning.line.steps)
            page.labelled("best win", f"{steps} -> {target.winning.line.outcome}")
        if target.reason:
            page.labelled("undecided", target.reason, style="warn")


def targets_in_short(answer: TargetsAnswer) -> Iterator[str]:
    """A sentence about each target."""
    for target in answer.targets:
        told = [_verdict(target, answer.deed)]
        if target.refusal is not None:
            told.append(target.refusal.reason)
        if target.value is not None:
            told.append(f"{target.value.name} {_value(target, target.value)}")
        yield f"{called(target)}: {'; '.join(told)}"


def called(target: TargetAnswer) -> str:
    return target.name if target.where in target.name else f"{target.name} in {target.where}"


def _verdict(target: TargetAnswer, deed: Deed) -> str:
    if target.attackable is False:
        return "cannot be attacked"
    if target.outcome == "chance" and target.chance is not None:
        return f"can be {deed.done}, with {numbers.chance(target.chance)} at best"
    so_far = target.chance is not None and f"; so far the chance is {numbers.chance(target.chance)}"
    return {
        "certain": f"can be {deed.done}",
        "impossible": f"cannot be {deed.done}",
        "undecided": f"undecided{so_far or ''}",
    }[target.outcome]


def _value(target: TargetAnswer, value: Reached) -> str:
    """The number, and what it is compared with."""
    told = numbers.amount(value.amount)
    if value.least != value.most:
        told = f"{told}, from {value.least} to {value.most}"
    if target.needed is not None:
        told = f"{told} against {target.needed.name} {target.needed.number}"
    return told if value.proved else f"{told} (as far as is known)"
