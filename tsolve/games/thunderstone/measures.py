"""The results of a turn that people may name, each declared once. (tsolve/contract/measures.py)"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tsolve.contract.measures import Measure, Measures
from tsolve.games.thunderstone.book import DISEASE, Book
from tsolve.games.thunderstone.effects.spoils import BuySpoils
from tsolve.games.thunderstone.game import costs, lead, victory_points, winners
from tsolve.games.thunderstone.state import NONE, State, Tally
from tsolve.games.thunderstone.turn.battle import Spoils
from tsolve.games.thunderstone.turn.village import purse
from tsolve.model.facts import Fact
from tsolve.model.trace import Entry

NO_BATTLE = 999
"""The shortfall that a goal counts if no Monster is attacked."""
DUNGEON, VILLAGE, REST = ("dungeon",), ("village",), ("rest",)
PENALTY = "TS-10.2"


class Course(NamedTuple):
    """What is known of a turn at some point of it."""

    state: State
    end: State
    """The position in which the turn ends, if that is certain."""
    rows: tuple[Entry, ...] = ()
    """The calculation of its battle; empty if the battle is not decided, or the calculation is not needed."""


Of = Callable[[Book, Course], Fact]


def _of_tally(part: Callable[[Tally], int]) -> Of:
    return lambda _, course: part(course.state.tally)


def _of_victory(part: Callable[[Tally], int]) -> Of:
    """A measure that only a victory has."""
    return lambda _, course: part(course.state.tally) if course.state.tally.outcome == "won" else None


def _last(quantity: str) -> Of:
    """The total of a quantity in the calculation; 0 if the battle has none of it."""

    def total(_: Book, course: Course) -> int | None:
        found = (row.after for row in reversed(course.rows) if row.quantity == quantity)
        return next(found, 0) if course.rows else None

    return total


def _penalty(_: Book, course: Course) -> int | None:
    def is_penalty(row: Entry) -> bool:
        return row.step == "add" and row.quantity == "total" and row.rulings[:1] == (PENALTY,)

    return -sum(row.change for row in course.rows if is_penalty(row)) if course.rows else None


def _victory(book: Book, course: Course) -> int:
    """The result of the game for me: 1 if I win alone, 0 with others, -1 if I lose. (TS-17.2)"""
    end = course.end
    if not end.over:
        return 0
    best = winners(book, end)
    return int(best == (end.active,)) if end.active in best else -1


def _vp(book: Book, course: Course) -> int:
    tally = course.state.tally
    if course.state.turn == "dungeon":
        return (book.card(tally.defeated).vp or 0) if tally.outcome == "won" and not tally.forfeited else 0

    def points(cards: Iterable[str]) -> int:
        return sum(book.card(card).vp or 0 for card in cards)

    return points(tally.gained) - points((*tally.destroyed, *tally.levelled))


def _shortfall(_: Book, course: Course) -> int | None:
    tally = course.state.tally
    if tally.outcome == "lost":  # enough Attack, but something else was missing (TS-7.6)
        return max(tally.health - tally.value, 1)
    return 0 if tally.outcome == "won" else None


def _leaving(course: Course) -> list[str]:
    """The player's cards that a decided battle has destroyed and that are still in the hand."""
    state = course.state
    if not state.tally.outcome and not state.over:
        return []
    leaving = (m for m in state.party if (m.doomed or m.perishes) and not m.left)
    return [member.card for member in leaving if member.owner in (NONE, state.active)]


def _lost(book: Book, course: Course) -> int:
    return course.state.tally.lost + sum(card not in book.diseases for card in _leaving(course))


def _diseases(book: Book, course: Course) -> int:
    return course.state.tally.diseases_destroyed + sum(card in book.diseases for card in _leaving(course))


def gold_of_spoils(book: Book, state: State) -> int | None:
    """The gold for a purchase that Spoils allow now; None if they allow none. (TS-14.1)"""
    task = state.todo[-1] if state.todo else None
    if not isinstance(task, Spoils):
        return None
    effects = (book.card(source).spoils[number] for source, number in task.pending)
    return purse(book, state) if any(isinstance(each, BuySpoils) for each in effects) else None


def at_hand(book: Book, state: State) -> int:
    """The gold at hand when the purchases began, or would begin now. (TS-4.3)"""
    if state.step in ("choose", "effects"):
        return state.gold + purse(book, state)
    of_spoils = gold_of_spoils(book, state)
    if of_spoils is not None:
        return of_spoils
    return state.tally.gold


def _gold_lost(book: Book, course: Course) -> int:
    tally = course.state.tally
    return sum(book.card(card).gold or 0 for card in (*tally.destroyed, *tally.levelled))


MEASURES: Measures[Book, Course] = Measures(
    Measure(
        "win",
        "1 when a Monster is defeated",
        _of_tally(lambda tally: int(tally.outcome == "won")),
        unit=("to win", "in battles won"),
        is_stated=False,
        turns=DUNGEON,
        is_indicator=True,
    ),
    Measure(
        "points",
        "change of the final score by all that the turn does",
        lambda book, course: victory_points(book, course.end),
        unit=("point", "points"),
    ),
    Measure(
        "lead",
        "final score minus the best score of the other players",
        lambda book, course: lead(book, course.end),
        unit=("point ahead", "points ahead"),
        is_stated=False,
    ),
    Measure(
        "victory",
        "1 when the turn ends the game and wins it, -1 when it ends it and another player wins",
        _victory,
        is_stated=False,
        turns=DUNGEON,
    ),
    Measure(
        "vp",
        "Victory Points of the defeated Monster alone; without a battle of cards gained less cards destroyed",
        _vp,
        title="VP",
    ),
    Measure(
        "xp",
        "XP gained less XP spent",
        _of_tally(lambda tally: tally.earned),
        turns=(*DUNGEON, *VILLAGE),
        formerly=("earned",),
        title="XP",
        words=("experience",),
        is_asked=True,
    ),
    Measure(
        "xp_left",
        "the XP that the player holds",
        lambda _, course: course.state.me.xp,
        title="XP",
        turns=VILLAGE,
        formerly=("xp",),
    ),
    Measure(
        "growth",
        "printed costs of cards gained less those of cards destroyed",
        lambda book, course: costs(book, course.end),
        unit=("gold in cards", "gold in cards"),
        formerly=("worth",),
    ),
    Measure(
        "lost",
        "own cards destroyed, without Diseases; fewer is better",
        _lost,
        better="less",
        unit=("card lost", "cards lost"),
    ),
    Measure(
        "margin",
        "Attack Value beyond the Health of the defeated Monster",
        _of_victory(lambda tally: tally.value - tally.health),
        unit=("to spare", "to spare"),
        turns=DUNGEON,
        is_margin=True,
    ),
    Measure(
        "goes_on",
        "1 when the game goes on after the turn",
        lambda _, course: int(not course.end.over),
        unit=("to go on", "to go on"),
        is_indicator=True,
    ),
    Measure(
        "shortfall",
        "what the attack lacks to defeat the Monster, at least 1 when the battle is lost; less is better",
        _shortfall,
        better="less",
        nothing=NO_BATTLE,
        unit=("missing", "missing"),
        turns=DUNGEON,
        is_margin=True,
    ),
    Measure(
        "attack",
        "the total of Attack that counts in the battle",
        _last("attack"),
        is_level=False,
        is_summed=True,
        quantity="attack",
        title="Attack",
        is_compared=True,
        is_asked=True,
    ),
    Measure(
        "magic",
        "the total of Magic Attack that counts in the battle",
        _last("magic"),
        is_level=False,
        is_summed=True,
        quantity="magic",
        title="Magic Attack",
        is_compared=True,
        term="magic_attack",
        is_asked=True,
    ),
    Measure(
        "light",
        "the party's Light in the battle",
        _last("light"),
        is_level=False,
        is_summed=True,
        quantity="light",
        title="Light",
        is_asked=True,
    ),
    Measure(
        "penalty",
        "what the Light Penalty takes off the Attack Value",
        _penalty,
        is_level=False,
        is_summed=True,
        term="light_penalty",
    ),
    Measure(
        "total",
        "the Attack Value",
        lambda _, course: course.state.tally.value if course.state.tally.outcome else None,
        is_summed=True,
        quantity="total",
        turns=DUNGEON,
        formerly=("value",),
        title="Attack Value",
        is_margin=True,
        is_compared=True,
        term="attack_value",
    ),
    Measure("diseases", "Diseases destroyed", _diseases, unit=("Disease gone", "Diseases gone")),
    Measure(
        "gold",
        "the gold at hand for the purchases",
        lambda book, course: at_hand(book, course.state),
        needs_line=False,
        quantity="gold",
        turns=VILLAGE,
        is_asked=True,
    ),
    Measure(
        "gold_lost",
        "Gold Value of the own cards destroyed; less is better",
        _gold_lost,
        better="less",
        unit=("gold lost", "gold lost"),
        is_stated=False,
        turns=REST,
        formerly=("gold",),
    ),
    Measure(
        "levels",
        "Heroes levelled up",
        _of_tally(lambda tally: len(tally.levelled)),
        turns=VILLAGE,
        term="level_up",
    ),
    Measure(
        "thin",
        "cards destroyed, Diseases among them; a Hero that levels up is none",
        _of_tally(lambda tally: len(tally.destroyed) + tally.diseases_destroyed),
        turns=(*VILLAGE, *REST),
    ),
    Measure(
        "destroyed",
        "own cards destroyed, Diseases included",
        lambda _, course: (
            *course.state.tally.destroyed,
            *[DISEASE] * course.state.tally.diseases_destroyed,
        ),
        is_level=False,
        is_list=True,
        term="destroy",
    ),
    Measure(
        "gained",
        "cards won, bought, taken and levelled up to",
        lambda _, course: course.state.tally.gained,
        is_level=False,
        is_list=True,
    ),
)
