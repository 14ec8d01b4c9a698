"""Which rulings are decisive: by hand, and on random positions against a search over changed cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import position_of, ruleset, solve
from tests.games.thunderstone.planning.random_positions import dungeon_position
from tests.sweeping import seeds
from tsolve import api
from tsolve.engine.search import best_line
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone import changes
from tsolve.games.thunderstone.actions import Action, Pass
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.changes import without
from tsolve.games.thunderstone.effects.base import MonsterTrait
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.battle import Spoils
from tsolve.games.thunderstone.why_not.world import Rules, World
from tsolve.model.answers import CheckAnswer
from tsolve.model.plays import Wishes
from tsolve.steps.line import play_line
from tsolve.worlds import decisive as ablate
from tsolve.worlds.decisive import decisive, line_verdict, trail_of

KEYS = "key."


def marks(text: str, solve: bool = False) -> dict[str, bool | None]:
    """Every ruling that `check` or `solve` cites about the position, with its mark."""
    file = position_of(text)
    if solve:
        cited = api.with_decisive(file, api.solve(file, backend="exact")).citations
    else:
        cited = api.with_decisive(file, api.check(file, backend="exact")).citations
    return {each.id: each.decisive for each in cited}


def decisive_of(text: str, solve: bool = False) -> set[str]:
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
    assert decisive_of(HALVED + ("" if solve else ATTACKED), solve) == {"TS-11.2", "card.succubus"}


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
    found = decisive_of(text)

    assert "card.noxious_slag" in found
    assert found <= {"card.noxious_slag", "TS-11.3"}


DECIDED: list[tuple[str, str, str, set[str]]] = [
    # hand, Rank 1, the last step, what is decisive
    # Magic 4 + 3 x 3 = 13 against Health 11, and none of it counts
    ("Elf Archmage, 3 x Fireball", "Ebon Fume", "attack Ebon Fume", {"TS-11.5", "card.ebon_fume"}),
    # the Sword weighs 4, a Militia has Strength 2
    ("Militia, Short Sword", "Nixie", "equip Short Sword on Militia", {"TS-8.1"}),
    # 4 + 3 = 7, less 2 in the dark 5, halved 2 against 6. Without the dark 7 // 2 = 3, without the half 5
    ("Redblade Assassin, Redblade Poisoner", "Succubus", "attack Succubus", set()),
    # 4 and the Trophy's 1 are the Health of 5; without the Torch 2 less
    (
        "Thyrian Lord, Uyril Unending, Torch",
        "Nixie",
        "attack Nixie",
        {"TS-13.1", "card.uyril_unending", "card.thyrian_lord", "TS-10.3", "card.torch"},
    ),
    # a Guardian without a Weapon brings 1 more: 6. Without the Trophy or the Guardian 5; without the Lord 2,
    # in the dark 4
    (
        "Thyrian Lord, Uyril Unending, Torch, Dwarf Guardian",
        "Nixie",
        "attack Nixie",
        {"card.thyrian_lord", "TS-10.3", "card.torch"},
    ),
]


@pytest.mark.parametrize(("hand", "monster", "step", "rulings"), DECIDED)
def test_what_decides(hand: str, monster: str, step: str, rulings: set[str]) -> None:
    text = f"turn: dungeon\nhand: [{hand}]\ndeck: []\nhall: [{monster}, none, none]\nline: [{step}]\n"
    assert decisive_of(text) == rulings


def test_a_price_decides_that_nothing_can_be_bought() -> None:
    # Torch: Gold Value 2; the Polearm costs more
    text = "turn: village\nhand: [Torch]\nvillage: {Polearm: 1}\nline: [buy Polearm]\n"
    assert decisive_of(text) == {"TS-4.4"}


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


def test_a_wide_margin_leaves_nothing_to_decide() -> None:
    # 4 + 6 = 10 against 4. In the dark 8; the Polearm alone, in hands of Strength 9, 6; the Lord alone 4
    text = """
        turn: dungeon
        hand: [Thyrian Lord, Polearm, Torch]
        deck: []
        hall: [Griknack Goblin, none, none]
    """
    assert decisive_of(text) == set()
    assert decisive_of(text, solve=True) == set()


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
    strong = decisive_of(text.format(hero="Thyrian Squire", monster="Nixie"))
    # an Archer has Strength 4, with the Rations 6: 1 and 3 of the Hammer are the Goblin's Health of 4
    weak = decisive_of(text.format(hero="Dwarf Guardian", monster="Griknack Goblin"))
    frail = decisive_of(text.format(hero="Lorigg Thief", monster="Griknack Goblin"))

    assert "card.iron_rations" not in strong
    assert "card.iron_rations" not in weak  # Strength 5
    assert "card.iron_rations" in frail  # Strength 4


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
    won = decisive_of(text.format("{defeats: Griknack Goblin}"))
    exactly = decisive_of(text.format("{total: 10, against: Griknack Goblin}"))

    assert won == set()
    assert exactly == {"card.thyrian_lord", "card.polearm", "TS-10.3", "card.torch"}


def test_beyond_the_work_that_is_allowed_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ablate, "TOGETHER", 0)
    found = marks(HALVED, solve=True)

    assert found["TS-11.2"] is None
    assert found["TS-9.1"] is False  # a definition is never examined


def test_an_interpretation_that_was_not_examined_is_not_marked() -> None:
    file = position_of(ZERO)
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
    file = position_of(MORTIS.format(claim))
    answer = api.depending(file, api.check(file, backend="exact"))

    assert answer.depends is not None
    assert [each.key for each in answer.depends.keys if each.printed] == ["lord_mortis_light"]
    assert _mark(api.with_decisive(file, answer), "key.lord_mortis_light") is mark


def test_a_reading_that_no_printing_has_makes_none_decisive() -> None:
    """By 1 a point of darkness the total would be 8; but nobody prints that."""
    file = position_of(MORTIS.format("total: 6, against: Lord Mortis"))
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


@pytest.mark.parametrize("ruling", changes.RULES)
def test_switching_off_a_rule_changes_something(ruling: str) -> None:
    book = Book(ruleset().cards, ruleset().readings())
    before = World(Rules(book.cards, book.readings), position_of(HALVED).state)
    after = changes.RULES[ruling](before)

    assert ruling in ruleset().glossary
    changed = after.state != before.state or replace(after.rules, origin=None) != before.rules
    assert changed is _has_cases(ruling)
    assert without(ruling, book.cards) is changes.RULES[ruling]


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


ROOT = Path(__file__).resolve().parents[4]
GOAL = ("win", "vp", "xp")
CHUNK = 10
SEEDS = seeds(CHUNK, 60)[::CHUNK]
LIMIT = 3_000
ANY_FILE = position_of("turn: dungeon\nhand: []\nhall: [none, none, none]\n")


def blanked(card: Card) -> Card:
    """Nothing of the card works any more."""
    return replace(
        card,
        attack=None,
        magic_attack=None,
        light=None,
        weight=-99,
        gold=None if card.gold is None else 0,
        trophy=None,
        abilities=(),
        traits=(),
        battle=(),
        breach=(),
        spoils=(),
    )


def without_trait(tag: str) -> Callable[[Card], Card]:
    return lambda card: replace(
        card, traits=tuple(each for each in card.traits if each.__struct_config__.tag != tag)
    )


RULES: dict[str, Callable[[Card], Card]] = {
    "TS-8.1": lambda card: replace(card, weight=-99),
    "TS-11.2": without_trait("half_attack"),
    "TS-11.3": without_trait("immune_weapons"),
    "TS-11.5": without_trait("immune_magic"),
    "TS-13.1": lambda card: replace(card, trophy=None, light=None) if card.is_monster else card,
    "TS-10.3": lambda card: replace(card, light=None),
    "TS-7.7": lambda card: replace(card, battle=()),
}


def searched(game: Thunderstone, state: State) -> tuple[int, ...] | None:
    """The best worth of any line, Spoils apart: they have no say in this goal."""

    def skip(here: State, action: Action) -> bool:
        return bool(here.todo) and isinstance(here.todo[-1], Spoils) and not isinstance(action, Pass)

    found = best_line(game, state, lambda here: battle_result(game.book, here, GOAL), LIMIT, skip)
    return None if found is None else found.value


def expected(game: Thunderstone, state: State, ruling: str) -> bool | None:
    """Whether the best worth changes; None where that alone does not tell."""
    change, named = RULES.get(ruling, blanked), ruling.removeprefix("card.")
    cards = {
        each.id: change(each) if ruling in RULES or each.id == named else each
        for each in game.book.cards.values()
    }
    before = searched(game, state)
    after = searched(Thunderstone(Book(cards, game.book.readings)), state)
    if before == after:
        return False
    if before is None or after is None or before[0] != after[0]:
        return True
    return True if before[1] != after[1] else None  # other Victory Points are another Monster


def compared(seed: int) -> int:
    """How many rulings of one position could be compared."""
    game, state = dungeon_position(Random(seed), cards=4)
    if any(member.card == "disease" for member in state.party):
        return 0  # what it does rests on its kind, which a blank card keeps
    file = ANY_FILE.by(game, state)
    asked = Wishes(goal=",".join(GOAL), draws="known")
    solution = solve(file, asked.goal, backend="exact", draws="known", what_if=False)
    here = (*(m.card for m in state.party), *(slot.card for slot in state.hall))
    rulings = [*dict.fromkeys(f"card.{card}" for card in here), *RULES]
    marks = decisive(file, rulings, None, solution, asked)
    count = 0
    for ruling in rulings:
        try:
            wanted = expected(game, state, ruling)
        except TooLargeError:
            continue
        if wanted is not None and marks[ruling] is not None:
            assert marks[ruling] is wanted, (seed, ruling, here)
            count += 1
    return count


@pytest.mark.parametrize("first", SEEDS)
def test_marks_are_what_a_search_over_changed_cards_finds(first: int) -> None:
    assert sum(compared(seed) for seed in range(first, first + CHUNK)) >= 6 * CHUNK


def test_equal_trails_are_equal_verdicts() -> None:
    """The quick way to see that a line ends alike, against reading its steps again.

    Without the rule about throwing (TS-8.5) no step may say `throw`; the action itself stays as `use`. Such
    lines are left out.
    """
    files = sorted((ROOT / "puzzles" / "thunderstone").rglob("*.yaml"))[::9]
    alike = 0
    for file in files:
        here = api.load(str(file))
        if not here.written.line or any(str(step).startswith("throw ") for step in here.written.line):
            continue
        own = play_line(here, here.written.line)
        trail = trail_of(here, own)
        world = World(Rules(here.book.cards, here.book.readings), here.state)
        for change in changes.RULES.values():
            other = here.by(change(world).game, change(world).state)
            again = trail_of(other, own)
            if trail is not None and again is not None and again[0] == trail[0]:
                assert line_verdict(other, play_line(other, here.written.line)) == line_verdict(here, own), (
                    file
                )
                alike += 1
    assert alike > 500
