"""What Monsters and rooms demand before and after a battle and on the way, worked out by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.table import CARDS, READINGS, dealt, play, typed
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import Room, State
from tsolve.model.trace import Entry
from tsolve.rules.loading import load_ruleset
from tsolve.source.project import rulesets_path

_CARDS = """
goblin_ettin: {kind: monster, level: 1, health: 6, wounds: 1, xp: 4,
  before: [{kind: lose, by: discard, of: [{sort: Hero}], number: 2, when: {lack: Rogue}}]}
hobgoblin_sergeant: {kind: monster, level: 2, health: 7, wounds: 2, xp: 4,
  before: [{kind: lose, by: discard, of: [{sort: Hero, attack: physical}]}]}
hobgoblin_lieutenant: {kind: monster, level: 2, health: 8, wounds: 2, xp: 4,
  before: [{kind: lose, by: discard, of: [{sort: Weapon, attack: physical}, {sort: Hero, attack: magic}]}]}
dire_wolf_rider: {kind: monster, level: 2, health: 8, wounds: 1, xp: 5,
  after: [{kind: lose, by: destroy, of: [{sort: Human Hero}], highest: true}]}
dire_wolf_master: {kind: monster, level: 2, health: 7, armor: 3, wounds: 1, xp: 4,
  after: [{kind: lose, by: destroy, of: [{sort: Spell}, {sort: Wizard}]}]}
cankerous_spider: {kind: monster, level: 2, health: 7, wound_cards: 2, xp: 5}
demon_spider: {kind: monster, level: 2, health: 8, wounds: 1, xp: 3,
  after: [{kind: suffer, cards: 1, each: {of: Treasure}}]}
phase_spider: {kind: monster, level: 2, health: 7, resistance: 2, xp: 4,
  after: [{kind: lose, by: destroy, of: [{sort: Weapon, wielded: true}], number: null, wound_cards: 1}]}
venk_the_rogue: {kind: monster, level: 3, health: 9, wounds: 2, xp: 5,
  after: [{kind: lose_tokens, which: all, when: {light_below: 3}}]}
samuel_the_cleric: {kind: monster, level: 3, health: 8, resistance: 2, wounds: 2, xp: 5,
  before: [{kind: lose, by: discard, each: {wounds: true}}]}
goblin_queen: {kind: monster, level: 3, health: 8, resistance: 4, wounds: 3, xp: 7,
  before: [{kind: lose, by: discard, of: [{sort: Weapon}], number: null}]}
goblin_king: {kind: monster, level: 3, health: 9, wounds: 2, xp: 7,
  before: [{kind: lose, by: discard, number: 3}]}
smorga_4: {kind: guardian, level: 4, health: 8, wounds: 2,
  before: [{kind: lose_experience, each: {wounds: true}}]}
smorga_5: {kind: guardian, level: 5, health: 8, wounds: 3,
  before: [{kind: lose, by: destroy, each: {wounds: true}}]}
smorga_6: {kind: guardian, level: 6, health: 8, wounds: 4,
  before: [{kind: lose, by: destroy, of: [{sort: Hero}], each: {wounds: true}}]}
goblin_potion_tester: {kind: monster, level: 1, health: 5, xp: 2,
  alerts: [{scope: through, demands: [{kind: suffer, tokens: 1}]}]}
kobold_snatcher: {kind: monster, level: 1, health: 5, xp: 3,
  alerts: [{scope: through, demands: [{kind: lose, by: discard, of: [{sort: Weapon}]}]}]}
kobold_shaman: {kind: monster, level: 1, health: 6, resistance: 1, xp: 2,
  alerts: [{scope: through, demands: [{kind: lose_tokens, which: random}]}]}
kobold_grunt: {kind: monster, level: 1, health: 4, xp: 2,
  alerts: [{scope: through, demands: [{kind: lose, by: discard}]}]}
crypt: {kind: room, level: 2, light_needed: 1, wounds: 1, xp: 1,
  alerts: [{scope: into, demands: [{kind: lose_tokens, when: {lack: Rogue}}]}]}
throne_room: {kind: room, level: 3, light_needed: 2, xp: 2,
  alerts: [{scope: into, demands: [{kind: lose, by: discard, random: true, when: {lack: Rogue}}]}],
  after: [{kind: move_champion}]}
vault: {kind: room, level: 3, light_needed: 2, wounds: 1, after: [{kind: move_champion, level: 2}]}
watched_gate: {kind: room, level: 1, light_needed: 0,
  alerts: [{scope: out_of, demands: [{kind: suffer, tokens: 1}]}]}
giant: {kind: hero, level: 1, races: [Giant], physical: 23, skill: 9}
"""


RULESET = load_ruleset(rulesets_path() / "quest", Card).cards
INVENTED = {"watched_gate", "giant"}


@pytest.mark.parametrize("card", sorted(typed(_CARDS).keys() - INVENTED))
def test_the_ruleset_demands_the_same(card: str) -> None:
    """Each card typed here for its demands, as the ruleset has it."""
    mine, found = typed(_CARDS)[card], RULESET[card]
    assert (found.before, found.after, found.alerts) == (mine.before, mine.after, mine.alerts)


def rules(**readings: str) -> Quest:
    """The rules with these cards and readings."""
    return Quest(Book(CARDS | typed(_CARDS), READINGS | readings))


def facing(place: int, card: str, monster: str, *hand: str, **player: object) -> State:
    """The Champion stands in this room, where this Monster is; every other room is as usual."""
    state = dealt(hand, **({"room": place} | player))
    rooms = (*state.rooms[:place], Room(card, monster), *state.rooms[place + 1 :])
    return replace(state, rooms=rooms)


def fight(
    game: Quest, state: State, *choices: str, before: tuple[str, ...] = ()
) -> tuple[State, tuple[Entry, ...]]:
    """Enter, give what is given, and fight where the Champion stands."""
    monster = game.book.name(state.rooms[state.me.room].monster)
    return play(game, state, "enter the Dungeon", *before, "pass", f"battle {monster}", *choices)


def in_front(state: State) -> list[str]:
    """The cards still laid out."""
    return sorted(state.laid[place].card for place in state.present())


def lost(state: State) -> list[str]:
    return sorted(state.me.discard)


# before the battle


def test_the_ettin_takes_two_heroes() -> None:
    """Of Giant and two Adventurers one is left: the two Adventurers go, of whom one stands for both."""
    state = facing(1, "mine", "goblin_ettin", "giant", "adventurer", "adventurer")
    end, entries = fight(rules(), state, "give up Adventurer #1", "give up Adventurer #2")
    assert in_front(end) == ["giant"]
    assert end.tally.outcome == "won"  # 23 against 6 + 1
    assert any({"QUEST-5.16", "card.goblin_ettin"} <= set(entry.rulings) for entry in entries)


def test_the_ettin_and_the_only_hero_or_a_rogue() -> None:
    """The only Hero goes without a question; a Rogue keeps all."""
    end, _ = fight(rules(), facing(1, "mine", "goblin_ettin", "hawkswood_1", "giant"))
    assert end.tally.total == 24  # 23 + 1
    state = facing(1, "mine", "goblin_ettin", "giant", "fireball")
    assert fight(rules(), state)[0].tally.total == 3  # Fireball alone


@pytest.mark.parametrize(("reading", "total"), [("with_weapons", 0), ("alone", 2)])
def test_a_hero_with_physical_attack(reading: str, total: int) -> None:
    """Pylorian has magic attack 1 only. If the Dagger gives him physical attack, he is discarded and nothing
    is left; otherwise he stays, with 1 and 1.
    """
    state = facing(
        3, "sunken_well", "hobgoblin_sergeant", "pylorian_1", "dagger", "lantern", "thunderstone_shard"
    )
    end, _ = fight(rules(hero_with_attack=reading), state, before=("give Dagger to Pylorian 1",))
    assert end.tally.total == total


@pytest.mark.parametrize(("reading", "left"), [("yes", ["giant"]), ("no", ["dagger", "giant"])])
def test_the_lieutenant_and_a_weapon_that_nobody_wields(reading: str, left: list[str]) -> None:
    """The Giant has physical attack only, so the Dagger alone can be asked for."""
    state = facing(3, "sunken_well", "hobgoblin_lieutenant", "giant", "dagger")
    end, _ = fight(rules(lieutenant_unwielded=reading), state)
    assert in_front(end) == left


def test_the_lieutenant_leaves_the_choice() -> None:
    """A wielded Dagger or Pylorian, who has magic attack."""
    state = facing(3, "sunken_well", "hobgoblin_lieutenant", "giant", "dagger", "pylorian_1")
    given = ("give Dagger to Giant",)
    end, _ = fight(rules(), state, "give up Pylorian 1", before=given)
    assert end.tally.total == 24  # 23 + 1
    end, _ = fight(rules(), state, "give up Dagger", before=given)
    assert end.tally.total == 24  # 23 and magic 1


def test_the_queen_takes_all_weapons() -> None:
    state = facing(5, "vault", "goblin_queen", "giant", "dagger", "maul", "lantern")
    end, _ = fight(rules(), state, "put the Champion in Crypt", before=("give Dagger to Giant",))
    assert in_front(end) == ["giant", "lantern"]
    assert lost(end)[:2] == ["dagger", "maul"]


def test_the_king_takes_three_cards() -> None:
    """Three of four; when three are left and three are asked for, nothing is asked."""
    state = facing(6, "bog", "goblin_king", "giant", "lantern", "lantern", "dagger")
    end, _ = fight(rules(), state, "give up Lantern #1", "give up Lantern #2", "give up Dagger")
    assert in_front(end) == ["giant"]
    state = facing(6, "bog", "goblin_king", "lantern", "giant", "dagger")
    assert fight(rules(), state)[0].tally.total == 0


@pytest.mark.parametrize(("reading", "asked"), [("with_cards", 2), ("tokens_only", 1)])
def test_samuel_counts_wounds(reading: str, asked: int) -> None:
    """A token and a Wound card: 2 or 1; the Wound card may go."""
    state = facing(6, "bog", "samuel_the_cleric", "giant", "lantern", "festering_wound", wounds=1)
    game = rules(wounds_you_have=reading)
    end, _ = fight(game, state, *("give up Festering Wound", "give up Lantern")[:asked])
    assert in_front(end) == ["giant", "lantern"][: 3 - asked]


# Guardians


def test_smorga_destroys_xp_before_it_gives_some() -> None:
    """QE-15: attack 23, 2 Wounds. 2 of 3 XP go first; then 12 come, the half of 23 rounded up."""
    state = facing(0, "wilderness", "smorga_4", "giant", wounds=2, xp=3)
    assert fight(rules(), state)[0].me.xp == 13  # 3 - 2 + 12


@pytest.mark.parametrize(("reading", "xp"), [("as_many", 12), ("none", 13)])
def test_smorga_and_too_few_xp(reading: str, xp: int) -> None:
    """1 XP for 2 Wounds: all of it, or none; then 12 come."""
    state = facing(0, "wilderness", "smorga_4", "giant", wounds=2, xp=1)
    assert fight(rules(too_few_to_destroy=reading), state)[0].me.xp == xp


def test_smorga_destroys_cards_and_heroes() -> None:
    """Level 5: 1 card of choice for 1 Wound. Level 6: 1 Hero, so the Lantern is safe."""
    state = facing(0, "wilderness", "smorga_5", "giant", "lantern", wounds=1)
    assert fight(rules(), state, "give up Lantern")[0].tally.destroyed == ("lantern",)
    state = facing(0, "wilderness", "smorga_6", "giant", "lantern", "adventurer", wounds=1)
    assert fight(rules(), state, "give up Adventurer")[0].tally.destroyed == ("adventurer",)


# after the battle


def test_the_rider_destroys_the_highest_human() -> None:
    """Gorlandor is Human of level 1; the Adventurer has level 0, the Giant is no Human."""
    state = facing(3, "sunken_well", "dire_wolf_rider", "giant", "gorlandor_1", "adventurer")
    assert fight(rules(), state)[0].tally.destroyed == ("gorlandor_1",)
    state = facing(3, "sunken_well", "dire_wolf_rider", "giant", "gorlandor_1", "pylorian_1")
    assert fight(rules(), state, "give up Pylorian 1")[0].tally.destroyed == ("pylorian_1",)


def test_the_rider_also_after_a_defeat() -> None:
    """1 against 8 + 1 is lost, and the Adventurer is destroyed all the same."""
    end, _ = fight(rules(), facing(3, "sunken_well", "dire_wolf_rider", "adventurer"))
    assert end.removed == ("adventurer",)


def test_the_master_destroys_a_spell_or_a_wizard() -> None:
    """Fireball or Pylorian; with neither nothing happens."""
    state = facing(3, "sunken_well", "dire_wolf_master", "giant", "fireball", "pylorian_1")
    assert fight(rules(), state, "give up Fireball")[0].tally.destroyed == ("fireball",)
    state = facing(3, "sunken_well", "dire_wolf_master", "giant", "lantern")
    assert fight(rules(), state)[0].tally.destroyed == ()


def test_the_phase_spider_destroys_what_is_wielded() -> None:
    """One Dagger of two is wielded: destroyed, and 1 Wound card comes."""
    state = facing(3, "sunken_well", "phase_spider", "giant", "dagger", "dagger")
    end, _ = fight(rules(), state, before=("give Dagger #1 to Giant",))
    assert end.tally.total == 24  # 23 + 1
    assert in_front(end) == ["dagger", "giant"]
    assert lost(end) == ["festering_wound"]


def test_wound_cards_printed_and_for_treasures() -> None:
    """Demon Spider: 1 for Flying Death. Cankerous Spider: 2 printed."""
    end, _ = fight(rules(), facing(3, "sunken_well", "demon_spider", "giant", "flying_death"))
    assert (lost(end), end.me.wounds) == (["festering_wound"], 1)
    end, _ = fight(rules(), facing(3, "sunken_well", "cankerous_spider", "giant"))
    assert (lost(end), end.me.wounds) == (["festering_wound"] * 2, 0)


@pytest.mark.parametrize(("lights", "left"), [(2, 0), (3, 3)])
def test_venk_takes_the_tokens_in_the_dark(lights: int, left: int) -> None:
    """Two Potions and a Lantern token, below 3 Light."""
    state = facing(6, "bog", "venk_the_rogue", "giant", *("lantern",) * lights, potion=2, lantern=1)
    end, _ = fight(rules(), state)
    assert end.me.potion + end.me.lantern == left


def test_a_room_moves_the_champion_after_its_rewards() -> None:
    """Throne Room: its 2 XP and 8 of the Stone Giant come, it is refilled, and the Champion is outside."""
    state = facing(6, "throne_room", "stone_giant", "giant")
    end, _ = fight(rules(), state)
    assert (end.me.room, end.me.xp) == (0, 10)  # 8 + 2
    assert end.rooms[6].monster == "stone_giant"
    assert end.me.wounds == 2


@pytest.mark.parametrize(("reading", "room"), [("always", 0), ("victory_only", 6)])
def test_a_room_that_moves_after_a_defeat(reading: str, room: int) -> None:
    """1 against 7 is lost."""
    state = facing(6, "throne_room", "stone_giant", "adventurer")
    end, _ = fight(rules(after_battle_moves=reading), state)
    assert end.me.room == room


@pytest.mark.parametrize("order", ["wounds_first", "texts_first"])
def test_the_vault_wounds_in_either_order(order: str) -> None:
    """2 of the Stone Giant and 1 of the Vault, wherever the Champion is then."""
    state = facing(5, "vault", "stone_giant", "giant")
    end, entries = fight(rules(aftermath_order=order), state, "put the Champion in Crypt")
    assert (end.me.wounds, end.me.room) == (3, 4)
    steps = [entry.step for entry in entries if entry.step in ("wounds", "demand")]
    assert steps[0] == ("wounds" if order == "wounds_first" else "demand")


# on the way


def walk(game: Quest, state: State, *moves: str) -> State:
    return play(game, state, "enter the Dungeon", "pass", *moves)[0]


def test_alerts_through_a_room() -> None:
    """The Potion Tester wounds who passes, not who stops or starts there."""
    state = facing(1, "mine", "goblin_potion_tester", "lantern", "lantern", room=-1)
    assert walk(rules(), state, "move to Mine").me.wounds == 0
    assert walk(rules(), state, "move to Mine", "move to Sunken Well").me.wounds == 1
    starts = facing(1, "mine", "goblin_potion_tester", "lantern")
    assert walk(rules(), starts, "move to Sunken Well").me.wounds == 0
    assert walk(rules(alert_through="into"), state, "move to Mine").me.wounds == 1
    twice = walk(rules(alert_through="twice"), state, "move to Mine", "move to Sunken Well")
    assert twice.me.wounds == 2


def test_a_lantern_lost_on_the_way_does_not_stop_the_move() -> None:
    """QE-23: 1 Light is counted; the Grunt takes the Lantern on leaving the Mine, the only card."""
    state = facing(1, "mine", "kobold_grunt", "lantern", room=-1)
    end = walk(rules(), state, "move to Mine", "move to Sunken Well")
    assert (end.me.room, lost(end)) == (3, ["lantern"])
    state = facing(1, "mine", "kobold_grunt", "lantern", "lantern", "lantern", "dagger", room=-1)
    line = ("move to Mine", "move to Sunken Well", "give up Lantern #1", "move to Vault")
    assert walk(rules(), state, *line).me.room == 5  # 3 - 1 are left for the Vault's 2


def test_kobolds_take_weapons_and_tokens() -> None:
    """The Snatcher takes the only Weapon. The Shaman one of three tokens: 2 in 3 a Potion."""
    state = facing(1, "mine", "kobold_snatcher", "lantern", "dagger", room=-1)
    assert lost(walk(rules(), state, "move to Mine", "move to Sunken Well")) == ["dagger"]
    state = facing(1, "mine", "kobold_shaman", "lantern", room=-1, potion=2, lantern=1)
    state = walk(rules(), state, "move to Mine", "move to Sunken Well")
    game = rules()
    odds = {game.notation(state, event): weight for event, weight in game.chance(state)}
    assert odds == {"lose Lantern token": 1, "lose Potion": 2}
    assert play(game, state, "lose Potion")[0].me.potion == 1


def test_the_crypt_and_the_throne_room_ask_for_a_rogue() -> None:
    """Crypt: a token of choice. Throne Room: a card at random, 2 in 3 a Lantern."""
    state = dealt(("lantern", "lantern", "lantern"), room=2, potion=1, lantern=1)
    end = walk(rules(), state, "move to Crypt", "lose Potion")
    assert (end.me.potion, end.me.lantern) == (0, 1)
    rogue = dealt(("lantern", "hawkswood_1"), room=2, potion=1, lantern=1)
    assert walk(rules(), rogue, "move to Crypt").me.potion == 1
    game = rules()
    end = walk(game, dealt(("lantern", "lantern", "dagger"), room=4), "move to Throne Room")
    odds = {game.notation(end, event): weight for event, weight in game.chance(end)}
    assert odds == {"give up Lantern #1": 2, "give up Dagger": 1}


def test_an_alert_out_of_a_room_comes_first() -> None:
    """Leaving wounds, also where the turn began; then the Crypt takes the only token."""
    state = facing(2, "watched_gate", "goblin_berserker", "lantern", potion=1)
    _, entries = play(rules(), state, "enter the Dungeon", "pass", "move to Crypt")
    cited = [entry.rulings[0] for entry in entries if entry.step in ("wounds", "demand")]
    assert cited == ["QUEST-5.9", "QUEST-5.9", "QUEST-5.8", "QUEST-5.8"]
