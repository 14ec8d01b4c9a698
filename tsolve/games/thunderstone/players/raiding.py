"""Attacks that should win: for each Monster of the Hall the party is prepared step by step, and the engine
plays the battle. No card is turned up on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tsolve.games.thunderstone.actions import Action, Attack, Equip, NextCard, Use
from tsolve.games.thunderstone.cards import Ability
from tsolve.games.thunderstone.game import Thunderstone, all_victory_points
from tsolve.games.thunderstone.players.appraisal import Appraisal
from tsolve.games.thunderstone.players.mustering import Muster, muster
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import is_stone
from tsolve.games.thunderstone.turn.steps import open_duty

TRIES = 3
"""How often a party is prepared anew because the battle took more than was foreseen."""
MOST_ANSWERS = 20
"""Choices in the course of one battle that are looked at."""
PUSH = 0.3
"""The Victory Points that it is worth to whoever is ahead that the game comes closer to its end."""
NEVER = float("-inf")

Opening = tuple[Use, State]
"""The use of an ability, and the position after it."""
Chooses = Callable[[State, Sequence[Action]], Action]


class Raid(NamedTuple):
    """An attack with all that prepares it."""

    worth: float
    line: tuple[Action, ...]


class Raiding:
    """Finds attacks for one player, by the worth of what they bring."""

    def __init__(self, game: Thunderstone, appraisal: Appraisal, chooses: Chooses) -> None:
        """`chooses` answers what a battle asks."""
        self.book, self.appraisal, self.chooses = game.book, appraisal, chooses
        self.rules = Thunderstone(game.book, halts_before=(NextCard,))
        """The rules as far as no card is turned up."""
        self._opened: tuple[State | None, list[Opening]] = (None, [])

    def best(self, state: State) -> Raid | None:
        """The attack that should bring most, from the preparation; None where none should win."""
        if (duty := open_duty(self.book, state)) is not None:
            after = self.rules.apply(state, duty)
            raid = None if after.todo else self.best(after)
            return raid and Raid(raid.worth, (duty, *raid.line))
        found: Raid | None = None
        places = [place for place in state.places if state.at(place).card in self.book.monsters]
        hopes = sorted(((self._hope(state, place), place) for place in places), reverse=True)
        for hope, place in hopes:
            if found is not None and hope <= found.worth:
                break
            raid = self._against(state, place)
            if raid is not None and (found is None or raid.worth > found.worth):
                found = raid
        return found

    def _hope(self, state: State, place: int) -> float:
        """What a victory brings if it costs nothing."""
        card = self.book.card(state.at(place).card)
        hope = self.appraisal.worth(card.id) + self.appraisal.experience * (card.xp or 0)
        behind = next((slot.card for slot in state.hall[1:] if slot.card), "")
        ends = place == 1 and is_stone(self.book, behind)
        return hope + self.appraisal.weights.ended if ends else hope

    def _against(self, state: State, place: int) -> Raid | None:
        margin = 0
        for _ in range(TRIES):
            line = self._prepared(state, place, margin)
            if line is None:
                return None
            ready = self._done(state, line[:-1])
            if self.rules.why_not(ready, line[-1]) is not None:
                return None
            end = self.fought(ready, line[-1:])
            if end.tally.outcome == "won":
                return Raid(self.brought(end), line)
            missing = end.tally.health - end.tally.value
            if missing <= 0:
                return None
            margin += missing
        return None

    def _prepared(self, state: State, place: int, margin: int) -> tuple[Action, ...] | None:
        """The abilities and Weapons with which the party should win; None where it should not."""
        line: list[Action] = []
        now, found = state, muster(self.book, state, place, margin)
        while found.short:
            uses = self._openings(state) if now is state else self._uses_of(now)
            step = self._next_use(uses, now, place, margin, found)
            if step is not None:
                use, now, found = step
                line.append(use)
            elif self._has_more_once_carried(now, found.equips):
                line += found.equips
                now = self._done(now, found.equips)
                found = muster(self.book, now, place, margin)
            else:
                return None
        return (*line, *found.equips, Attack(place))

    def _has_more_once_carried(self, state: State, equips: Sequence[Equip]) -> bool:
        """Whether one of these Weapons has an ability, which may wait for somebody to carry it."""
        able = self.book.able.get(state.turn, frozenset())
        return any(state.party[equip.weapon].card in able for equip in equips)

    def _next_use(
        self, uses: list[Opening], state: State, place: int, margin: int, found: Muster
    ) -> tuple[Use, State, Muster] | None:
        """The use of an ability that brings the party closest to a victory, as much as it gives up for it."""
        best: tuple[Use, State, Muster] | None = None
        most = 0.0
        for use, after in uses:
            then = muster(self.book, after, place, margin)
            gain = found.short - then.short - 0.02 * self.price_of(state, use)
            if then.short < found.short and (best is None or gain > most):
                best, most = (use, after, then), gain
        return best

    def _openings(self, state: State) -> list[Opening]:
        """What may be used at first; remembered for the attacks on other places."""
        if self._opened[0] is not state:
            self._opened = state, self._uses_of(state)
        return self._opened[1]

    def _uses_of(self, state: State) -> list[Opening]:
        """What may be used, each with the position after it."""
        return [(use, self.rules.apply(state, use)) for use in self.uses(state)]

    def uses(self, state: State) -> list[Use]:
        """The legal uses of abilities that turn no card up and leave the Hall alone."""
        able = self.book.able.get(state.turn, frozenset())
        if able.isdisjoint([member.card for member in state.party if not member.left]):
            return []
        return [
            action
            for action in self.rules.preparations(state)
            if isinstance(action, Use) and not self.ability(state, action).reveals
        ]

    def ability(self, state: State, use: Use) -> Ability:
        """The ability that a legal use means."""
        return self.book.card(state.party[use.card].card).abilities[use.ability]

    def price_of(self, state: State, use: Use) -> float:
        """What the card is worth that is given up for good; below 0 where that does the deck good."""
        ability, worth = self.ability(state, use), 0.0
        if ability.destroy is not None:
            given = use.card if ability.destroy == "self" else use.price
            worth += self.appraisal.worth(state.party[given].card) if given >= 0 else 0.0
        return worth + ability.xp * self.appraisal.experience

    def _done(self, state: State, line: Sequence[Action]) -> State:
        for action in line:
            state = self.rules.apply(state, action)
        return state

    def defeat(self, state: State) -> float:
        """What the cheapest attack brings that is lost; the Monster then makes room for the next one, which
        is good for whoever is ahead.
        """
        attacks = (action for action in self.rules.legal_actions(state) if isinstance(action, Attack))
        brought = max((self.brought(self.fought(state, (attack,))) for attack in attacks), default=NEVER)
        return brought + (PUSH if self.lead(state) >= 0 else -PUSH)

    def fought(self, state: State, line: Sequence[Action]) -> State:
        """The position after a line and what it asks, as far as the player decides it and no card is turned
        up: with an attack, after the battle. Raises IllegalActionError.
        """
        state, me = self._done(state, line), state.active
        for _ in range(MOST_ANSWERS):
            if not state.todo or state.tally.outcome or self.rules.mover(state) != me:
                break
            state = self.rules.apply(state, self.chooses(state, self.rules.legal_actions(state)))
        return state

    def brought(self, state: State) -> float:
        """What the turn has brought to the player so far, in Victory Points."""
        appraisal = self.appraisal
        moved = state.tally.moved
        worth = sum(by * appraisal.worth(card) for player, card, by in moved if player == appraisal.seat)
        worth += appraisal.experience * state.tally.earned
        if state.active == appraisal.seat:
            doomed = (member.card for member in state.party if member.doomed and not member.left)
            worth -= sum(map(appraisal.worth, doomed))
            worth += self._ending(state)
        return worth

    def lead(self, state: State) -> int:
        """How many points the player is ahead of the best of the others."""
        points = all_victory_points(self.book, state)
        mine = points.pop(self.appraisal.seat)
        return mine - max(points, default=0)

    def _ending(self, state: State) -> float:
        """What it is worth that the Thunderstone comes to Rank 1 now; 0 where it does not."""
        first = next((slot.card for slot in state.hall if slot.card), "")
        if state.step != "battle" or not state.tally.outcome or not is_stone(self.book, first):
            return 0.0
        won = state.tally.outcome == "won"
        lead = self.lead(state) + ((self.book.card(first).vp or 0) if won else 0)
        ended = self.appraisal.weights.ended
        return ended if lead > 0 or (won and lead == 0) else -ended if lead < 0 else 0.0
