"""The policy of a game that is searched in full: read off the search, and put into words step by step."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from tsolve.engine.expectimax import BestPolicy
from tsolve.engine.protocol import CHANCE, Game
from tsolve.errors import DisagreementError
from tsolve.model.answers import LineAnswer, StepAnswer
from tsolve.model.trace import Entry, Trace
from tsolve.model.wishes import Draws
from tsolve.turns.opened import Opened
from tsolve.turns.played import Move
from tsolve.turns.policy.nodes import Branch, Node
from tsolve.turns.policy.writing import Ended, PolicyWriter, Told, Value

S = TypeVar("S")
A = TypeVar("A")


def nodes_of(
    game: Game[S, A], state: S, found: BestPolicy[A], value: Callable[[S], Value | None]
) -> Node[S, A, None] | None:
    """The best policy, found from `state`; None where some outcome of chance has no value."""
    nodes: dict[Hashable, Node[S, A, None] | None] = {}

    def node(start: S) -> Node[S, A, None] | None:
        """Plays the best actions until chance has a choice or the turn ends."""
        here, line, action = start, list[A](), None
        while (reached := value(here)) is None:
            known = found.known[game.key(here)]
            if known is None:
                return None
            worth, action = known
            if game.mover(here) == CHANCE:
                events = game.chance(here)
                if len(events) > 1:
                    whole = sum(weight for _, weight in events)
                    branches = [branch(here, event, Fraction(weight, whole)) for event, weight in events]
                    valued = tuple(each for each in branches if each is not None)
                    all_valued = len(valued) == len(events)
                    return Node(start, worth, tuple(line), here, None, valued) if all_valued else None
                action = events[0][0]
            assert action is not None  # the player is to act, and there is a best action
            line.append(action)
            here = game.apply(here, action)
        return Node(start, reached, tuple(line), here)

    def branch(here: S, event: A, chance: Fraction) -> Branch[S, A, None] | None:
        after = game.apply(here, event)
        key = game.key(after)
        if key not in nodes:
            nodes[key] = node(after)
        then = nodes[key]
        return None if then is None else Branch(event, chance, then)

    return node(state)


class History(NamedTuple, Generic[S, A]):
    """What happened from the beginning to a position."""

    moves: tuple[Move[S, A], ...]
    entries: tuple[Entry, ...]


class SearchedWriter(PolicyWriter[S, A, None]):
    """Writes such a policy in the words of the game's narration."""

    def __init__(
        self,
        opened: Opened[S, A],
        goal: tuple[str, ...],
        draws: Draws,
        value: Callable[[S], Value | None],
    ) -> None:
        self.narration, self.unsaid = opened.narration(), opened.unsaid_choice
        super().__init__(self.narration.game, goal, draws)
        self.value = value
        self.ways: dict[Hashable, History[S, A]] = {self.game.key(opened.state): History((), ())}
        """By the key of a position, the first way that led there: a result counts up the whole turn."""

    def played(self, state: S, actions: tuple[A, ...]) -> Told[S]:
        steps, rulings = list[StepAnswer](), dict[str, None]()
        here, unsaid = state, tuple[Entry, ...]()
        for action in actions:
            is_unsaid = action == self.unsaid(here)
            text = self.game.notation(here, action)
            if not is_unsaid:
                rulings.update(dict.fromkeys(self.game.rulings_for(here, action)))
            here, entries = self._apply(here, action)
            if is_unsaid and steps:
                steps[-1] = replace(steps[-1], entries=steps[-1].entries + entries)
            elif is_unsaid:
                unsaid += entries  # what follows of the event before
            else:
                steps.append(StepAnswer(len(steps) + 1, text, unsaid + entries))
                unsaid = ()
        result = self.narration.result(here, *self.ways[self.game.key(here)])
        line = LineAnswer(tuple(steps), result.sentence, result.calculation, lost=result.lost)
        return Told(line, here, tuple(rulings), result.title or result.sentence)

    def event_name(self, final: S, event: A) -> str:
        return self.narration.event_name(final, event)

    def ended(self, node: Node[S, A, None]) -> Ended[S]:
        told = self.played(node.state, node.line)
        value = self.value(told.end)
        if value is None:
            raise DisagreementError("the policy does not end the turn")
        return Ended(told, value)

    def follow(self, final: S, event: A) -> tuple[S, tuple[str, ...]]:
        return self._apply(final, event)[0], ()

    def _apply(self, state: S, action: A) -> tuple[S, tuple[Entry, ...]]:
        trace, probe = Trace(), self.narration.probe
        probe.readings.clear()
        after = self.game.apply(state, action, trace)
        self.readings.update(probe.readings)
        before = self.ways[self.game.key(state)]
        way = History((*before.moves, Move(state, action)), (*before.entries, *trace.entries))
        self.ways.setdefault(self.game.key(after), way)
        return after, trace.entries
