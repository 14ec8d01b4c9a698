"""A table for Thunderstone: what is drawn, and where it lies before the first turn. (TS-2, DS-11)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from tsolve.games.thunderstone.book import Book, in_setting
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.selection import Selection, select
from tsolve.games.thunderstone.setup import dungeon, lay_out, played, setup_of
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.notation import SET_UP
from tsolve.model.setups import SetupPart
from tsolve.rules.ruleset import Ruleset
from tsolve.turns.setting_up import Laid, NewGame, SettingUp
from tsolve.turns.yaml_text import mapping, names, scalar, sequence, wrapped


class ThunderstoneTable(SettingUp[Selection]):
    """Draws a game of these boxes for so many players."""

    def __init__(self, ruleset: Ruleset[Card], new: NewGame) -> None:
        self.sets = tuple(new.sets) or ruleset.boxes[:1]
        self._rules = self.ruleset = played(ruleset, new.sets)
        self._setup, self._new = setup_of(self._rules), new

    def draw(self, random: Random) -> Selection:
        return select(self._rules.cards, self._setup, random, **self._new.chosen)

    def sold(self, drawn: Selection) -> Iterator[str]:
        cards = self._rules.cards.values()
        yield from (card.id for card in cards if card.kind == "hero" and card.group in drawn.heroes)
        yield from drawn.village

    def others(self, drawn: Selection) -> Iterator[str]:
        cards = self._rules.cards.values()
        yield from (card.id for card in cards if card.kind == "monster" and card.group in drawn.monsters)
        yield from (*drawn.features, *drawn.stones, *((drawn.setting,) if drawn.setting else ()))

    def lay_out(self, drawn: Selection, random: Random) -> Laid:
        rules = self._rules
        if drawn.setting:
            rules = rules.only(lambda _: True, in_setting(rules.cards[drawn.setting]))
        book = Book(rules.under(self._new.readings), self._new.readings)
        dealt = dungeon(book, self._setup, drawn, random)
        state = lay_out(book, self._setup, random, drawn, self._new.players, dealt)
        parts = (part for part in self._parts(book, drawn, state, dealt.under) if part.names)
        return Laid(tuple(parts), self._written(book, drawn, state, dealt.under))

    def _parts(
        self, book: Book, drawn: Selection, state: State, under: tuple[str, ...]
    ) -> Iterator[SetupPart]:
        suggested = ("TS-2.4",) if self._new.chosen.get("first_game") else ()

        def named(cards: Iterable[str]) -> tuple[str, ...]:
            return tuple(map(book.name, cards))

        yield SetupPart("Monsters", drawn.monsters, ("TS-2.1", *suggested))
        yield SetupPart("Features", named(drawn.features), ("DS-11",))
        yield SetupPart("Setting", named([drawn.setting] if drawn.setting else ()), ("DS-9",))
        yield SetupPart("Thunderstone", named(drawn.stones), ("TS-2.1",))
        yield SetupPart("Heroes", drawn.heroes, ("TS-2.2",))
        yield SetupPart("Village", named(drawn.village), ("TS-2.2",))
        ranks = (f"{book.name(slot.card)} in Rank {rank}" for rank, slot in enumerate(state.hall, 1))
        yield SetupPart("Hall", tuple(ranks), ("TS-2.1",))
        yield SetupPart("Under the deck", named(under), ("DS-11",))
        yield SetupPart("First hand", named(sorted(member.card for member in state.party)), ("TS-2.3",))

    def _written(self, book: Book, drawn: Selection, state: State, under: tuple[str, ...]) -> str:
        owned = names(
            book.name(card) for card, copies in self._setup.starting_deck.items() for _ in range(copies)
        )
        first, *behind = (book.name(slot.card) for slot in state.hall)
        stock = zip(state.stalls, state.stock or (), strict=True)
        fields = {
            "game": self._rules.id,
            "sets": sequence(self.sets),
            "printing": scalar(self._new.printing) if self._new.printing else "",
            "interpretations": mapping(self._new.interpretations),
            "setting": scalar(book.name(drawn.setting)) if drawn.setting else "",
            "owned": owned,
            "hand": names(sorted(book.name(member.card) for member in state.party)),
            "hall": sequence([f"{first} {SET_UP}", *behind]),
            "monsters": sequence(drawn.monsters),
            "features": names(map(book.name, drawn.features)) if drawn.features else "",
            "stones": names(map(book.name, drawn.stones)),
            "dungeon_deck": f"{{bottom: {names(map(book.name, under))}}}" if under else "",
            "village": f"{{{', '.join(f'{scalar(book.name(card))}: {count}' for card, count in stock)}}}",
        }
        lines = [wrapped(f"{key}: {value}") for key, value in fields.items() if value]
        others = [f"  - owned: {owned}" for _ in state.players[1:]]
        lines += ["players:", "  others:", *others] if others else ["players: {others: 0}"]
        return "\n".join(lines) + "\n"
