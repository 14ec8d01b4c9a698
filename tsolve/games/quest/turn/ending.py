"""The End phase, the Guardian's coming, and the end of the game. (QUEST-6, QUEST-12)"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import NONE, Action, Discard
from tsolve.games.quest.grid import WILDERNESS
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.drawing import DrawHand
from tsolve.games.quest.turn.dungeon import put_monster
from tsolve.games.quest.turn.health import hp_of
from tsolve.games.quest.turn.refilling import return_keys

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play


class EndPhase(tasks.Task, frozen=True):
    """HP are read, the cards are discarded, and as many cards as HP are drawn. (QUEST-6.1 to QUEST-6.3)"""

    def run(self, play: Play) -> None:
        return_keys(play)
        play.set(phase="ending")
        hp = hp_of(play.book, play.state)
        play.note("end", "", ("QUEST-6.1", "QUEST-7.2"), "HP", "hp", hp, hp)
        laid = [play.state.laid[place] for place in play.state.present()]
        play.set(laid=())
        for card in laid:
            play.put_away(card)
        play.note("end", "", ("QUEST-6.2",), "what lies in front of you is discarded")
        play.note("end", "", ("QUEST-6.3",), f"{hp} card{'' if hp == 1 else 's'} to draw, one for each HP")
        draw = (DrawHand(play.state.active, hp),) if hp else ()
        play.push(*draw, NextTurn())


class NextTurn(tasks.Task, frozen=True):
    """The Guardian comes with the fourth key; after everybody's last turn the game is over. (QUEST-12.1 to
    QUEST-12.6)
    """

    def run(self, play: Play) -> None:
        _settle_champion(play)
        state = play.state
        coming: list[tasks.Task] = []
        if state.last_turns == NONE and state.keys >= state.keys_to_end:
            coming = _guardian_comes(play)
        elif state.last_turns != NONE:
            play.set(last_turns=state.last_turns - 1)
            if play.state.last_turns == 0:
                play.set(over=True)
                play.note("end", "", ("QUEST-12.6",), "everybody has had the last turn: the game is over")
                return
        play.push(*coming, BeginTurn())


def _settle_champion(play: Play) -> None:
    """Where the Champion is after a Village and a Dungeon phase in one turn. (key.after_lantern)"""
    me = play.state.me
    if me.location and me.room != NONE:
        if play.reads("after_lantern", "wilderness"):
            play.player(play.state.active, location="")
        else:
            play.player(play.state.active, room=NONE)


def _guardian_comes(play: Play) -> list[tasks.Task]:
    """The card in The Wilderness is turned over; everybody draws and discards. (QUEST-12.1)"""
    state = play.state
    put_monster(play, WILDERNESS, state.guardian)
    players = len(state.players)
    play.set(last_turns=players)
    play.note(
        "end", state.guardian, ("QUEST-6.5", "QUEST-12.1", "QUEST-12.2"), "comes: everybody has one more turn"
    )
    drawn = 4 if play.reads("final_draw", "down_to_hand") else 6
    coming: list[tasks.Task] = []
    for seat in range(players):
        player = (state.active + seat) % players
        kept = (state.players[player].hand or ()) if play.reads("final_draw", "discard_drawn") else ()
        coming += [DrawHand(player, drawn), DiscardSome(player, 4, kept)]
    return coming


class DiscardSome(tasks.Choice, frozen=True):
    """A player discards cards of the hand, none of those that must be kept. (QUEST-12.1, key.final_draw)"""

    asks = "discard cards for the Guardian's coming"
    player: int
    count: int
    kept: tuple[str, ...] = ()

    def chooser(self, state: State) -> int:
        return self.player

    def options(self, book: Book, state: State) -> list[Action]:
        free = Counter(state.players[self.player].hand or ()) - Counter(self.kept)
        return [Discard(self.player, card) for card in sorted(free)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-12.1", "key.final_draw")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Discard)
        owner = play.state.players[self.player]
        hand = [*(owner.hand or ())]
        hand.remove(action.card)
        play.player(self.player, hand=tuple(hand), discard=(*owner.discard, action.card))
        if self.count > 1:
            play.push(DiscardSome(self.player, self.count - 1, self.kept))


class BeginTurn(tasks.Task, frozen=True):
    """The next player to the left begins a turn. (QUEST-6.6)"""

    def run(self, play: Play) -> None:
        state = play.state
        play.state = State(  # whatever else there is belongs to one turn
            active=(state.active + 1) % len(state.players),
            todo=state.todo,
            players=state.players,
            rooms=state.rooms,
            monsters=state.monsters,
            guardian=state.guardian,
            keys=state.keys,
            stacks=state.stacks,
            treasures=state.treasures,
            wares=state.wares,
            titles=state.titles,
            keys_to_end=state.keys_to_end,
            wound_cards=state.wound_cards,
            last_turns=state.last_turns,
            removed=state.removed,
        )
