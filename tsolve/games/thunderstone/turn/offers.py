"""The legal actions of a free step, found directly.

`steps.refuse` judges any single action and says why it is not legal. Judging everything that might be tried
would take most of the time of a game, so here only what may succeed is looked at; a test holds both to the
same answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tsolve.games.thunderstone.actions import Action, Attack, Buy, Destroy, Equip, LevelUp, Pass, Visit
from tsolve.games.thunderstone.state import NONE
from tsolve.games.thunderstone.symmetry import first_of_alike
from tsolve.games.thunderstone.turn import abilities, battle, levels, market, steps, treasures
from tsolve.games.thunderstone.turn.strength import has_hand_for, strength_of, weight_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.state import State

_VISITS: tuple[Action, ...] = (Visit("village"), Visit("dungeon"), Visit("rest"))
_PASS = Pass()


def legal(book: Book, state: State) -> list[Action]:
    """Every legal action of the active player at a free step, equal choices once."""
    if state.step == "choose":
        return list(_VISITS)
    if state.step == "resting":
        present = [index for index, member in enumerate(state.party) if not member.left]
        return [*map(Destroy, first_of_alike(state, present)), _PASS]
    find = _FINDERS.get(state.step)
    return [] if find is None else find(book, state)


def preparations(book: Book, state: State) -> list[Action]:
    """The legal actions of a free step, except attacks and passing."""
    if state.step == "preparing":  # whom the party may attack is not asked, which takes most of the time
        return [*_uses(book, state), *_equipments(book, state)]
    return [action for action in legal(book, state) if not isinstance(action, (Attack, Pass))]


def _uses(book: Book, state: State) -> list[Action]:
    uses = abilities.attempts(book, state, used_up=False)
    return [use for use in uses if abilities.refuse(book, state, use) is None]


def _effects(book: Book, state: State) -> list[Action]:
    found = [use for use in treasures.attempts(book, state) if steps.refuse(book, state, use) is None]
    return [*_uses(book, state), *found, _PASS]


def _purchases(book: Book, state: State) -> list[Action]:
    if state.purchases < 1:
        return [_PASS]
    gold, costs = state.gold, book.costs
    return [*(Buy(card) for card in market.for_sale(book, state) if costs[card] <= gold), _PASS]


def _level_ups(book: Book, state: State) -> list[Action]:
    found: list[Action] = []
    xp = state.me.xp
    heroes = [i for i, m in enumerate(state.party) if m.card in book.level_costs and not m.left]
    for index in first_of_alike(state, [i for i in heroes if book.level_costs[state.party[i].card] <= xp]):
        following = levels.next_levels(book, state, state.party[index].card)
        found += (LevelUp(index, into) for into in following if market.left_of(state, into))
    return [*found, _PASS]


def _before_battle(book: Book, state: State) -> list[Action]:
    ranks = [rank for rank in state.places if battle.refuse_attack(book, state, rank) is None]
    ending: list[Action] = [Attack(rank) for rank in ranks] if ranks else [_PASS]
    if steps.refuse_before_ending(book, state) is not None:
        ending = []
    return [*preparations(book, state), *ending]


def _equipments(book: Book, state: State) -> list[Action]:
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


_FINDERS: dict[str, Callable[[Book, State], list[Action]]] = {
    "effects": _effects,
    "buying": _purchases,
    "levelling": _level_ups,
    "preparing": _before_battle,
}
