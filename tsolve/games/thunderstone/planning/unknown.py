"""Bounds a turn that meets an unknown card, of a deck or of a hand, by trying every card that it could be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.cardkit import piles
from tsolve.engine.protocol import UNKNOWN
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Pass, Use
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import Value
from tsolve.games.thunderstone.planning.evaluator import Evaluator, Reached
from tsolve.games.thunderstone.planning.lines import title
from tsolve.games.thunderstone.planning.situations import Situation, explored, reveals
from tsolve.games.thunderstone.planning.visits import solve_visit
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.target import Target, called
from tsolve.games.thunderstone.turn import abilities
from tsolve.games.thunderstone.turn.discarding import MustDiscard
from tsolve.games.thunderstone.turn.prying import possible_hand
from tsolve.games.thunderstone.turn.reacting import MayReact
from tsolve.model.policies import PossibleEnd, UnknownDraw

_OWNED = ("hero", "village", "basic", "monster", "disease")


def unknown_draws(
    game: Thunderstone,
    state: State,
    without: Value | None,
    target: Target,
    evaluator: Evaluator,
) -> tuple[UnknownDraw, ...]:
    """For every ability that would bring an unknown card, or take one from a hand that nobody knows: the best
    and the worst that one card could do.

    `without` is the worth of the best line that draws none. Where an ability brings several unknown cards,
    one is tried and the others are taken not to be there. Abilities for which the budget is not enough are
    left out.
    """
    told: list[UnknownDraw] = []
    cards = _possible_cards(game, state)
    with suppress(SpentError, TooLargeError):
        for approaches in _draws(game, state):
            ends: dict[str, _End] = {}
            for card in _held_by(state, approaches[0].seat, cards):
                drawn = (_drawn(approach, game, card, target, evaluator) for approach in approaches)
                reached = [end for end in drawn if end is not None]
                if reached:
                    ends[card] = max(reached, key=lambda end: end.reached.value)
            if ends:
                told.append(_tell(game, state, ends, without, evaluator.goal))
    return tuple(told)


class _Approach(NamedTuple):
    """A way to reach an unknown card: an ability and the choices before the card comes."""

    here: Situation
    actions: tuple[Action, ...]
    """Those of the active player."""
    seat: int = NONE
    """The other player in whose hand the card is; NONE for one that is drawn."""

    @property
    def use(self) -> Use:
        """The ability that brings the card."""
        first = self.actions[0]
        assert isinstance(first, Use)
        return first


class _End(NamedTuple):
    """The result of the turn after such a way, and the position in which the card has come."""

    approach: _Approach
    reached: Reached
    after: State


def _possible_cards(game: Thunderstone, state: State) -> list[str]:
    """The cards that a player may own and of which not all copies are in sight."""
    seen = Counter(member.card for member in state.party if not member.left)
    seen.update(slot.card for slot in state.standing)
    seen.update(piles.contents(state.dungeon))
    seen.update(state.removed)
    seen.update(dict(zip(state.stalls, state.stock or (), strict=False)))
    for player in state.players:
        seen.update((*piles.contents(player.deck), *player.discard, *(player.hand or ())))
    facts = game.book.cards.values()
    return [
        card.id for card in facts if card.kind in _OWNED and (card.is_disease or seen[card.id] < card.count)
    ]


def _held_by(state: State, seat: int, cards: Sequence[str]) -> Sequence[str]:
    """Those of the cards that may come from there."""
    held = None if seat == NONE else possible_hand(state.players[seat])
    return cards if held is None else [*dict.fromkeys(held)]


def _draws(game: Thunderstone, state: State) -> Iterator[list[_Approach]]:
    """All ways to use each ability that would bring an unknown card, in the first position that allows it."""
    met: set[tuple[str, int]] = set()
    for level in explored(game, state).levels():
        for here in level.situations:
            found: dict[tuple[str, int], dict[Hashable, _Approach]] = {}
            for use in abilities.attempts(game.book, here.state):
                kind = here.state.party[use.card].card, use.ability
                if kind in met or not reveals(game, here.state, use):
                    continue
                if game.why_not(here.state, use) is None:
                    found.setdefault(kind, {}).update(_approaches(game, here, use))
            met.update(kind for kind, approaches in found.items() if approaches)
            yield from (list(approaches.values()) for approaches in found.values() if approaches)


def _approaches(game: Thunderstone, here: Situation, use: Use) -> Iterator[tuple[Hashable, _Approach]]:
    """The ways in which this action leads to an unknown card, by the position that they lead to."""
    waiting = [((use,), game.apply(here.state, use))]  # type: list[tuple[tuple[Action, ...], State]]
    while waiting:
        actions, state = waiting.pop()
        mover = game.mover(state)
        task = state.todo[-1] if state.todo else None
        if mover == UNKNOWN:
            yield game.key(state), _Approach(here, actions)
        elif isinstance(task, MustDiscard) and _is_hidden(state, task.player):
            yield game.key(state), _Approach(here, actions, task.player)
        elif isinstance(task, MayReact) and _is_hidden(state, task.player):
            waiting.append((actions, game.apply(state, Pass())))
        elif state.todo and mover == state.active:
            choices = game.legal_actions(state)
            waiting += [((*actions, choice), game.apply(state, choice)) for choice in reversed(choices)]


def _is_hidden(state: State, player: int) -> bool:
    """Whether nobody knows the hand of another player."""
    return player != state.active and player >= 0 and state.players[player].hand is None


def _drawn(
    approach: _Approach, game: Thunderstone, card: str, target: Target, evaluator: Evaluator
) -> _End | None:
    """What the way comes to if the unknown part of the deck, or of the hands, is this one card."""
    state = approach.here.state
    if approach.seat == NONE:
        me = replace(state.me, deck=piles.put_under(piles.above_unknown(state.me.deck), card), discard=())
        players = tuple(me if index == state.active else each for index, each in enumerate(state.players))
    else:
        hands = ((card,) if seat == approach.seat else () for seat in range(len(state.players)))
        players = tuple(
            replace(player, hand=hand) if _is_hidden(state, seat) else player
            for seat, (player, hand) in enumerate(zip(state.players, hands, strict=True))
        )
    state = replace(state, players=players)
    for action in approach.actions:
        if game.why_not(state, action) is not None:
            return None
        state = game.apply(state, action)
    ends = [
        _End(approach, reached, end)
        for end in _at_rest(game, state)
        if (reached := evaluator.best(end, target)) is not None
    ]
    return max(ends, key=lambda end: end.reached.value, default=None)


def _at_rest(game: Thunderstone, state: State) -> Iterator[State]:
    """The positions to which the active player's choices lead that wait for nothing more."""
    if not state.todo:
        yield state
    elif game.mover(state) == state.active:
        for action in game.legal_actions(state):
            yield from _at_rest(game, game.apply(state, action))


def _tell(
    game: Thunderstone, start: State, ends: dict[str, _End], without: Value | None, goal: tuple[str, ...]
) -> UnknownDraw:
    values = {card: end.reached.value for card, end in ends.items()}
    name = game.book.name

    def possible(value: Value) -> PossibleEnd:
        cards = [card for card, each in values.items() if each == value]
        end = ends[cards[0]]
        return PossibleEnd(_title(game, end.after, end.reached, goal), value, tuple(map(name, cards)))

    best = max(values.values())
    approach = next(end.approach for end in ends.values() if end.reached.value == best)
    return UnknownDraw(
        steps=tuple(_texts(game, start, (*approach.here.line, *approach.actions))),
        card=name(approach.here.state.party[approach.use.card].card),
        best=possible(best),
        worst=possible(min(values.values())),
        better=tuple(name(card) for card, value in values.items() if without is None or value > without),
        tried=len(ends),
        goal=goal,
        where=f"in the hand of player {approach.seat + 1}" if approach.seat != NONE else "",
    )


def _texts(game: Thunderstone, state: State, line: Iterable[Action]) -> Iterator[str]:
    """The line in words."""
    for action in line:
        yield game.notation(state, action)
        state = game.apply(state, action)


def _title(game: Thunderstone, state: State, reached: Reached, goal: tuple[str, ...]) -> str:
    """The result of the turn, in a few words."""
    if state.turn == "dungeon":
        verb = "defeat" if reached.won else "attack"
        return f"{verb} {called(game.book, state, reached.rank)}" if reached.rank else "attack nobody"
    found = solve_visit(game, Situation(state, ()), goal)
    assert found is not None  # the evaluator found it too
    return title(game, found.end)
