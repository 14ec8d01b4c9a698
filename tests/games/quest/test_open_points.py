"""Open points: each is read by the code, and play differs by its readings."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
import yaml
from msgspec.structs import replace

from tests.games.quest.table import CARDS, READINGS, dealt, play, typed, why_not
from tsolve.cardkit.piles import known
from tsolve.games.quest.actions import BuyToken, Enter, Give, LevelUp, Move, Pass, Use, UseToken, Visit
from tsolve.games.quest.book import Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.play import Play
from tsolve.games.quest.state import Room, State
from tsolve.games.quest.turn.values import monster_value
from tsolve.rules.compiling import InterpretationsFile
from tsolve.source.project import rulesets_path

ROOT = rulesets_path().parent
POINTS = msgspec.convert(
    yaml.safe_load((rulesets_path() / "quest" / "interpretations.yaml").read_text(encoding="utf-8")),
    InterpretationsFile,
).interpretations
CODE = "\n".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "tsolve" / "games" / "quest").rglob("*.py")
)
OWN = typed("""
tutor: {kind: spell, abilities: [{phase: village, do: [{kind: raise_hero}]}]}
scholar: {kind: hero, level: 1, title: Pylorian, xp: 0, traits: [{kind: modifier, value: level, by: 1}]}
chamber: {kind: room, level: 1, light_needed: 0,
  traits: [{kind: modifier, value: health, by: 1, when: {lack: Magic}}]}
spark: {kind: spell, keywords: [Arcane]}
charm: {kind: spell, keywords: [Magic]}
hall: {kind: room, level: 1, light_needed: 0,
  alerts: [{scope: into, demands: [{kind: lose, by: discard, of: [{sort: Item}]}]}],
  after: [{kind: lose, by: destroy, of: [{sort: Hero}]}]}
beast: {kind: monster, level: 1, health: 1,
  alerts: [{scope: into, demands: [{kind: suffer, cards: 1, each: {of: Item}}]}],
  after: [{kind: suffer, tokens: 1, each: {of: Hero}}]}
plague: {kind: monster, level: 1, health: 1, wound_cards: 3}
""")
PURSE = ("lantern",) * 4  # 2 + 2 + 2 + 2 = 8 gold


def game(**readings: str) -> Quest:
    """The rules with cards of our own."""
    return Quest(Book(CARDS | OWN, READINGS | readings))


@pytest.mark.parametrize("key", [point.id for point in POINTS if not point.replaces_cards])
def test_some_code_reads_it(key: str) -> None:
    """A key that replaces card facts is read with the ruleset; any other one stands in the code."""
    assert re.search(rf'["\']{key}["\']', CODE), f"nothing reads {key}"


@pytest.mark.parametrize("key", [point.id for point in POINTS])
def test_some_test_plays_under_its_readings(key: str) -> None:
    """Each key is named in a test, beside the random games."""
    tests = "\n".join(
        path.read_text(encoding="utf-8")
        for path in Path(__file__).parent.rglob("test_*.py")
        if path.name != "test_whole_games.py"
    )
    assert re.search(rf"\b{key}\b", tests), f"no test plays under {key}"


def test_every_entry_of_the_list_is_told_in_one_place() -> None:
    """Each of QC-1 to QC-34 has its key, or stands at the end of the file without a second way."""
    text = (rulesets_path() / "quest" / "interpretations.yaml").read_text(encoding="utf-8")
    keyed = {point.entry for point in POINTS if point.entry}
    alone = set(re.findall(r"QC-\d+", text[text.index("no second way to play") :]))
    assert alone == {"QC-15", "QC-16", "QC-27", "QC-28", "QC-31", "QC-32"}
    assert not keyed & alone
    assert keyed | alone == {f"QC-{number}" for number in range(1, 35)}


# the Village


@pytest.mark.parametrize(("reading", "left"), [("yes", 3), ("no", 2)])
def test_gold_of_a_dagger_that_left(reading: str, left: int) -> None:
    """QC-5 and QE-3: 10 - 7 = 3; without the Dagger's own gold 3 - 1 = 2."""
    hand = ("lantern", "lantern", "dagger", "dagger", "thunderstone_shard", "thunderstone_shard")
    state, _ = play(game(gold_stays=reading), dealt(hand, ["magic_missile"]), "go to Bazaar", "pass")
    after, _ = play(game(gold_stays=reading), state, "buy Magic Missile", "destroy Dagger #1")
    assert after.gold == left


def test_the_bazaar_with_the_purchase() -> None:
    """QC-7, first reading: nothing of the Bazaar is left once the purchases are done."""
    state, _ = play(game(), dealt(PURSE), "go to Bazaar", "pass", "pass")
    assert why_not(game(), state, BuyToken("potion"))[1] == ("QUEST-4.4",)


def test_the_bazaar_at_the_end() -> None:
    """QC-7, second reading: after healing and levelling up; then a Dungeon phase by the Lantern."""
    rules = game(location_step="at_the_end")
    state, _ = play(rules, dealt(PURSE), "go to Bazaar", "pass")
    assert why_not(rules, state, BuyToken("potion"))[1] == ("QUEST-3.5", "key.location_step")
    state, _ = play(rules, state, "pass", "pass")
    assert why_not(rules, state, Enter())[1] == ("QUEST-3.1",)
    state, _ = play(rules, state, "pass", "buy Potion")
    assert (state.gold, state.me.potion) == (4, 1)  # 8 - 4
    assert play(rules, state, "enter the Dungeon")[0].phase == "dungeon"


def test_nothing_comes_at_the_end_elsewhere() -> None:
    """The Guilds' Quarter sells nothing: after levelling up the turn ends, or the Dungeon phase follows."""
    rules = game(location_step="at_the_end")
    state, _ = play(rules, dealt(PURSE), "go to Guilds Quarter", "pass", "pass", "pass")
    assert rules.why_not(state, Enter()) is None


@pytest.mark.parametrize(("reading", "risen"), [("never", False), ("step_only", True)])
def test_a_text_that_levels_up_at_the_temple(reading: str, risen: bool) -> None:
    """QC-17: 2 XP for an Adventurer, by a Village ability."""
    rules = game(temple_levels=reading)
    state = dealt(("tutor", "adventurer"), ["stormhand_1"], xp=2)
    state, _ = play(rules, state, "go to Temple", "pass", "use Tutor")
    assert any(isinstance(action, LevelUp) for action in rules.legal_actions(state)) is risen


@pytest.mark.parametrize(("reading", "price"), [("printed", 3), ("current", 4)])
def test_the_level_that_sets_the_price(reading: str, price: int) -> None:
    """QC-22: level 1, raised to 2 by a trait: 1 + 2 or 2 + 2."""
    rules = game(level_up_level=reading)
    state = dealt(("pylorian_1", "spark"), xp=3)
    state, _ = play(rules, replace(state, stacks=None), "go to Bazaar", "pass", "pass", "pass")
    refusal = rules.why_not(state, LevelUp(0, "scholar"))
    assert refusal is not None  # the scholar is of level 1, too
    assert refusal.rulings == ("QUEST-8.2", "QUEST-8.3")
    rules = Quest(Book({**CARDS, **OWN, "scholar": replace(OWN["scholar"], level=2)}, rules.book.readings))
    refusal = rules.why_not(state, LevelUp(0, "scholar"))
    assert (refusal.reason if refusal else "") == ("it costs 4 XP, you have 3" if price == 4 else "")


@pytest.mark.parametrize(("step", "passes"), [("the gold is summed", 1), ("you move", 1)])
def test_nothing_is_used_late(step: str, passes: int) -> None:
    """QC-29, first reading."""
    village = step == "the gold is summed"
    state = dealt(("thunderstone_shard",), wounds=1, potion=1)
    state, _ = play(game(), state, "go to Bazaar" if village else "enter the Dungeon", *("pass",) * passes)
    rulings = ("QUEST-4.2" if village else "QUEST-5.2", "key.late_abilities")
    told = f"you use abilities and tokens before {step}"
    assert why_not(game(), state, UseToken("potion")) == (told, rulings)
    assert why_not(game(), state, Use(0, 0)) == (told, rulings)


def test_used_late_in_the_village() -> None:
    """QC-29, second reading: a Shard draws a Lantern after the gold is summed; its gold counts: 2 + 2 + 1."""
    rules = game(late_abilities="yes")
    state = dealt(("thunderstone_shard",), wounds=1, iron_rations=1)
    state = replace(state, players=(replace(state.me, deck=known(("lantern",))),))
    state, _ = play(rules, state, "go to Bazaar", "pass", "use Thunderstone Shard")
    state, _ = play(rules, state, "use Iron Rations for gold")
    assert state.gold == 5


def test_used_late_in_the_dungeon() -> None:
    """QC-29, second reading: the token and the Lantern drawn add to the Light of the move; then no more."""
    rules = game(late_abilities="yes")
    state = dealt(("thunderstone_shard",), wounds=1, lantern=1)
    state = replace(state, players=(replace(state.me, deck=known(("lantern",))),))
    state, _ = play(rules, state, "enter the Dungeon", "pass", "move to Mine", "use Lantern token")
    state, _ = play(rules, state, "use Thunderstone Shard")
    assert state.budget == 2  # 0 + 1 + 1
    state, _ = play(rules, state, "battle Goblin Berserker")
    assert rules.legal_actions(state) == [] or state.phase == "prepare"


# values


@pytest.mark.parametrize(
    ("reading", "card", "health"),
    [
        ("keyword", "spark", 5),
        ("any_magic", "spark", 4),
        ("keyword", "charm", 4),
        ("keyword", "shortsword", 5),
    ],
)
def test_magic_cards(reading: str, card: str, health: int) -> None:
    """A room that adds 1 to the 4 health of its Monster without a Magic card."""
    rules = game(magic_card=reading)
    state, _ = play(rules, dealt((card,)), "enter the Dungeon")
    rooms = (state.rooms[0], Room("chamber", "goblin_berserker"), *state.rooms[2:])
    assert monster_value(rules.book, replace(state, rooms=rooms), 1, "health") == health


# wounds


def wounded(state: State, tokens: int, **readings: str) -> int:
    """The Wound tokens after that many are dealt."""
    at_work = Play(game(**readings).book, state)
    at_work.wound(("QUEST-7.1",), tokens)
    return at_work.state.me.wounds


def test_the_box_has_32_wound_tokens() -> None:
    """QC-3: a board of eight holds 8; without such a limit 32 less those of the others, 32 - 5 = 27."""
    state = dealt((), players=2)
    state = replace(state, players=(state.me, replace(state.players[1], wounds=5)))
    assert wounded(state, 40) == 8
    assert wounded(state, 40, wound_slots="unlimited") == 27


@pytest.mark.parametrize(("left", "taken"), [(None, 3), (5, 3), (2, 2), (0, 0)])
def test_wound_cards_run_out(left: int | None, taken: int) -> None:
    """The Monster deals 3; an uncounted stack has enough."""
    rules = game()
    state = replace(dealt(("adventurer",)), wound_cards=left)
    state = replace(state, rooms=(state.rooms[0], Room("mine", "plague"), *state.rooms[2:]))
    at_work = Play(rules.book, replace(state, active=0))
    at_work.wound(("QUEST-7.1",), cards=3)
    assert at_work.state.me.discard.count("festering_wound") == taken
    assert at_work.state.wound_cards == (None if left is None else left - taken)


def test_a_healed_wound_card_returns_to_its_stack() -> None:
    """QUEST-7.4."""
    state = replace(dealt(("festering_wound",)), wound_cards=3)
    state, _ = play(game(), state, "go to Bazaar", "pass", "pass", "heal Festering Wound")
    assert state.wound_cards == 4


# Heroes and their Weapons


def test_what_a_hero_held_who_left() -> None:
    """QUEST-2.4: the Dagger belonged to the Adventurer who left; nobody else takes it up."""
    rules = game()
    state, _ = play(rules, dealt(("adventurer", "adventurer", "dagger")), "enter the Dungeon")
    state, _ = play(rules, state, "give Dagger to Adventurer #1")
    at_work = Play(rules.book, state)
    at_work.discard(0)
    assert why_not(rules, at_work.state, Give(2, 1)) == ("Dagger belonged to a Hero who left", ("QUEST-2.4",))


def test_a_hero_drawn_again_rises_no_further() -> None:
    """QUEST-8.5: Stormhand 2, gained this turn, is drawn from the new deck and keeps his level."""
    rules = game()
    hand = ("stormhand_1", "thunderstone_shard", "lantern", "tome_of_knowledge")
    state = dealt(hand, ["stormhand_2"], xp=20, wounds=1)
    state = replace(state, players=(replace(state.me, deck=()),))
    state, _ = play(
        rules, state, "go to Bazaar", "pass", "pass", "pass", "level up Stormhand 1 to Stormhand 2"
    )
    state, _ = play(rules, state, "enter the Dungeon", "use Thunderstone Shard")
    drawn = state.laid[-1]
    assert (drawn.card, drawn.risen, state.risen) == ("stormhand_2", True, ())
    stormhand_3 = replace(CARDS["stormhand_2"], id="stormhand_3", level=3)
    rules = Quest(Book({**CARDS, "stormhand_3": stormhand_3}, READINGS))
    late = replace(state, phase="levelling", stacks=None, levelled=0)
    assert why_not(rules, late, LevelUp(4, "stormhand_3"))[1] == ("QUEST-8.5",)


def test_gold_of_the_village_is_spent_once() -> None:
    """Hawkswood 2 (2 gold) and three Lanterns have 8; 5 go for a Shortbow, so Spoils have 3 for a token."""
    rules = game()
    state = dealt(("hawkswood_2", *("lantern",) * 3), ["shortbow"])
    state, _ = play(rules, state, "go to Guilds Quarter", "pass", "buy Shortbow", "pass", "pass")
    state, _ = play(rules, state, "enter the Dungeon")
    assert (state.gold, state.spent_gold) == (0, 5)  # 3 left of 8


# the order of texts


@pytest.mark.parametrize(("first", "wounds"), [("Hall", 0), ("Beast", 1)])
def test_the_player_orders_texts_after_battle(first: str, wounds: int) -> None:
    """The room destroys the Hero; the Beast wounds for each Hero, either before or after that."""
    rules = game()
    state = dealt(("adventurer",))
    state = replace(state, rooms=(state.rooms[0], Room("hall", "beast"), *state.rooms[2:]))
    state, _ = play(rules, state, "enter the Dungeon", "pass", "move to Hall")
    state, _ = play(rules, state, "resolve Hall first", "battle Beast")
    assert {rules.notation(state, action) for action in rules.legal_actions(state)} == {
        "resolve Hall first",
        "resolve Beast first",
    }
    state, _ = play(rules, state, f"resolve {first} first")
    assert state.players[0].wounds == wounds


@pytest.mark.parametrize(("first", "cards"), [("Hall", 0), ("Beast", 1)])
def test_the_player_orders_alerts(first: str, cards: int) -> None:
    """The same on the way in: an Item is discarded, and each Item brings a Wound card."""
    rules = game()
    state = dealt(("lantern",))
    state = replace(state, rooms=(state.rooms[0], Room("hall", "beast"), *state.rooms[2:]))
    state, _ = play(rules, state, "enter the Dungeon", "pass", "move to Hall", f"resolve {first} first")
    assert state.me.discard.count("festering_wound") == cards


# where the Champion goes


@pytest.mark.parametrize(("reading", "allowed"), [("yes", True), ("no", False)])
def test_two_champions_at_one_location(reading: str, allowed: bool) -> None:
    """QC-34: another player's Champion stands at the Bazaar."""
    rules = game(shared_location=reading)
    state = dealt(("lantern",), players=2)
    state = replace(state, players=(state.me, replace(state.players[1], location="bazaar")))
    refusal = rules.why_not(state, Visit("bazaar"))
    assert (refusal is None) is allowed
    assert refusal is None or refusal.rulings == ("QUEST-3.3", "key.shared_location")
    assert rules.why_not(state, Visit("temple")) is None


@pytest.mark.parametrize(("reading", "reached"), [("yes", True), ("no", False)])
def test_light_lost_on_the_way(reading: str, reached: bool) -> None:
    """QC-5 and QE-23: the hall takes the one Lantern; the room above takes the 1 Light that was counted."""
    rules = game(light_stays=reading)
    state = dealt(("lantern",))
    state = replace(state, rooms=(state.rooms[0], Room("hall", "goblin_berserker"), *state.rooms[2:]))
    state, _ = play(rules, state, "enter the Dungeon", "pass", "move to Hall")
    refusal = rules.why_not(state, Move(3))
    assert (refusal is None) is reached
    assert refusal is None or refusal.rulings == ("QUEST-5.4", "card.sunken_well")


@pytest.mark.parametrize(("reading", "declined"), [("yes", False), ("no", True)])
def test_a_battle_declined(reading: str, declined: bool) -> None:
    """QC-8: the Giant Rat of The Wilderness."""
    rules = game(battle_compulsory=reading)
    state, _ = play(rules, dealt(("lantern",)), "enter the Dungeon", "pass")
    refusal = rules.why_not(state, Pass())
    assert (refusal is None) is declined
    assert refusal is None or refusal.rulings == ("QUEST-5.14", "key.battle_compulsory")
