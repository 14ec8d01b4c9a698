"""Claims about a visit to the Village that depends on draws: judged by chances, never by a single draw."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.likely import Judged
from tsolve.games.thunderstone.judging.visits import Purchase, Riches
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.planning.goals import buying
from tsolve.games.thunderstone.planning.policy import Node, search
from tsolve.games.thunderstone.state import State
from tsolve.model.wishes import Draws
from tsolve.model.words import chance_in_words

_NO_TIME = "there was no time to try every draw"


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


def judge_purchase(
    opened: Opened, plays: Plays, card: str, way: Purchase, wanted: Fraction | None, buys: bool
) -> Judged:
    """Whether a card can be bought that no purchase without luck brings (`way`).

    `wanted` is the greatest chance as claimed, None for certainty; `buys` whether the claim is for it.
    """
    play = _best_play(opened, plays, buying(card))
    chance = chance_in_words(play.mean)
    if play.open_end and not (play.mean == 1 and wanted is None):
        so_far = f"; so far {chance}{play.begins}" if play.mean else ""
        return Judged(None, f"{play.open_end}{so_far}")
    if play.mean == 1:
        reason = f"you can buy it whatever you draw{play.begins}"
    elif not play.mean:
        reason = f"you cannot buy it, whatever you draw: {_at_most(opened, plays, way, card)}"
    else:
        reason = f"the best chance to buy it is {chance}{play.begins}"
    if wanted is not None:
        return Judged(play.mean == wanted, reason)
    return Judged(buys if play.mean == 1 else not buys if not play.mean else None, reason)


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


def _at_most(opened: Opened, plays: Plays, way: Purchase, card: str) -> str:
    """What is in the way of a purchase even with the best cards."""
    richest = _best_play(opened, plays, "gold", "best")
    cost = opened.book.card(card).cost or 0
    if richest.open_end or max(richest.outcomes) >= cost:
        return way.reason
    return f"it costs {cost}, you have {max(richest.outcomes)} gold at most"


def _best_play(opened: Opened, plays: Plays, level: str, draws: Draws = "expected") -> Play:
    key = opened.state, level, draws
    if key not in plays:  # claims on the same visit ask the same
        plays[key] = _searched(opened.game, opened.state, level, draws)
    return plays[key]


def _searched(game: Thunderstone, state: State, level: str, draws: Draws) -> Play:
    if state.step == "choose":
        state = game.apply(state, Visit("village"))
    found = search(game, state, (level,), draws=draws)
    open_end = "; ".join(found.left_out) or ("" if found.proved else _NO_TIME)
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
