"""The page served to a real browser: one server and one browser for all tests of a run."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.browser import NAMES
from tests.browser.served import served
from tests.browser.visitor import Visit, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the page."""
    with served() as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    sync_api = pytest.importorskip("playwright.sync_api")
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip("no browser: .ci/browser.sh installs one")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, site: str) -> Iterator[Visit]:
    """Opens the page for a visitor; in the end nothing may have been said on a console."""
    visitors: list[Visitor] = []

    def opened(at: str = "", **settings: object) -> Visitor:
        visitors.append(Visitor(chromium, site, at, **settings))  # type: ignore[arg-type]
        return visitors[-1]

    yield opened
    said = [each for visitor in visitors for each in visitor.said]
    for visitor in visitors:
        visitor.page.context.close()
    assert said == []
