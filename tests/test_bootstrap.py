"""The program that makes the environment: what it says, when it builds, and where it takes pip from.

The three ways to a pip and the installation itself need machines without one; here a local index and a
recording of the commands stand in.
"""

import functools
import hashlib
import http.server
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import bootstrap

OLD, NEW = b"the old wheel", b"the new wheel"
OLD_SHA, NEW_SHA = hashlib.sha256(OLD).hexdigest(), hashlib.sha256(NEW).hexdigest()

HTML = f"""<!DOCTYPE html><html><body>
<a href="/files/pip-9.0.3-py3-none-any.whl#sha256={OLD_SHA}">pip-9.0.3-py3-none-any.whl</a>
<a href="../../files/pip-25.1-py3-none-any.whl#sha256={NEW_SHA}" data-requires-python="&gt;=3.9">new</a>
<a href="/files/pip-26.0rc1-py3-none-any.whl#sha256={OLD_SHA}">not yet released</a>
<a href="/files/pip-27.0-py3-none-any.whl#sha256={OLD_SHA}" data-requires-python="&gt;=3.99">later</a>
<a href="/files/pip-28.0-py3-none-any.whl#sha256={OLD_SHA}" data-yanked="">withdrawn</a>
<a href="/files/pip-29.0-py3-none-any.whl">without a hash</a>
<a href="/files/pip-30.0.tar.gz#sha256={OLD_SHA}">not a wheel</a>
</body></html>"""


def json_page(**changes: object) -> bytes:
    file = {
        "filename": "pip-25.1-py3-none-any.whl",
        "url": "/files/pip-25.1-py3-none-any.whl",
        "hashes": {"sha256": NEW_SHA},
        "requires-python": ">=3.9",
        "yanked": False,
    }
    return json.dumps(
        {"meta": {"api-version": "1.1"}, "name": "pip", "files": [{**file, **changes}]}
    ).encode()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty checkout that the program takes for its own."""
    (tmp_path / "bootstrap.py").touch()
    (tmp_path / "pyproject.toml").write_text("[project]")
    venv = tmp_path / ".venv"
    paths = {"ROOT": tmp_path, "VENV": venv, "BIN": venv / "bin", "PYTHON": venv / "bin" / "python"}
    for name, path in {**paths, "STAMP": venv / "tsolve-bootstrap.json"}.items():
        monkeypatch.setattr(bootstrap, name, str(path))
    return tmp_path


@pytest.fixture
def commands(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that the program runs; the one that makes the environment leaves an interpreter behind."""
    ran: list[list[str]] = []

    def call(command: list[str], **_: object) -> int:
        ran.append(command)
        if "venv" in command:
            (checkout / ".venv" / "bin").mkdir()
            (checkout / ".venv" / "bin" / "python").touch()
        return 0

    monkeypatch.setattr("subprocess.call", call)
    return ran


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a package index, served on this machine."""
    folder = tmp_path / "index"
    (folder / "simple" / "pip").mkdir(parents=True)
    (folder / "files").mkdir()
    (folder / "files" / "pip-25.1-py3-none-any.whl").write_bytes(NEW)
    (folder / "files" / "pip-9.0.3-py3-none-any.whl").write_bytes(OLD)
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        monkeypatch.setenv("PIP_INDEX_URL", f"http://me:secret@127.0.0.1:{server.server_port}/simple")
        monkeypatch.delenv("PIP_CERT", raising=False)
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        yield folder
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.headers["Authorization"] != "Basic bWU6c2VjcmV0":  # me:secret
            self.send_error(401)
        else:
            super().do_GET()

    def log_message(self, *_: object) -> None:
        pass


def failure(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> str:
    with pytest.raises(SystemExit) as caught:
        bootstrap.main(arguments)
    assert caught.value.code == 2
    return capsys.readouterr().err


def test_an_old_python_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.version_info", (3, 10, 12))

    assert (
        failure(capsys, ["tsolve"])
        == "bootstrap: tsolve needs Python 3.11 or newer; this is Python 3.10.12.\n"
    )


@pytest.mark.parametrize("arguments", [[], ["tests"], ["--help"]])
def test_other_commands_get_the_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert "python3 bootstrap.py test [PYTEST ARGS]" in failure(capsys, arguments)


def test_it_builds_once_and_again_only_for_a_reason(checkout: Path, commands: list[list[str]]) -> None:
    def made() -> list[str]:
        """What was done since the last look: `venv`, or what was installed."""
        steps = [
            command[-1] if "install" in command else "venv"
            for command in commands
            if "--version" not in command
        ]
        commands.clear()
        return steps

    root = str(checkout)
    bootstrap.prepare(set())
    assert made() == ["venv", root]
    bootstrap.prepare(set())
    assert made() == []
    bootstrap.prepare({"dev"})
    assert made() == [root + "[dev]"]
    bootstrap.prepare(set())
    assert made() == []
    (checkout / "pyproject.toml").write_text("[project] # changed")
    bootstrap.prepare(set())
    assert made() == [root + "[dev]"]  # what was there stays
    (checkout / ".venv" / "bin" / "python").unlink()
    bootstrap.prepare(set())
    assert made() == ["venv", root]


def test_an_interrupted_build_starts_over(checkout: Path, commands: list[list[str]]) -> None:
    bootstrap.make_venv()
    bootstrap.prepare(set())

    assert [command for command in commands if "venv" in command] == [
        [sys.executable, "-m", "venv", "--without-pip", str(checkout / ".venv")]
    ] * 2


def test_an_environment_of_someone_else_is_left_alone(
    checkout: Path, commands: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "precious").touch()

    assert "was not made by this program; move it away first" in failure(capsys, ["tsolve"])
    assert commands == []
    assert (checkout / ".venv" / "precious").exists()


@pytest.mark.usefixtures("checkout")
def test_a_failed_installation_leaves_no_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("subprocess.call", lambda command, **_: int("install" in command))

    with pytest.raises(bootstrap.BootstrapError, match="could not be installed"):
        bootstrap.prepare(set())
    assert bootstrap.read_stamp() == {}


@pytest.mark.parametrize(
    ("working", "expected"),
    [
        (["-m pip --version"], "{venv} -m pip"),
        (["-m ensurepip"], "{venv} -m pip"),
        (["--python"], "{system} -m pip --python {venv}"),
        ([], "{venv} downloaded.whl/pip"),
    ],
)
def test_the_nearest_pip_is_taken(monkeypatch: pytest.MonkeyPatch, working: list[str], expected: str) -> None:
    monkeypatch.setattr(
        bootstrap, "works", lambda command: any(part in " ".join(command) for part in working)
    )
    monkeypatch.setattr(bootstrap, "download_pip", lambda: "downloaded.whl")

    assert " ".join(bootstrap.find_pip()) == expected.format(venv=bootstrap.PYTHON, system=sys.executable)


@pytest.mark.parametrize("page", [HTML.encode(), json_page()])
def test_the_newest_usable_pip_is_downloaded(index: Path, checkout: Path, page: bytes) -> None:
    (index / "simple" / "pip" / "index.html").write_bytes(page)
    (checkout / ".venv").mkdir()
    path = Path(bootstrap.download_pip())

    assert path == checkout / ".venv" / "pip-25.1-py3-none-any.whl"
    assert path.read_bytes() == NEW


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        (json_page(hashes={"sha256": OLD_SHA}), "the downloaded pip is damaged"),
        (json_page(hashes={}), "offers no pip that this Python can use"),
        (json_page(url="/files/gone.whl"), "cannot be fetched: File not found"),
        (b"{}", "something that is no list of files"),
        (b"<html>sorry</html>", "offers no pip that this Python can use"),
    ],
)
def test_a_bad_index_gets_a_sentence(index: Path, checkout: Path, page: bytes, sentence: str) -> None:
    (index / "simple" / "pip" / "index.html").write_bytes(page)
    (checkout / ".venv").mkdir()

    with pytest.raises(bootstrap.BootstrapError, match=sentence) as caught:
        bootstrap.download_pip()
    assert "secret" not in str(caught.value)
    assert list((checkout / ".venv").iterdir()) == []


def test_no_network_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple")
    monkeypatch.setenv("no_proxy", "127.0.0.1")

    with pytest.raises(
        bootstrap.BootstrapError, match=r"127.0.0.1:1/simple/pip/ cannot be fetched: .*refused"
    ):
        bootstrap.download_pip()


def test_an_index_may_be_a_folder(index: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (index / "simple" / "pip" / "index.html").write_text(HTML)
    (checkout / ".venv").mkdir()
    monkeypatch.setenv("PIP_INDEX_URL", (index / "simple").as_uri() + "/")

    # Only the relative link stays inside the folder; it is also the newest one.
    assert Path(bootstrap.download_pip()).read_bytes() == NEW


def test_a_login_is_sent_to_the_index_only() -> None:
    assert bootstrap.without_login("https://me:p%40ss@host:1/x") == ("https://host:1/x", "me:p@ss")
    assert bootstrap.with_login("https://host:1/y", "me:p@ss") == "https://me:p%40ss@host:1/y"
    assert bootstrap.with_login("https://host:1/y", "") == "https://host:1/y"
    assert bootstrap.same_host("https://host/x", "https://host/y")
    assert not bootstrap.same_host("https://host/x", "https://other/x")
    assert not bootstrap.same_host("https://host/x", "http://host/x")
