"""Modifier cards of which one stands for others: what may still be drawn in a turn, and of which cards it is
enough to look at one.

A card does to the target what its damage does, as far as somebody can still tell: hit points beyond those
that the target may still lose make no difference. Of two cards that do the same, one
stands for the other if it leaves a deck that can still bring every card of the other's deck, in any order: of
equal cards it is enough to have as many as may still be drawn. (A sequence of cards from the poorer deck is
then one from the richer deck, too.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import ge
from typing import TYPE_CHECKING, NamedTuple

from tsolve.games.gloomhaven.abilities import Ability, Attack, Command, Consume, OnDeath
from tsolve.games.gloomhaven.actions import Draw
from tsolve.games.gloomhaven.game import ONLY_FOLLOW, is_open
from tsolve.games.gloomhaven.judging.harm_to_come import Counts, HarmToCome
from tsolve.games.gloomhaven.modifiers import LEAVING, Deck, card, reduced
from tsolve.games.gloomhaven.scenario import SummonOne
from tsolve.games.gloomhaven.state import State, Task, deck_owner
from tsolve.games.gloomhaven.turn.attack import AttackOne, DrawModifier
from tsolve.games.gloomhaven.turn.attack_numbers import defence_of, reasons_of_drawing, single_attack
from tsolve.games.gloomhaven.turn.damage import Defence, EndAttack, IfDamaged, SingleAttack, damage
from tsolve.games.gloomhaven.turn.effects import ChooseAffected, ChooseHealed, Perform, PutTrap
from tsolve.games.gloomhaven.turn.monster import Abilities, ChooseFocus, MonsterMove
from tsolve.games.gloomhaven.turn.monster_attack import MonsterAttack, NextTarget
from tsolve.games.gloomhaven.uncounted import goes_uncounted

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book

_WITHOUT_CARDS = (
    *ONLY_FOLLOW,
    ChooseAffected,
    ChooseFocus,
    ChooseHealed,
    EndAttack,
    IfDamaged,
    MonsterMove,
    PutTrap,
    SummonOne,
)
"""Tasks that draw no modifier cards."""


class Coming(NamedTuple):
    """The modifier cards that may still come in a turn."""

    draws: int
    """How many there are at most."""
    deck: Counts | None
    """Those of the deck that the acting figure draws from; None where more than the cards themselves may
    matter: their order, their effects, or that the deck may run out.
    """
    harm: HarmToCome
    """What enemies may still suffer."""

    @property
    def enough(self) -> Mapping[str, int]:
        """Each card as often as it may come."""
        return {text: min(number, self.draws) for text, number in self.deck or ()}


def is_as_rich(deck: Mapping[str, int], other: Mapping[str, int]) -> bool:
    """Whether a deck has all that another has."""
    return all(deck.get(text, 0) >= number for text, number in other.items())


def coming(book: Book, state: State) -> Coming | None:
    """The cards that may still come; None where nobody can count them."""
    if is_open(book, state) or goes_uncounted(book, state) or state.led is not None:
        return None
    if not state.on_map(state.turn) or any(each.dying for each in state.figures):
        return None
    draws = 0
    for task in state.todo:
        if (more := _draws(book, state, task)) is None:
            return None
        draws += more
    deck = _plain(state.deck(deck_owner(state.figure(state.turn))), draws)
    return Coming(draws, deck, HarmToCome(book, state, deck))


def _draws(book: Book, state: State, task: Task) -> int | None:
    """How many modifier cards a task draws at most, if none of them is rolling; None where nobody can tell.

    No ability but an attack draws any, and each attack ability makes one attack on each enemy at most, or all
    on one of them.
    """
    if isinstance(task, DrawModifier | AttackOne):
        return _draws_of_attack(book, state, task) if task.attacker == state.turn else None
    if isinstance(task, MonsterAttack | NextTarget):
        return _draws_of(state, (task.attack,))
    if isinstance(task, Abilities):
        return _draws_of(state, task.rest)
    if isinstance(task, Perform):
        return _draws_of(state, (task.ability,))
    return 0 if isinstance(task, _WITHOUT_CARDS) else None


def _draws_of_attack(book: Book, state: State, task: AttackOne | DrawModifier) -> int:
    if isinstance(task, DrawModifier):
        return (1 if task.drawing.way == "normal" else 2) - len(task.drawing.cards)
    if not state.on_map(task.target):
        return 0
    target = state.figure(task.target)
    good, bad = reasons_of_drawing(book, state, state.figure(task.attacker), target, task.attack)
    return 2 if good or bad else 1


def _draws_of(state: State, abilities: tuple[Ability, ...]) -> int | None:
    """Two for each attack: with advantage or disadvantage."""
    if any(isinstance(each, OnDeath | Consume | Command) for each in abilities):
        return None
    return 2 * sum(_attacks(state, each) for each in abilities if isinstance(each, Attack))


def _attacks(state: State, attack: Attack) -> int:
    """How many attacks an attack ability makes at most: one on each enemy, or all on one of them."""
    figure = state.figure(state.turn)
    targets = figure.profile.targets if attack.targets is None else attack.targets
    if attack.all_on_one:
        return figure.profile.targets
    enemies = len([*state.enemies_of(figure)])
    if attack.all_adjacent or attack.all_in_range or attack.on_the_path:
        return enemies
    return min(enemies, targets + attack.add_target + (len(attack.area.hexes) if attack.area else 0))


def _plain(deck: Deck, draws: int) -> Counts | None:
    """The cards of a deck from which so many are drawn, if only they matter: plain ones, shuffled, and more
    than are drawn; else None.
    """
    if len(deck.draw) != 1 or deck.draw[0].order != "shuffled" or deck.draw[0].layers:
        return None
    cards = deck.draw[0].cards
    return _counted(cards) if len(cards) > draws else None


@lru_cache(1024)
def _counted(cards: tuple[str, ...]) -> Counts | None:
    """Cards with their numbers, in the order in which chance offers them; None if some are not plain."""
    counts = tuple(sorted(Counter(cards).items()))
    is_plain = all(
        not card(text).rolling and not card(text).effects and text not in LEAVING for text, _ in counts
    )
    return counts if is_plain else None


# the cards of one attack


def draws_that_differ(book: Book, state: State, left: Coming | None) -> list[tuple[Draw, ...]] | None:
    """All cards of an attack that waits for its first one, once each in what they do and leave; None where
    each has to be looked at by itself.
    """
    task = state.todo[-1]
    if not isinstance(task, DrawModifier) or task.drawing.cards or left is None or left.deck is None:
        return None
    number = 1 if task.drawing.way == "normal" else 2
    done = tuple(_done(book, state, task, left.deck, left.harm.most_after(task)))
    sequences = _that_differ(left.deck, done, number, task.drawing.way == "advantage", left.draws - number)
    return [tuple(map(Draw, each)) for each in sequences]


def _done(book: Book, state: State, task: DrawModifier, deck: Counts, later: int) -> Iterator[int]:
    """The hit points that each card takes from the target; of those that leave it more than it may lose
    `later`, as many as leave it one more.
    """
    attacker, target = state.figure(task.attacker), state.figure(task.target)
    single = single_attack(book, state, attacker, target, task.attack)
    bears = state.cards_of(target.name) is not None  # in another way, whatever the damage is
    for amount in _amounts(single, defence_of(target), deck, task.drawing.is_reduced):
        yield amount if bears or not amount else max(min(amount, target.hp), target.hp - later - 1)


@lru_cache(4096)
def _amounts(single: SingleAttack, defence: Defence, deck: Counts, is_reduced: bool) -> tuple[int, ...]:
    """The damage of an attack by each card of a deck."""
    cards = [card(text) for text, _ in deck]
    counting = map(reduced, cards) if is_reduced else cards
    return tuple(damage(single, defence, (each,)).amount for each in counting)


@lru_cache(4096)
def _that_differ(
    deck: Counts, done: tuple[int, ...], number: int, is_best: bool, draws: int
) -> tuple[tuple[str, ...], ...]:
    """So many cards from a deck, once each in what they do and leave for further `draws`.

    Of two plain cards the one that applies does the most with advantage, and the least with disadvantage: the
    damage never falls where the attack grows.
    """
    counts, the_most = [count for _, count in deck], max if is_best else min
    found: list[tuple[int, list[int], tuple[int, ...]]] = []
    for places in combinations_with_replacement(range(len(deck)), number):
        left = list(counts)
        for place in places:
            left[place] -= 1
        if min(left) < 0:
            continue
        does, enough = the_most([done[place] for place in places]), [min(each, draws) for each in left]
        alike = [each for other, each, _ in found if other == does]
        if not any(_has_all_of(each, enough) for each in alike):
            found = [each for each in found if each[0] != does or not _has_all_of(enough, each[1])]
            found.append((does, enough, places))
    return tuple(tuple(deck[place][0] for place in places) for _, _, places in found)


def _has_all_of(deck: Sequence[int], other: Sequence[int]) -> bool:
    return all(map(ge, deck, other))
