"""Files of the campaign in the words of people: keys beside `campaign`, characters by name, items in
lists.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.campaign.numbers import load_numbers
from tsolve.games.gloomhaven.campaign.plain_result import PLAYED, ResultInWords
from tsolve.games.gloomhaven.campaign.position_file import (
    CampaignClaimFile,
    CampaignFile,
    CampaignPositionFile,
    PartyCharacterFile,
)
from tsolve.games.gloomhaven.campaign.shop import some
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.plain_claims import one_by_one
from tsolve.games.gloomhaven.writing.tree_of_words import (
    Entries,
    Words,
    mapping,
    mended,
    node_of,
    number,
    text,
)
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.meant import NOTHING
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded

_CITY = ("city", "gloomhaven", "in the city", "in gloomhaven", "between scenarios", "miasto")
_DONE = ("done", "fulfilled", "complete", "completed", "finished", "yes", "true")


def campaign_in_plain_form(root: MappingNode, ruleset: Ruleset[Card], found: Diagnostics) -> MappingNode:
    """The file of a campaign in the form of its struct."""
    return _Campaign(ruleset, found).read(root)


class _Campaign:
    def __init__(self, ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.ruleset, self.read_as, self.words = ruleset, found.read_as, Words(ruleset)
        self.parts: Entries = {}
        """What stands under `campaign`, or belongs there."""
        self.people: Entries = {}
        self.deeds: list[tuple[Scalar, Node]] = []
        """What is done, under a key of its own."""
        self.result = ResultInWords(self.words)

    def read(self, root: MappingNode) -> MappingNode:
        entries: Entries = {}
        whole = mended(root)
        assert isinstance(whole, MappingNode)
        for key, value in whole.items:
            name = self.words.key(key.text, CampaignPositionFile)
            if name == "campaign" and isinstance(value, MappingNode):
                entries[name] = key, value
                for inner, node in value.items:
                    self._part(inner, node)
            elif name and name not in entries:
                entries[name] = key, value
            elif isinstance(value, Scalar) and _is_in_city(key.text, value.text):
                self.parts.setdefault("at", (key, text("Gloomhaven", value.span)))
                self.read_as[value.span] = "`at: Gloomhaven`"
            elif folded(key.text) in _DEEDS:
                self.deeds.append((key, value))
            elif folded(key.text) in ("result", "outcome", "scenario") and self.result.takes(key, value):
                pass
            elif self.words.key(key.text, CampaignFile) or self.words.is_class(key.text):
                self._part(key, value)
            else:
                entries[key.text] = key, value
        if self.people:
            first, _ = next(iter(self.people.values()))
            self.parts["characters"] = first, node_of(self.people, first.span)
        steps = self.result.steps()
        if steps and "line" in entries:  # nobody says which comes first
            entries.update({key.text: (key, value) for key, value in self.result.written})
        elif steps:
            self.parts.setdefault("at", (steps[0], text(PLAYED, steps[0].span)))
            _do(entries, steps)
            self.read_as[steps[0].span] = "; ".join(step.text for step in steps)
        if self.parts:
            first, _ = next(iter(self.parts.values()))
            key, before = entries.get("campaign", (replace(first, text="campaign"), None))
            entries["campaign"] = key, node_of(self.parts, before.span if before is not None else first.span)
        self._deeds(entries)
        self._claims(entries)
        return node_of(entries, root.span)

    def _part(self, key: Scalar, value: Node) -> None:
        """One entry of the campaign."""
        name = self.words.key(key.text, CampaignFile)
        if name == "characters":
            self._characters(key, value)
        elif name == "items":
            self.parts[name] = key, _items(value)
        elif name == "global_achievements" and squash(key.text) == "achievements":
            self._achievements(key, value)
        elif not name and self.words.is_class(key.text):
            self._character(key, value)
        else:
            name, value = _prosperity(name, value)
            self.parts[name if name and name not in self.parts else key.text] = key, value
            is_short = isinstance(value, Scalar) and value.text.isdecimal() and len(value.text) == 1
            if name == "prosperity" and squash(key.text) == name and is_short and isinstance(value, Scalar):
                checks = some(int(value.text), "check")
                self.read_as[value.span] = f"{checks} of prosperity (its level: `prosperity_level`)"

    def _achievements(self, key: Scalar, value: Node) -> None:
        """Achievements of which nobody says whose they are: global ones if they are known as such."""
        known = load_numbers(self.ruleset.roots).achievements
        names = {squash(name) for pair in known.names.items() for name in pair}
        listed = value.items if isinstance(value, SequenceNode) else (value,)
        are_global = all(isinstance(e, Scalar) and _bare(e.text) in map(_bare, names) for e in listed)
        if not are_global:
            self.parts[key.text] = key, value
            return
        full = {_bare(name): name for pair in known.names.items() for name in pair}
        items = tuple(text(full[_bare(e.text)], e.span) for e in listed if isinstance(e, Scalar))
        self.parts["global_achievements"] = key, SequenceNode(items, value.span)

    def _characters(self, key: Scalar, value: Node) -> None:
        """The characters as a mapping, or as a list of names or of mappings with a `name`."""
        if isinstance(value, MappingNode):
            for name, node in value.items:
                if self.words.key(name.text, CampaignFile):
                    self._part(name, node)  # `party` holds more than its characters
                else:
                    self._character(name, node)
            return
        listed = value.items if isinstance(value, SequenceNode) else ()
        for each in listed:
            named = _name(each)
            if isinstance(each, Scalar):
                self._character(*_with_level(each))
            elif isinstance(each, MappingNode) and named is not None:
                rest = tuple(item for item in each.items if item[1] is not named)
                self._character(named, replace(each, items=rest))
            elif isinstance(each, MappingNode) and len(each.items) == 1:
                self._character(*each.items[0])
            else:
                self.parts["characters"] = key, value
        if not listed:
            self.parts["characters"] = key, value

    def _character(self, name: Scalar, value: Node) -> None:
        if isinstance(value, Scalar) and (found := _LEVEL.fullmatch(value.text)):
            self.read_as[value.span] = f"{name.text} of level {found[1]}"
            value = mapping({"level": number(int(found[1]), value.span)}, value.span)
        if not isinstance(value, MappingNode):
            self.people[name.text] = name, value
            return
        parts: Entries = {}
        has_gold = any(squash(key.text) in ("gold", "money") for key, _ in value.items)
        for key, node in value.items:
            known = self.words.key(key.text, PartyCharacterFile)
            if squash(key.text) in ("enhancements", "enhanced", "stickers"):
                self._stickers(name, key, node)
            elif known == "quest" and isinstance(node, Scalar) and node.text.casefold() in _DONE:
                parts["quest"] = key, text("fulfilled", node.span)
            elif known == "items" and isinstance(node, MappingNode):
                parts["items"] = key, SequenceNode(tuple(item for item, _ in node.items), node.span)
                self._prices(node)
            elif squash(key.text) == "coins" and has_gold:
                parts["tokens"] = key, node
                self.read_as[node.span] = "money tokens of the scenario, beside the gold (`tokens`)"
            else:
                parts[known if known and known not in parts else key.text] = key, node
        self.people[name.text] = name, node_of(parts, value.span)

    def _stickers(self, name: Scalar, key: Scalar, node: Node) -> None:
        """Stickers of a character's cards are those of its class."""
        counted: dict[str, Node] = {}
        if isinstance(node, MappingNode):
            for action, stickers in node.items:
                is_list = isinstance(stickers, SequenceNode)
                many = len(stickers.items) if isinstance(stickers, SequenceNode) else 1
                is_number = isinstance(stickers, Scalar) and stickers.text.isdecimal()
                counted[action.text] = stickers if is_number and not is_list else number(many, stickers.span)
        class_ = name.text
        before = self.parts.get("enhanced")
        items = before[1].items if before and isinstance(before[1], MappingNode) else ()
        whole = MappingNode((*items, (text(class_, key.span), mapping(counted, node.span))), node.span)
        self.parts["enhanced"] = key, whole

    def _prices(self, node: MappingNode) -> None:
        """Items that are written with a price."""
        key, before = self.parts.get("items", (None, MappingNode((), node.span)))
        told = _items(node)
        if isinstance(before, MappingNode) and isinstance(told, MappingNode):
            first = key or node.items[0][0]
            self.parts["items"] = first, replace(before, items=(*before.items, *told.items))

    def _deeds(self, entries: Entries) -> None:
        """Make steps of what stands under keys such as `buy`, where the party has one character; else they
        stay, and are told.
        """
        who = [*self.people]
        for key, value in self.deeds:
            listed = value.items if isinstance(value, SequenceNode) else (value,)
            texts = [each for each in listed if isinstance(each, Scalar) and not each.is_null]
            if len(who) != 1 or len(texts) < len(listed):
                entries[key.text] = key, value
                continue
            verb = _DEEDS[folded(key.text)]
            steps = [replace(each, text=_step(who[0], verb, each.text), quoted=True) for each in texts]
            _do(entries, steps)
            for step in steps:
                self.read_as[step.span] = f"the step `{step.text}`"

    def _claims(self, entries: Entries) -> None:
        if "claims" not in entries or not isinstance(entries["claims"][1], SequenceNode):
            return
        key, value = entries["claims"]
        assert isinstance(value, SequenceNode)
        items = tuple(
            one
            for each in value.items
            for one in one_by_one(each, CampaignClaimFile, self.people, self.ruleset)
        )
        if items != value.items:
            entries["claims"] = key, replace(value, items=items)


_DEEDS = {
    **dict.fromkeys(("enhance", "enhances", "enhancement"), "enhances"),
    **dict.fromkeys(("buy", "buys", "purchase"), "buys"),
    **dict.fromkeys(("sell", "sells"), "sells"),
}
"""Keys that say what is done, and the verb of the step."""
_ON = Regex(
    r"(?P<sticker>.+?) on (?:the )?(?P<card>[^,]+?)(?: (?P<half>top|bottom))?(?P<details>,.+)?", re.IGNORECASE
)


def _step(who: str, verb: str, said: str) -> str:
    """A step: `poison on Throwing Knives top` is `enhances "Throwing Knives" top: poison`."""
    found = _ON.fullmatch(said) if verb == "enhances" else None
    if found is None:
        return f"{who} {verb} {said}"
    half, details = f" {found['half']}" if found["half"] else "", found["details"] or ""
    return f'{who} enhances "{found["card"]}"{half}: {found["sticker"]}{details}'


def _do(entries: Entries, steps: Sequence[Scalar]) -> None:
    """Add steps to the line, or begin one."""
    key, line = entries.get("line", (replace(steps[0], text="line"), None))
    before = line.items if isinstance(line, SequenceNode) else ()
    entries["line"] = key, SequenceNode((*before, *steps), key.span)


_OF_PROSPERITY = Regex(
    r"(?P<checks>\d{1,2}) (?:checks?|check ?marks?|ticks?|marks?)|(?:level|lvl|poziom) (?P<level>[1-9])",
    re.IGNORECASE,
)


def _prosperity(name: str, value: Node) -> tuple[str, Node]:
    """The prosperity in a text: `8 checks`, `level 3`."""
    found = _OF_PROSPERITY.fullmatch(value.text.strip()) if isinstance(value, Scalar) else None
    if found is None or name not in ("prosperity", "prosperity_level"):
        return name, value
    name = "prosperity" if found["checks"] else "prosperity_level"
    return name, number(int(found["checks"] or found["level"]), value.span)


_LEVEL = Regex(r"(?:level|lvl\.?|poziom)? ?([1-9])", re.IGNORECASE)


def _with_level(node: Scalar) -> tuple[Scalar, Node]:
    """A character in a list, perhaps with its level: `Brute 3`, `Brute level 3`."""
    name, _, rest = node.text.partition(" ")
    while rest and not _LEVEL.fullmatch(rest):
        more, _, rest = rest.partition(" ")
        name = f"{name} {more}"
    return text(name, node.span), text(rest, node.span) if rest else MappingNode((), node.span)


def _is_in_city(key: str, value: str) -> bool:
    """Whether an entry says that the party is in the city."""
    return squash(key) in ("city", "inthecity") or (squash(key) == "turn" and value.casefold() in _CITY)


def _name(node: Node) -> Scalar | None:
    """The name in an entry of a list."""
    named = (node.get("name") or node.get("class")) if isinstance(node, MappingNode) else None
    return named if isinstance(named, Scalar) else None


def _bare(name: str) -> str:
    return squash(name).removeprefix("the")


def _items(value: Node) -> Node:
    """Items by name: a list of names, or names with their prices."""
    if isinstance(value, Scalar) and value.text.casefold() in NOTHING:
        return MappingNode((), value.span)
    if isinstance(value, SequenceNode) and all(isinstance(each, Scalar) for each in value.items):
        return MappingNode(
            tuple((each, MappingNode((), each.span)) for each in value.items if isinstance(each, Scalar)),
            value.span,
        )
    if not isinstance(value, MappingNode):
        return value
    pairs = []
    for name, node in value.items:
        is_price = isinstance(node, Scalar) and node.text.removesuffix(" gold").isdecimal()
        if is_price and isinstance(node, Scalar):
            node = mapping({"price": number(int(node.text.removesuffix(" gold")), node.span)}, node.span)
        elif isinstance(node, MappingNode):
            node = replace(node, items=tuple((_priced(key), each) for key, each in node.items))
        pairs.append((name, node))
    return replace(value, items=tuple(pairs))


def _priced(key: Scalar) -> Scalar:
    return replace(key, text="price") if key.text.casefold() in ("cost", "gold") else key
