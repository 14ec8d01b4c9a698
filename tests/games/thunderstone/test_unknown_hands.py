"""What other players may hold: a hand that nobody knows may bring a card that decides the battle."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.files import opened
from tsolve.model.answers import CheckAnswer
from tsolve.turns.check import check

THEURGE = """\
turn: dungeon
hand: [Selurin Theurge, Torch, Militia]
deck: []
hall: [Pegasus, Nixie, Griffon]
"""
"""The Theurge's 2, doubled, and the Militia's 1: 5 against Health 6. A borrowed Elf Wizard (Magic Attack 2)
makes it (2 + 2) x 2 + 1 = 9.
"""
ROGUE = """\
turn: dungeon
sets: [base, dragonspire]
interpretations: {others_discard: forced}
hand: [Lorigg Rogue, Dagger]
deck: []
hall: [Griknack Goblin, none, none]
"""
"""The Rogue's 2 and the Dagger's 1 are 3 against Health 4; a Bishop would take a card of the own hand."""


def judged(text: str) -> CheckAnswer:
    return check(opened(text), "p.yaml")


@pytest.mark.parametrize(
    ("others", "verdict"),
    [
        ("", "undecided"),  # another player, of whom nothing is said
        ("players: {others: [{owned: [8 x Torch, 2 x Elf Wizard]}]}\n", "undecided"),
        ("players: {others: [{owned: [8 x Torch, 2 x Dagger]}]}\n", "confirmed"),  # no Hero to borrow
        ("players: {others: [{hand: [Torch, Dagger]}]}\n", "confirmed"),
    ],
)
def test_a_theurge_may_borrow_from_a_hand_that_nobody_knows(others: str, verdict: str) -> None:
    answer = judged(f"{THEURGE}{others}claims: [{{not_defeats: Pegasus}}]\n")
    assert [claim.verdict for claim in answer.claims] == [verdict]


@pytest.mark.parametrize(
    ("others", "verdict"),
    [
        ("", "undecided"),
        ("players: {others: [{owned: [8 x Torch, 2 x Belzur Bishop]}]}\n", "undecided"),
        ("players: {others: [{owned: [8 x Torch, 2 x Dagger]}]}\n", "confirmed"),
        ("players: {others: [{hand: [Torch, Dagger]}]}\n", "confirmed"),
    ],
)
def test_an_unknown_hand_may_turn_a_robbery_back(others: str, verdict: str) -> None:
    answer = judged(f"{ROGUE}{others}claims: [{{not_defeats: Griknack Goblin}}]\n")
    assert [claim.verdict for claim in answer.claims] == [verdict]


ROBBED = """\
turn: dungeon
hand: [Lorigg Rogue, Militia, Torch]
deck: []
hall: [Griknack Goblin, none, none]
"""
"""The Rogue makes every other player discard a card; 2 + 1 against Health 4 whatever that is."""
OWNED = "{owned: [6 x Militia, 2 x Dagger, 2 x Torch, 2 x Iron Rations]}"


@pytest.mark.parametrize(
    ("others", "said", "refused"),
    [
        ("[{}]", "player 2 discards Torch", ""),
        ("[{}]", "player 2 discards Polearm", ""),  # nobody knows what player 2 has bought
        (f"[{OWNED}]", "player 2 discards Torch", ""),
        (f"[{OWNED}]", "player 2 discards Polearm", "player 2 cannot hold Polearm"),
        ("[{}, {}]", "player 3 discards Torch, player 2 discards Dagger", ""),
        ("[{}, {}]", "player 2 discards Dagger, player 3 discards Torch", ""),
        ("[{}, {hand: [Dagger, Torch]}]", "player 2 discards Dagger, player 3 discards Torch", ""),
        ("[{}, {hand: [Dagger, Torch]}]", "player 3 discards Torch, player 2 discards Dagger", ""),
    ],
)
def test_a_step_may_name_the_discard_of_a_hand_that_nobody_knows(
    others: str, said: str, refused: str
) -> None:
    line = f"line: [use Lorigg Rogue, {said}, attack Griknack Goblin]\n"
    answer = judged(f"{ROBBED}players: {{others: {others}}}\n{line}")
    assert answer.line is not None
    assert answer.line.legal is not bool(refused)
    reasons = [step.refusal.reason for step in answer.line.steps if step.refusal is not None]
    assert len(reasons) == bool(refused)
    assert all(reason.startswith(refused) for reason in reasons)


def test_a_second_discard_of_the_same_hand_is_refused() -> None:
    line = "line: [use Lorigg Rogue, player 2 discards Torch, player 2 discards Dagger]\n"
    answer = judged(f"{ROBBED}{line}")
    assert answer.line is not None
    assert not answer.line.legal


def test_a_hidden_discard_may_be_claimed_after_its_step() -> None:
    """What the hand gave is not known to the position after the step, but the line knows it."""
    text = f"{ROBBED}line: [use Lorigg Rogue, attack Griknack Goblin]\n"
    claims = (
        "claims: [{legal: player 2 discards Torch, after: 1}, {illegal: player 2 discards Torch, after: 1}]\n"
    )
    answer = judged(text + claims)
    assert [claim.verdict for claim in answer.claims] == ["confirmed", "refuted"]


def test_where_it_matters_which_card_a_hand_gives_the_line_is_undecided() -> None:
    """An Elf Wizard borrowed makes (2 + 2) x 2 of the 2 x 2, an Amazon Archer 3 more."""
    line = "line: [use Selurin Theurge, discard Militia, player 2 discards a Hero, attack Pegasus]\n"
    answer = judged(f"{THEURGE}players: {{others: [{{hand: [Elf Wizard, Amazon Archer]}}]}}\n{line}")
    assert answer.line is not None
    assert answer.line.undecided.startswith("player 2: it matters which; write a step of its own")
