"""What planners of games share: following a policy that was found through the engine, and comparing the best
turns for each thing that a turn may be spent on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Generic, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from tsolve.budget import allow, current
from tsolve.contract.capability import Question
from tsolve.engine import Game
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import Draws, Exact, PolicyAnswer, StepAnswer, Wishes, exact
from tsolve.model.solved import Candidate, Payment
from tsolve.plays.policy import Branch, Node
from tsolve.solve.policy import Search, Valuation, Worth, average

N = TypeVar("N")
"""A position of the search, which may hold more than a position of the engine."""
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
EndT = TypeVar("EndT", covariant=True)


Findings = Valuation[N, tuple[A, ...]]
"""What the search found for a position."""


class SearchTree(Protocol[N, S, A, EndT]):
    """The searched tree, as far as it is needed to follow it.

    An action of the search is one action of the engine, or several that the search took together, such as all
    the cards of one draw.
    """

    @property
    def game(self) -> Game[S, A]: ...

    def compares(self, action: tuple[A, ...], other: tuple[A, ...]) -> bool:
        """Whether another action may be as good as `action` and lead to a shorter way."""
        ...

    def told(self, line: tuple[A, ...]) -> int:
        """How many of these actions have to be written."""
        return len(line)

    def state(self, node: N) -> S:
        """The position of a node."""
        ...

    def at(self, state: S, like: N | None = None) -> N:
        """The node of a position that was reached in the same way as `like`."""
        ...

    def mode(self, node: N) -> Hashable:
        """What the search depends on in a node besides the position."""
        return None

    def completed(self, state: S, drawn: tuple[A, ...], event: A, count: int) -> tuple[A, ...] | None:
        """Which outcome of `count` events it is when `event` happens in `state` after those of `drawn`; None
        where it may still be one of several.
        """
        ...

    def end(self, state: S) -> tuple[Worth, EndT | None]:
        """The worth of a turn without further chance events, and what is known about the rest of it."""
        ...


class _CircleError(Exception):
    """A way leads back to where it came from."""


class PolicyFollower(Generic[N, S, A, E]):
    """Follows a policy and writes it down, with the shortest of equally good ways."""

    def __init__(
        self, tree: SearchTree[N, S, A, E], searched: Search[N, tuple[A, ...]], draws: Draws
    ) -> None:
        self.tree, self.searched, self.draws = tree, searched, draws
        self._nodes: dict[int, tuple[Node[S, A, E], Findings[N, A]]] = {}
        """The node for each finding, by its identity; the finding is kept alive beside it. Equal positions
        share one node.
        """
        self._of_position: dict[tuple[S, Hashable], Node[S, A, E]] = {}
        """The last node written for each position and mode."""
        self._writing: set[int] = set()
        """The findings that are being written: an equally good action that leads back to one of them is a
        circle.
        """
        self._lengths: dict[int, int] = {}
        self._own: dict[tuple[S, Hashable, int], tuple[Findings[N, A], Findings[N, A]]] = {}
        """For a position and the finding for an equal one, by its identity: that finding, kept alive, and the
        same in the position's own actions.
        """

    def node(self, found: Findings[N, A]) -> Node[S, A, E]:
        """The policy from the position of `found` on."""
        if id(found) in self._writing:
            raise _CircleError
        if id(found) not in self._nodes:
            self._writing.add(id(found))
            try:
                self._nodes[id(found)] = self._best(found), found
            finally:
                self._writing.remove(id(found))
        return self._nodes[id(found)][0]

    def _best(self, found: Findings[N, A]) -> Node[S, A, E]:
        """What was written already for the position, if that is worth more: a search without a proof may know
        policies of different worths for it.
        """
        key = self.tree.state(found.node), self.tree.mode(found.node)
        known = self._of_position.get(key)
        if known is not None and found.low is not None and known.worth > found.low:
            return known
        node = self._of_position[key] = self._write(found)
        return node

    def _write(self, found: Findings[N, A]) -> Node[S, A, E]:
        if found.next is not None:
            return self._after(found, *self._shortest(found))
        if len(found.events) == 1:
            ((event, below),) = found.events
            return self._after(found, event.action, below)
        if found.events:
            return self._awaited(found)
        state = self.tree.state(found.node)
        worth, end = self.tree.end(state)
        return Node(state, worth, (), state, end)

    def _shortest(self, found: Findings[N, A]) -> tuple[tuple[A, ...], Findings[N, A]]:
        """The equally good action with the shortest way, and what was found after it."""
        lengths: list[tuple[int, int]] = []
        ties = self.searched.ties(found, self.tree.compares)
        for number, (_, below) in enumerate(ties):
            with suppress(_CircleError):
                lengths.append((self._length(self.node(below)), number))
        if not lengths:
            raise _CircleError
        return ties[min(lengths)[1]]

    def _after(self, found: Findings[N, A], steps: tuple[A, ...], below: Findings[N, A]) -> Node[S, A, E]:
        """The node of `found` when it begins with `steps`."""
        tree = self.tree
        start = state = tree.state(found.node)
        for action in steps:
            state = tree.game.apply(state, action)
        then = self.node(
            below if state == tree.state(below.node) else self._again(tree.at(state, below.node), below)
        )
        return replace(then, state=start, line=(*steps, *then.line))

    def _awaited(self, found: Findings[N, A]) -> Node[S, A, E]:
        """The node at which chance decides between the outcomes, one event after the other."""
        tree, game = self.tree, self.tree.game
        outcomes = {event.action: below for event, below in found.events}
        count = len(found.events[0][0].action)
        known: dict[Hashable, Node[S, A, E] | None] = {}

        def waiting(state: S, drawn: tuple[A, ...]) -> Node[S, A, E] | None:
            key = game.key(state)
            if key not in known:
                chances = game.chance(state)
                whole = sum(weight for _, weight in chances)
                branches = tuple(
                    Branch(event, Fraction(weight, whole), then)
                    for event, weight in chances
                    if (then := after(state, drawn, event)) is not None
                )
                worth = self._counted(branches) if branches else None
                known[key] = None if worth is None else Node(state, worth, (), state, None, branches)
            return known[key]

        def after(state: S, drawn: tuple[A, ...], event: A) -> Node[S, A, E] | None:
            come, reached = tree.completed(state, drawn, event, count), game.apply(state, event)
            if come is None:
                return waiting(reached, (*drawn, event))
            own = self._of(tree.at(reached, found.node), outcomes[come])
            return None if own.low is None else self.node(own)

        node = waiting(tree.state(found.node), ())
        assert node is not None
        return node

    def _of(self, node: N, below: Findings[N, A]) -> Findings[N, A]:
        """What was found for an outcome. An equal position may have come about in another order, which the
        engine tells apart. Outcomes that made no difference to the worth are searched only now.
        """
        if below.low is None:
            return self.searched.run(node)
        key, state = self.tree.game.key, self.tree.state
        return below if key(state(node)) == key(state(below.node)) else self._again(node, below)

    def _again(self, node: N, below: Findings[N, A]) -> Findings[N, A]:
        """What was found for an equal position, with the actions of this one."""
        key = self.tree.state(node), self.tree.mode(node), id(below)
        if key not in self._own:
            self._own[key] = below, self.searched.run_again(node, below)
        return self._own[key][1]

    def _counted(self, branches: Sequence[Branch[S, A, E]]) -> Worth:
        """What the outcomes are worth together, by the attitude to draws."""
        if self.draws in ("worst", "best"):
            choose = min if self.draws == "worst" else max
            return choose(branch.node.worth for branch in branches)
        return average([branch.chance for branch in branches], [branch.node.worth for branch in branches])

    def _length(self, node: Node[S, A, E]) -> int:
        """The most actions and cards on any way through the node."""
        if id(node) not in self._lengths:
            below = max((1 + self._length(branch.node) for branch in node.branches), default=0)
            self._lengths[id(node)] = self.tree.told(node.line) + below
        return self._lengths[id(node)]


class Case(NamedTuple):
    """A way to spend a turn, and the question for the best turn that does so."""

    turn: str
    title: str
    solve: Callable[[], SolveAnswer]
    demands: bool = False
    """Whether the first level of the goal only says, by 1, that the turn does so; it is no part of the worth.
    """
    target: str = ""
    """Its target, by the name that a policy has for it."""
    pays: tuple[str, ...] = ()
    """The quantities that things are paid with."""


CASES: Question[[Wishes], Iterable[Case]] = Question(lambda *_: (), "cases")
"""What the turn may be spent on, to be compared."""


def candidates(cases: Sequence[Case]) -> tuple[Candidate, ...]:
    """The best turn of each case that is possible, the best first; of turns that are the same only the first.

    Each case has an equal share of what is left of the budget.
    """
    found: dict[tuple[str, tuple[str, ...], tuple[Exact, ...]], Candidate] = {}
    for left, case in zip(range(len(cases), 0, -1), cases, strict=True):
        with allow(current().part(1 / left)):
            answer = case.solve()
        for each in _found(case, answer):
            found.setdefault((each.turn, each.steps, each.worth), each)
    return tuple(sorted(found.values(), key=_numbers, reverse=True))


def _found(case: Case, answer: SolveAnswer) -> Iterator[Candidate]:
    """The answer in short, if there is any turn that does what is demanded."""
    skipped = 1 if case.demands else 0
    policy = answer.policy
    if policy is not None:
        worth = policy.worth
        steps, outcome = policy.nodes[0].steps, _on_average(policy, skipped)
        chance = worth[0] if case.demands else _chance(policy, case.target)
    elif answer.best:
        worth, line = tuple(map(exact, answer.objective)), answer.best[0].line
        steps, outcome, chance = line.steps, line.outcome, None
    else:
        return
    if case.demands and worth[0].exact == "0":
        return
    yield Candidate(
        case.turn,
        case.title,
        outcome,
        answer.goal[skipped:],
        worth[skipped:],
        answer.status,
        tuple(step.text for step in steps),
        tuple(_payments(case, steps)),
        chance,
    )


def _payments(case: Case, steps: Sequence[StepAnswer]) -> Iterator[Payment]:
    """Where a quantity that things are paid with goes down."""
    for entry in (entry for step in steps for entry in step.entries):
        if entry.quantity in case.pays and entry.change < 0:
            yield Payment(entry.quantity, -entry.change, entry.subject)


def _chance(policy: PolicyAnswer, target: str) -> Exact | None:
    """How likely the policy deals with the target; None if there is no target."""
    return next((each.chance for each in policy.chances if each.target == target), None)


def _on_average(policy: PolicyAnswer, skipped: int) -> str:
    means = [*zip(policy.goal, policy.expected, strict=True)][skipped:]
    return f"On average {', '.join(f'{level} {mean.exact}' for level, mean in means)}."


def _numbers(candidate: Candidate) -> tuple[Fraction, ...]:
    return tuple(Fraction(number.exact) for number in candidate.worth)
