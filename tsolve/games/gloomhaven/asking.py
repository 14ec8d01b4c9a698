"""Questions of one line about a monster's turn on open floor: `Bandit Guard 2 hexes from Brute, Tinkerer 3
hexes: whom does it attack?`. Others are about attacks without a map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.attacks.asking import AttackQuestions
from tsolve.games.gloomhaven.hexes import DIRECTIONS, Hex, from_offset, offset, shifted
from tsolve.source.data import Placed
from tsolve.source.tree import Scalar
from tsolve.written.asking import Understood
from tsolve.written.lexing import IDLE, NUMBERS, of_text

_FARTHEST = 12
"""The most hexes between a monster and somebody."""
_N = rf"([0-9]{{1,2}}|{'|'.join(NUMBERS)}|an?)"
_AWAY = (
    rf"(?:range|distance|at|in|within|only|just|is|stands?|about|,|\s)*"
    rf"(?:(?:range|distance)\s+{_N}|{_N}\s*(?:-\s*)?(?:hexe?s?|spaces?|fields?|steps?|tiles?|p[oó]l[ae]?)(?:\s+(?:away|off|apart|far))?)"
)
_BESIDE = r"(?:directly\s+|right\s+)?(?:next\s+to|adjacent(?:\s+to)?|beside)"
_FROM = r"\s+(?:away\s+)?(?:from|of|to|od)\s+"
_ASKS = re.compile(
    r"\bfocus|\bwhom?\b|\battacks?\b.*\?|\btargets?\b|\bgo(?:es)? for\b|\bsteps? back\b|\bmoves?\b|\bwhere\b",
    re.I,
)
_INITIATIVE = r"(?:\W+(?:with\s+|has\s+|at\s+)?(?:initiative|init|ini)\W*([0-9]{1,2})\b)"
_CARD = re.compile(r"\b(move|attack|range|target|ruch|atak)\s+([+-]?[0-9]{1,2})\b", re.I)
_NAME = (
    r"(?-i:[A-Z])[\w'’]*(?:\s+(?-i:[A-Z])[\w'’]*)*(?:\s+[0-9]\b(?!\s*(?:hex|space|step|field)))?|\bme\b|\bI\b"
)
_NO_NAMES = frozenset(
    ("Focus", "Who", "Whom", "What", "Where", "Which", "Initiative", "Move", "Attack", "Range", "If")
)
_USUAL_INITIATIVE = 50


class _Enemy(NamedTuple):
    """A character, so far away; the initiative if it is told."""

    name: str
    distance: int
    initiative: int | None


class GloomhavenQuestions(AttackQuestions):
    """Monsters' turns on open floor, and attacks without a map."""

    against = "kill"

    def read(self, text: str, found: Diagnostics) -> Sequence[Understood]:
        line = " ".join(text.split())
        turn = _Turn(line, self._monsters()).read()
        return (turn,) if turn is not None else super().read(text, found)

    def _monsters(self) -> tuple[str, ...]:
        """The monsters that can be named, those with the longest names first."""
        kinds = (card.name for card in self.ruleset.cards.values() if card.kind == "monster" and card.monster)
        return tuple(sorted(kinds, key=len, reverse=True))


class _Turn:
    def __init__(self, line: str, monsters: Sequence[str]) -> None:
        self.line, self.monsters = line, monsters

    def read(self) -> Understood | None:
        """The position in which the monster acts; None for another question."""
        monster = self._monster()
        if monster is None or not _ASKS.search(self.line):
            return None
        name, begin, end = monster
        rest = f"{self.line[:begin]}@{self.line[end:]}"  # the monster's place
        enemies = tuple({each.name: each for each in self._enemies(rest)}.values())
        if not enemies:
            return None
        rank = "elite" if re.search(r"\belite\s+@", rest, re.I) else "normal"
        return self._position(name, rank, self._card(), enemies)

    def _monster(self) -> tuple[str, int, int] | None:
        """The monster that acts, and where it is named; a part of its name may be enough."""
        for name in self.monsters:
            if found := re.search(rf"\b{re.escape(name)}s?(?: 1)?\b(?!\s*(?:hex|space))", self.line, re.I):
                return name, found.start(), found.end()
        for name in reversed(self.monsters):
            last = name.split()[-1]
            if found := re.search(rf"\b{last}s?\b", self.line):
                usual = next((each for each in self.monsters if each == f"Bandit {last}"), name)
                return usual, found.start(), found.end()
        return None

    def _card(self) -> dict[str, str]:
        """What the ability card says: move and attack as its statistics have them, unless told otherwise."""
        said = {"ruch": "move", "atak": "attack"}
        told = {said.get(kind, kind): value for kind, value in re.findall(_CARD, self.line.casefold())}
        return {"move": "+0", "attack": "+0", **told}

    def _enemies(self, rest: str) -> Iterator[_Enemy]:
        """Everybody whose distance is told."""
        the = r"(?:the\s+|an?\s+|my\s+)?"
        who = rf"({_NAME})(?:{_INITIATIVE})?"
        for match in re.finditer(rf"{_AWAY}{_FROM}{the}({_NAME})", rest, re.I):
            yield from self._enemy(match[3], match[1] or match[2], rest)
        for match in re.finditer(rf"{_BESIDE}\s+{the}({_NAME})", rest, re.I):
            yield from self._enemy(match[1], "1", rest)
        for match in re.finditer(rf"{who}\s*[,(:]?\s*{_AWAY}(?!{_FROM}(?!@|it|him))", rest, re.I):
            yield from self._enemy(match[1], match[3] or match[4], rest)
        for match in re.finditer(rf"{who}\s+(?:is\s+|stands?\s+)?{_BESIDE}\s+(?:@|it|him)", rest, re.I):
            yield from self._enemy(match[1], "1", rest)

    def _enemy(self, name: str, away: str, rest: str) -> Iterator[_Enemy]:
        said = away.casefold()
        distance = int(said) if said.isdigit() else NUMBERS.get(said, 1)
        if name in _NO_NAMES or name.casefold() in IDLE - {"me", "i"} or not 1 <= distance <= _FARTHEST:
            return
        told = re.search(rf"{re.escape(name)}(?:[^,;]*?){_INITIATIVE}", rest, re.I)
        called = "Me" if name.casefold() in ("me", "i") else name
        yield _Enemy(called, distance, int(told[1]) if told else None)

    def _position(self, name: str, rank: str, card: dict[str, str], enemies: Sequence[_Enemy]) -> Understood:
        span = of_text(self.line)
        most = max(each.distance for each in enemies)
        far = most + 4
        middle = from_offset(far + far % 2, far)
        size = 2 * (far + far % 2) + 1
        beside = ", ".join(f"{key} {value}" for key, value in card.items() if key not in ("move", "attack"))
        does: list[Placed] = [Scalar(f"Move {card['move']}", span)]
        does.append(Scalar(f"Attack {card['attack']}{', ' + beside if beside else ''}", span))
        characters: dict[str, Placed] = {}
        for number, each in enumerate(enemies):
            at = offset(_placed(middle, number, each.distance))
            initiative = each.initiative if each.initiative is not None else _USUAL_INITIATIVE
            characters[each.name] = {"at": _pair(at), "hp": 10, "initiative": initiative}
        keys: dict[str, Placed] = {
            "turn": name,
            "map": {"size": f"{size} x {size}"},
            "monsters": {name: {"at": _pair(offset(middle)), "rank": rank}},
            "ability_cards": {name: {"initiative": _USUAL_INITIATIVE, "do": does}},
            "characters": characters,
        }
        return Understood(keys, (), tuple(_told(name, rank, does, enemies)))


def _pair(at: tuple[int, int]) -> list[Placed]:
    return [*at]


def _placed(middle: Hex, number: int, distance: int) -> Hex:
    """A hex so far away, in a direction of its own: opposite directions first."""
    step = DIRECTIONS[(0, 3, 1, 4, 2, 5)[number % 6]]
    at = middle
    for _ in range(distance):
        at = shifted(at, step)
    return at


def _told(name: str, rank: str, does: Sequence[Placed], enemies: Sequence[_Enemy]) -> Iterator[str]:
    """The question as understood, in words."""
    card = "; ".join(each.text for each in does if isinstance(each, Scalar))
    yield f"{rank} {name} on open floor, with the ability card `{card}`"
    for each in enemies:
        hexes = "hex" if each.distance == 1 else "hexes"
        initiative = f", initiative {each.initiative}" if each.initiative is not None else ""
        yield f"{each.name} {each.distance} {hexes} away{initiative}"
    if len(enemies) > 1:
        yield "each in another direction"
    if len(enemies) > 1 and any(each.initiative is None for each in enemies):
        yield f"initiative {_USUAL_INITIATIVE} where none is told (it decides between enemies as near)"
