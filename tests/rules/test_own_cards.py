"""Cards of one's own over a made-up ruleset: what they change, what they are cited by, what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Diagnostic, InputError
from tsolve.rules.names import Match
from tsolve.rules.own_cards import MOST_CARDS, LintCards, Nonsense, id_from, name_from, with_own_cards
from tsolve.rules.ruleset import Ruleset
from tsolve.source.parse import parse


def defined(harbour: Ruleset[Any], text: str, lint_cards: LintCards[Any] | None = None) -> Ruleset[Any]:
    """The harbour with these cards."""
    found = Diagnostics()
    rules = with_own_cards(harbour, parse(text, "p.yaml"), lint_cards, found)
    found.raise_if_any()
    return rules


def problems(
    harbour: Ruleset[Any], text: str, lint_cards: LintCards[Any] | None = None
) -> tuple[Diagnostic, ...]:
    with pytest.raises(InputError) as caught:
        defined(harbour, text, lint_cards)
    return caught.value.diagnostics


def places(found: Iterable[Diagnostic]) -> list[tuple[str, int, int]]:
    return [(each.code, each.span.line, each.span.column) for each in found if each.span is not None]


def test_a_new_card_has_an_id_a_name_and_an_author(harbour: Ruleset[Any]) -> None:
    rules = defined(harbour, "Coast Guard: {price: 9}\nold_raft: {moves: [{kind: row, crew: [Ann]}]}\n")
    guard, raft = rules.cards["coast_guard"], rules.cards["old_raft"]

    assert (guard.name, guard.price, raft.name) == ("Coast Guard", 9, "Old Raft")
    assert (guard.provenance.confidence, guard.provenance.author, guard.provenance.changed) == (
        "own",
        "the position",
        (),
    )
    assert rules.names.resolve("coastguard") == Match("coast_guard")
    assert rules.names.resolve("OLD RAFT") == Match("old_raft")
    assert "coast_guard" not in harbour.cards, "the ruleset itself stays as it is"


@pytest.mark.parametrize("key", ["cutter", "Cutter", "Łódź", "lodzi"])
def test_the_name_of_a_known_card_changes_the_named_fields(harbour: Ruleset[Any], key: str) -> None:
    card = defined(harbour, f"{key}: {{price: 8}}\n").cards["cutter"]

    assert (card.name, card.price, card.moves) == ("Cutter", 8, harbour.cards["cutter"].moves)
    assert card.provenance.changed == ("price",)
    assert (card.provenance.single_fields, card.provenance.conflicts) == ((), {}), (
        "these were about the price"
    )


def test_own_cards_are_cited_by_their_place(harbour: Ruleset[Any]) -> None:
    rules = defined(harbour, "Coast Guard: {price: 9}\ncutter: {price: 8}\n")
    new, changed = rules.ruling("card.coast_guard"), rules.ruling("card.cutter")

    assert new.title == "Coast Guard, as the position defines it"
    assert new.text == "The position defines: price 9."
    assert changed.title == "Cutter, as the position defines it (price 8 instead of 7)"
    assert changed.text.startswith(
        "The position defines: price 8 instead of 7. Otherwise it is as it was: moves"
    )
    assert "Fast" not in changed.text, "what was written about the printed card may be true no longer"
    assert [(each.document, each.section) for each in (*new.citations, *changed.citations)] == [
        ("position", "cards, line 1"),
        ("position", "cards, line 2"),
    ]
    assert rules.documents["position"].title == "the position itself, p.yaml from line 1"
    assert rules.ruling("HB-1") == harbour.ruling("HB-1")
    assert "card.ketch" not in harbour.glossary
    entry = defined(harbour, "ketch: {price: 3}\n").ruling("card.ketch")
    assert entry.text.startswith("The position defines: price 3 instead of 20")


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ("price: null", "no price instead of 7"),
        ("price: 7", "price 7"),
        ("aliases: [Jolly]", ""),
        ("price: 6, moves: []", "price 6 instead of 7; no moves instead of Sail(miles=3)"),
    ],
)
def test_a_changed_card_says_what_it_was_before(harbour: Ruleset[Any], facts: str, told: str) -> None:
    title = defined(harbour, f"cutter: {{{facts}}}\n").ruling("card.cutter").title

    assert title == "Cutter, as the position defines it" + (f" ({told})" if told else "")


def test_what_is_defined_goes_before_a_reading(harbour: Ruleset[Any]) -> None:
    """Under old_price = none a cutter costs nothing and is rowed."""
    rules = defined(harbour, "cutter: {price: 8}\n")
    read = rules.under(rules.readings(overrides={"old_price": "none"}))["cutter"]

    assert (read.price, [type(move).__name__ for move in read.moves]) == (8, ["Row"])
    assert rules.keys_touching("cutter") == ("old_price",)
    both = defined(harbour, "cutter: {price: 8, moves: []}\n")
    assert both.keys_touching("cutter") == (), "no reading changes anything any more"


def test_every_problem_has_its_place_in_one_run(harbour: Ruleset[Any]) -> None:
    found = problems(
        harbour,
        "cutter: {prise: 8}\n"  # an unknown field
        "Kutter: {price: 8}\n"  # near to a known name, without what a new card would need
        "Raft: {price: -1, moves: [{kind: sial, miles: 1}]}\n"
        "raft: {price: 1}\n"
        "Dinghy: {id: x}\n"
        "漢字: {price: 1}\n",
    )

    assert places(found) == [
        ("E202", 1, 10),
        ("E302", 2, 1),
        ("E205", 3, 15),
        ("E207", 3, 34),
        ("E401", 4, 1),
        ("E405", 5, 14),
        ("E425", 6, 1),
    ]
    assert [each.help for each in found[:2]] == ['did you mean "price"?', 'did you mean "Cutter"?']


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("Raft: {name: Ketch}\n", 1, 14),
        ("Raft: {aliases: [Boat, Żódź, łódź]}\n", 1, 30),  # the Polish name of the cutter
        ("Raft: {price: 1}\nFerry: {name: raft}\n", 2, 15),
        ("cutter: {name: Two-master}\n", 1, 16),  # an alias of the ketch
    ],
)
def test_names_that_are_taken(harbour: Ruleset[Any], text: str, line: int, column: int) -> None:
    assert ("E421", line, column) in places(problems(harbour, text))


def test_a_name_in_two_languages_must_be_told_apart(
    load: Callable[[dict[str, str]], Ruleset[Any]], files: dict[str, str]
) -> None:
    files["names/de.yaml"] = "cards: {cutter: [Boot], ketch: [Boot]}\n"
    (found,) = problems(load(files), "Boot: {price: 1}\n")

    assert (found.code, found.message) == ("E303", '"Boot" names several cards: Cutter, Ketch')


def test_a_card_with_problems_is_not_reported_again_where_it_is_used(harbour: Ruleset[Any]) -> None:
    found = Diagnostics()
    node = parse("Raft: {price: -1, name: Log}\n", "p.yaml")
    rules = with_own_cards(harbour, node, None, found)

    assert len(found) == 1
    assert rules.names.resolve("raft") == rules.names.resolve("Log") == Match("")
    assert "" not in rules.cards


def test_too_many_cards(harbour: Ruleset[Any]) -> None:
    text = "".join(f"raft {number}: {{price: 1}}\n" for number in range(MOST_CARDS + 1))

    assert places(problems(harbour, text)) == [("E424", 1, 1)]


def test_the_sense_of_a_game_is_asked_with_all_cards(harbour: Ruleset[Any]) -> None:
    def faults(cards: Mapping[str, Any], own: Iterable[str], below: Mapping[str, Any]) -> Iterable[Nonsense]:
        assert set(cards) == {"cutter", "ketch", "raft"}
        assert set(below) == {"cutter", "ketch"}
        for card in own:
            yield Nonsense(card, ("price",), "E422", "too cheap")
            yield Nonsense(card, ("moves", 0, "miles"), "E423", "too far", "row")

    found = problems(harbour, "raft: {moves: [{kind: sail, miles: 99}]}\n", faults)

    # what is not written stands where the card is named, anything else at its own place
    assert places(found) == [("E422", 1, 1), ("E423", 1, 36)]
    assert found[1].help == "row"


@pytest.mark.parametrize(
    ("text", "id_", "name"),
    [
        ("Ash Wolf", "ash_wolf", "Ash Wolf"),
        ("ash_wolf", "ash_wolf", "Ash Wolf"),
        ("Żmij", "zmij", "Żmij"),
        ("King's Own", "kings_own", "King's Own"),
        ("7 Dwarves", "card_7_dwarves", "7 Dwarves"),
        ("wolf", "wolf", "Wolf"),
    ],
)
def test_ids_and_names(text: str, id_: str, name: str) -> None:
    assert (id_from(text), name_from(text)) == (id_, name)
