"""Thunderstone Quest as a game package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.turns.module import GameModule

if TYPE_CHECKING:
    from tsolve.diagnostics import Diagnostics
    from tsolve.games.quest.actions import Action  # noqa: F401  # named as text in a base class
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.opened import Opened
    from tsolve.games.quest.state import State  # noqa: F401
    from tsolve.games.quest.writing.position_file import PositionFile
    from tsolve.rules.ruleset import Ruleset
    from tsolve.source.decode import Decoded


class QuestModule(GameModule["State", "Action", "Card", "PositionFile"]):
    """The types of Thunderstone Quest, and what it can do before a position is opened; each by a room that
    is imported when it is asked.
    """

    id = "quest"

    @property
    def card_type(self) -> type[Card]:
        from tsolve.games.quest.cards import Card

        return Card

    @property
    def position_type(self) -> type[PositionFile]:
        from tsolve.games.quest.writing.position_file import PositionFile

        return PositionFile

    def open(self, decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> Opened:
        from tsolve.games.quest.writing.position import read_position

        return read_position(decoded, ruleset, found)


GAME = QuestModule()
