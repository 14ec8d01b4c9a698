"""Hunts for the smallest position of Quest on which two readings differ: random positions around the cards
that a question is about, as plain lists, and ways to make them smaller.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.diagnostics import counted
from tsolve.engine import Game
from tsolve.games.quest.actions import Action, Battle, Move, Pass, UseSpoils, Visit
from tsolve.games.quest.answers import NONE, TOKENS
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.base import RefilledFaceDown
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.figures import Played
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.state import PLACES, WILDERNESS, Player, Room, Stack, State, level_of
from tsolve.games.quest.turn.heroes import hp_of, is_next_level
from tsolve.games.quest.turn.steps import LOCATIONS
from tsolve.games.quest.writing.position import read_position
from tsolve.games.quest.writing.position_file import PositionFile, Turn
from tsolve.games.quest.writing.position_text import write_position
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.turns.hunt import Example, Hunt, Hunter, Manner, Parts
from tsolve.turns.opened import Opened as AnyOpened

Cards = tuple[str, ...]
HIDDEN = "?"
"""Stands for a card that lies face down in a room."""
RATS = ("wilderness", "giant_rat")
"""The Wilderness with its Monster."""


class Other(msgspec.Struct, frozen=True):
    """Another player."""

    hand: Cards = ()
    champion: str = ""
    """The Location of the Champion."""


class Table(msgspec.Struct, frozen=True):
    """What lies on the table before a turn; the own deck is known from the top down."""

    turn: Turn = "dungeon"
    hand: Cards = ()
    deck: Cards = ()
    discard: Cards = ()
    xp: int = 0
    wounds: int = 0
    tokens: tuple[int, int, int] = (0, 0, 0)
    """Iron Rations, Lanterns and Potions."""
    champion: str = ""
    """The room of the Champion."""
    rooms: tuple[tuple[str, str], ...] = (RATS,)
    """Each room with its Monster, the left one of a level first; an empty text for nobody."""
    decks: tuple[Cards, Cards, Cards] = ((), (), ())
    """The Monster decks of levels 1 to 3 from the top down; unknown where no card is named."""
    village: tuple[tuple[str, int], ...] = ()
    """What is for sale, with the copies; unknown where nothing is named."""
    sponsor: str = ""
    quest: str = ""
    others: tuple[Other, ...] = ()
    """The other players; one of whom nothing is known where none is named."""

    def state(self, book: Book) -> State:
        """The position before the phase of the turn is chosen."""
        rooms = _placed(book, self.rooms)
        cards = [room.card for room in rooms]
        rations, lanterns, potions = self.tokens
        me = Player(
            piles.known(self.deck),
            self.discard,
            self.hand,
            self.xp,
            self.wounds,
            rations,
            lanterns,
            potions,
            room=cards.index(self.champion) if self.champion else NONE,
            quest=self.quest,
            sponsor=self.sponsor,
        )
        others = [Player(hand=other.hand, location=other.champion) for other in self.others]
        return State(
            players=(me, *(others or [Player(piles.UNKNOWN, hand=None)])),
            rooms=rooms,
            monsters=(_deck(self.decks[0]), _deck(self.decks[1]), _deck(self.decks[2])),
            stacks=_stacks(book, self.village) or None,
            treasures=piles.UNKNOWN,
            titles=tuple(dict.fromkeys(book.card(card).hero_title for card, _ in self.village)),
        )


def _deck(cards: Cards) -> piles.Pile:
    return piles.known(cards) or piles.UNKNOWN


def _placed(book: Book, rooms: tuple[tuple[str, str], ...]) -> tuple[Room, ...]:
    """The rooms by their places."""
    placed = [Room("")] * len(PLACES)
    placed[WILDERNESS] = Room(*RATS)
    for card, monster in rooms:
        level = book.card(card).level
        free = [
            place for place in PLACES if level_of(place) == level and (not level or not placed[place].card)
        ]
        placed[free[0]] = Room(card, face_down=True) if monster == HIDDEN else Room(card, monster)
    return tuple(placed)


def _stacks(book: Book, village: tuple[tuple[str, int], ...]) -> tuple[Stack, ...]:
    """The stacks, of each Hero one with the lowest level on top."""
    piled: dict[str, list[tuple[str, int]]] = {}
    for card, copies in village:
        facts = book.card(card)
        piled.setdefault(facts.hero_title if facts.kind == "hero" else card, []).append((card, copies))
    return tuple(
        Stack(tuple(sorted(cards, key=lambda each: book.card(each[0]).level or 0)))
        for cards in piled.values()
    )


TOGETHER = (2, 4)
"""So many rulings at least and at most whose cards meet in one position."""
DUNGEON = 0.7
"""How often the turn is one in the Dungeon, unless a Location is asked about."""
STALLS = 6
"""The most stacks of the Village that are dealt beside what is asked about."""
_STARTER = "Starter"
"""The keyword of the cards that everybody has from the start."""
_OWNED = (*("hero",) * 4, *("weapon",) * 3, "item", "item", "spell", "wound", *(_STARTER,) * 4)
_SOLD = ("hero", "hero", "weapon", "item", "spell")
"""Kinds of cards in hands and decks, and for sale, each as often as it is dealt."""
_WHERE = {
    **dict.fromkeys(("hero", "weapon", "item", "spell", "wound"), (*("hand",) * 6, "deck", "village")),
    **dict.fromkeys(("monster", "guardian"), ("monsters",)),
    "key": ("decks",),
    **{kind: (f"{kind}s",) for kind in ("room", "sponsor", "side_quest", "location")},
}
"""Where a card that is asked about comes to lie, each place as often; cards of other kinds lie nowhere."""
_LEVELS = (1, 2, 3)


class Dealer:
    """Deals positions from the cards of a book; `about` are the cards of each ruling that the question names.

    So a card that has a ruling of its own comes more often than one of many to which a general rule applies.
    """

    def __init__(self, book: Book, about: Iterable[Iterable[str]], most: int, random: Random) -> None:
        self.book, self.most, self.random = book, most, random
        self.known = [card for card in book.cards.values() if card.is_wound or not card.missing]
        """Those that no source leaves open."""
        ids = {card.id for card in self.known}
        self.owned, self.sold = self._pools(_OWNED), self._pools(_SOLD, for_sale=True)
        self.about = [sorted(ids & set(cards)) for cards in about if ids & set(cards)]
        self.arms = [
            (hero.id, weapon.id)
            for hero in self._of("hero")
            for weapon in self._of("weapon")
            if (hero.skill or 0) >= (weapon.requirement or 0)
        ]
        """Heroes with the Weapons that they can wield."""

    def deal(self) -> Table:
        """One position; no card more often than its box holds it."""
        random, left = self.random, Counter({card.id: card.count or self.most for card in self.known})
        laid: dict[str, list[str]] = {}
        for card in self._asked():
            places = _WHERE.get(self.book.card(card).kind, ("nowhere",))
            laid.setdefault(random.choice(places), []).append(card)
        asked_there = "monsters" in laid or "rooms" in laid
        in_dungeon = "locations" not in laid and random.random() < (0.9 if asked_there else DUNGEON)
        asked = laid.get("hand", [])
        if random.random() < 0.6:
            asked = [*asked, *self._armed(asked)]
        hand = self._cards(asked[: self.most], random.randint(1, self.most), left)
        village = [*laid.get("village", []), *self._grown(hand)]
        rooms = self._rooms(laid)
        return Table(
            "dungeon" if in_dungeon else "undecided",
            hand,
            self._cards(laid.get("deck", []), random.randint(0, 4), left),
            self._cards([], random.randint(0, 2), left),
            random.choice((0, 0, 2, 3, 4, 6, 12)),
            random.choice((0, 0, 0, 1, 2, 3, 7, 8)),
            (random.choice((0, 0, 1)), random.choice((0, 1, 3)), random.choice((0, 0, 1))),
            self._standing(rooms, laid.get("rooms", ())) if random.random() < 0.6 else "",
            self._with_hidden(rooms) if "decks" in laid else rooms,
            self._decks() if "decks" in laid else ((), (), ()),
            self._village(village, left),
            self._one("sponsor", laid),
            self._one("side_quest", laid),
            tuple(self._other(left) for _ in range(random.choice((0, 1, 1)))),
        )

    def _asked(self) -> list[str]:
        """A card for each of a few rulings of the question."""
        rulings = self.random.sample(self.about, min(len(self.about), self.random.randint(*TOGETHER)))
        return [self.random.choice(cards) for cards in rulings]

    def _armed(self, hand: Sequence[str]) -> list[str]:
        """A Hero and a Weapon to wield; where that can be, one of them is in the hand already."""
        fitting = [pair for pair in self.arms if pair[0] in hand or pair[1] in hand] or self.arms
        return [card for card in self.random.choice(fitting) if card not in hand]

    def _grown(self, hand: Sequence[str]) -> list[str]:
        """What a Hero of the hand may become."""
        grown = [
            into.id for into in self._of("hero") for card in hand if is_next_level(self.book.card(card), into)
        ]
        return [self.random.choice(grown)] if grown else []

    def _cards(self, first: Iterable[str], count: int, left: Counter[str]) -> Cards:
        """These cards, then others up to that many, as far as there are so many of each."""
        wanted = list(first)
        while len(wanted) < count:
            again = wanted and self.random.random() < 0.15
            wanted.append(wanted[-1] if again else self.random.choice(self.random.choice(self.owned)))
        cards: list[str] = []
        for card in wanted:
            if left[card] > 0:
                left[card] -= 1
                cards.append(card)
        return tuple(cards)

    def _rooms(self, laid: dict[str, list[str]]) -> tuple[tuple[str, str], ...]:
        """All seven rooms, those asked about among them, with Monsters of their levels; a Monster that is
        asked about lies in a room of its level, a Guardian in The Wilderness.
        """
        rooms = [RATS]
        monsters = list(dict.fromkeys(laid.get("monsters", ())))
        for level in _LEVELS:
            asked = [card for card in laid.get("rooms", ()) if self.book.card(card).level == level]
            others = [card.id for card in self._of("room") if card.level == level and card.id not in asked]
            there = [*dict.fromkeys(asked), *self.random.sample(others, min(2, len(others)))][:2]
            self.random.shuffle(there)
            wanted = [card for card in monsters if self.book.card(card).level == level]
            pool = [card.id for card in self._of("monster") if card.level == level and card.id not in wanted]
            lying = [*wanted, *self.random.sample(pool, min(2, len(pool)))][:2]
            self.random.shuffle(lying)
            rooms += zip(there, lying, strict=False)
        guardians = [card for card in monsters if self.book.card(card).kind == "guardian"]
        return (("wilderness", guardians[0]), *rooms[1:]) if guardians else tuple(rooms)

    def _with_hidden(self, rooms: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        """The rooms, with a card face down in each that is refilled so."""
        return tuple(
            (room, HIDDEN if self.book.card(room).has(RefilledFaceDown) else monster)
            for room, monster in rooms
        )

    def _decks(self) -> tuple[Cards, Cards, Cards]:
        """Monster decks with Guardian Keys among them."""
        return self._monsters(1), self._monsters(2), self._monsters(3)

    def _monsters(self, level: int) -> Cards:
        pool = [card.id for card in self._of("monster") if card.level == level]
        keys = [KEY] * self.random.randint(0, 2)
        cards = [*keys, *self.random.sample(pool, min(2, len(pool)))]
        self.random.shuffle(cards)
        return tuple(cards)

    def _standing(self, rooms: Sequence[tuple[str, str]], asked: Sequence[str]) -> str:
        """A room for the Champion."""
        there = [card for card, _ in rooms if card in asked]
        return self.random.choice(there or [card for card, _ in rooms])

    def _village(self, first: Sequence[str], left: Counter[str]) -> tuple[tuple[str, int], ...]:
        random = self.random
        others = [random.choice(random.choice(self.sold)) for _ in range(random.randint(0, STALLS))]
        wanted = (card for card in dict.fromkeys((*first, *others)) if not self.book.card(card).unsold)
        offered = ((card, min(random.choice((1, 3)), left[card])) for card in wanted)
        return tuple((card, copies) for card, copies in offered if copies > 0)

    def _one(self, kind: str, laid: dict[str, list[str]]) -> str:
        """A Guild Sponsor or a Side Quest: one that is asked about, else sometimes another one."""
        if asked := laid.get(f"{kind}s"):
            return asked[0]
        pool = self._of(kind)
        return self.random.choice(pool).id if pool and self.random.random() < 0.1 else ""

    def _other(self, left: Counter[str]) -> Other:
        hand = self._cards([], self.random.randint(0, 2), left)
        return Other(hand, self.random.choice(("", *LOCATIONS)))

    def _of(self, kind: str) -> list[Card]:
        """The cards of a kind, or those with a keyword."""
        return [card for card in self.known if kind == card.kind or kind in card.keywords]

    def _pools(self, kinds: Iterable[str], for_sale: bool = False) -> list[list[str]]:
        """The cards of each of these kinds that there are."""
        pools = ([card.id for card in self._of(kind) if card.cost or not for_sale] for kind in kinds)
        return [pool for pool in pools if pool]


_FURTHER = re.compile(r" #\d+")
"""What tells equal cards apart where there are several."""
PLAIN = ("adventurer", "lantern", "dagger", "giant_rat")
"""Cards that everybody knows, tried in place of others."""
_ALIKE = {"monster": "creature", "guardian": "creature", "hero": "hero", "weapon": "weapon", "room": "room"}
"""Which kinds of cards stand in for each other; others do so among themselves."""
_ZONES = ("hand", "deck", "discard")


class TableParts(Parts[Table]):
    """The parts of positions with the cards of a book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.plain = [*PLAIN, *_plain_rooms(book)]

    def size(self, table: Table) -> tuple[int, ...]:
        places = [card for pair in table.rooms if pair != RATS for card in pair if card not in ("", HIDDEN)]
        places += [card for deck in table.decks for card in deck]
        named = (*places, *filter(None, (table.sponsor, table.quest)), *(card for card, _ in table.village))
        owned = [
            *table.hand,
            *table.deck,
            *table.discard,
            *(card for other in table.others for card in other.hand),
        ]
        written = sum(_written(self.book.card(card)) for card in (*named, *owned))
        stands = bool(table.champion) + sum(bool(other.champion) for other in table.others)
        numbers = table.xp + table.wounds + sum(table.tokens) + sum(count for _, count in table.village)
        return len(named) + len(owned) + len(table.others) + stands, written, numbers

    def shorter(self, step: str) -> str:
        return _FURTHER.sub("", step)

    def smaller(self, table: Table) -> Iterator[Table]:
        if table.others:
            yield replace(table, others=())
        if table.champion:
            yield replace(table, champion="")
        for field in ("sponsor", "quest"):
            if getattr(table, field):
                yield replace(table, **{field: ""})
        for zone in (*_ZONES, "village"):
            cards = getattr(table, zone)
            if len(cards) > 1:
                yield replace(table, **{zone: ()})
            for at in range(len(cards)):
                yield replace(table, **{zone: cards[:at] + cards[at + 1 :]})
        yield from self._smaller_dungeons(table)
        if any(count > 1 for _, count in table.village):
            yield replace(table, village=tuple((card, 1) for card, _ in table.village))
        for seat, other in enumerate(table.others):
            for at in range(len(other.hand)):
                yield _with_other(table, seat, replace(other, hand=other.hand[:at] + other.hand[at + 1 :]))
            if other.champion:
                yield _with_other(table, seat, replace(other, champion=""))
        for field in ("xp", "wounds"):
            for number in range(getattr(table, field)):
                yield replace(table, **{field: number})
        for at, tokens in enumerate(table.tokens):
            for fewer in range(tokens):
                yield replace(table, tokens=(*table.tokens[:at], fewer, *table.tokens[at + 1 :]))

    def plainer(self, found: Example[Table]) -> Iterator[Example[Table]]:
        """A plainer card in place of another one."""
        table = found.table
        used = [*table.hand, *table.deck, *table.discard, *(card for pair in table.rooms for card in pair)]
        for card in dict.fromkeys(card for card in used if card not in ("", HIDDEN)):
            for other in self.plain:
                if other not in used and self._is_alike(card, other):
                    yield self._replaced(found, card, other)

    def _smaller_dungeons(self, table: Table) -> Iterator[Table]:
        """Without a card of a deck, without a room, or without its Monster."""
        for level, deck in enumerate(table.decks):
            for at in range(len(deck)):
                fewer = list(table.decks)
                fewer[level] = deck[:at] + deck[at + 1 :]
                yield replace(table, decks=tuple(fewer))
        for at, (room, monster) in enumerate(table.rooms):
            rest = table.rooms[:at] + table.rooms[at + 1 :]
            if table.champion != room and (room, monster) != RATS:
                yield replace(table, rooms=rest)
            if monster:
                yield replace(table, rooms=(*table.rooms[:at], (room, ""), *table.rooms[at + 1 :]))

    def _is_alike(self, card: str, other: str) -> bool:
        facts, others = self.book.card(card), self.book.card(other)
        return _ALIKE.get(facts.kind) == _ALIKE.get(others.kind) and (
            facts.kind != "room" or facts.level == others.level
        )

    def _replaced(self, found: Example[Table], card: str, other: str) -> Example[Table]:
        def instead(cards: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(other if each == card else each for each in cards)

        table = found.table
        zones = {zone: instead(getattr(table, zone)) for zone in _ZONES}
        rooms = tuple((room, monster) for room, monster in map(instead, table.rooms))
        champion = other if table.champion == card else table.champion
        line = (step.replace(self.book.name(card), self.book.name(other)) for step in found.line)
        return Example(replace(table, **zones, rooms=rooms, champion=champion), tuple(line))


def _written(card: Card) -> int:
    """How many effects the card carries, and how far it is from what everybody has from the start."""
    effects = (card.abilities, card.traits, card.alerts, card.before, card.after)
    return 2 * sum(map(len, effects)) + ("Starter" not in card.keywords) + (card.level or 0)


def _plain_rooms(book: Book) -> list[str]:
    """The simplest room of each level."""
    rooms = [card for card in book.cards.values() if card.kind == "room" and card.level and not card.missing]
    least = {card.level: card.id for card in sorted(rooms, key=_written, reverse=True)}
    return list(least.values())


def _with_other(table: Table, seat: int, other: Other) -> Table:
    return replace(table, others=(*table.others[:seat], other, *table.others[seat + 1 :]))


class TurnManner(Manner[State, Action]):
    """A turn: what a step allows before the next one, and the rooms asked about rather than others."""

    goes_on = True

    def __init__(self, about: Collection[str] = ()) -> None:
        self.about = about

    def ends(self, action: Action) -> bool:
        return isinstance(action, Pass)

    def is_asked(self, state: State, action: Action) -> bool:
        return any(card in self.about for card in _meant(state, action))

    def counted(self, game: Game[State, Action], state: State) -> Sequence[int]:
        """Also the hit points, of which no rule keeps a record."""
        assert isinstance(game, Quest)
        return *game.scores(state), hp_of(game.book, state)


def _meant(state: State, action: Action) -> Sequence[str]:
    """The cards that an action is about, as far as that says where a turn leads."""
    if isinstance(action, Visit):
        return (action.location,)
    if isinstance(action, UseSpoils):
        return (action.card,)
    if isinstance(action, Battle | Move):
        room = state.rooms[action.room if isinstance(action, Move) else state.me.room]
        return room.card, room.monster
    return ()


class TurnHunter(Hunter[State, Action, Table]):
    """Hunts among random positions of one turn."""

    blank: Opened
    first: Quest

    def __init__(self, hunt: Hunt[Card]) -> None:
        super().__init__(_blank(hunt.ruleset, hunt.sets, hunt.printing), hunt)
        self.manner = TurnManner(frozenset().union(*self.about))
        self.parts = TableParts(self.first.book)
        self.dealer = Dealer(self.first.book, self.about, hunt.hand, self.random)

    def deal(self) -> Table:
        return self.dealer.deal()

    def opened(self, found: Example[Table]) -> Opened:
        position = replace(self.blank.position, turn=found.table.turn, line=found.line)
        return self.blank.with_table(found.table.state(self.first.book), position).under(self.before)

    def text(self, found: Example[Table]) -> str:
        blank, table = self.blank, found.table
        return write_position(
            self.first.book,
            table.state(self.first.book),
            table.turn,
            printing=blank.printing,
            interpretations=self.chosen,
            line=found.line,
            game=blank.ruleset.id,
        )

    def stated(self, opened: AnyOpened[State, Action], played: Played) -> Mapping[str, Mapping[str, object]]:
        if not played.answer.legal:
            return {}
        book, result, final = self.first.book, played.result, played.final
        line: dict[str, object] = {}
        for name, fact in opened.facts(played).items():
            if fact is not None:
                line[name] = list(fact) if isinstance(fact, tuple) else fact
        if result.tally.outcome:
            line["won"] = result.tally.outcome == "won"
        me = final.players[opened.state.active]
        hand = [final.laid[place].card for place in final.present()] if final.laid else me.hand or ()
        after: dict[str, object] = {
            "xp": me.xp,
            "wounds": me.wounds,
            "tokens": {token: me.tokens(token) for token in TOKENS},
            "hand": counted(map(book.name, hand)),
            "discard": counted(map(book.name, me.discard)),
            "removed": counted(map(book.name, final.removed)),
            "keys_of_others": [
                each.keys for seat, each in enumerate(final.players) if seat != opened.state.active
            ],
            "points": opened.game.scores(final)[opened.state.active],
        }
        if me.location or me.room != NONE:
            after["champion"] = book.name(me.location or final.rooms[me.room].card)
        return {"line": line, "after": after}

    def stated_rows(self, played: Played) -> Sequence[Mapping[str, object]]:
        table = played.answer.calculation
        rows = table.rows if table is not None else ()
        return [
            {"card": row.subject, row.quantity: row.change}
            for row in rows
            if row.subject and row.quantity in MEASURES.quantities
        ]


def _blank(ruleset: Ruleset[Card], sets: tuple[str, ...], printing: str) -> Opened:
    """A position with nothing on the table, played with the cards of these boxes."""
    text = f"game: {ruleset.id}\nprinting: '{printing}'\n"
    played = ruleset.only(lambda card: card.set in ("", *sets)) if sets else ruleset
    return read_position(decode(parse(text.encode(), "hunt"), PositionFile), played)
