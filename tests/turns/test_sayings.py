"""How people say that something can be done."""

from __future__ import annotations

import pytest

from tsolve.turns.phrases import Saying, Verbs, read_saying

VERBS = Verbs(
    {"beaten": "beat", "killed": "beat", "bought": "buy", "carried": "carry"},
    {"carry": "{who} carries{what}", "rest": "rest {who}"},
)


@pytest.mark.parametrize(
    ("text", "saying"),
    [
        ("can buy Lamp", Saying("buy Lamp")),
        ("I can buy Lamp.", Saying("buy Lamp")),
        ("Can I buy Lamp?", Saying("buy Lamp")),
        ("could we buy Lamp?", Saying("buy Lamp")),
        ("may buy Lamp", Saying("buy Lamp")),
        ("cannot buy Lamp", Saying("buy Lamp", False)),
        ("can't buy Lamp", Saying("buy Lamp", False)),
        ("can’t buy Lamp", Saying("buy Lamp", False)),
        ("we can not buy Lamp", Saying("buy Lamp", False)),
        ("I couldn't buy Lamp", Saying("buy Lamp", False)),
        ("why can't I buy Lamp?", Saying("buy Lamp", False)),
        ("Why can I not buy Lamp", Saying("buy Lamp", False)),
        ("why cannot buy Lamp", Saying("buy Lamp", False)),
        ("why not buy Lamp?", Saying("buy Lamp", False)),
        ("it is possible to buy Lamp", Saying("buy Lamp")),
        ("is it possible to buy Lamp?", Saying("buy Lamp")),
        ("it's impossible to buy Lamp", Saying("buy Lamp", False)),
        ("it is not possible to buy Lamp", Saying("buy Lamp", False)),
        ("I am able to buy Lamp", Saying("buy Lamp")),
        ("you are not able to buy Lamp", Saying("buy Lamp", False)),
        ("Ogre can be beaten", Saying("beat Ogre")),
        ("Ogre can never be beaten", Saying("beat Ogre", False)),
        ("Can Ogre be beaten?", Saying("beat Ogre")),
        ("can Ogre not be beaten", Saying("beat Ogre", False)),
        ("why can't Ogre be beaten?", Saying("beat Ogre", False)),
        ("Lamp can be carried by Ann", Saying("carry Lamp by Ann")),
        ("Ogre is beaten", Saying("beat Ogre", True, False)),
        ("Ogre isn't beaten", Saying("beat Ogre", False, False)),
        ("the Lamps are not bought", Saying("buy the Lamps", False, False)),
        ("Ann can carry Lamp", Saying("Ann carries Lamp")),
        ("can Ann carry Lamp?", Saying("Ann carries Lamp")),
        ("why can Ann not carry Lamp?", Saying("Ann carries Lamp", False)),
        ("Ann cannot rest", Saying("rest Ann", False)),
        ("can carry Lamp", Saying("carry Lamp")),
        ("cannot carry Lamp", Saying("carry Lamp", False)),
        ("Ogre is beaten by Ann", None),
        ("Ogre dies", Saying("beat Ogre", True, False)),
        ("Ogre survives", Saying("beat Ogre", False, False)),
        ("buy Lamp", None),
        ("Ann cannot sing", None),
        ("Ogre is large", None),
        ("candle", None),
        ("Can", None),
        ("", None),
    ],
)
def test_sayings(text: str, saying: Saying | None) -> None:
    assert read_saying(text, VERBS) == saying
