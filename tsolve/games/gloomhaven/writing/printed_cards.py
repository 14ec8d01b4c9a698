"""Classes, their cards and items by name: what the box prints where a file says nothing. (GH-2.5, GH-11.8)

A file that names a card or an item means the printed one; what it writes itself stands above that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal

from tsolve.diagnostics import suggest
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.enhancements import MisplacedError, Sticker, enhanced, sticker_from
from tsolve.games.gloomhaven.map_abilities import Summon, Summoned
from tsolve.games.gloomhaven.printed import CharacterClass, Companion, Perk, PrintedHalf
from tsolve.games.gloomhaven.writing.ability_text import read_ability
from tsolve.games.gloomhaven.writing.character_file import CharacterFile
from tsolve.regex import Regex
from tsolve.rules.names import Match, squash
from tsolve.rules.ruleset import Ruleset


def class_named(ruleset: Ruleset[Card], text: str) -> Card | None:
    """The class that a text names, in any language of the ruleset, or by the name of its symbol."""
    return next((card for card in _named(ruleset, text) if card.class_ is not None), None)


def near_classes(ruleset: Ruleset[Card], text: str) -> str:
    """Which classes may be meant by a name that none has; empty where none is like it."""
    return suggest(text, [card.name for card in ruleset.shown.values() if card.class_ is not None])


def card_named(ruleset: Ruleset[Card], text: str, of: str = "") -> Card | None:
    """The class card of this name; of the class with the id `of`, if one is given."""
    found = (card for card in _named(ruleset, text) if card.card is not None)
    return next((card for card in found if card.card is not None and of in ("", card.card.of)), None)


def given_card(ruleset: Ruleset[Card], text: str) -> Card | None:
    """The card of this name that somebody may have from another class: a pack, or a card that lies before an
    ally. (GH-11.15, GH-11.16)
    """
    plain = re.sub(" [2-9]$", "", text.strip())
    card = card_named(ruleset, text) or card_named(ruleset, plain)
    if card is None or card.card is None:
        return None
    halves = (card.card.top, card.card.bottom)
    is_bestowed = any(told.startswith("before ") for half in halves for told in half.do)
    return card if card.card.level == "M" or is_bestowed else None


def item_named(ruleset: Ruleset[Card], text: str) -> Card | None:
    """The item of this name or number: `Hide Armor`, `item 3`."""
    number = squash(text).removeprefix("item").lstrip("0")
    if number.isdecimal():
        printed = (card for card in ruleset.cards.values() if card.item is not None)
        return next((c for c in printed if c.item is not None and c.item.number == int(number)), None)
    return next((card for card in _named(ruleset, text) if card.item is not None), None)


def printed_attack(ruleset: Ruleset[Card], text: str) -> str:
    """The only attack of a class card that a text names, `Trample` or `top of Trample`; empty for none, and
    for one that cannot be played.
    """
    card, found = attack_card(ruleset, text), _HALF.fullmatch(text.strip())
    if card is None or card.card is None:
        return ""
    sides = (found["first"] or found["last"] if found else "",)
    halves = [getattr(card.card, side.casefold()) for side in filter(None, sides)] or [
        card.card.top,
        card.card.bottom,
    ]
    attacks = [text for half in halves if not half.untold for text in half.do if text.startswith("attack ")]
    return attacks[0] if len(attacks) == 1 else ""


def attack_card(ruleset: Ruleset[Card], text: str) -> Card | None:
    """The class card that a text names alone or by one of its halves."""
    found = _HALF.fullmatch(text.strip())
    return card_named(ruleset, found["card"] or found["name"] if found else text)


_HALF = Regex(
    r"(?P<first>top|bottom) (?:half )?of (?P<card>.+)|(?P<name>.+?),? (?P<last>top|bottom)(?: half)?",
    re.IGNORECASE,
)


def near_items(ruleset: Ruleset[Card], text: str) -> str:
    """Which items may be meant by a name that none has; empty where none is like it."""
    return suggest(text, [card.name for card in ruleset.shown.values() if card.item is not None])


def _named(ruleset: Ruleset[Card], text: str) -> Iterator[Card]:
    """The cards that a text may name: by the names of cards, then by a word of the ruleset."""
    for match in (ruleset.names.resolve(text), ruleset.names.words.resolve(text)):
        ids = (match.id,) if isinstance(match, Match) else getattr(match, "ids", ())
        yield from (ruleset.cards[each] for each in ids if each in ruleset.cards)


def summoning(
    ruleset: Ruleset[Card], class_: str, name: str
) -> Iterator[tuple[Card, Literal["top", "bottom"], PrintedHalf]]:
    """The halves of a class that summon a figure of this name, each with its card; of any class if none is
    named.
    """
    plain = _NUMBER.sub("", name)
    for card in ruleset.cards.values():
        if card.card is not None and class_ in ("", card.card.of):
            for side in SIDES:
                half: PrintedHalf = getattr(card.card, side)
                if any(_summons(each, plain) for each in half.do):
                    yield card, side, half


def _summons(text: str, name: str) -> bool:
    """Whether an ability summons a figure of this name."""
    found = _SUMMON.match(text)
    return found is not None and squash(found[1]) == squash(name)


def companion_called(ruleset: Ruleset[Card], class_: str, name: str) -> Companion | None:
    """The companion of a class, if it has this name. (GH-11.23)"""
    card = ruleset.cards.get(class_)
    companion = card.class_.companion if card is not None and card.class_ is not None else None
    return companion if companion is not None and squash(companion.name) == squash(name) else None


_SUMMON = Regex(r"summon (?:[0-9]+ x )?([^(]+?) \(")
_NUMBER = Regex(r"\s+#?[0-9]+$")


SIDES: tuple[Literal["top", "bottom"], ...] = ("top", "bottom")
Stickers = Mapping[str, str | Sequence[str]]
"""The stickers of a file on a character's cards, by the names of the cards."""


def several(texts: str | Sequence[str]) -> Sequence[str]:
    """The texts of a list, or the only one."""
    return (texts,) if isinstance(texts, str) else texts


def stickers_on(
    written: Stickers, card: str, side: Literal["top", "bottom"] | None = None
) -> tuple[Sticker, ...]:
    """The stickers on a card, or on one of its halves; texts that say none are left out."""
    texts = (text for name, each in written.items() if squash(name) == squash(card) for text in several(each))
    return tuple(found for text in texts if (found := sticker_from(text)) and side in (None, found.side))


class PrintedCharacter:
    """What the box prints for one character of a file."""

    def __init__(self, ruleset: Ruleset[Card], name: str, file: CharacterFile) -> None:
        self.ruleset, self.called, self.file = ruleset, name, file
        found = class_named(ruleset, file.class_ or name)
        self.of = found.id if found is not None else ""
        """The id of its class; empty for one that the ruleset does not have."""
        self.class_: CharacterClass | None = found.class_ if found is not None else None

    @property
    def hit_points(self) -> int | None:
        """All its hit points at its level; None where the class or the level is not known."""
        if self.class_ is None or self.file.level is None:
            return None
        return self.class_.hit_points[self.file.level - 1]

    @property
    def hand_size(self) -> int | None:
        """How many cards its hand has; None where nobody says it. (GH-2.13)"""
        return self.file.hand_size or (self.class_.hand_size if self.class_ is not None else None)

    @property
    def takes_all_cards(self) -> bool:
        """Whether its hand is any cards of its class: `hand: all`, or it chooses and the file names none."""
        if self.file.hand is not None:
            return self.file.hand == "all"
        chooses = self.file.plays == "choose" and not self.file.cards
        return chooses and bool(self.of) and self.file.level is not None

    def all_cards(self) -> Iterator[str]:
        """The cards that its hand may have: those of its class up to its level, and what the file adds; no
        packs, which others give. (GH-2.13)
        """
        own = {squash(each) for each in self.file.cards}
        yield from self.file.cards
        for card in self.ruleset.cards.values():
            printed = card.card
            if printed is None or printed.of != self.of or printed.level == "M":
                continue
            if printed.rank <= (self.file.level or 0) and squash(card.name) not in own:
                yield card.name

    def card(self, name: str) -> Card | None:
        """The printed card of this name; None for one that the file describes or its class does not have."""
        if not self.of or squash(name) in map(squash, self.file.cards):
            return None
        return card_named(self.ruleset, name, self.of) or given_card(self.ruleset, name)

    @property
    def perks(self) -> tuple[Perk, ...]:
        """The perks of its class."""
        return self.class_.perks if self.class_ is not None else ()

    @property
    def name(self) -> str:
        """The name of its class."""
        return self.ruleset.cards[self.of].name if self.of else ""

    def level_of(self, name: str) -> int | None:
        """The level of a card, as the file or the box has it; X counts as 1. (GH-2.13)"""
        own = {squash(each): card for each, card in self.file.cards.items()}
        if (written := own.get(squash(name))) is not None:
            return written.rank
        printed = self.card(name)
        return printed.card.rank if printed is not None and printed.card is not None else None

    def of_another_class(self, name: str) -> str:
        """The class whose card has this name, where it is not that of the character; else empty."""
        if squash(name) in map(squash, self.file.cards) or self.card(name) is not None:
            return ""
        card = card_named(self.ruleset, name)
        return self.ruleset.cards[card.card.of].name if card is not None and card.card is not None else ""

    def near(self, name: str) -> str:
        """Which of its cards may be meant by a name that none of them has, or whose card it is; empty where
        none is like it.
        """
        if not self.of or squash(name) in map(squash, self.file.cards) or self.card(name) is not None:
            return ""
        cards = self.ruleset.cards.values()
        if other := self.of_another_class(name):
            return f"it is one of the {other}"
        return suggest(name, [each.name for each in cards if each.card and each.card.of == self.of])

    def summoned(self, name: str) -> Summoned | None:
        """The statistics of a figure that a card of its class summons, with the stickers on the card, or an
        item; or of its companion, with no hit points where its level is not told; None if they are not known.
        """
        companion = companion_called(self.ruleset, self.of, name)
        if companion is not None:
            level = self.file.level
            hp = companion.hit_points[level - 1] if level is not None else 0
            return Summoned(hp, move=companion.move, attack=companion.attack)
        words, areas = self.ruleset.names.abilities, load_areas(self.ruleset.roots)
        for card, side, half in summoning(self.ruleset, self.of, name) if self.of else ():
            read = [read_ability(text, areas, None, words) for text in half.do] if not half.untold else []
            stickers = stickers_on(self.file.enhanced, card.name, side)
            with suppress(MisplacedError):  # which is reported where the file puts them
                read = list(enhanced(read, stickers, half.spots))
            for each in read:
                if isinstance(each, Summon):
                    return each.statistics
        items = (card.item for card in self.ruleset.cards.values() if card.item is not None)
        texts = (text for item in items for text in item.do if _summons(text, _NUMBER.sub("", name)))
        for each in (read_ability(text, areas, None, words) for text in texts):
            if isinstance(each, Summon):
                return each.statistics
        return None

    def initiative(self, name: str) -> int | None:
        """The initiative of a card, as the file or the box has it."""
        own = {squash(each): card for each, card in self.file.cards.items()}
        if (written := own.get(squash(name))) is not None:
            return written.initiative
        printed = self.card(name)
        return printed.card.initiative if printed is not None and printed.card is not None else None

    def initiatives(self) -> tuple[int | None, int | None]:
        """The initiatives of the leading card and of the other one; None if nobody says them."""
        leading, other = [self.initiative(name) for name in (*(self.file.chosen or ()), "", "")[:2]]
        return leading, other
