"""The Dungeon phase up to the battle: giving Weapons and Items to Heroes, movement, and what a move sets
off. (QUEST-5, QUEST-5.7 to QUEST-5.10)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest.actions import Action, Battle, Give, Move
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.effects.base import DungeonAfterVillage, Modifier, OnlyFor, WoundsForLight, a
from tsolve.games.quest.state import WILDERNESS, State, adjacent
from tsolve.games.quest.turn import free
from tsolve.games.quest.turn.demands import Text, demands_of, ignorable, in_order
from tsolve.games.quest.turn.ending import await_refill
from tsolve.games.quest.turn.heroes import burden_of, can_hold, weapons_of, weight_of
from tsolve.games.quest.turn.market import temple_forbids
from tsolve.games.quest.turn.values import gold_of, is_a, light_of, note_light, skill_of

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card, Trait
    from tsolve.games.quest.play import Play


def alerts(book: Book, state: State, room: int) -> Iterator[tuple[Text, Text]]:
    """The alerts of a move into this room: of the room left and its Monster, then of the room entered and its
    Monster. (QUEST-5.8 to QUEST-5.10, key.alert_through)

    `state` is the position before the move.
    """
    left = {"out_of": ("QUEST-5.9", 1)}
    entered = {"into": ("QUEST-5.8", 1)}
    reading = book.readings["alert_through"] if _has_through(book, state, room) else "once"
    if reading == "into":
        entered["through"] = ("QUEST-5.10", 1)
    elif len(state.path) > 1:  # it was entered this turn
        left["through"] = ("QUEST-5.10", 2 if reading == "twice" else 1)
    for place, scopes in ((state.me.room, left), (room, entered)):
        there = state.rooms[place]
        yield (
            _met(book, state, there.card, scopes),
            _met(book, state, there.seen, scopes) if there.seen else (),
        )


def _met(book: Book, state: State, card: str, scopes: dict[str, tuple[str, int]]) -> Text:
    """The demands of the alerts of these scopes, each this many times."""
    met: Text = ()
    for alert in book.card(card).alerts:
        ruling, times = scopes.get(alert.scope, ("", 0))
        asked = demands_of(book.card(card), alert.demands, ruling)
        met += ignorable(book, state, asked, "alerts") * times
    return met


def _has_through(book: Book, state: State, room: int) -> bool:
    cards = (card for place in (state.me.room, room) for card in _cards_in(book, state, place))
    return any(alert.scope == "through" for card in cards for alert in card.alerts)


def _cards_in(book: Book, state: State, place: int) -> Iterator[Card]:
    """The room in a place, and the Monster that is seen in it."""
    room = state.rooms[place]
    yield from map(book.card, filter(None, (room.card, "" if room.face_down else room.monster)))


def enter(play: Play) -> None:
    """A Champion in the Dungeon stays; any other is put in The Wilderness. (QUEST-3.2)"""
    room = play.state.me.room if play.state.me.room != NONE else WILDERNESS
    play.player(play.state.active, room=room, location="")


def ways_after_village(book: Book, state: State) -> list[DungeonAfterVillage]:
    """The traits in front of the player by which a Dungeon phase may follow. (QUEST-4.13)"""
    traits = (trait for place in state.present() for trait in book.card(state.laid[place].card).traits)
    return [trait for trait in traits if isinstance(trait, DungeonAfterVillage)]


def must_follow(state: State) -> bool:
    """Whether an ability was used by which a Dungeon phase follows, and none is left out. (QUEST-4.13)"""
    return any(boon.dungeon for boon in state.boons)


def refuse_after_village(book: Book, state: State) -> Reason | None:
    """Why no Dungeon phase can follow the Village phase, or None. (QUEST-4.13, QUEST-3.4)"""
    if temple_forbids(book, state):
        return "from the Temple no card takes you to the Dungeon this turn", ("QUEST-3.4",)
    if not ways_after_village(book, state) and not must_follow(state):
        return "no card of yours lets a Dungeon phase follow", ("QUEST-4.13",)
    return None


def enter_after_village(play: Play) -> None:
    """The Dungeon phase after the Village phase; the cards stay in front of the player. (QUEST-4.13)

    So does the gold that is left, for what Spoils let them buy. (QUEST-6.4)
    """
    ways = ways_after_village(play.book, play.state)
    confined = not must_follow(play.state) and all(way.confined for way in ways)
    beyond = play.state.gold - gold_of(play.book, replace(play.state, gold=0))
    play.player(play.state.active, room=WILDERNESS)
    play.set(phase="dungeon", gold=max(beyond, 0), spent_gold=max(-beyond, 0), confined=confined)
    play.note("prepare", "wilderness", ("QUEST-4.13",), "your Champion is put there")


# giving


def is_boost(card: Card) -> bool:
    """Whether a card adds to one Hero: a Weapon, or an Item with a plus. (QUEST-2.2)"""
    printed = card.skill_boost or card.physical_boost or card.magic_boost
    return card.kind == "weapon" or bool(printed) or any(_asks_for_bearer(trait) for trait in card.traits)


def _asks_for_bearer(trait: Trait) -> bool:
    """Whether a trait adds something for the Hero to whom its card is given."""
    return isinstance(trait, Modifier) and trait.when is not None and trait.when.asks_for_bearer


def gifts(book: Book, state: State) -> Iterator[Give]:
    """Every gift that a player might try; of equal cards and equal Heroes one each."""
    cards = {place: book.card(state.laid[place].card) for place in state.firsts()}
    heroes = [place for place, card in cards.items() if card.kind == "hero"]
    for place, card in cards.items():
        if is_boost(card) and state.laid[place].bearer == NONE:
            yield from (Give(place, hero) for hero in heroes)


@free.refuse.register(Give)
def _refuse_gift(action: Give, book: Book, state: State) -> Reason | None:
    """Why a card cannot be given to a Hero, or None. (QUEST-2.3 to QUEST-2.5)"""
    if state.phase != "dungeon":
        return "you give Weapons and Items to Heroes before you move", ("QUEST-5.2",)
    laid, bearer = state.laid[action.card], state.laid[action.hero]
    card, hero = book.card(laid.card), book.card(bearer.card)
    if laid.gone or bearer.gone or hero.kind != "hero" or not is_boost(card):
        return f"you cannot give {card.name} to {hero.name}", ("QUEST-2.2", "QUEST-2.4")
    if laid.lost_by == "skill":
        return f"{card.name} was removed from a Hero this turn", ("QUEST-2.5",)
    if laid.lost_by == "leaving":
        return f"{card.name} belonged to a Hero who left", ("QUEST-2.4",)
    if laid.bearer != NONE:
        holder = book.name(state.laid[laid.bearer].card)
        return f"{card.name} belongs to {holder} for this turn", ("QUEST-2.4",)
    only = next((trait.sort for trait in card.traits if isinstance(trait, OnlyFor)), None)
    if only is not None and not is_a(book, hero, only):
        return f"you may give {card.name} only to {a(only)}", (card.ruling,)
    most = hero.weapon_limit
    if card.kind == "weapon" and most is not None and len(weapons_of(book, state, action.hero)) >= most:
        return f"{hero.name} wields at most {most} Weapon{'' if most == 1 else 's'}", (hero.ruling,)
    if card.kind == "weapon" and not can_hold(book, state, action.hero, (action.card,)):
        held = burden_of(book, state, action.hero)
        need = weight_of(book, state, action.card, action.hero)
        skill = skill_of(book, state, action.hero)
        beside = f" besides {held} for other Weapons" if held else ""
        if need + held < skill:  # by the reading that asks for more (key.wield)
            return f"{card.name} requires Skill {need}{beside}, {hero.name} has more: {skill}", ("QUEST-2.3",)
        return f"{card.name} requires Skill {need}{beside}, {hero.name} has {skill}", ("QUEST-2.3",)
    return None


@free.carry_out.register(Give)
def _give(action: Give, play: Play) -> None:
    """The card is under the Hero from now on."""
    play.edit(action.card, bearer=action.hero)
    hero = play.book.name(play.state.laid[action.hero].card)
    play.note("giving", action.card, ("QUEST-2.4", "QUEST-2.3"), f"given to {hero}")


# movement


def sum_light(play: Play) -> None:
    """The Light is summed: so much may be paid for rooms. (QUEST-5.3, QUEST-5.12)"""
    light = light_of(play.book, play.state)
    if play.trace is not None:
        note_light(play.book, play.state, play.trace)
    play.set(budget=light, phase="moving", path=(play.state.me.room,))


def left_to_pay(book: Book, state: State) -> int:
    """The Light that may still be paid. (QUEST-5.12, key.light_stays)"""
    fixed = book.reads("light_stays", "yes")
    return (state.budget if fixed else light_of(book, state)) - state.spent_light


def moves(book: Book, state: State) -> Iterator[Move]:
    """Every move into an adjacent room, for as many Wounds as the room may take instead of Light."""
    for place in filter(state.knows, adjacent(state.me.room)):
        tile = book.card(state.rooms[place].card)
        for wounds in range((tile.light_needed or 0) + 1 if tile.has(WoundsForLight) else 1):
            yield Move(place, wounds)


@free.refuse.register(Move)
def _refuse_move(action: Move, book: Book, state: State) -> Reason | None:
    """Why the Champion cannot move into a room, or None. (QUEST-5.4)"""
    if state.phase != "moving":
        return "you move in the Dungeon phase, before the battle", ("QUEST-5.4",)
    if state.confined and state.me.room == WILDERNESS:
        return "you cannot leave The Wilderness in this Dungeon phase", ("QUEST-4.13",)
    room, here = state.rooms[action.room], state.rooms[state.me.room]
    if not state.knows(action.room):
        return "the position does not say which room is there", ("QUEST-5.4",)
    tile = book.card(room.card)
    if action.room == state.me.room:
        return f"you are in {tile.name} already", ("QUEST-5.4",)
    if action.room not in adjacent(state.me.room):
        return f"{tile.name} is not adjacent to {book.name(here.card)}", ("QUEST-5.4", "QUEST-1.4")
    if action.room in state.path:
        if book.reads("revisit_rooms", "no"):
            return f"you were in {tile.name} earlier this turn", ("QUEST-5.4", "key.revisit_rooms")
        if action.room in barred_rooms(book, state):
            return f"a circle back to {tile.name} that costs no Light is no move", ("key.revisit_rooms",)
    if action.wounds and not (tile.has(WoundsForLight) and action.wounds <= (tile.light_needed or 0)):
        return f"{tile.name} takes no {action.wounds} Wounds instead of Light", ("QUEST-5.4", tile.ruling)
    if action.wounds > book.open_slots(state):
        return "your board has no place for the Wounds", ("QUEST-7.1", "key.wound_slots")
    need, left = (tile.light_needed or 0) - action.wounds, left_to_pay(book, state)
    if need > left:
        text = f"{tile.name} takes {need} Light, you have {left} of {state.budget} left"
        return text, ("QUEST-5.4", tile.ruling)
    return None


def barred_rooms(book: Book, state: State) -> frozenset[int]:
    """The rooms of the way so far that may not be entered again: all of them, or those from which a circle
    costs no Light, so that movement ends. (QUEST-5.4, key.revisit_rooms)
    """
    if book.reads("revisit_rooms", "no"):
        return frozenset(state.path)
    free = takewhile(lambda room: not book.card(state.rooms[room].card).light_needed, reversed(state.path))
    return frozenset(free)


@free.carry_out.register(Move)
def _move(action: Move, play: Play) -> None:
    """Pay the Light and enter the room; alerts follow. (QUEST-5.4, QUEST-5.7)"""
    state = play.state
    met = [task for pair in alerts(play.book, state, action.room) for task in in_order(*pair)]
    tile = play.book.card(state.rooms[action.room].card)
    need = (tile.light_needed or 0) - action.wounds
    spent = state.spent_light
    play.player(state.active, room=action.room)
    play.set(spent_light=spent + need, path=(*state.path, action.room))
    play.note("moving", tile.id, ("QUEST-5.4", tile.ruling), "entered", "light paid", spent, spent + need)
    play.wound(("QUEST-5.8", tile.ruling), action.wounds)
    play.push(*met)
    await_refill(play, action.room)


@free.refuse.register(Battle)
def _refuse_battle(_: Battle, _book: Book, state: State) -> Reason | None:
    """Why there is no battle here, or None. (QUEST-5.13, QUEST-5.14)"""
    if state.phase != "moving":
        return "the battle comes after the movement", ("QUEST-5.14",)
    room = state.rooms[state.me.room]
    if not room.monster and not room.face_down:
        return "there is no Monster in this room", ("QUEST-5.13",)
    return None


def refuse_staying_out(book: Book, state: State) -> Reason | None:
    """Why the Dungeon phase cannot end without a battle, or None. (QUEST-5.14, key.battle_compulsory)"""
    if _refuse_battle(Battle(), book, state) is None and book.reads("battle_compulsory", "yes"):
        monster = state.rooms[state.me.room].seen
        name = book.name(monster) if monster else "the Monster that lies face down"
        return f"you must battle {name} where you stop", ("QUEST-5.14", "key.battle_compulsory")
    return None


def attempts(book: Book, state: State) -> Iterator[Action]:
    """What a player might try while the Champion moves."""
    yield from moves(book, state)
    yield Battle()
