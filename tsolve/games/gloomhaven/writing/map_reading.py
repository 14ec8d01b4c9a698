"""From the map of a position file to its terrain and to what lies on it, with every problem located.

In a drawing flat-topped hexes stand in columns. Column c begins at the character 2c of a line, counted from
0; the hexes of even columns stand on even lines, those of odd columns on odd lines: so those of odd columns
lie half a hex further down, and neighbours in the drawing are neighbours on the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple

import msgspec

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span, TreePath
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.hexes import Hex, distance, from_offset
from tsolve.games.gloomhaven.state import Door, Trap
from tsolve.games.gloomhaven.writing.names import HOW_TO_WRITE, Coordinates, Words
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.games.gloomhaven.writing.table_file import MOST_HEXES, DoorFile, Hexes, MapFile, Pair, TrapFile
from tsolve.regex import Regex
from tsolve.source.decoded import Decoded
from tsolve.source.tree import MappingNode, Node, Scalar, shortened, texts

Sign = Literal[
    "empty",
    "wall",
    "nothing",
    "trap",
    "hazard",
    "difficult",
    "obstacle",
    "closed",
    "open",
    "locked",
    "plate",
    "treasure",
]

SIGNS: dict[str, Sign] = {
    ".": "empty",
    "#": "wall",
    "-": "nothing",
    "^": "trap",
    "!": "hazard",
    "~": "difficult",
    "o": "obstacle",
    "+": "closed",
    "/": "open",
    "%": "locked",
    "*": "plate",
    "$": "treasure",
}
"""What the signs of a drawing stand for. Up to 3 letters or digits are a mark on an empty hex."""

_MARK = Regex(r"[^\W_]{1,3}")
_TOKEN = Regex(r"\S+")
_STEP = 4
"""The number of characters from a hex to the next one in the same line."""


class Piece(NamedTuple):
    """A sign or a mark of the drawing: its hex, and the characters at which it stands, counted from 0."""

    text: str
    at: Hex
    line: int
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Mistake(NamedTuple):
    """Something wrong in a drawing, and the characters at which it stands, counted from 0."""

    code: str
    message: str
    help: str
    line: int
    start: int
    end: int


class Drawing(NamedTuple):
    """The content of a drawing. If it has mistakes, pieces are put where they most likely belong."""

    pieces: tuple[Piece, ...]
    mistakes: tuple[Mistake, ...]


def read_drawing(text: str) -> Drawing:
    """The pieces of a drawing, line by line, and its mistakes, at most one for each line."""
    pieces: list[Piece] = []
    mistakes: list[Mistake] = []
    for line, characters in enumerate(text.split("\n")):
        here = [_piece(match, line) for match in _TOKEN.finditer(characters)]
        pieces += here
        mistakes += islice(_mistakes(characters, line, here), 1)
    return Drawing(tuple(pieces), tuple(mistakes))


def is_mark(text: str) -> bool:
    """Whether this can mark where a figure stands."""
    return text not in SIGNS and _MARK.fullmatch(text) is not None


def _piece(match: re.Match[str], line: int) -> Piece:
    first = 2 * (line % 2)
    column = 2 * max((match.start() - first + 1) // _STEP, 0) + line % 2
    return Piece(match.group(), from_offset(column, line // 2), line, match.start())


def _mistakes(characters: str, line: int, pieces: list[Piece]) -> Iterator[Mistake]:
    """What is wrong with a line, from the left."""
    tab = characters.find("\t")
    if tab >= 0:
        message = f"a tab in line {line + 1} of the drawing: nobody can tell how wide it is"
        yield Mistake("E209", message, "write blanks", line, tab, tab + 1)
    for piece in pieces:
        said = f'"{shortened(piece.text)}" in line {line + 1} of the drawing'
        if piece.text not in SIGNS and not is_mark(piece.text):
            message = f"{said} is neither a sign nor a mark"
            yield Mistake("E209", message, _how_to_draw(piece.text), line, piece.start, piece.end)
        elif off := (piece.start - 2 * (line % 2)) % _STEP:
            yield Mistake("E209", f"{said} {_off(off)}", _way(off, line), line, piece.start, piece.end)


def _off(off: int) -> str:
    if off == 2:
        return "stands where the hexes of the lines above and below it stand"
    return "stands between two columns"


def _way(off: int, line: int) -> str:
    """Where a piece belongs that is `off` characters after a place of its line."""
    if off == 2:
        kind, first = ("odd", "2, 6, 10") if line % 2 else ("even", "0, 4, 8")
        return (
            f"the hexes of line {line + 1} stand in {kind} columns, at characters {first} and so on, counted "
            "from 0: move the line 2 characters aside, or add a line above it"
        )
    return f"move it 1 character to the {'left' if off == 1 else 'right'}"


def _how_to_draw(text: str) -> str:
    if all(character in SIGNS for character in text):
        return f"leave 3 blanks between two signs of a line: {'   '.join(text[:5])}"
    if re.fullmatch(r"[^\W_]+", text):
        return "a mark has at most 3 letters or digits"
    return f"the signs are {' '.join(SIGNS)}; a mark has up to 3 letters or digits"


_SIZE = Regex(r"\s*([0-9]{1,9})\s*[x×]\s*([0-9]{1,9})\s*")


class HexesReader:
    """Reads the hexes of the map of a file. `places` knows the marks of its drawing once it `began`."""

    def __init__(self, decoded: Decoded[ScenarioTable], found: Diagnostics) -> None:
        self.decoded, self.found = decoded, found
        file = decoded.value
        written = file.map
        self.path: TreePath = ("map",)
        self.drawing_path: TreePath = ("map",) if isinstance(written, str) else ("map", "drawing")
        self.file = MapFile(drawing=written) if isinstance(written, str) else written or MapFile()
        self.trap_damage = file.variants.trap_damage(file.level)
        self.is_whole = True
        """False if the map was refused, so that its hexes are unknown."""
        self.hexes: set[Hex] = set()
        """All hexes of the map, its walls included."""
        self.signs: dict[Hex, Sign] = {}
        """The content of each non-empty hex according to the drawing or the border."""
        self.marks: dict[str, Piece] = {}
        self.places = Coordinates(file.coordinates, {}, decoded, found)

    def begin(self) -> None:
        """Read the drawing or the rectangle, and what is added to it or removed."""
        if self.file.drawing is not None:
            self.draw(self.file.drawing)
        marks = {mark: piece.at for mark, piece in self.marks.items()}
        self.places = Coordinates(self.places.system, marks, self.decoded, self.found)
        border = set(self.rectangle())
        self.hexes.update(hex_ for hex_, _ in self.named("hexes", self.file.hexes))
        for hex_, span in self.named("without", self.file.without):
            if self.is_there(hex_, span):
                self.hexes.discard(hex_)
                self.signs.pop(hex_, None)
        if self.file.border == "wall":
            self.signs.update(dict.fromkeys(border & self.hexes, "wall"))
            if not self.file.size:
                message = "only a rectangle has a border"
                help_ = "give its `size`, or list the `walls`"
                self.found.report("E210", message, self.decoded.span("map", "border"), help_)

    def draw(self, text: str) -> None:
        drawing = read_drawing(text)
        for code, message, help_, line, start, end in drawing.mistakes:
            self.found.report(code, message, self.drawn_at(line, start, end), help_)
        for piece in drawing.pieces:
            sign = SIGNS.get(piece.text)
            if sign == "nothing":
                continue
            self.hexes.add(piece.at)
            if sign is None and is_mark(piece.text):
                self.mark(piece)
            elif sign not in (None, "empty"):
                self.signs[piece.at] = sign

    def mark(self, piece: Piece) -> None:
        first = self.marks.setdefault(piece.text, piece)
        if first is not piece:
            message = f'the mark "{piece.text}" stands twice in the drawing'
            related = [("first here", self.place_of(first))]
            place = self.place_of(piece)
            self.found.report("E210", message, place, "use another mark", related)

    def place_of(self, piece: Piece) -> Span:
        """The place of a sign or a mark of the drawing."""
        return self.drawn_at(piece.line, piece.start, piece.end)

    def drawn_at(self, line: int, start: int, end: int) -> Span:
        """The place of some characters of the drawing."""
        node = _node(self.decoded.root, self.drawing_path)
        if isinstance(node, Scalar):
            return node.place(line, start, end)
        return self.decoded.span(*self.drawing_path)

    def check_marks(self) -> None:
        """Check that every mark of the drawing is named elsewhere. Call it when everything has been read."""
        stated = set(self.stated_words())
        for mark, piece in self.marks.items():
            if mark not in self.places.named and mark not in stated:
                message = f'nobody and nothing stands at the mark "{mark}"'
                help_ = f"name it, for instance `at: {mark}`, or draw what is there: {' '.join(SIGNS)}"
                self.found.report("E210", message, self.place_of(piece), help_)

    def stated_words(self) -> Iterator[str]:
        """The words of steps, claims and expectations, which may name marks, too."""
        for key in ("line", "claims", "expect"):
            node = _node(self.decoded.root, (key,))
            for text in texts(node) if node is not None else ():
                yield from re.findall(r"[^\W_]+", text)

    def rectangle(self) -> Iterator[Hex]:
        """Add the hexes of the rectangle, and yield those of its border."""
        size = self.size()
        if size is None:
            return
        columns, rows = size
        for column in range(columns):
            for row in range(rows):
                hex_ = from_offset(column, row)
                self.hexes.add(hex_)
                if column in (0, columns - 1) or row in (0, rows - 1):
                    yield hex_

    def size(self) -> Pair | None:
        """Columns and rows; None without a size, or with a report."""
        size, span = self.file.size, self.decoded.span("map", "size")
        if size is None:
            return None
        self.is_whole = False
        if isinstance(size, str):
            match = _SIZE.fullmatch(size)
            if match is None:
                message = f'"{shortened(size)}" is no size'
                self.found.report("E209", message, span, "write columns and rows: 9 x 7")
                return None
            size = int(match[1]), int(match[2])
        columns, rows = size
        if min(size) < 1:
            self.found.report("E205", f"a map of {columns} x {rows} has no hexes", span)
            return None
        if columns * rows > MOST_HEXES:
            self.too_large(f"{columns} x {rows} hexes", span)
            return None
        self.is_whole = True
        return size

    def too_large(self, what: str, span: Span) -> None:
        message = f"{what} are more than a map may have, {MOST_HEXES:,}"
        self.found.report("E205", message, span, "write down the part that matters")

    def no_hexes(self, before: int) -> None:
        """Report a map without a hex to stand on. `before` is the number of problems before the map was read:
        if there are more now, or if a written size was refused, that explains it and nothing is reported.
        """
        self.is_whole = False
        span = self.decoded.span(*self.path)
        if ("map",) not in self.decoded.spans:
            help_ = "give a drawing, or its size: `map: {size: 9 x 7}`"
            self.found.report("E203", 'the key "map" is missing', span, help_)
        elif len(self.found) == before and self.decoded.value.map is not None:
            if self.file.size is None and ("map", "size") in self.decoded.spans:
                return
            help_ = "draw hexes, or give the `size` of a rectangle"
            self.found.report("E208", "the map has no hex on which anybody can stand", span, help_)

    def named(self, key: str, hexes: Hexes) -> Iterator[tuple[Hex, Span]]:
        return self.places.hexes((*self.path, key), hexes)

    def is_there(self, hex_: Hex, span: Span) -> bool:
        """Whether the map has this hex; if not, that is reported."""
        if hex_ not in self.hexes and self.is_whole:
            message = f"there is no hex {self.places.told(hex_)} on the map"
            self.found.report("E314", message, span)
        return hex_ in self.hexes


def _node(root: Node | None, path: TreePath) -> Node | None:
    """The part of a tree that stands at a path of keys."""
    for key in path:
        root = root.get(str(key)) if isinstance(root, MappingNode) else None
    return root


_SAID: dict[Sign, str] = {
    "wall": "a wall",
    "trap": "a trap",
    "hazard": "hazardous terrain",
    "difficult": "difficult terrain",
    "obstacle": "an obstacle",
    "closed": "a door",
    "open": "a door",
    "locked": "a door",
}
"""Things that exclude each other in one hex, in words."""

_DOORS: dict[Sign, Literal["open", "closed", "locked"]] = {
    "open": "open",
    "closed": "closed",
    "locked": "locked",
}


class Scene(msgspec.Struct, frozen=True):
    """A map with what lies on it and may change."""

    terrain: Terrain
    traps: tuple[Trap, ...] = ()
    doors: tuple[Door, ...] = ()
    obstacles: frozenset[Hex] = frozenset()


class MapReader(HexesReader):
    """Reads the map of one file. `places` knows the marks of its drawing once `scene` was asked for."""

    def __init__(self, decoded: Decoded[ScenarioTable], words: Words, found: Diagnostics) -> None:
        super().__init__(decoded, found)
        self.words = words
        self.listed: dict[Hex, tuple[Sign, Span]] = {}
        """What the lists say."""

    def scene(self) -> Scene:
        """What the file says of the map."""
        before = len(self.found)
        self.begin()
        self.lay("walls", self.file.walls, "wall")
        self.lay("obstacles", self.file.obstacles, "obstacle")
        self.lay("hazards", self.file.hazards, "hazard")
        self.lay("difficult", self.file.difficult, "difficult")
        traps = {trap.at: trap for trap in self.traps()}
        doors = {door.at: door for door in self.doors()}
        lie = {**self.signs, **{hex_: sign for hex_, (sign, _) in self.listed.items()}}
        if self.is_whole and len(self.hexes) > MOST_HEXES:
            self.too_large(f"{len(self.hexes):,} hexes", self.decoded.span(*self.path))

        def of(*signs: Sign) -> frozenset[Hex]:
            return frozenset(hex_ for hex_, sign in lie.items() if sign in signs)

        terrain = Terrain(
            hexes=frozenset(self.hexes) - of("wall"),
            walls=of("wall"),
            thin_walls=frozenset(self.thin_walls()),
            hazards=of("hazard"),
            difficult=of("difficult"),
            plates=self.flat("plate", "plates", self.file.plates),
            treasures=self.flat("treasure", "treasures", self.file.treasures),
            coordinates=self.places.system,
        )
        if self.is_whole and not terrain.hexes:
            self.no_hexes(before)
        plain = {hex_: Trap(hex_, self.trap_damage) for hex_ in of("trap")}
        drawn = {hex_: Door(hex_, _DOORS[sign]) for hex_, sign in lie.items() if sign in _DOORS}
        return Scene(
            terrain=terrain,
            traps=tuple(sorted({**plain, **traps}.values())),
            doors=tuple(sorted({**drawn, **doors}.values())),
            obstacles=of("obstacle"),
        )

    # what is on the hexes

    def lay(self, key: str, hexes: Hexes, sign: Sign) -> None:
        """Put the things of one list on the map; a wall may be beyond the other hexes."""
        for hex_, span in self.named(key, hexes):
            if sign == "wall":
                self.hexes.add(hex_)
            self.put(hex_, sign, span)

    def put(self, hex_: Hex, sign: Sign, span: Span) -> bool:
        """Put something into a hex, which replaces the border there; two things in one hex are reported."""
        if not self.is_there(hex_, span):
            return False
        if hex_ in self.listed:
            first, place = self.listed[hex_]
            message = f"{_SAID[sign]} in {self.places.told(hex_)}, where {_SAID[first]} is already"
            self.found.report("E210", message, span, "keep one of them", [("first here", place)])
            return False
        drawn = self.signs.get(hex_)
        if drawn in _SAID and self.file.drawing is not None and _SAID[drawn] != _SAID[sign]:
            message = f"{_SAID[sign]} in {self.places.told(hex_)}, where the drawing has {_SAID[drawn]}"
            self.found.report("E210", message, span, "keep one of them")
            return False
        self.listed[hex_] = sign, span
        return True

    def flat(self, sign: Sign, key: str, hexes: Hexes) -> frozenset[Hex]:
        """Plates or treasures, drawn and listed, which may share a hex with anything except a wall."""
        found = {hex_ for hex_, drawn in self.signs.items() if drawn == sign}
        for hex_, span in self.named(key, hexes):
            if not self.is_there(hex_, span):
                continue
            if self.is_wall(hex_):
                self.found.report("E210", f"there is a wall in {self.places.told(hex_)}", span)
            found.add(hex_)
        return frozenset(found)

    def is_wall(self, hex_: Hex) -> bool:
        return self.listed.get(hex_, (self.signs.get(hex_), None))[0] == "wall"

    def traps(self) -> Iterator[Trap]:
        """The traps of the list."""
        for path, each, hex_, span in self.things("traps", self.file.traps):
            if not self.put(hex_, "trap", span):
                continue
            if not isinstance(each, TrapFile):
                yield Trap(hex_, self.trap_damage)
                continue
            conditions = self.words.conditions((*path, "conditions"), each.conditions)
            usual = 0 if each.conditions else self.trap_damage
            yield Trap(hex_, usual if each.damage is None else each.damage, conditions, each.by)

    def doors(self) -> Iterator[Door]:
        """The doors of the list."""
        for path, each, hex_, span in self.things("doors", self.file.doors):
            state = each.state if isinstance(each, DoorFile) else "closed"
            behind: tuple[Hex, ...] = ()
            if isinstance(each, DoorFile):
                near = self.places.hexes((*path, "behind"), each.behind)
                behind = tuple(found for found, _ in near if distance(found, hex_) == 1)
            if self.put(hex_, state, span):
                yield Door(hex_, state, behind=behind)

    def things(
        self, key: str, written: str | Sequence[Any]
    ) -> Iterator[tuple[TreePath, str | Pair | TrapFile | DoorFile, Hex, Span]]:
        """The entries of a list, each with its path, its hex and the place of the hex."""
        path = (*self.path, key)
        if isinstance(written, str):
            for hex_, span in self.places.entry(path, written):
                yield path, written, hex_, span
            return
        for index, each in enumerate(written):
            here: TreePath = (*path, index)
            if isinstance(each, TrapFile | DoorFile):
                at: TreePath = (*here, "at")
                hex_or_none = self.places.hex(at, each.at)
                if hex_or_none is not None:
                    yield here, each, hex_or_none, self.decoded.span(*at)
                continue
            for hex_, span in self.places.entry(here, each):
                yield here, each, hex_, span

    def thin_walls(self) -> Iterator[tuple[Hex, Hex]]:
        """The walls between two hexes."""
        for index, each in enumerate(self.file.thin_walls):
            path: TreePath = (*self.path, "thin_walls", index)
            before = len(self.found)
            both = sorted(hex_ for hex_, _ in self.places.hexes(path, each))
            if len(both) == 2 and distance(*both) == 1:
                yield both[0], both[1]
            elif len(self.found) == before:
                message = "a thin wall stands between two hexes that touch each other"
                self.found.report("E210", message, self.decoded.span(*path), f"name two; {HOW_TO_WRITE}")
