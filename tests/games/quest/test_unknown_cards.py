"""Quest: cards of which no source tells enough are not guessed, and the file can tell them."""

from __future__ import annotations

import pytest

from tests.games.quest.files import checked
from tsolve import api
from tsolve.errors import InputError

BOG_ZOMBIE = "{kind: monster, level: 1, health: 4, armor: 0, resistance: 0, wounds: 1, xp: 2}"


def test_a_monster_of_an_unknown_group_is_defined() -> None:
    text = "turn: dungeon\nhand: [4 x Adventurer]\ndungeon: {Mine: Bog Zombie}"
    with pytest.raises(InputError, match=r"cards: \{Bog Zombie: \{kind: monster, level: 1, health: \.\.\.,"):
        checked(text)

    assert checked(f"{text}\ncards: {{Bog Zombie: {BOG_ZOMBIE}}}").notes is not None


def test_a_group_without_known_monsters_is_defined() -> None:
    with pytest.raises(InputError, match=r"cards: \{NAME: \{kind: monster, group: Bog Zombies, level: "):
        checked("turn: dungeon\nhand: [4 x Adventurer]\nmonsters: [Bog Zombies]")


def test_what_the_book_tells_of_the_punching_dagger() -> None:
    """Question 22 of the rulebook: a Hero of 2 with a Dagger (1) and a Punching Dagger (3) has 6."""
    notes = api.card("Punching Dagger", game="quest").notes

    assert any("Beside a starting Dagger its physical boost is 3" in note for note in notes)
    assert any("alone no source tells" in note for note in notes)


@pytest.mark.parametrize(
    "asked",
    [
        "line: [battle Bog Zombie]",  # Bog is a room
        "line: [battle Bog Zombie in Mine]",
        "line: [battle Skeleton Horse]",
        "claims: [{defeats: Bog Zombie}]",
        'claims: ["Bog Zombie is defeated"]',
        "target: Bog Zombie",
    ],
)
def test_an_unknown_monster_may_be_defined_wherever_it_is_named(asked: str) -> None:
    hand = "turn: dungeon\nhand: [4 x Adventurer]\ndungeon: {Mine: Goblin Berserker}\n"
    with pytest.raises(InputError, match=r"cards: \{(Bog Zombie|Skeleton Horse): \{kind: monster, level: 1"):
        checked(hand + asked)


def test_words_behind_a_card_are_still_no_name() -> None:
    hand = "turn: dungeon\nhand: [4 x Adventurer]\ndungeon: {Mine: Goblin Berserker}\n"
    with pytest.raises(InputError, match="and go home"):
        checked(f"{hand}line: [battle Goblin Berserker and go home]")


UNKNOWN_DECK = "turn: dungeon\nhand: [2 x Adventurer, Dagger, Lantern]\n"
"""Two Adventurers (1 each) and a Dagger (1) have 3 against the Giant Rat (4). An Adventurer (level 0) who
wields the Dagger draws a card: one more Adventurer makes it 4, and so does a Dagger for the other one; a
Lantern and a Thunderstone Shard bring no attack.
"""


def test_what_a_drawn_card_would_have_to_be() -> None:
    answer = checked(f"{UNKNOWN_DECK}claims: [{{defeats: Giant Rat}}]")
    (claim,) = answer.claims
    (draw,) = claim.unknown

    assert claim.verdict == "undecided"
    assert claim.reason.startswith("Dagger brings an unknown card")
    assert (draw.card, draw.every) == ("Dagger", False)
    assert sorted(draw.better) == ["Adventurer", "Dagger"]
    assert sorted(draw.worst.cards) == ["Lantern", "Thunderstone Shard"]
    assert [each.what for each in answer.to_write] == ["your deck"]


def test_the_best_play_says_it_too() -> None:
    (draw,) = api.solve(api.loads(f"game: quest\n{UNKNOWN_DECK}".encode(), "p.yaml")).solution.unknown

    assert sorted(draw.better) == ["Adventurer", "Dagger"]


def test_nothing_hangs_on_a_card_that_nobody_draws() -> None:
    answer = checked("turn: dungeon\nhand: [2 x Adventurer, Lantern]\nclaims: [{defeats: Giant Rat}]")

    assert answer.claims[0].verdict == "refuted"
    assert answer.claims[0].unknown == ()
