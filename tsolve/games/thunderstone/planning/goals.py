"""Goals of a turn, level by level: the first level decides, later ones break ties. They are read from the
command or the file, and a written line is valued by them.

A level may be a weighted sum of single levels (`written/position.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.contract.measures import Goal, names_in
from tsolve.diagnostics import input_error
from tsolve.errors import InputError, UsageError
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import unknown_piles
from tsolve.games.thunderstone.measures import MEASURES, Course
from tsolve.games.thunderstone.planning.endings import Counted, end_of_turn
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State, TurnKind
from tsolve.games.thunderstone.turn.traps_and_treasures import MayEscape, Strike
from tsolve.steps.line import play_line
from tsolve.written.position_file import weighted

DEFAULTS = {
    "dungeon": ("win", "points", "goes_on", "shortfall", "lost", "xp", "vp", "margin"),
    "village": ("growth", "points", "xp_left", "lost"),
    "rest": ("diseases", "growth", "points", "gold_lost", "thin"),
    "any": ("3*points+xp+growth+2*lost+2*diseases", "points", "lost", "growth", "xp", "diseases"),
}
"""In the Dungeon one order serves both won and lost battles. A victory has no shortfall, so of victories with
the same score the one that loses fewest cards is best. Of battles that cannot be won the attempt that comes
closest is best, whatever it costs apart from points and the end of the game.
"""
WHOLE_TURN = frozenset(("points", "lead", "victory", "growth", "goes_on"))
"""Levels that count the whole turn, with all that follows its battle."""

COMPARING = frozenset(("lead", "victory"))
"""Levels that compare the players, so that everybody's cards must be known."""

BOUGHT = frozenset(("growth", "points", "lead", "vp", "levels"))
"""Levels that a purchase or a Hero's next level can raise."""

BUYS = "buys "
"""The prefix of a level for one purchase; see `buying`. Only the program makes it, and it is never part of a
sum.
"""


MONSTER_ALONE = (
    "the goal's vp counts the defeated Monster alone, not the Thunderstone, nor cards lost, bought or taken; "
    "points counts them all"
)
"""The note for a Dungeon turn whose goal `counts_monster_alone`."""

SUMS = ("magic", "light")
"""Levels that only the program uses: the Magic Attack that counts, and the party's Light in the battle."""

BELOW_ZERO = "below zero"
"""A level that only the program uses: the negative Attack Value of a lost battle without the limit at 0."""


def closing(goal: Goal) -> Goal:
    """The goal that chooses which of several equally good lines without a victory is shown: the one that
    comes closest, in the order of the usual goal.
    """
    further = (BELOW_ZERO, "lost") if "total" in goal else ("goes_on", "shortfall", BELOW_ZERO, "lost")
    return (*goal, *(level for level in further if level not in goal))


def counts_closeness(goal: Goal) -> bool:
    """Whether the goal counts all that `closing` adds, except for what is below zero: then a lost battle in
    which nothing is comes as close as any other of its worth.
    """
    return closing(goal) == (*goal, BELOW_ZERO)


def buying(card: str) -> str:
    """The level of a visit that is 1 when this card (an id) is bought, so that its expected value is a
    probability.
    """
    return BUYS + card


def read_goal(place: str, text: str | None) -> Goal:
    """The levels of a goal written as `vp,xp,lost` or `2*vp+xp,lost`; None is the default. Raises UsageError
    for an unknown level.

    `place` is a kind of turn, or `any` for a goal that compares all kinds: a level that a kind of turn does
    not have counts 0 there.
    """
    if not text:
        return DEFAULTS[place]
    kind, called = ("", "any goal") if place == "any" else (place, f"a {place} goal")
    return MEASURES.read_goal(text, "points", kind, called)


def battle_result(book: Book, state: State, goal: Goal) -> tuple[int, ...] | None:
    """The value of a Dungeon turn by the goal, once its battle is decided; None before.

    What certainly follows the battle counts, such as a Trap that turns up when the Hall is refilled, or the
    Thunderstone; what depends on chance or another player does not. Nothing is decided while the player has a
    choice that a level counts.
    """
    if not state.tally.outcome and not state.over:
        return None
    if state.step == "battle" and state.todo and _may_be_trapped(book, state):
        return None
    counted = counted_to_the_end(goal)
    end = end_of_turn(book, state, counted) if counted else state
    if end is None:
        return None
    levels = _levels(book, Course(state, end), goal, "dungeon")
    tally = state.tally
    made = {BELOW_ZERO: tally.below_zero, "magic": tally.magic, "light": tally.light}
    return weighted(goal, levels | made)


_counted = lru_cache(1024)(MEASURES.counted)


def _levels(book: Book, course: Course, goal: Goal, kind: TurnKind) -> dict[str, int]:
    return {name: MEASURES.level(book, course, name) for name in _counted(goal, kind)}


def counts_monster_alone(goal: Goal) -> bool:
    """Whether the goal's `vp` counts only the Monster's Victory Points and no level before or beside it
    counts the change of the score, which a player might expect.
    """
    for level in goal:
        names = names_in((level,))
        if names & {"points", "lead"}:
            return False
        if "vp" in names:
            return True
    return False


@lru_cache(1024)
def counted_to_the_end(goal: Goal) -> Counted:
    """The levels of the goal that count the whole turn."""
    return WHOLE_TURN & names_in(goal)


def _may_be_trapped(book: Book, state: State) -> bool:
    """Whether the active player has a choice to make, and a Trap acts or lies in the Dungeon Deck. (DS-6)"""
    waiting = state.todo[-1]
    if waiting.mover(book, state) != state.active:
        return False
    return isinstance(waiting, Strike | MayEscape) or not book.traps.isdisjoint(contents(state.dungeon))


def visit_result(book: Book, state: State, goal: Goal) -> tuple[int, ...] | None:
    """The value of a visit to the Village or of a rest by the goal, once the turn is over; None before."""
    if state.step not in ("ending", "over"):
        return None
    tally = state.tally
    came = tally.gained[: len(tally.gained) - len(tally.levelled)]  # Heroes level up after the purchases
    bought = Counter(came) - Counter(tally.taken)
    kind: TurnKind = "rest" if state.turn == "rest" else "village"
    levels = _levels(book, Course(state, state), goal, kind)
    return weighted(goal, levels | dict.fromkeys(map(buying, bought), 1))


def turn_result(book: Book, state: State, goal: Goal) -> tuple[int, ...] | None:
    """The value of a turn of any kind by the goal, once its result is certain; None before."""
    judge = battle_result if state.turn == "dungeon" else visit_result
    return judge(book, state, goal)


_HELP = "write down all that every player owns: {example}"
_OTHERS = "`players: {others: [{owned: [...]}]}`"


def goal_of(position: ThunderstonePosition, place: str, goal: str | None) -> Goal:
    """The levels of the goal asked for, else of the file's, else of the usual one.

    Raises UsageError for an unknown level asked for, InputError for one in the file (E311), and where the
    goal compares players of whom not all cards are known (E315).
    """
    if goal:
        levels = read_goal(place, goal)
    else:
        try:
            levels = read_goal(place, position.written.goal)
        except UsageError as error:
            raise input_error("E311", str(error), position.decoded.span("goal")) from None
    _check_known(position, levels)
    return levels


def _check_known(position: ThunderstonePosition, levels: Goal) -> None:
    """Refuse a goal that compares the players if the position does not tell what they own. (TS-17.2)"""
    compared = sorted(counted_to_the_end(levels) & COMPARING)
    if not compared:
        return
    level, state = compared[0], position.state
    if len(state.players) == 1:
        message = f'the level "{level}" compares the players, and there is no other player'
        raise input_error("E315", message, position.decoded.span("players", "others"))
    if has_unknown(state.me.deck):
        message = f'the level "{level}" needs your score, and your deck is not known'
        help_ = _HELP.format(example="`owned: [...]`")
        raise input_error("E315", message, position.decoded.span("deck"), help_)
    for index in range(len(state.players) - 1):
        if unknown := unknown_piles(state, index + 1):
            what = unknown[0]
            message = (
                f'the level "{level}" needs every score, and the {what} of player {index + 2} is not known'
            )
            span = position.decoded.span("players", "others", index, what)
            raise input_error("E315", message, span, _HELP.format(example=_OTHERS))


def line_worth(
    position: ThunderstonePosition, line: Sequence[str], goal: Goal, place: TurnKind = "dungeon"
) -> tuple[int, ...] | None:
    """The value of the line, level by level; None if it means nothing here, is not legal or not a whole turn.

    `place` is the kind of turn, if the position leaves it open.
    """
    start = position.state
    if start.step == "choose":
        start = position.game.apply(start, Visit(place))
    try:
        played = play_line(position.at(start), line)
    except InputError:
        return None
    if not played.answer.legal or played.undecided:
        return None
    return turn_result(position.book, played.result, goal)
