"""What claims and data say in other words than answers do."""

from tsolve import api

_MAP = {"size": "3 x 1"}


def test_bonuses_of_claims_may_be_polish() -> None:
    shielded = {"at": [0, 0], "hp": 5, "effects": ["tarcza 1"], "plays": ["A", "B"]}
    cards = {each: {"initiative": 10, "top": "attack 1", "bottom": "move 2"} for each in ("A", "B")}
    answer = api.check(
        api.position(
            game="gloomhaven",
            turn="Brute",
            map=_MAP,
            characters={"Brute": {**shielded, "cards": cards}},
            line=["end turn"],
            claims=[{"effects": {"Brute": ["Tarcza 1"]}}, {"effects": {"Brute": ["tarcza 2"]}}],
        )
    )
    assert [claim.verdict for claim in answer.claims] == ["confirmed", "refuted"]


def test_a_null_card_survives_the_way_through_data() -> None:
    first = api.position(
        game="gloomhaven",
        turn="Guard 1",
        map=_MAP,
        characters={"Brute": {"at": [0, 0], "hp": 5}},
        monsters={"Guard 1": {"at": [1, 0], "stats": {"hp": 5, "move": 2, "attack": 2}}},
        modifiers={"monsters": [None]},
    )
    assert api.show(api.position(**api.data_of(first))) == api.show(first)
