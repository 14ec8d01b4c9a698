"""Equipment: which Weapons a Hero may carry, and the notes in the trace about it. (TS-8)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.games.thunderstone.actions import Equip
from tsolve.games.thunderstone.state import NONE, State, first_of_alike
from tsolve.games.thunderstone.turn import free
from tsolve.games.thunderstone.turn.hand import has_hand_for, strength_of, weight_of

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play


def attempts(book: Book, state: State) -> Iterator[Equip]:
    """Every Weapon with every Hero who might carry it, equal ones once."""
    weapons = [
        i for i, m in enumerate(state.party) if m.card in book.weapons and not m.left and m.bearer == NONE
    ]
    if not weapons:
        return
    heroes = [i for i, m in enumerate(state.party) if m.card in book.heroes and not m.left]
    for weapon in first_of_alike(state, weapons):
        for hero in first_of_alike(state, heroes):
            yield Equip(weapon, hero)


def legal(book: Book, state: State) -> list[Equip]:
    """The legal ones, found directly."""
    party = state.party
    weapons = [i for i, m in enumerate(party) if m.card in book.weapons and m.bearer == NONE and not m.left]
    if not weapons:
        return []
    heroes = [i for i, m in enumerate(party) if m.card in book.heroes and not m.left]
    heroes = first_of_alike(state, [i for i in heroes if book.hands or not party[i].weapons])
    carried = [[party[weapon].card for weapon in party[hero].weapons] for hero in heroes]
    strengths = [strength_of(book, state, hero) for hero in heroes]
    return [
        Equip(weapon, hero)
        for weapon in first_of_alike(state, weapons)
        for hero, strength, arms in zip(heroes, strengths, carried, strict=True)
        if weight_of(book, state, weapon) <= strength and has_hand_for(book, arms, party[weapon].card)
    ]


@free.refuse.register(Equip)
def _refuse(action: Equip, book: Book, state: State) -> Reason | None:
    if state.step != "preparing":
        return "you equip Weapons in the Dungeon, before the attack", ("TS-7.2",)
    size = len(state.party)
    if not (0 <= action.weapon < size and 0 <= action.hero < size):
        return "you hold no such card", ("TS-8.1",)
    weapon, hero = state.party[action.weapon], state.party[action.hero]
    if weapon.card not in book.weapons or hero.card not in book.heroes:
        return "only a Weapon can be equipped, and only by a Hero", ("TS-8.1",)
    if weapon.left or hero.left:
        return f"{book.name(weapon.card if weapon.left else hero.card)} has left your hand", ("TS-7.3",)
    if weapon.bearer != NONE:
        return f"{book.name(weapon.card)} is already equipped", ("TS-8.1",)
    carried = [state.party[index].card for index in hero.weapons]
    if not has_hand_for(book, carried, weapon.card):
        already = "a Weapon" if len(carried) == 1 else f"{len(carried)} Weapons"
        more = tuple(f"card.{card}" for card in dict.fromkeys(carried) if card in book.hands)
        return f"{book.name(hero.card)} already carries {already}", ("TS-8.1", *more)
    weight, strength = weight_of(book, state, action.weapon), strength_of(book, state, action.hero)
    if weight > strength:
        return f"too heavy: Weight {weight}, Strength {strength}", ("TS-8.1",)
    return None


@free.carry_out.register(Equip)
def _equip(action: Equip, play: Play) -> None:
    book = play.book
    weapon, bearer = play.state.party[action.weapon].card, play.state.party[action.hero]
    weight = weight_of(book, play.state, action.weapon)
    strength = strength_of(book, play.state, action.hero)
    rulings: tuple[str, ...] = ("TS-8.1", f"card.{weapon}")
    if bearer.weapons:
        allowing = [weapon, *(play.state.party[index].card for index in bearer.weapons)]
        rulings += tuple(f"card.{card}" for card in dict.fromkeys(allowing) if card in book.hands)
        _exercise_hands(play, allowing)
    play.edit(action.weapon, bearer=action.hero)
    play.edit(action.hero, weapons=(*bearer.weapons, action.weapon))
    note = f"{play.called(action.hero)} carries it ({weight} of {strength})"
    play.note("equip", action.weapon, tuple(dict.fromkeys(rulings)), note)
    if weapon in book.strengthening:
        after = strength_of(book, play.state, action.hero)
        note = f"for {play.called(action.hero)}"
        play.note("equip", action.weapon, (f"card.{weapon}", "TS-8.4"), note, "strength", strength, after)


def _exercise_hands(play: Play, weapons: list[str]) -> None:
    """Note which Weapons let their bearer carry another one."""
    for weapon in dict.fromkeys(weapons):
        for trait in play.book.traits[weapon]:
            if trait.more_weapons():
                play.exercise(weapon, trait)
