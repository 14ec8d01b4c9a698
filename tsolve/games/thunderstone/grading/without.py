"""Replays a turn without one card, leaving out the actions that need it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from tsolve.games.thunderstone.actions import Action, Destroy, Equip, LevelUp, Silence, Suffer, Use
from tsolve.games.thunderstone.copies import copy_number
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.calculations import ATTACK_STEPS
from tsolve.games.thunderstone.state import NONE, Member, State
from tsolve.model.grades import CardGrade
from tsolve.model.trace import Entry, Trace
from tsolve.solve.policy import Worth
from tsolve.turns.grading.events import Event
from tsolve.turns.grading.prospects import Prospects

Turn: TypeAlias = Sequence[Event[State, Action]]
Row = tuple[str, str, str, int]
Outcome = tuple[Worth, str, str, tuple[str, ...], tuple[str, ...]]


class Replayed(msgspec.Struct, frozen=True):
    """The result of a replayed turn: its outcome, and the rows that counted."""

    outcome: Outcome
    rows: dict[Row, int]


def card_grades(
    game: Thunderstone, start: State, events: Turn, prospects: Prospects[State, Action]
) -> tuple[CardGrade, ...]:
    """Every card that was in the own hand, in its order; nothing for a turn without a result."""
    whole = play(game, start, events, prospects, NONE)
    if whole is None:
        return ()
    kept, hand = _kept(events), _hand(events)
    found = []
    for index, member in enumerate(hand):
        if member.owner not in (NONE, start.active):
            continue
        without = play(game, start, events, prospects, index)
        mattered = without is None or without.outcome != whole.outcome
        idle = index in kept and without is not None and without.rows == whole.rows
        number = copy_number(replace(start, party=hand), index)
        needed = None if mattered else _needed(start, events, prospects, index)
        found.append(CardGrade(game.book.name(member.card), idle, mattered, needed, number))
    return tuple(found)


def play(
    game: Thunderstone, start: State, events: Turn, prospects: Prospects[State, Action], index: int
) -> Replayed | None:
    """The turn with the card at this place of the hand taken away as soon as it is there; `NONE` keeps all.

    None when an action that does not name the card is no longer legal, or when there is no result.
    """
    state, trace, made = _take_away(start, index), Trace(), list[Action]()
    for event in events:
        action = event.action
        if action is None:
            continue
        named = _places(game, event.before, action)
        same = all(
            place < len(state.party) and state.party[place].card == event.before.party[place].card
            for place in named
        )
        if not same or game.why_not(state, action) is not None:
            if index in named or action in made:
                continue
            return None
        game.probe.forced.clear()
        state = _take_away(game.apply(state, action, trace), index)
        made += [choice for _, choice in game.probe.forced]
        if (worth := prospects.grading.value(state)) is not None:
            tally = state.tally
            outcome = (worth, tally.attacked, tally.outcome, tally.gained, tally.levelled)
            return Replayed(outcome, Counter(_row(entry) for entry in trace.entries if _counts(entry)))
    return None


def _take_away(state: State, index: int) -> State:
    """The position without this card of the hand."""
    if not 0 <= index < len(state.party) or state.party[index].left:
        return state
    party = list(state.party)
    party[index] = replace(party[index], left=True)
    return replace(state, party=tuple(party))


def _places(game: Thunderstone, state: State, action: Action) -> list[int]:
    """The places of the hand whose cards the action needs."""
    named: tuple[int, ...] = ()
    if isinstance(action, Use):
        effects = game.book.card(state.party[action.card].card).abilities[action.ability].do
        on_hero = any(effect.target == "hero" for effect in effects)
        named = (action.card, action.price, action.target if on_hero else NONE)
    elif isinstance(action, Equip):
        named = (action.weapon, action.hero)
    elif isinstance(action, Destroy):
        named = (action.card,)
    elif isinstance(action, LevelUp | Silence | Suffer):
        named = (action.hero,)
    return [place for place in named if place != NONE]


def _counts(entry: Entry) -> bool:
    """Whether the entry is part of an Attack Value or of the gold."""
    in_table = entry.step in ATTACK_STEPS or (entry.quantity == "gold" and entry.step in ("effect", "gold"))
    return in_table and entry.change != 0


def _row(entry: Entry) -> Row:
    return entry.step, entry.subject, entry.quantity, entry.change


def _hand(events: Turn) -> tuple[Member, ...]:
    """Every card that was in the hand in this turn."""
    return max((event.before.party for event in events), key=len, default=())


def _kept(events: Turn) -> set[int]:
    """The places of the hand whose card was there to the end and had nothing done with it."""
    states = [state for event in events for state in (event.before, event.after) if state.party]
    if not states:
        return set()
    party, tally = states[-1].party, events[-1].after.tally
    still = [
        index
        for index, member in enumerate(party)
        if not (member.left or member.doomed or member.used or member.serving or member.thrown)
        and not member.engaged
    ]
    gone = Counter((*tally.destroyed, *tally.levelled)) - Counter(m.card for m in party if m.left)
    for index in list(still):  # destroyed after the hand was last seen, at the end of the battle
        if gone[party[index].card]:
            gone[party[index].card] -= 1
            still.remove(index)
    return set(still)


def _needed(start: State, events: Turn, prospects: Prospects[State, Action], index: int) -> bool | None:
    """Whether the best worth at the moment when the card came is another without it."""
    states = (start, *(event.after for event in events))
    came = next(state for state in states if index < len(state.party) and state.turn)
    whole, without = prospects.of(came), prospects.of(_take_away(came, index))
    if whole.worth is None or whole.doubt or without.doubt:
        return None
    return whole.worth != without.worth
