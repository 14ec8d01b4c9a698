"""Claims about battles and purchases, and the best plays that they ask about, each solved once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Generic, TypeVar

from msgspec.structs import replace

from tsolve.games.family import statements
from tsolve.games.family.opened import Fighting, Opened
from tsolve.model.answers import ClaimAnswer, SolveAnswer
from tsolve.model.plays import NO_WISHES, Draws, UnknownDraw, Wishes
from tsolve.turns import check
from tsolve.turns.check import Best
from tsolve.turns.claims import POSSIBILITY, ClaimJudge
from tsolve.turns.narration import Played
from tsolve.turns.opened import Opened as AnyOpened

S = TypeVar("S", bound=Fighting)
A = TypeVar("A")
T = TypeVar("T")
_OF_OUTCOMES = ("defeats", "not_defeats")


class Bests(check.Bests[S, A], ABC, Generic[S, A, T]):
    """Also against single Monsters."""

    def __init__(
        self,
        opened: Opened[S, A, T],
        wishes: Wishes = NO_WISHES,
        solve: Callable[[AnyOpened[S, A], Wishes], SolveAnswer] | None = None,
    ) -> None:
        super().__init__(opened, wishes, solve)
        self._against: dict[tuple[T, str, Draws], Best[S, A]] = {}

    def against(self, target: T, goal: str = "", draws: Draws = "expected") -> Best[S, A]:
        """The best Dungeon turn against a Monster; by the usual goal where none is named.

        Whatever attitude to chance the file has, a statement is judged by that of `draws`.
        """
        key = (target, goal, draws)
        if key not in self._against:
            self._against[key] = self._solved(target, goal, draws)
        return self._against[key]

    @abstractmethod
    def _solved(self, target: T, goal: str, draws: Draws) -> Best[S, A]:
        """The same, solved now."""

    @abstractmethod
    def what_unknown_cards_do(self, target: T) -> tuple[UnknownDraw, ...]:
        """For each unknown card that a play may bring, those that defeat a Monster nothing else defeats."""

    def found(self) -> tuple[Best[S, A], ...]:
        return (*super().found(), *self._against.values())


class TurnClaim(ClaimJudge[S, A], Generic[S, A, T]):
    """Also of battles and of purchases."""

    opened: Opened[S, A, T]
    bests: Bests[S, A, T]
    claim: statements.Claim

    @property
    def _asks_for_outcome(self) -> bool:
        return self.kind in _OF_OUTCOMES

    @property
    def has_one_calculation(self) -> bool:
        return self.kind not in ("buys", "cannot_buy")  # there are many ways to the gold

    @property
    def _is_plain(self) -> bool:
        """Whether it is of a kind that other games have too."""
        claim = self.claim
        return self.kind in ("legal", "illegal", *POSSIBILITY) or bool(claim.stated and not claim.against)

    @property
    def _denies(self) -> bool:
        return self.kind.startswith(("not_", "cannot_"))

    def _text(self) -> str:
        claim = self.claim
        if claim.against is not None:
            return f"total {claim.total} against {self.opened.say(self._monster())}"
        if self._is_plain:
            return super()._text()
        chance = f" with chance {claim.chance}" if claim.chance is not None else ""
        if self._asks_for_outcome:
            name = self.opened.say(self._monster())
        else:
            name = self.opened.ruleset.cards[self.opened.card(getattr(claim, self.kind))].name
        return f"{self.kind.replace('_', ' ')} {name}{chance}"

    def _monster(self) -> T:
        """The Monster that a claim about a battle names."""
        return self.opened.target(self.claim.monster)

    def _wanted_chance(self) -> Fraction | None:
        """The chance that the claim states; None for certainty."""
        return None if self.claim.chance is None else Fraction(self.claim.chance)

    def _can_be(self, state: S) -> ClaimAnswer:
        """Whether it can be done from a position on, as a why-not asks; of a defeat also with what chance,
        and by which unknown cards.
        """
        answer = self._asked(state, self.claim.deed, not self._denies, self._wanted_chance())
        if answer.verdict != "undecided" or not self._asks_for_outcome:
            return answer
        return replace(answer, unknown=self.bests.what_unknown_cards_do(self._monster()))

    def _refused_by(self, played: Played[S, A]) -> tuple[str, ...]:
        """The rulings against the first step of a line that is not legal."""
        refusals = (step.refusal for step in played.answer.steps if step.refusal is not None)
        return next((refusal.rulings for refusal in refusals), ())
