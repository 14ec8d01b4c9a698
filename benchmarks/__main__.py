"""`python -m benchmarks [NAME...]`: run the measurements, print them, and write benchmarks/RESULTS.md."""

from __future__ import annotations

import platform
import sys
from importlib import import_module
from pathlib import Path

from benchmarks.row import Row
from tsolve.garbage import collect_rarely

PARTS = {
    "startup": "Cold start (medians of whole processes)",
    "assignment": "The assignment of Weapons and Rations (warm, model building included)",
    "engine": "Whole games by random bots, trace off",
    "policy": "Best policies under draws, 30-card deck, three Monsters",
    "turns": "Life-like turns with draws: hand of 6, deck of 8 to 14, a known Dungeon Deck",
    "odds": "The chances of a deck (warm)",
    "games": "Games of `simulate`",
    "puzzles": "The best play of every puzzle (processor time)",
    "limits": "Limits on random large positions: hands of 20 to 40 cards of both boxes (processor time)",
    "readings": "All readings, beside the answer under one",
    "growth": "How time and memory grow",
}


def main(names: list[str]) -> None:
    """Run the named parts, or all; only a run of all of them is written down."""
    collect_rarely()  # as the program does
    parts: dict[str, list[Row]] = {}
    for name, title in PARTS.items():
        if names and name not in names:
            continue
        print(title, flush=True)
        parts[name] = [Row(*row) for row in import_module(f"benchmarks.{name}").rows()]
        for row in parts[name]:
            print(f"  {row.name:<52} {_figure(row):>10} {row.unit:<8} {_verdict(row)}", flush=True)
    if not names:
        Path(__file__).with_name("RESULTS.md").write_text(_page(parts), encoding="utf-8")


def _figure(row: Row) -> str:
    """The figure with as many digits as matter: two for ratios."""
    return f"{row.value:.2f}" if row.unit in ("x", "times", "s") else f"{row.value:.1f}"


def _verdict(row: Row) -> str:
    if not row.target:
        return ""
    return f"{row.target} {'met' if row.met else 'NOT met'}"


def _page(parts: dict[str, list[Row]]) -> str:
    lines = [
        "# Measured figures",
        "",
        "Written by `python -m benchmarks`; all figures are from one run on one machine: compare ratios.",
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}.",
    ]
    for name, rows in parts.items():
        lines += [
            "",
            f"## {PARTS[name]}",
            "",
            "| what | figure | unit | target |",
            "| --- | ---: | --- | --- |",
        ]
        lines += [f"| {row.name} | {_figure(row)} | {row.unit} | {_verdict(row)} |" for row in rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
