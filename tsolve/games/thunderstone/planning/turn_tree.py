"""A turn as decisions and chances: actions that reveal cards or move the Hall, played in the engine; and a
relaxed turn in which the player chooses the Hall freely, an upper bound for the real one.

If an unknown card comes, or an opponent chooses, the tree ends there and says so. Cards that move Monsters
make many more Halls than there are hands, so the highest value of a hand is found once for all these Halls.
There is no such bound if Monsters have effects when they come, go or are not attacked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import combinations_with_replacement

from msgspec.structs import replace

from tsolve.cardkit.chances import draw_outcomes
from tsolve.cardkit.piles import contents, has_unknown
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import TsolveError
from tsolve.games.thunderstone.actions import Action, Use
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.ability_bonuses import (
    AttackPer,
    Feed,
    GainAttack,
    GainExperience,
    GainMagic,
    Lighten,
    LightOfLevel,
    MagicOfDestroyed,
    Rally,
    ReuseSpell,
    TaintedFeast,
    Throw,
    Transmute,
)
from tsolve.games.thunderstone.effects.ability_draws import (
    DrawCardsEffect,
    DrawForStrength,
    DrawPerKin,
    DrawUnmatched,
    LargerHand,
)
from tsolve.games.thunderstone.effects.ability_moves import (
    Banish,
    DestroyCard,
    OthersDiscard,
    Polymorph,
    SendDownEffect,
)
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.planning.bounds import UNBOUNDED, UpperBounds, hopeful
from tsolve.games.thunderstone.planning.dungeon import Value
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import BUYS, battle_result
from tsolve.games.thunderstone.planning.seen import had_no_effect
from tsolve.games.thunderstone.planning.situations import (
    has_stranger,
    is_free_choice,
    looks_in_vain,
    may_come,
    order_matters,
    preparations,
    revealing_uses,
    user_of,
    was_trapped,
    why_no_end,
    why_no_further,
    worth_trying,
)
from tsolve.games.thunderstone.state import NONE, Slot, State
from tsolve.games.thunderstone.turn import steps
from tsolve.games.thunderstone.turn.drawing import plain
from tsolve.games.thunderstone.turn.hall import ANYBODY, RANKS, Target
from tsolve.games.thunderstone.turn.other_players import own_cards
from tsolve.model.plays import Draws
from tsolve.solve.policy import Chance, Decision, Event, Shut, Worth

Steps = tuple[Action, ...]
"""One action or event, or all the cards of one draw."""


class RobbedError(TsolveError, RuntimeError):
    """Something takes cards of the player's hand in mid-turn, so the order of all preparations matters."""


class TurnNode:
    """A position, and the card used last on the way to it. What chance may bring is often passed over, so it
    is played only when the position is asked for.
    """

    __slots__ = ("_apart", "_state", "hope", "number", "user")

    def __init__(self, state: State | Callable[[], State], user: str = "", hope: Worth | None = None) -> None:
        self._state, self.user, self.hope = state, user, hope
        """`hope`: an upper bound of every line through the node, where one is known before it is reached."""
        self.number = 0
        """The tree's number for this node; nodes with the same future have the same number."""
        self._apart: Hashable = None

    @property
    def state(self) -> State:
        """The position."""
        if not isinstance(self._state, State):
            self._state = self._state()
        return self._state

    def apart_from_hall(self, game: Thunderstone) -> Hashable:
        """A key for the future of the turn without the Hall and the Dungeon Deck."""
        if self._apart is None:
            rest, hand, gone = game.in_parts(self.state)
            self._apart = replace(rest, hall=(), dungeon=()), hand, gone
        return self._apart


class Turn:
    """The decisions and chances of a turn. (`tsolve.solve.policy.Tree`)"""

    compares_ties = True
    """Whether equally good actions should all be examined."""

    def __init__(
        self,
        game: Thunderstone,
        start: State,
        goal: tuple[str, ...],
        target: Target,
        draws: Draws,
        evaluator: Evaluator,
    ) -> None:
        self.game, self.goal, self.target, self.draws, self.evaluator = game, goal, target, draws, evaluator
        self.start = start
        self.bounded = start.turn == "dungeon" or any(level.startswith(BUYS) for level in goal)
        self.left_out: dict[str, None] = {}
        self.met = False
        """Whether the target can be attacked in some node."""
        self.stranger = False
        """Whether an unknown card that may be the target could be attacked in some node."""
        self._numbers: dict[Hashable, int] = {}
        self._may_come = draws != "known" and may_come(start, target)
        self._upper_bounds = UpperBounds(game, goal, target)
        self._cap: Callable[[TurnNode], Worth | None] | None = None
        self._most_of_visit = tuple(1 if level.startswith(BUYS) else UNBOUNDED for level in goal)

    def key(self, node: TurnNode) -> Hashable:
        if not node.number:
            future = node.state.hall, node.state.dungeon, node.apart_from_hall(self.game)
            node.number = self._numbers.setdefault(future, len(self._numbers) + 1)
        return node.number

    def expand(self, node: TurnNode) -> Decision[TurnNode, Steps] | Chance[TurnNode, Steps] | Shut:
        game, state = self.game, node.state
        if state.over:
            return Decision(battle_result(game.book, state, self.goal), ())
        if breach := why_no_end(self.start, state):
            self.left_out[breach] = None
            return Shut()
        if not state.todo:
            if was_trapped(game, self.start, state):
                raise RobbedError
            self._notice(state)
            return Decision(self.stop(state), self._reveals(state))
        mover = game.mover(state)
        if mover == state.active or is_free_choice(game, state):
            if mover == state.active and order_matters(game, state):
                raise RobbedError
            options = worth_trying(game, state) if mover == state.active else game.legal_actions(state)[:1]
            return Decision(
                None, [((action,), TurnNode(game.apply(state, action), node.user)) for action in options]
            )
        if looks_in_vain(game, state):
            return Shut()
        coming = draw_outcomes(game, state) if mover == CHANCE else []
        if not coming or (self.draws == "known" and len(coming) > 1):
            if self.draws != "known" or mover not in (CHANCE, UNKNOWN):  # else draws were excluded by request
                self.left_out[why_no_further(game, node.user, state)] = None
            return Shut()
        hope = self.upper_bound(node) if self._cap is None else None
        return Chance(
            [Event(each.events, each.weight, TurnNode(each.reach, node.user, hope)) for each in coming]
        )

    def _notice(self, state: State) -> None:
        """Note if an unknown card that may be the target could be attacked here."""
        if self._may_come and has_stranger(self.game.book, state, self.target):
            self.stranger = True

    def upper_bound(self, node: TurnNode) -> Worth:
        if node.hope is not None:
            return node.hope
        if self.start.turn != "dungeon":
            return self._most_of_visit
        known = self._upper_bounds.above(node.state)
        cap = None if self._cap is None else self._cap(node)
        return known if cap is None else min(known, cap)

    def cap(self, most: Callable[[TurnNode], Worth | None]) -> None:
        """Limit the upper bound of each node to `most(node)`, if that is not None."""
        self._cap = most

    def lower_bound(self, node: TurnNode) -> Worth | None:
        return None if node.state.todo or node.state.over else self.stop(node.state)

    def stop(self, state: State) -> Worth | None:
        """The value of ending the turn without revealing more; None while something has to be used first."""
        if steps.open_duty(self.game.book, state) is not None:
            return None
        reached = self.evaluator.best(state, self.target)
        if reached is not None:
            self.met = True
            return reached.value
        return self._unmet(state) if self.target != ANYBODY else None

    def _unmet(self, state: State) -> Worth:
        """The value of a turn in which the target cannot be attacked."""
        return battle_result(self.game.book, _unfought(state), self.goal) or ()

    def _reveals(self, state: State) -> list[tuple[Steps, TurnNode]]:
        game = self.game
        return [
            ((use,), TurnNode(after, user_of(state, use)))
            for use in revealing_uses(game, state)
            if not had_no_effect(game.book, state, use, after := game.apply(state, use))
        ]


def _unfought(state: State) -> State:
    return replace(state, tally=replace(state.tally, outcome="none"))


class Seeking(Turn):
    """A turn whose only aim is to be able to attack the target."""

    def __init__(self, of: Turn) -> None:
        super().__init__(of.game, of.start, of.goal, of.target, of.draws, of.evaluator)

    def upper_bound(self, node: TurnNode) -> Worth:
        return (1,)

    def stop(self, state: State) -> Worth | None:
        reached = self.evaluator.best(state, self.target)
        return (int(reached is not None),)


class WholeTurn(Turn):
    """A turn in which the player's hand may lose cards: preparing the party is searched, too, step by step,
    while something may still be revealed.
    """

    compares_ties = False

    def expand(self, node: TurnNode) -> Decision[TurnNode, Steps] | Chance[TurnNode, Steps] | Shut:
        game, state = self.game, node.state
        if state.over or game.mover(state) != state.active or why_no_end(self.start, state):
            return super().expand(node)
        if state.todo:
            return Decision(None, self._moves(node, game.legal_actions(state)))
        self._notice(state)
        actions = dict.fromkeys((*revealing_uses(game, state), *preparations(game, state)))
        return Decision(self.stop(state), self._moves(node, actions))

    def _moves(self, node: TurnNode, actions: Iterable[Action]) -> list[tuple[Steps, TurnNode]]:
        game, state = self.game, node.state
        return [
            ((action,), TurnNode(after, user_of(state, action) or node.user))
            for action in actions
            if not had_no_effect(game.book, state, action, after := game.apply(state, action))
        ]


class SeekingWholeTurn(Seeking, WholeTurn):
    """A whole turn whose only aim is to be able to attack the target."""


def is_worth_it(game: Thunderstone, state: State) -> bool:
    """Whether several cards may change the Hall this turn (one alone makes few Halls), and only change the
    places of Monsters.
    """
    book, own = game.book, own_cards(state)
    if state.turn != "dungeon" or _movers(book, state) < 2:
        return False
    odd = state.outside or state.setting or state.me.treasures or state.lent or has_unknown(state.dungeon)
    if odd or not all(slot.card for slot in state.hall):
        return False
    met = (*(slot.card for slot in state.hall), *contents(state.dungeon))
    return all(_is_plain(book, plain(card)) for card in met) and all(_is_blind(book, card) for card in own)


def _owned(state: State) -> tuple[str, ...]:
    return (*(member.card for member in state.party), *contents(state.me.deck), *state.me.discard)


def _movers(book: Book, state: State) -> int:
    """How many cards may move Monsters."""
    return sum(card in card_facts.refilling(book) for card in _owned(state))


def _near(book: Book, state: State) -> tuple[str, ...]:
    """The Monsters that stand in the Hall or may come into it, each once. A card that moves Monsters brings
    at most one more, unless it may be used again.
    """
    own = _owned(state)
    discards = any(ability.discard is not None for card in own for ability in book.card(card).abilities)
    again = discards or not card_facts.wands(book).isdisjoint(own)
    coming: list[str] = []
    brought = len(contents(state.dungeon)) if again else _movers(book, state)
    for segment in state.dungeon:
        coming += segment.cards[:brought] if segment.order == "known" else segment.cards
        brought = max(brought - len(segment.cards), 0)
        if not brought:
            break
    cards = (*(slot.card for slot in state.hall), *coming)
    return tuple(dict.fromkeys(map(plain, cards)))


def _is_plain(book: Book, card: str) -> bool:
    """Whether it is a Monster that has no effect when it comes or goes."""
    facts = book.cards.get(card)
    if facts is None or facts.kind != "monster" or facts.breach:
        return False
    return not any(guard.stays or guard.voids_spells for guard in book.monster_traits[card])


_BLIND = (
    *(GainAttack, AttackPer, GainMagic, MagicOfDestroyed, LightOfLevel, Lighten, Rally, Feed, TaintedFeast),
    *(
        Throw,
        Transmute,
        ReuseSpell,
        GainExperience,
        DestroyCard,
        OthersDiscard,
        Banish,
        SendDownEffect,
        Polymorph,
    ),
    *(DrawCardsEffect, DrawForStrength, DrawPerKin, DrawUnmatched, LargerHand),
)
"""Effects that do not depend on the Monsters in the Dungeon and at most move them, if Monsters have no effect
when they come or go.
"""


def _is_blind(book: Book, card: str) -> bool:
    """Whether its abilities that reveal something do not depend on the Monsters in the Dungeon."""
    return card in book.cards and all(
        isinstance(effect, _BLIND)
        for ability in book.card(card).abilities
        if ability.when == "dungeon" and (ability.reveals or ability.commits_late)
        for effect in ability.do
    )


class FreeHall(Turn):
    """The turn as if each Rank held every Monster that may come into the Hall.
    (`tsolve.solve.policy.Tree`)
    """

    def __init__(self, of: Turn) -> None:
        super().__init__(of.game, of.start, of.goal, of.target, of.draws, of.evaluator)
        self.left_out = of.left_out  # a bound that leaves lines out proves nothing about them
        book = of.game.book
        self._near = _near(book, of.start)
        self._worldwide = [Slot(card) for card in self._near if card in book.worldwide]
        self._idle = next((Slot(card) for card in self._near if card not in book.worldwide), Slot())
        """The Monster for a Rank in which it does not matter."""
        wary = any(guard.dark or guard.shuns() for card in self._near for guard in book.monster_traits[card])
        self._may_be_unmet = wary or of.target != ANYBODY
        """Whether there may be nobody to attack."""

    def lower_bound(self, node: TurnNode) -> Worth | None:
        return (-UNBOUNDED,) * len(self.goal)  # only upper bounds are asked for

    def key(self, node: TurnNode) -> Hashable:
        return node.apart_from_hall(self.game)

    def stop(self, state: State) -> Worth | None:
        if steps.open_duty(self.game.book, state) is not None:
            return None
        best: Worth | None = self._unmet(state) if self._may_be_unmet else None
        for hope, rank, here in sorted(self._hopes(state), key=lambda each: each[0], reverse=True):
            if best is not None and hope <= best:
                break
            searched = self.evaluator.is_searched(here, rank)
            value = hope if searched else self.evaluator.attack(here, rank)
            if value is not None and (best is None or value > best):
                best = value
        return best

    def _hopes(self, state: State) -> Iterator[tuple[Value, int, State]]:
        """Every Monster that may be attacked in each Rank, with any others whose Global effects act, and an
        upper bound of the value.
        """
        teaching = not self.game.book.spoiling.isdisjoint(member.card for member in state.party)
        for card in self._near:
            for beside in self._beside():
                hope: Value | None = None
                for rank in RANKS:
                    here = replace(state, hall=(*beside[: rank - 1], Slot(card), *beside[rank - 1 :]))
                    if not self.target.fits(here, rank):
                        continue
                    if hope is None or teaching or card in self.game.book.spoiling:  # by the Rank
                        hope = hopeful(self.game, here, rank, self.goal)
                    yield hope, rank, here

    def _beside(self) -> Iterator[tuple[Slot, ...]]:
        """The Monsters with Global effects that may be in the other two Ranks."""
        others = len(RANKS) - 1
        for count in range(others + 1):
            for acting in combinations_with_replacement(self._worldwide, count):
                yield (*acting, *(self._idle,) * (others - count))

    def _reveals(self, state: State) -> list[tuple[Steps, TurnNode]]:
        """One use for each set of uses that differ only in their effect on the Hall."""
        alike: dict[Action, tuple[Steps, TurnNode]] = {}
        for use, place in super()._reveals(state):
            alike.setdefault(self._apart(state, *use), (use, place))
        return list(alike.values())

    def _apart(self, state: State, use: Action) -> Action:
        if not isinstance(use, Use):
            return use
        effects = self.game.book.card(state.party[use.card].card).abilities[use.ability].do
        return (
            replace(use, target=NONE, order=()) if any(d.target in ("rank", "hall") for d in effects) else use
        )
