"""The server of the page: its addresses, and who answers them.

The page and programs ask by one path: a question is sent to `/api/QUESTION`. Who accepts HTML gets the page
with the answer, anybody else the document of `--format json`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from functools import cache
from importlib.resources import files
from typing import TypeVar
from urllib.parse import quote

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartParser
from starlette.requests import Request as Received
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from tsolve.report.html import all_styles
from tsolve.web.desk import Desk
from tsolve.web.guard import MOST_BYTES, Guard
from tsolve.web.wire import (
    HTML,
    JSON,
    MOST_OF_A_TEXT,
    VISITOR,
    Kind,
    Posted,
    Reply,
    Request,
    order_of,
    written,
)

T = TypeVar("T")

MOST_FIELDS = 5_000
"""The most inputs of a form."""
_FILES = ("text", "was", "past", "future", "do", "ask", "again")
"""The inputs that may be long, because they hold files or steps."""
_STATIC = {"page.js": "text/javascript", "icon.svg": "image/svg+xml"}
_FORM = "application/x-www-form-urlencoded"

MultiPartParser.spool_max_size = MOST_BYTES  # files that are sent stay in memory


class Asking(msgspec.Struct, forbid_unknown_fields=True):
    """What a program sends as JSON."""

    position: str | dict[str, object] = ""
    """The text of a position file, or its keys."""
    words: str = ""
    """What is asked: a question, a step, a goal."""


def app(hosts: Collection[str], seconds: float, key: str = "", workers: int = 0) -> ASGIApp:
    """The page at these hosts, each with its port; see `Guard` and `Desk`."""
    desk = Desk(seconds, workers)

    async def answered(received: Received, kind: Kind, posted: Posted) -> Response:
        request = Request(kind, posted, received.path_params.get("name", ""))
        visitor: str = received.scope["state"][VISITOR]
        reply = await _while_wanted(received, desk.answer(request, visitor))
        return _response(reply) if reply is not None else Response(status_code=499)

    async def page(received: Received) -> Response:
        return await answered(received, "page", await _form(received) if received.method == "POST" else {})

    async def opened(received: Received) -> Response:
        return await answered(received, "page", {"do": written(("open", await _file(received)))})

    async def download(received: Received) -> Response:
        return await answered(received, "download", await _form(received))

    async def completed(received: Received) -> Response:
        return await answered(received, "complete", await _form(received))

    async def questions(received: Received) -> Response:
        return await answered(received, "questions", {})

    async def asked(received: Received) -> Response:
        name = received.path_params["name"]
        if HTML not in received.headers.get("accept", ""):
            try:
                posted = await _of_program(received)
            except HTTPException as error:
                return _not_understood(name, error)
            return await answered(received, "api", posted)
        posted = await _form(received)
        order = order_of(posted.get("ask", ""))
        asks = {} if order[:1] == (name,) else {"ask": written((name,))}
        return await answered(received, "page", {**posted, **asks})

    @asynccontextmanager
    async def alive(_: Starlette) -> AsyncIterator[None]:
        desk.begin()
        try:
            yield
        finally:
            await desk.end()

    routes = [
        Route("/", page, methods=["GET", "POST"]),
        Route("/open", opened, methods=["POST"]),
        Route("/download/{name}", download, methods=["POST"]),
        Route("/api", questions),
        Route("/api/complete", completed, methods=["POST"]),
        Route("/api/{name}", asked, methods=["POST"]),
        Route("/style.css", lambda _: Response(_style(), media_type="text/css")),
        *(Route(f"/{name}", _static(name, type_)) for name, type_ in _STATIC.items()),
    ]
    return Guard(Starlette(routes=routes, lifespan=alive), hosts, key)


async def _while_wanted(received: Received, work: Awaitable[T]) -> T | None:
    """What the work comes to; None if the visitor has gone away, which ends it."""

    async def gone() -> None:
        while (await received.receive())["type"] != "http.disconnect":
            pass

    working, going = asyncio.ensure_future(work), asyncio.ensure_future(gone())
    try:
        await asyncio.wait({working, going}, return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else None
    finally:
        for each in (working, going):
            each.cancel()
        await asyncio.gather(working, going, return_exceptions=True)


async def _form(received: Received) -> Posted:
    """What a form sends; of several inputs of a name the last. Raises HTTPException."""
    if _type(received) != _FORM:
        raise HTTPException(415, f"send a form: {_FORM}")
    async with received.form(max_fields=MOST_FIELDS, max_part_size=MOST_BYTES) as form:
        posted = {name: value for name, value in form.multi_items() if isinstance(value, str)}
    for name, value in posted.items():
        if len(value) > MOST_OF_A_TEXT and name not in _FILES:
            raise HTTPException(400, f"what is typed has at most {MOST_OF_A_TEXT} characters")
    return posted


async def _file(received: Received) -> str:
    """The text of the file that a form sends. Raises HTTPException."""
    if _type(received) != "multipart/form-data" or "charset" in received.headers["content-type"].casefold():
        raise HTTPException(415, "send a form with a file: multipart/form-data")
    async with received.form(max_files=1, max_fields=10) as form:
        file = form.get("file")
        content = await file.read() if isinstance(file, UploadFile) else b""
    return content.decode("utf-8-sig", "replace")


async def _of_program(received: Received) -> Posted:
    """The position and the words of a program's question: as JSON, or the YAML alone; of the page's own form
    the position. Raises HTTPException.
    """
    if _type(received) == _FORM:
        return await _form(received)
    content = await received.body()
    try:
        if "json" in _type(received):
            asking = msgspec.json.decode(content, type=Asking)
        else:
            asking = Asking(content.decode("utf-8-sig"), received.query_params.get("words", ""))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise HTTPException(400, f"the request cannot be read: {error}") from None
    position = asking.position
    text = position if isinstance(position, str) else msgspec.json.encode(position).decode()
    return {"position": text, "words": asking.words}


def _not_understood(name: str, why: HTTPException) -> Response:
    """For a program."""
    from tsolve.model.verdicts import WRONG, Answer
    from tsolve.report.formats import Run, as_json
    from tsolve.report.mistakes import ErrorAnswer

    run = Run[Answer](name, WRONG, (), (ErrorAnswer("usage", why.detail),))
    return Response(as_json(run), why.status_code, media_type=JSON)


def _type(received: Received) -> str:
    """The type of what was sent, without its parameters."""
    return received.headers.get("content-type", "").partition(";")[0].strip().casefold()


def _response(reply: Reply) -> Response:
    saved = {"content-disposition": f"attachment; filename={quote(reply.file)}"} if reply.file else {}
    return Response(reply.content, reply.status, saved, f"{reply.type}; charset=utf-8")


@cache
def _style() -> str:
    return all_styles() + _own("page.css")


def _own(name: str) -> str:
    return files("tsolve.web").joinpath("static", name).read_text(encoding="utf-8")


def _static(name: str, type_: str) -> Callable[[Received], Response]:
    return lambda _: Response(_own(name), media_type=type_)
