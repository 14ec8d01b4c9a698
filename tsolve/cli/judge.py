"""`tsolve check` and `tsolve solve`."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, ClassVar, Generic, Literal, NoReturn, TypeVar

import typer
from msgspec.structs import replace

from tsolve import api
from tsolve.cli.options import ANSWER, FILES, Layers, Planning
from tsolve.cli.position_files import PositionFiles, again_and_again, paths_of_project, position_files
from tsolve.cli.positions import (
    AfterTurn,
    Asked,
    OnePosition,
    Searching,
    WithPage,
    WithPicture,
    require_different_files,
)
from tsolve.cli.session import explain
from tsolve.errors import InputError
from tsolve.model.answers import CheckAnswer
from tsolve.model.plays import PositionAnswer, Wishes
from tsolve.report.page import Detail, Page

if TYPE_CHECKING:
    from tsolve.cli.receipts import Receipting
    from tsolve.model.receipts import Order
    from tsolve.model.solved import SolvedAnswer

B = TypeVar("B", CheckAnswer, "SolvedAnswer")
CheckFormat = Literal["auto", "text", "json", "github"]


class Judging(Layers, Planning, WithPage[B], WithPicture[B], Searching[B], Generic[B]):
    """A question about the best play, whose answer can be derived again."""

    name: ClassVar[Literal["check", "solve"]]

    receipt: Annotated[
        str | None,
        typer.Option(
            "--receipt",
            metavar="FILE",
            help="Also write a receipt of the answer; `tsolve verify` derives it again.",
            rich_help_panel=FILES,
        ),
    ] = None

    receipting: "Receipting | None" = None
    """Writes a receipt, if one is asked for."""
    found: list[object]
    """What was found on the way to the answer."""

    @abstractmethod
    def in_brief(self, page: Page, answer: B) -> None:
        """The answer without its layers."""

    def begin(self) -> None:
        require_different_files(self.receipt, self.html, self.svg)
        if self.receipt is not None:
            from tsolve.cli.receipts import Receipting

            self.receipting = Receipting(self.receipt, self.force, self.name, self.about())
        super().begin()

    @property
    def is_whole(self) -> bool:
        """Whether there is room for all that belongs to an answer."""
        return bool(self.html or self.svg or self.session.in_full(self.quiet))

    def complete(self, asked: Asked, answer: B) -> B:
        if self.receipting is not None:
            self.receipting.write(asked, answer, self._order())
        if not self.is_whole:
            return answer
        weighed = bool(self.html) or self.session.weighs(self.explain)
        return api.in_full(asked.position, answer, self.wishes, weighed)

    def _order(self) -> "Order":
        """Every option that the answer depends on."""
        from tsolve.model.receipts import Order

        wishes = self.wishes
        return Order(
            self.name,
            printing=self.printing,
            interpretations=self.readings,
            goal=wishes.goal,
            target=wishes.target,
            draws=wishes.draws,
            turn=wishes.turn,
            backend=wishes.backend,
            time_limit=None if self.time_limit is None else f"{self.time_limit:.6f}",
        )

    def table(self, asked: Asked, answer: B) -> PositionAnswer:
        """The table at the decisive moment: as the battle begins, if the answer judges one."""
        from tsolve.report.answers.head import head_of

        page = Page()
        self.in_brief(page, answer)
        sum_ = head_of(page.blocks).sum
        calculation = sum_.calculation if sum_ is not None else None
        return api.at_battle(asked.position, answer, calculation, self.found)

    def draw(self, asked: Asked, answer: B) -> str:
        """The picture of the answer over that table."""
        from tsolve.report.pictures import agreement, as_picture

        page = Page()
        self.in_brief(page, answer)
        titles = {cited.id: cited.title for cited in answer.citations}
        return as_picture(page, self.table(asked, answer), titles, agreement(answer.depends))

    def end(self) -> None:
        if self.receipting is not None and not self.quiet:
            self.session.close_with(self.receipting.tell)
        super().end()


class Check(Judging[CheckAnswer]):
    """Judge position files and find the best play.

    Says what is legal and why the rest is not. Judges every step of the turn, every claim and every
    expectation, proves the best play, and cites the rules.

    With several files the worst verdict sets the exit code. From worst to best: internal error, wrong input,
    refuted, undecided, confirmed.
    """

    name, counts = "check", ("file", "files")
    doing, done = "checking {}", "files judged"
    shows, in_short = "answers.check:show_check", "one_line:show_check_in_a_line"

    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...",
            help="Position files, or folders with such files; - is standard input. Default: the project's.",
        ),
    ] = None
    first: Annotated[
        int | None,
        typer.Option(
            "--from", metavar="N", min=1, help="Of a log of turns: tell and judge those from turn N on."
        ),
    ] = None
    watch: Annotated[bool, typer.Option("--watch", help="Judge again when a file changes, until Ctrl-C.")] = (
        False
    )
    fix: Annotated[
        bool,
        typer.Option(
            "--fix",
            help="Correct what can mean one thing only: show the difference, ask, write the file.",
            rich_help_panel=FILES,
        ),
    ] = False
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="With --fix: write without asking.", rich_help_panel=FILES)
    ] = False
    format: Annotated[
        CheckFormat,
        typer.Option(
            "--format",
            help="auto: GitHub annotations inside GitHub Actions, else text.",
            rich_help_panel=ANSWER,
        ),
    ] = "auto"  # type: ignore[assignment]  # more than most have

    named: PositionFiles

    def begin(self) -> None:
        self.named = position_files(self._paths)
        super().begin()
        self._correct()

    def _correct(self) -> None:
        """Correct the files first, with `--fix`."""
        if self.yes and not self.fix:
            raise typer.BadParameter("there is nothing to write without --fix", param_hint="--yes")
        if self.fix and ("-" in self._paths or self.watch):
            raise typer.BadParameter("it goes with files only, and not with --watch", param_hint="--fix")
        from tsolve.cli.correcting import offer_correction

        for file in self.named.files if self.fix else ():
            offer_correction(self.session, file, self.yes)

    def about(self) -> Sequence[str]:
        return self.named.files

    def open(self, about: str, on_progress: Callable[..., None]) -> Asked:
        """Read the position; if only claims cannot be read, say so, and judge the others."""
        content = api.content_of(about)
        try:
            position = api.loads(content, about, self.printing, self.readings)
        except InputError as error:
            mistakes = error.diagnostics
            is_alone = not (self.receipt or self.html or self.svg)  # those are about the whole file
            readings = self.printing, self.readings
            found = api.without_wrong_claims(content, about, mistakes, *readings) if is_alone else None
            if found is None:
                raise
            position = found
            self.session.fail(replace(explain(error, about), is_judged=True))
        return Asked(position, about, content, about, on_progress)

    def answer(self, asked: Asked) -> CheckAnswer:
        self.found = []
        wishes = (self.goal, self.target, self.backend, self.time_limit, self.draws)
        position = asked.position if self.first is None else api.from_turn(asked.position, self.first)
        return api.check(position, asked.file, *wishes, asked.on_progress, on_found=self.found.append)

    def show(self, page: Page, answer: CheckAnswer) -> None:
        if answer.file in self.named.namesakes() and not self.quiet:
            page.line(answer.file, "dim")
        super().show(page, answer)

    def in_brief(self, page: Page, answer: CheckAnswer) -> None:
        from tsolve.report.answers.check import show_check

        show_check(page, answer)

    def lines(self, answer: CheckAnswer) -> Iterable[str]:
        from tsolve.report.formats import annotate

        return annotate(answer)

    def end(self) -> None:
        super().end()
        if not self.quiet:
            self.session.close_with(self.named.tell_others)

    def run(self) -> NoReturn:
        if not self.watch:
            self.answer_all().finish()
        if "-" in self._paths or self.receipt or self.html or self.svg or self.format == "json":
            raise typer.BadParameter("it goes with files and text only", param_hint="--watch")
        seen = partial(position_files, self._paths)
        again_and_again(lambda: seen().files, self.answer_all, lambda: self.interrupts.came).finish()

    @property
    def _paths(self) -> Sequence[str]:
        return self.files or paths_of_project()


class Solve(AfterTurn["SolvedAnswer"], Judging["SolvedAnswer"], OnePosition["SolvedAnswer"]):
    """Find the best play and prove that it is best.

    Where chance decides which cards come, the answer is a plan: what to do first, and what to do after each
    card that may come, with exact chances.

    Exit codes: 0 proved; 1 no turn attacks the target asked for; 2 the input or the usage is wrong; 3 no
    proof within the time limit, or the answer depends on something unknown.
    """

    name, doing = "solve", "solving {}"
    shows, in_short = "answers.check:show_solve", "answers.check:show_solve_in_a_line"

    all_lines: Annotated[
        bool, typer.Option("--all", help="Show every best play, or a plan with all its branches.")
    ] = False
    top: Annotated[
        int, typer.Option("--top", metavar="N", min=0, max=100, help="Also show the next best N targets.")
    ] = 0
    turn: Annotated[
        str | None,
        typer.Option(
            "--turn",
            metavar="KIND",
            help="The kind of turn, as in a file; any: compare all kinds by one goal.",
        ),
    ] = None

    def begin(self) -> None:
        if self.after and self.receipt is not None:
            raise typer.BadParameter("a receipt is about the table after all turns", param_hint="--after")
        super().begin()

    @property
    def detail(self) -> Detail:
        return replace(super().detail, everything=self.all_lines)

    @property
    def wishes(self) -> Wishes:
        return Wishes(self.goal, self.target, self.draws, self.turn, self.backend)

    def answer(self, asked: Asked) -> "SolvedAnswer":
        self.found = []
        searched = (self.goal, self.target, self.backend, self.time_limit, self.all_lines, self.top)
        return api.solve(asked.position, asked.file, *searched, self.draws, asked.on_progress, self.turn)

    def complete(self, asked: Asked, answer: "SolvedAnswer") -> "SolvedAnswer":
        answer = super().complete(asked, answer)
        if not self.is_whole:
            return answer
        answer = api.with_candidates(asked.position, answer, self.wishes, self.time_limit)
        return api.with_targets(asked.position, answer, self.wishes) if self.all_lines else answer

    def in_brief(self, page: Page, answer: "SolvedAnswer") -> None:
        from tsolve.report.answers.check import show_solve

        show_solve(page, answer)
