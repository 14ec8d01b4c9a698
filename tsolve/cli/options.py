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
ColourOption = Annotated[bool, typer.Option("--no-color", help="No colours; as NO_COLOR in the environment.")]
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
    int, typer.Option("--jobs", "-j", min=0, max=256, metavar="N", help="Processes; 0: one for each core.")
]
SchedulerOption = Annotated[
    str, typer.Option("--scheduler", metavar="ADDRESS", help="Let the workers of a Dask scheduler do it.")
]
GameOption = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="ID", help="The game; that of the first --ruleset-path, else thunderstone."
    ),
]
BackendOption = Annotated[Backend, typer.Option("--backend", help="How optimisation problems are solved.")]
LimitOption = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        min=0.001,
        help="Stop searching then, without a proof; inf: never. Without it there is a bound of work.",
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
        help="The kind of turn, as a file writes it; any: all kinds, compared by one goal.",
    ),
]
DrawsOption = Annotated[
    Draws | None,
    typer.Option(
        "--draws", help="What an uncertain draw counts for; known: draw only cards known beforehand."
    ),
]


def _search(_ctx: typer.Context, _param: typer.CallbackParam, folders: tuple[str, ...]) -> None:
    """Take note of the folders at once: whatever the command opens then finds them.

    Those of the option come first, then those of the environment, then those of the project. Raises
    UsageError for one that is not there.
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
    """`--ruleset-path`, which every command has and none is told of."""
    return TyperOption(
        param_decls=["--ruleset-path"],
        multiple=True,
        metavar="DIR",
        callback=_search,
        is_eager=True,
        expose_value=False,
        help="A folder with a ruleset of one's own, searched before those of tsolve. Repeatable.",
    )


def readings(texts: list[str] | None, option_name: str = "--interpretation") -> dict[str, str]:
    """`KEY=OPTION` texts as a mapping. Raises BadParameter for another form and for a key given twice."""
    chosen: dict[str, str] = {}
    for text in texts or ():
        key, equals, option = (part.strip() for part in text.partition("="))
        if not (key and equals and option):
            raise typer.BadParameter(f"{text!r} is not of the form KEY=OPTION", param_hint=option_name)
        if chosen.setdefault(key, option) != option:
            raise typer.BadParameter(f"{key} is given twice", param_hint=option_name)
    return chosen
