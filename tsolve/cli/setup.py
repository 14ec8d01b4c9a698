"""`tsolve setup`."""

from typing import TYPE_CHECKING, Annotated

import typer

from tsolve.cli.options import (
    ColourOption,
    FirstGameOption,
    FormatOption,
    GameOption,
    PrintingOption,
    ReadingsOption,
    SetsOption,
    UseOption,
    names,
    readings,
    selection,
)
from tsolve.cli.session import Session

if TYPE_CHECKING:
    from tsolve.model.setups import SetupAnswer


def setup(
    players: Annotated[
        int, typer.Option("--players", "-n", metavar="N", min=1, max=20, help="How many players.")
    ] = 2,
    wanted: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="TEXT",
            help="What the table must have: a card, a group or a kind, such as "
            '"Lamp or (Stone and no Rope)". Repeatable.',
        ),
    ] = None,
    unwanted: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="TEXT", help="What the table must not have. Repeatable."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, help="Set the same table up again; random by default."),
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Also write it as a position file.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Let --output overwrite a file.")] = False,
    first_game: FirstGameOption = False,
    use: UseOption = None,
    sets: SetsOption = "",
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    game: GameOption = None,
    format: FormatOption = "auto",  # noqa: A002
    no_color: ColourOption = False,
) -> None:
    """Set a table up as the rulebook says, at random or as you wish.

    Everything that --use and the wishes leave open is drawn as the rules draw it. The seed is printed: with
    it and the same options you get the same table again. The position file is what the first player sees.

    Exit codes: 0 a table was set up; 2 the input or the usage is wrong, or no table has what is wished for.
    """
    from tsolve import api
    from tsolve.report.answers.setup import show_setup
    from tsolve.saving import check_output, save_output

    def work() -> "SetupAnswer":
        from secrets import randbelow

        instead = "" if force else "--force overwrites it"
        if output:
            check_output(output, (), instead)
        answer = api.set_up(
            randbelow(1_000_000) if seed is None else seed,
            players,
            wanted or (),
            unwanted or (),
            first_game,
            cards,
            game,
            printing,
            chosen,
            names(sets),
        )
        if output:
            save_output(output, answer.position, (), instead)
        return answer

    chosen, cards = readings(interpretation), selection(use)
    session = Session("setup", format, no_color)
    session.answer(work, show_setup)
    session.finish()
