"""Ability cards in the words of people: `50: Move +0, Attack +0`, lists whose clauses stand alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from tsolve.errors import InputError, Span
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.writing.ability_text import read_ability
from tsolve.games.gloomhaven.writing.names import monster_name
from tsolve.games.gloomhaven.writing.table_file import AbilityCardFile
from tsolve.games.gloomhaven.writing.tree_of_words import (
    Entries,
    Words,
    mapping,
    node_of,
    number,
    sequence,
    text,
)
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.source.meant import flow
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded

_OF_TURN = (
    "card",
    "ability card",
    "monster card",
    "monster ability card",
    "ability",
    "karta",
    "karta potwora",
)
"""Keys for the ability card of the monster whose turn it is."""
_INITIATIVES = ("initiative", "initiatives", "init", "inicjatywa")
_LED = Regex(
    r"(?:init(?:iative)?\.?\s*:?\s*)?(?P<initiative>[0-9]{1,2})\s*[:;,\-–—]\s*(?P<rest>\D.*)", re.I | re.S
)
_COMMA = Regex(r"[,;\n](?![^()]*\))")


class CardsInWords:
    """Reads the ability cards of one file."""

    def __init__(self, words: Words, read_as: dict[Span, str]) -> None:
        self.words, self.read_as = words, read_as
        self.monsters: list[str] = []
        """The monsters of the file by name."""
        self.turn = ""
        """Whose turn it is."""
        self.initiatives: dict[str, Scalar] = {}
        """Initiatives of types that stand elsewhere."""
        self._of_turn: tuple[Scalar, Node] | None = None
        self._of_all: tuple[Scalar, Node] | None = None

    def takes(self, key: Scalar, value: Node) -> bool:
        """Whether an entry of the file tells the card or the initiatives of somebody."""
        if folded(key.text) in map(folded, _OF_TURN) and self._of_turn is None:
            self._of_turn = key, value
            return True
        if folded(key.text) in map(folded, _INITIATIVES) and self._of_all is None:
            self._of_all = key, value
            return True
        return False

    def put(self, entries: Entries) -> None:
        """Put all cards, and initiatives of characters, where they belong."""
        cards: dict[str, tuple[Scalar, Node]] = {}
        if "ability_cards" in entries:
            key, value = entries["ability_cards"]
            if not isinstance(value, MappingNode):
                self._of_turn, value = self._of_turn or (key, value), MappingNode((), value.span)
                del entries["ability_cards"]
            for name, node in value.items:
                cards[name.text] = name, self.card(node)
        self._put_of_turn(entries, cards)
        self._put_initiatives(entries, cards)
        for type_, node in self.initiatives.items():
            _lead(cards, type_, node, node)
        if cards:
            key = entries["ability_cards"][0] if "ability_cards" in entries else next(iter(cards.values()))[0]
            entries["ability_cards"] = key, node_of(cards, key.span)
        self._of_characters(entries)

    def _put_of_turn(self, entries: Entries, cards: Entries) -> None:
        """The card of the monster whose turn it is, or of the only type."""
        if self._of_turn is None:
            return
        key, value = self._of_turn
        if isinstance(value, MappingNode) and all(self._is_type(name.text) for name, _ in value.items):
            for name, node in value.items:
                cards[name.text] = name, self.card(node)
            return
        names = [self.turn] if self._is_type(self.turn) else self.monsters
        types = {monster_name(self.words.ruleset, name).type for name in names}
        if len(types) != 1 or (type_ := types.pop()) in cards:
            entries[key.text] = key, value  # whose card it is, nobody can say
            return
        card = self.card(value)
        cards[type_] = key, card
        self.read_as[value.span] = f"`ability_cards: {{{type_}: {flow(card)}}}`"

    def _is_type(self, name: str) -> bool:
        return monster_name(self.words.ruleset, name).card is not None or any(
            squash(name) in (squash(each), squash(monster_name(self.words.ruleset, each).type))
            for each in self.monsters
        )

    def _put_initiatives(self, entries: Entries, cards: Entries) -> None:
        """The initiatives that stand in a mapping of their own."""
        if self._of_all is None:
            return
        key, value = self._of_all
        if isinstance(value, Scalar) and self._is_type(self.turn):
            type_ = monster_name(self.words.ruleset, self.turn).type
            _lead(cards, type_, key, replace(value, quoted=False))
            return
        if not isinstance(value, MappingNode):
            entries[key.text] = key, value
            return
        kept = []
        for name, node in value.items:
            if self._is_type(name.text):
                _lead(cards, monster_name(self.words.ruleset, name.text).type, name, node)
            elif not _leads(entries, name.text, node):
                kept.append((name, node))
        if kept:
            entries[key.text] = key, replace(value, items=tuple(kept))

    # one card

    def card(self, node: Node) -> Node:
        """An ability card in the form of its struct; the node itself if it is not understood."""
        if isinstance(node, Scalar):
            return node if node.is_null or self._is_printed(node.text) else self._in_one_text(node)
        if isinstance(node, SequenceNode):
            return self._in_a_list(node)
        parts: Entries = {}
        for key, value in node.items:
            name = self.words.key(key.text, AbilityCardFile)
            if not name and key.text.isdecimal() and len(node.items) == 1:
                parts["initiative"] = key, number(int(key.text), key.span)
                name = "do"
            elif not name and isinstance(value, Scalar) and value.is_null and "do" in parts:
                _more(parts, key)
                continue
            parts[name or key.text] = key, value
        if "do" in parts:
            parts["do"] = parts["do"][0], self.abilities(parts["do"][1])
        return node_of(parts, node.span)

    def _is_printed(self, written: str) -> bool:
        """Whether a text is the number or the name of a printed card."""
        match = self.words.ruleset.names.resolve(written)
        return written.strip().isdecimal() or hasattr(match, "id")

    def _in_one_text(self, node: Scalar) -> Node:
        led = _LED.fullmatch(node.text.strip())
        rest = replace(node, text=led["rest"] if led else node.text)
        found = self.abilities(rest)
        if found is rest:
            return node
        said: dict[str, Node] = {"initiative": number(int(led["initiative"]), node.span)} if led else {}
        card = mapping({**said, "do": found}, node.span)
        self.read_as[node.span] = f"`{flow(card)}`"
        return card

    def _in_a_list(self, node: SequenceNode) -> Node:
        first, *rest = node.items or (None,)
        led = isinstance(first, Scalar) and first.text.isdecimal()
        do = self.abilities(sequence(rest if led else node.items, node.span))
        said: dict[str, Node] = {"initiative": first} if led and first is not None else {}
        return mapping({**said, "do": do}, node.span)

    # abilities

    def abilities(self, node: Node) -> Node:
        """A list of abilities, each with the clauses that belong to it; the node itself if that is not
        certain.
        """
        listed: Sequence[Node] = node.items if isinstance(node, SequenceNode) else (node,)
        words = [each for each in listed if isinstance(each, Scalar)]
        if len(words) < len(listed) or not words:
            return node
        if all(self._is_ability(each.text) for each in words):
            return node if isinstance(node, SequenceNode) else sequence(words, node.span)
        pieces = [
            (part.strip(), each.span) for each in words for part in _COMMA.split(each.text) if part.strip()
        ]
        ways = [*islice(self._ways(pieces), 2)] if len(pieces) <= _MOST_PIECES else []
        if len(ways) != 1:
            return node
        return sequence((text(said, span) for said, span in ways[0]), node.span)

    def _ways(self, pieces: Sequence[tuple[str, Span]]) -> Iterator[list[tuple[str, Span]]]:
        """Each way to put pieces together into abilities."""
        if not pieces:
            yield []
            return
        for count in range(1, min(len(pieces), _MOST) + 1):
            said = ", ".join(words for words, _ in pieces[:count])
            if self._is_ability(said):
                span = pieces[0][1]
                for rest in self._ways(pieces[count:]):
                    yield [(said, span), *rest]

    def _is_ability(self, words: str) -> bool:
        ruleset = self.words.ruleset
        try:
            read_ability(words, load_areas(ruleset.roots), None, ruleset.names.abilities)
        except InputError:
            return False
        return True

    # cards of characters

    def _of_characters(self, entries: Entries) -> None:
        """The halves of characters' cards, with several abilities in one text."""
        if "characters" not in entries:
            return
        key, people = entries["characters"]
        entries["characters"] = key, self._halves(people)

    def _halves(self, node: Node) -> Node:
        if not isinstance(node, MappingNode):
            return node
        items = []
        for key, value in node.items:
            is_half = key.text in ("top", "bottom", "do") and isinstance(value, Scalar | SequenceNode)
            items.append((key, self._half(value) if is_half else self._halves(value)))
        return replace(node, items=tuple(items))

    def _half(self, node: Node) -> Node:
        if isinstance(node, Scalar) and self._is_ability(node.text):
            return node
        return self.abilities(node)


_MOST_PIECES = 30
"""The most pieces of a card."""
_MOST = 8
"""The most pieces of one ability."""


def _lead(cards: Entries, type_: str, key: Scalar, initiative: Node) -> None:
    """Give the card of a type its initiative."""
    name, card = cards.get(type_, (key, MappingNode((), initiative.span)))
    same = next(
        (each for each in cards if squash(each).removesuffix("s") == squash(type_).removesuffix("s")), type_
    )
    name, card = cards.get(same, (key, card))
    if isinstance(card, MappingNode) and card.get("initiative") is None:
        items = (*card.items, (text("initiative", initiative.span), initiative))
        cards[same] = name, replace(card, items=items)
    elif not isinstance(card, MappingNode) or card.get("initiative") != initiative:
        cards[f"{type_} "] = key, mapping({"initiative": initiative}, initiative.span)  # told as two cards


def _leads(entries: Entries, name: str, initiative: Node) -> bool:
    """Whether a character is called so; then it has this initiative."""
    if "characters" not in entries:
        return False
    key, people = entries["characters"]
    if not isinstance(people, MappingNode):
        return False
    found, items = False, []
    for each, node in people.items:
        if squash(each.text) == squash(name) and isinstance(node, MappingNode):
            node = replace(node, items=(*node.items, (text("initiative", initiative.span), initiative)))
            found = True
        items.append((each, node))
    entries["characters"] = key, replace(people, items=tuple(items))
    return found


def _more(parts: Entries, key: Scalar) -> None:
    """Add a piece that YAML has cut off an ability."""
    name, before = parts["do"]
    listed = before.items if isinstance(before, SequenceNode) else (before,)
    parts["do"] = name, sequence((*listed, text(key.text, key.span)), before.span)
