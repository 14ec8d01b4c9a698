"""The answers of the commands, each as one page for a browser: the verdict at the top, the reason beside the
position, the course of a graded turn as a picture, everything else in sections that open by their title.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec.structs import replace

from tsolve.model.answers import CheckAnswer, Cited, CitedDocument, ReadingAnswer
from tsolve.model.grades import GradeAnswer, StepGrade
from tsolve.model.plays import PositionAnswer
from tsolve.model.trace import Entry
from tsolve.report.answers.check import head_of, show_everything, show_reach, show_summary
from tsolve.report.grade import levels_that_moved, show_grade, told, weightiest
from tsolve.report.html.blocks import Blocks, line_in, mark, table
from tsolve.report.html.markup import NOTHING, Markup, Rules, anchor, document, joined, lines, style, tag
from tsolve.report.page import BRIEF, Bars, Block, Board, Detail, Heading, Page, Sum, Verdict
from tsolve.report.rulings import (
    by_weight,
    places_of,
    show_dependence,
    show_documents,
    show_notes,
    show_readings,
    show_weighing,
)
from tsolve.report.sums import Tables
from tsolve.version import VERSION

if TYPE_CHECKING:
    from tsolve.model.odds import OddsAnswer
    from tsolve.model.solved import SolvedAnswer, TargetsAnswer
    from tsolve.model.why_not import WhyNotAnswer


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


_WIDTH, _HEIGHT = 480, 150
_SIDE, _TOP, _FLOOR = 30, 26, 118


class _Point(NamedTuple):
    step: str
    text: str
    value: float
    shown: str
    kind: str
    """The style of the line to this point: for a choice, for luck, or for a mistake."""


def course(answer: GradeAnswer) -> Markup:
    """A line from the start to the result; empty if the turn had neither luck nor mistakes."""
    levels = levels_that_moved(answer)
    points = list(_points(answer, levels[0])) if levels and answer.start else []
    values = [point.value for point in points]
    if len(points) < 2 or min(values) == max(values):
        return NOTHING
    return tag(
        "svg",
        tag("title", "; ".join(f"{point.text}: {point.shown}" for point in points)),
        *_drawn(points),
        class_="course",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
    )


def _points(answer: GradeAnswer, level: int) -> Iterator[_Point]:
    sign = -1 if answer.goal[level] in answer.counted_down else 1
    start = answer.start[level]
    yield _Point("start", "at the start", sign * start.value, told(answer, start, level, named=False), "")
    for step in answer.steps:
        if not step.after:
            return
        after = step.after[level]
        shown = told(answer, after, level, named=False)
        yield _Point(str(step.number or ""), step.text, sign * after.value, shown, _kind(step))


def _kind(step: StepGrade) -> str:
    if step.verdict == "lost":
        return "mistake"
    return "luck" if weightiest(step.luck) is not None else ""


def _drawn(points: Sequence[_Point]) -> Iterator[Markup]:
    lowest, highest = min(point.value for point in points), max(point.value for point in points)
    places = [
        (
            _SIDE + (_WIDTH - 2 * _SIDE) * number / (len(points) - 1),
            _FLOOR - (_FLOOR - _TOP) * (point.value - lowest) / (highest - lowest),
        )
        for number, point in enumerate(points)
    ]
    for number, (point, (x, y)) in enumerate(zip(points, places, strict=True)):
        if number:
            left, above = places[number - 1]
            yield tag(
                "path", d=f"M{left:.1f} {above:.1f}L{x:.1f} {y:.1f}", class_=f"way {point.kind}".strip()
            )
        yield tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=4, class_=point.kind)
        if not number or point.kind or number == len(points) - 1:
            yield tag("text", point.shown, x=f"{x:.1f}", y=f"{y - 9:.1f}", text_anchor="middle")
        yield tag("text", point.step, x=f"{x:.1f}", y=_HEIGHT - 8, text_anchor="middle", class_="below")


_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LONGEST_TITLE = 160
_LONGEST_FILE = 12_000
"""The most characters of a position file in the page."""


class Given(NamedTuple):
    """What was judged: the position, and the file as a person wrote it."""

    file: str
    position: PositionAnswer
    source: str = ""


class Faces(NamedTuple):
    """An answer as blocks: the brief answer, what is beside it, and everything else."""

    brief: Page
    beside: Page
    more: Page
    picture: Markup = NOTHING
    """A picture before the brief answer, if there is one."""


def as_html(given: Given, faces: Faces, grounds: Foundations, deciding: Sequence[Entry] = ()) -> str:
    """A page without external parts: no network, no script."""
    rules = Rules(grounds.citations, grounds.documents)
    open_, closed = Blocks(rules, deciding), Blocks(rules, deciding, bubbles=False)
    head = head_of(faces.brief.blocks)
    answer = joined((faces.picture, open_.all(head.others)))
    sections = [*closed.sections(faces.more.blocks), *grounds.sections(closed)]
    if not answer and sections:  # the headline is the whole brief answer
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
        tag("footer", f"tsolve {VERSION}"),
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
    """The place of the claim: `dispute.yaml:8`; for standard input the line only."""
    line = line_in(place)
    if file == "-":
        return f"line {line}" if line else ""
    return f"{file}:{line}" if line else file


def _table(position: PositionAnswer, brief: Page, headline: Verdict, blocks: Blocks) -> Markup:
    """The position with its map, but without its board if the answer is shown on the board."""
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


A = TypeVar("A")

_IN_WORDS, _IN_FULL = Detail(explain=True), Detail(verbose=True)


def check_page(answer: CheckAnswer, given: Given) -> str:
    """The page with verdicts, the sum, what depends on a reading; then the turn, claims, legal actions."""

    brief, beside, more = Page(), Page(), Page()
    grounds = Foundations(answer.citations, answer.documents, answer.readings, answer.provenance)
    show_summary(brief, answer, grounds.titles)
    if answer.depends is not None:
        show_dependence(beside, answer.depends, _IN_WORDS)
    show_notes(brief, answer.notes)
    show_everything(more, answer, _tables(more, brief, grounds))
    return as_html(given, Faces(brief, beside, more), grounds, list(_deciding(answer)))


def _deciding(answer: CheckAnswer) -> Iterator[Entry]:
    """The rows that refute claims: the only row that the claim left out, or else rows that lower the number
    by a rule without which the verdict changes.
    """
    decisive = {cited.id for cited in answer.citations if cited.decisive}
    for claim in answer.claims:
        if len(claim.left_out) == 1:
            yield claim.left_out[0]
        elif claim.verdict == "refuted" and not claim.left_out and claim.calculation is not None:
            rows = claim.calculation.rows
            yield from (row for row in rows if row.change < 0 and decisive.intersection(row.rulings))


def solve_page(answer: SolvedAnswer, given: Given) -> str:
    """The page with the best play and its sum, or the plan; then each step, kinds of turn, and targets."""
    from tsolve.report.solution import show_best, show_solution

    brief, beside, more = Page(), Page(), Page()
    grounds = Foundations(answer.citations, answer.documents, answer.readings)
    show_best(brief, answer.solution, grounds.titles, answer.candidates)
    if answer.depends is not None:
        show_dependence(beside, answer.depends, _IN_WORDS)
    show_solution(more, answer.solution, _tables(more, brief, grounds), everything=True)
    show_reach(more, answer.targets)
    return as_html(given, Faces(brief, beside, more), grounds)


def grade_page(answer: GradeAnswer, given: Given) -> str:
    """The page with luck and mistakes, step by step; then the cards and what the result had to spare."""

    grounds = Foundations(answer.citations, answer.documents, answer.readings, answer.provenance)
    return as_html(given, _layered(show_grade, answer)._replace(picture=course(answer)), grounds)


def targets_page(answer: TargetsAnswer, given: Given) -> str:
    """The page with every target and what a turn can do to it."""
    from tsolve.report.answers.targets import show_targets

    grounds = Foundations(answer.citations, answer.documents, answer.readings)
    faces = _layered(show_targets, answer)
    certain = [target.name for target in answer.targets if target.outcome == "certain"]
    told = ", ".join(certain) or "nothing for certain"
    faces.brief.blocks.insert(0, Verdict("targets", f"Can be {answer.deed.done}: {told}."))
    return as_html(given, faces, grounds)


def why_not_page(answer: WhyNotAnswer, given: Given) -> str:
    """The page with what is in the way, and what would be enough."""
    from tsolve.report.answers.why_not import show_why_not

    grounds = Foundations(answer.citations, answer.documents, answer.readings)
    return as_html(given, _layered(show_why_not, answer), grounds)


def odds_page(answer: OddsAnswer, given: Given) -> str:
    """The page with the chances in tables and as bars."""
    from tsolve.report.odds import show_odds

    faces = _layered(show_odds, answer)
    more = Page()
    for section in _sections(faces.more.blocks):
        drawn = any(isinstance(block, Bars) for block in section)
        (faces.brief if drawn else more).blocks.extend(section)
    return as_html(given, faces._replace(more=more), Foundations())


def _layered(show: Callable[[Page, A, Detail], None], answer: A) -> Faces:
    """The brief answer, and what the longer one adds."""
    brief, whole = Page(), Page()
    show(brief, answer, BRIEF)
    show(whole, answer, _IN_FULL)
    before = _common(brief.blocks, whole.blocks)
    after = _common(brief.blocks[before:][::-1], whole.blocks[before:][::-1])
    more = Page()
    more.blocks = whole.blocks[before : len(whole.blocks) - after]
    return Faces(brief, Page(), more)


def _sections(blocks: Sequence[Block]) -> Iterator[Sequence[Block]]:
    """The blocks heading by heading."""
    starts = [place for place, block in enumerate(blocks) if place and isinstance(block, Heading)]
    for start, end in pairwise([0, *starts, len(blocks)]):
        yield blocks[start:end]


def _common(some: Sequence[Block], others: Sequence[Block]) -> int:
    """How many first blocks both have in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(some, others, strict=False)))


def _tables(page: Page, brief: Page, grounds: Foundations) -> Tables:
    """The tables of a page that already shows those of the brief answer."""
    tables = Tables(page, grounds.titles)
    for block in brief.blocks:
        if isinstance(block, Sum) and block.calculation is not None:
            tables.stands(block.calculation, f"see: How {block.total} comes about")
    return tables
