"""The planner's lines, played by the engine and described for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tsolve.engine.replay import replay
from tsolve.games.thunderstone.actions import Action, Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.calculations import attack_calculation, gold_calculation
from tsolve.games.thunderstone.judging.ending import ENDS, ending_sentence
from tsolve.games.thunderstone.judging.one_turn import one_turn
from tsolve.games.thunderstone.judging.played import Move, attacked_name, bought, levelled
from tsolve.games.thunderstone.judging.sentences import battle_sentence, lost_cards, turn_sentence
from tsolve.games.thunderstone.state import State
from tsolve.model.answers import LineAnswer, StepAnswer


class ToldLine(NamedTuple):
    """A played line with its description."""

    line: LineAnswer
    end: State
    readings: dict[str, str]
    """The interpretations that it went through."""
    rulings: tuple[str, ...]
    """The rulings that allow its actions, each once."""
    title: str
    """What it is about, in a few words."""


def line_answer(
    game: Thunderstone, state: State, actions: Iterable[Action]
) -> tuple[LineAnswer, State, dict[str, str]]:
    """A line played by the engine step by step, the position it ends in, and the readings it went through."""
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
    moves = [Move(step.before, step.action) for step in played]
    attacked = attacked_name(game.book, moves, end.tally)
    lost = lost_cards(game.book, end)
    line = LineAnswer(steps, _outcome(game, moves, end, attacked), calculation, lost=lost)
    rulings = (ruling for step in played for ruling in game.rulings_for(step.before, step.action))
    return ToldLine(
        line, end, dict(watched.probe.readings), tuple(dict.fromkeys(rulings)), title(game, end, attacked)
    )


def title(game: Thunderstone, end: State, attacked: str = "") -> str:
    """What a turn that ends so is about, in a few words; `attacked` is the name of the Monster."""
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
    """Whether nothing is done in the Village but to go on. (TS-4)"""
    return isinstance(action, Pass) and state.turn == "village" and not state.todo


def _outcome(game: Thunderstone, moves: Sequence[Move], end: State, attacked: str) -> str:
    if end.turn == "dungeon":
        told = battle_sentence(game.book, end, attacked)
    else:
        told = turn_sentence(game.book, end, bought(moves), levelled(moves))
    return f"{told} {ending_sentence(game.book, end)}" if end.over else told
