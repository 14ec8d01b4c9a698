"""Resolves the names in a written action: cards, copies in the hand, places in the Dungeon."""

from __future__ import annotations

from tsolve.diagnostics import Span
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import NONE, UNSEEN, State
from tsolve.games.thunderstone.target import Target, split_rank
from tsolve.rules.ruleset import Ruleset
from tsolve.turns.card_names import copy_named
from tsolve.turns.step_text import StepText
from tsolve.turns.written import Written

HAND = "in your hand"
"""Where most cards are missing, in words."""


class Naming(StepText[State, Action, Card]):
    """The look-ups that the shapes of texts share."""

    game: Thunderstone

    def __init__(self, game: Thunderstone, ruleset: Ruleset[Card], state: State, span: Span | None) -> None:
        super().__init__(game, ruleset, state, span)
        self.book = game.book

    # names

    def members(self, text: str) -> list[int]:
        """The places of a card of the hand: all its copies, or the one with this number."""
        name, number = copy_named(self.ruleset, text)
        card = self.card(name)
        copies = [index for index, member in enumerate(self.state.party) if member.card == card]
        chosen = copies[number - 1 : number] if number else copies
        if not chosen:
            self.absent, self.where = text, HAND
        return chosen or [NONE]

    def held_by(self, player: int, text: str) -> str:
        """A card of another player's hand, where copies are all alike."""
        name, number = copy_named(self.ruleset, text)
        card = self.card(name)
        hand = self.state.players[player].hand if player < len(self.state.players) else ()
        if number and hand is not None and hand.count(card) < number:
            self.absent, self.where = text, f"in the hand of player {player + 1}"
        return card

    def ranks(self, text: str) -> list[int]:
        """The Ranks where a Monster stands, by its name or by the Rank itself; the second of two equal ones
        is the one farther behind.
        """
        said, rank = split_rank(text)
        if not said:
            return [rank]
        name, number = copy_named(self.ruleset, said)
        found = Target(self.standing(name), rank).places(self.state)
        found = found[number - 1 : number] if number else found
        if not found:
            self.absent, self.where = text, "in the Dungeon"
        return found or [0]

    def standing(self, name: str) -> str:
        """The id of a card of the Hall, also of one that nobody has seen."""
        return UNSEEN if name.casefold() in ("an unknown card", "unknown") else self.card(name)

    def ruling(self, card: str) -> str:
        """Where the text of a card stands."""
        return self.book.card(card).ruling

    # choices

    def beyond(self, action: Action, reason: str, *rulings: str) -> Written[Action]:
        """An action that is not all of what the text says."""
        return Written(action, beyond=(reason, rulings))

    def waiting(self) -> list[Action]:
        """The answers that a waiting choice allows."""
        return self.game.legal_actions(self.state) if self.state.todo else []
