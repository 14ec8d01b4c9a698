"""`tsolve example`."""

from collections.abc import Iterable
from typing import Annotated

import typer

from tsolve.cli.options import ColourOption
from tsolve.cli.session import Session


def example(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Which one; without it they are listed.")
    ] = "",
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Where to; - prints it. Default: NAME.yaml.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    no_color: ColourOption = False,
) -> None:
    """Write an example of a position file, to begin with.

    Without a name it lists the examples.
    """
    from tsolve import api
    from tsolve.report.page import Column, Page
    from tsolve.saving import save_output

    def listed(page: Page, found: Iterable[api.Example]) -> None:
        rows = [(each.name, each.about) for each in found]
        page.table((Column("", style="bold"), Column("", wraps=True)), rows, indent=0)
        page.blank()
        page.text("`tsolve example NAME` writes one as NAME.yaml.", style="dim")

    def written() -> str:
        found = api.example(name)
        if out == "-":
            return found.text
        file = out or f"{found.name}.yaml"
        save_output(file, found.text, instead="" if force else "--force replaces it")
        return f"{file} is written. Judge it: tsolve check {file}"

    session = Session("example", "text", no_color)
    if not name:
        session.do(api.examples, listed)
    else:
        session.do(written, Page.verbatim if out == "-" else Page.text)
    session.finish()
