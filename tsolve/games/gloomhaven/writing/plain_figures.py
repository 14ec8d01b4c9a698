"""Figures in the words of people: lists of them, ranks and conditions as keys, hit points as `4/6`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, input_error
from tsolve.errors import Span
from tsolve.games.gloomhaven.writing.character_file import CharacterFile, SummonFile
from tsolve.games.gloomhaven.writing.names import monster_name
from tsolve.games.gloomhaven.writing.table_file import MonsterFile, ObjectFile, StatsFile
from tsolve.games.gloomhaven.writing.tree_of_words import (
    Entries,
    Words,
    mapping,
    node_of,
    number,
    sequence,
    text,
    told,
)
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.source.meant import NOTHING, flow
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded, shortened
from tsolve.written.card_names import parted

KINDS: Mapping[str, type[msgspec.Struct]] = {
    "characters": CharacterFile,
    "summons": SummonFile,
    "monsters": MonsterFile,
    "objects": ObjectFile,
}
"""The keys under which figures stand, and what is said of one."""
_STATISTICS = tuple(each.encode_name for each in msgspec.structs.fields(StatsFile))
_RESTS = (
    "long rest",
    "rest",
    "rests",
    "resting",
    "takes a long rest",
    "dlugi odpoczynek",
    "długi odpoczynek",
)
_OF_FULL = Regex(r"(?P<hp>\d+)\s*(?:/|of|out of|z)\s*(?P<most>\d+)(?:\s*(?:hp|hit points))?", re.IGNORECASE)
_PLACE = Regex(r"\(?\s*-?\d+\s*,\s*-?\d+\s*\)?|[^\W\d_]+[0-9]*")
_SEVERAL = Regex(r"(?P<count>[1-9]|one|two|three|four|five|six) (?P<name>\D.*)", re.IGNORECASE)
_AND = Regex(r"\s+(?:and|&|\+|i|oraz)\s+")
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COLUMNS = (("x", "y"), ("column", "row"), ("col", "row"), ("q", "p"), ("q", "r"))
"""The names of the two numbers of a hex."""
_DEAD = ("dead", "killed", "all dead", "none left", "martwy", "martwe")
_TRUE = ("true", "yes", "y", "on")
_FALSE = ("false", "no", "n", "off")


class FiguresInWords:
    """Reads the figures of one file. What it cannot read stays as it is."""

    def __init__(self, words: Words, found: Diagnostics) -> None:
        self.words, self.found, self.read_as = words, found, found.read_as
        self.entries: dict[str, Entries] = {kind: {} for kind in KINDS}
        """The figures of each kind by name."""
        self.keys: dict[str, Scalar] = {}
        self.unread: dict[str, tuple[Scalar, Node]] = {}
        """Keys whose value says nothing of figures."""
        self.counted: set[str] = set()
        """The types whose monsters have got numbers."""
        self.dead: dict[str, Scalar] = {}
        """The monsters that are said to be dead: they do not stand on the map."""
        self.initiatives: dict[str, Scalar] = {}
        """Initiatives that stand beside monsters, by their type."""

    def read(self, kind: str, key: Scalar, node: Node) -> None:
        """The figures under a key: a mapping, a list, or one text."""
        self.keys[kind] = key
        if isinstance(node, Scalar) and (node.is_null or node.text.casefold() in NOTHING):
            return
        if isinstance(node, MappingNode) and (only := _named(node)) is not None:
            self.add(kind, *only)
            return
        if isinstance(node, MappingNode):
            for name, value in node.items:
                self.add(kind, name, value)
            return
        listed = node.items if isinstance(node, SequenceNode) else _parts(node)
        for each in listed:
            if isinstance(each, Scalar):
                if not self._in_one_text(kind, each):
                    self._not_understood(kind, each)
            elif isinstance(each, MappingNode) and len(each.items) == 1 and each.get("name") is None:
                self.add(kind, *each.items[0])
            elif isinstance(each, MappingNode) and (pair := _named(each)) is not None:
                self.add(kind, *pair)
            else:
                self.unread[kind] = key, node

    def _in_one_text(self, kind: str, node: Scalar) -> bool:
        """Whether a text names a figure, with what it says of it; then it is added."""
        said = self.words.said(node.text)
        if not said.rest or "," in said.rest:
            return False
        name, count = said.rest, 1
        if several := _SEVERAL.fullmatch(name):
            word = several["count"].casefold()
            count, name = _COUNTS.get(word) or int(word), several["name"]
        if kind == "monsters" and not self.words.is_monster(name):
            return False
        if kind == "monsters":
            name = monster_name(self.words.ruleset, name).full
        facts = mapping({fact: text(value, node.span) for fact, value in said.facts.items()}, node.span)
        for place in range(count):
            full = name if count == 1 else f"{name} {place + 1}"
            self.add(kind, text(full, node.span), facts)
        if said.facts or count > 1:
            names = name if count == 1 else f"{name} 1 to {count}"
            self.read_as[node.span] = ", ".join([names, *map(told, said.facts.items())])
        return True

    def _not_understood(self, kind: str, node: Scalar) -> None:
        """Report a text about a figure, of which some words mean nothing."""
        name, _, rest = self.words.said(node.text).rest.partition(",")
        message = f'"{shortened(rest.strip() or name)}" says nothing that a figure may have'
        if not rest:
            message = f'"{shortened(name)}" is no monster' if kind == "monsters" else message
        help_ = "write its name, its hex and what it has: `Bandit Guard 1: {at: [3, 4], rank: elite, hp: 5}`"
        self.found.report("E209", message, node.span, help_)

    def add(self, kind: str, name: Scalar, value: Node) -> None:
        """Add a figure; several of a type where places are listed or numbers are keys."""
        self.keys.setdefault(kind, name)
        if kind == "monsters" and isinstance(value, Scalar) and value.text.casefold() in _DEAD:
            self.dead[name.text] = name
            return
        said = self.words.said(name.text)
        full = said.rest if said.rest and "," not in said.rest else name.text
        facts = said.facts if full == said.rest else {}
        if kind == "monsters" and monster_name(self.words.ruleset, full).number == 0:
            several = _several(value)
            if several:
                for place, each in several:
                    self.add(kind, replace(name, text=f"{name.text} {place}"), each)
                if isinstance(value, SequenceNode):
                    self.read_as[name.span] = f"{full} 1 to {len(several)}, in this order"
                return
        struct = KINDS[kind]
        node = self.described(struct, full, value, facts)
        if full in self.entries[kind] or full in self.counted:
            full = self._numbered(kind, full, name)
        self.entries[kind][full] = replace(name, text=full), node

    def _numbered(self, kind: str, full: str, name: Scalar) -> str:
        """A name for one more monster of a type whose standees have no numbers. Raises InputError where two
        figures have one name.
        """
        if kind != "monsters" or monster_name(self.words.ruleset, full).number:
            help_ = "give every figure a name of its own; monsters have the numbers of their standees"
            raise input_error("E210", f'there are two figures called "{shortened(full)}"', name.span, help_)
        count = 2
        while f"{full} {count}" in self.entries[kind]:
            count += 1
        if count == 2:
            entries = self.entries[kind].items()
            self.entries[kind] = {f"{full} 1" if each == full else each: node for each, node in entries}
            self.counted.add(full)
        self.read_as[name.span] = f"{full} 1 to {count}, in this order"
        return f"{full} {count}"

    def more(self, kind: str, name: str, key: Scalar, value: Node) -> bool:
        """Add something to what is said of a figure; whether it is not said already."""
        written, node = self.entries[kind][name]
        if not isinstance(node, MappingNode) or any(each.text == key.text for each, _ in node.items):
            return False
        whole = replace(node, items=(*node.items, (key, value)))
        self.entries[kind][name] = written, self.described(KINDS[kind], name, whole)
        return True

    def described(
        self, struct: type[msgspec.Struct], name: str, value: Node, more: Mapping[str, str] = {}
    ) -> Node:
        """What is said of a figure, in the keys of its struct."""
        plain = self._as_mapping(struct, value)
        if plain is None:
            return value
        parts: Entries = {}
        for key, node in (
            *((text(k, value.span), text(v, value.span)) for k, v in more.items()),
            *plain.items,
        ):
            self._part(struct, name, parts, key, node)
        if struct is CharacterFile:
            _stickers(parts)
            self._cards_by_name(parts)
            _without_played(parts)
        return node_of(parts, value.span)

    def _cards_in(self, text: str) -> list[str]:
        """The cards that a text lists."""
        cards = self.words.ruleset.cards.values() if _AND.search(text) else ()
        printed = {squash(each.name) for each in cards if each.card is not None}
        return parted(text, _AND, lambda name: squash(name) in printed)

    def _cards_by_name(self, parts: Entries) -> None:
        """Cards of which only the names are told: two are those for the round, others are in hand."""
        key, node = parts.get("cards", (None, None))
        if isinstance(node, Scalar) and not node.is_null:
            node = sequence(_parts(node), node.span)
        if key is None or not isinstance(node, SequenceNode):
            return
        where = "plays" if len(node.items) == 2 and "plays" not in parts else "hand"
        if where not in parts and all(isinstance(each, Scalar) for each in node.items):
            del parts["cards"]
            parts[where] = key, node
            self.read_as[node.span] = f"`{where}: {flow(node)}`"

    def _as_mapping(self, struct: type[msgspec.Struct], value: Node) -> MappingNode | None:
        if isinstance(value, MappingNode):
            return _joined_pairs(value)
        if isinstance(value, SequenceNode):
            words = [each.text for each in value.items if isinstance(each, Scalar)]
            if len(words) < len(value.items):
                return None
            if len(words) == 2 and all(word.lstrip("-").isdecimal() for word in words):
                return mapping({"at": value}, value.span)
            if struct is CharacterFile and len(words) == 2 and all(self._is_card(word) for word in words):
                self.read_as[value.span] = f"`plays: {flow(value)}`"
                return mapping({"plays": value}, value.span)
            return self._facts(", ".join(words), value.span)
        if value.is_null:
            return MappingNode((), value.span)
        if struct is CharacterFile and value.text.casefold() in _RESTS:
            return mapping({"rests": text("true", value.span)}, value.span)
        if _PLACE.fullmatch(value.text) and not (
            self.words.rank(value.text) or self.words.condition(value.text)
        ):
            return mapping({"at": value}, value.span)
        return self._facts(value.text, value.span)

    def _is_card(self, word: str) -> bool:
        """Whether a text can be the name of a card: it says more than what figures have."""
        return bool(self.words.said(word).rest) and len(squash(word)) > len("abc")

    def _facts(self, words: str, span: Span) -> MappingNode | None:
        said = self.words.said(words)
        if said.rest and re.fullmatch(r"[^\W_]{1,3}", said.rest) and "at" not in said.facts:
            said = said._replace(rest="", facts={**said.facts, "at": said.rest})
        if said.rest or not said.facts:
            return None
        self.read_as[span] = ", ".join(map(told, said.facts.items()))
        return mapping({fact: text(value, span) for fact, value in said.facts.items()}, span)

    def _part(self, struct: type[msgspec.Struct], name: str, parts: Entries, key: Scalar, node: Node) -> None:
        """Put one thing that is said of a figure under its key."""
        known = self.words.key(key.text, struct)
        rank, condition = self.words.rank(key.text), self.words.condition(key.text)
        truth = _truth(node)
        says = self.words.rank(node.text) if isinstance(node, Scalar) and key.text == "type" else ""
        if struct is MonsterFile and says and "rank" not in parts:
            parts["rank"] = key, text(says, key.span)
        elif known == "plays" and isinstance(node, Scalar) and len(both := self._cards_in(node.text)) == 2:
            parts["plays"] = key, sequence((text(each, node.span) for each in both), node.span)
        elif struct is MonsterFile and rank and truth is not None:
            if truth:
                parts["rank"] = key, text(rank, key.span)
        elif condition and truth is not None and "conditions" in struct.__struct_fields__:
            if truth:
                _append(parts, "conditions", key, text(condition, key.span))
        elif known == "hp" and isinstance(node, Scalar) and (found := _OF_FULL.fullmatch(node.text.strip())):
            parts["hp"] = key, number(int(found["hp"]), node.span)
            most = number(int(found["most"]), node.span)
            if "max_hp" in struct.__struct_fields__:
                parts["max_hp"] = key, most
            else:
                _put(parts, "stats", "hp", key, most)
        elif known == "conditions":
            for each in self._conditions(node):
                _append(parts, "conditions", key, each)
            parts.setdefault("conditions", (key, sequence((), node.span)))
        elif known == "at" and isinstance(node, MappingNode):
            parts["at"] = key, _pair(node)
        elif known == "items" and known not in parts and not isinstance(node, MappingNode):
            parts["items"] = key, _by_name(node)
        elif known and known not in parts:
            parts[known] = key, self._unquoted(node)
        elif known:
            parts[key.text] = key, node  # twice: that is reported
        elif struct is MonsterFile and self.words.key(key.text, CharacterFile) == "initiative":
            self._initiative(name, key, node, parts)
        elif (stat := self.words.term(key.text)) in _STATISTICS and "stats" in struct.__struct_fields__:
            _put(parts, "stats", stat, key, node)
        elif stat in ("shield", "retaliate") and isinstance(node, Scalar) and struct is CharacterFile:
            _append(parts, "effects", key, text(f"{stat} {node.text}", node.span))
        else:
            parts[key.text] = key, node

    @staticmethod
    def _unquoted(node: Node) -> Node:
        """A number or a truth value that a text says."""
        is_plain = isinstance(node, Scalar) and (node.text.isdecimal() or node.text in ("true", "false"))
        return replace(node, quoted=False) if is_plain and isinstance(node, Scalar) else node

    def _conditions(self, node: Node) -> Iterator[Node]:
        """The conditions in a list, a text, or a mapping of truth values."""
        if isinstance(node, MappingNode):
            for key, value in node.items:
                if _truth(value) is not False:
                    yield replace(key, quoted=True)
            return
        listed: Sequence[Node] = node.items if isinstance(node, SequenceNode) else _parts(node)
        for each in listed:
            if isinstance(each, Scalar) and each.text.casefold() in NOTHING:
                continue
            word = self.words.condition(each.text) if isinstance(each, Scalar) else ""
            yield text(word, each.span) if word else each

    def _initiative(self, name: str, key: Scalar, node: Node, parts: Entries) -> None:
        """An initiative beside a monster is that of its type's ability card."""
        type_ = monster_name(self.words.ruleset, name).type
        known = self.initiatives.get(type_)
        if not isinstance(node, Scalar) or (known is not None and known.text != node.text):
            parts[key.text] = key, node
            return
        self.initiatives[type_] = replace(node, quoted=False)

    # where they stand

    def places(self) -> Iterator[str]:
        """The texts that say where figures stand."""
        for entries in self.entries.values():
            for _, node in entries.values():
                at = node.get("at") if isinstance(node, MappingNode) else None
                if isinstance(at, Scalar):
                    yield at.text

    def without_place(self) -> Iterator[tuple[str, str]]:
        """The kind and the name of each figure whose hex is not told."""
        for kind, entries in self.entries.items():
            for name, (_, node) in entries.items():
                if isinstance(node, MappingNode) and node.get("at") is None:
                    yield kind, name

    def names(self, name: str) -> bool:
        """Whether a figure is called so, or is one of this type."""
        wanted = squash(name)
        return any(squash(each).startswith(wanted) for entries in self.entries.values() for each in entries)

    def stand(self, kind: str, name: str, mark: str) -> Span:
        """Let a figure stand at a mark; the place of its name."""
        key, node = self.entries[kind][name]
        assert isinstance(node, MappingNode)
        items = ((text("at", key.span), text(mark, key.span)), *node.items)
        self.entries[kind][name] = key, replace(node, items=items)
        return key.span


def _parts(node: Scalar) -> Sequence[Scalar]:
    """The parts of one text, between commas and on lines."""
    parts = re.split(r",(?![^()]*\))|\n", node.text)
    return [text(part.strip(), node.span) for part in parts if part.strip()]


def _named(node: MappingNode) -> tuple[Scalar, Node] | None:
    """The name in an entry of a list, and the rest of the entry."""
    name = next(
        (value for key, value in node.items if key.text in ("name", "type", "monster", "class")), None
    )
    count = next((value for key, value in node.items if key.text in ("number", "standee", "nr", "no")), None)
    if not isinstance(name, Scalar):
        return None
    rest = tuple(item for item in node.items if item[1] is not name and item[1] is not count)
    full = f"{name.text} {count.text}" if isinstance(count, Scalar) else name.text
    return text(full, name.span), replace(node, items=rest)


def _by_name(node: Node) -> Node:
    """A list of names as a mapping in which nothing more is said of them."""
    listed: Sequence[Node] = node.items if isinstance(node, SequenceNode) else ()
    if isinstance(node, Scalar):
        listed = () if node.is_null or node.text.casefold() in NOTHING else _parts(node)
    if not all(isinstance(each, Scalar) for each in listed):
        return node
    names = [each for each in listed if isinstance(each, Scalar)]
    return MappingNode(tuple((each, Scalar("", each.span)) for each in names), node.span)


def _several(value: Node) -> list[tuple[int, Node]]:
    """Several figures of a type, each with its number; none for a single one."""
    if isinstance(value, MappingNode) and value.items and all(k.text.isdecimal() for k, _ in value.items):
        return [(int(key.text), node) for key, node in value.items]
    if not isinstance(value, SequenceNode) or not value.items:
        return []
    are_places = all(
        not isinstance(each, Scalar) or re.fullmatch(r"\(.*\)", each.text) for each in value.items
    )
    return [*enumerate(value.items, 1)] if are_places else []


def _truth(node: Node) -> bool | None:
    """The truth value that stands behind a word; a word alone says that it is so."""
    if not isinstance(node, Scalar):
        return None
    word = node.text.casefold()
    return True if node.is_null or word in _TRUE else False if word in _FALSE else None


def _pair(node: MappingNode) -> Node:
    """The two numbers of a hex that are named."""
    for names in _COLUMNS:
        both = [value for name in names for key, value in node.items if key.text.casefold() == name]
        if len(both) == len(node.items) == 2:
            return sequence(both, node.span)
    return node


def _joined_pairs(node: MappingNode) -> MappingNode:
    """A mapping in which YAML has split a hex without brackets: `{at: 1,2, hp: 5}`."""
    items: list[tuple[Scalar, Node]] = []
    for key, value in node.items:
        before = items[-1][1] if items else None
        is_rest = key.text.isdecimal() and isinstance(value, Scalar) and value.is_null
        if is_rest and isinstance(before, Scalar) and before.text.isdecimal():
            items[-1] = items[-1][0], sequence((before, replace(key, quoted=False)), before.span)
        else:
            items.append((key, value))
    return replace(node, items=tuple(items))


def _stickers(parts: Entries) -> None:
    """What `cards`, or the character itself, tells of a card is only its enhancements: they stand under
    `enhanced`, card by card.
    """
    key, cards = parts.get("cards", (None, None))
    listed = cards.items if isinstance(cards, MappingNode) else ()
    only = [(name, node.items[0][1]) for name, node in listed if _says_stickers(node)]
    if key is not None and only:
        left = tuple((name, node) for name, node in listed if not _says_stickers(node))
        del parts["cards"]
        if left and isinstance(cards, MappingNode):
            parts["cards"] = key, replace(cards, items=left)
    for word, (name, node) in [*parts.items()]:
        if _says_stickers(node):
            del parts[word]
            only.append((name, node.items[0][1]))
    for name, stickers in only:
        _put(parts, "enhanced", name.text, name, stickers)


def _says_stickers(node: Node) -> TypeGuard[MappingNode]:
    """Whether an entry has the one key `enhanced`."""
    return isinstance(node, MappingNode) and [folded(key.text) for key, _ in node.items] == ["enhanced"]


def _without_played(parts: Entries) -> None:
    """Take the cards that are played out of the hand: nobody has a card twice."""
    _, played = parts.get("plays", (None, None))
    key, hand = parts.get("hand", (None, None))
    if isinstance(hand, Scalar) and squash(hand.text) != "all":
        hand = sequence(_parts(hand), hand.span)
    if key is None or not isinstance(played, SequenceNode) or not isinstance(hand, SequenceNode):
        return
    names = {squash(each.text) for each in played.items if isinstance(each, Scalar)}
    left = (e for e in hand.items if not (isinstance(e, Scalar) and squash(e.text) in names))
    parts["hand"] = key, sequence(left, hand.span)


def _append(parts: Entries, key: str, written: Scalar, node: Node) -> None:
    """Add an entry to a list."""
    name, before = parts.get(key, (written, sequence((), node.span)))
    if isinstance(before, SequenceNode):
        parts[key] = name, replace(before, items=(*before.items, node))
    else:
        parts[written.text] = written, node


def _put(parts: Entries, key: str, inner: str, written: Scalar, node: Node) -> None:
    """Add an entry to a mapping."""
    name, before = parts.get(key, (written, MappingNode((), node.span)))
    if isinstance(before, MappingNode) and before.get(inner) is None:
        parts[key] = name, replace(before, items=(*before.items, (text(inner, written.span), node)))
    else:
        parts[written.text] = written, node
