"""What the turn may be spent on: each purchase, each Monster and the rest, each at its best."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.planning.answer import turn_answer
from tsolve.games.thunderstone.planning.goals import buying
from tsolve.games.thunderstone.planning.turns import entered, kind_of_turn
from tsolve.games.thunderstone.planning.wanted import goal_of
from tsolve.games.thunderstone.state import TURN_KINDS, State
from tsolve.games.thunderstone.target import ANYBODY, called, target_at
from tsolve.games.thunderstone.turn.market import left_of
from tsolve.model.wishes import Wishes
from tsolve.turns.candidates import Case

if TYPE_CHECKING:
    from tsolve.games.thunderstone.opened import Opened

PAID_WITH = ("gold", "xp")


def cases(opened: Opened, wishes: Wishes) -> Iterator[Case]:
    """All that a visit to the Village can buy; where all kinds of turn are compared also every Monster of the
    Hall and the rest. Nothing where only one kind of turn without purchases is asked about.
    """
    game, turn = opened.game, kind_of_turn(wishes.turn)
    asked = replace(
        wishes, draws=wishes.draws or opened.position.draws, all_lines=False, top=0, what_if=False
    )
    if turn == "any":
        start = replace(opened.state, turn="", step="choose")
        states = [entered(game, start, place) for place in TURN_KINDS]
    elif turn is not None:
        states = [entered(game, replace(opened.state, turn="", step="choose"), turn)]
    else:
        states = [opened.state] if opened.state.step != "choose" else []
    if turn != "any" and not any(state.turn == "village" for state in states):
        return
    goal = goal_of(opened, turn or states[0].turn, wishes.goal)
    for state in states:
        yield from _of_turn(opened, state, goal, asked)


def _of_turn(opened: Opened, state: State, goal: tuple[str, ...], asked: Wishes) -> Iterator[Case]:
    game, book = opened.game, opened.book
    if state.turn == "village":
        for card in state.stalls:
            if left_of(state, card):
                wanted = (buying(card), *goal)
                solve = partial(turn_answer, game, state, wanted, ANYBODY, asked)
                yield Case("village", f"buy {book.name(card)}", solve, demands=True, pays=PAID_WITH)
    if state.turn == "dungeon":
        for place in state.places:
            if state.at(place).card in book.monsters:
                target = target_at(state, place)
                solve = partial(turn_answer, game, state, goal, target, asked)
                name = called(book, state, place)
                yield Case("dungeon", f"attack {name}", solve, target=name)
    titles = {"village": "the best visit", "dungeon": "the best Dungeon turn", "rest": "rest"}
    best = partial(turn_answer, game, state, goal, ANYBODY, asked)
    yield Case(state.turn, titles[state.turn], best, pays=PAID_WITH)
