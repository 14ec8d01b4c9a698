"""The cards that a position defines itself, on top of those of its ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Generic

from tsolve.diagnostics import Diagnostics
from tsolve.rules.defining import (
    Definition,
    LintCards,
    check_names,
    define,
    lint,
    own_entries,
    without_changed,
)
from tsolve.rules.glossary import Entry
from tsolve.rules.names import Ambiguous, Match, Names, Unknown
from tsolve.rules.printings import Document
from tsolve.rules.ruleset import Card, Ruleset
from tsolve.rules.text import words
from tsolve.source import tree

MOST_CARDS = 200
"""Cards that one position may define."""

COPIES = 99
"""Copies of a home-made card that does not say how many there are."""

AUTHOR = "the position"
DOCUMENT = "position"


def with_own_cards(
    ruleset: Ruleset[Card], node: tree.Node, lint_cards: LintCards[Card] | None, found: Diagnostics
) -> Ruleset[Card]:
    """The ruleset with the cards of a position's `cards:`.

    A key that names a card changes the fields that are given; any other key defines a new card, of which it
    is the id or the name. Problems are reported with their places; a card with problems is left out, and its
    name then means nothing that could be reported a second time.
    """
    if not isinstance(node, tree.Mapping):
        return ruleset  # which the decoding of the file reports
    if len(node.items) > MOST_CARDS:
        message = f"{len(node.items)} cards are defined; at most {MOST_CARDS} can be"
        found.report("E424", message, node.span, "a folder for --ruleset-path may hold more")
        return ruleset
    reader = _Reader(ruleset, found)
    definitions = list(reader.definitions(node))
    cards = {**ruleset.cards, **{each.value.id: each.value for each in definitions}}
    names = ruleset.names.extended(_pairs(definitions))
    silent = [name for name in reader.broken if isinstance(names.resolve(name), Unknown)]
    check_names(definitions, names, found)
    lint(definitions, cards, ruleset.cards, lint_cards, node.span, found)
    return _extended(ruleset, cards, definitions, names.extended(("", name) for name in silent), node)


class _Reader(Generic[Card]):
    """Reads the entries of one position."""

    def __init__(self, ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.ruleset = ruleset
        self.found = found
        self.broken: list[str] = []
        """Names of cards that were to be defined and have problems."""
        self._places: dict[str, tree.Scalar] = {}

    def definitions(self, node: tree.Mapping) -> Iterator[Definition[Card]]:
        """The cards that are sound."""
        for key, facts in node.items:
            defined = self._one(key, facts)
            if defined is not None:
                yield defined
            else:
                self.broken += _names_in(key, facts)

    def _one(self, key: tree.Scalar, facts: tree.Node) -> Definition[Card] | None:
        match = self.ruleset.names.resolve(key.text)
        if isinstance(match, Ambiguous):
            known = self.ruleset.listed(match.ids)
            self.found.report("E303", f'"{key.text}" names several cards: {known}', key.span)
            return None
        card_id = match.id if isinstance(match, Match) else id_from(key.text)
        if not self._may_be_defined(card_id, key, facts):
            return None
        assert isinstance(facts, tree.Mapping)
        card = self.ruleset.cards.get(card_id)
        no_kind = isinstance(match, Unknown) and card is None and facts.get("kind") is None
        if no_kind and not self.found.full and (near := self.ruleset.near_cards(key.text)):
            message = f'no card is called "{key.text}", and a new one needs a `kind`'
            self.found.report("E302", message, key.span, near)
            return None
        card_type = self.ruleset.card_type
        defaults: dict[str, str | int] = {"id": card_id, "name": name_from(key.text)}
        if "count" in card_type.__struct_fields__:  # type: ignore[attr-defined]  # a card is a struct
            defaults["count"] = COPIES
        return define(key.span, facts, card, defaults, card_type, AUTHOR, self.found)

    def _may_be_defined(self, card_id: str, key: tree.Scalar, facts: tree.Node) -> bool:
        if not card_id:
            help_ = "an id is made of the letters a to z, digits and _"
            self.found.report("E425", f'"{key.text}" cannot be the name of a card', key.span, help_)
            return False
        first = self._places.setdefault(card_id, key)
        if first is not key:
            message = f'the card "{card_id}" is defined twice'
            self.found.report("E401", message, key.span, related=[("first defined here", first.span)])
            return False
        if not isinstance(facts, tree.Mapping):
            return False  # which the decoding of the file reports
        if (own_id := facts.get("id")) is not None:
            message = "the key is what names the card; it has no `id` besides"
            self.found.report("E405", message, own_id.span)
            return False
        return True


def _names_in(key: tree.Scalar, facts: tree.Node) -> Iterator[str]:
    """What a card would have been called."""
    yield key.text
    name = facts.get("name") if isinstance(facts, tree.Mapping) else None
    if isinstance(name, tree.Scalar):
        yield name.text


def id_from(text: str) -> str:
    """The id of a new card that is called so; empty for a text without letters of ASCII or digits."""
    id_ = "_".join(word for word in words(text.replace("_", " ")) if word.isascii())
    return f"card_{id_}" if id_[:1].isdigit() else id_


def name_from(text: str) -> str:
    """The name of a new card: the text as it is, or the words of an id with capitals."""
    if not re.fullmatch("[a-z0-9_]+", text):
        return text
    return " ".join(word.capitalize() for word in text.split("_"))


def _pairs(definitions: list[Definition[Card]]) -> Iterator[tuple[str, str]]:
    for each in definitions:
        yield each.value.id, each.value.id
        yield each.value.id, each.value.name
        yield from ((each.value.id, alias) for alias in each.value.aliases)


def _extended(
    ruleset: Ruleset[Card],
    cards: Mapping[str, Card],
    definitions: list[Definition[Card]],
    names: Names,
    node: tree.Mapping,
) -> Ruleset[Card]:
    line = node.span.line_in_file
    title = f"{AUTHOR} itself" + (f", {node.span.file} from line {line}" if line is not None else "")

    def glossary() -> dict[str, Entry]:
        return {**ruleset.glossary, **own_entries(definitions, DOCUMENT, ruleset.glossary)}

    return ruleset.extended(
        cards,
        without_changed(ruleset.interpretations, definitions),
        {**ruleset.documents, DOCUMENT: Document(DOCUMENT, title)},
        glossary,
        lambda: names,
    )
