"""The best turn of a position, the only entry to planning: the best of each kind of turn, as an answer, and
the best turn for each option (each purchase, each Monster, a rest).

Lines and policies are replayed by the engine, with their calculations.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, current, grace
from tsolve.errors import DisagreementError, TooLargeError, UsageError
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.planning.dungeon import PlannedLine
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import (
    MONSTER_ALONE,
    buying,
    counts_monster_alone,
    goal_of,
    read_goal,
)
from tsolve.games.thunderstone.planning.lines import all_best, tell, unknown_draws
from tsolve.games.thunderstone.planning.plan import Planned, plan, share_of_plan
from tsolve.games.thunderstone.state import TURN_KINDS, State, TurnKind
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target, called, target_at
from tsolve.games.thunderstone.turn.traps_and_treasures import trap_by_chance
from tsolve.games.thunderstone.turn.village import left_of
from tsolve.model.answers import Plan, SolveAnswer, TurnWorth
from tsolve.model.plays import NO_WISHES, ONLY_KNOWN, Draws, LineAnswer, UnknownDraw, Wishes, exact
from tsolve.plays.planners import Case

if TYPE_CHECKING:
    from tsolve.games.thunderstone.planning.policy import Node, Searched
    from tsolve.games.thunderstone.planning.written_policy import WrittenPolicy
    from tsolve.games.thunderstone.position import ThunderstonePosition
    from tsolve.solve.policy import Worth


CHOOSER = "you choose among equally good plays"
NOT_REPLAYED = (
    "the best play found draws cards{first}; there was no time to replay all its ways, "
    "so it is not shown: a longer time limit may help"
)
NO_TIME = "no time was left to try every draw"
_TRAPS = "refilling the Hall after the battle may reveal a Trap: what it takes is not counted"


def turn_answer(
    game: Thunderstone, state: State, levels: tuple[str, ...], target: Target, wishes: Wishes
) -> SolveAnswer:
    """The answer about one kind of turn by the levels of a goal: first without draws, then with them if they
    can matter. Raises DisagreementError if solver and engine differ.
    """
    evaluator = Evaluator(game, levels)
    with allow(current().part(share_of_plan(game, state))):
        planned = plan(game, state, levels, target, wishes.backend, wishes.top, evaluator)
    if state.turn == "dungeon" and trap_by_chance(game.book, state):
        planned = replace(planned, notes=(*planned.notes, _TRAPS))
    if state.turn == "dungeon" and counts_monster_alone(levels):
        planned = replace(planned, notes=(*planned.notes, MONSTER_ALONE))
    if planned.left_out and (planned.by_chance or wishes.attitude == "known"):
        answer, left_out = _under_chance(game, state, planned, target, wishes, evaluator)
    else:
        answer = _certain(game, state, _impossible(game, state, planned, target), target, wishes)
        left_out = planned.left_out
    if not left_out or not wishes.what_if or wishes.attitude == "known":
        return answer
    return replace(answer, unknown=_unknown(game, state, planned, target, evaluator))


def _impossible(game: Thunderstone, state: State, planned: Planned, target: Target) -> Planned:
    """Add the reason why a target cannot be attacked, if that is so."""
    if target == ANYBODY or planned.best is not None or planned.status != "impossible":
        return planned
    named = target.say(game.book)
    why = "cannot be attacked" if target.places(state) else "does not stand in the Hall"
    return replace(planned, notes=(*planned.notes, f"{named} {why}"))


def _under_chance(
    game: Thunderstone,
    state: State,
    planned: Planned,
    target: Target,
    wishes: Wishes,
    evaluator: Evaluator,
) -> tuple[SolveAnswer, tuple[str, ...]]:
    """The answer if cards may come by chance, and what it leaves out."""
    from tsolve.games.thunderstone.planning.policy import search

    searched = search(game, state, planned.goal, target, wishes.attitude, evaluator)
    if searched.root is not None and searched.root.branches:
        answer = _by_policy(game, state, planned, searched, target, wishes, evaluator)
    else:
        answer = _without_draws(game, state, planned, searched, target, wishes)
    return answer, searched.left_out


def _without_draws(
    game: Thunderstone, state: State, planned: Planned, searched: Searched, target: Target, wishes: Wishes
) -> SolveAnswer:
    """The planner's line, for a best line without draws; the search must find the same worth."""
    planned = replace(planned, left_out=searched.left_out)
    if not searched.proved:
        bound, notes = _whole(searched.high), (*planned.notes, NO_TIME)
        return _certain(
            game, state, replace(planned, status="undecided", bound=bound, notes=notes), target, wishes
        )
    if wishes.attitude == "known":
        planned = replace(planned, notes=(*planned.notes, ONLY_KNOWN))
    if planned.status == "optimal":
        _compare(planned.best, searched)
    return _certain(game, state, _impossible(game, state, planned, target), target, wishes)


def _whole(bound: Worth | None) -> tuple[int, ...]:
    """The levels of a bound in whole numbers, up to the first one that is no whole number or not bounded."""
    from tsolve.games.thunderstone.planning.written_policy import known_levels

    whole: list[int] = []
    for level in known_levels(bound or ()):
        whole.append(ceil(level))
        if whole[-1] != level:
            break
    return tuple(whole)


def _compare(best: PlannedLine | None, searched: Searched) -> None:
    """Check that the planner and the search agree on the value of a line that both found."""
    promised = None if best is None else best.value
    found = None if searched.root is None else searched.root.worth
    if promised != found:
        raise DisagreementError({"planned": str(promised), "searched": str(found)})


def _by_policy(
    game: Thunderstone,
    state: State,
    planned: Planned,
    searched: Searched,
    target: Target,
    wishes: Wishes,
    evaluator: Evaluator,
) -> SolveAnswer:
    """The policy, played for every result of chance; where there is no time to play, and so to check, even a
    shorter one, or where not drawing is better, the best line without draws.
    """
    from tsolve.games.thunderstone.planning.written_policy import with_greatest_chances

    shown = _in_time(game, planned.goal, searched, wishes.attitude, target, evaluator)
    low = planned.best.value if planned.best is not None else None
    if shown is None or (low is not None and shown.root.worth < low):
        assert searched.root is not None
        line = searched.root.line
        first = f' and begins with "{game.notation(state, line[0])}"' if line else ""
        is_whole = shown is not None and shown.root is searched.root
        note = NO_TIME if is_whole else NOT_REPLAYED.format(first=first)
        planned = replace(
            planned,
            status="undecided",
            bound=_whole(searched.high),
            left_out=searched.left_out,
            notes=(*planned.notes, note),
        )
        return _certain(game, state, planned, target, wishes)
    written, searched = shown.written, replace(searched, low=shown.root.worth)
    policy = written.policy
    if wishes.what_if and wishes.attitude != "known":
        policy = with_greatest_chances(game, state, policy)
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
        notes=planned.notes if searched.proved else (*planned.notes, NO_TIME),
        readings=written.readings,
        chooser=CHOOSER,
        counted_down=MEASURES.counted_down,
        policy=policy,
    )


class _Shown(NamedTuple):
    """A policy written down, and where it begins."""

    written: WrittenPolicy
    root: Node


def _in_time(
    game: Thunderstone,
    goal: tuple[str, ...],
    searched: Searched,
    draws: Draws,
    target: Target,
    evaluator: Evaluator,
) -> _Shown | None:
    """The policy, played with the remaining budget and a little more; a long one is played in short first,
    which is what remains if there is no time for more. None if there is no time for that either.
    """
    from tsolve.games.thunderstone.planning.written_policy import write_policy

    shown: _Shown | None = None
    with suppress(SpentError, TooLargeError), grace():
        for root in (searched.short, searched.root):
            if root is not None:
                found = replace(searched, root=root, low=root.worth)
                shown = _Shown(write_policy(game, goal, found, draws, target, evaluator), root)
    return shown


def _unknown(
    game: Thunderstone, state: State, planned: Planned, target: Target, evaluator: Evaluator
) -> tuple[UnknownDraw, ...]:

    without = planned.best.value if planned.best is not None else None
    return unknown_draws(game, state, without, target, evaluator)


def _certain(
    game: Thunderstone, state: State, planned: Planned, target: Target, wishes: Wishes
) -> SolveAnswer:
    """The answer if the best line does not depend on chance."""
    notes = planned.notes
    best: list[PlannedLine] = [planned.best] if planned.best is not None else []
    if wishes.all_lines and planned.best is not None and planned.status == "optimal":
        best, more = all_best(game, state, planned, target)
        notes = (*notes, *more)
    with allow(FREE):  # playing a line is quick, so it is shown whatever the budget
        lines = [tell(game, state, found.line) for found in best]
        others = tuple(_plan(game, state, found, planned.goal) for found in planned.others)
    status = "undecided" if planned.left_out else planned.status
    return SolveAnswer(
        status=status,
        goal=planned.goal,
        objective=planned.best.value if planned.best is not None else (),
        bound=() if planned.left_out else planned.bound,
        backend=planned.backend,
        best=tuple(
            Plan(told.title, planned.goal, found.value, told.line)
            for found, told in zip(best, lines, strict=True)
        ),
        others=others,
        problems=planned.problems,
        left_out=planned.left_out,
        notes=notes,
        readings=lines[0].readings if lines else {},
        chooser=CHOOSER,
        counted_down=MEASURES.counted_down,
    )


def _plan(game: Thunderstone, state: State, found: PlannedLine, goal: tuple[str, ...]) -> Plan:
    told = tell(game, state, found.line)
    return Plan(told.title, goal, found.value, told.line)


Turn = TurnKind | Literal["any"]
KINDS: tuple[Turn, ...] = ("any", *TURN_KINDS)
_EACH_TURN = "the position does not say which turn it is: the best of each kind is shown, by its own goal"
_BY_WEIGHTS = "which turn is best rests on the weights of the goal, {goal}: a judgement, not a rule"
_NOTHING_YET = "no turn was found in time"
_AS_GOOD = "equally good by this goal: {turns}"


def solve(
    position: ThunderstonePosition,
    wishes: Wishes = NO_WISHES,
) -> SolveAnswer:
    """The best line of the position by the goal, proved and replayed; a policy if there is chance.

    A target is a Monster by name, by its Rank, or both. For a position that does not say which kind of turn
    it is, the answer has the best Dungeon turn, visit and rest. Raises UsageError for an unknown goal or kind
    of turn, InputError for an unknown target, DisagreementError when solver and engine differ.
    """
    goal, turn = wishes.goal, kind_of_turn(wishes.turn)
    asked = replace(wishes, draws=wishes.draws or position.written.draws)
    target = wishes.target or position.written.target
    state = position.state if turn is None else replace(position.state, turn="", step="choose")
    if turn == "any":
        return _best_turn(position, state, goal_of(position, turn, goal), target, asked)
    if turn is not None:
        state = entered(position.game, state, turn)
    if state.step == "choose":
        return _each_turn(position, goal, target, asked)
    return turn_answer(
        position.game, state, goal_of(position, state.turn, goal), _target(position, state, target), asked
    )


def kind_of_turn(name: str | None) -> Turn | None:
    """The kind of turn of this name. Raises UsageError if there is none."""
    if name is None:
        return None
    if (turn := next((kind for kind in KINDS if kind == name), None)) is not None:
        return turn
    raise UsageError(f'unknown kind of turn "{name}"; there are: {", ".join(KINDS)}')


def entered(game: Thunderstone, start: State, place: TurnKind) -> State:
    """The position in which such a turn begins; it costs no budget."""
    with allow(FREE):
        return game.apply(start, Visit(place))


def check_wishes(position: ThunderstonePosition, wishes: Wishes) -> None:
    """Refuse a goal or a target that `solve` would refuse, without looking for a best line.

    Raises UsageError or InputError as `solve` does.
    """
    state = position.state
    if state.step == "choose":
        state = entered(position.game, state, "dungeon")
    if wishes.goal:
        goal_of(position, state.turn, wishes.goal)
    _target(position, state, wishes.target)


def _best_turn(
    position: ThunderstonePosition, start: State, levels: tuple[str, ...], target: str | None, asked: Wishes
) -> SolveAnswer:
    """The best of all kinds of turn by one goal, and the values of the others."""
    game = position.game
    answers: list[SolveAnswer] = []
    found: list[tuple[TurnWorth, TurnKind, SolveAnswer]] = []
    for left, place in zip(range(len(TURN_KINDS), 0, -1), TURN_KINDS, strict=True):
        state = entered(game, start, place)
        monster = _target(position, state, target) if place == "dungeon" else ANYBODY
        with allow(current().part(1 / left)):
            answer = turn_answer(game, state, levels, monster, asked)
        answers.append(answer)
        if answer.best or answer.policy is not None:  # a target may be out of reach
            worth = _worth(place, game.notation(start, Visit(place)), answer)
            found.append((worth, place, _named(place, answer)))
    if not found:
        return replace(_together(answers[0], answers, (), (_NOTHING_YET,)), status="undecided", bound=())
    found.sort(key=lambda each: _numbers(each[0]), reverse=True)
    turns = tuple(worth for worth, _, _ in found)
    equal = [each.turn for each in turns[1:] if _numbers(each) == _numbers(turns[0])]
    notes = [_BY_WEIGHTS.format(goal=levels[0])] if "+" in levels[0] else []
    notes += [_AS_GOOD.format(turns=", ".join(equal))] if equal else []
    others = tuple(plan for _, place, answer in found[1:] for plan in _summed_up(place, answer))
    merged = _together(found[0][2], answers, others, tuple(notes))
    if any(answer.status == "undecided" for answer in answers):
        merged = replace(merged, status="undecided", bound=())
    return replace(merged, turns=turns)


def _each_turn(
    position: ThunderstonePosition, goal: str | None, target: str | None, asked: Wishes
) -> SolveAnswer:
    """The best Dungeon turn, and the best visit and rest, each by its own goal."""
    game = position.game
    answers = []
    for left, place in zip(range(len(TURN_KINDS), 0, -1), TURN_KINDS, strict=True):
        state = entered(game, position.state, place)
        inside = place == "dungeon"
        levels = goal_of(position, place, goal) if inside else read_goal(place, None)
        monster = _target(position, state, target) if inside else ANYBODY
        options = asked if inside else replace(asked, all_lines=False, top=0)
        with allow(current().part(1 / left)):
            answers.append(_named(place, turn_answer(game, state, levels, monster, options)))
    others = tuple(
        plan
        for place, answer in zip(TURN_KINDS[1:], answers[1:], strict=True)
        for plan in _summed_up(place, answer)
    )
    return _together(answers[0], answers, others, (_EACH_TURN,))


def _together(
    first: SolveAnswer, answers: list[SolveAnswer], others: tuple[Plan, ...], notes: tuple[str, ...]
) -> SolveAnswer:
    """The first answer, extended by what the others leave out and note."""
    return replace(
        first,
        others=first.others + others,
        problems=sum(answer.problems for answer in answers),
        left_out=tuple(dict.fromkeys(text for answer in answers for text in answer.left_out)),
        notes=(*notes, *dict.fromkeys(text for answer in answers for text in answer.notes)),
        unknown=tuple(draw for answer in answers for draw in answer.unknown),
    )


def _named(place: TurnKind, answer: SolveAnswer) -> SolveAnswer:
    """The answer with the kind of turn of its lines."""
    return replace(answer, best=tuple(_of_turn(place, best) for best in answer.best))


def _of_turn(place: TurnKind, plan: Plan) -> Plan:
    return replace(plan, turn=place, title=f"{place}: {plan.title}")


def _worth(place: TurnKind, visit: str, answer: SolveAnswer) -> TurnWorth:
    """The best value of a kind of turn, by the attitude to draws."""
    if answer.policy is not None:
        title = f"{answer.policy.first}, then by what comes"
        return TurnWorth(place, visit, title, answer.policy.worth, answer.status)
    return TurnWorth(place, visit, answer.best[0].title, tuple(map(exact, answer.objective)), answer.status)


def _numbers(turn: TurnWorth) -> tuple[Fraction, ...]:
    return tuple(Fraction(number.exact) for number in turn.worth)


def _summed_up(place: TurnKind, answer: SolveAnswer) -> tuple[Plan, ...]:
    """The best line of another kind of turn; for a policy, its first steps and its average values."""
    plan = in_short(answer)
    if plan is None:
        return ()
    return (plan if answer.policy is None else _of_turn(place, plan),)


def in_short(answer: SolveAnswer) -> Plan | None:
    """The best line, if any; for a policy, its first steps and its average values."""
    policy = answer.policy
    if policy is None:
        return answer.best[0] if answer.best else None
    means = zip(policy.goal, policy.expected, strict=True)
    outcome = f"On average {', '.join(f'{level} {mean.exact}' for level, mean in means)}."
    line = LineAnswer(policy.nodes[0].steps, outcome)
    return Plan(f"{policy.first}, then by what comes", policy.goal, (), line)


def _target(position: ThunderstonePosition, state: State, name: str | None) -> Target:
    target = position.target(name) if name and position.aim == ANYBODY else position.aim
    if target == ANYBODY:
        return target
    if state.turn != "dungeon":
        raise UsageError("only a Dungeon turn takes a target")
    if target.monster and not position.book.card(target.monster).is_monster:
        monsters = (slot.card for slot in state.standing if slot.card in position.book.monsters)
        there = ", ".join(dict.fromkeys(map(position.book.name, monsters))) or "no known Monster"
        raise UsageError(f"{position.book.name(target.monster)} is not a Monster; the Hall holds {there}")
    return target


PAID_WITH = ("gold", "xp")


def cases(position: ThunderstonePosition, wishes: Wishes) -> Iterator[Case]:
    """The best turn for everything that a visit to the Village can buy; if all kinds of turn are compared,
    also for every Monster of the Hall and for a rest. Nothing if the question is about one kind of turn
    without purchases.
    """
    game, turn = position.game, kind_of_turn(wishes.turn)
    asked = replace(
        wishes, draws=wishes.draws or position.written.draws, all_lines=False, top=0, what_if=False
    )
    if turn == "any":
        start = replace(position.state, turn="", step="choose")
        states = [entered(game, start, place) for place in TURN_KINDS]
    elif turn is not None:
        states = [entered(game, replace(position.state, turn="", step="choose"), turn)]
    else:
        states = [position.state] if position.state.step != "choose" else []
    if turn != "any" and not any(state.turn == "village" for state in states):
        return
    goal = goal_of(position, turn or states[0].turn, wishes.goal)
    for state in states:
        yield from _cases_of_turn(position, state, goal, asked)


def _cases_of_turn(
    position: ThunderstonePosition, state: State, goal: tuple[str, ...], asked: Wishes
) -> Iterator[Case]:
    game, book = position.game, position.book
    if state.turn == "village":
        for card in state.stalls:
            if left_of(state, card):
                wanted = (buying(card), *goal)
                solve = partial(turn_answer, game, state, wanted, ANYBODY, asked)
                yield Case("village", f"buy {book.name(card)}", solve, demands=True, pays=PAID_WITH)
    if state.turn == "dungeon":
        for place in state.places:
            if state.at(place).card in book.monsters:
                target = target_at(state, place)
                solve = partial(turn_answer, game, state, goal, target, asked)
                name = called(book, state, place)
                yield Case("dungeon", f"attack {name}", solve, target=name)
    titles = {"village": "the best visit", "dungeon": "the best Dungeon turn", "rest": "rest"}
    best = partial(turn_answer, game, state, goal, ANYBODY, asked)
    yield Case(state.turn, titles[state.turn], best, pays=PAID_WITH)
