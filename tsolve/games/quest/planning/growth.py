"""What a turn may bring at the most beside the XP of its battle: cards, tokens and levels, by texts and as
rewards.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from tsolve.cardkit.piles import contents
from tsolve.contract.measures import Goal, names_in
from tsolve.games.quest.answers import PRICES, TOKENS, TREASURE_PRICE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import AbilityEffect, GainToken, RaiseHero, Sacrifice
from tsolve.games.quest.effects.base import Modifier
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.planning.goals import GAINS, RISES, brought, rising
from tsolve.games.quest.planning.outlook import (
    NO_BATTLE_THERE,
    Outlook,
    effects_of,
    outlook_of,
    outlook_of_texts,
)
from tsolve.games.quest.planning.reach import UNBOUNDED, holdings
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.heroes import is_next_level
from tsolve.games.quest.turn.market import may_lie_there, sells
from tsolve.games.quest.turn.values import is_a
from tsolve.games.quest.turn.village import gold_left

_GROWN = frozenset(("purchase", "growth", "vp", "levels", "tokens", "unspent"))
"""The levels of goals that count what the player owns."""


class Growth:
    """Bounds of what the player may gain in turns that begin like one, by one goal."""

    def __init__(
        self, book: Book, start: State, goal: Goal, mine: Sequence[Card], there: Sequence[Card]
    ) -> None:
        """`mine` are the cards of the player that may act, `there` those of the Dungeon."""
        self.book, self._mine = book, mine
        effects = [effect for card in (*mine, *there) for effect in effects_of(card)]
        modifiers = [effect for effect in effects if isinstance(effect, Modifier)]
        self._names = names_in(goal)
        self.things = [name for name in self._names if name.startswith((GAINS, RISES))]
        """The levels for single cards and tokens."""
        self.own = outlook_of(book, [*mine])
        self._unwon = outlook_of_texts(_before_a_victory(mine, start))
        """What the player's cards can add to a turn without a victory."""
        self.repeats = self.brings_anything = False
        """Whether a text that brings something may be used twice, and whether unknown cards may be drawn."""
        quest = "" if start.me.completed else start.me.quest
        self._quest = (book.card(quest).vp or 0) if quest else 0
        self._sacrifices = any(isinstance(effect, Sacrifice) for effect in effects)
        self._levels_fall = any(trait.value == "level" and trait.by < 0 for trait in modifiers)
        self.enriches = any(isinstance(effect, GainToken) for effect in effects) or any(
            trait.value == "gold" for trait in modifiers
        )
        """Whether there may be more gold than the cards print and the tokens give."""
        self._token_price = max(book.card(PRICES[token]).cost or 0 for token in TOKENS)
        self._rooms: dict[tuple[str, str], Outlook] = {}
        self._spoils: dict[Hashable, Outlook] = {}
        self._rises: dict[tuple[RaiseHero, tuple[str, ...]], list[tuple[Card, Card]]] = {}

    def there(self, state: State, place: int) -> Outlook:
        """What a room and the Monster in it can add."""
        room = state.rooms[place]
        return self.of(room.card, room.monster)

    def left(self, state: State, there: Outlook) -> Outlook:
        """What the texts of the cards can still add; in the Spoils all that are not used yet."""
        if state.phase != "spoils" and there is NO_BATTLE_THERE:
            return self._unwon
        if state.phase != "spoils" or state.todo:
            return self.own
        key = state.laid, state.spoils, state.tally.monster, state.tally.room
        if key not in self._spoils:
            self._spoils[key] = outlook_of_texts(spoils_left(self.book, state))
        return self._spoils[key]

    def of(self, room: str, monster: str) -> Outlook:
        """What a room and a Monster can add."""
        key = room, monster
        if key not in self._rooms:
            self._rooms[key] = outlook_of(self.book, [*map(self.book.card, filter(None, key))])
        return self._rooms[key]

    def levels(self, state: State, there: Outlook, xp: int) -> dict[str, int]:
        """The maximum of the levels that count what the player owns, with this much XP, the rewards and
        Spoils of the battle, and all that the player's cards may add.
        """
        wanted = self._names & _GROWN
        if not wanted or (self.left(state, there).grows and self.repeats):
            return {}
        rises = [*filter(None, (self.risen(state, each) for each in self._raises(state, there)))]
        grown, points = (sum(max(gain[at] for gain in rise) for rise in rises) for at in (0, 1))
        if "vp" in wanted and there.treasures:
            found = (self.book.card(card).vp or 0 for card in contents(state.treasures))
            points += there.treasures * max(found, default=0)
        bought, tokens, worth = self._bought(state, there)
        gained = {
            "purchase": grown + bought,
            "growth": grown + bought + tokens + TREASURE_PRICE * there.treasures + there.rewards * there.gear,
            "vp": xp + points + worth + self._quest,
            "levels": len(rises),
            "tokens": there.rewards
            + sum(each.gear_sold + each.gear_given for each in (self.left(state, there), there)),
            "unspent": 0,
        }
        return {name: MEASURES.level(self.book, state, name) + gained[name] for name in wanted}

    def _bought(self, state: State, there: Outlook) -> tuple[int, int, int]:
        """The most that texts may bring: the costs of cards, those of tokens, and the Victory Points of the
        cards.
        """
        if not (self.left(state, there).grows or there.grows):
            return 0, 0, 0
        gold = self._most_gold(state, there)
        cards = tokens = points = more = 0
        for text in (*self.left(state, there).sells, *there.sells):
            offered = [card for card in self.wares(state) if sells(self.book, text, card)]
            fitting = [card for card in offered if self._least_price(card) <= gold + text.more_gold]
            cards += max((card.cost or 0 for card in fitting), default=0)
            points += max((card.vp or 0 for card in fitting), default=0)
            more += text.more_gold
        for each in (self.left(state, there), there):
            tokens += each.gear_given * self._token_price
            cards_or_gear = each.gear_sold * self._token_price
            tokens += min(cards_or_gear, gold)
        is_plain = not any(card.modifiers("cost", "itself") for card in self.wares(state))
        return (min(cards, gold + more) if is_plain else cards), tokens, points

    def wares(self, state: State) -> list[Card]:
        """The different cards of the stacks, and those that may come into a space."""
        return [self.book.card(card) for card in dict.fromkeys(may_lie_there(state))]

    def _least_price(self, card: Card) -> int:
        """The least gold that a card of the Village may cost."""
        return 0 if card.modifiers("cost", "itself") else card.cost or 0

    def brought(self, state: State, there: Outlook) -> dict[str, int]:
        """Whether the cards and tokens that the goal asks for have been gained, or still may be."""
        if not self.things:
            return {}
        if self.brings_anything:
            return dict.fromkeys(self.things, 1)
        now = brought(state.tally)
        risen = {
            rising(into.id) for each in self._raises(state, there) for _, into in self._rise(state, each)
        }
        return {
            name: int(
                name in now or (self._gains(state, there, name) if name.startswith(GAINS) else name in risen)
            )
            for name in self.things
        }

    def _gains(self, state: State, there: Outlook, level: str) -> bool:
        """Whether a card or a token may be gained: a card of the stacks if a text sells it and there is
        enough gold, a Treasure or a token also as a reward.
        """
        thing = self.book.card(level.removeprefix(GAINS))
        if thing.kind == "token" or thing.treasure:
            return self.left(state, there).grows or there.grows or there.rewards > 0
        cost, gold = self._least_price(thing), self._most_gold(state, there)
        texts = (
            text for text in (*self.left(state, there).sells, *there.sells) if cost <= gold + text.more_gold
        )
        return any(sells(self.book, text, thing) for text in texts)

    def _most_gold(self, state: State, there: Outlook) -> int:
        """The most gold that Spoils can spend."""
        if self.enriches:
            return UNBOUNDED
        if state.phase == "spoils":
            return max(gold_left(self.book, state) + state.me.iron_rations + there.rewards, 0)
        printed = sum(max(card.gold or 0, 0) for card, _ in holdings(self.book, state))
        return state.gold + printed + state.me.iron_rations + there.rewards

    def _raises(self, state: State, there: Outlook) -> tuple[RaiseHero, ...]:
        """The texts by which Heroes may level up."""
        return *self.left(state, there).rises, *there.rises

    def risen(self, state: State, effect: RaiseHero) -> list[tuple[int, int]]:
        """What Heroes may gain by levelling up: the difference in cost, and that in Victory Points less the
        XP paid; neither has to be taken.
        """
        gains = [(0, 0)] * bool(self._rise(state, effect))
        for hero, into in self._rise(state, effect):
            price = 0 if effect.free or self._levels_fall else max((hero.level or 0) + 2 - effect.less, 0)
            points = (into.vp or 0) - (hero.vp or 0) - price
            gains.append(((into.cost or 0) - (hero.cost or 0), points))
        return gains

    def _rise(self, state: State, effect: RaiseHero) -> list[tuple[Card, Card]]:
        """The Heroes who may level up by an ability, each with what they may become. An unknown Village may
        hold any Hero if there are sacrifices.
        """
        is_open = self._sacrifices and state.stacks is None
        key = effect, () if is_open else tuple(dict.fromkeys(may_lie_there(state)))
        if key not in self._rises:
            into = [*map(self.book.card, self.book.cards if is_open else key[1])]
            fitting = (card for card in self._mine if effect.level in (None, card.level))
            heroes = [card for card in fitting if is_a(self.book, card, effect.sort)]
            self._rises[key] = [(hero, card) for hero in heroes for card in into if is_next_level(hero, card)]
        return self._rises[key]


def _before_a_victory(mine: Sequence[Card], start: State) -> Iterator[object]:
    """The effects of cards apart from Spoils, and from abilities for a Village phase that is over."""
    is_inside = start.phase in ("dungeon", "moving", "battle")
    for card in mine:
        yield from card.traits
        for ability in card.abilities:
            if "dungeon" in ability.phases if is_inside else ability.phases != ("spoils",):
                yield from (*ability.do, *ability.pay)


def spoils_left(book: Book, state: State) -> Iterator[AbilityEffect]:
    """The effects of Spoils that are not used yet."""
    for place in state.present():
        laid = state.laid[place]
        for number, ability in enumerate(book.card(laid.card).abilities):
            if "spoils" in ability.phases and not laid.used >> number & 1:
                yield from ability.do
    for card in filter(None, (state.tally.monster, state.rooms[state.tally.room].card, state.me.sponsor)):
        for number, ability in enumerate(book.card(card).abilities):
            if "spoils" in ability.phases and (card, number) not in state.spoils:
                yield from ability.do
