"""What stands beside attacks in words: who fights, and what the modifier decks hold."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.games.gloomhaven.judging.outcome import effect_in_words
from tsolve.games.gloomhaven.state import Figure, State
from tsolve.games.gloomhaven.writing.zones import deck_in_words


def zones(state: State) -> tuple[tuple[str, str], ...]:
    """Every figure with what it has, and every deck."""
    figures = ((figure.name, ", ".join(_told(figure))) for figure in state.figures)
    decks = ((f"Deck of {owned.owner}", deck_in_words(owned.deck)) for owned in state.decks)
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
        yield effect_in_words(effect)
    for token in figure.tokens:
        yield token.condition
