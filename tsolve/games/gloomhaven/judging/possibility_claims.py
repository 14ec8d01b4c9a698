"""Claims of what can be done in a turn: also an attack on anybody, two things in an order, and a half of a
card beside a line that plays another one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.actions import PlayHalf
from tsolve.games.gloomhaven.judging.death_claims import DeathClaim
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.sentences import ATTACK_ANYBODY
from tsolve.games.gloomhaven.writing.statements import ClaimFile
from tsolve.model.answers import ClaimAnswer
from tsolve.rules.names import squash

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition
    from tsolve.written.claimed_chance import ClaimedChance

_IN_ORDER = re.compile(
    r"(?P<first>(?:(?:use|play) |(?:the )?(?:top|bottom) of ).+?)(?: first)?,? (?:before|and then) (?:the )?"
    r"(?P<second>.+)",
    re.IGNORECASE,
)
"""Two halves in an order: `use bottom of Trample before top of Shield Bash`."""
_SIDE = re.compile(r"\b(top|bottom)\b", re.IGNORECASE)
"""The side of the card in a question about a half."""


class PossibilityClaim(DeathClaim):
    """Judges what can or cannot be done."""

    position: ScenarioPosition
    claim: ClaimFile

    def _asked(self, state: State, query: str, can: bool, wanted: ClaimedChance | None = None) -> ClaimAnswer:
        """Also whether somebody can be attacked at all: each enemy is asked about."""
        if (both := _IN_ORDER.fullmatch(query)) is not None:
            return self._one_after_the_other(state, both["first"], both["second"], can)
        if not query.endswith(ATTACK_ANYBODY):
            return super()._asked(state, query, can, wanted)
        by = self.claim.by or self.position.actor
        name = self.position.figure(by, self.span) if by else ""
        enemies = [each.name for each in state.enemies_of(state.figure(name))] if state.on_map(name) else []
        whose = f"{name} " if self.claim.by else ""
        ask = super()._asked
        found = [ask(state, f"{whose}attack {each}", can, wanted) for each in enemies]
        verdict = "confirmed" if can else "refuted"
        decisive = next((each for each in found if each.verdict == verdict), None)
        decisive = decisive or next((each for each in found if each.verdict == "undecided"), None)
        if decisive is not None:
            return decisive
        reasons = dict.fromkeys(f"{enemy}: {each.reason}" for enemy, each in zip(enemies, found, strict=True))
        rulings = dict.fromkeys(ruling for each in found for ruling in each.rulings)
        return self._answer(not can, "; ".join(reasons) or "there is no enemy", (*rulings,))

    def _possibility(self) -> ClaimAnswer:
        """Of a half of a card, beside a line that has played another one of the same side, nobody can tell
        whether it is meant instead or as well.
        """
        answer = super()._possibility()
        side, moves = _side_in(self._query), self.played.moves if self.played is not None else ()
        played = [each.action for each in moves if isinstance(each.action, PlayHalf)]
        same = [each for each in played if each.side == side]
        if self.after is not None or not same or squash(same[0].card) in squash(self._query):
            return answer
        instead = "can" if (answer.verdict == "confirmed") == (self.kind == "can") else "cannot"
        told = (
            f"the {side} of {same[0].card} is played, and of two cards one top and one bottom: it cannot as "
            f"well, and instead of that it {instead}; write `after: 0` for the latter"
        )
        holds = self.kind == "cannot" if instead == "cannot" else None
        return self._answer(holds, told, ("GH-2.5",))

    def _one_after_the_other(self, state: State, first: str, second: str, can: bool) -> ClaimAnswer:
        """Whether something can be done after something else, both in this turn."""
        before = super()._asked(state, first, can)
        played = self._from(state, [first])
        if not played.answer.legal:
            return before
        return super()._asked(played.result, second, can)


def _side_in(query: str) -> str:
    """The half that a question is about; empty where it names none, or both."""
    named = {each.casefold() for each in _SIDE.findall(query)}
    return named.pop() if len(named) == 1 else ""
