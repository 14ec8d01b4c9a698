"""The table that a file describes: the board, the party, the piles."""

from __future__ import annotations

from tsolve.model.positions import PositionAnswer, ShowAnswer
from tsolve.report.answers.positions import zone_in_words
from tsolve.report.detail import BRIEF, Detail
from tsolve.report.page import Page
from tsolve.report.words.sentences import many, sentence
from tsolve.report.words.wrapping import columns

_WIDEST_LABEL = 16


def show_table(page: Page, answer: ShowAnswer, detail: Detail = BRIEF) -> None:
    """Whose turn it is, what lies where, and what is unusual; in detail also how sure the facts are."""
    page.text(headline(answer), style="bold")
    page.board(answer.position.board)
    if answer.position.map is not None:
        page.map(answer.position.map)
        page.blank()
    show_zones(page, answer.position)
    for note in (*answer.notes, *(answer.provenance if detail.verbose else ())):
        page.text(sentence(note), indent=1, hang=2, style="dim")


def headline(answer: ShowAnswer) -> str:
    """The game, its printing and whose turn it is."""
    position = answer.position
    after = f", after {many(answer.steps, 'step')}" if answer.steps else ""
    whose = f": {position.title}{after}" if position.title or after else ""
    return f"{position.game_title or position.game}, printing {position.printing}{whose}"


def show_zones(page: Page, position: PositionAnswer) -> None:
    """What lies beside the board, a zone below the other."""
    width = max((columns(zone.name) for zone in position.zones), default=0) + 2
    for zone in position.zones:
        page.labelled(zone.name, zone_in_words(zone), 1, min(width, _WIDEST_LABEL), "bold")
