"""For each room: whether the Champion gets there, the Light that it takes, the greatest attack on its
Monster, and the best line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current, grace, spend
from tsolve.engine import Probe
from tsolve.games.quest.actions import Action
from tsolve.games.quest.judging.figures import (
    WINNING,
    TurnBest,
    TurnBestPlays,
    rooms_in_reach,
    why_out_of_reach,
)
from tsolve.games.quest.judging.offers import offers
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.planning.goals import goal_of
from tsolve.games.quest.planning.reach import light_needed
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import State, Target, target_at
from tsolve.games.quest.turn.dungeon import refuse_after_village
from tsolve.games.quest.turn.untold import EXAMPLE, UNTOLD
from tsolve.games.quest.turn.values import Defence, effective
from tsolve.games.quest.why_not.battles import Fight
from tsolve.judging.check import reading_answers
from tsolve.model.odds import Threshold
from tsolve.model.plays import Draws, Verb, Wishes, exact
from tsolve.model.solved import Offer, Outcome, Reached, TargetAnswer, TargetsAnswer
from tsolve.model.trace import Refusal
from tsolve.worlds.possibility import Possible, possible

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.model.answers import Plan


DEFEAT = Verb("defeat", "defeats", "defeated")
"""What a Dungeon turn does to a Monster."""
HIDDEN = "a card that lies face down"
_AROUND = 0.2
"""The share of the budget for what the Village brings, and where ways lead."""
_FIRST_SEARCH = 0.4
"""The shares of a room's budget for a victory, and of the rest for the greatest attack."""
_NO_TIME = "there was no time to search it"


def targets(position: QuestPosition, wishes: Wishes) -> TargetsAnswer:
    """What a turn can do in each room, and in the Village. Each room has an equal share of the budget.

    Raises UsageError for an unknown goal, InputError for an unknown goal of the file.
    """
    goal = goal_of(position, "dungeon", wishes.goal)
    asked: Probe[State, Action] = Probe(notes=True)
    in_time = position.in_village or position.state.phase == "prepare"
    brought = _looked_at(offers(position.watched_by(asked))) if in_time else ()
    if position.in_village and refuse_after_village(position.book, position.state) is not None:
        seen = reading_answers(position, asked.readings)
        return TargetsAnswer("", goal, DEFEAT, (), seen, notes=_notes(position), offers=brought)
    best_plays = TurnBestPlays(position.watched_by(Probe(remembers=True)), wishes)
    judge = _Judge(
        position.watched_by(asked), best_plays, ",".join(goal), wishes.draws or position.written.draws
    )
    places = [place for place, room in enumerate(position.state.rooms) if room.card]
    found = []
    for left, place in zip(range(len(places), 0, -1), places, strict=True):
        try:
            spend(0)  # each search ends a little late, which would add up
            with allow(current().part(1 / left)):
                found.append(judge.answer(place))
        except SpentError:
            found.append(judge.not_looked_at(place, _NO_TIME))
    readings = reading_answers(position, asked.readings | best_plays.readings())
    board = position.board(position.state)
    notes = _notes(position) if in_time else ()
    return TargetsAnswer(
        "", goal, DEFEAT, tuple(found), readings, notes=notes, about="Monster", board=board, offers=brought
    )


def _notes(position: QuestPosition) -> tuple[str, ...]:
    """A note that there may be more to buy if the Village is unknown."""
    return (f"{UNTOLD}: write `{EXAMPLE}`",) if position.state.stacks is None else ()


@contextmanager
def _quickly() -> Iterator[None]:
    """A share of the budget, but enough for small searches."""
    with allow(current().part(_AROUND)), grace():
        yield


def _looked_at(brought: Iterator[Offer]) -> tuple[Offer, ...]:
    """The result of a search with a share of the budget."""
    found: list[Offer] = []
    with _quickly(), suppress(SpentError):
        found += brought
    return tuple(found)


class _Judge:
    """Judges the rooms of one position by the same goal and attitude to draws."""

    def __init__(self, position: QuestPosition, best_plays: TurnBestPlays, goal: str, draws: Draws) -> None:
        """`position` is watched while possibilities are searched in it."""
        self.position, self.best_plays, self.goal, self.draws = position, best_plays, goal, draws
        self.book, self.state = position.book, position.state
        self.needs = light_needed(self.book, self.state)
        with _quickly():
            self.reached = rooms_in_reach(position)

    def answer(self, place: int) -> TargetAnswer:
        """What a turn can do in a room."""
        room = self.state.rooms[place]
        if not room.monster and not room.face_down:
            return self._empty(place)
        target = target_at(self.state, place)
        with allow(current().part(_FIRST_SEARCH)):
            found = possible(Fight.asked(self.book, target, "win"), self.position)
        outcome = _outcome(found)
        with allow(current().part(_FIRST_SEARCH)):
            value = self.best_plays.against(target, "total", self.draws)
        best = self._in_time(target, value)
        battled = outcome in ("certain", "chance") or _battles(value) or _battles(best)
        attackable = True if battled else self._may_battle(target)
        table = value.played.answer.calculation if value.played is not None and battled else None
        won = self.best_plays.against(target, WINNING) if outcome == "certain" and not _wins(best) else None
        return TargetAnswer(
            self._name(place),
            self.book.name(room.card),
            outcome,
            attackable,
            refusal=self._refusal(place) if attackable is False else None,
            value=_reached(value),
            calculation=table,
            needed=None if table is None else Threshold("health", table.against or 0, "defeats it"),
            lack=self._lack(target, value) if outcome == "impossible" and battled else None,
            chance=None if found.chance is None else exact(found.chance),
            plan=_plan(best) if battled else None,
            reason="; ".join(found.left_out) if outcome == "undecided" else "",
            way=self._way(place),
            splits=self._splits(target) if battled and value.answer.policy is None else (),
            winning=None if won is None else _plan(won),
            facts=self._facts(place),
        )

    def _may_battle(self, target: Target) -> bool | None:
        """Whether a battle is possible although no best play fights it; None if unknown."""
        found = possible(Fight.asked(self.book, target, "battle"), self.position)
        return None if found.verdict == "undecided" else found.verdict == "possible"

    def not_looked_at(self, place: int, why: str) -> TargetAnswer:
        """What can be said of a room without a search."""
        room = self.state.rooms[place]
        where = self.book.name(room.card)
        return TargetAnswer(self._name(place), where, "undecided", None, reason=why, way=self._way(place))

    def _facts(self, place: int) -> dict[str, str]:
        """The printed values of a visible Monster."""
        room = self.state.rooms[place]
        known = room.monster and not room.face_down
        return {"XP": str(self.book.card(room.monster).xp or 0)} if known else {}

    def _name(self, place: int) -> str:
        """Who is in a room, as far as it can be seen."""
        room = self.state.rooms[place]
        if room.face_down:
            return HIDDEN
        return self.book.name(room.monster) if room.monster else "nobody"

    def _in_time(self, target: Target, found: TurnBest) -> TurnBest:
        """The best battle by the goal; the one `found` before if the budget runs out."""
        if not current().is_over():
            return self.best_plays.against(target, self.goal, self.draws)
        if found.answer.policy is not None:  # its probabilities are those of its own goal
            spend(0)
        return replace(found, sure=False, reason=_NO_TIME)

    def _empty(self, place: int) -> TargetAnswer:
        """A room with nobody in it, which can only be entered."""
        room = self.book.name(self.state.rooms[place].card)
        refusal = Refusal(f"battle in {room}", "there is no Monster in this room", ("QUEST-5.13",))
        inside = place in self.reached.lines
        if not inside:
            refusal = self._refusal(place)
        return TargetAnswer("nobody", room, "impossible", False, refusal=refusal, way=self._way(place))

    def _way(self, place: int) -> Threshold | None:
        """The Light that the way takes, if nothing else prevents it."""
        need, reached = self.needs.get(place), self.reached
        may_go = place in reached.lines or place in reached.open_ends or (reached.leaves and need)
        return Threshold(MEASURES.called("light"), need) if need is not None and may_go else None

    def _refusal(self, place: int) -> Refusal:
        """Why the Champion does not get there."""
        name = self.book.name(self.state.rooms[place].card)
        if place in self.reached.lines:
            return Refusal(f"battle in {name}", "you cannot battle here this turn", ("QUEST-5.14",))
        if place in self.reached.open_ends:
            return Refusal(f"move to {name}", self.reached.open_ends[place], ("QUEST-5.4", "QUEST-5.12"))
        return why_out_of_reach(self.position, self.reached, place)

    def _splits(self, target: Target) -> tuple[str, ...]:
        """How physical and magic attack make up the greatest total. (QUEST-2.10)"""
        ends = self.best_plays.ends_against(target, "total", self.draws)
        found = dict.fromkeys(_split(self.book, end) for end in ends)
        return tuple(split for split in found if split)

    def _lack(self, target: Target, best: TurnBest) -> Refusal | None:
        """What the Monster requires and the player lacks, though the total attack is enough. (QUEST-2.12)"""
        if best.played is None:
            return None
        tally = best.played.result.tally
        if tally.outcome == "won" or tally.total < tally.health:
            return None
        return Refusal(f"{DEFEAT.do} {target.say(self.book)}", "a card that is required", ("QUEST-2.12",))


def _battles(best: TurnBest) -> bool:
    """Whether the turn has a battle."""
    if best.played is None:
        return best.answer.policy is not None
    return bool(best.played.result.tally.outcome)


def _wins(best: TurnBest) -> bool:
    return best.played is not None and best.played.result.tally.outcome == "won"


def _plan(best: TurnBest) -> Plan | None:
    return best.answer.best[0] if best.answer.best else None


def _split(book: Book, end: State) -> str:
    tally = end.tally
    if not tally.outcome:
        return ""
    defence = Defence(tally.health, tally.armor, tally.resistance)
    physical, magic = effective(book, book.card(tally.monster), tally.physical, tally.magic, defence)
    return f"{physical} physical and {magic} magic"


def _outcome(found: Possible[Action]) -> Outcome:
    """Whether a victory is possible, in the words of a list of targets."""
    if found.verdict == "undecided":
        return "chance" if found.chance else "undecided"
    return "certain" if found.verdict == "possible" else "impossible"


def _reached(best: TurnBest) -> Reached | None:
    """The greatest total attack; None without a battle."""
    policy = best.answer.policy
    if policy is not None:
        least, most = policy.worst.objective[0], policy.best.objective[0]
        return Reached(MEASURES.called("total"), policy.worth[0], least, most, best.sure)
    if best.played is None or not best.played.result.tally.outcome:
        return None
    total = best.played.result.tally.total
    return Reached(MEASURES.called("total"), exact(total), total, total, best.sure)
