"""What can be done in each room and in the Village, with and without time for it: numbers by hand, and
each candidate the best of its kind by exhaustive search.
"""

from __future__ import annotations

import pytest

from tests.games.quest.files import position_of
from tsolve import api
from tsolve.engine.search import best_line
from tsolve.games.quest.planning.answer import wanted_of_visit
from tsolve.games.quest.planning.goals import value
from tsolve.model.plays import Wishes
from tsolve.model.solved import Candidate, Offer, TargetAnswer

ROOMS = """
    turn: dungeon
    hand: [Stormhand 1, Shortsword, 2 x Adventurer, Lantern]
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior, Crypt: none, Bog: Hobgoblin Scrapper}
    """


def rooms(text: str) -> dict[str, TargetAnswer]:
    return {target.where: target for target in api.targets(position_of(text)).targets}


def test_each_room_with_its_way_and_total() -> None:
    """Stormhand 2, Shortsword 1, Adventurers 2: 5 attack. The Warrior's armor is 3, less 1 for the wielded
    Edged Weapon: 5 - 2 = 3 against 4. The Bog takes 1 Light, which the Lantern gives.
    """
    found = rooms(ROOMS)
    assert list(found) == ["The Wilderness", "Mine", "Abandoned Gate", "Crypt", "Bog"]
    totals = {where: each.value.most for where, each in found.items() if each.value is not None}
    assert totals == {"The Wilderness": 5, "Mine": 5, "Abandoned Gate": 3, "Bog": 5}
    outcomes = [each.outcome for each in found.values()]
    assert outcomes == ["certain", "certain", "impossible", "impossible", "impossible"]
    assert [each.way.number for each in found.values() if each.way is not None] == [0, 0, 0, 1, 1]
    assert found["Mine"].splits == ("5 physical and 0 magic",)
    assert found["Crypt"].refusal is not None
    assert found["Crypt"].refusal.rulings == ("QUEST-5.13",)


def test_a_room_out_of_reach() -> None:
    """Without the Lantern there is no Light for the Bog."""
    bog = rooms(ROOMS.replace(", Lantern]", "]"))["Bog"]
    assert bog.attackable is False
    assert bog.refusal is not None
    assert bog.refusal.reason == "the way there takes 1 Light"


FACE_DOWN = """
    turn: dungeon
    hand: [6 x Adventurer]
    deck: []
    dungeon: {Mine: face down, Abandoned Gate: none}
    monster_decks: {level_1: [Goblin Shaman]}
    """


def test_a_monster_that_lies_face_down() -> None:
    """The one card of its deck is the Shaman with health 5, which the Mine raises to 6."""
    mine = rooms(FACE_DOWN)["Mine"]
    assert (mine.name, mine.outcome) == ("a card that lies face down", "certain")
    assert mine.needed is not None
    assert mine.needed.number == 6


def test_the_only_monster_of_its_deck_is_the_one_that_lies_face_down() -> None:
    """So it is defeated in the Mine, and is not in another room."""
    named = FACE_DOWN + "claims: [{defeats: Goblin Shaman}, {defeats: Goblin Shaman in Abandoned Gate}]\n    "
    assert [claim.verdict for claim in api.check(position_of(named)).claims] == ["confirmed", "refuted"]


def test_a_card_face_down_that_nobody_knows() -> None:
    mine = rooms(FACE_DOWN.replace("{level_1: [Goblin Shaman]}", "{}"))["Mine"]
    assert (mine.outcome, mine.attackable, mine.refusal) == ("undecided", None, None)


VILLAGE = """
    hand: [Stormhand 1, 2 x Adventurer, Dagger, Lantern]
    tokens: {iron_rations: 2}
    xp: 5
    wounds: 3
    village: [Stormhand, Shortsword, Maul]
    """


def offers(text: str) -> dict[tuple[str, tuple[str, ...]], Offer]:
    return {(each.kind, each.names): each for each in api.targets(position_of(text)).offers}


def test_purchases_with_the_fewest_rations() -> None:
    """1 + 2 gold and 2 Rations make 5 at most: a Shortsword for 3 needs no Rations, with a token for 2 it
    needs both; a Maul for 8 is out of reach, and so is a Stormhand 1 for 7.
    """
    found = offers(VILLAGE)
    assert found["buy", ("Shortsword",)].spends == ()
    assert found["buy", ("Maul",)].refusal is not None
    assert found["buy", ("Stormhand 1",)].refusal is not None
    together = found["buy at the Bazaar", ("Shortsword", "Iron Rations")]
    assert (together.price, together.spends) == ("5 gold", ("2 x Iron Rations",))
    assert together.line[0] == "go to Bazaar"
    assert ("buy at the Bazaar", ("Shortsword", "Lantern token")) not in found
    assert found["buy at the Shop of Wonders", ("a Treasure",)].refusal is not None


def test_levels_and_pairs() -> None:
    """Adventurer to level 1 costs 2 XP, Stormhand 1 to level 2 costs 3: together 5, two Adventurers 4."""
    found = offers(VILLAGE)
    assert found["level up", ("Adventurer to Stormhand 1",)].price == "2 XP"
    assert found["level up", ("Stormhand 1 to Stormhand 2",)].price == "3 XP"
    pair = found["level up together", ("Adventurer to Stormhand 1", "Stormhand 1 to Stormhand 2")]
    assert (pair.price, pair.line[0]) == ("5 XP", "go to Guilds' Quarter")
    assert found["level up together", ("Adventurer to Stormhand 1",) * 2].price == "4 XP"


def test_two_wounds_are_healed_at_the_temple() -> None:
    """QUEST-3.4: 2 of the 3."""
    healed = [names for kind, names in offers(VILLAGE) if kind == "heal at the Temple"]
    assert healed == [("Wound token",), ("2 x Wound token",)]


def test_a_wound_card_may_be_healed_instead_of_a_token() -> None:
    """QUEST-7.4: either; at the Temple two of the three."""
    wounded = """
        hand: [Adventurer, 2 x Festering Wound]
        deck: []
        wounds: 1
        location: Temple
    """
    healed = [names for kind, names in offers(wounded) if kind == "heal at the Temple"]
    assert healed == [
        ("Wound token",),
        ("Festering Wound",),
        ("Festering Wound", "Wound token"),
        ("2 x Festering Wound",),
    ]


def test_an_offer_names_its_rules_and_readings() -> None:
    answer = api.targets(position_of(VILLAGE))
    cited = {each.id for each in answer.citations}
    assert {"QUEST-8.1", "QUEST-3.7", "QUEST-4.4", "QUEST-4.11"} <= cited
    assert "level_up_surcharge" in {reading.key for reading in answer.readings}


def test_a_lantern_leads_from_the_village_to_a_battle() -> None:
    """QUEST-4.13: only the Wilderness; two Adventurers have 2 attack against 4."""
    answer = api.targets(position_of("location: Bazaar\nhand: [Lantern, 2 x Adventurer]\ndeck: []"))
    (rat,) = answer.targets
    assert (rat.where, rat.outcome) == ("The Wilderness", "impossible")
    assert rat.value is not None
    assert rat.value.amount.exact == "2"


def test_from_the_temple_no_way_leads_to_a_room() -> None:
    """QUEST-3.4."""
    answer = api.targets(position_of(VILLAGE.rstrip() + "\n    location: Temple"))
    assert answer.targets == ()
    assert {each.kind for each in answer.offers} == {"buy", "level up", "heal at the Temple"}


def test_a_room_that_only_a_drawn_card_lights() -> None:
    """A Wound healed draws one of four cards; only the Lantern gives the Light that the Crypt takes. Five
    Adventurers then have 5 attack; without a battle there the total is 0, on average 5/4.
    """
    text = """
        turn: dungeon
        hand: [Gem of Healing, 5 x Adventurer]
        wounds: 1
        deck: {rest: [Lantern, 3 x Adventurer]}
        dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior, Crypt: Goblin Berserker}
    """
    crypt = rooms(text)["Crypt"]
    assert crypt.chance is not None
    assert crypt.chance.exact == "1/4"
    assert crypt.value is not None
    assert (crypt.value.amount.exact, crypt.value.least, crypt.value.most) == ("5/4", 0, 5)


def test_what_a_monster_is_immune_to_is_no_part_of_a_split() -> None:
    """5 physical and 3 magic attack: the higher counts 0 on the Sycophant, whatever is given to whom."""
    text = """
        turn: dungeon
        champion: Throne Room
        hand: [5 x Adventurer, Fireball, Lantern]
        deck: []
        dungeon: {Throne Room: Goblin Sycophant}
    """
    assert rooms(text)["Throne Room"].splits == ("0 physical and 3 magic",)


def test_a_room_that_wounds_open_is_marked() -> None:
    """The Altar takes 2 Light, 1 less for each Wound taken on entering; the Lantern gives 1. The board has no
    place for a ninth Wound.
    """
    text = """
        turn: dungeon
        champion: Vault
        hand: [Gorlandor 4, Lantern]
        wounds: {wounds}
        dungeon: {{Vault: none, Blood Altar Room: Bugbear Elite, Crypt: none, Sunken Well: none}}
    """
    for wounds, reach in ((0, True), (7, True), (8, False)):
        position = position_of(text.format(wounds=wounds))
        places = {place.name: place for row in position.board(position.state) for place in row.places}
        assert places["Blood Altar Room"].within_reach is reach


VISIT = """
    turn: village
    hand: [3 x Adventurer, Dagger, Lantern]
    deck: []
    village: {}
    dungeon: {Mine: Goblin Berserker}
    """


def test_a_visit_stays_in_the_wilderness_or_out_of_the_dungeon() -> None:
    """The Lantern lets a Dungeon phase follow: 3 + 1 against the Rat's 4. Without it none does, however much
    Light there is. (QUEST-4.13)
    """
    found = rooms(VISIT)
    assert found["The Wilderness"].outcome == "certain"
    assert found["Mine"].refusal is not None
    assert found["Mine"].refusal.reason == "you cannot leave The Wilderness in this Dungeon phase"
    for there in rooms(VISIT.replace(", Lantern]", "]")).values():
        assert there.attackable is False
        assert there.way is None
        assert there.refusal is not None
        assert there.refusal.reason == "this turn visits the Village, and no Dungeon phase follows it"


def test_the_board_of_a_visit_marks_what_can_be_entered() -> None:
    """Scathian of level 2 lets the Champion walk with 0 Light: to the Mine, not to the Bog, which takes 1."""
    text = VISIT.replace("Goblin Berserker}", "none, Abandoned Gate: none, Bog: none}")
    for hand, within in (
        ("[3 x Adventurer, Dagger]", set()),
        ("[Adventurer, Lantern]", {"The Wilderness"}),
        ("[Scathian 2, Lantern]", {"The Wilderness", "Mine", "Abandoned Gate"}),
    ):
        file = position_of(text.replace("[3 x Adventurer, Dagger, Lantern]", hand))
        places = [place for row in file.board(file.state) for place in row.places]
        assert {place.name for place in places if place.within_reach} == within


TABLE = """
    hand: [3 x Adventurer, Shortsword, Lantern]
    tokens: {iron_rations: 1}
    xp: 3
    wounds: 1
    deck: []
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}
    village: [Silverhelm, Shortspear]
    """


def found(text: str, turn: str) -> tuple[Candidate, ...]:
    """The candidates of a position."""
    position = position_of(text)
    return api.with_candidates(position, api.solve(position, turn=turn), Wishes(turn=turn)).candidates


def test_purchases_levels_and_healing_stand_beside_the_battles() -> None:
    told = {(each.turn, each.title) for each in found(TABLE, "any")}

    assert ("village", "buy Shortspear") in told
    assert {turn for turn, _ in told} == {"village", "dungeon"}
    assert found(TABLE, "dungeon") == ()


@pytest.mark.parametrize("location", ["Bazaar", "Temple", "Guilds' Quarter"])
def test_every_candidate_is_the_best_of_its_kind(location: str) -> None:
    text = TABLE.rstrip() + f"\n    turn: village\n    location: {location}\n"
    position = position_of(text)
    candidates = found(text, "village")
    told = {each.title: tuple(int(number.exact) for number in each.worth) for each in candidates}
    goal = candidates[0].goal

    for title, level in wanted_of_visit(position):
        wanted = (level, *goal)
        best = best_line(
            position.game, position.state, lambda state, wanted=wanted: value(position.book, state, wanted)
        )
        assert best is not None
        if not best.value[0]:
            assert title not in told
        elif title in told:
            assert told[title] == best.value[1:]
        else:  # the same turn is told already
            assert best.value[1:] in told.values()


# Three Heroes with a Hammer and a Shortsword defeat the Giant Rat (4) easily. There are so many ways to
# give the Weapons and to spend the Wounds that the search of a room takes a while.
CROWDED = """
    turn: dungeon
    hand: [Stormhand 1, Flying Death, Thunderstone Shard, Hammer, Adventurer, Shortsword, Silverhelm 1]
    deck: []
    tokens: {lantern: 1}
    wounds: 3
    xp: 4
    champion: The Wilderness
    dungeon: {The Wilderness: Giant Rat, The Servant's Tombs: Kobold Snatcher, Air Temple: Kobold Shaman}
    """


@pytest.mark.parametrize("limit", [0.001, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8])
def test_no_target_is_out_of_reach_for_want_of_time(limit: float) -> None:
    found = api.targets(position_of(CROWDED), time_limit=limit).targets

    assert {target.outcome for target in found} <= {"certain", "undecided"}


@pytest.mark.parametrize("limit", [0.001, 0.05, 0.1, 0.2])
def test_no_claim_is_settled_for_want_of_time(limit: float) -> None:
    asked = position_of(f"{CROWDED}claims: [{{defeats: Giant Rat}}, {{not_defeats: Giant Rat}}]")
    verdicts = [claim.verdict for claim in api.check(asked, time_limit=limit).claims]

    assert verdicts[0] != "refuted"
    assert verdicts[1] != "confirmed"
