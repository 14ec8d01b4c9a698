"""`python -m benchmarks [NAME...]`: run the measurements, print them, and write them into RESULTS.md;
`--list` lists them. A single one may take options: what it measures with them is printed only.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from benchmarks.row import Row
from tsolve.process import collect_rarely

PARTS = {
    "startup": "Cold start (medians of whole processes), and memory",
    "assignment": "The assignment of Weapons and Rations (warm, model building included)",
    "loads": "Any number of Weapons for each Hero under the summed Skill (warm, model building included)",
    "quest_turns": "Best turns of Thunderstone Quest (warm, replayed)",
    "quest_deals": "Turns of Thunderstone Quest as they are dealt, with the Rug too (processor time)",
    "monster_turns": "Turns of Gloomhaven: a monster on a fresh map, attacks, a character",
    "monster_checks": "Checks of a monster's turn, from the text of a file (processor time)",
    "scenarios": "Turns on whole maps of Gloomhaven's scenarios (processor time)",
    "rounds": "Rounds of a party in Gloomhaven: reached and at most on average within 10 s (processor time)",
    "engine": "Whole games by random bots, in the engine and of `simulate`",
    "players": "Whole games by players: speed, length, points, and sense against chance (processor time)",
    "strength": "Thunderstone: the strength of the quick player, and its speed (processor time)",
    "advice": "Advice in Thunderstone: games a second, how far differences vary (processor time)",
    "advised": "Thunderstone: the strength of a player who asks for advice each turn (processor time)",
    "policy": "Best policies under draws, 30-card deck, three Monsters",
    "turns": "Life-like turns with draws: hand of 6, deck of 8 to 14, a known Dungeon Deck",
    "search_first": "Plain search over the engine beside the planner, on the Thunderstone puzzles",
    "odds": "The chances of a deck (warm)",
    "puzzles": "The best play of every puzzle (processor time)",
    "limits": "Limits on random large positions of every game, by each command (processor time)",
    "warm": "Warm questions: every puzzle in one process, its page included (processor time)",
    "page": "The page: every puzzle judged by a real server, one after the other",
    "readings": "All readings, beside the answer under one",
}

RESULTS = Path(__file__).with_name("RESULTS.md")


def main(names: list[str]) -> None:
    """Run the named parts, or all; what was measured takes the place of what is written of these parts.
    Names that there are not get the list.
    """
    options = names[1:] if names[1:] and names[1].startswith("-") else []
    names = names[: len(names) - len(options)]
    if not PARTS.keys() >= set(names):
        for name, title in PARTS.items():
            print(f"{name:<14} {title}")
        sys.exit(0 if names in (["--list"], ["--help"]) else 2)
    collect_rarely()  # as the program does
    for name, title in PARTS.items():
        if names and name not in names:
            continue
        print(title, flush=True)
        rows = []
        for each in import_module(f"benchmarks.{name}").rows(*options):
            row = Row(*each)
            rows.append(row)
            print(f"  {row.name:<52} {_figure(row):>10} {row.unit:<8} {_verdict(row)}", flush=True)
        if options:
            continue
        written = _written(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
        RESULTS.write_text(_page({**written, title: _table(rows)}), encoding="utf-8")


def _figure(row: Row) -> str:
    """The figure with as many digits as matter: two for ratios."""
    return f"{row.value:.2f}" if row.unit in ("x", "times", "s") else f"{row.value:.1f}"


def _verdict(row: Row) -> str:
    if not row.target:
        return ""
    return f"{row.target} {'met' if row.met else 'NOT met'}"


def _table(rows: Sequence[Row]) -> str:
    lines = ["| what | figure | unit | target |", "| --- | ---: | --- | --- |"]
    lines += [f"| {row.name} | {_figure(row)} | {row.unit} | {_verdict(row)} |" for row in rows]
    return "\n".join(lines)


def _written(page: str) -> dict[str, str]:
    """The tables of a page by their titles."""
    sections = (section.partition("\n") for section in page.split("\n## ")[1:])
    return {title: table.strip() for title, _, table in sections}


def _page(tables: Mapping[str, str]) -> str:
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}."
    said = "Written by `python -m benchmarks`; the figures of a part are from one run on one machine: compare"
    parts = [f"## {title}\n\n{tables[title]}\n" for title in PARTS.values() if title in tables]
    return "\n".join([f"# Measured figures\n\n{said} ratios.\n{machine}\n", *parts])


if __name__ == "__main__":
    main(sys.argv[1:])
