"""The choices in a written line: those that the engine makes although the line may state them later, and
those that the line leaves open. Also the best lines that claims refer to, each solved once, with
probabilities if cards are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.contract.step_reader import Told
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.family import position as family
from tsolve.games.thunderstone.actions import Action, Attack, Pass, Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.battle_destroying import MustGiveUp
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.games.thunderstone.turn.hand import is_kind
from tsolve.games.thunderstone.turn.other_players import MayReact, MustDiscard
from tsolve.judging.check import Best
from tsolve.model.plays import Draws, PolicyAnswer, UnknownDraw, Wishes

Asked = MustDiscard | MustGiveUp
"""Tasks that make other players give cards."""


def may_intervene(game: Thunderstone, state: State) -> bool:
    """Whether another player may now do something that changes the turn, so that no pass is assumed."""
    others = game.mover(state) != state.active
    return others and not state.todo[-1].makes_no_difference(game.book, state)


def must_give(game: Thunderstone, state: State) -> bool:
    """Whether another player must now give a card if the hand holds one, so that no pass is assumed."""
    return game.mover(state) != state.active and isinstance(state.todo[-1], Asked)


def answers(game: Thunderstone, state: State) -> tuple[str, ...]:
    """Everything that may be chosen now, in words; for a pass, what the same player is asked next."""
    options = game.legal_actions(state)
    texts = tuple(game.notation(state, option) for option in options if option != Pass())
    if Pass() not in options:
        return texts
    passed = game.apply(state, Pass())
    asked_again = bool(passed.todo) and game.mover(passed) == game.mover(state)
    return texts + (answers(game, passed) if asked_again else (game.notation(state, Pass()),))


class OtherChoices:
    """The answers of other players in a turn. No rule says who answers first. If a hand is unknown, or the
    choice makes no difference, a line may state the answer later, or never.
    """

    def __init__(self, book: Book, untold: Sequence[Asked] = ()) -> None:
        self.book = book
        self.untold = [*untold]
        """Choices that were skipped, and that no step has stated yet."""
        self.picked: set[int] = set()
        """Players for whom a step of the line chose one card of several."""

    def fork(self) -> OtherChoices:
        """A copy, for another continuation."""
        other = OtherChoices(self.book, self.untold)
        other.picked = {*self.picked}
        return other

    def note(self, before: State, let_by: Sequence[State]) -> None:
        """Note that a choice was made in a position, and that the engine skipped others."""
        named = before.todo[-1] if before.todo else None
        if isinstance(named, Asked) and named in self.untold:
            self.untold.remove(named)
        self._note_let_by(let_by)

    def _note_let_by(self, states: Sequence[State]) -> None:
        waiting = (state.todo[-1] for state in states)
        self.untold += (task for task in waiting if isinstance(task, Asked))

    def let_go_by(self, game: Thunderstone, state: State) -> State:
        """The position after skipping choices of other players that make no difference; the line may state
        them later, or never.
        """
        while state.todo and game.mover(state) not in (state.active, CHANCE, UNKNOWN):
            waiting = state.todo[-1]
            gains = isinstance(waiting, MustDiscard) and waiting.attack > 0
            if gains or not isinstance(waiting, Asked) or not waiting.makes_no_difference(game.book, state):
                break
            self.untold.append(waiting)
            let_by = game.probe.untold
            let_by.clear()
            state = game.settled(replace(state, todo=state.todo[:-1]))
            self._note_let_by(let_by)
        return state

    def asked(self, state: State, player: int, may_react: bool = False) -> State | None:
        """The position in which this player answers next, even if others come first; with `may_react` a
        Reaction is still possible. None where the player is not asked.
        """
        first = state.todo[-1].asked_of_each if state.todo else None
        for place in reversed(range(len(state.todo))):
            task = state.todo[place]
            each = task.asked_of_each
            if first is None or each is None or each[0] != first[0]:
                break
            if each[1] == player:
                asked = task.goes_on if isinstance(task, MayReact) and not may_react else task
                if isinstance(asked, MustDiscard) and state.players[player].hand is None:
                    asked = replace(asked, told=True)
                if asked is state.todo[-1]:
                    return state
                rest = state.todo[:place] + state.todo[place + 1 :]
                return replace(state, todo=(*rest, asked))
        waiting = next((task for task in self.untold if task.player == player), None)
        return None if waiting is None else replace(state, todo=(*state.todo, waiting))

    def tell(self, state: State, player: int, number: int, kind: str) -> Told[State] | None:
        """Process a step which says that an unknown hand gave this many cards (0: any number) of a kind
        (empty: any). None if no unknown hand is asked.
        """
        asked = self.asked(state, player)
        task = asked.todo[-1] if asked is not None else None
        if asked is None or not isinstance(task, Asked) or not task.is_untold(self.book, state):
            return None
        given = [each for each in task.options(self.book, state) if is_kind(self.book, state, each, kind)]
        if not given:
            return Told(state, f"player {player + 1} cannot hold a {kind.title()}")
        heroes = any(is_kind(self.book, state, each, "hero") for each in given)
        numbers = task.numbers if heroes else task.numbers[:1]
        if number and number not in numbers:
            return Told(state, f"player {player + 1} gives {numbers[0]}, not {number}")
        without = asked.todo[:-1]
        if without == state.todo:
            self.untold.remove(task)
        return Told(replace(asked, todo=without))


TurnBest: TypeAlias = Best[State, Action]


class TurnBestPlays(family.BestPlays[State, Action, Target]):
    """The best plays of a position, also against one Monster; each is solved once."""

    position: ThunderstonePosition

    def _solved(self, target: Target, goal: str, draws: Draws) -> TurnBest:
        from tsolve.games.thunderstone.planning.goals import DEFAULTS

        inside = enter(self.position)
        levels = goal or ",".join(DEFAULTS["dungeon"])
        asked = Wishes(levels, draws=draws, backend=self.wishes.backend, what_if=False)
        answer = self.solve(inside.aiming_at(target), asked)
        best = self.played_again(inside, answer)
        if best.played is None and answer.policy is None:
            reason, rulings = _why_not(inside, target, best.reason)
            best = replace(best, reason=reason, rulings=rulings)
        return best

    def what_unknown_cards_do(self, target: Target) -> tuple[UnknownDraw, ...]:
        if not self.wishes.what_if:
            return ()
        asked = Wishes("win", backend=self.wishes.backend)
        return self.solve(enter(self.position).aiming_at(target), asked).unknown


def enter(position: ThunderstonePosition) -> ThunderstonePosition:
    """The position inside the Dungeon when it does not say which kind of turn it is."""
    if position.state.step != "choose":
        return position
    with allow(FREE):
        return position.at(position.game.apply(position.state, Visit("dungeon")))


def _why_not(position: ThunderstonePosition, target: Target, reason: str) -> tuple[str, tuple[str, ...]]:
    """Why the Monster cannot be attacked as the position stands, and the rulings that say so."""
    ranks = target.places(position.state)
    if not ranks:
        return reason or f"{target.say(position.book)} does not stand in the Hall", ("TS-7.4",)
    with allow(FREE):  # the position shows it: no budget is needed
        refusal = position.game.why_not(position.state, Attack(ranks[0]))
    if refusal is None or reason:
        return reason, ()
    return refusal.reason, refusal.rulings


class Judged(NamedTuple):
    """Whether a statement is true, None if unknown, and why."""

    holds: bool | None
    reason: str


def judge_value(
    best_plays: TurnBestPlays, best: TurnBest, policy: PolicyAnswer, target: Target, claimed: int
) -> Judged:
    """Whether this is the best Attack Value against a Monster; `policy` has the highest on average."""
    least, most = policy.worst.objective[0], policy.best.objective[0]
    if not best.sure:
        return Judged(None, f"{best.reason}; so far {policy.worth[0].exact} on average")
    if least == most:
        return Judged(least == claimed, f"the Attack Value is {least} whatever you draw")
    mean = f"the Attack Value depends on what you draw: {policy.worth[0].exact} on average, "
    reason = f"{mean}{least} at worst, {most} at best"
    if claimed < least:
        return Judged(False, reason)
    luckiest = best_plays.against(target, "total", "best").answer.policy
    if luckiest is not None and claimed > luckiest.best.objective[0]:
        return Judged(False, f"{reason}; {luckiest.best.objective[0]} at most by any play")
    return Judged(None, reason)
