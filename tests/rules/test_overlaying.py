"""Folders that extend a made-up ruleset, and in which order folders are searched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.rules.conftest import files_of
from tsolve.errors import InputError, UsageError
from tsolve.rules import overlaying
from tsolve.rules.loading import load_data, load_overlay, load_ruleset
from tsolve.rules.names import Match
from tsolve.rules.overlaying import folders
from tsolve.rules.ruleset import Ruleset

Write = Callable[[Mapping[str, str]], Path]

CLUB = files_of(Path(__file__).parent / "club")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write the files of an overlay into the folder `club`."""

    def write_files(files: Mapping[str, str]) -> Path:
        for name, content in files.items():
            (tmp_path / "club" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "club" / name).write_text(content, encoding="utf-8")
        return tmp_path / "club"

    return write_files


@pytest.fixture
def club(write: Write, harbour: Ruleset[Any]) -> Ruleset[Any]:
    return load_overlay(write(CLUB), harbour)


def test_what_is_named_changes_and_the_rest_stays(club: Ruleset[Any], harbour: Ruleset[Any]) -> None:
    assert (club.id, club.title, club.engine) == ("harbour", "Club rules", "harbour")
    assert list(club.cards) == [*harbour.cards, "raft"]
    assert (club.cards["cutter"].price, club.cards["cutter"].moves) == (8, harbour.cards["cutter"].moves)
    assert club.cards["ketch"] == harbour.cards["ketch"]
    assert (club.ruling("HB-1").title, club.ruling("HB-1").text) == ("Tides", "Boats wait for nobody.")
    assert club.ruling("HB-1").citations == harbour.ruling("HB-1").citations
    tide = club.interpretations["tide"]
    assert (tide.question, tide.options) == ("Does it turn?", harbour.interpretations["tide"].options)
    first = club.printings["first"]
    assert (first.title, first.documents, first.defaults) == ("First edition", ("book",), {"tide": "flood"})


def test_what_is_new_is_there_and_names_of_every_layer_are_understood(club: Ruleset[Any]) -> None:
    assert club.readings() == {"tide": "flood", "old_price": "seven", "ketch_rig": "far", "anchor": "iron"}
    stone = club.under(club.readings(overrides={"anchor": "stone"}))
    assert (stone["raft"].price, stone["ketch"].price, stone["cutter"].price) == (1, 2, 8)
    assert club.ruling("key.anchor").title == "What is an anchor made of?"
    assert set(club.documents) == {"book", "letter", "minutes", "club"}
    for text, card in (("tratwa", "raft"), ("łódź", "cutter"), ("Ketsch", "ketch"), ("RAFT", "raft")):
        assert club.names.resolve(text) == Match(card), text
    assert club.names.words.resolve("wioslo") == Match("row")
    assert club.names.groups.resolve("Żaglówki") == Match("Sailing boats")


def test_english_titles_of_sections_are_added_to_those_known(write: Write, harbour: Ruleset[Any]) -> None:
    titled = (
        "extends: harbour\ndocuments: [{id: minutes, title: Notulen, language: nl, sections: {%s: %s}}]\n"
    )
    below = load_overlay(write({"ruleset.yaml": titled % ("Boten", "Boats")}), harbour)
    above = load_overlay(write({"ruleset.yaml": titled % ("Zeilen", "Sails")}), below)

    assert above.documents["minutes"].sections == {"Boten": "Boats", "Zeilen": "Sails"}


def test_cards_are_cited_as_the_overlays_unless_it_says_otherwise(club: Ruleset[Any]) -> None:
    cutter = club.ruling("card.cutter")

    assert cutter.title.startswith('Cutter, as "Club rules" defines it (price ')
    assert cutter.title.endswith(" instead of 7)")
    assert "Fast" not in cutter.text
    assert [(each.document, each.section) for each in cutter.citations] == [("club", "cards, line 2")]
    assert club.documents["club"].title == "Club rules, the folder club"
    assert club.ruling("card.raft").text == "Slow."
    assert club.cards["raft"].provenance.confidence == "own"
    assert club.cards["cutter"].provenance.changed == ("price",)


def test_changed_facts_go_before_readings_below(write: Write, harbour: Ruleset[Any]) -> None:
    files = {"ruleset.yaml": "extends: harbour\n", "cards/c.yaml": "cards: [{id: ketch, moves: []}]\n"}
    club = load_overlay(write(files), harbour)

    assert club.under(club.readings())["ketch"].moves == ()  # ketch_rig = far would let it sail 9 miles
    assert club.cards["ketch"].provenance.author == "the folder club"


def test_overlays_lie_on_each_other(club: Ruleset[Any], tmp_path: Path) -> None:
    top = tmp_path / "top"
    (top / "cards").mkdir(parents=True)
    (top / "ruleset.yaml").write_text("extends: harbour\nid: regatta\n")
    (top / "cards" / "c.yaml").write_text("cards: [{id: raft, price: 3}, {id: cutter, aliases: [Clipper]}]\n")
    both = load_overlay(top, club)

    assert (both.id, both.engine) == ("regatta", "harbour")
    assert (both.cards["raft"].price, both.cards["cutter"].price) == (3, 8)
    assert both.cards["cutter"].provenance.changed == ("aliases", "price")
    assert [root.name for root in both.roots] == ["top", "club", "harbour"]


def test_every_problem_in_one_run(write: Write, harbour: Ruleset[Any]) -> None:
    files = {
        **CLUB,
        "cards/boats.yaml": "cards:\n- {id: cutter, prise: 8}\n- {name: Raft}\n- 5\n",
        "cards/more.yaml": "crads: []\n",
        "glossary/rules.yaml": "entries: [{id: HB-1, txt: x}, {id: HB-9, title: New}]\n",
    }
    with pytest.raises(InputError) as caught:
        load_overlay(write(files), harbour)
    found = [
        (each.code, Path(each.span.file).name, each.span.line)
        for each in caught.value.diagnostics
        if each.span
    ]

    assert sorted(found) == [
        ("E201", "boats.yaml", 4),  # no mapping
        ("E202", "boats.yaml", 2),  # prise
        ("E202", "more.yaml", 1),  # crads
        ("E202", "rules.yaml", 1),  # txt
        ("E203", "boats.yaml", 3),  # no id
        ("E203", "more.yaml", 1),  # no cards
        ("E203", "rules.yaml", 1),  # a new entry has no text
    ]


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("cards/boats.yaml", "cards: [{id: raft, name: Raft}, {id: raft, name: Log}]\n", "E401"),
        ("cards/boats.yaml", "cards: [{id: raft, name: Ketch}]\n", "E421"),
        ("names/pl.yaml", "cards: {rat: [Tratwa]}\n", "E402"),
        ("glossary/rules.yaml", "entries: [{id: HB-1, see: [HB-7]}]\n", "E402"),
        ("interpretations.yaml", "interpretations: [{id: tide, options: []}]\n", "E404"),
        ("interpretations.yaml", "interpretations: [{id: tide, options: [{id: ebb, text: x}]}]\n", "E402"),
        ("ruleset.yaml", "extends: harbour\ndefault_printing: third\n", "E402"),
        ("ruleset.yaml", "extends: harbour\nprintings: [{id: first, defaults: {tide: no}}]\n", "E413"),
    ],
)
def test_what_leads_nowhere(write: Write, harbour: Ruleset[Any], name: str, content: str, code: str) -> None:
    plain = {"ruleset.yaml": "extends: harbour\n"}
    with pytest.raises(InputError) as caught:
        load_overlay(write({**plain, name: content}), harbour)

    assert code in [each.code for each in caught.value.diagnostics]


def test_readings_of_a_known_point(write: Write, harbour: Ruleset[Any]) -> None:
    """New words are welcome; so is another reading of a point about cards, and none that no rule asks for."""
    head = {"ruleset.yaml": "extends: harbour\n"}
    tide = "interpretations: [{id: tide, options: [{id: flood, text: a}, {id: ebb, text: b}%s]}]\n"
    price = "interpretations: [{id: old_price, options: [{id: seven, text: a}, {id: none, text: b}, %s]}]\n"

    words = load_overlay(write({**head, "interpretations.yaml": tide % ""}), harbour)
    six = price % "{id: six, text: c, cards: {cutter: {price: 6}}}"
    cheaper = load_overlay(write({**head, "interpretations.yaml": six}), harbour)
    with pytest.raises(InputError) as caught:
        load_overlay(write({**head, "interpretations.yaml": tide % ", {id: neap, text: c}"}), harbour)

    assert [option.text for option in words.interpretations["tide"].options] == ["a", "b"]
    assert [option.id for option in cheaper.interpretations["old_price"].options] == ["seven", "none", "six"]
    (found,) = caught.value.diagnostics
    assert (found.code, found.help) == ("E402", "there are: flood, ebb")
    assert found.span
    assert (found.span.line, found.span.column) == (1, 87)


# The cache


def test_an_overlay_is_compiled_once(
    write: Write, harbour: Ruleset[Any], monkeypatch: pytest.MonkeyPatch, root: Path
) -> None:
    counted = []
    original = overlaying.compile_overlay
    monkeypatch.setattr(overlaying, "compile_overlay", lambda *all_: counted.append(1) or original(*all_))
    first, again = load_overlay(write(CLUB), harbour), load_overlay(write(CLUB), harbour)

    assert len(counted) == 1
    assert (again.cards, again.glossary, again.names) == (first.cards, first.glossary, first.names)
    assert again.readings() == first.readings()

    (root / "cards" / "large.yaml").write_text("cards: [{id: ketch, name: Ketch, price: 21}]\n")
    below: Ruleset[Any] = load_ruleset(root, harbour.card_type)
    assert load_overlay(write(CLUB), below).cards["ketch"].price == 21, "what lies below was edited"
    write({"cards/boats.yaml": "cards: [{id: cutter, price: 9}]\n", "glossary/rules.yaml": "entries: []\n"})
    changed = {**CLUB, "cards/boats.yaml": "cards: [{id: cutter, price: 9}, {id: raft, name: Raft}]\n"}
    assert load_overlay(write(changed), harbour).cards["cutter"].price == 9


# The search


@pytest.fixture
def heads(tmp_path: Path) -> Callable[..., Path]:
    """A folder that says nothing but what it is."""

    def make(name: str, text: str) -> Path:
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text)
        return tmp_path / name

    return make


SHIPPED = Path("/shipped")


def test_folders_are_searched_in_order(heads: Callable[..., Path]) -> None:
    a, b = heads("a", "extends: harbour\n"), heads("b", "extends: harbour\n")
    club, whole = heads("c", "id: club\nextends: harbour\n"), heads("d", "id: own\nengine: harbour\n")

    def chain(game: str, *own: Path) -> list[str]:
        return [folder.name for folder in folders(game, own, {"harbour": SHIPPED / "harbour"})]

    assert chain("harbour") == ["harbour"]
    assert chain("harbour", a, b) == ["a", "b", "harbour"]
    assert chain("harbour", b, a) == ["b", "a", "harbour"]
    assert chain("harbour", club, whole) == ["harbour"], "nobody asked for these"
    assert chain("club", a, club) == ["c", "a", "harbour"]
    assert chain("own", a, whole) == ["d"]
    standing = heads("e", "id: harbour\ntitle: Another harbour\n")
    assert chain("harbour", a, standing, b) == ["a", "e"], "what stands alone ends the search"


def test_what_the_search_does_not_find(heads: Callable[..., Path], tmp_path: Path) -> None:
    lost = heads("a", "id: club\nextends: harbor\n")
    with pytest.raises(InputError) as caught:
        folders("club", [lost], {"harbour": SHIPPED / "harbour"})
    (found,) = caught.value.diagnostics
    assert (found.code, found.help, found.span and found.span.line) == ("E402", 'did you mean "harbour"?', 2)
    with pytest.raises(UsageError, match='unknown game "clib"; did you mean "club"'):
        folders("clib", [heads("e", "id: club\nextends: harbour\n")], {"harbour": SHIPPED / "harbour"})
    for folder, code in (
        (heads("f", "extends: harbor\n"), "E402"),  # it would change nothing, and nobody would notice
        (heads("g", "id: club\nextends: club\n"), "E402"),
        (tmp_path / "nowhere", "E101"),
        (heads("b", "title: Nameless\n"), "E203"),
        (heads("c", "[]\n"), "E203"),
        (heads("d", "id: [x]\n"), "E203"),
        (tmp_path, "E101"),  # holds folders, but no ruleset.yaml
    ):
        with pytest.raises(InputError) as caught:
            folders("harbour", [folder], {"harbour": SHIPPED / "harbour"})
        assert [each.code for each in caught.value.diagnostics] == [code], folder


def test_a_ruleset_that_stands_alone_names_its_engine(
    load: Callable[[dict[str, str]], Ruleset[Any]], files: dict[str, str], root: Path
) -> None:
    card_type = load(files).card_type
    with pytest.raises(InputError) as caught:
        load_ruleset(root, card_type, None, ("boats",))
    assert [(each.code, each.span and each.span.line) for each in caught.value.diagnostics] == [("E426", 1)]
    (root / "ruleset.yaml").write_text(files["ruleset.yaml"] + "engine: boats\n")

    assert load_ruleset(root, card_type, None, ("boats",)).engine == "boats"


def test_further_data_is_replaced_key_by_key(tmp_path: Path) -> None:
    below, above = tmp_path / "below.yaml", tmp_path / "above.yaml"
    below.write_text("boats: {cutter: 2}\nmen: {ann: 1}\n")
    above.write_text("men: {bob: 2}\n")

    found = load_data(below, dict[str, dict[str, int]], [above])
    assert found.value == {"boats": {"cutter": 2}, "men": {"bob": 2}}
