"""Shows the grade of a played turn in a few lines: luck and mistakes level by level of the goal, better
plays, idle cards, and what the result had to spare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tsolve.diagnostics import counted
from tsolve.model.plays import Exact, exact
from tsolve.report import words
from tsolve.report.page import BRIEF, Column, Detail, Page, in_one_line
from tsolve.report.rulings import show_grounds, show_notes
from tsolve.report.words import ended, sentence

if TYPE_CHECKING:
    from fractions import Fraction

    from tsolve.model.grades import CardGrade, GradeAnswer, Slack, StepGrade, Worth
    from tsolve.model.log_grades import LogGradeAnswer


_LONGEST_FRACTION = 9
"""The most characters of a fraction that is shown."""
_LONGEST_LEVEL = 12
_BY_THE_GOAL = "by the goal"
_MOST_DIGITS = 4


def weightiest(worth: Worth) -> int | None:
    """The first level that is not zero."""
    return next((level for level, number in enumerate(worth) if number.value), None)


def opposite(number: Exact) -> Exact:
    """The number with the opposite sign."""
    return exact(-words.fraction(number))


def told(answer: GradeAnswer, number: Exact, level: int, signed: bool = False, named: bool = True) -> str:
    """A number of a level: `+2.33 points`; `75 % to win` for the mean of a yes or no.

    Losses, which are counted as negative numbers, are shown without the sign.
    """
    if answer.goal[level] in answer.counted_down:
        number = opposite(number)
    size = abs(words.fraction(number))
    is_share = answer.goal[level] in answer.indicators
    shown = words.share(exact(size)) if is_share else words.rounded(exact(size))
    sign = "-" if number.value < 0 else "+" if signed else ""
    return f"{sign}{shown} {_unit(answer, level, size) if named else ''}".rstrip()


def show_sums(page: Page, answer: GradeAnswer, levels: Sequence[int]) -> None:
    """Show for each of these levels the value at the start, what luck and choices changed, and the result.

    Shows nothing if a step could not be judged, since the sum then has a gap.
    """
    for level in levels:
        if not (answer.start and answer.result):
            return
        sign = -1 if answer.goal[level] in answer.counted_down else 1
        start, luck, regret, result = (
            sign * words.fraction(worth[level])
            for worth in (answer.start, answer.luck, answer.regret, answer.result)
        )
        if start + luck - regret == result:
            _show_sum(page, answer, level, [start, luck, -regret], result)


def _unit(answer: GradeAnswer, level: int, number: Fraction) -> str:
    """The unit of a level for this number; a long weighted sum is not spelled out."""
    name = answer.goal[level]
    usual = name if len(name) <= _LONGEST_LEVEL else _BY_THE_GOAL
    one, several = answer.units.get(name, (usual, usual))
    return one if number == 1 or name in answer.indicators else several


def _show_sum(page: Page, answer: GradeAnswer, level: int, parts: list[Fraction], total: Fraction) -> None:
    is_share = answer.goal[level] in answer.indicators
    digits = _digits(parts, total, is_share)
    names = ("at the start", "luck", "choices")
    terms = [(part, name) for part, name in zip(parts, names, strict=True) if part or name == names[0]]
    added = [part for part, _ in terms]
    summed = _joined(added, [f"{_shown(abs(part), is_share, digits)} {name}" for part, name in terms])
    unit = "" if is_share else f" {_unit(answer, level, total)}"
    ending = "" if answer.finished else " within reach"
    reached = f"{_shown(total, is_share, digits)}{unit}{ending}"
    page.sum(f"{summed} =", reached, _exactly(added, total, is_share, digits))


def _digits(parts: Sequence[Fraction], total: Fraction, is_share: bool) -> int | None:
    """The fewest decimals with which the rounded numbers still add up; None if they never do."""
    for digits in range(0 if is_share else 2, _MOST_DIGITS):
        if sum(_rounded(part, is_share, digits) for part in parts) == _rounded(total, is_share, digits):
            return digits
    return None


def _exactly(parts: Sequence[Fraction], total: Fraction, is_share: bool, digits: int | None) -> str:
    """The sum in fractions, if its numbers were rounded and the fractions are short; else empty."""
    every = [*parts, total]
    if digits is None or all(_rounded(part, is_share, digits) == _scaled(part, is_share) for part in every):
        return ""
    if any(len(str(part)) > _LONGEST_FRACTION for part in every):
        return ""
    return f"{_joined(parts, [str(abs(part)) for part in parts])} = {total}"


def _joined(parts: Sequence[Fraction], shown: Sequence[str]) -> str:
    """The terms with their signs between them."""
    signs = ("- " if part < 0 else "+ " for part in parts)
    joined = " ".join(sign + text for sign, text in zip(signs, shown, strict=True))
    return joined.removeprefix("+ ").replace("- ", "-", joined.startswith("- "))


def _scaled(number: Fraction, is_share: bool) -> Fraction:
    """A share in percent; other numbers unchanged."""
    return number * 100 if is_share else number


def _rounded(number: Fraction, is_share: bool, digits: int) -> Fraction:
    from fractions import Fraction

    return Fraction(round(_scaled(number, is_share) * 10**digits), 10**digits)


def _shown(number: Fraction, is_share: bool, digits: int | None) -> str:
    """Such as `1.67`, `2`, `33 %`; a number that is whole only by rounding keeps its zeros: `2.00`."""
    scaled = _scaled(number, is_share)
    if digits is None or scaled.denominator == 1:
        shown = str(scaled)
    else:
        shown = f"{float(scaled):.{digits}f}"
        shown = shown if float(shown).is_integer() else shown.rstrip("0")
    return f"{shown}{' %' if is_share else ''}"


_INDENT = 3


def show_cards(page: Page, answer: GradeAnswer) -> None:
    """A sentence about idle cards, one about cards that change nothing, and one about those that the best
    play needs; then by how much the result is more than enough.
    """
    for text in _of_cards(answer.cards):
        page.text(text, _INDENT, 2)
    if answer.slack is not None and answer.slack.amount:
        page.text(_spared(answer.slack, answer.cards), _INDENT, 2)


def _spared(slack: Slack, cards: Sequence[CardGrade]) -> str:
    """What is to spare, and which cards could be missing altogether, unless the page has said so. Not a card
    with several contributions: each alone may be missing, but perhaps not all together.
    """
    said = {card.card for card in cards if not card.mattered}
    ways = Counter(
        card for card, _, _ in {(each.card, each.note, each.quantity) for each in slack.contributions}
    )
    whole = [each for each in slack.contributions if ways[each.card] == 1 and each.card not in said]
    gone = [each.card for each in whole if each.spare == each.amount]
    text = f"To spare: {slack.amount} ({slack.what})."
    return f"{text} Enough without {_one_of(gone)}." if gone else text


def _of_cards(cards: Sequence[CardGrade]) -> Iterator[str]:
    idle = [card for card in cards if card.idle]
    missed = [card for card in idle if card.needed]
    if missed:
        yield f"Idle, but needed for the best play: {_named(cards, missed)}."
    if idle := [card for card in idle if not card.needed]:
        yield f"Idle: {_named(cards, idle)}."
    others = [card for card in cards if not card.idle and not card.mattered]
    if useless := [card for card in others if card.needed is False]:
        yield f"Not needed: {_any_of(cards, useless)}."
    if needed := [card for card in others if card.needed]:
        yield f"Not needed here, needed for the best play: {_any_of(cards, needed)}."


def _any_of(held: Sequence[CardGrade], meant: Sequence[CardGrade]) -> str:
    return f"{'any one of ' if len(meant) > 1 else ''}{_named(held, meant)}"


def _one_of(cards: Sequence[str]) -> str:
    return f"{'any one of ' if len(cards) > 1 else ''}{', '.join(counted(cards))}"


def _named(held: Sequence[CardGrade], meant: Sequence[CardGrade]) -> str:
    """The cards by name, with the number of the copy if not all copies in the hand are meant."""
    all_, some = Counter(card.card for card in held), Counter(card.card for card in meant)
    names = [card.card if all_[card.card] == some[card.card] else card.told for card in meant]
    return ", ".join(counted(names))


_MOST_STEPS = 6
"""The most steps with a row each; of more, those without luck or mistakes share rows."""
_MOST_SUMS = 2
_LONGEST_PLAY = 60
"""The most characters of a better play that is shown in full."""
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
"""Verdict of a step -> its words."""


def show_any_grade(page: Page, answer: GradeAnswer | LogGradeAnswer, detail: Detail = BRIEF) -> None:
    """Show the grade of one turn, or of a whole log."""
    from tsolve.model.log_grades import LogGradeAnswer

    if isinstance(answer, LogGradeAnswer):
        from tsolve.report.log_grade import show_log_grade

        show_log_grade(page, answer, detail)
        return
    show_grade(page, answer, detail)


def show_any_in_a_line(page: Page, answer: GradeAnswer | LogGradeAnswer) -> None:
    """The same in a line."""
    from tsolve.model.log_grades import LogGradeAnswer

    if isinstance(answer, LogGradeAnswer):
        from tsolve.report import log_grade

        log_grade.show_headline_in_a_line(page, answer)
        return
    show_headline_in_a_line(page, answer)


def show_grade(page: Page, answer: GradeAnswer, detail: Detail = BRIEF) -> None:
    """Show luck and mistakes in a sentence, the steps that had any, their sum, the cards; then the layers
    asked for.
    """
    show_headline(page, answer)
    levels = levels_that_moved(answer)
    if levels or answer.undecided:
        _show_steps(page, answer, levels[0] if levels else 0)
    show_sums(page, answer, levels[:_MOST_SUMS])
    if answer.line.legal:
        show_cards(page, answer)
    if detail.verbose:
        from tsolve.report.grade_steps import show_every_step

        show_every_step(page, answer)
    show_notes(page, answer.notes)
    show_grounds(page, detail, answer.readings, answer.citations, answer.documents)
    if detail.sources:
        show_notes(page, answer.provenance)


def show_headline(page: Page, answer: GradeAnswer) -> None:
    """Show luck and mistakes and the result of the turn; or why it is illegal or cannot be judged."""
    broken = next((step for step in answer.line.steps if step.refusal is not None), None)
    if broken is not None and broken.refusal is not None and not answer.line.undecided:
        where = f"Step {broken.number} of {answer.line.given}"
        page.verdict("illegal", f"{where}: {broken.text}.", "bad", _place(answer, broken.line))
        page.text(sentence(broken.refusal.reason), _INDENT, rules=broken.refusal.rulings)
        if weightiest(answer.regret) is not None or weightiest(answer.luck) is not None:
            page.text(f"Before it: {history(answer)}.", _INDENT)
        return
    if answer.undecided:
        page.verdict("undecided", f"{_unjudged(answer.steps)}: {ended('; '.join(answer.undecided))}", "warn")
        page.text(f"The others: {history(answer)}. {answer.line.outcome}", _INDENT)
        return
    page.verdict("graded", f"{sentence(history(answer) + _result(answer))} {answer.line.outcome}")


show_headline_in_a_line = in_one_line(show_headline)


def _place(answer: GradeAnswer, line: int | None) -> str:
    return f"{answer.file}:{line}" if line is not None else answer.file


def _unjudged(steps: Iterable[StepGrade]) -> str:
    found = [str(step.number) for step in steps if step.verdict == "unknown" and step.number]
    if not found:
        return "An implicit step cannot be judged"
    return f"Step{'s' if len(found) > 1 else ''} {', '.join(found)} cannot be judged"


# the headline

NO_MISTAKE = "no mistake"


def history(answer: GradeAnswer) -> str:
    """Luck and mistakes in the order of the turn: `good luck (+2), then one mistake (-3)`."""
    luck = [place for place, step in enumerate(answer.steps) if weightiest(step.luck) is not None]
    mistakes = [place for place, step in enumerate(answer.steps) if step.verdict == "lost"]
    if not luck:
        return _mistakes(answer, len(mistakes))
    if not mistakes:
        return f"{_luck(answer)}, {NO_MISTAKE}"
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
        return NO_MISTAKE
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    cost = told(answer, opposite(answer.regret[level]), level, signed=True)
    return f"{number} mistake{'s' if count > 1 else ''} ({cost})"


def _result(answer: GradeAnswer) -> str:
    """The result by the level that changed, if only one did and it is not a yes or no."""
    levels = levels_that_moved(answer)
    if len(levels) != 1 or not answer.result or answer.goal[levels[0]] in answer.indicators:
        return ""
    reached = told(answer, answer.result[levels[0]], levels[0])
    return f": {reached}" if answer.finished else f": {reached} within reach"


def levels_that_moved(answer: GradeAnswer) -> list[int]:
    """The levels in which luck and mistakes are shown."""
    found = [weightiest(worth) for step in answer.steps for worth in (step.luck, step.regret)]
    return sorted({level for level in found if level is not None})


# the steps


def _show_steps(page: Page, answer: GradeAnswer, level: int) -> None:
    """Show the steps with their gain or cost, what was within reach after them, and better plays."""
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
    """The better play and its result: `raise the lid: 4`; only its first steps if the same step follows."""
    if step.verdict != "lost":
        return ""
    if not step.better:
        return "there is one, but the search ran out"
    moved = weightiest(step.regret)
    brings = "" if moved is None else f": {told(answer, step.before[moved], moved)}"
    if step.text in step.better[1:]:
        play = f"first {_in_short(step.better[: step.better.index(step.text)])}"
    else:
        play = _in_short(step.better)
    return f"{play}{', then by what is drawn' if step.depends else ''}{brings}"


def _in_short(play: Sequence[str]) -> str:
    """As many of these actions as fit."""
    shown = play[0]
    for action in play[1:]:
        longer = f"{shown}; {action}"
        if len(longer) > _LONGEST_PLAY:
            return f"{shown}; ..."
        shown = longer
    return shown


def _folded(steps: Sequence[StepGrade]) -> Iterator[Sequence[StepGrade]]:
    """Each step alone; if there are many, neighbouring steps that changed nothing share a row."""
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
