"""`tsolve odds` and `tsolve grade`."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Annotated, Literal

import typer

from tsolve import api
from tsolve.cli.options import ANSWER, ByGoal, Layers, Shared, Verbose
from tsolve.cli.positions import AfterTurn, Asked, OnePosition, Searching, WithPage, WithPicture
from tsolve.errors import UsageError
from tsolve.model.grades import GradeAnswer
from tsolve.model.log_grades import LogGradeAnswer
from tsolve.model.odds import OddsAnswer

OddsFormat = Literal["auto", "text", "json", "csv"]


class Odds(
    Verbose,
    Shared,
    WithPage[OddsAnswer],
    AfterTurn[OddsAnswer],
    WithPicture[OddsAnswer],
    Searching[OddsAnswer],
    OnePosition[OddsAnswer],
):
    """Work out what a hand of the deck can do.

    Shuffles the deck and the discard pile of the position together, deals a hand, and gives the chances of
    what that hand can do. The figures are exact unless there are too many different hands. --with and
    --without compare two decks.

    --event asks for cards instead: whether they come to one hand, or from a pile of the table. Then the
    chances are those of the position as it lies, hand after hand.

    Ctrl-C stops it and prints what is known by then.

    Exit codes: 0 every figure is certain, or a sample as announced; 2 the input or the usage is wrong; 3 it
    was cut short, or hands might do better with an unknown card.
    """

    name = "odds"
    shows, in_short = "odds:show_odds", "odds:show_in_a_line"

    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A position file, at least with a deck; - is standard input."),
    ]
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="NAMES",
            help="What the hand meets, instead of what the file says: place by place, with commas.",
        ),
    ] = None
    adding: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="CARD", help="Compare with a deck that also has this. Repeatable."),
    ] = None
    removing: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="CARD", help="Compare with a deck that lacks this. Repeatable."),
    ] = None
    all_cards: Annotated[bool, typer.Option("--all-cards", help="Shuffle the hand into the deck too.")] = (
        False
    )
    no_draws: Annotated[
        bool,
        typer.Option(
            "--no-draws",
            help="Play without drawing or changing what the hand meets: faster, but lower bounds.",
        ),
    ] = False
    limit: Annotated[
        int,
        typer.Option(
            "--limit",
            metavar="HANDS",
            min=1,
            help="Look at every hand, unless there are more different ones than this: then sample.",
        ),
    ] = 50_000
    samples: Annotated[
        int, typer.Option("--samples", metavar="N", min=2, max=10_000_000, help="Hands in a sample.")
    ] = 10_000
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="The same seed gives the same sample.")
    ] = 0
    event: Annotated[
        list[str] | None,
        typer.Option(
            "--event",
            metavar="TEXT",
            help='Cards that may come, such as "Lamp and 2 x Stone", "no Lamp", '
            '"Stone within 3 hands". Repeatable.',
        ),
    ] = None
    hands: Annotated[
        int | None,
        typer.Option("--hands", metavar="N", min=1, max=60, help="Events within so many hands."),
    ] = None
    refills: Annotated[
        int | None,
        typer.Option(
            "--refills",
            metavar="N",
            min=1,
            max=60,
            help="Events within so many refills of the table; without --event whatever may come.",
        ),
    ] = None
    format: Annotated[
        OddsFormat,
        typer.Option("--format", help="Text for people, JSON or CSV for programs.", rich_help_panel=ANSWER),
    ] = "auto"  # type: ignore[assignment]  # more than most have

    def waiting(self, about: str) -> AbstractContextManager[Callable[..., None]]:
        """Ctrl-C is handled where the work is shared out."""
        from tsolve.cli.progress import progress_bar

        return progress_bar("hands", self.quiet)

    def answer(self, asked: Asked) -> OddsAnswer:
        if self.svg is not None and (self.event or self.refills):
            raise UsageError("events have no chart: leave out --svg")
        answer = api.odds(
            asked.position,
            asked.file,
            against=[name.strip() for name in self.against.split(",")] if self.against is not None else (),
            adding=self.adding or (),
            removing=self.removing or (),
            all_cards=self.all_cards,
            draws=not self.no_draws,
            limit=self.limit,
            samples=self.samples,
            seed=self.seed,
            workers=self.jobs or api.cores(),
            scheduler=self.scheduler,
            time_limit=self.time_limit,
            on_progress=asked.on_progress,
            events=self.event or (),
            hands=self.hands,
            refills=self.refills,
        )
        self.session.stopped_early = not answer.complete
        return answer

    def draw(self, asked: Asked, answer: OddsAnswer) -> str:
        from tsolve.report.picture_charts import as_svg

        return as_svg(answer)

    def lines(self, answer: OddsAnswer) -> Iterable[str]:
        from tsolve.report.formats import as_csv

        return as_csv(answer).splitlines()


AnyGrade = GradeAnswer | LogGradeAnswer


class Grade(Layers, ByGoal, WithPage[AnyGrade], Searching[AnyGrade], OnePosition[AnyGrade]):
    """Judge the turn that was played.

    Of a log (`turns:`) every turn, and for each player what choices and luck came to.

    Compares each step with the best play at that moment. Says what each choice gave away and what each draw
    brought, when the best result went out of reach, which cards did not matter, and how much the result had
    to spare.

    Exit codes: 0 the whole turn was graded, good or bad; 1 it is not legal; 2 the input or the usage is
    wrong, or the file has no `line`; 3 some step could not be judged.
    """

    name, doing = "grade", "grading {}"
    shows, in_short = "grade:show_any_grade", "grade:show_any_in_a_line"

    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A position file with the turn played (`line:`); - is standard input."
        ),
    ]

    first: Annotated[
        int | None,
        typer.Option("--from", metavar="N", min=1, help="Of a log of turns: grade those from turn N on."),
    ] = None

    def answer(self, asked: Asked) -> AnyGrade:
        position = asked.position if self.first is None else api.from_turn(asked.position, self.first)
        if position.log is not None and not position.written.line:
            return api.grade_log(position, asked.file, self.goal, self.time_limit)
        return api.grade(asked.position, asked.file, self.goal, self.time_limit)
