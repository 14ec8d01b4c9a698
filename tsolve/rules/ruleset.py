"""A loaded ruleset: everything that data says about a game, whatever the game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeAlias, TypeVar, cast

import msgspec

from tsolve.diagnostics import Diagnostics, input_error, suggest
from tsolve.errors import Span
from tsolve.rules.names import Ambiguous, Match, Names
from tsolve.rules.rulings import Document, Entry, Interpretation, Option, Printing, Provenance

if TYPE_CHECKING:
    from tsolve.rules.searching import Searching


class CardFacts(Protocol):
    """What this room needs to know of a game's card type, which is a `msgspec.Struct`."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> Iterable[str]: ...
    @property
    def set(self) -> str: ...
    @property
    def provenance(self) -> Provenance: ...


T = TypeVar("T")
Card = TypeVar("Card", bound=CardFacts)
Card_co = TypeVar("Card_co", bound=CardFacts, covariant=True)

AUTHOR = "the position"
"""The author of cards that a position defines itself."""

Problem: TypeAlias = tuple[str, str, str]


class Core(msgspec.Struct, frozen=True):
    """The part of a ruleset that every command needs, besides the cards."""

    id: str
    title: str
    default_printing: str
    documents: dict[str, Document]
    printings: dict[str, Printing]
    interpretations: dict[str, Interpretation]
    engine: str = ""
    """The game whose code plays it, where the ruleset has another id."""
    synonyms: dict[str, tuple[str, ...]] = {}
    """What people say -> words of the rules, for the search of rulings."""


class CardType(Generic[Card_co]):
    """The struct of a game's cards, imported when a card is needed: rules can be read without."""

    def __init__(self, get: Callable[[], type[Card_co]], code: Path | None) -> None:
        """`code`: the folder of the code that the struct belongs to, or its file; None if it lies in none."""
        self._get, self.code = get, code

    @classmethod
    def of(cls, struct: type[Card_co]) -> Self:
        """One that is there already."""
        return cls(partial(_itself, struct), code_of(struct.__module__))

    @cached_property
    def struct(self) -> type[Card_co]:
        """The struct itself."""
        return self._get()


def code_of(module: str) -> Path | None:
    """The folder of the package that a loaded module belongs to, or the file of a module without one."""
    found = sys.modules.get(module)
    file = getattr(found, "__file__", None)
    if found is None or file is None:
        return None
    return Path(file).parent if found.__package__ else Path(file)


def _itself(thing: T) -> T:
    """What need not be fetched any more; a ruleset that is sent to another process holds it."""
    return thing


class Ruleset(Generic[Card_co]):
    """The data of a game, validated. Made by `load_ruleset`; treat every mapping as read-only.

    `cards` holds the facts as the files give them, before any reading; `under` gives those of given readings.
    The cards, the glossary and the names are fetched when they are first asked for.
    """

    def __init__(
        self,
        core: Core,
        cards: Callable[[], dict[str, Card_co]],
        card_type: CardType[Card_co],
        glossary: Callable[[], dict[str, Entry]],
        names: Callable[[], Names],
        roots: tuple[Path, ...] = (),
        digest: bytes = b"",
    ) -> None:
        self.core = core
        self.roots = roots
        """The folders that it was read from; a later one is extended by those before it."""
        self.below: Ruleset[Card_co] | None = None
        """The ruleset that it extends, as it was loaded."""
        self.digest = digest
        """Stands for the content of all its files and the code that read them."""
        self.id = core.id
        self.engine = core.engine or core.id
        self.title = core.title
        self.default_printing = core.default_printing
        self.documents = core.documents
        self.printings = core.printings
        self.interpretations = core.interpretations
        self._cards = cards
        self._is_printed: Callable[[], bool] = lambda: (
            not any(card.provenance.author for card in self.cards.values())
        )
        self.kind_of_cards = card_type
        self._glossary = glossary
        self._names = names
        self._under: dict[frozenset[tuple[str, str]], dict[str, Card_co]] = {}
        self._near: dict[tuple[str, tuple[str, ...]], str] = {}
        self._plain: dict[str, str] = {}
        self._change: Callable[[Card_co], Card_co] | None = None
        self.absent: dict[str, Card_co] = {}
        """Cards that are known but not played with; see `only`."""
        self.languages: Callable[[], tuple[str, ...]] = _players_languages
        """The languages in which messages name cards, the preferred one first."""

    def author(self, look: Callable[[Ruleset[Card_co]], object]) -> str:
        """The name of the folder that defined something in the ruleset, or was the last to change it.

        `look` finds it in a ruleset. Empty if it is as in the ruleset that all others extend.
        """
        layer = self
        while layer.below is not None:
            if look(layer) != look(layer.below):
                return layer.title if layer.title != layer.below.title else layer.roots[0].name
            layer = layer.below
        return ""

    @cached_property
    def boxes(self) -> tuple[str, ...]:
        """The sets that its cards come in, the usual one first; a card of no set is in each of them."""
        return tuple(dict.fromkeys(card.set for card in self.cards.values() if card.set))

    @cached_property
    def cards(self) -> dict[str, Card_co]:
        """The cards by their ids."""
        return self._cards()

    @property
    def shown(self) -> Mapping[str, Card_co]:
        """The cards as lists and suggestions may show them to everybody: what a game keeps sealed for its
        players only answers to its own name.
        """
        return self.shown_among(self.cards)

    def shown_among(self, cards: Mapping[str, Card]) -> Mapping[str, Card]:
        """Those of these cards, and what of them, that lists and suggestions may show to everybody."""
        show = getattr(self.card_type, "shown", None)
        return cards if show is None else cast("Mapping[str, Card]", show(cards))

    @cached_property
    def is_printed(self) -> bool:
        """Whether all its cards are as the box has them: nobody has defined or changed one."""
        return self._is_printed()

    @property
    def card_type(self) -> type[Card_co]:
        """The struct of a card."""
        return self.kind_of_cards.struct

    @cached_property
    def glossary(self) -> dict[str, Entry]:
        """Every ruling by its id: rules, cards, and one `key.<id>` for each interpretation."""
        return self._glossary()

    @cached_property
    def names(self) -> Names:
        """The names of cards, groups and words in every language of the ruleset."""
        return self._names()

    def extended(
        self,
        cards: Mapping[str, Card_co],
        interpretations: Mapping[str, Interpretation],
        documents: Mapping[str, Document],
        glossary: Callable[[], dict[str, Entry]],
        names: Callable[[], Names],
    ) -> Ruleset[Card_co]:
        """This ruleset with these cards, open points, documents, rulings and names in place of its own."""
        changed = {"documents": dict(documents), "interpretations": dict(interpretations)}
        core = msgspec.structs.replace(self.core, **changed)
        longer = Ruleset(
            core, lambda: dict(cards), self.kind_of_cards, glossary, names, self.roots, self.digest
        )
        longer.languages = self.languages
        return longer

    def only(
        self, keep: Callable[[Card_co], bool], change: Callable[[Card_co], Card_co] | None = None
    ) -> Ruleset[Card_co]:
        """This ruleset with the cards that are played with; the others are `absent`.

        `change` alters them under all readings, as a setting does for a whole game.
        """
        cards = {id_: card for id_, card in self.cards.items() if keep(card)}
        if len(cards) == len(self.cards) and change is None:
            return self
        glossary, names = (lambda: self.glossary), (lambda: self.names)
        limited = Ruleset(
            self.core, lambda: cards, self.kind_of_cards, glossary, names, self.roots, self.digest
        )
        limited.absent = {id_: card for id_, card in self.cards.items() if id_ not in cards}
        limited._change = change
        limited.languages = self.languages
        return limited

    def __copy__(self) -> Self:
        """The same, nothing of which is fetched for it."""
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))
        return other

    def __getstate__(self) -> dict[str, object]:
        """All that it holds, so that another process can play by it; what is fetched when it is first asked
        for is fetched now.
        """
        fetched = {
            "_cards": self.cards,
            "_glossary": self.glossary,
            "_names": self.names,
            "_is_printed": self.is_printed,
            "languages": self.languages(),
        }
        kind = CardType.of(self.card_type)
        return {
            **vars(self),
            **{key: partial(_itself, each) for key, each in fetched.items()},
            "kind_of_cards": kind,
        }

    def read_by(self, languages: Callable[[], tuple[str, ...]]) -> Ruleset[Card_co]:
        """This ruleset for a reader of these languages, which are found out when they matter."""
        same = copy(self)
        same._cards, same._glossary, same._names, same._is_printed = (
            (lambda: self.cards),
            (lambda: self.glossary),
            (lambda: self.names),
            (lambda: self.is_printed),
        )
        same.languages = languages
        return same

    def printing_for(self, sets: Iterable[str]) -> str:
        """The printing that is the default where cards of these sets are played with."""
        played = set(sets)
        fitting = (edition.id for edition in self.printings.values() if played.intersection(edition.sets))
        return next(fitting, self.default_printing)

    def ruling(self, ruling_id: str) -> Entry:
        """The glossary entry of a ruling id, whatever its case; `InputError` (E414) with a suggestion."""
        entry = self.glossary.get(ruling_id)
        if entry is None:
            by_folded = {known.casefold(): known for known in self.glossary}
            wanted = ruling_id.strip().casefold()
            if wanted not in by_folded:
                help_ = suggest(ruling_id, self.glossary)
                raise input_error("E414", f'no rule has the id "{ruling_id}"', help=help_)
            entry = self.glossary[by_folded[wanted]]
        return entry

    def listed(self, card_ids: Iterable[str]) -> str:
        """The names of these cards; with their ids where two of them have the same name."""
        names = {card_id: (self.cards.get(card_id) or self.absent[card_id]).name for card_id in card_ids}
        if len(set(names.values())) == len(names):
            return ", ".join(names.values())
        return ", ".join(f"{name} ({card_id})" for card_id, name in names.items())

    def find_card(self, name: str, found: Diagnostics, span: Span | None = None) -> str:
        """The id of the card that a name means; empty, with a report, for none (E302) or several (E303)."""
        match = self.names.resolve(name)
        if isinstance(match, Match):
            return match.id
        if isinstance(match, Ambiguous):
            known = self.listed(match.ids)
            found.report("E303", f'"{name}" names several cards: {known}', span, "write one of these names")
            return ""
        found.report("E302", f'unknown card "{name}"', span, lambda: self.near_cards(name))
        return ""

    def limited(self, kinds: Collection[str]) -> Self:
        """The same with the cards of these kinds alone, for hints with names."""
        other = copy(self)
        other.cards = {id_: card for id_, card in self.cards.items() if getattr(card, "kind", "") in kinds}
        other.absent, other._near = {}, {}
        return other

    def near_cards(self, name: str) -> str:
        """The cards that may be meant by a name that none has, in words; empty where none comes near."""
        from tsolve.rules.near_names import near_cards, told  # only paid for by files with mistakes

        key = name, self.languages()
        if key not in self._near:  # a text that is read at every step of a turn asks each time
            self._near[key] = told(near_cards(self, name))
        return self._near[key]

    def step_in_plain_words(self, text: str) -> str:
        """A step in plain words, where a language of the ruleset says it otherwise; else the text itself."""
        from tsolve.rules.translated import in_plain_words  # few texts need it

        if text not in self._plain:
            self._plain[text] = in_plain_words(text, self.names, is_step=True)
        return self._plain[text]

    @cached_property
    def searching(self) -> Searching:
        """The rulings, to be searched by what people ask."""
        from tsolve.rules.searching import Searching  # not needed by a check

        return Searching(self.glossary.values(), self.core.synonyms)

    def readings(
        self,
        printing: str | None = None,
        overrides: Mapping[str, str] | None = None,
        spans: Mapping[str, Span] | None = None,
    ) -> dict[str, str]:
        """Every interpretation with the option that holds: the override, else the printing's, else the first.

        `printing` is a printing id (None or "": the ruleset's default). `spans` may give the place of an
        override by its key, and of the printing under "printing". Raises `InputError` with every unknown
        printing (E411), interpretation (E412) and option (E413).
        """
        found = Diagnostics()
        places = spans or {}
        edition = self.printings.get(printing or self.default_printing)
        if edition is None:
            help_ = suggest(printing or "", self.printings) or f"known printings: {', '.join(self.printings)}"
            found.report("E411", f'unknown printing "{printing}"', places.get("printing"), help_)
        chosen = {key: point.default.id for key, point in self.interpretations.items()}
        chosen.update(edition.defaults if edition else {})
        for key, option in (overrides or {}).items():
            if found.full:
                break
            if problem := unknown_reading(self.interpretations, key, option):
                found.report(*problem[:2], places.get(key), problem[2])
            chosen[key] = option
        found.raise_if_any()
        return chosen

    def printings_by_option(self, key: str) -> dict[str, tuple[str, ...]]:
        """Each option of an interpretation with the printings that read it so.

        An option without any is a reader's reading: the texts allow it, but no printing has it. A point that
        comes up with a box concerns the printings of that box only, and those that name it.
        """
        point = self.interpretations[key]
        own = [each.id for each in self.printings.values() if point.set in each.sets]
        naming = [each.id for each in self.printings.values() if key in each.defaults]
        speaking = {*own, *naming} if own else set(self.printings)
        read = {each: self.readings(each)[key] for each in self.printings if each in speaking}
        return {
            option.id: tuple(each for each, chosen in read.items() if chosen == option.id)
            for option in point.options
        }

    def under(self, readings: Mapping[str, str]) -> dict[str, Card_co]:
        """The cards as these readings see them; a key that is left out counts as its first option.

        The result is cached, so repeated calls are cheap. Raises `KeyError` for an unknown key or option:
        readings come from `readings`, which checks them.
        """
        defaults = {key: point.default for key, point in self.interpretations.items()}
        chosen = defaults | {key: self._option(key, option) for key, option in readings.items()}
        relevant = frozenset((key, option.id) for key, option in chosen.items() if option.cards)
        if relevant not in self._under:
            replaced: dict[str, dict[str, Any]] = {}
            for option in chosen.values():  # in the order of the ruleset, not of the caller
                for card_id, facts in option.cards.items():
                    if card_id in self.absent:
                        continue
                    replaced.setdefault(card_id, {}).update(facts)
            changed = {card_id: self._replace(card_id, facts) for card_id, facts in replaced.items()}
            cards = self.cards | changed
            if self._change is not None:
                cards = {id_: self._change(card) for id_, card in cards.items()}
            self._under[relevant] = cards
        return self._under[relevant]

    def keys_touching(self, card_id: str) -> tuple[str, ...]:
        """The interpretations with a reading that replaces facts of this card."""
        return tuple(
            key
            for key, point in self.interpretations.items()
            if any(card_id in option.cards for option in point.options)
        )

    def _option(self, key: str, option_id: str) -> Option:
        for option in self.interpretations[key].options:
            if option.id == option_id:
                return option
        raise KeyError(option_id)

    def _replace(self, card_id: str, facts: Mapping[str, Any]) -> Card_co:
        plain = msgspec.to_builtins(self.cards[card_id])
        return msgspec.convert({**plain, **facts}, self.card_type)


def _players_languages() -> tuple[str, ...]:
    from tsolve.rules.near_names import players_languages  # only paid for by files with mistakes

    return players_languages()


def unknown_reading(points: Mapping[str, Interpretation], key: str, option: str) -> Problem | None:
    """Code, message and help when `key: option` names no reading of `points`."""
    if key not in points:
        return "E412", f'unknown open point "{key}"', suggest(key, points)
    options = [known.id for known in points[key].options]
    if option not in options:
        help_ = suggest(option, options) or f"its readings: {', '.join(options)}"
        return "E413", f'the open point "{key}" has no reading "{option}"', help_
    return None
