"""Obstacles to a battle or a step, each by itself: facts of cards, the table, rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from tsolve.contract.changes import bare_of, lacking
from tsolve.engine import CHANCE, UNKNOWN, Arrival, explore
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import Purchase
from tsolve.games.quest.cards import Card, Trait
from tsolve.games.quest.changes import (
    PLENTY,
    TURN_NOT_BEGUN,
    Facts,
    at_location,
    card_change,
    cards_change,
    with_gold,
    with_monster,
    with_stack,
    with_values,
    with_xp,
)
from tsolve.games.quest.effects.base import Immune, Modifier, Required, Value
from tsolve.games.quest.judging.figures import (
    shut_after_village,
    visits_village,
)
from tsolve.games.quest.measures import with_hand_laid_out
from tsolve.games.quest.planning.reach import light_needed
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import PLACES, WILDERNESS, State, Target, in_the_dungeon
from tsolve.games.quest.turn.heroes import price_in_village
from tsolve.games.quest.turn.market import in_a_space, in_stacks, not_on_top, uses_of
from tsolve.games.quest.turn.steps import beginning
from tsolve.games.quest.turn.values import monster_value
from tsolve.games.quest.why_not.world import hand_of, in_dungeon
from tsolve.worlds.why_not_question import Obstacle

QuestObstacle = Obstacle[QuestPosition]

_OF_MONSTERS: tuple[Value, ...] = ("armor", "resistance")
_OF_ROOMS: tuple[Value, ...] = ("health", "armor", "resistance")
_SAID: dict[Value, str] = {"resistance": "magic resistance"}


def of_a_fight(
    world: QuestPosition, target: Target, to_win: bool, best: State | None
) -> Iterator[QuestObstacle]:
    """What stands between the player and this battle, the most informative obstacle first.

    `best`: how the best battle that is now possible ends, if there is one.
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


def in_village(world: QuestPosition) -> Iterator[QuestObstacle]:
    """The turn is a Village phase after which the Champion cannot move, or not far. (QUEST-3.1)"""
    if world.table is None or not visits_village(world.state):
        return
    if says := shut_after_village(world.book, with_hand_laid_out(world.state)):
        rulings = ("QUEST-3.1", "QUEST-4.13")
        yield QuestObstacle("phase", rulings, TURN_NOT_BEGUN, lambda: says, is_final=True)


def _absent(world: QuestPosition, target: Target) -> Iterator[QuestObstacle]:
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


def too_dark(world: QuestPosition, places: list[int]) -> Iterator[QuestObstacle]:
    """The way takes Light. (QUEST-5.4)"""
    needs = light_needed(world.book, world.state)
    rooms = [place for place in places if needs.get(place)]
    if not rooms:
        return
    cards = [world.book.card(world.state.rooms[place].card) for place in rooms]
    ways = [f"to {card.name} {needs[place]}" for card, place in zip(cards, rooms, strict=True)]
    says = f"the way {' and '.join(ways)} Light".replace(f"{cards[0].name} ", f"{cards[0].name} takes ", 1)
    rulings = ("QUEST-5.4", "QUEST-5.12", *(card.ruling for card in cards))
    free = cards_change(bare_of("light_needed"))
    yield QuestObstacle("light", rulings, free, lambda: says, made_up_by=("light",))


def _health(world: QuestPosition, monster: Card, places: list[int], best: State | None) -> QuestObstacle:
    return QuestObstacle(
        f"health {monster.id}",
        (monster.ruling, "QUEST-2.10"),
        card_change(monster.id, with_values(health=-PLENTY)),
        partial(_say_health, world, monster, places, best),
        is_aim=True,
        made_up_by=("attack", "skill"),
        in_short=partial(_health_in_short, monster, best),
    )


def _health_in_short(monster: Card, best: State | None) -> str:
    if best is None or best.tally.monster != monster.id:
        return ""
    return f"{best.tally.total} against health {best.tally.health}"


def _say_health(world: QuestPosition, monster: Card, places: list[int], best: State | None) -> str:
    if best is not None and best.tally.monster == monster.id:
        room = world.book.name(best.rooms[best.tally.room].card)
        tally = best.tally
        return f"{monster.name} in {room} has health {tally.health}; the best total attack is {tally.total}"
    here = [place for place in places if world.state.rooms[place].monster == monster.id]
    texts = [
        f"{monster_value(world.book, world.state, place, 'health')} in"
        f" {world.book.name(world.state.rooms[place].card)}"
        for place in here
    ]
    return f"{monster.name} has health {' and '.join(texts)}"


def _required(monster: Card) -> Iterator[QuestObstacle]:
    """It can only be defeated with a card of some sort. (QUEST-2.12)"""
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
        yield _before(monster, "attack")


def _of_room(tile: Card) -> Iterator[QuestObstacle]:
    """What a room adds to its Monster or takes from the attack. (QUEST-5.17)"""
    for value in _OF_ROOMS:
        if tile.printed(value) > 0:
            yield _printed(tile, value, "QUEST-5.17")
    for trait in tile.traits:
        if isinstance(trait, Modifier):
            yield _trait(tile, trait, "QUEST-5.17")
    if tile.before:
        yield _before(tile)


def _of_other_monsters(world: QuestPosition, places: list[int]) -> Iterator[QuestObstacle]:
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
    verb = "adds" if card.kind == "room" else "has printed"  # the room and others may add to it
    return _of_card(card, value, rule, bare_of(value), f"{card.name} {verb} {word} {amount}", "attack")


def _trait(card: Card, gone: Trait, rule: str) -> QuestObstacle:
    return _of_card(card, gone.say(), rule, lacking("traits", gone), f"{card.name}: {gone.say()}")


def _before(card: Card, *made_up_by: str) -> QuestObstacle:
    says = f"{card.name} before the battle: {'; '.join(each.say() for each in card.before)}"
    return _of_card(card, "before", "QUEST-5.16", bare_of("before"), says, *made_up_by)


def _of_card(card: Card, what: str, rule: str, without: Facts, says: str, *made_up_by: str) -> QuestObstacle:
    """Something that is printed on a card."""
    change = card_change(card.id, without)
    return QuestObstacle(
        f"{what} of {card.id}", (card.ruling, rule), change, partial(str, says), made_up_by=made_up_by
    )


def requires_skill(world: QuestPosition, cards: Iterable[str]) -> Iterator[QuestObstacle]:
    """Weapons require Skill. (QUEST-2.3)"""
    if world.book.reads("wield", "at_least"):
        return
    hand = [world.book.card(card) for card in hand_of(world.state)]
    heroes = dict.fromkeys(f"{hero.name} has Skill {hero.skill or 0}" for hero in hand if hero.kind == "hero")
    for weapon in map(world.book.card, dict.fromkeys(cards)):
        if weapon.kind == "weapon" and weapon.requirement:
            says = f"{weapon.name} requires Skill {weapon.requirement}; {', '.join(heroes)}"
            yield _of_card(weapon, "skill", "QUEST-2.3", bare_of("requirement"), says, "skill")


def _alerts(world: QuestPosition) -> Iterator[QuestObstacle]:
    """What rooms and Monsters do to a Champion on the way. (QUEST-5.7)"""
    there = (card for room in world.state.rooms for card in (room.card, room.seen) if card)
    for id_ in dict.fromkeys(there):
        card = world.book.card(id_)
        if card.alerts:
            says = f"{card.name}: {'; '.join(alert.say() for alert in card.alerts)}"
            yield _of_card(card, "alerts", "QUEST-5.7", bare_of("alerts"), says)


def other_phase(world: QuestPosition, comes_elsewhere: bool) -> Iterator[QuestObstacle]:
    """The turn is in a Dungeon phase; `comes_elsewhere`: a text may allow such a step there, too.
    (QUEST-3.1)
    """
    if in_dungeon(world) and world.table is not None:
        why = "nothing brings that there" if comes_elsewhere else "only a Village phase has that step"
        says = f"this turn is in the Dungeon, and {why}"
        yield QuestObstacle("phase", ("QUEST-3.1",), TURN_NOT_BEGUN, lambda: says, is_final=True)


def not_sold(world: QuestPosition, action: Action, there: list[str]) -> Iterator[QuestObstacle]:
    """The card is in no stack, or below other cards. (QUEST-4.4, QUEST-8.4)"""
    card = action.brings
    if not action.stock or world.state.stacks is None or card in there:
        return
    facts = world.book.card(card)
    if in_a_space(world.state, facts):
        says, rulings = not_on_top(world.state, facts)
    else:
        below = card in in_stacks(world.state)
        name, rulings = facts.name, (action.stock,)
        says = f"{name} lies below other cards of its stack" if below else f"no {name} is in the Village"
    yield QuestObstacle("stock", (*rulings, f"card.{card}"), with_stack(card), lambda: says)


_MOST_POSITIONS = 20_000
"""The most positions that are visited."""


def most_gold(position: QuestPosition) -> int | None:
    """The most gold for purchases without luck; None if no purchase is possible or it is unknown."""
    game, entry = position.game, beginning("dungeon")

    def visiting(here: State) -> Iterable[Action]:
        in_village = here.phase in ("prepare", "temple", "village")
        return (each for each in game.legal_actions(here) if in_village and each != entry)

    found: list[int] = []
    for number, here in enumerate(explore(game, Arrival(position.state), visiting)):
        if number >= _MOST_POSITIONS or game.mover(here.state) in (CHANCE, UNKNOWN):
            return None
        if here.state.phase == "buying":
            found.append(here.state.gold)
    return max(found, default=None)


def price_of(world: QuestPosition, purchase: Purchase) -> Iterator[QuestObstacle]:
    """It costs gold. (QUEST-4.4, QUEST-4.5)"""

    def beside() -> str:
        most = most_gold(world)
        return "" if most is None else f", you have {most}"

    if gold := purchase.cost(world.book):
        yield QuestObstacle(
            "cost",
            purchase.priced_by(world.book),
            with_gold(PLENTY),
            lambda: f"{purchase.name(world.book)} costs {gold} gold{beside()}",
            is_aim=True,
            made_up_by=("gold",),
            in_short=lambda: f"it costs {gold} gold{beside()}",
        )


def sold_elsewhere(world: QuestPosition, purchase: Purchase) -> Iterator[QuestObstacle]:
    """The turn visits another Location than the one that sells it. (QUEST-3.5, QUEST-3.6)"""
    state, book, location = world.state, world.book, purchase.begins
    if location and state.phase != "prepare" and state.me.location and not uses_of(book, state, location):
        says = f"{purchase.name(book).removeprefix('a ')} is sold at the {book.name(location)}"
        change = at_location(location)
        yield QuestObstacle("location", purchase.rulings, change, partial(str, says), is_final=True)


def price_of_level(world: QuestPosition, hero: int, into: str) -> Iterator[QuestObstacle]:
    """It costs XP. (QUEST-8.1)"""
    if hero >= len(world.state.laid):
        return
    book = world.book
    price = price_in_village(book, world.state, hero)
    name = book.name(world.state.laid[hero].card)
    says = f"{name} becomes {book.name(into)} for {price} XP; you have {world.state.me.xp}"
    yield QuestObstacle(
        "xp",
        ("QUEST-8.1",),
        with_xp(PLENTY),
        partial(str, says),
        is_aim=True,
        made_up_by=("xp",),
        in_short=partial(str, f"it takes {price} XP, you have {world.state.me.xp}"),
    )
