"""The special rules of a scenario as a file writes them: rooms, events, victory and defeat. (GH-14)"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span, TreePath
from tsolve.games.gloomhaven.abilities import Ability
from tsolve.games.gloomhaven.conditions import Condition, Kind
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.figures import Kind as FigureKind
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.map_abilities import Summon
from tsolve.games.gloomhaven.script import Event, KeptDoor, Room, Rule, Script
from tsolve.games.gloomhaven.state import Charged
from tsolve.games.gloomhaven.writing.abilities_and_decks import written_ability
from tsolve.games.gloomhaven.writing.figures import FiguresReader
from tsolve.games.gloomhaven.writing.map_reading import Scene
from tsolve.games.gloomhaven.writing.names import Coordinates, figure_named, monster_name, type_named
from tsolve.games.gloomhaven.writing.position_file import EventFile, RuleFile, ScenarioTable
from tsolve.regex import Regex
from tsolve.source.decoded import Decoded
from tsolve.source.tree import listed, shortened

if TYPE_CHECKING:
    from typing import Literal

SIDES_OF_A_DOOR = 2
_HEXES = r"\(-?\d+\s*,\s*-?\d+\)(?:[\s,;&]*(?:and\s+)?\(-?\d+\s*,\s*-?\d+\))*"
_PLATE = Regex(r"(?:on\s+)?(?:the\s+)?(?:pressure\s+)?plate\s+(?:in\s+)?(?P<at>.+)", re.IGNORECASE)
_DOOR = Regex(r"(?:the\s+)?door\s+(?:in\s+)?(?P<at>.+?)\s+(?:opens|is\s+opened)", re.IGNORECASE)
_ROUNDS = Regex(
    r"(?:at\s+)?(?:the\s+)?(?P<when>start|end)\s+of\s+"
    r"(?:(?:every|each)(?:\s+(?P<parity>odd|even)|\s+(?P<every>[1-9][0-9]?)(?:st|nd|rd|th))?\s+round"
    r"|round\s+(?P<round>[1-9][0-9]{0,2}))"
    r"(?:,?\s+from\s+round\s+(?P<first>[1-9][0-9]{0,2}))?"
    r"(?:,?\s+until\s+(?:the\s+)?(?:door\s+)?(?:in\s+)?(?P<until>\S+)(?:\s+(?:opens|is\s+open))?)?"
    r"(?:,?\s+once\s+(?:the\s+)?(?:door\s+)?(?:in\s+)?(?P<once>\S+)(?:\s+is\s+open)?)?",
    re.IGNORECASE,
)
_EACH_KILL = Regex(r"each\s+time\s+an?\s+(?P<types>.+?)\s+is\s+killed", re.IGNORECASE)
_END_ONCE = Regex(
    r"(?:at\s+)?(?:the\s+)?end\s+of\s+the\s+round\s+in\s+which\s+(?P<condition>.+)", re.IGNORECASE
)
_HOW_WHEN = (
    "write `plate (3,4)`, `door (5,3) opens`, `start of round 3`, `end of every odd round`, or a condition: "
    "`Altar killed`"
)
_DEAD = r"(?:\s+are|\s+is)?\s+(?:killed|destroyed|dead|exhausted)"
_NUMBER = r"(?P<number>[0-9(][0-9CLclx×*/+()-]{0,19})"
_CONDITIONS: tuple[tuple[Kind, Regex], ...] = tuple(
    (cast("Kind", kind), Regex(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("monsters", rf"all\s+(?:the\s+)?(?:monsters|enemies){_DEAD}"),
        ("seen", rf"all\s+(?:the\s+)?revealed\s+(?:monsters|enemies){_DEAD}"),
        ("money", rf"loot\s+{_NUMBER}(?:\s+money(?:\s+tokens)?)?"),
        ("rounds", rf"{_NUMBER}\s+rounds?"),
        ("each_looted", r"each\s+character\s+(?:has\s+)?looted\s+a\s+treasure"),
        ("looted", rf"{_NUMBER}\s+treasures?(?:\s+are|\s+is)?\s+looted"),
        ("looted", rf"(?:{_NUMBER}\s+of\s+)?(?P<hexes>{_HEXES})(?:\s+are|\s+is)?\s+looted"),
        ("stands", rf"a\s+character\s+(?:stands\s+)?(?:on|in)\s+(?P<hexes>{_HEXES})"),
        ("all_stand", rf"all\s+(?:the\s+)?characters\s+(?:stand\s+)?(?:on|in)\s+(?P<hexes>{_HEXES})"),
        ("occupied", rf"(?P<hexes>{_HEXES})(?:\s+are|\s+is)?\s+occupied"),
        ("revealed", rf"(?:(?:the\s+)?room\s+(?:behind\s+)?)?(?P<hexes>{_HEXES})(?:\s+is)?\s+revealed"),
        ("on_map", rf"{_NUMBER}\s+(?P<types>\D+?)\s+on\s+the\s+map"),
        ("escaped", r"all\s+(?:the\s+)?characters\s+(?:have\s+)?escaped"),
        ("beside", rf"(?P<name>.+?)\s+(?:stands\s+)?beside\s+(?P<hexes>{_HEXES})"),
        ("opened", r"all\s+(?:the\s+)?doors(?:\s+are)?\s+open(?:ed)?"),
        ("exhausted", r"a(?:ny)?\s+character(?:\s+is)?\s+exhausted"),
        ("kills", rf"{_NUMBER}(?:\s+(?P<elite>elite)s?)?(?:\s+(?P<types>\D+?))?{_DEAD}"),
        ("types", rf"all\s+(?:the\s+)?(?P<types>.+?){_DEAD}"),
        ("killed", rf"(?P<name>.+?){_DEAD}"),
    )
)
_ONCE = Regex(r"(.+?)\s+once\s+(.+)", re.IGNORECASE)
_EITHER = Regex(r"either\s+(.+?)\s+or\s+(.+)", re.IGNORECASE)
_HOW_CONDITION = (
    "write `all monsters killed`, `NAME killed`, `5xC monsters killed`, `6 rounds`, `loot 5`, "
    "`2 treasures looted`, `all characters on (3,4) (3,5)`, `(3,4) (5,6) occupied` or `all doors opened`"
)
_NEAR = Regex(r"(?:within\s+)?(?P<number>[1-9][0-9]?)\s+(?:hexes\s+)?of\s+(?P<of>.+)", re.IGNORECASE)
_MONSTERS: tuple[FigureKind, ...] = ("monster", "boss")
_WHOM: Mapping[str, tuple[FigureKind, ...]] = {
    "characters": ("character",),
    "summons": ("summon",),
    "monsters": _MONSTERS,
    "all monsters": _MONSTERS,
    "all figures": ("character", "summon", *_MONSTERS),
}
"""The words for all figures of some kinds."""
_AND = Regex(r"\s*(?:,|\band\b|\bor\b)\s*", re.IGNORECASE)


class ScriptReader:
    """Reads the special rules of one file."""

    def __init__(
        self,
        decoded: Decoded[ScenarioTable],
        places: Coordinates,
        reader: FiguresReader,
        scene: Scene,
        found: Diagnostics,
    ) -> None:
        self.decoded, self.places, self.reader, self.found = decoded, places, reader, found
        self.scene = scene
        self.names: list[str] = []
        """The names of all figures, on the map or to come."""

    def script(self, on_map: Sequence[Figure]) -> Script:
        """The rooms, the events, and the conditions of victory and defeat. `on_map`: the figures outside the
        rooms.
        """
        file = self.decoded.value
        rooms = tuple(self.rooms())
        spawned = {
            index: tuple(self.reader.read_monsters(("events", index, "monsters"), event.monsters))
            for index, event in enumerate(file.events)
        }
        inside = [figure for room in rooms for figure in room.figures]
        coming = [figure for figures in spawned.values() for figure in figures]
        self.names = [figure.identity for figure in (*on_map, *inside, *coming)]
        victory = file.victory or (("all monsters killed",) if file.until == "scenario" else ())
        return Script(
            party=(*file.characters, *file.escaped),
            rooms=rooms,
            events=tuple(self.event(index, event, spawned[index]) for index, event in enumerate(file.events)),
            rules=tuple(self.rules()),
            specials=dict(self.specials()),
            summons=dict(self.summons()),
            barred=dict(self.barred()),
            focus_first=dict(self.focus_first()),
            kept_open=tuple(self.kept_open()),
            spared={
                name: number
                for key, number in file.spared.items()
                if (name := self.named(("spared", key), key))
            },
            loot_only=file.loot_only,
            victory=tuple(self.conditions("victory", victory)),
            defeat=tuple(self.conditions("defeat", file.defeat)),
        )

    def rooms(self) -> Iterator[Room]:
        """The rooms, each by its doors; a door may stand between two of them."""
        first: dict[Hex, list[Span]] = {}
        same: dict[frozenset[Hex], Span] = {}
        for key in self.decoded.value.rooms:
            span = self.decoded.key_span("rooms", key)
            doors = [hex_ for hex_, _ in self.places.read(key, span)]
            self.check_doors([(door, span) for door in doors])
            if (before := same.setdefault(frozenset(doors), span)) is not span:
                told = ", ".join(map(self.places.told, doors))
                help_ = "write what stands behind it once"
                self.found.report(
                    "E210", f"the door in {told} reveals two rooms", span, help_, [("first here", before)]
                )
            for door in doors:
                if len(first.setdefault(door, [])) == SIDES_OF_A_DOOR:
                    message = f"the door in {self.places.told(door)} reveals three rooms"
                    self.found.report("E210", message, span, "", [("first here", first[door][0])])
                first[door].append(span)
            yield Room(tuple(doors), self.reader.room(key))

    def check_doors(self, doors: Sequence[tuple[Hex, Span]]) -> None:
        """Check that these are doors, and not open yet."""
        states = {door.at: door.state for door in self.scene.doors}
        for door, span in doors:
            if door not in states:
                message = f"there is no door in {self.places.told(door)}"
                self.found.report(
                    "E314", message, span, "draw it: `+` closed, `%` locked; or list it in `doors`"
                )
            elif states[door] == "open":
                message = f"the door in {self.places.told(door)} is open already"
                self.found.report("E210", message, span, "what stands behind it stands on the map")

    # events

    def event(self, index: int, file: EventFile, figures: tuple[Figure, ...]) -> Event:
        path: TreePath = ("events", index)
        opens = list(self.places.hexes((*path, "opens"), file.opens))
        unlocks = list(self.places.hexes((*path, "unlocks"), file.unlocks))
        self.check_doors([*opens, *unlocks])
        elements = (
            (self.reader.words.element(key, self.decoded.key_span(*path, "elements", key)), strength)
            for key, strength in file.elements.items()
        )
        return self.when(
            (*path, "when"),
            Event(
                told=file.when,
                holding=self.all_of((*path, "while"), file.while_),
                ended_by=self.all_of((*path, "until"), file.until),
                figures=figures,
                where_fell=self.named((*path, "where_fell"), file.where_fell) if file.where_fell else "",
                by=self.named((*path, "by"), file.by) if file.by else "",
                opens=tuple(door for door, _ in opens),
                unlocks=tuple(door for door, _ in unlocks),
                removes=monster_name(self.reader.ruleset, file.removes).type if file.removes else "",
                exits=tuple(hex_ for hex_, _ in self.places.hexes((*path, "exits"), file.exits)),
                elements=tuple(Charged(each, strength) for each, strength in elements if each is not None),
            ),
        )

    def all_of(self, path: TreePath, written: str | Sequence[str]) -> tuple[Condition, ...]:
        """The conditions of a list, or of a text that parts them by `;`."""
        texts = written.split(";") if isinstance(written, str) else written
        span = self.decoded.span(*path)
        found: list[Condition] = []
        for text in filter(None, map(str.strip, texts)):
            before = len(self.found)
            condition = self.condition(" ".join(text.split()), span, path)
            if condition is not None:
                found.append(condition)
            elif len(self.found) == before:
                self.found.report("E209", f'"{shortened(text)}" is no condition', span, _HOW_CONDITION)
        return tuple(found)

    def named(self, path: TreePath, text: str) -> str:
        """The figure of this position that a text names; empty, with a report, for none."""
        found = self._killed(text, self.decoded.span(*path))
        return found.name if found is not None else ""

    # effects on figures, and what bosses do

    def rules(self) -> Iterator[Rule]:
        """The special rules that give figures effects."""
        for index, file in enumerate(self.decoded.value.rules):
            path: TreePath = ("rules", index)
            texts = (file.do,) if isinstance(file.do, str) else file.do
            hexes = tuple(hex_ for hex_, _ in self.places.hexes((*path, "on"), file.on))
            rule = Rule(told=file.for_, effects=(), hexes=hexes)
            for part in map(str.strip, file.for_.split(",")):
                rule = self._concerning(rule, part, self.decoded.span(*path, "for"))
            if file.near:
                rule = self._near(rule, file.near, (*path, "near"))
            given = (
                replace(effect, lasts="persistent", source=_source(file), is_rule=True)
                for effect in self.reader.effects((*path, "do"), texts)
            )
            yield replace(
                rule,
                effects=tuple(given),
                holding=self.all_of((*path, "while"), file.while_),
                ended_by=self.all_of((*path, "until"), file.until),
            )

    def _concerning(self, rule: Rule, text: str, span: Span) -> Rule:
        """The rule, which also concerns those that a text names."""
        if text.casefold() in _WHOM:
            return replace(rule, kinds=(*rule.kinds, *_WHOM[text.casefold()]))
        if text in self.names:
            return replace(rule, names=(*rule.names, text))
        if type_named(self.reader.ruleset, text) is not None or text in self._groups():
            return replace(rule, types=(*rule.types, monster_name(self.reader.ruleset, text).type))
        killed = self._killed(text, span)
        return rule if killed is None else replace(rule, names=(*rule.names, killed.name))

    def _near(self, rule: Rule, text: str, path: TreePath) -> Rule:
        match, span = _NEAR.fullmatch(text.strip()), self.decoded.span(*path)
        if match is None:
            message = f'"{shortened(text)}" does not say how near to what'
            self.found.report("E209", message, span, "write `2 of Totem` or `2 of (3,4)`")
            return rule
        rule = replace(rule, within=int(match["number"]))
        if match["of"].startswith("("):
            return replace(rule, hexes=tuple(hex_ for hex_, _ in self.places.read(match["of"], span)))
        if match["of"] in self._groups():
            return replace(rule, around=match["of"])
        return replace(rule, around=self.named(path, match["of"]))

    def specials(self) -> Iterator[tuple[str, tuple[tuple[Ability, ...], ...]]]:
        """What the specials of bosses are in this scenario, by type."""
        for key, written in self.decoded.value.specials.items():
            type_ = monster_name(self.reader.ruleset, key).type
            yield (
                type_,
                tuple(
                    self._abilities(("specials", key, index), (each,) if isinstance(each, str) else each)
                    for index, each in enumerate(written)
                ),
            )

    def summons(self) -> Iterator[tuple[str, Summon]]:
        """What types of monsters summon in place of what their cards say."""
        for key, text in self.decoded.value.summoned_instead.items():
            path: TreePath = ("summoned_instead", key)
            for ability in self._abilities(path, (text,)):
                if isinstance(ability, Summon):
                    yield monster_name(self.reader.ruleset, key).type, ability
                else:
                    message = f'"{shortened(text)}" summons nothing'
                    self.found.report("E209", message, self.decoded.span(*path), "write `summon Ooze, elite`")

    def barred(self) -> Iterator[tuple[str, frozenset[Hex]]]:
        """The hexes that types of monsters, or named ones, do not enter."""
        for key, written in self.decoded.value.barred.items():
            hexes = frozenset(hex_ for hex_, _ in self.places.hexes(("barred", key), written))
            is_named = key in self.names
            yield key if is_named else monster_name(self.reader.ruleset, key).type, hexes

    def focus_first(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What monsters focus on wherever they can attack it this turn, with their types."""
        for key, text in self.decoded.value.focus_first.items():
            path: TreePath = ("focus_first", key)
            parts = [part.strip() for part in text.split(",") if part.strip().casefold() not in _WHOM]
            types = tuple(monster_name(self.reader.ruleset, part).type for part in parts)
            yield self.named(path, key), types

    def kept_open(self) -> Iterator[KeptDoor]:
        """The doors that stay open only as long as a character stands on a plate."""
        for key, written in self.decoded.value.kept_open.items():
            span = self.decoded.key_span("kept_open", key)
            plates = tuple(hex_ for hex_, _ in self.places.hexes(("kept_open", key), written))
            door = self._door(key, span)
            if door is not None:
                yield KeptDoor(door, plates)

    def _abilities(self, path: TreePath, texts: Sequence[str]) -> tuple[Ability, ...]:
        span = self.decoded.span(*path)
        read = (written_ability(self.reader.ruleset, text, span, self.found) for text in texts)
        return tuple(each for each in read if each is not None)

    def _groups(self) -> set[str]:
        return {name.rpartition(" ")[0] or name for name in self.names}

    # when events happen

    def when(self, path: TreePath, event: Event) -> Event:
        """The event with what its text says: when it happens."""
        text, span = " ".join(event.told.split()), self.decoded.span(*path)
        if match := _ROUNDS.fullmatch(text):
            said = {key: self._door(match[key], span) for key in ("until", "once") if match[key]}
            return replace(
                event,
                when=cast("Literal['start', 'end']", match["when"].casefold()),
                parity=cast("Literal['', 'odd', 'even']", (match["parity"] or "").casefold()),
                every=int(match["every"] or 1),
                round=int(match["round"] or 0),
                first=int(match["first"] or 1),
                **said,
            )
        if match := _EACH_KILL.fullmatch(text):
            return replace(event, when="kill", types=tuple(filter(None, self._types(match["types"]))))
        if match := _END_ONCE.fullmatch(text):
            return replace(
                event, when="end", happens_once=True, conditions=self.all_of(path, match["condition"])
            )
        if match := _DOOR.fullmatch(text):
            return replace(event, when="door", at=self._door(match["at"], span))
        if match := _PLATE.fullmatch(text):
            hexes = [hex_ for hex_, _ in self.places.read(match["at"], span, one=True)]
            for hex_ in hexes:
                if hex_ not in self.scene.terrain.plates:
                    message = f"there is no pressure plate in {self.places.told(hex_)}"
                    self.found.report("E314", message, span, "draw it: `*`, or list it in `plates`")
            return replace(event, when="plate", at=hexes[0] if hexes else None)
        conditions = [self.condition(part.strip(), span, path) for part in text.split(";")]
        if None in conditions:
            message = f'"{shortened(event.told)}" does not say when'
            self.found.report("E209", message, span, _HOW_WHEN)
        return replace(event, when="met", conditions=tuple(filter(None, conditions)))

    def _door(self, text: str, span: Span) -> Hex | None:
        """A door that a text names; it may be open already."""
        hexes = [hex_ for hex_, _ in self.places.read(text, span, one=True)]
        for hex_ in hexes:
            if hex_ not in {door.at for door in self.scene.doors}:
                message = f"there is no door in {self.places.told(hex_)}"
                self.found.report("E314", message, span, "draw it: `+` closed, `%` locked, `/` open")
        return hexes[0] if hexes else None

    # victory and defeat

    def conditions(self, key: str, texts: Sequence[str]) -> Iterator[Condition]:
        for index, text in enumerate(texts):
            span = self.decoded.span(key, index) if getattr(self.decoded.value, key) else self.decoded.span()
            before = len(self.found)
            condition = self.condition(" ".join(text.split()), span, (key, index))
            if condition is not None:
                yield condition
            elif len(self.found) == before:
                message = f'"{shortened(text)}" is no condition of a victory or a defeat'
                self.found.report("E209", message, span, _HOW_CONDITION)

    def condition(self, text: str, span: Span, path: TreePath) -> Condition | None:
        """The condition that a text says; None for none, with a report where it names nobody."""
        if match := _ONCE.fullmatch(text):
            found_, once = (self.condition(part, span, path) for part in match.groups())
            return None if found_ is None or once is None else replace(found_, once=(once,))
        if match := _EITHER.fullmatch(text):
            parts = [self.condition(part, span, path) for part in match.groups()]
            return None if None in parts else Condition("either", either=tuple(filter(None, parts)))
        found = ((kind, regex.fullmatch(text)) for kind, regex in _CONDITIONS)
        kind, match = next(((kind, match) for kind, match in found if match is not None), (None, None))
        if kind is None or match is None:
            return None
        said = match.groupdict()
        if kind == "killed":
            return self._killed(said["name"] or "", span)
        if kind == "beside":
            named = self._killed(said["name"] or "", span)
            beside = tuple(hex_ for hex_, _ in self.places.read(said["hexes"], span))
            return None if named is None else Condition("beside", named.name, hexes=beside)
        hexes = [hex_ for hex_, _ in self.places.read(said["hexes"], span)] if said.get("hexes") else []
        number = self.reader.number(path, said["number"], 1) if said.get("number") else 0
        types = [] if said.get("types") is None else [*self._types(said["types"] or "")]
        if None in types and kind == "types":  # somebody may be called so
            return self._killed(text.rpartition(" ")[0], span)
        if number is None or None in types:
            return None
        return Condition(
            kind,
            number=number,
            hexes=tuple(hexes),
            types=tuple(each for each in types if each is not None),
            elite=bool(said.get("elite")),
        )

    def _killed(self, text: str, span: Span) -> Condition | None:
        name = figure_named(self.reader.ruleset, text, self.names)
        if name is not None:
            return Condition("killed", name)
        message = f'"{shortened(text)}" is no figure of this position'
        help_ = f"there is {listed(self.names[:12])}" if self.names else ""
        self.found.report("E314", message, span, help_)
        return None

    def _types(self, text: str) -> Iterator[str | None]:
        """The types that a text lists; None for a word that is none. `monsters` are all types."""
        groups = self._groups()
        for part in _AND.split(text.strip()):
            if part.casefold() in ("monsters", "monster", "enemies", "elites"):
                continue
            several = (monster_name(self.reader.ruleset, text) for text in (part, part.removesuffix("s")))
            yield next((n.type for n in several if n.card is not None or n.type in groups), None)


def _source(file: RuleFile) -> str:
    """What notes call a special rule."""
    where = f" within {file.near}" if file.near else ""
    return f"the special rule for {file.for_}{where}"
