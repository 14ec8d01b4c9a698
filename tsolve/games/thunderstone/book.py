"""The rules that a position is judged by: card facts under the chosen readings, and the readings
themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Guard, Trait
from tsolve.games.thunderstone.entangled import is_entangled

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Ability, Card
    from tsolve.games.thunderstone.effects.base import GlobalEffect
    from tsolve.games.thunderstone.state import State
    from tsolve.games.thunderstone.turn.market import Layout

DISEASE = "disease"
MILITIA = "militia"


class Book:
    """Card facts and interpretations, with the look-ups that the engine needs often."""

    def __init__(self, cards: Mapping[str, Card], readings: Mapping[str, str]) -> None:
        self.cards = dict(cards)
        self.readings = dict(readings)
        self.levels = _levels(cards)
        self.heroes = frozenset(card.id for card in cards.values() if card.is_hero)
        self.weapons = frozenset(card.id for card in cards.values() if card.is_weapon)
        self.monsters = frozenset(card.id for card in cards.values() if card.is_monster)
        self.diseases = frozenset(card.id for card in cards.values() if card.is_disease)
        self.recruits = frozenset(
            card.id for card in cards.values() if card.kind == "hero" and card.level == 1
        )
        self.traits = {
            card.id: tuple(t for t in card.traits if isinstance(t, Trait)) for card in cards.values()
        }
        self.guards = {
            card.id: tuple(t for t in card.traits if isinstance(t, Guard)) for card in cards.values()
        }
        self.able = {
            place: frozenset(
                card.id for card in cards.values() if any(a.when == place for a in card.abilities)
            )
            for place in ("village", "dungeon", "rest")
        }
        """Cards with an ability for a place."""
        self.robbers = {
            card.id: tuple(numbers)
            for card in cards.values()
            if (numbers := [n for n, ability in enumerate(card.abilities) if _robs(ability)])
        }
        """Cards that make the other players discard, and by which of their abilities; those that ask for a
        price are nobody's duty.
        """
        self.dutiful = frozenset(card.id for card in cards.values() if any(a.duty for a in card.abilities))
        """Cards with an ability that has to be used."""
        self.costs = {card.id: card.cost or 0 for card in cards.values()}
        self.level_costs = {
            card.id: card.level_up_xp or 0
            for card in cards.values()
            if card.id in self.heroes and (card.is_militia or self.next_level(card.id))
        }
        """What a Hero pays in XP to level up; Heroes without a next level are left out."""
        self.reaching = frozenset(
            card_id for card_id, traits in self.traits.items() if any(trait.reaches for trait in traits)
        )
        """Heroes with a trait that changes more than themselves."""
        self.counting = self._with_trait("counts")
        """Heroes whose contribution changes with what else lies in the hand."""
        self.swelling = self._with_trait("swells")
        """Heroes whose Strength does."""
        self.glowing = self._with_trait("glows")
        """Heroes that gain from Light beyond the penalty."""
        self.growing = self.glowing | self._with_trait("shrinks")
        """Heroes whose own contribution hangs on how the others are prepared."""
        self.reacting = self._with_trait("reacts")
        """Cards that turn an effect of another player upon that player."""
        self.prying = frozenset(
            card.id for card in cards.values() if any(deed.pries for a in card.abilities for deed in a.do)
        )
        """Cards that bring more or less with what the other players hold."""
        self.refilling = frozenset(
            card.id
            for card in cards.values()
            if any(deed.refills for ability in card.abilities for deed in ability.do)
        )
        """Cards that bring new ones into the Hall."""
        self.rallying = frozenset(
            card.id for card in cards.values() if any(deed.rallies for a in card.abilities for deed in a.do)
        )
        """Cards that can serve every Hero of the party."""
        self.earning = frozenset(
            card.id
            for card in cards.values()
            if any(deed.earns for a in card.abilities if a.when == "dungeon" for deed in a.do)
        )
        """Cards that bring Experience before the battle."""
        self.spoiling = frozenset(card.id for card in cards.values() if card.spoils)
        """Cards with Spoils."""
        self.worldwide = {card.id: card.global_effects for card in cards.values() if card.global_effects}
        """Monsters that touch everybody while they stand in the Dungeon, and how. (DS-3)"""
        self.unstated = frozenset(card.id for card in cards.values() if not _is_stated(card))
        """Cards with an effect on battles that the planner's statement does not cover."""
        self.layouts: dict[tuple[str, ...], Layout] = {}
        """The stacks that stalls form, remembered by `market.layout`."""

    @cached_property
    def asks_experience(self) -> bool:
        """Whether some ability in the Dungeon is paid for with Experience."""
        return any(a.xp and a.when == "dungeon" for card in self.cards.values() for a in card.abilities)

    @cached_property
    def weighs_gold(self) -> bool:
        """Whether some card makes a difference of how much gold others are worth in a battle."""
        deeds = (deed for card in self.cards.values() for ability in card.abilities for deed in ability.do)
        guards = (guard for guards in self.guards.values() for guard in guards)
        return any(effect.weighs_gold for effects in (deeds, guards) for effect in effects)

    def _with_trait(self, what: str) -> frozenset[str]:
        """The cards with a trait of which this is so."""
        return frozenset(id_ for id_, traits in self.traits.items() if any(getattr(t, what) for t in traits))

    def card(self, card_id: str) -> Card:
        """The facts of a card."""
        return self.cards[card_id]

    def name(self, card_id: str) -> str:
        """The card's English name; `?` for a card that nobody has seen."""
        card = self.cards.get(card_id)
        return card.name if card is not None else "an unknown card"

    def reads(self, key: str, option: str) -> bool:
        """Whether the interpretation `key` is read as `option`."""
        return self.readings[key] == option

    def global_effects(self, state: State) -> list[tuple[str, GlobalEffect]]:
        """The Global effects that hold now, each with its Monster. (DS-3)"""
        standing = (*state.hall, *state.outside)
        return [(slot.card, effect) for slot in standing for effect in self.worldwide.get(slot.card, ())]

    def next_level(self, card_id: str) -> str:
        """The next level of a Hero, or an empty string. Militia are not asked for here. (TS-6.1)"""
        card = self.cards[card_id]
        if card.level is None or card.kind != "hero":
            return ""
        return self.levels.get(card.group, {}).get(card.level + 1, "")


def in_setting(setting: Card) -> Callable[[Card], Card]:
    """What a Setting makes of any card. (DS-9)"""

    def change(card: Card) -> Card:
        for effect in setting.setting:
            card = effect.change(card)
        return card

    return change


def _robs(ability: Ability) -> bool:
    free = ability.when == "dungeon" and ability.price is None and not ability.xp
    return free and any(deed.robs for deed in ability.do)


def _is_stated(card: Card) -> bool:
    targets = [target for effect in card.battle if (target := getattr(effect, "target", ""))]
    if len(targets) > 1 and not (set(targets) <= {"hero", "weapon"} and len(set(targets)) == len(targets)):
        return False  # one card might be destroyed by both
    if is_entangled(card):
        return False
    deeds = (deed for ability in card.abilities if ability.when == "dungeon" for deed in ability.do)
    return all(
        effect.stated
        for effects in (deeds, card.traits, card.battle, card.global_effects)
        for effect in effects
    )


def _levels(cards: Mapping[str, Card]) -> dict[str, dict[int, str]]:
    levels: dict[str, dict[int, str]] = {}
    for card in cards.values():
        if card.kind == "hero" and card.level is not None:
            levels.setdefault(card.group, {})[card.level] = card.id
    return levels
