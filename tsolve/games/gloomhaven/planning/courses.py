"""The courses that a round may take if each character plays its turn in one way, and what they bring.

The characters' turns are planned one by one, each with the cards that may come in it; the engine plays the
monsters' turns between them. What modifier cards the monsters draw changes only hit points of characters, and
nothing that anybody decides, as long as no character falls. So these draws are not followed: characters are
played with more hit points than anybody can lose (they are *unharmed*), the blows that they take are noted,
and in the end the chance that somebody falls is counted (`danger`). Whatever comes then counts as nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from tsolve.budget import allow, current
from tsolve.cardkit import piles
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import IllegalActionError
from tsolve.games.gloomhaven.abilities import Heal
from tsolve.games.gloomhaven.actions import Action, Bear, Finish, LeaveOut, Pass, PlayHalf, Strike
from tsolve.games.gloomhaven.asked_for import things_in
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.modifiers import MONSTERS, Deck, card, reduced, result
from tsolve.games.gloomhaven.planning.danger import ONE_MORE, Blow, ThreatenedTurn, chance_to_fall, spare
from tsolve.games.gloomhaven.planning.goals import KILL, Goal
from tsolve.games.gloomhaven.planning.settled import acts_in_others_turns
from tsolve.games.gloomhaven.planning.tree import Steps, TurnTree, is_meant, worthwhile
from tsolve.games.gloomhaven.state import Owned, State, Task, deck_owner
from tsolve.games.gloomhaven.turn.attack import ATTACK_OF, DrawModifier
from tsolve.games.gloomhaven.turn.attack_numbers import defence_of, single_attack
from tsolve.games.gloomhaven.turn.damage import damage
from tsolve.games.gloomhaven.turn.monster import EndTurn
from tsolve.games.gloomhaven.turn.suffering import BearDamage
from tsolve.plays.policy import Node
from tsolve.solve.policy import Search, Worth, average
from tsolve.written.position_file import parts_of

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.planning.plan import Planner
    from tsolve.games.gloomhaven.position import ScenarioPosition


UNHARMED = 10_000
"""The hit points of an unharmed character."""
Manner = Literal["bold", "wary", "careful"]
"""How a character plans its own turn: by the goal alone, or first so that the monsters still to act do not
kill it in the middling or in the worst case.
"""
MANNERS: tuple[Manner, ...] = ("bold", "wary", "careful")
_UNTOUCHED = ("standing", "kills", "damage", "experience", "money")
"""Goals that do not depend on the hit points and on the cards of characters that do not fall."""
_ONE_TURN = 0.25
"""The share of what is left of a budget for the plan of one turn."""
_MOST_SEEN = 2_000
"""The most positions of a turn that are looked at for different ways to play it."""
_MOST_HABITS = 6
"""The most lines that are kept for a figure."""
_MIDDLING = 3
"""The value of an attack by which cards are ordered."""


class Course(NamedTuple):
    """A way in which the round may go up to a position, with its chance."""

    state: State
    """Of unharmed characters."""
    chance: Fraction = Fraction(1)
    blows: tuple[tuple[str, Blow], ...] = ()
    """What the characters, by name, had to take."""
    line: Steps = ()
    """All choices and events but those of the monsters' attacks."""


class _OwnTurn(NamedTuple):
    """How a character plays its turn by itself."""

    node: Node[State, Action, None]
    is_best: bool
    """Whether there was time to try everything."""


class Courses:
    """The courses from one position."""

    def __init__(self, position: ScenarioPosition, planner: Planner) -> None:
        """The position `is_settled`."""
        self.position, self.planner, self.game = position, planner, position.game
        goal = planner.goal
        self.levels = untouched(goal)
        """The levels of the goal that are counted; none of them where the first one depends on hit points."""
        self.deck = position.state.deck(MONSTERS)
        """The monsters' modifier cards at the beginning."""
        cards = [card(text) for text in piles.contents(self.deck.draw)]
        self._worst = sorted(cards, key=lambda each: result(each, _MIDDLING), reverse=True)
        self._cards = tuple(Counter(piles.contents(self.deck.draw)).items())
        may_heal = any(isinstance(each, Heal) for each in things_in(self.game.book.deals))
        self._healing = _lost_by_monsters(position.state) if may_heal else 0
        """The hit points that the monsters may get back."""
        self._others_act = acts_in_others_turns(self.game.book)
        self._hit_points = {each.name: each.hp for each in position.state.figures if each.side == "party"}
        self._plans: dict[Hashable, _OwnTurn | None] = {}
        self._habits: dict[tuple[str, Manner], list[Steps]] = {}
        """The lines that were planned last for a figure in this manner."""

    @property
    def names(self) -> tuple[str, ...]:
        """The characters."""
        return tuple(self._hit_points)

    @property
    def start(self) -> Course:
        """The course that has not gone anywhere yet."""
        state = self.position.state
        held = (replace(each, hand=(*each.hand, ONE_MORE)) for each in state.held)
        return Course(replace(self._unharmed(state), held=tuple(held)))

    def merged(self, courses: Sequence[Course]) -> list[Course]:
        """The courses, the likeliest first; those that nothing tells apart are one."""
        found: dict[Hashable, Course] = {}
        for each in sorted(courses, key=lambda one: one.chance, reverse=True):
            key = self.game.key(each.state), tuple(sorted(each.blows, key=lambda blow: blow[0]))
            known = found.get(key)
            found[key] = each if known is None else known._replace(chance=known.chance + each.chance)
        return sorted(found.values(), key=lambda one: one.chance, reverse=True)

    # the turn of a character

    def is_own_turn(self, state: State) -> bool:
        """Whether a character is to act."""
        is_played = not state.result and self.game.mover(state) not in (CHANCE, UNKNOWN)
        return is_played and state.cards_of(state.turn) is not None

    def played(self, course: Course, way: Manner | Steps, is_late: bool = False) -> list[Course]:
        """The courses to the end of the turn of the character that is to act. If it `is_late`, no more turns
        are planned by themselves, but played as in a like position.
        """
        if not isinstance(way, str):
            return [*self._as_usual(course, way)]
        found = None if is_late else self._plan(course.state, way)
        with suppress(IllegalActionError):  # the plan of a like position may not fit here
            if found is not None and (found.is_best or self._is_worthwhile(course, found.node)):
                return [*self._followed(course, found.node)]
        habits = [*self._habits.get((course.state.turn, way), ()), ()]
        best = max(habits, key=lambda habit: self._comes_to(course, habit))
        return [*self._as_usual(course, best)]

    def _is_worthwhile(self, course: Course, node: Node[State, Action, None]) -> bool:
        """Whether a turn for which there was little time brings no less than to act without any plan."""
        return self._comes_to(course, likeliest_line(node)) >= self._comes_to(course, ())

    def _plan(self, state: State, manner: Manner) -> _OwnTurn | None:
        """The best turn by itself; None where there is no time for it."""
        figure, alone = state.turn, self._alone(state)
        lost = {name: UNHARMED - self._left(state, name) for name in self._hit_points if state.on_map(name)}
        key = alone, manner, tuple(lost.items()) if manner != "bold" else ()
        if key in self._plans:
            return self._plans[key]
        goal = self.planner.goal
        tree = TurnTree(self.game, goal, "expected")
        if manner != "bold":
            tree = ThreatenedTurn(self.game, goal, lost, self._worst if manner == "careful" else ())
        search: Search[State, Steps] = Search(tree, "expected")
        with allow(current().part(_ONE_TURN)):
            found = search.run(alone)
            node = self.planner.followed(tree, search, found)
        if node is not None:
            habits = self._habits.setdefault((figure, manner), [])
            if (line := likeliest_line(node)) not in habits:
                habits[:] = [line, *habits][:_MOST_HABITS]
        planned = None if node is None else _OwnTurn(node, found.exact)
        if found.exact:
            self._plans[key] = planned
        return planned

    def _left(self, state: State, name: str) -> int:
        """The hit points that a character has left, after the middling blows."""
        return self._hit_points[name] - (UNHARMED - state.figure(name).hp)

    def _alone(self, state: State) -> State:
        """The position for the present turn alone, without what makes no difference in it."""
        at = next(place for place, task in enumerate(state.todo) if isinstance(task, EndTurn))
        decks = state.decks
        if not self._others_act:
            decks = tuple(each for each in state.decks if each.owner in (state.turn, MONSTERS))
        return replace(self._unharmed(state), todo=state.todo[at:], decks=decks, gathered=())

    def _followed(self, course: Course, node: Node[State, Action, None]) -> Iterator[Course]:
        for action in node.line:
            course = self._after(course, action)
        if not node.branches:
            yield course
        for branch in node.branches:
            yield from self._followed(self._after(course, branch.event, branch.chance), branch.node)

    def _comes_to(self, course: Course, habit: Steps) -> Worth:
        """What a turn comes to by a habit, if the likeliest cards come."""
        (end,) = self._as_usual(course, habit, is_likeliest=True)
        return self.so_far(end)

    def _as_usual(self, course: Course, habit: Steps, is_likeliest: bool = False) -> Iterator[Course]:
        """A turn in which a character does what it does in a like position, as far as that is possible."""
        figure, waiting = course.state.turn, [(course, habit)]
        while waiting:
            course, left = waiting.pop()
            state = course.state
            mover = self.game.mover(state) if not state.result else UNKNOWN
            if state.turn != figure or mover == UNKNOWN:
                yield course
            elif mover == CHANCE and is_likeliest:
                waiting.append((self._after(course, likeliest_event(self.game, state)), left))
            elif mover == CHANCE:
                waiting += [(each, left) for each in self._events(course)]
            else:
                actions = worthwhile(self.game, state)
                meant = [(at, one) for at, each in enumerate(left) for one in actions if is_meant(one, each)]
                at, action = meant[0] if meant else (-1, handy(self.game, state, actions))
                waiting.append((self._after(course, action), left[at + 1 :]))

    def lines(self, state: State) -> list[Steps]:
        """Ways to play the present turn: for each place where it may end, and each bonus that it may leave,
        the one that brings most if the likeliest cards come; the best ways first.
        """
        figure, seen = state.turn, set[Hashable]()
        best: dict[Hashable, tuple[Worth, Steps]] = {}
        waiting: list[tuple[State, Steps]] = [(self._alone(state), ())]
        while waiting and len(seen) < _MOST_SEEN:
            here, line = waiting.pop()
            worth = self.planner.goal.value(here)
            if worth is not None:
                end = here.figure(figure) if here.on_map(figure) else None
                place = None if end is None else (end.at, end.effects)
                if place not in best or (worth, -len(line)) > (best[place][0], -len(best[place][1])):
                    best[place] = worth, line
                continue
            mover = self.game.mover(here)
            actions = worthwhile(self.game, here) if mover not in (CHANCE, UNKNOWN) else []
            actions = [likeliest_event(self.game, here)] if mover == CHANCE else actions
            for action in actions:
                after = self.game.apply(here, action)
                if (key := self.game.key(after)) not in seen:
                    seen.add(key)
                    waiting.append((after, (*line, action)))
        return [line for _, line in sorted(best.values(), key=lambda found: found[0], reverse=True)]

    def in_full(self, line: Steps) -> tuple[Steps, State]:
        """All actions and events of a course, in the position as it is: monsters draw the likeliest cards,
        and a character that would fall loses cards for the damage; and where that ends.

        Raises IllegalActionError where somebody falls in spite of that.
        """
        state, full, waiting, is_struck = self.position.state, list[Action](), [*line], False
        while not state.result and (waiting or self.is_blow(state)):
            if self.is_blow(state):
                action, is_struck = self._likeliest_borne(state), True
            elif is_struck and isinstance(_at(state), BearDamage):
                action, is_struck = _borne(self.game, state), False
            else:
                action, is_struck = waiting.pop(0), False
                if isinstance(action, Bear) and not isinstance(_at(state), BearDamage):
                    continue  # it has no card to lose, so it is not asked
                action = _borne(self.game, state) if isinstance(action, Bear) else action
            full.append(action)
            state = self.game.apply(state, action)
        return tuple(full), state

    def _likeliest_borne(self, state: State) -> Action:
        """The likeliest card of a monster by which its target does not fall, if there is one."""
        task = state.todo[-1]
        assert isinstance(task, DrawModifier)
        damages = dict(zip((text for text, _ in self._cards), self.damages(state, task), strict=True))
        bears = state.figure(task.target).hp if not _spare(state, task.target) else UNHARMED
        events = sorted(self.game.chance(state), key=lambda event: event[1], reverse=True)
        borne = (event for event, _ in events if damages.get(self.game.card_of(event), 0) < bears)
        return next(borne, events[0][0])

    # what happens in between

    def until_own_turn(self, course: Course) -> Iterator[Course]:
        """The courses through the turns of monsters, until a character is to act, or to the end."""
        waiting = [course]
        while waiting:
            course = waiting.pop()
            state = course.state
            mover = self.game.mover(state) if not state.result else UNKNOWN
            if mover == UNKNOWN or self.is_own_turn(state):
                yield course
            elif mover != CHANCE:
                waiting.append(self._after(course, least(worthwhile(self.game, state))))
            elif self.is_blow(state):
                waiting.append(self._struck(course))
            else:
                waiting += self._events(course)

    def _events(self, course: Course) -> Iterator[Course]:
        events = self.game.chance(course.state)
        whole = sum(weight for _, weight in events)
        return (self._after(course, event, Fraction(weight, whole)) for event, weight in events)

    def _after(self, course: Course, action: Action, chance: Fraction | int = 1) -> Course:
        state, blows = course.state, course.blows
        task = state.todo[-1]
        if isinstance(action, Bear):
            action = Bear(())  # whether cards are lost for it, and how often, is counted in the end
        if isinstance(task, BearDamage) and action == Bear(()):
            blows = (*blows, (task.figure, Blow((task.damage,), _spare(state, task.figure))))
        after = self.game.apply(state, action)
        return Course(after, course.chance * chance, blows, (*course.line, action))

    def is_blow(self, state: State) -> bool:
        """Whether a monster draws a card for its attack on a character."""
        task = _at(state)
        return isinstance(task, DrawModifier) and deck_owner(state.figure(task.attacker)) == MONSTERS

    def _struck(self, course: Course) -> Course:
        """The course after an attack of a monster, of which only the blow is noted."""
        state = course.state
        task = state.todo[-1]
        assert isinstance(task, DrawModifier)
        damages = self.damages(state, task)
        is_sample = task.drawing.way != "advantage" and piles.is_shuffled(self.deck.draw)
        blow = Blow(damages if is_sample else (max(damages),), _spare(state, task.target))
        return course._replace(state=self.after_blow(state), blows=(*course.blows, (task.target, blow)))

    def after_blow(self, state: State) -> State:
        """The position after an attack of a monster on an unharmed character; no card is missing then."""
        while isinstance(_at(state), DrawModifier) and self.game.mover(state) == CHANCE:
            state = self.game.apply(state, likeliest_event(self.game, state))
        task = _at(state)
        if isinstance(task, BearDamage) and task.why.startswith(ATTACK_OF):
            state = self.game.apply(state, Bear(()))
        others = tuple(each for each in state.decks if each.owner != MONSTERS)
        return replace(state, decks=(*others, Owned(MONSTERS, self.deck)))

    def damages(self, state: State, task: DrawModifier) -> tuple[int, ...]:
        """The damage of an attack by each kind of card. The worse of two cards harms no more than the first
        of them.
        """
        attacker, target = state.figure(task.attacker), state.figure(task.target)
        single = single_attack(self.game.book, state, attacker, target, task.attack)
        defence = defence_of(target)
        cards = [card(text) for text, _ in self._cards]
        counted = map(reduced, cards) if task.drawing.is_reduced else cards
        return tuple(damage(single, defence, (each,)).amount for each in counted)

    def copies_in(self, deck: Deck) -> tuple[int, ...]:
        """How many cards of each kind a deck still has."""
        left = Counter(piles.contents(deck.draw))
        return tuple(left[text] for text, _ in self._cards)

    def _unharmed(self, state: State) -> State:
        figures = (
            replace(each, hp=UNHARMED, max_hp=UNHARMED) if each.side == "party" else each
            for each in state.figures
        )
        return replace(state, figures=tuple(figures))

    # what it brings

    def so_far(self, course: Course) -> Worth:
        """What a course has come to, by the `levels`, as if the round ended here."""
        goal = self.planner.goal
        return goal.worth(goal.amounts(course.state))[: len(self.levels)]

    def worth(self, course: Course) -> Worth:
        """What a course brings at least, over all cards that the monsters may draw."""
        goal = self.planner.goal
        amounts = goal.amounts(course.state)
        nothing = dict.fromkeys(amounts, 0) | {"damage": -self._healing}
        if not course.state.result:
            amounts = {**amounts, "standing": 0, "damage": amounts.get("damage", 0) - self._healing}
        falls = self.falls(course)
        worths = (goal.worth(amounts)[: len(self.levels)], goal.worth(nothing)[: len(self.levels)])
        return average([1 - falls, falls], worths)

    def falls(self, course: Course) -> Fraction:
        """The chance that any character falls, at the most."""
        draws = sum(blow.is_drawn for _, blow in course.blows)
        copies = tuple(number for _, number in self._cards)
        chance = Fraction(0)
        for name, hit_points in self._hit_points.items():
            blows = tuple(blow for figure, blow in course.blows if figure == name)
            if draws > sum(copies):  # the deck would be shuffled meanwhile
                blows = tuple(Blow((max(blow.damages),), blow.spare) for blow in blows)
            chance += chance_to_fall(hit_points, blows, copies)
        return min(chance, Fraction(1))


def least_worth(goal: Goal, state: State) -> Worth:
    """What a round brings at least, whatever happens: nothing, and the monsters get back what they lost."""
    nothing = dict.fromkeys(goal.amounts(state), 0)
    return goal.worth({**nothing, "damage": -_lost_by_monsters(state)})


def _lost_by_monsters(state: State) -> int:
    return sum(each.max_hp - each.hp for each in state.figures if each.side != "party")


def untouched(goal: Goal) -> tuple[str, ...]:
    """The first levels of a goal that do not depend on the hit points of characters that do not fall."""
    return tuple(takewhile(_is_untouched, goal.levels))


def _is_untouched(level: str) -> bool:
    """Whether a level of the goal does not depend on what harms characters, as long as none falls."""
    return all(name in _UNTOUCHED or name.startswith(f"{KILL} ") for _, name in parts_of(level))


def _spare(state: State, name: str) -> int:
    held = state.cards_of(name)
    return 0 if held is None else spare(held)


def _at(state: State) -> Task | None:
    """What is to be done next."""
    return state.todo[-1] if state.todo else None


def _borne(game: Gloomhaven, state: State) -> Action:
    """How a character bears damage: it loses cards only if it would fall."""
    task = state.todo[-1]
    assert isinstance(task, BearDamage)
    ways = [each for each in game.legal_actions(state) if isinstance(each, Bear)]
    falls = state.figure(task.figure).hp <= task.damage
    return next((each for each in ways if bool(each.lost) == falls), ways[0])


def likeliest_event(game: Gloomhaven, state: State) -> Action:
    return max(game.chance(state), key=lambda event: event[1])[0]


def likeliest_line(node: Node[State, Action, None]) -> Steps:
    """What is done and drawn where the likeliest cards come."""
    line = node.line
    while node.branches:
        branch = max(node.branches, key=lambda each: each.chance)
        node = branch.node
        line = (*line, branch.event, *node.line)
    return line


def handy(game: Gloomhaven, state: State, actions: Sequence[Action]) -> Action:
    """What a character does that has no plan: a half with which it attacks from where it stands, if there is
    one; else as others do.
    """
    halves = (each for each in actions if isinstance(each, PlayHalf))
    after = ((each, game.legal_actions(game.apply(state, each))) for each in halves)
    attacks = (each for each, then in after if any(isinstance(one, Strike) for one in then))
    return next(attacks, None) or least(actions)


def least(actions: Sequence[Action]) -> Action:
    """What somebody does who has no plan: attack whoever is near, else as little as the rules allow."""
    strikes = [each for each in actions if isinstance(each, Strike)]
    least: list[Action] = [Bear(()), LeaveOut(), *strikes[:1], Pass(), Finish()]
    return next((each for each in least if each in actions), actions[0])
