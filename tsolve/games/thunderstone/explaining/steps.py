"""Questions about a single action: equip, and whatever else can be written as a step of a line."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec.structs import replace

from tsolve.engine.explore import Arrival
from tsolve.games.thunderstone.actions import Action, Destroy, Equip, Use, Visit
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.abilities.adding import Rally, ReuseSpell
from tsolve.games.thunderstone.effects.base import Reason
from tsolve.games.thunderstone.explaining import obstacles as standing
from tsolve.games.thunderstone.explaining.obstacles import Obstacle
from tsolve.games.thunderstone.explaining.question import Question
from tsolve.games.thunderstone.explaining.walk import Moves, prepares
from tsolve.games.thunderstone.explaining.world import World, state_change, with_cards
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import NONE, State, TurnKind
from tsolve.games.thunderstone.writing.naming import HAND
from tsolve.games.thunderstone.writing.reading import read
from tsolve.games.thunderstone.writing.wording import Wording
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.turns.card_names import copy_named
from tsolve.turns.why_not.question import ActionQuestion
from tsolve.turns.written import Written


class Step(ActionQuestion[World, State, Action], Question):
    """Whether an action is legal in some position that the turn can reach."""

    place: TurnKind | Literal[""]

    @abstractmethod
    def plain(self, world: World, state: State) -> Action:
        """The action asked for, legal or not, with the cards that are there."""

    def enter(self, world: World) -> Arrival[State, Action] | None:
        return world.enter(self.place)

    def moves(self, world: World) -> Moves:
        return prepares()

    def is_done(self, world: World, state: State) -> bool:
        return self.wanted(world, state) is not None

    def refusal(self, world: World) -> Reason:
        inside = world.enter(self.place)
        assert inside is not None, "another kind of turn is an obstacle"
        refused = world.game.why_not(inside.state, self.plain(world, inside.state))
        if refused is None:
            return "the rules do not allow it", ("TS-3.1",)
        return refused.reason, refused.rulings


def places_of(state: State, card: str) -> list[int]:
    """Where a card is in the hand."""
    return [index for index, member in enumerate(state.party) if member.card == card and not member.left]


def first_legal(game: Thunderstone, state: State, tried: Iterator[Action]) -> Action | None:
    return next((action for action in tried if game.why_not(state, action) is None), None)


class EquipStep(Step):
    """Whether the Hero can carry the Weapon."""

    place = "dungeon"
    quantities = ("strength",)

    def __init__(self, text: str, weapon: str, hero: str) -> None:
        self.text, self.weapon, self.hero = text, weapon, hero

    def moves(self, world: World) -> Moves:
        return prepares(self.weapon, self.hero)

    def wanted(self, world: World, state: State) -> Action | None:
        return first_legal(world.game, state, self._tried(state))

    def plain(self, world: World, state: State) -> Action:
        return next(self._tried(state), Equip(NONE, NONE))

    def obstacles(self, world: World) -> Iterator[Obstacle]:
        yield from standing.other_turn(world, "dungeon")
        for card in dict.fromkeys((self.weapon, self.hero)):
            yield from standing.not_in_hand(world, card, "dungeon")
        yield from standing.weights(world, [self.weapon], self.hero)

    def may_help(self, world: World, card: Card) -> bool:
        if world.state.turn not in ("", "dungeon"):
            return False
        effects = [effect for ability in card.abilities for effect in ability.do if ability.when == "dungeon"]
        serves = any(
            not effect.quiet or isinstance(effect, Rally) or effect.target == "hero" for effect in effects
        )
        book = world.game.book
        carried = card.id in book.strengthening or card.id in book.hands
        return serves or carried or card.id in (self.weapon, self.hero)

    def _tried(self, state: State) -> Iterator[Action]:
        for weapon in places_of(state, self.weapon):
            for hero in places_of(state, self.hero):
                yield Equip(weapon, hero)


class WrittenStep(Step):
    """Whether an action that somebody wrote is legal at some time of the turn."""

    def __init__(self, text: str, ruleset: Ruleset[Card], world: World) -> None:
        """Raises InputError for a text that is no action."""
        self.text, self.ruleset = text, ruleset
        inside = world.enter(world.state.turn or "dungeon")
        there = world if inside is None else replace(world, state=inside.state)
        self._absent = tuple(self._missing(there))
        there = _holding(there, self._absent)
        self._meant = self._read(there, there.state).action
        self.place = _place(there, self._meant)
        self._card = there.state.party[self._meant.card].card if isinstance(self._meant, Use) else ""

    def moves(self, world: World) -> Moves:
        ability = self._ability(world)
        carried = ability is not None and any(
            effect.thrown_attack() or isinstance(effect, ReuseSpell) for effect in ability.do
        )
        return prepares(self._card if carried else "")

    def wanted(self, world: World, state: State) -> Action | None:
        if not all(places_of(state, card) for card in self._absent):
            return None
        written = self._read(world, state)
        legal = written.is_whole and world.game.why_not(state, written.action) is None
        return written.action if legal else None

    def plain(self, world: World, state: State) -> Action:
        return self._read(world, state).action

    def refusal(self, world: World) -> Reason:
        inside = world.enter(self.place)
        assert inside is not None, "another kind of turn is an obstacle"
        written = self._read(world, inside.state)
        if written.beyond is not None:
            return written.beyond
        reason, rulings = super().refusal(world)
        return (f"{written.absent} is not {written.where}" if written.absent else reason), rulings

    def obstacles(self, world: World) -> Iterator[Obstacle]:
        yield from standing.other_turn(world, self.place)
        for card in self._absent:
            yield from standing.not_in_hand(world, card, self.place)
        ability = self._ability(world)
        if ability is not None:
            there = _holding(world, tuple(card for card in self._absent if not places_of(world.state, card)))
            yield from standing.no_price(there, self._card, ability)
            yield from standing.no_hero(there, self._card, ability)

    def may_help(self, world: World, card: Card) -> bool:
        if world.state.turn not in ("", self.place):
            return False
        reveals = any(ability.reveals for ability in card.abilities)
        return not self._absent or reveals or card.id in self._absent

    def _ability(self, world: World) -> Ability | None:
        if not isinstance(self._meant, Use):
            return None
        abilities = world.cards[self._card].abilities
        return abilities[self._meant.ability] if self._meant.ability < len(abilities) else None

    def _read(self, world: World, state: State) -> Written[Action]:
        return read(world.game, self.ruleset, state, self.text, wording=_Lenient)

    def _missing(self, world: World) -> Iterator[str]:
        """The cards that the text needs in the hand and that are not there."""
        while (written := self._read(world, world.state)).where == HAND:
            found = self.ruleset.names.resolve(copy_named(self.ruleset, written.absent)[0])
            if not isinstance(found, Match) or places_of(world.state, found.id):
                return
            yield found.id
            world = _holding(world, (found.id,))


class _Lenient(Wording):
    """Accepts any of the legal actions that a text could mean."""

    def only_legal(self, actions: Iterable[Action]) -> Written[Action]:
        return self.first_legal(dict.fromkeys(actions))


def _holding(world: World, cards: tuple[str, ...]) -> World:
    return state_change(with_cards(*cards))(world)


def _place(world: World, action: Action) -> TurnKind | Literal[""]:
    """The kind of turn that the action belongs to; "" for any."""
    if isinstance(action, Use) and 0 <= action.card < len(world.state.party):
        abilities = world.cards[world.state.party[action.card].card].abilities
        return abilities[action.ability].when if action.ability < len(abilities) else ""
    if isinstance(action, Destroy):
        return "rest"
    if isinstance(action, Visit):
        return ""
    return world.state.turn
