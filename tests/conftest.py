"""One Hypothesis profile for all tests: the same examples in every run, and no clock. A Ctrl-C that works:
what is started in the background ignores it, and so would all that it starts. Every problem that a planner
states is checked, as `solve` checks those of others.
"""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests import sweeping
from tsolve import solve
from tsolve.solve import validation

settings.register_profile("tsolve", deadline=None, derandomize=True)
settings.load_profile("tsolve")
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--large` makes every random sweep as long as its author wished."""
    parser.addoption("--large", action="store_true", help="long random sweeps, for hours without anybody")


def pytest_configure(config: pytest.Config) -> None:
    """Before tests are collected, since seeds are parameters."""
    sweeping.large = config.getoption("--large")


@pytest.fixture(scope="session", autouse=True)
def stated_problems_are_checked() -> Iterator[None]:
    """In a run of the program only their size is looked at: they make sense, as every test sees to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solve, "check_size", validation.check)
        yield
