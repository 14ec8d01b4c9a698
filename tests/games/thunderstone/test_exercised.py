"""What judging a position exercises of the rules: only what its answer went through."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tsolve import api
from tsolve.model.coverage import Exercised

Judge = Callable[[str], Exercised]


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Judge a text as a position file and say what was exercised."""

    def exercise(text: str) -> Exercised:
        file = tmp_path / "position.yaml"
        file.write_text("game: thunderstone\n" + text, encoding="utf-8")
        return api.exercise(api.load(str(file)))[1]

    return exercise


def test_an_effect_counts_when_it_changes_the_reckoning(judge: Judge) -> None:
    # The Polearm asks for Strength 8; a Thyrian Squire has 6.
    weak = judge(
        "turn: dungeon\nhand: [Thyrian Squire, Polearm, Torch]\nhall: [Nixie, none, none]\n"
        "line: [equip Polearm on Thyrian Squire, attack Nixie]\nexpect: {line: {legal: true}}\n"
    )
    strong = judge(
        "turn: dungeon\nhand: [Thyrian Squire, Polearm, Torch, Iron Rations]\n"
        "hall: [Nixie, none, none]\nline: [use Iron Rations on Thyrian Squire, equip Polearm on "
        "Thyrian Squire, attack Nixie]\nexpect: {line: {legal: true}}\n"
    )

    assert "polearm trait 1 strong_bearer" not in weak.effects
    assert "TS-8.6" not in weak.rulings
    assert "polearm trait 1 strong_bearer" in strong.effects
    assert "TS-8.6" in strong.rulings
    assert "iron_rations ability 1 feed" in strong.effects


def test_a_hero_kept_from_attacking_exercises_its_trait_there_only(judge: Judge) -> None:
    hand = "turn: dungeon\nhand: [Feayn Archer, 2 x Torch]\ndeck: []\nhall: [Nixie, Griffon, none]\n"
    first = judge(hand + "line: [attack Nixie]\nexpect: {line: {total: 0}}\n")
    second = judge(hand + "line: [attack Griffon]\nexpect: {line: {legal: true}}\n")

    assert "feayn_archer trait 1 cannot_attack_rank" in first.effects
    assert "feayn_archer trait 1 cannot_attack_rank" not in second.effects


def test_what_is_merely_legal_or_stated_is_not_exercised(judge: Judge) -> None:
    found = judge(
        "about: [TS-12.2, card.torch]\nturn: village\nhand: [2 x Torch]\n"
        "village: {Dagger: 5, Polearm: 8}\nline: [buy Dagger]\nexpect: {line: {legal: true}}\n"
    )

    assert found.about == ("TS-12.2", "card.torch")
    assert "TS-12.2" not in found.rulings
    assert "TS-4.4" in found.rulings  # the purchase
    assert "dagger" in found.cards
    assert "polearm" not in found.cards  # it could not be bought, and nobody asked


def test_a_refusal_counts_where_it_is_asked_for(judge: Judge) -> None:
    position = "turn: dungeon\nhand: [Militia]\nhall: [Blink Dog, none, none]\n"
    asked = judge(position + "expect: {illegal: {attack Blink Dog: [TS-10.5]}}\n")
    unasked = judge(position + "expect: {legal: [attack nobody]}\n")

    assert {"TS-10.5", "card.blink_dog"} <= set(asked.rulings)
    assert "blink_dog" in asked.cards
    assert "TS-10.5" not in unasked.rulings


def test_readings_are_those_that_were_consulted(judge: Judge) -> None:
    text = (
        "interpretations: {pawn_militia: forbidden}\nturn: village\nhand: [Pawnbroker, Militia]\n"
        "village: {Dagger: 5}\nexpect: {illegal: {use Pawnbroker destroying Militia: [key.pawn_militia]}}\n"
    )
    found = judge(text)

    assert found.readings["pawn_militia"] == "forbidden"
    assert "key.pawn_militia" in found.rulings
    assert "light_factor" not in found.readings


def test_a_rounded_half_is_cited_where_there_is_one(judge: Judge) -> None:
    # Tormentor halves an attack without an equipped Weapon: 3 becomes 1, 4 becomes 2 without rounding.
    position = "turn: dungeon\nhand: [{}, Torch]\nhall: [Tormentor, none, none]\nline: [attack Tormentor]\n"
    odd = judge(position.format("3 x Militia") + "expect: {line: {total: 1}}\n")
    even = judge(position.format("4 x Militia") + "expect: {line: {total: 2}}\n")

    assert {"TS-11.2", "TS-9.4"} <= set(odd.rulings)
    assert "TS-11.2" in even.rulings
    assert "TS-9.4" not in even.rulings


def test_ordinary_answers_do_not_count_effects() -> None:
    from tsolve.model.trace import Trace

    trace = Trace()
    trace.exercise("polearm", "trait 1 strong_bearer")

    assert not trace.counts_effects
