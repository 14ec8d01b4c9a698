"""Hunting for the smallest position of Quest on which two readings differ."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests import sweeping
from tests.games.quest.files import position_of
from tsolve import api
from tsolve.games.quest.actions import Enter
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.dealing import RATS, Dealer, Other, Table
from tsolve.games.quest.judging.hunt import TableParts, TurnManner
from tsolve.games.quest.writing.position_text import write_position
from tsolve.model.comparisons import Questions, differences
from tsolve.rules.ruleset import Ruleset
from tsolve.worlds.hunt import Example, shrinking, size, walk
from tsolve.worlds.verdict import verdict_of

RULES: Ruleset[Card] = api.ruleset("quest")
BEYOND_A_TURN = {
    **dict.fromkeys(("guardian_keys", "sponsors"), "asked while the game is set up"),
    **dict.fromkeys(("after_lantern", "final_draw", "tie_break"), "what comes after the turn"),
    "temple_levels": "a Village text that levels up: no source gives all facts of Ascendance",
    "aftermath_order": "no known card makes a difference by the order; it shows in the steps alone",
}
"""Interpretations that no position of one turn with known cards shows, and why."""
AT_ONCE = Questions(attacks=False, best=False)
RARE = {"sponsor_level_up", "below_zero", "alert_through", "light_stays", "guardian_xp", "magic_card"}
"""Those that only thousands of positions show: looked for by `pytest --large`."""
KEYS = sorted(set(RULES.interpretations) - set(BEYOND_A_TURN) - (set() if sweeping.large else RARE))


def book(**readings: str) -> Book:
    read = RULES.readings(None, readings)
    return Book(RULES.under(read), read)


def dealer(*about: list[str], seed: int = 1) -> Dealer:
    return Dealer(book(), about, 6, Random(seed))


@pytest.mark.parametrize("key", KEYS)
def test_every_reading_is_told_from_its_rivals(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Far below the usual bound; the file that is written opens, and the two readings differ on it."""
    monkeypatch.setattr("tsolve.api.hunting.KEPT", 1)
    for first, second in api.rivals("quest", key):
        answer = api.hunt(first, second, positions=3000, game="quest")
        assert answer.found, f"{second.name} on {answer.tried} positions"
        assert answer.differences
        file = position_of(answer.position.removeprefix("game: quest\n"))
        here, there = (
            verdict_of(file.under(RULES.readings(None, side.options)), AT_ONCE) for side in (first, second)
        )
        assert differences(here, there), answer.position


def test_expectations_of_a_found_position_hold_there_alone() -> None:
    """A Hammer asks for more Skill than an Adventurer has: he wields it only if any greater need will do."""
    first, second = api.rivals("quest", "wield")[0]
    answer = api.hunt(first, second, positions=200, game="quest")
    text = answer.position.removeprefix("game: quest\n")
    assert all(each.holds for each in api.check(position_of(text)).expectations)
    other = api.check(position_of(text.replace("at_most", "at_least")))
    assert not all(each.holds for each in other.expectations)


def test_a_hunt_is_the_same_every_time_and_says_its_bounds() -> None:
    first, second = api.rivals("quest", "magic_card")[0]
    answer = api.hunt(first, second, positions=50, game="quest")
    assert answer == api.hunt(first, second, positions=50, game="quest")
    assert (answer.found, answer.tried) == (False, 50)
    assert "hands of 1 to 6 cards of base, mirror-in-the-dark, " in answer.bounds


@pytest.mark.parametrize("seed", range(30))
def test_dealt_positions_can_be_written_and_read(seed: int) -> None:
    """Also seen as files no card is where it cannot be, or more often than the box holds it."""
    table = dealer(["shortspear"], ["phase_spider", "temple"], ["smorga_4"], seed=seed).deal()
    rules = book()
    state = table.state(rules)
    read = position_of(write_position(rules, state).removeprefix("game: quest\n"))
    assert read.table == state
    assert Quest(rules).legal_actions(state)


def test_what_is_asked_about_meets_in_many_positions() -> None:
    """The Monster lies in a room, the Weapon in the hand. By chance alone the two would meet in one position
    of several hundred.
    """
    deals = dealer(["phase_spider"], ["shortspear"])
    dealt = [deals.deal() for _ in range(200)]
    lying = [{monster for _, monster in table.rooms} for table in dealt]
    assert sum("phase_spider" in monsters for monsters in lying) == 200
    assert sum("shortspear" in table.hand for table in dealt) > 120  # 6 of 8 times 200 is 150


def test_hands_are_armed() -> None:
    """In half of the positions or more some Hero of the hand can wield a Weapon of it."""
    rules, deals = book(), dealer()
    armed = 0
    for hand in (deals.deal().hand for _ in range(200)):
        skills = [rules.card(card).skill or 0 for card in hand if rules.card(card).kind == "hero"]
        needs = [rules.card(card).requirement or 0 for card in hand if rules.card(card).kind == "weapon"]
        armed += bool(skills and needs) and max(skills) >= min(needs)
    assert armed >= 100


def test_the_room_that_is_asked_about_is_entered() -> None:
    """From The Wilderness there are two rooms to enter and a Rat to battle: by chance one line of three goes
    to the Mine first; where it is asked about, more than two of three do.
    """
    games = [Quest.for_one_turn(book(hp_per_wound=option)) for option in ("every_second", "every_one")]
    table = Table(wounds=1, rooms=(RATS, ("mine", ""), ("abandoned_gate", "")), tokens=(0, 3, 0))
    start = games[0].apply(table.state(book()), Enter())
    lines = [
        walk(games[0], games[1], (start, start), Random(seed), TurnManner({"mine"})) or []
        for seed in range(60)
    ]
    first = [next((step for step in line if step.startswith(("move", "battle"))), "") for line in lines]
    assert first.count("move to Mine") > 40


def test_equal_readings_never_differ() -> None:
    game, same = Quest.for_one_turn(book()), Quest.for_one_turn(book())
    deals, random = dealer(), Random(3)
    states = (deals.deal().state(game.book) for _ in range(40))
    assert all(walk(game, same, (state, state), random, TurnManner()) is None for state in states)


def test_shrinking_keeps_what_matters() -> None:
    """Only the Lantern, the Crypt and the last step matter; everything else goes, and the Monster of the
    Crypt becomes the one that everybody knows.
    """
    start = Example(
        Table(
            hand=("lantern", "silverhelm_1", "fireball"),
            deck=("dagger",),
            xp=3,
            tokens=(0, 2, 1),
            champion="mine",
            rooms=(RATS, ("mine", "goblin_shaman"), ("crypt", "dire_wolf_rider")),
            village=(("shortbow", 3),),
            others=(Other(("dagger",), "bazaar"),),
        ),
        ("use Lantern token", "pass", "move to Crypt"),
    )

    def differs(found: Example[Table]) -> bool:
        crypt = [monster for room, monster in found.table.rooms if room == "crypt"]
        return "lantern" in found.table.hand and any(crypt) and "move to Crypt" in found.line

    parts = TableParts(book())
    *_, small = shrinking(parts, start, differs)
    kept = Table(hand=("lantern",), rooms=((RATS[0], ""), ("crypt", "giant_rat")))
    assert replace(small.table, rooms=()) == replace(kept, rooms=())
    assert small.line == ("move to Crypt",)
    assert size(parts, small) < size(parts, start)
