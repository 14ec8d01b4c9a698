"""The figures of a file of attacks: each is described once and may be named again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.attack.deck import MONSTERS
from tsolve.games.gloomhaven.attacks.files import AttacksPosition, Fighter, FighterFile
from tsolve.games.gloomhaven.attacks.stage import STILL, home
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.monsters import amount, profile_of, statistics_of
from tsolve.games.gloomhaven.state import Figure, Kind, Profile, Rank, Side
from tsolve.games.gloomhaven.writing.figure_parts import UNKNOWN_HIT_POINTS, FigureParts
from tsolve.games.gloomhaven.writing.names import monster_name
from tsolve.games.gloomhaven.writing.words import Words
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.text import squash
from tsolve.source.decode import Decoded, Path
from tsolve.source.words import joined, shortened

OTHER: dict[Side, Side] = {"party": "monsters", "monsters": "party"}


class Fighters:
    """Reads the figures of one file."""

    def __init__(self, decoded: Decoded[AttacksPosition], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.ruleset, self.found = decoded, ruleset, found
        self._parts = FigureParts(decoded, ruleset, Words(ruleset, decoded, found), found)
        self._files: dict[str, FighterFile] = {}
        self._paths: dict[str, Path] = {}
        self._sides: dict[str, Side] = {}
        """Of the figures whose side is known."""

    def name(self, path: Path, written: Fighter) -> str:
        """The figure that is meant, by its full name; it is noted with what is said of it."""
        described = isinstance(written, FighterFile)
        file = written if isinstance(written, FighterFile) else FighterFile(name=written)
        usual = "the target" if "against" in path else "the attacker"
        text = " ".join(file.name.split()) or usual
        card, full = self._known(text)
        found = next((name for name in self._files if squash(name) == squash(full)), full)
        if not squash(found) or squash(found) == MONSTERS:
            span = self.decoded.span(*path)
            self.found.report("E425", f'"{shortened(text)}" cannot be the name of a figure', span)
        if (
            found in self._files
            and described
            and self._files[found] != FighterFile(name=self._files[found].name)
        ):
            message = f"{found} is described twice"
            first = self.decoded.span(*self._paths[found])
            help_ = "name it by its name alone here, or give each of the two a name of its own"
            self.found.report("E210", message, self.decoded.span(*path), help_, [("first here", first)])
        if found not in self._files or described:
            self._files[found], self._paths[found] = file, path
        side = self._side(file, card)
        if side is not None:
            self._sides[found] = side
        return found

    def _known(self, text: str) -> tuple[Card | None, str]:
        """The type of the ruleset that a name means, if any, and the full name of the figure."""
        name = monster_name(self.ruleset, text)
        return name.card, name.full if name.card is not None else text

    def _side(self, file: FighterFile, card: Card | None) -> Side | None:
        """The side that a figure is on by what is said of it; None where it may be either."""
        if file.of or file.kind in ("character", "summon"):
            return "party"
        if card is not None or file.kind in ("monster", "object"):
            return "monsters"
        return None

    def oppose(self, by: str, targets: Sequence[str], path: Path) -> None:
        """An attacker and its targets are enemies; of whom nobody says anything else attacks as a character.

        (GH-1.2)
        """
        known = next((self._sides[name] for name in targets if name in self._sides), None)
        side = self._sides.setdefault(by, OTHER[known] if known is not None else "party")
        for name in targets:
            if self._sides.setdefault(name, OTHER[side]) == side:
                message = f"{by} and {name} are on the same side (GH-1.2)"
                help_ = "say the `kind` of one of them: character, monster"
                self.found.report("E210", message, self.decoded.span(*path), help_)

    def figures(self) -> tuple[Figure, ...]:
        """All figures, each in a lane of its own."""
        names = enumerate(self._files)
        return tuple(self._figure(lane, name, self._files[name]) for lane, name in names)

    def _figure(self, lane: int, name: str, file: FighterFile) -> Figure:
        path, side = self._paths[name], self._sides[name]
        card, _ = self._known(name)
        rank: Rank = ""
        profile, printed = Profile(), None
        kind: Kind = "character" if side == "party" else "monster"
        if file.of:
            kind = "summon"
        elif file.kind is not None:
            kind = file.kind
        if card is not None:
            is_boss = card.kind == "boss"
            kind, rank = ("boss", "") if is_boss else ("monster", file.rank or "normal")
            level, players = self.decoded.value.level, self.decoded.value.players
            statistics = statistics_of(card, level, rank)
            assert statistics is not None
            profile, printed = profile_of(card, level, rank, players), amount(statistics.hp, players)
        profile = self._parts.changed(path, profile, file)
        hp, most = self._parts.hit_points(path, name, file.hp, file.max_hp or printed)
        tokens = self._parts.tokens((*path, "conditions"), name, file.conditions, profile.immunities)
        return Figure(
            name=name,
            side=side,
            kind=kind,
            at=home(lane),
            hp=hp,
            max_hp=most,
            profile=replace(profile, immunities=(*profile.immunities, *STILL)),
            tokens=tuple(sorted(tokens)),
            effects=tuple(sorted(self._parts.effects((*path, "effects"), file.effects))),
            type=card.id if card is not None else "",
            rank=rank,
            number=monster_name(self.ruleset, name).number if kind == "monster" else 0,
            owner=file.of,
        )

    def notes(self, endangered: Collection[str]) -> Iterator[str]:
        """What was assumed of figures; nobody asks for hit points that only those need who are in danger."""
        unnamed = ("the target", "the attacker")
        mortal = [name for name in self._parts.immortal if name in endangered and name not in unnamed]
        if mortal:
            yield (
                f"no hit points are given of {joined(mortal)}: taken as {UNKNOWN_HIT_POINTS}, so that "
                "nothing kills them"
            )
