"""The best turn or round of a position, as an answer: a line, or a policy if chance plays a part.

For a turn without chance all best lines are listed, one for each end. In a round each character's turn is
first searched by itself: this tells which moves to try first, and gives bounds that hold whatever the
monsters do. If the search does not reach the end of a round in time, the round is judged at an earlier
moment. Where the cards of monsters decide nothing but hit points, there is a plan for every figure instead
(`party`), with bounds of what it brings. The engine plays every assignment and every plan that is found.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current, grace
from tsolve.errors import BeyondBoundsError, DisagreementError, IllegalActionError
from tsolve.games.gloomhaven.actions import Action, Do, Go, PlayHalf, ShortRest, Strike
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.planning.assignment import Assignment, Lines, NotPlainError
from tsolve.games.gloomhaven.planning.bounds import UNBOUNDED
from tsolve.games.gloomhaven.planning.choosing import Opening, best_choice, is_to_choose
from tsolve.games.gloomhaven.planning.courses import Courses, least_worth, untouched
from tsolve.games.gloomhaven.planning.doubt import doubted
from tsolve.games.gloomhaven.planning.goals import Goal, goal_for
from tsolve.games.gloomhaven.planning.party import Party
from tsolve.games.gloomhaven.planning.round_tree import RoundTree
from tsolve.games.gloomhaven.planning.settled import is_settled
from tsolve.games.gloomhaven.planning.strength import most_worth
from tsolve.games.gloomhaven.planning.tree import NOT_TRIED, Steps, TurnTree, is_meant
from tsolve.games.gloomhaven.planning.turn_by_turn import turn_by_turn
from tsolve.games.gloomhaven.planning.unharmed import GuidedRound, UnharmedRound, bounds_rounds
from tsolve.games.gloomhaven.state import State
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import ONLY_KNOWN, Between, Draws, Wishes, exact
from tsolve.plays.plan import told, told_line
from tsolve.plays.planners import PolicyFollower
from tsolve.plays.policy import Node
from tsolve.solve.policy import Attitude, Chance, Decision, Search, Shut, Valuation, Worth

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition
    from tsolve.solve import Backend


MOST = 100
"""The most lines that are listed."""
FIRST = f"only the first {MOST} equally good plays are listed"
NO_TIME_FOR_TIES = "no time was left for all equally good plays: there may be more of them"
Line = tuple[Action, ...]


def all_best(
    game: Gloomhaven, search: Search[State, Steps], found: Valuation[State, Steps], first: Line
) -> tuple[list[Line], tuple[str, ...]]:
    """Every line as good as the best one, beginning with `first`, and notes about the list."""
    end = found.node
    with grace():  # the line that was found is listed even if no time is left for others
        for action in first:
            end = game.apply(end, action)
    ends: dict[Hashable, Line] = {_signature(end): first}
    notes: tuple[str, ...] = ()
    with allow(current().part(1)) as budget, suppress(SpentError):
        for line, state in _lines(search, found, ()):
            ends.setdefault(_signature(state), line)
            if len(ends) >= MOST:
                notes = (FIRST,)
                break
    return [*ends.values()], (NO_TIME_FOR_TIES,) if budget.fell_short else notes


def _lines(
    search: Search[State, Steps], found: Valuation[State, Steps], so_far: Line
) -> Iterator[tuple[Line, State]]:
    """The lines from this position, each with the position in which it ends."""
    if found.next is not None:
        for steps, below in search.ties(found):
            yield from _lines(search, below, (*so_far, *steps))
    elif found.events:
        for event, below in found.events:
            yield from _lines(search, below, (*so_far, *event.action))
    else:
        yield so_far, found.node


def _signature(end: State) -> State:
    """What distinguishes ends: the way by which a figure came to its hex does not count."""
    return replace(end, moved=0, fell=None, struck=())


STATING = 0.5
"""The share of a budget for solving the assignment; the rest is for playing it, or for a search instead."""
_ASSIGNED = (PlayHalf, Go, Strike, Do, ShortRest)
"""Actions that are only done as assigned. A short rest is never assigned, as it gains nothing."""


def by_assignment(position: ScenarioPosition, planner: Planner, backend: Backend) -> SolveAnswer | None:
    """The best turns by an assignment, if the engine can play them with the same result; None if it cannot,
    or if the position cannot be stated as an assignment.
    """
    try:
        with allow(current().part(STATING)):
            assignment = Assignment(position, planner.goal)
            outcome = assignment.solved(backend)
    except (NotPlainError, BeyondBoundsError, SpentError):
        return None
    if outcome.status != "optimal":
        return None
    tree = AssignedTurns(position.game, planner.goal, assignment.lines(outcome))
    answer = planner.answer(position, tree)
    if answer.status != "optimal" or answer.objective != outcome.bound:
        return None
    return replace(answer, backend=outcome.backend, problems=1)


class AssignedTurns(TurnTree):
    """Turns in which every character does what was assigned, in any order, as far as possible: dead targets
    are left out, and another path may lead to the same hex.
    """

    def __init__(self, game: Gloomhaven, goal: Goal, lines: Lines) -> None:
        super().__init__(game, goal, "expected")
        self._lines = lines

    def expand(self, node: State) -> Decision[State, Steps] | Chance[State, Steps] | Shut:
        found = super().expand(node)
        if not isinstance(found, Decision):
            return found
        line = self._lines.get(node.turn, ())
        moves = [move for move in found.moves if any(is_meant(move[0][0], meant) for meant in line)]
        others = [move for move in found.moves if not isinstance(move[0][0], _ASSIGNED)]
        return Decision(found.stop, [*moves, *others])


COMPARING = 0.5
"""The share of a budget for comparing moves; the rest is for playing the best ones to the end."""
GLANCING = 0.25
"""The share of that in which each first move of a turn has its part, so that none is left out."""
ALMOST_ALL = 0.9
"""The same share where there is another plan if nothing is proved."""
GUIDING = 0.25
"""The share of that for searching characters' turns by themselves."""
REPLYING = 0.8
"""The share of the whole budget for a complete round."""
GUIDED = 0.85
"""The same share if the round of the unharmed guides the search, so that its first plays are good ones."""
COMPARING_GUIDED = 0.7
"""The share of that for comparing moves; the rest is for writing down what is played after all draws."""
PROVING = 0.1
"""The share without a guide if there are several characters: for them a proof within the time is rare."""
PLAYING = 0.3
"""The share of the budget for a plan turn by turn where courses cannot be counted."""
PLANNING = 0.9
"""The share of what is left then for a plan of every figure."""
BOUNDING = 0.45
"""The share of the budget for the round of the unharmed; the search that it guides takes longer."""
NO_CPSAT = (
    "the search was used, not CP-SAT, which only proves one best line of characters' turns "
    "that follow each other without chance"
)
LIKELIEST = (
    "the steps are those if the likeliest cards come; after other cards ask again from there, with what was "
    "played"
)
TURN_BY_TURN = "the means are those of each turn by itself, added up"
NOT_ASKED = "the file does not say whose turn it is: write `turn: NAME`, or `until: round` for all of them"
NO_TIME = "there was no time to follow any play to its end"

Found = Valuation[State, Steps]


def solve(position: ScenarioPosition, wishes: Wishes) -> SolveAnswer:
    """The players' best play by the wished goal, with its proof: by an assignment if possible (for the turn
    of one character the search is quicker), else by a search. If the budget runs out, the answer is the best
    play found and an upper bound; if no end of a round was reached, the best beginning of it.

    Raises:
        UsageError: an unknown goal, target or kind of turn is wished for.
        DisagreementError: playing what was found gives another result.
    """
    position.check_wishes(wishes)
    if not position.actor and not position.is_round:
        return SolveAnswer("undecided", (), (), (), "search", (), left_out=(NOT_ASKED,))
    draws = wishes.draws or position.written.draws
    not_told, is_whole = position.not_told, not position.unplayed
    if (worlds := position.worlds()) is not None:
        position, not_told, is_whole = position.at(worlds.states[0]), (*not_told, worlds.why), False
    planner = Planner(goal_for(position, wishes.goal), draws, wishes.all_lines, is_whole)
    return doubted(_best(position, planner, wishes), not_told)


def _best(position: ScenarioPosition, planner: Planner, wishes: Wishes) -> SolveAnswer:
    """The best play as if what is told were all there is."""
    by_cpsat = (position.is_round and planner.is_whole) or wishes.backend != "auto"
    if by_cpsat and not wishes.all_lines:
        assigned = by_assignment(position, planner, wishes.backend)
        if assigned is not None:
            return assigned
    if is_to_choose(position):
        answer = best_choice(position, planner, _searched)
    else:
        answer = _searched(position, planner)
    return replace(answer, notes=(NO_CPSAT, *answer.notes)) if wishes.backend == "cpsat" else answer


def _searched(position: ScenarioPosition, planner: Planner) -> SolveAnswer:
    """The answer of the search over choices and chance."""
    if not position.is_round:
        return planner.answer(position, planner.tree(position))
    courses = Courses(position, planner) if planner.plays_on_average and is_settled(position) else None
    if courses is None or not courses.levels:
        return _uncounted(position, planner)
    is_party = len(courses.names) > 1
    unharmed = _unharmed(position, planner, courses)
    if unharmed is not None:
        answer = _of_round(position, planner, GUIDED, COMPARING_GUIDED, unharmed)
    else:
        answer = _of_round(position, planner, PROVING if is_party else REPLYING, ALMOST_ALL)
    if answer.status == "optimal":
        return answer
    with allow(current().part(PLANNING)) as budget:
        plan = _of_party(position, planner, courses)
    if is_party and not budget.is_over():  # nothing else is left to try, so a proof is
        answer = _of_round(position, planner, 1, ALMOST_ALL, unharmed)
    if answer.status == "optimal":
        return answer
    if NO_TIME in answer.left_out:
        return plan or _uncounted(position, planner)
    if plan is not None and not _reaches_more(answer, plan):
        return plan
    return replace(answer, between=_between(position, planner, courses.levels, _reached(answer)))


def _uncounted(position: ScenarioPosition, planner: Planner) -> SolveAnswer:
    """The answer for a round of which the courses cannot be counted: that of the search, or a plan turn by
    turn where the search did not come to its end and found nothing that is about as good.
    """
    played = None
    with allow(current().part(PLAYING)), suppress(SpentError):
        played = turn_by_turn(position, planner)
    with allow(current().part(REPLYING)) as budget:
        answer = _of_round(position, planner, 1)
    if played is None or answer.status == "optimal" or not budget.fell_short:
        return answer
    has_play = NO_TIME not in answer.left_out
    if has_play and (planner.draws != "expected" or _reached(answer) >= played.about):
        return answer
    plan = _told_plan(position, planner, played.line, played.end)
    if plan is None:
        return answer
    levels = untouched(planner.goal)
    low = _reached(answer) if has_play else least_worth(planner.goal, position.state)
    plan = replace(
        plan,
        left_out=tuple(each for each in answer.left_out if each != NO_TIME),
        notes=(*plan.notes, *answer.notes),
    )
    if planner.draws != "expected":
        return plan
    about = tuple(map(exact, played.about[: len(levels)]))
    between = _between(position, planner, levels, low)
    return replace(plan, notes=(*plan.notes, TURN_BY_TURN), between=between, about=about)


def _reaches_more(answer: SolveAnswer, plan: SolveAnswer) -> bool:
    """Whether the play of an answer brings more than a plan does at least, by every level: what a plan brings
    at least counts a fall as the loss of all, so that it is little for a level alone to be higher.
    """
    lows = tuple(each.low.fraction for each in plan.between)
    reached = _reached(answer)[: len(lows)]
    return reached > lows and all(more >= low for more, low in zip(reached, lows, strict=True))


def _reached(answer: SolveAnswer) -> Worth:
    """What the play of an answer brings."""
    policy = answer.policy
    return answer.objective if policy is None else tuple(each.fraction for each in policy.worth)


def _between(
    position: ScenarioPosition, planner: Planner, levels: tuple[str, ...], low: Worth
) -> tuple[Between, ...]:
    """The bounds of the first levels of the goal, of which a play reaches the lower ones."""
    high = most_worth(position.book, position.state, planner.goal)
    bounds = zip(levels, low, high, strict=False)
    return tuple(
        Between(level, exact(least), exact(most) if most < UNBOUNDED else None)
        for level, least, most in bounds
    )


def _unharmed(position: ScenarioPosition, planner: Planner, courses: Courses) -> UnharmedRound | None:
    """The round of the unharmed, searched to its end; None where it is too large, or does not bound the
    round.
    """
    if not bounds_rounds(position, planner.goal):
        return None
    unharmed = UnharmedRound(position, planner.goal, courses)
    with allow(current().part(BOUNDING)), suppress(SpentError):
        return unharmed if unharmed.is_searched() else None
    return None


def _of_round(
    position: ScenarioPosition,
    planner: Planner,
    share: float,
    comparing: float = COMPARING,
    unharmed: UnharmedRound | None = None,
) -> SolveAnswer:
    """The answer for a whole round by the search, with a share of the budget."""
    with allow(current().part(share)):
        tree = planner.tree_of_round(position) if unharmed is None else GuidedRound(unharmed)
        return planner.answer(position, tree, comparing=comparing)


def _of_party(position: ScenarioPosition, planner: Planner, courses: Courses) -> SolveAnswer | None:
    """A plan for every figure, with bounds of what it brings; None where no time was left for any."""
    plan = Party(courses).best()
    if plan is None:
        return None
    try:
        with grace():
            line, end = courses.in_full(plan.line)
    except IllegalActionError:
        return None  # somebody falls on the likeliest course, and it goes on otherwise
    answer = _told_plan(position, planner, line, end)
    if answer is None:
        return None
    return replace(answer, between=_between(position, planner, courses.levels, plan.low))


def _told_plan(position: ScenarioPosition, planner: Planner, line: Steps, end: State) -> SolveAnswer | None:
    """What every figure does if the likeliest cards come, as an answer; None where that ends too early."""
    levels, value = planner.goal.levels, planner.goal.value
    worth = value(end)
    if worth is None:
        return None
    asked, line = planner.from_the_opening(position, line)
    best, readings = told_line(asked, levels, value, line, worth)
    return SolveAnswer(
        *("undecided", levels, worth, (), "search", (best,)),
        notes=(LIKELIEST,),
        readings=readings,
    )


class Planner:
    """Finds the best play by one goal, with one attitude to chance."""

    def __init__(self, goal: Goal, draws: Draws, all_lines: bool = False, is_whole: bool = True) -> None:
        """`is_whole`: whether all is told that others do. What a player could do besides makes a play no
        worse; what others do may.
        """
        self._opening: Opening | None = None
        self.goal, self.draws, self.all_lines, self.is_whole = goal, draws, all_lines, is_whole
        self.attitude: Attitude = "expected" if draws == "known" else draws

    def after(self, opening: Opening) -> Planner:
        """The same planner for what follows an opening, which its plans begin with."""
        found = copy(self)
        found._opening = opening
        return found

    def from_the_opening(self, position: ScenarioPosition, line: Steps) -> tuple[ScenarioPosition, Steps]:
        """The position that was asked about, and the line from there."""
        opening = self._opening
        if opening is None or position.state != opening.then.state:
            return position, line
        return opening.asked, (*opening.line, *line)

    @property
    def plays_on_average(self) -> bool:
        """Whether draws count by their mean, and all is told that others do."""
        return self.draws == "expected" and self.is_whole

    def tree(self, position: ScenarioPosition) -> TurnTree:
        """The tree of all that may happen until the question's end."""
        return TurnTree(position.game, self.goal, self.draws)

    def tree_of_round(self, position: ScenarioPosition) -> TurnTree:
        """The same tree for a round; moves are tried in the order of what their turns promise."""
        guiding = current().part(GUIDING)
        return RoundTree(position.game, self.goal, self.draws, self.attitude, guiding)

    def answer(
        self, position: ScenarioPosition, tree: TurnTree, *, is_all: bool = True, comparing: float = COMPARING
    ) -> SolveAnswer:
        """The best way through the tree; without a proof if the tree is only a part of the question.
        `comparing`: the share of the budget after which the best moves so far are only played to the end.
        """
        levels, value = self.goal.levels, self.goal.value
        is_late = current().past(comparing)
        on_position = position.game.probe.looked_at_position
        search: Search[State, Steps] = Search(tree, self.attitude, is_late, on_position, is_late)
        if not position.is_round:
            search.glance(position.state, lambda share: current().past(comparing * GLANCING * share))
        found = search.run(position.state)
        root = self.followed(tree, search, found)
        left_out: tuple[str, ...] = (NOT_TRIED,) if tree.meets_unknown else ()
        notes = (ONLY_KNOWN,) if tree.skips_draws else ()
        if root is None:
            left_out += (NO_TIME,) if search.ran_out else ()
            return SolveAnswer("undecided", levels, (), (), "search", (), left_out=left_out, notes=notes)
        proved = found.exact and not left_out and is_all
        high = found.high if is_all and not left_out else None
        key = position.game.key  # by the cards that are chosen: the others matter no more in this round
        position, line = self.from_the_opening(position, root.line)
        root = replace(root, state=position.state, line=line)
        answer = told(
            position, levels, value, self.draws, root, search.positions, high, proved=proved, key=key
        )
        answer = replace(answer, left_out=left_out, notes=notes)
        if not (self.all_lines and proved) or root.branches:
            return answer
        lines, more_notes = all_best(position.game, search, found, root.line)
        others = [told_line(position, levels, value, line, answer.objective)[0] for line in lines[1:]]
        return replace(answer, best=(*answer.best, *others), notes=(*notes, *more_notes))

    def followed(
        self, tree: TurnTree, search: Search[State, Steps], found: Found
    ) -> Node[State, Action, None] | None:
        """The policy that was found, branch by branch; None if there was none or no time. If it is proved and
        time allows, each branch is as short as possible.
        """
        if found.low is None:
            return None
        root: Node[State, Action, None] | None = None
        if found.exact:
            with suppress(SpentError), allow(current().part(COMPARING)):
                root = PolicyFollower(tree, search, self.draws).node(found)
        try:
            tree.shortens = False
            with grace():
                root = root or PolicyFollower(tree, search, self.draws).node(found)
        except SpentError:
            search.ran_out = True
            return None
        if found.exact and root.worth != found.low:
            raise DisagreementError({"searched": str(found.low), "followed": str(root.worth)})
        return root
