"""The best lines and how sure it is that they are best."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.model.answers import Plan, SolveAnswer
from tsolve.model.candidates import Candidate
from tsolve.report.grounds.calculation import Tables
from tsolve.report.page import Page, Style
from tsolve.report.plays.best import best_in_short, show_steps
from tsolve.report.plays.candidates import show_candidates
from tsolve.report.plays.lines import show_line, show_outcome
from tsolve.report.plays.proof import PROOFS, attitude
from tsolve.report.words.numbers import amount, levels, whole_levels


def show_all(page: Page, solution: SolveAnswer) -> None:
    """The plays that are as good as the best, each with its steps; or the whole plan."""
    if solution.policy is not None:
        from tsolve.report.plays.policy import show_policy

        page.blank()
        show_policy(page, solution.policy, everything=True)
    for number, plan in enumerate(solution.best[1:], start=2):
        page.heading(f"Equally good, {number}: {plan.title}")
        show_outcome(page, plan.line)
        show_steps(page, plan.line.steps)


def show_solution(
    page: Page,
    solution: SolveAnswer,
    tables: Tables,
    everything: bool = False,
    candidates: Sequence[Candidate] = (),
) -> None:
    """What the best play comes to, its steps and calculation, the bound, ties, and the next best.

    Where chance has a say: the policy, of which `everything` shows every plan.
    """
    style = PROOFS[solution.status][1]
    if candidates:
        page.heading("Side by side")
        show_candidates(page, candidates, everything=True)
    elif solution.turns:
        _show_turns(page, solution)
    if solution.policy is not None:
        from tsolve.report.plays.policy import show_policy

        page.heading(f"Do first: {solution.policy.first}", style=style)
        page.text(f"then by what comes; best {attitude(solution)}", indent=2, hang=2)
        page.blank()
        show_policy(page, solution.policy, everything)
    else:
        _show_lines(page, solution, tables, style)
    if solution.others:
        page.heading("Next best" if solution.policy is None else "Other kinds of turn")
        for plan in solution.others:
            page.labelled(plan.title, _worth(plan, solution), width=_label_width(solution))
    if solution.unknown:
        from tsolve.report.plays.policy import show_unknown

        show_unknown(page, solution.unknown, solution.counted_down)
    for note in (*solution.left_out, *solution.notes):
        page.text(f"note: {note}", indent=2, hang=6, style="warn")


def _show_lines(page: Page, solution: SolveAnswer, tables: Tables, style: Style) -> None:
    title = solution.best[0].title if solution.best else "none"
    page.heading(f"Best play: {title}. {PROOFS[solution.status][0]}".rstrip(), style=style)
    if solution.best:
        show_outcome(page, solution.best[0].line)
        show_line(page, solution.best[0].line, tables, "calculation of the best line", cited=False)
        page.blank()
        _show_worth(page, solution)
    for number, plan in enumerate(solution.best[1:], start=2):
        page.heading(f"Equally good, {number}: {plan.title}")
        show_outcome(page, plan.line)
        show_line(page, plan.line, tables, f"calculation of line {number}", cited=False)


def show_best_briefly(page: Page, solution: SolveAnswer) -> None:
    """Nothing but the steps of the best line, all on one line; of a policy those before the first draw. Where
    there is none, why.

    The choice of the turn comes first, whether or not the line of its game begins with it. What is not proved
    is said to be so.
    """
    steps = [step.text for step in solution.policy.nodes[0].steps] if solution.policy is not None else []
    steps += [step.text for plan in solution.best[:1] for step in plan.line.steps]
    chosen = [turn.action for turn in solution.turns[:1] if turn.action not in steps[:1]]
    told = "; ".join((*chosen, *steps)) or best_in_short(solution)
    page.line(told if solution.status == "optimal" else f"not proved: {told}")


def _show_worth(page: Page, solution: SolveAnswer) -> None:
    if solution.objective:
        page.labelled("goal", whole_levels(solution.goal, solution.objective, solution.counted_down))
        if solution.bound == solution.objective:
            page.labelled("best", "nothing is better (proved)")
        elif solution.bound:
            page.labelled("at most", whole_levels(solution.goal, solution.bound, solution.counted_down))
    page.labelled("proof", _proof(solution))
    if len(solution.best) > 1:
        page.labelled("ties", f"{len(solution.best)} plays are equally good, up to the order of equal cards")
    if solution.chooser:
        page.labelled("choice", solution.chooser)


def _proof(solution: SolveAnswer) -> str:
    """What was done to be sure of the answer."""
    if solution.backend == "search":
        return "the rules engine tried every play"
    cases = f"{solution.problems} case{'s' if solution.problems != 1 else ''} solved exactly"
    return f"{cases} (backend {solution.backend})" if solution.backend else cases


def _show_turns(page: Page, solution: SolveAnswer) -> None:
    """Every kind of turn with its worth, the best first."""
    decisive, *more = solution.goal
    page.heading(f"Best turn: {solution.turns[0].turn}, by {decisive}")
    for turn in solution.turns:
        number, *rest = turn.worth
        details = f" ({levels(more, rest, (), solution.counted_down)})" if more else ""
        page.labelled(turn.turn, f"{amount(number)}: {turn.title}{details}")


def _worth(plan: Plan, solution: SolveAnswer) -> str:
    """The result of a plan; the comparison of kinds of turn is shown elsewhere."""
    worth = "" if solution.turns else whole_levels(plan.goal, plan.objective, solution.counted_down)
    return f"{plan.line.outcome} ({worth})" if worth else plan.line.outcome


def _label_width(solution: SolveAnswer) -> int:
    return min(max((len(plan.title) for plan in solution.others), default=0) + 2, 30)
