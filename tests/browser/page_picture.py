"""Takes the README's picture of the page, a dispute that is settled, and a picture of it on a phone.

python -m tests.browser.page_picture [FOLDER]    docs/pictures by default
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.browser import NAMES
from tests.browser.served import served
from tests.browser.visitor import Visitor, link_to
from tsolve.api.shipped import example

WIDTH, HEIGHT = 900, 700
_FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def main(folder: Path) -> None:
    program = next(found for name in NAMES if (found := shutil.which(name)))
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        visitor = Visitor(browser, site, link_to(example("dispute").text, "check"), WIDTH)
        visitor.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        visitor.page.wait_for_selector("#answer h1")
        visitor.page.evaluate("scrollTo({top: 0, behavior: 'instant'}); document.activeElement.blur()")
        folder.mkdir(parents=True, exist_ok=True)
        visitor.page.screenshot(path=folder / "page.png")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else _FOLDER)
