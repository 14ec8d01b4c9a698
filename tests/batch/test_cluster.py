"""A real Dask scheduler with two worker processes, one of which is killed while it works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from math import comb
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import pytest

from tests.batch.works import CountCards
from tsolve.batch.crew import crew
from tsolve.batch.deal import Deal
from tsolve.batch.looking import look
from tsolve.errors import UsageError

ROOT = Path(__file__).resolve().parents[2]
DECK = Deal(("a", "b", "c", "d", "e", "f", "g", "h"), (4, 3, 2, 2, 2, 2, 2, 2), 6)


class Cluster(NamedTuple):
    """A scheduler with its workers."""

    address: str
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler on a free port of this machine, and two workers that nobody replaces."""
    told = tmp_path / "scheduler.json"
    log = (tmp_path / "cluster.log").open("wb")

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", *arguments, "--scheduler-file", str(told)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=log,
            stderr=log,
        )

    scheduler = start(
        "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"
    )
    workers: list[subprocess.Popen[bytes]] = []
    try:
        _await(lambda: told.exists() and told.read_text().endswith("}"))
        worker = ("distributed.cli.dask_worker", "--no-nanny", "--no-dashboard", "--nthreads", "1")
        workers += [start(*worker, "--name", name, "--host", "127.0.0.1") for name in ("one", "two")]
        address = json.loads(told.read_text())["address"]
        _await(lambda: _workers_of(address) == 2)
        yield Cluster(address, workers)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()
        log.close()


def _await(condition: Callable[[], bool]) -> None:
    end = monotonic() + 30
    while not condition():
        assert monotonic() < end, "the cluster does not start"
        sleep(0.05)


def _workers_of(address: str) -> int:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        return len(client.scheduler_info()["workers"])


def test_a_killed_worker_changes_nothing(cluster: Cluster, tmp_path: Path) -> None:
    lock = tmp_path / "died"
    work = CountCards("a", seconds=0.001, lock=str(lock), alone=os.getpid())
    with crew(scheduler=cluster.address) as helpers:
        found, complete = look(helpers, work, DECK)
    assert complete
    assert found.outcomes[0] == {(k,): comb(4, k) * comb(15, 6 - k) for k in range(5)}
    assert lock.exists(), "no worker has done anything"
    _await(lambda: sorted((worker.poll() or 0) for worker in cluster.workers) == [-9, 0])


def test_the_command(cluster: Cluster, tmp_path: Path) -> None:
    """With a scheduler and alone: the same answer."""
    (tmp_path / "deck.yaml").write_text(
        "game: thunderstone\ndeck: {rest: [6 x Militia, 2 x Dagger, 2 x Torch, 2 x Iron Rations]}\n"
        "hall: [Griknack Goblin, Nixie, none]\n"
    )
    arguments = [sys.executable, "-m", "tsolve", "odds", "deck.yaml", "--format", "json"]
    told = [
        subprocess.run(
            [*arguments, *more],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            timeout=60,
            check=True,
        )
        for more in (["--scheduler", cluster.address], ["--workers", "1"])
    ]
    assert told[0].stdout == told[1].stdout
    assert [each.stderr for each in told] == [b"", b""]


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsolve.batch.executors.PATIENCE", 0.5)
    with (
        pytest.raises(UsageError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"),
        crew(scheduler="tcp://127.0.0.1:1"),
    ):
        pass


def test_no_address_at_all() -> None:
    with (
        pytest.raises(UsageError, match="no Dask scheduler answers at nonsense://"),
        crew(scheduler="nonsense://"),
    ):
        pass
