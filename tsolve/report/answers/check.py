"""Shows the answers of `check` and `solve`: verdicts on claims and expectations with their reasons in a few
lines, then layer by layer; also the head of an answer, and the last line of a run over several files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.model.answers import CheckAnswer, ClaimAnswer, ExpectationAnswer
from tsolve.model.plays import Calculation, LineAnswer, StepAnswer, UnknownDraw
from tsolve.model.verdicts import EXIT_CODES, HOLDS, INTERNAL, REFUTED, UNDECIDED, WRONG, Word
from tsolve.report.answers.table import show_legal_briefly, show_options, show_position, show_refused
from tsolve.report.lines import line_heading, show_line, show_what_to_write
from tsolve.report.page import (
    BRIEF,
    Column,
    Detail,
    Page,
    Style,
)
from tsolve.report.rulings import cites, show_dependence, show_grounds, show_notes
from tsolve.report.sums import Tables, label_of, show_sum
from tsolve.report.words import many, sentence

if TYPE_CHECKING:
    from msgspec import UnsetType

    from tsolve.model.solved import SolvedAnswer, TargetsAnswer


_VERDICTS: dict[str, Style] = {"confirmed": "good", "refuted": "bad", "undecided": "warn"}
_FAILS: tuple[str, Style] = ("fails", "bad")
_UNDECIDED: tuple[str, Style] = ("undecided", "warn")
_WIDTH = 11


def show_claims(page: Page, claims: Sequence[ClaimAnswer], tables: Tables) -> None:
    """Show each claim with its verdict and reason, and the calculation unless it was shown above."""
    page.heading("Claims")
    for claim in claims:
        table = claim.calculation
        known = tables.place(table) if table is not None else ""
        rows = table.rows if table is not None else ()
        tabled = {ruling for row in rows for ruling in row.rulings}
        own = [ruling for ruling in claim.rulings if ruling not in tabled]
        parts = (f"{claim.text}: {claim.reason}", cites(own), f"({known})" if known else "")
        text = " ".join(part for part in parts if part)
        page.labelled(claim.verdict, text, width=_WIDTH, style=_VERDICTS[claim.verdict])
        if table is not None and not known:
            tables.show(table, f'calculation under "{claim.text}"', indent=4)
            page.blank()


def show_expectations(page: Page, expectations: Sequence[ExpectationAnswer], verbose: bool = False) -> None:
    """Show the expectations that fail or are undecided, as expected and as found; all if `verbose`."""
    page.heading("Expectations")
    for each in expectations:
        if not each.holds:
            text = f"{each.what}: expected {each.expected}, found {each.found}"
            label, style = _UNDECIDED if each.undecided else _FAILS
            page.labelled(label, text, width=_WIDTH, style=style)
        elif verbose:
            page.labelled("holds", f"{each.what}: {each.found}", width=_WIDTH, style="good")


_STYLES: Mapping[str, Style] = {"confirmed": "good", "refuted": "bad", "undecided": "warn"}
_MOST_CLAIMS = 3
"""The most claims of one verdict with a reason each; of more, only the claims are listed."""
_MOST_RULES = 3
"""The most rules after a sentence; the layers show the others."""
_MOST_FAILURES = 6
_MOST_GUESSES = 2
"""The most guesses about what was left out; more would be no help."""
_INSTEAD = 4
"""The most legal steps that are named in place of an illegal one."""
_INDENT = 3


def show_summary(page: Page, answer: CheckAnswer, titles: Mapping[str, str]) -> None:
    """Show expectations that fail, the turn, the claims (refuted ones first), the best play if asked for.

    `titles` names rules, for rows of sums without a card.
    """
    places = _Places(answer.file)
    _show_expectations(page, answer, places)
    if answer.log:
        from tsolve.report.answers.log import show_log

        show_log(page, answer, answer.log)
    line = answer.line
    is_legal = line is not None and line.legal
    claims = _Claims(page, answer, places, titles)
    if is_legal:
        claims.show("refuted")
    if line is not None:
        _show_turn(page, answer, line, places)
        claims.show_sum(line.calculation if line.legal else None)
    if not is_legal:
        claims.show("refuted")
    claims.show("undecided")
    if not is_legal:  # with a legal turn they are counted beside it
        claims.show("confirmed")
    if answer.options is not None and answer.only_asks:
        show_options(page, answer.options, places.of(None))
    if answer.odds:
        from tsolve.report.odds import show_odds

        show_odds(page, answer.odds)
    if answer.solution is not None:
        from tsolve.report.solution import show_best

        show_best(page, answer.solution, titles, played=line if line is not None and line.legal else None)
    if answer.to_write:
        hangs = answer.options is not None and bool(answer.options.hangs_on)
        show_what_to_write(page, answer.to_write, is_of_chance=not hangs)


class _Places:
    """Places in the file: the first one with the name of the file, the others only by line."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._named = False

    def of(self, line: int | None) -> str:
        name = "" if self._named else self.file
        self._named = True
        return f"{name}:{line}" if line is not None else name


def _show_expectations(page: Page, answer: CheckAnswer, places: _Places) -> None:
    """Show those that fail or are undecided; or that all hold, if the page does not make that clear."""
    all_ = answer.expectations
    for word, style, found in (
        ("fails", "bad", [each for each in all_ if not each.holds and not each.undecided]),
        ("undecided", "warn", [each for each in all_ if not each.holds and each.undecided]),
    ):
        if found:
            text = f"{len(found)} of {many(len(all_), 'expectation')}."
            page.verdict(word, text, "bad" if style == "bad" else "warn", places.of(None))
            _show_failures(page, found)
    is_told = answer.holds or not answer.log
    if all_ and all(each.holds for each in all_) and _needs_saying(answer) and is_told:
        text = "The expectation holds." if len(all_) == 1 else f"All {len(all_)} expectations hold."
        page.verdict("as expected", text, "good", places.of(None))


def _needs_saying(answer: CheckAnswer) -> bool:
    """Whether a puzzle has no legal turn, or a claim that is not confirmed."""
    return (
        answer.line is None
        or not answer.line.legal
        or any(claim.verdict != "confirmed" for claim in answer.claims)
    )


def _show_failures(page: Page, found: Sequence[ExpectationAnswer]) -> None:
    heads = (Column(""), Column("", wraps=True), Column("", wraps=True), Column("", wraps=True))
    rows = [
        (f":{each.line}" if each.line else "", each.what, f"expected {each.expected}", f"found {each.found}")
        for each in found[:_MOST_FAILURES]
    ]
    page.table(heads, rows, indent=_INDENT)
    if len(found) > _MOST_FAILURES:
        page.text(f"and {len(found) - _MOST_FAILURES} more", _INDENT)


# the turn that the file plays


def _show_turn(page: Page, answer: CheckAnswer, line: LineAnswer, places: _Places) -> None:
    broken = next((step for step in line.steps if step.refusal is not None), None)
    if broken is not None:
        _show_broken(page, line, broken, places)
        return
    if not line.legal or line.undecided:
        page.verdict("undecided", line.outcome, "warn", places.of(None))
        return
    all_ = len(line.steps)
    text = f"All {all_} steps are legal." if all_ > 1 else "The step is legal."
    confirmed = sum(claim.verdict == "confirmed" for claim in answer.claims)
    counts = f" {confirmed} of {many(len(answer.claims), 'claim')} confirmed." if answer.claims else ""
    if answer.expectations and all(each.holds for each in answer.expectations) and not _needs_saying(answer):
        counts += " The puzzle is as expected."
    word = "confirmed" if confirmed and confirmed == len(answer.claims) else "legal"
    page.verdict(word, f"{text} {line.outcome}{counts}", "good", places.of(None))


def _show_broken(page: Page, line: LineAnswer, step: StepAnswer, places: _Places) -> None:
    assert step.refusal is not None
    word, style = ("undecided", "warn") if line.undecided else ("illegal", "bad")
    text = f"Step {step.number} of {line.given}: {step.text}."
    page.verdict(word, text, "warn" if style == "warn" else "bad", places.of(step.line))
    page.text(sentence(step.refusal.reason), _INDENT, rules=step.refusal.rulings[:_MOST_RULES])
    if step.instead:
        shown = "; ".join(step.instead[:_INSTEAD])
        more = f"; and {len(step.instead) - _INSTEAD} more" if len(step.instead) > _INSTEAD else ""
        page.text(f"Legal now: {shown}{more}.", _INDENT)
    if line.not_judged:
        several = line.not_judged > 1
        behind = f"Steps {step.number + 1} to {line.given} were" if several else "The last step was"
        page.text(f"{behind} not judged.", _INDENT)


# claims


class _Claims:
    """The claims of an answer; a sum that several of them rest on is shown once."""

    def __init__(self, page: Page, answer: CheckAnswer, places: _Places, titles: Mapping[str, str]) -> None:
        self.page, self.claims, self.places, self.titles = page, answer.claims, places, titles
        self._broken = _broken_at(answer.line)
        self._summed: list[Calculation] = []
        self._tried: list[Sequence[UnknownDraw]] = []
        self._told: list[str] = []
        """The reasons that were shown."""

    def show(self, verdict: str) -> None:
        """Show those with one verdict, one by one if they are few."""
        found = [claim for claim in self.claims if claim.verdict == verdict]
        groups = _with_one_reason(found)
        if len(groups) > _MOST_CLAIMS:
            text = f"{len(found)} claims: {'; '.join(map(_claimed, found))}."
            self.page.verdict(verdict, text, _STYLES[verdict], self.places.of(found[0].line))
            return
        for alike in groups:
            self._show(alike)
            for claim in alike:
                show_left_out(self.page, claim, self.titles)
                self.show_sum(claim.calculation)
            self._show_cards(alike[0].unknown)

    def _show(self, alike: Sequence[ClaimAnswer]) -> None:
        """Show claims with one reason; what was said above, of another claim or of a broken turn, is not
        repeated.
        """
        reason = alike[0].reason
        if any(_begins(told, reason) for told in self._told):
            alike = [replace(claim, reason="") for claim in alike]
        self._told.append(reason)
        _show_claims(self.page, alike, self.places, self._broken)

    def show_sum(self, calculation: Calculation | None) -> None:
        """Show a sum, unless it was shown already."""
        if calculation is not None and calculation not in self._summed:
            self._summed.append(calculation)
            show_sum(self.page, calculation, self.titles)

    def _show_cards(self, unknown: Sequence[UnknownDraw]) -> None:
        if unknown and unknown not in self._tried:
            from tsolve.report.solution import show_cards_that_matter

            self._tried.append(unknown)
            show_cards_that_matter(self.page, unknown, "Enough", "Not enough")


def _begins(told: str, reason: str) -> bool:
    """Whether a text that was told begins with this reason, as a part of its own."""
    rest = told.removeprefix(reason.removesuffix("."))
    return bool(reason) and len(rest) < len(told) and (not rest or rest[0] in ".;")


def _with_one_reason(claims: Iterable[ClaimAnswer]) -> Sequence[Sequence[ClaimAnswer]]:
    """The claims, grouped by reason."""
    groups: dict[str, list[ClaimAnswer]] = {}
    for claim in claims:
        groups.setdefault(claim.reason, []).append(claim)
    return tuple(groups.values())


def _broken_at(line: LineAnswer | None) -> tuple[str, str]:
    """The text about a turn with an illegal step, and the part of it that need not be repeated."""
    step = next((step for step in line.steps if step.refusal is not None), None) if line is not None else None
    if line is None or step is None:
        return "", ""
    return line.outcome, f"step {step.number} {'cannot be judged' if line.undecided else 'is not legal'}"


def _show_claims(page: Page, alike: Sequence[ClaimAnswer], places: _Places, broken: tuple[str, str]) -> None:
    """Show claims with one reason; what was said above about a `broken` turn is not repeated."""
    first = alike[0]
    texts = "; ".join(_claimed(claim) for claim in alike)
    whole, short = broken
    is_told = bool(whole) and first.reason.endswith(whole)
    of_all = tuple(dict.fromkeys(ruling for claim in alike for ruling in claim.rulings))
    rules = of_all[:_MOST_RULES] if first.calculation is None and not is_told else ()
    reason = f"{first.reason.removesuffix(whole)}{short}" if is_told else first.reason
    text = f"{texts}: {reason}" if reason else texts
    if len(alike) == 1 and _says_the_same(first):
        text = reason
    page.verdict(first.verdict, sentence(text), _STYLES[first.verdict], places.of(first.line), rules)


def _claimed(claim: ClaimAnswer) -> str:
    """The claim as a sentence; from the keys of a file it would be `not beats NAME`."""
    verb, _, subject = claim.text.removeprefix("not ").partition(" ")
    denied = claim.text.startswith("not ") and verb.endswith("s")
    return f"does not {verb.removesuffix('s')} {subject}" if denied else claim.text


def _says_the_same(claim: ClaimAnswer) -> bool:
    """Whether the reason repeats the claim."""
    subject = claim.text.removeprefix("not ").partition(" ")[2]
    return bool(subject) and claim.verdict == "confirmed" and claim.reason.startswith(f"{subject} ")


def show_left_out(page: Page, claim: ClaimAnswer, titles: Mapping[str, str]) -> None:
    """Show what may have been left out to get the claimed number."""
    if not claim.left_out:
        return
    texts = dict.fromkeys(f"{label_of(row, titles)}, {row.change:+d}" for row in claim.left_out)
    names = list(texts)
    if len(names) > _MOST_GUESSES:
        return
    if len(names) > 1:
        page.text(f"Perhaps left out: {', or '.join(names)}.", _INDENT)
        return
    row = claim.left_out[0]
    note = row.note.partition(" (")[2].rstrip(")")
    why = f" ({note})" if note else ""
    page.text(f"Left out: {names[0]}{why}.", _INDENT, rules=row.rulings[:_MOST_RULES])


def brief_answer(answer: CheckAnswer) -> str:
    """The answer to a file that only asks: its best play, after anything that keeps that from being final."""
    from tsolve.report.solution import best_in_short

    if answer.odds:
        from tsolve.report.odds import in_a_line

        return in_a_line(answer.odds)
    word = answer.verdict
    text = best_in_short(answer.solution) if answer.solution is not None else ""
    return ": ".join(part for part in ("" if word == "answered" else word, text) if part) or word


def show_check(page: Page, answer: CheckAnswer, detail: Detail = BRIEF) -> None:
    """Show verdicts with their reasons, the numbers that matter, the readings that change them; then the
    layers asked for.
    """
    titles = {cited.id: cited.title for cited in answer.citations}
    show_summary(page, answer, titles)
    if answer.depends is not None:
        show_dependence(page, answer.depends, detail)
    if detail.verbose:
        show_position(page, answer.position)
        show_everything(page, answer, Tables(page, titles))
    show_notes(page, answer.notes)
    show_grounds(page, detail, answer.readings, answer.citations, answer.documents)
    if detail.sources:
        show_notes(page, answer.provenance)


def show_solve(page: Page, answer: SolvedAnswer, detail: Detail = BRIEF) -> None:
    """Show the best play with its sum, or the plan; then the layers asked for."""
    from tsolve.report.solution import show_all, show_best, show_solution

    titles = {cited.id: cited.title for cited in answer.citations}
    show_best(page, answer.solution, titles, answer.candidates)
    show_what_to_write(page, answer.to_write)
    if answer.depends is not None:
        show_dependence(page, answer.depends, detail)
    if detail.verbose:
        if answer.map:
            page.blank()
            page.map(answer.map)
        show_solution(page, answer.solution, Tables(page, titles), detail.everything, answer.candidates)
    elif detail.everything:
        show_all(page, answer.solution)
    show_reach(page, answer.targets)
    show_grounds(page, detail, answer.readings, answer.citations, answer.documents)


def show_solve_in_a_line(page: Page, answer: SolvedAnswer) -> None:
    """Show only the steps of the best play."""
    from tsolve.report.solution import show_best_briefly

    show_best_briefly(page, answer.solution)


def show_reach(page: Page, targets: TargetsAnswer | UnsetType) -> None:
    """Show what the turn can do to each target, if that was asked for."""
    if targets:
        from tsolve.report.answers.targets import targets_in_short

        page.heading("What can be reached")
        for text in targets_in_short(targets):
            page.text(text, 2, 2)


OPTIONS = "Options"
"""The heading of what the rules leave open."""


def show_everything(page: Page, answer: CheckAnswer, tables: Tables) -> None:
    """Show the turn step by step, the claims with their calculations, what is legal."""
    if answer.options is not None:
        page.heading(OPTIONS)
        show_options(page, answer.options, everything=True)
    if answer.odds:
        from tsolve.report.distributions import show_whole

        show_whole(page, answer.odds)
    if answer.log:
        from tsolve.report.answers.log import show_every_turn

        show_every_turn(page, answer.log, tables)
    if answer.line is not None:
        page.heading(line_heading(answer.line))
        show_line(page, answer.line, tables, "calculation of the turn")
    if answer.claims:
        show_claims(page, answer.claims, tables)
    if answer.expectations:
        show_expectations(page, answer.expectations, verbose=True)
    if answer.solution is not None:
        from tsolve.report.solution import show_solution

        show_solution(page, answer.solution, tables)
    if answer.refused:
        show_refused(page, answer.refused)
    show_legal_briefly(page, answer.legal)


_ORDER = (HOLDS, REFUTED, UNDECIDED, WRONG, INTERNAL)
_OF_SEVERAL = {
    "input error": "input errors",
    "internal error": "internal errors",
}
"""Words with a plural; most have none."""


def tally(verdicts: Iterable[Word], one: str, several: str) -> str:
    """Such as `4 files: 2 confirmed, 1 refuted, 1 input error`; `one` and `several` are the noun (`file`)."""
    found = Counter(verdicts)
    total = found.total()
    parts = (
        f"{number} {_OF_SEVERAL.get(word, word) if number > 1 else word}"
        for word, number in sorted(found.items(), key=lambda each: _ORDER.index(EXIT_CODES[each[0]]))
    )
    return f"{total} {one if total == 1 else several}: {', '.join(parts)}"
