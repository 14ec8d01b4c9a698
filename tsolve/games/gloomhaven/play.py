"""The working copy of a position while an action is carried out.

Each verb (suffer, heal, place, enter, infuse) keeps every consequence of it in one place, and notes in the
trace what happens.
"""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Condition, Element
from tsolve.games.gloomhaven.attack import deck as modifier_deck
from tsolve.games.gloomhaven.attack.deck import Deck
from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.character_cards import Origin
from tsolve.games.gloomhaven.characters_play import CharactersPlay
from tsolve.games.gloomhaven.round.revealing import OpenDoor
from tsolve.games.gloomhaven.state import (
    TIMED,
    AbilityDeck,
    Charged,
    Figure,
    Money,
    Owned,
    Token,
    deck_owner,
)
from tsolve.games.gloomhaven.turn.character.bearing import BearDamage
from tsolve.games.gloomhaven.turn.character.half import FinishItem, Printed
from tsolve.games.gloomhaven.turn.dying import Dying

NEGATIVE: frozenset[Condition] = frozenset(
    ("poison", "wound", "immobilize", "disarm", "stun", "muddle", "curse")
)
LEAVING = {
    "character": ("GH-11.9", "is exhausted"),
    "summon": ("GH-11.2", "is killed"),
    "object": ("GH-1.6", "is destroyed"),
}
"""The rule by which a figure leaves the map, and what is said of it."""


class Play(CharactersPlay):
    """One action in the making."""

    __slots__ = ()

    # figures

    def suffer(self, name: str, damage: int, rulings: tuple[str, ...], why: str, by: str = "") -> None:
        """A figure takes damage, unless a bonus negates it; a character may lose cards instead, if its cards
        are known. A kill counts for `by`. (GH-10.3, GH-11.5)
        """
        if damage <= 0 or self.state.figure(name).hp <= 0:
            return
        negating = [each for each in self.state.figure(name).effects if each.kind == "negate_damage"]
        if negating:
            self.note("damage", name, ("GH-10.3", *rulings), f"takes none of {damage} damage ({why})")
            self.use_slots(name, negating[:1])
        elif self.state.cards_of(name) is None:
            self.lose_hit_points(name, damage, rulings, why, by)
        else:
            self.push(BearDamage(name, damage, rulings, why))

    def lose_hit_points(
        self, name: str, damage: int, rulings: tuple[str, ...], why: str, by: str = ""
    ) -> None:
        """A figure loses hit points, and leaves the map without any; then the kill counts for `by`, if that
        is a character. (GH-2.11, GH-2.12, GH-11.9)
        """
        figure = self.state.figure(name)
        left = figure.hp - damage
        self.note("damage", name, rulings, why, "hit points", figure.hp, max(left, 0))
        self.edit(name, hp=max(left, 0))
        if left <= 0 and by and figure.side == "monsters" and figure.kind != "object":
            self.count_kill(name, by)
        if left <= 0 and figure.dying:
            self.push(Dying(name, figure.dying))
        elif left <= 0:
            self.remove(name)

    def perform_item(self, name: str, item: str) -> None:
        """A character uses an item for the abilities that it brings. (GH-11.8)"""
        facts = self.book.items[name, item]
        self.push(Printed(name, facts.do, Origin(item)), FinishItem(facts, self.state.performed))
        self.use_item(name, item)

    def remove(self, name: str) -> None:
        """A figure without hit points leaves the map; so do the summons of a character. (GH-2.12, GH-11.2)"""
        figure = self.state.figure(name)
        ruling, what = LEAVING.get(figure.kind, ("GH-2.12", "is killed"))
        if figure.kind == "character" and self.book.variants.permanent_death:
            ruling, what = "GH-16.2", "dies"
        gone = {name} | {each.name for each in self.state.figures if each.owner and each.owner == name}
        if self.state.turn in gone:
            self.set(fell=self.state.figure(self.state.turn).at)
        self.set(figures=tuple(each for each in self.state.figures if each.name not in gone))
        self.note("leave", name, (ruling,), what)
        self._lose_all_cards(name)
        of_card = [each.owner for each in self.state.figures if each.card == figure.card]
        if figure.card and figure.owner not in of_card:
            self.leave_active_area(figure.owner, figure.card, ("GH-10.1", "GH-11.2"))
        if figure.side == "monsters" and figure.kind in ("monster", "boss") and figure.drops_money:
            self.drop_money(figure.at)

    def exhaust(self, name: str) -> None:
        """A character without cards leaves the map, or stays as a target where characters die for good.

        (GH-11.9, GH-16.2)
        """
        if not self.book.variants.permanent_death:
            self.remove(name)
            return
        self._lose_all_cards(name)
        self.set(figures=tuple(each for each in self.state.figures if not each.owner or each.owner != name))
        self.edit(name, exhausted=True, rests=False, initiative=None)
        self.note("round", name, ("GH-16.2",), "is exhausted and stays as a target, initiative 99")

    def _lose_all_cards(self, name: str) -> None:
        """All cards of a character are lost, and what active ones have brought ends. (GH-11.9)"""
        held = self.state.cards_of(name)
        if held is not None:
            for card in held.active:
                self.end_bonus(name, card)
            cards = tuple(sorted((*held.plays, *held.hand, *held.discarded, *held.lost, *held.active)))
            self.put_held(replace(held, plays=(), hand=(), discarded=(), active=(), doomed=(), lost=cards))

    def drop_money(self, at: Hex) -> None:
        """A money token comes into a hex. (GH-2.12)"""
        counts = {money.at: money.tokens for money in self.state.money}
        counts[at] = counts.get(at, 0) + 1
        self.set(money=tuple(Money(where, tokens) for where, tokens in sorted(counts.items())))

    def heal(self, name: str, amount: int, rulings: tuple[str, ...] = ("GH-10.8",)) -> None:
        """A heal: it removes poison and does no more, or removes wound and restores hit points. (GH-8.5,
        GH-8.6, GH-11.7)
        """
        figure = self.state.figure(name)
        if figure.hp == figure.max_hp and self.reads("heal_at_full", "nothing_happens"):
            return
        poisoned = figure.has("poison")
        cured = tuple(token for token in figure.tokens if token.condition not in ("poison", "wound"))
        if len(cured) < len(figure.tokens):
            removed = " and ".join(
                token.condition for token in figure.tokens if token.condition in ("poison", "wound")
            )
            ruling = "GH-8.6" if figure.has("wound") else "GH-8.5"
            self.note("heal", name, (ruling,), f"the heal removes {removed}")
            figure = self.edit(name, tokens=cured)
        if not poisoned:
            healed = min(figure.hp + amount, figure.max_hp)
            self.note("heal", name, (*rulings, "GH-11.7"), "heal", "hit points", figure.hp, healed)
            self.edit(name, hp=healed)

    def place(self, name: str, condition: Condition, rulings: tuple[str, ...] = ()) -> None:
        """A condition comes on a figure: again, it lasts anew. (GH-8.1, GH-8.15)"""
        figure = self.state.figure(name)
        if condition in figure.profile.immunities or (figure.kind == "object" and condition in NEGATIVE):
            ruling = "GH-1.6" if figure.kind == "object" else "GH-8.15"
            self.note("condition", name, (ruling,), f"is immune to {condition}")
            return
        if condition in ("curse", "bless"):
            self._shuffle_in(figure, condition)
            return
        fresh = self.state.turn == name and condition in TIMED
        others = tuple(token for token in figure.tokens if token.condition != condition)
        self.edit(name, tokens=tuple(sorted((*others, Token(condition, fresh)))))
        once = ("GH-8.1",) if figure.has(condition) else ()
        self.note("condition", name, ("GH-8.2", *once, *rulings), f"has {condition}")

    def put_abilities(self, deck: AbilityDeck) -> None:
        """Replace the ability deck of a type."""
        others = tuple(each for each in self.state.abilities if each.group != deck.group)
        self.set(abilities=(*others, deck))

    # movement

    def enter(self, name: str, hex_: Hex, touches_ground: bool = True, by: str = "") -> None:
        """A figure comes into a hex; where it touches the ground a trap springs and a hazard hurts. If it
        dies of that the kill counts for `by`, who drove it there. (GH-1.7, GH-1.8, GH-2.11)
        """
        self.edit(name, at=hex_)
        if name != self.state.turn:
            self.set(intents=())  # what the acting figure moved for may be gone
        if hex_ in self.state.closed:
            self.push(OpenDoor(hex_, name))
        if not touches_ground:
            return
        trap = next((trap for trap in self.state.traps if trap.at == hex_), None)
        if trap is not None:
            self.set(traps=tuple(each for each in self.state.traps if each != trap))
            self.note("trap", name, ("GH-1.7",), "springs a trap")
            self.suffer(name, trap.damage, ("GH-1.7",), "trap", by)
            for condition in trap.conditions:
                if self.state.is_up(name):
                    self.place(name, condition, ("GH-1.7",))
        if hex_ in self.book.terrain.hazards and self.state.is_up(name):
            alone = ("GH-16.4",) if self.book.variants.solo else ()
            damage = self.book.trap_damage // 2
            self.suffer(name, damage, ("GH-1.8", "GH-15.3", *alone), "hazardous terrain", by)

    # elements

    def strength(self, element: Element) -> str:
        """How strong an element is. (GH-9.1)"""
        found = (each.strength for each in self.state.elements if each.element == element)
        return next(found, "inert")

    def infuse(self, element: Element, rulings: tuple[str, ...] = ()) -> None:
        """An element becomes strong at the end of this turn; nobody may leave it out. (GH-9.2, GH-9.8)"""
        others = [each for each in self.state.elements if each.element != element]
        old = next((each for each in self.state.elements if each.element == element), Charged(element))
        self.set(elements=tuple(sorted((*others, replace(old, infused=True)))))
        self.note("element", element, ("GH-9.2", "GH-9.8", *rulings), "is infused")

    def consume(self, element: Element, rulings: tuple[str, ...] = ()) -> None:
        """A strong or waning element becomes inert. (GH-9.4)"""
        kept = []
        for each in self.state.elements:
            if each.element != element:
                kept.append(each)
            elif each.infused:
                kept.append(Charged(element, infused=True))
        self.set(elements=tuple(kept))
        self.note("element", element, ("GH-9.4", *rulings), "is consumed")

    # modifier decks

    def put_deck(self, owner: str, deck: Deck) -> None:
        """Replace a modifier deck."""
        others = tuple(owned for owned in self.state.decks if owned.owner != owner)
        self.set(decks=(*others, Owned(owner, deck)))

    def _shuffle_in(self, figure: Figure, card: Condition) -> None:
        """A curse or bless card goes into the deck that a figure draws from, while there are any. (GH-8.11,
        GH-8.14)
        """
        owner = deck_owner(figure)
        decks = {owned.owner: owned.deck for owned in self.state.decks} | {owner: self.state.deck(owner)}
        together = self.reads("curse_supply", "ten_for_characters")
        reading = "ten_for_characters" if together else "ten_for_each_deck"
        ruling = "GH-8.11" if card == "curse" else "GH-8.14"
        assert card in ("curse", "bless")
        if not modifier_deck.supply_left(card, owner, decks, reading):
            self.note("condition", figure.name, (ruling, "key.curse_supply"), f"no {card} card is left")
            return
        self.put_deck(owner, modifier_deck.shuffled_in(self.state.deck(owner), card))
        self.note("condition", figure.name, (ruling,), f"a {card} card is shuffled into its deck")
