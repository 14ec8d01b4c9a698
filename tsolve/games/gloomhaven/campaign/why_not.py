"""Whether a step can be taken later: which other steps may help it, so that few positions are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tsolve.games.gloomhaven.campaign.action import Action
from tsolve.games.gloomhaven.campaign.city import Retire, Return
from tsolve.games.gloomhaven.campaign.growing import LevelUp
from tsolve.games.gloomhaven.campaign.rules import Campaign
from tsolve.games.gloomhaven.campaign.scenario import Die, End, FulfilGoal, Loot, Reward
from tsolve.games.gloomhaven.campaign.shop import Buy, Sell
from tsolve.games.gloomhaven.campaign.state import State
from tsolve.games.gloomhaven.campaign.travel import Travel
from tsolve.turns.opened import Opened
from tsolve.turns.why_not.step import StepQuestion, TurnPursuit

_IN_SCENARIOS = (Loot, FulfilGoal, End, Die)


class CampaignQuestion(StepQuestion[State, Action]):
    """Whether a step can be taken now, or after others that the position offers."""

    def pursuit(self, world: Opened[State, Action]) -> TurnPursuit[State, Action]:
        wanted = world.narration().read(world.state, self.text, None).action
        return _Approach(world, wanted, lambda state: self.wanted(world, state) is not None)


class _Approach(TurnPursuit[State, Action]):
    """The steps on the way to one that is wanted."""

    game: Campaign

    def __init__(
        self, world: Opened[State, Action], wanted: Action, is_done: Callable[[State], bool]
    ) -> None:
        super().__init__(world, is_done)
        self.wanted = wanted

    def moves(self, state: State) -> list[Action]:
        return [step for step in self._helping(state) if self.game.why_not(state, step) is None]

    def _helping(self, state: State) -> Iterator[Action]:
        """The way to the right place; what has to be done before the party leaves the city, one character
        after the other; retirements of others, which raise the prosperity; levels of whoever acts; and sales,
        the dearest item first.
        """
        wanted = self.wanted
        if isinstance(wanted, _IN_SCENARIOS):
            yield from (Travel(to) for to in self.game.table.scenarios if state.in_city)
        else:
            yield Return()
            if state.status == "under way":
                yield from (End(True), End(False))
        if isinstance(wanted, (*_IN_SCENARIOS, Travel, Reward)):
            due = (step for each in state.characters for step in (Retire(each.name), LevelUp(each.name)))
            yield from [step for step in due if self.game.why_not(state, step) is None][:1]
            return
        others = (Retire(each.name) for each in state.characters if each.name != wanted.whose)
        yield from [step for step in others if self.game.why_not(state, step) is None][:1]
        who = state.character(wanted.whose)
        if who is not None and not isinstance(wanted, Retire):
            yield LevelUp(who.name)
        yield from self._sales(state)

    def _sales(self, state: State) -> Iterator[Action]:
        wanted, table = self.wanted, self.game.table
        who = state.character(wanted.whose)
        if who is None:
            return
        priced = [(price, item) for item in who.items if (price := table.item(item).price) is not None]
        if priced:
            yield Sell(who.name, max(priced)[1])
        if isinstance(wanted, Buy):
            owners = (each for each in state.characters if wanted.item in each.items)
            yield from (
                Sell(each.name, wanted.item) for each in owners if table.item(wanted.item).price is not None
            )
