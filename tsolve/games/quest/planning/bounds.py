"""Upper bounds for turns, known without playing them."""

from __future__ import annotations

from collections.abc import Mapping

from tsolve.cardkit.piles import above_unknown, contents, has_unknown
from tsolve.contract.measures import Goal, names_in
from tsolve.games.quest.answers import NONE, TREASURE_PRICE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import (
    BuyCard,
    BuyGear,
    CancelBefore,
    DestroyItself,
    DestroyOwn,
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
)
from tsolve.games.quest.effects.base import (
    DestroyTokens,
    DiscardOther,
    DungeonAfterVillage,
    LocationTwice,
    Modifier,
    SpoilsPotions,
)
from tsolve.games.quest.effects.demands import DiscardForHealth, MoveChampion, NoWounds
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.planning.coverage import TRAITS, counts_wounds, in_room, usable
from tsolve.games.quest.planning.goals import (
    GAINS,
    MISSED,
    RISES,
    SETTLED_BY_THE_STRIKE,
    Value,
    brought,
    level_that_misses,
    of_another,
    rising,
)
from tsolve.games.quest.planning.outlook import (
    GIVING_XP,
    NO_BATTLE_THERE,
    Outlook,
    effects_of,
    gives_xp,
    outlook_of,
)
from tsolve.games.quest.planning.reach import ALL_ROOMS, UNBOUNDED, attack_by_traits, most_attack, own
from tsolve.games.quest.planning.sacrifices import Offer, Sacrifices
from tsolve.games.quest.state import ANYBODY, PLACES, WILDERNESS, Laid, State, Target
from tsolve.games.quest.turn.dungeon import must_follow
from tsolve.games.quest.turn.market import in_stacks, sells, temple_forbids
from tsolve.written.position_file import weighted

VISITING = ("temple", "village", "buying", "healing", "levelling", "visiting")
"""The steps of a Village phase."""
_HEALING = (Heal, HealAndDraw, SpoilsPotions)
_DRAWING = (Draw, HealAndDraw)
_GROWN = frozenset(("purchase", "growth", "vp", "levels", "tokens", "unspent"))
"""The levels of goals that count what the player owns."""
_USUAL = (
    *TRAITS,
    *_HEALING,
    *GIVING_XP,
    BuyCard,
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
        mine = [*own(book, start)]
        there = [card for place in PLACES for card in in_room(book, start, place)]
        effects = [effect for card in (*mine, *there) for effect in effects_of(card)]
        self.known = all(isinstance(effect, _USUAL) for effect in effects) and not any(
            card.prize is not None for card in mine
        )
        self.heals = start.me.potion > 0 or any(isinstance(effect, _HEALING) for effect in effects)
        self.healing_counts = not names_in(goal) <= SETTLED_BY_THE_STRIKE or any(
            map(counts_wounds, (*mine, *there))
        )
        """Whether it may matter that a Wound is healed."""
        self.within = within
        """The rooms in which a battle may happen."""
        village = [effect for ability in usable(mine, "village") for effect in ability.do]
        self._trades = any(isinstance(effect, BuyCard | RaiseHero) for effect in village)
        self._follows = any(isinstance(each, DungeonAfterVillage) for each in effects) or any(
            isinstance(effect, DungeonFollows) for effect in village
        )
        self._goes_twice = any(isinstance(each, LocationTwice) for each in effects)
        self.wound_cards = sum(card.is_wound for card in mine)
        self._gains_more = any(map(gives_xp, mine))
        """Whether the player's cards give XP in a way that has no bound."""
        self._sacrifices = Sacrifices(book, mine, there)
        self._names = names_in(goal)
        self._things = [name for name in self._names if name.startswith((GAINS, RISES))]
        ceiling = {"win": 1, "shortfall": 0, **dict.fromkeys(self._things, 1)}
        self.ceiling = weighted(goal, ceiling, UNBOUNDED)
        """The bound for any turn."""
        self._own = outlook_of(book, mine)
        draws = any(isinstance(effect, _DRAWING) for effect in effects)
        self._brings_anything = draws and has_unknown(start.me.deck)
        """Whether an unknown card may be drawn, which may bring anything."""
        quest = "" if start.me.completed else start.me.quest
        self._quest = (book.card(quest).vp or 0) if quest else 0
        self._rooms: dict[tuple[str, str], Outlook] = {}
        self._rises: dict[tuple[RaiseHero, tuple[str, ...]], list[Card]] = {}
        modifiers = [effect for effect in effects if isinstance(effect, Modifier)]
        self._enriches = any(
            isinstance(effect, GainToken) or (isinstance(effect, Modifier) and effect.value == "gold")
            for effect in effects
        )
        """Whether there may be more gold than the cards print and the tokens give."""
        is_told = start.phase in ("dungeon", "moving") and not self._brings_anything
        self._attack = most_attack(mine, start, draws, len(mine)) if is_told else UNBOUNDED
        """The most attack of all the player's cards together, whoever holds them."""
        self._draws = draws
        self._attacks: dict[tuple[Laid, ...], int] = {}
        self._cards = len(mine)
        self._defences: dict[tuple[str, str], tuple[int, int]] = {}
        self.replaces = any(isinstance(effect, Sacrifice) for effect in effects)
        """Whether another Monster may come into a room before the battle, in plays that count."""
        self._leaves_out_replaced = False
        self._replaces_by_known = any(above_unknown(deck) for deck in start.monsters)
        spares = any(isinstance(card.aim, NoWounds) for card in mine)
        self.spared = spares or any(trait.value == "wounds" and trait.by < 0 for trait in modifiers)

    def of_battle(self, state: State, place: int, total: int = UNBOUNDED) -> Value:
        """The bound for turns that go on to a battle in this room with at most this `total` attack."""
        room = state.rooms[place]
        if place not in self.within or self._stays_empty(state, place):
            return self.of_no_battle(state)
        if not self.known or self.replaces or room.face_down or not room.monster:
            return self.ceiling
        most, health = self._most_against(state, place)
        if most < health:
            return self.of_defeat(state, place, min(total, most), health - most)
        total = min(total, most)
        there, tally = self._in(state, place), state.tally
        xp = UNBOUNDED if there.gives_xp else there.xp + self._gained(state)
        levels = self._grown(state, there, xp) | {
            "win": 1,
            "xp": tally.xp + xp,
            "rewards": there.rewards,
            "treasures": there.treasures,
            "lost": -len(tally.destroyed) - len(tally.tokens),
            "wounds": self._most_healed(state, self._wounds(state, there)),
            "shortfall": 0,
            "total": total,
        }
        levels |= self._brought(state, there)
        bound = self._best(state, levels)
        return bound if self.may_meet(state, place) else self._missed(bound)

    def leave_out_unknown(self) -> None:
        """From now on plays that depend on something unknown do not count: the answer already says that it
        leaves some out.
        """
        self._leaves_out_replaced = not self._replaces_by_known
        self.replaces = self.replaces and self._replaces_by_known

    def least_health(self, state: State, place: int) -> int:
        """The least health that the Monster in this room can have in its battle."""
        cards = [*in_room(self.book, state, place)]
        about = (*cards, *own(self.book, state))
        traits = [trait for card in about for trait in card.traits if isinstance(trait, Modifier)]
        if any(trait.value == "health" and trait.by < 0 for trait in traits):
            return 0
        return sum(card.health or 0 for card in cards)

    def _most_against(self, state: State, place: int) -> tuple[int, int]:
        """The most attack in a room, and the least health of its Monster."""
        room = state.rooms[place]
        key = room.card, room.monster
        if self._attack >= UNBOUNDED:
            return UNBOUNDED, 0
        if key not in self._defences:
            there = sum(attack_by_traits(card, self._cards) for card in in_room(self.book, state, place))
            self._defences[key] = there, self.least_health(state, place)
        there, health = self._defences[key]
        return self._most_attack(state) + there, health

    def _most_attack(self, state: State) -> int:
        """The most attack of the cards still in front of the player: without draws no other card comes."""
        if self._draws or not state.laid:
            return self._attack
        if state.laid not in self._attacks:
            left = [self.book.card(state.laid[place].card) for place in state.present()]
            self._attacks[state.laid] = min(most_attack(left, state, False, self._cards), self._attack)
        return self._attacks[state.laid]

    def _gained(self, state: State) -> int:
        """The XP that the player's cards may give, apart from XP of the battle and of sacrifices
        (`_offered`).
        """
        hangs = self._draws or self.replaces or any(room.face_down for room in state.rooms)
        foreseen = not self._sacrifices.number or (self._sacrifices.are_known and not hangs)
        return 0 if foreseen and not self._gains_more else UNBOUNDED

    def _best(self, state: State, levels: Mapping[str, int]) -> Value:
        """The greatest value with these levels and any sacrifice that may still be made."""
        if not self._sacrifices.number or self._gained(state):
            return weighted(self.goal, levels, UNBOUNDED)
        offered = (_offered(levels, offer) for offer in self._sacrifices.offers(state))
        return max(weighted(self.goal, each, UNBOUNDED) for each in offered)

    def of_defeat(self, state: State, place: int, total: int = UNBOUNDED, shortfall: int = 0) -> Value:
        """The bound for turns that lose the battle in this room by at least this `shortfall`."""
        wounds = self._wounds(state, self._in(state, place))
        bound = self._without_win(state, self._most_healed(state, wounds), total, shortfall)
        return bound if self.may_meet(state, place) else self._missed(bound)

    def of_rest(self, state: State, rooms: frozenset[int] = ALL_ROOMS) -> Value:
        """The bound for turns that go on from here to a battle in one of these rooms, or to none."""
        if state.tally.room != NONE:  # the battle has begun
            return self.ceiling
        if state.confined and state.me.room == WILDERNESS:
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
        is_told = not (self._trades or has_unknown(state.me.deck)) and self.book.reads("late_abilities", "no")
        if not is_told and most_drawn(self.book, state):
            return False
        return not (self._goes_twice if temple_forbids(self.book, state) else self._follows)

    def _most_healed(self, state: State, taken: int) -> int:
        """The best value of the level `wounds`, which is negative for Wounds taken: all Wounds are healed if
        the player can heal, else none.
        """
        wounds = state.me.wounds + self.wound_cards if self.heals else -taken
        return wounds - state.tally.wounds

    def _without_win(self, state: State, wounds: int, total: int, shortfall: int = 0) -> Value:
        if not self.known:
            return self.ceiling
        tally = state.tally
        xp = self._gained(state)
        levels = self._grown(state, NO_BATTLE_THERE, xp) | {
            "win": 0,
            "xp": tally.xp + xp,
            "rewards": 0,
            "treasures": 0,
            "lost": -len(tally.destroyed) - len(tally.tokens),
            "margin": 0,
            "wounds": wounds,
            "shortfall": -shortfall,
            "total": total,
        }
        levels |= self._brought(state, NO_BATTLE_THERE)
        return self._best(state, levels)

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

    def _in(self, state: State, place: int) -> Outlook:
        room = state.rooms[place]
        key = room.card, room.monster
        if key not in self._rooms:
            self._rooms[key] = outlook_of(self.book, [*in_room(self.book, state, place)])
        return self._rooms[key]

    def _grown(self, state: State, there: Outlook, xp: int) -> dict[str, int]:
        """The maximum of the levels that count what the player owns, with this much XP, the rewards and
        Spoils of the battle, and all that the player's cards may add.
        """
        wanted = self._names & _GROWN
        if not wanted or self._own.grows or there.grows:
            return {}
        rises = [rise for each in (*self._own.rises, *there.rises) if (rise := self._rise(state, each))]
        grown = sum(max(card.cost or 0 for card in rise) for rise in rises)
        points = sum(max(card.vp or 0 for card in rise) for rise in rises)
        if "vp" in wanted and there.treasures:
            found = (self.book.card(card).vp or 0 for card in contents(state.treasures))
            points += there.treasures * max(found, default=0)
        gained = {
            "purchase": grown,
            "growth": grown + TREASURE_PRICE * there.treasures + there.rewards * there.gear,
            "vp": xp + points + self._quest,
            "levels": len(rises),
            "tokens": there.rewards,
            "unspent": 0,
        }
        return {name: MEASURES.level(self.book, state, name) + gained[name] for name in wanted}

    def _brought(self, state: State, there: Outlook) -> dict[str, int]:
        """Whether the cards and tokens that the goal asks for have been gained, or still may be."""
        if not self._things:
            return {}
        if self._brings_anything:
            return dict.fromkeys(self._things, 1)
        now = brought(state.tally)
        rises = [self._rise(state, each) for each in (*self._own.rises, *there.rises)]
        risen = {rising(card.id) for rise in rises for card in rise}
        return {
            name: int(
                name in now or (self._gains(state, there, name) if name.startswith(GAINS) else name in risen)
            )
            for name in self._things
        }

    def _gains(self, state: State, there: Outlook, level: str) -> bool:
        """Whether a card or a token may be gained: a card of the stacks if a text sells it and there is
        enough gold, a Treasure or a token also as a reward.
        """
        thing = self.book.card(level.removeprefix(GAINS))
        if thing.kind == "token" or thing.treasure:
            return self._own.grows or there.grows or there.rewards > 0
        cost = 0 if thing.modifiers("cost", "itself") else thing.cost or 0
        gold = self._most_gold(state, there)
        texts = (text for text in (*self._own.sells, *there.sells) if cost <= gold + text.more_gold)
        return any(sells(self.book, text, thing) for text in texts)

    def _most_gold(self, state: State, there: Outlook) -> int:
        """The most gold that Spoils can spend."""
        if self._enriches:
            return UNBOUNDED
        printed = sum(max(card.gold or 0, 0) for card in own(self.book, state))
        return state.gold + printed + state.me.iron_rations + there.rewards

    def _rise(self, state: State, effect: RaiseHero) -> list[Card]:
        """The cards that a Hero may become by an ability. An unknown Village may hold any Hero if there are
        sacrifices.
        """
        is_open = bool(self._sacrifices.number) and state.stacks is None
        key = effect, () if is_open else tuple(dict.fromkeys(in_stacks(state)))
        if key not in self._rises:
            into = map(self.book.card, self.book.cards if is_open else key[1])
            level = effect.level
            self._rises[key] = [
                card for card in into if card.kind == "hero" and (level is None or card.level == level + 1)
            ]
        return self._rises[key]

    def _wounds(self, state: State, there: Outlook) -> int:
        """The fewest Wounds of a battle, if none can be healed."""
        return 0 if self.spared else min(there.wounds, self.book.open_slots(state))


def most_drawn(book: Book, state: State) -> int:
    """The most cards that can come off the player's deck this turn; UNBOUNDED where no bound is known."""
    me = state.me
    mine = (*(laid.card for laid in state.laid), *contents(me.deck), *(me.hand or ()), me.sponsor, me.quest)
    cards = [book.card(card) for card in mine if card]
    if not all(isinstance(effect, _USUAL) for card in cards for effect in effects_of(card)):
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
