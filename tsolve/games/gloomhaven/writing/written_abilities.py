"""Abilities and ability cards as a position file writes them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from tsolve.diagnostics import Diagnostics, Span
from tsolve.errors import InputError
from tsolve.games.gloomhaven.abilities import Ability
from tsolve.games.gloomhaven.ability_text import read_ability
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.book import Deal
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.figure_file import AbilityCardFile
from tsolve.games.gloomhaven.writing.names import Name, figure_named
from tsolve.games.gloomhaven.writing.position_file import PositionFile
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.source.words import joined, listed, shortened


def written_ability(ruleset: Ruleset[Card], text: str, span: Span, found: Diagnostics) -> Ability | None:
    """The ability that a text says; None, with a report, for none."""
    try:
        return read_ability(text, load_areas(ruleset.roots), span, ruleset.names.words)
    except InputError as error:
        for each in error.diagnostics:
            found.report(each.code, each.message, each.span, each.help)
        return None


class AbilityCardsReader:
    """Reads which ability card each type of monsters has. `notes` says which types have none here."""

    def __init__(
        self,
        decoded: Decoded[PositionFile],
        ruleset: Ruleset[Card],
        types: Mapping[str, Card | None],
        found: Diagnostics,
        drawn: Collection[str] = (),
    ) -> None:
        """`types` are those that the file has figures of, as people call them, with what the ruleset has; of
        the `drawn` ones a card may still come.
        """
        self.decoded, self.ruleset, self.types, self.found = decoded, ruleset, types, found
        self.drawn = drawn
        self.notes: list[str] = []

    def deals(self) -> Iterator[tuple[str, str, Deal]]:
        """For each type with a card: the type, an id of the card, and what it says."""
        named: dict[str, Span] = {}
        for key, written in self.decoded.value.ability_cards.items():
            path: Path = ("ability_cards", key)
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
        self, path: Path, type_: str, written: int | str | AbilityCardFile, own: str = ""
    ) -> Iterator[tuple[str, str, Deal]]:
        """What one written card says; `own` names it where only the file describes it."""
        span = self.decoded.span(*path)
        if isinstance(written, AbilityCardFile):
            abilities = [
                written_ability(self.ruleset, text, self.decoded.span(*path, "do", index), self.found)
                for index, text in enumerate(written.do)
            ]
            spoken = tuple(each for each in abilities if each is not None)
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


def types_of(names: Mapping[Path, Name]) -> dict[str, Card | None]:
    """The types that the names of monsters say, each once."""
    return {name.type: name.card for name in names.values()}


def ability_cards_of(ruleset: Ruleset[Card], type_: Card | None) -> list[Card]:
    """The ability deck of a type; empty for one that the ruleset has not."""
    if type_ is None or type_.monster is None:
        return []
    deck = type_.monster.deck
    return [card for card in ruleset.cards.values() if card.ability is not None and card.ability.deck == deck]


def _number(card: Card) -> str:
    """The number that is printed on an ability card."""
    return str(card.ability.number) if card.ability is not None else ""
