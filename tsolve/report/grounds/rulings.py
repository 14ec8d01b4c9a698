"""What an answer rests on: rules in words, open points and their readings, where all of it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tsolve.model.answers import Cited, CitedDocument, ReadingAnswer
from tsolve.report.detail import Detail
from tsolve.report.page import Page
from tsolve.report.words.places import told_section
from tsolve.report.words.sentences import sentence

_HASH = re.compile(r"\b[0-9a-f]{40}\b")
_SHOWN_OF_HASH = 12
_OPEN_POINT = "key."
"""How the ids of open points begin among those of rules."""


def show_grounds(
    page: Page,
    detail: Detail,
    readings: Sequence[ReadingAnswer],
    citations: Sequence[Cited],
    documents: Sequence[CitedDocument],
) -> None:
    """The layers that tell what an answer rests on, where they are asked for."""
    if detail.explain:
        told = {reading.key for reading in readings}
        show_rules(page, [each for each in citations if each.id.removeprefix(_OPEN_POINT) not in told])
        show_readings(page, readings)
    if detail.sources:
        show_sources(page, citations, documents)


def by_weight(rules: Sequence[Cited]) -> Iterator[tuple[str, Sequence[Cited]]]:
    """The rules that decide, then the others, each group with its heading."""
    deciding = [each for each in rules if each.decisive]
    if deciding:
        yield "Without any one of these the verdict changes", deciding
    if others := [each for each in rules if not each.decisive]:
        yield "Also used" if deciding else "The rules", others


def show_rules(page: Page, rules: Sequence[Cited]) -> None:
    """The rules in words: those that decide, then the others."""
    for heading, group in by_weight(rules):
        page.heading(heading)
        _show_in_words(page, group)
    weighed = [each for each in rules if each.decisive is not None]
    if weighed and not any(each.decisive for each in weighed):
        page.text("No single rule decides: without any one of them the verdict stays.", indent=2, hang=2)
    if weighed and (unknown := [each.id for each in rules if each.decisive is None]):
        told = f"Whether these decide was not examined: {', '.join(unknown)}"
        page.text(told, indent=2, hang=2, style="dim")


def show_readings(page: Page, readings: Sequence[ReadingAnswer]) -> None:
    """The open points that the answer went through, each with the reading that was used."""
    if readings:
        page.heading("Open points")
    for reading in readings:
        chosen = " (your choice)" if reading.overridden else ""
        text = f"{reading.key} = {reading.option}{chosen}: {reading.question}"
        page.text(text, indent=2, hang=2, style="warn" if reading.overridden else "")


def show_sources(page: Page, citations: Sequence[Cited], documents: Sequence[CitedDocument]) -> None:
    """Where each rule is written; then the documents with their editions."""
    rulebooks = {each.id: each for each in documents if each.rulebook}
    if citations:
        page.heading("Where it is written")
    for cited in citations:
        places = places_of(cited, rulebooks)
        called = f"{cited.id.removeprefix(_OPEN_POINT)} {cited.title}"
        page.text(f"{called}{': ' if places else ''}{places}", indent=2, hang=2)
    show_documents(page, documents)


def show_documents(page: Page, documents: Sequence[CitedDocument]) -> None:
    """The documents with their editions, the rulebooks first."""
    if documents:
        page.heading("Documents")
    for document in sorted(documents, key=lambda each: not each.rulebook):
        page.text(f"{document.id}: {_identified(document)}", indent=2, hang=2)


def places_of(cited: Cited, rulebooks: Mapping[str, CitedDocument]) -> str:
    """Rulebooks with their sections; other documents after what they are cited for: `card text: a, b`."""
    return "; ".join((*_in_rulebooks(cited, rulebooks), *_elsewhere(cited, rulebooks)))


def show_notes(page: Page, notes: Iterable[str]) -> None:
    """Remarks, each a sentence; nothing where there are none."""
    for note in notes:
        page.text(sentence(note), 3, style="warn")


def cites(rulings: Iterable[str]) -> str:
    """The rulings in brackets."""
    shown = ", ".join(rulings)
    return f"[{shown}]" if shown else ""


def _show_in_words(page: Page, citations: Iterable[Cited]) -> None:
    for each in citations:
        page.text(each.text or each.title, indent=2, hang=2, lead=each.id)


def _in_rulebooks(cited: Cited, rulebooks: Mapping[str, CitedDocument]) -> Iterator[str]:
    for places in cited.sources:
        if (book := rulebooks.get(places.document)) is not None:
            sections = (
                told_section(section, book.sections.get(section, ""), book.spellings.get(section, ""))
                for section in places.sections
            )
            yield f"{places.document} {', '.join(sections)}"


def _elsewhere(cited: Cited, rulebooks: Mapping[str, CitedDocument]) -> Iterator[str]:
    by_section: dict[str, list[str]] = {}
    for places in cited.sources:
        if places.document not in rulebooks:
            by_section.setdefault(", ".join(places.sections), []).append(places.document)
    for section, ids in by_section.items():
        yield f"{section}: {', '.join(ids)}"


def _identified(document: CitedDocument) -> str:
    """Title and edition; of a commit the first digits."""
    edition = _HASH.sub(lambda match: match[0][:_SHOWN_OF_HASH], document.edition)
    return f"{document.title}, {edition}" if edition else document.title
