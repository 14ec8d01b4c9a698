"""Which rooms the Champion can be moved into this turn, and the Light that the way takes. (QUEST-5.4)"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from tsolve.budget import FREE, SpentError, allow
from tsolve.engine.explore import Arrival, explore
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.quest.actions import (
    NONE,
    Action,
    Battle,
    Buy,
    BuyTreasure,
    Give,
    Heal,
    LevelUp,
    Move,
    UseToken,
    Visit,
)
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.giving import DungeonFollows
from tsolve.games.quest.effects.traits import WoundsForLight
from tsolve.games.quest.grid import PLACES, WILDERNESS, adjacent
from tsolve.games.quest.judging.facts import with_hand_laid_out
from tsolve.games.quest.judging.words import words_of
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.dungeon import must_follow, ways_after_village
from tsolve.games.quest.turn.health import open_slots
from tsolve.games.quest.turn.locations import temple_forbids
from tsolve.games.quest.turn.values import light_of
from tsolve.model.refusal import Refusal

MOST_POSITIONS = 20_000
"""Positions looked at before giving up."""
NO_DUNGEON = "this turn visits the Village, and no Dungeon phase follows it"
CONFINED = "you cannot leave The Wilderness in this Dungeon phase"
ANY_LIGHT = 999
"""More Light than any way takes."""
UNTOLD_WAY = "rooms on the way are not told: write `dungeon: {ROOM: MONSTER, ...}` with every room"
_DRAWS = "it hangs on cards that you draw"
_NO_TIME = "there was no time to look at all ways to use the cards"


class Reached(NamedTuple):
    """The rooms in which the Champion can stand, each with a line in words that leads there."""

    lines: Mapping[int, tuple[str, ...]]
    open_ends: Mapping[int, str]
    """Of each other room to which there may be a way: why nobody can say."""
    enters: bool
    """Whether some line comes to the movement of a Dungeon phase."""
    leaves: bool
    """Whether the Champion may leave The Wilderness then. (QUEST-4.13)"""


def rooms_in_reach(opened: Opened) -> Reached:
    """Every room that some line of this turn leads to, without luck, as far as the budget goes."""
    state = opened.state
    found = _Walk(opened)
    open_end, may = found.cut, frozenset(PLACES)
    if not open_end and found.meets_chance:
        lucky = _Walk(opened, found.lines.keys())
        open_end = lucky.cut or _DRAWS
        may = may if lucky.cut or lucky.meets_unknown else frozenset(lucky.lines)
    elif not open_end and found.meets_unknown:
        open_end = _DRAWS
    with allow(FREE):  # it is played already
        lines = {place: words_of(opened, line) for place, line in found.lines.items()}
    others = {*filter(state.knows, PLACES)} - lines.keys() if open_end else ()
    return Reached(lines, dict.fromkeys(may.intersection(others), open_end), found.enters, found.leaves)


class _Walk:
    """A look at all lines that may bear on the movement."""

    def __init__(self, opened: Opened, sure: Collection[int] | None = None) -> None:
        """`sure`: the rooms that take no luck, where the others are looked for with all luck."""
        self.opened, self.lucky = opened, sure is not None
        self.lines: dict[int, tuple[Action, ...]] = {}
        self.cut = ""
        """Why the look ended early; empty where it did not."""
        self.meets_chance = self.meets_unknown = self.enters = self.leaves = False
        known = {*filter(opened.state.knows, PLACES)} - {*(sure or ())}
        try:
            for number, here in enumerate(explore(opened.game, Arrival(opened.state), self._moves)):
                if number >= MOST_POSITIONS:
                    self.cut = f"there are more than {MOST_POSITIONS} ways to use the cards"
                    break
                if here.state.phase == "moving":  # also where an alert is to come
                    self.enters = True
                    self.leaves |= not here.state.confined
                    self.lines.setdefault(here.state.me.room, here.line)
                    if self.lines.keys() >= known:
                        break
        except SpentError:
            self.cut = _NO_TIME

    def _moves(self, state: State) -> Iterable[Action]:
        game = self.opened.game
        mover = game.mover(state)
        self.meets_unknown |= mover == UNKNOWN
        self.meets_chance |= mover == CHANCE
        if mover == CHANCE and self.lucky:
            return [event for event, _ in game.chance(state)]
        actions = game.legal_actions(state)
        return actions if state.todo else [a for a in actions if bears_on_movement(self.opened, state, a)]


def why_out_of_reach(opened: Opened, reached: Reached, place: int) -> Refusal:
    """Why no line leads to a room of which it is certain."""
    name = opened.book.name(opened.state.rooms[place].card)
    need = light_needed(opened.book, opened.state).get(place)

    def refused(reason: str, *rulings: str) -> Refusal:
        return Refusal(f"move to {name}", reason, rulings)

    if not reached.enters:
        return refused(NO_DUNGEON, "QUEST-3.1", "QUEST-4.13")
    if not reached.leaves:
        return refused(CONFINED, "QUEST-4.13")
    if need is None:
        return refused("no way leads there", "QUEST-5.4")
    told = f"the way there takes {need} Light" if need else "no line of this turn leads there"
    return refused(told, "QUEST-5.4", "QUEST-5.12")


def bears_on_movement(opened: Opened, state: State, action: Action) -> bool:
    """Whether an action can make a difference to where the Champion gets: gifts and Skill do where a card
    gives Light, or is used, in the hands of a Hero.
    """
    if isinstance(action, Visit):
        return state.for_village  # a Dungeon phase may follow
    if isinstance(action, Battle | Buy | BuyTreasure | Heal | LevelUp) or state.phase == "spoils":
        return False
    if isinstance(action, Move):
        return action.room not in state.path  # going round leads nowhere new
    held = any(_serves_a_bearer(opened.book.card(laid.card)) for laid in state.laid)
    if isinstance(action, Give):
        return held
    if isinstance(action, UseToken):
        return action.token == "lantern" or state.phase == "village" or (held and action.hero != NONE)
    return True


def _serves_a_bearer(card: Card) -> bool:
    """Whether a card must be given to a Hero for its Light, or to be used on the way."""
    modifiers = card.modifiers("light", "itself")
    if card.kind != "weapon":
        return any(trait.when is not None and trait.when.asks_for_bearer for trait in modifiers)
    return bool(card.light or modifiers) or any("dungeon" in ability.phases for ability in card.abilities)


def untold_way(book: Book, state: State, places: Iterable[int]) -> str:
    """What the position would have to tell, where a way to one of these rooms, or one that takes less Light,
    may lead through rooms of which nothing is known; empty where none does.
    """
    shut = shut_after_village(book, with_hand_laid_out(state)) if visits_village(state) else ""
    if shut or (state.confined and state.me.room == WILDERNESS):
        return ""
    known, perhaps = light_needed(book, state), light_needed(book, state, through_unknown=True)
    cheaper = (place in perhaps and perhaps[place] < known.get(place, ANY_LIGHT) for place in places)
    return UNTOLD_WAY if any(cheaper) else ""


def light_needed(book: Book, state: State, through_unknown: bool = False) -> Mapping[int, int]:
    """The least Light that the way to each room takes, from where the Dungeon phase begins; an unknown room
    takes none, where ways lead through it at all.
    """
    unknown = 0 if through_unknown else None
    needs = [book.card(room.card).light_needed or 0 if room.card else unknown for room in state.rooms]
    start = start_of(state)
    least = {start: 0}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for place in adjacent(here):
            need = needs[place]
            if need is not None and least[here] + need < least.get(place, 1_000):
                least[place] = least[here] + need
                waiting.append(place)
    return least


def in_sight(book: Book, state: State) -> Collection[int]:
    """The rooms whose way takes no more Light than the cards and the Lantern tokens of the player give, as
    the position stands, and no more Wounds instead of it than there is place for.
    """
    laid_out = with_hand_laid_out(state)
    start = start_of(state)
    light = light_of(book, laid_out) + state.me.lantern
    if visits_village(state):
        if shut := shut_after_village(book, laid_out):
            return () if shut == NO_DUNGEON else (start,)
        light = min(light, _most_light_after_village(book, laid_out))
    elif state.confined and state.me.room == WILDERNESS:
        return (start,)
    waiting = [(start, light, open_slots(book, state))]
    seen = {*waiting}
    while waiting:
        here, left, slots = waiting.pop()
        for place in filter(state.knows, adjacent(here)):
            tile = book.card(state.rooms[place].card)
            need = tile.light_needed or 0
            for wounds in range(min(need, slots) + 1 if tile.has(WoundsForLight) else 1):
                there = place, left - (need - wounds), slots - wounds
                if there[1] >= 0 and there not in seen:
                    seen.add(there)
                    waiting.append(there)
    return {place for place, _, _ in seen}


def visits_village(state: State) -> bool:
    """Whether the turn is a visit to the Village, and no Dungeon phase has followed it yet."""
    return state.for_village or (
        state.phase != "prepare" and bool(state.me.location) and state.me.room == NONE
    )


def shut_after_village(book: Book, state: State) -> str:
    """Why the Champion gets to no room, or to The Wilderness alone, in a turn that visits the Village, with
    these cards laid out; empty where it may walk. (QUEST-4.13, QUEST-3.4)
    """
    if temple_forbids(book, state):
        return NO_DUNGEON
    if must_follow(state) or any(_lets_follow(book, state)):
        return ""
    ways = ways_after_village(book, state)
    if not ways:
        return NO_DUNGEON
    return CONFINED if all(way.confined for way in ways) else ""


def _most_light_after_village(book: Book, state: State) -> int:
    """The most Light that the abilities allow by which the Champion may walk after the Village phase."""
    if not all(way.confined for way in ways_after_village(book, state)) or must_follow(state):
        return ANY_LIGHT
    allowed = (deed.most_light for deed in _lets_follow(book, state))
    return max(ANY_LIGHT if most is None else most for most in allowed)


def _lets_follow(book: Book, state: State) -> Iterator[DungeonFollows]:
    """The abilities in front of the player by which a Dungeon phase may follow the Village phase."""
    for place in state.present():
        for ability in book.card(state.laid[place].card).abilities:
            yield from (deed for deed in ability.do if isinstance(deed, DungeonFollows))


def start_of(state: State) -> int:
    """The room in which the Dungeon phase begins."""
    return state.path[0] if state.path else max(state.me.room, WILDERNESS)
