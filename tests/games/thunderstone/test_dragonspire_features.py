"""Traps, Treasures and Guardians in the engine, by hand: who is asked, who is spared, what lies where."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import Table, card_id, ids, mixed_book, player, position, ruleset
from tests.games.thunderstone.files import opened, problems, solve
from tests.games.thunderstone.planning.asked_positions import in_dungeon, in_dungeon_by_chance, in_village
from tests.games.thunderstone.planning.dragonspire_parts import features
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.engine import CHANCE
from tsolve.games.thunderstone.game import Thunderstone, all_victory_points
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.state import Player, Slot, State, Treasure
from tsolve.games.thunderstone.turn.traps_and_treasures import trap_awaits
from tsolve.games.thunderstone.writing.position_text import write_position
from tsolve.games.thunderstone.writing.reading import read

PAIR = ["Thyrian Squire", "Thyrian Squire", "Torch"]
"""Attack 4 and Light 1: enough for a Harpy in Rank 1."""
HALL = ["Harpy", "Half-Ogre", "Griffon"]


def table(
    hand: list[str],
    hall: list[str],
    dungeon: list[str],
    *,
    treasures: tuple[Treasure, ...] = (),
    guardians: tuple[str, ...] = (),
    others: tuple[Player, ...] | None = None,
    turn: str = "enter the Dungeon",
    deck: list[str] | None = None,
) -> Table:
    """A player with these Treasures in the Dungeon, or elsewhere."""
    state = position(hand, hall, dungeon=dungeon, others=others, deck=deck, village={"Dagger": 2})
    me = replace(state.me, treasures=treasures)
    outside = tuple(Slot(card, True) for card in ids(guardians))
    found = Table(replace(state, players=(me, *state.players[1:]), outside=outside))
    found.game = Thunderstone(mixed_book())
    return found.do(turn)


def arm_all(here: Table) -> None:
    """Give every Hero a Weapon."""
    while found := [text for text in here.legal if text.startswith("equip")]:
        here.do(found[0])


def laid(name: str, holds: str = "", fresh: bool = False) -> Treasure:
    return Treasure(card_id(name), card_id(holds) if holds else "", fresh)


# Traps


def test_each_player_is_asked_in_turn() -> None:
    others = (
        player(["Barkeep", "Lorigg Thief"]),
        player(["Torch", "Lorigg Thief"]),
        player(["Highwayman", "Barkeep"]),
    )
    here = table(
        ["Lorigg Thief", "Thyrian Squire", "Militia", "Barkeep"],
        HALL,
        ["Dragon's Claws", "Nixie"],
        others=others,
    )

    here.do("attack Harpy")
    assert here.legal == ["player 1 reveals Lorigg Thief", "choose nothing more"]
    here.do("player 1 reveals Lorigg Thief")
    assert here.legal == ["player 2 reveals Lorigg Thief", "choose nothing more"]
    here.do("choose nothing more")
    assert here.legal == ["player 4 reveals Highwayman", "choose nothing more"], "the third has no Villager"
    here.do("player 4 reveals Highwayman")

    assert here.removed == ["Dragon's Claws", "Barkeep"]
    assert here.state.players[1].hand == ids(["Lorigg Thief"])
    assert here.state.players[3].hand == ids(["Highwayman", "Barkeep"])
    assert here.hall == ["Half-Ogre", "Griffon", "Nixie"]


def test_a_villager_used_before_is_lost_to_the_claws_all_the_same() -> None:
    """The tally counts the Barkeep, and nothing for the Trap itself."""
    here = table([*PAIR, "Barkeep"], HALL, ["Dragon's Claws", "Nixie"]).do("attack Harpy")

    assert here.state.tally.lost == 1
    assert here.state.tally.destroyed == ("barkeep",)


def test_the_jaw_shuffles_a_discard_pile_anew() -> None:
    """The other deck is empty and its discard pile holds the only Weapon: it is shuffled, and two Torches may
    come before."""
    others = (player((), [], ["Torch", "Torch", "Spear"]),)
    here = table(PAIR, HALL, ["Dragon's Jaw", "Nixie"], others=others, deck=["Militia"]).do("attack Harpy")
    while here.game.mover(here.state) == CHANCE and here.state.step == "battle":
        here.chance(seed=3)

    assert "Spear" in here.removed
    assert here.state.struck == ()
    assert (
        sorted((*piles.contents(here.state.players[1].deck), *here.state.players[1].discard)) == ["torch"] * 2
    )


def test_the_teeth_keep_cards_apart_until_all_are_there() -> None:
    """A deck of two cards is empty before three are turned up; its discard pile holds one more."""
    others = (player((), ["Militia", "Torch"], ["Thyrian Squire"]),)
    here = table(PAIR, HALL, ["Dragon's Teeth", "Nixie"], others=others).do("attack Harpy")

    assert here.removed == ["Dragon's Teeth", "Thyrian Squire", "Militia"]
    assert sorted(here.discard(1)) == ["Thyrian Squire", "Torch"]


def test_the_teeth_spare_everybody_of_the_highest_strength() -> None:
    others = (player((), ["Militia", "Militia", "Torch"]), player((), ["Militia", "Dagger", "Torch"]))
    here = table(PAIR, HALL, ["Dragon's Teeth", "Nixie"], others=others).do("attack Harpy")

    assert here.removed == ["Dragon's Teeth", "Thyrian Squire"]


def test_a_hero_fed_before_is_not_the_weakest_for_the_teeth() -> None:
    """Militia 2 + 2 by Rations = 4 and the Archmage 4: equals, so the player chooses."""
    here = table(["Elf Archmage", "Militia", "Iron Rations"], HALL, ["Dragon's Teeth", "Nixie"])
    here.do("use Iron Rations on Militia", "use Elf Archmage on Griffon")

    assert here.legal == ["destroy Elf Archmage", "destroy Militia"]


def test_a_card_that_the_words_spare_stays_on_top() -> None:
    others = (player((), ["Torch", "Nixie"]),)
    here = table(["Thyrian Squire"], HALL, ["Dragon's Words", "Kingdom"], others=others).do("attack Harpy")

    assert piles.contents(here.state.players[1].deck) == ("torch", "nixie")
    assert here.state.players[1].deck[0].cards[0] == "torch"


def test_a_card_of_a_shuffled_deck_is_known_once_the_words_have_shown_it() -> None:
    state = position(PAIR, HALL, dungeon=["Dragon's Words", "Nixie"], others=(player((), []),))
    deck: Pile = piles.shuffled(ids(["Torch", "Harpy"]))
    state = replace(state, players=(state.me, Player(deck=deck)))
    here = Table(state)
    here.game = Thunderstone(mixed_book())
    here.do("enter the Dungeon", "attack Harpy")
    assert here.game.mover(here.state) == CHANCE
    events = {here.game.notation(here.state, event): event for event, _ in here.game.chance(here.state)}
    after = here.game.apply(here.state, events["player 2 turns up Torch"])

    assert piles.outcomes(after.players[1].deck) == [("torch", 1)]


def test_a_prize_that_its_own_spoils_destroyed_cannot_burn() -> None:
    """Warlock and Wizard: (2 + 2) x 2 = 8 against Health 8, the Light of the Wizard covers Rank 1. The deck
    is empty: the Sphinx just won is all that its Spoils reveal.
    """
    here = table(["Selurin Warlock", "Elf Wizard"], ["Sphinx", "Nixie", "Ghost"], ["Dragon's Words"], deck=[])
    here.do("attack Sphinx", "destroy revealed Sphinx")
    assert here.state.removed.count("sphinx") == 1
    assert "dragons_words" in here.state.removed


def test_the_prize_is_forfeited_and_its_experience_stays() -> None:
    here = table(PAIR, HALL, ["Dragon's Words", "Nixie"]).do("attack Harpy")
    tally = here.state.tally

    assert (tally.outcome, tally.defeated, tally.forfeited, tally.gained) == ("won", "harpy", True, ())
    assert here.state.me.xp == 1
    assert battle_result(here.game.book, here.state, ("win", "vp", "xp", "lost")) == (1, 0, 1, 0)


@pytest.mark.parametrize(
    ("dungeon", "hall", "place", "awaits"),
    [
        (["Dragon's Words"], HALL, 1, True),
        (["Nixie", "Dragon's Words"], HALL, 1, False),
        (["Ruby Dragon", "Dragon's Words"], HALL, 1, True),
        (["Nixie", "Dragon's Words"], ["Harpy", "Guardian of Night", "Nixie"], 1, True),
        (["Dragon's Words"], HALL, -1, False),
    ],
)
def test_whether_a_trap_is_sure_to_come(
    dungeon: list[str], hall: list[str], place: int, awaits: bool
) -> None:
    """The gap is filled from the top; a Guardian that leaves makes another; space 0 is not filled."""
    here = table(["Militia"], hall, dungeon, guardians=("Guardian of Torment",))

    assert trap_awaits(here.game.book, here.state, place) is awaits


def test_a_trap_that_chance_may_bring_is_not_sure() -> None:
    here = table(["Militia"], HALL, [])
    one = replace(here.state, dungeon=piles.shuffled(ids(["Dragon's Jaw", "Nixie"])))
    both = replace(here.state, dungeon=piles.shuffled(ids(["Dragon's Jaw", "Dragon's Jaw"])))

    assert not trap_awaits(here.game.book, one, 1)
    assert trap_awaits(here.game.book, both, 1)


@pytest.mark.parametrize(
    ("dungeon", "told"),
    [
        ('{rest: ["Dragon\'s Jaw", Nixie]}', True),
        ('{top: [Kingdom], rest: ["Dragon\'s Jaw", Nixie]}', False),
        ("{rest: [Kingdom, Nixie]}", False),
        ('["Dragon\'s Jaw", Nixie]', False),
    ],
)
def test_an_answer_says_what_it_does_not_count(dungeon: str, told: bool) -> None:
    """The Trap that chance may bring after the battle; one that surely comes is counted."""
    here = opened(f"turn: dungeon\nhand: [Militia]\nhall: [Harpy, Nixie, Griffon]\ndungeon_deck: {dungeon}\n")

    assert any("may reveal a Trap" in note for note in solve(here).notes) is told


# Treasures


def test_a_treasure_is_fresh_for_the_turn_in_which_it_is_found() -> None:
    here = table(PAIR, HALL, ["Ivory Dragon", "Nixie"], deck=["Torch"] * 6).do("attack Harpy")
    assert here.state.me.treasures == (laid("Ivory Dragon", fresh=True),)
    while here.state.step == "ending":
        here.chance()

    assert here.state.active == 1
    assert here.state.players[0].treasures == (laid("Ivory Dragon"),)


def test_a_fresh_treasure_is_refused() -> None:
    treasures = (laid("Ivory Dragon", fresh=True),)
    here = table(["Torch"], [], [], treasures=treasures, turn="visit the Village")

    refusal = here.refused("use Ivory Dragon")
    assert refusal.rulings == ("card.ivory_dragon", "DS-7")
    assert "use it in a later one" in refusal.reason


def test_a_card_used_first_may_be_sold() -> None:
    """The Town Guard draws two cards and is then destroyed for 1 XP; the Dragon itself gives another."""
    here = table(
        ["Town Guard"],
        [],
        [],
        treasures=(laid("Ivory Dragon"),),
        turn="visit the Village",
        deck=["Torch"] * 2,
    )
    here.do("use Town Guard (draw 2 cards)", "use Ivory Dragon", "destroy Town Guard", "choose nothing more")

    assert here.state.me.xp == 2
    assert here.hand == ["Torch", "Torch"]
    assert here.state.tally.lost == 2


def test_two_treasures_after_one_victory() -> None:
    """The Harpy goes under the Sapphire, the Torch under the Emerald; the hand is discarded without it."""
    treasures = (laid("Emerald Dragon"), laid("Sapphire Dragon"))
    here = table(PAIR, HALL, ["Nixie"], treasures=treasures)
    here.do("attack Harpy", "use Sapphire Dragon", "use Emerald Dragon on Torch")

    assert here.state.me.treasures == (laid("Emerald Dragon", "Torch"), laid("Sapphire Dragon", "Harpy"))
    assert here.discard() == ["Thyrian Squire", "Thyrian Squire"]
    assert all_victory_points(here.game.book, here.state) == [1, 0]


def test_a_doomed_card_is_not_laid_under_a_treasure() -> None:
    """The Medusa (7) falls to 2 x (2 + 4); the Militia without a Weapon is hers and cannot be saved so."""
    hand = ["Thyrian Squire", "Short Sword", "Thyrian Squire", "Short Sword", "Torch", "Militia"]
    here = table(hand, ["Medusa", "Nixie"], [], treasures=(laid("Emerald Dragon"),))
    here.do("equip Short Sword #1 on Thyrian Squire #1", "equip Short Sword #2 on Thyrian Squire #2")
    here.do("attack Medusa")

    assert here.outcome == "won"
    assert "use Emerald Dragon on Torch" in here.legal
    assert "use Emerald Dragon on Militia" not in here.legal


def test_a_stored_card_counts_for_nobody() -> None:
    treasures = (laid("Emerald Dragon", "Griffon"), laid("Sapphire Dragon", "Harpy"))
    here = table(["Torch"], HALL, [], treasures=treasures)

    assert all_victory_points(here.game.book, here.state) == [1, 0], (
        "the Harpy returns to the deck, the Griffon does not"
    )


def test_the_ruby_of_another_player_is_asked_for_when_the_battle_is_over() -> None:
    others = (replace(player(), treasures=(laid("Ruby Dragon"),)), player())
    hand = ["Thyrian Squire", "Short Sword"] * 3
    here = table(hand, ["Choking Smoke", "Nixie"], [], others=others)
    arm_all(here)
    here.do("attack Choking Smoke")

    assert here.outcome == "won"
    assert here.legal == ["player 2 uses Ruby Dragon", "choose nothing more"]
    here.do("player 2 uses Ruby Dragon")
    assert [here.discard(1), here.discard(2)] == [[], ["Disease"]]


# Guardians


def test_a_guardian_that_comes_to_rank_one_at_once_leaves_at_once() -> None:
    """An empty Hall: the Guardian fills Rank 1, breaches, and the Nixie takes its place."""
    here = table(PAIR, ["Harpy"], ["Guardian of Torment", "Nixie"]).do("attack Harpy")

    assert [slot.card for slot in here.state.outside] == ["guardian_of_torment"]
    assert here.hall == ["Nixie", "", ""]


def test_places_in_space_0_have_their_names() -> None:
    here = table(PAIR, HALL, ["Nixie"], guardians=("Guardian of Torment", "Guardian of Night"))

    assert {"attack Guardian of Torment", "attack Guardian of Night"} <= set(here.legal)
    assert here.reckon(-1).penalty == 0
    assert here.reckon(-2).penalty == 0
    here.do("attack Guardian of Night")
    assert any(entry.note == "stays in space 0" for entry in here.entries)


def test_the_guardian_of_torment_repeats_each_effect() -> None:
    """Kingdom gives a Disease, twice; with both in space 0 still twice, for the other one repeats nothing."""
    both = table(["Torch"], ["Kingdom"], [], guardians=("Guardian of Torment", "Guardian of Night"))
    both.do("attack Kingdom")

    assert both.discard().count("Disease") == 2


def test_nothing_is_refilled_after_a_victory_in_space_0() -> None:
    """2 x (2 + 4) = 12 against Health 12; the Dungeon Deck is not touched, though the Hall has a gap."""
    hand = ["Thyrian Squire", "Short Sword", "Thyrian Squire", "Short Sword"]
    here = table(hand, ["Nixie", "Harpy"], ["Griffon"], guardians=("Guardian of Night",))
    arm_all(here)
    here.do("attack Guardian of Night")

    assert here.outcome == "won"
    assert here.state.outside == ()
    assert here.hall == ["Nixie", "Harpy", ""]
    assert piles.contents(here.state.dungeon) == ("griffon",)


# files


@pytest.mark.parametrize("make", [in_dungeon, in_dungeon_by_chance, in_village])
def test_what_is_said_of_an_action_reads_back(make: object) -> None:
    for seed in range(60):
        game, state = make(features, Random(seed), cards=4)  # type: ignore[operator]
        for _ in range(12):
            mover = game.mover(state)
            if mover == CHANCE:
                actions = [event for event, _ in game.chance(state)]
            else:
                actions = game.legal_actions(state) if mover >= 0 else []
            for action in actions:
                text = game.notation(state, action)
                again = read(game, ruleset(), state, text).action
                assert game.notation(state, again) == text
                assert game.key(game.apply(state, again)) == game.key(game.apply(state, action)), text
            if not actions or state.over or state.step == "ending":
                break
            state = game.apply(state, Random(seed).choice(actions))


TEXT = """
turn: undecided
hand: [Torch]
deck: []
treasures: [Ruby Dragon, {card: Sapphire Dragon, holds: Harpy}]
hall: [Harpy, Guardian of Night, Nixie]
guardians: [Guardian of Torment]
dungeon_deck: {top: ["Dragon's Jaw"], rest: [Ivory Dragon, "Dragon's Words"]}
players: {others: [{hand: [], deck: [], treasures: [{card: Emerald Dragon, holds: Torch}]}]}
"""


def test_a_position_is_written_and_read_again() -> None:
    here = opened(TEXT)
    state: State = here.state

    assert state.me.treasures == (laid("Ruby Dragon"), laid("Sapphire Dragon", "Harpy"))
    assert state.players[1].treasures == (laid("Emerald Dragon", "Torch"),)
    assert [slot.card for slot in state.outside] == ["guardian_of_torment"]
    again = opened(write_position(here.book, state).partition("\n")[2])
    assert again.state == state


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("hall: [Guardian of Night, none, none]", "E305", "space 0"),
        ('hall: ["Dragon\'s Jaw", none, none]', "E305", "Trap"),
        ("guardians: [Nixie]", "E305", "Monster"),
        ("treasures: [Torch]", "E305", "Basic card"),
        ("treasures: [{card: Ruby Dragon, holds: Torch}]", "E305", "Ruby Dragon"),
        ("treasures: [{card: Emerald Dragon, holds: 2 x Torch}]", "E307", "one card"),
        ("hand: [Ruby Dragon]", "E305", "Treasure"),
        ("treasures: [3 x Ruby Dragon]", "E304", "holds 2"),
    ],
)
def test_what_cannot_lie_there(text: str, code: str, says: str) -> None:
    (found,) = problems(f"turn: dungeon\n{text}\n")

    assert found.code == code
    assert says in found.message
