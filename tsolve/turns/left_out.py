"""What somebody may have left out who came to another number."""

from __future__ import annotations

from tsolve.model.answers import Calculation
from tsolve.model.trace import Entry

_CHANGING = frozenset({"multiply", "halve", "cancel", "floor"})
"""Steps after which what came before no longer counts as it was added."""


def left_out(calculation: Calculation, claimed: int) -> tuple[Entry, ...]:
    """The rows of which each by itself, if it is left out, leads to the claimed number.

    Only rows whose part in the total is known are tried: those of the summed quantity after which nothing is
    multiplied or cut off, and contributions to a quantity that goes into such a sum as it is.
    """
    missing = calculation.total - claimed
    if not calculation.rows or not missing:
        return ()
    summed = calculation.rows[-1].quantity
    chain = [row for row in calculation.rows if row.quantity == summed]
    last = max((number for number, row in enumerate(chain) if row.step in _CHANGING), default=0)
    found = [row for row in chain[last:] if row.change == missing]
    if any(row.step in _CHANGING for row in calculation.rows):
        return tuple(found)
    added = {row.change for row in chain}
    ends = {row.quantity: row.after for row in calculation.rows if row.quantity != summed}
    parts = [row for row in calculation.rows if ends.get(row.quantity) in added]
    return (*found, *(row for row in parts if row.change == missing))
