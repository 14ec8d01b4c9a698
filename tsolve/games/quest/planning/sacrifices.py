"""Sacrifices: a card destroys a Monster for its XP, and Heroes are given for it. The most XP, and the least
loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import Sacrifice
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.battle import SacrificeMore, victims
from tsolve.games.quest.turn.values import level_of


class Offer(NamedTuple):
    """The XP of one Monster, and the least loss of each kind that its sacrifice costs."""

    xp: int = 0
    vp: int = 0
    cost: int = 0
    cards: int = 0


NOTHING = Offer()


class Sacrifices:
    """The sacrifices of a turn in which no card is drawn and no unknown Monster comes."""

    def __init__(self, book: Book, mine: Sequence[Card], there: Iterable[Card]) -> None:
        self.book = book
        self.number = sum(map(_number, mine))
        effects = [effect for card in mine for effect in _effects(card)]
        levels_change = any(card.modifiers("level", "itself") for card in (*mine, *there))
        self.are_known = not levels_change and all(effect.sort == "Hero" for effect in effects)
        """Whether Levels stay as printed, and only Heroes are given."""
        self._last: tuple[State, list[Offer]] | None = None

    def offers(self, state: State) -> list[Offer]:
        """The sacrifices that may still be made, and `NOTHING`."""
        if self._last is None or self._last[0] is not state:
            self._last = state, self._offers(state)
        return self._last[1]

    def _offers(self, state: State) -> list[Offer]:
        left = (_number(self.book.card(each.card), 0 if state.todo else each.used) for each in state.laid)
        number = sum(left) if state.laid else self.number
        if not number:
            return [NOTHING]
        heroes = [place for place in state.present() if self.book.card(state.laid[place].card).kind == "hero"]
        given = sum(task.levels or 0 for task in state.todo if isinstance(task, SacrificeMore))
        reach = given + sum(level_of(self.book, state, hero) for hero in heroes)
        prey = [self.book.card(state.rooms[place].monster) for place in victims(self.book, state, reach)]
        if number > 1 or not state.laid:
            return [NOTHING, Offer(number * max((monster.xp or 0 for monster in prey), default=0))]
        return [NOTHING, *(self._offer(state, heroes, monster, given) for monster in prey)]

    def _offer(self, state: State, heroes: Sequence[int], monster: Card, given: int) -> Offer:
        need = max((monster.level or 0) - given, 0)
        levels = [level_of(self.book, state, hero) for hero in heroes]
        facts = [self.book.card(state.laid[hero].card) for hero in heroes]
        return Offer(
            monster.xp or 0,
            _least(need, levels, [card.vp or 0 for card in facts]),
            _least(need, levels, [card.cost or 0 for card in facts]),
            _least(need, levels, [1 for _ in facts]),
        )


def _least(need: int, levels: Sequence[int], prices: Sequence[int]) -> int:
    """The least total price of Heroes whose Levels add up to `need`, or as near to it as possible."""
    least = {0: 0}
    for level, price in zip(levels, prices, strict=True):
        for before, paid in list(least.items()):
            reached = min(before + level, need)
            least[reached] = min(least.get(reached, paid + price), paid + price)
    return least[max(least)]


def _effects(card: Card, used: int = 0) -> Iterator[Sacrifice]:
    """The sacrifices by the abilities of a card that are not among the `used` ones, one bit each."""
    left = (ability for number, ability in enumerate(card.abilities) if not used >> number & 1)
    return (
        effect for ability in left for effect in (*ability.do, *ability.pay) if isinstance(effect, Sacrifice)
    )


def _number(card: Card, used: int = 0) -> int:
    return sum(1 for _ in _effects(card, used))
