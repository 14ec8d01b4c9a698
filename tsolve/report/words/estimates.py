"""Chances and means as people read them: exact, with the interval of a sample, or as bounds."""

from __future__ import annotations

from tsolve.model.odds import Change, Estimate, Figure
from tsolve.report.words.numbers import percent


def share_text(estimate: Estimate) -> str:
    """A chance as a percentage, with its interval or bounds where it has any."""
    if estimate.exact:
        return percent(estimate.value)
    low, high = percent(estimate.low or 0.0), percent(1.0 if estimate.high is None else estimate.high)
    if estimate.value == estimate.low:
        return f"{low.removesuffix(' %')} to {high}"
    return f"{percent(estimate.value)} ({low.removesuffix(' %')} to {high})"


def mean_text(estimate: Estimate) -> str:
    """A mean with its interval or lower bound where it has any."""
    value = f"{estimate.value:.2f}"
    if estimate.exact:
        return value
    if estimate.high is None:
        return f"at least {value}"
    return f"{value} ({estimate.low or 0:.2f} to {estimate.high:.2f})"


def estimate_text(figure: Figure) -> str:
    """The mean or the chance of a figure."""
    return share_text(figure.estimate) if figure.kind == "chance" else mean_text(figure.estimate)


def has_interval(estimate: Estimate) -> bool:
    """Whether it comes from a sample; then the interval of the difference is what matters."""
    return not estimate.exact and estimate.low != estimate.value


def difference_text(change: Change) -> str:
    """By how much the second is higher: `+0.54`, `-4.9 points`; of samples with the interval."""
    gap = change.difference
    if change.kind == "mean":
        value, low, high = (_signed(number, 1, 2) for number in (gap.value, gap.low, gap.high))
    else:
        value, low, high = (_signed(number, 100, 1) for number in (gap.value, gap.low, gap.high))
    unit = " points" if change.kind == "chance" else ""
    if gap.exact:
        return value + unit
    return f"{value} ({low} to {high}){unit}" if low and high else "not known"


def _signed(number: float | None, factor: int, digits: int) -> str:
    if number is None:
        return ""
    rounded = round(number * factor, digits)
    return f"{rounded:+.{digits}f}" if rounded else "0"


def side_texts(change: Change) -> tuple[str, str]:
    """What is compared; of samples without their intervals, since that of the difference matters."""
    before, after = (_alone(change, each) for each in (change.before, change.after))
    return before, after


def _alone(change: Change, estimate: Estimate) -> str:
    if change.kind == "chance":
        return percent(estimate.value) if has_interval(estimate) else share_text(estimate)
    return f"{estimate.value:.2f}" if has_interval(estimate) else mean_text(estimate)
