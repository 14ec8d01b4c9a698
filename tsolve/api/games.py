"""The games by id: the only place that knows their packages."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from tsolve.errors import UsageError
from tsolve.rules.loading import load_overlay, load_ruleset
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.locations import own_rulesets, rulesets_path

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from tsolve.turns.module import GameModule
    from tsolve.turns.position import PositionFile

    AnyModule: TypeAlias = GameModule[Hashable, Hashable, CardFacts, PositionFile]

GAMES = {"thunderstone": "tsolve.games.thunderstone.module", "quest": "tsolve.games.quest.module"}
"""The games of tsolve itself: ruleset id -> the module that holds the game package."""

ENTRY_POINTS = "tsolve.games"
"""The group of entry points by which an installed distribution brings a game: `id = "module:GAME"`."""

DEFAULT_GAME = "thunderstone"


def module(game: str) -> AnyModule:
    """The package of the game that plays this ruleset. Raises UsageError for one that does not exist."""
    return package(game if game in GAMES or game in installed() else ruleset(game).engine)


@cache
def package(engine: str) -> AnyModule:
    """The package of a game. Raises UsageError for an installed one that does not work."""
    if engine in GAMES:
        own: AnyModule = import_module(GAMES[engine]).GAME
        return own
    return _brought(installed()[engine])


def _brought(entry: EntryPoint) -> AnyModule:
    """The package of a game from another distribution; anything may go wrong in it."""
    from tsolve.turns.module import GameModule

    whose = f' of the distribution "{entry.dist.name}"' if entry.dist is not None else ""
    try:
        found = entry.load()
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise UsageError(f'the game "{entry.name}"{whose} cannot be loaded: {why}') from error
    if not isinstance(found, GameModule):
        raise UsageError(f'the game "{entry.name}"{whose} cannot be loaded: {entry.value} is no GameModule')
    return found


@cache
def installed() -> Mapping[str, EntryPoint]:
    """The games that other distributions bring. Looked for only where no game of tsolve is meant."""
    from importlib.metadata import entry_points

    return {found.name: found for found in entry_points(group=ENTRY_POINTS)}


def engines() -> tuple[str, ...]:
    """The ids of all games that there is code for."""
    return tuple(dict.fromkeys((*GAMES, *installed())))


def _home(game: str) -> Path:
    """The folder of a game's own ruleset."""
    return (rulesets_path() if game in GAMES else package(game).rulesets) / game


def _is_home(folder: Path) -> bool:
    """Whether the folder is that of a game's own ruleset. Asking others takes long."""
    if folder.name in GAMES:
        return folder == rulesets_path() / folder.name
    return folder.name in installed() and folder == _home(folder.name)


def ruleset(game: str | None) -> Ruleset[CardFacts]:
    """The ruleset of this id (None: the usual one), loaded once; one's own folders come before tsolve's.

    Raises UsageError for an id that no ruleset has, and InputError for damaged data.
    """
    return _ruleset(game or usual_game(), own_rulesets())


@cache
def _ruleset(game: str, own: tuple[Path, ...]) -> Ruleset[CardFacts]:
    chain: tuple[Path, ...]
    if not own and (game in GAMES or game in installed()):
        chain = (_home(game),)
    else:
        from tsolve.rules.finding import folders  # brings in the YAML reader

        chain = folders(game, own, {each: _home(each) for each in engines()})
    *overlays, bottom = chain
    if _is_home(bottom):
        found = load_ruleset(bottom, package(bottom.name).card_type)
    else:
        engine = _engine_of(bottom)
        rules = _ruleset(engine, ())
        found = load_ruleset(bottom, rules.card_type, package(engine).nonsense, engines(), rules)
    for overlay in reversed(overlays):
        found = load_overlay(overlay, found, package(found.engine).nonsense)
    return found


def games() -> tuple[str, ...]:
    """The ids of all rulesets: those of tsolve and those that people bring."""
    own = own_rulesets()
    if not own:
        return engines()
    from tsolve.rules.finding import heads

    return tuple(dict.fromkeys((*(head.id for head in heads(own)), *engines())))


def usual_game() -> str:
    """The game that is meant where none is named: that of the first folder that people bring."""
    return games()[0] if own_rulesets() else next(iter(GAMES))


def _engine_of(root: Path) -> str:
    """The game of a ruleset that stands alone; the usual one for an unknown name (TS426 follows)."""
    from tsolve.rules.finding import heads

    (head,) = heads((root,))
    wanted = head.engine or head.id
    return wanted if wanted in engines() else DEFAULT_GAME


def schema(game: str | None = None) -> dict[str, Any]:
    """The JSON Schema (draft-07) of the game's position file."""
    from tsolve.source.schema import json_schema

    found = json_schema(module(game or usual_game()).position_type)
    if "cards" not in found["properties"]:  # then nobody defines any in a position
        return found
    card = json_schema(module(game or usual_game()).card_type)
    parts = card.pop("definitions")
    own = {key: value for key, value in card.items() if key not in ("$schema", "required")}
    own["properties"] = {name: each for name, each in card["properties"].items() if name != "id"}
    found["properties"]["cards"]["additionalProperties"] = {"$ref": "#/definitions/OwnCard"}
    assert not parts.keys() & found["definitions"].keys(), "two structs have one name"
    found["definitions"] |= {**parts, "OwnCard": own}
    return found
