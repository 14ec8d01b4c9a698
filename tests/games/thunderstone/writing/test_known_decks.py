"""Decks as people know them: what is owned, what is played with, less what lies elsewhere."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from tests.games.thunderstone.builders import (
    book,
    card_id,
    codes,
    doubts,
    mixed_book,
    played,
    position_of,
    problems,
)
from tsolve import api
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Layer
from tsolve.games.thunderstone import game
from tsolve.games.thunderstone.dungeon_deck import DungeonDeck
from tsolve.games.thunderstone.setup import Selection, dungeon_cards, lay_out, load_setup

OWNED = "[6 x Militia, 2 x Dagger, 2 x Torch, 2 x Iron Rations, Regian Priest, Disease]"
GROUPS = "monsters: [Enchanted, Ooze, Undead Doom]\n"
EMPTY = "hall: [none, none, none]\n"
GUARD = "guardians: [Guardian of Night]\n"
HALL = "hall: [Nixie, Griffon, Kingdom]\n"


def of(name: str, copies: int = 1) -> tuple[str, ...]:
    return (card_id(name),) * copies


def test_the_deck_is_what_is_owned_and_lies_nowhere_else() -> None:
    """14 cards, of which 4 are in hand and 3 in the discard pile: 7 are left."""
    file = f"owned: {OWNED}\nhand: [Regian Priest, 2 x Militia, Torch]\ndiscard: [Dagger, Torch, Militia]"
    me = position_of(file).state.me
    assert me.deck == piles.shuffled(of("Militia", 3) + of("Dagger") + of("Iron Rations", 2) + of("Disease"))


def test_cards_on_top_are_part_of_what_is_owned() -> None:
    file = "owned: [2 x Militia, Torch, Dagger]\nhand: [Militia]\ndeck: {top: [Dagger]}"
    assert position_of(file).state.me.deck == piles.known(of("Dagger")) + piles.shuffled(
        of("Militia") + of("Torch")
    )


def test_a_card_under_a_treasure_is_owned_and_not_in_the_deck() -> None:
    file = "owned: [Militia, Torch]\ntreasures: [{card: Emerald Dragon, holds: Torch}]"
    assert position_of(file).state.me.deck == piles.shuffled(of("Militia"))


def test_the_hand_of_another_player_is_six_of_the_cards_that_are_left() -> None:
    """12 owned less 2 discarded: 10, of which 6 are in the hand and 4 in the deck."""
    other = "{owned: [6 x Militia, 2 x Dagger, 2 x Torch, 2 x Iron Rations], discard: [2 x Torch]}"
    player = position_of(f"players: {{others: [{other}]}}").state.players[1]
    left = of("Militia", 6) + of("Dagger", 2) + of("Iron Rations", 2)
    assert player.hand is None
    assert player.deck == piles.layered(left, Layer(4))
    assert dict(piles.outcomes(player.deck)) == {"militia": 3, "dagger": 1, "iron_rations": 1}  # 6 : 2 : 2


def test_a_hand_that_must_hold_all_that_is_left_is_known() -> None:
    player = position_of(
        "players: {others: [{owned: [6 x Militia, Torch], discard: [2 x Militia]}]}"
    ).state.players[1]
    assert player.deck == piles.EMPTY
    assert player.hand == of("Militia", 4) + of("Torch")


def test_a_known_hand_leaves_a_shuffled_deck() -> None:
    other = "{owned: [2 x Militia, Torch, Dagger], hand: [Militia, Dagger]}"
    player = position_of(f"players: {{others: [{other}]}}").state.players[1]
    assert player.deck == piles.shuffled(of("Militia") + of("Torch"))


def test_all_cards_of_another_player_can_be_counted_though_nobody_knows_the_hand() -> None:
    """A Nixie scores 1 point, as the card says."""
    state = position_of(
        "owned: [Militia]\nhand: [Militia]\nplayers: {others: [{owned: [8 x Militia, 2 x Nixie]}]}"
    ).state
    assert game.all_victory_points(book(), state) == [0, 2]
    assert game.unknown_piles(state, 1) == ()


# the Dungeon Deck


def unseen(file: str) -> Counter[str]:
    return Counter(piles.contents(position_of(file).state.dungeon))


def test_the_dungeon_deck_is_what_was_played_with_and_nobody_has_seen() -> None:
    """31 cards less 3 of the Hall, 2 trophies, 1 in another player's discard pile and 2 destroyed: 23."""
    file = (
        GROUPS + HALL + "owned: [Militia, Famine]\nhand: [Militia]\nseen: [2 x Sphinx]\n"
        "players: {others: [{discard: [Blink Dog]}]}"
    )
    assert doubts(file) == [
        "the box holds 1 x Sphinx: 2 are named (line 6)",
        "2 x Sphinx lie here, but `monsters` has 1 left (line 6)",
    ]
    left = unseen(file.replace("2 x Sphinx", "Sphinx, Pegasus"))
    assert left.total() == 31 - 3 - 1 - 1 - 2
    # Enchanted: 2 Blink Dogs, 2 Griffons, 2 Nixies, 3 Pegasi, 1 Sphinx. Doom: 2 Famines, 3 Kingdoms.
    seen = ("blink_dog", "griffon", "nixie", "pegasus", "sphinx", "famine", "kingdom", "stone_of_mystery")
    assert [left[card] for card in seen] == [1, 1, 1, 2, 0, 1, 2, 1]


def test_the_next_card_is_none_of_the_packet_as_long_as_others_lie_above() -> None:
    """31 cards, 19 seen: 12 are left, one above the packet of 11. It is any of the 11 Monsters."""
    seen = (
        "seen: [2 x Blink Dog, Griffon, Nixie, 3 x Pegasus, Sphinx, 2 x Black Slime, 2 x Gray Ooze, "
        "2 x Green Blob, 2 x Famine]"
    )
    pile = position_of(GROUPS + HALL + seen).state.dungeon
    left = Counter(piles.contents(pile))
    assert left.total() == 31 - 3 - 16
    expected = left - Counter({"stone_of_mystery": 1})
    chances = dict(piles.outcomes(pile))
    assert {card: Fraction(each, sum(chances.values())) for card, each in chances.items()} == {
        card: Fraction(each, 11) for card, each in expected.items()
    }
    # With one more seen, the packet is all that is left, and the Stone one of its 11 cards.
    below = position_of(GROUPS + HALL + seen.replace("2 x Famine", "2 x Famine, Lord of Death")).state.dungeon
    assert below == piles.shuffled(tuple((left - Counter({"lord_of_death": 1})).elements()))
    assert dict(piles.outcomes(below))["stone_of_mystery"] == 1


@pytest.mark.parametrize("reading", ["above_thunderstone_packet", "same_bottom_ten"])
def test_the_layers_are_those_of_the_set_up(reading: str) -> None:
    """How often each place holds the Stone or the Guardian in 3000 set-ups, beside the exact chances."""
    rules = mixed_book(guardian_depth=reading)
    groups = ("Dragon", "Abyssal", "Orc • Humanoid")
    chosen = Selection(monsters=groups, features=("guardian_of_torment",), stones=("stone_of_scorn",))
    cards = dungeon_cards(rules, groups, chosen.features, chosen.stones)
    pile = DungeonDeck(cards, (), load_setup().value).pile(rules)
    places = exact_places(pile, chosen.features + chosen.stones)
    met: Counter[tuple[str, int]] = Counter()
    for seed in range(3000):
        state = lay_out(rules, load_setup().value, Random(seed), chosen)
        deck = [*(slot.card for slot in state.hall), *piles.contents(state.dungeon)]
        assert Counter(deck) == Counter(cards)
        met.update((card, deck.index(card)) for card in chosen.features + chosen.stones)
    assert set(met) == set(places)
    assert all(abs(met[at] / 3000 - float(chance)) < 0.025 for at, chance in places.items())


def exact_places(pile: piles.Pile, cards: tuple[str, ...]) -> dict[tuple[str, int], Fraction]:
    """The chance that each of these cards lies in each place; all others count as one."""
    found: dict[tuple[str, int], Fraction] = {}
    reached = {pile: Fraction(1)}
    for place in range(len(piles.contents(pile))):
        after: dict[piles.Pile, Fraction] = {}
        for left, chance in reached.items():
            events = piles.outcomes(left)
            total = sum(weight for _, weight in events)
            others = [card for card, _ in events if card not in cards]
            common = sum(weight for card, weight in events if card not in cards)
            weights = [*((card, weight) for card, weight in events if card in cards)]
            for card, weight in [*weights, *([(others[0], common)] if others else [])]:
                part = chance * weight / total
                if card in cards:
                    found[card, place] = found.get((card, place), Fraction(0)) + part
                below = piles.take(left, card)
                after[below] = after.get(below, Fraction(0)) + part
        reached = after
    return found


def test_where_a_guardian_may_lie() -> None:
    """One Guardian among 11 cards above the packet of 11. With 15 cards left the 4 above the packet hold it:
    chance 1/4. With it in the packet, 12 cards, the three above it are ordinary.
    """
    rules = mixed_book()
    groups = ("Dragon", "Abyssal", "Orc • Humanoid")
    cards = dungeon_cards(rules, groups, ("guardian_of_torment",), ("stone_of_scorn",))
    deep = ("guardian_of_torment", "stone_of_scorn")
    plain = [card for card in cards if card not in deep]
    deck = DungeonDeck((*plain[:13], *deep), tuple(plain[13:]), load_setup().value)
    events = dict(piles.outcomes(deck.pile(rules)))
    assert Fraction(events["guardian_of_torment"], sum(events.values())) == Fraction(1, 4)
    together = dict(piles.outcomes(deck.pile(mixed_book(guardian_depth="same_bottom_ten"))))
    assert not set(deep) & set(together)
    # With 11 left the Guardian must have come by the first reading; by the second it is one of the 11.
    late = DungeonDeck((*plain[:9], *deep), tuple(plain[9:]), load_setup().value)
    assert late.misfit(rules) is not None
    assert piles.has_unknown(late.pile(rules))
    assert late.pile(mixed_book(guardian_depth="same_bottom_ten")) == piles.shuffled(late.cards)


@pytest.mark.parametrize(
    ("file", "place", "words"),
    [
        (GROUPS + "hall: [Nixie, unknown, Kingdom]", "3:15", "every card in the Hall must be known"),
        (GROUPS, "2:11", "every card in the Hall must be known"),
        ("monsters: [Enchanted, Titan]\n" + HALL, "2:23", 'unknown group "Titan"'),
        ("monsters: [Undead]\n" + HALL, "2:12", '"Undead" may be'),
        ("monsters: [Ooze, Ooze]\n" + HALL, "2:18", "Ooze is named twice"),
        ("monsters: [Ooze, Giant]\nhall: [Titan, none, none]", "2:11", "which Thunderstone"),
        ("seen: [Nixie]", "2:7", "`seen` says nothing without `monsters`"),
    ],
)
def test_what_leaves_the_deck_open_is_reported_where_it_stands(file: str, place: str, words: str) -> None:
    found = problems(file)
    assert words in found[0].message
    assert found[0].span is not None
    assert place == f"{found[0].span.line}:{found[0].span.column}"


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("owned: [Militia]\nhand: [Torch]", "Torch is not among `owned`"),
        ("owned: [Militia]\nhand: [2 x Militia]", "2 x Militia lie here, but `owned` has 1 left (line 3)"),
        ("owned: [Militia, Torch]\ndeck: [Militia]", "owned, but listed nowhere: Torch (line 2)"),
        ("players: {others: [{owned: [Militia], discard: [Torch]}]}", "Torch is not among `owned`"),
        (
            GROUPS + "hall: [Nixie, Griffon, Uyril Unending]",
            "Uyril Unending is not among `monsters`: its group is Dragon (line 3)",
        ),
        (
            GROUPS + HALL + "hand: [Ghost]",
            "Ghost is not among `monsters`: its group is Undead • Spirit (line 4)",
        ),
        (GROUPS + "hall: [Nixie, Griffon, Stone of Mystery]", "it cannot have come (line 3)"),
        (GROUPS + HALL + "dungeon_deck: [Famine]", "in the game, but listed nowhere: "),
        (
            "monsters: [Ooze]\nstones: [Stone of Scorn]\nfeatures: [Guardian of Torment]\n" + EMPTY + GUARD,
            "Guardian of Night is not among `monsters`: name it under `features` (line 6)",
        ),
    ],
)
def test_what_does_not_add_up_is_told_and_played(file: str, told: str) -> None:
    assert any(told in each for each in doubts(file))


def test_what_is_owned_is_counted_once_against_the_box() -> None:
    assert codes("owned: [Sphinx]\nhand: [Sphinx]") == []
    file = "owned: [Sphinx]\nhand: [Sphinx]\nseen: [Sphinx]\nmonsters: [Enchanted]\nhall: [none, none, none]"
    assert "the box holds 1 x Sphinx: 2 are named (line 2)" in doubts(file)


def test_a_line_need_not_say_what_filled_the_hall() -> None:
    """Banish sends the Kingdom down; any of many cards fills Rank 3.

    The Nixie in Rank 1 is lit by the Torch: Squire 2 + Sword 4 + Militia 1 = 7 against 5, whatever came.
    What was drawn has to be said.
    """
    file = (
        GROUPS + "turn: dungeon\nhand: [Thyrian Squire, Short Sword, Torch, Banish, Disease]\n"
        "hall: [Kingdom, Nixie, Griffon]\n"
        "line: [use Banish on Kingdom, destroy Disease, draw Militia, equip Short Sword on Thyrian Squire, "
        "attack Nixie]\n"
    )
    line = played(file)
    assert line.answer.legal
    assert line.answer.outcome == "Nixie is defeated: 7 against Health 5; 1 XP, 1 VP."
    assert [segment.order for segment in line.final.dungeon] == ["unknown", "known"]
    said = played(file.replace("draw Militia", "reveal Blink Dog, draw Militia"))
    assert said.answer.legal
    assert "blink_dog" in [slot.card for slot in said.final.hall]
    wrong = played(file.replace("use Banish on Kingdom", "use Banish on Kingdom, reveal Uyril Unending"))
    assert not wrong.answer.legal


def test_what_stands_in_the_hall_after_a_line_that_chance_goes_on() -> None:
    expect = "expect: {after: {hall: [Nixie, Griffon, unknown]}}"
    file = "turn: dungeon\nhand: [Thyrian Squire, Short Sword, Torch]\nhall: [Kingdom, Nixie, Griffon]\n"
    found = api.check(
        position_of(GROUPS + file + "line: [equip Short Sword on Thyrian Squire, attack Kingdom]\n" + expect)
    )
    assert [each.holds for each in found.expectations] == [True]


@pytest.mark.parametrize(
    "names", ["[Undead • Doom]", "[undead doom]", "[Doom]", "[Nieumarły • Zagłada]", "[zaglada]"]
)
def test_groups_have_names_in_every_language(names: str) -> None:
    assert unseen(f"monsters: {names}\nhall: [none, none, none]")["kingdom"] == 3


def test_the_boxes_are_those_of_the_groups() -> None:
    file = "monsters: [Giant]\nstones: [Stone of Scorn]\nhall: [Titan, none, none]\n"
    assert position_of(file).printing == "dragonspire"
    told = doubts("sets: [base]\n" + file)
    assert [each.partition(" is")[2] for each in told] == [
        ' a card of "dragonspire", which `sets` leaves out (line 5)'
    ]


def test_features_by_the_name_of_their_randomizer() -> None:
    """8 Traps and 8 Treasures, two copies of each, besides 10 Giants and the Stone: 27."""
    file = "monsters: [Giant]\nstones: [Stone of Scorn]\nhall: [none, none, none]\n"
    left = unseen(file + "features: [Draconic Traps, Figurine Treasures]")
    assert left.total() == 27
    assert left["dragons_words"] == left["ruby_dragon"] == 2


def test_another_reading_stacks_the_deck_otherwise() -> None:
    file = (
        "monsters: [Giant, Dragon, Abyssal]\nstones: [Stone of Scorn]\nfeatures: [Guardian of Torment]\n"
        "hall: [none, none, none]\n"
    )
    here = position_of(file)
    (segment,) = here.state.dungeon
    assert [layer.places for layer in segment.layers] == [10, 11, 11]
    there = here.under({**here.readings, "guardian_depth": "same_bottom_ten"})
    assert [layer.places for layer in there.state.dungeon[0].layers] == [20, 12]
