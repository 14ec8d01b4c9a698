"""`tsolve advise`."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Annotated

import typer

from tsolve import api
from tsolve.cli.options import Shared, Verbose, names
from tsolve.cli.positions import Asked, OnePosition, Searching
from tsolve.model.advice import AdviceAnswer

SECONDS = 300.0
"""How long games are played where no time limit is given: whole games may take hours."""


class Advise(Verbose, Shared, Searching[AdviceAnswer], OnePosition[AdviceAnswer]):
    """Compare what may be done this turn, by playing on.

    Games are played on from each candidate with the same luck, and the differences counted. A winner is named
    only where it is settled: the interval of every difference excludes zero, all of them together with 95 %.
    --with asks which card would be better in the deck.

    The same seed and number of worlds give the same answer. Ctrl-C stops it and tells what is known by then.

    Exit codes: 0 one candidate is settled to be the best; 2 the input or the usage is wrong; 3 it is not
    settled.
    """

    name = "advise"
    shows, in_short = "answers.advice:show_advice", "answers.advice:show_advice_in_a_line"

    adding: Annotated[
        list[str] | None,
        typer.Option(
            "--with", metavar="CARD", help="What this card would be worth in the deck, instead. Repeatable."
        ),
    ] = None
    worlds: Annotated[
        int,
        typer.Option(
            *("--worlds", "--games"),
            metavar="N",
            min=8,
            max=100_000,
            help="The most worlds: in each, a game is played on from every candidate.",
        ),
    ] = 200
    shuffles: Annotated[
        int,
        typer.Option(
            "--shuffles",
            metavar="N",
            min=0,
            max=20,
            help="Leave a game after so many shuffles of the deck; 0: play to the end.",
        ),
    ] = 2
    players: Annotated[
        str,
        typer.Option(
            "--players", metavar="NAMES", help="Who plays on, one for each seat or one for all: quick,greedy."
        ),
    ] = ""
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The seed of the worlds.")] = 0

    def waiting(self, about: str) -> AbstractContextManager[Callable[..., None]]:
        """Ctrl-C is handled where the work is shared out."""
        from tsolve.cli.progress import progress_bar

        return progress_bar("worlds", self.quiet)

    def answer(self, asked: Asked) -> AdviceAnswer:
        answer = api.advise(
            asked.position,
            asked.file,
            players=names(self.players),
            worlds=self.worlds,
            shuffles=self.shuffles,
            seed=self.seed,
            adding=self.adding or (),
            workers=self.workers,
            scheduler=self.scheduler,
            time_limit=SECONDS if self.time_limit is None else self.time_limit,
            on_progress=asked.on_progress,
        )
        self.session.stopped_early = answer.worlds < answer.wanted and not answer.settled
        return answer
