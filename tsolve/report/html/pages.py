"""What the page of each kind of answer is made of: the brief answer, what stands beside it, what opens by its
title.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, takewhile

from msgspec.structs import replace

from tsolve.model.answers import CheckAnswer, Options
from tsolve.model.asked import AboutFile, LookedUp
from tsolve.model.grades import GradeAnswer
from tsolve.model.lookups import (
    CardsAnswer,
    ExplanationsAnswer,
    KindAnswer,
    RulesAnswer,
    SimulationAnswer,
    VocabularyAnswer,
)
from tsolve.model.odds import OddsAnswer
from tsolve.model.plays import PositionAnswer, ShowAnswer
from tsolve.model.solved import LegalAnswer, SolvedAnswer, TargetsAnswer
from tsolve.model.trace import Entry
from tsolve.model.verdicts import Answer
from tsolve.model.why_not import AskAnswer
from tsolve.report.answers.ask import show_reading
from tsolve.report.answers.check import OPTIONS, show_everything, show_reach, show_summary
from tsolve.report.answers.head import head_of
from tsolve.report.answers.table import in_short, position_heading
from tsolve.report.answers.targets import targets_in_reach
from tsolve.report.any_answer import is_looked_up, page_of
from tsolve.report.html.course import course
from tsolve.report.html.paper import Faces, Foundations, Given, Paper
from tsolve.report.odds import events_in_short
from tsolve.report.page import Bars, Block, Detail, Heading, Page, Paragraph, Sum, Verdict
from tsolve.report.rulings import show_dependence, show_first_notes, show_notes, show_unsure
from tsolve.report.sums import Tables
from tsolve.report.words import many

NOTHING_GIVEN = Given()
_MOST_RIVALS = 8
"""The most rows of a comparison that stands open."""
_IN_WORDS, _IN_FULL = Detail(explain=True), Detail(verbose=True)


def paper_of(answer: Answer, given: Given = NOTHING_GIVEN) -> Paper:
    """What the page of any answer is made of. Where nothing is `given`, the page shows the position that the
    answer names, if it names one.
    """
    paper = _paper_of(answer, _filled(given, answer))
    if not isinstance(answer, AboutFile):  # the answer that is given has said it
        show_unsure(paper.faces.brief, answer)
        show_unsure(paper.faces.more, answer, in_full=True)
    return paper


def _paper_of(answer: Answer, given: Given) -> Paper:
    match answer:
        case CheckAnswer():
            return _check(answer, given)
        case SolvedAnswer():
            return _solve(answer, given)
        case ShowAnswer():
            return _show(answer, given)
        case AboutFile():
            paper = paper_of(answer.given, given)
            show_reading(paper.faces.brief, answer.read_as)
            return paper
    faces = _layered(answer)
    match answer:
        case GradeAnswer():
            faces = faces._replace(picture=course(answer))
        case OddsAnswer():
            faces = _with_charts(faces)
        case AskAnswer():
            faces = faces._replace(more=_place_by_place(faces.more, answer))
    if headline := _headline(answer):
        faces.brief.blocks.insert(0, headline)
    elif not head_of(faces.brief.blocks).verdict.text:
        faces.brief.blocks.insert(0, Verdict("", answer.told))
    return Paper(given, faces, _grounds(answer))


def _filled(given: Given, answer: Answer) -> Given:
    """With the position of the answer, and the file of a question that was asked without one."""
    if isinstance(answer, AskAnswer) and len(answer.cases) == 1:
        case = answer.cases[0]
        return Given(given.file, given.position or case.check.position, given.source or case.position)
    if isinstance(answer, TargetsAnswer | SolvedAnswer) and given.position is not None and answer.map:
        return given._replace(position=replace(given.position, map=answer.map))
    position = getattr(answer, "position", None)
    if given.position is None and isinstance(position, PositionAnswer):
        return given._replace(position=position)
    return given


def _headline(answer: Answer) -> Verdict | None:
    """The headline of an answer that has none in words."""
    match answer:
        case TargetsAnswer():
            return Verdict("targets", f"Can be {answer.deed.done}: {targets_in_reach(answer)}.")
        case LegalAnswer():
            return Verdict(
                "legal",
                f"{many(len(answer.legal), 'action')} to choose from." if answer.legal else "Nothing.",
            )
        case LookedUp(found=RulesAnswer()):
            return Verdict("rules", answer.question)
        case OddsAnswer() if len(answer.events) > 1:
            return Verdict("odds", events_in_short(answer))
        case RulesAnswer():
            return Verdict("rules", answer.query or f"All of {answer.title}")
        case CardsAnswer():
            return Verdict("cards", many(len(answer.cards), "card"))
        case KindAnswer():
            return Verdict("effect", ", ".join(kind.name for kind in answer.found))
        case VocabularyAnswer():
            return Verdict("effects", answer.query or f"All of {answer.title}")
        case ExplanationsAnswer():
            return Verdict("", "What messages mean")
        case SimulationAnswer():
            return Verdict("", f"{many(len(answer.games), 'game')} played")
    return None


def _grounds(answer: Answer) -> Foundations:
    """The rules, documents and readings that an answer names."""
    if isinstance(answer, AskAnswer):
        return Foundations.of_all([_grounds(case.check) for case in answer.cases])
    if is_looked_up(answer):  # it tells them itself
        return Foundations()
    parts = ("citations", "documents", "readings", "provenance")
    return Foundations(*(getattr(answer, part, ()) for part in parts))


def _check(answer: CheckAnswer, given: Given) -> Paper:
    """The page with verdicts, the sum, what depends on a reading; then the turn, claims, legal actions."""
    brief, beside, more = Page(), Page(), Page()
    grounds = _grounds(answer)
    show_summary(brief, answer, grounds.titles)
    if answer.depends is not None:
        show_dependence(beside, answer.depends, _IN_WORDS)
    show_first_notes(brief, answer)
    show_notes(brief, answer.notes)
    show_everything(more, answer, _tables(more, brief, grounds))
    faces = Faces(brief, beside, more)
    if answer.options is not None:
        faces = _with_contests(faces, answer.options)
    return Paper(given, faces, grounds, list(_deciding(answer)))


def _with_contests(faces: Faces, options: Options) -> Faces:
    """The comparisons that decide stand open below the verdicts, in place of their short form; what the
    verdicts told already is not told again.
    """
    decided = (each for each in options.contests if each.told or each.decided_by)
    deciding = [each for each in decided if len(each.rivals) <= _MOST_RIVALS]
    titles, short = {each.title for each in deciding}, {in_short(each) for each in deciding}
    brief, more = Page(), Page()
    brief.blocks = [block for block in faces.brief.blocks if not _says(block, short)]
    for section in _sections(faces.more.blocks):
        (brief if _says(section[0], titles) else more).blocks.extend(section)
    if len(options.options) == 1:  # it is what the verdict says
        more.blocks = [
            block for part in _sections(more.blocks) if not _says(part[0], (OPTIONS,)) for block in part
        ]
    return faces._replace(brief=brief, more=more)


def _says(block: Block, texts: Collection[str]) -> bool:
    return isinstance(block, Heading | Paragraph) and block.text in texts


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


def _solve(answer: SolvedAnswer, given: Given) -> Paper:
    """The page with the best play and its sum, or the plan; then each step, kinds of turn, and targets."""
    from tsolve.report.solution import show_best, show_solution

    brief, beside, more = Page(), Page(), Page()
    grounds = _grounds(answer)
    show_best(brief, answer.solution, grounds.titles, answer.candidates)
    show_first_notes(brief, answer)
    if answer.depends is not None:
        show_dependence(beside, answer.depends, _IN_WORDS)
    show_solution(more, answer.solution, _tables(more, brief, grounds), everything=True)
    show_reach(more, answer.targets)
    return Paper(given, Faces(brief, beside, more), grounds)


def _show(answer: ShowAnswer, given: Given) -> Paper:
    """The page with the table, which the position beside other answers is as well."""
    brief = Page()
    after = f"after {many(answer.steps, 'step')}" if answer.steps else ""
    brief.verdict("", ", ".join(filter(None, (answer.position.title or "The table", after))))
    for note in answer.notes:
        brief.text(note)
    return Paper(given._replace(position=answer.position), Faces(brief, Page(), Page()), _grounds(answer))


def _with_charts(faces: Faces) -> Faces:
    """Sections with bars belong to the brief answer."""
    more = Page()
    for section in _sections(faces.more.blocks):
        drawn = any(isinstance(block, Bars) for block in section)
        (faces.brief if drawn else more).blocks.extend(section)
    return faces._replace(more=more)


def _place_by_place(more: Page, answer: AskAnswer) -> Page:
    """The sections about several places, each with its place; the position is shown beside a single one."""
    places = {case.place for case in answer.cases if case.place}
    beside = {position_heading(case.check.position) for case in answer.cases if len(answer.cases) == 1}
    told, place = Page(), ""
    for section in _sections(more.blocks):
        if _says(section[0], beside):
            continue
        if isinstance(section[0], Heading):
            title = section[0].text
            place = title if title in places else place
            about = title if title in places or not place else f"{place}: {title}"
            section = (replace(section[0], text=about), *section[1:])
        told.blocks.extend(section)
    return told


def _layered(answer: Answer) -> Faces:
    """The brief answer, and what the longer one adds."""
    brief, whole = page_of(answer), page_of(answer, _IN_FULL)
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
