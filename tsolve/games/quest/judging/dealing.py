"""Random positions of Quest with the cards of a question, as plain lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

import msgspec

from tsolve.cardkit import piles
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.base import RefilledFaceDown
from tsolve.games.quest.state import PLACES, WILDERNESS, Player, Room, Stack, State, level_of
from tsolve.games.quest.turn.heroes import is_next_level
from tsolve.games.quest.turn.steps import LOCATIONS
from tsolve.games.quest.writing.position_file import Turn

Cards = tuple[str, ...]
HIDDEN = "?"
"""Marks a card that lies face down in a room."""
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
            titles=tuple(sorted({book.card(card).hero_title for card, _ in self.village})),
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
"""The least and the most rulings whose cards come together in one position."""
DUNGEON = 0.7
"""How often the turn is a Dungeon turn, unless the question names a Location."""
STALLS = 6
"""The most stacks of the Village that are dealt in addition to the cards of the question."""
_STARTER = "Starter"
"""The keyword of the cards that everybody has from the start."""
_OWNED = (*("hero",) * 4, *("weapon",) * 3, "item", "item", "spell", "wound", *(_STARTER,) * 4)
_SOLD = ("hero", "hero", "weapon", "item", "spell")
"""Kinds of cards in hands and decks, and for sale, repeated by their weights."""
_WHERE = {
    **dict.fromkeys(("hero", "weapon", "item", "spell"), (*("hand",) * 6, "deck", "village")),
    "wound": (*("hand",) * 6, "deck", "deck"),
    **dict.fromkeys(("monster", "guardian"), ("monsters",)),
    "key": ("decks",),
    **{kind: (f"{kind}s",) for kind in ("room", "sponsor", "side_quest", "location")},
}
"""Where a card of the question is placed by its kind, repeated by weight; other kinds are not placed."""
_LEVELS = (1, 2, 3)


class Dealer:
    """Deals positions from the cards of a book; `about`: the cards of each ruling that the question names.

    So a card that has a ruling of its own comes more often than one of many to which a general rule applies.
    """

    def __init__(self, book: Book, about: Iterable[Iterable[str]], most: int, random: Random) -> None:
        self.book, self.most, self.random = book, most, random
        self.known = [card for card in book.cards.values() if card.is_wound or not card.missing]
        """The cards whose facts are all known."""
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
        """A Hero and a Weapon to wield; if possible, one of them is already in the hand."""
        fitting = [pair for pair in self.arms if pair[0] in hand or pair[1] in hand] or self.arms
        return [card for card in self.random.choice(fitting) if card not in hand]

    def _grown(self, hand: Sequence[str]) -> list[str]:
        """What a Hero of the hand may become."""
        grown = [
            into.id for into in self._of("hero") for card in hand if is_next_level(self.book.card(card), into)
        ]
        return [self.random.choice(grown)] if grown else []

    def _cards(self, first: Iterable[str], count: int, left: Counter[str]) -> Cards:
        """These cards and then others, up to that number, with no more copies than exist."""
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
        """All seven rooms, including those of the question, with Monsters of their levels; a Monster of the
        question is in a room of its level, a Guardian in The Wilderness.
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
        """A Guild Sponsor or a Side Quest: one of the question, else sometimes another one."""
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
        """The available cards of each of these kinds."""
        pools = ([card.id for card in self._of(kind) if card.cost or not for_sale] for kind in kinds)
        return [pool for pool in pools if pool]
