"""Position files as tests write them, read as tsolve reads them; maps printed in each way in which people
write them.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache

import pytest

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Diagnostic, InputError
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.position import Table, read_table
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
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
    decoded = decode(parse(text, "p.yaml"), ScenarioTable, found)
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


Cells = Mapping[tuple[int, int], str]
"""What lies in each hex, in the signs of drawings; a mark for a figure."""

LISTS = {"#": "walls", "^": "traps", "!": "hazards", "~": "difficult", "o": "obstacles", "*": "plates"}
STATES = {"+": "closed", "/": "open", "%": "locked"}


def drawing(cells: Cells, indent: int) -> str:
    """The cells as a drawing: two lines for each row, two characters for each column."""
    columns, rows = size(cells)
    lines = [[" "] * (2 * columns + 3) for _ in range(2 * rows)]
    for (column, row), sign in cells.items():
        line = lines[2 * row + column % 2]
        line[2 * column : 2 * column + len(sign)] = sign
    lines[0][0] = lines[0][0].replace(" ", "-")  # the first line says how far all are indented
    return "".join(f"{' ' * indent}{''.join(line).rstrip()}\n" for line in lines)


def lists(cells: Cells, axial: bool = False) -> str:
    """The cells as the keys of a map: a rectangle, what is missing in it, and what lies where."""
    columns, rows = size(cells)

    def of(*signs: str) -> str:
        return " ".join(pair(each, axial) for each, sign in cells.items() if sign in signs)

    parts = [f"size: {columns} x {rows}"]
    missing = " ".join(
        pair((column, row), axial)
        for column in range(columns)
        for row in range(rows)
        if cells.get((column, row), "-") == "-"
    )
    parts.append(f'without: "{missing}"')
    parts += [f'{key}: "{of(sign)}"' for sign, key in {**LISTS, "$": "treasures"}.items()]
    doors = [
        f'{{at: "{pair(each, axial)}", state: {STATES[sign]}}}'
        for each, sign in cells.items()
        if sign in STATES
    ]
    parts.append(f"doors: [{', '.join(doors)}]")
    return f"{{{', '.join(parts)}}}"


def size(cells: Cells) -> tuple[int, int]:
    return max(column for column, _ in cells) + 1, max(row for _, row in cells) + 1


def pair(cell: tuple[int, int], axial: bool = False) -> str:
    """A hex as a text, in columns and rows or in q and p."""
    column, row = cell
    return f"({column},{row - column // 2})" if axial else f"({column},{row})"
