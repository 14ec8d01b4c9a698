"""What a judgement rests on: the readings gone through, the rulings, and facts that are not certain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.lines import play_line
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.judging.sentences import listed
from tsolve.games.thunderstone.scoring import scores
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import Calculation, LineAnswer, ReadingAnswer
from tsolve.model.trace import counting_effects
from tsolve.rules.telling import name_of


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
        other = replace(opened, game=Thunderstone(Book(opened.ruleset.under(changed), changed, opened.book)))
        with counting_effects():  # these are no part of the answer
            again = play_line(other, texts)
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


def single_source_notes(opened: Opened) -> tuple[str, ...]:
    """Notes on the cards in sight whose facts have a single source, or none, or are somebody's own."""
    seen = [opened.book.cards[each] for each in dict.fromkeys(_in_sight(opened)) if each in opened.book.cards]
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
    changed = listed([name_of(field) for field in card.provenance.changed])
    return f"{card.name} (changed: {changed})" if changed else f"{card.name} (home-made)"


def _in_sight(opened: Opened) -> Iterable[str]:
    yield from (member.card for member in opened.state.party)
    yield from (slot.card for slot in opened.state.standing)
    yield opened.state.setting


def line_rulings(line: LineAnswer) -> Iterator[str]:
    """Every ruling that a line mentions."""
    for step in line.steps:
        if step.refusal is not None:
            yield from step.refusal.rulings
        for entry in step.entries:
            yield from entry.rulings
    yield from table_rulings(line.calculation)


def table_rulings(table: Calculation | None) -> Iterator[str]:
    """Every ruling that a calculation mentions."""
    for row in table.rows if table is not None else ():
        yield from row.rulings
