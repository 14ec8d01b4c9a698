"""Reads the Village of a position file: stacks, the spaces of an epic Marketplace with their decks, and Class
decks with the box.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.errors import Span, TreePath
from tsolve.games.family.statements import DeckFile
from tsolve.games.quest.state import CLASSES, MARKET, Stack
from tsolve.games.quest.turn.spaces import ANY
from tsolve.games.quest.writing.decks_file import Stock
from tsolve.games.quest.writing.position_file import FOR_SALE, KINDS, WrittenCards
from tsolve.rules.names import squash
from tsolve.written.card_names import Use, split_count

ENOUGH = 8
"""Copies of what is for sale where the position does not count them: more than a turn can take."""
_IN_THE_BOX = (2, 3)
"""The levels of Heroes that no Class deck holds. (QUEST-16.6)"""

Wares = tuple[tuple[str, Pile], ...]


class VillageReader(WrittenCards):
    """Reads the Village of one file."""

    sold_out: tuple[str, ...] = ()
    """The cards that the Village sold from the start and has no more of."""

    def village(self) -> tuple[tuple[Stack, ...] | None, Wares]:
        """The stacks, of each Hero one, the lowest level on top; and the decks that fill spaces."""
        file = self.file
        epic, by_class = file.market_decks is not None, file.class_decks is not None
        self._check_variants(epic, by_class)
        if file.village is None and not by_class:
            return None, ()
        stock = self.stock("village", file.village or (), 1 if epic else ENOUGH)
        self.sold_out = tuple(card for card, copies in stock.items() if not copies)
        stock = {card: copies for card, copies in stock.items() if copies}
        stacks: list[Stack] = []
        wares: list[tuple[str, Pile]] = []
        if by_class:
            self._check_no_heroes(stock)
            for space in CLASSES:
                deck = self._class_deck(space)
                first = piles.contents(deck[:1])
                stacks.append(Stack(tuple((card, 1) for card in first[:1]), space=space))
                wares.append((space, piles.known(first[1:]) + deck[1:]))
            stacks.append(Stack(tuple(self._box().items()), sold=False))
        heroes = {card: copies for card, copies in stock.items() if self._kind(card) == "hero"}
        market = {card: copies for card, copies in stock.items() if card not in heroes}
        if not epic:
            return (*stacks, *self.stacks(stock)), tuple(wares)
        wares += [(kind, self._market_deck(kind)) for kind in MARKET]
        return (*stacks, *self.stacks(heroes), *self._spaces(market)), tuple(wares)

    def stock(self, key: str, listed: Stock, enough: int) -> dict[str, int]:
        """The cards that are written under a key, with their copies: `enough` where none are counted."""
        stock: dict[str, int] = {}
        places: dict[str, Span] = {}
        named: Iterable[tuple[TreePath, str, int | None]]
        if isinstance(listed, Mapping):
            named = [((key, text), text, copies) for text, copies in listed.items()]
        else:
            named = [((key, index), *self.of_stack(text)) for index, text in enumerate(listed)]
        for path, text, copies in named:
            span = self.decoded.key_span(*path) if isinstance(listed, Mapping) else self.decoded.span(*path)
            for card in self.for_sale(text, span):
                if card in stock:
                    message = f"{self.name(card)} is named twice"
                    self.found.report("E308", message, span, related=[("first here", places[card])])
                    continue
                is_one = self._kind(card) != "hero"
                stock[card] = copies if copies is not None else enough if is_one else ENOUGH
                places[card] = span
                if enough == 1 and is_one and stock[card] > 1:
                    message = f"an epic game has one copy of each card: {stock[card]} x {self.name(card)}"
                    self.found.report("E307", message, span, "a space of the Marketplace holds one card")
                if copies is not None:
                    self.uses.append(Use(card, copies, span, path))
        return stock

    def of_stack(self, text: str) -> tuple[str, int | None]:
        """A card for sale with the number of copies, where one is written: `3 x Shortsword`."""
        count, name = split_count(text, self.ruleset.names)
        return (text, None) if name == text.strip() else (name, count)

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
            message = f"{self.name(card)} is {unsold} and cannot be here: village"
            self.found.report("E305", message, span, "no stack of the Village holds it")
            return []
        return [card] if card else []

    def stacks(self, stock: Mapping[str, int]) -> tuple[Stack, ...]:
        piled: dict[str, list[str]] = {}
        for card in stock:
            facts = self.ruleset.cards[card]
            piled.setdefault(facts.hero_title if facts.kind == "hero" else card, []).append(card)
        return tuple(
            Stack(tuple((card, stock[card]) for card in sorted(cards, key=self._level)))
            for cards in piled.values()
        )

    def _level(self, card: str) -> int:
        return self.ruleset.cards[card].level or 0

    def _kind(self, card: str) -> str:
        return self.ruleset.cards[card].kind

    # variants

    def _check_variants(self, epic: bool, by_class: bool) -> None:
        """Keys that say nothing without another one. (QUEST-16.3, QUEST-16.6)"""
        file, found, span = self.file, self.found, self.decoded.span
        if file.any_spaces and not epic:
            help_ = "write `market_decks`, with what is known of them"
            found.report(
                "E203", "`any_spaces` says nothing without `market_decks`", span("any_spaces"), help_
            )
        if file.box is not None and not by_class:
            help_ = "write `class_decks`; otherwise all levels of a Hero lie in the stacks of the `village`"
            found.report("E203", "`box` says nothing without `class_decks`", span("box"), help_)
        if epic and file.village is None:
            help_ = "name there what lies in the spaces of the Marketplace, and the Heroes for sale"
            found.report("E203", "`market_decks` says nothing without `village`", span("market_decks"), help_)

    def _check_no_heroes(self, stock: Mapping[str, int]) -> None:
        """With Class decks no stack of the Village holds a Hero. (QUEST-16.6)"""
        for card in stock:
            if self._kind(card) == "hero":
                message = f"{self.name(card)} is a Hero, and the Heroes of this game lie in Class decks"
                help_ = "write level 1 under `class_decks`, and levels 2 and 3 under `box`"
                self.found.report("E305", message, self.decoded.span("village"), help_)
                return

    def _class_deck(self, space: str) -> Pile:
        """The Heroes of level 1 of a Class; the top one is seen."""
        path: TreePath = ("class_decks", space)
        written = getattr(self.file.class_decks, space)
        deck = self.deck(path, written, ("hero",))
        if isinstance(written, DeckFile) and not written.top:
            message = "a Class deck lies face up, and nothing is on top of this one"
            self.found.report("E317", message, self.decoded.span(*path), "write `{top: [...], rest: [...]}`")
        for card, span in self.written_in(path, written):
            if card.level != 1 or card.kind != "hero":
                message = f"{card.name} cannot be here: class_decks"
                self.found.report("E305", message, span, "Class decks hold Heroes of level 1")
            elif space not in card.classes:
                message = f"{card.name} is no {space.capitalize()} and cannot be here: class_decks"
                classes = " or ".join(each.capitalize() for each in card.classes)
                self.found.report("E305", message, span, f"it is {classes or 'of no Class'}")
        return deck

    def _box(self) -> dict[str, int]:
        """The Heroes of levels 2 and 3, with their copies. (QUEST-16.6)"""
        if self.file.box is None:
            heroes = (card for card in self.ruleset.cards.values() if card.kind == "hero" and not card.unsold)
            known = (card for card in heroes if card.level in _IN_THE_BOX and not card.missing)
            return {card.id: ENOUGH for card in known}
        stock = self.stock("box", self.file.box, ENOUGH)
        for card in stock:
            if self._kind(card) != "hero":
                message = f"{self.name(card)} is {KINDS[self._kind(card)]} and cannot be here: box"
                self.found.report("E305", message, self.decoded.span("box"), "what belongs here is a Hero")
        return {card: n for card, n in stock.items() if n and self._level(card) in _IN_THE_BOX}

    def _market_deck(self, kind: str) -> Pile:
        """The cards of a type that are to come."""
        path: TreePath = ("market_decks", kind)
        written = getattr(self.file.market_decks, kind)
        for card, span in () if isinstance(written, str) else self.written_in(path, written):
            if card.kind == kind and card.unsold:
                message = f"{card.name} is {card.unsold} and cannot be here: market_decks"
                self.found.report("E305", message, span, "the Marketplace does not sell it")
        return self.deck(path, written, (kind,))

    def _spaces(self, market: Mapping[str, int]) -> list[Stack]:
        """The spaces of the Marketplace, each with its card or empty. (QUEST-16.3)"""
        from tsolve.games.quest.numbers import load_setup  # only epic games need its numbers

        numbers = load_setup(self.ruleset.roots).value.market_stacks
        free = [
            card
            for index, text in enumerate(self.file.any_spaces)
            for card in self.for_sale(text, self.decoded.span("any_spaces", index))
        ]
        spaces: list[Stack] = []
        for kind, count in numbers.items():
            lying = free if kind == ANY else [card for card in market if self._kind(card) == kind]
            if len(lying) > count:
                words = f"spaces for {'any card' if kind == ANY else f'{kind.capitalize()}s'}"
                message = f"the Marketplace has {count} {words}: {len(lying)} cards are named"
                help_ = "what lies in a space for any card is named under `any_spaces`"
                key = "any_spaces" if kind == ANY else "village"
                self.found.report("E317", message, self.decoded.span(key), "" if kind == ANY else help_)
            there = [((card, 1),) for card in lying[:count]]
            spaces += [Stack(cards, space=kind) for cards in (*there, *((),) * (count - len(there)))]
        for card in market:
            if self._kind(card) not in numbers:
                message = f"{self.name(card)} is {KINDS[self._kind(card)]} and cannot be here: village"
                self.found.report(
                    "E305", message, self.decoded.span("village"), "the Marketplace has no space for it"
                )
        return spaces
