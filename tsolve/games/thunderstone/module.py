"""Thunderstone as a game package."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tsolve.games.module import GameModule

if TYPE_CHECKING:
    from tsolve.diagnostics import Diagnostics
    from tsolve.games.module import Hunter
    from tsolve.games.thunderstone.actions import Action
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.position import ThunderstonePosition
    from tsolve.games.thunderstone.state import State
    from tsolve.games.thunderstone.writing.asking import ThunderstoneAsking
    from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
    from tsolve.games.thunderstone.writing.position_text import ThunderstoneTable
    from tsolve.model.coverage import Coverable
    from tsolve.model.trace import Entry
    from tsolve.players import Start
    from tsolve.rules.own_cards import Nonsense
    from tsolve.rules.ruleset import Ruleset
    from tsolve.source.decoded import Decoded
    from tsolve.source.tree import Node
    from tsolve.worlds.hunt import Hunt
    from tsolve.written.form import Field
    from tsolve.written.position_text import NewGame


class ThunderstoneModule(GameModule["State", "Action", "Card", "ThunderstoneFile"]):
    """The types of Thunderstone, and what it can do before a position is opened; each by a room that is
    imported when it is asked.
    """

    id = "thunderstone"

    @property
    def card_type(self) -> type[Card]:
        from tsolve.games.thunderstone.card_files import Card

        return Card

    @property
    def position_type(self) -> type[ThunderstoneFile]:
        from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile

        return ThunderstoneFile

    def plain_form(self, root: Node, ruleset: Ruleset[Card], found: Diagnostics) -> Node:
        from tsolve.games.thunderstone.writing.plain_form import plain_form

        return plain_form(root, ruleset, found)

    def open(
        self, decoded: Decoded[ThunderstoneFile], ruleset: Ruleset[Card], found: Diagnostics
    ) -> ThunderstonePosition:
        from tsolve.games.thunderstone.writing.position import read_position

        return read_position(decoded, ruleset, found)

    def faults(
        self, cards: Mapping[str, Card], own: Iterable[str], below: Mapping[str, Card]
    ) -> Iterator[Nonsense]:
        from tsolve.games.thunderstone.lint_cards import faults

        return faults(cards, own, below)

    def is_meant(self, root: Node) -> bool:
        from tsolve.games.thunderstone.writing.mentions import is_meant

        return is_meant(root)

    def coverable(self, ruleset: Ruleset[Card]) -> Iterator[Coverable]:
        from tsolve.games.thunderstone.cards import effects_of
        from tsolve.judging.rulings import coverable

        return coverable(ruleset, lambda card: ((name, effect.say()) for name, effect in effects_of(card)))

    def begin(
        self,
        ruleset: Ruleset[Card],
        readings: Mapping[str, str],
        seed: int,
        players: int,
        sets: Sequence[str],
        chosen: Mapping[str, object],
    ) -> Start[State, Action]:
        from tsolve.games.thunderstone.position import ThunderstonePosition
        from tsolve.games.thunderstone.setup import begin
        from tsolve.players import Start

        game, state = begin(ruleset, readings, seed, players, sets, **chosen)
        return Start(game, state, ThunderstonePosition.capabilities, ruleset.title)

    def setting_up(self, ruleset: Ruleset[Card], new: NewGame) -> ThunderstoneTable:
        from tsolve.games.thunderstone.writing.position_text import ThunderstoneTable

        return ThunderstoneTable(ruleset, new)

    @property
    def choices(self) -> Mapping[str, str]:
        from tsolve.games.thunderstone.setup import CHOICES

        return CHOICES

    def is_news(self, entry: Entry) -> bool:
        from tsolve.games.thunderstone.writing.notation import is_news

        return is_news(entry)

    def notes_on_players(self, players: int) -> tuple[str, ...]:
        from tsolve.games.thunderstone.judging.outcome import solo_notes

        return solo_notes(players)

    def asking(self, ruleset: Ruleset[Card]) -> ThunderstoneAsking:
        from tsolve.games.thunderstone.writing.asking import ThunderstoneAsking

        return ThunderstoneAsking(ruleset)

    @property
    def form(self) -> Sequence[Field]:
        from tsolve.games.thunderstone.writing.asking import FORM

        return FORM

    def hunter(self, hunt: Hunt[Card]) -> Hunter:
        from tsolve.games.thunderstone.judging.hunt import TurnHunter

        return TurnHunter(hunt)


GAME = ThunderstoneModule()
