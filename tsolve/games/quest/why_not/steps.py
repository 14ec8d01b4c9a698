"""Whether a step can be taken at some time in the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar, Self

from tsolve.cardkit.piles import has_unknown
from tsolve.contract.step_reader import Written
from tsolve.engine import UNKNOWN, Arrival, Probe
from tsolve.games.quest.actions import Action, Buy, BuyToken, Enter, Give, LevelUp, Move, Use, UseToken, Visit
from tsolve.games.quest.answers import Purchase
from tsolve.games.quest.cards import Card
from tsolve.games.quest.changes import TurnChange, with_gold, with_light, with_skill, with_xp
from tsolve.games.quest.effects.abilities import (
    AbilityEffect,
    BorrowHero,
    BuyCard,
    BuyGear,
    Draw,
    HealAndDraw,
    RaiseHero,
)
from tsolve.games.quest.effects.base import CleanseDeck, DiscardDeck
from tsolve.games.quest.judging.figures import (
    bears_on_movement,
)
from tsolve.games.quest.judging.untold_rooms import cards_beyond, untold_room, untold_way
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.planning.goals import gaining, rising, turn_over, value
from tsolve.games.quest.planning.reach import light_needed
from tsolve.games.quest.planning.unknown import BRINGS, DEPENDS_ON_IT, may_draw_discards
from tsolve.games.quest.planning.visits import draws_again
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import AFTER_GOLD, State
from tsolve.games.quest.turn.heroes import is_next_level
from tsolve.games.quest.turn.market import for_sale, in_stacks, sells, temple_forbids
from tsolve.games.quest.turn.spaces import may_fill
from tsolve.games.quest.turn.untold import EXAMPLE, UNTOLD, with_every_sort
from tsolve.games.quest.turn.values import is_a
from tsolve.games.quest.why_not.battles import Plays
from tsolve.games.quest.why_not.causes import PHASES, last_phase, may_come_of
from tsolve.games.quest.why_not.obstacles import (
    QuestObstacle,
    in_village,
    not_sold,
    other_phase,
    price_of,
    price_of_level,
    requires_skill,
    sold_elsewhere,
    too_dark,
)
from tsolve.games.quest.why_not.world import at_hand, may_trade, sold
from tsolve.solve.policy import Attitude
from tsolve.worlds.possibility import is_possible
from tsolve.worlds.why_not_question import DONE, Candidate, Hope, Obstacle, Sought
from tsolve.worlds.why_not_step import (
    StepQuestion,
    TurnPursuit,
    legal_as_written,
    with_only_choices,
)

_BRING_NOTHING = ("temple", *AFTER_GOLD)
"""Steps of a turn whose own actions bring no gold and no XP."""
_UP_TO_ENTRY = ("prepare", "temple", "village", *AFTER_GOLD)
"""Steps of a turn from which a Dungeon phase may still begin. (QUEST-3.2, QUEST-4.13)"""
_ELSEWHERE: dict[type, type] = {Buy: BuyCard, BuyToken: BuyGear, LevelUp: RaiseHero}
"""The texts by which a step of the Village may come in the Dungeon, too. (QUEST-5.27)"""
_DRAWING = (Draw, HealAndDraw, DiscardDeck, CleanseDeck)
"""Texts by which unknown cards may come."""
_MORE = {"light": with_light, "gold": with_gold, "xp": with_xp, "skill": with_skill}


class AnyStep(StepQuestion[QuestPosition, State, Action]):
    """Whether a step can be taken at some time in the turn, perhaps by cards of an unknown Village, or in a
    room that the file does not name.
    """

    def __init__(
        self, text: str, probe: Probe[State, Action], written: Written[Action] | None = None
    ) -> None:
        """`written`: the meaning of the text in the present position; None if it is not a step there."""
        super().__init__(text, probe)
        self.written = written
        self.of_stacks = written is not None and bool(written.action.stock)
        """Whether it takes a card of the Village."""
        self._latest: tuple[QuestPosition, int | None] | None = None
        """The last step of the turn in which it can come, in the world asked about last."""

    def pursuit(self, world: QuestPosition) -> TurnPursuit[State, Action]:
        return _InTime(world, self)

    def seek(self, world: QuestPosition) -> Sought[Action]:
        line = None if self.not_yet(world) is None else self._plain_way(world)
        return super().seek(world) if line is None else Sought(line)

    def _plain_way(self, world: QuestPosition) -> tuple[Action, ...] | None:
        """A turn that does nothing before the step; None if the step needs more."""
        game, state = world.asking().game, world.state
        begins = game.legal_actions(state) if state.phase == "prepare" and not state.todo else []
        for begin in sorted(begins, key=lambda begin: game.notation(state, begin)):
            line: tuple[Action, ...] = (begin,)
            here = game.apply(state, begin)
            while game.mover(here) == state.active and not turn_over(here):
                if (end := self.ending(world, here)) is not None:
                    return (*line, *end)
                if here.todo or (onward := game.going_on(here)) is None:
                    break
                line, here = (*line, onward), game.apply(here, onward)
        return None

    def is_past(self, world: QuestPosition, state: State) -> bool:
        """Whether nothing brings the step any more."""
        if self._latest is None or self._latest[0] is not world:
            self._latest = world, last_phase(world, self.text)
        latest = self._latest[1]
        return latest is not None and PHASES.index(state.phase) > latest

    def unknown(self, world: QuestPosition) -> tuple[str, ...]:
        untold = self.untold_room(world)
        return (*super().unknown(world), *([untold] if untold else ()), *self._of_the_village(world))

    def untold_room(self, world: QuestPosition) -> str:
        """What the file must still tell of its rooms, if an unnamed one may allow the step; else empty."""
        return untold_room(world.book, world.state, self.written, partial(self._may_come_beyond, world))

    def _may_come_beyond(self, world: QuestPosition, action: Action) -> bool:
        """Whether cards that may be in unnamed rooms have a text for the step."""
        return may_come_of(world, [*cards_beyond(world.book, world.state)], action)

    def _of_the_village(self, world: QuestPosition) -> Iterator[str]:
        """Says that the Village is unknown, if the step might be done with more for sale."""
        if world.state.stacks is not None or not may_trade(world):
            return
        full = world.at(with_every_sort(world.book, world.state))
        is_open = self._is_open(full) and (self.of_stacks or self._says_more(full, world))
        if is_open or may_draw_discards(world.book, world.state):
            yield f"{UNTOLD}: write `{EXAMPLE}`"

    def _is_open(self, full: QuestPosition) -> bool:
        """Whether it is not impossible in this world."""
        sought = self.seek(full)
        if sought.line is not None or not sought.by_chance:
            return sought.line is not None or bool(sought.left_out)
        hope = self.hope(full, "best")
        return hope is None or hope.chance > 0

    def _says_more(self, full: QuestPosition, world: QuestPosition) -> bool:
        """Whether the world with `full` stacks leaves something else open for the step, or only it allows the
        step.
        """
        there, here = self.seek(full), self.seek(world)
        if there.line is not None or not {*there.left_out} <= {*here.left_out}:
            return True
        return there.by_chance and self.hope(full, "best") != self.hope(world, "best")


class TurnQuestion(AnyStep):
    """Whether an action is legal at some time in the turn, with known obstacles."""

    tries_every_card: ClassVar[bool] = False  # only those for sale
    quantity_names: ClassVar[Mapping[str, str]] = {
        **{name: MEASURES.called(name) for name in ("light", "gold", "xp")},
        "skill": "Skill for every Hero",
    }

    def __init__(self, text: str, probe: Probe[State, Action], action: Action) -> None:
        """`action`: the meaning of the text in the present position."""
        super().__init__(text, probe, Written(action))
        self.action = action
        goal = (self._level,)
        self._plays = Plays(goal, lambda world, state: value(world.book, state, goal) == DONE)
        self.quantities = (action.takes,) if action.takes else ()

    @classmethod
    def asked(cls, position: QuestPosition, text: str, action: Action) -> tuple[Self, QuestPosition]:
        """The question, and the position in which it is asked."""
        probe: Probe[State, Action] = Probe(notes=True)
        return cls(text, probe, action), position.watched_by(probe)

    def pursuit(self, world: QuestPosition) -> TurnPursuit[State, Action]:
        return Pursuit(world, self)

    def wanted(self, world: QuestPosition, state: State) -> Action | None:
        begun = state.phase != "prepare" or state.todo
        return legal_as_written(world, self.text, state) if begun else None

    def may_help(self, world: QuestPosition, state: State, action: Action) -> bool:
        """Whether an action can make the one asked for possible."""
        if state.todo:
            return True
        match self.action.takes:
            case "light":
                return bears_on_movement(world, state, action)
            case "skill":
                return self._may_raise_skill(world, state, action)
            case "gold" | "xp":
                if action.step == "temple" and isinstance(self.action, Buy):
                    return draws_again(world.book, state)
                return action.step not in _BRING_NOTHING or self.comes_elsewhere(world)
        return True

    def _may_raise_skill(self, world: QuestPosition, state: State, action: Action) -> bool:
        """Whether an action may raise the Skill of a Hero or bring a card that does."""
        match action:
            case Give(card):
                facts = world.book.card(state.laid_out[card])
                return bool(facts.skill_boost or facts.abilities or facts.traits)
            case UseToken(token):
                return token == "iron_rations"
        return action.step != "moving"

    def is_past(self, world: QuestPosition, state: State) -> bool:
        """Also true if the phase for the step is over: no phase leads back to it. (QUEST-3.1, QUEST-3.4)"""
        match self.action:
            case Visit():
                return state.phase != "prepare"
            case Enter():
                return state.phase not in _UP_TO_ENTRY or temple_forbids(world.book, state)
            case LevelUp() if self._kept_down(world, state):
                return True
            case Purchase() | LevelUp():
                is_behind = state.phase not in (*_UP_TO_ENTRY, "visiting")
                return is_behind and not self.comes_elsewhere(world)
        return super().is_past(world, state)

    def comes_elsewhere(self, world: QuestPosition) -> bool:
        """Whether a text on the table, or an unknown card drawn by one, may allow the step outside the
        Village phase.
        """
        if isinstance(self.action, LevelUp) and self._kept_down(world, world.state):
            return False
        return any(self._brings(world, text) for text in self._of_its_kind(world))

    def _kept_down(self, world: QuestPosition, state: State) -> bool:
        """Whether nobody levels up this turn, by whatever means. (QUEST-3.4, key.temple_levels)"""
        return temple_forbids(world.book, state) and world.book.reads("temple_levels", "never")

    def _brings(self, world: QuestPosition, text: AbilityEffect) -> bool:
        """Whether such a text concerns the card that the step brings, or the Hero who levels up."""
        if isinstance(text, RaiseHero) and isinstance(self.action, LevelUp):
            hero = world.book.card(world.state.laid_out[self.action.hero])
            return text.level in (None, hero.level) and is_a(world.book, hero, text.sort)
        return not isinstance(text, BuyCard) or sells(world.book, text, world.book.card(self.action.brings))

    def untold_room(self, world: QuestPosition) -> str:
        if isinstance(self.action, Move):
            untold = untold_way(world.book, world.state, [self.action.room])
            return untold or super().untold_room(world)
        rises = not isinstance(self.action, LevelUp) or self._is_next_level(world, self.action)
        if not rises or (self.action.stock and not self._is_left(world)):
            return ""
        kind = _ELSEWHERE.get(type(self.action))
        if kind is not None and not self.comes_elsewhere(world):
            texts = (
                text for text in _effects(cards_beyond(world.book, world.state)) if isinstance(text, kind)
            )
            if not any(self._brings(world, text) for text in texts):
                return ""
        return super().untold_room(world)

    def _is_left(self, world: QuestPosition) -> bool:
        """Whether a copy may be left in the Village, or come into it."""
        state = world.state
        card = world.book.card(self.action.brings)
        return state.stacks is None or card.id in in_stacks(state) or may_fill(state, card)

    def _is_next_level(self, world: QuestPosition, action: LevelUp) -> bool:
        """Whether the Hero may become that card, if it were the time for it. (QUEST-8.2)"""
        hero = world.book.card(world.state.laid_out[action.hero])
        return is_next_level(hero, world.book.card(action.into))

    def _of_its_kind(self, world: QuestPosition) -> list[AbilityEffect]:
        """The texts that allow such steps outside the Village phase, whatever the card."""
        kind = _ELSEWHERE.get(type(self.action))
        if kind is None:
            return []
        state, cards = world.state, world.book.cards
        effects = [*_effects(map(world.book.card, at_hand(state)))]
        if any(isinstance(each, BorrowHero) for each in effects) or may_draw_discards(world.book, state):
            come = cards if state.stacks is None else in_stacks(state)
            effects += _effects(map(cards.__getitem__, come))
        if any(room.face_down for room in state.rooms):
            effects += _effects(card for card in cards.values() if card.kind == "monster")
        if has_unknown(state.me.deck) and any(isinstance(each, _DRAWING) for each in effects):
            effects += _effects(cards.values())
        return [each for each in effects if isinstance(each, kind)]

    def seek(self, world: QuestPosition) -> Sought[Action]:
        """Uses the planner if the Dungeon may bring it, since it knows which battles to try."""
        if not self.comes_elsewhere(world) or self.not_yet(world) is None:
            return super().seek(world)
        sought = self._plays.seek(world)
        if sought.line is None:
            return sought
        line = self._up_to_it(world, sought.line)
        return sought._replace(line=line) if line is not None else super().seek(world)

    def _up_to_it(self, world: QuestPosition, line: Sequence[Action]) -> tuple[Action, ...] | None:
        """A play up to the step; None if the play uses another copy of the card."""
        state, asking = world.state, world.asking()
        whole = with_only_choices(world, line)
        for number, action in enumerate(whole):
            wanted = self.wanted(world, state)
            if wanted is not None:
                return (*whole[:number], wanted)
            state = asking.game.apply(state, action)
        return None

    def hope_from(self, world: QuestPosition, state: State, attitude: Attitude) -> Hope | None:
        if not self.comes_elsewhere(world):
            return super().hope_from(world, state, attitude)
        return self._plays.hope(world, attitude)

    @property
    def _level(self) -> str:
        """The level of a goal that counts what the step brings."""
        brings = self.action.brings
        if not brings:
            return ""
        return gaining(brings) if isinstance(self.action, Purchase) else rising(brings)

    # why it cannot be done

    def obstacles(self, world: QuestPosition) -> Iterator[Obstacle[QuestPosition]]:
        """The obstacles in the position; or, if removing all of them does not help, the readings that forbid
        the step.
        """
        found = list(self._of_the_position(world))
        free = world
        for obstacle in found:
            free = obstacle.change(free)
        yield from found if found and is_possible(self, free) else super().obstacles(world)

    def _of_the_position(self, world: QuestPosition) -> Iterator[QuestObstacle]:
        action = self.action
        if action.begins == "dungeon":
            yield from in_village(world)
        else:
            yield from other_phase(world, bool(self._of_its_kind(world)))
        match action:
            case Move(room):
                yield from too_dark(world, [room])
            case Give(card):
                yield from requires_skill(world, [world.state.laid_out[card]])
            case LevelUp(hero, into):
                yield from not_sold(world, action, list(in_stacks(world.state)))
                yield from price_of_level(world, hero, into)
            case Purchase():
                yield from not_sold(world, action, for_sale(world.state))
                yield from sold_elsewhere(world, action)
                yield from price_of(world, action)

    # what would make it possible

    def asks(self, world: QuestPosition, quantity: str) -> bool:
        if isinstance(self.action, Move):
            return bool(light_needed(world.book, world.state).get(self.action.room))
        return True

    def more(self, quantity: str, amount: int) -> TurnChange:
        return _MORE[quantity](amount)

    def candidates(self, world: QuestPosition) -> Iterable[Iterable[Candidate[QuestPosition]]] | None:
        return sold(world) if self.action.takes in ("light", "skill") else None


def _effects(cards: Iterable[Card]) -> Iterator[AbilityEffect]:
    """The effects of the abilities of these cards."""
    return (effect for card in cards for ability in card.abilities for effect in ability.do)


def what_brings_unknown(world: QuestPosition, here: Arrival[State, Action]) -> str:
    """The card that brings an unknown one here, in a sentence; empty where none does."""
    used = [action.card for action in here.line if isinstance(action, Use)]
    if not used or world.game.mover(here.state) != UNKNOWN:
        return ""
    return f"{world.book.name(here.state.laid_out[used[-1]])}{BRINGS}{DEPENDS_ON_IT}"


class _InTime(TurnPursuit[State, Action]):
    """A turn, up to its last step in which the event of the question may come."""

    def __init__(
        self, world: QuestPosition, question: AnyStep, is_done: Callable[[State], bool] | None = None
    ) -> None:
        told = ("", None) if is_done else (question.text, partial(question.has_come, world))
        super().__init__(world, is_done or (lambda state: question.wanted(world, state) is not None), *told)
        self.world, self.question = world, question

    def moves(self, state: State) -> Iterable[Action]:
        return () if self.question.is_past(self.world, state) else super().moves(state)

    def why_no_further(self, here: Arrival[State, Action]) -> str:
        if self.question.is_past(self.world, here.state):
            return ""
        return what_brings_unknown(self.world, here) or super().why_no_further(here)


class Pursuit(_InTime):
    """The same, but only actions that may help are tried."""

    question: TurnQuestion

    def moves(self, state: State) -> Iterator[Action]:
        for action in super().moves(state):
            if self.question.may_help(self.world, state, action):
                yield action
