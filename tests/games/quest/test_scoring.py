"""Victory Points and who wins, whole games, and Side Quests: what completes them, and what they bring.
(QUEST-14)
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.files import position_of
from tests.games.quest.table import CARDS, READINGS, dealt, game, play, typed
from tsolve import api
from tsolve.cardkit.piles import known
from tsolve.errors import UsageError
from tsolve.games.quest.book import Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.scoring import scores, winners
from tsolve.games.quest.state import Player, State
from tsolve.model.plays import Wishes


def ended(*players: Player) -> State:
    return replace(dealt(()), players=players, over=True)


def test_the_most_points_win() -> None:
    """QE-16 with XP alone: 57, 54 and 43."""
    assert winners(game().book, ended(Player(xp=43), Player(xp=54), Player(xp=57))) == [2]


def test_ties_go_to_the_wounded() -> None:
    """QC-13: a token and a Wound card are 2 Wounds against 1; or the fewest win."""
    state = ended(Player(xp=9, wounds=1), Player(discard=("festering_wound",), xp=9, wounds=1))
    assert winners(game().book, state) == [1]
    assert winners(game(tie_break="fewest_wounds").book, state) == [0]


def test_then_treasure_decides_and_then_nobody() -> None:
    """QUEST-13.2: Flying Death is a Treasure worth 2, as much as Shortsword."""
    treasure, none = Player(discard=("flying_death",)), Player(discard=("shortsword",))
    assert winners(game().book, ended(none, treasure)) == [1]
    assert winners(game().book, ended(none, none)) == [0, 1]


TABLE = """
    hand: [Stormhand 2, Shortsword]
    deck: [Adventurer]
    discard: [Shortbow]
    xp: 7
    players: {others: [{hand: [Stormhand 2], deck: [], xp: 3}]}
    """


def test_points_of_cards_and_xp() -> None:
    """QUEST-13.1: 2 + 2 + 0 + 1 and 7 XP make 12; 2 and 3 XP make 5."""
    answer = api.score(position_of(TABLE))
    assert [player.points for player in answer.players] == [12, 5]
    assert (answer.winners, answer.reason) == ((1,), "with the most points")
    assert {row.card: row.points for row in answer.players[0].cards} == {
        "Shortsword": 2,
        "Stormhand 2": 2,
        "Shortbow": 1,
        "XP": 7,
    }


def test_nobody_wins_with_cards_that_nobody_knows() -> None:
    answer = api.score(position_of("hand: [Stormhand 2]\ndeck: []"))
    assert answer.winners == ()
    assert answer.reason == "player 2's hand and deck are not known in full"


def test_wounds_decide_a_tie() -> None:
    """QUEST-13.2: 2 points each; player 2 has more Wounds."""
    table = "hand: [Stormhand 2]\ndeck: []\nplayers: {others: [{hand: [Stormhand 2], deck: [], wounds: 1}]}"
    assert api.score(position_of(table)).winners == (2,)


def test_a_game_ends_with_everybodys_points() -> None:
    answer = api.simulate(seed=1, games=1, players=2, game="quest", detailed=False)
    assert len(answer.games) == 1


@pytest.mark.parametrize("variant", ["epic", "class decks"])
def test_variants(variant: str) -> None:
    chosen = {
        "variant": ["epic", variant] if variant != "epic" else ["epic"],
        "guardian": ["Smorga the Queen IV"],
    }
    assert api.simulate(seed=1, games=1, game="quest", selection=chosen, detailed=False).games


@pytest.mark.parametrize(
    "chosen",
    [{"variant": ["short"]}, {"guardian": ["Smorga IV", "Smorga V"]}, {"heroes": ["Nobody"]}, {"spoons": []}],
)
def test_a_set_up_that_cannot_be(chosen: dict[str, list[str]]) -> None:
    with pytest.raises(UsageError):
        api.simulate(seed=1, games=1, game="quest", selection=chosen)


def test_a_game_of_one_quest_has_no_cards_of_others() -> None:
    sets = ["mirror-in-the-dark"]
    assert api.simulate(seed=2, games=1, game="quest", sets=sets, detailed=False).games
    with pytest.raises(UsageError):
        api.simulate(seed=2, games=1, game="quest", sets=["nowhere"])


def test_a_position_is_played_on() -> None:
    """With every card known, the game goes on over the End phase."""
    table = """
    hand: [3 x Adventurer]
    deck: [3 x Adventurer]
    monster_decks: {level_1: [], level_2: [], level_3: []}
    treasure_deck: []
    players: {others: 0}
    """
    played = api.simulate_from(position_of(table), seed=1)
    assert len(played.games[0].turns) > 1


OWN = typed("""
orb_of_light: {kind: item, legendary: true, light: 1, vp: 1}
""")


def rules(**readings: str) -> Quest:
    """The ruleset's own cards, and Legendary cards whose numbers we define."""
    return Quest(Book(CARDS | OWN, READINGS | readings))


def points(
    quest: str, *deck: str, titles: tuple[str, ...] = (), reading: str = "completed", **player: object
) -> int:
    """The points of the Side Quest alone at the end of the game."""
    owner = replace(Player(deck=known(deck)), **player)
    book = rules(side_quest_points=reading).book

    def total(owner: Player) -> int:
        return scores(book, State(players=(owner,), over=True, titles=titles))[0]

    return total(replace(owner, quest=quest)) - total(owner)


# shown at the end


@pytest.mark.parametrize(("keys", "worth"), [(0, 15), (1, 5), (2, 0)])
def test_avoiding_attention(keys: int, worth: int) -> None:
    """15 less 10 for each key, not below 0."""
    assert points("avoiding_attention", keys=keys) == worth


def test_scars_of_battle() -> None:
    """2 for each of two tokens and a card."""
    assert points("scars_of_battle", "festering_wound", "lantern", wounds=2) == 6


def test_well_rounded() -> None:
    """Scathian (Rogue, Wizard) and Hawkswood (Rogue) cover two Classes, Silverhelm one of two: 3 squared.
    Heroes of level 1 do not count.
    """
    assert points("well_rounded", "scathian_2", "hawkswood_2", "silverhelm_2", "stormhand_1") == 9
    assert points("well_rounded", "hawkswood_2", "hawkswood_3") == 1
    assert points("well_rounded", "stormhand_1") == 0


# held at the end


def test_avoiding_the_plague() -> None:
    assert points("avoiding_the_plague", "lantern") == 6
    assert points("avoiding_the_plague", "festering_wound") == 0
    assert points("avoiding_the_plague", wounds=1) == 0


@pytest.mark.parametrize(("cards", "worth"), [(7, 0), (8, 18)])
def test_plague_doctor(cards: int, worth: int) -> None:
    assert points("plague_doctor", *("festering_wound",) * cards, wounds=8) == worth


MARKET = ("fireball", "moonlight", "amulet_of_infravision", "gem_of_healing", "hammer", "maul")


def test_ready_for_anything() -> None:
    """Two titles of each type; a second copy, a Treasure or a starting card is none."""
    assert points("ready_for_anything", *MARKET) == 9
    assert points("ready_for_anything", *MARKET[:5], "hammer") == 0
    assert points("ready_for_anything", *MARKET[:5], "flying_death", "dagger") == 0


TITLES = ("Stormhand", "Pylorian", "Fireball", "Shortsword", "Tome of Knowledge")


def test_jack_of_all_trades() -> None:
    """One card of each title, of whatever level; starting cards do not matter."""
    one = ("stormhand_2", "pylorian_1", "fireball", "shortsword", "tome_of_knowledge", "dagger")
    assert points("jack_of_all_trades", *one, titles=TITLES) == 12
    assert points("jack_of_all_trades", *one, "stormhand_1", titles=TITLES) == 0
    assert points("jack_of_all_trades", *one[1:], titles=TITLES) == 0


def test_consistency_is_king() -> None:
    """A Hero, a Spell, a Weapon and an Item of the Village, in any number, and of no other stack."""
    four = ("stormhand_1", "stormhand_2", "fireball", "shortsword", "shortsword", "tome_of_knowledge")
    assert points("consistency_is_king", *four, "flying_death", "lantern", titles=TITLES) == 12
    assert points("consistency_is_king", *four, "pylorian_1", titles=TITLES) == 0
    assert points("consistency_is_king", *four[:-1], titles=TITLES) == 0


@pytest.mark.parametrize(("reading", "worth"), [("completed", 0), ("always", 18)])
def test_a_quest_that_was_not_completed(reading: str, worth: int) -> None:
    """QC-33: Plague Doctor without a Wound card."""
    assert points("plague_doctor", reading=reading) == worth


def test_no_quest_no_points() -> None:
    assert points("", "lantern") == 0


def test_find_the_orb() -> None:
    """All Light of the deck: 1 + 1 + 1."""
    assert points("find_the_orb", "lantern", "lantern", "orb_of_light", completed=True) == 3


# New Town Guards


def guards(game: Quest, bought: int) -> State:
    """After so many Heroes of level 1 were bought and put under the Side Quest, at the start of a turn."""
    state = dealt(("lantern",) * 4, ["hawkswood_1"], quest="new_town_guards", deck=known(("lantern",) * 60))
    for _ in range(bought):
        state, _ = play(game, state, "go to Bazaar", "pass", "buy Hawkswood 1", "accept", *("pass",) * 3)
    return state


def test_new_town_guards() -> None:
    """The third Hero completes it: 8 points and a further Location. None of the three is in the deck."""
    game = rules()
    state = guards(game, 2)
    assert not any("and use" in game.notation(state, action) for action in game.legal_actions(state))
    assert (scores(game.book, state)[0], state.me.under_quest) == (0, ("hawkswood_1",) * 2)
    state = guards(game, 3)
    assert (scores(game.book, state)[0], state.me.completed) == (8, True)


def test_two_locations() -> None:
    """8 gold: a Potion (4) and a Lantern token (3) are two at the Bazaar; with the Quarter, one of them."""
    game = rules()
    state, _ = play(game, guards(game, 3), "go to Guilds' Quarter and use Bazaar", "pass", "buy Potion")
    assert not any("buy Lantern" in game.notation(state, action) for action in game.legal_actions(state))
    state = replace(guards(game, 3))
    state, _ = play(game, state, "go to Bazaar and use Temple")
    assert state.phase == "temple"


def test_a_hero_bought_may_go_to_the_discard_pile() -> None:
    game = rules()
    state, _ = play(game, guards(game, 0), "go to Bazaar", "pass", "buy Hawkswood 1", "pass")
    assert (state.me.discard, state.me.under_quest) == (("hawkswood_1",), ())


def test_a_treasure_that_is_not_told_may_score() -> None:
    """2 XP of the Berserker, and a Treasure of the whole box: at least 2 points, and no more are told."""
    found = position_of(
        """
        turn: dungeon
        champion: Mine
        hand: [4 x Adventurer, Dagger]
        deck: []
        dungeon: {Mine: Goblin Berserker, Abandoned Gate: none}
        goal: vp
        line: [give Dagger to Adventurer, battle, end the turn]
        expect: {after: {points: 2}}
        """
    )
    me = found.score("").players[0]
    assert (me.points, me.unknown) == (2, ("new Treasure",))
    assert [each.undecided for each in api.check(found).expectations] == [True]
    assert found.solve(Wishes()).uncounted.startswith("the Victory Points of the Treasure")
