"""Reads abilities, ability cards and decks of a position file, and what every figure has: hit points,
conditions, lasting bonuses, statistics. (GH-2.3)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.diagnostics import Diagnostics
from tsolve.errors import InputError, Span, TreePath
from tsolve.games.gloomhaven.abilities import Ability, Attack, Move, Pay, Priced
from tsolve.games.gloomhaven.ability_parts import Whom
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.book import Deal
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.contents import things_in
from tsolve.games.gloomhaven.figures import LastingEffect, Profile, Token
from tsolve.games.gloomhaven.simple_abilities import Cure, HitPoints, Refresh
from tsolve.games.gloomhaven.state import AbilityDeck
from tsolve.games.gloomhaven.turn.elements_and_bonuses import effects_of
from tsolve.games.gloomhaven.writing.ability_text import read_ability
from tsolve.games.gloomhaven.writing.names import CARDS, Name, Words, figure_named, value_of
from tsolve.games.gloomhaven.writing.position_file import AbilityDeckFile, ScenarioTable
from tsolve.games.gloomhaven.writing.table_file import AbilityCardFile, EffectFile, StatsFile, slots_of
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import joined, listed, shortened
from tsolve.written.position_file import PositionFile


def written_ability(ruleset: Ruleset[Card], text: str, span: Span, found: Diagnostics) -> Ability | None:
    """The ability that a text says; None, with a report, if it is not one."""
    try:
        return read_ability(text, load_areas(ruleset.roots), span, ruleset.names.abilities)
    except InputError as error:
        for each in error.diagnostics:
            found.report(each.code, each.message, each.span, each.help)
        return None


class AbilityCardsReader:
    """Reads which ability card each type of monsters has. `notes` says which types have none here."""

    def __init__(
        self,
        decoded: Decoded[ScenarioTable],
        ruleset: Ruleset[Card],
        types: Mapping[str, Card | None],
        found: Diagnostics,
        drawn: Collection[str] = (),
    ) -> None:
        """`types`: the types of which the file has figures, by name, with their facts in the ruleset; for the
        `drawn` types a card may still be drawn.
        """
        self.decoded, self.ruleset, self.types, self.found = decoded, ruleset, types, found
        self.drawn = drawn
        self.notes: list[str] = []

    def deals(self) -> Iterator[tuple[str, str, Deal]]:
        """For each type with a card: the type, an id of the card, and what it says."""
        named: dict[str, Span] = {}
        for key, written in self.decoded.value.ability_cards.items():
            path: TreePath = ("ability_cards", key)
            span = self.decoded.key_span(*path)
            type_ = figure_named(self.ruleset, key, self.types)
            if type_ is None:
                message = f'no monster of the type "{shortened(key)}" is on the map'
                help_ = f"there is {listed(self.types)}" if self.types else ""
                self.found.report("E314", message, span, help_)
            elif type_ in named:
                message = f"{type_} has two ability cards"
                self.found.report("E210", message, span, "", [("first here", named[type_])])
            else:
                named[type_] = span
                yield from self.deal(path, type_, written)
        if without := [type_ for type_ in self.types if type_ not in named and type_ not in self.drawn]:
            self.notes.append(f"no ability card is given of {joined(without)}: taken as Move +0, Attack +0")

    def deal(
        self, path: TreePath, type_: str, written: int | str | AbilityCardFile, own: str = ""
    ) -> Iterator[tuple[str, str, Deal]]:
        """The content of one written card; `own`: its name if only the file describes it."""
        span = self.decoded.span(*path)
        if isinstance(written, AbilityCardFile):
            abilities = [
                self._of_monsters(text, self.decoded.span(*path, "do", index))
                for index, text in enumerate(written.do)
            ]
            spoken = tuple(each for each in abilities if each is not None)
            if any(isinstance(each, Cure | Pay | Priced | Refresh) for each in things_in(spoken)):
                message = "monsters pay no price, refresh no items and remove no conditions"
                help_ = "only characters do: leave it out, or write `scenario (...)`"
                self.found.report("E210", message, span, help_)
            name = own or f"the card of {type_}"
            deal = Deal(name, written.initiative, spoken, shuffle=written.shuffle)
            yield type_, own or f"of {type_}", deal
            return
        card = self.card(type_, str(written), span)
        if card is None or card.ability is None:
            return
        known = [written_ability(self.ruleset, text, span, self.found) for text in card.ability.do]
        spoken = tuple(each for each in known if each is not None)
        facts = card.ability
        yield (
            type_,
            card.id,
            Deal(card.name, facts.initiative, spoken, f"card.{card.id}", facts.shuffle),
        )

    def _of_monsters(self, text: str, span: Span) -> Ability | None:
        """An ability that monsters can perform; None, with a report, for another text."""
        ability = written_ability(self.ruleset, text, span, self.found)
        if ability is not None and any(map(_needs_a_player, things_in(ability))):
            message = f'"{shortened(text)}" asks for a choice that no rule makes for a monster'
            self.found.report("E210", message, span, "only characters' cards have it")
            return None
        return ability

    def card(self, type_: str, written: str, span: Span) -> Card | None:
        """The ability card with this number or name; None, with a report, for none and for another deck's."""
        cards = {id_: card for id_, card in self.ruleset.cards.items() if card.ability is not None}
        named = [card for card in cards.values() if _number(card) == written.strip()]
        match = self.ruleset.names.resolve(written)
        if not named and isinstance(match, Match) and match.id in cards:
            named = [cards[match.id]]
        facts = self.types[type_]
        deck = facts.monster.deck if facts is not None and facts.monster is not None else ""
        own = ability_cards_of(self.ruleset, facts)
        help_ = "say what it says: `{initiative: 50, do: [move +0, attack +0]}`"
        if own:
            help_ = f"its deck has the cards {joined(map(_number, own))}"
        if not named:
            message = f'there is no ability card "{shortened(written)}"'
            self.found.report("E302", message, span, help_)
            return None
        fitting = [each for each in named if each in own or not deck]
        if not fitting:
            message = f"{named[0].name} is no ability card of the {type_}"
            self.found.report("E305", message, span, help_)
            return None
        return fitting[0]


def _needs_a_player(thing: object) -> bool:
    """Whether no rule says how a monster would perform it."""
    if isinstance(thing, Attack):
        return thing.whom is not None or thing.on_the_path
    if isinstance(thing, Move):
        return thing.clears
    if isinstance(thing, HitPoints):
        return True
    return isinstance(thing, Whom) and bool(
        thing.area or thing.from_it or thing.moved_through or thing.number > 1
    )


def types_of(names: Mapping[TreePath, Name]) -> dict[str, Card | None]:
    """The types in the names of monsters, each once."""
    return {name.type: name.card for name in names.values()}


def ability_cards_of(ruleset: Ruleset[Card], type_: Card | None) -> list[Card]:
    """The ability deck of a type; empty for a type that is not in the ruleset."""
    if type_ is None or type_.monster is None:
        return []
    deck = type_.monster.deck
    return [card for card in ruleset.cards.values() if card.ability is not None and card.ability.deck == deck]


def _number(card: Card) -> str:
    """The number that is printed on an ability card."""
    return str(card.ability.number) if card.ability is not None else ""


class AbilityDecksReader:
    """Reads the ability decks of one file. `deals`: the contents of their cards, by id."""

    def __init__(self, cards: AbilityCardsReader, of_round: dict[str, str]) -> None:
        """`of_round`: the ids of the ability cards of this round, by type."""
        self._cards, self._of_round = cards, of_round
        self.deals: dict[str, Deal] = {}
        self._own: dict[str, int] = {}
        """The number of cards of each type that only the file describes."""

    def decks(self) -> Iterator[AbilityDeck]:
        """The decks that the file tells."""
        reader = self._cards
        for key, written in reader.decoded.value.ability_decks.items():
            path: TreePath = ("ability_decks", key)
            type_ = figure_named(reader.ruleset, key, reader.types)
            if type_ is None:
                message = f'no monster of the type "{shortened(key)}" is on the map or in a room'
                help_ = f"there is {listed(reader.types)}" if reader.types else ""
                reader.found.report("E314", message, reader.decoded.key_span(*path), help_)
                continue
            if isinstance(written, AbilityDeckFile):
                yield self._deck(type_, path, written)
            elif isinstance(written, str):
                yield self._deck(type_, path, AbilityDeckFile(rest=written))
            else:
                cards = self._ids(type_, path, written)
                yield AbilityDeck(type_, piles.known(cards), self._drawn(type_))

    def fresh(self, type_: str) -> tuple[str, ...]:
        """The whole deck of a type; nothing for a type that is not in the ruleset."""
        reader = self._cards
        found = []
        for card in ability_cards_of(reader.ruleset, reader.types[type_]):
            for _, id_, deal in reader.deal(("ability_decks",), type_, card.id):
                self.deals[id_] = deal
                found.append(id_)
        return tuple(found)

    def _deck(self, type_: str, path: TreePath, file: AbilityDeckFile) -> AbilityDeck:
        top = self._ids(type_, (*path, "top"), file.top)
        discards = (*self._ids(type_, (*path, "discards"), file.discards), *self._drawn(type_))
        if not isinstance(file.rest, str):
            rest: Pile = piles.shuffled(self._ids(type_, (*path, "rest"), file.rest))
        else:
            left = tuple(card for card in self.fresh(type_) if card not in (*top, *discards))
            if file.rest == "standard" and not left:
                message = f"the ruleset has no ability deck of {type_}"
                help_ = "write its cards: `rest: [{initiative: 20, do: [move +0, attack +0]}]`"
                self._cards.found.report("E210", message, self._cards.decoded.span(*path), help_)
            rest = piles.UNKNOWN if file.rest == "unknown" else piles.shuffled(left)
        return AbilityDeck(type_, piles.stacked(piles.known(top), rest), discards)

    def _drawn(self, type_: str) -> tuple[str, ...]:
        """The card of this round, which lies on the discard pile."""
        return (self._of_round[type_],) if type_ in self._of_round else ()

    def _ids(
        self, type_: str, path: TreePath, written: Sequence[int | str | AbilityCardFile]
    ) -> tuple[str, ...]:
        """The ids of cards in a list."""
        found = []
        for index, each in enumerate(written):
            self._own[type_] = self._own.get(type_, 0) + (not isinstance(each, int | str))
            own = f"{type_} card {self._own[type_]}"
            for _, id_, deal in self._cards.deal((*path, index), type_, each, own):
                self.deals[id_] = deal
                found.append(id_)
        return tuple(found)


MOST = 999
"""The largest number of a statistic."""
UNKNOWN_HIT_POINTS = 999
"""The hit points of a figure for which the file gives none: more than it can lose."""

_FRESH = "fresh "
_PLAIN = (
    *("move", "attack", "range", "shield", "retaliate", "retaliate_range", "pierce", "targets"),
    *("advantage", "attackers_have_disadvantage", "flying"),
)
"""The statistics that are numbers or truth values."""


class FigureParts:
    """Reads parts of the figures of one file."""

    def __init__(
        self, decoded: Decoded[PositionFile], ruleset: Ruleset[Card], words: Words, found: Diagnostics
    ) -> None:
        self.decoded, self.ruleset, self.words, self.found = decoded, ruleset, words, found
        self.counts_characters = False
        """Whether a formula has used the number of characters."""
        self.letters: Mapping[str, int] = {}
        """The values of the letters in formulas. (GH-14.6)"""
        self.immortal: list[str] = []
        """The figures without given hit points."""

    def hit_points(self, path: TreePath, name: str, hp: int | None, most: int | None) -> tuple[int, int]:
        """The present and the maximum hit points."""
        if hp is None and most is None:
            self.immortal.append(name)
        all_ = most or hp or UNKNOWN_HIT_POINTS
        if hp is not None and hp > all_:
            message = f"{name} has {hp} hit points, more than its maximum of {all_} (GH-11.7)"
            self.found.doubt(message, self.decoded.span(*path, "hp"))
            return hp, hp
        return hp or all_, all_

    def tokens(
        self, path: TreePath, name: str, texts: Sequence[str], immunities: Sequence[str]
    ) -> Iterator[Token]:
        """The conditions on a figure."""
        first: dict[str, Span] = {}
        for index, text in enumerate(texts):
            span = self.decoded.span(*path, index)
            plain = " ".join(text.split())
            fresh = plain.casefold().startswith(_FRESH)
            condition = self.words.condition(plain[len(_FRESH) :] if fresh else plain, span)
            if condition is None:
                continue
            if condition in CARDS:
                help_ = "write it under `modifiers`: `{added: [" + condition + "]}`"
                message = f"{condition} is a card in a modifier deck, not a token on a figure (GH-8.1)"
                self.found.report("E210", message, span, help_)
            elif condition in first:
                message = f"{name} has {condition} twice; one token is all that a figure can have (GH-8.1)"
                self.found.report("E210", message, span, "leave one out", [("first here", first[condition])])
            elif condition in immunities:
                self.found.report("E210", f"{name} is immune to {condition} (GH-8.15)", span)
            else:
                first[condition] = span
                yield Token(condition, fresh)

    def effects(self, path: TreePath, written: Sequence[str | EffectFile]) -> Iterator[LastingEffect]:
        """The bonuses that last."""
        for index, each in enumerate(written):
            here: TreePath = (*path, index)
            file = EffectFile(each) if isinstance(each, str) else each
            span = self.decoded.span(*here) if isinstance(each, str) else self.decoded.span(*here, "ability")
            ability = written_ability(self.ruleset, file.ability, span, self.found)
            effects = tuple(effects_of(ability)) if ability is not None else ()
            for effect in effects:
                yield replace(effect, lasts=file.lasts, source=file.source, slots=slots_of(file.slots))
            if effects:
                continue
            if ability is not None:
                message = f'"{shortened(file.ability)}" is no bonus that lasts'
                help_ = "write `shield 1`, `retaliate 2, range 3`, `attack +1` or another that lasts"
                self.found.report("E210", message, span, help_)

    def number(
        self,
        path: TreePath,
        written: int | str | None,
        least: int = 0,
        letters: Mapping[str, int] | None = None,
    ) -> int | None:
        """A number that may be written as a formula; None for none, and with a report. (GH-14.6)

        `letters`: what further letters stand for.
        """
        if written is None:
            return None
        span = self.decoded.span(*path)
        try:
            number = (
                written
                if isinstance(written, int)
                else value_of(written, {**self.letters, **(letters or {})})
            )
            self.counts_characters |= "C" in str(written).upper()
        except ValueError as error:
            message = f'"{shortened(str(written))}" is no number and no formula: {error}'
            help_ = "write `8+C`, `2xL`, `(3+L)xC`: C characters, L the scenario level (GH-14.6)"
            self.found.report("E209", message, span, help_)
            return None
        if not least <= number <= MOST:
            self.found.report("E205", f"{written} is {number}, not {least} to {MOST}", span)
            return None
        return number

    def changed(self, here: TreePath, profile: Profile, stats: StatsFile) -> Profile:
        """The statistics, changed by those that the file gives at this place."""
        written = {key: value for key in _PLAIN if (value := getattr(stats, key)) is not None}
        given: dict[str, Any] = {
            key: self.number((*here, key), value) if isinstance(value, str) else value
            for key, value in written.items()
        }
        if "attack" in given:
            given["attack_counts"] = ""
        if stats.apply is not None:
            given["apply"] = self.words.conditions((*here, "apply"), stats.apply)
        if stats.immunities is not None:
            given["immunities"] = self.words.immunities((*here, "immunities"), stats.immunities)
        return replace(profile, **{key: value for key, value in given.items() if value is not None})
