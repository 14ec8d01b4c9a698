"""What is fixed about one attack: the Monster, the party, and what of the Monster matters to planning."""

from __future__ import annotations

from typing import Literal

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.battle.destroying import DestroyEffect
from tsolve.games.thunderstone.effects.battle.weakening import ArmedBonus, Hinder, SilenceEffect, Weaken
from tsolve.games.thunderstone.planning.loadouts import hero_classes, supplies, useful_strength
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.turn.battle import strikes_of
from tsolve.games.thunderstone.turn.battle_context import BattleContext
from tsolve.games.thunderstone.turn.parts import gilded
from tsolve.games.thunderstone.turn.treasures import usable

Suffers = Literal["", "attack", "magic", "none"]
"""The total that Judgement lowers for a Hero; empty when it does not fight."""


def wards(book: Book, state: State, rank: int) -> tuple[int, ...]:
    """Which of the Battle Effects to come the active player may keep away with a Treasure: by their numbers
    among those that differ, or none. (DS-7)
    """
    if not usable(book, state, state.active, "effect"):
        return (NONE,)
    strikes = strikes_of(book, state, book.card(state.at(rank).card))
    return NONE, *(strikes.index(effect) for effect in dict.fromkeys(strikes))


class AttackModel:
    """The party as it stands against the Monster of one Rank."""

    def __init__(self, book: Book, state: State, rank: int, warded: int = NONE) -> None:
        """Of the Battle Effects that will be carried out the one with this number is kept away."""
        self.book, self.state, self.rank, self.warded = book, state, rank, warded
        self.monster = book.card(state.at(rank).card)
        strikes = strikes_of(book, state, self.monster)
        printed = self.monster.battle_effects
        battle = [
            part for number, effect in enumerate(strikes) if number != warded for part in printed[effect]
        ]
        self.context = BattleContext(
            book,
            state,
            rank,
            weakened=state.weakened + sum(effect.strength for effect in battle if isinstance(effect, Weaken)),
            armed=state.armed + sum(effect.attack for effect in battle if isinstance(effect, ArmedBonus)),
        )
        self.before = BattleContext(book, state, rank)
        self.heroes = hero_classes(book, state)
        self.stores = supplies(book, state)
        self.useful_strength = useful_strength(book, (member.card for member in state.party), self.context)
        self.silences = any(isinstance(effect, SilenceEffect) for effect in battle)
        self.hinders = any(isinstance(effect, Hinder) for effect in battle)
        self.victims = [effect for effect in battle if isinstance(effect, DestroyEffect)]
        self.drains = any(isinstance(effect, Weaken) and effect.fatal for effect in battle)
        """Whether the Monster itself destroys Heroes that it leaves without Strength."""
        self.gilded = gilded(self.context, state)
        """The cards that draw Magic Attack from the gold that is left in the end."""
        self.diseases = sum(1 for member in state.party if not member.left and member.card in book.diseases)

    @property
    def fatal(self) -> bool:
        """Whether a Hero without Strength is destroyed; asked only where there is one. (DS-1)"""
        return self.drains or self.book.reads("strength_zero", "destroy")
