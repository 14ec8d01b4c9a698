"""Points card by card, and who wins."""

from __future__ import annotations

from tsolve.model.scores import PlayerScore, ScoreAnswer
from tsolve.report.page import Column, Page, Style
from tsolve.report.rulings import show_notes, show_rulings
from tsolve.report.verdict import HOLDS, REFUTED, UNDECIDED

_COLUMNS = (
    Column("card", wraps=True),
    Column("copies", align="right"),
    Column("each", align="right"),
    Column("points", align="right"),
    Column("because", wraps=True),
)

_IF_NOW = {"wins": "would win now", "share the victory": "would share the victory now"}


def score_code(answer: ScoreAnswer) -> int:
    """0 where all points are known, 1 after a line that is not legal, 3 where nobody can tell who wins."""
    if answer.line is not None and not answer.line.legal and not answer.line.undecided:
        return REFUTED
    return HOLDS if answer.winners else UNDECIDED


def show_score(page: Page, answer: ScoreAnswer, brief: bool = False) -> None:
    """Who wins; unless `brief`, the cards of each player and where the rules are written."""
    verdict, style = _verdict(answer)
    page.heading(f"{answer.file}: {verdict}", style=style)
    if answer.players:
        sums = ", ".join(f"player {each.player} has {_sum(each)}" for each in answer.players)
        page.text(sums, indent=2, hang=2)
    page.text(answer.reason, indent=2, hang=2)
    if brief:
        return
    for player in answer.players:
        _show_player(page, player)
    show_rulings(page, (), answer.citations, answer.documents)
    if answer.notes:
        show_notes(page, answer.notes)


def _verdict(answer: ScoreAnswer) -> tuple[str, Style]:
    if not answer.players:
        return "not counted, because the line cannot be played", "bad"
    if not answer.winners:
        return "nobody can tell who wins", "warn"
    names = " and ".join(f"player {number}" for number in answer.winners)
    verb = "wins" if len(answer.winners) == 1 else "share the victory"
    return f"{names} {verb}" if answer.over else f"{names} {_IF_NOW[verb]}", "good"


def _sum(player: PlayerScore) -> str:
    least = "at least " if player.unknown else ""
    return f"{least}{player.points} point{'s' if player.points != 1 else ''}"


def _show_player(page: Page, player: PlayerScore) -> None:
    page.heading(", ".join((f"Player {player.player}: {_sum(player)}", *player.also)))
    rows = [
        (each.card, str(each.copies), str(each.each), str(each.points), each.why) for each in player.cards
    ]
    total = ("total", str(sum(each.copies for each in player.cards)), "", str(player.points), "")
    explained = any(each.why for each in player.cards)
    heads = _COLUMNS if explained else _COLUMNS[:-1]
    cells = [row if explained else row[:-1] for row in (*rows, total)]
    if rows:
        page.table(heads, cells, sums=1)
    if player.worthless:
        names = ", ".join(f"{copies} x {card}" if copies > 1 else card for card, copies in player.worthless)
        page.text(f"worth nothing: {names}", indent=2, hang=2)
    for pile in player.unknown:
        page.text(f"the {pile} is not known in full: its known cards are counted", indent=2, style="warn")
