"""What a figure's card tells it to do this round, a boss's specials written out. (GH-12.1, GH-12.36)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import Ability, Attack, Consume, OnDeath, ScenarioStep, Special
from tsolve.games.gloomhaven.ability_text import read_ability
from tsolve.games.gloomhaven.areas import load_areas

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.state import Figure, State


def abilities_of(book: Book, state: State, figure: Figure) -> tuple[Ability, ...]:
    """The abilities of a figure this round, in their order.

    A summon whose card prints no attack has none, though summons attack by rule. (GH-11.4)
    """
    found = book.deal(state, figure).abilities
    if figure.kind == "summon" and not figure.profile.attack:
        found = tuple(ability for ability in found if not isinstance(ability, Attack))
    return tuple(_written_out(book, figure, found))


def unplayed(book: Book, state: State, figure: Figure) -> Iterator[str]:
    """What a figure's card tells it to do that only the book of the scenario describes. (GH-12.36)"""
    return _unplayed(abilities_of(book, state, figure))


def _unplayed(abilities: Iterable[Ability]) -> Iterator[str]:
    for ability in abilities:
        if isinstance(ability, Special):
            yield f"special {ability.number}"
        elif isinstance(ability, ScenarioStep):
            yield ability.text
        elif isinstance(ability, Consume | OnDeath):
            yield from _unplayed(ability.then)


def _written_out(book: Book, figure: Figure, abilities: tuple[Ability, ...]) -> Iterator[Ability]:
    for ability in abilities:
        card = book.types.get(figure.group) if isinstance(ability, Special) else None
        if isinstance(ability, Special) and card is not None and card.monster is not None:
            yield from (_ability(text) for text in card.monster.special(ability.number, book.monster_level))
        else:
            yield ability


@cache
def _ability(text: str) -> Ability:
    """The ability of a text of the ruleset. Remembered, for a turn asks for it again and again."""
    return read_ability(text, load_areas())
