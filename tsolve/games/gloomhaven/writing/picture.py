"""The map of a position as people see it, with what a turn does marked on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tsolve.games.gloomhaven.actions import Action, FocusOn, Go, Strike
from tsolve.games.gloomhaven.board.hexes import Hex, distance, offset
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.state import Figure, State
from tsolve.model.hexmaps import LONGEST_LABEL, Between, HexCell, HexMap, Look, Mark, Meaning
from tsolve.turns.played import Move

_MEANINGS: Mapping[Look, str] = {
    "wall": "wall",
    "blocked": "obstacle",
    "danger": "trap",
    "harm": "hazardous terrain",
    "slow": "difficult terrain",
    "door": "open door",
    "shut": "closed door",
    "switch": "pressure plate",
    "prize": "treasure",
}


AXIAL = Meaning("(q,p)", "column q, row p + q/2 rounded down")
"""How axial coordinates are found in a picture of columns and rows."""


def picture(
    book: Book,
    state: State,
    moves: Sequence[Move[State, Action]] = (),
    actor: str = "",
    choices: Mapping[Hex, str] | None = None,
    fell: Hex | None = None,
) -> HexMap:
    """The map with its figures; with moves, who acts, its focus, its way, whom it attacks and its lines of
    sight. `choices` are the hexes in which it may stop as well as in others, with their letters; its way ends
    where it `fell`, if it dies on it.
    """
    looks = dict(_looks(book, state))
    labels = labels_of(state.figures)
    marks = _marks(state, moves, actor, fell)
    for hex_, letter in (choices or {}).items():
        marks.setdefault(hex_, []).append(Mark("choice", letter))
    cells = tuple(
        HexCell(*offset(hex_), look, labels.get(_name_at(state, hex_), ""), tuple(marks.get(hex_, ())))
        for hex_, look in sorted(looks.items())
    )
    thin = tuple(Between(offset(one), offset(other)) for one, other in sorted(book.terrain.thin_walls))
    figures = [Meaning(labels[figure.name], figure.name) for figure in state.figures]
    seen = sorted(set(looks.values()))
    kinds = [Meaning(look, _MEANINGS[look]) for look in seen if look in _MEANINGS]
    axial = [AXIAL] if book.terrain.coordinates == "axial" else []
    return HexMap(cells, thin, tuple(_sight(moves)), legend=(*figures, *kinds, *axial))


def labels_of(figures: Iterable[Figure]) -> dict[str, str]:
    """A short label for every figure, no two alike: `Br`, `BG2`."""
    labels: dict[str, str] = {}
    for figure in figures:
        number = str(figure.number) if figure.kind == "monster" and figure.number else ""
        words = figure.group.split()
        initials = "".join(word[0] for word in words) if len(words) > 1 else words[0]
        length = min(LONGEST_LABEL - len(number), 2)
        wanted = initials[:length] + number
        if wanted in labels.values():
            wanted = next(_others(initials, labels.values()))
        labels[figure.name] = wanted[:LONGEST_LABEL]
    return labels


def _others(name: str, taken: Iterable[str]) -> Iterator[str]:
    """Labels that nobody has, that remind of a name if possible."""
    used = set(taken)
    for number in range(1, 1000):
        label = name[: LONGEST_LABEL - len(str(number))] + str(number)
        if label not in used:
            yield label


def _looks(book: Book, state: State) -> Iterator[tuple[Hex, Look]]:
    """What every hex is; what lies on it goes before what it is made of."""
    terrain = book.terrain
    doors = {door.at: door.state for door in state.doors}
    traps = {trap.at for trap in state.traps}
    for hex_ in terrain.walls:
        yield hex_, "wall"
    for hex_ in terrain.hexes - terrain.walls:
        if hex_ in doors:
            yield hex_, "door" if doors[hex_] == "open" else "shut"
        elif hex_ in traps:
            yield hex_, "danger"
        elif hex_ in state.obstacles:
            yield hex_, "blocked"
        elif hex_ in terrain.hazards:
            yield hex_, "harm"
        elif hex_ in terrain.difficult:
            yield hex_, "slow"
        elif hex_ in terrain.plates:
            yield hex_, "switch"
        else:
            yield hex_, "prize" if hex_ in terrain.treasures else "open"


def _name_at(state: State, hex_: Hex) -> str:
    figure = state.at(hex_)
    return figure.name if figure is not None else ""


def _sight(moves: Sequence[Move[State, Action]]) -> Iterator[Between]:
    """The lines of sight of attacks on targets that are not adjacent."""
    for move in moves:
        state, action = move.before, move.action
        if not isinstance(action, Strike) or not state.on_map(state.turn):
            continue
        start = state.figure(state.turn).at
        for name in action.targets:
            if state.on_map(name) and distance(start, state.figure(name).at) > 1:
                yield Between(offset(start), offset(state.figure(name).at))


def _marks(
    state: State, moves: Sequence[Move[State, Action]], actor: str, fell: Hex | None
) -> dict[Hex, list[Mark]]:
    """What a turn does, on the hexes that it concerns, as they stand before it; the figure dies where it
    `fell`.
    """
    marks: dict[Hex, list[Mark]] = {}
    if not state.on_map(actor):
        return marks
    marks.setdefault(state.figure(actor).at, []).append(Mark("acts"))
    path: list[Hex] = []
    for move in moves:
        match move.action:
            case FocusOn() if state.on_map(move.action.figure):
                marks.setdefault(state.figure(move.action.figure).at, []).append(Mark("focus"))
            case Go():
                path += move.action.path
            case Strike():
                for name in move.action.targets:
                    if state.on_map(name):
                        marks.setdefault(state.figure(name).at, []).append(Mark("target"))
    if fell in path:
        path = path[: path.index(fell) + 1]
    for number, hex_ in enumerate(path, 1):
        kind = Mark("end", str(number)) if number == len(path) else Mark("path", str(number))
        marks.setdefault(hex_, []).append(kind)
    return {
        hex_: [mark for mark in each if mark.kind != "target" or Mark("focus") not in each]
        for hex_, each in marks.items()
    }
