"""Games of which one rule forbids nothing: an action is judged as if the turn stood otherwise.

What the action does is as ever. Best plays are not looked for under such rules: the planner states the usual
ones.
"""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.cardkit.game import Reason
from tsolve.games.quest.actions import (
    NONE,
    Action,
    Buy,
    BuyToken,
    BuyTreasure,
    Enter,
    Give,
    Heal,
    LevelUp,
    Use,
    UseSpoils,
)
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import State
from tsolve.games.quest.turn import steps

_PLENTY = 999
"""More gold and XP than anything costs."""


class Lenient(Quest):
    """The rules without what one of them forbids."""

    def seen(self, state: State, action: Action) -> State:
        """The turn in which the action would be allowed, as far as this rule has a say."""
        return state

    def refuse(self, state: State, action: Action) -> Reason | None:
        return super().refuse(self.seen(state, action), action)

    def free_actions(self, state: State) -> list[Action]:
        tried = steps.attempts(self.book, state)
        return [action for action in tried if self.refuse(state, action) is None]


class ManyPurchases(Lenient):
    """Cards are bought as often as one likes, whatever they cost. (QUEST-4.4)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, Buy):
            return state
        return replace(state, bought=False, gold=state.gold + _PLENTY)


class FreeLocations(Lenient):
    """What a Location sells costs nothing. (QUEST-4.5)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, BuyToken | BuyTreasure):
            return state
        return replace(state, gold=state.gold + _PLENTY)


class ManyTokens(Lenient):
    """More than one Gear token is bought at the Bazaar. (QUEST-9.5)"""

    def seen(self, state: State, action: Action) -> State:
        return replace(state, served=()) if isinstance(action, BuyToken) else state


class TempleForbidsNothing(Lenient):
    """Heroes level up at the Temple, and from there one gets into the Dungeon. (QUEST-3.4)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, LevelUp | Enter) or state.me.location != "temple":
            return state
        me = replace(state.me, location="")
        players = tuple(me if seat == state.active else each for seat, each in enumerate(state.players))
        return replace(state, players=players)


class ManyHealings(Lenient):
    """Any number of Wounds is healed in the Village. (QUEST-4.11)"""

    def seen(self, state: State, action: Action) -> State:
        return replace(state, healed=0) if isinstance(action, Heal) else state


class ManyLevels(Lenient):
    """Any number of Heroes levels up in the Village. (QUEST-4.12)"""

    def seen(self, state: State, action: Action) -> State:
        return replace(state, levelled=0) if isinstance(action, LevelUp) else state


class FreeLevels(Lenient):
    """Levels cost no XP. (QUEST-8.1)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, LevelUp):
            return state
        me = replace(state.me, xp=state.me.xp + _PLENTY)
        players = tuple(me if seat == state.active else each for seat, each in enumerate(state.players))
        return replace(state, players=players)


class LevelsAgain(Lenient):
    """A Hero levels up again in the same turn. (QUEST-8.5)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, LevelUp):
            return state
        return replace(state, laid=tuple(replace(laid, risen=False) for laid in state.laid))


class AbilitiesAgain(Lenient):
    """An ability is used again in the same turn. (QUEST-0.19)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, Use | UseSpoils):
            return state
        return replace(state, spoils=(), laid=tuple(replace(laid, used=0) for laid in state.laid))


class GivenAgain(Lenient):
    """What belonged to a Hero is given to another one. (QUEST-2.4)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, Give) or not state.laid:
            return state
        laid = state.laid[action.card]
        lost_by = "" if laid.lost_by == "leaving" else laid.lost_by
        free = replace(laid, bearer=NONE, lost_by=lost_by)
        return replace(
            state, laid=tuple(free if at == action.card else each for at, each in enumerate(state.laid))
        )
