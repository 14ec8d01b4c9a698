"""How battles can be come to from a prepared position: by one movement, with the Lantern tokens used for it
and the Iron Rations used before it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.contract.measures import Goal, names_in
from tsolve.games.quest.actions import Pass, UseToken
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.arrivals import (
    Arrival,
    Reached,
    Walk,
    is_at_strike,
    reached,
    up_to_the_strike,
    walked,
)
from tsolve.games.quest.planning.coverage import alerts_count_light, counts_light, in_play
from tsolve.games.quest.planning.known import found, known_of
from tsolve.games.quest.planning.preparations import takes_tokens
from tsolve.games.quest.state import State


class Approach(NamedTuple):
    """A battle that can be come to, or a turn that ends without one."""

    lanterns: int
    rations: int
    arrival: Arrival


class Approaches:
    """The approaches from one prepared position; what they have in common is found once."""

    def __init__(self, game: Quest, state: State, goal: Goal) -> None:
        self.game, self.state = game, state
        self.shut: set[int] = set()
        """The rooms whose battles have chance or something unknown before the strike."""
        self.beyond: set[int] = set()
        """The rooms that can also be come to past chance or something unknown."""
        self._strikes = up_to_the_strike(game)
        self._saves_light = "light_left" in names_in(goal)
        self._takes_tokens = takes_tokens(game.book, state)
        self._known = known_of(game)
        kinds = {card.kind for card in in_play(game.book, state)}
        self._rations = state.me.iron_rations if {"hero", "weapon"} <= kinds else 0
        self._lit = [state]
        """The position with so many Lantern tokens used."""
        for _ in range(state.me.lantern):
            self._lit.append(game.apply(self._lit[-1], UseToken("lantern")))

    def to(self, rooms: Collection[int]) -> Iterator[Approach]:
        """The approaches to battles in these rooms, and the turns that end without any."""
        if self._takes_tokens or not self._is_dark():
            yield from self._one_by_one(rooms)
            return
        for lanterns, arrival in self._with_least_light(rooms):
            yield Approach(lanterns, 0, arrival)
            if is_at_strike(arrival.state):
                for rations in range(1, self._rations + 1):
                    yield Approach(lanterns, rations, self._hungry(arrival, rations))

    def _is_dark(self) -> bool:
        """Whether Light counts for nothing but the movement."""
        book, state = self.game.book, self.state
        return not (self._saves_light or counts_light(book, state) or alerts_count_light(book, state))

    def _with_least_light(self, rooms: Collection[int]) -> Iterator[tuple[int, Arrival]]:
        """The arrivals of one walk with all Lanterns, each with only as many as the Light that it takes asks
        for. Light paid never comes back, so that with fewer Lanterns the same ways lead there.
        """
        budgets = [self._strikes.apply(lit, Pass()).budget for lit in self._lit]
        for arrival in self._reached(self._lit[-1], rooms):
            at = arrival.state
            number = next(n for n, budget in enumerate(budgets) if at.spent_light <= budget)
            yield number, arrival._replace(state=self._with_lanterns(at, number, budgets[number]))

    def _with_lanterns(self, at: State, number: int, budget: int) -> State:
        """The same position if only so many Lanterns had been used, with this budget of Light."""
        lit, back = self._lit[number], len(self._lit) - 1 - number
        if not back:
            return at
        me = replace(at.me, lantern=at.me.lantern + back)
        tokens = [*at.tally.tokens]
        for _ in range(back):
            tokens.remove("lantern")
        return replace(
            at,
            players=(*at.players[: at.active], me, *at.players[at.active + 1 :]),
            tally=replace(at.tally, tokens=tuple(tokens)),
            light=lit.light,
            budget=budget,
        )

    def _one_by_one(self, rooms: Collection[int]) -> Iterator[Approach]:
        """The approaches for each number of tokens, of equal ones the one with the fewest."""
        seen: set[Hashable] = set()
        for lanterns, lit in enumerate(self._lit):
            for number in range(self._rations + 1):
                if not number or self._takes_tokens:  # what takes tokens finds fewer of them
                    there = [*self._reached(self._without(lit, number), rooms)]
                for arrival in there:
                    if number and not self._takes_tokens:
                        if not is_at_strike(arrival.state):
                            continue
                        arrival = self._hungry(arrival, number)
                    at = arrival.state if self._takes_tokens else self._in_the_dark(arrival.state)
                    if (number, at) not in seen:
                        seen.add((number, at))
                        yield Approach(lanterns, number, arrival)

    def _reached(self, state: State, rooms: Collection[int]) -> Iterator[Arrival]:
        """The battles in these rooms that one movement leads to, and the turns that end without any."""
        walk = found(self._known.walks, state, lambda: walked(self._strikes, state))
        self.beyond |= walk.beyond
        yield from walk.ends
        for room in rooms:
            there = found(self._known.battles, (state, room, self._saves_light), self._battles(walk, room))
            if there.is_shut:
                self.shut.add(room)
            yield from there.arrivals

    def _battles(self, walk: Walk, room: int) -> Callable[[], Reached]:
        return lambda: reached(self._strikes, walk, self._saves_light, room)

    def _in_the_dark(self, at: State) -> State:
        """The position without Light if Light no longer counts, so that positions differing only in Light are
        equal; of these the one with the fewest Lantern tokens used is the best.
        """
        if counts_light(self.game.book, at) or self._saves_light:
            return at
        me = replace(at.me, lantern=0)
        players = (*at.players[: at.active], me, *at.players[at.active + 1 :])
        tally = replace(at.tally, tokens=())
        return replace(at, players=players, tally=tally, path=(), light=0, budget=0, spent_light=0)

    def _hungry(self, arrival: Arrival, rations: int) -> Arrival:
        return arrival._replace(state=self._without(arrival.state, rations))

    def _without(self, state: State, rations: int) -> State:
        """The position after using up this many Rations, before any Hero gets the Skill."""
        if not rations:
            return state
        play = self.game.begin(state)
        play.tokens("iron_rations", -rations)
        return play.state
