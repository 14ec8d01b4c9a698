"""The verbs for what characters have: cards, bonuses of active cards, items, experience, kills, money."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from msgspec.structs import replace

from tsolve.games.gloomhaven.attack.deck import MONSTERS
from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.playing import Playing
from tsolve.games.gloomhaven.state import Effect, Gathered, Held, Used

Pile = Literal["plays", "hand", "discarded", "lost", "active"]
"""Where a character's card may be. (GH-2.8)"""
PILES: tuple[Pile, ...] = get_args(Pile)
TOLD: dict[Pile, str] = {
    "plays": "chosen",
    "hand": "in hand again",
    "discarded": "discarded",
    "lost": "lost",
    "active": "active",
}


class CharactersPlay(Playing):
    """A working copy of a position, with what characters do with what they have."""

    __slots__ = ()

    def put_held(self, held: Held) -> None:
        """Replace what a character has."""
        others = (each for each in self.state.held if each.owner != held.owner)
        self.set(held=tuple(sorted((*others, held))))

    # cards

    def put_card(self, owner: str, card: str, to: Pile, rulings: tuple[str, ...]) -> None:
        """A card of a character leaves where it is and comes to a pile; one that leaves the active area ends
        its bonus. (GH-2.8, GH-10.5)
        """
        held = self.state.cards_of(owner)
        assert held is not None
        piles = {pile: [each for each in getattr(held, pile) if each != card] for pile in PILES}
        piles[to].append(card)
        changes = {pile: tuple(cards if pile == "plays" else sorted(cards)) for pile, cards in piles.items()}
        doomed = held.doomed if to == "active" else tuple(each for each in held.doomed if each != card)
        self.put_held(replace(held, **changes, doomed=doomed))
        self.note("card", owner, rulings, f"{card} is {TOLD[to]}")
        if card in held.active and to != "active":
            self.end_bonus(owner, card)

    def doom(self, owner: str, card: str) -> None:
        """Note that an active card will be lost when its bonus ends. (GH-10.5)"""
        held = self.state.cards_of(owner)
        assert held is not None
        self.put_held(replace(held, doomed=tuple(sorted({*held.doomed, card}))))

    def leave_active_area(self, owner: str, card: str, rulings: tuple[str, ...]) -> None:
        """An active card is lost or discarded, as its bonus says. (GH-10.1, GH-10.2, GH-10.4)"""
        held = self.state.cards_of(owner)
        if held is not None and card in held.active:
            self.put_card(owner, card, "lost" if card in held.doomed else "discarded", rulings)

    # bonuses that last

    def gain(self, name: str, effect: Effect, rulings: tuple[str, ...]) -> None:
        """A bonus that lasts comes on a figure."""
        figure = self.state.figure(name)
        self.edit(name, effects=(*figure.effects, effect))
        amount = f" {effect.amount}" if effect.amount else ""
        until = {"round": " this round", "attack": " for this attack"}.get(effect.lasts, "")
        self.note("bonus", name, rulings, f"{effect.kind.replace('_', ' ')}{amount}{until}")

    def end_bonus(self, owner: str, card: str) -> None:
        """What an active card has brought ends: bonuses of any figure, and summons. (GH-10.5, GH-11.2)"""
        for figure in self.state.figures:
            kept = tuple(each for each in figure.effects if (each.owner, each.source) != (owner, card))
            if kept != figure.effects:
                self.edit(figure.name, effects=kept)
                self.note("bonus", figure.name, ("GH-10.5",), f"the bonus of {card} ends")
        summons = [each for each in self.state.figures if (each.owner, each.card) == (owner, card)]
        self.set(figures=tuple(each for each in self.state.figures if each not in summons))
        for summon in summons:
            self.note("leave", summon.name, ("GH-11.2",), f"leaves with {card}")

    def use_slots(self, name: str, fired: Iterable[Effect]) -> None:
        """Bonuses of a figure were used, even in vain: the token of each of their cards goes on by one slot.
        After the last one the card is lost. (GH-10.1)
        """
        slots = {(each.owner, each.source): each.slots for each in fired if each.slots}
        for (owner, card), (experience, *left) in slots.items():
            number = len(left)
            told = f"{number} slot{'' if number == 1 else 's'} left" if left else "that was the last slot"
            self.note("bonus", name, ("GH-10.1",), f"the token of {card} goes on: {told}")
            effects = self.state.figure(name).effects
            others = tuple(each for each in effects if (each.owner, each.source) != (owner, card))
            moved = (each for each in effects if each not in others)
            kept = tuple(replace(each, slots=tuple(left)) for each in moved) if left else ()
            self.edit(name, effects=(*others, *kept))
            self.gain_experience(owner, experience)
            if not left:
                self.leave_active_area(owner, card, ("GH-10.1",))

    # items

    def use_item(self, owner: str, item: str) -> None:
        """A slot of an item is used up; after the last it is spent or consumed. (GH-11.8)"""
        held = self.state.cards_of(owner)
        assert held is not None
        facts = self.book.items[owner, item]
        times = held.times(item) + 1
        others = (each for each in held.used if each.item != item)
        self.put_held(replace(held, used=tuple(sorted((*others, Used(item, times))))))
        end = "consumed" if facts.consumed else "spent"
        told = f"uses {item}" if times < facts.uses else f"uses {item}, which is {end}"
        self.note("item", owner, ("GH-11.8", "GH-11.11"), told)

    def refresh_items(self, owner: str) -> None:
        """Items that are spent can be used again. (GH-2.10)"""
        held = self.state.cards_of(owner)
        assert held is not None
        facts = {each.item: self.book.items[owner, each.item] for each in held.used}
        spent = [
            each
            for each in held.used
            if each.times >= facts[each.item].uses and not facts[each.item].consumed
        ]
        self.put_held(replace(held, used=tuple(each for each in held.used if each not in spent)))
        for each in spent:
            self.note("item", owner, ("GH-2.10", "GH-11.8"), f"{each.item} is refreshed")

    # what it gathers

    def gain_experience(self, name: str, amount: int) -> None:
        """A character gains experience. (GH-7.1)"""
        if amount:
            before = self.state.gathered_by(name)
            total = before.experience + amount
            self._put_gathered(replace(before, experience=total))
            told = "gains experience"
            self.note("experience", name, ("GH-7.1",), told, "experience", before.experience, total)

    def count_kill(self, killed: str, by: str) -> None:
        """A kill counts for a character: its own, its summon's, that of a trap into which it drove somebody.

        (GH-2.11)
        """
        if by != MONSTERS:
            before = self.state.gathered_by(by)
            self._put_gathered(replace(before, kills=before.kills + 1))
            told = f"the kill of {killed} counts for it"
            self.note("kill", by, ("GH-2.11",), told, "kills", before.kills, before.kills + 1)

    def loot(self, name: str, hexes: Iterable[Hex], rulings: tuple[str, ...]) -> None:
        """A character takes the money tokens of these hexes. (GH-2.9)"""
        near = frozenset(hexes)
        taken = sum(money.tokens for money in self.state.money if money.at in near)
        if not taken:
            return
        before = self.state.gathered_by(name)
        self.set(money=tuple(money for money in self.state.money if money.at not in near))
        self._put_gathered(replace(before, money=before.money + taken))
        self.note("loot", name, rulings, "loots money", "money tokens", before.money, before.money + taken)

    def _put_gathered(self, gathered: Gathered) -> None:
        others = (each for each in self.state.gathered if each.owner != gathered.owner)
        self.set(gathered=tuple(sorted((*others, gathered))))
