"""The answers of the commands, each as a page for a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, TypeVar

from tsolve.report.detail import BRIEF, Detail
from tsolve.report.grounds.calculation import Tables
from tsolve.report.grounds.dependence import show_dependence
from tsolve.report.grounds.rulings import show_notes
from tsolve.report.html.answer import Faces, Given, as_html
from tsolve.report.html.grounds import Grounds
from tsolve.report.page import Bars, Block, Heading, Page, Sum, Verdict

if TYPE_CHECKING:
    from tsolve.model.answers import CheckAnswer
    from tsolve.model.grades import GradeAnswer
    from tsolve.model.odds import OddsAnswer
    from tsolve.model.solved import SolvedAnswer
    from tsolve.model.targets import TargetsAnswer
    from tsolve.model.trace import Entry
    from tsolve.model.whynot import WhyNotAnswer

A = TypeVar("A")

_IN_WORDS, _IN_FULL = Detail(explain=True), Detail(verbose=True)


def check_page(answer: CheckAnswer, given: Given) -> str:
    """Verdicts, the sum, what depends on a reading; then the turn, the claims, what is legal."""
    from tsolve.report.answers.check import show_everything
    from tsolve.report.answers.summary import show_summary

    brief, beside, more = Page(), Page(), Page()
    grounds = Grounds(answer.citations, answer.documents, answer.readings, answer.provenance)
    show_summary(brief, answer, grounds.titles)
    if answer.depends is not None:
        show_dependence(beside, answer.depends, _IN_WORDS)
    show_notes(brief, answer.notes)
    show_everything(more, answer, _tables(more, brief, grounds))
    return as_html(given, Faces(brief, beside, more), grounds, list(_deciding(answer)))


def _deciding(answer: CheckAnswer) -> Iterator[Entry]:
    """The rows by which refuted claims fall: what alone was left out, or else what lowers the number.

    The latter only by a rule without which the verdict changes.
    """
    decisive = {cited.id for cited in answer.citations if cited.decisive}
    for claim in answer.claims:
        if len(claim.left_out) == 1:
            yield claim.left_out[0]
        elif claim.verdict == "refuted" and not claim.left_out and claim.calculation is not None:
            rows = claim.calculation.rows
            yield from (row for row in rows if row.change < 0 and decisive.intersection(row.rulings))


def solve_page(answer: SolvedAnswer, given: Given) -> str:
    """The best play and its sum, or the plan; then each step, the choice of turns, what can be reached."""
    from tsolve.report.answers.check import show_reach
    from tsolve.report.plays.best import show_best
    from tsolve.report.plays.solution import show_solution

    brief, beside, more = Page(), Page(), Page()
    grounds = Grounds(answer.citations, answer.documents, answer.readings)
    show_best(brief, answer.solution, grounds.titles, answer.candidates)
    if answer.depends is not None:
        show_dependence(beside, answer.depends, _IN_WORDS)
    show_solution(more, answer.solution, _tables(more, brief, grounds), everything=True)
    show_reach(more, answer.targets)
    return as_html(given, Faces(brief, beside, more), grounds)


def grade_page(answer: GradeAnswer, given: Given) -> str:
    """Luck and mistakes, step by step; then the cards and what the result had to spare."""
    from tsolve.report.grades.grade import show_grade
    from tsolve.report.html.course import course

    grounds = Grounds(answer.citations, answer.documents, answer.readings, answer.provenance)
    return as_html(given, _layered(show_grade, answer)._replace(picture=course(answer)), grounds)


def targets_page(answer: TargetsAnswer, given: Given) -> str:
    """Every target with what a turn can do to it."""
    from tsolve.report.answers.targets import show_targets

    grounds = Grounds(answer.citations, answer.documents, answer.readings)
    faces = _layered(show_targets, answer)
    certain = [target.name for target in answer.targets if target.outcome == "certain"]
    told = ", ".join(certain) or "nothing for certain"
    faces.brief.blocks.insert(0, Verdict("targets", f"Can be {answer.deed.done}: {told}."))
    return as_html(given, faces, grounds)


def why_not_page(answer: WhyNotAnswer, given: Given) -> str:
    """What stands in the way, and what would be enough."""
    from tsolve.report.answers.why_not import show_why_not

    grounds = Grounds(answer.citations, answer.documents, answer.readings)
    return as_html(given, _layered(show_why_not, answer), grounds)


def odds_page(answer: OddsAnswer, given: Given) -> str:
    """The chances in tables and as bars, which have room here at once."""
    from tsolve.report.chances.odds import show_odds

    faces = _layered(show_odds, answer)
    more = Page()
    for section in _sections(faces.more.blocks):
        drawn = any(isinstance(block, Bars) for block in section)
        (faces.brief if drawn else more).blocks.extend(section)
    return as_html(given, faces._replace(more=more), Grounds())


def _layered(show: Callable[[Page, A, Detail], None], answer: A) -> Faces:
    """The answer in brief, and what stands in the longer one besides."""
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
    """How many blocks both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(some, others, strict=False)))


def _tables(page: Page, brief: Page, grounds: Grounds) -> Tables:
    """The tables of a page on which those of the brief answer stand already."""
    tables = Tables(page, grounds.titles)
    for block in brief.blocks:
        if isinstance(block, Sum) and block.calculation is not None:
            tables.stands(block.calculation, f"see: How {block.total} comes about")
    return tables
