"""Questions under a budget that is not enough: they end, and what they say is what a longer search says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.explaining.asking import opened
from tests.games.thunderstone.large_positions import large_position
from tests.games.thunderstone.planning.drawing_positions import dungeon_draws
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.errors import InputError
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.why_not.queries import Defeat, Reach
from tsolve.model.grades import GradeAnswer
from tsolve.model.why_not import WhyNotAnswer

BEYOND = 1_000
"""Steps that a question may go beyond its budget: those of one piece of work that was begun."""
SOON, FEW = 30_000, 500
"""The steps of a question that is soon answered, and that has something to answer."""
GRADED = [file for file in sorted(Path("puzzles").rglob("*.yaml")) if "\n  grade:" in file.read_text()][::4]
"""Every fourth puzzle about a turn that was played."""
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


@pytest.mark.parametrize("seed", range(40))
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
        "from tests.games.thunderstone.test_limited_questions import *\n"
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
    if short.reasons:
        told = (short.reasons, short.further, short.aside, short.absolute)
        assert told == (whole.reasons, whole.further, whole.aside, whole.absolute)
    assert short.missing == whole.missing[: len(short.missing)]
    assert short.cards == whole.cards[: len(short.cards)]
    assert whole.no_card or not short.no_card
    if (short.missing, short.cards) != (whole.missing, whole.cards):
        assert "--time-limit" in " ".join((*short.notes, *short.left_out))


def small_questions(count: int) -> Iterator[tuple[Opened, Defeat | Reach, Budget]]:
    """Questions with draws that are soon answered, with what that takes."""
    for seed in range(1_000_000):
        random = Random(seed)
        game, state = dungeon_draws(random, 3)
        monster = game.book.name(
            random.choice([place for place in state.hall if place.card in game.book.cards]).card
        )
        position = opened(game, state)
        for query in (Defeat(monster), Reach("attack", random.randint(1, 12), monster)):
            with allow(Budget(steps=SOON)) as enough:
                api.why_not(position, query, "p.yaml")
            if FEW < enough.spent < SOON // 3:
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
