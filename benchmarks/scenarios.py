"""Turns on ten whole maps of Gloomhaven's scenarios, every room open, with four characters: `check` as a
process and in one that runs already, in processor time; and a character's best play within five seconds, and
whether it is proved.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.row import Row
from tsolve import api
from tsolve.games.gloomhaven.hexes import named
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.printed_scenarios import hexes_in, load_scenario, scenario_named

NUMBERS = (1, 3, 6, 11, 14, 22, 45, 64, 76, 91)
PARTY = ("Brute", "Spellweaver", "Scoundrel", "Tinkerer")
MOST = 300.0
"""Milliseconds that a check of a monster's turn may take."""
SECONDS = 5.0
CARDS = (
    "plays: [A, B], cards: {A: {initiative: 20, top: attack 3, bottom: move 3}, "
    "B: {initiative: 30, top: 'attack 2, range 3', bottom: move 4}}"
)
LINE = "line: [use A as Move 2, end turn]\n"
TSOLVE = (sys.executable, "-c", "from tsolve.cli import main; main()")


def rows() -> list[Row]:
    """Milliseconds of checks of a monster's and of a character's turn, and best plays of a character."""
    answered(position_text(NUMBERS[0]))  # what is loaded once
    monsters, proved, taken = [], 0, []
    times: dict[str, list[float]] = {"a monster's turn": [], "a character's turn": []}
    alone: dict[str, list[float]] = {whose: [] for whose in times}
    for number in NUMBERS:
        text = position_text(number)
        names = [each.name for each in opened(text).laid.state.figures if each.kind == "monster"]
        monsters.append(len(names))
        own = text.replace("level: 1, initiative: 20", f"level: 1, {CARDS}")
        turns = f"{text}turn: {names[0]}\n", f"{own}turn: Brute\n{LINE}"
        for whose, turn in zip(times, turns, strict=True):
            times[whose].append(answered(turn))
            alone[whose].append(checked(turn))
        start = process_time()
        proved += api.solve(opened(f"{own}turn: Brute\n"), time_limit=SECONDS).solution.status == "optimal"
        taken.append(1000 * (process_time() - start))
    told = f"on {len(NUMBERS)} maps, {min(monsters)} to {max(monsters)} monsters"
    return [
        *(row for whose in times for row in _both(f"{whose} {told}", times[whose])),
        *(row for whose in alone for row in _both(f"{whose} there, as a process", alone[whose])),
        Row("a character's best turn there, median", median(taken), "ms"),
        Row(f"a character's best turn there, proved within {SECONDS:.0f} s", proved, f"of {len(NUMBERS)}"),
    ]


def _both(what: str, times: Sequence[float]) -> tuple[Row, Row]:
    """The median and the slowest of the times."""
    middle, most = median(times), max(times)
    return (
        Row(f"check of {what}, median", middle, "ms", f"{MOST:.0f}", middle <= MOST),
        Row(f"check of {what}, slowest", most, "ms", f"{MOST:.0f}", most <= MOST),
    )


def position_text(number: int) -> str:
    """The start of a scenario with all its rooms open."""
    starts = hexes_in(load_scenario(file_of(number)).start)
    figures = "".join(
        f"  {name}: {{at: '{named(hex_, 'offset')}', level: 1, initiative: {20 + place}}}\n"
        for place, (name, hex_) in enumerate(zip(PARTY, starts, strict=False))
    )
    return f"game: gloomhaven\nscenario: {number}\nopened: all\nlevel: 1\ncharacters:\n{figures}"


def file_of(number: int) -> Path:
    found = scenario_named(str(number))
    assert found is not None
    return found


def opened(text: str) -> ScenarioPosition:
    position = api.loads(text)
    assert isinstance(position, ScenarioPosition)
    return position


def answered(text: str) -> float:
    """Milliseconds from the text of a file to the answer."""
    start = process_time()
    api.check(opened(text))
    return 1000 * (process_time() - start)


def checked(text: str) -> float:
    """Milliseconds of `tsolve check` of a file with this text, as a process; the second time, since the first
    one may have to write compiled code and rules.
    """
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "turn.yaml"
        path.write_text(text)
        for _ in range(2):
            before = _of_children()
            subprocess.run([*TSOLVE, "check", str(path)], env=clean, capture_output=True, check=False)
    return 1000 * (_of_children() - before)


def _of_children() -> float:
    """Seconds of the processor that ended processes of this one have taken."""
    taken = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken.ru_utime + taken.ru_stime
