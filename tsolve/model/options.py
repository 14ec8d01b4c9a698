"""What the rules leave to do where they decide by themselves, and what decided against everything else."""

from __future__ import annotations

from string import ascii_lowercase

import msgspec

Cell = int | str


def letter_of(index: int) -> str:
    """By what people name an option, counted from 0: `a` to `z`, then `a2` and so on."""
    round_, place = divmod(index, len(ascii_lowercase))
    return f"{ascii_lowercase[place]}{round_ + 1 if round_ else ''}"


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of several things that the rules allow alike."""

    text: str
    """In words."""
    values: dict[str, str | tuple[str, ...]] = {}
    """Its parts by name, for programs."""
    keys: dict[str, dict[str, Cell]] = {}
    """What was compared for these parts, by the names of the columns."""


class Rival(msgspec.Struct, frozen=True):
    """One of those between which a comparison decides, with what is compared."""

    name: str
    cells: tuple[Cell, ...]
    """What is compared, in the order of the columns."""
    is_best: bool
    """Whether nothing is better."""


class Contest(msgspec.Struct, frozen=True):
    """A comparison column by column: the first one that differs decides."""

    title: str
    columns: tuple[str, ...]
    rivals: tuple[Rival, ...]
    decided_by: str
    """The column that tells the best from the next one; empty where they are equal, or there is no other."""
    rulings: tuple[str, ...]
    told: str = ""
    """Why the best is better than the next one, in a sentence; empty where there is none."""


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is left, and how it was decided."""

    title: str
    """Whose turn or choice it is, in a few words."""
    options: tuple[Option, ...]
    """All of them; more than one where somebody may choose."""
    chooser: str
    """Who chooses among several."""
    contests: tuple[Contest, ...] = ()
    hangs_on: tuple[str, ...] = ()
    """What the file does not tell and the options depend on, in a few words each: then `options` are those of
    all that it may be.
    """
    readings: dict[str, str] = {}
    """The open points that were looked up, with the reading used."""
    rests_on: tuple[str, ...] = ()
    """Further rules by which it was decided: of what lies on the map, of conditions."""
