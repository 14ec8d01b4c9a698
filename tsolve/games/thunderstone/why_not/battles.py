"""Questions about a battle: may a Monster be attacked, can it be defeated, can an amount be reached, can
the Thunderstone be taken. (TS-17.1)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeVar

from msgspec import json
from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.cardkit.piles import choices, contents, is_unknown
from tsolve.cardkit.tasks import Reason
from tsolve.engine import Arrival
from tsolve.games.thunderstone.actions import Action, Attack
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.changes import PLENTY, UNDEMANDING, card_change, table_change, with_monster
from tsolve.games.thunderstone.effects.base import MonsterTrait
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import policy
from tsolve.games.thunderstone.planning.seen import had_no_effect
from tsolve.games.thunderstone.planning.situations import (
    has_stranger,
    may_come,
    order_matters,
    preparations,
    revealing_uses,
    was_trapped,
    why_no_end,
)
from tsolve.games.thunderstone.planning.turn_tree import RobbedError
from tsolve.games.thunderstone.state import UNSEEN, Slot, State
from tsolve.games.thunderstone.turn.hall import Target, next_in_line, place_name
from tsolve.games.thunderstone.why_not import obstacles as standing
from tsolve.games.thunderstone.why_not.numbers import MEASURED, Numbers
from tsolve.games.thunderstone.why_not.obstacles import TurnObstacle
from tsolve.games.thunderstone.why_not.question import (
    Aim,
    Expedition,
    Moves,
    TurnPursuit,
    TurnQuestion,
    prepares,
)
from tsolve.games.thunderstone.why_not.world import World
from tsolve.model.plays import LineAnswer
from tsolve.rules.rulings import Provenance
from tsolve.solve.policy import Attitude
from tsolve.worlds.possibility import Most, most_of
from tsolve.worlds.why_not_question import DONE, Hope, Question, Sought

R = TypeVar("R")


def chance_of_victory(target: Target, world: World, start: State, attitude: Attitude) -> Hope | None:
    """The greatest probability to defeat the target; None if something is unknown. Raises SpentError."""
    goal = ("win",)
    found = policy.search(world.game, start, goal, target, attitude, evaluator=world.rules.evaluator(goal))
    if not found.proved and found.low != DONE:
        raise SpentError
    if found.low is None:
        return None if found.left_out else Hope(Fraction(0))
    if found.low != DONE and found.left_out:
        return None
    line = () if found.root is None else found.root.line
    return Hope(Fraction(found.low[0]), world.game.notation(start, line[0]) if line else "")


class _BattlePursuit(TurnPursuit):
    """A turn up to its battle."""

    def __init__(self, battle: Battle, world: World) -> None:
        super().__init__(world.game, world.state.active, battle.moves(world), partial(battle.is_done, world))
        self._start = world.state

    def why_open(self, state: State) -> str:
        return why_no_end(self._start, state)


def _in_every_order(game: Thunderstone, state: State) -> Iterator[Action]:
    """The moves of a turn in which cards of the player's hand are taken before the battle."""
    for action in dict.fromkeys((*revealing_uses(game, state), *preparations(game, state))):
        if not had_no_effect(game.book, state, action, game.apply(state, action)):
            yield action


def _is_robbed(world: World, state: State) -> bool:
    """Whether cards of the player's hand are taken, so that earlier actions matter."""
    if not state.todo:
        return was_trapped(world.game, world.state, state)
    return world.game.mover(state) == state.active and order_matters(world.game, state)


_GROUNDS: dict[Aim, str] = {"total": "TS-9.1", "magic": "TS-9.1", "light": "TS-10.3", "xp": "TS-7.6"}
_MISSING: dict[Aim, tuple[str, ...]] = {
    "attack": ("light", "strength", "xp"),
    "win": ("attack", "magic", "light", "strength", "xp"),
    "total": ("attack", "magic", "light", "strength", "xp"),
    "magic": ("magic", "strength", "xp"),
    "light": ("light", "strength", "xp"),
    "xp": ("attack", "magic", "light", "strength"),
}


class BestBattle(NamedTuple):
    """The greatest amount that a battle can reach."""

    most: Most
    line: tuple[Action, ...]
    """A line that reaches the certain amount; with draws, an example that reaches no more than that."""


class Battle(TurnQuestion):
    """Whether a battle against one of these Monsters can reach the amount asked for."""

    def __init__(self, text: str, target: Target, aim: Aim, at_least: int = 1) -> None:
        self.text, self.target, self.aim, self.at_least = text, target, aim, at_least
        self.quantities, self.counts_value = _MISSING[aim], aim != "win"
        self.most += 2 * max(at_least, 0)

    def seek(self, world: World) -> Sought[Action]:
        expedition = self._expedition(world)
        if expedition is None:
            return Sought()
        found = expedition.first(self.aim, self._asked(world))
        line = None if found is None else self._surest(world, found.line)
        return Sought(line, expedition.left_out, expedition.by_chance)

    def is_hopeless(self, world: World) -> bool:
        expedition = self._expedition(world)
        return expedition is not None and expedition.is_hopeless(self.aim, self._asked(world))

    def _surest(self, world: World, line: tuple[Action, ...]) -> tuple[Action, ...]:
        """A line that does not depend on unknown cards of the Hall, if there is one, instead of one that
        does.
        """
        if not self.doubt(world, line):
            return line
        from tsolve.games.thunderstone.planning.unseen import halls, is_sure

        for state in halls(world.game.book, world.state):
            expedition = self._expedition(replace(world, state=state))
            found = None if expedition is None else expedition.first(self.aim, self._asked(world))
            if found and is_sure(world.game, world.state, found.line, self.doubt(world, found.line)):
                return found.line
        return line

    def doubt(self, world: World, line: Sequence[Action]) -> str:
        if self.aim not in ("attack", "total") or not any(slot.card == UNSEEN for slot in world.state.hall):
            return super().doubt(world, line)
        from tsolve.games.thunderstone.planning.unseen import prevented_by_unseen, reached_by_unseen

        if self.aim == "attack":
            return prevented_by_unseen(world.game, world.state, line)
        return reached_by_unseen(world.game, world.state, line, self._asked(world))

    def enter(self, world: World) -> Arrival[State, Action] | None:
        return world.enter("dungeon")

    def moves(self, world: World) -> Moves:
        return _in_every_order if world.state in world.rules.robbed else prepares()

    def pursuit(self, world: World) -> TurnPursuit:
        return _BattlePursuit(self, world)

    def is_done(self, world: World, state: State) -> bool | None:
        if world.state not in world.rules.robbed and _is_robbed(world, state):
            raise RobbedError
        if state.todo:
            return False
        expedition = Expedition(world.rules, Arrival(state), self.target)
        if expedition.reaches(self.aim, self._asked(world)):
            return True
        strange = self._may_be_strange(world, state)
        return None if expedition.left_out or strange else False

    def obstacles(self, world: World) -> Iterator[TurnObstacle]:
        numbers = Numbers(self, world)
        yield from standing.other_turn(world, "dungeon")
        yield from self.absence(world)
        for monster in self.monsters(world):
            yield from standing.shunning(monster, partial(numbers.say_dark, monster))
            if self.aim in ("win", "xp"):
                yield _health(monster, numbers)
        if self.aim not in ("attack", "win"):
            yield TurnObstacle(
                "asked",
                (_GROUNDS[self.aim],),
                UNDEMANDING,
                numbers.say_asked,
                is_aim=True,
                made_up_by=("attack", "magic") if self.aim in ("total", "xp") else self.quantities[:1],
                in_short=numbers.asked_in_short,
            )
        for monster in self.monsters(world):
            yield from standing.traits_of(monster, numbers.say_rule)
        yield from standing.everywhere(world)
        yield from standing.kept_off(world)
        yield from standing.weights(world, standing.owned(world))
        yield from standing.darkness(numbers.say_penalty)
        yield from standing.disease(world)

    def refusal(self, world: World) -> Reason:
        inside = world.enter("dungeon")
        if inside is None:
            return standing.why_not_in(world, "dungeon")
        place = next(iter(self.target.places(inside.state)), self.target.rank or 1)
        refused = world.game.why_not(inside.state, Attack(place))
        if refused is None:
            return "no battle of this turn comes to that", ("TS-7.4",)
        return refused.reason, refused.rulings

    def unknown(self, world: World) -> tuple[str, ...]:
        """The unknown cards of the Hall that may be the Monster asked for, or help against it. (DS-3)"""
        if not self._may_be_strange(world, world.state) and not self._is_helped(world):
            return ()
        met = [rank for rank in world.state.places if self.target.is_in(rank)]
        return tuple(
            f"the card in Rank {rank} is unknown" for rank in met if world.state.at(rank).card == UNSEEN
        )

    def _may_be_strange(self, world: World, state: State) -> bool:
        """Whether an unknown card in a place of the target may be the Monster asked for."""
        return may_come(world.state, self.target) and has_stranger(world.game.book, state, self.target)

    def _is_helped(self, world: World) -> bool:
        from tsolve.games.thunderstone.planning.unseen import halls

        others = (replace(world, state=state) for state in halls(world.game.book, world.state))
        return any(self.seek(other).line is not None for other in others)

    def may_help(self, world: World, card: Card) -> bool:
        return world.state.turn in ("", "dungeon")

    def asks(self, world: World, quantity: str) -> bool:
        return quantity != "xp" or world.game.book.asks_experience

    def symmetry_key(self, world: World, card: Card) -> Hashable:
        """The facts of a card in a hand, without those of a Monster in the Hall."""
        gold = card.gold if card.gold is None or world.game.book.weighs_gold else 0
        facts = replace(
            card,
            id="",
            name="",
            provenance=Provenance(),
            aliases=(),
            count=1,
            cost=None,
            vp=None,
            level_up_xp=None,
            gold=gold,
        )
        if card.is_monster:
            facts = replace(facts, group="", level=None, health=None, xp=None)
            facts = replace(facts, traits=(), battle=(), breach=(), spoils=(), global_effects=())
        return json.encode(facts)

    def amount(self, line: LineAnswer) -> int | None:
        if self.aim in ("attack", "win", "total"):
            return super().amount(line)
        rows = line.calculation.rows if line.calculation is not None else ()
        return next((row.after for row in reversed(rows) if row.quantity == self.aim), None)

    def closest(self, world: World) -> tuple[Action, ...] | None:
        if self.aim == "attack":
            return None
        best = self.attempt(world) if self.aim == "win" else self.best(world, self.aim)
        return None if best is None else best.line

    def attempt(self, world: World) -> BestBattle | None:
        """The battle that lacks least for a victory: the one with the greatest Attack Value, unless Health
        depends on the hand; None if nobody can be attacked.
        """
        best, expedition = self.best(world, "total"), self._expedition(world)
        if best is None or expedition is None or not best.most.is_plain or not self._health_varies(world):
            return best
        found = expedition.most("shortfall")
        if found is None:
            return best
        value = found.end.tally.value
        return BestBattle(Most(value, value), found.line)

    def _health_varies(self, world: World) -> bool:
        """Whether the Health of one of the Monsters asked for depends on the hand."""
        return any(
            isinstance(trait, MonsterTrait) and any(trait.health_steps(card.id))
            for card in self.monsters(world)
            for trait in card.traits
        )

    def hope_from(self, world: World, state: State, attitude: Attitude) -> Hope | None:
        """For a victory the planner gives the greatest probability, unless other players choose."""
        if self.aim == "win":
            hope = chance_of_victory(self.target, world, state, attitude)
            if hope is not None or attitude == "expected":
                return hope
        return self._in_any_order(world, lambda: super(Battle, self).hope_from(world, state, attitude))

    def way_to(self, world: World, more: Question[World, State, Action] | None = None) -> tuple[Action, ...]:
        return self._in_any_order(world, lambda: super(Battle, self).way_to(world, more))

    def _in_any_order(self, world: World, search: Callable[[], R]) -> R:
        """The result of the search, which is repeated with every order of preparations if cards of the hand
        may be taken.
        """
        try:
            return search()
        except RobbedError:
            world.rules.robbed.add(world.state)
            return search()

    def ending(self, world: World, state: State) -> tuple[Action, ...] | None:
        expedition = self._expedition(replace(world, state=state))
        found = None if expedition is None else expedition.most(self.aim)
        return None if found is None else found.line

    def reached(self, world: World) -> str:
        best = None if self.aim == "attack" else self.best(world, self._measured)
        return "" if best is None else f"{MEASURED[self.aim]} {best.most}"

    def best(self, world: World, aim: Aim) -> BestBattle | None:
        """The greatest amount of an aim that battles reach in a world, and a line for the certain part; None
        if nobody can be attacked.

        It is computed once for all sentences about it.
        """
        known = world.rules.best_plays
        asked = world.state, self.target, aim, self.most
        if asked not in known:
            known[asked] = self._best(world, aim)
        return known[asked]

    def _best(self, world: World, aim: Aim) -> BestBattle | None:
        expedition = self._expedition(world)
        if expedition is None:
            return None
        found = expedition.most(aim)
        plain = -1 if found is None else found.value[0]
        sought: Sought[Action] = Sought(None, expedition.left_out, expedition.by_chance)
        most = most_of(partial(self._for, aim), world, plain, sought, self.most)
        if most.sure == plain:
            return None if found is None else BestBattle(most, found.line)
        enough, more = self._for(aim, most.sure), self._for(aim, most.sure + 1)
        return BestBattle(most, enough.way_to(world, more))

    def _for(self, aim: Aim, amount: int) -> Battle:
        """The same battle for another amount of an aim."""
        return Battle(self.text, self.target, aim, amount)

    def against(self, monster: str) -> Battle:
        """The question for the highest amount against a Monster, or against any for ""."""
        return Battle("", replace(self.target, monster=monster), "total")

    @property
    def _measured(self) -> Aim:
        """The aim by which the battle is measured."""
        return "total" if self.aim == "win" else self.aim

    def _asked(self, world: World) -> int:
        return -1 if world.content_with_nothing and self.aim != "win" else self.at_least

    def _expedition(self, world: World) -> Expedition | None:
        start = self.enter(world)
        return None if start is None else Expedition(world.rules, start, self.target)

    def absence(self, world: World) -> Iterator[TurnObstacle]:
        """The Monster does not stand in the Hall. (TS-7.4)"""
        card, rank = self.target.monster, self.target.rank
        if card and not self.target.places(world.state):
            where = f"in {place_name(rank)}" if rank else "in the Hall"
            says = f"{world.cards[card].name} does not stand {where}"
            met = card in contents(world.state.dungeon) or rank
            said = says if met else f"{says}, and no known card brings it there"
            yield TurnObstacle("hall", ("TS-7.4",), with_monster(card, max(rank, 1)), lambda: said)

    def monsters(self, world: World) -> list[Card]:
        """The Monsters asked for, in the order of the Hall."""
        if self.target.monster:
            return [world.cards[self.target.monster]]
        state = world.state
        rows = [state.at(place).card for place in state.places if self.target.is_in(place)]
        return [world.cards[card] for card in dict.fromkeys(rows) if card in world.game.book.monsters]


def _health(monster: Card, numbers: Numbers) -> TurnObstacle:
    return TurnObstacle(
        f"health {monster.id}",
        (monster.ruling, "TS-7.6"),
        card_change(monster.id, lambda card: replace(card, health=-PLENTY)),
        partial(numbers.say_health, monster),
        is_aim=True,
        made_up_by=("attack", "magic"),
        in_short=partial(numbers.health_in_short, monster),
    )


_RANK_ONE = 1


class Claiming(Battle):
    """Whether a victory in Rank 1 can bring the Thunderstone."""

    def __init__(self, text: str, stone: str) -> None:
        super().__init__(text, Target(rank=_RANK_ONE, stone=stone), "win")
        self.stone = stone

    def obstacles(self, world: World) -> Iterator[TurnObstacle]:
        yield from self._too_far(world)
        yield from _guarded(world)
        yield from super().obstacles(world)

    def refusal(self, world: World) -> Reason:
        return "only a victory over the Monster of Rank 1 brings a Thunderstone", ("TS-17.1", self._ruling)

    def unknown(self, world: World) -> tuple[str, ...]:
        deck = world.state.dungeon
        alone = not any(slot.card for slot in world.state.hall[1:])
        if alone and (is_unknown(deck) or choices(deck) > 1):
            return (*super().unknown(world), "which card comes to Rank 1 next is not known")
        return super().unknown(world)

    @property
    def _ruling(self) -> str:
        return f"card.{self.stone}"

    def _too_far(self, world: World) -> Iterator[TurnObstacle]:
        """The Thunderstone is not the next card to come to Rank 1."""
        if next_in_line(world.state) == self.stone:
            return
        name = world.cards[self.stone].name
        ranks = [rank for rank, slot in enumerate(world.state.hall, 1) if slot.card == self.stone]
        where = f"stands in Rank {ranks[0]}" if ranks else "is not in the Hall"
        says = f"{name} {where}, and only the card right behind Rank 1 moves up when the Monster is defeated"
        change = table_change(lambda state: _brought_near(state, self.stone))
        yield TurnObstacle("stone", ("TS-17.1", "TS-7.10", self._ruling), change, lambda: says)


def _guarded(world: World) -> Iterator[TurnObstacle]:
    """A Guardian in space 0 keeps everybody from taking it. (DS-8)"""
    if world.state.outside:
        guardian = world.cards[world.state.outside[0].card]
        says = f"{guardian.name} is in space 0: while a Guardian is there, nobody can take a Thunderstone"
        change = table_change(lambda state: replace(state, outside=()))
        yield TurnObstacle("guardian", ("DS-8", "TS-17.1", guardian.ruling), change, lambda: says)


def _brought_near(state: State, stone: str) -> State:
    """The change that puts the Thunderstone in Rank 2, whatever stands there."""
    first, _, last = state.hall
    return replace(state, hall=(first, Slot(stone), Slot() if last.card == stone else last))
