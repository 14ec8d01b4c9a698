#!/usr/bin/env python3
"""Run tsolve, or its tests, from a checkout on a machine that has nothing but Python.

    python3 bootstrap.py tsolve ARGS...        the tsolve command
    python3 bootstrap.py test [PYTEST ARGS]    all tests, on every core

The first run makes a virtual environment in .venv and installs tsolve there, with the packages that it was
tested with (requirements/); the first test adds those of the tests. Later runs install nothing until these
files or pyproject.toml change. Only the standard library is needed: neither pip nor ensurepip has to be
installed.
"""

from __future__ import annotations

import base64
import hashlib
import html.parser
import http.client
import importlib.util
import json
import os
import shutil
import ssl
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from typing import IO, NoReturn

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python.exe" if os.name == "nt" else "python")
STAMP = os.path.join(VENV, "tsolve-bootstrap.json")
SECONDS = {".venv": 10, "run.txt": 15, "dev.txt": 30, "pyproject.toml": 5}

# The only thing that this program fetches itself. Its digest stands here: an index that serves something else
# would state the digest of that.
PIP = "pip-26.3-py3-none-any.whl"
PIP_SHA256 = "f3b60b20ffaadd4415ed7957212a38ac63fa4c5fa375bd0f4a797777940fad13"
MOST_BYTES = 16 << 20
SCHEMES = ("https", "file")


class BootstrapError(Exception):
    """Why the environment cannot be made, in a sentence for the user."""


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
        prepare("dev.txt" if command == "test" else "run.txt")
    except BootstrapError as error:
        fail(str(error))
    if command == "test":
        os.chdir(ROOT)
        run([PYTHON, "-m", "pytest", "-n", "auto", "-p", "tests.progress", *rest])
    else:
        run([os.path.join(BIN, "tsolve"), *rest])


def fail(sentence: str) -> NoReturn:
    print("bootstrap: " + sentence, file=sys.stderr)
    sys.exit(2)


def progress(step: str, detail: str = "") -> None:
    """On a terminal a line that changes, empty in the end; elsewhere a line for every step."""
    if sys.stderr.isatty():
        text = "  " + step + detail if step else ""
        print("\r" + text.ljust(70) + "\r", end="", file=sys.stderr, flush=True)
    elif step and not detail:
        print("  " + step, file=sys.stderr, flush=True)


def run(command: list[str]) -> NoReturn:
    """Become the command, so that signals and the exit code are its own."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


# The environment


def prepare(lock: str) -> None:
    """Make sure that .venv holds this checkout and the packages of the lock, a file of requirements/.

    Raises:
        BootstrapError: it cannot be made.
    """
    with open(os.path.join(ROOT, "bootstrap.py"), "rb") as own:
        wait_for_turn(own.fileno())
        made, stamp = made_from(), read_stamp()
        if stamp.get("made from") != made or not os.path.exists(PYTHON):
            stamp = {}
        if "dev.txt" in stamp:
            lock = "dev.txt"  # what was there stays
        stale = [name for name in (lock, "pyproject.toml") if stamp.get(name) != digest(name)]
        if not stale:
            return
        seconds = sum(SECONDS[name] for name in (stale if stamp else [".venv", *stale]))
        print(f"Setting up .venv: about {seconds} seconds, once", file=sys.stderr, flush=True)
        if not stamp:
            make_venv()
        install(stale)
        write_stamp({**stamp, "made from": made, **{name: digest(name) for name in stale}})
        progress("")


def wait_for_turn(descriptor: int) -> None:
    """Two runs at the same time must not build the same environment; the lock ends with the descriptor."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX)


def made_from() -> str:
    """The interpreter and the place that an environment hangs on."""
    return repr((sys.version, os.path.realpath(sys.executable), ROOT))


def path_of(name: str) -> str:
    """A lock, which names every package with its version and the digests of its files, or pyproject.toml."""
    return os.path.join(ROOT, "requirements", name) if name.endswith(".txt") else os.path.join(ROOT, name)


def digest(name: str) -> str:
    with open(path_of(name), "rb") as stream:
        return hashlib.sha256(stream.read()).hexdigest()


def read_stamp() -> dict[str, str]:
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
    progress("making the environment")
    if os.path.exists(VENV):
        if not os.path.exists(STAMP):
            raise BootstrapError(VENV + " was not made by this program; move it away first.")
        shutil.rmtree(VENV)
    os.mkdir(VENV)
    write_stamp({})  # ours from the start, should the rest be interrupted
    command = [sys.executable, "-m", "venv", "--without-pip", VENV]
    if subprocess.call(command, stdout=sys.stderr) != 0:
        raise BootstrapError("the virtual environment could not be made; the reason is above.")


def install(stale: list[str]) -> None:
    """Install the very packages that tsolve was tested with, then tsolve itself, which is built by them."""
    progress("getting pip")
    pip = [*find_pip(), "install", "--disable-pip-version-check", "--progress-bar", "off"]
    for name in stale:
        if name == "pyproject.toml":
            step, what = "installing tsolve", ["--no-deps", "--no-build-isolation", "--editable", ROOT]
        else:
            with open(path_of(name), encoding="utf-8") as stream:
                step = f"fetching {sum(line[0].isalpha() for line in stream)} packages"
            what = ["--require-hashes", "--requirement", path_of(name)]
        run_pip([*pip, *what], step)


def run_pip(command: list[str], step: str) -> None:
    """Run pip, and count the packages that it looks at. What it says is shown only when it fails.

    Raises:
        BootstrapError: it failed.
    """
    progress(step)
    said: list[str] = []
    found = 0
    # PIP_USER would send the packages to the home directory instead of the environment.
    kept = {**os.environ, "PIP_USER": "0"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=kept
    ) as pip:
        for line in pip.stdout or ():
            said.append(line)
            if line.startswith(("Collecting ", "Processing ", "Requirement already ", "Ignoring ")):
                found += 1
                progress(step, f": {found}")
            elif line.startswith("Installing ") and found:
                progress("unpacking them")
    if pip.returncode != 0:
        progress("")
        sys.stderr.writelines(said[-20:])
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
    """The path of pip's wheel, which can run as it is."""
    index = os.environ.get("PIP_INDEX_URL") or "https://pypi.org/simple"
    progress("fetching pip")
    page, address = fetch(index.rstrip("/") + "/pip/")
    url = address_of(PIP, page, address)
    if url is None:
        raise BootstrapError(f"{without_login(index)[0]} does not offer {PIP}.")
    data, _ = fetch(url)
    if hashlib.sha256(data).hexdigest() != PIP_SHA256:
        raise BootstrapError(f"the downloaded {PIP} is not the one that tsolve knows: its SHA-256 differs.")
    path = os.path.join(VENV, PIP)
    with open(path, "wb") as stream:
        stream.write(data)
    return path


class Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a redirection only to where it could have gone in the first place."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        try:
            check_scheme(newurl)
        except BootstrapError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def check_scheme(url: str) -> None:
    """Raises BootstrapError for a URL that is not encrypted."""
    if urllib.parse.urlsplit(url).scheme not in SCHEMES:
        plain = without_login(url)[0]
        raise BootstrapError(f"{plain} is not fetched: only https:// is safe enough, or file://.")


def fetch(url: str) -> tuple[bytes, str]:
    """What the URL holds, and where it was found in the end.

    Raises:
        BootstrapError: it cannot be fetched, is too large, or is not encrypted on the way.
    """
    check_scheme(url)
    plain, login = without_login(url)
    if plain.startswith("file:") and plain.endswith("/"):
        plain += "index.html"
    accept = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, */*;q=0.1"
    request = urllib.request.Request(plain, headers={"Accept": accept, "User-Agent": "tsolve-bootstrap"})
    if login:
        request.add_unredirected_header("Authorization", "Basic " + base64.b64encode(login.encode()).decode())
    context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None)
    opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=context), Redirects())
    try:
        with opener.open(request, timeout=60) as response:
            found, data = response.geturl(), response.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # URLError is an OSError; ValueError: not a URL
        if isinstance(error, urllib.error.HTTPError):
            error.close()
        reason = getattr(error, "reason", None) or error
        raise BootstrapError(f"{plain} cannot be fetched: {reason}.") from error
    if len(data) > MOST_BYTES:
        raise BootstrapError(f"{plain} is larger than {MOST_BYTES:,} bytes.")
    return data, with_login(found, login) if same_host(found, plain) else found


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


def address_of(name: str, page: bytes, address: str) -> str | None:
    """Where a file lies by an index page in JSON (PEP 691) or HTML (PEP 503) that was found at `address`."""
    text = page.decode("utf-8", "replace")
    if text.lstrip().startswith("{"):
        try:
            files = {str(file["filename"]): str(file["url"]) for file in json.loads(text)["files"]}
        except (ValueError, KeyError, TypeError):
            raise BootstrapError(
                "the package index answers with something that is no list of files."
            ) from None
    else:
        links = Links()
        links.feed(text)
        files = links.files
    return urllib.parse.urljoin(address, files[name]) if name in files else None


class Links(html.parser.HTMLParser):
    """Collects the links of an HTML index page by the names of the files."""

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        url = (dict(attrs).get("href") or "").partition("#")[0]
        if tag == "a" and url:
            self.files[urllib.parse.unquote(url.rsplit("/", 1)[-1])] = url


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
