"""A Monster that keeps its distance from some cards."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard


class CannotBeAttackedWith(Guard, frozen=True, tag="cannot_be_attacked_with"):
    """Cannot be chosen while cards of this kind are used or equipped; those that only lie in the hand are
    given up and bring nothing. (TS-11.9)
    """

    stated = False
    rules = ("TS-11.9",)
    subtype: str

    def shuns(self) -> str:
        return self.subtype

    def say(self) -> str:
        return f"cannot be attacked with a {self.subtype.title()}"
