"""Shows the grades of a log: a line for each turn, then what choices and luck came to for each player."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.model.log_grades import LogGradeAnswer, PlayerGrade, TurnGrade
from tsolve.model.plays import Exact, exact
from tsolve.report import words
from tsolve.report.grade import NO_MISTAKE, history, show_grade
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
        parts = [_level(answer, each.level, each.gave_away, each.luck) for each in player.sums]
        told = [part for part in parts if part][:_MOST_LEVELS]
        count = many(player.mistakes, "mistake") if player.mistakes else NO_MISTAKE
        turns = many(player.turns, "turn")
        who = player.called[:1].upper() + player.called[1:]
        yield f"{who}: {count} in {turns}{_joined(told)}{_open(player)}."


def _joined(parts: list[str]) -> str:
    return f": {'; '.join(parts)}" if parts else ""


def _open(player: PlayerGrade) -> str:
    return f" ({many(player.not_judged, 'turn')} not judged in every step)" if player.not_judged else ""


def _level(answer: LogGradeAnswer, level: str, gave_away: Exact, luck: Exact) -> str:
    """What choices cost and luck brought by one level; empty where neither changed it."""
    if not gave_away.value and not luck.value:
        return ""
    unit = answer.units.get(level, (level, level))[1]
    cost = exact(-gave_away.fraction)
    parts = [
        f"{name} {_number(answer, level, number)}"
        for name, number in (("choices", cost), ("luck", luck))
        if number.value
    ]
    return f"{', '.join(parts)} {unit}"


def _number(answer: LogGradeAnswer, level: str, number: Exact) -> str:
    shown = exact(-number.fraction) if level in answer.counted_down else number
    size = exact(abs(shown.fraction))
    text = words.share(size) if level in answer.indicators else words.rounded(size)
    return f"{'-' if shown.value < 0 else '+'}{text}"
