"""A position as people see it: in words, zone by zone, and as a map with what a turn does marked on it.

Also a sentence on what a round has done to figures.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.contract.step_reader import Move
from tsolve.diagnostics import counted
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.ability_parts import SELF
from tsolve.games.gloomhaven.actions import Action, FocusOn, Go, Strike, listed
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.cards import Item
from tsolve.games.gloomhaven.figures import Figure, LastingEffect, Side
from tsolve.games.gloomhaven.hexes import Hex, distance, offset
from tsolve.games.gloomhaven.modifiers import Deck, standard
from tsolve.games.gloomhaven.script import Room, Script
from tsolve.games.gloomhaven.state import Gathered, Held, State
from tsolve.games.gloomhaven.writing.abilities_and_decks import UNKNOWN_HIT_POINTS
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability
from tsolve.games.gloomhaven.writing.trait_words import condition_in_words
from tsolve.games.gloomhaven.writing.whom_words import whom_in_words
from tsolve.model.hexmaps import LONGEST_LABEL, Between, HexCell, HexMap, Look, Mark, Meaning, Token
from tsolve.model.hexmaps import Side as WhoseToken


def zones(
    state: State, terrain: Terrain, script: Script, items: Mapping[tuple[str, str], Item]
) -> tuple[tuple[str, str], ...]:
    """The figures, what is on the map and behind doors, the elements, and decks that have changed."""
    sides: tuple[tuple[str, Side], ...] = (("Characters", "party"), ("Monsters", "monsters"))
    if any(figure.side == "others" for figure in state.figures):
        sides = (*sides, ("Others", "others"))
    figures = [
        (name, "; ".join(_told(figure, terrain) for figure in state.figures if figure.side == side) or "none")
        for name, side in sides
    ]
    traps = " ".join(terrain.name(trap.at) for trap in state.traps)
    elements = ", ".join(f"{each.element} {each.strength}" for each in state.elements)
    held = (
        (f"Cards of {each.owner}", _held(each, state.gathered_by(each.owner), items)) for each in state.held
    )
    without_cards = (each for each in state.gathered if state.cards_of(each.owner) is None)
    gathered = ((f"Gathered by {each.owner}", ", ".join(_gathered(each))) for each in without_cards)
    money = " ".join(f"{terrain.name(each.at)}{_times(each.tokens)}" for each in state.money)
    fresh = standard()
    decks = (
        (f"Deck of {each.owner}", deck_in_words(each.deck)) for each in state.decks if each.deck != fresh
    )
    rooms = "; ".join(_behind(room, terrain) for room in script.rooms if not room.is_revealed(state))
    lying = (("Traps", traps), ("Money", money), ("Behind doors", rooms), ("Elements", elements))
    return (*figures, *held, *gathered, *_unless_empty(lying), *decks)


def deck_in_words(deck: Deck) -> str:
    """The cards of a modifier deck and its discards."""
    if piles.has_unknown(deck.draw):
        return "unknown"
    cards = ", ".join(counted(piles.contents(deck.draw))) or "none"
    return cards + (f"; discarded: {', '.join(counted(deck.discards))}" if deck.discards else "")


def _times(tokens: int) -> str:
    return f" x {tokens}" if tokens != 1 else ""


def _behind(room: Room, terrain: Terrain) -> str:
    """The figures behind a door."""
    doors = " ".join(map(terrain.name, room.doors))
    return f"{doors}: {', '.join(_told(figure, terrain) for figure in room.figures) or 'nobody'}"


def _held(held: Held, gathered: Gathered, items: Mapping[tuple[str, str], Item]) -> str:
    """A character's cards, pile by pile, and what it has gathered."""
    piles = (
        ("chosen", held.plays),
        ("hand", held.hand),
        ("discarded", held.discarded),
        ("lost", held.lost),
        ("active", held.active),
    )
    texts = [f"{name} {', '.join(cards)}" for name, cards in piles if cards]
    texts += _gathered(gathered)
    mine = [_item(held, item) for (owner, _), item in items.items() if owner == held.owner]
    if mine:
        texts.append(f"items {', '.join(mine)}")
    return "; ".join(texts) or "none"


def _gathered(gathered: Gathered) -> Iterator[str]:
    parts = (("experience", gathered.experience), ("money", gathered.money), ("kills", gathered.kills))
    return (f"{name} {number}" for name, number in parts if number)


def _item(held: Held, item: Item) -> str:
    """An item, and whether it can still be used."""
    left = item.uses - held.times(item.name)
    if not left:
        return f"{item.name} ({'consumed' if item.consumed else 'spent'})"
    return item.name if item.uses == 1 else f"{item.name} ({left} of {item.uses} left)"


def _unless_empty(zones: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, text) for name, text in zones if text)


def _told(figure: Figure, terrain: Terrain) -> str:
    tokens = "".join(f", {token.condition}" for token in figure.tokens)
    rank = " (elite)" if figure.rank == "elite" else ""
    told = figure.max_hp != UNKNOWN_HIT_POINTS
    points = f" {figure.hp}/{figure.max_hp}" if told else ", hit points not given"
    return f"{figure.name}{rank} {terrain.name(figure.at)}{points}{tokens}"


def effect_in_words(effect: LastingEffect) -> str:
    """A lasting bonus, in the words of abilities."""
    if effect.when:
        return f"while {condition_in_words(effect.when)} ({effect_in_words(replace(effect, when=()))})"
    if effect.ability is not None:
        return write_ability(effect.ability)
    if effect.whom != SELF:
        return f"{effect_in_words(replace(effect, whom=SELF))}, {whom_in_words(effect.whom)}"
    match effect.kind:
        case "attack_plus":
            return f"attack +{effect.amount}"
        case "attackers_have_disadvantage":
            return "attackers have disadvantage"
        case "retaliate" if effect.range > 1:
            return f"retaliate {effect.amount}, range {effect.range}"
        case "advantage":
            return "attack +0, advantage"
        case "negate_damage":
            return "negate damage"
        case kind:
            return f"{kind} {effect.amount}"


def told_changes(start: State, end: State) -> str:
    """Who left the map or came into play, who lost or gained hit points, and how the scenario ends.

    A question may end before its round does.
    """
    changes = listed(list(_changes(start, end)) or ["nobody is harmed"])
    if not end.result or end.round == start.round:
        return f"{_rounds(start.round, end.round)}, so far: {changes}."
    goes_on = f"; the scenario is {end.ended}" if end.ended else ""
    last = end.round - 1
    return f"{_rounds(start.round, last)} {'ends' if start.round == last else 'end'}: {changes}{goes_on}."


def _rounds(first: int, last: int) -> str:
    return f"Round {first}" if first == last else f"Rounds {first} to {last}"


def _changes(start: State, end: State) -> Iterator[str]:
    for figure in start.figures:
        still = end.still(figure)
        if still is None:
            yield f"{figure.name} is {'exhausted' if figure.kind == 'character' else 'killed'}"
            continue
        lost = figure.hp - still.hp
        if lost:
            number = f"{abs(lost)} hit point{'' if abs(lost) == 1 else 's'}"
            yield f"{figure.name} {'loses' if lost > 0 else 'gains'} {number}"
    for figure in end.figures:
        if start.still(figure) is None:
            yield f"{figure.name} comes into play"


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


_SIDES: Mapping[WhoseToken, str] = {"ours": "character", "theirs": "monster", "strong": "elite"}
_SIGNS: Mapping[Condition, str] = {
    "poison": "P",
    "wound": "W",
    "immobilize": "I",
    "disarm": "D",
    "stun": "S",
    "muddle": "M",
    "invisible": "V",
    "strengthen": "+",
}
"""The signs of conditions that lie on a figure."""

AXIAL = Meaning("(q,p)", "column q, row p + q/2 rounded down")
"""The note on axial coordinates in a picture of columns and rows."""


def picture(
    book: Book,
    state: State,
    moves: Sequence[Move[State, Action]] = (),
    actor: str = "",
    choices: Mapping[Hex, str] | None = None,
    fell: Hex | None = None,
    unseen: frozenset[Hex] = frozenset(),
) -> HexMap:
    """The map with its figures; with moves, also the acting figure, its focus, path, targets and lines of
    sight. `choices`: the hexes among which it may choose where to stop, with their letters; its path ends
    where it `fell`, if it dies on the way. `unseen`: the hexes of rooms that nobody has revealed.
    """
    looks = dict(_looks(book, state))
    labels = labels_of(state.figures)
    marks = _marks(state, moves, actor, fell)
    for hex_, letter in (choices or {}).items():
        marks.setdefault(hex_, []).append(Mark("choice", letter))
    cells = tuple(
        _cell(hex_, look, state.at(hex_), labels, marks.get(hex_, ()), hex_ in unseen)
        for hex_, look in sorted(looks.items())
    )
    thin = tuple(Between(offset(one), offset(other)) for one, other in sorted(book.terrain.thin_walls))
    figures = [Meaning(labels[figure.name], figure.name) for figure in state.figures]
    seen = sorted(set(looks.values()))
    kinds = [Meaning(look, _MEANINGS[look]) for look in seen if look in _MEANINGS]
    sides = [Meaning(side, text) for side, text in _SIDES.items()] if figures else []
    axial = [AXIAL] if book.terrain.coordinates == "axial" else []
    return HexMap(cells, thin, tuple(_sight(moves)), legend=(*figures, *kinds, *sides, *axial))


def _cell(
    hex_: Hex,
    look: Look,
    figure: Figure | None,
    labels: Mapping[str, str],
    marks: Sequence[Mark],
    unseen: bool,
) -> HexCell:
    if figure is None:
        return HexCell(*offset(hex_), look, marks=tuple(marks), unseen=unseen)
    label = labels.get(figure.name, "")
    return HexCell(*offset(hex_), look, label, tuple(marks), token_of(figure), unseen)


def token_of(figure: Figure) -> Token:
    """What is seen of a figure: whose it is, whether it is elite, its hit points and its conditions."""
    side: WhoseToken = "strong" if figure.rank == "elite" else "ours" if figure.side == "party" else "theirs"
    lying = dict.fromkeys(token.condition for token in figure.tokens)
    states = tuple(Meaning(sign, each) for each in lying if (sign := _SIGNS.get(each)))
    most = 0 if figure.max_hp == UNKNOWN_HIT_POINTS else figure.max_hp
    return Token(side, figure.hp if most else 0, most, states)


def labels_of(figures: Iterable[Figure]) -> dict[str, str]:
    """A short label for every figure, no two alike: `Br`, `BG2`. Those of one type begin alike, and others do
    not if that can be.
    """
    labels: dict[str, str] = {}
    begins: dict[str, str] = {}
    for figure in figures:
        number = str(figure.number) if figure.kind == "monster" and figure.number else ""
        length = min(LONGEST_LABEL - len(number), 2)
        begin = begins.get(figure.group) or _beginning(figure.group.split(), begins.values())
        begins[figure.group] = begin
        wanted = begin[:length] + number
        if wanted in labels.values():
            wanted = next(_others(begin, labels.values()))
        labels[figure.name] = wanted[:LONGEST_LABEL]
    return labels


def _beginning(words: Sequence[str], taken: Collection[str]) -> str:
    """Letters of a name with which no other name begins, if there are any: its initials, else of the first
    word alone.
    """
    initials = "".join(word[0] for word in words) if len(words) > 1 else words[0]
    tried = (initials, words[0], words[0][0] + words[-1][1:])
    short = {each[:2] for each in taken}
    return next((each for each in tried if each[:2] not in short), initials)


def _others(name: str, taken: Iterable[str]) -> Iterator[str]:
    """Unused labels, similar to a name if possible."""
    used = set(taken)
    for number in range(1, 1000):
        label = name[: LONGEST_LABEL - len(str(number))] + str(number)
        if label not in used:
            yield label


def _looks(book: Book, state: State) -> Iterator[tuple[Hex, Look]]:
    """The look of every hex; what is on it has priority over its terrain."""
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
    """Marks for what a turn does, on hexes of the position before it; the figure dies where it `fell`."""
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
