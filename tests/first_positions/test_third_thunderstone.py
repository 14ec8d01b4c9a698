"""The ten third positions of Thunderstone, as they were written, and more claims about what becomes of
cards.

Each claim's verdict is derived by hand from the rules.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api
from tsolve.errors import InputError

HERE = Path(__file__).parent / "third" / "thunderstone"

# (file, verdicts of the claims in their order); derived by hand:
CASES: list[tuple[str, list[str]]] = [
    # Slag: Dwarf 1 + 3, Militia 1, no edge of the Dagger; Magic 2, halved. The Disease takes 1 of the Attack,
    # 4 + 1, or of the Magic, 5 + 0. Griffon: 4 + 1 + 1 + 2 - 1 = 7 against 7. Blink Dog: Rank 3 and 1 of its
    # own make 4 against Light 3: 1 is left. (TS-11.1, TS-11.3, TS-10.5)
    ("01.yaml", ["confirmed", "confirmed", "refuted"]),
    # 2 + 1 + 3, Barkeep and Trainer destroyed 2 + 2: 10. Short Sword 6 + Lantern 4 = 10 in two purchases.
    # Fireball 9: with those 10, too. The Trainer destroys a Militia for 2 XP. (TS-4.3, TS-4.4)
    ("02.yaml", ["confirmed", "confirmed", "refuted", "confirmed"]),
    # Torch 2 + Rations 2 = 4 gold for the Lantern; what the Guard draws may pay a Sword of 6. XP 5 = 2 + 3.
    # No Wizard of level 1 becomes an Archmage of level 3, whatever is drawn. (TS-6.1)
    ("03.yaml", ["confirmed", "undecided", "confirmed", "refuted"]),
    # A rest destroys one card at most, and uses no card. Six new cards: all three of the deck, with
    # the Torch, before the discard pile is shuffled. (TS-5.1, TS-3.2, TS-3.4)
    ("04.yaml", ["confirmed", "refuted", "confirmed", "confirmed"]),
    # 8 + 4 + 1 - 2 = 11; the Stone comes to Rank 1 by the victory; 18 points each, and she owns it. (TS-17)
    ("05.yaml", ["confirmed", "confirmed", "confirmed"]),
    # Anna 3 + 2 + 6 + 4 = 15, Diseases 0. Ben 1 + 4 + 7 + 2 = 14. Carla 12. (TS-17.2, DS-10)
    ("06.yaml", ["confirmed", "refuted", "refuted", "confirmed"]),
    # 2 + 2 + 4 + 1 - 1 = 8; two Light short in Rank 3: 8 - 4 = 4, Health 6. Rank 2: 8 - 2 = 6, Health 5. The
    # Slime destroys a Militia, and there is one, however the turn is played. (TS-10.2, TS-7.8)
    ("07.yaml", ["confirmed", "refuted", "confirmed", "confirmed"]),
    # 3 + 2 + 3 + 1 + 2 = 11. Medusa: one Militia leaves; 8 + 3 - 2 = 9 against 7; with the Hatchet the Brute
    # has an edge, so she cannot take him. The Thug asks for 4 Heroes. (TS-11.12, TS-18.2)
    ("08.yaml", ["confirmed", "confirmed", "confirmed", "refuted"]),
    # Griffon: 2 + 3 + 1 + 1 = 7. Knightmare: it depends on the drawn card. Famine: 7 or more; its Disease
    # goes to the discard pile, won or lost. (TS-7.6, TS-7.7, TS-12.3)
    ("09.yaml", ["confirmed", "undecided", "refuted", "confirmed"]),
    # 2 + 4 + 1 + 1 = 8. The Hall moves up, Tyxr's Breach takes two cards of each player. (TS-7.10, TS-16.1)
    ("10.yaml", ["refuted", "confirmed", "confirmed", "refuted"]),
]


@pytest.mark.parametrize(("name", "verdicts"), CASES, ids=[case[0] for case in CASES])
def test_a_third_position_is_answered(name: str, verdicts: list[str]) -> None:
    assert [claim.verdict for claim in api.check(api.load(HERE / name)).claims] == verdicts


MORE: list[tuple[str, list[tuple[str, str]]]] = [
    # Trainer: a Militia destroyed is 2 XP. Barkeep: 1 gold as printed, 2 destroyed. (card texts)
    (
        "02.yaml",
        [
            ("Trainer gives 2 XP", "confirmed"),
            ("Trainer gives 1 XP", "refuted"),
            ("Barkeep gives 2 gold", "confirmed"),
            ("Barkeep gives 3 gold", "refuted"),
            ("the Torch is worth 2 gold", "confirmed"),
            ("Militia is worth no gold", "confirmed"),
            ("Militia is destroyed", "undecided"),  # the Trainer may destroy it, and need not
            ("I get a Lantern", "undecided"),  # if she buys it
        ],
    ),
    # The two Militia and the Torch come for certain; of the Diseases one may stay, and come again.
    (
        "04.yaml",
        [
            ("the Torch is in my next hand", "confirmed"),
            ("both Torches are in Ben's next hand", "refuted"),  # there is one
            ("Lantern is in Ben's next hand", "refuted"),
            ("two Militia are in my new hand", "confirmed"),
            ("Disease is in Ben's next hand", "undecided"),
            ("Ben can destroy a Disease with the Priest", "refuted"),
            ("Ben gains a Disease", "refuted"),
        ],
    ),
    # The Wraith destroys a Militia: the only one. The Stone is taken as it comes to Rank 1; Nixie follows.
    (
        "05.yaml",
        [
            ("the Short Sword gives 4 attack", "confirmed"),
            ("the Torch is worth 1 light here", "confirmed"),
            ("Wraith is worth 4 points", "confirmed"),
            ("both Diseases are destroyed", "refuted"),
            ("Militia dies in the attack", "confirmed"),
            ("the Wraith kills the Militia", "confirmed"),
            ("Anna loses a Militia", "confirmed"),
            ("Dwarf Sentinel survives Wraith", "confirmed"),
            ("after the battle Nixie is in Rank 2", "confirmed"),
            ("Stone of Mystery is in Rank 1", "undecided"),
            ("Wraith is in my discard pile", "confirmed"),
            ("Anna gains a Disease", "refuted"),
            ("Militia doesn't survive", "confirmed"),
            ("nothing is destroyed", "refuted"),
            ("Outlands Khan is in my next hand", "refuted"),  # the game is over
            ("Anna defeats Wraith", "confirmed"),
        ],
    ),
    # Nobody else is destroyed by the Slime; Suffering's Disease is gained, won or lost. A defeated Monster
    # does not go to the bottom of the deck, an undefeated one does. (TS-7.8, TS-7.9)
    (
        "07.yaml",
        [
            ("Ochotnik survives Czarny Szlam", "refuted"),
            ("Giermek survives Czarny Szlam", "confirmed"),
            ("Czarny Szlam destroys a Militia", "confirmed"),
            ("after attacking Rusałka the Ochotnik is destroyed", "refuted"),
            ("after attacking Udręka I gain a Disease", "confirmed"),
            ("Udręka is in Rank 2 after attacking Rusałka", "confirmed"),
            ("Czarny Szlam goes to the bottom of the deck after defeating Czarny Szlam", "refuted"),
            ("Czarny Szlam goes to the bottom of the deck after attacking Czarny Szlam", "undecided"),
            ("Racje are lost", "undecided"),  # as food
        ],
    ),
    # One Hatchet: of two Militia and the Brute only one bearer has an edge, so a Militia dies for certain.
    (
        "08.yaml",
        [
            ("the Brute survives Medusa", "confirmed"),
            ("Stoneguard Brute is killed by Medusa", "refuted"),
            ("Militia is destroyed by Medusa", "confirmed"),
            ("both Militia die after attacking Medusa", "refuted"),  # one may have the Hatchet
            ("Militia survives Medusa", "undecided"),  # which of them?
            ("Thug is in Rank 2 after defeating Medusa", "confirmed"),
            ("Medusa dies", "confirmed"),
            ("Medusa gives 2 XP", "confirmed"),
        ],
    ),
    # Pegasus is won, with 1 XP; the Huntress adds nothing against Rank 1. Two cards of each player.
    (
        "10.yaml",
        [
            ("Tyxr slides to Rank 1", "confirmed"),
            ("Tyxr the Old is in Rank 2", "refuted"),
            ("Nixie is not in Rank 3", "confirmed"),
            ("Pegasus goes to the bottom of the deck", "refuted"),
            ("Anna gets the Pegasus", "confirmed"),
            ("Ben gains a Disease", "refuted"),
            ("Ben discards a card", "refuted"),
            ("Anna must discard 2 cards", "confirmed"),
            ("after beating Pegasus Ben discards 2 cards", "confirmed"),
            ("the Short Sword adds 5 attack", "refuted"),
            ("Dagger gives no attack", "refuted"),
            ("Militia becomes Amazon Huntress", "refuted"),
            ("Torch is in Anna's next hand", "undecided"),  # nobody knows her deck
        ],
    ),
]


def _with(name: str, claims: list[str]) -> str:
    head = (HERE / name).read_text(encoding="utf-8").partition("claims:")[0]
    return head + "claims:\n" + "".join(f"- {claim}\n" for claim in claims)


@pytest.mark.parametrize(("name", "claims"), MORE, ids=[case[0] for case in MORE])
def test_more_is_claimed_of_it(name: str, claims: list[tuple[str, str]]) -> None:
    for text, verdict in claims:
        (answer,) = api.check(api.loads(_with(name, [text]))).claims
        assert (text, answer.verdict) == (text, verdict), answer.reason


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("04.yaml", "Militia is in Anna's next hand"),  # whose hand nobody knows
        ("05.yaml", "the Diseases are destroyed"),  # how many?
        ("05.yaml", "Ben's Militia is destroyed"),
        ("07.yaml", "Rusałka is in Rank 2"),  # when?
        ("10.yaml", "Torch is in Ben's next hand"),
        ("10.yaml", "Tyxr the Old is destroyed"),  # defeated, or removed?
    ],
)
def test_what_may_mean_something_else_is_refused(name: str, text: str) -> None:
    with pytest.raises(InputError):
        api.check(api.loads(_with(name, [text])))


@pytest.mark.parametrize("text", ["Karl defeats Pegasus", "Karl gets 1 XP"])
def test_it_is_told_whose_turn_is_judged(text: str) -> None:
    file = _with("10.yaml", [text]).replace("[Anna, Ben]", "[Anna, Karl]")
    (told,) = api.loads(file).decoded.doubts

    assert "it is the turn of Anna, of which the claim about Karl is judged" in told


def test_the_next_hand_may_be_drawn_already() -> None:
    # Of a deck of six known cards all come; the turn has destroyed the Militia, and the next one has begun.
    text = _with(
        "07.yaml", ["Ochotnik is destroyed", "Nixie is in Rank 1", "two Torches are in my next hand"]
    )
    text = text.replace("deck: []", "deck: [2 x Torch, 4 x Dagger]\nline: [attack Czarny Szlam]")
    answer = api.check(api.loads(text))

    assert [each.verdict for each in answer.claims] == ["confirmed", "confirmed", "confirmed"]


def test_what_is_said_of_everybody_is_judged_of_each() -> None:
    claims = ["everybody discards 2 cards", "nobody gains a Disease", "each player discards a card"]
    answer = api.check(api.loads(_with("10.yaml", claims)))  # Anna and Ben: two cards each (TS-16.1)

    assert [each.verdict for each in answer.claims] == ["confirmed"] * 4 + ["refuted"] * 2


def test_without_steps_it_holds_however_the_turn_is_played() -> None:
    # Won or lost, the Hall moves up when Pegasus leaves it, and Tyxr comes to Rank 1. (TS-7.10, TS-7.6)
    claims = ["Ben discards 2 cards after attacking Pegasus", "Ben discards nothing after attacking Nixie"]
    text = _with("10.yaml", [*claims, "Ben discards nothing"])
    answer = api.check(api.loads("".join(f"{line}\n" for line in text.splitlines() if "line:" not in line)))

    assert [each.verdict for each in answer.claims] == ["confirmed", "confirmed", "undecided"]


@pytest.mark.parametrize("turn", ["end", "game over", "final scoring", "end of the game", "koniec gry"])
def test_a_turn_that_is_none_asks_for_the_points(turn: str) -> None:
    text = (HERE / "06.yaml").read_text(encoding="utf-8").replace("turn: end", f"turn: {turn}")
    assert [claim.verdict for claim in api.check(api.loads(text)).claims] == CASES[5][1]
