"""Answers, positions among them, as prompts and notebooks show them: a line; a picture and the brief answer.

The types of answers stand below this package; they find it by its name when they are shown.
"""

from __future__ import annotations

from base64 import b64encode
from textwrap import shorten

from tsolve.model.answers import CheckAnswer
from tsolve.model.odds import OddsAnswer
from tsolve.model.plays import PositionAnswer, ShowAnswer
from tsolve.model.verdicts import Answer
from tsolve.report.answers.head import head_of
from tsolve.report.any_answer import is_looked_up, page_of
from tsolve.report.html.markup import joined, lines, tag
from tsolve.report.text.layout import lay_out

_LONGEST = 120
"""The most characters of a gist."""


def gist(answer: Answer) -> str:
    """The answer in a few words, without its verdict: what decides it, or what was looked up."""
    page = page_of(answer)
    named = getattr(answer, "title", "") or getattr(answer, "name", "")
    told = named if is_looked_up(answer) else ""
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
    return as_picture(page_of(answer), position, {cited.id: cited.title for cited in answer.citations})


def as_html(answer: Answer) -> str:
    """The picture, whose styles touch nothing else on the page, above the brief answer."""
    drawn = as_svg(answer)
    told = tag("pre", lines(lay_out(page_of(answer)).rstrip("\n")))
    if drawn is None:
        return told
    data = b64encode(drawn.encode()).decode()
    picture = tag("img", src=f"data:image/svg+xml;base64,{data}", alt=gist(answer))
    return picture if isinstance(answer, ShowAnswer) else joined((picture, told))
