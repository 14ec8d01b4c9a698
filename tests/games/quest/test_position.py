"""What a position file does not tell: decks as people know them, cards that lie nowhere else, cards of
which no source tells enough, and a Village or a room left out.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.quest.files import checked, position_of
from tsolve import api
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Layer
from tsolve.errors import InputError

OWNED = "[6 x Adventurer, 2 x Lantern, 2 x Thunderstone Shard, 2 x Dagger]"
ROOMS = "dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}"
GRUNTS = ("goblin_shaman", "goblin_berserker", "goblin_warrior", "goblin_ettin", "goblin_potion_tester")


def deck(text: str, level: int = 1) -> Counter[str]:
    return Counter(piles.contents(position_of(text).state.monsters[level - 1]))


def test_the_deck_is_what_is_owned_and_lies_nowhere_else() -> None:
    """12 cards, 5 in hand and 3 discarded: 4 are left."""
    me = position_of(
        f"owned: {OWNED}\nhand: [4 x Adventurer, Lantern]\ndiscard: [Adventurer, Dagger, Thunderstone Shard]"
    ).state.me
    assert me.deck == piles.shuffled(("adventurer", "lantern", "thunderstone_shard", "dagger"))


def test_the_hand_of_another_player_has_as_many_cards_as_hit_points() -> None:
    """4 Wound tokens take 2 of 6 hit points by the usual reading, 4 where every one takes one."""
    file = position_of(f"players: {{others: [{{owned: {OWNED}, wounds: 4}}]}}")
    left = ("adventurer",) * 6 + ("lantern",) * 2 + ("thunderstone_shard",) * 2 + ("dagger",) * 2
    assert file.state.players[1].deck == piles.layered(left, Layer(8))
    other = file.under({**file.readings, "hp_per_wound": "every_one"})
    assert other.state.players[1].deck == piles.layered(left, Layer(10))


def test_the_first_deck_holds_its_group_and_one_key() -> None:
    """10 Goblins less 2 in rooms and 1 defeated: 7, and the Guardian Key of level 1."""
    left = deck(f"monsters: [Goblin Grunts]\nseen: [Goblin Warrior]\n{ROOMS}")
    assert left == Counter(
        {**dict.fromkeys(GRUNTS, 2), "goblin_berserker": 1, "goblin_warrior": 0, "guardian_key": 1}
    )


def test_the_keys_hang_on_a_reading() -> None:
    file = position_of(f"monsters: [Goblin Grunts]\n{ROOMS}")
    there = file.under({**file.readings, "guardian_keys": "two_each"})
    assert [piles.contents(each.state.monsters[0]).count("guardian_key") for each in (file, there)] == [1, 2]


def test_keys_that_were_found_are_gone() -> None:
    """Six keys, one, two and three: of the two that were found level 2 lost one and level 3 the other."""
    groups = "monsters: [Goblin Grunts, Hobgoblin Brutes, Goblin King's Guard]\nkeys: 2\n"
    found = "monster_decks: {level_1: {keys: 1}, level_2: {keys: 1}}\n"
    assert [deck(groups + found, level)["guardian_key"] for level in (1, 2, 3)] == [1, 1, 2]


def test_where_the_keys_went_must_be_said() -> None:
    groups = "monsters: [Goblin Grunts]\nkeys: 1\n"
    with pytest.raises(InputError, match="how many Guardian Keys the deck of level 1 holds"):
        position_of(groups)
    assert deck(groups + "monster_decks: {level_1: {keys: 0}}")["guardian_key"] == 0


def test_a_monster_that_went_under_its_deck() -> None:
    pile = position_of(
        "monsters: [Goblin Grunts]\nmonster_decks: {level_1: {bottom: [Goblin Ettin]}}"
    ).state.monsters[0]
    assert [(segment.order, len(segment.cards)) for segment in pile] == [("shuffled", 10), ("known", 1)]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("monsters: [Goblin Grunts, Kobold Skirmishers]", 2, "a game has one group of each level"),
        ("monsters: [Dragon Whelps]", 2, "no source names the Monsters of the group Dragon Whelps"),
        ("monsters: [Goblins]", 2, 'unknown group "Goblins"'),
        ("seen: [Goblin Ettin]", 2, "`seen` says nothing without `monsters`"),
        (
            "monsters: [Goblin Grunts]\nmonster_decks: {level_1: [Goblin Ettin]}",
            2,
            "in the game, but listed nowhere",
        ),
        ("monsters: [Goblin Grunts]\nmonster_decks: {level_1: {keys: 2}}", 3, "how many Guardian Keys"),
    ],
)
def test_what_does_not_add_up_is_told_where_it_stands(text: str, line: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        api.loads(f"game: quest\n{text}".encode(), "position.yaml")
    first = caught.value.diagnostics[0]
    assert words in first.message
    assert first.span is not None
    assert first.span.line == line


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("owned: [Adventurer]\nhand: [Dagger]", "Dagger is not among `owned`"),
        ("owned: [Adventurer, Dagger]\ndeck: [Dagger]", "owned, but listed nowhere: Adventurer (line 2)"),
        (f"monsters: [Kobold Skirmishers]\n{ROOMS}", "Goblin Berserker is not among `monsters`"),
        ("monsters: [Goblin Grunts]\nseen: [3 x Goblin Ettin]", "the box holds 2"),
        ("{shop}discard: [Sun of the Forest]", "Sun of the Forest is not among `treasures`"),
        ("{shop}discard: [The Reaper]", "The Reaper lies here, but `treasures` has none left"),
    ],
)
def test_what_does_not_add_up_is_told_and_played(text: str, told: str) -> None:
    text = text.replace("{shop}", SHOP)
    position = api.loads(f"game: quest\n{text}".encode(), "position.yaml")
    assert any(told in each for each in position.decoded.doubts)


SHOP = """
location: Shop of Wonders
hand: [5 x Lantern, The Reaper]
treasures: [The Reaper, Chain Lightning, Root Stride, Orb of Opposing Forces]
"""


def test_the_deck_holds_what_lies_nowhere_else() -> None:
    # Four Treasures are played with, the hand holds one: each of the other three is as likely as another.
    state = position_of(SHOP).state
    (segment,) = state.treasures
    assert segment.order == "shuffled"
    assert sorted(segment.cards) == ["chain_lightning", "orb_of_opposing_forces", "root_stride"]


def test_what_was_owned_is_not_in_the_deck_either() -> None:
    text = SHOP + "owned: [5 x Lantern, The Reaper, Root Stride]\ntreasure_deck: {top: [Chain Lightning]}\n"
    above, below = position_of(text).state.treasures
    assert (above.cards, above.order) == (("chain_lightning",), "known")
    assert below.cards == ("orb_of_opposing_forces",)


@pytest.mark.parametrize(
    ("more", "code", "says"),
    [
        ("treasure_deck: [Chain Lightning]", "E317", "in the game, but listed nowhere"),
    ],
)
def test_what_cannot_be_is_told(more: str, code: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        position_of(SHOP + more)
    (problem,) = caught.value.diagnostics
    assert problem.code == code
    assert says in problem.message


def test_only_treasures_are_named() -> None:
    with pytest.raises(InputError, match="cannot be here: treasures"):
        position_of(SHOP.replace("Root Stride", "Dagger"))


def test_chances_of_the_next_treasures_are_exact() -> None:
    # Three in the deck, one of them is Root Stride; two of three are Spells, so the second try cannot fail.
    text = SHOP + "deck: {rest: [6 x Adventurer]}\n"
    events = ("Root Stride is found", "a Spell is found within 2 refills")
    answer = api.odds(position_of(text), events=events)
    assert [each.chance.exact for each in answer.events] == ["1/3", "1"]


def test_only_a_treasure_is_found() -> None:
    with pytest.raises(InputError, match="Dagger is no card of the Treasure deck"):
        api.odds(position_of(SHOP + "deck: {rest: [Dagger]}\n"), events=["Dagger is found"])


BOG_ZOMBIE = "{kind: monster, level: 1, health: 4, armor: 0, resistance: 0, wounds: 1, xp: 2}"


def test_a_monster_of_an_unknown_group_is_defined() -> None:
    text = "turn: dungeon\nhand: [4 x Adventurer]\ndungeon: {Mine: Bog Zombie}"
    with pytest.raises(InputError, match=r"cards: \{Bog Zombie: \{kind: monster, level: 1, health: \.\.\.,"):
        checked(text)

    assert checked(f"{text}\ncards: {{Bog Zombie: {BOG_ZOMBIE}}}").notes is not None


def test_a_group_without_known_monsters_is_defined() -> None:
    with pytest.raises(InputError, match=r"cards: \{NAME: \{kind: monster, group: Bog Zombies, level: "):
        checked("turn: dungeon\nhand: [4 x Adventurer]\nmonsters: [Bog Zombies]")


def test_what_the_book_tells_of_the_punching_dagger() -> None:
    """Question 22 of the rulebook: a Hero of 2 with a Dagger (1) and a Punching Dagger (3) has 6."""
    notes = api.card("Punching Dagger", game="quest").notes

    assert any("Beside a starting Dagger its physical boost is 3" in note for note in notes)
    assert any("alone no source tells" in note for note in notes)


@pytest.mark.parametrize(
    "asked",
    [
        "line: [battle Bog Zombie]",  # Bog is a room
        "line: [battle Bog Zombie in Mine]",
        "line: [battle Skeleton Horse]",
        "claims: [{defeats: Bog Zombie}]",
        'claims: ["Bog Zombie is defeated"]',
        "target: Bog Zombie",
    ],
)
def test_an_unknown_monster_may_be_defined_wherever_it_is_named(asked: str) -> None:
    hand = "turn: dungeon\nhand: [4 x Adventurer]\ndungeon: {Mine: Goblin Berserker}\n"
    with pytest.raises(InputError, match=r"cards: \{(Bog Zombie|Skeleton Horse): \{kind: monster, level: 1"):
        checked(hand + asked)


def test_words_behind_a_card_are_still_no_name() -> None:
    hand = "turn: dungeon\nhand: [4 x Adventurer]\ndungeon: {Mine: Goblin Berserker}\n"
    with pytest.raises(InputError, match="and go home"):
        checked(f"{hand}line: [battle Goblin Berserker and go home]")


UNKNOWN_DECK = "turn: dungeon\nhand: [2 x Adventurer, Dagger, Lantern]\n"
"""Two Adventurers (1 each) and a Dagger (1) have 3 against the Giant Rat (4). An Adventurer (level 0) who
wields the Dagger draws a card: one more Adventurer makes it 4, and so does a Dagger for the other one; a
Lantern and a Thunderstone Shard bring no attack.
"""


def test_what_a_drawn_card_would_have_to_be() -> None:
    answer = checked(f"{UNKNOWN_DECK}claims: [{{defeats: Giant Rat}}]")
    (claim,) = answer.claims
    (draw,) = claim.unknown

    assert claim.verdict == "undecided"
    assert claim.reason.startswith("Dagger brings an unknown card")
    assert (draw.card, draw.every) == ("Dagger", False)
    assert sorted(draw.better) == ["Adventurer", "Dagger"]
    assert sorted(draw.worst.cards) == ["Lantern", "Thunderstone Shard"]
    assert [each.what for each in answer.to_write] == ["your deck"]


def test_the_best_play_says_it_too() -> None:
    (draw,) = api.solve(api.loads(f"game: quest\n{UNKNOWN_DECK}".encode(), "p.yaml")).solution.unknown

    assert sorted(draw.better) == ["Adventurer", "Dagger"]


def test_nothing_hangs_on_a_card_that_nobody_draws() -> None:
    answer = checked("turn: dungeon\nhand: [2 x Adventurer, Lantern]\nclaims: [{defeats: Giant Rat}]")

    assert answer.claims[0].verdict == "refuted"
    assert answer.claims[0].unknown == ()


@pytest.mark.parametrize(
    ("claim", "lanterns", "verdict"),
    [
        ("reaches", 2, "undecided"),
        ("cannot_reach", 2, "undecided"),
        ("reaches", 1, "refuted"),  # the Vault itself takes 2 Light
        ("cannot_reach", 1, "confirmed"),
    ],
)
def test_a_way_through_untold_rooms_is_open_as_far_as_the_light_goes(
    claim: str, lanterns: int, verdict: str
) -> None:
    """The Vault is on level 3; of level 2, through which every way leads, nothing is told."""
    hand = f"turn: dungeon\nhand: [4 x Adventurer, {lanterns} x Lantern]\ndeck: []\n"
    answer = checked(
        f"{hand}dungeon: {{Mine: Goblin Berserker, Vault: Dire Wolf Rider}}\nclaims: [{{{claim}: Vault}}]"
    )

    assert answer.claims[0].verdict == verdict
    assert ("write `dungeon: " in answer.claims[0].reason) == (verdict == "undecided")
    assert answer.to_write == ()


VISIT = "turn: village\nhand: [4 x Adventurer, Lantern, Dagger]\ndeck: []\n"
"""Lantern 2 + Dagger 1 = 3 gold: enough for a Shortsword (3)."""
UNSOLD = "the position does not say what the Village sells"


@pytest.mark.parametrize("location", ["", "location: Temple\n", "location: Bazaar\n"])
def test_the_best_visit_is_not_proved(location: str) -> None:
    answer = api.solve(position_of(VISIT + location))

    assert answer.solution.status == "undecided"
    assert any(text.startswith(UNSOLD) for text in answer.solution.left_out)
    assert [each.key.partition(":")[0] for each in answer.to_write] == ["village"]
    assert not answer.to_write[0].by_chance


def test_it_is_proved_where_the_village_is_told() -> None:
    assert api.solve(position_of(f"{VISIT}village: [Shortsword]")).solution.status == "optimal"


@pytest.mark.parametrize(
    "without",
    [
        # four Adventurers have no gold, and no XP to level up
        "turn: village\nhand: [4 x Adventurer]\ndeck: []\nlocation: Temple\nwounds: 2\n",
        # nobody asks of purchases, but how many Wounds are healed
        f"{VISIT}location: Temple\nwounds: 2\ngoal: healed\n",
    ],
)
def test_nothing_hangs_on_it_where_nothing_could_be_bought(without: str) -> None:
    assert api.solve(position_of(without)).solution.status == "optimal"


def test_a_level_hangs_on_it_too() -> None:
    """An Adventurer becomes a Hero of level 1 for 2 XP, if there is one in the stacks."""
    rich = "turn: village\nhand: [4 x Adventurer]\ndeck: []\nxp: {}\n"
    told = [api.solve(position_of(rich.format(xp))).solution.status for xp in (1, 2)]

    assert told == ["optimal", "undecided"]


def test_targets_and_odds_say_it() -> None:
    owned = f"{VISIT.replace('deck: []', 'owned: [6 x Adventurer, 2 x Lantern, 4 x Dagger]')}"

    assert any(UNSOLD in note for note in api.targets(position_of(VISIT)).notes)
    assert any(UNSOLD in note for note in api.odds(position_of(owned)).notes)


def test_what_a_claim_hangs_on_is_told_once() -> None:
    """The deck would not help: the Village is what the purchase depends on."""
    unknown = VISIT.replace("deck: []\n", "")
    answer = checked(f"{unknown}claims: [{{buys: Shortsword}}, {{can: buy Shortsword}}]")

    assert [claim.verdict for claim in answer.claims] == ["undecided", "undecided"]
    assert all("write `village: [Shortsword]`" in claim.reason for claim in answer.claims)
    assert answer.to_write == ()
