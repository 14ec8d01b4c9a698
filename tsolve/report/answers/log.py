"""Shows a log: a line for each turn, wrong ones with the reason and what is assumed in its place, then the
points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tsolve.model.answers import CheckAnswer
from tsolve.model.logs import Fault, LogAnswer, TurnAnswer
from tsolve.model.plays import LineAnswer
from tsolve.report.lines import show_line
from tsolve.report.page import Page, Style
from tsolve.report.sums import Tables
from tsolve.report.words import ended, many, sentence

_INDENT = 3
_MOST_RULES = 3
_STYLES: dict[str, Style] = {"legal": "", "not legal": "bad", "undecided": "warn"}
_VERDICTS: dict[str, Style] = {"confirmed": "good", "refuted": "bad", "undecided": "warn"}


def show_log(page: Page, answer: CheckAnswer, log: LogAnswer) -> None:
    """Show how the turns were judged, each in a line, and the points."""
    word, style = _word(log)
    page.verdict(word, f"{told_in_short(log)}", style, answer.file)
    width = 1 + len(str(log.turns[-1].number)) if log.turns else 2
    for turn in log.turns:
        _show_turn(page, turn, width)
    if log.not_judged:
        behind = "The next turn is" if log.not_judged == 1 else f"The next {log.not_judged} turns are"
        page.text(f"{behind} not judged: {log.stopped}.", _INDENT, style="warn")
    for text in _points(log):
        page.text(text, _INDENT, 2)


def _word(log: LogAnswer) -> tuple[str, Style]:
    if log.wrong:
        return "illegal", "bad"
    return ("undecided", "warn") if log.undecided or log.not_judged else ("legal", "good")


def told_in_short(log: LogAnswer) -> str:
    """How many turns are legal, and which are not."""
    parts = []
    for several, word in ((log.wrong, "not legal"), (log.undecided, "undecided")):
        if several:
            numbers = ", ".join(str(turn.number) for turn in several)
            parts.append(f"{len(several)} {word} ({numbers})")
    since = f" from turn {log.first} on" if log.first > 1 else ""
    if not parts:
        if len(log.turns) == 1:
            return f"The turn{since} is legal."
        return f"All {len(log.turns)} turns{since} are legal."
    return f"Of {many(len(log.turns), 'turn')}{since}: {' and '.join(parts)}."


def _show_turn(page: Page, turn: TurnAnswer, width: int) -> None:
    text = f"{turn.called}: {turn.outcome}" if turn.outcome else f"{turn.called}:"
    page.labelled(str(turn.number), text, _INDENT, width, _STYLES[turn.verdict])
    for fault in turn.faults:
        _show_fault(page, turn, fault, _INDENT + width)
    for claim in turn.claims:
        told = f"{claim.text}: {claim.verdict}"
        reason = f": {claim.reason}" if claim.reason and claim.verdict != "confirmed" else ""
        style = _VERDICTS[claim.verdict]
        page.text(f"{told}{reason}", _INDENT + width, 2, style, claim.rulings[:_MOST_RULES])


def _show_fault(page: Page, turn: TurnAnswer, fault: Fault, indent: int) -> None:
    page.text(
        f"{ended(_said(turn, fault))} Assumed: {fault.assumed}.",
        indent,
        2,
        "warn" if fault.undecided else "bad",
        fault.refusal.rulings[:_MOST_RULES],
    )


def _said(turn: TurnAnswer, fault: Fault) -> str:
    word = "undecided" if fault.undecided else "not legal"
    where = f"step {fault.step} of {len(turn.steps)}, {fault.refusal.action}: " if fault.step else ""
    if not fault.step and fault.refusal.action:
        where = f"{fault.refusal.action}: "
    return sentence(f"{word}: {where}{fault.refusal.reason}")


def _points(log: LogAnswer) -> Iterator[str]:
    score = log.score
    if score is None or not score.players:
        if log.ending:
            yield f"{log.ending[:1].upper()}{log.ending[1:]}."
        return
    names = {turn.player: turn.called for turn in log.turns}
    names |= {seat: name for seat, name in enumerate(log.names, 1) if name}
    told = ", ".join(
        f"{names.get(each.player, f'player {each.player}')} {each.points}" for each in score.players
    )
    when = "at the end of the game" if log.over else "so far"
    yield f"Points {when}: {told}.{_winners(log, names)}"
    for each in score.players:
        if each.unknown:
            who = names.get(each.player, f"player {each.player}")
            yield f"Unknown: {' and '.join(each.unknown)} of {who}; the points are those of known cards."


def _winners(log: LogAnswer, names: dict[int, str]) -> str:
    score = log.score
    if score is None or not log.over or not score.winners:
        return ""
    won = " and ".join(names.get(each, f"player {each}") for each in score.winners)
    return f" {won[:1].upper()}{won[1:]} {'win' if len(score.winners) > 1 else 'wins'}."


def show_every_turn(page: Page, log: LogAnswer, tables: Tables) -> None:
    """Show all turns step by step."""
    for turn in log.turns:
        page.heading(f"Turn {turn.number}: {turn.called}")
        unknown = {fault.step for fault in turn.faults if fault.undecided}
        line = LineAnswer(turn.steps, turn.outcome)
        show_line(page, line, tables, "calculation of the turn", unknown=unknown)


def wrong_in_a_line(log: LogAnswer) -> Sequence[str]:
    """What is wrong, turn by turn, in a few words."""
    return [
        f"turn {turn.number}, {turn.called}: {_said(turn, fault)[:1].lower()}{_said(turn, fault)[1:]}"
        for turn in log.turns
        for fault in turn.faults
    ]
