"""What there is of the ruleset that puzzles can exercise."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.places import effects_of
from tsolve.model.coverage import Coverable, Kind
from tsolve.rules.ruleset import Ruleset


def coverable(ruleset: Ruleset[Card]) -> Iterator[Coverable]:
    """Everything of the ruleset that puzzles can exercise, in its order.

    What a folder of somebody's own defines or changes stands under its name, not under that of a box.
    """
    cards = ruleset.cards
    sets = {entry.id: entry.set for entry in ruleset.glossary.values()}
    sets.update((card.ruling, card.set) for card in cards.values())
    unseen = {point.ruling for point in ruleset.interpretations.values() if point.set_up}
    for entry in ruleset.glossary.values():
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
            for name, effect in effects_of(facts):
                said.setdefault(f"{card.id} {name}", f"{card.name}: {effect.say()}")
        for name, title in said.items():
            yield _of(authors[card.id], "effect", name, title, card.set)
    for key, point in ruleset.interpretations.items():
        for option in point.options:
            author = ruleset.author(partial(_reading, key, option.id))
            yield _of(author, "reading", f"{key}={option.id}", option.text, point.set, point.set_up)


def _of(author: str, kind: Kind, id_: str, title: str, box: str, may_be_stated: bool = False) -> Coverable:
    return Coverable(kind, id_, title, author or box, bool(author), may_be_stated)


def _entry(id_: str, ruleset: Ruleset[Card]) -> object:
    return ruleset.glossary.get(id_)


def _card(id_: str, ruleset: Ruleset[Card]) -> object:
    return ruleset.cards.get(id_)


def _reading(key: str, option: str, ruleset: Ruleset[Card]) -> object:
    """What one reading of an open point says, where there is such a one."""
    point = ruleset.interpretations.get(key)
    return next((each.text for each in point.options if each.id == option), None) if point else None


def _as_read(ruleset: Ruleset[Card], card: str) -> Iterator[Card]:
    """The card as printed, and as each reading sees it that replaces its facts."""
    yield ruleset.cards[card]
    for key in ruleset.keys_touching(card):
        for option in ruleset.interpretations[key].options:
            yield ruleset.under({key: option.id})[card]
