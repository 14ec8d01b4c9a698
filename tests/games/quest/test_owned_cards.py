"""What the cards that players own do, one by one, worked out by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.table import CARDS, READINGS, dealt, game, play, typed, why_not
from tsolve.cardkit.piles import contents, known
from tsolve.games.quest.actions import Pass, Use
from tsolve.games.quest.book import Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import Player, Room, State
from tsolve.games.quest.turn.attack import attack_of
from tsolve.games.quest.turn.values import light_of


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


def test_the_gem_heals_to_draw() -> None:
    """One Wound is healed and one card drawn; without a Wound it cannot be used."""
    after, _ = play(game(), in_village("gem_of_healing", deck=("lantern",), wounds=1), "use Gem Of Healing")
    assert (after.me.wounds, front(after)) == (0, ["gem_of_healing", "lantern"])
    assert why_not(game(), in_village("gem_of_healing"), Use(0, 0)) == (
        "Gem Of Healing cannot be used: there is no Wound to heal",
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
        "Gorlandor 3 can be used only while he wields a Weapon",
        ("card.gorlandor_3",),
    )


def test_hawkswood_trades_tokens_for_a_card() -> None:
    """Level 3: two of three Gear tokens, of the player's choice; one is too few."""
    state = in_dungeon("hawkswood_3", deck=("lantern",), potion=1, lantern=2)
    line = ("use Hawkswood 3 (ability 1)", "lose Lantern token", "lose Potion")
    after, _ = play(game(), state, *line)
    assert (after.me.lantern, after.me.potion, front(after)) == (1, 0, ["hawkswood_3", "lantern"])
    assert why_not(game(), in_dungeon("hawkswood_3", potion=1), Use(0, 0))[0] == (
        "Hawkswood 3 cannot be used: it takes 2 Gear tokens"
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
        "a Dungeon phase follows, by the ability that was used",
        ("QUEST-4.13",),
    )
    after, _ = play(rules, state, "enter the Dungeon", "pass", "move to Mine")
    assert after.me.room == 1
    temple, _ = play(rules, dealt(("scathian_2",)), "go to Temple", "pass")
    assert why_not(rules, temple, Use(0, 0))[1] == ("QUEST-3.4", "card.scathian_2")
