"""Best policies under draws: how time grows, beside plain expectimax and beside one CP-SAT solve per leaf.

Processor time, so that what else the machine does has no part in it.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time

from benchmarks.row import Row
from tsolve import api
from tsolve.engine import CHANCE
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import Leaf, PlannedLine, Value, solve_leaf
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import DEFAULTS
from tsolve.games.thunderstone.planning.policy import Node, search
from tsolve.games.thunderstone.planning.situations import Situation, reveals
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import abilities
from tsolve.solve import solve
from tsolve.solve.exact import solve_exact
from tsolve.solve.policy import Worth
from tsolve.solve.problem import Outcome, Problem

PATIENCE = 30.0
"""Seconds after which a rival is given up."""
GOAL = DEFAULTS["dungeon"]
DRAWING = ("Arcane Energies", "Magical Aura", "Regian Priest")
"""Each draws one card, so that the hand decides anew after every card."""
KINDS = (
    "Militia",
    "Dagger",
    "Torch",
    "Iron Rations",
    "Short Sword",
    "Thyrian Squire",
    "Elf Wizard",
    "Polearm",
    "Fireball",
    "Dwarf Guardian",
    "Lantern",
    "Spear",
    "Flaming Sword",
    "Lorigg Thief",
    "Outlands Warrior",
)


Line = tuple[Action, ...]


class OutOfPatienceError(Exception):
    """A rival takes too long."""


def rows() -> list[Row]:
    """Seconds of the whole answer with every branch played, of its search, and of the rivals' searches."""
    found = []
    for draws in (1, 2, 3):
        for distinct in (5, 10, 15):
            text = position(draws, distinct)
            spent = _answer(text)
            most = draws == 3 and distinct == 15
            target, met = ("<= 2", spent <= 2) if most else ("", None)
            found.append(Row(f"{draws} draws, {distinct} kinds: whole answer", spent, "s", target, met))
            for name, rival in RIVALS.items():
                took, finished = rival(text)
                label = f"{draws} draws, {distinct} kinds: {name}{'' if finished else ', not finished'}"
                found.append(Row(label, took, "s"))
    return [*found, *_lines(text), _command(text)]


def _lines(text: str) -> list[Row]:
    """The lines at the leaves of a policy: read off what is known of hands that begin alike, and planned one
    by one.
    """
    opened = _load(text)
    game, evaluator = opened.game, Evaluator(opened.game, GOAL)
    searched = search(game, opened.state, GOAL, evaluator=evaluator)
    assert searched.root is not None
    ends = [node for node in _nodes(searched.root, set()) if node.end is not None and node.end.won]
    read_off = [_timed(partial(_read_off, evaluator, at)) for at in ends]
    planned = [_timed(partial(_planned, game, at)) for at in ends]
    if [line for line, _ in read_off] != [line for line, _ in planned]:
        raise AssertionError("the lines differ")
    times = [1000 * sum(took for _, took in lines) / len(ends) for lines in (read_off, planned)]
    ratio = times[0] / times[1]
    return [
        Row(f"the line at one of {len(ends)} leaves, read off", times[0], "ms"),
        Row("the line at a leaf, planned by itself", times[1], "ms"),
        Row("the line at a leaf, read off / planned", ratio, "x", "<= 0.5", ratio <= 0.5),
    ]


def _nodes(node: Node, seen: set[int]) -> Iterator[Node]:
    if id(node) not in seen:
        seen.add(id(node))
        yield node
        for branch in node.branches:
            yield from _nodes(branch.node, seen)


def _timed(work: Callable[[], PlannedLine | None]) -> tuple[Line, float]:
    started = process_time()
    found = work()
    took = process_time() - started
    return (() if found is None else found.line), took


def _read_off(evaluator: Evaluator, at: Node) -> PlannedLine | None:
    assert at.end is not None
    return evaluator.line(at.final, at.end.rank)


def _planned(game: Thunderstone, at: Node) -> PlannedLine | None:
    assert at.end is not None
    leaf = Leaf(Situation(at.final, ()), at.end.rank, at.final.hall[at.end.rank - 1].card, ())
    return solve_leaf(game, leaf, GOAL, _exact, None)[0]


def _exact(problem: Problem, bar: Value | None) -> Outcome:
    return solve_exact(problem, bar)


def _command(text: str) -> Row:
    """The whole command with what the answer depends on and which rulings are decisive."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "policy.yaml"
        path.write_text(text, encoding="utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = (sys.executable, "-c", "from tsolve.cli import main; main()", "solve", str(path))
        subprocess.run(run, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Row("3 draws, 15 kinds: the whole command", spent, "s", "<= 2", spent <= 2)


def position(draws: int, distinct: int) -> str:
    """Three Monsters, a hand with so many cards that draw one each, a deck of 30 cards of so many kinds."""
    hand = [*DRAWING[:draws], "Short Sword", "Thyrian Squire", "Militia"]
    copies = [30 // distinct] * distinct
    deck = [f"{count} x {card}" for count, card in zip(copies, KINDS, strict=False)]
    return (
        "game: thunderstone\nturn: dungeon\n"
        f"hand: [{', '.join(hand)}]\ndeck: {{rest: [{', '.join(deck)}]}}\n"
        "hall: [Griffon, Suffering, Uyril Unending]\ndungeon_deck: unknown\n"
    )


def _load(text: str) -> api.Opened:
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False) as file:
        file.write(text)
    opened = api.load(file.name)
    Path(file.name).unlink()
    return opened


def _answer(text: str) -> float:
    opened = _load(text)
    started = process_time()
    api.solve(opened)
    return process_time() - started


def _search(text: str) -> tuple[float, bool]:
    opened = _load(text)
    started = process_time()
    search(opened.game, opened.state, GOAL)
    return process_time() - started, True


def _by_cpsat(text: str) -> tuple[float, bool]:
    """The same search, with the leaves stated and solved one by one with CP-SAT."""
    opened = _load(text)
    started = process_time()
    try:
        search(opened.game, opened.state, GOAL, evaluator=_CpsatLeaves(opened.game, started))
    except OutOfPatienceError:
        return process_time() - started, False
    return process_time() - started, True


class _CpsatLeaves(Evaluator):
    def __init__(self, game: Thunderstone, started: float) -> None:
        super().__init__(game, GOAL)
        self.started = started

    def _value(self, state: State, rank: int, bar: Value | None = None) -> Value | None:
        if process_time() - self.started > PATIENCE:
            raise OutOfPatienceError
        leaf = Leaf(Situation(state, ()), rank, state.hall[rank - 1].card, ())
        found, _ = solve_leaf(self.game, leaf, self.goal, _cpsat, None)
        return None if found is None else found.value


def _cpsat(problem: Problem, bar: Value | None) -> Outcome:
    return solve(problem, "cpsat", bar)


def _plain(text: str) -> tuple[float, bool]:
    """Every order of every draw, with the same leaves: nothing merged, remembered or cut off."""
    opened = _load(text)
    evaluator = Evaluator(opened.game, GOAL)
    started = process_time()
    try:
        _expectimax(opened.game, opened.state, evaluator, started + PATIENCE)
    except OutOfPatienceError:
        return process_time() - started, False
    return process_time() - started, True


def _expectimax(game: Thunderstone, state: State, evaluator: Evaluator, deadline: float) -> Worth:
    if process_time() > deadline:
        raise OutOfPatienceError
    if state.todo and game.mover(state) == CHANCE:
        events = game.chance(state)
        below = [_expectimax(game, game.apply(state, event), evaluator, deadline) for event, _ in events]
        whole = sum(weight for _, weight in events)
        return tuple(
            sum(weight * level for (_, weight), level in zip(events, levels, strict=True)) / whole
            for levels in zip(*below, strict=True)
        )
    reached = evaluator.best(state)
    assert reached is not None
    best: Worth = reached.value
    for use in abilities.attempts(game.book, state):
        if reveals(game, state, use) and game.why_not(state, use) is None:
            best = max(best, _expectimax(game, game.apply(state, use), evaluator, deadline))
    return best


RIVALS = {"search alone": _search, "plain expectimax": _plain, "CP-SAT at each leaf": _by_cpsat}
"""The last two are other ways to search the same tree."""
