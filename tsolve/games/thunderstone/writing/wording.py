"""The meaning of each form of a written action."""

from __future__ import annotations

import re
from itertools import product

import msgspec

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
from tsolve.games.thunderstone.copies import member_name
from tsolve.games.thunderstone.effects.battle.weakening import is_for_all, pools_of
from tsolve.games.thunderstone.state import NONE
from tsolve.games.thunderstone.symmetry import are_alike
from tsolve.games.thunderstone.target import split_rank
from tsolve.games.thunderstone.turn.discarding import least_useful
from tsolve.games.thunderstone.turn.levels import next_levels
from tsolve.games.thunderstone.turn.looking import plain
from tsolve.games.thunderstone.writing.using import Using, throws
from tsolve.turns.card_names import copy_named
from tsolve.turns.written import Written


class _Forgone(msgspec.Struct, frozen=True):
    """What an explicit pass leaves undone."""

    word: str
    step: str
    """The step of a visit to the Village that it ends; empty for a pass that only answers."""
    turn: str
    """The kind of turn that it belongs to; empty for any."""
    elsewhere: str = ""
    """Why nobody does so in another kind of turn."""
    ruling: str = ""


_FORGONE = (
    _Forgone("purchases", "effects", "village", "you buy cards only in the Village", "TS-4.4"),
    _Forgone("level", "buying", "village", "you level up Heroes only in the Village", "TS-4.5"),
    _Forgone("buy", "buying", "village", "you buy cards only in the Village", "TS-4.4"),
    _Forgone("attack", "", "dungeon", "you attack only in the Dungeon", "TS-7.4"),
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
