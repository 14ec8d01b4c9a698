"""Shows a position, what is legal in it, and the options that the rules leave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import filterfalse
from typing import TYPE_CHECKING

from msgspec import UnsetType
from msgspec.structs import replace

from tsolve.model.answers import Contest, LegalAction, Option, Options, letter_of
from tsolve.model.plays import Lot, PositionAnswer, ShowAnswer, Zone
from tsolve.model.trace import Refusal
from tsolve.model.verdicts import comes_first
from tsolve.report.page import BRIEF, Column, Detail, Page
from tsolve.report.rulings import show_grounds, show_notes
from tsolve.report.words import columns, ended, many, sentence

if TYPE_CHECKING:
    from tsolve.model.solved import LegalAnswer, SolvedAnswer

SHORT_LIST = 4
"""The most actions of one kind in a short list."""


def show_position(page: Page, position: PositionAnswer) -> None:
    """Show the zones in order, short ones side by side."""
    page.heading(position_heading(position))
    page.packed([*filter(None, [position.title]), *map(_zone, position.zones)])
    page.board(position.board)
    page.map(position.map)


def position_heading(position: PositionAnswer) -> str:
    """The title of a position among other parts of an answer."""
    return f"Position ({position.game}, printing {position.printing})"


def _zone(zone: Zone) -> str:
    return f"{zone.name}: {zone_in_words(zone)}"


def zone_in_words(zone: Zone) -> str:
    """The contents of a zone: each lot of cards with its figures, and further text."""
    return "; ".join(filter(None, (*map(_lot, zone.cards), zone.text)))


def _lot(lot: Lot) -> str:
    count = f"{lot.count} x " if lot.count > 1 else ""
    figures = f" ({', '.join(lot.figures)})" if lot.figures else ""
    carries = f" with {' and '.join(lot.carries)}" if lot.carries else ""
    return f"{count}{lot.name}{figures}{carries}"


def show_legal(page: Page, actions: Iterable[LegalAction]) -> None:
    """Show every legal action with the rulings that allow it."""
    rows = [(action.text, ", ".join(action.rulings)) for action in actions]
    page.heading(f"Legal ({len(rows)})")
    page.table((Column("", wraps=True), Column("", wraps=True, style="dim")), rows)


def show_legal_briefly(page: Page, actions: Sequence[LegalAction]) -> None:
    """Show the legal actions grouped by how they begin, the first few of each."""
    page.heading(f"Legal ({len(actions)})")
    for text in grouped(actions):
        page.text(text, indent=2, hang=2)


def grouped(actions: Iterable[LegalAction]) -> list[str]:
    """A text for each kind of action, with the first few of them: `go north, south`."""
    kinds: dict[str, list[LegalAction]] = {}
    for action in actions:
        kinds.setdefault(action.parts[0] if len(action.parts) > 1 else "", []).append(action)
    single = "; ".join(action.text for action in kinds.pop("", ()))
    return [*(_of_kind(kind, several) for kind, several in kinds.items()), *([single] if single else ())]


def _of_kind(kind: str, actions: Iterable[LegalAction]) -> str:
    """Actions of one kind; those that use the same card on different things are merged."""
    groups: dict[str, list[str]] = {}
    for action in actions:
        what, *whom = action.parts[1:]
        groups.setdefault(what, []).extend(whom)
    apart = "; " if any(groups.values()) else ", "
    texts = [f"{what} {first(whom, ', ')}".rstrip() for what, whom in groups.items()]
    return f"{kind} {first(texts, apart)}"


def first(texts: Sequence[str], apart: str) -> str:
    """The first few texts, and how many more there are."""
    if (more := len(texts) - SHORT_LIST) <= 1:
        return apart.join(texts)
    return f"{apart.join(texts[:SHORT_LIST])}{apart}{more} more"


def show_refused(page: Page, refusals: Iterable[Refusal]) -> None:
    """Show what is not legal, with the reason; actions with the same reason together."""
    groups = alike(refusals)
    page.heading(f"Not legal ({sum(map(len, groups.values()))})")
    for (reason, rulings), actions in groups.items():
        page.text(f"{'; '.join(actions)}: {ended(reason)}", 2, 2, rules=rulings)


def alike(refusals: Iterable[Refusal]) -> Mapping[tuple[str, tuple[str, ...]], Sequence[str]]:
    """Reasons with their rules -> what is refused for them."""
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for refusal in refusals:
        groups.setdefault((refusal.reason, refusal.rulings), []).append(refusal.action)
    return groups


_WIDEST_LABEL = 16


def show_table(page: Page, answer: ShowAnswer, detail: Detail = BRIEF) -> None:
    """Show whose turn it is, what lies where, what is unusual; in detail also how certain the facts are."""
    page.text(headline(answer), style="bold")
    page.board(answer.position.board)
    if answer.position.map is not None:
        page.map(answer.position.map)
        page.blank()
    show_zones(page, answer.position)
    for note in (*filterfalse(comes_first, answer.notes), *(answer.provenance if detail.verbose else ())):
        page.text(sentence(note), indent=1, hang=2, style="dim")


def headline(answer: ShowAnswer) -> str:
    """The game, its printing and whose turn it is."""
    position = answer.position
    after = f", after {many(answer.steps, 'step')}" if answer.steps else ""
    whose = f": {position.title}{after}" if position.title or after else ""
    return f"{position.game_title or position.game}, printing {position.printing}{whose}"


def show_headline(page: Page, answer: ShowAnswer) -> None:
    """Show the headline in a line."""
    page.line(headline(answer))


def show_zones(page: Page, position: PositionAnswer) -> None:
    """Show the zones beside the board, one below the other."""
    width = max((columns(zone.name) for zone in position.zones), default=0) + 2
    for zone in position.zones:
        page.labelled(zone.name, zone_in_words(zone), 1, min(width, _WIDEST_LABEL), "bold")


_MOST_REASONS = 6
"""The most reasons without `-v`."""
_MOST_RULES = 3
_TEXT = 13
"""The column where the text beside a verdict begins."""


def show_legal_page(page: Page, answer: LegalAnswer, detail: Detail = BRIEF) -> None:
    """Show legal actions by kind, then illegal ones with the reasons; then the layers asked for."""
    if answer.waiting:
        page.text(sentence(answer.waiting), style="warn")
    texts = grouped(answer.legal)
    page.verdict("legal", texts[0] if texts else "nothing")
    for text in texts[1:]:
        page.text(text, _TEXT, 2)
    _show_refused_briefly(page, answer)
    if not isinstance(answer.worth, UnsetType):
        _show_worth(page, answer.worth)
    if detail.verbose:
        show_legal(page, answer.legal)
        if answer.refused:
            show_refused(page, answer.refused)
    show_notes(page, answer.notes)
    show_grounds(page, detail, (), answer.citations, answer.documents)


def _show_worth(page: Page, worth: SolvedAnswer) -> None:
    """Show the best play from here, the best turn for each purchase, and what can be done to each target."""
    from tsolve.report.answers.targets import show_targets
    from tsolve.report.solution import best_in_short, show_candidates

    if worth.solution.best or worth.solution.policy is not None:
        page.labelled("at best", best_in_short(worth.solution), 1, _TEXT - 1)
    show_candidates(page, worth.candidates, worth.solution.meanings)
    if not isinstance(worth.targets, UnsetType):
        show_targets(page, replace(worth.targets, notes=(), citations=(), documents=()))


def show_legal_in_a_line(page: Page, answer: LegalAnswer) -> None:
    """Show only the legal actions."""
    page.line("; ".join(action.text for action in answer.legal) or "nothing is legal")


def _show_refused_briefly(page: Page, answer: LegalAnswer) -> None:
    groups = list(alike(answer.refused).items())
    for number, ((reason, rules), actions) in enumerate(groups[:_MOST_REASONS]):
        text = f"{first(actions, '; ')}: {ended(reason)}"
        if number:
            page.text(text, _TEXT, 2, rules=rules[:_MOST_RULES])
        else:
            page.verdict("not legal", text, rules=rules[:_MOST_RULES])
    if more := sum(len(actions) for _, actions in groups[_MOST_REASONS:]):
        page.text(f"{more} more", _TEXT, hint="-v")


_MOST_TOLD = 8
"""The most options that are listed; the layers show the others."""


def show_options(page: Page, options: Options, place: str = "", everything: bool = False) -> None:
    """Show the only option in a sentence, or all of them and who chooses; then what decided."""
    found = options.options
    if options.hangs_on:
        text = (
            f"the {options.title} depends on {' and '.join(options.hangs_on)}, which the file does not tell"
        )
        page.verdict("undecided", sentence(text), "warn", place)
        _list(page, found, everything)
    elif len(found) == 1:
        page.verdict("decided", sentence(found[0].text), "good", place)
    else:
        text = f"{many(len(found), 'option')} in the {options.title}: {options.chooser} choose."
        page.verdict("open", text, "", place)
        _list(page, found, everything)
    for contest in options.contests:
        if everything:
            _show_table(page, contest)
        elif contest.told or contest.decided_by:
            page.text(in_short(contest), 3, 3, rules=contest.rulings)


def _list(page: Page, found: Sequence[Option], everything: bool) -> None:
    """List the options, with the letters that people and maps use for them."""
    shown = found if everything else found[:_MOST_TOLD]
    for index, each in enumerate(shown):
        page.text(f"({letter_of(index)}) {each.text}", 3, 4)
    if len(shown) < len(found):
        page.text(f"and {len(found) - len(shown)} more", 3)


def in_short(contest: Contest) -> str:
    """The best and the next one, and what decides between them."""
    if contest.told:
        return f"{contest.title}: {sentence(contest.told)}"
    at = contest.columns.index(contest.decided_by)
    best = contest.rivals[0]
    others = [rival for rival in contest.rivals if not rival.is_best]
    text = ", ".join(f"{rival.name} {rival.cells[at]}" for rival in (best, *others[:2]))
    return f"{contest.title}: {contest.decided_by} decide: {text}."


def _show_table(page: Page, contest: Contest) -> None:
    page.heading(contest.title)
    heads = (Column(""), *(Column(column, "right") for column in contest.columns), Column(""))
    rows = [(rival.name, *map(str, rival.cells), "best" if rival.is_best else "") for rival in contest.rivals]
    page.table(heads, rows)
    if contest.told:
        page.text(sentence(contest.told), 2, rules=contest.rulings)
    elif contest.decided_by:
        page.text(f"decided by {contest.decided_by}", 2, rules=contest.rulings)
