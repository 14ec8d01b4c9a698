"""Questions of one line, such as people ask at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.api.games import games, module, ruleset, usual_game
from tsolve.api.positions import NO_READINGS, Opened, check, data_of, opened_from
from tsolve.api.questions import why_not
from tsolve.api.readings import in_full
from tsolve.budget import within
from tsolve.diagnostics import Diagnostics
from tsolve.errors import InputError, UsageError
from tsolve.model.why_not import AskAnswer, AskedCase, WhyNotAnswer, yes_or_no
from tsolve.source.data import planted
from tsolve.source.project import usual
from tsolve.turns.asking import Understood
from tsolve.turns.position_text import file_text

_UNKNOWN_NAME = "E302"


class Meant(NamedTuple):
    """A position that a question means."""

    opened: Opened
    understood: Understood

    @property
    def text(self) -> str:
        """The position as a file."""
        return file_text(data_of(self.opened))


def ask(
    question: str,
    game: str | None = None,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
    time_limit: float | None = None,
    depends: bool = False,
    weighed: bool = False,
) -> AskAnswer:
    """The answer to a question of one line, judged like a position file that says the same.

    Args:
        question: such as `CARD, 2 CARD against CARD`, with names in any language of the ruleset.
        game: the id of a ruleset; None for the usual one, or else the only other one with these names.
        printing, interpretations: how the rules are read, as of `load`.
        time_limit: as of `check`.
        depends: whether to look at other readings, too.
        weighed: whether to say which rules decide, too.

    Raises:
        InputError: something is not understood, with its place in the question.
        UnsupportedError: the game has no questions of this kind.
    """
    positions = meant(question, game, printing, interpretations)
    alone = len(positions) == 1
    cases: list[AskedCase] = []
    with within(time_limit):
        for each in positions:
            explained = not any(any(case.why_not) for case in cases)
            cases.append(_case(each, time_limit, depends and alone, weighed, explained))
    opened, understood = positions[0]
    return AskAnswer(question, opened.ruleset.title, opened.printing, understood.told, tuple(cases))


def _case(meant: Meant, time_limit: float | None, depends: bool, weighed: bool, explained: bool) -> AskedCase:
    """The question in one position; if it is to be `explained`, with what would be enough."""
    opened = meant.opened
    answer = check(opened, "question", time_limit=time_limit)
    if depends:
        answer = in_full(opened, answer, weighed=weighed)
    deeds = opened.deeds() or ("",) * len(answer.claims)
    reasons = tuple(
        _impossible(why_not(opened, deed, "question", time_limit))
        if explained and deed and claim.verdict == "refuted"
        else None
        for deed, claim in zip(deeds, answer.claims, strict=True)
    )
    return AskedCase(meant.understood.place, yes_or_no(answer), meant.text, answer, reasons)


def _impossible(answer: WhyNotAnswer) -> WhyNotAnswer | None:
    """A claim may also be refuted because more is possible."""
    return answer if answer.verdict != "possible" else None


def meant(
    question: str,
    game: str | None = None,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
) -> tuple[Meant, ...]:
    """The position that a question means; of each place one where it leaves a place open. Raises as `ask`."""
    chosen = interpretations or NO_READINGS
    try:
        return _meant(question, game or usual_game(), printing, chosen)
    except InputError as error:
        if game is not None or usual().game is not None or not _is_of_names(error):
            raise
        for other in games():  # the only game with these names is meant
            if other != usual_game():
                try:
                    return _of_another_game(_meant(question, other, printing, chosen))
                except (InputError, UsageError):
                    continue
        raise


def _of_another_game(found: tuple[Meant, ...]) -> tuple[Meant, ...]:
    """The same, told with the game."""
    title = found[0].opened.ruleset.title
    return tuple(
        each._replace(understood=replace(each.understood, told=(title, *each.understood.told)))
        for each in found
    )


def _is_of_names(error: InputError) -> bool:
    return any(each.code == _UNKNOWN_NAME for each in error.diagnostics)


def _meant(
    question: str, game: str, printing: str | None, interpretations: Mapping[str, str]
) -> tuple[Meant, ...]:
    rules = ruleset(game)
    found = Diagnostics()
    understood = module(game).asking(rules).read(question, found)
    found.raise_if_any()
    return tuple(Meant(_opened(rules.id, each, printing, interpretations), each) for each in understood)


def _opened(
    game: str, understood: Understood, printing: str | None, interpretations: Mapping[str, str]
) -> Opened:
    """The position that was understood."""
    claims = {"claims": understood.claims} if understood.claims else {}
    return opened_from(planted({"game": game, **understood.keys, **claims}), printing, interpretations)


def position_asked(
    question: str,
    game: str | None = None,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
) -> str:
    """The position that a question means, as a file.

    Raises as `ask`, and UsageError where several positions are meant.
    """
    positions = meant(question, game, printing, interpretations)
    if len(positions) > 1:
        places = ", ".join(each.understood.place for each in positions)
        raise UsageError(f"the question leaves open where it is: {places}; a file says one of them")
    return positions[0].text
