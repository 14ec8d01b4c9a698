"""What a battle comes to once it is won or lost: Wounds, After Battle, rewards and Spoils, in the engine."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from msgspec.structs import replace

from tsolve.errors import TsolveError
from tsolve.games.quest.actions import NONE, Action, Pass, Use, UseToken
from tsolve.games.quest.effects.abilities import Ability
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.coverage import does_count, in_play, in_room, is_purchase, usable
from tsolve.games.quest.planning.goals import Value
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.battle import decide

Judge = Callable[[State], Value | None]
"""What a turn is worth once its result stands; None before."""


class OpenError(TsolveError, RuntimeError):
    """Chance, or a card that nobody knows, has a say in the rest of the turn."""


def struck(game: Quest, state: State, total: int, health: int, won: bool) -> State:
    """The position after the strike that waits, if this is the total attack."""
    tally = replace(state.tally, outcome="won" if won else "lost", total=total, health=health)
    play = game.begin(replace(state, todo=state.todo[:-1]))
    decide(play, tally)
    return game.settled(play.state)


def best_rest(
    game: Quest, state: State, judge: Judge, is_settled: bool = False
) -> tuple[Value, tuple[Action, ...]]:
    """The best that the rest of the turn comes to after the strike, and the actions, of equally good ones the
    fewest: what changes nothing is no advice. Where the worth `is_settled` by then any rest is as good.

    Raises OpenError where chance or something unknown would come between.
    """
    known: dict[Hashable, tuple[Value, tuple[Action, ...]] | None] = {}

    def look(here: State) -> tuple[Value, tuple[Action, ...]] | None:
        worth = judge(here)
        if worth is not None:
            return worth, ()
        if game.mover(here) != here.active:
            raise OpenError
        key = game.key(here)
        if key in known:
            return known[key]
        known[key] = best = None
        for action in _any(game, here) if is_settled else _worth_trying(game, here):
            below = look(game.apply(here, action))
            if below is not None and (best is None or _rank(below) > _rank((best[0], best[1][1:]))):
                best = below[0], (action, *below[1])
        known[key] = best
        return best

    found = look(state)
    assert found is not None  # a turn can always be ended
    return found


def _rank(rest: tuple[Value, tuple[Action, ...]]) -> tuple[Value, int]:
    worth, actions = rest
    return worth, -len(actions)


def _any(game: Quest, state: State) -> list[Action]:
    """One action, which leads on most quickly."""
    return [Pass()] if game.why_not(state, Pass()) is None else game.legal_actions(state)[:1]


def _worth_trying(game: Quest, state: State) -> list[Action]:
    """What may make a difference: after a battle no Skill does, and gold only to those who may buy."""
    actions = game.legal_actions(state)
    if state.todo:
        return actions
    return [action for action in actions if not _is_idle(game, state, action)]


def _is_idle(game: Quest, state: State, action: Action) -> bool:
    if isinstance(action, Use):
        return not does_count(game.book.card(state.laid[action.card].card).abilities[action.ability])
    if not isinstance(action, UseToken) or action.token != "iron_rations":
        return False
    return action.hero != NONE or not may_buy(game, state)


def may_buy(game: Quest, state: State) -> bool:
    """Whether anything lets the player spend gold after the battle."""
    return any(map(is_purchase, spoils_of(game, state)))


def spoils_of(game: Quest, state: State) -> list[Ability]:
    """The Spoils abilities that may come to be used in this turn."""
    cards = [*in_play(game.book, state)]
    cards += [game.book.card(state.me.sponsor)] if state.me.sponsor else []
    for place in range(len(state.rooms)):
        cards += in_room(game.book, state, place)
    return [ability for ability in usable(cards, "spoils") if does_count(ability)]
