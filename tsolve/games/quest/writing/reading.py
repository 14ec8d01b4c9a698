"""Actions as people write them, read in a position: the engine's own notation and freer forms.

A text is taken by its shape (verb and places for names); names are cards in any language, `second Dagger` or
`Dagger #2` is the second copy, and where several copies fit, the first for which the action is legal. What
has no shape here is compared with the words in which the engine offers its choices.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import product

from tsolve.diagnostics import input_error, suggest
from tsolve.errors import Span
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
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import State, Target
from tsolve.games.quest.turn.heroes import is_next_level
from tsolve.games.quest.turn.market import for_sale, in_stacks
from tsolve.games.quest.writing.naming import Answers
from tsolve.rules.ruleset import Ruleset
from tsolve.source.tree import shortened
from tsolve.turns.card_names import copy_named, help_with_card
from tsolve.turns.narration import Written

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


LONGEST = 300
"""Characters of a text that is read at all."""


def read(
    game: Quest,
    ruleset: Ruleset[Card],
    state: State,
    text: str,
    span: Span | None = None,
    wording: type[Wording] = Wording,
) -> Written[Action]:
    """The action that `text` means in this position, legal or not; `wording` may take it in another way.

    Raises:
        InputError: no action begins like this (E321), it could be several (E322), words behind a card mean
            nothing (E323), a name is unknown (E302) or ambiguous (E303).
    """
    plain = " ".join(text.split()).rstrip(".!")
    if len(plain) <= LONGEST:
        taken = wording(game, ruleset, state, span)
        offered = _offered(game, state, plain)
        if offered is not None:
            return taken.written(offered)
        said = set(plain.casefold().split(" "))
        for words, shape, method in _SHAPES:
            if not said.isdisjoint(words.split()) and (match := _compiled(shape).fullmatch(plain)):
                return method(taken, match)
    first = plain.split(" ")[0] if plain else ""
    if form := _VERBS.get(first.casefold()):
        help_ = f"it is written {form}"
    else:
        help_ = suggest(first, _VERBS) or help_with_card(ruleset, plain, ("use", "battle", "buy"))
        help_ = help_ or f"a step begins with one of: {', '.join(_VERBS)}"
    raise input_error("E321", f'"{shortened(text)}" is not an action', span, help_)


def _offered(game: Quest, state: State, text: str) -> Action | None:
    """The choice that the engine offers in just these words, or the event that chance may bring."""
    if not state.todo:
        return None
    wanted = text.casefold()
    options = game.answers(state) or [event for event, _ in game.chance(state)]
    return next((each for each in options if game.notation(state, each).casefold() == wanted), None)


@cache
def _compiled(shape: str) -> re.Pattern[str]:
    return re.compile(shape, re.IGNORECASE)


_SHAPES: tuple[tuple[str, str, Callable[[Wording, re.Match[str]], Written[Action]]], ...] = (
    (
        "pass done stop end finish go no nothing",
        r"pass|done|stop|(?:end|finish)(?: (?:the|my) (?:turn|step))?|go on|nothing(?: more)?",
        Wording.finish,
    ),
    ("dungeon", r"(?:(?:enter|go to|go into|choose) )?(?:the )?dungeon", Wording.enter),
    (
        "champion",
        r"(?:put|place) (?:the |my )?champion (?:in|into|on) (?:the )?(?P<place>.+)",
        Wording.put_champion,
    ),
    ("deck", r"put (?P<card>.+?) on (?:top of )?(?:the |my )?deck", Wording.put_on_deck),
    (
        "go visit",
        r"(?:go to|visit) (?:the )?(?P<place>.+?) and use (?:the )?(?P<also>.+)",
        Wording.visit_two,
    ),
    (
        "go move enter visit",
        (
            r"(?:go|move|enter|visit)(?: the champion)?(?: into| to| at)? (?:the )?(?P<place>.+?)"
            r"(?: for (?P<wounds>[1-9]) wounds?)?"
        ),
        Wording.go,
    ),
    ("give", r"give (?:the )?(?P<card>.+?) to (?:the )?(?P<hero>.+)", Wording.give),
    ("equip", r"equip (?P<hero>.+?) with (?P<card>.+)", Wording.give),
    ("equip", r"equip (?P<card>.+?) (?:on|to) (?P<hero>.+)", Wording.give),
    (
        "wields takes carries eats uses",
        r"(?P<hero>.+?) (?:wields|takes|carries|eats|uses) (?P<card>.+)",
        Wording.give,
    ),
    ("remove", r"remove (?P<card>.+?)(?: from .+)?", Wording.remove),
    ("spoils", r"(?:use )?(?:the )?spoils of (?:the )?(?P<card>.+)", Wording.spoils),
    ("gold", r"(?:use|spend) (?:an? )?(?P<card>.+?) (?:for|as) gold", Wording.use_for_gold),
    (
        "use play cast drink eat",
        (
            r"(?:use|play|cast|drink|eat) (?:an? |the )?(?P<card>.+?)(?: \(ability (?P<number>[1-9])\))?"
            r"(?: (?:on|for) (?P<hero>.+))?"
        ),
        Wording.use,
    ),
    (
        "buy purchase",
        (
            r"(?:buy|purchase) (?:an? |the )?(?P<card>.+?)"
            r"(?P<on_deck> (?:and put it )?on(?:to)? (?:top of )?(?:the |my )?deck)?"
        ),
        Wording.buy,
    ),
    ("heal", r"heal(?: (?:an?|one|1) wound(?: token)?)?", Wording.heal_token),
    ("heal", r"heal (?:an? |the )?(?P<card>.+)", Wording.heal),
    ("level", r"level up (?P<hero>.+?)(?: (?:in)?to (?P<into>.+))?", Wording.level_up),
    ("level", r"level (?P<hero>.+?) up(?: (?:in)?to (?P<into>.+))?", Wording.level_up),
    (
        "battle attack fight",
        r"(?:battle|attack|fight)(?: (?:with )?(?:the )?(?:monster that lies face down|(?P<monster>.+)))?",
        Wording.battle,
    ),
    ("discard discards", r"discards? (?P<card>.+?) from (?:the |my )?deck", Wording.discard_top),
    (
        "give lose discard destroy discards destroys",
        r"(?:player (?P<player>[1-9]):? )?(?:give up|lose|discards?|destroys?) (?:an? |the )?(?P<card>.+)",
        Wording.lose,
    ),
    ("accept accepts", r"accepts?", Wording.accept),
    ("borrow borrows", r"borrows? (?:the )?(?P<card>.+)", Wording.borrow),
    (
        "complete completes",
        r"completes? (?:the )?(?P<quest>.+?) with (?:the )?(?P<item>.+?) and (?:the )?(?P<hero>.+)",
        Wording.complete,
    ),
    ("keep keeps", r"keeps? (?:the )?(?P<card>.+)", Wording.keep),
    ("ignore ignores", r"ignores? (?:the )?(?P<card>.+)", Wording.ignore),
    ("resolve resolves", r"resolves? (?:the )?(?P<card>.+?) first", Wording.resolve_first),
    (
        "cancel cancels",
        r"cancels? before battle(?: (?P<number>[1-9]))? of (?:the )?(?P<monster>.+)",
        Wording.cancel,
    ),
    ("choose chooses", r"chooses? (?:the )?(?P<what>.+)", Wording.choose),
    ("draw draws", r"draws? (?P<card>.+)", Wording.draw),
    ("roll rolls", r"rolls? (?P<pips>[1-6])(?: and (?P<second>[1-6]))?", Wording.roll),
    ("reveal reveals", r"reveals? (?P<card>.+)", Wording.reveal),
    ("find finds", r"finds? (?P<card>.+)", Wording.find),
)
"""Words of which each text of a shape has one, so that few shapes need compiling; the shape; its meaning."""

_VERBS = {
    "accept": "`accept`",
    "battle": "`battle` or `battle MONSTER`",
    "borrow": "`borrow HERO`",
    "buy": "`buy CARD`, `buy TOKEN` or `buy a Treasure`",
    "cancel": "`cancel Before Battle of MONSTER`",
    "choose": "`choose MONSTER` or `choose HERO`",
    "complete": "`accept` where a Side Quest is offered, and `complete SIDE QUEST with ITEM and HERO`",
    "destroy": "`destroy CARD`",
    "discard": "`discard CARD` or `discard CARD from the deck`",
    "draw": "`draw CARD`",
    "enter": "`enter the Dungeon` or `enter ROOM`",
    "find": "`find TREASURE`",
    "give": "`give WEAPON to HERO`",
    "go": "`go to LOCATION` or `go to ROOM`",
    "heal": "`heal` or `heal WOUND CARD`",
    "ignore": "`ignore CARD`",
    "keep": "`keep CARD`",
    "level": "`level up HERO` or `level up HERO to HERO`",
    "lose": "`lose CARD` or `lose TOKEN`",
    "move": "`move to ROOM`",
    "pass": "`pass`",
    "put": "`put CARD on the deck` or `put the Champion in ROOM`",
    "remove": "`remove WEAPON`",
    "resolve": "`resolve CARD first`",
    "reveal": "`reveal CARD`",
    "roll": "`roll PIPS` or `roll PIPS and PIPS`",
    "use": "`use CARD` or `use CARD on HERO`",
}
"""The words that a step begins with, each with the forms of such a step."""
