"""Resolves the names in a written action: cards, copies in front of the player, rooms, tokens, Monsters."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.diagnostics import Span
from tsolve.games.quest.actions import NONE, TOKENS, Action, Token
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import State
from tsolve.games.quest.target import Target, in_the_dungeon, target_named
from tsolve.games.quest.turn.tokens import PRICES
from tsolve.games.quest.writing.kinds import MONSTERS, how_to_define
from tsolve.games.quest.writing.notation import is_gone, laid_out
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.text import squash
from tsolve.turns.card_names import copy_named, known_start
from tsolve.turns.step_text import StepText

_TOKENS: dict[str, Token] = {PRICES[token]: token for token in TOKENS}
"""The tokens by the cards that stand for them."""


class Naming(StepText[State, Action, Card]):
    """The look-ups that the shapes of texts share."""

    game: Quest

    def __init__(self, game: Quest, ruleset: Ruleset[Card], state: State, span: Span | None) -> None:
        super().__init__(game, ruleset, state, span)
        self.book = game.book
        self._sought: tuple[str, ...] = ()
        """The kinds of card that a name is looked for among, where the words say it."""

    def card(self, name: str) -> str:
        """The id of a card. Raises InputError, at the name or at the words behind it that mean nothing."""
        whole = f"the {name}"  # the shapes of texts leave the article out
        is_called_so = self.ruleset.names.knows(whole) or known_start(self.ruleset, whole)
        return super().card(whole if is_called_so else name)

    def otherwise(self, name: str) -> str:
        return how_to_define(name, self._sought)

    def kind(self, name: str) -> str:
        """What kind of card a name means."""
        return self.ruleset.cards[self.card(name)].kind

    def token(self, name: str) -> Token | None:
        """The kind of Gear token that a name means; None for another card."""
        return _TOKENS.get(self.card(name))

    def titled(self, name: str, cards: Iterable[str]) -> list[str]:
        """Those cards that are levels of the Hero with this title."""
        return [card for card in cards if squash(self.book.card(card).title) == squash(name)]

    def meant(self, name: str, *pools: Iterable[str]) -> list[str]:
        """The levels that the title of a Hero means: those in the first pool that has any, else the lowest
        that there is. Any other name means one card.
        """
        if self.ruleset.names.knows(name):
            return [self.card(name)]
        for pool in pools:
            if found := self.titled(name, pool):
                return found
        return self.titled(name, self.ruleset.cards)[:1] or [self.card(name)]

    def members(self, text: str) -> list[int]:
        """The places of a card in front of the player, or in the hand that is to be laid out: all its copies,
        or the one with this number before those that are like it; none where it is absent.
        """
        name, number = copy_named(self.ruleset, text)
        card = self.card(name)
        copies = [place for place, each in enumerate(laid_out(self.state)) if each == card]
        named = copies[number - 1 : number] if number else copies
        if self.state.laid and named:  # of copies that are alike, a choice may offer another one
            alike = (place for place in copies if self.state.likeness(place) == self.state.likeness(named[0]))
            named = list(dict.fromkeys((*named, *alike)))
        chosen = [place for place in named if not is_gone(self.state, place)]
        if not chosen:
            self.absent, self.where = text, "among your cards"
        return chosen

    def facts(self, place: int) -> Card:
        """The facts of a card in front of the player."""
        return self.book.card(laid_out(self.state)[place])

    def is_free(self, place: int) -> bool:
        """Whether a card was given to nobody yet."""
        return not self.state.laid or self.state.laid[place].bearer == NONE

    def heroes(self) -> list[int]:
        """The places of all Heroes in front of the player."""
        places = range(len(laid_out(self.state)))
        return [at for at in places if not is_gone(self.state, at) and self.facts(at).kind == "hero"]

    def room(self, name: str) -> int:
        """The place of a room."""
        card = self.card(name)
        places = [place for place, room in enumerate(self.state.rooms) if room.card == card]
        if not places:
            self.absent, self.where = name, in_the_dungeon(self.state, "among the rooms")
            self.rulings = ("QUEST-5.4",)
        return places[0] if places else NONE

    def target(self, text: str) -> Target:
        """The Monster that a text names: by itself, by its room, or by both."""
        self._sought = MONSTERS
        return target_named(self.ruleset, text, self.card)

    # choices

    def waiting(self) -> list[Action]:
        """The answers that a waiting choice allows."""
        return self.game.answers(self.state)
