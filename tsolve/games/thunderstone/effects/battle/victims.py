"""Which cards a Monster may destroy: kinds, limits, and which of several goes first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

from tsolve.games.thunderstone.turn.naming import is_village_card
from tsolve.games.thunderstone.turn.strength import strength_of, weight_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.state import State

Victim = Literal[
    "archer",
    "card",
    "cleric",
    "cleric_or_wizard",
    "fighter",
    "food",
    "healthy_card",
    "hero",
    "mercenary",
    "militia",
    "spell",
    "village_card",
    "weapon",
]
First = Literal["", "strongest", "weakest", "heaviest", "lightest", "richest", "stronger_of_two"]


class Candidate(NamedTuple):
    """A card that a Monster might destroy, with what its Strength and its Weight are now."""

    place: int
    card: Card
    strength: int = 0
    weight: int = 0


def present(book: Book, state: State, target: Victim, thrown_too: bool) -> list[Candidate]:
    """The cards of this kind in the party that no Battle Effect destroyed yet; `thrown_too` counts a thrown
    Weapon among them. (A-50)
    """
    return [
        Candidate(index, card, strength_of(book, state, index), weight_of(book, state, index))
        for index, member in enumerate(state.party)
        if not member.doomed and (not member.left or (thrown_too and member.thrown))
        if is_victim(book, card := book.card(member.card), target)
    ]


def of_hand(book: Book, cards: Iterable[str]) -> list[Candidate]:
    """The cards of another player's hand, by what is printed on them."""
    facts = map(book.card, cards)
    return [Candidate(n, card, card.strength or 0, card.weight or 0) for n, card in enumerate(facts)]


def is_victim(book: Book, card: Card, target: Victim) -> bool:
    """Whether a card is of the kind that is destroyed. (TS-18.2)"""
    if target == "hero":
        return card.is_hero
    if target == "card":
        return True
    if target == "healthy_card":
        return not card.is_disease
    if target == "village_card":
        return is_village_card(book, card)
    if target == "cleric_or_wizard":
        return "cleric" in card.classes or "wizard" in card.classes
    return (target in card.classes and card.is_hero) or target in card.subtypes


def foremost(candidates: list[Candidate], first: First) -> list[Candidate]:
    """Those of the candidates that may be destroyed next; among equals the player chooses."""
    if not candidates or not first:
        return candidates
    if first == "stronger_of_two":
        weakest = sorted(candidate.strength for candidate in candidates)[:2]
        return [candidate for candidate in candidates if candidate.strength >= weakest[-1]]
    measure, choose = _MEASURES[first]
    bound = choose(map(measure, candidates))
    return [candidate for candidate in candidates if measure(candidate) == bound]


_MEASURES: dict[str, tuple[Callable[[Candidate], int], Callable[[Iterable[int]], int]]] = {
    "strongest": (lambda candidate: candidate.strength, max),
    "weakest": (lambda candidate: candidate.strength, min),
    "heaviest": (lambda candidate: candidate.weight, max),
    "lightest": (lambda candidate: candidate.weight, min),
    "richest": (lambda candidate: candidate.card.gold or 0, max),
}
WORDS: dict[Victim, tuple[str, str]] = {
    "card": ("card", "cards"),
    "food": ("Food", "Foods"),
    "healthy_card": ("card that is no Disease", "cards that are no Diseases"),
    "hero": ("Hero", "Heroes"),
    "cleric_or_wizard": ("Cleric or Wizard", "Clerics and Wizards"),
    "village_card": ("Village card of the hand", "Village cards of the hand"),
}
"""One and several of a kind, where that is not the name of the kind with an s."""
ORDERS: dict[First, str] = {
    "heaviest": " of the highest Weight",
    "lightest": " of the lowest Weight",
    "richest": " with the highest Gold Value",
    "strongest": " with the highest Strength",
    "weakest": " with the lowest Strength",
    "stronger_of_two": ", the stronger of two that are chosen",
}
