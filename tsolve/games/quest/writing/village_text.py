"""The Village as a position file writes it: stacks, the spaces of an epic Marketplace with their decks, and
Class decks with the box.
"""

from __future__ import annotations

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.games.quest.book import Book
from tsolve.games.quest.state import CLASSES, MARKET, Stack, State
from tsolve.games.quest.turn.spaces import ANY, deck_of, has_class_decks, is_epic, titles_of
from tsolve.games.quest.writing.piles_text import deck_text, pairs
from tsolve.written.position_text import names, scalar

_SPACES = (*MARKET, ANY)


def village(book: Book, state: State) -> dict[str, str]:
    """The keys that tell what is for sale, and what comes to be."""
    if state.stacks is None:
        return {}
    stacks, epic, by_class = state.stacks, is_epic(state), has_class_decks(state)
    sold = [
        (book.name(card), copies)
        for stack in stacks
        if stack.sold and stack.space not in (*CLASSES, ANY)
        for card, copies in stack.cards
    ]
    sold += [(title, 0) for title in sold_out(book, state)]
    told = {"village": _counted(sold) or "[]"}
    if epic:
        decks = {kind: deck_text(book, deck_of(state, kind)) for kind in MARKET}
        told["market_decks"] = pairs({kind: deck for kind, deck in decks.items() if deck}) or "{}"
        free = [book.name(card) for stack in stacks if stack.space == ANY for card, _ in stack.cards]
        told["any_spaces"] = names(free) if free else ""
    if by_class:
        told["class_decks"] = pairs(_class_decks(book, state)) or "{}"
        box = [
            (book.name(card), copies) for stack in stacks if not stack.sold for card, copies in stack.cards
        ]
        told["box"] = _counted(box) or "[]"
    return told


def _counted(cards: list[tuple[str, int]]) -> str:
    return pairs({scalar(name): str(copies) for name, copies in cards})


def _class_decks(book: Book, state: State) -> dict[str, str]:
    """The decks that have a card left."""
    told: dict[str, str] = {}
    for stack in state.stacks or ():
        if stack.space in CLASSES and stack.cards:
            top = piles.known(tuple(card for card, _ in stack.cards))
            told[stack.space] = deck_text(book, piles.stacked(top, deck_of(state, stack.space)))
    return told


def sold_out(book: Book, state: State) -> list[str]:
    """The titles of what the Village sold from the start and has no more of."""
    there = titles_of(book.cards, state.stacks, state.wares)
    return [title for title in state.titles if title not in there] if state.stacks is not None else []


def as_read(book: Book, state: State) -> tuple[tuple[Stack, ...] | None, tuple[tuple[str, Pile], ...]]:
    """The stacks, and the decks of their spaces, as a file can describe them."""
    stacks = in_order(book, state.stacks)
    if stacks is None:
        return None, ()
    epic, by_class = is_epic(state), has_class_decks(state)
    kinds = (*(CLASSES if by_class else ()), *(MARKET if epic else ()))
    wares = tuple((kind, deck_of(state, kind)) for kind in kinds)
    if any(stack.space and not _is_one(stack) for stack in stacks):
        raise ValueError("a space of the Village holds one card, and a position file can describe no other")
    return tuple(Stack(s.cards, s.space, sold=bool(s.space) or s.sold or not by_class) for s in stacks), wares


def _is_one(stack: Stack) -> bool:
    return not stack.cards or (len(stack.cards) == 1 and stack.cards[0][1] == 1)


def in_order(book: Book, stacks: tuple[Stack, ...] | None) -> tuple[Stack, ...] | None:
    """The stacks without those that are empty, in the order in which a file tells them: Class decks and the
    box, Heroes, the Marketplace. It makes no difference to any rule.
    """
    if stacks is None or not any(stack.space for stack in stacks):
        return stacks and tuple(stack for stack in stacks if stack.cards)
    left = [stack for stack in stacks if stack.cards or stack.space or not stack.sold]
    return tuple(sorted(left, key=lambda stack: _place(book, stack)))


def _place(book: Book, stack: Stack) -> tuple[int, int, bool]:
    if stack.space in CLASSES:
        return 0, CLASSES.index(stack.space), False
    if not stack.sold:
        return 1, 0, False
    if stack.space:
        return 4, _SPACES.index(stack.space), not stack.cards
    return 2 if book.card(stack.cards[0][0]).kind == "hero" else 3, 0, False
