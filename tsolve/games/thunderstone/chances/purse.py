"""The most gold that a hand can make in the Village, all abilities used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from tsolve.cardkit.hands import draws
from tsolve.games.thunderstone.cards import Ability, Card, Price
from tsolve.games.thunderstone.chances.battle import can_reveal
from tsolve.games.thunderstone.chances.draws import ahead
from tsolve.games.thunderstone.chances.table import Table
from tsolve.games.thunderstone.effects.abilities.drawing import DrawCardsDeed
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import prices
from tsolve.turns.odds.draws import Draws
from tsolve.turns.odds.tally import Outcome, Weight

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
        """For cards of which the draws have a price."""
        deck = (self._deck - Counter(hand)).elements()
        state = self.table.position(self.game, hand, deck, "village")
        best = Draws(self.game, partial(ahead, self.game), self._at_once, [1])
        (spread,) = best.look(state).spreads
        return spread.chances()

    def _at_once(self, state: State) -> tuple[list[Outcome], bool]:
        reached = self._evaluator.best(state)
        return [reached.value if reached is not None else (0,)], False

    def _after_draws(self, hand: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Fraction]]:
        """The hands after everything was drawn that can be drawn for nothing, with their chances.

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
        """The most gold of these cards, when none is drawn any more."""
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
        return prices.fits(price, self.game.book.card(card))


def _village(card: Card) -> list[Ability]:
    return [ability for ability in card.abilities if ability.when == "village"]


def _draws_freely(card: Card) -> bool:
    """Whether nothing is lost by all the draws of a card: it has no gold and does nothing else."""
    return card.gold is None and all(
        isinstance(effect, DrawCardsDeed) and ability.price is None
        for ability in _village(card)
        for effect in ability.do
    )


def _draws(card: Card) -> int:
    """How many cards the abilities of a card draw in the Village."""
    return sum(
        effect.cards
        for ability in _village(card)
        for effect in ability.do
        if isinstance(effect, DrawCardsDeed)
    )
