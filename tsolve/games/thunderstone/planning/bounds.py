"""Upper bounds for a Dungeon turn: they prune the search."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.base import SpoilsEffect
from tsolve.games.thunderstone.effects.battle_destroying import DestroyEffect
from tsolve.games.thunderstone.effects.spoils import BuySpoils
from tsolve.games.thunderstone.game import Thunderstone, all_victory_points, costs, victory_points
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.planning.endings import (
    Counted,
    affects_rest,
    endings,
    head_start,
    points_so_far,
    scores_unevenly,
)
from tsolve.games.thunderstone.planning.goals import BELOW_ZERO, counted_to_the_end
from tsolve.games.thunderstone.planning.situations import robbery_matters
from tsolve.games.thunderstone.state import UNSEEN, State
from tsolve.games.thunderstone.turn.drawing import looked_at
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.games.thunderstone.turn.traps_and_treasures import trap_awaits
from tsolve.games.thunderstone.turn.village import for_sale
from tsolve.written.position_file import weighted

UNBOUNDED = 10**6
"""The bound of a level that is unknown before solving."""


Bound = tuple[int, ...]
"""An upper bound for every line, level by level of a goal."""


def hopeful(game: Thunderstone, state: State, rank: int, goal: tuple[str, ...]) -> Bound:
    """A quick upper bound of the goal for attacking this Rank when nothing more is revealed."""
    book = game.book
    monster, tally = book.card(state.at(rank).card), state.tally
    lost, spoiling = _before_the_attack(game, state)
    if monster.id in book.spoiling:
        spoiling = (*spoiling, monster.id)
    extra = sum([spoils.experience(rank) for card in spoiling for spoils in book.card(card).spoils])
    most = {
        "win": 1,
        "vp": monster.vp or 0,
        "xp": (monster.xp or 0) + extra + tally.earned,
        "lost": -lost,
        "shortfall": 0,
        "diseases": tally.diseases_destroyed + _given_to(game, monster, state),
    }
    most |= after_attack(book, state, rank, counted_to_the_end(goal))
    return _at_most(goal, most)


def _before_the_attack(game: Thunderstone, state: State) -> tuple[int, tuple[str, ...]]:
    """How many cards are lost whatever is attacked, and the cards of the party with Spoils."""
    book = game.book
    known = book.latest(state)
    if "before the attack" not in known:
        perishing = sum([member.perishes and not member.left for member in state.party])
        if perishing and robbery_matters(game, state):
            perishing = 0
        spoiling = [m.card for m in state.party if m.card in book.spoiling and not m.left]
        known["before the attack"] = state.tally.lost + perishing, tuple(spoiling)
    found: tuple[int, tuple[str, ...]] = known["before the attack"]
    return found


def _given_to(game: Thunderstone, monster: Card, state: State) -> int:
    """The most Diseases that the player may let the Monster destroy, if it may destroy any kind of card."""
    if not monster.battle or not any(
        isinstance(effect, DestroyEffect) and effect.target == "card" for effect in monster.battle
    ):
        return 0
    return sum(1 for member in state.party if member.card in game.book.diseases and not member.left)


def upper_bound(game: Thunderstone, state: State, goal: tuple[str, ...], lost: int, target: Target) -> Bound:
    """An upper bound of the goal for every line from `state` on which at least `lost` own cards are lost."""
    book = game.book
    standing = [slot.card for slot in state.standing]
    owned = [*(member.card for member in state.party), *contents(state.me.deck), *state.me.discard]
    others = (player for index, player in enumerate(state.players) if index != state.active)
    lendable = [card for player in others for card in (*(player.hand or ()), *player.discard)]
    may_change = has_unknown(state.me.deck) or not card_facts.refilling(book).isdisjoint((*owned, *lendable))
    if UNSEEN in standing or (has_unknown(state.dungeon) and may_change):
        standing = [*card_facts.prizes(book)]  # an unknown card stands in the Hall or may come into it
    elif may_change:
        standing += [*contents(state.dungeon), *looked_at(state)]
    prizes = [
        card_facts.prizes(book)[card]
        for card in standing
        if card in card_facts.prizes(book) and target.monster in ("", card)
    ]
    spoils: list[SpoilsEffect] = [effect for card in (*owned, *lendable) for effect in book.card(card).spoils]
    spoils += [effect for prize in prizes for effect in prize.spoils]
    extra = sum(effect.experience(rank) for effect in spoils for rank in state.places)
    if has_unknown(state.me.deck) or not card_facts.earning(book).isdisjoint((*owned, *lendable)):
        extra = UNBOUNDED  # an unknown card, or an ability, may bring more XP
    most = {
        "win": 1,
        "vp": max((prize.vp for prize in prizes), default=0),
        "xp": max((prize.xp for prize in prizes), default=0) + extra + state.tally.earned,
        "lost": -lost,
        "shortfall": 0,
        "diseases": sum(1 for card in owned if card in book.diseases),
    }
    most |= after_anything(book, state, (prize.vp for prize in prizes), counted_to_the_end(goal))
    return _at_most(goal, most)


class UpperBounds:
    """Upper bounds of one goal for positions of one turn, worked out once for positions that are alike."""

    def __init__(self, game: Thunderstone, goal: tuple[str, ...], target: Target) -> None:
        self.game, self.goal, self.target = game, goal, target
        self._known: dict[Hashable, Bound] = {}

    def above(self, state: State) -> Bound:
        """An upper bound for every line from here."""
        tally = state.tally
        seen = looked_at(state)
        key = state.standing, state.dungeon, seen, tally.lost, tally.earned, state.lent, tally.moved
        if key not in self._known:
            self._known[key] = upper_bound(self.game, state, self.goal, tally.lost, self.target)
        return self._known[key]


def _at_most(goal: tuple[str, ...], most: dict[str, int]) -> Bound:
    """A bound of the goal from bounds of single levels."""
    most[BELOW_ZERO] = 0
    return weighted(goal, most, UNBOUNDED)


def after_attack(book: Book, state: State, rank: int, counted: Counted) -> dict[str, int]:
    """The most of each level of the whole turn after attacking this Rank, with nothing more revealed."""
    if not counted:
        return {}
    known = book.latest(state)
    if ("any rank", counted) not in known:
        known["any rank", counted] = _whatever_rank(book, state, counted)
    party, sends, least = known["any rank", counted]
    if sends or trap_awaits(book, state, rank):
        return {"victory": 1, "goes_on": 1}  # the choices that follow may have any value
    points, worth = _of_spoils(book, state, (*party, state.at(rank).card))
    won, lost = endings(book, state, rank)
    me = state.active
    points += least + max(won.points[me], lost.points[me])
    most = {"points": points, "victory": 1, "goes_on": 1}
    if "growth" in counted:
        most["growth"] = worth + costs(book, state) + max(won.costs, lost.costs)
    if "lead" in counted:
        most["lead"] = points + max(head_start(book, state, ending) for ending in (won, lost))
    return most


def _whatever_rank(book: Book, state: State, counted: Counted) -> tuple[tuple[str, ...], bool, int]:
    """The party, whether its Spoils may move a Monster, and the points before what follows the battle."""
    party = tuple([member.card for member in state.party if not member.left])
    points = _of_destroying(book, state, party) + points_so_far(book, state)
    return party, _may_send_down(book, state, party, counted), points


def after_anything(book: Book, state: State, prizes: Iterable[int], counted: Counted) -> dict[str, int]:
    """The most of each level of the whole turn on any line from here; `prizes` are the Victory Points of
    every Monster that may be defeated.
    """
    if not counted:
        return {}
    others = (player for index, player in enumerate(state.players) if index != state.active)
    mine = [*(member.card for member in state.party), *contents(state.me.deck), *state.me.discard]
    reach = [*mine, *(card for player in others for card in (*(player.hand or ()), *player.discard))]
    met = [*(slot.card for slot in state.standing), *contents(state.dungeon), *looked_at(state)]
    here = [card for card in (*reach, *met) if card in book.cards]
    most = {"victory": 1, "goes_on": 1}
    if has_unknown(state.me.deck) or not card_facts.touching(book).isdisjoint(here):
        return most
    points, worth = _of_spoils(book, state, here)
    points += max(prizes, default=0) + _of_destroying(book, state, mine)
    points += max((book.card(card).vp or 0 for card in met if _is_stone(book, card)), default=0)
    points += sum(card_facts.takes(book).get(card, 0) for card in reach)
    points += sum(
        book.card(each.holds).vp or 0 for player in state.players for each in player.treasures if each.holds
    )
    most["points"] = points + victory_points(book, state)
    if "growth" in counted:
        most["growth"] = worth + costs(book, state)
    if "lead" in counted:
        scores = all_victory_points(book, state)
        best = max((score for player, score in enumerate(scores) if player != state.active), default=0)
        most["lead"] = points + scores[state.active] - best
    return most


def _may_send_down(book: Book, state: State, party: Sequence[str], counted: Counted) -> bool:
    """Whether Spoils of the party may move a Monster, or leave another such choice, with an effect on these
    levels.
    """
    if book.spoiling.isdisjoint(party):
        return False
    spoils = (effect for card in party if card in book.spoiling for effect in book.card(card).spoils)
    options = (
        option
        for effect in spoils
        if not isinstance(effect, BuySpoils)
        for option in effect.attempts(book, state)
    )
    return any(affects_rest(book, state, option, counted) for option in options)


def _is_stone(book: Book, card: str) -> bool:
    return card in book.cards and book.card(card).kind == "thunderstone"


def _of_spoils(book: Book, state: State, cards: Sequence[str]) -> tuple[int, int]:
    """The most Victory Points and the highest printed costs that Spoils of these cards may buy."""
    if book.spoiling.isdisjoint(cards):
        return 0, 0
    spoils: list[SpoilsEffect] = [
        effect
        for card in cards
        if card in book.spoiling
        for effect in book.card(card).spoils
        if isinstance(effect, BuySpoils)
    ]
    goods = [book.card(card) for card in for_sale(book, state)] if spoils else []
    if not goods:
        return 0, 0
    stock = [book.card(card) for card in state.stalls]
    dearest = max(max(card.vp or 0 for card in stock), 0), max(card.cost or 0 for card in stock)
    return len(spoils) * dearest[0], len(spoils) * dearest[1]


def _of_destroying(book: Book, state: State, cards: Iterable[str]) -> int:
    """The most that the player's score may gain by losing cards with negative points, or cards by whose
    absence others score.
    """
    if scores_unevenly(book, state):
        return UNBOUNDED
    burdens = card_facts.burdens(book)
    return sum([burdens[card] for card in cards if card in burdens])
