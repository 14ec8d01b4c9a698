"""What `tsolve regress --coverage` writes."""

import os
from typing import TYPE_CHECKING, NamedTuple

from tsolve.errors import UsageError

if TYPE_CHECKING:
    from tsolve.model.coverage import CoverageAnswer

_PAGE = "index.html"


class Wanted(NamedTuple):
    """Which reports of rule coverage were asked for, and how much has to be covered."""

    text: bool = False
    html: str | None = None
    json: str | None = None
    at_least: float | None = None

    @property
    def at_all(self) -> bool:
        """Whether coverage has to be worked out."""
        return self.text or self.html is not None or self.json is not None or self.at_least is not None

    def check(self) -> None:
        """Raises UsageError for a file that is surely not meant: a report is written anew each time."""
        if self.at_least is not None and self.at_least != self.at_least:
            raise UsageError("--fail-under needs a number from 0 to 100")  # "nan" lies in every range
        if self.html is not None and os.path.splitext(_page(self.html))[1] not in (".html", ".htm"):
            raise UsageError(f"--coverage-html writes a .html file or into a folder, not {self.html}")
        if self.json is not None and not self.json.endswith(".json"):
            raise UsageError(f"--coverage-json writes a .json file, not {self.json}")

    def write(self, answer: "CoverageAnswer") -> None:
        """The reports that go into files. Raises UsageError where that is not possible."""
        if self.html is not None:
            from tsolve.report.coverage_html import as_html

            page = _page(self.html)
            folder = os.path.dirname(page) or "."
            _write(page, as_html(answer, lambda file: _link(file, folder)))
        if self.json is not None:
            from tsolve.report.coverage import as_json

            _write(self.json, as_json(answer))


def _page(path: str) -> str:
    """The file to write for a file, or for a folder: one that is there, or a name without an extension."""
    if os.path.isdir(path) or path.endswith(("/", os.sep)) or not os.path.splitext(path)[1]:
        return os.path.join(path, _PAGE)
    return path


def _link(file: str, folder: str) -> str:
    """The address of a file as seen from a page in the folder."""
    from pathlib import Path
    from urllib.parse import quote

    try:
        return quote(Path(os.path.relpath(file, folder)).as_posix())
    except ValueError:  # on another drive
        return Path(file).absolute().as_uri()


def _write(path: str, text: str) -> None:
    """Written aside and renamed, so that a report is never half of one."""
    folder = os.path.dirname(path)
    aside = f"{path}.{os.getpid()}.tmp"
    try:
        if folder:
            os.makedirs(folder, exist_ok=True)
        try:
            with open(aside, "w", encoding="utf-8", errors="replace") as stream:
                stream.write(text)
            os.replace(aside, path)
        except OSError:
            if os.path.exists(aside):
                os.unlink(aside)
            raise
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
