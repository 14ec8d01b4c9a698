"""Abilities that a written line left unused, each of which by itself leads to the claimed Attack Value."""

from __future__ import annotations

from tsolve.games.thunderstone.actions import Attack
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.turn import abilities
from tsolve.model.trace import Entry


def unused(game: Thunderstone, played: Played, claimed: int) -> tuple[Entry, ...]:
    """What would have added just what the claim has more, used right before the attack. Only abilities that
    ask for nothing and show nothing are tried: others would make it another turn.
    """
    fights = [move for move in played.moves if isinstance(move.action, Attack)]
    if not fights:
        return ()
    state, attack, value = fights[0].before, fights[0].action, played.result.tally.value
    found: list[Entry] = []
    for use in abilities.attempts(game.book, state, used_up=False):
        card = game.book.card(state.party[use.card].card)
        if not card.abilities[use.ability].readies or game.why_not(state, use) is not None:
            continue
        used = game.apply(state, use)
        if used.todo or game.why_not(used, attack) is not None:
            continue
        if game.apply(used, attack).tally.value == claimed:
            rulings = (f"card.{card.id}", "TS-7.2")
            found.append(Entry("use", card.name, "value", value, claimed, rulings, "an ability (not used)"))
    return tuple(found)
