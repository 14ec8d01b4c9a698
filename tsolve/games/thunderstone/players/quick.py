"""A player that decides by rules of thumb: where to go by what an attack, the purchases or a rest would
bring, and each choice on the way by what is left after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar

from msgspec.structs import replace

from tsolve.cardkit.piles import contents
from tsolve.games.thunderstone.actions import (
    Action,
    Attack,
    Buy,
    Destroy,
    LevelUp,
    Pass,
    Use,
    UseTreasure,
    Visit,
)
from tsolve.games.thunderstone.answers import Discard, Given
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.players.appraisal import WEIGHTS, Appraisal, Weights
from tsolve.games.thunderstone.players.raiding import NEVER, Raiding
from tsolve.games.thunderstone.state import Member, State
from tsolve.games.thunderstone.turn.attack_value import reckon
from tsolve.games.thunderstone.turn.hall import is_stone
from tsolve.games.thunderstone.turn.village import for_sale, left_of, next_levels, purse

SAMPLES = 4
"""Draws that are tried in thought before the Dungeon is entered for them."""
_PASS = Pass()

A = TypeVar("A")


def _of(kind: type[A], actions: Iterable[Action]) -> Iterator[A]:
    return (action for action in actions if isinstance(action, kind))


class Quick:
    """Plays one seat of one game. (`tsolve.players.Player`)"""

    def __init__(self, game: Thunderstone, weights: Weights = WEIGHTS) -> None:
        self.book = game.book
        self.appraisal = Appraisal(game.book, weights)
        self.raiding = Raiding(game, self.appraisal, self._answer)
        self._rules = self.raiding.rules
        self._plan: list[Action] = []
        """What is left to do of an attack, from `_expected` on."""
        self._expected: State | None = None

    def choose(self, state: State, actions: Sequence[Action], random: Random) -> Action:
        """One of the legal actions, of which there is at least one."""
        if len(actions) == 1:
            return actions[0]
        if state.todo:
            seat = self._rules.mover(state)
            if seat != self.appraisal.seat:
                self.appraisal.look(state, seat)
            return self._answer(state, actions)
        if self._plan and state == self._expected and self._plan[0] in actions:
            return self._follow(state)
        self._plan = []
        self.appraisal.look(state, state.active)
        match state.step:
            case "choose":
                return self._where(state, random)
            case "preparing":
                return self._prepare(state, actions)
            case "effects":
                return self._best(self._uses_in_the_village(state, actions))
            case "buying":
                return self._first_purchase(state)
            case "levelling":
                return self._best((self._rise(state, up.hero, up.into), up) for up in _of(LevelUp, actions))
        return self._best((-self._worth_of(state, each.card), each) for each in _of(Destroy, actions))

    def _follow(self, state: State) -> Action:
        """The next step of the plan, as long as nothing else comes."""
        action = self._plan.pop(0)
        self._expected = self._rules.apply(state, action) if self._plan else None
        return action

    def _best(self, valued: Iterator[tuple[float, Action]]) -> Action:
        """The action that gains most; passing where none gains anything."""
        best: Action = _PASS
        most = 0.0
        for gain, action in valued:
            if gain > most:
                best, most = action, gain
        return best

    def _worth_of(self, state: State, index: int) -> float:
        return self.appraisal.worth(state.party[index].card)

    # where to go

    def _where(self, state: State, random: Random) -> Action:
        inside = self._rules.apply(state, Visit("dungeon"))
        raid = self.raiding.best(inside)
        dungeon = self._after_draws(inside, random) if raid is None else raid.worth
        village = self._visit(self._rules.apply(state, Visit("village")))
        rest = max((-self._worth_of(state, index) for index in range(len(state.party))), default=0.0)
        if raid is None and (self._stone_is_near(state) or max(dungeon, village, rest) <= 0):
            dungeon = max(dungeon, self.raiding.defeat(inside))
            if dungeon > -self.appraisal.weights.ended / 2 and max(village, rest) <= 0:
                return Visit("dungeon")  # or nothing would happen any more
        if dungeon > max(village, rest):
            self._plan, self._expected = [] if raid is None else list(raid.line), inside
            return Visit("dungeon")
        return Visit("rest") if rest > village else Visit("village")

    def _stone_is_near(self, state: State) -> bool:
        return any(is_stone(self.book, slot.card) for slot in state.hall)

    def _after_draws(self, inside: State, random: Random) -> float:
        """What attacks may bring after the cards that the hand can draw for nothing, on the average."""
        abilities = (each for member in inside.party for each in self.book.card(member.card).abilities)
        drawn = sum(
            effect.draws(1) or 0
            for ability in abilities
            if ability.when == "dungeon" and ability.price is None and ability.destroy is None
            for effect in ability.do
        )
        deck = sorted(contents(inside.me.deck))
        pile = deck if len(deck) >= drawn else sorted([*deck, *inside.me.discard])
        if not drawn or not pile:
            return NEVER
        worth = 0.0
        for _ in range(SAMPLES):
            cards = random.sample(pile, min(drawn, len(pile)))
            raid = self.raiding.best(replace(inside, party=(*inside.party, *map(Member, cards))))
            worth += 0.0 if raid is None else raid.worth
        return worth / SAMPLES

    # the Dungeon

    def _prepare(self, state: State, actions: Sequence[Action]) -> Action:
        """Use what draws cards or takes those of others for nothing, then make the best attack, then use what
        may help, else lose what costs least.
        """
        free = [use for use in _of(Use, actions) if self._may_help(state, use)]
        for use in free:
            if any(effect.draws(1) or effect.takes_cards for effect in self.raiding.ability(state, use).do):
                return use
        if (raid := self.raiding.best(state)) is not None:
            self._plan = list(raid.line)
            return self._follow(state)
        if free:
            return free[0]
        attacks = list(_of(Attack, actions))
        if not attacks:
            return _PASS if _PASS in actions else actions[0]
        return max(attacks, key=lambda attack: self.raiding.brought(self.raiding.fought(state, (attack,))))

    def _may_help(self, state: State, use: Use) -> bool:
        """Whether an ability that turns cards up costs nothing that is worth keeping."""
        return self.raiding.ability(state, use).reveals and self.raiding.price_of(state, use) <= 0

    # the Village

    def _visit(self, state: State) -> float:
        """What a visit brings, in its best order: abilities, purchases, one Hero's next level."""
        bought, _ = self._purchases(state, state.gold + purse(self.book, state), state.purchases)
        rises = (
            self._rise(state, index, into)
            for index, member in enumerate(state.party)
            if not member.left and member.card in self.book.level_costs
            if self.book.level_costs[member.card] <= state.me.xp
            for into in next_levels(self.book, state, member.card)
            if left_of(state, into)
        )
        return bought + max(rises, default=0.0)

    def _uses_in_the_village(self, state: State, actions: Sequence[Action]) -> Iterator[tuple[float, Action]]:
        """What abilities and Treasures add to a visit."""
        for use in _of(Use, actions):
            yield self._gain(state, use), use
        for treasure in _of(UseTreasure, actions):
            after = self.raiding.fought(state, (treasure,))
            brought = self.raiding.brought(after) - self.raiding.brought(state)
            yield brought + self._visit(after) - self._visit(state), treasure

    def _gain(self, state: State, use: Use) -> float:
        """What the use of an ability adds to a visit."""
        ability, price = self.raiding.ability(state, use), self.raiding.price_of(state, use)
        if ability.reveals:
            drawn = sum(effect.draws(1) or 0 for effect in ability.do)
            return 1.0 * bool(drawn) - price
        after = self._rules.apply(state, use)
        earned = (after.tally.earned - state.tally.earned) * self.appraisal.experience
        return self._visit(after) - self._visit(state) + earned - price

    def _first_purchase(self, state: State) -> Action:
        _, bought = self._purchases(state, state.gold, state.purchases)
        return Buy(bought) if bought else _PASS

    def _purchases(self, state: State, gold: int, count: int) -> tuple[float, str]:
        """What the best so many purchases are worth together, and one of them to begin with."""
        costs, worth = self.book.costs, self.appraisal.worth
        sold = [card for card in for_sale(self.book, state) if costs[card] <= gold]
        valued = sorted([(worth(card), costs[card], card) for card in sold], reverse=True)
        goods = [each for each in valued if each[0] > 0]
        if count == 1:
            return (goods[0][0], goods[0][2]) if goods else (0.0, "")
        best = [(0.0, "")] * (gold + 1)
        """By the gold that may be spent."""
        for _ in range(count if goods else 0):
            before = best
            best = list(before)
            for value, cost, card in goods:
                for money in range(cost, gold + 1):
                    together = value + before[money - cost][0]
                    if together > best[money][0]:
                        best[money] = together, card
        return best[gold]

    def _rise(self, state: State, hero: int, into: str) -> float:
        """What a Hero's next level adds."""
        card = state.party[hero].card
        cost = self.book.level_costs[card] * self.appraisal.experience
        return self.appraisal.worth(into) - self.appraisal.worth(card) - 0.5 * cost

    # answers

    def _answer(self, state: State, actions: Sequence[Action]) -> Action:
        """The answer after which the player has most; cards of a hidden hand by what they would bring."""
        if state.active != self.appraisal.seat:
            given = [action for action in actions if isinstance(action, Given)]
            if len(given) == len(actions):
                return min(given, key=self._missed)
        return max(actions, key=lambda action: self._left(self._rules.apply(state, action)))

    def _missed(self, given: Given) -> float:
        """How much a card is missed: for one hand if it is discarded, for good if it is destroyed."""
        value = self.appraisal.power if isinstance(given, Discard) else self.appraisal.worth
        return value(given.card)

    def _left(self, state: State) -> float:
        """What the player has after an answer; in a battle, how far it is from being won."""
        left = self.raiding.brought(state)
        if state.active != self.appraisal.seat or state.step != "battle":
            return left
        if state.tally.outcome:
            return left + 100 * (state.tally.outcome == "won")
        if not state.at(state.target).card:
            return left
        found = reckon(self.book, state, state.target, in_full=False)
        return left + 0.1 * min(found.value - found.health, 0)
