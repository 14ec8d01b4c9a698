"""Everything about a position that a reading may change, found by the engine and the exact backend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.bests import Bests
from tsolve.games.thunderstone.judging.played import Played, Way, attacked_name
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import called, target_at
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import ClaimAnswer
from tsolve.model.comparisons import EVERYTHING, BestPlay, Difference, Finding, Kind, Questions, Verdict
from tsolve.turns.line import play_line

THE_LINE = "the line"
BEST_ATTACK = "best Attack Value against"
OR = " or "
"""Between the things that may be so where a line leaves a choice open."""
_RESULTS = {"won": "defeated", "lost": "not defeated", "none": "nobody is attacked", "": "no battle"}
_TOTALS = {"attack": "Attack", "magic": "Magic Attack", "value": "Attack Value"}
"""Quantities of a battle, as they are called."""


def verdict_of(
    opened: Opened,
    ask: Questions = EVERYTHING,
    known: Verdict | None = None,
) -> Verdict:
    """What is so about the position under its own readings.

    The best lines of `known` are played here too, and those that are as good count as best lines, so that
    equally good lines make no difference. Raises InputError for a text of the file that says nothing,
    UsageError for a bad goal.
    """
    bests = Bests(opened, ask.wishes._replace(backend="exact", what_if=False))
    findings: list[Finding] = []
    played: Played | None = None
    claims: tuple[ClaimAnswer, ...] = ()
    if ask.judged:
        played = play_line(opened, opened.position.line) if opened.position.line else None
        claims = tuple(claim.judge() for claim in opened.claims(played, bests))
        findings += (*_expected_legality(opened), *_of_claims(opened, claims))
    if played is not None:
        findings += _of_line(opened, played)
    if ask.actions and played is None:
        findings += _actions(opened.game, opened.state)
    if ask.attacks:
        findings += _attacks(opened, bests)
    plays: tuple[BestPlay, ...] = ()
    if ask.best:
        from tsolve.games.thunderstone.comparing.plays import best_plays

        plays = best_plays(opened, bests.answer(), known.plays if known is not None else ())
    return Verdict(_summary(played, claims, plays), tuple(dict.fromkeys(findings)), plays)


def _summary(played: Played | None, claims: tuple[ClaimAnswer, ...], plays: tuple[BestPlay, ...]) -> str:
    if played is not None:
        return played.answer.outcome
    if plays:
        return plays[0].outcome
    return "; ".join(f'"{claim.text}" is {claim.verdict}' for claim in claims)


def told_beside(found: Verdict, changed: Iterable[Difference]) -> str:
    """What is so now, in one sentence, beside another verdict: of several claims only those that changed."""
    claims = [f"{each.what} is {each.after}" for each in changed if each.kind == "claim"]
    if claims and not found.plays and not found.said("legality", THE_LINE):
        return "; ".join(claims)
    return found.summary


# legality


def _expected_legality(opened: Opened) -> Iterator[Finding]:
    """The actions that a puzzle says something about."""
    for text in (*opened.position.expect.legal, *opened.position.expect.illegal):
        refusal = play_line(opened, [text]).answer.steps[0].refusal
        yield Finding("legality", text, "legal" if refusal is None else "not legal")


def _actions(game: Thunderstone, state: State) -> Iterator[Finding]:
    for action in game.legal_actions(state):
        yield Finding("legality", game.notation(state, action), "legal")


# the line


def _of_line(opened: Opened, played: Played) -> Iterator[Finding]:
    answer = played.answer
    broken = next((step for step in answer.steps if step.refusal is not None), None)
    told = "legal"
    if broken is not None:
        told = f"step {broken.number} {'cannot be judged' if played.undecided else 'is not legal'}"
    elif played.undecided and not played.ways:
        told = "leaves a choice open"
    yield Finding("legality", THE_LINE, told)
    if played.ways:
        yield from _of_ways(opened, played.ways)
        return
    if told == "legal":
        yield from _of_result(opened, played)
    yield from _totals(played)


def _of_ways(opened: Opened, ways: Sequence[Way]) -> Iterator[Finding]:
    """How the table may stand when a line has been played that leaves a choice open."""
    told: dict[tuple[Kind, str], list[str]] = {}
    for way in ways:
        for each in (*_of_result(opened, way.played), *_totals(way.played)):
            told.setdefault((each.kind, each.what), []).append(each.found)
    for (kind, what), found in told.items():
        yield Finding(kind, what, OR.join(sorted(set(found))))


def _totals(played: Played) -> Iterator[Finding]:
    """What the battle, or the visit, came to."""
    answer, result = played.answer, played.result
    if result.tally.attacked and answer.calculation is not None:
        totals = {row.quantity: row.after for row in answer.calculation.rows}
        for quantity, name in _TOTALS.items():
            if played.indifferent and quantity != "value":
                continue  # the line leaves open which of the two is lowered, and nothing hangs on it
            yield Finding("total", f"{name} of the line", str(totals.get(quantity, 0)))
    elif answer.calculation is not None:
        yield Finding("total", "gold", str(answer.calculation.total))


def _of_result(opened: Opened, played: Played) -> Iterator[Finding]:
    """How the table stands when the line has been played."""
    book, result = opened.book, played.result
    tally = result.tally
    attacked = attacked_name(book, played.moves, tally) or "the battle"
    yield Finding("outcome", attacked, _RESULTS[tally.outcome])
    yield Finding("outcome", "the game", "over" if result.over else "goes on")
    for zone, content in opened.game.zones(result):
        yield Finding("outcome", f"afterwards: {zone}", content)
    removed = ", ".join(sorted(map(book.name, result.removed)))
    yield Finding("outcome", "afterwards: out of the game", removed or "none")
    points = opened.game.scores(played.final)[opened.state.active]
    yield Finding("outcome", "afterwards: Victory Points", str(points))


# claims


def _of_claims(opened: Opened, claims: tuple[ClaimAnswer, ...]) -> Iterator[Finding]:
    for written, claim in zip(opened.position.claims, claims, strict=True):
        yield Finding("claim", f'"{claim.text}"', claim.verdict)
        if claim.calculation is not None and not {"buys", "cannot_buy"} & {*written.kinds}:
            # a purchase has many ways to the money, of which any may be shown
            yield Finding("total", claim.calculation.title, str(claim.calculation.total))


# what the Monsters of the Hall would face


def _attacks(opened: Opened, bests: Bests) -> Iterator[Finding]:
    if opened.state.step != "choose" and opened.state.turn != "dungeon":
        return
    state = opened.state
    for place in state.places:
        if state.at(place).card not in opened.book.monsters:
            continue
        best = bests.against(target_at(state, place), "value")
        if best.answer.policy is not None:
            found = f"{best.answer.policy.worth[0].exact} on average"
        elif best.played is not None and best.played.result.tally.outcome:
            found = str(best.played.result.tally.value)
        else:
            found = "cannot be attacked"
        unsure = "" if best.sure else ", as far as is known"
        yield Finding("total", f"{BEST_ATTACK} {called(opened.book, state, place)}", found + unsure)
