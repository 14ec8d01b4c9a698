"""The commands by name. Only the one that is called is built; `--help` builds them all."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tsolve.cli.command import Command, as_command
from tsolve.cli.options import ruleset_path

SECTIONS = {
    "Ask about a position": {
        "check": "judge",
        "solve": "judge",
        "ask": "explain",
        "why-not": "explain",
        "grade": "chances",
        "odds": "chances",
        "advise": "advice",
        "targets": "table",
        "legal": "table",
        "show": "table",
        "score": "table",
    },
    "Work on puzzles and rules": {
        "regress": "regress",
        "diff": "diff",
        "hunt": "diff",
        "verify": "receipts",
        "simulate": "games",
        "setup": "games",
        "play": "play",
    },
    "Look things up, and begin": {
        "rule": "lookups",
        "card": "lookups",
        "cards": "lookups",
        "vocabulary": "lookups",
        "explain": "lookups",
        "example": "lookups",
        "new": "games",
        "schema": "lookups",
        "serve": "serve",
    },
}
"""What the commands are for, as `--help` tells it; each with the file of its class."""
_FILE_OF = {name: file for files in SECTIONS.values() for name, file in files.items()}
COMMANDS = tuple(_FILE_OF)

_WHOLE = 200
"""More letters than a sentence about a command has, so that none is cut."""
_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _Late(TyperGroup):
    """A group whose commands are classes of the same name in modules of this package."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            self.commands[cmd_name] = _built(cmd_name)
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS:
            for name in COMMANDS:  # typer suggests only commands that are built
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, names in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name, self.get_command(ctx, name).get_short_help_str(_WHOLE)) for name in names]
                )


def root() -> Any:
    """The `tsolve` command."""
    app = typer.Typer(
        cls=_Late,
        add_completion=True,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings=_SETTINGS,
    )
    app.callback()(_tsolve)
    return typer.main.get_command(app)


def class_of(name: str) -> type[Command]:
    """The command of that name."""
    found: type[Command] = getattr(
        import_module(f"tsolve.cli.{_FILE_OF[name]}"), name.title().replace("-", "")
    )
    return found


def _built(name: str) -> Any:
    command = as_command(class_of(name), _SETTINGS)
    command.params.append(ruleset_path())
    return command


def _print_version(wanted: bool) -> None:
    if wanted:
        from tsolve.version import VERSION

        print(f"tsolve {VERSION}")
        raise typer.Exit


def _tsolve(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Settle disputes at the game table.

    Reads from a YAML file what lies on the table, says what is legal and why the rest is not, judges the
    turn that was played, finds the best play, proves it, and cites the rules.

    To begin: `tsolve ask "CARD, CARD vs CARD"` needs no file, `tsolve new FILE` asks for what
    lies on the table, `tsolve example` lists positions to look at.

    Exit codes: 0 confirmed or answered; 1 a claim, a step or an expectation is refuted; 2 the input or the
    usage is wrong; 3 undecided; 4 internal error.
    """
