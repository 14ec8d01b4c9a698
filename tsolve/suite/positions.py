"""Which files are positions of a game of ours, whether or not they state what must come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tsolve.source.reading import contents
from tsolve.suite.collect import files


def positions(paths: Iterable[str]) -> Iterator[str]:
    """The named files, whatever they are, and the positions in the named folders; `-` is standard input.

    What else lies in a folder is passed over in silence. Raises FileNotFoundError for a path that does not
    exist.
    """
    read = list(paths)
    if "-" in read:
        yield "-"
    for file, named in files(path for path in read if path != "-"):
        if named or _is_ours(file):
            yield file


def _is_ours(file: str) -> bool:
    """Whether the file is sound YAML and names a known game, or cannot be read and so might."""
    from tsolve.api.games import games
    from tsolve.errors import InputError
    from tsolve.source.parse import parse
    from tsolve.source.tree import Mapping, Scalar

    try:
        content = contents(file)
        if b"game" not in content:
            return False
        root = parse(content, file)
    except InputError:
        return False
    except OSError:
        return True
    game = root.get("game") if isinstance(root, Mapping) else None
    return isinstance(game, Scalar) and game.text in games()
