"""The program that makes the environment: what it says, when it builds, and where it takes pip from.

The three ways to a pip and the installation itself need machines without one; here a local index and a
recording of the commands stand in.
"""

import functools
import hashlib
import http.server
import json
import re
import sys
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import bootstrap

WHEEL = b"the wheel"
HTML = f"""<!DOCTYPE html><html><body>
<a href="/files/pip-9.0.3-py3-none-any.whl#sha256=0">pip-9.0.3-py3-none-any.whl</a>
<a href="../../files/{bootstrap.PIP}#sha256=0" data-requires-python="&gt;=3.9">the one</a>
<a>no address</a>
</body></html>"""


def json_page(**changes: object) -> bytes:
    file = {"filename": bootstrap.PIP, "url": f"/files/{bootstrap.PIP}", "hashes": {"sha256": "0"}}
    return json.dumps(
        {"meta": {"api-version": "1.1"}, "name": "pip", "files": [{**file, **changes}]}
    ).encode()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty checkout that the program takes for its own."""
    (tmp_path / "bootstrap.py").touch()
    (tmp_path / "pyproject.toml").write_text("[project]")
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "run.txt").touch()
    (tmp_path / "requirements" / "dev.txt").touch()
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
    monkeypatch.setattr(bootstrap, "run_pip", lambda command, _: call(command))
    return ran


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a package index, served on this machine (and so without encryption)."""
    monkeypatch.setattr(bootstrap, "SCHEMES", ("http", "file"))
    monkeypatch.setattr(bootstrap, "PIP_SHA256", hashlib.sha256(WHEEL).hexdigest())
    folder = tmp_path / "index"
    (folder / "simple" / "pip").mkdir(parents=True)
    (folder / "files").mkdir()
    (folder / "files" / bootstrap.PIP).write_bytes(WHEEL)
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
        if self.path.startswith("/moved/"):
            self.send_response(302)
            self.send_header("Location", "ftp://127.0.0.1/pip")
            self.end_headers()
        elif self.headers["Authorization"] != "Basic bWU6c2VjcmV0":  # me:secret
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


def test_it_builds_once_and_again_only_what_changed(
    checkout: Path, commands: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    def made(lock: str) -> list[str]:
        """What a run does, and about how many seconds it says that this takes."""
        bootstrap.prepare(lock)
        steps = re.findall(r"Setting up .venv: about (\d+) seconds, once\n", capsys.readouterr().err)
        for command in commands:
            if "venv" in command:
                steps.append("venv")
            elif "--require-hashes" in command:
                steps.append(Path(command[-1]).name)
            elif "install" in command:
                assert command[-4:] == ["--no-deps", "--no-build-isolation", "--editable", str(checkout)]
                steps.append("tsolve")
        commands.clear()
        return steps

    assert made("run.txt") == ["30", "venv", "run.txt", "tsolve"]
    assert made("run.txt") == []
    assert made("dev.txt") == ["30", "dev.txt"]
    assert made("run.txt") == []
    (checkout / "pyproject.toml").write_text("[project] # changed")
    assert made("run.txt") == ["5", "tsolve"]
    (checkout / "requirements" / "dev.txt").write_text("# changed")
    assert made("run.txt") == ["30", "dev.txt"]  # what was there stays
    (checkout / ".venv" / "bin" / "python").unlink()
    assert made("dev.txt") == ["45", "venv", "dev.txt", "tsolve"]


def test_it_tells_what_pip_does_and_why_it_fails(capsys: pytest.CaptureFixture[str]) -> None:
    said = "print('Collecting one'); print('Installing collected packages: one')"

    bootstrap.run_pip([sys.executable, "-c", said], "fetching 1 packages")
    assert capsys.readouterr().err == "  fetching 1 packages\n  unpacking them\n"
    with pytest.raises(bootstrap.BootstrapError, match="could not be installed; pip's reason is above"):
        bootstrap.run_pip([sys.executable, "-c", f"{said}; exit('ERROR: no')"], "fetching 1 packages")
    assert capsys.readouterr().err.endswith("Collecting one\nInstalling collected packages: one\nERROR: no\n")


def test_an_interrupted_build_starts_over(checkout: Path, commands: list[list[str]]) -> None:
    bootstrap.make_venv()
    bootstrap.prepare("run.txt")

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
    def fail(*_: object) -> None:
        raise bootstrap.BootstrapError("could not be installed")

    monkeypatch.setattr("subprocess.call", lambda *_, **__: 0)
    monkeypatch.setattr(bootstrap, "run_pip", fail)

    with pytest.raises(bootstrap.BootstrapError, match="could not be installed"):
        bootstrap.prepare("run.txt")
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
def test_the_pip_that_is_known_is_downloaded(index: Path, checkout: Path, page: bytes) -> None:
    (index / "simple" / "pip" / "index.html").write_bytes(page)
    (checkout / ".venv").mkdir()
    path = Path(bootstrap.download_pip())

    assert path == checkout / ".venv" / bootstrap.PIP
    assert path.read_bytes() == WHEEL


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        (json_page(filename="pip-99.0-py3-none-any.whl"), "does not offer pip-"),
        (json_page(url="/files/gone.whl"), "cannot be fetched: File not found"),
        (b"{}", "something that is no list of files"),
        (b'{"files": [1]}', "something that is no list of files"),
        (b"<html>sorry</html>", "does not offer pip-"),
        (b" " * (bootstrap.MOST_BYTES + 1), "is larger than 16,777,216 bytes"),
        (json_page(url="/moved/pip"), "ftp://127.0.0.1/pip is not fetched"),
    ],
)
def test_a_bad_index_gets_a_sentence(index: Path, checkout: Path, page: bytes, sentence: str) -> None:
    (index / "simple" / "pip" / "index.html").write_bytes(page)
    (checkout / ".venv").mkdir()

    with pytest.raises(bootstrap.BootstrapError, match=sentence) as caught:
        bootstrap.download_pip()
    assert "secret" not in str(caught.value)
    assert list((checkout / ".venv").iterdir()) == []


def test_another_pip_than_the_known_one_is_not_run(index: Path, checkout: Path) -> None:
    """Whatever digest the index itself states."""
    forged = b"something else"
    (index / "files" / bootstrap.PIP).write_bytes(forged)
    stated = json_page(hashes={"sha256": hashlib.sha256(forged).hexdigest()})
    (index / "simple" / "pip" / "index.html").write_bytes(stated)
    (checkout / ".venv").mkdir()

    with pytest.raises(bootstrap.BootstrapError, match="is not the one that tsolve knows"):
        bootstrap.download_pip()
    assert list((checkout / ".venv").iterdir()) == []


def test_nothing_is_fetched_without_encryption(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://me:secret@127.0.0.1:1/simple")

    with pytest.raises(bootstrap.BootstrapError, match=r"127.0.0.1:1/simple/pip/ is not fetched") as caught:
        bootstrap.download_pip()
    assert "secret" not in str(caught.value)


def test_the_locks_hold_every_package_that_tsolve_asks_for() -> None:
    """With a digest each, by which pip refuses anything else."""
    root = Path(bootstrap.__file__).parent
    project = tomllib.loads((root / "pyproject.toml").read_text())
    asked = {
        "run.txt": [*project["project"]["dependencies"], *project["build-system"]["requires"]],
        "dev.txt": [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["dev"]],
    }
    for name, wanted in asked.items():
        text = (root / "requirements" / name).read_text()
        locked = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))
        for each in map(Requirement, wanted):
            assert each.specifier.contains(locked[canonicalize_name(each.name)])
        assert all("--hash=sha256:" in part for part in re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:])


def test_no_network_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "https://127.0.0.1:1/simple")
    monkeypatch.setenv("no_proxy", "127.0.0.1")

    with pytest.raises(
        bootstrap.BootstrapError, match=r"127.0.0.1:1/simple/pip/ cannot be fetched: .*refused"
    ):
        bootstrap.download_pip()


def test_an_index_may_be_a_folder(index: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (index / "simple" / "pip" / "index.html").write_text(HTML)
    (checkout / ".venv").mkdir()
    monkeypatch.setenv("PIP_INDEX_URL", (index / "simple").as_uri() + "/")

    # Only the relative link stays inside the folder.
    assert Path(bootstrap.download_pip()).read_bytes() == WHEEL


def test_a_login_is_sent_to_the_index_only() -> None:
    assert bootstrap.without_login("https://me:p%40ss@host:1/x") == ("https://host:1/x", "me:p@ss")
    assert bootstrap.with_login("https://host:1/y", "me:p@ss") == "https://me:p%40ss@host:1/y"
    assert bootstrap.with_login("https://host:1/y", "") == "https://host:1/y"
    assert bootstrap.same_host("https://host/x", "https://host/y")
    assert not bootstrap.same_host("https://host/x", "https://other/x")
    assert not bootstrap.same_host("https://host/x", "http://host/x")
