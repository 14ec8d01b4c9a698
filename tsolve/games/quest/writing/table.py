"""Reads what lies on the table: cards by name, counted, each where it can lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.diagnostics import Diagnostics, Span
from tsolve.games.quest.actions import NONE, TOKENS
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.grid import PLACES, level_of
from tsolve.games.quest.state import Player, Room, Stack, State
from tsolve.games.quest.turn.health import SLOTS
from tsolve.games.quest.turn.health import TOKENS as WOUND_TOKENS
from tsolve.games.quest.turn.tokens import PRICES
from tsolve.games.quest.writing.position_file import Deck, DeckFile, OtherFile, PositionFile
from tsolve.games.quest.writing.statements import TokensFile
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.text import squash
from tsolve.source.decode import Decoded, Path
from tsolve.turns.card_names import resolve
from tsolve.turns.copies import MOST_COPIES, split_count

MOST_CARDS = 300
"""Cards in one place. A game has fewer in all."""
ENOUGH = 8
"""Copies of what is for sale where the position does not count them: more than a turn can take."""
NOBODY = "none"
"""Stands for the Monster of an empty room."""
UNKNOWN = "unknown"
FACE_DOWN = "face down"
"""Stands for a card in a room that nobody has seen."""

_KINDS = {
    "hero": "a Hero",
    "item": "an Item",
    "spell": "a Spell",
    "weapon": "a Weapon",
    "ally": "an Ally",
    "cache": "a Cache",
    "monster": "a Monster",
    "guardian": "a Guardian",
    "room": "a room",
    "key": "a Guardian Key",
    "wound": "a Wound card",
    "side_quest": "a Side Quest",
    "sponsor": "a Guild Sponsor",
    "location": "a Location",
    "token": "a token",
    "unknown": "a card of unknown kind",
}
FOR_SALE = ("hero", "item", "spell", "weapon", "ally")
_OWNED = (*FOR_SALE, "cache", "wound", "unknown")
MONSTERS = ("monster", "guardian")
_OF_MONSTER_DECKS = ("monster", "key")
ROOMS = ("room",)
LOCATIONS = ("location",)
_WITHOUT_LIMIT = ("room",)
"""Kinds of cards that several places may name though there is one of each."""


def kinds_in_words(kinds: Iterable[str]) -> str:
    """What a card of one of these kinds is called: `a Monster or a Guardian`."""
    *first, last = (_KINDS[kind] for kind in kinds if kind != "unknown")
    return f"{', '.join(first)} or {last}" if first else last


def occupant(book: Book, room: Room) -> str:
    """Who is in a room, as a position says it."""
    if room.face_down:
        return FACE_DOWN
    return book.name(room.monster) if room.monster else NOBODY


class Table:
    """Reads one file, collecting problems and counting the cards of every place."""

    def __init__(self, decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.file = decoded, decoded.value
        self.ruleset, self.found = ruleset, found
        self.used: dict[str, list[tuple[int, Span]]] = {}
        """Card -> how many of it are written, and where."""

    def state(self) -> State:
        """What lies on the table before the phase of the turn is chosen."""
        file = self.file
        rooms = self.rooms()
        me = self.player((), file, rooms, self.cards(("hand",), file.hand, _OWNED))
        me = replace(
            me,
            sponsor=self.one(("sponsor",), file.sponsor, ("sponsor",), 1),
            quest=self.one(("side_quest",), file.side_quest, ("side_quest",), 1),
            completed=file.completed,
        )
        others = self.others(rooms)
        stacks = self.village()
        guardian = self.one(("guardian",), file.guardian, ("guardian",))
        return State(
            players=(me, *others),
            rooms=rooms,
            monsters=(self.monster_deck(1), self.monster_deck(2), self.monster_deck(3)),
            guardian=guardian,
            keys=sum(player.keys for player in (me, *others)),
            stacks=stacks,
            titles=self.titles(stacks),
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
            path: Path = ("players", "others", index)
            hand = None if isinstance(other.hand, str) else self.cards((*path, "hand"), other.hand, _OWNED)
            found.append(self.player(path, other, rooms, hand))
        return found

    def player(
        self,
        path: Path,
        file: PositionFile | OtherFile,
        rooms: tuple[Room, ...],
        hand: tuple[str, ...] | None,
    ) -> Player:
        room, location = self.champion((*path, "champion"), file.champion, rooms)
        tokens: TokensFile = file.tokens
        for token in TOKENS:
            self.held((*path, "tokens", token), PRICES[token], getattr(tokens, token))
        self.held((*path, "keys"), KEY, file.keys)
        return Player(
            deck=self.deck((*path, "deck"), file.deck, _OWNED),
            discard=self.cards((*path, "discard"), file.discard, _OWNED),
            hand=hand,
            xp=file.xp,
            wounds=file.wounds,
            iron_rations=tokens.iron_rations,
            lantern=tokens.lantern,
            potion=tokens.potion,
            room=room,
            location=location,
            keys=file.keys,
        )

    def held(self, path: Path, card: str, count: int) -> None:
        """Pieces of the box that a file counts and does not name."""
        if count:
            self.used.setdefault(card, []).append((count, self.decoded.span(*path)))

    def champion(self, path: Path, name: str | None, rooms: tuple[Room, ...]) -> tuple[int, str]:
        """The room and the Location of a Champion: one of them, or none."""
        card = self.one(path, name, (*ROOMS, *LOCATIONS))
        if not card:
            return NONE, ""
        if self.ruleset.cards[card].kind == "location":
            return NONE, card
        places = [place for place, room in enumerate(rooms) if room.card == card]
        if not places:
            message = f"{self.ruleset.cards[card].name} is no room of this Dungeon"
            self.found.report("TS314", message, self.decoded.span(*path), "name it under `dungeon`, too")
        return places[0] if places else NONE, ""

    # the Dungeon

    def rooms(self) -> tuple[Room, ...]:
        """The rooms by their places; one that the file does not name has no card."""
        rooms = [Room("")] * len(PLACES)
        rooms[0] = Room("wilderness", "giant_rat")
        named: dict[str, Span] = {}
        for text, monster in self.file.dungeon.items():
            span = self.decoded.key_span("dungeon", text)
            card = self.named(text, ROOMS, "dungeon", span)
            if not card:
                continue
            if card in named:
                message = f"{self.ruleset.cards[card].name} is named twice"
                self.found.report("TS308", message, span, related=[("first here", named[card])])
                continue
            named[card] = span
            level = self.ruleset.cards[card].level or 0
            free = [place for place in PLACES if level_of(place) == level and not rooms[place].card]
            place = 0 if level == 0 else next(iter(free), NONE)
            if place == NONE:
                message = f"a third room of level {level}: {self.ruleset.cards[card].name}"
                self.found.report("TS306", message, span, "the Dungeon has two rooms of each level")
                continue
            hidden = monster.strip().casefold() == FACE_DOWN
            there = "" if hidden else self.monster(("dungeon", text), monster)
            if there or hidden or monster.strip().casefold() == NOBODY:
                self.check_home(("dungeon", text), card, there)
            rooms[place] = Room(card, there, face_down=hidden)
        return tuple(rooms)

    def monster(self, path: Path, text: str) -> str:
        """The Monster of a room; empty for nobody."""
        if text.strip().casefold() == NOBODY:
            return ""
        if text.strip().casefold() == UNKNOWN:
            help_ = (
                f"leave the room out, or write `{NOBODY}`, or `{FACE_DOWN}` for a card that nobody has seen"
            )
            message = "a room whose Monster is not known cannot be named"
            self.found.report("TS302", message, self.decoded.span(*path), help_)
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
        self.found.report("TS305", message, self.decoded.span(*path), help_)

    def monster_deck(self, level: int) -> Pile:
        """The deck of a level: Monsters of this level, and Guardian Keys. (QUEST-1.5, QUEST-1.7)"""
        path: Path = ("monster_decks", f"level_{level}")
        deck: Deck = getattr(self.file.monster_decks, f"level_{level}")
        for card, span in self.written_in(path, deck):
            if card.kind == "monster" and card.level not in (None, level):
                message = f"{card.name} is of level {card.level} and cannot be here: {path[1]}"
                self.found.report("TS305", message, span)
        return self.deck(path, deck, _OF_MONSTER_DECKS)

    def treasure_deck(self) -> Pile:
        """Treasures alone, and no Legendary card. (QUEST-1.12)"""
        path: Path = ("treasure_deck",)
        for card, span in self.written_in(path, self.file.treasure_deck):
            if card.kind in _OWNED and (card.legendary or not card.treasure):
                message = f"{card.name} is {card.unsold or _KINDS[card.kind]} and cannot be here: {path[0]}"
                self.found.report("TS305", message, span, "what belongs here is a Treasure")
        return self.deck(path, self.file.treasure_deck, _OWNED)

    # the Village

    def village(self) -> tuple[Stack, ...] | None:
        """The stacks, of each Hero one, the lowest level on top."""
        village = self.file.village
        if village is None:
            return None
        stock: dict[str, int] = {}
        places: dict[str, Span] = {}
        listed: Iterable[tuple[Path, str, int | None]]
        if isinstance(village, Mapping):
            listed = [(("village", text), text, copies) for text, copies in village.items()]
        else:
            listed = [(("village", index), text, None) for index, text in enumerate(village)]
        for path, text, copies in listed:
            span = self.decoded.key_span(*path) if copies is not None else self.decoded.span(*path)
            for card in self.for_sale(text, span):
                if card in stock:
                    message = f"{self.ruleset.cards[card].name} is named twice"
                    self.found.report("TS308", message, span, related=[("first here", places[card])])
                    continue
                stock[card] = ENOUGH if copies is None else copies
                places[card] = span
                if copies is not None:
                    self.used.setdefault(card, []).append((copies, span))
        return self.stacks(stock)

    def for_sale(self, text: str, span: Span) -> list[str]:
        """The cards that a name of the Village means: a card, or all levels of a Hero but the Legendary one,
        which lies in no stack. (QUEST-1.1)
        """
        titled = [
            card.id
            for card in self.ruleset.cards.values()
            if card.kind == "hero"
            and not card.legendary
            and card.title
            and squash(card.title) == squash(text)
        ]
        if titled:
            return titled
        card = self.named(text, FOR_SALE, "village", span)
        if card and (unsold := self.ruleset.cards[card].unsold):
            message = f"{self.ruleset.cards[card].name} is {unsold} and cannot be here: village"
            self.found.report("TS305", message, span, "no stack of the Village holds it")
            return []
        return [card] if card else []

    def stacks(self, stock: Mapping[str, int]) -> tuple[Stack, ...]:
        piled: dict[str, list[str]] = {}
        for card in stock:
            facts = self.ruleset.cards[card]
            piled.setdefault(facts.hero_title if facts.kind == "hero" else card, []).append(card)
        return tuple(
            Stack(
                tuple(
                    (card, stock[card])
                    for card in sorted(cards, key=lambda card: self.ruleset.cards[card].level or 0)
                    if stock[card]
                )
            )
            for cards in piled.values()
        )

    def titles(self, stacks: tuple[Stack, ...] | None) -> tuple[str, ...]:
        """The titles of what the Village sells."""
        cards = (card for stack in stacks or () for card, _ in stack.cards)
        return tuple(dict.fromkeys(self.ruleset.cards[card].hero_title for card in cards))

    # piles

    def deck(self, path: Path, deck: str | tuple[str, ...] | DeckFile, kinds: tuple[str, ...]) -> Pile:
        if isinstance(deck, str):
            return piles.UNKNOWN
        if not isinstance(deck, DeckFile):
            return piles.known(self.cards(path, deck, kinds))
        top = piles.known(self.cards((*path, "top"), deck.top, kinds))
        if isinstance(deck.rest, str):
            return top + piles.UNKNOWN
        return top + piles.shuffled(self.cards((*path, "rest"), deck.rest, kinds))

    def written_in(self, path: Path, deck: Deck) -> Iterator[tuple[Card, Span]]:
        """The cards that a deck names, each where it stands; unknown names are left out."""
        parts = {"top": deck.top, "rest": deck.rest} if isinstance(deck, DeckFile) else {"": deck}
        for part, texts in parts.items():
            for index, text in enumerate(() if isinstance(texts, str) else texts):
                card = self.ruleset.cards.get(self.means(split_count(text)[1]))
                if card is not None:
                    yield card, self.decoded.span(*path, *([part] if part else []), index)

    # names

    def cards(self, path: Path, texts: Iterable[str], kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The ids of the cards written in a list of the file."""
        found: list[str] = []
        for index, text in enumerate(texts):
            span = self.decoded.span(*path, index)
            count, name = split_count(text)
            if not 1 <= count <= MOST_COPIES:
                message = f"at least 1 and at most {MOST_COPIES} copies can be written"
                self.found.report("TS307", message, span)
                continue
            card = self.named(name, kinds, str(path[-1]), span, count)
            found += [card] * (count if card else 0)
            if len(found) > MOST_CARDS:
                message = f"more than {MOST_CARDS} cards; a whole game has fewer"
                self.found.report("TS316", message, span)
                return ()
        return tuple(found)

    def one(self, path: Path, name: str | None, kinds: tuple[str, ...], count: int = 0) -> str:
        """The card that a key names; empty where it names none. `count` copies are used."""
        if name is None:
            return ""
        return self.named(name, kinds, str(path[-1]), self.decoded.span(*path), count)

    def named(self, name: str, kinds: tuple[str, ...], zone: str, span: Span, count: int = 1) -> str:
        """The id of a card that may be here; empty, with a report, for another. `count` copies are used."""
        card = resolve(self.ruleset, name, self.found, span)
        if not card or not self.fits(card, kinds, zone, span):
            return ""
        if count:
            self.used.setdefault(card, []).append((count, span))
        return card

    def fits(self, card: str, kinds: tuple[str, ...], zone: str, span: Span) -> bool:
        facts = self.ruleset.cards[card]
        if facts.kind in kinds:
            return True
        message = f"{facts.name} is {_KINDS[facts.kind]} and cannot be here: {zone}"
        self.found.report("TS305", message, span, f"what belongs here is {kinds_in_words(kinds)}")
        return False

    # the whole

    def check_turn(self) -> None:
        """A Location belongs to a Village phase, and is one."""
        location, span = self.file.location, self.decoded.span("location")
        if location is not None and self.file.turn == "dungeon":
            self.found.report("TS314", "a Dungeon phase has no Location", span)
        elif location is not None:
            self.named(location, LOCATIONS, "location", span, 0)

    def check_last_turns(self, state: State) -> None:
        """Once the Guardian has come, every player has one more turn. (QUEST-12.1, QUEST-12.2)"""
        left, span = self.file.last_turns, self.decoded.span("last_turns")
        if left is None:
            return
        monster = state.rooms[0].monster
        if monster and self.ruleset.cards[monster].kind != "guardian":
            message = f"the Guardian has not come: {self.ruleset.cards[monster].name} is in The Wilderness"
            help_ = "write `dungeon: {The Wilderness: GUARDIAN}`"
            self.found.report("TS210", message, span, help_)
        elif left > len(state.players):
            message = f"{left} turns left, but the game has {len(state.players)} players"
            self.found.report("TS210", message, span, "`players` says how many others there are")

    def check_wounds(self, book: Book) -> None:
        """No board has more Wound tokens than it can hold, nor all together more than the box."""
        counts = [(self.file.wounds, self.decoded.span("wounds"))]
        others = self.file.players.others
        for index, other in enumerate(() if isinstance(others, int) else others):
            counts.append((other.wounds, self.decoded.span("players", "others", index, "wounds")))
        if book.reads("wound_slots", "eight"):
            for wounds, span in counts:
                if wounds > SLOTS:
                    message = f"{wounds} Wound tokens, but a player board holds {SLOTS}"
                    help_ = "the open point `wound_slots` has another reading"
                    self.found.report("TS210", message, span, help_)
            return
        related = [(f"{wounds} here", span) for wounds, span in counts if wounds]
        total = sum(wounds for wounds, _ in counts)
        if total > WOUND_TOKENS:
            message = f"{total} Wound tokens, but the box holds {WOUND_TOKENS}"
            self.found.report("TS304", message, related[-1][1], "count the other players, too", related)

    def check_quest(self) -> None:
        """Only a Side Quest that the player has was completed."""
        if self.file.completed and self.file.side_quest is None:
            help_ = "name it under `side_quest`"
            self.found.report("TS314", "no Side Quest is there", self.decoded.span("completed"), help_)

    def check_box(self) -> None:
        """No more copies of a card than there are."""
        for card_id, uses in self.used.items():
            card = self.ruleset.cards[card_id]
            total = sum(count for count, _ in uses)
            if card.count is None or card.kind in _WITHOUT_LIMIT or total <= card.count:
                continue
            related = [(f"{count} here", span) for count, span in uses[:10]]
            message = f"{total} x {card.name}, but the box holds {card.count}"
            self.found.report("TS304", message, uses[-1][1], "count every zone, the Village too", related)

    def check_facts(self) -> None:
        """Every card on the table is known in full, or the position defines what no source gives.

        Wound cards are what the rules say of them; that no source tells more is told with the answer.
        """
        for card_id, uses in self.used.items():
            card = self.ruleset.cards[card_id]
            if card.is_wound:
                continue
            left = [fact for fact in card.missing if fact not in self.defined(card_id)]
            if left:
                told = ", ".join(fact.replace("_", " ") for fact in left)
                message = f"no source gives of {card.name}: {told}"
                facts = ", ".join(f"{fact}: ..." for fact in left)
                help_ = f"define what is printed: `cards: {{{card.name}: {{{facts}}}}}`"
                self.found.report("TS313", message, uses[0][1], help_)

    def defined(self, card: str) -> frozenset[str]:
        """The facts of a card that the position itself gives."""
        own = (facts for name, facts in self.file.cards.items() if self.means(name) == card)
        return frozenset(fact for facts in own for fact in facts)

    def means(self, name: str) -> str:
        return resolve(self.ruleset, name, Diagnostics(), None)
