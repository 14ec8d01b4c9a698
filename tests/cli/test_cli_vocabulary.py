"""`tsolve vocabulary`: every kind of effect is explained, and every example can be read."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from tests.cli.conftest import Tsolve
from tsolve import api
from tsolve.api.effects import places
from tsolve.api.games import module
from tsolve.model.lookups import EffectKind, KindAnswer, VocabularyAnswer
from tsolve.source.decode import decode
from tsolve.source.parse import parse

GAMES = ("thunderstone", "quest")


def kinds(game: str) -> list[EffectKind]:
    """Every kind of a game in full."""
    found = (
        api.vocabulary(name, game)
        for name in dict.fromkeys(kind.name for each in places(game) for kind in each.kinds)
    )
    return [kind for answer in found if isinstance(answer, KindAnswer) for kind in answer.found]


KINDS = [pytest.param(game, kind, id=f"{game}-{kind.name}") for game in GAMES for kind in kinds(game)]


def test_the_scan_finds_the_places() -> None:
    fields = [place.field for place in places("thunderstone")]

    assert {"abilities", "traits", "battle", "breach", "spoils"} <= set(fields)
    assert fields.count("traits") == 2, "those of Heroes and Weapons, and those of Monsters"
    assert len(kinds("thunderstone")) >= 47  # in the base box alone
    assert [place.title for place in places("quest")] == [
        *("Traits", "Abilities", "Alerts", "Before", "After", "Arriving", "Aim")
    ]


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_every_kind_is_explained_and_its_example_can_be_read(game: str, kind: EffectKind) -> None:
    assert re.match(r"[A-Z`+].*\.( \(.*\))?$", kind.text), kind.text
    assert f"kind: {kind.name}" in kind.example
    assert all(key.values and key.default for key in kind.keys)

    tree = parse(kind.example, "example.yaml")
    ((field, _),) = tree.items
    types = {each.encode_name: each.type for each in msgspec.structs.fields(module(game).card_type)}
    found: Any = decode(tree, dict[str, types[field.text]]).value[field.text]  # type: ignore[valid-type]
    assert not isinstance(found, tuple) or len(found) == 1


def test_all_places_are_listed_with_their_kinds(tsolve: Tsolve) -> None:
    shown = tsolve("vocabulary").out

    assert shown.startswith("Thunderstone\nabilities       What abilities do\n   arrange_dungeon, attack, ")
    assert "classes         Words of printed cards\n   basic: militia\n" in shown


def test_a_kind_comes_with_everything(tsolve: Tsolve) -> None:
    assert (
        tsolve("vocabulary", "Trade", "Up").out
        == """\
Thunderstone
trade_up     in abilities
   Take a card of the Village, no Hero, that costs up to `plus` more than the
   destroyed one; it is no purchase. (TS-4.2, TS-3.5)
   key   value    default
   plus  0 to 99  required
     abilities:
     - {when: village, do: [{kind: trade_up, plus: 2}], destroy: card, itself: true}
   On Trader.
"""
    )


def test_places_that_hold_the_same_stand_together() -> None:
    found = api.vocabulary("move_champion", "quest")
    every = api.vocabulary("", "quest")

    assert isinstance(found, KindAnswer)
    assert [kind.fields for kind in found.found] == [("abilities", "alerts", "before", "after")]
    assert isinstance(every, VocabularyAnswer)
    assert ("alerts", "before", "after") in [place.fields for place in every.places]


def test_places_and_words_are_found(tsolve: Tsolve) -> None:
    place = tsolve("vocabulary", "breach").out
    words = tsolve("vocabulary", "more", "purchases").out

    assert place.startswith(
        "Thunderstone\nbreach          What Monsters do on reaching Rank 1\n   cull_decks   "
    )
    assert words.startswith("Thunderstone\nabilities       What abilities do\n   purchases  Allows `amount` ")


@pytest.mark.parametrize(
    ("asked", "title"), [("draw", "Thunderstone"), ("before_is_after", "Thunderstone Quest")]
)
def test_the_first_game_that_knows_the_name_answers(tsolve: Tsolve, asked: str, title: str) -> None:
    assert tsolve("vocabulary", asked).out.startswith(f"{title}\n{asked} ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("rank_bonsu",), 'did you mean "rank_bonus"'),
        (("zzz",), "`tsolve vocabulary` lists them"),
        (
            ("--game", "gloomhaven"),
            "the cards of Gloomhaven have no kinds of effects; those of thunderstone, ",
        ),
        (("--game", "gloomhavn"), 'did you mean "gloomhaven"'),
    ],
)
def test_what_is_not_found(tsolve: Tsolve, arguments: tuple[str, ...], told: str) -> None:
    ended = tsolve("vocabulary", *arguments)

    assert (ended.code, ended.out) == (2, "")
    assert told in ended.err


def test_a_program_gets_the_example(tsolve: Tsolve) -> None:
    (answer,) = tsolve("vocabulary", "draw", "--format", "json").json["answers"]

    assert answer["verdict"] == "answered"
    assert answer["found"][0]["example"] == "abilities:\n- {when: dungeon, do: [{kind: draw, cards: 1}]}\n"
