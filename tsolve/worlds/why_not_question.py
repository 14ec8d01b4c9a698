"""What every question has: a search in any world, the obstacles in the way, what may be missing, and the
chance that what is asked for succeeds.

For the chance a tree of decisions and chances is searched as for a policy. A turn is worth 1 once the thing
is done, so the worth of the best play is its chance.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Generic, NamedTuple, TypeVar

from tsolve.budget import SpentError, spend
from tsolve.cardkit.tasks import Reason
from tsolve.contract.changes import Change, together
from tsolve.engine import CHANCE, UNKNOWN, Arrival, Game, explore
from tsolve.model.plays import LineAnswer
from tsolve.solve.policy import Attitude, Chance, Decision, Event, Search, Shut, Worth

S = TypeVar("S")
A = TypeVar("A")

_BY_CHANCE = "it depends on chance"
_UNKNOWN = "it depends on something unknown"
_OTHERS = "it depends on a choice of another player"
_MOST_NAMED = 4
"""The most answers of another player that are named."""


class Pursuit(Generic[S, A]):
    """What may be done in a turn, and when the thing is done. A game with a better idea of its turns says
    when they are over and which moves may help.
    """

    cost: ClassVar[int] = 10
    """The steps of a budget that a position counts for."""

    def __init__(self, game: Game[S, A], player: int, is_done: Callable[[S], bool | None]) -> None:
        """`is_done` says whether the thing can be done in a position with no more of the moves; None: that
        cannot be told.
        """
        self.game, self.player, self.is_done = game, player, is_done

    def is_over(self, state: S) -> bool:
        """Whether the turn is over."""
        return self.game.is_over(state)

    def has_come(self, state: S) -> bool:
        """Whether what is pursued has come about, whoever acts next: by the end of the turn, or in the course
        of a step that says something else.
        """
        return False

    def moves(self, state: S) -> Iterable[A]:
        """The legal actions of the player that may help."""
        return self.game.legal_actions(state)

    def why_open(self, state: S) -> str:
        """Why more may be possible in a position than the rules tell, such as by a card that nobody knows;
        empty where nothing is.
        """
        return ""

    def event(self, state: S) -> A | None:
        """What is pursued, where chance may bring it here; None for anything else."""
        return None

    def why_no_further(self, here: Arrival[S, A]) -> str:
        """Why lines are not followed that go on from here, where the player does not act; empty where nothing
        is lost by that.
        """
        told = {CHANCE: _BY_CHANCE, UNKNOWN: _UNKNOWN}.get(self.game.mover(here.state))
        return told or _OTHERS + answers_in_words(self.game, here.state)


class Walk(Generic[S, A]):
    """The positions of a pursuit, each once, shortest lines first, as far as they are asked for."""

    def __init__(self, pursuit: Pursuit[S, A], start: Arrival[S, A]) -> None:
        self.pursuit, self.start = pursuit, start
        self._left_out: dict[str, None] = {}
        self.by_chance = False
        """Whether what comes by chance, or another player chooses, is among what was not followed further."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """What was not followed further and why."""
        return tuple(self._left_out)

    def positions(self) -> Iterator[Arrival[S, A]]:
        """Positions in which somebody acts; those of other players are not followed further. Raises
        SpentError.
        """
        for here in explore(self.pursuit.game, self.start, self._moves):
            spend(self.pursuit.cost)
            if why := self.pursuit.why_open(here.state):
                self._left_out[why] = None
            if self.pursuit.has_come(here.state):
                yield here
            if self.pursuit.is_over(here.state):
                continue
            if self.pursuit.game.mover(here.state) >= 0 or self._brings(here.state):
                yield here
            if not self._acts(here.state) and not self._certain(here.state):
                self._leave(here)

    def _brings(self, state: S) -> bool:
        """Whether nothing else can come here than what is pursued."""
        certain = self._certain(state)
        return bool(certain) and certain[0] == self.pursuit.event(state)

    def _leave(self, here: Arrival[S, A]) -> None:
        if why := self.pursuit.why_no_further(here):
            self._left_out[why] = None
            self.by_chance = self.by_chance or self.pursuit.game.mover(here.state) != UNKNOWN

    def _acts(self, state: S) -> bool:
        return not self.pursuit.is_over(state) and self.pursuit.game.mover(state) == self.pursuit.player

    def _moves(self, state: S) -> Iterable[A]:
        return self.pursuit.moves(state) if self._acts(state) else self._certain(state)

    def _certain(self, state: S) -> Sequence[A]:
        """What chance brings, or another player does, where nothing else can be."""
        game = self.pursuit.game
        if self.pursuit.is_over(state):
            return ()
        events = game.chance(state) if game.mover(state) == CHANCE else only_answer(game, state)
        return [event for event, _ in events] if len(events) == 1 else ()


def only_answer(game: Game[S, A], state: S) -> list[tuple[A, int]]:
    """What somebody does who has no choice, as an event that is certain; nothing for a choice."""
    options = game.legal_actions(state) if game.mover(state) >= 0 else []
    return [(option, 1) for option in options] if len(options) == 1 else []


def answers_in_words(game: Game[S, A], state: S) -> str:
    """What another player may choose, to be added to a reason; empty where that is a long list."""
    options = game.legal_actions(state)
    if len(options) > _MOST_NAMED:
        return ""
    return f" ({' or '.join(game.notation(state, option) for option in options)})"


DONE: Worth = (1,)
_NOT_DONE: Worth = (0,)


class Hope(NamedTuple):
    """The greatest chance of any play, and how that play begins."""

    chance: Fraction
    first: str = ""
    """The first action in words; empty where none was asked for, or chance comes first."""


def hope_of(pursuit: Pursuit[S, A], state: S, attitude: Attitude = "expected") -> Hope | None:
    """The greatest chance of what is pursued; None where something is not known. Raises SpentError.

    With the attitude `best` every draw is the luckiest: the chance is 1 where it can be done at all, else 0.
    Choices of other players have no chance; with `best` and `worst` they are made so, as draws are.
    """
    tree = _Turn(pursuit, attitude)
    search: Search[S | None, A] = Search(tree, attitude)
    found = search.run(state)
    if found.low == DONE or (found.exact and not tree.left_out):
        first = None if found.low in (None, _NOT_DONE) else tree.shortest(state, search)
        words = "" if first is None else pursuit.game.notation(state, first)
        return Hope(Fraction(found.low[0]) if found.low else Fraction(0), words)
    if search.ran_out:
        raise SpentError
    return None


class Play(Generic[S, A]):
    """The play that does what is pursued whatever chance brings, step by step."""

    def __init__(self, pursuit: Pursuit[S, A]) -> None:
        self._tree = _Turn(pursuit, "worst")
        self._search: Search[S | None, A] = Search(self._tree, "worst")

    def is_sure(self, state: S | None) -> bool:
        """Whether it can be done from here. Raises SpentError."""
        found = self._search.run(state)
        if found.low != DONE and self._search.ran_out:
            raise SpentError
        return found.low == DONE

    def step(self, state: S, beyond: Play[S, A] | None = None) -> A | None:
        """The next action on one way; None where no more is needed, or no step keeps it certain.

        Of what chance may bring it is one by which what lies `beyond` is not certain, if there is any.
        """
        expanded = self._tree.expand(state)
        if isinstance(expanded, Decision):
            return self._tree.shortest(state, self._search)
        if isinstance(expanded, Chance):
            poor = [each for each in expanded.events if beyond is not None and not beyond.is_sure(each.node)]
            action: A = (poor or expanded.events)[0].action
            return action
        return None


class _Turn(Generic[S, A]):
    """The turn as a tree in which only one thing counts. (`tsolve.solve.policy.Tree`)

    Its nodes are positions; None is the one in which chance itself has brought what is pursued.
    """

    bounded = True

    def __init__(self, pursuit: Pursuit[S, A], attitude: Attitude) -> None:
        self.pursuit, self.game, self.attitude = pursuit, pursuit.game, attitude
        self.left_out = False
        """Whether a way was not followed to its end."""

    def key(self, state: S | None) -> Hashable:
        return None if state is None else self.game.key(state)

    def expand(self, state: S | None) -> Decision[S | None, A] | Chance[S | None, A] | Shut:
        spend(self.pursuit.cost)
        if state is None:
            return Decision(DONE, ())
        self.left_out = self.left_out or bool(self.pursuit.why_open(state))
        if self.pursuit.has_come(state):
            return Decision(DONE, ())
        if self.pursuit.is_over(state):
            return Decision(_NOT_DONE, ())
        mover = self.game.mover(state)
        done = self.pursuit.is_done(state) if mover >= 0 else False
        if done:
            return Decision(DONE, ())
        if mover != self.pursuit.player:
            events = self.game.chance(state) if mover == CHANCE else self._answers(state)
            if not events:
                self.left_out = True
                return Shut()
            sought = self.pursuit.event(state)
            nodes = [None if event == sought else self.game.apply(state, event) for event, _ in events]
            return Chance([Event(*event, node) for event, node in zip(events, nodes, strict=True)])
        if done is None:
            self.left_out = True
            return Shut()
        moves = self.pursuit.moves(state)
        return Decision(_NOT_DONE, [(action, self.game.apply(state, action)) for action in moves])

    def _answers(self, state: S) -> list[tuple[A, int]]:
        """What another player may choose."""
        if self.attitude == "expected" or self.game.mover(state) < 0:
            return only_answer(self.game, state)
        return [(option, 1) for option in self.game.legal_actions(state)]

    def shortest(self, state: S, search: Search[S | None, A]) -> A | None:
        """How the shortest way begins on which nothing is lost until it is done or chance comes; None where
        nothing has to be done first. Raises SpentError.
        """
        worth = search.run(state).low

        def keeping(here: S) -> Iterator[A]:
            expanded = self.expand(here)
            if isinstance(expanded, Decision):
                yield from (action for action, after in expanded.moves if search.run(after).low == worth)

        for here in explore(self.game, Arrival(state), keeping):
            expanded = self.expand(here.state)
            if not isinstance(expanded, Decision) or expanded.stop == DONE:
                return here.line[0] if here.line else None
        if search.ran_out:
            raise SpentError
        return None

    def upper_bound(self, state: S | None) -> Worth:
        return DONE

    def lower_bound(self, state: S | None) -> Worth | None:
        return _NOT_DONE


W = TypeVar("W")


class Obstacle(NamedTuple, Generic[W]):
    """One thing that may stand in the way and can be switched off."""

    id: str
    rulings: tuple[str, ...]
    """The rules and cards that say so, the most specific first."""
    change: Change[W]
    """The world without it."""
    say: Callable[[], str]
    """The obstacle as a sentence with its numbers."""
    is_aim: bool = False
    """It is what has to be reached: without it anything would do."""
    made_up_by: tuple[str, ...] = ()
    """The quantities that may fall short because of it."""
    in_short: Callable[[], str] = str
    """Of an aim: how far it is missed, to stand after what is asked for and a colon."""
    is_final: bool = False
    """Where it stands, more of a quantity is no help."""


class Candidate(NamedTuple, Generic[W]):
    """A card that might make it possible, were it in the hand."""

    name: str
    cost: int | None
    sold: bool | None
    """Whether it is for sale in the position; None where the position does not tell."""
    where: str
    """The same in words."""
    change: Change[W]
    """The world with it."""
    symmetry_key: Hashable
    """Cards that are alike do the same: one of them is tried for all."""


class Sought(NamedTuple, Generic[A]):
    """What a search found."""

    line: tuple[A, ...] | None = None
    """From the position of the world; None when there is no such line."""
    left_out: tuple[str, ...] = ()
    """Lines that were not searched and why."""
    by_chance: bool = False
    """Whether lines on which something comes by chance, or another player chooses, are among those."""
    drawn: bool = False
    """The line is one way that chance may go; it can be done by every other one, too."""


class Question(ABC, Generic[W, S, A]):
    """One question about one position."""

    text: str
    """What is asked for, in the words of an action."""
    quantities: tuple[str, ...] = ()
    """What may be missing."""
    quantity_names: ClassVar[Mapping[str, str]] = {}
    """What people call each of them."""
    most: int = 64
    """More of a quantity than this is not tried."""
    tries_every_card: ClassVar[bool] = True
    """Whether the candidates are all cards that there are, so that it can be said that none is enough."""
    names_obstacles: bool = True
    """Whether the obstacles are all that could be otherwise: without them only the rules forbid it."""
    tries_all_readings: bool = True
    """Whether the obstacles hold each reading by which it is impossible; known once they are found."""

    # what can be done

    @abstractmethod
    def enter(self, world: W) -> Arrival[S, A] | None:
        """The position in which the search begins; None when the turn is of another kind."""

    @abstractmethod
    def pursuit(self, world: W) -> Pursuit[S, A]:
        """The turn in which it is tried."""

    @abstractmethod
    def seek(self, world: W) -> Sought[A]:
        """A line that does what is asked for, without anything that comes by chance."""

    def is_hopeless(self, world: W) -> bool:
        """Whether a bound proves without a search that nothing known brings it about, whatever comes."""
        return False

    def doubt(self, world: W, line: Sequence[A]) -> str:
        """Why nobody can be sure that a line does it, in words; empty where it is sure."""
        return ""

    @abstractmethod
    def ending(self, world: W, state: S) -> tuple[A, ...] | None:
        """What remains to be done in a position in which it can be done with no more of the moves."""

    def hope(self, world: W, attitude: Attitude = "expected") -> Hope | None:
        """The greatest chance of what is asked for; None where something is not known. Raises SpentError.

        With the attitude `best` chance is the luckiest: 1 where it can be done at all, else 0.
        """
        start = self.enter(world)
        return Hope(Fraction(0)) if start is None else self.hope_from(world, start.state, attitude)

    def hope_from(self, world: W, state: S, attitude: Attitude) -> Hope | None:
        """The same from a position of the turn. A game with a planner may let it answer."""
        return hope_of(self.pursuit(world), state, attitude)

    def way_to(self, world: W, more: Question[W, S, A] | None = None) -> tuple[A, ...]:
        """One way of a play that does what is asked for whichever cards come.

        Among the cards that come those by which it does no more, if `more` asks for more. Empty where the
        search keeps no single steps.
        """
        start = self.enter(world)
        assert start is not None
        pursuit = self.pursuit(world)
        play, beyond = Play(pursuit), None if more is None else Play(more.pursuit(world))
        state, line = start.state, start.line
        while (step := play.step(state, beyond)) is not None:
            line = (*line, step)
            if step == pursuit.event(state):
                return line
            state = pursuit.game.apply(state, step)
        end = (more or self).ending(world, state)
        return () if end is None else (*line, *end)

    def unknown(self, world: W) -> tuple[str, ...]:
        """What is not known and may decide, beyond what a search meets."""
        return ()

    # why it cannot be done

    def obstacles(self, world: W) -> Iterator[Obstacle[W]]:
        """What may stand in the way, the most telling first: facts of cards before general rules."""
        return iter(())

    def not_yet(self, world: W) -> Reason | None:
        """Why it cannot be done at once, if it can be done later; None if that was not asked."""
        return None

    @abstractmethod
    def refusal(self, world: W) -> Reason:
        """Why it is impossible whatever the facts are: what the rules say to the plain attempt."""

    def reached(self, world: W) -> str:
        """The most that a turn of this world reaches, in a few words; empty if nothing is measured."""
        return ""

    def amount(self, line: LineAnswer) -> int | None:
        """How much of what is asked for a line comes to; None where that is no number."""
        table = line.calculation
        return None if table is None or table.against is None else table.total

    def closest(self, world: W) -> tuple[A, ...] | None:
        """The line that comes closest, for questions of more or less."""
        return None

    # what would make it possible

    def asks(self, world: W, quantity: str) -> bool:
        """Whether more of this quantity could matter here at all; no is sure."""
        return True

    def more(self, quantity: str, amount: int) -> Change[W]:
        """So much more of one of the `quantities`; of none there is nothing to add."""
        return together()

    def candidates(self, world: W) -> Iterable[Iterable[Candidate[W]]] | None:
        """The cards that might make it possible, in groups, the cheapest first; None where none are tried."""
        return None

    # how it is told

    @abstractmethod
    def shown(self, world: W, line: Iterable[A], drawn: bool = False) -> tuple[LineAnswer, dict[str, str]]:
        """The line with its numbers, and the readings that it went through. It may end before the turn does.

        `drawn`: the line is one way that chance may go, and every other one leads there, too.
        """


class ActionQuestion(Question[W, S, A]):
    """Whether an action is legal in some position that the turn can reach."""

    @abstractmethod
    def wanted(self, world: W, state: S) -> A | None:
        """The action asked for, where it is legal."""

    def ending(self, world: W, state: S) -> tuple[A, ...] | None:
        action = self.wanted(world, state)
        return None if action is None else (action,)

    def seek(self, world: W) -> Sought[A]:
        start = self.enter(world)
        if start is None:
            return Sought()
        walk = Walk(self.pursuit(world), start)
        for here in walk.positions():
            end = self.ending(world, here.state)
            if end is not None:
                return Sought((*here.line, *end), walk.left_out, walk.by_chance)
        return Sought(None, walk.left_out, walk.by_chance)
