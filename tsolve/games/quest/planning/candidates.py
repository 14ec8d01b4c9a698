"""What a turn may be spent on, to be compared by playing on: everything that a visit to the Village can
bring, and each Monster; each with the best turn that does so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tsolve.advising.candidates import Candidate, Step, legal_now
from tsolve.budget import SpentError, allow, current
from tsolve.contract.measures import Goal
from tsolve.errors import TooLargeError
from tsolve.games.quest.actions import Action
from tsolve.games.quest.planning.answer import wanted_of_visit
from tsolve.games.quest.planning.goals import DEFAULTS, Kind
from tsolve.games.quest.planning.plan import Node, Planner
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import ANYBODY, PLACES, Target, target_at


def ways(position: QuestPosition) -> Sequence[Candidate[Action]]:
    """The ways to spend this turn; inside one whatever is legal now. (`Capabilities.ways`)"""
    if position.state.phase != "prepare" or position.state.todo:
        return legal_now(position)
    return tuple(_candidates(position))


class _Case(NamedTuple):
    name: str
    kind: Kind
    goal: Goal
    target: Target = ANYBODY


def _cases(position: QuestPosition) -> Iterator[_Case]:
    state = position.state
    for place in PLACES:
        if state.rooms[place].monster:
            target = target_at(state, place)
            yield _Case(f"battle {target.say(position.book)}", "dungeon", ("win", *DEFAULTS["any"]), target)
    for title, level in dict.fromkeys(wanted_of_visit(position)):
        yield _Case(title, "village", (level, *DEFAULTS["any"]))


def _candidates(position: QuestPosition) -> Iterator[Candidate[Action]]:
    """Those that can be done, each line only once."""
    cases, seen = list(_cases(position)), set[tuple[Action, ...]]()
    for left, case in zip(range(len(cases), 0, -1), cases, strict=True):
        with allow(current().part(1 / left)):
            root = _root(position, case)
        if root is not None and root.worth[0] > 0 and root.line not in seen:
            seen.add(root.line)
            yield Candidate(case.name, _step(root), case.kind, _known(case, Fraction(root.worth[0])))


def _root(position: QuestPosition, case: _Case) -> Node | None:
    planner = Planner(
        position.game,
        position.state,
        case.goal,
        case.kind,
        target=case.target,
        any_play=True,
        backend="exact",
    )
    try:
        return planner.plan().root
    except (SpentError, TooLargeError):
        return None


def _known(case: _Case, first: Fraction) -> str:
    """The chance of a victory."""
    return f"{100 * float(first):.1f} %" if case.kind == "dungeon" else ""


def _step(node: Node) -> Step[Action]:
    return Step(node.line, tuple((each.event, _step(each.node)) for each in node.branches))
