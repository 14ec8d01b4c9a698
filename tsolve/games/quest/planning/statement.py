"""A battle as an optimisation problem: who is given what before it, and the value once it is won or lost.

Everything except the gifts is fixed: the position at the strike, before any quiet gifts, and how many Iron
Rations go to Heroes. Each Hero is a container whose capacity is its Skill; Weapons, Items that boost and
Rations are loads. The engine's rules tell what a card adds on a Hero, and how much Skill it takes. Wounds,
After Battle effects, rewards and Spoils are played in the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from tsolve.cardkit.piles import grouped
from tsolve.errors import TsolveError
from tsolve.games.quest.actions import Action, Give, UseToken
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.effects.abilities import Ability
from tsolve.games.quest.effects.base import OnlyFor
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning import strength
from tsolve.games.quest.planning.coverage import (
    does_count,
    in_play,
    in_room,
    is_purchase,
    usable,
    wielded_sorts,
)
from tsolve.games.quest.planning.goals import Value
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.battle import decide
from tsolve.games.quest.turn.dungeon import is_boost
from tsolve.games.quest.turn.heroes import burden_of, weapons_of, weight_of
from tsolve.games.quest.turn.values import (
    Defence,
    attack_of,
    attacks,
    defence_of,
    is_a,
    lacking,
    shrugs_off,
    skill_of,
)
from tsolve.solve.problem import (
    Carry,
    Choice,
    Clamp,
    Linear,
    Load,
    Option,
    Pick,
    Problem,
    Solution,
    Term,
    Test,
    Total,
)

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card


Judge = Callable[[State], Value | None]
"""The value of a turn once its result is final; None before."""


class OpenError(TsolveError, RuntimeError):
    """The rest of the turn depends on chance or on an unknown card."""


def struck(game: Quest, state: State, total: int, health: int, won: bool) -> State:
    """The position after the strike that waits, with this total attack."""
    tally = replace(state.tally, outcome="won" if won else "lost", total=total, health=health)
    play = game.begin(replace(state, todo=state.todo[:-1]))
    decide(play, tally)
    return game.settled(play.state)


def may_buy(game: Quest, state: State) -> bool:
    """Whether anything lets the player spend gold after the battle."""
    return any(map(is_purchase, spoils_of(game, state)))


def spoils_of(game: Quest, state: State) -> list[Ability]:
    """The Spoils abilities that may be used in this turn."""
    cards = [*in_play(game.book, state)]
    cards += [game.book.card(state.me.sponsor)] if state.me.sponsor else []
    for place in range(len(state.rooms)):
        cards += in_room(game.book, state, place)
    return [ability for ability in usable(cards, "spoils") if does_count(ability)]


Aim = Literal["total", "health", "win"]
"""What is maximised: the total attack, the total attack up to the health, or only the win."""
RATIONS = "rations"
RATION_SKILL = 2
"""The Skill of Iron Rations. (QUEST-9.2)"""
Attack = tuple[int, int]
"""Physical and magic."""
_KINDS = ("physical", "magic")
_WHEN = ("skill", "battle")
"""When Skill has to suffice: as the gifts are made, and in the battle."""


class Burden(NamedTuple):
    """A Weapon: the most attack that it adds, and the least Skill that it takes before and in the battle."""

    adds: Attack
    takes: Mapping[str, int]


class Burdens(NamedTuple):
    """The Skill and attack of the cards in front of the player on each Hero; the same for many battles."""

    heroes: dict[str, list[int]]
    """Groups of equal Heroes, by an id."""
    things: dict[str, list[int]]
    """Groups of equal cards that can be given, by an id."""
    adds: dict[tuple[str, str], Attack]
    """What a card or token adds to the attack on a Hero."""
    choices: tuple[Choice, ...]
    loads: tuple[Load, ...]
    base: Attack
    """The attack before anything is given."""
    free: Attack
    """The most that is added by what takes no Skill."""
    weapons: tuple[Burden, ...]
    """What takes Skill, one by one."""
    skill: Mapping[str, int]
    """The Skill that all Heroes have together, before and in the battle."""

    def most(self, rations: int) -> strength.Attack:
        """No gifts and so many Rations exceed this attack, for as much as the Weapons take together no more
        than all Heroes have.
        """

        def best(gain: Callable[[Attack], int]) -> int:
            more = min(
                strength.wielded(
                    [(gain(each.adds), each.takes[when]) for each in self.weapons],
                    skill + RATION_SKILL * rations,
                )
                for when, skill in self.skill.items()
            )
            return gain(self.base) + gain(self.free) + more

        physical, magic = best(lambda attack: attack[0]), best(lambda attack: attack[1])
        return strength.Attack(physical, magic, min(best(sum), physical + magic))


def burdens(book: Book, before: State, at: State, fixed: frozenset[str]) -> Burdens:
    """What can be given to whom: gifts that are legal `before` the movement and are still held at the strike.

    Cards with the ids `fixed` are no longer given.

    Raises OpenError if a Hero has less Skill than his Weapons require.
    """
    cards = {place: book.card(at.laid[place].card) for place in at.present()}
    heroes = _named((p for p, card in cards.items() if card.kind == "hero"), before, at)
    free = (
        place
        for place, card in cards.items()
        if is_boost(card)
        and card.id not in fixed
        and at.laid[place].bearer == NONE
        and not at.laid[place].lost_by
    )
    things = _named(free, before, at)
    adds: dict[tuple[str, str], Attack] = {}
    loads = []
    limited = any(book.card(at.laid[places[0]].card).weapon_limit is not None for places in heroes.values())
    for thing, (place, *more) in things.items():
        card = cards[place]
        carriers = {}
        alone = _attack(book, at, place)
        for hero, (bearer, *_) in heroes.items():
            if card.has(OnlyFor) and not is_a(book, cards[bearer], _only_for(card)):
                continue
            after = _attack(book, _under(at, place, bearer), place)
            adds[thing, hero] = attack = (after[0] - alone[0], after[1] - alone[1])
            takes = {
                "skill": -_lends(book, before, place, bearer),
                "battle": -_lends(book, at, place, bearer),
            }
            if card.kind == "weapon":
                takes["skill"] += weight_of(book, before, place, bearer)
                takes["battle"] += weight_of(book, at, place, bearer)
                if limited:
                    takes["hands"] = 1
            carriers[hero] = Carry(_some(takes), {}, _some({"physical": attack[0], "magic": attack[1]}))
        loads.append(Load(thing, 1 + len(more), carriers, "QUEST-2.3"))
    choices = tuple(_choice(book, before, at, hero, places) for hero, places in heroes.items())
    skill = {when: sum(each.copies * each.options[0].holds[when] for each in choices) for when in _WHEN}
    flat = [0, 0]
    weapons: list[Burden] = []
    for load in loads if heroes else []:
        most = [max(0, *(carry.adds.get(kind, 0) for carry in load.carriers.values())) for kind in _KINDS]
        least = {when: min(carry.takes.get(when, 0) for carry in load.carriers.values()) for when in _WHEN}
        for when, need in least.items():
            skill[when] += load.copies * max(-need, 0)
        if max(least.values()) > 0:
            takes = {when: max(need, 0) for when, need in least.items()}
            weapons += [Burden((most[0], most[1]), takes)] * load.copies
        else:
            flat = [sum_ + load.copies * each for sum_, each in zip(flat, most, strict=True)]
    return Burdens(
        heroes,
        things,
        adds,
        choices,
        tuple(loads),
        attack_of(book, at, foe=book.card(at.rooms[at.tally.room].monster)),
        (flat[0], flat[1]),
        tuple(weapons),
        skill,
    )


def _named(places: Iterator[int], before: State, at: State) -> dict[str, list[int]]:
    alike = grouped(places, lambda place: (before.likeness(place), at.likeness(place)))
    return {f"{at.laid[each[0]].card} {each[0]}": each for each in alike.values()}


def _choice(book: Book, before: State, at: State, hero: str, places: list[int]) -> Choice:
    place = places[0]
    limit = book.card(at.laid[place].card).weapon_limit
    held = max(len(weapons_of(book, there, place)) for there in (before, at))
    hands = len(at.laid) if limit is None else limit - held
    room = {
        "skill": skill_of(book, before, place) - burden_of(book, before, place),
        "battle": skill_of(book, at, place) - burden_of(book, at, place),
        "hands": hands,
    }
    if min(room.values()) < 0:
        raise OpenError
    return Choice(hero, len(places), (Option("ready", {}, {}, room),), "QUEST-2.3")


def _some(numbers: Mapping[str, int]) -> dict[str, int]:
    return {name: number for name, number in numbers.items() if number}


def _only_for(card: Card) -> str:
    return next(trait.sort for trait in card.traits if isinstance(trait, OnlyFor))


def _lends(book: Book, state: State, place: int, bearer: int) -> int:
    """The Skill that a card adds to that of the Hero to whom it is given."""
    return skill_of(book, _under(state, place, bearer), bearer) - skill_of(book, state, bearer)


def _under(state: State, place: int, bearer: int) -> State:
    """The position with a card given to a Hero."""
    laid = state.laid
    return replace(state, laid=(*laid[:place], replace(laid[place], bearer=bearer), *laid[place + 1 :]))


def _attack(book: Book, state: State, place: int) -> Attack:
    """What a card adds to the attack on the Monster of the battle."""
    foe = book.card(state.rooms[state.tally.room].monster)

    def counts(kind: Literal["physical", "magic"]) -> int:
        if shrugs_off(book, state, place, kind, foe):
            return 0
        return sum(amount for amount, _ in attacks(book, state, place, kind))

    return counts("physical"), counts("magic")


class Statement:
    """One battle, with a fixed number of Rations for Heroes and of wielded cards that the Monster counts."""

    def __init__(
        self,
        book: Book,
        at: State,
        given: Burdens,
        rations: int,
        aim: Aim,
        defence: Defence,
        wielded: str,
        number: int,
    ) -> None:
        self.at, self.given, self.rations, self.aim = at, given, rations, aim
        self.defence, self.wielded, self.number = defence, wielded, number
        self.book = book
        self.monster = book.card(at.rooms[at.tally.room].monster)
        self.lacks = lacking(book, at, self.monster) is not None
        self.immune = self.monster.immune

    @cached_property
    def most(self) -> int:
        """A total attack that no gifts exceed."""
        most, defence = self.given.most(self.rations), self.defence
        if "higher" in self.immune:
            return max(most.physical - defence.armor, most.magic - defence.resistance, 0)
        return most.against(defence.armor, defence.resistance, self.immune)

    @property
    def is_open(self) -> bool:
        """Whether the total attack may differ from `most`."""
        return bool(self.given.loads or self.rations or "higher" in self.immune)

    @cached_property
    def problem(self) -> Problem:
        """The problem; the aim is the last level of its objective."""
        exact: Literal["exact", "more"] = "exact" if "higher" in self.immune else "more"
        totals = [
            Total("physical", self.given.base[0], prefer=exact),
            Total("magic", self.given.base[1], prefer=exact),
        ]
        loads = list(self.given.loads)
        if self.wielded:
            totals.append(Total("wielded", low=self.number, high=self.number))
            loads = [self._counted(load) for load in loads]
        if self.rations:
            totals.append(Total(RATIONS, low=self.rations))
            fed = Carry({"skill": -RATION_SKILL, "battle": -RATION_SKILL}, {}, {RATIONS: 1})
            loads.append(Load(RATIONS, self.rations, dict.fromkeys(self.given.heroes, fed), "QUEST-9.2"))
        terms, objective = self._terms()
        return Problem(
            f"battle {self.at.tally.room}",
            choices=self.given.choices,
            totals=tuple(totals),
            terms=terms,
            objective=objective,
            loads=tuple(loads),
        )

    def _counted(self, load: Load) -> Load:
        """Whether a load is of the sort that the Monster counts."""
        if not is_a(
            self.book, self.book.card(self.at.laid[self.given.things[load.id][0]].card), self.wielded
        ):
            return load
        carriers = {
            hero: replace(carry, adds={**carry.adds, "wielded": 1}) for hero, carry in load.carriers.items()
        }
        return replace(load, carriers=carriers)

    def _terms(self) -> tuple[tuple[Term, ...], tuple[str, ...]]:
        """The terms for the total attack (QUEST-2.10, QUEST-2.11), and for the aim."""
        terms: list[Term] = []
        for kind, stop in (("physical", self.defence.armor), ("magic", self.defence.resistance)):
            terms.append(Linear(f"{kind} less", ((1, kind),), -stop, "QUEST-2.10"))
            terms.append(Clamp(f"{kind} left", f"{kind} less", low=0, ruling="QUEST-2.10"))
        if "higher" in self.immune:
            before = self.book.reads("sycophant_compares", "before")
            which = "" if before else " left"
            left = ("physical left", "magic left")
            terms += [
                Linear("by how much", ((1, f"physical{which}"), (-1, f"magic{which}"))),
                Linear("left by how much", ((1, left[0]), (-1, left[1]))),
                Pick("greater left", Test("left by how much", at_least=0), *left),
                Pick("lower physical", Test("by how much", at_most=-1), left[0], "greater left"),
                Pick(
                    "total", Test("by how much", at_least=1), left[1], "lower physical", ruling="QUEST-2.11"
                ),
            ]
        else:
            counted = [kind for kind in ("physical", "magic") if kind not in self.immune]
            terms.append(Linear("total", tuple((1, f"{kind} left") for kind in counted), ruling="QUEST-2.10"))
        health = self.defence.health
        terms.append(Pick("won", Test("total", at_least=health), 0 if self.lacks else 1, 0, "QUEST-5.18"))
        terms.append(Clamp("enough", "total", high=max(health - self.lacks, 0)))
        reach: dict[Aim, tuple[str, ...]] = {"total": ("total",), "health": ("enough",), "win": ()}
        return tuple(terms), ("won", *reach[self.aim])

    def gifts(self, solution: Solution | None) -> list[Action]:
        """The actions of a solution: of equal Heroes the first gets most, and Skill is given before the
        Weapons that need it.
        """
        actions: list[Action] = []
        left = {thing: iter(places) for thing, places in self.given.things.items()}
        for hero, carried in (solution.carried if solution is not None else {}).items():
            for place, burden in zip(self.given.heroes[hero], reversed(carried), strict=True):
                actions += [UseToken("iron_rations", place)] * burden.loads.get(RATIONS, 0)
                things = [thing for thing, copies in burden.loads.items() for _ in range(copies)]
                given = [next(left[thing]) for thing in things if thing != RATIONS]
                actions += [Give(card, place) for card in sorted(given, key=self._is_weapon)]
        return actions

    def _is_weapon(self, place: int) -> bool:
        return self.book.card(self.at.laid[place].card).kind == "weapon"


def statements(book: Book, at: State, given: Burdens, rations: int, aim: Aim) -> list[Statement]:
    """The statements of a battle: one, or one for each number of wielded cards if the Monster counts them."""
    sorts = wielded_sorts(book, at)
    if rations and not given.heroes:
        return []
    if not sorts:
        return [Statement(book, at, given, rations, aim, defence_of(book, at, at.tally.room), "", 0)]
    (sort,) = sorts
    found = []
    counted = [
        place
        for places in given.things.values()
        for place in places
        if is_a(book, book.card(at.laid[place].card), sort)
    ]
    here = at
    bearer = next(iter(given.heroes.values()), [NONE])[0]
    for number in range(len(counted) + 1 if given.heroes else 1):
        if number:
            here = _under(here, counted[number - 1], bearer)
        found.append(
            Statement(book, at, given, rations, aim, defence_of(book, here, at.tally.room), sort, number)
        )
    return found


__all__: Sequence[str] = ("Aim", "Burdens", "Statement", "burdens", "statements")
