"""A complete description of a turn that the rules decide: focus, path and targets; heals, pushes, summons,
loot, conditions and elements; and the choices left to the players. (GH-12.1, GH-12.37)

It is read from the ways in which the turn may go. Up to the first modifier card everything is certain. After
it, choices of the players make options; what happens with every card is told as certain, what happens with
some cards as possible. How attacked characters suffer damage does not make options.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from tsolve.games.gloomhaven.actions import Action, FocusOn, Go, Strike
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.judging.besides import Sentences, joined, told_besides
from tsolve.games.gloomhaven.judging.outcome import last_hex
from tsolve.games.gloomhaven.judging.sequels import sequels_of
from tsolve.games.gloomhaven.judging.walk import A_CARD, ways_on
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.monster import MonsterMove
from tsolve.games.gloomhaven.ways import Way

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
    states = (*(move.before for move in way.moves), way.state)
    for at, stage in enumerate(way.stages):
        told = told_besides(stage.entries, states[at], states[at + 1], position.book.terrain)
        besides = joined(besides, told)
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


def _later(position: ScenarioPosition, way: Way) -> Iterator[tuple[Sentences, Sentences]]:
    """After the next modifier card: for each choice of the players, what is done in any case, and what only
    some cards bring.
    """
    sequels, is_whole = sequels_of(position, way.state)
    for chosen in dict.fromkeys(each.chosen for each in sequels):
        if any(each.chosen != chosen and each.chosen[: len(chosen)] == chosen for each in sequels):
            continue  # with these cards some choices do not occur
        mine = [each.besides for each in sequels if chosen[: len(each.chosen)] == each.chosen]
        told = dict.fromkeys(what for besides in mine for what in besides)
        always = tuple(what for what in told if all(what in besides for besides in mine))
        rest = () if is_whole else (_NOT_TOLD,)
        yield (*chosen, *always), (*(what for what in told if what not in always), *rest)
