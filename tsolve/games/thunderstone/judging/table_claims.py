"""Claims about more than this turn's plays: who takes the Thunderstone, what Health a Monster has.

(TS-17, TS-7.6)
"""

from __future__ import annotations

from tsolve.contract.step_reader import Played
from tsolve.games.family import winners
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.games.thunderstone.writing.statements import OF_FATES, ClaimFile
from tsolve.judging.numbers import Judged
from tsolve.written.bounds import Bound, keeps


def worded(file: ThunderstoneFile, claim: ClaimFile) -> str:
    """The claim as a sentence."""
    for who, much in (claim.health or {}).items():
        return f"{who} has Health {f'{claim.bound} ' if claim.bound else ''}{much}"
    if claim.kinds[0] in OF_FATES:
        return worded_fate(file, claim)
    if claim.tie is not None:
        return winners.worded_tie(claim.tie)
    if not (claim.takes or claim.not_takes):
        return winners.worded(file, claim)
    takes = f"takes {claim.takes}" if claim.takes else f"does not take {claim.not_takes}"
    return f"{winners.called(file, claim.by)} {takes}" if claim.by else takes


def worded_fate(file: ThunderstoneFile, claim: ClaimFile) -> str:
    """A claim about what becomes of cards, as a sentence."""
    who = winners.called(file, claim.by) if claim.by else ""
    for card, place in (claim.lies or claim.not_lies or {}).items():
        no = "" if claim.lies else " not"
        there = place if place == "destroyed" else _CALLED.get(place, f"in {place}")
        said = f"{card} is{no} {there}"
    for card, much in (claim.gets or {}).items():
        said = f"{who} gains {much} x {card}" if who else f"gain {much} x {card}"
    for card, much in (claim.gives or {}).items():
        said = f"{card} gives {much} {called(claim.of or '')}"
    if claim.becomes is not None:
        said = f"level up {' and '.join(claim.becomes)}"
    if claim.discards is not None:
        said = f"{who} discards {claim.discards}" if who else f"discard {claim.discards}"
    return f"{said} (after `{claim.when}`)" if claim.when else said


_CALLED = {
    "bottom": "at the bottom of the Dungeon Deck",
    "hand": "in the new hand",
    "discard": "in the discard pile",
}


def called(quantity: str) -> str:
    """What a quantity is called in answers."""
    return quantity.upper() if quantity in ("xp", "vp") else quantity


def judge_taken(position: ThunderstonePosition, played: Played[State, Action], stone: str, by: int) -> Judged:
    """Whether the turn takes this Thunderstone, for this player."""
    end = played.result
    taken = stone in end.tally.gained
    name = position.book.name(stone)
    if not taken:
        return Judged(False, f"the turn does not take {name}. {played.answer.outcome}", ("TS-17.1",))
    me = winners.players(position.written)[0]
    return Judged(by == 0, f"{me if by else 'you'} take{'s' if by else ''} {name}", ("TS-17.1",))


def judge_health(
    position: ThunderstonePosition,
    played: Played[State, Action],
    target: Target,
    wanted: int,
    bound: Bound | None,
) -> Judged:
    """Whether the Monster has this Health in the battle that is played; the printed one if there is none."""
    tally, card = played.result.tally, position.book.card(target.monster)
    printed = f"printed {card.health}"
    if not tally.outcome or not target.was_attacked(played.result):
        return Judged(
            keeps(card.health or 0, bound, wanted), f"{printed}; {played.answer.outcome}", (card.ruling,)
        )
    health = tally.health
    reason = f"its Health is {health}" + (f" in this battle ({printed})" if health != card.health else "")
    return Judged(keeps(health, bound, wanted), reason, (card.ruling,))
