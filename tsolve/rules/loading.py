"""From a ruleset directory to a `Ruleset`: out of the user's cache when it fits, else compiled from YAML.

Reading YAML takes a hundred times longer than reading the cache. The cache fits the same files read by the
same code, which is known by the size and the time of change of its files.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from zlib import crc32

import msgspec

from tsolve.diagnostics import input_error
from tsolve.errors import InputError, Span
from tsolve.rules.names import Names
from tsolve.rules.ruleset import Card, CardType, Core, Ruleset
from tsolve.rules.rulings import Entry
from tsolve.source import reading
from tsolve.source.project import rulesets_path
from tsolve.source.reading import contents
from tsolve.version import VERSION

if TYPE_CHECKING:
    from tsolve.rules.compiling import Parts
    from tsolve.rules.own_cards import LintCards
    from tsolve.source.decoded import Decoded


try:
    from _blake2 import blake2b  # hashlib would load OpenSSL first: 3 ms of every start
except ImportError:
    from hashlib import blake2b

_DIGEST_SIZE = 32
_HEAD_SIZE = _DIGEST_SIZE + 4
_READERS = (Path(__file__).parent, Path(reading.__file__).parent)
"""The code that compiles a ruleset, whatever the game."""

MOST_BYTES_OF_AN_ENTRY = 1 << 25
"""Size of an entry of the cache, in bytes: many times what a ruleset or an answer takes."""


class Sections(msgspec.Struct, frozen=True):
    """The parts of a compiled ruleset, still encoded, so that each is only decoded when it is needed."""

    core: msgspec.Raw
    cards: msgspec.Raw
    glossary: msgspec.Raw
    names: msgspec.Raw


class Slot:
    """The place of one compiled ruleset in the cache."""

    def __init__(self, root: Path, code: Path | None, files: Mapping[str, bytes]) -> None:
        self.digest = _key(code, files)
        """Stands for everything that the content depends on."""
        self._file = _file(root, code)

    def read(self) -> Sections | None:
        """The compiled ruleset, or None when there is none that fits."""
        if self._file is None:
            return None
        try:
            content = contents(self._file, MOST_BYTES_OF_AN_ENTRY)
            head, payload = content[:_HEAD_SIZE], content[_HEAD_SIZE:]
            if head != self._head(payload):
                return None
            return msgspec.msgpack.decode(payload, type=Sections)
        except (OSError, msgspec.DecodeError):
            return None

    def write(self, sections: Sections) -> None:
        """Keep a compiled ruleset. Written aside and renamed, so that no reader ever sees half a file."""
        if self._file is None:
            return
        from tsolve.saving import save_cached

        payload = msgspec.msgpack.encode(sections)
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            save_cached(str(self._file), self._head(payload) + payload)

    def _head(self, payload: bytes) -> bytes:
        return self.digest + crc32(payload).to_bytes(_HEAD_SIZE - _DIGEST_SIZE, "big")


def cache_directory() -> Path | None:
    """TSOLVE_CACHE_DIR, else tsolve under XDG_CACHE_HOME (when absolute) or ~/.cache; None without a home."""
    if own := os.environ.get("TSOLVE_CACHE_DIR"):
        return Path(own)
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(xdg):  # the XDG specification tells to ignore relative paths
        return Path(xdg) / "tsolve"
    try:
        return Path.home() / ".cache" / "tsolve"
    except RuntimeError:
        return None


def _file(root: Path, code: Path | None) -> Path | None:
    directory = cache_directory()
    if directory is None:
        return None
    place = f"{os.path.abspath(root)}\0{code}"
    name = blake2b(place.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return directory / f"{name}.ruleset"


def _key(code: Path | None, files: Mapping[str, bytes]) -> bytes:
    key = blake2b(digest_size=_DIGEST_SIZE)
    own = _READERS if code is None else (*_READERS, code)
    for part in (VERSION, msgspec.__version__, *(stamp for each in own for stamp in stamps(each))):
        key.update(f"{len(part)}\0{part}".encode("utf-8", "surrogateescape"))
    for name, content in sorted(files.items()):
        key.update(f"{name}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        key.update(content)
    return key.digest()


def stamps(code: Path) -> Iterator[str]:
    """Size and time of change of the code in this folder or file: Python, too, knows by them what it compiled
    before. Nothing where there is no such file.
    """
    with suppress(OSError):
        if code.is_file():
            state = code.stat()
            yield f"{code.name} {state.st_size} {state.st_mtime_ns}"
            return
        with os.scandir(code) as found:
            inside = sorted((entry.name, entry) for entry in found)
        for name, entry in inside:
            if name.endswith(".py"):
                state = entry.stat()
                yield f"{name} {state.st_size} {state.st_mtime_ns}"
            elif name != "__pycache__" and entry.is_dir():
                yield from stamps(Path(entry.path))


T = TypeVar("T")

MOST_FILES = 200
"""Files of a ruleset."""

MOST_BYTES = 1 << 21
"""Size of all files of a ruleset, in bytes: five times that of the largest that comes with tsolve."""


def load_ruleset(
    path: Path,
    cards: type[Card] | CardType[Card],
    lint_cards: "LintCards[Card] | None" = None,
    games: Collection[str] = (),
    engine: Ruleset[Card] | None = None,
) -> Ruleset[Card]:
    """The ruleset in the directory `path`, with cards of this type (a `msgspec.Struct`).

    The directory holds `ruleset.yaml` and, as far as needed, `interpretations.yaml`, `glossary/*.yaml`,
    `cards/*.yaml` and `names/<language>.yaml`. `lint_cards` checks the cards for the game, and `games` names
    the engines there are; without them nothing of that is checked. The rules of `engine`, the ruleset of the
    game that plays it, hold where the directory says nothing. Raises `InputError` with every problem of every
    file.
    """
    files = _read(path)
    card_type = cards if isinstance(cards, CardType) else CardType.of(cards)

    def compiled() -> "Parts[Card]":
        from tsolve.rules.compiling import compile_ruleset  # brings in the YAML reader

        return compile_ruleset(path, files, card_type.struct, lint_cards, games, engine)

    below = engine.digest if engine is not None else b""
    checked = {**files, "": below + _marks(lint_cards, *games)}  # no file has this name
    return _loaded(Slot(path, card_type.code, checked), card_type, compiled, (path,))


def load_overlay(
    path: Path, below: Ruleset[Card], lint_cards: "LintCards[Card] | None" = None
) -> Ruleset[Card]:
    """The ruleset `below` with what the directory `path` adds to it and changes in it.

    Raises `InputError` with every problem of every file.
    """
    own = _read(path)

    def compiled() -> "Parts[Card]":
        from tsolve.rules.overlaying import compile_overlay

        return compile_overlay(path, own, below, lint_cards)

    files = {**own, "": below.digest + _marks(lint_cards)}  # no file has this name
    slot = Slot(path, below.kind_of_cards.code, files)
    found = _loaded(slot, below.kind_of_cards, compiled, (path, *below.roots))
    found.below = below
    return found


def load_data(path: Path, type_: type[T], above: Iterable[Path] = ()) -> "Decoded[T]":
    """One further YAML file of a ruleset, e.g. its set-up, decoded as `type_`, with its places. Not cached.

    The keys of the files `above` replace those of the files before them. Raises `InputError` with every
    problem of the files.
    """
    from tsolve.rules.compiling import decode_files

    return decode_files((path, *above), type_)


def load_own(name: str, type_: type[T], game: str, roots: tuple[Path, ...], text: str) -> "Decoded[T]":
    """A further file of a ruleset, by its name; without `roots` that of tsolve's own ruleset of this game.

    `roots` are the folders of a ruleset, the topmost first: a key in one replaces that in those below it.
    Raises InputError when a file is damaged, or when no folder has one; `told` is the help of that error.
    """
    folders = roots or (rulesets_path() / game,)
    own = [file for folder in reversed(folders) if os.path.lexists(file := folder / name)]
    if not own:
        raise input_error("E101", f"{folders[-1]}: the folder holds no {name}", help=text)
    return load_data(own[0], type_, own[1:])


def _marks(lint_cards: object, *games: str) -> bytes:
    """What was checked, as a part of the cache's key."""
    return ",".join((str(lint_cards is not None), *games)).encode()


def _loaded(
    slot: Slot, card_type: CardType[Card], compiled: "Callable[[], Parts[Card]]", roots: tuple[Path, ...]
) -> Ruleset[Card]:
    """The ruleset from its place in the cache, else compiled and put there."""
    if (cached := slot.read()) is not None:
        return _unpack(cached, card_type, roots, slot.digest)
    parts = compiled()
    encode = msgspec.msgpack.encode
    raws = (msgspec.Raw(encode(part)) for part in (parts.core, parts.cards, parts.glossary, parts.names))
    slot.write(Sections(*raws))
    later = (lambda: parts.cards), card_type, (lambda: parts.glossary), (lambda: parts.names)
    return Ruleset(parts.core, *later, roots, slot.digest)


def _unpack(
    cached: Sections, card_type: CardType[Card], roots: tuple[Path, ...], digest: bytes
) -> Ruleset[Card]:
    decode = msgspec.msgpack.decode

    def cards() -> dict[str, Card]:
        # mypy cannot see a type that is only known at run time
        found: dict[str, Card] = decode(cached.cards, type=dict[str, card_type.struct])  # type: ignore[name-defined]
        return found

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
