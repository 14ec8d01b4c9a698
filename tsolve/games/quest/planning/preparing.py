"""The preparations that change more than numbers: abilities, Potions, and the gifts that they need.

All other gifts, Iron Rations and Lantern tokens are left to the statement of a battle.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.games.quest.actions import NONE, Action, Give, Pass, UseToken
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.demands import LoseTokens
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.aftermath import may_buy, spoils_of
from tsolve.games.quest.planning.coverage import (
    asks_for_gifts,
    asks_for_light,
    does_count,
    in_play,
    in_room,
    usable,
)
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.skill import can_hold


def fixed_gifts(game: Quest, state: State) -> frozenset[str]:
    """The Weapons whose wielding changes more than numbers after the preparations: they give Light, or have a
    Spoils ability, or a Spoils ability asks who wields any.
    """
    weapons = [card for card in in_play(game.book, state) if card.kind == "weapon"]
    if any(map(asks_for_gifts, spoils_of(game, state))):
        return frozenset(card.id for card in weapons)
    return frozenset(
        card.id for card in weapons if _shines(card) or any(map(does_count, usable([card], "spoils")))
    )


def _shines(card: Card) -> bool:
    return bool(card.light or card.modifiers("light", "itself"))


def takes_tokens(book: Book, state: State) -> bool:
    """Whether anything may take Gear tokens before the strike."""
    cards = [card for place in range(len(state.rooms)) for card in in_room(book, state, place)]
    alerts = (demand for card in cards for alert in card.alerts for demand in alert.demands)
    return any(
        isinstance(demand, LoseTokens) for demand in (*alerts, *(d for card in cards for d in card.before))
    )


def loud(game: Quest, state: State) -> list[Action]:
    """The legal preparations that are tried one by one, in the engine."""
    book = game.book
    abilities = list(usable(in_play(book, state), "dungeon"))
    wanted = _Wanted(game, state)
    lit = any(map(asks_for_light, abilities))
    fed = may_buy(game, state) and takes_tokens(book, state)
    found: list[Action] = []
    for action in game.legal_actions(state):
        match action:
            case Pass():
                pass
            case UseToken(token="lantern"):
                if lit:
                    found.append(action)
            case UseToken(token="iron_rations", hero=hero):
                if fed if hero == NONE else wanted.supports(hero):
                    found.append(action)
            case Give(card, hero):
                if wanted.gives(card) or (wanted.boosts(card) and wanted.supports(hero)):
                    found.append(action)
            case _:
                found.append(action)
    return found


class _Wanted:
    """Which gifts open a way to something that is not a matter of numbers."""

    def __init__(self, game: Quest, state: State) -> None:
        self.game, self.state, book = game, state, game.book
        self.fixed = fixed_gifts(game, state)
        free = [place for place in state.present() if self._is_free_weapon(place)]
        cards = {place: book.card(state.laid[place].card) for place in free}
        asking = [
            ability
            for place in state.present()
            for number, ability in enumerate(book.card(state.laid[place].card).abilities)
            if "dungeon" in ability.phases and not state.laid[place].used >> number & 1
            if asks_for_gifts(ability)
        ]
        self.weapons = [
            place
            for place, card in cards.items()
            if asking or card.id in self.fixed or any(self._unused(place, card))
        ]

    def _is_free_weapon(self, place: int) -> bool:
        laid = self.state.laid[place]
        return self.game.book.card(laid.card).kind == "weapon" and laid.bearer == NONE and not laid.lost_by

    def _unused(self, place: int, card: Card) -> Iterator[bool]:
        for number, ability in enumerate(card.abilities):
            yield "dungeon" in ability.phases and not self.state.laid[place].used >> number & 1

    def gives(self, card: int) -> bool:
        """Whether wielding this Weapon matters."""
        return card in self.weapons

    def boosts(self, card: int) -> bool:
        """Whether the card adds to the Skill of a Hero."""
        return bool(self.game.book.card(self.state.laid[card].card).skill_boost)

    def supports(self, hero: int) -> bool:
        """Whether more Skill lets this Hero wield a Weapon that matters."""
        book, state = self.game.book, self.state
        return any(not can_hold(book, state, hero, (weapon,)) for weapon in self.weapons)
