"""The judgement of a played turn: what each step gave away, luck, the cards, the slack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tsolve.report.grounds import show_grounds, show_notes
from tsolve.report.page import Column, Page, Style
from tsolve.report.positions import cites
from tsolve.report.verdict import HOLDS, REFUTED, UNDECIDED

if TYPE_CHECKING:
    from tsolve.model.grades import GradeAnswer, Slack, StepGrade, Worth
    from tsolve.model.policies import Exact

_LONGEST = 9
"""Characters of a fraction that is still worth reading; a longer one is shown rounded."""
_VERDICTS = {
    "kept": "best",
    "lost": "worse",
    "drawn": "draw",
    "forced": "-",
    "over": "-",
    "unknown": "not known",
    "illegal": "NOT LEGAL",
}
_SAYS: dict[int, tuple[str, Style]] = {
    HOLDS: ("graded", "good"),
    REFUTED: ("the line is not legal", "bad"),
    UNDECIDED: ("partly graded", "warn"),
}


def grade_code(answer: GradeAnswer) -> int:
    """0: the line was graded whole, be it good or bad; 1: it is not legal; 3: a step could not be judged."""
    if not answer.line.legal and not answer.line.undecided:
        return REFUTED
    return UNDECIDED if answer.undecided else HOLDS


def show_grade(page: Page, answer: GradeAnswer) -> None:
    """The sums, every step, better play, cards, slack, and what all of it rests on."""
    show_sums(page, answer)
    page.heading(f"The steps (worth by {', '.join(answer.goal)})")
    _show_steps(page, answer.steps, answer.goal)
    _show_better(page, answer)
    _show_cards(page, answer)
    if answer.slack is not None:
        _show_slack(page, answer.slack)
    show_grounds(page, answer.readings, answer.citations, answer.documents)
    if answer.notes:
        show_notes(page, answer.notes)


def show_sums(page: Page, answer: GradeAnswer) -> None:
    """What the turn came to, what choices gave away, what luck brought."""
    says, style = _SAYS[grade_code(answer)]
    page.heading(f"{answer.file}: {says}", style=style)
    page.text(answer.line.outcome, indent=2, hang=2)
    if answer.start:
        page.labelled("at the start", _levels(answer.goal, answer.start))
    page.labelled("gave away", _differences(answer.goal, answer.gave_away) or "nothing")
    page.labelled("luck", _differences(answer.goal, answer.luck, signed=True) or "none")
    if answer.result:
        reached = "result" if answer.finished else "in reach"
        page.labelled(reached, _levels(answer.goal, answer.result))
    if (lost := answer.out_of_reach) is not None:
        where = f"step {lost.number}" if lost.number else "a step that nobody wrote"
        text = f'the best result of the start, after {where} (a {lost.by}): "{lost.text}"'
        page.labelled("out of reach", text)
    if answer.undecided:
        page.labelled(
            "not judged", f"{_numbers(answer.steps)}, so the sums are those of the rest", style="warn"
        )


def _numbers(steps: Iterable[StepGrade]) -> str:
    """The steps that could not be judged: `steps 1, 2`."""
    found = [str(step.number) for step in steps if step.verdict == "unknown" and step.number]
    written = f"step{'s' if len(found) != 1 else ''} {', '.join(found)}"
    return written if found else "what nobody wrote"


def _show_steps(page: Page, steps: Iterable[StepGrade], goal: Sequence[str]) -> None:
    heads = (
        Column("", align="right"),
        Column("step", wraps=True),
        Column("judged"),
        Column("best before", wraps=True),
        Column("best after", wraps=True),
        Column("difference", wraps=True),
    )
    rows = [
        (
            f"{step.number}." if step.number else "",
            step.text if step.number else f"({step.text})",
            _VERDICTS[step.verdict],
            _vector(step.before),
            _vector(step.after),
            _told(step, goal),
        )
        for step in steps
    ]
    page.table(heads, rows)


def _told(step: StepGrade, goal: Sequence[str]) -> str:
    """What the step changed, or why it cannot be judged."""
    if step.verdict == "lost":
        return f"gave away {_differences(goal, step.gave_away)}"
    if step.verdict == "drawn":
        return _differences(goal, step.luck, signed=True) or "no luck in it"
    if step.refusal is not None:
        return f"{step.reason} {cites(step.refusal.rulings)}"
    return step.reason if step.verdict == "unknown" else ""


def _show_better(page: Page, answer: GradeAnswer) -> None:
    lost = [step for step in answer.steps if step.verdict == "lost"]
    if lost:
        page.heading("Better play")
    for step in lost:
        then = "; then it depends on what is drawn" if step.depends else ""
        label = f"{step.number}." if step.number else "-"
        page.labelled(label, f"{'; '.join(step.better)}{then}", width=5, style="good")
        gave = _differences(answer.goal, step.gave_away)
        page.text(f'instead of "{step.text}", which gave away {gave}', indent=7, hang=2)


def _show_cards(page: Page, answer: GradeAnswer) -> None:
    told = list(_of_cards(answer))
    if told:
        page.heading("Cards")
    for label, cards, says in told:
        page.labelled(label, f"{_counted(cards)}: {says}", width=16)


def _of_cards(answer: GradeAnswer) -> Iterator[tuple[str, list[str], str]]:
    idle = [card.card for card in answer.cards if card.idle]
    if idle:
        yield "idle", idle, "in the hand to the end, and nothing counted"
    useless = [card.card for card in answer.cards if not card.mattered and card.needed is False]
    if useless:
        yield "no matter", useless, "without it, each alone, line and best line come to the same"
    missed = [card.card for card in answer.cards if not card.mattered and card.needed]
    if missed:
        yield "not made use of", missed, "the line comes to the same without it, the best line does not"


def _show_slack(page: Page, slack: Slack) -> None:
    page.heading(f"Slack: {slack.what} {slack.amount}")
    heads = (
        Column("from", wraps=True),
        Column("brought", align="right"),
        Column("could be lower by", align="right"),
    )
    rows = [
        (
            ", ".join(part for part in (each.card, each.note) if part),
            f"{each.quantity} {each.amount}",
            "all of it" if each.spare == each.amount else str(each.spare),
        )
        for each in slack.contributions
    ]
    page.table(heads, rows)


def _levels(goal: Sequence[str], worth: Worth) -> str:
    """Each level with its number; what counts against the line is shown without its sign."""
    return ", ".join(f"{level} {_amount(number, '')}" for level, number in zip(goal, worth, strict=False))


def _differences(goal: Sequence[str], worth: Worth, signed: bool = False) -> str:
    """The levels that differ. Less is said of what was gained in a later level: `xp -1`."""
    told = []
    for level, number in zip(goal, worth, strict=False):
        if number.value:
            sign = "-" if number.value < 0 else "+" if signed else ""
            told.append(f"{level} {_amount(number, sign)}")
    return ", ".join(told)


def _amount(number: Exact, sign: str) -> str:
    """`2`, `5/4 (1.25)`, or rounded where the fraction is long."""
    written = number.exact.removeprefix("-")
    if "/" not in written:
        return sign + written
    rounded = f"{sign}{abs(number.value):.4g}"
    return f"{sign}{written} ({rounded})" if len(written) <= _LONGEST else f"about {rounded}"


def _vector(worth: Worth) -> str:
    """All levels in a row: `1 5 2 0 3 0`."""
    return " ".join(
        number.exact.removeprefix("-") if len(number.exact) <= _LONGEST else f"~{abs(number.value):.4g}"
        for number in worth
    )


def _counted(cards: Iterable[str]) -> str:
    return ", ".join(f"{n} x {card}" if n > 1 else card for card, n in Counter(cards).items())
