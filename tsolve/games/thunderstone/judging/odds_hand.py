"""What one hand can do with all its abilities: the best attack on each Monster, the best turn, and the most
gold in the Village; on a table without the player's own cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial

import msgspec
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.chances import draws
from tsolve.cardkit.piles import Pile
from tsolve.chances.hands import Outcome, Weight
from tsolve.chances.odds import Ahead, ChanceNow, Choice, Draws, Free
from tsolve.engine import CHANCE
from tsolve.games.thunderstone.actions import Action, Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Ability, Card, Price
from tsolve.games.thunderstone.effects.ability_draws import DrawCardsEffect
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.situations import is_free_choice, order_matters, revealing_uses
from tsolve.games.thunderstone.state import UNSEEN, Member, Player, Slot, State, Treasure, TurnKind
from tsolve.games.thunderstone.turn import steps
from tsolve.games.thunderstone.turn.hall import RANKS, Target, target_at
from tsolve.games.thunderstone.turn.hand import pays_for


def ahead(game: Thunderstone, state: State) -> Ahead[Action]:
    """The actions that reveal more, the choices that wait, or the events of chance."""
    if not state.todo:
        return Free(revealing_uses(game, state), steps.open_duty(game.book, state))
    mover = game.mover(state)
    if mover == state.active and not order_matters(game, state):
        return Choice(game.legal_actions(state))
    if is_free_choice(game, state):
        return ChanceNow([(game.legal_actions(state)[0], 1)])
    return ChanceNow(game.chance(state) if mover == CHANCE else [])


class Table(msgspec.Struct, frozen=True):
    """Card facts, readings, the Hall and the other players; can be sent to another process."""

    cards: dict[str, Card]
    readings: dict[str, str]
    hall: tuple[Slot, ...]
    dungeon: Pile
    others: tuple[Player, ...]
    xp: int = 0
    outside: tuple[Slot, ...] = ()
    treasures: tuple[Treasure, ...] = ()

    def game(self) -> Thunderstone:
        """The rules."""
        return Thunderstone(Book(self.cards, self.readings))

    @property
    def monsters(self) -> dict[Target, int]:
        """The Monsters of the Hall with their places, in the order of these."""
        state = State((), hall=self.hall, outside=self.outside)
        known = (self.cards.get(state.at(place).card) for place in state.places)
        standing = zip(state.places, known, strict=True)
        return {
            target_at(state, place): place for place, card in standing if card is not None and card.is_monster
        }

    def position(
        self, game: Thunderstone, hand: Iterable[str], deck: Iterable[str], place: TurnKind
    ) -> State:
        """The turn begun there with this hand, the deck shuffled."""
        me = Player(deck=piles.shuffled(tuple(deck)), xp=self.xp, treasures=self.treasures)
        start = State(
            players=(me, *self.others),
            hall=self.hall,
            outside=self.outside,
            dungeon=self.dungeon,
            stock=None,
            party=tuple(Member(card) for card in hand),
        )
        return game.apply(start, Visit(place))


def table_of(book: Book, state: State) -> Table:
    """What lies on the table in a position."""
    others = tuple(player for number, player in enumerate(state.players) if number != state.active)
    return Table(
        book.cards,
        dict(book.readings),
        state.hall,
        state.dungeon,
        others,
        state.me.xp,
        state.outside,
        state.me.treasures,
    )


ATTACK = ("win", "total")
"""The goal of an attack: to defeat the Monster, and then the highest Attack Value."""

TURN = ("win", "vp", "xp")
"""The goal of a turn: what the battle brings. Its costs, and what follows it, do not count."""

CANNOT: Outcome = ()
"""The outcome against a Monster that cannot be attacked."""

NOTHING: Outcome = (0, 0, 0)

Chances = dict[Outcome, Weight]

KNOWN, LEFT_OUT = (0,), (1,)
"""Whether lines of the hand were left out because they meet something unknown."""


class Battles:
    """Finds the figures of hands against the Monsters of one table."""

    def __init__(self, game: Thunderstone, table: Table, deck: Sequence[str], draws: bool = True) -> None:
        self.game, self.table, self.book = game, table, game.book
        self.monsters = table.monsters
        self._deck = Counter(deck)
        self._attack = Evaluator(game, ATTACK, set(deck))
        self._turn = Evaluator(game, TURN, set(deck))
        weighs = self.book.weighs_gold
        self._idle = frozenset(card for card in self._deck if not fights(self.book.card(card), weighs))
        revealing = (card for card in self._deck if can_reveal(self.book, card, "dungeon"))
        self._revealing = frozenset(revealing if draws else ())
        self._teaching = frozenset(card for card in self._deck if _teaches(self.book.card(card)))
        facts = self.book.cards
        self._worth = {card: (1, facts[card].vp or 0, facts[card].xp or 0) for card in self.book.monsters}
        """The worth of the turn when this Monster is defeated."""
        self._members = {card: Member(card) for card in self._deck}
        self._empty = table.position(game, (), (), "dungeon")
        lengths = [*(len(ATTACK) for _ in self.monsters), len(TURN)]
        self._draws = Draws(game, partial(ahead, game), self._leaf, lengths)
        self._known: dict[tuple[str, ...], list[Chances]] = {}

    def figures(self, hand: Sequence[str]) -> list[Chances]:
        """For each Monster (won, value), then the best turn (win, VP, XP), then what was left out."""
        if not self._revealing.isdisjoint(hand):
            deck = (self._deck - Counter(hand)).elements()
            sight = self._draws.look(self.table.position(self.game, hand, deck, "dungeon"))
            return [
                *(spread.chances() for spread in sight.spreads),
                {LEFT_OUT if sight.left_out else KNOWN: 1},
            ]
        cards = tuple(card for card in hand if card not in self._idle)
        found = self._known.get(cards)
        if found is None:
            party = tuple([self._members[card] for card in cards])
            outcomes = self._at_once(replace(self._empty, party=party))
            found = [{outcome: 1} for outcome in (*outcomes, KNOWN)]
            self._known[cards] = found
        return found

    def _leaf(self, state: State) -> tuple[list[Outcome], bool]:
        """The best outcomes, and whether unknown cards filled the Hall."""
        return self._at_once(state), _unseen(state.hall) > _unseen(self.table.hall)

    def _at_once(self, state: State) -> list[Outcome]:
        """The best outcomes when nothing more is revealed: against each Monster, and of the turn."""
        best: dict[Target, Outcome] = {}
        turn = NOTHING
        for rank in state.places:
            slot = state.at(rank)
            if slot.card not in self._worth:
                continue
            value = self._attack.attack(state, rank)
            if value is None:
                continue
            for target in self.monsters:
                if target.fits(state, rank):
                    best[target] = max(best.get(target, CANNOT), value)
            if value[0]:
                turn = max(turn, self._worth[slot.card])
        if turn[0] and not self._teaching.isdisjoint(member.card for member in state.party):
            reached = self._turn.best(state)
            turn = reached.value if reached is not None else turn
        return [*(best.get(target, CANNOT) for target in self.monsters), turn]


def fights(card: Card, weighs_gold: bool = False) -> bool:
    """Whether the card can matter in a battle; if not, a hand is as good without it.

    `weighs_gold`: gold may matter, too, as may the number of Mercenaries.
    """
    if "mercenary" in card.subtypes or (weighs_gold and card.gold):
        return True
    kinds = card.is_hero or card.is_weapon or card.is_item or card.is_spell or card.is_food
    numbers = card.light or card.attack or card.magic_attack or card.trophy
    acts = any(ability.when == "dungeon" for ability in card.abilities)
    return bool(kinds or card.is_disease or card.is_monster or numbers or acts or card.traits or card.spoils)


def can_reveal(book: Book, card: str, place: str) -> bool:
    """Whether the card has an ability for that place that shows cards, moves the Hall or asks others."""
    return any(ability.when == place and ability.reveals for ability in book.card(card).abilities)


def _unseen(hall: Iterable[Slot]) -> int:
    return sum(1 for slot in hall if slot.card == UNSEEN)


def _teaches(card: Card) -> bool:
    return any(effect.experience(rank) for effect in card.spoils for rank in RANKS)


GOLD = ("gold",)


class Purses:
    """Finds the most gold of hands dealt from one deck.

    A card without an ability for the Village only brings its Gold Value, so hands are looked at without such
    cards, except the few that may be destroyed as a price.
    """

    def __init__(self, game: Thunderstone, table: Table, deck: Sequence[str], draws: bool = True) -> None:
        self.game, self.table = game, table
        self._deck = Counter(deck)
        cards = {card: game.book.card(card) for card in self._deck}
        self._gold = {card: facts.gold or 0 for card, facts in cards.items()}
        self._able = frozenset(card for card in cards if card in game.book.able["village"])
        self._prices = {
            card: [ability.price for ability in _village(cards[card]) if ability.price is not None]
            for card in self._able
        }
        drawing = [card for card in self._able if draws and can_reveal(game.book, card, "village")]
        self._drawing = {card: _draws(cards[card]) for card in drawing if _draws_freely(cards[card])}
        self._costly = frozenset(drawing) - set(self._drawing)
        self._evaluator = Evaluator(game, GOLD, self._deck)
        self._known: dict[tuple[str, ...], int] = {}

    def figures(self, hand: Sequence[str]) -> dict[Outcome, Weight]:
        """The most gold as (gold,) with its chances."""
        if self._able.isdisjoint(hand):
            return {(sum(map(self._gold.__getitem__, hand)),): 1}
        if not self._costly.isdisjoint(hand):
            return self._by_policy(hand)
        found: dict[Outcome, Weight] = {}
        for cards, chance in self._after_draws(tuple(hand)):
            outcome = (self._most(cards),)
            found[outcome] = found.get(outcome, 0) + chance
        return found

    def _by_policy(self, hand: Sequence[str]) -> dict[Outcome, Weight]:
        """The most gold if some draws have a price."""
        deck = (self._deck - Counter(hand)).elements()
        state = self.table.position(self.game, hand, deck, "village")
        best = Draws(self.game, partial(ahead, self.game), self._at_once, [1])
        (spread,) = best.look(state).spreads
        return spread.chances()

    def _at_once(self, state: State) -> tuple[list[Outcome], bool]:
        reached = self._evaluator.best(state)
        return [reached.value if reached is not None else (0,)], False

    def _after_draws(self, hand: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Fraction]]:
        """The hands after all free draws, with their probabilities.

        More cards never mean less gold: no card does harm in the Village. (TS-4.2, TS-12.1)
        """
        waiting = [(hand, self._draws(hand), Fraction(1))]
        while waiting:
            cards, count, chance = waiting.pop()
            if not count:
                yield cards, chance
                continue
            for drawn, share in draws(self._deck - Counter(cards), count):
                waiting.append(((*cards, *drawn), self._draws(drawn), chance * share))

    def _draws(self, cards: Sequence[str]) -> int:
        return sum(self._drawing.get(card, 0) for card in cards)

    def _most(self, cards: tuple[str, ...]) -> int:
        """The most gold of these cards without further draws."""
        acting = [card for card in cards if card in self._able and card not in self._drawing]
        payable = Counter(price for card in acting for price in self._prices[card])
        plain = sorted((card for card in cards if card not in acting), key=lambda card: self._gold[card])
        kept: Counter[str] = Counter()
        for price, count in payable.items():
            kept |= Counter([card for card in plain if self._pays(card, price)][:count])
        rest = Counter(plain) - kept
        reduced = tuple(sorted((*acting, *kept.elements())))
        if reduced not in self._known:
            state = self.table.position(self.game, reduced, (), "village")
            reached = self._evaluator.best(state)
            self._known[reduced] = reached.value[0] if reached is not None else 0
        return self._known[reduced] + sum(self._gold[card] * count for card, count in rest.items())

    def _pays(self, card: str, price: Price) -> bool:
        return pays_for(price, self.game.book.card(card))


def _village(card: Card) -> list[Ability]:
    return [ability for ability in card.abilities if ability.when == "village"]


def _draws_freely(card: Card) -> bool:
    """Whether a card's draws cost nothing: it has no gold and does nothing else."""
    return card.gold is None and all(
        isinstance(effect, DrawCardsEffect) and ability.price is None
        for ability in _village(card)
        for effect in ability.do
    )


def _draws(card: Card) -> int:
    """How many cards the abilities of a card draw in the Village."""
    return sum(
        effect.cards
        for ability in _village(card)
        for effect in ability.do
        if isinstance(effect, DrawCardsEffect)
    )
