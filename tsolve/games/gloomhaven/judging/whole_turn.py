"""A complete description of a turn that the rules decide: focus, path and targets; heals, pushes, summons,
loot, conditions and elements; and the choices left to the players. (GH-12.1, GH-12.37)

It is read from the ways in which the turn may go. Up to the first modifier card everything is certain. After
it, choices of the players make options; what happens with every card is told as certain, what happens with
some cards as possible. How attacked characters suffer damage does not make options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.actions import Action, FocusOn, Go, Strike, listed
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.judging.outcome import last_hex
from tsolve.games.gloomhaven.judging.walk import A_CARD, walk, ways_on
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.attack import ATTACK_OF, BearDamage
from tsolve.games.gloomhaven.turn.monster import MonsterMove
from tsolve.games.gloomhaven.ways import Way
from tsolve.model.trace import Entry

Sentences = tuple[str, ...]
"""What is done, as sentences without full stops."""

_NOT_TOLD = "what follows its attacks is not told: there are too many possibilities"


class Turn(msgspec.Struct, frozen=True, order=True):
    """One way in which a turn can go until a modifier card is drawn, or to its end."""

    focus: str
    path: tuple[Hex, ...]
    end: Hex
    """Its final hex; for a figure that dies, the hex of its death."""
    targets: tuple[str, ...]
    destination: Hex | None = None
    dies: bool = False
    besides: Sentences = ()
    """What else is done, and what the players choose after a modifier card."""
    perhaps: Sentences = ()
    """What else is done by some modifier cards."""


def turns(position: ScenarioPosition) -> tuple[Turn, ...]:
    """Every way in which the turn of the position can go: in full up to the first modifier card, after it
    only what is left to the players.
    """
    found: set[Turn] = set()
    for way in ways_on(position, Way(position.state), until=A_CARD) or ():
        turn = _turn(position, way)
        for besides, perhaps in _later(position, way):
            found.add(replace(turn, besides=joined(turn.besides, besides), perhaps=perhaps))
    return tuple(sorted(found))


def _turn(position: ScenarioPosition, way: Way) -> Turn:
    """A turn as far as this way has come."""
    actions = [move.action for move in way.moves]
    besides: Sentences = ()
    for each in _besides_by_move(position, way, 0):
        besides = joined(besides, each)
    wanted = [_destinations(position, move.before, move.action) for move in way.moves]
    return Turn(
        focus=next((each.figure for each in reversed(actions) if isinstance(each, FocusOn)), ""),
        path=tuple(hex_ for each in actions if isinstance(each, Go) for hex_ in each.path),
        end=last_hex(way.state, position.actor),
        targets=tuple(name for each in actions if isinstance(each, Strike) for name in each.targets),
        destination=next((min(each) for each in reversed(wanted) if len(each) == 1), None),
        dies=not way.state.on_map(position.actor),
        besides=besides,
    )


def _destinations(position: ScenarioPosition, state: State, action: Action) -> set[Hex]:
    """The hexes that it heads for by this move, to attack from there."""
    task = state.todo[-1]
    if not isinstance(action, Go) or not isinstance(task, MonsterMove) or not state.focus:
        return set()
    if state.figure(task.figure).has("immobilize"):
        return set()
    end = action.path[-1] if action.path else state.figure(task.figure).at
    options = task.deliberation(position.book, state).choice().options
    return {option.destination for option in options if option.end == end}


class _Course(NamedTuple):
    """What follows modifier cards in one way."""

    chosen: Sentences
    """What the players choose."""
    besides: Sentences
    """What happens without a choice."""


def _later(position: ScenarioPosition, way: Way) -> Iterator[tuple[Sentences, Sentences]]:
    """After the next modifier card: for each choice of the players, what is done in any case, and what only
    some cards bring.
    """
    walked = walk(position, way, until=(UNKNOWN,))
    courses = [_course(position, each, len(way.moves)) for each in walked.ways]
    for chosen in dict.fromkeys(course.chosen for course in courses):
        if any(each.chosen != chosen and each.chosen[: len(chosen)] == chosen for each in courses):
            continue  # with these cards some choices do not occur
        mine = [each.besides for each in courses if chosen[: len(each.chosen)] == each.chosen]
        told = dict.fromkeys(what for besides in mine for what in besides)
        always = tuple(what for what in told if all(what in besides for besides in mine))
        rest = () if walked.is_whole else (_NOT_TOLD,)
        yield (*chosen, *always), (*(what for what in told if what not in always), *rest)


def _course(position: ScenarioPosition, way: Way, start: int) -> _Course:
    """What is done from this move on."""
    chosen, besides = Sentences(), Sentences()
    for at, done in enumerate(_besides_by_move(position, way, start), start):
        before, told = way.moves[at].before, way.stages[at].told
        is_choice = told and position.game.mover(before) != CHANCE
        if is_choice and not isinstance(before.todo[-1], BearDamage):
            chosen = joined(chosen, done or (told,))
        else:
            besides = joined(besides, done)
    return _Course(chosen, besides)


def _besides_by_move(position: ScenarioPosition, way: Way, start: int) -> Iterator[Sentences]:
    states = (*(move.before for move in way.moves), way.state)
    for at in range(start, len(way.moves)):
        entries = way.stages[at].entries
        yield told_besides(entries, states[at], states[at + 1], position.book.terrain)


def told_besides(entries: Iterable[Entry], before: State, after: State, terrain: Terrain) -> Sentences:
    """What happened between two positions, except focus, moves and the damage of attacks."""
    return tuple(dict.fromkeys(_told(tuple(entries), before, after, terrain)))


def _told(entries: tuple[Entry, ...], before: State, after: State, terrain: Terrain) -> Iterator[str]:
    for entry in entries:
        who, told = entry.subject, f"{entry.subject} {entry.note}"
        match entry.step:
            case "heal":
                yield f"{who} is healed by {entry.change}" if entry.change else told.replace(" the", ": the")
            case "condition":
                yield told.replace(" a ", ": a ") if entry.note.startswith("a ") else told
            case "bonus":
                yield f"{who}: {entry.note}"
            case "element" if entry.note in ("is infused", "is consumed"):
                yield told
            case "loot" | "room":
                yield told
            case "summon":
                place = f" in {terrain.name(after.figure(who).at)}" if after.on_map(who) else ""
                yield told if who == before.turn else f"{told}{place}"
            case "force":
                yield f"{told} to {terrain.name(after.figure(who).at)}" if after.on_map(who) else told
            case "trap":
                new = [each.at for each in after.traps if each not in before.traps]
                yield f"{told} in {terrain.name(new[0])}" if new else told
            case "damage" if entry.change and not entry.note.startswith(ATTACK_OF):
                points = f"{-entry.change} hit point{'' if entry.change == -1 else 's'}"
                yield f"{who} loses {points} ({entry.note})"
            case "leave" if who != before.turn or before.struck:
                yield told
            case _:
                pass


def joined(besides: Sentences, further: Sentences) -> Sentences:
    """The sentences in order; for a figure that is pushed several hexes, only the last hex."""
    if besides and further:
        how, separator, _ = besides[-1].rpartition(" to ")
        if separator and further[0].startswith(f"{how} to "):
            besides = besides[:-1]
    return tuple(dict.fromkeys((*besides, *further)))


def in_words(besides: Sentences, perhaps: Sentences = ()) -> str:
    """What else a turn does, after its first sentence."""
    told = f"; {listed(besides)}" if besides else ""
    return f"{told}; unless a card prevents it: {listed(perhaps)}" if perhaps else told
