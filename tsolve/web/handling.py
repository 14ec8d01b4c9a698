"""What is sent to the page or to a program, made from what it asks: the only file that knows both the sheet
and the answers.

Nothing here knows of servers: a request and a reply are plain data, so that a worker process can do the work.
"""

from __future__ import annotations

import json

from tsolve.api import forms
from tsolve.api.form_completions import completed
from tsolve.errors import UsageError
from tsolve.model.plays import PositionAnswer
from tsolve.model.verdicts import INTERNAL, UNDECIDED, WRONG, Answer, worst
from tsolve.report.failures import Failure, failure_of
from tsolve.report.formats import Run, as_json
from tsolve.report.html.pages import paper_of
from tsolve.report.html.paper import Given, as_html
from tsolve.report.pictures import agreement, as_picture
from tsolve.web.answer_part import Shown
from tsolve.web.page import whole_page
from tsolve.web.questions import INPUTS, QUESTIONS, Asked, Told, answered
from tsolve.web.sheet import Sheet, done, new_sheet
from tsolve.web.wire import (
    ENTER,
    JSON,
    MOST_OF_A_TEXT,
    PLAIN,
    Order,
    Posted,
    Reply,
    Request,
    order_of,
)

_SVG, _YAML = "image/svg+xml", "application/yaml"
_TROUBLES = {
    "too long": Failure(
        "undecided", "this takes too long here: ask something smaller, or at the command line", UNDECIDED
    ),
    "crash": Failure("internal", "tsolve stopped at this; ask again, or in another way", INTERNAL),
}


def reply_to(request: Request) -> Reply:
    """The reply to a request. Whatever goes wrong is a reply, too."""
    match request.kind:
        case "page":
            return _page(request)
        case "api":
            return _for_program(request)
        case "questions":
            return _questions()
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
    return Reply(whole_page(sheet, _shown(sheet, question, request) if question else Shown()))


def _shown(sheet: Sheet, question: Order, request: Request) -> Shown:
    name, *words = question
    typed = sheet.typed.get(QUESTIONS[name].typed, "") if name in QUESTIONS else ""
    if missing := _missing(sheet):
        return Shown(question, failure=Failure("input", missing, WRONG))
    told = _told(name, Asked(sheet.text, "\n".join(words) or typed, request.seconds), request)
    if isinstance(told, Failure):
        return Shown(question, failure=told)
    return Shown(question, told)


def _missing(sheet: Sheet) -> str:
    """What is to be filled in before anything can be asked, in the words of the page; empty for nothing."""
    if sheet.form is None or sheet.form.position is not None:
        return ""
    if fields := sheet.filling.unanswered():
        return f"fill in first: {', '.join(each.asks for each in fields)}"
    return "" if sheet.filling.data else "nothing is filled in yet"


def _told(name: str, asked: Asked, request: Request) -> Told | Failure:
    """The answer, or why there is none."""
    if request.trouble:
        return _TROUBLES[request.trouble]
    if any(len(line) > MOST_OF_A_TEXT for line in asked.words.split("\n")):
        return failure_of(UsageError(f"what is asked has at most {MOST_OF_A_TEXT} characters"))
    try:
        return answered(name, asked)
    except Exception as error:  # the page stays alive
        return failure_of(error)


# downloads


def _download(request: Request) -> Reply:
    sheet = done(request.posted, ENTER)
    if request.name == "position":
        return Reply(sheet.text, _YAML, file="position.yaml")
    if request.name not in ("page", "picture"):
        return Reply("there is no such file", PLAIN, 404)
    question = order_of(request.posted.get("ask", "")) or ("check",)
    shown = _shown(sheet, question, request)
    if shown.told is None:
        return Reply(whole_page(sheet, shown))
    answer, table = shown.told.answer, shown.told.table
    if request.name == "page":
        return Reply(as_html(paper_of(answer, Given("", table, sheet.text))), file="answer.html")
    if table is None:
        failure = failure_of(UsageError("this answer has no table to draw"))
        return Reply(whole_page(sheet, Shown(question, failure=failure)))
    return Reply(_picture(answer, table), _SVG, file="answer.svg")


def _picture(answer: Answer, table: PositionAnswer) -> str:
    paper = paper_of(answer, Given("", table))
    depends = getattr(answer, "depends", None)
    return as_picture(paper.faces.brief, table, paper.grounds.titles, agreement(depends))


# programs


def _for_program(request: Request) -> Reply:
    """The answer as `--format json` writes it; `posted` has the position, and the words of the question."""
    posted = request.posted
    text = posted.get("position", posted.get("text", ""))
    told = _told(request.name, Asked(text, posted.get("words", ""), request.seconds), request)
    if isinstance(told, Failure):
        run = Run[Answer](request.name, told.code, (), (told.answer(),))
        status = 404 if request.name not in QUESTIONS else _STATUS[told.kind]
        return Reply(as_json(run), JSON, status)
    unread = () if told.unread is None else (told.unread,)
    code = worst((told.answer.exit_code, *(each.code for each in unread)))
    errors = tuple(each.answer() for each in unread)
    return Reply(as_json(Run(request.name, code, (told.answer,), errors)), JSON)


def _questions() -> Reply:
    """What a program may ask."""
    told = {name: {"called": each.called, "words": each.words} for name, each in QUESTIONS.items()}
    return Reply(json.dumps(told), JSON)


_STATUS = {"input": 422, "usage": 400, "undecided": 200, "internal": 500}
"""What went wrong, as programs of the web are told."""


def _completions(posted: Posted) -> Reply:
    """What a typed text may become: in a field, or in an input that asks something."""
    sheet = done(posted, ())
    key, typed = posted.get("field", ""), posted.get("begun", "")
    asks = INPUTS[key].completes if key in INPUTS else None
    asked = sheet.filling.asked() if sheet.form is not None else ()
    field = next((each for each in asked if each.key == ("claims" if asks else key)), None)
    if sheet.form is None or field is None:
        return Reply("[]", JSON)
    return Reply(json.dumps(completed(sheet.form, field, typed, asks or "claim")), JSON)
