"""For each enemy of the figure whose turn it is: whether it can be attacked and killed, how likely, by which
play, and why not; and the hexes that the figure can reach.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current, grace, spend
from tsolve.engine import Probe
from tsolve.errors import UnsupportedError
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import from_offset
from tsolve.games.gloomhaven.in_reach import in_reach
from tsolve.games.gloomhaven.judging.killing import KillQuestion
from tsolve.games.gloomhaven.judging.picture import map_of
from tsolve.games.gloomhaven.judging.why_not import TurnQuestion, why_not
from tsolve.games.gloomhaven.planning.goals import goal_of
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State
from tsolve.judging.check import reading_answers
from tsolve.model.answers import SolveAnswer
from tsolve.model.hexmaps import Coordinates, HexMap, Mark
from tsolve.model.plays import Verb, Wishes, exact
from tsolve.model.solved import Offer, Outcome, Reached, TargetAnswer, TargetsAnswer
from tsolve.model.trace import Refusal
from tsolve.worlds.possibility import Possible, possible

KILL = Verb("kill", "kills", "killed")
"""What a turn does to an enemy."""
_FOR_REACH = 0.3
"""The share of the budget for the hexes in reach."""
_NO_TIME = "there was no time to search it"


def targets(position: ScenarioPosition, wishes: Wishes) -> TargetsAnswer:
    """What the turn can do to each enemy. Each enemy has an equal share of the budget.

    Raises UnsupportedError without a figure's turn, UsageError for an unknown goal.
    """
    if not position.actor or position.is_round:
        raise UnsupportedError("targets are those of one figure's turn: name it, `turn: NAME`")
    goal = goal_of(position, wishes.goal)
    probe: Probe[State, Action] = Probe(notes=True, remembers=True)
    with _share(1 - _FOR_REACH):
        judge = _Judge(position, probe, wishes)
        enemies = judge.enemies()
        found = [
            judge.answer(each, left) for each, left in zip(enemies, range(len(enemies), 0, -1), strict=True)
        ]
    reach = tuple(_hexes_in_reach(position, probe)) if position.is_characters_turn else ()
    readings = reading_answers(position, probe.readings | judge.readings)
    drawn = _map(position, {name for offer in reach for name in offer.names})
    return TargetsAnswer(
        "", goal.levels, KILL, tuple(found), readings, about="Enemy", offers=reach, map=drawn
    )


def _map(position: ScenarioPosition, reached: Container[str]) -> HexMap:
    """The map with the hexes in reach, and those that the figure sees from where it stands, as far as there
    is time for that.
    """
    drawn = map_of(position, position.state)
    board, start = position.book.board(position.state), _actor(position).at
    marks: dict[Coordinates, tuple[Mark, ...]] = {}
    with grace(), suppress(SpentError):
        for cell in drawn.cells:
            spend()
            hex_ = from_offset(*cell.place)
            is_seen = cell.look != "wall" and hex_ != start and board.sees(start, hex_)
            reach = (Mark("reach"),) if position.name(hex_) in reached else ()
            marks[cell.place] = (*reach, *((Mark("seen"),) if is_seen else ()))
    cells = (replace(each, marks=(*each.marks, *marks.get(each.place, ()))) for each in drawn.cells)
    return replace(drawn, cells=tuple(cells))


def _actor(position: ScenarioPosition) -> Figure:
    """The figure whose turn it is: as it stood before, if it died as its turn began."""
    state = position.state if position.state.on_map(position.actor) else position.laid.state
    return state.figure(position.actor)


@contextmanager
def _share(part: float) -> Iterator[None]:
    """A share of the budget, but enough for small searches."""
    with allow(current().part(part)), grace():
        yield


class _Judge:
    """Judges the enemies of one position, one after the other."""

    def __init__(self, position: ScenarioPosition, probe: Probe[State, Action], wishes: Wishes) -> None:
        self.position, self.probe, self.wishes = position, probe, wishes
        self.actor = _actor(position)
        self.board = position.book.board(position.state)
        self.readings: dict[str, str] = {}
        """The open points that the best plays depend on, with the reading used."""

    def enemies(self) -> list[Figure]:
        """The enemies on the map, the nearest first."""
        state, board = self.position.state, self.board
        there = [each for each in state.enemies_of(self.actor) if state.on_map(each.name)]
        return sorted(there, key=lambda each: (board.distance(self.actor.at, each.at) or 0, each.name))

    def answer(self, enemy: Figure, left: int) -> TargetAnswer:
        """What the turn can do to an enemy, within an equal share for each of those that are `left`."""
        where = self.position.name(enemy.at)
        try:
            spend(0)
            with allow(current().part(1 / left)):
                return self._judged(enemy, where)
        except SpentError:
            return TargetAnswer(
                enemy.name, where, "undecided", None, reason=_NO_TIME, facts=self._facts(enemy)
            )

    def _judged(self, enemy: Figure, where: str) -> TargetAnswer:
        attacked = why_not(self.position, f"attack {enemy.name}", "", "reasons")
        attackable = {"possible": True, "impossible": False}.get(attacked.verdict)
        killed = self._killed(enemy)
        outcome = _outcome(killed)
        best = self._against(enemy) if attackable else None
        refusal = None
        if attackable is False and attacked.reasons:
            reason = attacked.reasons[0]
            refusal = Refusal(f"attack {enemy.name}", reason.text, reason.rulings)
        return TargetAnswer(
            enemy.name,
            where,
            outcome,
            attackable,
            refusal=refusal,
            value=None if best is None else _damage(best),
            chance=None if killed.chance is None else exact(killed.chance),
            plan=best.best[0] if best is not None and best.best else None,
            reason="; ".join(killed.left_out) if outcome == "undecided" else "",
            facts=self._facts(enemy),
        )

    def _killed(self, enemy: Figure) -> Possible[Action]:
        if untold := self.position.untold(enemy.identity):
            return Possible("undecided", left_out=(untold,))
        question = KillQuestion(enemy.name, self.probe, self.position)
        return possible(question, self.position.watched_by(self.probe))

    def _against(self, enemy: Figure) -> SolveAnswer | None:
        """The best play against it: by the chance to kill it, then by damage."""
        if not self.position.is_characters_turn:
            return None
        with suppress(SpentError):
            found = self.position.solve(Wishes(f"kill {enemy.name},damage", None, self.wishes.draws))
            self.readings |= found.readings
            is_answered = found.objective or found.policy is not None
            return found if is_answered else None  # no play was followed to its end in time
        return None

    def _facts(self, enemy: Figure) -> dict[str, str]:
        """Its hit points, its distance in hexes, and whether it is seen from where the figure stands."""
        board = self.board
        far = board.distance(self.actor.at, enemy.at)
        hit_points = "?" if self.position.untold(enemy.identity) else str(enemy.hp)
        seen = "yes" if board.sees(self.actor.at, enemy.at) else "no"
        return {"hit points": hit_points, "hexes away": "-" if far is None else str(far), "seen": seen}


def _damage(best: SolveAnswer) -> Reached:
    """The hit points that the monsters lose by the best play against one of them."""
    proved = best.status == "optimal"
    if (policy := best.policy) is not None:
        return Reached("damage", policy.worth[1], policy.worst.objective[1], policy.best.objective[1], proved)
    return Reached("damage", exact(best.objective[1]), best.objective[1], best.objective[1], proved)


def _outcome(found: Possible[Action]) -> Outcome:
    if found.verdict == "possible":
        return "certain"
    if found.chance:
        return "chance"
    return "impossible" if found.verdict == "impossible" or found.chance == 0 else "undecided"


def _hexes_in_reach(position: ScenarioPosition, probe: Probe[State, Action]) -> Iterator[Offer]:
    """The hexes in which the figure can end a move, in the order of their names."""
    reach, state = in_reach(position.book, position.state), position.state
    start = _actor(position).at
    near = sorted(each for each in position.book.terrain.hexes if each != start)
    with _share(_FOR_REACH), suppress(SpentError):
        for hex_ in near:
            if not reach.may_walk_to(state, hex_, position.actor):
                continue
            question = TurnQuestion(f"move to {position.name(hex_)}", probe, position, arrives=True)
            if possible(question, position.watched_by(probe)).verdict == "possible":
                yield Offer("in reach", (position.name(hex_),))
