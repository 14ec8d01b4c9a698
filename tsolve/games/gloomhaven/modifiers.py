"""Modifier cards, their deck, and those that are drawn for one attack. (GH-6.8, GH-6.12 to GH-6.20)

A card is a value and a text: `+1`, `x2`, `rolling pierce 3`, `+1 push 2`. A deck holds its cards as texts, in
the form in which `Modifier` writes them; every change gives a new deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.cardkit.tasks import drawn_from
from tsolve.diagnostics import input_error, suggest
from tsolve.errors import InputError, Span
from tsolve.regex import Regex
from tsolve.rules.loading import load_data
from tsolve.source.project import rulesets_path
from tsolve.source.tree import shortened

BLESS, CURSE = "bless", "curse"
DOUBLE, NULL = "x2", "null"
LEAVING = frozenset((BLESS, CURSE))
"""These leave the deck when they are drawn. (GH-6.18)"""
RESHUFFLING = frozenset((DOUBLE, NULL))
"""The cards of the standard deck with the shuffle sign. (GH-6.20)"""

REFRESH = "refresh item"
"""What refreshes one item of the attacker that is spent or consumed. (GH-11.13)"""
NUMBERED = frozenset(("pierce", "push", "pull", "heal", "shield", "retaliate"))
PLAIN = frozenset(
    (
        *("poison", "wound", "immobilize", "disarm", "stun", "muddle", "curse", "bless"),
        *("invisible", "strengthen"),
        *("fire", "ice", "air", "earth", "light", "dark", "any"),
        *("add target", REFRESH),
    )
)
"""What a card may have besides its number; the first ones have a number of their own."""

_BESIDE = "|".join((*(rf"{word}\s+[0-9]{{1,2}}" for word in sorted(NUMBERED)), *sorted(PLAIN))).replace(
    " ", r"\s+"
)
WRITTEN = (
    rf"(?:2x|x2|0x|null|miss|bless|curse|(?:rolling\s+)?[+−-][0-9]{{1,2}}(?:\s+(?:{_BESIDE})(?!\w))*"
    rf"|rolling(?:\s+(?:{_BESIDE})(?!\w))+)(?!\w)"
)
"""A card inside a longer text, as a pattern for any case of its letters."""

MOST = 99
"""The largest number on a card."""

Kind = Literal["number", "double", "null"]


class Effect(msgspec.Struct, frozen=True):
    """What a card brings beside its number: `pierce 3`, `stun`, `fire`. Without a number it is 1."""

    word: str
    number: int = 1

    def __str__(self) -> str:
        return f"{self.word} {self.number}" if self.word in NUMBERED else self.word


class Modifier(msgspec.Struct, frozen=True):
    """A modifier card: it adds a `number`, makes the attack `double`, or makes it `null`."""

    kind: Kind
    number: int = 0
    """Added to the attack, -99 to 99; 0 for `double` and `null`."""
    rolling: bool = False
    effects: tuple[Effect, ...] = ()
    name: str = ""
    """The name of a card that has one: `x2`, `bless`, `null`, `curse`."""

    def __str__(self) -> str:
        if self.name:
            return self.name
        only_effects = self.rolling and self.effects and not self.number
        words = ["rolling"] if self.rolling else []
        words += [] if only_effects else [f"{self.number:+d}"]
        return " ".join((*words, *map(str, self.effects)))

    @property
    def pierce(self) -> int:
        """Points of shield that this card lets the attack ignore. (GH-7.6)"""
        return sum(effect.number for effect in self.effects if effect.word == "pierce")


NAMED = {
    DOUBLE: Modifier("double", name=DOUBLE),
    BLESS: Modifier("double", name=BLESS),
    NULL: Modifier("null", name=NULL),
    CURSE: Modifier("null", name=CURSE),
}
_CALLED = {"2x": DOUBLE, "miss": NULL, "0x": NULL}
"""Other spellings."""
_REDUCED = {"double": 2, "null": -2}
"""What such cards add in the variant of reduced randomness. (GH-16.1)"""

_NUMBER = Regex(r"[+-]?[0-9]+")


def parse(text: str, place: Span | None = None) -> Modifier:
    """The card that this text says.

    Raises InputError (E209 for words that make no card, E205 for a number beyond 99) that says how cards are
    written.
    """
    words = text.replace("−", "-").replace(",", " ").casefold().split()
    joined = " ".join(words)
    if named := NAMED.get(_CALLED.get(joined, joined)):
        return named
    rolling = words[:1] == ["rolling"]
    rest = words[rolling:]
    has_number = bool(rest) and _NUMBER.fullmatch(rest[0]) is not None
    number = _number(rest.pop(0), text, place) if has_number else 0
    effects = tuple(_effects(rest, text, place))
    if not has_number and not (rolling and effects):
        what = f'"{shortened(joined)}"' if joined else "an empty text"
        help_ = f"write +0 {joined} or rolling {joined}" if effects else _HELP
        raise _refused(f"{what} is no modifier card", place, help_)
    return Modifier("number", number, rolling, effects)


@lru_cache(1024)
def card(text: str) -> Modifier:
    """The card of a text that has been checked before. Cached, since the same few cards come often."""
    return parse(text)


def reduced(modifier: Modifier) -> Modifier:
    """What the card counts as in the variant of reduced randomness: +2 or -2 in place of x2 and null, for
    bless and curse too. (GH-16.1)
    """
    if modifier.kind == "number":
        return modifier
    return replace(modifier, kind="number", number=_REDUCED[modifier.kind])


def not_doubled(modifier: Modifier) -> Modifier:
    """What the card counts as where one that doubles counts as +0. (GH-10.1)"""
    return Modifier("number", name=f"{modifier.name} as +0") if modifier.kind == "double" else modifier


_HELP = (
    "write +1, -2, +0, x2, null, bless or curse; cards of a class as +1 push 2, rolling +1, "
    "rolling pierce 3, rolling muddle"
)


def _number(word: str, text: str, place: Span | None) -> int:
    digits = word.lstrip("+-").lstrip("0") or "0"
    if len(digits) > 2:
        raise input_error("E205", f'the number of "{shortened(text)}" is larger than {MOST}', place)
    return -int(digits) if word.startswith("-") else int(digits)


def _effects(words: list[str], text: str, place: Span | None) -> Iterator[Effect]:
    """The effects that the words say, one after the other."""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if rest and f"{word} {rest[0]}" in PLAIN:
            yield Effect(f"{word} {rest.pop(0)}")
        elif word in PLAIN:
            yield Effect(word)
        elif word not in NUMBERED:
            raise _refused(f'"{shortened(word)}" is no effect of a modifier card', place, _near(word))
        elif rest and rest[0].isascii() and rest[0].isdigit() and rest[0].strip("0"):
            yield Effect(word, _number(rest.pop(0), text, place))
        else:
            raise _refused(f'"{word}" needs a number from 1 on', place, f"for instance {word} 2")


def _near(word: str) -> str:
    return suggest(word, (*NUMBERED, *PLAIN, *NAMED)) or _HELP


def _refused(message: str, place: Span | None, help_: str) -> InputError:
    return input_error("E209", message, place, help_)


Number = Annotated[int, Meta(ge=0, le=99)]
Supplied = Literal["bless", "curse"]

MONSTERS = "monsters"
"""The owner of the deck that all monsters share. (GH-6.17)"""


class ModifierCards(msgspec.Struct, frozen=True):
    """What `modifiers.yaml` says: the standard deck, and how many bless and curse cards a supply has."""

    standard: dict[str, Number]
    bless: Number
    curse: Number


@cache
def modifier_cards(root: Path | None = None) -> ModifierCards:
    """The cards of the ruleset in this folder, of tsolve's own without one, read when first asked for.

    Raises InputError when the file is missing or damaged, or names what is no card.
    """
    file = (root or rulesets_path() / "gloomhaven") / "modifiers.yaml"
    found = load_data(file, ModifierCards)
    cards: dict[str, Number] = {}
    for text, count in found.value.standard.items():
        written = str(parse(text, found.key_span("standard", text)))
        cards[written] = cards.get(written, 0) + count
    return replace(found.value, standard=cards)


class Deck(msgspec.Struct, frozen=True):
    """A modifier deck between two drawings."""

    draw: Pile = ()
    discards: tuple[str, ...] = ()
    """Sorted, since their order never matters."""
    reshuffles: bool = False
    """A standard x2 or null was drawn in this round. (GH-6.20)"""

    @property
    def coming(self) -> Pile:
        """The pile that the next card comes from: if none is left, the shuffled discards. (GH-6.19)"""
        return drawn_from(self.draw, self.discards)

    def cards(self) -> tuple[str, ...]:
        """All cards of the deck that are known, in no particular order."""
        return (*piles.contents(self.draw), *self.discards)

    def may_hold(self, card: str) -> bool:
        """Whether this card may be in the deck, as a known or an unknown card."""
        return piles.has_unknown(self.draw) or card in self.cards()


def standard(cards: ModifierCards | None = None) -> Deck:
    """The shuffled deck of 20 cards that everybody begins with. (GH-6.17)"""
    return _of(cards) if cards is not None else _usual()


def _of(cards: ModifierCards) -> Deck:
    counts = cards.standard.items()
    return Deck(piles.shuffled(tuple(card for card, count in counts for _ in range(count))))


@cache
def _usual() -> Deck:
    return _of(modifier_cards())


def drawn(deck: Deck, card: str) -> Deck:
    """The deck without the card that comes next; it lies on the table until its drawing ends.

    Raises ValueError when this card cannot come.
    """
    discards = deck.discards if deck.draw else ()
    return Deck(piles.take(deck.coming, card), discards, deck.reshuffles or card in RESHUFFLING)


def discarded(deck: Deck, cards: Iterable[str]) -> Deck:
    """The deck when a drawing has ended: its cards are discarded, bless and curse leave. (GH-6.18)"""
    stay = (card for card in cards if card not in LEAVING)
    return replace(deck, discards=tuple(sorted((*deck.discards, *stay))))


def shuffled_in(deck: Deck, card: str, copies: int = 1) -> Deck:
    """The deck with cards shuffled into what is still to come; the discards stay. (GH-8.11, GH-8.14)"""
    return replace(deck, draw=_shuffled(deck.draw, (card,) * copies))


def without(deck: Deck, card: str) -> Deck:
    """The deck without a kind of card, shuffled with its discards; nobody knows one of unknown cards."""
    if piles.has_unknown(deck.draw):
        return replace(deck, draw=piles.UNKNOWN, discards=())
    return Deck(piles.shuffled(tuple(each for each in deck.cards() if each != card)))


def after_round(deck: Deck, whose: str, reading: str = "each_deck") -> Deck:
    """The deck at the end of a round: reshuffled if a standard x2 or null was drawn. (GH-6.20)

    `reading` is that of `reshuffle`: `each_deck`, or `monsters_deck` alone. (key.reshuffle)
    """
    if not deck.reshuffles:
        return deck
    if whose != MONSTERS and reading == "monsters_deck":
        return replace(deck, reshuffles=False)
    return Deck(_shuffled(deck.draw, deck.discards))


def supply_left(
    card: Supplied,
    whose: str,
    decks: Mapping[str, Deck],
    reading: str = "ten_for_characters",
    cards: ModifierCards | None = None,
) -> int:
    """How many of these cards can still be shuffled into the deck of `whose`, 0 at the least. (GH-8.11)

    `decks` are all decks by their owners, whose known cards count; a drawn card is back in the supply. Bless
    cards have one supply for all decks. Of curses the monsters' deck has its own; `reading` is that of
    `curse_supply`: `ten_for_characters` together, or `ten_for_each_deck`. (key.curse_supply)
    """
    counts = cards or modifier_cards()
    most = counts.bless if card == "bless" else counts.curse
    sharing = sharing_supply(card, whose, decks, reading)
    return max(most - sum(decks[owner].cards().count(card) for owner in sharing), 0)


def sharing_supply(card: Supplied, whose: str, owners: Iterable[str], reading: str) -> list[str]:
    """Whose decks take such a card from the same supply as the deck of `whose`."""
    if card == "bless":
        return list(owners)
    if whose != MONSTERS and reading == "ten_for_characters":
        return [owner for owner in owners if owner != MONSTERS]
    return [whose]


def _shuffled(pile: Pile, more: tuple[str, ...]) -> Pile:
    """A pile and further cards, shuffled together; unknown where part of the pile was."""
    if piles.has_unknown(pile):
        return piles.UNKNOWN
    return piles.shuffled((*piles.contents(pile), *more))


Way = Literal["normal", "advantage", "disadvantage"]


def way_of(advantage: bool, disadvantage: bool) -> Way:
    """How an attack draws that has advantage, disadvantage, or both: they cancel, however many. (GH-6.14)"""
    if advantage == disadvantage:
        return "normal"
    return "advantage" if advantage else "disadvantage"


class Drawing(msgspec.Struct, frozen=True):
    """The cards that are revealed for one attack, one by one, until they are enough."""

    way: Way
    value: int
    """The attack value that they modify; which card is better depends on it. (GH-6.7, GH-6.15)"""
    cards: tuple[str, ...] = ()
    """The drawn cards as texts, in the order of drawing."""
    is_reduced: bool = False
    """Whether the variant of reduced randomness is played. (GH-16.1)"""
    is_not_doubled: bool = False
    """Whether cards that double count as +0, by something that lasts on the target. (GH-10.1)"""

    @property
    def needs_card(self) -> bool:
        """Whether one more card is drawn: a second one with advantage or disadvantage, and one more while all
        are rolling. (GH-6.12, GH-6.13, GH-6.16)
        """
        at_least = 1 if self.way == "normal" else 2
        return len(self.cards) < at_least or all(each.rolling for each in self.drawn)

    def with_card(self, text: str) -> Drawing:
        """The drawing after this card is revealed. Raises ValueError if no more cards are drawn."""
        if not self.needs_card:
            raise ValueError("no more cards are drawn for this attack")
        return replace(self, cards=(*self.cards, text))

    @property
    def drawn(self) -> tuple[Modifier, ...]:
        """The drawn cards, as what they count."""
        found = tuple(card(text) for text in self.cards)
        if self.is_not_doubled:
            found = tuple(map(not_doubled, found))
        return tuple(reduced(each) for each in found) if self.is_reduced else found

    @property
    def applied(self) -> tuple[Modifier, ...]:
        """The cards that modify the attack, in the order in which they were drawn; all together."""
        found = self.drawn
        others = tuple(each for each in found if not each.rolling)
        if self.way == "normal":
            return found
        if len(others) > 1:
            return (chosen(self.way, others[0], others[1], self.value),)
        return found if self.way == "advantage" else others

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rules by which these cards apply and others do not."""
        found = self.drawn
        tamed = ("GH-10.1",) if self.is_not_doubled and any(map(_doubles, self.cards)) else ()
        return *self._rules_of_way(found), *tamed

    def _rules_of_way(self, found: tuple[Modifier, ...]) -> tuple[str, ...]:
        rolling = any(each.rolling for each in found)
        if self.way == "normal":
            return ("GH-6.16",) if rolling else ()
        rule = "GH-6.12" if self.way == "advantage" else "GH-6.13"
        judged = len(found) > 1 and not rolling
        return (rule, "GH-6.15") if judged else (rule,)


def _doubles(text: str) -> bool:
    return card(text).kind == "double"


def chosen(way: Way, first: Modifier, second: Modifier, value: int) -> Modifier:
    """Of two cards that are not rolling, drawn in this order, the one that applies: the better one with
    advantage, the worse one with disadvantage, and the first one if they are alike or cannot be compared.
    (GH-6.15)
    """
    wanted = 1 if way == "advantage" else -1
    return second if compared(second, first, value) == wanted else first


def compared(one: Modifier, other: Modifier, value: int) -> Literal[1, 0, -1] | None:
    """Whether `one` is better (1) or worse (-1) than `other` for an attack of this value, both not rolling.

    0 if they are alike, None if they cannot be compared: an effect has some value, but no known one. Null and
    curse are the worst. (GH-6.15)
    """
    if (one.kind == "null") != (other.kind == "null"):
        return -1 if one.kind == "null" else 1
    first, second = result(one, value), result(other, value)
    is_better = first >= second and _covers(one, other)
    is_worse = second >= first and _covers(other, one)
    if is_better and is_worse:
        return 0
    if is_better or is_worse:
        return 1 if is_better else -1
    return None


def result(modifier: Modifier, value: int) -> int:
    """The attack that one card makes of this value, before any defence. (GH-6.8)"""
    if modifier.kind == "number":
        return value + modifier.number
    return 2 * value if modifier.kind == "double" else 0


def _covers(one: Modifier, other: Modifier) -> bool:
    """Whether `one` has every effect of `other`, at least as strong."""
    return _amounts(one) >= _amounts(other)


def _amounts(modifier: Modifier) -> Counter[str]:
    amounts: Counter[str] = Counter()
    for effect in modifier.effects:
        amounts[effect.word] += effect.number
    return amounts
