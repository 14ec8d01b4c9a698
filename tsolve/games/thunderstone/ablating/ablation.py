"""When a ruling of Thunderstone is decisive: it changes who wins, what is legal or what holds."""

from __future__ import annotations

from collections.abc import Hashable

from tsolve.engine.probe import Probe
from tsolve.games.thunderstone.ablating.without import without, without_idle
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.explaining.world import Rules, World
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.played import Played, bought, levelled
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import State
from tsolve.model.wishes import Wishes
from tsolve.turns.ablating.ablation import Ablated, Ablation, Valued
from tsolve.turns.opened import Opened as AnyOpened


class TurnAblation(Ablation[State, Action]):
    """The rulings of a turn of Thunderstone."""

    switches_off = True
    margins = ("margin", "shortfall", "value")
    opened: Opened

    @property
    def judged_by_its_end(self) -> bool:
        between = {"gold", "buys", "cannot_buy"}
        return not any(claim.after or between & {*claim.kinds} for claim in self.opened.position.claims)

    def without(self, ruling: str) -> Ablated[State, Action] | None:
        opened, book = self.opened, self.opened.book
        change = without(ruling, book.cards)
        if change is None:
            return None
        world = change(World(Rules(book.cards, book.readings, book=book), opened.state))

        def planned(probe: Probe[State, Action]) -> Opened:
            asked = without_idle(world)
            return opened.by(Thunderstone(asked.game.book, probe), asked.state)

        return Ablated(opened.by(world.game, world.state), planned)

    def ending(self, played: Played) -> Hashable:
        tally = played.result.tally
        taken = (*bought(played.moves), *levelled(played.moves))
        return tally.outcome, tally.attacked, taken, played.result.over

    def trail(self, state: State) -> Hashable:
        tally = state.tally
        hand = tuple((member.card, member.left) for member in state.party)
        ended = (state.step, state.todo, state.over, tally.outcome, tally.attacked)
        return ended, hand, state.standing, state.removed, state.found

    def worth_alone(
        self, planned: AnyOpened[State, Action], goal: str | None, wishes: Wishes
    ) -> Valued | None:
        asks_more = wishes.target or wishes.turn or self.opened.position.target
        if asks_more or planned.state.step == "choose":
            return None
        from tsolve.games.thunderstone.planning.wanted import goal_of
        from tsolve.games.thunderstone.planning.worth_alone import worth_alone

        assert isinstance(planned, Opened)  # as `without` makes it
        levels = goal_of(planned, planned.state.turn, goal)
        return worth_alone(planned.game, planned.state, levels, wishes.draws or planned.position.draws)
