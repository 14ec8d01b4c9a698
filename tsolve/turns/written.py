"""What a written step says once it has been read in a position."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

A = TypeVar("A")

Reason = tuple[str, tuple[str, ...]]
"""Why something is not legal, with the rulings that say so."""


class Written(msgspec.Struct, Generic[A], frozen=True):
    """What a text says."""

    action: A
    absent: str = ""
    """A piece that the action needs and that is not where the text has it; then the action is not legal."""
    where: str = ""
    """The place in which `absent` is missing, in words."""
    rulings: tuple[str, ...] = ()
    """Those that ask for it there, where the action does not tell them."""
    beyond: Reason | None = None
    """Why the text says more than there is to do; then it is not legal, whatever `action` is."""
    step: str = ""
    """The step of the turn that a written pass belongs to, when the text says so."""

    @property
    def is_whole(self) -> bool:
        """Whether the action is all that the text says, with pieces that are where it has them."""
        return not self.absent and self.beyond is None
