"""The verdict on a position file in a few lines, for those who read no further."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tsolve.model.answers import CheckAnswer, ClaimAnswer, LineAnswer, SolveAnswer
from tsolve.model.wishes import Draws
from tsolve.report.dependence import show_dependence
from tsolve.report.page import Page, Style
from tsolve.report.positions import cites
from tsolve.report.verdict import HOLDS, REFUTED, UNDECIDED, check_word, exit_code

_STYLES: dict[int, Style] = {HOLDS: "good", REFUTED: "bad", UNDECIDED: "warn"}
"""Exit code -> how the verdict on a file looks."""

PROOFS: dict[str, tuple[str, Style]] = {
    "optimal": ("proved best", "good"),
    "undecided": ("not proved", "warn"),
    "impossible": ("no line attacks the target", "warn"),
}
"""Status of a best line -> what it says."""

_ATTITUDES: dict[Draws, str] = {
    "expected": "on average",
    "worst": "if the worst cards come",
    "best": "if the best cards come",
    "known": "without unknown cards",
}
"""Attitude to draws -> what a policy is best for."""

_DOUBTS: tuple[tuple[str, Style], ...] = (("refuted", "bad"), ("undecided", "warn"))
_MOST_CLAIMS = 4


def show_verdict(page: Page, answer: CheckAnswer) -> None:
    """The file with its verdict, then what the line came to, what does not hold, the best line, and what
    all of it depends on.
    """
    page.heading(f"{answer.file}: {check_word(answer)}", style=_STYLES[exit_code(answer)])
    if (line := answer.line) is not None:
        look: Style = "good" if line.legal else "warn" if line.undecided else "bad"
        expected = not line.legal and _is_expected(answer, "line", "illegal_step", "legal")
        page.text(_line(line, expected), indent=2, hang=2, style="" if expected else look)
    if answer.solution is not None:
        page.text(_best(answer.solution), indent=2, hang=2)
    for text, tone in _claims(answer):
        page.text(text, indent=2, hang=2, style=tone)
    counts = [*_confirmed(answer), *_expected(answer)]
    if counts:
        page.text("; ".join(counts), indent=2, hang=2)
    if answer.depends is not None:
        show_dependence(page, answer.depends)


def best_title(solution: SolveAnswer) -> str:
    """What the best line is about and whether it is proved."""
    proof = PROOFS[solution.status][0]
    if solution.policy is not None:
        return f"{solution.policy.first}, {play_title(solution)}"
    if solution.left_out and solution.best:
        proof = "best of the lines that need no unknown card or choice"
    return f"{solution.best[0].title if solution.best else 'none'} ({proof})"


def play_title(solution: SolveAnswer) -> str:
    """How a policy goes on after its first action, and whether it is proved best, for whom."""
    assert solution.policy is not None
    attitude = _ATTITUDES[solution.policy.draws]
    if solution.left_out:
        proof = f"best {attitude} of the plays that need no unknown card or choice"
    else:
        proof = f"{'proved' if solution.status == 'optimal' else 'not proved to be'} best {attitude}"
    return f"then as the cards come; {proof}"


def _is_expected(answer: CheckAnswer, part: str, *keys: str | int) -> bool:
    """Whether the file expects one of these things, and it is so."""
    paths = [("expect", part, key) for key in keys]
    return any(each.holds and each.path in paths for each in answer.expectations)


def _line(line: LineAnswer, expected: bool) -> str:
    broken = next((step for step in line.steps if step.refusal is not None), None)
    if broken is None or broken.refusal is None:
        return line.outcome
    why = f"{broken.refusal.reason} {cites(broken.refusal.rulings)}".strip()
    verdict = "cannot be judged" if line.undecided else "is not legal"
    verdict += ", as expected" if expected else ""
    return f"step {broken.number} {verdict}: {broken.text}: {why}"


def brief_answer(answer: CheckAnswer) -> str:
    """What a file is told that only asks: its best line, and before it what keeps that from being final."""
    word = check_word(answer)
    told = _best(answer.solution) if answer.solution is not None else ""
    if answer.solution is not None and answer.solution.status == "impossible":
        told = "; ".join((told, *answer.solution.notes))
    return ": ".join(part for part in ("" if word == "answered" else word, told) if part) or word


def _best(solution: SolveAnswer) -> str:
    """The best line or play in a sentence: what it is about, whether it is proved, what it comes to."""
    if solution.policy is not None:
        from tsolve.report.numbers import of_policy

        policy = solution.policy
        return f"best play: {best_title(solution)}: {of_policy(policy, policy.worth)}"
    outcome = f": {solution.best[0].line.outcome}" if solution.best else ""
    return f"best line: {best_title(solution)}{outcome}"


def _claims(answer: CheckAnswer) -> Iterator[tuple[str, Style]]:
    """The claims that are not confirmed: one alone with its reason, several by their texts; those of which a
    puzzle expects so stand apart.
    """
    doubted = [claim for claim in enumerate(answer.claims) if claim[1].verdict != "confirmed"]
    for expected in (False, True):
        claims = [claim for index, claim in doubted if _is_expected(answer, "claims", index) == expected]
        yield from _doubts(claims, expected)


def _doubts(claims: Sequence[ClaimAnswer], expected: bool) -> Iterator[tuple[str, Style]]:
    for each, style in _DOUBTS:
        found = [claim for claim in claims if claim.verdict == each]
        verdict, style = (f"{each}, as expected", "") if expected else (each, style)
        if len(found) == 1:
            rulings = cites(found[0].rulings) if found[0].calculation is None else ""
            yield f'{verdict}: "{found[0].text}": {found[0].reason} {rulings}'.rstrip(), style
        elif found:
            texts = "; ".join(f'"{claim.text}"' for claim in found[:_MOST_CLAIMS])
            more = f"; and {len(found) - _MOST_CLAIMS} more" if len(found) > _MOST_CLAIMS else ""
            yield f"{verdict}: {texts}{more}", style


def _confirmed(answer: CheckAnswer) -> Iterator[str]:
    confirmed = sum(claim.verdict == "confirmed" for claim in answer.claims)
    if confirmed:
        yield f"{_many(confirmed, 'claim')} confirmed"


def _expected(answer: CheckAnswer) -> Iterator[str]:
    all_ = len(answer.expectations)
    undecided = sum(each.undecided for each in answer.expectations)
    failed = sum(not each.holds for each in answer.expectations) - undecided
    if failed:
        yield f"{_many(failed, 'expectation')} of {all_} fail{'s' if failed == 1 else ''}"
    if undecided:
        yield f"{_many(undecided, 'expectation')} of {all_} undecided"
    if all_ and not failed and not undecided:
        yield f"{_many(all_, 'expectation')} hold{'s' if all_ == 1 else ''}"


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"
