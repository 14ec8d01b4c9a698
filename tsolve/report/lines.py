"""Shows a line of actions step by step, whether it is proved to be the best one, and what to write into the
file so that an undecided answer is decided.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby

from tsolve.model.answers import SolveAnswer, ToWrite
from tsolve.model.plays import Draws, LineAnswer, StepAnswer
from tsolve.model.trace import Entry
from tsolve.report.page import Page, Style
from tsolve.report.sums import Tables
from tsolve.report.words import of_policy, sentence, whole_levels

_INSTEAD = 6


def line_heading(line: LineAnswer) -> str:
    """The heading above a line."""
    if line.undecided:
        return "The turn cannot be judged to its end"
    return "The turn" if line.legal else "The turn is not legal"


def show_outcome(page: Page, line: LineAnswer) -> None:
    """Show the result of the line."""
    page.text(line.outcome, indent=2, hang=2, style="good" if line.legal else "bad")


def show_line(
    page: Page,
    line: LineAnswer,
    tables: Tables,
    place: str,
    cited: bool = True,
    unknown: Collection[int] = (),
) -> None:
    """Show the steps with their effects, then the calculation. `cited` adds the rulings of the steps.

    `place` is how other parts of the page refer to the calculation; `unknown` are the numbers of steps of
    which nobody knows whether they are legal.
    """
    width = len(str(len(line.steps))) + 2
    tabled = line.calculation.rows if line.calculation is not None else ()
    for step in line.steps:
        if step.refusal is None:
            events = [entry for entry in step.entries if entry not in tabled]
            rulings = dict.fromkeys(ruling for entry in events for ruling in entry.rulings)
            text = _brought(step.text, events)
            rules = rulings if cited else ()
            page.labelled(f"{step.number}.", text, width=width, style="good", rules=rules)
        else:
            is_unknown = bool(line.undecided) or step.number in unknown
            _show_refused(page, step, width, "NOT KNOWN" if is_unknown else "NOT LEGAL")
    if line.calculation is not None:
        page.blank()
        tables.show(line.calculation, place)


def _show_refused(page: Page, step: StepAnswer, width: int, verdict: str) -> None:
    assert step.refusal is not None
    place = f" (line {step.line})" if step.line is not None else ""
    page.labelled(f"{step.number}.", f"{step.text}: {verdict}{place}", width=width, style="bad")
    page.text(sentence(step.refusal.reason), 2 + width, 2, rules=step.refusal.rulings)
    if step.instead:
        more = f"; and {len(step.instead) - _INSTEAD} more" if len(step.instead) > _INSTEAD else ""
        page.text(f"Legal now: {'; '.join(step.instead[:_INSTEAD])}{more}", indent=2 + width, hang=2)


def _brought(step: str, entries: Iterable[Entry]) -> str:
    """The step and its effects; a card that the step names is not named again right after it."""
    texts: list[str] = []
    news = (entry for entry in entries if entry.subject or entry.note or entry.change)
    for subject, group in groupby(news, key=lambda entry: entry.called):
        for number, said in enumerate(map(_said, group)):
            if " " not in said:
                texts.append(f"{subject} {said}".strip())  # such as a drawn card
            elif number or not subject or (not texts and subject in step):
                texts.append(said)
            else:
                texts.append(f"{subject}: {said}")
    return f"{step} -> {'; '.join(texts)}" if texts else step


def _said(entry: Entry) -> str:
    """One thing that happened, without its subject."""
    changed = entry.change and entry.quantity != "total"  # for the total, the note describes the comparison
    numbers = f"{entry.quantity} {entry.before} -> {entry.after}" if changed else ""
    return f"{entry.note} ({numbers})" if entry.note and numbers else entry.note or numbers or entry.step


PROOFS: Mapping[str, tuple[str, Style]] = {
    "optimal": ("Proved.", "good"),
    "undecided": ("Not proved.", "warn"),
    "impossible": ("", "bad"),
}
"""Status of a best play -> its words and style."""

_ON_AVERAGE: Mapping[Draws, str] = {
    "expected": "on average",
    "worst": "if the worst cards come",
    "best": "if the best cards come",
    "known": "without unknown cards",
}
"""Attitude to draws -> in what sense a plan is the best."""


def how_sure(solution: SolveAnswer) -> str:
    """Whether a best play without chance is proved, in a sentence."""
    if solution.left_out and solution.status == "optimal":
        return "Best without an unknown card or choice."
    proof, _ = PROOFS[solution.status]
    return f"{proof.removesuffix('.')}{_of_what(solution)}{_at_most(solution)}." if proof else ""


def _of_what(solution: SolveAnswer) -> str:
    """The goal by which a play is best, and what that does not count."""
    goal = f", by the file's goal: {solution.goal_of_file}" if solution.goal_of_file else ""
    return f"{goal}, not counting {solution.uncounted}" if solution.uncounted else goal


def attitude(solution: SolveAnswer) -> str:
    """In what sense the plan is best, and whether that is proved: `on average, proved`."""
    assert solution.policy is not None
    proof = "proved" if solution.status == "optimal" else "not proved"
    if solution.left_out and solution.status == "optimal":
        proof = "among the plays that need no unknown card or choice"
    return f"{_ON_AVERAGE[solution.policy.draws]}, {proof}{_of_what(solution)}{_at_most(solution)}"


def _at_most(solution: SolveAnswer) -> str:
    """What no play can exceed, up to the first level in which it is more than what is reached."""
    policy = solution.policy
    if policy is not None:
        more = _first_difference(policy.worth, policy.high)
        bound = of_policy(policy, policy.high[:more])
    else:
        more = _first_difference(solution.objective, solution.bound)
        bound = whole_levels(solution.goal, solution.bound[:more], solution.counted_down)
    return f"; nothing is better than {bound}" if more else ""


def _first_difference(worth: Sequence[object], bound: Sequence[object]) -> int:
    """How many levels there are up to the first one that differs; 0 if none does."""
    levels = enumerate(zip(worth, bound, strict=False), 1)
    return next((number for number, (reached, most) in levels if reached != most), 0)


def best_word(solution: SolveAnswer) -> tuple[str, Style]:
    """The word before the best play, and its style."""
    return ("best", "") if solution.status == "optimal" else ("best so far", "warn")


_INDENT = 3


def show_what_to_write(page: Page, missing: Sequence[ToWrite], is_of_chance: bool = True) -> None:
    """Show what the file does not say, each with an example of the key to say it with.

    `is_of_chance` is False if the answer cannot be a chance.
    """
    facts = [each for each in missing if not each.is_choice]
    drawn = [each for each in facts if each.by_chance]
    others = [each for each in facts if not each.by_chance]
    choices = [each for each in missing if each.is_choice]
    for text, several in (("unknown", drawn), ("unknown", others), ("open", choices)):
        if not several:
            continue
        names = " and ".join(each.what for each in several)
        verb = "are" if len(several) > 1 else "is"
        chance = ", so no chance can be given" if several is drawn and is_of_chance else ""
        page.text(sentence(f"{names} {verb} {text}{chance}. Write what you know:"), _INDENT)
        for each in several:
            page.text(each.key, _INDENT + 2, 2)
