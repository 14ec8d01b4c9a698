"""Positions as texts: names, lists and keys written as a position file that a person reads on and changes;
what a file says, place by place, from its tree alone; and a table set up as the rules say, drawn again
until it has what people wish for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from tsolve.diagnostics import Diagnostics, quoted
from tsolve.errors import Span, TreePath, UsageError
from tsolve.model.plays import SetupPart
from tsolve.regex import Regex
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.data import Data
from tsolve.source.tree import MappingNode, Node, SequenceNode
from tsolve.written.conditions import Condition, Not, read_event

_PLAIN = Regex(r"[A-Za-z][A-Za-z0-9]*(?:[ '_-][A-Za-z0-9]+)*")
_WORDS_OF_YAML = ("null", "true", "false", "yes", "no", "on", "off", "none", "unknown", "y", "n")
_ENTRY = Regex(r"(?:[0-9]+ x )?[A-Za-z][A-Za-z'-]*(?: [A-Za-z'-]+)*(?: \([a-z ]+\))?")
_WIDTH = 110


def scalar(text: str) -> str:
    """The text as a YAML scalar, quoted where necessary."""
    plain = _PLAIN.fullmatch(text) is not None and text.casefold() not in _WORDS_OF_YAML
    return text if plain else quoted(text)


def sequence(texts: Iterable[str]) -> str:
    """A list of texts."""
    return f"[{', '.join(map(_listed, texts))}]"


def _listed(text: str) -> str:
    """A text in a list, where more goes without quotes."""
    if text.casefold() in _WORDS_OF_YAML:
        return _flow(text)
    return text if _ENTRY.fullmatch(text) else quoted(text)


def names(cards: Iterable[str]) -> str:
    """A list of names in their order; neighbours that are equal with a count."""
    counted = ((name, len(list(group))) for name, group in groupby(cards))
    return sequence([name if count == 1 else f"{count} x {name}" for name, count in counted])


def mapping(texts: Mapping[str, str]) -> str:
    """A mapping from words to texts; empty for none."""
    return f"{{{', '.join(f'{key}: {quoted(value)}' for key, value in texts.items())}}}" if texts else ""


def wrapped(text: str, indent: int = 2) -> str:
    """A line of the file, broken behind commas where it is too long."""
    lines = [""]
    for piece in text.split(", "):
        joined = f"{lines[-1]}, {piece}" if lines[-1] else piece
        if len(joined) > _WIDTH and lines[-1]:
            lines[-1] += ","
            lines.append(" " * indent + piece)
        else:
            lines[-1] = joined
    return "\n".join(lines)


_BLOCKS = ("claims", "line")
"""Keys of which each entry stands on a line of its own."""


def file_text(
    keys: Mapping[str, Data], comments: Iterable[str] = (), notes: Mapping[str, str] | None = None
) -> str:
    """A position file: comments, and each key with its note behind it.

    It names no schema: the line would lead editors to a file that nobody has written.
    """
    lines = [f"# {' '.join(comment.split())}" for comment in comments]
    lines += (entry_text(key, value, (notes or {}).get(key, "")) for key, value in keys.items())
    return "\n".join(lines) + "\n"


def entry_text(key: str, value: Data, note: str = "", indent: str = "") -> str:
    """A key with its value, and a note behind it, in one line or several."""
    note = f"  # {note}" if note else ""
    if isinstance(value, Sequence) and value and _is_block(key, value):
        items = (item_text(each, "", indent) for each in value)
        return "\n".join((f"{indent}{scalar(key)}:{note}", *items))
    return "\n".join(_entry(scalar(key), value, indent)) + note


def item_text(value: Data, note: str = "", indent: str = "") -> str:
    """An entry of a list on a line of its own."""
    is_entry = isinstance(value, str) and _ENTRY.fullmatch(value)
    written = _listed(str(value)) if is_entry else _flow(value)
    return f"{indent}- {written}{f'  # {note}' if note else ''}"


def _is_block(key: str, value: Sequence[Data]) -> bool:
    if isinstance(value, str):
        return False
    return key in _BLOCKS or any(isinstance(each, Mapping) for each in value)


def _entry(key: str, value: Data, indent: str = "") -> Iterator[str]:
    """A key with its value: in one line, or, of mappings that are too long for it, an entry a line."""
    line = f"{indent}{key}: {_flow(value)}"
    inner = value.values() if isinstance(value, Mapping) else ()
    if len(line) <= _WIDTH or not any(isinstance(each, Mapping) for each in inner):
        yield wrapped(line, len(indent) + 2)
        return
    yield f"{indent}{key}:"
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from _entry(scalar(name), each, f"{indent}  ")


def _flow(value: Data) -> str:
    match value:
        case None:
            return "null"
        case bool() | int():
            return str(value).lower()
        case str():
            return value if value in ("none", "unknown") else scalar(value)
        case Mapping():
            return f"{{{', '.join(f'{scalar(key)}: {_flow(each)}' for key, each in value.items())}}}"
        case Sequence() if all(isinstance(each, str) for each in value):
            return sequence([str(each) for each in value])
        case _:
            return f"[{', '.join(map(_flow, value))}]"


GIVEN = frozenset({"with", "without", "draws", "card"})
"""Keys inside expectations that say what these are about; nothing is expected of them."""

WHOLE = frozenset({"gave_away", "luck", "tokens"})
"""Keys whose mapping is one value: what it leaves out is expected to be 0."""

SETS = frozenset({"options"})
"""Keys whose list is one value: exactly these things, in any order."""


def stated(root: Node) -> Iterator[tuple[TreePath, int]]:
    """The path of each expectation, with its line in the file.

    Claims, and the line that was played, count too where no expectation is about them. Every judgement has
    one of these paths, or one that leads to it or further down.
    """
    if not isinstance(root, MappingNode):
        return
    expect = root.get("expect")
    expected: set[str] = set()
    if isinstance(expect, MappingNode):
        for key, value in expect.items:
            expected.add(key.text)
            yield from _entries(("expect", key.text), value, key.span.line)
    for key, value in root.items:
        if key.text in expected or not isinstance(value, SequenceNode):
            continue
        if key.text == "claims":
            yield from ((("claims", index), claim.span.line) for index, claim in enumerate(value.items))
        elif key.text == "line" and value.items:
            yield ("line",), key.span.line


def _entries(path: TreePath, node: Node, line: int) -> Iterator[tuple[TreePath, int]]:
    """A list of texts directly in `expect` states one thing in each entry; further down it is one value."""
    if path[-1] in SETS:
        yield path, line
    elif isinstance(node, SequenceNode) and (len(path) == 2 or _of_mappings(node)):
        for index, item in enumerate(node.items):
            yield from _inside((*path, index), item, item.span.line)
    else:
        yield from _inside(path, node, line)


def _inside(path: TreePath, node: Node, line: int) -> Iterator[tuple[TreePath, int]]:
    if not isinstance(node, MappingNode) or not node.items or path[-1] in WHOLE:
        yield path, line
        return
    row = path[1] == "calculation" and len(path) == 3
    changes = row and any(key.text not in ("card", "ruling") for key, _ in node.items)
    for key, value in node.items:
        if key.text not in GIVEN and not (changes and key.text == "ruling"):
            yield from _entries((*path, key.text), value, key.span.line)


def _of_mappings(node: SequenceNode) -> bool:
    return bool(node.items) and all(isinstance(item, MappingNode) for item in node.items)


D = TypeVar("D")

MOST_TRIES = 3_000
"""The most set-ups that are drawn for wishes: a few seconds."""


class NewGame(NamedTuple):
    """The game that a table is set up for."""

    readings: Mapping[str, str]
    players: int
    sets: Sequence[str]
    """The boxes at hand; none for the usual one."""
    chosen: Mapping[str, Any]
    """What the players chose for the set-up, by name."""
    printing: str = ""
    interpretations: Mapping[str, str] = {}
    """Readings that were chosen in place of the printing's."""
    played_on: bool = False
    """Whether it is played to its end by itself: then nothing may be dealt that is not known in full."""


class Laid(NamedTuple):
    """A table that is set up."""

    parts: tuple[SetupPart, ...]
    position: str
    """As a position file, seen by the first player."""
    players: int | None = None
    """How many play, if what was chosen says so."""


class SettingUp(ABC, Generic[D]):
    """How a game sets its table up."""

    ruleset: Ruleset[CardFacts]
    """The cards that may be played with."""

    @abstractmethod
    def draw(self, random: Random) -> D:
        """Draw what a game is played with. Raises UsageError if the cards at hand are too few."""

    @abstractmethod
    def sold(self, drawn: D) -> Iterable[str]:
        """The cards that players can get from the start."""

    @abstractmethod
    def others(self, drawn: D) -> Iterable[str]:
        """What else was drawn."""

    @abstractmethod
    def lay_out(self, drawn: D, random: Random) -> Laid:
        """The table with these cards."""

    def notes(self) -> tuple[str, ...]:
        """What is unusual about it, or left to the players."""
        return ()


def set_up(
    table: SettingUp[D], seed: int, wanted: Sequence[str] = (), unwanted: Sequence[str] = ()
) -> tuple[Laid, int]:
    """A table with everything wanted and nothing unwanted, and how many were drawn to find it.

    Of the tables that fit the wishes each is as likely as the rules make it. A wish is about all that is
    drawn, for sale or not.

    Raises InputError for a wish that names nothing, UsageError where no table has all that is wished for.
    """
    wishes = _read(table, wanted, "--with")
    wishes += [Not(each) for each in _read(table, unwanted, "--without")]
    for number in range(MOST_TRIES):
        random = Random(f"{seed}/{number}")
        drawn = table.draw(random)
        copies = Counter(dict.fromkeys((*table.sold(drawn), *table.others(drawn)), 1))
        if all(wish.holds(copies) for wish in wishes):
            return table.lay_out(drawn, random), number + 1
    text = ", ".join((*wanted, *(f"no {each}" for each in unwanted)))
    raise UsageError(f"none of {MOST_TRIES} set-ups has what is wished for: {text}")


def _read(table: SettingUp[D], texts: Sequence[str], option: str) -> list[Condition]:
    found, ruleset = Diagnostics(), table.ruleset
    read = []
    for text in texts:
        place = Span(option, 1, 1, 1, len(text) + 1, text)
        event = read_event(text, ruleset, ruleset.find_card, (), found, place)
        if event is not None and (event.within or event.ending):
            found.report("E209", "a wish names cards only", place)
        elif event is not None:
            read.append(event.condition)
    found.raise_if_any()
    return read
