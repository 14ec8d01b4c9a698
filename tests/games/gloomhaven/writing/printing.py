"""Maps as dictionaries of what lies in (column, row), printed in each way in which people write them."""

from __future__ import annotations

from collections.abc import Mapping

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
