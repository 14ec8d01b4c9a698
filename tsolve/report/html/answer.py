"""The page of an answer: the verdict as its head, the reason beside the table, all else behind titles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tsolve import __version__
from tsolve.model.positions import PositionAnswer
from tsolve.model.trace import Entry
from tsolve.report.answers.headline import head_of
from tsolve.report.html.blocks import Blocks, line_in, mark
from tsolve.report.html.citing import Rules
from tsolve.report.html.grounds import Grounds
from tsolve.report.html.markup import NOTHING, Markup, document, joined, lines, tag
from tsolve.report.html.styles import style
from tsolve.report.html.table import table
from tsolve.report.page import Board, Page, Verdict

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LONGEST_TITLE = 160
_LONGEST_FILE = 12_000
"""Characters of a position file that the page holds."""


class Given(NamedTuple):
    """What was judged: the position, and the file as a person wrote it."""

    file: str
    position: PositionAnswer
    source: str = ""


class Faces(NamedTuple):
    """An answer as blocks: in brief, what stands beside that, and all that can be told besides."""

    brief: Page
    beside: Page
    more: Page
    picture: Markup = NOTHING
    """What is drawn before the brief answer, where something is."""


def as_html(given: Given, faces: Faces, grounds: Grounds, deciding: Sequence[Entry] = ()) -> str:
    """A page that needs nothing else: no network, no script."""
    rules = Rules(grounds.citations, grounds.documents)
    open_, closed = Blocks(rules, deciding), Blocks(rules, deciding, bubbles=False)
    head = head_of(faces.brief.blocks)
    answer = joined((faces.picture, open_.all(head.others)))
    sections = [*closed.sections(faces.more.blocks), *grounds.sections(closed)]
    if not answer and sections:  # the headline says all that is told in brief
        title, told = sections.pop(0)
        answer = joined((tag("h2", title), told))
    main = tag(
        "main",
        _head(given, head.verdict, open_.all(head.reasons), open_),
        tag(
            "div",
            tag("div", answer, class_="answer"),
            tag(
                "aside",
                _table(given.position, faces.brief, head.verdict, open_),
                _beside(faces.beside, open_),
            ),
            class_="columns",
        ),
        *(_closed(title, told) for title, told in sections),
        _source(given.source),
        tag("footer", f"tsolve {__version__}"),
    )
    return document(_metadata(head.verdict), joined((_HATCHING, main)))


def _metadata(headline: Verdict) -> Markup:
    word = headline.word[:1].upper() + headline.word[1:]
    title = f"{word}: {headline.text}" if word else headline.text
    return joined(
        (
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
            tag("meta", name="viewport", content="width=device-width,initial-scale=1"),
            tag("title", title if len(title) <= _LONGEST_TITLE else f"{title[:_LONGEST_TITLE]} ..."),
            style("answer.css"),
        )
    )


def _head(given: Given, headline: Verdict, reasons: Markup, blocks: Blocks) -> Markup:
    word = tag("b", mark(headline.style), headline.word, class_="word")
    game = given.position.game_title or given.position.game
    origin = (game, f"printing {given.position.printing}", _place(given.file, headline.place))
    return tag(
        "header",
        tag("h1", word, " ", tag("span", blocks.linked(headline.text), class_="headline")),
        reasons,
        tag("p", ", ".join(filter(None, origin)), class_="origin"),
        class_=headline.style,
    )


def _place(file: str, place: str) -> str:
    """Where the claim stands: `dispute.yaml:8`; of standard input the line only."""
    line = line_in(place)
    if file == "-":
        return f"line {line}" if line else ""
    return f"{file}:{line}" if line else file


def _table(position: PositionAnswer, brief: Page, headline: Verdict, blocks: Blocks) -> Markup:
    """The table, without its board where the answer stands on one, and with its map."""
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
"""What is lost of a number is drawn with it."""
