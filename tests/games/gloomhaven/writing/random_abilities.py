"""Random abilities: everything that can be written, from a seed."""

from __future__ import annotations

from random import Random
from typing import Literal, TypeVar, get_args

from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    AttackChange,
    Augment,
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
    MoveChange,
    OnDeath,
    OneOf,
    Pay,
    Place,
    Priced,
    Recover,
    Retaliate,
    Shield,
    Shove,
    Suffer,
    ThisTurn,
    Whenever,
    While,
)
from tsolve.games.gloomhaven.ability_parts import (
    SELF,
    Amount,
    Bonus,
    Breaking,
    Count,
    Element,
    Event,
    Pattern,
    PerTargets,
    Reach,
    Sort,
    What,
    Whom,
)
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.map_abilities import CreateTrap, PutObstacles, Remove, Summon, Summoned
from tsolve.games.gloomhaven.simple_abilities import (
    AugmentsAtRange,
    Becomes,
    ChooseHex,
    Cure,
    Dampen,
    Doubled,
    DoubledCurses,
    DrawsAttacks,
    EndAll,
    Experience,
    ExtraTurn,
    Flying,
    Give,
    Grounded,
    Hatch,
    HealChange,
    HealsFor,
    HitPoints,
    Immune,
    Infuse,
    InitiativeChange,
    LastInFocus,
    Leap,
    MovesAsAttacks,
    NegateDamage,
    NoDoubling,
    OneMore,
    OneMoreObstacle,
    PassDooms,
    Refresh,
    RetaliateChange,
    ScenarioStep,
    Special,
    Swap,
    SwapsSides,
    Teleport,
    Toward,
    TwoAtOnce,
    Uncurse,
    Unhindered,
    UntilRoundEnd,
)
from tsolve.games.gloomhaven.traits import ALONE, AS_SAID, BESIDE_ALLY, POISONED, Trait
from tsolve.games.gloomhaven.writing.lasting_text import NEGATIVE

T = TypeVar("T")

AREAS = load_areas()
CONDITIONS: tuple[Condition, ...] = get_args(Condition)
ELEMENTS: tuple[Element, ...] = get_args(Element)
LASTING: tuple[Ability, ...] = (
    Whenever("attack", (Infuse("fire"),)),
    OnDeath((Attack(Amount(3), all_adjacent=True), Infuse("air"))),
)
"""What a summon may say beside its statistics."""
NAMES = ("Living Bones", "Zephyr", "Égg", "Night-Demon", "Inox Guard 2", "Captain's Hound")


class RandomAbilities:
    """Draws abilities; those within others go only so deep."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def ability(self, depth: int = 2) -> Ability:
        simple = (
            self.move, self.attack, self.heal, self.shield, self.retaliate, self.place, self.shove,
            self.suffer, self.infuse, self.summon, self.trap, self.plain,
            self.give, self.recover, self.refresh, self.cure, self.kill, self.loot, self.lasting,
        )  # fmt: skip
        if depth and self.random.random() < 0.2:
            then = self.some(lambda: self.ability(depth - 1), 1, 3)
            otherwise = self.some(lambda: self.ability(0), 1, 2) if self.chance() else ()
            when, price = self.traits("self"), self.one_of((Suffer(2), Place(("wound",), SELF)))
            inner = (
                OnDeath(then),
                Consume(self.elements(), then, otherwise),
                If(when, then, otherwise),
                Command(self.others(), then, self.chance()),
                Pay(price, then),
                Pay(Suffer(3), (Attack(Amount(4), target_each=True),), up_to=True),
                Either(then),
            )
            return self.one_of(inner)
        return self.one_of(simple)()

    def lasting(self) -> Ability:
        """What lasts, with simple abilities inside."""
        reach = self.one_of(get_args(Reach))
        whom = self.one_of((SELF, Whom("allies"), Whom("enemies", 2), Whom("allies", 1, and_self=True)))
        change = Attack(Amount(self.random.randint(-9, 9), relative=True), conditions=self.conditions())
        simple = (Infuse("fire"), Experience(1), Heal(2, SELF), Loot(1))
        then = self.some(lambda: self.one_of(simple), 1, 2)
        changes = (
            AttackChange(change, reach, whom, self.chance()),
            AttackChange(change, reach, None, on_it=True, invisible=self.chance()),
            AttackChange(change, reach, actions=True, invisible=self.chance()),
            MoveChange(Move(change.amount, self.chance()), whom),
            HealChange(self.random.randint(1, 9), self.chance()),
            Whenever(self.one_of(get_args(Event)), then, self.chance()),
            Whenever(self.one_of(get_args(Event)), then, unless=self.random.choice((None, "light"))),
            Whenever(self.one_of(get_args(Event)), then, at_least=self.random.randint(1, 5), of=whom),
            Whenever(self.one_of(get_args(Event)), then, strong="earth"),
            Whenever(self.one_of(get_args(Event)), then, at_most=self.random.randint(1, 5)),
            Whenever(self.one_of(get_args(Event)), then, hazard=True),
            AttackChange(change, reach, moved=self.random.randint(1, 5), once=self.chance()),
            AttackChange(change, of_augments=True, moved=self.random.randint(0, 2)),
            While(self.traits("self"), (Shield(1), AttackChange(change, reach))),
            self.one_of((Unhindered(("difficult", "hazardous")), Unhindered(("hazardous",)))),
            NoDoubling(),
            LastInFocus(),
            Becomes("muddle", "strengthen"),
            Immune(self.one_of((("poison", "wound"), ("push",), NEGATIVE)), whom),
            Flying(),
            Grounded(self.one_of((SELF, Whom("target", None, False)))),
            RetaliateChange(self.random.randint(1, 9)),
            DrawsAttacks(self.one_of((Whom("allies", 1), Whom("allies")))),
            TwoAtOnce(self.one_of(get_args(Sort)), self.chance()),
            MoveChange(Move(Amount(0, relative=True), doubled=True)),
            *(AugmentsAtRange(), MovesAsAttacks(), DoubledCurses()),
            HealsFor(Whom("allies", 1, and_self=True)),
            SwapsSides(Whom("enemies", 3, False), self.chance()),
            Whenever("attack", then, of=Whom("summons", name="bear")),
        )
        if self.chance(0.1):
            return ThisTurn(self.some(lambda: self.one_of(changes), 1, 2))
        if self.chance():
            return OneOf(self.one_of(get_args(Sort)), self.some(lambda: self.one_of(changes), 1, 2))
        return self.one_of(changes)

    def one_of(self, values: tuple[T, ...]) -> T:
        return self.random.choice(values)

    def some(self, draw: object, least: int, most: int) -> tuple[Ability, ...]:
        assert callable(draw)
        return tuple(draw() for _ in range(self.random.randint(least, most)))

    def chance(self, chance: float = 0.3) -> bool:
        return self.random.random() < chance

    def number(self, chance: float = 0.3) -> int:
        """0 for what is not printed."""
        return self.random.randint(1, 99) if self.chance(chance) else 0

    def count(self) -> Count:
        """An X."""
        how = self.one_of(({}, {"times": 2}, {"over": 2}, {"over": 2, "up": True}))
        return Count(self.one_of(get_args(What)), **how)

    def amount(self) -> Amount:
        if self.chance(0.1):
            return Amount(0, counts=self.count())
        if self.chance(0.5):
            return Amount(self.random.randint(1, 99))
        return Amount(self.random.randint(-99, 99), relative=True)

    def conditions(self, least: int = 0) -> tuple[Condition, ...]:
        return tuple(self.random.sample(CONDITIONS, self.random.randint(least, 3)))

    def elements(self) -> tuple[Element, ...]:
        return tuple(self.random.choices(ELEMENTS, k=self.random.randint(1, 2)))

    def whom(self) -> Whom:
        if self.chance():
            return self.one_of((SELF, SELF, Whom("same", None, False)))
        side = self.random.choice(("enemies", "allies", "everybody", "summons"))
        each, and_self = self.chance(0.7), self.chance(0.2)
        match self.random.randrange(4):
            case 0:
                return Whom(side, None, each, and_self, in_range=True)
            case 1:
                return Whom(side, self.random.randint(1, 5), each, and_self, from_target=True)
            case 2:
                return Whom(side, self.random.randint(1, 5), each, and_self)
        return Whom(side, None, each, and_self)

    def chosen(self) -> Whom:
        """One of the forms that only characters' cards have."""
        side = self.random.choice(("enemies", "allies", "everybody"))
        that = self.traits("target") if self.chance() else ()
        each, within = self.chance(), self.random.randint(1, 5)
        area = self.area()
        return self.one_of(
            (
                Whom(side, within, False, number=self.random.randint(2, 4), that=that),
                Whom(side, within, each, that=that),
                Whom(side, within, each, that=that, exactly=True),
                Whom(side, within, each, that=that, from_it=True),
                Whom(side, None, each, that=that, moved_through=True),
                Whom(side, None, each, that=that, beside_path=True),
                Whom(side, None, each, that=that, in_room=True),
                Whom(side, 1 if area.is_melee else within, that=that, area=area),
            )
        )

    def kill(self) -> Kill:
        augments = (Augment(self.elements(), whom=self.chosen(), experience=1),) if self.chance() else ()
        whom = self.one_of((self.chosen(), Whom("target", None, False, that=self.traits("target"))))
        return Kill(whom, augments, self.number(0.2))

    def loot(self) -> Loot:
        return Loot(self.random.randint(1, 3), (Augment(("any",), replaced_by=3),) if self.chance() else ())

    def others(self) -> Whom:
        """Who performs a command."""
        if self.chance():
            return Whom("summons", name="Wolf of the North")
        side = self.random.choice(("enemies", "allies", "summons"))
        each, within = self.chance(), self.random.choice((None, 1, 3))
        return Whom(side, within, each, number=1 if each else self.random.randint(1, 4))

    def area(self) -> Pattern:
        if self.chance(0.5):
            return self.random.choice(list(AREAS.values()))
        hexes = [Hex(q, p) for q in range(-3, 4) for p in range(-20, 21, 5) if (q, p) != (0, 0)]
        drawn = self.random.sample(hexes, self.random.randint(2, 6))
        body = (Hex(0, 0), drawn.pop()) if self.chance(0.2) else ()
        return Pattern(tuple(drawn), bool(body) or self.chance(0.5), "", body)

    def attack(self) -> Attack:
        how_many = self.random.choice(
            (
                {},
                {"targets": self.random.randint(1, 9)},
                {"all_on_one": True},
                {"all_in_range": True},
                {"on_the_path": True},
            )
        )
        bonuses = tuple(
            self.bonus((trait,)) for trait in (ALONE, POISONED, BESIDE_ALLY) if self.chance(0.2)
        ) + tuple(self.bonus(self.traits()) for _ in range(self.random.choice((0, 0, 1))))
        area = (
            self.area() if self.chance() and not {"all_in_range", "on_the_path"} & how_many.keys() else None
        )
        drawn = Attack(
            self.amount(),
            self.amount() if self.chance() else None,
            area=area,
            pierce=self.number(),
            push=self.number(),
            pull=self.number(),
            conditions=self.conditions(),
            add_target=self.number(),
            advantage=self.chance(),
            bonuses=tuple(dict.fromkeys(bonuses)),
            augments=tuple(self.augment() for _ in range(self.random.choice((0, 0, 1, 2)))),
            disadvantage=self.chance(0.1),
            breaks=self.one_of((None, None, Breaking(2))),
            blocked=self.one_of((None, None, Breaking(2, 1))),
            per_targets=self.one_of((None, None, PerTargets(1), PerTargets(2, 2))),
            then=(Suffer(3, Whom("allies", 1, area=AREAS["triangle3"], attacked=True)),)
            if self.chance(0.1)
            else (),
            after=(Suffer(1, Whom("target", None, False)),) if self.chance(0.1) else (),
            **how_many,
        )
        if how_many or drawn.range or area:
            return drawn
        if self.chance():
            whom = self.one_of(
                (
                    Whom("enemies", 2, exactly=True),
                    Whom("enemies", moved_through=True),
                    Whom("enemies", in_room=True),
                    Whom("enemies", 2, from_it=True, that=self.traits("target")),
                    Whom("enemies", each=False, that=self.traits("target")),
                )
            )
            return Attack(drawn.amount, whom=whom, push=drawn.push)
        return Attack(drawn.amount, all_adjacent=True, conditions=drawn.conditions, augments=drawn.augments)

    def bonus(self, when: tuple[Trait, ...]) -> Bonus:
        if self.chance(0.6):
            return Bonus(self.random.randint(-9, 9), when)
        if self.chance(0.2):
            return Bonus(self.random.randint(1, 9), per="shield of the target", experience=self.number())
        if self.chance():
            return Bonus(when=when, kills=True, doubled=self.chance())
        return Bonus(
            self.number(),
            when,
            pierce=self.number(),
            push=self.number(),
            conditions=self.conditions(1),
            advantage=self.chance(),
            experience=self.number(),
        )

    def traits(self, of: Literal["target", "self", "attack"] | None = None) -> tuple[Trait, ...]:
        """What is asked of the target, of the attacker, or of the attack."""
        of = of or self.random.choice(("target", "self", "attack"))
        if of == "attack":
            return (Trait(self.random.choice(("melee", "ranged")), of),)
        drawn = (
            Trait("alone", of),
            Trait("undamaged", of),
            Trait("outmatched", of),
            Trait("alone", of, negated=True),
            *((Trait("back", of), Trait("straight", of)) if of == "self" else ()),
            Trait("below half", of),
            Trait("condition", of, condition=self.random.choice(tuple(AS_SAID))),
            Trait("ranks", of, ranks=self.random.choice((("normal",), ("elite",), ("normal", "elite")))),
            Trait("hit points", of, number=self.random.randint(1, 9)),
            Trait("missing", of, number=self.random.randint(1, 9)),
            Trait("negative conditions", of, number=self.random.randint(1, 3)),
            Trait("named", of, names=tuple(self.random.sample(NAMES, self.random.randint(1, 3)))),
            Trait(
                "adjacent",
                of,
                beside=self.random.choice(("ally", "enemy", "obstacle", "summon")),
                number=self.random.choice((0, 0, 2, 3)),
                that=(POISONED,) if self.chance() else (),
            ),
        )
        last = [each for each in drawn if each.that]
        return (
            *self.random.sample([each for each in drawn if not each.that], self.random.randint(1, 2)),
            *last,
        )

    def augment(self) -> Augment:
        """One that changes an attack."""
        if self.chance(0.2):
            return self.one_of(
                (Priced((), 6, price=Suffer(3), up_to=True), Priced((), pierce=2, price=Suffer(1)))
            )
        return Augment(
            self.elements(),
            **self.changed_amount(),
            range=self.random.choice((0, 0, -2, 1)),
            targets=self.number() or None,
            pierce=self.number(),
            push=self.number(),
            pull=self.number(),
            conditions=self.conditions(1),
            area=self.area() if self.chance() else None,
            all_in_range=self.chance(),
            on_the_path=self.chance(0.1),
            add_target=self.number(0.1),
            advantage=self.chance(),
            bonuses=(self.bonus(self.traits()),) if self.chance(0.2) else (),
            per_target_damaged=self.some(lambda: self.ability(0), 1, 2) if self.chance(0.2) else (),
            experience=self.number(),
        )

    def changed_amount(self) -> dict[str, int]:
        return self.random.choice(
            ({}, {"amount": self.random.choice((-9, -1, 1, 3))}, {"replaced_by": self.random.randint(1, 99)})
        )

    def move(self) -> Move:
        more = Augment(self.elements(), **self.changed_amount(), jump=True, then=self.some(self.place, 1, 2))
        only = self.one_of(("", "", "straight", "beside an obstacle"))
        return Move(self.amount(), self.chance(), (more,) if self.chance() else (), only)

    def heal(self) -> Heal:
        elements, more = self.elements(), {"range": 1} if self.chance() else {"whom": self.whom()}
        augments = (Augment(elements, **self.changed_amount(), **more),) if self.chance() else ()
        if self.chance():
            return Heal(self.random.randint(1, 99), self.whom(), augments=augments)
        numbers = (self.random.randint(1, 99) for _ in range(3))
        amount, range_, targets = numbers
        return Heal(amount, range=range_, targets=targets, augments=augments)

    def shield(self) -> Shield:
        augments = (Augment(self.elements(), replaced_by=3),) if self.chance() else ()
        return Shield(self.random.randint(1, 99), self.whom(), augments)

    def retaliate(self) -> Retaliate:
        augments = (Augment(self.elements(), 1, then=(self.infuse(),)),) if self.chance() else ()
        numbers = self.random.randint(1, 99), self.random.randint(1, 5)
        return Retaliate(*numbers, self.whom(), augments, self.number(0.2))

    def place(self) -> Place:
        instead = self.some(lambda: self.one_of((self.kill, self.infuse))(), 1, 2)
        augments = (Augment(self.elements(), instead=instead),) if self.chance(0.2) else ()
        return Place(self.conditions(1), self.one_of((self.whom, self.chosen))(), augments)

    def shove(self) -> Shove:
        by = self.random.choice(((3, 0), (0, 4)))
        augments = (Augment(self.elements(), 1, conditions=self.conditions()),) if self.chance() else ()
        return Shove(*by, self.whom(), self.conditions(), augments)

    def suffer(self) -> Suffer:
        augments = (Augment(self.elements(), 2),) if self.chance() else ()
        whom = self.one_of((self.whom, self.chosen))()
        if self.chance(0.2):
            return Suffer(0, whom, augments, self.count())
        return Suffer(self.random.randint(1, 99), whom, augments)

    def infuse(self) -> Infuse:
        return Infuse(self.random.choice(ELEMENTS), self.chance())

    def summon(self) -> Summon:
        numbers = [self.number() for _ in range(6)]
        numbers.insert(5, self.random.randint(1, 3))
        statistics = Summoned(
            self.random.randint(1, 99),
            *numbers,
            targets=self.random.randint(1, 3),
            conditions=self.conditions(),
            flying=self.chance(),
            half_its_hit_points=self.chance(),
            lasting=self.one_of(((), (), LASTING[:1], LASTING)),
        )
        return Summon(
            self.random.choice(NAMES),
            self.random.choice(("", "normal", "elite")),
            self.random.randint(1, 3),
            *(self.chance() for _ in range(3)),
            statistics=statistics if self.chance() else None,
        )

    def trap(self) -> CreateTrap:
        beside = (Suffer(2, Whom("enemies")),) if self.chance() else ()
        return CreateTrap(self.random.randint(1, 99), self.conditions(), beside=beside)

    def recover(self) -> Recover:
        augments = (Augment(self.elements(), **self.changed_amount(), experience=1),) if self.chance() else ()
        return Recover(self.few(), self.chance(), self.chance(), self.chance(), self.whom(), augments)

    def refresh(self) -> Refresh:
        used_up, kind = self.one_of(("spent", "consumed", "")), self.one_of(("small", "weapon", ""))
        return Refresh(self.few(), used_up, kind, self.whom())  # type: ignore[arg-type]

    def cure(self) -> Cure:
        only = self.one_of((None, None, "poison", "wound"))
        return Cure(None if only else self.few(), self.whom(), only)

    def give(self) -> Ability:
        if self.chance():
            return Bestow(self.whom(), (self.shield(),))
        return Give(self.random.choice(NAMES), self.whom())

    def few(self) -> int | None:
        """A number, or None for all."""
        return self.random.choice((None, 1, 2, 9))

    def plain(self) -> Ability:
        return self.random.choice(
            (
                Experience(1), UntilRoundEnd("allies_attack_plus_1"), Special(1),
                UntilRoundEnd("attackers_have_disadvantage"), ScenarioStep("doors: they open, +1"),
                PutObstacles(3, 4, (Suffer(2, Whom("everybody")),)), PutObstacles(1),
                PutObstacles(3, 3, area=AREAS["triangle3"]), PutObstacles(1, in_its_hex=True),
                Teleport(), Teleport(True), Uncurse(),
                Remove("obstacle", moves_within=4),
                Remove("obstacle", beside=(Attack(Amount(4)),)), Remove("trap", 2, each=True),
                Remove("trap", sprung_by=Whom("enemies", 3, False)), Swap(Whom("summons", None, False)),
                ExtraTurn(self.random.choice(NAMES)), NegateDamage(),
                Hatch(self.random.choice(NAMES), "Ooze"), Leap((Hex(1, 0), Hex(3, 2))),
                Toward(3, (Hex(4, -1),)),
                Uncurse(), EndAll(), OneMore("top"), Doubled(), OneMoreObstacle(), Dampen(),
                InitiativeChange(10, either=True), InitiativeChange(-20), InitiativeChange(10),
                HealChange(0, cures=True), Loot(1, (), 2), Move(Amount(2), loots=True),
                HitPoints(1), ChooseHex(4), PassDooms(1, Whom("enemies", 2, False, from_target=True)),
                PassDooms(None, Whom("enemies", 4, False)), Move(Amount(5), jump=True, clears=True),
            )
        )  # fmt: skip
