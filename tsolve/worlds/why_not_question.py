"""What every question has: a search in any world, the obstacles in the way, what may be missing, and the
chance that what is asked for succeeds.

For the chance a tree of decisions and chances is searched as for a policy. A turn is worth 1 once the thing
is done, so the worth of the best play is its chance of success.
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


class TurnSearch(Generic[S, A]):
    """What may be done in a turn, and when what is asked for is done. A game may say more precisely when its
    turns are over and which moves can help.
    """

    cost: ClassVar[int] = 10
    """How many steps of the budget a position costs."""

    def __init__(self, game: Game[S, A], player: int, is_done: Callable[[S], bool | None]) -> None:
        """`is_done` says whether what is asked for can be done from a position without any more of the
        `moves`; None: unknown.
        """
        self.game, self.player, self.is_done = game, player, is_done

    def is_over(self, state: S) -> bool:
        """Whether the turn is over."""
        return self.game.is_over(state)

    def has_come(self, state: S) -> bool:
        """Whether what is asked for has happened already, whoever acts next: at the end of the turn, or as
        part of another step.
        """
        return False

    def moves(self, state: S) -> Iterable[A]:
        """The legal actions of the player that may help."""
        return self.game.legal_actions(state)

    def why_open(self, state: S) -> str:
        """Why more may be possible than the known facts allow, such as an unknown card; empty if nothing is
        unknown.
        """
        return ""

    def event(self, state: S) -> A | None:
        """The event that is asked for, if chance may bring it here; else None."""
        return None

    def why_no_further(self, here: Arrival[S, A]) -> str:
        """Why the search stops where the player does not act; empty if stopping there misses nothing."""
        text = {CHANCE: _BY_CHANCE, UNKNOWN: _UNKNOWN}.get(self.game.mover(here.state))
        return text or _OTHERS + answers_in_words(self.game, here.state)


class Walk(Generic[S, A]):
    """The positions that a pursuit can reach, each once, shortest lines first, searched on demand."""

    def __init__(self, pursuit: TurnSearch[S, A], start: Arrival[S, A]) -> None:
        self.pursuit, self.start = pursuit, start
        self._left_out: dict[str, None] = {}
        self.by_chance = False
        """Whether the search stopped somewhere at a chance event or at a choice of another player."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """Why the search stopped at some positions."""
        return tuple(self._left_out)

    def positions(self) -> Iterator[Arrival[S, A]]:
        """Positions in which a player acts; it stops at choices of other players. Raises SpentError."""
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
        """Whether the event that is asked for is the only one that can come here."""
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
        """The event or the other player's action here, if only one is possible."""
        game = self.pursuit.game
        if self.pursuit.is_over(state):
            return ()
        events = game.chance(state) if game.mover(state) == CHANCE else only_answer(game, state)
        return [event for event, _ in events] if len(events) == 1 else ()


def only_answer(game: Game[S, A], state: S) -> list[tuple[A, int]]:
    """The only action of a player who has no choice, to be treated as a certain event; empty if there is a
    choice.
    """
    options = game.legal_actions(state) if game.mover(state) >= 0 else []
    return [(option, 1) for option in options] if len(options) == 1 else []


def answers_in_words(game: Game[S, A], state: S) -> str:
    """The options of another player, to be added to a reason; empty if there are too many."""
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
    """The first action in words; empty if it was not asked for, or chance comes first."""


def hope_of(pursuit: TurnSearch[S, A], state: S, attitude: Attitude = "expected") -> Hope | None:
    """The best chance of what is asked for; None if something is unknown. Raises SpentError.

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
    """A play that surely does what is asked for, whatever chance brings, step by step."""

    def __init__(self, pursuit: TurnSearch[S, A]) -> None:
        self._tree = _Turn(pursuit, "worst")
        self._search: Search[S | None, A] = Search(self._tree, "worst")

    def is_sure(self, state: S | None) -> bool:
        """Whether it can be done from here. Raises SpentError."""
        found = self._search.run(state)
        if found.low != DONE and self._search.ran_out:
            raise SpentError
        return found.low == DONE

    def step(self, state: S, beyond: Play[S, A] | None = None) -> A | None:
        """The next action or event of the example; None if nothing more is needed, or no action keeps it
        certain.

        Where chance acts, an event is preferred after which `beyond` is not certain.
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

    def __init__(self, pursuit: TurnSearch[S, A], attitude: Attitude) -> None:
        self.pursuit, self.game, self.attitude = pursuit, pursuit.game, attitude
        self.left_out = False
        """Whether the search stopped before the end of some line."""

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
        """The first action of the shortest best play up to success or the next chance event; None if nothing
        has to be done first. Raises SpentError.
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
    """Whether this is the requirement itself, such as a total to be reached."""
    made_up_by: tuple[str, ...] = ()
    """The quantities that may be too small because of it."""
    in_short: Callable[[], str] = str
    """For an aim: by how much it is missed, as a phrase to follow "QUERY: "."""
    is_final: bool = False
    """Whether more of a quantity cannot overcome it."""


class Candidate(NamedTuple, Generic[W]):
    """A card that might make it possible if it were in the hand."""

    name: str
    cost: int | None
    sold: bool | None
    """Whether it is for sale in the position; None if the position does not say."""
    where: str
    """The same in words."""
    change: Change[W]
    """The world with it."""
    symmetry_key: Hashable
    """Cards with equal keys have the same effect here: one of them is tried for all."""


class Sought(NamedTuple, Generic[A]):
    """What a search found."""

    line: tuple[A, ...] | None = None
    """From the position of the world; None when there is no such line."""
    left_out: tuple[str, ...] = ()
    """Why some lines were not searched."""
    by_chance: bool = False
    """Whether that is because of a chance event or a choice of another player."""
    drawn: bool = False
    """Whether cards are drawn in the line: it shows one possible draw, and it can be done after every other
    one, too.
    """


class Question(ABC, Generic[W, S, A]):
    """One question about one position."""

    text: str
    """What is asked for, in the words of an action."""
    quantities: tuple[str, ...] = ()
    """The quantities of which there may be too little."""
    quantity_names: ClassVar[Mapping[str, str]] = {}
    """The names of these quantities in answers."""
    most: int = 64
    """The largest amount of a quantity that is tried."""
    tries_every_card: ClassVar[bool] = True
    """Whether the candidates include every card, so that an answer may say that no card is enough."""
    names_obstacles: bool = True
    """Whether the list of obstacles is complete: anything else that forbids it is a fixed rule."""
    tries_all_readings: bool = True
    """Whether the obstacles include every reading that makes it impossible; known once they are found."""

    # what can be done

    @abstractmethod
    def enter(self, world: W) -> Arrival[S, A] | None:
        """The position in which the search begins; None if the turn is of another kind."""

    @abstractmethod
    def pursuit(self, world: W) -> TurnSearch[S, A]:
        """The turn in which it is tried."""

    @abstractmethod
    def seek(self, world: W) -> Sought[A]:
        """A line that does what is asked for, without anything that comes by chance."""

    def is_hopeless(self, world: W) -> bool:
        """Whether a bound proves, without a search, that it cannot be done with anything known, whatever
        cards come.
        """
        return False

    def doubt(self, world: W, line: Sequence[A]) -> str:
        """Why it is uncertain that a line does it, in words; empty if it is certain."""
        return ""

    @abstractmethod
    def ending(self, world: W, state: S) -> tuple[A, ...] | None:
        """The actions that complete it from a position in which no more of the pursuit's moves are needed."""

    def hope(self, world: W, attitude: Attitude = "expected") -> Hope | None:
        """The best chance of what is asked for; None if something is unknown. Raises SpentError.

        With the attitude `best` chance is the luckiest: 1 where it can be done at all, else 0.
        """
        start = self.enter(world)
        return Hope(Fraction(0)) if start is None else self.hope_from(world, start.state, attitude)

    def hope_from(self, world: W, state: S, attitude: Attitude) -> Hope | None:
        """The same from a position of the turn. A game with a planner may let it answer."""
        return hope_of(self.pursuit(world), state, attitude)

    def way_to(self, world: W, more: Question[W, S, A] | None = None) -> tuple[A, ...]:
        """An example of a play that does what is asked for whichever cards come.

        If `more` asks for a larger amount, the example draws cards with which that is not reached. Empty if
        the search does not record single steps.
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
        """Unknown facts that may decide it, besides those that a search meets."""
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
        """Why the rules refuse the action itself, when no obstacle explains it."""

    def reached(self, world: W) -> str:
        """The most that a turn in this world reaches, in a few words; empty if nothing is measured."""
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
        """Whether more of this quantity could matter here; False only if it surely cannot."""
        return True

    def more(self, quantity: str, amount: int) -> Change[W]:
        """Adds an amount to one of the `quantities`."""
        return together()

    def candidates(self, world: W) -> Iterable[Iterable[Candidate[W]]] | None:
        """The cards that might make it possible, in groups, the cheapest first; None where none are tried."""
        return None

    # how it is told

    @abstractmethod
    def shown(self, world: W, line: Iterable[A], drawn: bool = False) -> tuple[LineAnswer, dict[str, str]]:
        """The line with its numbers, and the readings that it used. It may end before the turn does.

        `drawn`: the line shows one possible draw; every other one succeeds, too.
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
