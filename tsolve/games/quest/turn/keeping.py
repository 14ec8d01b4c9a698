"""What players choose before the first turn: a Side Quest and a Guild Sponsor. (QUEST-1.13)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, Keep

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


class _Keeping(tasks.Choice, frozen=True):
    """One of some cards for one player."""

    player: int
    cards: tuple[str, ...]

    def chooser(self, state: State) -> int:
        return self.player

    def options(self, book: Book, state: State) -> list[Action]:
        return [Keep(self.player, card) for card in self.cards]


class KeepQuest(_Keeping, frozen=True):
    """A player keeps one of the Side Quests dealt; the others go back to the box. (QUEST-1.13)"""

    asks = "keep a Side Quest"

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-1.13", "QUEST-14.1")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Keep)
        play.player(self.player, quest=action.card)


class TakeSponsor(_Keeping, frozen=True):
    """A player takes the support of a guild, perhaps one that nobody else has. (key.sponsors)"""

    asks = "take a Guild Sponsor"

    def options(self, book: Book, state: State) -> list[Action]:
        taken = {player.sponsor for player in state.players}
        free = [card for card in self.cards if card not in taken]
        alone = len(free) < len(self.cards) and book.reads("sponsors", "one_each")
        return [Keep(self.player, card) for card in (free if alone else self.cards)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-1.13", "QUEST-14.3", "key.sponsors")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Keep)
        play.player(self.player, sponsor=action.card)
        play.note("set-up", action.card, ("QUEST-14.3",), "supports the player")
