"""Files of attacks in the words of people: one attack without a list, its target beside it, a figure that is
described a second time.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.attacks.position_file import AttackFile, AttacksFile, FighterFile
from tsolve.games.gloomhaven.attacks.printed_items import added_by
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.tree_of_words import (
    Entries,
    Words,
    mapping,
    mended,
    node_of,
    number,
    text,
    told,
)
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded, joined

_AGAINST = Regex(
    r"(?:(?P<by>.+?) )?(?:attacks? )?(?:for |with )?(?P<attack>[+-]?\d(?:(?!\battacks?\b)[^:])*?) "
    r"(?:against|vs\.?|on|at) (?:the )?(?P<against>.+)",
    re.IGNORECASE,
)
_TRUE = ("true", "yes", "y", "on", "")
_BESIDE = tuple(map(folded, ("adjacent", "next to", "beside", "is adjacent", "adjacent to", "in melee")))
"""Keys that say that the two are next to each other."""


_ADDED = Regex(r"(?:attack )?\+?(?P<much>\d{1,2})(?: attack)?", re.IGNORECASE)


def _bonuses(value: Node) -> Node | None:
    """What items add to the attack, if the file says it of each: `{Power Potion: +1}`."""
    if not isinstance(value, MappingNode):
        return None
    found = [_ADDED.fullmatch(each.text) if isinstance(each, Scalar) else None for _, each in value.items]
    added = [number(int(each["much"]), value.span) for each in found if each is not None]
    if len(added) < len(value.items):
        return None
    return replace(value, items=tuple(zip((key for key, _ in value.items), added, strict=True)))


def _is_so(value: Node) -> bool:
    """Whether a value says that it is so, or names the other one of the two."""
    return isinstance(value, Scalar) and value.text.casefold() not in ("false", "no", "n", "off", "none", "0")


def attacks_in_plain_form(root: MappingNode, ruleset: Ruleset[Card], found: Diagnostics) -> MappingNode:
    """The file of attacks in the form of its struct."""
    return _Attacks(ruleset, found).read(root)


class _Attacks:
    def __init__(self, ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.read_as, self.words = found.read_as, Words(ruleset)
        self.alone: Entries = {}
        """What stands beside the attacks, and belongs to the only one."""

    def read(self, root: MappingNode) -> MappingNode:
        entries: Entries = {}
        whole = mended(root)
        assert isinstance(whole, MappingNode)
        for key, value in whole.items:
            part = self.words.key(key.text, AttackFile)
            name = self.words.key(key.text, AttacksFile)
            if name == "attacks":
                entries[name] = key, self._attacks(value)
            elif not name and folded(key.text) in _BESIDE and _is_so(value):
                self.alone["distance"] = key, number(1, value.span)
            elif not name and self.words.term(key.text) == "range":
                self.alone["range"] = key, value
            elif squash(key.text) == "target" or (part and not name):
                self.alone["against" if squash(key.text) == "target" else part] = key, value
            else:
                entries[name if name and name not in entries else key.text] = key, value
        if self.alone:
            self._put_alone(entries)
        return node_of(entries, root.span)

    def _put_alone(self, entries: Entries) -> None:
        """Put what stands beside the attacks to those that do not have it."""
        key, value = entries.get("attacks", (next(iter(self.alone.values()))[0], None))
        if value is None:
            attack = self._attack(node_of(self.alone, key.span))
            entries["attacks"] = replace(key, text="attacks"), SequenceNode((attack,), key.span)
            return
        listed = value.items if isinstance(value, SequenceNode) else ()
        plain = node_of(self.alone, key.span)
        more = self._attack(plain)
        assert isinstance(more, MappingNode)
        are_open = all(
            isinstance(each, MappingNode) and all(each.get(name) is None for name in self.alone)
            for each in listed
        )
        if not listed or not are_open:
            entries.update(self.alone)
            return
        items = tuple(
            replace(each, items=(*each.items, *_once(more, place)))
            for place, each in enumerate(listed)
            if isinstance(each, MappingNode)
        )
        entries["attacks"] = key, SequenceNode(items, value.span)

    def _attacks(self, value: Node) -> Node:
        listed = value.items if isinstance(value, SequenceNode) else (value,)
        described: dict[str, Node] = {}
        found = []
        for each in listed:
            attack = self._attack(each)
            found.append(self._named_again(attack, described))
        return SequenceNode(tuple(found), value.span)

    def _attack(self, node: Node) -> Node:
        """One attack: a text, or keys."""
        if isinstance(node, Scalar):
            return self._in_one_text(node)
        if not isinstance(node, MappingNode):
            return node
        parts: Entries = {}
        for key, value in node.items:
            name = self.words.key(key.text, AttackFile)
            if not name and isinstance(value, Scalar) and value.is_null and "attack" in parts:
                first, said = parts["attack"]  # YAML has split `{attack: 3, pierce 2}`
                if isinstance(said, Scalar):
                    parts["attack"] = first, text(f"{said.text}, {key.text}", said.span)
                    continue
            if name == "attack" and isinstance(value, SequenceNode):
                words = [each.text for each in value.items if isinstance(each, Scalar)]
                value = text(", ".join(words), value.span) if len(words) == len(value.items) else value
            if name == "attack" and isinstance(value, Scalar):
                value = replace(value, text=self._bare(value.text))
            if name in ("by", "against"):
                value = self._fighters(value)
            if not name and folded(key.text) in ("item", "items"):
                if (added := _bonuses(value)) is not None:
                    name, value = "bonuses", added
                elif self._put_items(parts, key, value):
                    continue
            if not name and folded(key.text) in _BESIDE and _is_so(value):
                name, value = "distance", number(1, value.span)
            parts[name if name and name not in parts else key.text] = key, value
        for name in ("against", "by"):
            self._with_distance(parts, name)
        self._with_range(parts)
        return node_of(parts, node.span)

    def _put_items(self, parts: Entries, key: Scalar, value: Node) -> bool:
        """Put what printed items add to the attack where it belongs; whether all of them could be read."""
        listed = value.items if isinstance(value, SequenceNode) else (value,)
        texts = [each.text for each in listed if isinstance(each, Scalar)]
        names = [name.strip() for each in texts for name in each.split(",")]
        added = added_by(self.words.ruleset, names) if len(texts) == len(listed) else None
        first, said = parts.get("attack", (None, None))
        is_told = not {"bonuses", "advantage"}.isdisjoint(parts)
        if added is None or is_told or (added.beside and first is None):
            return False
        if added.bonuses:
            numbers = {name: number(much, value.span) for name, much in added.bonuses.items()}
            parts["bonuses"] = replace(key, text="bonuses"), mapping(numbers, value.span)
        if added.advantage:
            parts["advantage"] = replace(key, text="advantage"), Scalar("true", value.span)
        if first is not None and isinstance(said, Scalar) and added.beside:
            parts["attack"] = first, text(", ".join((said.text, *added.beside)), said.span)
        plus = (f"{name} {much:+}" for name, much in added.bonuses.items())
        self.read_as[value.span] = joined([*plus, *added.advantage * ["advantage"], *added.beside])
        return True

    def _with_range(self, parts: Entries) -> None:
        """Put a range that stands beside the value of the attack where it is printed."""
        key, value = next(
            ((k, v) for k, v in parts.values() if self.words.term(k.text) == "range"), (None, None)
        )
        first, said = parts.get("attack", (None, None))
        is_number = isinstance(value, Scalar) and value.text.isdecimal()
        if key is None or first is None or not is_number or not isinstance(said, Scalar):
            return
        assert isinstance(value, Scalar)
        del parts[key.text]
        parts["attack"] = first, text(f"{said.text}, range {value.text}", said.span)

    def _with_distance(self, parts: Entries, name: str) -> None:
        """Put how far the two are from each other, which stands beside one of them, beside the attack."""
        key, fighter = parts.get(name, (None, None))
        if key is None or not isinstance(fighter, MappingNode) or "distance" in parts:
            return
        rest = []
        for each, value in fighter.items:
            if folded(each.text) in _BESIDE and _is_so(value):
                parts["distance"] = each, number(1, value.span)
            elif not self.words.key(each.text, FighterFile) and (
                self.words.key(each.text, AttackFile) == "distance"
            ):
                parts["distance"] = each, value
            else:
                rest.append((each, value))
        parts[name] = key, replace(fighter, items=tuple(rest))

    def _bare(self, written: str) -> str:
        """The value of an attack and what stands beside it, without the word for it."""
        first, _, rest = written.strip().partition(" ")
        return rest if self.words.term(first) == "attack" and rest else written

    def _in_one_text(self, node: Scalar) -> Node:
        found = _AGAINST.fullmatch(self._bare(node.text.strip()))
        if found is None:
            return mapping({"attack": text(self._bare(node.text), node.span)}, node.span)
        said: dict[str, Node] = {"attack": text(found["attack"], node.span)}
        if found["by"]:
            said["by"] = text(found["by"], node.span)
        said["against"] = self._fighters(text(found["against"], node.span))
        self.read_as[node.span] = ", ".join(
            f"{name} {each.text}" for name, each in said.items() if isinstance(each, Scalar)
        )
        return mapping(said, node.span)

    # figures

    def _fighters(self, node: Node) -> Node:
        if isinstance(node, SequenceNode):
            return replace(node, items=tuple(self._fighter(each) for each in node.items))
        return self._fighter(node)

    def _fighter(self, node: Node) -> Node:
        """A figure: its name with what is said of it, or keys."""
        if isinstance(node, Scalar):
            said = self.words.said(node.text)
            if not said.facts or "at" in said.facts or "," in said.rest:
                return node
            facts: dict[str, Node] = {"name": text(said.rest, node.span)} if said.rest else {}
            whole = {**facts, **{key: text(value, node.span) for key, value in said.facts.items()}}
            self.read_as[node.span] = ", ".join([said.rest, *map(told, said.facts.items())])
            return self._fighter(mapping(whole, node.span))
        if not isinstance(node, MappingNode):
            return node
        name, inner = node.items[0] if len(node.items) == 1 else (None, None)
        if name is not None and isinstance(inner, MappingNode):
            node = replace(inner, items=((text("name", name.span), name), *inner.items))
        parts: Entries = {}
        for key, value in node.items:
            known = self.words.key(key.text, FighterFile)
            rank, condition = self.words.rank(key.text), self.words.condition(key.text)
            is_so = isinstance(value, Scalar) and (value.is_null or value.text.casefold() in _TRUE)
            if rank and is_so:
                parts["rank"] = key, text(rank, key.span)
            elif condition and is_so and not known:
                name, before = parts.get("conditions", (key, SequenceNode((), key.span)))
                if isinstance(before, SequenceNode):
                    more = (*before.items, text(condition, key.span))
                    parts["conditions"] = name, replace(before, items=more)
            elif known == "hp" and isinstance(value, Scalar) and (full := _OF_FULL.fullmatch(value.text)):
                parts["hp"] = key, number(int(full[1]), value.span)
                parts["max_hp"] = key, number(int(full[2]), value.span)
            else:
                is_number = isinstance(value, Scalar) and value.text.isdecimal() and known != "name"
                plain = replace(value, quoted=False) if is_number and isinstance(value, Scalar) else value
                parts[known if known and known not in parts else key.text] = key, plain
        return node_of(parts, node.span)

    def _named_again(self, attack: Node, described: dict[str, Node]) -> Node:
        """An attack in which a figure that was described before, with just the same words, is only named."""
        if not isinstance(attack, MappingNode):
            return attack
        items = []
        for key, value in attack.items:
            name = value.get("name") if isinstance(value, MappingNode) else None
            if key.text in ("by", "against") and isinstance(name, Scalar):
                same = described.get(squash(name.text))
                if same is not None and _same(same, value):
                    value = name
                described.setdefault(squash(name.text), value)
            items.append((key, value))
        return replace(attack, items=tuple(items))


_OF_FULL = Regex(r"\s*(\d+)\s*/\s*(\d+)\s*")


def _same(one: Node, other: Node) -> bool:
    """Whether two nodes say the same."""
    from tsolve.source.meant import flow

    return flow(one) == flow(other)


def _once(more: MappingNode, place: int) -> tuple[tuple[Scalar, Node], ...]:
    """The keys for one of several attacks: a figure is described in the first and named in the others."""
    if place == 0:
        return more.items
    items: list[tuple[Scalar, Node]] = []
    for key, value in more.items:
        name = value.get("name") if isinstance(value, MappingNode) else None
        is_nameless = isinstance(value, MappingNode) and name is None
        if isinstance(name, Scalar):
            items.append((key, name))
        elif not is_nameless:
            items.append((key, value))
    return tuple(items)
