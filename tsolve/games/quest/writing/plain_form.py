"""What people write of a table in other keys and shapes, brought into those of a position file: the Dungeon
by its levels or as a list, the Village in parts, tokens as a list, players by their names.

Only what can mean one thing is read so; what was concluded is told. Nothing that is written is left out: what
is not understood stays as it is, and the file is refused at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.games.quest.cards import Card
from tsolve.games.quest.writing.other_decks import is_deck_of_level, monster_decks
from tsolve.games.quest.writing.other_players import begins_in_the_village, is_over, players, scoring
from tsolve.games.quest.writing.other_stocks import (
    HEROES,
    KINDS_SOLD,
    MARKET,
    Tokens,
    bought_in,
    card_named,
    for_sale_in,
    is_plain_stock,
    scalars,
    split,
)
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.meant import NOTHING
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded, joined, texts
from tsolve.written.card_names import in_part, split_count
from tsolve.written.unseen_cards import is_unseen, unseen_pile

_KEYS = {
    **dict.fromkeys((*HEROES, *MARKET, *KINDS_SOLD, "village"), "village"),
    **dict.fromkeys(("dungeon", "rooms", "room", "map", "dungeonrooms", "dungeonmap", "tiles"), "dungeon"),
    **dict.fromkeys(("hall", "dungeonhall"), "hall"),
    **dict.fromkeys(("tokens", "gear", "geartokens", "mytokens"), "tokens"),
    **dict.fromkeys(
        ("ironrations", "rations", "potion", "potions", "lanterntoken", "lanterntokens"), "token"
    ),
    **dict.fromkeys(("monster", "enemy", "foe", "opponent", "against", "versus", "vs"), "monster"),
    **dict.fromkeys(("lastturns", "finalturn", "lastturn", "lastround", "finalround"), "last_turns"),
    **dict.fromkeys(("score", "scoring", "finalscore", "finalscoring", "endscoring"), "score"),
    **dict.fromkeys(("gameover", "gameisover", "over", "gameended", "endofgame", "endofthegame"), "score"),
    **dict.fromkeys(("players", "otherplayers", "others", "opponents"), "players"),
    **dict.fromkeys(("wilderness", "thewilderness"), "wilderness"),
    **dict.fromkeys(("champion", "mychampion", "standingin"), "champion"),
    **dict.fromkeys(("monsterdecks", "monsterdeck", "dungeondecks", "dungeondeck"), "decks"),
}
"""What people call a part of the table, and the part."""
_DECKS = {
    **dict.fromkeys(("deck", "mydeck", "drawpile", "drawdeck"), "deck"),
    **dict.fromkeys(("treasuredeck", "treasuresdeck", "treasurepile"), "treasure_deck"),
}
"""Decks that lie alone under a key, by what they are called."""
_NO_KEYS = {
    "gold": "gold is counted from the cards that are laid out, and from Iron Rations",
    "light": "Light is counted from the cards that are laid out, and from Lantern tokens",
    **dict.fromkeys(("hp", "health", "hitpoints"), "HP follow from the Wounds: write `wounds`"),
    **dict.fromkeys(("skill", "attack"), "it is counted from the cards that are laid out"),
}
"""What is no key, and why."""
_LEVEL = Regex(r"(?:dungeon )?(?:level|lvl|row|depth)[ _-]?(?P<level>[0-3])|(?P<alone>[0-3])", re.IGNORECASE)
_PLACED = Regex(
    r"(?P<monster>.+?) (?:in|at) (?:the )?(?P<room>.+)"
    r"|(?P<where>[^:(]+?)(?:: | - | \()(?P<who>[^)]+)\)?",
    re.IGNORECASE,
)
WILDERNESS = "The Wilderness"
_FACE_DOWN = "face down"


N = TypeVar("N", bound=Node)


class Part(NamedTuple):
    """A key of the file as it is written, with its value."""

    word: str
    label: Scalar
    value: Node


def plain_form(root: MappingNode, ruleset: Ruleset[Card], found: Diagnostics) -> MappingNode:
    """The file with the keys and shapes of a position file, as far as it can mean one thing only."""
    return _Table(root, ruleset, found).whole()


class _Table:
    """One file."""

    def __init__(self, root: MappingNode, ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.root, self.ruleset, self.found = root, ruleset, found
        self.own = Tokens(ruleset)
        self.parts: dict[str, list[Part]] = {}
        self.rest: list[tuple[Scalar, Node]] = []
        for label, value in map(self._aimed, root.items):
            if (word := _NO_KEYS.get(folded(label.text))) is not None:
                found.report("E202", f'unknown key "{label.text}"', label.span, word)
            elif (part := _KEYS.get(folded(label.text)) or _deck_of_level(folded(label.text))) is not None:
                self.parts.setdefault(part, []).append(Part(folded(label.text), label, value))
            else:
                self.rest.append((label, value))
        self.held = [*self._tokens_in_hand()]
        self.rooms: dict[str, tuple[Scalar, Node]] = {}
        """The rooms by what they are called."""

    def _aimed(self, item: tuple[Scalar, Node]) -> tuple[Scalar, Node]:
        """A key with its value; by another key where its value can only belong there."""
        label, value = item
        word, text = folded(label.text), folded(value.text) if isinstance(value, Scalar) else ""
        if word in ("turn", "phase", "kindofturn") and is_over(value):
            return replace(label, text="score"), value
        if word in ("turn", "phase", "kindofturn") and text in ("rest", "resting"):
            help_ = "write `turn: village` or `turn: dungeon`; `tsolve rule QUEST-20.1` tells more"
            self.found.report("E207", "nobody rests in this game", value.span, help_)
            return label, Scalar("undecided", value.span)
        if word in ("location", "place", "where", "position", "at", "in") and isinstance(value, Scalar):
            if text.removeprefix("the") in ("village", "dungeon"):
                return replace(label, text="turn"), replace(value, text=text.removeprefix("the"))
            is_room = self.named(value.text, "room") is not None and not self.named(value.text, "location")
            return replace(label, text="champion" if is_room else "location"), value
        if word in _DECKS:
            return label, unseen_pile(_DECKS[word], value, self.found)
        if word == "monsters" and all(self.named(each.text, "monster") for each in scalars(value)):
            groups = {folded(card.group) for card in self.ruleset.cards.values() if card.group}
            if not any(folded(each.text) in groups for each in scalars(value)):
                return replace(label, text="monster"), value
        return item

    def whole(self) -> MappingNode:
        written = [*self.village(), *self.tokens()]
        written += monster_decks(self.parts.get("decks", ()), self.found)
        self.claims()
        written += scoring(self.parts.get("score", ()), self.found)
        self.dungeon()
        for part in self.parts.get("wilderness", ()):
            self._add(Scalar(WILDERNESS, part.label.span), part.value, 0)
        written += [*self.monsters(), *self.last_turns(), *self.champion()]
        if self.rooms or "dungeon" in self.parts:
            written.append(self._dungeon_written())
        rest = MappingNode((*self.rest, *written), self.root.span)
        others = self.parts.get("players", [])
        return players(rest, others, self.own.read, self.found) if others else rest

    def claims(self) -> None:
        """A count of tokens is claimed by their names in any language."""
        for number, (label, value) in enumerate(self.rest):
            if folded(label.text) in ("claims", "claim") and isinstance(value, SequenceNode):
                items = tuple(self.own.claimed(each) for each in value.items)
                self.rest[number] = label, SequenceNode(items, value.span)

    def tell(self, node: Node, text: str) -> None:
        """Says how a part was read."""
        self.found.read_as[node.span] = text

    # names

    def named(self, text: str, *kinds: str) -> Card | None:
        """The card of one of these kinds that a text names, perhaps by a part of its name."""
        return card_named(self.ruleset, text, kinds)

    # the Village

    def village(self) -> Iterator[tuple[Scalar, Node]]:
        """What is for sale, in one key."""
        parts = self.parts.get("village", [])
        if not parts:
            return
        if parts[0].word == "village" or any(part.word not in HEROES for part in parts):
            sold: tuple[Scalar, ...] = ()
        else:
            sold = self.bought(parts[0])
        (_, label, value), *more = parts
        if not more and isinstance(value, Scalar) and is_unseen(value.text):
            return
        if more or sold or not is_plain_stock(value):
            listed = (scalar for part in parts for scalar in for_sale_in(part.value))
            value = SequenceNode((*listed, *sold), value.span)
        yield replace(label, text="village"), value

    def bought(self, part: Part) -> tuple[Scalar, ...]:
        """The cards of the market that steps and claims buy, where the file names the Heroes alone."""
        sold = bought_in(MappingNode(tuple(self.rest), self.root.span), self.ruleset)
        names = [card.name for card in sold if not card.unsold]
        if names:
            told = f"{joined(names)} for sale, too, since the file says nothing else of the Marketplace"
            self.tell(part.label, told)
        return tuple(Scalar(name, part.label.span, quoted=True) for name in names)

    # tokens

    def tokens(self) -> Iterator[tuple[Scalar, Node]]:
        """The tokens in one key."""
        parts, single = self.parts.get("tokens", []), self.parts.get("token", [])
        if not parts and not single:
            if self.held:
                yield Scalar("tokens", self.held[0][0].span), self.own.summed(self.held, self.held[0][1])
            return
        first = (*parts, *single)[0]
        items = [*((part.label, part.value) for part in single), *self.held]
        counted = [item for part in parts for item in self.own.counted(part.value)]
        for part in parts:
            if not [*self.own.counted(part.value)] and not _is_empty(part.value) and len(parts) > 1:
                yield part.label, part.value  # it is no stock of tokens: it is refused where it stands
        value: Node = self.own.summed((*counted, *items), first.value)
        if not counted and not single and not self.held and not _is_empty(first.value):
            value = parts[0].value  # it is no stock of tokens: it is refused where it stands
        yield replace(first.label, text="tokens"), value

    def _tokens_in_hand(self) -> Iterator[tuple[Scalar, Scalar]]:
        """Gear tokens that are named among the cards of the hand: they lie beside the board."""
        for number, (label, value) in enumerate(self.rest):
            if folded(label.text) not in ("hand", "myhand") or not isinstance(value, SequenceNode | Scalar):
                continue
            entries = [*scalars(value)]
            tokens = [each for each in entries if self._is_token(each.text)]
            for each in tokens:
                count, name = split_count(each.text, self.ruleset.names)
                self.tell(each, f"{each.text} as a Gear token")
                yield replace(each, text=name), Scalar(str(count), each.span)
            if tokens:
                cards = tuple(each for each in entries if each not in tokens)
                self.rest[number] = label, SequenceNode(cards, value.span)

    def _is_token(self, text: str) -> bool:
        return self.named(split_count(text, self.ruleset.names)[1], "token") is not None

    # the Dungeon

    def dungeon(self) -> None:
        for part in (*self.parts.get("dungeon", ()), *self.parts.get("hall", ())):
            is_hall = part in self.parts.get("hall", ())
            if is_hall and not isinstance(part.value, MappingNode):
                self._in_a_hall(part)
                continue
            if is_hall:
                self.tell(part.label, "`dungeon`, where Quest has its Monsters")
            self._rooms_in(part.value)

    def _in_a_hall(self, part: Part) -> None:
        """Monsters of whom no room is told: the room of the Champion for one of them."""
        listed = [*scalars(part.value)]
        if len(listed) == 1:
            self.parts.setdefault("monster", []).append(Part("hall", part.label, listed[0]))
            return
        names = ", ".join(f"ROOM: {scalar.text}" for scalar in listed[:7])
        message = "Quest has no Hall: its Monsters are in rooms"
        self.found.report(
            "E202", message, part.label.span, f"write `dungeon: {{{names}}}`, each with its room"
        )

    def _rooms_in(self, value: Node, level: int | None = None) -> None:
        """The rooms of a mapping or a list."""
        match value:
            case MappingNode():
                facts = {folded(label.text): each for label, each in value.items}
                if isinstance(name := facts.get("room") or facts.get("name"), Scalar):
                    self._one_of_facts(name, facts, level)
                    return
                for label, each in value.items:
                    self._rooms_of(label, each, level)
            case SequenceNode():
                for item in value.items:
                    self._rooms_in(item, level)
            case Scalar() if value.is_null or value.text.casefold() in NOTHING:
                pass
            case Scalar():
                for text in split(value.text):
                    self._placed(replace(value, text=text, quoted=True), level)

    def _rooms_of(self, label: Scalar, value: Node, level: int | None) -> None:
        found = _LEVEL.fullmatch(label.text.strip())
        is_level = found is not None and (not found["alone"] or not isinstance(value, Scalar))
        if found is not None and is_level:
            self._rooms_in(value, int(found["level"] or found["alone"]))
        elif isinstance(value, MappingNode):
            self._one_of_facts(label, {folded(name.text): each for name, each in value.items}, level)
        elif isinstance(value, SequenceNode) and len(value.items) == 1:
            self._add(label, value.items[0], level)
        else:
            self._add(label, value, level)

    def _one_of_facts(self, room: Scalar, facts: Mapping[str, Node], level: int | None) -> None:
        """A room with what is written of it."""
        monster = facts.get("monster") or facts.get("who") or facts.get("occupant")
        known = ("room", "name", "monster", "who", "occupant", "level")
        for name, value in facts.items():
            if name not in known:
                help_ = f"write `{room.text}: MONSTER`; what a Monster has is printed on its card"
                self.found.report("E202", f'unknown key "{name}" of a room', value.span, help_)
        own = facts.get("level")
        if isinstance(own, Scalar) and own.text.isdecimal():
            level = int(own.text)
        self._add(room, monster or Scalar("none", room.span), level)

    def _placed(self, scalar: Scalar, level: int | None) -> None:
        """A room with its Monster in one text; or a Monster alone, or a room."""
        text = scalar.text
        placed = None if self.ruleset.names.knows(text) else _PLACED.fullmatch(text)
        if placed:
            room, monster = placed["room"] or placed["where"], placed["monster"] or placed["who"]
            self._add(replace(scalar, text=room), replace(scalar, text=monster), level)
        elif level == 0:
            self._add(Scalar(WILDERNESS, scalar.span), scalar, level)
        elif self.named(text, "monster", "guardian"):
            help_ = f"write `ROOM: {text}`"
            self.found.report("E203", f"in which room is {text}?", scalar.span, help_)
        else:
            self._untold(scalar, text)

    def _untold(self, room: Scalar, name: str) -> None:
        self.tell(room, f"{name} with a Monster that nobody has seen")
        self._add(room, Scalar(_FACE_DOWN, room.span), None)

    def _add(self, room: Scalar, monster: Node, level: int | None) -> None:
        card = self.named(room.text, "room")
        name = card.name if card is not None else room.text
        monster = self._of_table(monster)
        if name in self.rooms:
            first = self.rooms[name][0].span
            message = f"{name} is named twice"
            self.found.report("E308", message, room.span, related=[("first here", first)])
            return
        if card is not None and level is not None and card.level != level:
            self.tell(room, f"{name}, which is a room of level {card.level}")
        if isinstance(monster, Scalar) and monster.text.casefold() in NOTHING and not monster.is_null:
            monster = replace(monster, text="none")
        self.rooms[name] = room, monster

    def _of_table(self, monster: N) -> N | Scalar:
        """A Guardian by a part of its name, where the file names it in full elsewhere."""
        if not isinstance(monster, Scalar) or self.named(monster.text, "monster", "guardian"):
            return monster
        said = (
            value.text
            for label, value in self.rest
            if folded(label.text) == "guardian" and isinstance(value, Scalar)
        )
        cards = [card for text in said if (card := self.named(text, "guardian"))]
        meant = in_part(self.ruleset, monster.text, ([card.id for card in cards],))
        if not meant:
            return monster
        self.tell(monster, self.ruleset.cards[meant].name)
        return replace(monster, text=self.ruleset.cards[meant].name)

    def _dungeon_written(self) -> tuple[Scalar, Node]:
        label = next((part.label for part in self.parts.get("dungeon", ())), None)
        place = self.root.span if label is None else label.span
        return Scalar("dungeon", place), MappingNode(tuple(self.rooms.values()), place)

    # who stands where

    def _occupants(self) -> Iterator[str]:
        """The ids of the Monsters in the rooms that are named."""
        for _, monster in self.rooms.values():
            if isinstance(monster, Scalar) and (card := self.named(monster.text, "monster", "guardian")):
                yield card.id

    def monsters(self) -> Iterator[tuple[Scalar, Node]]:
        """A Monster that is named by itself: it is in the room of the Champion, or it is what is battled."""
        for part in self.parts.get("monster", ()):
            listed = [*scalars(part.value)] if not isinstance(part.value, MappingNode) else []
            if len(listed) != 1:
                self._rooms_in(part.value)
                continue
            (value,) = listed
            value = self._of_table(value)
            card = self.named(value.text, "monster", "guardian")
            if card is not None and card.id in self._occupants():
                yield Scalar("target", part.label.span), value
            elif card is None:
                self._placed(value, None)
            elif card.kind == "guardian" or card.level == 0:
                self._add(Scalar(WILDERNESS, value.span), value, 0)
            elif (room := self._room_of_champion()) is not None:
                self.tell(value, f"{card.name} in {room.name}")
                self._add(Scalar(room.name, value.span), value, None)
            else:
                help_ = f"write `dungeon: {{ROOM: {card.name}}}`"
                self.found.report("E203", f"in which room is {card.name}?", value.span, help_)

    def _room_of_champion(self) -> Card | None:
        """The room where the Champion is, if the Dungeon does not tell who is there."""
        for part in self.parts.get("champion", ()):
            if isinstance(part.value, Scalar):
                room = self.named(part.value.text, "room")
                return room if room is not None and room.name not in self.rooms else None
        return None

    def champion(self) -> Iterator[tuple[Scalar, Node]]:
        """The Champion; a room where it is and that is not named otherwise has somebody, too."""
        for part in self.parts.get("champion", ()):
            room = self._room_of_champion()
            if room is not None and room.level:
                meant = self._spoken_of(room)
                if meant is None:
                    self._untold(Scalar(room.name, part.value.span), room.name)
                else:
                    self.tell(part.value, f"{meant.name} in {room.name}")
                    self._add(Scalar(room.name, part.value.span), Scalar(meant.name, part.value.span), None)
            elif room is None and _is_village(part.value):
                self.tell(part.value, "the Champion in the Village")
                continue  # which Location is not told
            word = "champion"
            place = part.value.text if isinstance(part.value, Scalar) else ""
            if self.named(place, "location") and begins_in_the_village(self.rest):
                self.tell(part.value, f"`location: {place}`, the choice of this Village phase")
                word = "location"
            yield replace(part.label, text=word), part.value

    def _spoken_of(self, room: Card) -> Card | None:
        """The only Monster in the texts of a file that names no room; it must be of the level of this one."""
        if self.rooms.keys() - {WILDERNESS}:
            return None
        said = [squash(text) for text in texts(MappingNode(tuple(self.rest), self.root.span))]
        monsters = [card for card in self.ruleset.cards.values() if card.kind == "monster" and card.level]
        named = [card for card in monsters if any(squash(card.name) in text for text in said)]
        return named[0] if len(named) == 1 and named[0].level == room.level else None

    def last_turns(self) -> Iterator[tuple[Scalar, Node]]:
        """How many turns are left; one in the last turn."""
        for part in self.parts.get("last_turns", ()):
            value = part.value
            if isinstance(value, Scalar) and folded(value.text) in ("yes", "true"):
                value = replace(value, text="1")
            if not isinstance(value, Scalar) or folded(value.text) not in ("no", "false"):
                yield replace(part.label, text="last_turns"), value


def _deck_of_level(word: str) -> str | None:
    """The part of the table that a key for one Monster deck belongs to."""
    return "decks" if is_deck_of_level(word) else None


def _is_empty(value: Node) -> bool:
    """Whether a value says that there is nothing."""
    if isinstance(value, Scalar):
        return value.text.casefold() in NOTHING
    return not value.items


def _is_village(value: Node) -> bool:
    """Whether a value says that the Champion is in the Village, whatever the Location."""
    text = folded(value.text).removeprefix("the") if isinstance(value, Scalar) else ""
    return text in ("village", "town") or bool(text and suggest(text, ("village",)))
