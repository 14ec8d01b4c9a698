"""What comes between the reveal of all initiatives and the first turn: items that change one. (GH-2.4,
GH-11.8)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit.tasks import ENGINE
from tsolve.games.gloomhaven.actions import Action, Do, Pass, UseItem
from tsolve.games.gloomhaven.simple_abilities import InitiativeChange
from tsolve.games.gloomhaven.state import Choice, State, Task
from tsolve.games.gloomhaven.turn.items import ready_items, why_not_item
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play

WHY = ("GH-2.4", "GH-11.8")


class Reveal(Task, frozen=True):
    """All initiatives are known: items may change them before the first turn. (GH-2.4, GH-11.8)"""

    def run(self, play: Play) -> None:
        if not play.book.items or any(figure.acted for figure in play.state.figures):
            return
        play.push(*(ChangeInitiative(held.owner) for held in play.state.held))


class ChangeInitiative(Choice, frozen=True):
    """A character may change its initiative by an item. (GH-2.4, GH-11.8)"""

    asks = "say whether an item changes the initiative: `use ITEM`, or `skip`"
    figure: str

    @property
    def asked(self) -> str:
        return self.figure

    def options(self, book: Book, state: State) -> list[Action]:
        if not state.is_up(self.figure) or state.figure(self.figure).initiative is None:
            return []
        items: list[Action] = [
            UseItem(item.name) for item in ready_items(book, state, self.figure, ("reveal",))
        ]
        return [*items, Pass()] if items else []

    def mover(self, book: Book, state: State) -> int:
        return self.chooser(state) if self.options(book, state) else ENGINE

    def run(self, play: Play) -> None:
        """Nobody is asked without such an item."""

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return WHY

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        if isinstance(action, UseItem):
            return why_not_item(book, state, self.figure, action.item)
        return f"first say whether {self.figure} changes its initiative, or `skip`", WHY

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, UseItem):
            item = play.book.items[self.figure, action.item]
            play.push(
                *(ByHowMuch(self.figure, each) for each in item.do if isinstance(each, InitiativeChange))
            )
            play.use_item(self.figure, action.item)


class ByHowMuch(Choice, frozen=True):
    """Up or down, as the player likes. (GH-2.4)"""

    asks = "say how the initiative is changed: `do initiative 10 less`"
    figure: str
    change: InitiativeChange

    @property
    def asked(self) -> str:
        return self.figure

    def _ways(self) -> dict[str, int]:
        signs = (-1, 1) if self.change.either else (1,)
        changes = (InitiativeChange(sign * self.change.by) for sign in signs)
        return {write_ability(each): each.by for each in changes}

    def options(self, book: Book, state: State) -> list[Action]:
        return [Do(text) for text in self._ways()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return WHY

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        return f"here is done {' or '.join(self._ways())}", WHY

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Do)
        before = play.state.figure(self.figure).initiative
        assert before is not None
        after = before + self._ways()[action.text]
        play.edit(self.figure, initiative=after)
        play.note("round", self.figure, WHY, "changes its", "initiative", before, after)
