"""Claims and expectations of Quest, with and without a line, and chances of events; verdicts by hand."""

from __future__ import annotations

import pytest

from tests.games.quest.files import FIVE, checked, verdicts
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.errors import InputError, UsageError
from tsolve.games.quest.writing.statements import ClaimFile
from tsolve.model.odds import EventOdds, OddsAnswer

BAZAAR = """
    location: Bazaar
    hand: [3 x Adventurer, Dagger, Lantern, Thunderstone Shard]
    village: [Shortsword, Shortbow, Maul]
    """


def test_five_gold_at_the_bazaar() -> None:
    """QE-12: 1 + 2 + 2 gold: a Shortsword for 3 and Iron Rations for 2; no Maul for 8.

    Of an unknown deck a Gorlandor 2 may come in the Dungeon phase to which the Lantern leads, and his Spoils
    buy a card.
    """
    claims = "[{gold: 5}, {buys: Shortbow}, {cannot_buy: Maul}]"
    assert verdicts(f"{BAZAAR}\n    deck: [6 x Adventurer]\n    claims: {claims}") == ["confirmed"] * 3
    assert verdicts(f"{BAZAAR}\n    claims: {claims}") == ["confirmed", "confirmed", "undecided"]
    line = "line: [buy Shortsword, buy Iron Rations]"
    told = "expect: {line: {legal: true, gained: [Shortsword], gold: 5}, after: {tokens: {iron_rations: 1}}}"
    answer = checked(f"{BAZAAR}\n    {line}\n    {told}")
    assert [each for each in answer.expectations if not each.holds] == []
    assert answer.line is not None
    assert answer.line.outcome == "You buy Shortsword and Iron Rations with 5 gold."


PART_OF_THE_DUNGEON = """
turn: dungeon
hand: [Gorlandor 4, Lantern]
dungeon: {Mine: Goblin Berserker}
"""


def test_what_may_be_in_a_room_that_is_not_named_is_undecided() -> None:
    text = PART_OF_THE_DUNGEON + (
        "claims: [{defeats: Bugbear Elite}, {not_defeats: Bugbear Elite}, {reaches: Vault},"
        " {total: 3, against: Bugbear Elite}, {defeats: Bugbear Elite in Mine}]"
    )
    answer = checked(text)
    assert [claim.verdict for claim in answer.claims] == ["undecided"] * 4 + ["refuted"]
    assert "rooms that the position names" in answer.claims[2].reason


def test_the_end_phase_of_a_turn_that_has_not_begun() -> None:
    (ended,) = checked("hand: [Dagger]\nexpect: {after: {end_phase: true}}").expectations
    assert (ended.holds, ended.found) == (False, "the steps do not end the turn")


def test_gold_spent_before_it_is_counted_is_part_of_it() -> None:
    """5 + 2 + 2 gold; Potion 4 and Rations 2 leave 3, which is the price of the Shortsword."""
    answer = checked(
        """
        location: Guilds' Quarter
        hand: [Hawkswood 4, 2 x Lantern]
        deck: [9 x Adventurer]
        village: [Shortsword]
        line: [use Hawkswood 4, buy Potion, buy Iron Rations, buy Shortsword]
        expect: {line: {gold: 9}}
        claims: [{illegal: buy Shortbow, after: 3}]
        """
    )
    assert answer.line is not None
    assert answer.line.calculation is not None
    assert answer.line.calculation.total == sum(row.change for row in answer.line.calculation.rows) == 9
    bought = [entry for step in answer.line.steps[1:3] for entry in step.entries]
    assert [entry.rulings for entry in bought] == [("QUEST-4.2", "card.hawkswood_4")] * 2


def test_an_empty_treasure_deck_has_nothing_to_sell_or_to_win() -> None:
    shop = "location: Shop of Wonders\ntreasure_deck: []\nhand: [5 x Lantern]\nvillage: [Shortsword]\n"
    answer = checked(shop + "claims: [{illegal: buy a Treasure}]\nline: [buy a Treasure]")
    assert answer.line is not None
    refusal = answer.line.steps[0].refusal
    assert refusal is not None
    assert (refusal.reason, refusal.rulings) == ("the Treasure deck is empty", ("QUEST-3.6",))
    won = f"{FIVE}treasure_deck: []\n    expect: {{line: {{rewards: 1}}}}"
    assert [each.found for each in checked(won).expectations if not each.holds] == []


def test_hit_points_without_a_line_name_the_reading_of_wounds() -> None:
    (claim,) = checked("wounds: 2\nhand: [2 x Adventurer]\nclaims: [{hp: 5}]").claims
    assert (claim.verdict, claim.rulings) == ("confirmed", ("QUEST-6.1", "QUEST-7.2", "key.hp_per_wound"))


def test_what_is_missing_although_the_attack_is_enough() -> None:
    """QUEST-2.12: 5 + 5 + 1 against 5, and no Wizard."""
    text = """
        turn: dungeon
        hand: [2 x Gorlandor 3, Adventurer]
        cards:
          Warden:
            {kind: monster, level: 1, health: 5, armor: 0, wounds: 1, xp: 2,
             traits: [{kind: required, have: Wizard}]}
        dungeon: {Abandoned Gate: Warden, Mine: none}
        line: [move to Abandoned Gate, battle]
        claims: [{defeats: Warden}]
        """
    (claim,) = checked(text).claims
    assert claim.verdict == "refuted"
    assert "cannot be defeated without Wizard" in claim.reason
    assert {"QUEST-2.12", "card.warden"} <= {*claim.rulings}


def test_every_total_that_a_choice_leaves_is_told() -> None:
    """Samuel takes a card: without Stormhand nothing attacks; without the Maul or the Shard 2 are left."""
    text = """
        turn: dungeon
        champion: Mine
        wounds: 1
        deck: []
        hand: [Stormhand 1, Maul, Thunderstone Shard]
        dungeon: {Mine: Samuel the Cleric}
        line: [give Thunderstone Shard to Stormhand 1, give Maul to Stormhand 1, battle]
        claims: [{total: 6}]
        """
    (claim,) = checked(text).claims
    assert claim.reason == "whatever comes: total 0 or total 2"


def test_a_room_with_an_article_in_its_name() -> None:
    """5 less armor 3 against health 4 and 2 of the room."""
    text = """
        turn: dungeon
        hand: [5 x Adventurer]
        deck: []
        dungeon: {The Servant's Tombs: Goblin Warrior, Mine: none}
        claims: [{not_defeats: "Goblin Warrior in The Servant's Tombs"}]
        """
    assert checked(text).claims[0].verdict == "confirmed"


@pytest.mark.parametrize(
    ("text", "claim", "query"),
    [
        ("8 against Goblin King in Mine", ClaimFile(total=8, against="Goblin King in Mine"), ""),
        ("Goblin King can be battled", ClaimFile(can="battle Goblin King"), "battle Goblin King"),
        ("Mine can be reached", ClaimFile(can="reach Mine"), "reach Mine"),
        ("cannot reach the Mine", ClaimFile(cannot_reach="Mine"), "reach Mine"),
        ("Goblin King is not defeated", ClaimFile(not_defeats="Goblin King"), "defeat Goblin King"),
        ("can I buy Shortsword?", ClaimFile(can="buy Shortsword"), "buy Shortsword"),
        ("3 hp", ClaimFile(hp=3), ""),
        ("hp 3", ClaimFile(hp=3), ""),
    ],
)
def test_a_claim_may_be_a_sentence(text: str, claim: ClaimFile, query: str) -> None:
    assert ClaimFile.from_text(text) == claim
    assert claim.query == query


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("6 against Goblin Warrior", 'ask "defeat Goblin Warrior"'),
        ("8 gold", '"buy CARD"'),
        ("3 hp", '"reach ROOM"'),
    ],
)
def test_a_claim_that_no_why_not_asks_is_told_what_to_ask(text: str, asked: str) -> None:
    dungeon = {"Mine": "Goblin Warrior"}
    position = api.position(game="quest", turn="dungeon", hand=["Adventurer"], dungeon=dungeon)

    with pytest.raises(UsageError, match="which `check` judges") as caught:
        api.why_not(position, text)

    assert asked in str(caught.value)


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


def test_a_total_that_can_be_beaten_needs_no_proof_of_the_most() -> None:
    """Both Pylorian 2 have magic 2 + 1 + 1 and level 2 + 1 + 1, one of them 2 more by the Sun: 8, and 4 + 6
    of the Missile. Sun 1, Fireball 3, Silverhelm 2 and what he gives, 2: 26. A short search finds more than
    3, and proves no most.
    """
    text = """
        turn: dungeon
        champion: Crypt
        hand: [Pylorian 2, Magic Missile, Sun of the Forest, Fireball, Rien's Ring, Silverhelm 2]
        deck: [Stormhand 1, Maul]
        wounds: 4
        xp: 6
        tokens: {iron_rations: 2, lantern: 1}
        dungeon: {Mine: Kobold Shaman, Abandoned Gate: none, Crypt: Demon Spider, Sunken Well: none}
        village: [Maul, Moonlight, Pylorian, Silverhelm, Gorlandor]
        claims:
        - {total: 3, against: Demon Spider}
        - {total: 40, against: Demon Spider}
        """
    with allow(Budget(steps=8_000)):
        assert verdicts(text) == ["refuted", "undecided"]
