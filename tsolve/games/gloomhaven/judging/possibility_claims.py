"""Claims of what can be done in a turn: also an attack on anybody, two things in an order, and a half of a
card beside a line that plays another one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven.actions import PlayHalf
from tsolve.games.gloomhaven.judging.death_claims import DeathClaim
from tsolve.games.gloomhaven.judging.two_halves import judged_with_half, with_half
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.sentences import ATTACK_ANYBODY
from tsolve.games.gloomhaven.writing.statements import ClaimFile
from tsolve.model.answers import ClaimAnswer
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.written.claimed_chance import read_chance

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition
    from tsolve.written.claimed_chance import ClaimedChance

_IN_ORDER = Regex(
    r"(?P<first>(?:(?:use|play) |(?:the )?(?:top|bottom) of ).+?)(?: first)?,? (?:before|and then) (?:the )?"
    r"(?P<second>.+)",
    re.IGNORECASE,
)
"""Two halves in an order: `use bottom of Trample before top of Shield Bash`."""
_SHIFTED = Regex(
    r"(?P<deed>(?:.+ )?(?:push|pull|shift)(?:es|s)? (?P<whom>.+?)) (?:on|onto|in|into|over|to) "
    r"(?:(?:the|a|any) (?:adjacent |other )?trap|(?:the )?(?:hex )?(?P<hex>\(?\s*-?\d+\s*,\s*-?\d+\s*\)?))",
    re.IGNORECASE,
)
"""A figure that is pushed or pulled onto a trap, or into a hex."""
_SIDE = Regex(r"\b(top|bottom)\b", re.IGNORECASE)
"""The side of the card in a question about a half."""


class PossibilityClaim(DeathClaim):
    """Judges what can or cannot be done."""

    position: ScenarioPosition
    claim: ClaimFile

    @property
    def _is_chosen(self) -> bool:
        return not self.position.decides

    def _asked(self, state: State, query: str, can: bool, wanted: ClaimedChance | None = None) -> ClaimAnswer:
        """Also whether somebody can be attacked at all: each enemy is asked about."""
        if (both := _IN_ORDER.fullmatch(query)) is not None:
            return self._one_after_the_other(state, both["first"], both["second"], can)
        if (half := with_half(self.position, state, query)) is not None:
            beside = partial(self._asked, can=True)
            holds, why, rulings = judged_with_half(self.position, state, half, beside)
            return self._answer(None if holds is None else holds == can, why, rulings)
        if (shift := _SHIFTED.fullmatch(query)) is not None:
            hexes = [shift["hex"]] if shift["hex"] else [self.position.name(trap.at) for trap in state.traps]
            shifts = (f"{shift['deed']} to {each}" for each in hexes)
            moved = [super(PossibilityClaim, self)._asked(state, each, can, wanted) for each in shifts]
            return self._any_of(hexes, moved, can) or self._answer(not can, "there is no trap on the map")
        if not query.endswith(ATTACK_ANYBODY):
            return super()._asked(state, query, can, wanted)
        by = self.claim.by or self.position.actor
        name = self.position.figure(by, self.span) if by else ""
        enemies = [each.name for each in state.enemies_of(state.figure(name))] if state.on_map(name) else []
        whose = f"{name} " if self.claim.by else ""
        ask = super()._asked
        found = [ask(state, f"{whose}attack {each}", can, wanted) for each in enemies]
        return self._any_of(enemies, found, can) or self._answer(not can, "there is no enemy")

    def _any_of(self, called: Sequence[str], found: Sequence[ClaimAnswer], can: bool) -> ClaimAnswer | None:
        """Whether one of several things can be done, by the answer to each; None without any."""
        verdict = "confirmed" if can else "refuted"
        decisive = next((each for each in found if each.verdict == verdict), None)
        decisive = decisive or next((each for each in found if each.verdict == "undecided"), None)
        if decisive is not None or not found:
            return decisive
        reasons = dict.fromkeys(f"{name}: {each.reason}" for name, each in zip(called, found, strict=True))
        rulings = dict.fromkeys(ruling for each in found for ruling in each.rulings)
        return self._answer(not can, "; ".join(reasons), (*rulings,))

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

    def _best_chance(self, name: str, stated: str) -> ClaimAnswer | None:
        """The best chance in the turn of a character, which is played to kill the figure."""
        if self.kind != "dies" or self.played is not None or not self.position.is_characters_turn:
            return None
        wanted = read_chance(stated)
        answer = self._asked(self.position.state, f"kill {name}", can=True, wanted=wanted)
        is_enough = answer.verdict == "confirmed" and wanted.bound in ("at least", "more than")
        if (left_out := self.position.not_told) and answer.verdict != "undecided" and not is_enough:
            return self._answer(None, "; ".join(dict.fromkeys((answer.reason, *left_out))))
        return replace(answer, text=self.claim_in_words())

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
