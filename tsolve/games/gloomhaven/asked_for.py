"""Which kinds of steps are still possible at all: a push needs a card that pushes, whatever is played.

It looks once through everything on the table, everything printed, and all waiting tasks. A kind of step that
nothing there asks for is impossible, and no search is needed. If a card or a room is unknown, nothing is
ruled out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.tasks import Reason
from tsolve.games.gloomhaven.abilities import (
    Bestow,
    Command,
    Heal,
    Kill,
    Move,
    MoveChange,
    OnDeath,
    OneOf,
    Place,
    Recover,
    Retaliate,
    Shield,
    Shove,
    Suffer,
    Whenever,
)
from tsolve.games.gloomhaven.actions import (
    Action,
    Bear,
    Charge,
    Clear,
    FocusOn,
    GiveUp,
    Go,
    Pick,
    PutAt,
    RefreshItems,
    RemoveConditions,
    Shift,
    Spend,
    TakeBack,
    UseItem,
)
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.contents import things_in as things_in
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.game import ONLY_FOLLOW, halves_left, is_open, strikers
from tsolve.games.gloomhaven.hexes import distance
from tsolve.games.gloomhaven.initiative import waits
from tsolve.games.gloomhaven.lasting import lasts
from tsolve.games.gloomhaven.map_abilities import CreateTrap, PutObstacles, Remove, Summon
from tsolve.games.gloomhaven.modifiers import REFRESH
from tsolve.games.gloomhaven.monsters_cards import DrawAbilityCard
from tsolve.games.gloomhaven.round import NextTurn
from tsolve.games.gloomhaven.scenario import Come
from tsolve.games.gloomhaven.simple_abilities import (
    ChooseHex,
    Cure,
    Give,
    Hatch,
    Leap,
    OneMore,
    PassDooms,
    Refresh,
    ScenarioStep,
    Special,
    Swap,
    SwapsSides,
    Teleport,
    Toward,
)
from tsolve.games.gloomhaven.state import State, Task
from tsolve.games.gloomhaven.turn.damage import FORCING
from tsolve.games.gloomhaven.turn.deliberation import most_points
from tsolve.games.gloomhaven.turn.forced_movement import Force
from tsolve.games.gloomhaven.turn.suffering import BearDamage

_LOOKED_FOR = (
    Bear
    | Charge
    | Clear
    | FocusOn
    | GiveUp
    | Pick
    | PutAt
    | RefreshItems
    | RemoveConditions
    | Shift
    | Spend
    | TakeBack
    | UseItem
)
_FOR_SOMEBODY = (
    Bestow, Command, Cure, Give, Heal, Kill, OneOf, PassDooms, Place, Recover, Refresh, Remove,
    Retaliate, Shield, Shove, Suffer, Swap, SwapsSides,
)  # fmt: skip
"""Abilities for which a figure may be chosen."""
_PUTTING = (ChooseHex, Come, CreateTrap, Hatch, Leap, PutObstacles, Summon, Teleport)
"""With these something or somebody comes into a hex that is chosen."""
_COMING = (
    Come, Command, DrawAbilityCard, Force, Hatch, Leap, OnDeath, OneMore, Refresh, ScenarioStep, Shove,
    Special, Summon, Teleport, Toward, Swap,
)  # fmt: skip
"""With these figures come, or go farther than by their own moves."""


def why_never(book: Book, state: State, action: Action) -> Reason | None:
    """Why no step of this kind can come any more; None if something may ask for one."""
    if isinstance(action, Go):
        return _why_no_end(book, state, action) or _why_too_far(book, state, action)
    if not isinstance(action, _LOOKED_FOR):
        return None
    table = looked_through(book, state)
    if table is None:
        return None
    match action:
        case Shift() if not (table.has(Force) or table.says(FORCING)):
            return "nothing on the table pushes or pulls", ("GH-7.3", "GH-7.4")
        case Pick() if not (table.has(*_FOR_SOMEBODY) or table.says(_ADDING)):
            return "nothing on the table lets anybody choose a figure", ("GH-7.2", "GH-7.7")
        case FocusOn() if not (table.has(OnDeath) or _may_focus(book, state)):
            return "no figure that acts looks for a focus", ("GH-12.7",)
        case PutAt() if not (table.has(*_PUTTING) or book.script.brings_more):
            told = "nothing on the table summons, spawns, sets a trap or puts an obstacle"
            return told, ("GH-11.1", "GH-12.34")
        case Clear() if not table.has(Remove):
            return "nothing on the table removes a trap or an obstacle", ("GH-1.6", "GH-1.7")
        case Spend(elements) if not table.takes(elements):
            text = " and ".join(elements)
            return f"nothing on the table infuses or consumes {text}", ("GH-9.2", "GH-9.4")
        case Charge(element) if not table.takes((element,)):
            return f"nothing on the table infuses or consumes {element}", ("GH-9.2", "GH-9.4")
        case TakeBack() if not table.has(Recover):
            return "nothing on the table recovers a card", ("GH-2.8", "GH-11.12")
        case RefreshItems() if not (table.has(Refresh) or table.says((REFRESH,))):
            return "nothing on the table refreshes an item", ("GH-11.13",)
        case RemoveConditions() if not table.has(Cure):
            return "nothing on the table removes conditions", ("GH-8.17",)
        case UseItem() if not any(name == action.item for _, name in book.items):
            return f"nobody has {action.item}", ("GH-11.8",)
        case GiveUp() if not _may_be_active(book, state, action.card):
            return f"{action.card} is not in the active area and does not come there", ("GH-10.2", "GH-10.5")
        case Bear(lost) if lost and not _may_be_harmed(book, state, table):
            return "nothing can do a character damage", ("GH-11.5",)
    return None


def _why_no_end(book: Book, state: State, action: Go) -> Reason | None:
    """Why no figure can ever stand where the move ends: the whole map is known if all rooms are."""
    end, terrain = action.path[-1:], book.terrain
    if terrain.hexes.issuperset(end) or not _knows_rooms(book, state):
        return None
    return terrain.why_no_floor(end[0]), ("GH-1.4", "GH-3.2")


def _why_too_far(book: Book, state: State, action: Go) -> Reason | None:
    """Why no figure gets to where the move ends in this round: every hex costs at least one movement point,
    and the printed moves say how many a figure has at most. Nothing is ruled out if figures may come, be
    pushed or act again, or if cards are still to be chosen or drawn; nor in a single turn, which is searched.
    """
    table = looked_through(book, state) if _is_round(state) else None
    is_sure = table is not None and not (
        is_open(book, state)
        or state.again
        or any(book.script.hidden(state))
        or lasts(state)
        or table.has(Whenever, MoveChange)
        or table.has(*_COMING)
        or table.says((REFRESH,))
        or table.says(FORCING)
    )
    if not action.path or not is_sure:
        return None
    (end,) = action.path[-1:]
    most = {figure: _most_points(book, state, figure) for figure in state.figures}
    if any(distance(figure.at, end) <= reach for figure, reach in most.items()):
        return None
    near = min(most, key=lambda figure: distance(figure.at, end) - most[figure])
    where, far = book.terrain.name(end), distance(near.at, end)
    text = f"{near.name} has {most[near]} movement points at the most and is {far} away from {where}"
    return text, ("GH-3.1",)


def _is_round(state: State) -> bool:
    return any(isinstance(task, NextTurn) for task in state.todo)


def _most_points(book: Book, state: State, figure: Figure) -> int:
    """The most movement points that a figure can have in the rest of its turn, or of the round."""
    if figure.name != state.turn and not (_is_round(state) and waits(book, figure)):
        return 0
    found = points_of(figure, state.todo)
    if state.cards_of(figure.name) is None:
        return found + points_of(figure, book.deal(state, figure).abilities)
    items = (item for (owner, _), item in book.items.items() if owner == figure.name)
    found += sum(2 * item.uses * points_of(figure, item.do) for item in items)  # a long rest refreshes them
    return found + sum(points_of(figure, half.abilities) for half in halves_left(book, state, figure.name))


def points_of(figure: Figure, printed: object) -> int:
    """The movement points of all moves that a value contains, whoever makes them."""
    return sum(most_points(figure, each) for each in things_in(printed) if isinstance(each, Move))


def _knows_rooms(book: Book, state: State) -> bool:
    return all(book.script.room(door.at) is not None for door in state.doors if door.state != "open")


_ADDING = ("add target", "add_target")


class _Table(NamedTuple):
    """Everything that is printed, lies on the table or waits to be done."""

    kinds: frozenset[type]
    words: str
    """All texts, those of modifier cards among them, and which numbers are printed beside abilities."""

    def has(self, *kinds: type) -> bool:
        return not self.kinds.isdisjoint(kinds)

    def says(self, words: Iterable[str]) -> bool:
        return any(word in self.words for word in words)

    def takes(self, elements: Collection[str]) -> bool:
        """Whether all of these may be infused or consumed; by the wild icon any of them. (GH-9.6)"""
        return "any" in self.words.splitlines() or all(each in self.words for each in elements)


def looked_through(book: Book, state: State) -> _Table | None:
    """Everything there is; None if something is unknown."""
    is_known = (
        not any(piles.has_unknown(each.deck.draw) for each in state.decks)
        and not any(piles.has_unknown(each.draw) for each in state.abilities)
        and _knows_rooms(book, state)
    )
    if not is_known:
        return None
    told = replace(state, elements=())  # an element that is strong does not by itself ask for a step
    return book.once(
        ("what there is", state),
        lambda: _found(things_in((book.cards, book.deals, book.items, book.script, told))),
    )


def _found(things: Iterable[object]) -> _Table:
    kinds, words = set[type](), set[str]()
    for each in things:
        if isinstance(each, str):
            words.add(each)
        else:
            kinds.add(type(each))
            words.update(name for name in (*FORCING, *_ADDING) if getattr(each, name, 0))
    return _Table(frozenset(kinds), "\n".join(words))


def _may_be_active(book: Book, state: State, card: str) -> bool:
    """Whether a card is in the active area, or may come there. (GH-2.8)"""
    printed = [each for (_, name), each in book.cards.items() if name == card]
    lasts = any(each.top.lasts or each.bottom.lasts for each in printed)
    return lasts or any(card in held.active for held in state.held)


def _may_focus(book: Book, state: State) -> bool:
    """Whether a figure may act that plays by the rules for monsters."""

    def is_of_cards(task: Task) -> bool:
        who = getattr(task, "figure", "") or getattr(task, "attacker", "")
        return state.cards_of(who) is not None if who else isinstance(task, ONLY_FOLLOW)

    is_dying = any(figure.dying for figure in state.figures)
    return is_dying or is_open(book, state) or not all(map(is_of_cards, state.todo))


def _may_be_harmed(book: Book, state: State, table: _Table) -> bool:
    """Whether a character may take damage: by an attack, where it goes, or by what is printed."""
    return (
        is_open(book, state)
        or bool(state.traps or book.terrain.hazards)
        or table.has(BearDamage, CreateTrap, Retaliate, Suffer)
        or table.says(("wound", "retaliate"))
        or any(each.profile.retaliate for each in state.figures)
        or any(each.side != "party" for each in strikers(book, state))
    )
