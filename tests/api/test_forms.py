"""Position files as forms: whatever is edited, nothing else of the file changes, and undo gives it back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.sweeping import some
from tsolve.api.form_completions import completed
from tsolve.api.forms import Form, all_names, claims_in_words, form_of, new_form
from tsolve.api.games import ruleset
from tsolve.api.shipped import examples
from tsolve.errors import InputError
from tsolve.written.filling import FillError, Filling
from tsolve.written.form import Field

PUZZLES = Path(__file__).parents[2] / "puzzles"
FILES = {
    **{each.name: each.text for each in examples()},
    **{
        str(path.relative_to(PUZZLES)): path.read_text("utf-8")
        for path in some(sorted(PUZZLES.rglob("*.yaml")), 53)
    },
}
"""Some of all kinds; all with `--large`."""


def field(form: Form, key: str) -> Field:
    return next(each for each in form.filling.asked() if each.key == key)


def edited(text: str, key: str, *typed: str) -> Form:
    form = form_of(text)
    for each in typed:
        form = form.filled(form.filling.add(field(form, key), each))
    return form


# every field of every file

TYPED = {
    "text": "Somebody 1",
    "texts": "A text",
    "number": "3",
    "figures": "Tinkerer at 1,1, hp 5",
    "hexmap": "4 x 4",
    "lines": "Brute attacks 3 vs Bandit Guard 1, 4/6 hp",
    "steps": "draw +1",
}
ENTRIES = {
    "cards": "Brute: Skewer, 35; top attack 3; bottom move 4",
    "ability_cards": "Bandit Guard 525",
    "party": "Brute, level 3",
    "items": "Brute: Potion; heal 3, self; consumed",
    "shop": "Iron Helmet 10",
    "enhanced": "Brute: Trample top 1",
}
CLAIMS = {
    "scenario": "focus Brute",
    "map": "focus Brute",
    "attacks": "damage 4",
    "campaign": "scenario level 3",
    "": "6 gold",
}


def typed_into(form: Form, about: Field) -> str:
    """Something that may be typed there."""
    names = [name for name, _ in all_names(form, about)]
    match about.shape:
        case "word":
            return about.words[-1]
        case "claims":
            return CLAIMS[form.filling.kind]
        case "entries":
            return ENTRIES.get(about.key, "Brute: Grab")
        case "counts":
            return f"3 x {(*about.words, *names)[0]}"
        case "pairs":
            rooms = (
                c.name for c in ruleset(form.game).cards.values() if getattr(c, "kind", "") in about.kinds
            )
            return f"{next(rooms)}: none"
        case _:
            return TYPED.get(about.shape) or names[0]


def edits(form: Form, about: Field) -> Iterator[Filling]:
    """One field filled in further, and its first and its last entry counted and dropped."""
    filling = form.filling
    with suppress(FillError):
        yield filling.add(about, typed_into(form, about))
    entries = filling.entries(about)
    for entry in dict.fromkeys((*entries[:1], *entries[-1:])):
        yield filling.count(about, entry.key, 1)
        yield filling.count(about, entry.key, -1)
        yield filling.drop(about, entry.key)


def keys_of(data: object, without: str) -> object:
    return {key: each for key, each in data.items() if key != without} if isinstance(data, dict) else data


@pytest.mark.parametrize("name", FILES)
def test_an_edit_changes_nothing_else(name: str) -> None:
    """The data of every other key, its lines and the comments in lines of their own; and back again."""
    text = FILES[name]
    form = form_of(text)
    comments = [line for line in text.splitlines() if line.startswith("#")]
    for about in form.filling.asked():
        outermost = (about.place or about.key).partition(".")[0]
        for filling in edits(form, about):
            new = form.filled(filling)
            assert filling.data in (new.filling.data, new.written_today)
            assert keys_of(new.filling.data, outermost) == keys_of(form.filling.data, outermost)
            lines = new.text.splitlines()
            assert [line for line in comments if line not in lines] == []
            if new.position is not None and form.position is not None:
                assert form_of(new.filled(form.filling).text).filling.data == form.filling.data


def test_fields_without_a_change_are_not_written() -> None:
    for text in FILES.values():
        form = form_of(text)
        assert form.filled(form.filling) is form


# what a file says in its own way


DISPUTE = """\
# Ann says 16.
Game: Thunderstone  # the first edition
Hand: Torch, Short Sword   # mine
# who stands there
hall: [none, none, Nixie] # Ranks 1, 2 and 3
claims:
- {defeats: Nixie}  # Ann
# that is all
"""


def test_keys_and_lists_that_people_write_otherwise_are_read() -> None:
    form = form_of(DISPUTE)
    assert form.filling.data["hand"] == ["Torch", "Short Sword"]
    assert edited(DISPUTE, "hand", "2 x Polearm").text == DISPUTE.replace(
        "Hand: Torch, Short Sword   # mine", "Hand: [Torch, Short Sword, 2 x Polearm]  # mine"
    )
    assert edited(DISPUTE, "claims", "6 gold").text == DISPUTE.replace(
        "# that is all\n", "- {gold: 6}\n# that is all\n"
    )


def test_stacks_in_one_text_are_a_list() -> None:
    text = "game: thunderstone\nturn: village\nvillage: 8 x Torch, Polearm\n"
    form = edited(text, "village", "2 x Lantern")
    assert form.filling.data["village"] == ["8 x Torch", "Polearm", "2 x Lantern"]
    assert form.position is not None


def test_a_new_key_stands_where_the_form_has_it() -> None:
    text = "game: thunderstone\nclaims: [6 gold]\n"
    assert edited(text, "hand", "Torch").text == "game: thunderstone\nhand: [Torch]\nclaims: [6 gold]\n"
    assert edited(text, "hall", "Nixie").text == (
        "game: thunderstone\nhall: [Nixie, unknown, unknown]  # Ranks 1, 2 and 3\nclaims: [6 gold]\n"
    )


def test_what_the_form_does_not_know_stays() -> None:
    readings = "interpretations:\n  zero_rule: floor # house rule\n"
    text = f"game: thunderstone\nprinting: '1.4'\n{readings}hand: [Torch]\n"
    assert edited(text, "hand", "Torch").text == text.replace("[Torch]", "[Torch, Torch]")


def test_mistakes_stand_beside_their_fields() -> None:
    form = form_of("game: thunderstone\nHand: [Tirch]\nhall: [Nixie, Nobodi]\nnonsense: 1\n")
    assert form.position is None
    assert {key: len(found) for key, found in form.mistakes.items()} == {"hand": 1, "hall": 1, "": 1}
    mended = form.filled(form.filling.drop(field(form, "hand"), "0"))
    assert mended.text == "game: thunderstone\nhall: [Nixie, Nobodi]\nnonsense: 1\n"


@pytest.mark.parametrize("text", ["", "0", "- a", "{", "game: nothing", "no: game"])
def test_what_is_no_position_is_no_form(text: str) -> None:
    with pytest.raises(InputError):
        form_of(text)


def test_new_forms_say_what_is_usual() -> None:
    assert new_form("thunderstone").text == "game: thunderstone\nturn: dungeon\n"
    assert new_form("gloomhaven", "attacks").text == "game: gloomhaven\n"
    assert new_form("gloomhaven", "attacks").filling.kind == "attacks"


# completion


def names(form: Form, key: str, typed: str) -> list[str]:
    return [name for name, _ in completed(form, field(form, key), typed)]


def test_names_are_completed_in_any_language_behind_what_is_typed() -> None:
    form = new_form("thunderstone")
    assert names(form, "hand", "2 x Torc") == ["2 x Torch"]
    assert names(form, "hand", "Polearm, Short S") == ["Polearm, Short Sword"]
    assert "Pochodnia" in names(form, "hand", "Pochod")
    assert names(form, "hall", "Torc") == []  # no Torch stands in the Hall
    assert "can buy Polearm" in names(form, "claims", "can buy Pole")


def test_names_of_the_file_come_first() -> None:
    text = "game: gloomhaven\nmap: {size: 3 x 3}\ncharacters: {Brumhilda: {at: [0, 0]}}\n"
    form = form_of(text)
    assert names(form, "turn", "Bru")[0] == "Brumhilda"


def test_sentences_are_offered_from_what_lies_on_the_table() -> None:
    text = (
        "game: thunderstone\nturn: dungeon\nhand: [Militia, Short Sword]\nhall: [Nixie, none, unknown]\n"
        "claims: [6 gold]\n"
    )
    form = form_of(text)
    claims = field(form, "claims")
    offered = [sentence for sentence, _ in completed(form, claims, "")]
    assert {"can attack Nixie", "can defeat Nixie", "6 gold"} <= set(offered)
    assert not {"can defeat none", "can defeat unknown"} & set(offered)
    asked = {sentence for sentence, _ in completed(form, claims, "can I", "question")}
    assert {"can I attack Nixie?", "can I defeat Nixie?"} <= asked
    assert "attack Nixie" in {step for step, _ in completed(form, claims, "nix", "step")}
    assert names(form, "claims", "can def")[0] == "can defeat Nixie"


def test_purchases_are_offered_from_the_village() -> None:
    form = form_of(
        "game: thunderstone\nturn: village\nhand: [4 x Torch]\nvillage: {Polearm: 3, Lantern: 2}\n"
    )
    assert {"can buy Polearm", "can buy Lantern"} <= set(names(form, "claims", ""))


@pytest.mark.parametrize("game", ["thunderstone", "quest", "gloomhaven"])
def test_every_sentence_that_is_offered_is_a_claim(game: str) -> None:
    for text in (each.text for each in examples() if each.game == game):
        form = form_of(text)
        claims = field(form, "claims")
        for sentence, _ in completed(form, claims, ""):
            assert form.filling.add(claims, sentence).data["claims"]


def test_completions_are_few() -> None:
    form = form_of(FILES["dispute"])
    for typed in ("", "c", "can", "can I", "n", "ż", "x" * 500, "can " * 100):
        assert len(completed(form, field(form, "claims"), typed)) <= 30


def test_claims_are_told_in_words_in_their_order() -> None:
    claims = "claims: [defeats Nixie, {can: buy Polearm}, {gold: 6}, {total: 16, against: Nixie}]\n"
    form = form_of(f"game: thunderstone\nturn: dungeon\nhall: [none, none, Nixie]\n{claims}")
    assert claims_in_words(form) == ["defeats Nixie", "can buy Polearm", "gold 6", "total 16 against Nixie"]
    assert claims_in_words(form_of("game: thunderstone\nhand: [Tirch]\nclaims: [6 gold]\n")) == []
    for text in FILES.values():
        whole = form_of(text)
        assert len(claims_in_words(whole)) == (len(whole.position.written.claims) if whole.position else 0)


def test_printed_cards_and_items_of_gloomhaven_are_named() -> None:
    """What is printed needs no card of one's own before it is played."""
    form = form_of(
        "game: gloomhaven\nmap: {size: 4 x 4}\ncharacters: {Brute: {at: [0, 0]}}\n"
        "monsters: {Bandit Guard 1: {at: [2, 2]}}\nturn: Brute\n"
    )
    assert names(form, "plays", "Brute: Tram") == ["Brute: Trample"]
    assert names(form, "items", "Brute: Hide") == ["Brute: Hide Armor"]
    assert "Spellweaver" in names(form, "characters", "Spell")

    for key, typed in (("plays", "Brute: Trample, Eye for an Eye"), ("items", "Brute: Hide Armor")):
        form = form.filled(form.filling.add(field(form, key), typed))
    assert form.mistakes == {}
    brute = form.filling.data["characters"]
    assert brute == {"Brute": {"at": [0, 0], "plays": ["Trample", "Eye for an Eye"], "items": ["Hide Armor"]}}
