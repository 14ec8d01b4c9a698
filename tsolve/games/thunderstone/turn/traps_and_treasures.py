"""Traps: whom they strike, and who escapes by showing a card (DS-6). Treasures: placed in front of the player
who turns them up, and used from a later turn on (DS-7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action, Destroy, Pass, UseTreasure
from tsolve.games.thunderstone.answers import React
from tsolve.games.thunderstone.state import NONE, State, Treasure, first_of_alike
from tsolve.games.thunderstone.turn import free
from tsolve.games.thunderstone.turn.other_players import may_pry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tsolve.cardkit.piles import Pile
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.effects.base import TreasureEffect
    from tsolve.games.thunderstone.play import Play


class Strike(actions.Task, frozen=True):
    """What a Trap does to one player."""

    asks = "resolve the Trap"
    player: int
    source: str

    def is_moot(self, book: Book, state: State) -> bool:
        """Whether it certainly does nothing, so that nobody needs to escape it."""
        return False

    def rulings(self, *rules: str) -> tuple[str, ...]:
        """The Trap, and these rules."""
        return f"card.{self.source}", "DS-6", *rules

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return self.rulings()


def spring(play: Play, trap: str) -> None:
    """A Trap that was turned up is resolved at once and destroyed; it never stands in the Hall. (DS-6)"""
    card = play.book.card(trap)
    play.set(removed=(*play.state.removed, trap))
    play.note("trap", trap, ("DS-6", card.ruling), "a Trap: resolved and destroyed")
    play.push(*(Spring(trap, number) for number in range(len(card.trap))))


class Spring(actions.Task, frozen=True):
    """One effect of a Trap, in the order of its card."""

    trap: str
    number: int

    def run(self, play: Play) -> None:
        effect = play.book.card(self.trap).trap[self.number]
        play.exercise(self.trap, effect)
        effect.apply(play, self.trap)


def trap_awaits(book: Book, state: State, place: int) -> bool:
    """Whether filling the Hall after a battle in this place may turn up a Trap that lies at a known place.

    This counts the most gaps: the Monster leaves, every Guardian of the Hall, and one Monster by Spoils.
    """
    if not book.traps or book.traps.isdisjoint(piles.contents(state.dungeon)):
        return False
    gaps = sum(1 for slot in state.hall if not slot.card or _may_leave(book, slot.card)) + (place > 0)
    gaps += not book.spoiling.isdisjoint(member.card for member in state.party)
    for card in _sure(state.dungeon):
        if card in book.traps:
            return gaps > 0
        gaps -= card not in book.treasures and not _may_leave(book, card)
        if gaps <= 0:
            break
    return False


def trap_by_chance(book: Book, state: State) -> bool:
    """Whether chance decides if a Trap is turned up for the gap that a battle leaves."""
    gaps = 1 + sum(1 for slot in state.hall if not slot.card)
    for segment in state.dungeon:
        if segment.order == "shuffled" and len(set(segment.cards)) > 1:
            return not book.traps.isdisjoint(segment.cards)
        gaps -= sum(1 for card in segment.cards if card not in book.traps | book.treasures)
        if gaps <= 0 or segment.order == "unknown":
            break
    return False


def _may_leave(book: Book, card: str) -> bool:
    facts = book.cards.get(card)
    return facts is not None and facts.is_guardian


def _sure(pile: Pile) -> Iterator[str]:
    """The cards of a pile from the top, as long as only one can come next."""
    while piles.choices(pile) == 1:
        ((card, _),) = piles.outcomes(pile)
        yield card
        pile = piles.take(pile, card)


def in_hand(book: Book, state: State, index: int) -> bool:
    """Whether a revealed card of the active player still is in the hand and the player's own. (A-10)"""
    member = state.party[index]
    if member.left or member.owner not in (NONE, state.active):
        return False
    return not member.doomed or book.reads("destroyed_leave", "after_refill_and_breach")


def hand_of(book: Book, state: State, player: int) -> tuple[str, ...] | None:
    """The cards in a player's hand; None when nobody knows it."""
    if player != state.active:
        return state.players[player].hand
    return tuple(m.card for index, m in enumerate(state.party) if in_hand(book, state, index))


def strike(strikes: Iterable[Strike], saved_by: str = "") -> Iterator[actions.Task]:
    """These strikes in order; a player may escape first by showing a card, such as a Hero of the class
    `saved_by`.
    """
    for each in strikes:
        yield MayEscape(each.player, each.source, each, saved_by)


class MayEscape(actions.Task, frozen=True):
    """A player whom a Trap is about to strike may show a card that keeps it away."""

    asks = "avoid the Trap, or pass"
    points = False
    player: int
    source: str
    goes_on: Strike
    saved_by: str = ""

    def mover(self, book: Book, state: State) -> int:
        moot = self.goes_on.is_moot(book, state) or not self._savers(book, state)
        return actions.ENGINE if moot else self.player

    def run(self, play: Play) -> None:
        if not self.goes_on.is_moot(play.book, play.state):
            play.push(self.goes_on)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (f"card.{self.source}", "DS-6", *(f"card.{card}" for card in self._savers(book, state)))

    def options(self, book: Book, state: State) -> list[Action]:
        return [*(React(self.player, card) for card in self._savers(book, state)), Pass()]

    def answer(self, play: Play, action: Action) -> None:
        if not isinstance(action, React):
            play.push(self.goes_on)
            return
        note = f"revealed by player {self.player + 1}, who escapes {play.book.name(self.source)}"
        play.note("trap", action.card, (f"card.{self.source}", "DS-6", f"card.{action.card}"), note)

    def makes_no_difference(self, book: Book, state: State) -> bool:
        if self.player == state.active:
            return False
        return not may_pry(book, state)

    def _savers(self, book: Book, state: State) -> list[str]:
        cards = set(hand_of(book, state, self.player) or ())
        return sorted(card for card in cards if self._saves(book, card))

    def _saves(self, book: Book, card_id: str) -> bool:
        card = book.card(card_id)
        if card.trophy is not None and card.trophy.avoids_traps:
            return True
        return bool(self.saved_by) and card.is_hero and self.saved_by in card.classes


def effect_of(book: Book, treasure: str) -> TreasureEffect | None:
    """What a Treasure does for its owner."""
    card = book.cards.get(treasure)
    return card.treasure[0] if card is not None and card.treasure else None


def treasure_attempts(book: Book, state: State) -> Iterator[UseTreasure]:
    """Every use of a Treasure that the active player might try at a free step; equal ones once."""
    mine = state.players[state.active].treasures
    for treasure in dict.fromkeys([each.card for each in mine]) if mine else ():
        effect = effect_of(book, treasure)
        for card in effect.cards(book, state) if effect is not None else ():
            yield UseTreasure(state.active, treasure, card)


def usable(book: Book, state: State, player: int, when: str) -> list[str]:
    """The Treasures that a player may use now, each kind once."""
    found: list[str] = []
    if not state.players[player].treasures:
        return found
    for each in state.players[player].treasures:
        effect = effect_of(book, each.card)
        if effect is not None and effect.when == when and not each.fresh and not each.holds:
            found.append(each.card)
    return list(dict.fromkeys(found))


def refuse_treasure(book: Book, state: State, action: UseTreasure, when: str) -> Reason | None:
    """Why a player may not use this Treasure so at this time, or None."""
    name, rulings = book.name(action.treasure), (f"card.{action.treasure}", "DS-7")
    mine = [each for each in state.players[action.player].treasures if each.card == action.treasure]
    effect = effect_of(book, action.treasure)
    if not mine or effect is None:
        return f"{name} does not lie in front of player {action.player + 1}", rulings
    if effect.when != when:
        return f"you use {name} {_TIMES[effect.when]}", rulings
    if all(each.fresh for each in mine):
        return f"you found {name} this turn: use it in a later one", rulings
    if all(each.fresh or each.holds for each in mine):
        return f"something lies under {name} already", rulings
    if action.card not in effect.cards(book, state):
        return f"{name} cannot be used on that card", rulings
    return effect.refuse(book, state, action)


_TIMES = {
    "village": "in the Village",
    "victory": "after a victory",
    "effect": "when a Battle Effect strikes",
}


@free.refuse.register(UseTreasure)
def _refuse_now(action: UseTreasure, book: Book, state: State) -> Reason | None:
    return refuse_treasure(book, state, action, "village" if state.step == "effects" else state.step)


@free.carry_out.register(UseTreasure)
def use_treasure(action: UseTreasure, play: Play) -> None:
    """A player uses a Treasure."""
    effect = effect_of(play.book, action.treasure)
    assert effect is not None
    play.exercise(action.treasure, effect)
    effect.apply(play, action)


def find(play: Play, card: str) -> None:
    """A Treasure that was turned up comes to the active player, who may use it from a later turn on."""
    me = play.owner()
    play.player(play.state.active, treasures=(*me.treasures, Treasure(card, fresh=True)))
    note = "a Treasure: goes in front of you"
    play.note("treasure", card, ("DS-7", f"card.{card}"), note)


def give_up(play: Play, player: int, treasure: Treasure) -> None:
    """A Treasure is destroyed; for the active player it counts as an own card lost."""
    left = list(play.state.players[player].treasures)
    left.remove(treasure)
    play.player(player, treasures=tuple(left))
    if player == play.state.active:
        play.scrap(treasure.card)
    else:
        play.remove(treasure.card)


def ready(state: State, player: int, card: str) -> Treasure:
    """The copy of a Treasure that is used next."""
    return next(
        each
        for each in state.players[player].treasures
        if each.card == card and not each.fresh and not each.holds
    )


def lay_under(play: Play, treasure: str, card: str) -> None:
    """A card comes to lie under a Treasure of the active player."""
    old = ready(play.state, play.state.active, treasure)
    laid = [*play.owner().treasures]
    laid[laid.index(old)] = replace(old, holds=card)
    play.player(play.state.active, treasures=tuple(laid))


def take_back(play: Play, card: str) -> None:
    """A card that lies under a Treasure of the active player leaves it."""
    laid = [*play.owner().treasures]
    at = next(index for index, each in enumerate(laid) if each.holds == card)
    laid[at] = replace(laid[at], holds="")
    play.player(play.state.active, treasures=tuple(laid))


class UseAfterVictory(actions.Task, frozen=True):
    """The active player may use Treasures after a victory, before the Hall is refilled. (DS-7)"""

    asks = "use a Treasure, or pass"

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self.options(book, state)) > 1 else actions.ENGINE

    def options(self, book: Book, state: State) -> list[Action]:
        uses = [
            use
            for use in treasure_attempts(book, state)
            if refuse_treasure(book, state, use, "victory") is None
        ]
        return [*uses, Pass()]

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        reason = refuse_treasure(book, state, action, "victory") if isinstance(action, UseTreasure) else None
        return reason or (f"you must first {self.asks}", self.rulings_for(book, state))

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*(f"card.{card}" for card in usable(book, state, state.active, "victory")), "DS-7")

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, UseTreasure):
            use_treasure(action, play)
            play.push(self)


class MayWard(actions.Task, frozen=True):
    """A player whom a Battle Effect is about to strike may destroy a Treasure that keeps it away. (DS-7)"""

    asks = "use a Treasure against the Battle Effect, or pass"
    player: int
    source: str
    goes_on: tuple[actions.Task, ...]

    def mover(self, book: Book, state: State) -> int:
        return self.player if usable(book, state, self.player, "effect") else actions.ENGINE

    def run(self, play: Play) -> None:
        play.push(*self.goes_on)

    def options(self, book: Book, state: State) -> list[Action]:
        wards = usable(book, state, self.player, "effect")
        return [*(UseTreasure(self.player, card) for card in wards), Pass()]

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        reason = refuse_treasure(book, state, action, "effect") if isinstance(action, UseTreasure) else None
        return reason or (f"you must first {self.asks}", self.rulings_for(book, state))

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*(f"card.{card}" for card in usable(book, state, self.player, "effect")), "DS-7")

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, UseTreasure):
            use_treasure(action, play)
            note = (
                f"{play.book.name(self.source)}: one Battle Effect does not strike player {self.player + 1}"
            )
            play.note("treasure", action.treasure, (f"card.{action.treasure}", "DS-7", "TS-7.7"), note)
        else:
            play.push(*self.goes_on)

    def makes_no_difference(self, book: Book, state: State) -> bool:
        return self.player != state.active


def warded(play: Play, player: int, source: str, *blows: actions.Task) -> tuple[actions.Task, ...]:
    """All that one Battle Effect does to a player, who may prevent it with a Treasure."""
    return (MayWard(player, source, blows),) if usable(play.book, play.state, player, "effect") else blows


class SellHand(actions.Task, frozen=True):
    """The active player destroys cards of the hand, one after another, each for so much Experience."""

    asks = "destroy cards for XP, or pass"
    source: str
    xp: int

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self.options(book, state)) > 1 else actions.ENGINE

    def options(self, book: Book, state: State) -> list[Action]:
        there = [index for index, member in enumerate(state.party) if not member.left]
        return [*map(Destroy, first_of_alike(state, there)), Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "DS-7"

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Destroy):
            gain_for(play, play.destroy(action.card), self.source, self.xp)
            play.push(self)


def gain_for(play: Play, card: str, source: str, xp: int) -> None:
    """Experience for a card destroyed."""
    before = play.owner().xp
    play.experience(xp)
    note = f"destroyed for {xp} XP"
    play.note("treasure", card, (f"card.{source}", "DS-7"), note, "experience", before, before + xp)


def is_free(state: State, index: int) -> bool:
    """Whether a card of the hand is the active player's own and stays in the game."""
    member = state.party[index]
    return not member.left and not member.doomed and member.owner in (NONE, state.active)
