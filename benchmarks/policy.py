"""Best policies under draws: how time grows, beside one CP-SAT solve per leaf.

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
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import Leaf, PlannedLine, Value, solve_leaf
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import DEFAULTS
from tsolve.games.thunderstone.planning.policy import Node, search
from tsolve.games.thunderstone.planning.situations import Situation
from tsolve.games.thunderstone.state import State
from tsolve.solve import solve
from tsolve.solve.exact import solve_exact
from tsolve.solve.problem import Outcome, Problem

PATIENCE = 30.0
"""Seconds after which the rival is given up."""
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
    """The rival takes too long."""


def rows() -> list[Row]:
    """Seconds of the whole answer with every branch played, and of the rival's search."""
    found = []
    for draws in (1, 2, 3):
        for distinct in (5, 10, 15):
            text = position(draws, distinct)
            spent = _answer(text)
            most = draws == 3 and distinct == 15
            target, met = ("<= 2", spent <= 2) if most else ("", None)
            found.append(Row(f"{draws} draws, {distinct} kinds: whole answer", spent, "s", target, met))
            took, finished = _by_cpsat(text)
            label = (
                f"{draws} draws, {distinct} kinds: CP-SAT at each leaf{'' if finished else ', not finished'}"
            )
            found.append(Row(label, took, "s"))
    return [*found, *_lines(text), _command(text)]


def _lines(text: str) -> list[Row]:
    """The lines at the leaves of a policy: read off what is known of hands that begin alike, and planned one
    by one.
    """
    position = _load(text)
    game, evaluator = position.game, Evaluator(position.game, GOAL)
    searched = search(game, position.state, GOAL, evaluator=evaluator)
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


def _load(text: str) -> api.Position:
    return api.loads(text.encode(), "policy.yaml")


def _answer(text: str) -> float:
    position = _load(text)
    started = process_time()
    api.solve(position)
    return process_time() - started


def _by_cpsat(text: str) -> tuple[float, bool]:
    """The same search, with the leaves stated and solved one by one with CP-SAT."""
    position = _load(text)
    started = process_time()
    try:
        search(position.game, position.state, GOAL, evaluator=_CpsatLeaves(position.game, started))
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
