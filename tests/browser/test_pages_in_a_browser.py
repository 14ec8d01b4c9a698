"""Pages in a real browser: at every width, dark and light, printed, and without a word on its console."""

from __future__ import annotations

import pytest

from tests.browser.browser import Browser, View, find
from tests.browser.positions import ASKED

BROWSER = find()
VIEWS = [View(360, "dark"), View(800), View(1280, "dark"), View(360)]

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no browser: .ci/browser.sh installs one")


@pytest.fixture
def browser() -> Browser:
    assert BROWSER is not None
    return BROWSER


def test_pages_are_sound_in_every_view(browser: Browser) -> None:
    """The browser is started once for all of them."""
    views, console = browser.measure([asked.page() for asked in ASKED], VIEWS)

    assert console == []
    seen = [(asked.name, view) for asked in ASKED for view in VIEWS]
    for (name, view), found in zip(seen, views, strict=True):
        assert found["dark"] == (view.scheme == "dark")
        assert (found["closed"], found["open"]) == (view.width, view.width), f"{name} scrolls sideways"
        assert found["cut"] == [], f"{name} must be scrolled to be read"
        assert found["requests"] == [], f"{name} asks for something from outside"
        assert found["lost"] == [], f"{name} has links that lead nowhere"
        assert found["faint"] == [], f"{name} has a contrast below 4.5"
        assert found["hidden"] == [], f"{name} has rules that do not show at a touch, or not whole"


def test_the_measure_sees_what_is_wrong(browser: Browser) -> None:
    """A page with one fault of each kind."""
    faulty = (
        '<!doctype html><html><body style="background:#fff"><main><p style="width:900px;color:#aaa">faint'
        '</p><a href="#none">lost<span class="bubble" style="visibility:hidden">x</span></a>'
        "<script>document.body.remove()</script></main></body></html>"
    )
    (found,), console = browser.measure([faulty], [View(360)])

    assert found["closed"] > 360
    assert found["lost"] == ["none"]
    assert [told.split()[1] for told in found["faint"]] == ["p."]
    assert len(found["hidden"]) == 1
    assert "Blocked script execution" in console[0]


def test_a_simple_answer_is_one_sheet(browser: Browser) -> None:
    (simple,) = (asked for asked in ASKED if asked.name == "simple")

    assert browser.sheets(simple.page()) == 1
