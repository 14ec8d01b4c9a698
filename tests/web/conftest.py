"""A server for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import cache, environment_with
from tests.web.calling import Site, site

__all__ = ["cache"]


@pytest.fixture(scope="module")
def environment(cache: Path) -> dict[str, str]:
    return environment_with(cache)


@pytest.fixture(scope="module")
def page(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that runs; whatever is asked, it says nothing in its terminal."""
    folder = tmp_path_factory.mktemp("served")
    with site(folder, environment, "--time-limit", "5") as running:
        yield running
        assert running.ask().status == 200
    assert (folder / "errors.txt").read_text() == ""
    assert [each.name for each in folder.iterdir()] == ["errors.txt"]
