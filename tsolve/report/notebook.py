"""Answers, positions among them, as prompts and notebooks show them: a line; a picture and the brief answer.

The types of answers stand below this package; they find it by its name when they are shown.
"""

from __future__ import annotations

from base64 import b64encode
from importlib import import_module
from textwrap import shorten

from tsolve.model.answers import CheckAnswer
from tsolve.model.odds import OddsAnswer
from tsolve.model.plays import PositionAnswer, ShowAnswer
from tsolve.model.verdicts import Answer
from tsolve.report.answers.check import head_of
from tsolve.report.html.markup import joined, lines, tag
from tsolve.report.page import Page
from tsolve.report.text.layout import lay_out

_SHOWS = {
    "AskAnswer": "answers.ask:show_ask",
    "CheckAnswer": "answers.check:show_check",
    "DependenceAnswer": "diff:show_dependences",
    "DiffAnswer": "diff:show_diff",
    "GradeAnswer": "grade:show_grade",
    "HuntAnswer": "diff:show_hunt",
    "LegalAnswer": "answers.table:show_legal_page",
    "OddsAnswer": "odds:show_odds",
    "RegressAnswer": "regress:show_regress",
    "ScoreAnswer": "answers.table:show_score",
    "SetupAnswer": "answers.table:show_setup",
    "ShowAnswer": "answers.table:show_table",
    "SimulationAnswer": "answers.table:show_simulation",
    "SolvedAnswer": "answers.check:show_solve",
    "TargetsAnswer": "answers.targets:show_targets",
    "VerifyAnswer": "diff:show_receipt",
    "WhyNotAnswer": "answers.why_not:show_why_not",
}
"""Type of an answer -> what shows it in brief; any other answer is something that was looked up."""
_LOOKED_UP = "lookups:show_found"
_LONGEST = 120
"""The most characters of a gist."""


def gist(answer: Answer) -> str:
    """The answer in a few words, without its verdict: what decides it, or what was looked up."""
    page = _page(answer)
    named = getattr(answer, "title", "") or getattr(answer, "name", "")
    told = named if type(answer).__name__ not in _SHOWS else ""
    told = told or head_of(page.blocks).verdict.text or lay_out(page).strip().partition("\n")[0]
    return shorten(told, _LONGEST, placeholder=" ...")


def as_svg(answer: Answer) -> str | None:
    """The picture of the board, of the map or of the chances; None where an answer has none."""
    if isinstance(answer, OddsAnswer):
        from tsolve.report.picture_charts import as_svg as charts

        return charts(answer)
    position = getattr(answer, "position", None)
    if not isinstance(position, PositionAnswer):
        return None
    from tsolve.report.pictures import as_picture, table_as_picture

    if not isinstance(answer, CheckAnswer):
        return table_as_picture(position)
    return as_picture(_page(answer), position, {cited.id: cited.title for cited in answer.citations})


def as_html(answer: Answer) -> str:
    """The picture, whose styles touch nothing else on the page, above the brief answer."""
    drawn = as_svg(answer)
    told = tag("pre", lines(lay_out(_page(answer)).rstrip("\n")))
    if drawn is None:
        return told
    data = b64encode(drawn.encode()).decode()
    picture = tag("img", src=f"data:image/svg+xml;base64,{data}", alt=gist(answer))
    return picture if isinstance(answer, ShowAnswer) else joined((picture, told))


def _page(answer: Answer) -> Page:
    """The brief answer."""
    module, _, function = _SHOWS.get(type(answer).__name__, _LOOKED_UP).partition(":")
    page = Page()
    getattr(import_module(f"tsolve.report.{module}"), function)(page, answer)
    return page
