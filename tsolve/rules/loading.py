"""From a ruleset directory to a `Ruleset`: out of the cache when it fits, else compiled from YAML."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from tsolve.rules.cache import Sections, Slot
from tsolve.rules.glossary import Entry
from tsolve.rules.names import Names
from tsolve.rules.ruleset import Card, Core, Ruleset

T = TypeVar("T")


def load_ruleset(path: Path, card_type: type[Card]) -> Ruleset[Card]:
    """The ruleset in the directory `path`, its cards decoded as `card_type` (a `msgspec.Struct`).

    The directory holds `ruleset.yaml` and, as far as needed, `interpretations.yaml`, `glossary/*.yaml`,
    `cards/*.yaml` and `names/<language>.yaml`. Raises `InputError` with every problem of every file.
    """
    files = _read(path)
    slot = Slot(path, card_type, files)
    if (cached := slot.read()) is not None:
        return _unpack(cached, card_type)
    from tsolve.rules.compiling import compile_ruleset  # brings in the YAML reader

    parts = compile_ruleset(path, files, card_type)
    encode = msgspec.msgpack.encode
    raws = (msgspec.Raw(encode(part)) for part in (parts.core, parts.cards, parts.glossary, parts.names))
    slot.write(Sections(*raws))
    return Ruleset(parts.core, parts.cards, card_type, lambda: parts.glossary, lambda: parts.names)


def load_data(path: Path, type_: type[T]) -> T:
    """One further YAML file of a ruleset, e.g. its set-up, decoded as `type_`. Not cached.

    Raises `InputError` with every problem of the file.
    """
    from tsolve.rules.compiling import decode_file

    return decode_file(path, type_)


def _unpack(cached: Sections, card_type: type[Card]) -> Ruleset[Card]:
    decode = msgspec.msgpack.decode
    # mypy cannot see a type that is only known at run time
    cards: dict[str, Card] = decode(cached.cards, type=dict[str, card_type])  # type: ignore[valid-type]
    return Ruleset(
        decode(cached.core, type=Core),
        cards,
        card_type,
        partial(decode, cached.glossary, type=dict[str, Entry]),
        partial(decode, cached.names, type=Names),
    )


def _read(path: Path) -> dict[str, bytes]:
    """The files of a ruleset by their path inside it. A file that cannot be read is left to the compiler."""
    names = ["ruleset.yaml", "interpretations.yaml"]
    for part in ("cards", "glossary", "names"):
        try:
            inside = sorted(os.listdir(path / part))
        except OSError:
            continue
        names += [f"{part}/{name}" for name in inside if name.endswith(".yaml")]
    files = {}
    for name in names:
        try:
            files[name] = (path / name).read_bytes()
        except FileNotFoundError:
            continue
        except OSError:
            files[name] = b""
    return files
