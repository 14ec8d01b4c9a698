"""A question in a warm process, as a server asks it: every puzzle, one after the other in one process.

`python -m benchmarks warm [--time-limit 1.5] [--sample N] [--seed 1]`; with options nothing is written. A
question is all that somebody waits for: text read, position judged, answer completed, table shown, page made.
One limit holds for all of it. It and the figures are in seconds of the processor, since other work of the
machine makes no difference to them; those that passed stand beside them.
"""

from __future__ import annotations

import gc
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from resource import getpagesize
from time import perf_counter, process_time
from typing import NamedTuple
from unittest.mock import patch

from benchmarks.clock import Clock
from benchmarks.row import Row
from tsolve import api
from tsolve.budget import within
from tsolve.report.answers.check import show_check
from tsolve.report.answers.head import head_of
from tsolve.report.html.pages import paper_of
from tsolve.report.html.paper import Given, as_html
from tsolve.report.page import Page

PUZZLES = Path(__file__).parents[1] / "puzzles"
LIMIT = 1.5
"""Seconds for a question."""
MEDIAN, WORST = 0.1, 2.0
"""Seconds below which the median and the slowest question should be."""
NOTICED = 0.5
"""Seconds after which people notice that they wait for a page."""
SHOWN = 10
"""How many of the slowest are named."""
MEASURED_AFTER = 100, 500, 1000, 2000
"""How many questions come before the memory is measured."""


class Took(NamedTuple):
    """Seconds that passed, and those of the processor."""

    wall: float
    processor: float


class Asked(NamedTuple):
    """What one puzzle took."""

    name: str
    loads: Took
    show: Took
    whole: Took
    cut_short: bool
    """Whether some work was given up for lack of time."""

    @property
    def game(self) -> str:
        """The folder of the puzzle: a game, or a box of one."""
        return Path(self.name).parts[0]


def rows(*options: str) -> list[Row]:
    """What questions take, together and game by game, the slowest of them, and the memory of the process."""
    parser = ArgumentParser("python -m benchmarks warm")
    parser.add_argument("--time-limit", type=float, default=LIMIT, metavar="SECONDS")
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(options)
    with patch("tsolve.budget.monotonic", Clock()):
        return [*_measured(chosen.time_limit, chosen.sample, chosen.seed)]


def _measured(limit: float, sample: int | None, seed: int) -> Iterator[Row]:
    files = sorted(PUZZLES.rglob("*.yaml"))
    for file in files[:: len(files) // 20]:  # whatever is loaded once
        ask(file, limit)
    Random(seed).shuffle(files)  # so that no question is prepared by one that is much the same
    asked, memory = [], []
    for number, file in enumerate(files[:sample], 1):
        gc.collect(1)  # as a server does when it has answered
        asked.append(ask(file, limit))
        if number in MEASURED_AFTER:
            memory.append(Row(f"memory after {number} questions", _megabytes(), "MB"))
    yield from _told(asked, limit)
    yield from memory


def ask(file: Path, limit: float) -> Asked:
    """Ask about one puzzle. Nothing may go wrong, however short the limit."""
    text, name = file.read_text(encoding="utf-8"), str(file.relative_to(PUZZLES))
    loads = _took(lambda: api.loads(text, name))
    show = _took(lambda: api.show(api.loads(text, name)))
    with within(limit) as budget:
        whole = _took(lambda: answered(text, name))
    return Asked(name, loads, show, whole, budget.fell_short)


def answered(text: str, name: str) -> str:
    """The page that `check --html` writes about a position."""
    found: list[object] = []
    position = api.loads(text, name)
    answer = api.in_full(position, api.check(position, name, on_found=found.append))
    brief = Page()
    show_check(brief, answer)
    added_up = head_of(brief.blocks).sum
    calculation = None if added_up is None else added_up.calculation
    table = api.at_battle(position, answer, calculation, found)
    return as_html(paper_of(answer, Given(position.named(name), table, text)))


def _took(action: Callable[[], object]) -> Took:
    wall, processor = perf_counter(), process_time()
    action()
    return Took(perf_counter() - wall, process_time() - processor)


def _megabytes() -> float:
    """The memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * getpagesize() / 1e6


def _told(asked: Sequence[Asked], limit: float) -> Iterator[Row]:
    yield Row(f"questions, each with {limit:g} s", len(asked), "questions")
    seconds = [each.whole.processor for each in asked]
    middle, worst = _share(seconds, 0.5), max(seconds)
    yield Row("median", middle * 1000, "ms", f"< {MEDIAN * 1000:g}", middle < MEDIAN)
    yield Row("90th percentile", _share(seconds, 0.9) * 1000, "ms")
    yield Row("99th percentile", _share(seconds, 0.99) * 1000, "ms")
    yield Row("worst", worst, "s", f"< {WORST:g}", worst < WORST)
    for bound in (MEDIAN, NOTICED, WORST):
        yield Row(f"of more than {bound:g} s", sum(took > bound for took in seconds), "questions")
    yield Row("something was left open for lack of time", sum(each.cut_short for each in asked), "questions")
    for game in sorted({each.game for each in asked}):
        yield from _spread(game, [each.whole.processor for each in asked if each.game == game])
    yield from _spread("the table alone", [each.show.processor for each in asked])
    yield from _spread("reading the text alone", [each.loads.processor for each in asked])
    yield from _spread("seconds that passed", [each.whole.wall for each in asked])
    for each in sorted(asked, key=lambda each: each.whole.processor, reverse=True)[:SHOWN]:
        yield Row(each.name, each.whole.processor, "s")


def _spread(name: str, seconds: Sequence[float]) -> Iterator[Row]:
    """The median, the slow ones and the slowest of some kind."""
    yield Row(f"{name}, median", _share(seconds, 0.5) * 1000, "ms")
    yield Row(f"{name}, 90th percentile", _share(seconds, 0.9) * 1000, "ms")
    yield Row(f"{name}, 99th percentile", _share(seconds, 0.99) * 1000, "ms")
    yield Row(f"{name}, worst", max(seconds), "s")


def _share(values: Sequence[float], share: float) -> float:
    """The value that this share (0 to 1) of the values does not exceed."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]
