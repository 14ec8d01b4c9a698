"""The words that decide which shapes a written action is compared with."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tsolve.games.thunderstone.writing import reading

_SHAPES = [(words, shape) for words, shape, _ in reading._SHAPES]


@pytest.mark.parametrize(("words", "shape"), _SHAPES)
@given(data=st.data())
def test_every_text_of_a_shape_has_one_of_its_words(words: str, shape: str, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(shape, fullmatch=True, alphabet=st.characters(codec="ascii")))
    plain = " ".join(text.split())
    assume(re.fullmatch(shape, plain))
    assert not set(plain.casefold().split(" ")).isdisjoint(words.split())
