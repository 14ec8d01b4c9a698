"""Who is let in, and what every reply says."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Mount
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.web.calling import HOST, Got, call
from tsolve.web import guard
from tsolve.web.guard import MOST_BYTES, Guard
from tsolve.web.serving import hosts_of

KEY = "the-key-of-this-start"
SECRET = "a position that nobody else may read"


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    body = await Request(scope, receive).body()
    await PlainTextResponse(f"{len(body)} bytes for {scope['state']['visitor']}")(scope, receive, send)


def get(app: ASGIApp, path: str = "/", **headers: str) -> Got:
    return call(app, path, headers={"host": HOST, **_named(headers)}.items())


def post(app: ASGIApp, path: str = "/", **headers: str) -> Got:
    return call(app, path, "POST", {"host": HOST, **_named(headers)}.items())


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


HERE = Guard(echo, hosts_of("127.0.0.1", 8000))
WITH_KEY = Guard(echo, hosts_of("127.0.0.1", 8000), KEY)
BEHIND_STARLETTE = Guard(Starlette(routes=[Mount("/", echo)]), hosts_of("127.0.0.1", 8000))
"""The same behind what answers every exception by itself."""


@pytest.mark.parametrize(
    ("host", "port", "named"),
    [
        ("127.0.0.1", 8000, ("127.0.0.1:8000", "LocalHost:8000", "[::1]:8000")),
        ("::1", 8000, ("[::1]:8000", "localhost:8000")),
        ("127.0.0.1", 80, ("127.0.0.1", "127.0.0.1:80", "LOCALHOST")),
        ("192.0.2.7", 99, ("192.0.2.7:99", "localhost:99")),
    ],
)
def test_the_page_answers_to_its_own_names(host: str, port: int, named: tuple[str, ...]) -> None:
    app = Guard(echo, hosts_of(host, port))
    for each in named:
        assert call(app, headers=[("host", each)]).status == 200
        assert call(app, "/", "POST", [("host", each), ("origin", f"http://{each}")]).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8000",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1:8000.evil.example",
        "[::1]",
    ],
)
def test_it_answers_to_no_other_name(host: str) -> None:
    got = call(HERE, headers=[("host", host)] if host else [])
    assert (got.status, got.text) == (421, "this page has another address")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:8001"},
        {"origin": f"https://{HOST}"},
        {"origin": ""},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"origin": f"http://{HOST}", "sec_fetch_site": "cross-site"},
    ],
)
def test_forms_come_from_the_page_alone(headers: dict[str, str]) -> None:
    assert post(HERE, **headers).status == 403
    assert get(HERE, **headers).status == 200  # a link to the page may stand anywhere


@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": f"http://{HOST}"}, {"sec_fetch_site": "same-origin"}, {"sec_fetch_site": "none"}],
)
def test_the_page_and_programs_may_send(headers: dict[str, str]) -> None:
    assert post(HERE, **headers).status == 200


def test_without_the_key_nobody_is_let_in() -> None:
    assert get(WITH_KEY).status == 403
    assert "the whole address" in get(WITH_KEY).text
    for wrong in ("x", "", KEY[:-1], KEY + "x", "ä"):
        got = get(WITH_KEY, f"/?key={wrong}")
        assert got.status == 403
        assert "set-cookie" not in got.headers or KEY not in got.headers["set-cookie"]
    assert "each start of tsolve makes another" in get(WITH_KEY, "/?key=x").text
    assert "each start of tsolve makes another" in get(WITH_KEY, cookie="key=x").text
    assert get(WITH_KEY, authorization="Bearer x").status == 403
    assert get(WITH_KEY, authorization=f"Basic {KEY}").status == 403
    assert get(WITH_KEY, cookie='key="\\377"; =; ;;').status == 403


def test_the_key_is_dropped_from_the_address() -> None:
    got = get(WITH_KEY, f"/?key={KEY}&x=1")
    assert (got.status, got.headers["location"]) == (303, "/")
    assert f"key={KEY}; HttpOnly; SameSite=Lax; Path=/" in got.headers["set-cookie"]
    assert get(WITH_KEY, cookie=f"visitor=v; key={KEY}").text == "0 bytes for v"


def test_the_key_leads_nowhere_else() -> None:
    assert get(WITH_KEY, f"//evil.example/?key={KEY}").status == 403


def test_programs_bring_the_key_as_a_bearer() -> None:
    assert post(WITH_KEY, authorization=f"Bearer {KEY}").status == 200
    assert post(WITH_KEY, f"/?key={KEY}").status == 403


def test_a_key_does_not_make_other_origins_right() -> None:
    assert post(WITH_KEY, authorization=f"Bearer {KEY}", origin="null").status == 403


def test_visitors_are_told_apart() -> None:
    new = get(HERE)
    assert "visitor=" in new.headers["set-cookie"]
    assert new.text == "0 bytes for 127.0.0.1"  # who keeps no cookie is known by the machine
    again = get(HERE, cookie="visitor=me")
    assert again.text == "0 bytes for me"
    assert "set-cookie" not in again.headers


@pytest.mark.parametrize("app", [HERE, BEHIND_STARLETTE])
def test_bodies_have_an_end(app: ASGIApp) -> None:
    host = ("host", HOST)
    whole = [b"x" * (1 << 20)] * 4
    assert call(app, "/", "POST", [host], whole).text.startswith(f"{MOST_BYTES} bytes")
    untold, lie = [host], [host, ("content-length", "10")]  # chunked: no length is told
    beyond = [call(app, "/", "POST", headers, [*whole, b"x"]) for headers in (untold, lie)]
    wrong = (str(MOST_BYTES + 1), "9" * 5000, "-1", "ten")
    beyond += [call(app, "/", "POST", [host, ("content-length", told)]) for told in wrong]
    for got in beyond:
        assert got.status == 413
        assert got.headers["connection"] == "close"
        has_headers(got)


@pytest.mark.parametrize("app", [HERE, BEHIND_STARLETTE])
def test_nobody_waits_for_a_slow_sender(app: ASGIApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_SECONDS", 0.05)
    assert call(app, "/", "POST", chunks=[b"x"], stalls=True).status == 408


@pytest.mark.parametrize("encoding", ["gzip", "deflate, gzip", "br"])
def test_compressed_bodies_are_refused(encoding: str) -> None:
    assert post(HERE, content_encoding=encoding).status == 415


async def breaking(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise ValueError(SECRET)


async def breaking_later(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    raise ValueError(SECRET)


@pytest.mark.parametrize("app", [breaking, breaking_later])
def test_what_breaks_is_told_without_what_it_held(app: ASGIApp, capsys: pytest.CaptureFixture[str]) -> None:
    got = get(Guard(app, [HOST]))
    assert SECRET not in got.text
    assert capsys.readouterr().err == "tsolve: internal error of the server: ValueError\n"


def test_every_reply_has_its_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_SECONDS", 0.05)
    replies = [
        get(HERE),
        get(WITH_KEY),
        get(WITH_KEY, f"/?key={KEY}"),
        post(HERE, origin="null"),
        post(HERE, content_encoding="gzip"),
        post(HERE, content_length="99999999"),
        call(HERE, headers=[]),
        call(HERE, "/", "POST", stalls=True),
        get(Guard(breaking, [HOST])),
    ]
    assert [each.status for each in replies] == [200, 403, 303, 403, 415, 413, 421, 408, 500]
    for each in replies:
        has_headers(each)


def has_headers(got: Got) -> None:
    """Whether a reply has what every reply needs."""
    policy = got.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.headers["x-frame-options"] == "DENY"
    assert got.headers["cache-control"] == "no-store"
    assert got.headers["referrer-policy"] == "same-origin"
    assert "access-control-allow-origin" not in got.headers
    assert "server" not in got.headers
