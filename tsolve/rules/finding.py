"""Which folders make up a ruleset: those that people bring are searched in order, those of tsolve last."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tsolve.diagnostics import input_error, suggest
from tsolve.errors import InputError, UnknownNameError
from tsolve.source import tree
from tsolve.source.locations import HEAD, lacks
from tsolve.source.parse import parse_file


class Head(NamedTuple):
    """What a folder says about itself in the file that every ruleset has."""

    root: Path
    id: str
    extends: tree.Scalar | None
    """The id of the ruleset that it extends; None for a ruleset that stands alone."""
    engine: str = ""
    """The game that plays it, where it names one."""


def heads(roots: Iterable[Path]) -> list[Head]:
    """The rulesets in these folders. Raises InputError for a folder without one, with its place."""
    return [_head(root) for root in roots]


def folders(game: str, own: Iterable[Path], homes: Mapping[str, Path]) -> tuple[Path, ...]:
    """The folders that make up the ruleset of this id: the first one that has it, then those it extends.

    `own` are the folders that people bring; each game has its own ruleset in one of the `homes`. A folder is
    used once: the one that extends its own id extends the next one that has it. Raises UsageError
    for an id that no ruleset has, InputError where a folder extends such an id, whether it is needed or not:
    a misspelt one would change nothing, and nobody would notice.
    """
    found = heads(own)
    for head in found:
        known = {*homes, *(each.id for each in found if each is not head)}
        if head.extends is not None and head.extends.text not in known:
            raise _unknown_below(head.extends, known)
    return tuple(_chain(game, found, homes))


def _chain(game: str, left: list[Head], homes: Mapping[str, Path]) -> Iterator[Path]:
    wanted, asking = game, None
    while (head := next((each for each in left if each.id == wanted), None)) is not None:
        yield head.root
        left.remove(head)
        if head.extends is None:
            return
        wanted, asking = head.extends.text, head.extends
    if wanted in homes:
        yield homes[wanted]
        return
    known = {*homes, *(each.id for each in left)}
    if asking is not None:
        raise _unknown_below(asking, known)
    raise UnknownNameError(f'unknown game "{wanted}"; {_hint(wanted, known)}')


def _unknown_below(asking: tree.Scalar, known: Collection[str]) -> InputError:
    message = f'no ruleset has the id "{asking.text}"'
    return input_error("E402", message, asking.span, _hint(asking.text, known))


def _hint(wanted: str, known: Collection[str]) -> str:
    return suggest(wanted, sorted(known)) or f"there are: {', '.join(sorted(known))}"


def _head(root: Path) -> Head:
    if why := lacks(root):
        help_ = f"a ruleset of one's own is a folder with a {HEAD}; see docs/reference/rulesets.md"
        raise input_error("E101", f"{root}: {why}", help=help_)
    node = parse_file(root / HEAD)
    extends = node.get("extends") if isinstance(node, tree.Mapping) else None
    own = node.get("id") if isinstance(node, tree.Mapping) else None
    if own is None:
        own = extends
    if not isinstance(own, tree.Scalar) or not (extends is None or isinstance(extends, tree.Scalar)):
        message = "a ruleset says its `id`, or which ruleset it `extends`"
        raise input_error("E203", message, node.span)
    engine = node.get("engine") if isinstance(node, tree.Mapping) else None
    return Head(root, own.text, extends, engine.text if isinstance(engine, tree.Scalar) else "")
