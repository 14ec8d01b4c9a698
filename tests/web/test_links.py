"""Positions in links, and the texts that can be gone back to."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.errors import UsageError
from tsolve.source.reading import MAX_BYTES
from tsolve.web.links import history, packed, texts_of, unpacked


@given(st.text())
def test_a_text_comes_back(text: str) -> None:
    word = packed(text)
    assert unpacked(word) == text
    assert word.replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize(
    "word", ["", "?", "AAAA", "ż", "a" * 1001, packed("game: quest\n")[:-4], packed("x")[3:]]
)
def test_a_broken_link_says_so(word: str) -> None:
    with pytest.raises(UsageError, match="broken"):
        unpacked(word)


def test_a_link_that_unpacks_to_more_than_a_file_is_refused() -> None:
    """Ten million blanks take ten thousand characters."""
    bomb = urlsafe_b64encode(zlib.compress(b" " * 10 * MAX_BYTES, 9)).decode()
    assert len(bomb) < MAX_BYTES / 10
    with pytest.raises(UsageError, match="more than"):
        unpacked(bomb)


def test_a_link_to_bytes_that_are_no_text_is_broken() -> None:
    with pytest.raises(UsageError, match="broken"):
        unpacked(urlsafe_b64encode(zlib.compress(b"\xff\xfe")).decode())


def test_a_history_comes_back_in_its_order() -> None:
    assert texts_of(history(("a", "b\n", "ż"))) == ("a", "b\n", "ż")
    assert history(()) == ""
    assert texts_of("") == ()


def test_of_a_long_history_the_last_texts_are_kept() -> None:
    assert texts_of(history([str(each) for each in range(100)])) == tuple(
        str(each) for each in range(60, 100)
    )
    large = "x" * 50_000
    assert texts_of(history(["first", *[large] * 4])) == (large, large)


@pytest.mark.parametrize("word", ["?", packed("no list"), packed('[1, "a"]'), packed('{"a": 1}')])
def test_a_broken_history_is_none(word: str) -> None:
    assert texts_of(word) == ()
