#!/usr/bin/env python3
"""Run tsolve, or its tests, from a checkout on a machine that has nothing but Python.

    python3 bootstrap.py tsolve ARGS...        the tsolve command
    python3 bootstrap.py test [PYTEST ARGS]    all tests, on every core

The first run makes a virtual environment in .venv and installs tsolve there; later runs use it again until
pyproject.toml changes. Only the standard library is needed: neither pip nor ensurepip has to be installed.
"""

from __future__ import annotations

import base64
import hashlib
import html.parser
import importlib.util
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from typing import NamedTuple, NoReturn

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python.exe" if os.name == "nt" else "python")
STAMP = os.path.join(VENV, "tsolve-bootstrap.json")


class BootstrapError(Exception):
    """Why the environment cannot be made, in a sentence for the user."""


class Wheel(NamedTuple):
    """A wheel of pip that an index offers."""

    version: tuple[int, ...]
    url: str
    sha256: str


def main(arguments: list[str]) -> NoReturn:
    """Run the command. Exits with its code, or with 2 when it cannot be run."""
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        fail("tsolve needs Python {}.{} or newer; this is Python {}.".format(*OLDEST, found))
    if not arguments or arguments[0] not in ("tsolve", "test"):
        print(__doc__.strip(), file=sys.stderr)
        sys.exit(2)
    command, rest = arguments[0], arguments[1:]
    try:
        prepare({"dev"} if command == "test" else set())
    except BootstrapError as error:
        fail(str(error))
    if command == "test":
        os.chdir(ROOT)
        run([PYTHON, "-m", "pytest", "-n", "auto", *rest])
    else:
        run([os.path.join(BIN, "tsolve"), *rest])


def fail(sentence: str) -> NoReturn:
    say(sentence)
    sys.exit(2)


def say(sentence: str) -> None:
    print("bootstrap: " + sentence, file=sys.stderr, flush=True)


def run(command: list[str]) -> NoReturn:
    """Become the command, so that signals and the exit code are its own."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


# The environment


def prepare(extras: set[str]) -> None:
    """Make sure that .venv holds this checkout with the extras.

    Raises:
        BootstrapError: it cannot be made.
    """
    with open(os.path.join(ROOT, "bootstrap.py"), "rb") as lock:
        wait_for_turn(lock.fileno())
        base, project = fingerprints()
        stamp = read_stamp()
        if stamp.get("base") != base or not os.path.exists(PYTHON):
            stamp = {}
            make_venv()
        installed = set(str(stamp.get("extras", "")).split())
        if stamp.get("project") == project and extras <= installed:
            return
        wanted = " ".join(sorted(extras | installed))
        install(wanted.split())
        write_stamp({"base": base, "project": project, "extras": wanted})


def wait_for_turn(descriptor: int) -> None:
    """Two runs at the same time must not build the same environment; the lock ends with the descriptor."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX)


def fingerprints() -> tuple[str, str]:
    """What the environment hangs on (interpreter and place), and what its packages hang on (the project)."""
    base = repr((sys.version, os.path.realpath(sys.executable), ROOT))
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as stream:
        project = stream.read()
    return hashlib.sha256(base.encode()).hexdigest(), hashlib.sha256(project).hexdigest()


def read_stamp() -> dict[str, object]:
    try:
        with open(STAMP, encoding="utf-8") as stream:
            stamp = json.load(stream)
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(stamp: dict[str, str]) -> None:
    with open(STAMP, "w", encoding="utf-8") as stream:
        json.dump(stamp, stream)


def make_venv() -> None:
    say("making a virtual environment in .venv")
    if os.path.exists(VENV):
        if not os.path.exists(STAMP):
            raise BootstrapError(VENV + " was not made by this program; move it away first.")
        shutil.rmtree(VENV)
    os.mkdir(VENV)
    write_stamp({})  # ours from the start, should the rest be interrupted
    command = [sys.executable, "-m", "venv", "--without-pip", VENV]
    if subprocess.call(command, stdout=sys.stderr) != 0:
        raise BootstrapError("the virtual environment could not be made; the reason is above.")


def install(extras: list[str]) -> None:
    pip = find_pip()
    target = ROOT + ("[{}]".format(",".join(extras)) if extras else "")
    say("installing tsolve and what it needs; this is done once")
    command = [*pip, "install", "--quiet", "--disable-pip-version-check", "--editable", target]
    # PIP_USER would send the packages to the home directory instead of the environment.
    if subprocess.call(command, stdout=sys.stderr, env={**os.environ, "PIP_USER": "0"}) != 0:
        raise BootstrapError("the packages could not be installed; pip's reason is above.")


def find_pip() -> list[str]:
    """The command of a pip that installs into .venv: its own, Python's, the system's, or a downloaded one."""
    own = [PYTHON, "-m", "pip"]
    if works([*own, "--version"]):
        return own
    if importlib.util.find_spec("ensurepip") and works([PYTHON, "-m", "ensurepip", "--default-pip"]):
        return own
    system = [sys.executable, "-m", "pip", "--python", PYTHON]  # since pip 22.3
    if works([*system, "--version"]):
        return system
    return [PYTHON, os.path.join(download_pip(), "pip")]


def works(command: list[str]) -> bool:
    return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


# Pip from the package index


def download_pip() -> str:
    """The path of the newest pip's wheel, which can run as it is."""
    index = os.environ.get("PIP_INDEX_URL") or "https://pypi.org/simple"
    say("downloading pip")
    page, address = fetch(index.rstrip("/") + "/pip/")
    wheels = offered_wheels(page, address)
    if not wheels:
        raise BootstrapError(f"{without_login(index)[0]} offers no pip that this Python can use.")
    newest = max(wheels)
    data, _ = fetch(newest.url)
    if hashlib.sha256(data).hexdigest() != newest.sha256:
        raise BootstrapError(
            "the downloaded pip is damaged: its SHA-256 is not the one that the index states."
        )
    path = os.path.join(VENV, "pip-{}-py3-none-any.whl".format(".".join(map(str, newest.version))))
    with open(path, "wb") as stream:
        stream.write(data)
    return path


def fetch(url: str) -> tuple[bytes, str]:
    """What the URL holds, and where it was found in the end.

    Raises:
        BootstrapError: it cannot be fetched.
    """
    plain, login = without_login(url)
    if plain.startswith("file:") and plain.endswith("/"):
        plain += "index.html"
    accept = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, */*;q=0.1"
    request = urllib.request.Request(plain, headers={"Accept": accept, "User-Agent": "tsolve-bootstrap"})
    if login:
        request.add_unredirected_header("Authorization", "Basic " + base64.b64encode(login.encode()).decode())
    context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None)
    try:
        with urllib.request.urlopen(request, timeout=60, context=context) as response:
            found = response.geturl()
            return response.read(), with_login(found, login) if same_host(found, plain) else found
    except (OSError, ValueError) as error:  # URLError is an OSError; ValueError: not a URL
        if isinstance(error, urllib.error.HTTPError):
            error.close()
        reason = getattr(error, "reason", None) or error
        raise BootstrapError(f"{plain} cannot be fetched: {reason}.") from error


def without_login(url: str) -> tuple[str, str]:
    """The URL without `user:password@`, and that login."""
    parts = urllib.parse.urlsplit(url)
    login, _, host = parts.netloc.rpartition("@")
    return urllib.parse.urlunsplit(parts._replace(netloc=host)), urllib.parse.unquote(login)


def with_login(url: str, login: str) -> str:
    parts = urllib.parse.urlsplit(url)
    quoted = ":".join(urllib.parse.quote(part, safe="") for part in login.split(":", 1))
    return urllib.parse.urlunsplit(parts._replace(netloc=quoted + "@" + parts.netloc)) if login else url


def same_host(one: str, other: str) -> bool:
    first, second = urllib.parse.urlsplit(one), urllib.parse.urlsplit(other)
    return (first.scheme, first.netloc) == (second.scheme, second.netloc)


def offered_wheels(page: bytes, address: str) -> list[Wheel]:
    """The released wheels of pip for this Python on an index page, JSON (PEP 691) or HTML (PEP 503)."""
    text = page.decode("utf-8", "replace")
    if text.lstrip().startswith("{"):
        try:
            files = json.loads(text)["files"]
        except (ValueError, KeyError):
            raise BootstrapError(
                "the package index answers with something that is no list of files."
            ) from None
    else:
        links = Links()
        links.feed(text)
        files = links.files
    found = (usable(file, address) for file in files)
    return [wheel for wheel in found if wheel]


class Links(html.parser.HTMLParser):
    """Collects the links of an HTML index page in the shape of the JSON one."""

    def __init__(self) -> None:
        super().__init__()
        self.files: list[dict[str, object]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        url, _, fragment = (attributes.get("href") or "").partition("#")
        if tag != "a" or not url:
            return
        self.files.append(
            {
                "filename": urllib.parse.unquote(url.rsplit("/", 1)[-1]),
                "url": url,
                "hashes": dict([fragment.split("=", 1)]) if "=" in fragment else {},
                "requires-python": attributes.get("data-requires-python"),
                "yanked": "data-yanked" in attributes,
            }
        )


def usable(file: dict[str, object], address: str) -> Wheel | None:
    name = re.fullmatch(r"pip-([0-9]+(?:\.[0-9]+)*)-py3-none-any\.whl", str(file.get("filename")))
    hashes = file.get("hashes")
    sha256 = hashes.get("sha256") if isinstance(hashes, dict) else None
    oldest = re.search(r">=\s*([0-9]+)\.([0-9]+)", str(file.get("requires-python") or ""))
    too_new = oldest is not None and (int(oldest[1]), int(oldest[2])) > sys.version_info[:2]
    url = file.get("url")
    if not name or not url or not sha256 or too_new or file.get("yanked"):
        return None
    version = tuple(map(int, name[1].split(".")))
    return Wheel(version, urllib.parse.urljoin(address, str(url)), str(sha256))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
