"""What some Monsters demand beyond totals: Heroes, gold, a used Item. (TS-7.6)

Each is a sum over the cards of the turn, so that the engine adds up what lies there, and the planner what
each way to prepare the party would show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.turn.parts import gilded

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.state import Member, State
    from tsolve.games.thunderstone.turn.battle_context import BattleContext

QUANTITIES = frozenset(("heroes", "gold", "used"))


def asked_of(context: BattleContext) -> frozenset[str]:
    """The quantities that matter against this Monster."""
    if not (context.needs or context.health_steps):
        return frozenset()
    needed = {need.quantity for need in context.needs}
    valued = {step.unless.quantity for step in context.health_steps if step.unless is not None}
    return QUANTITIES & (needed | valued)


def quantities(context: BattleContext, state: State) -> dict[str, int]:
    """How much of what the Monster asks for the party shows."""
    asked = asked_of(context)
    if not asked:
        return {}
    found = dict.fromkeys(asked, 0)
    for member in state.party:
        for quantity in asked:
            if not member.left:
                found[quantity] += shown(context.book.cards[member.card], quantity)
            if quantity == "used":
                found[quantity] += was_used(context.book.cards[member.card], member)
    if "used" in asked:
        gold = context.hand.gold
        found["used"] += sum(1 for each in gilded(context, state) if each.part(gold).amount)
    return found


def shown(card: Card, quantity: str) -> int:
    """How much a card shows by being in the revealed hand."""
    if quantity == "heroes":
        return int(card.is_hero)
    if quantity == "gold":
        return card.gold or 0
    return int(is_usable(card) and bool(card.attack or card.magic_attack or card.light))


def was_used(card: Card, member: Member) -> int:
    """Whether an ability of an Item or a Spell was used, wherever the card is now."""
    return int(is_usable(card) and bool(member.used or member.serving))


def is_usable(card: Card) -> bool:
    """Whether the card is one of those that are asked for when something must be used. (A-26)"""
    return card.is_item or card.is_spell
