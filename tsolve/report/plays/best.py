"""The best play in a few lines: what it comes to, its steps or its plan, and whether it is proved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tsolve.diagnostics import counted
from tsolve.model.answers import LineAnswer, SolveAnswer, StepAnswer
from tsolve.model.candidates import Candidate
from tsolve.report.grounds.sums import show_sum
from tsolve.report.page import Page
from tsolve.report.plays.candidates import show_candidates, show_turns
from tsolve.report.plays.plan import plan_sentence, show_plan
from tsolve.report.plays.proof import best_word, how_sure
from tsolve.report.plays.unknown_cards import show_cards_that_matter
from tsolve.report.words.sentences import many, sentence

_STEPS_OF_THEIR_OWN = 6
"""Steps that stand on a line each; more of them stand one after the other."""
_INDENT = 3
_MOST_OTHERS = 3
_CALLED = {"rest": "Rest"}
"""Kinds of turn that are called by one word; of others it would read as a step."""


def show_best(
    page: Page,
    solution: SolveAnswer,
    titles: Mapping[str, str],
    candidates: Sequence[Candidate] = (),
    played: LineAnswer | None = None,
) -> None:
    """The best play, its sum, the choice among equals, what else might be done, what was left out.

    `played` is a turn that stands above it: what is the same in both is not told again.
    """
    if solution.policy is not None:
        show_plan(page, solution)
    elif not solution.best:
        told = " ".join(map(sentence, (*solution.left_out, *solution.notes))) or "No play was found."
        if solution.status == "impossible":
            page.verdict("impossible", told, "bad")
        else:
            page.verdict("undecided", told, "warn")
        return
    else:
        word, style = best_word(solution)
        line = solution.best[0].line
        if played is not None and played.outcome == line.outcome and _deeds(played) == _deeds(line):
            page.verdict(word, f"The turn that was played. {how_sure(solution)}", style)
        else:
            page.verdict(word, best_sentence(solution), style)
            show_steps(page, line.steps)
            if played is None or played.calculation != line.calculation:
                show_sum(page, line.calculation, titles)
            if line.lost:
                cards = ", ".join(counted(line.lost))
                page.text(f"Costs {many(len(line.lost), 'card')} ({cards}).", _INDENT, _INDENT)
        if len(solution.best) > 1:
            page.text(f"{len(solution.best)} plays are equally good: you choose.", _INDENT)
    if candidates:
        show_candidates(page, candidates)
    elif solution.turns:
        show_turns(page, solution)
    else:
        for each in solution.others[:_MOST_OTHERS]:
            kind = f"{each.turn} turn".capitalize() if each.turn else "Next best"
            kind = _CALLED.get(each.turn, kind)
            page.text(f"{kind}: {each.line.outcome}", _INDENT, 2)
    show_cards_that_matter(page, solution.unknown)
    for note in (*solution.left_out, *solution.notes):
        page.text(sentence(note), _INDENT, style="warn")


def _deeds(line: LineAnswer) -> list[str]:
    """What is done, in no order."""
    return sorted(step.text for step in line.steps if not step.goes_on)


def show_steps(page: Page, all_steps: Sequence[StepAnswer]) -> None:
    """The steps that do something, each on a line of its own where they are few."""
    steps = [step for step in all_steps if not step.goes_on]
    if len(steps) > _STEPS_OF_THEIR_OWN:
        page.text("; ".join(step.text for step in steps), _INDENT)
        return
    for number, step in enumerate(steps, start=1):
        page.labelled(str(number), step.text, indent=_INDENT, width=3)


def best_sentence(solution: SolveAnswer) -> str:
    """What the best play comes to, and whether that is proved."""
    plan = solution.best[0]
    outcome = plan.line.outcome or f"{plan.title}."
    return f"{outcome} {how_sure(solution)}"


def best_in_short(solution: SolveAnswer) -> str:
    """The best play in a sentence."""
    if solution.policy is not None:
        return plan_sentence(solution)
    if solution.best:
        return best_sentence(solution)
    return " ".join(map(sentence, solution.notes)) or "no play was found"
