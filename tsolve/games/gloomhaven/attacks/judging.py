"""Claims about attacks, and what a puzzle expects of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.diagnostics import Span
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.attacks.files import FACTS, AttackClaimFile, AttackExpectFile, AttackFacts
from tsolve.games.gloomhaven.attacks.narration import STILL_TO_COME
from tsolve.games.gloomhaven.judging.outcome import conditions_of, hit_points_of
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.words import condition_named
from tsolve.model.answers import ClaimAnswer, ExpectationAnswer
from tsolve.source.decode import Path
from tsolve.turns.claims import ClaimJudge
from tsolve.turns.compared import same, worded
from tsolve.turns.expectations import Expectations, ExpectedFacts, in_time
from tsolve.turns.played import Played

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.attacks.opened import OpenedAttacks

_RULINGS = {"hit_points": ("GH-6.9",), "conditions": ("GH-7.1",)}


class AttackClaim(ClaimJudge[State, Action]):
    """Also of hit points and conditions."""

    opened: OpenedAttacks
    claim: AttackClaimFile

    def _judged(self) -> ClaimAnswer:
        if self.kind in FACTS and self.after is None and self.played is not None:
            if not self.played.answer.legal:
                return self._broken()
            if self.played.result.todo:
                return self._answer(None, STILL_TO_COME, ("GH-6.8",))
        return self._of_figures() if self.kind in _RULINGS else super()._judged()

    def _text(self) -> str:
        if self.kind in _RULINGS:
            return f"{self.kind.replace('_', ' ')}: {_listed(self._wanted())}"
        if self.kind == "kills":
            return "every target is killed" if self.claim.kills else "not every target is killed"
        return super()._text()

    def _wanted(self) -> dict[str, object]:
        return _stated(self.opened, self.claim, self.kind, self.span)

    def _of_figures(self) -> ClaimAnswer:
        played = self.played
        assert played is not None  # the file was checked
        if self.after is not None and self._state() is None:
            return self._broken()
        return self._whatever_is_chosen(played, self._found_in)

    def _found_in(self, played: Played[State, Action]) -> ClaimAnswer:
        wanted = self._wanted()
        state = played.result if self.after is None else played.states[self.after]
        found = _found(state, self.kind, wanted)
        return self._answer(found == wanted, _listed(found), _RULINGS[self.kind])


class AttackExpectations(Expectations[State, Action]):
    """What every game's file may expect, and hit points and conditions."""

    opened: OpenedAttacks
    expect: AttackExpectFile

    def with_search(self) -> Iterator[ExpectationAnswer]:
        if self.expect.odds is not None:
            from tsolve.games.gloomhaven.judging.odds_expectations import judge_odds

            yield from in_time(("odds",), judge_odds(self.opened.odds, self.expect.odds))

    def _facts(
        self, played: Played[State, Action], path: Path, expect: ExpectedFacts, step: int | None
    ) -> Iterator[ExpectationAnswer]:
        yield from super()._facts(played, path, expect, step)
        assert isinstance(expect, AttackFacts)
        state = played.result if step is None else played.states[step]
        for kind in _RULINGS:
            written = getattr(expect, kind) or {}
            wanted = _stated(self.opened, expect, kind)
            found = _found(state, kind, wanted)
            for text in written:
                name = self.opened.figure(text)
                yield same((*path, kind, text), f"{kind} {name}", wanted[name], found[name])


def _stated(
    opened: OpenedAttacks, facts: AttackFacts, kind: str, span: Span | None = None
) -> dict[str, object]:
    """What is stated of figures, by their full names."""
    written = (facts.hit_points if kind == "hit_points" else facts.conditions) or {}
    return {
        opened.figure(name): tuple(
            sorted(condition_named(opened.ruleset, opened.decoded, each, span) for each in value)
        )
        if isinstance(value, tuple)
        else value
        for name, value in written.items()
    }


def _found(state: State, kind: str, wanted: dict[str, object]) -> dict[str, object]:
    finder = hit_points_of if kind == "hit_points" else conditions_of
    return finder(state, wanted)


def _listed(values: dict[str, object]) -> str:
    return ", ".join(f"{name} {worded(value)}" for name, value in values.items())
