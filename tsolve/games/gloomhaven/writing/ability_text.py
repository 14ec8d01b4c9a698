"""Abilities as people read them off a card, one text for each: `attack +0, range 3, target 2, poison`.

An ability begins with what it is; behind commas stands what is printed beside it, in any order. A number with
a sign is relative to the statistics, one without stands as it is. Parentheses hold lists. Abilities are read
here, and written in `ability_in_words`.

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

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Literal

from tsolve.errors import InputError, Span
from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Bestow,
    Command,
    Condition,
    Consume,
    Either,
    Heal,
    If,
    Kill,
    Loot,
    Move,
    OnDeath,
    Pay,
    Place,
    Retaliate,
    Shield,
    Shove,
    Suffer,
)
from tsolve.games.gloomhaven.ability_parts import Pattern, Whom
from tsolve.games.gloomhaven.hexes import from_offset
from tsolve.games.gloomhaven.map_abilities import CreateTrap, PutObstacles, Remove, Summon, Summoned
from tsolve.games.gloomhaven.simple_abilities import (
    ChooseHex,
    Dampen,
    Doubled,
    EndAll,
    Experience,
    ExtraTurn,
    Give,
    Hatch,
    HitPoints,
    Infuse,
    InitiativeChange,
    Leap,
    NegateDamage,
    OneMore,
    OneMoreObstacle,
    PassDooms,
    ScenarioStep,
    Special,
    Swap,
    Teleport,
    Toward,
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
    RANGE,
    TARGETS,
    Clauses,
)
from tsolve.games.gloomhaven.writing.ability_words import in_plain_words as in_plain_words
from tsolve.games.gloomhaven.writing.lasting_text import LASTING, LastingClauses
from tsolve.games.gloomhaven.writing.names import in_english, with_commas
from tsolve.games.gloomhaven.writing.restoring_words import read_cure, read_recover, read_refresh
from tsolve.games.gloomhaven.writing.trait_words import read_condition
from tsolve.games.gloomhaven.writing.whom_words import NUMBERS, read_whom
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
        for other in ("targets", "all_adjacent", "all_in_range", "all_on_one", "area", "whom"):
            self.exclude(said, "on_the_path", other)
        for other in ("targets", "area"):
            self.exclude(said, "target_each", other)
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
        if self.take("suffer up to"):
            return Pay(self.suffered(), self.abilities(), up_to=True)
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

    def either(self) -> Either:
        return Either(self.abilities())

    def initiative(self) -> InitiativeChange:
        number = self.number()
        if self.take("more or less"):
            return InitiativeChange(number, either=True)
        return InitiativeChange(self.one_of({"more": 1, "less": -1}) * number)

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

    def hatch(self) -> Hatch:
        name = self.name("a name")
        self.demand(",")
        into = self.name("a type")
        return Hatch(name, into, self.one_of(_RANKS_OF_MONSTERS) if self.take(",") else "normal")

    def toward(self) -> Toward:
        number = self.number()
        self.demand("toward")
        return Toward(number, tuple(from_offset(*each) for each in self.hexes()))

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


_RANKS_OF_MONSTERS: dict[str, Literal["normal", "elite"]] = {"normal": "normal", "elite": "elite"}
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
    "may infuse": lambda reader: Infuse(reader.one_of(ELEMENTS), optional=True),
    "with": _Reader.consume,
    "if": _Reader.if_,
    "summon": _Reader.summon,
    "trap": _Reader.trap,
    "loot": _Reader.loot,
    "remove all curses": lambda _: Uncurse(),
    "become exhausted": lambda _: EndAll(),
    "hit points become": lambda reader: HitPoints(reader.number()),
    "double the heal": lambda _: Doubled(),
    "consume the element first": lambda _: Dampen(),
    "one more obstacle": lambda _: OneMoreObstacle(),
    "initiative": _Reader.initiative,
    "either": _Reader.either,
    "play one more": lambda reader: OneMore(reader.one_of(_SIDES_OF_CARDS)),
    "put": _Reader.put_obstacles,
    "clear": _Reader.clear,
    "shift one adjacent obstacle within": _Reader.shift_obstacle,
    "change places with": lambda reader: Swap(read_whom(reader)),
    "choose a hex within": lambda reader: ChooseHex(reader.number()),
    "pass one doom": lambda reader: PassDooms(1, reader.affected(reader.clauses({}, whom=True))),
    "pass all dooms": lambda reader: PassDooms(None, reader.affected(reader.clauses({}, whom=True))),
    "teleport": lambda reader: Teleport(reader.take("to its hex")),
    "xp": lambda reader: Experience(reader.number()),
    "on death": lambda reader: OnDeath(reader.abilities()),
    **dict.fromkeys(("attackers have disadvantage this round", "attackers have disadvantage"), _Reader.dim),
    "allies attack +1 this round": lambda _: UntilRoundEnd("allies_attack_plus_1"),
    "special": lambda reader: Special(reader.one_of({"1": 1, "2": 2})),
    "scenario": _Reader.scenario,
    "leap to the next of": lambda reader: Leap(tuple(from_offset(*each) for each in reader.hexes())),
    "hatch": _Reader.hatch,
    "walk": _Reader.toward,
    **{first: _commanding(first) for first in ("the", "all", *NUMBERS)},
    "extra turn": lambda reader: ExtraTurn(reader.name("a name")),
    **{name: _placing(name) for name in CONDITIONS.values()},
    **LASTING,
}


_LYING: dict[str, Literal["obstacle", "trap"]] = {
    "obstacle": "obstacle", "obstacles": "obstacle", "trap": "trap", "traps": "trap"
}  # fmt: skip
