"""Every Monster that stands in the Hall or in space 0: whether it can be attacked and defeated, and how;
and claims about a visit to the Village that depends on draws, judged by chances, never by a single draw.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tsolve.budget import FREE, SpentError, allow, current
from tsolve.errors import UsageError
from tsolve.games.thunderstone.actions import Action, Attack, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.figures import Riches
from tsolve.games.thunderstone.judging.lines import Best, Bests, Judged, enter
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.planning.goals import goal_of
from tsolve.games.thunderstone.planning.policy import DEFEAT, Node, search
from tsolve.games.thunderstone.planning.turns import in_short
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import called, place_name, target_at
from tsolve.games.thunderstone.why_not.battles import Battle
from tsolve.games.thunderstone.why_not.question import Aim
from tsolve.games.thunderstone.why_not.world import world_of
from tsolve.model.odds import Threshold
from tsolve.model.plays import Calculation, Draws, Wishes, exact
from tsolve.model.solved import Outcome, Reached, TargetAnswer, TargetsAnswer
from tsolve.model.trace import Refusal
from tsolve.model.verdicts import chance_in_words
from tsolve.turns.check import reading_answers
from tsolve.turns.possibility import Possible, possible

_OUTSIDE = "only a Dungeon turn has targets"
_NO_TIME = "there was no time to search it"
_UNKNOWN = "the card there is unknown"
_ASKED: tuple[Aim, Aim] = ("attack", "win")
_FOR_VERDICTS = 1 / 3
"""The part of the budget of a Monster for what can be done; two best plays follow."""


def targets(opened: Opened, wishes: Wishes) -> TargetsAnswer:
    """What a Dungeon turn can do to each Monster, by the planner's answers. Each has an equal share of the
    budget.

    Raises UsageError for another kind of turn or an unknown goal, InputError for an unknown goal of the file.
    """
    inside = enter(opened)
    if inside.state.turn != "dungeon" or wishes.turn not in (None, "dungeon"):
        raise UsageError(_OUTSIDE)
    levels = goal_of(opened, "dungeon", wishes.goal)
    bests = Bests(inside, wishes)
    judge = _Judge(inside, bests, ",".join(levels), wishes.draws or opened.position.draws)
    places = [place for place in inside.state.places if judge.is_target(place)]
    found = []
    for left, place in zip(range(len(places), 0, -1), places, strict=True):
        try:
            with allow(current().part(1 / left)):
                found.append(judge.answer(place))
        except SpentError:
            found.append(judge.not_looked_at(place, _NO_TIME))
    readings = reading_answers(opened, bests.readings())
    return TargetsAnswer("", levels, DEFEAT, tuple(found), readings, about="Monster")


class _Judge:
    """Judges the Monsters of one position by the same goal and attitude to draws."""

    def __init__(self, opened: Opened, bests: Bests, goal: str, draws: Draws) -> None:
        self.opened, self.bests = opened, bests
        self.book, self.state = opened.book, opened.state
        self.goal, self.draws = goal, draws
        self.world = world_of(opened.game, opened.state)

    def is_target(self, place: int) -> bool:
        """Whether a Monster stands there, or a card that nobody has seen."""
        card = self.state.at(place).card
        return bool(card) and (card not in self.book.cards or card in self.book.monsters)

    def answer(self, place: int) -> TargetAnswer:
        """What a turn can do to what stands in a place."""
        name, where = called(self.book, self.state, place), place_name(place)
        if self.state.at(place).card not in self.book.cards:
            return self.not_looked_at(place, _UNKNOWN, attackable=False)
        target = target_at(self.state, place)
        with allow(current().part(_FOR_VERDICTS)):
            attack, defeat = (possible(Battle("", target, aim), self.world) for aim in _ASKED)
        with allow(current().part(1 / 2)):
            value = self.bests.against(target, "total", self.draws)
        best = self.bests.against(target, self.goal, self.draws)
        attackable = True if attack.chance else {"possible": True, "impossible": False}.get(attack.verdict)
        outcome = _outcome(defeat)
        table = value.played.answer.calculation if value.played is not None and attackable else None
        return TargetAnswer(
            name,
            where,
            outcome,
            attackable=attackable,
            refusal=None if attackable else self._refusal(place),
            value=_reached(value),
            calculation=table,
            needed=_needed(value, table),
            lack=self._lack(place, value, best) if outcome == "impossible" else None,
            chance=None if defeat.chance is None else exact(defeat.chance),
            plan=in_short(best.answer) if attackable is not False and _attacks(best) else None,
            reason="; ".join(defeat.left_out) if outcome == "undecided" else "",
            facts=self._facts(place),
        )

    def not_looked_at(self, place: int, why: str, attackable: bool | None = None) -> TargetAnswer:
        """All that the position says at once of what stands in a place, where nobody can say more."""
        name, where = called(self.book, self.state, place), place_name(place)
        refusal, facts = self._refusal(place), self._facts(place)
        return TargetAnswer(name, where, "undecided", attackable, refusal=refusal, reason=why, facts=facts)

    def _facts(self, place: int) -> dict[str, str]:
        """What a Monster is worth; nothing of a card that nobody has seen."""
        card = self.book.cards.get(self.state.at(place).card)
        return {} if card is None else {"VP": str(card.vp or 0), "XP": str(card.xp or 0)}

    def _refusal(self, place: int) -> Refusal | None:
        """Why it cannot be attacked as the position stands."""
        with allow(FREE):
            return self.opened.game.why_not(self.state, Attack(place))

    def _lack(self, place: int, *bests: Best) -> Refusal | None:
        """What keeps it alive although the Attack Value is enough."""
        for best in bests:
            if best.played is not None and best.played.result.tally.lack:
                tally = best.played.result.tally
                return Refusal(
                    f"{DEFEAT.do} {called(self.book, self.state, place)}", tally.lack, tally.lack_rulings
                )
        return None


def _attacks(best: Best) -> bool:
    """Whether it comes to a battle."""
    if best.played is None:
        return best.answer.policy is not None
    return bool(best.played.result.tally.outcome)


def _outcome(defeat: Possible[Action]) -> Outcome:
    """Whether it can be defeated, in the words of a table."""
    if defeat.verdict != "undecided":
        return "certain" if defeat.verdict == "possible" else "impossible"
    return "undecided" if defeat.chance is None else "chance"


def _reached(best: Best) -> Reached | None:
    """The greatest Attack Value; None where it comes to no battle."""
    policy = best.answer.policy
    if policy is not None:
        least, most = policy.worst.objective[0], policy.best.objective[0]
        return Reached(MEASURES.called("total"), policy.worth[0], least, most, best.sure)
    if best.played is None or not best.played.result.tally.outcome or best.played.undecided:
        return None
    value = best.played.result.tally.value
    return Reached(MEASURES.called("total"), exact(value), value, value, best.sure)


def _needed(best: Best, table: Calculation | None) -> Threshold | None:
    """The Health that the Attack Value is compared with, where it is the same on every way of the play."""
    policy = best.answer.policy
    ends = (
        [] if policy is None else [node.end.line.calculation for node in policy.nodes if node.end is not None]
    )
    health = {each.against for each in (table, *ends) if each is not None}
    (one,) = health if len(health) == 1 else (None,)
    return None if one is None else Threshold("Health", one, "defeats it")


_NO_TIME_FOR_DRAWS = "there was no time to try every draw"


class Play(NamedTuple):
    """The best play of a visit by one level of its goal."""

    outcomes: dict[int, Fraction]
    """What it reaches, and how likely; none when no play was found."""
    first: str
    """The first action; empty where chance comes first."""
    open_end: str
    """Why there may be a better play that was not found."""

    @property
    def mean(self) -> Fraction:
        """What it reaches on average."""
        return sum((value * chance for value, chance in self.outcomes.items()), start=Fraction(0))

    @property
    def begins(self) -> str:
        """How it begins, to be added to a reason."""
        return f": first {self.first}" if self.first else ""


Plays = dict[tuple[State, str, Draws], Play]
"""The best plays found so far, by position, level of the goal and attitude to draws."""


def judge_gold(opened: Opened, plays: Plays, sure: Riches, claimed: int) -> Judged:
    """Whether the most gold is this much; `sure` is the most without luck."""
    if claimed < sure.gold:
        return Judged(False, f"you have {sure.gold} gold without any draw")
    play = _best_play(opened, plays, "gold")
    if play.open_end:
        return Judged(None, f"{play.open_end}; so far {max(play.mean, sure.gold)} gold")
    least, most = min(play.outcomes), max(play.outcomes)
    if least == most:
        return Judged(least == claimed, f"you have {least} gold whatever you draw{play.begins}")
    told = f"the most gold hangs on what you draw: {play.mean} on average, {least} at worst, {most} at best"
    if claimed not in play.outcomes:
        return Judged(False, f"{told}, never {claimed}")
    chance = chance_in_words(play.outcomes[claimed])
    return Judged(None, f"{told}; {claimed} with a chance of {chance}{play.begins}")


def _best_play(opened: Opened, plays: Plays, level: str, draws: Draws = "expected") -> Play:
    key = opened.state, level, draws
    if key not in plays:  # claims on the same visit ask the same
        plays[key] = _searched(opened.game, opened.state, level, draws)
    return plays[key]


def _searched(game: Thunderstone, state: State, level: str, draws: Draws) -> Play:
    if state.step == "choose":
        state = game.apply(state, Visit("village"))
    found = search(game, state, (level,), draws=draws)
    open_end = "; ".join(found.left_out) or ("" if found.proved else _NO_TIME_FOR_DRAWS)
    if found.root is None:
        return Play({}, "", open_end)
    first = game.notation(found.root.state, found.root.line[0]) if found.root.line else ""
    return Play(_outcomes(found.root), first, open_end)


def _outcomes(root: Node) -> dict[int, Fraction]:
    """The ends of a policy with their chances; equal positions share a node."""
    known: dict[int, dict[int, Fraction]] = {}

    def below(node: Node) -> dict[int, Fraction]:
        if id(node) not in known:
            counted: dict[int, Fraction] = {}
            for branch in node.branches:
                for value, chance in below(branch.node).items():
                    counted[value] = counted.get(value, Fraction(0)) + branch.chance * chance
            known[id(node)] = counted or {int(node.worth[0]): Fraction(1)}
        return known[id(node)]

    return below(root)
