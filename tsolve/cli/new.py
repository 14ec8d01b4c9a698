"""`tsolve new`."""

import os
import sys
from typing import Annotated

import typer

from tsolve.cli import failing
from tsolve.cli.options import ColourOption, GameOption
from tsolve.cli.session import Session
from tsolve.model.verdicts import REFUTED


def new(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The position file to be written.")],
    game: GameOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    no_color: ColourOption = False,
) -> None:
    """Make a position file in a dialogue.

    Each question says what is meant. Names may be in any language of the game; Tab completes them, and a
    slip is asked back. Nothing is written before the end, and only what can be judged. Without a terminal
    the answers are read line by line from standard input.

    Exit codes: 0 the file is written, or what judging it ends with; 1 nothing is written; 2 the usage is
    wrong; 130 Ctrl-C, and nothing is written.
    """
    from tsolve import api
    from tsolve.cli import INTERRUPTED
    from tsolve.cli.output import Face, emit
    from tsolve.cli.prompting import talk_here
    from tsolve.model.answers import CheckAnswer
    from tsolve.saving import check_output, save_output

    def made() -> str:
        check_output(file)
        text = api.make_position(talk, game, f"  tsolve check {file}")
        replaced = force or not os.path.lexists(file)
        if not replaced and not api.agreed(talk, f"{file} exists. Replace it?", usual=False):
            raise EOFError
        save_output(file, text)
        return text

    def judged() -> CheckAnswer:
        opened = api.load(file)
        return api.in_full(opened, api.check(opened, file), weighed=False)

    session = Session("new", "text", no_color)
    talk = talk_here(Face(sys.stdout, no_color).colour)
    try:
        made()
    except (EOFError, KeyboardInterrupt) as end:
        emit("\n")
        sys.stderr.write("Nothing is written.\n")
        raise typer.Exit(INTERRUPTED if isinstance(end, KeyboardInterrupt) else REFUTED) from None
    except Exception as error:
        session.fail(failing.explain(error))
        session.finish()
    try:
        wanted = api.agreed(talk, f"{file} is written. Judge it now?")
    except (EOFError, KeyboardInterrupt):
        wanted = False
        emit("\n")
    if wanted:
        from tsolve.report.answers.check import show_check

        session.answer(judged, show_check, file)
    session.finish()
