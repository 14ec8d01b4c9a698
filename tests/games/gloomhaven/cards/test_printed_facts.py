"""Every fact of the 17 classes, their 495 cards and the 150 items stands in tables too.

The ruleset was not made from the tables. What `?` begins is a text that had no words when the tables were
made. Where such words came since, they name the same numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from tests.games.gloomhaven.cards.bench import table
from tsolve import api
from tsolve.api.games import ruleset
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.campaign.numbers import load_numbers
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.modifiers import parse, standard
from tsolve.games.gloomhaven.perks import printed_swap
from tsolve.games.gloomhaven.printed import CharacterClass, ClassCard, Perk, PrintedHalf, PrintedItem
from tsolve.games.gloomhaven.turn.character_ability import is_unknown_to_characters
from tsolve.games.gloomhaven.writing.ability_text import read_ability

RULES = ruleset("gloomhaven")
KINDS = ("class", "class card", "item")
CLASSES, CLASS_CARDS, ITEMS = table("classes"), table("class_cards"), table("items")
BY_NAME: dict[str, Card] = {card.name: card for card in RULES.cards.values()}


def class_(name: str) -> CharacterClass:
    found = BY_NAME[name].class_
    assert found is not None
    return found


def class_card(name: str) -> ClassCard:
    found = BY_NAME[name].card
    assert found is not None
    return found


def item(name: str) -> PrintedItem:
    found = BY_NAME[name].item
    assert found is not None
    return found


def says(do: Iterable[str], untold: Iterable[str]) -> set[str]:
    return {*do, *(f"? {text}" for text in untold)}


def agrees(do: Iterable[str], untold: Iterable[str], said: str, *besides: int) -> None:
    """Hold what a card says against a table: the same texts, or in new words at least the same numbers, of
    which some may stand `besides`: those of its slots and its experience.
    """
    texts = said.split(" | ") if said else []
    found = says(do, untold)
    if found != set(texts):
        assert "? " in said, texts
        assert numbers(texts) <= {*numbers(found), *map(str, besides)}, (texts, found)


def numbers(texts: Iterable[str]) -> set[str]:
    return {number for text in texts for number in re.findall("[0-9]+", text)}


def test_nothing_is_missing_and_nothing_is_too_much() -> None:
    kinds = Counter(card.kind for card in RULES.cards.values())
    assert (kinds["class"], kinds["class card"], kinds["item"]) == (17, 495, 150)
    for rows, kind in ((CLASSES, "class"), (CLASS_CARDS, "class card"), (ITEMS, "item")):
        assert {row["name"] for row in rows} == {c.name for c in RULES.cards.values() if c.kind == kind}


@pytest.mark.parametrize("row", CLASSES, ids=lambda row: row["name"])
def test_a_class(row: dict[str, str]) -> None:
    printed = class_(row["name"])

    assert printed.symbol == row["symbol"]
    assert str(printed.hand_size) == row["hand_size"]
    assert [str(points) for points in printed.hit_points] == [row[str(level)] for level in range(1, 10)]
    assert [as_text(perk) for perk in printed.perks] == row["perks"].split(" | ")


def as_text(perk: Perk) -> str:
    parts = [*(f"-{card}" for card in perk.remove), *(f"+{card}" for card in perk.add)]
    parts += [f"ignore {perk.ignores}"] if perk.ignores else []
    return f"{perk.times} times {' '.join(parts)}"


@pytest.mark.parametrize("row", CLASS_CARDS, ids=lambda row: f"{row['name']} {row['side']}")
def test_a_class_card(row: dict[str, str]) -> None:
    card = class_card(row["name"])
    half: PrintedHalf = getattr(card, row["side"])

    assert RULES.cards[card.of].name == row["class"]
    assert [str(card.number), str(card.level), str(card.initiative)] == [
        row["number"],
        row["level"],
        row["initiative"],
    ]
    agrees(half.do, half.untold, row["says"], len(half.slots), half.xp)
    assert half.lost == (row["lost"] == "yes")
    assert (half.persistent, half.round) == (row["lasts"] == "persistent", row["lasts"] == "round")
    assert half.unrecoverable == (row["unrecoverable"] == "yes")
    assert (str(half.xp), " ".join(map(str, half.slots))) == (row["xp"], row["slots"])
    assert " | ".join(half.spots) == row["spots"]


@pytest.mark.parametrize("row", ITEMS, ids=lambda row: row["name"])
def test_an_item(row: dict[str, str]) -> None:
    printed = item(row["name"])

    facts = (
        printed.number,
        printed.price,
        printed.prosperity or "",
        printed.count,
        printed.uses,
        printed.minus_one,
    )
    columns = ("number", "price", "prosperity", "count", "uses", "minus_one")
    assert [*map(str, facts)] == [row[column] for column in columns]
    assert (printed.place, printed.used_up) == (row["place"], row["used_up"])
    assert printed.when == row["when"] or "? " in row["says"]  # the moment of new words is new, too
    assert printed.from_ == row["from"]
    agrees(printed.do, printed.untold, row["says"])


def test_the_city_sells_an_item_from_the_prosperity_that_the_rulebook_says() -> None:
    """GH-15.8: level 1 up to 014, level 2 up to 021, and so on by sevens."""
    last = load_numbers(RULES.roots).last_items
    for row in ITEMS[: last[-1]]:
        assert int(row["prosperity"]) == 1 + sum(int(row["number"]) > number for number in last[:-1])


def texts() -> Iterator[tuple[str, str]]:
    for name, card in BY_NAME.items():
        if card.card is not None:
            yield from ((name, text) for half in (card.card.top, card.card.bottom) for text in half.do)
        elif card.item is not None:
            yield from ((name, text) for text in card.item.do)


def test_every_text_is_read_as_an_ability_that_characters_have() -> None:
    areas = load_areas(RULES.roots)
    for name, text in texts():
        ability = read_ability(text, areas, None, RULES.names.words)
        monstrous = is_unknown_to_characters(ability) and type(ability).__name__ not in (
            "Move",
            "Attack",
            "Infuse",
            "Experience",
            "Consume",
            "If",
            "Pay",
            "Command",
        )
        assert not monstrous, (name, text)


@pytest.mark.parametrize("name", [row["name"] for row in CLASSES])
def test_all_perks_together_leave_a_deck(name: str) -> None:
    """No perk takes out a card that is not there, in whatever order they are taken."""
    deck = Counter(standard().cards())
    for perk in class_(name).perks:
        swap = printed_swap(perk)
        for card, number in swap.into:
            assert parse(card, None)
            deck[str(parse(card, None))] += number * perk.times
        for card, number in swap.out:
            deck[str(parse(card, None))] -= number * perk.times
    assert min(deck.values()) >= 0


def test_it_is_said_which_facts_have_one_source_only() -> None:
    """Names, levels and prices agree in several sources; what cards and items do is told by one."""
    cards = [api.card(name, "gloomhaven") for name in ("Trample", "Hide Armor", "Brute")]
    doubted = {each.name for card in cards for each in (*card.facts, *card.effects) if each.doubt}
    assert doubted == {"top", "bottom", "abilities", "hand size", "hit points at levels 1 to 9"}


def test_every_conflict_of_the_sources_stands_with_its_card_and_is_shown() -> None:
    told: dict[str, set[tuple[str, str, str]]] = {}
    for row in table("conflicts"):
        told.setdefault(row["card"], set()).add((row["fact"], row["source"], row["says"]))
    assert set(told) == {n for n, card in BY_NAME.items() if card.provenance.conflicts and card.kind in KINDS}
    for name, conflicts in told.items():
        answer = api.card(name, "gloomhaven")
        assert {(each.name, each.document, each.says) for each in answer.conflicts} == conflicts, name
