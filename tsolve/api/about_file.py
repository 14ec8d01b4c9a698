"""Answers a question of one line about a position file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress

from msgspec.structs import replace

from tsolve.api import positions, questions
from tsolve.api.answering import rule_or_card, worked
from tsolve.api.correcting import without_wrong_claims
from tsolve.api.games import module
from tsolve.api.positions import Position
from tsolve.api.supposing import Otherwise, described, otherwise
from tsolve.errors import InputError, UnsupportedError, UsageError
from tsolve.model.asked import AboutFile, AnyAsked, LookedUp, Worked
from tsolve.model.verdicts import sentence
from tsolve.rules.in_english import in_english
from tsolve.rules.names import words
from tsolve.source.reading import FilePath
from tsolve.source.tree import MappingNode, folded
from tsolve.written.about_a_file import FileQuestion, file_question, takes
from tsolve.written.kinds_of_question import is_sentence
from tsolve.written.supposing import supposition

_NO_STEP = (
    "Nothing of the position answers this: what is supposed is nothing that could be otherwise in the file, "
    "and no step of its `line:`."
)
_ASKING_KEYS = ("claims", "expect", "claim", "expects")
_WAYS = (
    "a question about a file can be `can I ...?`, `why can't I ...?`, `what do I need to ...?`, `what are my "
    "chances against NAME?`, `what can I attack?`, `what is best?`, `who wins?`, or a claim; several actions "
    "in a row stand in the `line:` of a file"
)


def ask_about_file(
    content: bytes | str,
    question: str,
    file: FilePath = "<text>",
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
    time_limit: float | None = None,
) -> AnyAsked:
    """The answer to a question about the position of a file; claims and expectations of the file that cannot
    be read are left out, and told.

    Args:
        content: the YAML text of the file.
        question: as in `ask_about`.
        file, printing, interpretations: as in `loads`.
        time_limit: as in `check`.

    Raises:
        InputError: a mistake in what the position is, or a question that is not understood.
        UsageError: as in `ask_about`.
    """
    from tsolve.source.parse import parse
    from tsolve.source.reading import shown

    node = parse(content, shown(file))
    readings = interpretations or positions.NO_READINGS
    try:
        position = positions.position_from(node, printing, readings)
    except InputError as error:
        if not isinstance(node, MappingNode):
            raise
        kept = without_wrong_claims(content, file, error.diagnostics, printing, readings)
        if kept is not None:
            answer = ask_about(kept, question, file, time_limit)
            return replace(answer, read_as=(*answer.read_as, "the claims that cannot be read are left out"))
        asked = tuple(item for item in node.items if folded(item[0].text) not in _ASKING_KEYS)
        if len(asked) == len(node.items):
            raise
        try:
            position = positions.position_from(replace(node, items=asked), printing, readings)
        except InputError:
            raise error from None
        answer = ask_about(position, question, file, time_limit)
        left_out = "what the file claims and expects is left out: it cannot be read"
        return replace(answer, read_as=(*answer.read_as, left_out))
    return ask_about(position, question, file, time_limit)


def ask_about(
    position: Position, question: str, file: FilePath = "", time_limit: float | None = None
) -> AboutFile | LookedUp | Worked:
    """The answer to a question about a position: as `check`, `why_not`, `score`, `targets` or `solve` answer
    it, or the rules where it is about these.

    Args:
        position: the position.
        question: such as `can I buy NAME?`, `what are my chances against NAME?`, `who wins?`.
        file, time_limit: as in `check`.

    Raises:
        InputError, UsageError: it is not understood, or it is not clear what it supposes to be otherwise.
    """
    line = " ".join(question.split())
    supposed = supposition(line)
    then = otherwise(position, supposed) if supposed is not None else None
    if supposed is not None and then is not None:
        return _supposed(then, supposed.rest, line, file, time_limit)
    if (number := position.worked_out(line)) is not None:
        return worked(line, position.ruleset.id, number)
    asked = file_question(line, _against(position))
    is_played = supposed is None or supposed.kind == "without"  # to which `without losing it` is alike
    found = _Answering(position, line, file, time_limit).of(asked) if is_played else None
    if found is not None:
        return found
    translated = in_english(line, position.ruleset.names)
    if translated is not None and translated.in_full:
        answer = ask_about(position, translated.in_full, file, time_limit)
        said = f"in English `{translated.in_full}`"
        return replace(answer, question=line, read_as=(said, *answer.read_as))
    if is_sentence(line) and not is_played:
        return rule_or_card(line, position.ruleset.id, _NO_STEP)
    if is_sentence(line) or translated is not None:
        note = f"Nothing of the position answers this. {sentence(_WAYS)}."
        return rule_or_card(line, position.ruleset.id, note)
    raise UsageError(f'"{line}" is not understood; {_WAYS}')


def _supposed(
    then: Otherwise, rest: str, line: str, file: FilePath, time_limit: float | None
) -> AboutFile | LookedUp | Worked:
    """The answer to what is left of a question about a position that it supposes."""
    found: AboutFile | LookedUp | Worked | None = None
    if rest and not then.is_step:
        found = ask_about(then.position, rest, file, time_limit)
    elif rest and then.is_played:  # whatever does not tell of the line is no answer
        found = _Answering(then.position, rest, file, time_limit).after_line(_against(then.position))
    found = found or _Answering(then.position, line, file, time_limit).whole()
    if found is None or isinstance(found, LookedUp):
        raise UsageError(f'"{rest or line}" is not understood; {_WAYS}')
    return replace(found, question=line, read_as=(then.told, *found.read_as))


def _against(position: Position) -> str:
    """What the game does to an enemy, in a word."""
    with suppress(UnsupportedError):
        return module(position.ruleset.id).asking(position.ruleset).against
    return "attack"


class _Answering:
    def __init__(self, position: Position, line: str, file: FilePath, time_limit: float | None) -> None:
        self.position, self.line, self.time_limit = position, line, time_limit
        self.file = position.named(file)

    def of(self, asked: FileQuestion) -> AboutFile | None:
        """The answer; None where nothing of the position answers it."""
        match asked.what:
            case "score":
                return self._score() or self._claim(asked.texts)
            case "targets":
                return self._targets() or self._best()
            case "best":
                return self._best()
            case "why" | "chance":
                said = re.search(r"\b(?:it|that|this|[0-9]+)\b", self.line, re.I)
                odds = self._odds() if asked.what == "chance" else None
                named = self._claims_named() if said and odds is None else None
                return self._why_not(asked.texts) or odds or named or self._of_somebody()
            case "amount" if re.search(r"\b(?:left|remain|remaining|after)\b", self.line, re.I):
                return self._goal(asked.texts) or self._claim(asked.texts) or self._left()
            case "amount":
                return self._most() or self._goal(asked.texts) or self._claim(asked.texts) or self._odds()
            case "order":
                return self._claim(asked.texts)
            case "play":
                return self._why_not(asked.texts) or self._decided() or self._chosen()
            case _:
                return self._claim(asked.texts) or self._why_not(asked.texts) or self._of_somebody()

    def whole(self) -> AboutFile | None:
        """What the file claims, else what its line comes to, else the best play."""
        if (claimed := self._claims_named()) is not None:
            return claimed
        if not positions.data_of(self.position).get("line"):
            return self._best()
        answer = positions.check(self.position, self.file, time_limit=self.time_limit)
        return replace(self._told("what the line comes to"), check=answer)

    def after_line(self, against: str) -> AboutFile | None:
        """The answer to a question that is judged after the line: a claim, or what can be done."""
        asked = file_question(self.line, against)
        if asked.what == "score":
            return self._score()
        return self._claim(asked.texts) or self._why_not(asked.texts)

    def _told(self, text: str) -> AboutFile:
        return AboutFile(self.line, self.file, (text,))

    def _claim(self, texts: Iterable[str]) -> AboutFile | None:
        for text in texts:
            with suppress(InputError, UsageError):
                asked = positions.changed(self.position, claims=[text])
                answer = positions.check(asked, self.file, time_limit=self.time_limit)
                if answer.claims:
                    return replace(self._told(f"the claim `{text}` {self._when()}"), check=answer)
        return None

    def _when(self) -> str:
        """When a claim is judged."""
        return "after the line" if "line" in positions.data_of(self.position) else "in the position"

    def _why_not(self, texts: Iterable[str]) -> AboutFile | None:
        for text in texts:
            with suppress(InputError, UsageError):
                answer = questions.why_not(self.position, text, self.file, self.time_limit)
                return replace(self._told(f"why-not `{text}`"), why_not=answer)
        return None

    def _claims_named(self) -> AboutFile | None:
        """What the file claims, where a question says `it`."""
        if not positions.data_of(self.position).get("claims"):
            return None
        answer = positions.check(self.position, self.file, time_limit=self.time_limit)
        return replace(self._told("what the file claims"), check=answer)

    def _score(self) -> AboutFile | None:
        with suppress(UsageError):
            return replace(self._told("the score"), score=questions.score(self.position, self.file))
        return None

    def _targets(self) -> AboutFile | None:
        with suppress(UsageError):
            answer = questions.targets(self.position, self.file, time_limit=self.time_limit)
            return replace(self._told("the targets"), targets=answer)
        return None

    def _best(self) -> AboutFile | None:
        with suppress(UsageError):
            answer = positions.solve(self.position, self.file, time_limit=self.time_limit)
            return replace(self._told("the best play"), best=answer)
        return self._turn()

    def _odds(self) -> AboutFile | None:
        """The chances that the position is answered with, where it is."""
        found = self._turn()
        is_chance = found is not None and found.check is not None and found.check.odds
        return found if is_chance else None

    def _decided(self) -> AboutFile | None:
        """What happens in the position, where that is decided by the rules or by chance and not by a plan."""
        found = self._turn()
        is_decided = (
            found is not None and found.check is not None and (found.check.options or found.check.odds)
        )
        return found if is_decided else None

    def _of_somebody(self) -> AboutFile | None:
        """The same to a question about somebody whom the file describes."""
        said = set(words(self.line))
        named = (words(name) for _, name, _ in described(positions.data_of(self.position)))
        is_about = any(said.intersection(each for each in name if not each.isdigit()) for name in named)
        return self._decided() if is_about else None

    def _chosen(self) -> AboutFile | None:
        """The best play to a question about what somebody can do."""
        is_choice = re.search(r"\b(?:can|could|may|should|shall|would)\b", self.line, re.I)
        return self._turn() if is_choice else None

    def _left(self) -> AboutFile | None:
        counted = re.sub(r"^how (?:much|many) (\w+).*", r"\1", self.line, flags=re.I)
        raise UsageError(f"claim how much is left, and the answer says how much it is: `3 {counted}`")

    def _most(self) -> AboutFile | None:
        """The most of what the question names: a word that may be a goal."""
        if takes(self.line):
            return None
        for word in dict.fromkeys(words(self.line)):
            with suppress(UsageError):
                answer = positions.solve(self.position, self.file, word, time_limit=self.time_limit)
                return replace(self._told(f"the most {word} that the turn can bring"), best=answer)
        return None

    def _goal(self, texts: Iterable[str]) -> AboutFile | None:
        """A number that may be a goal, such as a price."""
        for text in texts:
            with suppress(InputError, UsageError):
                answer = positions.solve(self.position, self.file, text, time_limit=self.time_limit)
                return replace(self._told(f"the {text}"), best=answer)
        return None

    def _turn(self) -> AboutFile | None:
        """What the file comes to without its line and its claims."""
        with suppress(InputError, UsageError):
            keys = (key for key in ("line", "claims") if key in positions.data_of(self.position))
            asked = positions.changed(self.position, **{key: [] for key in keys})
            answer = positions.check(asked, self.file, time_limit=self.time_limit)
            return replace(self._told("what happens in the position"), check=answer)
        return None
