"""An answer for a browser: the verdict at the top, the reason beside the position, everything else in
sections that open by their title; as a whole document, or as a part for one that has the styles already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.model.answers import Cited, CitedDocument, ReadingAnswer
from tsolve.model.plays import PositionAnswer
from tsolve.model.trace import Entry
from tsolve.report.answers.head import head_of
from tsolve.report.html import all_styles
from tsolve.report.html.blocks import Blocks, line_in, mark, table
from tsolve.report.html.markup import (
    NOTHING,
    Markup,
    Rules,
    anchor,
    document,
    joined,
    lines,
    style_sheet,
    tag,
)
from tsolve.report.page import Board, Page, Verdict
from tsolve.report.rulings import (
    by_weight,
    places_of,
    show_documents,
    show_notes,
    show_readings,
    show_weighing,
)
from tsolve.report.words import untyped
from tsolve.version import VERSION


class Foundations:
    """The sections at the end of a page, each closed at first."""

    def __init__(
        self,
        citations: Sequence[Cited] = (),
        documents: Sequence[CitedDocument] = (),
        readings: Sequence[ReadingAnswer] = (),
        provenance: Sequence[str] = (),
    ) -> None:
        """`provenance`: how certain the facts are."""
        self.citations, self.documents, self.readings = citations, documents, readings
        self.provenance = provenance

    @classmethod
    def of_all(cls, several: Sequence[Foundations]) -> Foundations:
        """What several answers rest on, each rule and document once."""
        return cls(
            list({cited.id: cited for each in several for cited in each.citations}.values()),
            list({found.id: found for each in several for found in each.documents}.values()),
            list({reading.key: reading for each in several for reading in each.readings}.values()),
            list(dict.fromkeys(told for each in several for told in each.provenance)),
        )

    @property
    def titles(self) -> dict[str, str]:
        """The titles of the rules by id, for rows of sums without a card."""
        return {each.id: each.title for each in self.citations}

    def sections(self, blocks: Blocks) -> Iterator[tuple[str, Markup]]:
        """The title of each section, and its contents."""
        if self.citations:
            yield "Rules", self._rules(blocks)
        page = Page()
        show_readings(page, self.readings)
        show_documents(page, self.documents)
        show_notes(page, self.provenance)
        yield from blocks.sections(page.blocks)

    def _rules(self, blocks: Blocks) -> Markup:
        rulebooks = {each.id: each for each in self.documents if each.rulebook}
        parts = []
        for heading, rules in by_weight(self.citations):
            entries = (self._rule(each, places_of(each, rulebooks), blocks) for each in rules)
            parts += [tag("h3", heading), tag("div", *entries, class_="rules-list")]
        page = Page()
        show_weighing(page, self.citations)
        return joined((*parts, blocks.all(page.blocks)))

    def _rule(self, cited: Cited, places: str, blocks: Blocks) -> Markup:
        title = tag("h4", tag("span", cited.id, class_="rule"), " ", cited.title)
        told = joined(tag("p", blocks.linked(line)) for line in cited.text.splitlines())
        where = tag("p", places, class_="source") if places else ""
        return tag("div", title, told, where, id=anchor(cited.id))


_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LONGEST_TITLE = 160
_LONGEST_FILE = 12_000
"""The most characters of a position file in the page."""


class Given(NamedTuple):
    """What was judged, if anything was: the position, and the file as a person wrote it."""

    file: str = ""
    position: PositionAnswer | None = None
    source: str = ""


class Faces(NamedTuple):
    """An answer as blocks: the brief answer, what is beside it, and everything else."""

    brief: Page
    beside: Page
    more: Page
    picture: Markup = NOTHING
    """A picture before the brief answer, if there is one."""


class Paper(NamedTuple):
    """All that the page of an answer is made of."""

    given: Given
    faces: Faces
    grounds: Foundations
    deciding: Sequence[Entry] = ()
    """The rows of sums that decide."""


def as_html(paper: Paper) -> str:
    """A document without external parts: no network, no script."""
    main = tag("main", _contents(paper), tag("footer", f"tsolve {VERSION}"))
    return document(_metadata(head_of(paper.faces.brief.blocks).verdict), main)


def as_part(paper: Paper) -> Markup:
    """The answer as an element for a page that has the styles, `tsolve.report.html.all_styles`: it holds none
    itself.
    """
    return tag("article", _contents(paper))


def _contents(paper: Paper) -> Markup:
    given, faces, grounds = paper.given, paper.faces, paper.grounds
    rules = Rules(grounds.citations, grounds.documents)
    open_, closed = Blocks(rules, paper.deciding), Blocks(rules, paper.deciding, bubbles=False)
    head = head_of(faces.brief.blocks)
    answer = joined((faces.picture, open_.all(head.others)))
    table = _table(given.position, faces.brief, head.verdict, open_)
    aside = joined((table, _beside(faces.beside, open_)))
    sections = [*closed.sections(faces.more.blocks), *grounds.sections(closed)]
    if not answer and sections:  # the headline is the whole brief answer
        title, told = sections.pop(0)
        answer = joined((tag("h2", title), told))
    return joined(
        (
            _HATCHING,
            _head(given, head.verdict, open_.all(head.reasons), open_),
            _columns(answer, aside),
            *(_closed(title, told) for title, told in sections),
            _source(given.source),
        )
    )


def _columns(answer: Markup, aside: Markup) -> Markup:
    """The answer with what stands beside it; either alone has the whole width."""
    if answer and aside:
        return tag("div", tag("div", answer, class_="answer"), tag("aside", aside), class_="columns")
    return tag("div", answer or aside, class_="answer alone")


def _metadata(headline: Verdict) -> Markup:
    word = headline.word[:1].upper() + headline.word[1:]
    text = untyped(headline.text)
    title = f"{word}: {text}" if word else text
    return joined(
        (
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
            tag("meta", name="viewport", content="width=device-width,initial-scale=1"),
            tag("title", title if len(title) <= _LONGEST_TITLE else f"{title[:_LONGEST_TITLE]} ..."),
            style_sheet(all_styles()),
        )
    )


def _head(given: Given, headline: Verdict, reasons: Markup, blocks: Blocks) -> Markup:
    word = tag("b", mark(headline.style), headline.word, class_="word") if headline.word else ""
    position = given.position
    game = (position.game_title or position.game, f"printing {position.printing}") if position else ()
    origin = (*game, _place(given.file, headline.place))
    return tag(
        "header",
        tag("h1", word, " " * bool(word), tag("span", blocks.linked(headline.text), class_="headline")),
        reasons,
        tag("p", ", ".join(filter(None, origin)), class_="origin"),
        class_=headline.style,
    )


def _place(file: str, place: str) -> str:
    """The place of the claim: `dispute.yaml:8`, without folders, which mean nothing to others; for standard
    input the line only; nothing without a file.
    """
    if not file:
        return ""
    line, file = line_in(place), re.split(r"[/\\]", file)[-1]
    if file == "-":
        return f"line {line}" if line else ""
    return f"{file}:{line}" if line else file


def _table(position: PositionAnswer | None, brief: Page, headline: Verdict, blocks: Blocks) -> Markup:
    """The position with its map, but without its board if the answer is shown on the board."""
    if position is None:
        return NOTHING
    if any(isinstance(block, Board) for block in brief.blocks):
        position = replace(position, board=())
    page = Page()
    page.map(position.map)
    return table(position, headline.text, blocks.all(page.blocks))


def _beside(page: Page, blocks: Blocks) -> Markup:
    told = blocks.all(page.blocks)
    return joined((tag("h2", "By another reading"), told)) if told else NOTHING


def _closed(title: str, told: Markup) -> Markup:
    kind = "documents" if title == "Documents" else ""
    return tag("details", tag("summary", title), tag("div", told), class_=kind)


def _source(source: str) -> Markup:
    if not source:
        return NOTHING
    shown = source if len(source) <= _LONGEST_FILE else f"{source[:_LONGEST_FILE]}\n..."
    return _closed("The position file", tag("pre", lines(shown.replace("\r\n", "\n"))))


_HATCHING = tag(
    "svg",
    tag(
        "pattern",
        tag("path", d="M0 6L6 0"),
        id="hatch",
        width=6,
        height=6,
        patternUnits="userSpaceOnUse",
    ),
    width=0,
    height=0,
    class_="defs",
    aria_hidden="true",
)
"""The hatching for losses."""
