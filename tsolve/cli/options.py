"""The options that several commands share."""

from typing import Annotated, Literal

import typer
from typer.core import TyperOption

from tsolve.model.wishes import Backend, Draws

Format = Literal["auto", "text", "json"]
CheckFormat = Literal["auto", "text", "json", "github"]

FormatOption = Annotated[Format, typer.Option("--format", help="Text for people or JSON for programs.")]
CheckFormatOption = Annotated[
    CheckFormat, typer.Option("--format", help="auto: GitHub annotations inside GitHub Actions, else text.")
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print only what matters most.")]
ColourOption = Annotated[
    bool, typer.Option("--no-color", help="No colours; NO_COLOR in the environment does the same.")
]
PrintingOption = Annotated[
    str | None,
    typer.Option("--printing", metavar="ID", help="The printing of the rules; overrides the file."),
]
PlainPrintingOption = Annotated[
    str | None, typer.Option("--printing", metavar="ID", help="The printing of the rules.")
]
ReadingsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--interpretation",
        metavar="KEY=OPTION",
        help="How to read an open point; overrides the file. Repeatable.",
    ),
]
PlainReadingsOption = Annotated[
    list[str] | None,
    typer.Option("--interpretation", metavar="KEY=OPTION", help="How to read an open point. Repeatable."),
]
JobsOption = Annotated[
    int,
    typer.Option("--jobs", "-j", min=0, max=256, metavar="N", help="Number of processes; 0: one per core."),
]
SchedulerOption = Annotated[
    str,
    typer.Option(
        "--scheduler", metavar="ADDRESS", help="Share the work out to the workers of a Dask scheduler."
    ),
]
GameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="ID",
        help="The game; by default that of the first --ruleset-path, else thunderstone.",
    ),
]
BackendOption = Annotated[Backend, typer.Option("--backend", help="What solves optimisation problems.")]
LimitOption = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        min=0.001,
        help="Stop searching after this time, proved or not; inf: never. Default: a limit of work.",
    ),
]
GoalOption = Annotated[
    str | None,
    typer.Option(
        "--goal",
        metavar="LEVELS",
        help="What to prefer, e.g. points,lost or 3*points+lost; the first decides.",
    ),
]
TargetOption = Annotated[
    str | None, typer.Option("--target", metavar="NAME", help="Only lines against this target.")
]
TurnOption = Annotated[
    str | None,
    typer.Option(
        "--turn",
        metavar="KIND",
        help="The kind of turn, as in a file; any: compare all kinds by one goal.",
    ),
]
DrawsOption = Annotated[
    Draws | None,
    typer.Option("--draws", help="How to value an uncertain draw; known: draw only cards known beforehand."),
]


def _search(_ctx: typer.Context, _param: typer.CallbackParam, folders: tuple[str, ...]) -> None:
    """Note the folders at once, so that whatever the command opens finds them.

    The option's folders come first, then the environment's, then the project's. Raises UsageError for a
    missing folder.
    """
    from pathlib import Path

    from tsolve.source.locations import SEARCH_PATH, Wanted, own_rulesets, search
    from tsolve.source.project import nearest_project, rulesets_of_project

    project = nearest_project()
    search(
        (
            *(Wanted("--ruleset-path", Path(folder)) for folder in folders),
            *(Wanted(SEARCH_PATH, folder) for folder in own_rulesets()),
            *(rulesets_of_project(project) if project is not None else ()),
        )
    )


def ruleset_path() -> TyperOption:
    """`--ruleset-path`: every command takes it, and no command has to handle it."""
    return TyperOption(
        param_decls=["--ruleset-path"],
        multiple=True,
        metavar="DIR",
        callback=_search,
        is_eager=True,
        expose_value=False,
        help="A folder with a ruleset of your own, searched before those of tsolve. Repeatable.",
    )


def readings(texts: list[str] | None, option_name: str = "--interpretation") -> dict[str, str]:
    """`KEY=OPTION` texts as a mapping. Raises BadParameter for any other form and for a key given twice."""
    chosen: dict[str, str] = {}
    for text in texts or ():
        key, equals, option = (part.strip() for part in text.partition("="))
        if not (key and equals and option):
            raise typer.BadParameter(f"{text!r} is not of the form KEY=OPTION", param_hint=option_name)
        if chosen.setdefault(key, option) != option:
            raise typer.BadParameter(f"{key} is given twice", param_hint=option_name)
    return chosen
