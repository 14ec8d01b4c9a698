"""Lasting effects that leave no event: Settings that change cards, and scoring at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.games.thunderstone.scoring import everything, extras, owned
from tsolve.games.thunderstone.state import State

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.effects.base import Effect
    from tsolve.games.thunderstone.opened import Opened


def of_the_setting(opened: Opened) -> Iterator[tuple[Card, Effect]]:
    """What the Setting of the position changes of a card that is in sight. (DS-9)"""
    printed = opened.ruleset.cards
    setting = printed.get(opened.state.setting)
    if setting is not None:
        seen = {card for card in _in_sight(opened.state) if card in printed}
        for effect in setting.setting:
            if any(effect.change(printed[card]) != printed[card] for card in seen):
                yield setting, effect


def of_the_score(book: Book, state: State) -> Iterator[tuple[Card, Effect]]:
    """What is worth something to its owner beside the printed points. (TS-17.2)"""
    all_cards = everything(book, state)
    for player, cards in enumerate(all_cards):
        for card in dict.fromkeys(cards):
            for effect, points in extras(book, card, all_cards, player):
                if points:
                    yield book.card(card), effect


def _in_sight(state: State) -> Iterator[str]:
    yield from (slot.card for slot in state.standing)
    yield from state.stalls
    for player in range(len(state.players)):
        yield from owned(state, player)
