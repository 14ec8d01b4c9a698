"""Questions about rules and cards in the other languages of the games: the rule that answers is one of the
first three, or the question is refused with the words that are not understood.
"""

from __future__ import annotations

import pytest

from tests.first_questions.test_first_questions import HERE, _shown
from tsolve import api
from tsolve.errors import UsageError
from tsolve.model.asked import LookedUp
from tsolve.model.lookups import CardAnswer, RulesAnswer

RULES = (
    ("czy mogę kupić dwie karty?", "TS-4.4"),
    ("ile kart mogę kupić w jednej turze?", "TS-4.4"),
    ("kiedy kończy się gra?", "TS-17.1"),
    ("ile kart dobieram na końcu tury?", "TS-3.2"),
    ("jak awansować bohatera?", "TS-6.1"),
    ("co robi Uyril?", "card.uyril_unending"),
    ("jak działa kara za brak Światła?", "TS-10.1"),
    ("czy mogę zaatakować potwora bez światła?", "TS-10.1"),
    ("kto wygrywa przy remisie?", "TS-17.2"),
    ("co się dzieje, gdy przegram walkę?", "TS-7.6"),
    # kart: cards, not the Brute, who is called Kark.
    ("ile kart mogę wziąć na rękę jako Kark?", "GH-2.13"),
    ("jak działa odwet?", "GH-10.7"),
    ("czy potwór otwiera drzwi?", "GH-1.5"),
    ("kiedy postać jest wyczerpana?", "GH-11.9"),
    ("co robi tarcza?", "GH-10.6"),
    ("jak działa długi odpoczynek?", "GH-2.10"),
    ("czy sojusznik może być celem ataku?", "GH-1.2"),
    ("kto rusza się pierwszy przy tej samej inicjatywie?", "GH-2.4"),
    ("posso comprare due carte?", "TS-4.4"),
    ("quante carte posso comprare in un turno?", "TS-4.4"),
    ("quando finisce la partita?", "TS-17.1"),
    ("chi vince la partita?", "TS-17.2"),
    ("un Eroe può usare due Armi?", "TS-8.1"),
    ("cosa succede se il gruppo non ha Luce?", "TS-10.1"),
    ("můžu koupit dvě karty?", "TS-4.4"),
    ("kdo vyhraje hru?", "TS-17.2"),
    ("kdy končí hra?", "TS-17.1"),
    ("může hrdina nést dvě zbraně?", "TS-8.1"),
    ("могу ли я купить две карты?", "QUEST-4.4"),
    ("сколько карт я добираю в конце хода?", "QUEST-6.3"),
    ("когда заканчивается игра?", "QUEST-12.6"),
    ("герой может использовать два оружия?", "QUEST-2.3"),
    ("сколько опыта стоит уровень?", "QUEST-8.1"),
)
CARDS = (
    ("ile kosztuje Pochodnia?", "Torch"),
    ("quanto costa la Torcia?", "Torch"),
    ("cosa fa la Torcia?", "Torch"),
    ("co dělá Pochodeň?", "Torch"),
    ("kolik stojí Pochodeň?", "Torch"),
)
REFUSED = (
    ("co to jest trucizna?", "trucizna"),
    ("come funziona il veleno?", "veleno"),
    ("сколько стоит Факел?", "факел"),
)


OF_FILES = (
    # 8 gold, the Lantern costs 4.
    ("thunderstone-01", "posso comprare la Lanterna?", "yes", "can I buy Lantern?"),
    (
        "thunderstone-02",
        "dlaczego nie mogę zaatakować Blink Dog?",
        "impossible",
        "why can't I attack Blink Dog?",
    ),
    (
        "thunderstone-03",
        "jakie mam szanse na Griffon?",
        "5 of 6 (83 %)",
        "what are my chances against Griffon?",
    ),
    # 2 + 2 + 1 + 1 + 2 with the Shards; the Fireball costs 8.
    ("quest-02", "могу ли я купить Fireball?", "yes", "can I buy Fireball?"),
    ("thunderstone-01", "quanto oro ho?", "= 9", "how much gold do I have?"),
)


def looked_up(question: str) -> LookedUp:
    found = api.ask(question)
    assert isinstance(found, LookedUp)
    return found


@pytest.mark.parametrize(("question", "rule"), RULES)
def test_the_rule_is_among_the_first_three(question: str, rule: str) -> None:
    answer = looked_up(question)

    assert isinstance(answer.found, RulesAnswer)
    assert rule in [each.id for each in answer.found.found[:3]]
    assert answer.question == question
    assert answer.read_as[0].startswith("in English about `")


@pytest.mark.parametrize(("question", "card"), CARDS)
def test_a_card_is_shown(question: str, card: str) -> None:
    found = looked_up(question).found

    assert isinstance(found, CardAnswer)
    assert found.name == card


@pytest.mark.parametrize(("question", "word"), REFUSED)
def test_what_is_not_understood_is_told(question: str, word: str) -> None:
    with pytest.raises(UsageError, match=f'not "{word}"; ask in English'):
        api.ask(question)


def test_rule_reads_these_questions_too() -> None:
    found = api.rule("posso comprare due carte?", "thunderstone")

    assert isinstance(found, RulesAnswer)
    assert found.found[0].id == "TS-4.4"


@pytest.mark.parametrize(("name", "question", "found", "english"), OF_FILES)
def test_plain_questions_about_a_file(name: str, question: str, found: str, english: str) -> None:
    content = (HERE / "positions" / f"{name}.yaml").read_bytes()
    shown = _shown(api.ask_about_file(content, question, f"{name}.yaml"))

    assert found in shown
    assert f"in English `{english}`" in shown


def test_a_word_that_is_not_known_is_told_to_a_question_about_a_file() -> None:
    content = (HERE / "positions" / "thunderstone-01.yaml").read_bytes()
    with pytest.raises(UsageError, match='not "blarg"'):
        api.ask_about_file(content, "posso comprare il Blarg?", "thunderstone-01.yaml")
