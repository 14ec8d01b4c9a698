"""What an action of the campaign is: it knows its rules, why it is not legal, and what it does."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

import msgspec

from tsolve.games.gloomhaven.campaign.state import CITY, Character, State
from tsolve.model.trace import Trace
from tsolve.turns.written import Reason

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.campaign.sums import Sum
    from tsolve.games.gloomhaven.campaign.table import Table


class Action(msgspec.Struct, frozen=True):
    """Something that a party or one of its characters does, or that happens to them."""

    @property
    @abstractmethod
    def rulings(self) -> tuple[str, ...]:
        """Those that allow it."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The action as a person would write it."""

    @abstractmethod
    def refusal(self, table: Table, state: State) -> Reason | None:
        """Why it is not legal here; None when it is."""

    @abstractmethod
    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        """The position after it. It must be legal."""

    @property
    def whose(self) -> str:
        """The character whom it is about; empty for one of the whole party."""
        return ""

    is_told_anyway: ClassVar[bool] = False
    """Whether a question about what it comes to is answered even where it is not legal."""

    def price(self, table: Table, state: State) -> Sum | None:
        """What it costs or brings in gold, legal or not; None where it has no price."""
        return None


class Deed(Action, frozen=True):
    """An action of one character."""

    who: str

    @property
    def whose(self) -> str:
        return self.who

    def refusal(self, table: Table, state: State) -> Reason | None:
        """The reasons that go for any character, then those of this action."""
        character = state.character(self.who)
        if character is None:
            return f"{self.who or 'nobody'} is not in the party", self.rulings
        return self.forbidden(table, state, character)

    @abstractmethod
    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        """Why the character may not do it; None where it may."""

    def character(self, state: State) -> Character:
        """The character of a legal action."""
        found = state.character(self.who)
        assert found is not None
        return found


def not_in_city(state: State, what: str, rulings: tuple[str, ...]) -> Reason | None:
    """Why something that is done in the city cannot be done here."""
    if state.in_city:
        return None
    return f"{what} in {CITY} only, and the party is at scenario {state.at}", rulings
