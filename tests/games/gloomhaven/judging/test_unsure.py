"""Which printed facts an answer rests on that one source alone tells: said by every kind of answer alike."""

from collections.abc import Callable, Iterator

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tsolve import api
from tsolve.model.verdicts import Answer, UnsureFact
from tsolve.report.page import Page, Paragraph
from tsolve.report.rulings import show_unsure, unsure_of
from tsolve.rules.rulings import Provenance
from tsolve.rules.sureness import unsure

TRAMPLE = """
game: gloomhaven
turn: Brute
map: {size: 6 x 5}
characters: {Brute: {at: [2, 2], level: 2, plays: [Trample, Skewer], perks: [remove two -1]}}
monsters: {Living Bones 1: {at: [3, 2], hp: 3, stats: {shield: 1}}}
"""
PLAYED = "line: [play top of Trample, attack Living Bones 1]\n"
OF_TRAMPLE = UnsureFact("abilities", "Trample", "gloomhavensecretariat")


def asked(text: str) -> tuple[UnsureFact, ...]:
    found = api.check(api.loads(text)).unsure
    return () if found is UNSET else found


ANSWERS: dict[str, Callable[[api.Position], Answer]] = {
    "check": api.check,
    "solve": api.solve,
    "legal": api.legal,
    "odds": api.odds,
    "grade": api.grade,
    "targets": api.targets,
    "why-not": lambda position: api.why_not(position, "kill Living Bones 1"),
    "ask": lambda position: api.ask_about(position, "can Brute kill Living Bones 1?"),
    "diff": lambda position: api.diff(
        position,
        api.Reading("one", options={"sight": "corners"}),
        api.Reading("other", options={"sight": "any_points"}),
    ),
    "diff --all": api.dependence,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_kind_of_answer_says_it(name: str) -> None:
    """The line attacks with the top of Trample, which one source alone tells."""
    assert OF_TRAMPLE in unsure_of(ANSWERS[name](api.loads(TRAMPLE + PLAYED)))


def test_what_the_file_says_itself_is_no_fact_of_a_source() -> None:
    """The card as the file has it, and hit points that it gives."""
    own = TRAMPLE.replace(
        "perks:", 'cards: {Trample: {initiative: 72, top: "attack 3, pierce 2", bottom: move 4}}, perks:'
    )
    assert not asked(own + PLAYED)
    trap = (
        TRAMPLE.replace("6 x 5", "6 x 5, traps: [[2, 3]]")
        + 'line: [play bottom of Skewer, "move to (2,3)"]\n'
    )
    assert "hit points" in {each.fact for each in asked(trap)}
    assert "hit points" not in {each.fact for each in asked(trap.replace("level: 2", "level: 2, max_hp: 12"))}


def test_a_perk_is_named_only_where_the_sources_differ_on_it() -> None:
    """They do on `+1 shield 1`, and modifier cards count in the chance."""
    claim = "claims: [1/2 to kill Living Bones 1]\n"
    assert "a perk" not in {each.fact for each in asked(TRAMPLE + PLAYED + claim)}
    other = TRAMPLE.replace("remove two -1", "add one +1 shield 1")
    [perk] = [each for each in asked(other + PLAYED + claim) if each.fact == "a perk"]
    assert perk.says == {"gloomhavensecretariat": "+1 shield 1", "cardmanager": "+1 shield"}


def test_a_scenario_says_where_its_map_comes_from() -> None:
    """Also of a monster's turn, on which no card bears."""
    text = """
game: gloomhaven
scenario: 1
turn: Bandit Guard 1
characters: {Brute: {at: [6, 11], initiative: 50}, Spellweaver: {at: [7, 11]}}
"""
    assert asked(text) == (UnsureFact("map", "scenario 1", "gloomhaven_board"),)


def test_the_line_is_gone_once_a_second_source_agrees() -> None:
    """What is no longer among the facts of one source is sure."""
    single = Provenance("single", ("first", "second"), ("top", "bottom"))
    used = {"top": "abilities", "bottom": "abilities"}
    assert [*unsure(single, "Card", used)] == [UnsureFact("abilities", "Card", "first")]
    assert not [*unsure(replace(single, confidence="confirmed", single_fields=()), "Card", used)]


def several(number: int) -> Iterator[UnsureFact]:
    for each in range(number):
        yield UnsureFact("abilities", f"Visage of the Inevitable {each}", "gloomhavensecretariat")
    yield UnsureFact(
        "initiative", "Captivating Performance", says={"gloomhavensecretariat": "87", "other": "81"}
    )


@pytest.mark.parametrize("number", [0, 1, 2, 40])
def test_one_line_has_room_for_all(number: int) -> None:
    """77 characters beside the indent, however many facts there are."""
    page = Page()
    show_unsure(
        page, replace(api.legal(api.loads(TRAMPLE)), unsure=tuple(several(number))), False, "--explain"
    )
    [line] = [each.text for each in page.blocks if isinstance(each, Paragraph)]
    assert len(line) <= 77
    assert line.endswith((".", "--explain)."))
    assert "initiative of Captivating Performance" in line or "1 fact" in line


def test_in_full_each_fact_has_its_source() -> None:
    """A row for each."""
    page = Page()
    show_unsure(page, replace(api.legal(api.loads(TRAMPLE)), unsure=tuple(several(2))), True)
    rows = [each.text for each in page.blocks if isinstance(each, Paragraph)]
    assert len(rows) == 3
    assert "gloomhavensecretariat says 87; other says 81" in rows[-1]
