"""The questions that a Thunderstone position answers; each imports its module when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.statements import NOTHING
from tsolve.turns.opened import Opened as AnyOpened

if TYPE_CHECKING:
    from tsolve.games.thunderstone.ablating.ablation import TurnAblation
    from tsolve.games.thunderstone.chances.odds import HandOdds
    from tsolve.games.thunderstone.grading.grading import TurnGrading
    from tsolve.games.thunderstone.judging.bests import Bests
    from tsolve.games.thunderstone.judging.claims import TurnClaim
    from tsolve.games.thunderstone.judging.comparison import TurnComparison
    from tsolve.model.answers import CheckAnswer, ClaimAnswer, ExpectationAnswer, SolveAnswer
    from tsolve.model.coverage import Exercised
    from tsolve.model.scores import ScoreAnswer
    from tsolve.model.targets import TargetsAnswer
    from tsolve.model.whynot import WhyNotAnswer
    from tsolve.model.wishes import Wishes
    from tsolve.turns.bests import Bests as AnyBests
    from tsolve.turns.candidates import Case
    from tsolve.turns.compared import Fact
    from tsolve.turns.narration import Narration
    from tsolve.turns.played import Played


class Answering(Opened):
    """A position and the questions it answers. The modules that answer know it as `Opened`."""

    def narration(self) -> Narration[State, Action]:
        from tsolve.games.thunderstone.judging.narration import TurnNarration

        return TurnNarration(self)

    calculated = ("attack", "magic", "light", "penalty")
    without_fact = "there is no battle so far"

    def facts(self, played: Played[State, Action], step: int | None = None) -> Mapping[str, Fact]:
        from tsolve.games.thunderstone.judging.figures import figures

        return figures(self, played, step)

    def fact_as_stated(self, fact: Fact) -> Fact:
        from tsolve.turns.counted import counted_names

        return counted_names(self, fact) if isinstance(fact, tuple) else fact

    def fact_as_found(self, fact: Fact) -> Fact:
        from tsolve.turns.counted import counted

        return counted(self, fact) if isinstance(fact, tuple) else fact

    def results(self, played: Played[State, Action]) -> Mapping[str, object]:
        tally = played.result.tally
        total = tally.value if tally.outcome else None
        return {"total": total, "won": tally.outcome == "won", "gold": tally.gold}

    def is_settled(self, played: Played[State, Action], field: str) -> bool:
        from tsolve.games.thunderstone.judging.figures import is_battle_open, is_won_anyway

        if is_battle_open(played):
            return field == "won" and is_won_anyway(self, played)
        return field != "gold" and bool(played.result.tally.outcome)

    def doubt(self, played: Played[State, Action], field: str, step: int | None = None) -> str:
        from tsolve.games.thunderstone.judging.figures import doubt

        return doubt(self, played, field, step)

    def readings_of(self, played: Played[State, Action]) -> dict[str, str]:
        from tsolve.games.thunderstone.judging.resting_on import readings_of

        return readings_of(self, played)

    plans = True

    def check_wishes(self, wishes: Wishes) -> None:
        from tsolve.games.thunderstone.planning.turns import check_wishes

        check_wishes(self, wishes)

    def bests(
        self,
        wishes: Wishes,
        solve: Callable[[AnyOpened[State, Action], Wishes], SolveAnswer] | None = None,
    ) -> Bests:
        from tsolve.games.thunderstone.judging.bests import Bests

        return Bests(self, wishes, solve)

    def deeds(self) -> tuple[str, ...]:
        return tuple(claim.deed for claim in self.position.claims)

    def claims(
        self, played: Played[State, Action] | None, bests: AnyBests[State, Action]
    ) -> Sequence[TurnClaim]:
        if not self.position.claims:
            return ()
        from tsolve.games.thunderstone.judging.bests import Bests
        from tsolve.games.thunderstone.judging.claims import TurnClaim

        assert isinstance(bests, Bests)  # as `bests` makes them
        return [
            TurnClaim(self, played, bests, claim, index) for index, claim in enumerate(self.position.claims)
        ]

    def expectations(
        self,
        played: Played[State, Action] | None,
        claims: Sequence[ClaimAnswer],
        bests: AnyBests[State, Action],
        readings: Mapping[str, str] | None,
        on_found: Callable[[object], None],
    ) -> tuple[ExpectationAnswer, ...]:
        if self.position.expect == NOTHING:
            return ()
        from tsolve.games.thunderstone.judging.bests import Bests
        from tsolve.games.thunderstone.judging.expectations import TurnExpectations

        assert isinstance(bests, Bests)  # as `bests` makes them
        return TurnExpectations(self, played, claims, bests, readings, on_found).judged()

    def comparison(self) -> TurnComparison:
        from tsolve.games.thunderstone.judging.comparison import TurnComparison

        return TurnComparison(self)

    def cards_in_sight(self) -> Iterable[str]:
        from tsolve.games.thunderstone.judging.resting_on import in_sight

        return in_sight(self)

    def targets_in_sight(self) -> Iterable[str]:
        known = (slot.card for slot in self.state.standing if slot.card in self.book.monsters)
        return dict.fromkeys(map(self.book.name, known))

    def table_notes(self) -> tuple[str, ...]:
        from tsolve.games.thunderstone.judging.resting_on import table_notes

        return table_notes(self)

    def exercised(self, answer: CheckAnswer, rests_on: Iterable[object], effects: Iterable[str]) -> Exercised:
        from tsolve.games.thunderstone.judging.exercised import exercised

        return exercised(self, answer, rests_on, effects)

    def solve(self, wishes: Wishes) -> SolveAnswer:
        from tsolve.games.thunderstone.planning.turns import solve

        return solve(self, wishes)

    def cases(self, wishes: Wishes) -> Iterable[Case]:
        from tsolve.games.thunderstone.planning.candidates import cases

        return cases(self, wishes)

    def why_not(self, query: object, file: str) -> WhyNotAnswer:
        from tsolve.games.thunderstone.explaining.answering import why_not

        return why_not(self, query, file)

    def grading(self) -> Callable[[Played[State, Action], str | None], TurnGrading]:
        from tsolve.games.thunderstone.grading.grading import turn_grading

        return partial(turn_grading, self)

    def odds(self) -> HandOdds:
        from tsolve.games.thunderstone.chances.odds import HandOdds

        return HandOdds(self)

    def targets(self, wishes: Wishes) -> TargetsAnswer:
        from tsolve.games.thunderstone.judging.targets import targets

        return targets(self, wishes)

    def score(self, file: str) -> ScoreAnswer:
        from tsolve.games.thunderstone.judging.points import score

        return score(self, file)

    def ablation(self) -> TurnAblation:
        from tsolve.games.thunderstone.ablating.ablation import TurnAblation

        return TurnAblation(self)
