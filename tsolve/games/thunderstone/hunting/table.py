"""A position as plain lists: easy to make, to take apart, and to compare in size."""

from __future__ import annotations

import msgspec

from tsolve.cardkit import piles
from tsolve.games.thunderstone.state import Member, Player, Slot, State, Treasure, TurnKind

Cards = tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """What lies on the table at the start of a turn; every deck is known from the top down."""

    turn: TurnKind
    hand: Cards = ()
    deck: Cards = ()
    discard: Cards = ()
    xp: int = 0
    hall: Cards = ("", "", "")
    dungeon: Cards = ()
    village: tuple[tuple[str, int], ...] = ()
    others: tuple[tuple[Cards, Cards], ...] = ()
    """The hand and the deck of each other player."""
    treasures: Cards = ()
    """Those that lie before the active player since an earlier turn."""
    is_dealt: bool = False
    """Whether the Monster of Rank 1 has stood there since the set-up."""

    def state(self) -> State:
        """The position, before any rule acts on it."""
        me = Player(
            piles.known(self.deck), self.discard, (), self.xp, treasures=tuple(map(Treasure, self.treasures))
        )
        others = (Player(piles.known(deck), (), hand) for hand, deck in self.others)
        return State(
            players=(me, *others),
            hall=(Slot(self.hall[0], dealt=self.is_dealt), *map(Slot, self.hall[1:])),
            dungeon=piles.known(self.dungeon),
            stalls=tuple(card for card, _ in self.village),
            stock=tuple(count for _, count in self.village),
            party=tuple(map(Member, self.hand)),
        )
