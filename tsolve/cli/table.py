"""What is seen of a position: `tsolve legal`, `tsolve targets`, `tsolve show`, `tsolve score`."""

from collections.abc import Sequence
from typing import Annotated

import typer

from tsolve import api
from tsolve.cli.options import ByGoalAndDraws, Layers, Quiet
from tsolve.cli.positions import (
    AboutPositions,
    AfterTurn,
    Asked,
    OnePosition,
    Searching,
    WithPage,
    WithPicture,
)
from tsolve.model.grades import ScoreAnswer
from tsolve.model.plays import ShowAnswer
from tsolve.model.solved import LegalAnswer, TargetsAnswer
from tsolve.report.page import Detail


class Legal(Layers, AfterTurn[LegalAnswer], WithPage[LegalAnswer], OnePosition[LegalAnswer]):
    """List what is legal, and why the rest is not.

    Similar legal actions are listed together; each illegal one has its reason and its rules. -v shows every
    action on a line, with the rules that allow it. --quiet prints only the legal actions, on one line.
    """

    name = "legal"
    shows, in_short = "answers.table:show_legal_page", "answers.table:show_legal_in_a_line"

    def answer(self, asked: Asked) -> LegalAnswer:
        return api.legal(asked.position, asked.file)


class Targets(
    Layers,
    ByGoalAndDraws,
    AfterTurn[TargetsAnswer],
    WithPage[TargetsAnswer],
    Searching[TargetsAnswer],
    OnePosition[TargetsAnswer],
):
    """Say what can be attacked, and with what result.

    For every target: whether it may be attacked, and if not why; the greatest value and what makes it up;
    what is needed; whether a turn can deal with it; and the best play against it. --quiet prints one line for
    each.

    Exit codes: 0 answered; 2 the input or the usage is wrong; 3 something is undecided.
    """

    name, doing = "targets", "looking at the targets of {}"
    shows, in_short = "answers.targets:show_targets", "answers.targets:show_targets_briefly"

    def answer(self, asked: Asked) -> TargetsAnswer:
        return api.targets(asked.position, asked.file, self.goal, self.time_limit, self.draws)


class Show(Quiet, WithPage[ShowAnswer], WithPicture[ShowAnswer], OnePosition[ShowAnswer]):
    """Draw the table that a file describes, to check the file.

    Shows the board, what lies in front of you, and the piles, with the figures of the cards; unknown cards
    are shown as ?. Nothing is judged.

    --quiet prints only whose turn it is.
    """

    name = "show"
    shows, in_short = "answers.table:show_table", "answers.table:show_headline"

    after: Annotated[
        str,
        typer.Option(
            "--after",
            metavar="N",
            help='Show the table after N steps of the file; of a log after turn N (or "turn N").',
        ),
    ] = ""
    room: Annotated[str, typer.Option("--room", metavar="NAME", help="Draw this part of the map only.")] = ""
    sure: Annotated[
        bool, typer.Option("--verbose", "-v", help="Add how sure the facts of the cards are.")
    ] = False

    @property
    def detail(self) -> Detail:
        return Detail(verbose=self.sure)

    def answer(self, asked: Asked) -> ShowAnswer:
        steps, position = self.after.strip(), asked.position
        means_turn = position.log is not None and not position.written.line
        turn = api.turn_named(f"turn {steps}" if means_turn and steps.isdecimal() else steps)
        if turn is not None:
            return api.show(api.after_turn(asked.position, turn), asked.file, room=self.room)
        if steps and not (steps.isascii() and steps.isdecimal() and len(steps) <= 4):
            told = f'"{self.after}" is neither a number of steps nor a turn; write 3 or "turn 7"'
            raise typer.BadParameter(told, param_hint="--after")
        return api.show(asked.position, asked.file, int(steps or 0), self.room)

    def draw(self, asked: Asked, answer: ShowAnswer) -> str:
        from tsolve.report.pictures import table_as_picture

        return table_as_picture(answer.position)


class Score(Layers, AfterTurn[ScoreAnswer], WithPage[ScoreAnswer], AboutPositions[ScoreAnswer]):
    """Count every player's points, and say who wins.

    Counts the position as it stands, or after its `line` or its `turns` if the file has some. -v shows the
    points card by card.
    """

    name, counts = "score", ("file", "files")
    shows, in_short = "answers.games:show_score", "answers.games:show_score_in_a_line"

    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Position files; - is standard input.")
    ]

    def about(self) -> Sequence[str]:
        return self.files

    def answer(self, asked: Asked) -> ScoreAnswer:
        return api.score(asked.position, asked.file)
