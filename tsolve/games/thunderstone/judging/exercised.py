"""What judging one puzzle exercised of the ruleset, and what there is to be exercised.

A ruling counts when it is the reason of something that was found: of a number, an event, a refusal, a choice
that was made. That an action is legal somewhere, or that a puzzle says what it is about, does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.places import effects_of
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import CheckAnswer, ExpectationAnswer, ReadingAnswer
from tsolve.model.coverage import Coverable, Exercised, Kind
from tsolve.model.trace import Entry
from tsolve.rules.ruleset import Ruleset

_NOT_FOUND_OUT = ("position", "legal", "refused", "citations", "documents")
_NOT_SAID = ("moves", "states", "result", "final")
_SKIPPED = frozenset((*_NOT_FOUND_OUT, *_NOT_SAID))
"""Parts of answers that only describe, and positions on the way."""
_FIRST_SET = "base"
_COMPARED_BY: Mapping[tuple[str | int, ...], tuple[str, ...]] = {
    ("after", "removed"): ("TS-1.3",),
    ("after", "points"): ("TS-17.2",),
}
"""What is compared after a line, and the rule that says what it is, where no event names it."""


def exercised(
    opened: Opened, answer: CheckAnswer, heard: Iterable[object], effects: Iterable[str]
) -> Exercised:
    """What an answer went through, with all that it rests on (`heard`, see `checking.check`) and the effects
    that were counted meanwhile.
    """
    rulings: set[str] = set()
    cards: set[str] = set()
    readings: dict[str, str] = {}
    ids = {card.name: card.id for card in opened.book.cards.values()}
    for each in _parts((answer, tuple(heard))):
        if isinstance(each, Played):
            for move in each.moves:
                rulings.update(opened.game.grounds(move.before, move.action))
        elif isinstance(each, Entry) and each.subject in ids:
            cards.add(ids[each.subject])
            if each.change:  # the card itself says by how much
                rulings.add(f"card.{ids[each.subject]}")
        elif isinstance(each, ReadingAnswer):
            readings[each.key] = each.option
        elif isinstance(each, ExpectationAnswer):
            rulings.update(_COMPARED_BY.get(each.path[-2:], ()))
        rulings.update(getattr(each, "rulings", ()))
        asked = getattr(each, "readings", ())
        if isinstance(asked, Mapping):
            readings.update(asked)
    known = {
        f"{card.id} {name}": effect
        for card in opened.book.cards.values()
        for name, effect in effects_of(card)
    }
    acted = sorted(known.keys() & set(effects))
    rulings.update(rule for name in acted for rule in getattr(known[name], "rules", ()))
    held = opened.book.readings
    readings = {key: held[key] for key in held if key in readings or f"key.{key}" in rulings}
    rulings.update(f"key.{key}" for key in readings)
    cards.update(ruling.removeprefix("card.") for ruling in rulings if ruling.startswith("card."))
    return Exercised(
        tuple(sorted(rulings)),
        readings,
        tuple(acted),
        tuple(sorted(cards)),
        tuple(sorted(opened.position.about)),
    )


def _parts(value: object) -> Iterator[object]:
    """Every struct within an answer, itself included."""
    if isinstance(value, tuple):
        for each in value:
            yield from _parts(each)
    elif isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            if name not in _SKIPPED:
                yield from _parts(getattr(value, name))


def coverable(ruleset: Ruleset[Card]) -> Iterator[Coverable]:
    """Everything of the ruleset that puzzles can exercise, in its order."""
    cards = ruleset.cards
    sets = {card.ruling: _set_of(card) for card in cards.values()}
    for entry in ruleset.glossary.values():
        kind: Kind = "ruling" if entry.id.startswith(("card.", "key.")) else "rule"
        yield Coverable(kind, entry.id, entry.title, sets.get(entry.id, _FIRST_SET))
    for card in cards.values():
        yield Coverable("card", card.id, card.name, _set_of(card))
    for card in cards.values():
        said: dict[str, str] = {}
        for facts in _as_read(ruleset, card.id):
            for name, effect in effects_of(facts):
                said.setdefault(f"{card.id} {name}", f"{card.name}: {effect.say()}")
        for name, title in said.items():
            yield Coverable("effect", name, title, _set_of(card))
    for key, point in ruleset.interpretations.items():
        for option in point.options:
            yield Coverable("reading", f"{key}={option.id}", option.text, _FIRST_SET)


def _as_read(ruleset: Ruleset[Card], card: str) -> Iterator[Card]:
    """The card as printed, and as each reading sees it that replaces its facts."""
    yield ruleset.cards[card]
    for key in ruleset.keys_touching(card):
        for option in ruleset.interpretations[key].options:
            yield ruleset.under({key: option.id})[card]


def _set_of(card: Card) -> str:
    return getattr(card, "set", _FIRST_SET)
