"""One attack on one target: items, modifier cards, damage, and the target's responses. (GH-6, GH-11.8)

A character that takes damage may lose cards instead (GH-11.5, GH-11.6); a figure may do something when it
dies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.tasks import ENGINE
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.gloomhaven import modifiers as modifier_deck
from tsolve.games.gloomhaven.abilities import Ability, Attack
from tsolve.games.gloomhaven.ability_parts import Bonus, Count
from tsolve.games.gloomhaven.actions import Action, Bear, Draw, Pass, Pick, UseItem
from tsolve.games.gloomhaven.cards import Item
from tsolve.games.gloomhaven.figures import Figure, LastingEffect
from tsolve.games.gloomhaven.hexes import images, shifted
from tsolve.games.gloomhaven.lasting import attack_changes, seen
from tsolve.games.gloomhaven.modifiers import LEAVING, Drawing, Way, way_of
from tsolve.games.gloomhaven.printed import When
from tsolve.games.gloomhaven.simple_abilities import NegateDamage
from tsolve.games.gloomhaven.state import ATTACK_OF as ATTACK_OF
from tsolve.games.gloomhaven.state import Choice, State, Struck, Task, deck_owner
from tsolve.games.gloomhaven.turn.character_ability import (
    fits_attack,
    give_ups,
    must_use,
    pay_for,
    ready_items,
    step_aside,
    why_not_aside,
    why_not_for_attack,
    why_not_item,
)
from tsolve.games.gloomhaven.turn.counted import asks_for, worth
from tsolve.games.gloomhaven.turn.damage import (
    Defence,
    Doubling,
    Effects,
    Part,
    Retaliate,
    SingleAttack,
    attack_value,
    damage,
    ending,
    if_damaged,
)
from tsolve.games.gloomhaven.turn.deliberation import aim_of, aiming, deliberation
from tsolve.games.gloomhaven.turn.effects import Perform
from tsolve.games.gloomhaven.turn.elements_and_bonuses import attack_with, effects_of
from tsolve.games.gloomhaven.turn.reactions import reactions
from tsolve.games.gloomhaven.turn.traits_held import all_hold
from tsolve.games.gloomhaven.writing.trait_words import condition_in_words

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


COUNTED = "Vermling Scout"
"""The type that V counts. (GH-12.36)"""


def attack_tasks(attacker: str, attack: Attack, targets: Iterable[str]) -> Iterator[Task]:
    """The attacks of one attack ability, one for each target: all targets are declared first. (GH-6.1)"""
    for target in targets:
        yield AttackOne(attacker, target, attack)
        attack = again(attack)


def again(attack: Attack) -> Attack:
    """The attack on a further target: what it brings whoever is attacked, experience among it, comes once."""
    if not any(each.experience and not each.asks_target for each in attack.bonuses):
        return attack
    bonuses = (each if each.asks_target else replace(each, experience=0) for each in attack.bonuses)
    return replace(attack, bonuses=tuple(bonuses))


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
            if item.name not in self.used and fits_attack(book, figure, self.attack, item)
        ]

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
            play.kill(self.target, ("GH-7.2", "GH-2.12"), deck_owner(attacker))
            return
        single = single_attack(play.book, state, attacker, target, attack)
        way = way_of_drawing(play.book, state, attacker, target, attack)
        value = attack_value(single, defence_of(target))
        drawing = Drawing(way, value, is_reduced=play.book.variants.reduced)
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
        attacker = play.state.figure(self.attacker)
        found = damage(single, defence_of(target), self.drawing.applied, self.drawing.rulings)
        if play.trace is not None:
            play.trace.extend(found.entries)
        play.push(
            Effects(self.attacker, attacker.at, self.target, attack, found.effects),
            *if_damaged(self.attacker, target, attack),
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
            play.set(dealt=play.state.dealt + found.amount)
        per = self.attack.per_targets
        if per is not None and per.of_damage and attacker.kind == "character":
            play.gain_experience(self.attacker, per.experience * (found.amount // per.every))
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
        play.push(AttackOne(self.attacker, action.figure, self.attack))


def single_attack(book: Book, state: State, attacker: Figure, target: Figure, attack: Attack) -> SingleAttack:
    """The numbers of an attack against one target. (GH-6.7, GH-12.31)"""
    printed = attacker.profile.attack + _counted(state, attacker) if attack.amount.relative else 0
    held = bonuses_against(book, state, attacker, target, attack)
    bonuses = [Part(_called(each), each.attack) for each in held if each.attack]
    bonuses += [
        Part(effect.source, effect.amount) for effect in attacker.effects if effect.kind == "attack_plus"
    ]
    bonuses += [
        Part(name, number, ("GH-11.8",) if (attacker.name, name) in book.items else ("GH-10.1",))
        for name, number in attack.added
    ]
    lasting = sum(effect.amount for effect in attacker.effects if effect.kind == "pierce")
    pierce = attack.pierce + sum(each.pierce for each in held) + attacker.profile.pierce + lasting
    doubled = attack.doubled or any(each.doubled for each in held)
    doublings = (Doubling("doubled"),) if doubled else ()
    return SingleAttack(printed + attack.amount.number, tuple(bonuses), doublings, pierce)


def _called(bonus: Bonus) -> str:
    """What a bonus is called in a calculation."""
    if bonus.per is not None:
        return f"bonus for {bonus.per}"
    return f"bonus if {condition_in_words(bonus.when)}"


def changed_attack(
    book: Book, state: State, attacker: Figure, target: Figure, attack: Attack
) -> tuple[Attack, list[LastingEffect]]:
    """An attack on one target as what lasts changes it, and the effects of which it uses a slot. (GH-10.1)"""
    used: list[LastingEffect] = []
    is_ranged = aim_of(book, seen(book, state, attacker), attack).is_ranged
    for effect, ability in attack_changes(book, state, attacker, target, is_ranged):
        change = ability.change
        number = change.amount.number
        attack = replace(
            attack,
            added=(*attack.added, (effect.source, number)) if number else attack.added,
            bonuses=(*attack.bonuses, *change.bonuses),
            pierce=attack.pierce + change.pierce,
            push=attack.push + change.push,
            pull=attack.pull + change.pull,
            conditions=(*attack.conditions, *change.conditions),
            advantage=attack.advantage or change.advantage,
            disadvantage=attack.disadvantage or change.disadvantage,
            doubled=attack.doubled or change.doubled,
        )
        holds = [all_hold(book, state, each.when, attacker, target, attack) for each in change.bonuses]
        if not ability.actions and (any(holds) or not holds):
            used.append(effect)
    return attack, used


def gain_for_targets(play: Play, name: str, attack: Attack, before: int, after: int) -> None:
    """A character gains experience for the targets of its attack, beyond those `before`. (GH-7.1)"""
    per = attack.per_targets
    if per is not None and not per.of_damage and play.state.figure(name).kind == "character":
        play.gain_experience(name, per.experience * (after // per.every - before // per.every))


def _counted(state: State, attacker: Figure) -> int:
    """The variable part of the attack statistic: hexes moved this turn, or others of its side. (GH-12.36)"""
    match attacker.profile.attack_counts:
        case "X":
            return state.moved if state.turn == attacker.name else 0
        case "H":
            return (attacker.hp + 1) // 2
        case "V":
            return sum(figure.group == COUNTED for figure in state.figures)
    return 0


def defence_of(target: Figure) -> Defence:
    """The defence of a target against attacks. (GH-10.6, GH-8.5)"""
    shields = [Part("shield", target.profile.shield)] if target.profile.shield else []
    shields += [
        Part(effect.source or "shield", effect.amount) for effect in target.effects if effect.kind == "shield"
    ]
    return Defence(tuple(shields), target.has("poison"))


def way_of_drawing(book: Book, state: State, attacker: Figure, target: Figure, attack: Attack) -> Way:
    """How modifier cards are drawn for an attack on one target. (GH-6.14)"""
    good, bad = reasons_of_drawing(book, state, attacker, target, attack)
    return way_of(bool(good), bool(bad))


def reasons_of_drawing(
    book: Book, state: State, attacker: Figure, target: Figure, attack: Attack
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rulings that give advantage, and those that give disadvantage. (GH-4.3, GH-8.10, GH-8.13)"""
    ranged = aim_of(book, attacker, attack).is_ranged
    adjacent = target.at in book.board(state).neighbours(attacker.at)
    good, bad = [], []
    granted = attack.advantage or any(
        each.advantage for each in bonuses_against(book, state, attacker, target, attack)
    )
    if granted or attacker.profile.advantage or attacker.gains("advantage"):
        good.append("GH-6.12")
    if attacker.has("strengthen"):
        good.append("GH-8.13")
    if attacker.has("muddle"):
        bad.append("GH-8.10")
    if attack.disadvantage:
        bad.append("GH-6.13")
    if target.profile.attackers_have_disadvantage or target.gains("attackers_have_disadvantage"):
        bad.append("GH-6.13")
    if ranged and adjacent:
        bad.append("GH-4.3")
    return tuple(good), tuple(bad)


def bonuses_against(
    book: Book, state: State, attacker: Figure, target: Figure, attack: Attack
) -> Sequence[Bonus]:
    """The conditional bonuses of an attack that it has against this target. (GH-6.7)"""
    held = (each for each in attack.bonuses if all_hold(book, state, each.when, attacker, target, attack))
    return [_as_often(book, state, each, attacker, target) if each.per is not None else each for each in held]


def _as_often(book: Book, state: State, bonus: Bonus, attacker: Figure, target: Figure) -> Bonus:
    """A bonus as often as what it counts."""
    assert bonus.per is not None
    often = worth(book, state, Count(bonus.per), attacker, target)
    return replace(
        bonus,
        attack=often * bonus.attack,
        pierce=often * bonus.pierce,
        push=often * bonus.push,
        pull=often * bonus.pull,
        experience=often * bonus.experience,
        conditions=bonus.conditions if often else (),
        advantage=bonus.advantage and often > 0,
        kills=bonus.kills and often > 0,
    )


def as_met(book: Book, state: State, attacker: Figure, target: Figure, attack: Attack) -> Attack:
    """The attack with the effects that its bonuses add against this target. (GH-6.7, GH-7.1)"""
    for bonus in bonuses_against(book, state, attacker, target, attack):
        attack = replace(
            attack,
            push=attack.push + bonus.push,
            pull=attack.pull + bonus.pull,
            conditions=tuple(dict.fromkeys((*attack.conditions, *bonus.conditions))),
        )
    return attack


class Dying(Task, frozen=True):
    """A figure without hit points performs its last abilities, then leaves the map."""

    figure: str
    abilities: tuple[Ability, ...]

    def run(self, play: Play) -> None:
        if not play.state.on_map(self.figure):
            return
        figure = play.edit(self.figure, dying=())
        last: list[Task] = []
        for ability in self.abilities:
            if isinstance(ability, Attack):
                last += attack_tasks(self.figure, ability, _covered(play.book, play.state, figure, ability))
            else:
                last.append(Perform(self.figure, ability))
        play.push(*last, Leave(self.figure))


class Leave(Task, frozen=True):
    """A figure without hit points leaves the map."""

    figure: str

    def run(self, play: Play) -> None:
        if play.state.on_map(self.figure):
            play.remove(self.figure)


def _covered(book: Book, state: State, figure: Figure, attack: Attack) -> list[str]:
    """Every enemy in the area around a figure, or beside it, that it sees. (GH-6.5)"""
    board = book.board(state)
    area = attack.area
    if area is None and attack.all_in_range:
        hexes = [frozenset(board.within(figure.at, aim_of(book, figure, attack).reach))]
    elif area is None:
        hexes = [frozenset(board.neighbours(figure.at))]
    else:
        hexes = [frozenset(shifted(figure.at, each) for each in image) for image in images(area.hexes)]
    enemies = [
        enemy
        for enemy in state.enemies_of(figure)
        if board.sees(figure.at, enemy.at) and not enemy.has("invisible")
    ]
    return max(([enemy.name for enemy in enemies if enemy.at in each] for each in hexes), key=len)


class BearDamage(Choice, frozen=True):
    """The character suffers the damage, or loses one card in hand or two discarded cards instead."""

    asks = "say whether it takes the damage: `take the damage`, `lose CARD`, or `use ITEM`"
    figure: str
    damage: int
    """The hit points that it would lose, at least 1."""
    rulings: tuple[str, ...]
    why: str

    @property
    def asked(self) -> str:
        return self.figure

    def _ready(self, book: Book, state: State) -> list[Item]:
        """The items that help against this damage."""
        is_attack = self.why.startswith(ATTACK_OF)
        items = ready_items(book, state, self.figure, ("damage",))
        return [each for each in items if is_attack or NegateDamage(of_attacks=True) not in each.do]

    def options(self, book: Book, state: State) -> list[Action]:
        held = state.cards_of(self.figure)
        if held is None or not state.is_up(self.figure):
            return []
        spare = (card for card in held.hand if card not in held.packs)
        ways = [(), *((card,) for card in spare), *combinations(held.discarded, 2)]
        items = self._ready(book, state)
        return [
            *(Bear(way) for way in ways if not any(item.is_forced for item in items)),
            *(UseItem(item.name) for item in items),
            *give_ups(state, self.figure),
        ]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-11.5", "GH-11.6"

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        held = state.cards_of(self.figure)
        if not isinstance(action, Bear) or held is None:
            why_not = why_not_aside(book, state, self.figure, action)
            return why_not or super().refuse(book, state, action)
        items = self._ready(book, state)
        if forced := [item.name for item in items if item.is_forced]:
            return must_use(forced[0])
        why = ("GH-11.5",)
        chosen = [card for card in action.lost if card in held.plays]
        if chosen:
            return f"{chosen[0]} is chosen for the round: neither in hand nor discarded", why
        if len(action.lost) == 1 and action.lost[0] in held.discarded:
            return "one discarded card is not enough: it takes two", why
        pack = next((card for card in action.lost if card in held.packs), "")
        if pack:
            return f"{pack} is a pack, and none is lost for damage", (*why, "GH-11.16")
        there = {*held.hand, *held.discarded}
        missing = next((card for card in action.lost if card not in there), "")
        if missing:
            return f"{missing} is neither in hand nor discarded", why
        return "one card of the hand, or two discarded ones, are lost for damage", why

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, UseItem):
            play.use_item(self.figure, action.item)
            text = f"takes none of {self.damage} damage ({self.why})"
            play.note("damage", self.figure, ("GH-11.8", "GH-10.3"), text)
            return
        if step_aside(play, self.figure, action, self):
            return
        assert isinstance(action, Bear)
        for card in action.lost:
            play.put_card(self.figure, card, "lost", ("GH-11.5",))
        if action.lost:
            play.note("damage", self.figure, ("GH-11.5",), f"takes none of {self.damage} damage ({self.why})")
        else:
            play.lose_hit_points(self.figure, self.damage, self.rulings, self.why)
