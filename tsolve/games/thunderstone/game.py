"""Thunderstone as a game of the engine: who moves, what is legal, what follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.cardkit.piles import contents, has_unknown
from tsolve.engine.probe import REMEMBERED, Probe
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.errors import IllegalActionError
from tsolve.games.thunderstone import scoring, tasks
from tsolve.games.thunderstone.actions import (
    Action,
    Attack,
    Buy,
    Destroy,
    Draw,
    Equip,
    LevelUp,
    Pass,
    Reveal,
    Silence,
    TurnUp,
    Use,
    UseTreasure,
    Visit,
)
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.play import Play
from tsolve.games.thunderstone.state import NONE, Player, State
from tsolve.games.thunderstone.turn import offers, steps
from tsolve.games.thunderstone.turn.prying import may_hold
from tsolve.games.thunderstone.twins import are_twins, likeness
from tsolve.games.thunderstone.writing.notation import notation
from tsolve.model.refusal import Refusal
from tsolve.model.trace import Trace

if TYPE_CHECKING:
    from random import Random

PLAYED, OFFERED = 15, 8
"""The steps of work of an action that is played, and of a list of what is legal."""
_GROUNDS: dict[type, tuple[str, ...]] = {
    Visit: ("TS-3.1",),
    Equip: ("TS-8.1",),
    Attack: ("TS-7.4",),
    Buy: ("TS-4.4",),
    LevelUp: ("TS-6.1", "TS-4.5"),
    Destroy: ("TS-5.1",),
    Draw: ("TS-3.4",),
    Reveal: ("TS-7.10",),
}
_LOOKING = ("arrange", "swap")
"""Tasks in which a card of the Dungeon Deck is only looked at."""
_GROUNDS_OF_PASSING = {
    "effects": ("TS-4.2",),
    "buying": ("TS-4.4",),
    "levelling": ("TS-4.5",),
    "preparing": ("TS-7.4",),
    "resting": ("TS-5.1",),
}


class Thunderstone:
    """The rules under one set of readings. (`tsolve.engine.protocol.Game`)"""

    def __init__(
        self,
        book: Book,
        probe: Probe[State, Action] | None = None,
        halts_before: tuple[type[tasks.Task], ...] = (),
    ) -> None:
        """`probe` watches; tasks of the kinds `halts_before` are left waiting, with all that follows."""
        self.book = book if probe is None else book.noted_by(probe)
        self.probe: Probe[State, Action] = probe or Probe()
        self.halts_before = halts_before
        self._offered: tuple[State | None, tuple[Action, ...]] = (None, ())
        """The legal actions or the outcomes found last, so that the one chosen among them need not be judged
        again.
        """
        self.explored: list[Any] = []
        """Searches for the situations of a turn, remembered by `planning.situations.explored`."""

    def mover(self, state: State) -> int:
        """The active player at a free step, otherwise whoever the waiting task names."""
        return state.todo[-1].mover(self.book, state) if state.todo else state.active

    def legal_actions(self, state: State) -> list[Action]:
        """Every legal action of the player who has to act; equal ones once."""
        remembered = self.probe.legal.get(state) if self.probe.remembers else None
        actions = self._legal_actions(state) if remembered is None else remembered.copy()
        self._offered = state, tuple(actions)
        if remembered is None and self.probe.remembers and len(self.probe.legal) < REMEMBERED:
            self.probe.legal[state] = actions.copy()
        return actions

    def _legal_actions(self, state: State) -> list[Action]:
        spend(OFFERED)
        if state.over:
            return []
        if not state.todo:
            actions = offers.legal(self.book, state)
        elif (task := state.todo[-1]).mover(self.book, state) < 0:
            actions = []
        else:
            actions = task.options(self.book, state)
        return actions

    def preparations(self, state: State) -> list[Action]:
        """Every legal action of a free step that is neither an attack nor passing; equal ones once."""
        spend(OFFERED)
        actions = [] if state.over else offers.preparations(self.book, state)
        self._offered = state, tuple(actions)
        return actions

    def why_not(self, state: State, action: Action) -> Refusal | None:
        """Why the action is not legal here, or None."""
        reason = self._reason(state, action)
        return None if reason is None else Refusal(self.notation(state, action), *reason)

    def grounds(self, state: State, action: Action) -> tuple[str, ...]:
        """The rulings that allow a legal action: the card's own first, then the general rule."""
        if isinstance(action, Use):
            card = self.book.card(state.party[action.card].card)
            repeat = ("TS-15.1",) if card.abilities[action.ability].repeat else ()
            return card.ruling, "TS-4.2" if state.turn == "village" else "TS-7.2", *repeat
        if isinstance(action, UseTreasure):
            return f"card.{action.treasure}", "DS-7"
        if state.todo and (not isinstance(action, (Draw, Reveal)) or state.todo[-1].name in _LOOKING):
            return state.todo[-1].grounds(self.book, state)
        if isinstance(action, Pass):
            return _GROUNDS_OF_PASSING.get(state.step, ("TS-3.1",))
        return _GROUNDS.get(type(action), ("TS-3.1",))

    def refusals(self, state: State) -> list[Refusal]:
        """What the active player might try at a free step and may not."""
        if state.over or state.todo:
            return []
        found = []
        for action in steps.attempts(self.book, state):
            reason = steps.refuse(self.book, state, action)
            if reason is not None:
                found.append(Refusal(self.notation(state, action), *reason))
        return found

    def apply(self, state: State, action: Action, trace: Trace | None = None) -> State:
        """The position after the action and all that follows from it by itself."""
        probe = self.probe
        if not probe.remembers or trace is not None:  # with a trace the way there is asked for
            probe.spend(1)
            return self._apply(state, action, trace)
        after = probe.played.get((state, action))
        if after is None:
            probe.spend(1)
            after = self._apply(state, action, None)
            if len(probe.played) < REMEMBERED:
                probe.played[state, action] = after
        return after

    def _apply(self, state: State, action: Action, trace: Trace | None) -> State:
        spend(PLAYED)
        known, offered = self._offered
        if trace is not None or state is not known or action not in offered:
            reason = self._reason(state, action)
            if reason is not None:
                raise IllegalActionError(Refusal(self.notation(state, action), *reason))
        play = Play(self.book, state, trace)
        if state.todo:
            task = state.todo[-1]
            play.set(todo=state.todo[:-1])
            task.answer(play, action)
        else:
            steps.carry_out(play, action)
        return self._settle(play)

    def chance(self, state: State) -> list[tuple[Action, int]]:
        """The cards that may come next with their weights."""
        if not state.todo:
            return []
        events = state.todo[-1].outcomes(self.book, state)
        self._offered = state, tuple([event for event, _ in events])
        return events

    def sample(self, state: State, random: Random) -> State:
        """Let chance act for the whole waiting task (all the cards of one draw at once)."""
        play = Play(self.book, state)
        play.set(todo=state.todo[:-1])
        state.todo[-1].sample(play, random)
        return self._settle(play)

    def is_over(self, state: State) -> bool:
        """Whether a Thunderstone has reached Rank 1. (TS-17.1)"""
        return state.over

    def scores(self, state: State) -> list[int]:
        """The Victory Points of all cards that each player owns. (TS-17.2)"""
        return scoring.scores(self.book, state)

    def key(self, state: State) -> Hashable:
        """The position without the order of the hand and without what no longer matters."""
        return self.in_parts(state)

    def in_parts(self, state: State) -> tuple[State, Hashable, Hashable]:
        """The key as the position without its hand, the cards of the hand, and those of them that are gone.

        While tasks wait that speak of cards by their places, the order of the hand is kept.
        """
        members: Hashable = state.party
        if not any(task.points for task in state.todo):
            alike = [
                likeness(state, i) if m.weapons or m.bearer != NONE else m
                for i, m in enumerate(state.party)
                if not m.left or m.thrown
            ]
            members = frozenset(Counter(alike).items())
        players = tuple([_unordered(player) for player in state.players])
        spells = state.spells if state.spells and self._counts_spells(state) else 0
        return (
            replace(
                state, party=(), removed=(), players=players, spells=spells, tally=state.tally.in_any_order
            ),
            members,
            self._gone(state),
        )

    def _gone(self, state: State) -> Hashable:
        """The cards that have left the hand, where somebody minds them. (DS-12)"""
        book = self.book
        gone = [m.card for m in state.party if m.left] if book.recalling or book.recounting else []
        if not gone:
            return None
        heroes = book.recalling and book.reads("veteran_heroes", "revealed")
        minded = frozenset(card for card in gone if card in book.heroes) if heroes else None
        return minded, frozenset(Counter(gone).items()) if self._recounts(state) else None

    def _recounts(self, state: State) -> bool:
        """Whether a card that counts those revealed may be met this turn, and counts those gone as well."""
        counters = self.book.recounting
        if not counters or not self.book.reads("revealed_counts", "revealed"):
            return False
        if has_unknown(state.dungeon) or may_hold(state, counters):
            return True
        return not counters.isdisjoint([*(slot.card for slot in state.standing), *contents(state.dungeon)])

    def _counts_spells(self, state: State) -> bool:
        """Whether a Hero may come to the battle that counts the Spells used: one of the hand, one that may
        be drawn, or one that may be borrowed.
        """
        if state.todo or has_unknown(state.me.deck):
            return True
        return may_hold(state, self.book.tallying) or may_hold(state, self.book.prying)

    def notation(self, state: State, action: Action) -> str:
        """The action in words."""
        return notation(self.book, state, action)

    def _reason(self, state: State, action: Action) -> tuple[str, tuple[str, ...]] | None:
        if state.over:
            return "the game is over", ("TS-17.1",)
        if not state.todo:
            return steps.refuse(self.book, state, action)
        task = state.todo[-1]
        mover = task.mover(self.book, state)
        if mover == CHANCE:
            if action in [event for event, _ in task.outcomes(self.book, state)]:
                return None
            return "that card cannot come now", ("TS-3.4",)
        if mover == UNKNOWN:
            card = action.card if isinstance(action, (Draw, Reveal, TurnUp)) else ""
            if card in self.book.cards and task.unknown(card) == action:
                return None
            return "an unknown card comes first: say which", ("TS-3.4",)
        options = task.options(self.book, state)
        if any(_means_the_same(state, action, option) for option in options):
            return None
        return task.refuse(self.book, state, action)

    def settled(self, state: State) -> State:
        """The position after everything that waits and that nobody has to decide."""
        return self._settle(Play(self.book, state))

    def _settle(self, play: Play) -> State:
        """Carry out the waiting tasks until a player, chance or an unknown card has to act."""
        while (state := play.state).todo and not state.over:
            task = state.todo[-1]
            if isinstance(task, self.halts_before) or task.mover(self.book, state) != tasks.ENGINE:
                break
            play.set(todo=state.todo[:-1])
            start = play.state
            task.run(play)
            if self.probe.notes and play.state is not start:
                self._note_forced(task, state)
        return state

    def _note_forced(self, task: tasks.Task, before: State) -> None:
        """A choice that had one answer was made by the engine; to pass is no choice."""
        if len(answers := task.options(self.book, before)) == 1:
            self.probe.forced += [(before, answer) for answer in answers if not isinstance(answer, Pass)]


def _means_the_same(state: State, action: Action, option: Action) -> bool:
    """Whether an action is this option, or the same with an equal card of the hand."""
    if isinstance(action, Destroy) and isinstance(option, Destroy):
        return are_twins(state, action.card, option.card)
    if isinstance(action, Silence) and isinstance(option, Silence):
        return are_twins(state, action.hero, option.hero)
    return action == option


def _unordered(player: Player) -> Player:
    """The player with the cards of which the order does not matter in a fixed order."""
    hand = None if player.hand is None else tuple(sorted(player.hand))
    return replace(player, discard=tuple(sorted(player.discard)), hand=hand)
