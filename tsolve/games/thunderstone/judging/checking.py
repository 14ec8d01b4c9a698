"""Everything about one position file: line, claims and expectations, the best line where it is asked for."""

from __future__ import annotations

from collections.abc import Callable

from tsolve.budget import FREE, SpentError, allow, grace, whole
from tsolve.games.thunderstone.judging.bests import Bests, Solver, plan
from tsolve.games.thunderstone.judging.claims import judge_claims
from tsolve.games.thunderstone.judging.expectations import judge_expectations
from tsolve.games.thunderstone.judging.grounds import (
    reading_answers,
    readings_of,
    single_source_notes,
    table_notes,
)
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import (
    CheckAnswer,
    LegalAction,
    PositionAnswer,
)
from tsolve.model.wishes import NO_WISHES, Wishes
from tsolve.turns.line import play_line

_NO_READINGS = "there was no time to find every open point of the rules that the line went through"
__all__ = ["check", "play_line"]


def check(
    opened: Opened,
    file: str = "",
    wishes: Wishes = NO_WISHES,
    solve: Solver = plan,
    hear: Callable[[object], None] = lambda _: None,
) -> CheckAnswer:
    """Judge a position file.

    The best line is part of the answer when the file asks for it, or asks for nothing at all: judging a given
    line needs no solver. Citations are left to the caller. `hear` is told
    of every line, best line, grade and so on that the judgement rests on and that the answer does not hold.

    Raises:
        InputError: a text of the file cannot be read as an action, or the target is unknown.
        UsageError: the goal or the target cannot be one here, even where no best line is looked for.
    """
    position, game, state = opened.position, opened.game, opened.state
    if wishes.goal or wishes.target:
        from tsolve.games.thunderstone.planning.turns import check_wishes

        check_wishes(opened, wishes)
    bests = Bests(opened, wishes, solve)
    played = _line(opened) if position.line else None
    with allow(FREE):  # what is legal is told whatever the budget is
        legal, refused = game.legal_actions(state), tuple(game.refusals(state))
    readings, notes = _readings(opened, played)
    claims = judge_claims(opened, played, bests)
    expectations = judge_expectations(opened, played, claims, bests, readings, hear)
    if not position.line and not position.claims and not expectations:
        bests.overall()
    for each in (played, *bests.found()):
        hear(each)
    sure = played.readings if played is not None else {}
    return CheckAnswer(
        file=file,
        position=PositionAnswer(position.game, opened.printing, game.zones(state)),
        legal=tuple(LegalAction(game.notation(state, each), game.grounds(state, each)) for each in legal),
        refused=refused,
        line=played.answer if played is not None else None,
        claims=claims,
        solution=bests.asked,
        expectations=expectations,
        readings=reading_answers(opened, {**(readings or sure), **bests.readings()}),
        notes=(*table_notes(opened), *single_source_notes(opened), *notes),
    )


def _line(opened: Opened) -> Played:
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


def _readings(opened: Opened, played: Played | None) -> tuple[dict[str, str] | None, tuple[str, ...]]:
    """The interpretations that the line went through, None where the budget was not enough; what to say."""
    try:
        with whole():
            return readings_of(opened, played), ()
    except SpentError:
        return None, (_NO_READINGS,) if played is not None else ()
