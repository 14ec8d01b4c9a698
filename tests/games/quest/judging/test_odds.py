"""Chances of hands: by hand for a starting deck, and against the plain search over the engine; grades of
turns that were played, and the sum in one line.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from tests.games.quest.files import checked, position_of
from tsolve import api
from tsolve.engine.search import best_policy
from tsolve.errors import UsageError
from tsolve.games.quest.judging.odds import HandOdds
from tsolve.games.quest.planning.goals import value
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import State
from tsolve.model.odds import DeckOdds
from tsolve.report.sums import terms

START = """
    deck: {rest: [6 x Adventurer, 2 x Lantern, 2 x Thunderstone Shard, 2 x Dagger]}
    dungeon: {Mine: Goblin Berserker}
    village: [Shortsword, Maul]
    """


def figures(deck: DeckOdds) -> dict[tuple[str, str], str]:
    """The exact figures by the thing that each is about and its id."""
    return {(row.called if row else "", figure.id): figure.estimate.exact for row, figure in deck.figures()}


def test_gold_and_light_of_the_starting_deck() -> None:
    """Of 12 cards 4 bring 2 gold and 2 bring 1: 10 gold, so 5 in half of them. Without abilities 6 of 12
    cards hold a Lantern each with chance 1/2: 1 Light on average. 8 gold are 4 twos, or 3 twos and both
    Daggers: C(4,4) * C(8,2) + C(4,3) * C(2,2) * C(6,1) = 28 + 24 of C(12,6) = 924 hands. The 2 gold of
    Iron Rations are missing with 6 cards without gold, and with 5 and a Dagger: 1 + 6 * 2; 10 gold take the 6
    others.
    """
    (deck,) = api.odds(position_of(START), draws=False).decks
    told = figures(deck)
    assert (deck.hand, deck.ways) == (6, comb(12, 6))
    assert told["", "gold"] == "5"
    assert told["", "light"] == "1"
    assert told["Maul", "afforded"] == str(Fraction(28 + 24, 924))
    assert told["Iron Rations", "afforded"] == str(Fraction(924 - 1 - 6 * 2, 924))
    assert told["a Treasure", "afforded"] == str(Fraction(1, 924))


def test_wounds_make_hands_smaller() -> None:
    """QUEST-7.2: 4 Wound tokens cost 2 HP."""
    (deck,) = api.odds(position_of(START.rstrip() + "\n    wounds: 4\n")).decks
    assert deck.hand == 4


@pytest.mark.parametrize(
    "cards",
    [
        ("adventurer", "adventurer", "adventurer", "adventurer", "dagger", "stormhand_1", "shortsword"),
        ("adventurer", "pylorian_1", "magic_missile", "lantern", "silverhelm_1", "shortbow", "adventurer"),
    ],
)
def test_attacks_are_those_of_the_plain_search(cards: tuple[str, ...]) -> None:
    """For every hand of 6 of these 7 cards, each Monster by itself: the chance to defeat it, and the mean of
    the greatest total.
    """
    names = ", ".join(position_of("").book.name(card) for card in cards)
    table = position_of(
        f"""
        deck: {{rest: [{names}]}}
        dungeon: {{Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior, Crypt: Hobgoblin Scrapper}}
        """
    )
    (deck,) = api.odds(table).decks
    told = figures(deck)
    names_of = {0: "Giant Rat", 1: "Goblin Berserker", 2: "Goblin Warrior", 3: "Hobgoblin Scrapper"}
    hands = list(combinations(cards, 6))
    for place, name in names_of.items():
        best = [by_search(table, hand, place) for hand in hands]
        for level, id_ in enumerate(("defeated", "attack")):
            mean = sum((worth[level] for worth in best), Fraction()) / len(hands)
            assert told[name, id_] == str(mean), (name, id_)


def by_search(table: QuestPosition, hand: tuple[str, ...], place: int) -> tuple[Fraction, ...]:
    """The best policy for the win and the total of a battle in this room; zeros where none can be had."""
    odds = HandOdds(table)
    work = odds.judging(odds.deck(False), True).open()
    game, state = table.game, work.__self__._begun(hand, "dungeon")  # type: ignore[attr-defined]

    def worth(here: State) -> tuple[int, ...] | None:
        found = value(game.book, here, ("win", "total"))
        return found if found is None or here.tally.room == place else (0, 0)

    found = best_policy(game, state, worth, 0)
    assert found is not None
    return found.worth


def test_a_monster_in_place_of_another() -> None:
    (deck,) = api.odds(position_of(START), against=("Goblin Warrior in Mine",)).decks
    assert ("Goblin Warrior", "defeated") in figures(deck)
    with pytest.raises(UsageError):
        api.odds(position_of(START), against=("Goblin Warrior",))


def test_an_unknown_deck_has_no_odds() -> None:
    with pytest.raises(UsageError):
        api.odds(position_of("hand: [Dagger]"))


def test_a_changed_deck() -> None:
    """A Maul more brings 1 gold: 11 gold in 13 cards, 6 of them in the hand: 66/13."""
    answer = api.odds(position_of(START), adding=("Maul",), draws=False)
    assert figures(answer.decks[1])["", "gold"] == "66/13"


def test_a_file_may_expect_chances() -> None:
    """The same numbers as above; with abilities a Dagger may draw a Lantern. Of the hands with 8 gold, 15
    have two Adventurers beside the four twos: 15 + 24 of 924. The 4 gold of a Potion are missing with no gold
    (1), 1 (6 * 2), 2 (4 * 6 and 15) or 3 (4 * 2 * 15): 172 of 924.
    """
    text = START.rstrip() + (
        "\n    expect: {odds: {hands: 27, gold: '5', light: 6/5,"
        " afford: {Maul: 13/231, Potion token: 188/231}, defeat: {Mine: 4/7},"
        " attack: {Goblin Berserker: {none: '0'}}, purse: {8: 13/308}}}"
    )
    answer = checked(text)
    assert len(answer.expectations) == 8
    assert [each.what for each in answer.expectations if not each.holds] == []


TURN = """
    turn: dungeon
    hand: [Stormhand 1, Shortsword, 2 x Adventurer, Lantern]
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: none}
    line: [move to Abandoned Gate]
    """


def test_a_battle_not_fought_is_given_away() -> None:
    """2 + 1 + 1 + 1 = 5 attack would defeat the Berserker in the Mine: 2 XP and 2 rewards for 2 Wounds."""
    answer = api.grade(position_of(TURN))
    start = dict(zip(answer.goal, (number.exact for number in answer.start), strict=True))
    assert (start["xp"], start["rewards"], start["wounds"]) == ("2", "2", "-2")
    result = dict(zip(answer.goal, (number.exact for number in answer.result), strict=True))
    assert (result["xp"], result["rewards"], result["wounds"]) == ("0", "0", "0")
    lost = [(step.text, step.better) for step in answer.steps if step.verdict == "lost"]
    assert lost[0][0] == "pass"  # without giving the Shortsword to anybody
    assert lost[0][1][0] == "give Shortsword to Stormhand 1"


def test_the_best_turn_gives_nothing_away() -> None:
    text = TURN.replace(
        "[move to Abandoned Gate]",
        "[give Shortsword to Stormhand 1, move to Mine, battle Goblin Berserker]",
    )
    answer = api.grade(position_of(text))
    assert {number.exact for number in answer.regret} == {"0"}
    assert answer.slack is not None
    assert (answer.slack.what, answer.slack.amount) == ("total attack beyond health", 0)
    idle = {card.card for card in answer.cards if card.idle}
    assert idle == {"Lantern"}
    assert {card.card for card in answer.cards if card.mattered} == {
        "Stormhand 1",
        "Shortsword",
        "Adventurer",
    }


def test_a_visit_by_its_own_goal() -> None:
    """4 gold: a Shortsword for 3 is bought, 1 gold is left. A Shortbow for 5 could not be."""
    text = """
    location: Bazaar
    hand: [2 x Lantern, 4 x Adventurer]
    village: [Shortsword, Shortbow]
    line: [buy Shortsword]
    """
    answer = api.grade(position_of(text))
    assert answer.slack is not None
    assert (answer.slack.what, answer.slack.amount) == ("gold left", 1)
    assert answer.finished


def test_no_line_no_grade() -> None:
    with pytest.raises(UsageError):
        api.grade(position_of("turn: dungeon\nhand: [Dagger]"))


def test_a_card_given_to_a_hero_who_was_drawn() -> None:
    """Without the Shard nobody is drawn to whom it could be given."""
    answer = api.grade(
        position_of(
            """
            turn: dungeon
            wounds: 1
            hand: [Thunderstone Shard]
            deck: [Adventurer]
            dungeon: {Mine: none, Abandoned Gate: none}
            line: [use Thunderstone Shard, give Thunderstone Shard to Adventurer, battle Giant Rat]
            """
        )
    )
    assert [each.card for each in answer.cards if each.mattered] == ["Thunderstone Shard", "Adventurer"]


def test_a_dungeon_phase_after_the_village_is_judged() -> None:
    """2 gold are left in the Village; who goes on to the Dungeon gives them away for nothing."""
    answer = api.grade(
        position_of(
            """
            location: Guilds' Quarter
            hand: [Lantern]
            deck: []
            village: []
            dungeon: {Mine: none, Abandoned Gate: none}
            line: [pass, pass, pass, enter the Dungeon, battle Giant Rat]
            """
        )
    )
    last = len(answer.goal) - 1
    assert answer.goal[last] == "unspent"
    told = (answer.start[last], answer.regret[last], answer.result[last])
    assert [each.exact for each in told] == ["2", "2", "0"]


STONE = (
    "{kind: item, cost: 3, gold: 2, physical: 0, magic: 0, skill_boost: 0, light: 0, vp: 0, abilities: [],"
    " traits: [{kind: modifier, value: gold, by: 2}]}"
)


@pytest.mark.parametrize(
    ("hand", "told"), [("Glow Stone", "Glow Stone 4"), ("2 x Glow Stone", "2 x Glow Stone 4 each")]
)
def test_a_text_that_adds_as_much_as_is_printed(hand: str, told: str) -> None:
    """Printed gold 2, and 2 more by the text: 4 of each stone."""
    answer = checked(f"location: Bazaar\nhand: [{hand}]\ncards: {{Glow Stone: {STONE}}}\nline: [buy Potion]")

    assert answer.line is not None
    assert answer.line.calculation is not None
    assert terms(answer.line.calculation, {}) == told
