"""How far a run of the tests is, in a line for people, instead of pytest's dots.

`python3 bootstrap.py test` loads it. With -q, -v or --collect-only pytest shows what it always shows.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Generator, Sequence

import pytest

SECONDS_A_TEST = 0.075
"""Of one core, on average over all tests."""

SURE_AFTER = 500
"""So many tests count as much as that average in what is said to be left."""


def pytest_configure(config: pytest.Config) -> None:
    option = config.option
    if hasattr(config, "workerinput") or option.verbose or option.collectonly:
        return
    option.verbose = -1  # no header
    config.pluginmanager.register(Progress(config))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files in a mixed order, the same in every process: else slow ones stand together, and what is behind
    says nothing of what is left.
    """
    if config.option.verbose < 0:
        items.sort(key=lambda item: zlib.crc32(item.nodeid.partition("::")[0].encode()))


class Progress:
    """Counts the tests of all processes."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.cores = config.getoption("numprocesses", 0) or 1
        self.total = self.done = 0
        self.started = self.shown = 0.0
        self.silent = False

    @property
    def terminal(self) -> pytest.TerminalReporter:
        reporter = self.config.pluginmanager.getplugin("terminalreporter")
        assert isinstance(reporter, pytest.TerminalReporter)
        return reporter

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        self.terminal.write_line("Looking for the tests: about 20 seconds for all of them")
        nodes = self.config.pluginmanager.getplugin("terminaldistreporter")
        if nodes is not None:  # what xdist tells of its processes would stand between
            nodes.setstatus = nodes.ensure_show_status = lambda *_, **__: None

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.begin(len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        self.begin(len(ids))

    def begin(self, total: int) -> None:
        """Called for every process; they all find the same tests."""
        if self.total or not total:
            return
        self.total = total
        self.started = self.shown = time.monotonic()
        cores = "one core" if self.cores == 1 else f"{self.cores} cores"
        self.terminal.write_line(f"{total:,} tests on {cores}: {self.left()}")

    def left(self) -> str:
        """How long the rest takes: at first by the average of all tests, then more and more by this run."""
        spent = (time.monotonic() - self.started) * self.cores + SURE_AFTER * SECONDS_A_TEST
        seconds = (self.total - self.done) * spent / (self.done + SURE_AFTER) / self.cores
        minutes = round(seconds / 60)
        return f"about {minutes} minute{'s' * (minutes > 1)}" if minutes else "less than a minute"

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> Generator[None]:
        self.silent = True  # no dot
        yield
        self.silent = False
        if report.failed:
            self.terminal.write_line(f"  failed: {report.nodeid}")

    @pytest.hookimpl(wrapper=True)
    def pytest_report_teststatus(self) -> Generator[None, tuple[str, str, object], tuple[str, str, object]]:
        category, letter, word = yield
        return (category, "", "") if self.silent else (category, letter, word)

    def pytest_runtest_logfinish(self) -> None:
        self.done += 1
        terminal, now = self.terminal, time.monotonic()
        last = self.done == self.total
        if now - self.shown < (1 if terminal.isatty() else 30) and not last:
            return
        self.shown = now
        failed = sum(len(terminal.stats.get(name, ())) for name in ("failed", "error"))
        text = f"  {self.done:,} of {self.total:,} tests, {failed} failed"
        if not last:
            text += f", {self.left()} left"
        if terminal.isatty():
            terminal.rewrite(text, erase=True)
            terminal.currentfspath = -2  # as pytest says that what follows begins a new line
        else:
            terminal.write_line(text)
