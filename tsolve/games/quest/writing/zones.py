"""The position in words, zone by zone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tsolve.games.quest.actions import TOKENS
from tsolve.games.quest.book import Book
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.tokens import called
from tsolve.model.trace import Entry


def zones(book: Book, state: State) -> tuple[tuple[str, str], ...]:
    """What lies in front of the active player, and what the player has."""
    me = state.me
    cards = [state.laid[place].card for place in state.present()] if state.laid else me.hand or ()
    tokens = [f"{me.tokens(token)} x {called(token)}" for token in TOKENS if me.tokens(token)]
    wounds = f"{me.wounds} Wound{'s' if me.wounds != 1 else ''}"
    keys = [f"{me.keys} Guardian Key{'s' if me.keys != 1 else ''}"] if me.keys else []
    has = ", ".join((f"{me.xp} XP", wounds, *keys, *tokens))
    where = (("Location", book.name(me.location)),) if me.location else ()
    sponsor = (("Guild Sponsor", book.name(me.sponsor)),) if me.sponsor else ()
    return ("Cards", _names(book, cards)), ("Board", has), *where, *sponsor


_RECKONED = ("attack", "light", "gold")


def is_news(entry: Entry) -> bool:
    """Whether an entry belongs in the story of a game: rows of calculations do not."""
    return entry.step not in _RECKONED and entry.quantity not in ("armor", "resistance", "health", "total")


def _names(book: Book, cards: Iterable[str]) -> str:
    counted = Counter(map(book.name, cards)).items()
    return ", ".join(name if count == 1 else f"{count} x {name}" for name, count in counted) or "none"
