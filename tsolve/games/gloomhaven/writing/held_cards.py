"""Characters' cards as a position file writes them, and where each of them is. (GH-2.2, GH-2.8)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from tsolve.diagnostics import Diagnostics, Span
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.character_cards import CharacterCard, Half, Side
from tsolve.games.gloomhaven.state import Gathered, Held, Used
from tsolve.games.gloomhaven.writing.card_file import HalfFile, ItemFile, slots_of
from tsolve.games.gloomhaven.writing.character_abilities import CharacterAbilities
from tsolve.games.gloomhaven.writing.position_file import CharacterFile, PositionFile
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.text import squash
from tsolve.source.decode import Decoded, Path
from tsolve.source.words import shortened

PLACES = ("plays", "hand", "discarded", "lost", "active")
ROUND = 2
"""Cards that are chosen for a round. (GH-2.2)"""


class HeldCardsReader:
    """Reads the cards of every character of one file."""

    def __init__(self, decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.found = decoded, found
        self._abilities = CharacterAbilities(decoded, ruleset, found)
        self.cards: dict[tuple[str, str], CharacterCard] = {}
        """What the cards say, by owner and name; filled by `held`."""

    def held(self) -> Iterator[Held]:
        """What each character has of whom the file tells cards."""
        for owner, file in self.decoded.value.characters.items():
            if not tells_cards(file):
                continue
            path: Path = ("characters", owner)
            for name in file.cards:
                self.cards[owner, name] = self._card(path, file, name)
            where = {place: self._names(path, file, place) for place in PLACES}
            self._check_once(path, where)
            if file.hand is None:
                elsewhere = {name for names in where.values() for name in names}
                where["hand"] = tuple(name for name in file.cards if name not in elsewhere)
            self._check_plays(path, file, where)
            piles = {
                place: names if place == "plays" else tuple(sorted(names)) for place, names in where.items()
            }
            self._check_hand(path, file, where)
            used = tuple(sorted(Used(name, times) for name, times in times_used(file) if times))
            yield Held(owner, **piles, used=used)

    def _names(self, path: Path, file: CharacterFile, place: str) -> tuple[str, ...]:
        """The cards of a pile, as `cards` calls them."""
        known = {squash(name): name for name in file.cards}
        return tuple(known.get(squash(text), text) for text in getattr(file, place) or ())

    def _check_once(self, path: Path, where: dict[str, tuple[str, ...]]) -> None:
        """Every card is in one place."""
        first: dict[str, Span] = {}
        for place, names in where.items():
            for index, name in enumerate(names):
                span = self.decoded.span(*path, place, index)
                if not name.strip():
                    help_ = "write the name of the card, or leave it out"
                    self.found.report("E209", "a card needs a name", span, help_)
                if name in first:
                    message = f'"{shortened(name)}" is in two places'
                    self.found.report("E210", message, span, "", [("first here", first[name])])
                first.setdefault(name, span)

    def _check_plays(self, path: Path, file: CharacterFile, where: dict[str, tuple[str, ...]]) -> None:
        """Two cards for a round, or a rest that can be taken."""
        if file.plays is not None and file.rests:
            message = "a character either plays two cards or rests (GH-2.2)"
            self.found.report("E210", message, self.decoded.span(*path, "plays"), "leave out one of them")
        elif file.plays is not None and len(file.plays) != ROUND:
            message = f"a character chooses {ROUND} cards for a round, not {len(file.plays)} (GH-2.2)"
            self.found.report("E210", message, self.decoded.span(*path, "plays"))
        elif file.rests and len(where["discarded"]) < ROUND:
            message = f"a long rest needs {ROUND} discarded cards (GH-2.10)"
            self.found.report("E210", message, self.decoded.span(*path, "rests"))
        initiative, _ = initiatives(file)
        if initiative is not None and file.initiative not in (None, initiative):
            told = f"{shortened(where['plays'][0])} has initiative {initiative}"
            message = f"the leading card {told}, not {file.initiative} (GH-2.2)"
            self.found.report("E210", message, self.decoded.span(*path, "initiative"), "leave it out")

    def _check_hand(self, path: Path, file: CharacterFile, where: dict[str, tuple[str, ...]]) -> None:
        """As many cards as the class has in hand, none above the level of the character. (GH-2.13)"""
        number = sum(len(names) for names in where.values())
        if file.hand_size is not None and number != file.hand_size:
            message = f"{path[-1]} has {number} cards, and its hand has {file.hand_size} (GH-2.13)"
            help_ = "name every card in `hand`, `plays`, `discarded`, `lost` or `active`"
            self.found.report("E210", message, self.decoded.span(*path, "hand_size"), help_)
        for name, card in file.cards.items():
            if file.level is not None and card.rank > file.level:
                message = f"{name} is of level {card.level}, and {path[-1]} of level {file.level} (GH-2.13)"
                self.found.report("E210", message, self.decoded.key_span(*path, "cards", name))

    # what cards say

    def _card(self, path: Path, file: CharacterFile, name: str) -> CharacterCard:
        written = file.cards[name]
        halves: dict[Side, Half] = {
            side: self._half((*path, "cards", name, side), getattr(written, side)) for side in get_args(Side)
        }
        return CharacterCard(name, halves["top"], halves["bottom"], written.initiative)

    def _half(self, path: Path, written: str | Sequence[str] | HalfFile) -> Half:
        if not isinstance(written, HalfFile):
            return Half(tuple(self._abilities.read(path, written)))
        abilities = tuple(self._abilities.read((*path, "do"), written.do))
        lasts = "persistent" if written.persistent else "round" if written.round else ""
        return Half(abilities, written.lost, lasts, written.xp, slots_of(written.slots))  # type: ignore[arg-type]


def tells_cards(file: CharacterFile) -> bool:
    """Whether the file tells any cards of a character."""
    cards = file.cards or file.plays or file.hand or file.discarded or file.lost or file.active
    return bool(cards or file.items)


def gathered(characters: Mapping[str, CharacterFile]) -> Iterator[Gathered]:
    """What each character has gathered that has gathered anything."""
    for owner, file in characters.items():
        if file.experience or file.money or file.kills:
            yield Gathered(owner, file.experience, file.money, file.kills)


def times_used(file: CharacterFile) -> Iterator[tuple[str, int]]:
    """Of each item how often it was used."""
    for name, item in file.items.items():
        yield name, item.used if isinstance(item, ItemFile) else 0


def initiatives(file: CharacterFile) -> tuple[int | None, int | None]:
    """The initiatives of the leading card and of the other one; None where the file does not tell them."""
    named = {squash(name): card for name, card in file.cards.items()}
    played = [named.get(squash(name)) for name in (*(file.plays or ()), "", "")[:ROUND]]
    leading, other = (card.initiative if card is not None else None for card in played)
    return leading, other
