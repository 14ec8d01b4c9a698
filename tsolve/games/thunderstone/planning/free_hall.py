"""A relaxed turn whose Hall stands as the player wishes: an upper bound for the real turn.

Cards that move Monsters make many more Halls than there are hands. What a hand is worth at most, whichever of
these Halls it meets, is found once for all of them: an upper bound that is seldom far from the truth. Where
something happens when a Monster comes or goes, or acts from afar, a turn has no such upper bound.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import combinations_with_replacement

from msgspec.structs import replace

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.games.thunderstone.actions import Action, Use
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.abilities.adding import (
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
from tsolve.games.thunderstone.effects.abilities.drawing import (
    DrawCardsDeed,
    DrawForStrength,
    DrawPerKin,
    DrawUnmatched,
    LargerHand,
)
from tsolve.games.thunderstone.effects.abilities.moving import (
    Banish,
    DestroyCard,
    OthersDiscard,
    Polymorph,
    SendDownDeed,
)
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import outlook
from tsolve.games.thunderstone.planning.bounds import UNBOUNDED, hopeful
from tsolve.games.thunderstone.planning.dungeon import Value
from tsolve.games.thunderstone.planning.turn_tree import Steps, Turn, TurnNode
from tsolve.games.thunderstone.state import NONE, Slot, State
from tsolve.games.thunderstone.target import ANYBODY
from tsolve.games.thunderstone.turn import steps
from tsolve.games.thunderstone.turn.hall import RANKS
from tsolve.games.thunderstone.turn.looking import plain
from tsolve.games.thunderstone.turn.prying import own_cards
from tsolve.solve.policy import Worth


def is_worth_it(game: Thunderstone, state: State) -> bool:
    """Whether several cards may change the Hall in this turn, and all that changes by them is which Monster
    stands where. One alone makes few Halls.
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
    return sum(card in outlook.refilling(book) for card in _owned(state))


def _near(book: Book, state: State) -> tuple[str, ...]:
    """The Monsters that stand in the Hall or may come into it, each once. Every card that moves Monsters
    brings at most one more, unless it may be used again.
    """
    own = _owned(state)
    discards = any(ability.discard is not None for card in own for ability in book.card(card).abilities)
    again = discards or not outlook.wands(book).isdisjoint(own)
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
    """Whether it is a Monster with which nothing happens when it comes or goes."""
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
        SendDownDeed,
        Polymorph,
    ),
    *(DrawCardsDeed, DrawForStrength, DrawPerKin, DrawUnmatched, LargerHand),
)
"""Deeds that come to the same whatever Monsters there are in the Dungeon, but for where these lie afterwards,
where nothing happens when they come and go."""


def _is_blind(book: Book, card: str) -> bool:
    """Whether what it shows in the Dungeon does not hang on the Monsters there."""
    return card in book.cards and all(
        isinstance(effect, _BLIND)
        for ability in book.card(card).abilities
        if ability.when == "dungeon" and (ability.reveals or ability.readies)
        for effect in ability.do
    )


class FreeHall(Turn):
    """The turn with every Monster that is near in every Rank. (`tsolve.solve.policy.Tree`)"""

    def __init__(self, of: Turn) -> None:
        super().__init__(of.game, of.start, of.goal, of.target, of.draws, of.evaluator)
        self.left_out = of.left_out  # a bound that leaves something out proves nothing without it
        book = of.game.book
        self._near = _near(book, of.start)
        self._worldwide = [Slot(card) for card in self._near if card in book.worldwide]
        self._idle = next((Slot(card) for card in self._near if card not in book.worldwide), Slot())
        """Stands where it makes no difference who stands there."""
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
        """Every Monster that may be attacked in each Rank, beside any that act from afar, and what
        that is worth at most.
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
        """What may stand in the other two Ranks, as far as it acts from there."""
        others = len(RANKS) - 1
        for count in range(others + 1):
            for acting in combinations_with_replacement(self._worldwide, count):
                yield (*acting, *(self._idle,) * (others - count))

    def _reveals(self, state: State) -> list[tuple[Steps, TurnNode]]:
        """One use of several that differ in what they do to the Hall."""
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
