"""What a position file puts on the table: every key, with values told by hand."""

from __future__ import annotations

import jsonschema
import pytest
from msgspec.structs import replace

from tests.games.gloomhaven.writing.tables import ROOM, table
from tsolve import api
from tsolve.cardkit.piles import UNKNOWN, Segment
from tsolve.games.gloomhaven.abilities import Attack, Move
from tsolve.games.gloomhaven.ability_parts import Amount
from tsolve.games.gloomhaven.book import Deal
from tsolve.games.gloomhaven.figures import Figure, LastingEffect, Profile, Token
from tsolve.games.gloomhaven.hexes import Hex, from_offset
from tsolve.games.gloomhaven.modifiers import Deck, standard
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import Charged, Door, Drawn, Money, Trap
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.model.plays import Wishes
from tsolve.source.data import as_data
from tsolve.source.parse import parse
from tsolve.source.schema import json_schema

EVERYTHING = """\
game: gloomhaven
level: 2
players: 3
round: 4
map:
  drawing: |
    #   #   #   #   #
      #   #   #   #
    #   .   ^   .   #
      .   B   .   M1
    +   ~   .   o   %
      !   *   $   /
  traps: [{at: [6, 1], damage: 5, conditions: [stun], by: monsters}]
  thin_walls: [[[3, 1], [2, 1]], "(2,2) (3,2)"]
turn: Bandit Guard 1
characters:
  Brute: {at: B, initiative: 20, hp: 8, max_hp: 10, conditions: [poison, fresh stun], acted: true}
  Tinkerer:
    at: (4,2)
    rests: true
    hp: 6
    flying: true
    effects: [shield 1, attack +1, {ability: "retaliate 2, range 3", source: Spikes, lasts: persistent}]
summons:
  Rat Swarm: {at: "5,1", of: Brute, hp: 4, new: true, stats: {hp: 6, move: 1, attack: 2, apply: [wound]}}
monsters:
  Bandit Guard 1: {at: M1, rank: elite, hp: 4, conditions: [muddle], summoned: true}
objects: {Altar: {at: [6, 2], hp: 6, max_hp: 7}}
elements: {fire: strong, ice: waning, air: inert}
ability_cards: {Bandit Guard: 527}
money: ["(4,1)", {at: [4, 1], tokens: 2}, [1, 1]]
"""


def hexes(*pairs: tuple[int, int]) -> frozenset[Hex]:
    return frozenset(from_offset(*pair) for pair in pairs)


def figure(text: str, name: str) -> Figure:
    """One figure of a file."""
    return table(text).state.figure(name)


def test_the_map_of_a_drawing() -> None:
    terrain = table(EVERYTHING).terrain

    first = [(column, 0) for column in range(9)]
    assert terrain.walls == hexes(*first, (0, 1), (8, 1))
    second = [(column, 1) for column in range(1, 8)]
    assert terrain.hexes == hexes(*second, *((column, 2) for column in range(9)))
    assert terrain.difficult == hexes((2, 2))
    assert terrain.hazards == hexes((1, 2))
    assert terrain.plates == hexes((3, 2))
    assert terrain.treasures == hexes((5, 2))
    # axial: (2,1) is q 2, p 1 - 1; (3,1) is q 3, p 1 - 1; the smaller hex stands first
    assert terrain.thin_walls == {(Hex(2, 0), Hex(3, 0)), (Hex(2, 1), Hex(3, 1))}


def test_what_lies_on_the_map() -> None:
    state = table(EVERYTHING).state

    # a trap of level 2 deals 2 + 2; the listed one has what the list says (GH-1.7)
    assert set(state.traps) == {Trap(from_offset(4, 1), 4), Trap(from_offset(6, 1), 5, ("stun",), "monsters")}
    assert set(state.doors) == {
        Door(from_offset(0, 2), "closed"),
        Door(from_offset(8, 2), "locked"),
        Door(from_offset(7, 2), "open"),
    }
    assert state.obstacles == frozenset(), "what has hit points is a figure"
    assert set(state.money) == {Money(from_offset(4, 1), 3), Money(from_offset(1, 1), 1)}
    assert state.elements == (Charged("fire", "strong"), Charged("ice", "waning"))
    assert state.round == 4


def test_characters() -> None:
    assert figure(EVERYTHING, "Brute") == Figure(
        name="Brute",
        side="party",
        kind="character",
        at=from_offset(3, 1),
        hp=8,
        max_hp=10,
        tokens=(Token("poison"), Token("stun", fresh=True)),
        initiative=20,
        acted=True,
    )
    tinkerer = figure(EVERYTHING, "Tinkerer")
    assert (tinkerer.at, tinkerer.hp, tinkerer.max_hp) == (from_offset(4, 2), 6, 6)
    assert tinkerer.rests
    assert tinkerer.initiative is None
    assert tinkerer.profile == Profile(flying=True)
    assert set(tinkerer.effects) == {
        LastingEffect("shield", 1),
        LastingEffect("attack_plus", 1),
        LastingEffect("retaliate", 2, 3, "persistent", "Spikes"),
    }


def test_a_summon() -> None:
    assert figure(EVERYTHING, "Rat Swarm") == Figure(
        name="Rat Swarm",
        side="party",
        kind="summon",
        at=from_offset(5, 1),
        hp=4,
        max_hp=6,
        profile=Profile(move=1, attack=2, apply=("wound",)),
        owner="Brute",
        number=1,
        new=True,
    )


def test_summons_are_numbered_for_each_owner() -> None:
    text = (
        f"{ROOM}characters: {{A: {{at: [0, 0], hp: 1}}, B: {{at: [1, 0], hp: 1}}}}\n"
        "summons:\n"
        "  X: {at: [2, 0], of: A, hp: 1}\n"
        "  Y: {at: [3, 0], of: B, hp: 1}\n"
        "  Z: {at: [4, 0], of: A, hp: 1}\n"
    )
    assert [figure(text, name).number for name in "XYZ"] == [1, 1, 2]


def test_a_monster_of_the_ruleset() -> None:
    """The elite Bandit Guard of level 2 has 10 hit points, move 2, attack 4 and shield 1."""
    assert figure(EVERYTHING, "Bandit Guard 1") == Figure(
        name="Bandit Guard 1",
        side="monsters",
        kind="monster",
        at=from_offset(7, 1),
        hp=4,
        max_hp=10,
        profile=Profile(move=2, attack=4, shield=1),
        tokens=(Token("muddle"),),
        type="bandit_guard",
        rank="elite",
        number=1,
        drops_money=False,
    )


def test_an_object_ignores_negative_conditions() -> None:
    """GH-1.6"""
    altar = figure(EVERYTHING, "Altar")
    assert (altar.kind, altar.side, altar.at, altar.hp, altar.max_hp) == (
        "object",
        "monsters",
        Hex(6, -1),
        6,
        7,
    )
    assert set(altar.profile.immunities) >= {"poison", "stun", "curse"}
    assert figure(f"{ROOM}objects: {{Cart: {{at: [0, 0], hp: 6, side: party}}}}\n", "Cart").side == "party"


def test_the_question() -> None:
    found = table(EVERYTHING)
    assert (found.level, found.characters, found.turn) == (2, 3, "Bandit Guard 1")
    assert found.state.turn == "", "nobody has begun it"
    assert found.notes == ()


def test_without_players_the_characters_are_counted() -> None:
    assert (
        table(f"{ROOM}characters: {{A: {{at: [0, 0], hp: 1}}, B: {{at: [1, 0], hp: 1}}}}\n").characters == 2
    )
    assert table(ROOM).characters == 1


# monsters


def test_a_boss_has_hit_points_for_each_character() -> None:
    """The Bandit Commander of level 2 has 12 for each, move 4, attack 3; it is immune to three conditions."""
    boss = figure(
        f"{ROOM}level: 2\nplayers: 3\nmonsters: {{Bandit Commander: {{at: [0, 0]}}}}\n", "Bandit Commander"
    )
    assert (boss.kind, boss.rank, boss.number, boss.hp, boss.max_hp) == ("boss", "", 0, 36, 36)
    assert (boss.profile.move, boss.profile.attack) == (4, 3)
    assert set(boss.profile.immunities) == {"stun", "immobilize", "curse"}


@pytest.mark.parametrize(
    ("boss", "attack", "counts"), [("Merciless Overseer", 0, "V"), ("Dark Rider", 3, "X")]
)
def test_an_attack_that_counts_something(boss: str, attack: int, counts: str) -> None:
    """At level 1 the Merciless Overseer attacks for V, the Dark Rider for 3+X: the turn counts the letter."""
    text = f"{ROOM}monsters: {{{boss}: {{at: [0, 0]}}, Vermling Scout 1: {{at: [1, 0]}}}}\n"
    profile = figure(text, boss).profile
    assert (profile.attack, profile.attack_counts) == (attack, counts)


def test_an_attack_that_is_given_counts_nothing() -> None:
    profile = figure(
        f"{ROOM}monsters: {{Dark Rider: {{at: [0, 0], stats: {{attack: 5}}}}}}\n", "Dark Rider"
    ).profile
    assert (profile.attack, profile.attack_counts) == (5, "")


def test_a_monster_of_ones_own() -> None:
    text = (
        f"{ROOM}monsters:\n  Monster 2: {{at: [3, 3], rank: elite, stats: {{hp: 5, move: 3, attack: 2, "
        "range: 3, shield: 1, retaliate: 2, retaliate_range: 3, pierce: 4, targets: 2, apply: [stun], "
        "advantage: true, attackers_have_disadvantage: true, flying: true, immunities: [poison, push]}}\n"
    )
    assert figure(text, "Monster 2") == Figure(
        name="Monster 2",
        side="monsters",
        kind="monster",
        at=from_offset(3, 3),
        hp=5,
        max_hp=5,
        profile=Profile(
            move=3,
            attack=2,
            range=3,
            shield=1,
            retaliate=2,
            retaliate_range=3,
            pierce=4,
            targets=2,
            apply=("stun",),
            advantage=True,
            attackers_have_disadvantage=True,
            flying=True,
            immunities=("poison", "push"),
        ),
        rank="elite",
        number=2,
    )
    assert figure(text, "Monster 2").group == "Monster"


def test_the_only_monster_of_its_type_needs_no_number() -> None:
    ooze = figure(f"{ROOM}monsters: {{Ooze: {{at: [0, 0]}}, Bandit Guard 1: {{at: [1, 0]}}}}\n", "Ooze")
    assert (ooze.group, ooze.number, ooze.type) == ("Ooze", 0, "ooze")


def test_statistics_that_are_given_replace_those_of_the_ruleset() -> None:
    """The normal Bandit Guard of level 1: 6 hit points, move 3, attack 2."""
    guard = figure(
        f"{ROOM}monsters: {{Bandit Guard 1: {{at: [0, 0], stats: {{attack: 5}}}}}}\n", "Bandit Guard 1"
    )
    assert (guard.hp, guard.profile.move, guard.profile.attack) == (6, 3, 5)


def test_monsters_that_come_into_play_drop_no_money() -> None:
    """GH-2.12"""
    guard = figure(f"{ROOM}monsters: {{Bandit Guard 1: {{at: [0, 0], new: true}}}}\n", "Bandit Guard 1")
    assert guard.new
    assert not guard.drops_money


def test_hit_points_that_nobody_gives_are_said() -> None:
    found = table(f"{ROOM}characters: {{Brute: {{at: [0, 0]}}}}\n")
    assert found.state.figure("Brute").hp == found.state.figure("Brute").max_hp == 999
    assert any("Brute" in note and "999" in note for note in found.notes)


def test_a_boss_of_several_hexes_stands_on_one_and_that_is_said() -> None:
    """Its areas show the Elder Drake on three hexes; no rule says how such a figure moves or is reached."""
    found = table(f"{ROOM}monsters: {{Elder Drake: {{at: [3, 3]}}}}\n")
    assert any("Elder Drake stands on 3 hexes" in note for note in found.notes)
    assert not any(
        "hexes" in note for note in table(f"{ROOM}monsters: {{The Gloom: {{at: [3, 3]}}}}\n").notes
    )


# ability cards


def test_an_ability_card_of_the_ruleset() -> None:
    """Guard 527: initiative 50, move +0, attack +0."""
    found = table(EVERYTHING)
    assert found.state.drawn == (Drawn("Bandit Guard", "guard_527"),)
    deal = found.deals["guard_527"]
    assert (deal.name, deal.initiative, deal.ruling) == ("Guard 527", 50, "card.guard_527")
    assert deal.abilities == (Move(Amount(0, True)), Attack(Amount(0, True)))


@pytest.mark.parametrize("written", ["527", '"527"', "Guard 527", "guard_527"])
def test_ability_cards_have_numbers_and_names(written: str) -> None:
    text = f"{ROOM}monsters: {{Bandit Guard 1: {{at: [0, 0]}}}}\nability_cards: {{bandit guard: {written}}}\n"
    assert table(text).state.drawn == (Drawn("Bandit Guard", "guard_527"),)


def test_an_ability_card_of_ones_own() -> None:
    text = (
        f"{ROOM}monsters: {{Monster 1: {{at: [0, 0], stats: {{hp: 5}}}}}}\n"
        'ability_cards: {Monster: {initiative: 45, do: [move -1, "attack +0, target 2"]}}\n'
    )
    found = table(text)
    ((group, card),) = [(each.group, each.card) for each in found.state.drawn]
    abilities = (Move(Amount(-1, True)), Attack(Amount(0, True), targets=2))
    assert group == "Monster"
    assert replace(found.deals[card], name="") == Deal("", 45, abilities)
    assert not found.notes


def test_an_ability_card_that_nobody_gives_is_said() -> None:
    found = table(f"{ROOM}monsters: {{Bandit Guard 1: {{at: [0, 0]}}}}\n")
    assert found.state.drawn == ()
    assert any("Bandit Guard" in note and "Move +0, Attack +0" in note for note in found.notes)


# modifier decks


def deck(written: str, owner: str = "monsters") -> Deck:
    """A deck of a file with the Brute."""
    text = f"{ROOM}characters: {{Brute: {{at: [0, 0], hp: 10}}}}\n"
    return table(f"{text}{f'modifiers: {{{owner}: {written}}}' if written else ''}\n").state.deck(owner)


@pytest.mark.parametrize("owner", ["monsters", "Brute"])
def test_a_deck_is_fresh_unless_the_file_says_else(owner: str) -> None:
    assert deck("", owner) == deck("standard", owner) == standard()


def test_every_owner_has_a_deck() -> None:
    assert [each.owner for each in table(EVERYTHING).state.decks] == ["monsters", "Brute", "Tinkerer"]


def test_a_deck_in_a_known_order() -> None:
    assert deck("[+1, 2 × -1, x2]") == deck("[+1, 2x -1, 2x]") == deck("[+1, 2 x -1, x2]")
    assert deck("[+1, 2 x -1, x2]") == Deck((Segment(("+1", "-1", "-1", "x2")),))


def test_an_unknown_deck() -> None:
    assert deck("unknown") == Deck(UNKNOWN)
    assert deck("{top: [bless], rest: unknown}") == Deck((Segment(("bless",)), *UNKNOWN))


def test_a_known_top_and_discards_of_the_standard_deck() -> None:
    """Of its 20 cards one lies on top and two are discarded, and a curse came into the rest."""
    found = deck("{top: [+1], discards: [null, +0], added: [curse]}")
    top, rest = found.draw
    assert top == Segment(("+1",))
    assert rest.order == "shuffled"
    five = ["+0"] * 5 + ["-1"] * 5
    assert sorted(rest.cards) == sorted([*five, *["+1"] * 4, "+2", "-2", "x2", "curse"])
    assert found.discards == ("+0", "null")
    assert found.reshuffles, "a null was drawn (GH-6.20)"
    assert not deck("{discards: [null], reshuffles: false}").reshuffles
    assert not deck("{discards: [+0]}").reshuffles


def test_a_card_that_no_standard_deck_has_may_lie_on_one() -> None:
    top, rest = deck("{top: [bless]}").draw
    assert top == Segment(("bless",))
    assert (rest,) == standard().draw


def test_all_bless_and_curse_cards_may_be_in_one_deck() -> None:
    """There are ten of each. (GH-8.11, GH-8.14)"""
    assert deck("[10 x curse, 10 x bless]") == Deck((Segment(("curse",) * 10 + ("bless",) * 10),))


def test_money_as_one_text() -> None:
    state = table(f'{ROOM}money: "(1,1) (2,1) (1,1)"\n').state
    assert set(state.money) == {Money(from_offset(1, 1), 2), Money(from_offset(2, 1), 1)}


def test_a_rest_that_is_written_out() -> None:
    found = deck("{rest: [2 x +1, rolling pierce 3], discards: [x2]}")
    assert found.draw == (Segment(("+1", "+1", "rolling pierce 3"), "shuffled"),)


# other languages and spellings


def test_names_in_polish_and_as_people_type_them() -> None:
    text = (
        f"{ROOM}turn: bandit-guards 1\n"
        "characters: {Kark: {at: [0, 0], hp: 10, conditions: [Zatrucie, fresh ogłuszona]}}\n"
        "summons: {Szczury: {at: [2, 0], of: Brute, hp: 3}}\n"
        "monsters:\n"
        "  Bandit Guards 1: {at: [1, 0], conditions: [zamroczony]}\n"
        "  Jeksera: {at: [3, 0]}\n"
        "elements: {Ogień: strong, lód: waning}\n"
        "modifiers: {brute: [+1]}\n"
    )
    found = table(text)
    state = found.state
    assert found.turn == "Bandit Guard 1"
    assert state.figure("Kark").tokens == (Token("poison"), Token("stun", fresh=True))
    assert state.figure("Szczury").owner == "Kark"
    assert state.figure("Bandit Guard 1").has("muddle")
    assert state.figure("Jekserah").kind == "boss"
    assert state.elements == (Charged("fire", "strong"), Charged("ice", "waning"))
    assert state.deck("Kark") == Deck((Segment(("+1",)),))


# the schema


def test_the_schema_takes_what_is_read() -> None:
    schema = json_schema(ScenarioTable)
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.Draft7Validator(schema).validate(as_data(parse(EVERYTHING, "p.yaml")))


def test_every_key_is_described() -> None:
    schema = json_schema(ScenarioTable)
    parts = [schema, *schema["$defs"].values()]
    told = [
        (key, what.get("description", ""))
        for part in parts
        for key, what in part.get("properties", {}).items()
    ]
    for key, text in told:
        assert text or key == "at", key


def test_the_position_is_a_value() -> None:
    """Equal files give equal positions, which have a hash: engines remember them."""
    first, second = table(EVERYTHING), table(EVERYTHING)
    assert first == second
    assert hash(first.state) == hash(second.state)


GUARD = """
game: gloomhaven
turn: Bandit Guard 1
map: {size: 6 x 5}
monsters: {Bandit Guard 1: {at: [0, 2]}}
ability_cards: {Bandit Guard: {initiative: 50, do: [move +0, attack +0]}}
characters: {Brute: {at: [3, 2], hp: 10, initiative: 15}}
"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        # Move 2: the Brute three hexes away in the same row is reached in (2,2) or (2,3): both lie beside it.
        ("goes to (1,1)", "refuted"),
        ("Bandit Guard 1 stays at (0,2)", "refuted"),
        ("it moves to 0,2", "refuted"),
    ],
)
def test_where_a_figure_goes_is_said_in_a_sentence(claim: str, verdict: str) -> None:
    answer = api.check(api.loads(f"{GUARD}claims: ['{claim}']\n"))
    assert [each.verdict for each in answer.claims] == [verdict]


BRUTE = "{at: [0, 0], plays: [Trample, Sweeping Blow]}"


@pytest.mark.parametrize(
    ("characters", "monsters", "turn", "until"),
    [
        (f"{{Brute: {BRUTE}}}", "{}", "Brute", "turn"),
        ("{Brute: {at: [0, 0], rests: true, discarded: [Trample, Sweeping Blow]}}", "{}", "Brute", "turn"),
        (
            f"{{Brute: {BRUTE}, Tinkerer: {{at: [1, 0], plays: [Stun Shot, Toxic Bolt]}}}}",
            "{}",
            "",
            "round",
        ),
        ("{Brute: {at: [0, 0], level: 1, plays: choose}}", "{}", "", "round"),
        ("{Brute: {at: [0, 0], initiative: 9}}", "{Bandit Guard 1: {at: [2, 0]}}", "Bandit Guard 1", "turn"),
        # two monsters, or one that has had its turn: nobody can say which turn is meant
        ("{}", "{Bandit Guard 1: {at: [2, 0]}, Bandit Guard 2: {at: [1, 0]}}", "", "turn"),
        ("{}", "{Bandit Guard 1: {at: [2, 0], acted: true}}", "", "turn"),
    ],
)
def test_the_only_turn_that_can_be_meant_need_not_be_named(
    characters: str, monsters: str, turn: str, until: str
) -> None:
    text = f"{{game: gloomhaven, map: {{size: 3 x 2}}, characters: {characters}, monsters: {monsters}}}"
    position = api.loads(text)
    assert isinstance(position, ScenarioPosition)
    assert (position.laid.turn, position.laid.until) == (turn, until)
    is_assumed = bool(turn) or until == "round"
    meant = "until: round" if until == "round" else f"turn: {turn}"
    assert any(f"read as: `{meant}`" in note for note in position.decoded.notes) == is_assumed


def test_a_question_without_a_turn_is_told_what_to_write() -> None:
    position = api.loads("{game: gloomhaven, map: {size: 3 x 1}, characters: {Brute: {at: [0, 0]}}}")
    answer = position.solve(Wishes())
    assert (answer.status, answer.best) == ("undecided", ())
    assert "`turn: NAME`" in answer.left_out[0]
