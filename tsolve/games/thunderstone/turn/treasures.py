"""Treasures: laid in front of whoever turns them up, and used from a later turn on. (DS-7)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Destroy, Pass, UseTreasure
from tsolve.games.thunderstone.state import NONE, Treasure
from tsolve.games.thunderstone.symmetry import first_of_alike

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.effects.base import Reason, TreasureEffect
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


def effect_of(book: Book, treasure: str) -> TreasureEffect | None:
    """What a Treasure does for its owner."""
    card = book.cards.get(treasure)
    return card.treasure[0] if card is not None and card.treasure else None


def attempts(book: Book, state: State) -> Iterator[UseTreasure]:
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


def refuse(book: Book, state: State, action: UseTreasure, when: str) -> Reason | None:
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


def carry_out(play: Play, action: UseTreasure) -> None:
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
    """A Treasure is destroyed; by the active player it counts as an own card lost."""
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


class UseAfterVictory(tasks.Task, frozen=True):
    """The active player may use Treasures after a victory, before the Hall is refilled. (DS-7)"""

    asks = "use a Treasure, or pass"

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self.options(book, state)) > 1 else tasks.ENGINE

    def options(self, book: Book, state: State) -> list[Action]:
        uses = [use for use in attempts(book, state) if refuse(book, state, use, "victory") is None]
        return [*uses, Pass()]

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        reason = refuse(book, state, action, "victory") if isinstance(action, UseTreasure) else None
        return reason or (f"you must first {self.asks}", self.rulings_for(book, state))

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*(f"card.{card}" for card in usable(book, state, state.active, "victory")), "DS-7")

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, UseTreasure):
            carry_out(play, action)
            play.push(self)


class MayWard(tasks.Task, frozen=True):
    """A player whom a Battle Effect is about to strike may destroy a Treasure that keeps it away. (DS-7)"""

    asks = "use a Treasure against the Battle Effect, or pass"
    player: int
    source: str
    goes_on: tuple[tasks.Task, ...]

    def mover(self, book: Book, state: State) -> int:
        return self.player if usable(book, state, self.player, "effect") else tasks.ENGINE

    def run(self, play: Play) -> None:
        play.push(*self.goes_on)

    def options(self, book: Book, state: State) -> list[Action]:
        wards = usable(book, state, self.player, "effect")
        return [*(UseTreasure(self.player, card) for card in wards), Pass()]

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        reason = refuse(book, state, action, "effect") if isinstance(action, UseTreasure) else None
        return reason or (f"you must first {self.asks}", self.rulings_for(book, state))

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*(f"card.{card}" for card in usable(book, state, self.player, "effect")), "DS-7")

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, UseTreasure):
            carry_out(play, action)
            note = (
                f"{play.book.name(self.source)}: one Battle Effect does not strike player {self.player + 1}"
            )
            play.note("treasure", action.treasure, (f"card.{action.treasure}", "DS-7", "TS-7.7"), note)
        else:
            play.push(*self.goes_on)

    def makes_no_difference(self, book: Book, state: State) -> bool:
        return self.player != state.active


def warded(play: Play, player: int, source: str, *blows: tasks.Task) -> tuple[tasks.Task, ...]:
    """All that one Battle Effect does to a player, who may keep it away where a Treasure allows it."""
    return (MayWard(player, source, blows),) if usable(play.book, play.state, player, "effect") else blows


class SellHand(tasks.Task, frozen=True):
    """The active player destroys cards of the hand, one after another, each for so much Experience."""

    asks = "destroy cards for XP, or pass"
    source: str
    xp: int

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self.options(book, state)) > 1 else tasks.ENGINE

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
