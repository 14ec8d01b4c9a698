"""What a judgement rests on: readings, rulings and uncertain facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tsolve.errors import InputError
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.scoring import owned, scores
from tsolve.model.trace import counting_effects
from tsolve.turns.line import play_line


def readings_of(opened: Opened, played: Played) -> dict[str, str]:
    """The interpretations that a line went through.

    Those that the engine asked for, and those that replace facts of cards so that line or table change.
    """
    cards = {member.card for state in played.states for member in state.party}
    cards.update(slot.card for state in played.states for slot in state.standing)
    cards.update(played.final.removed)  # a Trap stands nowhere
    touching = {key for card in cards for key in opened.ruleset.keys_touching(card)}
    mattering = (key for key in touching if key not in played.readings and _matters(opened, played, key))
    return played.readings | {key: opened.book.readings[key] for key in mattering}


def _matters(opened: Opened, played: Played, key: str) -> bool:
    """Whether the line would go differently under another reading of this interpretation."""
    readings = opened.book.readings
    texts = [step.text for step in played.answer.steps]
    for option in opened.ruleset.interpretations[key].options:
        if option.id == readings[key]:
            continue
        changed = {**readings, key: option.id}
        book = Book(opened.ruleset.under(changed), changed, opened.book)
        other = opened.by(Thunderstone(book), opened.state)
        try:
            with counting_effects():  # these are no part of the answer
                again = play_line(other, texts)
        except InputError:  # a step is clear here, and could mean several things there
            return True
        same = again.result == played.result and again.answer.legal == played.answer.legal
        if same and _asks_for_points(opened):
            same = scores(other.book, again.final) == scores(opened.book, played.final)
        if not same or again.answer.calculation != played.answer.calculation:
            return True
    return False


def _asks_for_points(opened: Opened) -> bool:
    """Whether the puzzle says how many points its cards are worth in the end."""
    after = opened.position.expect.after
    return after is not None and after.points is not None


SOLO = (
    "a single player uses the solo rules, which are published separately and are not included: "
    "this answer uses the rules for two or more players"
)


def table_notes(opened: Opened) -> tuple[str, ...]:
    """What is unusual about the table as a whole, and how it is taken."""
    stones = [
        f"taking {name} ends the game, so no turn follows: this answer assumes that one does"
        for name in stones_taken(opened)
    ]
    return (*solo_notes(len(opened.state.players)), *stones)


def solo_notes(players: int) -> tuple[str, ...]:
    """That a game of one player is played by the rules for several."""
    return (SOLO,) if players == 1 else ()


def stones_taken(opened: Opened) -> tuple[str, ...]:
    """The names of Thunderstones among somebody's cards whose taking has ended the game. (TS-17.1)

    A box with several of them deals more than one into a game (DS-10), so that its owner may play on.
    """
    cards = opened.ruleset.cards
    boxes = Counter(card.set for card in cards.values() if card.kind == "thunderstone")
    alone = {id_ for id_, card in cards.items() if card.kind == "thunderstone" and boxes[card.set] == 1}
    held = (card for player in range(len(opened.state.players)) for card in owned(opened.state, player))
    return tuple(dict.fromkeys(cards[card].name for card in held if card in alone))


def in_sight(opened: Opened) -> Iterable[str]:
    """The cards that the position shows, by id."""
    yield from (member.card for member in opened.state.party)
    yield from (slot.card for slot in opened.state.standing)
    yield opened.state.setting
