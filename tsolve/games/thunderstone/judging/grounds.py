"""What a judgement rests on: the readings gone through, the rulings, and facts that are not certain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tsolve.errors import InputError
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.judging.sentences import listed
from tsolve.games.thunderstone.scoring import owned, scores
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import ReadingAnswer
from tsolve.model.trace import counting_effects
from tsolve.rules.telling import name_of
from tsolve.turns.line import play_line


def readings_of(opened: Opened, played: Played | None) -> dict[str, str]:
    """The interpretations that a line went through.

    Those that the engine asked for, and those that replace facts of cards so that line or table change.
    """
    if played is None:
        return {}
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


def reading_answers(opened: Opened, readings: dict[str, str]) -> tuple[ReadingAnswer, ...]:
    """The interpretations that were gone through, in the order of the ruleset."""
    points = opened.ruleset.interpretations
    return tuple(
        ReadingAnswer(key, readings[key], points[key].question, key in opened.position.interpretations)
        for key in points
        if key in readings
    )


SOLO = (
    "one player alone plays by solo rules, which are published apart from the rulebooks and not at hand: "
    "these are the rules for two and more players"
)


def table_notes(opened: Opened) -> tuple[str, ...]:
    """What is unusual about the table as a whole, and how it is taken."""
    stones = [
        f"taking {name} ends the game, so that no turn follows: this is judged as if one did"
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


def single_source_notes(opened: Opened, cards: Iterable[str] | None = None) -> tuple[str, ...]:
    """Notes on cards whose facts have a single source, or none, or are somebody's own: on those given by id,
    or on those in sight.
    """
    ids = dict.fromkeys(_in_sight(opened) if cards is None else cards)
    seen = [opened.book.cards[each] for each in ids if each in opened.book.cards]
    notes = []
    for confidence, says in (("single", "rest on a single source"), ("unknown", "are not confirmed")):
        names = [card.name for card in seen if card.provenance.confidence == confidence]
        if names:
            notes.append(f"the facts of {listed(names)} {says}")
    for author in dict.fromkeys(card.provenance.author for card in seen if card.provenance.author):
        told = [_with_changes(card) for card in seen if card.provenance.author == author]
        notes.append(f"as {author} defines {'it' if len(told) == 1 else 'them'}: {listed(told)}")
    return tuple(notes)


def _with_changes(card: Card) -> str:
    """The name of a card of one's own; of a printed card with what was changed."""
    changed = listed([name_of(field, card) for field in card.provenance.changed])
    return f"{card.name} (changed: {changed})" if changed else f"{card.name} (home-made)"


def _in_sight(opened: Opened) -> Iterable[str]:
    yield from (member.card for member in opened.state.party)
    yield from (slot.card for slot in opened.state.standing)
    yield opened.state.setting
