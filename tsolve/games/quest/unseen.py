"""Cards that nobody has seen and everybody can count: decks as the set-up and the play so far leave them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY, Pile
from tsolve.games.quest.book import KEY
from tsolve.games.quest.turn.health import hp_with

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.state import Player, State


class MonsterDeck(NamedTuple):
    """What is known of the deck of one level."""

    monsters: tuple[str, ...]
    """Those that nobody has seen."""
    keys: int | None = None
    """The Guardian Keys in it, if that was said."""
    top: Pile = EMPTY
    """Cards seen that lie on top."""
    bottom: Pile = EMPTY
    """Cards seen that lie under it."""

    def pile(self, keys: int) -> Pile:
        """The deck, with so many keys in it."""
        lying = (*piles.contents(self.top), *piles.contents(self.bottom)).count(KEY)
        hidden = piles.shuffled((*self.monsters, *(KEY,) * (keys - lying)))
        return piles.stacked(self.top, hidden, self.bottom)


class HiddenHand(NamedTuple):
    """What is known of the deck of a player whose hand nobody knows."""

    top: Pile
    cards: tuple[str, ...]
    """Those of the hand and all others of the deck."""


class Unseen(NamedTuple):
    """The decks of a table that follow from what is owned and what is played with."""

    hands: dict[int, HiddenHand]
    """By the number of a player."""
    decks: dict[int, MonsterDeck]
    """By level."""
    roots: tuple[Path, ...] = ()
    """The folders of the ruleset."""

    def laid(self, book: Book, table: State) -> State:
        """The table with these decks; one stays unknown of which these readings do not tell the keys."""
        players = tuple(self._player(book, seat, player) for seat, player in enumerate(table.players))
        keys = self.keys(book, table)
        decks = list(table.monsters)
        for level, deck in self.decks.items():
            left = keys[level]
            decks[level - 1] = piles.UNKNOWN if left is None else deck.pile(left)
        first, second, third = decks
        return replace(table, players=players, monsters=(first, second, third))

    def keys(self, book: Book, table: State) -> dict[int, int | None]:
        """The Guardian Keys left in the deck of each level; None where that cannot be told, or cannot be.

        As many are gone as were found. Where all decks but one say what they hold, it holds the others.
        """
        from tsolve.games.quest.setup import keys_by_level, load_setup

        began = dict(enumerate(keys_by_level(book, load_setup(self.roots).value), 1))
        each = [player.keys for player in table.players]
        found = max(each) if book.reads("key_finder", "everybody") else sum(each)
        said = {level: deck.keys for level, deck in self.decks.items() if deck.keys is not None}
        left = sum(began.values()) - found
        silent = [level for level in began if level not in said]
        told: dict[int, int | None] = {**dict.fromkeys(began), **said}
        if not found:
            told.update((level, began[level]) for level in silent)
        elif len(silent) == 1:
            told[silent[0]] = left - sum(said.values())
        counts = [count for count in told.values() if count is not None]
        wrong = len(counts) == len(began) and sum(counts) != left
        return {
            level: count if count is not None and not wrong and 0 <= count <= began[level] else None
            for level, count in told.items()
        }

    def _player(self, book: Book, seat: int, player: Player) -> Player:
        """A player with an unknown hand: as many cards as hit points, or all that there are. (QUEST-6.3)"""
        if seat not in self.hands:
            return player
        top, cards = self.hands[seat]
        in_hand = hp_with(book, player.wounds)
        if len(cards) <= in_hand:
            return replace(player, deck=top, hand=cards)
        below = piles.layered(cards, piles.Layer(len(cards) - in_hand))
        return replace(player, deck=piles.stacked(top, below), hand=None)
