"""What is sent to the page or to a program, made from what it asks: the only file that knows both the sheet
and the answers.

Nothing here knows of servers: a request and a reply are plain data, so that a worker process can do the work.
"""

from __future__ import annotations

import msgspec

from tsolve.api import forms
from tsolve.errors import UsageError
from tsolve.model.plays import PositionAnswer
from tsolve.model.verdicts import UNDECIDED, Answer
from tsolve.report.failures import Failure, failure_of
from tsolve.report.formats import Run, as_json
from tsolve.report.html.pages import paper_of
from tsolve.report.html.paper import Given, as_html
from tsolve.report.pictures import agreement, as_picture
from tsolve.web.answer_part import Shown
from tsolve.web.page import whole_page
from tsolve.web.questions import Asked, Told, answered
from tsolve.web.sheet import Sheet, done, new_sheet
from tsolve.web.wire import ENTER, QUESTION, WHY_NOT, Order, Posted, Reply, Request, order_of

_HTML, _JSON, _SVG, _YAML = "text/html", "application/json", "image/svg+xml", "application/yaml"
_INPUTS = {"ask": QUESTION, "why-not": WHY_NOT}
"""The questions that have an input of their own."""


def reply_to(request: Request) -> Reply:
    """The reply to a request. Whatever goes wrong is a reply, too."""
    match request.kind:
        case "page":
            return _page(request)
        case "api":
            return _for_program(request)
        case "download":
            return _download(request)
        case "complete":
            return _completions(request.posted)


# the page


def _page(request: Request) -> Reply:
    posted = request.posted
    if not posted:
        return Reply(whole_page(new_sheet(forms.games_with_forms()[0][0]), Shown()))
    sheet = done(posted, order_of(posted.get("do", "")))
    question = request.question
    if request.trouble:
        failure = Failure("undecided", request.trouble, UNDECIDED)
        return Reply(whole_page(sheet, Shown(question, failure=failure)))
    return Reply(whole_page(sheet, _shown(sheet, question, request.seconds) if question else Shown()))


def _shown(sheet: Sheet, question: Order, seconds: float | None) -> Shown:
    try:
        return Shown(question, _told(sheet, question, seconds))
    except Exception as error:  # the page stays alive
        return Shown(question, failure=failure_of(error))


def _told(sheet: Sheet, question: Order, seconds: float | None) -> Told:
    name, *words = question
    typed = sheet.typed.get(_INPUTS.get(name, ""), "")
    return answered(name, Asked(sheet.text, "\n".join(words) or typed, seconds))


# downloads


def _download(request: Request) -> Reply:
    sheet = done(request.posted, ENTER)
    if request.name == "position":
        return Reply(sheet.text, _YAML, file="position.yaml")
    question = order_of(request.posted.get("ask", "")) or ("check",)
    shown = _shown(sheet, question, request.seconds)
    if shown.told is None:
        return Reply(whole_page(sheet, shown))
    answer, table = shown.told
    if request.name == "page":
        return Reply(as_html(paper_of(answer, Given("", table, sheet.text))), file="answer.html")
    if table is None:
        return Reply(
            whole_page(
                sheet, Shown(question, failure=failure_of(UsageError("this answer has no table to draw")))
            )
        )
    return Reply(_picture(answer, table), _SVG, file="answer.svg")


def _picture(answer: Answer, table: PositionAnswer) -> str:
    paper = paper_of(answer, Given("", table))
    depends = getattr(answer, "depends", None)
    return as_picture(paper.faces.brief, table, paper.grounds.titles, agreement(depends))


# programs


def _for_program(request: Request) -> Reply:
    """The answer as `--format json` writes it; `posted` has the position, and the words of the question."""
    asked = Asked(request.posted.get("position", ""), request.posted.get("words", ""), request.seconds)
    try:
        told = answered(request.name, asked)
    except Exception as error:
        failure = failure_of(error)
        run = Run[Answer](request.name, failure.code, (), (failure.answer(),))
        return Reply(as_json(run), _JSON, _STATUS[failure.kind])
    return Reply(as_json(Run(request.name, told.answer.exit_code, (told.answer,))), _JSON)


_STATUS = {"input": 422, "usage": 400, "undecided": 200, "internal": 500}
"""What went wrong, as programs of the web are told."""


def _completions(posted: Posted) -> Reply:
    """Names that a typed text may end with."""
    sheet = done(posted, ())
    key = posted.get("field", "")
    field = next((each for each in sheet.filling.fields if each.key == key), None) if sheet.form else None
    found = forms.completed(sheet.form, field, posted.get("begun", "")) if sheet.form and field else ()
    return Reply(msgspec.json.encode(found).decode(), _JSON)
