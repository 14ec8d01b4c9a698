"""Initiatives that a file does not give, and whether a turn depends on them. (GH-12.12)

Only the order of the initiatives matters (GH-12.18). So the turn is judged for every order in which the
figures can come, ties included, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from typing import TYPE_CHECKING

import msgspec

from tsolve.budget import SpentError
from tsolve.contract.measures import Found
from tsolve.contract.position import Unknown, Worlds
from tsolve.contract.step_reader import Scope
from tsolve.errors import InputError, Span
from tsolve.games.gloomhaven.abilities import Attack, Move
from tsolve.games.gloomhaven.actions import Action, listed
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.initiative import LAST, initiative_of, waits
from tsolve.games.gloomhaven.judging.walk import (
    A_CARD,
    are_left_alone,
    as_it_stands,
    from_the_start,
    is_decided_later,
    ways_on,
)
from tsolve.games.gloomhaven.judging.whole_turn import Turn, turns
from tsolve.games.gloomhaven.measures import BEFORE_CARDS, MEASURES, OF_FIGURES
from tsolve.games.gloomhaven.round import ChooseCards, NextTurn
from tsolve.games.gloomhaven.scenario import unknown_in
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.elements_and_bonuses import abilities_of
from tsolve.games.gloomhaven.ways import Way
from tsolve.judging.numbers import Outcome, judge, still_to_come
from tsolve.model.facts import Fact, by_name

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition


MOST_IN_EVERY_ORDER = 4
"""Up to this many unknown initiatives are tried in every order; if there are more, each is tried as the first
and as the last.
"""


_OTHER_CARD = "'s other card"
_DEPENDS_ON_CARDS = "it depends on modifier cards that the steps do not tell"


class Ways(msgspec.Struct, frozen=True):
    """Every way in which a turn can go, for all unknown initiatives."""

    cases: tuple[tuple[Turn, ...], ...]
    """The ways that the rules leave in each case; a single case if nothing depends on what is unknown."""
    hangs_on: tuple[str, ...]
    """The characters and types of monsters on whose initiative the turn depends; `Brute's other card` if only
    the card that does not lead is unknown.
    """

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of all cases."""
        return tuple(sorted({turn for case in self.cases for turn in case}))


def ways_of(position: ScenarioPosition) -> Ways:
    """The ways of the turn that a position asks about; worked out once."""
    return position.book.once(("ways", position.actor, position.state), lambda: _ways_of(position))


def _ways_of(position: ScenarioPosition) -> Ways:
    unknown, told = _told_ones(position)
    if not unknown:
        return Ways((turns(position),), ())
    in_order: dict[State, tuple[Turn, ...]] = {}
    found: dict[tuple[int, ...], tuple[Turn, ...]] = {}
    for numbers, state in told.items():
        if state not in in_order:
            in_order[state] = turns(position.by(position.game, state))
        found[numbers] = in_order[state]
    hangs_on = tuple(who for place, who in enumerate(unknown) if _matters(place, found))
    return Ways(tuple(sorted(set(found.values()))), hangs_on)


def worlds(position: ScenarioPosition) -> Worlds[State] | None:
    """The position once for every order of the unknown initiatives, if the turn depends on it."""
    if not (whose := hanging(position)):
        return None
    states = dict.fromkeys(_told_ones(position)[1].values())
    return Worlds((*states,), depends_on_initiatives(whose), ("GH-12.12",))


def _told_ones(position: ScenarioPosition) -> tuple[tuple[str, ...], Mapping[tuple[int, ...], State]]:
    """The owners of unknown initiatives that may matter, and the position for each choice of numbers; choices
    with the same order share one position.
    """
    state = position.state
    unknown, known, tell = *_initiatives(position, state), _told
    if not unknown:
        unknown, known, tell = *_other_cards(position, state), _with_other_cards
    if not unknown or len(unknown) + len(known) < 2:
        return (), {}
    found: dict[tuple[int, ...], State] = {}
    in_order: dict[tuple[int, ...], State] = {}
    for numbers in _cases(len(unknown), known):
        order = _order((*numbers, *known))
        if order not in in_order:
            in_order[order] = tell(state, dict(zip(unknown, numbers, strict=True)))
        found[numbers] = in_order[order]
    return unknown, found


def key_of_initiative(state: State, who: str) -> str:
    """What to write in the file to give the initiative of one of `Ways.hangs_on`."""
    if state.on_map(who):
        return f"characters: {{{who}: {{initiative: 20}}}}"
    if who.endswith(_OTHER_CARD):
        cards = ", ".join(f"{name}: {{initiative: {number}, ...}}" for name, number in (("A", 20), ("B", 30)))
        name = who.removesuffix(_OTHER_CARD)
        return f"characters: {{{name}: {{plays: [A, B], cards: {{{cards}}}}}}}"
    return f"ability_cards: {{{who}: {{initiative: 20, do: [move +0, attack +0]}}}}"


def depends_on_initiatives(whose: Sequence[str]) -> str:
    """The reason for an undecided answer."""
    return f"it depends on the initiative of {listed(whose)}, which the file does not tell"


def hanging(position: ScenarioPosition) -> tuple[str, ...]:
    """The characters and types of monsters on whose unknown initiative the turn depends; in a round, or if
    the budget is spent, all with an unknown initiative.
    """
    unknown, _ = _told_ones(position)
    if not unknown or position.is_round:
        return unknown
    try:
        return ways_of(position).hangs_on
    except SpentError:
        return unknown


def _compared(position: ScenarioPosition, state: State) -> list[Figure]:
    """The figures among which the rules may choose a focus: in a round those with an enemy that plays by the
    rules for monsters and still has a turn.
    """
    if position.decides:
        return [*state.enemies_of(state.figure(position.actor))] if state.on_map(position.actor) else []
    is_begun = any(isinstance(task, NextTurn) for task in state.todo)
    if not position.is_round or not is_begun or any(isinstance(task, ChooseCards) for task in state.todo):
        return []  # no initiative has been chosen or drawn yet
    script = position.book.script
    may_come = any(script.hidden(state)) or any(script.awaited(state)) or bool(state.again)
    sides = {
        each.side
        for each in state.figures
        if state.cards_of(each.name) is None
        and (may_come or each.name == state.turn or waits(position.book, each))
    }
    return [each for each in state.figures if sides - {each.side}]


def _initiatives(position: ScenarioPosition, state: State) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The compared figures with an unknown initiative, and all known initiatives."""
    unknown: dict[str, None] = {}
    known: set[int] = set()
    for enemy in _compared(position, state):
        number = initiative_of(position.book, state, enemy)
        if number is None and position.is_round and state.abilities_of(enemy.group) is not None:
            continue  # a step tells the card that is drawn
        if number is None:
            unknown[_whose(state, enemy)] = None
        else:
            known.add(number)
    return tuple(unknown), tuple(sorted(known))


def _other_cards(position: ScenarioPosition, state: State) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Among characters with the same leading initiative: those whose other card is unknown, and the known
    other cards. If no other card is known, the file means only the initiative to count. (GH-2.4)
    """
    unknown: list[str] = []
    known: set[int] = set()
    figures = _compared(position, state)
    characters = [each for each in figures if each.kind == "character" and not each.rests]
    leading = {each.name: initiative_of(position.book, state, each) for each in characters}
    for number in set(leading.values()):
        tied = [each for each in characters if leading[each.name] == number]
        seconds = {each.second for each in tied if each.second is not None}
        if seconds:
            known |= seconds
            unknown += [f"{each.name}{_OTHER_CARD}" for each in tied if each.second is None]
    return tuple(unknown), tuple(sorted(known))


def _with_other_cards(state: State, initiatives: Mapping[str, int]) -> State:
    """The position with these initiatives of other cards filled in."""
    figures = []
    for figure in state.figures:
        second = initiatives.get(f"{figure.name}{_OTHER_CARD}")
        figures.append(figure if second is None else msgspec.structs.replace(figure, second=second))
    return msgspec.structs.replace(state, figures=tuple(figures))


def _whose(state: State, figure: Figure) -> str:
    """The owner of the initiative on which a figure acts: itself, its summoner, or its type."""
    if figure.kind == "summon" and state.on_map(figure.owner):
        return figure.owner
    return figure.name if figure.kind == "character" else figure.group


def _told(state: State, initiatives: Mapping[str, int]) -> State:
    """The position with these initiatives filled in."""
    figures = []
    for figure in state.figures:
        number = initiatives.get(figure.name if figure.kind == "character" else figure.group)
        is_told = number is None or figure.rests or figure.initiative is not None or figure.kind == "object"
        figures.append(figure if is_told else msgspec.structs.replace(figure, initiative=number))
    return msgspec.structs.replace(state, figures=tuple(figures))


def _cases(unknown: int, known: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Numbers for the unknown initiatives that cover all their orders among the known ones."""
    if unknown > MOST_IN_EVERY_ORDER:
        last = (LAST,) * unknown
        yield last
        for place in range(unknown):
            yield (*last[:place], 0, *last[place + 1 :])
        return
    bounds = (0, *known, LAST + 1)
    numbers = set(known)
    for low, high in pairwise(bounds):
        numbers.update(range(low + 1, min(low + 1 + unknown, high)))
    yield from product(sorted(numbers), repeat=unknown)


def _order(numbers: Sequence[int]) -> tuple[int, ...]:
    """The order of the numbers: the rank of each from 0; equal numbers share a rank."""
    places = sorted(set(numbers))
    return tuple(places.index(number) for number in numbers)


def _matters(place: int, found: Mapping[tuple[int, ...], tuple[Turn, ...]]) -> bool:
    """Whether changing only this initiative can change the turn."""
    by_the_others: dict[tuple[int, ...], tuple[Turn, ...]] = {}
    for numbers, ways in found.items():
        others = (*numbers[:place], *numbers[place + 1 :])
        if by_the_others.setdefault(others, ways) != ways:
            return True
    return False


def whole_ways(position: ScenarioPosition, start: Way, to_the_end: bool) -> list[Way] | None:
    """Every way in which the turn may go on, whichever cards come; worked out once."""
    key = ("ways on", position.actor, start.state, start.moves)
    return position.book.once(key, lambda: ways_on(position, start, to_the_end=to_the_end))


def outcomes_on(
    position: ScenarioPosition, start: Way, name: str, wanted: Mapping[str, Fact], to_the_end: bool = False
) -> Sequence[Outcome]:
    """The values of a measure in every way to go on; unknown if it depends on modifier cards. These do not
    matter for figures that no attack touches, and seldom for where a figure goes and whom it attacks.
    """
    if untold := _untold(position, name, wanted):
        return (Outcome("", Found(None, unknown=untold)),)
    measure, ways = MEASURES.by_name[name], whole_ways(position, start, to_the_end)
    whose = [each for each in wanted if each]
    if ways is None and whose and name in OF_FIGURES:
        ways = _left_alone(position, start, whose)
    if ways is None and name in BEFORE_CARDS:
        ways = ways_on(position, start, until=A_CARD)
        found = ((way, measure.of_each_in(position, way, wanted)) for way in ways or () if position.decides)
        if any(
            may_change(position, name, way.outcome(position).attacks, fact, wanted) for way, fact in found
        ):
            ways = None
    if ways is None:
        return (Outcome("", Found(None, unknown=_DEPENDS_ON_CARDS, rulings=("GH-6.8",))),)
    return tuple(Outcome(f'"{way.told}"', measure.found(position, way)) for way in ways)


def _left_alone(position: ScenarioPosition, start: Way, whose: Collection[str]) -> list[Way] | None:
    """The ways to the next card; None if it, or what follows it in the turn, may change these figures."""
    ways = ways_on(position, start, until=A_CARD) or []
    rest = (way.state for way in ways)
    if ways and all(are_left_alone(state, whose) and not is_decided_later(state) for state in rest):
        return ways
    return None


def may_change(
    position: ScenarioPosition,
    name: str,
    targets: Collection[str],
    found: Mapping[str, Fact],
    wanted: Mapping[str, Fact],
) -> bool:
    """Whether abilities after the attack for which a modifier card is drawn may change what is claimed: the
    figure may then stop elsewhere, or attack others that the claim names.
    """
    if not targets or name == "focus":
        return False
    state = position.state
    abilities = iter(abilities_of(position.book, state, state.figure(position.actor)))
    next((each for each in abilities if isinstance(each, Attack)), None)
    if name == "end":
        return any(isinstance(each, Move) for each in abilities)
    attacks_again = any(isinstance(each, Attack) for each in abilities)
    if name == "attacked":
        return attacks_again and not all(found.values())
    named = wanted[""]
    assert isinstance(named, tuple)
    return attacks_again and found != wanted and set(targets) < set(named)


def outcomes_of_line(
    position: ScenarioPosition, scope: Scope[State, Action], name: str, wanted: Mapping[str, Fact]
) -> Sequence[Outcome]:
    """The values of a measure right after a step, or in every way to go on at the end of the line; unknown if
    an earlier step cannot be judged, or if it depends on what the file does not tell.
    """
    played, step = scope
    if position.unplayed and name != "focus" and step != 0:
        return (Outcome("", Found(None, unknown=only_told(position.unplayed), rulings=("GH-12.36",))),)
    if step is None and played.answer.undecided:
        return (Outcome("", Found(None, unknown=played.answer.undecided)),)
    ways = [_outcomes_of_played(position, Scope(each, step), name, wanted) for each in played.in_all_worlds]
    if len({judge(position, name, wanted, way, by_name).holds for way in ways}) == 1:
        return [outcome for way in ways for outcome in way]
    hangs = depends_on_initiatives(hanging(position) or _told_ones(position)[0])
    return (Outcome("", Found(None, unknown=hangs, rulings=("GH-12.12",))),)


def _outcomes_of_played(
    position: ScenarioPosition, scope: Scope[State, Action], name: str, wanted: Mapping[str, Fact]
) -> Sequence[Outcome]:
    start = as_it_stands(position, *scope)
    if scope.step is None or _untold(position, name, wanted):
        return outcomes_on(position, start, name, wanted)
    is_last = scope.step == len(scope.played.states) - 1
    if is_last and name not in BEFORE_CARDS and still_to_come(position, scope):
        return _by_card(position, start, name)
    return (Outcome("", MEASURES.by_name[name].found(position, start)),)


def _by_card(position: ScenarioPosition, start: Way, name: str) -> Sequence[Outcome]:
    """The values of a measure after a last step that still waits for cards, for every card that may come."""
    ways = ways_on(position, start, until=(0,))
    if ways is None:
        return (Outcome("", Found(None, unknown=_DEPENDS_ON_CARDS, rulings=("GH-6.8",))),)
    measure = MEASURES.by_name[name]
    return tuple(Outcome(f'"{way.told}"', measure.found(position, way)) for way in ways)


def _untold(position: ScenarioPosition, name: str, wanted: Mapping[str, Fact]) -> str:
    """Says that the hit points of one of these figures are not given; empty if all are."""
    return next(filter(None, map(position.untold, wanted)), "") if name == "hit_points" else ""


def only_told(unplayed: Sequence[str]) -> str:
    """Why the result of a turn is unknown: only the scenario book says what is done in it."""
    return f"only the scenario book says how to play this: {listed(unplayed)}"


def table_notes(position: ScenarioPosition) -> tuple[str, ...]:
    """What is unusual about the table, and how steps are judged if an initiative is not given."""
    whose = hanging(position) if position.written.line and position.decides else ()
    if not whose:
        return position.laid.notes
    text = f"the turn depends on the initiative of {listed(whose)}, which the file does not tell"
    return (*position.laid.notes, f"{text}: only what holds for every initiative is confirmed")


def unknowns(position: ScenarioPosition, state: State) -> Iterator[Unknown[State]]:
    """What the file leaves unknown of the table, and the initiatives on which the turn depends."""
    yield from unknown_in(position.book, state)
    if state != position.state:
        return
    for who in hanging(position):
        what, key = f"the initiative of {who}", key_of_initiative(state, who)
        yield Unknown(what, key, lambda known: known, stands_open=True)


def stated(
    position: ScenarioPosition,
    name: str,
    written: Fact,
    span: Span | None = None,
    scope: Scope[State, Action] | None = None,
) -> Mapping[str, Fact]:
    """A fact as a file states it; a figure may have a name that it gets only in the line or later. Raises
    InputError.
    """
    start = from_the_start(position) if scope is None else as_it_stands(position, *scope)
    states = (start.state, *(scope.played.states if scope is not None else ()))
    read = partial(MEASURES.by_name[name].stated, position, written, span)
    try:
        return read(states)
    except InputError:
        is_over = scope is not None and scope.step is not None
        to_come = () if is_over else whole_ways(position, start, scope is None) or ()
        return read((*states, *(way.state for way in to_come)))
