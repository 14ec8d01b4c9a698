"""Which rulings are decisive, on positions whose arithmetic is done by hand.

A Torch lights Rank 1 (TS-10.3), so that only what a test is about stands in the way.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import ruleset
from tests.games.thunderstone.files import opened
from tsolve import api
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.base import MonsterTrait
from tsolve.games.thunderstone.judging.decisive import ABLATIONS, without
from tsolve.games.thunderstone.why_not.world import Rules, World
from tsolve.model.answers import CheckAnswer
from tsolve.turns import decisive as ablate

KEYS = "key."


def marks(text: str, solve: bool = False) -> dict[str, bool | None]:
    """Every ruling that `check` or `solve` cites about the position, with its mark."""
    file = opened(text)
    if solve:
        cited = api.with_decisive(file, api.solve(file, backend="exact")).citations
    else:
        cited = api.with_decisive(file, api.check(file, backend="exact")).citations
    return {each.id: each.decisive for each in cited}


def decisive(text: str, solve: bool = False) -> set[str]:
    """The rulings that are decisive, interpretations apart."""
    return {ruling for ruling, mark in marks(text, solve).items() if mark and not ruling.startswith(KEYS)}


HALVED = """
    turn: dungeon
    hand: [Thyrian Lord, Polearm, Torch]
    deck: []
    hall: [Succubus, none, none]
"""
"""4 of the Lord and 6 of the Polearm (Strength 9) are 10, halved 5: one less than the Health of 6."""
ATTACKED = "    line: [equip Polearm on Thyrian Lord, attack Succubus]\n"


@pytest.mark.parametrize("solve", [False, True])
def test_half_attack_decides_a_defeat(solve: bool) -> None:
    # without TS-11.2, or with a Succubus that has no trait: 10 against 6; everything else only adds
    assert decisive(HALVED + ("" if solve else ATTACKED), solve) == {"TS-11.2", "card.succubus"}


def test_rulings_are_marked_whether_or_not_they_decide() -> None:
    found = marks(HALVED + ATTACKED)

    assert {found["TS-9.1"], found["TS-7.6"]} == {False}  # definitions
    assert {found["card.polearm"], found["card.torch"], found["TS-10.3"]} == {
        False
    }  # 5 is too little already
    assert None not in found.values()


def test_immunity_to_edged_weapons_decides() -> None:
    # 4 of the Lord; with the Sword's 4 it would be 8 against Health 7
    text = """
        turn: dungeon
        hand: [Thyrian Lord, Short Sword, Torch]
        deck: []
        hall: [Noxious Slag, none, none]
        line: [equip Short Sword on Thyrian Lord, attack Noxious Slag]
    """
    found = decisive(text)

    assert "card.noxious_slag" in found
    assert found <= {"card.noxious_slag", "TS-11.3"}


def test_immunity_to_magic_decides() -> None:
    # Magic 4 + 3 x 3 = 13 against Health 11, and none of it counts
    text = """
        turn: dungeon
        hand: [Elf Archmage, Fireball, Fireball, Fireball]
        deck: []
        hall: [Ebon Fume, none, none]
        line: [attack Ebon Fume]
    """
    assert decisive(text) == {"TS-11.5", "card.ebon_fume"}


def test_strength_decides_that_a_step_is_not_legal() -> None:
    # the Sword weighs 4, a Militia has Strength 2
    text = """
        turn: dungeon
        hand: [Militia, Short Sword]
        deck: []
        hall: [Nixie, none, none]
        line: [equip Short Sword on Militia]
    """
    assert decisive(text) == {"TS-8.1"}


def test_darkness_decides_a_defeat() -> None:
    # 4 - 2 for the dark of Rank 1 = 2 against Health 4
    text = """
        turn: dungeon
        hand: [Thyrian Lord]
        deck: []
        hall: [Griknack Goblin, none, none]
        line: [attack Griknack Goblin]
    """
    found = marks(text)

    assert {ruling for ruling, mark in found.items() if mark} == {"TS-10.1", "TS-10.2"}
    assert found["key.light_factor"] is False  # at 1 a point it is 3 against 4


TROPHY = """
    turn: dungeon
    hand: [Thyrian Lord, Uyril Unending, Torch{}]
    deck: []
    hall: [Nixie, none, none]
    line: [attack Nixie]
"""


def test_a_trophy_that_gives_exactly_enough_decides() -> None:
    # 4 and the Trophy's 1 are the Health of 5; without the Torch 2 less
    expected = {"TS-13.1", "card.uyril_unending", "card.thyrian_lord", "TS-10.3", "card.torch"}

    assert decisive(TROPHY.format("")) == expected


def test_a_trophy_beside_a_second_point_decides_nothing() -> None:
    # a Guardian without a Weapon brings 1 more: 6. Without the Trophy or the Guardian 5; without the Lord 2,
    # in the dark 4
    found = decisive(TROPHY.format(", Dwarf Guardian"))

    assert found == {"card.thyrian_lord", "TS-10.3", "card.torch"}


def test_each_of_two_hindrances_is_enough() -> None:
    # 4 + 3 = 7, less 2 in the dark 5, halved 2 against 6. Without the dark 7 // 2 = 3, without the half 5
    text = """
        turn: dungeon
        hand: [Redblade Assassin, Redblade Poisoner]
        deck: []
        hall: [Succubus, none, none]
        line: [attack Succubus]
    """
    assert decisive(text) == set()


def test_a_wide_margin_leaves_nothing_to_decide() -> None:
    # 4 + 6 = 10 against 4. In the dark 8; the Polearm alone, in hands of Strength 9, 6; the Lord alone 4
    text = """
        turn: dungeon
        hand: [Thyrian Lord, Polearm, Torch]
        deck: []
        hall: [Griknack Goblin, none, none]
    """
    assert decisive(text) == set()
    assert decisive(text, solve=True) == set()


ZERO = """
    turn: dungeon
    hand: [Selurin Warlock, The Unchained, Torch]
    deck: []
    hall: [Judgement, none, none]
    line: [attack Judgement]
"""


def test_the_zero_rule_decides() -> None:
    # Judgement takes 1 from the Warlock: its Magic where nothing goes below 0, (2 - 1 + 1) x 2 = 4 against 5;
    # else its Attack of 0, (2 + 1) x 2 - 1 = 5. Without Judgement's effect 6; without doubling
    # still less than 5
    found = marks(ZERO)

    assert found["key.zero_rule"] is True
    assert found["card.judgement"] is True
    assert {found["TS-9.3"], found["TS-13.1"], found["card.selurin_warlock"]} == {False}


def test_food_that_is_needed_decides_and_food_that_is_not_does_not() -> None:
    # Warhammer: Weight 5, Attack 3. A Squire (Attack 2, Strength 6) holds it anyway; 5 is the Nixie's Health
    text = """
        turn: dungeon
        hand: [{hero}, Warhammer, Iron Rations, Torch]
        deck: []
        hall: [{monster}, none, none]
        line: [use Iron Rations on {hero}, equip Warhammer on {hero}, attack {monster}]
    """
    strong = decisive(text.format(hero="Thyrian Squire", monster="Nixie"))
    # an Archer has Strength 4, with the Rations 6: 1 and 3 of the Hammer are the Goblin's Health of 4
    weak = decisive(text.format(hero="Dwarf Guardian", monster="Griknack Goblin"))
    frail = decisive(text.format(hero="Lorigg Thief", monster="Griknack Goblin"))

    assert "card.iron_rations" not in strong
    assert "card.iron_rations" not in weak  # Strength 5
    assert "card.iron_rations" in frail  # Strength 4


def test_a_price_decides_that_nothing_can_be_bought() -> None:
    # Torch: Gold Value 2; the Polearm costs more
    text = """
        turn: village
        hand: [Torch]
        village: {Polearm: 1}
        line: [buy Polearm]
    """
    assert decisive(text) == {"TS-4.4"}


def test_a_claim_is_part_of_the_verdict() -> None:
    # 10 against 4 is more than enough. But 10 is claimed: without the Polearm 4, without the Lord 6, dark 8
    text = """
        turn: dungeon
        hand: [Thyrian Lord, Polearm, Torch]
        deck: []
        hall: [Griknack Goblin, none, none]
        line: [equip Polearm on Thyrian Lord, attack Griknack Goblin]
        claims: [{}]
    """
    won = decisive(text.format("{defeats: Griknack Goblin}"))
    exactly = decisive(text.format("{total: 10, against: Griknack Goblin}"))

    assert won == set()
    assert exactly == {"card.thyrian_lord", "card.polearm", "TS-10.3", "card.torch"}


def test_beyond_the_work_that_is_allowed_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ablate, "TOGETHER", 0)
    found = marks(HALVED, solve=True)

    assert found["TS-11.2"] is None
    assert found["TS-9.1"] is False  # a definition is never examined


def test_an_interpretation_that_was_not_examined_is_not_marked() -> None:
    file = opened(ZERO)
    answer = api.depending(file, api.check(file, backend="exact"))
    assert answer.depends is not None
    unsure = replace(answer, depends=replace(answer.depends, keys=(), not_examined=("zero_rule",)))

    found = [_mark(api.with_decisive(file, each), "key.zero_rule") for each in (answer, unsure)]

    assert found == [True, None]


@pytest.mark.parametrize(
    ("claim", "mark"), [("defeats: Lord Mortis", False), ("total: 6, against: Lord Mortis", True)]
)
def test_a_reading_that_moves_a_total_alone_is_not_decisive(claim: str, mark: bool) -> None:
    """Two Squires 2 each + Short Sword 4 + Militia 1 + 1 = 10. Lord Mortis (Health 4) darkens Rank 1 by 1, by
    the glossaries by 2: 10 - 2 x 2 = 6 or 10 - 2 x 3 = 4.
    """
    file = opened(MORTIS.format(claim))
    answer = api.depending(file, api.check(file, backend="exact"))

    assert answer.depends is not None
    assert [each.key for each in answer.depends.keys if each.printed] == ["lord_mortis_light"]
    assert _mark(api.with_decisive(file, answer), "key.lord_mortis_light") is mark


def test_a_reading_that_no_printing_has_makes_none_decisive() -> None:
    """By 1 a point of darkness the total would be 8; but nobody prints that."""
    file = opened(MORTIS.format("total: 6, against: Lord Mortis"))
    answer = api.depending(file, api.check(file, backend="exact"))

    assert answer.depends is not None
    assert "light_factor" in [each.key for each in answer.depends.keys]
    assert _mark(api.with_decisive(file, answer), "key.light_factor") is False


MORTIS = """
    turn: dungeon
    hand: [2 x Thyrian Squire, Short Sword, 2 x Militia]
    deck: []
    hall: [Lord Mortis, none, none]
    line: [equip Short Sword on Thyrian Squire, attack Lord Mortis]
    claims: [{{{}}}]
"""


def _mark(answer: CheckAnswer, ruling: str) -> bool | None:
    return next(cited.decisive for cited in answer.citations if cited.id == ruling)


@pytest.mark.parametrize("ruling", ABLATIONS)
def test_switching_off_a_rule_changes_something(ruling: str) -> None:
    book = Book(ruleset().cards, ruleset().readings())
    before = World(Rules(book.cards, book.readings), opened(HALVED).state)
    after = ABLATIONS[ruling](before)

    assert ruling in ruleset().glossary
    changed = after.state != before.state or replace(after.rules, origin=None) != before.rules
    assert changed is _has_cases(ruling)
    assert without(ruling, book.cards) is ABLATIONS[ruling]


def _has_cases(ruling: str) -> bool:
    """Whether some card works by this rule; all rules do that are no matter of single traits."""
    cards = ruleset().cards.values()
    if ruling == "DS-3":
        return any(card.global_effects for card in cards)
    kinds = {str(k.__struct_config__.tag) for k in MonsterTrait.__subclasses__() if k.rules[:1] == (ruling,)}
    traits = {str(trait.__struct_config__.tag) for card in cards for trait in card.traits}
    return not kinds or bool(kinds & traits)


def test_definitions_cannot_be_switched_off() -> None:
    assert without("TS-9.1", ruleset().cards) is None
    assert without("TS-7.6", ruleset().cards) is None
    assert without("card.nobody", ruleset().cards) is None


def test_what_may_be_done_while_a_choice_waits_is_asked_without_rules_too() -> None:
    """Destiny makes the player destroy a Hero, whichever; that there is no light for her changes nothing."""
    found = marks(
        """
        turn: dungeon
        hand: [Terakian Defender, Gorinth Amateur]
        deck: []
        hall: [Destiny, none, none]
        line: [attack Destiny]
        claims: [{can: destroy Gorinth Amateur, after: 1}]
        """
    )
    assert found["TS-10.2"] is False
