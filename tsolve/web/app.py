"""The server of the page: its addresses, and who answers them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from importlib.resources import files
from typing import TypeVar
from urllib.parse import quote

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.middleware import Middleware
from starlette.requests import Request as Received
from starlette.responses import Response
from starlette.routing import Route

from tsolve.report.html import all_styles
from tsolve.web.desk import Desk
from tsolve.web.guard import VISITOR, Guard
from tsolve.web.wire import Posted, Reply, Request, written

T = TypeVar("T")

_MOST_FIELDS = 5_000
"""The most inputs of a form."""
_STATIC = {"page.js": "text/javascript", "icon.svg": "image/svg+xml"}


def app(hosts: Sequence[str], seconds: float, key: str = "", workers: int = 0) -> Starlette:
    """The page at these hosts, each with its port; see `Guard` and `Desk`."""
    desk = Desk(seconds, workers)

    async def answered(received: Received, request: Request) -> Response:
        visitor: str = received.state._state[VISITOR]
        reply = await _while_wanted(received, desk.answer(request, visitor))
        return _response(reply) if reply is not None else Response(status_code=499)

    async def page(received: Received) -> Response:
        posted = await _posted(received) if received.method == "POST" else {}
        return await answered(received, Request("page", posted=posted))

    async def opened(received: Received) -> Response:
        async with received.form(max_files=1, max_fields=10) as form:
            file = form.get("file")
            content = await file.read() if isinstance(file, UploadFile) else b""
        text = content.decode("utf-8-sig", "replace")
        return await answered(received, Request("page", posted={"do": written(("open", text))}))

    async def download(received: Received) -> Response:
        posted = await _posted(received)
        return await answered(received, Request("download", received.path_params["name"], posted))

    async def completed(received: Received) -> Response:
        return await answered(received, Request("complete", posted=await _posted(received)))

    async def asked(received: Received) -> Response:
        posted = await _of_program(received)
        return await answered(received, Request("api", received.path_params["name"], posted))

    @asynccontextmanager
    async def alive(_: Starlette) -> AsyncIterator[None]:
        await desk.begin()
        try:
            yield
        finally:
            await desk.end()

    routes = [
        Route("/", page, methods=["GET", "POST"]),
        Route("/open", opened, methods=["POST"]),
        Route("/complete", completed, methods=["POST"]),
        Route("/download/{name}", download, methods=["POST"]),
        Route("/api/{name}", asked, methods=["POST"]),
        Route("/style.css", lambda _: Response(_style(), media_type="text/css")),
        *(Route(f"/{name}", _static(name, type_)) for name, type_ in _STATIC.items()),
    ]
    return Starlette(routes=routes, lifespan=alive, middleware=[Middleware(Guard, hosts=hosts, key=key)])


async def _while_wanted(received: Received, work: Awaitable[T]) -> T | None:
    """What the work comes to; None if the visitor has gone away, which ends it."""

    async def gone() -> None:
        while (await received.receive())["type"] != "http.disconnect":
            pass

    working, going = asyncio.ensure_future(work), asyncio.ensure_future(gone())
    try:
        await asyncio.wait({working, going}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return await working
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        return None
    finally:
        going.cancel()
        working.cancel()


async def _posted(received: Received) -> Posted:
    """What a form sends; of several inputs of a name the last."""
    async with received.form(max_fields=_MOST_FIELDS) as form:
        return {name: value for name, value in form.multi_items() if isinstance(value, str)}


async def _of_program(received: Received) -> Posted:
    """The position and the words of a program's question: as JSON, or the YAML alone."""
    content = await received.body()
    if "json" not in received.headers.get("content-type", ""):
        words = received.query_params.get("words", "")
        return {"position": content.decode("utf-8-sig", "replace"), "words": words}
    try:
        return msgspec.json.decode(content, type=dict[str, str])
    except msgspec.DecodeError:
        return {}


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
