"""The stacks of the Village. Those of which a file gives the names without numbers are as full as the box
makes them. (TS-2.2)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tsolve.games.thunderstone.cards import Card
from tsolve.rules.card_facts import singulars
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.written.card_names import Use, members_of, resolve, split_count

if TYPE_CHECKING:
    from tsolve.errors import Span
    from tsolve.games.thunderstone.writing.position import Zones

_FOR_SALE = ("hero", "village", "basic")


def village(zones: Zones) -> tuple[tuple[str, ...], tuple[int, ...] | None]:
    """The cards for sale and how many of each there are; no numbers where the Village is not known."""
    if zones.file.village is None:
        return (), None
    stock: dict[str, int] = {}
    places: dict[str, Span] = {}
    full: list[str] = []
    for written, count in zones.file.village.items():
        span = zones.decoded.key_span("village", written)
        if count == "unknown" and (heroes := stack_of_heroes(zones.ruleset, written)):
            full += heroes
            continue
        number, name = split_count(written, zones.ruleset.names) if count == "unknown" else (1, written)
        card = resolve(zones.ruleset, name, zones.found, span)
        if not card or not zones.fits(card, _FOR_SALE, "village", span):
            continue
        if card in stock:
            message = f"{zones.ruleset.cards[card].name} is named twice"
            zones.found.report("E308", message, span, related=[("first here", places[card])])
        if isinstance(count, str) and name == written.strip():
            full.append(card)
            continue
        copies = number if isinstance(count, str) else count
        stock[card], places[card] = copies, span
        zones.uses.append(Use(card, copies, span, ("village", written)))
    if full:
        stock = filled(zones.ruleset, stock, full, zones.counted(), zones.file.players.others)
    return tuple(stock), tuple(stock.values())


def stack_of_heroes(ruleset: Ruleset[Card], name: str) -> tuple[str, ...]:
    """The cards of a Hero stack by the name of its group, or of the Hero on top; empty for any other name."""
    found = ruleset.names.resolve(name)
    top = ruleset.cards.get(found.id) if isinstance(found, Match) else None
    if top is not None:
        if top.kind != "hero":
            return ()
        stack = (card for card in ruleset.cards.values() if card.kind == "hero" and card.group == top.group)
        return tuple(card.id for card in stack if (card.level or 0) >= (top.level or 0))
    called = (members_of(ruleset, each) for each in (name, *singulars(name)))
    group = next(filter(None, called), ())
    return tuple(card for card in group if ruleset.cards[card].kind == "hero")


def filled(
    ruleset: Ruleset[Card],
    stock: Mapping[str, int],
    full: Iterable[str],
    elsewhere: Iterable[Use],
    others: int | Sequence[object],
) -> dict[str, int]:
    """The stock with the `full` stacks: all copies of the box that lie nowhere else, at least one. The stacks
    of Basic cards, less the starting decks, lie beside them in every game; a file that names one names all.
    """
    lying = Counter[str]()
    for use in elsewhere:
        lying[use.card] += use.copies
    cards = ruleset.cards
    left = {
        card: max(cards[card].count - lying[card], 1) for card in dict.fromkeys(full) if card not in stock
    }
    told = {**stock, **left}
    if any(cards[card].kind == "basic" for card in told):
        return told
    from tsolve.games.thunderstone.setup import setup_of  # few files leave numbers out

    players = 1 + (others if isinstance(others, int) else len(others))
    for card, dealt in setup_of(ruleset).starting_deck.items():
        told[card] = max(cards[card].count - max(dealt * players, lying[card]), 0)
    return told
