"""The planner's result as an answer: lines replayed by the engine, with their calculations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tsolve.diagnostics import suggest
from tsolve.engine.replay import replay
from tsolve.errors import UsageError
from tsolve.games.thunderstone.actions import Action, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.calculations import attack_calculation, gold_calculation
from tsolve.games.thunderstone.planning.dungeon import Found
from tsolve.games.thunderstone.planning.goals import read_goal
from tsolve.games.thunderstone.planning.plan import Backend, Planned, plan
from tsolve.games.thunderstone.planning.ties import all_best
from tsolve.games.thunderstone.state import State
from tsolve.model.answers import LineAnswer, Plan, SolveAnswer, StepAnswer

if TYPE_CHECKING:
    from tsolve.games.thunderstone.writing.position import Opened

CHOOSER = "the active player chooses freely among equally good lines"
PLACES = ("dungeon", "village", "rest")


def solve(
    opened: Opened,
    goal: str | None = None,
    target: str | None = None,
    backend: Backend = "auto",
    time_limit: float | None = None,
    all_lines: bool = False,
    top: int = 0,
) -> SolveAnswer:
    """The best line of the position by the goal, proved and replayed.

    `goal` names its levels (`vp,xp,lost`); `target` is a Monster by name. A position that does not say
    which kind of turn it is gets the best Dungeon turn, and the best visit and rest beside it. Raises
    UsageError for an unknown goal, InputError for an unknown target, DisagreementError when solver and
    engine differ.
    """
    game, state = opened.game, opened.state
    goal = goal or opened.position.goal
    target = target or opened.position.target
    if state.step == "choose":
        return _each_turn(opened, goal, target, backend, time_limit, all_lines, top)
    levels = read_goal(state.turn, goal)
    monster = _target(opened, state, target)
    planned = plan(game, state, levels, monster, backend, time_limit, top)
    return _answer(game, state, planned, monster, all_lines)


def _each_turn(
    opened: Opened,
    goal: str | None,
    target: str | None,
    backend: Backend,
    time_limit: float | None,
    all_lines: bool,
    top: int,
) -> SolveAnswer:
    game = opened.game
    answers = []
    for place in PLACES:
        state = game.apply(opened.state, Visit(place))  # type: ignore[arg-type]
        levels = read_goal(place, goal if place == "dungeon" else None)
        monster = _target(opened, state, target) if place == "dungeon" else ""
        planned = plan(game, state, levels, monster, backend, time_limit, top if place == "dungeon" else 0)
        answers.append(_answer(game, state, planned, monster, all_lines and place == "dungeon"))
    first, *rest = answers
    others = first.others + tuple(line for answer in rest for line in answer.best[:1])
    note = "the position does not say which turn it is: the best of each kind is shown, each by its own goal"
    notes = (note, *dict.fromkeys(note for answer in answers for note in answer.notes))
    return SolveAnswer(
        first.status,
        first.goal,
        first.objective,
        first.bound,
        first.backend,
        first.best,
        others,
        sum(answer.problems for answer in answers),
        notes,
        first.chooser,
    )


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


def _answer(game: Thunderstone, state: State, planned: Planned, target: str, all_lines: bool) -> SolveAnswer:
    notes = planned.notes
    best: list[Found] = [planned.best] if planned.best is not None else []
    if all_lines and planned.best is not None and planned.status == "optimal":
        ties, more = all_best(game, state, planned, target)
        best = ties
        notes = (*notes, *more)
    return SolveAnswer(
        planned.status,
        planned.goal,
        planned.best.value if planned.best is not None else (),
        planned.bound,
        planned.backend,
        tuple(_plan(game, state, found) for found in best),
        tuple(_plan(game, state, found) for found in planned.others),
        planned.problems,
        notes,
        CHOOSER,
    )


def _plan(game: Thunderstone, state: State, found: Found) -> Plan:
    line, end = line_answer(game, state, found.line)
    return Plan(_title(game, end), found.value, line)


def _title(game: Thunderstone, end: State) -> str:
    tally = end.tally
    if end.turn == "dungeon":
        verb = "defeat" if tally.outcome == "won" else "attack"
        return f"{verb} {game.book.name(tally.attacked)}" if tally.attacked else "attack nobody"
    if end.turn == "rest":
        return "rest" + (f": destroy {_names(game, _destroyed(end))}" if _destroyed(end) else "")
    bought = [card for card in tally.gained if card]
    return f"take {_names(game, bought)}" if bought else "buy nothing"


def _destroyed(end: State) -> list[str]:
    return [*tally_diseases(end), *end.tally.destroyed]


def tally_diseases(end: State) -> list[str]:
    """The Diseases destroyed this turn, one id each."""
    return ["disease"] * end.tally.diseases_destroyed


def _names(game: Thunderstone, cards: Iterable[str]) -> str:
    return ", ".join(game.book.name(card) for card in cards)


def line_answer(game: Thunderstone, state: State, actions: Iterable[Action]) -> tuple[LineAnswer, State]:
    """A line of actions played by the engine, step by step, and the position it ends in."""
    played = replay(game, state, actions)
    steps = tuple(StepAnswer(number, step.text, step.entries) for number, step in enumerate(played, 1))
    end = played[-1].after if played else state
    entries = [entry for step in steps for entry in step.entries]
    calculation = None
    if end.tally.attacked:
        calculation = attack_calculation(game.book, end.tally.attacked, end.target, entries)
    elif end.turn == "village":
        calculation = gold_calculation(entries)
    return LineAnswer(steps, outcome(game, end), calculation), end


def outcome(game: Thunderstone, end: State) -> str:
    """What a turn came to, in one sentence."""
    tally, book = end.tally, game.book
    if end.turn == "dungeon":
        if tally.outcome == "won":
            monster = book.card(tally.defeated)
            return (
                f"{monster.name} is defeated: {tally.value} against Health {monster.health}, {tally.xp} XP."
            )
        if tally.outcome == "lost":
            monster = book.card(tally.attacked)
            lack = ", but a Magic Attack is required" if tally.missing_magic else ""
            return f"{monster.name} is not defeated: {tally.value} against Health {monster.health}{lack}."
        return "Nobody can be attacked." if tally.outcome == "none" else "The turn is not over."
    if end.turn == "village":
        gained = _names(game, tally.gained)
        return f"{tally.gold} gold; {'gained: ' + gained if gained else 'nothing is gained'}."
    destroyed = _names(game, _destroyed(end))
    return f"Destroyed: {destroyed}." if destroyed else "Nothing is destroyed."
