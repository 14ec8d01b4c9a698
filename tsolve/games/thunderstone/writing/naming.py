"""Resolves the names in a written action: cards, copies in the hand, places in the Dungeon."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tsolve.diagnostics import Diagnostics, Span, input_error
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import NONE, UNSEEN, State
from tsolve.games.thunderstone.target import Target, split_rank
from tsolve.rules.ruleset import Ruleset
from tsolve.turns.card_names import copy_named, known_start, resolve, split_copy
from tsolve.turns.written import Written

HAND = "in the hand"
"""Where most cards are missing, in words."""


class Naming:
    """One text in one position, and the look-ups that its shapes share."""

    def __init__(self, game: Thunderstone, ruleset: Ruleset[Card], state: State, span: Span | None) -> None:
        self.game = game
        self.book = game.book
        self.ruleset = ruleset
        self.state = state
        self.span = span
        self.absent = ""
        self.where = ""

    # names

    def card(self, name: str) -> str:
        """The id of a card. Raises InputError, at the name or at the words behind it that mean nothing."""
        found = Diagnostics()
        place = self.span.of(name) if self.span is not None else None
        card = resolve(self.ruleset, name, found, place)
        if not found:
            return card
        bare, number = split_copy(name)
        if number and self.ruleset.names.knows(bare):
            message = f'"{name}": the copies of {bare} are all alike here'
            raise input_error("TS323", message, place, "leave the number out")
        if known := known_start(self.ruleset, name):
            more = name[len(known) :].strip()
            place = self.span.of(more) if self.span is not None else None
            help_ = "a step says one thing; write a later choice as a step of its own"
            raise input_error("TS323", f'"{more}" means nothing after {known}', place, help_)
        found.raise_if_any()
        return card

    def copied(self, text: str) -> str:
        """The id of a card of which a copy may be named."""
        return self.card(copy_named(self.ruleset, text)[0])

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

    def first_legal(self, actions: Iterable[Action]) -> Written[Action]:
        """The first action that is legal, else the first."""
        candidates = list(actions)
        legal = (action for action in candidates if self.game.why_not(self.state, action) is None)
        return self.written(next(legal, candidates[0]))

    def only_legal(self, actions: Iterable[Action]) -> Written[Action]:
        """Like `first_legal`, but legal actions that differ in more than the copy are unclear (TS322)."""
        candidates = list(dict.fromkeys(actions))
        legal = [action for action in candidates if self.game.why_not(self.state, action) is None]
        texts = {re.sub(r" #\d+", "", self.game.notation(self.state, action)) for action in legal}
        if len(texts) > 1:
            raise input_error(
                "TS322", "this could mean several actions", self.span, "; or ".join(sorted(texts))
            )
        return self.written(legal[0] if legal else candidates[0])

    def written(self, action: Action) -> Written[Action]:
        """The action, with what is missing for it."""
        return Written(action, self.absent, self.where)

    def beyond(self, action: Action, reason: str, *rulings: str) -> Written[Action]:
        """An action that is not all of what the text says."""
        return Written(action, beyond=(reason, rulings))

    def waiting(self) -> list[Action]:
        """The answers that a waiting choice allows."""
        return self.game.legal_actions(self.state) if self.state.todo else []
