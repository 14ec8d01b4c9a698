"""Gloomhaven's scenario combat as a game of the engine: who moves, what is legal, what follows.

Positions that differ only in modifier decks from which no card can come any more count as equal. So this
module also says who still acts, and who may still harm an enemy or draw a modifier card.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from msgspec.structs import replace

from tsolve.cardkit import piles, tasks
from tsolve.cardkit.pending_game import PendingGame
from tsolve.cardkit.tasks import Reason
from tsolve.engine import Probe
from tsolve.games.gloomhaven.abilities import Ability, Bestow, Command, Heal, Loot, Move, Recover, Shield
from tsolve.games.gloomhaven.actions import Action, Bear, Draw, GiveUp, Go, LeaveOut, Spend, Strike, notation
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.cards import Half, Item
from tsolve.games.gloomhaven.contents import things_in
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.initiative import waits
from tsolve.games.gloomhaven.lasting import counts_moves, lasts
from tsolve.games.gloomhaven.modifiers import LEAVING, REFRESH, Deck
from tsolve.games.gloomhaven.monsters_cards import DrawAbilityCard
from tsolve.games.gloomhaven.play import Play
from tsolve.games.gloomhaven.printed import When
from tsolve.games.gloomhaven.round import (
    BeginRound,
    ChooseCards,
    EndRound,
    Finished,
    LookForEnd,
    LoseOne,
    MayRedraw,
    MayRest,
    NextRound,
    NextTurn,
)
from tsolve.games.gloomhaven.scenario import EndOfRound, EndOfTurn, OpenDoor
from tsolve.games.gloomhaven.simple_abilities import (
    Cure,
    Experience,
    Give,
    Infuse,
    NegateDamage,
    OneMore,
    Refresh,
)
from tsolve.games.gloomhaven.state import Owned, State, Task, deck_owner
from tsolve.games.gloomhaven.turn.character import DiscardPlays, LootOwnHex, NextHalf
from tsolve.games.gloomhaven.turn.character_action import Printed
from tsolve.games.gloomhaven.turn.character_attack import CharacterAttack
from tsolve.games.gloomhaven.turn.command import EndLead, Lead
from tsolve.games.gloomhaven.turn.counted import asks_for
from tsolve.games.gloomhaven.turn.damage import Effects, IfDamaged, Retaliate
from tsolve.games.gloomhaven.turn.effects import InfuseOne
from tsolve.games.gloomhaven.turn.forced_movement import Force
from tsolve.games.gloomhaven.turn.halves import FinishHalf
from tsolve.games.gloomhaven.turn.monster import Abilities, EndTurn, MonsterMove
from tsolve.games.gloomhaven.turn.movement import CharacterMove, Walk, path_matters
from tsolve.games.gloomhaven.turn.reactions import Return
from tsolve.games.gloomhaven.turn.suffering import BearDamage, Leave
from tsolve.games.gloomhaven.turn.turn_play import TurnPlay
from tsolve.games.gloomhaven.writing.showing import zones
from tsolve.model.trace import Refusal, Trace

_HARMLESS = (Move, Heal, Shield, NegateDamage, Recover, Refresh, Cure, Give, Bestow, Loot, Infuse, Experience)
"""Abilities that attack and harm nobody, whatever else comes with them."""
ONLY_FOLLOW = (
    BearDamage,
    CharacterMove,
    DiscardPlays,
    Effects,
    EndLead,
    EndOfRound,
    EndOfTurn,
    EndRound,
    EndTurn,
    FinishHalf,
    Finished,
    Force,
    InfuseOne,
    Lead,
    Leave,
    LookForEnd,
    LootOwnHex,
    LoseOne,
    MayRedraw,
    MayRest,
    Retaliate,
    Return,
    Walk,
)
"""Tasks in which nobody makes an attack, as long as the scenario has no rules of its own."""


def is_open(book: Book, state: State) -> bool:
    """Whether something unknown may still come into play: cards chosen later, rooms, events of a scenario."""
    return book.script.brings_more or any(
        isinstance(task, BeginRound | ChooseCards | NextRound) for task in state.todo
    )


def others_act(book: Book) -> bool:
    """Whether anything printed lets figures act out of their turns. (GH-11.20)"""
    printed = book.cards, book.items, book.deals
    return book.as_printed(
        "others act", lambda: any(isinstance(each, Command) for each in things_in(printed))
    )


def strikers(book: Book, state: State) -> Iterator[Figure]:
    """The figures that may yet attack an enemy or harm one with an ability. Some may come twice."""
    for task in state.todo:
        if isinstance(task, NextTurn):
            waiting = [figure for figure in state.figures if waits(book, figure)]
            yield from state.figures if waiting and others_act(book) else waiting
        else:
            yield from strikers_of(book, state, task)
    yield from (figure for figure in state.figures if figure.dying)
    if lasts(state):
        yield from state.figures
    yield from (
        state.figure(name)
        for name in (state.turn,)
        if state.on_map(name)
        for item in items_left(book, state, name, "turn", "turn end")
        if harms(item.do)
    )


def strikers_of(book: Book, state: State, task: Task) -> Iterator[Figure]:
    """The figures that may attack or harm an enemy in this task: any, if one may let others act."""
    if _may_strike(book, state, task):
        yield from state.figures if others_act(book) else _performers(state, task)


def items_left(book: Book, state: State, owner: str, *moments: When) -> Iterator[Item]:
    """The items that a character may yet use at one of these moments, if a rest or an ability refreshes
    them.
    """
    held = state.cards_of(owner)
    if not book.items or held is None:
        return
    rests = state.on_map(owner) and state.figure(owner).rests
    anew = refreshes(book)
    for (whose, name), item in book.items.items():
        is_left = held.times(name) < item.uses or (rests and not item.consumed) or anew
        if whose == owner and item.when in moments and is_left:
            yield item


def refreshes(book: Book) -> bool:
    """Whether any card or item refreshes items, modifier cards among them. (GH-11.13)"""
    return bool(book.printed(Refresh)) or any(card.endswith(REFRESH) for card in book.modifiers)


def recovers_lost(book: Book) -> bool:
    """Whether any card or item brings lost cards back. (GH-11.12)"""
    return any(each.lost for each in book.printed(Recover))


def plays_more(book: Book) -> bool:
    """Whether anything lets a character play a card of its hand beside the two of the round. (GH-11.18)"""
    return bool(book.printed(OneMore))


def drawing(book: Book, state: State) -> frozenset[str]:
    """The owners of the modifier decks from which a card may yet come."""
    if is_open(book, state):
        return frozenset(owned.owner for owned in state.decks)
    return frozenset(deck_owner(figure) for figure in strikers(book, state))


def halves_left(book: Book, state: State, figure: str) -> Iterator[Half]:
    """The halves that a character may still perform of its cards for the round, basic actions included."""
    held = state.cards_of(figure)
    if held is None or not held.plays:
        return
    turned = next((task for task in state.todo if isinstance(task, NextHalf) and task.figure == figure), None)
    for side in ("top", "bottom") if turned is None or not turned.left else (turned.left,):
        yield book.basic(figure).half(side)
        yield from (
            book.cards[figure, card].half(side) for card in held.plays if (figure, card) in book.cards
        )


def _may_strike(book: Book, state: State, task: Task) -> bool:
    if isinstance(task, ONLY_FOLLOW):
        return False
    if isinstance(task, IfDamaged):
        return harms(task.abilities)
    if isinstance(task, Printed | Abilities):
        return harms(task.rest)
    if isinstance(task, NextHalf):
        return any(harms(half.abilities) for half in halves_left(book, state, task.figure))
    return True


def harms(abilities: Iterable[Ability]) -> bool:
    """Whether some of these abilities attack or harm somebody."""
    return any(map(_harms, abilities))


def _harms(ability: Ability) -> bool:
    """Whether an ability attacks or harms somebody, itself or by what consumed elements bring besides."""
    if not isinstance(ability, _HARMLESS):
        return True
    return any(harms((*each.then, *each.instead)) for each in getattr(ability, "augments", ()))


def _performers(state: State, task: Task) -> Iterator[Figure]:
    """The figure whose task it is; all figures if the task names none."""
    name = getattr(task, "figure", "") or getattr(task, "attacker", "")
    yield from (figure for figure in state.figures if not name or figure.name == name)


_DRAWS: dict[type[Task], tuple[str, ...]] = {
    DrawAbilityCard: ("GH-2.3",),
    LoseOne: ("GH-2.10",),
    OpenDoor: ("GH-1.5",),
}
"""The rules on what comes by chance or is unknown, other than modifier cards."""


class Gloomhaven(PendingGame[Book, State, Play, Action]):
    """The rules under one set of readings. (`tsolve.engine.Game`)"""

    ending = ("GH-14.1",)
    drawing = ("GH-6.8",)

    def __init__(
        self,
        book: Book,
        probe: Probe[State, Action] | None = None,
        halts_before: tuple[type[Task], ...] = (),
    ) -> None:
        super().__init__(book if probe is None else book.noted_by(probe), probe, halts_before)

    def begin(self, state: State, trace: Trace | None = None) -> Play:
        return TurnPlay(self.book, state, trace)

    def free_actions(self, state: State) -> list[Action]:
        return []

    def refuse(self, state: State, action: Action) -> Reason | None:
        return "the turn is over", ("GH-12.5",)

    def carry_out(self, play: Play, action: Action) -> None:
        raise AssertionError("nothing is free to be done")

    def rulings_on_draw(self, task: tasks.Task[Book, State, Play, Action]) -> tuple[str, ...]:
        for kind, rulings in _DRAWS.items():
            if isinstance(task, kind):
                return rulings
        return self.drawing

    def card_of(self, event: Action) -> str:
        return event.card if isinstance(event, Draw) else ""

    def is_same(self, state: State, action: Action, option: Action) -> bool:
        """Whether two actions are equal, or differ only in an equally good path or in an order. (GH-17.20)"""
        task = state.todo[-1]
        if isinstance(action, Bear) and isinstance(option, Bear):
            return sorted(action.lost) == sorted(option.lost)
        if isinstance(action, Spend) and isinstance(option, Spend):
            return sorted(action.elements) == sorted(option.elements)
        if isinstance(action, Go) and isinstance(task, CharacterMove):
            return isinstance(option, Go) and task.may_go(self.book, state, action.path)
        if isinstance(action, LeaveOut) and isinstance(task, Effects):
            return task.accepts(self.book, state, action.effects)
        if isinstance(action, Strike) and isinstance(task, CharacterAttack):
            return isinstance(option, Strike) and task.may_attack(self.book, state, action)
        if isinstance(action, Strike) and isinstance(option, Strike):
            if action.without:
                return False  # only players leave effects out
            begins_alike = action.targets[:1] == option.targets[:1]
            may_begin = begins_alike or self.book.reads("attack_order", "players_choose")
            return sorted(action.targets) == sorted(option.targets) and may_begin
        if isinstance(action, Go) and isinstance(option, Go) and isinstance(task, MonsterMove):
            return task.is_as_good(self.book, state, action.path, option.path)
        return action == option

    def rulings_for(self, state: State, action: Action) -> tuple[str, ...]:
        """The rulings that allow a legal action."""
        return state.todo[-1].rulings_for(self.book, state) if state.todo else ()

    def refusals(self, state: State) -> list[Refusal]:
        return []

    def scores(self, state: State) -> list[int]:
        return []

    def key(self, state: State) -> Hashable:
        """Everything that the rest of a turn depends on: not the way by which a character came to its hex,
        nor modifier decks from which no card comes any more.
        """
        if not state.todo:
            return state  # people ask what lies where in the end
        is_told = state.on_map(state.turn) and counts_moves(state.figure(state.turn))
        is_counted = is_told or state.cards_of(state.turn) is None or asks_for(self.book, "hexes moved")
        moved = state.moved if is_counted else 0
        return replace(state, moved=moved, fell=None, decks=tuple(_decks_that_matter(self.book, state)))

    def passes(self, action: Action) -> bool:
        return action == LeaveOut()  # where nothing can be left out, nobody is asked

    def notation(self, state: State, action: Action) -> str:
        """In a round the acting figure is named, since several figures may do the same; so is one that is led
        out of its turn.
        """
        is_round = bool(state.turn) and any(isinstance(task, NextTurn) for task in state.todo)
        if isinstance(action, Draw) and action.card in self.book.deals:
            return f"draw {self.book.deals[action.card].name}"
        text = notation(action, self.book.terrain)
        if isinstance(action, Go) and path_matters(self.book, state):
            text = f"move to {' '.join(map(self.book.terrain.name, action.path))}"
        is_named = is_round or state.led is not None
        if not is_named or isinstance(action, Draw | Bear) or (state.todo and state.todo[-1].asked):
            return text
        owners = [
            held.owner for held in state.held if isinstance(action, GiveUp) and action.card in held.active
        ]
        return f"{owners[0] if owners and state.turn not in owners else state.acting}: {text}"

    def zones(self, state: State) -> tuple[tuple[str, str], ...]:
        return zones(state, self.book.terrain, self.book.script, self.book.items)

    def turn_of(self, state: State) -> int:
        return 1  # the party plays as one and decides also what the rules for monsters leave open

    def begins_turn(self, state: State) -> bool:
        return False


def _decks_that_matter(book: Book, state: State) -> Iterator[Owned]:
    """The modifier decks from which cards may yet come. Of the others only the bless and curse cards matter:
    there are no more of these than the supply has. (GH-8.11)
    """
    owners = drawing(book, state)
    for owned in state.decks:
        if owned.owner in owners:
            yield owned
        elif limited := [card for card in owned.deck.cards() if card in LEAVING]:
            yield Owned(owned.owner, Deck(piles.shuffled(tuple(limited))))
