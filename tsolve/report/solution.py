"""The best lines and how sure it is that they are best."""

from __future__ import annotations

from tsolve.model.answers import Plan, SolveAnswer
from tsolve.report.calculation import Tables
from tsolve.report.lines import show_line, show_outcome
from tsolve.report.numbers import amount, levels, whole_levels
from tsolve.report.page import Page, Style
from tsolve.report.summary import PROOFS, best_title, play_title


def show_solution(page: Page, solution: SolveAnswer, tables: Tables, everything: bool = False) -> None:
    """What the best line comes to, its steps and calculation, the bound, ties, and the next best.

    Where chance has a say: the policy, of which `everything` shows every plan.
    """
    style = PROOFS[solution.status][1]
    if solution.turns:
        _show_turns(page, solution)
    if solution.policy is not None:
        from tsolve.report.policy import show_policy

        page.heading(f"Do first: {solution.policy.first}", style=style)
        page.text(play_title(solution), indent=2, hang=2)
        page.blank()
        show_policy(page, solution.policy, everything)
    else:
        _show_lines(page, solution, tables, style)
    if solution.others:
        page.heading("Next best" if solution.policy is None else "Other kinds of turn")
        for plan in solution.others:
            page.labelled(plan.title, _worth(plan, solution), width=_label_width(solution))
    if solution.unknown:
        from tsolve.report.policy import show_unknown

        show_unknown(page, solution.unknown, solution.counted_down)
    for note in (*solution.left_out, *solution.notes):
        page.text(f"note: {note}", indent=2, hang=6, style="warn")


def _show_lines(page: Page, solution: SolveAnswer, tables: Tables, style: Style) -> None:
    page.heading(f"Best line: {best_title(solution)}", style=style)
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
    """Nothing but the steps of the best line, one on each line; of a policy those before the first draw.

    The choice of the turn comes first, whether or not the line of its game begins with it.
    """
    steps = [step.text for step in solution.policy.nodes[0].steps] if solution.policy is not None else []
    steps += [step.text for plan in solution.best[:1] for step in plan.line.steps]
    chosen = [turn.action for turn in solution.turns[:1] if turn.action not in steps[:1]]
    for text in (*chosen, *steps):
        page.line(text)


def _show_worth(page: Page, solution: SolveAnswer) -> None:
    if solution.objective:
        page.labelled("goal", whole_levels(solution.goal, solution.objective, solution.counted_down))
        if solution.bound == solution.objective:
            page.labelled("bound", "the same: no line can do better")
        elif solution.bound:
            page.labelled("bound", whole_levels(solution.goal, solution.bound, solution.counted_down))
    page.labelled("proof", _proof(solution))
    if len(solution.best) > 1:
        page.labelled("ties", f"{len(solution.best)} lines are equally good, up to the order of equal cards")
    if solution.chooser:
        page.labelled("choice", solution.chooser)


def _proof(solution: SolveAnswer) -> str:
    """What was done to be sure of the answer."""
    if solution.backend == "search":
        return "the rules engine tried every line"
    problems = f"{solution.problems} optimisation problem{'s' if solution.problems != 1 else ''} solved"
    return f"{problems} ({solution.backend})" if solution.backend else problems


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
