"""Abilities of cards: when they may be used, how often, and what the cards that players own do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.table import CARDS, READINGS, dealt, game, play, typed, why_not
from tsolve.cardkit.piles import contents, known
from tsolve.games.quest.actions import Pass, Use
from tsolve.games.quest.book import Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import Player, Room, State
from tsolve.games.quest.turn.values import Defence, attack_of, defence_of, level_of, light_of, skill_of


def above_a_deck(state: State, *deck: str) -> State:
    """The same with this deck, top first."""
    return replace(state, players=(replace(state.me, deck=known(deck)), *state.players[1:]))


def test_a_shard_draws_only_for_the_wounded() -> None:
    """QE-4 and QE-29: not without a Wound; used in the Village it is used up for the turn."""
    rules = game()
    state, _ = play(rules, dealt(("thunderstone_shard",)), "go to Bazaar")
    assert why_not(rules, state, Use(0, 0)) == (
        "you can use Thunderstone Shard only while you are wounded",
        ("card.thunderstone_shard",),
    )
    state = above_a_deck(dealt(("thunderstone_shard",), wounds=1), "lantern")
    state, _ = play(rules, state, "go to Bazaar", "use Thunderstone Shard")
    assert [laid.card for laid in state.laid] == ["thunderstone_shard", "lantern"]
    assert why_not(rules, replace(state, phase="dungeon"), Use(0, 0))[1] == ("QUEST-0.19",)


def test_each_copy_has_its_own_ability() -> None:
    """QUEST-0.19: two Shards draw two cards; the drawn card is laid out at once."""
    state = above_a_deck(dealt(("thunderstone_shard",) * 2, wounds=2), "lantern", "dagger")
    line = ("use Thunderstone Shard #1", "use Thunderstone Shard #2")
    after, _ = play(game(), state, "enter the Dungeon", *line)
    assert [laid.card for laid in after.laid[2:]] == ["lantern", "dagger"]


def test_the_discard_pile_becomes_the_deck_when_a_card_is_drawn() -> None:
    """QUEST-0.17."""
    state = above_a_deck(dealt(("thunderstone_shard",), wounds=1, discard=("lantern",)))
    after, _ = play(game(), state, "enter the Dungeon", "use Thunderstone Shard")
    assert (after.laid[1].card, after.me.discard) == ("lantern", ())


def test_a_dagger_draws_in_the_hands_of_level_0() -> None:
    """QUEST-0.22 and its own text: wielded, and by an Adventurer, not by Stormhand."""
    rules = game()
    state = above_a_deck(dealt(("adventurer", "stormhand_1", "dagger", "dagger")), "lantern")
    state, _ = play(rules, state, "enter the Dungeon")
    told = "nobody wields Dagger, and you can use it only when a Hero of level 0 wields it"
    assert why_not(rules, state, Use(2, 0)) == (told, ("QUEST-0.22", "card.dagger"))
    state, _ = play(rules, state, "give Dagger #1 to Stormhand 1")
    assert why_not(rules, state, Use(2, 0))[1] == ("card.dagger",)
    state, _ = play(rules, state, "give Dagger #2 to Adventurer", "use Dagger #2")
    assert state.laid[-1].card == "lantern"


def test_each_of_two_shortswords_draws() -> None:
    """QE-43: with another Weapon beside it each one draws a card; alone it does not."""
    rules = game()
    state = above_a_deck(dealt(("stormhand_1", "shortsword", "shortsword")), "lantern", "dagger")
    state, _ = play(rules, state, "enter the Dungeon", "give Shortsword #1 to Stormhand 1")
    assert why_not(rules, state, Use(1, 0))[1] == ("card.shortsword",)
    line = ("give Shortsword #2 to Stormhand 1", "use Shortsword #1", "use Shortsword #2")
    after, _ = play(rules, state, *line)
    assert [laid.card for laid in after.laid[3:]] == ["lantern", "dagger"]


def test_silverhelm_strengthens_another_hero() -> None:
    """Level 1: Skill 2 + 2 = 4. Level 2 also 2 physical attack: 2 + (1 + 2) = 5. Never himself."""
    rules = game()
    state, _ = play(rules, dealt(("silverhelm_1", "adventurer"), wounds=1), "enter the Dungeon")
    assert rules.why_not(state, Use(0, 0, 0)) is not None
    after, _ = play(rules, state, "use Silverhelm 1 on Adventurer", "heal a Wound")
    assert (skill_of(rules.book, after, 1), after.me.wounds) == (4, 0)
    after, _ = play(
        rules, dealt(("silverhelm_2", "adventurer")), "enter the Dungeon", "use Silverhelm 2 on Adventurer"
    )
    assert attack_of(rules.book, after) == (5, 0)


def test_silverhelm_heals_without_another_hero() -> None:
    """Both halves of his text say "may"."""
    after, _ = play(
        game(), dealt(("silverhelm_1",), wounds=1), "enter the Dungeon", "use Silverhelm 1 on nobody"
    )
    assert play(game(), after, "heal a Wound")[0].me.wounds == 0
    assert play(game(), after, "pass")[0].me.wounds == 1


def test_more_hp_for_one_turn() -> None:
    """QE-36: HP 6 + 1 are read before discarding, so 7 cards are drawn."""
    state = above_a_deck(dealt(("vision",)), *("lantern",) * 9)
    state, _ = play(game(), state, "go to Bazaar", "use Vision", "pass", "pass", "pass", "pass")
    assert len(state.me.hand or ()) == 7
    assert state.boons == ()


def with_deck(state: State, *deck: str) -> State:
    """The same with this deck, top first."""
    return replace(state, players=(replace(state.me, deck=known(deck)), *state.players[1:]))


def in_dungeon(*hand: str, deck: tuple[str, ...] = (), **player: object) -> State:
    """A Dungeon phase with these cards laid out."""
    return play(game(), with_deck(dealt(hand, **player), *deck), "enter the Dungeon")[0]


def in_village(*hand: str, deck: tuple[str, ...] = (), **player: object) -> State:
    """A Village phase at the Bazaar with these cards laid out."""
    return play(game(), with_deck(dealt(hand, **player), *deck), "go to Bazaar")[0]


def facing(state: State, monster: str, place: int = 0) -> State:
    """The same with another Monster in a room."""
    room = Room(state.rooms[place].card, monster)
    return replace(state, rooms=(*state.rooms[:place], room, *state.rooms[place + 1 :]))


def front(state: State) -> list[str]:
    """The cards in front of the player."""
    return [state.laid[place].card for place in state.present()]


def deck(player: Player) -> tuple[str, ...]:
    """The known cards of a deck."""
    return contents(player.deck)


# the Marketplace


def test_a_shortspear_is_thrown() -> None:
    """2 of Stormhand, 1 + 2 of the Spear: 5. Won against 4 or lost against 7, it is gone; unused it stays."""
    state, _ = play(
        game(), in_dungeon("stormhand_1", "shortspear"), "give Shortspear to Stormhand 1", "use Shortspear"
    )
    assert attack_of(game().book, state) == (5, 0)  # 2 + 1 + 2
    after, _ = play(game(), state, "pass", "battle Giant Rat")
    assert (after.tally.total, after.tally.destroyed) == (5, ("shortspear",))
    lost, _ = play(game(), facing(state, "stone_giant"), "pass", "battle Stone Giant")
    assert (lost.active, lost.phase, lost.removed) == (0, "prepare", ("shortspear",))  # the turn is over
    kept, _ = play(game(), facing(in_dungeon("shortspear"), "giant_rat"), "pass", "battle Giant Rat")
    assert kept.removed == ()


SPIDER = typed(
    "phase_spider: {kind: monster, level: 2, health: 7, resistance: 2, xp: 4,"
    " after: [{kind: lose, by: destroy, of: [{sort: Weapon, wielded: true}], number: null, wound_cards: 1}]}"
)


@pytest.mark.parametrize(("reading", "wounds"), [("spider_first", 1), ("spear_first", 0)])
def test_a_shortspear_and_the_phase_spider(reading: str, wounds: int) -> None:
    """The Spider destroys it and deals a Wound card, or finds it gone."""
    rules = Quest(Book(CARDS | SPIDER, READINGS | {"phase_spider_spear": reading}))
    state, _ = play(
        rules, in_dungeon("stormhand_1", "shortspear"), "give Shortspear to Stormhand 1", "use Shortspear"
    )
    after, _ = play(rules, facing(state, "phase_spider"), "pass", "battle Phase Spider")
    assert (after.removed, after.tally.wounds) == (("shortspear",), wounds)


@pytest.mark.parametrize(("hero", "hp"), [("pylorian_1", 1), ("silverhelm_1", 1), ("hawkswood_1", 0)])
def test_future_vision_keeps_a_card(hero: str, hp: int) -> None:
    """The Dagger comes back; 1 HP with a Wizard or a Cleric."""
    after, _ = play(
        game(), in_dungeon(hero, "future_vision", "dagger"), "use Future Vision", "put Dagger on the deck"
    )
    assert front(after) == [hero, "future_vision"]
    assert deck(after.me) == ("dagger",)
    assert sum(boon.hp for boon in after.boons) == hp


@pytest.mark.parametrize(
    ("card", "reading", "hp"),
    [
        ("Pylorian 1", "yes", 0),  # the only Wizard
        ("Future Vision", "yes", 0),  # its effect ends with it
        ("Future Vision", "no", 1),
    ],
)
def test_future_vision_puts_back_what_it_needs(card: str, reading: str, hp: int) -> None:
    """QUEST-0.3, key.gift_ends."""
    after, _ = play(
        game(gift_ends=reading),
        in_dungeon("pylorian_1", "future_vision"),
        "use Future Vision",
        f"put {card} on the deck",
    )
    assert sum(boon.hp for boon in after.boons) == hp


def test_a_card_that_comes_back_stays_used() -> None:
    """QUEST-0.19: the Shard drew in this turn; put back and drawn again it does not draw once more."""
    hand = ("future_vision", "thunderstone_shard", "amulet_of_infravision", "hawkswood_1")
    state = in_dungeon(*hand, deck=("lantern", "dagger"), wounds=1)
    line = ("use Thunderstone Shard", "use Future Vision", "put Thunderstone Shard on the deck")
    state, _ = play(game(), state, *line, "use Amulet Of Infravision")
    assert front(state)[-1] == "thunderstone_shard"
    assert why_not(game(), state, Use(len(state.laid) - 1, 0))[1] == ("QUEST-0.19",)


def test_the_gem_heals_to_draw() -> None:
    """One Wound is healed and one card drawn; without a Wound it cannot be used."""
    after, _ = play(game(), in_village("gem_of_healing", deck=("lantern",), wounds=1), "use Gem Of Healing")
    assert (after.me.wounds, front(after)) == (0, ["gem_of_healing", "lantern"])
    assert why_not(game(), in_village("gem_of_healing"), Use(0, 0)) == (
        "you cannot use Gem Of Healing: you have no Wound to heal",
        ("card.gem_of_healing",),
    )


# Heroes


def test_gorlandor_comes_back_armed() -> None:
    """Level 3: only while he wields a Weapon; the Weapon stays, and nobody takes it up."""
    rules = game()
    armed, _ = play(rules, in_dungeon("gorlandor_3", "dagger"), "give Dagger to Gorlandor 3")
    spoils, _ = play(rules, armed, "pass", "battle Giant Rat")
    after, _ = play(rules, spoils, "use Gorlandor 3")
    assert (deck(after.me), front(after)) == (("gorlandor_3",), ["dagger"])
    unarmed, _ = play(rules, in_dungeon("gorlandor_3", "dagger"), "pass", "battle Giant Rat")
    assert why_not(rules, unarmed, Use(0, 0)) == (
        "you can use Gorlandor 3 only while he wields a Weapon",
        ("card.gorlandor_3",),
    )


def test_hawkswood_trades_tokens_for_a_card() -> None:
    """Level 3: two of three Gear tokens, of the player's choice; one is too few."""
    state = in_dungeon("hawkswood_3", deck=("lantern",), potion=1, lantern=2)
    line = ("use Hawkswood 3 (ability 1)", "lose Lantern token", "lose Potion")
    after, _ = play(game(), state, *line)
    assert (after.me.lantern, after.me.potion, front(after)) == (1, 0, ["hawkswood_3", "lantern"])
    assert why_not(game(), in_dungeon("hawkswood_3", potion=1), Use(0, 0))[0] == (
        "you cannot use Hawkswood 3: it takes 2 Gear tokens"
    )


def test_silverhelm_heals_two_and_may_draw() -> None:
    """Level 3: the card only while a Hero wields a Weapon, and only if the player wants it."""
    state = in_dungeon("silverhelm_3", "dagger", deck=("lantern",), wounds=3)
    healed = ("use Silverhelm 3", "heal a Wound", "heal a Wound")
    unarmed, _ = play(game(), state, *healed)
    assert (unarmed.me.wounds, unarmed.todo) == (1, ())
    armed, _ = play(game(), state, "give Dagger to Silverhelm 3", *healed)
    assert front(play(game(), armed, "accept")[0]) == ["silverhelm_3", "dagger", "lantern"]
    assert front(play(game(), armed, "pass")[0]) == ["silverhelm_3", "dagger"]


def test_scathian_goes_down_in_the_dark() -> None:
    """Level 2: after the Village a Dungeon phase must follow, free to move, with no Light: 1 + 1 count 0."""
    rules = game()
    state = in_village("scathian_2", "lantern", "lantern")
    assert light_of(rules.book, state) == 2
    state, _ = play(rules, state, "use Scathian 2", "pass", "pass", "pass")
    assert light_of(rules.book, state) == 0
    assert why_not(rules, state, Pass()) == (
        "a Dungeon phase follows: you have used an ability for it",
        ("QUEST-4.13",),
    )
    after, _ = play(rules, state, "enter the Dungeon", "pass", "move to Mine")
    assert after.me.room == 1
    temple, _ = play(rules, dealt(("scathian_2",)), "go to Temple", "pass")
    assert why_not(rules, temple, Use(0, 0))[1] == ("QUEST-3.4", "card.scathian_2")


# Treasures


def test_the_reaper_takes_heroes_for_a_monster() -> None:
    """Gorlandor's 2 Levels reach the Scrapper of level 2 for its 3 XP; the room is refilled. An Adventurer
    of level 0 reaches nothing.
    """
    rules = game()
    state = in_dungeon("gorlandor_2", "stormhand_1", "adventurer", "the_reaper")
    state, _ = play(rules, state, "give The Reaper to Stormhand 1", "use The Reaper")
    state, _ = play(rules, state, "destroy Gorlandor 2")
    offered = {rules.notation(state, action) for action in rules.legal_actions(state)}
    assert offered == {
        "choose Goblin Berserker in Mine",
        "choose Goblin Shaman in Abandoned Gate",
        "choose Hobgoblin Scrapper in Sunken Well",
        "choose Hobgoblin Scrapper in Crypt",
        "destroy Stormhand 1",
        "destroy Adventurer",
    }
    after, _ = play(rules, state, "choose Hobgoblin Scrapper in Crypt")
    assert (after.me.xp, after.tally.destroyed) == (3, ("gorlandor_2",))
    assert after.removed == ("gorlandor_2", "hobgoblin_scrapper")
    assert after.rooms[4].monster == "hobgoblin_scrapper"  # the next one
    weak, _ = play(
        rules,
        in_dungeon("adventurer", "the_reaper", iron_rations=1),
        "use Iron Rations on Adventurer",
        "give The Reaper to Adventurer",
    )
    assert why_not(rules, weak, Use(1, 0))[0] == (
        "you cannot use The Reaper: no Monster is within reach of your Heroes' Levels"
    )


def test_flying_death_cancels_what_comes_before_a_battle() -> None:
    """The Ettin would take two Heroes; with his text cancelled all four stay: 4 + 6 attack."""
    ettin = typed(
        "ettin: {kind: monster, level: 1, health: 6, xp: 4,"
        " before: [{kind: lose, by: discard, of: [{sort: Hero}], number: 2}]}"
    )
    rules = Quest(Book(CARDS | ettin, READINGS))
    state = facing(in_dungeon("gorlandor_3", "adventurer", "adventurer", "flying_death"), "ettin")
    state, _ = play(rules, state, "give Flying Death to Gorlandor 3")
    after, _ = play(rules, state, "use Flying Death", "pass", "battle Ettin")
    assert (after.tally.outcome, after.tally.total) == ("won", 10)  # 6 + 1 + 1, and 2 magic
    assert len(front(after)) == 4
    assert why_not(game(), facing(state, "giant_rat"), Use(3, 0))[0] == (
        "you cannot use Flying Death: no such Monster has a Before Battle ability"
    )


def test_the_sun_raises_a_wizard() -> None:
    """Pylorian 1 + 1 + 2 = 4 for Magic Missile: magic 2 of his own, 1 of the Sun, and 4."""
    state = in_dungeon("pylorian_1", "adventurer", "magic_missile", "sun_of_the_forest")
    after, _ = play(game(), state, "use Sun Of The Forest on Pylorian 1")
    assert attack_of(game().book, after) == (1, 7)
    assert why_not(game(), state, Use(3, 0, 1))[0] == "Sun Of The Forest serves one Wizard"


def test_huma_goes_back_to_the_deck() -> None:
    """A Monster that discards a card finds Huma on top of the deck instead."""
    thief = typed("thief: {kind: monster, level: 0, health: 9, before: [{kind: lose, by: destroy}]}")
    rules = Quest(Book(CARDS | thief, READINGS))
    after, _ = play(rules, facing(in_dungeon("huma"), "thief"), "pass", "battle Thief")
    assert (after.removed, after.me.hand) == ((), ("huma",))  # drawn at the end of the turn


def test_a_borrowed_hero_goes_home() -> None:
    """Stormhand 2 lies in front for the turn; then the stack has him again, and the discard pile the Ring."""
    state = dealt(("riens_ring",), ("stormhand_1", "stormhand_2"))
    state, _ = play(game(), state, "go to Bazaar", "use Riens Ring")
    assert front(state) == ["riens_ring", "stormhand_2"]
    assert state.stacks is not None
    assert state.stacks[1].cards == (("stormhand_2", 2),)
    after, _ = play(game(), state, "pass", "pass", "pass", "pass")
    assert after.stacks is not None
    assert after.stacks[1].cards == (("stormhand_2", 3),)
    assert after.players[0].discard == ("riens_ring",)


def test_chain_lightning_strikes_on() -> None:
    """3 + 6 against the Rat's 4 leave 5: the Berserker in the Mine has 4 + 1, the Shaman 5; neither is worth
    more than 1 XP. The Stone Giant has 7.
    """
    rules = game()
    state, _ = play(rules, in_dungeon("gorlandor_3", "chain_lightning"), "pass", "battle Giant Rat")
    state, _ = play(rules, state, "use Chain Lightning")
    offered = {rules.notation(state, action) for action in rules.legal_actions(state)}
    assert offered == {"choose Goblin Berserker in Mine", "choose Goblin Shaman in Abandoned Gate"}
    after, _ = play(rules, state, "choose Goblin Berserker in Mine")
    assert (after.me.xp, after.rooms[1].monster) == (1, "goblin_berserker")
    weak, _ = play(rules, in_dungeon("stormhand_1", "chain_lightning"), "pass", "battle Giant Rat")
    assert rules.why_not(weak, Use(1, 0)) is not None  # 2 + 3 - 4 = 1


@pytest.mark.parametrize(("pips", "rooms"), [(1, (1, 2)), (2, (1, 2)), (3, (3, 4)), (5, (5, 6)), (6, (5, 6))])
def test_root_stride(pips: int, rooms: tuple[int, int]) -> None:
    """Half of the roll, rounded up; the Champion may stay, and what it does is no movement."""
    rules = game()
    state, _ = play(rules, in_dungeon("root_stride"), "use Root Stride", f"roll {pips}")
    ends = {rules.apply(state, action).me.room for action in rules.legal_actions(state)}
    assert ends == {0, *rooms}
    assert len(rules.chance(play(rules, in_dungeon("root_stride"), "use Root Stride")[0])) == 6


def test_the_orb_exchanges_armor_and_resistance() -> None:
    """Stone Giant: armor 4 and resistance 0 become 0 and 4: 6 physical attack count whole."""
    rules = game()
    state = facing(in_dungeon("gorlandor_3", "adventurer", "orb_of_opposing_forces"), "stone_giant")
    state, _ = play(rules, state, "use Orb Of Opposing Forces", "choose Stone Giant in Wilderness")
    after, _ = play(rules, state, "pass", "battle Stone Giant")
    assert (after.tally.outcome, after.tally.total) == ("won", 7)


def test_the_ark_wants_another_elemental_card() -> None:
    """Fireball is none as typed; Chain Lightning is, and the Ark itself does not count."""
    state = in_dungeon("ark_of_creation", "chain_lightning", deck=("lantern", "dagger"))
    after, _ = play(game(), state, "use Ark Of Creation")
    assert (front(after), after.me.discard) == (
        ["ark_of_creation", "lantern", "dagger"],
        ("chain_lightning",),
    )
    assert why_not(game(), in_dungeon("ark_of_creation"), Use(0, 0))[0] == (
        "you cannot use Ark Of Creation: you have no other Elemental card to discard"
    )


# what leaves, and what leaves with it


def test_the_reaper_may_take_its_own_wielder() -> None:
    """Levels 2 and 3 together reach the Stone Giant of level 3; the Reaper then lies free."""
    rules = game()
    state = in_dungeon("gorlandor_2", "gorlandor_3", "the_reaper")
    line = ("give The Reaper to Gorlandor 3", "use The Reaper", "destroy Gorlandor 3")
    after, _ = play(rules, state, *line, "destroy Gorlandor 2", "choose Stone Giant in Vault")
    assert (after.me.xp, front(after)) == (8, ["the_reaper"])
    assert (attack_of(rules.book, after), light_of(rules.book, after)) == ((0, 0), 0)


@pytest.mark.parametrize(("reading", "armor", "level"), [("yes", 4, 1), ("no", 0, 3)])
def test_what_abilities_did_ends_with_their_cards(reading: str, armor: int, level: int) -> None:
    """key.gift_ends: a Monster discards the Orb and the Sun; what they did ends, or stays."""
    robber = typed(
        "robber: {kind: monster, level: 0, health: 9, armor: 4,"
        " before: [{kind: lose, by: discard, of: [{sort: Item}], number: 2}]}"
    )
    rules = Quest(Book(CARDS | robber, READINGS | {"gift_ends": reading}))
    state = facing(in_dungeon("scathian_1", "orb_of_opposing_forces", "sun_of_the_forest"), "robber")
    line = (
        "use Orb Of Opposing Forces",
        "choose Robber in Wilderness",
        "use Sun Of The Forest on Scathian 1",
    )
    state, _ = play(rules, state, *line, "pass")
    assert defence_of(rules.book, state, 0) == Defence(9, 0, 4)
    assert level_of(rules.book, state, 0) == 3
    work = rules.begin(state)
    for place in (1, 2):
        work.discard(place)
    assert defence_of(rules.book, work.state, 0).armor == armor
    assert level_of(rules.book, work.state, 0) == level


def test_a_borrowed_hero_is_nobodys_own() -> None:
    """Put on the deck he goes home instead; destroyed he is out of the game."""
    rules = game()
    hand = ("riens_ring", "future_vision", "the_reaper")
    state, _ = play(rules, dealt(hand, ("stormhand_2",)), "enter the Dungeon", "use Riens Ring")
    home, _ = play(rules, state, "use Future Vision", "put Stormhand 2 on the deck")
    assert home.stacks is not None
    assert home.stacks[0].cards == (("stormhand_2", 3),)
    line = ("give The Reaper to Stormhand 2", "use The Reaper")  # he is the only Hero
    gone, _ = play(rules, state, *line, "choose Goblin Berserker in Mine")
    assert gone.stacks is not None
    assert (gone.stacks[0].cards, gone.removed[0]) == ((("stormhand_2", 2),), "stormhand_2")
