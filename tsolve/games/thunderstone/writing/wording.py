"""What the parts of a written action mean in a position: names, copies, Ranks, abilities, prices, targets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import permutations, product
from typing import NamedTuple

from tsolve.diagnostics import Diagnostics, Span, input_error
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
    Silence,
    Suffer,
    Swap,
    Take,
    TurnUp,
    Use,
    UseTreasure,
    Visit,
)
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.deeds.throw import Throw
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import NONE, UNSEEN, State
from tsolve.games.thunderstone.turn import abilities
from tsolve.games.thunderstone.turn.hall import RANKS, slot
from tsolve.games.thunderstone.turn.levels import next_levels
from tsolve.games.thunderstone.turn.looking import plain
from tsolve.games.thunderstone.turn.naming import NAMES
from tsolve.games.thunderstone.turn.treasures import effect_of
from tsolve.games.thunderstone.writing.card_names import resolve
from tsolve.games.thunderstone.writing.notation import arranged
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.text import squash


class Written(NamedTuple):
    """What a text says."""

    action: Action
    absent: str = ""
    """A card that the action needs and that is not where the text has it; then the action is not legal."""
    step: str = ""
    """The step of the turn that a written pass belongs to, when the text says so."""


class Wording:
    """One text in one position; a method for each shape of text, and the look-ups that they share."""

    def __init__(self, game: Thunderstone, ruleset: Ruleset[Card], state: State, span: Span | None) -> None:
        self.game = game
        self.book = game.book
        self.ruleset = ruleset
        self.state = state
        self.span = span
        self.absent = ""

    # names

    def card(self, name: str) -> str:
        """The id of a card. Raises InputError."""
        found = Diagnostics()
        card = resolve(self.ruleset, name, found, self.span)
        found.raise_if_any()
        return card

    def members(self, text: str) -> list[int]:
        """The places of a card of the hand: all its copies, or the one with this number."""
        name, number = number_of(text)
        card = self.card(name)
        copies = [index for index, member in enumerate(self.state.party) if member.card == card]
        chosen = copies[number - 1 : number] if number else copies
        if not chosen:
            self.absent = text
        return chosen or [NONE]

    def ranks(self, text: str) -> list[int]:
        """The Ranks where a Monster stands, by its name or by the Rank itself."""
        if match := _RANK.fullmatch(text):
            return [int(match[1])]
        match = _IN_RANK.fullmatch(text)
        name = match[1] if match else text
        card = UNSEEN if name.casefold() == "an unknown card" else self.card(name)
        outside = tuple(place for place in self.state.places if place < 0)
        wanted = self.state.places if match is None else (int(match[2]),) if match[2] else outside
        found = [rank for rank in self.state.places if slot(self.state, rank).card == card and rank in wanted]
        if not found:
            self.absent = text
        return found or [0]

    # choices

    def first_legal(self, actions: Iterable[Action]) -> Written:
        """The first action that is legal, else the first."""
        candidates = list(actions)
        legal = (action for action in candidates if self.game.why_not(self.state, action) is None)
        return Written(next(legal, candidates[0]), self.absent)

    def only_legal(self, actions: Iterable[Action]) -> Written:
        """Like `first_legal`, but legal actions that differ in more than the copy are unclear (TS322)."""
        candidates = list(dict.fromkeys(actions))
        legal = [action for action in candidates if self.game.why_not(self.state, action) is None]
        texts = {re.sub(r" #\d+", "", self.game.notation(self.state, action)) for action in legal}
        if len(texts) > 1:
            raise input_error(
                "TS322", "this could mean several actions", self.span, "; or ".join(sorted(texts))
            )
        return Written(legal[0] if legal else candidates[0], self.absent)

    # shapes

    def visit(self, match: re.Match[str]) -> Written:
        place = (match["place"] or "rest").casefold()
        return Written(Visit(place))  # type: ignore[arg-type]

    def finish(self, match: re.Match[str]) -> Written:
        steps = {"purchases": "effects", "level": "buying", "turn": "levelling"}
        step = next((steps[word] for word in steps if word in match[0].casefold()), "")
        return Written(Pass(), step=step)

    def draw(self, match: re.Match[str]) -> Written:
        return Written(Draw(self.card(match["card"])))

    def reveal(self, match: re.Match[str]) -> Written:
        card = self.card(match["card"])
        marked = [event for event, _ in self.game.chance(self.state) if isinstance(event, Reveal)]
        fitting = [event for event in marked if event.card.rstrip("*") == card]
        return Written(fitting[0] if fitting else Reveal(card))

    def attack(self, match: re.Match[str]) -> Written:
        return self.first_legal(Attack(rank) for rank in self.ranks(match["monster"]))

    def buy(self, match: re.Match[str]) -> Written:
        return Written(Buy(self.card(match["card"])))

    def level_up(self, match: re.Match[str]) -> Written:
        heroes = self.members(match["hero"])
        if match["into"]:
            into = self.card(match["into"])
            return self.first_legal(LevelUp(hero, into) for hero in heroes)
        name, _ = number_of(match["hero"])
        following = next_levels(self.book, self.state, self.card(name)) or [self.card(name)]
        return self.only_legal(LevelUp(hero, into) for hero in heroes for into in following)

    def destroy(self, match: re.Match[str]) -> Written:
        state = self.state
        if match["revealed"] or any(isinstance(action, DestroyFound) for action in self.waiting()):
            return Written(DestroyFound(self.card(match["card"])))
        places = self.members(match["card"])
        if not state.todo and state.step != "resting":
            itself = self.uses(places, lambda ability: ability.destroy == "self" or _throws(ability), [NONE])
            if itself:
                return self.first_legal(itself)
        return self.first_legal(Destroy(place) for place in places)

    def discard(self, match: re.Match[str]) -> Written:
        mover = self.game.mover(self.state)
        player = int(match["player"]) - 1 if match["player"] else max(mover, 0)
        return Written(Discard(player, self.card(match["card"])))

    def give_up(self, match: re.Match[str]) -> Written:
        return Written(GiveUp(int(match["player"]) - 1, self.card(match["card"])))

    def turn_up(self, match: re.Match[str]) -> Written:
        return Written(TurnUp(int(match["player"]) - 1, self.card(match["card"])))

    def suffer(self, match: re.Match[str]) -> Written:
        pool = "magic" if "magic" in match["pool"].casefold() else "attack"
        if match["hero"]:
            return self.first_legal(Suffer(pool, hero) for hero in self.members(match["hero"]))  # type: ignore[arg-type]
        asked = [action for action in self.waiting() if isinstance(action, Suffer)]
        fitting = [action for action in asked if action.pool == pool]
        hero = asked[0].hero if asked else NONE
        return self.first_legal([*fitting, Suffer(pool, hero)])  # type: ignore[arg-type]

    def silence(self, match: re.Match[str]) -> Written:
        return self.first_legal(Silence(hero) for hero in self.members(match["hero"]))

    def send_down(self, match: re.Match[str]) -> Written:
        return self.first_legal(SendDown(rank) for rank in self.ranks(match["monster"]))

    def swap(self, match: re.Match[str]) -> Written:
        return self.first_legal(Swap(rank) for rank in self.ranks(match["monster"]))

    def put_back(self, match: re.Match[str]) -> Written:
        """The cards from the top down; those of the Dungeon Deck may bear a mark that nobody writes."""
        cards = tuple(self.card(name.strip()) for name in match["cards"].split(","))
        asked = [action for action in self.waiting() if isinstance(action, PutBack)]
        fitting = [action for action in asked if tuple(map(plain, action.cards)) == cards]
        return Written(fitting[0] if fitting else PutBack(cards))

    def take(self, match: re.Match[str]) -> Written:
        return Written(Take(self.card(match["card"])))

    def search_deck(self, match: re.Match[str]) -> Written:
        return Written(SearchDeck())

    def set_aside(self, match: re.Match[str]) -> Written:
        return Written(SetAside())

    def react(self, match: re.Match[str]) -> Written:
        return Written(React(int(match["player"]) - 1, self.card(match["card"])))

    def use_treasure(self, match: re.Match[str]) -> Written:
        """Another player uses a Treasure."""
        return self._with_treasure(self.card(match["card"]), int(match["player"]) - 1, "")

    def _with_treasure(self, treasure: str, player: int, on: str) -> Written:
        seats = range(len(self.state.players))
        if not (player in seats and treasure in [each.card for each in self.state.players[player].treasures]):
            self.absent = self.book.name(treasure)
        effect = effect_of(self.book, treasure)
        places = self.members(on) if on else effect.cards(self.book, self.state)[:1] if effect else []
        return self.first_legal(UseTreasure(player, treasure, place) for place in places or [NONE])

    def borrow(self, match: re.Match[str]) -> Written:
        card = self.card(match["card"])
        if match["player"]:
            return Written(Borrow(int(match["player"]) - 1, card))
        return self.first_legal([Borrow(player, card) for player in range(len(self.state.players))])

    def equip(self, match: re.Match[str]) -> Written:
        return self.arm(match["weapon"], match["hero"])

    def arm(self, weapon: str, hero: str) -> Written:
        """Give a Weapon to a Hero."""
        return self.first_legal(Equip(w, h) for h, w in product(self.members(hero), self.members(weapon)))

    def give(self, match: re.Match[str]) -> Written:
        """A Weapon is equipped, anything else is used on the Hero."""
        given = self.card(number_of(match["given"])[0])
        if self.book.card(given).is_weapon:
            return self.arm(match["given"], match["hero"])
        return self.use_on(match["given"], match["hero"])

    def eat(self, match: re.Match[str]) -> Written:
        """A Hero that lives on destroyed Food eats it; any other is fed with it."""
        eaters, foods = self.members(match["hero"]), self.members(match["food"])
        uses = self.uses(eaters, lambda ability: ability.destroy == "food" and len(ability.do) == 1, foods)
        return self.first_legal(uses) if uses else self.use_on(match["food"], match["hero"])

    def throw(self, match: re.Match[str]) -> Written:
        places = self.members(match["card"])
        return self.first_legal(self.uses(places, _throws, [NONE]) or [Use(place, 0) for place in places])

    def use_on(self, card: str, hero: str) -> Written:
        places, heroes = self.members(card), self.members(hero)
        number = self.numbers(
            self.card(number_of(card)[0]), lambda ability: any(d.target == "hero" for d in ability.do)
        )
        return self.first_legal(Use(p, n, target=h) for n, p, h in product(number or [0], places, heroes))

    def use(self, match: re.Match[str]) -> Written:
        """Use an ability: which one is told by the text in parentheses and by the price."""
        treasure = self.card(number_of(match["card"])[0])
        if self.ruleset.cards[treasure].kind == "treasure":
            return self._with_treasure(treasure, self.state.active, match["target"] or "")
        places = self.members(match["card"])
        card = self.card(number_of(match["card"])[0])
        none = len(self.book.card(card).abilities) if match["ability"] else 0
        numbers = self.numbers(card, self.ability_filter(card, match)) or [none]
        tried = [use for use in abilities.attempts(self.book, self.state) if use.card in places]
        uses: list[Action] = []
        for number, place in product(numbers, places):
            known = [use for use in tried if use.card == place and use.ability == number]
            for price in self.prices(card, number, match["price"], known):
                for target, order in self.targets(card, number, match, known):
                    uses.append(Use(place, number, price, target, order))
        return self.only_legal(uses)

    # the parts of a use

    def numbers(self, card: str, fits: Callable[[Ability], bool]) -> list[int]:
        """The numbers of a card's abilities that fit; those of this place of the turn first."""
        listed = [
            (a.when != self.state.turn, n) for n, a in enumerate(self.book.card(card).abilities) if fits(a)
        ]
        return [number for _, number in sorted(listed)]

    def uses(self, places: list[int], fits: Callable[[Ability], bool], prices: list[int]) -> list[Use]:
        """Uses of the abilities that fit, of the cards at these places."""
        cards = [(place, self.state.party[place].card) for place in places if place != NONE]
        return [Use(p, n, price) for p, card in cards for n in self.numbers(card, fits) for price in prices]

    def ability_filter(self, card: str, match: re.Match[str]) -> Callable[[Ability], bool]:
        if match["ability"]:
            wanted = squash(match["ability"])
            own_texts = [
                squash(ability.say().partition(": ")[2]) for ability in self.book.card(card).abilities
            ]
            if wanted in own_texts:
                return lambda ability: squash(ability.say().partition(": ")[2]) == wanted
            return lambda ability: wanted in squash(ability.say())
        if match["price"]:
            own = squash(match["price"]) in ("it", "itself", "thiscard", squash(number_of(match["card"])[0]))
            if own:
                return lambda ability: ability.destroy == "self"
            away = "discard" if match["paying"].casefold() == "discarding" else "destroy"
            as_said = [ability for ability in self.book.card(card).abilities if getattr(ability, away)]
            return lambda ability: ability.price is not None and (ability in as_said or not as_said)
        if any(_is_free(ability) for ability in self.book.card(card).abilities):
            return _is_free
        return lambda ability: ability.destroy != "self"

    def prices(self, card: str, number: int, text: str | None, known: list[Use]) -> list[int]:
        own = self.book.card(card).abilities[number : number + 1]
        if not own or own[0].price is None:
            return [NONE]
        return self.members(text) if text else list(dict.fromkeys(use.price for use in known)) or [NONE]

    def targets(
        self, card: str, number: int, match: re.Match[str], known: list[Use]
    ) -> list[tuple[int, tuple[int, ...]]]:
        own = self.book.card(card).abilities[number : number + 1]
        kind = next((deed.target for deed in own[0].do if deed.target != "none"), "none") if own else "none"
        if match["order"]:
            wanted = [name.strip().casefold() for name in match["order"].split(",")]
            return [(NONE, order) for order in permutations(RANKS) if self._is_order(order, wanted)] or [
                (0, ())
            ]
        if kind == "none":
            return [(NONE, ())]
        if match["target"]:
            return [(place, ()) for place in self.pointed_at(kind, match["target"])]
        return list(dict.fromkeys((use.target, use.order) for use in known if not use.order)) or [(NONE, ())]

    def pointed_at(self, kind: str, text: str) -> list[int]:
        """What the text names as the target of an ability."""
        if kind in ("hero", "spell"):
            return self.members(text)
        if kind == "kind":
            return [n for n, name in enumerate(NAMES) if name.casefold() == text.casefold()] or [NONE]
        if kind == "player":
            seat = re.fullmatch(r"player ([1-9])", text, re.IGNORECASE)
            return [int(seat[1]) - 1 if seat else NONE]
        return self.ranks(text)

    def _is_order(self, order: tuple[int, ...], wanted: list[str]) -> bool:
        """Whether the names may mean this order, with the marks of spent Breaches or without any."""
        marked = [name.casefold() for name in arranged(self.book, self.state, order)]
        return wanted in (marked, [self.book.name(slot(self.state, rank).card).casefold() for rank in order])

    def waiting(self) -> list[Action]:
        """The answers that a waiting choice allows."""
        return self.game.legal_actions(self.state) if self.state.todo else []


def _is_free(ability: Ability) -> bool:
    """Whether no card is given up for it."""
    return ability.destroy is None and ability.price is None


def _throws(ability: Ability) -> bool:
    return any(isinstance(deed, Throw) for deed in ability.do)


def number_of(text: str) -> tuple[str, int]:
    """`Militia #2` as the name and the number; 0 when there is none."""
    match = re.fullmatch(r"(.+?)\s*#\s*([0-9]{1,3})", text.strip())
    return (match[1], int(match[2])) if match else (text.strip(), 0)


_RANK = re.compile(r"(?:the )?(?:monster (?:of|in) )?rank ([0-9]{1,3})", re.IGNORECASE)
_IN_RANK = re.compile(r"(.+?) (?:in|of) (?:rank ([0-9]{1,3})|space 0)", re.IGNORECASE)
