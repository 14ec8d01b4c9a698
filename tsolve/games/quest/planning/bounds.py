"""Upper bounds for turns, known without playing them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tsolve.cardkit.piles import above_unknown, contents, has_unknown
from tsolve.contract.measures import Goal, names_in
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import (
    BorrowHero,
    BuyCard,
    BuyGear,
    CancelBefore,
    DestroyItself,
    DestroyOwn,
    DiscardItself,
    Draw,
    DungeonFollows,
    GainToken,
    Heal,
    HealAndDraw,
    MoreHp,
    RaiseHero,
    Sacrifice,
    Strengthen,
    Stride,
    SwapDefence,
    ToDeck,
    XpForSurplus,
)
from tsolve.games.quest.effects.base import (
    DestroyTokens,
    DiscardOther,
    DungeonAfterVillage,
    Ignores,
    Modifier,
    SpoilsPotions,
    XpForWounds,
)
from tsolve.games.quest.effects.demands import (
    DiscardForHealth,
    MoveChampion,
    NoWounds,
)
from tsolve.games.quest.planning.coverage import TRAITS, counts_wounds, in_room, usable
from tsolve.games.quest.planning.goals import (
    MISSED,
    SETTLED_BY_THE_STRIKE,
    Value,
    level_that_misses,
    of_another,
)
from tsolve.games.quest.planning.growth import Growth
from tsolve.games.quest.planning.outlook import (
    GIVING_XP,
    NO_BATTLE_THERE,
    GivingXp,
    Outlook,
    effects_of,
)
from tsolve.games.quest.planning.reach import (
    ALL_ROOMS,
    UNBOUNDED,
    holdings,
    most_light,
)
from tsolve.games.quest.planning.sacrifices import Offer, Sacrifices
from tsolve.games.quest.planning.strength import Strength
from tsolve.games.quest.planning.visit_bounds import VisitGains, bought_treasures
from tsolve.games.quest.state import ANYBODY, PLACES, WILDERNESS, State, Target
from tsolve.games.quest.turn.dungeon import must_follow
from tsolve.games.quest.turn.market import may_lie_there, temple_forbids
from tsolve.written.position_file import weighted

VISITING = ("temple", "village", "buying", "healing", "levelling", "visiting")
"""The steps of a Village phase."""
_HEALING = (Heal, HealAndDraw, SpoilsPotions)
_DRAWING = (Draw, HealAndDraw)
_USUAL = (
    *TRAITS,
    *_HEALING,
    *GIVING_XP,
    BuyCard,
    Ignores,
    BuyGear,
    CancelBefore,
    DestroyItself,
    DestroyOwn,
    DestroyTokens,
    DiscardOther,
    Draw,
    DungeonFollows,
    GainToken,
    MoreHp,
    MoveChampion,
    RaiseHero,
    Sacrifice,
    Strengthen,
    Stride,
    SwapDefence,
    ToDeck,
)
"""Effects that the bounds cover. Among them only those in `GIVING_XP` give XP, only those in `_HEALING` undo
Wounds, and only a sacrifice brings another Monster before the battle.
"""


class Bounds:
    """Upper bounds of the value of Dungeon turns that begin like this one, by one goal.

    They cover the usual effects (`_USUAL`). If any other effect may act, no bound is known.
    """

    def __init__(
        self,
        book: Book,
        start: State,
        goal: Goal,
        target: Target = ANYBODY,
        within: frozenset[int] = ALL_ROOMS,
    ) -> None:
        self.book, self.goal, self.target = book, goal, target
        held = holdings(book, start)
        mine = [card for card, _ in held]
        there = [card for place in PLACES for card in in_room(book, start, place)]
        effects = [effect for card in (*mine, *there) for effect in effects_of(card)]
        self.known = all(isinstance(effect, _USUAL) for effect in effects) and not any(
            card.prize is not None for card in mine
        )
        traits = [trait for card in (*mine, *there) for trait in card.traits]
        self.heals = start.me.potion > 0 or any(isinstance(effect, _HEALING) for effect in effects)
        self._cures = start.tally.healed + start.me.potion + sum(map(_cured, effects))
        """How many Wounds can be healed in the turn, unless an ability is used twice or tokens come."""
        if any(isinstance(effect, SpoilsPotions | GainToken) for effect in effects):
            self._cures = UNBOUNDED
        spoils = [effect for ability in usable(mine, "spoils") for effect in (*ability.do, *ability.pay)]
        self._heals_in_spoils = any(isinstance(effect, _HEALING) for effect in (*spoils, *traits))
        self.healing_counts = not names_in(goal) <= SETTLED_BY_THE_STRIKE or any(
            map(counts_wounds, (*mine, *there))
        )
        """Whether it may matter that a Wound is healed."""
        alerts = (demand for card in there for alert in card.alerts for demand in alert.demands)
        self._is_put = any(isinstance(each, Stride | MoveChampion) for each in (*effects, *alerts))
        """Whether a text may put the Champion into a room."""
        self.within = within
        """The rooms in which a battle may happen."""
        village = [effect for ability in usable(mine, "village") for effect in ability.do]
        self._follows = any(isinstance(each, DungeonAfterVillage) for each in effects) or any(
            isinstance(effect, DungeonFollows) for effect in village
        )
        self.wound_cards = sum(card.is_wound for card in mine)
        self._sacrifices = Sacrifices(book, mine, there)
        self.growth = Growth(book, start, goal, mine, there)
        self._visit = VisitGains(book, self.growth, mine, self.wound_cards)
        ceiling = {"win": 1, "shortfall": 0, **dict.fromkeys(self.growth.things, 1)}
        self.ceiling = weighted(goal, ceiling, UNBOUNDED)
        """The bound for any turn."""
        draws = any(isinstance(effect, _DRAWING) for effect in effects)
        self._brings_anything = draws and has_unknown(start.me.deck)
        """Whether an unknown card may be drawn, which may bring anything."""
        modifiers = [effect for effect in effects if isinstance(effect, Modifier)]
        self._repeats = draws and self._may_repeat(start, mine)
        """Whether an ability of a Dungeon phase may be used twice."""
        self._visit.repeats = self._repeats
        self._draws_in_spoils = any(isinstance(effect, _DRAWING) for effect in spoils)
        """Whether one of Spoils may be, or one of a card that comes from the Village."""
        self.growth.repeats = self._draws_in_spoils or (self._repeats and self.growth.own.gear_given > 0)
        self.growth.brings_anything = self._brings_anything
        monsters = [card for card in book.cards.values() if card.kind in ("monster", "guardian")]
        self._highest_level = max((card.level or 0 for card in monsters), default=0)
        self._highest_xp = max((card.xp or 0 for card in monsters), default=0)
        self._light = most_light(book, start) if start.phase in ("dungeon", "moving") else UNBOUNDED
        self._is_told = start.phase in ("dungeon", "moving") and not self._brings_anything
        self.strength = Strength(book, start, self._repeats)
        self._draws = draws
        self.replaces = any(isinstance(effect, Sacrifice) for effect in effects)
        """Whether another Monster may come into a room before the battle, in plays that count."""
        self._leaves_out_replaced = False
        self._replaces_by_known = any(above_unknown(deck) for deck in start.monsters)
        spares = any(isinstance(card.aim, NoWounds) for card in mine)
        self.spared = spares or any(trait.value == "wounds" and trait.by < 0 for trait in modifiers)

    def of_battle(self, state: State, place: int, total: int = UNBOUNDED, is_prepared: bool = False) -> Value:
        """The bound for turns that go on to a battle in this room with at most this `total` attack;
        `is_prepared`: without further preparations.
        """
        room = state.rooms[place]
        if place not in self.within or self._stays_empty(state, place):
            return self.of_no_battle(state)
        is_replaced = self.replaces and not is_prepared
        if not self.known or is_replaced or room.face_down or not room.monster:
            return self.ceiling
        most, health = self._most_against(state, place)
        if most < health:
            return self.of_defeat(state, place, min(total, most), health - most)
        bound = self._of_victory(state, self.growth.there(state, place), min(total, most), health)
        return bound if self.may_meet(state, place) else self._missed(bound)

    def of_begun(self, state: State) -> Value:
        """The bound for turns whose battle has begun, with everything that may come of it."""
        tally = state.tally
        if not self.known or not tally.monster:
            return self.ceiling
        there = self.growth.of(state.rooms[tally.room].card, tally.monster)
        if state.phase == "spoils" and not state.todo:
            there = NO_BATTLE_THERE
        if tally.outcome:
            bound = self._of_victory(state, there, tally.total, tally.health)
        else:
            most, health = self._most_against(state, tally.room)
            bound = self._of_victory(state, there, most, health)
        is_met = self.target == ANYBODY or self.target.was_battled(state)
        return bound if is_met else self._missed(bound)

    def _of_victory(self, state: State, there: Outlook, total: int, health: int) -> Value:
        """The bound for turns with a victory by at most this `total` over a Monster of at least this
        `health`; also for those that have it.
        """
        return self._best(state, self._levels_of_victory(state, there, total, health))

    def _levels_of_victory(self, state: State, there: Outlook, total: int, health: int) -> dict[str, int]:
        """The levels of such turns, apart from sacrifices."""
        tally = state.tally
        xp = self._most_xp(state, there, total)
        hurt = 0 if tally.outcome else self._wounds(state, there)
        levels = self.growth.levels(state, there, xp) | {
            "win": 1,
            "xp": tally.xp + xp,
            "rewards": max(there.rewards, len(tally.rewards)),
            "treasures": max(there.treasures, tally.rewards.count("treasure")) + bought_treasures(state),
            "lost": -len(tally.destroyed) - len(tally.tokens),
            "margin": max(total - health, 0) if total < UNBOUNDED else UNBOUNDED,
            "wounds": self._most_healed(state, hurt),
            "shortfall": 0,
            "total": total,
        }
        return levels | self.growth.brought(state, there)

    def of_visit(self, state: State) -> Value:
        """The bound for turns that are in a Village phase, or may still choose one."""
        is_open = (
            self.growth.enriches or self.growth.things or state.stacks is None or self._sacrifices.number
        )
        is_shut = self.is_shut(state)
        if not self.known or is_open or (self._draws and not is_shut):  # a purchase may be drawn
            return self.ceiling
        gains = self._visit.of(state, self._most_healed(state, 0) + state.tally.wounds)
        ends = [self._with(self._levels_without_win(state, self._most_healed(state, 0), 0), gains)]
        if not is_shut:
            told = (place for place in self.within if state.rooms[place].card)
            fights = (
                self._levels_of_victory(state, self.growth.there(state, place), UNBOUNDED, 0)
                for place in told
            )
            ends += [self._with(fight, gains) for fight in fights]
        return max(weighted(self.goal, levels, UNBOUNDED) for levels in ends)

    @staticmethod
    def _with(levels: dict[str, int], gains: Mapping[str, int]) -> dict[str, int]:
        return {name: number + gains.get(name, 0) for name, number in levels.items()}

    def leave_out_unknown(self) -> None:
        """From now on plays that depend on something unknown do not count: the answer already says that it
        leaves some out.
        """
        self._leaves_out_replaced = not self._replaces_by_known
        self.replaces = self.replaces and self._replaces_by_known

    def _most_against(self, state: State, place: int) -> tuple[int, int]:
        """The most attack that counts in a room, and the least health of its Monster."""
        if not self._is_told:
            return UNBOUNDED, 0
        most = self.strength.counted(state, place, self.strength.attack(state))
        return most, self.strength.least_defence(state, place)[0]

    def _most_xp(self, state: State, there: Outlook, total: int) -> int:
        """The most XP of a battle with this much attack and of the player's cards, apart from sacrifices that
        are foreseen (`_best`).
        """
        if self.growth.left(state, there).more_xp and self._draws_in_spoils:
            return UNBOUNDED
        xp = there.xp + sum(map(self._most_of, (*there.more_xp, *self.growth.left(state, there).more_xp)))
        xp += (total + 1) // 2 if there.of_guardian else 0
        return min(xp + self._most_sacrificed(state), UNBOUNDED)

    def _most_of(self, text: GivingXp) -> int:
        """The most XP that a text gives when it is used once."""
        if isinstance(text, XpForSurplus):
            return self._highest_level
        if isinstance(text, XpForWounds) or (text.each is not None and not text.each.counts_light):
            return UNBOUNDED
        return text.xp * (1 if text.each is None else self._light)

    def _most_sacrificed(self, state: State) -> int:
        """The most XP of sacrifices, if it is not known which ones can be made; else 0."""
        if self._foresees_sacrifices(state):
            return 0
        return UNBOUNDED if self._repeats else self._sacrifices.number * self._highest_xp

    def _foresees_sacrifices(self, state: State) -> bool:
        """Whether `_best` counts every sacrifice that may still be made."""
        if not self._sacrifices.number:
            return True
        hangs = self._draws or self.replaces or any(room.face_down for room in state.rooms)
        return self._sacrifices.are_known and not hangs

    def _best(self, state: State, levels: Mapping[str, int]) -> Value:
        """The greatest value with these levels and any sacrifice that may still be made."""
        if not (self._sacrifices.number and self._foresees_sacrifices(state)):
            return weighted(self.goal, levels, UNBOUNDED)
        offered = (_offered(levels, offer) for offer in self._sacrifices.offers(state))
        return max(weighted(self.goal, each, UNBOUNDED) for each in offered)

    def of_defeat(self, state: State, place: int, total: int = UNBOUNDED, shortfall: int = 0) -> Value:
        """The bound for turns that lose the battle in this room by at least this `shortfall`."""
        wounds = self._wounds(state, self.growth.there(state, place))
        bound = self._without_win(state, self._most_healed(state, wounds), total, shortfall)
        return bound if self.may_meet(state, place) else self._missed(bound)

    def of_rest(self, state: State, rooms: frozenset[int] = ALL_ROOMS) -> Value:
        """The bound for turns that go on from here to a battle in one of these rooms, or to none."""
        if state.tally.room != NONE:
            return self.of_begun(state)
        if state.confined and state.me.room == WILDERNESS and not self._is_put:
            rooms = frozenset((WILDERNESS,))
        there = (place for place in rooms if place in self.within and not self._stays_empty(state, place))
        return max((self.of_no_battle(state), *(self.of_battle(state, place) for place in there)))

    def _stays_empty(self, state: State, place: int) -> bool:
        """Whether an empty room stays empty in every play that counts."""
        room = state.rooms[place]
        return self._leaves_out_replaced and self.known and not (room.monster or room.face_down)

    def of_no_battle(self, state: State) -> Value:
        """The bound for turns without a battle."""
        quiet = self._without_win(state, self._most_healed(state, 0), 0)
        return quiet if self.target == ANYBODY else self._missed(quiet)

    def is_shut(self, state: State) -> bool:
        """Whether the turn is in a Village phase that no battle can follow, whatever is drawn in it: the
        player has no card that allows one, or the Temple forbids it. (QUEST-3.4, QUEST-4.13)
        """
        if state.phase not in VISITING or not self.known or must_follow(state):
            return False
        is_told = not (self._visit.trades or has_unknown(state.me.deck)) and self.book.reads(
            "late_abilities", "no"
        )
        if not is_told and most_drawn(self.book, state):
            return False
        return not (self._visit.goes_twice if temple_forbids(self.book, state) else self._follows)

    def _most_healed(self, state: State, taken: int) -> int:
        """The best value of the level `wounds`, which is negative for Wounds taken, if the battle deals at
        least this many: before it all Wounds may be healed, later only by Spoils.
        """
        has_wounds = state.me.wounds + self.wound_cards if self.heals else 0
        if not self._repeats:
            has_wounds = min(has_wounds, max(self._cures - state.tally.healed, 0))
        heals_later = self._heals_in_spoils or (self.heals and state.todo)
        return max(has_wounds - (0 if heals_later else taken), -taken) - state.tally.wounds

    def _without_win(self, state: State, wounds: int, total: int, shortfall: int = 0) -> Value:
        if not self.known:
            return self.ceiling
        return self._best(state, self._levels_without_win(state, wounds, total, shortfall))

    def _levels_without_win(
        self, state: State, wounds: int, total: int, shortfall: int = 0
    ) -> dict[str, int]:
        """The levels of turns without a victory, apart from sacrifices."""
        tally = state.tally
        xp = self._most_xp(state, NO_BATTLE_THERE, 0)
        levels = self.growth.levels(state, NO_BATTLE_THERE, xp) | {
            "win": 0,
            "xp": tally.xp + xp,
            "rewards": 0,
            "treasures": bought_treasures(state),
            "lost": -len(tally.destroyed) - len(tally.tokens),
            "margin": 0,
            "wounds": wounds,
            "shortfall": -shortfall,
            "total": total,
        }
        return levels | self.growth.brought(state, NO_BATTLE_THERE)

    def may_meet(self, state: State, place: int) -> bool:
        """Whether a battle in this room may happen and be against the target."""
        room, target = state.rooms[place], self.target
        return (
            place in self.within
            and target.room in ("", room.card)
            and (self.replaces or room.face_down or target.monster in ("", room.monster))
        )

    def _missed(self, bound: Value) -> Value:
        """The bound for turns that miss the target, from the bound for any target: gains from another Monster
        do not count, and the level that a miss lowers is at most `MISSED // 2`.
        """
        at = level_that_misses(self.goal)
        bound = of_another(self.goal, bound)
        return (
            *(0 for _ in bound[:at]),
            *(min(each + MISSED, MISSED // 2) for each in bound[at : at + 1]),
            *bound[at + 1 :],
        )

    def _may_repeat(self, start: State, mine: Sequence[Card]) -> bool:
        """Whether a card whose ability was used before the movement may leave and be drawn again.

        What alerts and battles take comes too late for that.
        """
        is_early = start.phase in ("dungeon", "moving") and self.book.reads("late_abilities", "no")
        deck = start.me.deck
        stays = not has_unknown(deck) and most_drawn(self.book, start) <= len(contents(deck))
        return not is_early or not (stays or not any(map(_discards, mine)))

    def _wounds(self, state: State, there: Outlook) -> int:
        """The fewest Wounds of a battle, if none can be healed."""
        return 0 if self.spared else min(there.wounds, self.book.open_slots(state))


def _cured(effect: object) -> int:
    """How many Wounds an effect heals."""
    if isinstance(effect, Heal) and effect.again:
        return UNBOUNDED
    return effect.wounds if isinstance(effect, Heal | HealAndDraw) else 0


def _discards(card: Card) -> bool:
    """Whether an ability of the card discards one of the player's cards."""
    return any(isinstance(effect, DiscardOther | DiscardItself) for effect in effects_of(card))


def most_drawn(book: Book, state: State) -> int:
    """The most cards that can come off the player's deck this turn; UNBOUNDED where no bound is known."""
    me = state.me
    mine = (*(laid.card for laid in state.laid), *contents(me.deck), *(me.hand or ()), me.sponsor, me.quest)
    cards = [book.card(card) for card in mine if card]
    borrowed = _most_borrowed(book, state, cards)
    if borrowed is None:
        return UNBOUNDED
    cards += borrowed
    if not all(isinstance(effect, (*_USUAL, BorrowHero)) for card in cards for effect in effects_of(card)):
        return UNBOUNDED
    stays = temple_forbids(book, state)  # no Dungeon phase follows
    is_whole = stays and not (me.wounds or any(card.is_wound for card in cards))
    usual = (ability for card in cards for ability in card.abilities)
    abilities = [ability for ability in usual if "village" in ability.phases or not stays]
    effects = [
        effect
        for ability in abilities
        if not (is_whole and ability.when is not None and ability.when.wounded)
        for effect in ability.do
    ]
    drawn = sum(effect.cards for effect in effects if isinstance(effect, Draw))
    drawn += sum(effect.wounds for effect in effects if isinstance(effect, HealAndDraw) and not is_whole)
    there = [card for place in PLACES for card in in_room(book, state, place)]
    by_rooms = any(isinstance(demand, DiscardForHealth) for card in there for demand in card.before)
    return drawn + (by_rooms and not stays)


def _most_borrowed(book: Book, state: State, cards: Sequence[Card]) -> list[Card] | None:
    """The Heroes that these cards may borrow: all of a level, for each text that does; None where nobody
    knows the Village, or one of them may borrow, too.
    """
    lending = [
        effect.level for card in cards for effect in effects_of(card) if isinstance(effect, BorrowHero)
    ]
    if not lending:
        return []
    if state.stacks is None:
        return None
    heroes = [
        hero for hero in map(book.card, may_lie_there(state)) if hero.kind == "hero" and hero.level in lending
    ]
    if any(isinstance(effect, BorrowHero) for hero in heroes for effect in effects_of(hero)):
        return None
    return heroes * len(lending)


def _offered(levels: Mapping[str, int], offer: Offer) -> dict[str, int]:
    """The bounds of the levels once this sacrifice is made."""
    added = {
        "xp": offer.xp,
        "vp": offer.xp - offer.vp,
        "growth": -offer.cost,
        "purchase": -offer.cost,
        "lost": -offer.cards,
    }
    return {**levels, **{name: levels[name] + by for name, by in added.items() if name in levels}}
