"""`tsolve verify`."""

from typing import Annotated

import typer

from tsolve.cli.options import ColourOption, FormatOption, QuietOption
from tsolve.cli.session import Session
from tsolve.errors import UsageError


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
    from tsolve.report.one_line import in_one_line
    from tsolve.report.suites.receipt import show_receipt

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
