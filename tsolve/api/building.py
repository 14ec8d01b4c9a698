"""Positions that a program writes: from nothing, or from another one with some keys changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tsolve.api.positions import opened_from
from tsolve.errors import UsageError
from tsolve.source.data import Data, as_data, planted
from tsolve.source.tree import Mapping

if TYPE_CHECKING:
    from tsolve.api.positions import Opened


def position(*, game: Data, **keys: Data) -> Opened:
    """A position without a file: the keys and values are those of a position file of the game.

    What a file writes as a text, a number, a list or a mapping is a str, an int, a list or a dict here; an
    empty place has the word that it has in a file, such as `"none"`.

        position(game=GAME, hand=["CARD", "2 x CARD"], deck=[], claims=[{"total": 1, "against": "CARD"}])

    Raises:
        InputError: with every mistake, each with the path of its key as its place, such as `hand[1]`.
    """
    return opened_from(planted({"game": game, **keys}))


def data_of(opened: Opened) -> dict[str, Data]:
    """What its file says, as Python data: `position(**data_of(opened))` is the same position.

    A printing and readings that it was opened with are no part of the file.

    Raises:
        UsageError: the position was neither loaded nor built.
    """
    return {key.text: as_data(value) for key, value in _root(opened).items}


def changed(opened: Opened, **keys: Data) -> Opened:
    """The same position with some keys of its file otherwise: `changed(opened, hand=[...], claims=[])`.

    A key replaces all that stood under it, and every other key stays, with the printing and the readings that
    the position was opened with. Nothing is written to the file.

    Raises:
        InputError: with every mistake; what was changed has the path of its key as its place.
        UsageError: the position was neither loaded nor built.
    """
    root = _root(opened)
    new = planted(keys).items
    kept = tuple(item for item in root.items if item[0].text not in keys)
    before = opened.position
    return opened_from(
        msgspec.structs.replace(root, items=(*kept, *new)),
        None if "printing" in keys else before.printing,
        {} if "interpretations" in keys else before.interpretations,
    )


def _root(opened: Opened) -> Mapping:
    """The tree of its file."""
    root = opened.decoded.root
    if not isinstance(root, Mapping):
        raise UsageError("this position was neither loaded nor built")
    return root
