"""How both games judge claims and expectations: about battles, purchases, best plays and the rows of a
calculation. It also collects the rules and cards that a puzzle has used.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.contract.step_reader import Played
from tsolve.games.family import statements
from tsolve.games.family.position import BestPlays, FamilyPosition, Fighting
from tsolve.judging.claims import POSSIBILITY, ClaimJudge
from tsolve.judging.expectations import (
    BestExpectations,
    in_time,
    judge_calculation,
)
from tsolve.judging.numbers import whatever_is_chosen
from tsolve.judging.rulings import parts_of, rulings_and_readings
from tsolve.model.answers import CheckAnswer, ClaimAnswer, ExpectationAnswer
from tsolve.model.coverage import Exercised
from tsolve.model.facts import doubted
from tsolve.model.trace import Entry
from tsolve.written.claimed_chance import ClaimedChance, read_chance
from tsolve.written.statements import RowExpectation

if TYPE_CHECKING:
    from tsolve.plays.plan import PolicyJudge

S = TypeVar("S", bound=Fighting)
A = TypeVar("A")
T = TypeVar("T")
_OF_OUTCOMES = ("defeats", "not_defeats")


class TurnClaim(ClaimJudge[S, A], Generic[S, A, T]):
    """Judges a claim, also one about a battle or a purchase."""

    position: FamilyPosition[S, A, T]
    best_plays: BestPlays[S, A, T]
    claim: statements.Claim

    @property
    def _asks_for_outcome(self) -> bool:
        return self.kind in _OF_OUTCOMES

    @property
    def has_one_calculation(self) -> bool:
        return self.kind not in ("buys", "cannot_buy")  # the same gold can be reached in many ways

    @property
    def _is_plain(self) -> bool:
        """Whether games without battles have this kind of claim, too."""
        claim = self.claim
        return self.kind in ("legal", "illegal", *POSSIBILITY) or bool(claim.stated and not claim.against)

    @property
    def _denies(self) -> bool:
        return self.kind.startswith(("not_", "cannot_"))

    def claim_in_words(self) -> str:
        claim = self.claim
        if claim.against is not None:
            named = self.position.measures.by_name[self.kind].called if self.kind != "total" else "total"
            return (
                f"{named} {self._bound}{claim.stated[self.kind]} against {self.position.say(self._monster())}"
            )
        if self._is_plain:
            return super().claim_in_words()
        chance = f" with chance {claim.chance}" if claim.chance is not None else ""
        if self._asks_for_outcome:
            name = self.position.say(self._monster())
        else:
            name = self._named(getattr(claim, self.kind))
        return f"{self.kind.replace('_', ' ')} {name}{chance}"

    def _named(self, text: str) -> str:
        """The name of the card (or place) that a claim is about."""
        return self.position.ruleset.cards[self.position.card(text)].name

    def _monster(self) -> T:
        """The Monster that a claim about a battle names."""
        return self.position.target(self.claim.monster)

    def _wanted_chance(self) -> ClaimedChance | None:
        """The chance that the claim states; None for certainty."""
        return None if self.claim.chance is None else read_chance(self.claim.chance)

    def _can_be(self, state: S) -> ClaimAnswer:
        """Whether the claim can come true from this position, as why-not decides it; for a defeat also the
        chance, and the unknown cards that would make it possible.
        """
        answer = self._asked(state, self.claim.query, not self._denies, self._wanted_chance())
        if answer.verdict != "undecided" or not self._asks_for_outcome:
            return answer
        return replace(answer, unknown=self.best_plays.what_unknown_cards_do(self._monster()))

    def _refused_by(self, played: Played[S, A]) -> tuple[str, ...]:
        """The rulings that forbid the first illegal step of a line."""
        refusals = (step.refusal for step in played.answer.steps if step.refusal is not None)
        return next((refusal.rulings for refusal in refusals), ())


class TurnExpectations(BestExpectations[S, A], Generic[S, A, T]):
    """Judges expectations: of the best line, totals, the position after the line, odds and policies."""

    position: FamilyPosition[S, A, T]
    best_plays: BestPlays[S, A, T]
    expect: statements.Expectations

    def with_search(self) -> Iterator[ExpectationAnswer]:
        """The expectations that need a search; undecided where the budget runs out."""
        expect = self.expect
        if expect.best is not None:
            yield from in_time(("best",), self.of_best(expect.best))
        for name, total in expect.totals.items():
            yield from in_time(("totals", name), self.of_total(name, total))
        if expect.calculation:
            yield from in_time(("calculation",), self._calculation(expect.calculation))
        with allow(FREE):
            after = tuple(self.of_after())
        yield from after
        yield from super().with_search()

    def searched(self) -> Mapping[str, Callable[[Any], Iterator[ExpectationAnswer]]]:
        return {
            **super().searched(),
            "policy": lambda wanted: self.policies().judge(wanted, self.best_plays),
            "odds": lambda _: self.of_odds(),
        }

    @abstractmethod
    def of_total(self, name: str, total: int) -> Iterator[ExpectationAnswer]:
        """Whether this is the best total against a Monster."""

    @abstractmethod
    def of_after(self) -> Iterator[ExpectationAnswer]:
        """Whether the position after the line is as expected."""

    @abstractmethod
    def of_odds(self) -> Iterator[ExpectationAnswer]:
        """Whether the chances of a hand are as expected."""

    def policies(self) -> PolicyJudge[S, A]:
        """The judge of expected policies."""
        from tsolve.plays.plan import PolicyJudge

        return PolicyJudge(self.position)

    def is_table_open(self, played: Played[S, A]) -> bool:
        """Whether something unknown may still change the calculation of a line."""
        return bool(played.undecided)

    def _calculation(self, rows: Sequence[RowExpectation]) -> Iterator[ExpectationAnswer]:
        """Compares rows with the calculation of the line, or of the best line if the file has none. Where the
        calculation is uncertain, no row is refuted.
        """
        if self.played is not None:
            yield from whatever_is_chosen(
                self.played, lambda way: self._rows(way, rows, self.is_table_open(way))
            )
            return
        best = self.best_plays.overall()
        yield from self._rows(best.played, rows, not best.sure or best.answer.policy is not None)

    def _rows(
        self, line: Played[S, A] | None, rows: Sequence[RowExpectation], is_open: bool
    ) -> Iterator[ExpectationAnswer]:
        for answer in judge_calculation(self.position, line, rows):
            yield doubted(answer) if is_open else answer


class CoverageCollector(Generic[S, A, T]):
    """Collects the rules and cards that an answer used, and those in what it `rests_on` (see
    `judging.check`).
    """

    def __init__(
        self,
        position: FamilyPosition[S, A, T],
        answer: CheckAnswer,
        rests_on: Iterable[object],
        compared_by: Mapping[tuple[str | int, ...], tuple[str, ...]],
    ) -> None:
        """`compared_by`: the rules that define an expected number, by its path, where no event names them."""
        self.position = position
        parts = tuple(parts_of((answer, tuple(rests_on))))
        self.rulings, self._readings = rulings_and_readings(position.game, parts)
        self._cards: set[str] = set()
        ids = {card.name: card.id for card in position.ruleset.cards.values()}
        for each in parts:
            if isinstance(each, Entry) and each.subject in ids:
                self._cards.add(ids[each.subject])
                if each.change:  # the number is printed on the card
                    self.rulings.add(f"card.{ids[each.subject]}")
            elif isinstance(each, ExpectationAnswer):
                self.rulings.update(compared_by.get(each.path[-2:], ()))

    def found(self, effects: Sequence[str] = ()) -> Exercised:
        """Everything collected, with the `effects` that were carried out on the way to the answer."""
        held = self.position.readings
        readings = {key: held[key] for key in held if key in self._readings or f"key.{key}" in self.rulings}
        rulings = {*self.rulings, *(f"key.{key}" for key in readings)}
        of_cards = (ruling.removeprefix("card.") for ruling in rulings if ruling.startswith("card."))
        cards = {*self._cards, *of_cards}
        about = tuple(sorted(self.position.written.about))
        return Exercised(tuple(sorted(rulings)), readings, tuple(effects), tuple(sorted(cards)), about)
