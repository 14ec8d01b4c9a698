"""How people say steps: with a number, several at once, as something that can be done."""

import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.turns.card_names import split_count
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


@pytest.mark.parametrize(
    ("text", "count", "name"),
    [
        ("2 x Lamp", 2, "Lamp"),
        ("2x Lamp", 2, "Lamp"),
        ("12 × Lamp", 12, "Lamp"),
        ("Lamp x2", 2, "Lamp"),
        ("Old Stone x 3", 3, "Old Stone"),
        ("Lamp", 1, "Lamp"),
        ("2 Lamp", 2, "Lamp"),
        ("x Lamp", 1, "x Lamp"),
        ("-3 x Lamp", -3, "Lamp"),
    ],
)
def test_counts(text: str, count: int, name: str) -> None:
    assert split_count(text) == (count, name)


@pytest.mark.parametrize("times", [3, 20, 60, 3000])
@pytest.mark.parametrize("kind", ["legal", "illegal"])
@pytest.mark.parametrize("text", ["move: ", "move, and ", "stay: nonsense: "])
def test_a_text_without_meaning_is_an_error(times: int, kind: str, text: str) -> None:
    with pytest.raises(InputError, match=r"is not a step|at most 500 characters"):
        api.check(
            api.position(
                game="gloomhaven",
                turn="Guard 1",
                map={"size": "3 x 3"},
                monsters={"Guard 1": {"at": [0, 0], "stats": {"hp": 5, "move": 2, "attack": 2}}},
                characters={"Brute": {"at": [1, 0], "hp": 5}},
                claims=[{kind: text * times}],
            )
        )
