"""Turns on ten whole maps of Gloomhaven's scenarios, every room open, with four characters.

Of a monster's turn the whole answer from the text of the file, in processor time; of a character's turn the
best play that is found within five seconds, and whether it is proved.
"""

from __future__ import annotations

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


def rows() -> list[Row]:
    """Milliseconds of a monster's turn, and the turns of a character that are proved."""
    answered(position_text(NUMBERS[0]))  # what is loaded once
    monsters, times, proved, taken = [], [], 0, []
    for number in NUMBERS:
        text = position_text(number)
        position = opened(text)
        names = [each.name for each in position.laid.state.figures if each.kind == "monster"]
        monsters.append(len(names))
        times.append(answered(f"{text}turn: {names[0]}\n"))
        start = process_time()
        turn = opened(f"{text.replace('level: 1, initiative: 20', f'level: 1, {CARDS}')}turn: Brute\n")
        proved += api.solve(turn, time_limit=SECONDS).solution.status == "optimal"
        taken.append(1000 * (process_time() - start))
    told = f"{len(NUMBERS)} maps, {min(monsters)} to {max(monsters)} monsters"
    return [
        Row(f"a monster's turn on {told}, median", median(times), "ms", f"{MOST:.0f}", median(times) <= MOST),
        Row(f"a monster's turn on {told}, slowest", max(times), "ms", f"{MOST:.0f}", max(times) <= MOST),
        Row("a character's turn there, median", median(taken), "ms"),
        Row(f"a character's turn there, proved within {SECONDS:.0f} s", proved, "of 10"),
    ]


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
