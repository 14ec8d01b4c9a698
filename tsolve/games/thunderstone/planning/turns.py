"""The best turn of a position, the only entry to planning: the best of each kind of turn, and the best turn
for each option (each purchase, each Monster, a rest).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.budget import FREE, allow, current
from tsolve.errors import UsageError
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import buying, goal_of, read_goal
from tsolve.games.thunderstone.planning.one_turn import turn_answer
from tsolve.games.thunderstone.state import TURN_KINDS, State, TurnKind
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target, called, target_at
from tsolve.games.thunderstone.turn.village import left_of
from tsolve.model.answers import Plan, SolveAnswer, TurnWorth
from tsolve.model.plays import NO_WISHES, LineAnswer, Wishes, exact
from tsolve.plays.planners import Case

if TYPE_CHECKING:
    from tsolve.games.thunderstone.position import ThunderstonePosition


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
