"""The judgement of a played turn in a few lines: luck and mistakes, better plays, what was not needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tsolve.report.detail import BRIEF, Detail
from tsolve.report.grades.cards import show_cards
from tsolve.report.grades.sums import opposite, show_sums, told, weightiest
from tsolve.report.grounds.rulings import show_grounds, show_notes
from tsolve.report.page import Column, Page
from tsolve.report.words.sentences import ended, sentence

if TYPE_CHECKING:
    from tsolve.model.grades import GradeAnswer, StepGrade

_INDENT = 3
_MOST_STEPS = 6
"""Steps that stand on a row each; of more those in which nothing was won or lost are told together."""
_MOST_SUMS = 2
_LONGEST = 60
"""Characters of a better play that is told whole."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_WORDS = {
    "kept": "best",
    "lost": "mistake",
    "drawn": "no luck in it",
    "forced": "",
    "over": "",
    "unknown": "not judged",
    "illegal": "illegal",
}
"""Verdict of a step -> how it is told."""


def show_grade(page: Page, answer: GradeAnswer, detail: Detail = BRIEF) -> None:
    """Luck and mistakes in a sentence, the steps where there were any, their sum, the cards; then the layers
    that are asked for.
    """
    show_headline(page, answer)
    levels = levels_that_moved(answer)
    if levels or answer.undecided:
        _show_steps(page, answer, levels[0] if levels else 0)
    show_sums(page, answer, levels[:_MOST_SUMS])
    if answer.line.legal:
        show_cards(page, answer)
    if detail.verbose:
        from tsolve.report.grades.whole import show_whole

        show_whole(page, answer)
    show_notes(page, answer.notes)
    show_grounds(page, detail, answer.readings, answer.citations, answer.documents)
    if detail.sources:
        show_notes(page, answer.provenance)


def show_headline(page: Page, answer: GradeAnswer) -> None:
    """Luck and mistakes, and what the turn came to; why it is not legal or not judged whole."""
    broken = next((step for step in answer.line.steps if step.refusal is not None), None)
    if broken is not None and broken.refusal is not None and not answer.line.undecided:
        where = f"Step {broken.number} of {answer.line.given}"
        page.verdict("illegal", f"{where}: {broken.text}.", "bad", _place(answer, broken.line))
        page.text(sentence(broken.refusal.reason), _INDENT, rules=broken.refusal.rulings)
        if weightiest(answer.regret) is not None or weightiest(answer.luck) is not None:
            page.text(f"Before it: {_history(answer)}.", _INDENT)
        return
    if answer.undecided:
        page.verdict("undecided", f"{_unjudged(answer.steps)}: {ended('; '.join(answer.undecided))}", "warn")
        page.text(f"The others: {_history(answer)}. {answer.line.outcome}", _INDENT)
        return
    page.verdict("graded", f"{sentence(_history(answer) + _result(answer))} {answer.line.outcome}")


def _place(answer: GradeAnswer, line: int | None) -> str:
    return f"{answer.file}:{line}" if line is not None else answer.file


def _unjudged(steps: Iterable[StepGrade]) -> str:
    found = [str(step.number) for step in steps if step.verdict == "unknown" and step.number]
    if not found:
        return "A step that nobody wrote cannot be judged"
    return f"Step{'s' if len(found) > 1 else ''} {', '.join(found)} cannot be judged"


# the headline


def _history(answer: GradeAnswer) -> str:
    """What luck and choices brought, in the order of the turn: `good luck (+2), then one mistake (-3)`."""
    luck = [place for place, step in enumerate(answer.steps) if weightiest(step.luck) is not None]
    mistakes = [place for place, step in enumerate(answer.steps) if step.verdict == "lost"]
    if not luck:
        return _mistakes(answer, len(mistakes))
    if not mistakes:
        return f"{_luck(answer)}, no mistake"
    parts = [_luck(answer), _mistakes(answer, len(mistakes))]
    if mistakes[0] < luck[0]:
        parts.reverse()
    first, second = sorted((luck, mistakes))
    return (", then " if first[-1] < second[0] else " and ").join(parts)


def _luck(answer: GradeAnswer) -> str:
    level = weightiest(answer.luck)
    if level is None:
        return "good and bad luck in balance"
    word = "good" if answer.luck[level].value > 0 else "bad"
    return f"{word} luck ({told(answer, answer.luck[level], level, signed=True)})"


def _mistakes(answer: GradeAnswer, count: int) -> str:
    level = weightiest(answer.regret)
    if level is None:
        return "no mistake"
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    cost = told(answer, opposite(answer.regret[level]), level, signed=True)
    return f"{number} mistake{'s' if count > 1 else ''} ({cost})"


def _result(answer: GradeAnswer) -> str:
    """What the turn came to by the level that moved, where it is one and no yes or no."""
    levels = levels_that_moved(answer)
    if len(levels) != 1 or not answer.result or answer.goal[levels[0]] in answer.indicators:
        return ""
    reached = told(answer, answer.result[levels[0]], levels[0])
    return f": {reached}" if answer.finished else f": {reached} within reach"


def levels_that_moved(answer: GradeAnswer) -> list[int]:
    """The levels by which luck and mistakes are told."""
    found = [weightiest(worth) for step in answer.steps for worth in (step.luck, step.regret)]
    return sorted({level for level in found if level is not None})


# the steps


def _show_steps(page: Page, answer: GradeAnswer, level: int) -> None:
    """The steps with what they brought or cost, what was within reach after them, and better plays."""
    rows = [_row(answer, steps, level) for steps in _folded(answer.steps)]
    heads = [
        Column("", align="right"),
        Column("", wraps=True),
        Column(""),
        Column("", align="right"),
        Column("in reach", align="right"),
        Column("better", wraps=True),
    ]
    kept = [place for place in range(len(heads)) if any(row[place] for row in rows)]
    page.table([heads[place] for place in kept], [[row[place] for place in kept] for row in rows], _INDENT)


def _row(answer: GradeAnswer, steps: Sequence[StepGrade], level: int) -> tuple[str, ...]:
    first, last = steps[0], steps[-1]
    moved = weightiest(last.luck or last.regret)
    change = reached = ""
    if moved is not None:
        number = last.luck[moved] if last.luck else opposite(last.regret[moved])
        change = told(answer, number, moved, signed=True, named=moved != level)
    if last.after:
        reached = told(answer, last.after[level], level, named=False)
    word = next(filter(None, map(_word, steps)), "")
    return (_numbers(first, last), _texts(steps), word, change, reached, _better(answer, last))


def _numbers(first: StepGrade, last: StepGrade) -> str:
    if first is last or not (first.number and last.number):
        return str(first.number or "")
    return f"{first.number}-{last.number}"


def _texts(steps: Sequence[StepGrade]) -> str:
    if len(steps) > 1:
        return f"{steps[0].text} ... {steps[-1].text}"
    return steps[0].text if steps[0].number else f"({steps[0].text})"


def _word(step: StepGrade) -> str:
    return "luck" if weightiest(step.luck) is not None else _WORDS[step.verdict]


def _better(answer: GradeAnswer, step: StepGrade) -> str:
    """The better play and what it brings: `raise the lid: 4`; what goes before the same step, if it does."""
    if step.verdict != "lost":
        return ""
    if not step.better:
        return "there is one, not written down in the time"
    moved = weightiest(step.regret)
    brings = "" if moved is None else f": {told(answer, step.before[moved], moved)}"
    if step.text in step.better[1:]:
        play = f"first {_in_short(step.better[: step.better.index(step.text)])}"
    else:
        play = _in_short(step.better)
    return f"{play}{', then by what is drawn' if step.depends else ''}{brings}"


def _in_short(play: Sequence[str]) -> str:
    """As many of these actions as there is room for."""
    shown = play[0]
    for action in play[1:]:
        longer = f"{shown}; {action}"
        if len(longer) > _LONGEST:
            return f"{shown}; ..."
        shown = longer
    return shown


def _folded(steps: Sequence[StepGrade]) -> Iterator[Sequence[StepGrade]]:
    """Each step by itself; of many those in a row that moved nothing together."""
    group: list[StepGrade] = []
    for step in steps:
        told_alone = _word(step) not in ("best", "") or len(steps) <= _MOST_STEPS
        if group and told_alone:
            yield group
            group = []
        group.append(step)
        if told_alone:
            yield group
            group = []
    if group:
        yield group
