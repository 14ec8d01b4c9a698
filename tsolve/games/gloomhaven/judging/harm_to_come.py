"""How much harm may still come to the enemies of the acting figure in its turn: who has more hit points than
that does not fall, however many more they are.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import Ability, Attack, Heal
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.game import ONLY_FOLLOW, harms
from tsolve.games.gloomhaven.lasting import lasts
from tsolve.games.gloomhaven.modifiers import card, reduced, result
from tsolve.games.gloomhaven.state import State, Task
from tsolve.games.gloomhaven.turn.attack import AttackOne, DrawModifier
from tsolve.games.gloomhaven.turn.damage import EndAttack, IfDamaged
from tsolve.games.gloomhaven.turn.effects import Perform
from tsolve.games.gloomhaven.turn.forced_movement import Force
from tsolve.games.gloomhaven.turn.monster import Abilities, ChooseFocus, MonsterMove
from tsolve.games.gloomhaven.turn.monster_attack import MonsterAttack, NextTarget

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book

NO_END = 1_000_000
"""More than any harm: nobody can tell how much it is."""
_NO_HARM = (*ONLY_FOLLOW, ChooseFocus, EndAttack, MonsterMove)
"""Tasks that harm nobody but, perhaps, the figure that they name."""


Counts = tuple[tuple[str, int], ...]
"""Modifier cards, each with a number."""


class HarmToCome:
    """The hit points that enemies may lose at most."""

    def __init__(self, book: Book, state: State, deck: Counts | None) -> None:
        """`deck`: the cards that the acting figure may draw; None if nobody can tell.

        An attack ability makes one attack on each enemy, or all on one; whoever is pushed meets a trap or
        hazard in each hex at worst.
        """
        self._figure: Figure = state.figure(state.turn)
        self._deck, self._is_reduced = deck, book.variants.reduced
        traps = max((trap.damage for trap in state.traps), default=0)
        self._of_step = traps + (book.trap_damage if book.terrain.hazards else 0)
        """By a hex into which a figure is moved."""
        self._each = 0
        """Any of them, by what has not named its targets yet."""
        self._named = Counter[str]()
        """Those that something waits for, in addition."""
        if lasts(state):
            self._each = NO_END
        for task in state.todo:
            self._add(task)

    def most(self, name: str) -> int:
        """The most that an enemy may lose."""
        return self._each + self._named[name]

    def most_after(self, task: DrawModifier) -> int:
        """The most that the target may lose after the damage of this attack, one of the tasks."""
        return self.most(task.target) - self._by_attack(task.attack) + self._follows(task.attack)

    def _add(self, task: Task) -> None:
        if isinstance(task, AttackOne | DrawModifier):
            is_drawing = isinstance(task, DrawModifier) and bool(task.drawing.cards)  # they left the deck
            is_own = task.attacker == self._figure.name and not is_drawing
            self._named[task.target] += self._by_attack(task.attack) if is_own else NO_END
        elif isinstance(task, MonsterAttack | NextTarget):
            self._each += self._by(task.attack)
        elif isinstance(task, Abilities):
            self._each += sum(map(self._by, task.rest))
        elif isinstance(task, Perform):
            self._each += self._by(task.ability)
        elif isinstance(task, IfDamaged):
            self._each += sum(map(self._by, task.abilities))
        elif isinstance(task, Force):
            self._named[task.target] += task.left * self._of_step
        elif isinstance(task, _NO_HARM):
            for key in ("target", "figure"):
                self._named[getattr(task, key, "")] += NO_END
        else:
            self._each += NO_END

    def _by(self, ability: Ability) -> int:
        """By an ability, to one figure."""
        if isinstance(ability, Attack):
            times = self._figure.profile.targets if ability.all_on_one else 1
            return NO_END if ability.augments else times * self._by_attack(ability)
        if isinstance(ability, Heal) and ability.whom.side not in ("self", "allies"):
            return NO_END  # an enemy would have more hit points then
        return NO_END if harms((ability,)) else 0

    def _by_attack(self, attack: Attack) -> int:
        """By an attack with what follows it: with all its bonuses, on a poisoned figure without a shield."""
        profile = self._figure.profile
        if self._deck is None or profile.attack_counts:
            return NO_END
        value = (
            attack.amount.number
            + (profile.attack if attack.amount.relative else 0)
            + sum(max(bonus.attack, 0) for bonus in attack.bonuses)
            + sum(max(number, 0) for _, number in attack.added)
            + sum(effect.amount for effect in self._figure.effects if effect.kind == "attack_plus")
            + 1
        )
        return _most(self._deck, value, self._is_reduced) + self._follows(attack)

    def _follows(self, attack: Attack) -> int:
        """By what follows the damage of an attack."""
        forced = sum(each.push + each.pull for each in attack.parts)
        return forced * self._of_step + sum(map(self._by, attack.damaging))


@lru_cache(1024)
def _most(deck: Counts, value: int, is_reduced: bool) -> int:
    """The most damage by a card of a deck."""
    cards = [card(text) for text, _ in deck]
    return max(0, *(result(reduced(each) if is_reduced else each, value) for each in cards))
