"""The planner's result as an answer: lines replayed by the engine, with their calculations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.diagnostics import input_error, suggest
from tsolve.engine.replay import Replayed, replay
from tsolve.errors import UsageError
from tsolve.games.thunderstone.actions import Action, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.calculations import attack_calculation, gold_calculation
from tsolve.games.thunderstone.judging.one_turn import OneTurn
from tsolve.games.thunderstone.judging.played import Move, bought, levelled
from tsolve.games.thunderstone.judging.sentences import battle_sentence, turn_sentence
from tsolve.games.thunderstone.planning.dungeon import Found
from tsolve.games.thunderstone.planning.goals import read_goal
from tsolve.games.thunderstone.planning.plan import Backend, Planned, plan
from tsolve.games.thunderstone.planning.ties import all_best
from tsolve.games.thunderstone.state import Place, State
from tsolve.model.answers import LineAnswer, Plan, SolveAnswer, StepAnswer

if TYPE_CHECKING:
    from tsolve.games.thunderstone.writing.position import Opened

CHOOSER = "the active player chooses freely among equally good lines"
PLACES: tuple[Place, ...] = ("dungeon", "village", "rest")
_EACH_TURN = "the position does not say which turn it is: the best of each kind is shown, by its own goal"


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
    target = target or opened.position.target
    if state.step == "choose":
        return _each_turn(opened, goal, target, backend, time_limit, all_lines, top)
    levels = _levels(opened, state.turn, goal)
    monster = _target(opened, state, target)
    planned = plan(game, state, levels, monster, backend, time_limit, top)
    if monster and planned.best is None and planned.status == "impossible":
        standing = monster in (slot.card for slot in state.hall)
        why = "cannot be attacked" if standing else "does not stand in the Hall"
        planned = replace(planned, notes=(*planned.notes, f"{game.book.name(monster)} {why}"))
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
        state = game.apply(opened.state, Visit(place))
        levels = _levels(opened, place, goal) if place == "dungeon" else read_goal(place, None)
        monster = _target(opened, state, target) if place == "dungeon" else ""
        planned = plan(game, state, levels, monster, backend, time_limit, top if place == "dungeon" else 0)
        answer = _answer(game, state, planned, monster, all_lines and place == "dungeon")
        titled = tuple(replace(best, title=f"{place}: {best.title}") for best in answer.best)
        answers.append(replace(answer, best=titled))
    first, *rest = answers
    return replace(
        first,
        others=first.others + tuple(line for answer in rest for line in answer.best[:1]),
        problems=sum(answer.problems for answer in answers),
        left_out=tuple(dict.fromkeys(text for answer in answers for text in answer.left_out)),
        notes=(_EACH_TURN, *dict.fromkeys(text for answer in answers for text in answer.notes)),
    )


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


def _answer(game: Thunderstone, state: State, planned: Planned, target: str, all_lines: bool) -> SolveAnswer:
    notes = planned.notes
    best: list[Found] = [planned.best] if planned.best is not None else []
    if all_lines and planned.best is not None and planned.status == "optimal":
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
            Plan(_title(game, end), planned.goal, found.value, line)
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
    return Plan(_title(game, end), goal, found.value, line)


def _title(game: Thunderstone, end: State) -> str:
    tally, book = end.tally, game.book
    if end.turn == "dungeon":
        verb = "defeat" if tally.outcome == "won" else "attack"
        return f"{verb} {book.name(tally.attacked)}" if tally.attacked else "attack nobody"
    if end.turn == "rest":
        gone = [book.name(card) for card in (*["disease"] * tally.diseases_destroyed, *tally.destroyed)]
        return f"destroy {', '.join(gone) or 'nothing'}"
    return f"take {', '.join(book.name(card) for card in tally.gained)}" if tally.gained else "take nothing"


def line_answer(
    game: Thunderstone, state: State, actions: Iterable[Action]
) -> tuple[LineAnswer, State, dict[str, str]]:
    """A line played by the engine step by step, the position it ends in, and the readings it went through."""
    watched = OneTurn(game.book)
    played = replay(watched, state, actions)
    steps = tuple(StepAnswer(number, step.text, step.entries) for number, step in enumerate(played, 1))
    end = played[-1].after if played else state
    entries = [entry for step in steps for entry in step.entries]
    calculation = None
    if end.tally.attacked:
        calculation = attack_calculation(game.book, end.tally.attacked, end.target, entries)
    elif end.turn == "village":
        calculation = gold_calculation(entries)
    return LineAnswer(steps, _outcome(game, played, end), calculation), end, dict(watched.asked)


def _outcome(game: Thunderstone, played: list[Replayed[State, Action]], end: State) -> str:
    if end.turn == "dungeon":
        return battle_sentence(game.book, end.tally)
    moves = [Move(step.before, step.action) for step in played]
    return turn_sentence(game.book, end, bought(moves), levelled(moves))
