"""Positions with cards of one's own, in every face; what makes no sense is said with its place."""

from __future__ import annotations

import textwrap
from random import Random
from typing import Any

import pytest

from tsolve import api
from tsolve.api.positions import loads
from tsolve.errors import Diagnostic, InputError

COMPANY = """\
cards:
  Ash Ranger:
    {kind: hero, group: Ash, level: 1, classes: [archer], cost: 6, strength: 4, attack: 2, level_up_xp: 2}
  Ash Warden: {kind: hero, group: Ash, level: 2, classes: [archer], cost: 9, strength: 5, attack: 3}
  Cinder Wolf:
    kind: monster
    health: 6
    xp: 2
    vp: 3
    traits: [{kind: half_attack, without: magic_attack}]
    battle: [{kind: destroy, target: militia}]
  Spark:
    kind: village
    subtypes: [spell]
    cost: 4
    magic_attack: 1
    abilities: [{when: dungeon, do: [{kind: draw, cards: 1}]}]
  Torch: {gold: 4}
"""


def position_of(text: str, cards: str = COMPANY) -> Any:
    return loads(f"game: thunderstone\n{cards}{textwrap.dedent(text)}".encode(), "p.yaml")


def problems(cards: str, more: str = "") -> tuple[Diagnostic, ...]:
    with pytest.raises(InputError) as caught:
        position_of(more, "cards:\n" + textwrap.indent(textwrap.dedent(cards), "  "))
    return caught.value.diagnostics


def test_a_line_with_own_cards_is_judged_and_cited() -> None:
    """Ranger 2 + Militia 1 + Short Sword 4 + Spark 1 = 8 in Rank 1 with Light 1, against Health 6."""
    answer = api.check(
        position_of(
            """\
            turn: dungeon
            hand: [Ash Ranger, Militia, Short Sword, Spark, Torch]
            hall: [Cinder Wolf, none, none]
            line: [equip Short Sword on Ash Ranger, attack Cinder Wolf]
            """
        )
    )
    cited = {each.id: each for each in answer.citations}

    assert answer.line is not None
    assert answer.line.legal
    assert "Cinder Wolf is defeated: 8 against Health 6; 2 XP, 3 VP." in answer.line.outcome
    for card in ("card.cinder_wolf", "card.ash_ranger", "card.spark", "card.torch"):
        assert "as the position defines it" in cited[card].title
        assert [place.document for place in cited[card].sources] == ["position"]
    assert "position" not in {place.document for place in cited["card.short_sword"].sources}
    assert [each.title for each in answer.documents if each.id == "position"] == [
        "the position itself, p.yaml from line 3"
    ]
    assert answer.provenance[-1] == (
        "as the position defines them: Ash Ranger (home-made), Spark (home-made), Torch (changed: gold) and "
        "Cinder Wolf (home-made)"
    )


def test_a_changed_card_is_cited_by_what_differs() -> None:
    """The printed Griffon has Health 7 and no Battle Effect."""
    rules = position_of(
        """\
        turn: dungeon
        hand: [5 x Militia, Torch]
        hall: [Griffon, none, none]
        line: [attack Griffon]
        """,
        "cards: {Griffon: {health: 5, battle: [{kind: destroy, target: militia}]}}\n",
    ).ruleset
    griffon = rules.ruling("card.griffon")

    assert griffon.title.startswith("Griffon, as the position defines it (health 5 instead of 7; ")
    assert "Militia" in griffon.title
    assert "XP 2; VP 4" in griffon.text, "what is not changed is told as it is"
    assert [each.document for each in griffon.citations] == ["position"]


def test_why_not_finds_reasons_and_repairs_of_own_cards() -> None:
    answer = api.why_not(
        position_of("turn: dungeon\nhand: [Ash Ranger, Torch]\ndeck: []\nhall: [Cinder Wolf, none, none]\n"),
        "defeat Cinder Wolf",
    )

    assert answer.verdict == "impossible"
    assert "card.cinder_wolf" in {ruling for reason in answer.reasons for ruling in reason.rulings}
    assert "card.cinder_wolf" in {each.id for each in answer.citations}


def test_grade_and_legal_and_simulate_work() -> None:
    position = position_of(
        """\
        turn: dungeon
        hand: [Ash Ranger, Militia, Short Sword, Spark, Torch]
        deck: [Spark]
        dungeon_deck: [Nixie, Cinder Wolf, Kingdom]
        hall: [Cinder Wolf, none, none]
        players: {others: 0}
        line: [attack Cinder Wolf]
        """
    )
    graded = api.grade(position)
    legal = api.legal(api.changed(position, line=[]))
    games = api.simulate_from(position, seed=3, games=2)

    assert graded.steps[-1].text == "attack Cinder Wolf"
    assert "use Spark" in [each.text for each in legal.legal]
    assert len(games.games) == 2


def test_a_reading_does_not_undo_what_is_defined() -> None:
    """lord_mortis_light replaces traits of Lord Mortis, unless the position gives them."""
    text = "hand: [Militia]\nhall: [Lord Mortis, none, none]\ninterpretations: {lord_mortis_light: '-2'}\n"
    printed = position_of(text, "").book.cards["lord_mortis"].traits
    own = position_of(text, "cards: {Lord Mortis: {traits: []}}\n").book.cards["lord_mortis"].traits

    assert printed
    assert own == ()


@pytest.mark.parametrize(
    ("card", "code", "column"),
    [
        ("A: {kind: hero, group: G, level: 1, cost: 1}", "E422", 3),  # no Strength
        ("A: {kind: hero, group: G, strength: 1, cost: 1}", "E422", 3),  # no level
        ("A: {kind: hero, level: 1, strength: 1, cost: 1}", "E422", 3),  # no group
        ("A: {kind: hero, group: G, level: 1, strength: 1}", "E422", 3),  # no cost
        ("A: {kind: monster, xp: 1}", "E422", 3),  # no Health
        ("A: {kind: village, cost: 1, subtypes: [weapon]}", "E422", 3),  # no Weight
        ("A: {kind: monster, health: -1}", "E205", 30),
        ("A: {kind: village, cost: 1, health: 3}", "E423", 39),
        ("A: {kind: village, cost: 1, strength: 3}", "E423", 41),
        ("A: {kind: village, cost: 1, weight: 3}", "E423", 39),
        ("A: {kind: monster, health: 3, cost: 3}", "E423", 39),
        ("A: {kind: village, cost: 1, battle: [{kind: silence}]}", "E423", 39),
        ("A: {kind: village, cost: 1, traits: [{kind: magic_only}]}", "E423", 40),
        ("A: {kind: monster, health: 1, traits: [{kind: multiply_magic, by: 2}]}", "E423", 42),
        ("A: {kind: village, cost: 1, traits: [{kind: multiply_magic, by: 2}]}", "E423", 40),
        (
            "A: {kind: village, cost: 1, abilities: [{when: dungeon, do: [{kind: throw, attack: 1}]}]}",
            "E423",
            64,
        ),
        ("A: {kind: village, cost: 1, subtypes: [itm]}", "E427", 42),
        ("A: {kind: monster, health: 1, battle: [{kind: hinder, also: true}]}", "E423", 63),
        ("Torch: {abilities: [{repeat: true, when: village, do: [{kind: gold, amount: 1}]}]}", "E210", 32),
        (
            "Torch: {abilities: [{repeat: true, when: village, xp: 1, do: [{kind: experience, amount: 1}]}]}",
            "E210",
            32,
        ),
        (
            (
                "Torch: {abilities: [{repeat: true, when: dungeon, discard: food, "
                "do: [{kind: draw, cards: 1}]}]}"
            ),
            "E210",
            32,
        ),
        ("A: {kind: monster, health: 1, classes: [undeed]}", "E427", 43),
        ("A: {kind: monster, health: 1, group: Abysal}", "E427", 40),
        ("A: {kind: monstr}", "E207", 13),
        ("none: {kind: monster, health: 1}", "E425", 3),
        ("'A #2': {kind: monster, health: 1}", "E425", 3),
        ("Elf Wizard: {level: 2}", "E401", 23),  # that is the Elf Sorcerer's
        ("Torch: {name: Lantern}", "E421", 17),
        ("Torch: {kindd: village}", "E202", 11),
    ],
)
def test_nonsense_is_located(card: str, code: str, column: int) -> None:
    """The card stands in the third line of the file, two columns in."""
    found = problems(card)

    assert (code, 3, column) in [(e.code, e.span.line, e.span.column) for e in found if e.span], found


@pytest.mark.parametrize(("price", "gold"), [("xp: 2", 10), ("destroy: food", 5), ("discard: food", 5)])
def test_what_runs_out_may_be_repeated(price: str, gold: int) -> None:
    """5 XP pay twice: 3 + 3, and 2 of the Torch and 2 of the Rations. Rations given up pay once: 3, and 2."""
    answer = api.check(
        position_of(
            f"""\
            turn: village
            hand: [Torch, Iron Rations]
            village: {{}}
            xp: 5
            claims: [{{gold: {gold}}}]
            """,
            f"""\
cards:
  Torch: {{abilities: [{{repeat: true, when: village, {price}, do: [{{kind: gold, amount: 3}}]}}]}}
""",
        )
    )
    assert answer.claims[0].verdict == "confirmed"


def test_two_cards_of_a_new_group_must_not_share_a_level() -> None:
    found = problems(
        """\
        A: {kind: hero, group: G, level: 1, strength: 1, cost: 1}
        B: {kind: hero, group: G, level: 1, strength: 1, cost: 1}
        """
    )

    assert {each.code for each in found} == {"E401"}


def test_a_new_class_and_a_new_group_are_welcome() -> None:
    position = position_of(
        "hand: [A]\n",
        "cards: {A: {kind: hero, group: Grey, level: 1, classes: [bard], strength: 1, cost: 1}}\n",
    )

    assert position.book.cards["a"].classes == ("bard",)


def test_a_setting_that_no_source_tells_can_be_defined() -> None:
    """An Archduke pays 3 gold from the hand, and nothing where Monsters have no Gold Value."""
    village = "turn: village\nhand: [Archduke of Pain]\nvillage: {Torch: 1}\nclaims: [{buys: Torch}]\n"
    grimhold = "cards: {Grimhold: {setting: [{kind: no_gold, of: monster}]}}\n"
    plain = api.check(position_of(village, ""))
    defined = api.check(position_of(f"setting: Grimhold\n{village}", grimhold))

    assert [each.code for each in problems("Torch: {light: 1}\n", "setting: Grimhold\n")] == ["E313"]
    assert (plain.claims[0].verdict, defined.claims[0].verdict) == ("confirmed", "refuted")
    assert "as the position defines it: Grimhold (changed: setting)" in defined.provenance


def test_a_card_with_problems_is_not_called_unknown_as_well() -> None:
    found = problems("Ash Wolf: {kind: monster}\n", "hall: [Ash Wolf, none, none]\nhand: [Torhc]\n")

    assert [each.code for each in found] == ["E422", "E302"]
    only = problems("Ash Wolf: {kind: monster}\n", "hall: [Ash Wolf, Ash Wolf, none]\nhand: [Ash Wolf]\n")
    assert [each.code for each in only] == ["E422"]


def test_printed_cards_make_sense() -> None:
    """The same checks hold for the cards that come with tsolve."""
    from tests.games.thunderstone.builders import ruleset
    from tsolve.games.thunderstone.lint_cards import faults

    assert list(faults(ruleset().cards, list(ruleset().cards), {})) == []


def test_damaged_definitions_are_refused_and_nothing_else() -> None:
    """Whatever is put in the place of a part: the file opens, or says what is wrong with it."""
    junk = (
        "",
        "5",
        "-1",
        "[]",
        "{}",
        "[1]",
        "{kind: draw}",
        "true",
        "null",
        "'x'",
        "militia",
        "[{kind: throw}]",
    )
    words = ["kind", "monster", "6", "archer", "half_attack", "dungeon", "draw", "1", "spell", "destroy", "4"]
    for seed in range(300):
        random = Random(seed)
        word = random.choice(words)
        spots = COMPANY.split(word)
        cut = random.randint(1, len(spots) - 1)
        text = word.join(spots[:cut]) + random.choice(junk) + word.join(spots[cut:])
        found: tuple[Diagnostic, ...] = ()
        try:
            position_of("hand: [Ash Ranger, Spark]\nhall: [Cinder Wolf, none, none]\n", text)
        except InputError as error:
            found = error.diagnostics
        assert all(each.span is not None for each in found), text


def test_every_printed_card_may_be_changed() -> None:
    """Also the only one of its subtype, as the Warhammer is, and all cards of a subtype at once."""
    printed = list(api.ruleset("thunderstone").cards.values())
    for card in printed:
        position_of("", f"cards: {{{card.name}: {{aliases: [Old Friend]}}}}\n")
    villagers = [card.name for card in printed if card.is_villager]
    assert len(villagers) > 3
    position_of("", "cards:\n" + "".join(f"  {name}: {{cost: 1}}\n" for name in villagers))


def test_a_changed_militia_fights() -> None:
    """Militia 2 + Warhammer 4, which weighs 5 and is carried with Strength 5: 6 in Rank 1 with Light 1."""
    answer = api.check(
        position_of(
            """\
            turn: dungeon
            hand: [Militia, Warhammer, Torch]
            hall: [Nixie, none, none]
            claims: [{total: 6, against: Nixie}]
            """,
            "cards: {Militia: {attack: 2, strength: 5}, Warhammer: {attack: 4}}\n",
        )
    )
    assert [claim.verdict for claim in answer.claims] == ["confirmed"]


def test_a_name_of_two_cards_is_told_with_their_ids() -> None:
    found = problems(
        "Griffon: {name: Nixie}\n", "turn: dungeon\nhand: [Militia]\nhall: [Nixie, none, none]\n"
    )
    said = {each.code: each.message for each in found}

    assert said["E303"] == '"Nixie" names several cards: Nixie (nixie), Nixie (griffon)'


def test_an_ability_must_do_something() -> None:
    """To give up a card is something; to pay experience for nothing is not."""
    (found,) = problems("Torch: {abilities: [{when: village, xp: 1, do: []}]}")
    assert found.code == "E423"
    assert "an ability of Torch does nothing" in found.message
    position_of("", "cards:\n  Torch: {abilities: [{when: village, destroy: disease, do: []}]}\n")


def test_a_disease_stays_a_disease() -> None:
    (found,) = problems("Disease: {kind: hero, group: X, level: 1, strength: 2, cost: 1}")
    assert (found.code, found.message) == (
        "E423",
        'the rules need "disease" to be of the kind `disease`, and Disease is not',
    )
