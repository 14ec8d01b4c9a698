"""From a decoded position file to the table that it describes, with every problem located.

A scenario has rooms behind doors, events, victory and defeat; a file must tell enough for a round to be
played. (GH-2.2 to GH-2.4)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal

import msgspec

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span, TreePath
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.book import Condition, Deal, Event, Room, Script
from tsolve.games.gloomhaven.cards import Card, CharacterCard, Item, Variants
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.printed import PrintedItem
from tsolve.games.gloomhaven.state import Charged, Drawn, Figure, Money, State
from tsolve.games.gloomhaven.writing.abilities_and_decks import (
    AbilityCardsReader,
    AbilityDecksReader,
    types_of,
)
from tsolve.games.gloomhaven.writing.character_cards import (
    HeldCardsReader,
    gathered,
    with_active_cards,
)
from tsolve.games.gloomhaven.writing.character_items import ItemsReader, with_worn_items
from tsolve.games.gloomhaven.writing.figures import FiguresReader, Standing, check_places
from tsolve.games.gloomhaven.writing.map_reading import MapReader, Scene
from tsolve.games.gloomhaven.writing.modifier_decks import DecksReader, with_cards_added
from tsolve.games.gloomhaven.writing.names import Coordinates, Words, figure_named
from tsolve.games.gloomhaven.writing.perks import PerksReader
from tsolve.games.gloomhaven.writing.position_file import MoneyFile, ScenarioTable
from tsolve.games.gloomhaven.writing.whose_turn import of_several, turns_of
from tsolve.regex import Regex
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import joined, listed, shortened

SIDES_OF_A_DOOR = 2

_WHEN = Regex(
    r"(?P<plate>(?:on\s+)?(?:the\s+)?(?:pressure\s+)?plate\s+(?:in\s+)?(?P<at>.+))"
    r"|(?:at\s+)?(?:the\s+)?end\s+of\s+(?:(?P<every>(?:every|each)\s+round)|round\s+(?P<round>[1-9][0-9]{0,2}))",
    re.IGNORECASE,
)
_HOW_WHEN = "write `plate (3,4)`, `end of round 3` or `end of every round`"
_CONDITION = Regex(
    r"(?P<all>all\s+(?:the\s+)?(?:monsters|enemies)(?:\s+are)?\s+(?:killed|dead))"
    r"|(?:loot\s+(?P<money>[1-9][0-9]{0,3})(?:\s+money(?:\s+tokens)?)?)"
    r"|(?:(?P<rounds>[1-9][0-9]{0,2})\s+rounds?)"
    r"|(?:(?P<name>.+?)(?:\s+is)?\s+(?:killed|destroyed|dead|exhausted))",
    re.IGNORECASE,
)
_HOW_CONDITION = "write `all monsters killed`, `NAME killed`, `6 rounds` or `loot 5`"


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

    def script(self, on_map: Sequence[Figure]) -> Script:
        """The rooms, the events, and the conditions of victory and defeat. `on_map`: the figures outside the
        rooms.
        """
        file = self.decoded.value
        rooms = tuple(self.rooms())
        events = tuple(self.events())
        inside = [figure for room in rooms for figure in room.figures]
        spawned = [figure for event in events for figure in event.figures]
        names = [figure.identity for figure in (*on_map, *inside, *spawned)]
        victory = file.victory or (("all monsters killed",) if file.until == "scenario" else ())
        return Script(
            party=tuple(file.characters),
            rooms=rooms,
            events=events,
            victory=tuple(self.conditions("victory", victory, names)),
            defeat=tuple(self.conditions("defeat", file.defeat, names)),
        )

    def rooms(self) -> Iterator[Room]:
        """The rooms, each by its doors; a door may stand between two of them."""
        first: dict[Hex, list[Span]] = {}
        for key in self.decoded.value.rooms:
            span = self.decoded.key_span("rooms", key)
            doors = [hex_ for hex_, _ in self.places.read(key, span)]
            self.check_doors([(door, span) for door in doors])
            for door in doors:
                if len(first.setdefault(door, [])) == SIDES_OF_A_DOOR:
                    message = f"the door in {self.places.told(door)} reveals three rooms"
                    self.found.report("E210", message, span, "", [("first here", first[door][0])])
                first[door].append(span)
            yield Room(tuple(doors), self.reader.room(key))

    def check_doors(self, doors: Sequence[tuple[Hex, Span]]) -> None:
        """Check that the doors of rooms are not open yet."""
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

    def events(self) -> Iterator[Event]:
        for index, file in enumerate(self.decoded.value.events):
            path: TreePath = ("events", index)
            doors = list(self.places.hexes((*path, "opens"), file.opens))
            self.check_doors(doors)
            plate, round_ = self.when((*path, "when"), file.when)
            yield Event(
                told=file.when,
                plate=plate,
                round=round_,
                figures=tuple(self.reader.read_monsters((*path, "monsters"), file.monsters)),
                opens=tuple(door for door, _ in doors),
            )

    def when(self, path: TreePath, text: str) -> tuple[Hex | None, int]:
        """The pressure plate, or the round at whose end it happens."""
        match = _WHEN.fullmatch(" ".join(text.split()))
        span = self.decoded.span(*path)
        if match is None:
            message = f'"{shortened(text)}" does not say when'
            self.found.report("E209", message, span, _HOW_WHEN)
            return None, 0
        if not match["plate"]:
            return None, int(match["round"] or 0)
        hexes = [hex_ for hex_, _ in self.places.read(match["at"], span, one=True)]
        for hex_ in hexes:
            if hex_ not in self.scene.terrain.plates:
                message = f"there is no pressure plate in {self.places.told(hex_)}"
                help_ = "draw it: `*`, or list it in `plates`"
                self.found.report("E314", message, span, help_)
        return (hexes[0] if hexes else None), 0

    # victory and defeat

    def conditions(self, key: str, texts: Sequence[str], names: Sequence[str]) -> Iterator[Condition]:
        for index, text in enumerate(texts):
            span = self.decoded.span(key, index) if getattr(self.decoded.value, key) else self.decoded.span()
            match = _CONDITION.fullmatch(" ".join(text.split()))
            if match is None:
                message = f'"{shortened(text)}" is no condition of a victory or a defeat'
                self.found.report("E209", message, span, _HOW_CONDITION)
            elif match["all"]:
                yield Condition("monsters")
            elif match["money"]:
                yield Condition("money", number=int(match["money"]))
            elif match["rounds"]:
                yield Condition("rounds", number=int(match["rounds"]))
            else:
                name = figure_named(self.reader.ruleset, match["name"], names)
                if name is None:
                    message = f'"{shortened(match["name"])}" is no figure of this position'
                    self.found.report(
                        "E314", message, span, f"there is {listed(names[:12])}" if names else ""
                    )
                else:
                    yield Condition("killed", name)


def check_round(
    decoded: Decoded[ScenarioTable],
    state: State,
    script: Script,
    of_types: Mapping[str, int | None],
    cards: Mapping[tuple[str, str], CharacterCard],
    fresh: Mapping[str, tuple[str, ...]],
    found: Diagnostics,
) -> None:
    """Check that a figure with a turn to come has an initiative, or a card or a deck that gives one, and that
    a character has the cards that it plays or chooses from.

    `of_types`: the initiatives of the types that have an ability card; `fresh`: the decks of the ruleset.
    """
    span = decoded.span("until")
    begun = decoded.value.turn is not None
    decks = {deck.group for deck in state.abilities} | {type_ for type_, ids in fresh.items() if ids}
    known: set[str] = set()
    for figure in _to_act(state, script):
        who = figure.name if figure.kind == "character" else figure.group
        if who in known:
            continue
        known.add(who)
        if figure.kind != "character":
            comes = who in decks and not (begun and state.on_map(figure.name))
            if of_types.get(who) is None and not comes:
                message = f"the round is played, and the initiative of {who} is not given"
                card = f"ability_cards: {{{who}: {{initiative: 20, do: [move +0, attack +0]}}}}"
                help_ = f"write it: `{card}`, or `ability_decks: {{{who}: standard}}` to draw it"
                found.report("E210", message, span, help_)
            continue
        held = state.cards_of(who)
        if held is None or not any((held.plays, held.hand, held.discarded, held.lost, held.active)):
            message = f"the round is played, and the cards of {who} are not given"
            chooses = decoded.value.characters[who].plays == "choose"
            missing = "its `hand`, or its class and its `level`" if chooses else "`plays` and `cards`"
            help_ = f"write {missing}, or `acted: true` if its turn is over"
            found.report("E210", message, span, help_)
        elif held.plays or figure.rests or begun:
            if not figure.rests and figure.initiative is None:
                message = f"the round is played, and the initiative of {who} is not given"
                found.report("E210", message, span, "write it: `initiative: 20`")
        else:
            _check_choice(who, held.hand, cards, decoded, found)


def _check_choice(
    who: str,
    hand: tuple[str, ...],
    cards: Mapping[tuple[str, str], CharacterCard],
    decoded: Decoded[ScenarioTable],
    found: Diagnostics,
) -> None:
    """Check that a character that chooses its cards has the initiative of each."""
    facts = {name: cards.get((who, name)) for name in hand}
    without = [name for name, card in facts.items() if card is None or card.initiative is None]
    if without:
        message = f"{who} chooses its cards, and the initiative of {joined(without)} is not given (GH-2.2)"
        help_ = f"write it in `cards`: `{without[0]}: {{initiative: 20, top: [attack 2], bottom: [move 2]}}`"
        found.report("E210", message, decoded.span("characters", who), help_)


def _to_act(state: State, script: Script) -> Iterator[Figure]:
    """The figures that have or may have a turn in the round."""
    coming = chain(
        (figure for room in script.rooms for figure in room.figures),
        (figure for event in script.events if event.plate is not None for figure in event.figures),
    )
    for figure in chain(state.figures, coming):
        if not (figure.acted or figure.new or figure.kind in ("object", "summon")):
            yield figure


class Table(msgspec.Struct, frozen=True):
    """What a position file puts on the table."""

    terrain: Terrain
    state: State
    """The state between two turns: the turn of the question has not begun."""
    level: int
    """The scenario level, 0 to 7."""
    variants: Variants
    """Which variants are played."""
    characters: int
    """How many play the scenario: C of the formulas. (GH-12.36)"""
    turn: str
    """The figure whose turn the question is about; empty if the file names none."""
    then: tuple[str, ...]
    """The monsters of its type that act after it, if the question is about the turns of all of them."""
    until: Literal["turn", "round", "scenario"]
    """How far it is played."""
    deals: dict[str, Deal]
    """The contents of the ability cards in force, by the ids in `state.drawn`."""
    marks: dict[str, Hex]
    """The hexes of the marks of the drawing, which steps and statements may name, too."""
    cards: dict[tuple[str, str], CharacterCard]
    """The contents of characters' cards, by owner and name."""
    script: Script
    """The special rules of the scenario."""
    has_formulas: bool
    """Whether some number is a formula with C, whose value depends on whether players or characters are
    counted.
    """
    ability_decks: dict[str, tuple[str, ...]]
    """The whole ability decks of the types, if more than a round is played."""
    items: dict[tuple[str, str], Item]
    """What characters' items do, by owner and name."""
    idle: dict[tuple[str, str], PrintedItem]
    """The items that do what cannot be played, by owner and name."""
    notes: tuple[str, ...]
    """Assumptions where the file says nothing, as sentences without full stops."""


def read_table(
    decoded: Decoded[ScenarioTable], ruleset: Ruleset[Card], found: Diagnostics, counts_players: bool = False
) -> Table:
    """The table of a file; C of its formulas counts the characters, or the players. (GH-17.29)

    Mistakes are reported to `found`; then the table has only what was understood, and the caller raises.
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
        scene = check_places(standing, scene, map_.places, found)
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
    held, items = HeldCardsReader(decoded, ruleset, found), ItemsReader(decoded, ruleset, found)
    perks = PerksReader(decoded, ruleset, found)
    by_perks = with_cards_added(decoded, ruleset, dict(perks.decks()), found)
    in_the_way = frozenset(each.at for each in figures if each.kind == "object")
    state = State(
        figures=figures,
        traps=scene.traps,
        doors=scene.doors,
        obstacles=scene.obstacles - in_the_way,
        money=tuple(sorted(_money(decoded, map_.places, scene.terrain, found))),
        elements=tuple(sorted(_elements(decoded, words, found))),
        decks=DecksReader(decoded, ruleset, found).decks(file.modifiers, file.characters, by_perks),
        drawn=tuple(sorted(Drawn(type_, id_) for type_, id_, _ in deals)),
        abilities=abilities,
        held=tuple(sorted(held.held())),
        gathered=tuple(sorted(gathered(file.characters))),
        round=file.round,
    )
    notes: list[str] = []
    worn = dict(items.items())
    state = with_worn_items(with_active_cards(state, held.cards, notes), worn)
    map_.check_marks()
    if file.until != "turn":
        known = {type_: deal.initiative for type_, _, deal in deals}
        check_round(decoded, state, script, known, held.cards, fresh, found)
    turn, *then = turns_of(decoded, ruleset, state, map_.places.marks, found)
    return Table(
        terrain=scene.terrain,
        state=state,
        level=file.level,
        variants=file.variants,
        characters=reader.characters,
        turn=turn,
        then=tuple(then),
        until=file.until,
        deals={**{id_: deal for _, id_, deal in deals}, **decks.deals},
        marks=dict(map_.places.marks),
        cards=held.cards,
        items=worn,
        idle=items.idle,
        script=script,
        has_formulas=file.solo and reader.counts_characters,
        ability_decks=fresh,
        notes=(
            *reader.notes,
            *notes,
            *held.notes,
            *items.notes,
            *perks.notes,
            *_notes(state, script, turn, cards.notes),
            *of_several(turn, then),
            *_of_numbers(state, script, file.until),
        ),
    )


def _notes(state: State, script: Script, turn: str, of_monsters: Sequence[str]) -> Sequence[str]:
    """Assumptions about a turn: in a character's turn doors to unknown rooms stay closed (GH-1.5), and the
    monsters do nothing.
    """
    if state.cards_of(turn) is None:
        return of_monsters
    if all(script.room(door.at) is not None for door in state.doors if door.state == "closed"):
        return ()
    return ("a closed door without its `rooms` is no way for the best play: nobody knows what it reveals",)


def _of_numbers(state: State, script: Script, until: str) -> Iterator[str]:
    """A note that standees are drawn at random, if monsters come without a number among others of their
    type.
    """
    alike = Counter((each.group, each.rank) for each in (*state.figures, *script.figures))
    drawn = (each for each in script.figures if each.origin and alike[each.group, each.rank] > 1)
    groups = tuple(dict.fromkeys(each.group for each in drawn))
    if groups and until != "turn":
        yield (
            f"the numbers of {joined(groups)} to come are not told and depend on the draw: they are taken as "
            "the lowest that are free, and their like act in that order (GH-12.4)"
        )


def _elements(decoded: Decoded[ScenarioTable], words: Words, found: Diagnostics) -> Iterator[Charged]:
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
    decoded: Decoded[ScenarioTable], places: Coordinates, terrain: Terrain, found: Diagnostics
) -> Iterator[Money]:
    """The money tokens, those of one hex together."""
    written = decoded.value.money
    tokens: Counter[Hex] = Counter()
    hexes: list[tuple[Hex, Span, int]] = []
    if isinstance(written, str):
        hexes += [(hex_, span, 1) for hex_, span in places.entry(("money",), written)]
        written = ()
    for index, each in enumerate(written):
        path: TreePath = ("money", index)
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
