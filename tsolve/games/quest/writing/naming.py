"""Resolves the names in a written action (cards, copies in front of the player, rooms, tokens, Monsters),
and the meaning of written answers: what is lost, chosen or accepted, and what chance brings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import product

from msgspec.structs import replace

from tsolve.errors import Span
from tsolve.games.quest.actions import (
    NONE,
    TOKENS,
    Accept,
    Action,
    Borrow,
    CancelText,
    Choose,
    ChooseHero,
    Complete,
    Destroy,
    Discard,
    DiscardTop,
    Draw,
    FindTreasure,
    GiveUp,
    Ignore,
    Keep,
    LoseToken,
    Pass,
    ResolveFirst,
    Reveal,
    Roll,
    RollTwo,
    Token,
)
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import State, Target, in_the_dungeon, target_named
from tsolve.games.quest.turn.rewards import PRICES
from tsolve.games.quest.writing.notation import is_gone, laid_out
from tsolve.games.quest.writing.position_file import MONSTERS, how_to_define
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.turns.card_names import copy_named, known_start
from tsolve.turns.narration import Written
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


class Answers(Naming):
    """A method for each shape of text that answers a choice or tells what chance did."""

    # losses

    def lose(self, match: re.Match[str]) -> Written[Action]:
        """A card that is discarded or destroyed, or a token that is lost."""
        card, player = match["card"], match["player"]
        if player and int(player) != self.state.active + 1:
            return self.written(Discard(int(player) - 1, self.card(card)))
        waiting = self.waiting()
        if any(isinstance(option, Discard) for option in waiting):
            return self.written(Discard(self.state.active, self.card(card)))
        if self._is_monster(card, any(isinstance(option, Choose) for option in waiting)):
            return self._in_room(card, Choose)
        token = self._token_lost(card, waiting) if self.ruleset.names.knows(card) else None
        if token is not None:
            return self.written(LoseToken(token))
        places = self.members(card)
        if not places:
            return self._absent()
        if any(isinstance(option, Destroy) for option in waiting):
            return self.first_legal(map(Destroy, places))
        return self.first_legal(map(GiveUp, places))

    def _is_monster(self, text: str, may_be: bool) -> bool:
        """Whether a text names a Monster with its room, or by itself where one `may_be` meant."""
        name, *room = re.split(" in (?:the )?", text)
        return (may_be or bool(room)) and self.knows(name) and self.kind(name) == "monster"

    def _token_lost(self, name: str, waiting: list[Action]) -> Token | None:
        """The token that a name means: a Lantern, too, where only a token can be lost."""
        if self.card(name) == "lantern" and LoseToken("lantern") in waiting:
            return "lantern"
        return self.token(name)

    # what a text offers

    def complete(self, match: re.Match[str]) -> Written[Action]:
        """A Side Quest that takes an Item and a Hero."""
        quest, items, heroes = (
            self.card(match["quest"]),
            self.members(match["item"]),
            self.members(match["hero"]),
        )
        if not items or not heroes:
            return self._absent()
        written = self.first_legal(Complete(*each) for each in product(items, heroes))
        if quest == self.state.me.quest:
            return written
        return replace(written, beyond=(f"{match['quest']} is not your Side Quest", ("QUEST-14.1",)))

    def keep(self, match: re.Match[str]) -> Written[Action]:
        return self.written(Keep(self.state.active, self.card(match["card"])))

    def accept(self, match: re.Match[str]) -> Written[Action]:
        return self.written(Accept())

    def borrow(self, match: re.Match[str]) -> Written[Action]:
        offered = [option.card for option in self.waiting() if isinstance(option, Borrow)]
        return self.written(Borrow(self.meant(match["card"], offered)[0]))

    def ignore(self, match: re.Match[str]) -> Written[Action]:
        return self.written(Ignore(self.card(match["card"])))

    def resolve_first(self, match: re.Match[str]) -> Written[Action]:
        return self.written(ResolveFirst(self.card(match["card"])))

    def cancel(self, match: re.Match[str]) -> Written[Action]:
        """A Before Battle ability of a Monster."""
        number = int(match["number"] or 1) - 1
        return self._in_room(match["monster"], lambda room: CancelText(room, number))

    def choose(self, match: re.Match[str]) -> Written[Action]:
        """A Hero in front of the player, or a Monster in the Dungeon."""
        name = copy_named(self.ruleset, match["what"])[0]
        if self.ruleset.names.knows(name) and self.kind(name) == "hero":
            heroes = self.members(match["what"])
            return self.first_legal(map(ChooseHero, heroes)) if heroes else self._absent()
        return self._in_room(match["what"], Choose)

    def _in_room(self, text: str, action: Callable[[int], Action]) -> Written[Action]:
        """What is done to the Monster that a text names."""
        target = self.target(text)
        if rooms := target.places(self.state):
            return self.only_legal(map(action, rooms))
        self.absent, self.where = target.say(self.book), in_the_dungeon(self.state)
        self.rulings = ("QUEST-5.13",)
        return self._absent()

    # chance

    def draw(self, match: re.Match[str]) -> Written[Action]:
        return self.written(Draw(self.card(match["card"])))

    def discard_top(self, match: re.Match[str]) -> Written[Action]:
        return self.written(DiscardTop(self.card(match["card"])))

    def roll(self, match: re.Match[str]) -> Written[Action]:
        """The pips of one die, or of two in any order."""
        if match["second"] is None:
            return self.written(Roll(int(match["pips"])))
        low, high = sorted((int(match["pips"]), int(match["second"])))
        return self.written(RollTwo(low, high))

    def reveal(self, match: re.Match[str]) -> Written[Action]:
        return self.written(Reveal(self.card(match["card"])))

    def find(self, match: re.Match[str]) -> Written[Action]:
        return self.written(FindTreasure(self.card(match["card"])))

    def _absent(self) -> Written[Action]:
        """Nothing that the text means is there, so that no action can be."""
        return Written(Pass(), self.absent, self.where, self.rulings)
