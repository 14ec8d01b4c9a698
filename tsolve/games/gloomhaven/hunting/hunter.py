"""How turns of monsters are hunted."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, quoted
from tsolve.engine.protocol import Game
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.hunting.dealing import Dealer
from tsolve.games.gloomhaven.hunting.parts import TurnParts
from tsolve.games.gloomhaven.judging.facts import deeds_until
from tsolve.games.gloomhaven.judging.left_open import as_it_stands, ways_on
from tsolve.games.gloomhaven.judging.outcome import finders_of
from tsolve.games.gloomhaven.opened import Opened, open_scenario
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.map_file import MapFile
from tsolve.games.gloomhaven.writing.statements import ScenarioFile
from tsolve.rules.ruleset import Ruleset
from tsolve.source.data import Data, planted
from tsolve.source.decode import decode
from tsolve.turns.hunting.hunter import Hunt, Hunter
from tsolve.turns.hunting.shrinking import Example
from tsolve.turns.hunting.walking import Manner
from tsolve.turns.opened import Opened as AnyOpened
from tsolve.turns.played import Played


class TurnManner(Manner[State, Action]):
    """A turn to its end, with the modifier cards that are drawn."""

    draws = True


class TurnHunter(Hunter[State, Action, ScenarioFile]):
    """Hunts among random turns."""

    manner: Manner[State, Action] = TurnManner()
    parts = TurnParts()

    def __init__(self, hunt: Hunt[Card]) -> None:
        self._ruleset, self._printing = hunt.ruleset, hunt.printing
        blank = ScenarioFile("gloomhaven", map=MapFile(size=(1, 1)))
        super().__init__(_opened(blank, hunt.ruleset), hunt)
        self._dealer = Dealer(self.random)

    def deal(self) -> ScenarioFile:
        return replace(self._dealer.deal(), printing=self._printing, interpretations=self.chosen)

    def games(self, start: AnyOpened[State, Action]) -> tuple[Game[State, Action], Game[State, Action]]:
        return start.under(self.before).game, start.under(self.after).game

    def starts(self, start: AnyOpened[State, Action]) -> tuple[State, State]:
        return start.under(self.before).state, start.under(self.after).state

    def opened(self, found: Example[ScenarioFile]) -> Opened:
        file = replace(found.table, line=found.line)
        return _opened(file, self._ruleset).under(self.before)

    def text(self, found: Example[ScenarioFile]) -> str:
        file = _data(replace(found.table, line=found.line))
        return "".join(f"{key}: {quoted(value)}\n" for key, value in file.items())

    def stated(
        self, opened: AnyOpened[State, Action], played: Played[State, Action]
    ) -> Mapping[str, Mapping[str, object]]:
        if not played.answer.legal:
            return {}
        assert isinstance(opened, Opened)
        deeds = deeds_until(opened, played, None)
        line: dict[str, object] = {"attacks": sorted(set(deeds.attacks)), "end": opened.name(deeds.end)}
        if deeds.focus:
            line["focus"] = deeds.focus[-1]
        names = [figure.name for figure in opened.state.figures]
        charged = [each.element for each in played.result.elements]
        ways = ways_on(opened, as_it_stands(opened, played, None)) or ()
        for part, finder in finders_of(opened.book.terrain).items():
            of = charged if part == "elements" else names
            found = [finder(way.state, of) for way in ways]
            sure = (name for name in of if all(each[name] == found[0][name] for each in found))
            line[part] = {name: found[0][name] for name in sure if found and found[0][name] != ""}
        return {"line": line}


def _opened(file: ScenarioFile, ruleset: Ruleset[Card]) -> Opened:
    return open_scenario(decode(planted(_data(file)), ScenarioFile), ruleset, Diagnostics())


def _data(file: ScenarioFile) -> dict[str, Data]:
    """What a file says, as plain data: what it leaves out is as in an empty one."""
    found = _said(file)
    assert isinstance(found, dict)
    return found


def _said(value: object) -> Data:
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.fields(type(value))
        told = {each.encode_name: (getattr(value, each.name), each.default) for each in fields}
        return {
            name: _said(each)
            for name, (each, default) in told.items()
            if each != default and each not in _NOTHING
        }
    if isinstance(value, dict):
        return {name: _said(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return [_said(each) for each in value]
    assert value is None or isinstance(value, str | int)
    return value


_NOTHING: tuple[object, ...] = ((), {}, None, "")
"""What need not be said, whatever the default."""
