"""The most that a round can come to, by the same round with characters that nothing can fell.

What modifier cards the monsters draw changes only hit points of characters (`settled.is_settled`). So in the
round of the unharmed nobody draws for monsters: what an attack takes on average is noted as lost, and all
that anybody decides goes on as it is. No play of the real round is worth more, level by level: where a
character may fall, fewer are left standing on average, which counts first; where cards are lost for damage,
fewer cards are left, which counts before hit points; and else the real round differs in nothing but the hit
points. Of these the cards drawn before may tell the players more than the mean: so for an attack after the
next choice the cards that were drawn are taken to be the worst ones of the deck.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.abilities import Heal, Recover
from tsolve.games.gloomhaven.actions import Action, Bear
from tsolve.games.gloomhaven.asked_for import looked_through
from tsolve.games.gloomhaven.modifiers import MONSTERS, Deck, Way
from tsolve.games.gloomhaven.planning.courses import UNHARMED, Courses
from tsolve.games.gloomhaven.planning.danger import MOST_DRAWS, ONE_MORE, Blow, chance_to_fall, spare
from tsolve.games.gloomhaven.planning.goals import Goal
from tsolve.games.gloomhaven.planning.means import inside, printed_in
from tsolve.games.gloomhaven.planning.prospects import Prospects, exact_worth
from tsolve.games.gloomhaven.planning.tree import Steps, TurnTree, worthwhile
from tsolve.games.gloomhaven.state import Owned, State
from tsolve.games.gloomhaven.turn.attack import DrawModifier
from tsolve.games.gloomhaven.turn.halves import FinishHalf
from tsolve.games.gloomhaven.turn.suffering import BearDamage
from tsolve.games.gloomhaven.uncounted import goes_uncounted
from tsolve.solve.policy import Chance, Decision, Event, Search, Shut, Valuation, Worth, plus
from tsolve.written.position_file import parts_of

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.game import Gloomhaven
    from tsolve.games.gloomhaven.position import ScenarioPosition


class Hurt(NamedTuple):
    """What changes the hit points of a character."""

    name: str
    damages: tuple[int, ...]
    """By each kind of modifier card of the monsters; one number where none is drawn, less than 0 for a heal.
    """
    draws: int = 0
    """How many cards are drawn for it."""
    way: Way = "normal"
    is_begun: bool = False
    """Whether one of two cards has been drawn already."""
    spare: int = 0
    """How often the character may have lost cards for damage by then."""


class Phase(NamedTuple):
    """What happens by itself, without any choice or draw of the players."""

    state: State
    hurts: tuple[Hurt, ...]
    actions: tuple[Action, ...]
    """What the players may choose then; nothing where chance goes on, or the round is over."""
    key: Hashable
    """The same for equal positions in the end."""
    may_heal: bool
    """Whether any heal may still come."""


class Unharmed(NamedTuple):
    """A position of the round, up to the next choice or draw of the players."""

    state: State
    actions: tuple[Action, ...]
    """What the players may choose; nothing where chance goes on, or the round is over."""
    lost: tuple[Fraction, ...]
    """The hit points that each character has lost at least, on average."""
    most: tuple[int, ...]
    """The most that each has lost."""
    drawn: int
    """How many cards the monsters have drawn by now."""
    key: Hashable = None
    """The same for positions with the same future. What was lost counts only where it may be healed."""
    hope: Worth = ()
    """An upper bound, as if no hit points had been lost."""


def bounds_rounds(position: ScenarioPosition, goal: Goal) -> bool:
    """Whether what is said above holds for the goal, and nothing changes the monsters' deck or brings cards
    back.
    """
    table = looked_through(position.book, position.state)
    levels = [[name for _, name in parts_of(level)] for level in goal.levels]
    before_cards = levels[: levels.index(["cards"])] if ["cards"] in levels else levels
    return not (
        table is None
        or not piles.is_shuffled(position.state.deck(MONSTERS).draw)
        or levels[0] != ["standing"]
        or any("hit_points" in each or "cards" in each for each in before_cards)
        or table.says(("bless", "curse"))
        or table.has(Recover)
        or goes_uncounted(position.book, position.state)
        or any(half.slots for each in position.book.cards.values() for half in (each.top, each.bottom))
        or any(effect.slots for each in position.state.figures for effect in each.effects)
    )


class UnharmedRound:
    """The round of the unharmed as a tree (`tsolve.solve.policy.Tree`)."""

    bounded = True

    def __init__(self, position: ScenarioPosition, goal: Goal, courses: Courses) -> None:
        """The position `is_settled`, and the goal is one that this `bounds_rounds` of."""
        self.game: Gloomhaven = position.game
        self.goal, self._courses = goal, courses
        self._start = position.state
        self._names = courses.names
        self._full = [position.state.figure(name).max_hp for name in self._names]
        self._hit_point = goal.worth({"hit_points": 1})
        self._prospects = Prospects(position.book, goal, printed_in(position.book, position.state))
        self._phases: dict[Hashable, Phase] = {}
        self._hopes: dict[Hashable, Worth] = {}
        self._endless = tuple([10**9] * len(goal.levels))
        self._cards = len(piles.contents(position.state.deck(MONSTERS).draw))
        self.search = _Shifting(self)

    def is_searched(self) -> bool:
        """Search the round, as far as the budget in force goes; whether that was to its end."""
        if not self._prospects.holds:
            return False
        start = self.of(self._start)
        return self._prospect(start) != self._endless and self.search.run(start).exact

    # positions

    def of(self, state: State) -> Unharmed:
        """A position of the real round, with the cards that are left in the monsters' deck there."""
        return self._of(state, self._phase(_core(state, self._courses.deck)))

    def _of(self, state: State, phase: Phase) -> Unharmed:
        deck = state.deck(MONSTERS)
        there = {each.name: each.hp for each in state.figures}
        full = zip(self._names, self._full, strict=True)
        gone = tuple([most - there.get(name, most) for name, most in full])
        drawn = self._cards - len(piles.contents(deck.draw))
        lost = tuple(map(Fraction, gone))
        before = Unharmed(state, (), lost, gone, drawn, hope=self._endless)
        return self._gone_on(before, phase, deck, 0)

    def most(self, state: State) -> Worth | None:
        """An upper bound of a position of the real round; None where somebody may fall before the next choice
        or draw of the players.
        """
        phase = self._phase(_core(state, self._courses.deck))
        return None if self._chance(state, phase) else self.bound(self._of(state, phase))

    def _after(self, node: Unharmed, action: Action) -> Unharmed:
        """The position after a choice or a draw of the players."""
        state, hurts = _healed(self.game.apply(node.state, action))
        changed = self._counted(node, hurts, self._courses.deck, 0)
        if not node.actions:  # a draw may come to more than the mean of all
            changed = changed._replace(hope=self._endless)
        return self._gone_on(changed, self._phase(state), self._courses.deck, changed.drawn)

    def _gone_on(self, before: Unharmed, phase: Phase, deck: Deck, gone: int) -> Unharmed:
        """What comes of a position by itself: `gone` cards, maybe the worst ones, are missing in the deck."""
        after = self._counted(before, phase.hurts, deck, gone)
        lost = (after.lost, after.most) if phase.may_heal else None
        key = phase.key, after.drawn, lost
        after = after._replace(state=phase.state, actions=phase.actions, key=key)
        hope = before.hope
        if after.lost != before.lost:
            hope = plus(hope, self._hit_point, sum(after.lost) - sum(before.lost))
        if key not in self._hopes:
            self._hopes[key] = self._endless if phase.state.result else self._prospect(after)
        hope = self._hopes[key] = min(hope, self._hopes[key])
        return after._replace(hope=hope)

    def _phase(self, core: State) -> Phase:
        """What happens from here by itself. Forced choices are made, and nobody loses cards for damage."""
        key = self.game.key(core)
        if key in self._phases:
            return self._phases[key]
        state, hurts, actions = core, list[Hurt](), list[Action]()
        while not state.result:
            task = state.todo[-1]
            if self._courses.is_blow(state):
                assert isinstance(task, DrawModifier)
                hurts.append(self._hurt(state, task))
                state = self._courses.after_blow(state)
            elif isinstance(task, BearDamage):
                held = state.cards_of(task.figure)
                hurts.append(Hurt(task.figure, (task.damage,), spare=0 if held is None else spare(held)))
                state = self.game.apply(state, Bear(()))
            elif self.game.mover(state) in (CHANCE, UNKNOWN):
                break
            else:
                actions = worthwhile(self.game, state)
                if len(actions) > 1:
                    break
                state, actions = self.game.apply(state, actions[0]), []
            state, healed = _healed(state)
            hurts += healed
        end = key if state is core else self.game.key(state)
        self._phases[key] = Phase(state, tuple(hurts), tuple(actions), end, self._may_heal(state))
        return self._phases[key]

    def _hurt(self, state: State, task: DrawModifier) -> Hurt:
        damages, drawing = self._courses.damages(state, task), task.drawing
        draws = (1 if drawing.way == "normal" else 2) - len(drawing.cards)
        held = state.cards_of(task.target)
        spared = 0 if held is None else spare(held)
        return Hurt(task.target, damages, draws, drawing.way, bool(drawing.cards), spared)

    def _counted(self, node: Unharmed, hurts: Sequence[Hurt], deck: Deck, gone: int) -> Unharmed:
        lost, most, drawn = [*node.lost], [*node.most], 0
        copies = self._courses.copies_in(deck)
        for each in hurts:
            at = self._names.index(each.name)
            drawn += each.draws
            if each.damages[0] < 0:
                gain = min(-each.damages[0], most[at])
                lost[at], most[at] = max(lost[at] - gain, Fraction(0)), most[at] - gain
                continue
            is_sample = each.draws and not each.is_begun and drawn + gone <= sum(copies)
            lost[at] += _least_mean(each.damages, each.way, copies, gone) if is_sample else min(each.damages)
            most[at] += max(each.damages)
        return node._replace(lost=tuple(lost), most=tuple(most), drawn=node.drawn + drawn)

    # worth

    def _base(self, state: State) -> dict[str, int | Fraction]:
        """The amounts of a position, as if no hit points had been lost."""
        amounts: dict[str, int | Fraction] = {**self.goal.amounts(state)}
        there = [full for name, full in zip(self._names, self._full, strict=True) if state.on_map(name)]
        amounts |= {name: sum(there) for name in ("hit_points",) if name in amounts}
        if "cards" in amounts:
            amounts["cards"] -= sum(ONE_MORE in held.hand for held in state.held)
        return amounts

    def worth(self, node: Unharmed) -> Worth:
        """What a position has come to, with the hit points that were lost on average."""
        return self._less(exact_worth(self.goal, self._base(node.state)), node)

    def _less(self, worth: Worth, node: Unharmed) -> Worth:
        return plus(worth, self._hit_point, -sum(node.lost))

    def _prospect(self, node: Unharmed) -> Worth:
        lost = sum(node.lost, Fraction(0))
        return self._prospects.most(node.state, self._base(node.state), lost) or self._endless

    def bound(self, node: Unharmed) -> Worth:
        """The least upper bound that the search has found for a position by now."""
        known = self.search.recalled(node, node.key)
        hope = self.upper_bound(node)
        return hope if known is None or known.high is None else min(hope, known.high)

    def chance_to_fall(self, state: State) -> Fraction:
        """How likely somebody falls, at the least, in a position of the real round before the next choice or
        draw of the players.
        """
        return self._chance(state, self._phase(_core(state, self._courses.deck)))

    def _chance(self, state: State, phase: Phase) -> Fraction:
        hurts, copies = phase.hurts, self._courses.copies_in(state.deck(MONSTERS))
        if not piles.is_shuffled(state.deck(MONSTERS).draw):
            return Fraction(0)
        chances = [Fraction(0)]
        for name in self._names:
            own = [each for each in hurts if each.name == name]
            is_plain = all(
                each.draws < 2 and not each.is_begun and not each.spare and each.damages[0] >= 0
                for each in own
            )
            if own and is_plain and sum(each.draws for each in hurts) <= min(MOST_DRAWS, sum(copies)):
                blows = tuple(Blow(each.damages, 0) for each in own)
                chances.append(chance_to_fall(state.figure(name).hp, blows, copies))
        return max(chances)

    # the tree

    def key(self, node: Unharmed) -> Hashable:
        return node.key

    def _may_heal(self, state: State) -> bool:
        cards = self.game.book.cards
        halves = [
            half
            for held in state.held
            for name in held.plays
            if (held.owner, name) in cards
            for half in (cards[held.owner, name].top, cards[held.owner, name].bottom)
        ]
        halves += [task.half for task in state.todo if isinstance(task, FinishHalf)]
        rests = any(figure.rests for figure in state.figures)
        return rests or any(isinstance(each, Heal) for half in halves for each in inside(half.abilities))

    def expand(self, node: Unharmed) -> Decision[Unharmed, Steps] | Chance[Unharmed, Steps] | Shut:
        """What the players may do, or draw."""
        game, state = self.game, node.state
        if state.result:
            return Decision(self.worth(node), ())
        if node.actions:
            return Decision(None, [((each,), self._after(node, each)) for each in node.actions])
        if game.mover(state) == UNKNOWN:
            return Shut()
        events = game.chance(state)
        return Chance([Event((event,), weight, self._after(node, event)) for event, weight in events])

    def upper_bound(self, node: Unharmed) -> Worth:
        """The hope of the position."""
        return self.worth(node) if node.state.result else self._less(node.hope, node)

    def lower_bound(self, node: Unharmed) -> Worth | None:
        """The worth of an end."""
        return self.worth(node) if node.state.result else None

    def shifted(self, worth: Worth, known: Unharmed, node: Unharmed) -> Worth:
        """What a bound of one position means for an equal one in which other hit points were lost."""
        return plus(worth, self._hit_point, sum(known.lost) - sum(node.lost))


class _Shifting(Search[Unharmed, Steps]):
    """A search in which equal positions differ by the hit points that were lost."""

    def __init__(self, tree: UnharmedRound) -> None:
        super().__init__(tree, "expected")
        self._round = tree

    def recalled(self, node: Unharmed, key: Hashable) -> Valuation[Unharmed, Steps] | None:
        known = super().recalled(node, key)
        if known is None or known.node.lost == node.lost:
            return known
        low = None if known.low is None else self._round.shifted(known.low, known.node, node)
        high = None if known.high is None else self._round.shifted(known.high, known.node, node)
        found: Valuation[Unharmed, Steps] = Valuation(node, low, high)
        found.action, found.next, found.events = known.action, known.next, known.events
        return found


def _is_plain(hurt: Hurt) -> bool:
    """Whether it takes hit points by one card or none, and no other cards can be lost for it."""
    return hurt.way == "normal" and not hurt.is_begun and not hurt.spare and hurt.damages[0] >= 0


def _core(state: State, deck: Deck) -> State:
    """A position with unharmed characters, who are asked how they bear any damage, and a full deck."""
    figures = (
        replace(each, hp=UNHARMED, max_hp=2 * UNHARMED) if each.side == "party" else each
        for each in state.figures
    )
    held = (
        each if ONE_MORE in each.hand else replace(each, hand=(*each.hand, ONE_MORE)) for each in state.held
    )
    others = tuple(each for each in state.decks if each.owner != MONSTERS)
    decks = (*others, Owned(MONSTERS, deck))
    return replace(state, figures=tuple(figures), held=tuple(held), decks=decks)


def _healed(state: State) -> tuple[State, tuple[Hurt, ...]]:
    """A position with unharmed characters again, and what they were healed by."""
    party = [each for each in state.figures if each.side == "party" and each.hp != UNHARMED]
    if not party:
        return state, ()
    figures = (replace(each, hp=UNHARMED) if each.side == "party" else each for each in state.figures)
    healed = [Hurt(each.name, (UNHARMED - each.hp,)) for each in party if each.hp > UNHARMED]
    return replace(state, figures=tuple(figures)), tuple(healed)


@lru_cache(4096)
def _least_mean(damages: tuple[int, ...], way: Way, copies: tuple[int, ...], gone: int) -> Fraction:
    """What an attack takes on average, if so many cards are gone, the worst ones. Of two cards the worse or
    the better one counts. (GH-6.12, GH-6.13)
    """
    cards = sorted(each for each, number in zip(damages, copies, strict=True) for _ in range(number))
    left = cards[: len(cards) - gone]
    if way == "normal":
        return Fraction(sum(left), len(left))
    pairs = [min(pair) if way == "disadvantage" else max(pair) for pair in combinations(left, 2)]
    return Fraction(sum(pairs), len(pairs))


class GuidedRound(TurnTree):
    """The real round, bounded by that of the unharmed."""

    def __init__(self, unharmed: UnharmedRound) -> None:
        super().__init__(unharmed.game, unharmed.goal, "expected")
        self._unharmed = unharmed

    def expand(self, node: State) -> Decision[State, Steps] | Chance[State, Steps] | Shut:
        """What happens at the node; choices with one answer that follow each other are one move."""
        found = super().expand(node)
        if not isinstance(found, Decision) or len(found.moves) != 1:
            return found
        ((steps, state),) = found.moves
        while not state.result and self.game.mover(state) not in (CHANCE, UNKNOWN):
            actions = worthwhile(self.game, state)
            if len(actions) != 1:
                break
            steps, state = (*steps, *actions), self.game.apply(state, actions[0])
        return Decision(None, [(steps, state)])

    def most(self, node: State) -> Worth:
        most = self._unharmed.most(node)
        if most is None:
            standing, *others = self.bounds.most(node)
            return standing - self._unharmed.chance_to_fall(node), *others
        return most
