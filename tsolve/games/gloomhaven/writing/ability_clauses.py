"""What an ability's text says in phrases: clauses after commas, consumed elements, and whom they affect."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias, get_args

from tsolve.errors import Span
from tsolve.games.gloomhaven.abilities import (
    SELF,
    Ability,
    Amount,
    Augment,
    Bonus,
    Breaking,
    Condition,
    Element,
    Pattern,
    PerTargets,
    Place,
    Priced,
    Suffer,
    Whom,
)
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.writing.ability_words import Phrases
from tsolve.games.gloomhaven.writing.trait_words import read_condition
from tsolve.rules.names import NameIndex

NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}
FIRST_WORDS = ("self", "all", "one", "the same figure")
_Side = Literal["enemies", "allies", "everybody", "summons", "all summons"]
_SIDES: dict[str, _Side] = {
    "enemies": "enemies",
    "enemy": "enemies",
    "allies": "allies",
    "ally": "allies",
    "figures": "everybody",
    "figure": "everybody",
    "enemies and allies": "everybody",
    "allies and enemies": "everybody",
    "own summons": "summons",
    "own summon": "summons",
    "allied summons": "all summons",
    "allied summon": "all summons",
}
_PLURAL = {
    "enemies": "enemies",
    "allies": "allies",
    "everybody": "figures",
    "summons": "own summons",
    "all summons": "allied summons",
}
_SINGULAR = {
    "enemies": "enemy",
    "allies": "ally",
    "everybody": "figure",
    "summons": "own summon",
    "all summons": "allied summon",
}


def read_whom(said: Phrases, several: bool = False) -> Whom:
    """The figures that the next words name; `several`: more than one may be chosen. Raises InputError."""
    if said.take("the same figure"):
        return Whom("same", None, False)
    and_self = said.take("self and") or said.take("self or")
    if not and_self and said.take("self"):
        return SELF
    numbers = NUMBERS if several else {"one": 1}
    number = said.one_of({"all": 0, **numbers}, () if and_self else ("self",))
    each, number = not number, number or 1
    adjacent = said.take("adjacent")
    side = said.one_of(_SIDES, () if adjacent else ("adjacent",))
    if adjacent:
        return Whom(side, 1, each, and_self, number=number)
    if said.take("in range"):
        return Whom(side, None, each, and_self, in_range=True, number=number)
    if said.take("adjacent to the target"):
        return Whom(side, 1, each, and_self, from_target=True, number=number)
    if said.take("within"):
        within = said.number()
        return Whom(side, within, each, and_self, from_target=said.take("of the target"), number=number)
    return Whom(side, None, each, and_self, number=number)


def whom_in_words(whom: Whom) -> str:
    """The words that `read_whom` reads."""
    if whom.side == "self":
        return "self"
    if whom.side == "same":
        return "the same figure"
    if whom.name:
        return f"the {whom.name}"
    figures = (_PLURAL if whom.each or whom.number > 1 else _SINGULAR)[whom.side]
    if whom.in_range:
        figures += " in range"
    elif whom.from_target:
        figures += " adjacent to the target" if whom.within == 1 else f" within {whom.within} of the target"
    elif whom.within == 1:
        figures = f"adjacent {figures}"
    elif whom.within is not None:
        figures += f" within {whom.within}"
    if whom.each:
        return f"{'self and ' if whom.and_self else ''}all {figures}"
    return f"{'self or ' if whom.and_self else ''}{_IN_WORDS[whom.number]} {figures}"


_IN_WORDS = {number: word for word, number in NUMBERS.items()}


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
        elif whom and any(map(self.sees, FIRST_WORDS)):
            field, value = "whom", read_whom(self)
        else:
            more = (*(FIRST_WORDS if whom else ()), *(("a number",) if number is not None else ()))
            field, value = self.one_of(table, more)(self)
        if field in _SEVERAL:
            value = (*said.get(field, ()), self.new(said.get(field, ()), value, word))
        elif field in said:
            self.refuse("this is said twice", self.words[word])
        said[field] = value

    def augments(self, table: Mapping[str, Clause]) -> tuple[Augment, ...]:
        """Read what consumed elements change: everything that `table` reads, and the amount."""
        found: list[Augment] = []
        while self.take("with") or self.take(", with"):
            if self.sees_price:
                found.append(self.priced(table))
                continue
            elements = self.elements()
            self.demand("(")
            said = self.list_of_clauses({**table, **_XP}, Clauses.changed_amount, table is IN_HEAL_AUGMENT)
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
        if not self.sees_number:
            self.misses("a number such as 3 or +1")
        return Amount(self.number(least, unsigned="the number of the statistics is written `+0`"))

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
        reader.demand("targets")
        return "per_targets", PerTargets(experience, every)
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


def _breaking(reader: Clauses) -> tuple[str, object]:
    reader.demand("(")
    damage = reader.number()
    reader.demand("damage")
    experience = 0
    if reader.take(","):
        reader.demand("xp")
        experience = reader.number()
    reader.demand(")")
    return "breaks", Breaking(damage, experience)


def _beside_it(reader: Clauses) -> tuple[str, object]:
    return "beside", reader.abilities()


def _per_target_damaged(reader: Clauses) -> tuple[str, object]:
    return "per_target_damaged", reader.abilities()


_SEVERAL = ("conditions", "bonuses", "lasting")
"""Fields of which an ability may have several."""
_WORDS = {
    "targets": "target",
    "all_adjacent": "all adjacent",
    "all_in_range": "all in range",
    "all_on_one": "all on one target",
    "whom": "self or all",
    "replaced_by": "instead",
}
"""Fields whose words are not their names."""
RANGE = _numbered("range")
TARGETS: dict[str, Clause] = dict.fromkeys(("target", "targets"), _numbered("targets"))
_XP: dict[str, Clause] = {"xp": _numbered("experience")}
CONDITION_CLAUSES: dict[str, Clause] = {name: _said("conditions", name) for name in CONDITIONS}
_ALL_IN_RANGE = dict.fromkeys(("all in range", "all enemies in range"), _said("all_in_range"))
_EFFECTS: dict[str, Clause] = {
    **TARGETS,
    **_ALL_IN_RANGE,
    "area": lambda reader: ("area", reader.area()),
    "pierce": _numbered("pierce"),
    "push": _numbered("push"),
    "pull": _numbered("pull"),
    **CONDITION_CLAUSES,
}
IN_BONUS: dict[str, Clause] = {
    "pierce": _numbered("pierce"),
    "push": _numbered("push"),
    "pull": _numbered("pull"),
    "advantage": _said("advantage"),
    **CONDITION_CLAUSES,
    **_XP,
}
IN_MOVE = {"jump": _said("jump")}
IN_ATTACK: dict[str, Clause] = {
    "range": lambda reader: ("range", reader.amount()),
    **dict.fromkeys(("all adjacent", "all adjacent enemies"), _said("all_adjacent")),
    "all on one target": _said("all_on_one"),
    "add target": _said("add_target", 1),
    "add": _further_targets,
    "through obstacles": _breaking,
    "advantage": _said("advantage"),
    "disadvantage": _said("disadvantage"),
    "xp": _per_targets,
    "if": Clauses.bonus_of_several,
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
