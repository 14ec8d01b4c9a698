"""Upper bounds: what no line of the rest of a turn or a round exceeds, such as by the damage that characters
can still deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.games.gloomhaven.abilities import (
    STAYING,
    Ability,
    Attack,
    Augment,
    Command,
    Condition,
    Heal,
    Loot,
    Move,
    Retaliate,
    Shield,
    Shove,
)
from tsolve.games.gloomhaven.ability_parts import Bonus
from tsolve.games.gloomhaven.asked_for import things_in
from tsolve.games.gloomhaven.cards import BASIC, Half
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.game import (
    halves_left,
    is_open,
    items_left,
    plays_more,
    recovers_lost,
    refreshes,
    strikers,
    strikers_of,
)
from tsolve.games.gloomhaven.initiative import waits
from tsolve.games.gloomhaven.lasting import lasts
from tsolve.games.gloomhaven.map_abilities import CreateTrap, Summon
from tsolve.games.gloomhaven.measures import MEASURES, hit_points, monsters_of, used_slots
from tsolve.games.gloomhaven.modifiers import card, reduced, result
from tsolve.games.gloomhaven.planning.goals import KILL, Goal
from tsolve.games.gloomhaven.round import NextTurn
from tsolve.games.gloomhaven.simple_abilities import Experience, Infuse
from tsolve.games.gloomhaven.state import Door, State
from tsolve.games.gloomhaven.turn.character import DiscardPlays, NextHalf
from tsolve.games.gloomhaven.turn.damage import FORCING, Effects, retaliation_of
from tsolve.games.gloomhaven.turn.forced_movement import Force
from tsolve.games.gloomhaven.turn.halves import FinishHalf, FinishItem
from tsolve.games.gloomhaven.turn.monster import EndTurn
from tsolve.games.gloomhaven.turn.suffering import BearDamage
from tsolve.games.gloomhaven.uncounted import goes_uncounted, has_uncounted

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book


_NO_DAMAGE = Move | Heal | Shield | Loot | Infuse | Experience
_NO_MORE_DAMAGE: frozenset[Condition] = frozenset(("immobilize", "disarm", "stun", "muddle"))
"""Conditions that add nothing to attacks."""


def most_damage(book: Book, state: State) -> int | None:
    """The most hit points that monsters can lose by what the party does; None if there is no simple bound."""
    if book.items or goes_uncounted(book, state):
        return None
    if any(figure.has("poison") for figure in state.figures) or _brings(state, "poison"):
        return None
    left = {task.figure: task.left for task in state.todo if isinstance(task, NextHalf)}
    is_round = any(isinstance(task, NextTurn) for task in state.todo)
    at_hand = (task for task in state.todo if not isinstance(task, NextHalf | NextTurn))
    if any(figure.side == "party" for task in at_hand for figure in strikers_of(book, state, task)):
        return None
    total = 0
    for figure in {each.name: each for each in strikers(book, state) if each.side == "party"}.values():
        turns = figure.name in left or (is_round and waits(book, figure) and figure.name != state.turn)
        most = _of_character(book, state, figure, left.get(figure.name, "")) if turns else None
        if most is None:
            return None
        total += most
    return total


def _of_character(book: Book, state: State, figure: Figure, left: str) -> int | None:
    """The most damage of one character with its remaining halves: any top and any bottom, with the best
    modifier cards.
    """
    held, deck = state.cards_of(figure.name), state.deck(figure.name)
    if held is None or figure.effects or piles.has_unknown(deck.draw):
        return None
    if figure.rests:
        return 0
    printed = [card(text) for text in deck.cards()]
    modifiers = [
        *printed,
        *map(reduced, printed),
    ]  # as the variant counts them, should it be played (GH-16.1)
    if any(each.rolling or each.effects for each in printed):
        return None

    def dealt(ability: Ability) -> int | None:
        if isinstance(ability, _NO_DAMAGE):
            return 0
        if not isinstance(ability, Attack) or not _is_plain(ability):
            return None
        value = ability.amount.number
        return _targets(state, ability) * max((result(each, value) for each in modifiers), default=value)

    total = 0
    for side in (left,) if left else ("top", "bottom"):
        halves = [BASIC.half("top" if side == "top" else "bottom"), *_halves(book, figure, held.plays, side)]
        sums = [[dealt(ability) for ability in half.abilities] for half in halves]
        if any(each is None for row in sums for each in row):
            return None
        total += max(sum(max(each or 0, 0) for each in row) for row in sums)
    return total


def _halves(book: Book, figure: Figure, plays: tuple[str, ...], side: str) -> Iterator[Half]:
    for name in plays:
        if (figure.name, name) in book.cards:
            yield book.cards[figure.name, name].half("top" if side == "top" else "bottom")


def _is_plain(attack: Attack) -> bool:
    """Whether the attack only deals its number, once to each target."""
    more = attack.augments or attack.damaging or attack.bonuses or attack.push or attack.pull
    return not (
        more or attack.amount.relative or attack.all_on_one or set(attack.conditions) - _NO_MORE_DAMAGE
    )


def _targets(state: State, attack: Attack) -> int:
    """How many monsters it can hit at the most."""
    is_for_all = attack.all_adjacent or attack.all_in_range or attack.on_the_path
    if attack.area is not None or is_for_all:
        return sum(figure.side != "party" for figure in state.figures)
    return (attack.targets or 1) + attack.add_target


UNBOUNDED = 10_000
"""More than rooms, events and later rounds could add to any amount."""
_NOTHING_MORE = (BearDamage, DiscardPlays, EndTurn)
"""Tasks in which a character gains nothing."""


class Bounds:
    """Upper bounds for the positions of one question: no line has a higher value."""

    def __init__(self, book: Book, goal: Goal) -> None:
        self._book, self._goal = book, goal
        self._kills = {f"{KILL} {each.identity}" for each in monsters_of(book.script, goal.start)}

    def most(self, state: State) -> tuple[int, ...]:
        """The bound for each level of the goal."""
        return self._goal.worth(self.amounts(state))

    def amounts(self, state: State) -> dict[str, int]:
        """The bound for each name in the goal."""
        book, goal, start = self._book, self._goal, self._goal.start
        amounts = goal.amounts(state)
        acting = frozenset(_acting(book, state))
        has_unknown_rooms = bool(acting) and any(_is_unknown(book, door) for door in state.doors)
        anything = has_unknown_rooms or is_open(book, state) or plays_more(book)
        struck = any(figure.side == "party" for figure in strikers(book, state))
        endangered = anything or _are_endangered(book, state)
        harmed = struck or endangered
        left = None if endangered else most_damage(book, state)
        if harmed and left is not None:
            amounts |= _more(amounts, "kills", _killed(state, left))
            amounts |= _more(amounts, "damage", min(left, hit_points(state, "monsters")))
        elif harmed:
            monsters = monsters_of(book.script, start)
            amounts |= _kept(goal, "kills", len(monsters))
            amounts |= _kept(goal, "damage", sum(figure.hp for figure in monsters))
        if acting:
            amounts |= _kept(goal, "hit_points", _healed(book, state, acting))
            amounts |= _more(amounts, "experience", _experience(book, state, acting))
        amounts |= _more(amounts, "experience", _slots(state))
        if any(each.per_enemy for each in book.printed(Loot)):
            amounts |= _more(amounts, "money", UNBOUNDED)
        if acting or harmed:
            lying = sum(money.tokens for money in state.money)
            lying += sum(figure.side != "party" for figure in state.figures)
            amounts |= _more(amounts, "money", lying)
        if anything or any(figure.rests for figure in state.figures) or refreshes(book):
            amounts |= _more(amounts, "items", used_slots(state))
        if recovers_lost(book):
            amounts |= _more(amounts, "cards", sum(len(held.lost) + len(held.doomed) for held in state.held))
        if anything:
            for name in ("hit_points", "experience", "money"):
                amounts |= _more(amounts, name, UNBOUNDED)
        if has_unknown_rooms:
            for name in ("kills", "damage"):
                amounts |= _more(amounts, name, UNBOUNDED)
        for name in goal.names - MEASURES.levels.keys():
            if harmed or name not in self._kills:
                amounts[name] = 1
        return amounts


def _is_unknown(book: Book, door: Door) -> bool:
    """Whether a character may open this door, and the room behind it is unknown."""
    return door.state == "closed" and book.script.room(door.at) is None


def _kept(goal: Goal, name: str, amount: int) -> Mapping[str, int]:
    """The amount, if the goal asks for it; else nothing."""
    return {name: amount} if name in goal.names else {}


def _more(amounts: Mapping[str, int], name: str, more: int) -> Mapping[str, int]:
    """The amounts with `more` added to one, if the goal asks for it."""
    return {name: amounts[name] + more} if name in amounts else {}


def _acting(book: Book, state: State) -> Iterable[str]:
    """The figures of the party that may still act. Some may come twice."""
    party = [figure.name for figure in state.figures if figure.side == "party"]
    if any(items_left(book, state, state.turn, "turn", "turn end")):
        yield state.turn
    if lasts(state) and state.todo:
        yield from party
    for task in state.todo:
        if isinstance(task, NextTurn):
            yield from (name for name in party if waits(book, state.figure(name)))
        elif isinstance(task, NextHalf):
            yield from (task.figure for _ in halves_left(book, state, task.figure))
        elif not isinstance(task, _NOTHING_MORE):
            name = getattr(task, "figure", "") or getattr(task, "attacker", "")
            yield from (name,) if name in party else ()


def _killed(state: State, damage: int) -> int:
    """How many monsters this much damage can kill."""
    needed = accumulate(sorted(figure.hp for figure in state.figures if figure.side != "party"))
    return sum(each <= damage for each in needed)


def monsters_act(book: Book, state: State) -> bool:
    """Whether a monster may still act, so that its conditions after an attack matter."""
    has_turns = any(isinstance(task, NextTurn) for task in state.todo)
    monsters = [figure for figure in state.figures if figure.side != "party"]
    return (
        bool(state.again)
        or is_open(book, state)
        or any(figure.dying or (has_turns and waits(book, figure)) for figure in monsters)
    )


def _are_endangered(book: Book, state: State) -> bool:
    """Whether a monster may lose hit points or leave the map without the party acting: by its wound, a trap
    or hazardous terrain, by retaliate, or by its own card.
    """
    if state.led is not None:
        return True
    monsters = [figure for figure in state.figures if figure.side != "party"]
    acts = monsters_act(book, state) or any(figure.name == state.turn for figure in monsters)
    if (state.traps or book.terrain.hazards) and (acts or _may_push(book, state)):
        return True
    if acts and any(figure.side == "party" and any(retaliation_of(figure)) for figure in state.figures):
        return True
    protecting = (item for held in state.held for item in items_left(book, state, held.owner, "attacked"))
    if any(isinstance(ability, Retaliate) for item in protecting for ability in item.do):
        return True
    if (lasts(state) and state.todo) or _brings(state, "wound"):
        return True
    return any(
        figure.has("wound") or figure.dying or not _harm_only_the_party(book.deal(state, figure).abilities)
        for figure in monsters
    )


def _brings(state: State, condition: Condition) -> bool:
    """Whether the effects that are asked about now bring this condition."""
    return any(isinstance(task, Effects) and condition in task.conditions(state) for task in state.todo)


def _may_push(book: Book, state: State) -> bool:
    """Whether anybody may be pushed or pulled."""
    printed = book.as_printed(
        "pushes", lambda: any(map(_pushes, things_in((book.cards, book.deals, book.items))))
    )
    cards = (text for owned in state.decks for text in owned.deck.cards())
    tasks = any(isinstance(task, Force) for task in state.todo)
    return printed or tasks or any(word in text for text in cards for word in FORCING)


def _pushes(printed: object) -> bool:
    return isinstance(printed, Shove) or any(getattr(printed, word, 0) for word in FORCING)


def _harm_only_the_party(abilities: Iterable[Ability]) -> bool:
    """Whether these abilities of monsters harm only the party."""
    return all(
        isinstance(each, Move | Heal | Shield) or (isinstance(each, Attack) and not each.damaging)
        for each in abilities
    )


def _healed(book: Book, state: State, acting: Iterable[str]) -> int:
    """The hit points of the party if all are fully healed and every possible summon comes."""
    full = sum(figure.max_hp for figure in state.figures if figure.side == "party")
    return full + sum(
        ability.statistics.hp
        for ability in _all_left(book, state, acting)
        if isinstance(ability, Summon) and ability.statistics is not None
    )


def _experience(book: Book, state: State, acting: Iterable[str]) -> int:
    """The experience that the present action and the cards still to be played may bring."""
    halves = [half for name in acting for half in halves_left(book, state, name)]
    halves += [task.half for task in state.todo if isinstance(task, FinishHalf)]
    gained = sum(half.experience + sum(half.slots) for half in halves)
    if lasts(state) or any(trap.experience for trap in state.traps):
        gained += UNBOUNDED
    there = (*state.figures, *book.script.hidden(state), *book.script.awaited(state))
    most = sum(figure.side != "party" for figure in there)
    for ability in _all_left(book, state, acting):
        if isinstance(ability, Experience):
            gained += ability.amount
        augments: tuple[Augment, ...] = getattr(ability, "augments", ())
        gained += sum(each.experience for each in augments)
        often = things_in(tuple(each.per_target_damaged for each in augments))
        gained += sum(UNBOUNDED for each in often if isinstance(each, Experience))
        if isinstance(ability, Attack) and ability.per_targets is not None:
            gained += UNBOUNDED if ability.per_targets.of_damage else ability.per_targets.experience * most
        if isinstance(ability, STAYING | Retaliate | CreateTrap):
            gained += UNBOUNDED if has_uncounted(ability) else 0
        if isinstance(ability, Attack) and ability.breaks is not None:
            gained += UNBOUNDED
        bonuses = (each for each in things_in(ability) if isinstance(each, Bonus))
        gained += sum(
            UNBOUNDED if each.asks_target else each.experience for each in bonuses if each.experience
        )
    return gained


def _slots(state: State) -> int:
    """The experience that the slots of active bonuses may bring. (GH-10.1)"""
    return sum(sum(effect.slots) for figure in state.figures for effect in figure.effects)


def _all_left(book: Book, state: State, acting: Iterable[str]) -> Iterator[Ability]:
    """The abilities that these figures may still perform: of the present action or item, and with cards and
    items left.
    """
    for task in state.todo:
        if isinstance(task, FinishHalf):
            yield from _with_inner(state, task.half.abilities)
        elif isinstance(task, FinishItem):
            yield from _with_inner(state, task.item.do)
    for name in acting:
        for half in halves_left(book, state, name):
            yield from _with_inner(state, half.abilities)
        for item in items_left(book, state, name, "turn", "turn end"):
            yield from _with_inner(state, item.do)


def _with_inner(state: State, abilities: tuple[Ability, ...]) -> Iterator[Ability]:
    """The abilities, including those inside others and those that consumed elements bring; for each figure
    those that others may perform.
    """
    for each in things_in(abilities):
        if isinstance(each, Ability):
            yield each
        if isinstance(each, Command):
            for _ in state.figures:
                yield from _with_inner(state, each.then)
