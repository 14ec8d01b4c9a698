"""A visit to the Village as an optimisation problem (effects, one budget, purchases and level-ups together),
and a rest (TS-5.1): stated and solved, or searched in the engine if no statement covers the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import msgspec

from tsolve.budget import SpentError, current
from tsolve.engine import replay
from tsolve.engine.search import best_line
from tsolve.errors import DisagreementError, TooLargeError
from tsolve.games.thunderstone.actions import Action, Buy, Destroy, LevelUp, Pass, Use
from tsolve.games.thunderstone.cards import Ability
from tsolve.games.thunderstone.effects.ability_bonuses import (
    GainExperience,
    GainGold,
    GoldOfDestroyed,
    MorePurchases,
)
from tsolve.games.thunderstone.game import Thunderstone, costs, lead, victory_points
from tsolve.games.thunderstone.planning.dungeon import PlannedLine, Value
from tsolve.games.thunderstone.planning.endings import scores_unevenly
from tsolve.games.thunderstone.planning.goals import BUYS, buying, counted_to_the_end, visit_result
from tsolve.games.thunderstone.planning.realise import play_out
from tsolve.games.thunderstone.planning.situations import Situation, is_free_choice
from tsolve.games.thunderstone.state import Stack, State, first_of_alike, groups_alike
from tsolve.games.thunderstone.turn.village import left_of, next_levels, stacks
from tsolve.model.plays import Backend
from tsolve.solve import solve_stated
from tsolve.solve.problem import Choice, Linear, Option, Outcome, Problem, Resource, Solution, Term, Total
from tsolve.written.position_file import goal_terms, objective

PRICES = ("militia", "valued")
SOURCES = {
    "growth": (1, "growth"),
    "points": (1, "points"),
    "lead": (1, "lead"),
    "vp": (1, "vp"),
    "xp": (1, "earned"),
    "xp_left": (1, "xp"),
    "lost": (-1, "lost"),
    "gold": (1, "made"),
    "levels": (1, "levels"),
    "thin": (1, "thin"),
    "diseases": (1, "diseases"),
    "goes_on": (1, "goes on"),
}
"""The levels of a goal as totals and terms of the problem."""


class Fate(msgspec.Struct, frozen=True):
    """What happens to one card of the hand during the visit."""

    abilities: tuple[int, ...] = ()
    """Abilities used, in the order of the card."""
    paid: str = ""
    """Destroyed as the price of another card's ability: the kind of price."""
    becomes: str = ""
    """Levelled up to this card."""

    @property
    def id(self) -> str:
        """A readable id, the same for the same fate."""
        words = [f"ability {number}" for number in self.abilities]
        words += [f"paid as {self.paid}"] if self.paid else []
        words += [f"becomes {self.becomes}"] if self.becomes else []
        return ", ".join(words) or "kept"


class StatedVisit(msgspec.Struct, frozen=True):
    """The problem with what its options mean."""

    state: State
    problem: Problem
    classes: dict[str, tuple[int, ...]]
    """Places in the party by choice id."""
    fates: dict[tuple[str, str], Fate]
    purchases: dict[tuple[str, str], tuple[str, ...]]


def visit_problem(game: Thunderstone, state: State, goal: tuple[str, ...]) -> StatedVisit:
    """The problem of the best use of a hand in the Village by the goal, with all cards known."""
    book = game.book
    present = (index for index, member in enumerate(state.party) if not member.left)
    fates: dict[tuple[str, str], Fate] = {}
    choices: list[Choice] = []
    classes: dict[str, tuple[int, ...]] = {}
    for number, members in enumerate(groups_alike(state, present)):
        member = state.party[members[0]]
        id_ = f"{number}:{member.card}"
        classes[id_] = tuple(members)
        options = []
        for fate in _fates(game, state, members[0]):
            option = _option(game, state, members[0], fate)
            options.append(option)
            fates[id_, option.id] = fate
        choices.append(Choice(id_, len(members), tuple(options), "TS-4.2"))
    purchases: dict[tuple[str, str], tuple[str, ...]] = {}
    wanted = sorted(level for level in goal if level.startswith(BUYS))
    most = _most_purchases(game, state)
    for stack in stacks(book, state):
        options = []
        for bought in _runs(state, stack, most):
            cost = sum(book.card(card).cost or 0 for card in bought)
            adds = {"purchases": -len(bought), "gold": -cost, "growth": cost}
            adds["vp"] = adds["points"] = sum(book.card(card).vp or 0 for card in bought)
            adds |= {level: 1 for level in map(buying, set(bought)) if level in wanted}
            option = Option(f"{len(bought)} bought", dict(Counter(bought)), _nonzero(adds))
            options.append(option)
            purchases[stack[0], option.id] = bought
        choices.append(Choice(stack[0], 1, tuple(options), "TS-4.4"))
    problem = Problem(
        "village",
        tuple(Resource(card, left_of(state, card), "TS-1.4") for card in state.stalls),
        tuple(choices),
        (*_totals(game, state), *(Total(level, prefer="more") for level in wanted)),
        (
            *_terms(game, state, goal),
            *goal_terms(goal, SOURCES | {level: (1, level) for level in wanted}),
        ),
        objective=objective(goal),
    )
    return StatedVisit(state, problem, classes, fates, purchases)


def _terms(game: Thunderstone, state: State, goal: tuple[str, ...]) -> Iterator[Term]:
    """The terms of the problem that are not just a sum over the cards."""
    counted = counted_to_the_end(goal)
    if "lead" in counted:
        ahead = lead(game.book, state) - victory_points(game.book, state)
        yield Linear("lead", ((1, "points"),), ahead, "TS-17.2")
    if "goes_on" in counted:
        yield Linear("goes on", (), 1)


def _totals(game: Thunderstone, state: State) -> Iterator[Total]:
    tally, book = state.tally, game.book
    gone = [book.card(card) for card in tally.destroyed]
    come = [book.card(card) for card in tally.gained]
    vp = sum(card.vp or 0 for card in come) - sum(card.vp or 0 for card in gone)
    yield Total("gold", state.gold, low=0, prefer="more", ruling="TS-4.3")
    yield Total("made", state.gold, prefer="more", ruling="TS-4.3")
    yield Total("purchases", state.purchases, low=0, prefer="more", ruling="TS-4.4")
    yield Total("xp", state.me.xp, low=0, prefer="more", ruling="TS-6.1")
    yield Total("earned", tally.earned, prefer="more")
    yield Total("growth", costs(book, state), prefer="more")
    yield Total("points", victory_points(book, state), prefer="more")
    yield Total("vp", vp, prefer="more")
    yield Total("lost", tally.lost, prefer="less")
    yield Total("thin", len(tally.destroyed) + tally.diseases_destroyed, prefer="more")
    yield Total("diseases", tally.diseases_destroyed, prefer="more")
    yield Total("levels", prefer="more")
    for price in PRICES:
        yield Total(f"price {price}", low=0, high=0)


def _nonzero(adds: dict[str, int]) -> dict[str, int]:
    return {total: amount for total, amount in adds.items() if amount}


def _fates(game: Thunderstone, state: State, index: int) -> Iterator[Fate]:
    book = game.book
    member = state.party[index]
    card = book.card(member.card)
    usable = [
        number
        for number, ability in enumerate(card.abilities)
        if ability.when == "village" and not member.used >> number & 1 and not ability.reveals
    ]
    harmless = [number for number in usable if card.abilities[number].destroy != "self"]
    fatal = [number for number in usable if card.abilities[number].destroy == "self"]
    uses = [chosen for size in range(len(harmless) + 1) for chosen in combinations(harmless, size)]
    for used in uses:
        yield Fate(used)
        yield from (Fate((*used, number)) for number in fatal)
        unused = not used and not member.used
        if unused or book.reads("used_card_as_cost", "any"):
            if card.is_militia:
                yield Fate(used, paid="militia")
            if card.gold is not None:
                yield Fate(used, paid="valued")
    if state.stock is not None and card.is_hero:
        yield from (Fate(becomes=into) for into in next_levels(book, state, card.id) if left_of(state, into))


def _option(game: Thunderstone, state: State, index: int, fate: Fate) -> Option:
    book = game.book
    card = book.card(state.party[index].card)
    adds = Counter[str]()
    for number in fate.abilities:
        _add_ability(adds, card.abilities[number])
    dies = bool(fate.paid) or any(card.abilities[number].destroy == "self" for number in fate.abilities)
    if dies:
        adds["lost"] += 1
        adds["thin"] += 1
        adds["growth"] -= card.cost or 0
        adds["vp"] -= card.vp or 0
        adds["points"] -= card.vp or 0
    else:
        adds["gold"] += card.gold or 0
        adds["made"] += card.gold or 0
    if fate.paid:
        adds[f"price {fate.paid}"] -= 1
        if fate.paid == "valued":
            adds["gold"] += card.gold or 0
            adds["made"] += card.gold or 0
    if fate.becomes:
        into = book.card(fate.becomes)
        adds["xp"] -= card.level_up_xp or 0
        adds["earned"] -= card.level_up_xp or 0
        adds["growth"] += (into.cost or 0) - (card.cost or 0)
        adds["vp"] += (into.vp or 0) - (card.vp or 0)
        adds["points"] += (into.vp or 0) - (card.vp or 0)
        adds["levels"] += 1
    uses = {fate.becomes: 1} if fate.becomes else {}
    return Option(fate.id, uses, _nonzero(adds))


def _add_ability(adds: Counter[str], ability: Ability) -> None:
    if ability.destroy in PRICES:
        adds[f"price {ability.destroy}"] += 1
    for effect in ability.do:
        if isinstance(effect, GainGold):
            adds["gold"] += effect.amount
            adds["made"] += effect.amount
        elif isinstance(effect, GoldOfDestroyed):
            adds["gold"] += effect.plus
            adds["made"] += effect.plus
        elif isinstance(effect, GainExperience):
            adds["xp"] += effect.amount
            adds["earned"] += effect.amount
        elif isinstance(effect, MorePurchases):
            adds["purchases"] += effect.amount


def _most_purchases(game: Thunderstone, state: State) -> int:
    more = sum(
        effect.amount
        for member in state.party
        if not member.left
        for ability in game.book.card(member.card).abilities
        for effect in ability.do
        if isinstance(effect, MorePurchases)
    )
    return state.purchases + more


def _runs(state: State, stack: Stack, most: int) -> Iterator[tuple[str, ...]]:
    """What buying 0, 1, 2, ... cards of one stack brings; each purchase takes the top card. (TS-4.4)"""
    left = {card: left_of(state, card) for card in stack}
    bought: list[str] = []
    yield ()
    for _ in range(most):
        top = next((card for card in stack if left[card]), "")
        if not top:
            return
        left[top] -= 1
        bought.append(top)
        yield tuple(bought)


def covered(game: Thunderstone, state: State, goal: tuple[str, ...]) -> bool:
    """Whether the statement covers every ability at hand; if not, the engine itself must be searched."""
    if not {"points", "lead"}.isdisjoint(counted_to_the_end(goal)) and scores_unevenly(game.book, state):
        return False
    return all(
        _is_stated(ability)
        for member in state.party
        if not member.left
        for ability in game.book.card(member.card).abilities
        if ability.when == "village" and not ability.reveals
    )


def _is_stated(ability: Ability) -> bool:
    known = ability.destroy in (None, "self", *PRICES) and all(effect.stated for effect in ability.do)
    return known and not ability.repeat


def visit_line(game: Thunderstone, visit: StatedVisit, solution: Solution) -> list[Action]:
    """The solution as actions: effects, purchases, level-ups, each in its step. (TS-4.2 to TS-4.5)"""
    state = visit.state
    uses: list[Use] = []
    last: list[Use] = []
    rises: list[LevelUp] = []
    payers: dict[str, list[int]] = {price: [] for price in PRICES}
    for id_, places in visit.classes.items():
        free = iter(places)
        for option, count in sorted(solution.counts.get(id_, {}).items()):
            fate = visit.fates[id_, option]
            for index in [next(free) for _ in range(count)]:
                card = game.book.card(state.party[index].card)
                for number in fate.abilities:
                    (last if card.abilities[number].destroy == "self" else uses).append(Use(index, number))
                if fate.paid:
                    payers[fate.paid].append(index)
                if fate.becomes:
                    rises.append(LevelUp(index, fate.becomes))
    line: list[Action] = []
    priced = [use for use in uses if _ability(game, state, use).destroy in PRICES]
    line += [use for use in uses if use not in priced]
    for use in priced:
        price = _ability(game, state, use).destroy or ""
        line.append(Use(use.card, use.ability, price=payers[price].pop(0)))
    line += [*last, Pass()]
    for stack in stacks(game.book, state):
        for option, count in solution.counts.get(stack[0], {}).items():
            line += [Buy(card) for card in visit.purchases[stack[0], option] for _ in range(count)]
    return [*line, Pass(), *rises, Pass()]


def _ability(game: Thunderstone, state: State, use: Use) -> Ability:
    return game.book.card(state.party[use.card].card).abilities[use.ability]


_NOTHING = "nothing"


def rest_problem(game: Thunderstone, state: State, goal: tuple[str, ...]) -> Problem:
    """One choice: nothing, or any card of the hand. The engine values each."""
    present = [index for index, member in enumerate(state.party) if not member.left]
    ways: dict[str, Action] = {_NOTHING: Pass()}
    ways |= {str(index): Destroy(index) for index in first_of_alike(state, present)}
    options = []
    for name, action in ways.items():
        worth = visit_result(game.book, game.apply(state, action), goal)
        assert worth is not None
        adds = {level: amount for level, amount in zip(goal, worth, strict=True) if amount}
        options.append(Option(name, adds=adds))
    return Problem(
        "rest",
        (),
        (Choice("hand", 1, tuple(options), "TS-5.1"),),
        tuple(Total(level) for level in goal),
        tuple(Linear(f"goal {level}", ((1, level),)) for level in goal),
        objective=objective(goal),
    )


def rest_line(solution: Solution) -> list[Action]:
    """The chosen card as an action."""
    (option,) = solution.counts["hand"]
    return [Pass()] if option == _NOTHING else [Destroy(int(option))]


def solve_visit(game: Thunderstone, situation: Situation, goal: tuple[str, ...]) -> PlannedLine | None:
    """The best end of this visit or rest that reveals nothing more, by the exact backend. Raises SpentError,
    and TooLargeError if there are too many choices.
    """
    return visit_from(game, situation, goal, "exact", None)


def visit_from(
    game: Thunderstone,
    situation: Situation,
    goal: tuple[str, ...],
    backend: Backend,
    bar: Value | None,
) -> PlannedLine | None:
    """The best end of this visit or rest if its value is above `bar`. Raises SpentError, TooLargeError."""
    state = situation.state
    if state.turn == "rest":
        problem = rest_problem(game, state, goal)
        outcome = _both(problem, bar, backend)
        if outcome.solution is None:
            return None
        return played_visit(game, situation, rest_line(outcome.solution), goal, outcome)
    if state.step != "effects" or not covered(game, state, goal):  # the statement is of a whole visit
        return _searched(game, situation, goal, bar)
    visit = visit_problem(game, state, goal)
    outcome = _both(visit.problem, bar, backend)
    if outcome.solution is None:
        return None
    return played_visit(game, situation, visit_line(game, visit, outcome.solution), goal, outcome)


def _searched(
    game: Thunderstone, situation: Situation, goal: tuple[str, ...], bar: Value | None
) -> PlannedLine | None:
    """The best visit by trying everything in the engine, for hands that the statement does not cover."""
    found = best_line(
        game,
        situation.state,
        lambda state: visit_result(game.book, state, goal),
        is_free_choice=lambda state: is_free_choice(game, state),
    )
    if found is None or (bar is not None and found.value <= bar):
        return None
    end = replay(game, situation.state, found.line)[-1].after
    return PlannedLine("", 0, found.value, (*situation.line, *found.line), end)


def _both(problem: Problem, bar: Value | None, backend: Backend) -> Outcome:
    """Solve with the exact backend, CP-SAT, or both (and compare), as far as the budget goes.

    Raises SpentError, and TooLargeError for a problem that is too large.
    """
    backends: tuple[Backend, ...] = ("exact", "cpsat") if backend == "auto" else (backend,)
    found = [solve_stated(problem, name, bar) for name in backends]
    decided = [outcome for outcome in found if outcome.status != "undecided"]
    worth = {outcome.solution.objective if outcome.solution is not None else None for outcome in decided}
    if len(worth) > 1:
        raise DisagreementError(
            {"problem": msgspec.to_builtins(problem), "objectives": [str(w) for w in worth]}
        )
    if not decided:
        raise SpentError if current().fell_short else TooLargeError("the problem is too large")
    return decided[-1]


def played_visit(
    game: Thunderstone, situation: Situation, actions: list[Action], goal: tuple[str, ...], outcome: Outcome
) -> PlannedLine:
    """The solution played in the engine. Raises DisagreementError if that gives another value."""
    state = situation.state
    for action in actions:
        state = game.apply(state, action)
    more, state = play_out(game, state, goal)
    value = visit_result(game.book, state, goal)
    assert outcome.solution is not None
    if value != outcome.solution.objective:
        raise DisagreementError(
            {"promised": list(outcome.solution.objective), "played": value, "counts": outcome.solution.counts}
        )
    return PlannedLine("", 0, value, (*situation.line, *actions, *more), state)
