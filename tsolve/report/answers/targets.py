"""Shows every target, in a few lines, in a row of a table or in its place on a board: whether a turn can deal
with it, how, and what is missing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from tsolve.model.plays import BoardRow, Place, Verb
from tsolve.model.solved import Offer, Outcome, Reached, TargetAnswer, TargetsAnswer
from tsolve.model.trace import Refusal
from tsolve.report import words
from tsolve.report.page import BRIEF, Column, Detail, Page, Style
from tsolve.report.rulings import cites, show_grounds, show_notes
from tsolve.report.sums import split
from tsolve.report.words import sentence

_STYLES: Mapping[Outcome, Style] = {
    "certain": "good",
    "chance": "warn",
    "impossible": "bad",
    "undecided": "warn",
}


def show_each(page: Page, answer: TargetsAnswer) -> None:
    """Show a block for each target: what forbids it, the sum, the best play, what is missing."""
    titles = {cited.id: cited.title for cited in answer.citations}
    for target in answer.targets:
        page.heading(f"{called(target)}: {_verdict_on(target, answer.deed)}", style=_STYLES[target.outcome])
        if target.refusal is not None:
            page.labelled("refused", f"{target.refusal.reason} {cites(target.refusal.rulings)}")
        if target.value is not None:
            parts = "" if target.calculation is None else split(target.calculation, titles)
            text = _value(target, target.value)
            page.labelled(target.value.name, f"{text}: {parts}" if parts else text)
        if target.splits:
            page.labelled("made up of", "; or ".join(target.splits))
        if target.way is not None:
            page.labelled("the way", f"takes {target.way.number} {target.way.name}")
        if target.lack is not None:
            page.labelled("missing", f"{target.lack.reason} {cites(target.lack.rulings)}")
        if target.plan is not None:
            steps = "; ".join(step.text for step in target.plan.line.steps)
            page.labelled("best play", f"{steps} -> {target.plan.line.outcome}")
        if target.winning is not None:
            steps = "; ".join(step.text for step in target.winning.line.steps)
            page.labelled("best win", f"{steps} -> {target.winning.line.outcome}")
        if target.reason:
            page.labelled("undecided", target.reason, style="warn")


def targets_in_short(answer: TargetsAnswer) -> Iterator[str]:
    """A sentence about each target."""
    for target in answer.targets:
        texts = [_verdict_on(target, answer.deed)]
        if target.refusal is not None:
            texts.append(target.refusal.reason)
        if target.value is not None:
            texts.append(f"{target.value.name} {_value(target, target.value)}")
        yield f"{called(target)}: {'; '.join(texts)}"


def targets_in_reach(answer: TargetsAnswer) -> str:
    """The targets that a turn can deal with: those for certain, then those by chance."""
    certain = [target.name for target in answer.targets if target.outcome == "certain"]
    likely = [
        f"{target.name} with {words.chance(target.chance)}"
        for target in answer.targets
        if target.outcome == "chance" and target.chance is not None
    ]
    by_chance = f"by chance {', '.join(likely)}" if likely else ""
    return "; ".join(filter(None, (", ".join(certain), by_chance))) or "nothing for certain"


def called(target: TargetAnswer) -> str:
    return target.name if target.where in target.name else f"{target.name} in {target.where}"


def _verdict_on(target: TargetAnswer, deed: Verb) -> str:
    if target.attackable is False:
        return "cannot be attacked"
    if target.outcome == "chance" and target.chance is not None:
        return f"can be {deed.done}, with {words.chance(target.chance)} at best"
    so_far = target.chance is not None and f"; so far the chance is {words.chance(target.chance)}"
    return {
        "certain": f"can be {deed.done}",
        "impossible": f"cannot be {deed.done}",
        "undecided": f"undecided{so_far or ''}",
    }[target.outcome]


def _value(target: TargetAnswer, value: Reached) -> str:
    """The number, and what it is compared with."""
    text = words.amount(value.amount)
    if value.least != value.most:
        text = f"{text}, from {value.least} to {value.most}"
    if target.needed is not None:
        text = f"{text} against {target.needed.name} {target.needed.number}"
    return text if value.proved else f"{text} (not proved)"


_INDENT = 2
_NO = "no"
_NONE = "There is no target."
_WORDS: Mapping[Outcome, str] = {
    "certain": "yes",
    "chance": "by chance",
    "impossible": _NO,
    "undecided": "undecided",
}
_ATTACKABLE = 2
"""The index of the column that is left out if all targets are attackable."""


def show_targets(page: Page, answer: TargetsAnswer, detail: Detail = BRIEF) -> None:
    """Show the table or the board, why targets are out of reach, what the turn can get without a target; then
    the layers asked for.
    """
    if not answer.targets and not answer.offers:
        page.text(_NONE)
    if answer.board and answer.targets:
        page.board(_on_board(answer))
    elif answer.targets:
        _show_table(page, answer)
    _show_reasons(page, answer)
    show_offers(page, answer.offers)
    if detail.verbose:
        show_each(page, answer)
    show_notes(page, answer.notes)
    show_grounds(page, detail, answer.readings, answer.citations, answer.documents)


def show_targets_briefly(page: Page, answer: TargetsAnswer) -> None:
    """Show a sentence for each target, and for each thing to get without one, all on one line."""
    offered = (f"{offer.kind}: {_offered(offer)}" for offer in answer.offers if offer.refusal is None)
    texts = [sentence(each) for each in (*targets_in_short(answer), *offered)]
    page.line(" ".join(texts) or _NONE)


# the table


def _show_table(page: Page, answer: TargetsAnswer) -> None:
    facts = dict.fromkeys(name for target in answer.targets for name in target.facts)
    best = best_of(answer.targets)
    heads = [
        Column(answer.about, wraps=True),
        Column(""),
        Column("attackable"),
        Column("best", align="right"),
        Column("needed", align="right"),
        Column(answer.deed.done, wraps=True),
        *(Column(name, align="right", spare=True) for name in facts),
        Column("", style="good"),
    ]
    rows = [
        (
            target.name,
            "" if target.where in target.name else target.where,
            _attackable(target),
            _reached(target),
            str(target.needed.number) if target.needed is not None else "",
            _verdict(target),
            *(target.facts.get(name, "") for name in facts),
            "best" if target in best else "",
        )
        for target in answer.targets
    ]
    hidden = {_ATTACKABLE} if all(target.attackable for target in answer.targets) else set()
    kept = [place for place in range(len(heads)) if place not in hidden]
    page.table([heads[place] for place in kept], [[row[place] for place in kept] for row in rows], _INDENT)


def best_of(targets: Iterable[TargetAnswer]) -> list[TargetAnswer]:
    """The targets that a turn certainly deals with by the best play of all, if plays can be compared."""
    found = [
        (target, play.objective)
        for target in targets
        if target.outcome == "certain" and (play := target.winning or target.plan) is not None
    ]
    if any(target.outcome in ("chance", "undecided") for target in targets) or not found:
        return []
    most = max(objective for _, objective in found)
    return [target for target, objective in found if objective == most]


def _attackable(target: TargetAnswer) -> str:
    return {True: "yes", False: _NO, None: "not known"}[target.attackable]


def _reached(target: TargetAnswer) -> str:
    return "-" if target.value is None else _number(target.value)


def _number(value: Reached) -> str:
    """The greatest value: `7`, `4.67 (4 to 5)`, `at least 5`."""
    text = words.rounded(value.amount)
    if value.least != value.most:
        text = f"{text} ({value.least} to {value.most})"
    return text if value.proved else f"at least {text}"


def _verdict(target: TargetAnswer) -> str:
    """`yes, +2`, `no, -3`, `2 in 3 (67 %)`, or what is missing in a word."""
    spare = None
    if target.value is not None and target.needed is not None:
        spare = target.value.most - target.needed.number
    if target.outcome == "certain":
        return "yes" if spare is None else f"yes, {spare:+d}"
    if target.outcome in ("chance", "undecided"):
        return _yes_or_no(target)
    if target.lack is not None and (spare is None or spare >= 0):
        return f"{_NO}: {target.lack.reason}"
    return f"{_NO}, {spare}" if spare is not None and spare < 0 else _NO


def _yes_or_no(target: TargetAnswer) -> str:
    """Whether a turn can deal with it, in a word; if chance decides, how likely it is."""
    if target.outcome == "chance" and target.chance is not None:
        return words.chance(target.chance)
    return _WORDS[target.outcome]


# the board


def _on_board(answer: TargetsAnswer) -> Iterator[BoardRow]:
    """The board; each place shows what the turn can do there, not what is printed."""
    found = {target.where: target for target in answer.targets}
    for row in answer.board:
        yield BoardRow(row.label, tuple(_in_place(place, found.get(place.name)) for place in row.places))


def _in_place(place: Place, target: TargetAnswer | None) -> Place:
    if target is None or not (target.facts or target.value):
        return replace(place, figures=(), lines=())
    brings = tuple(f"{number} {name}" for name, number in target.facts.items() if number != "0")
    if target.value is not None:
        needed = f" against {target.needed.number}" if target.needed is not None else ""
        text = f"{_yes_or_no(target)}: {_number(target.value)}{needed}"
    elif _is_far(place, target):
        way = f": needs {target.way.name} {target.way.number}" if target.way is not None else ""
        text = f"out of reach{way}"
    else:
        text = _yes_or_no(target)
    return replace(place, figures=brings, lines=(text,))


def _is_far(place: Place, target: TargetAnswer) -> bool:
    return not target.attackable and not (place.here or place.within_reach)


# why not, and what else there is


def _show_reasons(page: Page, answer: TargetsAnswer) -> None:
    """Show why some targets cannot be attacked or are undecided; those with one reason together."""
    undecided: dict[str, list[str]] = {}
    refused: dict[Refusal, list[TargetAnswer]] = {}
    places = [place for row in answer.board for place in row.places]
    far = {place.name for place in places if not (place.here or place.within_reach)}
    for target in answer.targets:
        if target.outcome == "undecided" and target.reason:
            undecided.setdefault(target.reason, []).append(called(target))
        elif not target.attackable and target.refusal is not None and not _is_told(answer, target, far):
            refused.setdefault(replace(target.refusal, action=""), []).append(target)
    for refusal, targets in refused.items():
        names = "" if targets[0].name in refusal.reason else f"{', '.join(map(called, targets))}: "
        page.text(sentence(f"{names}{refusal.reason}"), _INDENT, 2, rules=refusal.rulings)
    for reason, texts in undecided.items():
        names = "" if len(undecided) == 1 else f" ({', '.join(texts)})"
        page.text(f"Undecided{names}: {reason}.", _INDENT, 2, style="warn")


def _is_told(answer: TargetsAnswer, target: TargetAnswer, far: Collection[str]) -> bool:
    """Whether the board shows the reason: the place is empty, or too far away."""
    too_far = target.where in far and target.way is not None
    return bool(answer.board) and (not target.facts or too_far)


def show_offers(page: Page, offers: Iterable[Offer]) -> None:
    """Show what the turn can and cannot get without a target, kind by kind."""
    kinds: dict[str, list[Offer]] = {}
    for offer in offers:
        kinds.setdefault(offer.kind, []).append(offer)
    for kind, several in kinds.items():
        if had := [_offered(offer) for offer in several if offer.refusal is None]:
            page.text(f"{kind[0].upper()}{kind[1:]}: {'; '.join(had)}.", _INDENT, 2)
        for refusal, names in _refused(several).items():
            text = f"Not to {kind}: {', '.join(names)}: {refusal.reason}."
            page.text(text, _INDENT, 2, rules=refusal.rulings)


def _refused(offers: Iterable[Offer]) -> Mapping[Refusal, list[str]]:
    """What the turn cannot get, by reason."""
    found: dict[Refusal, list[str]] = {}
    for offer in offers:
        if offer.refusal is not None:
            found.setdefault(replace(offer.refusal, action=""), []).append(" and ".join(offer.names))
    return found


def _offered(offer: Offer) -> str:
    """What the turn can get, and the price."""
    price = f" ({offer.price})" if offer.price else ""
    spends = f", with {' and '.join(offer.spends)}" if offer.spends else ""
    return f"{' and '.join(offer.names)}{price}{spends}"
