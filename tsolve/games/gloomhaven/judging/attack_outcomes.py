"""The results that attacks may come to, over all modifier cards that may come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from random import Random

import msgspec
from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.cardkit import piles
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import UndecidedError, UsageError
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.actions import Action, Bear, Draw
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.judging.outcome import dealt
from tsolve.games.gloomhaven.modifiers import Deck
from tsolve.games.gloomhaven.state import Owned, State, Task, deck_owner
from tsolve.games.gloomhaven.turn.attack import ATTACK_OF, AttackOne, DrawModifier
from tsolve.games.gloomhaven.turn.suffering import BearDamage
from tsolve.model.trace import Trace

ATTACKING: tuple[type[Task], ...] = (AttackOne, DrawModifier)
"""Tasks that may still do damage."""
_WORK = 4
"""The cost of a visited position in steps, in addition to the action."""


class Outcome(msgspec.Struct, frozen=True):
    """The results of attacks."""

    damage: tuple[tuple[str, int], ...] = ()
    """The damage to each target, in the order of their names; including damage beyond the last hit point."""
    dead: frozenset[str] = frozenset()
    """The targets that have left the map."""
    gained: frozenset[tuple[str, Condition]] = frozenset()
    """The conditions that targets on the map have got."""

    def on(self, target: str) -> int:
        """The damage to one target."""
        return dict(self.damage).get(target, 0)

    def with_damage(self, target: str, amount: int) -> Outcome:
        """The result after one more attack."""
        return Outcome(tuple(sorted((dict(self.damage) | {target: self.on(target) + amount}).items())))


def outcomes(game: Gloomhaven, state: State, more: tuple[type[Task], ...] = ()) -> Mapping[Outcome, Fraction]:
    """The probability of every result of the attacks from here on; `more`: further tasks that may attack.

    Characters take all damage; they never lose cards instead (GH-11.5). Other choices after the last attack
    change no damage and end the search. Raises UsageError if the players choose something before the last
    attack, UndecidedError if the next card is unknown, and SpentError.
    """
    waits_for = (*ATTACKING, *more)
    here: dict[_Course, Fraction] = {(state, Outcome()): Fraction(1)}
    ends: dict[Outcome, Fraction] = defaultdict(Fraction)
    while here:
        later: dict[_Course, Fraction] = defaultdict(Fraction)
        last_draws: dict[tuple[_Course, Action], dict[State, Fraction]] = defaultdict(dict)
        for (before, known), share in here.items():
            spend(_WORK)
            mover = game.mover(before) if before.todo else None
            if mover == UNKNOWN:
                raise UndecidedError([_UNKNOWN_CARD])
            if mover != CHANCE:
                action = _going_on(game, before, waits_for)
                if action is None:
                    ends[_ended(state, before, known)] += share
                else:
                    later[game.apply(before, action), _with_borne(before, known)] += share
                continue
            events = game.chance(before)
            whole = sum(weight for _, weight in events)
            for event, weight in events:
                part = share * Fraction(weight, whole)
                seen = _without_the_rest(before, event, waits_for)
                if seen is None:
                    later[_drawn(game, before, event, known)] += part
                else:
                    alike = last_draws[(seen, known), event]
                    alike[before] = alike.get(before, Fraction(0)) + part
        for ((seen, known), event), alike in last_draws.items():
            spend(_WORK)
            end = _end_of(game, state, _drawn(game, seen, event, known), waits_for)
            if isinstance(end, Outcome):
                ends[end] += sum(alike.values())
                continue
            for before, part in alike.items():
                later[_drawn(game, before, event, known)] += part
        here = later
    return ends


_UNKNOWN_CARD = "the next modifier card is unknown"

_Course = tuple[State, Outcome]
"""A position on the way, and the results so far."""


def _drawn(game: Gloomhaven, state: State, card: Action, known: Outcome) -> _Course:
    """What follows a card that comes."""
    trace = Trace()
    after = game.apply(state, card, trace)
    for _, target, amount in dealt(trace.entries):
        known = known.with_damage(target, amount)
    return after, known


def _without_the_rest(state: State, card: Action, waits_for: tuple[type[Task], ...]) -> State | None:
    """The position without knowledge of the deck below the card that comes, if that is likely to be the last
    one: many positions differ in their decks alone. None if more cards come.
    """
    task = state.todo[-1]
    if not isinstance(task, DrawModifier) or not isinstance(card, Draw):
        return None
    if task.drawing.with_card(card.card).needs_card or any(isinstance(e, waits_for) for e in state.todo[:-1]):
        return None
    owner = deck_owner(state.figure(task.attacker))
    others = tuple(owned for owned in state.decks if owned.owner != owner)
    return replace(
        state, decks=(*others, Owned(owner, Deck(piles.stacked(piles.known((card.card,)), piles.UNKNOWN))))
    )


def _end_of(
    game: Gloomhaven, start: State, course: _Course, waits_for: tuple[type[Task], ...]
) -> Outcome | _Course:
    """The result, or how far it goes until the next card."""
    state, known = course
    while True:
        if state.todo and game.mover(state) in (CHANCE, UNKNOWN):
            return state, known
        action = _going_on(game, state, waits_for)
        if action is None:
            return _ended(start, state, known)
        state, known = game.apply(state, action), _with_borne(state, known)


def _ended(start: State, state: State, known: Outcome) -> Outcome:
    dead = frozenset(target for target, _ in known.damage if not state.is_up(target))
    before = {figure.name: figure for figure in start.figures}
    gained = frozenset(
        (figure.name, token.condition)
        for figure in state.figures
        if figure.name in before and state.on_map(figure.name)
        for token in figure.tokens
        if not before[figure.name].has(token.condition)
    )
    return msgspec.structs.replace(known, dead=dead, gained=gained)


def _with_borne(state: State, known: Outcome) -> Outcome:
    """The result with the damage that a character is about to take, if it comes from an attack."""
    task = state.todo[-1]
    if not isinstance(task, BearDamage) or not task.why.startswith(ATTACK_OF):
        return known
    return known.with_damage(task.figure, task.damage)


def _going_on(game: Gloomhaven, state: State, waits_for: tuple[type[Task], ...]) -> Action | None:
    """The action that leads on to the next attack: taking damage, or the only legal action; None if no attack
    is to come. Raises UsageError if the players choose something before it.
    """
    if state.todo and isinstance(state.todo[-1], BearDamage):
        return Bear(())
    if not any(isinstance(task, waits_for) for task in state.todo):
        return None
    actions = game.legal_actions(state)
    if len(actions) == 1:
        return actions[0]
    text = " or ".join(game.notation(state, action) for action in actions[:4])
    raise UsageError(f"the players choose before the attack: {text}; say it in `line`")


def one_outcome(game: Gloomhaven, start: State, random: Random, more: tuple[type[Task], ...] = ()) -> Outcome:
    """The result of the attacks from here on with cards that come at random; all else is as in `outcomes`."""
    waits_for = (*ATTACKING, *more)
    course: _Course = start, Outcome()
    while True:
        end = _end_of(game, start, course, waits_for)
        if isinstance(end, Outcome):
            return end
        before, known = end
        if game.mover(before) == UNKNOWN:
            raise UndecidedError([_UNKNOWN_CARD])
        spend(_WORK)
        events = game.chance(before)
        ((card, _),) = random.choices(events, [weight for _, weight in events])
        course = _drawn(game, before, card, known)
