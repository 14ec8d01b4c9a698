"""A position of the campaign: how it looks under other readings, and the questions that it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from tsolve.engine.probe import Probe
from tsolve.errors import UsageError
from tsolve.games.gloomhaven.campaign.action import Action
from tsolve.games.gloomhaven.campaign.files import CampaignPosition
from tsolve.games.gloomhaven.campaign.judging import CampaignClaim, CampaignExpectations
from tsolve.games.gloomhaven.campaign.narration import CampaignNarration
from tsolve.games.gloomhaven.campaign.rules import Campaign
from tsolve.games.gloomhaven.campaign.solving import answer, goal_of
from tsolve.games.gloomhaven.campaign.state import State
from tsolve.games.gloomhaven.campaign.why_not import CampaignQuestion
from tsolve.model.answers import CheckAnswer, ClaimAnswer, ExpectationAnswer, SolveAnswer
from tsolve.model.coverage import Exercised
from tsolve.model.whynot import WhyNotAnswer
from tsolve.model.wishes import Wishes
from tsolve.turns.bests import Bests
from tsolve.turns.claims import ClaimJudge
from tsolve.turns.opened import Opened
from tsolve.turns.played import Played
from tsolve.turns.why_not.step import why_not


class OpenedCampaign(Opened[State, Action]):
    """A campaign between two scenarios, ready for its rules."""

    game: Campaign
    position: CampaignPosition
    plans = True

    def under(self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None) -> OpenedCampaign:
        return self.by(Campaign(replace(self.game.table, readings=readings), probe or Probe()), self.state)

    @property
    def readings(self) -> Mapping[str, str]:
        return self.game.readings

    def narration(self) -> CampaignNarration:
        return CampaignNarration(self.game.table)

    def exercised(self, answer: CheckAnswer, rests_on: Iterable[object], effects: Iterable[str]) -> Exercised:
        from tsolve.games.gloomhaven.judging.exercised import exercised

        return exercised(self, answer, rests_on)

    def table_notes(self) -> tuple[str, ...]:
        """CampaignFacts that the file leaves out, where they would forbid something."""
        notes = []
        steps = [text.casefold() for text in self.position.line if _spends(text)]
        untold = [each.name for each in self.state.characters if each.gold is None]
        spenders = [name for name in untold if any(name.casefold() in text for text in steps)]
        if spenders:
            notes.append(f"the gold of {', '.join(spenders)} is not told, so no want of gold is found")
        if self.state.global_achievements is None and any("enhance" in text for text in self.position.line):
            needed = self.game.table.numbers.achievements.for_enhancing
            notes.append(f'the global achievements are not told: "{needed}" is taken as active')
        return tuple(notes)

    def check_wishes(self, wishes: Wishes) -> None:
        """Goals are questions: `NAME`, or `NAME of SUBJECT`; there is no target and no kind of turn."""
        goal_of(wishes.goal or self.position.goal)
        for what, wanted in (
            ("target", wishes.target or self.position.target),
            ("kind of turn", wishes.turn),
        ):
            if wanted:
                raise UsageError(f'a campaign has no {what} to choose: leave out "{wanted}"')

    def claims(
        self, played: Played[State, Action] | None, bests: Bests[State, Action]
    ) -> list[ClaimJudge[State, Action]]:
        return [CampaignClaim(self, played, claim, index) for index, claim in enumerate(self.position.claims)]

    def expectations(
        self,
        played: Played[State, Action] | None,
        claims: Sequence[ClaimAnswer],
        bests: Bests[State, Action],
        readings: Mapping[str, str] | None,
        on_found: Callable[[object], None],
    ) -> tuple[ExpectationAnswer, ...]:
        expect = self.position.expect
        return CampaignExpectations(self, played, claims, bests, readings, on_found, expect).judged()

    def why_not(self, query: object, file: str) -> WhyNotAnswer:
        return why_not(self, query, file, CampaignQuestion)

    def solve(self, wishes: Wishes) -> SolveAnswer:
        self.check_wishes(wishes)
        return answer(self, wishes.goal or self.position.goal)


def _spends(text: str) -> bool:
    return any(verb in text.casefold() for verb in ("buy", "donate", "enhance"))
