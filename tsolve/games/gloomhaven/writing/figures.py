"""From the figures of a position file to those of a position, with every problem located.

Figures cannot stand two in one hex, on walls, beside the map, or on obstacles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span, TreePath
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.book import amount, profile_of, statistics_of
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.figures import Figure, LastingEffect, Profile, Rank, Token, in_order
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.map_abilities import Summoned
from tsolve.games.gloomhaven.modifiers import MONSTERS
from tsolve.games.gloomhaven.traits import NEGATIVE
from tsolve.games.gloomhaven.turn.summoning import with_what_lasts
from tsolve.games.gloomhaven.writing.abilities_and_decks import UNKNOWN_HIT_POINTS, FigureParts
from tsolve.games.gloomhaven.writing.character_file import CharacterFile, SummonFile
from tsolve.games.gloomhaven.writing.map_reading import Scene
from tsolve.games.gloomhaven.writing.names import (
    Coordinates,
    Name,
    Words,
    find_figure,
    monster_name,
    near_types,
)
from tsolve.games.gloomhaven.writing.position_file import ListedMonsterFile, ScenarioTable
from tsolve.games.gloomhaven.writing.printed_cards import PrintedCharacter
from tsolve.games.gloomhaven.writing.table_file import MonsterFile, ObjectFile, StatsFile
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import joined, shortened

LONGEST_NAME = 60
"""The most letters and digits of a name."""

_RANKS: Mapping[str | None, Rank] = {
    None: "normal",
    "normal": "normal",
    "elite": "elite",
    "named": "",
    "named elite": "",
}
"""The rank as abilities count it. (GH-14.6)"""
Monsters = Mapping[str, MonsterFile] | Sequence[ListedMonsterFile]
"""Monsters by type and number, or as a list."""
AnyFigure = CharacterFile | SummonFile | MonsterFile | ObjectFile


class FiguresReader(FigureParts):
    """Reads the figures of one file. `notes`: what was assumed about them."""

    def __init__(
        self,
        decoded: Decoded[ScenarioTable],
        ruleset: Ruleset[Card],
        places: Coordinates,
        words: Words,
        found: Diagnostics,
        counts_players: bool = False,
    ) -> None:
        super().__init__(decoded, ruleset, words, found)
        self.file, self.places = decoded.value, places
        self.spans: dict[str, Span] = {}
        """The place of each figure's name."""
        self.paths: dict[str, list[TreePath]] = {}
        """Where each figure is written, by identity; two without numbers may be written into one hex."""
        self.notes: list[str] = []
        self.names = {path: monster_name(ruleset, text) for path, text in self.written_names()}
        """The parsed names of monsters on the map, in rooms and in events, by the place where each is
        written.
        """
        counted = 1 if counts_players and self.file.solo else self.characters
        self.letters = {"C": counted, "L": self.file.level}

    @property
    def characters(self) -> int:
        """How many play the scenario: C of the formulas."""
        return self.file.players or max(len(self.file.characters), 1)

    def figures(self) -> tuple[Figure, ...]:
        """All figures, in the order of the file."""
        found = [
            *self.read_characters(),
            *self.read_summons(),
            *self.read_monsters(("monsters",), self.file.monsters),
            *self.read_objects(("objects",), self.file.objects),
        ]
        if self.immortal:
            self.notes.append(
                f"no hit points are given of {joined(self.immortal)}: taken as {UNKNOWN_HIT_POINTS}, so that "
                "nothing kills them"
            )
        return tuple(found)

    # the four kinds

    def read_characters(self) -> Iterator[Figure]:
        for key, file in self.file.characters.items():
            path: TreePath = ("characters", key)
            if file.rests and file.initiative not in (None, 99):
                message = f"{key} rests, so its initiative is 99, not {file.initiative}"
                self.found.report("E210", message, self.decoded.span(*path, "initiative"), "leave it out")
            character = PrintedCharacter(self.ruleset, key, file)
            hp, most = self.hit_points(path, key, file.hp, file.max_hp or character.hit_points)
            figure = self.figure(path, key, file, Profile(flying=file.flying), self.decoded.key_span(*path))
            if figure is not None:
                leading, second = character.initiatives()
                yield replace(
                    figure,
                    hp=hp,
                    max_hp=most,
                    rests=file.rests,
                    initiative=file.initiative or leading,
                    second=second,
                    acted=file.acted,
                    exhausted=file.exhausted,
                )
                if file.exhausted and not self.file.permanent_death:
                    message = f"{key} is exhausted, so it has left the map"
                    help_ = "leave it out; only with `permanent_death: true` it stays as a target (GH-16.2)"
                    self.found.report("E210", message, self.decoded.span(*path, "exhausted"), help_)

    def read_summons(self) -> Iterator[Figure]:
        count: dict[str, int] = {}
        for key, file in self.file.summons.items():
            path: TreePath = ("summons", key)
            span = self.decoded.span(*path, "of")
            owner = find_figure(self.ruleset, file.of, self.file.characters, "character", self.found, span)
            printed = self._summoned(owner, key) if owner is not None else None
            profile = Profile() if printed is None else Profile.of_summoned(printed)
            profile = self.changed((*path, "stats"), profile, file.stats)
            own = self.number((*path, "stats", "hp"), file.stats.hp, 1)
            hp, most = self.hit_points(
                path, key, file.hp, own or (printed.hp or None if printed is not None else None)
            )
            figure = self.figure(path, key, file, profile, self.decoded.key_span(*path))
            if figure is None or owner is None:
                continue
            count[owner] = count.get(owner, 0) + 1
            figure = figure if printed is None else with_what_lasts(figure, printed)
            yield replace(
                figure,
                kind="summon",
                hp=hp,
                max_hp=most,
                owner=owner,
                card=self.active_card(path, owner, file.card),
                number=count[owner],
                new=file.new,
                acted=file.acted,
            )

    def _summoned(self, owner: str, name: str) -> Summoned | None:
        """The statistics of a summon as the card of its owner prints them."""
        return PrintedCharacter(self.ruleset, owner, self.file.characters[owner]).summoned(name)

    def written_names(self) -> Iterator[tuple[TreePath, str]]:
        """The names of all monsters as they are written, each with its place."""
        for key in self.file.monsters:
            yield ("monsters", key), key
        for door, room in self.file.rooms.items():
            for path, text, _ in _written(("rooms", door, "monsters"), room.monsters):
                yield path, text
        for index, event in enumerate(self.file.events):
            for path, text, _ in _written(("events", index, "monsters"), event.monsters):
                yield path, text

    def room(self, door: str) -> tuple[Figure, ...]:
        """The content of a room."""
        file, path = self.file.rooms[door], ("rooms", door)
        found = [
            *self.read_monsters((*path, "monsters"), file.monsters),
            *self.read_objects((*path, "objects"), file.objects),
        ]
        return tuple(found)

    def active_card(self, path: TreePath, owner: str, text: str) -> str:
        """The active card of a summon's owner that a text names; empty, with a report, if there is none."""
        file = self.file.characters[owner]
        active = {squash(name) for name in file.active}
        if text and squash(text) not in active:
            message = f'{owner} has no active card "{shortened(text)}"'
            self.found.report("E314", message, self.decoded.span(*path, "card"), "name it under `active`")
        return next((name for name in (*file.cards, *file.active) if squash(name) == squash(text)), "")

    def read_monsters(self, path: TreePath, files: Monsters) -> Iterator[Figure]:
        """The monsters written there; one still to come may have the number 0 and gets its number when it
        comes.
        """
        for here, _, file in _written(path, files):
            is_listed = isinstance(file, ListedMonsterFile)
            span = self.decoded.span(*here, "monster") if is_listed else self.decoded.key_span(*here)
            figure = self.monster(here, self.names[here], file, span)
            if figure is not None:
                yield figure

    def monster(self, path: TreePath, name: Name, file: MonsterFile, span: Span) -> Figure | None:
        """A monster of this name; None, with a report, if the name is not understood."""
        if not self.has_statistics(name, file, span):
            return None
        is_boss = name.card is not None and name.card.kind == "boss"
        rank = self.rank(path, name, file, is_boss)
        gets_number = path[0] != "monsters" and not is_boss and not name.number
        self.check_number(name, is_boss, span, gets_number)
        as_elite: Rank = "elite" if file.rank == "named elite" else rank
        profile, printed = self.printed(path, name, as_elite, file.level)
        profile = self.changed((*path, "stats"), profile, file.stats)
        own = self.number((*path, "stats", "hp"), file.stats.hp, 1, {} if printed is None else {"H": printed})
        hp, most = self.hit_points(path, name.full, file.hp, own or printed)
        is_spawned = path[0] == "events"
        figure = self.figure(path, name.full, file, profile, span, is_one_of_many=gets_number or is_spawned)
        if figure is None:
            return None
        if name.card is not None:
            self._note_body(name.card)
        origin = file.called
        if gets_number and not origin:
            origin = f"a spawned {name.type}" if is_spawned else self.hidden(name, figure.at)
        if origin:
            self.paths.setdefault(origin, []).append(path)
        return replace(
            figure,
            side=file.side,
            kind="boss" if is_boss else "monster",
            hp=hp,
            max_hp=most,
            type=name.card.id if name.card else "",
            rank=rank,
            number=name.number,
            new=file.new,
            acted=file.acted,
            drops_money=not (file.summoned or file.new),
            origin=origin,
            deck=self.drawing(path, file.draws),
        )

    def drawing(self, path: TreePath, text: str) -> str:
        """The character from whose deck a monster draws; empty for the monsters' deck."""
        if not text:
            return ""
        span = self.decoded.span(*path, "draws")
        return find_figure(self.ruleset, text, self.file.characters, "character", self.found, span) or ""

    def hidden(self, name: Name, at: Hex) -> str:
        """The name of a monster in a closed room while it has no number; with its hex if there are more of
        its type.
        """
        alike = sum(each.type == name.type for each in self.names.values())
        return name.type if alike == 1 else f"{name.type} in {self.places.told(at)}"

    def _note_body(self, card: Card) -> None:
        """Note that a monster whose areas show a larger body occupies one hex here."""
        assert card.monster is not None
        said = " ".join(text for texts in card.monster.specials for text in texts)
        hexes = next((len(each.body) for each in load_areas().values() if each.body and each.name in said), 0)
        if hexes:
            self.notes.append(
                f"{card.name} stands on {hexes} hexes, of which the file names one: it is taken to stand "
                "there alone, and its areas lie as seen from there"
            )

    def read_objects(self, path: TreePath, files: Mapping[str, ObjectFile]) -> Iterator[Figure]:
        for key, file in files.items():
            here: TreePath = (*path, key)
            most = self.number((*here, "max_hp"), file.max_hp, 1)
            hp, most = self.hit_points(here, key, file.hp, most)
            figure = self.figure(here, key, file, Profile(immunities=NEGATIVE), self.decoded.key_span(*here))
            if figure is not None:
                yield replace(figure, side=file.side, kind="object", hp=hp, max_hp=most)

    # what they have in common

    def figure(
        self,
        path: TreePath,
        name: str,
        file: AnyFigure,
        profile: Profile,
        span: Span,
        is_one_of_many: bool = False,
    ) -> Figure | None:
        """A figure of the party with what all kinds of figures may have; None, with a report, without a hex.
        `span` is where its name stands, which it may share with others if it `is_one_of_many`.
        """
        if name in self.spans and not is_one_of_many:
            message = f'there are two figures called "{shortened(name)}"'
            help_ = "give every figure a name of its own; monsters have the numbers of their standees"
            self.found.report("E210", message, span, help_, [("first here", self.spans[name])])
            return None
        if not 0 < len(squash(name)) <= LONGEST_NAME or squash(name) == MONSTERS:
            message = f'"{shortened(name)}" cannot be the name of a figure'
            help_ = f"a name has letters or digits, at most {LONGEST_NAME}, and is not `{MONSTERS}`"
            self.found.report("E425", message, span, help_)
            return None
        if not is_one_of_many:
            self.spans[name], self.paths[name] = span, [path]
        at = self.places.hex((*path, "at"), file.at)
        tokens: tuple[Token, ...] = ()
        effects: tuple[LastingEffect, ...] = ()
        if not isinstance(file, ObjectFile):
            bears = self.tokens((*path, "conditions"), name, file.conditions, profile.immunities)
            tokens = tuple(sorted(bears))
            effects = in_order(self.effects((*path, "effects"), file.effects))
        if at is None:
            return None
        return Figure(name, "party", "character", at, 0, 0, profile, tokens, effects)

    # statistics

    def has_statistics(self, name: Name, file: MonsterFile, span: Span) -> bool:
        """Whether the type is known, or described here; if not, that is reported."""
        if name.card is None and file.stats == StatsFile():
            message = f'unknown monster "{shortened(name.type)}"'

            def help_() -> str:
                near = near_types(self.ruleset, name.type)
                own = "one of your own needs `stats: {hp: 5, move: 2, attack: 2}`"
                return f"{near}; {own}" if near else own

            self.found.report("E302", message, span, help_)
            return False
        return True

    def rank(self, path: TreePath, name: Name, file: MonsterFile, is_boss: bool) -> Rank:
        if not is_boss:
            return _RANKS[file.rank]
        if file.rank is not None:
            message = f"{name.type} is a boss, neither normal nor elite (GH-12.36)"
            self.found.report("E210", message, self.decoded.span(*path, "rank"), "leave it out")
        return ""

    def printed(
        self, path: TreePath, name: Name, rank: Rank, level: int | None = None
    ) -> tuple[Profile, int | None]:
        """The statistics and the hit points in the ruleset, by default of the scenario's level; nothing for
        an unknown type.
        """
        if name.card is not None and name.card.kind != "boss" and not rank:
            rank = "normal"  # a named monster: what is not given is as on the card of its type
        level = self.file.variants.monster_level(self.file.level if level is None else level)
        statistics = statistics_of(name.card, level, rank) if name.card else None
        if name.card is None or statistics is None:
            return Profile(), None
        profile = profile_of(name.card, level, rank, self.characters)
        return profile, amount(statistics.hp, self.characters)

    def check_number(self, name: Name, is_boss: bool, span: Span, gets_number: bool) -> None:
        """Check that the standee number exists; a monster still to come may get one later."""
        standees = name.card.monster.standees if name.card and name.card.monster else 999
        if is_boss and standees == 1:
            if name.number:
                message = f"{name.type} is a boss and has no number"
                self.found.report("E210", message, span, f"write {name.type}")
            return
        if name.number > standees:
            message = f"there is no {name.full}: the type has the standees 1 to {standees} (GH-12.4)"
            self.found.doubt(message, span)
        placed = (each for path, each in self.names.items() if path[0] != "events")
        alike = sum(each.type == name.type for each in placed)
        if not name.number and alike > 1 and not gets_number:
            message = f"which {name.type} is this? There are several"
            self.found.report("E210", message, span, f"add the number of the standee: {name.type} 1")


def _written(path: TreePath, files: Monsters) -> Iterator[tuple[TreePath, str, MonsterFile]]:
    """Monsters of a file, each with its path and its name as it is written."""
    if isinstance(files, Mapping):
        yield from (((*path, key), key, file) for key, file in files.items())
    else:
        yield from (((*path, place), file.monster, file) for place, file in enumerate(files))


class Standing(NamedTuple):
    """A figure and the place where the file says its hex."""

    figure: Figure
    span: Span


def check_places(
    standing: Iterable[Standing], scene: Scene, places: Coordinates, found: Diagnostics
) -> Scene:
    """The scene in which every figure can stand where it is said to be: a wall, an obstacle or a closed door
    in its hex is no longer there, which is told, as are two figures in one hex. A figure beside the map is a
    mistake. (GH-3.2, GH-3.4)
    """
    doors = {door.at: door.state for door in scene.doors if not door.behind}
    first: dict[Hex, Standing] = {}
    for each in standing:
        figure, span = each
        where = places.told(figure.at)
        if figure.at in scene.terrain.walls:
            found.doubt(f"{figure.name} in {where}, where a wall is: the hex is taken as empty", span)
            scene = _without_wall(scene, figure.at)
        elif figure.at not in scene.terrain.hexes:
            found.report("E314", f"{figure.name} in {where}, where the map has no hex", span)
        elif figure.at in scene.obstacles and figure.kind != "object" and not figure.flies:
            text = f"{figure.name} in {where}, where an obstacle is (GH-3.2): it is taken as not there"
            found.doubt(f"{text}; what flies is `flying: true`", span)
            scene = replace(scene, obstacles=scene.obstacles - {figure.at})
        elif doors.get(figure.at, "open") != "open":
            text = f"{figure.name} in {where}, where a {doors[figure.at]} door is (GH-1.5)"
            found.doubt(f"{text}: it is taken as open", span)
            opened = (replace(d, state="open") if d.at == figure.at else d for d in scene.doors)
            scene = replace(scene, doors=tuple(opened))
        elif figure.at in first:
            other = first[figure.at].figure
            if other.origin or figure.origin:
                message = f"{figure.name} and {other.name} are both in {where}"
                help_ = "a hex has room for one figure"
                found.report("E210", message, span, help_, [("first here", first[figure.at].span)])
            else:
                found.doubt(f"{figure.name} and {other.name} are both in {where} (GH-3.2)", span)
        first.setdefault(figure.at, each)
    return scene


def _without_wall(scene: Scene, hex_: Hex) -> Scene:
    terrain = scene.terrain
    hexes, walls = terrain.hexes | {hex_}, terrain.walls - {hex_}
    return replace(scene, terrain=replace(terrain, hexes=hexes, walls=walls))
