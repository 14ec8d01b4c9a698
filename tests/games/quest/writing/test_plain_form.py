"""What people write of a table of Quest in other keys, shapes and words: it is read where it can mean one
thing only, told where something was concluded, and refused with what to write else.
"""

from __future__ import annotations

import pytest

from tests.games.quest.files import checked, position_of, verdicts
from tsolve.errors import InputError
from tsolve.games.quest.state import Room
from tsolve.model.answers import CheckAnswer

BATTLE = "turn: dungeon\nhand: [5 x Adventurer]\ndeck: []\n"
"""5 attack; the Goblin Warrior has armor 3 and health 4, the Goblin Berserker health 4, the Mine adds 1."""


def read_as(text: str) -> list[str]:
    """What is told of how a file was read."""
    return [*position_of(text).decoded.read_as.values()]


def refused(text: str) -> tuple[str, str]:
    """The first message about a file, with its help."""
    with pytest.raises(InputError) as caught:
        position_of(text)
    first = caught.value.diagnostics[0]
    return first.message, first.help


# the Dungeon


@pytest.mark.parametrize(
    "dungeon",
    [
        "dungeon: {Mine: Goblin Berserker, Crypt: none}",
        "rooms: {Mine: Goblin Berserker, Crypt: empty}",
        "dungeon: {level 1: {Mine: Goblin Berserker}, level 2: {Crypt: none}}",
        "dungeon: {1: {Mine: Goblin Berserker}, 2: {Crypt: nobody}}",
        "dungeon: [{Mine: Goblin Berserker}, {Crypt: none}]",
        "dungeon: [{room: Mine, monster: Goblin Berserker}, {room: Crypt, monster: none, level: 2}]",
        "dungeon: [Goblin Berserker in the Mine, 'Crypt: none']",
        "rooms: Mine (Goblin Berserker), Crypt - none",
        "dungeon: {Mine: {monster: Goblin Berserker, level: 1}, Crypt: {monster: none}}",
        "hall: {Mine: Goblin Berserker, Crypt: none}",
    ],
)
def test_rooms_are_written_in_many_ways(dungeon: str) -> None:
    rooms = position_of(f"champion: Mine\n{dungeon}").state.rooms
    assert rooms[1] == Room("mine", "goblin_berserker")
    assert rooms[3] == Room("crypt")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("champion: Mine\nmonster: Goblin Warrior", "Goblin Warrior in Mine"),
        ("champion: Mine\nhall: [Goblin Warrior]", "Goblin Warrior in Mine"),
        ("champion: Mine\nclaims: [Goblin Warrior is defeated]", "Goblin Warrior in Mine"),
        ("champion: Mine\nmonsters: [Goblin Warrior]", "Goblin Warrior in Mine"),
        ("turn: dungeon\nlocation: Mine\nmonster: Goblin Warrior", "Goblin Warrior in Mine"),
        ("champion: Mine", "Mine with a Monster that nobody has seen"),
        ("hall: {Mine: Goblin Warrior}", "`dungeon`, where Quest has its Monsters"),
        ("dungeon: {level 2: {Mine: Goblin Warrior}}", "Mine, which is a room of level 1"),
        ("guardian: Smorga IV\nfinal turn: yes", "Smorga the Queen IV in The Wilderness"),
        (
            "guardian: Smorga IV\nclaims: [9 against Smorga the Queen]",
            "Smorga the Queen IV in The Wilderness",
        ),
        ("champion: Vilage", "the Champion in the Village"),
    ],
)
def test_what_is_concluded_is_told(text: str, told: str) -> None:
    assert told in read_as(text)


def test_a_monster_that_is_in_a_room_is_the_target() -> None:
    assert position_of("dungeon: {Mine: Goblin Warrior}\nmonster: Goblin Warrior").written.target


@pytest.mark.parametrize(
    ("text", "message", "help_"),
    [
        (
            "hall: [Goblin Warrior, Goblin King]",
            "Quest has no Hall: its Monsters are in rooms",
            "write `dungeon: {ROOM: Goblin Warrior, ROOM: Goblin King}`, each with its room",
        ),
        (
            "monster: Goblin Warrior",
            "in which room is Goblin Warrior?",
            "write `dungeon: {ROOM: Goblin Warrior}`",
        ),
        ("dungeon: [Goblin Warrior]", "in which room is Goblin Warrior?", "write `ROOM: Goblin Warrior`"),
        (  # two rooms have a gate: neither is guessed
            "dungeon: {Gate: Goblin Warrior}",
            'unknown card "Gate"',
            "cards with gate: Abandoned Gate, Gate Cavern",
        ),
        ("rooms: [{Mine: none}, {Mine: Goblin Warrior}]", "Mine is named twice", ""),
        (
            "gold: 5",
            'unknown key "gold"',
            "gold is counted from the cards that are laid out, and from Iron Rations",
        ),
        ("hp: 5", 'unknown key "hp"', "HP follow from the Wounds: write `wounds`"),
        ("hand: [Skathian level 2]", 'unknown card "Skathian level 2"', 'did you mean "Scathian 2"?'),
    ],
)
def test_what_may_mean_several_things_is_refused(text: str, message: str, help_: str) -> None:
    assert refused(text) == (message, help_)


def test_a_part_of_the_name_of_a_room_on_the_table_is_enough() -> None:
    table = "turn: dungeon\nhand: [Adventurer]\ndungeon: {Abandoned Gate: Goblin Warrior, Mine: none}\n"
    assert verdicts(f"{table}claims: [can reach Gate, Gate can be reached, {{reaches: Gate}}]") == [
        "confirmed",
        "confirmed",
        "confirmed",
    ]


# stocks


@pytest.mark.parametrize(
    "tokens",
    [
        "tokens: [lantern, potion, potion]",
        "tokens: [Lantern, 2 Potions]",
        "tokens: Lantern token, two Potions",
        "tokens: {Lantern: 1, Potions: 2}",
        "gear: [{Lantern: 1}, {Potion: 2}]",
        "gear tokens: Lantern, Potion x2",
        "tokens: [жетон Фонаря, 2 x Эликсир]",
        "tokens: [Lantern]\npotions: 2",
        "hand: [Lantern token, 2 Potions, Dagger]",
    ],
)
def test_tokens_are_named_in_many_ways(tokens: str) -> None:
    me = position_of(tokens).state.me
    assert (me.iron_rations, me.lantern, me.potion) == (0, 1, 2)
    assert me.hand == (("dagger",) if "Dagger" in tokens else ())


@pytest.mark.parametrize(
    "village",
    [
        "village: {Shortsword: 3, Stormhand 1: 2}",
        "market: {Shortsword: 3}\nheroes: {Stormhand 1: 2}",
        "village: {heroes: {Stormhand 1: 2}, weapons: {Shortsword: 3}}",
        "market: [3 x Shortsword]\nguilds: [2 Stormhand 1]",
        "village: 3 Shortswords, 2 x Stormhand level 1",
        "village: {Shortsword: 3}\nheroes: {Stormhand: {1: 2}}",
    ],
)
def test_the_village_is_told_in_parts(village: str) -> None:
    stacks = position_of(village).state.stacks or ()
    assert {stack.cards for stack in stacks} == {(("shortsword", 3),), (("stormhand_1", 2),)}


def test_what_is_bought_is_for_sale_where_the_heroes_alone_are_named() -> None:
    text = "location: Bazaar\nhand: [2 x Lantern]\nheroes: [Stormhand]\nline: [buy Shortsword]"
    answer = checked(text)
    assert answer.line is not None
    assert answer.line.legal
    assert read_as(text) == ["Shortsword for sale, too, since the file says nothing else of the Marketplace"]


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("Stormhand", "stormhand_1"),
        ("Stormhand 2", "stormhand_2"),
        ("Stormhand level 3", "stormhand_3"),
        ("Stormhand lvl 3", "stormhand_3"),
        ("Stormhand (3)", "stormhand_3"),
        ("Stormhand III", "stormhand_3"),
        ("level 3 Stormhand", "stormhand_3"),
        ("stormhand, level 3", "stormhand_3"),
    ],
)
def test_a_hero_is_named_by_title_and_level(name: str, card: str) -> None:
    position = position_of(f'hand: ["{name}"]')
    assert position.state.me.hand == (card,)
    assert [*position.decoded.read_as.values()] == (["Stormhand 1"] if name == "Stormhand" else [])


# players


def test_players_are_named_and_score() -> None:
    """Moonlight has 2 points. Anna 2 + 10 = 12, Ben 0 + 13 = 13."""
    text = """
        score: yes
        players:
        - {name: Anna, cards: [2 Adventurers, Moonlight], xp: 10}
        - {name: Ben, cards: [Adventurer], XP: 13}
        claims: [Ben wins, Anna does not win, Anna has 12, 13 points for Ben, {score: {Anna: 13}}]
        """
    assert verdicts(text) == ["confirmed", "confirmed", "confirmed", "confirmed", "refuted"]
    assert refused(text.replace("Ben wins", "Cleo wins")) == (
        'no player is called "Cleo"',
        "there are: Anna, Ben",
    )


@pytest.mark.parametrize(
    "text",
    [
        "players: {Anna: 5}",
        "players: {others: 2, Anna: {xp: 3}}",
        "players: [[Anna]]",
        "score: [Anna]",
        "tokens: [[Lantern]]\ngear: 5",
        "rooms: 5",
        "dungeon: {level 1: 5}",
        "heroes: {Stormhand: {1: [2]}}",
    ],
)
def test_what_is_not_understood_is_refused_and_never_dropped(text: str) -> None:
    with pytest.raises(InputError):
        position_of(text)


def test_the_number_of_players_counts_everybody() -> None:
    assert len(position_of("players: 3").state.players) == 3
    assert len(position_of("players: [Anna, Ben]").state.players) == 2


# claims


def rows(answer: CheckAnswer) -> list[str]:
    return [claim.verdict for claim in answer.claims]


def test_chances_are_claimed_in_words() -> None:
    """The Dagger draws one of three cards, two of which are Adventurers: 5 against 4 + 1 in 2 of 3."""
    text = """
        turn: dungeon
        hand: [3 x Adventurer, Dagger]
        deck: [2 x Adventurer, Lantern]
        champion: Mine
        dungeon: {Mine: Goblin Berserker}
        claims:
        - chance to defeat Goblin Berserker: 67%
        - chance to defeat Goblin Berserker: at least 60%
        - chance to defeat Goblin Berserker: 60%
        - 2/3 chance to beat the Goblin Berserker
        - Goblin Berserker is defeated with 66.7%
        - 2 in 3 to defeat Goblin Berserker
        - cannot defeat Goblin Berserker for certain
        - {defeats: Goblin Berserker, chance: more than 2/3}
        """
    yes, no = "confirmed", "refuted"
    assert rows(checked(text)) == [yes, yes, no, yes, yes, yes, yes, no]
    assert "in no known order, since a chance is claimed" in read_as(text)[0]


def test_figures_are_claimed_without_steps() -> None:
    """5 against 4 + 1: 2 XP, so that the player has 3 + 2, a Treasure, and Iron Rations of the Mine. After a
    victory the Champion stays. (QUEST-5.28)
    """
    table = f"{BATTLE}xp: 3\nchampion: Mine\ndungeon: {{Mine: Goblin Berserker}}\n"
    claims = "claims: [{xp: 2}, {xp: 3}, total 5, 1 Iron Rations, 5 XP at the end, 2 XP for Goblin Berserker]"
    yes, no = "confirmed", "refuted"
    assert verdicts(table + claims) == [yes, no, yes, yes, yes, yes]
    assert verdicts(f"{table}claims: [champion is in the Wilderness, champion is in the Mine]") == [no, yes]


def test_so_many_cards_are_drawn() -> None:
    """Without Wounds 6 HP."""
    assert verdicts("turn: dungeon\nhand: [Dagger]\nclaims: [draw 6 cards, draws 5 cards]") == [
        "confirmed",
        "refuted",
    ]


# steps


def test_levels_are_raised_by_number() -> None:
    text = "location: Guilds' Quarter\nhand: [Stormhand 1, Lantern]\nxp: 9\nvillage: [Stormhand]\n"
    answer = checked(f"{text}line: [level up Stormhand to level 2]")
    assert answer.line is not None
    assert answer.line.legal
    answer = checked(f"{text}line: [level up Stormhand to level 3]")
    assert answer.line is not None
    refusal = answer.line.steps[0].refusal
    assert refusal is not None
    assert refusal.reason == "Stormhand 1 rises to level 2, not to level 3"


@pytest.mark.parametrize(
    "step", ["use Iron Rations for 1 gold", "eat Iron Rations for gold", "использовать Паёк за золото"]
)
def test_iron_rations_are_eaten_for_gold(step: str) -> None:
    answer = checked(f"location: Bazaar\nhand: [Dagger]\ntokens: [Iron Rations]\nline: [{step}]")
    assert answer.line is not None
    assert answer.line.legal


def test_claims_are_read_in_the_language_of_the_rulebook() -> None:
    """3 Adventurers and the Dagger make 4 against the 4 of the Giant Rat."""
    text = """
        turn: dungeon
        hand: [3 Приключенца, Кинжал]
        deck: []
        claims:
        - Гигантская Крыса побеждена
        - 4 против Гигантская Крыса
        - можно победить Гигантскую Крысу
        - нельзя победить Гигантскую Крысу
        """
    assert verdicts(text) == ["confirmed", "confirmed", "confirmed", "refuted"]


# Monster decks, Guardians, names from memory

WON = "turn: dungeon\nhand: [4 x Adventurer, 2 x Dagger]\ndeck: []\ndungeon: {Mine: Goblin Warrior}\n"
"""6 less armor 3 - 2 are 5 against 4 + 1 of the Mine, which is refilled then."""


@pytest.mark.parametrize(
    "decks",
    [
        "monster_decks: {level_1: [Goblin Shaman]}",
        "monster decks: {1: [Goblin Shaman]}",
        "monster decks: {level 1: [Goblin Shaman], lvl 2: unknown}",
        "monster decks: [[Goblin Shaman], [], []]",
        "monster deck 1: [Goblin Shaman]",
        "level 1 deck: [Goblin Shaman]",
        "monster deck level 1: {top: [Goblin Shaman]}",
    ],
)
def test_monster_decks_are_named_in_many_ways(decks: str) -> None:
    assert verdicts(f"{WON}{decks}\nclaims: [Goblin Shaman comes into the Mine]") == ["confirmed"]


def test_a_list_is_no_deck_of_a_level() -> None:
    assert refused(f"{WON}monster decks: [Goblin Shaman]")[0] == "expected a mapping, found a list"


def test_tokens_are_claimed_by_their_names_in_any_language() -> None:
    """The Goblin Warrior brings two Iron Rations."""
    claims = "claims: [2 Пайка, 3 Пайка, получаю 2 Пайка, 0 Эликсиров]"
    assert verdicts(WON + claims) == ["confirmed", "refuted", "confirmed", "confirmed"]


@pytest.mark.parametrize("there", ["dungeon: {Wilderness: Smorga}", "wilderness: Smorga", "monster: Smorga"])
def test_a_part_of_the_name_of_the_guardian_is_enough(there: str) -> None:
    table = f"turn: dungeon\nhand: [Adventurer]\ndeck: []\nguardian: Smorga IV\n{there}\n"
    assert position_of(table).state.rooms[0] == Room("wilderness", "smorga_4")
    assert verdicts(f"{table}claims: [Smorga is defeated]") == ["refuted"]  # 1 against 8
    with pytest.raises(InputError):  # of which level?
        position_of(table.replace("Smorga IV", "Smorga"))


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("hand: [3 x Adventurer, Dagger, Lantern, Thunderstone Splinter]", "Thunderstone Shard"),
        ("hand: [3 x Adventurer, Small Dagger]", "Dagger"),
        ("hand: [3 x Adventurer, Maul, Thunderstone Splinter]", ""),  # not all are of the starting deck
        ("hand: [3 x Adventurer, Dagger, Thunderstone Crystal]", ""),  # there is a Thunderstone Ritual
        ("dungeon: {Wilderness: Big Rat}", "Giant Rat"),
        ("dungeon: {Mine: Orc Berserker}", ""),  # it may be of a box that nobody knows
    ],
)
def test_names_from_memory_are_suggested(text: str, instead: str) -> None:
    with pytest.raises(InputError) as caught:
        position_of(text)
    first = caught.value.diagnostics[0]
    assert "did you mean" in first.help
    assert first.instead == instead
