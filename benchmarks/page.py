"""The page under many questions: how many it answers, how long each takes, and what memory it needs.

`python -m benchmarks page` asks as many as `QUESTIONS`; `python -m benchmarks.page --questions 200` others, and
writes nothing. Every puzzle is judged in turn, over one connection, by a real server with one worker, which is
not replaced meanwhile, so that whatever grows shows. The time is that from sending to having read the answer.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from benchmarks.row import Row

QUESTIONS = 2_000
LOOKS = (200, 1_000)
"""The numbers of questions after which the memory is looked at, besides the last."""
GROWTH = 1.2
"""Times what the memory was at first that it may be in the end."""
MEDIAN = 100.0
"""Milliseconds that a question in the warm process may take in the median."""
_PUZZLES = Path(__file__).resolve().parent.parent / "puzzles"
_HEADERS = {"Content-Type": "application/yaml", "Cookie": "visitor=benchmark"}


class Asked(NamedTuple):
    """What came of many questions."""

    times: list[float]
    """Milliseconds, one for each."""
    statuses: Mapping[int, int]
    memory: Mapping[int, tuple[float, float]]
    """Number of questions -> megabytes of the server, and of its workers."""
    worked: float
    """Milliseconds of the processor for all of them, by the server and its workers."""


def rows(questions: int = QUESTIONS) -> list[Row]:
    """Throughput, latency and memory."""
    asked = ask(questions)
    seconds = sum(asked.times) / 1_000
    typical = median(asked.times)
    late = quantiles(asked.times, n=20)[-1]
    failed = sum(number for status, number in asked.statuses.items() if status >= 500)
    found = [
        Row(f"questions answered, of {questions}", questions - failed, "", f"{questions}", not failed),
        Row("questions a second, one after the other", questions / seconds, ""),
        Row("a question, median", typical, "ms", f"<= {MEDIAN:.0f}", typical <= MEDIAN),
        Row("a question, 19 of 20", late, "ms"),
        Row("a question, longest", max(asked.times), "ms"),
        Row("a question, mean of the processor time", asked.worked / questions, "ms"),
    ]
    for number, (server, workers) in asked.memory.items():
        found.append(Row(f"the server after {number} questions", server, "MB"))
        found.append(Row(f"its workers after {number} questions", workers, "MB"))
    first, last = (sum(asked.memory[number]) for number in (min(asked.memory), max(asked.memory)))
    growth = last / first
    return [*found, Row("memory, last to first", growth, "times", f"<= {GROWTH}", growth <= GROWTH)]


def ask(questions: int) -> Asked:
    """Judge so many puzzles by a server of their own."""
    texts = [each.read_bytes() for each in sorted(_PUZZLES.rglob("*.yaml"))]
    times, statuses, memory = [], dict[int, int](), dict[int, tuple[float, float]]()
    with _server() as (process, port):
        before = _worked(process.pid)
        connection = http.client.HTTPConnection("127.0.0.1", port)
        for number, text in enumerate(islice(cycle(_mixed(texts)), questions), start=1):
            began = time.perf_counter()
            connection.request("POST", "/api/check", text, _HEADERS)
            reply = connection.getresponse()
            reply.read()
            times.append((time.perf_counter() - began) * 1_000)
            statuses[reply.status] = statuses.get(reply.status, 0) + 1
            if number in LOOKS or number == questions:
                memory[number] = _megabytes(process.pid), sum(map(_megabytes, _children(process.pid)))
        worked = _worked(process.pid) - before
    return Asked(times, statuses, memory, worked)


def _mixed(texts: list[bytes]) -> list[bytes]:
    """In an order in which every game has its turn soon: steps of a prime number of files."""
    return [texts[at * 389 % len(texts)] for at in range(len(texts))]


@contextmanager
def _server() -> Iterator[tuple[subprocess.Popen[str], int]]:
    process = subprocess.Popen([sys.executable, "-c", _SERVE], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r":(\d+)/", process.stdout.readline())
    assert found is not None
    try:
        yield process, int(found[1])
    finally:
        process.terminate()
        process.communicate()


_SERVE = """
from tsolve.web import pool
from tsolve.web.serving import serve
pool.LIFE = None
serve("127.0.0.1", 0, 10.0, lambda served: print(served.address, flush=True), workers=1)
"""


def _megabytes(process: int) -> float:
    """The memory of a process."""
    found = re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found is not None else 0


def _worked(process: int) -> float:
    """Milliseconds of the processor that it and its workers have taken."""
    found = 0.0
    for each in (process, *_children(process)):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        found += (int(fields[11]) + int(fields[12])) * 1_000 / os.sysconf("SC_CLK_TCK")
    return found


def _children(process: int) -> list[int]:
    """The processes that it has started."""
    return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    for row in rows(parser.parse_args().questions):
        print(f"{row.name:<44} {row.value:>10.2f} {row.unit:<6} {row.target}", flush=True)
