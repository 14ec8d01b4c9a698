"""`tsolve schema`."""

import json
from typing import Any

from tsolve.cli.options import GameOption
from tsolve.cli.session import Session


def schema(game: GameOption = None) -> None:
    """Print the JSON Schema of the position file."""
    from tsolve import api
    from tsolve.report.page import Page

    def show(page: Page, found: dict[str, Any]) -> None:
        page.verbatim(json.dumps(found, indent=2, ensure_ascii=False))

    session = Session("schema", "text")
    session.answer(lambda: api.schema(game), show)
    session.finish()
