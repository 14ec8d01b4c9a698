"""The text of a step, read by the forms of the actions that it may mean."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from tsolve.cardkit.forms import Formed, Shape, Shapes
from tsolve.cardkit.tasks import Reason
from tsolve.contract.step_reader import Written
from tsolve.diagnostics import Hint, input_error, suggest
from tsolve.errors import InputError
from tsolve.source.tree import shortened
from tsolve.steps.step_text import StepText
from tsolve.written.card_names import GroupedCard, help_with_card, known_start

S = TypeVar("S")
A = TypeVar("A", bound=Formed)
F = TypeVar("F", bound=GroupedCard)


class FormText(StepText[S, A, F]):
    """What a text means by the forms of a game's actions: an answer to a pending choice comes first, then the
    first action for which everything that the text names is there.
    """

    @property
    @abstractmethod
    def shapes(self) -> Shapes[A]:
        """The sentences of a game's actions."""

    def begin(self) -> None:
        """Forget what the last form was taken to say."""
        self.absent, self.where, self.rulings = "", "", ()
        self.beyond: Reason | None = None
        self.said: Mapping[str, str] = {}
        """What the text says in each slot."""
        self.filled: dict[str, Sequence[object]] = {}
        """What the slots so far may mean, by field."""

    @abstractmethod
    def things(self, kind: str, text: str) -> Sequence[object] | None:
        """What a text may mean in a slot of this kind; the text is empty if the slot is left out. None if it
        is nothing of this kind. Raises InputError for a name that means nothing.
        """

    with_card: ClassVar[tuple[str, ...]]
    """What is done most often with a card, to show how a step begins."""

    @property
    @abstractmethod
    def how_written(self) -> Mapping[str, str]:
        """The words that a step may begin with, each with the forms of such a step."""

    def no_action(self, text: str) -> InputError:
        """The error for a text that fits no form (E321), with how such a step is written."""
        plain = " ".join(text.split())
        first = plain.partition(" ")[0]
        form = "" if self.ruleset.names.knows(first) else self.how_written.get(first.casefold())
        if form:
            help_ = f"it is written {form}"
        else:
            verbs = (verb for verb, told in self.how_written.items() if f"`{verb}" in told)
            is_card = known_start(self.ruleset, plain) or self.ruleset.names.knows(first)
            help_ = "" if is_card else suggest(first, self.how_written)
            help_ = help_ or help_with_card(self.ruleset, plain, self.with_card)
            if isinstance(help_, Hint):  # the word that is meant stands before the others
                help_ = Hint(help_, plain.replace(first, help_.instead, 1))
            help_ = help_ or f"a step begins with one of: {', '.join(verbs)}"
        return input_error("E321", f'"{shortened(text)}" is not an action', self.span, help_)

    @abstractmethod
    def nothing(self) -> A:
        """The action for a text that names something missing."""

    @abstractmethod
    def waiting(self) -> Sequence[A]:
        """The answers to what is asked now."""

    def card(self, name: str) -> str:
        """The id of a card. Raises InputError, at the name or at the words behind it that mean nothing."""
        whole = f"the {name}"  # the shapes of texts leave the article out
        is_called_so = self.ruleset.names.knows(whole) or known_start(self.ruleset, whole)
        return super().card(whole if is_called_so else name)

    def is_asked(self, action: type[A]) -> bool:
        """Whether such an action answers what is asked now."""
        return any(isinstance(option, action) for option in self.waiting())

    def chosen(self, actions: Sequence[A]) -> Written[A]:
        """The one of these actions that the text means. Raises InputError if that is unclear."""
        return self.only_legal(actions)

    def taken(self, text: str) -> Written[A] | None:
        """What the text means; None if it fits no form. Raises InputError for a name that means nothing."""
        missing: Written[A] | None = None
        wrong: InputError | None = None
        asked = {type(option) for option in self.waiting()}
        matching = self.shapes.matching(text)
        for shape, said in sorted(matching, key=lambda each: each[0].action not in asked):
            self.begin()
            self.said = said
            try:
                meant = list(self.meant(shape))
            except InputError as error:
                wrong = wrong or error
                continue
            if meant:
                return replace(self.chosen(meant), beyond=self.beyond)
            if self.absent or self.beyond:
                missing = missing or replace(self.written(self.nothing()), beyond=self.beyond)
        if missing is None and wrong is not None:
            raise wrong
        return missing

    def meant(self, shape: Shape[A]) -> Iterable[A]:
        """The actions that a text of this shape may mean; none if it names something unknown or missing."""
        return shape.meant(self.said, self.things, self.filled)
