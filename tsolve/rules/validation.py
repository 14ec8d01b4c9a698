"""Checks between the parts of a ruleset: ids that are taken twice, ids that lead nowhere."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import Span
from tsolve.rules.names import Lexicon
from tsolve.rules.ruleset import Core, unknown_reading
from tsolve.rules.rulings import Citation, Document, Entry, Interpretation
from tsolve.source.decoded import Decoded

T = TypeVar("T")
U = TypeVar("U")


class Located(NamedTuple, Generic[T]):
    """A decoded value that knows where it was written: at `path` inside `source`."""

    value: T
    source: Decoded[Any]
    path: tuple[str | int, ...] = ()

    def at(self, *path: str | int) -> Span:
        """The place of a part of the value, else of the nearest whole that has one."""
        return self.source.span(*self.path, *path)

    def key_at(self, *path: str | int) -> Span:
        """The place of the key of a part."""
        return self.source.key_span(*self.path, *path)

    def each(self, field: str) -> list[Located[Any]]:
        """The items of a list field, each with its place."""
        items = enumerate(getattr(self.value, field))
        return [Located(item, self.source, (*self.path, field, i)) for i, item in items]

    def with_value(self, value: U) -> Located[U]:
        """Another value that stands for what was written here."""
        return Located(value, self.source, self.path)


def unique(items: Iterable[Located[Any]], what: str, found: Diagnostics) -> dict[str, Any]:
    """The values by their ids, in order; an id that is taken twice is reported with both places (E401)."""
    first: dict[str, Located[Any]] = {}
    for item in items:
        other = first.setdefault(item.value.id, item)
        if other is not item:
            message = f'the {what} "{item.value.id}" is defined twice'
            found.report("E401", message, item.at("id"), related=[("first defined here", other.at("id"))])
    return {id_: item.value for id_, item in first.items()}


def validate(
    core: Core,
    head: Located[Any],
    cards: list[Located[Any]],
    entries: list[Located[Entry]],
    points: list[Located[Interpretation]],
    rulings: Mapping[str, Entry],
    lexicons: Mapping[str, Located[Lexicon]],
    known_cards: Collection[str],
    found: Diagnostics,
) -> None:
    """Report every id that leads nowhere (E402), every unknown reading (E412, E413) and field (E403)."""
    check = _Checker(found)
    check.known("printing", core.default_printing, core.printings, head.at("default_printing"))
    for printing in head.each("printings"):
        for i, document in enumerate(printing.value.documents):
            check.known("document", document, core.documents, printing.at("documents", i))
        for key, option in printing.value.defaults.items():
            if problem := unknown_reading(core.interpretations, key, option):
                found.report(*problem[:2], printing.key_at("defaults", key), problem[2])
    for entry in entries:
        check.citations(entry, entry.value.citations, core)
        check.rulings(entry, "see", entry.value.see, rulings)
    for point in points:
        check.citations(point, point.value.citations, core)
        check.rulings(point, "rulings", point.value.rulings, rulings)
        if not point.value.options:
            found.report("E404", f'the open point "{point.value.id}" has no readings', point.at())
        unique(point.each("options"), f'option of "{point.value.id}"', found)
    for card in cards:
        check.provenance(card, core)
    for lexicon in lexicons.values():
        for card_id in lexicon.value.cards:
            check.known("card", card_id, known_cards, lexicon.key_at("cards", card_id))


def check_options(
    points: Iterable[Located[Interpretation]], below: Mapping[str, Interpretation], found: Diagnostics
) -> None:
    """An interpretation that is known keeps its readings: rules and printings ask for them by their ids.

    Where its readings replace no cards, it is asked for in code alone, which knows no others.
    """
    for point in points:
        known = below.get(point.value.id)
        if known is None or not point.value.options:
            continue
        before = [option.id for option in known.options]
        given = [option.id for option in point.value.options]
        for lost in (option for option in before if option not in given):
            message = f'the interpretation "{known.id}" loses its reading "{lost}", for which the rules ask'
            found.report("E402", message, point.at("options"), f"its readings are: {', '.join(before)}")
        if not (known.replaces_cards or point.value.replaces_cards):
            for n, new in ((n, option) for n, option in enumerate(given) if option not in before):
                message = f'no rule asks for the reading "{new}" of "{known.id}", and it replaces no card'
                found.report("E402", message, point.at("options", n, "id"), f"there are: {', '.join(before)}")


def _section_like(section: str, document: Document) -> str:
    return suggest(section, document.sections) or "give it one under `sections` of the document"


class _Checker:
    def __init__(self, found: Diagnostics) -> None:
        self._found = found

    def known(self, what: str, id_: str, known: Collection[str], span: Span) -> None:
        if id_ not in known:
            self._found.report("E402", f'no {what} has the id "{id_}"', span, lambda: suggest(id_, known))

    def citations(self, item: Located[Any], citations: tuple[Citation, ...], core: Core) -> None:
        for i, citation in enumerate(citations):
            place = item.at("citations", i, "document")
            self.known("document", citation.document, core.documents, place)
            document = core.documents.get(citation.document)
            if document and not document.is_english and citation.section not in document.sections:
                self._found.report(
                    "E428",
                    f'the section "{citation.section}" of {document.id} has no English title',
                    item.at("citations", i, "section"),
                    partial(_section_like, citation.section, document),
                )

    def rulings(
        self, item: Located[Any], field: str, ids: tuple[str, ...], rulings: Mapping[str, Entry]
    ) -> None:
        for i, id_ in enumerate(ids):
            self.known("ruling", id_, rulings, item.at(field, i))

    def provenance(self, card: Located[Any], core: Core) -> None:
        """Sources are documents, and doubts are about fields of the card, under their names in the file, or
        about a piece that such a field prints.
        """
        for i, source in enumerate(card.value.provenance.sources):
            self.known("document", source, core.documents, card.at("provenance", "sources", i))
        fields = {field.encode_name for field in msgspec.structs.fields(card.value)}
        values = (getattr(card.value, name) for name in card.value.__struct_fields__)
        fields |= {n for each in values if hasattr(each, "parts_in_words") for n, _ in each.parts_in_words()}
        provenance = card.value.provenance
        for part in ("single_fields", "uncertain", "conflicts"):
            for i, name in enumerate(getattr(provenance, part)):
                if name not in fields:
                    path = ("provenance", part, name if part == "conflicts" else i)
                    place = card.key_at(*path) if part == "conflicts" else card.at(*path)
                    self._found.report(
                        "E403", f'cards have no field "{name}"', place, partial(suggest, name, fields)
                    )
