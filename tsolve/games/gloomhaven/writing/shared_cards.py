"""Cards that somebody may get from another class: packs, and cards that lie before allies.
(GH-11.15, GH-11.16)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Bestow
from tsolve.games.gloomhaven.cards import Card, CharacterCard
from tsolve.games.gloomhaven.contents import things_in
from tsolve.games.gloomhaven.simple_abilities import Give
from tsolve.games.gloomhaven.writing.printed_cards import given_card
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset

T = TypeVar("T")
Cards = dict[tuple[str, str], CharacterCard]
"""By owner and name."""
_DESCRIBED = 4
"""How many packs of a name there are where a file describes them."""


def share(
    cards: Cards,
    owners: list[str],
    ruleset: Ruleset[Card],
    printed: Callable[[Card, str], CharacterCard],
) -> None:
    """Let every character have what may come to it. `printed`: a card as the box has it, under a name."""
    bestowed = {name: card for (_, name), card in cards.items() if any(_things(card, Bestow))}
    given = {each.card for card in cards.values() for each in _things(card, Give)}
    packs = [card for name in sorted(given) for card in _packs(cards, ruleset, printed, name)]
    for owner in owners:
        for name, card in bestowed.items():
            cards.setdefault((owner, name), card)
        for card in packs:
            cards.setdefault((owner, card.name), card)


def _packs(
    cards: Cards, ruleset: Ruleset[Card], printed: Callable[[Card, str], CharacterCard], name: str
) -> Iterator[CharacterCard]:
    """All packs of this name: as a file describes them, or as they are printed."""
    described = (card for card in cards.values() if card.pack and not card.ruling)
    pack = next((card for card in described if squash(card.pack) == squash(name)), None)
    copies, card = _DESCRIBED, given_card(ruleset, name)
    if pack is None and card is not None and card.card is not None:
        pack, copies = printed(card, name), card.card.copies
    if pack is not None:
        for number in range(1, copies + 1):
            yield replace(pack, name=f"{name} {number}" if number > 1 else name, pack=name)


def _things(card: CharacterCard, kind: type[T]) -> Iterator[T]:
    """The abilities of this kind on a card."""
    halves = (card.top.abilities, card.bottom.abilities)
    return (each for each in things_in(halves) if isinstance(each, kind))
