"""The games by id. A game is a package of rooms with agreed names, imported when they are needed.

`cards.Card` is its card type, `writing.position_file.PositionFile` its position file,
`writing.position.read_position` opens one, `judging.checking` and `planning` answer about it,
`writing.describing` puts positions into words, `setup` begins a game, `sense` judges cards of one's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tsolve.rules.loading import load_overlay, load_ruleset
from tsolve.source.locations import own_rulesets, rulesets_path

GAMES = {"thunderstone": "tsolve.games.thunderstone"}
"""Ruleset id -> package."""

DEFAULT_GAME = "thunderstone"


def room(game: str, name: str) -> Any:
    """A module of the game that plays this ruleset. Raises UsageError for a ruleset that does not exist."""
    engine = game if game in GAMES else ruleset(game).engine
    return import_module(f"{GAMES[engine]}.{name}")


def ruleset(game: str | None) -> Any:
    """The ruleset of this id (None: the usual one), loaded once; one's own folders come before tsolve's.

    Raises UsageError for an id that no ruleset has, and InputError for damaged data.
    """
    return _ruleset(game or usual_game(), own_rulesets())


@cache
def _ruleset(game: str, own: tuple[Path, ...]) -> Any:
    shipped = rulesets_path()
    chain: tuple[Path, ...] = (shipped / game,)
    if own or game not in GAMES:
        from tsolve.rules.finding import folders  # brings in the YAML reader

        chain = folders(game, own, shipped, GAMES)
    *overlays, bottom = chain
    if bottom.parent == shipped:
        card_type = import_module(f"{GAMES[bottom.name]}.cards").Card
        found = load_ruleset(bottom, card_type)
    else:
        engine = _engine_of(bottom)
        rules = _ruleset(engine, ())
        found = load_ruleset(bottom, rules.card_type, sense_of(engine), GAMES, rules)
    for overlay in reversed(overlays):
        found = load_overlay(overlay, found, sense_of(found.engine))
    return found


def sense_of(engine: str) -> Any:
    """A game's check of cards that people define, brought in when there are some."""

    def nonsense(cards: Any, own: Iterable[str], below: Any) -> Any:
        return import_module(f"{GAMES[engine]}.sense").nonsense(cards, own, below)

    return nonsense


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

    found = json_schema(room(game or usual_game(), "writing.position_file").PositionFile)
    card = json_schema(room(game or usual_game(), "cards").Card)
    parts = card.pop("definitions")
    own = {key: value for key, value in card.items() if key not in ("$schema", "required")}
    own["properties"] = {name: each for name, each in card["properties"].items() if name != "id"}
    found["properties"]["cards"]["additionalProperties"] = {"$ref": "#/definitions/OwnCard"}
    assert not parts.keys() & found["definitions"].keys(), "two structs have one name"
    found["definitions"] |= {**parts, "OwnCard": own}
    return found
