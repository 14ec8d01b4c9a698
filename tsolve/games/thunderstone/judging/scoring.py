"""Every player's points, card by card, and which points are unknown. (TS-17.2, DS-10)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tsolve.contract.position import played_with
from tsolve.games.family.winners import players
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import (
    all_victory_points,
    everything,
    extra_entries,
    stone_holders,
    unknown_piles,
    victory_points,
    winners,
    worth,
)
from tsolve.games.thunderstone.judging.outcome import (
    hidden_piles,
    solo_notes,
    stones_taken,
    why_they_win,
)
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State
from tsolve.judging.check import card_notes
from tsolve.judging.score import after_line
from tsolve.model.grades import CardPoints, PlayerScore, ScoreAnswer


def hidden_in_scores(book: Book, state: State) -> str:
    """The unknown piles on which the change of the active player's score depends, because a card counts what
    players own. Empty if no unknown pile matters. (DS-10)
    """
    if book.scoring.isdisjoint(card for cards in everything(book, state) for card in cards):
        return ""
    hidden = [player for player in range(len(state.players)) if unknown_piles(state, player)]
    usual = victory_points(book, state)
    for kind in ("monster", "thunderstone"):
        held = next((card for card in sorted(book.cards) if book.card(card).kind == kind), "")
        for owners in ([each for each in hidden if each != state.active], hidden):
            if held and victory_points(book, _with_more(state, owners, held)) != usual:
                return hidden_piles(state)
    return ""


def _with_more(state: State, owners: Sequence[int], card: str) -> State:
    """The table with many copies of this card added to the discard piles of some players."""
    players = [
        replace(player, discard=(*player.discard, *(card,) * _MANY)) if number in owners else player
        for number, player in enumerate(state.players)
    ]
    return replace(state, players=tuple(players))


_MANY = 60
"""More copies of a card than all other players together may own of any card that is counted."""


def score(position: ThunderstonePosition, file: str = "") -> ScoreAnswer:
    """The points of every player, after the line if the file has one.

    A line that is not legal, or that cannot be judged to its end, leaves the points uncounted. The caller
    adds the citations. Raises InputError for a step that cannot be read.
    """
    state, line, broken = after_line(position)
    shown = position.shown(state)
    if broken:
        return ScoreAnswer(file, shown, (), reason=broken, line=line)
    scoring = (
        card for cards in everything(position.book, state) for card in cards if _scores(position.book, card)
    )
    names = players(position.written)
    hidden = hidden_piles(state, names)
    return ScoreAnswer(
        file=file,
        position=shown,
        players=tuple(_players(position.book, state)),
        winners=() if hidden else tuple(player + 1 for player in winners(position.book, state)),
        reason=hidden or why_they_win(position.book, state, names),
        over=state.over or bool(stones_taken(position)),
        line=line,
        notes=(*solo_notes(len(state.players)), *played_with(position)),
        provenance=card_notes(position, scoring),
        names=names,
    )


def _scores(book: Book, card: str) -> bool:
    """Whether a card may give points."""
    return bool(book.card(card).vp or book.card(card).scoring)


def _players(book: Book, state: State) -> Iterator[PlayerScore]:
    points, holders = all_victory_points(book, state), stone_holders(book, state)
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
    extra = extra_entries(book, card, all_cards, player)
    texts = [f"{effect.say()}: {points:+d}" for effect, points in extra]
    rulings = (book.card(card).ruling, *(("DS-10",) if texts else ()))
    return CardPoints(book.name(card), copies, each, copies * each, "; ".join(texts), rulings)
