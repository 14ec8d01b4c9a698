"""Where figures cannot stand: two in one hex, on walls, beside the map, on obstacles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tsolve.diagnostics import Diagnostics, Span
from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.state import Figure
from tsolve.games.gloomhaven.writing.coordinates import Coordinates
from tsolve.games.gloomhaven.writing.map_reading import Scene


class Standing(NamedTuple):
    """A figure and the place where the file says its hex."""

    figure: Figure
    span: Span


def check_places(standing: Iterable[Standing], scene: Scene, places: Coordinates, found: Diagnostics) -> None:
    """Every figure stands on a hex where it may stand, and alone. (GH-3.2, GH-3.4)"""
    doors = {door.at: door.state for door in scene.doors}
    first: dict[Hex, Standing] = {}
    for each in standing:
        figure, span = each
        where = places.told(figure.at)
        if problem := _problem(figure, scene, doors):
            code, why, help_ = problem
            found.report(code, f"{figure.name} in {where}, {why}", span, help_)
        elif figure.at in first:
            other = first[figure.at]
            message = f"{figure.name} and {other.figure.name} are both in {where}"
            found.report("E210", message, span, "a hex has room for one figure", [("first here", other.span)])
        first.setdefault(figure.at, each)


def _problem(figure: Figure, scene: Scene, doors: Mapping[Hex, str]) -> tuple[str, str, str] | None:
    """Code, reason and help where a figure cannot stand."""
    if figure.at in scene.terrain.walls:
        return "E210", "where a wall is", ""
    if figure.at not in scene.terrain.hexes:
        return "E314", "where the map has no hex", ""
    is_grounded = figure.kind != "object" and not figure.profile.flying
    if figure.at in scene.obstacles and is_grounded:
        return "E210", "where an obstacle is (GH-3.2)", "only what flies ends its move there: `flying: true`"
    if doors.get(figure.at, "open") != "open":
        return "E210", f"where a {doors[figure.at]} door is (GH-1.5)", "say that the door is open"
    return None
