"""What is worth trying: legal actions without those of which nothing comes in what is asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven.actions import Action, LeaveOut, Pass, Strike
from tsolve.games.gloomhaven.round.ending import Finished
from tsolve.games.gloomhaven.round.events import EndOfRound
from tsolve.games.gloomhaven.round.order import waits
from tsolve.games.gloomhaven.round.resting import MayRest
from tsolve.games.gloomhaven.round.scenario_end import LookForEnd
from tsolve.games.gloomhaven.round.taking_turns import NextTurn
from tsolve.games.gloomhaven.turn.after_attack import POSITIVE, Effects
from tsolve.games.gloomhaven.turn.ahead import is_open, strikers
from tsolve.games.gloomhaven.turn.character.striking import CharacterAttack

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.game import Gloomhaven
    from tsolve.games.gloomhaven.state import State

_AT_THE_END = (MayRest, EndOfRound, LookForEnd, Finished)
"""What comes once everybody has had its turn in the last round."""


def worthwhile(game: Gloomhaven, state: State) -> list[Action]:
    """The legal actions of a player that may lead to something of their own."""
    if _rests_in_vain(state):
        return [Pass()]
    actions = game.legal_actions(state)
    task = state.todo[-1] if state.todo else None
    if not isinstance(task, Effects | CharacterAttack) or _monsters_act(game.book, state):
        return actions
    later = replace(state, todo=state.todo[:-1])
    strikes_again = any(figure.side == "party" for figure in strikers(game.book, later))
    if isinstance(task, CharacterAttack):
        return [each for each in actions if strikes_again or not _is_blunt(each)]
    matters = frozenset(("poison", *POSITIVE)) if strikes_again else frozenset[str]()
    return [each for each in actions if not isinstance(each, LeaveOut) or matters.issuperset(each.effects)]


def _rests_in_vain(state: State) -> bool:
    """Whether the question ends with this round, of which only the end is left: a short rest costs a card,
    and what it brings back is of no use any more. (GH-2.10)
    """
    waiting = bool(state.todo) and isinstance(state.todo[-1], MayRest)
    return waiting and all(isinstance(task, _AT_THE_END) for task in state.todo)


def _monsters_act(book: Book, state: State) -> bool:
    """Whether a monster may yet do something, so that it matters in which state an attack leaves it."""
    has_turns = any(isinstance(task, NextTurn) for task in state.todo)
    monsters = [figure for figure in state.figures if figure.side == "monsters"]
    return (
        bool(state.again)
        or is_open(book, state)
        or any(figure.dying or (has_turns and waits(book, figure)) for figure in monsters)
    )


def _is_blunt(action: Action) -> bool:
    return isinstance(action, Strike) and bool(action.without)
