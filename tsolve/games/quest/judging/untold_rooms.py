"""Rooms that a position does not name: whether the Champion may reach one, and what may be required, offered
or won there. (QUEST-5.4)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import replace

from tsolve.contract.measures import Found
from tsolve.contract.step_reader import Played, Scope, Written
from tsolve.errors import InputError
from tsolve.games.quest.actions import (
    Action,
    BuyTreasure,
    Complete,
    Enter,
    Give,
    Heal,
    Move,
    Pass,
    PutOnDeck,
    Remove,
    Use,
    Visit,
)
from tsolve.games.quest.answers import NONE, CancelText, Choose, PutChampion
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import CancelBefore, Sacrifice
from tsolve.games.quest.effects.base import WoundsForLight
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.figures import shut_after_village, visits_village
from tsolve.games.quest.measures import MEASURES, with_hand_laid_out
from tsolve.games.quest.planning.coverage import in_room
from tsolve.games.quest.planning.reach import ANY_LIGHT, light_needed, most_light_of_turn
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import PLACES, WILDERNESS, Room, State, Target, in_the_dungeon, level_of
from tsolve.games.quest.turn.dungeon import left_to_pay
from tsolve.games.quest.writing.reading import OF_A_MONSTER
from tsolve.judging.numbers import Outcome, whole_turn
from tsolve.model.facts import Fact

_EVERY_ROOM = "write `dungeon: {ROOM: MONSTER, ...}` with every room"
_IN_SOME_ROOM = f"a Monster that it asks for may be in a room that is not named: {_EVERY_ROOM}"
UNTOLD_WAY = f"rooms on the way are not told: {_EVERY_ROOM}"
_STAYS = ("battle", "spoils", "ending")
"""The phases after the movement."""
_BEFORE = (BuyTreasure, Complete, Enter, Give, Heal, Pass, PutOnDeck, Remove, Visit)
"""Actions before the movement, or in the Village, that no room asks for."""
_OF_A_MONSTER: tuple[Action, ...] = (Choose(NONE), CancelText(NONE, 0))
"""The steps that name a Monster, apart from its battle."""


def untold_way(book: Book, state: State, places: Iterable[int]) -> str:
    """What the file must still tell, if unknown rooms may open or shorten the way to one of these rooms; else
    empty.
    """
    if state.phase in _STAYS:
        return ""
    shut = shut_after_village(book, with_hand_laid_out(state)) if visits_village(state) else ""
    if shut or (state.confined and state.me.room == WILDERNESS):
        return ""
    known, light = light_needed(book, state), most_light_of_turn(book, state)
    perhaps = light_needed(book, state, through_unknown=True)
    least = light_needed(book, state, through_unknown=True, by_wounds=True)
    cheaper = [place for place in places if perhaps.get(place, ANY_LIGHT) < known.get(place, ANY_LIGHT)]
    return UNTOLD_WAY if any(least[place] <= light for place in cheaper) else ""


def untold_move(book: Book, state: State, room: str) -> str:
    """What the file must still tell, if this room may be one that it does not name and the Champion may get
    there; else empty.
    """
    return _not_named(state, room, "among the rooms") if untold_way(book, state, _unnamed(state)) else ""


def untold_choice(game: Quest, state: State, name: str, meant: Target) -> str:
    """What the file must still tell, if a Monster or a room is to be chosen and the named one could be chosen
    in a room that the file does not name; else empty.
    """
    for place in _unnamed(state):
        room = Room(meant.room or state.rooms[WILDERNESS].card, meant.monster)
        rooms = (*state.rooms[:place], room, *state.rooms[place + 1 :])
        if any(_is_of(option, place) for option in game.answers(replace(state, rooms=rooms))):
            return _not_named(state, name)
    return ""


def untold_use(game: Quest, state: State, use: Use) -> str:
    """What the file must still tell, if a refused ability could be used with some Monster in a room that the
    file does not name; else empty.
    """
    worlds = _with_monsters(game.book, state)
    return _IN_SOME_ROOM if any(game.why_not(there, use) is None for _, there in worlds) else ""


def outcomes(
    position: QuestPosition, scope: Scope[State, Action], name: str, wanted: Mapping[str, Fact]
) -> Sequence[Outcome]:
    """The possible values of a fact. If the steps do not say which Monster is chosen, one of them is for a
    Monster in a room that the file does not name.
    """
    found = whole_turn(position, scope, name, wanted)
    if scope.step is not None or not all(isinstance(each.found.value, int) for each in found):
        return found
    values = set(_with_others(position, scope.played, name))
    if not values - {each.found.value for each in found}:
        return found
    why = f"the Monster that is chosen may be in a room that is not named: {_EVERY_ROOM}"
    other = Found(None, unknown=why, least=min(values), most=max(values))
    known = (
        each if each.told else each._replace(told="the only one in a room that is named") for each in found
    )
    return *known, Outcome("a Monster in a room that is not named", other)


def _with_others(position: QuestPosition, played: Played[State, Action], name: str) -> Iterator[int]:
    """The value of a number for each Monster that might be chosen in a room that the file does not name."""

    def number(state: State) -> int:
        value = MEASURES.by_name[name].found(position.book, state).value
        return value if isinstance(value, int) else 0

    game, asking = position.game, position.asking().game
    for move in played.moves:
        here = asking.apply(move.before, move.action)
        only = asking.legal_actions(here) if here.todo else []  # the only one is chosen without a step
        if len(only) == 1 and isinstance(only[0], Choose) and not _is_told(position, played, here, only[0]):
            others = number(played.result) - number(asking.apply(here, only[0]))
            yield from (others + number(end) for end in _ends_of_others(game, here))
    if any(isinstance(option, Choose) for option in game.answers(played.final)):
        yield from map(number, _ends_of_others(game, played.final))


def _is_told(position: QuestPosition, played: Played[State, Action], here: State, action: Action) -> bool:
    """Whether a step says what was chosen."""
    for step in played.answer.steps:
        with suppress(InputError):  # the step says something else
            if position.step_reader().read(here, step.text, None).action == action:
                return True
    return False


def _ends_of_others(game: Quest, state: State) -> Iterator[State]:
    """The position after the choice of each Monster that may be in a room that the file does not name."""
    for place, there in _with_monsters(game.book, state):
        if Choose(place) in game.answers(there):
            yield game.apply(there, Choose(place))


def _with_monsters(book: Book, state: State) -> Iterator[tuple[int, State]]:
    """Each Monster that may be in an unnamed room: the room, and the position with the Monster there. Of
    rooms of one level the last one is enough.
    """
    monsters = [card for card in book.cards.values() if card.kind == "monster" and not card.missing]
    for place in {level_of(place): place for place in _unnamed(state)}.values():
        for monster in monsters:
            if (monster.level or 0) >= level_of(place):
                room = Room(state.rooms[WILDERNESS].card, monster.id)
                yield place, replace(state, rooms=(*state.rooms[:place], room, *state.rooms[place + 1 :]))


def _unnamed(state: State) -> list[int]:
    return [place for place in PLACES if not state.knows(place)]


def _is_of(option: Action, place: int) -> bool:
    """Whether an answer chooses a room, or the Monster in it."""
    return isinstance(option, Choose | CancelText | PutChampion) and option.room == place


def cards_beyond(book: Book, state: State) -> Iterator[Card]:
    """The cards that may act only because of rooms that the file does not name: the rooms and Monsters that
    may be there, of the level of the room or higher; named ones reached through them; the alerts of rooms
    left for them. (QUEST-5.4, QUEST-5.9, QUEST-11.3)
    """
    known, light = light_needed(book, state), most_light_of_turn(book, state)
    least = light_needed(book, state, through_unknown=True, by_wounds=True)
    levels = {level_of(place): 0 for place in _unnamed(state)}
    for place, need in least.items():
        if need > light:
            continue
        if not state.knows(place):
            level = level_of(place)
            levels[level] = max(levels[level], light - need + 1)
            continue
        for card in in_room(book, state, place):
            is_new = known.get(place, ANY_LIGHT) > light
            yield card if is_new else replace(card, traits=(), abilities=(), before=(), after=(), arriving=())
    named = {room.card for room in state.rooms}
    lowest = min((level for level, left in levels.items() if left), default=ANY_LIGHT)
    for card in book.cards.values():
        level = card.level or 0
        if card.kind == "monster" and level >= lowest:
            yield card
        if card.kind == "room" and card.id not in named and level in levels:
            need = 0 if card.has(WoundsForLight) else card.light_needed or 0
            if need < levels[level]:
                yield card


def untold_room(
    book: Book, state: State, written: Written[Action] | None, brings: Callable[[Action], bool]
) -> str:
    """What the file must still tell, if a room that it does not name may allow the step: by an alert, a
    victory, Spoils, a circle through it, or the Monster that the step names; else empty. `written` is None
    for a step that means nothing in the position. `brings`: whether the cards that may be there have a text
    for it. (QUEST-5.7, QUEST-5.27)
    """
    if written is not None and written.absent:
        is_open = written.rulings == OF_A_MONSTER and any(map(brings, _OF_A_MONSTER))
        return _not_named(state, written.absent) if is_open else ""
    action = Choose(NONE) if written is None else written.action
    if isinstance(action, _BEFORE):
        return ""
    if isinstance(action, Move) and not _may_circle(book, state, action.room):
        return ""  # `untold_way` says whether a way leads there
    ability = action.ability_in(book, state) if isinstance(action, Use) else None
    if ability is not None and "spoils" not in ability.phases:
        asks = any(isinstance(effect, CancelBefore | Sacrifice) for effect in ability.do)
        return _IN_SOME_ROOM if asks and _unnamed(state) else ""
    untold = untold_way(book, state, _unnamed(state))
    return untold if untold and (written is None or brings(action)) else ""


def _not_named(state: State, name: str, where: str = "in a room") -> str:
    """Says that something is in no named room, and how to name the others; empty if all rooms are named."""
    return f"{name} is not {in_the_dungeon(state, where)}: {_EVERY_ROOM}" if _unnamed(state) else ""


def _may_circle(book: Book, state: State, place: int) -> bool:
    """Whether the Champion has Light enough to come back to a named room by a circle."""
    need = book.card(state.rooms[place].card).light_needed or 0
    enough = state.phase != "moving" or need <= left_to_pay(book, state)
    return enough and not book.reads("revisit_rooms", "no")
