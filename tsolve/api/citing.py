"""Ruling ids with their titles and the documents, editions and sections where they are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tsolve.model.answers import Cited, CitedDocument, CitedPlaces

if TYPE_CHECKING:
    from tsolve.rules.glossary import Citation
    from tsolve.rules.ruleset import CardFacts, Ruleset


def cite(rules: Ruleset[CardFacts], rulings: Iterable[str]) -> tuple[Cited, ...]:
    """The rulings of a ruleset, each once, in the order given; ids that it does not know are left out."""
    known = (rules.glossary[ruling] for ruling in dict.fromkeys(rulings) if ruling in rules.glossary)
    return tuple(
        Cited(entry.id, entry.title, tuple(_places(entry.citations)), text=entry.text) for entry in known
    )


def documents(rules: Ruleset[CardFacts], citations: Iterable[Cited]) -> tuple[CitedDocument, ...]:
    """The documents of the citations, in the order of the ruleset, with English titles of what is cited."""
    used: dict[str, dict[str, None]] = {}
    for cited in citations:
        for places in cited.sources:
            used.setdefault(places.document, {}).update(dict.fromkeys(places.sections))
    rulebooks = {document for printing in rules.printings.values() for document in printing.documents}
    return tuple(
        CitedDocument(
            each.id,
            each.title,
            each.edition,
            each.id in rulebooks,
            {section: english for section in used[each.id] if (english := each.english(section))},
            {section: right for section, right in each.spellings.items() if section in used[each.id]},
        )
        for each in rules.documents.values()
        if each.id in used
    )


def _places(citations: Iterable[Citation]) -> Iterator[CitedPlaces]:
    sections: dict[str, dict[str, None]] = {}
    for citation in citations:
        sections.setdefault(citation.document, {})[citation.section] = None
    for document, names in sections.items():
        yield CitedPlaces(document, tuple(names))
