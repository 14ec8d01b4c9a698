"""Questions about a single action: equip, and whatever can be written as a step of a line."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Literal

from msgspec.structs import replace

from tsolve.cardkit.piles import has_unknown
from tsolve.cardkit.tasks import Reason
from tsolve.contract.step_reader import Written
from tsolve.engine import Arrival
from tsolve.games.thunderstone.actions import (
    ENGINE,
    Action,
    Buy,
    Destroy,
    Equip,
    LevelUp,
    Use,
    UseTreasure,
    Visit,
    turn_in,
)
from tsolve.games.thunderstone.answers import Discard, Given, GiveUp, React, Take
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.changes import table_change, with_cards
from tsolve.games.thunderstone.effects.ability_bonuses import Rally
from tsolve.games.thunderstone.effects.ability_moves import TradeUp
from tsolve.games.thunderstone.effects.base import AbilityEffect
from tsolve.games.thunderstone.effects.battle_destroying import MustGiveUp
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.situations import BREACH, PLACEHOLDER, has_stranger, why_no_further
from tsolve.games.thunderstone.state import NONE, UNSEEN, State, TurnKind, are_alike
from tsolve.games.thunderstone.turn.drawing import EndTurn
from tsolve.games.thunderstone.turn.hall import split_rank
from tsolve.games.thunderstone.turn.other_players import MustDiscard, holding, is_hidden, possible_hand
from tsolve.games.thunderstone.turn.village import UNTOLD
from tsolve.games.thunderstone.why_not import obstacles as standing
from tsolve.games.thunderstone.why_not.obstacles import TurnObstacle
from tsolve.games.thunderstone.why_not.question import Moves, TurnPursuit, TurnQuestion, last_used, prepares
from tsolve.games.thunderstone.why_not.world import World
from tsolve.games.thunderstone.writing.reading import VISIT_STEPS, Wording, read
from tsolve.games.thunderstone.writing.using import HALL, HAND
from tsolve.model.plays import LineAnswer
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.worlds.possibility import possible
from tsolve.worlds.why_not_question import ActionQuestion, Sought
from tsolve.written.card_names import copy_named


class Step(ActionQuestion[World, State, Action], TurnQuestion):
    """Whether an action is legal in some position that the turn can reach."""

    place: TurnKind | Literal[""]

    @abstractmethod
    def plain(self, world: World, state: State) -> Action:
        """The action asked for, legal or not, with the cards present."""

    def enter(self, world: World) -> Arrival[State, Action] | None:
        return world.enter(self.place)

    def moves(self, world: World) -> Moves:
        return prepares()

    def is_done(self, world: World, state: State) -> bool | None:
        return self.wanted(world, state) is not None

    def refusal(self, world: World) -> Reason:
        inside = world.enter(self.place)
        if inside is None:
            return standing.why_not_in(world, self.place)
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

    def obstacles(self, world: World) -> Iterator[TurnObstacle]:
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
    """Whether a written action is legal at some time in the turn: at a free step, or as an answer to a card,
    a battle or another player, even if it is the only answer.
    """

    def __init__(self, text: str, ruleset: Ruleset[Card], world: World) -> None:
        """Raises InputError for a text that is no action."""
        self.text, self.ruleset = text, ruleset
        inside = world.enter(world.state.turn or "dungeon")
        there = world if inside is None else replace(world, state=inside.state)
        self._read_as = _without_number(text, ruleset, there.state)
        self._absent = tuple(self._missing(there))
        there = _holding(there, self._absent)
        self._meant = self._read(there, there.state).action
        self.place = _place(there, self._meant)
        self._card = there.state.party[self._meant.card].card if isinstance(self._meant, Use) else ""
        self._count = there.game.times_done(there.state, self._meant)
        asked = replace(there.state, todo=(EndTurn(),))
        self._is_free = isinstance(self._read(there, asked).action, Use | Equip)
        """Whether it can only be done at a free step, so that the attack and what follows it do not matter.
        """
        self.names_obstacles = self._is_free

    def enter(self, world: World) -> Arrival[State, Action] | None:
        return super().enter(world) if self._is_free else Arrival(world.state)

    def moves(self, world: World) -> Moves:
        return Thunderstone.preparations if self._is_free else Thunderstone.legal_actions

    def pursuit(self, world: World) -> TurnPursuit:
        return _StepPursuit(self, world)

    def seek(self, world: World) -> Sought[Action]:
        meant, state = self._meant, world.state
        if self._not_held(world) or (isinstance(meant, Visit) and state.turn not in ("", meant.place)):
            return Sought()
        begun = isinstance(meant, Visit) and meant.place == state.turn and not state.tally.attacked
        return Sought(()) if begun and not state.todo else super().seek(world)

    def unknown(self, world: World) -> tuple[str, ...]:
        """What the position leaves unknown: also the Village from which a card would be taken, and the hand
        from which a card would be given or shown.
        """
        meant = self._meant
        if isinstance(meant, Given | React) and is_hidden(world.state, meant.player):
            held = table_change(partial(holding, world.game.book, meant.player, meant.card))
            if possible(self, held(world)).verdict != "impossible":
                return (f"the hand of player {meant.player + 1} is unknown",)
        cards = (meant.into,) if isinstance(meant, LevelUp) else ()
        cards = (meant.card,) if isinstance(meant, Buy | Take) else cards
        trades = cards or any(isinstance(each, TradeUp) for each in self._effects(world))
        if world.state.stock is None and trades:
            told = table_change(lambda state: replace(state, stalls=cards, stock=(1,) * len(cards)))
            if possible(self, told(world)).verdict != "impossible":
                return (UNTOLD,)
        return super().unknown(world)

    def _effects(self, world: World) -> Iterable[AbilityEffect]:
        ability = self._ability(world)
        return () if ability is None else ability.do

    def _not_held(self, world: World) -> str:
        """Why another player cannot give up the named card: it is not in that hand, and no card comes to it
        before the next turn. Empty where the player can.
        """
        meant, state = self._meant, world.state
        if not isinstance(meant, Discard | GiveUp) or meant.player in (NONE, state.active):
            return ""
        hand = possible_hand(state.players[meant.player]) if meant.player < len(state.players) else ()
        if hand is None or meant.card in hand:
            return ""
        return f"{world.game.book.name(meant.card)} is not in the hand of player {meant.player + 1}"

    def wanted(self, world: World, state: State) -> Action | None:
        if not all(places_of(state, card) for card in self._absent):
            return None
        written = self._read(world, state)
        if not written.is_whole or _is_later(state, written):
            return None
        return written.action if world.rules.asking.why_not(state, written.action) is None else None

    def is_done(self, world: World, state: State) -> bool | None:
        return self.ending(world, state) is not None

    def ending(self, world: World, state: State) -> tuple[Action, ...] | None:
        return () if self.has_come(world, state) else super().ending(world, state)

    def has_come(self, world: World, state: State) -> bool:
        """Whether another step has already done it, for example as its price, or in a battle."""
        return self._count is not None and self._count(state) > self._count(world.state)

    def why_open(self, world: World, state: State) -> str:
        """Which unknown card of the Hall, or of the hand that gives one, may make it possible; empty for
        none.
        """
        book, giver = world.game.book, self._meant.player if isinstance(self._meant, Given) else NONE
        asked = [task for task in state.todo if isinstance(task, MustDiscard | MustGiveUp)]
        if any(task.player == giver and task.is_untold(book, state) for task in asked):
            return f"the hand of player {giver + 1} is unknown"
        if not any(slot.card == UNSEEN for slot in state.hall):
            return ""
        if self._is_free:
            return self._met_unseen(world, state)
        if not state.tally.attacked:
            return PLACEHOLDER if has_stranger(world.game.book, state) else ""
        may_be_trap = has_unknown(state.dungeon) and bool(world.game.book.traps)
        return BREACH if may_be_trap or state.hall[0].card == UNSEEN else ""

    def _met_unseen(self, world: World, state: State) -> str:
        """Whether it could be done if an unknown card of the Hall were the one that the text names."""
        written = self._read(world, state)
        named = self.ruleset.names.resolve(split_rank(written.absent)[0]) if written.where == HALL else None
        if not isinstance(named, Match):
            return ""
        hall = tuple(replace(slot, card=named.id) if slot.card == UNSEEN else slot for slot in state.hall)
        may_be = self.wanted(world, replace(state, hall=hall)) is not None
        return f"an unknown card of the Hall may be {world.game.book.name(named.id)}" if may_be else ""

    def plain(self, world: World, state: State) -> Action:
        return self._read(world, state).action

    def refusal(self, world: World) -> Reason:
        if reason := self._not_held(world):
            return reason, ("TS-3.1",)
        inside = world.enter(self.place)
        if inside is None:
            return standing.why_not_in(world, self.place)
        written = self._read(world, inside.state)
        if written.beyond is not None:
            return written.beyond
        reason, rulings = super().refusal(world)
        if written.absent:
            return f"{written.absent} is not {written.where}", rulings
        answers = not isinstance(written.action, _AT_FREE_STEPS) and not written.step
        return ("nothing in this turn calls for that", ("TS-3.1",)) if answers else (reason, rulings)

    def doubt(self, world: World, line: Sequence[Action]) -> str:
        return super().doubt(world, tuple(self._asked_for(world, line)))

    def shown(
        self, world: World, line: Iterable[Action], drawn: bool = False
    ) -> tuple[LineAnswer, dict[str, str]]:
        return super().shown(world, tuple(self._asked_for(world, line)), drawn)

    def _asked_for(self, world: World, line: Iterable[Action]) -> Iterator[Action]:
        """The line without actions that the engine takes by itself."""
        state = world.state
        for action in line:
            if world.game.mover(state) != ENGINE:
                yield action
            state = world.rules.asking.apply(state, action)

    def obstacles(self, world: World) -> Iterator[TurnObstacle]:
        for other in standing.other_turn(world, self.place):
            yield other if self._is_free else other._replace(say=partial(_say_elsewhere, world, self.place))
        for card in self._absent:
            yield from standing.not_in_hand(world, card, self.place)
        ability = self._ability(world)
        if ability is not None:
            there = _holding(world, tuple(card for card in self._absent if not places_of(world.state, card)))
            yield from standing.no_price(there, self._card, ability)
            yield from standing.no_hero(there, self._card, ability)

    def may_help(self, world: World, card: Card) -> bool:
        if not self._is_free:
            return True  # it may call for the answer
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
        return read(world.rules.asking, self.ruleset, state, self._read_as, wording=_DroppedRule)

    def _missing(self, world: World) -> Iterator[str]:
        """The cards that the text needs in the hand and that are not there."""
        while (written := self._read(world, world.state)).where == HAND:
            found = self.ruleset.names.resolve(copy_named(self.ruleset, written.absent)[0])
            if not isinstance(found, Match) or places_of(world.state, found.id):
                return
            yield found.id
            world = _holding(world, (found.id,))


def _without_number(text: str, ruleset: Ruleset[Card], state: State) -> str:
    """The text without the number of a copy if all copies are alike: what can be done with one can be done
    with each, and the search keeps only one of equal positions.
    """
    before, number, behind = text.partition("#")
    words = before.split()
    names = (" ".join(words[at:]) for at in range(len(words)))
    named = next((ruleset.names.resolve(name) for name in names if ruleset.names.knows(name)), None)
    if not number or "#" in behind or not isinstance(named, Match):
        return text
    copies = places_of(state, named.id)
    digits = behind.split(" ")[0].rstrip(":,.!")
    is_held = digits.isdecimal() and 1 <= int(digits) <= len(copies)
    if not is_held or not all(are_alike(state, copies[0], each) for each in copies):
        return text
    return f"{before.rstrip()}{behind[len(digits) :]}"


def _say_elsewhere(world: World, place: str) -> str:
    """Why a step is not legal that a card or effect may call for in any kind of turn."""
    return f"this turn {standing.PLACES[world.state.turn]}, and nothing in it calls for that; a {place} does"


_AT_FREE_STEPS = (Use, Equip, UseTreasure, Visit, Destroy)
"""Actions that have their own reasons for not being legal, even if nothing asks for them."""


def _is_later(state: State, written: Written[Action]) -> bool:
    """Whether a pass belongs to a later step of the turn than the one that waits."""
    if written.step == "preparing":
        return bool(state.todo)
    if not written.step or state.todo or state.turn != "village":
        return False
    return VISIT_STEPS.index(state.step) < VISIT_STEPS.index(written.step)


class _StepPursuit(TurnPursuit):
    """A turn in which forced choices are steps, and questions about cards looked at are possible."""

    def __init__(self, step: WrittenStep, world: World) -> None:
        game, player = world.rules.asking, world.state.active
        super().__init__(game, player, step.moves(world), partial(step.is_done, world))
        self.step, self.world = step, world

    def has_come(self, state: State) -> bool:
        return self.step.has_come(self.world, state)

    def why_open(self, state: State) -> str:
        return self.step.why_open(self.world, state)

    def why_no_further(self, here: Arrival[State, Action]) -> str:
        return why_no_further(self.game, last_used(here), here.state)


class _DroppedRule(Wording):
    """Accepts any legal action that a text could mean."""

    def only_legal(self, actions: Iterable[Action]) -> Written[Action]:
        return self.first_legal(dict.fromkeys(actions))


def _holding(world: World, cards: tuple[str, ...]) -> World:
    return with_cards(*cards)(world)


def _place(world: World, action: Action) -> TurnKind | Literal[""]:
    """The kind of turn that the action belongs to; "" for any."""
    if isinstance(action, Visit):
        return ""
    return turn_in(action, world.game.book, world.state) or world.state.turn
