"""From a decoded position file to the table that it describes, with every problem located.

A file must tell enough for a round to be played. (GH-2.2 to GH-2.4)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal

import msgspec

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span, TreePath
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.book import Deal
from tsolve.games.gloomhaven.cards import Card, CharacterCard, Item, Variants
from tsolve.games.gloomhaven.contents import things_in
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.map_abilities import Summon
from tsolve.games.gloomhaven.printed import PrintedItem
from tsolve.games.gloomhaven.script import Script
from tsolve.games.gloomhaven.simple_abilities import Leap
from tsolve.games.gloomhaven.state import Charged, Drawn, Money, State
from tsolve.games.gloomhaven.writing.abilities_and_decks import (
    AbilityCardsReader,
    AbilityDecksReader,
    types_of,
)
from tsolve.games.gloomhaven.writing.character_cards import (
    HeldCardsReader,
    check_dooms,
    gathered,
    with_active_cards,
)
from tsolve.games.gloomhaven.writing.character_items import ItemsReader, with_worn_items
from tsolve.games.gloomhaven.writing.figures import FiguresReader, Standing, check_places
from tsolve.games.gloomhaven.writing.map_reading import MapReader
from tsolve.games.gloomhaven.writing.modifier_decks import DecksReader, with_cards_added
from tsolve.games.gloomhaven.writing.names import Coordinates, Words, monster_name
from tsolve.games.gloomhaven.writing.perks import PerksReader
from tsolve.games.gloomhaven.writing.position_file import MoneyFile, ScenarioTable
from tsolve.games.gloomhaven.writing.script import ScriptReader
from tsolve.games.gloomhaven.writing.whose_turn import of_several, turns_of
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import joined


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
    if decoded.value.until == "scenario" and not decoded.value.characters:
        message = "the scenario is played, and no characters are given"  # its rounds would never end
        found.report("E210", message, span, "write them: `characters: {Brute: {at: [3, 4], hand: [...]}}`")
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
        (figure for event in script.events if event.when != "end" for figure in event.figures),
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
    types = {**_summoned(script, ruleset), **types_of(reader.names)}
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
        looted=tuple(sorted({hex_ for hex_, _ in map_.places.hexes(("looted",), file.looted)})),
        fallen=_fallen(file, ruleset),
        round=file.round,
        escaped=tuple(sorted(file.escaped)),
        leaps=sum(door.state == "open" for door in scene.doors if door.at in _leapt_to(script)),
        ruled=_is_ruled(script, figures),
    )
    notes: list[str] = []
    worn = dict(items.items())
    state = with_worn_items(with_active_cards(state, held.cards, notes), worn)
    check_dooms(decoded, state, found)
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


def _summoned(script: Script, ruleset: Ruleset[Card]) -> dict[str, Card | None]:
    """The types of monsters that special rules let others summon."""
    told = (script.specials, script.summons)
    names = dict.fromkeys(each.name for each in things_in(told) if isinstance(each, Summon))
    return {each.type: each.card for each in (monster_name(ruleset, name) for name in names)}


def _is_ruled(script: Script, figures: Sequence[Figure]) -> bool:
    """Whether special rules may change at any time what figures have and do. (GH-14.7)"""
    others = any(each.side == "others" for each in (*figures, *script.figures))
    return bool(others or script.rules or script.kept_open or script.focus_first or script.spared)


def _leapt_to(script: Script) -> frozenset[Hex]:
    """The hexes that a boss takes in turn: each door among them that is open has had its turn."""
    leaps = (each for each in things_in(tuple(script.specials.values())) if isinstance(each, Leap))
    return frozenset(hex_ for leap in leaps for hex_ in leap.hexes)


def _fallen(file: ScenarioTable, ruleset: Ruleset[Card]) -> tuple[str, ...]:
    """The monsters that have been killed, by type."""
    found: list[str] = []
    for text, number in file.fallen.items():
        elite, rest = ("elite ", text[6:]) if text.casefold().startswith("elite ") else ("", text)
        found += [f"{elite}{monster_name(ruleset, rest).type}"] * number
    return tuple(sorted(found))


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
