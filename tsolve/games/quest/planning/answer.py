"""The best turn of a position, as an answer: a line, or a policy if there is chance; all equally good lines;
and the best turn for each thing that the turn can be used for.

Best lines are listed up to symmetry: equal cards, the order of preparations and the way to the room make no
difference.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, current, grace
from tsolve.contract.measures import Goal, names_in
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import PRICES, TOKENS, called
from tsolve.games.quest.measures import MEASURES, untold_treasure
from tsolve.games.quest.planning.arrivals import is_at_strike
from tsolve.games.quest.planning.dungeon import Leaf, Way
from tsolve.games.quest.planning.goals import Kind, Value, gaining, goal_of, kind_of, rising, target_of
from tsolve.games.quest.planning.plan import Node, Planned, Planner, TurnNode
from tsolve.games.quest.planning.statement import OpenError, Statement
from tsolve.games.quest.planning.unknown import what_cards_do
from tsolve.games.quest.state import ANYBODY, PLACES, State, Target, in_the_dungeon, target_at
from tsolve.games.quest.turn.heroes import is_next_level
from tsolve.games.quest.turn.market import for_sale, in_stacks
from tsolve.model.answers import SolveAnswer, Status, TurnWorth
from tsolve.model.plays import ONLY_KNOWN, Wishes, exact
from tsolve.plays.plan import told, told_line
from tsolve.plays.planners import Case
from tsolve.solve import all_optima
from tsolve.solve.policy import Decision, Worth

if TYPE_CHECKING:
    from collections.abc import Callable

from tsolve.games.quest.position import QuestPosition

CHOOSER = "you choose among equally good plays"
_WIN: Goal = ("win",)
NO_LEVEL = 10_000
"""More than any level of a goal comes to; bounds without a number are far above it."""
_BY_WEIGHTS = "which turn is best rests on the weights of the goal, {goal}: a judgement, not a rule"


def solve(position: QuestPosition, wishes: Wishes) -> SolveAnswer:
    """The best turn by the goal asked for, with its proof.

    If the position leaves the kind of turn open, both kinds are compared by one goal.

    Raises:
        UsageError: the goal or the kind of turn is unknown, or the turn is past it.
        InputError: the target is unknown.
        DisagreementError: playing what was found gives another result.
    """
    kind = kind_of(position, wishes)
    goal = goal_of(position, kind, wishes.goal)
    if kind != "any" or position.state.phase != "prepare":
        answer = of_kind(position, wishes, kind, goal)
        return _with_unknown(position, wishes, answer, lambda there, asked: of_kind(there, asked, kind, goal))
    with allow(current().part(0.5)):
        dungeon = of_kind(position, wishes, "dungeon", goal)
    return _better(goal, dungeon, of_kind(position, wishes, "village", goal))


def _with_unknown(
    position: QuestPosition,
    wishes: Wishes,
    answer: SolveAnswer,
    solve: Callable[[QuestPosition, Wishes], SolveAnswer],
) -> SolveAnswer:
    """The answer together with what unknown cards could change, if asked for."""
    if not wishes.what_if or not answer.left_out:
        return answer
    asked = replace(wishes, what_if=False, all_lines=False)
    return replace(answer, unknown=what_cards_do(position, answer, lambda there: solve(there, asked)))


def of_kind(
    position: QuestPosition, wishes: Wishes, kind: Kind, goal: Goal, target: Target | None = None
) -> SolveAnswer:
    """The best turn of one kind; against this target, or as asked."""
    draws = wishes.draws or position.written.draws
    target = target or target_of(position, wishes)
    if target != ANYBODY and goal == _WIN:
        goal = (*_WIN, "shortfall")  # else a lost battle with it would count no more than none
    planner = Planner(position.game, position.state, goal, kind, draws, wishes.backend, target)
    planned = planner.plan()
    answer = _answered(position, planner, planned, wishes.all_lines)
    found = answer.best or answer.policy is not None
    absent = not found and target != ANYBODY and not target.places(position.state)
    return replace(
        answer,
        backend=planned.backend,
        problems=planned.problems,
        left_out=planned.left_out,
        notes=(
            *answer.notes,
            *([ONLY_KNOWN] if planned.skipped else []),
            *([f"{target.say(position.book)} is not {in_the_dungeon(position.state)}"] if absent else []),
        ),
        chooser=CHOOSER if found else "",
        uncounted=_may_hold_more(position, goal, planned.root),
        counted_down=MEASURES.counted_down,
    )


def best_ends(position: QuestPosition, wishes: Wishes) -> list[State]:
    """The ends of all best lines, up to symmetry; none where cards are drawn or nothing is proved.

    Raises as `solve` does.
    """
    kind = kind_of(position, wishes)
    goal, draws = goal_of(position, kind, wishes.goal), wishes.draws or position.written.draws
    target = target_of(position, wishes)
    planner = Planner(position.game, position.state, goal, kind, draws, wishes.backend, target, any_play=True)
    planned = planner.plan()
    root = planned.root
    if root is None or root.branches or not planned.proved or planned.left_out:
        return [] if root is None or root.branches else [root.final]
    worth = planner.told_worth(root.final)
    assert worth is not None
    return [_played(planner, line) for line in all_best(planner, root.line, worth)[0]]


def _may_hold_more(position: QuestPosition, goal: Goal, node: Node | None) -> str:
    """What the answer leaves out, if the goal counts victory points and the play wins an unknown Treasure."""
    if node is None or "vp" not in names_in(goal):
        return ""
    if node.branches:
        parts = (_may_hold_more(position, goal, branch.node) for branch in node.branches)
        return next(filter(None, parts), "")
    if not untold_treasure(position.book, node.final):
        return ""
    return "the Victory Points of the Treasure, since which one is found is not told: `find NAME`"


def _answered(position: QuestPosition, planner: Planner, planned: Planned, all_lines: bool) -> SolveAnswer:
    goal, root = planned.goal, planned.root
    decided = planned.proved and not planned.left_out
    if root is None or not planner.ever_met(root):
        status: Status = "impossible" if decided else "undecided"
        return SolveAnswer(status, goal, (), (), "search", ())
    high = known_levels(planned.high) if planned.high is not None and not planned.left_out else None
    answer = told(
        position, goal, planner.told_worth, planner.draws, root, planned.positions, high, proved=decided
    )
    if answer.policy is not None:
        losses = tuple(level for level in goal if level in MEASURES.counted_down)
        answer = replace(answer, policy=replace(answer.policy, counted_down=losses))
    elif all_lines and decided:
        answer = _with_ties(position, planner, planned, answer)
    return answer if decided else replace(answer, status="undecided")


def _with_ties(
    position: QuestPosition, planner: Planner, planned: Planned, answer: SolveAnswer
) -> SolveAnswer:
    """The answer with all equally good lines."""

    assert planned.root is not None
    lines, notes = all_best(planner, planned.root.line, answer.objective)
    with allow(FREE):
        plans = [
            told_line(position, planned.goal, planner.told_worth, line, answer.objective)[0]
            for line in lines[1:]
        ]
    return replace(answer, best=(*answer.best, *plans), notes=(*answer.notes, *notes))


def known_levels(bound: Worth) -> Worth:
    """The first levels of an upper bound, as far as they bound anything."""
    return tuple(takewhile(lambda level: level < NO_LEVEL, bound))


# both kinds of turn


def _better(goal: Goal, dungeon: SolveAnswer, village: SolveAnswer) -> SolveAnswer:
    """The better of two answers by one goal, with the values of both."""
    answers: list[tuple[Kind, SolveAnswer]] = [("dungeon", dungeon), ("village", village)]
    found = [each for each in answers if each[1].best or each[1].policy is not None]
    if not found:
        return dungeon
    found.sort(key=lambda each: _numbers(each[1]), reverse=True)
    kind, best = found[0]
    decided = all(answer.status == "optimal" for _, answer in found)
    others = tuple(replace(plan, turn=other) for other, answer in found[1:] for plan in answer.best[:1])
    return replace(
        best,
        status=best.status if decided else "undecided",
        bound=best.bound if decided else (),
        best=tuple(replace(plan, turn=kind) for plan in best.best),
        others=(*best.others, *others),
        problems=sum(answer.problems for _, answer in answers),
        left_out=tuple(dict.fromkeys(text for _, answer in answers for text in answer.left_out)),
        notes=(*best.notes, *([_BY_WEIGHTS.format(goal=goal[0])] if "+" in goal[0] else [])),
        turns=tuple(_worth(kind, answer) for kind, answer in found),
    )


def _numbers(answer: SolveAnswer) -> tuple[Fraction, ...]:
    if answer.policy is not None:
        return tuple(Fraction(number.exact) for number in answer.policy.worth)
    return tuple(map(Fraction, answer.objective))


def _worth(kind: Kind, answer: SolveAnswer) -> TurnWorth:
    """The best value of one kind of turn, by the attitude to draws."""
    if answer.policy is not None:
        first, title = answer.policy.first, f"{answer.policy.first}, then by what comes"
    else:
        first, title = answer.best[0].line.steps[0].text, answer.best[0].title
    return TurnWorth(kind, first, title, tuple(map(exact, _numbers(answer))), answer.status)


PAID_WITH = ("gold", "xp")


def cases(position: QuestPosition, wishes: Wishes) -> Iterator[Case]:
    """The best turn for everything that a Village phase can bring; if both kinds of turn are compared, also
    for every Monster.

    Nothing if only a Dungeon phase is asked about.
    """
    kind = kind_of(position, wishes)
    if kind == "dungeon" or (kind == "any" and position.state.phase != "prepare"):
        return
    goal, asked = goal_of(position, kind, wishes.goal), replace(wishes, all_lines=False, what_if=False)
    for title, wanted in dict.fromkeys(wanted_of_visit(position)):
        if wanted not in goal:
            solve = partial(of_kind, position, asked, "village", (wanted, *goal), ANYBODY)
            yield Case("village", title, solve, demands=True, pays=PAID_WITH)
    if kind == "any":
        for place in PLACES:
            if position.state.rooms[place].monster:
                target = target_at(position.state, place)
                name = target.say(position.book)
                solve = partial(of_kind, position, asked, "dungeon", goal, target)
                yield Case("dungeon", f"battle {name}", solve, target=name)
        best = partial(of_kind, position, asked, "dungeon", goal, ANYBODY)
        yield Case("dungeon", "the best Dungeon turn", best)
    best = partial(of_kind, position, asked, "village", goal, ANYBODY)
    yield Case("village", "the best visit", best, pays=PAID_WITH)


def wanted_of_visit(position: QuestPosition) -> Iterator[tuple[str, str]]:
    """Everything that a Village phase can bring, in words, each with a level that is above 0 if it does."""
    book, state = position.book, position.state
    for card in for_sale(state):
        yield f"buy {book.name(card)}", gaining(card)
    heroes = [book.card(state.laid[place].card) for place in state.firsts()]
    for card in in_stacks(state):
        if any(is_next_level(hero, book.card(card)) for hero in heroes):
            yield f"level up to {book.name(card)}", rising(card)
    for token in TOKENS:
        yield f"buy {called(token)}", gaining(PRICES[token])
    yield "buy a Treasure", "treasures"
    yield "heal a Wound", "healed"


MOST = 100
"""The most lines that are listed."""
_FIRST = f"only the first {MOST} equally good plays are listed"
_NO_TIME = "no time was left for all equally good plays: there may be more of them"
Line = tuple[Action, ...]


def all_best(planner: Planner, first: Line, worth: Value) -> tuple[list[Line], tuple[str, ...]]:
    """Every line of this value, beginning with `first`, and notes about the list. There is no chance on these
    lines.
    """
    ties = _Ties(planner, worth)
    with grace():  # the line that was found is listed even if no time is left for others
        found = {ties.signature(_played(planner, first)): first}
    notes: tuple[str, ...] = ()
    with allow(current().part(1)) as budget, suppress(SpentError):
        for line, end in ties.lines(TurnNode(planner.state), ()):
            found.setdefault(ties.signature(end), line)
            if len(found) >= MOST:
                notes = (_FIRST,)
                break
    return [*found.values()], (_NO_TIME,) if budget.fell_short else notes


def _played(planner: Planner, line: Line) -> State:
    state = planner.state
    for action in line:
        state = planner.game.apply(state, action)
    return state


class _Ties:
    """Collects the lines of one value."""

    def __init__(self, planner: Planner, worth: Value) -> None:
        self.planner, self.worth = planner, worth
        self.game, self.evaluator = planner.game, planner.evaluator
        self._seen: set[Hashable] = set()
        planner.tree.visits.keeps_equal = True
        planner.evaluator.keep_equal()

    def signature(self, end: State) -> Hashable:
        """What distinguishes ends of a turn for people; the way to the room does not."""
        return self.game.key(replace(end, path=(), spent_light=0, todo=()))

    def lines(self, node: TurnNode, before: Line) -> Iterator[tuple[Line, State]]:
        """The lines that begin with `before` and go on from a node, with their ends."""
        tree, key = self.planner.tree, self.planner.tree.key(node)
        if key in self._seen:
            return
        self._seen.add(key)
        expanded = tree.expand(node)
        if not isinstance(expanded, Decision):
            return
        if expanded.stop == self.worth:
            if self.planner.worth(node.state) is not None:
                yield before, node.state
            else:
                for leaf in self._leaves(node.state):
                    line, end = self.evaluator.line(node.state, leaf)
                    yield (*before, *line), end
        for steps, child in expanded.moves:
            if tree.upper_bound(child) >= self.worth and self.planner.search.run(child).low == self.worth:
                yield from self.lines(child, (*before, *steps))

    def _leaves(self, state: State) -> Iterator[Leaf]:
        """The best ends of a turn from a prepared position, or after a battle."""
        rest = self.evaluator.after_battle(state)
        if rest is not None:
            yield rest
            return
        ways, _ = self.evaluator.ways(state)
        for way in ways:
            if way.hope < self.worth:
                return
            with suppress(OpenError):  # such a battle is searched action by action
                yield from self._of_way(state, way)

    def _of_way(self, state: State, way: Way) -> Iterator[Leaf]:
        if not is_at_strike(way.arrival.state):
            yield Leaf(way.hope, way)
            return
        for statement in self.evaluator.stated(state, way):
            for leaf in self._solutions(way, statement):
                if leaf.worth == self.worth:
                    yield leaf

    def _solutions(self, way: Way, statement: Statement) -> Iterator[Leaf]:
        """The gifts for a battle, from the best total attack down, as long as the value is the same."""
        best = self.evaluator.solved(way, statement)
        if best is None or best.solution is None:
            yield from [best] if best is not None else []
            return
        won, *reach = best.solution.objective
        while best.worth >= self.worth:
            for solution in all_optima(statement.problem, (won, *reach), MOST):
                yield self.evaluator.leaf(way, statement, solution)
            if not reach or not reach[0]:
                return
            reach = [reach[0] - 1]
            if (won and reach[0] < statement.defence.health) or self.evaluator.worth_of(
                way, statement, reach[0]
            ) < self.worth:
                return
