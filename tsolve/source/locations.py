"""Where the data files that come with tsolve are found."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def rulesets_path() -> Path:
    """The folder of the rulesets: the one inside an installed wheel, else the one of the checkout."""
    packaged = _PACKAGE / "rulesets"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "rulesets"
