"""The games by id: no other file knows their packages. Also the titles of rulings, and where they are
written.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from tsolve.diagnostics import input_error, located, suggest
from tsolve.errors import UsageError
from tsolve.model.answers import Cited, CitedDocument, CitedPlaces
from tsolve.rules.loading import load_overlay, load_ruleset
from tsolve.rules.ruleset import CardFacts, CardType, Ruleset, code_of
from tsolve.source.project import own_rulesets, rulesets_path, usual

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from tsolve.games.module import GameModule
    from tsolve.rules.rulings import Citation
    from tsolve.written.position_file import PositionFile

    AnyModule: TypeAlias = GameModule[Hashable, Hashable, CardFacts, PositionFile]

GAMES = {game: f"tsolve.games.{game}.module" for game in ("thunderstone", "quest", "gloomhaven")}
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
    from tsolve.games.module import GameModule

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
        from tsolve.rules.overlaying import folders  # brings in the YAML reader

        chain = folders(game, own, {each: _home(each) for each in engines()})
    *overlays, bottom = chain
    if _is_home(bottom):
        found = load_ruleset(bottom, _cards_of(package(bottom.name)))
    else:
        engine = _engine_of(bottom)
        rules = _ruleset(engine, ())
        found = load_ruleset(bottom, rules.kind_of_cards, package(engine).faults, engines(), rules)
    for overlay in reversed(overlays):
        found = load_overlay(overlay, found, package(found.engine).faults)
    return found


def _cards_of(game: AnyModule) -> CardType[CardFacts]:
    return CardType(lambda: game.card_type, code_of(type(game).__module__))


def games() -> tuple[str, ...]:
    """The ids of all rulesets: those of tsolve and those that people bring."""
    own = own_rulesets()
    if not own:
        return engines()
    from tsolve.rules.overlaying import heads

    return tuple(dict.fromkeys((*(head.id for head in heads(own)), *engines())))


def game_meant(written: str) -> str:
    """`did you mean "x"?` for a game that nobody knows, or "": by its title or one of its printings, else by
    the spelling of its id.
    """
    wanted = written.casefold()
    called = {name.casefold(): id_ for id_ in GAMES for name in (ruleset(id_).title, *ruleset(id_).printings)}
    found = max((name for name in called if name in wanted), key=len, default="")
    if found and found not in GAMES:
        return f'did you mean "{called[found]}"?'
    return suggest(written, games())


def usual_game() -> str:
    """The game that is meant where none is named: the project's, else that of the first own ruleset.

    Raises InputError where the project names a game that nobody knows.
    """
    named = usual()
    if named.game is None:
        return games()[0] if own_rulesets() else next(iter(GAMES))
    if named.game in games():
        return named.game
    help_ = game_meant(named.game) or f"there are: {', '.join(games())}"
    raise input_error("E301", f'unknown game "{named.game}"', named.places.get("game"), help_)


def usual_readings(rules: Ruleset[CardFacts]) -> tuple[str | None, Mapping[str, str]]:
    """The printing and the readings that the project means in its game; none in another one.

    Raises InputError where the ruleset has no such printing or reading.
    """
    found = usual()
    if not (found.printing or found.readings) or rules.id != usual_game():
        return None, {}
    for key, printing, readings in (("printing", found.printing, {}), ("readings", None, found.readings)):
        if key in found.places:
            with located(found.places[key]):
                rules.readings(printing, readings)
    return found.printing, found.readings


def _engine_of(root: Path) -> str:
    """The game of a ruleset that stands alone; the usual one for an unknown name (E426 follows)."""
    from tsolve.rules.overlaying import heads

    (head,) = heads((root,))
    wanted = head.engine or head.id
    return wanted if wanted in engines() else DEFAULT_GAME


def schema(game: str | None = None) -> dict[str, object]:
    """The JSON Schema (draft-07) of the game's position file, of all kinds that it has."""
    from tsolve.source.schema import schema_of_kinds

    game = game or usual_game()
    names = {"CardName": {card.name for card in ruleset(game).shown.values()}}
    found, kinds = schema_of_kinds(module(game).file_types, names)
    found = {"$schema": found.pop("$schema"), "$id": f"urn:tsolve:position:{game}", **found}
    for kind in kinds:
        keys = kind["properties"]
        keys["game"] = {"const": game, "description": keys["game"]["description"]}
        if "cards" in keys:  # else nobody defines any in a position
            keys["cards"]["additionalProperties"] = {"$ref": "#/$defs/OwnCard"}
            found["$defs"] |= _own_card(game, found["$defs"])
    return found


def _own_card(game: str, taken: Mapping[str, object]) -> dict[str, object]:
    """The definitions by which a position defines a card."""
    from tsolve.source.schema import json_schema

    card = json_schema(module(game).card_type)
    parts: dict[str, object] = card.pop("$defs")
    own = {key: value for key, value in card.items() if key not in ("$schema", "required")}
    own["properties"] = {name: each for name, each in card["properties"].items() if name != "id"}
    assert not (parts.keys() & taken.keys()), "two structs have one name"
    return {**parts, "OwnCard": own}


def cite(rules: Ruleset[CardFacts], rulings: Iterable[str]) -> tuple[Cited, ...]:
    """The rulings of a ruleset, each once, in the order given; ids that it does not know are left out."""
    known = (rules.glossary[ruling] for ruling in dict.fromkeys(rulings) if ruling in rules.glossary)
    return tuple(
        Cited(entry.id, entry.title, tuple(_places(entry.citations)), text=entry.text) for entry in known
    )


def documents(rules: Ruleset[CardFacts], citations: Iterable[Cited]) -> tuple[CitedDocument, ...]:
    """The documents of the citations, in the order of the ruleset, with English titles of what is cited."""
    used: dict[str, dict[str, None]] = {}
    for cited in citations:
        for places in cited.sources:
            used.setdefault(places.document, {}).update(dict.fromkeys(places.sections))
    rulebooks = {document for printing in rules.printings.values() for document in printing.documents}
    return tuple(
        CitedDocument(
            each.id,
            each.title,
            each.edition,
            each.id in rulebooks,
            {section: english for section in used[each.id] if (english := each.english(section))},
            {section: right for section, right in each.spellings.items() if section in used[each.id]},
        )
        for each in rules.documents.values()
        if each.id in used
    )


def _places(citations: Iterable[Citation]) -> Iterator[CitedPlaces]:
    sections: dict[str, dict[str, None]] = {}
    for citation in citations:
        sections.setdefault(citation.document, {})[citation.section] = None
    for document, names in sections.items():
        yield CitedPlaces(document, tuple(names))
