"""Answers about random scenarios do not contradict each other; more of them by hand, see `relations`."""

import pytest

from tests.games.gloomhaven.relations import found_in


@pytest.mark.parametrize("seed", range(8))
def test_answers_about_a_random_scenario_agree(seed: int) -> None:
    assert list(found_in(seed)) == []
