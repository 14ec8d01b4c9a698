"""Obstacles: single facts of a card or the position, or single rules, each of which can be switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from tsolve.cardkit.piles import contents
from tsolve.cardkit.tasks import Reason
from tsolve.contract.changes import lacking
from tsolve.games.thunderstone.book import MILITIA
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.changes import (
    HARMLESS,
    NO_PENALTY,
    TURN_NOT_BEGUN,
    card_change,
    weightless,
    with_cards,
)
from tsolve.games.thunderstone.effects.base import BattleEffect, GlobalEffect, MonsterTrait, Trait
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.situations import reveals
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.turn import abilities
from tsolve.games.thunderstone.turn.hand import pays_for, price_asked, strength_of
from tsolve.games.thunderstone.why_not.world import World
from tsolve.source.tree import joined
from tsolve.worlds.why_not_question import Obstacle

_STEP_OF_REVEALING = {"dungeon": "TS-7.1", "village": "TS-4.1", "rest": "TS-5.1"}
PLACES = {"dungeon": "enters the Dungeon", "village": "visits the Village", "rest": "is a rest"}
_DEEDS = {
    "dungeon": "only a turn that enters the Dungeon can do that",
    "village": "only a visit to the Village can do that",
    "rest": "only a rest can do that",
}


TurnObstacle = Obstacle[World]


# the turn and the hand


def other_turn(world: World, place: str) -> Iterator[TurnObstacle]:
    """The turn is not of the kind `place`; "" for any kind. (TS-3.1)"""
    turn = world.state.turn
    if turn and place and turn != place:
        says = f"this turn {PLACES[turn]}; {_DEEDS[place]}"
        yield TurnObstacle("turn", ("TS-3.1",), TURN_NOT_BEGUN, lambda: says, is_final=True)


def why_not_in(world: World, place: str) -> Reason:
    """Why this turn is not of that kind, or no longer. (TS-17.1)"""
    if world.state.over:
        return "the game is over", ("TS-17.1",)
    obstacle = next(other_turn(world, place))
    return obstacle.say(), obstacle.rulings


def not_in_hand(world: World, card: str, place: str) -> Iterator[TurnObstacle]:
    """The card is not in the hand."""
    if not any(member.card == card and not member.left for member in world.state.party):
        says = f"{_name(world, card)} is not in your hand"
        if card in drawable(world):
            says += ", and you cannot draw it in time"
        ruling = _STEP_OF_REVEALING.get(place, "TS-3.1")
        yield TurnObstacle(f"hand {card}", (ruling,), with_cards(card), lambda: says)


def drawable(world: World) -> tuple[str, ...]:
    """The known cards that may come to the hand."""
    me = world.state.me
    return (*contents(me.deck), *me.discard)


def owned(world: World) -> tuple[str, ...]:
    """The kinds of cards that are, or may come, in the hand."""
    hand = (member.card for member in world.state.party if not member.left)
    return tuple(dict.fromkeys((*hand, *drawable(world))))


def no_price(world: World, user: str, ability: Ability) -> Iterator[TurnObstacle]:
    """The hand has no card to give up as the price of an ability. (TS-18.3)"""
    price = ability.price
    if price is None:
        return
    payers = [member.card for member in world.state.party if not member.left]
    if user in payers and not ability.itself:
        payers.remove(user)
    if any(pays_for(price, world.cards[card]) for card in payers):
        return
    example = next((card.id for card in world.cards.values() if pays_for(price, card)), "")
    if example:
        away = "discard" if ability.discard else "destroy"
        says = f"you hold no {price_asked(ability)} to {away}"
        rulings = (f"card.{user}", "TS-18.3")
        yield TurnObstacle(f"price {price}", rulings, with_cards(example), lambda: says)


def no_hero(world: World, user: str, ability: Ability) -> Iterator[TurnObstacle]:
    """There is no Hero to use a card on. (TS-18.3)"""
    serves = any(effect.target == "hero" for effect in ability.do)
    if serves and not any(world.cards[m.card].is_hero for m in world.state.party if not m.left):
        rulings = (f"card.{user}", "TS-18.3")
        yield TurnObstacle("hero", rulings, with_cards(MILITIA), lambda: "you hold no Hero")


# Weapons


def weights(world: World, weapons: Iterable[str], hero: str = "") -> Iterator[TurnObstacle]:
    """Each Weapon has a Weight, and the Heroes their Strength; `hero` names the only one meant. (TS-8.1)"""
    cards = (world.cards[weapon] for weapon in weapons)
    return (_weight(world, card, hero) for card in cards if card.is_weapon and (card.weight or 0) > 0)


def _weight(world: World, weapon: Card, hero: str) -> TurnObstacle:
    return TurnObstacle(
        f"weight {weapon.id}",
        (weapon.ruling, "TS-8.1"),
        card_change(weapon.id, weightless),
        lambda: _say_weight(world, weapon, hero),
        made_up_by=("strength",),
    )


def _say_weight(world: World, weapon: Card, hero: str) -> str:
    heroes = [
        index
        for index, member in enumerate(world.state.party)
        if not member.left and world.cards[member.card].is_hero and hero in ("", member.card)
    ]
    texts = dict.fromkeys(_say_strength(world, index, weapon.weight or 0) for index in heroes)
    too_weak = [each for each in texts if each]
    if not too_weak:
        return f"{weapon.name} has Weight {weapon.weight}"
    return f"{weapon.name} is too heavy: Weight {weapon.weight}; {joined(too_weak)}"


def _say_strength(world: World, hero: int, needed: int) -> str:
    """The Strength of a Hero that is too weak; also that with Food, if Food helps."""
    inside = world.enter("dungeon")
    if inside is None:
        return ""
    now = strength_of(world.game.book, inside.state, hero)
    if now >= needed:
        return ""
    state, fed = strengthened(world.game, inside.state, hero)
    most = strength_of(world.game.book, state, hero)
    more = f", with {joined(list(dict.fromkeys(fed)))} {most}" if fed else ""
    return f"{_name(world, world.state.party[hero].card)} has Strength {now}{more}"


def strengthened(game: Thunderstone, state: State, hero: int) -> tuple[State, list[str]]:
    """The position after all cards that make this Hero stronger, and their names."""
    fed: list[str] = []
    while True:
        before = strength_of(game.book, state, hero)
        for attempt in abilities.attempts(game.book, state):
            use = attempt if attempt.target == NONE else replace(attempt, target=hero)
            if reveals(game, state, use) or game.why_not(state, use) is not None:
                continue
            after = game.apply(state, use)
            if not after.todo and strength_of(game.book, after, hero) > before:
                fed.append(game.book.name(state.party[use.card].card))
                state = after
                break
        else:
            return state, fed


# the Monster and the battle


def traits_of(monster: Card, told: Callable[[str], str]) -> Iterator[TurnObstacle]:
    """Each trait and Battle Effect of a Monster; `told` adds what a rule did to the numbers."""
    monster_traits = [trait for trait in monster.traits if isinstance(trait, MonsterTrait) and not trait.dark]
    yield from (_guarded(monster, guard, told) for guard in monster_traits)
    yield from (_fighting(monster, effect) for effect in monster.battle)


def _guarded(monster: Card, guard: MonsterTrait, told: Callable[[str], str]) -> TurnObstacle:
    tag = str(guard.__struct_config__.tag)
    rule = guard.rules[:1]
    return TurnObstacle(
        f"trait {monster.id} {tag}",
        (monster.ruling, *rule),
        card_change(monster.id, lacking("traits", guard)),
        lambda: f"{monster.name}: {guard.say()}{''.join(map(told, rule))}",
        made_up_by=("attack", "magic", "light") if guard.light() else ("attack", "magic"),
    )


def everywhere(world: World) -> Iterator[TurnObstacle]:
    """Each Global effect of a Monster that stands in the Dungeon. (DS-3)"""
    for card, effect in world.game.book.global_effects(world.state):
        yield _worldwide(world.cards[card], effect)


def _worldwide(monster: Card, effect: GlobalEffect) -> TurnObstacle:
    return TurnObstacle(
        f"global {monster.id} {effect.__struct_config__.tag}",
        (monster.ruling, "DS-3"),
        card_change(monster.id, lacking("global_effects", effect)),
        lambda: f"{monster.name}: {effect.say()}",
        made_up_by=("light",) if effect.light() else (),
    )


def _fighting(monster: Card, effect: BattleEffect) -> TurnObstacle:
    return TurnObstacle(
        f"battle {monster.id} {effect.__struct_config__.tag}",
        (monster.ruling, "TS-7.7"),
        card_change(monster.id, lacking("battle", effect)),
        lambda: f"{monster.name} in battle: {effect.say()}",
    )


def shunning(monster: Card, say: Callable[[], str]) -> Iterator[TurnObstacle]:
    """A Monster that cannot be attacked in the dark. (TS-10.5)"""
    for trait in monster.traits:
        if isinstance(trait, MonsterTrait) and trait.dark:
            change = card_change(monster.id, lacking("traits", trait))
            rulings = (monster.ruling, "TS-10.5")
            yield TurnObstacle(f"dark {monster.id}", rulings, change, say, made_up_by=("light",))


def kept_off(world: World) -> Iterator[TurnObstacle]:
    """Heroes whose own card keeps them from attacking somewhere (Feayn)."""
    for card in (world.cards[each] for each in owned(world)):
        yield from (_keeping_off(card, trait) for trait in card.traits if card.is_hero and _keeps_off(trait))


def _keeps_off(trait: Trait | MonsterTrait) -> bool:
    return isinstance(trait, Trait) and type(trait).keeps_from_attacking is not Trait.keeps_from_attacking


def _keeping_off(hero: Card, trait: Trait | MonsterTrait) -> TurnObstacle:
    says = f"{hero.name}: {trait.say()}"
    free = card_change(hero.id, lacking("traits", trait))
    return TurnObstacle(f"kept off {hero.id}", (hero.ruling, "TS-9.5"), free, lambda: says)


def darkness(say: Callable[[], str]) -> Iterator[TurnObstacle]:
    """The Light Penalty costs Attack Value. (TS-10.2)"""
    yield TurnObstacle("light", ("TS-10.2", "TS-10.1"), NO_PENALTY, say, made_up_by=("light",))


def disease(world: World) -> Iterator[TurnObstacle]:
    """Every Disease lowers a total. (TS-12.2)"""
    diseases = world.game.book.diseases
    held = sum(1 for member in world.state.party if not member.left and member.card in diseases)
    if held or not diseases.isdisjoint(drawable(world)):
        says = "each Disease lowers Attack or Magic Attack by 1" + (f"; you hold {held}" if held else "")
        yield TurnObstacle("disease", ("TS-12.2",), HARMLESS, lambda: says)


def _name(world: World, card: str) -> str:
    return world.cards[card].name
