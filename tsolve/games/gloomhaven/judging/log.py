"""What a log of Gloomhaven needs beside its steps. A turn of the log is a turn of a figure, a whole round, or
any other part of the scenario: it ends where its steps do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import ClassVar

from msgspec.structs import replace

from tsolve.contract.log_rules import LogRules
from tsolve.contract.played_log import PlayedTurn
from tsolve.diagnostics import Diagnostics
from tsolve.engine import Game
from tsolve.errors import Span
from tsolve.games.gloomhaven.actions import Action, Finish, Pass
from tsolve.games.gloomhaven.state import State, Task
from tsolve.games.gloomhaven.turn.monster import EndTurn
from tsolve.games.gloomhaven.writing.showing import told_changes
from tsolve.rules.names import squash


class TurnLogRules(LogRules[State, Action]):
    """Whose turn it is, and what a part of the scenario came to."""

    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = dict.fromkeys(LogRules.verbs, ("draw",))
    rulings_of_order: ClassVar[tuple[str, ...]] = ("GH-2.4",)
    goes_on: ClassVar[bool] = False

    def knows(self, name: str, found: Diagnostics, span: Span | None) -> bool:
        """Modifier cards are drawn, too, which have no names; what is none cannot come, and is told then."""
        return True

    def called(self, state: State, who: str = "") -> str:
        round_ = f"round {state.round}"
        acting = state.turn or who
        return f"{round_}, {acting}" if acting and squash(acting) != squash(round_) else round_

    def whose(self, state: State, who: str) -> str:
        """A figure plays; before it is known which one, any may be named."""
        is_so = not state.turn or squash(who) in (squash(state.turn), squash(f"round {state.round}"))
        return "" if is_so else f"it is the turn of {state.turn}, not of {who}"

    def passes(self, game: Game[State, Action], state: State) -> Action | None:
        """An ability that need not be performed is skipped; a turn that need not go on ends."""
        ways = game.legal_actions(state)
        return next((way for way in (Pass(), Finish()) if way in ways), None)

    def begun_by(self, turn: PlayedTurn[State, Action]) -> str:
        """A character, who need not play both halves, nor say that its turn ends. (GH-2.5)"""
        figure = turn.after.turn
        begun = (move.before.turn == figure and _acts(move.before) for move in turn.played.moves)
        return figure if any(begun) else ""

    def graded_parts(self, turn: PlayedTurn[State, Action]) -> Sequence[PlayedTurn[State, Action]]:
        """The turns of characters. Which cards are played in a round and what is lost to damage is left to
        the players; what monsters do is no choice.
        """
        parts = []
        own = (move for move in turn.played.moves if _acts(move.before))
        for (_, name), moves in groupby(own, lambda move: (move.before.round, move.before.turn)):
            first, *others = moves
            told = tuple(
                self.position.whole_game.notation(each.before, each.action) for each in (first, *others)
            )
            before = replace(first.before, todo=_of_turn(first.before))
            parts.append(replace(turn, player=0, name=name, before=before, texts=told, faults=()))
        if turn.faults:
            first_part = parts[0] if parts else replace(turn, player=0, texts=())
            parts[:1] = [replace(first_part, faults=turn.faults)]
        return parts

    def outcome(self, before: State, after: State, told: str) -> str:
        return told_changes(before, after)

    def ending(self, state: State) -> str:
        return f"the scenario is {state.ended}"


def _acts(state: State) -> bool:
    """Whether it is the turn of a character."""
    return bool(_of_turn(state)) and state.cards_of(state.turn) is not None


def _of_turn(state: State) -> tuple[Task, ...]:
    """What is still to be done in the turn; nothing where nobody has one."""
    end = next((place for place, each in enumerate(state.todo) if isinstance(each, EndTurn)), None)
    return () if end is None else state.todo[end:]
