"""Abilities as text: what is understood, what is refused, and that random abilities read back as they
were.
"""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from tests.games.gloomhaven.cards.bench import ABILITY_CARDS
from tests.games.gloomhaven.test_rules import POLISH
from tests.games.gloomhaven.writing.random_abilities import AREAS, RandomAbilities
from tsolve.errors import InputError, Span
from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Augment,
    Consume,
    Heal,
    Loot,
    Move,
    OnDeath,
    Place,
    Retaliate,
    Shield,
    Shove,
    Suffer,
)
from tsolve.games.gloomhaven.ability_parts import Amount, Bonus, Pattern, Whom
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.map_abilities import CreateTrap, Summon, Summoned
from tsolve.games.gloomhaven.simple_abilities import (
    Experience,
    ExtraTurn,
    Infuse,
    ScenarioStep,
    Special,
    UntilRoundEnd,
)
from tsolve.games.gloomhaven.traits import ALONE, BESIDE_ALLY, POISONED, Trait
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability
from tsolve.games.gloomhaven.writing.ability_text import read_ability
from tsolve.games.gloomhaven.writing.ability_words import LONGEST
from tsolve.rules.loading import load_ruleset
from tsolve.rules.names import build_names
from tsolve.source.project import rulesets_path

TRIANGLE = Pattern((Hex(0, 0), Hex(1, 0), Hex(0, 1)), False, "triangle3")
RING = Pattern((Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1)), True, "ring6_self")
READ_AREAS = {each.name: each for each in (TRIANGLE, RING)}

POLISH_WORDS = build_names([], {"pl": POLISH}).words
ADJACENT_ENEMIES = Whom("enemies", 1)


def plus(number: int) -> Amount:
    return Amount(number, relative=True)


MEANINGS: dict[str, Ability] = {
    "move 3": Move(Amount(3)),
    "move +0": Move(plus(0)),
    "move -1, jump": Move(plus(-1), jump=True),
    "attack 2": Attack(Amount(2)),
    "attack -1": Attack(plus(-1)),
    "attack +0, range 3, target 2, push 1, poison": Attack(
        plus(0), Amount(3), 2, push=1, conditions=("poison",)
    ),
    "attack +1, range -1": Attack(plus(1), plus(-1)),
    "attack -1, all adjacent": Attack(plus(-1), all_adjacent=True),
    "attack -1, all in range": Attack(plus(-1), all_in_range=True),
    "attack +0, all on one target": Attack(plus(0), all_on_one=True),
    "attack 3, add target": Attack(Amount(3), add_target=1),
    "attack 3, add 2 targets": Attack(Amount(3), add_target=2),
    "attack 2, pierce 3, pull 1, advantage": Attack(Amount(2), pierce=3, pull=1, advantage=True),
    "attack -1, area triangle3, immobilize": Attack(plus(-1), area=TRIANGLE, conditions=("immobilize",)),
    "attack 3, area (0,0) (1,-1)": Attack(Amount(3), area=Pattern((Hex(0, 0), Hex(1, -1)), False)),
    "attack 3, area (1,0) (2,0) from (0,0)": Attack(Amount(3), area=Pattern((Hex(1, 0), Hex(2, 0)), True)),
    "attack 3, area (0,1) from (0,0) (1,-1)": Attack(
        Amount(3), area=Pattern((Hex(0, 1),), True, body=(Hex(0, 0), Hex(1, -1)))
    ),
    "attack +0, +2 if target is adjacent to an ally": Attack(plus(0), bonuses=(Bonus(2, (BESIDE_ALLY,)),)),
    "attack 2, +1 if target is alone, +1 if target is poisoned": Attack(
        Amount(2), bonuses=(Bonus(1, (ALONE,)), Bonus(1, (POISONED,)))
    ),
    "attack 3, if self is invisible (+2, xp 1)": Attack(
        Amount(3), bonuses=(Bonus(2, (Trait("condition", "self", condition="invisible"),), experience=1),)
    ),
    "attack 2, if target is normal and adjacent to an enemy that is poisoned (pierce 2, wound)": Attack(
        Amount(2),
        bonuses=(
            Bonus(
                when=(Trait("ranks", ranks=("normal",)), Trait("adjacent", beside="enemy", that=(POISONED,))),
                pierce=2,
                conditions=("wound",),
            ),
        ),
    ),
    "attack 2, +1 if attack is melee": Attack(Amount(2), bonuses=(Bonus(1, (Trait("melee", "attack"),)),)),
    "attack 4 with dark (advantage, if target is below half (+4, xp 2))": Attack(
        Amount(4),
        augments=(
            Augment(("dark",), advantage=True, bonuses=(Bonus(4, (Trait("below half"),), experience=2),)),
        ),
    ),
    "attack +0 with fire (+1, wound)": Attack(
        plus(0), augments=(Augment(("fire",), 1, conditions=("wound",)),)
    ),
    "attack 2 with fire and air (area triangle3) with any (xp 1)": Attack(
        Amount(2), augments=(Augment(("fire", "air"), area=TRIANGLE), Augment(("any",), experience=1))
    ),
    "attack +0, range 4 with light (range -2, target 2, pierce 1, push 2, pull 3)": Attack(
        plus(0), Amount(4), augments=(Augment(("light",), range=-2, targets=2, pierce=1, push=2, pull=3),)
    ),
    "attack +0 with light (all in range)": Attack(
        plus(0), augments=(Augment(("light",), all_in_range=True),)
    ),
    "attack +0 with dark (for each target damaged (heal 2, self))": Attack(
        plus(0), augments=(Augment(("dark",), per_target_damaged=(Heal(2),)),)
    ),
    "heal 2, self": Heal(2),
    "heal 3, range 3": Heal(3, range=3),
    "heal 1, all adjacent allies": Heal(1, Whom("allies", 1)),
    "heal 2, self and all allies": Heal(2, Whom("allies", and_self=True)),
    "heal 4, range 3, target 2 with earth (target 3)": Heal(
        4, range=3, targets=2, augments=(Augment(("earth",), targets=3),)
    ),
    "heal 3, range 3 with light (all allies in range)": Heal(
        3, range=3, augments=(Augment(("light",), whom=Whom("allies", in_range=True)),)
    ),
    "shield 1": Shield(1),
    "shield 1, self and all allies within 2": Shield(1, Whom("allies", 2, and_self=True)),
    "shield 1 with ice (2 instead)": Shield(1, augments=(Augment(("ice",), replaced_by=2),)),
    "retaliate 2": Retaliate(2),
    "retaliate 2, range 3": Retaliate(2, 3),
    "strengthen, self": Place(("strengthen",)),
    "muddle and immobilize, one adjacent enemy": Place(
        ("muddle", "immobilize"), Whom("enemies", 1, each=False)
    ),
    "curse, all enemies in range": Place(("curse",), Whom("enemies", in_range=True)),
    "wound, all enemies": Place(("wound",), Whom("enemies")),
    "bless, one ally within 3": Place(("bless",), Whom("allies", 3, each=False)),
    "push 1, all adjacent enemies": Shove(1, 0, ADJACENT_ENEMIES),
    "push 1, poison, all adjacent enemies": Shove(1, 0, ADJACENT_ENEMIES, ("poison",)),
    "pull 2, one enemy within 4": Shove(0, 2, Whom("enemies", 4, each=False)),
    "push 2, all adjacent enemies with air (4 instead)": Shove(
        2, 0, ADJACENT_ENEMIES, augments=(Augment(("air",), replaced_by=4),)
    ),
    "suffer 2, self": Suffer(2),
    "suffer 1, all adjacent figures": Suffer(1, Whom("everybody", 1)),
    "suffer 2, all figures adjacent to the target": Suffer(2, Whom("everybody", 1, from_target=True)),
    "suffer 2, all enemies within 2 of the target": Suffer(2, Whom("enemies", 2, from_target=True)),
    "infuse fire": Infuse("fire"),
    "with any (infuse dark)": Consume(("any",), (Infuse("dark"),)),
    "with ice (heal 3, self; strengthen, self)": Consume(("ice",), (Heal(3), Place(("strengthen",)))),
    "summon Living Bones, normal": Summon("Living Bones", "normal"),
    "summon 2 x Zephyr": Summon("Zephyr", count=2),
    "summon Egg, for each character": Summon("Egg", per_character=True),
    "summon Deep Terror, elite, next to the target": Summon("Deep Terror", "elite", by_target=True),
    "summon Ooze, normal, hit points of the summoner": Summon("Ooze", "normal", shares_hit_points=True),
    "summon Rat (hp 6, move 3, attack 2, range 4, target 2, poison, flying)": Summon(
        "Rat", statistics=Summoned(6, 3, 2, 4, targets=2, conditions=("poison",), flying=True)
    ),
    "summon Rat (hp 6, shield 1, retaliate 5, pierce 7)": Summon(
        "Rat", statistics=Summoned(6, shield=1, retaliate=5, pierce=7)
    ),
    "trap 3 damage": CreateTrap(3),
    "trap 2 damage, stun": CreateTrap(2, ("stun",)),
    "loot 1": Loot(1),
    "xp 2": Experience(2),
    "on death (attack +2, area ring6_self)": OnDeath((Attack(plus(2), area=RING),)),
    "attackers have disadvantage this round": UntilRoundEnd("attackers_have_disadvantage"),
    "allies attack +1 this round": UntilRoundEnd("allies_attack_plus_1"),
    "special 2": Special(2),
    "scenario (the throne changes its place: at once)": ScenarioStep("the throne changes its place: at once"),
    "extra turn Vermling Scout": ExtraTurn("Vermling Scout"),
}
"""Every thing that can be said, with what it means: the texts as they are written."""


@pytest.mark.parametrize("text", MEANINGS)
def test_a_text_means_its_ability_and_an_ability_is_written_as_its_text(text: str) -> None:
    assert read_ability(text, READ_AREAS) == MEANINGS[text]
    assert write_ability(MEANINGS[text]) == text


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("  Attack  +0 ,Poison,RANGE 3", "attack +0, range 3, poison"),
        ("attack \u22121", "attack -1"),
        ("attack +0, targets 2", "attack +0, target 2"),
        ("attack +0, all adjacent enemies", "attack +0, all adjacent"),
        ("attack +0, all enemies in range", "attack +0, all in range"),
        ("attack 3, add 1 target", "attack 3, add target"),
        ("attack +0, range 3, with fire (+1)", "attack +0, range 3 with fire (+1)"),
        ("shield 1, self", "shield 1"),
        ("retaliate 2, range 1", "retaliate 2"),
        ("trap 3", "trap 3 damage"),
        ("summon 1 x  Living   Bones", "summon Living Bones"),
        ("suffer 1, all enemies within 1", "suffer 1, all adjacent enemies"),
        ("suffer 1, all adjacent enemies and allies", "suffer 1, all adjacent figures"),
    ],
)
def test_other_ways_to_say_it(said: str, written: str) -> None:
    assert write_ability(read_ability(said, READ_AREAS)) == written


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("Zatrucie and ogłuszenie, self", "poison and stun, self"),
        ("infuse ciemność", "infuse dark"),
        ("attack 2, Klątwę with swiatlo (+1)", "attack 2, curse with light (+1)"),
        ("Ruch 3, skok", "move 3, jump"),
        ("atak +0, zasięg 3, cel 2", "attack +0, range 3, target 2"),
    ],
)
def test_polish_words(said: str, written: str) -> None:
    assert write_ability(read_ability(said, READ_AREAS, words=POLISH_WORDS)) == written


@pytest.mark.parametrize("text", MEANINGS)
def test_no_english_word_means_something_else_in_polish(text: str) -> None:
    assert read_ability(text, READ_AREAS, words=POLISH_WORDS) == MEANINGS[text]


@pytest.mark.parametrize(
    ("text", "code", "word", "understood"),
    [
        ("", "E209", "", "attack"),
        ("atack 3", "E209", "atack", '"attack"'),
        ("attack", "E209", "attack", "a number such as 3 or +1"),
        ("attack +1, rnage 3", "E209", "rnage", '"range"'),
        ("attack +1 sideways", "E209", "sideways", "a comma"),
        ("move 0", "E205", "0", "`+0`"),
        ("attack +100", "E205", "+100", ""),
        ("attack 2, poison, poison", "E209", "poison", ""),
        ("attack 2, range 3, range 4", "E209", "range", ""),
        ("attack 2, all adjacent, target 2", "E209", None, ""),
        ("attack 2, all adjacent, range 2", "E209", None, ""),
        ("attack 2, area triangle3, all in range", "E209", None, ""),
        ("attack 2, area square", "E209", "square", "triangle3"),
        ("attack 2, area (0,0) (0,0)", "E209", "0", ""),
        ("attack 2, area (0,0) from (0,0)", "E209", None, ""),
        ("attack 2, area (0,99)", "E205", "99", ""),
        ("attack 2 with fire (+0)", "E209", "+0", ""),
        ("attack 2 with fire (+1, 3 instead)", "E209", None, ""),
        ("attack 2 with smoke (+1)", "E209", "smoke", "fire"),
        ("shield 1 with ice (poison)", "E209", "poison", "a number"),
        ("heal 2", "E209", None, "`self`"),
        ("heal +2, self", "E209", "+2", "a number without a sign"),
        ("heal 2, self, range 3", "E209", None, ""),
        ("heal 2, self, target 2", "E209", None, ""),
        ("poison", "E209", None, "`self`"),
        ("push 1", "E209", None, "`self`"),
        ("suffer 1, each enemy", "E209", "each", "all"),
        ("suffer 1, all trees", "E209", "trees", "enemies"),
        ("infuse fire and ice", "E209", "and", "complete"),
        ("summon 2 Zephyrs", "E209", "Zephyrs", "x"),
        ("summon Rat (move 1)", "E209", None, "`hp 4`"),
        ("special 3", "E209", "3", "1, 2"),
        ("scenario ()", "E209", ")", "what the scenario makes happen"),
        ("on death (attack 2", "E209", None, ""),
        ("attack 2)", "E209", ")", ""),
        ("on death (loot 1 poison)", "E209", "poison", ";"),
        ("on death (" * 7 + "loot 1" + ")" * 7, "E209", "(", "6"),
        ("loot 1" + " " * 400, "E208", None, ""),
    ],
)
def test_what_means_nothing_is_refused_where_it_stands(
    text: str, code: str, word: str | None, understood: str
) -> None:
    """At its word, or at the whole text; the help says what would be understood."""
    line = f'- "{text}"'
    place = Span("card.yaml", 1, 4, 1, 4 + len(text), line)

    with pytest.raises(InputError) as refused:
        read_ability(text, READ_AREAS, place)

    (found,) = refused.value.diagnostics
    assert found.code == code
    assert found.span is not None
    stretch = found.span.text[found.span.column - 1 : found.span.end_column - 1]
    assert stretch == (text if word is None else word)
    assert understood in found.help


def test_of_two_equal_words_the_wrong_one_is_shown() -> None:
    text = "attack 2, poison, poison"

    with pytest.raises(InputError) as refused:
        read_ability(text, READ_AREAS, Span("card.yaml", 1, 1, 1, len(text) + 1, text))

    (found,) = refused.value.diagnostics
    assert found.span is not None
    assert found.span.column == 19  # attack is 1 to 6, 2 is 8, poison 11 to 16, poison 19 to 24


RULESET = load_ruleset(rulesets_path() / "gloomhaven", Card)
TEXTS = sorted({text for card in RULESET.cards.values() if card.ability for text in card.ability.do})


def test_every_card_says_what_it_says_after_it_was_read_and_written() -> None:
    cards = [card for card in RULESET.cards.values() if card.ability is not None]
    assert len(cards) == len(ABILITY_CARDS)
    for text in TEXTS:
        ability = read_ability(text, AREAS)
        assert write_ability(ability) == text
        assert read_ability(write_ability(ability), AREAS) == ability


@pytest.mark.parametrize("seed", range(20))
def test_random_abilities_are_read_as_they_are_written(seed: int) -> None:
    random, read = RandomAbilities(seed), 0
    for _ in range(100):
        ability = random.ability()
        text = write_ability(ability)
        if len(text) <= LONGEST:
            read += 1
            assert read_ability(text, AREAS) == ability, text
            assert write_ability(read_ability(text, AREAS)) == text
    assert read > 80


def test_every_kind_of_ability_is_drawn() -> None:
    random = RandomAbilities(0)
    drawn = {type(random.ability()) for _ in range(9000)}

    assert drawn == set(get_args(Ability))


HOSTILE = (
    "x" * LONGEST,
    "(" * LONGEST,
    ")" * LONGEST,
    "," * LONGEST,
    "on death " * 40,
    "on death (" * 30,
    "with fire and " * 25,
    "attack " + "9" * 390,
    "attack +" + "9" * 390,
    "attack ٣",
    "attack ³",
    "attack ½",
    "attack +1, area ((0,0))",
    "attack +1, area (9999999999,0)",
    "attack +1, area (0,0" + ")" * 5,
    "summon \u0301\u0301",
    "summon \u200b",
    "summon \U0001f480",
    "scenario (\u202e)",
    "move +1\u0000",
    "move\u00a0+1",
    "ﬁre",
    "İnfuse fire",
    "-",
    "+",
    "- 1",
    "attack --1",
    "attack 1e3",
    "attack 0x10",
    "attack 1_000",
    "attack nan",
    "\n\nattack\n+1\n",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_read_or_refused(text: str) -> None:
    read_or_refuse(text)


def test_the_longest_text_is_read_and_a_longer_one_refused() -> None:
    text = "scenario (" + "x" * (LONGEST - 11) + ")"
    assert len(text) == LONGEST
    assert write_ability(read_ability(text, {})) == text

    with pytest.raises(InputError) as refused:
        read_ability(f"{text} ", {})
    assert refused.value.diagnostics[0].code == "E208"


@pytest.mark.parametrize("seed", range(5))
def test_damaged_texts_are_read_or_refused(seed: int) -> None:
    """Words and signs left out, doubled, exchanged or put in from elsewhere."""
    random = Random(seed)
    signs = [*"()+-,;:0123456789 \u0301é\u2212\u200b", " with ", " all ", "self", "fire", "999"]
    refused = 0
    for _ in range(400):
        text = random.choice(TEXTS)
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(text) + 1)
            text = text[:at] + random.choice(signs) + text[at + random.randrange(3) :]
        refused += read_or_refuse(text)
    assert refused > 200


def read_or_refuse(text: str) -> bool:
    """Whether it is refused: then with one finding, whose place lies in the text."""
    place = Span("card.yaml", 1, 3, 1, 3 + len(text), f"- {text}")
    try:
        ability = read_ability(text, AREAS, place)
    except InputError as error:
        (found,) = error.diagnostics
        assert found.code in ("E205", "E208", "E209")
        assert found.message
        assert found.span is not None
        assert 3 <= found.span.column <= found.span.end_column <= 3 + len(text)
        return True
    assert read_ability(write_ability(ability), AREAS) == ability
    return False
