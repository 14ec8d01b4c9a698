"""`--receipt FILE` and `--force`, for the commands whose answers can be derived again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tsolve.errors import UsageError
from tsolve.report.verdict import exit_code, solved_code, verdict

if TYPE_CHECKING:
    from tsolve.api import Opened
    from tsolve.model.answers import CheckAnswer
    from tsolve.model.solved import SolvedAnswer
    from tsolve.report.page import Page

ReceiptOption = Annotated[
    str | None,
    typer.Option(
        "--receipt",
        metavar="FILE",
        help="Also write a receipt of the answer; `tsolve verify` derives it again.",
    ),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Let --receipt replace any file.")]


def word(answer: CheckAnswer | SolvedAnswer) -> str:
    """The verdict of an answer in a word."""
    from tsolve.model.answers import CheckAnswer

    if isinstance(answer, CheckAnswer):
        return verdict("check", answer, exit_code(answer)).word
    return verdict("solve", answer, solved_code(answer)).word


class Receipting:
    """The receipt of one run, if one is asked for."""

    def __init__(
        self, path: str | None, force: bool, command: Literal["check", "solve"], files: Sequence[str]
    ) -> None:
        """Raises UsageError where the receipt cannot be written, before any work is done."""
        self.path = path
        self.command = command
        self.is_written = False
        self._content = b""
        if path is None:
            return
        from tsolve import api

        if len(files) != 1:
            raise UsageError("a receipt covers one position: give one FILE with --receipt")
        api.place_for(path, files[0], command, force)

    def load(self, file: str, printing: str | None, chosen: dict[str, str]) -> Opened:
        """The position of the file; of one with a receipt the very bytes are kept that are judged."""
        from tsolve import api

        if self.path is None:
            return api.load(file, printing, chosen)
        from tsolve.source.reading import read_bytes, shown

        self._content = read_bytes(file)
        return api.loads(self._content, shown(file), printing, chosen)

    def write(
        self,
        opened: Opened,
        file: str,
        answer: CheckAnswer | SolvedAnswer,
        time_limit: float | None,
        **options: Any,
    ) -> None:
        """Write the receipt of an answer that was asked for with these options. Raises UsageError."""
        if self.path is None:
            return
        from tsolve import api
        from tsolve.model.receipts import Order

        limit = None if time_limit is None else f"{time_limit:.6f}"
        order = Order(self.command, **options, time_limit=limit)
        way = api.path_from(self.path, file)
        receipt = api.receipt_of(opened, self._content, way, answer, word(answer), order)
        api.write_receipt(self.path, receipt, api.inputs_of(opened, file))
        self.is_written = True

    def tell(self, page: Page) -> None:
        """Say where the receipt is."""
        if self.is_written:
            page.text(f"receipt: {self.path}", hang=2)
