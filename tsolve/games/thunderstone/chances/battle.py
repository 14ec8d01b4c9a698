"""What a hand can do in the Dungeon: the best attack on each Monster, and the best turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

from msgspec.structs import replace

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.chances.draws import ahead
from tsolve.games.thunderstone.chances.table import Table
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.state import UNSEEN, Member, Slot, State
from tsolve.games.thunderstone.target import Target
from tsolve.games.thunderstone.turn.hall import RANKS
from tsolve.turns.odds.draws import Draws
from tsolve.turns.odds.tally import Outcome, Weight

ATTACK = ("win", "value")
"""The goal of an attack: to defeat the Monster, and then the highest Attack Value."""

TURN = ("win", "vp", "xp")
"""The goal of a turn: what the battle brings in. What it costs, and what follows it, is not counted."""

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
        """What the turn is worth when this Monster is defeated."""
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
    """Whether the card can matter to a battle; if not, a hand is as good without it.

    `weighs_gold` says that gold may matter as well; so may the number of Mercenaries.
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
