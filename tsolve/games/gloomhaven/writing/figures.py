"""From the figures of a position file to those of a position, with every problem located."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, Span
from tsolve.games.gloomhaven.attack.deck import MONSTERS
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.monsters import amount, profile_of, statistics_of
from tsolve.games.gloomhaven.state import Effect, Figure, Profile, Rank, Token
from tsolve.games.gloomhaven.writing.coordinates import Coordinates
from tsolve.games.gloomhaven.writing.figure_parts import UNKNOWN_HIT_POINTS, FigureParts
from tsolve.games.gloomhaven.writing.held_cards import leading_initiative
from tsolve.games.gloomhaven.writing.names import Name, find_figure, monster_name, near_types
from tsolve.games.gloomhaven.writing.position_file import (
    CharacterFile,
    MonsterFile,
    ObjectFile,
    PositionFile,
    StatsFile,
    SummonFile,
)
from tsolve.games.gloomhaven.writing.words import Words
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.text import squash
from tsolve.source.decode import Decoded, Path
from tsolve.source.words import joined, shortened

NEGATIVE = ("poison", "wound", "immobilize", "disarm", "stun", "muddle", "curse")
"""What an object ignores. (GH-1.6)"""

LONGEST_NAME = 60
"""Letters and digits of a name."""

AnyFigure = CharacterFile | SummonFile | MonsterFile | ObjectFile


class FiguresReader(FigureParts):
    """Reads the figures of one file. `notes` is what was assumed of them."""

    def __init__(
        self,
        decoded: Decoded[PositionFile],
        ruleset: Ruleset[Card],
        places: Coordinates,
        words: Words,
        found: Diagnostics,
    ) -> None:
        super().__init__(decoded, ruleset, words, found)
        self.file, self.places = decoded.value, places
        self.spans: dict[str, Span] = {}
        """The place of each figure's name."""
        self.paths: dict[str, Path] = {}
        self.notes: list[str] = []
        self.names = {key: monster_name(ruleset, key) for key in self.file.monsters}

    @property
    def characters(self) -> int:
        """How many play the scenario: C of the formulas."""
        return self.file.players or max(len(self.file.characters), 1)

    def figures(self) -> tuple[Figure, ...]:
        """All figures, in the order of the file."""
        found = [
            *self.read_characters(),
            *self.read_summons(),
            *self.read_monsters(),
            *self.read_objects(),
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
            path: Path = ("characters", key)
            if file.rests and file.initiative not in (None, 99):
                message = f"{key} rests, so its initiative is 99, not {file.initiative}"
                self.found.report("E210", message, self.decoded.span(*path, "initiative"), "leave it out")
            hp, most = self.hit_points(path, key, file.hp, file.max_hp)
            figure = self.figure(path, key, file, Profile(flying=file.flying))
            if figure is not None:
                initiative = file.initiative or leading_initiative(file)
                yield replace(
                    figure, hp=hp, max_hp=most, rests=file.rests, initiative=initiative, acted=file.acted
                )

    def read_summons(self) -> Iterator[Figure]:
        count: dict[str, int] = {}
        for key, file in self.file.summons.items():
            path: Path = ("summons", key)
            span = self.decoded.span(*path, "of")
            owner = find_figure(self.ruleset, file.of, self.file.characters, "character", self.found, span)
            profile = self.changed((*path, "stats"), Profile(), file.stats)
            hp, most = self.hit_points(path, key, file.hp, file.stats.hp)
            figure = self.figure(path, key, file, profile)
            if figure is None or owner is None:
                continue
            count[owner] = count.get(owner, 0) + 1
            yield replace(
                figure,
                kind="summon",
                hp=hp,
                max_hp=most,
                owner=owner,
                number=count[owner],
                new=file.new,
                acted=file.acted,
            )

    def read_monsters(self) -> Iterator[Figure]:
        for key, file in self.file.monsters.items():
            path: Path = ("monsters", key)
            name = self.names[key]
            if not self.has_statistics(key, name, file):
                continue
            is_boss = name.card is not None and name.card.kind == "boss"
            rank = self.rank(path, name, file, is_boss)
            self.check_number(key, name, is_boss)
            profile, printed = self.printed(path, name, rank)
            profile = self.changed((*path, "stats"), profile, file.stats)
            hp, most = self.hit_points(path, name.full, file.hp, file.stats.hp or printed)
            figure = self.figure(path, name.full, file, profile)
            if figure is None:
                continue
            yield replace(
                figure,
                side="monsters",
                kind="boss" if is_boss else "monster",
                hp=hp,
                max_hp=most,
                type=name.card.id if name.card else "",
                rank=rank,
                number=name.number,
                new=file.new,
                acted=file.acted,
                drops_money=not (file.summoned or file.new),
            )

    def read_objects(self) -> Iterator[Figure]:
        for key, file in self.file.objects.items():
            path: Path = ("objects", key)
            hp, most = self.hit_points(path, key, file.hp, file.max_hp)
            figure = self.figure(path, key, file, Profile(immunities=NEGATIVE))
            if figure is not None:
                yield replace(figure, side=file.side, kind="object", hp=hp, max_hp=most)

    # what they have in common

    def figure(self, path: Path, name: str, file: AnyFigure, profile: Profile) -> Figure | None:
        """A figure of the party with what the file says of all kinds; None, with a report, without a hex."""
        span = self.decoded.key_span(*path)
        if name in self.spans:
            message = f'there are two figures called "{shortened(name)}"'
            help_ = "give every figure a name of its own; monsters have the numbers of their standees"
            self.found.report("E210", message, span, help_, [("first here", self.spans[name])])
            return None
        if not 0 < len(squash(name)) <= LONGEST_NAME or squash(name) == MONSTERS:
            message = f'"{shortened(name)}" cannot be the name of a figure'
            help_ = f"a name has letters or digits, at most {LONGEST_NAME}, and is not `{MONSTERS}`"
            self.found.report("E425", message, span, help_)
            return None
        self.spans[name], self.paths[name] = span, path
        at = self.places.hex((*path, "at"), file.at)
        tokens: tuple[Token, ...] = ()
        effects: tuple[Effect, ...] = ()
        if not isinstance(file, ObjectFile):
            bears = self.tokens((*path, "conditions"), name, file.conditions, profile.immunities)
            tokens = tuple(sorted(bears))
            effects = tuple(sorted(self.effects((*path, "effects"), file.effects)))
        if at is None:
            return None
        return Figure(name, "party", "character", at, 0, 0, profile, tokens, effects)

    # statistics

    def has_statistics(self, key: str, name: Name, file: MonsterFile) -> bool:
        """Whether the type is known, or described here; reported where it is not."""
        if name.card is None and file.stats == StatsFile():
            span = self.decoded.key_span("monsters", key)
            message = f'unknown monster "{shortened(name.type)}"'

            def help_() -> str:
                near = near_types(self.ruleset, name.type)
                own = "one of your own needs `stats: {hp: 5, move: 2, attack: 2}`"
                return f"{near}; {own}" if near else own

            self.found.report("E302", message, span, help_)
            return False
        return True

    def rank(self, path: Path, name: Name, file: MonsterFile, is_boss: bool) -> Rank:
        if not is_boss:
            return file.rank or "normal"
        if file.rank is not None:
            message = f"{name.type} is a boss, neither normal nor elite (GH-12.36)"
            self.found.report("E210", message, self.decoded.span(*path, "rank"), "leave it out")
        return ""

    def printed(self, path: Path, name: Name, rank: Rank) -> tuple[Profile, int | None]:
        """The statistics and the hit points that the ruleset has; nothing for a type that it has not."""
        statistics = statistics_of(name.card, self.file.level, rank) if name.card else None
        if name.card is None or statistics is None:
            return Profile(), None
        profile = profile_of(name.card, self.file.level, rank, self.characters)
        return profile, amount(statistics.hp, self.characters)

    def check_number(self, key: str, name: Name, is_boss: bool) -> None:
        """A standee number that there is."""
        span = self.decoded.key_span("monsters", key)
        if is_boss:
            if name.number:
                message = f"{name.type} is a boss and has no number"
                self.found.report("E210", message, span, f"write {name.type}")
            return
        standees = name.card.monster.standees if name.card and name.card.monster else 999
        if name.number > standees:
            message = f"there is no {name.full}: the type has the standees 1 to {standees}"
            self.found.report("E205", message, span)
        alike = sum(each.type == name.type for each in self.names.values())
        if not name.number and alike > 1:
            message = f"which {name.type} is this? There are several"
            self.found.report("E210", message, span, f"add the number of the standee: {name.type} 1")
