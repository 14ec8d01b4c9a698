"""What players choose before the first turn: a Side Quest of those dealt, a Guild Sponsor. (QUEST-1.13)"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import Keep
from tsolve.games.quest.book import Book
from tsolve.games.quest.numbers import Numbers
from tsolve.games.quest.selection import Setup
from tsolve.games.quest.state import Choice, State, Task

if TYPE_CHECKING:
    from tsolve.games.quest.play import Play


class _Keeping(Choice, frozen=True):
    """One player chooses one of these cards."""

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
    """A player takes a Guild Sponsor; whether two players may have the same one is an open point.
    (key.sponsors)
    """

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


def first_choices(setup: Setup, numbers: Numbers, starter: int, random: Random) -> tuple[Task, ...]:
    """Each player keeps one of the Side Quests dealt, then takes a Guild Sponsor. (QUEST-1.13)

    If there are too few Side Quests, each player is dealt fewer. Of what is named for players in the order of
    their turns nothing is left to choose.
    """
    seats = [(starter + turn) % setup.players for turn in range(setup.players)]
    quests = [quest for quest in setup.quests if quest not in setup.keep]
    random.shuffle(quests)
    without = len(seats) - len(setup.keep)
    each = min(numbers.quests_dealt, len(quests) // without) if without else 0
    dealt: list[tuple[str, ...]] = [(quest,) for quest in setup.keep]
    dealt += [tuple(sorted(quests[n::without][:each])) for n in range(without)]
    keeping = [KeepQuest(seat, cards) for seat, cards in zip(seats, dealt, strict=True) if cards]
    offered: list[tuple[str, ...]] = [(card,) for card in setup.take]
    offered += [setup.sponsors] * (len(seats) - len(offered))
    taking = [TakeSponsor(seat, cards) for seat, cards in zip(seats, offered, strict=True) if cards]
    return (*keeping, *taking)
