"""`tsolve verify`, and `--receipt FILE` for the commands whose answers can be derived again."""

# Annotations are not postponed here: typer would evaluate each of them, string by string, at every start.

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tsolve.cli.options import ColourOption, FormatOption, QuietOption
from tsolve.cli.session import Session
from tsolve.errors import UsageError

if TYPE_CHECKING:
    from tsolve.api import Opened
    from tsolve.model.answers import CheckAnswer
    from tsolve.model.plays import Wishes
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
ForceOption = Annotated[
    bool, typer.Option("--force", help="Let --receipt, --html and --svg replace any file.")
]


class Receipting:
    """The receipt of one run, if one is asked for."""

    def __init__(
        self,
        path: str | None,
        force: bool,
        command: Literal["check", "solve"],
        files: Sequence[str],
        printing: str | None,
        interpretations: dict[str, str],
    ) -> None:
        """`printing` and `interpretations` are those by which the positions are read.

        Raises UsageError where the receipt cannot be written, before any work is done.
        """
        self.path = path
        self.command = command
        self.printing, self.interpretations = printing, interpretations
        self.is_written = False
        self.content = b""
        """The very bytes of the position that is judged."""
        if path is None:
            return
        from tsolve import api

        if len(files) != 1:
            raise UsageError("a receipt covers one position: give one FILE with --receipt")
        api.place_for(path, files[0], command, force)

    def load(self, file: str) -> "Opened":
        """The position of the file, whose bytes are kept."""
        from tsolve import api

        self.content = api.content_of(file)
        return api.loads(self.content, file, self.printing, self.interpretations)

    def write(
        self,
        opened: "Opened",
        file: str,
        answer: "CheckAnswer | SolvedAnswer",
        wishes: "Wishes",
        time_limit: float | None,
    ) -> None:
        """Write the receipt of an answer that was asked for with these wishes. Raises UsageError."""
        if self.path is None:
            return
        from tsolve import api
        from tsolve.model.receipts import Order

        limit = None if time_limit is None else f"{time_limit:.6f}"
        order = Order(
            self.command,
            printing=self.printing,
            interpretations=self.interpretations,
            goal=wishes.goal,
            target=wishes.target,
            draws=wishes.draws,
            turn=wishes.turn,
            backend=wishes.backend,
            time_limit=limit,
        )
        way = api.path_from(self.path, file)
        receipt = api.receipt_of(opened, self.content, way, answer, order)
        api.write_receipt(self.path, receipt, api.inputs_of(opened, file))
        self.is_written = True

    def tell(self, page: "Page") -> None:
        """Say where the receipt is."""
        if self.is_written:
            page.text(f"receipt: {self.path}", hang=2)


def verify(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Receipts, as `--receipt FILE` writes them.")
    ],
    position: Annotated[
        str | None,
        typer.Option(
            "--position", metavar="FILE", help="The position, instead of the one that the receipt names."
        ),
    ] = None,
    root: Annotated[
        str | None,
        typer.Option(
            "--root",
            metavar="FOLDER",
            help="Read positions anywhere in this folder; by default only beside or below each receipt.",
        ),
    ] = None,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    no_color: ColourOption = False,
) -> None:
    """Derive the answers of receipts again and compare.

    A receipt records what `check` or `solve` was asked, the answer, and digests of the position, of every
    file of the ruleset and of tsolve's code.

    Exit codes: 0 the answer is the same; 1 it is different; 2 the receipt is damaged, or the position is
    missing or wrong.
    """
    from tsolve import api
    from tsolve.cli.progress import progress
    from tsolve.model.receipts import VerifyAnswer
    from tsolve.report.diff import show_receipt
    from tsolve.report.page import in_one_line

    if position is not None and len(files) != 1:
        raise UsageError("--position goes with a single receipt: give one FILE")

    show = in_one_line(show_receipt) if quiet else show_receipt
    session = Session("verify", format, no_color)
    for file in files:

        def work(file: str = file) -> VerifyAnswer:
            with progress(f"verifying {file}", quiet) as on_progress:
                return api.verify(file, position, on_progress, root)

        session.answer(work, show, file)
    session.sum_up("receipt", "receipts")
    session.finish()
