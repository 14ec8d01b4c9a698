"""Traps, Treasures and Guardians in the engine, by hand: who is asked, who is spared, what lies where."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import (
    Table,
    card_id,
    ids,
    mixed_book,
    player,
    position,
    position_of,
    problems,
    ruleset,
    solve,
)
from tests.games.thunderstone.planning.asked_positions import (
    features,
    in_dungeon,
    in_dungeon_by_chance,
    in_village,
)
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.engine import CHANCE
from tsolve.games.thunderstone.game import Thunderstone
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
    here = position_of(
        f"turn: dungeon\nhand: [Militia]\nhall: [Harpy, Nixie, Griffon]\ndungeon_deck: {dungeon}\n"
    )

    assert any("may reveal a Trap" in note for note in solve(here).notes) is told


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


def test_places_in_space_0_have_their_names() -> None:
    here = table(PAIR, HALL, ["Nixie"], guardians=("Guardian of Torment", "Guardian of Night"))

    assert {"attack Guardian of Torment", "attack Guardian of Night"} <= set(here.legal)
    assert here.reckon(-1).penalty == 0
    assert here.reckon(-2).penalty == 0
    here.do("attack Guardian of Night")
    assert any(entry.note == "stays in space 0" for entry in here.entries)


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
    here = position_of(TEXT)
    state: State = here.state

    assert state.me.treasures == (laid("Ruby Dragon"), laid("Sapphire Dragon", "Harpy"))
    assert state.players[1].treasures == (laid("Emerald Dragon", "Torch"),)
    assert [slot.card for slot in state.outside] == ["guardian_of_torment"]
    again = position_of(write_position(here.book, state).partition("\n")[2])
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
    ],
)
def test_what_cannot_lie_there(text: str, code: str, says: str) -> None:
    (found,) = problems(f"turn: dungeon\n{text}\n")

    assert found.code == code
    assert says in found.message
