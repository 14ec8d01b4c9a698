"""Which printed facts an answer about a scenario rests on: of cards and items, of classes, of the scenario.

Only what the file leaves to print counts: what it says itself is no fact of a source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from tsolve.contract.mentioned import Mentioned
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.printed_scenarios import load_scenario, scenario_named
from tsolve.games.gloomhaven.writing.character_file import CharacterFile
from tsolve.games.gloomhaven.writing.printed_cards import PrintedCharacter, item_named
from tsolve.model.verdicts import UnsureFact
from tsolve.rules.rulings import Provenance
from tsolve.rules.sureness import unsure, unsure_cards

_DRAWN = frozenset(("GH-6.8", "GH-6.17"))
"""What is cited where modifier cards count."""
_AT_STAKE = re.compile("hit points|damage|heal|dies|die|kill|exhaust|survive")
"""Words of answers about hit points."""
_HEALED = re.compile("heal|all its hit points|undamaged|below half|missing")
"""Words about the most that a character can have."""
_NO_CARD = frozenset(("one", "two", "with", "and", "negative", "effects", "none"))
"""Words of perks that say nothing about a card."""
_MAP = (
    *("tiles", "doors", "corridors", "thin_walls", "start", "obstacles", "traps", "hazards", "difficult"),
    *("coins", "treasures", "plates", "marks", "objects"),
)


def unsure_facts(position: ScenarioPosition, mentioned: Mentioned) -> Iterator[UnsureFact]:
    """Those of cards and items that are cited or named, of classes whose numbers matter, of the scenario."""
    rulings = (*mentioned.rulings, *_named(position, mentioned.texts))
    yield from unsure_cards(position.ruleset, rulings)
    for name, file in position.as_written.value.characters.items():
        yield from _of_class(position, name, file, mentioned)
    yield from _of_scenario(position)


def _named(position: ScenarioPosition, texts: Iterable[str]) -> Iterator[str]:
    """The cards and items of the characters that are named, as the box has them."""
    book = position.book
    printed = {name: card.ruling for (_, name), card in book.cards.items()}
    printed |= {name: item.ruling for (_, name), item in book.items.items()}
    called = sorted((name for name, ruling in printed.items() if ruling), key=len, reverse=True)
    if called:
        any_name = re.compile(rf"\b({'|'.join(map(re.escape, called))})\b")
        for text in texts:
            yield from (printed[found] for found in any_name.findall(text))


def _of_class(
    position: ScenarioPosition, name: str, file: CharacterFile, mentioned: Mentioned
) -> Iterator[UnsureFact]:
    character = PrintedCharacter(position.ruleset, name, file)
    card = position.ruleset.cards.get(character.of)
    if card is None:
        return
    used: dict[str, str] = {}
    if not file.max_hp and file.level is not None and _matters(name, mentioned, file.hp is not None):
        used["hit points at levels 1 to 9"] = "hit points"
    if not file.hand_size and character.takes_all_cards and position.is_round:
        used["hand size"] = "hand size"
    companion = character.class_.companion if character.class_ is not None else None
    if companion is not None and mentioned.says(companion.name):
        used["companion"] = f"statistics of {companion.name}"
    draws = name not in position.written.modifiers and (
        mentioned.draws or not _DRAWN.isdisjoint(mentioned.rulings)
    )
    if draws and any(_is_in_doubt(perk, card.provenance) for perk in file.perks):
        used["perk"] = "a perk"
    yield from unsure(card.provenance, card.name, used)
    for item in file.items if draws else ():
        if (printed := item_named(position.ruleset, item)) is not None:
            yield from unsure(printed.provenance, printed.name, {"-1 cards": "-1 cards"})


def _is_in_doubt(perk: str, provenance: Provenance) -> bool:
    """Whether a perk is the one that sources tell differently: it has the words of what they say."""
    says = provenance.conflicts.get("perk", {}).values()
    disputed = set().union(*map(_words, says))
    return bool(disputed) and disputed <= _words(perk)


def _words(text: str) -> set[str]:
    return {word for word in re.findall("[a-z]+", text.casefold()) if word not in _NO_CARD}


def _matters(name: str, mentioned: Mentioned, is_told: bool) -> bool:
    """Whether the hit points of a character matter to an answer: something happens to them, or it tells of
    them; where the file tells those that are left, only a heal does.
    """
    at_stake = _HEALED if is_told else _AT_STAKE
    own = (each for each in mentioned.entries if (each.subject, each.quantity) == (name, "hit points"))
    if any(not is_told or each.step == "heal" for each in own):
        return True
    return any(name in text and at_stake.search(text) for text in mentioned.texts)


def _of_scenario(position: ScenarioPosition) -> Iterator[UnsureFact]:
    wanted = position.as_written.value.scenario
    if wanted is None or (file := scenario_named(str(wanted), position.ruleset.roots)) is None:
        return
    scenario = load_scenario(file)
    used: Mapping[str, str] = dict.fromkeys(_MAP, "map")
    if position.is_round and not position.as_written.value.victory:
        used = {**used, "goal": "goal"}
    yield from unsure(scenario.provenance, f"scenario {scenario.number}", used)
