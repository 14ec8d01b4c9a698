"""Every key of a position file and of a ruleset is documented, with its default as the code has it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from tests.docs.pages import code, defaults_of, documented, page
from tsolve.api import games
from tsolve.games.gloomhaven.attacks import position_file as attacks
from tsolve.games.gloomhaven.campaign import position_file as campaign
from tsolve.games.gloomhaven.printed_scenarios import PrintedScenario
from tsolve.games.gloomhaven.writing import character_file, position_file, statements, table_file
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.writing import position_file as quest_files
from tsolve.games.quest.writing import statements as quest_statements
from tsolve.games.thunderstone import cards
from tsolve.games.thunderstone.measures import MEASURES as THUNDERSTONE
from tsolve.games.thunderstone.writing import position_file as thunderstone_files
from tsolve.games.thunderstone.writing import statements as thunderstone_statements
from tsolve.rules import compiling, names, overlaying, rulings
from tsolve.written import position_file as common
from tsolve.written import statements as written_statements
from tsolve.written.position_file import PositionFile

Place = tuple[str, str, int]
"""A page, a heading on it, and which of the tables below."""

KEYS, STEPS = "## Keys of the file", "## Steps, claims and expectations"
LINE = "## What the steps come to"


def keys(struct: type[msgspec.Struct]) -> Iterable[str]:
    return defaults_of(struct)


STRUCTS: dict[Place, type[msgspec.Struct]] = {
    ("position", KEYS, 1): thunderstone_files.ThunderstoneFile,
    ("position", "## Decks", 1): thunderstone_files.DeckFile,
    ("position", "## Decks", 2): thunderstone_files.DungeonDeckFile,
    ("position", "## Other players", 1): thunderstone_files.PlayersFile,
    ("position", "## Other players", 2): thunderstone_files.OtherFile,
    ("expectations", "# Expectations", 1): thunderstone_statements.Expectations,
    ("expectations", "## A row of the sum", 1): thunderstone_statements.RowExpectation,
    ("expectations", "## The position afterwards", 1): thunderstone_statements.AfterExpectation,
    ("expectations", "## The plan where cards are drawn", 1): common.PolicyExpectation,
    ("expectations", "## The plan where cards are drawn", 2): common.AfterDraws,
    ("expectations", "## The grade of the turn", 1): common.GradeExpectation,
    ("expectations", "## Why not", 1): common.WhyNotExpectation,
    ("expectations", "## The chances of a deck", 1): thunderstone_statements.OddsExpectation,
    ("logs", "# A game as a log", 1): thunderstone_files.ThunderstoneTurn,
    ("logs", "## What must come out", 1): written_statements.LogExpectation,
    ("rulesets", "## `ruleset.yaml`", 1): compiling.RulesetFile,
    ("rulesets", "## `ruleset.yaml`", 2): rulings.Document,
    ("rulesets", "## A ruleset of one's own", 1): overlaying.OverlayFile,
    ("rulesets", "## Cards", 1): cards.Card,
    ("rulesets", "### Provenance", 1): rulings.Provenance,
    ("rulesets", "### Abilities and their effects", 1): cards.Ability,
    ("rulesets", "## Glossary", 1): rulings.Entry,
    ("rulesets", "## Glossary", 2): rulings.Citation,
    ("rulesets", "## Open points", 1): rulings.Interpretation,
    ("rulesets", "## Open points", 2): rulings.Option,
    ("rulesets", "## Printings", 1): rulings.Printing,
    ("rulesets", "## Names", 1): names.Lexicon,
    ("quest-position", KEYS, 1): quest_files.QuestFile,
    ("quest-position", "## Decks", 1): quest_files.DeckFile,
    ("quest-position", "## Decks", 2): quest_files.MonsterDecksFile,
    ("quest-position", "## Decks", 3): quest_files.MonsterDeckFile,
    ("quest-position", "### An epic game", 1): quest_files.MarketDecksFile,
    ("quest-position", "### Class decks", 1): quest_files.ClassDecksFile,
    ("quest-position", "## Other players", 1): quest_files.PlayersFile,
    ("quest-position", "## Other players", 2): quest_files.OtherFile,
    ("quest-expectations", "# Expectations in Thunderstone Quest", 1): quest_statements.Expectations,
    ("quest-expectations", "## A row of the sum", 1): quest_statements.RowExpectation,
    ("quest-expectations", "## The position afterwards", 1): quest_statements.AfterExpectation,
    ("quest-expectations", "## The chances of a deck", 1): quest_statements.OddsExpectation,
    ("gloomhaven-position", KEYS, 1): statements.ScenarioFile,
    ("gloomhaven-position", "## The map", 2): table_file.MapFile,
    ("gloomhaven-position", "## The map", 3): table_file.TrapFile,
    ("gloomhaven-position", "## The map", 4): table_file.DoorFile,
    ("gloomhaven-position", "## Figures", 1): character_file.CharacterFile,
    ("gloomhaven-position", "## Figures", 2): table_file.MonsterFile,
    ("gloomhaven-position", "## Figures", 3): character_file.SummonFile,
    ("gloomhaven-position", "## Figures", 4): table_file.ObjectFile,
    ("gloomhaven-position", "## Figures", 5): position_file.MoneyFile,
    ("gloomhaven-position", "## Statistics", 1): table_file.StatsFile,
    ("gloomhaven-position", "## Lasting bonuses", 1): table_file.EffectFile,
    ("gloomhaven-position", "## Ability cards", 1): table_file.AbilityCardFile,
    ("gloomhaven-position", "## Ability cards", 2): table_file.CardFile,
    ("gloomhaven-position", "## Ability cards", 3): table_file.HalfFile,
    ("gloomhaven-position", "## Items", 1): table_file.ItemFile,
    ("gloomhaven-position", "## Modifier decks", 1): position_file.ModifierDeckFile,
    ("gloomhaven-position", "## Ability decks", 1): position_file.AbilityDeckFile,
    ("gloomhaven-position", "## A scenario", 1): position_file.RoomFile,
    ("gloomhaven-position", "## A scenario", 2): position_file.EventFile,
    ("gloomhaven-position", "## A scenario", 3): position_file.RuleFile,
    ("gloomhaven-scenarios", "## The data", 1): PrintedScenario,
    ("gloomhaven-claims", "# Claims in Gloomhaven", 1): statements.ClaimFile,
    ("gloomhaven-expectations", "# Expectations in Gloomhaven", 1): statements.ExpectFile,
    ("gloomhaven-expectations", "## One option", 1): statements.OptionFile,
    ("gloomhaven-expectations", "## The chances of attacks", 1): statements.OddsExpectation,
    ("gloomhaven-attacks", KEYS, 1): attacks.AttacksFile,
    ("gloomhaven-attacks", "## An attack", 1): attacks.AttackFile,
    ("gloomhaven-attacks", STEPS, 1): attacks.AttackClaimFile,
    ("gloomhaven-attacks", STEPS, 2): attacks.AttackExpectFile,
    ("gloomhaven-campaign", "## The campaign", 1): campaign.CampaignFile,
    ("gloomhaven-campaign", "## The campaign", 2): campaign.PartyCharacterFile,
    ("gloomhaven-campaign", "## The campaign", 3): campaign.ShopItemFile,
    ("gloomhaven-campaign", "## The campaign", 4): campaign.KnownScenarioFile,
    ("gloomhaven-campaign", "## Claims", 1): campaign.CampaignClaimFile,
    ("gloomhaven-campaign", "## Expectations", 1): campaign.CampaignExpectFile,
}
FIGURES = MEASURES.stated
WITHOUT: dict[Place, tuple[type[msgspec.Struct], Iterable[str]]] = {
    ("gloomhaven-position", "## A scenario", 4): (
        position_file.ListedMonsterFile,
        keys(table_file.MonsterFile),
    ),
    ("gloomhaven-expectations", LINE, 1): (statements.LineFile, keys(statements.Facts)),
    ("gloomhaven-attacks", "## Who attacks and who is attacked", 1): (
        attacks.FighterFile,
        keys(table_file.StatsFile),
    ),
    ("gloomhaven-attacks", STEPS, 3): (attacks.AttackLineFile, keys(attacks.AttackFacts)),
    ("gloomhaven-campaign", KEYS, 1): (campaign.CampaignPositionFile, keys(PositionFile)),
    ("gloomhaven-campaign", "## Expectations", 2): (campaign.CampaignLineFile, keys(campaign.CampaignFacts)),
    ("claims", "# Claims", 1): (thunderstone_statements.ClaimFile, THUNDERSTONE.stated),
    ("expectations", "## The best play", 1): (thunderstone_statements.BestExpectation, THUNDERSTONE.stated),
    ("expectations", LINE, 1): (thunderstone_statements.LineExpectation, THUNDERSTONE.stated),
    ("quest-claims", "# Claims in Thunderstone Quest", 1): (quest_statements.ClaimFile, FIGURES),
    ("quest-expectations", "## The best play", 1): (quest_statements.BestExpectation, FIGURES),
    ("quest-expectations", LINE, 1): (quest_statements.LineExpectation, FIGURES),
}
"""They have other keys, too, which the page does not repeat."""


def ids(structs: Iterable[type[msgspec.Struct]]) -> list[str]:
    return [struct.__name__ for struct in structs]


@pytest.mark.parametrize(("place", "struct"), STRUCTS.items(), ids=ids(STRUCTS.values()))
def test_every_key_is_documented_with_its_default(place: Place, struct: type[msgspec.Struct]) -> None:
    name, *table = place
    assert documented(page(f"docs/reference/{name}.md"), *table) == defaults_of(struct)


@pytest.mark.parametrize(("place", "own"), WITHOUT.items(), ids=ids(own for own, _ in WITHOUT.values()))
def test_further_keys_are_documented(place: Place, own: tuple[type[msgspec.Struct], Iterable[str]]) -> None:
    (name, *table), (struct, others) = place, own
    further = {key: default for key, default in defaults_of(struct).items() if key not in others}
    assert documented(page(f"docs/reference/{name}.md"), *table) == further


@pytest.mark.parametrize("game", ["quest", "gloomhaven"])
def test_open_points_are_documented(game: str) -> None:
    rows = page(f"docs/reference/{game}.md").table("## Where the rules are open")
    points = games.ruleset(game).interpretations

    assert [(code(row[0])[0], code(row[2])[0]) for row in rows] == [
        (key, point.options[0].id) for key, point in points.items()
    ]
