"""What players and chance can do, as data and in words."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tsolve.games.gloomhaven.abilities import Element
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.cards import Side
from tsolve.games.gloomhaven.hexes import Hex


class TakeTurn(msgspec.Struct, frozen=True):
    """A figure takes its turn."""

    figure: str


class FocusOn(msgspec.Struct, frozen=True):
    """The players choose the focus among equal enemies. (GH-12.13)"""

    figure: str


class Go(msgspec.Struct, frozen=True):
    """The acting figure moves along these hexes; nowhere where there are none."""

    path: tuple[Hex, ...] = ()


class Strike(msgspec.Struct, frozen=True):
    """The acting figure attacks these figures, in this order; `area` is where its pattern lies."""

    targets: tuple[str, ...]
    area: tuple[Hex, ...] = ()
    without: tuple[str, ...] = ()
    """The effects of the attack that its player leaves out from the start. (GH-7.1)"""


class LeaveOut(msgspec.Struct, frozen=True):
    """These effects of an attack are left out, the others applied. None: all are applied. (GH-7.1)"""

    effects: tuple[str, ...] = ()


class Draw(msgspec.Struct, frozen=True):
    """This modifier card is drawn."""

    card: str


class Pick(msgspec.Struct, frozen=True):
    """A figure is chosen: to be healed, to bear a condition, to be attacked next."""

    figure: str


class Shift(msgspec.Struct, frozen=True):
    """One step of a push or a pull: the figure that is moved goes to this hex. None: it stops. (GH-7.3)"""

    to: Hex | None
    figure: str = ""
    """Who is moved, where a written step names another figure than the one that is."""
    word: str = ""
    """Push or pull, where a written step says the one and it is the other."""


class PutAt(msgspec.Struct, frozen=True):
    """A figure or a trap comes into this hex."""

    at: Hex


class Spend(msgspec.Struct, frozen=True):
    """These elements are consumed for one text; an icon that stands for any is a choice. (GH-9.6)"""

    elements: tuple[Element, ...]


class Bear(msgspec.Struct, frozen=True):
    """A character takes the damage, or loses cards to take none: one of the hand, two discarded. (GH-11.5)"""

    lost: tuple[str, ...] = ()


class PlayHalf(msgspec.Struct, frozen=True):
    """A character begins the action of one side of a card, or uses it as Attack 2 or Move 2. (GH-2.5, 2.7)"""

    card: str
    side: Side
    basic: bool = False


class Do(msgspec.Struct, frozen=True):
    """An ability that leaves nothing to choose is performed; `text` is what it says."""

    text: str


class UseItem(msgspec.Struct, frozen=True):
    """A character uses an item. (GH-11.8)"""

    item: str


class TakeBack(msgspec.Struct, frozen=True):
    """These discarded cards come back to the hand."""

    cards: tuple[str, ...]


class GiveUp(msgspec.Struct, frozen=True):
    """A card leaves the active area, and its bonus ends. (GH-10.2, GH-10.5)"""

    card: str


class Rest(msgspec.Struct, frozen=True):
    """A long rest, in which this discarded card is lost. (GH-2.10)"""

    lost: str


class Choose(msgspec.Struct, frozen=True):
    """A character chooses its cards for a round, the leading one first; without any it rests. (GH-2.2)"""

    figure: str
    cards: tuple[str, ...] = ()


class ShortRest(msgspec.Struct, frozen=True):
    """A short rest; where its card has come, another card for 1 damage. (GH-2.10)"""

    figure: str


class Finish(msgspec.Struct, frozen=True):
    """A character ends its turn; cards that it has not played are discarded."""


class Pass(msgspec.Struct, frozen=True):
    """Nothing of what may be skipped is done."""


Action = (
    TakeTurn
    | FocusOn
    | Go
    | Strike
    | LeaveOut
    | Draw
    | Pick
    | Shift
    | PutAt
    | Spend
    | Bear
    | PlayHalf
    | Do
    | UseItem
    | TakeBack
    | GiveUp
    | Rest
    | Choose
    | ShortRest
    | Finish
    | Pass
)


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
