"""Claims that a figure is killed or survives, also with a chance: `Bandit Guard 1 dies`, `65% to kill it`."""

from __future__ import annotations

import re
from abc import abstractmethod
from copy import copy
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.errors import UndecidedError, UsageError
from tsolve.games.gloomhaven.judging.bounds import BoundedClaim
from tsolve.games.gloomhaven.writing.statements import DeathClaimFile
from tsolve.model.answers import ClaimAnswer
from tsolve.model.verdicts import chance_in_words
from tsolve.regex import Regex

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.judging.odds import AttackOdds

_RULES = ("GH-6.8", "GH-6.9", "GH-6.17")
"""The modifier card, the defence, and the deck."""
_KILL = Regex(r"\bkill\b", re.IGNORECASE)
_BOUND = Regex(r"(?P<bound>>=|<=|>|<)?\s*(?P<number>.+)")


class DeathClaim(BoundedClaim):
    """Judges whether a figure is killed."""

    claim: DeathClaimFile

    @abstractmethod
    def _called(self, name: str) -> str:
        """The figure of this name. Raises InputError if there is none."""

    @abstractmethod
    def _untold(self, name: str) -> str:
        """Says that the hit points of a figure are not given; empty if they are, or do not matter."""

    @abstractmethod
    def _odds(self) -> AttackOdds:
        """The odds of the attacks that are to come. Raises UndecidedError or UsageError if nobody knows."""

    @property
    def _is_of_death(self) -> bool:
        return self.kind in ("dies", "survives")

    def _death(self) -> ClaimAnswer:
        """Whether the figure has no hit points afterwards; if the claim has a chance, whether it is that."""
        claim = self.claim
        name = self._called(claim.dies or claim.survives or "")
        if untold := self._untold(name):
            return self._answer(None, untold)
        if claim.chance is not None:
            return self._chance(name, claim.chance)
        other = copy(self)
        other.claim = replace(claim, dies=None, survives=None, hit_points={name: 0})
        other.kind = "hit_points"
        answer = other._judged()
        verdict = answer.verdict
        if self.kind == "survives" and verdict != "undecided":
            verdict = "refuted" if verdict == "confirmed" else "confirmed"
        return replace(answer, text=self.claim_in_words(), verdict=verdict)

    def _chance(self, name: str, stated: str) -> ClaimAnswer:
        from tsolve.games.gloomhaven.judging.attack_outcomes import outcomes  # few claims are about chances

        try:
            found = self._odds()
            results = outcomes(found.game, found.state, found.more)
        except (UsageError, UndecidedError) as error:
            best = self._best_chance(name, stated)
            return best or self._answer(None, str(error), _RULES)
        chance = sum((share for each, share in results.items() if name in each.dead), Fraction(0))
        chance = chance if self.kind == "dies" else 1 - chance
        return self._answer(agrees(stated, chance), f"{name} {self.kind}: {chance_in_words(chance)}", _RULES)

    def _best_chance(self, name: str, stated: str) -> ClaimAnswer | None:
        """Whether the stated chance is the best that a player can reach who chooses how to play; None where
        nobody chooses.
        """
        return None

    def _of_chance(self, chance: Fraction, can: bool) -> bool | None:
        """Nobody can say that a figure cannot be killed if luck kills it."""
        return False if chance and not can and _KILL.search(self._query) else None

    def claim_in_words(self) -> str:
        if not self._is_of_death:
            return super().claim_in_words()
        chance = f", chance {self.claim.chance}" if self.claim.chance is not None else ""
        return f"{self.claim.dies or self.claim.survives} {self.kind}{chance}"


def agrees(written: str, chance: Fraction) -> bool:
    """Whether a chance is the one that is stated, as precisely as it is written: `65%` is anything that is
    rounded to it. A bound is exact.
    """
    found = _BOUND.fullmatch(written.strip())
    assert found is not None  # its pattern was checked
    number = found["number"].replace(" ", "")
    wanted, digit = _number(number)
    match found["bound"]:
        case ">=":
            return chance >= wanted
        case "<=":
            return chance <= wanted
        case ">":
            return chance > wanted
        case "<":
            return chance < wanted
    return abs(chance - wanted) <= digit / 2


def _number(written: str) -> tuple[Fraction, Fraction]:
    """A number, and the worth of its last digit; 0 for a fraction, which is exact."""
    plain = written.removesuffix("%")
    part = Fraction(1, 100) if written.endswith("%") else Fraction(1)
    if "/" in plain:
        return Fraction(plain), Fraction(0)
    _, _, decimals = plain.partition(".")
    is_whole = written in ("0", "1")
    return Fraction(plain) * part, Fraction(0) if is_whole else part / 10 ** len(decimals)
