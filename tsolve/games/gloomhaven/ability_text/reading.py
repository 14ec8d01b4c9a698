"""An ability from its text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tsolve.diagnostics import Span
from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Condition,
    Consume,
    CreateTrap,
    Experience,
    ExtraTurn,
    Heal,
    Infuse,
    Loot,
    Move,
    NegateDamage,
    OnDeath,
    Pattern,
    Place,
    Recover,
    Retaliate,
    ScenarioStep,
    Shield,
    Shove,
    Special,
    Suffer,
    Summon,
    Summoned,
    UntilRoundEnd,
    Whom,
)
from tsolve.games.gloomhaven.ability_text.clauses import (
    CONDITION_CLAUSES,
    CONDITIONS,
    ELEMENTS,
    IN_ATTACK,
    IN_ATTACK_AUGMENT,
    IN_HEAL_AUGMENT,
    IN_MOVE,
    IN_SUMMON,
    IN_SUMMONED,
    RANGE,
    TARGETS,
    Clauses,
)
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
    reader = _Reader(text, areas, place, words)
    ability = reader.ability()
    if not reader.at_end:
        reader.misses(*reader.goes_on)
    return ability


class _Reader(Clauses):
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
        return Move(self.amount(), **self.clauses(IN_MOVE))

    def attack(self) -> Attack:
        amount = self.amount(least=0)
        said = self.clauses(IN_ATTACK, _Reader.bonus)
        self.exclude(said, "targets", "all_adjacent", "all_in_range", "all_on_one")
        self.exclude(said, "area", "all_adjacent", "all_in_range")
        self.exclude(said, "range", "all_adjacent")
        return Attack(amount, **said, augments=self.augments(IN_ATTACK_AUGMENT))

    def heal(self) -> Heal:
        amount = self.number()
        said = self.clauses({"range": RANGE, **TARGETS}, whom=True)
        self.exclude(said, "range", "whom")
        self.exclude(said, "targets", "whom")
        if not {"range", "whom"} & said.keys():
            self.refuse("this does not say who is healed", None, "add `self`, or a range such as `range 3`")
        return Heal(amount, **said, augments=self.augments(IN_HEAL_AUGMENT))

    def shield(self) -> Shield:
        amount = self.number()
        return Shield(amount, **self.clauses({}, whom=True), augments=self.augments({}))

    def retaliate(self) -> Retaliate:
        return Retaliate(self.number(), **self.clauses({"range": RANGE}, whom=True))

    def place_conditions(self, first: Condition) -> Place:
        conditions = [first]
        while self.take("and"):
            conditions.append(self.new(conditions, self.one_of(CONDITIONS)))
        return Place(tuple(conditions), self.affected(self.clauses({}, whom=True)))

    def shove(self, push: bool) -> Shove:
        number = self.number()
        said = self.clauses(CONDITION_CLAUSES, whom=True)
        whom, conditions = self.affected(said), said.get("conditions", ())
        by = (number, 0) if push else (0, number)
        return Shove(*by, whom, conditions, self.augments(CONDITION_CLAUSES))

    def suffer(self) -> Suffer:
        return Suffer(self.number(), self.affected(self.clauses({}, whom=True)))

    def affected(self, said: Mapping[str, Whom]) -> Whom:
        if "whom" not in said:
            help_ = "add for instance `self` or `all adjacent enemies`"
            self.refuse("this does not say whom the ability affects", None, help_)
        return said["whom"]

    def infuse(self) -> Infuse:
        return Infuse(self.one_of(ELEMENTS))

    def consume(self) -> Consume:
        return Consume(self.elements(), self.abilities())

    def trap(self) -> CreateTrap:
        damage = self.number(least=0)
        self.take("damage")
        return CreateTrap(damage, **self.clauses(CONDITION_CLAUSES))

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
        said = self.list_of_clauses(IN_SUMMONED)
        if "hp" not in said:
            self.refuse("the statistics lack the hit points", None, "add them, for instance `hp 4`")
        return Summoned(**said)

    def scenario(self) -> ScenarioStep:
        self.demand("(")
        text = self.anything("what the scenario makes happen")
        self.demand(")")
        return ScenarioStep(text)


def _placing(condition: Condition) -> Callable[[_Reader], Ability]:
    return lambda reader: reader.place_conditions(condition)


_ABILITIES: dict[str, Callable[[_Reader], Ability]] = {
    "move": _Reader.move,
    "attack": _Reader.attack,
    "heal": _Reader.heal,
    "shield": _Reader.shield,
    "retaliate": _Reader.retaliate,
    "push": lambda reader: reader.shove(push=True),
    "pull": lambda reader: reader.shove(push=False),
    "suffer": _Reader.suffer,
    "negate damage": lambda _: NegateDamage(),
    "recover": lambda reader: Recover(reader.number()),
    "infuse": _Reader.infuse,
    "with": _Reader.consume,
    "summon": _Reader.summon,
    "trap": _Reader.trap,
    "loot": lambda reader: Loot(reader.number()),
    "xp": lambda reader: Experience(reader.number()),
    "on death": lambda reader: OnDeath(reader.abilities()),
    "attackers have disadvantage this round": lambda _: UntilRoundEnd("attackers_have_disadvantage"),
    "attackers have disadvantage": lambda _: UntilRoundEnd("attackers_have_disadvantage"),
    "allies attack +1 this round": lambda _: UntilRoundEnd("allies_attack_plus_1"),
    "special": lambda reader: Special(reader.one_of({"1": 1, "2": 2})),
    "scenario": _Reader.scenario,
    "extra turn": lambda reader: ExtraTurn(reader.name("a name")),
    **{name: _placing(name) for name in CONDITIONS.values()},
}
