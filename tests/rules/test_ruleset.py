"""Printings and open points of a made-up ruleset; where its data come from."""

from __future__ import annotations

from typing import Any

import pytest

from tsolve import api
from tsolve.api.games import GAMES, ruleset
from tsolve.errors import InputError, Span
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset

Harbour = Ruleset[Any]


def test_parts_are_joined_from_all_files(harbour: Harbour) -> None:
    assert (harbour.id, harbour.title, harbour.default_printing) == ("harbour", "The Harbour", "second")
    assert list(harbour.cards) == ["ketch", "cutter"]  # large.yaml before small.yaml
    assert list(harbour.documents) == ["book", "letter"]
    assert harbour.documents["book"].year == 1999
    assert harbour.cards["cutter"].provenance.conflicts == {"price": {"letter": "6"}}
    assert harbour.names.resolve("lodz") == harbour.names.resolve("CUTTER") == Match("cutter")
    assert harbour.names.resolve("two master") == Match("ketch")


def test_readings_override_printing_over_first_option(harbour: Harbour) -> None:
    rest = {"old_price": "seven", "ketch_rig": "far"}
    assert harbour.readings() == {"tide": "flood", **rest}
    assert harbour.readings("first") == {"tide": "ebb", **rest}
    assert harbour.readings("first", {"tide": "flood"}) == {"tide": "flood", **rest}
    assert harbour.readings("", {"old_price": "none"})["old_price"] == "none"


def test_a_reading_belongs_to_the_printings_that_read_it_so(harbour: Harbour) -> None:
    """The first edition says ebb; nobody says what else a cutter could cost, which is a reader's reading."""
    assert harbour.printings_by_option("tide") == {"flood": ("second",), "ebb": ("first",)}
    assert set(harbour.printings_by_option("old_price").values()) == {("first", "second"), ()}


def test_every_unknown_reading_is_reported_with_its_place(harbour: Harbour) -> None:
    place = Span("p.yaml", 4, 3, 4, 8)
    overrides = {"tidee": "ebb", "old_price": "sevn", "tide": "ebb"}
    with pytest.raises(InputError) as error:
        harbour.readings("frist", overrides, {"old_price": place})
    found = {item.code: item for item in error.value.diagnostics}
    assert set(found) == {"E411", "E412", "E413"}
    assert found["E411"].help == 'did you mean "first"?'
    assert found["E412"].help == 'did you mean "tide"?'
    assert found["E413"].help == 'did you mean "seven"?'
    assert found["E413"].span == place


def test_a_reading_replaces_whole_fields_of_cards(harbour: Harbour) -> None:
    printed = harbour.under(harbour.readings())
    assert printed["cutter"] == harbour.cards["cutter"]
    assert printed["cutter"].price == 7
    other = harbour.under(harbour.readings(overrides={"old_price": "none"}))
    assert other["cutter"].price is None
    assert [type(move).__name__ for move in other["cutter"].moves] == ["Row"]
    assert other["cutter"].moves[0].crew == ("Ann",)
    assert other["cutter"].provenance == printed["cutter"].provenance
    assert harbour.cards["cutter"].price == 7


def test_a_default_option_may_replace_facts_too(harbour: Harbour) -> None:
    assert harbour.cards["ketch"].moves == ()
    by_default = harbour.under({})
    assert [move.miles for move in by_default["ketch"].moves] == [9]
    assert harbour.under({"ketch_rig": "near"})["ketch"].moves == ()
    assert harbour.under({}) is by_default  # no mix-up with the reading that replaces nothing


def test_cards_are_computed_once_per_reading_that_touches_them(harbour: Harbour) -> None:
    readings = harbour.readings()
    assert harbour.under(readings) is harbour.under({**readings, "tide": "ebb"})
    assert harbour.under(readings) is not harbour.under({**readings, "old_price": "none"})
    touching = [harbour.keys_touching(card) for card in ("cutter", "ketch", "raft")]
    assert touching == [("old_price",), ("ketch_rig",), ()]
    for wrong in ({"tide": "spring"}, {"moon": "full"}):
        with pytest.raises(KeyError):
            harbour.under(wrong)


def test_rulings_of_every_kind_are_found_by_id(harbour: Harbour) -> None:
    assert harbour.ruling("HB-1").title == "Tides"
    assert harbour.ruling(" hb-1 ").id == "HB-1"
    assert harbour.ruling("card.cutter").text == "Fast."
    point = harbour.ruling("key.tide")
    assert point.title == "Does the tide turn at noon?"
    assert point.text == "flood (default): It rises. [the example]\nebb: It falls."
    assert point.see == ("HB-1",)
    assert point.citations[0].document == "book"
    with pytest.raises(InputError) as error:
        harbour.ruling("key.tidw")
    (found,) = error.value.diagnostics
    assert (found.code, "key.tide" in found.help) == ("E414", True)


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("tides", ["HB-1"]),
        ("WATER", ["HB-1", "HB-2"]),  # case and accents do not count
        ("boat", ["HB-2"]),  # in the title
        ("what about the cutter?", ["card.cutter"]),
        ("dragon", []),
        ("", []),
        ("?!", []),
    ],
)
def test_search(harbour: Harbour, query: str, ids: list[str]) -> None:
    assert [found.entry.id for found in harbour.searching.find(query)][: len(ids)] == ids


@pytest.mark.parametrize("game", GAMES)
def test_the_word_agrees_with_the_facts_that_are_in_doubt(game: str) -> None:
    for card in ruleset(game).cards.values():
        provenance = card.provenance
        match provenance.confidence:
            case "confirmed":
                assert not provenance.single_fields, card.id
                assert not provenance.uncertain, card.id
            case "single":
                assert provenance.single_fields or not provenance.uncertain, card.id
            case "disputed":
                assert provenance.uncertain, card.id
                assert not provenance.single_fields, card.id


def test_a_card_that_is_only_disputed_does_not_rest_on_one_source() -> None:
    """Four sources tell the Trophy of Uyril Unending; of its kind one says otherwise."""
    assert api.card("Uyril Unending", game="thunderstone").confidence == "disputed"
