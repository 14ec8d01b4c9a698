"""Which unknown cards would make a difference, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.model.policies import UnknownDraw
from tsolve.report.page import Page

_INDENT = 3
_SUCH_AS = 3
"""Cards that are named of those that do the same."""


def show_cards_that_matter(
    page: Page, draws: Sequence[UnknownDraw], helping: str = "Better", others: str = "No better"
) -> None:
    """How many of the cards that may come help, with a few of them; then a few of those that do not.

    What is counted are titles, not copies, so it is no chance.
    """
    different = list({(draw.card, draw.where, draw.better): draw for draw in draws}.values())
    for draw in different:
        drawn = f" drawn by {draw.card}" if len(different) > 1 else ""
        whose = f" {draw.where}" if draw.where else drawn
        tried = f"{draw.tried} {'possible cards' if draw.every else 'cards tried'}{whose}"
        if not draw.better:
            page.text(f"{others}: none of {tried} helps.", _INDENT, 2)
            continue
        names = ", ".join(draw.better[:_SUCH_AS])
        cards = f"{len(draw.better)} of {tried}, such as {names}"
        page.text(f"{helping}: {cards}.", _INDENT, 2)
        poor = [card for card in draw.worst.cards if card not in draw.better]
        if left := draw.tried - len(draw.better):
            such = f", such as {', '.join(poor[:_SUCH_AS])}" if poor else ""
            page.text(f"{others}: the other {left}{such}.", _INDENT, 2)
