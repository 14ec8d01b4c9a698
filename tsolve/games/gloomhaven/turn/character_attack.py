"""An attack by a player's choice: whom a character attacks, and in which order. (GH-6.1 to GH-6.6)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Ability, Attack, AttackChange, Place, Suffer
from tsolve.games.gloomhaven.ability_parts import Bonus, Whom
from tsolve.games.gloomhaven.actions import Action, Strike, UseItem, listed
from tsolve.games.gloomhaven.cards import Item
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.lasting import seen, wider
from tsolve.games.gloomhaven.monster_situation import EVERYBODY
from tsolve.games.gloomhaven.state import State, Struck
from tsolve.games.gloomhaven.turn.affected import affected, groups_affected, groups_on_paths
from tsolve.games.gloomhaven.turn.attack import MANY, again, attack_tasks, gain_for_targets, order_matters
from tsolve.games.gloomhaven.turn.attack_numbers import defence_of
from tsolve.games.gloomhaven.turn.deliberation import aim_of, aiming, why_not_ally
from tsolve.games.gloomhaven.turn.elements_and_bonuses import attack_with
from tsolve.games.gloomhaven.turn.items import WhyNot, fits_attack, ready_items, why_not_for_attack
from tsolve.games.gloomhaven.turn.one_ability import OneAbility
from tsolve.games.gloomhaven.turn.reactions import call
from tsolve.games.gloomhaven.writing.whom_words import whom_in_words

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


Group = tuple[str, ...]


class CharacterAttack(OneAbility, frozen=True, kw_only=True):
    """All targets are declared before the first modifier card is drawn, or one by one. (GH-17.26)"""

    asks = "say whom it attacks"
    takes = (Strike,)
    changed_by = ("attack",)
    attack: Attack
    done: Group = ()
    """The figures that it has already attacked, if targets are declared one by one."""
    sets: tuple[Group, ...] = ()
    """The sets of targets that there were when it began, in that case."""

    def ways(self, book: Book, state: State) -> list[Action]:
        figure = seen(book, state, state.figure(self.figure))
        if figure.has("disarm") or lacks_attack(figure, self.attack):
            return []
        if book.reads("targets_declared", "one_by_one"):
            orders: list[Group] = [(name,) for name in self._next(book, state, figure)]
        else:
            groups = self.groups(book, state, figure)
            orders = [order for group in groups for order in _orders(state, figure, self.attack, group)]
        blunt = [order for order in orders if self._pierces(book, state, order)]
        return [
            *(Strike(order) for order in orders),
            *(Strike(order, without=("pierce",)) for order in blunt),
        ]

    def _pierces(self, book: Book, state: State, targets: Group) -> bool:
        """Whether pierce changes the damage of an attack on these; it is the only effect to be left out
        before the modifier card is drawn. (GH-7.6)
        """
        figures = (seen(book, state, state.figure(each)) for each in targets)
        return "pierce" in _effects_of(self.attack) and any(defence_of(each).shields for each in figures)

    def changing(self, book: Book, state: State) -> list[Item]:
        if self.done:
            return []
        figure, items = state.figure(self.figure), super().changing(book, state)
        lent = [item for _, item in self._lent(book, state) if item.name not in self.used]
        return [item for item in (*items, *lent) if fits_attack(book, figure, self.attack, item)]

    def _lent(self, book: Book, state: State) -> Iterator[tuple[str, Item]]:
        """The items that allies may use for the attack, each with its owner. (GH-11.19)"""
        if self.in_action and book.items:
            for ally in state.allies_of(state.figure(self.figure)):
                for item in ready_items(book, state, ally.name, ("ally attack",)):
                    yield ally.name, item

    def answer(self, play: Play, action: Action) -> None:
        lent = (
            [each for each in self._lent(play.book, play.state) if each[1].name == action.item]
            if isinstance(action, UseItem) and (self.figure, action.item) not in play.book.items
            else []
        )
        if not lent:
            super().answer(play, action)
            return
        owner, item = lent[0]
        play.use_item(owner, item.name)
        play.push(replace(self.with_item(item), used=tuple(sorted((*self.used, item.name)))))

    def why_not_changed(self, book: Book, state: State, item: str) -> WhyNot | None:
        found = book.items.get((self.figure, item))
        if found is None or found.when not in self.changed_by:
            return None
        fits = fits_attack(book, state.figure(self.figure), self.attack, found)
        return None if fits else why_not_for_attack(found)

    def with_item(self, item: Item) -> CharacterAttack:
        return replace(self, attack=attack_with(self.attack, item))

    def _next(self, book: Book, state: State, figure: Figure) -> list[str]:
        """The figures that it may attack now, if targets are declared one by one."""
        sets = self.sets or tuple(self.groups(book, state, figure))
        open_ = [group for group in sets if set(self.done) < set(group)]
        names = dict.fromkeys(name for group in open_ for name in group if name not in self.done)
        return [name for name in names if state.is_up(name)]

    def groups(self, book: Book, state: State, figure: Figure) -> list[Group]:
        """The sets of targets that it may choose, each in alphabetical order."""
        if self.attack.whom is not None:
            return self._named(book, state, self.attack.whom)
        aim, found = aim_of(book, figure, self.attack), aiming(book, state, figure, self.attack)
        near = found.in_reach(figure.at)
        if not aim.area and aim.targets >= EVERYBODY:
            return [tuple(sorted(near))] if near else []
        covers = {*found.covers(figure.at)} if aim.area else set[frozenset[str]]()
        covers.add(frozenset())
        if self.attack.on_the_path:
            covers = groups_on_paths(book, state, figure.at, near, aim.reach)
        singles = aim.targets - bool(aim.area or self.attack.on_the_path)
        groups: set[Group] = set()
        for cover in covers:
            free = sorted(near - cover)
            for number in range(min(singles, len(free)) + 1):
                groups.update(tuple(sorted({*cover, *more})) for more in combinations(free, number))
        return sorted(groups - {()})

    def _named(self, book: Book, state: State, whom: Whom) -> list[Group]:
        """The sets of figures that the attack names, in place of those in its range: all, or some of them."""
        if not whom.is_chosen:
            names = tuple(sorted(affected(book, state, self.figure, whom)))
            return [names] if names else []
        sets = groups_affected(book, state, self.figure, whom)
        return sorted({some for each in sets for some in _parts(sorted(each))})

    def may_attack(self, book: Book, state: State, action: Strike) -> bool:
        """Whether it can attack these, in this order: any order will do. (GH-6.1) Every effect that the
        attack has may be left out. (GH-7.1)
        """
        figure, targets = seen(book, state, state.figure(self.figure)), action.targets
        if lacks_attack(figure, self.attack):
            return False
        if figure.has("disarm") or not set(action.without) <= set(_effects_of(self.attack)):
            return False
        if book.reads("targets_declared", "one_by_one"):
            return len(targets) == 1 and targets[0] in self._next(book, state, figure)
        return tuple(sorted(targets)) in self.groups(book, state, figure)

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        assert isinstance(action, Strike)
        figure = seen(book, state, state.figure(self.figure))
        if figure.has("disarm"):
            return f"{self.figure} is disarmed", ("GH-8.8",)
        if lacks_attack(figure, self.attack):
            return f"{self.figure} has no attack value to which a number could be added", ("GH-11.22",)
        missing = [each for each in action.without if each not in _effects_of(self.attack)]
        if missing:
            return f"the attack has no {missing[0]} to leave out", ("GH-7.1",)
        for name in action.targets:
            reason = self._why_not_one(book, state, figure, name)
            if reason is not None:
                return reason
        if self.attack.whom is not None:
            return f"it attacks {whom_in_words(self.attack.whom)}", ("GH-6.2", "GH-7.2")
        aim = aim_of(book, figure, self.attack)
        if book.reads("targets_declared", "one_by_one"):
            return "targets are named one by one", ("key.targets_declared",)
        if self.attack.on_the_path:
            text = f"no path to one of its targets leads through just {listed(action.targets)}"
            return text, ("GH-6.2", "GH-4.1", "key.path_to_target")
        if aim.area:
            return f"the area cannot be laid on just {listed(action.targets)}", ("GH-6.2", "GH-6.3", "GH-6.4")
        if aim.targets >= EVERYBODY:
            (everybody,) = self.groups(book, state, figure)
            return f"it attacks all of them: {listed(everybody)}", ("GH-6.2",)
        targets = "1 target" if aim.targets == 1 else f"{aim.targets} targets"
        return f"it has {targets}, each at most once", ("GH-6.2",)

    def _why_not_one(self, book: Book, state: State, figure: Figure, name: str) -> WhyNot | None:
        """Why it cannot reach this figure; None if it can."""
        if any(each.identity == name for each in book.script.hidden(state)):
            return f"{name} is behind a closed door", ("GH-1.5",)
        if not state.is_up(name):
            return f"{name} is not on the map", ("GH-2.12",)
        if (ally := why_not_ally(state, figure, (name,), "GH-6.2")) is not None:
            return ally
        target = state.figure(name)
        if target.has("invisible"):
            return f"{name} is invisible", ("GH-8.12",)
        if name in self.done:
            return f"this attack has hit {name} already", ("GH-6.2",)
        if self.attack.whom is not None:
            if name in affected(book, state, self.figure, self.attack.whom):
                return None
            return f"{name} is not among {whom_in_words(self.attack.whom)}", ("GH-6.2", "GH-7.2")
        board, aim = book.board(state), aim_of(book, figure, self.attack)
        where = f"{name} in {board.name(target.at)}"
        if aim.area:
            covered = {
                each for cover in aiming(book, state, figure, self.attack).covers(figure.at) for each in cover
            }
            if name in covered:
                return None
        steps = board.distance(figure.at, target.at)
        if not board.sees(figure.at, target.at):
            return (
                f"a wall or the edge of the map blocks every line from {board.name(figure.at)} to {where}",
                ("GH-5.1",),
            )
        if aim.area and aim.targets < 2:
            return f"no way to lay the area covers {where}", (
                "GH-6.3",
                "GH-6.4",
            )
        if steps is None or steps > aim.reach:
            away = "cannot be reached around the walls" if steps is None else f"is {_hexes(steps)} away"
            reach = f"its range is {aim.reach}" if aim.is_ranged else "its attack is melee, range 1"
            return f"{where} {away}, and {reach}", ("GH-4.1",)
        return None

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        path = ("GH-4.1",) if self.attack.on_the_path else ()
        return "GH-6.1", "GH-6.2", *path, *self.rules_of_lead(state)

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, Strike)
        struck = [Struck(target, play.state.figure(target).at) for target in action.targets]
        before = play.state.struck if self.done else ()
        if self.attack.then and not self.done:
            play.perform_all(self.figure, tuple(self._then(play)), "")
        play.note("attack", self.figure, ("GH-6.1", "GH-6.2"), f"attacks {listed(action.targets)}")
        self._call(play)
        gain_for_targets(play, self.figure, self.attack, len(self.done), len(self.done) + len(struck))
        if action.without:
            play.note("attack", self.figure, ("GH-7.1",), f"leaves out {listed(action.without)}")
        if play.reads("targets_declared", "one_by_one"):
            figure = seen(play.book, play.state, play.state.figure(self.figure))
            sets = self.sets or tuple(self.groups(play.book, play.state, figure))
            done = (*self.done, *action.targets)
            if any(set(done) < set(group) for group in sets):
                rest = replace(self, must=False, used=(), attack=again(self.attack), done=done, sets=sets)
                play.push(rest)
        play.set(struck=(*before, *struck))
        attack = _without(self.attack, action.without)
        play.push(*attack_tasks(play, self.figure, attack, action.targets))

    def _then(self, play: Play) -> Iterator[Ability]:
        """What follows the attacks: an area in it is that of the attack, laid within its range."""
        figure = seen(play.book, play.state, play.state.figure(self.figure))
        reach = aim_of(play.book, figure, self.attack).reach
        for each in self.attack.then:
            if isinstance(each, Suffer | Place) and each.whom.attacked:
                each = replace(each, whom=replace(each.whom, within=reach))
            yield each

    def _call(self, play: Play) -> None:
        """Note what waits for the end of the action, and which slots it uses. (GH-10.1)"""
        figure = seen(play.book, play.state, play.state.figure(self.figure))
        if not self.in_action or not figure.effects:
            return
        call(play, self.figure, "after attack action")
        is_ranged = aim_of(play.book, figure, self.attack).is_ranged
        used = [
            each.source
            for each in figure.effects
            if isinstance(each.ability, AttackChange)
            and each.ability.actions
            and not each.ability.change.augments
            and each.ability in wider(figure, is_ranged)
        ]
        play.set(called=tuple(sorted({*play.state.called, *used})))


def lacks_attack(figure: Figure, attack: Attack) -> bool:
    """Whether a summon has no attack value, and the attack has no number of its own. (GH-11.22)"""
    return figure.kind == "summon" and attack.amount.relative and not figure.profile.attacks


def _parts(names: Sequence[str]) -> Iterator[Group]:
    """Every part of a set that is not empty."""
    for number in range(1, len(names) + 1):
        yield from combinations(names, number)


def _effects_of(attack: Attack) -> Iterator[str]:
    """The effects printed with an attack that may be left out."""
    for each in attack.parts:
        yield from each.conditions
        yield from (word for word in _FORCES if getattr(each, word))


def _without(attack: Attack, effects: Group) -> Attack:
    """The attack without some of its effects. (GH-7.1)"""
    bonuses = tuple(replace(each, **_less(each, effects)) for each in attack.bonuses)
    return replace(attack, bonuses=bonuses, **_less(attack, effects))


def _less(holder: Attack | Bonus, effects: Group) -> dict[str, Any]:
    conditions = tuple(each for each in holder.conditions if each not in effects)
    return {"conditions": conditions, **{word: 0 for word in _FORCES if word in effects}}


_FORCES = ("pierce", "push", "pull")


def _orders(state: State, figure: Figure, attack: Attack, group: Group) -> Iterator[Group]:
    """The orders in which a group may be attacked; only one if they have the same result."""
    if len(group) > MANY or not order_matters(state, figure, attack, group):
        yield group
        return
    yield from permutations(group)


def _hexes(number: int) -> str:
    return f"{number} {'hex' if number == 1 else 'hexes'}"
