"""A budget ends every question in time with an answer that is true."""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from time import process_time

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.planning.random_positions import dungeon_draws
from tests.games.thunderstone.why_not.asking import position_of
from tests.large.thunderstone import large_position, with_statements
from tests.sweeping import seeds
from tsolve import api
from tsolve.budget import Budget, SpentError, allow
from tsolve.errors import InputError
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.why_not.queries import Defeat, Reach
from tsolve.model.answers import CheckAnswer, SolveAnswer
from tsolve.model.grades import GradeAnswer
from tsolve.model.solved import SolvedAnswer
from tsolve.model.why_not import WhyNotAnswer

CHUNK = 40
FEW = 20
"""Positions that are small enough to be solved without a limit as well."""
LONGEST_GAP = 0.5
"""The most processor seconds between two looks at the budget: a limit of 2 s has to hold within 3 s."""


class Watched(Budget):
    """A budget that knows how long nobody looked at it, in seconds of the processor."""

    def __init__(self, steps: int) -> None:
        super().__init__(steps=steps)
        self.longest_gap, self._last_look = 0.0, process_time()

    def count(self, steps: int) -> None:
        super().count(steps)
        now = process_time()
        self.longest_gap = max(self.longest_gap, now - self._last_look)
        self._last_look = now


@contextmanager
def watched(steps: int) -> Iterator[None]:
    """Everything inside has so many steps, and asks for them often enough.

    What the tests before this one left in memory is no part of the question: looking through it for garbage
    takes longer than anything that is measured here.
    """
    gc.collect()
    gc.freeze()
    try:
        budget = Watched(steps)
        with allow(budget):
            yield
        budget.count(0)
    finally:
        gc.unfreeze()
    assert budget.longest_gap < LONGEST_GAP


def position_text(text: str) -> api.Position:
    return api.loads(text.encode(), "p.yaml")


def solved(text: str) -> SolvedAnswer:
    position = position_text(text)
    return api.in_full(position, api.solve(position, "p.yaml"))


def checked(text: str) -> CheckAnswer:
    position = position_text(text)
    return api.in_full(position, api.check(position, "p.yaml"))


@pytest.mark.parametrize("first", seeds(CHUNK, 8 * CHUNK)[::CHUNK])
def test_every_large_position_ends_in_time_with_an_answer(first: int) -> None:
    undecided = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        text, steps = large_position(random), int(10 ** random.uniform(2, 3.7))
        with watched(steps):
            if seed % 2:
                undecided += solved(text).solution.status == "undecided"
            else:
                checked(with_statements(random, text))
    assert undecided > CHUNK // 8, "the positions are too small, or the budgets too large"


@pytest.mark.parametrize("first", seeds(FEW, 3 * FEW)[::FEW])
def test_what_solve_says_in_a_hurry_is_true(first: int) -> None:
    hurried = 0
    for seed in range(first, first + FEW):
        random = Random(seed)
        text = large_position(random, 3, 6, 3)
        with allow(Budget(steps=200_000)) as budget:
            whole = solved(text)
        for _ in range(2):
            with allow(Budget(steps=int(budget.spent * random.random() ** 3))):
                found = solved(text)
            agrees(found.solution, whole.solution)
            _marks_agree(found, whole)
            hurried += found.solution.status != whole.solution.status
    assert hurried > 0


def agrees(found: SolveAnswer, whole: SolveAnswer) -> None:
    """Whether an answer that was found in a hurry is true, given one for which there was more time."""
    assert found.goal == whole.goal
    if found.status != "undecided":
        assert (found.status, found.objective) == (whole.status, whole.objective)
        assert (found.policy is None) == (whole.policy is None)
        assert found.policy is None or whole.policy is None or found.policy.worth == whole.policy.worth
        return
    if whole.status != "optimal":
        return
    best = worth(whole)
    assert found.turns or worth(found) is None or worth(found) <= best
    # only the first levels may have a bound
    assert found.turns or tuple(found.bound) >= best[: len(found.bound)]
    if found.policy is not None and found.policy.high:
        levels = len(found.policy.high)
        assert tuple(Fraction(level.exact) for level in found.policy.high) >= best[:levels]


def worth(answer: SolveAnswer) -> tuple[Fraction, ...] | None:
    """What the best line or policy is worth, level by level; None where none was found."""
    if answer.policy is not None:
        return tuple(Fraction(level.exact) for level in answer.policy.worth)
    return tuple(map(Fraction, answer.objective)) if answer.best else None


def _marks_agree(found: SolvedAnswer | CheckAnswer, whole: SolvedAnswer | CheckAnswer) -> None:
    """What was examined comes out as it does without a limit; all else is said not to be examined."""
    if found.depends is not None and whole.depends is not None and found.depends.is_complete:
        named = {each.key for each in found.depends.keys}
        open_still = {*whole.depends.not_examined, *whole.depends.readers_not_examined}
        assert named <= {each.key for each in whole.depends.keys} | open_still or found.depends.undecided
    marks = {cited.id: cited.decisive for cited in whole.citations}
    for cited in found.citations:
        known_mark = marks.get(cited.id)
        assert None in (cited.decisive, known_mark) or cited.decisive == known_mark or _differ(found, whole)


def _differ(found: SolvedAnswer | CheckAnswer, whole: SolvedAnswer | CheckAnswer) -> bool:
    """Whether the two answers are about other lines, so that other rulings decide."""
    return (
        isinstance(found, SolvedAnswer)
        and isinstance(whole, SolvedAnswer)
        and (found.solution.best != whole.solution.best or found.solution.status != whole.solution.status)
    )


@pytest.mark.parametrize("first", seeds(FEW, 3 * FEW)[::FEW])
def test_what_check_says_in_a_hurry_is_true(first: int) -> None:
    hurried = 0
    for seed in range(first, first + FEW):
        random = Random(seed)
        text = with_statements(random, large_position(random, 3, 6, 3))
        position = position_text(text)
        with allow(Budget(steps=200_000)) as budget:
            whole = api.check(position, "p.yaml")
        with allow(Budget(steps=int(budget.spent * random.random() ** 2))):
            found = api.check(position, "p.yaml")
        assert (found.position, found.legal, found.refused) == (whole.position, whole.legal, whole.refused)
        assert found.line == whole.line
        for claim, sure in zip(found.claims, whole.claims, strict=True):
            assert claim.text == sure.text
            assert claim.verdict in ("undecided", sure.verdict) or sure.verdict == "undecided"
            hurried += claim.verdict != sure.verdict
        sure_of = {each.what: (each.holds, each.undecided) for each in whole.expectations}
        for each in found.expectations:
            assert each.undecided or sure_of[each.what] == (each.holds, False) or sure_of[each.what][1]
        if found.solution is not None and whole.solution is not None:
            agrees(found.solution, whole.solution)
    assert hurried > 0


def test_a_budget_that_ends_before_the_second_proof_leaves_the_line_proved_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def spent(*_: object) -> None:
        raise SpentError

    monkeypatch.setattr("tsolve.games.thunderstone.planning.plan.AT_ONCE", 0)
    monkeypatch.setattr("tsolve.games.thunderstone.planning.plan._Dungeon._rivals", spent)
    position = position_text(
        "game: thunderstone\nturn: dungeon\nhand: [Militia, Torch]\nhall: [Ghost, none, none]\n"
    )

    answer = api.solve(position, "p.yaml").solution

    assert answer.status == "optimal"
    assert any("no time was left for the second proof" in note for note in answer.notes)


BEYOND = 1_000
"""Steps that a question may go beyond its budget: those of one piece of work that was begun."""
SOON, SHORT = 30_000, 500
"""The steps of a question that is soon answered, and that has something to answer."""
GRADED = [
    file
    for file in sorted(Path("puzzles").rglob("*.yaml"))
    if "\n  grade:" in (text := file.read_text()) and "unknown:" not in text
][::4]
"""Every fourth puzzle about a turn that was played, all of which can be judged."""
SIDES = (
    api.Reading("floor", None, {"zero_rule": "floor"}),
    api.Reading("neg", None, {"zero_rule": "negative"}),
)


def large(random: Random) -> str:
    """A large position whose Village holds no more than its box."""
    while True:
        text = large_position(random)
        with suppress(InputError):
            api.loads(text.encode(), "p.yaml")
            return text


def asked(text: str) -> list[Callable[[], object]]:
    """The questions about a large position, with a line where its turn is in the Dungeon."""
    position = api.loads(text.encode(), "p.yaml")
    first, second, _ = (name.strip('" ') for name in re.findall(r"hall: \[(.*)\]", text)[0].split(","))
    found: list[Callable[[], object]] = [
        lambda: api.why_not(position, f"defeat {first}"),
        lambda: api.why_not(position, f"reach attack 40 against {second}"),
        lambda: api.why_not(position, "reach gold 40"),
        lambda: api.diff(position, *SIDES),
        lambda: api.dependence(position),
    ]
    if "turn: dungeon" in text:
        played = api.loads(f'{text}line: ["attack {first}"]\n'.encode(), "p.yaml")
        found.append(lambda: api.grade(played))
    return found


@pytest.mark.parametrize("seed", seeds(12, 40))
def test_every_question_ends_with_its_budget(seed: int) -> None:
    random = Random(seed)
    for question in asked(large(random)):
        steps = random.choice([0, 10, 100, 1_000, 10_000])
        with allow(Budget(steps=steps)) as budget:
            question()
        assert budget.spent <= steps + BEYOND


@pytest.mark.parametrize("seed", [0, 10, 20])
def test_a_budget_of_steps_gives_the_same_answer_twice(seed: int) -> None:
    random = Random(seed)
    steps = random.randint(500, 5_000)
    text = large(random)

    def answers() -> list[object]:
        found: list[object] = []
        for question in asked(text):
            with allow(Budget(steps=steps)) as budget:
                found += [question(), budget.spent]
        return found

    assert answers() == answers()


def test_steps_are_the_same_in_every_process() -> None:
    # Sets of texts have another order in each process; a search that followed it would count other steps.
    program = (
        "from tests.games.thunderstone.judging.test_limits import *\n"
        "for seed in (3, 8):\n"
        "    for question in asked(large(Random(seed))):\n"
        "        with allow(Budget(steps=3_000)) as budget:\n"
        "            print(budget.spent, question(), budget.spent)\n"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert told[0].count("\n") >= 10


def says_nothing_else(short: WhyNotAnswer, whole: WhyNotAnswer) -> None:
    """What the short answer says stands in the whole one."""
    assert short.verdict in ("undecided", whole.verdict)
    if short.verdict != whole.verdict:
        assert short.left_out
    assert short.chance in (None, whole.chance)
    told = (short.further, short.aside, short.absolute)
    if any(note.startswith("this is only why the rules refuse") for note in short.notes):
        assert (len(short.reasons), *told) == (1, (), (), False)
    elif short.reasons:
        assert (short.reasons, *told) == (whole.reasons, whole.further, whole.aside, whole.absolute)
    assert short.missing == whole.missing[: len(short.missing)]
    assert short.cards == whole.cards[: len(short.cards)]
    assert whole.no_card or not short.no_card
    if (short.missing, short.cards) != (whole.missing, whole.cards):
        assert "--time-limit" in " ".join((*short.notes, *short.left_out))


def small_questions(count: int) -> Iterator[tuple[ThunderstonePosition, Defeat | Reach, Budget]]:
    """Questions with draws that are soon answered, with what that takes."""
    for seed in range(1_000_000):
        random = Random(seed)
        game, state = dungeon_draws(random, 3)
        monster = game.book.name(
            random.choice([place for place in state.hall if place.card in game.book.cards]).card
        )
        position = position_of(game, state)
        for query in (Defeat(monster), Reach("attack", random.randint(1, 12), monster)):
            with allow(Budget(steps=SOON)) as enough:
                api.why_not(position, query, "p.yaml")
            if SHORT < enough.spent < SOON // 3:
                yield position, query, enough
                count -= 1
            if not count:
                return


def test_a_why_not_that_is_cut_short_says_nothing_wrong() -> None:
    random = Random(0)
    for position, query, enough in small_questions(12):
        whole = api.why_not(position, query, "p.yaml")
        for steps in (0, *(random.randint(0, enough.spent) for _ in range(8))):
            with allow(Budget(steps=steps)):
                says_nothing_else(api.why_not(position, query, "p.yaml"), whole)
        with allow(Budget(steps=SOON)):
            assert api.why_not(position, query, "p.yaml") == whole


@pytest.mark.parametrize("file", GRADED, ids=lambda file: file.stem)
def test_a_grade_that_is_cut_short_says_nothing_wrong(file: Path) -> None:
    random = Random(file.stem)
    position = api.load(str(file))
    with allow(Budget()) as enough:
        whole = api.grade(position)
    assert not whole.undecided
    for steps in (0, *(random.randint(0, 2 * enough.spent) for _ in range(8))):
        with allow(Budget(steps=steps)):
            _says_nothing_else(api.grade(position), whole)
    with allow(Budget(steps=100 * enough.spent)):
        assert api.grade(position) == whole


def _says_nothing_else(short: GradeAnswer, whole: GradeAnswer) -> None:
    """What the short answer says of steps and cards stands in the whole one."""
    known = {(step.number, step.text): step for step in whole.steps}
    for step in short.steps:
        if step.verdict != "unknown":
            right = known[step.number, step.text]
            assert replace(step, better=(), depends=False) == replace(right, better=(), depends=False)
            assert step.better in ((), right.better)
    assert short.out_of_reach in (None, whole.out_of_reach)
    for card, right_card in zip(short.cards, whole.cards, strict=True):
        assert (card.idle, card.mattered) == (right_card.idle, right_card.mattered)
        assert card.needed in (None, right_card.needed)
