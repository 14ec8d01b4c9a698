"""Claims with a bound: a number that is at most so much, one that is possible, or the most that there may be;
and what is on a list, whatever else is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import ge, gt, le, lt
from typing import Any

from msgspec.structs import replace

from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.judging.mistaken_claims import JudgedAlone
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.statements import DeathClaimFile
from tsolve.judging.numbers import OUTCOMES, Judged, Outcome, judge, out_of_reach
from tsolve.model.answers import ClaimAnswer
from tsolve.model.facts import Fact

_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "at least": ge,
    "at most": le,
    "more than": gt,
    "less than": lt,
}
_EXTREMES: Mapping[str, Callable[..., int]] = {"most": max, "least": min}


class BoundedClaim(JudgedAlone[State, Action]):
    """Judges a claim that may have a bound."""

    claim: DeathClaimFile

    @property
    def _is_chosen(self) -> bool:
        """Whether players choose what is done."""
        return False

    def _figure(self) -> ClaimAnswer:
        if self.claim.bound is None:
            return super()._figure()
        scope = self._scope
        assert scope is not None  # the file was checked
        if text := out_of_reach(scope):
            return self._answer(None, text)
        return self._in(OUTCOMES.of(self.position)(scope, self.kind, self._stated()))

    def _in(self, outcomes: Sequence[Outcome]) -> ClaimAnswer:
        bound = self.claim.bound
        if bound is None:
            return super()._in(outcomes)
        if bound in _COMPARED:
            beyond = self._beyond(outcomes)
            first = next((f"with {each.told}: " for each in beyond if each.told.strip('"')), "")
            told = beyond[:1] or outcomes
            found = judge(self.position, self.kind, self._stated(), told, self._say, agrees=self._agrees)
            found = found._replace(reason=f"{first}{found.reason}")
        else:
            found = self._among_all(outcomes, bound)
        return self._by(found)

    def _beyond(self, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
        """The outcomes that are out of a bound, one of which is enough: at most so much is so much at most
        whatever comes. A list that has something by chance only is left to chance, and a player who chooses
        need not come to the least.
        """
        wanted, surely = self._stated(), ("at most",) if self._is_chosen else ("at least", "at most")
        if self.claim.denied or self.claim.bound not in surely:
            return ()
        if not all(isinstance(each, int) for each in wanted.values()):
            return ()
        known = [each for each in outcomes if not each.found.unknown]
        values = (self.position.told_of(self.kind, each.found.value, wanted) for each in known)
        return [
            each
            for each, value in zip(known, values, strict=True)
            if not all(self._agrees(value[of], wanted[of]) for of in wanted)
        ]

    def _agrees(self, value: Fact, wanted: Fact) -> bool:
        """Whether a value is within the bound."""
        if isinstance(wanted, tuple):
            return isinstance(value, tuple) and set(wanted) <= set(value)
        return isinstance(value, int) and _COMPARED[self.claim.bound or ""](value, wanted)

    def _among_all(self, outcomes: Sequence[Outcome], bound: str) -> Judged:
        """Whether a number is one of those that there may be, or the greatest or smallest of them."""
        if unknown := next((each.found for each in outcomes if each.found.unknown), None):
            return Judged(None, unknown.unknown, unknown.rulings)
        ((whose, wanted),) = self._stated().items()
        numbers = {
            number: each
            for each in outcomes
            if isinstance(
                number := self.position.told_of(self.kind, each.found.value, [whose]).get(whose), int
            )
        }
        if not numbers:
            return Judged(None, "there is no such number")
        told = wanted if bound == "possible" and wanted in numbers else None
        right = _EXTREMES[bound](numbers) if bound in _EXTREMES else told
        if right is None:
            reason = f"it comes to {_listed(numbers)}"
        else:
            way = f" with {numbers[right].told}" if numbers[right].told.strip('"') else ""
            reason = f"{f'the {bound} is ' if bound in _EXTREMES else ''}{right}{way}"
        rulings = outcomes[0].found.rulings
        return Judged(right == wanted, reason, rulings)


def denied(claim: DeathClaimFile, answer: ClaimAnswer) -> ClaimAnswer:
    """The verdict on the opposite, if the claim states that."""
    if not claim.denied or answer.verdict == "undecided":
        return answer
    return replace(answer, verdict="refuted" if answer.verdict == "confirmed" else "confirmed")


def _listed(numbers: Mapping[int, Outcome]) -> str:
    *others, last = map(str, sorted(numbers))
    return f"{', '.join(others)} or {last}" if others else last
