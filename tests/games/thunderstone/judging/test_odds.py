"""Events of Thunderstone: chances counted by hand from the cards of the deck and of the Dungeon Deck."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError, UsageError
from tsolve.model.odds import EventOdds, OddsAnswer

STARTER = "deck: {rest: [6 x Militia, 2 x Dagger, 2 x Torch, Thyrian Squire, Polearm]}\n"
PACKET = (
    "dungeon_deck: {rest: [2 x Griffon, 2 x Nixie, 2 x Blink Dog],"
    " packet: [2 x Pegasus, Sphinx, Kingdom, Stone of Mystery]}\n"
)
GUARDED = "dungeon_deck: {rest: [Dragon's Claws, Assassin, Guardian of Night]}\n"


def answered(table: str, *events: str, hands: int | None = None, refills: int | None = None) -> OddsAnswer:
    position = api.loads(f"game: thunderstone\n{table}".encode(), "table.yaml")
    return api.odds(position, events=events, hands=hands, refills=refills)


def asked(table: str, event: str, hands: int | None = None) -> EventOdds:
    (found,) = answered(table, event, hands=hands).events
    return found


def test_two_cards_together() -> None:
    # Six of twelve cards: the other four are any of the other ten, 210 of 924.
    assert asked(STARTER, "Thyrian Squire and Polearm").chance.exact == "5/22"


def test_two_hands_are_the_whole_deck() -> None:
    # Both cards in the first hand, or both in the second: 2 x 5/22.
    assert asked(STARTER, "Thyrian Squire and Polearm", hands=2).chance.exact == "5/11"


def test_sorts_of_cards() -> None:
    # No Weapon: six of the nine cards that are neither Dagger nor Polearm, 84 of 924.
    weapon = asked(STARTER, "a Weapon")
    # No Light: six of the ten cards without a Torch, 210 of 924.
    light = asked(STARTER, "Light sources")

    assert (weapon.chance.exact, weapon.meant) == ("10/11", (("Weapon", ("Dagger", "Polearm")),))
    assert (light.chance.exact, light.meant) == ("17/22", (("Light source", ("Torch",)),))


@pytest.mark.parametrize("event", ["Ochotnik and Sztylet", "Militia and Dagger", "militia and Broń"])
def test_names_of_any_language(event: str) -> None:
    table = "deck: {rest: [Militia, Dagger, 5 x Torch]}\n"
    # One of seven cards is not drawn, and it must be a Torch.
    assert asked(table, event).chance.exact == "5/7"


def test_the_deck_comes_first_and_then_all_that_was_discarded() -> None:
    # Two Torches are left in the deck. The other four cards come from the discard pile and the hand of this
    # turn: ten cards, one of them the Polearm.
    table = (
        "hand: [5 x Militia, Polearm]\ndeck: {rest: [2 x Torch]}\ndiscard: [2 x Dagger, 2 x Iron Rations]\n"
    )

    assert asked(table, "2 x Torch").chance.exact == "1"
    assert asked(table, "Polearm").chance.exact == "2/5"


def test_a_known_order_is_used() -> None:
    table = "deck: {top: [Polearm, 5 x Militia], rest: unknown}\n"

    assert asked(table, "Polearm").chance.exact == "1"
    with pytest.raises(UsageError, match="unknown"):
        asked(table, "Polearm", hands=2)


def test_when_the_thunderstone_comes() -> None:
    # Six cards lie above the five of the packet, among which it is as likely to be anywhere: 7 to 11, mean 9.
    found = asked(PACKET, "the Thunderstone comes within 8 refills")

    assert (found.earliest, found.latest, found.mean and found.mean.exact) == (7, 11, "9")
    assert found.chance.exact == "2/5"


@pytest.mark.parametrize(
    "event", ["Thunderstone", "the Thunderstone", "Stone of Mystery", "the Thunderstone enters"]
)
def test_what_only_the_dungeon_can_bring(event: str) -> None:
    assert asked(PACKET + STARTER, event).earliest == 7


@pytest.mark.parametrize("event", ["2 Torches and a Dagger", "two Torches and Daggers", "2 x Torch + Dagger"])
def test_the_plural(event: str) -> None:
    # With both Torches four of the other ten cards are any, 210 of 924; without a Dagger among them 70.
    assert asked(STARTER, event).chance.exact == "5/33"


def test_what_a_refill_may_bring() -> None:
    # One of six cards: two of each kind.
    found = answered(PACKET, refills=1).events

    chances = {event.event: event.chance.exact for event in found}
    assert chances == {
        "Blink Dog comes": "1/3",
        "Griffon comes": "1/3",
        "Nixie comes": "1/3",
        **dict.fromkeys(("Kingdom comes", "Pegasus comes", "Sphinx comes", "Stone of Mystery comes"), "0"),
    }


def test_who_counts_refills_means_the_dungeon_deck() -> None:
    # One of two Griffons among six cards: 1 - 4/6 x 3/5.
    assert asked(PACKET, "Griffon within 2 refills").chance.exact == "3/5"


def test_two_monsters_within_two_refills() -> None:
    # Griffon and Nixie in either order: 2 x 2/6 x 2/5.
    assert asked(PACKET, "Griffon and Nixie come within 2 refills").chance.exact == "4/15"


def test_what_is_not_owned_is_not_drawn() -> None:
    answer = answered(STARTER + PACKET, "Griffon")

    assert answer.events[0].chance.exact == "0"
    assert answer.notes == ('no Griffon is in the deck: write "Griffon comes" for another place',)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("Militia comes", "Militia is no card of the Dungeon Deck"),
        ("a Guardian comes", 'Guardian is found in "dragonspire" only'),
        ("Griffon comes within 2 hands", "the Dungeon Deck: count refills, not hands"),
    ],
)
def test_what_cannot_be(event: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        asked(STARTER + PACKET, event)


def test_an_unknown_dungeon_deck() -> None:
    with pytest.raises(UsageError, match="the cards of the Dungeon Deck are unknown"):
        asked(STARTER, "the Thunderstone comes")


def test_a_trap_is_turned_up_on_the_way() -> None:
    # The Guardian comes before the Assassin, or after: the Trap between them fills no Rank.
    guardian = asked(GUARDED, "a Guardian comes")
    # The Trap is turned up at once if it lies on top; at the second refill unless it is the last of three.
    trap = asked(GUARDED, "a Trap comes")

    assert [each.chance.exact for each in guardian.by] == ["1/2", "1", "1"]
    assert [each.chance.exact for each in trap.by] == ["1/3", "2/3", "1"]
