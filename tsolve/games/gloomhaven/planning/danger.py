"""How likely characters fall to what the monsters do, whichever modifier cards they draw, and turns that keep
out of that danger.

The cards that monsters draw for the attacks on one character are a sample of their shuffled deck without
replacement, whoever is attacked in between. A character that would fall loses cards for the damage instead,
as long as it has some. (GH-11.5)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest
from math import perm
from typing import NamedTuple

from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.initiative import waits
from tsolve.games.gloomhaven.modifiers import Modifier, result
from tsolve.games.gloomhaven.planning.goals import Goal
from tsolve.games.gloomhaven.planning.tree import TurnTree
from tsolve.games.gloomhaven.state import Held, State
from tsolve.solve.policy import Worth

ONE_MORE = "one more card"
"""A card in the hand of an unharmed character, so that it is asked how it bears any damage. It is never lost:
where it would be, the character takes the damage.
"""
MOST_DRAWS = 8
"""With more attacks on one character than this only the worst case is looked at."""


class Blow(NamedTuple):
    """Damage that a character is about to take."""

    damages: tuple[int, ...]
    """By each kind of modifier card; only one number where no card decides."""
    spare: int
    """How often it may have lost cards for damage up to now."""

    @property
    def is_drawn(self) -> bool:
        """Whether a modifier card decides the damage."""
        return len(self.damages) > 1


@lru_cache(8192)
def chance_to_fall(hit_points: int, blows: tuple[Blow, ...], copies: tuple[int, ...]) -> Fraction:
    """The chance that these blows, one after the other, leave a character without hit points; at the most,
    where there are many. `copies`: how many cards there are of each kind.
    """
    if sum(max(each.damages) for each in blows) < hit_points:
        return Fraction(0)
    draws = sum(each.is_drawn for each in blows)
    if draws > min(MOST_DRAWS, sum(copies)):
        worst = tuple(Blow((max(each.damages),), each.spare) for each in blows)
        return chance_to_fall(hit_points, worst, copies)
    ways = Counter({(hit_points, 0, copies): 1})
    for blow in blows:
        ways = _after(ways, blow)
    whole = perm(sum(copies), draws)
    return 1 - Fraction(ways.total(), whole)


_Ways = Counter[tuple[int, int, tuple[int, ...]]]
"""In how many ways a character still stands with these hit points, these losses of cards, and these cards
left in the deck.
"""


def _after(ways: _Ways, blow: Blow) -> _Ways:
    after: _Ways = Counter()
    for (hit_points, lost, left), number in ways.items():
        for damage, copies, then in _drawn(blow, left):
            if damage < hit_points:
                after[hit_points - damage, lost, then] += copies * number
            elif lost < blow.spare:
                after[hit_points, lost + 1, then] += copies * number
    return after


def _drawn(blow: Blow, left: tuple[int, ...]) -> Sequence[tuple[int, int, tuple[int, ...]]]:
    """The damage by each card, how many copies of it are left, and the cards that are left then."""
    if not blow.is_drawn:
        return [(blow.damages[0], 1, left)]
    return [
        (damage, left[kind], (*left[:kind], left[kind] - 1, *left[kind + 1 :]))
        for kind, damage in enumerate(blow.damages)
        if left[kind]
    ]


def spare(held: Held) -> int:
    """How often a character could lose cards for damage. (GH-11.5)"""
    in_hand = sum(each not in (*held.packs, ONE_MORE) for each in held.hand)
    return in_hand + len(held.discarded) // 2


class ThreatenedTurn(TurnTree):
    """A character's turn that first avoids what the monsters still to act could do to the party."""

    def __init__(
        self, game: Gloomhaven, goal: Goal, lost: Mapping[str, int], worst: Sequence[Modifier]
    ) -> None:
        """`lost`: the hit points that each character no longer has; `worst`: the cards that the monsters
        draw, for the greatest attack first; after these, and without any, they deal what is printed.
        """
        super().__init__(game, goal, "expected")
        self._lost, self._worst = lost, worst

    def lower_bound(self, node: State) -> Worth | None:
        worth = self.goal.value(node)
        return None if worth is None else (-self._excess(node), *worth)

    def most(self, node: State) -> Worth:
        return 0, *self.bounds.most(node)

    def end(self, state: State) -> tuple[Worth, None]:
        worth = self.lower_bound(state)
        assert worth is not None
        return worth, None

    def _excess(self, state: State) -> int:
        """The damage beyond what the characters can bear, if all that can come near attack each of them."""
        board, excess = self.game.book.board(state), 0
        for figure in state.figures:
            held = state.cards_of(figure.name)
            if figure.side != "party" or held is None:
                continue
            attacks = sorted(
                (
                    monster.profile.attack
                    for monster in state.enemies_of(figure)
                    if self._attacks(monster)
                    and (steps := board.distance(monster.at, figure.at)) is not None
                    and steps <= _reach(monster)
                ),
                reverse=True,
            )
            cards = zip_longest(attacks, self._worst[: len(attacks)])
            blows = [value if drawn is None else result(drawn, value) for value, drawn in cards]
            left = figure.hp - self._lost[figure.name]
            excess += max(0, sum(sorted(blows, reverse=True)[spare(held) :]) - left + 1)
        return excess

    def _attacks(self, monster: Figure) -> bool:
        return waits(self.game.book, monster) and not (monster.has("stun") or monster.has("disarm"))


def _reach(monster: Figure) -> int:
    moves = 0 if monster.has("immobilize") else monster.profile.move
    return moves + max(monster.profile.range, 1)
