"""Claims and expectations of a campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tsolve.diagnostics import located
from tsolve.games.gloomhaven.campaign.action import Action
from tsolve.games.gloomhaven.campaign.facts import Found
from tsolve.games.gloomhaven.campaign.files import (
    FACTS,
    CampaignAfterFile,
    CampaignClaimFile,
    CampaignExpectFile,
)
from tsolve.games.gloomhaven.campaign.questions import fact
from tsolve.games.gloomhaven.campaign.ranges import comparable
from tsolve.games.gloomhaven.campaign.state import State
from tsolve.model.answers import ClaimAnswer, ExpectationAnswer
from tsolve.model.trace import Entry
from tsolve.model.wishes import Wishes
from tsolve.rules.text import squash
from tsolve.source.decode import Path
from tsolve.turns.claims import ClaimJudge
from tsolve.turns.compared import answered, same, worded
from tsolve.turns.expectations import Expectations, ExpectedFacts, in_time
from tsolve.turns.played import Played
from tsolve.turns.rulings import changing

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.campaign.opened import OpenedCampaign


def entries_until(played: Played[State, Action] | None, step: int | None) -> list[Entry]:
    """What the first steps of a line brought about; all of them for None."""
    steps = played.answer.steps if played is not None else ()
    return [entry for taken in steps[:step] for entry in taken.entries]


class CampaignClaim(ClaimJudge[State, Action]):
    """Also of facts that have a subject, with or without a line."""

    opened: OpenedCampaign
    claim: CampaignClaimFile

    @property
    def number(self) -> int | None:
        stated = self.claim.stated.get(self.kind)
        return stated if isinstance(stated, int) else None

    def _judged(self) -> ClaimAnswer:
        return self._fact() if self.kind in FACTS else super()._judged()

    def _text(self) -> str:
        of = f" of {self.claim.of}" if self.claim.of is not None else ""
        if self.kind not in FACTS:
            return super()._text()
        return f"{self.kind.replace('_', ' ')}{of}: {worded(self.claim.stated[self.kind])}"

    def _fact(self) -> ClaimAnswer:
        step = self._step()
        played = self.played
        if played is None:
            state = self.opened.state
        elif step is None:
            if not played.answer.legal:
                return self._broken()
            state = played.result
        elif step < len(played.states):
            state = played.states[step]
        else:
            return self._broken()
        game = self.opened.narration().game
        with located(self.span):
            found = fact(game, state, self.kind, self.claim.of, self.span, entries_until(played, step))
        return self._of(found)

    def _of(self, found: Found) -> ClaimAnswer:
        if found.value is None:
            return self._answer(None, found.unknown)
        told = f"{self.kind.replace('_', ' ')} {worded(found.value)}"
        holds = is_same(self.kind, found.value, self.claim.stated[self.kind])
        return self._answer(holds, told, changing(found.calculation), found.calculation)

    def _step(self) -> int | None:
        """The steps after which the fact is looked for: before the step of the line that the claim is about,
        where it is one of them.
        """
        if self.after is not None or self.claim.of is None:
            return self.after
        line = [squash(text) for text in self.opened.position.line]
        wanted = squash(self.claim.of)
        return line.index(wanted) if wanted in line else None


class CampaignExpectations(Expectations[State, Action]):
    """What every game's file may expect, and what the campaign has come to."""

    opened: OpenedCampaign
    expect: CampaignExpectFile

    def with_search(self) -> Iterator[ExpectationAnswer]:
        if self.expect.solve is not None:
            yield from in_time(("solve",), self._solved(self.expect.solve))

    def _solved(self, wanted: int) -> Iterator[ExpectationAnswer]:
        found = self.opened.solve(Wishes())
        self.on_found(found)
        value = found.objective[0] if found.objective else None
        yield same(("solve",), "solve", wanted, value)

    def _facts(
        self, played: Played[State, Action], path: Path, expect: ExpectedFacts, step: int | None
    ) -> Iterator[ExpectationAnswer]:
        """CampaignFacts of the party, then of each character."""
        assert isinstance(expect, CampaignAfterFile)
        state = played.result if step is None else played.states[step]
        entries = entries_until(played, step)
        yield from self._facts_of(path, None, expect.stated, state, entries)
        for name, facts in expect.characters.items():
            yield from self._facts_of((*path, "characters", name), name, facts.stated, state, entries)
        if expect.gone is not None:
            yield same((*path, "gone"), "gone", expect.gone, state.gone, right=state.gone)

    def _facts_of(
        self,
        path: Path,
        of: str | None,
        stated: Mapping[str, int | tuple[str, ...]],
        state: State,
        entries: Sequence[Entry],
    ) -> Iterator[ExpectationAnswer]:
        game = self.opened.narration().game
        for name, wanted in stated.items():
            what = " ".join(map(str, (*path, name)))
            if of is not None and state.character(of) is None:
                yield answered((*path, name), what, False, worded(wanted), f"{of} is not in the party")
                continue
            value = fact(game, state, name, of, self.opened.decoded.span("expect", *path), entries).value
            right = value if isinstance(value, (int, tuple)) else None
            agrees = is_same(name, value, wanted)
            yield same((*path, name), what, wanted, wanted if agrees else value, right=right)


def is_same(kind: str, found: object, stated: object) -> bool:
    """Whether a fact is what is stated of it, in whatever order and way that is written."""
    digits = {"items_on_sale": 3, "city_events": 1, "road_events": 1}.get(kind)
    return comparable(found, digits) == comparable(stated, digits)
