"""Maps: drawings and lists of hexes say the same, wrong ones are told where, axial coordinates come back
as such.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.gloomhaven.writing.tables import (
    PLAIN,
    ROOM,
    Cells,
    drawing,
    lists,
    pair,
    problem,
    problems,
    rules,
    table,
    wrong,
)
from tsolve import api
from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.hexes import Hex, from_offset, neighbours, offset
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import Door, Trap
from tsolve.games.gloomhaven.writing.map_reading import SIGNS, read_drawing
from tsolve.games.gloomhaven.writing.position import Table, read_table
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.source.data import tree_of
from tsolve.source.decode import decode

BRUTE = "characters: {Brute: {at: B, hp: 10}}\n"


def drawn(cells: Cells) -> Table:
    return table(f"{PLAIN}map: |\n{drawing(cells, 2)}")


def listed(cells: Cells, axial: bool = False) -> Table:
    return table(f"{PLAIN}coordinates: {'axial' if axial else 'offset'}\nmap: {lists(cells, axial)}\n")


def pieces(picture: str) -> dict[tuple[int, int], str]:
    """What a sound drawing shows, by column and row."""
    found = read_drawing(picture)
    assert found.mistakes == ()
    return {offset(piece.at): piece.text for piece in found.pieces}


@st.composite
def cells(draw: st.DrawFn) -> Cells:
    """A random map of up to 7 by 5 hexes with at least one that is empty."""
    columns, rows = draw(st.integers(1, 7)), draw(st.integers(1, 5))
    signs = st.sampled_from([*SIGNS, ".", "."])
    found = {(column, row): draw(signs) for column in range(columns) for row in range(rows)}
    return {**found, (columns - 1, rows - 1): "."}


# what drawings mean


def test_neighbours_in_a_drawing_are_neighbours_on_the_table() -> None:
    found = pieces("-   b\n  a   c\n-   X\n  f   d\n-   e\n")
    around = {from_offset(*where) for where, sign in found.items() if sign.islower()}
    (middle,) = (from_offset(*where) for where, sign in found.items() if sign == "X")
    assert around == set(neighbours(middle))


def test_columns_and_rows_of_a_drawing() -> None:
    picture = "a   bcd e\n  1   22\n\n  x\nz\n"
    assert pieces(picture) == {
        (0, 0): "a",
        (2, 0): "bcd",
        (4, 0): "e",
        (1, 0): "1",
        (3, 0): "22",
        (1, 1): "x",
        (0, 2): "z",
    }


@pytest.mark.parametrize("sign", SIGNS)
def test_every_sign(sign: str) -> None:
    """A sign in (1,0), beside an empty hex."""
    found = drawn({(0, 0): ".", (1, 0): sign})
    here = from_offset(1, 0)
    terrain, state = found.terrain, found.state
    is_hex = sign not in "#-"
    assert terrain.hexes == ({Hex(0, 0), here} if is_hex else {Hex(0, 0)})
    assert terrain.walls == ({here} if sign == "#" else set())
    assert state.traps == ((Trap(here, 3),) if sign == "^" else ())
    assert terrain.hazards == ({here} if sign == "!" else set())
    assert terrain.difficult == ({here} if sign == "~" else set())
    assert state.obstacles == ({here} if sign == "o" else set())
    states = {"+": "closed", "/": "open", "%": "locked"}
    assert [(door.at, door.state) for door in state.doors] == (
        [(here, states[sign])] if sign in states else []
    )
    assert terrain.plates == ({here} if sign == "*" else set())
    assert terrain.treasures == ({here} if sign == "$" else set())


def unnamed(found: Table) -> Table:
    """The same, its hexes called by column and row."""
    return replace(found, terrain=replace(found.terrain, coordinates="offset"))


@settings(max_examples=60, deadline=None)
@given(cells=cells())
def test_a_map_can_be_drawn_and_listed(cells: Cells) -> None:
    """The three ways of writing it are printed independently, and mean the same."""
    assert drawn(cells) == listed(cells) == unnamed(listed(cells, axial=True))


@settings(max_examples=60, deadline=None)
@given(cells=cells(), data=st.data())
def test_figures_stand_alike_in_drawings_and_lists(cells: Cells, data: st.DataObject) -> None:
    """Marks in a drawing, columns and rows, and axial pairs put the same figures into the same hexes."""
    empty = st.sampled_from([each for each, sign in cells.items() if sign == "."])
    places = data.draw(st.lists(empty, unique=True, max_size=4))
    marks = dict(zip(("M1", "B", "Xyz", "7"), places, strict=False))

    def characters(at: Mapping[str, str]) -> str:
        return f"characters: {{{', '.join(f'N{mark}: {{hp: 1, at: {at[mark]}}}' for mark in marks)}}}\n"

    shown = {**cells, **{where: mark for mark, where in marks.items()}}
    by_mark = f"{PLAIN}map: |\n{drawing(shown, 2)}{characters({mark: mark for mark in marks})}"
    found = table(by_mark)
    assert [figure.at for figure in found.state.figures] == [from_offset(*where) for where in marks.values()]
    for axial in (False, True):
        pairs = {mark: f'"{pair(where, axial)}"' for mark, where in marks.items()}
        system = f"coordinates: {'axial' if axial else 'offset'}\n"
        listed_ = table(f"{PLAIN}{system}map: {lists(cells, axial)}\n{characters(pairs)}")
        assert unnamed(listed_) == replace(found, marks={})


@settings(max_examples=60, deadline=None)
@given(cells=cells())
def test_drawings_are_read_as_they_are_printed(cells: Cells) -> None:
    shown = pieces(drawing(cells, 0))
    shown.setdefault((0, 0), "-")
    assert shown == {**cells, (0, 0): cells.get((0, 0), "-")}


def test_a_figure_stands_at_its_mark_or_its_coordinates() -> None:
    by_mark = table(f"{PLAIN}map: |\n  .   .\n    .   B\n{BRUTE}")
    at_hex = table(f"{PLAIN}map: {{size: 4 x 1}}\n{BRUTE.replace('at: B', 'at: [3, 0]')}")
    assert replace(by_mark, marks={}) == at_hex
    for written in ('"3,0"', '"(3,0)"', '" ( 3 , 0 ) "'):
        assert table(f"{PLAIN}map: {{size: 4 x 1}}\n{BRUTE.replace('at: B', f'at: {written}')}") == at_hex


def test_marks_may_be_named_in_steps() -> None:
    found = table(f"{PLAIN}map: |\n  B   .   X\n{BRUTE}line: [move to X]\n")
    assert found.marks == {"B": from_offset(0, 0), "X": from_offset(4, 0)}
    wrong(f"{PLAIN}map: |\n  B   .   »X«\n{BRUTE}line: [move to XY]\n", "E210")


def test_axial_coordinates() -> None:
    """q is the column, p the row less half the column, rounded down: (5,3) is q 5, p 3 - 2."""
    text = f"{ROOM}coordinates: axial\n{BRUTE.replace('B}', '[5, 1]}').replace('at: B', 'at: [5, 1]')}"
    assert table(text).state.figure("Brute").at == from_offset(5, 3)


@pytest.mark.parametrize("written", ['"(1,1) (2,1)"', '"1,1 2,1"', '"(1,1), (2,1)"', "[[1, 1], [2, 1]]"])
def test_ways_to_write_several_hexes(written: str) -> None:
    found = table(f"{PLAIN}map: {{size: 4 x 3, obstacles: {written}}}\n")
    assert found.state.obstacles == {from_offset(1, 1), from_offset(2, 1)}


def test_hexes_one_by_one() -> None:
    """A map need be no rectangle, need not hang together, and may reach below 0."""
    found = table(f'{PLAIN}map: {{hexes: "(0,0) (0,-1) (-5,7)", walls: [[1, 0]]}}\n')
    assert found.terrain.hexes == {from_offset(0, 0), from_offset(0, -1), from_offset(-5, 7)}
    assert found.terrain.walls == {from_offset(1, 0)}


def test_a_border_of_walls_with_a_door() -> None:
    """4 by 3: all but (1,1) and (2,1) are walls, and one of them is a door."""
    found = table(f"{PLAIN}map: {{size: 4 x 3, border: wall, doors: [[0, 1]]}}\n")
    assert found.terrain.hexes == {from_offset(*each) for each in ((0, 1), (1, 1), (2, 1))}
    assert len(found.terrain.walls) == 9
    assert found.state.doors == (Door(from_offset(0, 1), "closed"),)


def test_lists_say_more_of_a_drawing() -> None:
    found = table(
        f"{PLAIN}map:\n"
        "  drawing: |\n    .   ^   +\n      .   .\n"
        "  traps: [{at: [2, 0], damage: 7}]\n"
        "  doors: [{at: [4, 0], state: locked}]\n"
        "  obstacles: [[1, 0]]\n"
    )
    assert found.state.traps == (Trap(from_offset(2, 0), 7),)
    assert found.state.doors == (Door(from_offset(4, 0), "locked"),)
    assert found.state.obstacles == {from_offset(1, 0)}


@pytest.mark.parametrize(
    ("written", "damage"),
    [
        ("[[1, 1]]", 5),  # 2 and the level (GH-1.7)
        ("[{at: [1, 1]}]", 5),
        ("[{at: [1, 1], damage: 1}]", 1),
        ("[{at: [1, 1], conditions: [poison]}]", 0),
        ("[{at: [1, 1], conditions: [poison], damage: 5}]", 5),
    ],
)
def test_the_damage_of_traps(written: str, damage: int) -> None:
    found = table(f"{PLAIN}level: 3\nmap: {{size: 4 x 3, traps: {written}}}\n")
    assert [trap.damage for trap in found.state.traps] == [damage]


def test_plates_and_treasures_may_lie_with_something_else() -> None:
    found = table(
        f"{PLAIN}map: {{size: 3 x 1, plates: [[1, 0]], treasures: [[1, 0]], difficult: [[1, 0]]}}\n"
    )
    here = {from_offset(1, 0)}
    assert found.terrain.plates == found.terrain.treasures == found.terrain.difficult == here


def test_a_wall_between_two_hexes_may_be_written_in_either_order() -> None:
    for both in ('["(1,1) (2,1)"]', "[[[2, 1], [1, 1]]]", '["(2,1) (1,1)", "(1,1) (2,1)"]'):
        found = table(f"{PLAIN}map: {{size: 4 x 3, thin_walls: {both}}}\n")
        # axial: (1,1) is q 1, p 1; (2,1) is q 2, p 0
        assert found.terrain.thin_walls == {(Hex(1, 1), Hex(2, 0))}


# what is wrong with drawings


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        ("  .   .\n     »~«\n", "move it 1 character to the left"),
        ("  .   .\n   »#«   .\n", "move it 1 character to the right"),
        ("  .   .\n  »#«   .\n", "odd columns"),
        ("  .   .\n    .\n    ».«   .\n", "even columns"),
        ("  .   »Brute«\n", "at most 3 letters or digits"),
        ("  »##«  .\n", "leave 3 blanks between two signs"),
        ("  .   »?«\n", "the signs are"),
        ("  .   »M-1«\n", "the signs are"),
        ("  .   .\n    .»\t«.\n", "blanks"),
        ("  .   .\n  »\t«.\n", "blanks"),
    ],
)
def test_slips_in_drawings(picture: str, said: str) -> None:
    found = wrong(f"{PLAIN}map: |\n{picture}", "E209")
    assert said in found.help
    assert "of the drawing" in found.message


def test_a_line_that_is_moved_is_told_once() -> None:
    """And what stands on it counts as standing where it belongs."""
    text = f"{PLAIN}map: |\n  .   .   .\n     .   B   .\n{BRUTE}"
    found = problem(text)
    assert (found.code, found.span and found.span.line, found.span and found.span.column) == ("E209", 4, 6)


def test_a_drawing_that_is_no_block_has_the_place_of_the_whole() -> None:
    found = wrong(f'{PLAIN}map: »".   .\\n   ."«\n', "E209")
    assert "in line 2 of the drawing" in found.message


def test_a_drawing_from_python() -> None:
    """Data that no file holds has no lines; the message says which line of the drawing is meant."""
    data = {"game": "gloomhaven", "map": {"drawing": ".   .\n   ."}}
    found = Diagnostics()
    read_table(decode(tree_of(data), ScenarioTable, found), rules(), found)
    (mistake,) = found.items
    assert str(mistake).startswith("map.drawing: error E209: ")
    assert "in line 2 of the drawing" in mistake.message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{PLAIN}map: |\n  .   »M1«\n", "E210"),  # nobody stands there
        (f"{PLAIN}map: |\n  B   .   »B«\n{BRUTE}", "E210"),
        (f"{PLAIN}map: |\n  B\ncharacters: {{Brute: {{at: B, hp: 1}}, A: {{at: »C«, hp: 1}}}}\n", "E314"),
        (f"{ROOM}characters: {{A: {{at: »C«, hp: 1}}}}\n", "E314"),
        (f"{ROOM}characters: {{A: {{at: »[9, 0]«, hp: 1}}}}\n", "E314"),
        (f"{ROOM}characters: {{A: {{at: »[0, -1]«, hp: 1}}}}\n", "E314"),
        (f"{PLAIN}map: {{size: »9 by 7«}}\n", "E209"),
        (f"{PLAIN}map: {{size: »0 x 7«}}\n", "E205"),
        (f"{PLAIN}map: {{size: »101 x 100«}}\n", "E205"),
        (f"{PLAIN}map: {{size: »[9, -7]«}}\n", "E205"),
        (f"{PLAIN}map: {{size: 3 x 3, obstacles: [»[3, 0]«]}}\n", "E314"),
        (f'{PLAIN}map: {{size: 3 x 3, obstacles: "(1,1) »(3,0)«"}}\n', "E314"),
        (f"{PLAIN}map: {{size: 3 x 3, without: [»[3, 0]«]}}\n", "E314"),
        (f"{PLAIN}map: {{size: 3 x 3, treasures: [»[3, 0]«]}}\n", "E314"),
        (f"{PLAIN}map: {{size: 3 x 3, obstacles: [[1, 1]], traps: [»[1, 1]«]}}\n", "E210"),
        (f"{PLAIN}map: {{size: 3 x 3, traps: [[1, 1], {{at: »[1, 1]«}}]}}\n", "E210"),
        (f"{PLAIN}map: {{size: 3 x 3, walls: [[1, 1]], plates: [»[1, 1]«]}}\n", "E210"),
        (f"{PLAIN}map:\n  drawing: |\n    .   ^\n  obstacles: [»[2, 0]«]\n", "E210"),
        (f"{PLAIN}map: {{size: 3 x 3, thin_walls: [»[[0, 0], [2, 0]]«]}}\n", "E210"),
        (f'{PLAIN}map: {{size: 3 x 3, thin_walls: [»"(0,0)"«]}}\n', "E210"),
        (f"{PLAIN}map: {{size: 3 x 3, thin_walls: [»here«]}}\n", "E314"),
        (f"{PLAIN}map: {{hexes: [[0, 0]], border: »wall«}}\n", "E210"),
        (f"{PLAIN}map: {{hexes: »here and there«}}\n", "E314"),
        (f"{PLAIN}map: »{{walls: [[0, 0]]}}«\n", "E208"),
        (f"{PLAIN}map: {{size: 3 x 3, traps: [{{at: [1, 1], conditions: [»sleep«]}}]}}\n", "E207"),
        (f"{PLAIN}map: {{size: 3 x 3, doors: [{{at: [1, 1], state: »ajar«}}]}}\n", "E207"),
        (f"{ROOM}money: [»[9, 9]«]\n", "E314"),
        (f'{ROOM}characters: {{A: {{at: »"(1,1) (2,1)"«, hp: 1}}}}\n', "E209"),
        (f'{ROOM}characters: {{A: {{at: »""«, hp: 1}}}}\n', "E209"),
    ],
)
def test_maps_that_cannot_be(text: str, code: str) -> None:
    if "here and there" in text:
        assert {each.code for each in problems(text.replace("»", "").replace("«", ""))} == {code}
        return
    wrong(text, code)


def test_a_map_must_be_there() -> None:
    assert problem(f"{PLAIN}turn: Brute\n".replace("turn: Brute\n", "")).code == "E203"


@pytest.mark.parametrize("written", ["(3,4)", "3,4"])
def test_a_hex_without_quotes_in_braces(written: str) -> None:
    """YAML ends the value at the comma: the help says so."""
    found = problems(f"{ROOM}characters: {{Brute: {{hp: 10, at: {written}}}}}\n")
    assert any('"(3,4)"' in each.help and "comma" in each.help for each in found)
    assert all(each.span is not None and each.span.line == 3 for each in found)


# hostile maps


@pytest.mark.parametrize(
    "text",
    [
        "map: {size: 100000 x 100000}",
        "map: {size: 999999999 x 999999999}",
        "map: {size: 999999999999999999999 x 2}",
        "map: {size: [100000, 100000]}",
        "map: {size: [1000000000000000000, 2]}",
        "map: {size: 1 x -1}",
        'map: {hexes: "(0,0) (1000000000000000000,3)"}',
        'map: {hexes: "(0,0) (-1000000000000000000,-3)"}',
        f'map: {{hexes: "(0,0) (3,{"9" * 60_000})"}}',
        f'map: {{hexes: "(0,0) {"(" * 60_000}"}}',
        f'map: {{hexes: "(0,0) {"1" * 60_000}"}}',
        f'map: {{hexes: "(0,0) {"1 " * 30_000}"}}',
        f'map: {{hexes: "(0,0) 1{" " * 60_000}"}}x',
        f'map: {{size: "{"9" * 60_000}"}}',
        f'map: {{size: "{" " * 60_000}9"}}',
        "map: {hexes: [[0, 0], [0, 123456789]]}",
        f"map: |\n  {'.   ' * 12_000}",
        "map: |\n" + f"  {'.   ' * 100}\n\n" * 101,
        f"map: |\n  {'x' * 60_000}",
        "map: |\n" + "   .\n" * 9_000,
        "map: ''",
        "map: |\n  -",
        "map: {}",
        "map: 7",
        "map: [1, 2]",
        "map: {drawing: 3}",
        "map: {hexes: [[]]}",
        "map: {hexes: [[1]]}",
        "map: {hexes: [[1, 2, 3]]}",
        "map: {hexes: [[a, b]]}",
        "map: {hexes: {at: [1, 2]}}",
        "map: {size: 3 x 3, traps: [{at: {at: [1, 2]}}]}",
        "map: {size: 3 x 3, thin_walls: [[[1, 2]]]}",
        "map: {size: 3 x 3, thin_walls: [[[1, 2], [2, 2], [3, 3]]]}",
        "map: {size: 3 x 3, thin_walls: [[1, 2]]}",
    ],
)
def test_hostile_maps_are_refused_quickly(text: str) -> None:
    for found in problems(f"{PLAIN}{text}\n"):
        assert found.span is not None or found.code == "E119"
        assert len(found.message) < 300


def test_the_largest_map_is_read() -> None:
    found = table(f"{PLAIN}map: {{size: 100 x 100}}\n")
    assert len(found.terrain.hexes) == 10_000
    row = " ".join(pair((column, 0)) for column in range(5_000))
    assert len(table(f'{PLAIN}map: {{hexes: "{row}"}}\n').terrain.hexes) == 5_000


# In columns and rows: M 1 (3,2), A (0,3), B (6,2). p = row - floor(column / 2): 2 - 1 = 1, 3, 2 - 3 = -1.
AXIAL = """
game: gloomhaven
coordinates: axial
map: {size: 7 x 7, walls: [[0, 0]]}
turn: M 1
monsters: {M 1: {at: [3, 1], stats: {hp: 5, move: 3, attack: 2}}}
characters:
  A: {at: [0, 3], hp: 9, initiative: 20}
  B: {at: [6, -1], hp: 9, initiative: 15}
"""


def position_of(more: str = "") -> ScenarioPosition:
    found = api.loads((AXIAL + more).encode(), "axial.yaml")
    assert isinstance(found, ScenarioPosition)
    return found


def test_options_and_their_keys_use_axial_coordinates() -> None:
    """Beside B, (6,-1), and two steps from (3,1): (5,-1) and (5,0)."""
    options = position_of().options()
    assert options is not None
    assert [each.values["end"] for each in options.options] == ["(5,-1)", "(5,0)"]
    assert options.options[0].text == "M 1 focuses on B, goes to (5,-1) and attacks"


def test_steps_are_written_as_they_are_read() -> None:
    position = position_of("line: [focus B]\n")
    (state, *_) = [
        position.game.apply(position.state, action) for action in position.game.legal_actions(position.state)
    ]
    told = [position.game.notation(state, action) for action in position.game.legal_actions(state)]
    assert told == ["move to (5,-1)", "move to (5,0)"]
    for text in told:
        assert api.why_not(position, text).verdict == "possible"


def test_reasons_and_claims_use_axial_coordinates() -> None:
    """(0,0) is a wall; (6,-2), above B, is three steps away."""
    assert [each.text for each in api.why_not(position_of(), "reach (0,0)").reasons] == ["(0,0) is a wall"]
    assert [each.text for each in api.why_not(position_of(), "reach (6,-2)").reasons] == [
        "(5,-1) costs 2 steps, (6,-2) 3"
    ]
    more = "line: [focus B, 'move to (5,0)']\nexpect: {line: {end: [5, 0], places: {M 1: [5, 0]}}}\n"
    assert api.check(position_of(more)).verdict == "holds"
