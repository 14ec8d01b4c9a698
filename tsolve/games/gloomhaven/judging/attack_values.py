"""The value of a card's attack, before modifier cards and shields: for claims such as `Trample is attack 3`.
(GH-6.7)

It is that of the step of the line that makes the attack, else of every way to play the half at the beginning
of the turn, without items. Elements that are infused in the same turn are not there yet. (GH-9.5)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.diagnostics import input_error
from tsolve.games.gloomhaven.abilities import STAYING
from tsolve.games.gloomhaven.actions import PlayHalf, Strike, UseItem, listed
from tsolve.games.gloomhaven.judging.why_not import card_in_play
from tsolve.games.gloomhaven.lasting import lasts
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.character import SIDES
from tsolve.games.gloomhaven.turn.character_attack import CharacterAttack
from tsolve.games.gloomhaven.turn.elements_and_bonuses import is_attack_bonus
from tsolve.rules.names import squash

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.judging.claims import TurnClaim
    from tsolve.games.gloomhaven.position import ScenarioPosition
    from tsolve.model.answers import ClaimAnswer

_MOST = 2_000
"""The most positions that are looked at."""
_RULES = ("GH-6.7", "GH-9.4")


def attack_value(claim: TurnClaim) -> ClaimAnswer:
    """Whether the attack of a card has the stated value."""
    position = claim.position
    name, wanted = next(iter((claim.claim.attack_of or {}).items()))
    held = position.laid.state.cards_of(position.actor)
    cards = {squash(each): each for each in (held.plays if held is not None else ())}
    if (card := cards.get(squash(name))) is None:
        there = f"it plays {listed([*cards.values()])}" if cards else "only a character's cards have one"
        raise input_error("E314", f'"{name}" is no card of this turn', claim.span, there)
    if (position.actor, card) not in position.book.cards:
        return claim.left_open(f"what {card} says is not told: write it in `cards`")
    values = _of_line(claim, card) or _from_the_beginning(position, card)
    if values is None or _may_be_helped(position, card):
        return claim.left_open(f"the attack of {card} depends on what is done before it: say it in `line`")
    if not values:
        return claim.left_open(f"{card} attacks nobody from where {position.actor} stands")
    told = " or ".join(str(each) for each in sorted(values))
    holds = None if wanted in values and len(values) > 1 else values == {wanted}
    return claim.settled(holds, f"{card} is attack {told}", _RULES)


def _of_line(claim: TurnClaim, card: str) -> set[int] | None:
    """The value in the line, if it makes the attack."""
    moves = claim.played.moves if claim.played is not None else ()
    struck = (move.before for move in moves if isinstance(move.action, Strike))
    return {_value(state) for state in struck if card_in_play(state) == card and _attacks(state)} or None


def _from_the_beginning(position: ScenarioPosition, card: str) -> set[int] | None:
    """The values in every way to play a half of the card first; None if there are too many."""
    asking = position.asking()
    game, start = asking.game, asking.state
    plays = (each for each in game.legal_actions(start) if isinstance(each, PlayHalf) and not each.basic)
    waiting = [game.apply(start, each) for each in plays if each.card == card]
    seen, found = {*waiting}, set[int]()
    while waiting:
        state = waiting.pop()
        if _attacks(state):
            found.add(_value(state))
        if card_in_play(state) != card or _attacks(state) or game.mover(state) < 0 or state.result:
            continue
        for action in game.legal_actions(state):
            after = None if isinstance(action, UseItem) else game.apply(state, action)
            if after is not None and after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > _MOST:
            return None
    return found


def _attacks(state: State) -> bool:
    return bool(state.todo) and isinstance(state.todo[-1], CharacterAttack)


def _value(state: State) -> int:
    """The value of the attack that waits."""
    task = state.todo[-1]
    assert isinstance(task, CharacterAttack)
    effects = state.figure(task.figure).effects
    lasting = sum(each.amount for each in effects if each.kind == "attack_plus")
    return task.attack.amount.number + lasting + sum(number for _, number in task.attack.added)


def _may_be_helped(position: ScenarioPosition, card: str) -> bool:
    """Whether a half of the other card, or a condition beside the attack, adds to it."""
    book, actor = position.book, position.actor
    halves = [
        (name, printed.half(side))
        for (owner, name), printed in book.cards.items()
        for side in SIDES
        if owner == actor
    ]
    if lasts(position.laid.state):
        return True
    helps = any(
        is_attack_bonus(each) or isinstance(each, STAYING)
        for name, half in halves
        if name != card
        for each in half.abilities
    )
    own = (each for name, half in halves if name == card for each in half.abilities)
    return helps or any(getattr(each, "bonuses", ()) for each in own)
