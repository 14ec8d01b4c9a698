"""Expressions over the words of a puzzle."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.errors import UsageError
from tsolve.suite.collect import selection

TEXTS = (
    "puzzles/rules/weapons/polearm.yaml",
    "Strength seven and a Polearm",
    "TS-8.6",
    "key.zero_rule=floor",
)


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("polearm", True),
        ("POLEARM", True),
        ("TS-8.6", True),
        ("ts-8", True),
        ("sword", False),
        ("not sword", True),
        ("not not polearm", True),
        ("polearm and sword", False),
        ("polearm or sword", True),
        ("sword or dagger", False),
        ("not polearm or TS-8.6", True),  # not binds most
        ("TS-8.6 or polearm and sword", True),  # and binds more than or
        ("(TS-8.6 or polearm) and sword", False),
        ("not (sword or dagger)", True),
        ("strength seven", True),
        ("seven strength", False),
        ("polearm.yaml strength", False),  # texts do not run into each other
        ('"seven and a"', True),
        ("'not' or sword", False),
        ("key.zero_rule=floor", True),
        ("zero_rule=negative", False),
    ],
)
def test_expressions(expression: str, wanted: bool) -> None:
    assert selection(expression)(TEXTS) is wanted


@pytest.mark.parametrize(
    "expression",
    ["", " ", "and", "polearm and", "or sword", "not", "(polearm", "polearm)", "()", "a and or b"],
)
def test_nonsense_is_said(expression: str) -> None:
    with pytest.raises(UsageError, match="makes no sense"):
        selection(expression)


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(UsageError, match="nested"):
        selection("(" * 5000 + "x" + ")" * 5000)


def _expressions() -> st.SearchStrategy[str]:
    words = st.sampled_from(["polearm", "sword", "TS-8", "rules"])

    def more(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            inner.map(lambda text: f"not ({text})"),
            inner.map(lambda text: f"({text})"),
            st.tuples(inner, st.sampled_from([" and ", " or "]), inner).map("".join),
        )

    return st.recursive(words, more, max_leaves=8)


@given(_expressions())
def test_means_what_python_means(expression: str) -> None:
    present = {
        word: any(word.casefold() in text.casefold() for text in TEXTS)
        for word in ("polearm", "sword", "TS-8", "rules")
    }
    python = expression
    for word, there in present.items():
        python = python.replace(word, str(there))

    assert selection(expression)(TEXTS) is eval(python)
