"""A position of the campaign, from its decoded file to the questions that it answers.

Its steps are read and played here. Whether a step can be taken later is searched only through steps that may
help it, so few positions are visited.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from typing import Self

from msgspec.structs import replace

from tsolve.contract.capability import Capabilities
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Move, Result, StepReader, Written
from tsolve.diagnostics import Diagnostics, suggest
from tsolve.engine import Probe
from tsolve.errors import Span, UsageError
from tsolve.games.gloomhaven.campaign.city import LevelUp, Retire, Return
from tsolve.games.gloomhaven.campaign.claims import (
    is_same,
)
from tsolve.games.gloomhaven.campaign.game import Campaign
from tsolve.games.gloomhaven.campaign.numbers import Item, Numbers, Scenario, Table, load_numbers
from tsolve.games.gloomhaven.campaign.position_file import (
    CampaignFile,
    CampaignPositionFile,
    PartyCharacterFile,
    ShopItemFile,
)
from tsolve.games.gloomhaven.campaign.reading import Reader
from tsolve.games.gloomhaven.campaign.scenario import VALUES, Die, End, FulfilGoal, Loot, Reward, Travel
from tsolve.games.gloomhaven.campaign.shop import Buy, Sell
from tsolve.games.gloomhaven.campaign.state import CITY, Action, Character, EventDeck, State, perks_of, seal
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.statements import FileNameCheck
from tsolve.model.facts import Fact
from tsolve.model.plays import Calculation
from tsolve.model.trace import Entry
from tsolve.model.why_not import Detail, WhyNotAnswer
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.worlds.why_not_step import StepQuestion, TurnPursuit, why_not
from tsolve.written.position_file import places_of_readings


class CampaignStepReader(StepReader[State, Action]):
    """What reads the steps of one line."""

    game: Campaign

    def __init__(self, settings: Table) -> None:
        probe: Probe[State, Action] = Probe(notes=True)
        super().__init__(Campaign(settings, probe), probe)

    def read(self, state: State, text: str, span: Span | None) -> Written[Action]:
        return Written(Reader(self.game.table, state, span).read(text))

    def is_result(self, state: State) -> bool:
        return False

    def result(self, state: State, moves: Sequence[Move[State, Action]], entries: Sequence[Entry]) -> Result:
        """What every character has, and the last price with its calculation."""
        texts = [f"{name}: {what}" for name, what in self.game.sheets(state)]
        texts.append(f"reputation {state.reputation}, {state.prosperity} prosperity checks")
        return Result(f"{'; '.join(texts)}.", self._last_price(moves))

    def _last_price(self, moves: Sequence[Move[State, Action]]) -> Calculation | None:
        prices = (move.action.price(self.game.table, move.before) for move in reversed(moves))
        return next((price.calculation() for price in prices if price is not None), None)


_IN_SCENARIOS = (Loot, FulfilGoal, End, Die)
_FIRST = "1"
"""The scenario that is open to every party."""


class CampaignQuestion(StepQuestion[Position[State, Action], State, Action]):
    """Whether a step can be taken now, or after others that the position offers."""

    def pursuit(self, world: Position[State, Action]) -> TurnPursuit[State, Action]:
        wanted = world.step_reader().read(world.state, self.text, None).action
        return _Approach(world, wanted, lambda state: self.wanted(world, state) is not None)


class _Approach(TurnPursuit[State, Action]):
    """Searches for steps that make a wanted step possible."""

    game: Campaign

    def __init__(
        self, world: Position[State, Action], wanted: Action, is_done: Callable[[State], bool]
    ) -> None:
        super().__init__(world, is_done)
        self.wanted, self.world = wanted, world

    def moves(self, state: State) -> list[Action]:
        return [step for step in self._helping(state) if self.game.why_not(state, step) is None]

    def _helping(self, state: State) -> Iterator[Action]:
        """The steps that may help: travel to the right place; duties before the party leaves the city, one
        character after the other; retirements of others, which raise the prosperity; levels of the acting
        character; sales, the dearest item first.
        """
        wanted = self.wanted
        if isinstance(wanted, (*_IN_SCENARIOS, Return)) and state.in_city:
            yield from map(Travel, (*self.game.table.scenarios, _FIRST))
        if not isinstance(wanted, _IN_SCENARIOS):
            yield Return()
            if state.status == "under way":
                yield from (End(True), End(False))
        if isinstance(wanted, (*_IN_SCENARIOS, Travel, Reward)):
            due = (step for each in state.characters for step in (Retire(each.name), LevelUp(each.name)))
            yield from [step for step in due if self.game.why_not(state, step) is None][:1]
            return
        others = (Retire(each.name) for each in state.characters if each.name != wanted.whose)
        yield from [step for step in others if self.game.why_not(state, step) is None][:1]
        who = state.character(wanted.whose)
        if who is not None and not isinstance(wanted, Retire):
            yield LevelUp(who.name)
        if who is not None and isinstance(wanted, Sell) and wanted.item not in who.items:
            bought = Buy(who.name, wanted.item, wanted.printed)
            if bought.price(self.game.table, state) is not None:
                yield bought
        if isinstance(self.world, CampaignPosition) and self.world.sells_first:
            yield from self._sales(state)

    def _sales(self, state: State) -> Iterator[Action]:
        wanted, table = self.wanted, self.game.table
        who = state.character(wanted.whose)
        if who is None:
            return
        priced = [(price, item) for item in who.items if (price := table.item(item).price) is not None]
        if priced:
            yield Sell(who.name, max(priced)[1])
        if isinstance(wanted, Buy):
            owners = (each for each in state.characters if wanted.item in each.items)
            yield from (
                Sell(each.name, wanted.item) for each in owners if table.item(wanted.item).price is not None
            )


class CampaignPosition(Position[State, Action]):
    """A campaign between two scenarios, ready for its rules."""

    capabilities = Capabilities(
        room="tsolve.games.gloomhaven",
        step_reader="campaign.position:step_reader",
        exercised="judging.decisive:exercised",
        unsure="campaign.unsure:unsure_facts",
        claim="campaign.claims:CampaignClaim",
        expectation="campaign.claims:CampaignExpectations",
        check_wishes="campaign.claims:check_wishes",
        why_not="campaign.position:why_not_later",
        solve="campaign.claims:solve",
    )

    game: Campaign
    written: CampaignPositionFile
    plans = True
    sells_first = True
    """Whether a step counts as possible if other items must be sold before."""

    def without_sales(self) -> CampaignPosition:
        """The same position, in which nobody sells anything to pay for a step."""
        other = copy(self)
        other.sells_first = False
        return other

    def to_the_end(self) -> Self:
        raise UsageError(
            "this file tells of the campaign between scenarios: a whole game begins with a scenario"
        )

    def under(
        self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None
    ) -> CampaignPosition:
        return self.by(Campaign(replace(self.game.table, readings=readings), probe or Probe()), self.state)

    @property
    def readings(self) -> Mapping[str, str]:
        return self.game.readings

    def table_notes(self) -> tuple[str, ...]:
        """Facts that the file leaves out and that might forbid a step of the line."""
        notes = [*self._levels_taken(), *self._checks_taken()]
        steps = [text.casefold() for text in self.written.line if _spends(text)]
        untold = [each.name for each in self.state.characters if each.gold is None]
        spenders = [name for name in untold if any(name.casefold() in text for text in steps)]
        if spenders:
            notes.append(
                f"the gold of {', '.join(spenders)} is not told, so it is not checked whether it is enough"
            )
        if self.state.global_achievements is None and any("enhance" in text for text in self.written.line):
            needed = self.game.table.numbers.achievements.for_enhancing
            notes.append(f'the global achievements are not told: "{needed}" is taken as active')
        return tuple(notes)

    def agrees(self, name: str, fact: Fact, wanted: Fact) -> bool:
        if name == "items" and isinstance(wanted, tuple):
            wanted = tuple(self.game.table.called(each) for each in wanted)
        return is_same(name, fact, wanted)

    def _checks_taken(self) -> Iterator[str]:
        """A number of checks that may have been meant as the prosperity level."""
        campaign = self.written.campaign
        checks = campaign.prosperity if campaign is not None else None
        if campaign is not None and checks and checks <= 9 and campaign.prosperity_level is None:
            level = self.game.table.numbers.prosperity_level(checks)
            told = f"`prosperity: {checks}` counts checks, which make level {level}"
            yield f"{told}; a level is written as `prosperity_level`"

    def _levels_taken(self) -> Iterator[str]:
        """The levels that are taken from experience."""
        people = self.written.campaign.characters if self.written.campaign is not None else {}
        for each in self.state.characters:
            told = people.get(each.name)
            if told is not None and told.level is None and each.level > 1 and each.experience is not None:
                yield f"{each.name} has the level of {each.experience} experience: {each.level} (GH-15.4)"


def step_reader(position: CampaignPosition) -> CampaignStepReader:
    """What reads the steps of one line."""
    return CampaignStepReader(position.game.table)


def why_not_later(
    position: CampaignPosition, query: object, file: str, detail: Detail = "repairs"
) -> WhyNotAnswer:
    """Why a step cannot be taken, now or after others."""
    return why_not(position, query, file, detail, CampaignQuestion)


def _spends(text: str) -> bool:
    return any(verb in text.casefold() for verb in ("buy", "donate", "enhance"))


_HALVES = ("top", "bottom")
_OF_LEVELS = frozenset(("level", "scenario_level", *VALUES))
"""The facts that the levels of characters make."""
_RISES = Regex(r"\blevels?(?: ?|-)up\b", re.IGNORECASE)


def _with_levels(file: CampaignPositionFile, numbers: Numbers) -> CampaignFile:
    """The campaign with a level for each character: one of whom only the experience is told has the level
    that it makes, if claims are about levels and nobody is still to rise.
    """
    campaign = file.campaign or CampaignFile()
    said = (*file.line, *(text for each in file.claims for text in (each.query, each.of or "")))
    is_asked = any(_OF_LEVELS.intersection(each.kinds) for each in file.claims)
    has_risen = is_asked and not any(map(_RISES.search, said))

    def level(told: PartyCharacterFile) -> int:
        if told.level is None and told.experience is not None and has_risen:
            return numbers.level_of(told.experience)
        return told.level or 1

    people = {name: replace(told, level=level(told)) for name, told in campaign.characters.items()}
    return replace(campaign, characters=people)


def position_from(
    decoded: Decoded[CampaignPositionFile], ruleset: Ruleset[Card], found: Diagnostics
) -> CampaignPosition:
    """The campaign of a decoded file. Raises InputError with everything that is wrong, where it stands."""
    file = decoded.value
    printing = file.printing or ruleset.printing_for(())
    readings = ruleset.readings(printing, file.interpretations, places_of_readings(decoded, ruleset))
    numbers = load_numbers(ruleset.roots)
    campaign = _with_levels(file, numbers)
    _check(decoded, campaign, numbers, found)
    FileNameCheck(decoded, ruleset, found).check(file.claims, file.expect)
    found.raise_if_any()
    table = _table(campaign, numbers, readings, ruleset)
    state = _state(campaign, table)
    return CampaignPosition(Campaign(table, Probe()), state, file, decoded, ruleset, printing)


def _check(
    decoded: Decoded[CampaignPositionFile], campaign: CampaignFile, numbers: Numbers, found: Diagnostics
) -> None:
    """Report an unknown difficulty (E207) and numbers that contradict each other (E210)."""
    if campaign.difficulty not in numbers.difficulties:
        help_ = suggest(campaign.difficulty, numbers.difficulties)
        message = f"expected {', '.join(numbers.difficulties)}; found {campaign.difficulty}"
        found.report("E207", message, decoded.span("campaign", "difficulty"), help_)
    checks, level = campaign.prosperity, campaign.prosperity_level
    if checks is not None and level is not None and numbers.prosperity_level(checks) != level:
        message = f"{checks} checks make prosperity level {numbers.prosperity_level(checks)}, not {level}"
        found.report("E210", message, decoded.span("campaign", "prosperity"), "leave one of the two out")
    seen: set[str] = set()
    for name, character in campaign.characters.items():
        if name.casefold() in seen:
            found.report("E308", f'"{name}" is there twice', decoded.key_span("campaign", "characters", name))
        seen.add(name.casefold())
        least = numbers.least_experience(character.level or 1)
        if character.experience is not None and character.experience < least:
            message = f"level {character.level} needs {least} experience, not {character.experience}"
            place = decoded.span("campaign", "characters", name, "experience")
            found.report("E210", message, place, "nobody falls below the minimum of a level")


def _table(
    campaign: CampaignFile, numbers: Numbers, readings: Mapping[str, str], ruleset: Ruleset[Card]
) -> Table:
    printed = {
        card.name.casefold(): Item(card.name, card.item.number, card.item.price, card.item.count)
        for card in ruleset.cards.values()
        if card.item is not None
    }
    items = {name.casefold(): _item(name, told, printed) for name, told in campaign.items.items()}
    scenarios = {
        number: Scenario(tuple(map(str, told.links)), tuple(map(numbers.achievement, told.requires)))
        for number, told in campaign.scenarios.items()
    }
    return Table(
        numbers,
        readings,
        campaign.mode,
        campaign.difficulty,
        campaign.scenario_level,
        campaign.solo,
        campaign.permanent_death,
        items,
        scenarios,
        {squash(card.name): card.card for card in ruleset.cards.values() if card.card is not None},
        printed,
    )


def _item(name: str, told: ShopItemFile, printed: Mapping[str, Item]) -> Item:
    """An item as the file tells it, the rest as it is printed."""
    known = printed.get(name.casefold(), Item(name))
    return Item(
        name,
        known.number if told.number is None else told.number,
        known.price if told.price is None else told.price,
        known.copies if told.copies is None else told.copies,
    )


def _state(campaign: CampaignFile, table: Table) -> State:
    numbers = table.numbers
    level = campaign.prosperity_level
    least = numbers.prosperity[level - 1] if level is not None else 0
    at = str(campaign.at)
    first, last = numbers.events.first, numbers.events.last
    events = EventDeck(tuple(range(first, last + 1)))
    known = campaign.global_achievements
    return State(
        tuple(_character(campaign, table, name, told) for name, told in campaign.characters.items()),
        at=CITY if at.casefold() == CITY.casefold() else at,
        reputation=campaign.reputation,
        prosperity=least if campaign.prosperity is None else campaign.prosperity,
        donated=campaign.donated,
        global_achievements=None if known is None else tuple(map(numbers.achievement, known)),
        party_achievements=tuple(map(numbers.achievement, campaign.party_achievements)),
        opened=tuple(map(seal, campaign.opened)),
        designs=campaign.designs,
        enhanced=tuple(
            (class_, *_action(action), number)
            for class_, actions in campaign.enhanced.items()
            for action, number in actions.items()
            if number
        ),
        retired=tuple(campaign.retired.items()),
        completed=tuple(number for number, told in campaign.scenarios.items() if told.completed),
        city_events=events,
        road_events=events,
    )


def _action(written: str) -> tuple[str, str]:
    """`Trample top` as the card and the half."""
    card, _, half = written.rpartition(" ")
    return (card, half.casefold()) if card and half.casefold() in _HALVES else (written, "")


def _character(campaign: CampaignFile, table: Table, name: str, told: PartyCharacterFile) -> Character:
    numbers = table.numbers
    player = told.player or name
    level = told.level or 1
    least = numbers.least_experience(level)
    who = Character(
        name,
        told.class_ or name,
        player,
        level,
        least if told.experience is None else told.experience,
        told.gold,
        told.checkmarks,
        tokens=told.tokens,
        blessings=told.blessings,
        items=tuple(map(table.called, told.items)),
        quest=told.quest,
        quest_opens=seal(told.quest_opens),
        perks_before=campaign.retired.get(player, 0) * numbers.retirement.perks,
        modifiers=None if told.modifiers is None else tuple(told.modifiers.items()),
    )
    perks = perks_of(numbers, who)
    return replace(who, perks_taken=perks - told.perks_to_take, perks_at_first=perks)
