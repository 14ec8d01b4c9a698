"""Which cards of a position are not as they are printed: home-made, or changed by somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from tsolve.rules.own_cards import AUTHOR
from tsolve.rules.ruleset import CardFacts
from tsolve.rules.telling import name_of
from tsolve.source.words import joined

if TYPE_CHECKING:
    from tsolve.turns.opened import Opened

S = TypeVar("S")
A = TypeVar("A")

_MOST_NAMED = 6
"""Cards that are named; of more of them only the number."""


def played_with(opened: Opened[S, A]) -> tuple[str, ...]:
    """One note that names them, if there are any.

    Those that the file defines are named wherever they lie: somebody wrote them for this position. Those of
    a ruleset only where the position shows them.
    """
    known = opened.ruleset.under(opened.readings)
    of_file = [card for card in known.values() if card.provenance.author == AUTHOR]
    in_sight = [known[each] for each in opened.cards_in_sight() if each in known]
    names = {card.id: with_changes(card) for card in (*of_file, *in_sight) if card.provenance.author}
    if not names:
        return ()
    told = list(names.values())[:_MOST_NAMED]
    more = f" and {len(names) - len(told)} more" if len(names) > len(told) else ""
    return (f"Played with: {', '.join(told)}{more}",)


def with_changes(card: CardFacts) -> str:
    """The name of a card of one's own; of a printed card with what was changed."""
    changed = joined(name_of(field, card) for field in card.provenance.changed)
    return f"{card.name} (changed: {changed})" if changed else f"{card.name} (home-made)"
