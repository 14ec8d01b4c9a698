"""A real Dask scheduler with two worker processes, one of which is killed while it works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import comb
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import pytest

from tests.batch.works import CountCards
from tsolve import batch as pools
from tsolve.batch import pool
from tsolve.chances.hands import Deal, look
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
    with _cluster(tmp_path, ROOT) as found:
        yield found


@contextmanager
def _cluster(folder: Path, code: Path) -> Iterator[Cluster]:
    """The same, with the tsolve in the folder `code`."""
    told = folder / "scheduler.json"
    log = (folder / "cluster.log").open("wb")

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", *arguments, "--scheduler-file", str(told)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(code)},
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
    with pool(scheduler=cluster.address) as helpers:
        found, complete = look(helpers, work, DECK)
    assert complete
    assert found.outcomes[0] == {(k,): comb(4, k) * comb(15, 6 - k) for k in range(5)}
    assert lock.exists(), "no worker has done anything"
    _await(lambda: sorted((worker.poll() or 0) for worker in cluster.workers) == [-9, 0])


def _run(arguments: Sequence[str], folder: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tsolve", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    """A folder with positions that need the overlay beside them; nobody has named either to the workers."""
    own = tmp_path / "home" / "club"
    (own / "cards").mkdir(parents=True)
    (own / "ruleset.yaml").write_text("extends: thunderstone\ntitle: Club\n")
    wolf = "{id: lamp_wolf, name: Lamp Wolf, kind: monster, health: 3}"
    (own / "cards" / "own.yaml").write_text(f"cards:\n- {wolf}\n")
    for number, card in enumerate(("Militia", "Thyrian Squire", "Selurin Warlock", "Elf Wizard")):
        (tmp_path / "home" / f"{number}.yaml").write_text(
            f"game: thunderstone\nturn: dungeon\nhand: [{card}, Dagger, Torch]\ndeck: [6 x Militia]\n"
            "hall: [Lamp Wolf, Judgement, none]\nline: [attack Lamp Wolf]\nexpect: {line: {won: true}}\n"
        )
    return tmp_path / "home"


def test_the_commands(cluster: Cluster, positions: Path) -> None:
    """With a scheduler and alone: the same answers, by a ruleset of which only this process knows."""
    own = ("--ruleset-path", "club", "--format", "json")
    for arguments in (
        ("odds", "0.yaml", "--all-cards", *own),
        ("simulate", "1.yaml", "--games", "6", *own),
        ("regress", ".", "--no-cache", *own),
        ("hunt", "half_attack_order", "--positions", "200", *own),
    ):
        alone = _run([*arguments, "--jobs", "1"], positions)
        afar = _run([*arguments, "--scheduler", cluster.address], positions)
        assert not json.loads(alone.stdout)["errors"], arguments
        assert alone.stdout == afar.stdout, arguments
        assert alone.stderr == afar.stderr == b"", arguments
        assert alone.returncode == afar.returncode


def test_withdrawn_work_leaves_no_report(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A result may be on its way while its work is withdrawn: Dask then raises in a thread of its own."""
    from distributed.client import Client, FutureCancelledError

    asked: list[None] = []

    async def gather(*_: object, **__: object) -> None:
        asked.append(None)
        raise FutureCancelledError("key", "unknown")

    with pool(scheduler=cluster.address) as helpers:
        assert helpers.executor is not None
        monkeypatch.setattr(Client, "_gather", gather)
        promise = helpers.executor.submit(os.getpid)
        _await(lambda: bool(asked))
        sleep(0.2)
        promise.cancel()
    assert caplog.messages == []


def test_a_worker_dies_while_games_are_played(cluster: Cluster, positions: Path) -> None:
    from distributed import Client

    command = ["simulate", "--games", "60", "--quiet", "--format", "json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tsolve", *command, "--scheduler", cluster.address],
        cwd=positions,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with Client(cluster.address, set_as_default=False) as watching:
        _await(lambda: any(watching.processing().values()))
    cluster.workers[0].kill()
    out, _ = process.communicate(timeout=120)
    assert out == _run([*command, "--jobs", "1"], positions).stdout


def test_all_workers_die(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then this process does the rest itself."""
    monkeypatch.setattr(pools, "LOOK_ROUND", 0.5)
    work = CountCards("a", deadly=True, alone=os.getpid())
    with pool(scheduler=cluster.address) as helpers:
        found, complete = look(helpers, work, DECK)
    assert complete
    assert found.outcomes[0] == {(k,): comb(4, k) * comb(15, 6 - k) for k in range(5)}


def test_a_worker_with_another_tsolve(tmp_path: Path) -> None:
    """It is told before any work is given out."""
    other = tmp_path / "other"
    shutil.copytree(ROOT / "tsolve", other / "tsolve", ignore=shutil.ignore_patterns("__pycache__"))
    (other / "rulesets").symlink_to(ROOT / "rulesets")
    with (other / "tsolve" / "__init__.py").open("a") as file:
        file.write("# changed\n")
    with _cluster(tmp_path, other) as cluster:
        ended = _run(["simulate", "--games", "9", "--scheduler", cluster.address], tmp_path)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert b"cannot help: its tsolve is another version; install the same one there" in ended.stderr


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsolve.executors.PATIENCE", 0.5)
    with (
        pytest.raises(UsageError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"),
        pool(scheduler="tcp://127.0.0.1:1"),
    ):
        pass


def test_no_address_at_all() -> None:
    with (
        pytest.raises(UsageError, match="no Dask scheduler answers at nonsense://"),
        pool(scheduler="nonsense://"),
    ):
        pass


def test_games_of_players(cluster: Cluster, tmp_path: Path) -> None:
    """With a scheduler and alone: the same games of players with sense, and the same advice."""
    for game, *table in (("thunderstone",), ("quest",), ("gloomhaven", "scenario", "1")):
        _run(["setup", game, *table, "--seed", "1", "--output", f"{game}.yaml"], tmp_path)
    told = ("--format", "json")
    for arguments in (
        ("simulate", "thunderstone.yaml", "--players", "quick,greedy", "--games", "3", *told),
        ("simulate", "quest.yaml", "--players", "random", "--games", "2", *told),
        ("simulate", "gloomhaven.yaml", "--players", "greedy", "--games", "2", *told),
        ("advise", "thunderstone.yaml", "--worlds", "32", "--shuffles", "1", *told),
    ):
        alone = _run([*arguments, "--jobs", "1"], tmp_path)
        afar = _run([*arguments, "--scheduler", cluster.address], tmp_path)
        assert not json.loads(alone.stdout)["errors"], arguments
        assert alone.stdout == afar.stdout, arguments
