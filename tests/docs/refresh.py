"""Writes what the commands of the pages print now into the pages: `python -m tests.docs.refresh [PAGE...]`.

Read every change before you commit it: what a page shows must be what a reader should see.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from tests.docs.pages import ROOT, Page, pages
from tests.docs.test_docs import is_shown, run, write_files
from tsolve.model.verdicts import INTERNAL


def refreshed(here: Page) -> str:
    """The page with what its commands print; a block that leaves lines out and is right stays as it is."""
    text = here.text
    for block in here.blocks("console"):
        told = re.split(r"^\$ (.+)\n", block.text, flags=re.MULTILINE)
        new, code = "", 0
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "puzzles").symlink_to(ROOT / "puzzles")
            write_files(here, folder)
            for command, shown in zip(told[1::2], told[2::2], strict=True):
                if command == "echo $?":
                    new += f"$ {command}\n{code}\n"
                    continue
                code, printed = run(command, folder)
                assert code != INTERNAL, printed
                new += f"$ {command}\n{shown if is_shown(shown, printed) else printed}"
        text = text.replace(f"```console\n{block.text}```", f"```console\n{new}```", 1)
    return text


def main() -> None:
    """Refresh the pages that are named, or all of them."""
    for here in pages():
        if not sys.argv[1:] or here.name in sys.argv[1:]:
            new = refreshed(here)
            if new != here.text:
                (ROOT / here.name).write_text(new, encoding="utf-8")
                print(here.name)


if __name__ == "__main__":
    main()
