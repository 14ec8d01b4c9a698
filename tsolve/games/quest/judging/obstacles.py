"""What may keep a player from a battle or from winning it: single facts that can be switched off.

Where one is, the position has other facts of cards or something else on the table, and is judged by the
same engine and the same planner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest.actions import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card, Trait
from tsolve.games.quest.effects.base import Immune, Modifier, Required
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.figures import (
    light_needed,
    shut_after_village,
    visits_village,
)
from tsolve.games.quest.measures import with_hand_laid_out
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.scoring import cards_of
from tsolve.games.quest.state import PLACES, WILDERNESS, Laid, Player, State, Target, in_the_dungeon
from tsolve.games.quest.turn import market
from tsolve.games.quest.turn.market import for_sale
from tsolve.games.quest.turn.values import monster_value
from tsolve.turns.why_not_question import Candidate
from tsolve.turns.why_not_question import Obstacle as AnyObstacle

if TYPE_CHECKING:
    from tsolve.games.quest.effects.base import Value


Change = Callable[[Opened], Opened]

PLENTY = 99
"""More gold or XP than anything costs."""


def card_change(card: str, change: Callable[[Card], Card]) -> Change:
    """Other facts of one card."""
    return lambda world: _with_cards(world, {card: change(world.book.card(card))})


def kind_change(kind: str, change: Callable[[Card], Card]) -> Change:
    """Other facts of every card of a kind."""

    def changed(world: Opened) -> Opened:
        cards = world.book.cards.values()
        return _with_cards(world, {card.id: change(card) for card in cards if card.kind == kind})

    return changed


def _with_cards(world: Opened, cards: dict[str, Card]) -> Opened:
    book = Book({**world.book.cards, **cards}, world.book.readings)
    return world.by(Quest.for_one_turn(book), world.state)


def state_change(change: Callable[[State], State]) -> Change:
    """Something else on the table."""
    return lambda world: world.at(change(world.state))


def turn_not_begun(world: Opened) -> Opened:
    """The position before a phase was chosen."""
    return world if world.table is None else world.at(replace(world.table, for_village=False))


def with_light(amount: int) -> Change:
    """So much more Light, also where it is counted already."""

    def change(state: State) -> State:
        counted = amount if state.phase == "moving" else 0
        return replace(state, light=state.light + amount, budget=state.budget + counted)

    return state_change(change)


def with_gold(amount: int) -> Change:
    """So much more gold."""
    return state_change(lambda state: replace(state, gold=state.gold + amount))


def with_xp(amount: int) -> Change:
    """So many XP more."""
    return state_change(lambda state: _with_player(state, replace(state.me, xp=state.me.xp + amount)))


def at_location(location: str) -> Change:
    """The Champion at this Location."""
    return state_change(lambda state: _with_player(state, replace(state.me, location=location)))


def with_skill(amount: int) -> Change:
    """So much more Skill for every Hero."""
    return kind_change("hero", lambda hero: replace(hero, skill=(hero.skill or 0) + amount))


def with_card(card: str) -> Change:
    """One more card in the hand."""

    def change(state: State) -> State:
        if state.phase in ("prepare", "temple"):
            return _with_player(state, replace(state.me, hand=(*(state.me.hand or ()), card)))
        return replace(state, laid=(*state.laid, Laid(card)))

    return state_change(change)


def with_monster(card: str, place: int) -> Change:
    """This Monster in that room."""

    def change(state: State) -> State:
        rooms = list(state.rooms)
        rooms[place] = replace(rooms[place], monster=card, face_down=False)
        return replace(state, rooms=tuple(rooms))

    return state_change(change)


def with_stack(card: str) -> Change:
    """One more stack in the Village, of this card alone."""
    return state_change(lambda state: market.with_stack(state, card))


def in_dungeon(world: Opened) -> bool:
    """Whether the turn is in a Dungeon phase."""
    state = world.state
    return state.phase != "prepare" and not state.me.location and state.me.room != NONE


def hand_of(state: State) -> tuple[str, ...]:
    """The cards that the player may use: in front of them, or in the hand before a phase is chosen."""
    if state.phase in ("prepare", "temple"):
        return state.me.hand or ()
    return tuple(laid.card for laid in state.laid if not laid.gone)


def at_hand(state: State) -> Iterable[str]:
    """The cards whose texts may act in this turn: those of the player, rooms, Monsters, the Guild Sponsor."""
    me = state.me
    rooms = (card for room in state.rooms for card in (room.card, room.monster))
    laid = (each.card for each in state.laid)
    return dict.fromkeys(filter(None, (*cards_of(state, state.active), *laid, *rooms, me.sponsor)))


def _with_player(state: State, player: Player) -> State:
    players = (player if seat == state.active else each for seat, each in enumerate(state.players))
    return replace(state, players=tuple(players))


# what might help


def sold(world: Opened) -> Iterator[Iterator[Candidate[Opened]]] | None:
    """Every card for sale as one more card of the hand, the cheapest first; None where the Village is not
    known.
    """
    if world.state.stacks is None:
        return None
    cards = [world.book.card(card) for card in dict.fromkeys(for_sale(world.state))]
    cards.sort(key=lambda card: (card.cost or 0, card.name))
    return iter([map(_candidate, cards)])


def _candidate(card: Card) -> Candidate[Opened]:
    return Candidate(card.name, card.cost, True, "in the Village", with_card(card.id), card.id)


QuestObstacle = AnyObstacle[Opened]

_BEATEN = -999
"""The health of a Monster that any attack defeats."""
_OF_MONSTERS: tuple[Value, ...] = ("armor", "resistance")
_OF_ROOMS: tuple[Value, ...] = ("health", "armor", "resistance")
_SAID: dict[Value, str] = {"resistance": "magic resistance"}


def of_a_fight(world: Opened, target: Target, to_win: bool, best: State | None) -> Iterator[QuestObstacle]:
    """What stands between the player and this battle, the most telling first.

    `best` is how the best battle ends that comes about as things stand, if any does.
    """
    yield from in_village(world)
    for obstacle in _absent(world, target):
        yield obstacle
        world = obstacle.change(world)
    places = target.places(world.state)
    yield from too_dark(world, places)
    monsters = dict.fromkeys(filter(None, (world.state.rooms[place].monster for place in places)))
    facts = [world.book.card(monster) for monster in monsters]
    for monster in facts if to_win else ():
        yield from _required(monster)
        yield _health(world, monster, places, best)
    for monster in facts if to_win else ():
        yield from _defended(monster)
    for place in places if to_win else ():
        yield from _of_room(world.book.card(world.state.rooms[place].card))
    if to_win:
        yield from _of_other_monsters(world, places)
        yield from requires_skill(world, hand_of(world.state))
    yield from _alerts(world)


def in_village(world: Opened) -> Iterator[QuestObstacle]:
    """The turn is a Village phase after which the Champion gets nowhere, or not far. (QUEST-3.1)"""
    if world.table is None or not visits_village(world.state):
        return
    if says := shut_after_village(world.book, with_hand_laid_out(world.state)):
        rulings = ("QUEST-3.1", "QUEST-4.13")
        yield QuestObstacle("phase", rulings, turn_not_begun, lambda: says, is_final=True)


def _absent(world: Opened, target: Target) -> Iterator[QuestObstacle]:
    """The Monster is not in the Dungeon, or not in that room. (QUEST-5.13)"""
    if target.places(world.state):
        return
    state, name = world.state, world.book.name
    known = [place for place in filter(state.knows, PLACES) if state.rooms[place].card == target.room]
    where = f"in {name(target.room)}" if target.room else in_the_dungeon(state)
    says = f"{name(target.monster) if target.monster else 'a Monster'} is not {where}"
    monster = target.monster or "giant_rat"
    yield QuestObstacle(
        "absent", ("QUEST-5.13",), with_monster(monster, (*known, WILDERNESS)[0]), lambda: says, is_final=True
    )


def too_dark(world: Opened, places: list[int]) -> Iterator[QuestObstacle]:
    """The way takes Light. (QUEST-5.4)"""
    needs = light_needed(world.book, world.state)
    rooms = [place for place in places if needs.get(place)]
    if not rooms:
        return
    cards = [world.book.card(world.state.rooms[place].card) for place in rooms]
    ways = [f"to {card.name} {needs[place]}" for card, place in zip(cards, rooms, strict=True)]
    says = f"the way {' and '.join(ways)} Light".replace(f"{cards[0].name} ", f"{cards[0].name} takes ", 1)
    rulings = ("QUEST-5.4", "QUEST-5.12", *(card.ruling for card in cards))
    free = kind_change("room", lambda card: replace(card, light_needed=0))
    yield QuestObstacle("light", rulings, free, lambda: says, made_up_by=("light",))


def _health(world: Opened, monster: Card, places: list[int], best: State | None) -> QuestObstacle:
    change = card_change(monster.id, lambda card: replace(card, health=_BEATEN))
    rulings = (monster.ruling, "QUEST-2.10")
    return QuestObstacle(
        f"health {monster.id}",
        rulings,
        change,
        partial(_say_health, world, monster, places, best),
        is_aim=True,
        made_up_by=("attack", "skill"),
        in_short=partial(_health_in_short, monster, best),
    )


def _health_in_short(monster: Card, best: State | None) -> str:
    if best is None or best.tally.monster != monster.id:
        return ""
    return f"{best.tally.total} against health {best.tally.health}"


def _say_health(world: Opened, monster: Card, places: list[int], best: State | None) -> str:
    if best is not None and best.tally.monster == monster.id:
        room = world.book.name(best.rooms[best.tally.room].card)
        tally = best.tally
        return f"{monster.name} in {room} has health {tally.health}; the best total attack is {tally.total}"
    here = [place for place in places if world.state.rooms[place].monster == monster.id]
    told = [
        f"{monster_value(world.book, world.state, place, 'health')} in"
        f" {world.book.name(world.state.rooms[place].card)}"
        for place in here
    ]
    return f"{monster.name} has health {' and '.join(told)}"


def _required(monster: Card) -> Iterator[QuestObstacle]:
    """Without a card of some sort nobody defeats it. (QUEST-2.12)"""
    for trait in monster.traits:
        if isinstance(trait, Required):
            yield _trait(monster, trait, "QUEST-2.12")


def _defended(monster: Card) -> Iterator[QuestObstacle]:
    """What lowers the attack against a Monster, or the cards for it. (QUEST-2.10, QUEST-2.11, QUEST-5.16)"""
    for value in _OF_MONSTERS:
        if monster.printed(value):
            yield _printed(monster, value, "QUEST-2.10")
    for trait in monster.traits:
        if isinstance(trait, Immune):
            yield _trait(monster, trait, "QUEST-2.11")
        elif isinstance(trait, Modifier):
            yield _trait(monster, trait, "QUEST-5.17")
    if monster.before:
        says = f"{monster.name} before the battle: {'; '.join(each.say() for each in monster.before)}"
        change = card_change(monster.id, lambda card: replace(card, before=()))
        rulings = (monster.ruling, "QUEST-5.16")
        yield QuestObstacle(f"before {monster.id}", rulings, change, lambda: says, made_up_by=("attack",))


def _of_room(tile: Card) -> Iterator[QuestObstacle]:
    """What a room adds to its Monster or takes from the attack. (QUEST-5.17)"""
    for value in _OF_ROOMS:
        if tile.printed(value) > 0:
            yield _printed(tile, value, "QUEST-5.17")
    for trait in tile.traits:
        if isinstance(trait, Modifier):
            yield _trait(tile, trait, "QUEST-5.17")
    if tile.before:
        says = f"{tile.name} before the battle: {'; '.join(each.say() for each in tile.before)}"
        change = card_change(tile.id, lambda card: replace(card, before=()))
        yield QuestObstacle(f"before {tile.id}", (tile.ruling, "QUEST-5.16"), change, lambda: says)


def _of_other_monsters(world: Opened, places: list[int]) -> Iterator[QuestObstacle]:
    """What Monsters elsewhere add to this one."""
    others = (room for place, room in enumerate(world.state.rooms) if place not in places)
    for card in dict.fromkeys(room.seen for room in others if room.seen):
        monster = world.book.card(card)
        for trait in monster.traits:
            if isinstance(trait, Modifier) and trait.to == "others":
                yield _trait(monster, trait, "QUEST-5.17")


def _printed(card: Card, value: Value, rule: str) -> QuestObstacle:
    """A printed number of a Monster or a room."""
    word = _SAID.get(value, value)
    amount = f"{card.printed(value):+d}" if card.kind == "room" else str(card.printed(value))
    verb = "adds" if card.kind == "room" else "has"
    says = f"{card.name} {verb} {word} {amount}"
    change = card_change(card.id, lambda facts: replace(facts, **{value: None}))
    return QuestObstacle(
        f"{value} {card.id}", (card.ruling, rule), change, lambda: says, made_up_by=("attack",)
    )


def _trait(card: Card, trait: Trait, rule: str) -> QuestObstacle:
    says = f"{card.name}: {trait.say()}"
    return QuestObstacle(
        f"trait {card.id} {trait.say()}", (card.ruling, rule), _without(card, trait), lambda: says
    )


def _without(card: Card, gone: Trait) -> Change:
    return card_change(
        card.id, lambda facts: replace(facts, traits=tuple(each for each in facts.traits if each != gone))
    )


def requires_skill(world: Opened, cards: Iterable[str]) -> Iterator[QuestObstacle]:
    """Weapons require Skill. (QUEST-2.3)"""
    if world.book.reads("wield", "at_least"):
        return
    hand = [world.book.card(card) for card in hand_of(world.state)]
    heroes = dict.fromkeys(f"{hero.name} has Skill {hero.skill or 0}" for hero in hand if hero.kind == "hero")
    for weapon in map(world.book.card, dict.fromkeys(cards)):
        if weapon.kind == "weapon" and weapon.requirement:
            says = f"{weapon.name} requires Skill {weapon.requirement}; {', '.join(heroes)}"
            change = card_change(weapon.id, lambda card: replace(card, requirement=0))
            rulings = (weapon.ruling, "QUEST-2.3")
            yield QuestObstacle(
                f"skill {weapon.id}", rulings, change, partial(str, says), made_up_by=("skill",)
            )


def _alerts(world: Opened) -> Iterator[QuestObstacle]:
    """What rooms and Monsters do to a Champion on the way. (QUEST-5.7)"""
    there = (card for room in world.state.rooms for card in (room.card, room.seen) if card)
    for id_ in dict.fromkeys(there):
        card = world.book.card(id_)
        if card.alerts:
            says = f"{card.name}: {'; '.join(alert.say() for alert in card.alerts)}"
            change = card_change(id_, lambda facts: replace(facts, alerts=()))
            yield QuestObstacle(f"alert {id_}", (card.ruling, "QUEST-5.7"), change, partial(str, says))
