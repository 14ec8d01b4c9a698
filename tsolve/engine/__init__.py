"""The protocol that every game implements: positions are values, actions are data, chance has known
probabilities.

It also holds tools for any such game: replay a line, play whole games from a seed, explore positions (each
once, shortest lines first), and a probe that records what the rules look up, how much work they do, and which
choices they make by themselves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from tsolve.errors import TsolveError
from tsolve.model.trace import Entry, Refusal, Trace

if TYPE_CHECKING:
    from random import Random

CHANCE = -2
"""`mover`: the next event is drawn from `chance`."""

UNKNOWN = -4
"""`mover`: the next event depends on an unknown card."""

S = TypeVar("S")
A = TypeVar("A")


class Game(Protocol[S, A]):
    """The rules of one game under chosen readings. Implementations do no I/O and store no position."""

    def mover(self, state: S) -> int:
        """Who acts next: the index of a player, CHANCE or UNKNOWN."""
        ...

    def legal_actions(self, state: S) -> list[A]:
        """Every legal action of the mover, without duplicates; none when chance moves or the game is over."""
        ...

    def why_not(self, state: S, action: A) -> Refusal | None:
        """Why the action is not legal here, or None when it is."""
        ...

    def rulings_for(self, state: S, action: A) -> tuple[str, ...]:
        """The rulings that allow a legal action."""
        ...

    def refusals(self, state: S) -> list[Refusal]:
        """Illegal actions that the mover might try, each with the reason."""
        ...

    def apply(self, state: S, action: A, trace: Trace | None = None) -> S:
        """The position after the action and everything that follows automatically.

        Raises IllegalActionError when the action is not legal. The old position is not changed.
        """
        ...

    def chance(self, state: S) -> list[tuple[A, int]]:
        """The possible events with integer weights; their probabilities are the weights over their sum."""
        ...

    def sample(self, state: S, random: Random) -> S:
        """The position after one event drawn with these probabilities."""
        ...

    def is_over(self, state: S) -> bool:
        """Whether the whole game has ended."""
        ...

    def scores(self, state: S) -> list[int]:
        """Each player's points if the game ended now."""
        ...

    def key(self, state: S) -> Hashable:
        """A hash key; positions that differ only in the order of equal cards have the same one."""
        ...

    def notation(self, state: S, action: A) -> str:
        """The action as a person would write it."""
        ...

    def zones(self, state: S) -> tuple[tuple[str, str], ...]:
        """The position in words, zone by zone, as (name, contents)."""
        ...

    def turn_of(self, state: S) -> int:
        """The player whose turn it is, counted from 1."""
        ...

    def begins_turn(self, state: S) -> bool:
        """Whether a turn starts here."""
        ...


class Replayed(msgspec.Struct, Generic[S, A], frozen=True):
    """One action of a line, with the position before and after it and its trace."""

    action: A
    text: str
    before: S
    after: S
    entries: tuple[Entry, ...]
    readings: dict[str, str]


def replay(game: Game[S, A], state: S, line: Iterable[A]) -> list[Replayed[S, A]]:
    """Play the actions in order. Raises IllegalActionError at the first one that is not legal."""
    steps: list[Replayed[S, A]] = []
    for action in line:
        trace = Trace()
        text = game.notation(state, action)
        after = game.apply(state, action, trace)
        steps.append(Replayed(action, text, state, after, trace.entries, trace.readings))
        state = after
    return steps


Bot: TypeAlias = "Callable[[S, list[A], Random], A]"
"""Chooses one of the legal actions; uses no random source but the given one."""


def random_bot(_state: S, actions: list[A], random: Random) -> A:
    """A random legal action, all equally likely."""
    return actions[int(random.random() * len(actions))]  # three times as fast as randrange


def play(
    game: Game[S, A], state: S, bots: list[Bot[S, A]], random: Random, limit: int = 100_000
) -> Iterator[S]:
    """Yield every position of a game from `state` to its end, at most `limit` of them."""
    yield state
    for _ in range(limit):
        if game.is_over(state):
            return
        mover = game.mover(state)
        if mover == CHANCE:
            state = game.sample(state, random)
        else:
            state = game.apply(state, bots[mover](state, game.legal_actions(state), random))
        yield state


class Arrival(msgspec.Struct, Generic[S, A], frozen=True):
    """A position, and the actions that led to it."""

    state: S
    line: tuple[A, ...] = ()


def explore(
    game: Game[S, A], start: Arrival[S, A], moves: Callable[[S], Iterable[A]]
) -> Iterator[Arrival[S, A]]:
    """Every position that can be reached from the start by the legal actions that `moves` gives.

    Of equal positions (by `game.key`) only the first is given. Actions are played on demand, so the caller
    can stop at any time.
    """
    seen: set[Hashable] = set()
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        key = game.key(here.state)
        if key not in seen:
            seen.add(key)
            yield here
            for action in moves(here.state):
                waiting.append(Arrival(game.apply(here.state, action), (*here.line, action)))


V = TypeVar("V")
R = TypeVar("R")

STATES_PER_ACTION = 10
"""How many states of an optimisation problem count as one action played."""
ACTIONS_PER_POSITION = 5
"""How many actions played a position counts as, in a search with chance."""
REMEMBERED = 20_000
"""How many results of actions are remembered: fifty megabytes at most."""


class TooMuchWorkError(TsolveError, RuntimeError):
    """The rules have reached the limit of work that their probe allows."""


def nobody_hears(_: int) -> None:
    """Ignore how many positions were searched. No lambda, so that a probe can be sent to another process."""


class Probe(Generic[S, A]):
    """Watches the rules of a game, and may limit their work.

    Work is counted in actions played, so that every machine counts the same. With `notes`, a probe collects
    the readings and cards that are looked up. With `remembers`, it keeps the results of actions: searches for
    one goal or target after another meet the same positions.
    """

    def __init__(
        self,
        limit: int | None = None,
        on_position: Callable[[int], None] = nobody_hears,
        notes: bool = False,
        remembers: bool = False,
    ) -> None:
        """`limit` is the most work; `on_position` is called with the number of positions searched so far."""
        self.limit = limit
        self.on_position = on_position
        self.notes = notes
        self.remembers = remembers
        self.work = 0
        self.positions = 0
        self.readings: dict[str, str] = {}
        """The open points that were looked up, each with the reading in force."""
        self.cards: dict[str, object] = {}
        """The cards whose facts were looked up."""
        self.forced: list[tuple[S, A]] = []
        """Choices that had only one option and were made automatically, each with its position."""
        self.came: list[A] = []
        """Chance events that had only one outcome and happened automatically."""
        self.untold: list[S] = []
        """Positions in which a choice was skipped, because its options are unknown."""
        self.legal: dict[S, list[A]] = {}
        self.played: dict[Hashable, dict[tuple[S, A], S]] = {}
        """Results of actions, by variant of the rules: some variants stop where others go on."""

    def spend(self, work: int) -> None:
        """Count work that is about to be done. Raises TooMuchWorkError beyond the limit."""
        self.work += work
        if self.limit is not None and self.work > self.limit:
            raise TooMuchWorkError

    def solved(self, states: int) -> None:
        """Count the states of an optimisation problem."""
        self.spend(states // STATES_PER_ACTION)

    def looked_at_position(self) -> None:
        """Count a position of a search with chance."""
        self.positions += 1
        self.spend(ACTIONS_PER_POSITION)
        self.on_position(self.positions)


class Noting(dict[str, V]):
    """A mapping that records in `asked` what is looked up in it.

    It looks up in the mapping that it wraps, so if that is a `Noting` too, both record.
    """

    def __init__(self, source: Mapping[str, V], asked: dict[str, V] | dict[str, object]) -> None:
        super().__init__(source)
        self.source = source
        self.asked: dict[str, V] | dict[str, object] = asked

    def __getitem__(self, key: str) -> V:
        found = self.source[key]
        self.asked[key] = found
        return found

    def of(self, work_out: Callable[[], R]) -> tuple[R, Mapping[str, V]]:
        """A result, with what it looked up: to be recorded again where the result is used again."""
        around, own = self.asked, dict[str, V]()
        self.asked = own
        try:
            found = work_out()
        finally:
            self.asked = around
        self.asked.update(own)
        return found, own

    def again(self, found: Mapping[str, V]) -> None:
        """Record that this is looked up once more."""
        self.asked.update(found)
        if isinstance(self.source, Noting):
            self.source.again(found)

    def get(self, key: str, default: V | None = None) -> V | None:  # type: ignore[override]  # one form is enough
        """As `dict.get`; records keys that exist."""
        return self[key] if key in self.source else default
