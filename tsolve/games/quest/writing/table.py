"""Reads what lies on the table of a position file: the Dungeon with its decks, the Village, Treasures and
players.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span, TreePath
from tsolve.games.quest.answers import NONE, PRICES, TOKENS
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.state import PLACES, Player, Room, State, level_of
from tsolve.games.quest.turn.spaces import titles_of
from tsolve.games.quest.writing.decks_file import Deck, MonsterDeck
from tsolve.games.quest.writing.position_file import (
    KINDS,
    LOCATIONS,
    MONSTERS,
    OF_MONSTER_DECKS,
    OWNED,
    ROOMS,
    OtherFile,
    Played,
    QuestFile,
    WrittenCards,
)
from tsolve.games.quest.writing.statements import TokensFile
from tsolve.games.quest.writing.village import VillageReader
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.meant import NOTHING
from tsolve.written.card_names import Inventory, Use
from tsolve.written.claimed_chance import read_chance

NOBODY = "none"
"""Stands for the Monster of an empty room."""
UNKNOWN = "unknown"
FACE_DOWN = "face down"
"""Stands for a card in a room that nobody has seen."""
_LEVEL = Regex(r" [IV]+$")
"""The level of a Guardian, which not everybody names."""
_MOST_ROOMS = 4
"""Rooms of a level that a message names."""


def is_nobody(text: str) -> bool:
    """Whether a text says that a room is empty."""
    return text.strip().casefold() in (NOBODY, *NOTHING)


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
            if there or hidden or is_nobody(monster):
                self.check_home(("dungeon", text), card, there)
            rooms[place] = Room(card, there, face_down=hidden)
        if "wilderness" not in named and (guardian := self.guardian_that_came()):
            rooms[0] = Room("wilderness", guardian)
        return tuple(rooms)

    def guardian_that_came(self) -> str:
        """The Guardian, if it is in The Wilderness though the file names nobody there: the last turns are
        counted, or a claim or the target is about a battle with it. (QUEST-12.1, QUEST-12.2)
        """
        if self.file.guardian is None:
            return ""
        card = self.ruleset.cards.get(self.means(self.file.guardian))
        if card is None or card.kind != "guardian":
            return ""
        wanted = f"{squash(_LEVEL.sub('', card.name))} theguardian"
        fought = (self.file.target or "", *(claim.monster or claim.foe or "" for claim in self.file.claims))
        names = [squash(_LEVEL.sub("", each)) for each in fought]
        if self.file.last_turns is None and not any(len(name) > 3 and name in wanted for name in names):
            return ""
        self.found.read_as[self.decoded.span("guardian")] = f"{card.name} in The Wilderness"
        return card.id

    def _rooms_of(self, level: int) -> str:
        """How to name a room of a level."""
        cards = self.ruleset.cards.values()
        rooms = [card.name for card in cards if card.kind in ROOMS and card.level == level]
        shown = ", ".join(rooms[:_MOST_ROOMS]) + (", ..." if rooms[_MOST_ROOMS:] else "")
        return f"a room is written by its name{f'; of level {level} are {shown}' if rooms else ''}"

    def monster(self, path: TreePath, text: str) -> str:
        """The Monster of a room; empty for nobody."""
        if is_nobody(text):
            return ""
        if text.strip().casefold() == UNKNOWN:
            help_ = (
                f"leave the room out, or write `{NOBODY}`, or `{FACE_DOWN}` for a card that nobody has seen"
            )
            message = "a room whose Monster is not known cannot be named"
            self.found.report("E302", message, self.decoded.span(*path), help_)
            return ""
        return self.named(text, MONSTERS, "dungeon", self.decoded.span(*path))

    def check_home(self, path: TreePath, room: str, monster: str) -> None:
        """The Giant Rat or the Guardian is in The Wilderness, always, and nobody else. (QUEST-5.26)"""
        facts = self.ruleset.cards.get(monster)
        if room != "wilderness" or facts is not None:
            return
        message = f"{self.ruleset.cards[room].name} always holds a Monster, face up"
        help_ = "the Giant Rat, or later the Guardian, is always in The Wilderness"
        self.found.report("E305", message, self.decoded.span(*path), help_)

    def place_of(self, room: str) -> Span:
        """Where the Monster of a room is written."""
        written = (text for text in self.file.dungeon if self.means(text) == room)
        return self.decoded.span("dungeon", *written)

    def monster_deck(self, level: int) -> Pile:
        """The deck of a level: Monsters of this level, and Guardian Keys. (QUEST-1.5, QUEST-1.7)"""
        path: TreePath = ("monster_decks", f"level_{level}")
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

    def check_treasures(self, path: TreePath, deck: Deck) -> None:
        """Nothing else is a Treasure of the game."""
        for card, span in () if isinstance(deck, str) else self.written_in(path, deck):
            if card.kind in OWNED and (card.legendary or not card.treasure):
                message = f"{card.name} is {card.unsold or KINDS[card.kind]} and cannot be here: {path[0]}"
                self.found.report("E305", message, span, "what belongs here is a Treasure")


class Table(DungeonReader, VillageReader):
    """Reads one file, collecting problems and counting the cards of every place."""

    def __init__(self, decoded: Decoded[QuestFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        super().__init__(decoded, ruleset, found)
        says = self.file.monsters is not None or bool(self.file.seen)
        self.played = Played(self) if says else None
        """What the Monster decks are made of; None where the file does not say."""

    def state(self) -> State:
        """What lies on the table before the phase of the turn is chosen."""
        file = self.file
        rooms = self.rooms()
        me = self.player((), file, rooms, self.cards(("hand",), file.hand, OWNED))
        others = self.others(rooms)
        stacks, wares = self.village()
        guardian = self.one(("guardian",), file.guardian, ("guardian",))
        self.cards(("seen",), file.seen, ("monster",))
        return State(
            for_village=file.turn == "village" and file.location is None,
            players=(me, *others),
            rooms=rooms,
            monsters=(self.monster_deck(1), self.monster_deck(2), self.monster_deck(3)),
            guardian=guardian,
            keys=sum(player.keys for player in (me, *others)),
            key_found=file.key_found,
            keys_to_end=file.keys_to_end,
            stacks=stacks,
            wares=wares,
            titles=titles_of(self.ruleset.cards, stacks, wares, self.sold_out),
            wound_cards=file.wound_cards,
            treasures=self.treasure_deck(),
            last_turns=NONE if file.last_turns is None else file.last_turns,
        )

    # the players

    def others(self, rooms: tuple[Room, ...]) -> list[Player]:
        others = self.file.players.others
        if isinstance(others, int):
            return [Player(deck=piles.UNKNOWN, hand=None)] * others
        found = []
        for index, other in enumerate(others):
            path: TreePath = ("players", "others", index)
            hand = None if isinstance(other.hand, str) else self.cards((*path, "hand"), other.hand, OWNED)
            found.append(self.player(path, other, rooms, hand))
        return found

    def player(
        self,
        path: TreePath,
        file: QuestFile | OtherFile,
        rooms: tuple[Room, ...],
        hand: tuple[str, ...] | None,
    ) -> Player:
        room, location = self.champion((*path, "champion"), file.champion, rooms)
        tokens: TokensFile = file.tokens
        self.cards((*path, "owned"), file.owned or (), OWNED)
        for token in TOKENS:
            self.held((*path, "tokens", token), PRICES[token], getattr(tokens, token))
        self.held((*path, "keys"), KEY, file.keys)
        return Player(
            deck=self.shuffled((*path, "deck"), self.deck((*path, "deck"), file.deck, OWNED)),
            discard=self.cards((*path, "discard"), file.discard, OWNED),
            hand=hand,
            xp=file.xp,
            wounds=file.wounds,
            iron_rations=tokens.iron_rations,
            lantern=tokens.lantern,
            potion=tokens.potion,
            room=room,
            location=location,
            keys=file.keys,
            sponsor=self.one((*path, "sponsor"), file.sponsor, ("sponsor",), 1),
            quest=self.one((*path, "side_quest"), file.side_quest, ("side_quest",), 1),
            under_quest=self.cards((*path, "under_quest"), file.under_quest, ("hero",)),
            completed=file.completed,
        )

    def shuffled(self, path: TreePath, deck: Pile) -> Pile:
        """The own deck; in no known order where a chance is claimed, since nothing else is left to chance."""
        chances = (claim.chance for claim in self.file.claims if claim.chance is not None)
        is_list = path == ("deck",) and isinstance(self.file.deck, tuple) and len({*self.file.deck}) > 1
        if not is_list or not any(0 < read_chance(each).number < 1 for each in chances):
            return deck
        told = "`deck: {rest: [...]}`, in no known order, since a chance is claimed"
        self.found.read_as[self.decoded.key_span("deck")] = told
        return piles.shuffled(piles.contents(deck))

    def champion(self, path: TreePath, name: str | None, rooms: tuple[Room, ...]) -> tuple[int, str]:
        """The room and the Location of a Champion: one of them, or none."""
        card = self.one(path, name, (*ROOMS, *LOCATIONS))
        if not card:
            return NONE, ""
        if self.ruleset.cards[card].kind == "location":
            return NONE, card
        places = [place for place, room in enumerate(rooms) if room.card == card]
        if not places:
            message = f"{self.ruleset.cards[card].name} is no room of this Dungeon"
            self.found.report("E314", message, self.decoded.span(*path), "name it under `dungeon`, too")
        return places[0] if places else NONE, ""

    # what is owned

    def counted(self) -> Iterator[Use]:
        """Every card of the file once: those of a player who is told to own them are named as `owned`."""
        played = {use.card for use in self.uses if use.zone == "treasures"}
        for use in self.lying():
            if use.zone == "treasures" or use.card not in played:
                yield use

    def lying(self) -> Iterator[Use]:
        """Every card of the file, and the Treasures once more that are said to be played with."""
        owners = self.owners()
        yield from (use for use in self.uses if not (use.is_belonging and use.owner in owners))

    def owners(self) -> list[TreePath]:
        """The paths of the players of whom the file tells all that they own; empty for the active one."""
        others = self.file.players.others
        named = enumerate(() if isinstance(others, int) else others)
        paths: list[TreePath] = [
            ("players", "others", index) for index, each in named if each.owned is not None
        ]
        return paths if self.file.owned is None else [(), *paths]


def with_treasures(table: Table, state: State) -> State:
    """The table with the Treasure deck that follows from `treasures`. (QUEST-1.12) Problems are reported."""
    found, file = table.found, table.file
    if file.treasures is None or found.items:  # what is not understood may be what is missing
        return state
    uses, cards = list(table.lying()), table.ruleset.cards
    stock = (use.card for use in uses if use.zone == "treasures" for _ in range(use.copies))
    inventory = Inventory(stock, table.name)
    met = [use for use in uses if use.zone != "treasures" and cards[use.card].treasure]
    inventory.take(
        (use for use in met if not cards[use.card].legendary),
        found,
        "treasures",
        "`treasures` names every Treasure of the game, wherever it lies",
    )
    if piles.has_unknown(state.treasures):
        deck = piles.above_unknown(state.treasures) + piles.shuffled(inventory.rest())
        return replace(state, treasures=deck)
    if inventory.rest() and not found.items:
        message = f"in the game, but listed nowhere: {inventory.told()}"
        help_ = "leave the `treasure_deck` out, or its `rest`: then these cards are in it"
        found.report("E317", message, table.decoded.span("treasures"), help_)
    return state
