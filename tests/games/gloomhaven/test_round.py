"""The order of turns and the end of a round, by hand, and playing on to the end of a scenario."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError, UnsupportedError
from tsolve.games.gloomhaven.opened import Opened
from tsolve.source.data import Data

AWAY: dict[str, Data] = {"hp": 5, "stats": {"move": 0, "attack": 1}}
CARDS: dict[str, Data] = {
    "One": {"initiative": 20, "top": "shield 1", "bottom": "move 1"},
    "Two": {"initiative": 40, "top": "heal 1, self", "bottom": "move 2"},
    "Three": {"initiative": 20, "top": "shield 1", "bottom": "move 1"},
    "Four": {"initiative": 30, "top": "shield 1", "bottom": "move 1"},
}


def opened(**keys: Data) -> Opened:
    found = api.position(game="gloomhaven", until="round", map={"size": [9, 5]}, **keys)
    assert isinstance(found, Opened)
    return found


def monster(at: tuple[int, int], rank: str = "normal", **keys: Data) -> dict[str, Data]:
    return {"at": list(at), "rank": rank, "hp": 5, "stats": {"move": 0, "attack": 1}, **keys}


def order(position: Opened) -> list[str]:
    """Who has a turn to the end of the round, the first of several choices taken each time."""
    game, state = position.game, position.state
    found: list[str] = []
    while not state.result:
        if state.turn and state.turn not in found:
            found.append(state.turn)
        actions = game.legal_actions(state) if game.mover(state) >= 0 else [game.chance(state)[0][0]]
        last = [action for action in actions if game.notation(state, action).endswith("end turn")]
        state = game.apply(state, (last or actions)[0])
    return found


def test_elites_come_before_normal_ones_by_their_numbers() -> None:
    """GH-E3: elites 2 and 3, normals 1 and 4."""
    position = opened(
        characters={"A": {"at": [0, 0], "hp": 9, "acted": True}},
        monsters={
            "Guard 1": monster((8, 0)),
            "Guard 2": monster((8, 1), "elite"),
            "Guard 3": monster((8, 2), "elite"),
            "Guard 4": monster((8, 3)),
        },
        ability_cards={"Guard": {"initiative": 50, "do": ["move +0"]}},
    )
    assert order(position) == ["Guard 2", "Guard 3", "Guard 1", "Guard 4"]


def character(at: tuple[int, int], first: str, second: str, **keys: Data) -> dict[str, Data]:
    cards: dict[str, Data] = {name: CARDS[name] for name in (first, second)}
    return {"at": list(at), "hp": 9, "plays": [first, second], "cards": cards, **keys}


def test_a_character_comes_before_a_type_of_the_same_initiative() -> None:
    """GH-2.4: both at 20."""
    position = opened(
        characters={"A": character((0, 0), "One", "Two")},
        monsters={"Guard 1": monster((8, 0))},
        ability_cards={"Guard": {"initiative": 20, "do": ["move +0"]}},
    )
    assert order(position) == ["A", "Guard 1"]


def test_characters_of_one_initiative_compare_their_other_cards() -> None:
    """GH-2.4: both lead with 20; B's other card has 30, A's 40."""
    position = opened(
        characters={"A": character((0, 0), "One", "Two"), "B": character((0, 2), "Three", "Four")},
        monsters={"Guard 1": monster((8, 0), acted=True)},
        ability_cards={"Guard": {"initiative": 90, "do": ["move +0"]}},
    )
    assert order(position) == ["B", "A"]


def test_players_choose_between_types_of_the_same_initiative_and_finish_the_first() -> None:
    """GH-2.4: Guards and Cultists at 50; once a Guard has acted the other Guard is next."""
    position = opened(
        characters={"A": {"at": [0, 0], "hp": 9, "acted": True}},
        monsters={"Guard 1": monster((8, 0)), "Guard 2": monster((8, 1)), "Priest 1": monster((8, 2))},
        ability_cards={
            "Guard": {"initiative": 50, "do": ["shield 1"]},
            "Priest": {"initiative": 50, "do": ["shield 1"]},
        },
    )
    game, state = position.game, position.state
    assert [game.notation(state, each) for each in game.legal_actions(state)] == [
        "turn of Guard 1",
        "turn of Priest 1",
    ]
    assert order(position)[:2] == ["Guard 1", "Guard 2"] or "Guard 2" not in order(position)


def test_summons_act_before_their_owner_in_order_and_new_ones_do_not() -> None:
    """GH-11.3"""
    summon: dict[str, Data] = {"of": "A", "hp": 2, "stats": {"move": 0, "attack": 1}}
    position = opened(
        characters={"A": character((0, 0), "One", "Two")},
        summons={
            "Bear": {"at": [0, 1], **summon},
            "Wolf": {"at": [0, 2], **summon},
            "Rat": {"at": [0, 3], **summon, "new": True},
        },
        monsters={"Guard 1": monster((8, 0), acted=True)},
        ability_cards={"Guard": {"initiative": 90, "do": ["move +0"]}},
    )
    assert order(position) == ["Bear", "Wolf", "A"]


@pytest.mark.parametrize(("reading", "first"), [("last", "Guard 1"), ("tied", "A")])
def test_a_long_rest_comes_last(reading: str, first: str) -> None:
    """key.long_rest_99: with 99 the guard comes before who rests; tied, a character before a type."""
    position = opened(
        interpretations={"long_rest_99": reading},
        characters={"A": {"at": [0, 0], "hp": 9, "rests": True, "discarded": ["One", "Two"]}},
        monsters={"Guard 1": monster((8, 0))},
        ability_cards={"Guard": {"initiative": 99, "do": ["move +0"]}},
    )
    assert order(position)[0] == first


def test_the_end_of_a_round() -> None:
    """GH-13.1: fire wanes, ice is gone, the deck with the null is shuffled, the shield of the round ends."""
    position = opened(
        characters={"A": {"at": [0, 0], "hp": 9, "acted": True, "effects": ["shield 2"]}},
        monsters={"Guard 1": monster((8, 0), acted=True)},
        elements={"fire": "strong", "ice": "waning"},
        modifiers={"monsters": {"discards": ["null", "+0"]}},
    )
    state = position.state
    assert state.result
    assert [(each.element, each.strength) for each in state.elements] == [("fire", "waning")]
    assert state.deck("monsters").discards == ()
    assert len(state.deck("monsters").cards()) == 20
    assert state.figure("A").effects == ()
    assert not state.figure("Guard 1").acted
    assert state.round == 2


@pytest.mark.parametrize(("reading", "left"), [("each_deck", 0), ("monsters_deck", 1)])
def test_which_decks_are_reshuffled(reading: str, left: int) -> None:
    """GH-17.1"""
    position = opened(
        interpretations={"reshuffle": reading},
        characters={"A": {"at": [0, 0], "hp": 9, "acted": True}},
        monsters={"Guard 1": monster((8, 0), acted=True)},
        modifiers={"A": {"discards": ["x2"]}},
    )
    assert len(position.state.deck("A").discards) == left


def test_a_short_rest_loses_a_random_card_or_another_one_for_1_damage() -> None:
    """GH-2.10: Three discarded cards; one is lost, the others come back."""
    position = opened(
        characters={"A": {"at": [0, 0], "hp": 9, "acted": True, "discarded": ["P", "Q", "R"], "hand": ["S"]}},
        monsters={"Guard 1": monster((8, 0), acted=True)},
    )
    game, state = position.game, position.state
    assert [game.notation(state, each) for each in game.legal_actions(state)] == ["short rest of A", "skip"]
    state = game.apply(state, game.legal_actions(state)[0])
    assert [(game.notation(state, each), weight) for each, weight in game.chance(state)] == [
        ("draw P", 1),
        ("draw Q", 1),
        ("draw R", 1),
    ]
    came = game.apply(state, game.chance(state)[0][0])
    kept, again = game.legal_actions(came)
    rested = game.apply(came, kept)
    held = rested.cards_of("A")
    assert held is not None
    assert (held.hand, held.discarded, held.lost) == (("Q", "R", "S"), (), ("P",))
    redrawn = game.apply(came, again)
    assert redrawn.figure("A").hp == 8
    assert [game.notation(redrawn, each) for each, _ in game.chance(redrawn)] == ["draw Q", "draw R"]
    rested = game.apply(redrawn, game.chance(redrawn)[1][0])
    held = rested.cards_of("A")
    assert held is not None
    assert (held.hand, held.lost) == (("P", "Q", "S"), ("R",))


def test_what_a_round_needs_is_asked_for() -> None:
    with pytest.raises(InputError) as caught:
        opened(
            characters={"A": {"at": [0, 0], "hp": 9, "initiative": 20}},
            monsters={"Guard 1": monster((8, 0)), "Guard 2": monster((8, 1))},
        )
    assert [each.message for each in caught.value.diagnostics] == [
        "the round is played, and the cards of A are not given",
        "the round is played, and the initiative of Guard is not given",
    ]


def test_the_best_turn_looks_at_the_reply() -> None:
    """A stands beside the Guard, whose turn comes after; with move 2 it can leave its reach: move 0, melee.
    Attack 2 with +0 for certain leaves it 3 of 5 hit points. To keep its health A attacks and goes, which
    costs nothing: 9 hit points, where staying would cost 4.
    """
    position = opened(
        characters={
            "A": {
                "at": [1, 0],
                "hp": 9,
                "plays": ["Hit", "Run"],
                "cards": {
                    "Hit": {"initiative": 10, "top": "attack 2", "bottom": "move 1"},
                    "Run": {"initiative": 30, "top": "attack 1", "bottom": "move 2"},
                },
            }
        },
        monsters={"Guard 1": {"at": [0, 0], "hp": 5, "stats": {"move": 0, "attack": 4}}},
        ability_cards={"Guard": {"initiative": 50, "do": ["move +0", "attack +0"]}},
        modifiers={"A": ["+0"], "monsters": ["+0"]},
        goal="health,damage",
    )
    answer = api.solve(position)
    assert answer.solution.status == "optimal"
    assert tuple(answer.solution.objective) == (9, 2)


@pytest.mark.parametrize(
    ("keys", "line", "reason", "missing"),
    [
        (
            {"ability_decks": {"Guard": "unknown"}},
            ["A plays One and Two", "play top of One"],
            "the ability card of Guard is drawn first",
            "the ability card of Guard",
        ),
        (
            {
                "ability_decks": {"Guard": {"rest": [{"initiative": 10}, {"initiative": 90}]}},
                "rooms": {"(1,0)": {}},
            },
            ["A plays One and Two", "play top of One"],
            "the ability card of Guard is drawn first, and the steps do not say which (`draw Guard card 1`)",
            "",
        ),
        (
            {"ability_cards": {"Guard": {"initiative": 90}}},
            ["A plays One and Two", "play bottom of Two", "move to (1,0)", "move to (2,0)"],
            "nobody knows what stands behind the door in (1,0)",
            "what stands behind the door in (1,0)",
        ),
    ],
)
def test_what_nobody_knows_stays_undecided(
    keys: dict[str, Data], line: list[Data], reason: str, missing: str
) -> None:
    """The Guard's deck is unknown or shuffled; the door's room is not told."""
    position = api.position(
        game="gloomhaven",
        until="round",
        map={"size": [9, 1], "doors": [[1, 0]]},
        characters={"A": {"at": [0, 0], "hp": 9, "cards": {name: CARDS[name] for name in ("One", "Two")}}},
        monsters={"Guard 1": monster((8, 0))},
        line=line,
        **keys,
    )
    answer = api.check(position)
    assert answer.verdict == "undecided"
    assert answer.line is not None
    assert reason in answer.line.undecided
    assert [each.what for each in answer.to_write] == [missing] * bool(missing)


HAND: dict[str, Data] = {
    f"Card {number}": {"initiative": 10 * number, "top": "attack 3", "bottom": "move 3"}
    for number in range(1, 6)
}
BRUTE: dict[str, Data] = {"at": [0, 0], "hp": 9, "cards": HAND}


def test_a_scenario_is_played_to_its_end_and_again_from_the_same_seed() -> None:
    opened = api.position(
        game="gloomhaven",
        map={"size": [6, 3], "doors": [[3, 1]], "walls": [[3, 0], [3, 2]]},
        rooms={"(3,1)": {"monsters": {"Living Bones 1": {"at": [5, 1]}}}},
        characters={"Brute": BRUTE},
        monsters={"Bandit Guard 1": {"at": [2, 2]}},
    )
    answer = api.simulate_from(opened, seed=3, games=4)
    assert [game.finished for game in answer.games] == [True] * 4
    assert {game.ending for game in answer.games} <= {"the scenario is won", "the scenario is lost"}
    assert [turn.name for turn in answer.games[0].turns][:2] == ["Round 1", "Round 2"]
    assert all(game.scores == () for game in answer.games)
    assert api.simulate_from(opened, seed=3, games=4).games == answer.games


def test_what_a_scenario_needs_is_asked_for() -> None:
    """A type of one's own has no ability deck, and a character without cards can choose none."""
    opened = api.position(
        game="gloomhaven",
        map={"size": [6, 3]},
        characters={"Brute": {"at": [0, 0], "hp": 9}},
        monsters={"Sentry 1": {"at": [2, 2], "stats": {"hp": 3, "move": 2, "attack": 2}}},
    )
    with pytest.raises(InputError) as caught:
        api.simulate_from(opened)
    assert [each.message for each in caught.value.diagnostics] == [
        "the round is played, and the cards of Brute are not given",
        "the round is played, and the initiative of Sentry is not given",
    ]


def test_there_are_no_scenarios_without_a_file() -> None:
    with pytest.raises(UnsupportedError, match="plays on from a position"):
        api.simulate(game="gloomhaven")
