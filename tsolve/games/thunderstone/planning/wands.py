"""Weapons that let a Spell be used a second time, in the search for situations. (Bluefire Staff)

Such a Weapon works for the Hero that carries it, so it is taken up before the others are given out; and which
Spell it serves depends on what was used, so each Spell is used step by step.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.games.thunderstone.actions import Equip, Use
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.abilities.adding import ReuseSpell
from tsolve.games.thunderstone.planning import outlook
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.symmetry import first_of_alike
from tsolve.games.thunderstone.turn import abilities, steps


def is_second_use(book: Book, state: State, use: Use) -> bool:
    """Whether this is the second use of a Spell, which costs the Spell."""
    spell = state.party[use.card]
    return spell.renewed and book.card(spell.card).is_spell


def leading_to_second_use(book: Book, state: State) -> Iterator[Equip | Use]:
    """What has to be done before a Spell can be used a second time: such a Weapon is given to a Hero that can
    make use of it, and while it is at hand each Spell may be the one.
    """
    if state.turn != "dungeon" or outlook.wands(book).isdisjoint([member.card for member in state.party]):
        return
    tried = [*_equipments(book, state), *(_spells(book, state) if any(_ready(book, state)) else ())]
    yield from (action for action in tried if steps.refuse(book, state, action) is None)


def _equipments(book: Book, state: State) -> Iterator[Equip]:
    party = state.party
    free = [i for i, m in enumerate(party) if m.card in book.weapons and m.bearer == NONE and not m.left]
    heroes = [i for i, m in enumerate(party) if m.card in book.heroes and not m.left]
    for weapon in first_of_alike(state, free):
        for hero in first_of_alike(state, heroes):
            if _serves(book, state, weapon, hero):
                yield Equip(weapon, hero)


def _spells(book: Book, state: State) -> Iterator[Use]:
    """Uses of Spells that would otherwise be left to the statement of the battle."""
    for use in abilities.attempts(book, state):
        card = book.card(state.party[use.card].card)
        if card.is_spell and not card.abilities[use.ability].reveals:
            yield use


def _serves(book: Book, state: State, weapon: int, hero: int) -> bool:
    """Whether the Hero could use a Spell a second time with this Weapon, or has a hand for one by it."""
    party = state.party
    if not any(book.card(member.card).is_spell and not member.left for member in party):
        return False
    card = party[weapon].card
    classes = book.card(party[hero].card).classes
    if card in outlook.wands(book):
        return any(kind in classes for effect in _deeds(book, card) for kind in effect.bearers)
    return card in book.hands and bool(party[hero].weapons)


def _ready(book: Book, state: State) -> Iterator[bool]:
    """Such Weapons that are carried by the right Hero and were not used yet."""
    for index, member in enumerate(state.party):
        if member.card in outlook.wands(book) and member.bearer != NONE and not member.used:
            yield any(effect.is_wielded(book, state, index) for effect in _deeds(book, member.card))


def _deeds(book: Book, weapon: str) -> Iterator[ReuseSpell]:
    for ability in book.card(weapon).abilities:
        yield from (effect for effect in ability.do if isinstance(effect, ReuseSpell))
