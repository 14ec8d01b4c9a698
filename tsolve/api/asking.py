"""Positions made from words: from a question of one line, such as people ask at a table, and from a
dialogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from tsolve.api.game_meant import likely_games
from tsolve.api.games import games, module, ruleset, usual_game
from tsolve.api.positions import NO_READINGS, Position, check, data_of, measure_names, position_from
from tsolve.api.questions import why_not
from tsolve.api.readings import in_full
from tsolve.budget import within
from tsolve.diagnostics import Diagnostic, Diagnostics
from tsolve.errors import InputError, UndecidedError, UnsupportedError, UsageError
from tsolve.model.answers import CheckAnswer
from tsolve.model.verdicts import chance_in_words
from tsolve.model.why_not import AskAnswer, AskedCase, WhyNotAnswer, YesOrNo, yes_or_no
from tsolve.source.data import Data, tree_of
from tsolve.source.project import usual
from tsolve.written.asking import Understood
from tsolve.written.dialogue import Dialogue
from tsolve.written.form import Field
from tsolve.written.kinds_of_question import is_sentence
from tsolve.written.placing import counts, field_of, placed
from tsolve.written.position_text import file_text
from tsolve.written.talk import (
    Complete as Complete,
)
from tsolve.written.talk import (
    Talk as Talk,
)
from tsolve.written.talk import (
    agreed as agreed,
)
from tsolve.written.talk import (
    chosen,
)
from tsolve.written.typed_entries import ReadLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tsolve.model.odds import Bar


class Meant(NamedTuple):
    """A position that a question means."""

    position: Position
    understood: Understood

    @property
    def text(self) -> str:
        """The position as a file."""
        return file_text(data_of(self.position))


def judged(
    question: str,
    game: str | None = None,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
    time_limit: float | None = None,
    depends: bool = False,
    weighed: bool = False,
) -> AskAnswer:
    """The answer to a question about the position that it describes. Arguments and errors as in `ask`."""
    positions = meant(question, game, printing, interpretations)
    alone = len(positions) == 1
    cases: list[AskedCase] = []
    with within(time_limit):
        for each in positions:
            explained = not any(any(case.why_not) for case in cases)
            cases.append(_case(each, time_limit, depends and alone, weighed, explained))
    position, understood = positions[0]
    return AskAnswer(question, position.ruleset.title, position.printing, understood.told, tuple(cases))


def _case(meant: Meant, time_limit: float | None, depends: bool, weighed: bool, explained: bool) -> AskedCase:
    """The question in one position; if `explained`, with what would be enough."""
    position = meant.position
    answer = check(position, "question", time_limit=time_limit)
    if depends:
        answer = in_full(position, answer, weighed=weighed)
    queries = position.queries() or ("",) * len(answer.claims)
    refuted = [
        query if claim.verdict == "refuted" else ""
        for query, claim in zip(queries, answer.claims, strict=True)
    ]
    understood = meant.understood
    if understood.query:
        refuted = [understood.query]
    found = [
        why_not(position, query, "question", time_limit)
        if query and (explained or understood.which)
        else None
        for query in refuted
    ]
    verdict = _found(found[0]) if understood.which and found[0] is not None else yes_or_no(answer)
    reasons = tuple(each if each is not None and explained else None for each in map(_impossible, found))
    chance = _chance_of(answer, understood.least) if understood.least else ""
    return AskedCase(understood.place, verdict, meant.text, answer, reasons, chance)


def _chance_of(answer: CheckAnswer, least: int) -> str:
    """How likely it is that what the answer tells the chances of comes to at least a number."""
    decks = () if isinstance(answer.odds, msgspec.UnsetType) else answer.odds.decks
    told = {
        f"At least {least} {figure.title}: {chance_in_words(_sum_from(figure.distribution.bars, least))}."
        for deck in decks
        for _, figure in deck.figures()
        if figure.distribution is not None
    }
    return " ".join(sorted(told))


def _sum_from(bars: Sequence[Bar], least: int) -> Fraction:
    """The chance of this number or more."""
    exact = (each.chance.exact for each in bars if each.number is not None and each.number >= least)
    return sum(map(Fraction, exact), Fraction(0))


def _found(answer: WhyNotAnswer) -> YesOrNo:
    """Whether something does what is asked for."""
    return {"possible": "yes", "impossible": "no"}.get(answer.verdict, "undecided")  # type: ignore[return-value]


def _impossible(answer: WhyNotAnswer | None) -> WhyNotAnswer | None:
    """A claim may also be refuted because more is possible."""
    return answer if answer is not None and answer.verdict != "possible" else None


def meant(
    question: str,
    game: str | None = None,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
) -> tuple[Meant, ...]:
    """The position that a question means; of each place one where it leaves a place open. Raises as `ask`."""
    chosen = interpretations or NO_READINGS
    first = game or usual_game()
    try:
        return _meant(question, first, printing, chosen)
    except InputError as error:
        if game is not None or usual().game is not None:
            raise
        errors = {first: error}
    likely = likely_games(question)
    if likely != (first,):
        others = likely if is_sentence(question) else (*likely, *games())
        for other in dict.fromkeys(others):  # another game with these names is meant
            if other != first:
                try:
                    return _of_another_game(_meant(question, other, printing, chosen))
                except InputError as error:
                    errors[other] = error
                except UsageError:
                    continue
    raise errors.get(likely[0], errors[first])


def _of_another_game(found: tuple[Meant, ...]) -> tuple[Meant, ...]:
    """The same answer, with the name of the game."""
    title = found[0].position.ruleset.title
    return tuple(
        each._replace(understood=replace(each.understood, told=(title, *each.understood.told)))
        for each in found
    )


def _meant(
    question: str, game: str, printing: str | None, interpretations: Mapping[str, str]
) -> tuple[Meant, ...]:
    rules = ruleset(game)
    found = Diagnostics()
    understood = module(game).asking(rules).read(question, found)
    found.raise_if_any()
    return tuple(Meant(_position(rules.id, each, printing, interpretations), each) for each in understood)


def _position(
    game: str, understood: Understood, printing: str | None, interpretations: Mapping[str, str]
) -> Position:
    """The position that was understood."""
    claims = {"claims": understood.claims} if understood.claims else {}
    return position_from(tree_of({"game": game, **understood.keys, **claims}), printing, interpretations)


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
        raise UsageError(f"the question leaves a place open ({places}); a file must name one")
    return positions[0].text


def make_position(
    talk: Talk,
    game: str | None = None,
    comment: str = "",
    on_table: Callable[[Position], None] = lambda _: None,
    on_answer: Callable[[str], None] = lambda _: None,
) -> str:
    """The text of a position file that somebody makes by answering questions; it can be opened without
    errors.

    Args:
        talk: who asks and tells.
        game: the id of a ruleset; None: the project's, else it is asked for.
        comment: what stands at the top of the file.
        on_table: hears of the position when the answers so far have changed its table.
        on_answer: hears the text so far after each answer, so that it can be kept if the dialogue ends.

    Raises:
        EOFError: the dialogue has ended before its end.
        UnsupportedError: the game has no questions for a dialogue.
    """
    game = game or usual().game or _game_of(talk)
    rules, fields = ruleset(game), module(game).form
    if not fields:
        raise UnsupportedError(f"{rules.title} has no `new`")
    trial = _Trial(rules.id, fields, comment, talk, on_table, on_answer)
    dialogue = Dialogue(rules, talk, _of_dialogue(game, fields), trial)
    keys = dialogue.keys(fields)
    while True:
        try:
            trial.position(keys)
            return trial.text(keys)
        except InputError as error:
            wrong = _to_mend(error, talk, fields, keys)
            asked = [field for field in fields if counts(field, keys, fields)]
            dialogue.mend(wrong or asked, keys, keep=not wrong)


def _game_of(talk: Talk) -> str:
    """One of the games that have questions; asked for where there are several."""
    known = [each for each in games() if module(each).form]
    return chosen(talk, "Game", known, known[0]) if len(known) > 1 else known[0]


class _Trial(NamedTuple):
    """Tries what has been answered so far."""

    game: str
    fields: Sequence[Field]
    comment: str
    talk: Talk
    on_table: Callable[[Position], None]
    on_answer: Callable[[str], None]

    def position(self, keys: Mapping[str, Data]) -> Position:
        """The position with these keys. Raises InputError."""
        return position_from(tree_of({"game": self.game, **placed(self.fields, keys)}))

    def text(self, keys: Mapping[str, Data]) -> str:
        """The file with these keys, in the order of the questions."""
        known = placed(self.fields, keys)
        notes = {field.key: field.note for field in self.fields if field.note and field.key in known}
        return file_text({"game": self.game, **known}, (self.comment,) if self.comment else (), notes)

    def mistakes(self, key: str, keys: Mapping[str, Data]) -> Sequence[Diagnostic]:
        """What is wrong with this key; what is wrong elsewhere may be still to come."""
        found: Sequence[Diagnostic] = ()
        try:
            position = self.position(keys)
            if key in ("claims", "line"):  # which are read when they are judged
                check(position, what_if=False)
        except InputError as error:
            found = [each for each in error.diagnostics if _key_of(each, self.fields, keys) == key]
        except (UndecidedError, UsageError):  # nothing in the key is wrong
            pass
        if not found:
            self.on_answer(self.text(keys))
        return found

    def show(self, keys: Mapping[str, Data]) -> None:
        """The table, where there is one already."""
        try:
            position = self.position(keys)
        except InputError as error:
            self.talk.tell(f"  The table cannot be drawn yet: {error.diagnostics[0].message}.")
        else:
            self.on_table(position)


def _key_of(mistake: Diagnostic, fields: Iterable[Field], keys: Mapping[str, Data]) -> str:
    """The key of the question in whose answer a mistake stands."""
    field = field_at(mistake, [field for field in fields if counts(field, keys, fields)])
    return field.key if field is not None else ""


def field_at(mistake: Diagnostic, fields: Iterable[Field]) -> Field | None:
    """The question in whose answer a mistake in data stands; None for none of them."""
    return field_of(mistake.span.path if mistake.span is not None else "", fields)


def _to_mend(
    error: InputError, talk: Talk, fields: Sequence[Field], keys: Mapping[str, Data]
) -> Sequence[Field]:
    """Tell the mistakes; the questions in whose answers they stand."""
    for each in error.diagnostics:
        talk.tell(f"  {each.told}")
    named = {_key_of(each, fields, keys) for each in error.diagnostics}
    return [field for field in fields if field.key in named and counts(field, keys, fields)]


def _of_dialogue(game: str, fields: Sequence[Field]) -> ReadLine:
    """What reads a line of the dialogue."""
    read = lines_of(game, fields)
    return lambda key, text, keys: read(key, text, placed(fields, keys))


def lines_of(game: str, fields: Sequence[Field]) -> ReadLine:
    """What reads a line as entries of a list, by its key and the rest of the file: a sentence as a claim,
    with names in any language and parts of names, or whatever else the file may say in words.
    """
    from tsolve.source.decode import decode

    package, rules = module(game), ruleset(game)

    def read(key: str, text: str, keys: Mapping[str, Data]) -> Sequence[Data]:
        try:
            named = package.asking(rules).with_names(text) if key == "claims" else text
        except UnsupportedError:
            named = text
        whole = tree_of({"game": game, **keys, key: [named]})

        def alone() -> dict[str, Data]:
            part, type_ = tree_of({"game": game, key: [named]}), package.file_type(whole)
            return dict(msgspec.to_builtins(decode(part, type_, called=measure_names(rules)).value))

        def with_the_others() -> dict[str, Data]:  # which the words of people may need
            return data_of(position_from(whole))

        ways = (alone, with_the_others) if key == "claims" else (with_the_others, alone)
        own = [field for field in fields if field.key == key]
        wrong: list[Diagnostic] = []
        for way in ways:
            try:
                entries: Sequence[Data] = way()[key]  # type: ignore[assignment]
                return entries
            except InputError as error:
                wrong += (each for each in error.diagnostics if field_at(each, own) is not None)
            if wrong and key != "claims":
                break
        raise ValueError("; ".join(filter(None, (wrong[0].message, *wrong[0].help.splitlines()))))

    return read
