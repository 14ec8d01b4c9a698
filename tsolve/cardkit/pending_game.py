"""A game in which something may wait to happen before the turn goes on: who acts, what is legal now, why
something is not, and what follows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, ClassVar, Generic, Self

from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.cardkit.tasks import ENGINE, A, C, NextCard, P, Reason, S, Task, may_be_answered
from tsolve.engine import CHANCE, REMEMBERED, UNKNOWN, Probe
from tsolve.errors import IllegalActionError
from tsolve.model.trace import Refusal, Trace

if TYPE_CHECKING:
    from random import Random

PLAYED, OFFERED = 15, 8
"""The cost, in steps of the budget, of playing an action and of listing what is legal."""


class PendingGame(ABC, Generic[C, S, P, A]):
    """The rules for waiting tasks; a game adds what may be done when nothing waits.

    (The part of `tsolve.engine.Game` that is the same for all games with tasks.)
    """

    ending: ClassVar[tuple[str, ...]] = ()
    """The rulings on the end of the game."""
    drawing: ClassVar[tuple[str, ...]] = ()
    """The rulings on the card that comes next."""

    def __init__(
        self,
        book: C,
        probe: Probe[S, A] | None = None,
        halts_before: tuple[type[Task[C, S, P, A]], ...] = (),
        postpones: tuple[type[Task[C, S, P, A]], ...] = (),
    ) -> None:
        """`probe` watches. Before tasks of the kinds `halts_before` the game stops: they and all later tasks
        are left waiting. Tasks of the kinds `postpones` are only postponed, if chance or an unknown card
        decides them, and the turn goes on.
        """
        self.book = book
        self.probe: Probe[S, A] = probe or Probe()
        self.halts_before, self.postpones = halts_before, postpones
        self.asks_everything = False
        """Whether a player is asked even for a choice with a single answer."""
        self.pursued: A | None = None
        """The event that is asked about; chance is then asked even for certain events."""
        self._played = self.probe.played.setdefault((halts_before, postpones), {})
        self._offered: tuple[S | None, tuple[A, ...]] = (None, ())
        """The legal actions or outcomes found last, so that the chosen one need not be checked again."""
        self._stopped: tuple[S | None, int] = (None, ENGINE)
        """Where the engine stopped last, and who acts there."""

    def asking(self, event: A | None = None) -> Self:
        """The same rules, but every choice is asked for, even one with a single answer. With an `event`,
        every event is asked for, the game does not halt before it, and tasks that may bring it are not
        postponed.
        """
        other = copy(self)
        other.asks_everything, other.pursued = True, event
        other.halts_before = self.halts_before if event is None else ()
        rules = (other.halts_before, self.postpones, True, event)
        other._played = self.probe.played.setdefault(rules, {})
        return other

    def resumed(self, state: S) -> S:
        """The position in which postponed tasks that may bring the `pursued` event are due now."""
        due = tuple(task for task in state.postponed if self._may_bring(task))
        if not due:
            return state
        others = tuple(task for task in state.postponed if task not in due)
        return self.settled(replace(state, todo=(*state.todo, *due[::-1]), postponed=others))

    def times_done(self, state: S, action: A) -> Callable[[S], int] | None:
        """A function that counts how often the turn has done what this action does, including as part of
        another step; None if nothing counts it.
        """
        return None

    def with_at_hand(self, state: S, name: str) -> S | None:
        """The position with a card of this name added to the player's cards, so that a text about it can be
        read; None if the game cannot do this.
        """
        return None

    def is_made_by_itself(self, state: S) -> bool:
        """Whether the waiting choice has a single answer, which the engine would give."""
        if not state.todo:
            return False
        task: Task[C, S, P, A] = state.todo[-1]
        return task.mover(self.book, state) == ENGINE

    @abstractmethod
    def begin(self, state: S, trace: Trace | None = None) -> P:
        """A working copy of the position."""

    @abstractmethod
    def free_actions(self, state: S) -> list[A]:
        """Every legal action when nothing waits; equal ones once."""

    @abstractmethod
    def refuse(self, state: S, action: A) -> Reason | None:
        """Why the action is not legal when nothing waits, or None when it is."""

    def rulings_on_draw(self, task: Task[C, S, P, A]) -> tuple[str, ...]:
        """The rulings on the card for which a task waits."""
        return self.drawing

    @abstractmethod
    def carry_out(self, play: P, action: A) -> None:
        """Do a legal action when nothing waits."""

    @abstractmethod
    def card_of(self, event: A) -> str:
        """The card that an event brings; empty if it brings none."""

    @abstractmethod
    def notation(self, state: S, action: A) -> str:
        """The action in words."""

    def is_same(self, state: S, action: A, option: A) -> bool:
        """Whether an action is this option, perhaps with another copy of the same card."""
        return action == option

    def passes(self, action: A) -> bool:
        """Whether this action does nothing; it then does not count as a choice."""
        return False

    def mover(self, state: S) -> int:
        """The active player when nothing waits, otherwise whoever the waiting task names."""
        if not state.todo:
            active: int = state.active
            return active
        stopped, acts = self._stopped
        if state is stopped and not self.probe.notes:  # else what it looks up is noted each time
            return acts
        task: Task[C, S, P, A] = state.todo[-1]
        mover = task.mover(self.book, state)
        if mover != ENGINE or not self.asks_everything:
            return mover
        return CHANCE if self._is_event(task, state) else task.chooser(state)

    def legal_actions(self, state: S) -> list[A]:
        """Every legal action of the player who has to act; equal ones once."""
        remembered = self.probe.legal.get(state) if self.probe.remembers else None
        actions = self._legal_actions(state) if remembered is None else remembered.copy()
        self._offered = state, tuple(actions)
        if remembered is None and self.probe.remembers and len(self.probe.legal) < REMEMBERED:
            self.probe.legal[state] = actions.copy()
        return actions

    def _legal_actions(self, state: S) -> list[A]:
        spend(OFFERED)
        if state.over:
            return []
        if not state.todo:
            return self.free_actions(state)
        task: Task[C, S, P, A] = state.todo[-1]
        return [] if self.mover(state) < 0 else task.options(self.book, state)

    def answers(self, state: S) -> list[A]:
        """The answers to the waiting task, even if there is only one, which the engine would give."""
        if not state.todo or self.mover(state) == CHANCE:
            return []
        task: Task[C, S, P, A] = state.todo[-1]
        return task.options(self.book, state)

    def why_not(self, state: S, action: A) -> Refusal | None:
        """Why the action is not legal here, or None."""
        reason = self._reason(state, action)
        return None if reason is None else Refusal(self.notation(state, action), *reason)

    def apply(self, state: S, action: A, trace: Trace | None = None) -> S:
        """The position after the action and all that follows from it by itself."""
        probe = self.probe
        if not probe.remembers or trace is not None:  # with a trace the way there is asked for
            probe.spend(1)
            return self._apply(state, action, trace)
        after = self._played.get((state, action))
        spend(0)  # what is remembered is no work, but it takes its time
        if after is None:
            probe.spend(1)
            after = self._apply(state, action, None)
            if len(self._played) < REMEMBERED:
                self._played[state, action] = after
        return after

    def take(self, state: S, action: A, trace: Trace) -> S:
        """The same for one of the actions or events that were offered here, without asking again whether it
        is legal.
        """
        self.probe.spend(1)
        spend(PLAYED)
        return self._carried_out(state, action, trace)

    def _apply(self, state: S, action: A, trace: Trace | None) -> S:
        spend(PLAYED)
        known, offered = self._offered
        if trace is not None or state is not known or action not in offered:
            refusal = self.why_not(state, action)
            if refusal is not None:
                raise IllegalActionError(refusal)
        return self._carried_out(state, action, trace)

    def _carried_out(self, state: S, action: A, trace: Trace | None) -> S:
        play = self.begin(state, trace)
        if state.todo:
            play.set(todo=state.todo[:-1])
            state.todo[-1].answer(play, action)
        else:
            self.carry_out(play, action)
        return self._settle(play)

    def implicit(self, state: S) -> A | None:
        """The event by which the turn goes on if no step says what came; None if a step must say it."""
        return state.todo[-1].implicit() if state.todo and self.mover(state) == CHANCE else None

    def happened(self, state: S, event: A) -> S | None:
        """The position after a postponed event; None if no postponed task waits for it."""
        for at, task in enumerate(state.postponed):
            others = state.postponed[:at] + state.postponed[at + 1 :]
            waiting: S = replace(state, todo=(*state.todo, task), postponed=others)
            if self._reason(waiting, event) is None:
                return self.apply(waiting, event)
        return None

    def chance(self, state: S) -> list[tuple[A, int]]:
        """The events that may come next with their weights."""
        if not state.todo:
            return []
        events: list[tuple[A, int]] = state.todo[-1].outcomes(self.book, state)
        self._offered = state, tuple([event for event, _ in events])
        return events

    def sample(self, state: S, random: Random) -> S:
        """Let chance act for the whole waiting task (all the cards of one draw at once)."""
        play = self.begin(state)
        play.set(todo=state.todo[:-1])
        state.todo[-1].sample(play, random)
        return self._settle(play)

    def is_over(self, state: S) -> bool:
        """Whether the whole game has ended."""
        return state.over

    def settled(self, state: S, trace: Trace | None = None) -> S:
        """The position after all waiting tasks that the engine can do by itself."""
        return self._settle(self.begin(state, trace))

    def _settle(self, play: P) -> S:
        """Carry out the waiting tasks until a player, chance or an unknown card has to act."""
        book, notes = self.book, self.probe.notes
        while (state := play.state).todo and not state.over:
            task: Task[C, S, P, A] = state.todo[-1]
            mover = task.mover(book, state)
            if mover != ENGINE:
                if mover < 0 and isinstance(task, self.postpones) and not self._may_bring(task):
                    play.set(todo=state.todo[:-1], postponed=(*state.postponed, task))
                    continue
                self._stopped = state, mover
                break
            if isinstance(task, self.halts_before):
                break
            if self.asks_everything and (self._is_event(task, state) or self._is_choice(task, state)):
                break
            play.set(todo=state.todo[:-1])
            waiting = play.state
            task.run(play)
            if notes and task.is_untold(book, state):
                self.probe.untold.append(state)
            elif notes and play.state is not waiting:
                self._note_forced(task, state)
        settled: S = state
        return settled

    def _may_bring(self, task: Task[C, S, P, A]) -> bool:
        """Whether a task may bring the `pursued` event."""
        event = self.pursued
        return event is not None and isinstance(task, NextCard) and task.event(self.card_of(event)) == event

    def _is_event(self, task: Task[C, S, P, A], state: S) -> bool:
        """Whether the only possible event is nevertheless left to chance, because events are asked for."""
        if self.pursued is None or task.options(self.book, state):
            return False
        return task.only_answer(self.book, state) is not None

    def _is_choice(self, task: Task[C, S, P, A], before: S) -> bool:
        """Whether a player is nevertheless asked, though there is a single answer or all answers will be
        given in turn, and the answer does something.
        """
        only = task.only_answer(self.book, before)
        if only is None or not task.options(self.book, before) or self.passes(only):
            return False
        tried = self.begin(replace(before, todo=before.todo[:-1]))
        without = tried.state
        task.run(tried)
        return tried.state is not without

    def _note_forced(self, task: Task[C, S, P, A], before: S) -> None:
        """Note a choice or an event without alternative that the engine has carried out."""
        if not may_be_answered(type(task)):
            return
        only = task.only_answer(self.book, before)
        if only is None or self.passes(only):
            return
        if task.options(self.book, before):
            self.probe.forced.append((before, only))
        else:
            self.probe.came.append(only)

    def _reason(self, state: S, action: A) -> Reason | None:
        if state.over:
            return "the game is over", self.ending
        if not state.todo:
            return self.refuse(state, action)
        task: Task[C, S, P, A] = state.todo[-1]
        mover = self.mover(state)
        if mover == CHANCE:
            events = (event for event, _ in task.outcomes(self.book, state))
            if action in (*events, task.implicit()):
                return None
            return "that card cannot come now", self.rulings_on_draw(task)
        if mover == UNKNOWN:
            card = self.card_of(action)
            if card and task.unknown(card) == action:
                return None
            return "an unknown card comes next: say which", self.rulings_on_draw(task)
        if any(self.is_same(state, action, option) for option in task.options(self.book, state)):
            return None
        return task.refuse(self.book, state, action)
