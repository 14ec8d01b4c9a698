"""The planner's result as an answer: lines and policies replayed by the engine, with their calculations."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.diagnostics import input_error, suggest
from tsolve.errors import DisagreementError, UsageError
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import Found
from tsolve.games.thunderstone.planning.goals import read_goal
from tsolve.games.thunderstone.planning.lines import line_answer, title
from tsolve.games.thunderstone.planning.plan import Backend, Planned, plan
from tsolve.games.thunderstone.planning.ties import all_best
from tsolve.games.thunderstone.state import Place, State
from tsolve.model.answers import LineAnswer, Plan, SolveAnswer
from tsolve.model.policies import Draws, UnknownDraw

if TYPE_CHECKING:
    from tsolve.games.thunderstone.planning.evaluator import Evaluator
    from tsolve.games.thunderstone.planning.policy import Searched
    from tsolve.games.thunderstone.writing.position import Opened

CHOOSER = "the active player chooses freely among equally good lines"
PLACES: tuple[Place, ...] = ("dungeon", "village", "rest")
_EACH_TURN = "the position does not say which turn it is: the best of each kind is shown, by its own goal"
_NO_TIME = "no time was left to search everything that draws may bring"
_AS_ASKED = "as asked, no card was drawn that is not known beforehand"


class _Asked(NamedTuple):
    """How to look for the answer."""

    backend: Backend
    all_lines: bool
    top: int
    draws: Draws
    what_if: bool
    deadline: float | None
    on_position: Callable[[int], None]

    @property
    def left(self) -> float | None:
        """Seconds that are left; None for no limit."""
        return None if self.deadline is None else max(self.deadline - monotonic(), 0.001)


def solve(
    opened: Opened,
    goal: str | None = None,
    target: str | None = None,
    backend: Backend = "auto",
    time_limit: float | None = None,
    all_lines: bool = False,
    top: int = 0,
    draws: Draws | None = None,
    what_if: bool = True,
    on_position: Callable[[int], None] = lambda _: None,
) -> SolveAnswer:
    """The best line of the position by the goal, proved and replayed; a policy where it meets chance.

    `goal` names its levels (`vp,xp,lost`); `target` is a Monster by name. A position that does not say
    which kind of turn it is gets the best Dungeon turn, and the best visit and rest beside it. `draws` is
    the attitude to chance (None: that of the file), `what_if` asks what unknown cards could change;
    `on_position` hears how many positions a search under chance has looked at. Raises UsageError for an
    unknown goal, InputError for an unknown target, DisagreementError when solver and engine differ.
    """
    deadline = None if time_limit is None else monotonic() + time_limit
    attitude = draws or opened.position.draws
    asked = _Asked(backend, all_lines, top, attitude, what_if, deadline, on_position)
    target = target or opened.position.target
    if opened.state.step == "choose":
        return _each_turn(opened, goal, target, asked)
    levels = _levels(opened, opened.state.turn, goal)
    monster = _target(opened, opened.state, target)
    return _turn(opened.game, opened.state, levels, monster, asked)


def _each_turn(opened: Opened, goal: str | None, target: str | None, asked: _Asked) -> SolveAnswer:
    game = opened.game
    answers = []
    for place in PLACES:
        state = game.apply(opened.state, Visit(place))
        inside = place == "dungeon"
        levels = _levels(opened, place, goal) if inside else read_goal(place, None)
        monster = _target(opened, state, target) if inside else ""
        options = asked if inside else asked._replace(all_lines=False, top=0)
        answer = _turn(game, state, levels, monster, options)
        titled = tuple(replace(best, title=f"{place}: {best.title}") for best in answer.best)
        answers.append(replace(answer, best=titled))
    first, *rest = answers
    return replace(
        first,
        others=first.others + tuple(plan for answer in rest for plan in _summed_up(answer)),
        problems=sum(answer.problems for answer in answers),
        left_out=tuple(dict.fromkeys(text for answer in answers for text in answer.left_out)),
        notes=(_EACH_TURN, *dict.fromkeys(text for answer in answers for text in answer.notes)),
        unknown=tuple(draw for answer in answers for draw in answer.unknown),
    )


def _summed_up(answer: SolveAnswer) -> tuple[Plan, ...]:
    """The best line of another kind of turn; of a policy its first steps and what it is worth on average."""
    policy = answer.policy
    if policy is None:
        return answer.best[:1]
    place = "village" if "worth" in answer.goal else "dungeon"
    means = zip(policy.goal, policy.expected, strict=True)
    outcome = f"On average {', '.join(f'{level} {mean.exact}' for level, mean in means)}."
    line = LineAnswer(policy.nodes[0].steps, outcome)
    return (Plan(f"{place}: {policy.first}, then as the cards come", policy.goal, (), line),)


def _levels(opened: Opened, place: str, goal: str | None) -> tuple[str, ...]:
    """The levels of the goal asked for, else of the file's, else of the usual one."""
    if goal:
        return read_goal(place, goal)
    try:
        return read_goal(place, opened.position.goal)
    except UsageError as error:
        raise input_error("TS311", str(error), opened.decoded.span("goal")) from None


def _target(opened: Opened, state: State, name: str | None) -> str:
    if not name:
        return ""
    card = opened.card(name)
    if state.turn != "dungeon":
        raise UsageError("a target can be given for a Dungeon turn only")
    if not opened.book.card(card).is_monster:
        standing = [opened.book.name(slot.card) for slot in state.hall if slot.card]
        raise UsageError(f"{opened.book.name(card)} is no Monster{suggest(name, standing)}")
    return card


def _turn(
    game: Thunderstone, state: State, levels: tuple[str, ...], target: str, asked: _Asked
) -> SolveAnswer:
    """The answer about one kind of turn: first without draws, then with them where they can matter."""
    planned = plan(game, state, levels, target, asked.backend, asked.left, asked.top)
    if planned.left_out:
        return _under_chance(game, state, planned, target, asked)
    return _certain(game, state, _impossible(game, state, planned, target), target, asked)


def _impossible(game: Thunderstone, state: State, planned: Planned, target: str) -> Planned:
    """Say why a target cannot be attacked, if that is so."""
    if not target or planned.best is not None or planned.status != "impossible":
        return planned
    standing = target in (slot.card for slot in state.hall)
    why = "cannot be attacked" if standing else "does not stand in the Hall"
    return replace(planned, notes=(*planned.notes, f"{game.book.name(target)} {why}"))


def _under_chance(
    game: Thunderstone, state: State, planned: Planned, target: str, asked: _Asked
) -> SolveAnswer:
    """The answer where cards may come that nobody can tell beforehand."""
    from tsolve.games.thunderstone.planning.evaluator import Evaluator
    from tsolve.games.thunderstone.planning.policy import search

    evaluator = Evaluator(game, planned.goal)
    searched = search(
        game, state, planned.goal, target, asked.draws, asked.left, evaluator, asked.on_position
    )
    if searched.root is not None and searched.root.branches:
        answer = _by_policy(game, planned, searched, asked.draws, target)
    else:
        answer = _without_draws(game, state, planned, searched, target, asked)
    if not searched.left_out or not asked.what_if or asked.draws == "known":
        return answer
    return replace(answer, unknown=_unknown(game, state, planned, target, evaluator, asked))


def _without_draws(
    game: Thunderstone, state: State, planned: Planned, searched: Searched, target: str, asked: _Asked
) -> SolveAnswer:
    """The best line draws nothing: it is the planner's, and the search must value it alike."""
    planned = replace(planned, left_out=searched.left_out)
    if not searched.proved:
        status = replace(planned, status="undecided", bound=(), notes=(*planned.notes, _NO_TIME))
        return _certain(game, state, status, target, asked)
    if asked.draws == "known":
        planned = replace(planned, notes=(*planned.notes, _AS_ASKED))
    if planned.status == "optimal":
        _compare(planned.best, searched)
    return _certain(game, state, _impossible(game, state, planned, target), target, asked)


def _compare(best: Found | None, searched: Searched) -> None:
    """The planner and the search must agree on a line that both know."""
    promised = None if best is None else best.value
    found = None if searched.root is None else searched.root.worth
    if promised != found:
        raise DisagreementError({"planned": str(promised), "searched": str(found)})


def _by_policy(
    game: Thunderstone, planned: Planned, searched: Searched, draws: Draws, target: str
) -> SolveAnswer:
    from tsolve.games.thunderstone.planning.policy_answer import write_policy

    written = write_policy(game, planned.goal, searched, draws, target)
    decided = searched.proved and not searched.left_out
    return SolveAnswer(
        status="optimal" if decided else "undecided",
        goal=planned.goal,
        objective=(),
        bound=(),
        backend="exact",
        best=(),
        others=(),
        problems=planned.problems,
        left_out=searched.left_out,
        notes=planned.notes if searched.proved else (*planned.notes, _NO_TIME),
        readings=written.readings,
        chooser=CHOOSER,
        policy=written.policy,
    )


def _unknown(
    game: Thunderstone, state: State, planned: Planned, target: str, evaluator: Evaluator, asked: _Asked
) -> tuple[UnknownDraw, ...]:
    from tsolve.games.thunderstone.planning.unknown import unknown_draws

    without = planned.best.value if planned.best is not None else None
    return unknown_draws(game, state, without, target, evaluator, asked.deadline)


def _certain(game: Thunderstone, state: State, planned: Planned, target: str, asked: _Asked) -> SolveAnswer:
    """The answer where the best line meets no chance."""
    notes = planned.notes
    best: list[Found] = [planned.best] if planned.best is not None else []
    if asked.all_lines and planned.best is not None and planned.status == "optimal":
        ties, more = all_best(game, state, planned, target)
        best = ties
        notes = (*notes, *more)
    lines = [line_answer(game, state, found.line) for found in best]
    status = "undecided" if planned.left_out else planned.status
    return SolveAnswer(
        status=status,
        goal=planned.goal,
        objective=planned.best.value if planned.best is not None else (),
        bound=() if planned.left_out else planned.bound,
        backend=planned.backend,
        best=tuple(
            Plan(title(game, end), planned.goal, found.value, line)
            for found, (line, end, _) in zip(best, lines, strict=True)
        ),
        others=tuple(_plan(game, state, found, planned.goal) for found in planned.others),
        problems=planned.problems,
        left_out=planned.left_out,
        notes=notes,
        readings=lines[0][2] if lines else {},
        chooser=CHOOSER,
    )


def _plan(game: Thunderstone, state: State, found: Found, goal: tuple[str, ...]) -> Plan:
    line, end, _ = line_answer(game, state, found.line)
    return Plan(title(game, end), goal, found.value, line)
