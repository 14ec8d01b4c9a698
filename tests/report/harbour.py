"""A map of hexes for tests: boats on a harbour of nine columns and seven rows, with a quay around it."""

from __future__ import annotations

from tsolve.model.hexmaps import Between, HexCell, HexMap, Mark, Meaning, Note, Token

_WHAT = {
    (3, 2): HexCell(3, 2, label="B1", marks=(Mark("acts"),)),
    (3, 3): HexCell(3, 3, label="B2"),
    (3, 4): HexCell(3, 4, label="Fe"),
    (6, 4): HexCell(6, 4, label="Tu", marks=(Mark("focus"),)),
    (4, 3): HexCell(4, 3, marks=(Mark("path", "1"),)),
    (5, 3): HexCell(5, 3, marks=(Mark("end", "2"),)),
    (2, 4): HexCell(2, 4, "danger"),
    (4, 4): HexCell(4, 4, "danger"),
}


def _is_quay(column: int, row: int) -> bool:
    """The first and the last column, and the first and the last hex of each column; the lower ends of odd
    columns lie outside.
    """
    return column in (0, 8) or row in (0, 6)


HARBOUR = HexMap(
    tuple(
        _WHAT.get((column, row), HexCell(column, row, "wall" if _is_quay(column, row) else "open"))
        for column in range(9)
        for row in range(7)
    ),
    legend=(
        Meaning("B1", "Boat 1"),
        Meaning("B2", "Boat 2"),
        Meaning("Fe", "Ferry"),
        Meaning("Tu", "Tug"),
        Meaning("danger", "reef"),
    ),
    headline="Boat 1: three hexes, then a rope",
    notes=(
        Note(
            "Tug, not the Ferry",
            "focus",
            heads=("", "reefs", "steps", "away"),
            rows=(("Tug", "0", "2", "3"), ("Ferry", "0", "4", "2")),
        ),
        Note('decided by steps, round the reefs; "the Ferry is nearer" only breaks ties', rules=("HB-10",)),
        Note("(4,3) (5,3): 2 of 3", "path"),
        Note("(5,3) to (6,4): adjacent", "sight"),
        Note("a rope to the Tug", "then"),
    ),
)
"""A boat makes for a tug round two reefs."""

LINES = HexMap(
    tuple(HexCell(column, row) for column in range(4) for row in range(3)),
    thin_walls=(Between((1, 0), (1, 1)), Between((2, 1), (3, 1))),
    sight=(Between((0, 0), (0, 2)),),
)

_LOOKS = ("open", "wall", "blocked", "danger", "harm", "slow", "door", "shut", "switch", "goal", "prize")
ALL_LOOKS = HexMap(
    (
        *(HexCell(number, 0, look) for number, look in enumerate(_LOOKS)),
        *(HexCell(number, 1, look, label="Ab") for number, look in enumerate(_LOOKS)),
        *(HexCell(number, 2, look, marks=(Mark("path", "1"),)) for number, look in enumerate(_LOOKS)),
        HexCell(0, 3, label="Abc", marks=(Mark("acts"), Mark("end", "0"))),
        HexCell(1, 3, label="Tu", marks=(Mark("focus"), Mark("target"))),
        HexCell(2, 3, label="Fe", marks=(Mark("target"),)),
        HexCell(3, 3, marks=(Mark("reach"),)),
        HexCell(4, 3, "danger", marks=(Mark("reach"),)),
        HexCell(5, 3, marks=(Mark("choice", "a"), Mark("path", "2"))),
        HexCell(6, 3, "slow", marks=(Mark("choice", "b"),)),
        HexCell(7, 3, label="B2", marks=(Mark("path", "3"),)),
        HexCell(8, 3, marks=(Mark("path", "10"),)),
        HexCell(9, 3, marks=(Mark("end", "12"),)),
    ),
    thin_walls=(Between((9, 3), (8, 3)),),
    sight=(Between((2, 3), (8, 3)),),
    legend=(Meaning("Ab", "Abbot"), Meaning("prize", "coin")),
    headline="Everything at once",
)

# neighbours by a table, not by the arithmetic of a drawing
BESIDE_EVEN = ((0, -1), (0, 1), (-1, -1), (1, -1), (-1, 0), (1, 0))
BESIDE_ODD = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, 1))

CREWS = HexMap(
    (
        HexCell(0, 0, label="An", token=Token("ours", 3, 5, (Meaning("D", "drunk"),))),
        HexCell(1, 0, label="P1", token=Token("theirs", 4, 4)),
        HexCell(2, 0, label="P2", marks=(Mark("focus"),), token=Token("strong", 10, 12)),
    ),
    legend=(
        Meaning("An", "Ann"),
        Meaning("ours", "sailor"),
        Meaning("theirs", "pirate"),
        Meaning("strong", "captain"),
    ),
)
"""A sailor who is drunk, a pirate, and their captain, at whom somebody aims."""
