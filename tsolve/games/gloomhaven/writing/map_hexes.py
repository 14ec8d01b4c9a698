"""The hexes of a map: those of a drawing or of a rectangle, with what is added to them or taken away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tsolve.diagnostics import Diagnostics, Span
from tsolve.games.gloomhaven.board.hexes import Hex, from_offset
from tsolve.games.gloomhaven.writing.coordinates import Coordinates
from tsolve.games.gloomhaven.writing.map_file import MOST_HEXES, Hexes, MapFile, Pair
from tsolve.games.gloomhaven.writing.map_text import SIGNS, Piece, Sign, is_mark, read_drawing
from tsolve.games.gloomhaven.writing.position_file import PositionFile
from tsolve.source.decode import Decoded, Path
from tsolve.source.tree import Mapping, Node, Scalar, texts
from tsolve.source.words import shortened

_SIZE = re.compile(r"\s*([0-9]{1,9})\s*[x×]\s*([0-9]{1,9})\s*")


class HexesReader:
    """Reads which hexes the map of a file has. `places` knows the marks of its drawing once it `began`."""

    def __init__(self, decoded: Decoded[PositionFile], found: Diagnostics) -> None:
        self.decoded, self.found = decoded, found
        file = decoded.value
        written = file.map
        self.path: Path = ("map",)
        self.drawing_path: Path = ("map",) if isinstance(written, str) else ("map", "drawing")
        self.file = MapFile(drawing=written) if isinstance(written, str) else written or MapFile()
        self.trap_damage = file.variants.trap_damage(file.level)
        self.is_whole = True
        """False where the map was refused: then nobody can say which hexes it has."""
        self.hexes: set[Hex] = set()
        """All hexes of the map, its walls included."""
        self.signs: dict[Hex, Sign] = {}
        """What the drawing or the border says of a hex that is not empty."""
        self.marks: dict[str, Piece] = {}
        self.places = Coordinates(file.coordinates, {}, decoded, found)

    def begin(self) -> None:
        """The drawing or the rectangle, and what is added to it or taken away."""
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
        """Every mark of the drawing is named elsewhere. To be asked when everything is read."""
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
        """Add the hexes of the rectangle; those of its border are yielded."""
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
        """Report a map on which nobody can stand. `before` is how many problems there were before it was
        read: if it has one, that is why, and so is a size that is written but was refused.
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
        """Whether the map has this hex; reported where it has not."""
        if hex_ not in self.hexes and self.is_whole:
            message = f"there is no hex {self.places.told(hex_)} on the map"
            self.found.report("E314", message, span)
        return hex_ in self.hexes


def _node(root: Node | None, path: Path) -> Node | None:
    """The part of a tree that stands at a path of keys."""
    for key in path:
        root = root.get(str(key)) if isinstance(root, Mapping) else None
    return root
