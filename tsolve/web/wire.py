"""What is sent between the server and the workers that answer, and what browsers send of a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

Order: TypeAlias = tuple[str, ...]
"""What a button does: a word, and what it is about."""
Posted: TypeAlias = Mapping[str, str]
"""What a browser sends of a form."""
Kind = Literal["page", "api", "questions", "download", "complete"]
Ended: TypeAlias = Literal["too long", "crash"]
"""Why there is no reply, and no worker any more."""

HTML, PLAIN, JSON = "text/html", "text/plain", "application/json"

KEY, VISITOR = "key", "visitor"
"""The cookies: what lets somebody in, and who asks. The key also stands in the address that lets them in."""

MOST_OF_A_TEXT = 500
"""The most characters of what is typed, as of an option on the command line: looking for something in more
may take long.
"""

TYPED = "typed."
"""How the names of inputs begin that are read when anything is done."""
READ: Order = ("read",)
"""What is typed into the form is read, and nothing is asked."""
ENTER: Order = ("enter",)
"""What the Enter key does: what is typed is read."""
LONGER = "longer"
"""Before a question: it may take longer than others."""
QUESTION, WHY_NOT, GOAL, EVENT = "question", "why-not", "goal", "event"
"""The inputs that ask something about the position, or say what is wished for."""


class Request(msgspec.Struct, frozen=True):
    """What a browser or a program asks."""

    kind: Kind
    posted: Posted = {}
    name: str = ""
    """The question of a program, or what is downloaded."""
    seconds: float | None = None
    """How long the answer may take."""
    trouble: Ended | None = None
    """Why there is no answer; then the question is not tried again."""

    @property
    def is_question(self) -> bool:
        """Whether something is asked that may take long; what is filled in is read at once."""
        return self.kind in ("api", "download") or bool(self.question)

    @property
    def is_patient(self) -> bool:
        """Whether the visitor waits longer for this question."""
        return self._asked[:1] == (LONGER,)

    @property
    def question(self) -> Order:
        """The question of a form."""
        return self._asked[1:] if self.is_patient else self._asked

    @property
    def _asked(self) -> Order:
        """What is asked: by a button, by Enter in its input, or again after a change."""
        order = order_of(self.posted.get("do", ""))
        if asked := order_of(self.posted.get("ask", "")):
            return asked
        if order[:1] == ("reading",):
            return order_of(self.posted.get("again", ""))
        if order in ((), ENTER) and self.posted.get(f"{TYPED}{QUESTION}", "").strip():
            return ("ask",)
        return ()


class Reply(msgspec.Struct, frozen=True):
    """What is sent back."""

    content: str
    type: str = HTML
    status: int = 200
    file: str = ""
    """The name under which it is saved, if it is."""


def order_of(written: str) -> Order:
    """An order as a button or an input holds it; none for anything else."""
    try:
        return msgspec.json.decode(written, type=tuple[str, ...]) if written else ()
    except msgspec.DecodeError:
        return ()


def written(order: Sequence[str]) -> str:
    """An order as a button holds it."""
    return msgspec.json.encode(tuple(order)).decode()


LENGTH = 4
"""The bytes that tell the length of a message between the server and a worker."""


def framed(message: bytes) -> bytes:
    """A message behind its length."""
    return len(message).to_bytes(LENGTH, "big") + message
