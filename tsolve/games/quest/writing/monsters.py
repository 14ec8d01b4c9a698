"""The decks that follow from what the file says is owned and played with."""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.quest.book import Book
from tsolve.games.quest.state import Player, State
from tsolve.games.quest.unseen import HiddenHand, MonsterDeck, Unseen
from tsolve.games.quest.writing.position_file import MonsterDeckFile
from tsolve.games.quest.writing.table import Table
from tsolve.source.decode import Path
from tsolve.turns.inventory import Inventory, unseen_of_owned


def unseen(table: Table, book: Book, state: State) -> tuple[Unseen, State]:
    """What follows from `owned` and `monsters`, and the table with the decks that hang on no reading.

    Problems are reported.
    """
    hands: dict[int, HiddenHand] = {}
    players = list(state.players)
    for path in table.owners():
        seat = int(path[-1]) + 1 if path else 0
        players[seat], hidden = _with_owned(table, path, players[seat])
        if hidden is not None:
            hands[seat] = hidden
    decks = _decks(table, state)
    known = Unseen(hands, decks, table.ruleset.roots)
    laid = replace(state, players=tuple(players))
    for level, count in known.keys(book, laid).items() if decks and not table.found.items else ():
        if count is None and level in decks:
            message = (
                f"how many Guardian Keys the deck of level {level} holds does not follow from those found"
            )
            written = ("monster_decks", f"level_{level}")
            place = written if written in table.decoded.spans else ("monsters",)
            help_ = f"write what each deck still holds: `monster_decks: {{level_{level}: {{keys: ...}}}}`"
            table.found.report("E317", message, table.decoded.span(*place), help_)
    return known, laid


def _with_owned(table: Table, path: Path, player: Player) -> tuple[Player, HiddenHand | None]:
    """The player at `path` of the file with the deck that follows from `owned`; of one whose hand is not
    known, the cards of the hand and the deck together.
    """
    known = not piles.has_unknown(player.deck)
    rest = unseen_of_owned(table.uses, path, table.name, table.decoded, table.found, is_deck_known=known)
    if known:
        return player, None
    if path and player.hand is None:
        return player, HiddenHand(piles.above_unknown(player.deck), rest)
    return replace(player, deck=piles.above_unknown(player.deck) + piles.shuffled(rest)), None


def _decks(table: Table, state: State) -> dict[int, MonsterDeck]:
    """The Monster decks by levels, as far as their groups are named. (QUEST-1.5)"""
    played, found = table.played, table.found
    decks: dict[int, MonsterDeck] = {}
    if played is None or found.items:
        return decks
    cards = table.ruleset.cards
    for level, (group, place) in sorted(played.groups.items()):
        stock = (card.id for card in cards.values() if card.group == group for _ in range(card.copies))
        inventory = Inventory(stock, table.name)
        met = [
            use for use in table.uses if cards[use.card].kind == "monster" and cards[use.card].level == level
        ]
        told = f"the Monsters of level {level} are those of {group}"
        inventory.take(met, found, "monsters", told)
        written = getattr(table.file.monster_decks, f"level_{level}")
        keys = written.keys if isinstance(written, MonsterDeckFile) else None
        pile = list(state.monsters[level - 1])
        gap = next((at for at, segment in enumerate(pile) if segment.order == "unknown"), None)
        if gap is not None:
            decks[level] = MonsterDeck(inventory.rest(), keys, tuple(pile[:gap]), tuple(pile[gap + 1 :]))
        elif inventory.rest() and not found.items:
            message = f"played with, and written nowhere: {inventory.told()}"
            found.report("E317", message, place, "name under `seen` what is in no room and no deck any more")
    return decks
