"""What a player wants of a turn, level by level: the first level decides, later ones break ties.

A level may be a weighted sum of single levels (`weights`).
"""

from __future__ import annotations

from collections import Counter

from tsolve.errors import UsageError
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.piles import contents
from tsolve.games.thunderstone.planning.weights import parts_of, read_level, weighed
from tsolve.games.thunderstone.state import NONE, State

NO_BATTLE = 999
"""The shortfall when nobody is attacked at all."""

DUNGEON_LEVELS = {
    "win": "1 when a Monster is defeated",
    "vp": "Victory Points of the defeated Monster",
    "xp": "XP gained in the battle, less what the preparation cost",
    "earned": "XP gained less XP spent, the same as xp in the Dungeon",
    "lost": "own cards destroyed (fewer is better; a Disease that returns to its stack is none)",
    "margin": "by how much the Attack Value exceeds the Health of the defeated Monster",
    "shortfall": "what is missing to defeat the attacked Monster (less is better)",
    "value": "the Attack Value",
    "diseases": "Diseases destroyed",
}
VILLAGE_LEVELS = {
    "worth": "growth of the deck's worth: printed costs of cards gained less those of cards destroyed",
    "vp": "Victory Points of the cards gained less those of cards destroyed",
    "xp": "XP kept",
    "earned": "XP gained less XP spent",
    "lost": "own cards destroyed (fewer is better)",
    "gold": "gold made",
    "levels": "Heroes levelled up",
}
REST_LEVELS = {
    "diseases": "Diseases destroyed",
    "lost": "own cards destroyed (fewer is better)",
    "thin": "1 when any card is destroyed",
    "worth": "printed cost of the destroyed card (less is better)",
    "vp": "Victory Points of the destroyed card (less is better)",
}
DEFAULTS = {
    "dungeon": ("win", "vp", "xp", "lost", "margin", "shortfall"),
    "village": ("worth", "vp", "xp", "lost"),
    "rest": ("diseases", "lost"),
    "any": ("3*vp+earned+worth+2*lost+2*diseases", "vp", "worth", "earned", "lost", "diseases"),
}
LEVELS = {
    "dungeon": DUNGEON_LEVELS,
    "village": VILLAGE_LEVELS,
    "rest": REST_LEVELS,
    "any": DUNGEON_LEVELS | VILLAGE_LEVELS | REST_LEVELS,
}

COUNTED_DOWN = ("lost", "shortfall")
"""Levels that count what is missing or lost, below zero: less is better."""

BUYS = "buys "
"""Begins a level that asks for one purchase; see `buying`. It is made, not read, and stands alone."""


BELOW_ZERO = "below zero"
"""A level that is made, not read: where a lost Attack Value would lie below 0 if it were not held there."""


def closing(goal: tuple[str, ...]) -> tuple[str, ...]:
    """The goal by which one of several equally good lines that win nothing is shown: it comes closest.

    For no other purpose is a card of one's own destroyed, unless the goal asks for the Attack Value itself.
    """
    further = (BELOW_ZERO, "lost") if "value" in goal else ("lost", "shortfall", BELOW_ZERO)
    return (*goal, *(level for level in further if level not in goal))


def buying(card: str) -> str:
    """The level of a visit that is 1 when this card (an id) is bought, so that its mean is a chance."""
    return BUYS + card


def read_goal(place: str, text: str | None) -> tuple[str, ...]:
    """The levels of a goal written as `vp,xp,lost` or `2*vp+xp,lost`; None is the default. Raises UsageError
    for an unknown level.

    `place` is a kind of turn, or `any` for a goal by which all kinds are compared: what a kind of turn does
    not know counts 0 there.
    """
    if not text:
        return DEFAULTS[place]
    levels = tuple(read_level(word) for word in text.split(",") if word.strip())
    for name in (name for level in levels for _, name in parts_of(level)):
        if name not in LEVELS[place]:
            kind = "any goal" if place == "any" else f"a {place} goal"
            raise UsageError(f'"{name}" is no level of {kind}; there are {", ".join(LEVELS[place])}')
    if not levels:
        raise UsageError("a goal names at least one level, such as vp")
    if len(set(levels)) < len(levels):
        raise UsageError("a goal names each level once")
    return levels


def battle_result(book: Book, state: State, goal: tuple[str, ...]) -> tuple[int, ...] | None:
    """The worth of a Dungeon turn by the goal, once its battle is decided; None before.

    A Trap that surely comes with the refilling of the Hall counts, too; one that chance may bring does not.
    """
    tally = state.tally
    if not tally.outcome and not state.over:
        return None
    if state.step == "battle" and state.todo and _may_be_trapped(book, state):
        return None
    leaving = [m for m in state.party if (m.doomed or m.perishes) and not m.left]
    doomed = [m.card for m in leaving if m.owner in (NONE, state.active)]
    cured = sum(1 for card in doomed if card in book.diseases)
    won = tally.outcome == "won"
    levels = {
        "win": int(won),
        "vp": (book.card(tally.defeated).vp or 0) if won and not tally.forfeited else 0,
        "xp": tally.earned,
        "earned": tally.earned,
        "lost": -(tally.lost + len(doomed) - cured),
        "margin": tally.value - tally.health if won else 0,
        "shortfall": -_shortfall(state),
        "value": tally.value,
        BELOW_ZERO: tally.below_zero,
        "diseases": tally.diseases_destroyed + cured,
    }
    return weighed(goal, levels)


def _may_be_trapped(book: Book, state: State) -> bool:
    """Whether the active player has a choice to make, and a Trap acts or lies in the Dungeon Deck. (DS-6)"""
    waiting = state.todo[-1]
    if waiting.mover(book, state) != state.active:
        return False
    return waiting.name == "trap" or not book.traps.isdisjoint(contents(state.dungeon))


def _shortfall(state: State) -> int:
    tally = state.tally
    if tally.outcome == "won":
        return 0
    if tally.outcome != "lost":
        return NO_BATTLE
    return max(tally.health - tally.value, 0) + bool(tally.lack)


def visit_result(book: Book, state: State, goal: tuple[str, ...]) -> tuple[int, ...] | None:
    """The worth of a visit to the Village or of a rest by the goal, once the turn is over; None before."""
    if state.step not in ("ending", "over"):
        return None
    tally = state.tally
    gained = [book.card(card) for card in tally.gained]
    gone = [book.card(card) for card in (*tally.destroyed, *tally.levelled)]
    levels = {
        "worth": sum(card.cost or 0 for card in gained) - sum(card.cost or 0 for card in gone),
        "vp": sum(card.vp or 0 for card in gained) - sum(card.vp or 0 for card in gone),
        "xp": state.me.xp,
        "earned": tally.earned,
        "lost": -tally.lost,
        "gold": tally.gold,
        "levels": len(tally.levelled),
        "diseases": tally.diseases_destroyed,
        "thin": int(bool(tally.destroyed) or tally.diseases_destroyed > 0),
    }
    known = {level: levels[level] for level in LEVELS[state.turn]}
    came = tally.gained[: len(tally.gained) - len(tally.levelled)]  # Heroes level up after the purchases
    bought = Counter(came) - Counter(tally.taken)
    return weighed(goal, known | dict.fromkeys(map(buying, bought), 1))
