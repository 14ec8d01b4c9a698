"""From a ruleset directory to a `Ruleset`: out of the cache when it fits, else compiled from YAML."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from tsolve.diagnostics import Span, input_error
from tsolve.errors import InputError
from tsolve.rules.cache import Sections, Slot
from tsolve.rules.glossary import Entry
from tsolve.rules.names import Names
from tsolve.rules.ruleset import Card, Core, Ruleset
from tsolve.source.reading import contents

if TYPE_CHECKING:
    from tsolve.rules.compiling import Parts
    from tsolve.rules.defining import LintCards
    from tsolve.source.decode import Decoded

T = TypeVar("T")

MOST_FILES = 200
"""Files of a ruleset."""

MOST_BYTES = 1 << 21
"""Size of all files of a ruleset, in bytes: five times that of the largest that comes with tsolve."""


def load_ruleset(
    path: Path,
    card_type: type[Card],
    lint_cards: LintCards[Card] | None = None,
    games: Collection[str] = (),
    engine: Ruleset[Card] | None = None,
) -> Ruleset[Card]:
    """The ruleset in the directory `path`, its cards decoded as `card_type` (a `msgspec.Struct`).

    The directory holds `ruleset.yaml` and, as far as needed, `interpretations.yaml`, `glossary/*.yaml`,
    `cards/*.yaml` and `names/<language>.yaml`. `lint_cards` checks the cards for the game, and `games` names
    the engines there are; without them nothing of that is checked. The rules of `engine`, the ruleset of the
    game that plays it, hold where the directory says nothing. Raises `InputError` with every problem of every
    file.
    """
    files = _read(path)

    def compiled() -> Parts[Card]:
        from tsolve.rules.compiling import compile_ruleset  # brings in the YAML reader

        return compile_ruleset(path, files, card_type, lint_cards, games, engine)

    below = engine.digest if engine is not None else b""
    checked = {**files, "": below + _marks(lint_cards, *games)}  # no file has this name
    return _loaded(Slot(path, card_type, checked), card_type, compiled, (path,))


def load_overlay(
    path: Path, below: Ruleset[Card], lint_cards: LintCards[Card] | None = None
) -> Ruleset[Card]:
    """The ruleset `below` with what the directory `path` adds to it and changes in it.

    Raises `InputError` with every problem of every file.
    """
    own = _read(path)

    def compiled() -> Parts[Card]:
        from tsolve.rules.overlaying import compile_overlay

        return compile_overlay(path, own, below, lint_cards)

    files = {**own, "": below.digest + _marks(lint_cards)}  # no file has this name
    slot = Slot(path, below.card_type, files)
    found = _loaded(slot, below.card_type, compiled, (path, *below.roots))
    found.below = below
    return found


def load_data(path: Path, type_: type[T], above: Iterable[Path] = ()) -> Decoded[T]:
    """One further YAML file of a ruleset, e.g. its set-up, decoded as `type_`, with its places. Not cached.

    The keys of the files `above` replace those of the files before them. Raises `InputError` with every
    problem of the files.
    """
    from tsolve.rules.compiling import decode_files

    return decode_files((path, *above), type_)


def _marks(lint_cards: object, *games: str) -> bytes:
    """What was checked, as a part of the cache's key."""
    return ",".join((str(lint_cards is not None), *games)).encode()


def _loaded(
    slot: Slot, card_type: type[Card], compiled: Callable[[], Parts[Card]], roots: tuple[Path, ...]
) -> Ruleset[Card]:
    """The ruleset from its place in the cache, else compiled and put there."""
    if (cached := slot.read()) is not None:
        return _unpack(cached, card_type, roots, slot.digest)
    parts = compiled()
    encode = msgspec.msgpack.encode
    raws = (msgspec.Raw(encode(part)) for part in (parts.core, parts.cards, parts.glossary, parts.names))
    slot.write(Sections(*raws))
    glossary, names = parts.glossary, parts.names
    return Ruleset(parts.core, parts.cards, card_type, lambda: glossary, lambda: names, roots, slot.digest)


def _unpack(cached: Sections, card_type: type[Card], roots: tuple[Path, ...], digest: bytes) -> Ruleset[Card]:
    decode = msgspec.msgpack.decode
    # mypy cannot see a type that is only known at run time
    cards: dict[str, Card] = decode(cached.cards, type=dict[str, card_type])  # type: ignore[valid-type]
    return Ruleset(
        decode(cached.core, type=Core),
        cards,
        card_type,
        partial(decode, cached.glossary, type=dict[str, Entry]),
        partial(decode, cached.names, type=Names),
        roots,
        digest,
    )


def _read(path: Path) -> dict[str, bytes]:
    """The files of a ruleset by their path inside it. A file that cannot be read is left to the compiler.

    Raises InputError where there are more files than a ruleset has, or larger ones (E118).
    """
    names = ["ruleset.yaml", "interpretations.yaml"]
    for part in ("cards", "glossary", "names"):
        try:
            inside = sorted(os.listdir(path / part))
        except OSError:
            continue
        names += [f"{part}/{name}" for name in inside if name.endswith(".yaml")]
        if len(names) > MOST_FILES:
            raise _too_much(path / part, f"a ruleset has at most {MOST_FILES} files")
    files: dict[str, bytes] = {}
    left = MOST_BYTES
    for name in names:
        try:
            files[name] = contents(path / name)
        except FileNotFoundError:
            continue
        except OSError:
            files[name] = b""
        left -= len(files[name])
        if left < 0:
            raise _too_much(path / name, f"the files of a ruleset hold at most {MOST_BYTES:,} bytes")
    return files


def _too_much(place: Path, message: str) -> InputError:
    return input_error("E118", message, Span(str(place), 1, 1, 1, 1))
