"""Every target in a few lines: whether a turn can deal with it, by what, and the best line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tsolve.model.policies import Deed
from tsolve.model.targets import Offer, Outcome, Reached, TargetAnswer, TargetsAnswer
from tsolve.report import numbers
from tsolve.report.calculation import split
from tsolve.report.page import Page, Style
from tsolve.report.positions import cites
from tsolve.report.rulings import show_notes, show_rulings
from tsolve.report.verdict import HOLDS, UNDECIDED

_STYLES: Mapping[Outcome, Style] = {
    "certain": "good",
    "chance": "warn",
    "impossible": "bad",
    "undecided": "warn",
}


def targets_code(answer: TargetsAnswer) -> int:
    """3 where something is undecided, else 0."""
    undecided = any(each.outcome == "undecided" for each in answer.targets)
    return UNDECIDED if undecided else HOLDS


def show_targets(page: Page, answer: TargetsAnswer) -> None:
    """A block for each target, then the rulings."""
    titles = {cited.id: cited.title for cited in answer.citations}
    if not answer.targets and not answer.offers:
        page.text("there is no target")
    for target in answer.targets:
        page.heading(f"{_called(target)}: {_verdict(target, answer.deed)}", style=_STYLES[target.outcome])
        if target.refusal is not None:
            page.labelled("refused", f"{target.refusal.reason} {cites(target.refusal.rulings)}")
        if target.value is not None:
            parts = "" if target.calculation is None else split(target.calculation, titles)
            told = _value(target, target.value)
            page.labelled(target.value.name, f"{told}: {parts}" if parts else told)
        if target.splits:
            page.labelled("made up of", "; or ".join(target.splits))
        if target.way is not None:
            page.labelled("the way", f"takes {target.way.number} {target.way.name}")
        if target.lack is not None:
            page.labelled("missing", f"{target.lack.reason} {cites(target.lack.rulings)}")
        if target.plan is not None:
            steps = "; ".join(step.text for step in target.plan.line.steps)
            page.labelled("best line", f"{steps} -> {target.plan.line.outcome}")
        if target.winning is not None:
            steps = "; ".join(step.text for step in target.winning.line.steps)
            page.labelled("best win", f"{steps} -> {target.winning.line.outcome}")
        if target.reason:
            page.labelled("undecided", target.reason, style="warn")
    show_offers(page, answer.offers)
    show_rulings(page, answer.readings, answer.citations, answer.documents)
    if answer.notes:
        show_notes(page, answer.notes)


def show_offers(page: Page, offers: Iterable[Offer]) -> None:
    """What can be had without a target, and what cannot, kind by kind."""
    kinds: dict[str, list[Offer]] = {}
    for offer in offers:
        kinds.setdefault(offer.kind, []).append(offer)
    for kind, several in kinds.items():
        page.heading(f"{kind[0].upper()}{kind[1:]}")
        for offer in several:
            if offer.refusal is None:
                page.text(_offered(offer), indent=2, hang=2, style="good")
                continue
            why = f"{offer.refusal.reason} {cites(offer.refusal.rulings)}"
            page.text(f"not {' and '.join(offer.names)}: {why}", indent=2, hang=2, style="bad")


def _offered(offer: Offer) -> str:
    """What can be had, and what for."""
    price = f" ({offer.price})" if offer.price else ""
    spends = f", with {' and '.join(offer.spends)}" if offer.spends else ""
    return f"{' and '.join(offer.names)}{price}{spends}"


def show_targets_briefly(page: Page, answer: TargetsAnswer) -> None:
    """One line for each target, and for each thing that can be had without one."""
    for told in targets_in_short(answer):
        page.line(told)
    for offer in answer.offers:
        if offer.refusal is None:
            page.line(f"{offer.kind}: {_offered(offer)}")


def targets_in_short(answer: TargetsAnswer) -> Iterator[str]:
    """A sentence about each target."""
    for target in answer.targets:
        told = [_verdict(target, answer.deed)]
        if target.refusal is not None:
            told.append(target.refusal.reason)
        if target.value is not None:
            told.append(f"{target.value.name} {_value(target, target.value)}")
        yield f"{_called(target)}: {'; '.join(told)}"


def _called(target: TargetAnswer) -> str:
    return target.name if target.where in target.name else f"{target.name} in {target.where}"


def _verdict(target: TargetAnswer, deed: Deed) -> str:
    if target.attackable is False:
        return "cannot be attacked"
    if target.outcome == "chance" and target.chance is not None:
        return f"can be {deed.done}, with {numbers.chance(target.chance)} at best"
    so_far = target.chance is not None and f"; so far the chance is {numbers.chance(target.chance)}"
    return {
        "certain": f"can be {deed.done}",
        "impossible": f"cannot be {deed.done}",
        "undecided": f"undecided{so_far or ''}",
    }[target.outcome]


def _value(target: TargetAnswer, value: Reached) -> str:
    """The number, and what it is compared with."""
    told = numbers.amount(value.amount)
    if value.least != value.most:
        told = f"{told}, from {value.least} to {value.most}"
    if target.needed is not None:
        told = f"{told} against {target.needed.name} {target.needed.number}"
    return told if value.proved else f"{told} (as far as is known)"
