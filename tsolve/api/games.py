"""The games by id. A game is a package of rooms with agreed names, imported when they are needed.

`cards.Card` is its card type, `writing.position_file.PositionFile` its position file,
`writing.position.read_position` opens one, `judging.checking` and `planning` answer about it,
`writing.describing` puts positions into words, `setup` begins a game.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from tsolve.diagnostics import suggest
from tsolve.errors import UsageError
from tsolve.rules.loading import load_ruleset
from tsolve.source.locations import rulesets_path

GAMES = {"thunderstone": "tsolve.games.thunderstone"}
"""Ruleset id -> package."""

DEFAULT_GAME = "thunderstone"


def room(game: str, name: str) -> Any:
    """A module of a game. Raises UsageError for a game that does not exist."""
    if game not in GAMES:
        hint = suggest(game, GAMES) or f"there are: {', '.join(GAMES)}"
        raise UsageError(f'unknown game "{game}"; {hint}')
    return import_module(f"{GAMES[game]}.{name}")


@cache
def ruleset(game: str) -> Any:
    """The ruleset of a game, loaded once. Raises UsageError, and InputError for damaged data."""
    card_type = room(game, "cards").Card
    return load_ruleset(rulesets_path() / game, card_type)


def schema(game: str = DEFAULT_GAME) -> dict[str, Any]:
    """The JSON Schema (draft-07) of the game's position file."""
    from tsolve.source.schema import json_schema

    return json_schema(room(game, "writing.position_file").PositionFile)
