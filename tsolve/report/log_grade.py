"""Shows the grades of a log: a line for each turn, then what choices and luck came to for each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tsolve.model.log_grades import LogGradeAnswer, PlayerGrade, TurnGrade
from tsolve.model.plays import Exact, exact
from tsolve.report import words
from tsolve.report.grade import NO_MISTAKE, history, opposite, show_grade
from tsolve.report.page import BRIEF, Column, Detail, Page, in_one_line
from tsolve.report.rulings import show_notes
from tsolve.report.words import many

_INDENT = 3
_MOST_LEVELS = 3
"""The most levels of a player that are shown."""


def show_log_grade(page: Page, answer: LogGradeAnswer, detail: Detail = BRIEF) -> None:
    """Show each turn in a line, and the sums; with `verbose` every turn as if it were alone."""
    show_headline(page, answer)
    rows = [(str(turn.number), turn.called, _told(turn)) for turn in answer.turns]
    heads = (Column("", "right"), Column(""), Column("", wraps=True))
    page.table(heads, rows, _INDENT)
    for text in _players(answer):
        page.text(text, _INDENT, 2)
    if detail.verbose:
        for turn in answer.turns:
            if turn.grade is not None:
                page.heading(f"Turn {turn.number}: {turn.called}")
                show_grade(page, turn.grade)
    show_notes(page, answer.notes)


def show_headline(page: Page, answer: LogGradeAnswer) -> None:
    """Show how many turns were graded and how many mistakes there were."""
    graded = [turn for turn in answer.turns if turn.grade is not None]
    mistakes = sum(player.mistakes for player in answer.players)
    text = f"{many(len(graded), 'turn')}, {many(mistakes, 'mistake')}."
    if faulty := list(dict.fromkeys(str(turn.number) for turn in answer.turns if turn.faults)):
        text += (
            f" Not legal, or not judged, in part: turn{'s' if len(faulty) > 1 else ''} {', '.join(faulty)}."
        )
    if answer.stopped:
        text += f" Then {answer.stopped}."
    word = {"graded": "graded", "not legal": "illegal", "undecided": "undecided"}[answer.verdict]
    style = {"graded": "", "not legal": "bad", "undecided": "warn"}[answer.verdict]
    page.verdict(word, text, "bad" if style == "bad" else "warn" if style == "warn" else "", answer.file)


show_headline_in_a_line = in_one_line(show_headline)


def _told(turn: TurnGrade) -> str:
    grade = turn.grade
    if grade is None:
        return "not graded"
    text = history(grade)
    better = next((step for step in grade.steps if step.verdict == "lost" and step.better), None)
    if better is not None:
        text += f"; better: {better.better[0]}" + (f" (step {better.number})" if better.number else "")
    if grade.undecided:  # "no mistake" would say too much
        text = "not judged in every step" + (f"; {text}" if text != NO_MISTAKE else "")
    return text[:1].upper() + text[1:]


def _players(answer: LogGradeAnswer) -> Iterator[str]:
    for player in answer.players:
        count = many(player.mistakes, "mistake") if player.mistakes else NO_MISTAKE
        turns = many(player.turns, "turn")
        who = player.called[:1].upper() + player.called[1:]
        choices = _changes(answer, ((each.level, opposite(each.gave_away)) for each in player.sums))
        luck = _changes(answer, ((each.level, each.luck) for each in player.sums))
        sums = [f" {name}: {told}." for name, told in (("Choices", choices), ("Luck", luck)) if told]
        yield f"{who}: {count} in {turns}{_open(player)}.{''.join(sums)}"


def _open(player: PlayerGrade) -> str:
    return f" ({many(player.not_judged, 'turn')} not judged in every step)" if player.not_judged else ""


def _changes(answer: LogGradeAnswer, sums: Iterable[tuple[str, Exact]]) -> str:
    """By how much some levels changed; empty where none did."""
    changed = [_change(answer, level, number) for level, number in sums if number.value]
    return ", ".join(changed[:_MOST_LEVELS])


def _change(answer: LogGradeAnswer, level: str, number: Exact) -> str:
    shown = opposite(number) if level in answer.counted_down else number
    size = abs(shown.fraction)
    one, several = answer.units.get(level, (level, level))
    unit = one if size == 1 and level not in answer.indicators else several
    return f"{'-' if shown.value < 0 else '+'}{words.rounded(exact(size))} {unit}"
