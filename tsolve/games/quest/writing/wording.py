"""The meaning of each form of a written action."""

from __future__ import annotations

import re
from itertools import product

from tsolve.games.quest.actions import (
    NONE,
    Action,
    Battle,
    Buy,
    BuyToken,
    BuyTreasure,
    Enter,
    Give,
    Heal,
    LevelUp,
    Move,
    Pass,
    PutBack,
    PutChampion,
    PutOnDeck,
    Remove,
    Token,
    Use,
    UseSpoils,
    UseToken,
    Visit,
)
from tsolve.games.quest.cards import Card
from tsolve.games.quest.target import Target
from tsolve.games.quest.turn.levels import is_next_level
from tsolve.games.quest.turn.market import for_sale, in_stacks
from tsolve.games.quest.writing.answers import Answers
from tsolve.turns.card_names import copy_named
from tsolve.turns.written import Written

TO_THE_END = "the end of the turn"
"""The step that a pass is meant for which ends the whole turn."""
_OF_THE_TABLE = ("room", "monster", "guardian", "sponsor")
"""Kinds of cards that have Spoils and lie in front of nobody."""


class Wording(Answers):
    """A method for each shape of text."""

    # the phases

    def finish(self, match: re.Match[str]) -> Written[Action]:
        whole = match[0].casefold().endswith("turn")
        return Written(Pass(), step=TO_THE_END if whole else "")

    def enter(self, match: re.Match[str]) -> Written[Action]:
        return self.written(Enter())

    def visit_two(self, match: re.Match[str]) -> Written[Action]:
        """To a Location of the Village, where the text of one more is used."""
        return self.written(Visit(self.card(match["place"]), self.card(match["also"])))

    def go(self, match: re.Match[str]) -> Written[Action]:
        """Into a room, or to a Location of the Village."""
        if self.kind(match["place"]) == "location":
            return self.written(Visit(self.card(match["place"])))
        place = self.room(match["place"])
        if place == NONE:
            return self._absent()
        if match["wounds"]:
            return self.written(Move(place, int(match["wounds"])))
        if any(isinstance(option, PutChampion) for option in self.waiting()):
            return self.written(PutChampion(place))
        return self.written(Move(place))

    def put_champion(self, match: re.Match[str]) -> Written[Action]:
        place = self.room(match["place"])
        return self._absent() if place == NONE else self.written(PutChampion(place))

    def put_on_deck(self, match: re.Match[str]) -> Written[Action]:
        """A card of the hand at the Temple; one in front of the player where an ability asks for it."""
        if not any(isinstance(option, PutBack) for option in self.waiting()):
            return self.written(PutOnDeck(self.card(copy_named(self.ruleset, match["card"])[0])))
        places = self.members(match["card"])
        return self.first_legal(map(PutBack, places)) if places else self._absent()

    # cards in front of the player

    def give(self, match: re.Match[str]) -> Written[Action]:
        """A Weapon or an Item, or Iron Rations, for a Hero."""
        heroes = self.members(match["hero"])
        token = self.token(match["card"]) if self.ruleset.names.knows(match["card"]) else None
        if token is not None and heroes:
            return self.first_legal(UseToken(token, hero) for hero in heroes)
        cards = self.members(match["card"])
        if not cards or not heroes:
            return self._absent()
        free = [card for card in cards if self.is_free(card)] or cards
        return self.first_legal(Give(card, hero) for card, hero in product(free, heroes))

    def remove(self, match: re.Match[str]) -> Written[Action]:
        weapons = self.members(match["card"])
        return self.first_legal(map(Remove, weapons)) if weapons else self._absent()

    def use(self, match: re.Match[str]) -> Written[Action]:
        """An ability of a card or a token."""
        text, number = match["card"], match["number"]
        nobody = match["hero"] is not None and match["hero"].casefold() == "nobody"
        heroes = self.members(match["hero"]) if match["hero"] and not nobody else [NONE]
        if not heroes:
            return self._absent()
        if self.ruleset.names.knows(text):
            if (token := self._token_used(text)) is not None:
                return self.only_legal(UseToken(token, each) for each in heroes)
            if self.kind(text) in _OF_THE_TABLE:
                return self.spoils(match)
        places = self.members(text)
        if not places:
            return self._absent()
        card = self.facts(places[0])
        numbers = [int(number) - 1] if number else range(len(card.abilities) or 1)
        if match["hero"] is None:  # then any Hero may be meant, or none
            heroes += self.heroes()
        return self.only_legal(Use(*each) for each in product(places, numbers, heroes))

    def _token_used(self, text: str) -> Token | None:
        """The token that is used: one that is called so, or a Lantern, which has nothing to use as a card."""
        card = self.card(text)
        return "lantern" if card == "lantern" and self.state.me.lantern else self.token(text)

    def use_for_gold(self, match: re.Match[str]) -> Written[Action]:
        token = self.token(match["card"])
        return self.written(UseToken(token or "iron_rations"))

    def spoils(self, match: re.Match[str]) -> Written[Action]:
        """Spoils of the Monster, of the room, or of a card in front of the player."""
        card = self.card(match["card"])
        facts = self.book.card(card)
        if facts.kind in _OF_THE_TABLE:
            return self.only_legal(UseSpoils(card, number) for number in range(len(facts.abilities) or 1))
        places = self.members(match["card"])
        if not places:
            return self._absent()
        spoils = [number for number, ability in enumerate(facts.abilities) if "spoils" in ability.phases]
        return self.only_legal(Use(place, number) for place, number in product(places, spoils or [0]))

    # the Village

    def buy(self, match: re.Match[str]) -> Written[Action]:
        if match["card"].casefold() == "treasure":
            return self.written(BuyTreasure())
        token = self._token_bought(match["card"]) if self.ruleset.names.knows(match["card"]) else None
        if token is not None:
            return self.written(BuyToken(token))
        ware = self.meant(match["card"], for_sale(self.state))[0]
        return self.written(Buy(ware, bool(match["on_deck"])))

    def _token_bought(self, name: str) -> Token | None:
        """The token that is bought: one that is called so, or a Lantern, which no stack sells as a card."""
        card = self.card(name)
        return "lantern" if card == "lantern" and card not in for_sale(self.state) else self.token(name)

    def heal_token(self, match: re.Match[str]) -> Written[Action]:
        return self.written(Heal())

    def heal(self, match: re.Match[str]) -> Written[Action]:
        places = self.members(match["card"])
        return self.first_legal(map(Heal, places)) if places else self._absent()

    def level_up(self, match: re.Match[str]) -> Written[Action]:
        places = self.members(match["hero"])
        if not places:
            return self._absent()
        hero, into = self.facts(places[0]), match["into"]
        stacked = [card for card in dict.fromkeys(in_stacks(self.state)) if self._follows(hero, card)]
        printed = [card for card in self.ruleset.cards if self._follows(hero, card)]
        known = hero.level or self.state.stacks is None
        wanted = self.meant(into, stacked, printed) if into else stacked or (printed if known else [])
        if not wanted:
            told = f"no next level of {hero.name} is left"
            return Written(Pass(), beyond=(told, ("QUEST-8.2", "QUEST-8.4")))
        return self.only_legal(LevelUp(hero, into) for hero, into in product(places, wanted))

    def _follows(self, hero: Card, card: str) -> bool:
        return is_next_level(hero, self.book.card(card))

    # the battle

    def battle(self, match: re.Match[str]) -> Written[Action]:
        if match["monster"] is not None:
            target = self.target(match["monster"])
            room = self.state.me.room
            if room == NONE or not target.fits(self.state, room):
                return self._not_here(target)
        return self.written(Battle())

    def _not_here(self, target: Target) -> Written[Action]:
        room = self.state.me.room
        self.absent = target.say(self.book)
        self.where = f"in {self.book.name(self.state.rooms[room].card)}" if room != NONE else "here"
        return Written(Battle(), self.absent, self.where)
