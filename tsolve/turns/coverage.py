"""What an answer exercised (every ruling behind something that it found, and every reading that it looked
up), and the parts of a ruleset that puzzles can exercise.

It does not count that an action is legal somewhere, or what a puzzle says it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import TypeVar

import msgspec

from tsolve.engine import Game
from tsolve.model.answers import ReadingAnswer
from tsolve.model.coverage import Coverable, Kind
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.turns.narration import Played

S = TypeVar("S")
A = TypeVar("A")

_NOT_FOUND_OUT = ("position", "legal", "refused", "citations", "documents")
_NOT_SAID = ("moves", "states", "result", "final")
_SKIPPED = frozenset((*_NOT_FOUND_OUT, *_NOT_SAID))
"""Parts of answers that only describe, and positions on the way."""


def rulings_and_readings(game: Game[S, A], parts: Iterable[object]) -> tuple[set[str], dict[str, str]]:
    """The rulings of the parts of an answer, of a line also those that allow its actions; the readings."""
    rulings: set[str] = set()
    readings: dict[str, str] = {}
    for each in parts:
        if isinstance(each, Played):
            for move in each.moves:
                rulings.update(game.rulings_for(move.before, move.action))
        elif isinstance(each, ReadingAnswer):
            readings[each.key] = each.option
        rulings.update(getattr(each, "rulings", ()))
        asked = getattr(each, "readings", ())
        if isinstance(asked, Mapping):
            readings.update(asked)
    return rulings, readings


def parts_of(value: object) -> Iterator[object]:
    """Every struct within an answer, itself included, in no order that matters."""
    left = [value]
    while left:
        here = left.pop()
        if isinstance(here, tuple):
            left += here
        elif isinstance(here, msgspec.Struct):
            yield here
            left += [getattr(here, name) for name in _told(type(here))]


@cache
def _told(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a part of an answer that tell what was found, and may hold further parts."""
    return tuple(name for name in kind.__struct_fields__ if name not in _SKIPPED)


Facts = TypeVar("Facts", bound=CardFacts)

Effects = Callable[[Facts], Iterator[tuple[str, str]]]
"""The effects of a card: each by its place and kind on the card, with what it does in words."""


def coverable(ruleset: Ruleset[Facts], effects: Effects[Facts] = lambda _: iter(())) -> Iterator[Coverable]:
    """Everything of the ruleset that puzzles can exercise, in its order.

    What a folder of somebody's own defines or changes stands under its name, not under that of a box.
    """
    cards = ruleset.cards
    sets = {entry.id: entry.set for entry in ruleset.glossary.values()}
    sets.update((f"card.{card.id}", card.set) for card in cards.values())
    unseen = {point.ruling for point in ruleset.interpretations.values() if point.set_up}
    for entry in ruleset.glossary.values():
        if entry.id.startswith("term."):  # what the rules mean by a word; nothing is decided by it
            continue
        kind: Kind = "ruling" if entry.id.startswith(("card.", "key.")) else "rule"
        defines = kind == "rule" or entry.id in unseen
        author = ruleset.author(partial(_entry, entry.id))
        yield _of(author, kind, entry.id, entry.title, sets[entry.id], defines)
    authors = {id_: ruleset.author(partial(_card, id_)) for id_ in cards}
    for card in cards.values():
        yield _of(authors[card.id], "card", card.id, card.name, card.set)
    for card in cards.values():
        said: dict[str, str] = {}
        for facts in _as_read(ruleset, card.id):
            for name, does in effects(facts):
                said.setdefault(f"{card.id} {name}", f"{card.name}: {does}")
        for name, title in said.items():
            yield _of(authors[card.id], "effect", name, title, card.set)
    for key, point in ruleset.interpretations.items():
        for option in point.options:
            author = ruleset.author(partial(_reading, key, option.id))
            yield _of(author, "reading", f"{key}={option.id}", option.text, point.set, point.set_up)


def _of(author: str, kind: Kind, id_: str, title: str, box: str, may_be_stated: bool = False) -> Coverable:
    return Coverable(kind, id_, title, author or box, bool(author), may_be_stated)


def _entry(id_: str, ruleset: Ruleset[CardFacts]) -> object:
    return ruleset.glossary.get(id_)


def _card(id_: str, ruleset: Ruleset[CardFacts]) -> object:
    return ruleset.cards.get(id_)


def _reading(key: str, option: str, ruleset: Ruleset[CardFacts]) -> object:
    """What one reading of an open point says, where there is such a one."""
    point = ruleset.interpretations.get(key)
    return next((each.text for each in point.options if each.id == option), None) if point else None


def _as_read(ruleset: Ruleset[Facts], card: str) -> Iterator[Facts]:
    """The card as printed, and as each reading sees it that replaces its facts."""
    yield ruleset.cards[card]
    for key in ruleset.keys_touching(card):
        for option in ruleset.interpretations[key].options:
            yield ruleset.under({key: option.id})[card]
