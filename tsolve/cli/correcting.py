"""`tsolve check --fix`: mistakes corrected in the file, as far as it is certain what was meant."""

import sys

from tsolve import api
from tsolve.cli.output import emit
from tsolve.cli.session import Session
from tsolve.errors import UsageError
from tsolve.report.page import Page
from tsolve.saving import save

_NOT_ASKED = "nothing was written: that is asked for on a terminal only; --yes writes without asking"
_NOT_WANTED = "nothing was written"
_CHANGED = "the file was changed meanwhile; nothing was written"


def offer_correction(session: Session, file: str, unasked: bool) -> None:
    """Show what would change in a position file, and write it if that is wanted.

    Raises UsageError where it cannot be written.
    """
    content = api.content_of(file)
    found = api.corrected(content, file)
    if found.after == found.before:
        return
    emit(found.difference)
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not (unasked or (on_terminal and _agreed(file))):
        told = _NOT_WANTED if on_terminal else _NOT_ASKED

        def tell(page: Page) -> None:
            page.text(told, style="warn")

        session.close_with(tell, alone=True)
        return
    if api.content_of(file) != content:
        raise UsageError(f"{file}: {_CHANGED}")
    try:
        save(file, found.after.encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror or error}") from None


def _agreed(file: str) -> bool:
    emit(f"\nWrite {file}? [y/N] ")
    return sys.stdin.readline().strip().casefold() in ("y", "yes")
