"""Describes a position for readers: whose turn it is, and the cards zone by zone."""

from __future__ import annotations

from tsolve.cardkit.piles import Pile, Segment
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.state import UNSEEN, Player, State
from tsolve.games.thunderstone.writing.showing import cards_in_words, segment_in_words, setting_in_words
from tsolve.model.trace import Entry

Zones = tuple[tuple[str, str], ...]


_NEWS = ("battle", "xp", "buy", "effect")
"""Steps of a trace with a quantity that are news."""


def is_news(entry: Entry) -> bool:
    """Whether an entry belongs in the story of a game: calculation rows do not."""
    return entry.step != "attack" and (not entry.quantity or entry.step in _NEWS)


def zones(book: Book, state: State) -> Zones:
    """Every zone as (name, contents); piles whose order is known are listed from the top."""
    me = state.me
    hand = [member.card for member in state.party if not member.left]
    told = [
        ("Turn", f"{state.turn or 'undecided'}, player {state.active + 1} of {len(state.players)}"),
        ("Hand", cards_in_words(book, hand)),
        *_owned(book, me),
        ("XP", str(me.xp)),
        (
            "Dungeon Hall",
            "; ".join(f"{rank} {_rank(book, slot.card)}" for rank, slot in enumerate(state.hall, start=1)),
        ),
        *(
            [("Space 0", cards_in_words(book, [slot.card for slot in state.outside]))]
            if state.outside
            else []
        ),
        ("Dungeon Deck", _pile(book, state.dungeon)),
        *(
            [("Setting", f"{book.name(state.setting)} ({setting_in_words(book, state)})")]
            if state.setting
            else []
        ),
        ("Village", _village(book, state)),
    ]
    for index, player in enumerate(state.players):
        if index != state.active:
            hand_of = "unknown" if player.hand is None else cards_in_words(book, player.hand)
            known = "; ".join(
                f"{name.lower()} {cards}" for name, cards in (("Hand", hand_of), *_owned(book, player))
            )
            told.append((f"Player {index + 1}", f"{known}; {player.xp} XP"))
    return tuple(told)


def _owned(book: Book, player: Player) -> list[tuple[str, str]]:
    laid = [
        f"{book.name(each.card)} (under it {book.name(each.holds)})" if each.holds else book.name(each.card)
        for each in player.treasures
    ]
    return [
        ("Deck", _pile(book, player.deck)),
        ("Discard", cards_in_words(book, player.discard)),
        *([("Treasures", ", ".join(laid))] if laid else []),
    ]


def _rank(book: Book, card: str) -> str:
    return "empty" if not card else "unknown" if card == UNSEEN else book.name(card)


def _pile(book: Book, pile: Pile) -> str:
    return "; ".join(_segment(book, segment) for segment in pile) or "none"


def _village(book: Book, state: State) -> str:
    if state.stock is None:
        return "not known"
    return (
        ", ".join(
            f"{count} x {book.name(card)}" for card, count in zip(state.stalls, state.stock, strict=True)
        )
        or "none"
    )


def _segment(book: Book, segment: Segment) -> str:
    return "unknown" if segment.order == "unknown" else segment_in_words(book, segment)
