"""Cards that answers cite can be looked up as rulings, though no rule says more about them."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import UnknownNameError
from tsolve.model.lookups import RuleAnswer


@pytest.mark.parametrize(
    ("ruling", "name"), [("card.archer_537", "Archer 537"), ("card.bandit_archer", "Bandit Archer")]
)
def test_a_cited_card_is_found(ruling: str, name: str) -> None:
    answer = api.rule(ruling)

    assert isinstance(answer, RuleAnswer)
    assert (answer.id, answer.title) == (ruling, name)
    assert f'tsolve card "{name}"' in answer.text


def test_a_card_that_there_is_not() -> None:
    with pytest.raises(UnknownNameError):
        api.rule("card.archer_599")
