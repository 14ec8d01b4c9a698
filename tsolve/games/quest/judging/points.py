"""Every player's points card by card, and who wins. (QUEST-13)"""

from __future__ import annotations

from collections import Counter

from tsolve.cardkit.piles import has_unknown, lies_elsewhere
from tsolve.engine.probe import Probe
from tsolve.games.quest.actions import Action
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.questing import points_of_quest
from tsolve.games.quest.scoring import cards_of, scores, winners, worth
from tsolve.games.quest.state import State
from tsolve.model.scores import CardPoints, PlayerScore, ScoreAnswer
from tsolve.source.words import joined
from tsolve.turns.check import card_notes
from tsolve.turns.line import play_line


def score(opened: Opened, file: str = "") -> ScoreAnswer:
    """The points of every player, after the line where the file has one.

    A line that is not legal, or that cannot be judged to its end, leaves the points uncounted. Citations are
    left to the caller. Raises InputError for a step that cannot be read.
    """
    book, state, line, broken = opened.book, opened.state, None, ""
    if opened.position.line:
        spans = [opened.decoded.span("line", index) for index in range(len(opened.position.line))]
        played = play_line(opened, opened.position.line, spans)
        state, line = played.final, played.answer
        broken = played.undecided or ("" if line.legal else line.outcome.rstrip("."))
    position = opened.shown(state)
    if broken:
        return ScoreAnswer(file, position, (), reason=broken, line=line)
    players = range(len(state.players))
    unknown = [player for player in players if unknown_piles(state, player)]
    scoring = (card for player in players for card in cards_of(state, player) if _may_score(book.card(card)))
    return ScoreAnswer(
        file=file,
        position=position,
        players=tuple(_player(book, state, player) for player in players),
        winners=() if unknown else tuple(player + 1 for player in winners(book, state)),
        reason=_hidden(state, unknown) if unknown else why_they_win(book, state),
        over=state.over,
        rulings=_rulings(book, state),
        line=line,
        notes=opened.remarks(),
        provenance=card_notes(opened, scoring),
    )


def _may_score(card: Card) -> bool:
    return bool(card.vp) or "vp" in card.missing


def _rulings(book: Book, state: State) -> tuple[str, ...]:
    """What breaks a tie, and the readings by which the points are counted. (QUEST-13.2)"""
    probe: Probe[State, Action] = Probe(notes=True)
    points = scores(book.noted_by(probe), state)
    tie = ("QUEST-13.2", "key.tie_break") if points.count(max(points)) > 1 else ()
    return (*tie, *(f"key.{key}" for key in probe.readings))


def _player(book: Book, state: State, player: int) -> PlayerScore:
    owner = state.players[player]
    counts = Counter(cards_of(state, player))
    rows = [
        CardPoints(book.name(card), copies, each, copies * each, "", (book.card(card).ruling, "QUEST-13.1"))
        for card, copies in counts.items()
        if (each := worth(book, state, player, book.card(card)))
    ]
    told = {row.card for row in rows}
    rows.sort(key=lambda row: (-row.points, row.card))
    if owner.xp:
        rows.append(CardPoints("XP", owner.xp, 1, owner.xp, "", ("QUEST-13.1",)))
    if owner.quest:
        cards = [book.card(card) for card in cards_of(state, player)]
        quest, points = book.card(owner.quest), points_of_quest(book, state, player, cards)
        rows.append(CardPoints(quest.name, 1, points, points, "", (quest.ruling, "QUEST-14.1")))
    rest = ((book.name(card), copies) for card, copies in counts.items())
    return PlayerScore(
        player=player + 1,
        points=scores(book, state)[player],
        cards=tuple(rows),
        worthless=tuple(sorted(each for each in rest if each[0] not in told)),
        unknown=unknown_piles(state, player),
    )


def unknown_piles(state: State, player: int) -> tuple[str, ...]:
    """The piles of a player of which not every card is known."""
    owner = state.players[player]
    in_hand = owner.hand is None and not lies_elsewhere(owner.deck)
    return ("hand",) * in_hand + ("deck",) * has_unknown(owner.deck)


def _hidden(state: State, players: list[int]) -> str:
    told = [f"player {player + 1}'s {' and '.join(unknown_piles(state, player))}" for player in players]
    many = len(told) > 1 or " and " in told[0]
    return f"{joined(told)} {'are' if many else 'is'} not known in full"


def why_they_win(book: Book, state: State) -> str:
    """Why these players win, in words: the most points, or a tie-break. (QUEST-13.2)"""
    points, first = scores(book, state), winners(book, state)
    tied = [player for player, each in enumerate(points) if each == max(points)]
    if len(tied) == 1:
        return "with the most points"
    names = f"players {joined([str(player + 1) for player in tied])} are tied"
    if len(first) > 1:
        return f"{names}, and nothing separates them"
    return f"{names}; Wounds, then Legendary and Treasure cards decide for player {first[0] + 1}"
