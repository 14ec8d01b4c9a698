"""Grading for Thunderstone Quest: the best value still possible, what a result had to spare, and the turn
replayed without one card.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from tsolve.budget import Budget, SpentError
from tsolve.cardkit.piles import copy_number
from tsolve.contract.measures import Goal
from tsolve.contract.step_reader import Played
from tsolve.engine import CHANCE
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.changes import without_card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import Kind, goal_of, kind_of, value
from tsolve.games.quest.planning.plan import Node, Planned, Planner
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import ANYBODY, State, Target
from tsolve.games.quest.turn.values import Defence, effective
from tsolve.model.grades import CardGrade, Slack, Spare
from tsolve.model.plays import NO_WISHES, Calculation, Draws
from tsolve.model.trace import Trace
from tsolve.plays.grading import Continuation, Event, Grading, Prospect, Prospects
from tsolve.solve.policy import Worth

_PLANNED = ("prepare", "dungeon")
"""The free steps at which the planner can be used; the steps after them are few enough to be tried."""


class PlannedProspects(Prospects[State, Action]):
    """Looks ahead with the planner; the engine tries the steps at which the planner cannot be used."""

    def __init__(self, grading: TurnGrading, draws: Draws, budget: Budget) -> None:
        super().__init__(grading, draws, budget)
        self.game: Quest = grading.game
        self.kind, self.target = grading.kind, grading.target
        self._roots: dict[State, Node] = {}
        """The best plays that were found, by where they begin."""

    def planned(self, state: State) -> Prospect | None:
        free = not state.todo and state.phase in _PLANNED
        if not free and self.game.mover(state) != CHANCE:
            return None
        found = self._plan(state)
        if found.root is not None:
            self._roots[state] = found.root
        return Prospect(found.low, "; ".join(found.left_out))

    def planned_line(self, state: State) -> Continuation[Action] | None:
        if state.todo or state.phase not in _PLANNED:
            return None
        root = self._roots.get(state) or self._plan(state).root
        return Continuation((), False) if root is None else Continuation(root.line, bool(root.branches))

    def _plan(self, state: State) -> Planned:
        """The best play from here. Raises SpentError if it is not proved."""
        found = Planner(self.game, state, self.grading.goal, self.kind, self.draws, target=self.target).plan()
        if not found.proved and not found.left_out:
            raise SpentError
        return found


def slack_of(book: Book, end: State, table: Calculation | None) -> Slack | None:
    """The total attack beyond the health of a defeated Monster, or the gold left in the Village.

    None for a lost battle and for a turn without a battle or gold.
    """
    rows = table.rows if table is not None else ()
    if end.tally.outcome == "won":
        spares = tuple(
            Spare(
                row.subject, row.note, row.quantity, row.change, _spare(book, end, row.quantity, row.change)
            )
            for row in rows
            if row.quantity in ("physical", "magic") and row.change > 0
        )
        return Slack("total attack beyond health", end.tally.total - end.tally.health, spares)
    if not end.tally.outcome and end.tally.gold:
        gold = tuple(
            Spare(row.subject, row.note, "gold", row.change, min(row.change, end.gold))
            for row in rows
            if row.quantity == "gold" and row.change > 0
        )
        return Slack("gold left", end.gold, gold)
    return None


def _spare(book: Book, end: State, kind: str, amount: int) -> int:
    """By how much a contribution to one kind of attack could be lower with the Monster still defeated."""
    tally = end.tally
    for less in range(1, amount + 1):
        physical = tally.physical - less * (kind == "physical")
        if _total(book, end, physical, tally.magic - less * (kind == "magic")) < tally.health:
            return less - 1
    return amount


def _total(book: Book, end: State, physical: int, magic: int) -> int:
    """The total of these two kinds of attack. (QUEST-2.10, QUEST-2.11)"""
    tally = end.tally
    defence = Defence(tally.health, tally.armor, tally.resistance)
    return sum(effective(book, book.card(tally.monster), physical, magic, defence))


Turn: TypeAlias = Sequence[Event[State, Action]]
Replayed: TypeAlias = tuple[Worth, str, str, tuple[str, ...]]
"""The value, the Monster and the outcome of its battle, and the cards gained."""
_PLACES = ("card", "hero", "weapon")
"""The fields by which actions refer to cards in front of the player."""


def card_grades(
    game: Quest, start: State, events: Turn, prospects: Prospects[State, Action]
) -> tuple[CardGrade, ...]:
    """A grade for every card of the player's hand, in its order; none for a turn without a result."""
    whole = play(game, start, events, prospects, NONE)
    if whole is None:
        return ()
    cards = max((event.before.laid_out for event in events), key=len, default=())
    named = {place for event in events for place in _places(event.action)}
    counting = _counting(game, start, events)
    found = []
    for index, card in enumerate(cards):
        without = play(game, start, events, prospects, index)
        mattered = without is None or without != whole
        idle = index not in named and game.book.name(card) not in counting and not mattered
        needed = None if mattered else _needed(start, events, prospects, index)
        found.append(CardGrade(game.book.name(card), idle, mattered, needed, copy_number(cards, index)))
    return tuple(found)


def play(
    game: Quest, start: State, events: Turn, prospects: Prospects[State, Action], index: int
) -> Replayed | None:
    """Plays the turn, but removes the card at this place as soon as it is laid out; `NONE` keeps all cards.

    None when an action that does not name the card is no longer legal, or when there is no result.
    """
    without = without_card(index)
    state = without(start)
    for event in events:
        action = event.action
        if action is None:
            continue
        if not _is_laid(state, action) or game.why_not(state, action) is not None:
            if index in _places(action):
                continue
            return None
        state = without(game.apply(state, action))
        if (worth := prospects.grading.value(state)) is not None:
            return tuple(worth), state.tally.monster, state.tally.outcome, state.tally.gained
    return None


def _is_laid(state: State, action: Action) -> bool:
    """Whether all cards that an action names have been laid out by now."""
    return not state.laid or all(place < len(state.laid) for place in _places(action))


def _counting(game: Quest, start: State, events: Turn) -> set[str]:
    """The cards that changed a number of the turn, by name; Light only if some is paid."""
    trace, state = Trace(), start
    for event in events:
        if event.action is not None:
            state = game.apply(state, event.action, trace)
    idle = () if state.spent_light else ("light",)
    return {entry.subject for entry in trace.entries if entry.change and entry.step not in idle}


def _places(action: Action | None) -> set[int]:
    """The places of the cards that an action needs."""
    values = (getattr(action, field, NONE) for field in _PLACES)
    return {value for value in values if isinstance(value, int) and value != NONE}


def _needed(start: State, events: Turn, prospects: Prospects[State, Action], index: int) -> bool | None:
    """Whether the best value, at the moment when the card came, would differ without it."""
    states = (start, *(event.after for event in events))
    came = next((state for state in states if index < len(state.laid)), None)
    if came is None:
        return None
    return prospects.changed_by(without_card(index), came)


def turn_grading(position: QuestPosition, played: Played[State, Action], goal: str | None) -> TurnGrading:
    """The grading of a line by the goal of its kind of turn.

    Raises UsageError for an unknown goal asked for, InputError for one of the file.
    """
    kind = kind_of(position, NO_WISHES)
    wanted = position.target(position.written.target) if position.written.target else position.aim
    target = wanted if wanted.was_battled(played.result) else ANYBODY
    return TurnGrading(position, goal_of(position, kind, goal), kind, target)


class TurnGrading(Grading[State, Action]):
    """The grading of one line."""

    game: Quest

    def __init__(self, position: QuestPosition, goal: Goal, kind: Kind, target: Target) -> None:
        super().__init__(position, goal, partial(value, position.book, goal=goal))
        self.kind, self.target = kind, target
        """`target`: the Monster that the file names, if the line battles it."""

    def prospects(self, draws: Draws, budget: Budget) -> PlannedProspects:
        return PlannedProspects(self, draws, budget)

    def is_meant(self, state: State) -> bool:
        return self.target == ANYBODY or self.target.was_battled(state)

    def goes_on(self, state: State) -> Action | None:
        """Ends the turn of a line that stops when only passing is left."""
        return None if state.todo else self.game.going_on(state)

    def cards(self, turn: Turn, prospects: Prospects[State, Action]) -> tuple[CardGrade, ...]:
        return card_grades(self.game, self.position.state, turn, prospects)

    def slack(self, turn: Turn, played: Played[State, Action]) -> Slack | None:
        return slack_of(self.game.book, turn[-1].after, played.answer.calculation) if turn else None
