"""How claims about attacks without a map are judged."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.attacks.measures import MEASURES
from tsolve.games.gloomhaven.attacks.position import AttacksPosition
from tsolve.games.gloomhaven.attacks.position_file import AttackClaimFile
from tsolve.games.gloomhaven.attacks.reading import odds_of_attacks
from tsolve.games.gloomhaven.judging.chance_claims import chance_of_death
from tsolve.games.gloomhaven.state import State
from tsolve.judging.claims import ClaimJudge
from tsolve.model.answers import ClaimAnswer
from tsolve.steps.line import play_line


class AttackClaim(ClaimJudge[State, Action]):
    """Judges a claim, also whether every target is killed; without a line by all cards that may come."""

    position: AttacksPosition
    claim: AttackClaimFile

    def _judged(self) -> ClaimAnswer:
        if self.claim.chance is not None:
            name = self.position.figure(self.claim.dies or self.claim.survives or "", self.span)
            found = chance_of_death(odds_of_attacks, self.position, name)
            return self._answer(*found.judged(self.claim.chance, self.claim.dies is not None))
        if self.kind in MEASURES.stated and self.played is None:
            self.played = play_line(self.position, ())
        return self._death() if self.kind in ("dies", "survives") else super()._judged()

    def _death(self) -> ClaimAnswer:
        """Whether a figure is killed: it has no hit points afterwards."""
        name = self.position.figure(self.claim.dies or self.claim.survives or "", self.span)
        other = copy(self)
        other.claim = replace(self.claim, dies=None, survives=None, hit_points={name: 0})
        other.kind = "hit_points"
        answer = other._judged()
        verdict = answer.verdict
        if self.kind == "survives" and verdict != "undecided":
            verdict = "refuted" if verdict == "confirmed" else "confirmed"
        return replace(answer, text=f"{name} {self.kind}", verdict=verdict)

    def _text(self) -> str:
        if self.kind in ("dies", "survives"):
            chance = f", chance {self.claim.chance}" if self.claim.chance is not None else ""
            return f"{self.claim.dies or self.claim.survives} {self.kind}{chance}"
        if self.kind == "all_dead":
            return "every target is killed" if self.claim.all_dead else "not every target is killed"
        return super()._text()
