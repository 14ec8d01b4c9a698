"""Forced choices: the engine makes them, and a written line may still state them."""

from __future__ import annotations

from tsolve.diagnostics import Span
from tsolve.games.thunderstone.actions import Action, Destroy, DestroyFound, Discard, GiveUp, Silence, Suffer
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.battle.weakening import is_for_all
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.naming import is_kind
from tsolve.games.thunderstone.writing.reading import read
from tsolve.model.refusal import Refusal
from tsolve.rules.ruleset import Ruleset

_CHOICES = (Destroy, DestroyFound, Discard, GiveUp, Silence, Suffer)
"""What the rules ask for in the middle of a turn."""


class ForcedChoices:
    """The forced choices of a turn not yet stated, each with the position in which it was made."""

    def __init__(self, game: Thunderstone, ruleset: Ruleset[Card]) -> None:
        self.game = game
        self.ruleset = ruleset
        self.made: list[tuple[State, Action]] = []

    def fork(self) -> ForcedChoices:
        """The same choices, for another way to go on."""
        other = ForcedChoices(self.game, self.ruleset)
        other.made = [*self.made]
        return other

    def said(self, state: State, text: str, span: Span | None) -> bool:
        """Whether the text says one of them, which then is said; a like choice that waits now comes first."""
        if not self.made:
            return False
        action = read(self.game, self.ruleset, state, text, span).action
        if not isinstance(action, _CHOICES) or self._is_asked(state, action):
            return False
        for place, (before, choice) in enumerate(self.made):
            if not _alike(choice, action):
                continue
            said = read(self.game, self.ruleset, before, text, span)
            if not said.is_whole:
                continue
            if is_for_all(before, choice):
                if said.action == choice:  # it may be said of each Hero that it concerns
                    return True
                continue
            any_hero = isinstance(choice, Suffer) and said.action == Suffer(choice.pool)
            if any_hero or self.game.why_not(before, said.action) is None:
                del self.made[place]
                return True
        return False

    def tell(self, player: int, number: int, kind: str) -> str | None:
        """A sentence says that another player gave so many cards (0: any number) of a kind (empty: any). Why
        that is not so, or empty, and then it is said; None where no such choice was made.
        """
        for place, (before, choice) in enumerate(self.made):
            if isinstance(choice, (Discard, GiveUp)) and choice.player == player:
                if number > 1 or not is_kind(self.game.book, before, choice, kind):
                    return f'the only choice was "{self.game.notation(before, choice)}"'
                del self.made[place]
                return ""
        return None

    def refusal(self, state: State, action: Action, text: str) -> Refusal | None:
        """Why another answer to such a choice is not legal; None when there was no such choice."""
        alike = [made for made in self.made if _alike(made[1], action)]
        if not alike or self._is_asked(state, action):
            return None
        before, choice = alike[-1]
        only = self.game.notation(before, choice)
        once = is_for_all(before, choice) and self.game.mover(before) == before.active
        told = f'"{only}" has made this choice already' if once else f'the only choice was "{only}"'
        return Refusal(text, told, self.game.rulings_for(before, choice))

    def settled(self, before: State, action: Action) -> None:
        """A choice was made that holds for every Hero: of each it may be said."""
        if is_for_all(before, action):
            self.made.append((before, action))

    def _is_asked(self, state: State, action: Action) -> bool:
        waiting = self.game.legal_actions(state) if state.todo else []
        return any(_alike(option, action) for option in waiting)


def _alike(choice: Action, action: Action) -> bool:
    """Whether both answer the same kind of question, put to the same player."""
    if isinstance(choice, (Discard, GiveUp)) and isinstance(action, (Discard, GiveUp)):
        return type(choice) is type(action) and choice.player == action.player
    return type(choice) is type(action)
