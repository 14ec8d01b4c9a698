"""Shows advice: the candidates side by side, each figure with its interval, and how it was found."""

from __future__ import annotations

from tsolve.model.advice import AdviceAnswer, Figure
from tsolve.report.page import BRIEF, Column, Detail, Page, in_one_line
from tsolve.report.rulings import show_notes
from tsolve.report.words import listed, many, sentence

_INDENT = 3
_BEATEN = "settled to be worse:"
"""Stands in the table above all that another candidate is settled to beat."""


def show_advice(page: Page, answer: AdviceAnswer, detail: Detail = BRIEF) -> None:
    """Show what does best, the candidates, and by which games that was found."""
    show_briefly(page, answer)
    if answer.worlds:
        _show_table(page, answer)
    if answer.worlds and detail.verbose:
        _show_more(page, answer)
    _show_games(page, answer)
    if detail.verbose:
        _show_spread(page, answer)
    show_notes(page, answer.notes)


def show_briefly(page: Page, answer: AdviceAnswer) -> None:
    """Show in a sentence what does best, or that it is not settled."""
    first, *others = answer.candidates
    if answer.settled:
        behind = max((each.behind.high or 0.0 for each in others if each.behind is not None), default=0.0)
        page.verdict(
            "advice", sentence(f"{first.name}: at least {-behind:.1f} points more than any other"), "good"
        )
        return
    if not answer.worlds:
        page.verdict("advice", "No game was played to its end in time.", "warn")
        return
    names = [each.name for each in answer.candidates if each.place != "worse"]
    told = listed([*names[:3], *([f"{len(names) - 3} more"] if len(names) > 3 else [])])
    page.verdict("advice", f"Not settled between {told}.", "warn")


show_advice_in_a_line = in_one_line(show_briefly)


def _show_table(page: Page, answer: AdviceAnswer) -> None:
    known = any(each.known for each in answer.candidates)
    heads = [
        Column(""),
        *([Column("this turn")] if known else ()),
        *(() if known else [_measured(answer)]),
        Column("against the first", align="right"),
        Column("to win, %", align="right"),
    ]
    rows = [
        (
            each.name,
            *([each.known] if known else ()),
            *(() if known else [f"{each.ahead.mean:.1f}"]),
            "" if each.behind is None else _points(each.behind),
            _chance(each.won),
        )
        for each in answer.candidates
    ]
    beaten = [each.place == "worse" for each in answer.candidates]
    if any(beaten):
        rows.insert(beaten.index(True), (_BEATEN, *[""] * (len(heads) - 1)))
    page.table(heads, rows, indent=_INDENT)


def _measured(answer: AdviceAnswer) -> Column:
    """What decides."""
    return Column("score" if answer.alone else "ahead", align="right")


def _show_more(page: Page, answer: AdviceAnswer) -> None:
    """Show what does not decide, with its intervals."""
    heads = [Column(""), _measured(answer)]
    heads += [Column(title, align="right") for title in ("score", "against the first", "to win", "games")]
    rows = [
        (
            each.name,
            f"{each.ahead.mean:.1f}",
            f"{each.score.mean:.1f}",
            "" if each.less_score is None else _points(each.less_score),
            "" if each.less_won is None else _by(each.less_won),
            f"{each.games:,}",
        )
        for each in answer.candidates
    ]
    page.table(heads, rows, indent=_INDENT)


def _points(figure: Figure) -> str:
    """`-2.1 (-4.0 to -0.3)`; bounds of ten points and more have no decimals."""
    if figure.low is None or figure.high is None:
        return f"{figure.mean:+.1f}"
    low, high = (f"{each:+.1f}" if abs(each) < 10 else f"{each:+.0f}" for each in (figure.low, figure.high))
    return f"{figure.mean:+.1f} ({low} to {high})"


def _chance(figure: Figure) -> str:
    """`54 (46 to 62)`: in percent."""
    if figure.low is None or figure.high is None:
        return f"{100 * figure.mean:.0f}"
    low, high = max(figure.low, 0.0), min(figure.high, 1.0)
    return f"{100 * figure.mean:.0f} ({100 * low:.0f} to {100 * high:.0f})"


def _by(figure: Figure) -> str:
    """How much more or less likely than with the first, in points."""
    if figure.low is None or figure.high is None:
        return f"{100 * figure.mean:+.0f} %"
    return f"{100 * figure.mean:+.0f} % ({100 * figure.low:+.0f} to {100 * figure.high:+.0f})"


def _show_games(page: Page, answer: AdviceAnswer) -> None:
    players = listed(list(dict.fromkeys(answer.players)))
    far = "played to the end"
    if answer.shuffles:
        far = f"left after {many(answer.shuffles, 'shuffle')} of the deck, then reckoned by a rule of thumb"
    games, worlds = many(answer.games, "game"), many(answer.worlds, "world")
    confidence = f"{100 * answer.confidence:.0f} %"
    told = [
        f"{games} of {players} players in {worlds}, each with one luck for all; {far}; seed {answer.seed}.",
        f"The intervals of a column hold together with {confidence}, for such players: measured, not proved.",
    ]
    if not answer.settled:
        stopped = f"Stopped after {answer.worlds:,} of {answer.wanted:,} worlds."
        told.append(stopped if answer.worlds < answer.wanted else "More worlds may settle it: --worlds.")
    for text in told:
        page.text(text, _INDENT, hang=_INDENT, style="dim")


def _show_spread(page: Page, answer: AdviceAnswer) -> None:
    page.text(
        f"Standard deviation of a difference: {answer.pairs_spread:.1f} points in the same world, "
        f"{answer.apart_spread:.1f} in different ones.",
        _INDENT,
        hang=_INDENT,
        style="dim",
    )
