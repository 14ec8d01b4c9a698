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
from tsolve.regex import Regex
from tsolve.rules.names import words
from tsolve.source.data import Placed
from tsolve.source.tree import Scalar
from tsolve.written.asking import IN_PART, Understood, WorkedOut
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
_ASKS = Regex(
    r"\b(?:focus|whom?|targets?|go(?:es)? for|steps? back|reach|reaches|moves?|where)\b|\battacks?\b.*\?",
    re.I,
)
_INITIATIVE = r"(?:\W+(?:with\s+|has\s+|at\s+)?(?:initiative|init|ini)\W*([0-9]{1,2})\b)"
_CARD = Regex(r"\b(move|attack|target|ruch|atak)\s+([+-]?[0-9]{1,2})\b", re.I)
_NAME = (
    r"(?-i:[A-Z])[\w'’]*(?:\s+(?-i:[A-Z])[\w'’]*)*(?:\s+[0-9]\b(?!\s*(?:hex|space|step|field)))?|\bme\b|\bI\b"
)
_NO_NAMES = frozenset(
    ("Focus", "Who", "Whom", "What", "Where", "Which", "Initiative", "Move", "Attack", "Range", "If")
)
_SILENT = frozenset(
    [
        "hex",
        "hexes",
        "space",
        "spaces",
        "field",
        "fields",
        "step",
        "steps",
        "tile",
        "tiles",
        "pole",
        "pola",
        "pol",
        "away",
        "off",
        "apart",
        "far",
        "from",
        "od",
        "at",
        "within",
        "only",
        "just",
        "about",
        "exactly",
        "range",
        "distance",
        "next",
        "adjacent",
        "beside",
        "directly",
        "right",
        "stand",
        "stands",
        "standing",
        "who",
        "whom",
        "whos",
        "where",
        "what",
        "which",
        "when",
        "or",
        "and",
        "with",
        "has",
        "have",
        "but",
        "both",
        "each",
        "focus",
        "focuses",
        "focused",
        "focusing",
        "attack",
        "attacks",
        "target",
        "targets",
        "go",
        "goes",
        "move",
        "moves",
        "walk",
        "walks",
        "before",
        "after",
        "first",
        "back",
        "hit",
        "hits",
        "shoot",
        "shoots",
        "it",
        "him",
        "initiative",
        "initiatives",
        "init",
        "ini",
        "elite",
        "normal",
        "monster",
        "guard",
        "turn",
        "act",
        "acts",
        "does",
        "card",
        "ability",
        "ruch",
        "atak",
        "other",
        "one",
        "if",
        "then",
        "us",
        "me",
        "i",
        "its",
        "toward",
        "towards",
        "up",
        "want",
        "wants",
        "choose",
        "chooses",
        "pick",
        "picks",
        "prefer",
        "prefers",
        "reach",
        "reaches",
        "kogo",
        "atakuje",
        "skupia",
        "sie",
        "na",
    ]
)
"""Words that say nothing more of the position."""
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
        turn = _Turn(line, self._monsters(), found).read()
        if len(found):
            return ()
        return (turn,) if turn is not None else super().read(text, found)

    def worked_out(self, text: str) -> WorkedOut | None:
        from tsolve.games.gloomhaven.turn_order import order_told

        return order_told(text, self._monsters()) or super().worked_out(text)

    def _monsters(self) -> tuple[str, ...]:
        """The monsters that can be named, those with the longest names first."""
        kinds = (card.name for card in self.ruleset.cards.values() if card.kind == "monster" and card.monster)
        return tuple(sorted(kinds, key=len, reverse=True))


class _Turn:
    def __init__(self, line: str, monsters: Sequence[str], found: Diagnostics) -> None:
        self.line, self.monsters, self.found = line, monsters, found

    def read(self) -> Understood | None:
        """The position in which the monster acts; None for another question."""
        monster = self._monster()
        if monster is None or not _ASKS.search(self.line):
            return None
        name, begin, end = monster
        rest = f"{self.line[:begin]}@{self.line[end:]}"  # the monster's place
        enemies = self._in_order(rest, tuple({each.name: each for each in self._enemies(rest)}.values()))
        if not enemies:
            return None
        self._report_others(rest, enemies)
        self._report_unsaid(rest, enemies)
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
        line = self.line.casefold()
        told = {said.get(kind, kind): value for kind, value in _CARD.findall(line)}
        reach = re.search(r"\b(?:with|attack [+-]?[0-9]{1,2},?) range ([0-9])\b", line)
        return {"move": "+0", "attack": "+0", **told, **({"range": reach[1]} if reach else {})}

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
        beside = rf"{_BESIDE}(?:\s+(?:@|it|him)|(?=\s*(?:[,;:.?]|$|and\b)))"
        for match in re.finditer(rf"{who}\s+(?:is\s+|stands?\s+)?{beside}", rest, re.I):
            yield from self._enemy(match[1], "1", rest)

    def _in_order(self, rest: str, enemies: tuple[_Enemy, ...]) -> tuple[_Enemy, ...]:
        """The enemies with the initiatives of a list, `initiative 12 and 40`."""
        told = re.search(r"\binitiatives?\W+([0-9]{1,2}(?:\s*(?:,|/|and)\s*[0-9]{1,2})+)", rest, re.I)
        if told is None:
            return enemies
        numbers = [int(each) for each in re.findall("[0-9]+", told[1])]
        if len(numbers) != len(enemies):
            self._report("it is not clear whose initiatives these are", "write `NAME initiative 12` for each")
            return enemies
        return tuple(each._replace(initiative=number) for each, number in zip(enemies, numbers, strict=True))

    def _report(self, message: str, help_: str) -> None:
        self.found.report("E210", f"{IN_PART}{message}", of_text(self.line), help_)

    def _report_others(self, rest: str, enemies: Sequence[_Enemy]) -> None:
        """Report everybody who is named without a distance."""
        known = {word for each in enemies for word in each.name.split()}
        for match in re.finditer(_NAME, rest, re.I):
            named = {word for word in match[0].split() if word not in _NO_NAMES and not word.isdigit()}
            if named and not named & known and match[0].casefold() not in (*IDLE, "i", "me"):
                help_ = f"say it, such as `{match[0]} 3 hexes`, or `{match[0]} adjacent`"
                self._report(f"it is not said how far {match[0]} is", help_)

    def _report_unsaid(self, rest: str, enemies: Sequence[_Enemy]) -> None:
        """Report what else is said of the position: walls, traps, conditions."""
        known = {*_SILENT, *IDLE, *NUMBERS, *(word for each in enemies for word in words(each.name))}
        for word in dict.fromkeys(words(rest)):
            if word not in known and not word.isdigit():
                help_ = "the floor is open in a question; `tsolve example gloomhaven-monster` says more"
                self._report(f'"{word}" says what a question cannot take in', help_)

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
