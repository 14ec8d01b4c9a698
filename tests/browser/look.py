"""`python -m tests.browser.look FOLDER [NAME...]`: pictures of the pages that the tests open, and prints of
them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.browser.browser import View, find
from tests.browser.positions import ASKED

_VIEWS = (View(360), View(1000, "dark"))


def main(folder: Path, names: list[str]) -> None:
    """Write them all, or those of the names."""
    browser = find()
    if browser is None:
        sys.exit("no browser: .ci/browser.sh installs one")
    folder.mkdir(parents=True, exist_ok=True)
    for asked in ASKED:
        if names and asked.name not in names:
            continue
        page = asked.page()
        (folder / f"{asked.name}.html").write_text(page, encoding="utf-8")
        browser.shoot(page, _VIEWS, (folder / f"{asked.name}.png").resolve())
        browser.print(page, (folder / f"{asked.name}.pdf").resolve())
        print(asked.name, len(page.encode()), "bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
