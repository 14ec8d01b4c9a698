"""Which turn to take, and the best way to take it: the one entry to planning for a position."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.budget import FREE, allow, current
from tsolve.errors import UsageError
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.answer import turn_answer
from tsolve.games.thunderstone.planning.goals import read_goal
from tsolve.games.thunderstone.planning.wanted import goal_of
from tsolve.games.thunderstone.state import TURN_KINDS, State, TurnKind
from tsolve.games.thunderstone.target import ANYBODY, Target
from tsolve.model.answers import LineAnswer, Plan, SolveAnswer, TurnWorth
from tsolve.model.policies import exact
from tsolve.model.wishes import NO_WISHES, Wishes

if TYPE_CHECKING:
    from tsolve.games.thunderstone.opened import Opened

Turn = TurnKind | Literal["any"]
KINDS: tuple[Turn, ...] = ("any", *TURN_KINDS)
_EACH_TURN = "the position does not say which turn it is: the best of each kind is shown, by its own goal"
_BY_WEIGHTS = "which turn is best rests on the weights of the goal, {goal}: a judgement, not a rule"
_NOTHING_YET = "no turn was found in the time there was"
_AS_GOOD = "equally good by this goal: {turns}"


def solve(
    opened: Opened,
    wishes: Wishes = NO_WISHES,
) -> SolveAnswer:
    """The best line of the position by the goal, proved and replayed; a policy where it meets chance.

    A target is a Monster by name, by its Rank, or both. A position that does not say which kind of turn it is
    gets the best Dungeon turn, and the best visit and rest beside it. Raises UsageError for an unknown goal
    or kind of turn, InputError for an unknown target, DisagreementError when solver and engine differ.
    """
    goal, turn = wishes.goal, kind_of_turn(wishes.turn)
    asked = replace(wishes, draws=wishes.draws or opened.position.draws)
    target = wishes.target or opened.position.target
    state = opened.state if turn is None else replace(opened.state, turn="", step="choose")
    if turn == "any":
        return _best_turn(opened, state, goal_of(opened, turn, goal), target, asked)
    if turn is not None:
        state = entered(opened.game, state, turn)
    if state.step == "choose":
        return _each_turn(opened, goal, target, asked)
    return turn_answer(
        opened.game, state, goal_of(opened, state.turn, goal), _target(opened, state, target), asked
    )


def kind_of_turn(name: str | None) -> Turn | None:
    """The kind of turn of this name. Raises UsageError where there is none."""
    if name is None:
        return None
    if (turn := next((kind for kind in KINDS if kind == name), None)) is not None:
        return turn
    raise UsageError(f'unknown kind of turn "{name}"; there are: {", ".join(KINDS)}')


def entered(game: Thunderstone, start: State, place: TurnKind) -> State:
    """The position in which such a turn begins: it is needed whatever the budget is."""
    with allow(FREE):
        return game.apply(start, Visit(place))


def check_wishes(opened: Opened, wishes: Wishes) -> None:
    """Refuse a goal or a target that `solve` would refuse, where no best line is looked for.

    Raises UsageError or InputError as `solve` does.
    """
    state = opened.state
    if state.step == "choose":
        state = entered(opened.game, state, "dungeon")
    if wishes.goal:
        goal_of(opened, state.turn, wishes.goal)
    _target(opened, state, wishes.target)


def _best_turn(
    opened: Opened, start: State, levels: tuple[str, ...], target: str | None, asked: Wishes
) -> SolveAnswer:
    """The best of all kinds of turn by one goal, and what the others are worth by it."""
    game = opened.game
    answers: list[SolveAnswer] = []
    found: list[tuple[TurnWorth, TurnKind, SolveAnswer]] = []
    for left, place in zip(range(len(TURN_KINDS), 0, -1), TURN_KINDS, strict=True):
        state = entered(game, start, place)
        monster = _target(opened, state, target) if place == "dungeon" else ANYBODY
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


def _each_turn(opened: Opened, goal: str | None, target: str | None, asked: Wishes) -> SolveAnswer:
    """The best Dungeon turn, and beside it the best visit and rest, each by its own goal."""
    game = opened.game
    answers = []
    for left, place in zip(range(len(TURN_KINDS), 0, -1), TURN_KINDS, strict=True):
        state = entered(game, opened.state, place)
        inside = place == "dungeon"
        levels = goal_of(opened, place, goal) if inside else read_goal(place, None)
        monster = _target(opened, state, target) if inside else ANYBODY
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
    """The first answer with what the others add to it."""
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
    """What a kind of turn is worth at its best, by the attitude to draws."""
    if answer.policy is not None:
        title = f"{answer.policy.first}, then by what comes"
        return TurnWorth(place, visit, title, answer.policy.worth, answer.status)
    return TurnWorth(place, visit, answer.best[0].title, tuple(map(exact, answer.objective)), answer.status)


def _numbers(turn: TurnWorth) -> tuple[Fraction, ...]:
    return tuple(Fraction(number.exact) for number in turn.worth)


def _summed_up(place: TurnKind, answer: SolveAnswer) -> tuple[Plan, ...]:
    """The best line of another kind of turn; of a policy its first steps and what it is worth on average."""
    plan = in_short(answer)
    if plan is None:
        return ()
    return (plan if answer.policy is None else _of_turn(place, plan),)


def in_short(answer: SolveAnswer) -> Plan | None:
    """The best line, if any; of a policy its first steps and what it is worth on average."""
    policy = answer.policy
    if policy is None:
        return answer.best[0] if answer.best else None
    means = zip(policy.goal, policy.expected, strict=True)
    outcome = f"On average {', '.join(f'{level} {mean.exact}' for level, mean in means)}."
    line = LineAnswer(policy.nodes[0].steps, outcome)
    return Plan(f"{policy.first}, then by what comes", policy.goal, (), line)


def _target(opened: Opened, state: State, name: str | None) -> Target:
    target = opened.target(name) if name and opened.aim == ANYBODY else opened.aim
    if target == ANYBODY:
        return target
    if state.turn != "dungeon":
        raise UsageError("only a Dungeon turn takes a target")
    if target.monster and not opened.book.card(target.monster).is_monster:
        monsters = (slot.card for slot in state.standing if slot.card in opened.book.monsters)
        there = ", ".join(dict.fromkeys(map(opened.book.name, monsters))) or "no known Monster"
        raise UsageError(f"{opened.book.name(target.monster)} is not a Monster; the Hall holds {there}")
    return target
