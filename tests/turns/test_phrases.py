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


BUY, BEAT, CARRY = Saying("buy Lamp"), Saying("beat Ogre"), Saying("Ann carries Lamp")
NOT_BUY, NOT_BEAT = Saying("buy Lamp", False), Saying("beat Ogre", False)
SAYINGS: list[tuple[Saying | None, list[str]]] = [
    (BUY, ["can buy Lamp", "I can buy Lamp.", "Can I buy Lamp?", "could we buy Lamp?", "may buy Lamp"]),
    (BUY, ["it is possible to buy Lamp", "is it possible to buy Lamp?", "I am able to buy Lamp"]),
    (NOT_BUY, ["cannot buy Lamp", "can't buy Lamp", "can’t buy Lamp", "we can not buy Lamp"]),
    (NOT_BUY, ["I couldn't buy Lamp", "why can't I buy Lamp?", "Why can I not buy Lamp"]),
    (NOT_BUY, ["why cannot buy Lamp", "why not buy Lamp?", "it's impossible to buy Lamp"]),
    (NOT_BUY, ["it is not possible to buy Lamp", "you are not able to buy Lamp"]),
    (BEAT, ["Ogre can be beaten", "Can Ogre be beaten?"]),
    (NOT_BEAT, ["Ogre can never be beaten", "can Ogre not be beaten", "why can't Ogre be beaten?"]),
    (Saying("beat Ogre", True, False), ["Ogre is beaten", "Ogre dies"]),
    (Saying("beat Ogre", False, False), ["Ogre isn't beaten", "Ogre survives"]),
    (Saying("buy the Lamps", False, False), ["the Lamps are not bought"]),
    (CARRY, ["Ann can carry Lamp", "can Ann carry Lamp?"]),
    (Saying("Ann carries Lamp", False), ["why can Ann not carry Lamp?"]),
    (Saying("carry Lamp by Ann"), ["Lamp can be carried by Ann"]),
    (Saying("rest Ann", False), ["Ann cannot rest"]),
    (Saying("carry Lamp"), ["can carry Lamp"]),
    (Saying("carry Lamp", False), ["cannot carry Lamp"]),
    (None, ["Ogre is beaten by Ann", "buy Lamp", "Ann cannot sing", "Ogre is large", "candle", "Can", ""]),
]


@pytest.mark.parametrize(("saying", "text"), [(saying, text) for saying, texts in SAYINGS for text in texts])
def test_sayings(saying: Saying | None, text: str) -> None:
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
