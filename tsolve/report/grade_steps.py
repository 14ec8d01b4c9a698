"""Shows a graded turn step by step: all levels of the goal, better plays in full, and what was to spare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tsolve.model.plays import Exact
from tsolve.report import words
from tsolve.report.page import Column, Page
from tsolve.report.rulings import cites

if TYPE_CHECKING:
    from tsolve.model.grades import GradeAnswer, Slack, StepGrade, Worth


_SHORT = 5
"""The most characters of a fraction in a table; a longer one is rounded."""
_UNTOLD = "there is a better play, but the search ran out before writing it down"
_LONGEST_HEAD = 12
_VERDICTS = {
    "kept": "best",
    "lost": "mistake",
    "drawn": "no luck in it",
    "forced": "-",
    "over": "-",
    "unknown": "not known",
    "illegal": "NOT LEGAL",
}


def show_every_step(page: Page, answer: GradeAnswer) -> None:
    """Show every step, the sums by all levels, better plays, what cannot be judged, what could be lower."""
    _show_steps(page, answer)
    _show_sums(page, answer)
    _show_better(page, answer)
    _show_unjudged(page, answer.steps)
    if answer.slack is not None:
        _show_slack(page, answer.slack)


def _show_sums(page: Page, answer: GradeAnswer) -> None:
    """Show the result of the turn, and what choices and luck contributed."""
    page.heading("All levels of the goal")
    if answer.start:
        page.labelled("at the start", words.levels(answer.goal, answer.start, (), answer.counted_down))
    if meant := words.meaning_of(answer.goal, {level.name: level.about for level in answer.levels}):
        page.labelled("that is", meant)
    page.labelled("choices", _changes(answer, answer.regret, -1) or "gave nothing away")
    page.labelled("luck", _changes(answer, answer.luck) or "none")
    if answer.result:
        reached = "result" if answer.finished else "in reach"
        page.labelled(reached, words.levels(answer.goal, answer.result, (), answer.counted_down))
    if (lost := answer.out_of_reach) is not None:
        where = f"step {lost.number}" if lost.number else "an implicit step"
        by = f'after {where} (a {lost.by}): "{lost.text}"'
        page.labelled("out of reach", f"the best result of the start, {by}")


def _show_steps(page: Page, answer: GradeAnswer) -> None:
    """Show each step with the best result within reach after it, in the levels that change on the way."""
    moving = _moving(answer)
    page.heading("Step by step: what was still possible" if moving else "Step by step")
    heads = (
        Column("", align="right"),
        Column("step", wraps=True),
        Column("judged"),
        *(Column(_head(answer.goal[level]), align="right", spare=level > moving[0]) for level in moving),
    )
    rows = [
        (
            f"{step.number}." if step.number else "",
            step.text if step.number else f"({step.text})",
            _judged(step),
            *(_cell(answer, step.after, level) for level in moving),
        )
        for step in answer.steps
    ]
    if moving:
        rows.insert(0, ("", "at the start", "", *(_cell(answer, answer.start, level) for level in moving)))
    page.table(heads, rows)


def _head(level: str) -> str:
    """The head of a level's column; a long weighted sum is shortened: the sums above show it in full."""
    return level if len(level) <= _LONGEST_HEAD else "sum"


def _moving(answer: GradeAnswer) -> list[int]:
    """The levels of the goal that change anywhere on the way."""
    worths = [answer.start, *(worth for step in answer.steps for worth in (step.before, step.after))]
    known = [worth for worth in worths if worth]
    return [level for level in range(len(answer.goal)) if len({worth[level].exact for worth in known}) > 1]


def _judged(step: StepGrade) -> str:
    """The verdict in a word or two; for a draw, whether it was lucky."""
    moved = next((level.value for level in step.luck if level.value), 0.0)
    if moved:
        return "good luck" if moved > 0 else "bad luck"
    return _VERDICTS[step.verdict]


def _cell(answer: GradeAnswer, worth: Worth, level: int) -> str:
    """One level in a table: `5/2`, or `2.848` if the fraction is long."""
    if not worth:
        return "?"
    number = worth[level]
    if answer.goal[level] in answer.counted_down:
        number = words.counted_up(number)
    exact = number.exact
    return exact if "/" not in exact or len(exact) <= _SHORT else f"{number.value:.3f}"


def _show_better(page: Page, answer: GradeAnswer) -> None:
    lost = [step for step in answer.steps if step.verdict == "lost"]
    if lost:
        page.heading("Better play")
    for step in lost:
        then = "; then it depends on what is drawn" if step.depends else ""
        label = f"{step.number}." if step.number else "-"
        page.labelled(label, f"{'; '.join(step.better) or _UNTOLD}{then}", width=5, style="good")
        page.text(f'"{step.text}" instead: {_changes(answer, step.regret, -1)}', indent=7, hang=2)


def _show_unjudged(page: Page, steps: Iterable[StepGrade]) -> None:
    told = [step for step in steps if step.verdict in ("unknown", "illegal")]
    if told:
        page.heading("Not legal" if told[-1].verdict == "illegal" else "Not judged")
    for step in told:
        rulings = f" {cites(step.refusal.rulings)}" if step.refusal is not None else ""
        label = f"{step.number}." if step.number else "-"
        page.labelled(label, f"{step.reason}{rulings}", width=5, style="warn")


def _show_slack(page: Page, slack: Slack) -> None:
    page.heading(f"To spare: {slack.amount} ({slack.what})")
    heads = (
        Column("from", wraps=True),
        Column("brings", align="right"),
        Column("could be lower by", align="right"),
    )
    rows = Counter(
        (
            ", ".join(part for part in (each.card, each.note) if part),
            f"{each.quantity} {each.amount}",
            "all of it" if each.spare == each.amount else str(each.spare),
        )
        for each in slack.contributions
    )
    page.table(
        heads,
        [
            (f"{n} x {card}", f"{brought} each", spare) if n > 1 else (card, brought, spare)
            for (card, brought, spare), n in rows.items()
        ],
    )


def _changes(answer: GradeAnswer, worth: Worth, sign: int = 1) -> str:
    """The changes by `sign` times this worth, level by level: `win +1/4 (+0.25)`, `lost 1 more`."""
    texts = []
    for level, number in zip(answer.goal, worth, strict=False):
        if not number.value:
            continue
        gain = sign * number.value > 0
        size = Exact(number.exact.removeprefix("-"), abs(number.value))
        if level in answer.counted_down:
            texts.append(f"{level} {words.amount(size)} {'less' if gain else 'more'}")
        else:
            texts.append(f"{level} {words.amount(size, '+' if gain else '-')}")
    return ", ".join(texts)
