"""Calls of an ASGI app without a server, and the pages of a real one."""

from __future__ import annotations

import asyncio
import http.client
import re
import subprocess
import sys
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from starlette.types import ASGIApp, Message

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1:8000"


T = TypeVar("T")


def in_a_loop(work: Coroutine[object, object, T]) -> T:
    """What the work comes to in a loop of its own, in a thread of its own: a browser that other tests have
    opened has a loop in this one.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Got(NamedTuple):
    """A reply."""

    status: int
    headers: Mapping[str, str]
    """By their names in small letters; of several cookies all."""
    text: str


def call(
    app: ASGIApp,
    path: str = "/",
    method: str = "GET",
    headers: Iterable[tuple[str, str]] = (("host", HOST),),
    chunks: Iterable[bytes] = (),
    stalls: bool = False,
) -> Got:
    """What the app replies. `stalls`: the end of the request never comes."""
    coming: list[Message] = [{"type": "http.request", "body": each, "more_body": True} for each in chunks]
    if not stalls:
        coming.append({"type": "http.request", "body": b"", "more_body": False})
    sent: list[Message] = []

    async def receive() -> Message:
        if coming:
            return coming.pop(0)
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
        "client": ("127.0.0.1", 5000),
    }
    in_a_loop(app(scope, receive, send))  # type: ignore[arg-type]
    assert [each["type"] for each in sent].count("http.response.start") == 1
    body = b"".join(each.get("body", b"") for each in sent)
    return Got(sent[0]["status"], _joined(sent[0]["headers"]), body.decode())


def _joined(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in headers:
        key = name.decode().lower()
        found[key] = f"{found[key]}\n{value.decode('latin-1')}" if key in found else value.decode("latin-1")
    return found


class Site:
    """A `tsolve serve` that runs."""

    def __init__(self, address: str, process: subprocess.Popen[str]) -> None:
        self.address, self.process = address, process
        found = re.match(r"http://([^/]+):(\d+)/(?:\?key=(\S+))?$", address)
        assert found is not None, address
        self.host, self.port, self.key = found[1], int(found[2]), found[3] or ""

    def ask(
        self,
        path: str = "/",
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        method: str = "",
        timeout: float = 60,
    ) -> Got:
        """The reply to a request."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        try:
            named = {"Host": f"{self.host}:{self.port}", **(headers or {})}
            connection.request(method or ("GET" if body is None else "POST"), path, body, named)
            reply = connection.getresponse()
            found = _joined((name.encode(), value.encode("latin-1")) for name, value in reply.getheaders())
            return Got(reply.status, found, reply.read().decode())
        finally:
            connection.close()


@contextmanager
def site(folder: Path, environment: Mapping[str, str], *arguments: str) -> Iterator[Site]:
    """Start one, in a group of processes of its own; it is ended if it is not yet."""
    with (folder / "errors.txt").open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tsolve", "serve", "--no-open", *arguments],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
    assert process.stdout is not None
    try:
        told = process.stdout.readline()
        yield Site(told.split()[-1], process)
    finally:
        process.kill()
        process.communicate()
