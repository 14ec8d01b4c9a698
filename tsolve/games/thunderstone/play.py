"""The working copy of a position while an action is carried out.

`Play` replaces its immutable `state` step by step and notes in the trace what happens; effects use its
verbs (draw, destroy, gain, send down) so that each consequence (a Disease returning to its stack, a refill,
a Breach) lives once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tsolve.cardkit import piles, tasks
from tsolve.games.thunderstone.book import DISEASE, Book
from tsolve.games.thunderstone.state import NONE, Member, Player, State, copy_number, member_name
from tsolve.games.thunderstone.turn.hand import saviour_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.effects.base import Effect


class Play(tasks.Play[Book, State]):
    """One action while it is carried out."""

    __slots__ = ()

    def named(self, subject: str | int) -> tuple[str, int]:
        copy = 0
        if isinstance(subject, int):
            copy, subject = copy_number(self.state, subject), self.state.party[subject].card
        return self.book.name(subject) if subject else "", copy

    def called(self, index: int) -> str:
        """A card of the party as notes call it."""
        return member_name(self.book, self.state, index)

    def reads(self, key: str, option: str) -> bool:
        """Whether an interpretation has this reading; the trace notes the look-up."""
        if self.trace is not None:
            self.trace.consult(key, self.book.readings[key])
        return self.book.readings[key] == option

    def exercise(self, card: str, effect: Effect) -> None:
        """Note that this effect of a card acts, if effects are counted."""
        if self.trace is not None and self.trace.counts_effects:
            from tsolve.games.thunderstone.cards import effect_name

            self.trace.exercise(card, effect_name(self.book.card(card), effect))

    def leave_out(self, source: str, rulings: tuple[str, ...], what: str, touches: str = "unknown") -> None:
        """Note in words what an effect leaves out because a pile is unknown. `touches` is the step of the
        trace (see `turn/drawing.py`) that says whether the active player may lose or gain by it.
        """
        self.note(touches, source, rulings, f"{what} is left out")

    # the party

    def change(self, index: int, how: Callable[[Member], Member]) -> None:
        """Replace one Member of the party by `how(member)`."""
        party = self.state.party
        self.set(party=(*party[:index], how(party[index]), *party[index + 1 :]))

    def edit(self, index: int, **changes: Any) -> None:
        """Replace fields of one Member of the party."""
        self.change(index, lambda member: replace(member, **changes))

    def reveal(self, *cards: str) -> None:
        """Cards come into the hand and are revealed. (TS-7.2)"""
        self.set(party=(*self.state.party, *(Member(card, missed=self.missed(card)) for card in cards)))

    def missed(self, card: str) -> tuple[tuple[str, int, int], ...]:
        """The effects on every Hero that were used before this card came and do not apply to it."""
        if not (self.state.rallies and card in self.book.heroes and self.reads("late_heroes", "left_out")):
            return ()
        return self.state.rallies

    def leave(self, index: int) -> None:
        """A card leaves the party: its Weapons are free again, or its bearer no longer holds it."""
        member = self.state.party[index]
        for weapon in member.weapons:
            self.edit(weapon, bearer=NONE)
        if member.bearer != NONE and not member.thrown:
            carried = self.state.party[member.bearer].weapons
            self.edit(member.bearer, weapons=tuple(each for each in carried if each != index))
        self.edit(index, left=True, weapons=())

    def destroy(self, index: int) -> str:
        """Destroy a revealed card at once: it leaves the game, a Disease returns to its stack. (TS-1.3,
        TS-7.3)
        """
        member = self.state.party[index]
        if saviour := saviour_of(self.book, self.state, index):
            self.note_rescue(index, saviour)
            return self.discard(index)
        self.leave(index)
        self.scrap(member.card, member.owner)
        return member.card

    def note_rescue(self, index: int, saviour: str) -> None:
        """A Hero is discarded instead of destroyed, since it carries this Weapon."""
        for trait in self.book.traits[saviour]:
            if trait.saves:
                self.exercise(saviour, trait)
        note = f"{self.called(index)} is discarded instead of destroyed"
        self.note("battle", saviour, (f"card.{saviour}",), note)

    def discard(self, index: int) -> str:
        """A revealed card goes to the discard pile of the player who owns it. (TS-3.2)"""
        member = self.state.party[index]
        self.leave(index)
        owner = self.state.active if member.owner == NONE else member.owner
        self.player(owner, discard=(*self.state.players[owner].discard, member.card))
        return member.card

    def depart(self) -> None:
        """Take away what Battle Effects destroyed; Heroes whom a Weapon saved are discarded. (TS-7.8)"""
        for index, member in enumerate(self.state.party):
            if member.spared and not member.left:
                self.discard(index)
            elif member.doomed and not member.left:
                self.destroy(index)

    def perish(self) -> None:
        """Take away what was used a second time, at the end of the turn."""
        for index, member in enumerate(self.state.party):
            if member.perishes and not member.left:
                card = self.destroy(index)
                self.note("end", card, (f"card.{card}", "TS-7.3"), "used a second time: destroyed")

    def lose_in_hand(self) -> None:
        """Count as lost the cards in the hand that Battle Effects destroyed or the end of the turn would
        destroy.
        """
        moved = self.state.tally.moved
        for index, member in enumerate(self.state.party):
            if (member.doomed or member.perishes) and not member.left:
                self.scrap(member.card, member.owner)
                self.edit(index, doomed=False, perishes=False)
        self.set(tally=replace(self.state.tally, moved=moved))

    def scrap(self, card: str, owner: int = NONE) -> None:
        """A card of the active player leaves the game. Unless it is a Disease, the tally counts it as
        destroyed, and as lost if it was not borrowed. (TS-1.3)
        """
        own = owner in (NONE, self.state.active)
        self.move(self.state.active if own else owner, card, -1)
        tally = self.state.tally
        if self.book.card(card).is_disease:
            self.set(tally=replace(tally, diseases_destroyed=tally.diseases_destroyed + 1))
            return
        self.set(
            removed=(*self.state.removed, card),
            tally=replace(tally, lost=tally.lost + own, destroyed=(*tally.destroyed, card)),
        )

    def remove(self, card: str, owner: int = NONE) -> None:
        """A card that is not in the active player's hand leaves the game; a Disease returns to its stack.
        (TS-1.3)
        """
        if owner != NONE:
            self.move(owner, card, -1)
        if not self.book.card(card).is_disease:
            self.set(removed=(*self.state.removed, card))

    def put_back(self, card: str) -> None:
        """A card that has left the hand goes on top of the active player's deck."""
        self.player(self.state.active, deck=piles.put_on(self.owner().deck, card))
        self.note("end", card, (f"card.{card}",), "put on top of the deck")

    def throw(self, index: int) -> None:
        """Destroy an equipped Weapon that goes on counting as equipped for the whole battle. (TS-8.5)"""
        self.edit(index, thrown=True, left=True)
        self.scrap(self.state.party[index].card)

    # the players

    def player(self, index: int, **changes: Any) -> None:
        """Replace fields of one player."""
        players = self.state.players
        self.set(players=(*players[:index], replace(players[index], **changes), *players[index + 1 :]))

    def owner(self) -> Player:
        """The active player."""
        return self.state.players[self.state.active]

    def move(self, player: int, card: str, by: int) -> None:
        """Note that a card came to a player for good (1), or left one (-1)."""
        tally = self.state.tally
        self.set(tally=replace(tally, moved=(*tally.moved, (player, card, by))))

    def gain(self, card: str) -> None:
        """A card comes to the active player's discard pile. (TS-3.5)"""
        self.move(self.state.active, card, 1)
        me = self.owner()
        tally = self.state.tally
        self.player(self.state.active, discard=(*me.discard, card))
        self.set(tally=replace(tally, gained=(*tally.gained, card)))

    def seats(self) -> list[int]:
        """All players in the order in which they act, the active one first."""
        count = len(self.state.players)
        return [(self.state.active + seat) % count for seat in range(count)]

    def infect(self, player: int, count: int, rulings: tuple[str, ...]) -> None:
        """A player gains Diseases, to the discard pile. (TS-12.3)"""
        for _ in range(count):
            if player == self.state.active:
                self.gain(DISEASE)
            else:
                self.move(player, DISEASE, 1)
                self.player(player, discard=(*self.state.players[player].discard, DISEASE))
            whose = "" if player == self.state.active else f"by player {player + 1}, "
            self.note("battle", DISEASE, rulings, f"gained, {whose}to the discard pile")

    def experience(self, amount: int) -> None:
        """The active player's XP change by this much."""
        me = self.owner()
        tally = self.state.tally
        self.player(self.state.active, xp=me.xp + amount)
        self.set(tally=replace(tally, earned=tally.earned + amount))

    # the Village

    def stock(self, card: str, change: int) -> None:
        """The number of copies of a card in the Village changes."""
        stock = self.state.stock
        if stock is None:
            return
        at = self.state.stalls.index(card)
        self.set(stock=(*stock[:at], stock[at] + change, *stock[at + 1 :]))
