"""A table for Quest: what is drawn, and where it lies before the first turn. (QUEST-1, QUEST-15, QUEST-16)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.numbers import Numbers
from tsolve.games.quest.selection import Setup, select
from tsolve.games.quest.setup import load_setup, new_game, played
from tsolve.games.quest.state import Player, Stack, State
from tsolve.games.quest.writing.position_text import write_position
from tsolve.model.setups import SetupPart
from tsolve.rules.ruleset import Ruleset
from tsolve.turns.setting_up import Laid, NewGame, SettingUp


class QuestTable(SettingUp[Setup]):
    """Draws a game of these Quests for so many players."""

    def __init__(self, ruleset: Ruleset[Card], new: NewGame) -> None:
        self._rules = self.ruleset = played(ruleset, new.sets)
        self._numbers: Numbers = load_setup(ruleset.roots).value
        self._book = Book(self._rules.under(new.readings), new.readings)
        self._new = new

    def draw(self, random: Random) -> Setup:
        return select(self._book.cards, self._numbers, random, self._new.players, **self._new.chosen)

    def sold(self, drawn: Setup) -> Iterator[str]:
        for stack in (*drawn.heroes, *drawn.market):
            yield from (card for card, _ in stack.cards if stack.sold)

    def others(self, drawn: Setup) -> Iterator[str]:
        yield from (*drawn.rooms, drawn.guardian, *(card for level in drawn.monsters for card in level))

    def lay_out(self, drawn: Setup, random: Random) -> Laid:
        state = new_game(self._book, drawn, random, self._numbers)
        parts = (part for part in self._parts(drawn, state) if part.names)
        return Laid(tuple(parts), self._written(state))

    def notes(self) -> tuple[str, ...]:
        if self._new.chosen.get("first_game"):
            return ()
        return ("each player keeps one of the Side Quests dealt and takes a Guild Sponsor (QUEST-1.13)",)

    def _parts(self, drawn: Setup, state: State) -> Iterator[SetupPart]:
        book = self._book

        def told(cards: Iterable[str]) -> tuple[str, ...]:
            return tuple(map(book.name, cards))

        heroes = (
            book.card(card).hero_title for stack in drawn.heroes for card, _ in stack.cards if stack.sold
        )
        market = (card for stack in (state.stacks or ())[len(drawn.heroes) :] for card, _ in stack.cards)
        groups = (book.card(card).group or book.name(card) for level in drawn.monsters for card in level)
        rooms = (
            f"{book.name(room.card)}: {book.name(room.monster)}" if room.monster else book.name(room.card)
            for room in state.rooms
        )
        epic, decks = self._new.chosen.get("epic"), self._new.chosen.get("class_decks")
        hero_rule = "QUEST-16.6" if decks else "QUEST-15.2"
        yield SetupPart("Heroes", tuple(dict.fromkeys(heroes)), ("QUEST-1.1", hero_rule))
        yield SetupPart("Market", told(market), ("QUEST-1.2", "QUEST-16.3" if epic else "QUEST-15.3"))
        rule = "QUEST-16.1" if epic else "QUEST-15.1"
        yield SetupPart("Monsters", tuple(dict.fromkeys(groups)), ("QUEST-1.5", rule))
        yield SetupPart("Dungeon", tuple(rooms), ("QUEST-1.3",))
        yield SetupPart("Guardian", told([drawn.guardian]), ("QUEST-1.8",))
        yield SetupPart("First hand", told(sorted(state.me.hand or ())), ("QUEST-6.3",))

    def _written(self, state: State) -> str:
        """What the first player sees of it; what each player chooses first is left out."""

        def seen(player: Player) -> Player:
            return replace(player, deck=piles.UNKNOWN, hand=None)

        sold = tuple(Stack(stack.cards) for stack in state.stacks or () if stack.sold and stack.cards)
        titles = dict.fromkeys(self._book.card(card).hero_title for stack in sold for card, _ in stack.cards)
        players = (
            player if seat == state.active else seen(player) for seat, player in enumerate(state.players)
        )
        table = replace(
            state,
            todo=(),
            players=tuple(players),
            stacks=sold,
            titles=tuple(titles),
            wares=(),
            wound_cards=None,
        )
        return write_position(
            self._book,
            table,
            printing=self._new.printing,
            interpretations=self._new.interpretations,
            game=self._rules.id,
        )
