"""The positions that a turn can reach by certain actions, found in the engine, shortest lines first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tsolve.engine.explore import Arrival
from tsolve.games.thunderstone.actions import Action, Equip, Use
from tsolve.games.thunderstone.effects.abilities.adding import Rally
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.situations import looks_in_vain, reveals, why_no_further
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.turn import abilities
from tsolve.turns.why_not.pursuit import Pursuit

Moves = Callable[[Thunderstone, State], Iterable[Action]]
"""The legal actions of a free step that may help. Choices that a card demands are always tried."""


def _never(_: State) -> bool:
    return False


class TurnPursuit(Pursuit[State, Action]):
    """What may be done in a turn of Thunderstone."""

    cost = 0  # its engine counts its own work
    game: Thunderstone

    def __init__(
        self, game: Thunderstone, player: int, moves: Moves, is_done: Callable[[State], bool | None] = _never
    ) -> None:
        super().__init__(game, player, is_done)
        self._moves = moves

    def is_over(self, state: State) -> bool:
        return state.over or state.step == "ending"

    def moves(self, state: State) -> Iterable[Action]:
        return (Thunderstone.legal_actions if state.todo else self._moves)(self.game, state)

    def why_no_further(self, here: Arrival[State, Action]) -> str:
        if looks_in_vain(self.game, here.state):
            return ""
        return why_no_further(self.game, _last_used(here), self.game.mover(here.state))


def _last_used(here: Arrival[State, Action]) -> str:
    used = [action for action in here.line if isinstance(action, Use)]
    return here.state.party[used[-1].card].card if used else ""


def prepares(weapon: str = "", hero: str = "") -> Moves:
    """What shows cards or moves the Hall; with the Weapon in the hand also what lets Heroes carry it.

    `hero` is the only Hero meant, who is not given the Weapon yet; without one anybody may carry it.
    """

    def moves(game: Thunderstone, state: State) -> Iterator[Action]:
        free = any(m.card == weapon and not m.left and m.bearer == NONE for m in state.party)
        for use in abilities.attempts(game.book, state):
            helps = reveals(game, state, use) or (free and _strengthens(game, state, use, hero))
            if helps and game.why_not(state, use) is None:
                yield use
        for action in game.legal_actions(state) if free else ():
            if isinstance(action, Equip) and _arms(game, state, action, weapon, hero):
                yield action

    return moves


def _arms(game: Thunderstone, state: State, action: Equip, weapon: str, hero: str) -> bool:
    """Whether the Weapon itself is taken up, by anybody, or one that helps this Hero to carry it."""
    taken = state.party[action.weapon].card
    if not hero and taken == weapon:
        return True
    helps = taken in game.book.strengthening or taken in game.book.hands
    return helps and hero in ("", state.party[action.hero].card)


def _strengthens(game: Thunderstone, state: State, use: Use, hero: str) -> bool:
    """Whether the use may make a Hero stronger: any Hero, or this one."""
    effects = game.book.card(state.party[use.card].card).abilities[use.ability].do
    if any(isinstance(effect, Rally) for effect in effects):
        return True
    serves = use.target != NONE and any(effect.target == "hero" for effect in effects)
    return serves and hero in ("", state.party[use.target].card)
