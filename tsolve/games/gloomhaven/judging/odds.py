"""`odds` of attacks: the chances of damage and of deaths, target by target and together.

Every modifier card that may come after the line of a file is played through the rules. A puzzle may expect
the resulting odds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple, get_args

from msgspec.structs import replace

from tsolve.batch import Calls
from tsolve.cardkit import piles
from tsolve.chances.events import Odds
from tsolve.chances.hands import Estimator, Figures, Hand, Weight, chance_of, mean_of, spread_of
from tsolve.chances.odds import OddsJudge
from tsolve.contract.position import Position
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import InputError, UsageError
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.endurance import endurance
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.judging.attack_outcomes import ATTACKING, Outcome, one_outcome, outcomes
from tsolve.games.gloomhaven.modifiers import MONSTERS, Deck, modifier_cards, parse
from tsolve.games.gloomhaven.modifiers import card as modifier
from tsolve.games.gloomhaven.perks import each_taken, swap_from
from tsolve.games.gloomhaven.state import Owned, State, Task, deck_owner
from tsolve.games.gloomhaven.turn.attack import AttackOne, DrawModifier
from tsolve.games.gloomhaven.turn.attack_numbers import single_attack
from tsolve.games.gloomhaven.writing.abilities_and_decks import UNKNOWN_HIT_POINTS
from tsolve.games.gloomhaven.writing.statements import OddsExpectation
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.odds import DeckOdds, DeckWish, Figure, Line, Row, Section, Threshold
from tsolve.steps.line import play_line

if TYPE_CHECKING:
    from tsolve.diagnostics import Diagnostics
    from tsolve.games.gloomhaven.position import ScenarioPosition


_FEWER, _MORE = 2, 3
"""How much lower and higher the other numbers of an attack are."""

CONDITIONS: tuple[Condition, ...] = get_args(Condition)
ALL = "all"
"""The row of all targets together, if there are several."""


class AttackOdds(Odds[State, Action]):
    """The chances of attacks from a position in which the next modifier card comes."""

    hand = 0
    dealt_from = "the modifier deck"
    has_events = False
    if_they_come = ("effects",)

    def __init__(
        self,
        position: Position[State, Action],
        game: Gloomhaven,
        state: State,
        owner: str,
        targets: Sequence[str],
        more: tuple[type[Task], ...] = (),
    ) -> None:
        """`owner`: the owner of the deck of the first card; `more`: further tasks that attack later."""
        super().__init__(position)
        self.game, self.state, self.owner, self.targets, self.more = game, state, owner, targets, more
        self._hit_points = {name: state.figure(name).hp for name in targets if state.is_up(name)}

    def deck(self, all_cards: bool) -> Sequence[str]:
        """The cards that may come next; with `all_cards` also those that were drawn already."""
        deck = self.state.deck(self.owner)
        if piles.has_unknown(deck.draw):
            raise UsageError(f"the modifier deck of {self._whose} is not known")
        return deck.cards() if all_cards else piles.contents(deck.coming)

    @property
    def _whose(self) -> str:
        return "the monsters" if self.owner == MONSTERS else self.owner

    def judging(self, deck: Sequence[str], draws: bool) -> Calls[Hand, Figures]:
        return Calls(partial(_figures, self.game, self._with(deck), tuple(self.targets), self.more))

    def playing(self, deck: Sequence[str]) -> Calls[Hand, Figures]:
        return Calls(partial(_played, self.game, self._with(deck), tuple(self.targets), self.more))

    def _with(self, deck: Sequence[str]) -> State:
        """The position with these cards in the deck of the next card."""
        state = self.state
        own = state.deck(self.owner)
        if Counter(deck) != Counter(piles.contents(own.coming)):
            changed = Deck(piles.shuffled(tuple(deck)), reshuffles=own.reshuffles)
            others = tuple(owned for owned in state.decks if owned.owner != self.owner)
            state = replace(state, decks=(*others, Owned(self.owner, changed)))
        return state

    def sections(self, found: Estimator) -> Iterator[Section]:
        """Damage and deaths of every target, and of all together; then the conditions that they get."""
        yield from self._damage(found)
        yield Section("effects", "Effects", lines=tuple(self._conditions(found)))
        if rows := tuple(self._by_base(found)):
            yield Section("bases", "By the attack before the modifier card", "attack", rows, in_full=True)

    def _conditions(self, found: Estimator) -> Iterator[Line]:
        """The chance of each condition that a target may get and live with."""
        for place, target in enumerate(self.targets):
            for at, name in enumerate(CONDITIONS):
                title = f"{target} lives and has {name}"
                figure = chance_of(found, place, name, name, title, partial(_has, 1 << at))
                yield Line(name, (figure,), f"that {target} lives and has it")

    def _by_base(self, found: Estimator) -> Iterator[Row]:
        """The damage of the same attack with other numbers."""
        first = len(self.targets) + 1  # behind all targets
        for place, base in enumerate(other_bases(self.game, self.state, self.more), first):
            title = f"with attack {base.number}"
            mean = mean_of(found, place, "damage by attack", "damage", f"damage {title}", "points")
            kill = chance_of(found, place, "kill by attack", "killed", f"dies {title}", _is_dead)
            yield Row(str(base.number), title, (mean, kill))

    def _damage(self, found: Estimator) -> Iterator[Section]:
        if len(self.targets) == 1:
            (target,) = self.targets
            row = self._row(found, 0, target, "")
            if row.threshold is None:
                yield Section("attack", "Damage", lines=(Line("damage", row.figures, "on average"),))
            else:
                yield Section("attack", "Damage", "target", (row,))
            return
        rows = [self._row(found, place, target, target) for place, target in enumerate(self.targets)]
        place = len(self.targets)
        damage = spread_of(
            found,
            place,
            "damage",
            "damage",
            "damage to all",
            "points",
            "Damage to all",
            lambda each: (each[0], True),
        )
        figures = [damage]
        if all(row.threshold is not None for row in rows):
            figures.append(
                chance_of(found, place, "kill", "killed", "all targets die", lambda each: each[1] == 1)
            )
        yield Section("attack", "Damage", "target", (*rows, Row(ALL, "", tuple(figures))))

    def _row(self, found: Estimator, place: int, target: str, called: str) -> Row:
        points = self._hit_points.get(target, UNKNOWN_HIT_POINTS)
        is_mortal = points < UNKNOWN_HIT_POINTS
        damage = spread_of(
            found,
            place,
            "damage",
            "damage",
            f"damage to {target}",
            "points",
            f"Damage to {target}",
            lambda each: (each[0], each[1] == 1),
        )
        if not is_mortal:
            return Row(target, called, (damage,))
        kill = chance_of(found, place, "kill", "killed", f"{target} dies", lambda each: each[1] == 1)
        return Row(target, called, (kill, damage), threshold=Threshold("hit points", points, "kills it"))

    def notes(self, wish: DeckWish, decks: Sequence[Sequence[str]]) -> Iterator[str]:
        """Notes, also on damage that may be avoided by losing cards. (GH-11.5)"""
        yield from super().notes(wish, decks)
        for name in self.targets:
            held = self.state.cards_of(name)
            times = len(held.hand) + len(held.discarded) // 2 if held is not None else 0
            if times:
                number = "once" if times == 1 else f"{times} times"
                text = f"{name} takes all damage here; by losing a card of its hand, or two discarded ones"
                yield f"{text}, it avoids that of one attack: {number} at most (GH-11.5)"
        held = self.state.cards_of(self.state.turn)
        of_round = 2  # where no more are told, nobody knows how long they last
        if held is not None and (held.hand or len(held.discarded) + len(held.plays) > of_round):
            yield endurance(held)

    # cards of the deck as people name them

    def order(self, card: str) -> tuple[object, ...]:
        found = modifier(card)
        return found.rolling, found.kind, found.number, card

    def find_card(self, name: str, found: Diagnostics) -> str:
        try:
            return str(parse(name))
        except InputError as error:
            for each in error.diagnostics:
                found.report(each.code, each.message, each.span, each.help)
            return ""

    def card_name(self, card: str) -> str:
        return card

    def exchange(self, text: str) -> tuple[Sequence[str], Sequence[str]] | None:
        """What a perk does, as often as it is taken. (GH-15.4)"""
        swaps = [swap for each in each_taken(text) if (swap := swap_from(each)) is not None]
        out = [str(parse(card)) for swap in swaps for card, number in swap.out for _ in range(number)]
        into = [str(parse(card)) for swap in swaps for card, number in swap.into for _ in range(number)]
        return (out, into) if swaps else None

    def refuse_copies(self, card: str, copies: int) -> str:
        limits = {"bless": modifier_cards().bless, "curse": modifier_cards().curse}
        if copies <= limits.get(card, copies):
            return ""
        return f"there are {limits[card]} x {card} (GH-8.11, GH-8.14)"


class Base(NamedTuple):
    """An attack with another number."""

    number: int
    target: str
    state: State


def other_bases(game: Gloomhaven, state: State, more: tuple[type[Task], ...] = ()) -> Iterator[Base]:
    """The position with other numbers of the attack whose card comes next, if no other one is to come, nor a
    task of the kinds `more`.
    """
    task, waits_for = state.todo[-1], (*ATTACKING, *more)
    if not isinstance(task, DrawModifier) or any(isinstance(each, waits_for) for each in state.todo[:-1]):
        return
    attacker, target = state.figure(task.attacker), state.figure(task.target)
    amount = task.attack.amount
    now = single_attack(game.book, state, attacker, target, task.attack).printed
    for number in range(max(now - _FEWER, 0), now + _MORE + 1):
        changed = replace(amount, number=amount.number + number - now)
        attack = replace(task.attack, amount=changed)
        yield Base(number, task.target, replace(state, todo=(*state.todo[:-1], replace(task, attack=attack))))


def _is_dead(outcome: tuple[int, ...]) -> bool:
    return outcome[1] == 1


def _has(bit: int, outcome: tuple[int, ...]) -> bool:
    """Whether an outcome of a target has this condition."""
    return outcome[2] & bit > 0


def _figures(
    game: Gloomhaven, state: State, targets: Sequence[str], more: tuple[type[Task], ...], _: Hand
) -> Figures:
    """The figures over all orders in which cards can come."""
    return _counted(game, state, targets, more, lambda start: outcomes(game, start, more))


def _played(
    game: Gloomhaven, state: State, targets: Sequence[str], more: tuple[type[Task], ...], hand: Hand
) -> Figures:
    """The figures of one play at random, by the seed that stands for a hand."""
    random = Random(hand[0])
    return _counted(
        game, state, targets, more, lambda start: {one_outcome(game, start, random, more): Fraction(1)}
    )


def _counted(
    game: Gloomhaven,
    state: State,
    targets: Sequence[str],
    more: tuple[type[Task], ...],
    ends_of: Callable[[State], Mapping[Outcome, Fraction]],
) -> Figures:
    """For every target, and finally for all, the damage and whether it kills; then the attack with other
    numbers.
    """
    found: list[dict[tuple[int, ...], Weight]] = [defaultdict(Fraction) for _ in (*targets, ALL)]
    for outcome, chance in ends_of(state).items():
        for place, target in enumerate(targets):
            bits = sum(1 << at for at, each in enumerate(CONDITIONS) if (target, each) in outcome.gained)
            found[place][outcome.on(target), int(target in outcome.dead), bits] += chance
        whole = sum(amount for _, amount in outcome.damage)
        found[-1][whole, int(outcome.dead >= set(targets))] += chance
    for base in other_bases(game, state, more):
        ends: dict[tuple[int, ...], Weight] = defaultdict(Fraction)
        for outcome, chance in ends_of(base.state).items():
            ends[outcome.on(base.target), int(base.target in outcome.dead)] += chance
        found.append(ends)
    return _plain(found)


def _plain(found: Sequence[Mapping[tuple[int, ...], Weight]]) -> Figures:
    return [dict(each) for each in found]


def odds_of(
    position: Position[State, Action],
    game: Gloomhaven,
    targets: Sequence[str],
    more: tuple[type[Task], ...] = (),
) -> AttackOdds:
    """The chances of the attacks that are to come; `targets` are all that may be attacked, by name.

    Actions without alternatives are done first. Raises UsageError if the line is not legal, if the players
    choose first, or if no attack is to come.
    """
    line = position.written.line
    state = position.state
    if line:
        played = play_line(
            position, line, [position.decoded.span("line", index) for index in range(len(line))]
        )
        if not played.answer.legal and not played.undecided:
            raise UsageError(f"the line of the file is not legal: {played.answer.outcome}")
        state = position.with_implicit_choices(played.states[-1])
    while state.todo and len(actions := game.legal_actions(state)) == 1:
        state = game.apply(state, actions[0])
    if not state.todo or (not game.legal_actions(state) and not _draws(game, state)):
        raise UsageError("no attack is to come: no modifier card is drawn")
    if not _draws(game, state):
        text = " or ".join(game.notation(state, action) for action in game.legal_actions(state)[:4])
        raise UsageError(f"the players choose first: {text}; say it in `line`")
    task = state.todo[-1]
    if not isinstance(task, DrawModifier):
        raise UsageError("another card comes by chance before a modifier card: say in `line` which it is")
    coming = [each.target for each in state.todo if isinstance(each, (AttackOne, DrawModifier))]
    named = [name for name in targets if state.on_map(name)] or list(dict.fromkeys(reversed(coming)))
    return AttackOdds(position, game, state, deck_owner(state.figure(task.attacker)), named, more)


def _draws(game: Gloomhaven, state: State) -> bool:
    """Whether a modifier card comes next."""
    return bool(state.todo) and game.mover(state) in (CHANCE, UNKNOWN)


def judge_odds(
    find: Callable[[], Odds[State, Action]], expect: OddsExpectation
) -> Iterator[ExpectationAnswer]:
    """Compare the expectations of a file with the odds of `find`. Raises SpentError, and UsageError if no
    attack is to come.
    """
    yield from AttackOddsJudge(find(), expect).judged()


class AttackOddsJudge(OddsJudge[State, Action]):
    """Judges the chances of the attacks of one file."""

    expect: OddsExpectation
    odds: AttackOdds

    def by_row(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        for name, wanted in self.expect.kill.items():
            yield self.same(("kill", name), wanted, self._figure(deck, name, "kill"), f"{name} dies")
        for name, wanted in self.expect.mean.items():
            figure = self._figure(deck, name, "damage")
            yield self.same(("mean", name), wanted, figure, f"mean damage to {name}")
        for name, numbers in self.expect.damage.items():
            figure = self._figure(deck, name, "damage")
            yield from self.spread(("damage", name), numbers, figure, f"damage to {name}")

    def _figure(self, deck: DeckOdds, name: str, id_: str) -> Figure | None:
        """The figure for a target; a single target has no row of its own."""
        is_only = self.odds.targets == [name] or (name == ALL and len(self.odds.targets) == 1)
        rows = ((row.name if row is not None else "", figure) for row, figure in deck.figures())
        fitting = (figure for row, figure in rows if figure.id == id_ and (is_only or row == name))
        return next(fitting, None)


def odds_of_turn(position: ScenarioPosition) -> AttackOdds:
    """The odds of the attacks of the turn, after the steps of the line."""
    from tsolve.games.gloomhaven.turn.monster_attack import MonsterAttack, NextTarget

    return odds_of(position, position.game, (), (MonsterAttack, NextTarget))
