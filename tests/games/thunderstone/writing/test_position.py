"""Position files: what they become, what is refused and where, and that written positions read the same."""

from __future__ import annotations

import json
from random import Random

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.thunderstone.builders import (
    book,
    card_id,
    codes,
    doubts,
    ids,
    player,
    position,
    position_of,
    problems,
)
from tsolve.api.positions import loads
from tsolve.cardkit import piles
from tsolve.engine import play, random_bot
from tsolve.errors import InputError
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.setup import load_setup, new_game
from tsolve.games.thunderstone.state import UNSEEN, Member, Player, Slot, State
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.games.thunderstone.writing.position_text import write_position
from tsolve.source.schema import json_schema

# what a file becomes


def test_an_empty_position_has_unknown_decks_an_unknown_hall_and_one_opponent() -> None:
    state = position_of("").state

    assert state.party == ()
    assert state.hall == (Slot(UNSEEN), Slot(UNSEEN), Slot(UNSEEN))
    assert state.dungeon == piles.UNKNOWN
    assert state.stock is None
    assert state.step == "choose"
    assert state.players == (Player(deck=piles.UNKNOWN), Player(deck=piles.UNKNOWN, hand=None))


def test_every_zone() -> None:
    state = position_of(
        """
        hand: [2 x Torch, Militia x2, Disease]
        deck: {top: [Dagger, Spear], rest: [Torch, Dagger]}
        discard: [Iron Rations]
        xp: 4
        hall: [Griffon, unknown, none]
        dungeon_deck:
          {top: [Nixie], rest: [Sphinx, Griffon], packet: [Nixie, Stone of Mystery], bottom: [Pegasus]}
        village: {Spear: 3, Militia: 0}
        players: {others: [{hand: [Torch], deck: [Dagger], discard: [Disease], xp: 2}, {}]}
        """
    ).state

    assert [member.card for member in state.party] == ["torch", "torch", "militia", "militia", "disease"]
    me, second, third = state.players
    assert me.deck == (piles.Segment(("dagger", "spear")), piles.Segment(("dagger", "torch"), "shuffled"))
    assert (me.discard, me.xp, me.hand) == (("iron_rations",), 4, ())
    assert state.hall == (Slot("griffon"), Slot(UNSEEN), Slot())
    assert state.dungeon == (
        piles.Segment(("nixie",)),
        piles.Segment(("griffon", "sphinx"), "shuffled"),
        piles.Segment(("nixie", "stone_of_mystery"), "shuffled"),
        piles.Segment(("pegasus",)),
    )
    assert (state.stalls, state.stock) == (("spear", "militia"), (3, 0))
    assert second == player(["Torch"], ["Dagger"], ["Disease"], 2)
    assert third == Player(deck=piles.UNKNOWN, hand=None)


def test_top_and_bottom_of_a_dungeon_deck_without_more_are_one_known_pile() -> None:
    state = position_of("dungeon_deck: {top: [Nixie], rest: [], bottom: [Griffon]}").state

    assert state.dungeon == piles.known(("nixie", "griffon"))


@pytest.mark.parametrize("others", [0, 1, 4])
def test_a_number_of_other_players(others: int) -> None:
    assert len(position_of(f"players: {{others: {others}}}").state.players) == others + 1


@pytest.mark.parametrize(
    ("turn", "step"),
    [("village", "effects"), ("dungeon", "preparing"), ("rest", "resting"), ("undecided", "choose")],
)
def test_the_turn_has_begun_when_it_is_named(turn: str, step: str) -> None:
    assert position_of(f"turn: {turn}").state.step == step


def test_names_in_any_language_and_spelling() -> None:
    state = position_of("hand: [Ochotnik, żelazne racje, IRON-RATIONS, Choroba, Militia]").state

    assert [member.card for member in state.party] == [
        "militia",
        "iron_rations",
        "iron_rations",
        "disease",
        "militia",
    ]


def test_a_monster_in_rank_1_has_breached_and_elsewhere_only_when_it_is_said() -> None:
    hall = position_of("hall: [Tyxr the Old, Archduke of Pain, Nixie]").state.hall
    assert hall == (Slot("tyxr_the_old", True), Slot("archduke_of_pain"), Slot("nixie"))

    hall = position_of("hall: [Nixie, Tyxr the Old (breached), Nixie]").state.hall
    assert hall[1] == Slot("tyxr_the_old", True)


def test_readings_and_printing() -> None:
    file = position_of("printing: pl-1.4\ninterpretations: {light_factor: 1, thrown_spear_is_target: yes}")

    assert file.printing == "pl-1.4"
    assert file.book.readings["zero_rule"] == "negative"  # the printing's own
    assert file.book.readings["light_factor"] == "1"
    assert file.book.readings["thrown_spear_is_target"] == "yes"
    assert position_of("").book.readings["zero_rule"] == "floor"
    assert file.book.card("pegasus").trophy.magic_attack == 1  # type: ignore[union-attr]


# what is refused


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hand: [Militi]", ["E302"]),
        ("hand: [Torch, 3 x Nothing, Lantern, What]", ["E302", "E302"]),
        ("hand: [60 x Disease]\ndiscard: [60 x Disease]", []),
        ("hall: [Torch, none, none]", ["E305"]),
        ("hall: [Militia, Disease, Nixie]", ["E305", "E305"]),
        ("hand: [Stone of Mystery]", []),
        ("village: {Stone of Mystery: 1}", ["E305"]),
        ("village: {Nixie: 1, Disease: 3}", ["E305", "E305"]),
        ("dungeon_deck: [Nixie, Dagger]", ["E305"]),
        ("deck: [Stone of Mystery]", []),
        ("claims: [{defeats: Torch}, {buys: Nixie}]", ["E305", "E305"]),
        ("hall: []", ["E306"]),
        ("hall: [Nixie, none, none, none]", ["E306"]),
        ("hand: [0 x Torch, -1 x Torch, 100 x Torch, 999999999999 x Torch]", ["E307"] * 4),
        ("hall: [2 x Nixie, none, none]", ["E307"]),
        ("village: {Torch: 1, Pochodnia: 2}", ["E308"]),
        ("village: {Torch: -1}", ["E205"]),
        ("village: {Torch: 1000}", ["E205"]),
        ("hall: [Stone of Mystery, none, none]", ["E309"]),
        ("hall: [Nixie, Stone of Mystery, none]", []),
        ("claims: [{gold: 1, after: 1}]", ["E310"]),
        ("line: [rest]\nclaims: [{gold: 1, after: 1}]", []),
        ("claims: [{gold: 1}]\nexpect: {claims: [confirmed, refuted]}", ["E310"]),
        ("claims: [{gold: 1, buys: Torch}]", ["E210"]),
        ("claims: [{total: 3}]", ["E310"]),
        ("claims: [{defeats: Nixie, against: Nixie}]", ["E210"]),
        ("printing: '9'", ["E411"]),
        ("interpretations: {nothing: x}", ["E412"]),
        ("interpretations: {zero_rule: ceiling}", ["E413"]),
        ("expect: {readings: [nothing]}", ["E412"]),
        ("expect: {illegal: {rest: [TS-99.9]}}", ["E414"]),
        ("about: [TS-99.9, key.zero_rule=floor, key.zero_rul, card.torhc]", ["E414", "E414", "E414"]),
        ("about: [key.zero_rule=sometimes, TS-8.6=floor, key.zero_rule, card.torch]", ["E413", "E413"]),
        (
            "expect: {line: {rulings: [TS-5]}, calculation: [{card: Torhc, ruling: x}]}",
            ["E414", "E302", "E414"],
        ),
        ("expect: {totals: {Griffn: 1}, best: {target: Torch}}", ["E302", "E305"]),
        ("expect: {after: {hall: [none, unknown, Nixi], village: {Torsh: 1}}}", ["E302", "E302"]),
        ("xp: -1", ["E205"]),
        ("players: {others: 5}", ["E205"]),
        ("turn: duneon", ["E207"]),
        ("hnad: [Torch]", ["E202"]),
    ],
)
def test_what_cannot_stand_on_a_table(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


LONG_HAND = "a turn ends with a hand of 6 cards: "


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("deck: [15 x Torch]", []),
        ("deck: [16 x Torch]", ["the box holds 15 x Torch: 16 are named (line 2)"]),
        (  # 8 + 4 + 4
            "deck: [8 x Torch]\ndiscard: [4 x Torch]\nvillage: {Torch: 4}",
            ["the box holds 15 x Torch: 16 are named (line 4)"],
        ),
        (
            "deck: {top: [Sphinx]}\nhall: [Sphinx, none, none]",
            ["the box holds 1 x Sphinx: 2 are named (line 3)"],
        ),
        ("players: {others: [{hand: [2 x Sphinx]}]}", ["the box holds 1 x Sphinx: 2 are named (line 2)"]),
        ("hand: [2 x Stone of Mystery]", ["the box holds 1 x Stone of Mystery: 2 are named (line 2)"]),
        ("treasures: [3 x Ruby Dragon]", ["the box holds 2 x Ruby Dragon: 3 are named (line 2)"]),
        ("village: {Short Sword: 9}", ["the box holds 8 x Short Sword: 9 are named (line 2)"]),
        ("hand: [6 x Militia]", []),
        ("hand: [7 x Militia]", [f"{LONG_HAND}7 are named (line 2)"]),
        ("hand: [6 x Militia, Regian Priest]", []),  # it draws
        ("hand: []\nxp: 133", []),
        ("hand: []\nxp: 134", ["all Monsters give 133 XP together: 134 are named (line 3)"]),
        (
            (
                "village: {Spear: 1, Lantern: 1, Fireball: 1, Banish: 1, Polearm: 1, Trainer: 1, Barkeep: 1, "
                "Warhammer: 1, Short Sword: 1}"
            ),
            ["the set-up lays out 8 kinds of Village cards: 9 are named (line 2)"],
        ),
    ],
)
def test_what_lies_is_told_and_played(text: str, told: list[str]) -> None:
    assert doubts(text) == told


def test_another_game_is_refused() -> None:
    assert codes("", "game: thunderston\n") == ["E301"]


def test_everything_is_reported_in_one_run_with_its_place() -> None:
    found = problems("hand: [Torch, Militi]\nhall: []\nvillage: {Sphinx: 1}\nprinting: '0'\nline: []")

    assert [(each.code, each.span.line, each.span.column) for each in found if each.span] == [
        ("E302", 2, 15),
        ("E306", 3, 7),
        ("E305", 4, 11),
        ("E411", 5, 11),
    ]


def test_every_misread_step_is_reported_at_its_word() -> None:
    text = (
        "game: thunderstone\n"
        "turn: Dungeon\n"
        "hand: [Militia, Torc]\n"
        "line:\n"
        "- atack Kingdom\n"
        "- attack Kingdom\n"
        "- equip Dager on Militia\n"
        "- use Banish on Nixie and win\n"
        'claims: [illegal: "use  Iron Rations on Milita"]\n'
        "expect: {legal: [buy Torhc], illegal: {use Barkep: []}}"
    )
    with pytest.raises(InputError) as caught:
        loads(text.encode(), "p.yaml")
    found = caught.value.diagnostics

    assert [(each.code, each.span.line, each.span.column) for each in found if each.span] == [
        ("E302", 3, 17),
        ("E321", 5, 3),
        ("E302", 7, 9),  # Dager
        ("E323", 8, 23),  # and win
        ("E302", 9, 41),  # Milita
        ("E302", 10, 22),  # Torhc
        ("E302", 10, 44),  # Barkep
    ]
    assert [each.help for each in found if each.code == "E302"][1] == 'did you mean "Dagger"?'


def test_a_number_may_be_a_count_or_a_copy() -> None:
    for text in ("Militia (3)", "Militia 3", "3xMilitia"):
        (found,) = problems(f"hand: [{text}]")
        assert found.help == 'write "3 x Militia" for that many, "third Militia" for one of them'


def test_the_game_may_be_written_in_capitals() -> None:
    found = loads(b"game: Thunderstone\nhand: [3 Militia]", "p.yaml")

    assert found.written.game == found.ruleset.id == "thunderstone"
    assert [member.card for member in found.state.party] == ["militia"] * 3


def test_suggestions() -> None:
    (near,) = problems("hand: [Militi]")
    assert near.help == 'did you mean "Militia"?'
    (group,) = problems("hand: [Regian]")
    assert group.help == "that is a group; its cards are Regian Cleric, Regian Priest, Regian Bishop"


def test_a_part_of_a_name_is_read_where_one_card_has_it() -> None:
    found = loads(b"game: thunderstone\nhall: [Uyril, none, none]", "p.yaml")

    assert found.state.hall[0].card == "uyril_unending"
    assert "read as: Uyril Unending in line 2" in found.remarks()


def test_the_schema_is_draft_7_and_accepts_a_full_position() -> None:
    schema = json_schema(ThunderstoneFile)

    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.validate(
        {
            "game": "thunderstone",
            "printing": "1.4",
            "hand": ["2 x Torch"],
            "deck": {"top": ["Torch"], "rest": "unknown"},
            "hall": ["Nixie", "none", "unknown"],
            "players": {"others": [{"hand": "unknown"}]},
            "claims": [{"total": 12, "against": "Nixie"}],
            "expect": {"claims": ["confirmed"], "line": {"legal": True}},
        },
        schema,
    )
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"game": "thunderstone", "hand": [{"card": "Torch"}]}, schema)
    assert "seen by the player whose turn it is" in json.dumps(schema)


# writing and reading again


def read_back(text: str) -> State:
    return position_of(text, "").state


def start_of_a_later_turn(seed: int, turns: int) -> tuple[Thunderstone, State]:
    """A position between two turns of a random game."""
    game = Thunderstone(book())
    state = start = new_game(game.book, load_setup().value, seed, 1 + seed % 4)
    for state in play(game, start, [random_bot] * len(start.players), Random(seed)):
        if state.step == "choose" and not state.todo:
            start = state
            turns -= 1
        if not turns:
            break
    return game, start


def breached(game: Thunderstone, slot: Slot) -> Slot:
    """A card in Rank 1 that has had its Breach, if it has one."""
    return replace(slot, breached=bool(game.book.card(slot.card).breach))


@given(st.integers(0, 10_000), st.integers(1, 12))
def test_written_positions_of_random_games_read_the_same(seed: int, turns: int) -> None:
    game, state = start_of_a_later_turn(seed, turns)
    seats = len(state.players)
    first = state.active
    expected = replace(
        state,
        players=tuple(state.players[(first + seat) % seats] for seat in range(seats)),
        active=0,
        removed=(),
        ended_by_removal=False,
        # a Monster that has come to Rank 1 has had its Breach, if it has one (TS-16.1)
        hall=(state.hall[0] if state.hall[0].dealt else breached(game, state.hall[0]), *state.hall[1:]),
    )
    read = read_back(write_position(game.book, state))

    assert read.players == expected.players
    assert read == expected


def test_a_written_position_keeps_its_rules_its_turn_and_its_line() -> None:
    state = position_of("turn: dungeon\nhand: [3 x Torch, Disease]\nhall: [none, Nixie, unknown]").state
    text = write_position(
        book(),
        state,
        printing="pl-1.4",
        interpretations={"light_factor": "1"},
        title='A title: with, "everything" # in it',
        line=["attack Nixie", "draw Torch"],
    )
    file = position_of(text, "")

    assert file.state == state
    assert file.printing == "pl-1.4"
    assert file.book.readings["light_factor"] == "1"
    assert file.written.title == 'A title: with, "everything" # in it'
    assert file.written.line == ("attack Nixie", "draw Torch")


def test_spent_breaches_are_written() -> None:
    hall = (Slot("nixie"), Slot("tyxr_the_old", True), Slot())
    state = replace(
        position(["Torch"], dungeon=[]), hall=hall, dungeon=piles.known(("tyxr_the_old*", "nixie"))
    )

    assert read_back(write_position(book(), state)).hall == hall
    assert read_back(write_position(book(), state)).dungeon == state.dungeon


def test_the_middle_and_the_end_of_the_game_are_not_written() -> None:
    state = position(["Torch", "Militia"], ["Nixie"])
    used = replace(state, party=(Member("militia", attack=1),))
    begun = replace(state, turn="village", step="buying", gold=2)
    shuffled = piles.shuffled(ids(["Nixie"]))

    for wrong in (
        used,
        begun,
        replace(state, over=True),
        replace(state, dungeon=shuffled + shuffled + shuffled),
    ):
        with pytest.raises(ValueError, match=r"written|describe"):
            write_position(book(), wrong)


def test_every_name_that_is_written_is_understood() -> None:
    for card in book().cards.values():
        assert card_id(card.name) == card.id


def test_a_numbered_card_of_a_box_that_is_not_played_with_is_told_like_any_other() -> None:
    (found,) = problems("sets: [base]\nhand: ['Half-Orc Marauder #2 3']")
    assert found.code == "E302"

    (found,) = problems("sets: [base]\nhand: [Militia]\nexpect: {after: {removed: ['Half-Orc Marauder 2']}}")
    assert (
        found.help
        == 'write "2 x Half-Orc Marauder" for that many, "second Half-Orc Marauder" for one of them'
    )


def test_an_article_before_a_name_is_no_part_of_it() -> None:
    hand = position_of("hand: [the Torch, The Unchained]\n").state.party

    assert [member.card for member in hand] == ["torch", "the_unchained"]
