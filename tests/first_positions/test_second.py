"""Thirty more first positions, written after the tutorial had got a position of each game, and kept unedited.
Many say things that are not read yet: each is told at its place, and nothing ends in an error of ours.
"""

from pathlib import Path

import pytest

from tsolve import api
from tsolve.errors import InputError

FILES = sorted((Path(__file__).parent / "second").glob("*/*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_each_is_answered_or_told_where_it_is_not_understood(file: Path) -> None:
    try:
        answer = api.check(api.load(file))
    except InputError as error:
        places = [each.span for each in error.diagnostics]
        assert places
        assert all(place is not None and place.line_in_file for place in places)
    else:
        assert answer.claims or answer.line or answer.solution
