"""Position files as tests write them, read as tsolve reads them."""

from __future__ import annotations

import time
from functools import cache

import pytest

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Diagnostic, InputError
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.position import Table, read_table
from tsolve.games.gloomhaven.writing.position_file import PositionFile
from tsolve.rules.loading import load_ruleset
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.source.project import rulesets_path

PLAIN = "game: gloomhaven\n"
ROOM = f"{PLAIN}map: {{size: 9 x 7}}\n"
"""A file with a map of empty hexes."""


@cache
def rules() -> Ruleset[Card]:
    """The ruleset that comes with tsolve."""
    return load_ruleset(rulesets_path() / "gloomhaven", Card)


def table(text: str) -> Table:
    """The table of a file. Raises InputError with everything that is wrong with it."""
    found = Diagnostics()
    decoded = decode(parse(text, "p.yaml"), PositionFile, found)
    result = read_table(decoded, rules(), found)
    found.raise_if_any()
    return result


def problems(text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a file, found in at most two seconds of processor time."""
    rules().names  # noqa: B018  # loaded before the clock runs
    start = time.process_time()
    with pytest.raises(InputError) as caught:
        table(text)
    assert time.process_time() - start < 2
    return caught.value.diagnostics


def problem(text: str) -> Diagnostic:
    """The one thing that is wrong with a file."""
    found = problems(text)
    assert len(found) == 1, [str(each) for each in found]
    return found[0]


def marked(text: str) -> tuple[str, int, int, int]:
    """A file with `»` and `«` around what is wrong with it: without them, and line, first and last column."""
    before, wrong, _ = text.replace("«", "»").split("»")
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    return text.replace("»", "").replace("«", ""), line, column, column + len(wrong)


def wrong(text: str, code: str) -> Diagnostic:
    """The one problem of a file, which has this code and stands between `»` and `«`."""
    plain, line, column, end = marked(text)
    found = problem(plain)
    assert found.span is not None
    assert (found.code, found.span.line, found.span.column, found.span.end_column) == (
        code,
        line,
        column,
        end,
    )
    return found
