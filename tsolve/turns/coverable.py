"""The parts of a ruleset that puzzles can exercise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from tsolve.model.coverage import Coverable, Kind
from tsolve.rules.ruleset import CardFacts, Ruleset

C = TypeVar("C", bound=CardFacts)

Effects = Callable[[C], Iterator[tuple[str, str]]]
"""The effects of a card: each by its place and kind on the card, with what it does in words."""


def coverable(ruleset: Ruleset[C], effects: Effects[C] = lambda _: iter(())) -> Iterator[Coverable]:
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


def _as_read(ruleset: Ruleset[C], card: str) -> Iterator[C]:
    """The card as printed, and as each reading sees it that replaces its facts."""
    yield ruleset.cards[card]
    for key in ruleset.keys_touching(card):
        for option in ruleset.interpretations[key].options:
            yield ruleset.under({key: option.id})[card]
