"""What a log of a plain game needs: how the table comes to the next turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from tsolve.cardkit.plain_game import PlainAction, PlainGame, PlainState
from tsolve.contract.log_rules import LogRules
from tsolve.engine import Game

if TYPE_CHECKING:
    from tsolve.contract.step_reader import StepReader

S = TypeVar("S", bound=PlainState)
A = TypeVar("A", bound=PlainAction[Any, Any])


class PlainLogRules(LogRules[S, A]):
    """The rules of one turn stop at its end; those of the whole game go on."""

    def beyond(self, reader: StepReader[S, A], state: S) -> tuple[Game[S, A], S]:
        game = reader.game
        assert isinstance(game, PlainGame)
        whole = type(game)(game.book, game.probe, goes_on=True)
        return whole, state.passed_on() if state.ended and not state.over else state
