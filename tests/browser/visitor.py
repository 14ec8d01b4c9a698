"""Somebody who uses the page in a browser, by what they see: fields, names, buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from tsolve.web.links import packed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

PHONE, DESKTOP = 360, 1280


def link_to(text: str, ask: str = "") -> str:
    """The end of an address at which the page opens with this position, and with the answer to a question."""
    return f"#p={packed(text)}" + (f'&ask=["{ask}"]' if ask else "")


class Visitor:
    """A page in a context of its own. `said` is what came to the console."""

    def __init__(
        self,
        browser: Browser,
        site: str,
        at: str = "",
        width: int = DESKTOP,
        scheme: Literal["light", "dark"] = "light",
        script: bool = True,
    ) -> None:
        self._is_phone, self._has_script = width < 600, script
        self.said: list[str] = []
        context = browser.new_context(
            viewport={"width": width, "height": 740 if self._is_phone else 800},
            color_scheme=scheme,
            java_script_enabled=script,
            has_touch=self._is_phone,
            is_mobile=self._is_phone,
            reduced_motion="reduce",
        )
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.rstrip("/"))
        context.set_default_timeout(30_000)
        self.page = context.new_page()
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(site + at)

    # what is seen

    def field(self, key: str) -> Locator:
        return self.page.locator(f"#field-{key}")

    def chips(self, key: str) -> Sequence[str]:
        return [" ".join(each.split()) for each in self.field(key).locator(".chip .name").all_inner_texts()]

    @property
    def file(self) -> str:
        """The position file as the page has it."""
        return self.page.locator("#source textarea").input_value()

    @property
    def verdict(self) -> str:
        return self.page.locator("#answer h1").inner_text()

    def hex(self, column: int, row: int) -> Locator:
        return self.page.locator(f'button.hex[value$=\'"{column}","{row}"]\']')

    # what is done

    def tap(self, what: str | Locator) -> None:
        """Tap or click, and wait for what comes of it."""
        target = self.page.locator(what).first if isinstance(what, str) else what.first
        tapped = target.tap if self._is_phone else target.click
        if self._has_script or target.evaluate("each => each.tagName") != "BUTTON":
            tapped()
            self.settle()
            return
        with self.page.expect_navigation():
            tapped()

    def settle(self) -> None:
        """Wait until nothing is asked any more."""
        if self._has_script:
            self.page.evaluate("waiting.then(() => true)")

    def pick(self, key: str, typed: str, name: str = "") -> None:
        """Begin a name in a field and take what is offered."""
        self.pick_in(self.field(key).locator("input[data-completes]").first, typed, name)

    def pick_in(self, input_: Locator, typed: str, name: str = "") -> None:
        input_.press_sequentially(typed)
        self.tap(self.page.locator(f'.names li[data-name="{name or typed}"]'))

    def write(self, key: str, sentence: str) -> None:
        """Write a whole line in a field, and Enter."""
        self.field(key).locator("input[data-completes]").first.fill(sentence)
        self.page.keyboard.press("Enter")
        self.settle()

    def ask(self, called: str = "Judge it") -> str:
        """Ask by a button; gives the verdict."""
        self.tap(self.page.locator("button[name=ask]", has_text=called))
        self.page.wait_for_selector("#answer h1")
        return self.verdict


Visit = Callable[..., Visitor]
