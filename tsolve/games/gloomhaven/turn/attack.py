"""One attack on one target: items, modifier cards, damage, and the target's responses. (GH-6, GH-11.8)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.tasks import ENGINE
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.gloomhaven import modifiers as modifier_deck
from tsolve.games.gloomhaven.abilities import Attack, AttackChange
from tsolve.games.gloomhaven.actions import Action, Draw, Pass, Pick, UseItem
from tsolve.games.gloomhaven.cards import Item
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.lasting import drawn_to, is_not_doubled, lasts, seen
from tsolve.games.gloomhaven.modifiers import LEAVING, Drawing
from tsolve.games.gloomhaven.printed import When
from tsolve.games.gloomhaven.state import ATTACK_OF as ATTACK_OF
from tsolve.games.gloomhaven.state import Choice, State, Struck, Task, deck_owner, killer_of
from tsolve.games.gloomhaven.turn.attack_numbers import (
    as_met,
    bonuses_against,
    changed_attack,
    defence_of,
    reasons_of_drawing,
    single_attack,
    way_of_drawing,
)
from tsolve.games.gloomhaven.turn.counted import asks_for
from tsolve.games.gloomhaven.turn.damage import (
    Effects,
    Retaliate,
    attack_value,
    damage,
    ending,
    if_damaged,
    retaliation_of,
)
from tsolve.games.gloomhaven.turn.deliberation import aim_of, aiming, deliberation
from tsolve.games.gloomhaven.turn.effects import Perform
from tsolve.games.gloomhaven.turn.elements_and_bonuses import attack_with, effects_of
from tsolve.games.gloomhaven.turn.items import (
    WhyNot,
    asked_in_words,
    fits_attack,
    must_use,
    pay_for,
    ready_items,
    why_not_for_attack,
    why_not_item,
)
from tsolve.games.gloomhaven.turn.reactions import reactions

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


MANY = 4
"""For more targets than this only one order is offered; a step may name any other. (GH-17.20)"""


def attack_tasks(play: Play, attacker: str, attack: Attack, targets: Iterable[str]) -> Iterator[Task]:
    """The attacks of one attack ability, one for each target: all targets are declared first. (GH-6.1)"""
    for target in targets:
        yield attack_on(play, attacker, target, attack)
        attack = again(attack)


def attack_on(play: Play, attacker: str, target: str, attack: Attack) -> AttackOne:
    """The attack on one target, or on another figure that attacks on it hit instead. (GH-10.4)"""
    state = play.state
    instead = drawn_to(play.book, state, state.figure(attacker), state.figure(target))
    if instead is None:
        return AttackOne(attacker, target, attack)
    name, card = instead
    play.note("attack", name, ("GH-10.4",), f"is hit in place of {target} ({card})")
    return AttackOne(attacker, name, attack)


def again(attack: Attack) -> Attack:
    """The attack on a further target: what it brings whoever is attacked, experience among it, comes once."""
    if not any(each.experience and not each.asks_target for each in attack.bonuses):
        return attack
    bonuses = (each if each.asks_target else replace(each, experience=0) for each in attack.bonuses)
    return replace(attack, bonuses=tuple(bonuses))


def order_matters(state: State, figure: Figure, attack: Attack, group: tuple[str, ...]) -> bool:
    """Whether the order of the attacks matters: by retaliate, by what a target does when it dies, by pushes
    and pulls, or because the next modifier cards are known.
    """
    if len(group) < 2:
        return False
    coming = state.deck(deck_owner(figure)).coming
    is_known = bool(coming) and coming[0].order == "known"
    targets = [state.figure(name) for name in group]
    strikes_back = lasts(state) or any(target.dying or any(retaliation_of(target)) for target in targets)
    moves = any(each.push or each.pull for each in attack.parts)
    return is_known or strikes_back or moves or bool(attack.damaging)


class AttackOne(Choice, frozen=True):
    """An attack on one target; a target that has gone meanwhile is skipped. (GH-17.26)

    Before the first modifier card items may change it: those of a character that attacks or is attacked.
    (GH-11.8)
    """

    asks = "say whether an item changes the attack: `use ITEM`, or `skip`"
    attacker: str
    target: str
    attack: Attack
    used: tuple[str, ...] = ()
    """The items that have changed it: one use of each. (GH-10.1)"""

    def options(self, book: Book, state: State) -> list[Action]:
        if not (state.on_map(self.attacker) and state.is_up(self.target)):
            return []
        items = self._ready(book, state)
        uses: list[Action] = [UseItem(item.name) for item in items]
        may_skip = items and not any(item.is_forced for item in items)
        return [*uses, Pass()] if may_skip else uses

    def _ready(self, book: Book, state: State) -> list[Item]:
        """The items that may still change the attack: each once."""
        if self._kills(book, state):
            return []
        items = [item for who, when in self._moments() for item in ready_items(book, state, who, (when,))]
        figure = state.figure(self.attacker)
        return [
            item
            for item in items
            if item.name not in self.used
            and fits_attack(book, figure, self.attack, item)
            and self._why_no_help(book, state, item) is None
        ]

    def _why_no_help(self, book: Book, state: State, item: Item) -> WhyNot | None:
        """Why an item that brings only what it asks something for brings nothing here. (GH-6.7)"""
        if not asked_in_words(item):
            return None
        changes = (each for each in item.changes if isinstance(each, Attack))
        asked = tuple(bonus for each in changes for bonus in each.bonuses)
        attacker, target = state.figure(self.attacker), state.figure(self.target)
        if bonuses_against(book, state, attacker, target, replace(self.attack, bonuses=asked)):
            return None
        return f"{item.name} brings something only if {asked_in_words(item)}", ("GH-11.8", "GH-6.7")

    def _kills(self, book: Book, state: State) -> bool:
        """Whether the target is killed in place of the attack."""
        attacker, target = state.figure(self.attacker), state.figure(self.target)
        return any(each.kills for each in bonuses_against(book, state, attacker, target, self.attack))

    def _owner(self, book: Book, item: str) -> str:
        """The owner of the item: only one side of an attack has items."""
        return self.attacker if (self.attacker, item) in book.items else self.target

    def _moments(self) -> tuple[tuple[str, When], ...]:
        return (self.attacker, "single attack"), (self.target, "attacked")

    def mover(self, book: Book, state: State) -> int:
        return self.chooser(state) if self.options(book, state) else ENGINE

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-11.8", "GH-11.11"

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        forced = [item.name for item in self._ready(book, state) if item.is_forced]
        if forced and isinstance(action, Pass | Draw):
            return must_use(forced[0])
        if isinstance(action, UseItem) and action.item in self.used:
            return f"{action.item} is used once for an attack", ("GH-11.8", "GH-10.1")
        if isinstance(action, UseItem):
            item = book.items.get((self.attacker, action.item))
            figure = state.figure(self.attacker)
            if item is not None and not fits_attack(book, figure, self.attack, item):
                return why_not_for_attack(item)
            if item is not None and state.is_up(self.target):
                no_help = self._why_no_help(book, state, item)
                if no_help is not None:
                    return no_help
            return why_not_item(book, state, self._owner(book, action.item), action.item)
        return super().refuse(book, state, action)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            self.run(play)
            return
        assert isinstance(action, UseItem)
        owner = self._owner(play.book, action.item)
        play.use_item(owner, action.item)
        item = play.book.items[owner, action.item]
        attack = self.attack
        if owner == self.attacker:
            attack = attack_with(attack, item)
        else:
            for effect in (effect for ability in item.changes for effect in effects_of(ability)):
                play.gain(owner, replace(effect, lasts="attack", source=item.name), ("GH-11.11",))
        used = tuple(sorted((*self.used, item.name)))
        play.push(AttackOne(self.attacker, self.target, attack, used))
        pay_for(play, owner, item)

    def run(self, play: Play) -> None:
        state = play.state
        if not (state.on_map(self.attacker) and state.is_up(self.target)):
            return
        attacker, target = state.figure(self.attacker), seen(play.book, state, state.figure(self.target))
        attack, _ = changed_attack(play.book, state, attacker, target, self.attack)
        bonuses = bonuses_against(play.book, state, attacker, target, attack)
        if attacker.kind == "character":
            play.gain_experience(self.attacker, sum(each.experience for each in bonuses))
        if any(each.kills for each in bonuses):
            play.kill(self.target, ("GH-7.2", "GH-2.12"), killer_of(attacker))
            return
        single = single_attack(play.book, state, attacker, target, attack)
        way = way_of_drawing(play.book, state, attacker, target, attack)
        value = attack_value(single, defence_of(target))
        drawing = Drawing(
            way, value, is_reduced=play.book.variants.reduced, is_not_doubled=is_not_doubled(target)
        )
        play.push(DrawModifier(self.attacker, self.target, self.attack, drawing))


class DrawModifier(Task, frozen=True):
    """The next modifier card comes, until there are enough. (GH-6.12 to GH-6.16)"""

    asks = "say which modifier card is drawn"
    attacker: str
    target: str
    attack: Attack
    drawing: Drawing

    def mover(self, book: Book, state: State) -> int:
        pile = self._pile(state)
        if not self.drawing.needs_card or not pile:
            return ENGINE
        return UNKNOWN if piles.is_unknown(pile) else CHANCE

    def _owner(self, state: State) -> str:
        return deck_owner(state.figure(self.attacker))

    def _deck(self, state: State) -> modifier_deck.Deck:
        return state.deck(self._owner(state))

    def _pile(self, state: State) -> piles.Pile:
        return self._deck(state).coming

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        pile = self._pile(state) if self.drawing.needs_card else piles.EMPTY
        return [(Draw(card), weight) for card, weight in piles.outcomes(pile)]

    def unknown(self, card: str) -> Action | None:
        return Draw(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-6.8", "GH-6.17"

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Draw)
        owner = self._owner(play.state)
        if not play.state.deck(owner).draw:
            play.note("modifier", owner, ("GH-6.19",), "the deck is empty, its discards are shuffled")
        play.put_deck(owner, modifier_deck.drawn(play.state.deck(owner), action.card))
        play.note("modifier", self.attacker, ("GH-6.8",), f"draws {action.card}")
        drawing = self.drawing.with_card(action.card)
        play.push(DrawModifier(self.attacker, self.target, self.attack, drawing))

    def run(self, play: Play) -> None:
        owner = self._owner(play.state)
        play.put_deck(owner, modifier_deck.discarded(play.state.deck(owner), self.drawing.cards))
        for card in self.drawing.cards:
            if card in LEAVING:
                play.note("modifier", owner, ("GH-6.18",), f"{card} leaves the deck")
        attacker = play.state.figure(self.attacker)
        target = seen(play.book, play.state, play.state.figure(self.target))
        attack, used = changed_attack(play.book, play.state, attacker, target, self.attack)
        self._note_way(play, attacker, target, attack)
        single = single_attack(play.book, play.state, attacker, target, attack)
        attack = as_met(play.book, play.state, attacker, target, attack)
        play.use_slots(self.attacker, used)
        once = [each.source for each in used if isinstance(each.ability, AttackChange) and each.ability.once]
        if once:
            play.set(once=tuple(sorted({*play.state.once, *once})))
        attacker = play.state.figure(self.attacker)
        found = damage(single, defence_of(target), self.drawing.applied, self.drawing.rulings)
        if play.trace is not None:
            play.trace.extend(found.entries)
        play.push(
            Effects(self.attacker, attacker.at, self.target, attack, found.effects),
            *if_damaged(self.attacker, target, attack),
            *(Perform(self.attacker, each) for each in attack.after),
            *self._called_for(play),
            *reactions(play, self.target, "attacked", self.attacker),
            Retaliate(self.attacker, self.target),
            *ending(attacker, target),
            *(
                AddTarget(self.attacker, again(self.attack))
                for each in found.effects
                if each.word == "add target"
            ),
        )
        if attacker.name == play.state.turn and asks_for(play.book, "damage dealt"):
            play.set(dealt=play.state.dealt + _dealt(play, target, found.amount))
        if asks_for(play.book, "damage of the attack"):
            play.set(hurt=_dealt(play, target, found.amount))
        per = self.attack.per_targets
        if per is not None and per.of_damage and attacker.kind == "character":
            of_damage = _dealt(play, target, found.amount) // per.every
            play.gain_experience(self.attacker, per.experience * of_damage)
        play.suffer(
            self.target, found.amount, ("GH-6.9",), f"{ATTACK_OF}{self.attacker}", play.by_attack_of(attacker)
        )

    def _called_for(self, play: Play) -> Iterator[Task]:
        """What each attack of the attacker calls for, before anybody strikes back. (GH-6.11, GH-10.1)"""
        yield from reactions(play, self.attacker, "attack")
        attacker = seen(play.book, play.state, play.state.figure(self.attacker))
        if attacker.effects and not aim_of(play.book, attacker, self.attack).is_ranged:
            yield from reactions(play, self.attacker, "melee attack")

    def _note_way(self, play: Play, attacker: Figure, target: Figure, attack: Attack) -> None:
        """Say why cards were drawn with advantage or disadvantage, or why with neither. (GH-6.14)"""
        good, bad = reasons_of_drawing(play.book, play.state, attacker, target, attack)
        if good and bad:
            text = "has advantage and disadvantage, which cancel"
            play.note("way", attacker.name, ("GH-6.14", *good, *bad), text)
        elif good or bad:
            text = "has advantage" if good else "has disadvantage"
            rulings = ("GH-6.12" if good else "GH-6.13", *good, *bad)
            play.note("way", attacker.name, tuple(dict.fromkeys(rulings)), text)


class AddTarget(Choice, frozen=True):
    """One more enemy that the attack can reach, for a figure that plays by monster rules. (GH-7.7)"""

    asks = "say who is the added target"
    attacker: str
    attack: Attack

    def options(self, book: Book, state: State) -> list[Action]:
        if not state.is_up(self.attacker):
            return []
        figure = state.figure(self.attacker)
        one = replace(self.attack, targets=1, add_target=0, area=None, all_adjacent=False, all_in_range=False)
        done = frozenset(each.name for each in state.struck)
        if figure.kind == "character" or state.leads(figure.name):
            near = aiming(book, state, figure, one).in_reach(figure.at) - done
            return [*(Pick(name) for name in sorted(near)), Pass()] if near else []
        found = deliberation(book, replace(state, focus=""), figure, one, spared=done).choice()
        return [Pick(name) for name in dict.fromkeys(name for each in found.options for name in each.targets)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-7.7",)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            return
        assert isinstance(action, Pick)
        struck = Struck(action.figure, play.state.figure(action.figure).at)
        gain_for_targets(play, self.attacker, self.attack, len(play.state.struck), len(play.state.struck) + 1)
        play.set(struck=(*play.state.struck, struck))
        play.push(attack_on(play, self.attacker, action.figure, self.attack))


def gain_for_targets(play: Play, name: str, attack: Attack, before: int, after: int) -> None:
    """A character gains experience for the targets of its attack, beyond those `before`. (GH-7.1)"""
    per = attack.per_targets
    if per is not None and not per.of_damage and play.state.figure(name).kind == "character":
        play.gain_experience(name, per.experience * (after // per.every - before // per.every))


def _dealt(play: Play, target: Figure, damage: int) -> int:
    """What counts as damage dealt to a figure that has not lost it yet."""
    return min(damage, target.hp) if play.reads("damage_dealt", "lost") else damage
