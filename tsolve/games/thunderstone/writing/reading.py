"""Actions as people write them, read in a position: the engine's own notation and freer forms.

A text is taken by its shape (verb and places for names); names are cards in any language, `second Militia` or
`Militia #2` is the second copy of the hand, and where several copies fit, the first is meant for which the
action is legal. Nothing else asks here whether an action is legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import product

import msgspec

from tsolve.diagnostics import input_error, suggest
from tsolve.errors import Span
from tsolve.games.thunderstone.actions import (
    Action,
    Attack,
    Borrow,
    Buy,
    Destroy,
    DestroyFound,
    Discard,
    Draw,
    Equip,
    GiveUp,
    LevelUp,
    Pass,
    PutBack,
    React,
    Reveal,
    SearchDeck,
    SendDown,
    SetAside,
    ShowHand,
    Silence,
    Suffer,
    Swap,
    Take,
    TurnUp,
    Use,
    Visit,
)
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.battle_weakening import is_for_all, pools_of
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import NONE, State, are_alike, member_name
from tsolve.games.thunderstone.turn.drawing import plain
from tsolve.games.thunderstone.turn.hall import split_rank
from tsolve.games.thunderstone.turn.other_players import least_useful
from tsolve.games.thunderstone.turn.village import next_levels
from tsolve.games.thunderstone.writing.using import Using, clauses_of, throws
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.tree import shortened
from tsolve.turns.card_names import copy_named, help_with_card, known_start
from tsolve.turns.narration import Written


class _Forgone(msgspec.Struct, frozen=True):
    """What an explicit pass leaves undone."""

    word: str
    step: str
    """The step of a turn that it ends; empty for a pass that may also be an answer."""
    turn: str
    """The kind of turn that it belongs to; empty for any."""
    elsewhere: str = ""
    """Why nobody does so in another kind of turn."""
    ruling: str = ""


VISIT_STEPS = ("effects", "buying", "levelling")
_FORGONE = (
    _Forgone("purchases", "effects", "village", "you buy cards only in the Village", "TS-4.4"),
    _Forgone("level", "buying", "village", "you level up Heroes only in the Village", "TS-4.5"),
    _Forgone("buy", "buying", "village", "you buy cards only in the Village", "TS-4.4"),
    _Forgone("attack", "preparing", "dungeon", "you attack only in the Dungeon", "TS-7.4"),
    _Forgone("destroy", "", "rest", "only a rest lets you destroy a card without an effect", "TS-5.1"),
    _Forgone("turn", "levelling", ""),
)


class Wording(Using):
    """A method for each shape of text."""

    def visit(self, match: re.Match[str]) -> Written[Action]:
        place = (match["place"] or "rest").casefold()
        return Written(Visit(place))  # type: ignore[arg-type]

    def finish(self, match: re.Match[str]) -> Written[Action]:
        text = match[0].casefold()
        said = next((each for each in _FORGONE if each.word in text), None)
        if said is None:
            return Written(Pass())
        if said.turn and not self.state.todo and self.state.turn not in ("", said.turn):
            return self.beyond(Pass(), said.elsewhere, said.ruling)
        return Written(Pass(), step=said.step)

    def draw(self, match: re.Match[str]) -> Written[Action]:
        return Written(Draw(self.card(match["card"])))

    def reveal(self, match: re.Match[str]) -> Written[Action]:
        card = self.card(match["card"])
        marked = [event for event, _ in self.game.chance(self.state) if isinstance(event, Reveal)]
        fitting = [event for event in marked if event.card.rstrip("*") == card]
        return Written(fitting[0] if fitting else Reveal(card))

    def attack(self, match: re.Match[str]) -> Written[Action]:
        return self.first_legal(Attack(rank) for rank in self.ranks(match["monster"]))

    def buy(self, match: re.Match[str]) -> Written[Action]:
        return Written(Buy(self.card(match["card"])))

    def level_up(self, match: re.Match[str]) -> Written[Action]:
        heroes = self.members(match["hero"])
        if match["into"]:
            into = self.card(match["into"])
            return self.first_legal(LevelUp(hero, into) for hero in heroes)
        hero = self.copied(match["hero"])
        following = next_levels(self.book, self.state, hero) or [hero]
        return self.only_legal(LevelUp(place, into) for place in heroes for into in following)

    def destroy(self, match: re.Match[str]) -> Written[Action]:
        state = self.state
        if match["revealed"] or any(isinstance(action, DestroyFound) for action in self.waiting()):
            name, number = copy_named(self.ruleset, match["card"])
            card = self.card(name)
            if number > state.found.count(card):
                self.absent, self.where = match["card"], "among the revealed cards"
            return self.written(DestroyFound(card))
        places, card = self.members(match["card"]), self.copied(match["card"])
        if not state.todo and state.step != "resting":
            itself = self.numbers(card, lambda ability: ability.destroy == "self" or throws(ability))
            if itself:
                return self.only_legal(Use(place, number) for number, place in product(itself, places))
        return self.first_legal(Destroy(place) for place in places)

    def discard(self, match: re.Match[str]) -> Written[Action]:
        """Which of unlike copies is given up nobody chooses, so that one which is named must be that one."""
        mover = self.game.mover(self.state)
        player = int(match["player"]) - 1 if match["player"] else max(mover, 0)
        if player != self.state.active:
            return self.written(Discard(player, self.held_by(player, match["card"])))
        discard, places = Discard(player, self.copied(match["card"])), self.members(match["card"])
        given = least_useful(self.book, self.state, discard.card)
        if given == NONE or NONE in places or any(are_alike(self.state, given, each) for each in places):
            return self.written(discard)
        reason = f"the copy to discard is {member_name(self.book, self.state, given)}"
        return self.beyond(discard, reason, "TS-7.3")

    def give_up(self, match: re.Match[str]) -> Written[Action]:
        player = int(match["player"]) - 1
        return self.written(GiveUp(player, self.held_by(player, match["card"])))

    def show_hand(self, match: re.Match[str]) -> Written[Action]:
        """A hand without what is asked for: chance may say so, or the player, who then gives nothing."""
        player = int(match["player"]) - 1
        if self.game.mover(self.state) == player and Pass() in self.waiting():
            return Written(Pass())
        return Written(ShowHand(player, False, match["kind"].title().removesuffix("s")))

    def turn_up(self, match: re.Match[str]) -> Written[Action]:
        return Written(TurnUp(int(match["player"]) - 1, self.card(match["card"])))

    def suffer(self, match: re.Match[str]) -> Written[Action]:
        pool = "magic" if "magic" in match["pool"].casefold() else "attack"
        if match["hero"]:
            heroes = [Suffer(pool, hero) for hero in self.members(match["hero"])]  # type: ignore[arg-type]
            for_all = [Suffer(pool)] if any(map(self._suffers_with_all, heroes)) else []  # type: ignore[arg-type]
            return self.first_legal([*for_all, *heroes])
        asked = [action for action in self.waiting() if isinstance(action, Suffer)]
        fitting = [action for action in asked if action.pool == pool]
        hero = asked[0].hero if asked else NONE
        return self.first_legal([*fitting, Suffer(pool, hero)])  # type: ignore[arg-type]

    def _suffers_with_all(self, action: Suffer) -> bool:
        """Whether the choice that waits is made once for all, and for this Hero too."""
        return (
            action.hero != NONE
            and is_for_all(self.state, action)
            and action.pool in pools_of(self.book, self.state, action.hero)
        )

    def silence(self, match: re.Match[str]) -> Written[Action]:
        return self.first_legal(Silence(hero) for hero in self.members(match["hero"]))

    def send_down(self, match: re.Match[str]) -> Written[Action]:
        """As Spoils say, or by the use of a card."""
        uses = [] if self.state.todo else self.moved("send", match["monster"])
        if uses:
            return self.only_legal(uses)
        return self.first_legal(SendDown(rank) for rank in self.ranks(match["monster"]))

    def moves_as_card_says(self, match: re.Match[str]) -> Written[Action]:
        """`CARD sends MONSTER down`."""
        if any(isinstance(action, SendDown) for action in self.waiting()):
            return self.send_down(match)
        return self.used(f"{match['card']} on {match['monster']}")

    def arrange(self, match: re.Match[str]) -> Written[Action]:
        """A new order of the Hall, by the use of a card."""
        able = self.arranging()
        if not able:
            return self.beyond(Pass(), "no card of your hand arranges the Hall", "TS-7.10")
        return self.used(f"{self.book.name(able)}: arrange the Hall as {match['order']}")

    def swap(self, match: re.Match[str]) -> Written[Action]:
        """A Monster that changes places once a card was used for it."""
        if not self.state.todo and (uses := self.moved("swap")):
            first = self.game.notation(self.state, uses[0])
            return self.beyond(uses[0], f"first `{first}`, then say which Monster is swapped")
        return self.first_legal(Swap(rank) for rank in self.ranks(match["monster"]))

    def put_back(self, match: re.Match[str]) -> Written[Action]:
        """The cards from the top down; those of the Dungeon Deck may bear a mark that nobody writes."""
        cards = tuple(self.card(name.strip()) for name in match["cards"].split(","))
        asked = [action for action in self.waiting() if isinstance(action, PutBack)]
        fitting = [action for action in asked if tuple(map(plain, action.cards)) == cards]
        return Written(fitting[0] if fitting else PutBack(cards))

    def take(self, match: re.Match[str]) -> Written[Action]:
        """A card of the Village, or a Monster of the Hall, as a card says."""
        card = self.card(split_rank(match["card"])[0] or match["card"])
        if self.book.card(card).is_monster and (uses := self.moved("take", match["card"])):
            return self.only_legal(uses)
        return Written(Take(card))

    def search_deck(self, match: re.Match[str]) -> Written[Action]:
        return Written(SearchDeck())

    def set_aside(self, match: re.Match[str]) -> Written[Action]:
        return Written(SetAside())

    def react(self, match: re.Match[str]) -> Written[Action]:
        return Written(React(int(match["player"]) - 1, self.card(match["card"])))

    def use_treasure(self, match: re.Match[str]) -> Written[Action]:
        """Another player uses a Treasure."""
        return self.use_treasure_of(int(match["player"]) - 1, self.card(match["card"]), "")

    def borrow(self, match: re.Match[str]) -> Written[Action]:
        card = self.card(match["card"])
        if match["player"]:
            return Written(Borrow(int(match["player"]) - 1, card))
        return self.first_legal([Borrow(player, card) for player in range(len(self.state.players))])

    def take_up(self, match: re.Match[str]) -> Written[Action]:
        """A Hero takes a Weapon, or a Monster of the Hall."""
        monster = split_rank(match["weapon"])[0]
        if self.knows(monster) and self.book.card(self.copied(monster)).is_monster:
            return self.used(f"{match['hero']} on {match['weapon']}")
        return self.equip(match)

    def equip(self, match: re.Match[str]) -> Written[Action]:
        return self.arm(match["weapon"], match["hero"])

    def arm(self, weapon: str, hero: str) -> Written[Action]:
        """Give a Weapon to a Hero."""
        return self.first_legal(Equip(w, h) for h, w in product(self.members(hero), self.members(weapon)))

    def give(self, match: re.Match[str]) -> Written[Action]:
        """A Weapon is equipped, anything else is used on the Hero; only Food is fed."""
        given, fed = self.copied(match["given"]), match["verb"].casefold() == "feed"
        if self.book.card(given).is_weapon and not fed:
            return self.arm(match["given"], match["hero"])
        return self.use_on(match["given"], match["hero"], fed)

    def eat(self, match: re.Match[str]) -> Written[Action]:
        """A Hero that lives on destroyed Food eats it; any other is fed with it."""
        eaters, foods = self.members(match["hero"]), self.members(match["food"])
        numbers = self.numbers(
            self.copied(match["hero"]), lambda ability: ability.destroy == "food" and len(ability.do) == 1
        )
        if not numbers:
            return self.use_on(match["food"], match["hero"], fed=True)
        return self.first_legal(Use(place, n, food) for place, n, food in product(eaters, numbers, foods))

    def throw(self, match: re.Match[str]) -> Written[Action]:
        places, card = self.members(match["card"]), self.copied(match["card"])
        numbers = self.numbers(card, throws)
        if not numbers:
            return self.beyond(
                Use(places[0], 0), f"{self.book.name(card)} cannot be thrown", self.ruling(card)
            )
        return self.first_legal(Use(place, number) for place, number in product(places, numbers))

    def use_on(self, text: str, hero: str, fed: bool) -> Written[Action]:
        """Use a card on a Hero."""
        places, heroes, card = self.members(text), self.members(hero), self.copied(text)
        if fed and not self.book.card(card).is_food:
            return self.beyond(Use(places[0], 0), f"{self.book.name(card)} is not Food", self.ruling(card))
        numbers = self.numbers(card, lambda ability: any(effect.target == "hero" for effect in ability.do))
        if not numbers:
            return self.beyond(Use(places[0], 0), self.no_part(card, f"on {hero}"), self.ruling(card))
        return self.first_legal(Use(p, n, target=h) for n, p, h in product(numbers, places, heroes))

    def use(self, match: re.Match[str]) -> Written[Action]:
        return self.used(match["use"])


LONGEST = 300
"""Characters of a text that is read at all."""


def read(
    game: Thunderstone,
    ruleset: Ruleset[Card],
    state: State,
    text: str,
    span: Span | None = None,
    wording: type[Wording] = Wording,
) -> Written[Action]:
    """The action that `text` means in this position, legal or not, with what else the text says; `wording`
    may take its parts in another way.

    Raises:
        InputError: no action begins like this (E321), it could be several (E322), words behind a card mean
            nothing (E323), a name is unknown (E302) or ambiguous (E303).
    """
    plain = " ".join(text.split()).rstrip(".!")
    taken = wording(game, ruleset, state, span)
    said = set(plain.casefold().split(" "))
    for words, shape, method in _SHAPES if len(plain) <= LONGEST else ():
        if not said.isdisjoint(words.split()) and (match := _compiled(shape).fullmatch(plain)):
            return method(taken, match)
    uses = clauses_of(plain) if len(plain) <= LONGEST else None
    if uses is not None and ruleset.names.knows(copy_named(ruleset, uses.card)[0]):
        return taken.used(plain)
    if moved := _moved_by(ruleset, plain):
        return taken.used(moved)
    first = plain.split(" ")[0] if plain else ""
    help_ = suggest(first, _VERBS) or help_with_card(ruleset, plain, ("use", "attack", "buy"))
    help_ = help_ or f"a step begins with one of: {', '.join(_VERBS)}"
    raise input_error("E321", f'"{shortened(text)}" is not an action', span, help_)


def _moved_by(ruleset: Ruleset[Card], text: str) -> str:
    """`CARD MONSTER` as the use of a card that moves Monsters; empty for any other text."""
    card = known_start(ruleset, text)
    monster = text[len(card) :].strip()
    if not card or not ruleset.names.knows(split_rank(monster)[0]):
        return ""
    found = ruleset.names.resolve(card)
    effects = (
        effect
        for ability in (ruleset.cards[found.id].abilities if isinstance(found, Match) else ())
        for effect in ability.do
    )
    return f"{card} on {monster}" if any(effect.moves for effect in effects) else ""


@cache
def _compiled(shape: str) -> re.Pattern[str]:
    return re.compile(shape, re.IGNORECASE)


_DOWN = r"(?:down|(?:to|at|on|under) the bottom(?: of the (?:dungeon )?deck)?)"
"""Where a Monster goes that is sent down."""
_SHAPES: tuple[tuple[str, str, Callable[[Wording, re.Match[str]], Written[Action]]], ...] = (
    (
        "village dungeon rest",
        r"(?:(?:visit|enter|go to|go into) (?:the )?)?(?P<place>village|dungeon)|(?:take a )?rest",
        Wording.visit,
    ),
    (
        "pass done stop end finish go no nobody nothing",
        (
            r"pass|done|stop|end(?: (?:the|my) turn)?|finish(?: (?:the|my) turn)?|go on|"
            r"go on to the purchases|go on to levelling up|attack (?:nobody|nothing)|"
            r"(?:destroy|choose|buy) nothing(?: more)?|no more|nothing"
        ),
        Wording.finish,
    ),
    ("draw draws", r"draws? (?P<card>.+)", Wording.draw),
    ("reveal reveals", r"player (?P<player>[1-9]) reveals? (?P<card>.+)", Wording.react),
    ("reveal reveals", r"reveals? (?P<card>.+)", Wording.reveal),
    ("set", r"set (?:the )?(?:cards|mercenaries) aside", Wording.set_aside),
    ("attack fight", r"(?:attack|fight) (?:the )?(?P<monster>.+)", Wording.attack),
    ("buy purchase", r"(?:buy|purchase) (?:an? )?(?P<card>.+)", Wording.buy),
    ("level", r"level up (?P<hero>.+?)(?: (?:in)?to (?P<into>.+))?", Wording.level_up),
    ("level", r"level (?P<hero>.+?) up(?: (?:in)?to (?P<into>.+))?", Wording.level_up),
    ("destroy", r"destroy (?P<revealed>revealed )?(?:the )?(?P<card>.+)", Wording.destroy),
    ("discard discards", r"(?:player (?P<player>[1-9]) )?discards? (?P<card>.+)", Wording.discard),
    ("destroys", r"player (?P<player>[1-9]) destroys (?P<card>.+)", Wording.give_up),
    ("uses", r"player (?P<player>[1-9]) uses (?P<card>.+)", Wording.use_treasure),
    (
        "shows",
        r"player (?P<player>[1-9]) shows (?:a|the) hand with(?:out| no) (?:an? )?(?P<kind>\w+)",
        Wording.show_hand,
    ),
    ("turns", r"player (?P<player>[1-9]) turns up (?P<card>.+)", Wording.turn_up),
    (
        "take takes reduce lower",
        (
            r"(?:take|takes|reduce|lower) (?:the )?(?:(?:reduction|disease) (?:from|off|on) )?"
            r"(?P<pool>(?:magic )?attack|magic)(?: (?:for|of) (?P<hero>.+))?"
        ),
        Wording.suffer,
    ),
    ("take", r"take (?:an? )?(?P<card>.+)", Wording.take),
    ("disease", r"disease (?:from|on|lowers) (?P<pool>(?:magic )?attack|magic)(?P<hero>)", Wording.suffer),
    ("attack", r"(?P<hero>.+?) (?:cannot|can't|can not|does not) attack", Wording.silence),
    ("silence", r"silence (?P<hero>.+)", Wording.silence),
    (
        "send",
        rf"send (?P<monster>.+?) {_DOWN}",
        Wording.send_down,
    ),
    ("move put", rf"(?:move|put) (?P<monster>.+?) {_DOWN}", Wording.send_down),
    ("sends", rf"(?P<card>.+?) sends (?P<monster>.+?) {_DOWN}", Wording.moves_as_card_says),
    ("arrange rearrange", r"(?:re)?arrange (?:the )?hall(?: as|:)? (?P<order>.+)", Wording.arrange),
    ("send", r"send down (?P<monster>.+)", Wording.send_down),
    ("swap exchange", r"(?:swap|exchange) (?:the )?(?P<monster>.+)", Wording.swap),
    ("put", r"put back (?P<cards>.+)", Wording.put_back),
    ("search", r"search (?:the |my )?deck", Wording.search_deck),
    ("borrow", r"borrow (?P<card>.+?)(?: from player (?P<player>[1-9]))?", Wording.borrow),
    ("equip", r"equip (?P<hero>.+?) with (?P<weapon>.+)", Wording.equip),
    ("equip", r"equip (?P<weapon>.+?) (?:on|to) (?P<hero>.+)", Wording.equip),
    ("takes", r"(?P<hero>.+?) takes (?P<weapon>.+)", Wording.take_up),
    ("carries wields", r"(?P<hero>.+?) (?:carries|wields) (?P<weapon>.+)", Wording.equip),
    ("give feed", r"(?P<verb>give|feed) (?P<given>.+?) to (?P<hero>.+)", Wording.give),
    ("feed", r"(?P<verb>feed) (?P<hero>.+?) with (?P<given>.+)", Wording.give),
    ("eat eats", r"(?P<hero>.+?) eats? (?P<food>.+)", Wording.eat),
    ("throw", r"throw (?:the )?(?P<card>.+)", Wording.throw),
    ("use play cast", r"(?:use|play|cast) (?P<use>.+)", Wording.use),
)
"""Words of which each text of a shape has one, so that few shapes need compiling; the shape; its meaning."""

_VERBS = (
    *("arrange", "attack", "borrow", "buy", "destroy", "discard", "draw", "end", "enter", "equip", "feed"),
    *("give", "level", "pass", "put", "rest", "reveal", "search", "send", "set", "swap", "take", "throw"),
    *("use", "visit"),
)
