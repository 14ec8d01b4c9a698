"""What decides that a figure has one focus, goes to one hex and attacks these enemies, and not others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tsolve.games.gloomhaven.abilities import Attack, Move
from tsolve.games.gloomhaven.actions import FocusOn, Go, Strike
from tsolve.games.gloomhaven.judging.deeds import NOBODY
from tsolve.games.gloomhaven.judging.idle import why_idle
from tsolve.games.gloomhaven.judging.options import contest_of_focus, contest_of_hexes
from tsolve.games.gloomhaven.opening import begun
from tsolve.games.gloomhaven.turn.card import abilities_of
from tsolve.games.gloomhaven.turn.monster import ChooseFocus, MonsterMove
from tsolve.games.gloomhaven.turn.striking import MonsterAttack
from tsolve.model.trace import Entry, Trace

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.board.hexes import Hex
    from tsolve.games.gloomhaven.game import Gloomhaven
    from tsolve.games.gloomhaven.opened import Opened
    from tsolve.games.gloomhaven.state import State
    from tsolve.turns.written import Reason


class Wanted(NamedTuple):
    """What a claim says: one of these."""

    focus: str = ""
    """A figure, or `nobody`."""
    end: Hex | None = None
    attacks: Collection[str] = ()


def decisions(game: Gloomhaven, state: State) -> Iterator[State]:
    """The positions in which somebody decides, as far as no chance comes in; by the first answer to each."""
    while not state.result and game.mover(state) >= 0 and (actions := game.legal_actions(state)):
        yield state
        state = game.apply(state, actions[0])


def rules_of_death(opened: Opened) -> tuple[str, ...]:
    """The rules by which a figure dies in its turn, as far as no chance comes in; by the first answer to each
    decision. Empty where it lives.
    """
    trace, state, game = Trace(), opened.state, opened.game
    begun(game, opened.laid, trace)
    for before in decisions(game, state):
        state = game.apply(before, game.legal_actions(before)[0], trace)
    return () if state.on_map(opened.actor) else fatal(opened.actor, trace.entries)


def fatal(figure: str, entries: Iterable[Entry]) -> tuple[str, ...]:
    """The rules by which a figure has lost its last hit points and left the map."""
    of_figure = [entry for entry in entries if entry.subject == figure]
    last_blow = next(
        (entry.rulings for entry in reversed(of_figure) if entry.step == "damage" and not entry.after), ()
    )
    left = next((entry.rulings for entry in of_figure if entry.step == "leave"), ())
    on_its_way = ("GH-12.25",) if not {"GH-1.7", "GH-1.8"}.isdisjoint(last_blow) else ()
    return tuple(dict.fromkeys((*on_its_way, *last_blow, *left)))


def why_otherwise(opened: Opened, states: Iterable[State], wanted: Wanted) -> Reason | None:
    """Why a figure does not do what is claimed, by the positions in which it decided; None where nothing
    there says it.
    """
    book = opened.book
    for state in states:
        match state.todo[-1]:
            case ChooseFocus() as task if wanted.focus not in ("", NOBODY):
                return task.refuse(book, state, FocusOn(wanted.focus))
            case ChooseFocus() as task if wanted.attacks:
                focuses = {each.figure for each in task.options(book, state) if isinstance(each, FocusOn)}
                if focuses.isdisjoint(wanted.attacks):
                    reason, rulings = task.refuse(book, state, FocusOn(min(wanted.attacks)))
                    return reason, (*rulings, "GH-12.32")
            case MonsterMove() as task if wanted.end is not None:
                stays = state.figure(task.figure).at == wanted.end
                return task.refuse(book, state, Go(() if stays else (wanted.end,)))
            case MonsterAttack() as task if wanted.attacks:
                return task.refuse(book, state, Strike(tuple(wanted.attacks)))
            case _:
                pass
    return None


def rules_of_focus(opened: Opened, states: Iterable[State]) -> tuple[str, ...]:
    """The rules by which it has its focus, or none."""
    for state in states:
        if isinstance(task := state.todo[-1], ChooseFocus):
            return next(
                contest.rulings for contest in contest_of_focus(task.deliberation(opened.book, state))
            )
    return _rules_of_inaction(opened) or ("GH-12.14",)


def rules_of_end(opened: Opened, states: Iterable[State]) -> tuple[str, ...]:
    """The rules by which it stops where it does."""
    for state in states:
        if not isinstance(task := state.todo[-1], MonsterMove):
            continue
        found = task.rulings_for(opened.book, state)
        if not state.focus or state.figure(task.figure).has("immobilize"):
            return found
        compared = contest_of_hexes(opened, task.deliberation(opened.book, state), state.focus)
        decided = tuple(ruling for contest in compared for ruling in contest.rulings)
        without = () if any(isinstance(each, Attack) for each in task.later) else ("GH-12.26",)
        return tuple(dict.fromkeys((*without, *decided, *found)))
    return _rules_of_inaction(opened, Move) or ("GH-12.14",)


def rules_of_attack(opened: Opened, states: Iterable[State], targets: Collection[str]) -> tuple[str, ...]:
    """The rules by which it attacks these enemies, or nobody."""
    if targets:
        return ("GH-12.32", "GH-12.17", "GH-12.18") if len(targets) > 1 else ("GH-12.32",)
    has_focus = any(isinstance(state.todo[-1], ChooseFocus) for state in states)
    return _rules_of_inaction(opened, Attack) or (("GH-12.22",) if has_focus else ("GH-12.14",))


def _rules_of_inaction(opened: Opened, kind: type[Move | Attack] | None = None) -> tuple[str, ...]:
    """Why a figure does nothing, or performs no ability of a kind; empty where nothing of its own forbids
    it.
    """
    state = opened.laid.state
    figure = state.figure(opened.actor)
    if (idle := why_idle(opened)) is not None:
        return idle[1]
    if not opened.state.on_map(opened.actor):
        return "GH-8.6", "GH-12.5"
    if kind is None:
        return ()
    if kind is Attack and figure.has("disarm"):
        return ("GH-8.8",)
    if not any(isinstance(each, kind) for each in abilities_of(opened.book, state, figure)):
        return ("GH-12.1",)
    return ("GH-8.7", "GH-12.28") if figure.has("immobilize") else ()
