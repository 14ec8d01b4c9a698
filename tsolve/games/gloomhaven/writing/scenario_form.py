"""The questions about a scenario of the book: its choice brings map, doors and monsters, so that only
what has happened since is asked for.
"""

from __future__ import annotations

from tsolve.games.gloomhaven.writing import scenario_offers as offers
from tsolve.games.gloomhaven.writing.form_parts import (
    CLASSES,
    CONDITIONS,
    ENEMIES,
    HIT_POINTS,
    INITIATIVE,
    LEVEL,
    NOBODY,
    RANK,
    SCENARIO,
)
from tsolve.games.gloomhaven.writing.typed_lines import of_figures, of_scenario
from tsolve.written.form import Brought, Brush, Field

_CHOSEN = "scenario"
"""The key that the others need."""

CHOICE = Field(
    _CHOSEN,
    "text",
    "Scenario",
    "Its number or its name: it brings the map, the doors and the monsters of the rooms that are seen.",
    NOBODY,
    files=SCENARIO,
    needed=True,
    picked="Its number or its name, such as `1` or `Black Barrow`: it brings map, doors and monsters.",
    reads=of_scenario,
    offers=offers.scenarios,
)

OF_SCENARIO = (
    Field(
        "map",
        "hexmap",
        "Map",
        "",
        files=SCENARIO,
        needs=_CHOSEN,
        picked="The rooms that have been seen. Tap a door that has been opened, and what is no longer there; "
        "tap a figure and then the hex in which it is now, or drag it.",
        is_brought=True,
        brushes=(
            Brush("opened", "a door opens", "door", is_field=True),
            Brush("gone", "what is printed is gone", "open", is_field=True),
        ),
    ),
    Field(
        "characters",
        "figures",
        "Characters",
        "One a line, such as `Brute at 6,9, level 2, hp 9, initiative 61`, with conditions behind.",
        CLASSES,
        files=SCENARIO,
        needs=_CHOSEN,
        reads=of_figures,
        picked="Name one, such as `Brute`: it comes onto a start hex, from where you can move it.",
        traits=(HIT_POINTS, LEVEL, INITIATIVE, CONDITIONS),
        enters=offers.starts,
        now=offers.of_starts,
    ),
    Field(
        "opened",
        "texts",
        "Opened rooms",
        "Those that have been seen beside the start, by a tile or by a door, such as `G1b` or `(5,3)`; "
        "`all` for every one.",
        NOBODY,
        files=SCENARIO,
        needs=_CHOSEN,
        picked="Beside the start, by a tile or by a door, such as `G1b` or `(5,3)`.",
        offers=offers.rooms,
        now=offers.of_rooms,
    ),
    Field(
        "monsters",
        "figures",
        "Monsters",
        "They stand as they are printed. One a line that has moved or lost hit points, such as `Bandit Guard "
        "1 at 7,8, hp 3`.",
        ENEMIES,
        files=SCENARIO,
        needs=_CHOSEN,
        reads=of_figures,
        picked="They stand as they are printed. Tap one to move it, or name one to say its hit points.",
        traits=(HIT_POINTS, RANK, CONDITIONS),
        numbered=True,
        brought=Brought(offers.standing, "from", "dead"),
        enters=offers.free_hexes,
    ),
    Field(
        "dead",
        "texts",
        "Dead monsters",
        "Those that have been killed, by types or by the hexes in which they are printed, such as `(7,8)`.",
        ENEMIES,
        files=SCENARIO,
        needs=_CHOSEN,
        picked="By types, or by the hexes in which they are printed, such as `(7,8)`.",
        offers=offers.who_may_be_dead,
    ),
    Field(
        "gone",
        "texts",
        "What is gone",
        "The hexes whose printed trap, obstacle, coin, treasure or object is no longer there: `(6,4)`.",
        NOBODY,
        files=SCENARIO,
        needs=_CHOSEN,
        picked="The hexes whose printed trap, obstacle, coin, treasure or object is no longer there.",
        offers=offers.printed_things,
    ),
)
