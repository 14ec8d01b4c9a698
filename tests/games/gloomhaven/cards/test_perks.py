"""The perks of all classes: read in the words that players use, and the decks that they leave."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from tests.games.gloomhaven.cards.bench import table
from tests.games.gloomhaven.turn.random_positions import turn
from tests.games.gloomhaven.turn.test_random_turns import check
from tsolve import api
from tsolve.api.games import ruleset
from tsolve.games.gloomhaven.actions import Draw, PlayHalf, Strike
from tsolve.games.gloomhaven.modifiers import parse
from tsolve.games.gloomhaven.position import ScenarioPosition

RULES = ruleset("gloomhaven")
STANDARD = {"-2": 1, "-1": 5, "+0": 6, "+1": 5, "+2": 1, "x2": 1, "null": 1}
"""The 20 cards of everybody's deck. (GH-6.17)"""
_BEGINS = re.compile(r" (?=[+-](?:[2-9] x |[+-][0-9]|rolling))")
"""Between two cards of the table: a sign for its list, then the card or its number."""
NUMBERS = {"2": "two", "3": "three", "4": "four"}


def perks(row: dict[str, str]) -> list[tuple[int, list[str], list[str], str]]:
    """Of the table of classes: how often each may be taken, what it takes out and adds, what it ignores."""
    found = []
    for text in row["perks"].split(" | "):
        times, _, rest = text.partition(" times ")
        rest, _, ignores = rest.partition("ignore ")
        each = _BEGINS.split(rest.strip()) if rest.strip() else []
        out, into = ([text[1:] for text in each if text[0] == sign] for sign in "-+")
        found.append((int(times), out, into, ignores))
    return found


def as_cards(texts: list[str]) -> Counter[str]:
    """Each card with its number: two of `2 x -1`."""
    found: Counter[str] = Counter()
    for text in texts:
        number, separator, card = text.partition(" x ")
        found[str(parse(card if separator else text, None))] += int(number) if separator else 1
    return found


def in_words(texts: list[str]) -> str:
    """As the character sheet has it: `two -1 cards`, `one rolling fire and one rolling air card`."""
    parts = []
    for text in texts:
        number, separator, card = text.partition(" x ")
        parts.append(f"{NUMBERS[number] if separator else 'one'} {card if separator else text}")
    return f"{' and '.join(parts)} card{'s' if ' x ' in texts[0] and len(texts) == 1 else ''}"


def said(out: list[str], into: list[str], ignores: str) -> str:
    parts = [f"ignore negative {ignores}"] if ignores else []
    if out and into:
        parts.append(f"replace {in_words(out)} with {in_words(into)}")
    elif out or into:
        parts.append(f"remove {in_words(out)}" if out else f"add {in_words(into)}")
    text = " and ".join(parts)
    return text[:1].upper() + text[1:]


def opened(name: str, texts: list[str]) -> ScenarioPosition:
    written = "\n".join(f'    - "{text}"' for text in texts)
    position = api.loads(
        f"""
game: gloomhaven
turn: {name}
map: {{size: 3 x 2}}
characters:
  {name}:
    at: [0, 0]
    level: 1
    cards: {{A: {{initiative: 10, top: attack 2, bottom: move 1}}, B: {{top: attack 2, bottom: move 1}}}}
    plays: [A, B]
    perks:
{written}
monsters: {{Living Bones 1: {{at: [1, 0], hp: 9, stats: {{hp: 9, shield: 0}}}}}}
"""
    )
    assert isinstance(position, ScenarioPosition)
    return position


def deck_of(position: ScenarioPosition, name: str) -> Counter[str]:
    return Counter(position.laid.state.deck(name).cards())


@pytest.mark.parametrize("row", table("classes"), ids=lambda row: row["name"])
def test_every_perk_is_read_as_the_sheet_says_it_and_makes_the_deck(row: dict[str, str]) -> None:
    for times, out, into, ignores in perks(row):
        added, gone = as_cards(into), as_cards(out)
        extra = [f"add {number} {card}" for card, number in gone.items() if card not in STANDARD]
        text = said(out, into, ignores)
        position = opened(row["name"], [text, *extra])

        without = Counter(STANDARD)
        without.update(added)
        assert deck_of(position, row["name"]) == without - (gone & Counter(STANDARD)), text
        begins = f'"{text[:20]}'  # a longer one is shortened
        noted = [note for note in position.remarks() if begins in note]
        assert not noted, noted
        once_more = opened(row["name"], [*[text] * (times + 1), *extra])
        assert any("GH-15.4" in note and begins in note for note in once_more.remarks()), text


@pytest.mark.parametrize("row", table("classes"), ids=lambda row: row["name"])
def test_any_legal_choice_of_perks_leaves_a_deck(row: dict[str, str]) -> None:
    """Linear in what is taken, so at its worst if all take out and none adds; only a perk that takes out a
    card of another perk needs that one first.
    """
    deck = Counter(STANDARD)
    for times, out, _, _ in perks(row):
        for card, number in as_cards(out).items():
            deck[card] -= times * number
    short = {card for card, number in deck.items() if number < 0}
    assert short == ({"-1 dark"} if row["name"] == "Nightshroud" else set())
    adds: Counter[str] = Counter()
    for times, _, into, _ in perks(row):
        for card, number in as_cards(into).items():
            adds[card] += times * number
    assert all(deck[card] + adds[card] >= 0 for card in short)


def test_a_perk_that_takes_out_what_is_not_there_is_told() -> None:
    position = opened("Nightshroud", ["replace one -1 dark by one +1 dark"])

    assert any("take out one more -1 dark than its deck has" in note for note in position.remarks())


ADDED = sorted({card for row in table("classes") for _, _, into, _ in perks(row) for card in as_cards(into)})


@pytest.mark.parametrize("card", ADDED)
def test_every_card_of_a_perk_is_played_to_the_end_of_the_turn(card: str) -> None:
    position = opened("Brute", [f"add one {card}"])
    game, random = position.game, Random(card)
    state = game.apply(position.state, PlayHalf("A", "top"))
    state = game.apply(state, next(a for a in game.legal_actions(state) if isinstance(a, Strike)))
    assert Draw(card) in [event for event, _ in game.chance(state)]
    for after in turn(game, game.apply(state, Draw(card)), random):
        check(game, after)
