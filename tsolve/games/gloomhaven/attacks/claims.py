"""How claims about attacks without a map are judged."""

from __future__ import annotations

from tsolve.games.gloomhaven.attacks.measures import MEASURES
from tsolve.games.gloomhaven.attacks.position import AttacksPosition
from tsolve.games.gloomhaven.attacks.position_file import AttackClaimFile
from tsolve.games.gloomhaven.attacks.reading import odds_of_attacks
from tsolve.games.gloomhaven.judging.bounds import denied
from tsolve.games.gloomhaven.judging.death_claims import DeathClaim
from tsolve.games.gloomhaven.judging.odds import AttackOdds
from tsolve.games.gloomhaven.writing.sentence_forms import THE_TARGET
from tsolve.model.answers import ClaimAnswer
from tsolve.steps.line import play_line


class AttackClaim(DeathClaim):
    """Judges a claim, also whether every target is killed; without a line by all cards that may come."""

    position: AttacksPosition
    claim: AttackClaimFile

    def _judged(self) -> ClaimAnswer:
        if self.kind in MEASURES.stated and self.played is None:
            self.played = play_line(self.position, ())
        if self._is_of_death:
            return self._death()
        answer = denied(self.claim, super()._judged())
        if self.kind not in ("hit_points", "all_dead") or answer.verdict == "undecided":
            return answer
        names = self._stated() if self.kind == "hit_points" else self.position.attacked
        untold = next(filter(None, map(self.position.untold, names)), "")
        return self._answer(None, untold) if untold else answer

    def _called(self, name: str) -> str:
        """The figure of this name; `the target` where one is attacked."""
        only = dict.fromkeys(self.position.attacked)
        if name == THE_TARGET and len(only) == 1:
            return next(iter(only))
        return self.position.figure(name, self.span)

    def _untold(self, name: str) -> str:
        return self.position.untold(name)

    def _odds(self) -> AttackOdds:
        return odds_of_attacks(self.position)

    def claim_in_words(self) -> str:
        if self.kind == "all_dead":
            return "every target is killed" if self.claim.all_dead else "not every target is killed"
        not_, bound = "not " if self.claim.denied else "", self.claim.bound
        return f"{not_}{super().claim_in_words()}" + (f" ({bound})" if bound else "")
