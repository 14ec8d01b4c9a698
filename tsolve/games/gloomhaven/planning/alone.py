"""What a character can do in its turn at the most: all that the engine lets it do where no enemy dies, and
nobody stands in its way but enemies that nobody can kill. In the positions of `is_plain` whatever it does in
a real round is among it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.errors import TsolveError
from tsolve.games.gloomhaven.abilities import Ability, Attack, Experience, Heal, Infuse, Loot, Move
from tsolve.games.gloomhaven.actions import Action, Draw
from tsolve.games.gloomhaven.character_cards import Half
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.judging.goals import GOALS
from tsolve.games.gloomhaven.planning.worthwhile import worthwhile
from tsolve.games.gloomhaven.round.order import waits
from tsolve.games.gloomhaven.round.taking_turns import NextTurn
from tsolve.games.gloomhaven.state import Figure, Money, State
from tsolve.games.gloomhaven.tasks import Task
from tsolve.games.gloomhaven.turn.after_attack import retaliation_of
from tsolve.games.gloomhaven.turn.ahead import halves_left, is_open
from tsolve.games.gloomhaven.turn.character.moving import CharacterMove
from tsolve.games.gloomhaven.turn.character.turn import NextHalf
from tsolve.games.gloomhaven.turn.ending import EndTurn
from tsolve.games.gloomhaven.turn.monster import BeginTurn

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.board.hexes import Hex
    from tsolve.games.gloomhaven.book import Book

OWN = ("standing", "health", "cards", "experience", "items")
"""Goals to which each of the party adds its own."""
UNDYING = 10_000
"""The hit points of enemies that nothing kills."""
MOST = 20_000
"""Positions of one character's turn that are looked at."""


class Part(Struct, frozen=True):
    """One way to play a character's turn, and what it comes to by itself."""

    line: tuple[Action, ...]
    """What is chosen in it."""
    end: Hex | None
    """Where it ends; None where the character is exhausted."""
    amounts: tuple[int, ...]
    """What it comes to by each of the `OWN` goals."""
    dealt: tuple[tuple[str, int], ...]
    """The damage that each monster takes, were it never to die."""
    looted: tuple[Hex, ...]
    """The hexes from which money is taken, what the monster in the hex would drop included."""


class NotPlainError(TsolveError, RuntimeError):
    """The turn hangs on chance, or there are too many ways to play it. No person ever sees it."""


def acting(book: Book, state: State) -> tuple[str, ...]:
    """The characters whose turns are played, in no order."""
    is_round = any(isinstance(task, NextTurn) for task in state.todo)
    waiting = (figure.name for figure in state.figures if is_round and waits(book, figure))
    return tuple(dict.fromkeys((*((state.turn,) if state.turn else ()), *waiting)))


def is_plain(game: Gloomhaven, state: State) -> bool:
    """Whether characters alone act, and do nothing but move, attack, loot and heal themselves, so that what
    they do adds up: no enemy strikes back, nothing lies in wait, nothing changes later attacks but deaths.
    """
    book, terrain = game.book, game.book.terrain
    lies_open = not (
        state.again or state.traps or terrain.hazards or terrain.plates or book.items or is_open(book, state)
    )
    figures_are_plain = not any(
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
    return not (half.lasts or half.slots) and all(_is_plain(each, is_uniform) for each in half.abilities)


def _is_plain(ability: Ability, is_uniform: bool) -> bool:
    """An attack that must hit everybody draws fewer cards where some are dead: then all must be alike."""
    if isinstance(ability, Heal):
        return ability.range is None and ability.whom.side == "self" and not ability.augments
    if not isinstance(ability, Attack):
        return isinstance(ability, Move | Loot | Experience | Infuse)
    changes = ability.augments or ability.damaging or ability.bonuses or ability.push or ability.pull
    draws_for_all = ability.area or ability.all_adjacent or ability.all_in_range
    return not (
        changes or ability.add_target or "poison" in ability.conditions or (draws_for_all and not is_uniform)
    )


def parts_of(game: Gloomhaven, state: State, name: str, lasting: frozenset[str]) -> list[Part]:
    """The ways to play the turn of a character in a plain position; of those that come to the same the first.
    Of the monsters only the `lasting` ones stand in its way.

    Raises NotPlainError.
    """
    money = state.money + tuple(
        Money(figure.at) for figure in state.figures if figure.side == "monsters" and figure.drops_money
    )
    monsters = tuple(
        replace(figure, hp=UNDYING, max_hp=UNDYING) for figure in state.figures if figure.side == "monsters"
    )
    start = replace(
        state,
        figures=(state.figure(name), *monsters),
        held=tuple(held for held in state.held if held.owner == name),
        money=money,
        todo=_turn(state, name),
    )
    begun = game.settled(start) if state.turn != name else start
    found: dict[Hashable, Part] = {}
    for line, end in _ends(game, begun, lasting | {name}):
        part = _part(start, end, name, line)
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
    """The different ends of a turn, each with what is chosen on a way that leads there; in moves only these
    figures stand on the map.
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
    """What may be done, or the one thing that comes. Raises NotPlainError where several things may come."""
    mover = game.mover(state)
    if mover not in (CHANCE, UNKNOWN):
        return worthwhile(game, state)
    events = game.chance(state) if mover == CHANCE else []
    if len(events) != 1:
        raise NotPlainError
    return [events[0][0]]


def _part(start: State, end: State, name: str, line: tuple[Action, ...]) -> Part:
    figure = end.figure(name) if end.on_map(name) else None
    left = {money.at for money in end.money}
    return Part(
        line,
        figure.at if figure is not None else None,
        own_amounts(start, end),
        tuple((each.name, UNDYING - each.hp) for each in _monsters(end) if each.hp < UNDYING),
        tuple(sorted({money.at for money in start.money} - left)),
    )


def own_amounts(start: State, end: State) -> tuple[int, ...]:
    """What a position with some of the party comes to by each of the `OWN` goals."""
    return tuple(GOALS[name](start, end) for name in OWN)


def _monsters(state: State) -> Iterator[Figure]:
    return (figure for figure in state.figures if figure.side == "monsters")
