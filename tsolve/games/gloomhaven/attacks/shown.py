"""What stands beside attacks in words: who fights, and what the modifier decks hold."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.cardkit import piles
from tsolve.diagnostics import counted
from tsolve.games.gloomhaven.attack.deck import Deck
from tsolve.games.gloomhaven.state import Figure, State


def zones(state: State) -> tuple[tuple[str, str], ...]:
    """Every figure with what it has, and every deck."""
    figures = ((figure.name, ", ".join(_told(figure))) for figure in state.figures)
    decks = ((f"Deck of {owned.owner}", _cards(owned.deck)) for owned in state.decks)
    return (*figures, *decks)


def _told(figure: Figure) -> Iterator[str]:
    profile = figure.profile
    yield f"{figure.rank} {figure.kind}".strip()
    if figure.max_hp < 900:
        yield f"{figure.hp} of {figure.max_hp} hit points"
    for word, number in (
        ("attack", profile.attack),
        ("shield", profile.shield),
        ("retaliate", profile.retaliate),
    ):
        if number:
            yield f"{word} {number}"
    for effect in figure.effects:
        yield f"{effect.kind.replace('_', ' ')} {effect.amount}"
    for token in figure.tokens:
        yield token.condition


def _cards(deck: Deck) -> str:
    if piles.has_unknown(deck.draw):
        return "unknown"
    cards = ", ".join(counted(piles.contents(deck.draw))) or "none"
    return cards + (f"; discarded: {', '.join(counted(deck.discards))}" if deck.discards else "")
