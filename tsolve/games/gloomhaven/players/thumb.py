"""Rules of thumb for a party: which cards to play, when to rest, what to lose for damage, and where to go
when nobody can be hit.
"""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.games.gloomhaven.abilities import Attack, Move
from tsolve.games.gloomhaven.actions import Action, Bear, Choose, Finish, Go, Pass, PlayHalf, Rest, ShortRest
from tsolve.games.gloomhaven.cards import Half
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.players.caution import FAR, distance, walkable
from tsolve.games.gloomhaven.round import NEEDED
from tsolve.games.gloomhaven.state import Held, State

BASIC = 2
"""What any card attacks or moves with. (GH-2.7)"""
SAVED = 3.0
"""The damage that a card not lost is worth."""
FEW = 5
"""Cards in hand and discarded below which no rest is taken that is not needed at once."""


class Thumb:
    """Chooses one action by itself. The party knows all that lies open, and its own hands."""

    def __init__(self, game: Gloomhaven) -> None:
        self._game, self._book = game, game.book

    def choose(self, state: State, actions: Sequence[Action]) -> Action:
        """The best of the actions by a rule for their kind; the first of equals."""
        first = actions[0]
        if isinstance(first, Choose):
            return max(actions, key=lambda each: self._of_round(state, each))
        if isinstance(first, Rest):
            return min(actions, key=lambda each: self._lost_by_rest(state, each))
        if any(isinstance(each, ShortRest) for each in actions):
            return self._short_rest(state, actions)
        if Pass() in actions and Bear() in actions:
            return Pass()  # another card of a short rest is not worth its damage
        if any(isinstance(each, PlayHalf | Finish) for each in actions):
            return max(actions, key=lambda each: self._of_half(state, each))
        if any(isinstance(each, Go) for each in actions) and self._is_ours(state):
            return min(actions, key=lambda each: self._distance_after(state, each))
        return max(actions, key=lambda each: self._left(state, each))

    def _is_ours(self, state: State) -> bool:
        return state.cards_of(state.turn) is not None

    # cards

    def _of_round(self, state: State, action: Action) -> float:
        """What two cards promise: the best attack of one, the best move of the other, and to be early. A long
        rest comes where it helps and no enemy is seen, or when there is nothing else to choose from.
        """
        assert isinstance(action, Choose)
        if not action.cards:
            helps = not _enemies(state) and self._needs_rest(state, state.figure(action.figure))
            return FAR if helps else -FAR
        tops = [self._strength(action.figure, card) for card in action.cards]
        moves = [self._reach(action.figure, card) for card in action.cards]
        needs_moves = self._nearest(state, state.figure(action.figure)) > 1
        pairs = (
            tops[one] + (0.5 if needs_moves else 0.2) * moves[1 - one] for one in range(len(action.cards))
        )
        return max(pairs) - 0.001 * (self._initiative(action.figure, action.cards[0]) or 0)

    def _needs_rest(self, state: State, figure: Figure) -> bool:
        """Whether a long rest brings back more cards than are in hand, for a character who is wounded or has
        no cards for a round, and would still have some afterwards.
        """
        held = state.cards_of(figure.name)
        if held is None or not len(held.discarded) >= NEEDED or len(held.hand) + len(held.discarded) < FEW:
            return False
        is_wounded = 4 * figure.hp < 3 * figure.max_hp and len(held.discarded) > len(held.hand)
        return len(held.hand) < NEEDED or is_wounded

    def _initiative(self, owner: str, name: str) -> int | None:
        card = self._book.cards.get((owner, name))
        return None if card is None else card.initiative

    def _half(self, owner: str, name: str, top: bool) -> Half | None:
        card = self._book.cards.get((owner, name))
        return None if card is None else card.half("top" if top else "bottom")

    def _strength(self, owner: str, name: str) -> float:
        """What the top of a card attacks with, at least as much as any card, less what its loss costs."""
        half = self._half(owner, name, top=True)
        if half is None:
            return BASIC
        hits = sum(
            _amount(each.amount) * _targets(each) for each in half.abilities if isinstance(each, Attack)
        )
        return max(hits - SAVED * half.lost, BASIC)

    def _reach(self, owner: str, name: str) -> float:
        """How far the bottom of a card moves."""
        half = self._half(owner, name, top=False)
        if half is None or half.lost:
            return BASIC
        return max(sum(_amount(each.amount) for each in half.abilities if isinstance(each, Move)), BASIC)

    def _use(self, owner: str, name: str) -> float:
        return self._strength(owner, name) + 0.5 * self._reach(owner, name)

    def _lost_by_rest(self, state: State, action: Action) -> float:
        return self._use(state.turn, action.lost) if isinstance(action, Rest) else FAR

    def _short_rest(self, state: State, actions: Sequence[Action]) -> Action:
        """A short rest where fewer than two cards are left for the next round, and hit points for a long one
        are not wanted or monsters are near.
        """
        for action in actions:
            if isinstance(action, ShortRest) and self._is_to_rest(state, action):
                return action
        return next((each for each in actions if isinstance(each, Pass)), actions[0])

    def _is_to_rest(self, state: State, action: ShortRest) -> bool:
        held: Held | None = state.cards_of(action.figure)
        if held is None or len(held.hand) >= 2 or not state.on_map(action.figure):
            return False
        figure = state.figure(action.figure)
        return 2 * figure.hp > figure.max_hp or self._nearest(state, figure) <= 3

    # turns

    def _of_half(self, state: State, action: Action) -> float:
        """Where nobody can be hit: the longest move that costs no card, else the end of the turn."""
        if isinstance(action, Finish):
            return 0.5
        if not isinstance(action, PlayHalf) or action.side == "top":
            return 0.0
        if action.basic:
            return BASIC
        half = self._half(state.turn, action.card, top=False)
        moves = half is not None and any(isinstance(each, Move) for each in half.abilities)
        return self._reach(state.turn, action.card) + 0.1 if moves and half and not half.lost else 0.0

    def _distance_after(self, state: State, action: Action) -> tuple[float, int]:
        """How far the figure is from the next goal; of equals the shortest way, and none that opens a door on
        the way to something else.
        """
        if not isinstance(action, Go):
            return self._nearest(state, state.figure(state.turn)), 0
        goals = self._goals(state)
        opens = goals != state.closed and not state.closed.isdisjoint(action.path)
        if opens or not action.path:
            return FAR, len(action.path)
        return distance(self._floor(state), goals, action.path[-1]), len(action.path)

    def _nearest(self, state: State, figure: Figure) -> int:
        return distance(self._floor(state), self._goals(state), figure.at)

    def _goals(self, state: State) -> frozenset[Hex]:
        """Where the party wants to go: to the enemies; without any, to the doors once nobody needs a rest."""
        if enemies := _enemies(state):
            return enemies
        rests = any(self._needs_rest(state, each) for each in _party(state))
        return frozenset() if rests else state.closed

    def _floor(self, state: State) -> frozenset[Hex]:
        return walkable(self._book, state)

    def _left(self, state: State, action: Action) -> float:
        """What the party has after an answer, and what the monsters have lost."""
        if isinstance(action, Bear) and not action.lost:
            after = self._game.apply(state, action)
            if len(_party(after)) == len(_party(state)):
                return 1_000.0  # damage that does not exhaust anybody is taken
        return self.worth(self._game.apply(state, action))

    def worth(self, state: State) -> float:
        """Hit points and cards of the party, against those of the monsters."""
        ours = sum(10 + each.hp for each in _party(state))
        cards = sum(SAVED * (len(each.hand) + 0.8 * len(each.discarded)) for each in state.held)
        theirs = sum(4 + each.hp for each in state.figures if each.side == "monsters")
        return ours + cards - theirs


def _enemies(state: State) -> frozenset[Hex]:
    """Where monsters stand that have been revealed."""
    return frozenset(each.at for each in state.figures if each.side == "monsters")


def _party(state: State) -> list[Figure]:
    return [each for each in state.figures if each.kind == "character" and not each.exhausted]


def _amount(amount: object) -> int:
    return amount if isinstance(amount, int) else BASIC


def _targets(attack: Attack) -> float:
    """How many figures an attack hits, about."""
    if attack.targets is not None:
        return 1 + 0.5 * (attack.targets - 1)
    return 1.5 if attack.area or attack.all_adjacent or attack.all_in_range else 1.0
