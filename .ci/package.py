"""Builds the sdist and the wheel, installs one after the other into an environment that has nothing else, and
uses it far from the checkout.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import bootstrap  # noqa: E402 (it stands in the root)

USES = (
    (0, "example", "dispute"),
    (1, "check", "dispute.yaml"),  # a claim of it is refuted
    (1, "check", "--html", "dispute.html", "dispute.yaml"),  # with style sheets that lie beside the code
    (0, "example", "quest-dungeon"),
    (0, "check", "quest-dungeon.yaml"),
    (0, "explain", "E302"),
    (0, "card", "Pochodnia"),
    (0, "rule", "TS-10.2"),
    (0, "setup", "--game", "gloomhaven", "scenario", "1", "-o", "start.yaml"),
    (0, "show", "start.yaml"),
    (0, "schema", "--game", "quest"),
    (0, "schema", "--output", "check"),
)
"""Commands with their exit codes."""


def main() -> None:
    """Ends with an exception if a package cannot be built, installed or used."""
    with tempfile.TemporaryDirectory(prefix="tsolve-package-") as name:
        folder = Path(name)
        run([sys.executable, "-m", "hatchling", "build", "-d", str(folder / "dist")], ROOT)
        (sdist,) = (folder / "dist").glob("*.tar.gz")
        (wheel,) = (folder / "dist").glob("*.whl")
        pip = environment(folder / "env")
        from_sdist = install(sdist, pip, folder)
        from_wheel = install(wheel, pip, folder)
        assert from_sdist == from_wheel, f"only in one: {from_sdist ^ from_wheel}"
    print("sdist and wheel: installed and used")


def environment(folder: Path) -> list[str]:
    """Make one with what tsolve needs. The command that installs more there."""
    run([sys.executable, "-m", "venv", "--without-pip", str(folder)], ROOT)
    bootstrap.PYTHON = str(folder / "bin" / "python")
    pip = [*bootstrap.find_pip(), "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, "--require-hashes", "--requirement", bootstrap.path_of("run.txt")], folder)
    return pip


def install(package: Path, pip: list[str], folder: Path) -> frozenset[str]:
    """Install a package, in the place of another, and use it. The files that came."""
    run([*pip, "--force-reinstall", "--no-deps", "--no-build-isolation", str(package)], folder)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        for code, *arguments in USES:
            run([str(folder / "env" / "bin" / "tsolve"), *map(str, arguments)], Path(work), code)
        serve(str(folder / "env" / "bin" / "tsolve"), Path(work))
    (home,) = folder.glob("env/lib/python*/site-packages/tsolve")
    files = (path for path in home.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return frozenset(str(path.relative_to(home)) for path in files)


def serve(tsolve: str, folder: Path) -> None:
    """Open the page, with what lies beside the code."""
    command = [tsolve, "serve", "--no-open"]
    with subprocess.Popen(command, cwd=folder, env=environ(), stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        try:
            for name in ("", "style.css", "page.js", "icon.svg"):
                with urllib.request.urlopen(address + name, timeout=60) as reply:
                    assert reply.read(), name
        finally:
            server.send_signal(signal.SIGINT)
    assert server.returncode == 0, f"{command}: exit code {server.returncode}"


def environ() -> dict[str, str]:
    """What the commands see: nothing that leads to the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TSOLVE"))}
    return {**kept, "PIP_USER": "0"}


def run(command: list[str], folder: Path, code: int = 0) -> None:
    shown = subprocess.run(command, cwd=folder, env=environ(), capture_output=True, text=True, check=False)
    assert shown.returncode == code, f"{command}: exit code {shown.returncode}\n{shown.stdout}{shown.stderr}"


if __name__ == "__main__":
    main()
