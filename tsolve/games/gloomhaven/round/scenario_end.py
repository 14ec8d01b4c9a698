"""Whether a scenario is won or lost; the round is played to its end first. (GH-14.1, GH-11.10)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.script import Condition
from tsolve.games.gloomhaven.writing.notation import listed

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State


class LookForEnd(tasks.Task, frozen=True):
    """The first condition that is met decides how the scenario ends."""

    def run(self, play: Play) -> None:
        book, state = play.book, play.state
        ending = how_it_ends(book, state)
        if state.ended or not ending:
            return
        if are_exhausted(book, state):
            told = "is lost at the end of the round: all characters are exhausted"
            play.note("scenario", "the scenario", ("GH-11.10", "GH-14.1"), told)
            play.set(ended="lost")
        elif ending == "lost":
            _end(play, "lost", [next(each for each in book.script.defeat if is_met(book, state, each))])
        else:
            _end(play, "won", book.script.victory)


def how_it_ends(book: Book, state: State) -> Literal["won", "lost", ""]:
    """How the scenario ends as far as it is settled, also where nobody has looked for its end yet."""
    if state.ended:
        return state.ended
    script = book.script
    if are_exhausted(book, state) or any(is_met(book, state, each) for each in script.defeat):
        return "lost"
    is_won = bool(script.victory) and all(is_met(book, state, each) for each in script.victory)
    return "won" if is_won else ""


def may_be_won(book: Book, state: State) -> bool:
    """Whether all that wins may still come true by the end of this round, without any character."""
    return bool(book.script.victory) and all(_may_be_met(book, state, each) for each in book.script.victory)


def _may_be_met(book: Book, state: State, condition: Condition) -> bool:
    """Nobody loots money without a character; a monster may die of its wound, say."""
    if condition.kind == "rounds":
        return state.round >= condition.number
    return condition.kind != "money" or is_met(book, state, condition)


def are_exhausted(book: Book, state: State) -> bool:
    """Whether all characters are exhausted. (GH-11.10)"""
    in_play = (state.on_map(name) and not state.figure(name).exhausted for name in book.script.party)
    return bool(book.script.party) and not any(in_play)


def _end(play: Play, how: Literal["won", "lost"], conditions: Sequence[Condition]) -> None:
    """The scenario will be won or lost at the end of the round."""
    counts_rounds = any(each.kind == "rounds" for each in conditions)
    rulings = ("GH-14.1", "GH-13.2") if counts_rounds else ("GH-14.1",)
    told = listed([each.told for each in conditions])
    play.note("scenario", "the scenario", rulings, f"is {how} at the end of the round: {told}")
    play.set(ended=how)


def is_met(book: Book, state: State, condition: Condition) -> bool:
    """Whether a condition of the victory or of the defeat holds.

    Monsters in a room that nobody has revealed are not killed; nor is anybody sure of a room that the
    position does not tell.
    """
    if condition.kind == "rounds":
        return state.round > condition.number
    if condition.kind == "money":
        return sum(each.money for each in state.gathered) >= condition.number
    hidden = tuple(book.script.hidden(state))
    if condition.kind == "killed":
        others = (*state.figures, *hidden, *book.script.awaited(state))
        return all(each.identity != condition.name for each in others)
    if any(book.script.room(door.at) is None for door in state.doors if door.state == "closed"):
        return False
    figures = (*state.figures, *hidden)
    return not any(each.side == "monsters" and each.kind in ("monster", "boss") for each in figures)
