"""Reads what the Village sells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tsolve.diagnostics import Span
from tsolve.games.quest.state import Stack
from tsolve.games.quest.writing.kinds import FOR_SALE
from tsolve.games.quest.writing.written_cards import WrittenCards
from tsolve.rules.text import squash
from tsolve.source.decode import Path
from tsolve.turns.inventory import Use

ENOUGH = 8
"""Copies of what is for sale where the position does not count them: more than a turn can take."""


class VillageReader(WrittenCards):
    """Reads the Village of one file."""

    def village(self) -> tuple[Stack, ...] | None:
        """The stacks, of each Hero one, the lowest level on top."""
        village = self.file.village
        if village is None:
            return None
        stock: dict[str, int] = {}
        places: dict[str, Span] = {}
        listed: Iterable[tuple[Path, str, int | None]]
        if isinstance(village, Mapping):
            listed = [(("village", text), text, copies) for text, copies in village.items()]
        else:
            listed = [(("village", index), text, None) for index, text in enumerate(village)]
        for path, text, copies in listed:
            span = self.decoded.key_span(*path) if copies is not None else self.decoded.span(*path)
            for card in self.for_sale(text, span):
                if card in stock:
                    message = f"{self.ruleset.cards[card].name} is named twice"
                    self.found.report("E308", message, span, related=[("first here", places[card])])
                    continue
                stock[card] = ENOUGH if copies is None else copies
                places[card] = span
                if copies is not None:
                    self.uses.append(Use(card, copies, span, path))
        return self.stacks(stock)

    def for_sale(self, text: str, span: Span) -> list[str]:
        """The cards that a name of the Village means: a card, or all levels of a Hero but the Legendary one,
        which lies in no stack. (QUEST-1.1)
        """
        titled = [
            card.id
            for card in self.ruleset.cards.values()
            if card.kind == "hero"
            and not card.legendary
            and card.title
            and squash(card.title) == squash(text)
        ]
        if titled:
            return titled
        card = self.named(text, FOR_SALE, "village", span)
        if card and (unsold := self.ruleset.cards[card].unsold):
            message = f"{self.ruleset.cards[card].name} is {unsold} and cannot be here: village"
            self.found.report("E305", message, span, "no stack of the Village holds it")
            return []
        return [card] if card else []

    def stacks(self, stock: Mapping[str, int]) -> tuple[Stack, ...]:
        piled: dict[str, list[str]] = {}
        for card in stock:
            facts = self.ruleset.cards[card]
            piled.setdefault(facts.hero_title if facts.kind == "hero" else card, []).append(card)
        return tuple(
            Stack(
                tuple(
                    (card, stock[card])
                    for card in sorted(cards, key=lambda card: self.ruleset.cards[card].level or 0)
                    if stock[card]
                )
            )
            for cards in piled.values()
        )

    def titles(self, stacks: tuple[Stack, ...] | None) -> tuple[str, ...]:
        """The titles of what the Village sells."""
        cards = (card for stack in stacks or () for card, _ in stack.cards)
        return tuple(dict.fromkeys(self.ruleset.cards[card].hero_title for card in cards))
