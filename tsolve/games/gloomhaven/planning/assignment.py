"""The choice of every character's attacks, loot and final hex, as a problem for `tsolve.solve`.

It covers consecutive turns of characters without chance. Each character plays its turn in one of several
ways; on each monster the damage of all characters adds up. The ways are everything that the engine allows if
no enemy dies and only enemies that cannot be killed block the way. In a position that `is_plain` they include
all that a character can do in a real round. So no line is better than the best assignment, and a line as good
as that is a best line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import TsolveError
from tsolve.games.gloomhaven.abilities import Ability, Attack, Heal, Loot, Move
from tsolve.games.gloomhaven.actions import Action, Draw
from tsolve.games.gloomhaven.cards import Half
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.game import Gloomhaven, halves_left, is_open
from tsolve.games.gloomhaven.initiative import waits
from tsolve.games.gloomhaven.measures import MEASURES
from tsolve.games.gloomhaven.planning.goals import KILL, PROTECT, REACH, Goal
from tsolve.games.gloomhaven.planning.tree import worthwhile
from tsolve.games.gloomhaven.round import NextTurn
from tsolve.games.gloomhaven.simple_abilities import Experience, Infuse
from tsolve.games.gloomhaven.state import Money, State, Task
from tsolve.games.gloomhaven.turn.character import NextHalf
from tsolve.games.gloomhaven.turn.damage import retaliation_of
from tsolve.games.gloomhaven.turn.monster import BeginTurn, EndTurn
from tsolve.games.gloomhaven.turn.movement import CharacterMove
from tsolve.games.gloomhaven.uncounted import has_uncounted
from tsolve.games.gloomhaven.ways import Way
from tsolve.solve import Backend, solve_stated
from tsolve.solve.problem import (
    Choice,
    Clamp,
    Implication,
    Linear,
    Option,
    Outcome,
    Pick,
    Problem,
    Term,
    Test,
    Total,
)
from tsolve.written.position_file import goal_terms

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.hexes import Hex
    from tsolve.games.gloomhaven.position import ScenarioPosition


OWN = ("standing", "hit_points", "cards", "experience", "items")
"""Goals that are sums over the figures of the party."""
_GAINED = ("experience", "items")
"""Of these, the goals that count what was gained since the beginning."""
UNLIMITED = 10_000
"""Hit points that nothing brings down to 0."""
MOST = 20_000
"""The most positions of one character's turn that are visited."""


class Part(Struct, frozen=True):
    """One way to play a character's turn, and its results."""

    line: tuple[Action, ...]
    """The choices in it."""
    end: Hex | None
    """Where it ends; None where the character is exhausted."""
    amounts: tuple[int, ...]
    """Its amount by each of the `OWN` goals."""
    dealt: tuple[tuple[str, int], ...]
    """The damage that each monster would take if it never died."""
    looted: tuple[Hex, ...]
    """The hexes from which money is taken, including the money that a monster there would drop."""


class NotPlainError(TsolveError, RuntimeError):
    """The turn depends on chance, or there are too many ways to play it. People never see this error."""


def acting(book: Book, state: State) -> tuple[str, ...]:
    """The characters whose turns are played, in no order."""
    is_round = any(isinstance(task, NextTurn) for task in state.todo)
    waiting = (figure.name for figure in state.figures if is_round and waits(book, figure))
    return tuple(dict.fromkeys((*((state.turn,) if state.turn else ()), *waiting)))


def is_plain(game: Gloomhaven, state: State) -> bool:
    """Whether only characters act and only move, attack, loot and heal themselves, so that their results add
    up: no retaliate, no traps or hazards, and only deaths change later attacks.
    """
    book, terrain = game.book, game.book.terrain
    lies_open = not (
        state.again or state.traps or terrain.hazards or terrain.plates or book.items or is_open(book, state)
    )
    figures_are_plain = not state.ruled and not any(
        figure.effects or figure.dying or any(retaliation_of(figure)) for figure in state.figures
    )
    names = acting(book, state)
    begins = bool(state.todo) and isinstance(state.todo[-1], NextHalf | NextTurn)
    return (
        begins
        and lies_open
        and figures_are_plain
        and not any(door.state == "closed" for door in state.doors)
        and book.readings["targets_declared"] != "one_by_one"
        and all(_is_plain_turn(book, state, name) for name in names)
    )


def _is_plain_turn(book: Book, state: State, name: str) -> bool:
    held = state.cards_of(name)
    if held is None or state.figure(name).rests:
        return False
    coming = state.deck(name).coming
    is_uniform = len(set(state.deck(name).cards())) == 1
    return all(_is_plain_half(half, is_uniform) for half in halves_left(book, state, name)) and (
        is_uniform or (bool(coming) and coming[0].order == "known")
    )


def _is_plain_half(half: Half, is_uniform: bool) -> bool:
    if half.lasts or half.slots or has_uncounted(half.abilities):
        return False
    return all(_is_plain(each, is_uniform) for each in half.abilities)


def _is_plain(ability: Ability, is_uniform: bool) -> bool:
    """Whether the results of an ability add up. An attack on everybody in reach draws fewer cards if some are
    dead, so all cards of the deck must be equal.
    """
    if isinstance(ability, Heal):
        return ability.range is None and ability.whom.side == "self" and not ability.augments
    if not isinstance(ability, Attack):
        is_free = not getattr(ability, "augments", ())  # elements are shared
        is_free = is_free and not (getattr(ability, "loots", False) or getattr(ability, "per_enemy", 0))
        return is_free and isinstance(ability, Move | Loot | Experience | Infuse)
    changes = ability.augments or ability.damaging or ability.bonuses or ability.push or ability.pull
    draws_for_all = ability.area or ability.all_adjacent or ability.all_in_range
    return not (
        changes
        or ability.per_targets
        or ability.add_target
        or "poison" in ability.conditions
        or (draws_for_all and not is_uniform)
    )


def parts_of(position: ScenarioPosition, state: State, name: str, lasting: frozenset[str]) -> list[Part]:
    """The ways to play the turn of a character in a plain position; of equal ones only the first. Only the
    `lasting` monsters stand in its way.

    Raises NotPlainError.
    """
    money = state.money + tuple(
        Money(figure.at) for figure in state.figures if figure.side != "party" and figure.drops_money
    )
    monsters = tuple(
        replace(each, hp=UNLIMITED, max_hp=UNLIMITED) for each in state.figures if each.side != "party"
    )
    start = replace(
        state,
        figures=(state.figure(name), *monsters),
        held=tuple(held for held in state.held if held.owner == name),
        money=money,
        todo=_turn(state, name),
    )
    game = position.game
    begun = game.settled(start) if state.turn != name else start
    found: dict[Hashable, Part] = {}
    for line, end in _ends(game, begun, lasting | {name}):
        part = _part(position, start, end, name, line)
        found.setdefault(replace(part, line=()), part)
    return list(found.values())


def _turn(state: State, name: str) -> tuple[Task, ...]:
    if state.turn != name:
        return (BeginTurn(name),)
    at = next(place for place, task in enumerate(state.todo) if isinstance(task, EndTurn))
    return state.todo[at:]


def _ends(
    game: Gloomhaven, start: State, standing: frozenset[str]
) -> Iterator[tuple[tuple[Action, ...], State]]:
    """The different ends of a turn, each with choices that lead there; for moves only these figures stand on
    the map.
    """
    seen: set[Hashable] = set()
    waiting: list[tuple[tuple[Action, ...], State]] = [((), start)]
    while waiting:
        line, state = waiting.pop()
        if state.result:
            yield line, state
            continue
        moves = isinstance(state.todo[-1], CharacterMove)
        away = tuple(each for each in state.figures if moves and each.name not in standing)
        here = replace(state, figures=tuple(each for each in state.figures if each not in away))
        for action in _ways_on(game, here):
            after = game.apply(here, action)
            after = replace(after, figures=(*after.figures, *away))
            key = game.key(after)
            if key not in seen:
                seen.add(key)
                waiting.append((line if isinstance(action, Draw) else (*line, action), after))
        if len(seen) > MOST:
            raise NotPlainError


def _ways_on(game: Gloomhaven, state: State) -> list[Action]:
    """The choices of a player, or the only result of a draw. Raises NotPlainError for several possible
    results.
    """
    mover = game.mover(state)
    if mover not in (CHANCE, UNKNOWN):
        return worthwhile(game, state)
    events = game.chance(state) if mover == CHANCE else []
    if len(events) != 1:
        raise NotPlainError
    return [events[0][0]]


def _part(position: ScenarioPosition, start: State, end: State, name: str, line: tuple[Action, ...]) -> Part:
    figure = end.figure(name) if end.on_map(name) else None
    left = {money.at for money in end.money}
    return Part(
        line,
        figure.at if figure is not None else None,
        own_amounts(position, start, end),
        tuple((each.name, UNLIMITED - each.hp) for each in _monsters(end) if each.hp < UNLIMITED),
        tuple(sorted({money.at for money in start.money} - left)),
    )


def own_amounts(position: ScenarioPosition, start: State, end: State) -> tuple[int, ...]:
    """The amount of a position with a part of the party by each of the `OWN` goals."""

    def amount(state: State, name: str) -> int:
        return MEASURES.level(position, Way(state), name)

    return tuple(amount(end, name) - (amount(start, name) if name in _GAINED else 0) for name in OWN)


def _monsters(state: State) -> Iterator[Figure]:
    return (figure for figure in state.figures if figure.side != "party")


Lines = Mapping[str, Sequence[Action]]
"""The choices of each character."""


class Assignment:
    """The turns of a position as one problem."""

    def __init__(self, position: ScenarioPosition, goal: Goal) -> None:
        """Raises NotPlainError if the position is not plain."""
        self.position, self.goal = position, goal
        state = position.state
        spares = any(name.startswith(PROTECT) and not _is_of_party(state, name) for name in goal.names)
        gained = ("kills", "damage", "money", "experience")
        has_begun = any(MEASURES.level(position, Way(state), name) for name in gained)
        if spares or has_begun or not is_plain(position.game, state):
            raise NotPlainError
        self.parts = self._parts(frozenset())
        while (lasting := self._lasting()) != self._stand_in_the_way:
            self.parts = self._parts(lasting)
        self.problem = self._stated()

    def solved(self, backend: Backend) -> Outcome:
        """The best choice of parts by one of the backends."""
        return solve_stated(self.problem, backend)

    def lines(self, outcome: Outcome) -> Lines:
        """The choices of each character in a solution."""
        assert outcome.solution is not None
        counts = outcome.solution.counts
        return {name: parts[int(next(iter(counts[name])))].line for name, parts in self.parts.items()}

    def _parts(self, lasting: frozenset[str]) -> dict[str, list[Part]]:
        position = self.position
        self._stand_in_the_way = lasting
        names = acting(position.book, position.state)
        return {name: parts_of(position, position.state, name, lasting) for name in names}

    def _lasting(self) -> frozenset[str]:
        """The monsters that all parts together cannot kill."""
        most = Counter[str]()
        for parts in self.parts.values():
            dealt = [dict(part.dealt) for part in parts]
            for name in {name for each in dealt for name in each}:
                most[name] += max(each.get(name, 0) for each in dealt)
        monsters = (each for each in self.position.state.figures if each.side != "party")
        return frozenset(each.name for each in monsters if most[each.name] < each.hp)

    def _stated(self) -> Problem:
        state = self.position.state
        monsters = [figure for figure in state.figures if figure.side != "party"]
        ends = {part.end for parts in self.parts.values() for part in parts if part.end is not None}
        purses = {hex_ for parts in self.parts.values() for part in parts for hex_ in part.looted}
        choices = tuple(
            Choice(name, 1, tuple(self._option(str(place), part) for place, part in enumerate(parts)))
            for name, parts in self.parts.items()
        )
        others = replace(
            state,
            figures=tuple(each for each in state.figures if each.name not in self.parts),
            held=tuple(each for each in state.held if each.owner not in self.parts),
        )
        starts = zip(OWN, own_amounts(self.position, others, others), strict=True)
        totals = [Total(name, start, prefer="more") for name, start in starts]
        totals += [Total(_dealt(figure.name), prefer="more") for figure in monsters]
        taken = {each.at for each in others.figures if each.side == "party"}
        totals += [Total(_end(hex_), high=int(hex_ not in taken)) for hex_ in sorted(ends)]
        totals += [Total(_loot(hex_), prefer="more") for hex_ in sorted(purses)]
        constraints = tuple(
            Implication(Test(_end(each.at), at_least=1), Test(_dealt(each.name), at_least=each.hp))
            for each in monsters
            if each.at in ends
        )
        terms = tuple(self._terms(purses))
        sources = {name: (1, name) for name in (*MEASURES.levels, *self.goal.names)}
        levels = tuple(goal_terms(self.goal.levels, sources))
        objective = tuple(level.id for level in levels)
        return Problem("turns", (), choices, tuple(totals), (*terms, *levels), constraints, objective)

    def _option(self, id_: str, part: Part) -> Option:
        adds = dict(zip(OWN, part.amounts, strict=True))
        adds |= {_dealt(name): damage for name, damage in part.dealt}
        adds |= {_loot(hex_): 1 for hex_ in part.looted}
        if part.end is not None:
            adds[_end(part.end)] = 1
        return Option(id_, adds={name: number for name, number in adds.items() if number})

    def _terms(self, purses: set[Hex]) -> Iterator[Term]:
        state = self.position.state
        monsters = [figure for figure in state.figures if figure.side != "party"]
        for each in monsters:
            yield Pick(_killed(each.name), Test(_dealt(each.name), at_least=each.hp), 1, 0)
            yield Clamp(f"harm {each.name}", _dealt(each.name), high=each.hp)
        yield Linear("kills", tuple((1, _killed(each.name)) for each in monsters))
        yield Linear("damage", tuple((1, f"harm {each.name}") for each in monsters))
        loot = []
        for hex_ in sorted(purses):
            lying = sum(money.tokens for money in state.money if money.at == hex_)
            dropped = [each for each in monsters if each.at == hex_ and each.drops_money]
            there = f"money {hex_}"
            yield Linear(there, tuple((1, _killed(each.name)) for each in dropped), lying)
            yield Pick(f"purse {hex_}", Test(_loot(hex_), at_least=1), there, 0)
            loot.append((1, f"purse {hex_}"))
        yield Linear("money", tuple(loot))
        for name in sorted(self.goal.names - MEASURES.levels.keys()):
            yield self._objective(name)

    def _objective(self, name: str) -> Term:
        """The term for `kill NAME`, `protect NAME` or `reach HEX`."""
        verb, _, rest = name.partition(" ")
        state = self.position.state
        if verb == REACH:
            fixed = [
                each.at for each in state.figures if each.kind == "character" and each.name not in self.parts
            ]
            if not self.position.actor and any(self.position.name(hex_) == rest for hex_ in fixed):
                return Linear(name, (), 1)
            ends = {part.end for parts in self.parts.values() for part in parts}
            found = [_end(hex_) for hex_ in ends if hex_ is not None and self.position.name(hex_) == rest]
            return Linear(name, tuple((1, total) for total in found))
        if not state.on_map(rest):
            return Linear(name, (), int(verb == KILL))
        if _is_of_party(state, name):
            return Linear(name, (), 1)
        return Linear(name, ((1, _killed(rest)),))


def _is_of_party(state: State, name: str) -> bool:
    figure = name.partition(" ")[2]
    return any(each.name == figure and each.side == "party" for each in state.figures)


def _dealt(name: str) -> str:
    return f"dealt {name}"


def _killed(name: str) -> str:
    return f"killed {name}"


def _end(hex_: Hex) -> str:
    return f"end {hex_}"


def _loot(hex_: Hex) -> str:
    return f"loot {hex_}"
