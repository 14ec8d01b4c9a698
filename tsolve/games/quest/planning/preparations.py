"""The "loud" preparations of a Dungeon turn, which are tried one by one: those that change more than numbers,
such as abilities and Potions, and the gifts that make them possible. All other gifts, Rations and Lantern
tokens are "quiet": the statement of a battle decides about them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest.actions import Action, Give
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import Ability
from tsolve.games.quest.effects.base import Condition
from tsolve.games.quest.effects.demands import LoseTokens
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.coverage import (
    asks_for_gifts,
    asks_for_light,
    does_count,
    effects_in_vain,
    heals_alone,
    in_play,
    in_room,
    usable,
)
from tsolve.games.quest.planning.statement import may_buy, spoils_of
from tsolve.games.quest.state import PLACES, State
from tsolve.games.quest.turn.heroes import can_hold
from tsolve.games.quest.turn.values import holds

if TYPE_CHECKING:
    pass


def fixed_gifts(game: Quest, state: State) -> frozenset[str]:
    """The Weapons whose wielding changes more than numbers after the preparations: they give Light, or have a
    Spoils ability, or some Spoils ability depends on who wields what.
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


def loud(game: Quest, state: State, heals: bool = True, places: Sequence[int] = PLACES) -> list[Action]:
    """The legal preparations that the engine tries one by one. `heals`: also those that only heal. `places`:
    the rooms whose battles count.
    """
    book = game.book
    abilities = list(usable(in_play(book, state), "dungeon"))
    wanted = _Wanted(game, state, places)
    lit = any(map(asks_for_light, abilities))
    fed = may_buy(game, state) and takes_tokens(book, state)
    found: list[Action] = []
    for action in game.legal_actions(state):
        ability = action.ability_in(book, state)
        if game.passes(action):
            continue
        if ability is not None:
            is_tried = (heals or not heals_alone(ability)) and not wanted.is_idle(ability)
        elif action.spends is not None:
            uses = {"potion": heals, "lantern": lit, "iron_rations": fed}
            is_tried = uses[action.spends] if action.receiver == NONE else wanted.supports(action.receiver)
        else:
            is_tried = not isinstance(action, Give) or wanted.takes(action.card, action.hero)
        if is_tried:
            found.append(action)
    return found


class _Wanted:
    """Which gifts make something possible that changes more than numbers."""

    def __init__(self, game: Quest, state: State, places: Sequence[int]) -> None:
        self.book, self.state = game.book, state
        self.without_effect = effects_in_vain(game.book, state, places)
        cards = {place: game.book.card(state.laid[place].card) for place in state.present()}
        self.heroes = [place for place, card in cards.items() if card.kind == "hero"]
        weapons = {place: card for place, card in cards.items() if card.kind == "weapon"}
        asking = any(
            asks_for_gifts(ability) and not _asks_for_more(ability)
            for place in cards
            for ability in self._unused(place)
        )
        fixed = fixed_gifts(game, state)
        lonely = {
            state.laid[place].bearer for place in weapons if any(map(_asks_for_more, self._unused(place)))
        }
        self.weapons = {
            place: {
                hero
                for hero in self.heroes
                if asking or card.id in fixed or hero in lonely or self._serves(place, hero)
            }
            for place, card in weapons.items()
            if state.laid[place].bearer == NONE and not state.laid[place].lost_by
        }
        """The free Weapons, each with the Heroes for whom wielding it changes more than the attack."""

    def _unused(self, place: int) -> Iterator[Ability]:
        """The abilities of a card that may still be used before the movement."""
        laid = self.state.laid[place]
        for number, ability in enumerate(self.book.card(laid.card).abilities):
            if "dungeon" in ability.phases and not laid.used >> number & 1 and not self.is_idle(ability):
                yield ability

    def is_idle(self, ability: Ability) -> bool:
        """Whether an ability can have no effect."""
        return not ability.pay and all(isinstance(effect, self.without_effect) for effect in ability.do)

    def _serves(self, weapon: int, hero: int) -> bool:
        """Whether an ability of this Weapon may be used when this Hero wields it."""
        for ability in self._unused(weapon):
            when = ability.when or Condition()
            of_hero = Condition(
                wielder=when.wielder, wielder_not=when.wielder_not, wielder_level=when.wielder_level
            )
            if holds(self.book, self.state, of_hero, hero):
                return True
        return False

    def takes(self, card: int, hero: int) -> bool:
        """Whether it matters that this Hero wields this Weapon, or is boosted by this Item."""
        return hero in self.weapons.get(card, ()) or (self._boosts(card) and self.supports(hero))

    def _boosts(self, card: int) -> bool:
        """Whether the card adds to the Skill of a Hero."""
        facts = self.book.card(self.state.laid[card].card)
        return bool(facts.skill_boost or facts.modifiers("skill", "itself"))

    def supports(self, hero: int) -> bool:
        """Whether more Skill lets this Hero wield a Weapon that matters."""
        matters = (weapon for weapon, heroes in self.weapons.items() if hero in heroes)
        return any(not can_hold(self.book, self.state, hero, (weapon,)) for weapon in matters)


def _asks_for_more(ability: Ability) -> bool:
    """Whether an ability requires a second Weapon on its Hero, which has to be given after the first."""
    return ability.when is not None and ability.when.wielder_has_more


def is_covered(game: Quest, state: State, action: Action) -> bool:
    """Whether a preparation gains nothing unless another one follows, since the statement of the battle could
    make this gift itself.
    """
    if isinstance(action, Give):
        return state.laid[action.card].card not in fixed_gifts(game, state)
    return action.receiver != NONE


def had_no_effect(state: State, action: Action, after: State) -> bool:
    """Whether an ability was used without effect."""
    place = action.source
    if place == NONE:
        return False
    unused = replace(after.laid[place], used=state.laid[place].used)
    return replace(after, laid=(*after.laid[:place], unused, *after.laid[place + 1 :])) == state
