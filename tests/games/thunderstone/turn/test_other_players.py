"""What other players may hold, give up and choose, where nobody knows their hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.games.thunderstone.builders import position_of
from tests.sweeping import seeds
from tsolve.cardkit import piles
from tsolve.games.thunderstone.actions import Attack
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.lines import TurnBestPlays
from tsolve.games.thunderstone.judging.outcome import one_turn
from tsolve.games.thunderstone.state import Player, State
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.games.thunderstone.turn.other_players import likely, likely_cards, without_of_hand
from tsolve.judging.check import check
from tsolve.model.answers import CheckAnswer
from tsolve.model.plays import Wishes

THEIRS = ("Militia", "Elf Wizard", "Torch", "Dagger", "Thyrian Squire")


@pytest.mark.parametrize("seed", range(10))
def test_every_hand_is_counted(seed: int) -> None:
    random = Random(seed)
    cards = random.choices(THEIRS, k=random.randint(7, 10))
    file = position_of(
        "turn: dungeon\nhand: [Selurin Theurge]\ndeck: []\nhall: [Nixie, none, none]\n"
        f"players: {{others: [{{owned: [{', '.join(cards)}]}}]}}\n"
    )

    def is_hero(card: str) -> bool:
        return file.book.card(card).is_hero

    ids = [file.card(name) for name in cards]
    counted = Counter(tuple(sorted(filter(is_hero, hand))) for hand in combinations(ids, 6))
    assert likely_cards(file.state.players[1], is_hero) == counted


THEURGE = """\
turn: dungeon
hand: [Selurin Theurge, Torch, Militia]
deck: []
hall: [Pegasus, Nixie, Griffon]
"""
"""The Theurge's 2, doubled, and the Militia's 1: 5 against Health 6. A borrowed Elf Wizard (Magic Attack 2)
makes it (2 + 2) x 2 + 1 = 9.
"""
ROGUE = """\
turn: dungeon
sets: [base, dragonspire]
interpretations: {others_discard: forced}
hand: [Lorigg Rogue, Dagger, Torch]
deck: []
hall: [Blink Dog, none, none]
"""
"""The Rogue's 2 and the Dagger's 1 are 3 against Health 3, with the Light of the Rogue and of the Torch; a
Bishop would take a card of the own hand, and each of them is needed.
"""


def judged(text: str) -> CheckAnswer:
    return check(position_of(text), "p.yaml")


@pytest.mark.parametrize(
    ("others", "verdict"),
    [
        ("", "undecided"),  # another player, of whom nothing is said
        ("players: {others: [{owned: [8 x Torch, 2 x Elf Wizard]}]}\n", "undecided"),
        ("players: {others: [{owned: [8 x Torch, 2 x Dagger]}]}\n", "confirmed"),  # no Hero to borrow
        ("players: {others: [{hand: [Torch, Dagger]}]}\n", "confirmed"),
    ],
)
def test_a_theurge_may_borrow_from_a_hand_that_nobody_knows(others: str, verdict: str) -> None:
    answer = judged(f"{THEURGE}{others}claims: [{{not_defeats: Pegasus}}]\n")
    assert [claim.verdict for claim in answer.claims] == [verdict]


@pytest.mark.parametrize(
    ("others", "verdict"),
    [
        ("", "undecided"),
        ("players: {others: [{owned: [8 x Torch, 2 x Belzur Bishop]}]}\n", "undecided"),
        ("players: {others: [{owned: [8 x Torch, 2 x Dagger]}]}\n", "confirmed"),
        ("players: {others: [{hand: [Torch, Dagger]}]}\n", "confirmed"),
    ],
)
def test_an_unknown_hand_may_turn_a_robbery_back(others: str, verdict: str) -> None:
    answer = judged(f"{ROGUE}{others}claims: [{{defeats: Blink Dog}}]\n")
    assert [claim.verdict for claim in answer.claims] == [verdict]


@pytest.mark.parametrize(
    ("others", "tried", "better", "others_are"),
    [
        # The Militia is given up: (2 + 2) x 2 = 8 with an Elf Wizard; a Squire's 2 and 2 x 2 are 6 as well.
        ("{}", "", {"Elf Wizard", "Elf Sorcerer"}, {"Militia", "Dagger", "Torch"}),
        ("{owned: [6 x Torch, 4 x Dagger, Elf Wizard, Militia]}", "4", {"Elf Wizard"}, {"Militia"}),
    ],
)
def test_what_would_be_enough_of_a_hand_is_told(
    others: str, tried: str, better: set[str], others_are: set[str]
) -> None:
    answer = judged(f"{THEURGE}players: {{others: [{others}]}}\nclaims: [{{defeats: Pegasus}}]\n")
    ((draw,),) = [claim.unknown for claim in answer.claims]
    assert draw.where == "in the hand of player 2"
    assert not tried or str(draw.tried) == tried
    assert better <= set(draw.better)
    assert others_are.isdisjoint(draw.better)


ROBBED = """\
turn: dungeon
hand: [Lorigg Rogue, Militia, Torch]
deck: []
hall: [Griknack Goblin, none, none]
"""
"""The Rogue makes every other player discard a card; 2 + 1 against Health 4 whatever that is."""
OWNED = "{owned: [6 x Militia, 2 x Dagger, 2 x Torch, 2 x Iron Rations]}"


@pytest.mark.parametrize(
    ("others", "said", "refused"),
    [
        ("[{}]", "player 2 discards Torch", ""),
        ("[{}]", "player 2 discards Polearm", ""),  # nobody knows what player 2 has bought
        (f"[{OWNED}]", "player 2 discards Torch", ""),
        (f"[{OWNED}]", "player 2 discards Polearm", "player 2 cannot hold Polearm"),
        ("[{}, {}]", "player 3 discards Torch, player 2 discards Dagger", ""),
        ("[{}, {}]", "player 2 discards Dagger, player 3 discards Torch", ""),
        ("[{}, {hand: [Dagger, Torch]}]", "player 2 discards Dagger, player 3 discards Torch", ""),
        ("[{}, {hand: [Dagger, Torch]}]", "player 3 discards Torch, player 2 discards Dagger", ""),
    ],
)
def test_a_step_may_name_the_discard_of_a_hand_that_nobody_knows(
    others: str, said: str, refused: str
) -> None:
    line = f"line: [use Lorigg Rogue, {said}, attack Griknack Goblin]\n"
    answer = judged(f"{ROBBED}players: {{others: {others}}}\n{line}")
    assert answer.line is not None
    assert answer.line.legal is not bool(refused)
    reasons = [step.refusal.reason for step in answer.line.steps if step.refusal is not None]
    assert len(reasons) == bool(refused)
    assert all(reason.startswith(refused) for reason in reasons)


def test_a_second_discard_of_the_same_hand_is_refused() -> None:
    line = "line: [use Lorigg Rogue, player 2 discards Torch, player 2 discards Dagger]\n"
    answer = judged(f"{ROBBED}{line}")
    assert answer.line is not None
    assert not answer.line.legal


def test_a_hidden_discard_may_be_claimed_after_its_step() -> None:
    """What the hand gave is not known to the position after the step, but the line knows it."""
    text = f"{ROBBED}line: [use Lorigg Rogue, attack Griknack Goblin]\n"
    claims = (
        "claims: [{legal: player 2 discards Torch, after: 1}, {illegal: player 2 discards Torch, after: 1}]\n"
    )
    answer = judged(text + claims)
    assert [claim.verdict for claim in answer.claims] == ["confirmed", "refuted"]


def test_where_it_matters_which_card_a_hand_gives_the_line_is_undecided() -> None:
    """An Elf Wizard borrowed makes (2 + 2) x 2 of the 2 x 2, an Amazon Archer 3 more."""
    line = "line: [use Selurin Theurge, discard Militia, player 2 discards a Hero, attack Pegasus]\n"
    answer = judged(f"{THEURGE}players: {{others: [{{hand: [Elf Wizard, Amazon Archer]}}]}}\n{line}")
    assert answer.line is not None
    assert answer.line.undecided.startswith("player 2: it matters which; write a step of its own")


LOOTER = """\
turn: dungeon
sets: [base, dragonspire]
hand: [%s, Militia]
deck: []
hall: [%s, none, none]
players: {others: [%s]}
"""
"""The Looter's 3 and the Militia's 1 are 4, and 1 more for each player who holds a Weapon."""


@pytest.mark.parametrize(
    "owned",
    [
        ("Militia",) * 6 + ("Dagger",) * 2 + ("Torch",) * 2 + ("Iron Rations",) * 2,
        ("Militia",) * 6 + ("Dagger", "Short Sword", "Spear") + ("Torch",) * 2,
        ("Militia",) * 7 + ("Dagger",),
    ],
)
def test_a_hand_of_known_cards_holds_a_weapon_by_chance(owned: tuple[str, ...]) -> None:
    """Every hand of six is counted out."""
    armed = {"Dagger", "Short Sword", "Spear"}
    hands = list(combinations(owned, 6))
    chance = Fraction(sum(1 for hand in hands if not armed.isdisjoint(hand)), len(hands))
    told = LOOTER % ("Chulian Looter", "Nixie", f"{{owned: [{', '.join(owned)}]}}")
    answer = judged(f"{told}claims: [{{defeats: Nixie, chance: {chance}}}]\n")
    assert [claim.verdict for claim in answer.claims] == ["confirmed"]


def test_a_hand_that_must_hold_a_weapon_is_certain() -> None:
    """Of eight cards six are held, and only one is no Weapon."""
    told = LOOTER % ("Chulian Looter", "Nixie", "{owned: [4 x Dagger, 3 x Spear, Torch]}")
    answer = judged(f"{told}claims: [{{defeats: Nixie}}]\n")
    assert [claim.verdict for claim in answer.claims] == ["confirmed"]


def test_two_hands_are_two_chances() -> None:
    """Six of twelve cards hold the Dagger in 1/2, so two such hands do in 1/4; Health 6 needs both."""
    owned = "{owned: [7 x Torch, 4 x Iron Rations, Dagger]}"
    told = LOOTER % ("Chulian Looter", "Half-Ogre", f"{owned}, {owned}")
    answer = judged(f"{told}claims: [{{defeats: Half-Ogre, chance: 1/4}}]\n")
    assert [claim.verdict for claim in answer.claims] == ["confirmed"]


def test_after_a_choice_from_the_hand_nobody_can_count_it_any_more() -> None:
    """What a player gives is chosen, so the Dagger is not as likely as other cards to be left."""
    deck = piles.layered(("dagger", *("torch",) * 7), piles.Layer(2))
    player = Player(deck, hand=None)
    assert likely(player, lambda card: card == "dagger") == (21, 7)  # 7 over 5 of 8 over 6 hold it
    assert likely(without_of_hand(player, "torch"), lambda card: card == "dagger") == (0, 0)


@pytest.mark.parametrize(
    ("said", "legal", "undecided"),
    [
        ("player 2 discards Dagger, ", True, False),
        ("player 2 discards a Weapon, ", True, False),
        ("player 2 shows a hand with no Weapon, ", True, False),
        ("player 2 discards Polearm, ", False, False),
        ("", False, True),
    ],
)
def test_a_line_says_what_a_hand_by_chance_gives(said: str, legal: bool, undecided: bool) -> None:
    told = LOOTER % ("Chulian Looter", "Nixie", "{owned: [10 x Torch, 2 x Dagger]}")
    line = judged(f"{told}line: [use Chulian Looter, {said}attack Nixie]\n").line
    assert line is not None
    assert line.legal is legal
    assert bool(line.undecided) is undecided


OWN = ("Militia", "Torch", "Dagger", "Selurin Theurge")
Extremes = tuple[int | None, int | None]
WEAPONS_AND_OTHERS = ("Dagger", "Short Sword", "Spear", "Militia", "Torch", "Regian Cleric")


@pytest.mark.parametrize("first", seeds(20, 60)[::20])
def test_whichever_weapon_a_looter_brings_in(first: int) -> None:
    sure = 0
    for seed in range(first, first + 20):
        random = Random(seed)
        hand = ["Chulian Looter"] * random.choice((1, 1, 2)) + random.choices(OWN, k=random.choice((1, 2)))
        seats = [", ".join(random.choices(WEAPONS_AND_OTHERS, k=4)) for _ in range(random.choice((1, 2)))]
        others = ", ".join(f"{{hand: [{cards}], deck: [Torch]}}" for cards in seats)
        file = position_of(
            f"turn: dungeon\nhand: [{', '.join(hand)}]\ndeck: []\nhall: [Nixie, none, none]\n"
            f"dungeon_deck: []\nplayers: {{others: [{others}]}}\n"
        )
        best = TurnBestPlays(file, Wishes(backend="exact")).against(Target("nixie"), "total")
        if best.sure:
            sure += 1
            value = best.played.result.tally.value if best.played is not None else None
            assert {value} == set(_extremes(one_turn(file.book), file.state, {})), hand

    assert sure >= 14


def _extremes(
    game: Thunderstone, state: State, known: dict[Hashable, tuple[int | None, int | None]]
) -> tuple[int | None, int | None]:
    """The highest Attack Value where others choose as badly, and as well, as can be for it."""
    key = game.key(state)
    if key not in known:
        if state.tally.outcome:
            return (state.tally.value,) * 2 if state.tally.attacked else (None, None)
        ends = [
            _extremes(game, game.apply(state, action), known)
            for action in game.legal_actions(state)
            if not (isinstance(action, Attack) and state.at(action.rank).card != "nixie")
        ]
        low = [end[0] for end in ends if end[0] is not None]
        high = [end[1] for end in ends if end[1] is not None]
        mine = game.mover(state) == state.active
        known[key] = ((max if mine else min)(low), max(high)) if low else (None, None)
    return known[key]
