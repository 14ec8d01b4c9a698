"""`tsolve diff`."""

from typing import Annotated, Any

import typer

from tsolve.cli.options import ColourOption, FormatOption, QuietOption, readings
from tsolve.cli.session import Session

_PRINTING = "printing:"


def diff(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="POSITION...", help="Position files, or folders of them; - is standard input."
        ),
    ],
    between: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--between",
            metavar="A B",
            help="Two ways to read the rules, each printing:ID or KEY=OPTION[,KEY=OPTION].",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every interpretation, one at a time, with every option.")
    ] = False,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    no_color: ColourOption = False,
) -> None:
    """Compare positions under two ways to read the rules.

    Says whether legality, totals, the outcome or the best line differ, and which interpretation makes the
    difference. --between printing:1.4 printing:it-1.0 compares two printings, --between zero_rule=floor
    zero_rule=negative two readings; what a side does not say is read as the position says. --all tries every
    interpretation and says on which of them a position depends.

    Exit codes: 0 nothing differs; 1 something differs; 2 the input or the usage is wrong; 3 nothing differs
    as far as is known, but not everything is decided; 4 internal error.
    """
    from tsolve import api
    from tsolve.suite.positions import positions

    if everything == (between is not None):
        raise typer.BadParameter("give either --between A B or --all", param_hint="--between")
    ways = tuple(map(way, between or ()))
    if ways:
        api.check_sides(None, *ways)
    try:
        found = list(positions(files))
    except FileNotFoundError as error:
        raise typer.BadParameter(f"there is no file or folder {error}", param_hint="POSITION...") from None
    if not found:
        raise typer.BadParameter("no position lies there", param_hint="POSITION...")
    session = Session("diff", format, no_color)
    several = len(found) > 1
    if ways:
        _compare(session, found, ways, several, quiet)
    else:
        _try_all(session, found, several, quiet)
    session.finish()


def _compare(session: Session, files: list[str], ways: tuple[Any, ...], several: bool, quiet: bool) -> None:
    from tsolve import api
    from tsolve.cli.progress import progress
    from tsolve.model.diffs import DiffAnswer
    from tsolve.report.diff import diff_code, show_diff, show_diffs, show_diffs_briefly

    answers: list[DiffAnswer] = []
    first, second = ways
    for file in files:

        def work(file: str = file) -> DiffAnswer:
            with progress(f"comparing {file}", quiet) as tell:
                answers.append(api.diff(api.load(file), first, second, file, tell))
                return answers[-1]

        session.answer(work, _nothing if several or quiet else show_diff, diff_code, file)
    if quiet:
        session.close_with(lambda page: show_diffs_briefly(page, answers), alone=True)
    elif several:
        session.close_with(lambda page: show_diffs(page, answers), alone=True)


def _try_all(session: Session, files: list[str], several: bool, quiet: bool) -> None:
    from tsolve import api
    from tsolve.cli.progress import progress
    from tsolve.model.diffs import DependenceAnswer
    from tsolve.report.diff import (
        dependence_code,
        show_all_dependences,
        show_dependences,
        show_dependences_briefly,
    )

    answers: list[DependenceAnswer] = []
    for file in files:

        def work(file: str = file) -> DependenceAnswer:
            with progress(f"comparing {file}", quiet) as tell:
                answers.append(api.dependence(api.load(file), file, tell))
                return answers[-1]

        session.answer(work, _nothing if several or quiet else show_dependences, dependence_code, file)
    if quiet:
        session.close_with(lambda page: show_dependences_briefly(page, answers), alone=True)
    elif several:
        session.close_with(lambda page: show_all_dependences(page, answers), alone=True)


def _nothing(page: object, answer: object) -> None:
    """What is shown of one position among several: they are summed up at the end."""


def way(text: str) -> Any:
    """One side: a printing, options of interpretations, or both. Raises BadParameter for another form."""
    from tsolve import api

    parts = [part.strip() for part in text.split(",")]
    printings = [part.removeprefix(_PRINTING).strip() for part in parts if part.startswith(_PRINTING)]
    options = [part for part in parts if not part.startswith(_PRINTING)]
    if len(printings) > 1 or not all(printings):
        raise typer.BadParameter(f"{text!r} names no printing, or several", param_hint="--between")
    return api.Reading(text, printings[0] if printings else None, readings(options, "--between"))
