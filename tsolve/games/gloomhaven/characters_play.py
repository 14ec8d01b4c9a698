"""The working copy of a position, with the verbs for what a character has: cards, items, lasting bonuses,
experience and money.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from typing import Literal, get_args

from msgspec.structs import replace

from tsolve.cardkit import tasks
from tsolve.games.gloomhaven.ability_parts import Sort
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.figures import Figure, LastingEffect
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.modifiers import MONSTERS
from tsolve.games.gloomhaven.simple_abilities import TwoAtOnce
from tsolve.games.gloomhaven.state import Gathered, Held, State, Used, active_of, killer_of


class Playing(tasks.Play[Book, State]):
    """A working copy of a position."""

    __slots__ = ()

    def reads(self, key: str, option: str) -> bool:
        """Whether an interpretation is read so; the trace remembers that it was asked."""
        if self.trace is not None:
            self.trace.consult(key, self.book.readings[key])
        return self.book.reads(key, option)

    def edit(self, name: str, **changes: object) -> Figure:
        """Replace fields of a figure."""
        figures = list(self.state.figures)
        at = next(index for index, figure in enumerate(figures) if figure.name == name)
        figures[at] = replace(figures[at], **changes)
        self.set(figures=tuple(figures))
        return figures[at]


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


class CharactersPlay(Playing, ABC):
    """A working copy of a position, with the verbs for characters' cards, items, experience and money."""

    __slots__ = ()

    def put_held(self, held: Held) -> None:
        """Replace the cards and items of a character."""
        others = (each for each in self.state.held if each.owner != held.owner)
        self.set(held=tuple(sorted((*others, held))))

    # cards

    def put_card(self, owner: str, card: str, to: Pile, rulings: tuple[str, ...]) -> None:
        """A card of a character leaves where it is and comes to a pile; one that leaves the active area ends
        its bonus. (GH-2.8, GH-10.5)
        """
        held = self.state.cards_of(owner)
        assert held is not None
        if card in held.packs and to not in ("plays", "hand"):
            self._return_pack(held, card, rulings)
            return
        piles = {pile: [each for each in getattr(held, pile) if each != card] for pile in PILES}
        piles[to].append(card)
        changes = {pile: tuple(cards if pile == "plays" else sorted(cards)) for pile, cards in piles.items()}
        doomed = held.doomed if to == "active" else tuple(each for each in held.doomed if each != card)
        self.put_held(replace(held, **changes, doomed=doomed))
        self.note("card", owner, rulings, f"{card} is {TOLD[to]}")
        if card in held.active and to != "active":
            self.end_bonus(owner, card)

    def _return_pack(self, held: Held, card: str, rulings: tuple[str, ...]) -> None:
        """A pack that would be discarded or lost goes back to the supply. (GH-11.16)"""
        left = {pile: tuple(each for each in getattr(held, pile) if each != card) for pile in PILES}
        packs = tuple(each for each in held.packs if each != card)
        self.put_held(replace(held, **left, packs=packs))
        self.note("card", held.owner, ("GH-11.16", *rulings), f"{card} goes back to the supply")

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

    def gain(self, name: str, effect: LastingEffect, rulings: tuple[str, ...]) -> None:
        """A figure gets a lasting bonus."""
        figure = self.state.figure(name)
        self.edit(name, effects=(*figure.effects, effect))
        self._keep_one(effect)
        amount = f" {effect.amount}" if effect.amount else ""
        until = {"round": " this round", "attack": " for this attack"}.get(effect.lasts, "")
        what = "what lasts" if effect.kind == "lasting" else effect.kind.replace("_", " ")
        self.note("bonus", name, rulings, f"{what}{amount}{until}")

    def _keep_one(self, effect: LastingEffect) -> None:
        """Of songs, augments and dooms a character has one card at a time: an earlier one leaves, or one of
        two.
        """
        if effect.sort is None:
            return
        others = active_of(self.state, effect.owner, effect.sort) - {effect.source}
        if self._may_have_two(effect.owner, effect.sort):
            bearers = [
                figure.name
                for figure in self.state.figures
                if any((each.sort, each.owner) == (effect.sort, effect.owner) for each in figure.effects)
            ]
            if len(others) < 2 and len(bearers) == 1:
                return
            if len(bearers) == 1:
                self.choose_one_to_leave(effect.owner, effect.sort, tuple(sorted(others)), 2)
                return
        self.end_cards(effect.owner, effect.sort, others)

    def end_cards(self, owner: str, sort: Sort, cards: Iterable[str]) -> None:
        """Cards of a sort leave, since a character has only so many. (GH-10.10)"""
        for card in sorted(cards):
            self.note("bonus", owner, ("GH-10.10",), f"has one {sort} at a time")
            self.leave_active_area(owner, card, ("GH-10.10", "GH-10.5"))
            self.end_bonus(owner, card)

    def _may_have_two(self, owner: str, sort: Sort) -> bool:
        effects = (each for figure in self.state.figures if figure.name == owner for each in figure.effects)
        return any(isinstance(each.ability, TwoAtOnce) and each.ability.sort == sort for each in effects)

    @abstractmethod
    def choose_one_to_leave(self, owner: str, sort: Sort, cards: tuple[str, ...], most: int) -> None:
        """One of these cards leaves the active area, as its player chooses, if there are more of its sort.

        (GH-10.10)
        """

    def end_bonus(self, owner: str, card: str) -> None:
        """The effects of an active card end: bonuses of any figure, and summons. (GH-10.5, GH-11.2)"""
        doubling = [
            each.ability.sort
            for figure in self.state.figures
            for each in figure.effects
            if (each.owner, each.source) == (owner, card) and isinstance(each.ability, TwoAtOnce)
        ]
        for figure in self.state.figures:
            kept = tuple(each for each in figure.effects if (each.owner, each.source) != (owner, card))
            if kept != figure.effects:
                self.edit(figure.name, effects=kept)
                self.note("bonus", figure.name, ("GH-10.5",), f"the bonus of {card} ends")
        for sort in doubling:
            self.choose_one_to_leave(owner, sort, tuple(sorted(active_of(self.state, owner, sort))), 1)
        summons = [each for each in self.state.figures if (each.owner, each.card) == (owner, card)]
        self.set(figures=tuple(each for each in self.state.figures if each not in summons))
        for summon in summons:
            self.note("leave", summon.name, ("GH-11.2",), f"leaves with {card}")

    def use_slots(self, name: str, fired: Iterable[LastingEffect]) -> None:
        """Bonuses of a figure were used, even without effect: the token on each of their cards moves on by
        one slot. After the last slot the card is lost. (GH-10.1)
        """
        slots = {(each.owner, each.source): each.slots for each in fired if each.slots}
        for (owner, card), (experience, *left) in slots.items():
            number = len(left)
            text = f"{number} slot{'' if number == 1 else 's'} left" if left else "that was the last slot"
            self.note("bonus", name, ("GH-10.1",), f"the token of {card} goes on: {text}")
            for figure in self.state.figures:
                effects = figure.effects
                others = tuple(each for each in effects if (each.owner, each.source) != (owner, card))
                moved = [each for each in effects if each not in others]
                kept = tuple(replace(each, slots=tuple(left)) for each in moved) if left else ()
                if moved:
                    self.edit(figure.name, effects=(*others, *kept))
            self.gain_experience(owner, experience)
            if not left:
                self.leave_active_area(owner, card, ("GH-10.1",))

    # items

    def use_item(self, owner: str, item: str) -> None:
        """A slot of an item is used up; after the last it is spent or consumed. (GH-11.8)"""
        held = self.state.cards_of(owner)
        assert held is not None
        facts = self.book.items[owner, item]
        lent = ("GH-11.19",) if facts.when == "ally attack" else ()
        rulings = ("GH-11.8", "GH-11.11", *lent, *((facts.ruling,) if facts.ruling else ()))
        if facts.stays:
            self.note("item", owner, rulings, f"uses {item}")
            return
        times = held.times(item) + 1
        others = (each for each in held.used if each.item != item)
        self.put_held(replace(held, used=tuple(sorted((*others, Used(item, times))))))
        end = "consumed" if facts.consumed else "spent"
        text = f"uses {item}" if times < facts.uses else f"uses {item}, which is {end}"
        self.note("item", owner, rulings, text)

    def refresh_items(self, owner: str) -> None:
        """Items that are spent can be used again. (GH-2.10)"""
        held = self.state.cards_of(owner)
        assert held is not None
        facts = {each.item: self.book.items[owner, each.item] for each in held.used}
        spent = [
            each.item
            for each in held.used
            if each.times >= facts[each.item].uses and not facts[each.item].consumed
        ]
        self.refresh(owner, spent, ("GH-2.10", "GH-11.8"))

    def refresh(self, owner: str, items: Collection[str], rulings: tuple[str, ...]) -> None:
        """These items can be used again. (GH-11.13)"""
        held = self.state.cards_of(owner)
        assert held is not None
        self.put_held(replace(held, used=tuple(each for each in held.used if each.item not in items)))
        for each in items:
            self.note("item", owner, rulings, f"{each} is refreshed")

    # what a character gains

    def gain_experience(self, name: str, amount: int) -> None:
        """A character gains experience. (GH-7.1)"""
        if amount:
            before = self.state.gathered_by(name)
            total = before.experience + amount
            self._put_gathered(replace(before, experience=total))
            text = "gains experience"
            self.note("experience", name, ("GH-7.1",), text, "experience", before.experience, total)

    def by_attack_of(self, attacker: Figure) -> str:
        """For whom a kill by an attack counts: whose modifier deck is used, or who makes a monster act.
        (GH-2.11, GH-11.21)
        """
        led = self.state.led
        if led is None or not led.is_enemy or led.figure != attacker.name:
            return killer_of(attacker)
        return led.by if self.reads("forced_kill", "leader") else MONSTERS

    def by_force_of(self, figure: Figure) -> str:
        """For whom a kill counts that a trap makes into which a figure forces another one. (GH-2.11)"""
        led = self.state.led
        return led.by if led is not None and led.figure == figure.name else killer_of(figure)

    def count_kill(self, killed: str, by: str) -> None:
        """A kill counts for a character: its own, its summon's, or that of a trap into which it forced a
        figure.

        (GH-2.11)
        """
        if by != MONSTERS:
            before = self.state.gathered_by(by)
            self._put_gathered(replace(before, kills=before.kills + 1))
            text = f"the kill of {killed} counts for it"
            self.note("kill", by, ("GH-2.11",), text, "kills", before.kills, before.kills + 1)

    def loot(
        self, name: str, hexes: Iterable[Hex], rulings: tuple[str, ...], by_ability: bool = True
    ) -> None:
        """A character takes the money tokens of these hexes, and the treasures; of those only the ones that
        a loot ability takes, where the scenario says so. (GH-2.9, GH-14.7)
        """
        near = frozenset(hexes)
        if by_ability or not self.book.script.loot_only:
            self._loot_treasures(name, near, rulings)
        elif not (self.book.terrain.treasures & near).issubset(self.state.looted):
            self.note("loot", name, ("GH-14.7",), "only a loot ability takes the treasure")
        taken = sum(money.tokens for money in self.state.money if money.at in near)
        if not taken:
            return
        before = self.state.gathered_by(name)
        self.set(money=tuple(money for money in self.state.money if money.at not in near))
        self._put_gathered(replace(before, money=before.money + taken))
        self.note("loot", name, rulings, "loots money", "money tokens", before.money, before.money + taken)

    def gain_money(self, name: str, tokens: int) -> None:
        """A character takes money tokens from the supply. (GH-2.9)"""
        if tokens:
            before = self.state.gathered_by(name)
            total = before.money + tokens
            self._put_gathered(replace(before, money=total))
            self.note("loot", name, ("GH-2.9",), "takes money tokens", "money tokens", before.money, total)

    def _loot_treasures(self, name: str, near: frozenset[Hex], rulings: tuple[str, ...]) -> None:
        """A character takes the treasure tiles of these hexes. (GH-2.9)"""
        taken = (self.book.terrain.treasures & near).difference(self.state.looted)
        if taken:
            before = self.state.gathered_by(name)
            self.set(looted=tuple(sorted((*self.state.looted, *taken))))
            self._put_gathered(replace(before, treasures=before.treasures + len(taken)))
            where = " ".join(self.book.terrain.name(each) for each in sorted(taken))
            self.note("loot", name, rulings, f"loots the treasure in {where}")

    def _put_gathered(self, gathered: Gathered) -> None:
        others = (each for each in self.state.gathered if each.owner != gathered.owner)
        self.set(gathered=tuple(sorted((*others, gathered))))
