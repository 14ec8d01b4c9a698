"""What may come in and what goes out: hosts, origins, keys, sizes, and the headers of every reply."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tsolve.errors import TsolveError
from tsolve.web.wire import KEY, VISITOR

MOST_BYTES = 4 << 20
"""The most bytes of a request: a large file, and what the page sends with it."""
MOST_SECONDS = 20.0
"""How long a request may take to come in."""
_MOST_DRAINED, _DRAINING = 4 * MOST_BYTES, 1.0
"""How many bytes of a refused request are still taken, and for how many seconds."""

_HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # with none, browsers would hide the origin of a form, too
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
_SAFE = ("GET", "HEAD")
_ELSEWHERE = "only this page itself may send a form here"
_NO_KEY = "open the whole address that the terminal shows: it ends with a key"
_WRONG_KEY = "this key is not the one that the terminal shows; each start of tsolve makes another"


class RefusedError(TsolveError, RuntimeError):
    """A request is not read any further: the status, and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class Guard:
    """Stands before the page: lets in who asks for it by its own name and, where there is a key, has that.

    Whatever goes wrong behind it is told without what the request held, here and in the terminal.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], key: str = "") -> None:
        """`hosts`: the names of this machine, each with its port. `key`: what visitors have to bring."""
        self._app, self._hosts, self._key = app, frozenset(hosts), key
        self._origins = frozenset(f"http://{each}" for each in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        cookies = _cookies(headers)
        new = "" if VISITOR in cookies else secrets.token_urlsafe(12)
        client = scope.get("client") or ("", 0)
        scope["state"] = {VISITOR: cookies.get(VISITOR) or client[0]}
        incoming = _Incoming(receive)
        has_begun = False

        async def sent(message: Message) -> None:
            nonlocal has_begun
            if incoming.refused is not None and not has_begun:
                return  # whatever the app makes of it, the reply stands below
            if message["type"] == "http.response.start":
                has_begun = True
                out = MutableHeaders(scope=message)
                out.update(_HEADERS)
                if new:
                    out.append("set-cookie", _cookie(VISITOR, new))
            await send(message)

        try:
            self._look_at(headers, scope["method"])
            within = self._let_in(scope, headers, cookies) if self._key else None
            await (within or self._app)(scope, incoming, sent)
            if incoming.refused is not None:
                raise incoming.refused
        except ClientDisconnect:
            pass
        except RefusedError as refused:
            reply = PlainTextResponse(refused.why, refused.status, {"connection": "close"})
            if not has_begun:
                await _drain(receive)
                incoming.refused = None
                await reply(scope, receive, sent)
        except Exception as error:
            sys.stderr.write(f"tsolve: internal error of the server: {type(error).__name__}\n")
            if not has_begun:
                await PlainTextResponse("tsolve made a mistake", 500)(scope, receive, sent)

    def _look_at(self, headers: Headers, method: str) -> None:
        """Raises RefusedError for a request that the page has not sent, and for a body that is not plain."""
        if headers.get("host", "").casefold() not in self._hosts:
            raise RefusedError(421, "this page has another address")
        if method not in _SAFE:
            if headers.get("origin", next(iter(self._origins))).casefold() not in self._origins:
                raise RefusedError(403, _ELSEWHERE)
            if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
                raise RefusedError(403, _ELSEWHERE)
        if headers.get("content-encoding", "identity").casefold() != "identity":
            raise RefusedError(415, "send the request as it is, not compressed")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > MOST_BYTES:
            raise _too_large()

    def _let_in(self, scope: Scope, headers: Headers, cookies: Mapping[str, str]) -> Response | None:
        """None for who has the key; for who brings it with the address, the way to the address without it.

        Raises RefusedError for others.
        """
        brought = parse_qs(scope["query_string"].decode("latin-1")).get(KEY, [])
        if brought and scope["method"] in _SAFE and scope["path"] == "/":
            if not self._is_key(brought[-1]):
                raise RefusedError(403, _WRONG_KEY)
            to_page = RedirectResponse("/", 303)
            to_page.headers.append("set-cookie", _cookie(KEY, self._key))
            return to_page
        has = cookies.get(KEY) or headers.get("authorization", "").removeprefix("Bearer ")
        if not self._is_key(has):
            raise RefusedError(403, _WRONG_KEY if has else _NO_KEY)
        return None

    def _is_key(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(errors="replace"), self._key.encode())


class _Incoming:
    """What comes in of a request: up to the most bytes, and not for ever."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._left = receive, MOST_BYTES
        self._until: float | None = asyncio.get_running_loop().time() + MOST_SECONDS
        self.refused: RefusedError | None = None
        """Why no more of it is read."""

    async def __call__(self) -> Message:
        """Raises RefusedError for more."""
        try:
            return await self._next()
        except RefusedError as refused:
            self.refused = refused
            raise

    async def _next(self) -> Message:
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise RefusedError(408, f"a request takes at most {MOST_SECONDS:.0f} seconds") from None
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise _too_large()
        if not message.get("more_body"):
            self._until = None
        return message


async def _drain(receive: Receive) -> None:
    """Take what still comes in, within bounds: who is still sending does not hear the reply."""
    left = _MOST_DRAINED
    with suppress(TimeoutError):
        async with asyncio.timeout(_DRAINING):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body"):
                    return


def _too_large() -> RefusedError:
    return RefusedError(413, f"a request has at most {MOST_BYTES:,} bytes")


def _cookie(name: str, value: str) -> str:
    """Sent with a form only by the page itself: see the check of origins."""
    return f"{name}={value}; HttpOnly; SameSite=Lax; Path=/"


def _cookies(headers: Headers) -> Mapping[str, str]:
    try:
        return {name: each.value for name, each in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        return {}
