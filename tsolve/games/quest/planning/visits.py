"""The ways through a Village phase before a battle or the end of the turn.

The value of a turn is a sum: a purchase, a token, a healed Wound and a level each add their part,
independently of each other. So of all ways through the Village with the same future only the best is
followed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.cardkit.piles import EMPTY, Segment, known
from tsolve.contract.measures import Goal
from tsolve.games.quest.actions import Action, PutOnDeck
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.effects.demands import TopDeck
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.bounds import most_drawn
from tsolve.games.quest.planning.coverage import (
    asks_of_others,
)
from tsolve.games.quest.planning.goals import Value, turn_over, value
from tsolve.games.quest.planning.statement import may_buy
from tsolve.games.quest.planning.unknown import UntoldVillage
from tsolve.games.quest.state import Laid, Stack, State, Tally
from tsolve.games.quest.turn.dungeon import refuse_after_village
from tsolve.games.quest.turn.ending import EndPhase
from tsolve.games.quest.turn.values import is_a
from tsolve.games.quest.turn.village import is_last_step

if TYPE_CHECKING:
    pass


PHASES = ("temple", "village", "buying", "healing", "levelling")
_AFTER_ABILITIES = ("buying", "healing", "levelling", "visiting")
_AFTER_THE_PURCHASES = ("healing", "levelling", "dungeon")
_VISITED_LOCATION = "bazaar"
_VISITED: dict[str, object] = {
    "bought": False,
    "served": (),
    "also": "",
    "healed": 0,
    "levelled": 0,
    "put_on_deck": (),
}
"""Facts of the Village phase that do not matter in the Dungeon phase that follows. The Location does not
matter either, except the Temple.
"""
_ENOUGH = 8
"""More cards than a turn draws; with this many in the deck the discard pile does not matter."""


class Way(NamedTuple):
    """A way through the Village phase."""

    state: State
    line: tuple[Action, ...]
    now: Value
    """The value of the turn if it ended here."""


class Visits:
    """The ways through Village phases, by one goal."""

    def __init__(self, game: Quest, goal: Goal, untold: UntoldVillage) -> None:
        self.game, self.goal, self.untold = game, goal, untold
        self._drawn = _ENOUGH
        """The most cards that are drawn from the deck this turn."""
        self.keeps_equal = False
        """Whether equally good ways are all kept, for a list of all best lines."""

    def are_quiet(self, state: State) -> bool:
        """Whether `ways` can be used from this position."""
        return state.phase in PHASES and self.game.book.reads("late_abilities", "no")

    def ways(self, state: State) -> list[Way]:
        """The ways without abilities: to the end of the turn, a Dungeon phase, or a chance event."""
        game, start = self.game, Way(state, (), self._now(state))
        self._drawn = min(_ENOUGH, most_drawn(game.book, state))
        best: dict[Hashable, list[Way]] = {}
        waiting: deque[tuple[Hashable, Way]] = deque([(None, start)])
        found: dict[Hashable, list[Way]] = {}
        while waiting:
            key, here = waiting.popleft()
            if here is not start and here not in best[key]:
                continue  # meanwhile a better way to the same future was found
            self.untold.look(here.state)
            for action in self._tried(here.state):
                game.probe.spend(1)  # evaluating the result takes as long as the action itself
                after = game.apply(here.state, action)
                way = Way(after, (*here.line, action), self._now(after))
                is_end = turn_over(after) or after.phase not in PHASES or game.mover(after) != after.active
                key = self._future(way.state)
                if self._is_new(key, way, found if is_end else best) and not is_end:
                    waiting.append((key, way))
        return [way for ways in found.values() for way in ways]

    def _is_new(self, key: Hashable, way: Way, ways: dict[Hashable, list[Way]]) -> bool:
        """Add a way unless one to the same future is better, and drop worse ones; whether it was added."""
        equal = ways.setdefault(key, [])
        if equal and (equal[0].now > way.now or (equal[0].now == way.now and not self.keeps_equal)):
            return False
        if equal and equal[0].now < way.now:
            equal.clear()
        equal.append(way)
        return True

    def _now(self, state: State) -> Value:
        """The value of the turn if it ended at once."""
        worth = value(self.game.book, replace(state, todo=(EndPhase(),)), self.goal)
        assert worth is not None
        return worth

    def _tried(self, state: State) -> list[Action]:
        actions = self.game.legal_actions(state)
        return actions if state.todo else [each for each in actions if not self._is_left_out(state, each)]

    def _is_left_out(self, state: State, action: Action) -> bool:
        """Whether an action need not be tried here. Abilities are tried elsewhere, and so is what comes on
        the deck. Skill matters only in the Dungeon, where Rations can still be used.
        """
        if action.source != NONE or action.receiver != NONE:
            return True
        return isinstance(action, PutOnDeck)

    def may_put(self, state: State, card: str) -> bool:
        """Whether one more card on the deck may help: no more than are drawn, unless a text depends on what
        the player lacks, or a Side Quest on what is put there.
        """
        book, sort = self.game.book, self._asked_for(state)
        if sort and is_a(book, book.card(card), sort):
            return True
        others = sum(not (sort and is_a(book, book.card(each), sort)) for each in state.put_on_deck)
        is_free = others < min(_ENOUGH, most_drawn(book, state)) or lacks(book, state)
        return is_free and draws_again(book, state)

    def _asked_for(self, state: State) -> str:
        """The sort of cards that the Side Quest wants on the deck; empty if none."""
        me = state.me
        aim = self.game.book.card(me.quest).aim if me.quest and not me.completed else None
        return aim.sort if isinstance(aim, TopDeck) else ""

    def alike(self, state: State) -> State:
        """The position without what lies on the deck below the cards that may be drawn, before anything is
        chosen in the Village.
        """
        if state.phase != "temple" or state.todo:
            return state
        me, most = state.me, min(_ENOUGH, most_drawn(self.game.book, state))
        top = tuple(card for part in takewhile(_is_in_order, me.deck) for card in part.cards)
        if len(top) >= most:
            me = replace(me, deck=known(top[:most]), discard=())
        put = state.put_on_deck if self._asked_for(state) else ("",) * len(state.put_on_deck)
        players = (*state.players[: state.active], me, *state.players[state.active + 1 :])
        return replace(state, players=players, put_on_deck=tuple(sorted(put)))

    def _future(self, state: State) -> Hashable:
        """The position without what no longer matters; None at the end of the turn."""
        if turn_over(state):
            return None
        game, me = self.game, state.me
        changes: dict[str, object] = {"tally": Tally(), "removed": ()}
        stays = state.phase != "dungeon" and refuse_after_village(game.book, state) is not None
        if stays and state.phase in _AFTER_ABILITIES and not state.todo:
            me = replace(me, deck=EMPTY, discard=())
            changes["put_on_deck"] = ()
        if self._has_bought(state, stays):
            changes |= {"gold": 0, "spent_gold": 0, "stacks": _heroes_left(game.book, state)}
            if stays:
                me = replace(me, iron_rations=0, lantern=0, potion=0)
                changes["laid"] = _patients_and_heroes(game.book, state)
        if state.phase == "dungeon":
            changes |= _VISITED
            me = me if me.location == "temple" else replace(me, location=_VISITED_LOCATION)
        players = (*state.players[: state.active], me, *state.players[state.active + 1 :])
        return game.key(replace(state, players=players, **changes))

    def _has_bought(self, state: State, stays: bool) -> bool:
        """Whether gold is of no use any more. (key.location_step) `stays`: no battle follows."""
        game = self.game
        sold_last = state.phase != "dungeon" and not is_last_step(
            game.book, replace(state, phase="levelling")
        )
        return state.phase in _AFTER_THE_PURCHASES and not sold_last and (stays or not may_buy(game, state))


def _is_in_order(part: Segment) -> bool:
    return part.order == "known"


def _patients_and_heroes(book: Book, state: State) -> tuple[Laid, ...]:
    """The cards that may still be healed or level up; all where others may have a part in that."""
    cards = [book.card(state.laid[place].card) for place in state.present()]
    is_held = any(laid.bearer != NONE or laid.gifts for laid in state.laid)
    if (
        state.todo
        or state.boons
        or state.hexes
        or is_held
        or any(c.modifiers("level", "itself") for c in cards)
    ):
        return state.laid
    kept = (state.laid[place] for place in state.present())
    return tuple(laid for laid in kept if (card := book.card(laid.card)).is_wound or card.kind == "hero")


def has_abilities(book: Book, state: State) -> bool:
    """Whether a card of the player has any ability for a Village phase."""
    cards = [state.laid[place].card for place in state.present()] or [*(state.me.hand or ())]
    return any("village" in ability.phases for card in cards for ability in book.card(card).abilities)


def draws_again(book: Book, state: State) -> bool:
    """Whether putting a card on the deck may help this turn: a card may be drawn, or some text depends on
    what the player lacks.
    """
    return has_abilities(book, state) and (lacks(book, state) or most_drawn(book, state) > 0)


def lacks(book: Book, state: State) -> bool:
    """Whether some text of the hand depends on what the player lacks."""
    cards = [book.card(card) for card in state.me.hand or ()]
    return any(map(asks_of_others, cards)) or any(
        ability.when is not None and ability.when.lack for card in cards for ability in card.abilities
    )


def _heroes_left(book: Book, state: State) -> tuple[Stack, ...] | None:
    """The stacks of Heroes to which others may still level up, with no more copies than there are cards in
    front of the player.
    """
    if state.stacks is None:
        return None
    most = len(state.present())
    left = (
        tuple((card, min(copies, most)) for card, copies in stack.cards if book.card(card).kind == "hero")
        for stack in state.stacks
    )
    return tuple(Stack(cards) for cards in left if cards)
