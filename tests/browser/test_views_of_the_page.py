"""The page in every state and at every width: nothing to scroll sideways, nothing too small for a finger,
nothing that a screen reader cannot tell, nothing said on the console.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.visitor import PHONE, Visit, Visitor, link_to
from tsolve.api.shipped import example

WIDTHS = (360, 768, 1280, 1600)
_EMPTY = "game: {}\n"


def _example(name: str, ask: str = "") -> str:
    return link_to(example(name).text, ask)


STATES = {
    "thunderstone, empty": "",
    "quest, empty": link_to(_EMPTY.format("quest")),
    "gloomhaven, empty": link_to(_EMPTY.format("gloomhaven")),
    "attacks, empty": link_to("game: gloomhaven\nattacks: []\n"),
    "thunderstone": _example("dispute"),
    "village": _example("village"),
    "quest": _example("quest-dungeon"),
    "gloomhaven": _example("gloomhaven-monster"),
    "a scenario": link_to(
        "game: gloomhaven\nscenario: 66\nopened: all\ncharacters: {Brute: {at: [21, 8]}}\n"
    ),
    "a turn of cards": _example("gloomhaven-turn"),
    "thunderstone, judged": _example("dispute", "check"),
    "quest, targets": _example("quest-dungeon", "targets"),
    "gloomhaven, judged": _example("gloomhaven-monster", "check"),
    "best play": _example("turn", "solve"),
    "a draw": _example("draw", "solve"),
    "legal": _example("gloomhaven-turn", "legal"),
    "no file": link_to("game: [quest\n"),
    "mistakes": link_to("game: quest\nhand: [Regain Priest, 3]\nclaims: [{defeats: nobody}]\n", "check"),
}

_LOOKED_AT = (
    *("thunderstone, empty", "quest, empty", "gloomhaven, empty", "quest", "gloomhaven", "a scenario"),
    *("thunderstone, judged", "best play", "no file", "mistakes"),
)
"""The states that axe looks at, which takes long."""
_SMALL = """() => [...document.querySelectorAll(
  "button, input:not([type=hidden]), textarea, summary, select, label.choice, a.edit")]
  .filter(each => !each.matches(".unseen, .default") && each.checkVisibility({visibilityProperty: true}))
  .map(each => [each.getBoundingClientRect(), each])
  .filter(([box]) => box.width < 43.9 || box.height < 43.9)
  .map(([box, each]) => `${each.tagName} ${each.textContent || each.name}: ${box.width} x ${box.height}`)"""
_OVER = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""
_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
_LOOSE = """() => document.querySelector(".asking").style.position = "static" """
"""The bar covers what can be scrolled: this is no fault, but axe takes it for one."""


def _grave(visitor: Visitor, inside: str = "body") -> list[str]:
    """What axe finds that is serious or critical."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    visitor.page.evaluate(_LOOSE)
    found: list[dict[str, Any]] = axe.run(visitor.page, inside, _RULES).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("state", STATES)
def test_a_state_of_the_page(visit: Visit, state: str) -> None:
    scheme = "dark" if list(STATES).index(state) % 2 else "light"
    visitor: Visitor = visit(STATES[state], width=PHONE, scheme=scheme)
    visitor.settle()
    if "ask" in STATES[state]:
        visitor.page.wait_for_selector("#answer h1")
    visitor.page.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")

    assert visitor.page.evaluate(_SMALL) == []
    if state in _LOOKED_AT:
        assert _grave(visitor) == []
    for width in WIDTHS:
        visitor.page.set_viewport_size({"width": width, "height": 740})
        assert visitor.page.evaluate(_OVER) == 0, f"{state} scrolls sideways at {width}"


@pytest.mark.parametrize(("state", "scheme"), [("gloomhaven, judged", "light"), ("quest, targets", "dark")])
def test_a_wide_page_in_both_schemes(visit: Visit, state: str, scheme: str) -> None:
    visitor: Visitor = visit(STATES[state], scheme=scheme)
    visitor.page.wait_for_selector("#answer h1")

    assert _grave(visitor) == []
    visitor.tap("#menu-more summary")
    assert _grave(visitor, ".asking") == []
    assert visitor.page.evaluate(_SMALL) == []


def test_names_that_are_offered(visit: Visit) -> None:
    """The list is told to a screen reader, and each of its entries is large enough for a finger."""
    visitor: Visitor = visit(width=PHONE)
    input_ = visitor.field("hand").locator("input")
    input_.press_sequentially("sho")
    visitor.page.wait_for_selector(".names li")
    input_.press("ArrowDown")

    assert _grave(visitor) == []
    boxes = [each.bounding_box() for each in visitor.page.locator(".names li").all()]
    assert all(box is not None and box["height"] >= 44 for box in boxes)
    active = input_.get_attribute("aria-activedescendant")
    assert visitor.page.locator(f"#{active}").get_attribute("aria-selected") == "true"
    assert input_.get_attribute("aria-expanded") == "true"


def test_a_sheet_of_paper_has_the_answer_alone(visit: Visit) -> None:
    visitor: Visitor = visit(STATES["thunderstone, judged"])
    visitor.page.wait_for_selector("#answer h1")
    visitor.page.emulate_media(media="print")

    shown = visitor.page.evaluate("document.body.innerText")
    assert "the maximum is 12" in shown
    assert "Judge it" not in shown
    assert "Copy link" not in shown
    assert "What is claimed?" not in shown
