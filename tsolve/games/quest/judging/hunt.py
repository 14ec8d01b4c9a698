"""Hunts for the smallest position of Quest on which two readings differ: ways to make a position smaller, and
what differs as expectations.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from tsolve.contract.position import Position
from tsolve.diagnostics import counted
from tsolve.engine import Game
from tsolve.games.quest.actions import Action, Pass
from tsolve.games.quest.answers import NONE, TOKENS
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.dealing import HIDDEN, RATS, Dealer, Other, Table
from tsolve.games.quest.judging.figures import PlayedTurn
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.heroes import hp_of
from tsolve.games.quest.writing.position import read_position
from tsolve.games.quest.writing.position_file import QuestFile
from tsolve.games.quest.writing.position_text import write_position
from tsolve.regex import Regex
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.worlds.hunt import Example, Hunt, Hunter, Parts, WalkOptions

_FURTHER = Regex(r" #\d+")
"""What distinguishes equal cards in names."""
PLAIN = ("adventurer", "lantern", "dagger", "giant_rat")
"""Well-known cards, tried as replacements."""
_ALIKE = {"monster": "creature", "guardian": "creature", "hero": "hero", "weapon": "weapon", "room": "room"}
"""Kinds of cards that may replace each other; other kinds are replaced by cards of the same kind."""
_ZONES = ("hand", "deck", "discard")


class TableParts(Parts[Table]):
    """The parts of positions with the cards of a book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.plain = [*PLAIN, *_plain_rooms(book)]

    def size(self, table: Table) -> tuple[int, ...]:
        places = [card for pair in table.rooms if pair != RATS for card in pair if card not in ("", HIDDEN)]
        places += [card for deck in table.decks for card in deck]
        named = (*places, *filter(None, (table.sponsor, table.quest)), *(card for card, _ in table.village))
        owned = [
            *table.hand,
            *table.deck,
            *table.discard,
            *(card for other in table.others for card in other.hand),
        ]
        written = sum(_written(self.book.card(card)) for card in (*named, *owned))
        stands = bool(table.champion) + sum(bool(other.champion) for other in table.others)
        numbers = table.xp + table.wounds + sum(table.tokens) + sum(count for _, count in table.village)
        return len(named) + len(owned) + len(table.others) + stands, written, numbers

    def shorter(self, step: str) -> str:
        return _FURTHER.sub("", step)

    def smaller(self, table: Table) -> Iterator[Table]:
        if table.others:
            yield replace(table, others=())
        if table.champion:
            yield replace(table, champion="")
        for field in ("sponsor", "quest"):
            if getattr(table, field):
                yield replace(table, **{field: ""})
        for zone in (*_ZONES, "village"):
            cards = getattr(table, zone)
            if len(cards) > 1:
                yield replace(table, **{zone: ()})
            for at in range(len(cards)):
                yield replace(table, **{zone: cards[:at] + cards[at + 1 :]})
        yield from self._smaller_dungeons(table)
        if any(count > 1 for _, count in table.village):
            yield replace(table, village=tuple((card, 1) for card, _ in table.village))
        for seat, other in enumerate(table.others):
            for at in range(len(other.hand)):
                yield _with_other(table, seat, replace(other, hand=other.hand[:at] + other.hand[at + 1 :]))
            if other.champion:
                yield _with_other(table, seat, replace(other, champion=""))
        for field in ("xp", "wounds"):
            for number in range(getattr(table, field)):
                yield replace(table, **{field: number})
        for at, tokens in enumerate(table.tokens):
            for fewer in range(tokens):
                yield replace(table, tokens=(*table.tokens[:at], fewer, *table.tokens[at + 1 :]))

    def plainer(self, found: Example[Table]) -> Iterator[Example[Table]]:
        """A plainer card in place of another one."""
        table = found.table
        used = [*table.hand, *table.deck, *table.discard, *(card for pair in table.rooms for card in pair)]
        for card in dict.fromkeys(card for card in used if card not in ("", HIDDEN)):
            for other in self.plain:
                if other not in used and self._is_alike(card, other):
                    yield self._replaced(found, card, other)

    def _smaller_dungeons(self, table: Table) -> Iterator[Table]:
        """Without a card of a deck, without a room, or without its Monster."""
        for level, deck in enumerate(table.decks):
            for at in range(len(deck)):
                fewer = list(table.decks)
                fewer[level] = deck[:at] + deck[at + 1 :]
                yield replace(table, decks=tuple(fewer))
        for at, (room, monster) in enumerate(table.rooms):
            rest = table.rooms[:at] + table.rooms[at + 1 :]
            if table.champion != room and (room, monster) != RATS:
                yield replace(table, rooms=rest)
            if monster:
                yield replace(table, rooms=(*table.rooms[:at], (room, ""), *table.rooms[at + 1 :]))

    def _is_alike(self, card: str, other: str) -> bool:
        facts, others = self.book.card(card), self.book.card(other)
        return _ALIKE.get(facts.kind) == _ALIKE.get(others.kind) and (
            facts.kind != "room" or facts.level == others.level
        )

    def _replaced(self, found: Example[Table], card: str, other: str) -> Example[Table]:
        def instead(cards: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(other if each == card else each for each in cards)

        table = found.table
        zones = {zone: instead(getattr(table, zone)) for zone in _ZONES}
        rooms = tuple((room, monster) for room, monster in map(instead, table.rooms))
        champion = other if table.champion == card else table.champion
        line = (step.replace(self.book.name(card), self.book.name(other)) for step in found.line)
        return Example(replace(table, **zones, rooms=rooms, champion=champion), tuple(line))


def _written(card: Card) -> int:
    """How many effects the card carries, and how far it is from what everybody has from the start."""
    effects = (card.abilities, card.traits, card.alerts, card.before, card.after)
    return 2 * sum(map(len, effects)) + ("Starter" not in card.keywords) + (card.level or 0)


def _plain_rooms(book: Book) -> list[str]:
    """The simplest room of each level."""
    rooms = [card for card in book.cards.values() if card.kind == "room" and card.level and not card.missing]
    least = {card.level: card.id for card in sorted(rooms, key=_written, reverse=True)}
    return list(least.values())


def _with_other(table: Table, seat: int, other: Other) -> Table:
    return replace(table, others=(*table.others[:seat], other, *table.others[seat + 1 :]))


class TurnManner(WalkOptions[State, Action]):
    """A turn: what a step allows before the next one, and the rooms asked about rather than others."""

    goes_on = True

    def __init__(self, about: Collection[str] = ()) -> None:
        self.about = about

    def ends(self, action: Action) -> bool:
        return isinstance(action, Pass)

    def is_asked(self, state: State, action: Action) -> bool:
        return any(card in self.about for card in action.about(state))

    def counted(self, game: Game[State, Action], state: State) -> Sequence[int]:
        """Also HP, of which no rule keeps a record."""
        assert isinstance(game, Quest)
        return *game.scores(state), hp_of(game.book, state)


class TurnHunter(Hunter[State, Action, Table]):
    """Hunts among random positions of one turn."""

    blank: QuestPosition
    first: Quest

    def __init__(self, hunt: Hunt[Card]) -> None:
        super().__init__(_blank(hunt.ruleset, hunt.sets, hunt.printing), hunt)
        self.manner = TurnManner(frozenset().union(*self.about))
        self.parts = TableParts(self.first.book)
        self.dealer = Dealer(self.first.book, self.about, hunt.hand, self.random)

    def deal(self) -> Table:
        return self.dealer.deal()

    def position(self, found: Example[Table]) -> QuestPosition:
        position = replace(self.blank.written, turn=found.table.turn, line=found.line)
        return self.blank.with_table(found.table.state(self.first.book), position).under(self.before)

    def text(self, found: Example[Table]) -> str:
        blank, table = self.blank, found.table
        return write_position(
            self.first.book,
            table.state(self.first.book),
            table.turn,
            printing=blank.printing,
            interpretations=self.chosen,
            line=found.line,
            game=blank.ruleset.id,
        )

    def stated(
        self, position: Position[State, Action], played: PlayedTurn
    ) -> Mapping[str, Mapping[str, object]]:
        if not played.answer.legal:
            return {}
        book, result, final = self.first.book, played.result, played.final
        line: dict[str, object] = {}
        for name, fact in position.facts(played).items():
            if fact is not None:
                line[name] = list(fact) if isinstance(fact, tuple) else fact
        if result.tally.outcome:
            line["won"] = result.tally.outcome == "won"
        me = final.players[position.state.active]
        hand = [final.laid[place].card for place in final.present()] if final.laid else me.hand or ()
        after: dict[str, object] = {
            "xp": me.xp,
            "wounds": me.wounds,
            "tokens": {token: me.tokens(token) for token in TOKENS},
            "hand": counted(map(book.name, hand)),
            "discard": counted(map(book.name, me.discard)),
            "removed": counted(map(book.name, final.removed)),
            "keys_of_others": [
                each.keys for seat, each in enumerate(final.players) if seat != position.state.active
            ],
            "points": position.game.scores(final)[position.state.active],
        }
        if me.location or me.room != NONE:
            after["champion"] = book.name(me.location or final.rooms[me.room].card)
        return {"line": line, "after": after}


def _blank(ruleset: Ruleset[Card], sets: tuple[str, ...], printing: str) -> QuestPosition:
    """A position with nothing on the table, played with the cards of these boxes."""
    text = f"game: {ruleset.id}\nprinting: '{printing}'\n"
    played = ruleset.only(lambda card: card.set in ("", *sets)) if sets else ruleset
    return read_position(decode(parse(text.encode(), "hunt"), QuestFile), played)
