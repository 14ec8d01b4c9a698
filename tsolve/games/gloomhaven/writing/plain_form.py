"""Scenario files in the words of people, put into the form of their struct.

Only what can mean one thing is read; every word that is not understood stays where it is, and is reported as
a mistake. `read_as` says what was assumed; a mere notation needs no word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.character_file import CharacterFile, SummonFile
from tsolve.games.gloomhaven.writing.names import find_figure
from tsolve.games.gloomhaven.writing.plain_cards import CardsInWords
from tsolve.games.gloomhaven.writing.plain_claims import (
    as_statement,
    of_actor,
    one_by_one,
    who_is_asked_about,
)
from tsolve.games.gloomhaven.writing.plain_figures import KINDS, FiguresInWords
from tsolve.games.gloomhaven.writing.plain_layout import SIZE, stand_beside
from tsolve.games.gloomhaven.writing.plain_map import MapInWords
from tsolve.games.gloomhaven.writing.printed_cards import class_named, companion_called, summoning
from tsolve.games.gloomhaven.writing.sentences import said_of_somebody
from tsolve.games.gloomhaven.writing.statements import ClaimFile, ScenarioFile
from tsolve.games.gloomhaven.writing.table_file import MapFile
from tsolve.games.gloomhaven.writing.tree_of_words import (
    Entries,
    Words,
    has_words,
    mapping,
    mended,
    node_of,
    sequence,
    text,
)
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.meant import NOTHING
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded, texts
from tsolve.written.phrases import LONGEST

_ROUND = ("round", "whole round", "the round", "the whole round", "all", "everybody", "runda")
_EMPTY = ("elements", "modifiers", "rooms", "ability_cards", "ability_decks")
"""Keys under which nothing may stand."""
_PLAYED = Regex(
    r"(?P<card>.+?),? (?P<side>top|bottom)(?: half)?(?: (?:on|against|vs\.?|at) (?:the )?(?P<target>.+))?",
    re.IGNORECASE,
)
_MOST_MARKS = 50
"""The most marks of which each is looked at."""
_ORDER = ("acts_before", "acts_after")
_LEGEND = ("legend", "marks", "signs", "figures", "who", "legenda")
"""Keys under which people say who stands where, whatever it is."""


def scenario_in_plain_form(root: MappingNode, ruleset: Ruleset[Card], found: Diagnostics) -> MappingNode:
    """The file of a scenario in the form of its struct."""
    return _Scenario(ruleset, found).read(root)


class _Scenario:
    def __init__(self, ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.ruleset, self.read_as = ruleset, found.read_as
        self.words = Words(ruleset)
        self.figures = FiguresInWords(self.words, found)
        self.cards = CardsInWords(self.words, self.read_as)
        self.map = MapInWords(self.words, self.read_as)
        self.assumed = ""
        """The monster of which nothing but its turn is told."""
        self.of_turn: Entries = {}
        """What is said of the character whose turn it is, beside it."""
        self.entries: Entries = {}
        """What the file says, by the keys of its struct; what is no key stays under its own name."""

    def read(self, root: MappingNode) -> MappingNode:
        whole = mended(root)
        assert isinstance(whole, MappingNode)
        for key, value in whole.items:
            self._take(key, value)
        self._turn()
        self._people()
        self._of_scenario()
        self._map()
        self._cards()
        self._elements()
        self._claims()
        return node_of(self.entries, root.span)

    def _take(self, key: Scalar, value: Node) -> None:
        """One entry of the file, under the key that it belongs to."""
        name = self.words.key(key.text, ScenarioFile)
        if not name:
            name = self._elsewhere(key, value)
        if not name:
            return
        if name in self.entries:
            name = key.text  # twice: that is reported
        if name in _EMPTY and isinstance(value, Scalar) and value.text.casefold() in NOTHING:
            value = MappingNode((), value.span)
        self.entries[name] = key, value

    def _elsewhere(self, key: Scalar, value: Node) -> str:
        """Put an entry without a key of its own where it belongs; its name if it belongs nowhere."""
        if part := self.words.key(key.text, MapFile):
            self.map.parts[part] = key, value
            return ""
        if folded(key.text) in map(folded, _LEGEND) and isinstance(value, MappingNode):
            self._legend(value)
            return ""
        kind = "characters" if self.words.is_class(key.text) else ""
        if isinstance(value, MappingNode) and any(
            self.words.key(k.text, SummonFile) == "of" for k, _ in value.items
        ):
            kind = "summons"
        if not kind and self.words.is_monster(self.words.said(key.text).rest):
            kind = "monsters"
        if kind:
            self.figures.add(kind, key, value)
            return ""
        if self.cards.takes(key, value):
            return ""
        if self._one_play(key, value):
            return ""
        if (part := self.words.key(key.text, CharacterFile)) and part not in self.of_turn:
            self.of_turn[part] = key, value
            return ""
        return key.text

    def _one_play(self, key: Scalar, value: Node) -> bool:
        """Whether an entry tells one half that is played, and whom it attacks: then that is the line."""
        found = _PLAYED.fullmatch(value.text.strip()) if isinstance(value, Scalar) else None
        is_of_turn = self.words.key(key.text, CharacterFile) == "plays" and "plays" not in self.of_turn
        if found is None or not is_of_turn or "line" in self.entries:
            return False
        steps = [f"play {found['side'].casefold()} of {found['card']}"]
        steps += [f"attack {found['target']}"] if found["target"] else []
        self.of_turn["plays"] = (
            replace(key, text="plays"),
            sequence([text(found["card"], value.span)], value.span),
        )
        self.entries["line"] = key, sequence((text(step, value.span) for step in steps), value.span)
        self.read_as[value.span] = f"`line: [{', '.join(steps)}]`"
        return True

    def _legend(self, value: MappingNode) -> None:
        """Who stands where: a mark and a name, or a name and what is said of it."""
        for key, node in value.items:
            is_mark = isinstance(node, Scalar) and re.fullmatch(r"[^\W_]{1,3}", key.text)
            name, said = (node, key) if is_mark and isinstance(node, Scalar) else (key, node)
            at = mapping({"at": said}, said.span) if is_mark else said
            rest = self.words.said(name.text).rest
            kind = "monsters" if self.words.is_monster(rest) else "characters"
            self.figures.add(kind, name, at)

    # whose turn it is

    def _turn(self) -> None:
        turn = self._text("turn")
        if turn is None:
            return
        if " ".join(turn.text.casefold().split()) in _ROUND and "until" not in self.entries:
            del self.entries["turn"]
            self.entries["until"] = turn, text("round", turn.span)
            self.read_as[turn.span] = "`until: round`"

    def _text(self, key: str) -> Scalar | None:
        value = self.entries[key][1] if key in self.entries else None
        return value if isinstance(value, Scalar) and not value.is_null else None

    # who stands there

    def _of_scenario(self) -> None:
        """What is gone from a scenario, kind by kind: its hexes; monsters that are dead: under `dead`."""
        key, value = self.entries.get("gone", (None, None))
        if key is not None and isinstance(value, MappingNode):
            hexes = [each for _, each in value.items]
            items = (
                one for each in hexes for one in (each.items if isinstance(each, SequenceNode) else (each,))
            )
            self.entries["gone"] = (
                key,
                sequence((each for each in items if isinstance(each, Scalar)), value.span),
            )
        dead = self.figures.dead
        if not dead:
            return
        key, value = self.entries.get("dead", (next(iter(dead.values())), None))
        told = value.items if isinstance(value, SequenceNode) else [value] if value is not None else []
        names = [text(name, place.span) for name, place in dead.items()]
        self.entries["dead"] = replace(key, text="dead"), sequence([*told, *names], key.span)

    def _people(self) -> None:
        for kind in KINDS:
            if kind in self.entries:
                key, value = self.entries.pop(kind)
                self.figures.read(kind, key, value)
        self._of_turn()
        self._summoners()
        self._at_marks()
        self._put_figures()
        for kind, (key, node) in self.figures.unread.items():
            self.entries[kind] = key, node

    def _put_figures(self) -> None:
        """The figures as they are known by now."""
        for kind, entries in self.figures.entries.items():
            if entries:
                key = self.figures.keys[kind]
                self.entries[kind] = key, node_of(entries, key.span)

    def _of_turn(self) -> None:
        """Give what stands beside `turn` to the character whose turn it is, or to the only one."""
        if not self.of_turn:
            return
        turn, known = self._text("turn"), self.figures.entries["characters"]
        named = [turn.text] if turn is not None else [*known]
        same = [name for name in known if squash(name) == squash(named[0])] if named else []
        is_one = len(named) == 1 and (same or self.words.is_class(named[0]))
        if is_one and not same and turn is not None:
            self.figures.add("characters", turn, MappingNode((), turn.span))
            same = [named[0]]
        for part, (key, value) in self.of_turn.items():
            if not (is_one and self.figures.more("characters", same[0], key, value)):
                self.entries[key.text if is_one else part] = key, value

    def _summoners(self) -> None:
        """Give a summon to the only character, or to the only one whose class has a card for it."""
        people = self.figures.entries["characters"]
        for name, (key, node) in self.figures.entries["summons"].items():
            if not isinstance(node, MappingNode) or node.get("of") is not None:
                continue
            owners = [each for each in people if self._summons(each, people[each][1], name)]
            owners = [*people] if len(people) == 1 else owners
            if len(owners) == 1:
                self.figures.more("summons", name, replace(key, text="of"), text(owners[0], key.span))
                self.read_as[key.span] = f"{name} of {owners[0]}"

    def _summons(self, character: str, node: Node, name: str) -> bool:
        """Whether the class of a character has a card that summons a figure of this name."""
        said = node.get("class") if isinstance(node, MappingNode) else None
        class_ = class_named(self.ruleset, said.text if isinstance(said, Scalar) else character)
        return class_ is not None and (
            any(summoning(self.ruleset, class_.id, name))
            or companion_called(self.ruleset, class_.id, name) is not None
        )

    def _at_marks(self) -> None:
        """Let figures without a hex stand at the marks of the drawing that can only mean them."""
        free = self.map.free_marks(self.entries, self._named_places())
        if not 0 < len(free) <= _MOST_MARKS:
            return
        self._named_by_turn(free)
        waiting = {name: kind for kind, name in self.figures.without_place()}
        while waiting:
            fitting = {name: [mark for mark in free if has_words(mark, name)] for name in waiting}
            pairs = {name: marks[0] for name, marks in fitting.items() if len(marks) == 1}
            for mark in free:
                named = [name for name, marks in fitting.items() if mark in marks]
                if len(named) == 1 and named[0] not in pairs:
                    pairs[named[0]] = mark
            certain = {n: m for n, m in pairs.items() if list(pairs.values()).count(m) == 1}
            if not certain:
                return
            for name, mark in certain.items():
                span = self.figures.stand(waiting.pop(name), name, mark)
                assumed = ", a normal one" if name == self.assumed else ""
                self.read_as[span] = f"{name} at `{mark}`{assumed}"
                free.remove(mark)

    def _named_by_turn(self, free: list[str]) -> None:
        """A figure of which only the turn is told, where a mark can mean it."""
        turn = self._text("turn")
        if turn is None or self.figures.names(turn.text) or not any(has_words(m, turn.text) for m in free):
            return
        if self.words.is_monster(turn.text) or self.words.is_class(turn.text):
            kind = "monsters" if self.words.is_monster(turn.text) else "characters"
            self.figures.add(kind, turn, MappingNode((), turn.span))
            self.assumed = turn.text if kind == "monsters" else ""

    def _named_places(self) -> set[str]:
        """The texts with which the file says where figures stand."""
        return {*self.figures.places()}

    # the map, the cards and the rest

    def _map(self) -> None:
        key, value = self.entries.pop("map", (None, None))
        node = self.map.read(value, self._tells_coordinates())
        if node is not None:
            self.entries["map"] = key or self.map.key, node
        elif "scenario" in self.entries:
            return
        elif self._asks_for_the_order():
            self._stand_apart()
        elif stand_beside(self.figures):
            self._put_figures()
            first = next(iter(self.figures.keys.values()))
            self.entries["map"] = (
                replace(first, text="map"),
                mapping({"size": text(SIZE, first.span)}, first.span),
            )
            self.read_as[first.span] = "the two next to each other, with nothing else near them"

    def _asks_for_the_order(self) -> bool:
        """Whether all claims are about who has its turn first, and nobody's hex is told."""
        claims = self.entries.get("claims", (None, None))[1]
        if not isinstance(claims, SequenceNode) or [*self.figures.places()]:
            return False
        found = [said_of_somebody(each.text) for each in claims.items if isinstance(each, Scalar)]
        about = [each for each in found if each is not None and {*_ORDER} & {*each.stated}]
        return len(about) == len(claims.items) > 0

    def _stand_apart(self) -> None:
        """Without a map everybody stands somewhere: who has its turn first does not depend on it."""
        waiting = [*self.figures.without_place()]
        for place, (kind, name) in enumerate(waiting):
            self.figures.stand(kind, name, f"({place},0)")
        self._put_figures()
        key, _ = self.entries["claims"]
        if "until" in self.entries:
            until, _ = self.entries.pop("until")
            self.read_as.pop(until.span, None)
        size = text(f"{max(len(waiting), 1)} x 1", key.span)
        self.entries["map"] = replace(key, text="map"), mapping({"size": size}, key.span)
        self.read_as[key.span] = "who comes first, wherever they stand"

    def _tells_coordinates(self) -> bool:
        """Whether the file names a hex by its numbers."""
        pairs = re.compile(r"\(?-?\d+\s*,\s*-?\d+\)?")
        nodes = [node for name, (_, node) in self.entries.items() if name != "map"]
        nodes += [node for _, node in self.map.parts.values()]
        return any(pairs.search(each) for node in nodes for each in texts(node)) or any(
            _is_pair(each) for node in nodes for each in _all(node)
        )

    def _cards(self) -> None:
        self.cards.monsters = [*self.figures.entries["monsters"]]
        turn = self._text("turn")
        self.cards.turn = turn.text if turn is not None else ""
        if turn is not None and not self.words.is_monster(turn.text):
            name = find_figure(self.ruleset, turn.text, self.cards.monsters, "", Diagnostics(), turn.span)
            self.cards.turn = name or turn.text
        self.cards.initiatives = self.figures.initiatives
        self.cards.put(self.entries)

    def _elements(self) -> None:
        if "elements" not in self.entries:
            return
        key, value = self.entries["elements"]
        said = [value] if isinstance(value, Scalar) else getattr(value, "items", ())
        if isinstance(value, MappingNode) or not all(isinstance(each, Scalar) for each in said):
            return
        found: dict[str, Node] = {}
        for each in said:
            for part in re.split(r"[,;]", each.text):
                words = part.split()
                strengths = [w for w in words if self.words.term(w) in ("strong", "waning", "inert")]
                rest = [w for w in words if w not in strengths]
                if len(strengths) != 1 or len(rest) != 1:
                    return
                found[rest[0]] = text(self.words.term(strengths[0]), each.span)
        self.entries["elements"] = key, mapping(found, value.span)

    def _claims(self) -> None:
        if "claims" not in self.entries:
            return
        key, value = self.entries["claims"]
        if not isinstance(value, SequenceNode):
            return
        names = [name for each in self.figures.entries.values() for name in each]
        listed = tuple(
            self._statement(each, names) for each in value.items if not self._asks_openly(each, names)
        )
        items = tuple(one for each in listed for one in one_by_one(each, ClaimFile, names, self.ruleset))
        if items != value.items:
            self.entries["claims"] = key, replace(value, items=items)

    def _statement(self, node: Node, names: list[str]) -> Node:
        """A claim that is written as a question, or that leaves out whose turn it is about."""
        if not isinstance(node, Scalar):
            return node
        said = as_statement(node, ClaimFile, names, self.ruleset)
        turn = self._text("turn") if "until" not in self.entries else None
        actor = find_figure(self.ruleset, turn.text, names, "", Diagnostics(), turn.span) if turn else None
        if actor and len(node.text) <= LONGEST:
            said = of_actor(said, ClaimFile, actor, names, self.ruleset)
        if said is not node:
            self.read_as[node.span] = f'"{said.text}"'
        return said

    def _asks_openly(self, node: Node, names: list[str]) -> bool:
        """Whether a claim is a question that the options of a monster's turn answer."""
        asked = who_is_asked_about(node.text) if isinstance(node, Scalar) else None
        turn = self._text("turn")
        if asked is None or turn is None or "line" in self.entries or "until" in self.entries:
            return False
        ruleset, nowhere = self.ruleset, Diagnostics()
        actor = find_figure(ruleset, turn.text, names, "figure", nowhere, turn.span)
        if actor not in self.figures.entries["monsters"]:
            return False
        if asked.casefold() not in ("", "it", "the monster", "he"):
            actor_asked = find_figure(ruleset, asked, names, "figure", nowhere, turn.span)
            if actor_asked != actor:
                return False
        self.read_as[node.span] = "a question, which the options of the turn answer (`-v` shows them)"
        return True


def _all(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, SequenceNode):
        for each in node.items:
            yield from _all(each)
    elif isinstance(node, MappingNode):
        for _, each in node.items:
            yield from _all(each)


def _is_pair(node: Node) -> bool:
    return (
        isinstance(node, SequenceNode)
        and len(node.items) == 2
        and all(isinstance(each, Scalar) and each.text.lstrip("-").isdecimal() for each in node.items)
    )
