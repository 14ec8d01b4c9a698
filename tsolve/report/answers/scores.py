"""Who wins and with how many points; then card by card."""

from __future__ import annotations

from tsolve.model.scores import PlayerScore, ScoreAnswer
from tsolve.report.detail import BRIEF, Detail
from tsolve.report.grounds.rulings import show_grounds, show_notes
from tsolve.report.page import Column, Page, Style
from tsolve.report.words.sentences import sentence

_COLUMNS = (
    Column("card", wraps=True),
    Column("copies", align="right"),
    Column("each", align="right"),
    Column("points", align="right"),
    Column("because", wraps=True),
)

_IF_NOW = {"wins": "would win now", "share the victory": "would share the victory now"}
_INDENT = 3


def show_score(page: Page, answer: ScoreAnswer, detail: Detail = BRIEF) -> None:
    """Who wins, with how many points and why; then the layers asked for."""
    show_briefly(page, answer)
    show_notes(page, answer.notes)
    if detail.verbose:
        for player in answer.players:
            _show_player(page, player)
    show_grounds(page, detail, (), answer.citations, answer.documents)
    if detail.sources:
        show_notes(page, answer.provenance)


def show_briefly(page: Page, answer: ScoreAnswer) -> None:
    """Who wins, with how many points and why."""
    word, told, style = _verdict(answer)
    page.verdict(word, told, style, answer.file)
    if answer.players:
        sums = ", ".join(
            f"player {each.player} {'has ' * (not number)}{_sum(each)}"
            for number, each in enumerate(answer.players)
        )
        page.text(sentence(sums), _INDENT)
    if answer.reason:
        page.text(sentence(answer.reason), _INDENT)


def _verdict(answer: ScoreAnswer) -> tuple[str, str, Style]:
    """The word before the answer, who wins, and the style of the word."""
    if not answer.players:
        return "illegal", "Nothing is counted: the turn cannot be played.", "bad"
    if not answer.winners:
        return "undecided", "Nobody can tell who wins.", "warn"
    names = " and ".join(f"player {number}" for number in answer.winners)
    verb = "wins" if len(answer.winners) == 1 else "share the victory"
    return "score", sentence(f"{names} {verb if answer.over else _IF_NOW[verb]}"), ""


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
