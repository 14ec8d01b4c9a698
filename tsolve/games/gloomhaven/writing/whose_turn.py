"""Whose turn a position file asks about: that of one figure, or those of all monsters of a type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.initiative import RANKS
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.character_cards import tells_cards
from tsolve.games.gloomhaven.writing.names import (
    figure_named,
    find_figure,
    monster_name,
    type_of_several,
)
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import listed

T = TypeVar("T", bound=ScenarioTable)


def with_turn_meant(decoded: Decoded[T]) -> Decoded[T]:
    """The file with the question that it can only mean where it says nothing of a turn: the turn of the only
    character with cards to play, or of the only monster; the round where several characters play, or one
    still chooses, and the cards of all are told.
    """
    file = decoded.value
    is_said = not {("turn",), ("until",)}.isdisjoint(decoded.spans)
    if is_said or file.turn is not None or file.until != "turn":
        return decoded
    playing = [
        name for name, each in file.characters.items() if each.plays or (each.rests and tells_cards(each))
    ]
    able = playing or [name for name, each in file.monsters.items() if not (each.acted or each.new)]
    if not playing and len(able) != 1:
        return decoded
    name = able[0]
    is_round = len(able) > 1 or (bool(playing) and file.characters[name].plays == "choose")
    if is_round and not all(one in playing or each.acted for one, each in file.characters.items()):
        return decoded
    read_as = "`until: round`" if is_round else f"`turn: {name}`"
    place = decoded.key_span("characters" if playing else "monsters", name)
    meant = replace(file, until="round") if is_round else replace(file, turn=name)
    return replace(decoded, value=meant, read_as={**decoded.read_as, place: read_as})


def standing_at(hex_: Hex, state: State) -> str:
    """The only figure that stands in a hex; empty for none, and for several."""
    there = [each.name for each in state.figures if each.at == hex_]
    return there[0] if len(there) == 1 else ""


def turns_of(
    decoded: Decoded[ScenarioTable],
    ruleset: Ruleset[Card],
    state: State,
    marks: Mapping[str, Hex],
    found: Diagnostics,
) -> tuple[str, ...]:
    """The figure whose turn the question is about, empty for none; or all monsters of a type, in the order of
    their turns. (GH-12.3, GH-12.4)
    """
    file, written = decoded.value, decoded.value.turn
    if written is None or figure_named(ruleset, written, [each.name for each in state.figures]):
        return (_turn(decoded, ruleset, state, marks, found),)
    monsters = [each for each in state.figures if each.kind == "monster"]
    type_ = type_of_several(ruleset, written, [each.group for each in monsters])
    same = [each for each in monsters if each.group == type_ and not (each.acted or each.new)]
    if len(same) < 2 or written in marks:
        return (_turn(decoded, ruleset, state, marks, found),)
    in_order = sorted(same, key=lambda each: (RANKS.index(each.rank), each.number))
    first, *then = [each.name for each in in_order]
    if file.until != "turn":
        return (first,)
    if file.line:
        help_ = f"name one, `turn: {first}`, or write `until: round`"
        found.report("E210", "steps are those of one figure's turn", decoded.span("turn"), help_)
    return (first, *then)


def of_several(turn: str, then: Sequence[str]) -> Iterator[str]:
    """A note that the file asks about the turns of several monsters."""
    if then:
        in_order = ", then ".join((turn, *then))
        yield (
            f"the turns of {in_order}: a claim is about each of them, unless it names one; the options are "
            f"those of {turn} (GH-12.3, GH-12.4)"
        )


def _behind_doors(decoded: Decoded[ScenarioTable], ruleset: Ruleset[Card], written: str) -> str:
    """Where a monster waits that is not on the map, and what reveals it; empty where it is in no room."""
    type_ = monster_name(ruleset, written).type
    doors = [
        door
        for door, room in decoded.value.rooms.items()
        for each in (
            room.monsters if isinstance(room.monsters, Mapping) else (m.monster for m in room.monsters)
        )
        if monster_name(ruleset, each).type == type_
    ]
    if not doors:
        return ""
    opened = (
        f'`opened: ["{doors[0].split()[0]}"]` reveals it' if ("scenario",) in decoded.spans else "open it"
    )
    return f"{type_} waits behind a closed door, {listed(dict.fromkeys(doors))}: {opened}"


def _turn(
    decoded: Decoded[ScenarioTable],
    ruleset: Ruleset[Card],
    state: State,
    marks: Mapping[str, Hex],
    found: Diagnostics,
) -> str:
    """The figure whose turn the question is about; one that takes no turn is reported."""
    file, written, span = decoded.value, decoded.value.turn, decoded.span("turn")
    choosing = [name for name, each in file.characters.items() if each.plays == "choose"]
    if choosing and (file.until == "turn" or written is not None):
        place = decoded.span("characters", choosing[0], "plays")
        message = f"{choosing[0]} chooses its cards when a round begins (GH-2.2), and none begins here"
        found.report("E210", message, place, "write `until: round`, and leave out `turn`")
        return ""
    if written is None:
        return ""
    names = {each.name: each for each in state.figures}
    name = standing_at(marks[written], state) if written in marks and written not in names else ""
    if not name:
        where = _behind_doors(decoded, ruleset, written)
        name = find_figure(ruleset, written, names, "figure", found, span, where) or ""
    if name and names[name].kind == "object":
        found.report("E210", f"{name} is an object and has no turn", span)
    elif name and names[name].new and names[name].kind != "summon":  # of summons: key.summons_act
        message = f"{name} came into play this round and has no turn in it (GH-12.34)"
        found.report("E210", message, span)
    elif name and names[name].acted:
        found.report("E210", f"{name} has had its turn of this round: `acted: true`", span)
    elif name in file.characters and not (file.characters[name].chosen or file.characters[name].rests):
        help_ = "say which two cards it plays, `plays: [Trample, Balanced Measure]`, or `rests: true`"
        found.report("E210", f"the cards of {name} are not given, so it has no turn to judge", span, help_)
    elif name in file.characters and not tells_cards(file.characters[name]):
        found.report("E210", f"the discarded cards of {name} are not given: a rest needs two", span)
    return name
