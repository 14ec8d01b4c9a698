"""What players and chance can do, as data and in words: each action with the forms in which it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal, get_args

from tsolve.cardkit.forms import Form, Formed
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.ability_parts import Element
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.cards import Side
from tsolve.games.gloomhaven.hexes import Hex


class BaseAction(Formed, frozen=True):
    """The base of all actions. `notation` fills in the slots of their forms, `writing.reading` reads them."""

    by: ClassVar[Literal["figures", "cards", "round"]] = "figures"
    """Where the action occurs: in any turn, in turns of characters with known cards, in whole rounds."""


def _moved(verb: str) -> Iterator[str]:
    """A push or a pull, with or without the figure that is moved."""
    return (f"{verb} {whom}[to] {{to}}" for whom in ("", "{figure:whom} "))


class TakeTurn(BaseAction, frozen=True):
    """A figure takes its turn."""

    forms = (Form("turn of {figure}", "{figure} takes (its|a|the) turn"),)

    figure: str


class FocusOn(BaseAction, frozen=True):
    """The players choose the focus among equal enemies. (GH-12.13)"""

    forms = (Form("focus {figure}", "focus[es] [on] {figure}"),)

    figure: str


class Go(BaseAction, frozen=True):
    """The acting figure moves along these hexes; without any it stays."""

    forms = (
        Form("move to {path}", "(move[s]|go[es]) [to] {path}"),
        Form("stay", "stay[s]", "(does|do) not move"),
    )

    path: tuple[Hex, ...] = ()


class Strike(BaseAction, frozen=True):
    """The acting figure attacks these figures, in this order; `area`: the hexes that its pattern covers."""

    forms = (Form("attack {targets}{area:silent}{without}", "attack[s] [on] {targets}{without}"),)

    targets: tuple[str, ...]
    area: tuple[Hex, ...] = ()
    without: tuple[str, ...] = ()
    """The effects of the attack that its player leaves out from the start. (GH-7.1)"""


class LeaveOut(BaseAction, frozen=True):
    """These effects of an attack are left out, the others applied. None: all are applied. (GH-7.1)"""

    forms = (
        Form("without {effects}", "(without|leave[s] out|decline[s]|skip[s]) {effects}"),
        Form("with all effects", "with all [its] effects"),
    )

    effects: tuple[str, ...] = ()


class Draw(BaseAction, frozen=True):
    """This modifier card is drawn."""

    forms = (Form("draw {card:drawn}", "draw[s] {card}"),)

    card: str


class Pick(BaseAction, frozen=True):
    """A figure is chosen: to be healed, to bear a condition, to be attacked next."""

    forms = (Form("choose {figure}", "(choose[s]|heal[s]) [on] {figure}"),)

    figure: str


class Shift(BaseAction, frozen=True):
    """One step of a push or a pull: the figure that is moved goes to this hex. None: it stops. (GH-7.3)"""

    forms = (
        Form("shift{figure:silent}{word:silent} to {to:hex}", *_moved("shift[s]")),
        Form("push{word:push} to {to:hex}", *_moved("push[es]{word:push}")),
        Form("pull{word:pull} to {to:hex}", *_moved("pull[s]{word:pull}")),
        Form("shift no farther"),
    )

    to: Hex | None
    figure: str = ""
    """The figure that a written step names, if another one is moved."""
    word: str = ""
    """What a written step says, push or pull, if it is the other."""


class PutAt(BaseAction, frozen=True):
    """A figure or a trap comes into this hex."""

    forms = (Form("put at {at:hex}", "(put[s]|summon[s]|trap) [.+] (at|in) {at}"),)

    at: Hex


class Clear(BaseAction, frozen=True):
    """The trap or the obstacle in this hex leaves the map."""

    forms = (Form("remove {at:hex}", "(remove[s]|destroy[s]) [.+] (at|in|from) {at}"),)

    at: Hex


class Spend(BaseAction, frozen=True):
    """These elements are consumed for one text; for a wild icon the player chooses. (GH-9.6)"""

    forms = (Form("consume {elements}", "consume[s] {elements}"),)

    elements: tuple[Element, ...]


class Charge(BaseAction, frozen=True):
    """This element is infused; for a wild icon the players choose it. (GH-9.2, GH-9.6)"""

    forms = (Form("infuse {element}", "infuse[s] [with] {element}"),)

    element: Element


class Bear(BaseAction, frozen=True):
    """A character suffers the damage, or loses one card in hand or two discarded cards instead. (GH-11.5)"""

    forms = (
        Form("lose {lost:cards}", "lose[s] {lost}"),
        Form("take the damage", "take[s] [the] damage"),
    )
    by = "cards"

    lost: tuple[str, ...] = ()


class PlayHalf(BaseAction, frozen=True):
    """A character begins the action of one side of a card, or uses it as Attack 2 or Move 2. (GH-2.5, 2.7)"""

    forms = (
        Form(
            "play {side} of {card}",
            "[play[s]] [the] top{side:top} [half] of {card}",
            "[play[s]] [the] bottom{side:bottom} [half] of {card}",
        ),
        Form("use {card} as {side:basic}{basic:is_basic}", "uses {card} as {side}{basic}"),
    )
    by = "cards"

    card: str
    side: Side
    basic: bool = False


class Do(BaseAction, frozen=True):
    """An ability without choices is performed; `text` is its wording."""

    forms = (
        Form(
            "do {text:ability}",
            "(do[es]|perform[s]) [{text}]",
            "heal[s] [on] {text:oneself}",
            "suffer[s] {text:suffered}",
        ),
    )
    by = "cards"

    text: str


class UseItem(BaseAction, frozen=True):
    """A character uses an item. (GH-11.8)"""

    forms = (Form("use {item}", "use[s] {item}"),)
    by = "cards"

    item: str


class TakeBack(BaseAction, frozen=True):
    """These discarded or lost cards come back to the hand. (GH-11.12)"""

    forms = (Form("recover {cards}", "recover[s] {cards}"),)
    by = "cards"

    cards: tuple[str, ...]


class RefreshItems(BaseAction, frozen=True):
    """These items, which were used up, can be used again. (GH-11.13)"""

    forms = (Form("refresh {items}", "refresh[es] {items}"),)
    by = "cards"

    items: tuple[str, ...]


class RemoveConditions(BaseAction, frozen=True):
    """These conditions leave a figure. (GH-8.17)"""

    forms = (Form("remove {conditions:effects}", "(remove[s]|cure[s]) {conditions:effects}"),)
    by = "cards"

    conditions: tuple[Condition, ...]


class GiveUp(BaseAction, frozen=True):
    """A card leaves the active area, and its bonus ends. (GH-10.2, GH-10.5)"""

    forms = (Form("give up {card}", "give[s] up {card}"),)
    by = "cards"

    card: str


class Rest(BaseAction, frozen=True):
    """A long rest, in which this discarded card is lost. (GH-2.10)"""

    forms = (Form("rest, losing {lost:card}", "[long] rest[s][,] [and] (losing|lose[s]) {lost}"),)
    by = "cards"

    lost: str


class Choose(BaseAction, frozen=True):
    """A character chooses its cards for a round, the leading one first; without any it rests. (GH-2.2)"""

    forms = (
        Form("{figure} plays {cards:hand}", "{figure} (play[s]|choose[s]) {cards}"),
        Form("{figure} takes a long rest", "{figure} (rest[s]|take[s] a [long] rest)"),
    )
    by = "round"

    figure: str
    cards: tuple[str, ...] = ()


class ShortRest(BaseAction, frozen=True):
    """A short rest; once its card is drawn, another card for 1 damage. (GH-2.10)"""

    forms = (Form("short rest of {figure}", "short rest [of] {figure}", "{figure} takes a short rest"),)
    by = "round"

    figure: str


class Finish(BaseAction, frozen=True):
    """A character ends its turn; cards that it has not played are discarded."""

    forms = (Form("end turn", "end[s] [(the|its)] turn"),)
    by = "cards"


class Pass(BaseAction, frozen=True):
    """An optional ability is skipped."""

    forms = (Form("skip", "(skip[s]|pass[es])"),)
    by = "cards"


Action = (
    Choose
    | TakeTurn
    | FocusOn
    | Go
    | Strike
    | LeaveOut
    | Draw
    | Do
    | Pick
    | Shift
    | PutAt
    | Clear
    | Spend
    | Charge
    | Bear
    | PlayHalf
    | UseItem
    | TakeBack
    | RefreshItems
    | RemoveConditions
    | GiveUp
    | Rest
    | ShortRest
    | Finish
    | Pass
)
ACTIONS: tuple[type[Action], ...] = get_args(Action)
"""In the order in which their forms are tried on a text."""


def listed(names: Iterable[str]) -> str:
    """Names as in a sentence."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def notation(action: Action, terrain: Terrain) -> str:
    """An action as a person would write it."""

    def say(kind: str, value: object) -> str | None:
        match kind, value:
            case "silent", _:
                return ""
            case "hex", Hex():
                return terrain.name(value)
            case "path", (*_, Hex() as last):
                return terrain.name(last)
            case "without", tuple():
                return f", without {listed(map(str, value))}" if value else ""
            case "basic", _:
                return "Attack 2" if value == "top" else "Move 2"
            case "is_basic" | "push" | "pull", _:
                return "" if value in (True, kind) else None
            case _, tuple():
                return listed(map(str, value)) if value else None
        return None if value is None else str(value)

    return next(" ".join(words) for form in action.forms if (words := form.words(action, say)))
