"""The text of one step in one position: the names in it, and which of several actions it means; and a text
that says several steps at once, taken apart.

People write in one breath what the rules do one after the other: `use CARD destroying THIS`, where the card
asks later what is destroyed. No list tells which cards do so: the text is cut where clauses are joined, the
line is played with its first part, and the rest is said in the words of what may be done then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Generic, Protocol, Self, TypeVar

import msgspec

from tsolve.contract.step_reader import Written
from tsolve.diagnostics import Diagnostics, input_error
from tsolve.engine import Game
from tsolve.errors import Diagnostic, InputError, Span
from tsolve.model.trace import Refusal
from tsolve.regex import Regex
from tsolve.rules.ruleset import Ruleset
from tsolve.source.tree import listed, shortened
from tsolve.written.card_names import GroupedCard, copy_named, in_part, known_start, resolve, split_copy

S = TypeVar("S")
A = TypeVar("A")
F = TypeVar("F", bound=GroupedCard)

ONE_THING = "a step says one thing; write a later choice as a step of its own"


class UnclearError(InputError):
    """The text of a step could be several actions (E322); `meanings` are these, as they are written."""

    def __init__(self, meanings: Iterable[str], span: Span | None) -> None:
        self.meanings = tuple(meanings)
        text = "; or ".join(self.meanings)
        excerpt = span.text if span is not None else ""
        super().__init__((Diagnostic("E322", "this could mean several actions", span, text, excerpt),))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.meanings, self.diagnostics[0].span)


class FaultyCardError(InputError):
    """A text names a card of the file's own that has mistakes; they are told where it is defined."""


class StepText(Generic[S, A, F]):
    """What every game needs to read a text in one position; `absent`, `where` and `rulings` tell what it
    names that is not there.
    """

    def __init__(self, game: Game[S, A], ruleset: Ruleset[F], state: S, span: Span | None) -> None:
        self.game, self.ruleset = game, ruleset
        self.state, self.span = state, span
        self.absent = ""
        self.where = ""
        self.rulings: tuple[str, ...] = ()

    # names

    def on_table(self) -> Iterable[Iterable[str]]:
        """The ids of the cards that lie open, pool by pool. A part of a name is enough if it fits one card
        only in the first pool where it fits any.
        """
        return ()

    def otherwise(self, name: str) -> str:
        """What to write instead if no card has this name; empty if there is nothing to suggest."""
        return ""

    def card(self, name: str) -> str:
        """The id of a card. Raises InputError, at the name or at the words behind it that mean nothing."""
        if part := in_part(self.ruleset, name, self.on_table()):
            return part
        found = Diagnostics()
        place = self._span_of(name)
        card = resolve(self.ruleset, name, found, place, partial(self.otherwise, name))
        if card:
            return card
        if not found:
            raise FaultyCardError((Diagnostic("E302", f'the card "{name}" has mistakes', place),))
        bare, number = split_copy(name)
        if number and self.ruleset.names.knows(bare):
            message = f'"{name}": the copies of {bare} are all alike here'
            raise input_error("E323", message, place, "leave the number out")
        if known := known_start(self.ruleset, name):
            more = name[len(known) :].strip()
            if more[:1].isupper() and (instead := self.otherwise(name)):  # one name that begins like another
                raise input_error("E302", f'unknown card "{name}"', place, instead)
            message = f'"{more}" means nothing after {known}'
            raise input_error("E323", message, self._span_of(more), ONE_THING)
        found.raise_if_any()
        return card

    def copied(self, text: str) -> str:
        """The id of a card; the text may name one of its copies."""
        return self.card(copy_named(self.ruleset, text)[0])

    def knows(self, text: str) -> bool:
        """Whether the text names one card, or one of its copies."""
        name = copy_named(self.ruleset, text)[0]
        return self.ruleset.names.knows(name) or bool(in_part(self.ruleset, name, self.on_table()))

    def _span_of(self, words: str) -> Span | None:
        return self.span.of(words) if self.span is not None else None

    # choices

    def first_legal(self, actions: Iterable[A]) -> Written[A]:
        """The first action that is legal, else the first."""
        candidates = list(actions)
        legal = (action for action in candidates if self.game.why_not(self.state, action) is None)
        return self.written(next(legal, candidates[0]))

    def only_legal(self, actions: Iterable[A]) -> Written[A]:
        """Like `first_legal`, but legal actions that differ in more than the copy are unclear (E322)."""
        candidates = list(dict.fromkeys(actions))
        legal = [action for action in candidates if self.game.why_not(self.state, action) is None]
        if len(legal) > 1:
            texts = {re.sub(r" #\d+", "", self.game.notation(self.state, action)) for action in legal}
            if len(texts) > 1:
                raise UnclearError(sorted(texts), self.span)
        return self.written(legal[0] if legal else candidates[0])

    def written(self, action: A) -> Written[A]:
        """The action, with what is missing for it."""
        return Written(action, self.absent, self.where, self.rulings)


_MOST_TRIED = 200
"""The most parts of a text that are tried; a sentence of a few clauses needs fewer."""
_MOST_JOINTS = 30
"""A text with more joints is not taken apart."""
_MOST_TOLD = 3
_JOINT = Regex(
    r"(?<!\s)(?:\s*[,;:]\s+|\s+(?=(?:and|then|by|to|on|for|with|against|from)\s)|\s+(?=\w+ing\s))",
    re.IGNORECASE,
)
_LINK = Regex(r"(?:(?:and|then|by|to|first)\s+)*", re.IGNORECASE)
_AND = Regex(r"(?:(?:and|then)\s+)*", re.IGNORECASE)
_BETWEEN = Regex(r"^\s*[,;:]?\s+(?:(?:and|then|first)\s+)*", re.IGNORECASE)
_ITSELF = Regex(r"\b(?:itself|himself|herself|it|this card)$", re.IGNORECASE)
_POINTERS = ("on", "for", "with", "against", "from")
"""Words that name something without saying what is done to it."""
_OF_A_PLAYER = Regex(r"(player [1-9]:? )?(\w+)")


class _TooManyWaysError(Exception):
    """There are too many ways to take a text apart. No person ever sees it."""


class Beginning(msgspec.Struct, frozen=True):
    """How a step that may come next begins."""

    who: str
    verb: str

    @classmethod
    def of(cls, notation: str) -> Beginning | None:
        """The verb of a step, and the player if it names one."""
        found = _OF_A_PLAYER.match(notation)
        return cls(found[1] or "", found[2]) if found is not None else None

    def is_said_by(self, word: str) -> bool:
        """Whether the word is a form of the verb: `destroy`, `destroys`, `destroying`."""
        stem = self.verb.removesuffix("s")
        forms = (stem, f"{stem}s", f"{stem}es", f"{stem}ing", f"{stem[:-1]}ing", f"{stem}{stem[-1:]}ing")
        return word.casefold() in forms

    def done_to(self, what: str) -> str:
        """The whole step."""
        return f"{self.who}{self.verb} {what}".rstrip()


class Trial(Protocol):
    """A line on which a step may be tried."""

    def fork(self) -> Self: ...

    def attempt(self, text: str) -> Refusal | None:
        """Play a step; returns why it is illegal, or None. Raises InputError for a text that says nothing."""
        ...

    def next_steps(self) -> Sequence[str]:
        """The steps that may follow, as they are written; of those that tell of chance only the beginning."""
        ...

    def choices(self) -> Sequence[str]:
        """The answers to a pending choice."""
        ...


class SplitSteps(msgspec.Struct, frozen=True):
    """The steps that a text says."""

    steps: tuple[str, ...]
    later: str
    """The words of the text that belong to the second step."""
    is_example: bool = False
    """Whether the text leaves it open which of several steps is the first."""
    refusal: Refusal | None = None
    """Why the last step is not legal."""
    choices: tuple[str, ...] = ()
    """What must be chosen after the first steps, before the rest can be read."""

    def is_said_in(self, text: str) -> bool:
        """Whether the text is nothing but these steps, one after the other, as each may be written."""
        if self.is_example or self.choices:
            return False
        rest = " ".join(text.split())
        for step in self.steps:
            verb, _, what = " ".join(step.split()).partition(" ")
            shape = rf"{re.escape(verb)}(?:e?s)?{' ' if what else ''}{re.escape(what)}"
            if (found := re.match(shape, rest, re.IGNORECASE)) is None:
                return False
            rest = _BETWEEN.sub("", rest[found.end() :], count=1)
        return not rest

    @property
    def problem(self) -> str:
        """The message that the text is more than one step."""
        its_own = "are steps of their own" if len(self.steps) > 2 else "is a step of its own"
        return f'"{shortened(self.later)}" {its_own}'

    @property
    def told(self) -> str:
        """How the steps are written."""
        *first, last = (f"`{step}`" for step in self.steps)
        example = "for example " if self.is_example else ""
        if self.choices:
            answers = listed([f"`{choice}`" for choice in self.choices[:_MOST_TOLD]])
            return f"write {example}{', '.join((*first, last))}; then comes a choice, such as {answers}"
        return f"write {example}{', '.join(first)}, then {last}"


def split_steps(line: Trial, text: str, or_begun: bool) -> SplitSteps | None:
    """The steps that a text says at once, if they can be found: all legal, or only the last one refused.
    Otherwise, with `or_begun`, the first steps, with the choice that follows or why the last is refused.
    """
    search = _Search()
    with suppress(_TooManyWaysError):
        if (found := search.whole(line, text)) is not None:
            return found
    return search.begun if or_begun else None


def may_be_several(text: str, reads: Callable[[str], bool]) -> bool:
    """Whether a text may say several steps, by its words alone: `reads` tells which are those of a step."""
    left, seen, waiting = _MOST_TRIED, {text}, [text]

    def is_step(part: str) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and reads(part)

    while waiting and left > 0:
        for first, rest in _cut(waiting.pop()):
            if is_step(first):
                word, _, what = _without_link(rest).partition(" ")
                said = [f"{verb} {what}".rstrip() for verb in _verbs(word)]
                said.append(f"{first.partition(' ')[0]} {_without_link(rest)}")
                if any(map(is_step, said)):
                    return True
                waiting += dict.fromkeys(each for each in said if each not in seen)
                seen.update(said)
    return False


class _First(msgspec.Struct, frozen=True):
    """A first step that a text may mean."""

    step: str
    is_example: bool
    there: Trial
    """Where it leads to."""
    refusal: Refusal | None


class _Search:
    def __init__(self) -> None:
        self.tried = 0
        self.begun: SplitSteps | None = None
        """The first steps of a text, if not all of its steps can be found."""

    def whole(self, line: Trial, text: str, before: tuple[str, ...] = ()) -> SplitSteps | None:
        """The steps that the text says, `before` being those that led here."""
        refused: SplitSteps | None = None
        for part, rest in _cut(text):
            for first in self._firsts(line, part):
                for found in self._followed(first, rest, before) if first.refusal is None else ():
                    if found.refusal is None:
                        return found
                    refused = refused or found
                self._note(first, rest, before)
        return refused

    def _firsts(self, line: Trial, text: str) -> Iterator[_First]:
        """The first step, as written or in each way that it may be meant."""
        there = line.fork()
        try:
            refusal = self._attempt(there, text)
        except UnclearError as error:
            for meaning in error.meanings:
                there = line.fork()
                yield _First(meaning, True, there, self._attempt(there, meaning))
        except InputError:
            return
        else:
            yield _First(text, False, there, refusal)

    def _followed(self, first: _First, rest: str, before: tuple[str, ...]) -> Iterator[SplitSteps]:
        """What the rest may say after the first step, as one step or several."""
        for phrase, is_said in _phrases(_with_name(rest, first.step), first.step, first.there):
            try:
                refusal = self._attempt(first.there.fork(), phrase)
                later: SplitSteps | None = SplitSteps((phrase,), "", refusal=refusal)
            except InputError:
                later = self.whole(first.there, phrase, (*before, first.step))
            if later is not None and (is_said or later.refusal is None):
                steps = (first.step, *later.steps)
                yield SplitSteps(steps, _without_link(rest), first.is_example, later.refusal)

    def _note(self, first: _First, rest: str, before: tuple[str, ...]) -> None:
        """Keep the first steps if the rest of the text reads as a step, too."""
        choices = () if first.refusal is not None else tuple(first.there.choices())
        if self.begun is None and (first.refusal or choices) and self._reads(first.there, rest):
            steps = (*before, first.step)
            self.begun = SplitSteps(steps, _without_link(rest), first.is_example, first.refusal, choices)

    def _reads(self, line: Trial, rest: str) -> bool:
        """Whether the rest is a step by its words."""
        for part in (rest, *(first for first, _ in _cut(rest))):
            word, _, what = _without_link(part).partition(" ")
            for verb in _verbs(word):
                with suppress(InputError):
                    self._attempt(line.fork(), f"{verb} {what}".rstrip())
                    return True
        return False

    def _attempt(self, line: Trial, text: str) -> Refusal | None:
        self.tried += 1
        if self.tried > _MOST_TRIED:
            raise _TooManyWaysError
        return line.attempt(text)


def _cut(text: str) -> Iterator[tuple[str, str]]:
    """Every way to cut a part out of a text: what remains, and the part; parts at the end come first."""
    joints = list(islice(_JOINT.finditer(text), _MOST_JOINTS + 1))
    if len(joints) > _MOST_JOINTS:
        return
    for begin in reversed(joints):
        yield text[: begin.start()], text[begin.end() :]
    for place, begin in enumerate(joints):
        for end in joints[place + 1 :]:
            behind = _AND.sub("", text[end.end() :], count=1)
            yield f"{text[: begin.start()]} {behind}", text[begin.end() : end.start()]


def _phrases(rest: str, first: str, there: Trial) -> Iterator[tuple[str, bool]]:
    """The rest of a text as steps that may come next, each with whether the text says exactly that."""
    said = _without_link(rest)
    word, _, what = said.partition(" ")
    before = Beginning.of(first)
    if said.casefold().startswith(("player ", "each ", "every", "all ")):
        yield said, True
    for beginning in dict.fromkeys(filter(None, map(Beginning.of, there.next_steps()))):
        if beginning.is_said_by(word):
            yield beginning.done_to(what), True
        elif word.casefold() in _POINTERS and there.choices():
            yield beginning.done_to(what), False
        elif before is not None and beginning.is_said_by(before.verb):  # `destroy this and that`
            yield beginning.done_to(said), False
    for verb in _verbs(word) if there.choices() else ():
        yield f"{verb} {what}".rstrip(), False
    yield said, True  # a step that comes too late, or may not come


def _with_name(rest: str, first: str) -> str:
    """The rest of a text, with the name of the card that was used instead of `itself`."""
    card = _JOINT.split(first.partition(" ")[2])[0]
    return _ITSELF.sub(lambda _: card, rest)


def _without_link(rest: str) -> str:
    return _LINK.sub("", rest, count=1)


def _verbs(word: str) -> Iterator[str]:
    """The verbs of which the word may be a form."""
    yield word
    if word.casefold().endswith("ing"):
        stem = word[:-3]
        yield from (stem, f"{stem}e", stem[:-1])
