"""The cheapest repairs: what is missing, and which single card would close the gap. Each was solved."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterator
from itertools import islice

from tsolve.budget import FREE, allow
from tsolve.explain.repair import least_amount, repairs
from tsolve.games.thunderstone.explaining.certainty import certainly, is_possible
from tsolve.games.thunderstone.explaining.question import Question
from tsolve.games.thunderstone.explaining.sharing import ADDED
from tsolve.games.thunderstone.explaining.showing import shown
from tsolve.games.thunderstone.explaining.world import (
    Quantity,
    World,
    state_change,
    with_cards,
    with_more,
)
from tsolve.games.thunderstone.turn.market import left_of
from tsolve.model.whynot import Missing, RemedyAnswer

SHOWN = 3
"""Cards named of those that the Village sells, and of all others."""
_NAMES = {
    "attack": "Attack",
    "magic": "Magic Attack",
    "light": "Light",
    "strength": "Strength for every Hero",
    "gold": "gold",
    "xp": "XP",
}
_KINDS = ("hero", "village", "basic", "monster")


def missing(question: Question, world: World, in_question: Container[str] = ()) -> Iterator[Missing]:
    """How much of each quantity is missing, each by itself; `in_question`: a reason is about these."""
    for quantity in (each for each in question.quantities if question.asks(world, each)):
        least = least_amount(_Enough(question, world, quantity), question.most)
        matters = least is not None or quantity in in_question
        yield Missing(quantity, _NAMES[quantity], least, matters)


class _Enough:
    """Whether so much more of one quantity makes it possible."""

    def __init__(self, question: Question, world: World, quantity: Quantity) -> None:
        self.question, self.world, self.quantity = question, world, quantity

    def __call__(self, amount: int) -> bool:
        repaired = with_more(self.quantity, amount)(self.world)
        return is_possible(self.question, repaired)


def remedies(question: Question, world: World) -> Iterator[RemedyAnswer]:
    """The cheapest single cards that make it possible. Raises SpentError."""

    def repaired(card: str) -> RemedyAnswer | None:
        changed = state_change(with_cards(card))(world)
        sought = certainly(question, changed)
        if sought.line is None:
            return None
        facts = world.cards[card]
        for_sale = None if world.state.stock is None else card in sold
        where = "" if for_sale is None else "in the Village" if for_sale else "not sold here"
        with allow(FREE):
            line, _ = shown(changed, sought.line, sought.drawn)
        return RemedyAnswer(facts.name, facts.cost, for_sale, where, line)

    def symmetry_key(card: str) -> Hashable:
        return question.symmetry_key(world, world.cards[card])

    candidates = [card for card in _candidates(world) if question.may_help(world, world.cards[card])]
    sold = [card for card in candidates if left_of(world.state, card)]
    others = [card for card in candidates if card not in sold]
    for group in (sold, others):
        yield from islice(repairs(group, repaired, symmetry_key), SHOWN)


def _candidates(world: World) -> list[str]:
    """Every card that a hand may hold, the cheapest first; what is not for sale comes last."""
    cards = [card for card in world.cards.values() if card.kind in _KINDS and card.id != ADDED]
    return [card.id for card in sorted(cards, key=lambda card: (card.cost is None, card.cost or 0))]
