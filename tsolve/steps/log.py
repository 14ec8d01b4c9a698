"""Plays a log of several turns: each from the table that the one before has left, with what the log tells of
chance. An illegal step is left out and does not stop the log; what nobody tells stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.contract.played_log import PlayedLog, PlayedTurn
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Move
from tsolve.diagnostics import Diagnostics
from tsolve.model.logs import Fault
from tsolve.model.trace import Refusal
from tsolve.steps.turn_of_log import Card, TurnLine
from tsolve.written.card_names import MOST_COPIES, split_count
from tsolve.written.turns import TurnFile

S = TypeVar("S")
A = TypeVar("A")

_MOST_PASSED = 20
"""More choices than a turn leaves open."""


def after_log(position: Position[S, A]) -> Position[S, A]:
    """The position after the turns of its file, with the log that led there.

    Raises InputError for steps and names that say nothing.
    """
    with allow(FREE):  # a position is opened whatever the budget is
        return _Log(position.to_the_end()).played()


def after_turn(position: Position[S, A], number: int) -> Position[S, A]:
    """The position after this turn of its log; 0 is before the first. Raises UsageError for no such turn."""
    log = position.log
    if log is None:
        return position
    before = replace(log, turns=log.turns[:number], stopped="", not_judged=0)
    after = position.at(log.turn(number).after if number else log.start)
    after.log = before
    return after


class _Log(Generic[S, A]):
    """The log of one file."""

    def __init__(self, position: Position[S, A]) -> None:
        self.position = position
        self.rules = position.log_rules()

    def played(self) -> Position[S, A]:
        """Play all turns."""
        turns: list[PlayedTurn[S, A]] = []
        stopped, state = "", self.position.state
        files = self.position.written.turns
        chances = self._chances(files)
        for number, file in enumerate(files, start=1):
            if self.position.whole_game.is_over(state):
                stopped = self.rules.ending(state)
                break
            is_assumed = bool(turns) and turns[-1].is_assumed
            if turns and any(step.refusal is not None for step in turns[-1].steps):
                state = self._handed_on(state, file)
            elif turns and file.player is not None and (figure := self.rules.begun_by(turns[-1])):
                turns[-1], state = self._ended(turns[-1], figure, str(file.player))
            turn, stopped = self._turn(number, file, chances[number - 1], state, is_assumed)
            turns.append(turn)
            state = turn.after
            if stopped:
                break
        log = PlayedLog(self.position.state, tuple(turns), stopped, len(files) - len(turns))
        after = self.position.at(state)
        after.log = log
        return after

    def _handed_on(self, state: S, file: TurnFile) -> S:
        """The position in which the player plays whom the turn names: what the steps before it left open,
        since one of them was left out, is passed.
        """
        game, before = self.position.whole_game, state
        for _ in range(_MOST_PASSED):
            if file.player is None or game.is_over(state):
                return before
            if not self.rules.whose(state, str(file.player)):
                return state
            passed = self.rules.passes(game, state) if game.mover(state) >= 0 else None
            if passed is None:
                return before
            state = game.apply(state, passed)
        return before

    def _ended(self, turn: PlayedTurn[S, A], figure: str, next_one: str) -> tuple[PlayedTurn[S, A], S]:
        """The turn with the end that nobody has written, where the next entry is of somebody else; and the
        position after it.
        """
        game, state, moves = self.position.whole_game, turn.after, list(turn.played.moves)
        while not self.rules.whose(state, figure) and self.rules.whose(state, next_one):
            passed = self.rules.passes(game, state) if game.mover(state) >= 0 else None
            if passed is None:
                return turn, turn.after
            moves.append(Move(state, passed))
            state = game.apply(state, passed)
        return replace(turn, played=replace(turn.played, moves=tuple(moves)), after=state), state

    def _chances(self, files: Sequence[TurnFile]) -> list[dict[str, tuple[Card, ...]]]:
        """What each turn tells of chance. Raises InputError with every name that is no card."""
        found = Diagnostics()
        told = [
            {key: tuple(self._cards(found, index, key, file)) for key in file.chances}
            for index, file in enumerate(files)
        ]
        found.raise_if_any()
        return told

    def _cards(self, found: Diagnostics, index: int, key: str, file: TurnFile) -> Iterator[Card]:
        written: Sequence[str] | Mapping[str, str] | None = getattr(file, key)
        if written is None:
            return
        places = written.items() if isinstance(written, Mapping) else enumerate(written)
        for place, text in places:
            span = self.position.decoded.span("turns", index, key, place)
            count, name = split_count(text, self.position.ruleset.names)
            where = place if isinstance(place, str) else ""
            if not 1 <= count <= MOST_COPIES:
                message = f"at least 1 and at most {MOST_COPIES} copies can be written"
                found.report("E307", message, span)
            elif self.rules.knows(name, found, span):
                yield from [Card(name, where, span)] * count

    def _turn(
        self,
        number: int,
        file: TurnFile,
        told: dict[str, tuple[Card, ...]],
        state: S,
        is_assumed: bool,
    ) -> tuple[PlayedTurn[S, A], str]:
        """Play one turn, on a table that may be assumed; also why the log cannot go on after it."""
        places, here = self.position.decoded.span, ("turns", number - 1)
        span, seat = places(*here), self.rules.seat(state)
        called = self.rules.called(state, str(file.player or ""))
        line = TurnLine(self.position.at(state), self.rules, told, is_assumed)
        if file.player is not None and (why := self.rules.whose(state, str(file.player))):
            refusal = Refusal("", why, self.rules.rulings_of_order)
            fault = Fault(refusal, "the turn is left out", line=places(*here, "player").line_in_file)
            played = line.summed_up((), ())
            left_out = PlayedTurn(
                number, seat, called, state, state, (), played, (), (fault,), False, "", span, is_assumed
            )
            return left_out, ""
        texts = file.line
        spans = [places(*here, "line", index) for index in range(len(texts or ()))]
        played, stopped = line.whole_turn(texts, spans, span)
        turn = PlayedTurn(
            number,
            seat,
            called,
            line.start,
            line.state,
            tuple(line.all_steps),
            played,
            line.texts_to_result,
            tuple(line.faults),
            line.is_hidden,
            "" if line.is_untold else self.rules.outcome(line.start, line.state, played.answer.outcome),
            span,
            line.is_assumed,
        )
        return turn, stopped
