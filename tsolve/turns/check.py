"""Judges a whole position file: line, claims and expectations, and the best line if the file asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, grace, whole
from tsolve.errors import UndecidedError, UsageError
from tsolve.model.answers import CheckAnswer, ReadingAnswer, SolveAnswer, ToWrite
from tsolve.model.wishes import NO_WISHES, Wishes
from tsolve.source.words import joined
from tsolve.turns.line import play_line
from tsolve.turns.narration import says_what_to_write
from tsolve.turns.opened import Opened
from tsolve.turns.played import Move, Played

if TYPE_CHECKING:
    from tsolve.model.odds import OddsAnswer
    from tsolve.model.options import Options
    from tsolve.rules.provenance import Provenance
    from tsolve.turns.bests import Bests

S = TypeVar("S")
A = TypeVar("A")

_NO_READINGS = "there was no time to find every open point that the turn meets"
_NO_ODDS = "there was no time to find the chances"
_NO_OPTIONS = "there was no time to find everything that the rules leave to choose"


def check(
    opened: Opened[S, A],
    file: str = "",
    wishes: Wishes = NO_WISHES,
    solve: Callable[[Opened[S, A], Wishes], SolveAnswer] | None = None,
    on_found: Callable[[object], None] = lambda _: None,
) -> CheckAnswer:
    """Judge a position file.

    The best line is part of the answer when the file asks for it, or asks for nothing at all: judging a given
    line needs no solver. Citations are left to the caller. `solve` plans in place of the game's planner.
    `on_found` is told of what the judgement rests on and the answer does not hold: lines, best lines, grades
    and so on.

    Raises:
        InputError: a text of the file cannot be read as an action, or the target is unknown.
        UsageError: the goal or the target cannot be one here, even where no best line is looked for.
    """
    position, game, state = opened.position, opened.game, opened.state
    if wishes.goal or wishes.target:
        opened.check_wishes(wishes)
    bests = opened.bests(wishes, solve)
    played = _line(opened) if position.line else None
    with allow(FREE):  # what is legal is told whatever the budget is
        legal, refused = opened.legal(state), tuple(game.refusals(state))
    readings, notes = _readings(opened, played)
    judges = opened.claims(played, bests)
    claims = tuple(judge.judge() for judge in judges)
    hanging = any(judge.hangs_on_facts for judge in judges)
    expectations = opened.expectations(played, claims, bests, readings, on_found)
    options, short = _options(opened)
    only_asks = options is None and not position.line and not claims and not expectations
    if opened.plans and only_asks:
        bests.overall()
    odds, unforeseen = _odds(opened) if opened.foresees and only_asks else (UNSET, ())
    for each in (played, *bests.found()):
        on_found(each)
    sure = played.readings if played is not None else {}
    of_options = options.readings if options is not None else {}
    answer = CheckAnswer(
        file=file,
        position=opened.shown(state, _moves(played, bests)),
        legal=legal,
        refused=refused,
        line=played.answer if played is not None else None,
        claims=claims,
        solution=bests.asked,
        expectations=expectations,
        readings=reading_answers(opened, {**(readings or sure), **bests.readings(), **of_options}),
        notes=(*opened.remarks(), *notes, *short, *unforeseen),
        provenance=card_notes(opened, opened.cards_in_sight()),
        options=options,
        odds=odds,
    )
    return replace(answer, to_write=_to_write(opened, played, answer, hanging))


def _moves(played: Played[S, A] | None, bests: Bests[S, A]) -> Sequence[Move[S, A]]:
    """What the line of the file does, or else the best line; nothing where there is neither."""
    lines = (played, *(best.played for best in bests.found()))
    return next((line.moves for line in lines if line is not None), ())


def _to_write(
    opened: Opened[S, A], played: Played[S, A] | None, answer: CheckAnswer, claimed: bool
) -> tuple[ToWrite, ...]:
    """What keeps steps from being decided, or the best play where nothing else is asked, or claims, where one
    hangs on a fact (`claimed`).
    """
    why = played.answer.undecided if played is not None else ""
    unplayed = bool(why) and not says_what_to_write(why)
    sought = answer.only_asks and answer.solution is not None and bool(answer.solution.left_out)
    open_ = answer.options is not None and bool(answer.options.hangs_on)
    if not (unplayed or claimed or sought or open_):
        return ()
    from tsolve.turns.what_to_write import to_write

    return to_write(opened, played.final if unplayed and played is not None else opened.state)


def _line(opened: Opened[S, A]) -> Played[S, A]:
    """The line of the file, played whatever the budget is; only the ways in which choices that it leaves open
    may go are worth no more than that.
    """
    texts = opened.position.line
    spans = [opened.decoded.span("line", index) for index in range(len(texts))]
    try:
        with grace():
            return play_line(opened, texts, spans)
    except SpentError:
        with allow(FREE):
            return play_line(opened, texts, spans, in_all_ways=False)


def _readings(
    opened: Opened[S, A], played: Played[S, A] | None
) -> tuple[dict[str, str] | None, tuple[str, ...]]:
    """The interpretations that the line went through, None where the budget was not enough; what to say."""
    if played is None:
        return {}, ()
    try:
        with whole():
            return opened.readings_of(played), ()
    except SpentError:
        return None, (_NO_READINGS,)


def _options(opened: Opened[S, A]) -> tuple[Options | None, tuple[str, ...]]:
    """What the rules leave in a turn that they decide, None where there is none or the budget was not enough;
    what to say.
    """
    try:
        with grace():
            return opened.options(), ()
    except SpentError:
        return None, (_NO_OPTIONS,)


def _odds(opened: Opened[S, A]) -> tuple[OddsAnswer | UnsetType, tuple[str, ...]]:
    """The chances of what is to come; else why there are none to tell."""
    from tsolve.batch.pool import pool
    from tsolve.model.odds import DeckWish
    from tsolve.turns.odds.answer import answer_odds

    try:
        with pool(1) as alone:
            return answer_odds(opened.odds(), DeckWish(), alone), ()
    except UsageError as error:
        return UNSET, (str(error),)
    except UndecidedError as error:
        return UNSET, error.reasons
    except SpentError:
        return UNSET, (_NO_ODDS,)


def reading_answers(opened: Opened[S, A], readings: Mapping[str, str]) -> tuple[ReadingAnswer, ...]:
    """The interpretations that were gone through, in the order of the ruleset."""
    points = opened.ruleset.interpretations
    return tuple(
        ReadingAnswer(key, readings[key], points[key].question, key in opened.position.interpretations)
        for key in points
        if key in readings
    )


_UNSURE = (
    ("single", "some facts", "have one source only"),
    ("disputed", "some facts", "are disputed"),
    ("unknown", "the facts", "are not confirmed"),
)
"""A confidence; how many of the facts of a card it is about, and what is said of them."""


def _doubts(provenance: Provenance) -> set[str]:
    """Facts that are disputed may stand beside others that have one source only."""
    return {provenance.confidence, *(("disputed",) if provenance.uncertain else ())}


def card_notes(opened: Opened[S, A], cards: Iterable[str]) -> tuple[str, ...]:
    """Notes on those of the cards whose facts have a single source, or none, or are somebody's own."""
    known = opened.ruleset.under(opened.readings)
    seen = [known[each] for each in dict.fromkeys(cards) if each in known]
    notes = []
    for confidence, which, says in _UNSURE:
        names = [card.name for card in seen if confidence in _doubts(card.provenance)]
        if names:
            notes.append(f"{which} of {joined(names)} {says}")
    for author in dict.fromkeys(card.provenance.author for card in seen if card.provenance.author):
        from tsolve.turns.played_with import with_changes

        own = [card for card in seen if card.provenance.author == author]
        told = [with_changes(card) for card in own]
        notes.append(f"as {author} defines {'it' if len(told) == 1 else 'them'}: {joined(told)}")
    return tuple(notes)
