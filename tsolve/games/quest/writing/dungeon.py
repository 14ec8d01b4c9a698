"""Reads the Dungeon: its rooms, who is in them, and the decks from which it is filled."""

from __future__ import annotations

from tsolve.cardkit.piles import Pile
from tsolve.diagnostics import Span
from tsolve.games.quest.actions import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.grid import PLACES, level_of
from tsolve.games.quest.state import Room
from tsolve.games.quest.writing.kinds import KINDS, MONSTERS, OF_MONSTER_DECKS, OWNED, ROOMS
from tsolve.games.quest.writing.position_file import Deck, MonsterDeck
from tsolve.games.quest.writing.written_cards import WrittenCards
from tsolve.source.decode import Path

NOBODY = "none"
"""Stands for the Monster of an empty room."""
UNKNOWN = "unknown"
FACE_DOWN = "face down"
"""Stands for a card in a room that nobody has seen."""
_MOST_ROOMS = 4
"""Rooms of a level that a message names."""


def occupant(book: Book, room: Room) -> str:
    """Who is in a room, as a position says it."""
    if room.face_down:
        return FACE_DOWN
    return book.name(room.monster) if room.monster else NOBODY


class DungeonReader(WrittenCards):
    """Reads the Dungeon of one file."""

    def rooms(self) -> tuple[Room, ...]:
        """The rooms by their places; one that the file does not name has no card."""
        rooms = [Room("")] * len(PLACES)
        rooms[0] = Room("wilderness", "giant_rat")
        named: dict[str, Span] = {}
        for text, monster in self.file.dungeon.items():
            span = self.decoded.key_span("dungeon", text)
            if text.strip().isdecimal():
                self.found.report("E302", f'unknown room "{text}"', span, self._rooms_of(int(text)))
                continue
            card = self.named(text, ROOMS, "dungeon", span)
            if not card:
                continue
            if card in named:
                message = f"{self.ruleset.cards[card].name} is named twice"
                self.found.report("E308", message, span, related=[("first here", named[card])])
                continue
            named[card] = span
            level = self.ruleset.cards[card].level or 0
            free = [place for place in PLACES if level_of(place) == level and not rooms[place].card]
            place = 0 if level == 0 else next(iter(free), NONE)
            if place == NONE:
                message = f"a third room of level {level}: {self.ruleset.cards[card].name}"
                self.found.report("E306", message, span, "the Dungeon has two rooms of each level")
                continue
            hidden = monster.strip().casefold() == FACE_DOWN
            there = "" if hidden else self.monster(("dungeon", text), monster)
            if there or hidden or monster.strip().casefold() == NOBODY:
                self.check_home(("dungeon", text), card, there)
            rooms[place] = Room(card, there, face_down=hidden)
        return tuple(rooms)

    def _rooms_of(self, level: int) -> str:
        """How to name a room of a level."""
        cards = self.ruleset.cards.values()
        rooms = [card.name for card in cards if card.kind in ROOMS and card.level == level]
        shown = ", ".join(rooms[:_MOST_ROOMS]) + (", ..." if rooms[_MOST_ROOMS:] else "")
        return f"a room is written by its name{f'; of level {level} are {shown}' if rooms else ''}"

    def monster(self, path: Path, text: str) -> str:
        """The Monster of a room; empty for nobody."""
        if text.strip().casefold() == NOBODY:
            return ""
        if text.strip().casefold() in ("nobody", "empty"):
            message = f"write `{NOBODY}` for a room where nobody is"
            self.found.report("E302", message, self.decoded.span(*path))
            return ""
        if text.strip().casefold() == UNKNOWN:
            help_ = (
                f"leave the room out, or write `{NOBODY}`, or `{FACE_DOWN}` for a card that nobody has seen"
            )
            message = "a room whose Monster is not known cannot be named"
            self.found.report("E302", message, self.decoded.span(*path), help_)
            return ""
        return self.named(text, MONSTERS, "dungeon", self.decoded.span(*path))

    def check_home(self, path: Path, room: str, monster: str) -> None:
        """The Giant Rat or the Guardian is in The Wilderness, always, and nobody else. (QUEST-5.26)"""
        facts = self.ruleset.cards.get(monster)
        at_home = facts is not None and (facts.kind == "guardian" or facts.level == 0)
        if at_home == (room == "wilderness"):
            return
        where = self.ruleset.cards[room].name
        message = (
            f"{facts.name} cannot be here: {where}" if facts else f"{where} always holds a Monster, face up"
        )
        help_ = "the Giant Rat, or later the Guardian, is always in The Wilderness and nowhere else"
        self.found.report("E305", message, self.decoded.span(*path), help_)

    def monster_deck(self, level: int) -> Pile:
        """The deck of a level: Monsters of this level, and Guardian Keys. (QUEST-1.5, QUEST-1.7)"""
        path: Path = ("monster_decks", f"level_{level}")
        deck: MonsterDeck = getattr(self.file.monster_decks, f"level_{level}")
        for card, span in self.written_in(path, deck):
            if card.kind == "monster" and card.level not in (None, level):
                message = f"{card.name} is of level {card.level} and cannot be here: {path[1]}"
                self.found.report("E305", message, span)
        return self.deck(path, deck, OF_MONSTER_DECKS)

    def treasure_deck(self) -> Pile:
        """Treasures alone, and no Legendary card. (QUEST-1.12)"""
        for key in ("treasures", "treasure_deck"):
            self.check_treasures((key,), getattr(self.file, key) or ())
        self.cards(("treasures",), self.file.treasures or (), OWNED)
        return self.deck(("treasure_deck",), self.file.treasure_deck, OWNED)

    def check_treasures(self, path: Path, deck: Deck) -> None:
        """Nothing else is a Treasure of the game."""
        for card, span in () if isinstance(deck, str) else self.written_in(path, deck):
            if card.kind in OWNED and (card.legendary or not card.treasure):
                message = f"{card.name} is {card.unsold or KINDS[card.kind]} and cannot be here: {path[0]}"
                self.found.report("E305", message, span, "what belongs here is a Treasure")
