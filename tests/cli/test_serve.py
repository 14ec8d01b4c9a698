"""`tsolve serve`: how it begins, who may open it, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Tsolve
from tests.cli.processes import children, needs_proc
from tests.web.calling import Site, site
from tsolve.cli import serve as serving
from tsolve.errors import UsageError
from tsolve.web.serving import listening

if os.name == "posix":
    import pty

LONG = (ROOT / "tests" / "web" / "long.yaml").read_text()
"""Five cards that draw more cards: its best play takes over a minute."""
YAML = {"Content-Type": "application/yaml"}


def are_gone(processes: list[int], seconds: float) -> bool:
    """Whether they all end within this time."""
    end = time.monotonic() + seconds
    while any(map(_is_alive, processes)):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def _is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def begin_a_long_question(site: Site) -> socket.socket:
    """Its answer is not waited for."""
    connection = socket.create_connection(("127.0.0.1", site.port))
    head = f"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nContent-Length: {len(LONG)}\r\n"
    connection.sendall(f"{head}Cookie: visitor=me\r\nContent-Type: application/yaml\r\n\r\n{LONG}".encode())
    return connection


def wait_for_work(site: Site) -> int:
    """The worker that takes processor time."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        before = {each: _seconds(each) for each in children(site.process.pid)}
        time.sleep(1)
        for each, seconds in before.items():
            if _seconds(each) - seconds > 0.1:
                return each
    raise AssertionError("nobody works")


def _seconds(process: int) -> float:
    """Processor time that a process has taken."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / 100


@needs_proc
def test_who_goes_away_is_worked_for_no_longer(environment: dict[str, str], tmp_path: Path) -> None:
    with site(tmp_path, environment, "--time-limit", "60") as page:
        assert page.ask("/api/show", LONG.encode(), {**YAML, "Cookie": "visitor=me"}).status == 200
        time.sleep(2)  # the games are loaded
        going = begin_a_long_question(page)
        worker = wait_for_work(page)
        began = time.monotonic()
        assert page.ask().status == 200  # a page comes at once, all the same
        assert time.monotonic() - began < 2
        going.close()
        assert are_gone([worker], 3)
        assert (
            page.ask("/api/show", LONG.encode(), {**YAML, "Cookie": "visitor=me"}, timeout=20).status == 200
        )


@needs_proc
@pytest.mark.parametrize(
    ("sent", "code"),
    [(signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_it_ends_at_once_with_all_its_workers(
    sent: signal.Signals, code: int, environment: dict[str, str], tmp_path: Path
) -> None:
    with site(tmp_path, environment, "--time-limit", "60") as page:
        page.ask("/api/show", LONG.encode(), YAML)
        asking = begin_a_long_question(page)
        wait_for_work(page)
        begun = children(page.process.pid)
        assert len(begun) >= 2
        page.process.send_signal(sent)
        assert page.process.wait(timeout=5) == code
        assert are_gone(begun, 3)
        asking.close()
    assert (tmp_path / "errors.txt").read_text() == ""
    assert [each.name for each in tmp_path.iterdir()] == ["errors.txt"]


@needs_proc
def test_it_ends_before_the_games_are_loaded_and_at_a_second_ctrl_c(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with site(tmp_path, environment) as page:
        page.process.send_signal(signal.SIGINT)
        time.sleep(0.02)
        page.process.send_signal(signal.SIGINT)
        assert page.process.wait(timeout=5) in (0, 130)
        assert are_gone(children(page.process.pid), 3)
    assert (tmp_path / "errors.txt").read_text() == ""


def test_a_port_that_is_taken(tsolve: Tsolve) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = tsolve("serve", "--no-open", "--port", str(port))
    assert ended.code == 2
    assert ended.err == f"cannot listen at 127.0.0.1, port {port}: Address already in use\n"


@pytest.mark.parametrize("host", ["192.0.2.99", "x" * 70 + ".example", "[::1]"])
def test_an_address_that_is_not_here(host: str) -> None:
    with pytest.raises(UsageError, match=f"^cannot listen at {re.escape(host)}, port 0: .+"):
        listening(host, 0)


@pytest.mark.parametrize(
    "arguments",
    [("--port", "-1"), ("--port", "70000"), ("--time-limit", "0"), ("--time-limit", "nan"), ("x",)],
)
def test_options_have_their_bounds(arguments: tuple[str, ...], tsolve: Tsolve) -> None:
    assert tsolve("serve", "--no-open", *arguments).code == 2


def test_a_host_asks_for_a_key(environment: dict[str, str], tmp_path: Path) -> None:
    with site(tmp_path, environment, "--host", "127.0.0.2") as page:
        assert len(page.key) >= 20
        assert page.process.stdout is not None
        assert page.ask().status == 403
        page.process.send_signal(signal.SIGINT)
        assert page.process.stdout.read() == ""  # no code, no hint: this is no terminal


def seen_at(columns: int, folder: Path, environment: dict[str, str], *arguments: str) -> str:
    """What a terminal of this width shows until Ctrl-C."""
    import fcntl
    import struct
    import termios

    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "tsolve", "serve", "--no-open", *arguments],
        cwd=folder,
        env=environment,
        stdin=its,
        stdout=its,
        stderr=its,
        start_new_session=True,
    )
    shown = b""
    while b"ends it." not in shown:
        shown += os.read(ours, 10_000)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=10) == 0
    os.close(its)
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_a_code_stands_where_it_has_room(environment: dict[str, str], tmp_path: Path) -> None:
    wide = seen_at(80, tmp_path, environment, "--host", "127.0.0.2").splitlines()
    assert wide[0].startswith("tsolve is at http://127.0.0.2:")
    code = [each for each in wide if "█" in each]
    # The address has 48 to 50 characters: 29 modules (version 3) and a border of 2 modules around, two rows
    # of modules in each line.
    assert [len(each) for each in code] == [33] * 16
    assert wide[-1] == "Ctrl-C ends it."

    narrow = seen_at(32, tmp_path, environment, "--host", "127.0.0.2").splitlines()
    assert [each.partition(" http")[0] for each in narrow] == ["tsolve is at", "Ctrl-C ends it."]
    here = seen_at(80, tmp_path, environment)
    assert "█" not in here
    assert "key=" not in here


def test_a_browser_opens_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not serving._has_browser()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert serving._has_browser()


def test_a_folder_of_ones_own_named_tsolve_is_not_run(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "tsolve").mkdir()
    (tmp_path / "tsolve" / "__init__.py").write_text("raise SystemExit('another tsolve')")
    (tmp_path / "msgspec.py").write_text("raise SystemExit('another msgspec')")
    environment = {**environment, "PYTHONSAFEPATH": "1"}
    with site(tmp_path, environment) as page:
        assert page.ask().status == 200
