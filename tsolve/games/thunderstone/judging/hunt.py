"""Hunts for the smallest position of Thunderstone in which two readings differ: deals random positions with
the cards in question, as plain lists, and makes them smaller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.contract.position import Position
from tsolve.diagnostics import counted
from tsolve.games.thunderstone.actions import Action, Attack, Pass
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.outcome import PlayedTurn
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import Member, Player, Slot, State, Treasure, TurnKind
from tsolve.games.thunderstone.turn.hall import RANKS
from tsolve.games.thunderstone.writing.position import read_position
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.games.thunderstone.writing.position_text import write_position
from tsolve.regex import Regex
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.worlds.hunt import Example, Hunt, Hunter, Parts, WalkOptions

Cards = tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """What lies on the table at the start of a turn; every deck is known from the top down."""

    turn: TurnKind
    hand: Cards = ()
    deck: Cards = ()
    discard: Cards = ()
    xp: int = 0
    hall: Cards = ("", "", "")
    dungeon: Cards = ()
    village: tuple[tuple[str, int], ...] = ()
    others: tuple[tuple[Cards, Cards], ...] = ()
    """The hand and the deck of each other player."""
    treasures: Cards = ()
    """Those in front of the active player since an earlier turn."""
    is_dealt: bool = False
    """Whether the Monster of Rank 1 has stood there since the set-up."""

    def state(self) -> State:
        """The position, before any rule acts on it."""
        me = Player(
            piles.known(self.deck), self.discard, (), self.xp, treasures=tuple(map(Treasure, self.treasures))
        )
        others = (Player(piles.known(deck), (), hand) for hand, deck in self.others)
        return State(
            players=(me, *others),
            hall=(Slot(self.hall[0], dealt=self.is_dealt), *map(Slot, self.hall[1:])),
            dungeon=piles.known(self.dungeon),
            stalls=tuple(card for card, _ in self.village),
            stock=tuple(count for _, count in self.village),
            party=tuple(map(Member, self.hand)),
        )


PLACES: tuple[TurnKind, ...] = ("dungeon", "dungeon", "dungeon", "village", "rest")
"""Kinds of turn, repeated by their weights."""
STALLS = 8
"""The most cards for sale; a Breach or Spoils may ask for them in the Dungeon, too."""
TOGETHER = (2, 4)
"""The least and the most rulings whose cards come together in one position."""
_OWN = (*("hand",) * 6, "deck", "village")
_WHERE = {
    "hero": _OWN,
    "village": _OWN,
    "basic": _OWN,
    "disease": (*("hand",) * 6, "deck"),
    "monster": (*("hall",) * 6, "hand", "dungeon"),
    "treasure": (*("treasures",) * 6, "dungeon"),
}
"""Where a card of the question is placed by its kind, repeated by weight; other kinds go into the Dungeon
Deck.
"""
_OWNED = (*("hero",) * 4, *("village",) * 3, *("basic",) * 2, "monster", "disease")
_SOLD = ("hero", "village", "basic")
_DEEP = ("monster", "thunderstone", "guardian", "trap", "treasure")
"""Kinds of cards in hands and decks, for sale, and in the Dungeon Deck, repeated by their weights."""


class Dealer:
    """Deals positions from the cards of a book; `about`: the cards of each ruling that the question names.

    A card with a ruling of its own is dealt more often than one of many under the same general rule.
    """

    def __init__(self, book: Book, about: Iterable[Iterable[str]], most: int, random: Random) -> None:
        self.book, self.most, self.random = book, most, random
        self.owned, self.sold, self.deep = map(self._pools, (_OWNED, _SOLD, _DEEP))
        self.monsters = self._pools(("monster",))
        self.about = [sorted(cards) for cards in map(set, about) if cards]
        self.arms = [
            (hero, weapon)
            for hero in sorted(book.heroes)
            for weapon in sorted(book.weapons)
            if (book.card(hero).strength or 0) >= (book.card(weapon).weight or 0)
        ]
        """Heroes with the Weapons that they can carry."""

    def deal(self) -> Table:
        """One position; no card more often than its box holds it."""
        random, left = self.random, Counter({card.id: card.count for card in self.book.cards.values()})
        places = ("hand", "deck", "hall", "dungeon", "village", "treasures")
        laid: dict[str, list[str]] = {place: [] for place in places}
        for card in self._asked():
            laid[random.choice(_WHERE.get(self.book.card(card).kind, ("dungeon",)))].append(card)
        turn = "dungeon" if laid["hall"] and random.random() < 0.8 else random.choice(PLACES)
        if random.random() < 0.6:
            laid["hand"] += self._armed(laid["hand"])
        hand = self._cards(laid["hand"][: self.most], self.owned, random.randint(1, self.most), left)
        laid["village"] += self._grown(hand)
        village = self._cards(laid["village"], self.sold, random.randint(0, STALLS), left)
        others = range(random.choice((0, 0, 1, 2)))
        return Table(
            turn,
            hand,
            self._cards(laid["deck"], self.owned, random.randint(0, 4), left),
            self._cards([], self.owned, random.randint(0, 2), left),
            random.choice((0, 0, 2, 3, 6)),
            self._hall(laid["hall"], left),
            self._cards(laid["dungeon"], self.deep, random.randint(0, 3), left),
            tuple(self._for_sale(village, left)),
            tuple(
                (
                    self._cards([], self.owned, random.randint(0, 3), left),
                    self._cards([], self.owned, random.randint(0, 3), left),
                )
                for _ in others
            ),
            self._cards(laid["treasures"], (), 0, left),
            is_dealt=True,
        )

    def _for_sale(self, cards: Sequence[str], left: Counter[str]) -> Iterator[tuple[str, int]]:
        """The cards for sale, with their copies; `cards` names each as often as it was dealt."""
        for card, dealt in Counter(cards).items():
            more = max(min(self.random.choice((1, 3)) - dealt, left[card]), 0)
            left[card] -= more
            yield card, dealt + more

    def _asked(self) -> list[str]:
        """A card for each of a few rulings of the question."""
        rulings = self.random.sample(self.about, min(len(self.about), self.random.randint(*TOGETHER)))
        return [self.random.choice(cards) for cards in rulings]

    def _armed(self, hand: Sequence[str]) -> list[str]:
        """A Hero and a Weapon that it can carry; if possible, one of them is already in the hand."""
        fitting = [pair for pair in self.arms if pair[0] in hand or pair[1] in hand] or self.arms
        return [card for card in self.random.choice(fitting) if card not in hand]

    def _grown(self, hand: Sequence[str]) -> list[str]:
        """What one Hero of the hand may become."""
        grown = [into for card in hand if (into := self.book.next_level(card))]
        return [self.random.choice(grown)] if grown else []

    def _hall(self, asked: Sequence[str], left: Counter[str]) -> Cards:
        hall = list(self._cards(asked[: len(RANKS)], self.monsters, len(RANKS), left))
        self.random.shuffle(hall)
        return (*hall, *[""] * (len(RANKS) - len(hall)))

    def _cards(
        self, first: Iterable[str], among: Sequence[Sequence[str]], count: int, left: Counter[str]
    ) -> Cards:
        """These cards and then others, up to that number, with no more copies than exist."""
        wanted = list(first)
        while len(wanted) < count:
            again = wanted and self.random.random() < 0.15
            wanted.append(wanted[-1] if again else self.random.choice(self.random.choice(among)))
        cards: list[str] = []
        for card in wanted:
            if left[card] > 0 or self.book.card(card).is_disease:
                left[card] -= 1
                cards.append(card)
        return tuple(cards)

    def _pools(self, kinds: Iterable[str]) -> list[list[str]]:
        """The available cards of each of these kinds."""
        pools = ([card.id for card in self.book.cards.values() if card.kind == kind] for kind in kinds)
        return [pool for pool in pools if pool]


_FURTHER = Regex(r" #\d+| in Rank \d")
"""What distinguishes equal cards in names."""
PLAIN = ("militia", "torch", "dagger", "iron_rations", "disease")
"""Well-known cards, tried as replacements."""


class TableParts(Parts[Table]):
    """The parts of a position that can be made smaller, with the cards of a book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.plain = [*(card for card in PLAIN if card in book.cards), *_plain_monsters(book)]

    def size(self, table: Table) -> tuple[int, ...]:
        cards = [
            *(*table.hand, *table.deck, *table.discard, *table.dungeon, *table.treasures),
            *(card for card in table.hall if card),
            *(card for hand, deck in table.others for card in (*hand, *deck)),
            *(card for card, _ in table.village),
        ]
        written = sum(_written(self.book.card(card)) for card in cards)
        ranks = sum(rank for rank, card in enumerate(table.hall) if card)
        numbers = table.xp + table.is_dealt + ranks + sum(count for _, count in table.village)
        return len(cards) + len(table.others), written, numbers

    def shorter(self, step: str) -> str:
        return _FURTHER.sub("", step)

    def smaller(self, table: Table) -> Iterator[Table]:
        if table.is_dealt:
            yield replace(table, is_dealt=False)
        if table.others:
            yield replace(table, others=())
        for zone in ("deck", "discard", "dungeon", "hand", "treasures"):
            cards = getattr(table, zone)
            if len(cards) > 1:
                yield replace(table, **{zone: ()})
            for at in range(len(cards)):
                yield replace(table, **{zone: cards[:at] + cards[at + 1 :]})
        for rank, card in enumerate(table.hall):
            if card:
                hall = list(table.hall)
                hall[rank] = ""
                yield replace(table, hall=tuple(hall))
                if rank and not hall[rank - 1]:
                    hall[rank - 1] = card
                    yield replace(table, hall=tuple(hall))
        for at in range(len(table.village)):
            yield replace(table, village=table.village[:at] + table.village[at + 1 :])
        if any(count > 1 for _, count in table.village):
            yield replace(table, village=tuple((card, 1) for card, _ in table.village))
        for seat, (hand, deck) in enumerate(table.others):
            for at in range(len(hand)):
                yield _with_other(table, seat, hand[:at] + hand[at + 1 :], deck)
            for at in range(len(deck)):
                yield _with_other(table, seat, hand, deck[:at] + deck[at + 1 :])
        for xp in range(table.xp):
            yield replace(table, xp=xp)

    def plainer(self, found: Example[Table]) -> Iterator[Example[Table]]:
        """A plainer card in place of another one."""
        book, table, line = self.book, found.table, found.line
        for card in dict.fromkeys((*table.hand, *table.deck, *table.discard, *table.hall, *table.dungeon)):
            for other in self.plain if card else ():
                if other != card and (other in book.monsters) == (card in book.monsters):
                    zones = {
                        zone: tuple(other if each == card else each for each in getattr(table, zone))
                        for zone in ("hand", "deck", "discard", "hall", "dungeon")
                    }
                    texts = tuple(step.replace(book.name(card), book.name(other)) for step in line)
                    yield Example(replace(table, **zones), texts)


def _written(card: Card) -> int:
    """How many effects the card carries, and whether its name has to be looked up."""
    effects = (card.abilities, card.traits, card.battle, card.breach, card.spoils)
    return 2 * sum(map(len, effects)) + (card.kind not in ("basic", "disease")) + (card.level or 0)


def _plain_monsters(book: Book) -> list[str]:
    """Monsters without effects, the weakest first."""
    cards = [book.card(card) for card in book.monsters]
    plain = [card for card in cards if not (card.traits or card.battle or card.breach or card.trophy)]
    return [card.id for card in sorted(plain, key=lambda card: (card.health or 0, card.id))[:2]]


def _with_other(table: Table, seat: int, hand: tuple[str, ...], deck: tuple[str, ...]) -> Table:
    others = list(table.others)
    others[seat] = hand, deck
    return replace(table, others=tuple(others))


class TurnManner(WalkOptions[State, Action]):
    """A turn: preparations before the attack, against the Monsters asked about rather than others."""

    def __init__(self, about: Collection[str] = ()) -> None:
        self.about = about

    def ends(self, action: Action) -> bool:
        return isinstance(action, Pass | Attack)

    def is_asked(self, state: State, action: Action) -> bool:
        return isinstance(action, Attack) and state.hall[action.rank - 1].card in self.about

    def in_sight(self, state: State) -> State:
        return replace(state, tally=state.tally.in_sight)


class TurnHunter(Hunter[State, Action, Table]):
    """Hunts among random positions of one turn."""

    blank: ThunderstonePosition
    first: Thunderstone

    def __init__(self, hunt: Hunt[Card]) -> None:
        super().__init__(_blank(hunt.ruleset, hunt.sets, hunt.printing), hunt)
        self.manner = TurnManner(frozenset().union(*self.about))
        self.parts = TableParts(self.first.book)
        self.dealer = Dealer(self.first.book, self.about, hunt.hand, self.random)

    def deal(self) -> Table:
        return self.dealer.deal()

    def position(self, found: Example[Table]) -> ThunderstonePosition:
        position = replace(self.blank.written, turn=found.table.turn, line=found.line)
        return self.blank.with_table(found.table.state(), position).under(self.before)

    def text(self, found: Example[Table]) -> str:
        blank, state = self.blank, self.position(found).state
        return write_position(
            self.first.book, state, blank.printing, self.chosen, "", "", found.line, blank.ruleset.id
        )

    def stated(
        self, position: Position[State, Action], played: PlayedTurn
    ) -> Mapping[str, Mapping[str, object]]:
        result, table, name = played.result, played.answer.calculation, self.first.book.name
        tally, me = result.tally, result.me
        line: dict[str, object] = {}
        after: dict[str, object] = {}
        if played.answer.legal:
            if tally.outcome in ("won", "lost"):
                line["won"] = tally.outcome == "won"
            after["hand"] = counted(name(member.card) for member in result.party if not member.left)
            after["discard"] = counted(map(name, me.discard))
            after["xp"] = me.xp
            after["removed"] = sorted(map(name, result.removed))
            after["points"] = position.game.scores(played.final)[position.state.active]
        if tally.attacked and table is not None:
            line["total"] = {row.quantity: row.after for row in table.rows}.get("total", 0)
        return {"line": line, "after": after}


def _blank(ruleset: Ruleset[Card], sets: tuple[str, ...], printing: str) -> ThunderstonePosition:
    """A position with an empty table, played with these boxes."""
    text = f"game: {ruleset.id}\nsets: [{', '.join(sets)}]\nprinting: '{printing}'\n"
    return read_position(decode(parse(text.encode(), "hunt"), ThunderstoneFile), ruleset)
