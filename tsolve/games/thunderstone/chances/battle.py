"""What a hand can do in the Dungeon: the best attack on each Monster, and the best turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tsolve.batch.tally import Outcome, Weight
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.chances.table import Table
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.policy import Node, RobbedError, Searched, search
from tsolve.games.thunderstone.turn.hall import RANKS

ATTACK = ("win", "value")
"""The goal of an attack: to defeat the Monster, and then the highest Attack Value."""

TURN = ("win", "vp", "xp")
"""The first levels of the usual goal: what the turn brings in. What it costs breaks ties only."""

HARMLESS: Outcome = ()
"""The outcome against a Monster that cannot be attacked."""

NOTHING: Outcome = (0, 0, 0)

KNOWN, LEFT_OUT = (0,), (1,)
"""Whether lines of the hand were left out because they meet something unknown."""

Spread = dict[Outcome, Weight]
"""Outcomes with their chances."""

MOST_REMEMBERED = 20_000
"""Hands after which an evaluator is replaced by a fresh one, for the sake of memory."""


class Battles:
    """Finds the figures of hands against the Monsters of one table."""

    def __init__(self, game: Thunderstone, table: Table, deck: Sequence[str]) -> None:
        self.game, self.table, self.book = game, table, game.book
        self.monsters = table.monsters
        self._deck = Counter(deck)
        self._attack = Evaluator(game, ATTACK, set(deck))
        self._turn = Evaluator(game, TURN, set(deck))
        self._idle = frozenset(card for card in self._deck if not fights(self.book.card(card)))
        self._revealing = frozenset(card for card in self._deck if reveals(self.book, card, "dungeon"))
        self._teaching = frozenset(card for card in self._deck if _teaches(self.book.card(card)))
        self._known: dict[tuple[str, ...], list[Spread]] = {}

    def figures(self, hand: Sequence[str]) -> list[Spread]:
        """For each Monster (won, value), then the best turn (win, VP, XP), then what was left out."""
        if not self._revealing.isdisjoint(hand):
            return self._with_draws(hand)
        cards = tuple(card for card in hand if card not in self._idle)
        found = self._known.get(cards)
        if found is None:
            found = self._known[cards] = self._at_once(cards)
        return found

    def _at_once(self, cards: tuple[str, ...]) -> list[Spread]:
        """The figures of a hand that reveals nothing."""
        state = self.table.position(self.game, cards, (), "dungeon")
        figures: list[Spread] = []
        best = NOTHING
        for monster, ranks in self.monsters.items():
            values = [value for rank in ranks if (value := self._attack.attack(state, rank)) is not None]
            value = max(values, default=HARMLESS)
            figures.append({value: 1})
            if value and value[0]:
                card = self.book.card(monster)
                best = max(best, (1, card.vp or 0, card.xp or 0))
        if best[0] and not self._teaching.isdisjoint(cards):
            reached = self._turn.best(state)
            best = reached.value if reached is not None else best
        return [*figures, {best: 1}, {KNOWN: 1}]

    def _with_draws(self, hand: Sequence[str]) -> list[Spread]:
        """The figures of a hand with cards that draw or move the Hall: those of the best policy each."""
        deck = list((self._deck - Counter(hand)).elements())
        state = self.table.position(self.game, hand, deck, "dungeon")
        try:
            found = [search(self.game, state, ATTACK, monster) for monster in self.monsters]
            turn = search(self.game, state, TURN)
        except RobbedError:
            *figures, _ = self._at_once(tuple(hand))
            return [*figures, {LEFT_OUT: 1}]
        figures = [spread(policy, HARMLESS) for policy in found]
        left_out = any(policy.left_out or not policy.proved for policy in (*found, turn))
        return [*figures, spread(turn, NOTHING), {LEFT_OUT if left_out else KNOWN: 1}]


def fights(card: Card) -> bool:
    """Whether the card can matter to a battle; if not, a hand is as good without it."""
    kinds = card.is_hero or card.is_weapon or card.is_item or card.is_spell or card.is_food
    numbers = card.light or card.attack or card.magic_attack or card.trophy
    acts = any(ability.when == "dungeon" for ability in card.abilities)
    return bool(kinds or card.is_disease or card.is_monster or numbers or acts or card.traits or card.spoils)


def reveals(book: Book, card: str, place: str) -> bool:
    """Whether the card has an ability for that place that shows cards, moves the Hall or asks others."""
    return any(
        ability.when == place and any(deed.reveals for deed in ability.do)
        for ability in book.card(card).abilities
    )


def _teaches(card: Card) -> bool:
    return any(effect.experience(rank) for effect in card.spoils for rank in RANKS)


def spread(policy: Searched, otherwise: Outcome) -> Spread:
    """The outcomes of a policy with their chances."""
    found: Spread = {}
    for outcome, chance in _ends(policy.root, Fraction(1), otherwise):
        found[outcome] = found.get(outcome, 0) + chance
    return found


def _ends(node: Node | None, chance: Fraction, otherwise: Outcome) -> Iterator[tuple[Outcome, Fraction]]:
    if node is None:
        yield otherwise, chance
    elif not node.branches:
        yield (node.end.value if node.end is not None else otherwise), chance
    else:
        for branch in node.branches:
            yield from _ends(branch.node, chance * branch.chance, otherwise)
