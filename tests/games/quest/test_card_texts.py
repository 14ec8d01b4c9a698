"""The texts of the cards agree with the cards: the same cards, the same names."""

from __future__ import annotations

from pathlib import Path

import msgspec
import yaml

from tsolve.games.quest.cards import Card
from tsolve.rules.compiling import GlossaryFile
from tsolve.rules.rulings import Entry
from tsolve.source.project import rulesets_path

ROOT = rulesets_path() / "quest"


class CardsFile(msgspec.Struct, frozen=True):
    """What a file of `cards/` holds."""

    cards: tuple[Card, ...]


def read(path: Path) -> object:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


CARDS: dict[str, Card] = {
    card.id: card
    for path in sorted((ROOT / "cards").glob("*.yaml"))
    for card in msgspec.convert(read(path), CardsFile).cards
}
TEXTS: dict[str, Entry] = {
    entry.id: entry
    for path in sorted((ROOT / "glossary").glob("cards-*.yaml"))
    for entry in msgspec.convert(read(path), GlossaryFile).entries
}


def test_every_text_is_of_a_card() -> None:
    assert sorted(set(TEXTS) - {card.ruling for card in CARDS.values()}) == []


def test_every_card_that_can_be_played_has_its_text() -> None:
    playable = {card.ruling for card in CARDS.values() if not card.missing}

    assert len(playable) > 100, "the scan has gone blind"
    assert sorted(playable - set(TEXTS)) == []


def test_a_text_bears_the_name_of_its_card() -> None:
    names = {card.ruling: card.name for card in CARDS.values()}

    assert [(ruling, text.title) for ruling, text in TEXTS.items() if text.title != names[ruling]] == []
