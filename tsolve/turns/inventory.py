"""What a pile holds that nobody has looked through: all known cards, less those that lie elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from tsolve.diagnostics import Diagnostics, Span, counted
from tsolve.source.decode import Decoded, Path

_BELONGINGS = ("hand", "deck", "discard")


class Use(NamedTuple):
    """Copies of a card that a file writes in one place."""

    card: str
    copies: int
    span: Span
    path: Path = ()

    @property
    def owner(self) -> Path:
        """The path of the player whose card it is; empty for the active one, and for the table."""
        return self.path[:3] if self.path[:2] == ("players", "others") else ()

    @property
    def zone(self) -> str:
        """The key under which it is written, of the file or of another player."""
        rest = self.path[len(self.owner) :]
        return str(rest[0]) if rest else ""

    @property
    def is_belonging(self) -> bool:
        """Whether it is written where a player's cards lie: in the hand or a pile, or under another card."""
        return self.zone in _BELONGINGS or self.path[-1:] == ("holds",)


class Inventory:
    """Cards of which all copies are known, wherever they lie."""

    def __init__(self, cards: Iterable[str], name: Callable[[str], str]) -> None:
        self.left = Counter(cards)
        self._known = frozenset(self.left)
        self._name = name

    def take(
        self, uses: Iterable[Use], found: Diagnostics, key: str, help_: str | Callable[[str], str]
    ) -> None:
        """Take away what lies elsewhere; whatever is more than there is gets a report (E317) that names the
        `key` of the known cards, with help for a card that is none of them.
        """
        for use in uses:
            there, name = self.left[use.card], self._name(use.card)
            if use.card not in self._known:
                told = help_ if isinstance(help_, str) else help_(use.card)
                found.report("E317", f"{name} lies here, and is not among `{key}`", use.span, told)
            elif use.copies > there:
                lie = f"{use.copies} x {name} lie" if use.copies > 1 else f"{name} lies"
                message = f"{lie} here, but `{key}` has {there or 'none'} left"
                found.report("E317", message, use.span, "count every place where it lies")
            self.left[use.card] = max(there - use.copies, 0)

    def rest(self) -> tuple[str, ...]:
        """The cards that lie nowhere else."""
        return tuple(sorted(self.left.elements()))

    def told(self) -> str:
        """Those cards in words."""
        return ", ".join(counted(map(self._name, self.rest())))


def unseen_of_owned(
    uses: Sequence[Use],
    owner: Path,
    name: Callable[[str], str],
    decoded: Decoded[Any],
    found: Diagnostics,
    *,
    is_deck_known: bool,
) -> tuple[str, ...]:
    """The cards that a player owns, by the key `owned`, and that lie nowhere else: those of a deck, or of a
    hand that nobody has seen. A deck that is known in full leaves none, or there is a report (E317).
    """
    mine = [use for use in uses if use.owner == owner]
    owned = (use.card for use in mine if use.zone == "owned" for _ in range(use.copies))
    inventory = Inventory(owned, name)
    if found.items:  # what is not understood may be what is missing
        return ()
    help_ = "`owned` names every card of the player, wherever it lies"
    inventory.take((use for use in mine if use.is_belonging), found, "owned", help_)
    if is_deck_known and inventory.rest() and not found.items:
        message = f"owned, and written nowhere: {inventory.told()}"
        help_ = "leave the `deck` out, or its `rest`: then these cards are in it"
        found.report("E317", message, decoded.span(*owner, "owned"), help_)
    return inventory.rest()
