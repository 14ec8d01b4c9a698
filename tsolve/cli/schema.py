"""`tsolve schema`."""

import json
from typing import Annotated, Any

import typer

from tsolve.cli.options import GameOption
from tsolve.cli.session import Session


def schema(
    game: GameOption = None,
    output: Annotated[
        str | None,
        typer.Option("--output", metavar="COMMAND", help="The schema of what this command writes as JSON."),
    ] = None,
) -> None:
    """Print a JSON Schema: of position files, or of a command's output.

    Editors complete keys and card names by the schema of position files; `tsolve example` names it in the
    first line of its files as GAME.schema.json.
    """
    from tsolve import api
    from tsolve.report.page import Page

    def found() -> dict[str, Any]:
        if output is None:
            return api.schema(game)
        from tsolve.report.formats.encoding import output_schema

        return output_schema(output)

    def show(page: Page, found: dict[str, Any]) -> None:
        page.verbatim(json.dumps(found, indent=2, ensure_ascii=False))

    session = Session("schema", "text")
    session.do(found, show)
    session.finish()
