"""`tsolve verify`, and `--receipt FILE` for the commands whose answers can be derived again."""

# Annotations are not postponed here: typer would evaluate each of them, string by string, at every start.

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from tsolve import api
from tsolve.cli.command import Question
from tsolve.cli.options import Quiet
from tsolve.errors import UsageError
from tsolve.model.receipts import VerifyAnswer

if TYPE_CHECKING:
    from tsolve.cli.positions import Asked
    from tsolve.model.answers import CheckAnswer
    from tsolve.model.receipts import Order
    from tsolve.model.solved import SolvedAnswer
    from tsolve.report.page import Page


class Receipting:
    """The receipt of one run."""

    def __init__(self, path: str, force: bool, command: str, files: Sequence[str]) -> None:
        """Raises UsageError where the receipt cannot be written, before any work is done."""
        self.path, self.command, self.is_written = path, command, False
        if len(files) != 1:
            raise UsageError("a receipt covers one position: give one FILE with --receipt")
        api.place_for(path, files[0], command, force)

    def write(self, asked: "Asked", answer: "CheckAnswer | SolvedAnswer", order: "Order") -> None:
        """Write the receipt of an answer to this order. Raises UsageError."""
        way = api.path_from(self.path, asked.file)
        receipt = api.receipt_of(asked.position, asked.content, way, answer, order)
        api.write_receipt(self.path, receipt, api.inputs_of(asked.position, asked.file))
        self.is_written = True

    def tell(self, page: "Page") -> None:
        """Say where the receipt is."""
        if self.is_written:
            page.text(f"receipt: {self.path}", hang=2)


class Verify(Quiet, Question[VerifyAnswer]):
    """Derive the answers of receipts again and compare.

    A receipt records what `check` or `solve` was asked, the answer, and digests of the position, of every
    file of the ruleset and of tsolve's code.

    Exit codes: 0 the answer is the same; 1 it is different; 2 the receipt is damaged, or the position is
    missing or wrong.
    """

    name, counts = "verify", ("receipt", "receipts")
    shows, in_short = "diff:show_receipt", "diff:show_receipt_in_a_line"

    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Receipts, as `--receipt FILE` writes them.")
    ]
    position: Annotated[
        str | None,
        typer.Option(
            "--position", metavar="FILE", help="The position, instead of the one that the receipt names."
        ),
    ] = None
    root: Annotated[
        str | None,
        typer.Option(
            "--root",
            metavar="FOLDER",
            help="Read positions anywhere in this folder; by default only beside or below each receipt.",
        ),
    ] = None

    def begin(self) -> None:
        if self.position is not None and len(self.files) != 1:
            raise UsageError("--position goes with a single receipt: give one FILE")

    def about(self) -> Sequence[str]:
        return self.files

    def ask(self, about: str) -> VerifyAnswer:
        from tsolve.cli.progress import progress

        with progress(f"verifying {about}", self.quiet) as on_progress:
            return api.verify(about, self.position, on_progress, self.root)
