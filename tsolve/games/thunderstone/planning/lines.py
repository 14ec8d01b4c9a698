"""The planner's lines: played by the engine, described for people, and listed if several are best (up to
symmetry). If a turn meets an unknown card of a deck or a hand, every card that it could be is tried.

Equal cards and the order of preparations make no difference between lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current
from tsolve.cardkit import piles
from tsolve.engine import UNKNOWN, replay
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Pass, Use
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.outcome import (
    ENDS,
    TurnMove,
    attack_calculation,
    attacked_name,
    battle_sentence,
    bought,
    ending_sentence,
    gold_calculation,
    levelled,
    lost_cards,
    one_turn,
    turn_sentence,
)
from tsolve.games.thunderstone.planning.attack import AttackCase, attack_cases
from tsolve.games.thunderstone.planning.bounds import upper_bound
from tsolve.games.thunderstone.planning.dungeon import (
    Leaf,
    PlannedLine,
    Value,
    at_the_end,
    leaves,
    needs_search,
    rallied,
    realise,
    search_engine,
    without_battle,
)
from tsolve.games.thunderstone.planning.evaluator import Evaluator, Reached
from tsolve.games.thunderstone.planning.plan import Planned
from tsolve.games.thunderstone.planning.situations import Explorer, Situation, explored, reveals
from tsolve.games.thunderstone.planning.village import (
    covered,
    played_visit,
    rest_line,
    rest_problem,
    solve_visit,
    visit_line,
    visit_problem,
)
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.turn import abilities
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target, called
from tsolve.games.thunderstone.turn.other_players import MayReact, MustDiscard, possible_hand
from tsolve.model.plays import LineAnswer, PossibleEnd, StepAnswer, UnknownDraw
from tsolve.solve import all_optima
from tsolve.solve.problem import Outcome, Solution


class ToldLine(NamedTuple):
    """A played line with its description."""

    line: LineAnswer
    end: State
    readings: dict[str, str]
    """The interpretations that it depends on."""
    rulings: tuple[str, ...]
    """The rulings that allow its actions, each once."""
    title: str
    """A title in a few words."""


def line_answer(
    game: Thunderstone, state: State, actions: Iterable[Action]
) -> tuple[LineAnswer, State, dict[str, str]]:
    """A line played by the engine step by step, the position it ends in, and the readings it depends on."""
    told = tell(game, state, actions)
    return told.line, told.end, told.readings


def tell(game: Thunderstone, state: State, actions: Iterable[Action]) -> ToldLine:
    """A line played by the engine step by step."""
    watched = one_turn(game.book)
    played = replay(watched, state, actions)
    steps = tuple(
        StepAnswer(number, step.text, step.entries, goes_on=_goes_on(step.before, step.action))
        for number, step in enumerate(played, 1)
    )
    end = played[-1].after if played else state
    entries = [entry for step in steps for entry in step.entries]
    calculation = None
    if end.tally.attacked:
        calculation = attack_calculation(game.book, end.tally.attacked, end.target, entries)
    elif end.turn == "village":
        calculation = gold_calculation(entries)
    moves = [TurnMove(step.before, step.action) for step in played]
    attacked = attacked_name(game.book, moves, end.tally)
    lost = lost_cards(game.book, end)
    line = LineAnswer(steps, _outcome(game, moves, end, attacked), calculation, lost=lost)
    rulings = (ruling for step in played for ruling in game.rulings_for(step.before, step.action))
    return ToldLine(
        line, end, dict(watched.probe.readings), tuple(dict.fromkeys(rulings)), title(game, end, attacked)
    )


def title(game: Thunderstone, end: State, attacked: str = "") -> str:
    """A title for a turn that ends in this position; `attacked` is the name of the Monster."""
    return _deed(game, end, attacked) + (ENDS if end.over else "")


def _deed(game: Thunderstone, end: State, attacked: str) -> str:
    tally, book = end.tally, game.book
    if end.turn == "dungeon":
        verb = "defeat" if tally.outcome == "won" else "attack"
        return f"{verb} {attacked}" if tally.attacked else "attack nobody"
    if end.turn == "rest":
        gone = [book.name(card) for card in (*["disease"] * tally.diseases_destroyed, *tally.destroyed)]
        return f"destroy {', '.join(gone) or 'nothing'}"
    return f"take {', '.join(book.name(card) for card in tally.gained)}" if tally.gained else "take nothing"


def _goes_on(state: State, action: Action) -> bool:
    """Whether an action only passes on to the next step of a visit to the Village. (TS-4)"""
    return isinstance(action, Pass) and state.turn == "village" and not state.todo


def _outcome(game: Thunderstone, moves: Sequence[TurnMove], end: State, attacked: str) -> str:
    if end.turn == "dungeon":
        text = battle_sentence(game.book, end, attacked)
    else:
        text = turn_sentence(game.book, end, bought(moves), levelled(moves))
    return f"{text} {ending_sentence(game.book, end)}" if end.over else text


MOST = 100
"""The most lines that are listed."""
_NO_TIME = "no time was left for all equally good plays: there may be more of them"


def all_best(
    game: Thunderstone, state: State, planned: Planned, target: Target
) -> tuple[list[PlannedLine], tuple[str, ...]]:
    """All lines worth as much as the planned one, which comes first, and notes on the list."""
    assert planned.best is not None
    found: dict[Hashable, PlannedLine] = {}
    notes: tuple[str, ...] = ()
    with allow(current().part(1)) as budget, suppress(SpentError):
        for signature, line in _lines(game, state, planned, target):
            found.setdefault(signature, line)
            if len(found) >= MOST:
                notes = (f"only the first {MOST} equally good plays are listed",)
                break
    return _planned_first(found, planned.best), (_NO_TIME,) if budget.fell_short else notes


def _planned_first(found: dict[Hashable, PlannedLine], best: PlannedLine) -> list[PlannedLine]:
    lines = list(found.values()) or [best]
    same = [line for line in lines if line.line == best.line]
    return [best, *(line for line in lines if line not in same)] if same else lines


def _lines(
    game: Thunderstone, state: State, planned: Planned, target: Target
) -> Iterator[tuple[Hashable, PlannedLine]]:
    best = planned.best
    assert best is not None
    explorer = Explorer(game, state)
    for level in explorer.levels():
        if (
            state.turn == "dungeon"
            and upper_bound(game, state, planned.goal, level.lost, target) < best.value
        ):
            return
        if explorer.robbed:
            yield "searched", best
            return
        for situation in level.ended:
            ended = at_the_end(game, situation, planned.goal)
            if ended.value == best.value and not target:
                yield ("ended", game.key(situation.state)), ended
        for situation in level.situations:
            if state.turn != "dungeon":
                yield from _visits(game, situation, planned)
                continue
            quiet = without_battle(game, situation, planned.goal)
            if quiet is not None and quiet.value == best.value and target == ANYBODY:
                yield ("nobody", game.key(situation.state)), quiet
        if state.turn == "dungeon":
            for leaf in leaves(game, level.situations, planned.goal, target):
                if leaf.hope >= best.value:
                    yield from _attacks(game, leaf, planned)


def _attacks(game: Thunderstone, leaf: Leaf, planned: Planned) -> Iterator[tuple[Hashable, PlannedLine]]:
    best = planned.best
    assert best is not None
    if needs_search(game, leaf.situation.state, leaf.rank, planned.goal):
        searched = search_engine(game, leaf.situation, planned.goal, Target(rank=leaf.rank))
        if searched is not None and searched.value == best.value:
            yield (leaf.rank, game.key(leaf.situation.state)), searched
        return
    for situation in rallied(game, leaf.situation):
        for case in attack_cases(game.book, situation.state, leaf.rank, planned.goal):
            for solution in all_optima(case.problem, best.value, MOST):
                line = realise(game, situation, case, _all_alike(solution), planned.goal)
                yield _signature(game, case, solution), line


def _signature(game: Thunderstone, case: AttackCase, solution: Solution) -> Hashable:
    """What distinguishes solutions for people: the Hall, the hand, the target, and who carries and eats
    what.
    """
    roles = sorted(
        (meaning.hero, meaning.loadout.id, meaning.silenced, count)
        for hero, options in solution.counts.items()
        for option, count in options.items()
        if (meaning := case.attempt.meaning.get((hero, option))) is not None
    )
    return game.key(case.attempt.state), case.attempt.rank, tuple(roles)


def _visits(
    game: Thunderstone, situation: Situation, planned: Planned
) -> Iterator[tuple[Hashable, PlannedLine]]:
    best = planned.best
    assert best is not None
    key = game.key(situation.state)
    if situation.state.turn == "rest":
        problem = rest_problem(game, situation.state, planned.goal)
        for solution in all_optima(problem, best.value, MOST):
            yield (
                (key, repr(solution.counts)),
                played_visit(game, situation, rest_line(solution), planned.goal, _all_alike(solution)),
            )
        return
    if not covered(game, situation.state, planned.goal):
        found = solve_visit(game, situation, planned.goal)
        if found is not None and found.value == best.value:
            yield (key, "searched"), found
        return
    visit = visit_problem(game, situation.state, planned.goal)
    for solution in all_optima(visit.problem, best.value, MOST):
        line = visit_line(game, visit, solution)
        yield (
            (key, repr(solution.counts)),
            played_visit(game, situation, line, planned.goal, _all_alike(solution)),
        )


def _all_alike(solution: Solution) -> Outcome:
    return Outcome("optimal", solution, solution.objective, "exact")


_OWNED = ("hero", "village", "basic", "monster", "disease")


def unknown_draws(
    game: Thunderstone,
    state: State,
    without: Value | None,
    target: Target,
    evaluator: Evaluator,
) -> tuple[UnknownDraw, ...]:
    """For each ability that would bring an unknown card, or take one from an unknown hand: the best and the
    worst result that one card could bring.

    `without` is the value of the best line without an unknown card. If an ability brings several unknown
    cards, one is tried and the others are ignored. Abilities are left out if the budget runs out.
    """
    told: list[UnknownDraw] = []
    cards = _possible_cards(game, state)
    with suppress(SpentError, TooLargeError):
        for approaches in _draws(game, state):
            ends: dict[str, _End] = {}
            for card in _held_by(state, approaches[0].seat, cards):
                drawn = (_drawn(approach, game, card, target, evaluator) for approach in approaches)
                reached = [end for end in drawn if end is not None]
                if reached:
                    ends[card] = max(reached, key=lambda end: end.reached.value)
            if ends:
                told.append(_tell(game, state, ends, without, evaluator.goal))
    return tuple(told)


class _Approach(NamedTuple):
    """A way to reach an unknown card: an ability and the choices before the card comes."""

    here: Situation
    actions: tuple[Action, ...]
    """The actions of the active player."""
    seat: int = NONE
    """The other player whose hand holds the card; NONE for a card that is drawn."""

    @property
    def use(self) -> Use:
        """The ability that brings the card."""
        first = self.actions[0]
        assert isinstance(first, Use)
        return first


class _End(NamedTuple):
    """The result of the turn after such an approach, and the position once the card has come."""

    approach: _Approach
    reached: Reached
    after: State


def _possible_cards(game: Thunderstone, state: State) -> list[str]:
    """The cards that a player may own, without those whose copies are all in sight."""
    seen = Counter(member.card for member in state.party if not member.left)
    seen.update(slot.card for slot in state.standing)
    seen.update(piles.contents(state.dungeon))
    seen.update(state.removed)
    seen.update(dict(zip(state.stalls, state.stock or (), strict=False)))
    for player in state.players:
        seen.update((*piles.contents(player.deck), *player.discard, *(player.hand or ())))
    facts = game.book.cards.values()
    return [
        card.id for card in facts if card.kind in _OWNED and (card.is_disease or seen[card.id] < card.count)
    ]


def _held_by(state: State, seat: int, cards: Sequence[str]) -> Sequence[str]:
    """The cards that this unknown hand or deck may hold."""
    held = None if seat == NONE else possible_hand(state.players[seat])
    return cards if held is None else [*dict.fromkeys(held)]


def _draws(game: Thunderstone, state: State) -> Iterator[list[_Approach]]:
    """All ways to use each ability that would bring an unknown card, in the first position that allows it."""
    met: set[tuple[str, int]] = set()
    for level in explored(game, state).levels():
        for here in level.situations:
            found: dict[tuple[str, int], dict[Hashable, _Approach]] = {}
            for use in abilities.attempts(game.book, here.state):
                kind = here.state.party[use.card].card, use.ability
                if kind in met or not reveals(game, here.state, use):
                    continue
                if game.why_not(here.state, use) is None:
                    found.setdefault(kind, {}).update(_approaches(game, here, use))
            met.update(kind for kind, approaches in found.items() if approaches)
            yield from (list(approaches.values()) for approaches in found.values() if approaches)


def _approaches(game: Thunderstone, here: Situation, use: Use) -> Iterator[tuple[Hashable, _Approach]]:
    """The ways in which this action leads to an unknown card, by the position that they lead to."""
    waiting = [((use,), game.apply(here.state, use))]  # type: list[tuple[tuple[Action, ...], State]]
    while waiting:
        actions, state = waiting.pop()
        mover = game.mover(state)
        task = state.todo[-1] if state.todo else None
        if mover == UNKNOWN:
            yield game.key(state), _Approach(here, actions)
        elif isinstance(task, MustDiscard) and _is_hidden(state, task.player):
            yield game.key(state), _Approach(here, actions, task.player)
        elif isinstance(task, MayReact) and _is_hidden(state, task.player):
            waiting.append((actions, game.apply(state, Pass())))
        elif state.todo and mover == state.active:
            choices = game.legal_actions(state)
            waiting += [((*actions, choice), game.apply(state, choice)) for choice in reversed(choices)]


def _is_hidden(state: State, player: int) -> bool:
    """Whether this is another player with an unknown hand."""
    return player != state.active and player >= 0 and state.players[player].hand is None


def _drawn(
    approach: _Approach, game: Thunderstone, card: str, target: Target, evaluator: Evaluator
) -> _End | None:
    """The best result of the approach if the unknown part of the deck, or of the hands, is this one card."""
    state = approach.here.state
    if approach.seat == NONE:
        me = replace(state.me, deck=piles.put_under(piles.above_unknown(state.me.deck), card), discard=())
        players = tuple(me if index == state.active else each for index, each in enumerate(state.players))
    else:
        hands = ((card,) if seat == approach.seat else () for seat in range(len(state.players)))
        players = tuple(
            replace(player, hand=hand) if _is_hidden(state, seat) else player
            for seat, (player, hand) in enumerate(zip(state.players, hands, strict=True))
        )
    state = replace(state, players=players)
    for action in approach.actions:
        if game.why_not(state, action) is not None:
            return None
        state = game.apply(state, action)
    ends = [
        _End(approach, reached, end)
        for end in _at_rest(game, state)
        if (reached := evaluator.best(end, target)) is not None
    ]
    return max(ends, key=lambda end: end.reached.value, default=None)


def _at_rest(game: Thunderstone, state: State) -> Iterator[State]:
    """The positions without a waiting choice that the active player's choices lead to."""
    if not state.todo:
        yield state
    elif game.mover(state) == state.active:
        for action in game.legal_actions(state):
            yield from _at_rest(game, game.apply(state, action))


def _tell(
    game: Thunderstone, start: State, ends: dict[str, _End], without: Value | None, goal: tuple[str, ...]
) -> UnknownDraw:
    values = {card: end.reached.value for card, end in ends.items()}
    name = game.book.name

    def possible(value: Value) -> PossibleEnd:
        cards = [card for card, each in values.items() if each == value]
        end = ends[cards[0]]
        return PossibleEnd(_title(game, end.after, end.reached, goal), value, tuple(map(name, cards)))

    best = max(values.values())
    approach = next(end.approach for end in ends.values() if end.reached.value == best)
    return UnknownDraw(
        steps=tuple(_texts(game, start, (*approach.here.line, *approach.actions))),
        card=name(approach.here.state.party[approach.use.card].card),
        best=possible(best),
        worst=possible(min(values.values())),
        better=tuple(name(card) for card, value in values.items() if without is None or value > without),
        tried=len(ends),
        goal=goal,
        where=f"in the hand of player {approach.seat + 1}" if approach.seat != NONE else "",
    )


def _texts(game: Thunderstone, state: State, line: Iterable[Action]) -> Iterator[str]:
    """The line in words."""
    for action in line:
        yield game.notation(state, action)
        state = game.apply(state, action)


def _title(game: Thunderstone, state: State, reached: Reached, goal: tuple[str, ...]) -> str:
    """The result of the turn, in a few words."""
    if state.turn == "dungeon":
        verb = "defeat" if reached.won else "attack"
        return f"{verb} {called(game.book, state, reached.rank)}" if reached.rank else "attack nobody"
    found = solve_visit(game, Situation(state, ()), goal)
    assert found is not None  # the evaluator found it too
    return title(game, found.end)
