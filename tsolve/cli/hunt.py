"""`tsolve hunt`."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING, Annotated

import typer

from tsolve.budget import Budget, allow
from tsolve.cli.options import (
    ColourOption,
    ExplainOption,
    FormatOption,
    JobsOption,
    LimitOption,
    QuietOption,
    SchedulerOption,
    SourcesOption,
)
from tsolve.cli.session import Session
from tsolve.report.detail import Detail

if TYPE_CHECKING:
    from tsolve.api.comparing import Reading
    from tsolve.model.hunts import HuntAnswer

_INSTEAD = "choose another name for --out"


def hunt(
    readings: Annotated[
        list[str],
        typer.Argument(
            metavar="KEY | A B",
            help="An open point, or two ways to read the rules: printing:ID or KEY=OPTION[,KEY=OPTION].",
        ),
    ],
    positions: Annotated[
        int, typer.Option("--positions", metavar="N", min=1, max=1_000_000, help="The most positions to try.")
    ] = 20_000,
    hand: Annotated[
        int, typer.Option("--hand", metavar="N", min=1, max=12, help="The most cards in a hand.")
    ] = 6,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="Which random positions to try.")
    ] = 0,
    sets: Annotated[
        str | None, typer.Option("--sets", metavar="BOXES", help="The boxes to play with, with commas.")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write the position to this new file."),
    ] = None,
    time_limit: LimitOption = None,
    game: Annotated[str | None, typer.Option("--game", metavar="ID", help="The game.")] = None,
    jobs: JobsOption = 0,
    scheduler: SchedulerOption = "",
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    explain: ExplainOption = False,
    sources: SourcesOption = False,
    no_color: ColourOption = False,
) -> None:
    """Find the smallest position on which two readings differ.

    Plays random positions under both readings and shrinks the first ones that differ until no card, step or
    number can be left out. `tsolve hunt zero_rule` compares the usual reading with each of the others,
    `tsolve hunt printing:1.4 printing:it-1.0` two printings. If it finds nothing, the difference does not
    matter within the bounds it prints.

    Ctrl-C stops it and prints what was found by then.

    Exit codes: 0 a position was found; 1 none was found; 2 the input or the usage is wrong; 3 it was stopped
    before it found one; 4 internal error.
    """
    from tsolve.batch.executors import cores
    from tsolve.cli.waiting import Interrupts, waiting
    from tsolve.report.suites.hunt import as_puzzle, show_hunt, show_hunt_briefly
    from tsolve.saving import check_output, save_output

    detail = Detail(explain=explain, sources=sources)
    session = Session("hunt", format, no_color)
    boxes = tuple(name.strip() for name in (sets or "").split(",") if name.strip())

    def one(first: Reading, second: Reading, file: str, given: Budget) -> HuntAnswer:
        from msgspec.structs import replace

        from tsolve import api

        if file:
            check_output(file, instead=_INSTEAD)
        with allow(given), waiting(f"hunting {second.name}", quiet, inf, interrupts) as on_progress:
            answer = api.hunt(
                first,
                second,
                positions,
                hand,
                seed,
                game,
                boxes,
                on_progress,
                workers=jobs or cores(),
                scheduler=scheduler,
            )
        session.stopped_early = session.stopped_early or bool(answer.cut_short)
        if file and answer.found:
            save_output(file, as_puzzle(answer), instead=_INSTEAD)
            answer = replace(answer, file=file)
        return answer

    pairs = _pairs(readings, game)
    interrupts = Interrupts()
    whole = Budget(seconds=time_limit)
    for number, (first, second) in enumerate(pairs, start=1):
        given = whole.part(1 / (len(pairs) + 1 - number))  # what one leaves is for the others
        file = _numbered(out, number if len(pairs) > 1 else 0)
        session.answer(
            partial(one, first, second, file, given),
            show_hunt_briefly if quiet else partial(show_hunt, detail=detail),
        )
        if interrupts.came and number < len(pairs):
            session.stop_early(f"{number} of {len(pairs)} readings hunted for")
            break
    session.finish()


def _pairs(texts: list[str], game: str | None) -> list[tuple[Reading, Reading]]:
    """The two sides, or the usual reading of one interpretation against each other one."""
    from tsolve import api
    from tsolve.cli.diff import way

    if len(texts) == 1 and not any(mark in texts[0] for mark in "=:,"):
        return list(api.rivals(game, texts[0]))
    if len(texts) != 2:
        raise typer.BadParameter("give one KEY, or two ways to read the rules", param_hint="KEY | A B")
    first, second = map(way, texts)
    return [(first, second)]


def _numbered(out: str | None, number: int) -> str:
    """The file of one of several positions: `x.yaml` becomes `x-2.yaml`."""
    if out is None or not number:
        return out or ""
    stem, dot, ending = out.rpartition(".")
    return f"{stem}-{number}.{ending}" if dot else f"{out}-{number}"
