"""What an answer rests on: interpretations, rulings with the places where they are written, documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tsolve.model.answers import Cited, CitedDocument, ReadingAnswer
from tsolve.report.page import Page, Style, columns
from tsolve.report.places import told_section

_HASH = re.compile(r"\b[0-9a-f]{40}\b")
_SHOWN_OF_HASH = 12
_MARKS = {True: "* ", False: "  ", None: "? "}
"""Decisive, applied, not examined."""


def show_rulings(
    page: Page,
    readings: Sequence[ReadingAnswer],
    citations: Sequence[Cited],
    documents: Sequence[CitedDocument],
) -> None:
    """Interpretations and rulings, each with its sources; then the documents with their editions."""
    rulebooks = {each.id: each for each in documents if each.rulebook}
    cited = {each.id: each for each in citations}
    weighed = any(each.decisive is not None for each in citations)
    if readings:
        page.heading("Interpretations that the answer used")
    for reading in readings:
        known = cited.pop(f"key.{reading.key}", None)
        mark = _MARKS[known.decisive] if weighed and known else ""
        _show_reading(page, reading, _places(known, rulebooks) if known else "", mark)
    if cited:
        page.heading("Rulings")
    if weighed:
        page.text(_legend(citations), indent=2, style="dim")
    for each in cited.values():
        mark = _MARKS[each.decisive] if weighed else ""
        places = _places(each, rulebooks)
        text = f"{each.id} {each.title}{': ' if places else ''}{places}"
        _show_marked(page, text, mark)
    if documents:
        page.heading("Documents")
    for document in sorted(documents, key=lambda each: not each.rulebook):
        page.text(f"{document.id}: {_identified(document)}", indent=2, hang=2)


def show_titles(page: Page, citations: Iterable[Cited]) -> None:
    """The rulings by id and title only."""
    page.heading("Rulings (tsolve rule ID tells where each is written)")
    cited = list(citations)
    width = max((columns(each.id) for each in cited), default=0) + 2
    for each in cited:
        page.labelled(each.id, each.title, width=min(width, 30))


def show_notes(page: Page, notes: Iterable[str]) -> None:
    """Remarks, each with a label."""
    page.blank()
    for note in notes:
        page.text(f"note: {note}", hang=6, style="warn")


def _legend(citations: Sequence[Cited]) -> str:
    """What the marks of the rulings mean."""
    found = {each.decisive for each in citations}
    told = "* decisive: without it, or with another reading, the verdict changes"
    if True not in found:
        told = "none is decisive: without any one of them the verdict stays the same"
        told = told if None not in found else "none of those examined is decisive"
    return f"{told}; ? not examined" if None in found else told


def _show_reading(page: Page, reading: ReadingAnswer, places: str, mark: str) -> None:
    chosen = " (chosen in the file or the command)" if reading.overridden else ""
    written = f" ({places})" if places else ""
    text = f"{reading.key} = {reading.option}{chosen}: {reading.question}{written}"
    _show_marked(page, text, mark, "warn" if reading.overridden else "")


def _show_marked(page: Page, text: str, mark: str, style: Style = "") -> None:
    """A paragraph with a mark in front, which may be blank."""
    if mark.strip():
        page.text(f"{mark}{text}", indent=2, hang=2 + len(mark), style=style)
    else:
        page.text(text, indent=2 + len(mark), hang=2, style=style)


def _places(cited: Cited, rulebooks: Mapping[str, CitedDocument]) -> str:
    """Rulebooks with their sections; other documents after what they are cited for: `card text: a, b`."""
    return "; ".join((*_in_rulebooks(cited, rulebooks), *_elsewhere(cited, rulebooks)))


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
