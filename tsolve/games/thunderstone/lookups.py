"""Lazy look-ups of a book, shared by all books of the same cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book

T = TypeVar("T")


class shared(Generic[T]):  # noqa: N801  # read as a decorator
    """A look-up over the cards of a book, which the copies of the book know as soon as one of them does."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find
        self.name = find.__name__
        self.__doc__ = find.__doc__

    def __call__(self, book: Book) -> T:
        """The look-up as a function of the book, for rooms that ask what no rule does."""
        found = book.known
        if self.name not in found:
            found[self.name] = self.work_out(book)
        value: T = found[self.name]
        return value

    def __get__(self, book: Book, _owner: object = None) -> T:
        value = book.__dict__[self.name] = self(book)  # found there from now on
        return value

    def work_out(self, book: Book) -> T:
        """What a book without copies that know it has to do."""
        return self.find(book)


class per_card(shared[T]):  # noqa: N801  # read as a decorator
    """A look-up that tells of each card by itself: the cards for which something holds, or what holds for
    each. Where a book is another one but for some cards, only those are looked at.
    """

    def work_out(self, book: Book) -> T:
        if book.other is None:
            return self.find(book)
        before = self(book.other)
        found: T = _put_in(before, self.find(book.changes), book.changed)
        return found


def _put_in(before: Any, own: Any, changed: frozenset[str]) -> Any:
    """What was found before, with what was found of the cards that changed since."""
    if isinstance(before, frozenset):
        return before - changed | own
    found = {**before, **own}
    for card in changed - own.keys():
        found.pop(card, None)
    return found
