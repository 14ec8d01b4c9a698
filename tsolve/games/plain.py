"""A plain game as a package. Its card, file, state, actions and measures declare all that is needed to read
positions, answer questions about them, make them, hunt among them, and play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from tsolve.cardkit.plain_game import PlainAction, PlainBook, PlainGame, PlainState
from tsolve.contract.plain_position import PlainPosition
from tsolve.diagnostics import Diagnostics
from tsolve.errors import TreePath, UnsupportedError, UsageError
from tsolve.games.module import GameModule
from tsolve.model.plays import SetupPart
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.rulings import Provenance
from tsolve.source.decoded import Decoded
from tsolve.written.declared import declared, laid_out
from tsolve.written.name_check import NameCheck
from tsolve.written.position_file import PositionFile, places_of_readings
from tsolve.written.position_text import Laid, NewGame, SettingUp, file_text

if TYPE_CHECKING:
    from tsolve.players import Start
    from tsolve.worlds.hunt import Hunt
    from tsolve.worlds.plain_hunt import PlainHunter
    from tsolve.written.form import Field
    from tsolve.written.plain_asking import PlainAsking


class PlainCard(msgspec.Struct, frozen=True, kw_only=True):
    """What every card has; enough for a game without cards."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    kind: str = ""
    group: str = ""
    set: str = ""
    provenance: Provenance = Provenance()


S = TypeVar("S", bound=PlainState)
A = TypeVar("A", bound=PlainAction[Any, Any])
C = TypeVar("C", bound=PlainCard)
P = TypeVar("P", bound=PositionFile)


class PlainModule(GameModule[S, A, C, P], Generic[S, A, C, P]):
    """A plain game as a package."""

    position: type[PlainPosition[Any, S, A]]
    game: type[PlainGame[Any, S, A]]
    state: type[S]
    book: type[PlainBook] = PlainBook
    sitting: int = 1
    """How many players there are."""

    # opening

    def open(self, decoded: Decoded[P], ruleset: Ruleset[C], found: Diagnostics) -> PlainPosition[Any, S, A]:
        file = decoded.value
        laid = laid_out(decoded, ruleset, found)
        names = _PlainNames(decoded, ruleset, found)
        names.check(file.claims, file.expect)
        names.grade(getattr(file.expect, "grade", None))
        names.why_not(getattr(file.expect, "why_not", {}))
        printing = file.printing or ruleset.printing_for(())
        places = places_of_readings(decoded, ruleset) if decoded.spans else None
        readings = ruleset.readings(printing, file.interpretations, places)
        rules = PlainBook(readings=readings, cards=ruleset.under(readings))
        book, state = self.table(decoded, rules, laid, found)
        found.raise_if_any()
        return self.position(self.game(book), state, file, decoded, ruleset, printing)

    def table(
        self, decoded: Decoded[P], rules: PlainBook, laid: Mapping[str, Any], found: Diagnostics
    ) -> tuple[PlainBook, S]:
        """The book, made from the `rules`, and the state of a file: by default the values `laid`, which are
        those of the file with its cards by id. Reports what cannot come up in a game.
        """
        return self.book(readings=rules.readings, cards=rules.cards), self.state(**laid, players=self.sitting)

    # whole games

    def dealt(self, ruleset: Ruleset[C], new: NewGame, random: Random) -> P | None:
        """The table before the first turn, as the rules set it up; None in a game without set-up rules."""
        return None

    def begin(
        self,
        ruleset: Ruleset[C],
        readings: Mapping[str, str],
        seed: int,
        players: int,
        sets: Sequence[str],
        chosen: Mapping[str, object],
    ) -> Start[S, A]:
        from tsolve.players import start_of

        new = NewGame(readings, players, sets, chosen)
        file = self._dealt(ruleset, new, Random(seed), "simulate")
        start = self.open(Decoded(file, {}, {}), ruleset, Diagnostics()).under(readings)
        return start_of(start)

    def setting_up(self, ruleset: Ruleset[C], new: NewGame) -> PlainTable:
        self._dealt(ruleset, new, Random(0), "setup")
        return PlainTable(self, ruleset, new)

    def _dealt(self, ruleset: Ruleset[C], new: NewGame, random: Random, asked: str) -> P:
        """The table before the first turn, for the command `asked`. Raises UsageError if it cannot be."""
        file = self.dealt(ruleset, new, random)
        if file is None:
            raise UnsupportedError(f"{ruleset.title} has no `{asked}`")
        if new.players != self.sitting:
            some = f"{self.sitting} player{'' if self.sitting == 1 else 's'}"
            raise UsageError(f"{ruleset.title} is a game for {some}, not for {new.players}")
        if named := [name for name, value in new.chosen.items() if value]:
            raise UsageError(f'{ruleset.title} has nothing to choose: leave out "{named[0]}"')
        return file

    # questions, dialogues, hunts

    def asking(self, ruleset: Ruleset[C]) -> PlainAsking:
        from tsolve.written.plain_asking import PlainAsking

        return PlainAsking(ruleset, self.position_type, self.game.actions, self.position.measures.amounts)

    @property
    def form(self) -> Sequence[Field]:
        from tsolve.written.plain_asking import form

        return form(self.position_type)

    def hunter(self, hunt: Hunt[C]) -> PlainHunter:
        from tsolve.worlds.plain_hunt import PlainHunter

        return PlainHunter(hunt, self.position_type, self.open)


class _PlainNames(NameCheck):
    """The names of a file of a plain game."""

    def name(self, path: TreePath, name: str | None, kinds: tuple[str, ...] = (), key: bool = False) -> None:
        place = self.decoded.key_span if key else self.decoded.span
        if name is not None:
            self._ruleset.find_card(name, self.found, place(*path))


class PlainTable(SettingUp[PositionFile]):
    """The table of a plain game before the first turn."""

    def __init__(self, package: PlainModule[Any, Any, Any, Any], ruleset: Ruleset[Any], new: NewGame) -> None:
        self.package, self.ruleset, self.new = package, ruleset, new

    def draw(self, random: Random) -> PositionFile:
        file = self.package.dealt(self.ruleset, self.new, random)
        assert isinstance(file, PositionFile)
        return file

    def sold(self, drawn: PositionFile) -> Iterator[str]:
        laid = laid_out(Decoded(drawn, {}, {}), self.ruleset, Diagnostics())
        yield from (card for each in laid.values() if isinstance(each, tuple) for card in each)

    def others(self, drawn: PositionFile) -> tuple[str, ...]:
        return ()

    def lay_out(self, drawn: PositionFile, random: Random) -> Laid:
        held = {each.key: getattr(drawn, each.key) for each in declared(type(drawn))}
        zones = {key: zone for key, zone in held.items() if isinstance(zone, tuple)}
        parts = (SetupPart(key.replace("_", " ").capitalize(), zone) for key, zone in zones.items())
        chosen = {"printing": self.new.printing, "interpretations": dict(self.new.interpretations)}
        keys = {"game": drawn.game, **{key: value for key, value in chosen.items() if value}, **held}
        return Laid(tuple(parts), file_text(keys))
