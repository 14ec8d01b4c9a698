"""Events of Quest: chances counted by hand from the deck and from the Monster decks."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.model.odds import EventOdds, OddsAnswer

TABLE = """\
game: quest
wounds: 2
deck: {rest: [6 x Adventurer, 2 x Lantern, 2 x Thunderstone Shard, 2 x Dagger]}
dungeon: {Mine: Goblin Berserker}
monster_decks: {level_1: {rest: [2 x Goblin Warrior, Goblin Berserker, 2 x Guardian Key]}}
"""


def answered(*events: str, refills: int | None = None) -> OddsAnswer:
    return api.odds(api.loads(TABLE.encode(), "table.yaml"), events=events, refills=refills)


def asked(event: str) -> EventOdds:
    (found,) = answered(event).events
    return found


def test_a_hand_has_as_many_cards_as_hit_points() -> None:
    # Five cards. Without a Lantern 252 of 792, without a Dagger as many, without either 56:
    # 792 - 252 - 252 + 56 = 344.
    assert asked("Lantern and Dagger").chance.exact == "43/99"


def test_sorts_of_cards() -> None:
    # Without a Lantern: 252 of 792.
    found = asked("a Light source")

    assert (found.chance.exact, found.meant) == ("15/22", (("Light source", ("Lantern",)),))


def test_guardian_keys() -> None:
    # A key on top is found (2 of 5), and a Monster comes for it.
    found = asked("a Guardian Key comes in level 1")

    assert (found.chance.exact, found.earliest, found.latest) == ("2/5", 1, 4)


def test_one_key_at_each_refill() -> None:
    # Two keys on top (1 in 10): one is found, and the other is shuffled back among the two Monsters that are
    # left; it lies on top with 1/3. One key on top (3 in 10): the other is one of three cards left, 1/3, too.
    # 1/10 x 1/3 + 3/10 x 1/3 = 2/15.
    assert asked("2 x Guardian Key come in level 1 within 2 refills").chance.exact == "2/15"


def test_a_room_is_filled_from_the_deck_of_its_level() -> None:
    # The next Monster is one of three, two of them Warriors.
    assert asked("Goblin Warrior comes in Mine").chance.exact == "2/3"


def test_what_a_refill_may_bring() -> None:
    found = {event.event: event.chance.exact for event in answered(refills=1).events}

    assert found == {
        "Goblin Berserker comes in level 1": "1/3",
        "Goblin Warrior comes in level 1": "2/3",
        "Guardian Key comes in level 1": "2/5",
    }


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("a Guardian comes in level 1", "comes with the last Guardian Key"),
        ("Guardian Key", "this may come from several piles"),
        ("Goblin Warrior comes in level 2", "is no card of the Monster deck of level 2"),
    ],
)
def test_what_cannot_be(event: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        asked(event)
