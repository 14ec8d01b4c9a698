"""Shows the best plays, briefly or step by step: their results, what else a turn may be spent on, and which
unknown cards would make a difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import filterfalse
from typing import NamedTuple

from tsolve.diagnostics import counted
from tsolve.model.answers import Plan, SolveAnswer, Status, TurnWorth
from tsolve.model.plays import LineAnswer, StepAnswer, UnknownDraw
from tsolve.model.solved import Candidate
from tsolve.model.verdicts import comes_first
from tsolve.report.course import bounds_told, show_course
from tsolve.report.lines import PROOFS, attitude, best_word, how_sure, show_line, show_outcome
from tsolve.report.page import Column, Page, Style
from tsolve.report.plan import plan_sentence, show_plan, show_policy, show_unknown
from tsolve.report.sums import Tables, show_sum
from tsolve.report.words import amount, ended, levels, many, meaning_of, percent, sentence, whole_levels

_INDENT = 3
_SUCH_AS = 3
"""The most cards that are named of those with the same effect."""


def show_cards_that_matter(
    page: Page, draws: Sequence[UnknownDraw], helping: str = "Better", others: str = "No better"
) -> None:
    """Show how many of the cards that may come would help, with a few names; then a few that would not.

    This counts titles, not copies, so it is not a chance.
    """
    different = list({(draw.card, draw.where, draw.better): draw for draw in draws}.values())
    for draw in different:
        drawn = f" drawn by {draw.card}" if len(different) > 1 else ""
        whose = f" {draw.where}" if draw.where else drawn
        tried = f"{draw.tried} {'possible cards' if draw.every else 'cards tried'}{whose}"
        if not draw.better:
            page.text(f"{others}: none of {tried} helps.", _INDENT, 2)
            continue
        names = ", ".join(draw.better[:_SUCH_AS])
        cards = f"{len(draw.better)} of {tried}, such as {names}"
        page.text(f"{helping}: {cards}.", _INDENT, 2)
        poor = [card for card in draw.worst.cards if card not in draw.better]
        if left := draw.tried - len(draw.better):
            such = f", such as {', '.join(poor[:_SUCH_AS])}" if poor else ""
            page.text(f"{others}: the other {left}{such}.", _INDENT, 2)


_MOST = 6
"""The most rows in a brief answer."""
_MORE_IS_POSSIBLE = "? not proved: more may be possible"


class _Row(NamedTuple):
    turn: str
    title: str
    brings: str
    chance: str
    worth: str


def show_candidates(
    page: Page, candidates: Sequence[Candidate], meanings: Mapping[str, str], everything: bool = False
) -> None:
    """Show each candidate with its result and its worth by the first level of the goal, the best first; then
    what that counts.

    Shows nothing if there is nothing to compare.
    """
    rows = [
        _Row(
            each.turn,
            each.title,
            each.outcome,
            percent(each.chance.value) if each.chance is not None else "",
            amount(each.worth[0]) + _doubt(each.status),
        )
        for each in candidates
    ]
    _show(page, rows, candidates[0].goal[0] if candidates else "", meanings, everything)
    if len(rows) > 1 and any(each.status == "undecided" for each in candidates):
        page.text(_MORE_IS_POSSIBLE, _INDENT, 2, style="warn")


def show_turns(page: Page, solution: SolveAnswer) -> None:
    """Show the kinds of turn, each with its best play."""
    at = _where_they_differ(solution.turns)
    rows = [
        _Row(each.turn, each.title, "", "", amount(each.worth[at]) + _doubt(each.status))
        for each in solution.turns
    ]
    _show(page, rows, solution.goal[at], solution.meanings, everything=bool(solution.turns[0].turn))
    if len(rows) > 1 and any(each.status == "undecided" for each in solution.turns):
        page.text(_MORE_IS_POSSIBLE, _INDENT, 2, style="warn")


def _where_they_differ(turns: Sequence[TurnWorth]) -> int:
    """The first level of the goal by which turns differ; the first of all where none does."""
    columns = zip(*(each.worth for each in turns), strict=False)
    return next((at for at, numbers in enumerate(columns) if len({*numbers}) > 1), 0)


def _doubt(status: Status) -> str:
    return " ?" if status == "undecided" else ""


def _show(
    page: Page, rows: Sequence[_Row], level: str, meanings: Mapping[str, str], everything: bool
) -> None:
    """Show the columns that say anything; in brief, only the first few rows."""
    if len(rows) < 2:
        return
    shown = rows if everything or len(rows) == _MOST + 1 else rows[:_MOST]
    heads = _Row("turn", "", "brings", "chance", level if "+" not in level else "worth")
    told = [
        number
        for number, cells in enumerate(zip(*rows, strict=True))
        if any(cells) and (number or len(set(cells)) > 1)  # one kind of turn need not be named
    ]
    right = ("chance", heads.worth)
    columns = [
        Column(heads[number], "right" if heads[number] in right else "left", heads[number] == "brings")
        for number in told
    ]
    page.table(columns, [[row[number] for number in told] for row in shown], _INDENT)
    if left := len(rows) - len(shown):
        page.text(f"{left} more", _INDENT, hint="-v")
    if meant := f"worth: {level}" if "+" in level else meaning_of([level], meanings):
        page.text(ended(meant), _INDENT, 2, style="dim")


_STEPS_OF_THEIR_OWN = 6
"""The most steps with a line each; more are written one after the other."""
_MOST_OTHERS = 3
_CALLED = {"rest": "Rest"}
"""Kinds of turn with a name of one word; other kinds would then read like a step."""


def show_best(
    page: Page,
    solution: SolveAnswer,
    titles: Mapping[str, str],
    candidates: Sequence[Candidate] = (),
    played: LineAnswer | None = None,
) -> None:
    """Show the best play, its sum, the choice among equals, alternatives, and what was left out.

    `played` is a turn already shown above: what is the same in both is not repeated.
    """
    if solution.policy is not None:
        show_plan(page, solution)
    elif not solution.best:
        text = " ".join(map(sentence, (*solution.left_out, *solution.notes))) or "No play was found."
        if solution.status == "impossible":
            page.verdict("impossible", text, "bad")
        else:
            page.verdict("undecided", text, "warn")
        return
    elif solution.between:
        show_course(page, solution)
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
        show_candidates(page, candidates, solution.meanings)
    elif solution.turns:
        show_turns(page, solution)
    else:
        for each in solution.others[:_MOST_OTHERS]:
            kind = f"{each.turn} turn".capitalize() if each.turn else "Next best"
            kind = _CALLED.get(each.turn, kind)
            page.text(f"{kind}: {each.line.outcome}", _INDENT, 2)
    show_cards_that_matter(page, solution.unknown)
    for note in filterfalse(comes_first, (*solution.left_out, *solution.notes)):
        page.text(sentence(note), _INDENT, style="warn")


def _deeds(line: LineAnswer) -> list[str]:
    """The actions of a line, sorted."""
    return sorted(step.text for step in line.steps if not step.goes_on)


def show_steps(page: Page, all_steps: Sequence[StepAnswer]) -> None:
    """Show the steps that do something, one to a line if they are few."""
    steps = [step for step in all_steps if not step.goes_on]
    if len(steps) > _STEPS_OF_THEIR_OWN:
        page.text("; ".join(step.text for step in steps), _INDENT)
        return
    for number, step in enumerate(steps, start=1):
        page.labelled(str(number), step.text, indent=_INDENT, width=3)


def best_sentence(solution: SolveAnswer) -> str:
    """The result of the best play, and whether it is proved."""
    plan = solution.best[0]
    outcome = plan.line.outcome or f"{plan.title}."
    mean = f" On average {bounds_told(solution.between, solution.about)}." if solution.between else ""
    return f"{outcome}{mean} {how_sure(solution)}"


def best_in_short(solution: SolveAnswer) -> str:
    """The best play in a sentence."""
    if solution.policy is not None:
        return plan_sentence(solution)
    if solution.best:
        return best_sentence(solution)
    return " ".join(map(sentence, solution.notes)) or "no play was found"


def show_all(page: Page, solution: SolveAnswer) -> None:
    """Show all equally good plays, each with its steps; or the whole plan."""
    if solution.policy is not None:
        page.blank()
        show_policy(page, solution.policy, solution.meanings, everything=True)
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
    """Show the best play's result, steps and calculation, the bound, ties, and the next best.

    If chance decides, show the policy; with `everything`, every plan of it.
    """
    style = PROOFS[solution.status][1]
    if candidates:
        page.heading("Side by side")
        show_candidates(page, candidates, solution.meanings, everything=True)
    elif solution.turns:
        _show_turns(page, solution)
    if solution.policy is not None:
        first = (
            f"Do first: {solution.policy.first}" if solution.policy.first else "What comes decides what to do"
        )
        page.heading(first, style=style)
        page.text(f"then by what comes; best {attitude(solution)}", indent=2, hang=2)
        page.blank()
        show_policy(page, solution.policy, solution.meanings, everything)
    else:
        _show_lines(page, solution, tables, style)
    if solution.others:
        page.heading("Next best" if solution.policy is None else "Other kinds of turn")
        for plan in solution.others:
            page.labelled(plan.title, _worth(plan, solution), width=_label_width(solution))
    if solution.unknown:
        show_unknown(page, solution.unknown, solution.counted_down)
    for note in filterfalse(comes_first, (*solution.left_out, *solution.notes)):
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
    """Only the steps of the best line, all on one line (of a policy: those before the first draw); or why
    there is none.

    The choice of the kind of turn comes first, even in games whose lines do not begin with it. A line that is
    not proved is marked so.
    """
    steps = [step.text for step in solution.policy.nodes[0].steps] if solution.policy is not None else []
    steps += [step.text for plan in solution.best[:1] for step in plan.line.steps]
    chosen = [turn.action for turn in solution.turns[:1] if turn.action not in steps[:1]]
    text = "; ".join((*chosen, *steps)) or best_in_short(solution)
    page.line(text if solution.status == "optimal" else f"not proved: {text}")


def _show_worth(page: Page, solution: SolveAnswer) -> None:
    if solution.between:
        page.labelled("on average", bounds_told(solution.between, solution.about))
    elif solution.objective:
        page.labelled("goal", whole_levels(solution.goal, solution.objective, solution.counted_down))
    names = [each.level for each in solution.between] or solution.goal
    if solution.objective and (meant := meaning_of(names, solution.meanings)):
        page.labelled("that is", meant)
    if solution.bound and solution.bound == solution.objective:
        page.labelled("best", "nothing is better (proved)")
    elif solution.bound:
        bound = whole_levels(solution.goal, solution.bound, solution.counted_down)
        page.labelled("best", f"not proved; nothing is better than {bound}")
    page.labelled("proof", _proof(solution))
    if len(solution.best) > 1:
        page.labelled("ties", f"{len(solution.best)} plays are equally good, up to the order of equal cards")
    if solution.chooser:
        page.labelled("choice", solution.chooser)


def _proof(solution: SolveAnswer) -> str:
    """How the answer was proved."""
    if solution.between:
        return (
            "the rules engine played the likeliest course, and counted the others; not proved to be the best"
        )
    if solution.backend == "search":
        return "the rules engine tried every play"
    cases = f"{solution.problems} case{'s' if solution.problems != 1 else ''} solved exactly"
    return f"{cases} (backend {solution.backend})" if solution.backend else cases


def _show_turns(page: Page, solution: SolveAnswer) -> None:
    """Show every kind of turn with its worth, the best first."""
    decisive, *more = solution.goal
    kind = solution.turns[0].turn
    page.heading(f"Best turn: {kind}, by {decisive}" if kind else "Side by side")
    for turn in solution.turns:
        number, *rest = turn.worth
        details = f" ({levels(more, rest, (), solution.counted_down)})" if more else ""
        if turn.turn:
            page.labelled(turn.turn, f"{amount(number)}: {turn.title}{details}")
        else:
            page.text(f"{turn.title}: {levels(solution.goal, turn.worth, (), solution.counted_down)}", 2, 4)


def _worth(plan: Plan, solution: SolveAnswer) -> str:
    """The result of a plan, without the comparison of kinds of turn."""
    worth = "" if solution.turns else whole_levels(plan.goal, plan.objective, solution.counted_down)
    return f"{plan.line.outcome} ({worth})" if worth else plan.line.outcome


def _label_width(solution: SolveAnswer) -> int:
    return min(max((len(plan.title) for plan in solution.others), default=0) + 2, 30)
