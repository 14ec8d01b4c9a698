"""What a player wants of a turn, level by level: the first level decides, later ones break ties; as the
command or the file asks for it.

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
"""What a turn is worth by a goal, level by level."""

GAINS, RISES = "gains ", "rises to "
"""Begin a level that asks for one card or token; see `gaining` and `rising`. It is made, not read."""

DEFAULTS: dict[Kind, Goal] = {
    "dungeon": ("vp", "growth", "rewards", "wounds", "shortfall", "lost", "xp", "margin"),
    "village": ("growth", "vp", "wounds", "lost", "unspent"),
    "any": ("2*vp+growth+2*wounds", "rewards", "wounds", "shortfall", "lost", "margin", "unspent"),
}
"""In the Dungeon the score comes first: XP and the Victory Points of cards that come, less those of cards
that go. Growth is next, which counts rewards by their price: nothing is spent on a battle, won or lost, that
brings less than it costs. Of battles that bring and cost the same the one with the fewest Wounds is best,
then the one that comes closest, then the one that destroys no card. XP are better than points on cards, for
they can be spent.

In the Village the deck shall grow: a Hero who levels up costs XP, so XP first would forbid every level. Of
purchases and levels that cost as much in gold, those that score more and keep more XP are better; a Wound is
healed wherever that costs no growth.

Where the two are compared, an XP or a Victory Point counts as 2 gold: a level then always pays, a Treasure
is 5 points, and 2 gold are also the price of a Wound.
"""


SETTLED_BY_THE_STRIKE = frozenset(("win", "total", "margin", "shortfall"))
"""Levels to which nothing after the strike makes a difference."""
_OF_THE_TARGET = ("win", "total", "margin")
"""Levels that count what comes of the battle itself."""
MISSED = -1_000_000
"""What a turn loses that does not battle the target."""


def read_goal(kind: Kind, text: str | None) -> Goal:
    """The levels of a goal written as `xp,lost` or `3*xp+rewards,lost`; None or nothing is the default.

    Raises UsageError for an unknown level, or one named twice.
    """
    return MEASURES.read_goal(text, "xp") if text else DEFAULTS[kind]


def gaining(thing: str) -> str:
    """The level that is 1 when this is bought or won: the id of a card, or of a token's card. Its mean is a
    chance.
    """
    return GAINS + thing


def rising(card: str) -> str:
    """The level of a turn that is 1 when a Hero becomes this card (an id)."""
    return RISES + card


def turn_over(state: State) -> bool:
    """Whether the result of the turn stands: nothing but the End phase is left. (QUEST-6)"""
    return state.over or (bool(state.todo) and isinstance(state.todo[-1], EndPhase))


def value(book: Book, state: State, goal: Goal) -> Value | None:
    """The worth of the turn by the goal, once its result stands; None before."""
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
    """The worth of a turn that does not battle the target."""
    level = level_that_misses(goal)
    return tuple(amount + (MISSED if at == level else 0) for at, amount in enumerate(worth))


def of_another(goal: Goal, worth: Value) -> Value:
    """The worth of a turn that battles another Monster than the target: what is won of that one does not
    count.
    """
    return tuple(0 if level in _OF_THE_TARGET else each for level, each in zip(goal, worth, strict=True))


def level_that_misses(goal: Goal) -> int:
    """The level that missing the target lowers: the first, or the second if the first is the victory."""
    return int(goal[0] == "win")


KINDS: tuple[Kind, ...] = ("any", "dungeon", "village")


def kind_of(position: QuestPosition, wishes: Wishes) -> Kind:
    """The kind of turn that is asked about; `any` where neither the file nor the command says it.

    Raises UsageError for a kind that there is not, or that the position has left behind.
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
    """Refuse a goal, a target or a kind of turn that there is not. Raises UsageError or InputError."""
    goal_of(position, kind_of(position, wishes), wishes.goal)
    target_of(position, wishes)
