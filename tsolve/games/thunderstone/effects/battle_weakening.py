"""Battle Effects that change what Heroes bring, and those that bring Disease."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal

from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.answers import Silence, Suffer
from tsolve.games.thunderstone.effects.base import BattleEffect, Count, Number
from tsolve.games.thunderstone.effects.battle_destroying import doom
from tsolve.games.thunderstone.state import first_of_alike
from tsolve.games.thunderstone.turn.attack_value import (
    active_inspirers,
    can_attack,
    dead_totals,
    glow_of,
    grip_in,
    party_parts,
)
from tsolve.games.thunderstone.turn.contributions import POOLS, BattleContext, Part, Struck, hero_parts
from tsolve.games.thunderstone.turn.hand import Arms, arms_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class ArmedBonus(BattleEffect, frozen=True):
    """Every equipped Hero has more Attack. (A-45)"""

    stated = True
    attack: Number

    def apply(self, play: Play) -> None:
        play.set(armed=play.state.armed + self.attack)

    def say(self) -> str:
        return f"every equipped Hero has Attack +{self.attack}"


class Hinder(BattleEffect, frozen=True):
    """Every Hero has Attack -1; the player may take it from its Magic Attack instead. (A-34, A-46)"""

    stated = True

    def apply(self, play: Play) -> None:
        if play.reads("judgement_choice", "one_for_all"):
            play.push(HinderAll())
        else:
            play.push(*(HinderHero(index) for index in heroes_of(play.book, play.state)))

    def say(self) -> str:
        return "every Hero has Attack -1 (or Magic Attack -1, where there is any)"


class HinderHero(actions.Task, frozen=True):
    """The player says which of one Hero's totals is lowered."""

    asks = "choose the total that the Monster lowers"
    hero: int

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.at(state.target).card}", "TS-9.2"

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(pools_of(book, state, self.hero)) > 1 else actions.ENGINE

    def run(self, play: Play) -> None:
        pools = pools_of(play.book, play.state, self.hero)
        if pools:
            lower(play, self.hero, pools[0])

    def options(self, book: Book, state: State) -> list[Action]:
        return [Suffer(pool, self.hero) for pool in pools_of(book, state, self.hero)]

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Suffer)
        lower(play, self.hero, action.pool)


class HinderAll(actions.Task, frozen=True):
    """The player says once which total is lowered for every Hero; at least one Hero must have it. (A-34)"""

    asks = "choose the total that the Monster lowers"

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.at(state.target).card}", "TS-9.2"

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self._pools(book, state)) > 1 else actions.ENGINE

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

    def _pools(self, book: Book, state: State) -> list[Struck]:
        found = {pool for index in heroes_of(book, state) for pool in pools_of(book, state, index)}
        return [pool for pool in POOLS if pool in found]


def is_for_all(state: State, action: Action) -> bool:
    """Whether this action lowers a total of every Hero at once in this position. (A-34)"""
    return bool(state.todo) and isinstance(state.todo[-1], HinderAll) and isinstance(action, Suffer)


def lower(play: Play, hero: int, pool: Struck | Literal["none"]) -> None:
    """One more reduction for this Hero, on top of those before it."""
    if pool != "none":
        play.edit(hero, suffers=(*play.state.party[hero].suffers, pool))


def heroes_of(book: Book, state: State) -> list[int]:
    """The Heroes of the party."""
    return [index for index, m in enumerate(state.party) if m.card in book.heroes and not m.left]


def pools_of(book: Book, state: State, hero: int) -> list[Struck]:
    """Which totals may be lowered for this Hero. (TS-9.2, A-02, A-46)"""
    context = BattleContext(book, state, state.target)
    context.inspirers = active_inspirers(book, state, context)
    member = state.party[hero]
    arms = arms_of(book, state, member)
    attacks = can_attack(book, state, context, member)
    mine = hero_parts(context, member, arms)
    if attacks:
        mine += glow_of(book, state, context, member)
    if not book.reads("judgement_bonus", "party_total"):
        return lowerable(context, sums_of(within_scope(book, mine, arms)), attacks)
    if not takes_part(mine, attacks):
        return []
    return lowerable(context, sums_of(party_parts(book, state, context)), attacks=True)


def takes_part(parts: Iterable[Part], attacks: bool) -> bool:
    """Whether a Hero with these contributions takes part in the attack: one that cannot attack may still
    bring what its Weapon gives, or what it paid for. (TS-9.5, A-13)
    """
    return attacks or any(part.pool in POOLS for part in parts)


def within_scope(book: Book, parts: Iterable[Part], arms: Arms) -> list[Part]:
    """The contributions of a Hero that may be lowered: with its Weapons or without. (A-46)"""
    if book.reads("judgement_bonus", "hero_only"):
        weapons = [arm.card.id for arm in arms]
        return [part for part in parts if part.card not in weapons]
    return list(parts)


def sums_of(parts: Iterable[Part]) -> Counter[str]:
    """The sums of contributions, by total."""
    sums = Counter[str]()
    for part in parts:
        sums[part.pool] += part.amount
    return sums


def lowerable(context: BattleContext, sums: Mapping[str, int], attacks: bool) -> list[Struck]:
    """The totals that may be lowered for a Hero with these sums, who `attacks` or does not."""
    live = live_pools(context)
    found = [pool for pool in live if sums[pool] >= 1]
    if "attack" in found or not attacks or "attack" not in live or not may_sink(context.book):
        return found
    return found if found and sinks_at_last(context.book) else ["attack", *found]


def live_pools(context: BattleContext) -> tuple[Struck, ...]:
    """The totals that may be lowered in this battle. (TS-11.5)"""
    dead = dead_totals(context)
    return tuple(pool for pool in POOLS if pool not in dead)


def may_sink(book: Book) -> bool:
    """Whether the Attack of an attacking Hero without any Attack may still be lowered, below 0. (A-02)"""
    return not book.reads("zero_rule", "floor")


def sinks_at_last(book: Book) -> bool:
    """Whether its Attack may fall below 0 only if it has no Magic Attack either."""
    return book.reads("zero_rule", "negative_at_last")


class SilenceEffect(BattleEffect, frozen=True, tag="silence"):
    """One Hero that still can attack is kept from it; the player chooses. (TS-9.5)"""

    stated = True

    def apply(self, play: Play) -> None:
        play.push(ChooseSilenced())

    def say(self) -> str:
        return "one Hero cannot attack"


class ChooseSilenced(actions.Task, frozen=True):
    """The active player says which Hero cannot attack."""

    asks = "choose the Hero that cannot attack"

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self._choices(book, state)) > 1 else actions.ENGINE

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.at(state.target).card}", "TS-9.5"

    def run(self, play: Play) -> None:
        choices = self._choices(play.book, play.state)
        if choices:
            self.answer(play, Silence(choices[0]))

    def options(self, book: Book, state: State) -> list[Action]:
        return [Silence(index) for index in self._choices(book, state)]

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Silence)
        monster = play.state.at(play.state.target).card
        play.edit(action.hero, silenced=True)
        play.note("battle", action.hero, (f"card.{monster}", "TS-9.5"), "cannot attack")

    def _choices(self, book: Book, state: State) -> list[int]:
        context = BattleContext(book, state, state.target)
        able = [
            index
            for index, member in enumerate(state.party)
            if not member.left and book.card(member.card).is_hero and can_attack(book, state, context, member)
        ]
        return first_of_alike(state, able)


class Weaken(BattleEffect, frozen=True):
    """Every Hero loses Strength, and with it Weapons that are now too heavy (TS-8.3).

    `fatal`: Heroes whose Strength falls to 0 or less are destroyed (Revenant); A-09 asks whether that holds
    always.
    """

    stated = True
    strength: Number
    fatal: bool = False

    def apply(self, play: Play) -> None:
        monster = play.book.card(play.state.at(play.state.target).card)
        before = BattleContext(play.book, play.state, play.state.target)
        play.set(weakened=play.state.weakened + self.strength)
        after = BattleContext(play.book, play.state, play.state.target)
        for index, member in enumerate(play.state.party):
            card = play.book.card(member.card)
            if member.left or not card.is_hero:
                continue
            was, now = (grip_in(play.book, play.state, context, member) for context in (before, after))
            note = f"weakened by {monster.name}"
            play.note("battle", index, (monster.ruling,), note, "strength", was.strength, now.strength)
            for arm in _dropped(was.held, now.held):
                note = f"too heavy for {play.called(index)} now: unequipped"
                play.note("battle", arm.card.id, ("TS-8.3", monster.ruling), note)
            if now.strength > 0 or member.doomed:
                continue
            if self.fatal:
                doom(play, index)
            elif play.reads("strength_zero", "destroy"):
                rulings = ("DS-1", "key.strength_zero", monster.ruling)
                play.note("battle", index, rulings, f"Strength {now.strength}: destroyed")
                play.edit(index, doomed=True)

    def say(self) -> str:
        deadly = ", those at 0 or less are destroyed" if self.fatal else ""
        return f"every Hero has Strength -{self.strength}{deadly}"


def _dropped(before: Arms, now: Arms) -> Arms:
    """The Weapons that a Hero held before and holds no more."""
    left = list(now)
    dropped = []
    for arm in before:
        if arm in left:
            left.remove(arm)
        else:
            dropped.append(arm)
    return tuple(dropped)


class GainDisease(BattleEffect, frozen=True):
    """Diseases go to the discard pile and do not touch this battle; every other player gains `others`.
    (TS-7.9, TS-12.3)
    """

    stated = True
    count: Count = 1
    others: Number = 0

    def apply(self, play: Play) -> None:
        monster = play.state.at(play.state.target).card
        play.infect(play.state.active, self.count, (f"card.{monster}", "TS-12.3", "TS-7.9"))

    def upon(self, seat: int, monster: str) -> actions.Task | None:
        return Infect(seat, self.others, monster) if self.others else None

    def say(self) -> str:
        gains = f"gain {_diseases(self.count)}"
        return f"{gains}, every other player gains {_diseases(self.others)}" if self.others else gains


class Infect(actions.Task, frozen=True):
    """Another player gains Diseases."""

    points = False
    player: int
    count: int
    source: str

    def run(self, play: Play) -> None:
        play.infect(self.player, self.count, (f"card.{self.source}", "TS-12.3", "TS-7.9"))


def _diseases(count: int) -> str:
    return f"{count} Disease{'s' if count > 1 else ''}"
