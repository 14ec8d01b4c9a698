"""The meaning of written answers: what is lost, chosen or accepted, and what chance brings."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

from msgspec.structs import replace

from tsolve.games.quest.actions import (
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
from tsolve.games.quest.target import in_the_dungeon
from tsolve.games.quest.writing.naming import Naming
from tsolve.turns.card_names import copy_named
from tsolve.turns.written import Written


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
