"""From a decoded position file to the table that it describes, with every problem located."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from tsolve.diagnostics import Diagnostics, Span
from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.book import Deal
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.character_cards import CharacterCard
from tsolve.games.gloomhaven.items import Item
from tsolve.games.gloomhaven.script import Script
from tsolve.games.gloomhaven.state import Charged, Drawn, Figure, Money, State
from tsolve.games.gloomhaven.terrain import Terrain
from tsolve.games.gloomhaven.variants import Variants
from tsolve.games.gloomhaven.writing.ability_decks import AbilityDecksReader
from tsolve.games.gloomhaven.writing.active_cards import with_active_cards
from tsolve.games.gloomhaven.writing.coordinates import Coordinates
from tsolve.games.gloomhaven.writing.decks import DecksReader
from tsolve.games.gloomhaven.writing.figure_checks import Standing, check_places
from tsolve.games.gloomhaven.writing.figures import FiguresReader
from tsolve.games.gloomhaven.writing.held_cards import HeldCardsReader, gathered, tells_cards
from tsolve.games.gloomhaven.writing.map_reading import MapReader
from tsolve.games.gloomhaven.writing.names import find_figure
from tsolve.games.gloomhaven.writing.position_file import MoneyFile, PositionFile
from tsolve.games.gloomhaven.writing.round_checks import check_round
from tsolve.games.gloomhaven.writing.script_reading import ScriptReader
from tsolve.games.gloomhaven.writing.words import Words
from tsolve.games.gloomhaven.writing.written_abilities import AbilityCardsReader, types_of
from tsolve.games.gloomhaven.writing.written_items import ItemsReader
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.source.words import joined


class Table(msgspec.Struct, frozen=True):
    """What a position file puts on the table."""

    terrain: Terrain
    state: State
    """Between two turns: nobody has begun the turn that is asked about."""
    level: int
    """The scenario level, 0 to 7."""
    variants: Variants
    """Which variants are played."""
    characters: int
    """How many play the scenario: C of the formulas. (GH-12.36)"""
    turn: str
    """The figure whose turn is asked about; empty where the file names none."""
    until: Literal["turn", "round", "scenario"]
    """How far it is played."""
    deals: dict[str, Deal]
    """What the ability cards in force say, by the ids that `state.drawn` has."""
    marks: dict[str, Hex]
    """The hexes of the marks of the drawing, which steps and statements may name, too."""
    cards: dict[tuple[str, str], CharacterCard]
    """What characters' cards say, by owner and name."""
    script: Script
    """The special rules of the scenario."""
    has_formulas: bool
    """Whether a number is written as a formula with C that one player for all characters may change."""
    ability_decks: dict[str, tuple[str, ...]]
    """The whole ability decks of the types, where more than a round is played."""
    items: dict[tuple[str, str], Item]
    """What characters' items do, by owner and name."""
    notes: tuple[str, ...]
    """What was assumed where the file says nothing, in sentences without a full stop."""


def read_table(
    decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics, counts_players: bool = False
) -> Table:
    """The table of a file; C of its formulas counts the characters, or the players. (GH-17.29)

    What is wrong with it is reported to `found`; then the table is only what could be understood, and the
    caller raises.
    """
    file = decoded.value
    words = Words(ruleset, decoded, found)
    map_ = MapReader(decoded, words, found)
    scene = map_.scene()
    reader = FiguresReader(decoded, ruleset, map_.places, words, found, counts_players)
    figures = reader.figures()
    script = ScriptReader(decoded, map_.places, reader, scene, found).script(figures)
    inside = [each for room in script.rooms for each in room.figures]
    places = {identity: iter(paths) for identity, paths in reader.paths.items()}
    standing = [
        Standing(each, decoded.span(*next(places[each.identity]), "at")) for each in (*figures, *inside)
    ]
    if map_.is_whole:
        check_places(standing, scene, map_.places, found)
    if file.players is not None and len(file.characters) > file.players:
        message = f"{len(file.characters)} characters, but `players` says {file.players}"
        found.report("E210", message, decoded.span("players"), "it counts the characters of the scenario")
    types = types_of(reader.names)
    on_map = {each.group for each in figures}
    drawn = [type_ for type_ in types if type_ not in on_map] if file.until == "turn" else list(types)
    cards = AbilityCardsReader(decoded, ruleset, types, found, drawn)
    deals = list(cards.deals())
    decks = AbilityDecksReader(cards, {type_: id_ for type_, id_, _ in deals})
    abilities = tuple(decks.decks())
    fresh = {type_: decks.fresh(type_) for type_ in types} if file.until == "scenario" else {}
    held = HeldCardsReader(decoded, ruleset, found)
    in_the_way = frozenset(each.at for each in figures if each.kind == "object")
    state = State(
        figures=figures,
        traps=scene.traps,
        doors=scene.doors,
        obstacles=scene.obstacles - in_the_way,
        money=tuple(sorted(_money(decoded, map_.places, scene.terrain, found))),
        elements=tuple(sorted(_elements(decoded, words, found))),
        decks=DecksReader(decoded, ruleset, found).decks(file.modifiers, file.characters),
        drawn=tuple(sorted(Drawn(type_, id_) for type_, id_, _ in deals)),
        abilities=abilities,
        held=tuple(sorted(held.held())),
        gathered=tuple(sorted(gathered(file.characters))),
        round=file.round,
    )
    notes: list[str] = []
    state = with_active_cards(state, held.cards, notes)
    map_.check_marks()
    if file.until != "turn":
        known = {type_: deal.initiative for type_, _, deal in deals}
        check_round(decoded, state, script, known, held.cards, fresh, found)
    turn = _turn(decoded, ruleset, figures, found)
    return Table(
        terrain=scene.terrain,
        state=state,
        level=file.level,
        variants=file.variants,
        characters=reader.characters,
        turn=turn,
        until=file.until,
        deals={**{id_: deal for _, id_, deal in deals}, **decks.deals},
        marks=dict(map_.places.marks),
        cards=held.cards,
        items=dict(ItemsReader(decoded, ruleset, found).items()),
        script=script,
        has_formulas=file.solo and reader.counts_characters,
        ability_decks=fresh,
        notes=(
            *reader.notes,
            *notes,
            *_notes(state, script, turn, cards.notes),
            *_of_numbers(state, script, file.until),
        ),
    )


def _turn(
    decoded: Decoded[PositionFile], ruleset: Ruleset[Card], figures: tuple[Figure, ...], found: Diagnostics
) -> str:
    """The figure whose turn is asked about; one that takes no turn is reported."""
    written, span = decoded.value.turn, decoded.span("turn")
    if written is None:
        return ""
    file = decoded.value
    names = {each.name: each for each in figures}
    name = find_figure(ruleset, written, names, "figure", found, span) or ""
    if name and names[name].kind == "object":
        found.report("E210", f"{name} is an object and has no turn", span)
    elif name and names[name].new and names[name].kind != "summon":  # of summons: key.summons_act
        message = f"{name} came into play this round and has no turn in it (GH-12.34)"
        found.report("E210", message, span)
    elif name and names[name].acted:
        found.report("E210", f"{name} has had its turn of this round: `acted: true`", span)
    elif name in file.characters and not (file.characters[name].plays or file.characters[name].rests):
        help_ = "say which two cards it plays, `plays: [Trample, Balanced Measure]`, or `rests: true`"
        found.report("E210", f"the cards of {name} are not given, so it has no turn to judge", span, help_)
    elif name in file.characters and not tells_cards(file.characters[name]):
        found.report("E210", f"the discarded cards of {name} are not given: a rest needs two", span)
    return name


def _notes(state: State, script: Script, turn: str, of_monsters: Sequence[str]) -> Sequence[str]:
    """What was assumed that bears on a turn: in one of a character doors whose rooms are not told stay closed
    (GH-1.5), and the monsters do nothing.
    """
    if state.cards_of(turn) is None:
        return of_monsters
    if all(script.room(door.at) is not None for door in state.doors if door.state == "closed"):
        return ()
    return ("a closed door without its `rooms` is no way for the best play: nobody knows what it reveals",)


def _of_numbers(state: State, script: Script, until: str) -> Iterator[str]:
    """That standees are drawn at random, where monsters to come without a number act among their like."""
    alike = Counter((each.group, each.rank) for each in (*state.figures, *script.figures))
    drawn = (each for each in script.figures if each.origin and alike[each.group, each.rank] > 1)
    groups = tuple(dict.fromkeys(each.group for each in drawn))
    if groups and until != "turn":
        yield (
            f"the numbers of {joined(groups)} to come are not told and hang on the draw: they are taken as "
            "the lowest that are free, and their like act in that order (GH-12.4)"
        )


def _elements(decoded: Decoded[PositionFile], words: Words, found: Diagnostics) -> Iterator[Charged]:
    """The elements that are not inert; one that is written in two languages is reported."""
    first: dict[str, Span] = {}
    for key, strength in decoded.value.elements.items():
        span = decoded.key_span("elements", key)
        element = words.element(key, span)
        if element is None:
            continue
        if element in first:
            found.report("E210", f"{element} is given twice", span, "", [("first here", first[element])])
        elif strength != "inert":
            yield Charged(element, strength)
        first.setdefault(element, span)


def _money(
    decoded: Decoded[PositionFile], places: Coordinates, terrain: Terrain, found: Diagnostics
) -> Iterator[Money]:
    """The money tokens, those of one hex together."""
    written = decoded.value.money
    tokens: Counter[Hex] = Counter()
    hexes: list[tuple[Hex, Span, int]] = []
    if isinstance(written, str):
        hexes += [(hex_, span, 1) for hex_, span in places.entry(("money",), written)]
        written = ()
    for index, each in enumerate(written):
        path: Path = ("money", index)
        if isinstance(each, MoneyFile):
            hex_or_none = places.hex((*path, "at"), each.at)
            if hex_or_none is not None:
                hexes.append((hex_or_none, decoded.span(*path, "at"), each.tokens))
            continue
        hexes += [(hex_, span, 1) for hex_, span in places.entry(path, each)]
    for hex_, span, count in hexes:
        if terrain.hexes and hex_ not in terrain.hexes:
            found.report("E314", f"money in {places.told(hex_)}, where the map has no hex", span)
        tokens[hex_] += count
    return (Money(hex_, count) for hex_, count in tokens.items())
