"""The position of a file with something otherwise than it says, as a question supposes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from tsolve.api import positions
from tsolve.api.games import module
from tsolve.api.positions import Position
from tsolve.errors import InputError, UnsupportedError, UsageError
from tsolve.rules.names import Ambiguous, Match, squash, words
from tsolve.source.data import Data
from tsolve.written.card_names import split_count
from tsolve.written.position_text import file_text
from tsolve.written.supposing import Supposed

_HAND = "hand"
_NO_CARDS = (
    "game",
    "title",
    "source",
    "about",
    "printing",
    "interpretations",
    "turn",
    "line",
    "goal",
    "target",
)
_ASKED = ("claims", "expect")
_OTHERWISE = (
    "a question may not change what the file says in this way: write what is different into a copy of the "
    "file, a step into `line:` or other cards, and ask about that"
)
_CAN_BE = (
    "what a question may suppose: `what if I had NAME instead of NAME?`, `with one more NAME`, `without the "
    "NAME`, `if I had 6 NAME`, `if NAME had 3 NAME`, `if I buy NAME`"
)


class Otherwise(NamedTuple):
    """A position that is supposed, and in words what is otherwise in it."""

    position: Position
    told: str
    is_step: bool = False
    """Whether it is a step more of the line."""
    is_played: bool = True
    """Whether that step is legal."""


def otherwise(position: Position, said: Supposed) -> Otherwise | None:
    """The position as it would be; None where nothing of the file is supposed to be otherwise.

    Raises:
        UsageError: it is not clear what would be otherwise, with what to write instead.
    """
    return _Supposing(position, said).of()


class _Supposing:
    def __init__(self, position: Position, said: Supposed) -> None:
        self.position, self.said = position, said
        self.ruleset = position.ruleset
        self.data = positions.data_of(position)

    def of(self) -> Otherwise | None:
        said = self.said
        match said.kind:
            case "instead":
                return self._instead()
            case "more":
                return self._more(said.new, 1)
            case "without":
                return self._without()
            case "only" if not self._is_card(said.old):
                return self._number(said.old)
            case "only":
                return self._exactly(said.old, said.number or 0)
            case "number":
                return self._number(said.new)
            case "fact":
                return self._fact()
            case "step":
                return self._step()
            case _:
                if said.new and (played := self._step()) is not None:
                    return played
                few = f"; ask `what if I had only {said.number} {said.old}?`" if said.old else f"; {_CAN_BE}"
                raise UsageError(f"{_OTHERWISE}{few}")

    # cards

    def _instead(self) -> Otherwise | None:
        said = self.said
        key = self._zone(said.old)
        if key is None:
            raise UsageError(f"the file has no {said.old} that {said.new} could stand for; {self._there()}")
        found = _replaced(self.data[key], lambda text: self._is(text, said.old), self._named(said.new))
        if found is None:
            raise UsageError(f"{_OTHERWISE}: `{key}:` names {said.old} with more about it")
        return self._changed(
            key, found, f"{self._named(said.new)} instead of {self._named(said.old)}", said.old
        )

    def _more(self, name: str, count: int) -> Otherwise | None:
        if not self._is_card(name):
            return self._no_change(f'"{name}" is no card')
        hand = self._hand()
        entry = self._named(name) if count == 1 else f"{count} x {self._named(name)}"
        return self._changed(_HAND, [*hand, entry], f"{count} {self._named(name)} more in the hand")

    def _without(self) -> Otherwise | None:
        name = self.said.old
        if not self._is_card(name):
            return self._number(name) if self.said.number == 0 else None
        there = self._copies(name)
        if there == 0:
            raise UsageError(f"the hand has no {name}; {self._there()}")
        is_plural = self.said.old.endswith("s") and not self.ruleset.names.knows(name)
        if there > 1 and not is_plural:
            raise UsageError(
                f"the hand has {there} x {self._named(name)}: ask `with only {there - 1} "
                f"{self._named(name)}`, or `with only 0 {self._named(name)}`"
            )
        return self._exactly(name, 0)

    def _exactly(self, name: str, count: int) -> Otherwise | None:
        """So many copies in the hand, and no more."""
        if not self._is_card(name):
            return self._no_change(f'"{name}" is no card')
        there, hand = self._copies(name), self._hand()
        if count < 0:
            raise UsageError(f"the hand has {there} x {self._named(name)} and not more")
        kept = [text for text in hand if not self._is(text, name)]
        first = next((place for place, text in enumerate(hand) if self._is(text, name)), len(kept))
        named = split_count(str(hand[first]))[1] if first < len(hand) and there else self._named(name)
        entry = [named if count == 1 else f"{count} x {named}"] if count else []
        changed = [*kept[:first], *entry, *kept[first:]]
        told = f"{count} x {named} in the hand" if count else f"no {named} in the hand"
        return self._changed(_HAND, changed, told, name if count < there else "")

    def _number(self, counted: str) -> Otherwise | None:
        said = self.said
        number = said.number or 0
        if self._is_card(counted):
            if said.more > 0:
                return self._more(counted, number)
            return self._exactly(counted, self._copies(counted) - number if said.more else number)
        fields = module(self.ruleset.id).position_type.__struct_fields__
        same = {squash(counted), squash(counted).removesuffix("s")}
        key = next((each for each in fields if {squash(each), squash(each).removesuffix("s")} & same), "")
        before = self.data.get(key, 0)
        places = [
            (path, key)
            for path, _, entry in described(self.data, whole=True)
            for key in entry
            if squash(key) in same
        ]
        if not key and len(places) == 1 and not said.more:
            ((path, inner),) = places
            top = _with(self.data[str(path[0])], (*path[1:], inner), number)
            return self._changed(str(path[0]), top)._replace(told=f"{inner}: {number}")
        if not key or not isinstance(before, int) or (said.more and key not in self.data):
            return self._no_change(f'"{counted}" is no number that the file says')
        return self._changed(key, before + said.more * number if said.more else number)

    def _no_change(self, why: str) -> Otherwise | None:
        """What is supposed is nothing of the file: the whole question may be about the rules."""
        if not self.said.rest:
            raise UsageError(f"{why}; {_CAN_BE}")
        return None

    # figures and steps

    def _fact(self) -> Otherwise | None:
        """A number of somebody whom the file describes."""
        said = self.said
        known = []
        for path, name, entry in described(self.data):
            known.append(name)
            key = next((each for each in entry if _is_called(each, said.new)), "")
            if squash(name) == squash(said.old) and key:
                top = _with(self.data[str(path[0])], (*path[1:], key), said.number)
                changed = self._changed(str(path[0]), top)
                return changed._replace(told=f"{key} of {name}: {said.number}")
        names = f"; described are {', '.join(dict.fromkeys(known))}" if known else ""
        raise UsageError(
            f'the file says no "{said.new}" of "{said.old}" that could be otherwise: write it there, and ask '
            f"about that{names}"
        )

    def _step(self) -> Otherwise | None:
        """What would be done: a step more in the line; None where it is none."""
        line = [*self._line(), self.said.new]
        with suppress(InputError, UsageError):
            told = f"with the step `{self.said.new}`"
            alone = positions.changed(self.position, line=line, claims=[], expect={})
            played = positions.check(alone, what_if=False).line
            if played is None or not played.legal or played.undecided:
                return Otherwise(alone, told, is_step=True, is_played=False)
            return Otherwise(positions.changed(self.position, line=line, expect={}), told, is_step=True)
        return None

    # the file

    def _line(self) -> Sequence[Data]:
        line = self.data.get("line", ())
        return [line] if isinstance(line, str) else line if isinstance(line, Sequence) else ()

    def _hand(self) -> list[Data]:
        hand = self.data.get(_HAND)
        if hand is None or isinstance(hand, str | int | Mapping):
            raise UsageError(f"the file has no list `hand:` in which this could be otherwise; {_OTHERWISE}")
        return list(hand)

    def _copies(self, name: str) -> int:
        return sum(split_count(str(text))[0] for text in self._hand() if self._is(text, name))

    def _zone(self, name: str) -> str | None:
        """The key under which a card lies: the hand, or the only one."""
        zones = [
            key
            for key, value in self.data.items()
            if key not in (*_NO_CARDS, *_ASKED) and any(self._is(text, name) for text in _texts(value))
        ]
        if _HAND in zones or not zones:
            return _HAND if zones else None
        if len(zones) > 1:
            raise UsageError(f"{name} is under {' and '.join(f'`{each}:`' for each in zones)}; {_OTHERWISE}")
        return zones[0]

    def _there(self) -> str:
        """What is there, in words."""
        hand = self.data.get(_HAND)
        return f"the hand is {file_text({_HAND: hand}).strip()}" if hand is not None else _OTHERWISE

    def _is(self, text: object, name: str) -> bool:
        ids = self._ids(split_count(str(text))[1])
        return bool(ids and ids & self._ids(name))

    def _is_card(self, name: str) -> bool:
        return bool(self._ids(name))

    def _ids(self, name: str) -> frozenset[str]:
        """The cards that a name means, also as a plural."""
        for form in (name, name.removesuffix("s"), f"{name.removesuffix('ies')}y"):
            match self.ruleset.names.resolve(form):
                case Match(id=card):
                    return frozenset((card,))
                case Ambiguous(ids=cards):
                    return frozenset(cards)
        with suppress(UnsupportedError, ValueError):  # the latter for several cards with this name
            named = module(self.ruleset.id).asking(self.ruleset).with_names(name)
            if isinstance(match := self.ruleset.names.resolve(named), Match):
                return frozenset((match.id,))
        return frozenset()

    def _named(self, name: str) -> str:
        """A card by its name; as it was written where it has none of its own."""
        ids = self._ids(name)
        if len(ids) == 1:
            return self.ruleset.cards[next(iter(ids))].name
        return name

    def _changed(self, key: str, value: Data, told: str = "", gone: str = "") -> Otherwise:
        """The position with another value of a key, and nothing that was expected of it before. What is
        `gone` may not be played in the line.
        """
        written = " ".join(file_text({key: value}).split())
        if gone and any(self._is_in(str(step), gone) for step in self._line()):
            raise UsageError(
                f"the steps of `line:` name {gone}: write `{written}` and the steps as they would be then "
                "into a copy of the file, and ask about that"
            )
        try:
            changed = positions.changed(self.position, expect={}, **{key: value})
            return Otherwise(changed, f"{told}: `{written}`" if told else f"`{written}`")
        except InputError as error:
            first = error.diagnostics[0]
            why = "; ".join(filter(None, (first.message, *first.help.splitlines())))
            raise UsageError(f"with `{written}` the file is no position: {why}") from None

    def _is_in(self, step: str, name: str) -> bool:
        said = words(step)
        return any(
            self._is(" ".join(said[at : at + length]), name)
            for length in range(1, min(len(said), 5) + 1)
            for at in range(len(said) - length + 1)
        )


def _texts(value: Data) -> Iterator[str]:
    """The names in a value: texts, and keys with a number."""
    match value:
        case str():
            yield value
        case Mapping():
            for key, inner in value.items():
                if isinstance(inner, int):
                    yield key
                else:
                    yield from _texts(inner)
        case Sequence():
            for each in value:
                yield from _texts(each)


def _replaced(value: Data, fits: Callable[[str], bool], new: str) -> Data:
    """The value with one copy replaced; None where it has none."""
    match value:
        case str():
            return new if fits(value) and split_count(value)[0] == 1 else None
        case Mapping():
            for key, inner in value.items():
                if isinstance(inner, int) and fits(key):
                    left = {key: inner - 1} if inner > 1 else {}
                    others = {name: each for name, each in value.items() if name != key}
                    there = others.get(new, 0)
                    return {**others, **left, new: there + 1 if isinstance(there, int) else 1}
                if not isinstance(inner, int) and (found := _replaced(inner, fits, new)) is not None:
                    return {**value, key: found}
        case Sequence():
            for place, each in enumerate(value):
                count, name = split_count(each) if isinstance(each, str) else (1, "")
                if isinstance(each, str) and count > 1 and fits(each):
                    kept = name if count == 2 else f"{count - 1} x {name}"
                    return [*value[:place], kept, new, *value[place + 1 :]]
                if (found := _replaced(each, fits, new)) is not None:
                    return [*value[:place], found, *value[place + 1 :]]
    return None


Described = tuple[tuple[str | int, ...], str, Mapping[str, Data]]
"""The keys that lead to somebody, the name, and what is said."""


def described(data: Mapping[str, Data], whole: bool = False) -> Iterator[Described]:
    """Everybody of whom the file says something; with `whole` also what it says under its own keys."""

    def inside(value: Data, path: tuple[str | int, ...]) -> Iterator[Described]:
        inner: Iterable[tuple[str | int, Data]] = ()
        if isinstance(value, Mapping):
            name = value.get("name", path[-1])
            is_somebody = whole or len(path) > 1 or "name" in value
            if (
                isinstance(name, str)
                and is_somebody
                and any(not isinstance(each, Mapping) for each in value.values())
            ):
                yield path, name, value
            inner = value.items()
        elif isinstance(value, Sequence) and not isinstance(value, str):
            inner = enumerate(value)
        for key, each in inner:
            yield from inside(each, (*path, key))

    for key, value in data.items():
        if key not in (*_NO_CARDS, *_ASKED):
            yield from inside(value, (key,))


def _is_called(key: str, said: str) -> bool:
    """Whether a key is meant: by its name, or by the first letters of the words."""
    return squash(key) in (squash(said), "".join(word[0] for word in words(said)))


def _with(value: Data, path: Sequence[str | int], new: Data) -> Data:
    """The value with another one at a path."""
    if not path:
        return new
    first, *rest = path
    if isinstance(value, Mapping):
        return {**value, str(first): _with(value[str(first)], rest, new)}
    assert isinstance(value, Sequence)
    return [_with(each, rest, new) if at == first else each for at, each in enumerate(value)]
