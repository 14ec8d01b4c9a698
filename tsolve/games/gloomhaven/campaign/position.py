"""From a decoded file to a position of the campaign."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.engine.probe import Probe
from tsolve.games.gloomhaven.campaign.effects import perks_of
from tsolve.games.gloomhaven.campaign.files import CampaignFile, CampaignPosition, PartyCharacterFile
from tsolve.games.gloomhaven.campaign.numbers import Numbers, load_numbers
from tsolve.games.gloomhaven.campaign.opened import OpenedCampaign
from tsolve.games.gloomhaven.campaign.rules import Campaign
from tsolve.games.gloomhaven.campaign.state import CITY, Character, EventDeck, State
from tsolve.games.gloomhaven.campaign.table import Item, Scenario, Table
from tsolve.games.gloomhaven.writing.mentions import FileMentions
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns.position import places_of_readings

_HALVES = ("top", "bottom")


def opened_from(
    decoded: Decoded[CampaignPosition], ruleset: Ruleset[CardFacts], found: Diagnostics
) -> OpenedCampaign:
    """The campaign of a decoded file. Raises InputError with everything that is wrong, where it stands."""
    file = decoded.value
    printing = file.printing or ruleset.printing_for(())
    readings = ruleset.readings(printing, file.interpretations, places_of_readings(decoded, ruleset))
    numbers = load_numbers(ruleset.roots)
    campaign = file.campaign or CampaignFile()
    _check(decoded, campaign, numbers, found)
    FileMentions(decoded, ruleset, found).check(file.claims, file.expect)
    found.raise_if_any()
    table, state = _table(campaign, numbers, readings), _state(campaign, numbers)
    return OpenedCampaign(Campaign(table, Probe()), state, file, decoded, ruleset, printing)


def _check(
    decoded: Decoded[CampaignPosition], campaign: CampaignFile, numbers: Numbers, found: Diagnostics
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
        least = numbers.least_experience(character.level)
        if character.experience is not None and character.experience < least:
            message = f"level {character.level} needs {least} experience, not {character.experience}"
            place = decoded.span("campaign", "characters", name, "experience")
            found.report("E210", message, place, "nobody falls below the minimum of a level")


def _table(campaign: CampaignFile, numbers: Numbers, readings: Mapping[str, str]) -> Table:
    items = {
        name.casefold(): Item(name, told.number, told.price, told.copies)
        for name, told in campaign.items.items()
    }
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
    )


def _state(campaign: CampaignFile, numbers: Numbers) -> State:
    level = campaign.prosperity_level
    least = numbers.prosperity[level - 1] if level is not None else 0
    at = str(campaign.at)
    first, last = numbers.events.first, numbers.events.last
    events = EventDeck(tuple(range(first, last + 1)))
    known = campaign.global_achievements
    return State(
        tuple(_character(campaign, numbers, name, told) for name, told in campaign.characters.items()),
        at=CITY if at.casefold() == CITY.casefold() else at,
        reputation=campaign.reputation,
        prosperity=least if campaign.prosperity is None else campaign.prosperity,
        donated=campaign.donated,
        global_achievements=None if known is None else tuple(map(numbers.achievement, known)),
        party_achievements=tuple(map(numbers.achievement, campaign.party_achievements)),
        opened=campaign.opened,
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


def _character(campaign: CampaignFile, numbers: Numbers, name: str, told: PartyCharacterFile) -> Character:
    player = told.player or name
    least = numbers.least_experience(told.level)
    who = Character(
        name,
        told.class_ or name,
        player,
        told.level,
        least if told.experience is None else told.experience,
        told.gold,
        told.checkmarks,
        tokens=told.tokens,
        blessings=told.blessings,
        items=told.items,
        quest=told.quest,
        quest_opens=told.quest_opens,
        perks_before=campaign.retired.get(player, 0) * numbers.retirement.perks,
        modifiers=None if told.modifiers is None else tuple(told.modifiers.items()),
    )
    return replace(who, perks_taken=perks_of(numbers, who) - told.perks_to_take)
