"""Which printed facts an answer about the campaign rests on: prices that the file leaves to print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.contract.mentioned import Mentioned
from tsolve.games.gloomhaven.cards import Card
from tsolve.model.verdicts import UnsureFact
from tsolve.rules.names import squash
from tsolve.rules.sureness import unsure

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.campaign.position import CampaignPosition


def unsure_facts(position: CampaignPosition, mentioned: Mentioned) -> Iterator[UnsureFact]:
    """Those of the items that are named, where money counts."""
    if not any(word in text for text in mentioned.texts for word in ("gold", "money", "price")):
        return
    campaign = position.written.campaign
    items = campaign.items if campaign is not None else {}
    told = {squash(name) for name, item in items.items() if item.price is not None}
    for card in position.ruleset.cards.values():
        if (
            isinstance(card, Card)
            and card.item is not None
            and squash(card.name) not in told
            and mentioned.says(card.name)
        ):
            yield from unsure(card.provenance, card.name, {"price": "price", "number": "number"})
