"""The stickers that a file puts on a character's printed cards. (GH-15.12, GH-15.15, GH-15.21)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from tsolve.diagnostics import Diagnostics
from tsolve.errors import TreePath
from tsolve.games.gloomhaven.abilities import Ability
from tsolve.games.gloomhaven.actions import listed
from tsolve.games.gloomhaven.cards import Card, Side
from tsolve.games.gloomhaven.enhancements import MisplacedError, Sticker, enhanced, placed, sticker_from
from tsolve.games.gloomhaven.printed import PrintedHalf
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.games.gloomhaven.writing.printed_cards import PrintedCharacter, several, stickers_on
from tsolve.rules.names import squash
from tsolve.source.decoded import Decoded
from tsolve.source.tree import shortened

SIDES = get_args(Side)
_FORMS = '`top +1 attack`, `bottom jump`, `top wound`, `bottom fire`, `"top area hex (2,-1)"`'


class EnhancementsReader:
    """Reads the stickers of every character of one file. `notes` names the cards that bear some."""

    def __init__(self, decoded: Decoded[ScenarioTable], found: Diagnostics) -> None:
        self.decoded, self.found = decoded, found
        self.notes: list[str] = []
        self._misplaced: set[tuple[str, Side]] = set()
        """The halves whose spots do not take their stickers."""

    def check(self, path: TreePath, character: PrintedCharacter) -> None:
        """Report stickers that say nothing, or are on no printed card of the character; note the others."""
        for name, texts in character.file.enhanced.items():
            card = character.card(name)
            if card is None or card.card is None:
                message = f'{path[-1]} has no printed card "{shortened(name)}"'
                help_ = character.near(name) or "a card that the file describes is written as it is now"
                self.found.report("E314", message, self.decoded.key_span(*path, "enhanced", name), help_)
                continue
            for index, text in enumerate(several(texts)):
                if sticker_from(text) is None:
                    is_one = isinstance(texts, str)
                    place = ("enhanced", name) if is_one else ("enhanced", name, index)
                    message = f'"{shortened(text)}" is no enhancement'
                    self.found.report("E209", message, self.decoded.span(*path, *place), f"such as {_FORMS}")
            shown = [f"{side} {each}" for side in SIDES for each in self._placed(path, character, card, side)]
            if shown:
                self.notes.append(f"{card.name} of {path[-1]} is enhanced: {listed(shown)} (GH-15.21)")

    def _placed(
        self, path: TreePath, character: PrintedCharacter, card: Card, side: Side
    ) -> Sequence[Sticker]:
        """The stickers on one half; none, with a report, if its spots do not take them."""
        stickers = stickers_on(character.file.enhanced, card.name, side)
        half: PrintedHalf = getattr(card.card, side)
        try:
            placed(stickers, half.spots)
        except MisplacedError as error:
            self._misplaced.add((card.id, side))
            self._report(path, character, card, error)
            return ()
        return stickers

    def _report(self, path: TreePath, character: PrintedCharacter, card: Card, error: MisplacedError) -> None:
        key = next(each for each in character.file.enhanced if squash(each) == squash(card.name))
        message = f"{card.name} cannot be enhanced so: {error}"
        self.found.report("E210", message, self.decoded.span(*path, "enhanced", key))

    def on(
        self,
        path: TreePath,
        character: PrintedCharacter,
        card: Card,
        side: Side,
        abilities: Sequence[Ability],
    ) -> tuple[Ability, ...]:
        """The abilities of an action with its stickers; one that they cannot change is reported."""
        stickers = stickers_on(character.file.enhanced, card.name, side)
        half: PrintedHalf = getattr(card.card, side)
        if not stickers or half.untold or (card.id, side) in self._misplaced:
            return tuple(abilities)
        try:
            return enhanced(abilities, stickers, half.spots)
        except MisplacedError as error:
            self._report(path, character, card, error)
            return tuple(abilities)
