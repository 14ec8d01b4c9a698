"""Positions as people write them in other forms: what they become, and what is told."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.builders import problems
from tsolve.api.positions import loads
from tsolve.errors import InputError
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import UNSEEN, Slot


def read(text: str) -> ThunderstonePosition:
    found = loads(f"game: thunderstone\n{text}\n")
    assert isinstance(found, ThunderstonePosition)
    return found


def stock(text: str) -> dict[str, int]:
    state = read(text).state
    return dict(zip(state.stalls, state.stock or (), strict=True))


# Basic cards of the box less the starting decks of two players: 30 - 12, 15 - 4, 15 - 4, 15 - 4 (TS-2.3)
BASIC = {"militia": 18, "torch": 11, "iron_rations": 11, "dagger": 11}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("village: [Lantern, Polearm]", {"lantern": 8, "polearm": 8}),
        ("village: Lantern, Polearm", {"lantern": 8, "polearm": 8}),
        ("market: [Lantern, 3 Polearms]", {"lantern": 8, "polearm": 3}),
        ("village: {cards: [Lantern], weapons: {Polearm: 2}}", {"lantern": 8, "polearm": 2}),
        ("village: [Lantern (5), Polearm (2 left)]", {"lantern": 5, "polearm": 2}),
        ("village: {Lantern: 5 left, Polearm: 2x}", {"lantern": 5, "polearm": 2}),
        ("deck: [2 x Lantern]\nvillage: [Lantern]", {"lantern": 6}),
        ("village: [Elf]", {"elf_wizard": 6, "elf_sorcerer": 4, "elf_archmage": 2}),
        ("village: {heroes: [Elf Sorcerer]}", {"elf_sorcerer": 4, "elf_archmage": 2}),
        ("wioska: [Latarnia]", {"lantern": 8}),
    ],
)
def test_a_village_without_all_numbers(text: str, expected: dict[str, int]) -> None:
    found = stock(text)
    basic = {card: found.get(card) for card in BASIC}
    rest = {card: count for card, count in found.items() if card not in BASIC}
    assert rest == expected
    if "5" not in text:
        assert basic == BASIC


def test_a_village_with_numbers_is_all_that_is_sold() -> None:
    assert stock("village: {Lantern: 3}") == {"lantern": 3}
    assert stock("village: [Lantern, Militia]") == {"lantern": 8, "militia": 30}


@pytest.mark.parametrize(
    "hall",
    [
        "[Ghost, Nixie, unknown]",
        "[Ghost, Nixie]",
        "{1: Ghost, 2: Nixie}",
        "{rank 2: Nixie, rank 1: Ghost, rank 3: unknown}",
        "[rank 1: Ghost, rank 2: Nixie]",
        "[Nixie (2), Ghost (1)]",
        "Nixie in Rank 2, Ghost in Rank 1",
    ],
)
def test_the_hall(hall: str) -> None:
    assert [slot.card for slot in read(f"hall: {hall}").state.hall] == ["ghost", "nixie", UNSEEN]


def test_an_empty_rank() -> None:
    assert read("hall: [Nixie, empty, '-']").state.hall[1:] == (Slot(), Slot())


@pytest.mark.parametrize(
    "text",
    [
        "players: [{name: Ben, hand: [Torch]}, {name: Anna, hand: [Militia], xp: 3 XP}]\nplayer: Anna",
        "players: {Anna: {hand: [Militia], xp: 3}, Ben: {hand: [Torch]}}",
        "players: [Anna: {hand: [Militia], xp: 3}, Ben: {hand: [Torch]}]",
        "Anna: {hand: [Militia], xp: 3}\nBen: {hand: [Torch]}",
        "player: {name: Anna, hand: [Militia], xp: 3}\nplayers: [{name: Ben, hand: [Torch]}]",
        "me: Anna\nhand: [Militia]\nxp: 3\nplayers: [Anna, {name: Ben, hand: [Torch]}]",
    ],
)
def test_players(text: str) -> None:
    found = read(text)
    me, other = found.state.players
    assert found.written.player == "Anna"
    assert [member.card for member in found.state.party] == ["militia"]
    assert (me.xp, other.hand) == (3, ("torch",))


def test_a_number_of_players_counts_all() -> None:
    assert len(read("players: 3").state.players) == 3


def test_cards_are_owned_only_where_no_turn_is_played() -> None:
    assert read("cards: [3 x Militia]").written.owned == ("3 x Militia",)
    assert [each.code for each in problems("turn: village\ncards: [3 x Militia]")] == ["E201"]


@pytest.mark.parametrize("deck", ["5 cards", "12", "unseen"])
def test_a_deck_of_which_only_the_size_is_known(deck: str) -> None:
    assert read(f"deck: {deck}").written.deck == "unknown"


def test_a_dungeon_deck_with_a_packet_only() -> None:
    above, below = read("dungeon_deck: {packet: [Nixie, Stone of Mystery]}").state.dungeon
    assert (above.order, below.cards) == ("unknown", ("nixie", "stone_of_mystery"))


@pytest.mark.parametrize(
    ("text", "turn"),
    [("phase: In the dungeon", "dungeon"), ("tura: wioska", "village"), ("turn: resting", "rest")],
)
def test_kinds_of_turn(text: str, turn: str) -> None:
    assert read(text).state.turn == turn


def test_boxes() -> None:
    assert read("expansion: Dragonspire\nhand: [Militia]").printing == "dragonspire"
    assert read("expansions: [base game]\nhand: [Militia]").printing == "1.4"


def test_several_purchases_in_one_step() -> None:
    file = read(
        "turn: village\nhand: [Barkeep, 3 x Torch]\nvillage: [Spear]\nline: [use Barkeep, buy 2 Spears]"
    )
    assert file.written.line == ("use Barkeep", "buy Spear", "buy Spear")


def test_what_was_taken_is_told() -> None:
    found = read("players: [Anna, Ben]\nvillage: [Lantern]\ndeck: 5 cards").remarks()[0]
    for told in ("stacks without a number", "5, is not used", "Anna as the player whose turn it is"):
        assert told in found


def test_a_claim_of_a_player_whose_turn_it_is_not_is_told() -> None:
    file = "turn: village\nplayers: [{name: Anna, hand: [Torch]}, {name: Ben}]\nvillage: [Spear]\n"
    assert read(f"{file}claims: [Anna can buy Spear]").decoded.doubts == []
    (told,) = read(f"{file}claims: [Ben can buy Spear]").decoded.doubts
    assert told == "it is the turn of Anna, of which the claim about Ben is judged (line 5)"


def test_what_may_mean_two_things_is_refused() -> None:
    with pytest.raises(InputError, match="is named twice"):
        read("village: {Torch: 1, Pochodnia: 2}")
    with pytest.raises(InputError):
        read("hall: [Nixie (1), Ghost (1)]")
