"""How positions of Quest are hunted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from tsolve.diagnostics import counted
from tsolve.engine.protocol import Game
from tsolve.games.quest.actions import NONE, TOKENS, Action, Battle, Move, Pass, UseSpoils, Visit
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.hunting.dealing import Dealer
from tsolve.games.quest.hunting.parts import TableParts
from tsolve.games.quest.hunting.table import Table
from tsolve.games.quest.judging.bests import Played
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.health import hp_of
from tsolve.games.quest.writing.position import read_position
from tsolve.games.quest.writing.position_file import PositionFile
from tsolve.games.quest.writing.position_text import write_position
from tsolve.games.quest.writing.statements import QUANTITIES
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.turns.hunting.hunter import Hunt, Hunter
from tsolve.turns.hunting.shrinking import Example
from tsolve.turns.hunting.walking import Manner
from tsolve.turns.opened import Opened as AnyOpened


class TurnManner(Manner[State, Action]):
    """A turn: what a step allows before the next one, and the rooms asked about rather than others."""

    goes_on = True

    def __init__(self, about: Collection[str] = ()) -> None:
        self.about = about

    def ends(self, action: Action) -> bool:
        return isinstance(action, Pass)

    def is_asked(self, state: State, action: Action) -> bool:
        return any(card in self.about for card in _meant(state, action))

    def counted(self, game: Game[State, Action], state: State) -> Sequence[int]:
        """Also the hit points, of which no rule keeps a record."""
        assert isinstance(game, Quest)
        return *game.scores(state), hp_of(game.book, state)


def _meant(state: State, action: Action) -> Sequence[str]:
    """The cards that an action is about, as far as that says where a turn leads."""
    if isinstance(action, Visit):
        return (action.location,)
    if isinstance(action, UseSpoils):
        return (action.card,)
    if isinstance(action, Battle | Move):
        room = state.rooms[action.room if isinstance(action, Move) else state.me.room]
        return room.card, room.monster
    return ()


class TurnHunter(Hunter[State, Action, Table]):
    """Hunts among random positions of one turn."""

    blank: Opened
    first: Quest

    def __init__(self, hunt: Hunt[Card]) -> None:
        super().__init__(_blank(hunt.ruleset, hunt.sets, hunt.printing), hunt)
        self.manner = TurnManner(frozenset().union(*self.about))
        self.parts = TableParts(self.first.book)
        self.dealer = Dealer(self.first.book, self.about, hunt.hand, self.random)

    def deal(self) -> Table:
        return self.dealer.deal()

    def opened(self, found: Example[Table]) -> Opened:
        position = replace(self.blank.position, turn=found.table.turn, line=found.line)
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

    def stated(self, opened: AnyOpened[State, Action], played: Played) -> Mapping[str, Mapping[str, object]]:
        if not played.answer.legal:
            return {}
        book, result, final = self.first.book, played.result, played.final
        line: dict[str, object] = {}
        for name, fact in opened.facts(played).items():
            if fact is not None:
                line[name] = counted(map(book.name, fact)) if isinstance(fact, tuple) else fact
        if result.tally.outcome:
            line["won"] = result.tally.outcome == "won"
        me = final.players[opened.state.active]
        hand = [final.laid[place].card for place in final.present()] if final.laid else me.hand or ()
        after: dict[str, object] = {
            "xp": me.xp,
            "wounds": me.wounds,
            "tokens": {token: me.tokens(token) for token in TOKENS},
            "hand": counted(map(book.name, hand)),
            "discard": counted(map(book.name, me.discard)),
            "removed": counted(map(book.name, final.removed)),
            "keys_of_others": [
                each.keys for seat, each in enumerate(final.players) if seat != opened.state.active
            ],
            "points": opened.game.scores(final)[opened.state.active],
        }
        if me.location or me.room != NONE:
            after["champion"] = book.name(me.location or final.rooms[me.room].card)
        return {"line": line, "after": after}

    def stated_rows(self, played: Played) -> Sequence[Mapping[str, object]]:
        table = played.answer.calculation
        rows = table.rows if table is not None else ()
        return [
            {"card": row.subject, row.quantity: row.change}
            for row in rows
            if row.subject and row.quantity in QUANTITIES
        ]


def _blank(ruleset: Ruleset[Card], sets: tuple[str, ...], printing: str) -> Opened:
    """A position with nothing on the table, played with the cards of these boxes."""
    text = f"game: {ruleset.id}\nprinting: '{printing}'\n"
    played = ruleset.only(lambda card: card.set in ("", *sets)) if sets else ruleset
    return read_position(decode(parse(text.encode(), "hunt"), PositionFile), played)
