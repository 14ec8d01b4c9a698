"""A position, and what may and may not be done in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tsolve.model.answers import LegalAction, PositionAnswer
from tsolve.model.positions import Lot, Zone
from tsolve.model.refusal import Refusal
from tsolve.report.page import Column, Page
from tsolve.report.words.sentences import ended

SHORT_LIST = 4
"""Actions of one kind that a short list shows."""


def show_position(page: Page, position: PositionAnswer) -> None:
    """The zones in their order, short ones beside each other."""
    page.heading(f"Position ({position.game}, printing {position.printing})")
    page.packed([*filter(None, [position.title]), *map(_zone, position.zones)])
    page.board(position.board)
    page.map(position.map)


def _zone(zone: Zone) -> str:
    return f"{zone.name}: {zone_in_words(zone)}"


def zone_in_words(zone: Zone) -> str:
    """What lies in a zone: each lot of cards with its figures, and what is told besides."""
    return "; ".join(filter(None, (*map(_lot, zone.cards), zone.text)))


def _lot(lot: Lot) -> str:
    count = f"{lot.count} x " if lot.count > 1 else ""
    figures = f" ({', '.join(lot.figures)})" if lot.figures else ""
    carries = f" with {' and '.join(lot.carries)}" if lot.carries else ""
    return f"{count}{lot.name}{figures}{carries}"


def show_legal(page: Page, actions: Iterable[LegalAction]) -> None:
    """Every legal action with the rulings that allow it."""
    rows = [(action.text, ", ".join(action.rulings)) for action in actions]
    page.heading(f"Legal ({len(rows)})")
    page.table((Column("", wraps=True), Column("", wraps=True, style="dim")), rows)


def show_legal_briefly(page: Page, actions: Sequence[LegalAction]) -> None:
    """The legal actions, those that begin alike together, the first few of each."""
    page.heading(f"Legal ({len(actions)})")
    for told in grouped(actions):
        page.text(told, indent=2, hang=2)


def grouped(actions: Iterable[LegalAction]) -> list[str]:
    """A text for each kind of action, with the first few of them: `go north, south`."""
    kinds: dict[str, list[LegalAction]] = {}
    for action in actions:
        kinds.setdefault(action.parts[0] if len(action.parts) > 1 else "", []).append(action)
    single = "; ".join(action.text for action in kinds.pop("", ()))
    return [*(_of_kind(kind, several) for kind, several in kinds.items()), *([single] if single else ())]


def _of_kind(kind: str, actions: Iterable[LegalAction]) -> str:
    """Actions of one kind; what is done with the same card to several stands there once."""
    groups: dict[str, list[str]] = {}
    for action in actions:
        what, *whom = action.parts[1:]
        groups.setdefault(what, []).extend(whom)
    apart = "; " if any(groups.values()) else ", "
    told = [f"{what} {first(whom, ', ')}".rstrip() for what, whom in groups.items()]
    return f"{kind} {first(told, apart)}"


def first(texts: Sequence[str], apart: str) -> str:
    """The first few texts, and how many more there are."""
    if (more := len(texts) - SHORT_LIST) <= 1:
        return apart.join(texts)
    return f"{apart.join(texts[:SHORT_LIST])}{apart}{more} more"


def show_refused(page: Page, refusals: Iterable[Refusal]) -> None:
    """What is not legal, with the reason; attempts that fail for the same reason stand together."""
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
