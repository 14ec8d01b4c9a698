"""Reads the steps of a turn, and puts them into words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.contract.step_reader import Chance, Move, Played, Result, StepReader, Written
from tsolve.engine import Probe
from tsolve.errors import InputError, Span
from tsolve.games.gloomhaven.actions import (
    Action,
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
    Shift,
    Strike,
    TakeTurn,
    UseItem,
)
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.judging.besides import in_words, told_besides
from tsolve.games.gloomhaven.judging.idle import why_idle
from tsolve.games.gloomhaven.judging.outcome import effect_of, outcome_of, told
from tsolve.games.gloomhaven.monsters_cards import DrawAbilityCard
from tsolve.games.gloomhaven.play import LEAVING
from tsolve.games.gloomhaven.position import begun
from tsolve.games.gloomhaven.reveal import ChangeInitiative
from tsolve.games.gloomhaven.round import LoseOne
from tsolve.games.gloomhaven.scenario import OpenDoor
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.attack import AttackOne
from tsolve.games.gloomhaven.turn.character import NextHalf
from tsolve.games.gloomhaven.turn.character_action import MayConsume, PayFor
from tsolve.games.gloomhaven.turn.forced_movement import Force
from tsolve.games.gloomhaven.turn.items import MayDampen
from tsolve.games.gloomhaven.turn.monster import ChooseFocus, MonsterMove
from tsolve.games.gloomhaven.turn.monster_attack import MonsterAttack
from tsolve.games.gloomhaven.turn.movement import GoOn
from tsolve.games.gloomhaven.turn.one_ability import OneAbility
from tsolve.games.gloomhaven.turn.restoring import Restore
from tsolve.games.gloomhaven.writing.reading import Reader, led_by
from tsolve.games.gloomhaven.writing.showing import told_changes
from tsolve.model.plays import Calculation
from tsolve.model.trace import Entry, Refusal, Trace

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition

_ANSWERS: Mapping[type, type] = {ChooseFocus: FocusOn, MonsterMove: Go, MonsterAttack: Strike}
"""Actions that answer the decisions of a figure."""
_ASIDE = (Pass, UseItem, GiveUp)
"""Actions that a step may name at any ability."""


def answers(state: State, action: Action) -> bool:
    """Whether an action is an answer to the waiting decision, legal or not."""
    return _is_decision(state) and isinstance(action, _ANSWERS[type(state.todo[-1])])


def _has_ability(state: State) -> bool:
    """Whether a character's player decides about an ability."""
    return bool(state.todo) and isinstance(state.todo[-1], OneAbility | MayConsume)


def _may_use_no_item(game: Gloomhaven, state: State) -> bool:
    """Whether items may be used for an attack but need not: then none is used unless a step names it.
    (GH-11.8)
    """
    return bool(state.todo) and isinstance(state.todo[-1], AttackOne) and Pass() in game.legal_actions(state)


def _offers_item(state: State) -> bool:
    """Whether nothing is asked but whether an item is used: it is not unless a step names it. (GH-11.8)"""
    return bool(state.todo) and isinstance(state.todo[-1], ChangeInitiative | MayDampen)


def _is_decision(state: State) -> bool:
    return bool(state.todo) and type(state.todo[-1]) in _ANSWERS


def _rules_of_order(state: State, name: str) -> tuple[str, ...]:
    """Who acts before whom; within a type of monsters by rank and number."""
    both = [each for each in state.figures if each.name in (state.turn, name)]
    alike = len(both) > 1 and all(each.kind == "monster" and each.group == both[0].group for each in both)
    return ("GH-12.3", "GH-12.4") if alike else ("GH-2.4",)


class TurnStepReader(StepReader[State, Action]):
    """What reads the steps of one line."""

    game: Gloomhaven
    chance_first = "a modifier card is drawn first"
    how_to_say = "`draw +1`"
    rulings_of_chance = ("GH-6.8",)
    rulings_of_the_end = ("GH-12.5",)

    def __init__(self, position: ScenarioPosition) -> None:
        probe: Probe[State, Action] = Probe(notes=True)
        super().__init__(Gloomhaven(position.book, probe), probe)
        self.position = position
        self.over = ""
        """The figure whose turn the last action ended without a step that says so."""

    def beginning(self) -> Sequence[Entry]:
        trace = Trace()
        state = begun(self.game, self.position.laid, trace)
        if state != self.position.state:
            return ()
        self.forced += self.probe.forced
        return trace.entries

    def chance(self, state: State) -> Chance:
        task = state.todo[-1] if state.todo else None
        rulings = self.game.rulings_on_draw(task) if task is not None else ()
        if isinstance(task, DrawAbilityCard):
            may_come = [self.game.notation(state, event) for event, _ in self.game.chance(state)]
            how = f"`{may_come[0] if may_come else 'draw 525'}`"
            return Chance(f"the ability card of {task.group} is drawn first", how, rulings)
        if isinstance(task, LoseOne):
            return Chance("a discarded card is drawn first", "`draw CARD`", rulings)
        if isinstance(task, OpenDoor):
            door = self.position.name(task.door)
            text = f"nobody knows what stands behind the door in {door}"
            return Chance(text, f'`rooms: {{"{door}": {{}}}}` with its monsters', rulings)
        return super().chance(state)

    def read(self, state: State, text: str, span: Span | None) -> Written[Action]:
        after = self.position.with_implicit_choices(state)
        try:
            return Written(self._by_force(state, Reader(self.position, state, span).read(text)))
        except InputError:
            if after != state:
                return self.read(after, text, span)
            of_another = self._of_another(state, text, span)
            if of_another is None:
                raise
            return of_another

    def _of_another(self, state: State, text: str, span: Span | None) -> Written[Action] | None:
        """The step of a figure whose turn it is not: it names that figure, or only that figure could take it,
        such as to play one of its cards; None for any other text. (GH-2.4, GH-12.3)
        """
        led = led_by(self.position, state, text)
        others = [(each.name, text) for each in state.figures if each.name != state.turn]
        for name, step in [led, *others] if led is not None else others:
            with suppress(InputError):
                action = Reader(self.position, replace(state, turn=name), span).read(step)
                if name == state.turn:
                    return Written(action)
                first = f"it is the turn of {state.turn}, not" if state.turn else "it is not the turn"
                return Written(action, beyond=(f"{first} of {name}", _rules_of_order(state, name)))
        return None

    def repeats(self, state: State, text: str, span: Span | None) -> bool:
        """Also true for a step that ends a turn which is already over."""
        if self._ends_what_is_over(state, text, span):
            self.over = ""  # a second such step ends the next turn
            return True
        written = self.understood(state, text, span)
        is_so = written is not None and self._says_what_is(state, written.action)
        return (is_so and not self.can_be_done(state, text, span)) or super().repeats(state, text, span)

    def _ends_what_is_over(self, state: State, text: str, span: Span | None) -> bool:
        """Whether a text ends the turn that is already over, with or without naming its figure."""
        if not self.over:
            return False
        name, step = led_by(self.position, state, text) or ("", text)
        written = self.understood(state, step, span) if name in ("", self.over) else None
        return written is not None and isinstance(written.action, Finish)

    def _says_what_is(self, state: State, action: Action) -> bool:
        """Whether a step only states a fact: a finished turn ends, it is the turn of the acting figure, a
        figure that did not move stays.
        """
        match action:
            case TakeTurn():
                return action.figure == state.turn
            case Finish():
                return state.result and not self.position.is_round
            case Go(path=()):
                start = self.position.laid.state
                name = self.position.actor
                is_there = state.on_map(name) and state.figure(name).at == start.figure(name).at
                return state.result and not self.position.is_round and is_there
            case _:
                return False

    def begins(self, action: Action) -> None:
        if not self.is_event(action):
            self.forced = []

    def done(self, before: State, action: Action, after: State, entries: Sequence[Entry]) -> None:
        self.forced += self.probe.forced
        is_said = isinstance(action, Finish) or after.turn == before.turn
        self.over = "" if is_said else before.turn

    def too_late(
        self, state: State, text: str, action: Action, moves: Sequence[Move[State, Action]]
    ) -> Refusal:
        idle = None if moves or self.position.is_round else why_idle(self.position)
        if idle is not None:
            return Refusal(text, *idle)
        if isinstance(action, Pick | PutAt | Shift):
            told = "nothing waits to be chosen; with one possibility it is done without a step"
            return Refusal(text, told, ("GH-12.37",))
        laid, name = self.position.laid.state, self.position.actor
        if not self.position.is_round and laid.on_map(name) and not state.on_map(name):
            ruling, what = LEAVING.get(laid.figure(name).kind, ("GH-2.12", "is killed"))
            return Refusal(text, f"the turn has ended: {name} {what}", (ruling,))
        return super().too_late(state, text, action, moves)

    def is_event(self, action: Action) -> bool:
        return isinstance(action, Draw)

    def event_name(self, state: State, event: Action) -> str:
        if not isinstance(event, Draw):
            return super().event_name(state, event)
        deal = self.position.book.deals.get(event.card)
        return event.card if deal is None else deal.name

    def is_result(self, state: State) -> bool:
        return state.result

    def waits(self, state: State) -> bool:
        return bool(state.todo)

    def silent_step(self, state: State, written: Written[Action]) -> Action | None:
        """The action before the written one that need not be written, as it is the only one."""
        if (implicit := self.position.implicit_choice(state)) is not None:
            return None if isinstance(written.action, LeaveOut) else implicit
        if _has_ability(state):
            return self._only_possibility(state, written.action)
        if self.is_event(written.action) and _may_use_no_item(self.game, state):
            return Pass()
        if _offers_item(state) and not isinstance(written.action, UseItem | Pass):
            return Pass()
        if isinstance(written.action, Shift):
            return self._step_of_push(state, written.action)
        return None if answers(state, written.action) else self._only_decision(state)

    def implicit(self, state: State) -> Action | None:
        """The next card, if only one can come: it needs no step."""
        events = self.game.chance(state)
        return events[0][0] if len(events) == 1 else None

    def _only_decision(self, state: State) -> Action | None:
        """The only action of a figure for which the rules decide; None if there is nothing to decide, or more
        than one option.
        """
        options = self.game.legal_actions(state) if _is_decision(state) and not state.result else []
        return options[0] if len(options) == 1 else None

    def _by_force(self, state: State, action: Action) -> Action:
        """For a push or pull to a hex that only one next step leads to, that step; for a figure that stays in
        an open door, `Pass`; for everything that comes back, named one by one, the ability that says so; any
        other action unchanged.
        """
        task = state.todo[-1] if state.todo else None
        if isinstance(task, Restore):
            return task.as_offered(self.position.book, state, action)
        if isinstance(task, GoOn) and action == Go():
            return Pass()
        if not isinstance(action, Shift) or not isinstance(task, Force) or action.to is None:
            return action
        if action.figure or action.word:
            return action  # another figure, or a pull in place of a push
        options, to = self.game.legal_actions(state), action.to
        if action in options:
            return action
        ends = {step: self.game.apply(state, step) for step in options}
        found = [
            step for step, end in ends.items() if end.on_map(task.target) and end.figure(task.target).at == to
        ]
        return found[0] if len(found) == 1 else action

    def _step_of_push(self, state: State, last: Shift) -> Action | None:
        """The first step of a push or a pull if only its last hex is written and all ways there have the same
        result.
        """
        if last.to is None or not isinstance(state.todo[-1], Force):
            return None
        found: dict[State, Action] = {}

        def look(here: State, first: Action | None) -> None:
            options = self.game.legal_actions(here) if isinstance(here.todo[-1], Force) else []
            if first is not None and last in options:
                found.setdefault(self.game.apply(here, last), first)
                return
            for step in options:
                if isinstance(step, Shift) and step.to is not None:
                    after = self.game.apply(here, step)
                    if after.todo and after.todo[-1] != here.todo[-1] and self.game.mover(after) >= 0:
                        look(after, first or step)

        if last not in self.game.legal_actions(state):
            look(state, None)
        return next(iter(found.values())) if len(found) == 1 else None

    def silent_choice(self, state: State, options: Sequence[Action]) -> Action | None:
        return self.position.implicit_choice(state) or super().silent_choice(state, options)

    def is_consequence(self, state: State, silent: Action) -> bool:
        return silent == self.position.implicit_choice(state)

    def nobody_knows(self, state: State, written: Written[Action]) -> str:
        """Says that the text of a played card is missing, which is no reason to refuse its half."""
        task, action = state.todo[-1] if state.todo else None, written.action
        if not isinstance(task, NextHalf) or not isinstance(action, PlayHalf) or action.basic:
            return ""
        held = state.cards_of(task.figure)
        is_there = held is not None and action.card in held.plays and task.left in ("", action.side)
        if not is_there or (task.figure, action.card) in self.position.book.cards:
            return ""
        return f"what {action.card} says is not told: write it in `cards`"

    def refuses(self, state: State, text: str, action: Action) -> Refusal | None:
        """Refuses a turn of another figure, and leaving out effects except after the modifier cards of a
        character's attack. (GH-2.4, GH-7.1)
        """
        if isinstance(action, TakeTurn) and state.turn and state.on_map(action.figure):
            told = f"it is the turn of {state.turn}, not of {action.figure}"
            return Refusal(text, told, _rules_of_order(state, action.figure))
        is_played = state.cards_of(state.turn or self.position.actor) is not None
        if not is_played and (
            isinstance(action, LeaveOut) or (isinstance(action, Strike) and action.without)
        ):
            told = "only a player leaves effects of an attack out: monsters and summons apply theirs"
            return Refusal(text, told, ("GH-7.1", "GH-12.38"))
        if isinstance(action, LeaveOut) and self.position.implicit_choice(state) is None:
            told = "no attack waits for its effects: they are left out right after the modifier card"
            return Refusal(text, told, ("GH-7.1",))
        return None

    def _only_possibility(self, state: State, action: Action) -> Action | None:
        """The only thing that can be done with the present ability if the written step is about a later one:
        an ability that cannot be skipped is performed, one that cannot be performed is skipped (GH-2.6), and
        no element is consumed that no step names (GH-9.4). `end turn` leaves out all that may be left out.
        """
        first: Action | None = None
        whose = state.turn
        while _has_ability(state) and not self._answers_ability(state, action):
            options = self.game.legal_actions(state)
            is_left = isinstance(action, Finish) or isinstance(state.todo[-1], MayConsume | PayFor)
            if is_left and Pass() in options:
                options = [Pass()]
            if len(options) != 1:
                return None
            first = first or options[0]
            state = self.game.apply(state, options[0])
        is_over = state.result or state.turn != whose
        if _has_ability(state) or (is_over and isinstance(action, Finish)):
            return first
        return first if self.game.why_not(state, action) is None else None

    def _answers_ability(self, state: State, action: Action) -> bool:
        """Whether a step is about the present ability; if it names an ability, about exactly that one."""
        task = state.todo[-1]
        if isinstance(action, Do):
            return action in self.game.legal_actions(state)
        return isinstance(task, OneAbility | MayConsume) and isinstance(action, (*task.takes, *_ASIDE))

    def result(self, state: State, moves: Sequence[Move[State, Action]], entries: Sequence[Entry]) -> Result:
        """What the figure did, and the last attack number by number; of a round whom it harmed."""
        rows = tuple(_last_attack(entries))
        if self.position.is_round:
            return Result(told_changes(self.position.laid.state, state))
        outcome = outcome_of(self.position.actor, self.position.state, state, moves, entries)
        terrain = self.position.book.terrain
        sentence, title = told(outcome, terrain), effect_of(outcome)
        if self.position.decides:
            more = told_besides(entries, self.position.state, state, terrain)
            sentence = f"{sentence.removesuffix('.')}{in_words(more)}."
        if not rows:
            return Result(sentence, title=title)
        total = next((row.after for row in reversed(rows) if row.quantity == "attack"), 0)
        sum_ = Calculation("Damage of the attack", rows, total, None, "Damage")
        return Result(sentence, sum_, title=title)


def _last_attack(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The rows of the calculation of the last attack."""
    rows: list[Entry] = []
    for entry in entries:
        if entry.quantity == "attack" and entry.note == "printed":
            rows = []
        if entry.quantity in ("attack", "shield"):
            rows.append(entry)
    return rows


def title(_: object, played: Played[State, Action]) -> str:
    """The title of a line."""
    return played.answer.outcome.removesuffix(".")


def phrase(position: ScenarioPosition, state: State, action: Action) -> tuple[str, ...]:
    """The words of an action; the choices of cards begin alike with who plays which leading card."""
    text = position.game.notation(state, action)
    if not isinstance(action, Choose) or not action.cards:
        return (text,)
    leading = f"{action.figure} plays {action.cards[0]} and"
    return leading, action.cards[1]
