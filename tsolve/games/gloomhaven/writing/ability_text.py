"""Abilities as people read them off a card, one text for each: `attack +0, range 3, target 2, poison`.

An ability begins with what it is; behind commas stands what is printed beside it, in any order. A number with
a sign is relative to the statistics, one without stands as it is. Parentheses hold lists.

    move +1, jump                                   move 3
    attack +0, range 3, target 2, poison, push 1    attack 2, range +1, pierce 2, advantage
    attack -1, all adjacent                         attack +0, all in range
    attack +0, all on one target                    attack 3, add 1 target
    attack +0, area triangle3                       attack 2, area (1,0) (2,0) from (0,0)
    attack +0, +2 if target is adjacent to an ally  (or: is alone, is poisoned and undamaged)
    attack 3, if self is invisible (+2, xp 1)       attack 2, if attack is melee (wound)
    heal 2, self                                    heal 3, range 3, target 2
    shield 1                                        shield 1, self and all allies within 2
    retaliate 2, range 3                            loot 1
    muddle and immobilize, one adjacent enemy       strengthen, self
    push 1, all adjacent enemies                    pull 2, poison, one enemy within 3
    suffer 2, self                                  suffer 2, all figures adjacent to the target
    infuse fire                                     trap 3 damage, stun
    summon 2 x Zephyr, elite                        summon Egg, for each character
    summon Ooze, normal, hit points of the summoner summon Deep Terror, normal, next to the target
    summon Rat King (hp 6, move 3, attack 2, range 3, poison, flying)
    summon Imp (hp 2, attack 1, each attack (infuse fire), on death (attack 3, all adjacent))
    on death (attack +2, area ring6_self)           xp 1
    attack 4, all adjacent, xp 1 for each target    trap 3 damage, xp 2 once an enemy springs it
    attackers have disadvantage this round          allies attack +1 this round
    retaliate 2, xp 1 each time                     negate damage, self and all adjacent allies
    special 1                                       extra turn Vermling Scout
    recover 2                                       recover all lost, one adjacent ally
    refresh 1 consumed small item                   refresh all spent items, self or one ally within 2
    remove all negative conditions, the same figure give Medical Pack, one adjacent ally
    before one adjacent ally (shield 1)
    scenario (the throne changes its place)
    one ally within 3 performs (attack 4)           all own summons perform (move +0; attack +0)
    the bear performs (move 3; push 2, one adjacent enemy)
    put 3 obstacles within 4, beside them (suffer 2, all figures)
    clear one adjacent obstacle, beside it (attack 4)
    clear one adjacent trap, one enemy within 3 springs it
    trap 3 damage, beside it (suffer 2, all enemies)
    change places with one own summon

What lasts and happens again and again has words of its own, see `lasting_text`.

Consumed elements (GH-9.4) change the ability before them, or stand by themselves; `any` is the wild icon:

    attack +0 with fire (+1, wound)                 attack -1 with fire and air (area disc7, xp 1)
    attack +0 with dark (for each target damaged (heal 2, self))
    shield 1 with ice (2 instead)                   heal 2, range 3 with light (all allies in range)
    with ice (heal 3, self; strengthen, self)       with any (infuse fire)

So does a harm that a character may choose to bear (GH-11.14):

    attack 3 with suffer 2, self (+2, xp 1)         attack 0, range 3 with suffer up to 4, self (+1 each)
    with suffer 2, self (stun, one adjacent enemy)

Whom an ability affects: `self`; `all` or `one`, then `enemies`, `allies` or `figures` (both), with
`adjacent`, `within 3`, `in range`, `adjacent to the target` or `within 2 of the target`; `self and` may stand
before `all`, `self or` before `one`. `the same figure` is the one that was chosen last in the same action.

The hexes of an area are axial, (q,p); behind `from` stands the attacker, which makes it a melee pattern.
Single words may also be those that a ruleset's names give them, such as `zatrucie` for `poison`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Literal

from tsolve.errors import InputError, Span
from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Augment,
    Bestow,
    Command,
    Condition,
    Consume,
    CreateTrap,
    Heal,
    If,
    Kill,
    Loot,
    Move,
    OnDeath,
    Pay,
    Place,
    Priced,
    PutObstacles,
    Recover,
    Remove,
    Retaliate,
    Shield,
    Shove,
    Suffer,
    Summon,
    Summoned,
)
from tsolve.games.gloomhaven.ability_parts import SELF, Amount, Bonus, Count, Pattern, PerTargets, Whom
from tsolve.games.gloomhaven.simple_abilities import (
    Cure,
    Doubled,
    EndAll,
    Experience,
    ExtraTurn,
    Give,
    Infuse,
    NegateDamage,
    OneMore,
    Refresh,
    ScenarioStep,
    Special,
    Swap,
    Teleport,
    Uncurse,
    UntilRoundEnd,
)
from tsolve.games.gloomhaven.writing.ability_clauses import (
    CONDITION_CLAUSES,
    CONDITIONS,
    ELEMENTS,
    IN_ATTACK,
    IN_ATTACK_AUGMENT,
    IN_HEAL_AUGMENT,
    IN_KILL,
    IN_MOVE,
    IN_MOVE_AUGMENT,
    IN_RETALIATE,
    IN_SUMMON,
    IN_SUMMONED,
    IN_TRAP,
    PER,
    RANGE,
    TARGETS,
    Clauses,
)
from tsolve.games.gloomhaven.writing.ability_words import MOST
from tsolve.games.gloomhaven.writing.ability_words import in_plain_words as in_plain_words
from tsolve.games.gloomhaven.writing.lasting_text import LASTING, LastingClauses, write_lasting
from tsolve.games.gloomhaven.writing.names import in_english, with_commas
from tsolve.games.gloomhaven.writing.restoring_words import (
    augments_of,
    read_cure,
    read_recover,
    read_refresh,
    restoring_in_words,
)
from tsolve.games.gloomhaven.writing.trait_words import condition_in_words, read_condition
from tsolve.games.gloomhaven.writing.whom_words import NUMBERS, area_in_words, read_whom, whom_in_words
from tsolve.rules.names import NameIndex

_ENGLISH = NameIndex()


def read_ability(
    text: str, areas: Mapping[str, Pattern], place: Span | None = None, words: NameIndex = _ENGLISH
) -> Ability:
    """The ability that the text says, in the words that this package describes.

    `areas` are the patterns that have a name; `place` is where the text stands; `words`, from the names of a
    ruleset, are what other languages call things.

    Raises InputError: the text is too long (E208), a word means nothing where it stands or two exclude each
    other (E209), a number is out of range (E205). The help names the words that would be understood.
    """
    try:
        return _read(_Reader(text, areas, place, words))
    except InputError:
        plain = in_english(text, words)
        for other in dict.fromkeys((plain, with_commas(plain))):
            if other != text:
                with suppress(InputError):
                    return _read(_Reader(other, areas, None, _ENGLISH))
        raise


def _read(reader: _Reader) -> Ability:
    ability = reader.ability()
    if not reader.at_end:
        reader.misses(*reader.goes_on)
    return ability


class _Reader(LastingClauses):
    """The grammar: one method for each ability that says more than a number."""

    def ability(self) -> Ability:
        self.goes_on = ()
        return self.one_of(_ABILITIES)(self)

    def abilities(self) -> tuple[Ability, ...]:
        """A list in parentheses."""
        self.demand("(")
        found = [self.ability()]
        while self.take(";"):
            found.append(self.ability())
        if not self.take(")"):
            self.misses(*self.goes_on, ";", ")")
        return tuple(found)

    def move(self) -> Move:
        return Move(self.amount(), **self.clauses(IN_MOVE), augments=self.augments(IN_MOVE_AUGMENT))

    def attack(self) -> Attack:
        amount = self.amount(least=0)
        said = self.clauses(IN_ATTACK, _Reader.bonus, whom=True)
        self.exclude(said, "targets", "all_adjacent", "all_in_range", "all_on_one")
        self.exclude(said, "area", "all_adjacent", "all_in_range")
        self.exclude(said, "range", "all_adjacent")
        for other in ("targets", "all_adjacent", "all_in_range", "all_on_one", "area"):
            self.exclude(said, "whom", other)  # a range says that it is a ranged attack (GH-4.1)
        if "whom" in said and said["whom"].side != "enemies":
            self.refuse("an attack is made on enemies (GH-6.2)")
        return Attack(amount, **said, augments=self.augments(IN_ATTACK_AUGMENT, whom=True))

    def heal(self) -> Heal:
        amount, counts = self.number_or_count()
        said = self.clauses({"range": RANGE, **TARGETS, "doubled": lambda _: ("times", 2)}, whom=True)
        self.exclude(said, "range", "whom")
        self.exclude(said, "targets", "whom")
        if not {"range", "whom"} & said.keys():
            self.refuse("this does not say who is healed", None, "add `self`, or a range such as `range 3`")
        return Heal(amount, **said, augments=self.augments(IN_HEAL_AUGMENT, whom=True), counts=counts)

    def shield(self) -> Shield:
        amount = self.number()
        return Shield(amount, **self.clauses({}, whom=True), augments=self.augments({}, whom=True))

    def retaliate(self) -> Retaliate:
        number, said = self.number(), self.clauses(IN_RETALIATE, whom=True)
        return Retaliate(number, **said, augments=self.augments({}, whom=True))

    def place_conditions(self, first: Condition) -> Place:
        conditions = [first]
        while self.take("and"):
            conditions.append(self.new(conditions, self.one_of(CONDITIONS)))
        whom = self.affected(self.clauses({}, whom=True))
        return Place(tuple(conditions), whom, self.augments(CONDITION_CLAUSES, whom=True))

    def shove(self, push: bool) -> Shove:
        number = self.number()
        said = self.clauses(CONDITION_CLAUSES, whom=True)
        whom, conditions = self.affected(said), said.get("conditions", ())
        by = (number, 0) if push else (0, number)
        return Shove(*by, whom, conditions, self.augments(CONDITION_CLAUSES, whom=True))

    def suffer(self) -> Suffer:
        number, counts = self.number_or_count()
        whom = self.affected(self.clauses({}, whom=True))
        return Suffer(number, whom, self.augments({}, whom=True), counts)

    def kill(self) -> Kill:
        said = self.clauses(IN_KILL, whom=True)
        return Kill(self.affected(said), self.augments({}, whom=True), said.get("experience", 0))

    def affected(self, said: Mapping[str, Whom]) -> Whom:
        if "whom" not in said:
            help_ = "add for instance `self` or `all adjacent enemies`"
            self.refuse("this does not say whom the ability affects", None, help_)
        return said["whom"]

    def loot(self) -> Loot:
        number, more = self.number(), 0
        if self.take(","):
            more = self.number()
            self.demand("more for each adjacent enemy")
        return Loot(number, self.augments({}), more)

    def bestow(self) -> Bestow:
        return Bestow(read_whom(self), self.abilities())

    def infuse(self) -> Infuse:
        return Infuse(self.one_of(ELEMENTS))

    def consume(self) -> Consume | Pay:
        if self.sees_price:
            return Pay(self.price(), self.abilities())
        elements, then = self.elements(), self.abilities()
        self.goes_on = ("else",)
        return Consume(elements, then, self.abilities() if self.take("else") else ())

    def if_(self) -> If:
        when = read_condition(self)
        if any(each.of != "self" for each in when):
            self.refuse("only the acting figure is known here", None, "write `if self is ...`")
        then = self.abilities()
        self.goes_on = ("else",)
        return If(when, then, self.abilities() if self.take("else") else ())

    def command(self, first: str) -> Command:
        """What others perform, from the words that say who."""
        if first == "the":
            whom = Whom("summons", name=self.name_before("performs", "perform"))
        else:
            self.next -= 1
            whom = read_whom(self)
        self.take("may")
        self.demand("performs", "perform")
        return Command(whom, self.abilities(), self.take(", ending beside it"))

    def trap(self) -> CreateTrap:
        damage = self.number(least=0)
        self.take("damage")
        return CreateTrap(damage, **self.clauses(IN_TRAP))

    def put_obstacles(self) -> PutObstacles:
        number = self.number()
        self.demand("obstacles", "obstacle")
        if self.take("in its hex"):
            return PutObstacles(number, in_its_hex=True)
        area = self.area() if self.take("in area") else None
        within = self.number() if self.take("within") else 1
        return PutObstacles(number, within, self.on_those_beside(), area)

    def shift_obstacle(self) -> Remove:
        within = self.number()
        return Remove("obstacle", moves_within=within)

    def clear(self) -> Remove:
        each = self.one_of({"one": False, "all": True})
        adjacent = self.take("adjacent")
        what = self.one_of(_LYING)
        within = 1 if adjacent or not self.take("within") else self.number()
        if self.sees(", beside"):
            return Remove(what, within, each, beside=self.on_those_beside())
        if not self.take(","):
            return Remove(what, within, each)
        whom = read_whom(self)
        self.demand("springs it")
        return Remove(what, within, each, whom)

    def on_those_beside(self) -> tuple[Ability, ...]:
        """What is done to those beside what comes or goes."""
        return self.abilities() if self.take(", beside them") or self.take(", beside it") else ()

    def summon(self) -> Summon:
        count = 1
        if self.sees_number:
            count = self.number()
            self.demand("x")
        name = self.name("a name")
        statistics = self.summoned() if self.sees("(") else None
        said = self.clauses(IN_SUMMON)
        return Summon(name, count=count, statistics=statistics, **said)

    def summoned(self) -> Summoned:
        self.demand("(")
        said = self.list_of_clauses(_IN_SUMMONED)
        if "hp" not in said:
            self.refuse("the statistics lack the hit points", None, "add them, for instance `hp 4`")
        return Summoned(**said)

    def dim(self) -> UntilRoundEnd:
        return UntilRoundEnd("attackers_have_disadvantage", **self.clauses({}, whom=True))

    def scenario(self) -> ScenarioStep:
        self.demand("(")
        text = self.anything("what the scenario makes happen")
        self.demand(")")
        return ScenarioStep(text)


def _commanding(first: str) -> Callable[[_Reader], Ability]:
    return lambda reader: reader.command(first)


def _placing(condition: Condition) -> Callable[[_Reader], Ability]:
    return lambda reader: reader.place_conditions(condition)


def _lasting(read: Callable[[_Reader], Ability]) -> Callable[[Clauses], tuple[str, object]]:
    """A clause of a summon about what lasts as long as it is there."""

    def clause(reader: Clauses) -> tuple[str, object]:
        assert isinstance(reader, _Reader)
        return "lasting", read(reader)

    return clause


_IN_SUMMONED = {
    **{words: _lasting(read) for words, read in LASTING.items() if words not in ("song", "augment", "doom")},
    "on death": _lasting(lambda reader: OnDeath(reader.abilities())),
    **IN_SUMMONED,
}
"""What stands in the parentheses of a summon."""


_SIDES_OF_CARDS: dict[str, Literal["top", "bottom"]] = {"top": "top", "bottom": "bottom"}
_ABILITIES: dict[str, Callable[[_Reader], Ability]] = {
    "move": _Reader.move,
    "attack": _Reader.attack,
    "heal": _Reader.heal,
    "shield": _Reader.shield,
    "retaliate": _Reader.retaliate,
    "push": lambda reader: reader.shove(push=True),
    "pull": lambda reader: reader.shove(push=False),
    "suffer": _Reader.suffer,
    "kill": _Reader.kill,
    "negate damage": lambda reader: NegateDamage(**reader.clauses({}, whom=True)),
    "give": lambda reader: Give(reader.name("a card"), reader.affected(reader.clauses({}, whom=True))),
    "before": _Reader.bestow,
    "negate fatal damage": lambda _: NegateDamage(fatal=True),
    "negate damage of an attack": lambda _: NegateDamage(of_attacks=True),
    "recover": read_recover,
    "refresh": read_refresh,
    "remove": read_cure,
    "infuse": _Reader.infuse,
    "with": _Reader.consume,
    "if": _Reader.if_,
    "summon": _Reader.summon,
    "trap": _Reader.trap,
    "loot": _Reader.loot,
    "remove all curses": lambda _: Uncurse(),
    "become exhausted": lambda _: EndAll(),
    "double the heal": lambda _: Doubled(),
    "play one more": lambda reader: OneMore(reader.one_of(_SIDES_OF_CARDS)),
    "put": _Reader.put_obstacles,
    "clear": _Reader.clear,
    "shift one adjacent obstacle within": _Reader.shift_obstacle,
    "change places with": lambda reader: Swap(read_whom(reader)),
    "teleport": lambda reader: Teleport(reader.take("to its hex")),
    "xp": lambda reader: Experience(reader.number()),
    "on death": lambda reader: OnDeath(reader.abilities()),
    **dict.fromkeys(("attackers have disadvantage this round", "attackers have disadvantage"), _Reader.dim),
    "allies attack +1 this round": lambda _: UntilRoundEnd("allies_attack_plus_1"),
    "special": lambda reader: Special(reader.one_of({"1": 1, "2": 2})),
    "scenario": _Reader.scenario,
    **{first: _commanding(first) for first in ("the", "all", *NUMBERS)},
    "extra turn": lambda reader: ExtraTurn(reader.name("a name")),
    **{name: _placing(name) for name in CONDITIONS.values()},
    **LASTING,
}


_LYING: dict[str, Literal["obstacle", "trap"]] = {
    "obstacle": "obstacle", "obstacles": "obstacle", "trap": "trap", "traps": "trap"
}  # fmt: skip
_THIS_ROUND = {
    "attackers_have_disadvantage": "attackers have disadvantage this round",
    "allies_attack_plus_1": "allies attack +1 this round",
}


def write_ability(ability: Ability) -> str:
    """The text that `read_ability` reads as this ability."""
    match ability:
        case Move(amount, jump, augments, only, loots):
            more = "jump" if jump else "", only, "loot each hex" if loots else ""
            return _listed(f"move {_amount(amount)}", *more) + _augments(augments)
        case Attack():
            return _listed(f"attack {_amount(ability.amount)}", *_of_attack(ability)) + _augments(
                ability.augments
            )
        case Heal(amount, whom, range_, targets, augments, counts, times):
            near = [f"range {range_}", _targets(targets)] if range_ is not None else [whom_in_words(whom)]
            doubled = "doubled" if times > 1 else ""
            return _listed(f"heal {_number(amount, counts)}", *near, doubled) + _augments(augments)
        case Shield(amount, whom, augments):
            return _listed(f"shield {amount}", _if_not_self(whom)) + _augments(augments)
        case Retaliate(amount, range_, whom, augments, experience):
            far = f"range {range_}" if range_ != 1 else ""
            gained = f"xp {experience} each time" if experience else ""
            return _listed(f"retaliate {amount}", far, gained, _if_not_self(whom)) + _augments(augments)
        case Place(conditions, whom, augments):
            return _listed(" and ".join(conditions), whom_in_words(whom)) + _augments(augments)
        case Shove(push, pull, whom, conditions, augments):
            by = f"push {push}" if push else f"pull {pull}"
            return _listed(by, *conditions, whom_in_words(whom)) + _augments(augments)
        case Suffer(amount, whom, augments, counts):
            return _listed(f"suffer {_number(amount, counts)}", whom_in_words(whom)) + _augments(augments)
        case Kill(whom, augments, experience):
            gained = f"xp {experience} for each" if experience else ""
            return _listed("kill", whom_in_words(whom), gained) + _augments(augments)
        case NegateDamage(whom, fatal, of_attacks):
            of = " of an attack" if of_attacks else ""
            return _listed(f"negate {'fatal ' if fatal else ''}damage{of}", _if_not_self(whom))
        case Recover() | Refresh() | Cure():
            return _listed(*restoring_in_words(ability)) + _augments(augments_of(ability))
        case Give(card, whom):
            return _listed(f"give {card}", whom_in_words(whom))
        case Bestow(whom, then):
            return f"before {whom_in_words(whom)} {_abilities(then)}"
        case Pay(price, then):
            return f"with {write_ability(price)} {_abilities(then)}"
        case Infuse(element):
            return f"infuse {element}"
        case Consume(elements, then, otherwise):
            else_ = f" else {_abilities(otherwise)}" if otherwise else ""
            return f"with {' and '.join(elements)} {_abilities(then)}{else_}"
        case If(when, then, otherwise):
            else_ = f" else {_abilities(otherwise)}" if otherwise else ""
            return f"if {condition_in_words(when)} {_abilities(then)}{else_}"
        case Command(whom, then, ends_beside):
            verb = "perform" if (whom.each and not whom.name) or whom.number > 1 else "performs"
            where = ", ending beside it" if ends_beside else ""
            return f"{whom_in_words(whom)} {verb} {_abilities(then)}{where}"
        case Summon():
            return _listed(*_summon(ability))
        case PutObstacles(number, within, beside, area, in_its_hex):
            far = f" within {within}" if within > 1 else ""
            far = " in its hex" if in_its_hex else f" in area {area_in_words(area)}{far}" if area else far
            told = f"put {number} obstacle{'s' if number > 1 else ''}{far}"
            return told + _on_those_beside(beside, number > 1)
        case Remove(moves_within=int() as within):
            return f"shift one adjacent obstacle within {within}"
        case Remove(what, within, each, sprung_by, beside=beside):
            named = f"{what}s" if each else what
            where = f"{named} within {within}" if within > 1 else f"adjacent {named}"
            springs = f", {whom_in_words(sprung_by)} springs it" if sprung_by is not None else ""
            return f"clear {'all' if each else 'one'} {where}{springs}{_on_those_beside(beside, each)}"
        case Teleport(to_its_hex):
            return "teleport to its hex" if to_its_hex else "teleport"
        case Swap(whom):
            return f"change places with {whom_in_words(whom)}"
        case CreateTrap(damage, conditions, experience, beside):
            sprung = f"xp {experience} once an enemy springs it" if experience else ""
            harm = _on_those_beside(beside, several=False).removeprefix(", ")
            return _listed(f"trap {damage} damage", *conditions, sprung, harm)
        case Loot(range_, augments, per_enemy):
            told = f"{per_enemy} more for each adjacent enemy" if per_enemy else ""
            return _listed(f"loot {range_}", told) + _augments(augments)
        case Uncurse():
            return "remove all curses"
        case Doubled():
            return "double the heal"
        case EndAll():
            return "become exhausted"
        case OneMore(side):
            return f"play one more {side}"
        case Experience(amount):
            return f"xp {amount}"
        case OnDeath(then):
            return f"on death {_abilities(then)}"
        case UntilRoundEnd(effect, whom):
            return _listed(_THIS_ROUND[effect], _if_not_self(whom))
        case Special(number):
            return f"special {number}"
        case ScenarioStep(text):
            return f"scenario ({text})"
        case ExtraTurn(name):
            return f"extra turn {name}"
        case _:
            return write_lasting(ability, write_ability)


def _on_those_beside(abilities: tuple[Ability, ...], several: bool) -> str:
    return f", beside {'them' if several else 'it'} {_abilities(abilities)}" if abilities else ""


def _of_attack(attack: Attack) -> Iterator[str]:
    if attack.range is not None:
        yield f"range {_amount(attack.range)}"
    yield from _effects(attack)
    if attack.all_adjacent:
        yield "all adjacent"
    if attack.add_target:
        yield "add target" if attack.add_target == 1 else f"add {attack.add_target} targets"
    if attack.breaks is not None:
        gained = f", xp {attack.breaks.experience}" if attack.breaks.experience else ""
        yield f"through obstacles ({attack.breaks.damage} damage{gained})"
    if attack.whom is not None:
        yield whom_in_words(attack.whom)
    if attack.damaging:
        yield f"for each target damaged {_abilities(attack.damaging)}"
    if attack.all_on_one:
        yield "all on one target"
    if attack.disadvantage:
        yield "disadvantage"
    if attack.doubled:
        yield "double"
    if attack.per_targets is not None:
        yield _per_targets(attack.per_targets)


def _per_targets(gained: PerTargets) -> str:
    of = "damage" if gained.of_damage else "targets"
    every = "each target" if gained.every == 1 else f"every {gained.every} {of}"
    return f"xp {gained.experience} for {every}"


def _effects(holder: Attack | Augment) -> Iterator[str]:
    """What an attack prints, and what an augment may add to it."""
    if holder.targets is not None:
        yield f"target {holder.targets}"
    if holder.all_in_range:
        yield "all in range"
    if holder.area is not None:
        yield f"area {area_in_words(holder.area)}"
    yield from _forces(holder)
    yield from holder.conditions
    if holder.advantage:
        yield "advantage"
    for bonus in holder.bonuses:
        if bonus.per is not None:
            per = next(word for word, what in PER.items() if what == bonus.per)
            yield f"for each {per} ({_listed(*_of_bonus(bonus))})"
            continue
        when = f"if {condition_in_words(bonus.when)}"
        if bonus.is_plain:
            yield f"{bonus.attack:+} {when}"
        else:
            yield f"{when} ({_listed(*_of_bonus(bonus))})"


def _forces(holder: Attack | Augment | Bonus) -> Iterator[str]:
    if holder.pierce >= MOST:
        yield "ignore shields"
    else:
        yield from _numbers(pierce=holder.pierce)
    yield from _numbers(push=holder.push, pull=holder.pull)


def _of_bonus(bonus: Bonus) -> Iterator[str]:
    if bonus.attack:
        yield f"{bonus.attack:+}"
    yield from _forces(bonus)
    yield from bonus.conditions
    if bonus.advantage:
        yield "advantage"
    if bonus.kills:
        yield "kill"
    if bonus.doubled:
        yield "double"
    yield from _numbers(xp=bonus.experience)


def _augments(augments: Iterable[Augment]) -> str:
    return "".join(f" with {_price(each)} ({_listed(*_of_augment(each))})" for each in augments)


def _price(augment: Augment) -> str:
    if not isinstance(augment, Priced):
        return " and ".join(augment.elements)
    text = write_ability(augment.price)
    return text.replace("suffer ", "suffer up to ", 1) if augment.up_to else text


def _of_augment(augment: Augment) -> Iterator[str]:
    if isinstance(augment, Priced) and augment.up_to:
        yield f"{augment.at(1).amount:+} each"
    elif augment.amount:
        yield f"{augment.amount:+}"
    if augment.replaced_by is not None:
        yield f"{augment.replaced_by} instead"
    if augment.range:
        yield f"range {augment.range:+}"
    yield from _effects(augment)
    if augment.jump:
        yield "jump"
    if augment.whom is not None:
        yield whom_in_words(augment.whom)
    yield from _numbers(xp=augment.experience)
    if augment.then and all(isinstance(each, Infuse) for each in augment.then):
        yield from map(write_ability, augment.then)
    elif augment.then:
        yield f"then {_abilities(augment.then)}"
    if augment.instead:
        yield f"instead {_abilities(augment.instead)}"
    if augment.per_target_damaged:
        yield f"for each target damaged {_abilities(augment.per_target_damaged)}"


def _summon(summon: Summon) -> Iterator[str]:
    count = f"{summon.count} x " if summon.count != 1 else ""
    statistics = f" ({_listed(*_statistics(summon.statistics))})" if summon.statistics is not None else ""
    yield f"summon {count}{summon.name}{statistics}"
    yield summon.rank
    if summon.per_character:
        yield "for each character"
    if summon.by_target:
        yield "next to the target"
    if summon.shares_hit_points:
        yield "hit points of the summoner"


def _statistics(printed: Summoned) -> Iterator[str]:
    yield from _numbers(hp=printed.hp, move=printed.move, attack=printed.attack, range=printed.range)
    if printed.half_its_hit_points:
        yield "attack half its hit points"
    yield from _numbers(shield=printed.shield, retaliate=printed.retaliate, pierce=printed.pierce)
    if printed.retaliate_range > 1:
        yield f"retaliate range {printed.retaliate_range}"
    yield _targets(printed.targets)
    yield from printed.conditions
    if printed.flying:
        yield "flying"
    yield from map(write_ability, printed.lasting)


# smaller things


def _listed(*parts: str) -> str:
    return ", ".join(filter(None, parts))


def _numbers(**numbers: int) -> Iterator[str]:
    return (f"{word} {number}" for word, number in numbers.items() if number)


def _abilities(abilities: Iterable[Ability]) -> str:
    return f"({'; '.join(map(write_ability, abilities))})"


def _number(number: int, counts: Count | None) -> str:
    return str(number) if counts is None else f"X ({counts.in_words})"


def _amount(amount: Amount) -> str:
    if amount.counts is not None:
        return _number(0, amount.counts)
    return f"{amount.number:+}" if amount.relative else str(amount.number)


def _targets(number: int) -> str:
    return f"target {number}" if number != 1 else ""


def _if_not_self(whom: Whom) -> str:
    return whom_in_words(whom) if whom != SELF else ""
