"""A position made in a dialogue: asks for its keys one after the other, and reads what is typed.

The game says what lies on its table; a `Talk` asks the person. What is typed is tried at once: a line that
cannot be is told and asked for again. At every question a person may go back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeVar

from tsolve.diagnostics import Diagnostic
from tsolve.rules.names import squash
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.data import Data
from tsolve.written import typed_entries
from tsolve.written.card_names import MOST_COPIES, split_count
from tsolve.written.card_names import meant as near_names
from tsolve.written.form import ONE_WORD, READ_BY_THE_GAME, Field
from tsolve.written.on_hexes import brought
from tsolve.written.placing import EACH, counts, matters, typed_names
from tsolve.written.talk import HOW_TO_STEER, BackError, Steered, Talk, UndoError, agreed, chosen, there_are
from tsolve.written.typed_entries import EMPTY, MOST_MEANT, ReadLine, as_mapping, told
from tsolve.written.typed_names import begun, meant, names_for, offered

Read = Callable[[str, int], Sequence["T"]]
"""Reads a line as entries, of which as many are known already."""

T = TypeVar("T")

_NOTHING_CLAIMED = "  Nothing is claimed so far. If that is meant, type an empty line again."


class Trial(Protocol):
    """What becomes of the answers."""

    def mistakes(self, key: str, keys: Mapping[str, Data]) -> Sequence[Diagnostic]:
        """What is wrong with this key, now that the others are so."""
        ...

    def show(self, keys: Mapping[str, Data]) -> None:
        """Show what lies on the table."""
        ...


class Dialogue:
    """Asks for a position of a game."""

    def __init__(self, ruleset: Ruleset[CardFacts], talk: Talk, read_line: ReadLine, table: Trial) -> None:
        self._ruleset, self._read_line, self._table = ruleset, read_line, table
        self._known: dict[str, Data] = {}
        self._fields: Sequence[Field] = ()
        self._talk = Steered(talk, lambda: table.show(self._known))

    def keys(self, fields: Sequence[Field]) -> dict[str, Data]:
        """The keys of the position, but for the game. Raises EOFError."""
        keys, asked, self._fields = self._known, list[str](), fields
        self._talk.tell(HOW_TO_STEER)
        while True:
            field = next((each for each in _asked_for(fields, keys) if each.key not in asked), None)
            try:
                if field is not None:
                    self.fill(field, keys)
                    asked.append(field.key)
                elif not self._optional(fields, keys):
                    return {each.key: keys[each.key] for each in fields if counts(each, keys, fields)}
            except BackError:
                if asked:
                    asked.pop()
                else:
                    self._talk.tell("  This is the first question.")

    def mend(self, fields: Sequence[Field], keys: dict[str, Data], keep: bool = False) -> None:
        """Ask once more for keys that cannot stay as they are, or, with `keep`, not together."""
        for field in fields:
            if not keep:
                keys.pop(field.key, None)
            while True:
                try:
                    self.fill(field, keys)
                    break
                except BackError:
                    self._talk.tell("  Something has to change before that.")

    def fill(self, field: Field, keys: dict[str, Data]) -> None:
        """Ask for one of the keys, which may have a value already. Raises BackError; what was typed stays."""
        before = keys.get(field.key)
        while True:
            self._answer(field, keys)
            if field.shape not in ONE_WORD or not self._wrong(field, keys):
                break
            _put(field, keys, before)
        if field.shape not in (*ONE_WORD, *READ_BY_THE_GAME) and keys.get(field.key) != before:
            self._table.show(keys)

    def _optional(self, fields: Sequence[Field], keys: dict[str, Data]) -> bool:
        """Ask which of the others is wanted, and for that one. Whether any is. Raises BackError."""
        may = [field for field in fields if matters(field, keys, fields) and not field.is_brought]
        left = [field.key for field in may if field.optional and field.key not in keys]
        more = f"Anything else: {', '.join(left)}" if left else "Anything to change"
        typed = self._talk.ask(f"{more}? [nothing] ").casefold()
        if typed in ("", "nothing", "no", "n"):
            return False
        begin = typed.replace(" ", "_")
        wanted = [field for field in may if field.key == begin]
        wanted = wanted or [field for field in may if field.key.startswith(begin)]
        if len(wanted) != 1:
            self._talk.tell(there_are(typed, [field.key for field in may]))
            return True
        with suppress(BackError):  # the question before is this one
            self.fill(wanted[0], keys)
        return True

    def _answer(self, field: Field, keys: dict[str, Data]) -> None:
        """One answer, put among the keys."""
        before = keys.get(field.key)
        if field.shape in ("word", "kind"):
            usual = str(before or field.words[0])
            keys[field.key] = chosen(self._talk, field.asks, field.words, usual)
            return
        if field.shape == "number":
            _put(field, keys, self._number(field, before))
            return

        def lines(read: Read[T], built: Callable[[list[T]], Data], most: int = 0) -> None:
            self._lines(field, keys, read, built, most)

        end = "" if field.asks.endswith("?") else "."
        self._talk.tell(field.told if field.shape == "card" else f"{field.asks}{end} {field.told}")
        if field.now is not None and (now := field.now(self._ruleset, keys)):
            self._talk.tell(f"  {now}")
        if before is not None:
            self._talk.tell(f"  So far: {told(before)}. An empty line keeps it.")
        match field.shape:
            case "card":
                lines(self._cards(field), _first, 1)
            case "text":
                self._lines(field, keys, lambda typed, _: self._text(field, typed), _first, 1)
            case "deck":
                lines(self._cards(field), lambda cards: {"rest": cards} if cards else None)
            case "places":
                lines(self._cards(field), partial(_in_places, field.places), field.places)
            case "counts":
                lines(lambda typed, _: self._each(self._counted, field, self._named(typed)), as_mapping)
            case "pairs":
                lines(lambda typed, _: self._each(self._pair, field, typed_entries.pairs(typed)), as_mapping)
            case "entries" | "hexmap" | "figures":
                built = partial(as_mapping, in_parts=EACH in field.place)
                lines(lambda typed, _: self._each(self._entry, field, [typed]), built)
            case "lines" | "steps":
                lines(
                    lambda typed, _: self._each(self._line, field, [typed]), lambda entries: entries or None
                )
            case "texts":
                lines(lambda typed, _: typed_entries.parts(typed), lambda texts: texts or None)
            case "claims":
                lines(lambda typed, _: self._each(self._claim, field, [typed]), lambda claims: claims or None)
            case "cards":
                lines(self._cards(field), list)

    # lines

    def _lines(
        self,
        field: Field,
        keys: dict[str, Data],
        read: Read[T],
        built: Callable[[list[T]], Data],
        most: int = 0,
    ) -> None:
        """Read lines up to an empty one, or to `most` entries; each is tried before the next is asked for."""
        lines: list[Sequence[T]] = []
        before, again, warned = keys.get(field.key), "", False

        def put() -> None:
            entries = [entry for line in lines for entry in line]
            _put(field, keys, built(entries) if entries or before is None else before)

        while True:
            try:
                typed = again or self._talk.ask("  > ", partial(self._completed, field))
            except UndoError:
                if not lines:
                    raise
                lines.pop()
                put()
                self._talk.tell(f"  Left: {told(keys.get(field.key)) if lines else 'nothing'}.")
                continue
            if not typed and before is not None and not lines:
                return
            if not typed and field.needed and not lines:
                self._talk.tell("  Nothing goes without this.")
                continue
            if not typed and field.shape == "claims" and not lines and not warned:
                warned = True
                self._talk.tell(_NOTHING_CLAIMED)
                continue
            if not typed:
                put()
                return
            if field.shape == "deck" and typed.casefold() == EMPTY:
                keys[field.key] = []
                return
            again = ""
            try:
                found = read(typed, sum(map(len, lines)))
            except UndoError:
                continue
            if not found:
                continue
            lines.append(found)
            put()
            if wrong := self._wrong(field, keys):
                again = self._corrected(typed, wrong)
                lines[-1] = () if again else self._sound(field, keys, lines, put)
                if not lines[-1]:
                    lines.pop()
                put()
            elif field.shape in ("entries", "hexmap", "figures", "lines"):
                self._table.show(keys)
            if most and sum(map(len, lines)) == most:
                return

    def _sound(
        self, field: Field, keys: Mapping[str, Data], lines: list[Sequence[T]], put: Callable[[], None]
    ) -> Sequence[T]:
        """What of the last line may stay; of places nothing behind a mistake, which would move up."""
        found, lines[-1] = lines[-1], ()
        for entry in found:
            before = lines[-1]
            lines[-1] = (*before, entry)
            put()
            if self._table.mistakes(field.key, keys):
                lines[-1] = before
                if field.shape == "places":
                    break
        put()
        kept = f"Kept: {told(keys.get(field.key))}." if lines[-1] else "This line is not taken."
        self._talk.tell(f"  {kept}")
        return lines[-1]

    def _wrong(self, field: Field, keys: Mapping[str, Data]) -> Sequence[Diagnostic]:
        """The mistakes in a key, which are told."""
        found = self._table.mistakes(field.key, keys)
        for each in found:
            self._talk.tell(f"  {'; '.join((each.message, *each.help.splitlines()))}")
        return found

    def _corrected(self, typed: str, wrong: Sequence[Diagnostic]) -> str:
        """The line with what was surely meant, if that is wanted; else empty."""
        line = typed
        for each in wrong:
            if each.instead and each.span is not None:
                part = each.span.text[each.span.column - 1 : each.span.end_column - 1]
                line = line.replace(part, each.instead) if part and typed.count(part) == 1 else line
        return line if line != typed and agreed(self._talk, f"    {line}?") else ""

    def _completed(self, field: Field, typed: str) -> tuple[int, list[tuple[str, str]]]:
        length, found = offered(self._ruleset, field, self._known, typed)
        if found:
            return length, found
        begin, there = begun(typed), brought(self._ruleset, self._fields, self._known)
        named = (*typed_names(self._known), *there)
        known = (each for each in named if squash(each).startswith(squash(begin)))
        names = [(each, "") for each in dict.fromkeys(known)]
        return len(begin), [*names, *names_for(self._ruleset, field, begin)]

    def _number(self, field: Field, before: Data) -> int | None:
        usual = field.usual if before is None else before
        usual = "nothing" if usual is None else usual
        while True:
            typed = self._talk.ask(f"{field.asks}. {field.told} [{usual}] ")
            if not typed:
                return before if isinstance(before, int) else None
            if re.fullmatch(r"-?[0-9]{1,4}", typed):
                return int(typed)
            self._talk.tell("  Type a number.")

    def _cards(self, field: Field) -> Read[str]:
        """Reads cards as a file lists them. With places a line stops at a name that is not understood, so
        that no card takes the place of another.
        """
        most = 1 if field.shape == "card" else field.places

        def read(typed: str, known: int) -> list[str]:
            found: list[str] = []
            names = list(self._named(typed))
            for at, text in enumerate(names):
                if most and known + len(found) == most:
                    self._talk.tell(f"  {text}: there is no further place.")
                elif written := self._card(text, field):
                    found.append(written)
                elif most > 1 and len(names) > 1:
                    self._talk.tell(f"  Go on from there: {', '.join(names[at:])}.")
                    break
            return found

        return read

    def _counted(self, field: Field, text: str) -> Sequence[tuple[str, Data]]:
        count, name = split_count(text)
        known = typed_entries.word(field, name) if field.words else self._card(name, field, f"{count} x ")
        return [(known, count)] if known else []

    def _pair(self, field: Field, text: str) -> Sequence[tuple[str, Data]]:
        room, inside = typed_entries.fields_of_pair(field)
        place, card = typed_entries.pair(text)
        where = self._card(place, room)
        there = self._card(card, inside) if where else ""
        return [(where, there)] if there else []

    def _text(self, field: Field, typed: str) -> Sequence[Data]:
        meant = typed_entries.texts_meant(self._ruleset, field, self._known, typed)
        if len(meant) > 1:
            more = f" and {len(meant) - MOST_MEANT} more" if len(meant) > MOST_MEANT else ""
            self._talk.tell(f"  Which one? {', '.join(meant[:MOST_MEANT])}{more}")
            return ()
        if meant:
            self._talk.tell(f"    {meant[0]}")
        return [typed_entries.text(field, meant[0] if meant else typed)]

    def _entry(self, field: Field, typed: str) -> Sequence[tuple[str, Data]]:
        return [typed_entries.entry(self._ruleset, field, typed, self._fields, self._known)]

    def _claim(self, field: Field, typed: str) -> Sequence[Data]:
        claims = self._line(field, typed)
        for each in claims:
            self._talk.tell(f"    {told(each)}")
        return claims

    def _line(self, field: Field, typed: str) -> Sequence[Data]:
        return self._read_line(field.key, typed, self._known)

    def _each(self, read: Callable[[Field, str], Sequence[T]], field: Field, texts: Iterable[str]) -> list[T]:
        """What these texts say; of one that cannot be read it is told why."""
        found: list[T] = []
        for text in texts:
            try:
                found += read(field, text)
            except ValueError as error:
                self._talk.tell(f"  {error}")
        return found

    # names

    def _named(self, typed: str) -> Sequence[str]:
        """The names on a line."""
        return typed_entries.names(typed, self._ruleset.names.knows)

    def _card(self, text: str, field: Field, before: str = "") -> str:
        """A card as a file names it, once it is clear which is meant; empty where it stays unclear."""
        if text.casefold() in field.words:
            return text.casefold()
        count, name = split_count(text)
        if not 1 <= count <= MOST_COPIES:
            self._talk.tell(f"  At least 1 and at most {MOST_COPIES} copies can be written.")
            return ""
        cards = self._ruleset.cards
        found = meant(self._ruleset, name, field.kinds)
        many = f"{count} x " if count != 1 else ""
        if not found.cards:
            help_ = near_names(self._ruleset, name)
            self._talk.tell(f'  There is no "{name}"{f"; {help_}" if help_ else "."}')
            return ""
        called = cards[found.cards[0]].name
        if not found.sure and len(found.cards) > 1:
            more = len(found.cards) - MOST_MEANT
            names = ", ".join(cards[each].name for each in found.cards[:MOST_MEANT])
            self._talk.tell(f"  Which one? {names}{f' and {more} more' if more > 0 else ''}")
            return ""
        if not found.sure and not agreed(self._talk, f"    {called}?", usual=found.near):
            return ""
        if field.kinds and getattr(cards[found.cards[0]], "kind", "") not in field.kinds:
            self._talk.tell(f"  {called} cannot be here.")
            return ""
        if found.sure and (many or called != name):
            self._talk.tell(f"    {before}{many}{called}")
        return f"{many}{called}"


def _put(field: Field, keys: dict[str, Data], value: Data) -> None:
    """The key with this value; without one there is no key."""
    if value is None:
        keys.pop(field.key, None)
    else:
        keys[field.key] = value


def _first(entries: Sequence[Data]) -> Data:
    return entries[0] if entries else None


def _in_places(places: int, cards: list[str]) -> Data:
    """The cards, with nobody knows whom in the places behind them."""
    return [*cards, *["unknown"] * (places - len(cards))] if cards else None


def _asked_for(fields: Sequence[Field], keys: Mapping[str, Data]) -> Iterator[Field]:
    """The fields that are asked for in any case."""
    may = (field for field in fields if not field.optional and not field.is_brought)
    return (field for field in may if matters(field, keys, fields))
