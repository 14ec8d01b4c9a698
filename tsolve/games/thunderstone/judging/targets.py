"""For each Monster in the Hall or in space 0: whether it can be attacked and defeated, and how. Also judges
claims about a visit to the Village with draws: by probabilities, never by a single draw.
"""

from __future__ import annotations

from fractions import Fraction

from tsolve.budget import FREE, SpentError, allow, current
from tsolve.errors import UsageError
from tsolve.games.thunderstone.actions import Action, Attack
from tsolve.games.thunderstone.judging.figures import Riches
from tsolve.games.thunderstone.judging.limits import limit_of
from tsolve.games.thunderstone.judging.lines import Judged, TurnBest, TurnBestPlays, enter
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.planning.goals import goal_of
from tsolve.games.thunderstone.planning.turns import in_short
from tsolve.games.thunderstone.planning.written_policy import DEFEAT
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.turn.hall import called, place_name, target_at
from tsolve.games.thunderstone.why_not.battles import Battle
from tsolve.games.thunderstone.why_not.question import Aim
from tsolve.games.thunderstone.why_not.visits import Savings
from tsolve.games.thunderstone.why_not.world import world_of
from tsolve.judging.check import reading_answers
from tsolve.model.odds import Threshold
from tsolve.model.plays import Calculation, Draws, Wishes, exact
from tsolve.model.solved import Outcome, Reached, TargetAnswer, TargetsAnswer
from tsolve.model.trace import Refusal
from tsolve.model.verdicts import chance_in_words
from tsolve.worlds.possibility import Possible, possible
from tsolve.written.bounds import Bound

_OUTSIDE = "only a Dungeon turn has targets"
_NO_TIME = "there was no time to search it"
_UNKNOWN = "the card there is unknown"
_ASKED: tuple[Aim, Aim] = ("attack", "win")
_FOR_VERDICTS = 1 / 3
"""The share of a Monster's budget for the question of what can be done; two best plays follow."""


def targets(position: ThunderstonePosition, wishes: Wishes) -> TargetsAnswer:
    """What a Dungeon turn can do to each Monster, by the planner's answers. Each has an equal share of the
    budget.

    Raises UsageError for another kind of turn or an unknown goal, InputError for an unknown goal of the file.
    """
    inside = enter(position)
    if inside.state.turn != "dungeon" or wishes.turn not in (None, "dungeon"):
        raise UsageError(_OUTSIDE)
    levels = goal_of(position, "dungeon", wishes.goal)
    best_plays = TurnBestPlays(inside, wishes)
    judge = _Judge(inside, best_plays, ",".join(levels), wishes.draws or position.written.draws)
    places = [place for place in inside.state.places if judge.is_target(place)]
    found = []
    for left, place in zip(range(len(places), 0, -1), places, strict=True):
        try:
            with allow(current().part(1 / left)):
                found.append(judge.answer(place))
        except SpentError:
            found.append(judge.not_looked_at(place, _NO_TIME))
    readings = reading_answers(position, best_plays.readings())
    return TargetsAnswer("", levels, DEFEAT, tuple(found), readings, about="Monster")


class _Judge:
    """Judges the Monsters of one position by the same goal and attitude to draws."""

    def __init__(
        self, position: ThunderstonePosition, best_plays: TurnBestPlays, goal: str, draws: Draws
    ) -> None:
        self.position, self.best_plays = position, best_plays
        self.book, self.state = position.book, position.state
        self.goal, self.draws = goal, draws
        self.world = world_of(position.game, position.state)

    def is_target(self, place: int) -> bool:
        """Whether a Monster stands there, or an unknown card."""
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
            value = self.best_plays.against(target, "total", self.draws)
        best = self.best_plays.against(target, self.goal, self.draws)
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
        """An undecided answer for a place that was not searched, with what the position shows of it."""
        name, where = called(self.book, self.state, place), place_name(place)
        refusal, facts = self._refusal(place), self._facts(place)
        return TargetAnswer(name, where, "undecided", attackable, refusal=refusal, reason=why, facts=facts)

    def _facts(self, place: int) -> dict[str, str]:
        """What defeating a Monster brings; nothing for an unknown card."""
        card = self.book.cards.get(self.state.at(place).card)
        return {} if card is None else {"VP": str(card.vp or 0), "XP": str(card.xp or 0)}

    def _refusal(self, place: int) -> Refusal | None:
        """Why it cannot be attacked in the present position."""
        with allow(FREE):
            return self.position.game.why_not(self.state, Attack(place))

    def _lack(self, place: int, *best_plays: TurnBest) -> Refusal | None:
        """What is missing to defeat it although the Attack Value is enough."""
        for best in best_plays:
            if best.played is not None and best.played.result.tally.lack:
                tally = best.played.result.tally
                return Refusal(
                    f"{DEFEAT.do} {called(self.book, self.state, place)}", tally.lack, tally.lack_rulings
                )
        return None


def _attacks(best: TurnBest) -> bool:
    """Whether there is a battle."""
    if best.played is None:
        return best.answer.policy is not None
    return bool(best.played.result.tally.outcome)


def _outcome(defeat: Possible[Action]) -> Outcome:
    """Whether it can be defeated, as a word for the table."""
    if defeat.verdict != "undecided":
        return "certain" if defeat.verdict == "possible" else "impossible"
    return "undecided" if defeat.chance is None else "chance"


def _reached(best: TurnBest) -> Reached | None:
    """The greatest Attack Value; None without a battle."""
    policy = best.answer.policy
    if policy is not None:
        least, most = policy.worst.objective[0], policy.best.objective[0]
        return Reached(MEASURES.called("total"), policy.worth[0], least, most, best.sure)
    if best.played is None or not best.played.result.tally.outcome or best.played.undecided:
        return None
    value = best.played.result.tally.value
    return Reached(MEASURES.called("total"), exact(value), value, value, best.sure)


def _needed(best: TurnBest, table: Calculation | None) -> Threshold | None:
    """The Health that the Attack Value is compared with, if it is the same in every branch of the play."""
    policy = best.answer.policy
    ends = (
        [] if policy is None else [node.end.line.calculation for node in policy.nodes if node.end is not None]
    )
    health = {each.against for each in (table, *ends) if each is not None}
    (one,) = health if len(health) == 1 else (None,)
    return None if one is None else Threshold("Health", one, "defeats it")


def judge_gold(
    position: ThunderstonePosition, sure: Riches, claimed: int, bound: Bound | None = None
) -> Judged:
    """Whether the most gold is this much, if cards may be drawn; `sure`: the most without luck."""
    if bound is not None:
        limit = limit_of(bound, claimed)
        question = Savings("", "gold", limit.number)
        return limit.judge(possible(question, world_of(position.game, position.state)), "gold")
    if claimed < sure.gold:
        return Judged(False, f"you have {sure.gold} gold without any draw")
    world = world_of(position.game, position.state)
    question = Savings("", "gold", claimed)
    found = [possible(asked, world) for asked in (question, Savings("", "gold", claimed + 1))]
    so_much, more = (_chance(each) for each in found)
    if so_much is None or more is None:
        open_ends = dict.fromkeys(why for each in found for why in each.left_out)
        return Judged(None, f"{'; '.join(open_ends)}; so far {sure.gold} gold")
    text = f"the most gold is {question.most_at(world, 'gold')}"
    if so_much == more:
        return Judged(False, f"{text}, never {claimed}")
    if so_much - more == 1:
        return Judged(True, f"you have {claimed} gold whatever you draw")
    first = f": first {found[0].first}" if found[0].first else ""
    return Judged(None, f"{text}; {claimed} with a chance of {chance_in_words(so_much - more)}{first}")


def _chance(found: Possible[Action]) -> Fraction | None:
    """The chance that it can be done; None where that is unknown."""
    return {"possible": Fraction(1), "impossible": Fraction(0)}.get(found.verdict, found.chance)
