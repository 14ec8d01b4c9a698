"""A Monster that lowers what each Hero brings (Judgement)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Suffer
from tsolve.games.thunderstone.effects.base import BattleEffect
from tsolve.games.thunderstone.turn.field import Field
from tsolve.games.thunderstone.turn.parts import hero_parts
from tsolve.games.thunderstone.turn.reckoning import active_inspirers, can_attack, glow_of, party_parts
from tsolve.games.thunderstone.turn.strength import arms_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State

Pool = Literal["attack", "magic"]
POOLS: tuple[Pool, ...] = ("attack", "magic")


class Hinder(BattleEffect, frozen=True, tag="hinder"):
    """Every Hero has Attack -1; the player may take it from its Magic Attack instead. (A-34, A-46)"""

    def apply(self, play: Play) -> None:
        if play.reads("judgement_choice", "one_for_all"):
            play.push(HinderAll())
        else:
            play.push(*(HinderHero(index) for index in heroes_of(play.book, play.state)))

    def say(self) -> str:
        return "every Hero has Attack -1 (or Magic Attack -1)"


class HinderHero(tasks.Task, frozen=True):
    """The player says which of one Hero's totals is lowered."""

    name = "hinder"
    asks = "the total that the Monster lowers must be chosen"
    hero: int

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.at(state.target).card}", "TS-9.2"

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(pools_of(book, state, self.hero)) > 1 else tasks.ENGINE

    def run(self, play: Play) -> None:
        pools = pools_of(play.book, play.state, self.hero)
        if pools:
            lower(play, self.hero, pools[0])

    def options(self, book: Book, state: State) -> list[Action]:
        return [Suffer(pool, self.hero) for pool in pools_of(book, state, self.hero)]

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Suffer)
        lower(play, self.hero, action.pool)


class HinderAll(tasks.Task, frozen=True):
    """The player says once which total is lowered for every Hero; at least one Hero must have it. (A-34)"""

    name = "hinder"
    asks = "the total that the Monster lowers must be chosen"

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.at(state.target).card}", "TS-9.2"

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self._pools(book, state)) > 1 else tasks.ENGINE

    def run(self, play: Play) -> None:
        for pool in self._pools(play.book, play.state):
            self.answer(play, Suffer(pool))

    def options(self, book: Book, state: State) -> list[Action]:
        return [Suffer(pool) for pool in self._pools(book, state)]

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Suffer)
        for index in heroes_of(play.book, play.state):
            if action.pool in pools_of(play.book, play.state, index):
                lower(play, index, action.pool)

    def _pools(self, book: Book, state: State) -> list[Pool]:
        found = {pool for index in heroes_of(book, state) for pool in pools_of(book, state, index)}
        return [pool for pool in POOLS if pool in found]


def lower(play: Play, hero: int, pool: Pool | Literal["none"]) -> None:
    """One more reduction for this Hero, on top of those before it."""
    if pool != "none":
        play.edit(hero, suffers=(*play.state.party[hero].suffers, pool))


def heroes_of(book: Book, state: State) -> list[int]:
    """The Heroes of the party."""
    return [index for index, m in enumerate(state.party) if m.card in book.heroes and not m.left]


def pools_of(book: Book, state: State, hero: int) -> list[Pool]:
    """Which totals may be lowered for this Hero. (TS-9.2, A-02, A-46)"""
    field = Field(book, state, state.target)
    field.inspirers = active_inspirers(book, state, field)
    member = state.party[hero]
    if not can_attack(book, state, field, member):
        return []
    scope = book.readings["judgement_bonus"]
    if scope == "party_total":
        parts = party_parts(book, state, field)
    else:
        arms = arms_of(book, state, member)
        parts = [
            *hero_parts(field, member, arms),
            *glow_of(book, state, field, member),
        ]
        if scope == "hero_only":
            parts = [part for part in parts if all(part.card != arm.card.id for arm in arms)]
    totals = {pool: sum(part.amount for part in parts if part.pool == pool) for pool in POOLS}
    below_zero = book.reads("zero_rule", "negative")
    return [pool for pool in POOLS if totals[pool] >= 1 or (pool == "attack" and below_zero)]
