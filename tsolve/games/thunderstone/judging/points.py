"""Every player's points card by card, and who wins. (TS-17.2, DS-10)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.judging.ending import hidden_piles, why_they_win
from tsolve.games.thunderstone.judging.resting_on import solo_notes, stones_taken
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.scoring import (
    everything,
    extras,
    scores,
    stone_holders,
    unknown_piles,
    winners,
    worth,
)
from tsolve.games.thunderstone.state import State
from tsolve.model.scores import CardPoints, PlayerScore, ScoreAnswer
from tsolve.turns.check import card_notes
from tsolve.turns.line import play_line
from tsolve.turns.played_with import played_with


def score(opened: Opened, file: str = "") -> ScoreAnswer:
    """The points of every player, after the line where the file has one.

    A line that is not legal, or that cannot be judged to its end, leaves the points uncounted. Citations are
    left to the caller. Raises InputError for a step that cannot be read.
    """
    state, line, broken = opened.state, None, ""
    if opened.position.line:
        spans = [opened.decoded.span("line", index) for index in range(len(opened.position.line))]
        played = play_line(opened, opened.position.line, spans)
        state, line = played.final, played.answer
        broken = played.undecided or ("" if line.legal else line.outcome.rstrip("."))
    position = opened.shown(state)
    if broken:
        return ScoreAnswer(file, position, (), reason=broken, line=line)
    scoring = (
        card for cards in everything(opened.book, state) for card in cards if _scores(opened.book, card)
    )
    hidden = hidden_piles(state)
    return ScoreAnswer(
        file=file,
        position=position,
        players=tuple(_players(opened.book, state)),
        winners=() if hidden else tuple(player + 1 for player in winners(opened.book, state)),
        reason=hidden or why_they_win(opened.book, state),
        over=state.over or bool(stones_taken(opened)),
        line=line,
        notes=(*solo_notes(len(state.players)), *played_with(opened)),
        provenance=card_notes(opened, scoring),
    )


def _scores(book: Book, card: str) -> bool:
    """Whether a card may be worth anything."""
    return bool(book.card(card).vp or book.card(card).scoring)


def _players(book: Book, state: State) -> Iterator[PlayerScore]:
    points, holders = scores(book, state), stone_holders(book, state)
    all_cards = everything(book, state)
    for player, cards in enumerate(all_cards):
        counts = Counter(cards)
        rows = [_row(book, card, copies, all_cards, player) for card, copies in counts.items()]
        told = [row for row in rows if row.each or row.why]
        names = {row.card for row in told}
        rest = [(book.name(card), copies) for card, copies in counts.items()]
        yield PlayerScore(
            player=player + 1,
            points=points[player],
            cards=tuple(sorted(told, key=lambda row: (-row.points, row.card))),
            worthless=tuple(sorted(each for each in rest if each[0] not in names)),
            unknown=unknown_piles(state, player),
            also=("owner of a Thunderstone",) if player in holders else (),
        )


def _row(book: Book, card: str, copies: int, all_cards: list[list[str]], player: int) -> CardPoints:
    each = worth(book, card, all_cards, player)
    told = [f"{effect.say()}: {points:+d}" for effect, points in extras(book, card, all_cards, player)]
    rulings = (book.card(card).ruling, *(("DS-10",) if told else ()))
    return CardPoints(book.name(card), copies, each, copies * each, "; ".join(told), rulings)
