"""The modifier deck that perks and items make, where a file does not give it. (GH-6.17, GH-15.4)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tsolve.cardkit import piles
from tsolve.diagnostics import Diagnostics
from tsolve.errors import InputError, TreePath
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.modifiers import Deck, parse, standard
from tsolve.games.gloomhaven.perks import Swap, each_taken, is_same, printed_swap, swap_from, together
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.games.gloomhaven.writing.printed_cards import PrintedCharacter, item_named
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import shortened


class PerksReader:
    """Reads the perks of every character of one file. `notes` says what items add to a deck."""

    def __init__(self, decoded: Decoded[ScenarioTable], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.ruleset, self.found = decoded, ruleset, found
        self.notes: list[str] = []

    def decks(self) -> Iterator[tuple[str, Deck]]:
        """The deck of each character that has perks, or items that change it."""
        for owner, file in self.decoded.value.characters.items():
            character = PrintedCharacter(self.ruleset, owner, file)
            swaps = [*self._swaps(("characters", owner, "perks"), character)]
            ignores = any(swap.ignores == "item effects" for swap in swaps)
            of_items = self._of_items(character).items()
            worse = {name: number for name, number in of_items if number < 0 or not ignores}
            if not swaps and not worse:
                continue
            cards = Counter(standard().cards())
            for swap in swaps:  # whatever the order in which they were taken
                cards.update(together(swap.into))
            for swap in swaps:
                cards.subtract(together(swap.out))
            self._check_cards(owner, cards)
            for name, number in worse.items():
                cards["-1"] = max(cards["-1"] + number, 0)
                does, deck = ("adds", "to") if number > 0 else ("takes", "out of")
                self.notes.append(f"{name} {does} {abs(number)} x -1 {deck} the modifier deck of {owner}")
            yield owner, Deck(piles.shuffled(tuple(cards.elements())))

    def _check_cards(self, owner: str, cards: Counter[str]) -> None:
        """Tell which cards perks take out that the deck never had; they stay as none."""
        for card, number in cards.items():
            if number < 0:
                short = "one" if number == -1 else str(-number)
                message = f"the perks of {owner} take out {short} more {card} than its deck has (GH-15.4)"
                self.found.doubt(message, self.decoded.span("characters", owner, "perks"))

    def _swaps(self, path: TreePath, character: PrintedCharacter) -> Iterator[Swap]:
        """What the perks do; one that says nothing, or that the class does not have, is reported."""
        taken: list[Swap] = []
        texts = (
            (index, text) for index, each in enumerate(character.file.perks) for text in each_taken(each)
        )
        for index, text in texts:
            span = self.decoded.span(*path, index)
            said = swap_from(text)
            try:
                swap = said and Swap(_cards(said.out), _cards(said.into), said.ignores)
            except InputError:
                swap = None
            if swap is None:
                help_ = "such as `replace one -1 by one +1`, `remove two -1`, `add one rolling push 1`"
                self.found.report("E209", f'"{shortened(text)}" is not what a perk does', span, help_)
                continue
            taken.append(swap)
            printed = [p for p in character.perks if is_same(_usual(printed_swap(p)), swap)]
            times = sum(perk.times for perk in printed)
            if character.of and sum(is_same(swap, each) for each in taken) > times:
                has = {0: "has no such perk", 1: "has it once"}.get(times, f"has it {times} times")
                self.found.doubt(f'"{shortened(text)}": the {character.name} {has} (GH-15.4)', span)
            yield swap

    def _of_items(self, character: PrintedCharacter) -> dict[str, int]:
        """How many -1 cards each item adds."""
        named = (
            item_named(self.ruleset, name)
            for name, each in character.file.items_by_name.items()
            if each is None
        )
        return {
            card.name: card.item.minus_one for card in named if card and card.item and card.item.minus_one
        }


def _usual(swap: Swap) -> Swap:
    return Swap(_cards(swap.out), _cards(swap.into), swap.ignores)


def _cards(cards: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The cards in standard form. Raises InputError for one that there is not."""
    return tuple((str(parse(card, None)), number) for card, number in cards)
