"""One position, and the answers about it that relations between answers need; each is worked out once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.cardkit.pending_game import PendingGame
from tsolve.contract.position import Position
from tsolve.errors import InputError, UndecidedError, UnsupportedError, UsageError
from tsolve.model.answers import CheckAnswer, ClaimAnswer
from tsolve.model.plays import LineAnswer
from tsolve.model.solved import SolvedAnswer
from tsolve.steps.line import play_line
from tsolve.written.position_file import PositionFile

STEPS = 20_000
"""Work that one answer may take."""

Claim = dict[str, Any]


class Asked:
    """One position, and the answers about it that several relations need."""

    def __init__(self, whole: Position[Any, Any]) -> None:
        self.whole = whole
        """With its line and its claims, where it has any."""
        self.bare = api.changed(whole, **{key: [] for key in ("line", "claims")}, expect={})
        """The position alone."""

    @property
    def line(self) -> tuple[str, ...]:
        """The steps of the file."""
        position: PositionFile = self.whole.written
        return position.line

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of the file."""
        claims = api.data_of(self.whole).get("claims")
        return tuple(each for each in claims if isinstance(each, dict)) if isinstance(claims, list) else ()

    def check(self, claims: Sequence[Claim], line: Sequence[str] = ()) -> CheckAnswer:
        """The answer about the position with these claims and this line."""
        position = api.changed(self.bare, line=list(line), claims=list(claims))
        with allow(Budget(steps=STEPS)):
            return api.check(position, what_if=False)

    def verdicts(self, claims: Sequence[Claim], line: Sequence[str] = ()) -> list[ClaimAnswer]:
        """The answers to claims."""
        return list(self.check(claims, line).claims) if claims else []

    def verdict(self, claim: Claim, line: Sequence[str] = ()) -> ClaimAnswer | None:
        """The answer to one claim; None where it is none in this game."""
        with contextlib.suppress(InputError, UsageError):
            return self.verdicts([claim], line)[0]
        return None

    def expected(self, fact: Claim, step: int | None) -> tuple[str, str] | None:
        """The verdict on an expectation of the line, after a step or at its end, and what is found; None
        where it is none in this game.
        """
        expect = {"line": fact} if step is None else {"steps": {str(step): fact}}
        with contextlib.suppress(InputError, UsageError):
            position = api.changed(self.bare, line=list(self.line), expect=expect)
            with allow(Budget(steps=STEPS)):
                (found,) = api.check(position, what_if=False).expectations
            verdict = "confirmed" if found.holds else "undecided" if found.undecided else "refuted"
            return verdict, found.found
        return None

    @cached_property
    def played(self) -> CheckAnswer | None:
        """The line of the file, where it is legal to its end."""
        if not self.line:
            return None
        found = self.check((), self.line)
        assert found.line is not None
        return found if found.line.legal and not found.line.undecided else None

    @cached_property
    def solved(self) -> SolvedAnswer | None:
        """The best play."""
        with contextlib.suppress(UsageError, UnsupportedError, UndecidedError), allow(Budget(steps=STEPS)):
            return api.solve(self.bare)
        return None

    @cached_property
    def best_line(self) -> LineAnswer | None:
        """The best line, where no chance comes in."""
        solved = self.solved
        return solved.best.line if solved is not None and solved.best is not None else None

    def is_event(self, text: str, line: Sequence[str]) -> bool:
        """Whether a step says what chance does."""
        position = api.changed(self.bare, line=list(line))
        state = play_line(position, line, in_all_ways=False).final
        step_reader = position.step_reader()
        with contextlib.suppress(InputError):
            return step_reader.is_event(step_reader.read(state, text, None).action)
        return True

    def awaits_others(self, line: Sequence[str]) -> bool:
        """Whether another player chooses next, which a line need not tell where it makes no difference."""
        game = self.bare.game
        state = play_line(api.changed(self.bare, line=list(line)), line, in_all_ways=False).states[-1]
        return game.mover(state) >= 0 and game.mover(state) != game.turn_of(state) - 1

    @property
    def knows_all(self) -> bool:
        """Whether nothing that the file leaves out keeps the turn open."""
        return not any(True for _ in self.bare.unknowns(self.bare.state))

    @property
    def has_turns(self) -> bool:
        """Whether what can be done ends with a turn; a campaign goes on with what people report of it."""
        return isinstance(self.bare.game, PendingGame)

    def lines(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The legal lines that are known of the position, each with where it comes from."""
        if self.played is not None:
            yield "the line of the file", self.line
        if self.best_line is not None and self.best_line.legal:
            yield "the best line", tuple(step.text for step in self.best_line.steps)
