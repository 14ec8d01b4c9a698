"""What a turn may be spent on, to be compared by playing on: each purchase, each Monster, a rest; each with
the best turn that does so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tsolve.advising.candidates import Candidate, Step
from tsolve.budget import SpentError, allow, current
from tsolve.errors import TooLargeError, UsageError
from tsolve.games.thunderstone.actions import Action, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import PlannedLine
from tsolve.games.thunderstone.planning.goals import DEFAULTS, buying
from tsolve.games.thunderstone.planning.lines import title
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.planning.policy import Node, search
from tsolve.games.thunderstone.planning.turns import entered
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import TURN_KINDS, State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target, called, target_at
from tsolve.games.thunderstone.turn.village import left_of


def ways(position: ThunderstonePosition) -> Sequence[Candidate[Action]]:
    """The ways to spend this turn. (`Capabilities.ways`)"""
    if position.state.stock is None:
        raise UsageError("the Village is not known, so nobody can play on: write `village`")
    return tuple(_candidates(position.game, position.state))


class _Case(NamedTuple):
    name: str
    state: State
    begins: tuple[Action, ...]
    """What comes before this position."""
    goal: tuple[str, ...]
    target: Target = ANYBODY
    demands: bool = False
    """Whether the turn has to reach the first level of the goal."""


def _candidates(game: Thunderstone, start: State) -> Iterator[Candidate[Action]]:
    begun: list[tuple[State, tuple[Action, ...]]] = [(start, ())]
    if start.step == "choose":
        begun = [(entered(game, start, kind), (Visit(kind),)) for kind in TURN_KINDS]
    cases = [case for state, begins in begun for case in _cases(game, state, begins)]
    seen: set[tuple[Action, ...]] = set()
    for left, case in zip(range(len(cases), 0, -1), cases, strict=True):
        with allow(current().part(1 / left)):
            found = _solved(game, case)
        if found is not None and found.plan.line not in seen:
            seen.add(found.plan.line)
            yield found


def _cases(game: Thunderstone, state: State, begins: tuple[Action, ...]) -> Iterator[_Case]:
    book = game.book
    if state.turn == "dungeon":
        for place in state.places:
            if state.at(place).card in book.monsters:
                name = f"attack {called(book, state, place)}"
                yield _Case(name, state, begins, DEFAULTS["dungeon"], target_at(state, place), demands=True)
        yield _Case("attack nobody", state, begins, DEFAULTS["dungeon"])
    elif state.turn == "village":
        for card in state.stalls:
            if left_of(state, card):
                goal = (buying(card), *DEFAULTS["village"])
                yield _Case(f"buy {book.name(card)}", state, begins, goal, demands=True)
        yield _Case("buy nothing", state, begins, DEFAULTS["village"])
    else:
        yield _Case("rest", state, begins, DEFAULTS["rest"])


def _solved(game: Thunderstone, case: _Case) -> Candidate[Action] | None:
    """The best turn of this case; None where there is none that does what is demanded, or none was found."""
    try:
        planned = plan(game, case.state, case.goal, case.target, "exact")
        if planned.left_out and planned.by_chance:
            searched = search(game, case.state, case.goal, case.target)
            if searched.root is not None and searched.root.branches:
                return _by_policy(case, searched.root)
    except (SpentError, TooLargeError):
        return None
    best = planned.best
    if best is None or (case.demands and best.value[0] < 1):
        return None
    return Candidate(case.name, Step((*case.begins, *best.line)), case.state.turn, _known(game, best))


def _known(game: Thunderstone, best: PlannedLine) -> str:
    """What is certain of a turn without draws."""
    tally = best.end.tally
    if tally.outcome == "won":
        return f"{tally.value} against {tally.health}"
    return "" if tally.gained else title(game, best.end)


def _by_policy(case: _Case, root: Node) -> Candidate[Action] | None:
    chance = root.worth[0]
    if case.demands and chance <= 0:
        return None
    told = f"{100 * float(chance):.1f} %" if case.demands else ""
    step = _step(root)
    return Candidate(case.name, Step((*case.begins, *step.line), step.after), case.state.turn, told)


def _step(node: Node) -> Step[Action]:
    return Step(node.line, tuple((each.event, _step(each.node)) for each in node.branches))
