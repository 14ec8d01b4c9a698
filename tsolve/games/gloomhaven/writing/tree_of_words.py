"""A file in the words of people, part by part: keys by other names, texts that YAML has split at a comma, and
what a text says of a figure.

What this means for the table is decided in `plain_form`; here only words are looked up, and nothing is
assumed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from tsolve.errors import Span
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.names import CONDITIONS, monster_name
from tsolve.regex import Regex
from tsolve.rules.names import Match, squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded

Entries = dict[str, tuple[Scalar, Node]]
"""The entries of a mapping by their keys."""


def text(words: str, span: Span) -> Scalar:
    """A text."""
    return Scalar(words, span, quoted=True)


def number(value: int, span: Span) -> Scalar:
    """A number."""
    return Scalar(str(value), span)


def mapping(entries: Mapping[str, Node], span: Span) -> MappingNode:
    """A mapping with these keys."""
    return MappingNode(tuple((text(key, node.span), node) for key, node in entries.items()), span)


def node_of(entries: Entries, span: Span) -> MappingNode:
    """The mapping that these entries make."""
    return MappingNode(tuple((replace(key, text=name), node) for name, (key, node) in entries.items()), span)


def sequence(items: Iterable[Node], span: Span) -> SequenceNode:
    """A list."""
    return SequenceNode(tuple(items), span)


def spanning(first: Span, last: Span) -> Span:
    """The stretch from the beginning of one to the end of another; the first one alone over several lines."""
    if first.line != last.line or first.path:
        return first
    return replace(first, end_line=last.end_line, end_column=last.end_column)


# what YAML has split


def mended(node: Node) -> Node:
    """The tree in which a hex is one text again: `[(2,4), (4,4)]` and `{at: (3,2), hp: 5}` are split by YAML
    at every comma.
    """
    match node:
        case SequenceNode():
            items = [mended(each) for each in node.items]
            return replace(node, items=tuple(_joined(items)))
        case MappingNode():
            return replace(node, items=tuple(_joined_pairs(node)))
    return node


def _is_open(node: Node) -> bool:
    return isinstance(node, Scalar) and node.text.count("(") > node.text.count(")")


def _joined(items: Sequence[Node]) -> Iterator[Node]:
    waiting: Scalar | None = None
    for each in items:
        if waiting is not None and isinstance(each, Scalar):
            joined = text(f"{waiting.text},{each.text}", spanning(waiting.span, each.span))
            waiting = joined if _is_open(joined) else None
            if waiting is None:
                yield joined
        elif isinstance(each, Scalar) and not each.quoted and _is_open(each):
            waiting = each
        else:
            if waiting is not None:
                yield waiting
                waiting = None
            yield each
    if waiting is not None:
        yield waiting


def _joined_pairs(node: MappingNode) -> Iterator[tuple[Scalar, Node]]:
    waiting: tuple[Scalar, Scalar] | None = None
    for key, value in node.items:
        if waiting is not None and isinstance(value, Scalar) and value.is_null:
            name, begun = waiting
            joined = text(f"{begun.text},{key.text}", spanning(begun.span, key.span))
            waiting = (name, joined) if _is_open(joined) else None
            if waiting is None:
                yield name, joined
            continue
        if waiting is not None:
            yield waiting
            waiting = None
        if isinstance(value, Scalar) and not value.quoted and _is_open(value):
            waiting = key, value
        else:
            yield key, mended(value)
    if waiting is not None:
        yield waiting


class Said(NamedTuple):
    """What a text says of a figure: what is left of it when all known words are taken out, and these."""

    rest: str
    facts: Mapping[str, str]
    """By key, such as `at` and `hp`; conditions and bonuses by their own names."""


_HEX = r"\(\s*[-−]?\d+\s*,\s*[-−]?\d+\s*\)"
_FACTS = (
    rf"(?:(?:stands?|is)\s+)?(?:(?:at|in|on)\s+(?:hex\s+)?)?(?P<at>{_HEX})",
    r"\b(?:at|in|on)\s+(?P<mark>[^\W_]{1,3})\b(?!\s*(?:hp|hit))",
    r"(?P<hp>\d+(?:\s*/\s*\d+)?)\s*(?:hp|hit\s+points?|health|PŻ)\b(?:\s+left)?",
    r"\b(?:hp|hit\s+points?|health|PŻ)\s*:?\s*(?P<hp2>\d+(?:\s*/\s*\d+)?)",
    r"\b(?:init|initiative|inicjatywa)\s*:?\s*(?P<initiative>\d+)",
    r"\b(?P<stat>shield|retaliate|attack|move|range|tarcza|odwet|atak|ruch|zasięg)\s*:?\s*(?P<much>\d+)",
)
_FACT = Regex("|".join(_FACTS), re.IGNORECASE)
_BETWEEN = Regex(r"^[\s,;:()\-–—]+|[\s,;:(\-–—]+$")


class Words:
    """Looks words up in a ruleset, in any of its languages."""

    def __init__(self, ruleset: Ruleset[Card]) -> None:
        self.ruleset = ruleset

    def term(self, written: str) -> str:
        """The term of the ruleset that a text is; the text itself, in small letters, for none."""
        match = self.ruleset.names.words.resolve(written)
        return match.id if isinstance(match, Match) else " ".join(written.casefold().split())

    def key(self, written: str, struct: type[msgspec.Struct]) -> str:
        """The key of a struct that is meant; empty for none."""
        fields = {folded(each.encode_name): each.encode_name for each in msgspec.structs.fields(struct)}
        if found := fields.get(folded(written)):
            return found
        others: Mapping[str, str] = getattr(struct, "other_words", {})
        if found := {folded(other): key for other, key in others.items()}.get(folded(written)):
            return found
        terms: Mapping[str, tuple[str, ...]] = getattr(struct, "terms", {})
        keys = terms.get(self.term(written), ())
        return keys[0] if len(keys) == 1 and keys[0] in fields.values() else ""

    def condition(self, written: str) -> str:
        """The condition that a word is, which may be fresh; empty for none."""
        fresh = written.casefold().startswith("fresh ")
        word = self.term(written[6:] if fresh else written)
        word = _ADJECTIVES.get(word, word)
        return "" if word not in CONDITIONS else f"fresh {word}" if fresh else word

    def rank(self, written: str) -> str:
        """The rank of a monster that a word is; empty for none."""
        word = self.term(written)
        return word if word in ("elite", "normal", "named") else ""

    def is_class(self, name: str) -> bool:
        """Whether a name is that of a class."""
        return self.term(name) in CLASSES

    def is_monster(self, name: str) -> bool:
        """Whether a name is that of a type of monsters, with or without a number."""
        return monster_name(self.ruleset, name).card is not None

    def said(self, written: str) -> Said:
        """What a text such as `Bandit Guard 1 elite at (3,2), 6 hp, poison` says of a figure."""
        facts: dict[str, str] = {}
        plain = written

        def take(found: re.Match[str]) -> str:
            said = {name: value for name, value in found.groupdict().items() if value is not None}
            if "stat" in said:
                said = {self.term(said["stat"]): said["much"]}
            for name, value in said.items():
                key = {"mark": "at", "hp2": "hp"}.get(name, name)
                if key in facts:
                    return found[0]
                facts[key] = value
            return ","

        plain = _FACT.sub(take, plain)
        parts = [part for each in re.split(r"[,;()]|\bwith\b|\band\b", plain) if (part := each.strip(" :-"))]
        left = [part for each in parts if (part := self._without_flags(each, facts))]
        return Said(", ".join(left), facts)

    def _without_flags(self, part: str, facts: dict[str, str]) -> str:
        """A part of a text without the words for ranks and conditions at its beginning and its end."""
        words = part.split()
        while words:
            for place in (0, -1):
                flag = self.rank(words[place]) or self.condition(words[place])
                flag = flag or ("flying" if words[place].casefold() == "flying" else "")
                if flag and flag not in facts:
                    facts[flag] = "true"
                    del words[place]
                    break
            else:
                return " ".join(words)
        return ""


CLASSES = ("brute", "tinkerer", "spellweaver", "scoundrel", "cragheart", "mindthief")
"""The classes with which a campaign begins."""
_ADJECTIVES = {
    "poisoned": "poison",
    "wounded": "wound",
    "immobilized": "immobilize",
    "immobile": "immobilize",
    "disarmed": "disarm",
    "stunned": "stun",
    "muddled": "muddle",
    "strengthened": "strengthen",
    "invisibility": "invisible",
    "zatruty": "poison",
}
"""What is said of a figure that has a condition."""


def has_words(mark: str, name: str) -> bool:
    """Whether a mark of a drawing may stand for a name: `G`, `BG1` and `Gu1` for Bandit Guard 1."""
    found = re.fullmatch(r"([^\W\d_]+)([0-9]*)", mark)
    if found is None:
        return False
    letters, digits = found[1].casefold(), found[2]
    *parts, last = name.casefold().split() or [""]
    its_number = last if last.isdecimal() else ""
    words = parts if its_number else [*parts, last]
    if digits and digits.lstrip("0") != its_number:
        return False
    initials = "".join(word[:1] for word in words)
    return initials.startswith(letters) or any(squash(word).startswith(squash(letters)) for word in words)


def told(fact: tuple[str, str]) -> str:
    """A fact as answers tell it."""
    name, value = fact
    if value == "true":
        return name
    return f"at {value}" if name == "at" else f"{value} hit points" if name == "hp" else f"{name} {value}"
