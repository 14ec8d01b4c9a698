"""The page about the library: its sessions are run, and it names what there is."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tests.docs.pages import page
from tests.docs.test_docs import write_files
from tsolve import api, errors

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
