"""The goal of a turn, from the command or the file, level by level: the first level decides, later ones break
ties.

A level may be a weighted sum of single levels (`written/position.py`).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from tsolve.contract.measures import Goal, names_in
from tsolve.diagnostics import input_error
from tsolve.errors import UsageError
from tsolve.games.quest.answers import PRICES
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.state import ANYBODY, State, Tally, Target
from tsolve.games.quest.turn.ending import EndPhase
from tsolve.written.position_file import weighted

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.position import QuestPosition
    from tsolve.model.plays import Wishes


Kind = Literal["dungeon", "village", "any"]
"""A kind of turn; `any` for a goal by which both kinds are compared."""
Value = tuple[int, ...]
"""The value of a turn by a goal, level by level."""

GAINS, RISES = "gains ", "rises to "
"""Prefixes of levels for one card or token; see `gaining` and `rising`. Only the program makes such
levels.
"""

DEFAULTS: dict[Kind, Goal] = {
    "dungeon": ("vp", "growth", "rewards", "wounds", "shortfall", "lost", "xp", "margin"),
    "village": ("growth", "vp", "wounds", "lost", "unspent"),
    "any": ("2*vp+growth+2*wounds", "rewards", "wounds", "shortfall", "lost", "margin", "unspent"),
}
"""In the Dungeon the score comes first: XP and the Victory Points of cards gained, less those of cards lost.
Growth is next, which counts rewards by their price: nothing is spent on a battle, won or lost, that brings
less than it costs. Of battles with equal gain and cost the one with the fewest Wounds is best, then the one
that comes closest, then the one that destroys no card. XP are better than points on cards, since they can be
spent.

In the Village the deck should grow. Levelling up costs XP, so XP as the first level would forbid it. Of
purchases and levels of the same cost in gold, those that score more and keep more XP are better; a Wound is
healed if that costs no growth.

If both kinds of turn are compared, an XP or a Victory Point counts as 2 gold: then levelling up always pays,
a Treasure is 5 points, and a Wound costs 2 gold, too.
"""


SETTLED_BY_THE_STRIKE = frozenset(("win", "total", "margin", "shortfall"))
"""Levels that nothing after the strike changes."""
_OF_THE_TARGET = ("win", "total", "margin")
"""Levels that count the result of the battle itself."""
MISSED = -1_000_000
"""What a turn loses if it does not battle the target."""


def read_goal(kind: Kind, text: str | None) -> Goal:
    """The levels of a goal written as `xp,lost` or `3*xp+rewards,lost`; None or nothing is the default.

    Raises UsageError for an unknown level, or one named twice.
    """
    return MEASURES.read_goal(text, "xp") if text else DEFAULTS[kind]


def gaining(thing: str) -> str:
    """The level that is 1 when this is bought or won: the id of a card, or of a token's card. Its expected
    value is a probability.
    """
    return GAINS + thing


def rising(card: str) -> str:
    """The level of a turn that is 1 when a Hero becomes this card (an id)."""
    return RISES + card


def turn_over(state: State) -> bool:
    """Whether the result of the turn is final: only the End phase is left. (QUEST-6)"""
    return state.over or (bool(state.todo) and isinstance(state.todo[-1], EndPhase))


def value(book: Book, state: State, goal: Goal) -> Value | None:
    """The value of the turn by the goal, once its result is final; None before."""
    if not turn_over(state):
        return None
    names = names_in(goal)
    levels = {name: MEASURES.level(book, state, name) for name in names if name in MEASURES.levels}
    if any(name.startswith((GAINS, RISES)) for name in names):
        levels |= brought(state.tally)
    return weighted(goal, levels)


def brought(tally: Tally) -> dict[str, int]:
    """The levels of the cards and tokens that came this turn."""
    came = Counter(tally.gained) - Counter(tally.became)
    tokens = (PRICES[token] for token in tally.tokens_gained)
    return dict.fromkeys((*map(gaining, (*came, *tokens)), *map(rising, tally.became)), 1)


def missed(goal: Goal, worth: Value) -> Value:
    """The value of a turn that does not battle the target."""
    level = level_that_misses(goal)
    return tuple(amount + (MISSED if at == level else 0) for at, amount in enumerate(worth))


def of_another(goal: Goal, worth: Value) -> Value:
    """The value of a turn that battles another Monster than the target: gains from that one do not count."""
    return tuple(0 if level in _OF_THE_TARGET else each for level, each in zip(goal, worth, strict=True))


def level_that_misses(goal: Goal) -> int:
    """The level that missing the target lowers: the first, or the second if the first is the victory."""
    return int(goal[0] == "win")


KINDS: tuple[Kind, ...] = ("any", "dungeon", "village")


def kind_of(position: QuestPosition, wishes: Wishes) -> Kind:
    """The kind of turn of the question; `any` if neither the file nor the command says it.

    Raises UsageError for an unknown kind, or one for which it is too late in the position.
    """
    state = position.state
    began: Kind = "any" if state.phase == "prepare" else "village" if state.me.location else "dungeon"
    if began == "any" and position.written.turn != "undecided":
        began = position.written.turn
    if wishes.turn is None or wishes.turn == began:
        return began
    wanted = next((kind for kind in KINDS if kind == wishes.turn), None)
    if wanted is None:
        raise UsageError(f'unknown kind of turn "{wishes.turn}"; there are: {", ".join(KINDS)}')
    if state.phase != "prepare":
        raise UsageError(f"the position is inside a {began} phase already")
    return wanted


def goal_of(position: QuestPosition, kind: Kind, goal: str | None) -> Goal:
    """The levels of the goal asked for, else of the file's, else of the usual one.

    Raises UsageError for an unknown level asked for, InputError for one in the file (E311).
    """
    if goal:
        return read_goal(kind, goal)
    try:
        return read_goal(kind, position.written.goal)
    except UsageError as error:
        raise input_error("E311", str(error), position.decoded.span("goal")) from None


def target_of(position: QuestPosition, wishes: Wishes) -> Target:
    """The Monster that the best line must battle. Raises InputError for an unknown name (E302, E303)."""
    if position.aim != ANYBODY:
        return position.aim
    named = wishes.target or position.written.target
    return position.target(named) if named else ANYBODY


def check_wishes(position: QuestPosition, wishes: Wishes) -> None:
    """Refuse an unknown goal, target or kind of turn. Raises UsageError or InputError."""
    goal_of(position, kind_of(position, wishes), wishes.goal)
    target_of(position, wishes)
