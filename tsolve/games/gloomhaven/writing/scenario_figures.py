"""Who stands where in a printed scenario: the file says it, or it is as printed. (GH-14.5)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.errors import TreePath
from tsolve.games.gloomhaven.cards import LEVELS
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.printed_scenarios import FEWEST, MOST, Changed, PrintedSpawn, hexes_in
from tsolve.games.gloomhaven.writing.names import monster_name, near_types, type_named, value_of
from tsolve.games.gloomhaven.writing.position_file import (
    EventFile,
    ListedMonsterFile,
    RoomFile,
    RuleFile,
    ScenarioTable,
)
from tsolve.games.gloomhaven.writing.scenario_rooms import PART, Room, RoomsReader
from tsolve.games.gloomhaven.writing.table_file import (
    AbilityCardFile,
    MonsterFile,
    ObjectFile,
    Pair,
    Side,
    StatsFile,
)
from tsolve.regex import Regex
from tsolve.source.tree import folded, listed, shortened

if TYPE_CHECKING:
    import re

Rank = Literal["normal", "elite", "named", "named elite"]
MOST_OF_A_TYPE = 99
"""The most monsters of a type whose standees nobody has counted."""
Said = tuple[str, ...]
"""Conditions, as they are said."""
M = TypeVar("M", bound=MonsterFile)
_RANKS: Mapping[str, Rank] = {"N": "normal", "E": "elite"}
_NAMED: Mapping[Rank | None, Rank] = {"normal": "named", "elite": "named elite"}
"""The ranks of monsters with names of their own. (GH-14.6)"""
_WORKED_OUT = Regex(r"<([^<>]+)>")
_OPENS = Regex(r"door \(\S+\) opens")
_OF_DEAD = 'name a type, or the hexes where they are printed: `dead: [Bandit Guard, "(7,8)"]`'


class ScenarioFiguresReader(RoomsReader):
    """Reads who stands on the map of one scenario, and who waits behind its doors."""

    @cached_property
    def present(self) -> set[str]:
        """The names of monsters with names of their own that are on the map or still to come, as they are
        found.
        """
        return set()

    @property
    def characters(self) -> int:
        """How many play it."""
        return self.file.players or max(len(self.file.characters), 1)

    @property
    def gone(self) -> frozenset[Hex]:
        """The hexes of which the file says that what is printed there is gone."""
        return frozenset(hex_ for hex_, _ in self.places.hexes(("gone",), self.file.gone))

    def printed(self, rooms: Iterable[Room]) -> Iterator[tuple[str, Hex, Rank | None]]:
        """The monsters that are printed in some rooms: type, hex and rank; a boss has none."""
        for room in rooms:
            for tile in room:
                for type_, hex_, rank in self.scenario.standing(tile, self.characters):
                    yield type_, hex_, _RANKS.get(rank)

    def side(self, type_: str) -> Side:
        """The side of a type of monsters."""
        if type_ in self.scenario.fight_alone:
            return "others"
        return "party" if type_ in self.scenario.fight_for_the_party else "monsters"

    # on the map

    def monsters(self) -> Iterator[tuple[str, MonsterFile]]:
        """The monsters on the map. A type that the file names has those that it names; where one of them says
        `from` which hex it has come, the others of the type that are printed stand there, too.
        """
        ranks = {(type_, hex_): rank for type_, hex_, rank in self.printed(self.revealed)}
        types, hexes = self.dead()
        named = Counter[str]()
        moved, left = set[str](), set[tuple[str, Hex]]()
        for key, file in self.file.monsters.items():
            type_ = monster_name(self.ruleset, key).type
            named[type_] += 1
            come_from = self.hex(("monsters", key, "from"), file.from_)
            if come_from is not None:
                moved.add(type_)
                if (type_, come_from) not in ranks:
                    message = f"no {type_} is printed in {self.places.told(come_from)}"
                    printed = [self.places.told(hex_) for each, hex_ in ranks if each == type_]
                    help_ = f"on the revealed tiles it is printed in {listed(printed)}" if printed else ""
                    self.found.report("E314", message, self.decoded.span("monsters", key, "from"), help_)
            stood = come_from or self.hex(("monsters", key, "at"), file.at)
            if stood is not None:
                left.add((type_, stood))
            yield key, self.changed(type_, stood, self.with_rank(key, type_, file, stood, ranks))
        alone = {type_ for type_ in named if type_ not in moved}
        for type_ in alone:
            self.tell_of_others(type_, named[type_], sum(each == type_ for each, _ in ranks))
        used, of_dead = {monster_name(self.ruleset, key).full for key in self.file.monsters}, set[str]()
        several, without = Counter(type_ for type_, _ in ranks), dict[str, list[str]]()
        for (type_, hex_), rank in ranks.items():
            if type_ in types | alone or (type_, hex_) in left:
                continue
            is_one = rank is None and several[type_] == 1
            key = type_ if is_one else self.numbered(type_, used, of_dead)
            if hex_ in hexes:
                of_dead.add(key)
                continue
            if not key:
                without.setdefault(type_, []).append(self.places.told(hex_))
                continue
            used.add(key)
            file = MonsterFile(at=self.places.told(hex_), rank=rank, side=self.side(type_))
            yield key, self.changed(type_, hex_, file)
        for type_, places in without.items():
            text = f"no standee of {type_} is left for those printed in {' '.join(places)}: they stay away"
            self.found.doubt(f"{text} (GH-14.5); name those that are there, or the `dead` ones")

    def numbered(self, type_: str, used: AbstractSet[str], of_dead: AbstractSet[str]) -> str:
        """The name of a further monster with the first number that no other has; empty where no standee is
        left. Those of the dead are another's only where the standees would run short: who is killed leaves
        the others their names.
        """
        card = type_named(self.ruleset, type_)
        standees = card.monster.standees if card is not None and card.monster is not None else 0
        names = (f"{type_} {number}" for number in range(1, (standees or MOST_OF_A_TYPE) + 1))
        free = [name for name in names if name not in used]
        return next((name for name in free if name not in of_dead), free[0] if free else "")

    def with_rank(
        self,
        key: str,
        type_: str,
        file: MonsterFile,
        stood: Hex | None,
        ranks: Mapping[tuple[str, Hex], Rank | None],
    ) -> MonsterFile:
        """A monster of the file with the rank of the printed one that it is, and the side of its type."""
        if file.side == "monsters":
            file = replace(file, side=self.side(type_))
        of_type = {rank for (each, _), rank in ranks.items() if each == type_}
        if file.rank is not None or not of_type or None in of_type:
            return file
        rank = ranks.get((type_, stood)) if stood is not None else None
        if rank is None and len(of_type) == 1:
            (rank,) = of_type
        if rank is None:
            text = f"{key} may be normal or elite in scenario {self.scenario.number}: it is taken as normal"
            self.found.doubt(f"{text}; write `rank: elite`", self.decoded.key_span("monsters", key))
        return replace(file, rank=rank)

    def changed(self, type_: str, stood: Hex | None, file: M) -> M:
        """A monster as the scenario says that it differs from its card, where the file does not say it."""
        change: Changed | None = self.scenario.changed.get(type_)
        name = file.called or self.name_of(type_, stood)
        if name in self.scenario.named:
            named = self.scenario.named[name]
            rank = file.rank if named.keeps_rank else _NAMED.get(file.rank, file.rank)
            change, file = named, replace(file, called=name, rank=rank)
            self.present.add(name)
        return self.as_said(file, change) if change is not None else file

    def as_said(self, file: M, change: Changed) -> M:
        """A monster with what differs from its card."""
        if file.stats == StatsFile() and change.stats:
            file = replace(file, stats=msgspec.convert(change.stats, StatsFile))
        if file.level is None and change.up:
            file = replace(file, level=min(self.file.level + change.up, LEVELS - 1))
        return file

    def name_of(self, type_: str, stood: Hex | None) -> str:
        """The name of a monster that is printed in a hex; of the only one of its type, wherever it is."""
        of_type = [*self.printed_of(type_)]
        for name, each in self.scenario.named.items():
            (hex_,) = hexes_in(each.at)
            if hex_ in of_type and (hex_ == stood or len(of_type) == 1):
                return name
        return ""

    def printed_of(self, type_: str) -> Iterator[Hex]:
        """Where monsters of a type are printed in all rooms."""
        return (hex_ for each, hex_, _ in self.printed(self.scenario.rooms) if each == type_)

    def tell_of_others(self, type_: str, named: int, printed: int) -> None:
        """Tell that the others of a type are taken as dead because the file does not name them."""
        if named < printed:
            text = f"of {printed} {type_} printed on the revealed tiles the file names {named}"
            more = "where one of them says `from` which hex it has come, the others stand as printed"
            self.found.doubt(f"{text}: the others are taken as dead ({more})")

    def dead(self) -> tuple[set[str], set[Hex]]:
        """The types, and the printed hexes, of which the file says that they are dead."""
        types, hexes = set[str](), set[Hex]()
        for index, text in enumerate(self.file.dead):
            span = self.decoded.span("dead", index)
            name = monster_name(self.ruleset, text)
            if (card := type_named(self.ruleset, text)) is not None:
                types.add(card.name)
            elif "(" in text:
                hexes.update(hex_ for hex_, _ in self.places.read(text, span))
            elif not any(monster_name(self.ruleset, key).type == name.type for key in self.file.monsters):
                message = f'"{shortened(text)}" is no type of monsters and no hex'
                self.found.report("E302", message, span, near_types(self.ruleset, text) or _OF_DEAD)
        return types, hexes

    def hex(self, path: TreePath, written: str | Pair | None) -> Hex | None:
        """A hex of the file; None where it says none, or one that is no pair of numbers."""
        if written is None or (isinstance(written, str) and "," not in written):
            return None
        return self.places.hex(path, written)

    # objects, and who waits

    def objects(self, rooms: Iterable[Room]) -> dict[str, ObjectFile]:
        """What has hit points in some rooms, numbered where it stands in several hexes."""
        tiles = {tile for room in rooms for tile in room}
        told = {folded(name) for name in self.file.objects}
        seen = self.revealed if rooms is self.revealed else ()
        seen_from = {hex_ for room in seen for hex_ in self.scenario.doors_of(room)}
        found: dict[str, ObjectFile] = {}
        for name, printed in self.scenario.objects.items():
            hexes = hexes_in(printed.at)
            for place, hex_ in enumerate(hexes, 1):
                full = f"{name} {place}" if len(hexes) > 1 else name
                is_here = not tiles.isdisjoint(self.scenario.hexes[hex_]) and hex_ not in self.gone
                is_broken = printed.door and (self.states[hex_] == "open" or hex_ not in seen_from)
                if is_here and not is_broken and folded(full) not in told:
                    at = self.places.told(hex_)
                    found[full] = ObjectFile(at=at, max_hp=printed.hp, side=printed.side)
        return found

    def escorts(self, rooms: Iterable[Room]) -> Iterator[tuple[str, MonsterFile]]:
        """The figures that fight for the party in some rooms, numbered where there are several."""
        tiles = {tile for room in rooms for tile in room}
        told = {monster_name(self.ruleset, key).full for key in self.file.monsters}
        first = next(iter(self.file.characters), "")
        for name, printed in self.scenario.escorts.items():
            hexes = hexes_in(printed.at)
            stats = StatsFile(hp=printed.hp, move=printed.move, attack=printed.attack, range=printed.range)
            for place, hex_ in enumerate(hexes, 1):
                key = f"{name} {place}"
                here = hex_ not in self.gone and not tiles.isdisjoint(self.scenario.hexes[hex_])
                if here and key not in told:
                    at = self.places.told(hex_)
                    yield (
                        key,
                        MonsterFile(at=at, side="party", stats=stats, draws=first if printed.attack else ""),
                    )

    def cards_of_escorts(self) -> dict[str, AbilityCardFile]:
        """What each of them performs in every round."""
        return {
            name: AbilityCardFile(initiative=printed.initiative, do=printed.do)
            for name, printed in self.scenario.escorts.items()
        }

    def rooms_behind(self) -> Iterator[tuple[str, RoomFile]]:
        """What stands in the rooms that nobody has seen, by their doors."""
        keys = [(key, self.decoded.key_span("rooms", key)) for key in self.file.rooms]
        told = {hex_ for key, span in keys for hex_, _ in self.places.read(key, span)}
        for room in self.scenario.rooms:
            doors = self.scenario.doors_of(room)
            if room not in self.revealed and doors and told.isdisjoint(doors):
                key = " ".join(map(self.places.told, doors))
                led = (
                    ListedMonsterFile(monster=name, **msgspec.structs.asdict(file))
                    for name, file in self.escorts([room])
                )
                yield key, RoomFile(monsters=(*self.waiting(room), *led), objects=self.objects([room]))
        for door in self.scenario.doors:  # between rooms that have both been seen nobody waits
            (hex_,) = hexes_in(door.at)
            if self.states[hex_] != "open" and set(door.joins) <= self.seen and hex_ not in told:
                yield self.places.told(hex_), RoomFile()

    def waiting(self, room: Room) -> Iterator[ListedMonsterFile]:
        """The monsters of a room that nobody has seen; of bosses with several standees each has a number."""
        printed = [*self.printed([room])]
        several, bosses = Counter(type_ for type_, _, _ in printed), Counter[str]()
        for type_, hex_, rank in printed:
            name = type_
            if rank is None and several[type_] > 1:
                bosses[type_] += 1
                name = f"{type_} {bosses[type_]}"
            at = self.places.told(hex_)
            file = ListedMonsterFile(monster=name, at=at, rank=rank, side=self.side(type_))
            yield self.changed(type_, hex_, file)

    def conditions(self, key: Literal["victory", "defeat"]) -> Iterator[str]:
        """What wins or loses it. Who must be killed may be dead already: a boss is told by its type, and what
        has hit points and is gone needs no word.
        """
        for text in self.scenario.conditions(key, self.characters):
            name = text.removesuffix(" killed")
            if name != text and type_named(self.ruleset, name) is not None:
                yield f"all {name} killed"
            elif name == text or self.is_there(name):
                yield text
            elif name in self.scenario.named:
                said = f"{name} is taken as dead"
                self.found.doubt(f"{said}; of the monster that it is write `called: {name}`")

    def is_there(self, name: str) -> bool:
        """Whether somebody who may be killed is on the map or still to come, as far as the scenario knows."""
        objects = {*self.objects(self.scenario.rooms), *self.file.objects}
        printed = {folded(each) for each in self.scenario.objects}
        told = {folded(each) for each in self.scenario.named} | {
            folded(spawn.called) for event in self.scenario.events for spawn in event.monsters if spawn.called
        }
        if folded(name) in told:
            return name in self.present
        led = {key for key, _ in self.escorts(self.scenario.rooms)} | set(self.file.monsters)
        if name.rstrip(" 0123456789") in self.scenario.escorts:
            return name in led or f"{name} 1" in led
        return name in objects or folded(name.rstrip(" 0123456789")) not in printed

    def is_any_there(self, name: str) -> bool:
        """Whether one of several objects of a name is still there, or somebody of this name."""
        objects = {*self.objects(self.scenario.rooms), *self.file.objects}
        return self.is_there(name) or any(each.rstrip(" 0123456789") == name for each in objects)

    def still(self, holding: Sequence[str], ended_by: Sequence[str]) -> tuple[Said, Said] | None:
        """What must and must not be met, without what was decided before; None for what is over."""
        gone = [text for text in ended_by if self.is_killed(text)]
        if gone:
            return None
        return tuple(text for text in holding if not self.is_killed(text)), tuple(ended_by)

    def is_killed(self, text: str) -> bool:
        """Whether a condition says that somebody is killed, and it is so."""
        name = text.removesuffix(" killed")
        return name != text and not name.startswith(("all ", *"0123456789")) and not self.is_there(name)

    def is_nothing(self, effect: str) -> bool:
        """Whether the number of an effect comes to 0: `heal <C-1>` of a single character."""
        return "<0>" in _WORKED_OUT.sub(lambda match: f"<{self._worked_out(match)}>", effect)

    def _worked_out(self, match: re.Match[str]) -> str:
        said = match[1].split("|")
        if len(said) > 1:
            return said[self.counted - FEWEST]
        return str(value_of(match[1], {"C": self.characters, "L": self.file.level}))

    def filled(self, text: str) -> str:
        """A text of a special rule with what stands in `<>` worked out. (GH-14.6)"""
        return _WORKED_OUT.sub(self._worked_out, text)

    def rules(self) -> Iterator[RuleFile]:
        """The special rules that give figures effects, as far as they still may."""
        for rule in self.scenario.rules:
            still = self.still(rule.while_, rule.until)
            around = rule.near.partition(" of ")[2]
            is_gone = around and not around.startswith("(") and not self.is_any_there(around)
            if still is None or is_gone or (rule.players and self.counted not in rule.players):
                continue
            do = tuple(self.filled(effect) for effect in rule.do if not self.is_nothing(effect))
            if not do:
                continue
            on = (
                part if part.startswith("(") else self.scenario.tiles[part] for part in PART.findall(rule.on)
            )
            yield RuleFile(
                for_=rule.for_,
                do=do,
                near=rule.near,
                on=" ".join(on) or (),
                while_=still[0],
                until=still[1],
            )

    def specials(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """What the specials of bosses are."""
        return {
            name: tuple(tuple(filter(None, map(self.filled, texts))) for texts in told)
            for name, told in self.scenario.specials.items()
        }

    def focus_first(self) -> dict[str, str]:
        """What monsters focus on first, as long as it is there."""
        return {name: whose for name, whose in self.scenario.focus_first.items() if self.is_any_there(name)}

    def spared(self) -> dict[str, int]:
        """For whom cards may be lost in place of damage, as long as it is there."""
        return {name: number for name, number in self.scenario.spared.items() if self.is_any_there(name)}

    @property
    def counted(self) -> int:
        """How many characters are counted where monsters are printed. (GH-14.5)"""
        return min(max(self.characters, FEWEST), MOST)

    def gone_treasures(self) -> list[Hex]:
        """The treasures of which the file says that they are gone: they have been looted."""
        return [hex_ for at in self.scenario.treasures for hex_ in hexes_in(at) if hex_ in self.gone]

    def events(self) -> Iterator[EventFile]:
        """What the special rules still let happen: no door opens twice."""
        shut = {hex_ for hex_, state in self.states.items() if state != "open"}
        place = min(max(self.characters, FEWEST), MOST) - FEWEST
        for event in self.scenario.events_for(self.characters):
            opens, unlocks = (
                [h for h in hexes_in(text) if h in shut] for text in (event.opens, event.unlocks)
            )
            door = _OPENS.match(event.when)
            still = self.still(event.while_, event.until)
            is_over = still is None or any(map(self.is_killed, event.when.split("; ")))
            if (
                is_over
                or self.has_ended(event.when)
                or (door is not None and shut.isdisjoint(hexes_in(door[0])))
                or ((event.opens or event.unlocks) and not (opens or unlocks))
                or (event.by and not self.is_there(event.by))
            ):
                continue
            assert still is not None
            come = [self.spawned(each, place) for each in event.monsters if each.ranks[place] != "-"]
            self.present.update(each.called for each in come)
            yield EventFile(
                when=event.when,
                while_=still[0],
                until=still[1],
                by=event.by,
                where_fell=event.where_fell,
                removes=event.removes,
                exits=event.exits,
                monsters=tuple(come),
                opens=tuple(map(self.places.told, opens)),
                unlocks=tuple(map(self.places.told, unlocks)),
                elements=event.elements,
            )

    def has_ended(self, when: str) -> bool:
        """Whether what happens at the end of one round has happened: a room is seen, treasures are looted."""
        text = when.partition(" in which ")[2]
        hexes = set(hexes_in(text))
        if text.endswith("looted"):
            looted = {hex_ for hex_, _ in self.places.hexes(("looted",), self.file.looted)}
            return hexes <= looted | self.gone
        return bool(text) and hexes <= {hex_ for hex_, state in self.states.items() if state == "open"}

    def spawned(self, spawn: PrintedSpawn, place: int) -> ListedMonsterFile:
        """A monster that an event brings."""
        rank = _RANKS.get(spawn.ranks[place])
        file = ListedMonsterFile(
            monster=spawn.monster,
            at=spawn.at,
            rank=_NAMED[rank] if spawn.called else rank,
            side=self.side(spawn.monster),
            called=spawn.called,
        )
        change = spawn if spawn.up or spawn.stats else self.scenario.changed.get(spawn.monster)
        return file if change is None else self.as_said(file, change)

    def types_of(self, file: ScenarioTable) -> Iterator[str]:
        """The types of the ruleset that a whole file has, on the map or still to come."""
        names = [*file.monsters]
        for room in file.rooms.values():
            listed = room.monsters
            names += listed if isinstance(listed, Mapping) else (each.monster for each in listed)
        names += (each.monster for event in file.events for each in event.monsters)
        found = (monster_name(self.ruleset, name) for name in names)
        yield from dict.fromkeys(each.type for each in found if each.card is not None)
