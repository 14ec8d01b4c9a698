"""What is asked about a large position, whichever game it is of."""

from __future__ import annotations

from typing import NamedTuple


class Dealt(NamedTuple):
    """A position file with steps, claims and expectations, and questions about it in words."""

    text: str
    queries: tuple[str, ...]
    """For `why-not`."""
    questions: tuple[str, ...]
    """For `ask`."""
    events: tuple[str, ...] = ()
    """What may come, for `odds`."""
