"""Which printed facts an answer about attacks without a map rests on: those of its cards and items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.contract.mentioned import Mentioned
from tsolve.games.gloomhaven.attacks.printed_items import added_by
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.printed_cards import attack_card, item_named
from tsolve.model.verdicts import UnsureFact
from tsolve.rules.sureness import unsure

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.attacks.position import AttacksPosition


def unsure_facts(position: AttacksPosition, _: Mentioned) -> Iterator[UnsureFact]:
    """Those of each card whose attack is made, and of each item that adds what is printed on it."""
    for card in _used(position):
        yield from unsure(card.provenance, card.name, card.sureness())


def _used(position: AttacksPosition) -> Iterator[Card]:
    ruleset = position.ruleset
    for attack in position.written.attacks:
        if (card := attack_card(ruleset, attack.attack)) is not None:
            yield card
        for name, number in attack.bonuses.items():
            added = added_by(ruleset, [name])
            item = (
                item_named(ruleset, name) if added is not None and number in added.bonuses.values() else None
            )
            if item is not None:
                yield item
