"""The puzzles of the halves that the second player knows, as files.

`python -m tests.games.gloomhaven.cards.class_puzzles` writes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.games.gloomhaven.cards.bench import UnclearError
from tests.games.gloomhaven.cards.class_bench import CLASS_CARDS, ClassBench, Facts

PUZZLES = Path(__file__).parents[4] / "puzzles" / "gloomhaven" / "scenario" / "class-cards"


def played() -> Iterator[tuple[Path, ClassBench, str]]:
    """Every half that the bench knows: the file of its puzzle, the bench, the other card chosen."""
    names: dict[str, list[str]] = {}
    for row in CLASS_CARDS:
        is_pack = row["level"] == "M"
        if not is_pack and row["name"] not in names.setdefault(row["class"], []):
            names[row["class"]].append(row["name"])
    for row in CLASS_CARDS:
        if row["level"] == "M":
            continue
        try:
            bench = ClassBench(row)
        except UnclearError:
            continue
        mine = names[row["class"]]
        other = mine[(mine.index(row["name"]) + 1) % len(mine)]
        folder = PUZZLES / row["class"].lower().replace(" ", "-")
        yield folder / f"{row['number']}-{row['side']}.yaml", bench, other


def written(facts: Facts, comment: str) -> str:
    """A puzzle as a file holds it."""
    lines = [f"# {comment}"]
    for key, value in facts.items():
        if key in ("characters", "monsters"):
            lines.append(f"{key}:")
            lines += [f"  {name}: {_flow(what)}" for name, what in value.items()]
        elif key == "line":
            lines.append("line:")
            lines += [f"- {_flow(step)}" for step in value]
        elif key == "expect":
            lines += ["expect:", "  line:"]
            lines += [f"    {name}: {_flow(what)}" for name, what in value["line"].items()]
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_flow(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        return value if re.fullmatch(r"[A-Za-z][\w' +-]*", value) else json.dumps(value)
    return json.dumps(value)


def main() -> None:
    for path, bench, other in played():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(bench.puzzle(other), bench.comment), encoding="utf-8")


if __name__ == "__main__":
    main()
