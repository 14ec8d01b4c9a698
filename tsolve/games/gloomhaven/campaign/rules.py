"""The campaign as a game of one player, the party: every action asks its own rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from tsolve.engine.probe import Noting, Probe
from tsolve.errors import IllegalActionError
from tsolve.games.gloomhaven.campaign.action import Action
from tsolve.games.gloomhaven.campaign.city import CityEvent, Donate, Retire, Return
from tsolve.games.gloomhaven.campaign.effects import perks_of
from tsolve.games.gloomhaven.campaign.growing import LevelUp, TakePerk
from tsolve.games.gloomhaven.campaign.ranges import ranges
from tsolve.games.gloomhaven.campaign.scenario import End
from tsolve.games.gloomhaven.campaign.shop import Buy, Sell
from tsolve.games.gloomhaven.campaign.state import Character, State
from tsolve.games.gloomhaven.campaign.sums import some
from tsolve.games.gloomhaven.campaign.table import Table
from tsolve.games.gloomhaven.campaign.travel import Travel
from tsolve.model.refusal import Refusal
from tsolve.model.trace import Trace


class Campaign:
    """The rules between scenarios under chosen readings. (`tsolve.engine.protocol.Game`)"""

    def __init__(self, table: Table, probe: Probe[State, Action]) -> None:
        noting = replace(table, readings=Noting(table.readings, probe.readings))
        self.table = noting if probe.notes else table
        self.readings = self.table.readings
        self.probe = probe

    def mover(self, state: State) -> int:
        return 0

    def legal_actions(self, state: State) -> list[Action]:
        """What the position alone offers: items and scenarios that the file names, levels that are due, and
        what happens on a visit. What hangs on cards or events that nobody has told is legal too, but there is
        no end of it: enhancements, new characters, gains and losses.
        """
        return [action for action in self._offers(state) if action.refusal(self.table, state) is None]

    def _offers(self, state: State) -> Iterator[Action]:
        for character in state.characters:
            yield from self._deeds(state, character)
        yield from (CityEvent(), Return())
        yield from (Travel(to) for to in self.table.scenarios)
        if state.status == "under way":
            yield from (End(True), End(False))

    def _deeds(self, state: State, character: Character) -> Iterator[Action]:
        name, numbers = character.name, self.table.numbers
        if character.level < numbers.highest_level:
            yield LevelUp(name)
        if character.perks_taken < perks_of(self.table.numbers, character):
            yield TakePerk(name)
        for item in character.items:
            if self.table.item(item).price is not None:
                yield Sell(name, item)
        for told in self.table.items.values():
            if told.price is not None:
                yield Buy(name, told.name)
        yield from (Donate(name), Retire(name))

    def why_not(self, state: State, action: Action) -> Refusal | None:
        reason = action.refusal(self.table, state)
        return None if reason is None else Refusal(action.text, *reason)

    def rulings_for(self, state: State, action: Action) -> tuple[str, ...]:
        return action.rulings

    def refusals(self, state: State) -> list[Refusal]:
        """What a character might do on a visit and may not: rise in level, donate, retire."""
        tried = [
            deed
            for character in state.characters
            for deed in (LevelUp(character.name), Donate(character.name), Retire(character.name))
        ]
        return [refused for deed in tried if (refused := self.why_not(state, deed)) is not None]

    def apply(self, state: State, action: Action, trace: Trace | None = None) -> State:
        refusal = self.why_not(state, action)
        if refusal is not None:
            raise IllegalActionError(refusal)
        self.probe.spend(1)
        return action.done(self.table, state, trace)

    def chance(self, state: State) -> list[tuple[Action, int]]:
        return []

    def sample(self, state: State, random: Random) -> State:
        return state

    def is_over(self, state: State) -> bool:
        return False

    def scores(self, state: State) -> list[int]:
        return [state.prosperity]

    def key(self, state: State) -> State:
        return state

    def notation(self, state: State, action: Action) -> str:
        return action.text

    def zones(self, state: State) -> tuple[tuple[str, str], ...]:
        level = self.table.numbers.prosperity_level(state.prosperity)
        return (
            (
                "Party",
                f"at {state.at if state.in_city else f'scenario {state.at}'}, reputation {state.reputation}",
            ),
            ("City", f"prosperity {level} ({state.prosperity} checks), {state.donated} gold donated"),
            ("On sale", ", ".join(on_sale(self.table, state))),
            *self.sheets(state),
        )

    def sheets(self, state: State) -> tuple[tuple[str, str], ...]:
        """Every character with what it has, in words."""
        return tuple((each.name, self._told(each)) for each in state.characters)

    def _told(self, who: Character) -> str:
        parts = [f"level {who.level}", f"{who.experience} experience"]
        parts += [] if who.gold is None else [f"{who.gold} gold"]
        parts += [some(who.checkmarks, "checkmark"), some(perks_of(self.table.numbers, who), "perk")]
        parts += who.items
        return ", ".join(parts)

    def turn_of(self, state: State) -> int:
        return 1

    def begins_turn(self, state: State) -> bool:
        return False


def on_sale(table: Table, state: State) -> tuple[str, ...]:
    """The items on sale: those of the prosperity and the found designs by number, those left in the shop by
    name where no number tells them. (GH-15.8)
    """
    level = table.numbers.prosperity_level(state.prosperity)
    numbers = {*range(1, table.numbers.last_items[level - 1] + 1), *state.designs}
    left = {item: table.item(item).number for item in state.in_shop}
    numbers |= {number for number in left.values() if number is not None}
    return (*ranges(numbers, 3), *(item for item, number in left.items() if number is None))
