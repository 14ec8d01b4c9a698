"""Actions in words, as people write them."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.games.gloomhaven.actions import (
    Action,
    Bear,
    Choose,
    Do,
    Draw,
    Finish,
    FocusOn,
    GiveUp,
    Go,
    LeaveOut,
    Pass,
    Pick,
    PlayHalf,
    PutAt,
    Rest,
    Shift,
    ShortRest,
    Spend,
    Strike,
    TakeBack,
    TakeTurn,
    UseItem,
)
from tsolve.games.gloomhaven.terrain import Terrain


def listed(names: Iterable[str]) -> str:
    """Names as in a sentence."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def notation(action: Action, terrain: Terrain) -> str:
    """An action as a person would write it."""
    match action:
        case TakeTurn():
            return f"turn of {action.figure}"
        case FocusOn():
            return f"focus {action.figure}"
        case Go():
            return f"move to {terrain.name(action.path[-1])}" if action.path else "stay"
        case Strike():
            without = f", without {listed(action.without)}" if action.without else ""
            return f"attack {listed(action.targets)}{without}"
        case LeaveOut():
            return f"without {listed(action.effects)}" if action.effects else "with all effects"
        case Draw():
            return f"draw {action.card}"
        case Pick():
            return f"choose {action.figure}"
        case Shift():
            return f"shift to {terrain.name(action.to)}" if action.to is not None else "shift no farther"
        case PutAt():
            return f"put at {terrain.name(action.at)}"
        case Spend():
            return f"consume {listed(action.elements)}"
        case Bear():
            return f"lose {listed(action.lost)}" if action.lost else "take the damage"
        case PlayHalf():
            used = "Attack 2" if action.side == "top" else "Move 2"
            return f"use {action.card} as {used}" if action.basic else f"play {action.side} of {action.card}"
        case Do():
            return f"do {action.text}"
        case UseItem():
            return f"use {action.item}"
        case TakeBack():
            return f"recover {listed(action.cards)}"
        case GiveUp():
            return f"give up {action.card}"
        case Rest():
            return f"rest, losing {action.lost}"
        case Choose():
            cards = f"plays {listed(action.cards)}" if action.cards else "takes a long rest"
            return f"{action.figure} {cards}"
        case ShortRest():
            return f"short rest of {action.figure}"
        case Finish():
            return "end turn"
        case Pass():
            return "skip"
