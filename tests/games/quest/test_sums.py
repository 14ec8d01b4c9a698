"""Quest: the sum in one line counts copies of cards, not what a card brings."""

from __future__ import annotations

import pytest

from tests.games.quest.files import checked
from tsolve.report.sums import terms

STONE = (
    "{kind: item, cost: 3, gold: 2, physical: 0, magic: 0, skill_boost: 0, light: 0, vp: 0, abilities: [],"
    " traits: [{kind: modifier, value: gold, by: 2}]}"
)


@pytest.mark.parametrize(
    ("hand", "told"), [("Glow Stone", "Glow Stone 4"), ("2 x Glow Stone", "2 x Glow Stone 4 each")]
)
def test_a_text_that_adds_as_much_as_is_printed(hand: str, told: str) -> None:
    """Printed gold 2, and 2 more by the text: 4 of each stone."""
    answer = checked(f"location: Bazaar\nhand: [{hand}]\ncards: {{Glow Stone: {STONE}}}\nline: [buy Potion]")

    assert answer.line is not None
    assert answer.line.calculation is not None
    assert terms(answer.line.calculation, {}) == told
