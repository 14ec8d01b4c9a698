"""The working copy with the decisions that its verbs lead to: the Weapons that a Hero drops, what a discarded
card does, a roll for a card gained.

The verbs are in `play.py`; the decisions wait as tasks, which know the rules of a turn.
"""

from __future__ import annotations

from tsolve.games.quest.play import Play
from tsolve.games.quest.turn.demands import RollForLoss
from tsolve.games.quest.turn.drawing import respond
from tsolve.games.quest.turn.heroes import LetGo, can_hold


class TurnPlay(Play):
    """One action in the making."""

    __slots__ = ()

    def unburden(self, hero: int) -> None:
        if not can_hold(self.book, self.state, hero):
            self.push(LetGo(hero))

    def apply_discard_text(self, card: str) -> None:
        respond(self, card, from_deck=False)

    def roll_for_loss(self, ruling: str, least: int) -> None:
        self.push(RollForLoss(ruling, least))
