"""A position made in a dialogue: asks for its keys one after the other, and reads what is typed.

The game says what lies on its table; a `Talk` asks the person.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, Protocol

import msgspec

from tsolve.diagnostics import suggest
from tsolve.rules.names import Ambiguous, Match, squash, words
from tsolve.rules.near_names import ENGLISH, names_in, near_cards, players_languages
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.data import Data
from tsolve.written.card_names import MOST_COPIES, members_of, split_count
from tsolve.written.card_names import meant as near_names

Shape = Literal["word", "number", "card", "cards", "deck", "places", "counts", "pairs", "texts", "claims"]
"""How a field is answered: by one of its words; a number; a card; cards, one or more a line; cards of a deck
that may be unknown; a card for each place; cards with their numbers; places with who is there; other names;
sentences.
"""


class Field(msgspec.Struct, frozen=True):
    """A key of a position file, as it is asked for."""

    key: str
    shape: Shape
    asks: str
    """In a few words."""
    told: str
    """What it is, in a sentence."""
    kinds: tuple[str, ...] = ()
    """The kinds of card that may be named; empty for any."""
    words: tuple[str, ...] = ()
    """The words of which one is chosen, or which may stand in place of a card."""
    places: int = 0
    """How many places there are."""
    holds: tuple[str, ...] = ()
    """The kinds of card that may be in a place that is a card itself."""
    turns: tuple[str, ...] = ()
    """The kinds of turn in which it matters; empty for all."""
    note: str = ""
    """What stands behind it in the file."""
    optional: bool = False
    """Whether it is asked for only on request."""


def own_fields(kinds: tuple[str, ...]) -> tuple[Field, Field]:
    """The hand and the deck; `kinds` are those of the cards that may be in them."""
    deck = (
        "The cards left in your deck, in any order; `empty` for none, an empty line if you do not know them."
    )
    hand = "The cards in your hand, one or more a line, empty line to end."
    return (
        Field("hand", "cards", "Hand", hand, kinds),
        Field("deck", "deck", "Deck", deck, kinds, note="what is left, in no known order"),
    )


def pile_fields(kinds: tuple[str, ...]) -> tuple[Field, Field]:
    """The discard pile, and all that a player owns, in a game in which everybody has a deck.

    `kinds` are those of the cards that may be in it.
    """
    owned = (
        "Every card that you own, wherever it lies: what is neither in the hand nor in the discard pile is "
        "the deck. Leave the deck out then."
    )
    return (
        Field("discard", "cards", "Discard pile", "The cards in your discard pile.", kinds, optional=True),
        Field("owned", "cards", "All your cards", owned, kinds, optional=True),
    )


_BEFORE = re.compile(r"(?:.*[,:])?\s*(?:[0-9]{1,2}\s*[x×]?\s+)?", re.IGNORECASE)
"""What stands before the name that is being typed: other names, and its count."""


def begun(typed: str) -> str:
    """The unfinished name at the end of a line."""
    found = _BEFORE.match(typed)
    return typed[found.end() :] if found is not None else typed


def names_for(ruleset: Ruleset[CardFacts], field: Field, begin: str) -> list[tuple[str, str]]:
    """The names of fitting cards, with the English ones beside: those that begin so, else those with a word
    that does.

    They are in the first language that has any: the player's, English, another.
    """
    key = squash(begin)
    kinds = (*field.kinds, *field.holds)
    cards = [card for card in ruleset.cards.values() if not kinds or getattr(card, "kind", "") in kinds]
    for language in dict.fromkeys((*players_languages(), ENGLISH, *ruleset.names.languages)):
        shown = [name.shown.partition(" = ") for name in names_in(ruleset, cards, language)]
        for begins in (_begins, _holds):
            found = [(name, english and f"= {english}") for name, _, english in shown if begins(name, key)]
            if found:
                return list(dict.fromkeys(found))
    return []


def _begins(name: str, key: str) -> bool:
    return squash(name).startswith(key)


def _holds(name: str, key: str) -> bool:
    return any(word.startswith(key) for word in words(name))


class Meant(msgspec.Struct, frozen=True):
    """The cards that a name may mean, the nearest first."""

    cards: tuple[str, ...]
    sure: bool
    """Whether it is the whole name of a card, or a part of one name only."""


def meant(ruleset: Ruleset[CardFacts], name: str, kinds: Sequence[str] = ()) -> Meant:
    """What a name means among the cards of these kinds."""

    def fitting(cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(card for card in cards if not kinds or _kind(ruleset, card) in kinds)

    match = ruleset.names.resolve(name)
    if isinstance(match, Match):
        return Meant((match.id,), True)
    if isinstance(match, Ambiguous):
        cards = fitting(match.ids)
        return Meant(cards, len(cards) == 1)
    if group := fitting(members_of(ruleset, name)):
        return Meant(group, len(group) == 1)
    near = near_cards(ruleset, name)
    index = ruleset.names.cards
    ids = (index.ids.get(squash(shown.partition(" = ")[0]), ()) for shown in near.names)
    cards = fitting(tuple(dict.fromkeys(card for found in ids for card in found if card in ruleset.cards)))
    return Meant(cards, len(cards) == 1 and near.holds_words)


def _kind(ruleset: Ruleset[CardFacts], card: str) -> str:
    return str(getattr(ruleset.cards[card], "kind", ""))


ReadClaim = Callable[[str], Data]
"""Reads a sentence as a claim. Raises ValueError, in words for the writer, where it says nothing."""

Complete = Callable[[str], tuple[int, Sequence[tuple[str, str]]]]
"""For an unfinished line: the length of the name at its end, and its completions, each with a remark."""

_LISTED = 6
"""The most cards that are listed as possible meanings of a name."""
_EMPTY = "empty"


class Talk(Protocol):
    """Somebody to talk with."""

    def ask(self, prompt: str, complete: Complete | None = None) -> str:
        """What is typed, with names completed. Raises EOFError where nothing more comes."""
        ...

    def tell(self, text: str) -> None:
        """Say something."""
        ...


def agreed(talk: Talk, question: str, usual: bool = True) -> bool:
    """Yes or no; an empty line is the usual answer."""
    while True:
        typed = talk.ask(f"{question} [{'Y/n' if usual else 'y/N'}] ").strip().casefold()
        if not typed:
            return usual
        if typed in ("y", "yes", "n", "no"):
            return typed.startswith("y")
        talk.tell("  Type y or n.")


def chosen(talk: Talk, question: str, words: Sequence[str], usual: str) -> str:
    """One of some words, also by its beginning; an empty line is the usual one."""
    while True:
        typed = talk.ask(f"{question}: {', '.join(words)}? [{usual}] ").strip().casefold()
        found = [word for word in words if word.casefold().startswith(typed)] if typed else [usual]
        if typed in words or len(found) == 1:
            return typed if typed in words else found[0]
        talk.tell(_there_are(typed, words))


class Dialogue:
    """Asks for a position of a game."""

    def __init__(self, ruleset: Ruleset[CardFacts], talk: Talk, read_claim: ReadClaim) -> None:
        self._ruleset, self._talk, self._read_claim = ruleset, talk, read_claim

    def keys(self, fields: Sequence[Field]) -> dict[str, Data]:
        """The keys of the position, but for the game. Raises EOFError."""
        keys: dict[str, Data] = {}
        for field in fields:
            if not field.optional and _matters(field, keys):
                self.fill(field, keys)
        self._optional([field for field in fields if field.optional and _matters(field, keys)], keys)
        order = [field.key for field in fields]
        return {key: keys[key] for key in sorted(keys, key=order.index)}

    def fill(self, field: Field, keys: dict[str, Data]) -> None:
        """Ask for one of the keys and replace its value."""
        keys.pop(field.key, None)
        value = self._value(field)
        if value is not None:
            keys[field.key] = value

    def _optional(self, fields: Sequence[Field], keys: dict[str, Data]) -> None:
        """Ask which of the others are wanted, until nothing is."""
        while left := [field for field in fields if field.key not in keys]:
            names = [field.key for field in left]
            typed = self._talk.ask(f"Anything else: {', '.join(names)}? [nothing] ").strip().casefold()
            if typed in ("", "nothing", "no", "n"):
                return
            wanted = [field for field in left if field.key.startswith(typed.replace(" ", "_"))]
            if len(wanted) == 1:
                self.fill(wanted[0], keys)
            else:
                self._talk.tell(_there_are(typed, names))

    def _value(self, field: Field) -> Data:
        match field.shape:
            case "word":
                return chosen(self._talk, field.asks, field.words, field.words[0])
            case "number":
                return self._number(field)
            case "card":
                self._talk.tell(field.told)
                cards = self._cards(field, most=1)
                return cards[0] if cards else None
            case "deck":
                return self._deck(field)
            case "places":
                self._tell(field)
                cards = self._cards(field, most=field.places)
                return [*cards, *["unknown"] * (field.places - len(cards))] if cards else None
            case "counts":
                self._tell(field)
                return self._counts(field)
            case "pairs":
                self._tell(field)
                return dict(self._pairs(field)) or None
            case "texts":
                self._tell(field)
                typed = (text for line in self._lines(field) for text in line.split(","))
                return [text.strip() for text in typed if text.strip()] or None
            case "claims":
                self._tell(field)
                return list(self._claims(field)) or None
            case "cards":
                self._tell(field)
                return self._cards(field)

    def _tell(self, field: Field) -> None:
        end = "" if field.asks.endswith("?") else "."
        self._talk.tell(f"{field.asks}{end} {field.told}")

    # lines

    def _lines(self, field: Field) -> Iterator[str]:
        """What is typed, up to an empty line."""
        while typed := self._talk.ask("  > ", partial(self._completed, field)).strip():
            yield typed

    def _completed(self, field: Field, typed: str) -> tuple[int, list[tuple[str, str]]]:
        begin = begun(typed)
        return len(begin), names_for(self._ruleset, field, begin)

    def _number(self, field: Field) -> int | None:
        while True:
            typed = self._talk.ask(f"{field.asks}. {field.told} [0] ").strip()
            if not typed:
                return None
            if re.fullmatch(r"[0-9]{1,3}", typed):
                return int(typed)
            self._talk.tell("  Type a number.")

    def _cards(self, field: Field, most: int = 0) -> list[str]:
        """Cards as a file lists them, at most `most`. With places (`most` above 1) a line stops at a name
        that is not understood, so that no card takes the place of another.
        """
        found: list[str] = []
        for typed in self._lines(field):
            names = list(self._named(typed))
            for at, text in enumerate(names):
                if most and len(found) == most:
                    self._talk.tell(f"  {text}: there is no further place.")
                    continue
                written = self._card(text, field)
                if written:
                    found.append(written)
                elif most > 1 and len(names) > 1:
                    self._talk.tell(f"  Go on from there: {', '.join(names[at:])}.")
                    break
            if most and len(found) == most:
                break
        return found

    def _deck(self, field: Field) -> Data:
        """Cards in no known order; an empty list, or nothing where the deck is unknown."""
        self._tell(field)
        found: list[str] = []
        for typed in self._lines(field):
            if typed.casefold() == _EMPTY:
                return []
            for text in self._named(typed):
                written = self._card(text, field)
                found += [written] if written else []
        return {"rest": found} if found else None

    def _counts(self, field: Field) -> Data:
        found: dict[str, Data] = {}
        for typed in self._lines(field):
            for text in self._named(typed):
                count, name = split_count(text)
                known = name.replace(" ", "_").casefold()
                if field.words and known not in field.words:
                    self._talk.tell(_there_are(known, field.words))
                    continue
                called = known if field.words else self._card(name, field, f"{count} x ")
                if called:
                    found[called] = count
        return found or None

    def _pairs(self, field: Field) -> Iterator[tuple[str, str]]:
        """`PLACE: CARD`"""
        inside = Field(field.key, "card", "", "", field.holds, field.words)
        for typed in self._lines(field):
            for text in typed.split(","):
                place, colon, card = (part.strip() for part in text.partition(":"))
                if not colon or not card:
                    self._talk.tell("  Write the place, a colon and who is there.")
                    continue
                room = self._card(place, Field(field.key, "card", "", "", field.kinds))
                there = self._card(card, inside) if room else ""
                if room and there:
                    yield room, there

    def _claims(self, field: Field) -> Iterator[Data]:
        for typed in self._lines(field):
            try:
                claim = self._read_claim(typed)
            except ValueError as error:
                self._talk.tell(f"  {error}")
                continue
            self._talk.tell(f"    {told(claim)}")
            yield claim

    # names

    def _named(self, typed: str) -> Iterable[str]:
        """The names on a line."""
        if self._ruleset.names.knows(split_count(typed)[1]):
            return (typed,)
        return filter(None, (part.strip() for part in typed.split(",")))

    def _card(self, text: str, field: Field, before: str = "") -> str:
        """A card as a file names it, once it is clear which is meant; empty where it stays unclear."""
        if text.casefold() in field.words:
            return text.casefold()
        count, name = split_count(text)
        if not 1 <= count <= MOST_COPIES:
            self._talk.tell(f"  At least 1 and at most {MOST_COPIES} copies can be written.")
            return ""
        cards = self._ruleset.cards
        found = meant(self._ruleset, name, field.kinds)
        many = f"{count} x " if count != 1 else ""
        if not found.cards:
            help_ = near_names(self._ruleset, name)
            self._talk.tell(f'  There is no "{name}"{f"; {help_}" if help_ else "."}')
            return ""
        called = cards[found.cards[0]].name
        if not found.sure and len(found.cards) > 1:
            more = len(found.cards) - _LISTED
            names = ", ".join(cards[each].name for each in found.cards[:_LISTED])
            self._talk.tell(f"  Which one? {names}{f' and {more} more' if more > 0 else ''}")
            return ""
        if not found.sure and not agreed(self._talk, f"    {called}?"):
            return ""
        if field.kinds and getattr(cards[found.cards[0]], "kind", "") not in field.kinds:
            self._talk.tell(f"  {called} cannot be here.")
            return ""
        if found.sure and (many or called != name):
            self._talk.tell(f"    {before}{many}{called}")
        return f"{many}{called}"


def _there_are(typed: str, words: Sequence[str]) -> str:
    """What may be typed instead."""
    return f"  {suggest(typed, words) or 'There are: ' + ', '.join(words) + '.'}"


def told(claim: Data) -> str:
    """A claim as a file writes it."""
    if not isinstance(claim, Mapping):
        return str(claim)
    return f"{{{', '.join(f'{key}: {value}' for key, value in claim.items())}}}"


def _matters(field: Field, keys: Mapping[str, Data]) -> bool:
    turn = keys.get("turn", "undecided")
    return not field.turns or turn == "undecided" or turn in field.turns
