"""A position whose facts can be changed: cards, readings and what lies on the table.

A changed world is judged by the same engine and the same planner. So no extra rules are needed for an
obstacle that is switched off, or a card that is added. An added card that reveals nothing, and is no price
for an ability that does, does not affect which situations may come about; so they are found once, with a
blank card in its place.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.cardkit.piles import contents
from tsolve.engine import Arrival, Probe
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.ability_bonuses import AttackPer, LightOfLevel, ReuseSpell
from tsolve.games.thunderstone.effects.ability_draws import DrawForStrength, DrawPerKin, DrawUnmatched
from tsolve.games.thunderstone.effects.ability_moves import DestroyCard
from tsolve.games.thunderstone.effects.base import MonsterTrait
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.card_facts import spares_hands
from tsolve.games.thunderstone.state import Member, State, TurnKind
from tsolve.games.thunderstone.turn import hand
from tsolve.games.thunderstone.turn.other_players import may_turn_back
from tsolve.rules.rulings import Provenance

if TYPE_CHECKING:
    from tsolve.games.thunderstone.planning.dungeon import PlannedLine
    from tsolve.games.thunderstone.planning.evaluator import Evaluator
    from tsolve.games.thunderstone.planning.situations import Explorer, LeftOut, Level, Situation
    from tsolve.games.thunderstone.turn.hall import Target
    from tsolve.games.thunderstone.why_not.battles import BestBattle


ADDED_CARD = "added"
"""The id of a card that is in no box: it gives what a repair adds."""


class StandIn:
    """The situations of an explorer, with a real card in place of the blank one."""

    def __init__(self, blank: Explorer, place: int, card: str) -> None:
        self.blank, self.place, self.card = blank, place, card

    @property
    def complete(self) -> bool:
        """As `Explorer.complete`."""
        return self.blank.complete

    @property
    def robbed(self) -> bool:
        """As `Explorer.robbed`."""
        return self.blank.robbed

    @property
    def prepares(self) -> bool:
        """As `Explorer.prepares`."""
        return self.blank.prepares

    @property
    def stopped_at(self) -> list[LeftOut]:
        """As `Explorer.stopped_at`."""
        return self.blank.stopped_at

    @property
    def left_out(self) -> tuple[str, ...]:
        """As `Explorer.left_out`."""
        return self.blank.left_out

    def levels(self) -> Iterator[Level]:
        """As `Explorer.levels`."""
        for level in self.blank.levels():
            yield replace(level, situations=tuple(map(self._stood, level.situations)))

    def _stood(self, situation: Situation) -> Situation:
        return replace(situation, state=with_card_at(situation.state, self.place, self.card))


def with_card_at(state: State, place: int, card: str) -> State:
    """The position with another card in place of a card of the hand, wherever that one is now."""
    blank = state.party[place].card
    party = (*state.party[:place], replace(state.party[place], card=card), *state.party[place + 1 :])
    tally = state.tally
    if blank in tally.destroyed:
        tally = replace(tally, destroyed=tuple(card if each == blank else each for each in tally.destroyed))
    if any(each == blank for _, each, _ in tally.moved):
        moved = ((owner, card if each == blank else each, by) for owner, each, by in tally.moved)
        tally = replace(tally, moved=tuple(moved))
    removed = tuple(card if each == blank else each for each in state.removed)
    return replace(state, party=party, tally=tally, removed=removed)


_MUSTERING = (AttackPer, LightOfLevel, ReuseSpell, DrawForStrength, DrawPerKin, DrawUnmatched)
"""Effects that reveal more or less depending on the rest of the hand."""


def has_no_part(book: Book, state: State) -> bool:
    """Whether the last card of the hand cannot change which situations may come about."""
    if not state.party or state.party[-1] != Member(state.party[-1].card):
        return False
    card = book.card(state.party[-1].card)
    showing = [ability for each in within_reach(book, state) for ability in _showing(book.card(each))]
    asked = {ability.price for ability in showing}
    met = (*(slot.card for slot in state.standing), *contents(state.dungeon))
    takes_cards = not all(spares_hands(book.card(each)) for each in met if each in book.cards)
    serves = card.is_hero and any(effect.target == "hero" for ability in showing for effect in ability.do)
    either = (card, book.card(ADDED_CARD))  # a blank card may be paid as a price where this one cannot
    fitting = (hand.pays_for(price, each) for price in asked if price is not None for each in either)
    priced = card.is_disease or any(fitting)
    effects = [effect for ability in showing for effect in ability.do]
    takes_cards = takes_cards or (any(each.takes_cards for each in effects) and may_turn_back(book, state))
    looks = any(isinstance(each, _MUSTERING) or each.sees_hands or not each.stated for each in effects)
    sacrifices = any(isinstance(effect, DestroyCard) for effect in effects)
    orders = sacrifices and book.reads("used_card_as_cost", "never")  # as `order_matters` says
    return not (takes_cards or serves or priced or looks or orders or any(_showing(card)))


def within_reach(book: Book, state: State, held: bool = True) -> Iterable[str]:
    """The cards that may act in this turn: the player's own, the `held` ones, and those that may be borrowed.

    Unknown cards never act, since no situation goes on from them.
    """
    hand = state.party if held else ()
    mine = (*(member.card for member in hand), *contents(state.me.deck), *state.me.discard)
    lent = (card for player in state.players for card in (*(player.hand or ()), *player.discard))
    return dict.fromkeys(card for card in (*mine, *lent) if card in book.cards)


def _showing(card: Card) -> Iterator[Ability]:
    """Its abilities in the Dungeon that show cards or change the Hall."""
    inside = (ability for ability in card.abilities if ability.when == "dungeon")
    return (ability for ability in inside if ability.reveals or ability.commits_late)


_IN_BATTLE = frozenset(("light_factor",))
"""Readings that count only in a battle."""
REMEMBERED = 4
"""Searches for situations that are kept."""


class Rules(msgspec.Struct, frozen=True, dict=True):
    """Facts of cards and readings, with a cache of everything worked out under them."""

    cards: Mapping[str, Card]
    readings: Mapping[str, str]
    harmless_disease: bool = False
    """A Disease lowers nothing."""
    origin: Rules | None = None
    """The rules of the position itself, of which these are a changed copy; None if these are the rules of the
    position.
    """
    book: Book | None = None
    """A book with nearly the same cards, whose results are reused."""
    probe: Probe[State, Action] | None = None
    """The probe that watches the position's own rules."""

    @cached_property
    def game(self) -> Thunderstone:
        """The game under these facts and readings."""
        book = Book(self.cards, self.readings, self.book)
        if self.harmless_disease:
            book.ailing = frozenset()
        return Thunderstone(book, self.probe)

    @cached_property
    def asking(self) -> Thunderstone:
        """The same game, in which a choice with one answer is a step, too."""
        return self.game.asking()

    @cached_property
    def _evaluators(self) -> dict[tuple[str, ...], Evaluator]:
        return {}

    def evaluator(self, goal: tuple[str, ...]) -> Evaluator:
        """The evaluator of battles by this goal, always the same one since it caches its results."""
        if goal not in self._evaluators:
            from tsolve.games.thunderstone.planning.evaluator import Evaluator

            self._evaluators[goal] = Evaluator(self.game, goal)
        return self._evaluators[goal]

    @cached_property
    def _explorers(self) -> dict[State, Explorer]:
        return {}

    @cached_property
    def reached(self) -> dict[tuple[Hashable, Target, str], tuple[int | None, tuple[str, ...]]]:
        """Cache: the greatest amounts that battles from a position reach, and what was left out."""
        return {}

    @cached_property
    def best_plays(self) -> dict[tuple[State, Target, str, int], BestBattle | None]:
        """Cache: the greatest amount of each aim that battles from a position reach."""
        return {}

    @cached_property
    def robbed(self) -> set[State]:
        """Positions from which cards of the player's hand are taken, so that the order of preparations
        matters.
        """
        return set()

    @cached_property
    def _searched(self) -> dict[tuple[Situation, tuple[str, ...], Target], PlannedLine | None]:
        return {}

    def searched(self, start: Situation, goal: tuple[str, ...], target: Target) -> PlannedLine | None:
        """The best line by trying in the engine all actions that reveal nothing more; the result serves every
        amount asked for.

        Raises SpentError, also where there are too many positions to try.
        """
        from tsolve.games.thunderstone.planning.dungeon import search_engine

        asked = (start, goal, target)
        if asked not in self._searched:
            try:
                self._searched[asked] = search_engine(self.game, start, goal, target, quiet=True)
            except TooLargeError:
                raise SpentError from None
        return self._searched[asked]

    def explore(self, state: State, prepares: bool = False) -> Explorer | StandIn:
        """The situations that may come about before the party is prepared; with `prepares`, preparing it is
        searched, too, step by step, while something may still be revealed.

        Changes that only matter in a battle do not affect the situations, so they are found once, under the
        original rules.
        """
        if self.origin is not None and not (self._hall_otherwise or (prepares and self._prepares_otherwise)):
            return self.origin.explore(state, prepares)
        added = any(member.card == ADDED_CARD for member in state.party)
        if not added and not prepares and has_no_part(self.game.book, state):
            place = len(state.party) - 1
            blank = self._explore(with_card_at(state, place, ADDED_CARD))
            return StandIn(blank, place, state.party[place].card)
        return self._explore(state, prepares)

    def _explore(self, state: State, prepares: bool = False) -> Explorer:
        from tsolve.games.thunderstone.planning.situations import Explorer, explored

        if prepares:
            return explored(self.game, state, prepares)
        known = self._explorers
        explorer = known.pop(state, None) or Explorer(self.game, state)
        if len(known) == REMEMBERED:
            del known[next(iter(known))]  # the least recently used one
        known[state] = explorer
        return explorer

    @cached_property
    def _changed(self) -> list[tuple[Card, Card]]:
        """The changed cards: as they are in the position itself, and as they are under these rules."""
        before = {} if self.origin is None else self.origin.cards
        cards = ((before.get(id_), card) for id_, card in self.cards.items())
        return [(was, card) for was, card in cards if was is not None and card is not was]

    @cached_property
    def _hall_otherwise(self) -> bool:
        """Whether the rules for moving a Monster, or for using Spells against it, differ from those of the
        position itself.
        """
        return any(_lasting(was) != _lasting(card) for was, card in self._changed)

    @cached_property
    def _prepares_otherwise(self) -> bool:
        """Whether more than the course of a battle is changed, so that the party may be prepared in other
        ways.
        """
        assert self.origin is not None
        before = self.origin.readings
        readings = {key for key, option in self.readings.items() if before[key] != option}
        return not readings <= _IN_BATTLE or any(
            _before_battle(was) != _before_battle(card) for was, card in self._changed
        )

    def changed(self, **changes: Any) -> Rules:
        """These rules with other facts or readings."""
        return replace(self, **changes, origin=self.origin or self, probe=None)


def _before_battle(card: Card) -> Card:
    """The facts of a card that count before a battle."""
    if card.id == ADDED_CARD:
        return replace(card, attack=None, magic_attack=None, light=None)
    if not card.is_monster:
        return card
    return replace(card, health=None, battle=(), traits=_lasting(card))


def _lasting(card: Card) -> tuple[MonsterTrait, ...]:
    """The traits of a Monster that work before the battle against it."""
    monster_traits = (trait for trait in card.traits if isinstance(trait, MonsterTrait))
    return tuple(guard for guard in monster_traits if guard.stays or guard.voids_spells)


class World(msgspec.Struct, frozen=True):
    """A position with the rules that it is judged by."""

    rules: Rules
    state: State
    content_with_nothing: bool = False
    """Whether any amount asked for counts as reached."""

    @property
    def game(self) -> Thunderstone:
        """The game under these rules."""
        return self.rules.game

    @property
    def cards(self) -> Mapping[str, Card]:
        """The facts of the cards."""
        return self.rules.cards

    def enter(self, place: TurnKind | Literal[""]) -> Arrival[State, Action] | None:
        """The position inside that kind of turn, "" for any; None in another kind of turn, or once the game
        is over.
        """
        if self.state.over:
            return None
        if self.state.step == "choose" and place:
            return Arrival(self.game.apply(self.state, Visit(place)), (Visit(place),))
        return Arrival(self.state) if place in ("", self.state.turn) else None


def world_of(game: Thunderstone, state: State) -> World:
    """The position under the rules of a game."""
    cards = {**game.book.cards, ADDED_CARD: Card(ADDED_CARD, "(added)", "village", Provenance())}
    return World(Rules(cards, game.book.readings, book=game.book, probe=game.probe), state)
