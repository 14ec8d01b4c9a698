"""What a log of Thunderstone needs beside the steps of its turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.tasks import drawn_from
from tsolve.contract.log_rules import LogRules
from tsolve.engine import Game
from tsolve.games.thunderstone.actions import Action, Attack, Buy, Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import UNSEEN, Player, State
from tsolve.games.thunderstone.turn.drawing import HAND_SIZE, DrawCards, EndTurn, UnseenHand
from tsolve.games.thunderstone.turn.hall import RANKS, Refill
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.rules.names import squash

_ENOUGH = 99
"""More gold than any card costs."""


class TurnLogRules(LogRules[State, Action]):
    """Who sits where, and what stays unknown."""

    idle: ClassVar[tuple[str, ...]] = ("rest",)
    explains: ClassVar[bool] = True
    rulings_of: ClassVar[Mapping[str, tuple[str, ...]]] = {"came": ("TS-7.10",)}
    rulings_of_order: ClassVar[tuple[str, ...]] = ("TS-3.3",)

    def names(self) -> tuple[str, ...]:
        file = self.position.written
        assert isinstance(file, ThunderstoneFile)
        others = file.players.others
        return (file.player, *(() if isinstance(others, int) else (other.name for other in others)))

    def hand(self, state: State) -> tuple[str, ...] | None:
        return None if self.is_hidden(state) else tuple(member.card for member in state.party)

    def is_at(self, state: State, place: str) -> bool:
        """Cards slide to lower Ranks before the next one comes behind them. Of an unknown deck it has come
        already, unseen. (TS-7.10)
        """
        rank = squash(place).removeprefix("rank")
        if state.todo and isinstance(state.todo[-1], Refill):
            return rank == str(1 + sum(bool(slot.card) for slot in state.hall))
        return rank in [str(number) for number in RANKS if state.at(number).card == UNSEEN]

    def passes(self, game: Game[State, Action], state: State) -> Action | None:
        return Pass() if state.step != "choose" and game.why_not(state, Pass()) is None else None

    def all_come(self, state: State) -> bool:
        task = state.todo[-1]
        return isinstance(task, DrawCards) and _all_come(state.me, task.count)

    def left_untold(self, game: Game[State, Action], state: State) -> State | None:
        """A new hand that nobody tells is unknown, and so is a hand that is not shown."""
        assert isinstance(game, Thunderstone)
        task = state.todo[-1]
        rest = replace(state, todo=state.todo[:-1])
        if isinstance(task, UnseenHand):
            return game.settled(rest)
        if not isinstance(task, DrawCards) or state.step != "ending":
            return None
        me = state.active
        hidden = _hidden(state, task)
        after = game.settled(rest)
        owner = replace(after.players[me], deck=hidden.deck, discard=hidden.discard, hand=None)
        players = (*after.players[:me], owner, *after.players[me + 1 :])
        if after.active != me:
            return replace(after, players=players)
        shown = replace(owner, hand=())
        return replace(
            after,
            players=(*after.players[:me], shown, *after.players[me + 1 :]),
            party=(),
            todo=(UnseenHand(HAND_SIZE),),
        )

    def at_rest(self, state: State) -> State:
        return replace(state, todo=()) if self.is_hidden(state) else state

    def waiting_as(self, before: State, state: State) -> State:
        return replace(state, todo=before.todo) if self.is_hidden(before) else state

    def is_hidden(self, state: State) -> bool:
        return bool(state.todo) and isinstance(state.todo[-1], UnseenHand)

    def hangs_on_hand(self, action: Action) -> bool:
        return isinstance(action, Attack)

    def as_said(self, game: Game[State, Action], state: State, action: Action) -> State | None:
        """A card that was bought is bought. (TS-4.4)"""
        rich = replace(state, gold=_ENOUGH) if isinstance(action, Buy) else state
        return game.apply(rich, action) if game.why_not(rich, action) is None else None

    def cut_short(self, game: Game[State, Action], state: State) -> State | None:
        assert isinstance(game, Thunderstone)
        return game.settled(replace(state, todo=(EndTurn(),)))


def _all_come(owner: Player, count: int) -> bool:
    """Whether the whole deck is drawn."""
    return piles.is_shuffled(owner.deck) and len(piles.contents(owner.deck)) <= count


def _hidden(state: State, draw: DrawCards) -> Player:
    """The player after drawing a hand that nobody has seen."""
    me = state.me
    deck, discard = drawn_from(me.deck, me.discard), me.discard if me.deck else ()
    cards = piles.contents(deck)
    if piles.is_shuffled(deck) and not state.party and not state.aside and len(cards) >= draw.count:
        return replace(me, deck=piles.layered(cards, piles.Layer(len(cards) - draw.count)), discard=discard)
    return replace(me, deck=piles.UNKNOWN, discard=discard)
