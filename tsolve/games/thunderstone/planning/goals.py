"""What a player wants of a turn, level by level: the first level decides, later ones break ties; as the
command or the file asks for it, and what a written line is worth by it.

A level may be a weighted sum of single levels (`turns/position.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.diagnostics import input_error
from tsolve.errors import InputError, UsageError
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import costs, lead, unknown_piles, victory_points, winners
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.planning.rest_of_turn import Counted, end_of_turn
from tsolve.games.thunderstone.state import NONE, State, TurnKind
from tsolve.games.thunderstone.turn.traps_and_treasures import MayEscape, Strike
from tsolve.turns.line import play_line
from tsolve.turns.position import parts_of, read_level, weighted

NO_BATTLE = 999
"""The shortfall when nobody is attacked at all."""

DUNGEON_LEVELS = {
    "win": "1 when a Monster is defeated",
    "points": "change of the final score by all that the turn does",
    "lead": "final score minus the best score of the other players",
    "victory": "1 when the turn ends the game and wins it, -1 when it ends it and another player wins",
    "vp": "Victory Points of the defeated Monster alone",
    "xp": "XP gained in the battle, less what the preparation cost",
    "earned": "XP gained less XP spent, the same as xp in the Dungeon",
    "worth": "growth of the deck's worth: printed costs of cards gained less those of cards destroyed",
    "lost": "own cards destroyed (fewer is better; a Disease that returns to its stack is none)",
    "margin": "Attack Value beyond the Health of the defeated Monster",
    "goes_on": "1 when the game goes on after the turn",
    "shortfall": "what the attack lacks to defeat the Monster (less is better)",
    "value": "the Attack Value",
    "diseases": "Diseases destroyed",
}
VILLAGE_LEVELS = {
    "worth": "growth of the deck's worth: printed costs of cards gained less those of cards destroyed",
    "points": "change of the final score by all that the turn does",
    "lead": "final score minus the best score of the other players",
    "vp": "Victory Points of the cards gained less those of cards destroyed",
    "xp": "XP kept",
    "earned": "XP gained less XP spent",
    "lost": "own cards destroyed (fewer is better)",
    "gold": "gold made",
    "levels": "Heroes levelled up",
    "thin": "cards destroyed, Diseases among them; a Hero that levels up is none",
    "diseases": "Diseases destroyed",
    "goes_on": "1, since a visit never ends the game",
}
REST_LEVELS = {
    "diseases": "Diseases destroyed",
    "lost": "own cards destroyed (fewer is better)",
    "thin": "1 when any card is destroyed",
    "worth": "printed cost of the destroyed card (less is better)",
    "points": "change of the final score (the destroyed card's Victory Points are lost)",
    "lead": "final score minus the best score of the other players",
    "vp": "Victory Points of the destroyed card (less is better)",
    "gold": "Gold Value of the destroyed card (less is better)",
    "goes_on": "1, since a rest never ends the game",
}
DEFAULTS = {
    "dungeon": ("win", "points", "goes_on", "shortfall", "lost", "xp", "vp", "margin"),
    "village": ("worth", "points", "xp", "lost"),
    "rest": ("diseases", "worth", "points", "gold", "thin"),
    "any": ("3*points+earned+worth+2*lost+2*diseases", "points", "lost", "worth", "earned", "diseases"),
}
"""In the Dungeon one order serves battles that are won and those that are lost. A victory lacks nothing, so
of victories that score the same the one that loses nothing is best; of battles that cannot be won the attempt
that comes closest is, whatever it costs apart from points and the end of the game.
"""
LEVELS = {
    "dungeon": DUNGEON_LEVELS,
    "village": VILLAGE_LEVELS,
    "rest": REST_LEVELS,
    "any": DUNGEON_LEVELS | VILLAGE_LEVELS | REST_LEVELS,
}

UNITS = {
    "win": ("to win", "to win"),
    "points": ("point", "points"),
    "lead": ("point ahead", "points ahead"),
    "vp": ("VP", "VP"),
    "xp": ("XP", "XP"),
    "earned": ("XP", "XP"),
    "worth": ("gold in cards", "gold in cards"),
    "lost": ("card lost", "cards lost"),
    "margin": ("to spare", "to spare"),
    "goes_on": ("to go on", "to go on"),
    "shortfall": ("missing", "missing"),
    "value": ("Attack Value", "Attack Value"),
    "diseases": ("Disease gone", "Diseases gone"),
}
"""What 1 of a level is in people's words, and what more or less of it are; others go by their names."""

WHOLE_TURN = frozenset(("points", "lead", "victory", "worth", "goes_on"))
"""Levels that count what the whole turn comes to, with all that follows its battle."""

COMPARING = frozenset(("lead", "victory"))
"""Levels that compare the players, so that everybody's cards must be known."""

BOUGHT = frozenset(("worth", "points", "lead", "vp", "levels"))
"""Levels that a purchase or a Hero's next level can raise."""

COUNTED_DOWN = ("lost", "shortfall")
"""Levels that count what is missing or lost, below zero: less is better."""

BUYS = "buys "
"""Begins a level that asks for one purchase; see `buying`. It is made, not read, and stands alone."""


MONSTER_ALONE = (
    "the goal's vp counts the defeated Monster alone, not the Thunderstone, nor cards lost, bought or taken; "
    "points counts them all"
)
"""Said of a Dungeon turn by a goal for which `counts_monster_alone`."""

MEASURES = ("magic", "light")
"""Levels that are made, not read: the Magic Attack that counts, and the party's Light in the battle. Only
statements know them: the engine keeps no such sum once the battle is over.
"""

BELOW_ZERO = "below zero"
"""A level that is made, not read: where a lost Attack Value would lie below 0 if it were not held there."""


def closing(goal: tuple[str, ...]) -> tuple[str, ...]:
    """The goal by which one of several equally good lines that win nothing is shown: it comes closest, in the
    order of the usual goal.
    """
    further = (BELOW_ZERO, "lost") if "value" in goal else ("goes_on", "shortfall", BELOW_ZERO, "lost")
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
            raise UsageError(f'"{name}" is not a level of {kind}; there are {", ".join(LEVELS[place])}')
    if not levels:
        raise UsageError("a goal names at least one level, such as points")
    if len(set(levels)) < len(levels):
        raise UsageError("a goal names each level once")
    return levels


def battle_result(book: Book, state: State, goal: tuple[str, ...]) -> tuple[int, ...] | None:
    """The worth of a Dungeon turn by the goal, once its battle is decided; None before.

    What surely follows the battle counts, such as a Trap that comes with the refilling of the Hall, or the
    Thunderstone; what only chance or another player may bring then does not. As long as the player has a
    choice that a level counts, nothing is decided.
    """
    tally = state.tally
    if not tally.outcome and not state.over:
        return None
    if state.step == "battle" and state.todo and _may_be_trapped(book, state):
        return None
    counted = counted_to_the_end(goal)
    end = end_of_turn(book, state, counted) if counted else state
    if end is None:
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
    return weighted(goal, levels | whole_turn(book, end, counted))


def counts_monster_alone(goal: tuple[str, ...]) -> bool:
    """Whether the Monster's Victory Points decide in the Dungeon without the change of the score before or
    beside them, which a player might take them for.
    """
    for level in goal:
        names = {name for _, name in parts_of(level)}
        if names & {"points", "lead"}:
            return False
        if "vp" in names:
            return True
    return False


@cache
def counted_to_the_end(goal: tuple[str, ...]) -> Counted:
    """Those levels of the goal that count what the whole turn comes to."""
    return WHOLE_TURN.intersection(name for level in goal for _, name in parts_of(level))


def whole_turn(book: Book, end: State, counted: Counted) -> dict[str, int]:
    """What the turn that ends so comes to in these levels."""
    if not counted:
        return {}
    found = {"goes_on": int(not end.over), "victory": 0}
    if "points" in counted:
        found["points"] = victory_points(book, end)
    if "worth" in counted:
        found["worth"] = costs(book, end)
    if "lead" in counted or "victory" in counted:
        found["lead"] = lead(book, end)
        found["victory"] = victory(winners(book, end), end.active) if end.over else 0
    return found


def victory(best: tuple[int, ...], me: int) -> int:
    """What it is to me that these players win: 1 if I do so alone, 0 with others, -1 not at all. (TS-17.2)"""
    return int(best == (me,)) if me in best else -1


def _may_be_trapped(book: Book, state: State) -> bool:
    """Whether the active player has a choice to make, and a Trap acts or lies in the Dungeon Deck. (DS-6)"""
    waiting = state.todo[-1]
    if waiting.mover(book, state) != state.active:
        return False
    return isinstance(waiting, Strike | MayEscape) or not book.traps.isdisjoint(contents(state.dungeon))


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
    levels = whole_turn(book, state, counted_to_the_end(goal)) | {
        "vp": sum(card.vp or 0 for card in gained) - sum(card.vp or 0 for card in gone),
        "xp": state.me.xp,
        "earned": tally.earned,
        "lost": -tally.lost,
        "gold": tally.gold,
        "levels": len(tally.levelled),
        "diseases": tally.diseases_destroyed,
        "thin": len(tally.destroyed) + tally.diseases_destroyed,
    }
    if state.turn == "rest":
        levels["gold"] = -sum(card.gold or 0 for card in gone)
    known = {level: worth for level, worth in levels.items() if level in LEVELS[state.turn]}
    came = tally.gained[: len(tally.gained) - len(tally.levelled)]  # Heroes level up after the purchases
    bought = Counter(came) - Counter(tally.taken)
    return weighted(goal, known | dict.fromkeys(map(buying, bought), 1))


def turn_result(book: Book, state: State, goal: tuple[str, ...]) -> tuple[int, ...] | None:
    """The worth of a turn of any kind by the goal, once its result stands; None before."""
    judge = battle_result if state.turn == "dungeon" else visit_result
    return judge(book, state, goal)


_HELP = "write down all that every player owns: {example}"
_OTHERS = "`players: {others: [{owned: [...]}]}`"


def goal_of(opened: Opened, place: str, goal: str | None) -> tuple[str, ...]:
    """The levels of the goal asked for, else of the file's, else of the usual one.

    Raises UsageError for an unknown level asked for, InputError for one in the file (E311), and where the
    goal compares players of whom not all cards are known (E315).
    """
    if goal:
        levels = read_goal(place, goal)
    else:
        try:
            levels = read_goal(place, opened.position.goal)
        except UsageError as error:
            raise input_error("E311", str(error), opened.decoded.span("goal")) from None
    _check_known(opened, levels)
    return levels


def _check_known(opened: Opened, levels: tuple[str, ...]) -> None:
    """Refuse a goal that compares the players where the position does not tell what they own. (TS-17.2)"""
    compared = sorted(counted_to_the_end(levels) & COMPARING)
    if not compared:
        return
    level, state = compared[0], opened.state
    if len(state.players) == 1:
        message = f'the level "{level}" compares the players, and there is no other player'
        raise input_error("E315", message, opened.decoded.span("players", "others"))
    if has_unknown(state.me.deck):
        message = f'the level "{level}" needs your score, and your deck is not known'
        help_ = _HELP.format(example="`owned: [...]`")
        raise input_error("E315", message, opened.decoded.span("deck"), help_)
    for index in range(len(state.players) - 1):
        if unknown := unknown_piles(state, index + 1):
            what = unknown[0]
            message = (
                f'the level "{level}" needs every score, and the {what} of player {index + 2} is not known'
            )
            span = opened.decoded.span("players", "others", index, what)
            raise input_error("E315", message, span, _HELP.format(example=_OTHERS))


def line_worth(
    opened: Opened, line: Sequence[str], goal: tuple[str, ...], place: TurnKind = "dungeon"
) -> tuple[int, ...] | None:
    """The worth of the line, level by level; None where it means nothing here, is not legal or no whole turn.

    `place` is the kind of turn where the position leaves it open.
    """
    start = opened.state
    if start.step == "choose":
        start = opened.game.apply(start, Visit(place))
    try:
        played = play_line(opened.at(start), line)
    except InputError:
        return None
    if not played.answer.legal or played.undecided:
        return None
    return turn_result(opened.book, played.result, goal)
