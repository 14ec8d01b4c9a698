"""The pages name only what exists, and what they show is what the program does."""

from __future__ import annotations

import contextlib
import doctest
import fnmatch
import importlib
import io
import os
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import yaml

from tests.docs.pages import ROOT, Block, Page, code, page, pages, target_of
from tests.games.thunderstone.builders import ruleset
from tsolve import api, cli, errors
from tsolve.api import games
from tsolve.cli.commands import COMMANDS, root

PAGES = list(pages())
EVERY_PAGE = pytest.mark.parametrize("here", PAGES, ids=lambda here: here.name)

_SKIPPED = {".git", ".venv", "__pycache__", ".hypothesis", ".mypy_cache", ".ruff_cache", ".pytest_cache"}


@cache
def files() -> tuple[str, ...]:
    """Every file and folder of the checkout, with a slash in front and, for folders, behind."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in _SKIPPED]
        place = "/" + "/".join(Path(folder).relative_to(ROOT).parts)
        found += [f"{place.rstrip('/')}/{name}" for name in names]
        found += [f"{place.rstrip('/')}/{name}/" for name in folders]
    return tuple(found)


# Links and names


@EVERY_PAGE
def test_links_lead_somewhere(here: Page) -> None:
    for link in here.links():
        file, anchor = target_of(here, link)

        assert file.exists(), link
        assert not anchor or anchor in page(str(file.relative_to(ROOT))).anchors(), link


@EVERY_PAGE
def test_named_modules_and_classes_exist(here: Page) -> None:
    """`contract.measures.Found` is told without the package; a room begins it."""
    rooms = {path.parent.name for path in (ROOT / "tsolve").glob("*/__init__.py")}

    for span in here.spans():
        if not re.fullmatch(r"[a-z_]+(?:\.\w+)+", span) or span.partition(".")[0] not in rooms:
            continue
        assert is_named_in_code(f"tsolve.{span}"), span


def is_named_in_code(name: str) -> bool:
    """Whether a dotted name leads to a module, or to something in one."""
    found: Any = importlib.import_module("tsolve")
    for part in name.split(".")[1:]:
        if not hasattr(found, part):
            with contextlib.suppress(ImportError):
                importlib.import_module(f"{found.__name__}.{part}")
        found = getattr(found, part, None)
        if found is None:
            return False
    return True


@EVERY_PAGE
def test_named_files_exist(here: Page) -> None:
    """A path may be told from any folder on; `<game>` and `*` stand for anything."""
    shapes = (r"[\w.<>*/-]+\.(?:py|md|toml)", r"[\w.<>*/-]+/", r"[\w.*-]+/[\w./*-]+\.yaml")
    named = [span for span in here.spans() if any(re.fullmatch(shape, span) for shape in shapes)]

    for name in named:
        pattern = "*/" + re.sub(r"<\w+>", "*", name)
        assert fnmatch.filter(files(), pattern), name


def test_the_readme_leads_to_every_page() -> None:
    written = {*ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md")} - {ROOT / "docs/plan.md"}

    assert written == {ROOT / here.name for here in PAGES}


# Commands


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder like a checkout in which a reader has made the files that the pages show."""
    (tmp_path / "puzzles").symlink_to(ROOT / "puzzles")
    return tmp_path


def write_files(here: Page, folder: Path) -> None:
    """The position files and the programs that a page shows."""
    for block in (*here.blocks("yaml"), *here.blocks("python")):
        if block.file and "/" not in block.file:
            (folder / block.file).write_text(block.text, encoding="utf-8")


def run(command: str, folder: Path) -> tuple[int, str]:
    """The exit code of a command line, and what it prints: `tsolve` in this process, `pytest` and `python` in
    one of their own. Nothing that a developer's shell may have set is seen. `printf 'LINES' | tsolve ...`
    types these lines.
    """
    before, pipe, after = command.partition(" | ")
    typed = shlex.split(before)[1].replace("\\n", "\n") if pipe else ""
    program, *arguments = shlex.split(after or before)
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT") if name in os.environ}
    own = {**kept, "PYTHONPATH": str(ROOT), "TSOLVE_CACHE_DIR": str(folder), "PYTHONIOENCODING": "utf-8"}
    if program == "tsolve":
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
        with (
            contextlib.chdir(folder),
            mock.patch.dict(os.environ, own, clear=True),
            mock.patch.object(sys, "stdin", io.StringIO(typed)),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            code = cli.run(arguments)
        return code, "".join(stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]
    assert program in ("pytest", "python"), command
    module = ("-m", "pytest") if program == "pytest" else ()
    started = [sys.executable, *module, *arguments]
    ended = subprocess.run(
        started, cwd=folder, env=own, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    return ended.returncode, ended.stdout + ended.stderr


def is_shown(shown: str, printed: str) -> bool:
    """Whether this was printed, where a line `...` stands for any lines."""
    first, *others = [part.splitlines() for part in re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE)]
    lines = printed.splitlines()
    if not others:
        return lines == first
    if lines[: len(first)] != first:
        return False
    del lines[: len(first)]
    *middle, last = others
    for part in middle:
        starts = range(len(lines) - len(part) + 1)
        start = next((start for start in starts if lines[start : start + len(part)] == part), None)
        if start is None:
            return False
        del lines[: start + len(part)]
    return len(last) <= len(lines) and lines[len(lines) - len(last) :] == last


def test_dots_stand_for_any_lines() -> None:
    printed = ("a\nb\nc\n", "a\nc\n", "a\nb\nb\nc\n"), ("a\nb\n", "b\na\nc\n", "a\nc\nb\n", "ac\n")
    for right, texts in zip((True, False), printed, strict=True):
        assert {is_shown("a\n...\nc\n", text) for text in texts} == {right}


CONSOLES = [(here, block) for here in PAGES for block in here.blocks("console")]


@pytest.mark.parametrize(
    ("here", "block"), CONSOLES, ids=lambda part: part.name if isinstance(part, Page) else str(part.line)
)
def test_commands_print_what_is_shown(here: Page, block: Block, folder: Path) -> None:
    """A line `...` stands for any lines; `echo $?` shows the exit code of the command before."""
    write_files(here, folder)
    told = re.split(r"^\$ (.+)\n", block.text, flags=re.MULTILINE)
    assert told[0] == "", "a block begins with a command"
    code = None
    for command, shown in zip(told[1::2], told[2::2], strict=True):
        if command == "echo $?":
            assert int(shown) == code
            continue
        code, printed = run(command, folder)
        assert is_shown(shown, printed), printed


@EVERY_PAGE
def test_commands_exist(here: Page) -> None:
    """`tsolve NAME` and its `--options`, wherever a page mentions them."""
    lines = [line for block in here.blocks("sh") for line in block.text.splitlines()]
    for text in (*here.spans(), *lines):
        match = re.search(r"(?:^|python3 bootstrap\.py )tsolve ([a-z][a-z-]*)(.*)", text)
        if not match:
            continue
        assert match[1] in COMMANDS, text
        for option in re.findall(r"(?<=\s)--[a-z-]+", match[2]):
            assert option in options_of(match[1]), text


def options_of(command: str) -> set[str]:
    """The long options of a command."""
    params = root().get_command(None, command).params
    return {"--help", *(option for each in params for option in each.opts)}


def test_bootstrap_commands_name_files_that_exist() -> None:
    lines = [line for block in page("README.md").blocks("sh") for line in block.text.splitlines()]
    started = [shlex.split(line, comments=True) for line in lines if line.startswith("python3 bootstrap.py")]

    assert [words[2] for words in started] == ["tsolve", "test"]
    for words in started:
        assert all((ROOT / word).is_file() for word in words[1:] if "/" in word or word.endswith(".py"))


def test_the_readme_lists_every_command() -> None:
    listed = [code(row[0])[0].split()[1] for row in page("README.md").table("## Commands")]

    assert listed == list(COMMANDS)


def test_the_readme_counts_right_and_is_short() -> None:
    text = page("README.md").text

    assert len(text.splitlines()) <= 150
    assert f"all {len(ruleset().cards)} cards" in text
    assert f"{len(ruleset().interpretations)} open points" in text
    assert f"Quest's {len(games.ruleset('quest').interpretations)}" in text
    assert f"Gloomhaven's {len(games.ruleset('gloomhaven').interpretations)}" in text


def test_exit_codes_are_the_same_on_both_pages() -> None:
    def codes(name: str) -> list[str]:
        return [row[0] for row in page(name).table("## Exit codes")]

    assert codes("README.md") == codes("docs/reference/answers.md") == ["0", "1", "2", "3", "4", "130"]


def test_library_examples_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    blocks = page("README.md").blocks("python")
    assert blocks
    for block in blocks:
        write_files(page("README.md"), folder)
        names: dict[str, Any] = {}
        exec(compile(block.text, "README.md", "exec"), names)
        for line in block.text.splitlines():
            expression, arrow, shown = line.partition("  # ")
            if arrow:
                assert str(eval(expression, names)) == shown


RUN = r"""
import sys
from tsolve.games.thunderstone.effects import traits
exec("from __future__ import annotations\n" + sys.argv.pop(1), vars(traits))
from tsolve.cli import main
main()
"""


def test_the_worked_example_is_an_effect(tmp_path: Path) -> None:
    contributing = page("CONTRIBUTING.md")
    (effect,) = contributing.blocks("python")
    (puzzle,) = (yaml.safe_load(block.text) for block in contributing.blocks(""))
    card, ruling = (yaml.safe_load(block.text) for block in contributing.blocks("yaml"))
    facts = {key: value for key, value in card[0].items() if key not in ("id", "name", "set", "provenance")}
    puzzle |= {"cards": {card[0]["name"]: facts}, "about": []}
    file = tmp_path / "spike.yaml"
    file.write_text(yaml.safe_dump(puzzle), encoding="utf-8")

    command = [sys.executable, "-c", RUN, effect.text, "check", str(file)]
    own_cache = {**os.environ, "TSOLVE_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=own_cache)

    assert (done.returncode, done.stderr) == (0, "")
    assert "The expectation holds." in done.stdout
    assert "confirmed" in done.stdout
    assert ruling[0]["id"] == f"card.{card[0]['id']}"


PAGE = page("docs/reference/library.md")


def test_the_session_is_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(PAGE, tmp_path)
    monkeypatch.chdir(tmp_path)
    shown = "".join(block.text for block in PAGE.blocks("python") if not block.file)
    session = doctest.DocTestParser().get_doctest(shown, {}, "library", "docs/reference/library.md", 0)
    told: list[str] = []

    assert session.examples
    assert doctest.DocTestRunner().run(session, out=told.append).failed == 0, "".join(told)


def test_it_names_every_error() -> None:
    known = {
        name
        for name, each in vars(errors).items()
        if isinstance(each, type) and issubclass(each, errors.TsolveError)
    }
    told = {span for span in PAGE.spans() if span in known}

    # what an engine raises, and kinds of an UndecidedError
    assert known - told == {
        "IllegalActionError",
        "BeyondBoundsError",
        "TooLargeError",
    }


def test_every_function_that_it_names_is_documented() -> None:
    named = {
        span
        for row in PAGE.table("## What every answer has", 2)
        for span in row[0].replace("`", "").split(", ")
    }

    for name in named:
        assert getattr(api, name).__doc__, name
