"""An attack by the rules for monsters: whom it is on, and in which order. (GH-12.31 to GH-12.33)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.tasks import Reason
from tsolve.games.gloomhaven.abilities import Attack
from tsolve.games.gloomhaven.actions import Action, Strike
from tsolve.games.gloomhaven.monster_situation import Option
from tsolve.games.gloomhaven.state import State, Struck
from tsolve.games.gloomhaven.turn.attack import MANY, attack_tasks, order_matters
from tsolve.games.gloomhaven.turn.deliberation import Decision, deliberation, why_not_ally, why_not_targets

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.monster_solver import Deliberation
    from tsolve.games.gloomhaven.play import Play


class MonsterAttack(Decision, frozen=True):
    """An attack ability: on the focus and those further targets that the rules give it. (GH-12.31)"""

    asks = "say whom it attacks"
    figure: str
    attack: Attack

    def by_rules(self, book: Book, state: State) -> list[Action]:
        groups = self.groups(book, state)
        focus = self._seen(book, state).focus
        if book.reads("targets_declared", "one_by_one"):
            return [Strike((name,)) for name in _first_ones(book, groups, focus)]
        orders = (order for group in groups for order in _orders_by_rules(book, state, self, group, focus))
        return [Strike(order) for order in dict.fromkeys(orders)]

    def groups(self, book: Book, state: State) -> list[tuple[str, ...]]:
        """The sets of targets that the rules leave: those for which it moved, or those from its present
        hex.
        """
        figure, seen = state.figure(self.figure), self._seen(book, state)
        if figure.has("disarm") or not (seen.focus or seen is not state):
            return []
        found: tuple[Option, ...] = state.intents
        if not found or not all(
            option.end == figure.at and all(map(state.is_up, option.targets)) for option in found
        ):
            found = self.deliberation(book, state).choice().options
        return [targets for targets in dict.fromkeys(option.targets for option in found) if targets]

    def deliberation(self, book: Book, state: State) -> Deliberation:
        """How it decides from where it stands."""
        seen = self._seen(book, state)
        spared = frozenset(each.name for each in state.struck) if seen is not state else frozenset[str]()
        return deliberation(book, seen, state.figure(self.figure), self.attack, spared=spared)

    def _seen(self, book: Book, state: State) -> State:
        """The position as this attack sees it: without the focus, if further attacks go to other targets.

        (GH-17.6)
        """
        if state.focus and state.struck and book.reads("several_attacks", "spread"):
            return replace(state, focus="")
        return state

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-12.32", "GH-12.18"

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if not isinstance(action, Strike):
            return super().refuse(book, state, action)
        if state.figure(self.figure).has("disarm"):
            return f"{self.figure} is disarmed", ("GH-8.8",)
        ally = why_not_ally(state, state.figure(self.figure), action.targets, "GH-6.2")
        if ally is not None:
            return ally
        groups = [each.targets for each in self.options(book, state) if isinstance(each, Strike)]
        focus = self._seen(book, state).focus
        if any(sorted(group) == sorted(action.targets) for group in groups):
            return f"it attacks its focus {focus} first", ("key.attack_order",)
        return why_not_targets(self.deliberation(book, state), focus, groups, action.targets)

    def run(self, play: Play) -> None:
        figure = play.state.figure(self.figure)
        if not self.options(play.book, play.state):
            why = ("GH-8.8",) if figure.has("disarm") else ("GH-12.22", "GH-12.28")
            play.note("attack", self.figure, why, "attacks nobody")
        super().run(play)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Strike)
        if play.reads("targets_declared", "one_by_one"):
            groups = tuple(self.groups(play.book, play.state))
            play.push(NextTarget(self.figure, self.attack, groups, action.targets))
        play.set(intents=())
        strike(play, self.figure, self.attack, action.targets)


class NextTarget(Decision, frozen=True):
    """The next target, if targets are declared one by one. (GH-17.26)"""

    asks = "say whom it attacks next"
    figure: str
    attack: Attack
    groups: tuple[tuple[str, ...], ...]
    """The sets of targets that the rules left when it began."""
    done: tuple[str, ...]

    def by_rules(self, book: Book, state: State) -> list[Action]:
        if not state.is_up(self.figure) or len(self.done) >= max(map(len, self.groups)):
            return []
        figure = state.figure(self.figure)
        seen = deliberation(book, replace(state, focus=""), figure, self.attack, spared=frozenset(self.done))
        open_ = [group for group in self.groups if set(self.done) <= set(group)]
        names = [name for group in open_ for name in group if name not in self.done and state.is_up(name)]
        left = [name for name in dict.fromkeys(names) if seen.can_attack(figure.at, name)]
        if not left and self.attack.area is None:
            left = [name for option in seen.choice().options for name in option.targets]
        return [Strike((name,)) for name in dict.fromkeys(left)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-6.1", "key.targets_declared"

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Strike)
        play.push(NextTarget(self.figure, self.attack, self.groups, self.done + action.targets))
        strike(play, self.figure, self.attack, action.targets)


def strike(play: Play, name: str, attack: Attack, targets: Sequence[str]) -> None:
    """A figure attacks these targets, in this order. (GH-6.1)"""
    named = " and ".join(targets)
    play.note("attack", name, tuple(_rules_of_targets(play, name, attack, targets)), f"attacks {named}")
    struck = (Struck(target, play.state.figure(target).at) for target in targets)
    play.set(struck=(*play.state.struck, *struck))
    times = play.state.figure(name).profile.targets if attack.all_on_one else 1
    play.push(*attack_tasks(play, name, attack, tuple(targets) * times))


def _rules_of_targets(play: Play, name: str, attack: Attack, targets: Sequence[str]) -> Iterator[str]:
    """Why these are the targets."""
    yield from ("GH-12.31", "GH-12.32")
    if play.state.struck:
        yield "GH-12.33"
    if attack.area is not None:
        yield from ("GH-6.3", "GH-6.4", "GH-6.5")
        yield from ("GH-6.6",) if attack.add_target or (attack.targets or 1) > 1 else ()
    elif len(targets) > 1:
        yield "GH-6.2"
    if attack.add_target:
        yield "GH-7.7"
    near = play.book.board(play.state).neighbours(play.state.figure(name).at)
    if any(play.state.figure(target).at not in near for target in targets):
        yield "GH-4.1"


def _first_ones(book: Book, groups: Iterable[tuple[str, ...]], focus: str) -> list[str]:
    """The figures that it may attack first, if targets are declared one by one."""
    names = list(dict.fromkeys(name for group in groups for name in group))
    return [focus] if focus in names and book.reads("attack_order", "focus_first") else names


def _orders_by_rules(
    book: Book, state: State, task: MonsterAttack, group: tuple[str, ...], focus: str
) -> Iterator[tuple[str, ...]]:
    """The orders in which a group may be attacked; only one if all have the same result. (GH-17.20)"""
    first = [focus] if focus in group and book.reads("attack_order", "focus_first") else []
    others = [name for name in group if name not in first]
    if len(group) > MANY or not order_matters(state, state.figure(task.figure), task.attack, group):
        yield (*first, *others)
        return
    yield from ((*first, *order) for order in permutations(others))
