"""The games by id: the only place that knows their packages."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from tsolve.rules.loading import load_overlay, load_ruleset
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.locations import own_rulesets, rulesets_path

if TYPE_CHECKING:
    from tsolve.turns.module import GameModule
    from tsolve.turns.position import PositionFile

    AnyModule: TypeAlias = GameModule[Hashable, Hashable, CardFacts, PositionFile]

GAMES = {"thunderstone": "tsolve.games.thunderstone.module"}
"""Ruleset id -> the module that holds the game package."""

DEFAULT_GAME = "thunderstone"


def module(game: str) -> AnyModule:
    """The package of the game that plays this ruleset. Raises UsageError for one that does not exist."""
    return package(game if game in GAMES else ruleset(game).engine)


@cache
def package(engine: str) -> AnyModule:
    """The package of a game."""
    found: AnyModule = import_module(GAMES[engine]).GAME
    return found


def ruleset(game: str | None) -> Ruleset[CardFacts]:
    """The ruleset of this id (None: the usual one), loaded once; one's own folders come before tsolve's.

    Raises UsageError for an id that no ruleset has, and InputError for damaged data.
    """
    return _ruleset(game or usual_game(), own_rulesets())


@cache
def _ruleset(game: str, own: tuple[Path, ...]) -> Ruleset[CardFacts]:
    shipped = rulesets_path()
    chain: tuple[Path, ...] = (shipped / game,)
    if own or game not in GAMES:
        from tsolve.rules.finding import folders  # brings in the YAML reader

        chain = folders(game, own, shipped, GAMES)
    *overlays, bottom = chain
    if bottom.parent == shipped:
        found = load_ruleset(bottom, package(bottom.name).card_type)
    else:
        engine = _engine_of(bottom)
        rules = _ruleset(engine, ())
        found = load_ruleset(bottom, rules.card_type, package(engine).nonsense, GAMES, rules)
    for overlay in reversed(overlays):
        found = load_overlay(overlay, found, package(found.engine).nonsense)
    return found


def games() -> tuple[str, ...]:
    """The ids of all rulesets: those of tsolve and those that people bring."""
    own = own_rulesets()
    if not own:
        return tuple(GAMES)
    from tsolve.rules.finding import heads

    return tuple(dict.fromkeys((*(head.id for head in heads(own)), *GAMES)))


def usual_game() -> str:
    """The game that is meant where none is named: that of the first folder that people bring."""
    return games()[0]


def _engine_of(root: Path) -> str:
    """The game of a ruleset that stands alone; the usual one for an unknown name (TS426 follows)."""
    from tsolve.rules.finding import heads

    (head,) = heads((root,))
    wanted = head.engine or head.id
    return wanted if wanted in GAMES else DEFAULT_GAME


def schema(game: str | None = None) -> dict[str, Any]:
    """The JSON Schema (draft-07) of the game's position file."""
    from tsolve.source.schema import json_schema

    found = json_schema(module(game or usual_game()).position_type)
    card = json_schema(module(game or usual_game()).card_type)
    parts = card.pop("definitions")
    own = {key: value for key, value in card.items() if key not in ("$schema", "required")}
    own["properties"] = {name: each for name, each in card["properties"].items() if name != "id"}
    found["properties"]["cards"]["additionalProperties"] = {"$ref": "#/definitions/OwnCard"}
    assert not parts.keys() & found["definitions"].keys(), "two structs have one name"
    found["definitions"] |= {**parts, "OwnCard": own}
    return found
