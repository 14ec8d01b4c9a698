"""Names in any language and spelling, and the names that a wrong one may stand for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.api.games import ruleset
from tsolve.diagnostics import Diagnostics
from tsolve.rules.names import Ambiguous, Lexicon, Match, NameIndex, Unknown, build_names, fold, squash, words
from tsolve.rules.near_names import ENGLISH, LONGEST, Name, Near, languages_in, near, told
from tsolve.written.card_names import meant, resolve, split_count

CARDS = [
    ("short_sword", "Short Sword"),
    ("drum", "Chieftain's Drum"),
    ("plague", "Plague"),
    ("ooze", "Ooze"),
]
LANGUAGES = {
    "pl": Lexicon(
        cards={"short_sword": ("Krótki Miecz",), "plague": ("Choroba", "Chorobę"), "ooze": ("Żółty Śluz",)},
        groups={"Undead • Doom": ("Nieumarły • Zagłada",)},
        words={"sword": ("miecz",)},
    ),
    "cs": Lexicon(cards={"plague": ("Choroba",), "drum": ("Sliz",)}),
    "sr": Lexicon(cards={"short_sword": ("Đorđev mač",)}),
    "xx": Lexicon(cards={"ooze": ("Sliz",)}),
}
NAMES = build_names(CARDS, LANGUAGES)


SPELLINGS = {
    "short_sword": [
        *("Short Sword", "short  sword", "SHORT-SWORD", "shortsword", "short_sword"),
        *(
            "krotki miecz",
            "Krótki Miecz",
            "Kro\u0301tki Miecz",
        ),  # its accent alone
        "dordev mac",  # đ is read as d
    ],
    "drum": ["Chieftains Drum", "Chieftain’s Drum"],
    "ooze": ["zolty sluz"],
    "plague": ["CHOROBE"],
}


@pytest.mark.parametrize(("card", "text"), [(card, text) for card in SPELLINGS for text in SPELLINGS[card]])
def test_spelling_is_forgiven(card: str, text: str) -> None:
    assert NAMES.resolve(text) == Match(card)
    assert isinstance(NAMES.resolve("djordjev mac"), Unknown)  # đ is not read as dj


def test_the_same_name_of_two_cards_is_ambiguous() -> None:
    found = NAMES.resolve("sliz")
    assert isinstance(found, Ambiguous)
    assert set(found.ids) == {"drum", "ooze"}
    assert NAMES.resolve("Choroba") == Match("plague")  # of one card in two languages


@pytest.mark.parametrize("text", ["", " ", "-", "•", "'"])
def test_text_without_letters_names_nothing(text: str) -> None:
    assert NAMES.resolve(text) == Unknown()


def test_groups_and_words_have_their_own_index() -> None:
    assert NAMES.groups.resolve("undead-doom") == Match("Undead • Doom")
    assert NAMES.groups.resolve("nieumarly zaglada") == Match("Undead • Doom")
    assert NAMES.words.resolve("Miecz") == Match("sword")
    assert isinstance(NAMES.resolve("miecz"), Unknown)


def test_localized_names_of_a_card() -> None:
    assert NAMES.localized("plague") == {"pl": ("Choroba", "Chorobę"), "cs": ("Choroba",)}
    assert NAMES.localized("nothing") == {}


def test_extended_leaves_the_original_alone() -> None:
    more = NAMES.extended([("torch", "Torch"), ("own_ooze", "Ooze")])
    assert more.resolve("torch") == Match("torch")
    assert more.resolve("ooze") == Ambiguous(("ooze", "own_ooze"))
    assert isinstance(NAMES.resolve("torch"), Unknown)
    assert NAMES.resolve("ooze") == Match("ooze")


def test_words_split_at_punctuation_but_not_at_apostrophes() -> None:
    told = " ".join(words("Chieftain's Drum-roll, TS-8.6 (Łódź)"))
    assert told == "chieftains drum roll ts 8 6 lodz"
    assert fold("ŁĐØÆŒıß") == "ldoaeoeiss"  # letters that have no parts


@given(st.text())
def test_squash_is_stable(text: str) -> None:
    once = squash(text)
    assert squash(once) == once
    assert squash(f"  {text} ") == once


@given(st.text(min_size=1))
def test_every_indexed_name_is_found_in_capitals_and_small(name: str) -> None:
    index = NameIndex().extended([("x", name)])
    expected = Match("x") if squash(name) else Unknown()
    assert index.resolve(name) == expected
    if name.isascii():
        assert index.resolve(name.upper()) == index.resolve(name.lower()) == expected


KNOWN = [
    Name("Short Sword", ("Short Sword",)),
    Name("Flaming Sword", ("Flaming Sword",)),
    Name("Krótki Miecz = Short Sword", ("Krótki Miecz", "Krótkiego Miecza")),
    Name("King's Guard", ("King's Guard",)),
    Name("Grass", ("Grass",)),
]


SWORDS = "Short Sword, Flaming Sword"
HINTS = {
    f"cards with sword: {SWORDS}": ["sword", "swrod", "Sword of Doom"],
    f"cards with swords: {SWORDS}": ["SWORDS"],
    'did you mean "Short Sword"?': ["sword short", "Shrot Sword"],
    "cards with flam: Flaming Sword": ["flam"],
    "cards with amin: Flaming Sword": ["amin"],
    "cards with kings: King's Guard": ["kings"],
    'did you mean "Grass"?': ["grasses", "gra", "gras"],
    "cards with miecza: Krótki Miecz = Short Sword": ["miecza"],
    'did you mean "Krótki Miecz" = Short Sword?': ["Krutki Miecz"],
    "": ["zeppelin", "", "•", "sword" * LONGEST],
}


@pytest.mark.parametrize(("hint", "text"), [(hint, text) for hint in HINTS for text in HINTS[hint]])
def test_words_go_before_slips(hint: str, text: str) -> None:
    assert told(near(text, KNOWN)) == hint


def test_long_lists_end_with_how_many_more() -> None:
    found = Near("lamp", tuple(f"Lamp {number}" for number in range(11)))
    assert told(found).endswith("Lamp 6, Lamp 7, and 3 more")


@pytest.mark.parametrize(
    ("texts", "languages"),
    [
        (["hand", "Ochotnik", "2 x Pochodnia"], ("pl",)),
        (["attack Nixie", "Militia", "Pochodnia"], (ENGLISH, "pl")),
        (["turn", "dungeon"], ()),
    ],
)
def test_a_file_names_cards_in_its_languages(texts: list[str], languages: tuple[str, ...]) -> None:
    found = languages_in(ruleset("thunderstone"), texts)
    assert found == languages


def test_the_readers_language_goes_first() -> None:
    rules = ruleset("thunderstone")
    assert "Elf Wizard" in rules.read_by(lambda: (ENGLISH,)).near_cards("Elf")
    assert "Elf Czarodziej = Elf Wizard" in rules.read_by(lambda: ("pl",)).near_cards("Elf")
    assert "Żelazne racje = Iron Rations" in rules.read_by(lambda: (ENGLISH,)).near_cards("Racje")


def test_the_cards_of_a_group_are_named_in_the_readers_language() -> None:
    rules = ruleset("thunderstone")
    assert "Elf Wizard, Elf Sorcerer" in meant(rules.read_by(lambda: (ENGLISH,)), "Elf")
    assert "Elf Czarodziej = Elf Wizard, " in meant(rules.read_by(lambda: ("pl",)), "Elf")


@pytest.mark.parametrize("game", ["thunderstone", "quest"])
@pytest.mark.parametrize(
    ("written", "count", "name"),
    [
        ("three Daggers", 3, "Dagger"),
        ("two Dagger", 2, "Dagger"),
        ("2 Daggers", 2, "Dagger"),
        ("Daggers x 2", 2, "Dagger"),
        ("Ten Sztylety", 10, "Sztylety"),
        ("Daggers", 1, "Daggers"),  # nobody knows how many
        ("one Fine Day", 1, "Fine Day"),
    ],
)
def test_counts_in_words_and_plurals(game: str, written: str, count: int, name: str) -> None:
    assert split_count(written, ruleset(game).names) == (count, name)


def test_how_many_there_are_has_to_be_said() -> None:
    found = Diagnostics()
    resolve(ruleset("thunderstone"), "Torches", found, None)
    assert found.items[0].help == 'how many are there? write "Torch" for one, "2 x Torch" for two'


def test_where_one_card_is_named_no_count_is_advised() -> None:
    found = Diagnostics()
    resolve(ruleset("thunderstone"), "2 x Lantern", found, None)
    assert (found.items[0].help or "").startswith('one card is named here: write "Lantern"')


@pytest.mark.parametrize(
    "written", ["3 Militia", "3xMilitia", "Militia (3)", "Militia * 3", "(3) Militia", "Three Militias"]
)
def test_how_several_are_written_is_told(written: str) -> None:
    found = Diagnostics()
    resolve(ruleset("thunderstone"), written, found, None)
    assert found.items[0].help == 'write "3 x Militia" for that many, "third Militia" for one of them'
