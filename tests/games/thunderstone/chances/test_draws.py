"""Hands that draw for long: looked into step by step, and what is not followed is said."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.files import opened
from tsolve.cardkit.piles import EMPTY
from tsolve.games.thunderstone.judging.odds_hand import Battles, Table
from tsolve.turns.odds import answer
from tsolve.turns.odds.hands import Figures

DECK = ["regian_priest", "regian_priest", "magical_aura", "short_sword", *["militia"] * 3, "torch", "dagger"]
HAND = ("regian_priest", "regian_priest", "magical_aura", "militia")
ONE_PRIEST = ("regian_priest", "militia", "militia", "torch")


def battles() -> Battles:
    at = opened("turn: dungeon\nhand: []\ndeck: []\nhall: [Griffon, none, none]\ndungeon_deck: []\n")
    table = Table(at.book.cards, dict(at.book.readings), at.state.hall, EMPTY, ())
    return Battles(at.game, table, DECK)


def left_out(found: Figures) -> bool:
    return found[-1] == {(1,): 1}


def test_a_hand_that_draws_little_is_looked_at_whole() -> None:
    assert not left_out(battles().figures(HAND))


def test_beyond_the_limit_lines_are_left_out_and_the_chances_are_lower(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = battles().figures(HAND)[0]
    monkeypatch.setattr(answer, "MOST_WAYS", 20)

    cut = battles().figures(HAND)

    assert left_out(cut)
    won = [sum(chance for outcome, chance in found.items() if outcome[0]) for found in (whole, cut[0])]
    assert won[1] < won[0]


def test_what_another_hand_saw_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "MOST_WAYS", 20)
    alone = battles().figures(HAND)
    monkeypatch.setattr(answer, "MOST_WAYS", 10**9)
    later = battles()
    later.figures(HAND)
    later.figures(ONE_PRIEST)
    monkeypatch.setattr(answer, "MOST_WAYS", 20)

    assert later.figures(HAND) == alone
