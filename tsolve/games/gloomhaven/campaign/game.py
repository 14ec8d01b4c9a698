"""The campaign as a game of one player, the party; every action checks its own rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tsolve.cardkit.action_game import ActionGame
from tsolve.engine import Noting, Probe
from tsolve.games.gloomhaven.campaign.city import CityEvent, Donate, LevelUp, Retire, Return, TakePerk
from tsolve.games.gloomhaven.campaign.numbers import Table
from tsolve.games.gloomhaven.campaign.scenario import End, Travel
from tsolve.games.gloomhaven.campaign.shop import Buy, Sell, some
from tsolve.games.gloomhaven.campaign.state import Action, Character, State, perks_of
from tsolve.model.trace import Refusal
from tsolve.regex import Regex


def ranges(numbers: Iterable[int], digits: int) -> tuple[str, ...]:
    """Numbers in order, consecutive ones as a range: `001-014`, `071`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return tuple(_told(run[0], run[-1], digits) for run in found)


def in_usual_form(texts: Iterable[str], digits: int) -> tuple[str, ...]:
    """Numbers, ranges and names in any spelling, written as `ranges` writes them; names come last."""
    numbers: set[int] = set()
    names: list[str] = []
    for text in texts:
        found = _RANGE.fullmatch(text)
        if found is None:
            names.append(text)
        else:
            numbers.update(range(int(found["first"]), int(found["last"] or found["first"]) + 1))
    return (*ranges(numbers, digits), *names)


def comparable(value: object, digits: int | None) -> object:
    """A fact in a form in which equal facts compare equal: lists are sorted, and their numbers written with
    so many `digits`.
    """
    if not isinstance(value, tuple):
        return value
    return sorted(text.casefold() for text in (value if digits is None else in_usual_form(value, digits)))


_RANGE = Regex(r"\s*(?P<first>[0-9]{1,3})(?:\s*[-–]\s*(?P<last>[0-9]{1,3}))?\s*")


def _told(first: int, last: int, digits: int) -> str:
    start, end = f"{first:0{digits}}", f"{last:0{digits}}"
    return start if first == last else f"{start}-{end}"


class Campaign(ActionGame[Table, State, Action]):
    """The rules between scenarios under chosen readings. (`tsolve.engine.Game`)"""

    def __init__(self, table: Table, probe: Probe[State, Action]) -> None:
        noting = replace(table, readings=Noting(table.readings, probe.readings))
        super().__init__(noting if probe.notes else table, probe)
        self.table, self.readings = self.book, self.book.readings

    def legal_actions(self, state: State) -> list[Action]:
        """What the position alone offers: items and scenarios that the file names, levels that are due, and
        what happens on a visit. Endlessly many other steps are legal, too, since they depend on cards or
        events that the file does not tell: enhancements, new characters, gains and losses.
        """
        return [action for action in self._offers(state) if action.refusal(self.table, state) is None]

    def _offers(self, state: State) -> Iterator[Action]:
        for character in state.characters:
            yield from self._actions(state, character)
        yield from (CityEvent(), Return())
        yield from (Travel(to) for to in self.table.scenarios)
        if state.status == "under way":
            yield from (End(True), End(False))

    def _actions(self, state: State, character: Character) -> Iterator[Action]:
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

    def refusals(self, state: State) -> list[Refusal]:
        """What characters cannot do on this visit, and why: rise in level, donate, retire."""
        tried = [
            action
            for character in state.characters
            for action in (LevelUp(character.name), Donate(character.name), Retire(character.name))
        ]
        return [refused for action in tried if (refused := self.why_not(state, action)) is not None]

    def scores(self, state: State) -> list[int]:
        return [state.prosperity]

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
        """Every character with its level, gold and the like, in words."""
        return tuple((each.name, self._told(each)) for each in state.characters)

    def _told(self, who: Character) -> str:
        parts = [f"level {who.level}", f"{who.experience} experience"]
        parts += [] if who.gold is None else [f"{who.gold} gold"]
        parts += [some(who.checkmarks, "checkmark"), some(perks_of(self.table.numbers, who), "perk")]
        parts += who.items
        return ", ".join(parts)


def on_sale(table: Table, state: State) -> tuple[str, ...]:
    """The items on sale: those of the prosperity and the found designs by number, those left in the shop by
    name where no number tells them. (GH-15.8)
    """
    level = table.numbers.prosperity_level(state.prosperity)
    numbers = {*range(1, table.numbers.last_items[level - 1] + 1), *state.designs}
    left = {item: table.item(item).number for item in state.in_shop}
    numbers |= {number for number in left.values() if number is not None}
    return (*ranges(numbers, 3), *(item for item, number in left.items() if number is None))
