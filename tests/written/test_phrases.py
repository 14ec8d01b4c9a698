"""How people say steps: with a number, several at once, as something that can be done."""

from typing import ClassVar

import msgspec
import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.rules.names import NameIndex
from tsolve.source.decode import NotUnderstoodError
from tsolve.written.card_names import split_count
from tsolve.written.measure_names import MeasureNames
from tsolve.written.phrases import (
    ClaimWords,
    Saying,
    Verbs,
    plain_text,
    read_claim,
    read_saying,
)

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


WORDS = ClaimWords(
    amounts=("damage", "hit_points"),
    things=("focus", "end"),
    done={},
    verbs=Verbs({}),
    examples='"damage 4"',
    lists=("attacks", "sees"),
    owned={"kills": True, "gold": False},
)


class Stated(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    damage: int | None = None
    hit_points: int | None = None
    focus: str | None = None
    end: str | None = None
    attacks: tuple[str, ...] | None = None
    sees: tuple[str, str] | None = None
    kills: dict[str, int] | None = None
    gold: int | None = None
    of: str | None = None
    can: str | None = None
    after: int | None = None


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("focus Ann", {"focus": "Ann"}),
        ("Focus: the Ann.", {"focus": "Ann"}),
        ("deals 4 damage", {"damage": 4}),
        ("1 hit point after step 2", {"hit_points": 1, "after": 2}),
        ("attacks Ann, Bob and Cid", {"attacks": ("Ann", "Bob", "Cid")}),
        ("attacks nobody", {"attacks": ()}),
        ("sees (0,1) and (2,1)", {"sees": ("(0,1)", "(2,1)")}),
        ("end (2,1)", {"end": "(2,1)"}),
        ("kills of Ann 2", {"kills": {"Ann": 2}}),
        ("the Ann has 2 kills", {"kills": {"Ann": 2}}),
        ("gold of Guard 2: 30", {"gold": 30, "of": "Guard 2"}),
        ("gold 30 of Ann", {"gold": 30, "of": "Ann"}),
        ("can have 3 gold", {"can": "have 3 gold"}),
    ],
)
def test_statements(text: str, claim: dict[str, object]) -> None:
    assert msgspec.to_builtins(read_claim(text, Stated, WORDS)) == claim


@pytest.mark.parametrize("text", ["damage much", "sees (0,1)", "Ann gold", "focus", "gold of Ann", ""])
def test_no_statements(text: str) -> None:
    with pytest.raises(NotUnderstoodError, match="is no claim"):
        read_claim(text, Stated, WORDS)


DRAWN = "game: gloomhaven\nattacks: [{attack: 3, against: {name: Target, hp: 3}}]\nline: [draw +0]"
FOUGHT = "game: thunderstone\nhand: [Militia]\nhall: [Griffon, none, none]\nline: [attack Griffon]"
IN_TOWN = "game: gloomhaven\ncampaign: {reputation: 4}"
IN_THE_VILLAGE = "game: quest\nlocation: Bazaar\nhand: [2 x Dagger]\nline: [pass]"


@pytest.mark.parametrize(
    ("shown", "claims", "english"),
    [
        (DRAWN, ["obrażenia 3", "3 obrażeń", "{Obrażenia: 3}"], "damage 3"),
        (DRAWN, ["{punkty życia: {Target: 0}}", "Target 0 PŻ"], "hit points: Target 0"),
        (FOUGHT, ["atak 1", "{Attacco: 1}", "útok: 1"], "attack 1"),
        (FOUGHT, ["Attacco Magico 0", "{magický útok: 0}"], "magic 0"),
        (FOUGHT, ["Valore d'Attacco 1", "{wartość ataku: 1}", "{attack_value: 1}"], "total 1"),
        (FOUGHT, ["kara za brak Światła 0", "{Penalità Luce: 0}"], "penalty 0"),
        (IN_TOWN, ["reputacja 4", "{reputacja: 4}"], "reputation: 4"),
        (IN_THE_VILLAGE, ["золото 2", "2 золота", "{монеты: 2}"], "gold 2"),
        (IN_THE_VILLAGE, ["{Рана: 0}", "{wound: 0}"], "wounds 0"),
    ],
)
def test_measures_are_named_in_any_language(shown: str, claims: list[str], english: str) -> None:
    position = api.loads(f"{shown}\nclaims: [{', '.join(claims)}]")
    assert {claim.text for claim in api.check(position).claims} == {english}


def test_an_expectation_is_told_by_the_name_that_it_has_in_the_file() -> None:
    answer = api.check(api.loads(f"{DRAWN}\nexpect: {{line: {{obrażenia: 4}}}}"))
    (expectation,) = answer.expectations
    assert expectation.path == ("expect", "line", "obrażenia")
    assert not answer.notes


class TwoOfOneName:
    terms: ClassVar = {"light": ("light", "lamps"), "gold": ("gold",)}


WORDS_OF_TWO = MeasureNames(
    lambda: NameIndex().extended([("light", "Licht"), ("gold", "Gold"), ("gold", "Goldenes Licht")]),
    NameIndex,
)


def test_the_longer_name_of_a_measure_decides() -> None:
    assert WORDS_OF_TWO.sentence("3 goldenes Licht", TwoOfOneName) == "3 gold"
    assert WORDS_OF_TWO.sentence("3 Lampen", TwoOfOneName) == "3 Lampen"


def test_a_name_of_two_measures_is_refused_with_both() -> None:
    with pytest.raises(NotUnderstoodError, match='"Licht" is light or lamps; write the key'):
        WORDS_OF_TWO.key("Licht", TwoOfOneName)


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


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("then I light the lamp", "I light the lamp"),
        ("only 3 gold", "3 gold"),
        ("6 gold afterwards", "6 gold"),
    ],
)
def test_words_that_say_no_more(said: str, meant: str) -> None:
    assert plain_text(said) == meant
