"""Cards that somebody defines: new ones, and changes of cards that are known already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, Span
from tsolve.errors import InputError
from tsolve.model.words import sentence
from tsolve.rules.glossary import Citation, Entry
from tsolve.rules.interpretations import Interpretation
from tsolve.rules.names import Match, Names
from tsolve.rules.provenance import Provenance
from tsolve.rules.ruleset import Card
from tsolve.rules.telling import differing, in_words, told
from tsolve.rules.validation import Located
from tsolve.source import tree
from tsolve.source.decode import decode


class Nonsense(NamedTuple):
    """What is wrong with a card although each of its fields is well formed."""

    card: str
    """Its id; empty for what is wrong with all of them together."""
    path: tuple[str | int, ...]
    """Where in the card."""
    code: str
    message: str
    help: str = ""


LintCards: TypeAlias = Callable[[Mapping[str, Card], Iterable[str], Mapping[str, Card]], Iterable[Nonsense]]
"""A game's check of its cards: all of them, the ids of those that were defined, and the cards before that."""


class Definition(NamedTuple, Generic[Card]):
    """A card with the place where it is defined, and the fields that were named there."""

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
    facts: tree.Mapping,
    known: Card | None,
    defaults: Mapping[str, Any],
    card_type: type[Card],
    author: str,
    found: Diagnostics,
) -> Definition[Card] | None:
    """The card with the facts that are named, over those of the `known` card or over `defaults`.

    None when the facts are wrong, which is then among the findings.
    """
    below = dict(defaults) if known is None else msgspec.to_builtins(known)
    named = fields_of(facts)
    if known is None:
        below.setdefault("provenance", {"confidence": "own"})
    kept = [(tree.Scalar(name, place, True), tree.plant(value, place)) for name, value in below.items()]
    written = [item for item in facts.items if item[0].text != "id" or "id" not in below]
    under = [item for item in kept if item[0].text not in named]
    before = len(found)
    try:
        decoded = decode(tree.Mapping((*under, *written), facts.span), card_type, found)
    except InputError:  # already among the findings
        return None
    if len(found) > before:
        return None
    # mypy does not know that a card is a struct
    card = replace(decoded.value, provenance=_signed(decoded.value.provenance, known, named, author))  # type: ignore[type-var]
    return Definition(Located(card, decoded), named, place, known)


def fields_of(facts: tree.Mapping) -> tuple[str, ...]:
    """The fields of a card that are named."""
    return tuple(name.text for name, _ in facts.items if name.text != "id")


def _signed(provenance: Provenance, known: Card | None, named: Iterable[str], author: str) -> Provenance:
    """The provenance with its author; what sources say about changed fields is gone."""
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
    """Report every name that a definition gives and that means another card, in any language (E421)."""
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
    """The place of a part of the card; of the card where that part is not written there."""
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
    """The ruling of the card as it is now; what was written about it before may be true no longer."""
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
