"""What an ability's text says in phrases: clauses after commas, consumed elements, and whom they affect."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, get_args

from tsolve.errors import Span
from tsolve.games.gloomhaven.abilities import Ability, Augment, Condition, Place, Priced, Suffer
from tsolve.games.gloomhaven.ability_parts import (
    SELF,
    Amount,
    Bonus,
    Breaking,
    Count,
    Element,
    Pattern,
    PerTargets,
    What,
)
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.simple_abilities import Infuse
from tsolve.games.gloomhaven.writing.ability_words import MOST, Phrases
from tsolve.games.gloomhaven.writing.trait_words import read_condition
from tsolve.games.gloomhaven.writing.whom_words import FIGURES, FIRST_WORDS, read_whom
from tsolve.rules.names import NameIndex

CONDITIONS: dict[str, Condition] = {name: name for name in get_args(Condition)}
ELEMENTS: dict[str, Element] = {name: name for name in get_args(Element)}
FARTHEST = 20
"""The most steps from the attacker to a hex of an area, along each axis."""


class Clauses(Phrases):
    """A text with clauses in it. Raises InputError as `Phrases` does."""

    def __init__(self, text: str, areas: Mapping[str, Pattern], place: Span | None, words: NameIndex) -> None:
        super().__init__(text, place, words)
        self.areas = areas
        self.goes_on: tuple[str, ...] = ()
        """Words that could follow what was read last."""

    @abstractmethod
    def ability(self) -> Ability:
        """One ability."""

    @abstractmethod
    def abilities(self) -> tuple[Ability, ...]:
        """A list of abilities in parentheses."""

    def clauses(
        self, table: Mapping[str, Clause], number: Clause | None = None, whom: bool = False
    ) -> dict[str, Any]:
        """The clauses after commas, up to an augment."""
        said: dict[str, Any] = {}
        while self.sees(",") and not self.sees(", with"):
            self.take(",")
            self.clause(said, table, number, whom)
        self.goes_on = ("a comma",)
        return said

    def list_of_clauses(
        self, table: Mapping[str, Clause], number: Clause | None = None, whom: bool = False
    ) -> dict[str, Any]:
        """The clauses of a list, up to the parenthesis that closes it."""
        said: dict[str, Any] = {}
        self.clause(said, table, number, whom)
        while self.take(","):
            self.clause(said, table, number, whom)
        if not self.take(")"):
            self.misses("a comma", ")")
        return said

    def clause(
        self, said: dict[str, Any], table: Mapping[str, Clause], number: Clause | None, whom: bool
    ) -> None:
        """Read one clause into `said`; a number without a word before it is read by `number`."""
        word = self.next
        if number is not None and self.sees_number:
            field, value = number(self)
        elif whom and not any(map(self.sees, table)) and self._sees_whom:
            field, value = "whom", read_whom(self)
        else:
            more = (*(FIRST_WORDS if whom else ()), *(("a number",) if number is not None else ()))
            field, value = self.one_of(table, more)(self)
        if field in _SEVERAL:
            value = (*said.get(field, ()), self.new(said.get(field, ()), value, word))
        elif field in _JOINED:
            assert isinstance(value, tuple)
            value = (*said.get(field, ()), *value)
        elif field in said:
            self.refuse("this is said twice", self.words[word])
        said[field] = value

    @property
    def _sees_whom(self) -> bool:
        return self.sees_number or any(map(self.sees, FIRST_WORDS))

    def augments(self, table: Mapping[str, Clause], whom: bool = False) -> tuple[Augment, ...]:
        """Read what consumed elements change: everything that `table` reads, and the amount; perhaps also
        `whom` the ability affects.
        """
        found: list[Augment] = []
        while self.take("with") or self.take(", with"):
            if self.sees_price:
                found.append(self.priced(table))
                continue
            elements = self.elements()
            self.demand("(")
            said = self.list_of_clauses({**table, **_IN_AUGMENT}, Clauses.changed_amount, whom)
            self.exclude(said, "amount", "replaced_by")
            found.append(Augment(elements, **said))
        self.goes_on = ("with", "a comma")
        return tuple(found)

    @property
    def sees_price(self) -> bool:
        """Whether a harm comes next, not an element."""
        return any(map(self.sees, ("suffer", *CONDITIONS)))

    def priced(self, table: Mapping[str, Clause]) -> Priced:
        """What a harm that its performer bears changes."""
        up_to = self.take("suffer up to")
        if up_to:
            price = self.suffered()
            self.demand("(")
            said = self.list_of_clauses(_XP, Clauses.changed_by_each)
            amount = said.pop("amount", 0) * price.amount
            return Priced((), amount, price=price, up_to=True, **said)
        borne = self.price()
        self.demand("(")
        return Priced((), price=borne, **self.list_of_clauses({**table, **_XP}, Clauses.changed_amount))

    def price(self) -> Suffer | Place:
        """A harm that a figure may choose to bear."""
        price = self.ability()
        if not isinstance(price, Suffer | Place):
            self.refuse("this is no harm that could be borne", None, "write `with suffer 2, self (...)`")
        return price

    def suffered(self) -> Suffer:
        number = self.number()
        return Suffer(number, self.clauses({}, whom=True).get("whom", SELF))

    def changed_by_each(self) -> tuple[str, object]:
        number = self.change()
        self.demand("each")
        return "amount", number

    def changed_amount(self) -> tuple[str, object]:
        if self.sees_signed:
            word = self.next
            number = self.signed()
            if self.take("if"):
                return "bonuses", Bonus(number, read_condition(self))
            self.next = word
            return "amount", self.change()
        number = self.number()
        if any(map(self.sees, FIGURES)):
            self.next -= 1
            return "whom", read_whom(self)
        self.demand("instead")
        return "replaced_by", number

    def change(self) -> int:
        """A number with a sign that changes something."""
        number = self.signed()
        if number == 0:
            self.refuse("this changes nothing", self.words[self.next - 1])
        return number

    def bonus(self) -> tuple[str, object]:
        number = self.signed()
        self.demand("if")
        return "bonuses", Bonus(number, read_condition(self))

    def bonus_of_several(self) -> tuple[str, object]:
        """All that something brings, in parentheses."""
        when = read_condition(self)
        self.demand("(")
        return "bonuses", Bonus(when=when, **self.list_of_clauses(IN_BONUS, Clauses.added))

    def added(self) -> tuple[str, object]:
        return "attack", self.change()

    # smaller things

    def amount(self, least: int = 1) -> Amount:
        if self.sees_signed:
            return Amount(self.signed(), relative=True)
        if self.sees("x"):
            number, counts = self.number_or_count()
            return Amount(number, counts=counts)
        if not self.sees_number:
            self.misses("a number such as 3 or +1")
        return Amount(self.number(least, unsigned="the number of the statistics is written `+0`"))

    def number_or_count(self) -> tuple[int, Count | None]:
        """A number, or X, with what a sticker adds to it."""
        if not self.sees("x"):
            return self.number(), None
        counts = self.count()
        return self.signed() if self.sees_signed else 0, counts

    def count(self) -> Count:
        """What X counts, in parentheses."""
        self.demand("x")
        self.demand("(")
        times, over = 2 if self.take("twice") else 1, 2 if self.take("half") else 1
        what = self.one_of({word: word for word in get_args(What)})
        up = self.take(", rounded up")
        if not up:
            self.take(", rounded down")
        self.demand(")")
        return Count(what, times, over, up)

    def bonus_for_each(self) -> tuple[str, object]:
        """What comes as often as something counts."""
        per = self.one_of(PER)
        self.demand("(")
        return "bonuses", Bonus(per=per, **self.list_of_clauses(IN_BONUS, Clauses.added))

    def elements(self) -> tuple[Element, ...]:
        found = [self.one_of(ELEMENTS)]
        while self.take("and"):
            found.append(self.one_of(ELEMENTS))
        return tuple(found)

    def area(self) -> Pattern:
        if not self.sees("("):
            names = {name: name for name in self.areas}
            return self.areas[self.one_of(names, ("hexes such as (0,0) (1,0)",))]
        hexes = self.hexes()
        body = self.hexes() if self.take("from") else ()
        if set(body) & set(hexes):
            self.refuse("the attacker stands on a hex of the area")
        return Pattern(hexes, bool(body), body=() if body == (Hex(0, 0),) else body)

    def hexes(self) -> tuple[Hex, ...]:
        found: list[Hex] = []
        self.demand("(")
        while True:
            q = self.coordinate()
            self.demand(",")
            found.append(self.new(found, Hex(q, self.coordinate())))
            self.demand(")")
            if not self.take("("):
                return tuple(found)

    def coordinate(self) -> int:
        return self.signed(FARTHEST) if self.sees_signed else self.number(0, FARTHEST)

    def new(self, known: Iterable[Any], value: Any, word: int | None = None) -> Any:
        """The value, which must not be among the `known` ones. Raises InputError."""
        if value in known:
            self.refuse("this is said twice", self.words[self.next - 1 if word is None else word])
        return value

    def exclude(self, said: Mapping[str, Any], *fields: str) -> None:
        """Refuse more than one of these fields."""
        given = [f"`{_WORDS.get(field, field)}`" for field in fields if field in said]
        if len(given) > 1:
            self.refuse(f"{' and '.join(given)} exclude each other")


Clause: TypeAlias = Callable[[Clauses], tuple[str, object]]


def _said(field: str, value: object = True) -> Clause:
    """A clause that consists of fixed words."""
    return lambda _: (field, value)


def _numbered(field: str) -> Clause:
    return lambda reader: (field, reader.number())


def _further_targets(reader: Clauses) -> tuple[str, object]:
    number = reader.number()
    reader.demand("targets", "target")
    return "add_target", number


def _per_targets(reader: Clauses) -> tuple[str, object]:
    experience = reader.number()
    if reader.take("for every"):
        every = reader.number(least=2)
        of_damage = reader.one_of({"targets": False, "damage": True})
        return "per_targets", PerTargets(experience, every, of_damage)
    reader.demand("for each target")
    return "per_targets", PerTargets(experience)


def _once_sprung(reader: Clauses) -> tuple[str, object]:
    experience = reader.number()
    reader.demand("once an enemy springs it")
    return "experience", experience


def _each_time(reader: Clauses) -> tuple[str, object]:
    experience = reader.number()
    reader.demand("each time")
    return "experience", experience


def _harm_of_push(reader: Clauses) -> Breaking:
    reader.demand("(")
    damage = reader.number()
    reader.demand("damage")
    experience = 0
    if reader.take(","):
        reader.demand("xp")
        experience = reader.number()
    reader.demand(")")
    return Breaking(damage, experience)


def _beside_it(reader: Clauses) -> tuple[str, object]:
    return "beside", reader.abilities()


def _per_target_damaged(reader: Clauses) -> tuple[str, object]:
    return "per_target_damaged", reader.abilities()


_SEVERAL = ("conditions", "bonuses", "lasting")
"""Fields of which an ability may have several."""
_JOINED = ("then",)
"""Fields whose values follow each other."""
_WORDS = {
    "targets": "target",
    "all_adjacent": "all adjacent",
    "all_in_range": "all in range",
    "all_on_one": "all on one target",
    "on_the_path": "all on the path",
    "whom": "self or all",
    "replaced_by": "instead",
}
"""Fields whose words are not their names."""
RANGE = _numbered("range")
TARGETS: dict[str, Clause] = dict.fromkeys(("target", "targets"), _numbered("targets"))
_XP: dict[str, Clause] = {"xp": _numbered("experience")}
PER: dict[str, What] = {
    "ally beside the target": "allies beside the target",
    "negative condition of the target": "negative conditions of the target",
    "shield of the target": "shield of the target",
    "own summon": "own summons",
}
"""What a bonus may come for each of."""
_IN_AUGMENT: dict[str, Clause] = {
    **_XP,
    "infuse": lambda reader: ("then", (Infuse(reader.one_of(ELEMENTS)),)),
    "may infuse": lambda reader: ("then", (Infuse(reader.one_of(ELEMENTS), optional=True),)),
    "then": lambda reader: ("then", reader.abilities()),
    "instead": lambda reader: ("instead", reader.abilities()),
}
"""What consumed elements may bring to any ability."""
CONDITION_CLAUSES: dict[str, Clause] = {name: _said("conditions", name) for name in CONDITIONS}
_ALL_IN_RANGE = dict.fromkeys(("all in range", "all enemies in range"), _said("all_in_range"))
_EFFECTS: dict[str, Clause] = {
    **TARGETS,
    **dict.fromkeys(("all on the path", "all enemies on the path"), _said("on_the_path")),
    **_ALL_IN_RANGE,
    "area": lambda reader: ("area", reader.area()),
    "pierce": _numbered("pierce"),
    "ignore shields": _said("pierce", MOST),
    "push": _numbered("push"),
    "pull": _numbered("pull"),
    **CONDITION_CLAUSES,
}
IN_BONUS: dict[str, Clause] = {
    "pierce": _numbered("pierce"),
    "ignore shields": _said("pierce", MOST),
    "push": _numbered("push"),
    "pull": _numbered("pull"),
    "advantage": _said("advantage"),
    **CONDITION_CLAUSES,
    **_XP,
    "kill": _said("kills"),
    "double": _said("doubled"),
}


def _for_each(reader: Clauses) -> tuple[str, object]:
    number = reader.number()
    reader.demand("for each")
    return "experience", number


IN_KILL: dict[str, Clause] = {"xp": _for_each}
IN_MOVE_AUGMENT: dict[str, Clause] = {"jump": _said("jump")}
IN_MOVE: dict[str, Clause] = {
    **IN_MOVE_AUGMENT,
    "loot each hex": _said("loots"),
    "double": _said("doubled"),
    "clear the way": _said("clears"),
    "straight": _said("only", "straight"),
    "beside an obstacle": _said("only", "beside an obstacle"),
}
IN_ATTACK: dict[str, Clause] = {
    "range": lambda reader: ("range", reader.amount()),
    **dict.fromkeys(("all adjacent", "all adjacent enemies"), _said("all_adjacent")),
    "all on one target": _said("all_on_one"),
    "add target": _said("add_target", 1),
    "add": _further_targets,
    "through obstacles": lambda reader: ("breaks", _harm_of_push(reader)),
    "each hex blocked": lambda reader: ("blocked", _harm_of_push(reader)),
    "advantage": _said("advantage"),
    "disadvantage": _said("disadvantage"),
    "xp": _per_targets,
    "if": Clauses.bonus_of_several,
    "for each": Clauses.bonus_for_each,
    "for each target damaged": lambda reader: ("damaging", reader.abilities()),
    "for each target": lambda reader: ("after", reader.abilities()),
    "then": lambda reader: ("then", reader.abilities()),
    "double": _said("doubled"),
    **_EFFECTS,
}
IN_RETALIATE: dict[str, Clause] = {"range": RANGE, "xp": _each_time}
IN_TRAP: dict[str, Clause] = {"xp": _once_sprung, "beside it": _beside_it, **CONDITION_CLAUSES}
IN_HEAL_AUGMENT: dict[str, Clause] = {"range": lambda reader: ("range", reader.change()), **TARGETS}
IN_ATTACK_AUGMENT: dict[str, Clause] = {
    **IN_HEAL_AUGMENT,
    **_EFFECTS,
    "advantage": _said("advantage"),
    "if": Clauses.bonus_of_several,
    "for each": Clauses.bonus_for_each,
    "for each target damaged": _per_target_damaged,
}
IN_SUMMON: dict[str, Clause] = {
    "normal": _said("rank", "normal"),
    "elite": _said("rank", "elite"),
    "for each character": _said("per_character"),
    "next to the target": _said("by_target"),
    "hit points of the summoner": _said("shares_hit_points"),
}
_STATISTICS = ("hp", "move", "attack", "range", "shield", "retaliate", "pierce")
IN_SUMMONED: dict[str, Clause] = {
    **{field: _numbered(field) for field in _STATISTICS},
    "retaliate range": _numbered("retaliate_range"),
    "attack half its hit points": _said("half_its_hit_points"),
    **TARGETS,
    "flying": _said("flying"),
    **CONDITION_CLAUSES,
}
