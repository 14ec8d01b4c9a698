"""Reasons of what is not legal: they name the cards, and cite a rule that says so."""

from __future__ import annotations

import pytest

from tests.games.quest.files import checked, opened
from tsolve.games.quest.actions import Accept, Destroy, GiveUp

VILLAGE = """
    location: Bazaar
    hand: [Adventurer, Thunderstone Shard, Dagger, Lantern]
    village: [Shortsword]
    """
DUNGEON = """
    turn: dungeon
    hand: [3 x Adventurer, Dagger, Lantern]
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}
    """
WON = """
    turn: dungeon
    hand: [3 x Adventurer, Dagger, Lantern]
    sponsor: Clerics' Training Guild
    dungeon: {Mine: Goblin Berserker, Throne Room: none}
    line: [battle Giant Rat]
    """


def refusal(position: str, step: str, after: int | None = None) -> tuple[str, tuple[str, ...]]:
    """Why a step is not legal in a position, or after a step of its line."""
    at = "" if after is None else f", after: {after}"
    text = f'{position.rstrip()}\n    claims: [{{illegal: "{step}"{at}}}]\n'
    (claim,) = checked(text).claims
    assert claim.verdict == "confirmed"
    return claim.reason, claim.rulings


@pytest.mark.parametrize(
    ("step", "told", "ruling"),
    [
        ("destroy Dagger", "Dagger may be destroyed right after a card is bought", "QUEST-4.8"),
        ("destroy Adventurer", "nothing asks for that now", "QUEST-4.2"),
        ("accept", "nothing is offered now", "QUEST-4.2"),
        ("reveal Goblin Warrior", "no card is revealed now", "QUEST-5.22"),
        ("draw Dagger", "no card is drawn now", "QUEST-0.16"),
        ("discard Dagger from the deck", "no card of the deck is discarded now", "QUEST-0.4"),
        ("find The Reaper", "no Treasure is won or bought now", "QUEST-5.21"),
        ("roll 3", "nothing asks for that now", "QUEST-4.2"),
        ("choose Goblin Warrior", "is not in a room that the position names", "QUEST-5.13"),
        ("keep Plague Doctor", "chosen before the first turn", "QUEST-1.13"),
        ("remove Dagger", "Skill falls below what they require", "QUEST-2.5"),
        ("move to Mine", "Mine is not among the rooms that the position names", "QUEST-5.4"),
        ("use Fireball", "Fireball is not among your cards", "QUEST-0.2"),
        ("use Fighters' Training Guild", "Fighters' Training Guild is not your Guild Sponsor", "QUEST-14.3"),
        ("use Goblin Berserker", "Goblin Berserker has no Spoils ability", "QUEST-5.27"),
    ],
)
def test_what_nothing_asks_for_in_the_village(step: str, told: str, ruling: str) -> None:
    reason, rulings = refusal(VILLAGE, step)
    assert told in reason
    assert ruling in rulings


@pytest.mark.parametrize(("step", "ruling"), [("accept", "QUEST-5.2"), ("destroy Lantern", "QUEST-5.2")])
def test_what_nothing_asks_for_in_the_dungeon(step: str, ruling: str) -> None:
    assert refusal(DUNGEON, step)[1] == (ruling,)


@pytest.mark.parametrize(
    ("step", "told", "rulings"),
    [
        ("use Fighters' Training Guild", "is not your Guild Sponsor", ("QUEST-14.3",)),
        ("use the Spoils of Throne Room", "Throne Room has no", ("QUEST-5.27", "card.throne_room")),
        ("use the Spoils of Goblin King", "Goblin King has no", ("QUEST-5.27", "card.goblin_king")),
        ("use the Spoils of Bog", "Bog has no part in this battle", ("QUEST-5.27",)),
    ],
)
def test_spoils_of_what_was_not_in_the_battle(step: str, told: str, rulings: tuple[str, ...]) -> None:
    """Three Adventurers and a Dagger: 3 + 1 = 4 against health 4, and the Giant Rat is defeated."""
    won = WON.replace("[battle Giant Rat]", "[give Dagger to Adventurer, battle Giant Rat]")
    reason, cited = refusal(won, step, 2)
    assert told in reason
    assert cited == rulings


def test_an_offer_names_what_it_is_about() -> None:
    """A step that is no answer while the Dagger may be destroyed."""
    bought = VILLAGE + "line: [buy Shortsword]"
    reason, rulings = refusal(bought, "destroy Lantern", 1)
    assert reason == "you must first finish the purchase: destroy one Dagger, or pass"
    assert rulings == ("QUEST-4.8",)


def test_a_hand_that_is_not_laid_out_yet() -> None:
    """At the Temple, before the turn proper."""
    position = opened("location: Temple\nhand: [Dagger, Lantern]")
    for action in (GiveUp(1), Destroy(0), Accept()):
        refused = position.game.why_not(position.state, action)
        assert refused is not None
        assert refused.rulings == ("QUEST-3.4",)


@pytest.mark.parametrize(
    "step", ["destroy Lantern", "accept", "remove Lantern", "use Fighters' Training Guild"]
)
def test_why_not_of_what_nothing_asks_for(step: str) -> None:
    answer = opened("hand: [Adventurer, 2 x Lantern]\nvillage: [Shortsword]").why_not(step, "position.yaml")
    assert answer.verdict == "impossible"


def test_a_purchase_after_a_level_comes_too_late() -> None:
    position = (
        "location: Bazaar\n    hand: [Adventurer, Lantern]\n    xp: 5\n    village: [Stormhand, Shortsword]\n"
    )
    position = f"\n    {position}    line: [level up Adventurer to Stormhand]"

    told, rulings = refusal(position, "buy Shortsword", 1)

    assert told.endswith("before you heal and level up")
    assert rulings == ("QUEST-4.4",)
