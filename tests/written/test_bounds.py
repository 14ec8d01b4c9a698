"""How much is claimed at least or at most: what is taken off a sentence, and what keeps to it."""

import pytest

from tsolve.written.bounds import Bounded, in_reach, keeps, keeps_between, without_bound


@pytest.mark.parametrize(
    ("text", "rest", "bound"),
    [
        ("at most 8 against Ogre", "8 against Ogre", "at most"),
        ("we make no more than 8", "we make 8", "at most"),
        ("not more than 8 points", "8 points", "at most"),
        ("8 points or less", "8 points", "at most"),
        ("8 or fewer points", "8 points", "at most"),
        ("8 points at most", "8 points", "at most"),
        ("co najwyżej 8", "8", "at most"),
        ("at least 8", "8", "at least"),
        ("no fewer than 8", "8", "at least"),
        ("8+ points", "8 points", "at least"),
        ("8 or more against Ogre", "8 against Ogre", "at least"),
        ("points >= 8", "points 8", "at least"),
        ("more than 8", "8", "more than"),
        ("over 8", "8", "more than"),
        ("fewer than 8", "8", "less than"),
        ("Ann does not have more than 8 points", "Ann has 8 points", "at most"),
        ("I do not reach at least 8", "I reaches 8", "less than"),
        ("exactly 8", "8", ""),
        ("I only have 8", "I have 8", ""),
    ],
)
def test_a_bound_is_taken_off(text: str, rest: str, bound: str) -> None:
    found = without_bound(text)

    assert found is not None
    assert (found.text, found.number, found.bound) == (rest, 8, bound)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "8 points",
            "at most",
            "at most eight",
            "up to 8",
            "about 8",
            "between 7 and 9",
            "more than enough",
        ),
        *("at least 8%", "at least 8 percent", "at least 8/12", "at least 1 in 3", "at least 0.5"),
        *("at least 8 and at most 9", "at least 8 or more", "2 more than 8 points or less", "12345 or more"),
    ],
)
def test_no_bound_or_no_single_one(text: str) -> None:
    assert without_bound(text) is None


@pytest.mark.parametrize(
    ("bound", "kept"),
    [("at least", (8, 9)), ("at most", (7, 8)), ("more than", (9,)), ("less than", (7,)), ("", (8,))],
)
def test_what_keeps_to_a_bound(bound: str, kept: tuple[int, ...]) -> None:
    assert tuple(number for number in (7, 8, 9) if keeps(number, bound, 8)) == kept  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("least", "most", "at_least", "at_most"),
    [
        (8, 9, True, None),  # 9 is more than 8
        (5, 8, None, True),
        (5, 7, False, True),
        (9, None, True, False),
        (None, 7, False, True),
        (None, None, None, None),
        (5, 9, None, None),
    ],
)
def test_what_all_numbers_between_keep_to(
    least: int | None, most: int | None, at_least: bool | None, at_most: bool | None
) -> None:
    found = keeps_between(least, most, "at least", 8), keeps_between(least, most, "at most", 8)
    assert found == (at_least, at_most)


@pytest.mark.parametrize(
    ("bound", "can", "meant"),
    [
        ("at least", True, (True, 8)),
        ("more than", True, (True, 9)),
        ("at most", True, (False, 9)),  # who can reach 8 at most cannot reach 9
        ("less than", True, (False, 8)),
        ("at least", False, (False, 8)),
        ("more than", False, (False, 9)),
        ("at most", False, (False, 0)),  # no sense
    ],
)
def test_what_is_in_reach(bound: str, can: bool, meant: tuple[bool, int]) -> None:
    assert in_reach(Bounded("reach 8", 8, bound), can) == meant  # type: ignore[arg-type]


def test_a_bound_is_said_of_another_sentence() -> None:
    found = without_bound("Ann makes no more than 8 against the Ogre")
    assert found is not None
    assert found.within("8 against Ogre") == "at most 8 against Ogre"
    assert found.within("8 against Ogre in place 8") == ""
