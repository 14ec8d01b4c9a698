"""Grading for Thunderstone: the best value still possible, what a result had to spare (Attack Value beyond
Health, gold left over), and the turn replayed without one card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from tsolve.budget import Budget, SpentError, current
from tsolve.engine import CHANCE
from tsolve.games.thunderstone.actions import Action, Destroy, Equip, LevelUp, Pass, Use, Visit
from tsolve.games.thunderstone.answers import Silence, Suffer
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.changes import without_card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.outcome import ATTACK_STEPS, PlayedTurn, one_turn
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import (
    MONSTER_ALONE,
    counts_monster_alone,
    goal_of,
    turn_result,
)
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.planning.policy import Node, Searched, search
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import NONE, Member, State, copy_number
from tsolve.games.thunderstone.turn import attack_value
from tsolve.games.thunderstone.turn.attack_value import (
    around_disease,
    equipped_count,
    final_steps,
    glow_factor,
    lacking,
    light_penalty,
    magic_factor,
    party_parts,
    surplus_of,
)
from tsolve.games.thunderstone.turn.battle import Conclude, Spoils
from tsolve.games.thunderstone.turn.contributions import BattleContext, Part
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.model.grades import CardGrade, Slack, Spare
from tsolve.model.plays import Calculation, Draws
from tsolve.model.trace import Entry, Trace, run
from tsolve.plays.grading import (
    Continuation,
    Event,
    Grading,
    Prospect,
    Prospects,
)
from tsolve.solve.policy import Worth

TurnContinuation: TypeAlias = Continuation[Action]

_PLANNED_STEPS = ("effects", "preparing", "resting")
"""The free steps at which the planner can be used."""


class PlannedProspects(Prospects[State, Action]):
    """Looks ahead with the planner from free steps; in between (a forced choice, a purchase) it tries every
    action in the engine.
    """

    def __init__(
        self,
        grading: Grading[State, Action],
        game: Thunderstone,
        evaluator: Evaluator,
        target: Target,
        draws: Draws,
        budget: Budget,
    ) -> None:
        super().__init__(grading, draws, budget)
        self.game: Thunderstone = game
        self.evaluator, self.target = evaluator, target
        self._roots: dict[State, Node] = {}
        """The policies that were searched, by where they begin."""

    def planned(self, state: State) -> Prospect | None:
        if not _is_free(state) and self.game.mover(state) != CHANCE:
            return None
        searched = self._policy(state)
        doubt = "; ".join(searched.left_out)
        if searched.root is not None:
            self._roots[state] = searched.root
        if searched.root is not None and not doubt and self.draws == "expected":
            self._remember(searched.root)
        return Prospect(searched.low, doubt)

    def _remember(self, root: Node) -> None:
        """Cache the value of every position of the policy, so that grading a line that follows it needs no
        search.

        If the mean is exact, so is every part of it.
        """
        seen = {id(root)}
        waiting = [root]
        while waiting:
            node = waiting.pop()
            state = node.state
            for action in (None, *node.line):
                state = state if action is None else self.game.apply(state, action)
                self.remember(state, node.worth)
            below = [branch.node for branch in node.branches if id(branch.node) not in seen]
            seen.update(map(id, below))
            waiting += below

    def planned_line(self, state: State) -> TurnContinuation | None:
        if not _is_free(state):
            return None
        root = self._roots.get(state) or self._policy(state).root
        if root is None:
            return TurnContinuation((), False)
        if root.branches:
            return TurnContinuation(root.line, True)
        rest = () if root.end is None else self._without_draws(root.final)
        return TurnContinuation((*root.line, *rest), False)

    def _policy(self, state: State) -> Searched:
        """The best policy; lines may be left out, and it names them. Raises SpentError."""
        goal = self.grading.goal
        target = self.target if state.turn == "dungeon" else ANYBODY
        found = search(self.game, state, goal, target, self.draws, evaluator=self.evaluator)
        if not found.proved and (current().is_over() or not found.left_out):
            raise SpentError
        return found

    def _without_draws(self, state: State) -> tuple[Action, ...]:
        """The planner's own line. Its exact backend is enough: the engine plays every line."""
        planned = plan(self.game, state, self.grading.goal, self.target, backend="exact")
        if planned.status == "undecided":
            raise SpentError
        return () if planned.best is None else planned.best.line


def _is_free(state: State) -> bool:
    return not state.todo and state.step in _PLANNED_STEPS


Turn: TypeAlias = Sequence[Event[State, Action]]


def slack_of(book: Book, events: Turn, gold: Calculation | None) -> Slack | None:
    """The Attack Value beyond the Health of a defeated Monster, or the gold left in the Village.

    `gold` is the table of the gold made. None for a lost battle, a rest and a turn without a result.
    """
    end = events[-1].after if events else None
    if end is None:
        return None
    if end.turn == "village" and end.step in ("ending", "over"):
        return _of_visit(end, gold)
    if end.tally.outcome != "won":
        return None
    deciding = next(event for event in events if event.after.tally.outcome)
    return _of_battle(book, deciding)


def _of_visit(end: State, gold: Calculation | None) -> Slack:
    """Each source of gold could be lower by all the gold that was left, since gold adds up."""
    rows = gold.rows if gold is not None else ()
    return Slack(
        "gold left",
        end.gold,
        tuple(
            Spare(row.subject, row.note, "gold", row.change, min(row.change, end.gold))
            for row in rows
            if row.change > 0
        ),
    )


def _of_battle(book: Book, deciding: Event[State, Action]) -> Slack:
    assert deciding.action is not None
    game = Thunderstone(book, halts_before=(Conclude,))  # all choices made, Health not compared yet
    state = game.apply(deciding.before, deciding.action)
    battle = _Battle(book, state)
    return Slack(
        "Attack Value beyond Health",
        battle.margin(battle.parts),
        tuple(
            Spare(book.name(part.card), part.note, part.pool, part.amount, battle.spare(place))
            for place, part in enumerate(battle.parts)
            if part.amount > 0
        ),
    )


class _Battle:
    """The battle just before the comparison, to be calculated again with other contributions."""

    def __init__(self, book: Book, state: State) -> None:
        self.book, self.state = book, state
        self.context = BattleContext(book, state, state.target)
        self.parts = party_parts(book, state, self.context)
        light = sum(part.amount for part in self.parts if part.pool == "light")
        self.surplus = surplus_of(self.context, light)
        self.glow = glow_factor(book, state, self.context)

    def quantities(self, parts: Iterable[Part]) -> dict[str, int]:
        """Attack, Magic Attack and Attack Value with these contributions. (TS-9.1 to TS-11)"""
        totals = {"attack": 0, "magic": 0, "light": 0, "total": 0}
        for part in parts:
            totals[part.pool] += part.amount
        totals["magic"] -= self.glow * (self.surplus - surplus_of(self.context, totals["light"]))
        totals |= attack_value.demanded_quantities(self.context, self.state)
        totals["health"] = self.context.monster.health or 0
        run(self.context.health_steps, totals)
        totals["equipped"] = equipped_count(self.book, self.state, self.context)
        totals["penalty"] = light_penalty(self.context, totals["light"])
        before, after = around_disease(
            final_steps(self.book, self.context, magic_factor(self.context.inspirers), totals["penalty"] > 0)
        )
        run(before, totals)
        totals["attack"] -= self.state.disease_attack
        totals["magic"] -= self.state.disease_magic
        run(after, totals)
        return totals

    def margin(self, parts: Iterable[Part]) -> int:
        """By how much the Attack Value exceeds the Health."""
        totals = self.quantities(parts)
        return totals["total"] - totals["health"]

    def spare(self, place: int) -> int:
        """By how much one contribution could be lower. Lowering it never raises the Attack Value."""
        part = self.parts[place]
        for less in range(1, part.amount + 1):
            lowered = [*self.parts]
            lowered[place] = replace(part, amount=part.amount - less)
            if not self._wins(lowered):
                return less - 1
        return part.amount

    def _wins(self, parts: Iterable[Part]) -> bool:
        totals = self.quantities(parts)
        lacks = lacking(self.context, totals) is not None
        too_dark = totals["penalty"] and any(guard.dark for guard in self.context.monster_traits)  # (TS-10.5)
        return totals["total"] >= totals["health"] and not lacks and not too_dark


Events: TypeAlias = Sequence[Event[State, Action]]
Row = tuple[str, str, str, int]
Outcome = tuple[Worth, str, str, tuple[str, ...], tuple[str, ...]]


class Replayed(msgspec.Struct, frozen=True):
    """The result of a replayed turn: its outcome, and the rows of its calculation that counted."""

    outcome: Outcome
    rows: dict[Row, int]


def card_grades(
    game: Thunderstone, start: State, events: Events, prospects: Prospects[State, Action]
) -> tuple[CardGrade, ...]:
    """A grade for every card that was in the player's hand, in its order; none for a turn without a
    result.
    """
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
    game: Thunderstone, start: State, events: Events, prospects: Prospects[State, Action], index: int
) -> Replayed | None:
    """The turn in which the card at this place of the hand is removed as soon as it is there; `NONE` keeps
    all.

    None when an action that does not name the card is no longer legal, or when there is no result.
    """
    without = without_card(index)
    state, trace, made = without(start), Trace(), list[Action]()
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
        state = without(game.apply(state, action, trace))
        made += [choice for _, choice in game.probe.forced]
        if (worth := prospects.grading.value(state)) is not None:
            tally = state.tally
            outcome = (worth, tally.attacked, tally.outcome, tally.gained, tally.levelled)
            return Replayed(outcome, Counter(_row(entry) for entry in trace.entries if _counts(entry)))
    return None


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


def _hand(events: Events) -> tuple[Member, ...]:
    """Every card that was in the hand in this turn."""
    return max((event.before.party for event in events), key=len, default=())


def _kept(events: Events) -> set[int]:
    """The places of the hand whose card stayed to the end and was not used for anything."""
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


def _needed(start: State, events: Events, prospects: Prospects[State, Action], index: int) -> bool | None:
    """Whether the best value would change without the card, at the moment when it came."""
    states = (start, *(event.after for event in events))
    came = next(state for state in states if index < len(state.party) and state.turn)
    return prospects.changed_by(without_card(index), came)


_PLACE = "kinds of turn are compared only when a goal is given"
_SPOILS = "the goal does not count Spoils: what they brought is not graded"


def turn_grading(position: ThunderstonePosition, played: PlayedTurn, goal: str | None) -> TurnGrading:
    """The grading of a line by the goal of its kind of turn.

    Raises UsageError for an unknown goal asked for, InputError for one of the file.
    """
    compares = position.state.step == "choose" and bool(goal or position.written.goal)
    states = (*played.states, played.result)
    turn = next((state.turn for state in states if state.turn), "dungeon")
    wanted = position.target(position.written.target) if position.written.target else ANYBODY
    target = wanted if wanted.was_attacked(played.result) else ANYBODY
    return TurnGrading(position, goal_of(position, "any" if compares else turn, goal), turn, compares, target)


class TurnGrading(Grading[State, Action]):
    """The grading of one line."""

    game: Thunderstone

    def __init__(
        self,
        position: ThunderstonePosition,
        goal: tuple[str, ...],
        turn: str = "",
        compares_turns: bool = False,
        target: Target = ANYBODY,
    ) -> None:
        super().__init__(position, goal, partial(turn_result, position.book, goal=goal))
        self.target = target
        """The Monster that must be attacked according to the file, if the line attacks it, too."""
        self.compares_turns = compares_turns
        """Whether the goal is meant for every kind of turn, so that the choice among them is judged too."""
        self.says_vp = counts_monster_alone(goal) and (compares_turns or turn == "dungeon")
        self.evaluator = Evaluator(position.game, goal)

    def key(self, state: State) -> object:
        """The order of purchases and losses does not matter."""
        tally = state.tally
        alike = {name: tuple(sorted(getattr(tally, name))) for name in ("gained", "destroyed", "levelled")}
        return self.game.key(replace(state, tally=replace(tally, **alike)))

    def prospects(self, draws: Draws, budget: Budget) -> PlannedProspects:
        return PlannedProspects(self, self.game, self.evaluator, self.target, draws, budget)

    def goes_on(self, state: State) -> Action | None:
        """Ends the turn of a line that stops when only passing is left."""
        return Pass() if not state.todo and self.game.why_not(state, Pass()) is None else None

    def why_unjudged(self, action: Action | None) -> str:
        return _PLACE if isinstance(action, Visit) and not self.compares_turns else ""

    def cards(self, turn: Events, prospects: Prospects[State, Action]) -> tuple[CardGrade, ...]:
        return card_grades(one_turn(self.game.book), self.position.state, turn, prospects)

    def slack(self, turn: Events, played: PlayedTurn) -> Slack | None:
        return slack_of(self.game.book, turn, played.answer.calculation)

    def notes(self, rest: Events) -> Iterator[str]:
        if any(event.before.todo and isinstance(event.before.todo[-1], Spoils) for event in rest):
            yield _SPOILS
        if self.says_vp:
            yield MONSTER_ALONE
