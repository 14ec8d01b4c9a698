"""Setting up a game of Thunderstone Quest: who gets what, where each card lies, and what players keep
between two games. (QUEST-1, QUEST-17)
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
import yaml
from msgspec.structs import replace

from tests.games.quest.table import CARDS, READINGS, RULESET, dealt, game, play, why_not
from tsolve import api
from tsolve.cardkit.piles import contents, known
from tsolve.errors import UnknownNameError, UsageError
from tsolve.games.quest.actions import Battle, Buy, Visit
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.numbers import load_setup
from tsolve.games.quest.selection import Setup, select
from tsolve.games.quest.setup import begin, new_game
from tsolve.games.quest.state import CLASSES, Stack, State
from tsolve.games.quest.turn.ending import NextTurn
from tsolve.source.project import rulesets_path

FACTS = yaml.safe_load((rulesets_path() / "quest" / "setup.yaml").read_text(encoding="utf-8"))
SETUP = Setup(
    heroes=(Stack((("stormhand_1", 4), ("stormhand_2", 3))), Stack((("pylorian_1", 4),))),
    market=(Stack((("shortsword", 8),)),),
    rooms=("mine", "abandoned_gate", "sunken_well", "crypt", "vault", "throne_room"),
    monsters=(("goblin_shaman",) * 4, ("hobgoblin_scrapper",) * 5, ("stone_giant",) * 6),
    guardian="smorga_4",
    treasures=("flying_death", "flying_death"),
    players=4,
)


def begun(setup: Setup = SETUP, seed: int = 1, **readings: str) -> State:
    return new_game(Book(CARDS, READINGS | readings), setup, Random(seed))


def whole(seed: int = 1, players: int = 3, **named: object) -> tuple[Quest, State]:
    """A game of the ruleset's own cards."""
    return begin(RULESET, READINGS, seed, players, **named)


def chosen(rules: Quest, state: State) -> State:
    """The position when everybody has kept the first Side Quest and taken the first Guild Sponsor offered."""
    while state.todo:
        state = rules.apply(state, rules.legal_actions(state)[0])
    return state


def test_everybody_has_a_hand_of_six_from_the_starting_deck() -> None:
    for player in begun().players:
        assert player.hand is not None
        assert len(player.hand) == 6
        owned = Counter((*player.hand, *contents(player.deck)))
        assert owned == {"adventurer": 6, "lantern": 2, "thunderstone_shard": 2, "dagger": 2}
        assert (player.xp, player.wounds, player.room, player.location) == (0, 0, NONE, "")


def test_later_players_have_more_iron_rations() -> None:
    for seed in range(8):
        state = begun(seed=seed)
        seats = [(state.active + turn) % 4 for turn in range(4)]
        assert [state.players[seat].iron_rations for seat in seats] == [0, 1, 2, 3]
    assert {begun(seed=seed).active for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("reading", "keys"), [("one_two_three", [1, 2, 3]), ("one_each", [1, 1, 1]), ("two_each", [2, 2, 2])]
)
def test_rooms_are_filled_before_the_keys_are_shuffled_in(reading: str, keys: list[int]) -> None:
    state = begun(guardian_keys=reading)
    assert [room.monster for room in state.rooms] == [
        "giant_rat",
        *("goblin_shaman",) * 2,
        *("hobgoblin_scrapper",) * 2,
        *("stone_giant",) * 2,
    ]
    assert [contents(deck).count(KEY) for deck in state.monsters] == keys
    left = [len(contents(deck)) - count for deck, count in zip(state.monsters, keys, strict=True)]
    assert left == [4 - 2, 5 - 2, 6 - 2]
    assert all(segment.order == "shuffled" for deck in state.monsters for segment in deck)


def test_a_seed_makes_one_game() -> None:
    assert begun(seed=5) == begun(seed=5)
    assert len({begun(seed=seed).players for seed in range(10)}) > 1
    assert whole(5)[1] == whole(5)[1]
    assert len({whole(seed)[1].rooms for seed in range(10)}) > 1


@pytest.mark.parametrize(
    "wrong",
    [
        replace(SETUP, players=5),
        replace(SETUP, players=1),
        replace(SETUP, rooms=SETUP.rooms[:5]),
        replace(SETUP, rooms=SETUP.rooms[::-1]),
        replace(SETUP, monsters=(("goblin_shaman",), *SETUP.monsters[1:])),
        replace(SETUP, treasures=("gorlandor_4",)),  # Legendary
        replace(SETUP, treasures=("huma",)),  # without a confirmed physical attack
        replace(SETUP, quests=("plague_doctor",) * 3),  # for four players
        replace(SETUP, quests=("find_the_orb",) * 12),  # it brings a card without numbers
    ],
)
def test_pieces_that_make_no_game(wrong: Setup) -> None:
    with pytest.raises(UsageError):
        begun(wrong)


def test_a_battle_in_an_empty_room_is_refused_in_words() -> None:
    rules, state = game(), begun()
    empty = (replace(room, monster="") for room in state.rooms)
    player = replace(state.me, room=1)
    players = tuple(player if seat == state.active else each for seat, each in enumerate(state.players))
    state = replace(state, players=players, rooms=tuple(empty), phase="moving", path=(1,))
    refusal = rules.why_not(state, Battle())
    assert refusal is not None
    assert (refusal.action, refusal.rulings) == ("battle", ("QUEST-5.13",))


# what is chosen


def test_the_first_game() -> None:
    """Silverhelm for Avania, four stacks of the Marketplace, the groups and the Guardian of the rulebook."""
    rules, state = whole(first_game=True)
    heroes = [[card for card, _ in stack.cards] for stack in (state.stacks or ())[:4]]
    by_class = ("silverhelm", "stormhand", "hawkswood", "pylorian")
    assert heroes == [[f"{hero}_{n}" for n in (1, 2, 3)] for hero in by_class]
    assert [stack.cards[0][0] for stack in (state.stacks or ())[4:]] == FACTS["first_game"]["market"]
    groups = {rules.book.card(room.monster).group for room in state.rooms[1:]}
    assert groups == set(FACTS["first_game"]["monsters"])
    assert (state.guardian, state.todo) == ("smorga_4", ())
    assert state.wound_cards == 24
    assert [len(contents(deck)) for deck in state.monsters] == [8 + 1, 8 + 2, 8 + 3]  # 10 - 2, and the keys


def test_a_random_game_fills_every_space() -> None:
    """Four Heroes, one for each Class, and two Items, two Spells, two Weapons and two more."""
    seen = set()
    for seed in range(30):
        rules, state = whole(seed)
        stacks = state.stacks or ()
        for space, stack in zip(("cleric", "fighter", "rogue", "wizard"), stacks, strict=False):
            hero = rules.book.card(stack.cards[0][0])
            assert space in hero.classes
            seen.add(hero.title)
        kinds = Counter(rules.book.card(stack.cards[0][0]).kind for stack in stacks[4:])
        assert sum(kinds.values()) == 8
        assert min(kinds[kind] for kind in ("item", "spell", "weapon")) >= 2
        assert [rules.book.card(room.card).level for room in state.rooms] == [0, 1, 1, 2, 2, 3, 3]
    assert seen == {"Silverhelm", "Stormhand", "Gorlandor", "Hawkswood", "Pylorian", "Scathian"}


def test_what_is_named_is_taken() -> None:
    named = {
        "heroes": ["Scathian"],
        "market": ["Fireball"],
        "rooms": ["Bog"],
        "monsters": ["Spider Terrors"],
        "guardian": "Smorga the Queen VI",
    }
    _, state = whole(3, **named)
    tops = [stack.cards[0][0] for stack in state.stacks or ()]
    assert {"scathian_1", "fireball"} <= set(tops)
    assert "bog" in [room.card for room in state.rooms]
    assert state.rooms[3].monster in (
        "cankerous_spider",
        "trapdoor_spider",
        "demon_spider",
        "sword_spider",
        "phase_spider",
    )
    assert state.guardian == "smorga_6"


@pytest.mark.parametrize(
    ("named", "error"),
    [
        ({"heroes": ["Avania"]}, UnknownNameError),  # without its numbers
        ({"market": ["Fireball", "Fireball"]}, UsageError),
        ({"rooms": ["Mine", "Abandoned Gate", "Gate Cavern"]}, UsageError),  # three of level 1
        ({"monsters": ["Goblin Grunts", "Kobold Skirmishers"]}, UsageError),  # two of level 1
        ({"heroes": ["Stormhand", "Gorlandor"]}, UsageError),  # two Fighters alone
    ],
)
def test_names_that_make_no_game(named: dict[str, object], error: type[UsageError]) -> None:
    with pytest.raises(error):
        whole(**named)


def test_heroes_of_two_classes_leave_no_space_empty() -> None:
    """Silverhelm is the only Cleric at hand, so never the Fighter; Scathian takes the space that is free."""
    for seed in range(20):
        rules, state = whole(seed, heroes=["Silverhelm", "Scathian"])
        tops = [stack.cards[0][0] for stack in (state.stacks or ())[:4]]
        assert tops[0] == "silverhelm_1"
        assert tops.index("scathian_1") in (2, 3)
        assert len(rules.book.card(tops[1]).classes) == 1


# Side Quests and Guild Sponsors


def test_everybody_keeps_one_of_three_side_quests() -> None:
    rules, state = whole(2, players=2)
    for _ in range(2):
        assert len(rules.legal_actions(state)) == 3
        state = rules.apply(state, rules.legal_actions(state)[0])
    assert len({player.quest for player in state.players}) == 2
    assert len(rules.legal_actions(state)) == 4  # the guilds


@pytest.mark.parametrize(("reading", "left"), [("shared", [4, 4, 4]), ("one_each", [4, 3, 2])])
def test_two_players_of_one_guild(reading: str, left: list[int]) -> None:
    """QC-26: four guilds."""
    rules, state = begin(RULESET, READINGS | {"sponsors": reading}, 2, 3)
    for _ in range(3):
        state = rules.apply(state, rules.legal_actions(state)[0])
    offered = []
    while state.todo:
        offered.append(len(rules.legal_actions(state)))
        state = rules.apply(state, rules.legal_actions(state)[0])
    assert offered == left
    assert all(player.sponsor for player in state.players)
    assert rules.begins_turn(state)


def test_fewer_side_quests_where_few_are_known() -> None:
    """Ten bring known cards alone: two for each of four players."""
    rules, state = whole(2, players=4)
    assert len(rules.legal_actions(state)) == 2


def test_what_is_named_for_players_is_not_asked() -> None:
    """In the order of their turns: the first two of three players keep what is named, two share a guild."""
    rules, state = whole(
        4, players=3, side_quest=["Luck Stone", "Plague Doctor"], sponsor=["Clerics", "Clerics"]
    )
    assert len(rules.legal_actions(state)) == 3  # the third player is dealt three of the others
    assert not {"luck_stone", "plague_doctor"} & {action.card for action in rules.legal_actions(state)}
    state = chosen(rules, state)
    turns = [state.players[(state.active + turn) % 3] for turn in range(3)]
    assert [player.quest for player in turns[:2]] == ["luck_stone", "plague_doctor"]
    assert [player.sponsor for player in turns[:2]] == ["clerics", "clerics"]


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"side_quest": ["Find the Orb"]}, "no source gives the numbers of Orb of Light"),
        ({"side_quest": ["Luck Stone"] * 2}, "named twice"),
        ({"sponsor": ["Clerics"] * 3}, "there are 2"),
        ({"sponsor": ["Bakers"]}, "no Guild Sponsor"),
        ({"sponsor": ["Clerics"], "first_game": True}, "leave sponsor out"),
    ],
)
def test_what_cannot_be_named_for_players(named: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        whole(1, players=2, **named)


def test_nobody_shares_a_guild_where_each_is_taken_once() -> None:
    with pytest.raises(UsageError, match="may be taken once"):
        begin(RULESET, READINGS | {"sponsors": "one_each"}, 1, 2, sponsor=["Clerics", "Clerics"])


@pytest.mark.parametrize("seed", range(6))
def test_a_set_up_tells_what_was_dealt(seed: int) -> None:
    """Three Side Quests, of which the file holds one; the Legendary card that it names; a guild for each of
    three players, of whom the others show theirs and keep their Side Quests secret.
    """
    answer = api.set_up(seed, 3, ["Find the Orb"], ["Clerics' Training Guild"], game="quest")
    parts = {part.heading: part.names for part in answer.parts}
    assert parts["Side Quest"] == ("Find the Orb",)
    assert len(parts["Not kept"]) == 2
    assert parts["Legendary"] == ("Orb of Light",)
    assert len(parts["Sponsors"]) == 3
    position = api.loads(answer.position)
    first, *others = position.state.players
    assert first.quest == "find_the_orb"
    assert first.sponsor != "clerics"
    assert all(other.sponsor and not other.quest for other in others)
    assert "Orb of Light" in "".join(position.remarks())


# an epic game


def epic(seed: int = 1, **named: object) -> tuple[Quest, State]:
    """An epic game at its first turn."""
    rules, state = whole(seed, epic=True, **named)
    return rules, chosen(rules, state)


def wares(state: State) -> list[tuple[str, str]]:
    """The spaces of the Marketplace and what lies there."""
    return [
        (stack.space, "".join(card for card, _ in stack.cards)) for stack in state.stacks or () if stack.space
    ]


def test_an_epic_market() -> None:
    """Two spaces of each type are filled and two are empty; each card is there once. Ten Monsters a level."""
    rules, state = epic()
    spaces = wares(state)
    assert [kind for kind, _ in spaces] == [
        "item",
        "item",
        "spell",
        "spell",
        "weapon",
        "weapon",
        "any",
        "any",
    ]
    assert all((rules.book.card(card).kind == kind) if kind != "any" else not card for kind, card in spaces)
    known = [
        c.id for c in CARDS.values() if c.kind in ("item", "spell", "weapon") and c.cost and not c.missing
    ]
    sold = [c for c in known if not CARDS[c].treasure]
    assert Counter(card for _, card in spaces if card) + Counter(
        card for _, deck in state.wares for card in contents(deck)
    ) == Counter(sold)
    monsters = [len(contents(deck)) - keys for deck, keys in zip(state.monsters, (1, 2, 3), strict=True)]
    assert monsters == [8, 8, 8]  # 10 - 2


def test_a_card_bought_is_replaced() -> None:
    """Of its own type, from the deck."""
    rules, state = epic()
    card = wares(state)[0][1]
    rich = replace(state, phase="buying", gold=20)
    state = rules.apply(rich, Buy(card))
    left = contents(dict(rich.wares)["item"])
    assert {rules.card_of(event) for event, _ in rules.chance(state)} == set(left) or len(left) < 2
    state = rules.sample(state, Random(1)) if rules.chance(state) else state
    assert wares(state)[0][0] == "item"
    assert wares(state)[0][1] in left


def test_the_marketplace_is_a_location() -> None:
    """A Spell comes into the first of the empty spaces; once both are full, a card makes room."""
    rules, state = epic()
    for seed in range(2):
        turn, _ = play(
            rules,
            replace(state, players=state.players),
            "go to Marketplace",
            "take a card of the deck of Spells",
        )
        turn = rules.sample(turn, Random(seed)) if rules.chance(turn) else turn
        state = replace(state, stacks=turn.stacks, wares=turn.wares)
    filled = [card for kind, card in wares(state) if kind == "any"]
    assert all(CARDS[card].kind == "spell" for card in filled)
    turn, _ = play(rules, state, "go to Marketplace")
    assert [rules.notation(turn, action) for action in rules.legal_actions(turn)] == [
        f"destroy {CARDS[card].name} of the Marketplace" for card in filled
    ]
    turn = rules.apply(turn, rules.legal_actions(turn)[0])
    assert turn.removed == (filled[0],)


def test_no_marketplace_in_another_game() -> None:
    rules, state = whole(1)
    refusal = why_not(rules, chosen(rules, state), Visit("marketplace"))
    assert refusal[1] == ("QUEST-3.3", "card.marketplace")


def test_heroes_in_class_decks() -> None:
    """One copy of each Hero; only the top of a deck is for sale, and levels 2 and 3 are in the box."""
    rules, state = epic(class_decks=True)
    decks = (state.stacks or ())[:4]
    heroes = [card for deck in decks for card, copies in deck.cards for _ in range(copies)]
    heroes += [card for kind, deck in state.wares if kind in CLASSES for card in contents(deck)]
    assert sorted(heroes) == sorted(
        c.id for c in CARDS.values() if c.level == 1 and c.kind == "hero" and not c.missing
    )
    rich = replace(state, phase="buying", gold=20)
    bought = {rules.notation(rich, action) for action in rules.legal_actions(rich)}
    tops = {deck.cards[0][0] for deck in decks if deck.cards}
    assert {f"buy {CARDS[top].name}" for top in tops} <= bought
    assert not any(name.endswith((" 2", " 3")) for name in bought)
    assert (state.stacks or ())[4].cards[0][1] == FACTS["hero_copies"][1]


def test_a_setup_names_its_pieces_by_the_numbers() -> None:
    """Stacks hold as many cards as the numbers say."""
    setup = select(CARDS, load_setup().value, Random(1))
    assert {stack.cards[0][1] for stack in setup.market} == {FACTS["market_copies"]}
    assert [copies for _, copies in setup.heroes[0].cards] == FACTS["hero_copies"]


def test_nobody_is_asked_for_a_hand_that_nobody_knows() -> None:
    """The Guardian comes, and everybody draws: of the second player neither deck nor hand is known."""
    rules = Quest(Book(CARDS, READINGS))
    state = dealt((), players=2, deck=known(("lantern",) * 20))
    state = replace(state, keys=4, todo=(NextTurn(),))
    state = rules.settled(state)
    while not rules.begins_turn(state):
        state = rules.apply(state, rules.legal_actions(state)[0])
    assert (state.active, state.players[1].hand) == (1, None)


def test_a_harder_campaign() -> None:
    """More keys to find, or keys elsewhere."""
    state = begun(replace(SETUP, keys=(0, 3, 3), keys_to_end=5))
    assert [contents(deck).count("guardian_key") for deck in state.monsters] == [0, 3, 3]
    assert state.keys_to_end == 5


def test_the_list_of_components_tells_the_numbers_of_the_set_up() -> None:
    """Every number of the rule about the box is one of those or a sum of them, and none is left out."""
    told = Counter(map(int, re.findall(r"\d+", RULESET.glossary["QUEST-1.16"].text)))
    facts = Counter(number for group in FACTS["components"].values() for number in group.values())
    xp, gear, book_of_adventures = (45 + 15, 1, 10), 16 + 16 + 16, 1
    assert told == facts + Counter([*xp, gear, book_of_adventures])
