"""Home-made cards: new ones, and changes of known ones, in a ruleset of one's own or in a position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.errors import InputError, Span
from tsolve.model.verdicts import sentence
from tsolve.regex import Regex
from tsolve.rules.card_facts import differing, in_words, told
from tsolve.rules.names import Ambiguous, Match, Names, Unknown, squash, words
from tsolve.rules.ruleset import AUTHOR, Card, Ruleset
from tsolve.rules.rulings import Citation, Document, Entry, Interpretation, Provenance
from tsolve.rules.validation import Located
from tsolve.source import tree
from tsolve.source.decode import decode


class Nonsense(NamedTuple):
    """Something wrong with a card although each of its fields is well formed."""

    card: str
    """The card's id; empty if the problem concerns all cards together."""
    path: tuple[str | int, ...]
    """Where in the card."""
    code: str
    message: str
    help: str = ""


LintCards: TypeAlias = Callable[[Mapping[str, Card], Iterable[str], Mapping[str, Card]], Iterable[Nonsense]]
"""A game's check of its cards: all of them, the ids of those that were defined, and the cards before that."""


class Definition(NamedTuple, Generic[Card]):
    """A card with the place where it is defined, and the fields that are given there."""

    card: Located[Card]
    named: tuple[str, ...]
    place: Span
    """Where the card is named."""
    below: Card | None = None
    """The card that it changes."""

    @property
    def value(self) -> Card:
        """The card."""
        return self.card.value


def define(
    place: Span,
    facts: tree.MappingNode,
    known: Card | None,
    defaults: Mapping[str, Any],
    card_type: type[Card],
    author: str,
    found: Diagnostics,
) -> Definition[Card] | None:
    """The card with the given facts, and the others from the `known` card or from `defaults`.

    None if the facts are wrong; that is then reported.
    """
    below = dict(defaults) if known is None else msgspec.to_builtins(known)
    named = fields_of(facts)
    if known is None:
        below.setdefault("provenance", {"confidence": "own"})
    kept = [(tree.Scalar(name, place, True), tree.tree_at(value, place)) for name, value in below.items()]
    written = [item for item in facts.items if item[0].text != "id" or "id" not in below]
    under = [item for item in kept if item[0].text not in named]
    before = len(found)
    try:
        decoded = decode(tree.MappingNode((*under, *written), facts.span), card_type, found)
    except InputError:  # already among the findings
        return None
    if len(found) > before:
        return None
    # mypy does not know that a card is a struct
    card = replace(decoded.value, provenance=_signed(decoded.value.provenance, known, named, author))  # type: ignore[type-var]
    return Definition(Located(card, decoded), named, place, known)


def fields_of(facts: tree.MappingNode) -> tuple[str, ...]:
    """The fields of a card that are given."""
    return tuple(name.text for name, _ in facts.items if name.text != "id")


def _signed(provenance: Provenance, known: Card | None, named: Iterable[str], author: str) -> Provenance:
    """The provenance with its author, without what sources say about changed fields."""
    if known is None:
        return replace(provenance, author=author)
    changed = set(named) | set(known.provenance.changed)
    return replace(
        provenance,
        single_fields=tuple(each for each in provenance.single_fields if each not in changed),
        uncertain=tuple(each for each in provenance.uncertain if each not in changed),
        conflicts={field: says for field, says in provenance.conflicts.items() if field not in changed},
        author=author,
        changed=() if provenance.confidence == "own" else tuple(sorted(changed - {"provenance"})),
    )


def check_names(definitions: Iterable[Definition[Card]], names: Names, found: Diagnostics) -> None:
    """Report every defined name that already means another card, in any language (E421)."""
    for each in definitions:
        for path, name in _given_names(each):
            match = names.resolve(name)
            if match != Match(each.value.id):
                message = f'the name "{name}" already means another card'
                found.report("E421", message, _place_of(each, path), "give the card a name of its own")


def _given_names(each: Definition[Card]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    yield ("name",), each.value.name
    yield from ((("aliases", index), alias) for index, alias in enumerate(each.value.aliases))


def lint(
    definitions: Iterable[Definition[Card]],
    cards: Mapping[str, Card],
    below: Mapping[str, Card],
    lint_cards: LintCards[Card] | None,
    whole: Span,
    found: Diagnostics,
) -> None:
    """Report what the game says about the cards that were defined over those below, each at its place."""
    if lint_cards is None:
        return
    by_id = {each.value.id: each for each in definitions}
    for problem in lint_cards(cards, by_id, below):
        span = _place_of(by_id[problem.card], problem.path) if problem.card else whole
        found.report(problem.code, problem.message, span, problem.help)


def _place_of(each: Definition[Card], path: tuple[str | int, ...]) -> Span:
    """The place of a part of the card, or of the card if that part is not written there."""
    return each.card.at(*path) if path and path[0] in each.named else each.place


def own_entries(
    definitions: Iterable[Definition[Card]], document: str, known: Mapping[str, Entry]
) -> dict[str, Entry]:
    """The rulings of cards that somebody made or changed: they cite the place where that is written."""
    entries = {}
    for each in definitions:
        entry = _own_entry(each, document, known.get(f"card.{each.value.id}"))
        entries[entry.id] = entry
    return entries


def _own_entry(each: Definition[Any], document: str, known: Entry | None) -> Entry:
    """The ruling of the card as it is now; what was written about it before may no longer be true."""
    card, provenance = each.value, each.value.provenance
    changed = provenance.changed
    title = f"{card.name}, as {provenance.author} defines it"
    says = in_words(card) if each.below is None or not changed else differing(card, each.below, changed)
    text = f"{sentence(provenance.author)} defines: {says}."
    if changed:
        title += f" ({says})" if says else ""
        kept = [fact.field for fact in told(card) if fact.field not in changed]
        text += f" Otherwise it is as it was: {in_words(card, kept)}." if kept else ""
    citation = Citation(document, f"cards, line {each.place.line}")
    return Entry(f"card.{card.id}", title, text, (citation,), known.see if known is not None else ())


def without_changed(
    points: Mapping[str, Interpretation], definitions: Iterable[Definition[Card]]
) -> dict[str, Interpretation]:
    """The interpretations, whose readings no longer replace facts that somebody has defined."""
    changed = {each.value.id: set(each.named) for each in definitions if each.value.provenance.changed}
    if not changed:
        return dict(points)
    return {key: _without(point, changed) for key, point in points.items()}


def _without(point: Interpretation, changed: Mapping[str, set[str]]) -> Interpretation:
    if not any(card in changed for option in point.options for card in option.cards):
        return point
    options = []
    for option in point.options:
        left = {
            card: {field: value for field, value in facts.items() if field not in changed.get(card, ())}
            for card, facts in option.cards.items()
        }
        options.append(replace(option, cards={card: facts for card, facts in left.items() if facts}))
    return replace(point, options=tuple(options))


_UNREADABLE = Regex(
    r"[#(),:;|/\[\]{}<>\"]|\bx\s*\d+$|^\d+(?:\s*x\b|\s)|^(?:none|unknown|an unknown card)$", re.I
)


class Named(Protocol):
    """A card with its names."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> Iterable[str]: ...


def unreadable_names(card: Named) -> Iterator[Nonsense]:
    """The names of a card that would be mistaken for something else."""
    for path, name in (
        (("name",), card.name),
        *((("aliases", n), name) for n, name in enumerate(card.aliases)),
    ):
        if not squash(name) or _UNREADABLE.search(name):
            help_ = "letters, digits, blanks, hyphens and apostrophes can be read everywhere"
            yield Nonsense(card.id, path, "E425", f'"{name}" cannot be the name of a card', help_)


MOST_CARDS = 200
"""The most cards that one position may define."""

COPIES = 99
"""Copies of a home-made card that does not say how many there are."""

DOCUMENT = "position"


def with_own_cards(
    ruleset: Ruleset[Card], node: tree.Node, lint_cards: LintCards[Card] | None, found: Diagnostics
) -> Ruleset[Card]:
    """The ruleset with the cards of a position's `cards:`.

    A key that names a card changes the fields that are given; any other key defines a new card, of which it
    is the id or the name. Problems are reported with their places. A card with problems is left out, and its
    name is then not reported a second time as unknown.
    """
    if not isinstance(node, tree.MappingNode):
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
        """Names of cards whose definition has problems."""
        self._places: dict[str, tree.Scalar] = {}

    def definitions(self, node: tree.MappingNode) -> Iterator[Definition[Card]]:
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
        assert isinstance(facts, tree.MappingNode)
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
        if not isinstance(facts, tree.MappingNode):
            return False  # which the decoding of the file reports
        if (own_id := facts.get("id")) is not None:
            message = "the key names the card: leave out the `id`"
            self.found.report("E405", message, own_id.span)
            return False
        return True


def _names_in(key: tree.Scalar, facts: tree.Node) -> Iterator[str]:
    """The names that a faulty card would have had."""
    yield key.text
    name = facts.get("name") if isinstance(facts, tree.MappingNode) else None
    if isinstance(name, tree.Scalar):
        yield name.text


def id_from(text: str) -> str:
    """The id of a new card with this name; empty for a text without ASCII letters or digits."""
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
    node: tree.MappingNode,
) -> Ruleset[Card]:
    line = node.span.line_in_file
    name = PurePath(node.span.file).name  # whoever reads an answer may have the file elsewhere
    title = f"{AUTHOR} itself" + (f", {name} from line {line}" if line is not None else "")

    def glossary() -> dict[str, Entry]:
        return {**ruleset.glossary, **own_entries(definitions, DOCUMENT, ruleset.glossary)}

    return ruleset.extended(
        cards,
        without_changed(ruleset.interpretations, definitions),
        {**ruleset.documents, DOCUMENT: Document(DOCUMENT, title)},
        glossary,
        lambda: names,
    )
