"""Ten more first positions of Gloomhaven, kept unedited: what each is answered, or told to write.

The comment at the head of each file is its writer's derivation.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api
from tsolve.errors import InputError

HERE = Path(__file__).parent / "second" / "gloomhaven"
YES, NO, OPEN = "confirmed", "refuted", "undecided"


def written(number: str) -> str:
    """The text of a file."""
    return (HERE / f"{number}.yaml").read_text(encoding="utf-8")


def verdicts(text: str) -> list[str]:
    """The verdicts on the claims of a file."""
    return [claim.verdict for claim in api.check(api.loads(text)).claims]


def messages(text: str) -> str:
    """What is wrong with a file, and what to write."""
    with pytest.raises(InputError) as caught:
        api.check(api.loads(text))
    return " ".join(f"{each.message}; {each.help}" for each in caught.value.diagnostics)


def test_01_whom_it_attacks_and_without_disadvantage_are_two_claims() -> None:
    """Both can be attacked without a step: the Brute is 1 hex away, the Tinkerer 3. It steps back, to (1,1),
    (1,2) or (2,1), where it has no disadvantage. (GH-12.10, GH-12.17)
    """
    assert verdicts(written("01")) == [NO, NO, YES, YES]


def test_02_a_skeleton_is_of_the_living_bones() -> None:
    """(4,4) is the only hex beside both, three steps away: two targets come before fewer steps. The question
    is answered by the options of the turn. (GH-12.17)
    """
    position = api.loads(written("02"))
    answer = api.check(position)

    assert [claim.verdict for claim in answer.claims] == [NO, YES]
    assert "a question, which the options of the turn answer" in " ".join(position.remarks())
    assert answer.options
    assert "goes to (4,4)" in answer.options.options[0].text


def test_03_what_it_does_not_do_in_polish() -> None:
    """The way with a trap costs 3, the one without 4: it goes the clean way and attacks nobody. Szelma is
    invisible, so that she is no focus. (GH-8.12, GH-12.9, GH-12.15, GH-12.20, GH-12.22)
    """
    assert verdicts(written("03")) == [YES, NO, YES, YES]
    others = written("03").split("claims:")[0]
    said = ["nie skupia się na Szelma", "Hound 3 nie atakuje", "Szelma is not attacked", "nie atakuje Kark"]
    assert verdicts(f"{others}claims: {said}\n") == [YES, YES, YES, YES]


def test_04_both_guards_have_their_turns() -> None:
    """The elite first (GH-12.3), to (3,2) in the door; guard 1 walks through it (GH-3.2) to (4,3), three of
    four steps, and attacks as well.
    """
    assert verdicts(written("04")) == [YES, NO, YES]
    others = written("04").split("claims:")[0]
    said = [
        "Bandit Guard 1 ends in (4,3)",
        "Bandit Guard 4 ends in (3,2)",
        "both guards end in (3,2)",
        "none of the guards attacks the Spellweaver",
        "Spellweaver is attacked",
        "all three guards attack Brute",
    ]
    assert verdicts(f"{others}claims: {said}\n") == [YES, YES, NO, YES, NO, OPEN]


def test_07_is_read_at_once() -> None:
    """3 + 1 potion + 1 poison = 5, doubled 10, less shield 2 = 8: of 9 hit points 1 is left. (GH-6.7 to
    GH-6.10)
    """
    assert verdicts(written("07")) == [YES, NO, NO]
    for said in ("items: {Minor Power Potion: +1}", "bonuses: {Minor Power Potion: 1}"):
        assert verdicts(written("07").replace("items: [Minor Power Potion]", said)) == [YES, NO, NO]


def test_08_a_chance_without_the_name_of_the_target() -> None:
    """Strengthened, but at an adjacent target: advantage and disadvantage cancel, so one card. 3 - 1 shield
    needs +1 or better for 3: five +1, one +2, one x2 of twenty = 7/20. (GH-4.3, GH-6.14, GH-6.17)
    """
    assert verdicts(written("08")) == [NO, YES, NO]


def test_09_the_numbers_of_a_level() -> None:
    """11 / 3 / 2 = 1.8, up to 2, hard 3: traps deal 5, a token is 3 gold, winning 10 experience. Eight checks
    are prosperity level 2, so nobody starts at 3; at level 2 with 15 x 3 = 45 gold. (GH-15.1, GH-15.2,
    GH-15.5, GH-15.9)
    """
    assert verdicts(written("09")) == [NO, YES, YES, YES, NO, YES]


def test_10_is_read_at_once() -> None:
    """10 - 3 = 7 (GH-15.6); half of 20 is 10, and nobody has two copies (GH-15.7); 50 x 2 = 100 for the
    attack, then 30 x 2 + 75 = 135 for the range: 240 - 235 = 5 (GH-15.12, GH-15.13).
    """
    assert verdicts(written("10")) == [YES, YES, YES, NO, YES]
