"""What may come in and what goes out: hosts, origins, keys, sizes, and the headers of every reply."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 4 << 20
"""The most bytes of a request: the largest file, and what the page sends with it."""
KEY, VISITOR = "key", "visitor"
"""The cookies: what lets somebody in, and who asks."""

_HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


class TooLargeError(Exception):
    """A request has more bytes than may be."""


class Guard:
    """Stands before the page: lets in who asks for it by its own name and, where there is a key, has that."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str], key: str = "") -> None:
        """`hosts`: the names of this machine, each with its port. `key`: what visitors have to bring."""
        self._app, self._hosts, self._key = app, frozenset(hosts), key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        cookies = _cookies(headers)
        visitor = cookies.get(VISITOR, "")
        new = "" if visitor else secrets.token_urlsafe(12)
        scope["state"] = {VISITOR: visitor or new}

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    out.setdefault(name, value)
                if new:
                    out.append("set-cookie", _cookie(VISITOR, new))
            await send(message)

        refused = self._refused(scope, headers, cookies)
        try:
            if refused is None:
                await self._app(scope, _limited(receive), sent)
            else:
                await refused(scope, receive, sent)
        except TooLargeError:
            told = f"a request has at most {MOST_BYTES:,} bytes"
            await PlainTextResponse(told, 413)(scope, receive, sent)

    def _refused(self, scope: Scope, headers: Headers, cookies: Mapping[str, str]) -> ASGIApp | None:
        """Why somebody is not let in; None if nothing is wrong."""
        if headers.get("host", "").casefold() not in self._hosts:
            return PlainTextResponse("this page has another address", 421)
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.casefold() not in self._hosts:
            return PlainTextResponse("only this page itself may send a form here", 403)
        if headers.get("sec-fetch-site", "same-origin") == "cross-site" and scope["method"] != "GET":
            return PlainTextResponse("only this page itself may send a form here", 403)
        if not self._key:
            return None
        brought = parse_qs(scope["query_string"].decode("latin-1")).get(KEY, [""])[-1]
        if secrets.compare_digest(brought.encode(), self._key.encode()):
            let_in = RedirectResponse(scope["path"], 303)
            let_in.headers.append("set-cookie", _cookie(KEY, self._key))
            return let_in
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        has = cookies.get(KEY, "") or bearer
        if secrets.compare_digest(has.encode(), self._key.encode()):
            return None
        return PlainTextResponse("open the whole address that the terminal shows, with its key", 403)


def _limited(receive: Receive) -> Receive:
    """What comes in, up to the most bytes. Raises TooLargeError."""
    left = MOST_BYTES

    async def received() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise TooLargeError
        return message

    return received


def _cookie(name: str, value: str) -> str:
    return f"{name}={value}; HttpOnly; SameSite=Strict; Path=/"


def _cookies(headers: Headers) -> Mapping[str, str]:
    try:
        return {name: each.value for name, each in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        return {}
