"""Why something is impossible in a turn, and what would help: a battle, a victory, a room, a purchase, a
level, a Weapon; for `tsolve.turns.why_not`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import ClassVar, Literal, Self

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.cardkit.piles import has_unknown
from tsolve.cardkit.tasks import Reason
from tsolve.diagnostics import quoted
from tsolve.engine import CHANCE, UNKNOWN, Arrival, Probe, explore
from tsolve.errors import DisagreementError, InputError, UsageError
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
    PutOnDeck,
)
from tsolve.games.quest.effects.abilities import BuyCard, BuyGear, Draw, HealAndDraw, RaiseHero
from tsolve.games.quest.effects.base import CleanseDeck, DiscardDeck
from tsolve.games.quest.judging.figures import (
    bears_on_movement,
    light_needed,
    rooms_in_reach,
    untold_way,
    words_of,
)
from tsolve.games.quest.judging.narration import untold
from tsolve.games.quest.judging.obstacles import (
    PLENTY,
    QuestObstacle,
    at_hand,
    at_location,
    card_change,
    in_dungeon,
    in_village,
    of_a_fight,
    requires_skill,
    sold,
    too_dark,
    turn_not_begun,
    with_gold,
    with_light,
    with_skill,
    with_stack,
    with_xp,
)
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.planning.goals import Goal, Kind, gaining, rising, value
from tsolve.games.quest.planning.plan import Node, Planned, Planner
from tsolve.games.quest.planning.preparations import has_abilities
from tsolve.games.quest.state import ANYBODY, PLACES, State, Target, in_the_dungeon
from tsolve.games.quest.turn.heroes import price_in_village
from tsolve.games.quest.turn.market import for_sale, in_stacks, uses_of
from tsolve.games.quest.turn.rewards import PRICES, called
from tsolve.games.quest.turn.village import TREASURE_PRICE
from tsolve.games.quest.writing.position_file import MONSTERS, ROOMS, kinds_in_words
from tsolve.games.quest.writing.statements import ClaimFile
from tsolve.model.plays import Draws, LineAnswer
from tsolve.model.why_not import Detail, WhyNotAnswer
from tsolve.solve.policy import Attitude
from tsolve.turns import why_not_step
from tsolve.turns.line import play_line
from tsolve.turns.phrases import deed_of
from tsolve.turns.plan import line_in_words
from tsolve.turns.possibility import is_possible
from tsolve.turns.why_not import answer_to
from tsolve.turns.why_not_question import DONE, Candidate, Hope, Obstacle, Question, Sought
from tsolve.turns.why_not_step import (
    StepQuestion,
    TurnPursuit,
    legal_as_written,
    with_only_choices,
)

Aim = Literal["battle", "win"]
"""That the battle happens, or that it is won."""

_CLOSEST: dict[Aim, Goal] = {"battle": ("shortfall",), "win": ("win", "shortfall")}
"""What is best where it cannot be done. For whether it can, the first level is enough."""
_CHANCE = "it hangs on what chance brings"


class Plays:
    """The planner's plays for one aim, and what they prove."""

    def __init__(
        self, goal: Goal, is_done: Callable[[Opened, State], bool], target: Target | None = None
    ) -> None:
        """`is_done`: whether a turn that ends so has done what is asked for; of battles against a `target`
        those of the Dungeon, where the phase is not chosen yet.
        """
        self.goal, self.is_done = goal, is_done
        self.target, self.of_battles = target or ANYBODY, target is not None
        self._found: dict[tuple[int, Draws], tuple[Opened, Planned]] = {}

    def seek(self, world: Opened) -> Sought[Action]:
        """A play that does it for certain. Raises SpentError."""
        planned = self.planned(world, "known")
        if planned.root is not None and self.is_done(world, planned.root.final):
            return Sought(planned.root.line)
        if not planned.skipped:
            return Sought(None, planned.left_out)
        worst = self.planned(world, "worst")
        sure, why = worst.root, worst.left_out or (_CHANCE,)
        certain = sure is not None and self._chance(world, sure, "worst") == 1
        line = _example(sure) if sure is not None and certain else None
        return Sought(line, (*why, *planned.left_out), by_chance=True, drawn=certain)

    def hope(self, world: Opened, attitude: Attitude) -> Hope | None:
        """The greatest chance of it; None where something is not known. Raises SpentError."""
        planned = self.planned(world, attitude)
        if planned.root is None:
            return None if planned.left_out else Hope(Fraction(0))
        chance = self._chance(world, planned.root, attitude)
        if planned.left_out and chance < 1:
            return None
        first = planned.root.line[:1]
        return Hope(chance, world.game.notation(world.state, first[0]) if chance and first else "")

    def _chance(self, world: Opened, node: Node, attitude: Attitude) -> Fraction:
        """With what chance this play does it; of the worst or the best that may come, 1 or 0."""
        if not node.branches:
            return Fraction(self.is_done(world, node.final))
        chances = [(branch.chance, self._chance(world, branch.node, attitude)) for branch in node.branches]
        if attitude == "expected":
            return sum((share * chance for share, chance in chances), Fraction(0))
        pick = min if attitude == "worst" else max
        return pick(chance for _, chance in chances)

    def planned(self, world: Opened, draws: Draws) -> Planned:
        """The best play for it; remembered as long as the world is. Raises SpentError."""
        if (id(world), draws) not in self._found:
            at_once = self.of_battles and world.state.phase == "prepare" and not world.state.for_village
            kind: Kind = "dungeon" if at_once or in_dungeon(world) else "any"
            planned = Planner(world.game, world.state, self.goal, kind, draws, target=self.target).plan()
            if not planned.proved:
                raise SpentError
            self._found[id(world), draws] = world, planned
        return self._found[id(world), draws][1]


class Fight(Question[Opened, State, Action]):
    """Whether a battle against one of these Monsters happens, or is won."""

    tries_every_card: ClassVar[bool] = False  # only those for sale
    quantity_names: ClassVar[Mapping[str, str]] = {
        "attack": "total attack",
        "light": "Light",
        "skill": "Skill for every Hero",
    }

    def __init__(self, text: str, target: Target, aim: Aim) -> None:
        self.text, self.target, self.aim = text, target, aim
        self.quantities = ("attack", "light", "skill") if aim == "win" else ("light",)
        self._plays = Plays(_CLOSEST[aim][:1], lambda _, state: self._is_done(state), target)
        self._closest = Plays(_CLOSEST[aim], self._plays.is_done, target)

    # what can be done

    def enter(self, world: Opened) -> Arrival[State, Action]:
        return Arrival(world.state)

    def pursuit(self, world: Opened) -> TurnPursuit[State, Action]:
        return TurnPursuit(world, lambda state: self._is_done(state))

    def ending(self, world: Opened, state: State) -> tuple[Action, ...] | None:
        return () if self._is_done(state) else None

    def _is_done(self, state: State) -> bool:
        enough = state.tally.outcome == "won" if self.aim == "win" else bool(state.tally.outcome)
        return enough and self.target.was_battled(state)

    def seek(self, world: Opened) -> Sought[Action]:
        return self._plays.seek(world)

    def hope(self, world: Opened, attitude: Attitude = "expected") -> Hope | None:
        return self._plays.hope(world, attitude)

    # why it cannot be done

    def obstacles(self, world: Opened) -> Iterator[Obstacle[Opened]]:
        return of_a_fight(world, self.target, self.aim == "win", self._best_end(world))

    def refusal(self, world: Opened) -> Reason:
        return "no way leads to this battle", ("QUEST-5.4", "QUEST-5.14")

    def unknown(self, world: Opened) -> tuple[str, ...]:
        hidden = self.target.may_hide(world.state)
        untold = untold_way(world.book, world.state, self.target.places(world.state))
        if untold and self._best_end(world) is None:
            return (untold,)
        return ("the position does not say which Monster is in every room",) if hidden else ()

    def reached(self, world: Opened) -> str:
        end = self._best_end(world)
        return "" if end is None or self.aim == "battle" else f"total attack {end.tally.total}"

    def closest(self, world: Opened) -> tuple[Action, ...] | None:
        root = self._closest.planned(world, "known").root
        met = root is not None and self.target.was_battled(root.final)
        return root.line if root is not None and met and self.aim == "win" else None

    def _best_end(self, world: Opened) -> State | None:
        """How the best battle ends that is fought without luck."""
        root = self._closest.planned(world, "known").root
        return root.final if root is not None and self.target.was_battled(root.final) else None

    # what would make it possible

    def asks(self, world: Opened, quantity: str) -> bool:
        places = self.target.places(world.state)
        if not places:
            return False
        needs = light_needed(world.book, world.state)
        return quantity != "light" or any(needs.get(place) for place in places)

    def with_more(self, world: Opened, quantity: str, amount: int) -> Opened:
        if quantity == "light":
            return with_light(amount)(world)
        if quantity == "skill":
            return with_skill(amount)(world)
        monsters = {world.state.rooms[place].monster for place in self.target.places(world.state)}
        for monster in filter(None, monsters):  # so much less to overcome
            weaker = card_change(monster, lambda card: replace(card, health=(card.health or 0) - amount))
            world = weaker(world)
        return world

    def candidates(self, world: Opened) -> Iterator[Iterator[Candidate[Opened]]] | None:
        return sold(world)

    # how it is told

    def shown(
        self, world: Opened, line: Iterable[Action], drawn: bool = False
    ) -> tuple[LineAnswer, dict[str, str]]:
        return _played_again(world, line_in_words(world, tuple(line)), drawn)


def _played_again(world: Opened, line: Sequence[str], drawn: bool) -> tuple[LineAnswer, dict[str, str]]:
    """A line that was found, and the readings that it went through."""
    played = play_line(world, line)
    if not played.answer.legal:
        raise DisagreementError(f"found a line that cannot be played: {played.answer.outcome}")
    told = f"Whatever comes; for example: {played.answer.outcome}"
    return replace(played.answer, outcome=told) if drawn else played.answer, played.readings


def _example(node: Node) -> tuple[Action, ...]:
    """One way that chance may go, to the end of the turn."""
    if not node.branches:
        return node.line
    first = node.branches[0]
    return (*node.line, first.event, *_example(first.node))


_QUANTITIES: dict[type, tuple[str, ...]] = {
    Move: ("light",),
    Buy: ("gold",),
    BuyToken: ("gold",),
    BuyTreasure: ("gold",),
    LevelUp: ("xp",),
    Give: ("skill",),
}
"""What may be missing for an action."""
_AFTER_THE_GOLD = (Enter, Buy, BuyToken, BuyTreasure, Heal, LevelUp, PutOnDeck)
"""Steps that bring no gold and no XP."""
_ELSEWHERE: dict[type, type] = {Buy: BuyCard, BuyToken: BuyGear, LevelUp: RaiseHero}
"""By what texts a step of the Village may come in the Dungeon, too. (QUEST-5.27)"""
_EVERY_ROOM = "write `dungeon: {ROOM: MONSTER, ...}` with every room"
_DRAWING = (Draw, HealAndDraw, DiscardDeck, CleanseDeck)
"""Texts by which unknown cards may come."""
_MORE = {"light": with_light, "gold": with_gold, "xp": with_xp, "skill": with_skill}


class TurnQuestion(StepQuestion[Opened, State, Action]):
    """Whether an action is legal at some time of the turn; what may stand in its way is known."""

    tries_every_card: ClassVar[bool] = False  # only those for sale
    quantity_names: ClassVar[Mapping[str, str]] = {
        "light": "Light",
        "gold": "gold",
        "xp": "XP",
        "skill": "Skill for every Hero",
    }

    def __init__(self, text: str, action: Action, probe: Probe[State, Action]) -> None:
        """`action` is what the text means in the position as it stands."""
        super().__init__(text, probe)
        self.action = action
        goal = (self._level,)
        self._plays = Plays(goal, lambda world, state: value(world.book, state, goal) == DONE)
        self.quantities = _QUANTITIES.get(type(action), ())

    @classmethod
    def asked(cls, opened: Opened, text: str, action: Action) -> tuple[Self, Opened]:
        """The question, and the position in which it is asked."""
        probe: Probe[State, Action] = Probe(notes=True)
        return cls(text, action, probe), opened.watched_by(probe)

    def pursuit(self, world: Opened) -> TurnPursuit[State, Action]:
        return _Pursuit(world, self)

    def wanted(self, world: Opened, state: State) -> Action | None:
        begun = state.phase != "prepare" or state.todo
        return legal_as_written(world, self.text, state) if begun else None

    def may_help(self, world: Opened, state: State, action: Action) -> bool:
        """Whether an action can make the one asked for possible."""
        if state.todo:
            return True
        match self.action, action:
            case Move(), _:
                return bears_on_movement(world, state, action)
            case Give(), _:
                return not isinstance(action, Move | Battle)
            case Buy(), PutOnDeck():  # for those who draw the cards again
                return has_abilities(world.book, state)
            case Buy() | BuyToken() | BuyTreasure() | LevelUp(), _:
                return not isinstance(action, _AFTER_THE_GOLD) or self.comes_elsewhere(world)
        return True

    def comes_elsewhere(self, world: Opened) -> bool:
        """Whether a text on the table, or an unknown card that one draws, may bring the step outside the
        Village phase.
        """
        kind = _ELSEWHERE.get(type(self.action))
        if kind is None:
            return False
        kinds = (kind, *_DRAWING) if has_unknown(world.state.me.deck) else (kind,)
        texts = (ability for card in at_hand(world.state) for ability in world.book.card(card).abilities)
        return any(isinstance(effect, kinds) for ability in texts for effect in ability.do)

    def seek(self, world: Opened) -> Sought[Action]:
        """By the planner where the Dungeon may bring it: it knows which battles are worth a look."""
        if not self.comes_elsewhere(world) or self.not_yet(world) is None:
            return super().seek(world)
        sought = self._plays.seek(world)
        return self._up_to_it(world, sought.line) if sought.line is not None else sought

    def _up_to_it(self, world: Opened, line: Sequence[Action]) -> Sought[Action]:
        """A play as far as the step; where it is done to another copy of a card, one that is looked for."""
        state, asking = world.state, world.asking()
        whole = with_only_choices(world, line)
        for number, action in enumerate(whole):
            wanted = self.wanted(world, state)
            if wanted is not None:
                return Sought((*whole[:number], wanted))
            state = asking.game.apply(state, action)
        return super().seek(world)

    def hope_from(self, world: Opened, state: State, attitude: Attitude) -> Hope | None:
        if not self.comes_elsewhere(world):
            return super().hope_from(world, state, attitude)
        return self._plays.hope(world, attitude)

    @property
    def _level(self) -> str:
        """The level of a goal that counts what the step brings."""
        match self.action:
            case Buy(thing) | BuyToken(thing):
                return gaining(thing)
            case LevelUp(_, into):
                return rising(into)
        return ""

    def unknown(self, world: Opened) -> tuple[str, ...]:
        room = [self.action.room] if isinstance(self.action, Move) else []
        untold = untold_way(world.book, world.state, room)
        return (untold,) if untold else ()

    # why it cannot be done

    def obstacles(self, world: Opened) -> Iterator[Obstacle[Opened]]:
        """What stands in the way in the position; where it would not be possible without all that either,
        the readings that forbid it.
        """
        found = list(self._of_the_position(world))
        free = world
        for obstacle in found:
            free = obstacle.change(free)
        yield from found if found and is_possible(self, free) else super().obstacles(world)

    def _of_the_position(self, world: Opened) -> Iterator[QuestObstacle]:
        match self.action:
            case Move(room):
                yield from in_village(world)
                yield from too_dark(world, [room])
            case Give(card):
                yield from in_village(world)
                yield from requires_skill(world, [self._called(world, card)])
            case Buy(card):
                yield from _in_dungeon(world)
                yield from _not_sold(world, card, for_sale(world.state), "QUEST-4.4")
                yield from _price(world, card)
            case BuyToken(token):
                price = world.book.card(PRICES[token])
                yield from _in_dungeon(world)
                yield from _sold_elsewhere(world, "bazaar", f"{called(token)} is", "QUEST-3.5")
                yield _cost(world, called(token), price.cost or 0, (price.ruling, "QUEST-4.5"))
            case BuyTreasure():
                yield from _in_dungeon(world)
                yield from _sold_elsewhere(world, "shop_of_wonders", "Treasure is", "QUEST-3.6")
                yield _cost(world, "a Treasure", TREASURE_PRICE, ("QUEST-3.6",))
            case LevelUp(hero, into):
                yield from _in_dungeon(world)
                yield from _not_sold(world, into, list(in_stacks(world.state)), "QUEST-8.4")
                yield from _level(world, hero, into)

    def _called(self, world: Opened, place: int) -> str:
        """The card that is given, which may still be in the hand."""
        hand = [laid.card for laid in world.state.laid] or list(world.state.me.hand or ())
        return hand[place]

    # what would make it possible

    def asks(self, world: Opened, quantity: str) -> bool:
        if isinstance(self.action, Move):
            return bool(light_needed(world.book, world.state).get(self.action.room))
        return True

    def with_more(self, world: Opened, quantity: str, amount: int) -> Opened:
        return _MORE[quantity](amount)(world)

    def candidates(self, world: Opened) -> Iterable[Iterable[Candidate[Opened]]] | None:
        return sold(world) if isinstance(self.action, Move | Give) else None


class Reach(TurnQuestion):
    """Whether the Champion comes into a room by moving, or stands in it when it begins to move. (QUEST-5.4)

    One walk finds every room; it tries no battle.
    """

    def __init__(self, opened: Opened, room: str, probe: Probe[State, Action]) -> None:
        places = (place for place, each in enumerate(opened.state.rooms) if each.card == room)
        self.place = next(places, NONE)
        super().__init__(f"reach {opened.book.name(room)}", Move(self.place), probe)
        self.quantities = self.quantities if self.place != NONE else ()

    def is_done(self, state: State) -> bool:
        """Whether the Champion stands there in its movement, or has gone through."""
        there = state.phase == "moving" and state.me.room == self.place
        return self.place != NONE and (there or self.place in state.path)

    def pursuit(self, world: Opened) -> TurnPursuit[State, Action]:
        return _Pursuit(world, self, self.is_done)

    def ending(self, world: Opened, state: State) -> tuple[Action, ...] | None:
        return () if self.is_done(state) else None

    def seek(self, world: Opened) -> Sought[Action]:
        if self.place == NONE:
            return Sought()
        if self.is_done(world.state):
            return Sought(())
        found = rooms_in_reach(world)
        if self.place in found.lines:
            return Sought(found.lines[self.place])
        is_open = self.place in found.open_ends
        return Sought(None, (found.open_ends[self.place],) if is_open else (), is_open)

    def unknown(self, world: Opened) -> tuple[str, ...]:
        if self.place != NONE:
            return super().unknown(world)
        return () if all(map(world.state.knows, PLACES)) else (f"{self._absent(world)}: {_EVERY_ROOM}",)

    def not_yet(self, world: Opened) -> Reason | None:
        return None

    def refusal(self, world: Opened) -> Reason:
        is_absent = self.place == NONE and all(map(world.state.knows, PLACES))
        return self._absent(world) if is_absent else "no way leads there", ("QUEST-5.4",)

    def _absent(self, world: Opened) -> str:
        among = in_the_dungeon(world.state, "among the rooms")
        return f"{self.text.removeprefix('reach ')} is not {among}"

    def reached(self, world: Opened) -> str:
        return ""

    def _of_the_position(self, world: Opened) -> Iterator[QuestObstacle]:
        return iter(()) if self.place == NONE else super()._of_the_position(world)

    def shown(
        self, world: Opened, line: Iterable[Action], drawn: bool = False
    ) -> tuple[LineAnswer, dict[str, str]]:
        return _played_again(world, words_of(world, line), drawn)


class _Pursuit(TurnPursuit[State, Action]):
    """A turn of which only the actions are tried that may help."""

    def __init__(
        self, world: Opened, question: TurnQuestion, is_done: Callable[[State], bool] | None = None
    ) -> None:
        super().__init__(world, is_done or (lambda state: question.wanted(world, state) is not None))
        self.world, self.question = world, question

    def moves(self, state: State) -> Iterator[Action]:
        for action in super().moves(state):
            if self.question.may_help(self.world, state, action):
                yield action


def _in_dungeon(world: Opened) -> Iterator[QuestObstacle]:
    """The turn is in a Dungeon phase. (QUEST-3.1)"""
    if in_dungeon(world) and world.table is not None:
        says = "this turn is in the Dungeon, and only a Village phase has that step"
        yield QuestObstacle("phase", ("QUEST-3.1",), turn_not_begun, lambda: says, is_final=True)


def _not_sold(world: Opened, card: str, there: list[str], ruling: str) -> Iterator[QuestObstacle]:
    """The card is in no stack, or not on top of one. (QUEST-4.4, QUEST-8.4)"""
    if world.state.stacks is None or card in there:
        return
    name = world.book.name(card)
    below = card in in_stacks(world.state)
    says = f"{name} lies below other cards of its stack" if below else f"no {name} is in the Village"
    yield QuestObstacle("stock", (ruling, f"card.{card}"), with_stack(card), lambda: says)


def _price(world: Opened, card: str) -> Iterator[QuestObstacle]:
    """It costs gold. (QUEST-4.4)"""
    facts = world.book.card(card)
    if facts.cost:
        yield _cost(world, facts.name, facts.cost, (facts.ruling, "QUEST-4.4"))


_MOST_POSITIONS = 20_000
"""Positions looked at before giving up."""


def most_gold(opened: Opened) -> int | None:
    """The most gold for purchases without luck; None where there are none, or nobody knows."""
    game = opened.game

    def visiting(here: State) -> Iterable[Action]:
        in_village = here.phase in ("prepare", "temple", "village")
        return (each for each in game.legal_actions(here) if in_village and not isinstance(each, Enter))

    found: list[int] = []
    for number, here in enumerate(explore(game, Arrival(opened.state), visiting)):
        if number >= _MOST_POSITIONS or game.mover(here.state) in (CHANCE, UNKNOWN):
            return None
        if here.state.phase == "buying":
            found.append(here.state.gold)
    return max(found, default=None)


def _cost(world: Opened, name: str, gold: int, rulings: tuple[str, ...]) -> QuestObstacle:
    def beside() -> str:
        most = most_gold(world)
        return "" if most is None else f", you have {most}"

    return QuestObstacle(
        "cost",
        rulings,
        with_gold(PLENTY),
        lambda: f"{name} costs {gold} gold{beside()}",
        is_aim=True,
        made_up_by=("gold",),
        in_short=lambda: f"it costs {gold} gold{beside()}",
    )


def _sold_elsewhere(world: Opened, location: str, what: str, ruling: str) -> Iterator[QuestObstacle]:
    """Another Location is visited than that which sells it. (QUEST-3.5, QUEST-3.6)"""
    state, book = world.state, world.book
    if state.phase != "prepare" and state.me.location and not uses_of(book, state, location):
        says = f"{what} sold at the {book.name(location)}"
        yield QuestObstacle("location", (ruling,), at_location(location), partial(str, says), is_final=True)


def _level(world: Opened, hero: int, into: str) -> Iterator[QuestObstacle]:
    """It costs XP. (QUEST-8.1)"""
    if hero >= len(world.state.laid):
        return
    book = world.book
    price = price_in_village(book, world.state, hero)
    name = book.name(world.state.laid[hero].card)
    says = f"{name} becomes {book.name(into)} for {price} XP; you have {world.state.me.xp}"
    yield QuestObstacle(
        "xp",
        ("QUEST-8.1",),
        with_xp(PLENTY),
        partial(str, says),
        is_aim=True,
        made_up_by=("xp",),
        in_short=partial(str, f"it takes {price} XP, you have {world.state.me.xp}"),
    )


_DEFEAT = re.compile(r"(?:defeat|beat|slay|kill) (?:the )?(?P<monster>.+)", re.IGNORECASE)
_BATTLE = re.compile(r"(?:battle|attack|fight)(?: with)? (?:the )?(?P<monster>.+)", re.IGNORECASE)
_REACH = re.compile(r"(?:reach|get to|get into) (?:the )?(?P<room>.+)", re.IGNORECASE)
_WITH_OBSTACLES = (Move, Buy, BuyToken, BuyTreasure, LevelUp, Give)


def why_not(opened: Opened, query: object, file: str, detail: Detail = "repairs") -> WhyNotAnswer:
    """Whether a battle can be won or fought, a room be reached, or a step be done; else why not, and what
    would help.

    Raises InputError for a text that is no action or names nothing, UsageError for a query that is no text.
    """
    if not isinstance(query, str):
        return why_not_step.why_not(opened, query, file, detail)
    plain = deed_of(" ".join(query.split()).rstrip(".!?"), ClaimFile, _instead)
    probe: Probe[State, Action] = Probe(notes=True)
    watched = opened.watched_by(probe)
    if found := _DEFEAT.fullmatch(plain):
        fight = _of_a_fight(opened, found["monster"], "win")
        return answer_to(opened, query, file, lambda: (fight, opened), detail)
    if found := _BATTLE.fullmatch(plain):
        fight = _of_a_fight(opened, found["monster"], "battle")
        return answer_to(opened, query, file, lambda: (fight, opened), detail)
    if found := _REACH.fullmatch(plain):
        reach = Reach(opened, _room(opened, found["room"]), probe)
        return answer_to(opened, query, file, lambda: (reach, watched), detail)
    action = _meant(opened, plain)
    if not isinstance(action, _WITH_OBSTACLES):
        return why_not_step.why_not(opened, plain, file, detail)
    unknown = untold(opened.book, opened.state, action)
    if unknown is not None:
        told = opened.at(unknown.told(opened.state))
        answer = replace(why_not(told, plain, file, detail), query=query)
        if answer.verdict == "impossible":
            return answer
        return WhyNotAnswer(file, query, "undecided", left_out=(unknown.reason, *answer.left_out))
    return answer_to(opened, query, file, lambda: (TurnQuestion(plain, action, probe), watched), detail)


def _room(opened: Opened, text: str) -> str:
    """The room that is meant, by the name of the room or of the Monster in it.

    Raises InputError for an unknown name, UsageError for what is no room.
    """
    target = opened.target(text)
    if target.room:
        return target.room
    places = target.places(opened.state)
    if not places:
        raise UsageError(f"{quoted(text)} is no room of the Dungeon: name one, such as `reach ROOM`")
    return opened.state.rooms[places[0]].card


def _instead(claim: ClaimFile) -> str:
    """What may be asked in place of a claim."""
    if claim.against:
        return f"ask {quoted(f'defeat {claim.against}')}, which tells the total, too"
    return 'ask, for example, "defeat MONSTER", "reach ROOM", "buy CARD" or a step of the turn'


def _of_a_fight(opened: Opened, monster: str, aim: Aim) -> Fight:
    target = opened.target(monster)
    book = opened.book
    for card, kinds in ((target.monster, MONSTERS), (target.room, ROOMS)):
        if card and book.card(card).kind not in kinds:
            raise UsageError(f"{book.name(card)} is not {kinds_in_words(kinds)}")
    return Fight(f"{'defeat' if aim == 'win' else 'battle'} {target.say(book)}", target, aim)


def _meant(opened: Opened, text: str) -> Action | None:
    """What a text would be in the position as it stands; None for one that is no single action there."""
    with suppress(InputError):  # which is reported by whoever answers
        return opened.narration().read(opened.state, text, None).action
    return None
