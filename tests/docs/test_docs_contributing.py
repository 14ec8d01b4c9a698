"""The worked example of CONTRIBUTING: one class, one card and one puzzle are an effect that works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import yaml

from tests.docs.pages import page

RUN = r"""
import sys
from tsolve.games.thunderstone.effects import traits
exec("from __future__ import annotations\n" + sys.argv.pop(1), vars(traits))
from tsolve.cli import main
main()
"""


def test_the_worked_example_is_an_effect(tmp_path: Path) -> None:
    contributing = page("CONTRIBUTING.md")
    (effect,) = contributing.blocks("python")
    (puzzle,) = (yaml.safe_load(block.text) for block in contributing.blocks(""))
    card, ruling = (yaml.safe_load(block.text) for block in contributing.blocks("yaml"))
    facts = {key: value for key, value in card[0].items() if key not in ("id", "name", "set", "provenance")}
    puzzle |= {"cards": {card[0]["name"]: facts}, "about": []}
    file = tmp_path / "spike.yaml"
    file.write_text(yaml.safe_dump(puzzle), encoding="utf-8")

    command = [sys.executable, "-c", RUN, effect.text, "check", str(file)]
    own_cache = {**os.environ, "TSOLVE_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=own_cache)

    assert (done.returncode, done.stderr) == (0, "")
    assert "The expectation holds." in done.stdout
    assert "confirmed" in done.stdout
    assert ruling[0]["id"] == f"card.{card[0]['id']}"
