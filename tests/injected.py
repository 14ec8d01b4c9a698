"""Names that lie to the eye in every field of every kind of file, shown by every face.

`python -m tests.injected` finds every field that some puzzle fills with a text or with a key of its own,
writes names into it that are reversed, invisible, coloured or markup, and asks for every face of the answer:
text, JSON, a page, a picture, annotations. Nothing that is written holds a character that cannot be seen, a
tag that the name brought, or an order to GitHub's runner; and none ends with an internal error.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from tests.long_texts import Field, damaged, fields
from tests.sweeping import HangsError, arguments, ended_after
from tsolve.budget import Budget, allow
from tsolve.cli import run

STEPS = 1_000
HANGS = 20.0
"""Seconds of processor time after which a command is given up."""
INTERNAL = 4
FILE = "injected.yaml"
NAMES = (
    "a\u202eb\u2066c\u200bd\u00ade",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "::error::injected",
    "\n::error::injected",
    "=1+1",
    "a\u2028b\u2029c",
)
FACES: tuple[tuple[str, ...], ...] = (
    ("check", FILE),
    ("check", FILE, "-v", "--explain"),
    ("check", FILE, "--format", "json"),
    ("check", FILE, "--format", "github"),
    ("check", FILE, "--html", "-"),
    ("solve", FILE, "--svg", "picture.svg", "--force"),
    ("legal", FILE),
    ("show", FILE),
)
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Kinds of characters that nobody sees."""


def wrong(face: tuple[str, ...]) -> str:
    """What a face shows that it must not; empty for nothing."""
    out, err = io.StringIO(), io.StringIO()
    picture = Path("picture.svg")
    picture.unlink(missing_ok=True)
    try:
        with (
            ended_after(HANGS),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            allow(Budget(steps=STEPS)),
        ):
            code = run(face)
    except HangsError:
        return f"no end after {HANGS:g} s"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    shown = out.getvalue() + err.getvalue() + (picture.read_text() if picture.exists() else "")
    if code == INTERNAL:
        return " ".join(shown.split())[-300:]
    if hidden := [each for each in shown if unicodedata.category(each) in HIDDEN and each not in "\n\r\t"]:
        return f"hidden characters: {', '.join(sorted({f'U+{ord(each):04X}' for each in hidden}))}"
    if "--html" in face and "<script>alert" in out.getvalue():
        return "a tag of the name"
    if any(line.startswith("::error::injected") for line in shown.splitlines()):
        return "an order to the runner"
    return ""


def results(chosen: list[Field]) -> Iterator[tuple[str, str]]:
    """For every face: what it is of, and what is wrong with it."""
    for field in chosen:
        for name in NAMES:
            Path(FILE).write_bytes(damaged(field, name))
            for face in FACES:
                yield f"{'.'.join(field.name)} = {name!r}: {' '.join(face)}", wrong(face)


def main() -> int:
    """Write, ask and count; exit code 1 where something is shown that must not be."""
    parser = arguments(__doc__, "a game, such as quest", "only every so-manieth field")
    given = parser.parse_args()
    chosen = fields(given.only)[:: given.every]
    found: Counter[bool] = Counter()
    began = process_time()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for what, why in results(chosen):
            if why:
                print(f"{what}: {why}", flush=True)
            found[bool(why)] += 1
    took = process_time() - began
    print(f"{len(chosen)} fields, {found.total()} faces: {found[True]} wrong; {took:.0f} s")
    return 1 if found[True] else 0


if __name__ == "__main__":
    sys.exit(main())
