"""Claims about what becomes of cards: where one lies after the turn, what a player gains or has to discard.

With steps they are judged where these end. Without, in every way in which the turn may be played: what does
not depend on it holds or not; a card survives if the player can see to it, best with a victory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tsolve.contract.step_reader import Scope
from tsolve.engine import CHANCE, UNKNOWN, Arrival, explore
from tsolve.games.thunderstone.actions import Action, Attack, Buy, LevelUp, Pass, Visit
from tsolve.games.thunderstone.answers import Draw, Reveal, TurnUp
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.outcome import PlayedTurn, levelled
from tsolve.games.thunderstone.judging.unseen import depends_on_unseen
from tsolve.games.thunderstone.judging.whereabouts import Fate, discarded, fate_of, is_over
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.statements import ClaimFile
from tsolve.judging.numbers import Judged
from tsolve.source.tree import joined
from tsolve.steps.line import play_line

MOST_POSITIONS = 4000
"""Positions looked at before giving up."""
_WRITE = "write in `line` how the turn is played"


class _End(NamedTuple):
    """One way to play the turn."""

    line: tuple[Action, ...]
    attacked: str
    is_won: bool
    is_lucky: bool
    """Whether it depends on cards that come by chance."""
    fate: Fate


def of_line(position: ThunderstonePosition, played: PlayedTurn, claim: ClaimFile) -> Judged:
    """Judges by the steps of the file."""
    if not played.answer.legal:
        return Judged(None, f"the turn does not get that far. {played.answer.outcome}")
    if claim.when is not None:
        target, won = position.target(claim.foe_of_turn or ""), claim.when.startswith("defeat")
        is_fought = target.was_attacked(played.result)
        if not is_fought or (won and played.result.tally.outcome != "won"):
            return Judged(None, f"the steps do not {claim.when}. {played.answer.outcome}")
    if claim.becomes is not None:
        return _became(position, levelled(played.moves), claim.becomes)
    fate = _of_played(position, played, claim)
    if doubt := _doubt(position, played, claim):
        return Judged(None, doubt)
    return Judged(*fate)


def _of_played(position: ThunderstonePosition, played: PlayedTurn, claim: ClaimFile) -> Fate:
    if claim.discards is not None:
        return discarded(position, played, claim)
    is_of_next_hand = {*(claim.lies or claim.not_lies or {}).values()} & {"hand", "discard"}
    return fate_of(position, played.final if is_of_next_hand else played.result, claim)


def _doubt(position: ThunderstonePosition, played: PlayedTurn, claim: ClaimFile) -> str:
    """Which unknown card, such as a Trap, may change what becomes of the card; empty where none may."""
    return depends_on_unseen(
        position, Scope(played, None), lambda way, _: _of_played(position, way, claim).holds, False
    )


def of_turn(position: ThunderstonePosition, claim: ClaimFile) -> Judged:
    """Judges by every way in which the turn may be played."""
    if claim.becomes is not None:
        return _become(position, claim.becomes)
    turns = _Turns(position, claim)
    ends = list(turns)
    if not ends:
        reason = turns.left_open or f"no turn of this position can {claim.when or 'be played to its end'}"
        return Judged(None if turns.left_open else False, reason)
    fought = {end.attacked for end in ends}
    if _is_of_life(claim) and len(fought) == 1 and "" not in fought:
        return _survives(position, ends, turns, claim)
    return _of_all(position, ends, turns, claim)


# ways to play the turn


class _Turns:
    """The ways in which a turn may be played, all or those with a battle."""

    def __init__(self, position: ThunderstonePosition, claim: ClaimFile) -> None:
        self.position, self.claim = position, claim
        self.left_open = ""
        """What keeps some ways from being known; empty if all are."""
        self.is_at_hand = claim.when is not None
        """Whether the claim is about a battle as things stand: what else may be drawn is left out."""
        self.target = position.target(claim.foe_of_turn) if claim.foe_of_turn is not None else None

    def __iter__(self) -> Iterator[_End]:
        position, game = self.position, self.position.game
        for number, here in enumerate(explore(game, Arrival(position.state), self._moves)):
            state = here.state
            if number >= MOST_POSITIONS:
                self.left_open = f"there are too many ways to play the turn: {_WRITE}"
                self.is_at_hand = False
                return
            if is_over(state):
                if self._counts(state):
                    fate = self._fate(here)
                    won, is_lucky = state.tally.outcome == "won", _is_lucky(here.line)
                    yield _End(here.line, state.tally.attacked, won, is_lucky, fate)
            elif game.mover(state) == UNKNOWN:
                self.left_open = f"cards may be drawn that are not known: {_WRITE}"

    def _moves(self, state: State) -> Iterable[Action]:
        game = self.position.game
        if is_over(state):
            return ()
        if game.mover(state) == CHANCE:
            return [event for event, _ in game.chance(state)]
        legal = game.legal_actions(state) if game.mover(state) != UNKNOWN else []
        if self.target is None:
            return legal
        places = self.target.places(state)
        return [
            action
            for action in legal
            if not (isinstance(action, Attack) and action.rank not in places)
            and not (isinstance(action, Visit) and action.place != "dungeon")
        ]

    def _fate(self, end: Arrival[State, Action]) -> Fate:
        if self.claim.discards is None:
            return fate_of(self.position, end.state, self.claim)
        played = play_line(self.position, [*_notations(self.position, end.line)])
        return discarded(self.position, played, self.claim)

    def _counts(self, state: State) -> bool:
        if self.target is None:
            return True
        wins = (self.claim.when or "").startswith("defeat")
        return self.target.was_attacked(state) and (not wins or state.tally.outcome == "won")


def _is_lucky(line: Iterable[Action]) -> bool:
    """Whether cards come on the way that could have been others."""
    return any(isinstance(action, Draw | Reveal | TurnUp) for action in line)


def _is_of_life(claim: ClaimFile) -> bool:
    return "destroyed" in (claim.lies or claim.not_lies or {}).values()


def _of_all(position: ThunderstonePosition, ends: Sequence[_End], turns: _Turns, claim: ClaimFile) -> Judged:
    """What comes whatever the player does."""
    verdicts = {end.fate.holds for end in ends}
    first = ends[0]
    if len(verdicts) > 1:
        one_of_each = {end.fate.holds: end for end in reversed(ends)}
        told = "; ".join(f"{end.fate.reason} with {_words(position, end)}" for end in one_of_each.values())
        return Judged(None, f"it depends on how the turn is played: {told}")
    if first.fate.holds is None:
        return Judged(None, first.fate.reason)
    if turns.left_open and turns.is_at_hand:
        told = f"with the cards at hand, however the turn is played: {first.fate.reason}"
        return Judged(first.fate.holds, told, first.fate.rulings)
    if turns.left_open:
        return Judged(None, turns.left_open)
    if doubt := _doubts(position, ends, claim):
        return Judged(None, doubt)
    return Judged(first.fate.holds, f"however the turn is played: {first.fate.reason}", first.fate.rulings)


def _survives(
    position: ThunderstonePosition, ends: Sequence[_End], turns: _Turns, claim: ClaimFile
) -> Judged:
    """Whether the player can keep the card, where possible with a victory."""
    denied = claim.not_lies is not None
    lives = [end for end in ends if end.fate.holds is denied and not end.is_lucky]
    won, living = ([end for end in some if end.is_won] for some in (ends, lives))
    is_sure = not turns.left_open and not any(end.is_lucky and end.fate.holds is denied for end in ends)
    if living or (lives and not won and is_sure):
        if len(lives) == len(ends) and not turns.left_open:
            return _of_all(position, ends, turns, claim)
        best = (living or lives)[0]
        later = "" if claim.when is None else " (what comes into the Hall then is left out)"
        return Judged(denied, f"it can survive: {_words(position, best)}{later}", best.fate.rulings)
    if not is_sure or any(end.fate.holds is None for end in ends):
        unsure = (end.fate.reason for end in ends if end.fate.holds is None)
        return Judged(None, turns.left_open or next(unsure, f"it depends on what comes: {_WRITE}"))
    if lives:
        told = f"it survives only without a victory: {_words(position, lives[0])}"
        return Judged(None, f"it depends on how the turn is played: {told}")
    told = f"however the turn is played: {ends[0].fate.reason}"
    return Judged(not denied, told, ends[0].fate.rulings)


def _doubts(position: ThunderstonePosition, ends: Sequence[_End], claim: ClaimFile) -> str:
    """Which unknown card may change what becomes of the card in one of these turns."""
    for end in ends if any(end.attacked for end in ends) else ():
        if doubt := _doubt(position, play_line(position, [*_notations(position, end.line)]), claim):
            return doubt
    return ""


def _notations(position: ThunderstonePosition, line: Iterable[Action]) -> Iterator[str]:
    """The steps of a way to play, each in words."""
    state = position.state
    for action in line:
        yield position.game.notation(state, action)
        state = position.game.apply(state, action)


def _words(position: ThunderstonePosition, end: _End) -> str:
    """The way in steps."""
    steps = zip(end.line, _notations(position, end.line), strict=True)
    return "; ".join(f"`{text}`" for action, text in steps if not isinstance(action, Pass)) or "no step"


# levels


def _pairs(position: ThunderstonePosition, wanted: Iterable[str]) -> Counter[tuple[str, str]]:
    texts = (each.split(" to ", 1) for each in wanted)
    return Counter((position.card(who), position.card(into)) for who, into in texts)


def _became(position: ThunderstonePosition, done: Iterable[tuple[str, str]], wanted: Sequence[str]) -> Judged:
    done = list(done)
    names = [f"{position.book.name(who)} becomes {position.book.name(into)}" for who, into in done]
    told = joined(names) or "no Hero levels up"
    return Judged(_pairs(position, wanted) <= Counter(done), told, ("TS-6.1",))


def _become(position: ThunderstonePosition, wanted: Sequence[str]) -> Judged:
    """Whether one visit can level up all these Heroes. (TS-6.1, TS-6.2)"""
    for each in dict.fromkeys(wanted):
        found = position.why_not(f"level up {each}", "", "reasons")
        if found.verdict == "impossible":
            rulings = tuple(dict.fromkeys(ruling for reason in found.reasons for ruling in reason.rulings))
            return Judged(False, "; ".join(reason.text for reason in found.reasons), rulings)
    game, pairs, is_open = position.game, _pairs(position, wanted), False

    def moves(state: State) -> Iterable[Action]:
        if game.mover(state) in (CHANCE, UNKNOWN) or is_over(state):
            return ()
        return [
            action
            for action in game.legal_actions(state)
            if not isinstance(action, Buy | Attack)
            and not (isinstance(action, Visit) and action.place != "village")
        ]

    for number, here in enumerate(explore(game, Arrival(position.state), moves)):
        done = _levels(game, position.state, here.line)
        if pairs <= Counter(done):
            return Judged(
                True, f"you can: {joined([f'level up {each}' for each in wanted])}", ("TS-6.1", "TS-6.2")
            )
        if number >= MOST_POSITIONS:
            return Judged(None, f"there are too many ways to play the turn: {_WRITE}")
        is_open |= game.mover(here.state) in (CHANCE, UNKNOWN) and not is_over(here.state)
    if is_open:
        return Judged(None, f"cards may be drawn that are not known: {_WRITE}")
    return Judged(False, "each of them can level up, but not all in one turn", ("TS-6.1", "TS-6.2"))


def _levels(game: Thunderstone, state: State, line: Iterable[Action]) -> Iterator[tuple[str, str]]:
    for action in line:
        if isinstance(action, LevelUp):
            yield state.party[action.hero].card, action.into
        state = game.apply(state, action)
