"""The page over a real server: its addresses, programs that ask, hostile requests, many at once."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

import jsonschema
import pytest

from tests.web.calling import ROOT, Got, Site
from tests.web.test_guard import has_headers
from tsolve.report.formats import output_schema
from tsolve.web.questions import QUESTIONS

EXAMPLES = ROOT / "tsolve" / "examples"
DISPUTE = (EXAMPLES / "dispute.yaml").read_text()
TURN = (EXAMPLES / "turn.yaml").read_text()
MARKER = "zzqmarkerqzz"
YAML = {"Content-Type": "application/yaml"}
JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def sent(page: Site, path: str, **fields: str) -> Got:
    return page.ask(path, urlencode(fields).encode(), {**FORM, "Accept": "text/html"})


def test_addresses_have_their_kinds(page: Site) -> None:
    kinds = {
        "/": "text/html",
        "/style.css": "text/css",
        "/page.js": "text/javascript",
        "/icon.svg": "image/svg+xml",
        "/api": "application/json",
    }
    for path, kind in kinds.items():
        got = page.ask(path)
        assert got.status == 200
        assert got.headers["content-type"].partition(";")[0] == kind
        has_headers(got)
        assert page.ask(path, method="HEAD").status == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/../../../etc/passwd", 404),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", 404),
        ("GET", "/static/page.js", 404),
        ("GET", "//etc/passwd", 404),
        ("GET", "/page.js/..%2f..%2fapp.py", 404),
        ("GET", "/page.js%00.py", 404),
        ("GET", "/download/page", 405),
        ("GET", "/api/check", 405),
        ("DELETE", "/", 405),
        ("OPTIONS", "/api/check", 405),
        ("TRACE", "/", 405),
        ("POST", "/download/..%2f..%2fpyproject.toml", 404),
        ("POST", "/download/else", 404),
        ("POST", "/page.js", 405),
        ("POST", "/", 415),
        ("POST", "/open", 415),
    ],
)
def test_other_addresses_and_methods_are_refused(page: Site, method: str, path: str, status: int) -> None:
    headers = FORM if path.startswith("/download") else {}
    got = page.ask(path, b"" if method == "POST" else None, headers, method)
    assert got.status == status
    has_headers(got)


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"Content-Type": "multipart/form-data"}, b"x", 415),
        (FORM, b"a=1&" * 5_001, 400),
        (FORM, b"a=" + b"x" * (5 << 20), 413),
        (FORM, b"&" * (1 << 20), 200),
        (FORM, b"=%zz%ff%00&typed.%00=%e2%80%ae&do=%5B%5B%5B&[=1&[]=2&past=x&text=%00", 200),
        (FORM, b"do=" + b"%5B" * 100_000, 200),
    ],
)
def test_hostile_forms_are_refused_or_shown(
    page: Site, headers: dict[str, str], body: bytes, status: int
) -> None:
    began = time.monotonic()
    got = page.ask("/", body, headers)
    assert got.status == status
    assert time.monotonic() - began < 5
    has_headers(got)


def part(name: str, content: bytes, more: str = "") -> bytes:
    return f'--b\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + content + b"\r\n"


@pytest.mark.parametrize(
    ("more", "body", "status"),
    [
        ("", part("file", DISPUTE.encode(), '; filename="../../x.yaml"') + b"--b--\r\n", 200),
        ("", part("file", b"\xff\xfe\x00", '; filename="x"') + b"--b--\r\n", 200),
        ("", part("file", b"x" * (2 << 20), '; filename="x"') + b"--b--\r\n", 200),
        ("", part("file", b"", '; filename="x"') * 100 + b"--b--\r\n", 400),
        ("", part("a", b"") * 100 + b"--b--\r\n", 400),
        ("", b"--b\r\n" + b"X-Header: x\r\n" * 100_000, 400),
        ("", b"--c--", 400),
        ("; charset=punycode", part("file", b"a" * 100_000), 415),
    ],
)
def test_files_are_opened_or_refused(page: Site, more: str, body: bytes, status: int) -> None:
    began = time.monotonic()
    got = page.ask("/open", body, {"Content-Type": f"multipart/form-data; boundary=b{more}"})
    assert got.status == status
    assert time.monotonic() - began < 5
    has_headers(got)


# programs


@pytest.mark.parametrize("name", QUESTIONS)
def test_answers_fit_the_schema_of_the_command(page: Site, name: str) -> None:
    command = "show" if name == "step" else name
    words = {"why-not": "defeat Griffon", "ask": "how many cards do I have?", "step": "0"}.get(name, "")
    file = {"score": "dragonspire", "grade": "turn", "ask": "turn", "odds": "odds"}.get(name, "dispute")
    text = (EXAMPLES / f"{file}.yaml").read_text()
    body = json.dumps({"position": text, "words": words}).encode()

    got = page.ask(f"/api/{name}", body, JSON)
    told = json.loads(got.text)
    jsonschema.Draft202012Validator(output_schema(command)).validate({**told, "command": command})
    assert got.status == 200
    assert got.headers["content-type"].startswith("application/json")
    assert told["command"] == name
    assert len(told["answers"]) == 1
    assert not told["errors"]


def test_the_questions_are_listed(page: Site) -> None:
    listed = json.loads(page.ask("/api").text)
    assert list(listed) == list(QUESTIONS)
    assert all(each["called"] for each in listed.values())


def test_a_position_is_yaml_or_json_or_data(page: Site) -> None:
    data = {"game": "thunderstone", "turn": "dungeon", "hand": ["Torch"], "hall": ["Pegasus"]}
    replies = [
        page.ask("/api/legal", json.dumps({"position": data}).encode(), JSON),
        page.ask("/api/legal", json.dumps({"position": json.dumps(data)}).encode(), JSON),
        page.ask("/api/legal", json.dumps(data).encode(), YAML),
        page.ask("/api/legal", urlencode({"text": json.dumps(data)}).encode(), FORM),
    ]
    assert [each.status for each in replies] == [200] * 4
    assert len({json.dumps(json.loads(each.text)["answers"]) for each in replies}) == 1


def test_words_stand_in_the_address_of_yaml(page: Site) -> None:
    got = page.ask("/api/why-not?words=defeat+Griffon", TURN.encode(), YAML)
    assert json.loads(got.text)["answers"][0]["verdict"] in ("possible", "impossible")


@pytest.mark.parametrize(
    ("name", "headers", "body", "status", "kind"),
    [
        ("nothing", YAML, DISPUTE.encode(), 404, "usage"),
        ("check", YAML, b"game: nothing", 422, "input"),
        ("check", YAML, b"", 422, "input"),
        ("check", YAML, b"hand: [*a]", 422, "input"),
        ("check", YAML, b"!!python/object:os.system x", 422, "input"),
        ("why-not", YAML, DISPUTE.encode(), 400, "usage"),
        ("check", YAML, b"\xff\xfe", 400, "usage"),
        ("check", JSON, b"{", 400, "usage"),
        ("check", JSON, b"[]", 400, "usage"),
        ("check", JSON, b'{"position": 1}', 400, "usage"),
        ("check", JSON, b'{"positoin": ""}', 400, "usage"),
        ("check", JSON, b'{"position": "\\ud800"}', 400, "usage"),
        ("check", JSON, b'{"position": ' + b'{"a":' * 100_000, 400, "usage"),
        ("check", JSON, b"[" * 1_000_000, 400, "usage"),
        ("check", JSON, json.dumps({"position": {"hand": "x" * (3 << 20)}}).encode(), 422, "input"),
        ("ask", JSON, json.dumps({"words": "x" * 100_000}).encode(), 400, "usage"),
    ],
)
def test_mistakes_are_told_as_data(
    page: Site, name: str, headers: dict[str, str], body: bytes, status: int, kind: str
) -> None:
    began = time.monotonic()
    got = page.ask(f"/api/{name}", body, headers)
    assert time.monotonic() - began < 5
    assert got.status == status
    told = json.loads(got.text)
    jsonschema.Draft202012Validator(output_schema("check")).validate({**told, "command": "check"})
    assert told["command"] == name
    assert [each["kind"] for each in told["errors"]] == [kind]
    assert not told["answers"]
    has_headers(got)


def test_the_page_asks_by_the_same_path(page: Site) -> None:
    got = sent(page, "/api/check", text=DISPUTE)
    assert got.headers["content-type"].startswith("text/html")
    assert 'id="answer"' in got.text
    assert "refuted" in got.text
    whole = sent(page, "/", text=DISPUTE, ask='["check"]')
    assert whole.text == got.text


# many


def test_fifty_at_once_are_all_answered(page: Site) -> None:
    def ask(number: int) -> Got:
        visitor = {"Cookie": f"visitor=v{number % 7}"}
        if number % 2:
            return page.ask(
                "/", urlencode({"text": DISPUTE, "ask": '["check"]'}).encode(), {**FORM, **visitor}
            )
        return page.ask("/api/check", DISPUTE.encode(), {**YAML, **visitor})

    with ThreadPoolExecutor(50) as many:
        replies = list(many.map(ask, range(50)))
    assert [each.status for each in replies] == [200] * 50
    assert all("refuted" in each.text for each in replies)


LONG = (ROOT / "tests" / "web" / "long.yaml").read_text()
"""A position whose best play takes longer than anybody waits."""


def time_of(process: int) -> float:
    """Seconds of processor time that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


# hostile connections


def test_who_sends_nothing_keeps_nobody(page: Site) -> None:
    """Connections that begin a request and go on no further."""
    whole = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"
    idle = [socket.create_connection(("127.0.0.1", page.port)) for _ in range(100)]
    for number, each in enumerate(idle):
        each.sendall((b"", b"GET / HT", whole)[number % 3])
    began = time.monotonic()
    assert page.ask().status == 200
    assert time.monotonic() - began < 3
    for each in idle:
        each.close()


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/1.1\r\nHost: " + b"x" * 100_000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ],
)
def test_requests_that_are_none_are_refused(page: Site, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", page.port), timeout=10) as connection:
        connection.sendall(raw)
        status = connection.recv(20).split()[1]
    assert status in (b"400", b"421", b"431")
    assert page.ask().status == 200


def test_a_request_of_untold_length_is_cut_off(page: Site) -> None:
    head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nContent-Type: {FORM['Content-Type']}\r\n"
    part_ = b"100000\r\n" + b"x" * (1 << 20) + b"\r\n"  # 1 MiB; 5 of them are more than 4
    with socket.create_connection(("127.0.0.1", page.port), timeout=10) as connection:
        connection.sendall(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + part_ * 5 + b"0\r\n\r\n")
        assert connection.recv(20).split()[1] == b"413"


def test_no_position_stands_in_the_terminal(page: Site) -> None:
    """The fixture holds that nothing does: here is what might."""
    bad = f"game: thunderstone\nhand: [{MARKER}]\nturn: dungeon\n"
    for body, headers in (
        (bad.encode(), YAML),
        (f"{bad}\ud800".encode("utf-8", "surrogatepass"), YAML),
        (json.dumps({"position": {MARKER: [MARKER]}}).encode(), JSON),
        (f'{{"{MARKER}": "'.encode(), JSON),
    ):
        assert page.ask("/api/check", body, headers).status in (400, 422)
    assert MARKER in sent(page, "/", text=bad, do='["undo"]', ask='["check"]').text
    half = f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nContent-Length: 900\r\n\r\n{MARKER}"
    for raw in (half, f"{MARKER}\r\n\r\n", f"GET /{MARKER} HTTP/9\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", page.port)) as connection:
            connection.sendall(raw.encode())


_WATCHED = """
import os, sys
opened = []
def hook(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        opened.append((os.fsdecode(arguments[0]), arguments[1], arguments[2]))
    elif event.startswith(("subprocess", "os.system", "os.remove", "os.rename", "os.mkdir", "socket.")):
        opened.append((event, "w", os.O_WRONLY))
from tsolve.web.handling import reply_to
from tsolve.web.wire import Request
import json
asked = json.load(sys.stdin)
for kind, posted, name in asked[:1]:
    reply_to(Request(kind, posted, name, 5.0))
sys.addaudithook(hook)
for kind, posted, name in asked:
    reply_to(Request(kind, posted, name, 5.0))
found = [each for each in opened if isinstance(each[0], str)]
print(json.dumps(found))
"""


def test_nothing_is_written_and_no_other_file_is_read(
    environment: dict[str, str], tmp_path: Path, cache: Path
) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("game: thunderstone\nhand: [Torch]\nturn: dungeon\n")
    names = [str(secret), "secret.yaml", f"!include {secret}", f"file://{secret}", "-", "/dev/stdin"]
    asked = [("page", {"text": each, "ask": '["check"]'}, "") for each in (DISPUTE, TURN)]
    for name in names:
        asked += [
            ("api", {"position": name}, "check"),
            ("api", {"position": f"game: {name}\nhand: [Torch]\n"}, "check"),
            ("api", {"position": f"{DISPUTE}\nabout: '{name}'\nprinting: '{name}'\n"}, "check"),
            ("api", {"position": f"{DISPUTE}\ninterpretations: {{'{name}': '{name}'}}\n"}, "check"),
            ("api", {"position": DISPUTE, "words": name}, "solve"),
            ("api", {"position": "", "words": name}, "ask"),
            ("download", {"text": DISPUTE, "ask": '["check"]'}, name),
            ("page", {"do": json.dumps(["example", name])}, ""),
            ("page", {"do": json.dumps(["open", name])}, ""),
            ("page", {"do": json.dumps(["game", f"../{name}"])}, ""),
            ("complete", {"text": DISPUTE, "field": "hand", "begun": name}, ""),
        ]
    ended = subprocess.run(
        [sys.executable, "-c", _WATCHED],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**environment, "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
    )
    opened = json.loads(ended.stdout)
    homes = (str(ROOT), sys.prefix, sys.base_prefix, str(cache), str(Path(json.__file__).parent.parent))
    assert opened
    for path, mode, flags in opened:
        assert path.startswith(homes), path
        assert not set(mode or "") & set("wax+"), path
        assert not flags & 3 or path.startswith(str(cache)), path  # 3: written, in any way
    assert [each.name for each in tmp_path.iterdir()] == ["secret.yaml"]
