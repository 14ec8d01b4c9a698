"""A table set up for a game, for people."""

from __future__ import annotations

from tsolve.diagnostics import counted
from tsolve.model.setups import SetupAnswer
from tsolve.report.page import Page
from tsolve.report.words.sentences import sentence


def show_setup(page: Page, answer: SetupAnswer) -> None:
    """What lies where, the rules that put it there, and how to get the same again."""
    players = f"{answer.players} player{'s' if answer.players != 1 else ''}"
    page.labelled(
        "setup", f"{answer.title}, {players}, printing {answer.printing}; seed {answer.seed}.", width=11
    )
    width = max(len(part.heading) for part in answer.parts) + 2
    for part in answer.parts:
        cited = f" [{', '.join(part.rulings)}]" if part.rulings else ""
        page.labelled(part.heading, f"{', '.join(counted(part.names))}{cited}", indent=3, width=width)
    for note in answer.notes:
        page.text(sentence(note), indent=3, hang=3, style="warn")
    page.text("The same seed with the same wishes sets the same table up.", indent=3, hang=3, style="dim")
    if answer.tries > 1:
        page.text(f"Drawn {answer.tries} times until it had what was wished for.", indent=3, hang=3)
