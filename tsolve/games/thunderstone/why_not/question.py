"""What all questions about a Thunderstone turn share, and the searches for an answer: for positions that a
turn can reach by certain actions, and for battles that reach an amount, in every situation, against every
Monster asked for and in every case.

The planner states these battles and turns solutions into actions; only the aim differs.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import Literal

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.engine import Arrival
from tsolve.errors import DisagreementError
from tsolve.games.thunderstone.actions import Action, Equip, Use
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.changes import TurnChange, with_cards, with_more
from tsolve.games.thunderstone.effects.ability_bonuses import Rally
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.planning.bounds import UNBOUNDED
from tsolve.games.thunderstone.planning.dungeon import (
    Leaf,
    PlannedLine,
    Value,
    leaves,
    needs_search,
    solve_leaf,
)
from tsolve.games.thunderstone.planning.goals import closing
from tsolve.games.thunderstone.planning.lines import line_answer
from tsolve.games.thunderstone.planning.party_bounds import battle_bounds, turn_bounds
from tsolve.games.thunderstone.planning.situations import (
    PLACEHOLDER,
    Explorer,
    Situation,
    has_stranger,
    looks_in_vain,
    may_come,
    reveals,
    why_no_further,
)
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.turn import abilities
from tsolve.games.thunderstone.turn.free import refuse
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.games.thunderstone.turn.village import left_of
from tsolve.games.thunderstone.why_not.world import ADDED_CARD, Rules, StandIn, World
from tsolve.model.plays import LineAnswer
from tsolve.solve import solve_stated
from tsolve.solve.problem import Outcome, Problem
from tsolve.worlds.why_not_question import Candidate, Question, TurnSearch

Moves = Callable[[Thunderstone, State], Iterable[Action]]
"""The legal actions of a free step that may help. Choices that a card demands are always tried."""


def _never(_: State) -> bool:
    return False


class TurnPursuit(TurnSearch[State, Action]):
    """The moves of a turn of Thunderstone."""

    cost = 0  # the engine counts this work itself
    game: Thunderstone

    def __init__(
        self, game: Thunderstone, player: int, moves: Moves, is_done: Callable[[State], bool | None] = _never
    ) -> None:
        super().__init__(game, player, is_done)
        self._moves = moves

    def is_over(self, state: State) -> bool:
        return state.over or state.step == "ending"

    def moves(self, state: State) -> Iterable[Action]:
        return (Thunderstone.legal_actions if state.todo else self._moves)(self.game, state)

    def why_no_further(self, here: Arrival[State, Action]) -> str:
        if looks_in_vain(self.game, here.state):
            return ""
        return why_no_further(self.game, last_used(here), here.state)


def last_used(here: Arrival[State, Action]) -> str:
    """The card used last on the way; empty for none."""
    used = [action for action in here.line if isinstance(action, Use)]
    return here.state.party[used[-1].card].card if used else ""


def prepares(weapon: str = "", hero: str = "") -> Moves:
    """Moves that show cards or change the Hall and, once the Weapon is in the hand, those that help to carry
    it.

    `hero` is the only Hero meant and is not given the Weapon yet; without one any Hero may carry it.
    """

    def moves(game: Thunderstone, state: State) -> Iterator[Action]:
        free = any(m.card == weapon and not m.left and m.bearer == NONE for m in state.party)
        for use in abilities.attempts(game.book, state):
            helps = reveals(game, state, use) or (free and _strengthens(game, state, use, hero))
            if helps and refuse(use, game.book, state) is None:
                yield use
        for action in game.legal_actions(state) if free else ():
            if isinstance(action, Equip) and _arms(game, state, action, weapon, hero):
                yield action

    return moves


def _arms(game: Thunderstone, state: State, action: Equip, weapon: str, hero: str) -> bool:
    """Whether the Weapon itself is taken up, by anybody, or one that helps this Hero to carry it."""
    taken = state.party[action.weapon].card
    if not hero and taken == weapon:
        return True
    helps = taken in game.book.strengthening or taken in game.book.hands
    return helps and hero in ("", state.party[action.hero].card)


def _strengthens(game: Thunderstone, state: State, use: Use, hero: str) -> bool:
    """Whether the use may make a Hero stronger: any Hero, or this one."""
    effects = game.book.card(state.party[use.card].card).abilities[use.ability].do
    if any(isinstance(effect, Rally) for effect in effects):
        return True
    serves = use.target != NONE and any(effect.target == "hero" for effect in effects)
    return serves and hero in ("", state.party[use.target].card)


Aim = Literal["attack", "win", "total", "magic", "light", "xp", "shortfall"]
"""The aim of a battle: that it happens, is won, reaches as much of a quantity as possible, or lacks least."""


class Expedition:
    """One search under some rules from one position inside the Dungeon."""

    def __init__(self, rules: Rules, start: Arrival[State, Action], target: Target) -> None:
        self.rules, self.start, self.target = rules, start, target
        self.game = rules.game
        self.left_out: tuple[str, ...] = ()
        self.by_chance = False
        """Whether lines were left out on which a random card is drawn or another player chooses."""

    def first(self, aim: Aim, at_least: int) -> PlannedLine | None:
        """A battle that reaches at least this much, with few own cards lost."""
        return self._search(aim, at_least - 1, whole=False)

    def most(self, aim: Aim) -> PlannedLine | None:
        """The battle that reaches most; None when nobody can be attacked."""
        return self._search(aim, None, whole=True)

    def is_hopeless(self, aim: Aim, at_least: int) -> bool:
        """Whether bounds show that no line of the turn reaches at least this much."""
        bounds = turn_bounds(self.game, self.start.state, self.target)
        if aim == "attack":
            return bounds.get("total", 0) < 0
        return bounds.get(aim, UNBOUNDED) < at_least

    def reaches(self, aim: Aim, at_least: int) -> bool:
        """Whether a battle from the start reaches at least this much, with nothing more revealed."""
        most = self._most_here(aim)
        return most is not None and (aim == "attack" or most >= at_least)

    def _most_here(self, aim: Aim) -> int | None:
        """The greatest amount that a battle from the start reaches with nothing more revealed; None without a
        battle.

        It is computed once for all amounts asked for, and for every order of the same hand.
        """
        key = self.game.key(self.start.state), self.target, aim
        if key not in self.rules.reached:
            most: int | None = None
            for leaf in self._leaves((Situation(self.start.state, ()),)):
                found = self._most_of_leaf(leaf, aim, most)
                most = found if most is None or (found is not None and found > most) else most
            self.rules.reached[key] = most, self.left_out
        most, self.left_out = self.rules.reached[key]
        return most

    def _most_of_leaf(self, leaf: Leaf, aim: Aim, floor: int | None) -> int | None:
        """The greatest amount that a leaf reaches, without its line if possible; None if it is not above
        `floor`.
        """
        if self._is_hopeless(leaf, aim, floor):
            return None
        if not self._is_stated(leaf, aim):
            found = self._from_leaf(leaf, aim, floor)
            return None if found is None else found.value[0]
        worth = self._worth(leaf, aim)
        return None if worth is None else worth[0]

    def _is_hopeless(self, leaf: Leaf, aim: Aim, floor: int | None) -> bool:
        """Whether a bound shows without solving that no attack of the leaf reaches more than `floor`."""
        if floor is None or aim == "attack":
            return False
        bounds = battle_bounds(self.game, leaf.situation.state, leaf.rank)
        return bounds.get(aim, UNBOUNDED) <= floor

    def _is_stated(self, leaf: Leaf, aim: Aim) -> bool:
        return not needs_search(self.game, leaf.situation.state, leaf.rank, _goal(aim))

    def _worth(self, leaf: Leaf, aim: Aim) -> Value | None:
        """The best value of a leaf by the aim's goal; None if it cannot be attacked."""
        return self.rules.evaluator(_goal(aim)).attack(leaf.situation.state, leaf.rank)

    def _search(self, aim: Aim, floor: int | None, whole: bool, prepares: bool = False) -> PlannedLine | None:
        explorer = self.rules.explore(self.start.state, prepares)
        best: PlannedLine | None = None
        strange = False
        for level in explorer.levels():
            if explorer.robbed and not prepares:
                return self._search(aim, floor, whole, prepares=True)
            strange = strange or any(map(self._meets_stranger, level.situations))
            for leaf in self._leaves(level.situations):
                bar = floor if best is None else best.value[0]
                found = self._from_leaf(leaf, aim, bar)
                if found is not None:
                    best = found
                    if not whole:
                        self.left_out, self.by_chance = explorer.left_out, _may_go_on(explorer)
                        return self._complete(best)
        if not explorer.complete:
            raise SpentError
        stranger = (PLACEHOLDER,) if strange else ()
        self.left_out = (*explorer.left_out, *stranger)
        self.by_chance = _may_go_on(explorer)
        return None if best is None else self._complete(best)

    def _meets_stranger(self, situation: Situation) -> bool:
        awaits = may_come(self.start.state, self.target)
        return awaits and has_stranger(self.game.book, situation.state, self.target)

    def _complete(self, found: PlannedLine) -> PlannedLine:
        return replace(found, line=(*self.start.line, *found.line))

    def _leaves(self, situations: tuple[Situation, ...]) -> list[Leaf]:
        return leaves(self.game, situations, ("lost",), self.target)

    def _from_leaf(self, leaf: Leaf, aim: Aim, floor: int | None) -> PlannedLine | None:
        """The best of a leaf that reaches more than `floor`."""
        if self._is_hopeless(leaf, aim, floor):
            return None
        if not self._is_stated(leaf, aim):
            there = replace(self.target, monster=leaf.monster, rank=leaf.rank)
            return self._searched(aim, floor, leaf.situation, there)
        goal = _goal(aim)
        bar = None if floor is None or aim == "attack" else (floor, *(UNBOUNDED,) * (len(goal) - 1))
        worth = self._worth(leaf, aim)
        if worth is None or (bar is not None and worth <= bar):
            return None
        found, _ = solve_leaf(self.game, leaf, goal, self._solve, bar)
        if found is None or found.value != worth:
            played = None if found is None else list(found.value)
            raise DisagreementError({"evaluator": list(worth), "planner": played})
        return found

    def _searched(self, aim: Aim, floor: int | None, start: Situation, target: Target) -> PlannedLine | None:
        """The best line from a situation, by trying in the engine all actions that reveal nothing more."""
        found = self.rules.searched(start, _goal(aim), target)
        if found is None or not found.target:
            return None
        return found if aim == "attack" or floor is None or found.value[0] > floor else None

    def _solve(self, problem: Problem, bar: Value | None) -> Outcome:
        outcome = solve_stated(problem, "exact", bar)
        if outcome.status == "undecided":
            raise SpentError
        return outcome


def _may_go_on(explorer: Explorer | StandIn) -> bool:
    """Whether lines were left out although everything that may come in them is known."""
    return any(left.is_known for left in explorer.stopped_at)


def _goal(aim: Aim) -> tuple[str, ...]:
    """The planner's goal; among lines that reach the same amount it prefers one that loses few own cards."""
    if aim == "attack":
        return ("lost",)
    return closing((aim,)) if aim == "total" else (aim, "lost")


_ANY = "Whatever you draw, there is a way."


def shown(world: World, actions: Iterable[Action], drawn: bool = False) -> tuple[LineAnswer, dict[str, str]]:
    """The line with its numbers, and the readings that it depends on. It may end before the turn does.

    `drawn`: it is an example, since there is such a line whichever cards come.
    """
    line, end, readings = line_answer(world.game, world.state, actions)
    if end.turn == "dungeon" and not end.tally.outcome:
        line = replace(line, outcome="The turn stops before the attack.")
    elif end.turn == "village" and end.step == "buying" and not end.tally.gained:
        line = replace(line, outcome=f"You have {end.tally.gold} gold to spend.")
    if drawn:
        line = replace(line, outcome=f"Whatever you draw; for example: {line.outcome}" if actions else _ANY)
    return line, readings


_NAMES = {
    **{name: MEASURES.called(name) for name in MEASURES.terms_asked.values()},
    "strength": "Strength for every Hero",
}
_KINDS = ("hero", "village", "basic", "monster")


class TurnQuestion(Question[World, State, Action]):
    """One question about one position."""

    quantity_names = _NAMES

    @abstractmethod
    def moves(self, world: World) -> Moves:
        """The actions of a free step that may help before the thing is done."""

    @abstractmethod
    def is_done(self, world: World, state: State) -> bool | None:
        """Whether it can be done in this position without further moves; None if that is unknown."""

    def pursuit(self, world: World) -> TurnPursuit:
        return TurnPursuit(world.game, world.state.active, self.moves(world), partial(self.is_done, world))

    counts_value: bool = True
    """Whether the question is about an amount, not only about whether the battle is won."""

    def doubt(self, world: World, line: Sequence[Action]) -> str:
        from tsolve.games.thunderstone.planning.unseen import changed_by_unseen, decided_by_unseen

        changes = changed_by_unseen if self.counts_value else decided_by_unseen
        return changes(world.game, world.state, line)

    def may_help(self, world: World, card: Card) -> bool:
        """Whether this card in the hand could matter; False is certain, True is not."""
        return True

    def symmetry_key(self, world: World, card: Card) -> Hashable:
        """A key: cards with equal keys have the same effect on the question, so only one of them is tried."""
        return card.id

    def more(self, quantity: str, amount: int) -> TurnChange:
        return with_more(quantity, amount)

    def candidates(self, world: World) -> Iterator[Iterator[Candidate[World]]]:
        """Every card that a hand may hold and that could matter: those for sale, then the others."""
        cards = [card for card in world.cards.values() if card.kind in _KINDS and card.id != ADDED_CARD]
        helping = [card for card in cards if self.may_help(world, card)]
        helping.sort(key=lambda card: (card.cost is None, card.cost or 0))
        sold = [card for card in helping if left_of(world.state, card.id)]
        others = [card for card in helping if card not in sold]
        for group in (sold, others):
            yield (self._candidate(world, card, group is sold) for card in group)

    def _candidate(self, world: World, card: Card, is_sold: bool) -> Candidate[World]:
        for_sale = None if world.state.stock is None else is_sold
        where = "" if for_sale is None else "in the Village" if for_sale else "not sold here"
        key = self.symmetry_key(world, card)
        return Candidate(card.name, card.cost, for_sale, where, with_cards(card.id), key)

    def shown(
        self, world: World, line: Iterable[Action], drawn: bool = False
    ) -> tuple[LineAnswer, dict[str, str]]:
        return shown(world, line, drawn)
