"""What lasts, as people read it off a card: changed attacks, moves and heals, what happens again and again.

    own attacks (attack +2)                         own melee attacks (attack +0, poison, wound)
    own attacks (attack +0, +2 if target is alone)  own ranged attack actions (attack +0, add target)
    attacks of self and all allies within 2 (attack +1)
    melee attacks on it (attack +1)                 attacks of all allies on it (attack +1)
    own moves (move -1)                             moves of all allies (move +2)
    own heals +4                                    heals on it +2
    each turn start (heal 2, range 2)               each turn end (attack 2, range 5)
    before each attack action (move 2)              after each attack action while invisible (attack 2)
    after each move action (poison, all adjacent figures)
    each attack (heal 2, self)                      each melee attack (shield 1)
    each turn start of all allies (heal 1, self)    before each attack action of all allies (move 1)
    each time it is damaged (attack 3)              each kill (heal 1, self)
    each turn end unless light is strong (infuse light)
    each time a doomed enemy dies (attack 2, range 5)
    when it dies (heal 4, self)
    immune to poison and wound                      immune to negative conditions, self and all allies
    immune to push and pull                         flying
    each turn end if it moved 4 hexes or more (heal 1, self)
    each round start (suffer 2, self)
    each attack on it while earth is strong (immobilize, the same figure)
    while self is adjacent to 3 or more enemies (shield 1)
    first own melee attack after 4 hexes (attack +1)
    x2 on it counts as +0                           unhindered by difficult and hazardous terrain
    each turn end if it entered hazardous terrain (heal 2, self)
    flies no more, the target                       own retaliates +2
    takes attacks on all adjacent allies            two songs at a time, xp of one
    this turn (own moves (move +0, double))
    muddle becomes strengthen                       each round end (refresh 1 spent item)
    song (attacks of all allies (attack +1))        augment (own melee attacks (attack +2))
    doom (own attacks on it (attack +2))

A doom lies on an enemy: "it" is the enemy, and whatever happens to it, its owner performs what stands in
parentheses, except at the turns of the enemy. A slot of "attack actions" counts for a whole action, that of
"attacks" for each attack.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Literal, get_args

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    AttackChange,
    Move,
    MoveChange,
    OneOf,
    Retaliate,
    Shield,
    ThisTurn,
    Whenever,
    While,
)
from tsolve.games.gloomhaven.ability_parts import SELF, Event, Reach, Sort, Whom
from tsolve.games.gloomhaven.simple_abilities import (
    Becomes,
    DrawsAttacks,
    Flying,
    Grounded,
    HealChange,
    Immune,
    LastInFocus,
    NoDoubling,
    RetaliateChange,
    TwoAtOnce,
    Unhindered,
    UntilRoundEnd,
)
from tsolve.games.gloomhaven.traits import NEGATIVE
from tsolve.games.gloomhaven.writing.ability_clauses import CONDITIONS, ELEMENTS, Clauses
from tsolve.games.gloomhaven.writing.trait_words import condition_in_words, read_condition
from tsolve.games.gloomhaven.writing.whom_words import read_whom, whom_in_words

_EVENTS: dict[Event, str] = {
    "turn start": "each turn start",
    "turn end": "each turn end",
    "before attack action": "before each attack action",
    "after attack action": "after each attack action",
    "after move action": "after each move action",
    "after song": "after each song",
    "attack": "each attack",
    "melee attack": "each melee attack",
    "attacked": "each attack on it",
    "damaged": "each time it is damaged",
    "kill": "each kill",
    "death": "when it dies",
    "round start": "each round start",
    "round end": "each round end",
    "long rest": "each long rest",
    "doomed death": "each time a doomed enemy dies",
}
_REACHES: tuple[Reach, ...] = get_args(Reach)
_SORTS: tuple[Sort, ...] = get_args(Sort)
_IMMUNITIES: dict[str, tuple[str, ...]] = {name: (name,) for name in (*NEGATIVE, "push", "pull")} | {
    "negative conditions": NEGATIVE
}


class LastingClauses(Clauses):
    """A text with what lasts in it. Raises InputError as `Phrases` does."""

    @abstractmethod
    def ability(self) -> Ability:
        """The ability that begins with the next word."""

    def attack_change(self, reach: Reach, of: Whom | None, on_it: bool, actions: bool) -> AttackChange:
        """What follows the words for whose attacks."""
        if of == SELF and not actions:
            on_it = self.take("on it")
        invisible = self.take("while invisible")
        moved = self.way_so_far() if self.take("after") else 0
        change = self._in_parentheses()
        if not isinstance(change, Attack) or not change.amount.relative:
            self.refuse("this is no change of attacks", None, "write it as `(attack +1)`")
        return AttackChange(change, reach, of, on_it, actions, invisible, moved=moved)

    def first_attack(self, reach: Reach) -> AttackChange:
        """The first own attack of a turn."""
        return replace(self.attack_change(reach, SELF, on_it=False, actions=False), once=True)

    def way_so_far(self) -> int:
        """A number of hexes."""
        number = self.number()
        self.demand("hexes", "hex")
        return number

    def attacks_of(self, reach: Reach) -> AttackChange:
        """Attacks of others than the bearer alone."""
        whom = self.those_near()
        return self.attack_change(reach, whom, self.take("on it"), actions=False)

    def attack_of_commands(self) -> AttackChange:
        """Attacks of own summons that are led."""
        change = self.attack_change("", Whom("summons"), False, actions=False)
        return replace(change, by_command=True)

    def attack_of_augments(self) -> AttackChange:
        """Own attacks of actions that bring an augment."""
        return replace(self.attack_change("", SELF, on_it=False, actions=False), of_augments=True)

    def those_near(self) -> Whom:
        """The figures for whom something lasts: all of a side, wherever they are or within some hexes."""
        whom = read_whom(self)
        if whom != SELF and whom != Whom(whom.side, whom.within, and_self=whom.and_self):
            help_ = "such as `all allies`, `self and all adjacent allies`, `all allies within 2`"
            self.refuse("this does not last for so few figures", None, help_)
        return whom

    def move_change(self, of: Whom) -> MoveChange:
        """What follows the words for whose moves."""
        change = self._in_parentheses()
        if not isinstance(change, Move) or not change.amount.relative:
            self.refuse("this is no change of moves", None, "write it as `(move +1)`")
        return MoveChange(change, of)

    def whenever(self, event: Event) -> Whenever:
        """What follows the words for an event."""
        invisible, unless = self.take("while invisible"), None
        strong, at_least, at_most, hazard = None, 0, None, False
        if not invisible and self.take("unless"):
            unless = self.one_of(ELEMENTS)
            self.demand("is strong")
        elif not invisible and self.take("while"):
            strong = self.one_of(ELEMENTS)
            self.demand("is strong")
        elif self.take("if it entered hazardous terrain"):
            hazard = True
        elif self.take("if it moved"):
            number = self.number()
            if self.take("hexes or more") or self.take("hex or more"):
                at_least = number
            else:
                self.demand("hexes or fewer", "hex or fewer")
                at_most = number
        of = self.those_near() if self.take("of") else SELF
        return Whenever(event, self.abilities(), invisible, unless, at_least, at_most, strong, of, hazard)

    def while_so(self) -> While:
        """What follows `while`."""
        when = read_condition(self)
        if any(each.of != "self" for each in when):
            self.refuse("only its bearer is known here", None, "write `while self is ...`")
        then = self.abilities()
        if not all(isinstance(each, _MAY_HOLD) for each in then):
            help_ = "such as `shield 1`, `retaliate 2`, `own attacks (attack +1)`"
            self.refuse("this does not begin and end with what is so", None, help_)
        return While(when, then)

    def unhindered(self) -> Unhindered:
        """What follows `unhindered by`."""
        kinds: dict[str, Literal["difficult", "hazardous"]] = {
            "difficult": "difficult",
            "hazardous": "hazardous",
        }
        by = [self.one_of(kinds)]
        while self.take("and"):
            by.append(self.new(by, self.one_of(kinds)))
        self.demand("terrain")
        return Unhindered(tuple(by))

    def immune(self) -> Immune:
        """What follows `immune to`."""
        to = [*self.one_of(_IMMUNITIES)]
        while self.take("and"):
            to += [self.new(to, each) for each in self.one_of(_IMMUNITIES)]
        return Immune(tuple(to), **self.clauses({}, whom=True))

    def _in_parentheses(self) -> Ability:
        self.demand("(")
        found = self.ability()
        self.demand(")")
        return found


_MAY_HOLD = Shield | Retaliate | AttackChange | Whenever | UntilRoundEnd
"""What may last only while something is so."""
Words = dict[str, Callable[[LastingClauses], Ability]]


def _attacks(reach: Reach) -> Iterator[tuple[str, Callable[[LastingClauses], Ability]]]:
    word = f"{reach} " if reach else ""
    yield f"own {word}attacks", lambda reader: reader.attack_change(reach, SELF, False, actions=False)
    yield f"first own {word}attack", lambda reader: reader.first_attack(reach)
    yield f"own {word}attack actions", lambda reader: reader.attack_change(reach, SELF, False, actions=True)
    yield f"{word}attacks on it", lambda reader: reader.attack_change(reach, None, True, actions=False)
    yield f"{word}attacks of", lambda reader: reader.attacks_of(reach)


def _whenever(event: Event) -> Callable[[LastingClauses], Ability]:
    return lambda reader: reader.whenever(event)


def _one_of(sort: Sort) -> Callable[[LastingClauses], Ability]:
    return lambda reader: OneOf(sort, reader.abilities())


def _two_at_once(sort: Sort) -> Callable[[LastingClauses], Ability]:
    return lambda reader: TwoAtOnce(sort, reader.take(", xp of one"))


LASTING: Words = {
    **{words: read for reach in _REACHES for words, read in _attacks(reach)},
    "attacks of commands": lambda reader: reader.attack_of_commands(),
    "own attacks of augments": lambda reader: reader.attack_of_augments(),
    "own moves": lambda reader: reader.move_change(SELF),
    "moves of": lambda reader: reader.move_change(reader.those_near()),
    "own heals": lambda reader: HealChange(reader.change()),
    "heals of packs": lambda reader: HealChange(reader.change(), packs=True),
    "own heals first remove all negative conditions": lambda _: HealChange(0, cures=True),
    "heals on it": lambda reader: HealChange(reader.change(), on_it=True),
    **{words: _whenever(event) for event, words in _EVENTS.items()},
    "immune to": LastingClauses.immune,
    "flying": lambda _: Flying(),
    "while": LastingClauses.while_so,
    "unhindered by": LastingClauses.unhindered,
    "x2 on it counts as +0": lambda _: NoDoubling(),
    "initiative 99 for the focus of enemies": lambda _: LastInFocus(),
    "flies no more": lambda reader: Grounded(**reader.clauses({}, whom=True)),
    "own retaliates": lambda reader: RetaliateChange(reader.change()),
    "takes attacks on": lambda reader: DrawsAttacks(reader.those_near()),
    **{f"two {sort}s at a time": _two_at_once(sort) for sort in _SORTS},
    "this turn": lambda reader: ThisTurn(reader.abilities()),
    "muddle becomes": lambda reader: Becomes("muddle", reader.one_of(CONDITIONS)),
    **{sort: _one_of(sort) for sort in _SORTS},
}
"""How each ability that lasts begins."""


def write_lasting(ability: Ability, write: Callable[[Ability], str]) -> str:
    """The words of an ability that lasts; `write` tells the abilities in it."""
    match ability:
        case AttackChange(change):
            invisible = " while invisible" if ability.invisible else ""
            after = f" after {_hexes(ability.moved)}" if ability.moved else ""
            return f"{_whose_attacks(ability)}{invisible}{after} ({write(change)})"
        case MoveChange(change, of):
            whose = "own moves" if of == SELF else f"moves of {whom_in_words(of)}"
            return f"{whose} ({write(change)})"
        case HealChange(cures=True):
            return "own heals first remove all negative conditions"
        case HealChange(amount, on_it):
            whose = "heals of packs" if ability.packs else "heals on it" if on_it else "own heals"
            return f"{whose} {amount:+}"
        case Whenever(event, then, of=of):
            when = _when(ability)
            whose = "" if of == SELF else f" of {whom_in_words(of)}"
            return f"{_EVENTS[event]}{when}{whose} ({_listed(then, write)})"
        case Immune(to, whom):
            named = "negative conditions" if to == NEGATIVE else " and ".join(to)
            return f"immune to {named}{'' if whom == SELF else f', {whom_in_words(whom)}'}"
        case Grounded(whom):
            return f"flies no more{'' if whom == SELF else f', {whom_in_words(whom)}'}"
        case RetaliateChange(amount):
            return f"own retaliates {amount:+}"
        case DrawsAttacks(whom):
            return f"takes attacks on {whom_in_words(whom)}"
        case TwoAtOnce(sort, experience_of_one):
            return f"two {sort}s at a time{', xp of one' if experience_of_one else ''}"
        case ThisTurn(then):
            return f"this turn ({_listed(then, write)})"
        case OneOf(sort, then):
            return f"{sort} ({_listed(then, write)})"
        case While(when, then):
            return f"while {condition_in_words(when)} ({_listed(then, write)})"
        case Unhindered(by):
            return f"unhindered by {' and '.join(by)} terrain"
        case NoDoubling():
            return "x2 on it counts as +0"
        case LastInFocus():
            return "initiative 99 for the focus of enemies"
        case Becomes(condition, other):
            return f"{condition} becomes {other}"
    assert isinstance(ability, Flying)
    return "flying"


def _when(ability: Whenever) -> str:
    if ability.invisible:
        return " while invisible"
    if ability.unless:
        return f" unless {ability.unless} is strong"
    if ability.strong:
        return f" while {ability.strong} is strong"
    if ability.at_least:
        return f" if it moved {_hexes(ability.at_least)} or more"
    if ability.at_most is not None:
        return f" if it moved {_hexes(ability.at_most)} or fewer"
    return " if it entered hazardous terrain" if ability.hazard else ""


def _hexes(number: int) -> str:
    return f"{number} {'hex' if number == 1 else 'hexes'}"


def _whose_attacks(ability: AttackChange) -> str:
    if ability.by_command:
        return "attacks of commands"
    if ability.of_augments:
        return "own attacks of augments"
    reach = f"{ability.reach} " if ability.reach else ""
    on_it = " on it" if ability.on_it else ""
    if ability.of is None:
        return f"{reach}attacks on it"
    if ability.once:
        return f"first own {reach}attack"
    if ability.of == SELF:
        return f"own {reach}{'attack actions' if ability.actions else 'attacks'}{on_it}"
    return f"{reach}attacks of {whom_in_words(ability.of)}{on_it}"


def _listed(abilities: tuple[Ability, ...], write: Callable[[Ability], str]) -> str:
    return "; ".join(map(write, abilities))
