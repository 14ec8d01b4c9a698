"""Cards and decks as a position file writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY, UNKNOWN, Pile
from tsolve.games.quest.book import Book
from tsolve.written.position_text import names


def cards_text(book: Book, cards: Sequence[str]) -> str:
    return names(map(book.name, cards)) if cards else ""


def pairs(told: Mapping[str, str]) -> str:
    return f"{{{', '.join(f'{key}: {value}' for key, value in told.items())}}}" if told else ""


def deck_text(book: Book, pile: Pile, has_bottom: bool = False) -> str:
    """A deck from the top; empty for one of which nothing is known. Raises ValueError for one of more parts
    than a file can tell.
    """
    if pile == UNKNOWN:
        return ""
    top = top_of(pile)
    rest = pile[len(top) :]
    if not rest:
        return names(map(book.name, piles.contents(top)))
    bottom = rest[1:] if has_bottom else EMPTY
    if len(rest) > 1 + len(bottom) or len(bottom) > 1 or rest[0].order == "known" or rest[0].layers:
        raise ValueError("this deck has more parts than a position file can describe")
    below = "unknown" if rest[:1] == UNKNOWN else names(map(book.name, rest[0].cards))
    parts = {"top": cards_text(book, piles.contents(top)), "rest": below}
    return pairs({key: value for key, value in parts.items() if value} | _bottom(book, bottom))


def _bottom(book: Book, pile: Pile) -> dict[str, str]:
    if pile and pile[0].order != "known":
        raise ValueError("this deck has more parts than a position file can describe")
    return {"bottom": cards_text(book, piles.contents(pile))} if pile else {}


def top_of(pile: Pile) -> Pile:
    """The part of a pile whose order is known."""
    return pile[:1] if pile and pile[0].order == "known" else EMPTY


def known_top(book: Book, pile: Pile) -> str:
    """A deck of which `owned` tells the rest."""
    top = top_of(pile)
    return pairs({"top": cards_text(book, piles.contents(top)), "rest": "unknown"}) if top else ""
