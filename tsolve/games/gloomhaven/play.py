"""The working copy of a position while an action is carried out.

Each verb (suffer, heal, place, enter, infuse; those of `characters_play` too) keeps every consequence of it
in one place, and notes in the trace what happens.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.gloomhaven import modifiers as modifier_deck
from tsolve.games.gloomhaven.abilities import Ability, Command, Condition
from tsolve.games.gloomhaven.ability_parts import Element, Event
from tsolve.games.gloomhaven.cards import Origin, Side
from tsolve.games.gloomhaven.characters_play import CharactersPlay
from tsolve.games.gloomhaven.conditions import fallen_as
from tsolve.games.gloomhaven.figures import TIMED, Figure, LastingEffect, Token
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.lasting import (
    called_for,
    heal_changes,
    is_immune,
    is_unhindered,
    minds_hazards,
    more_healed,
    negates,
    other_condition,
    seen,
)
from tsolve.games.gloomhaven.modifiers import Deck
from tsolve.games.gloomhaven.simple_abilities import Toward
from tsolve.games.gloomhaven.state import ATTACK_OF, AbilityDeck, Charged, Led, Money, Owned, Trap, deck_owner
from tsolve.games.gloomhaven.traits import NEGATIVE

LEAVING = {
    "character": ("GH-11.9", "is exhausted"),
    "summon": ("GH-11.2", "is killed"),
    "object": ("GH-1.6", "is destroyed"),
}
"""The rule by which a figure leaves the map, and the words for it."""


class Play(CharactersPlay):
    """One action while it is carried out."""

    __slots__ = ()

    # what is left to be decided (`turn/turn_play.py`)

    @abstractmethod
    def ask_to_bear(self, name: str, damage: int, rulings: tuple[str, ...], why: str) -> None:
        """A character whose cards are known takes damage, or loses cards instead. (GH-11.5, GH-11.6)"""

    @abstractmethod
    def ask_to_spare(self, name: str, damage: int, rulings: tuple[str, ...], why: str, by: str) -> None:
        """A figure takes damage, or a character loses a card instead, as the scenario allows. (GH-14.7)"""

    @abstractmethod
    def ask_owner(self, name: str, damage: int, rulings: tuple[str, ...], why: str, by: str) -> bool:
        """Whether the owner of a summon may keep this damage from it, and is asked. (GH-10.3, GH-11.8)"""

    @abstractmethod
    def die_acting(self, name: str, last: tuple[Ability, ...]) -> None:
        """A figure without hit points performs its last abilities, then leaves the map."""

    @abstractmethod
    def perform_item(self, name: str, item: str) -> None:
        """A character uses an item for the abilities that it brings. (GH-11.8)"""

    @abstractmethod
    def let_perform(self, led: Led, command: Command, origin: Origin) -> None:
        """A figure performs the abilities of a command out of its turn. (GH-11.20)"""

    @abstractmethod
    def perform_all(self, name: str, abilities: tuple[Ability, ...], source: str) -> None:
        """A character performs what the card of a lasting effect says. (GH-10.1)"""

    @abstractmethod
    def react(self, bearer: Figure, effect: LastingEffect, then: tuple[Ability, ...]) -> None:
        """A lasting effect is called for by what happens to its bearer, who may have left. (GH-10.1)"""

    @abstractmethod
    def play_half(self, name: str, card: str, side: Side, basic: bool, rulings: tuple[str, ...]) -> None:
        """A character performs a half of a card. (GH-2.5)"""

    @abstractmethod
    def go_toward(self, name: str, toward: Toward) -> None:
        """A figure moves toward a place. (GH-14.7)"""

    @abstractmethod
    def happen(self, place: int) -> None:
        """An event of the scenario happens, told by its place. (GH-14.4)"""

    @abstractmethod
    def open_door(self, door: Hex, who: str) -> None:
        """A door opens, and the room behind it is revealed. (GH-1.5)"""

    # figures

    def suffer(self, name: str, damage: int, rulings: tuple[str, ...], why: str, by: str = "") -> None:
        """A figure takes damage, unless a bonus negates it; a character may lose cards instead, if its cards
        are known. A kill counts for `by`. (GH-10.3, GH-11.5)
        """
        if damage <= 0 or self.state.figure(name).hp <= 0:
            return
        effects = seen(self.book, self.state, self.state.figure(name)).effects
        is_fatal = damage >= self.state.figure(name).hp
        negating = [each for each in effects if negates(each, is_fatal, why.startswith(ATTACK_OF))]
        if negating:
            self.note("damage", name, ("GH-10.3", *rulings), f"takes none of {damage} damage ({why})")
            self.use_slots(name, negating[:1])
        elif self.state.spared.count(name) < self.book.script.spared.get(name, 0):
            self.ask_to_spare(name, damage, rulings, why, by)
        elif self.ask_owner(name, damage, rulings, why, by):
            return
        elif self.state.cards_of(name) is None:
            self.lose_hit_points(name, damage, rulings, why, by)
        else:
            self.ask_to_bear(name, damage, rulings, why)

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
        self.happens(figure, "damaged")
        if left <= 0 and by and figure.side != "party" and figure.kind != "object":
            self.count_kill(name, by)
            if self.state.turn == by and self.state.is_up(by):
                self.happens(self.state.figure(by), "kill")
        if left <= 0 and figure.dying:
            self.die_acting(name, figure.dying)
        elif left <= 0:
            self.remove(name)

    def kill(self, name: str, rulings: tuple[str, ...], by: str) -> None:
        """A figure is killed without any damage; the kill counts for `by`. (GH-2.11, GH-2.12)"""
        figure = self.state.figure(name)
        if figure.kind == "object" or figure.hp <= 0:
            return
        self.note("kill", name, rulings, "is killed outright", "hit points", figure.hp, 0)
        self.edit(name, hp=0)
        if figure.side != "party":
            self.count_kill(name, by)
        if figure.dying:
            self.die_acting(name, figure.dying)
        else:
            self.remove(name)

    def happens(self, figure: Figure, event: Event) -> None:
        """Something happens to a figure: its lasting effects are called for. (GH-10.1)"""
        for effect, ability in called_for(seen(self.book, self.state, figure), event, self.state):
            self.react(figure, effect, ability.then)

    def _end_marks(self, figure: Figure) -> None:
        """The marks on a figure that has left do what they do at its death, then their cards leave."""
        marks = {(each.owner, each.source) for each in figure.effects if each.sort == "doom"}
        for effect, ability in called_for(figure, "death", self.state):
            self.react(figure, effect, ability.then)
        for owner, card in sorted(marks):
            if self.state.is_up(owner):
                for effect, ability in called_for(self.state.figure(owner), "doomed death", self.state):
                    self.react(self.state.figure(owner), effect, ability.then)
            self.leave_active_area(owner, card, ("GH-10.10",))

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
        if figure.identity in self.book.script.watched:
            self.set(graves=(*self.state.graves, (figure.identity, figure.at)))
        self._lose_all_cards(name)
        if figure.effects:
            self._end_marks(figure)
        of_card = [each.owner for each in self.state.figures if each.card == figure.card]
        if figure.card and figure.owner not in of_card:
            self.leave_active_area(figure.owner, figure.card, ("GH-10.1", "GH-11.2"))
        for place, event in enumerate(self.book.script.events):
            if event.when == "kill" and figure.group in event.types:
                self.happen(place)
        if any(door.at == figure.at and door.behind for door in self.state.doors if door.state != "open"):
            self.open_door(figure.at, name)
        if figure.side != "party" and figure.kind in ("monster", "boss"):
            if self.book.script.counts_kills:
                self.set(fallen=tuple(sorted((*self.state.fallen, fallen_as(figure)))))
            if figure.drops_money:
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
        """All cards of a character are lost, and the effects of active ones end. (GH-11.9)"""
        held = self.state.cards_of(name)
        if held is not None:
            for card in held.active:
                self.end_bonus(name, card)
            all_cards = (*held.plays, *held.hand, *held.discarded, *held.lost, *held.active)
            cards = tuple(sorted(each for each in all_cards if each not in held.packs))
            nothing = dict.fromkeys(("plays", "hand", "discarded", "active", "doomed", "packs"), ())
            self.put_held(replace(held, **nothing, lost=cards))

    def drop_money(self, at: Hex) -> None:
        """A money token comes into a hex. (GH-2.12)"""
        counts = {money.at: money.tokens for money in self.state.money}
        counts[at] = counts.get(at, 0) + 1
        self.set(money=tuple(Money(where, tokens) for where, tokens in sorted(counts.items())))

    def heal(self, name: str, amount: int, rulings: tuple[str, ...] = ("GH-10.8",)) -> None:
        """A heal: it removes poison and does nothing else, or it removes wound and restores hit points.
        (GH-8.5, GH-8.6, GH-11.7)
        """
        figure = self.state.figure(name)
        if figure.hp == figure.max_hp and self.reads("heal_at_full", "nothing_happens"):
            return
        changing = heal_changes(figure, on_it=True)
        amount += more_healed(changing)
        self.use_slots(name, changing)
        figure = self.state.figure(name)
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

    def cure(self, name: str, rulings: tuple[str, ...], only: Collection[str] | None = None) -> None:
        """Negative conditions leave a figure: all of them, or only these. (GH-8.17)"""
        tokens = self.state.figure(name).tokens
        gone = [
            each for each in tokens if each.condition in NEGATIVE and (only is None or each.condition in only)
        ]
        if gone:
            self.edit(name, tokens=tuple(each for each in tokens if each not in gone))
            removed = " and ".join(each.condition for each in gone)
            self.note("condition", name, rulings, f"loses {removed}")

    def place(self, name: str, condition: Condition, rulings: tuple[str, ...] = ()) -> None:
        """A figure gets a condition; if it has it already, the duration starts anew. (GH-8.1, GH-8.15)"""
        figure = self.state.figure(name)
        is_object = figure.kind == "object" and condition in NEGATIVE
        if is_object or is_immune(self.book, self.state, figure, condition):
            ruling = "GH-1.6" if figure.kind == "object" else "GH-8.15"
            self.note("condition", name, (ruling,), f"is immune to {condition}")
            return
        if (other := other_condition(figure, condition)) is not None:
            self.note("condition", name, ("GH-11.8",), f"{condition} becomes {other}")
            self.place(name, other, rulings)
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
        dies of that, the kill counts for `by`, who forced it there. (GH-1.7, GH-1.8, GH-2.11)
        """
        self.edit(name, at=hex_)
        if name != self.state.turn:
            self.set(intents=())  # the target that the acting figure moved for may be gone
        if hex_ in self.state.closed:
            self.open_door(hex_, name)
        if not touches_ground:
            return
        trap = next((trap for trap in self.state.traps if trap.at == hex_), None)
        if trap is not None:
            self.spring(name, trap, by)
        if hex_ in self.book.terrain.hazards and self.state.is_up(name):
            figure = self.state.figure(name)
            if name == self.state.turn and minds_hazards(figure):
                self.set(scorched=True)
            if is_unhindered(figure, "hazardous"):
                self.note("damage", name, ("GH-1.8", "GH-10.1"), "hazardous terrain does not matter for it")
                return
            alone = ("GH-16.4",) if self.book.variants.solo else ()
            damage = self.book.trap_damage // 2
            self.suffer(name, damage, ("GH-1.8", "GH-15.3", *alone), "hazardous terrain", by)

    def clear_obstacle(self, hex_: Hex, by: str) -> None:
        """A figure removes the obstacle in a hex. (GH-1.6)"""
        self.set(obstacles=self.state.obstacles - {hex_}, cleared=self.state.cleared + 1)
        self.note("obstacle", by, ("GH-1.6",), f"removes the obstacle in {self.book.terrain.name(hex_)}")

    def clear_trap(self, hex_: Hex, by: str) -> Trap:
        """A figure removes the trap in a hex, without springing it. (GH-1.7)"""
        trap = next(each for each in self.state.traps if each.at == hex_)
        self.set(traps=tuple(each for each in self.state.traps if each != trap))
        self.note("trap", by, ("GH-1.7",), f"removes the trap in {self.book.terrain.name(hex_)}")
        return trap

    def spring(self, name: str, trap: Trap, by: str = "") -> None:
        """A trap springs on a figure, and is gone; a kill counts for `by`. (GH-1.7, GH-2.11)"""
        self.set(traps=tuple(each for each in self.state.traps if each != trap))
        self.note("trap", name, ("GH-1.7",), "springs a trap")
        if trap.owner and self.state.figure(name).side != trap.by:
            self.gain_experience(trap.owner, trap.experience)
        self.suffer(name, trap.damage, ("GH-1.7",), "trap", by)
        for condition in trap.conditions:
            if self.state.is_up(name):
                self.place(name, condition, ("GH-1.7",))
        if not (trap.harm_beside or trap.conditions_beside):
            return
        near = self.book.board(self.state).neighbours(trap.at)
        for other in [each for each in self.state.figures if each.at in near and each.name != name]:
            if other.side != trap.by and self.state.is_up(other.name):
                self.suffer(other.name, trap.harm_beside, ("GH-1.7",), "trap beside it", by)
                for condition in trap.conditions_beside:
                    if self.state.is_up(other.name):
                        self.place(other.name, condition, ("GH-1.7",))

    # elements

    def strength(self, element: Element) -> str:
        """How strong an element is. (GH-9.1)"""
        found = (each.strength for each in self.state.elements if each.element == element)
        return next(found, "inert")

    def infuse(self, element: Element, rulings: tuple[str, ...] = ()) -> None:
        """An element becomes strong at the end of this turn; this is not optional. (GH-9.2, GH-9.8)"""
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

    def shuffle_without_curses(self, name: str) -> None:
        """All curses leave the deck of a figure, which is shuffled with its discards. (GH-8.11)"""
        owner = deck_owner(self.state.figure(name))
        deck = modifier_deck.without(self.state.deck(owner), "curse")
        self.put_deck(owner, deck)
        self.note("condition", name, ("GH-8.11",), "all curses leave its deck, which is shuffled")

    def _shuffle_in(self, figure: Figure, card: Condition) -> None:
        """Shuffle a curse or bless card into the deck that a figure draws from, if the supply has one left.
        (GH-8.11, GH-8.14)
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
        deck = modifier_deck.shuffled_in(decks[owner], card)
        sharing = modifier_deck.sharing_supply(card, owner, decks, reading)
        if any(piles.has_unknown(decks[each].draw) for each in sharing):
            deck = replace(deck, draw=piles.UNKNOWN)  # the last one may be in a deck of unknown cards
        self.put_deck(owner, deck)
        self.note("condition", figure.name, (ruling,), f"a {card} card is shuffled into its deck")
